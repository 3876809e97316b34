//! A voyage: the steps of a squadron on its side's marker, and what each costs (NIA §5.1.1, §5.3).

use super::super::book::Book;
use super::super::orders::{self, Entry, Step};
use super::battle::{self, Clash};
use super::choice::Choice;
use super::meet::{self, Met};
use super::route::{self, Chart, Passage};
use super::{harbour, passage, retreat, squad, troops};
use crate::cards;
use crate::decisions::Topic;
use crate::orders::senses::{Commander, Scene};
use crate::position::Position;
use crate::record::event::{FleetEvent, OrderEvent, Over, Reason, Winner};
use crate::record::state::{Anchorage, Bloc, ForceId, MOST_FLEETS, Marker, Ship, State};
use crate::season::entries;
use crate::sight::known::{Deed, Known};
use crate::turn::Turn;
use kit::ground::Space;

/// A squadron under way: whose, with which fleets, and what it has spent.
pub struct Voyage<'t, 'b> {
    pub turn: &'t mut Turn<'b>,
    pub power: String,
    pub who: String,
    pub fleets: Vec<String>,
    pub entry: u16,
    pub step: u16,
    pub marker: Marker,
    pub spent: u32,
    /// Where it was before it came into the sea or the enemy harbour where it is (NIA §10.3).
    pub came: Option<Anchorage>,
    /// The sea where it was beaten (NIA §10.3).
    pub barred: Option<String>,
    /// The harbour in which or before which it was beaten (NIA §10.3).
    pub repelled: Option<Space>,
    /// The harbour into which those it beat have gone.
    pub quarry: Option<Space>,
    pub deed: Deed,
    /// Whether it has ended: in a harbour after a defeat, or blockading.
    pub over: bool,
    /// Who came on board on the way, and in which harbour.
    pub loaded: Vec<(ForceId, Space)>,
}

/// What ships have before them: the enemies that are known in their waters.
pub fn scene(book: &Book, state: &State, known: &Known, power: &str, fleets: &[String]) -> Scene {
    let ship = fleets.first().map(|fleet| Ship::new(power, fleet));
    let at = ship.and_then(|ship| state.anchorage(&ship).cloned());
    let near: u32 = at.map_or(0, |at| {
        let seas = at.seas(&book.atlas);
        seas.iter().map(|sea| known.foes_at(&Anchorage::Sea(sea.clone()))).sum()
    });
    let ours = u32::try_from(fleets.len()).unwrap_or(u32::MAX);
    Scene { fleets: Some((ours, near)), deed: Some(Deed::default()), ..Scene::default() }
}

/// Plays an entry: wakes its ships and goes through its steps (NIA §5.1.1, §5.3).
pub fn run(turn: &mut Turn, power: &str, entry: &Entry, fleets: Vec<String>, marker: Marker) {
    let mut voyage = Voyage {
        turn,
        power: power.to_owned(),
        who: entry.who.clone(),
        fleets,
        entry: entry.number,
        step: 0,
        marker,
        spent: 0,
        came: None,
        barred: None,
        repelled: None,
        quarry: None,
        deed: Deed::default(),
        over: false,
        loaded: vec![],
    };
    voyage.activate();
    if let Some(card) = &entry.card {
        cards::begin(voyage.turn, power, &entry.who, card, None);
    }
    let mut steps = (1..).zip(&entry.steps);
    let over = loop {
        let Some((step, written)) = steps.next() else { break None };
        voyage.step = step;
        if voyage.is_gone() {
            break Some((Some(step), Over::Gone));
        }
        let done = match voyage.holds(written) {
            Ok(()) => orders::play_at_sea(&mut voyage, written),
            Err(reason) => Err(reason),
        };
        // Who was followed into his harbour may have gone down there.
        voyage.keep_afloat();
        if let Err(reason) = done {
            voyage.not_done(written.key, reason);
            if !written.go_on {
                break Some((None, Over::Failed));
            }
        }
    };
    if let Some((this, why)) = over {
        let rest = this.into_iter().chain(steps.map(|(step, _)| step)).collect();
        entries::not_reached(voyage.turn, power, entry, rest, why);
        if !voyage.is_gone() {
            troops::unload(&mut voyage);
        }
    }
    voyage.finish();
}

impl Voyage<'_, '_> {
    /// The ships that are left.
    pub fn ships(&self) -> Vec<Ship> {
        self.fleets.iter().map(|fleet| Ship::new(&self.power, fleet)).collect()
    }

