//! Probes of battles: what both sides count, the column, the result, and what it brings.

use super::{Outputs, Units};
use crate::book::Book;
use crate::book::tables::Combat;
use crate::operations::battle::host::{Means, PIONEERS, Site};
use crate::operations::sea::search::meet;
use crate::operations::{overrun, prisoners};
use crate::record::event::Line;
use crate::record::state::State;
use crate::record::unit::Unit;
use play::case::PlayError;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    attackers: Units,
    defenders: Units,
    #[serde(rename = "attackers aboard", default)]
    attackers_aboard: Units,
    #[serde(rename = "defenders aboard", default)]
    defenders_aboard: Units,
    #[serde(rename = "search die", default)]
    search: Option<u8>,
    at: String,
    #[serde(default)]
    fieldworks: bool,
    #[serde(rename = "no terrain", default)]
    bare: bool,
    #[serde(rename = "attack markers", default)]
    attack_markers: Vec<String>,
    #[serde(rename = "defence markers", default)]
    defence_markers: Vec<String>,
    #[serde(default)]
    die: Option<u8>,
}

fn line(line: &Line) -> String {
    format!("{} {} x{}", line.count, line.sort.words(), line.times)
}

/// The sums of a battle and its result (§18.3, §18.5).
pub fn battle(book: &Book, input: &Battle) -> Result<Outputs, PlayError> {
    let at = book.atlas.find(&input.at);
    let at = at.ok_or_else(|| PlayError::key("at", format!("no place `{}`", input.at)))?;
    let site = Site::of(book, at, input.fieldworks, !input.bare);
    let (ours, theirs) = (input.attackers.placed(book, at)?, input.defenders.placed(book, at)?);
    let our_cargo = input.attackers_aboard.carried(book, at)?;
    let their_cargo = input.defenders_aboard.carried(book, at)?;
    let pioneers = |markers: &[String]| markers.iter().filter(|one| *one == PIONEERS).count();
    let left = pioneers(&input.attack_markers) > pioneers(&input.defence_markers);
    let attack = Means {
        units: ours.units.values().chain(our_cargo.units.values()).collect::<Vec<&Unit>>(),
        attacks: true,
        site,
        markers: input.attack_markers.iter().map(String::as_str).collect(),
        pioneers: left,
    };
    let defence = Means {
        units: theirs.units.values().chain(their_cargo.units.values()).collect(),
        attacks: false,
        site,
        markers: input.defence_markers.iter().map(String::as_str).collect(),
        pioneers: false,
    };
    let (ours, theirs) = (attack.sum(book), defence.sum(book));
    let per_cent = Combat::per_cent(ours, theirs);
    let combat = &book.tables.combat;
    let column = combat.column(per_cent);
    let lines =
        |means: &Means<'_>| means.lines(book).iter().map(line).collect::<Vec<_>>().join(", ");
    let mut outputs = Outputs::from([
        ("attack".to_owned(), ours.to_string()),
        ("attack lines".to_owned(), lines(&attack)),
        ("defence".to_owned(), theirs.to_string()),
        ("defence lines".to_owned(), lines(&defence)),
        ("per cent".to_owned(), per_cent.to_string()),
        ("column".to_owned(), combat.band(column).to_owned()),
    ]);
    if let Some(die) = input.search.filter(|_| book.atlas.is_sea(at)) {
        let found = if meet(die) { "yes" } else { "no" };
        outputs.insert("fleets meet".to_owned(), found.to_owned());
    }
    if let Some(die) = input.die {
        let verdict = combat.read(column, die);
        outputs.insert("verdict".to_owned(), verdict.letters().to_owned());
    }
    Ok(outputs)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Overrun {
    attackers: Units,
    defenders: Units,
    at: String,
    #[serde(default)]
    fieldworks: bool,
}

/// Whether a force overruns others, and what both count (§33.1).
pub fn overrun(book: &Book, input: &Overrun) -> Result<Outputs, PlayError> {
    let at = book.atlas.find(&input.at);
    let at = at.ok_or_else(|| PlayError::key("at", format!("no place `{}`", input.at)))?;
    let (ours, theirs) = (input.attackers.placed(book, at)?, input.defenders.placed(book, at)?);
    let weight = |state: &State| overrun::weight(book, &state.units.values().collect::<Vec<_>>());
    let (ours, theirs) = (weight(&ours), weight(&theirs));
    let overruns = overrun::succeeds(book, at, input.fieldworks, (ours, theirs));
    Ok(Outputs::from([
        ("ours".to_owned(), ours.to_string()),
        ("theirs".to_owned(), theirs.to_string()),
        ("overruns".to_owned(), if overruns { "yes" } else { "no" }.to_owned()),
    ]))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prisoners {
    count: usize,
}

/// How many of a force are lost, and how many are taken (§35.1).
pub fn prisoners(input: &Prisoners) -> Outputs {
    let lost = prisoners::lost_of(input.count);
    Outputs::from([
        ("lost".to_owned(), lost.to_string()),
        ("taken".to_owned(), (input.count - lost).to_string()),
    ])
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reward {
    strength: u32,
}

/// What a victory brings (§18.4).
pub fn reward(book: &Book, input: &Reward) -> Outputs {
    let reward = book.tables.rewards.read(input.strength);
    Outputs::from([
        ("draws".to_owned(), reward.draws.to_string()),
        ("loses".to_owned(), reward.loses.to_string()),
        ("leader".to_owned(), reward.leader.to_string()),
    ])
}
