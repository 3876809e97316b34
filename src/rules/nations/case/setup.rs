//! The setup of a case: a scenario with changes, or forces on the whole map.

use super::super::Nations;
use super::super::book::atlas::OffMap;
use super::super::book::bare::Terms;
use super::super::book::{Atlas, Book, Fog};
use super::super::event::Event;
use super::super::known::Known;
use super::super::state::{Anchorage, Bloc, Force, ForceId, Fort, MOST_FLEETS, Squadron, State};
use super::super::turn::Turn;
use crate::kit::calendar::Season;
use crate::kit::ground::Space;
use crate::kit::ledger::{Fact, Ledger};
use crate::kit::names::plain;
use crate::kit::shelf::Shelf;
use crate::rules::case::{Case, flags};
use crate::rules::{Ruleset, find};
use serde::Deserialize;
use serde_yaml::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What a setup may say.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    #[serde(rename = "rules", default)]
    _rules: Option<String>,
    #[serde(default)]
    scenario: Option<String>,
    #[serde(default)]
    season: Option<Season>,
    #[serde(rename = "first season", default)]
    first: Option<Season>,
    #[serde(default)]
    sides: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    initiative: Option<String>,
    #[serde(default)]
    forces: Vec<Line>,
    /// Names of forces of the scenario that are absent.
    #[serde(default)]
    without: Vec<String>,
    #[serde(default)]
    squadrons: Vec<Ships>,
    /// French corsairs in their box.
    #[serde(default)]
    corsairs: BTreeSet<String>,
    #[serde(default)]
    boxes: Vec<OffMap>,
    #[serde(default)]
    held: BTreeMap<String, String>,
    #[serde(default)]
    pool: BTreeMap<String, Vec<String>>,
    /// What war has done to fortresses.
    #[serde(default)]
    fortresses: BTreeMap<String, Fort>,
    /// Event cards in hand, by power.
    #[serde(default)]
    cards: BTreeMap<String, BTreeSet<String>>,
    #[serde(rename = "removed markers", default)]
    removed: Vec<String>,
    #[serde(rename = "last land", default)]
    last_land: Option<Bloc>,
    /// Blocs that have put in their second naval marker this year.
    #[serde(rename = "naval 2 used", default)]
    naval_2: Vec<Bloc>,
    /// Whether supply is traced over the bare map, instead of being taken for granted.
    #[serde(default)]
    supply: bool,
    /// The printed rule, unless the case is about the other.
    #[serde(default = "printed")]
    fog: Fog,
    #[serde(default)]
    to: Option<String>,
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
        let text = serde_yaml::to_string(&self.fact).map_err(|error| error.to_string())?;
        Ok(Fact { at: self.at.parse()?, text, reason: self.reason.clone() })
    }
}

fn printed() -> Fog {
    Fog::Rules
}

/// One force of a setup.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Line {
    pub power: String,
    pub nation: Option<String>,
    pub at: String,
    pub leader: Option<String>,
    pub leaders: Vec<String>,
    pub army: Option<String>,
    pub units: Vec<String>,
    pub trains: u8,
    pub engineers: u8,
    pub depots: u8,
    pub activations: u8,
    pub inside: bool,
    pub siege: Option<u8>,
    pub reserve: Option<String>,
    pub demoralized: bool,
    #[serde(rename = "out of supply")]
    pub unsupplied: bool,
}

/// One squadron of a setup.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ships {
    power: String,
    #[serde(default)]
    at: Option<String>,
    #[serde(default)]
    blockading: Option<String>,
    /// The sea from which blockaders have come.
    #[serde(default)]
    from: Option<String>,
    fleets: Vec<String>,
}

/// A case ready to be played.
pub struct Table {
    pub book: Book,
    pub state: State,
    pub known: BTreeMap<String, Known>,
    /// Whether the season is played to its end.
    pub whole: bool,
    pub rulings: Vec<Fact>,
}