    /// Where they are.
    pub fn at(&self) -> Anchorage {
        let first = self.ships().into_iter().next();
        let at = first.and_then(|ship| self.turn.state.anchorage(&ship).cloned());
        at.expect("a voyage without ships is over")
    }

    /// The seas into which it can put out from where it is: from before a harbour on two seas, and
    /// from inside an enemy's, the one from which it came (NIA §5.3.2).
    fn shore(&self) -> Vec<String> {
        let (book, state) = (self.turn.book, &self.turn.state);
        let seas = state.shore(&book.atlas, &self.ships());
        match (self.at(), &self.came) {
            (Anchorage::Harbour(at), Some(Anchorage::Sea(sea)))
                if seas.contains(sea)
                    && !squad::friendly_harbour(book, state.common(), &self.power, at) =>
            {
                vec![sea.clone()]
            }
            _ => seas,
        }
    }

    /// Whether none is left.
    pub fn is_gone(&self) -> bool {
        self.fleets.is_empty()
    }

    /// Keeps those that a battle has left.
    pub fn keep(&mut self, left: &[Ship]) {
        self.fleets.retain(|fleet| left.contains(&Ship::new(&self.power, fleet)));
    }

    /// Points that are left (NIA §5.3).
    pub fn left(&self) -> u32 {
        squad::factor(self.turn.book, &self.ships()).saturating_sub(self.spent)
    }

    /// Refuses the harbour from which it was thrown back (NIA §10.3).
    pub fn may_come_to(&self, at: Space) -> Result<(), Reason> {
        if self.repelled == Some(at) { Err(Reason::BeatenBefore { at }) } else { Ok(()) }
    }

    /// Spends points, or says how many are missing.
    pub fn spend(&mut self, points: u32) -> Result<(), Reason> {
        let left = self.left();
        if points > left {
            return Err(Reason::OutOfPoints { needed: points, left });
        }
        self.spent += points;
        Ok(())
    }

    fn activate(&mut self) {
        self.turn.sailed.extend(self.ships());
        let (power, fleets, at) = (self.power.clone(), self.fleets.clone(), self.at());
        self.turn.record(FleetEvent::SquadronActivated { power, fleets, at, marker: self.marker });
    }

    /// Whether a step's own condition holds.
    fn holds(&self, step: &Step) -> Result<(), Reason> {
        let known = self.turn.known(&self.power);
        let seen = scene(self.turn.book, &self.turn.state, known, &self.power, &self.fleets);
        let scene = Scene { left: self.left(), deed: Some(self.deed.clone()), ..seen };
        Commander::new(self.turn.book, known, None, self.marker, 0).amid(scene).may(step)
    }

    /// Records that a step was not done.
    fn not_done(&mut self, order: &str, reason: Reason) {
        let (power, entry, step) = (self.power.clone(), self.entry, self.step);
        let (order, who) = (order.to_owned(), self.who.clone());
        self.turn.record(OrderEvent::NotDone { power, entry, step, order, who, reason });
    }

    /// Moves the ships one place on; the points have been spent.
    pub fn go(&mut self, to: &Anchorage, cost: u32) {
        let (power, fleets, from) = (self.power.clone(), self.fleets.clone(), self.at());
        let (to, spent) = (to.clone(), self.spent);
        self.turn.record(FleetEvent::Sailed { power, fleets, from, to, cost, spent });
    }

    /// Moves beaten ships.
    pub fn flee_to(&mut self, to: &Anchorage, cost: u32) {
        let (from, spent) = (self.at(), self.spent);
        retreat::go(self.turn, &self.ships(), &from, to, cost, spent);
    }

    /// Notes a victory.
    pub fn won(&mut self) {
        self.deed = Deed { won: true, lost: false, ..self.deed.clone() };
    }

    /// Notes a defeat, and the sea that is shut by it.
    pub fn lost(&mut self, barred: Option<String>) {
        self.deed = Deed { won: false, lost: true, ..self.deed.clone() };
        self.barred = barred.or_else(|| self.barred.take());
        self.over |= matches!(self.at(), Anchorage::Harbour(_) | Anchorage::Blockading(_));
    }

    /// What is left after ships came before a harbour, and whether they hold it shut.
    pub fn count(&mut self, stands: bool) -> Result<(), Reason> {
        let there =
            |fleet: &String| self.turn.state.anchorage(&Ship::new(&self.power, fleet)).is_some();
        let left: Vec<String> = self.fleets.iter().filter(|fleet| there(fleet)).cloned().collect();
        self.fleets = left;
        if stands {
            self.over = true; // A blockade ends the movement (§10.3).
            return Ok(());
        }
        if !self.is_gone() {
            self.lost(None);
        }
        Err(Reason::Beaten)
    }

