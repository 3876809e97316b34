//! The setup of a case: a scenario with changes, or forces on the whole map.

use super::super::Kriegsspiel;
use super::super::book::fleets::{Arriving, SeaForce};
use super::super::book::lands::City;
use super::super::book::scenario::Body;
use super::super::book::troops::Extra;
use super::super::book::{Book, Who, relations};
use super::super::sight;
use super::purses::{self, Purses};
use super::setup_keys::KEYS;
use crate::record::event::CouncilEvent;
use crate::record::politics::ForcedPeace;
use crate::record::state::{Formation, General, Kind, State, Units};
use crate::season::sequence::Extent;
use crate::season::setup::general;
use crate::sight::intel_levels::Intel;
use crate::sight::known::Known;
use kit::calendar::Season;
use kit::ground::Space;
use kit::ledger::Ledger;
use kit::names::plain;
use kit::shelf::Shelf;
use play::case::keys;
use play::case::rulings::{self, Ruling};
use play::case::{Case, Laid, PlayError};
use play::{Options, Ruleset, find};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// What a setup may say.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    #[serde(rename = "rules", default)]
    _rules: Option<String>,
    /// Read elsewhere; a position has none.
    #[serde(rename = "probe", default)]
    _probe: Option<String>,
    #[serde(default)]
    scenario: Option<String>,
    /// Whether nobody stands on the scenario's map but those of this setup.
    #[serde(rename = "only these", default)]
    only: bool,
    #[serde(default = "yes")]
    arrivals: bool,
    #[serde(default)]
    season: Option<Season>,
    #[serde(default)]
    sides: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    relations: Vec<relations::Line>,
    #[serde(default)]
    politics: bool,
    #[serde(default)]
    council: bool,
    #[serde(default)]
    peaces: Vec<ForcedPeace>,
    #[serde(default)]
    forces: Vec<Line>,
    #[serde(default)]
    fleets: Vec<SeaForce>,
    #[serde(default)]
    held: BTreeMap<String, String>,
    /// Cities with walls, besides those of the book: name to nation and siege value.
    #[serde(default)]
    fortresses: BTreeMap<String, (String, u32)>,
    #[serde(default)]
    neutral: Vec<String>,
    /// Depots that stand somewhere, and those at hand.
    #[serde(default)]
    depots: BTreeMap<String, String>,
    #[serde(default)]
    stores: BTreeMap<String, u8>,
    #[serde(default)]
    points: BTreeMap<String, u32>,
    #[serde(default)]
    money: Option<BTreeMap<String, u32>>,
    #[serde(rename = "resource points", default)]
    resources: BTreeMap<String, u32>,
    #[serde(default)]
    manpower: BTreeMap<String, u32>,
    #[serde(default)]
    titles: BTreeMap<String, String>,
    #[serde(default)]
    home: BTreeMap<String, String>,
    #[serde(default)]
    reformed: Vec<String>,
    #[serde(default)]
    harvest: i8,
    #[serde(default)]
    fallen: BTreeSet<String>,
    #[serde(default)]
    lost: BTreeMap<String, Units>,
    #[serde(default)]
    raided: BTreeMap<String, u32>,
    #[serde(default)]
    intel: Intel,
    #[serde(default)]
    directive: bool,
    /// Whether supply is traced, instead of being taken for granted.
    #[serde(default)]
    supply: bool,
    #[serde(rename = "random event", default)]
    random: bool,
    /// Whether the scenario ends with this turn.
    #[serde(rename = "last turn", default)]
    last: bool,
    /// The umpire's rulings on facts.
    #[serde(default)]
    rulings: Vec<Ruling>,
}

fn yes() -> bool {
    true
}