/// Lays out what the setup says.
pub fn lay(shelf: &Shelf, case: &Case) -> Result<Table, String> {
    let setup: Setup =
        serde_yaml::from_value(flags(&case.setup)).map_err(|error| error.to_string())?;
    let whole = match setup.to.as_deref() {
        None => false,
        Some("end of season") => true,
        Some(other) => return Err(format!("`to: {other}`: it can be `to: end of season`")),
    };
    let (book, mut state, mut known) = match &setup.scenario {
        Some(scenario) => setup.scenario(shelf, scenario, case)?,
        None => setup.bare(shelf)?,
    };
    setup.forts(&book.atlas, &mut state, &mut known)?;
    let mut ledger = Ledger::seeded("the setup", [0; 32]);
    let mut turn = Turn::new(&book, state, known, &mut ledger);
    for event in setup.events(&book, &turn.state)? {
        turn.record(event);
    }
    let (state, known) = (turn.state, turn.known);
    for squadron in state.squadrons.iter().filter(|squadron| squadron.at != Anchorage::Corsairs) {
        let here = state.friends_at(&squadron.power, &squadron.at).len();
        if here > MOST_FLEETS {
            let at = squadron.at.name(&book.atlas);
            return Err(format!(
                "{here} fleets of a side at {at}; three are the most (NIA §4.1.2)"
            ));
        }
    }
    state.check(&book.people);
    let rulings = setup.rulings.iter().map(Ruling::read).collect::<Result<_, _>>()?;
    Ok(Table { book, state, known, whole, rulings })
}

type Opened = (Book, State, BTreeMap<String, Known>);

impl Setup {
    /// The opening of a scenario, with what is absent taken off.
    fn scenario(&self, shelf: &Shelf, written: &str, case: &Case) -> Result<Opened, String> {
        let (_, name) = find(shelf, written).map_err(|error| error.to_string())?;
        let mut book =
            Book::read(shelf, &name, &BTreeMap::new()).map_err(|error| error.to_string())?;
        book.fog = self.fog;
        let mut ledger = Ledger::seeded("the setup", [0; 32]);
        let opening = Nations::opening(&book, &case.orders, &mut ledger);
        let (mut state, mut known) = (opening.state, opening.known);
        let absent: BTreeSet<String> = self.without.iter().map(|name| plain(name)).collect();
        let named = |force: &Force| {
            let name = plain(&force.name(&book.atlas, &book.units));
            absent.contains(&name)
                || force.army.as_ref().is_some_and(|army| absent.contains(&plain(army)))
        };
        let gone: BTreeSet<ForceId> =
            state.forces.values().filter(|force| named(force)).map(|force| force.id).collect();
        state.forces.retain(|id, _| !gone.contains(id));
        for eye in known.values_mut() {
            eye.ours.retain(|id, _| !gone.contains(id));
            eye.theirs.retain(|stack| state.at(stack.at).any(|force| force.power == stack.power));
        }
        self.adjust(&mut state);
        Ok((book, state, known))
    }

    /// The whole map with nobody on it.
    fn bare(&self, shelf: &Shelf) -> Result<Opened, String> {
        let season = self.season.ok_or("a setup without a scenario says `season:`")?;
        let terms = Terms {
            sides: self.sides(),
            removed: self.removed.clone(),
            initiative: self.initiative.clone(),
            first: self.first,
            boxes: self.boxes.clone(),
            supply: self.supply,
            fog: self.fog,
        };
        let book = Book::bare(shelf, season, terms).map_err(|error| error.to_string())?;
        let mut state = State::new(&book);
        self.adjust(&mut state);
        let eyes = state.sides.keys();
        let known = eyes.map(|eye| (eye.clone(), Known::new(eye, season, &state.sides))).collect();
        Ok((book, state, known))
    }

    fn adjust(&self, state: &mut State) {
        if let Some(season) = self.season {
            state.season = season;
        }
        state.last_land = self.last_land.or(state.last_land);
        let year = state.season.year;
        state.naval_2.extend(self.naval_2.iter().map(|bloc| (*bloc, year)));
    }

    /// What the setup says of fortresses, cards and corsairs; everybody sees a fortress.
    fn forts(
        &self,
        atlas: &Atlas,
        state: &mut State,
        known: &mut BTreeMap<String, Known>,
    ) -> Result<(), String> {
        for (written, fort) in &self.fortresses {
            let at = place(atlas, written)?;
            state.forts.insert(at, *fort);
            known.values_mut().for_each(|eye| {
                eye.forts.insert(at, *fort);
            });
        }
        state.cards.extend(self.cards.clone());
        state.corsairs.extend(self.corsairs.clone());
        known.values_mut().for_each(|eye| eye.corsairs.extend(self.corsairs.clone()));
        Ok(())
    }

