//! The setup of a case: the opening of a scenario with changes, only the units that matter, or a
//! position as it was kept.

use crate::Frederick;
use crate::book::Book;
use crate::book::cards::kind_of;
use crate::book::troops::{Grade, Kind, Written, written};
use crate::position::Position;
use crate::record::season::Season;
use crate::record::state::{Captive, Promise, Siege, State, Vow};
use crate::record::unit::{Sort, Unit};
use crate::sequence::{Extent, Phase};
use crate::sight::{Known, look};
use kit::deck::{Change, Place};
use kit::placed::Placed;
use kit::shelf::Shelf;
use play::case::keys::{self, Key};
use play::case::rulings::{self, Ruling};
use play::case::{Case, Laid, PlayError};
use play::{Options, Ruleset, find};
use serde::Deserialize;
use serde_yaml::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The keys of a setup, by what they stand in.
pub const KEYS: &[Key] = &[
    ("", "rules", "the rule system, `frederick`; not needed with a scenario"),
    ("", "probe", "one mechanism alone instead of a position; its inputs are keys of the setup"),
    ("", "scenario", "a scenario, such as `frederick/fontenoy`; else the first one"),
    ("", "options", "the options of the campaign"),
    ("", "position", "a position whole, as `umpire case --from` writes it"),
    ("", "season", "the season that is played; else `operations 1741`"),
    ("", "phase", "the one phase that is played, such as `market`; else the whole season"),
    ("", "only these", "`yes`: nobody stands on the map but the units of this setup"),
    ("", "units", "a list of units"),
    ("", "initiative", "the seat that goes first"),
    ("", "thaler", "major power to its thaler; a half is 0.5"),
    ("", "control", "minor power to the seat that controls it"),
    ("", "hands", "seat to the kinds of markers that it holds"),
    ("", "fieldworks", "squares with fieldworks"),
    ("", "pillaged", "squares that are pillaged"),
    ("", "sieges", "squares of formal sieges, each to the seat that besieges it"),
    ("", "prisoners", "prisoners of war: a list"),
    ("", "levied", "major powers that called a general levy this year"),
    ("", "promises", "promises in force: a list"),
    ("", "events", "events of the balance of power that came this year"),
    ("", "harvest", "what the harvest adds to the forage of each square"),
    ("", "baseline", "seat to the tax it occupied at the start"),
    ("", "rulings", "the umpire's rulings on facts: a list"),
    ("options", "players", "how many play: 2, 3 or 4"),
    ("options", "fog", "`table` or `near`"),
    ("options", "go-arounds", "`2`, `3`, `4`, `6` or `free`"),
    ("options", "special-units", "`on` or `off` (FRW §32)"),
    ("options", "overrun", "`on` or `off` (FRW §33)"),
    ("options", "formal-sieges", "`on` or `off` (FRW §34)"),
    ("options", "prisoners", "`on` or `off` (FRW §35)"),
    ("units", "power", "whose they are"),
    ("units", "at", "a square by place or number"),
    ("units", "units", "a list such as [infantry veteran, garrison 1, Browne]"),
    ("units", "owner", "the seat that has them, for mercenaries and garrisons of states"),
    ("units", "aboard", "the fleet that carries them, by its name, such as `britain fleet 1`"),
    ("units", "raised", "the year in which they were raised; else long ago"),
    ("promises", "deal", "the name of the deal"),
    ("promises", "by", "the seat that promised"),
    ("promises", "to", "the seat to which it promised"),
    ("promises", "leave", "the square that it is to have left"),
    ("promises", "words", "what it promised in words; without both, not to attack"),
    ("promises", "until", "the last year"),
    ("prisoners", "by", "the seat that holds them"),
    ("prisoners", "power", "whose units they are"),
    ("prisoners", "units", "a list as in `units`"),
    ("rulings", "at", "its place in the sequence: `start`, `end`"),
    ("rulings", "fact", "the fact, as in `umpire ruling`"),
    ("rulings", "reason", "why"),
];