/// One force of a setup.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    power: String,
    at: String,
    #[serde(default)]
    general: Option<String>,
    /// Who commands the formations, where they stand apart from him.
    #[serde(default)]
    under: Option<String>,
    #[serde(default)]
    formations: Vec<Troops>,
    /// Battle and command ratings, where they are others than those of the lists.
    #[serde(default)]
    ratings: Option<(u32, u32)>,
    #[serde(default)]
    rank: Option<String>,
    #[serde(default)]
    combat: Option<u32>,
    /// What he has besides his ratings, where it is another thing than his rank gives him.
    #[serde(default)]
    extra: Option<Extra>,
    #[serde(rename = "out of supply", default)]
    unfed: bool,
    /// The hex from which it came in an earlier turn, if it has stood beside the enemy since then.
    #[serde(rename = "came from", default)]
    came: Option<String>,
}

/// One formation of a setup: whole, or with the hits that are left of it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Troops {
    name: String,
    kind: Kind,
    #[serde(default)]
    units: Units,
    #[serde(default)]
    hits: Units,
}

/// Lays out what the setup says.
pub fn lay(shelf: &Shelf, case: &Case) -> Result<Laid<Kriegsspiel>, PlayError> {
    let setup: Setup = keys::read(&case.setup, KEYS)?;
    setup.within_bounds()?;
    let extent = if setup.random { Extent::Whole } else { Extent::Without };
    let (book, mut state) = setup.opened(shelf)?;
    let mut book = book.seeing(shelf, setup.intel).map_err(|error| error.to_string())?;
    book.directive = setup.directive;
    setup.adjust(&mut book, &mut state)?;
    if setup.money.is_some() {
        book.scenario.money.clone_from(&setup.money);
    }
    let mut book = book.paying(shelf).map_err(|error| error.to_string())?;
    if !setup.fleets.is_empty() {
        book.scenario.fleets.extend(setup.fleets.iter().cloned());
        book = book.sailing(shelf).map_err(|error| error.to_string())?;
        setup.launch(&book, &mut state)?;
    }
    let purses = Purses {
        banks: setup.money.as_ref(),
        points: &setup.resources,
        manpower: &setup.manpower,
        titles: &setup.titles,
        raided: &setup.raided,
    };
    purses.lay(&book, &mut state)?;
    state.politics.played = setup.politics || setup.council;
    state.politics.council = setup.council;
    for ForcedPeace { victor, loser, until, .. } in setup.peaces.iter().cloned() {
        state
            .politics
            .apply(&mut state.relations, &CouncilEvent::PeaceForced { victor, loser, until });
    }
    state.politics.peaces.clone_from(&setup.peaces);
    for (at, line) in setup.forces.iter().enumerate() {
        line.place(&book, &mut state).map_err(|why| PlayError::item("forces", at, why))?;
    }
    if setup.scenario.is_none() {
        book.scenario.began = purses::began(&state);
    }
    // Who is under a general may stand above him in the list.
    for (at, line) in setup.forces.iter().enumerate() {
        line.check_chief(&state).map_err(|why| PlayError::item("forces", at, why))?;
    }
    state.is_sound(&book)?;
    setup.arrive_once(&book, &state)?;
    let new = |power: &String| {
        let mut known = Known::new(power, state.season, &state.relations);
        known.look(sight::look(&book, &state, power));
        (power.clone(), known)
    };
    let known = state.relations.parties().map(new).collect();
    let rulings = rulings::facts(&setup.rulings)?;
    Ok(Laid { book, state, known, extent, rulings })
}

/// The most of anything that is counted in a setup.
const MOST: u32 = 1000;
/// The highest rating of a general.
const MOST_RATING: u32 = 20;