    /// France is the Empire, whoever else occurs the Coalition, unless `sides:` says otherwise.
    fn sides(&self) -> BTreeMap<String, Vec<String>> {
        if !self.sides.is_empty() {
            return self.sides.clone();
        }
        let powers = self.forces.iter().map(|line| &line.power);
        let powers = powers.chain(self.squadrons.iter().map(|ships| &ships.power));
        let others: BTreeSet<&String> =
            powers.chain(self.pool.keys()).filter(|power| *power != "france").collect();
        let others = others.into_iter().cloned().collect();
        [("empire".to_owned(), vec!["france".to_owned()]), ("coalition".to_owned(), others)].into()
    }

    /// Everything the setup places, as events.
    fn events(&self, book: &Book, state: &State) -> Result<Vec<Event>, String> {
        let mut events = vec![];
        let mut counts = state.counts.clone();
        for line in &self.forces {
            let count = counts.entry(line.power.clone()).or_default();
            *count += 1;
            let force = line.force(book, ForceId::of(book, &line.power, *count))?;
            if !state.sides.contains_key(&force.power) {
                return Err(format!("`{}` is on no side", force.power));
            }
            events.push(Event::Placed { force, arrival: false });
        }
        for ships in &self.squadrons {
            events.push(Event::SquadronPlaced { squadron: ships.squadron(&book.atlas)? });
        }
        for (written, power) in &self.held {
            let place = place(&book.atlas, written)?;
            events.push(Event::Held { place, power: power.clone() });
        }
        for (power, leaders) in &self.pool {
            for leader in leaders {
                let leader = self::leader(book, leader)?;
                events.push(Event::LeaderPooled { power: power.clone(), leader });
            }
        }
        Ok(events)
    }
}

impl Line {
    /// The force that the line describes.
    pub fn force(&self, book: &Book, id: ForceId) -> Result<Force, String> {
        let nation = self.nation.as_deref().unwrap_or(&self.power);
        let mut force = Force::new(id, &self.power, place(&book.atlas, &self.at)?);
        for name in self.leader.iter().chain(&self.leaders) {
            force.leaders.push(leader(book, name)?);
        }
        for written in &self.units {
            force.units.extend(book.units.read(written, nation, &book.people)?);
        }
        force.army.clone_from(&self.army);
        force.trains = self.trains;
        force.engineers = self.engineers;
        force.depots = self.depots;
        force.activations = self.activations;
        force.inside = self.inside;
        force.siege = self.siege;
        force.reserve.clone_from(&self.reserve);
        force.demoralized = self.demoralized;
        force.unsupplied = self.unsupplied;
        force.settle();
        if force.is_empty() {
            return Err(format!("the force at {} has nothing in it", self.at));
        }
        Ok(force)
    }
}

impl Ships {
    fn squadron(&self, atlas: &Atlas) -> Result<Squadron, String> {
        let at = match (&self.at, &self.blockading) {
            (None, Some(harbour)) => Anchorage::Blockading(place(atlas, harbour)?),
            (Some(at), None) if at == "corsairs" => Anchorage::Corsairs,
            (Some(at), None) => match atlas.sea(at) {
                Some(sea) => Anchorage::Sea(sea.name.clone()),
                None => Anchorage::Harbour(place(atlas, at)?),
            },
            _ => return Err("a squadron is either `at:` or `blockading:`".to_owned()),
        };
        let mut squadron = Squadron::new(&self.power, &at, &self.fleets);
        if let Some(written) = &self.from {
            let sea = atlas.sea(written).ok_or_else(|| format!("there is no sea `{written}`"))?;
            let off = self.fleets.iter().map(|fleet| (fleet.clone(), sea.name.clone()));
            squadron.off = off.collect();
        }
        Ok(squadron)
    }
}

/// A leader by a name as people write it.
pub fn leader(book: &Book, written: &str) -> Result<String, String> {
    let leader = book.people.find(written);
    leader
        .map(|leader| leader.name.clone())
        .ok_or_else(|| format!("there is no leader `{written}`"))
}

/// A place by its name or number; a number without its sheet must be on one sheet only.
pub fn place(atlas: &Atlas, written: &str) -> Result<Space, String> {
    if let Some(space) = atlas.code(written).or_else(|| atlas.named(written)) {
        return Ok(space);
    }
    let sheets =
        ["W", "E"].into_iter().filter_map(|sheet| atlas.code(&format!("{sheet}{written}")));
    match sheets.collect::<Vec<_>>().as_slice() {
        [one] => Ok(*one),
        [] => Err(format!("there is no place `{written}`")),
        _ => Err(format!("`{written}` is on both sheets; write W{written} or E{written}")),
    }
}
