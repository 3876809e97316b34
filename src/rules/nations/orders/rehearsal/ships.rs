//! Ships on paper: where an entry would bring a squadron, and for how many points (NIA §5.3).

use crate::book::Book;
use crate::land::movement::may_land;
use crate::land::stacking;
use crate::orders::causes::Cause;
use crate::orders::rehearsal::Plan;
use crate::orders::rehearsal::earlier::Earlier;
use crate::orders::rehearsal::grades::Touch;
use crate::orders::words::meant;
use crate::orders::{Entry, Sheet, is_for};
use crate::position::Position;
use crate::record::event::Reason;
use crate::record::state::{Anchorage, Force, ForceId, Hold, Ship, Squadron};
use crate::sea::harbour::{is_hostile, may_storm};
use crate::sea::route::{self, Chart};
use crate::sea::{squad, troops, wake};
use crate::sight::known::{Known, Sail};
use crate::view::reasons;
use kit::ground::Space;
use sheet::keys::Filled;
use sheet::{Diagnostic, Diagnostics};
use std::collections::{BTreeMap, BTreeSet};

/// A squadron as far as its author can tell.
#[derive(Debug, Clone)]
pub struct Sailing {
    pub ships: Vec<Ship>,
    pub at: Anchorage,
    /// The seas into which it can put out from there.
    pub shore: Vec<String>,
    pub spent: u32,
}

/// Where ships begin an entry, after the entries before it.
pub struct Begun {
    pub sailing: Option<Sailing>,
    /// Whether nobody can tell where they are.
    pub unsure: bool,
    /// Whether an entry before may have led them elsewhere.
    pub again: bool,
    /// The entry before that is assumed not to be played.
    pub instead_of: Option<u16>,
    /// What the receipt says of it.
    pub told: Vec<String>,
}

/// Where the ships of an entry begin it.
pub fn begin(
    book: &Book,
    known: &Known,
    entry: &Entry,
    earlier: &mut Earlier,
    faults: &mut Diagnostics,
) -> Begun {
    let mut sailing = Sailing::of(book, known, entry);
    doubts(entry, sailing.as_ref(), faults);
    let mut unsure = sailing.as_mut().is_some_and(|sailing| !earlier.sails_from(sailing));
    let other = earlier.other_case_of_ships(entry).map(|(number, ships)| (number, ships.clone()));
    if let Some((_, ships)) = &other {
        (sailing, unsure) = (Some(ships.clone()), false);
    }
    if let Some(sailing) = sailing.as_ref().filter(|_| !unsure) {
        earlier.begins(entry, sailing);
    }
    let mut told: Vec<String> = vec![];
    told.extend(
        (!entry.fleets.is_empty()).then(|| format!("of this squadron: {}", entry.acting())),
    );
    told.extend(sailing.as_ref().and_then(|sailing| earlier.sailed_along(book, sailing)));
    let waited = sailing.as_ref().and_then(|sailing| earlier.waits(sailing));
    told.extend(match (&other, waited) {
        (Some((number, _)), _) => Some(format!(
            "reckoned as if entry {number} was not played: their `if`s never hold at one moment"
        )),
        (None, Some(number)) => {
            Some(format!("reckoned as if entry {number} still waits for its `if`"))
        }
        (None, None) => None,
    });
    let again = other.is_some() || waited.is_some();
    let instead_of = other.map(|(number, _)| number).or(waited);
    Begun { sailing, unsure, again, instead_of, told }
}

impl Sailing {
    /// The squadron that an entry means, where it is known to lie.
    pub fn of(book: &Book, known: &Known, entry: &Entry) -> Option<Self> {
        let squadron = wake::called(book, &known.squadrons, &known.power, &entry.who)?;
        let fleets = if entry.fleets.is_empty() { &squadron.fleets } else { &entry.fleets };
        let shore = squadron.shore(&book.atlas, fleets);
        let ships = fleets.iter().map(|fleet| Ship::new(&known.power, fleet)).collect();
        Some(Self { ships, at: squadron.at.clone(), shore, spent: 0 })
    }

    /// A squadron where it lies, with all of its fleets.
    pub fn whole(book: &Book, squadron: &Squadron) -> Self {
        let ships = squadron.fleets.iter().map(|fleet| Ship::new(&squadron.power, fleet)).collect();
        let shore = squadron.shore(&book.atlas, &squadron.fleets);
        Self { ships, at: squadron.at.clone(), shore, spent: 0 }
    }