impl Setup {
    /// Holds figures against what a game can have at all.
    fn within_bounds(&self) -> Result<(), PlayError> {
        if self.scenario.is_some() && !self.relations.is_empty() {
            return Err(PlayError::key("relations", "a scenario says itself who is with whom"));
        }
        if self.season.is_some_and(|season| !(1700..=1900).contains(&season.year)) {
            return Err(PlayError::key("season", "a year is from 1700 to 1900"));
        }
        if !(-9..=9).contains(&self.harvest) {
            return Err(PlayError::key("harvest", "the harvest adds from -9 to 9"));
        }
        let walls = self.fortresses.values().map(|(_, walls)| *walls);
        let stores = self.stores.values().map(|count| u32::from(*count));
        let lost = self.lost.values().flat_map(|units| units.values().copied());
        let counts: [(&str, Vec<u32>); 5] = [
            ("fortresses", walls.collect()),
            ("stores", stores.filter(|count| *count > 100).map(|_| MOST + 1).collect()),
            ("points", self.points.values().copied().collect()),
            ("lost", lost.filter(|hits| *hits > MOST * MOST).map(|_| MOST + 1).collect()),
            ("raided", self.raided.values().copied().collect()),
        ];
        for (key, counts) in counts {
            if counts.iter().any(|count| *count > MOST) {
                return Err(PlayError::key(key, "that is more than a game can have"));
            }
        }
        for (at, line) in self.forces.iter().enumerate() {
            line.within_bounds().map_err(|why| PlayError::item("forces", at, why))?;
        }
        Ok(())
    }

    /// The book, and the position before the setup's own lines.
    fn opened(&self, shelf: &Shelf) -> Result<(Book, State), PlayError> {
        let Some(written) = &self.scenario else {
            let season = self.season.ok_or("a setup without a scenario says `season:`")?;
            let mut book =
                Book::of_powers(shelf, season, self.who()?).map_err(|error| error.to_string())?;
            book.all_fed = !self.supply;
            let state = State::new(&book);
            return Ok((book, state));
        };
        let wrong = |why: String| PlayError::key("scenario", why);
        let found = find(&[crate::REFEREE], shelf, written);
        let (_, name) = found.map_err(|error| wrong(error.to_string()))?;
        let book = Book::read(shelf, &name, &Options::new());
        let mut book = book.map_err(|error| wrong(error.to_string()))?;
        if !self.arrivals {
            book.scenario.forces.retain(|force| force.when.is_none());
        }
        if self.only {
            let mut state = State::new(&book);
            // What the scenario has of these is said by the setup.
            state.held.clear();
            state.depots.clear();
            state.reformed.clear();
            return Ok((book, state));
        }
        let mut ledger = Ledger::seeded("the setup", [0; 32]);
        let opening = Kriegsspiel::opening(&book, &BTreeMap::new(), &mut ledger);
        Ok((book, opening.state))
    }

    /// Refuses somebody who stands on the map and would come as well.
    fn arrive_once(&self, book: &Book, state: &State) -> Result<(), PlayError> {
        let due = book.scenario.forces.iter().filter(|force| force.when == Some(state.season));
        for force in due {
            let general = force.general.iter().find(|name| state.generals.contains_key(*name));
            let bodies = force.bodies.iter().map(|body| &body.name);
            let body = bodies.into_iter().find(|name| state.formations.contains_key(*name));
            if let Some(name) = general.or(body) {
                let why = format!("{name} comes this turn; say `arrivals: no` or leave it out");
                return Err(PlayError::key("forces", why));
            }
        }
        Ok(())
    }

    /// Who plays: those of `sides:` or `relations:`.
    fn who(&self) -> Result<Who, PlayError> {
        if self.relations.is_empty() {
            return Ok(Who::Sides(self.sides()));
        }
        if !self.sides.is_empty() {
            return Err(PlayError::key(
                "relations",
                "`sides:` and `relations:` do not go together",
            ));
        }
        let fleets = self.fleets.iter().map(|line| line.power.as_str());
        let forces = self.forces.iter().map(|line| line.power.as_str()).chain(fleets);
        let named = self.relations.iter().flat_map(relations::Line::powers);
        let powers: BTreeSet<&str> = forces.chain(named).collect();
        match relations::faults(&powers, &self.relations).into_iter().next() {
            Some(fault) => Err(PlayError::item("relations", fault.line, fault.text)),
            None => {
                let powers = powers.into_iter().map(str::to_owned).collect();
                Ok(Who::Powers(powers, self.relations.clone()))
            }
        }
    }