    /// Beaten ships of the side that sails go into a harbour of the area, or back where they came
    /// from (NIA §10.3).
    pub fn beaten(&mut self, at: &Anchorage) -> Result<(), Reason> {
        let book = self.turn.book;
        let here = self.at();
        let seas = self.shore();
        let ships = self.ships();
        let mut goals: Vec<Anchorage> = vec![];
        for sea in &seas {
            let havens = squad::havens(self.turn, &self.power, sea, ships.len());
            goals.extend(havens.into_iter().map(Anchorage::Harbour));
        }
        goals.dedup();
        let back = self.came.clone();
        goals.extend(back.filter(|at| self.turn.state.berths(&self.power, at) >= ships.len()));
        // A harbour that is shut behind them they choose last.
        let shut = |at: &Anchorage| matches!(at, Anchorage::Harbour(at) if self.turn.state.blockaded(&self.power, *at));
        goals.sort_by_key(shut);
        if goals.is_empty() {
            retreat::away(self.turn, &ships, &here, &seas, None);
            self.keep_afloat();
        } else {
            let names: Vec<String> = goals.iter().map(|at| at.name(&book.atlas)).collect();
            let choice = Choice::facing(&ships, at, 0);
            let goal =
                retreat::pick(self.turn, &choice, retreat::RETREAT, Topic::SeaRetreat, &names);
            let goal = goals[goal].clone();
            let cost = book.sea.points.retreat.min(self.left());
            self.spent += cost;
            self.flee_to(&goal, cost);
        }
        if !self.is_gone() {
            let barred = match here {
                Anchorage::Sea(sea) => Some(sea),
                _ => None,
            };
            self.lost(barred);
        }
        Err(Reason::Beaten)
    }

    fn keep_afloat(&mut self) {
        let ships = self.ships();
        let left: Vec<Ship> =
            ships.into_iter().filter(|ship| self.turn.state.anchorage(ship).is_some()).collect();
        self.keep(&left);
    }

    /// Goes from area to area until a sea is reached (NIA §5.3, §5.3.1).
    fn sail_to(&mut self, goals: &[String], rest: u32) -> Result<(), Reason> {
        if self.over {
            return Err(Reason::Halted);
        }
        let book = self.turn.book;
        let here = self.at();
        let from = self.shore();
        if let Anchorage::Sea(sea) = &here
            && goals.contains(sea)
        {
            return Ok(());
        }
        if let Some(barred) = self.barred.as_ref().filter(|sea| goals == [(*sea).clone()]) {
            return Err(Reason::BeatenHere { sea: barred.clone() });
        }
        let ships = self.ships();
        let chart = Chart {
            book,
            position: &self.turn.state,
            ships: &ships,
            power: &self.power,
            barred: self.barred.as_deref(),
            shunned: route::foes(self.turn.known(&self.power), &self.power),
            never: false,
            asks: true,
        };
        let Passage { start, way, points } = chart.passage(&here, &from, goals)?;
        let needed = points + rest;
        let points = book.sea.points;
        let leaves = matches!(here, Anchorage::Harbour(_));
        let first = !matches!(here, Anchorage::Sea(_));
        if needed > self.left() {
            return Err(Reason::OutOfPoints { needed, left: self.left() });
        }
        if first {
            self.put_to_sea(&start, if leaves { points.leave } else { 0 })?;
        }
        for next in way {
            self.pass_gate(&next)?;
            self.spend(points.area)?;
            self.enter_sea(&next, points.area)?;
        }
        Ok(())
    }

    /// Leaves a harbour, past its blockade, or a blockade box (NIA §5.3, §5.3.2).
    fn put_to_sea(&mut self, sea: &str, cost: u32) -> Result<(), Reason> {
        self.spend(cost)?;
        if let Anchorage::Harbour(harbour) = self.at() {
            let mut ships = self.ships();
            let met = meet::break_out(self.turn, &mut ships, harbour);
            self.keep(&ships);
            if met == Met::Beaten {
                // They never got out, and that ends it (§10.3).
                if !self.is_gone() {
                    self.lost(None);
                }
                return Err(Reason::Beaten);
            }
            if let Met::Won(into) = met {
                self.won();
                self.quarry = into;
            }
        }
        self.enter_sea(sea, cost)
    }

