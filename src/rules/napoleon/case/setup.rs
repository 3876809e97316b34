//! The setup of a case: the first stop of a scenario with changes, or a position as it was kept.

use crate::Napoleon;
use crate::answers::recorded::PLAYER;
use crate::book::Book;
use crate::record::state::State;
use crate::record::tables::Tables;
use crate::season::{self, Extent};
use crate::sequence::saved::{Saved, place};
use crate::sight::Known;
use crate::theatre::Theatre;
use kit::ledger::Ledger;
use kit::shelf::Shelf;
use play::case::keys::{self, Key};
use play::case::rulings::{self, Ruling};
use play::case::{Case, Laid, PlayError};
use play::{Options, Ruleset, find};
use serde::Deserialize;
use serde_yaml::Value;
use std::collections::BTreeMap;

/// The keys of a setup, by what they stand in.
pub const KEYS: &[Key] = &[
    ("", "rules", "the rule system, `napoleon`; not needed with a scenario"),
    ("", "probe", "rules tried alone instead of a position; what it takes are keys of the setup"),
    ("", "scenario", "a campaign, such as `napoleon/italy-1796`"),
    ("", "options", "the options of the campaign"),
    ("", "position", "a position whole, as `umpire case --from` writes it"),
    ("", "forces", "a list of counters that are elsewhere than the scenario has them"),
    ("", "turn", "the number of the campaign turn; those who come late come by `forces` alone"),
    ("", "napoleon", "the area where he is"),
    ("", "supply", "the supply points of both sides"),
    ("", "scouts", "how many scouts there are"),
    ("", "one stop", "`yes`: only the stop that is answered is played, and none after it"),
    ("", "rulings", "the umpire's rulings on facts: a list"),
    ("options", "stops", "`battle turns`, `battles` or `turns`"),
    ("options", "log", "what the campaign before leaves, as `umpire case --from` writes it"),
    ("options", "ties", "`lot`, `player`, `harsh` or `umpire`"),
    ("forces", "name", "the counter"),
    ("forces", "at", "an area, or `pool`, `cup`, `aside`"),
    ("forces", "reduced", "`yes` if it is reduced"),
    ("supply", "French", "yours"),
    ("supply", "enemy", "the enemy's"),
    ("rulings", "at", "its place in the sequence: `start`, `before stop 2`, `end`"),
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
    forces: Vec<Counter>,
    #[serde(default)]
    turn: Option<usize>,
    #[serde(default)]
    napoleon: Option<String>,
    #[serde(default)]
    supply: Purses,
    #[serde(default)]
    scouts: Option<u32>,
    #[serde(rename = "one stop", default)]
    one_stop: bool,
    #[serde(default)]
    rulings: Vec<Ruling>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counter {
    name: String,
    at: Option<String>,
    #[serde(default)]
    reduced: bool,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Purses {
    #[serde(rename = "French")]
    french: Option<u32>,
    enemy: Option<u32>,
}

/// Lays out what the setup of a case says.
pub fn lay(shelf: &Shelf, case: &Case) -> Result<Laid<Napoleon>, PlayError> {
    let setup: Setup = keys::read(&case.setup, KEYS)?;
    let written = setup.scenario.as_deref().unwrap_or("napoleon/italy-1796");
    let key = |why: String| PlayError::key("scenario", why);
    let (_, name) =
        find(&[crate::REFEREE], shelf, written).map_err(|error| key(error.to_string()))?;
    let book = Napoleon::book(shelf, &name, &setup.options);
    let book = book.map_err(|error| key(error.to_string()))?;
    if book.options.is_race() || book.options.staff {
        return Err(PlayError::key("options", "a case has one table and one player"));
    }
    let state = match &setup.position {
        Some(position) => {
            let wrong = |why: String| PlayError::key("position", why);
            let position = serde_json::to_value(position).map_err(|e| wrong(e.to_string()))?;
            let read: Result<State, _> = serde_json::from_value(position);
            let state = read.map_err(|error| wrong(error.to_string()))?;
            state.campaign.campaign(&book).map_err(wrong)?;
            state
        }
        None => opening(&book, &name)?,
    };
    let state = changed(&book, state, &setup)?;
    let known = BTreeMap::from([(PLAYER.to_owned(), Known::new(PLAYER, state.clone()))]);
    let state = Tables::One(Box::new(state));
    let extent = if setup.one_stop { Extent::OneStop } else { Extent::Whole };
    let rulings = rulings::facts(&setup.rulings)?;
    Ok(Laid { book, state, known, extent, rulings })
}

/// The first stop of a campaign; nothing is rolled before it.
fn opening(book: &Book, name: &str) -> Result<State, PlayError> {
    let mut ledger = Ledger::scripted(name, "").map_err(|fault| fault.to_string())?;
    let state = season::opening(book, &mut ledger).state.present().clone();
    match ledger.finish().into_iter().next() {
        Some(fault) => Err(fault.as_str().into()),
        None => Ok(state),
    }
}

/// The position with the changes of a setup.
fn changed(book: &Book, state: State, setup: &Setup) -> Result<State, PlayError> {
    let mut campaign = state.campaign(book);
    let theatre = &mut campaign.theatre;
    let turn = theatre.turn;
    for counter in &setup.forces {
        let wrong = |why: String| PlayError::key("forces", why);
        let force = book.force(&counter.name);
        let mut force =
            *force.ok_or_else(|| wrong(format!("no force is called `{}`", counter.name)))?;
        if counter.reduced && force.back.is_none() {
            return Err(wrong(format!("{} has no reduced side", counter.name)));
        }
        force.reduced = counter.reduced;
        if let Some(at) = &counter.at {
            theatre.put(force.id, place(book, at).map_err(wrong)?);
        }
        theatre.forces[force.id.index()] = force;
    }
    if let Some(turn) = setup.turn {
        set_turn(book, theatre, turn)?;
    }
    if let Some(name) = &setup.napoleon {
        let at = book.map.find(name);
        let at = at.ok_or_else(|| PlayError::key("napoleon", format!("no area is `{name}`")))?;
        theatre.napoleon = Some(at);
    }
    theatre.french_supply = setup.supply.french.unwrap_or(theatre.french_supply);
    theatre.enemy_supply = setup.supply.enemy.unwrap_or(theatre.enemy_supply);
    theatre.scouts = setup.scouts.unwrap_or(theatre.scouts);
    let same_turn = campaign.theatre.turn == turn;
    let state = if same_turn { state } else { state.at(book, &campaign) };
    Ok(State { campaign: Saved::of(book, &campaign), ..state })
}

/// Sets the campaign turn; whether too few objectives are a defeat already is as the turns before it
/// left it.
fn set_turn(book: &Book, theatre: &mut Theatre, turn: usize) -> Result<(), PlayError> {
    let last = book.campaign.track.len();
    let before = turn.checked_sub(1).filter(|_| turn <= last);
    theatre.turn = before.ok_or_else(|| PlayError::key("turn", format!("from 1 to {last}")))?;
    theatre.objectives_count = false;
    theatre.end_french_half(book);
    theatre.turn = turn;
    Ok(())
}
