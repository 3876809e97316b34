//! A campaign: its track, goals, set-up, late forces and counters (§3, §7).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §3.

use super::map::{MAPS, Map};
use super::{Counter, Fault, page};
use crate::record::force::{Face, Force, ForceId, Kind, Nation, Punch, Side, Skill};
use crate::sequence::name::StopName;
use kit::ground::Space;
use kit::page::Declared;
use kit::shelf::Shelf;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Where a counter begins (§7.4 to §7.7).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Start {
    Area(Space),
    /// It comes later, by this line of the late arrivals.
    Late(usize),
    /// French recruits and statics to be bought.
    Pool,
    /// Enemy recruits.
    Cup,
    /// Enemy statics that are not on the map.
    Aside,
}

/// A counter as it is written; `count` of it are alike.
#[derive(Clone, Debug, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Printed {
    /// what it is called; no two have one name
    name: String,
    /// whose it is
    nation: Nation,
    /// what it fights as
    #[serde(rename = "type")]
    kind: Kind,
    /// its skill
    skill: Skill,
    /// it acts with this number or less
    #[declared(1..=10)]
    activation: u8,
    /// it hits with this number or less
    #[declared(1..=10)]
    combat: i8,
    /// two hits with this number or less
    #[serde(default)]
    #[declared(0..=10)]
    superscript: i8,
    /// infantry: its combat value after the first hit
    #[declared(1..=10)]
    reduced: Option<i8>,
    /// `true`: it is bought or drawn and stands nowhere at first
    #[serde(default)]
    recruit: bool,
    /// so many that are alike, with numbers behind the name
    #[declared(1..=40)]
    count: Option<u16>,
    /// where it begins; not for recruits and walls, nor for who comes late
    #[declared("area")]
    at: Option<String>,
    /// where its values are from
    source: String,
}

/// A box of the turn track as it is written.
#[derive(Clone, Debug, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct PrintedBox {
    /// the turn, such as `late May 1800`
    turn: String,
    /// what a victory in it is called; with `points`
    word: Option<Word>,
    /// what a victory in it scores
    #[declared(0..=999)]
    points: Option<u32>,
}

/// A box of the turn track, with what a victory in it scores, if that is printed there (§3.3).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Declared)]
#[serde(try_from = "PrintedBox")]
pub struct TrackBox {
    pub turn: String,
    pub score: Option<Score>,
}

/// What a victory scores (§3.3).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Score {
    pub word: Word,
    pub points: u32,
}

impl TryFrom<PrintedBox> for TrackBox {
    type Error = String;

    fn try_from(PrintedBox { turn, word, points }: PrintedBox) -> Result<Self, String> {
        match (word, points) {
            (Some(word), Some(points)) => Ok(Self { turn, score: Some(Score { word, points }) }),
            (None, None) => Ok(Self { turn, score: None }),
            (Some(_), None) | (None, Some(_)) => Err(format!("{turn} has half of a score")),
        }
    }
}

/// How a victory compares with history (§3.3).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Serialize, Declared)]
pub enum Word {
    Superior,
    Historical,
    Inferior,
}

/// When late forces come (§7.6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    Turn(usize),
    /// When French forces first enter one of these areas.
    Entered(Vec<Space>),
}

/// A line of late arrivals (§7.6).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Late {
    pub when: When,
    pub at: Space,
}

#[derive(Clone, Debug, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct PrintedLate {
    /// the box of the track on which they come, from 1; or
    #[declared(1..=60)]
    turn: Option<usize>,
    /// they come when the French first enter one of these
    #[declared("area", items = 0..=60)]
    entered: Option<Vec<String>>,
    /// where they come
    #[declared("area")]
    at: String,
    /// who comes, by the names of counters
    #[declared(items = 1..=60)]
    forces: Vec<String>,
    /// where that is from
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Fewest {
    /// defeat with fewer than this
    #[declared(0..=60)]
    number: usize,
    /// the box of the track from which on it counts
    #[serde(rename = "from turn")]
    #[declared(0..=60)]
    from_turn: usize,
}

/// How many plans both sides get each turn of battle (§11.3).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Quantities {
    /// those of the French without him
    #[serde(rename = "without Napoleon")]
    #[declared(0..=10)]
    pub without_napoleon: u8,
    /// those of the enemy
    #[declared(0..=10)]
    pub enemy: u8,
}

#[derive(Clone, Debug, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct PrintedNapoleon {
    /// his command rating
    #[declared(0..=10)]
    rating: u8,
    /// where he begins
    #[declared("area")]
    at: String,
}

/// What both sides have, in supply points (§7.2).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Purses {
    /// of the French
    #[declared(0..=999)]
    pub french: u32,
    /// of the enemy
    #[declared(0..=999)]
    pub enemy: u32,
}

/// The French income: a base, and so much for each city they hold (§14.3).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Income {
    /// in any case
    #[declared(0..=99)]
    pub base: u32,
    /// for each city they hold
    #[declared(0..=99)]
    pub city: u32,
}

