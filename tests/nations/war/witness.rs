//! What must hold at each event of a season, and when it is over.

use super::steps::{by_power, on_map, said, settles};
use super::*;
use nations::record::event::Shortfall;

/// Goes through a season once more and checks it event by event.
pub struct Witness<'w> {
    book: &'w Book,
    pub state: State,
    /// The last hex from which somebody entered each hex, by his power.
    entered: BTreeMap<Space, (String, Space)>,
    /// The battle that was fought last: its place, the attacker's power and where he came from.
    battle: Option<(Space, String, Space)>,
    /// What the retreats of that battle have cost and no hex of their way has asked for, by force.
    paid: BTreeMap<ForceId, u32>,
    retreated: BTreeSet<ForceId>,
    /// Steps that went over the sea on the marker that is being played.
    transported: u32,
    pub seen: BTreeMap<String, usize>,
}

impl<'w> Witness<'w> {
    /// Counts what only a special rule brings about.
    fn special(&mut self, event: &Event) {
        let seen = match event {
            Event::Battle(BattleEvent::Succeeded { leader, .. })
            | Event::Force(ForceEvent::CommandTaken { leader, .. }) => {
                let mut rules =
                    self.book.scenario.special.iter().filter_map(|rule| rule.command.as_ref());
                rules.any(|rule| rule.leader == *leader).then(|| format!("{leader} commands"))
            }
            Event::Spending(SpendingEvent::Raised { units, .. }) => {
                units.iter().any(|unit| unit.kind == "G").then(|| "guerrillas raised".to_owned())
            }
            Event::Spending(SpendingEvent::NotCarriedOut {
                reason: Shortfall::NotAllowed { why },
                ..
            }) => why.contains("§21.3.5").then(|| "production limited".to_owned()),
            _ => None,
        };
        if let Some(seen) = seen {
            *self.seen.entry(seen).or_default() += 1;
        }
    }

    pub fn new(book: &'w Book, before: &Position) -> Self {
        Self {
            book,
            state: state(before),
            entered: BTreeMap::new(),
            battle: None,
            paid: BTreeMap::new(),
            retreated: BTreeSet::new(),
            transported: 0,
            seen: BTreeMap::new(),
        }
    }

    pub fn watch(&mut self, events: &[Event], at: &str) {
        for (nth, event) in events.iter().enumerate() {
            let around = || format!("{at}, event {nth}: {event:?}");
            *self.seen.entry(kind(event)).or_default() += 1;
            if let Event::Sequence(SequenceEvent::CardPlayed { card, ruling, .. }) = event {
                let who_says = if ruling.is_some() { "the umpire says" } else { "the book says" };
                *self.seen.entry(format!("{card}, {who_says}")).or_default() += 1;
            }
            if let Event::Battle(BattleEvent::Succeeded { counts: true, .. }) = event {
                *self.seen.entry("counted dismissal".to_owned()).or_default() += 1;
            }
            self.special(event);
            if let Event::Sequence(SequenceEvent::GameDecided { winner, .. }) = event {
                let who = winner.map_or("nobody", Bloc::word);
                *self.seen.entry(format!("won by {who}")).or_default() += 1;
            }
            if settles(event) {
                self.settled(&around());
            }
            if settles(event)
                || matches!(
                    event,
                    Event::Force(ForceEvent::Moved { .. })
                        | Event::Battle(BattleEvent::Fought { .. })
                )
            {
                self.paid_for(&around());
            }
            let before = self.state.clone();
            let next = events.get(nth + 1);
            self.supply(event, &around());
            self.state.apply(event);
            self.steps(event, next, &before, &around());
            self.leaders(event, &before, &around());
            self.retreat(event, &before, &around());
            self.ships(event, &before, &around());
            self.transport(event, &around());
        }
    }

    /// Steps come and go by the word of events alone.
    fn steps(&self, event: &Event, next: Option<&Event>, before: &State, around: &str) {
        let mut expected = on_map(before);
        for (key, steps) in said(event, next, before, &self.state) {
            *expected.entry(key).or_default() += steps;
        }
        expected.retain(|_, steps| *steps != 0);
        let now = on_map(&self.state);
        if let Event::Force(ForceEvent::Joined { force, gone, .. }) = event {
            // Allies may take in each other's troops, which then serve the other power (§4.1.1).
            let (mut now, mut expected) = (by_power(&now), by_power(&expected));
            if let Some(ally) = before.forces.get(gone).filter(|gone| gone.power != force.power) {
                for steps in [&mut now, &mut expected] {
                    let both =
                        [&force.power, &ally.power].map(|power| steps.remove(power.as_str()));
                    steps.insert("both", both.into_iter().flatten().sum());
                }
            }
            assert_eq!(now, expected, "{around}");
        } else {
            assert_eq!(now, expected, "{around}");
        }
    }

