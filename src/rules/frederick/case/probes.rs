//! Probes: one mechanism alone, from its inputs to its outputs.

mod battle;
mod march;
mod voyage;

use crate::book::Book;
use crate::book::troops::{Grade, Kind, Written, written};
use crate::record::state::State;
use crate::record::unit::Unit;
use kit::placed::Placed;
use kit::shelf::Shelf;
use play::Options;
use play::case::{Entry, PlayError};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_yaml::Value;
use std::collections::BTreeMap;

/// What a probe gives.
pub type Outputs = BTreeMap<String, String>;

/// The probes, the keys that each takes besides `rules`, and what it tries.
pub const PROBES: &[Entry] = &[
    (
        "attrition",
        "options, units, die, mountains, levied",
        "modifiers, share and losses of a check (FRW §12.3)",
    ),
    ("march", "options, units, from, to, control, others", "the way and its points (FRW §16)"),
    (
        "battle",
        "options, attackers, attackers aboard, defenders, defenders aboard, at, fieldworks, no terrain, attack \
         markers, defence markers, search die, die",
        "the sums of a battle on land or at sea, and its result (FRW §18, §25)",
    ),
    (
        "voyage",
        "options, units, aboard, from, to, control, others",
        "the way of fleets, where one operation ends, and what they carry (FRW §25)",
    ),
    (
        "overrun",
        "options, attackers, defenders, at, fieldworks",
        "whether a force overruns others (FRW §33.1)",
    ),
    ("prisoners", "options, count", "how many of a force are lost, and how many taken (FRW §35.1)"),
    ("reward", "options, strength", "what a victory brings (FRW §18.4)"),
    ("forage", "options, at, pillaged, fieldworks", "how many units a square feeds (FRW §22.2)"),
];

/// The inputs of probes, in lines.
pub fn inputs() -> Vec<(String, String)> {
    let line = |(name, meaning): &(&str, &str)| ((*name).to_owned(), (*meaning).to_owned());
    INPUTS.iter().map(line).collect()
}

const INPUTS: &[(&str, &str)] = &[
    ("attack markers", "battle markers of the attacker"),
    ("aboard", "power to the units that the fleets carry"),
    ("attackers aboard", "power to units aboard the attacker's fleets"),
    ("defenders aboard", "power to units aboard the defender's fleets"),
    ("search die", "the die with which fleets look for others on the high seas"),
    ("attackers", "power to its units"),
    ("count", "how many units"),
    ("defence markers", "battle markers of the defender"),
    ("defenders", "power to its units"),
    ("options", "the options of the campaign"),
    ("no terrain", "whether terrain is ignored"),
    ("strength", "what the beaten were worth"),
    ("units", "power to its units, such as {prussia: [infantry veteran]}"),
    ("die", "what the die shows"),
    ("mountains", "whether the force was in mountains"),
    ("levied", "powers that called a general levy"),
    ("from", "where the force stands"),
    ("to", "where it goes"),
    ("control", "minor power to the seat that controls it"),
    ("others", "squares with units of others"),
    ("at", "a square"),
    ("pillaged", "whether it is pillaged"),
    ("fieldworks", "whether it has fieldworks"),
];

/// Plays a probe.
pub fn run(shelf: &Shelf, setup: &Value) -> Result<Outputs, PlayError> {
    let name = setup.get("probe").and_then(Value::as_str).unwrap_or_default();
    let options = setup.get("options").cloned().unwrap_or_default();
    let options: Option<Options> =
        serde_yaml::from_value(options).map_err(|fault| PlayError::from(fault.to_string()))?;
    let book = Book::read(shelf, "first-silesian-war", &options.unwrap_or_default());
    let book = book.map_err(|error| PlayError::from(error.to_string()))?;
    match name {
        "attrition" => march::attrition(&book, &read(setup)?),
        "march" => march::way(&book, &read(setup)?),
        "battle" => battle::battle(&book, &read(setup)?),
        "overrun" => battle::overrun(&book, &read(setup)?),
        "prisoners" => Ok(battle::prisoners(&read(setup)?)),
        "voyage" => voyage::voyage(&book, &read(setup)?),
        "reward" => Ok(battle::reward(&book, &read(setup)?)),
        "forage" => march::forage(&book, &read(setup)?),
        other => {
            let all: Vec<&str> = PROBES.iter().map(|(name, ..)| *name).collect();
            let why = format!("there is no probe `{other}`; there are: {}", all.join(", "));
            Err(PlayError::key("probe", why))
        }
    }
}

fn read<T: DeserializeOwned>(setup: &Value) -> Result<T, PlayError> {
    let mut setup = play::case::flags(setup);
    if let Some(map) = setup.as_mapping_mut() {
        map.remove("rules");
        map.remove("probe");
        map.remove("options");
    }
    serde_yaml::from_value(setup).map_err(|fault| PlayError::from(fault.to_string()))
}

/// Power to its units, as a probe has them.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct Units(BTreeMap<String, Vec<String>>);

impl Units {
    /// The same units aboard a fleet.
    fn carried(&self, book: &Book, at: kit::ground::Space) -> Result<State, PlayError> {
        let mut state = self.placed(book, at)?;
        let ids: Vec<String> = state.units.keys().cloned().collect();
        for id in &ids {
            state.units.edit(id, |unit| unit.aboard = Some("fleet".to_owned()));
        }
        Ok(state)
    }

    /// The units in a square of an otherwise empty map.
    fn placed(&self, book: &Book, at: kit::ground::Space) -> Result<State, PlayError> {
        let mut state = State::set_up(book);
        state.units = Placed::default();
        for (power, units) in &self.0 {
            for unit in units {
                let (kind, grade, id) = match written(unit) {
                    Written::Troops(kind, grade) => (kind, grade, state.next_id(power, kind)),
                    Written::Leader(name) if book.troops.leader(&name).is_some() => {
                        (Kind::Leader, Grade::Plain, name)
                    }
                    Written::Leader(name) => {
                        let why = format!("`{name}` is neither a unit nor a leader");
                        return Err(PlayError::key("units", why));
                    }
                };
                let power = power.clone();
                let unit =
                    Unit { id, power, kind, grade, at, aboard: None, raised: 0, owner: None };
                state.count_up(&unit);
                state.units.insert(unit.id.clone(), unit);
            }
        }
        Ok(state)
    }
}