/// What a setup may say.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    #[serde(rename = "rules", default)]
    _rules: Option<String>,
    #[serde(rename = "probe", default)]
    _probe: Option<String>,
    #[serde(default)]
    scenario: Option<String>,
    #[serde(default)]
    options: Options,
    #[serde(default)]
    position: Option<Value>,
    #[serde(default)]
    season: Option<String>,
    #[serde(default)]
    phase: Option<String>,
    #[serde(rename = "only these", default)]
    only: bool,
    #[serde(default)]
    units: Vec<Line>,
    #[serde(default)]
    initiative: Option<String>,
    #[serde(default)]
    thaler: BTreeMap<String, f64>,
    #[serde(default)]
    control: BTreeMap<String, String>,
    #[serde(default)]
    hands: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    fieldworks: Vec<String>,
    #[serde(default)]
    pillaged: Vec<String>,
    #[serde(default)]
    sieges: BTreeMap<String, String>,
    #[serde(default)]
    prisoners: Vec<Held>,
    #[serde(default)]
    levied: Vec<String>,
    #[serde(default)]
    baseline: BTreeMap<String, u32>,
    #[serde(default)]
    promises: Vec<Promised>,
    #[serde(default)]
    events: Vec<String>,
    #[serde(default)]
    harvest: i8,
    #[serde(default)]
    rulings: Vec<Ruling>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Promised {
    deal: String,
    by: String,
    to: String,
    #[serde(default)]
    leave: Option<String>,
    #[serde(default)]
    words: Option<String>,
    until: u16,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    power: String,
    at: String,
    units: Vec<String>,
    #[serde(default)]
    owner: Option<String>,
    #[serde(default)]
    aboard: Option<String>,
    #[serde(default)]
    raised: u16,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Held {
    by: String,
    power: String,
    units: Vec<String>,
}

/// Lays out what the setup of a case says.
pub fn lay(shelf: &Shelf, case: &Case) -> Result<Laid<Frederick>, PlayError> {
    let setup: Setup = keys::read(&case.setup, KEYS)?;
    let written = setup.scenario.as_deref().unwrap_or("frederick/first-silesian-war");
    let key = |why: String| PlayError::key("scenario", why);
    let (_, name) =
        find(&[crate::REFEREE], shelf, written).map_err(|error| key(error.to_string()))?;
    let book = Frederick::book(shelf, &name, &setup.options);
    let book = book.map_err(|error| key(error.to_string()))?;
    let state = match &setup.position {
        Some(position) => {
            let wrong = |why: String| PlayError::key("position", why);
            let position = serde_json::to_value(position).map_err(|e| wrong(e.to_string()))?;
            serde_json::from_value(position).map_err(|error| wrong(error.to_string()))?
        }
        None => opened(&book, &setup)?,
    };
    let rulings = rulings::facts(&setup.rulings)?;
    let known = |seat: &String| (seat.clone(), Known::new(seat, look(&book, &state, seat)));
    let known = state.seats.iter().map(known).collect();
    let extent = match &setup.phase {
        None => Extent::Whole,
        Some(word) => {
            let found = Phase::ALL.into_iter().find(|phase| phase.word() == word);
            let names = || Phase::ALL.map(Phase::word).join(", ");
            let why = || PlayError::key("phase", format!("`{word}` is not one of {}", names()));
            Extent::Only(found.ok_or_else(why)?)
        }
    };
    Ok(Laid { known, state, extent, rulings, book })
}

fn opened(book: &Book, setup: &Setup) -> Result<State, PlayError> {
    let mut state = State::set_up(book);
    if setup.only {
        state.units = Placed::default();
    }
    let season = setup.season.as_deref().unwrap_or("operations 1741");
    state.season = season.parse::<Season>().map_err(|why| PlayError::key("season", why))?;
    for (minor, seat) in &setup.control {
        known_seat(&state, seat).map_err(|why| PlayError::key("control", why))?;
        if !book.cards.minors.contains_key(minor) {
            return Err(PlayError::key("control", format!("`{minor}` is not a minor power")));
        }
        state.relations.join(minor, seat.clone());
    }
    for (at, line) in setup.units.iter().enumerate() {
        place(book, &mut state, line).map_err(|why| PlayError::item("units", at, why))?;
    }
    if let Some(seat) = &setup.initiative {
        known_seat(&state, seat).map_err(|why| PlayError::key("initiative", why))?;
        state.initiative = Some(seat.clone());
    }
    for (major, thaler) in &setup.thaler {
        let purse = state.treasury.get_mut(major);
        let purse = purse.ok_or_else(|| PlayError::key("thaler", format!("no major `{major}`")))?;
        *purse = halves(*thaler).map_err(|why| PlayError::key("thaler", why))?;
    }
    for (seat, kinds) in &setup.hands {
        known_seat(&state, seat).map_err(|why| PlayError::key("hands", why))?;
        for kind in kinds {
            hold(&mut state, seat, kind).map_err(|why| PlayError::key("hands", why))?;
        }
    }
    let squares = |key: &'static str, names: &[String]| -> Result<BTreeSet<_>, PlayError> {
        let find = |name: &String| {
            let at = book.atlas.find(name);
            at.ok_or_else(|| PlayError::key(key, format!("no place is called `{name}`")))
        };
        names.iter().map(find).collect()
    };
    let (works, waste) =
        (squares("fieldworks", &setup.fieldworks)?, squares("pillaged", &setup.pillaged)?);
    state.fieldworks.extend(works);
    state.pillaged.extend(waste);
    state.year.levied.extend(setup.levied.iter().cloned());
    state.year.events.extend(setup.events.iter().cloned());
    state.year.harvest = setup.harvest;
    promise(book, &mut state, &setup.promises)?;
    for (seat, tax) in &setup.baseline {
        state.baseline.insert(seat.clone(), 2 * tax);
    }
    besiege(book, &mut state, &setup.sieges).map_err(|why| PlayError::key("sieges", why))?;
    capture(&mut state, &setup.prisoners).map_err(|why| PlayError::key("prisoners", why))?;
    sound(book, &state)?;
    Ok(state)
}