    /// The first of several fleets that may go there alone.
    fn may_alone(&self, book: &Book, known: &Known, goals: &[String]) -> Option<String> {
        let mut alone = self.each().filter(|one| one.way(book, known, goals).is_ok());
        alone.next().and_then(|one| Some(one.ships.first()?.fleet.clone()))
    }

    /// Each of several fleets by itself; nothing, if there is one alone.
    pub fn each(&self) -> impl Iterator<Item = Self> {
        let several = self.ships.len() > 1;
        let ships = self.ships.iter().filter(move |_| several);
        ships.map(|ship| Self { ships: vec![ship.clone()], ..self.clone() })
    }

    /// The points of the shortest passage to one of some seas, or why there is none.
    pub fn way(&self, book: &Book, known: &Known, goals: &[String]) -> Result<u32, Reason> {
        let chart = Chart {
            book,
            position: known,
            ships: &self.ships,
            power: &known.power,
            barred: None,
            shunned: route::foes(known, &known.power),
            never: false,
            asks: true,
        };
        Ok(chart.passage(&self.at, &self.shore, goals)?.points)
    }
}

/// What is to say about an entry of ships before its steps are told.
pub fn doubts(entry: &Entry, found: Option<&Sailing>, faults: &mut Diagnostics) {
    if found.is_none() {
        let text =
            format!("{} is not a squadron of yours now; the entry waits until it is", entry.who);
        faults.push(Diagnostic::remark("not-there", entry.head(), text));
    }
    let away = |fleet: &&String| {
        found.is_some_and(|found| !found.ships.iter().any(|ship| ship.fleet == **fleet))
    };
    if let Some(fleet) = entry.fleets.iter().find(away) {
        let text = format!("{fleet} does not lie with {} now", entry.who);
        faults.push(Diagnostic::remark("not-there", entry.head(), text));
    }
}

/// The squadrons for which the sheet says nothing.
pub fn idle(book: &Book, known: &Known, sheet: &Sheet) -> Vec<String> {
    let ordered: BTreeSet<&String> = sheet
        .entries
        .iter()
        .filter(|entry| entry.at_sea())
        .filter_map(|entry| {
            let squadron = wake::called(book, &known.squadrons, &known.power, &entry.who)?;
            Some(if entry.fleets.is_empty() { &squadron.fleets } else { &entry.fleets })
        })
        .flatten()
        .collect();
    let mut idle: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for squadron in known.squadrons.iter().filter(|squadron| squadron.power == known.power) {
        let fleets = squadron.fleets.iter().filter(|fleet| !ordered.contains(fleet));
        let fleets: Vec<&str> = fleets.map(String::as_str).collect();
        let does = match squadron.at {
            Anchorage::Blockading(_) => "ships that keep up their blockade",
            Anchorage::Sea(_) | Anchorage::Harbour(_) => "ships that stay",
            Anchorage::Corsairs => "ships that go on hunting corsairs",
        };
        if !fleets.is_empty() {
            let at = squadron.at.name(&book.atlas);
            idle.entry(does).or_default().push(format!("{} ({at})", fleets.join(", ")));
        }
    }
    idle.into_iter().map(|(does, ships)| format!("{does}: {}", ships.join("; "))).collect()
}

/// Whether a step is for the element of its entry, as a fault if not.
pub fn element(key: &str, at: &std::ops::Range<usize>, ships: bool) -> Option<Diagnostic> {
    let text = match (is_for(key, ships), ships) {
        (true, _) => return None,
        (false, true) => format!("ships do not `{key}`; that is a step for troops"),
        (false, false) => format!("troops do not `{key}`; that is a step for a `squadron:`"),
    };
    Some(Diagnostic::fault("other-element", at.clone(), text).rule("NIA §5.1.1"))
}