    /// France and Bavaria are one side, and all others the other, unless `sides:` says otherwise.
    fn sides(&self) -> BTreeMap<String, Vec<String>> {
        if !self.sides.is_empty() {
            return self.sides.clone();
        }
        let mut sides: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let fleets = self.fleets.iter().map(|line| &line.power);
        for power in self.forces.iter().map(|line| &line.power).chain(fleets) {
            let french = ["france", "bavaria"].contains(&power.as_str());
            let side = sides.entry(if french { "empire" } else { "coalition" }.into()).or_default();
            if !side.contains(power) {
                side.push(power.clone());
            }
        }
        sides
    }

    /// Puts the ships of the setup to sea.
    fn launch(&self, book: &Book, state: &mut State) -> Result<(), PlayError> {
        state.navy.played = true;
        let navies = book.navies.as_ref().ok_or("the book has no ships")?;
        for (at, line) in self.fleets.iter().enumerate() {
            let wrong = |why: String| PlayError::item("fleets", at, why);
            if !state.relations.takes_part(&line.power) {
                return Err(wrong(format!("`{}` does not play here", line.power)));
            }
            let come = line.arriving(navies, &book.troops, |name| book.atlas.find(name));
            let Arriving { admiral, fleets } = come.map_err(wrong)?;
            state.navy.admirals.extend(admiral.map(|one| (one.name.clone(), one)));
            state.navy.fleets.extend(fleets.into_iter().map(|one| (one.name.clone(), one)));
        }
        Ok(())
    }

    fn adjust(&self, book: &mut Book, state: &mut State) -> Result<(), PlayError> {
        let powers: BTreeSet<String> = state.relations.parties().cloned().collect();
        let known = |key: &str, power: &String| match powers.contains(power) {
            true => Ok(()),
            false => Err(PlayError::key(key, format!("unknown power `{power}`"))),
        };
        if let Some(season) = self.season {
            state.season = season;
        }
        if self.last {
            book.scenario.last = state.season;
        }
        for (name, (nation, walls)) in &self.fortresses {
            let city = City {
                name: name.clone(),
                nation: nation.clone(),
                victory: false,
                capital: false,
                walls: *walls,
                share: None,
            };
            let at = place(book, name).map_err(|why| PlayError::key("fortresses", why))?;
            book.lands.add(at, city);
        }
        for (name, power) in &self.held {
            state.held.insert(
                place(book, name).map_err(|why| PlayError::key("held", why))?,
                power.clone(),
            );
        }
        for (name, power) in &self.depots {
            known("depots", power)?;
            let at = place(book, name).map_err(|why| PlayError::key("depots", why))?;
            state.depots.insert(at, power.clone());
        }
        for (power, name) in &self.home {
            known("home", power)?;
            let at = place(book, name).map_err(|why| PlayError::key("home", why))?;
            book.scenario.home.insert(power.clone(), at);
        }
        state.stores.extend(self.stores.clone());
        state.fallen.extend(self.fallen.iter().cloned());
        state.lost.extend(self.lost.clone());
        state.raided.extend(self.raided.clone());
        state.reformed.extend(self.reformed.iter().cloned());
        state.harvest = self.harvest;
        book.scenario.points.extend(self.points.clone());
        for nation in &self.neutral {
            if book.lands.nation(nation).is_none() {
                return Err(PlayError::key("neutral", format!("there is no nation `{nation}`")));
            }
        }
        book.scenario.neutral.extend(self.neutral.iter().cloned());
        Ok(())
    }
}

impl Line {
    fn within_bounds(&self) -> Result<(), String> {
        let (battle, command) = self.ratings.unwrap_or_default();
        if battle.max(command).max(self.combat.unwrap_or(0)) > MOST_RATING {
            return Err(format!("a rating is {MOST_RATING} at most"));
        }
        let troops =
            self.formations.iter().flat_map(|one| one.units.values().chain(one.hits.values()));
        if troops.into_iter().any(|count| *count > MOST) {
            return Err(format!("{MOST} of a kind are the most"));
        }
        Ok(())
    }