/// Lays the promises of a setup.
fn promise(book: &Book, state: &mut State, promises: &[Promised]) -> Result<(), PlayError> {
    for promised in promises {
        let what = match (&promised.leave, &promised.words) {
            (Some(name), _) => {
                let at = book.atlas.find(name);
                let why = || PlayError::key("promises", format!("no place is called `{name}`"));
                Vow::Leave { at: at.ok_or_else(why)? }
            }
            (None, Some(text)) => Vow::Words { text: text.clone() },
            (None, None) => Vow::NoAttack,
        };
        let Promised { deal, by, to, until, .. } = promised.clone();
        state.promises.insert(Promise { deal, by, to, what, until });
    }
    Ok(())
}

/// Lays the prisoners of a setup.
fn capture(state: &mut State, prisoners: &[Held]) -> Result<(), String> {
    for held in prisoners {
        known_seat(state, &held.by)?;
        for unit in &held.units {
            let (kind, grade, leader) = match written(unit) {
                Written::Leader(name) => (Kind::Leader, Grade::Plain, Some(name)),
                Written::Troops(kind, grade) => (kind, grade, None),
            };
            let sort = Sort { power: held.power.clone(), kind, grade, leader };
            state.prisoners.push(Captive { by: held.by.clone(), sort });
        }
    }
    state.prisoners.sort();
    Ok(())
}

/// Lays the sieges of a setup: with a train of the besieger, and others in the square.
fn besiege(
    book: &Book,
    state: &mut State,
    sieges: &BTreeMap<String, String>,
) -> Result<(), String> {
    for (name, by) in sieges {
        let at = book.atlas.find(name).ok_or_else(|| format!("no place is called `{name}`"))?;
        let of = state.seats_at(at).into_iter().find(|seat| seat != by);
        let of = of.ok_or_else(|| format!("nobody is besieged in {name}"))?;
        state.sieges.insert(at, Siege { by: by.clone(), of });
    }
    Ok(())
}

