//! Probes: one mechanism alone, inputs in and outputs out, by the code that the game uses.
//!
//! | probe | inputs | outputs |
//! | --- | --- | --- |
//! | `activation` | leaders, markers in their order | for each marker who may act |
//! | `movement cost` | a path, units, engineers or army, season | points in all and for each hex |

use super::super::activation;
use super::super::book::Book;
use super::super::book::bare::Terms;
use super::super::event::Reason;
use super::super::known::Known;
use super::super::movement::{self, Mover};
use super::super::orders;
use super::super::state::{Force, ForceId, Marker, State};
use super::super::turn::Turn;
use super::super::words::Words;
use super::setup::{Line, flags, place};
use crate::kit::calendar::Season;
use crate::kit::ledger::Ledger;
use crate::kit::shelf::Shelf;
use serde::Deserialize;
use serde_yaml::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Where the leaders of a probe stand: somewhere on land, one beside the other.
const PARADE: [&str; 6] = ["W2930", "W2931", "W2832", "W2733", "W2630", "W2528"];

#[derive(Deserialize)]
#[serde(tag = "probe", rename_all = "lowercase")]
enum Probe {
    Activation(Activation),
    #[serde(rename = "movement cost")]
    Cost(Cost),
}

/// Leaders, and markers as they come.
#[derive(Deserialize)]
struct Activation {
    leaders: Vec<String>,
    markers: Vec<String>,
    #[serde(default)]
    season: Option<Season>,
    /// Leaders that have no units with them.
    #[serde(default)]
    alone: Vec<String>,
}

/// A force and the hexes it enters, one next to the other.
#[derive(Deserialize)]
struct Cost {
    season: Season,
    from: String,
    path: Vec<String>,
    #[serde(default)]
    leader: Option<String>,
    #[serde(default)]
    units: Vec<String>,
    #[serde(default)]
    army: bool,
    #[serde(default)]
    engineers: u8,
    #[serde(default)]
    trains: u8,
    #[serde(default)]
    power: Option<String>,
    /// Whether a pontoon bridge lies over every river of the path.
    #[serde(default)]
    bridged: bool,
    #[serde(default)]
    boxes: Vec<super::super::book::atlas::OffMap>,
}

/// Runs the probe of a setup.
pub fn run(shelf: &Shelf, setup: &Value) -> Result<BTreeMap<String, String>, String> {
    match serde_yaml::from_value(flags(setup)).map_err(|error| error.to_string())? {
        Probe::Activation(probe) => probe.run(shelf),
        Probe::Cost(probe) => probe.run(shelf),
    }
}

fn bare(shelf: &Shelf, season: Season, terms: Terms) -> Result<Book, String> {
    Book::bare(shelf, season, terms).map_err(|error| error.to_string())
}

impl Activation {
    fn run(&self, shelf: &Shelf) -> Result<BTreeMap<String, String>, String> {
        let spring = "spring 1805".parse().expect("this is a season");
        let season = self.season.unwrap_or(spring);
        let sides = BTreeMap::from([("empire".to_owned(), vec!["france".to_owned()])]);
        let book = bare(shelf, season, Terms { sides, ..Terms::default() })?;
        let mut state = State::new(&book);
        for ((id, leader), at) in (1u16..).zip(&self.leaders).zip(PARADE) {
            let units =
                if self.alone.contains(leader) { vec![] } else { vec!["1 x (0) InfC".to_owned()] };
            let (power, at) = ("france".to_owned(), at.to_owned());
            let line = Line { power, at, units, leader: Some(leader.clone()), ..Line::default() };
            let force = line.force(&book, ForceId(id))?;
            state.forces.insert(force.id, force);
        }
        if state.forces.len() < self.leaders.len() {
            return Err(format!("a probe has room for {} leaders", PARADE.len()));
        }
        let mut known = Known::new("france", season, &state.sides);
        known.ours = state.forces.clone();
        let mut ledger = Ledger::seeded("probe", [0; 32]);
        let known = [("france".to_owned(), known)].into();
        let mut turn = Turn::new(&book, state, known, &mut ledger);
        let mut marched = BTreeSet::new();
        let answer = |written: &String| {
            let marker: Marker = written.parse()?;
            Ok((written.clone(), self.wakes(&mut turn, marker, &mut marched)?))
        };
        self.markers.iter().map(answer).collect()
    }

    /// Who may act on one marker; each of them does.
    fn wakes(
        &self,
        turn: &mut Turn,
        marker: Marker,
        marched: &mut BTreeSet<String>,
    ) -> Result<String, String> {
        let mut who = vec![];
        turn.active.clear();
        for leader in &self.leaders {
            let sheet = format!("activations: [{{leader: {leader}, steps: [{{march: [W2930]}}]}}]");
            let words = Words { book: turn.book, known: turn.known("france") };
            let (sheet, _) = orders::read(&sheet, &words);
            let mut entry =
                sheet.entries.into_iter().next().ok_or(format!("no leader `{leader}`"))?;
            entry.steps.clear();
            match activation::wake(turn, "france", &entry, marker) {
                Ok(Some(force)) => {
                    activation::run(turn, "france", &entry, force, marker);
                    who.push(leader.clone());
                }
                Err(Reason::ForcedMarch) if marched.insert(leader.clone()) => {
                    who.push(format!("{leader} by forced march"));
                }
                Ok(None) | Err(_) => {}
            }
        }
        Ok(if who.is_empty() { "nobody".to_owned() } else { who.join(", ") })
    }
}

impl Cost {
    fn run(&self, shelf: &Shelf) -> Result<BTreeMap<String, String>, String> {
        let book =
            bare(shelf, self.season, Terms { boxes: self.boxes.clone(), ..Terms::default() })?;
        let line = Line {
            power: self.power.clone().unwrap_or_else(|| "france".to_owned()),
            at: self.from.clone(),
            leader: self.leader.clone(),
            units: self.units.clone(),
            army: self.army.then(|| "an army".to_owned()),
            engineers: self.engineers,
            trains: self.trains,
            ..Line::default()
        };
        let force: Force = line.force(&book, ForceId(1))?;
        let mover = Mover::new(&book, &force);
        let (mut from, mut costs) = (force.at, vec![]);
        for written in &self.path {
            let to = place(&book.atlas, written)?;
            if !book.atlas.around(from).contains(&to) {
                return Err(format!("{written} is not next to {}", book.atlas.number(from)));
            }
            costs.push(movement::cost(&book, self.season, &mover, from, to, |_, _| self.bridged));
            from = to;
        }
        let word = |cost: &Option<u32>| cost.map_or("no way".to_owned(), |cost| cost.to_string());
        let total = costs.iter().copied().sum::<Option<u32>>();
        Ok(BTreeMap::from([
            ("mp".to_owned(), word(&total)),
            ("per step".to_owned(), costs.iter().map(word).collect::<Vec<_>>().join(", ")),
            ("factor".to_owned(), mover.factor.to_string()),
        ]))
    }
}
