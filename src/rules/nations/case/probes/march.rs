//! Who may act, and what each hex of a march costs (NIA §5.1.3, §5.2.1).

use super::super::super::book::atlas::OffMap;
use super::super::super::book::bare::Terms;
use super::super::setup::{Line, place};
use super::{Outputs, Probe, bare};
use crate::Nations;
use crate::land::movement::{self, Mover};
use crate::record::state::{Force, ForceId, Marker, State};
use crate::season::entries;
use crate::sight::known::Known;
use crate::turn::Turn;
use kit::calendar::Season;
use kit::ledger::Ledger;
use kit::shelf::Shelf;
use play::table::read;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Where the leaders of a probe stand: somewhere on land, one beside the other.
const PARADE: [&str; 6] = ["W2930", "W2931", "W2832", "W2733", "W2630", "W2528"];

/// Leaders, and markers as they come.
#[derive(Deserialize)]
pub struct Activation {
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
pub struct Cost {
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
    boxes: Vec<OffMap>,
}

impl Probe for Activation {
    fn run(self, shelf: &Shelf) -> Result<Outputs, String> {
        let spring = "spring 1805".parse().expect("this is a season");
        let season = self.season.unwrap_or(spring);
        let sides = BTreeMap::from([("empire".to_owned(), vec!["france".to_owned()])]);
        let book = bare(shelf, season, Terms { sides, ..Terms::default() })?;
        let mut state = State::new(&book);
        for ((id, leader), at) in (1u32..).zip(&self.leaders).zip(PARADE) {
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
        let mut known = Known::new("france", season, &state.relations);
        known.ours = state.forces.clone();
        let mut ledger = Ledger::seeded("probe", [0; 32]);
        let known = [("france".to_owned(), known)].into();
        let mut turn = Turn::new(&book, state, known, &mut ledger);
        let answer = |written: &String| {
            let marker: Marker = written.parse()?;
            Ok((written.clone(), self.wakes(&mut turn, marker)?))
        };
        self.markers.iter().map(answer).collect()
    }
}

impl Activation {
    /// Who may act on one marker; each of them does.
    fn wakes(&self, turn: &mut Turn, marker: Marker) -> Result<String, String> {
        let mut who = vec![];
        turn.active.clear();
        for leader in &self.leaders {
            let sheet = format!("activations: [{{leader: {leader}, steps: [{{march: [W2930]}}]}}]");
            let (sheet, _) = read::<Nations>(turn.book, turn.known("france"), &sheet);
            let mut entry =
                sheet.entries.into_iter().next().ok_or(format!("no leader `{leader}`"))?;
            entry.steps.clear();
            if let Ok(Some(force)) = entries::wake(turn, "france", &entry, marker) {
                let forced =
                    turn.state.force(force).activations > 0 && !self.alone.contains(leader);
                entries::run(turn, "france", &entry, force, marker);
                let how = if forced { " by forced march" } else { "" };
                who.push(format!("{leader}{how}"));
            }
        }
        Ok(if who.is_empty() { "nobody".to_owned() } else { who.join(", ") })
    }
}

impl Probe for Cost {
    fn run(self, shelf: &Shelf) -> Result<Outputs, String> {
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