fn known_seat(state: &State, seat: &String) -> Result<(), String> {
    let all = || state.seats.join(", ");
    state.seats.contains(seat).then_some(()).ok_or_else(|| format!("no seat `{seat}`: {}", all()))
}

/// A figure such as 6 or 6.5 in halves.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn halves(thaler: f64) -> Result<u32, String> {
    let halves = thaler * 2.0;
    let fits = (0.0..=2000.0).contains(&halves) && halves.fract() == 0.0;
    if fits { Ok(halves as u32) } else { Err("thaler are counted in halves: 6 or 6.5".to_owned()) }
}

fn hold(state: &mut State, seat: &str, kind: &str) -> Result<(), String> {
    let discard = state.markers.seen_in(&Place::Discard, seat).unwrap_or_default();
    let card = discard.into_iter().find(|counter| kind_of(counter) == kind);
    let card = card.ok_or_else(|| format!("no marker `{kind}` is left"))?;
    let change = Change::Moved { card, from: Place::Discard, to: Place::Hand(seat.to_owned()) };
    state.markers.apply(&change).map_err(|fault| fault.to_string())
}

fn place(book: &Book, state: &mut State, line: &Line) -> Result<(), String> {
    let at = book.atlas.find(&line.at).ok_or_else(|| format!("no place `{}`", line.at))?;
    for unit in &line.units {
        let (kind, grade, id) = match written(unit) {
            Written::Leader(name) => {
                let leader = book.troops.leader(&name);
                leader.ok_or_else(|| format!("`{name}` is neither a unit nor a leader"))?;
                (Kind::Leader, Grade::Plain, Some(name))
            }
            Written::Troops(kind, grade) => (kind, grade, None),
        };
        let id = id.unwrap_or_else(|| state.next_id(&line.power, kind));
        if let Some(pool) = state.pools.get_mut(&line.power) {
            pool.retain(|name| *name != id);
        }
        let unit = Unit {
            id: id.clone(),
            power: line.power.clone(),
            kind,
            grade,
            at,
            aboard: line.aboard.clone(),
            raised: line.raised,
            owner: line.owner.clone(),
        };
        state.count_up(&unit);
        state.units.insert(id, unit);
    }
    Ok(())
}

/// Refuses a position that the rules cannot have.
fn sound(book: &Book, state: &State) -> Result<(), PlayError> {
    for seat in &state.seats {
        if state.hand_count(seat) > book.seats.hand {
            return Err(PlayError::key("hands", format!("{seat} holds too many markers")));
        }
    }
    for unit in state.units.values() {
        let name = book.atlas.name(unit.at);
        if state.seat_of(unit).is_some() && !state.may_enter(book, unit.at) {
            let why = format!("{name} is neutral land; `control:` says who has its power");
            return Err(PlayError::key("units", why));
        }
        let afloat = unit.kind == Kind::Fleet || unit.aboard.is_some();
        let stands = book.atlas.is_land(unit.at) || book.atlas.is_beyond(unit.at);
        let carried = unit.aboard.as_ref().is_none_or(|on| {
            let fleet = state.units.get(on);
            fleet.is_some_and(|fleet| fleet.kind == Kind::Fleet && fleet.at == unit.at)
        });
        if !carried {
            return Err(PlayError::key("units", format!("no such fleet carries {}", unit.id)));
        }
        if unit.kind == Kind::Fleet && !book.atlas.is_water(unit.at) {
            return Err(PlayError::key("units", format!("{} cannot lie at {name}", unit.id)));
        }
        if !afloat && !stands {
            return Err(PlayError::key("units", format!("{} cannot stand at {name}", unit.id)));
        }
    }
    for at in state.units.spaces() {
        if state.seats_at(at).len() > 1 && !state.sieges.contains_key(&at) {
            let name = book.atlas.name(at);
            return Err(PlayError::key("units", format!("{name} has units of two seats")));
        }
    }
    Ok(())
}