    /// What must hold whenever nobody is acting.
    fn settled(&self, around: &str) {
        self.state.check(&self.book.people);
        let most = self.book.scenario.special.iter().find_map(|rule| rule.dismissals);
        let dismissed = self.state.dismissed.values().max().copied().unwrap_or(0);
        assert!(most.map_or(dismissed == 0, |most| dismissed <= most), "{dismissed}: {around}");
        let mut hexes: BTreeMap<Space, Vec<&Force>> = BTreeMap::new();
        for force in self.state.forces.values() {
            let (atlas, at) = (&self.book.atlas, force.at);
            let who = format!(
                "{} of {} at {}, {around}",
                force.name(atlas, &self.book.units),
                force.power,
                atlas.name(at)
            );
            let in_play = atlas.is_box(at) || self.book.scenario.in_play(at);
            let enters = self.state.may_enter(self.book, &force.power, at);
            assert!(enters, "on land that is closed: {who}");
            assert!(
                in_play && (atlas.is_box(at) || atlas.hex(at).terrain.is_land()),
                "out of play: {who}"
            );
            let holder = self.state.holder(self.book, at);
            let own = holder.is_some_and(|power| self.state.friends(power, &force.power));
            let walls = self.state.fortress(self.book, at);
            if force.inside {
                assert!(walls > 0 && own, "inside no fortress of his: {who}");
            } else {
                hexes.entry(at).or_default().push(force);
                assert!(force.siege.is_none() || (walls > 0 && !own), "besieges nothing: {who}");
            }
            assert!(stacking::fits(self.book, force), "too many: {who}: {force:?}");
        }
        for (at, forces) in hexes {
            let place = self.book.atlas.name(at);
            let fights: Vec<&&Force> = forces.iter().filter(|force| force.fights()).collect();
            for one in &fights {
                for other in &fights {
                    let (a, b) = (&one.power, &other.power);
                    let peaces = &self.state.titles.peaces;
                    let truce = peaces.between(a, b).or_else(|| peaces.between(b, a)).is_some();
                    let peace = self.state.friends(a, b) || truce;
                    assert!(
                        peace,
                        "{} and {} both stand at {place}, {around}",
                        one.power, other.power
                    );
                }
            }
            let powers: BTreeSet<&String> = forces.iter().map(|force| &force.power).collect();
            for power in powers {
                let own: Vec<&&Force> = forces
                    .iter()
                    .filter(|force| force.power == *power && !force.units.is_empty())
                    .collect();
                let armies = own.iter().filter(|force| force.army.is_some()).count();
                let legal = own.len() <= 1 || (armies == own.len() && armies <= 3);
                let reserve = own.iter().any(|force| force.reserve.is_some());
                assert!(
                    legal || reserve,
                    "{:?} of {power} stand at {place}, {around}",
                    own.iter().map(|force| force.id).collect::<Vec<_>>()
                );
            }
        }
    }

    /// Nobody vanishes: a leader is on the map, in a pool, away or dead, and stays in one of them.
    fn leaders(&self, event: &Event, before: &State, around: &str) {
        let (was, is) = (everybody(before), everybody(&self.state));
        let came: Vec<&String> = is.difference(&was).collect();
        // Leaders of a country go with its troops.
        let home = matches!(event, Event::Court(CourtEvent::WentHome { .. }));
        let called: Vec<&String> = match event {
            Event::Force(ForceEvent::Withdrawn { leaders, .. }) => leaders.iter().collect(),
            _ => vec![],
        };
        let mut gone = was.difference(&is).filter(|name| !called.contains(name));
        assert!(home || gone.next().is_none(), "{:?} vanished: {around}", was.difference(&is));
        let brings = matches!(
            event,
            Event::Force(ForceEvent::Placed { .. }) | Event::Force(ForceEvent::LeaderPooled { .. })
        );
        assert!(came.is_empty() || brings, "{came:?} came out of nowhere: {around}");
    }