/// The campaign as it is written.
#[derive(Clone, Debug, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct PrintedCampaign {
    /// the campaign's name, as reports print it
    title: String,
    /// the map; to change it, lay a page over `book/italy.yaml`
    #[declared(words = MAPS)]
    pub(super) map: String,
    /// the year, for campaigns in a row
    #[declared(1700..=1999)]
    year: u16,
    /// the marked areas
    #[declared("area", items = 1..=60)]
    objectives: Vec<String>,
    /// when too few of them are defeat
    #[serde(rename = "fewest objectives")]
    fewest: Fewest,
    /// how many plans each battle turn gives
    #[serde(rename = "battle plans")]
    plans: Quantities,
    /// Napoleon
    napoleon: PrintedNapoleon,
    /// how many forces march together
    #[serde(rename = "group size")]
    #[declared(1..=20)]
    group: usize,
    /// supply points at the start
    supply: Purses,
    /// the French income
    income: Income,
    /// cities with more than one garrison
    #[declared(keys = "area", 0..=9)]
    walls: BTreeMap<String, usize>,
    /// the turns, in their order
    #[declared(items = 1..=60)]
    track: Vec<TrackBox>,
    /// who comes late
    #[declared(items = 0..=60)]
    late: Vec<PrintedLate>,
    /// the corps of the option `staff`
    #[serde(default)]
    #[declared(items = 0..=12)]
    commands: Vec<PrintedCommand>,
    /// the counters, a line each
    #[declared(items = 1..=200)]
    forces: Vec<Printed>,
    /// The rule system, in a campaign of somebody's own.
    #[serde(rename = "rules")]
    #[declared(skip)]
    _rules: Option<String>,
}

/// A corps of the staff as it is written: its commander and their forces.
#[derive(Clone, Debug, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct PrintedCommand {
    /// what the commander is called
    name: String,
    /// the counters they command
    #[declared(items = 1..=60)]
    forces: Vec<String>,
}

/// A campaign.
#[derive(Clone, Debug)]
pub struct Campaign {
    pub title: String,
    pub map: String,
    pub year: u16,
    /// The marked areas (§2.2, §7.8).
    pub objectives: Vec<Space>,
    /// Defeat with fewer objectives than this, and from which turn on that is looked at.
    pub fewest_objectives: usize,
    pub fewest_from_turn: usize,
    pub plans: Quantities,
    /// Napoleon's command rating (§5.4), and where he begins.
    pub rating: u8,
    pub napoleon: Space,
    pub group: usize,
    pub supply: Purses,
    pub income: Income,
    pub track: Vec<TrackBox>,
    pub late: Vec<Late>,
    /// The corps of the staff, the senior one first: the commander, and their forces.
    pub commands: Vec<(String, BTreeSet<ForceId>)>,
    /// How many garrisons, and how many fortifications, a city begins with (§7.4, §7.1).
    walls: BTreeMap<Space, usize>,
}