impl Plan<'_> {
    /// Sails to a sea or a harbour on paper; what it costs so far, or nothing if nobody can tell.
    pub fn sail(&mut self, goal: &str) -> Option<u32> {
        let book = self.book;
        let place: Option<Space> = book.atlas.place(goal);
        let sea = book.atlas.sea(goal).map(|sea| sea.name.clone());
        match (sea, place) {
            (Some(sea), _) => {
                self.voyage(std::slice::from_ref(&sea), Anchorage::Sea(sea.clone()), 0)
            }
            (None, Some(place)) => {
                let cost = book.sea.points.enter;
                self.voyage(&book.atlas.hex_seas(place), Anchorage::Harbour(place), cost)
            }
            (None, None) => None,
        }
    }

    /// Sails to any of some seas on paper and from there, for more points, to where it is to lie.
    pub fn voyage(&mut self, goals: &[String], at: Anchorage, rest: u32) -> Option<u32> {
        let mut sailing = self.ships.clone().filter(|_| !self.unsure)?;
        if at == sailing.at {
            return Some(sailing.spent);
        }
        let book = self.book;
        if squad::is_bound(book, &sailing.ships) && self.earlier.moves_others(&sailing.ships) {
            self.only_if(Cause::Friends);
        }
        let way = match sailing.way(book, self.known, goals) {
            Ok(way) => way,
            Err(why) => {
                let (code, why) = match why {
                    Reason::NoSeaWay { .. } => {
                        ("no-sea-way", Reason::NoSeaWay { to: at.name(&book.atlas) })
                    }
                    why => ("out-of-bounds", why),
                };
                let mut text = reasons::sentence(book, &why);
                if code == "out-of-bounds"
                    && let Some(fleet) = sailing.may_alone(book, self.known, goals)
                {
                    text.push_str(&format!(
                        "; one of them may: add `fleets: [{fleet}]` to the entry"
                    ));
                }
                self.refuse(code, text);
                self.unsure = true;
                return None;
            }
        };
        self.may_meet(&sailing, &at);
        sailing.shore = at.seas(&book.atlas).to_vec();
        sailing.at = at;
        self.ships = Some(sailing);
        self.row(way + rest)
    }

    /// Notes what ships may meet where they are to lie: enemies, and friends who take all the room.
    fn may_meet(&mut self, sailing: &Sailing, at: &Anchorage) {
        let (atlas, known) = (&self.book.atlas, self.known);
        let seas: Vec<&String> = at.seas(atlas).iter().chain(&sailing.shore).collect();
        let near = |sail: &Sail| sail.at.seas(atlas).iter().any(|sea| seas.contains(&sea));
        if known.sails.iter().any(|sail| known.is_foe(&sail.power) && near(sail)) {
            self.depends_on(&[Cause::Battle, Cause::Earlier, Cause::Points]);
        }
        let ours = |one: &&Squadron| one.at == *at && one.power == known.power;
        let mine: usize = known.squadrons.iter().filter(ours).map(|one| one.fleets.len()).sum();
        let come = self.earlier.come_to(at);
        let room = known.common().berths(&known.power, at).saturating_sub(come);
        if room + mine < sailing.ships.len() {
            let why = Reason::NoBerth { at: at.name(atlas) };
            self.remark("no-berth", reasons::sentence(self.book, &why), Cause::Friends);
        } else if room < sailing.ships.len() {
            self.only_if(Cause::Friends);
        }
    }

    /// Spends points of ships on paper; a remark if there are too few.
    fn row(&mut self, cost: u32) -> Option<u32> {
        let sailing = self.ships.as_mut()?;
        sailing.spent += cost;
        let (spent, most) = (sailing.spent, squad::factor(self.book, &sailing.ships));
        if spent > most {
            let text = format!("this needs {spent} movement points, and ships have {most}");
            self.refuse("too-few-points", text);
            self.only_if(Cause::Points);
        }
        Some(spent)
    }

    /// Goes before an enemy harbour on paper.
    pub fn blockade(&mut self, harbour: Space) -> Option<u32> {
        let (book, known) = (self.book, self.known);
        self.refuse_by("not-hostile", is_hostile(book, known.common(), &known.power, harbour));
        let cost = self.book.sea.points.blockade;
        let seas = self.book.atlas.hex_seas(harbour);
        self.voyage(&seas, Anchorage::Blockading(harbour), cost)
    }

    /// Goes into an enemy harbour on paper.
    pub fn storm(&mut self, harbour: Space) -> Option<u32> {
        let (book, known) = (self.book, self.known);
        self.refuse_by("not-hostile", may_storm(book, known, &known.power, harbour));
        let points = self.book.sea.points;
        let before = Anchorage::Blockading(harbour);
        let is_before = self.ships.as_ref().is_some_and(|sailing| sailing.at == before);
        let cost = points.attack + if is_before { 0 } else { points.blockade };
        let seas = self.book.atlas.hex_seas(harbour);
        self.voyage(&seas, Anchorage::Harbour(harbour), cost)
    }

    /// Takes other fleets of the place along on paper.
    pub fn link(&mut self, with: &str) -> Option<u32> {
        let sailing = self.ships.as_ref().filter(|_| !self.unsure)?;
        let all = with.starts_with("squadron at ");
        let mine = |fleet: &String| sailing.ships.iter().any(|ship| ship.fleet == *fleet);
        let own = self.known.squadrons.iter().filter(|one| one.power == self.known.power);
        let fleets = own.flat_map(|one| one.fleets.iter().map(move |fleet| (fleet, &one.at)));
        // Where the entries before have left them.
        let here = fleets
            .filter(|(fleet, now)| *self.earlier.lies(fleet).unwrap_or(now) == sailing.at)
            .map(|(fleet, _)| fleet);
        let joined: Vec<Ship> = here
            .filter(|fleet| !mine(fleet) && (all || *fleet == with))
            .map(|fleet| Ship::new(&self.known.power, fleet))
            .collect();
        if joined.is_empty() {
            self.refuse("not-there", "no other fleet of that name lies there now".to_owned());
            return None;
        }
        let each = self.book.sea.points.join;
        let cost = each * u32::try_from(joined.len()).unwrap_or(u32::MAX);
        self.linked.extend(joined.iter().map(|ship| ship.fleet.clone()));
        self.ships.as_mut()?.ships.extend(joined);
        self.row(cost)
    }

    /// Takes a force on board on paper.
    pub fn load(&mut self, filled: &Filled) -> Option<u32> {
        let name = filled.name("force").unwrap_or_default();
        let found = self.meant(name);
        let part = found.and_then(|force| troops::part(self.book, force.id, force, filled).ok());
        let stands = |force: &Force| {
            let carried = self.earlier.carried_by(force.id);
            match carried.is_some() && carried == self.instead_of {
                true => force.at,
                false => self.earlier.place(force),
            }
        };
        let force = found.map(|force| (force.id, force.at, stands(force)));
        if let Some((stays, goes)) = part {
            self.in_part.extend(stays.map(|_| goes.id));
            self.carried.insert(goes.id, goes);
        }
        let sailing = self.ships.as_ref().filter(|_| !self.unsure)?;
        let (spent, lies) = (sailing.spent, sailing.at.clone());
        let Some((id, now, at)) = force else {
            let who = crate::book::spelling::spoken(self.book, name);
            let text = format!("{who} is not known to be on the map");
            self.remark("not-there", text, Cause::Friends);
            return Some(spent);
        };
        self.only_if_still(id, Touch::Marches);
        if !troops::boards(self.book, &lies, at) {
            let is_there_now = now == at;
            let stands = if is_there_now { "stands" } else { "will stand" };
            let (who, at) = (crate::book::spelling::spoken(self.book, name), self.place(at));
            let text = format!("{who} {stands} at {at}, not where the ships lie");
            if is_there_now {
                self.refuse("not-here", text);
            } else {
                self.remark("not-here", text, Cause::Friends);
                self.cargo.push((id, None));
            }
            return Some(spent);
        }
        self.cargo.push((id, None));
        if matches!(lies, Anchorage::Sea(_)) {
            self.row(self.book.sea.points.enter)
        } else {
            Some(spent)
        }
    }

    /// Puts those on board ashore on paper: at a harbour of our own for what entering it costs, else
    /// against whoever is there.
    pub fn put_ashore(&mut self, at: Space, name: Option<&str>) -> Option<u32> {
        let book = self.book;
        let harbour = book.atlas.town(at).is_some_and(|town| town.harbour);
        let holder = self.known.holder(book, at);
        let foreign = holder.is_some_and(|power| !self.known.is_ours(power));
        let seas = book.atlas.hex_seas(at);
        let place = troops::landing_place(book, self.known, &self.known.power, at);
        self.refuse_by("no-landing", place);
        let points = match (harbour, foreign) {
            (true, false) => self.voyage(&seas, Anchorage::Harbour(at), book.sea.points.enter),
            (true, true) => self.voyage(&seas, Anchorage::Harbour(at), book.sea.points.land),
            (false, _) => {
                let near = self.ships.as_ref().map(|sailing| sailing.at.clone());
                let lies = near.filter(|at| at.seas(&book.atlas).iter().any(|s| seas.contains(s)));
                let to = match lies {
                    Some(at @ Anchorage::Sea(_)) => Some(at),
                    _ => seas.first().map(|sea| Anchorage::Sea(sea.clone())),
                };
                self.voyage(&seas, to?, 0)?;
                self.row(book.sea.points.land)
            }
        };
        self.land_cargo(at, name);
        points
    }

    /// What becomes of those who land where others of their power stand: they are one force then, and a
    /// leader may lose his place (§4.1.1, §4.2.4).
    fn lands_beside(&self, force: &Force, at: Space) -> Option<String> {
        let landed = Force { at, ..force.clone() };
        let meets = |other: &&Force| {
            other.id != force.id
                && self.earlier.place(other) == at
                && !other.inside
                && !other.units.is_empty()
                && (other.army.is_none() || force.army.is_none())
        };
        let other = self.known.own().find(meets).filter(|_| !force.units.is_empty())?;
        let name = other.name(&self.book.atlas, &self.book.units);
        let (pooled, lost) = match stacking::joined(self.book, &landed, other) {
            Some(joined) => (joined.pooled, vec![]),
            None => {
                let there = Force { at, ..self.earlier.now(other) };
                let crowded = stacking::crowded(self.book, &landed, &there);
                (crowded.gone.leaders, crowded.lost)
            }
        };
        let mut gone = match pooled.is_empty() {
            true => String::new(),
            false => format!("; {} to the pool", pooled.join(" and ")),
        };
        if !lost.is_empty() {
            let lost: Vec<String> = lost.iter().map(|unit| self.book.units.write(unit)).collect();
            gone.push_str(&format!("; no room for {}, which is lost", lost.join(", ")));
        }
        Some(format!("; one force with {name} there{gone}"))
    }

    /// Whether the ships lie in the harbour in which the entry took somebody on board.
    pub fn is_where_it_loaded(&self) -> bool {
        let Some(Anchorage::Harbour(at)) = self.ships.as_ref().map(|sailing| &sailing.at) else {
            return false;
        };
        self.cargo.iter().any(|(id, landed)| {
            let force = self.known.ours.get(id);
            landed.is_none() && force.is_some_and(|force| self.earlier.place(force) == *at)
        })
    }

    /// Whether nobody is on board on paper.
    pub fn has_nobody_aboard(&self) -> bool {
        let ships = self.ships.as_ref().map(|sailing| sailing.ships.clone()).unwrap_or_default();
        let in_ours = |hold: &Hold| hold.ship.as_ref().is_some_and(|ship| ships.contains(ship));
        let before = self.known.aboard.values().filter(|one| one.holds.iter().any(in_ours));
        let landed: Vec<ForceId> =
            self.cargo.iter().filter(|(_, at)| at.is_some()).map(|(id, _)| *id).collect();
        !self.loads && before.into_iter().all(|one| landed.contains(&one.force.id))
    }

    /// Notes where those on board are landed.
    fn land_cargo(&mut self, at: Space, name: Option<&str>) {
        let ships = self.ships.as_ref().map(|sailing| sailing.ships.clone()).unwrap_or_default();
        let in_ours = |hold: &Hold| hold.ship.as_ref().is_some_and(|ship| ships.contains(ship));
        let before = self.known.aboard.values().filter(|one| one.holds.iter().any(in_ours));
        let before: Vec<ForceId> = before.map(|one| one.force.id).collect();
        for id in before {
            if !self.cargo.iter().any(|(other, _)| *other == id) {
                self.cargo.push((id, None));
            }
        }
        let afloat = self.known.aboard.values().map(|passage| &passage.force);
        let all = || self.known.own().chain(afloat.clone());
        let atlas = &self.book.atlas;
        let only = name.and_then(|name| meant(atlas, &self.book.units, name, all()));
        let only = only.map(|force| force.id);
        let mut ashore = vec![];
        for (id, landed) in &mut self.cargo {
            if landed.is_none() && (name.is_none() || only == Some(*id)) {
                *landed = Some(at);
                ashore.push(*id);
            }
        }
        let part = |id: &ForceId| self.carried.get(id).or_else(|| all().find(|one| one.id == *id));
        let rules: Vec<_> = ashore
            .iter()
            .filter_map(part)
            .map(|force| may_land(self.book, self.known, force, at))
            .collect();
        let beside: Vec<String> = ashore
            .iter()
            .filter_map(part)
            .filter_map(|force| self.lands_beside(force, at))
            .collect();
        rules.into_iter().for_each(|rule| self.refuse_by("no-landing", rule));
        self.beside = beside.join("; ");
    }
}
