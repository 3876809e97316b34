//! The setup of a case: a scenario with changes, or forces on the whole map.

use super::super::Kriegsspiel;
use super::super::book::Book;
use super::super::book::lands::City;
use super::super::book::scenario::Body;
use super::super::book::troops::Extra;
use super::super::intel::Intel;
use super::super::known::{Known, Seen};
use super::super::sequence::Extent;
use super::super::setup::general;
use super::super::sight;
use super::super::state::State;
use crate::kit::calendar::Season;
use crate::kit::ground::Space;
use crate::kit::ledger::{Fact, Ledger};
use crate::kit::shelf::Shelf;
use crate::rules::case::{Case, flags};
use crate::rules::{Options, Ruleset, find};
use serde::Deserialize;
use serde_yaml::Value;
use std::collections::BTreeMap;

/// What a setup may say.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    #[serde(rename = "rules", default)]
    _rules: Option<String>,
    #[serde(default)]
    scenario: Option<String>,
    #[serde(default)]
    season: Option<Season>,
    #[serde(default)]
    sides: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    forces: Vec<Line>,
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
    home: BTreeMap<String, String>,
    #[serde(default)]
    reformed: Vec<String>,
    #[serde(default)]
    harvest: i8,
    #[serde(default)]
    intel: String,
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

/// A ruling of a setup: its place in the sequence, the fact, and why.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ruling {
    at: String,
    fact: Value,
    #[serde(default)]
    reason: String,
}

impl Ruling {
    fn read(&self) -> Result<Fact, String> {
        let text = serde_yaml::to_string(&self.fact).map_err(|fault| fault.to_string())?;
        Ok(Fact { at: self.at.parse()?, text, reason: self.reason.clone() })
    }
}

/// One force of a setup.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    power: String,
    at: String,
    #[serde(default)]
    general: Option<String>,
    #[serde(default)]
    formations: Vec<Body>,
    /// Battle and command ratings, where they are others than those of the lists.
    #[serde(default)]
    ratings: Option<(u32, u32)>,
    /// What he has besides his ratings, where it is another thing than his rank gives him.
    #[serde(default)]
    extra: Option<Extra>,
    #[serde(rename = "out of supply", default)]
    unfed: bool,
    /// The hex from which it came in an earlier turn, if it has stood beside the enemy since then.
    #[serde(rename = "came from", default)]
    came: Option<String>,
}

/// A case ready to be played.
pub struct Table {
    pub book: Book,
    pub state: State,
    pub known: BTreeMap<String, Known>,
    pub extent: Extent,
    pub rulings: Vec<Fact>,
}

/// Lays out what the setup says.
pub fn lay(shelf: &Shelf, case: &Case) -> Result<Table, String> {
    let setup: Setup =
        serde_yaml::from_value(flags(&case.setup)).map_err(|error| error.to_string())?;
    let extent = if setup.random { Extent::Whole } else { Extent::Without };
    let (mut book, mut state) = match &setup.scenario {
        Some(written) => {
            let (_, name) = find(shelf, written).map_err(|error| error.to_string())?;
            let book = Book::read(shelf, &name, &Options::new()).map_err(|e| e.to_string())?;
            let mut ledger = Ledger::seeded("the setup", [0; 32]);
            let opening = Kriegsspiel::opening(&book, &BTreeMap::new(), &mut ledger);
            (book, opening.state)
        }
        None => {
            let season = setup.season.ok_or("a setup without a scenario says `season:`")?;
            let mut book =
                Book::of_case(shelf, season, setup.sides()).map_err(|error| error.to_string())?;
            book.all_fed = !setup.supply;
            let state = State::new(&book);
            (book, state)
        }
    };
    book.intel = Intel::of(&setup.intel);
    book.directive = setup.directive;
    setup.adjust(&mut book, &mut state)?;
    for line in &setup.forces {
        line.place(&book, &mut state)?;
    }
    state.check(&book);
    let new = |power: &String| {
        let mut known = Known::new(power, state.season, &state.sides);
        known.learn(Seen { tale: None, look: Some(sight::look(&book, &state, power)) });
        (power.clone(), known)
    };
    let known = state.sides.keys().map(new).collect();
    let rulings = setup.rulings.iter().map(Ruling::read).collect::<Result<_, _>>()?;
    Ok(Table { book, state, known, extent, rulings })
}

impl Setup {
    /// France and Bavaria are one side, whoever else occurs the other, unless `sides:` says otherwise.
    fn sides(&self) -> BTreeMap<String, Vec<String>> {
        if !self.sides.is_empty() {
            return self.sides.clone();
        }
        let mut sides: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for line in &self.forces {
            let french = ["france", "bavaria"].contains(&line.power.as_str());
            let side = sides.entry(if french { "empire" } else { "coalition" }.into()).or_default();
            if !side.contains(&line.power) {
                side.push(line.power.clone());
            }
        }
        sides
    }

    fn adjust(&self, book: &mut Book, state: &mut State) -> Result<(), String> {
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
            book.lands.cities.insert(place(book, name)?, city);
        }
        for (name, power) in &self.held {
            state.held.insert(place(book, name)?, power.clone());
        }
        for (name, power) in &self.depots {
            state.depots.insert(place(book, name)?, power.clone());
        }
        for (power, name) in &self.home {
            let at = place(book, name)?;
            book.scenario.home.insert(power.clone(), at);
        }
        state.stores.extend(self.stores.clone());
        state.reformed.extend(self.reformed.iter().cloned());
        state.harvest = self.harvest;
        book.scenario.points.extend(self.points.clone());
        book.scenario.neutral.extend(self.neutral.iter().cloned());
        Ok(())
    }
}

impl Line {
    fn place(&self, book: &Book, state: &mut State) -> Result<(), String> {
        let at = place(book, &self.at)?;
        if !state.sides.contains_key(&self.power) {
            return Err(format!("`{}` is on no side", self.power));
        }
        if let Some(name) = &self.general {
            let mut chief = general(book, name, &self.power, at)
                .ok_or_else(|| format!("there is no general `{name}`"))?;
            if let Some((battle, command)) = self.ratings {
                (chief.battle, chief.command) = (battle, command);
            }
            chief.extra = self.extra.or(chief.extra);
            state.generals.insert(chief.name.clone(), chief);
        }
        for body in &self.formations {
            let under = self.general.as_deref();
            let mut one = body.formation((&book.lands, &book.troops), &self.power, at, under)?;
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
}

/// A place by its name or number.
pub fn place(book: &Book, written: &str) -> Result<Space, String> {
    book.atlas.find(written).ok_or_else(|| format!("there is no place `{written}`"))
}