    /// Comes into a sea area, where enemies may intercept (NIA §5.3.1).
    fn enter_sea(&mut self, sea: &str, cost: u32) -> Result<(), Reason> {
        let from = self.at();
        let to = Anchorage::Sea(sea.to_owned());
        self.go(&to, cost);
        self.came = matches!(from, Anchorage::Sea(_)).then_some(from);
        let mut ships = self.ships();
        let met = meet::entered(self.turn, &mut ships, sea);
        self.keep(&ships);
        match met {
            Met::Free => Ok(()),
            Met::Won(into) => {
                self.won();
                self.quarry = into;
                Ok(())
            }
            Met::Beaten if self.is_gone() => Err(Reason::Beaten),
            Met::Beaten => {
                let ended = self.beaten(&to);
                self.be_followed(&to);
                ended
            }
        }
    }

    /// Asks whoever could shut the passage into the next sea (NIA §5.3.4).
    fn pass_gate(&mut self, next: &str) -> Result<(), Reason> {
        let Anchorage::Sea(here) = self.at() else { return Ok(()) };
        if passage::opens(self.turn, (&here, next), &self.power) {
            return Ok(());
        }
        Err(Reason::NoSeaWay { to: next.to_owned() })
    }

    /// Comes to a sea on which a place lies, if it is not there already, with points to spare for
    /// what it does there.
    pub fn make_for(&mut self, place: Space, rest: u32) -> Result<(), Reason> {
        let seas = self.turn.book.atlas.hex_seas(place);
        let here = self.at();
        if matches!(&here, Anchorage::Sea(sea) if seas.contains(sea)) {
            return if self.over { Err(Reason::Halted) } else { Ok(()) };
        }
        self.sail_to(&seas, rest)
    }

    /// Whether more than three fleets of the side lie where it is (NIA §4.1.2).
    fn is_crowded(&self) -> bool {
        let at = self.at();
        at != Anchorage::Corsairs
            && self.turn.state.friends_at(&self.power, &at).len() > MOST_FLEETS
    }

    /// Sails to one goal: a sea area, or a harbour of its side (NIA §5.3).
    pub fn sail(&mut self, goal: &str) -> Result<(), Reason> {
        let (book, state) = (self.turn.book, &self.turn.state);
        if let Some(sea) = book.atlas.sea(goal) {
            let at = Anchorage::Sea(sea.name.clone());
            let own = if self.at() == at { self.fleets.len() } else { 0 };
            if state.berths(&self.power, &at) + own < self.fleets.len() {
                return Err(Reason::NoBerth { at: sea.name.clone() });
            }
            return self.sail_to(std::slice::from_ref(&sea.name), 0);
        }
        let place = book.atlas.place(goal);
        let place = place.ok_or_else(|| Reason::NoSeaWay { to: goal.to_owned() })?;
        let at = Anchorage::Harbour(place);
        if self.at() == at {
            return Ok(());
        }
        if !squad::friendly_harbour(book, state.common(), &self.power, place) {
            return Err(Reason::ForeignHarbour { at: place });
        }
        if state.berths(&self.power, &at) < self.fleets.len() {
            return Err(Reason::NoBerth { at: book.atlas.name(place) });
        }
        let cost = book.sea.points.enter;
        let seas = book.atlas.hex_seas(place);
        self.sail_to(&seas, cost)?;
        self.spend(cost)?;
        self.go(&at, cost);
        Ok(())
    }

    /// Takes other fleets of the place along, for a point each (NIA §5.3, §4.1.2).
    pub fn join(&mut self, with: &str) -> Result<(), Reason> {
        let at = self.at();
        let missing = || Reason::NoSquadron { name: with.to_owned() };
        let squadron = self.turn.state.squadron(&self.power, &at).ok_or_else(missing)?;
        let place = with.strip_prefix("squadron at ").is_some();
        let others = squadron.fleets.iter().filter(|fleet| !self.fleets.contains(fleet));
        let joined: Vec<String> = others
            .filter(|fleet| place || *fleet == with)
            .filter(|fleet| !self.turn.sailed.contains(&Ship::new(&self.power, fleet)))
            .cloned()
            .collect();
        if joined.is_empty() {
            return Err(missing());
        }
        let cost = self.turn.book.sea.points.join * u32::try_from(joined.len()).unwrap_or(u32::MAX);
        self.spend(cost)?;
        let (power, fleets) = (self.power.clone(), self.fleets.clone());
        self.fleets.extend(joined.iter().cloned());
        self.turn.sailed.extend(joined.iter().map(|fleet| Ship::new(&power, fleet)));
        let spent = self.spent;
        self.turn.record(FleetEvent::FleetsJoined { power, fleets, joined, at, cost, spent });
        Ok(())
    }