    /// Ships go down by events alone; troops come ashore out of ships, where the ships are (§5.3.3).
    fn ships(&self, event: &Event, before: &State, around: &str) {
        let fleets = |state: &State| -> usize {
            state.squadrons.iter().map(|squadron| squadron.fleets.len()).sum()
        };
        let change = match event {
            Event::SeaBattle(SeaBattleEvent::FleetSunk { .. }) => 1,
            Event::Fleet(FleetEvent::SquadronPlaced { .. }) => return,
            Event::Fleet(FleetEvent::ShipsSet { fleets, to: None, .. }) => fleets.len(),
            _ => 0,
        };
        let built = usize::from(matches!(event, Event::Spending(SpendingEvent::FleetBuilt { .. })));
        assert_eq!(fleets(before) + built, fleets(&self.state) + change, "{around}");
        if let Event::Passage(PassageEvent::Landed { force, .. }) = event {
            let passage = before.aboard.get(&force.id).expect("nobody lands who was not on board");
            let seas = self.book.atlas.hex_seas(force.at);
            for ship in passage.holds.iter().filter_map(|hold| hold.ship.as_ref()) {
                let at = before.anchorage(ship).expect("the ship is there");
                let near = at.seas(&self.book.atlas).iter().any(|sea| seas.contains(sea));
                assert!(near, "{ship:?} is far away: {around}");
            }
        }
    }

    /// Troops without ships go from harbour to harbour of their side, no more than the scenario says
    /// on one marker (§21.3.4).
    fn transport(&mut self, event: &Event, around: &str) {
        if let Event::Sequence(SequenceEvent::MarkerDrawn { .. }) = event {
            self.transported = 0;
        }
        let Event::Force(ForceEvent::Transported { force, from, to }) = event else { return };
        let force = self.state.force(*force);
        let rule = self.book.scenario.special.iter().find_map(|rule| rule.transport.as_ref());
        let rule = rule.expect("a rule of the scenario lets them");
        assert_eq!(self.state.bloc(&force.power), rule.side.bloc(), "{around}");
        for at in [from, to] {
            let town = self.book.atlas.town(*at).expect("a harbour is a town");
            let holder = self.state.holder(self.book, *at).expect("somebody holds it");
            let ours = self.state.friends(holder, &force.power);
            assert!(town.harbour && ours, "{} is no harbour of theirs: {around}", town.name);
        }
        self.transported += force.steps();
        assert!(self.transported <= u32::from(rule.steps), "too many: {around}");
    }

    /// Retreats keep off the attacker's entry, and cost no more than their way does (§8.3.2).
    fn retreat(&mut self, event: &Event, before: &State, around: &str) {
        match event {
            Event::Force(ForceEvent::Moved { force, from, to, .. }) => {
                self.battle = None;
                let power = before.force(*force).power.clone();
                self.entered.insert(*to, (power, *from));
            }
            Event::Battle(BattleEvent::Fought { at, assault: false, attacker, .. }) => {
                let from = self.entered.get(at).filter(|(power, _)| *power == attacker.power);
                self.battle = from.map(|(power, from)| (*at, power.clone(), *from));
            }
            Event::Battle(BattleEvent::Fought { .. })
            | Event::Siege(SiegeEvent::SiegeAttempted { .. }) => self.battle = None,
            // The attacker goes back and pays nothing; whoever else falls back was not in the battle.
            Event::Battle(BattleEvent::BattleEnded { winner: Winner::Defender, .. }) => {
                self.battle = None
            }
            Event::Loss(LossEvent::Lost { force, units, cause: Cause::Retreat, .. })
                if self.battle.is_some() =>
            {
                let steps: u32 = units.iter().map(|unit| u32::from(unit.steps)).sum();
                *self.paid.entry(force.id).or_default() += steps;
            }
            Event::Loss(LossEvent::Destroyed { units, cause: Cause::Overrun, .. })
                if self.battle.is_some() =>
            {
                // What is overrun on the way is paid for, step by step.
                let steps: u32 = units.iter().map(|unit| u32::from(unit.steps)).sum();
                self.paid.values_mut().for_each(|paid| *paid = paid.saturating_sub(steps));
            }
            Event::Contact(ContactEvent::Retreated { force, from, to }) => {
                let Some((at, power, entry)) = self.battle.clone() else { return };
                let who = before.force(*force);
                if self.state.friends(&who.power, &power) {
                    return; // The attacker goes back to where he came from, and pays nothing.
                }
                assert!(*to != entry && *to != at, "into the attacker's entry: {around}");
                self.retreated.insert(*force);
                let price = self.price(before, &who.power, (at, entry), *from, *to);
                let left = self.paid.entry(*force).or_default();
                *left = left.saturating_sub(price);
            }
            _ => {}
        }
    }