    fn place(&self, book: &Book, state: &mut State) -> Result<(), String> {
        let at = place(book, &self.at)?;
        if !state.relations.takes_part(&self.power) {
            return Err(format!("`{}` does not play here", self.power));
        }
        if !book.in_play(at) {
            return Err(format!("nobody may stand at {}", self.at));
        }
        if let Some(name) = &self.general {
            let chief = self.chief(book, name, at)?;
            if state.generals.contains_key(&chief.name) {
                return Err(format!("{} stands in one place only", chief.name));
            }
            state.generals.insert(chief.name.clone(), chief);
        }
        let under = self.under.as_deref().or(self.general.as_deref());
        // A general of the lists may be written in any spelling.
        let under = under.map(|name| {
            book.troops.person(name).map_or(name.to_owned(), |person| person.name.clone())
        });
        for body in &self.formations {
            let mut one = body.formation(book, &self.power, at, under.as_deref())?;
            one.fed = !self.unfed;
            if let Some(came) = &self.came {
                state.came.insert(one.name.clone(), place(book, came)?);
            }
            if state.formations.insert(one.name.clone(), one).is_some() {
                return Err(format!("there are two called {}", body.name));
            }
        }
        Ok(())
    }

    /// The general of the line: as the lists have him, or as the line says.
    fn chief(&self, book: &Book, name: &str, at: Space) -> Result<General, String> {
        let mut chief = match (general(book, name, &self.power, at), &self.rank, self.ratings) {
            (Some(chief), _, _) => chief,
            (None, Some(rank), Some((battle, command))) => {
                let ratings = book.troops.rank(rank)?;
                General {
                    name: name.to_owned(),
                    power: self.power.clone(),
                    rank: rank.clone(),
                    battle,
                    command,
                    combat: ratings.combat,
                    points: ratings.points,
                    extra: None,
                    at,
                }
            }
            (None, ..) => {
                return Err(format!(
                    "there is no general `{name}`; a new one has a `rank` and `ratings`"
                ));
            }
        };
        if let Some((battle, command)) = self.ratings {
            (chief.battle, chief.command) = (battle, command);
        }
        if let Some(rank) = &self.rank {
            chief.rank.clone_from(rank);
            chief.points = book.troops.rank(rank)?.points;
        }
        chief.combat = self.combat.unwrap_or(chief.combat);
        chief.extra = self.extra.or(chief.extra);
        Ok(chief)
    }

    /// Refuses formations under somebody who is not there.
    fn check_chief(&self, state: &State) -> Result<(), String> {
        let Some(name) = &self.under else { return Ok(()) };
        let there = state
            .generals
            .values()
            .any(|one| plain(&one.name) == plain(name) && one.power == self.power);
        if there { Ok(()) } else { Err(format!("there is no general `{name}` of {}", self.power)) }
    }
}

impl Troops {
    /// The formation that is meant.
    fn formation(
        &self,
        book: &Book,
        power: &str,
        at: Space,
        under: Option<&str>,
    ) -> Result<Formation, String> {
        if self.hits.is_empty() {
            let body = Body { name: self.name.clone(), kind: self.kind, units: self.units.clone() };
            let one = body.formation((&book.lands, &book.troops), power, at, under)?;
            return match one.units.values().all(|hits| *hits > 0) {
                true => Ok(one),
                false => {
                    Err(format!("{}: of a kind that is named there is one at least", self.name))
                }
            };
        }
        if !self.units.is_empty() {
            return Err(format!("{} has either `units` or `hits`", self.name));
        }
        let mut units = Units::new();
        for (written, hits) in &self.hits {
            let kind = book.troops.find(written);
            let kind = kind.ok_or_else(|| format!("no troops `{written}`"))?;
            if *hits == 0 {
                return Err(format!(
                    "{}: of a kind that is named there is one at least",
                    self.name
                ));
            }
            units.insert(kind.name.clone(), *hits);
        }
        let under = under.filter(|_| self.kind != Kind::Marauders).map(str::to_owned);
        let (name, power) = (self.name.clone(), power.to_owned());
        Ok(Formation { name, power, kind: self.kind, units, at, under, fed: true })
    }
}

/// A place by its name or number.
pub fn place(book: &Book, written: &str) -> Result<Space, String> {
    book.atlas.find(written).ok_or_else(|| format!("there is no place `{written}`"))
}