    /// Offers battle to enemies of the area: those at sea, or those before a harbour (NIA §5.3.1).
    pub fn engage(&mut self, whom: &str) -> Result<(), Reason> {
        let Anchorage::Sea(sea) = self.at() else { return Err(Reason::NoQuarry) };
        if self.over {
            return Err(Reason::Halted);
        }
        let book = self.turn.book;
        let before = |at| Anchorage::Blockading(at);
        let places: Vec<Anchorage> = match whom.strip_prefix("squadron at ") {
            Some(place) => book.atlas.code(place).map(before).into_iter().collect(),
            None => {
                let boxes = squad::on_sea(&book.atlas, &sea).map(before);
                std::iter::once(Anchorage::Sea(sea.clone())).chain(boxes).collect()
            }
        };
        let foes = |at: &Anchorage| {
            let here = at.seas(&book.atlas).contains(&sea);
            if here { self.turn.state.foes_at(&self.power, at) } else { vec![] }
        };
        let found = places.iter().map(|at| (at, foes(at))).find(|(_, foes)| !foes.is_empty());
        let Some((at, foes)) = found.map(|(at, foes)| (at.clone(), foes)) else {
            return Err(Reason::NoQuarry);
        };
        if matches!(at, Anchorage::Sea(_))
            && let Some(to) = meet::avoids(self.turn, &foes, self.fleets.len(), &sea)
        {
            self.quarry = match to {
                Anchorage::Harbour(at) => Some(at),
                _ => None,
            };
            return Err(Reason::SlippedAway);
        }
        let mut clash = Clash::at_sea(at, &self.ships(), &foes);
        let winner = battle::fight(self.turn, &mut clash);
        self.keep(&clash.attackers);
        if winner == Winner::Attacker {
            self.won();
            let ships = self.ships();
            retreat::away(self.turn, &clash.defenders, &clash.at, &[sea], Some(&ships));
            self.quarry = retreat::harbour_of(self.turn, &clash.defenders);
            return Ok(());
        }
        if self.is_gone() {
            return Err(Reason::Beaten);
        }
        let ended = self.beaten(&clash.at);
        self.be_followed(&clash.at);
        ended
    }

    /// Lets those who beat it go after it into its harbour's box (NIA §10.3).
    fn be_followed(&mut self, at: &Anchorage) {
        let victors = self.turn.state.foes_at(&self.power, at);
        retreat::follow(self.turn, &victors, at, &self.ships());
    }

    /// Follows the beaten to their harbour and blockades it (NIA §10.3).
    pub fn pursue(&mut self) -> Result<(), Reason> {
        let harbour = self.quarry.take().ok_or(Reason::NoQuarry)?;
        harbour::blockade(self, harbour)
    }

    /// Ends the voyage: nobody stays in an enemy harbour, and neutrals go home (NIA §5.1.2, §10.4).
    fn finish(&mut self) {
        if self.is_gone() {
            return;
        }
        if let Anchorage::Harbour(at) = self.at()
            && !squad::friendly_harbour(self.turn.book, self.turn.state.common(), &self.power, at)
        {
            self.leave_harbour();
        }
        if self.is_gone() {
            return; // No sea and no harbour had room for it.
        }
        // Stopped where there is no room, it goes on to the nearest harbour (§4.1.2).
        if self.is_crowded() {
            let (ships, here) = (self.ships(), self.at());
            let seas = self.shore();
            retreat::away(self.turn, &ships, &here, &seas, None);
            self.keep_afloat();
        }
        if self.is_gone() {
            return;
        }
        let home = matches!(self.at(), Anchorage::Harbour(_));
        if self.turn.state.bloc(&self.power) == Bloc::Neutral && !home {
            let seas = self.shore();
            let ships = self.ships();
            let havens = retreat::havens(self.turn, &ships, &seas, false);
            if let Some(haven) = havens.first() {
                self.go(&Anchorage::Harbour(haven.at), 0);
            }
        }
    }

    /// Puts ships that lie in a harbour which is not theirs to sea before it.
    pub fn leave_harbour(&mut self) {
        let seas = self.shore();
        let room = |sea: &&String| {
            self.turn.state.berths(&self.power, &Anchorage::Sea((*sea).clone()))
                >= self.fleets.len()
        };
        let free = seas.iter().find(room).cloned();
        match free {
            Some(sea) => self.go(&Anchorage::Sea(sea), 0),
            None => {
                let (ships, here) = (self.ships(), self.at());
                retreat::away(self.turn, &ships, &here, &seas, None);
                self.keep_afloat();
            }
        }
    }
}