impl Campaign {
    /// How many of each wall an area begins with: one in a city, unless a special rule says more.
    pub fn walls(&self, map: &Map, at: Space) -> usize {
        self.walls.get(&at).copied().unwrap_or(usize::from(map.is_city(at)))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Common {
    forces: Vec<Printed>,
}

/// The page of a campaign on the shelf.
pub(super) fn page_of(name: &str) -> String {
    format!("napoleon/{name}/scenario.yaml")
}

/// The counters of a campaign with those that all campaigns of its map have.
pub(super) fn forces(shelf: &Shelf, campaign: &PrintedCampaign) -> Result<Vec<Printed>, Fault> {
    let common: Common = page(shelf, "napoleon/book/forces.yaml")?;
    Ok(campaign.forces.iter().cloned().chain(common.forces).collect())
}

/// Settles names into places; a name that is not there is a fault.
pub(super) fn settle(
    printed: PrintedCampaign,
    forces: Vec<Printed>,
    map: &Map,
) -> Result<(Campaign, Vec<Counter>), String> {
    let area = |name: &str| map.find(name).ok_or_else(|| format!("no area is called `{name}`"));
    let areas =
        |names: &[String]| names.iter().map(|name| area(name)).collect::<Result<Vec<_>, _>>();
    let mut late = vec![];
    for line in &printed.late {
        let when = match (&line.turn, &line.entered) {
            (Some(turn), None) => When::Turn(*turn),
            (None, Some(entered)) => When::Entered(areas(entered)?),
            _ => return Err("late forces come on a turn or when an area is entered".into()),
        };
        late.push(Late { when, at: area(&line.at)? });
    }
    let counters = counters(&forces, &printed.late, map)?;
    let turns = printed.track.iter().map(|found| found.turn.parse::<StopName>());
    if !turns.collect::<Result<Vec<_>, _>>()?.is_sorted_by(|one, next| one < next) {
        return Err("the turns of the track are not in their order".into());
    }
    let mut walls = BTreeMap::new();
    for (name, number) in &printed.walls {
        walls.insert(area(name)?, *number);
    }
    if printed.group == 0 || printed.track.is_empty() {
        return Err("a group has a force, and a track a box".into());
    }
    let campaign = Campaign {
        objectives: areas(&printed.objectives)?,
        napoleon: area(&printed.napoleon.at)?,
        title: printed.title,
        map: printed.map,
        year: printed.year,
        fewest_objectives: printed.fewest.number,
        fewest_from_turn: printed.fewest.from_turn,
        plans: printed.plans,
        rating: printed.napoleon.rating,
        group: printed.group,
        supply: printed.supply,
        income: printed.income,
        track: printed.track,
        late,
        commands: commands(&printed.commands, &counters)?,
        walls,
    };
    Ok((campaign, counters))
}

/// The corps of the staff.
fn commands(
    printed: &[PrintedCommand],
    counters: &[Counter],
) -> Result<Vec<(String, BTreeSet<ForceId>)>, String> {
    let mut taken = BTreeSet::new();
    let mut corps = vec![];
    for PrintedCommand { name, forces } in printed {
        let mut own = BTreeSet::new();
        for force in forces {
            let found = counters.iter().find(|counter| counter.name == *force);
            let id = found.map(|counter| counter.force.id);
            let id = id.ok_or_else(|| format!("no counter is called `{force}`"))?;
            if !taken.insert(id) {
                return Err(format!("{force} has two commanders"));
            }
            own.insert(id);
        }
        corps.push((name.clone(), own));
    }
    Ok(corps)
}

/// Makes one counter of each line, or as many as it counts.
fn counters(forces: &[Printed], late: &[PrintedLate], map: &Map) -> Result<Vec<Counter>, String> {
    let mut counters: Vec<Counter> = vec![];
    for printed in forces {
        for number in 1..=printed.count.unwrap_or(1) {
            let id = u16::try_from(counters.len()).map_err(|_| "there are too many counters")?;
            let name = match printed.count {
                Some(_) => format!("{} {number}", printed.name),
                None => printed.name.clone(),
            };
            let start = start(printed, late, map)?;
            let force = force(ForceId(id), printed)?;
            counters.push(Counter { name, force, start, source: printed.source.clone() });
        }
    }
    let names: BTreeSet<&str> = counters.iter().map(|counter| counter.name.as_str()).collect();
    if names.len() < counters.len() {
        return Err("two counters have the same name".into());
    }
    let stranger =
        late.iter().flat_map(|line| &line.forces).find(|name| !names.contains(name.as_str()));
    match stranger {
        Some(name) => Err(format!("no counter is called `{name}`")),
        None => Ok(counters),
    }
}

/// Where a counter begins.
fn start(printed: &Printed, late: &[PrintedLate], map: &Map) -> Result<Start, String> {
    let lines = late.iter().enumerate().filter(|(_, line)| line.forces.contains(&printed.name));
    let lines: Vec<usize> = lines.map(|(at, _)| at).collect();
    let aside = printed.recruit || !printed.kind.is_mobile();
    match (&printed.at, &lines[..], aside) {
        (Some(name), [], false) => {
            let at = map.find(name).ok_or_else(|| format!("no area is called `{name}`"))?;
            Ok(Start::Area(at))
        }
        (None, [line], false) => Ok(Start::Late(*line)),
        (None, [], true) => Ok(match (printed.nation.side(), printed.recruit) {
            (Side::French, _) => Start::Pool,
            (Side::Enemy, true) => Start::Cup,
            (Side::Enemy, false) => Start::Aside,
        }),
        _ => Err(format!("{} does not begin in exactly one place", printed.name)),
    }
}

/// The values of a counter (§5.3, §5.5).
fn force(id: ForceId, printed: &Printed) -> Result<Force, String> {
    let face = |combat: i8, superscript: i8| Face {
        activation: printed.activation,
        punch: Punch { combat, superscript },
    };
    let back = printed.reduced.map(|combat| face(combat, 0));
    let one_hit = printed.recruit || matches!(printed.kind, Kind::Cavalry | Kind::Cannon);
    let sound = printed.combat > 0
        && (0..=printed.combat).contains(&printed.superscript)
        && printed.reduced.is_none_or(|reduced| (1..=printed.combat).contains(&reduced))
        && !(one_hit && back.is_some());
    if !sound {
        return Err(format!("the values of {} do not go together", printed.name));
    }
    Ok(Force {
        id,
        nation: printed.nation,
        kind: printed.kind,
        skill: printed.skill,
        recruit: printed.recruit,
        front: face(printed.combat, printed.superscript),
        back,
        reduced: false,
    })
}

/// Whether a line of counters has one of that name; alike ones have their numbers behind it.
pub(super) fn is_counter(lines: &[sheet::Node], name: &str) -> bool {
    let word = |line, key| play::scenario::word(line, key);
    lines.iter().any(|line| match (word(line, "name"), word(line, "count")) {
        (Some(written), None) => written == name,
        (Some(written), Some(count)) => {
            let number = name.strip_prefix(written).map(str::trim_start);
            let number = number.and_then(|number| number.parse::<u16>().ok());
            number
                .is_some_and(|number| count.parse().is_ok_and(|most| (1..=most).contains(&number)))
        }
        (None, _) => false,
    })
}