    /// Who came away paid for his way and not a step more.
    fn paid_for(&mut self, around: &str) {
        for force in std::mem::take(&mut self.retreated) {
            assert_eq!(self.paid.get(&force), Some(&0), "paid too much: {force:?}, {around}");
        }
        self.paid.clear();
    }

    /// The most that a hex of a retreat may cost: river 2, contact area 3, zone 2.
    fn price(
        &self,
        state: &State,
        power: &str,
        (at, entry): (Space, Space),
        from: Space,
        to: Space,
    ) -> u32 {
        let atlas = &self.book.atlas;
        let river = if atlas.edge(from, to).river { 2 } else { 0 };
        let near = |a, b| atlas.around(a).contains(&b);
        let contact = if near(at, to) && near(entry, to) { 3 } else { 0 };
        let army = |force: &Force| {
            force.army.is_some() && !state.friends(&force.power, power) && near(force.at, to)
        };
        river + contact + if state.forces.values().any(army) { 2 } else { 0 }
    }

    /// Who is found in supply has a way to a town of his own that nobody cuts (§6.2.1).
    fn supply(&self, event: &Event, around: &str) {
        let Event::Loss(LossEvent::SupplyAssessed { force, supplied: true }) = event else {
            return;
        };
        let force = self.state.force(*force);
        let atlas = &self.book.atlas;
        let by_sea = atlas.town(force.at).is_some_and(|town| town.harbour);
        if force.inside || by_sea || atlas.is_box(force.at) {
            return; // These are fed otherwise (§6.2.2, §9.1).
        }
        assert!(self.way_home(force), "no line is open: {around}");
    }

    fn way_home(&self, force: &Force) -> bool {
        let (atlas, state) = (&self.book.atlas, &self.state);
        let enemy =
            |power: &str| !state.friends(power, &force.power) && state.bloc(power) != Bloc::Neutral;
        let fights = |other: &&Force| enemy(&other.power) && other.fights() && !other.inside;
        let in_battle = |at: Space| {
            let ours = |f: &Force| state.friends(&f.power, &force.power) && f.fights() && !f.inside;
            state.at(at).any(ours)
        };
        let cut: BTreeSet<Space> = state
            .forces
            .values()
            .filter(fights)
            .flat_map(|other| {
                let zone = other.army.is_some() && !other.demoralized && !in_battle(other.at);
                let around = if zone { atlas.around(other.at) } else { vec![] };
                around.into_iter().chain([other.at])
            })
            .collect();
        let walled = |at: Space| {
            let foreign = state.holder(self.book, at).is_some_and(enemy);
            let invested = state.at(at).any(|f| f.siege.is_some() && !f.inside && !enemy(&f.power));
            foreign && state.fortress(self.book, at) > 0 && !invested
        };
        let (mut seen, mut open) = (BTreeSet::from([force.at]), VecDeque::from([force.at]));
        while let Some(at) = open.pop_front() {
            let own = state.holder(self.book, at) == Some(&force.power);
            let capital = atlas.town(at).is_some_and(|town| town.capital);
            if own && (state.fortress(self.book, at) > 0 || capital) {
                return true;
            }
            // Over the sea lines go from any harbour; where they come ashore is not asked here.
            if atlas.town(at).is_some_and(|town| town.harbour) && at != force.at {
                return true;
            }
            for next in atlas.around(at) {
                let land = !atlas.is_box(next) && atlas.hex(next).terrain.is_land();
                if land && !cut.contains(&next) && !walled(next) && seen.insert(next) {
                    open.push_back(next);
                }
            }
        }
        false
    }
}

fn everybody(state: &State) -> BTreeSet<String> {
    let map = state.forces.values().flat_map(|force| &force.leaders);
    let pools = state.pools.values().flatten();
    let away = state.returning.iter().flat_map(|returning| &returning.leaders);
    let aboard = state.aboard.values().flat_map(|passage| &passage.force.leaders);
    let away = away.chain(aboard);
    map.chain(pools).chain(away).chain(&state.dead).cloned().collect()
}
