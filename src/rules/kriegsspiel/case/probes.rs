//! Probes: one mechanism alone, from its inputs to its outputs.

use super::super::battle::host::{self, Means};
use super::super::battle::{pursuit, shift, table};
use super::super::book::troops::Extra;
use super::super::book::{Book, Estimates};
use super::setup::place;
use super::vocabulary;
use crate::march::losses;
use crate::march::supply;
use crate::money::income::{ceded, income};
use crate::money::purchase;
use crate::record::estimate::Informant;
use crate::record::event::{BattleKind, Modifier};
use crate::record::state::{State, Units};
use crate::view::money::income_line;
use crate::view::reasons;
use kit::calendar::Season;
use kit::names;
use kit::shelf::Shelf;
use play::case::PlayError;
use play::case::keys::{self, Key};
use serde::Deserialize;
use serde_yaml::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What a side of a comparison has.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Side {
    morale: u32,
    battle: u32,
    army: u32,
    skirmishers: u32,
    scouts: u32,
    batteries: u32,
    general: bool,
    river: bool,
    #[serde(rename = "out of supply")]
    unfed: bool,
}

impl Side {
    fn means(&self) -> Means {
        Means {
            morale: self.morale,
            battle: self.battle,
            army: self.army,
            skirmishers: self.skirmishers,
            scouts: self.scouts,
            batteries: self.batteries,
            commanded: self.general,
            river: self.river,
            unfed: self.unfed,
        }
    }
}

/// The inputs of all probes.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inputs {
    #[serde(rename = "rules", default)]
    _rules: Option<String>,
    probe: String,
    #[serde(default)]
    kind: Option<BattleKind>,
    #[serde(default)]
    attack: u32,
    #[serde(default)]
    defence: u32,
    /// The sums of the modifiers of both sides.
    #[serde(rename = "attacker modifiers", default)]
    attacker: i32,
    #[serde(rename = "defender modifiers", default)]
    defender: i32,
    #[serde(default)]
    roll: i32,
    #[serde(default)]
    formations: u32,
    #[serde(default)]
    rating: u32,
    /// Morale of each unit.
    #[serde(default)]
    units: Vec<u32>,
    #[serde(default)]
    hits: u32,
    #[serde(default)]
    percent: u32,
    #[serde(default)]
    cavalry: u32,
    #[serde(default)]
    ours: Side,
    #[serde(default)]
    theirs: Side,
    #[serde(default)]
    from: Option<String>,
    #[serde(default)]
    to: Option<String>,
    #[serde(default)]
    season: Option<Season>,
    #[serde(default)]
    harvest: i8,
    #[serde(default)]
    die: u8,
    #[serde(default)]
    sources: Vec<String>,
    #[serde(default)]
    by: Option<Informant>,
    #[serde(default)]
    figure: u32,
    #[serde(default)]
    power: Option<String>,
    #[serde(default)]
    held: BTreeMap<String, String>,
    #[serde(default)]
    titles: BTreeMap<String, String>,
    #[serde(default)]
    troops: BTreeMap<String, u32>,
}

impl Inputs {
    /// Holds figures against what a game can have at all.
    fn within_bounds(&self) -> Result<(), PlayError> {
        const MOST: u32 = 100_000;
        let counts = [
            ("attack", self.attack),
            ("defence", self.defence),
            ("attacker modifiers", self.attacker.unsigned_abs()),
            ("defender modifiers", self.defender.unsigned_abs()),
            ("roll", self.roll.unsigned_abs()),
            ("formations", self.formations),
            ("rating", self.rating),
            ("units", self.units.iter().copied().max().unwrap_or(0)),
            ("hits", self.hits),
            ("percent", self.percent),
            ("cavalry", self.cavalry),
            ("figure", self.figure),
            ("troops", self.troops.values().copied().max().unwrap_or(0)),
        ];
        if let Some((key, _)) = counts.into_iter().find(|(_, count)| *count > MOST) {
            return Err(PlayError::key(key, format!("{MOST} is the most")));
        }
        for (key, side) in [("ours", &self.ours), ("theirs", &self.theirs)] {
            let Side { morale, battle, army, skirmishers, scouts, batteries, .. } = side;
            if [morale, battle, army, skirmishers, scouts, batteries].iter().any(|n| **n > MOST) {
                return Err(PlayError::key(key, format!("{MOST} is the most")));
            }
        }
        Ok(())
    }
}

/// The inputs of all probes, with what they mean; each probe has some of them.
pub const INPUTS: &[Key] = &[
    ("", "rules", "the rule system, `kriegsspiel`"),
    ("", "probe", "which one"),
    ("", "kind", "`field`, `meeting` or `siege`; field"),
    ("", "attack", "combat points of the attacker"),
    ("", "defence", "combat points of the defender"),
    ("", "attacker modifiers", "the sum of the attacker's modifiers"),
    ("", "defender modifiers", "the sum of the defender's"),
    ("", "roll", "the dice together"),
    ("", "formations", "how many a general leads"),
    ("", "rating", "his command rating"),
    ("", "units", "the morale of each unit: a list"),
    ("", "hits", "hits before the loss"),
    ("", "percent", "the loss in per cent"),
    ("", "cavalry", "cavalry of the victor"),
    ("", "ours", "one side of a comparison"),
    ("", "theirs", "the other side"),
    ("", "from", "a place by name or number"),
    ("", "to", "a place by name or number"),
    ("", "season", "a turn; autumn 1805"),
    ("", "harvest", "what the harvest adds"),
    ("", "die", "one die: 1 to 6"),
    ("", "sources", "places from which supply comes: a list"),
    (
        "",
        "by",
        "who makes out a figure: `battle`, `contact`, `allies`, `cavalry`, `pickets` or `townsfolk`",
    ),
    ("", "figure", "the true figure"),
    ("", "power", "the power"),
    ("", "held", "city to the power that holds it, if that is not its nation"),
    ("", "titles", "province to the power that it was ceded to"),
    ("", "troops", "sort of troops to how many of them"),
    ("ours", "morale", "the mean morale; also of `theirs`, as all that follows"),
    ("ours", "battle", "the battle rating"),
    ("ours", "army", "the army combat value"),
    ("ours", "skirmishers", "how many there are"),
    ("ours", "scouts", "how many there are"),
    ("ours", "batteries", "how many there are"),
    ("ours", "general", "`yes` if one commands"),
    ("ours", "river", "`yes` if it attacks over one"),
    ("ours", "out of supply", "`yes` if it is"),
];

type Outputs = BTreeMap<String, String>;

/// Runs a probe.
pub fn run(shelf: &Shelf, setup: &Value) -> Result<Outputs, PlayError> {
    let inputs = checked(setup)?;
    let season = Season { year: 1805, quarter: kit::calendar::Quarter::Autumn };
    let season = inputs.season.unwrap_or(season);
    let book = Book::of_case(shelf, season, BTreeMap::new()).map_err(|error| error.to_string())?;
    match inputs.probe.as_str() {
        "income" => collected(shelf, book, &inputs),
        "price" => priced(&book, &inputs),
        "estimate" | "losses in a word" | "dice in a word" => estimated(shelf, &inputs),
        _ => tried(&book, &inputs, season),
    }
}

/// What becomes of figures where others are estimated (§3).
fn estimated(shelf: &Shelf, inputs: &Inputs) -> Result<Outputs, PlayError> {
    let estimates = Estimates::read(shelf).map_err(|error| error.to_string())?;
    let roll = u32::try_from(inputs.roll).unwrap_or(0);
    Ok(match inputs.probe.as_str() {
        "losses in a word" => {
            outputs(&[("toll", estimates.toll(inputs.percent).word().to_owned())])
        }
        "dice in a word" => outputs(&[("fell", estimates.fell(roll).word().to_owned())]),
        _ => {
            let by = inputs.by.ok_or("an estimate has its `by:`")?;
            let span = estimates.span(by, inputs.figure);
            outputs(&[("about", span.about.to_string()), ("bounds", span.to_string())])
        }
    })
}

/// What a power collects before dice are rolled (§16.1).
fn collected(shelf: &Shelf, mut book: Book, inputs: &Inputs) -> Result<Outputs, PlayError> {
    let power = inputs.power.as_deref().ok_or("an income has its `power:`")?;
    book.scenario.money = Some(BTreeMap::new());
    let book = book.paying(shelf).map_err(|error| error.to_string())?;
    let nation = |key: &str, power: &str| match book.lands.nation(power) {
        Some(_) => Ok(()),
        None => Err(PlayError::key(key, format!("unknown nation `{power}`"))),
    };
    nation("power", power)?;
    let mut state = State::new(&book);
    for (name, holder) in &inputs.held {
        nation("held", holder)?;
        let at = place(&book, name).map_err(|why| PlayError::key("held", why))?;
        book.city(at).ok_or_else(|| PlayError::key("held", format!("{name} is not a city")))?;
        state.held.insert(at, holder.clone());
    }
    for (province, to) in &inputs.titles {
        nation("titles", to)?;
        let event = ceded(&book, &state, (province, to));
        state.apply(&event.map_err(|why| PlayError::key("titles", why))?.into());
    }
    let income = income(&book, &state, power);
    let lines: Vec<String> = income.lines.iter().map(income_line).collect();
    Ok(outputs(&[
        ("points", income.points().to_string()),
        ("lines", lines.join(", ")),
        ("manpower", income.manpower.to_string()),
        ("trade", income.trade.to_string()),
    ]))
}

/// What troops cost a nation, or why it cannot buy them (§10.4, §10.5).
fn priced(book: &Book, inputs: &Inputs) -> Result<Outputs, PlayError> {
    let power = inputs.power.as_deref().ok_or("a price has its `power:`")?;
    book.lands
        .nation(power)
        .ok_or_else(|| PlayError::key("power", format!("unknown nation `{power}`")))?;
    let kind = |(name, count): (&String, &u32)| match book.troops.find(name) {
        Some(kind) => Ok((kind.name.clone(), *count)),
        None => Err(PlayError::key("troops", format!("no troops `{name}`"))),
    };
    let troops: Units = inputs.troops.iter().map(kind).collect::<Result<_, _>>()?;
    Ok(match purchase::price(book, power, &troops) {
        Ok((money, manpower)) => outputs(&[
            ("money", money.to_string()),
            ("manpower", manpower.to_string()),
            ("why not", "none".to_owned()),
        ]),
        Err(reason) => outputs(&[("why not", reasons::sentence(book, &reason))]),
    })
}

/// The inputs, if the probe has all of them.
fn checked(setup: &Value) -> Result<Inputs, PlayError> {
    let inputs: Inputs = keys::read(setup, INPUTS)?;
    let name = inputs.probe.as_str();
    if let Some(known) = vocabulary::inputs(name) {
        let written = setup.as_mapping().into_iter().flatten().filter_map(|(key, _)| key.as_str());
        let mut written = written.filter(|key| !["rules", "probe"].contains(key));
        if let Some(other) = written.find(|key| !known.contains(key)) {
            let why = format!(
                "the probe `{name}` has no input `{other}`; there are: {}",
                known.join(", ")
            );
            return Err(PlayError::key(other, why));
        }
    }
    inputs.within_bounds()?;
    Ok(inputs)
}

fn tried(book: &Book, inputs: &Inputs, season: Season) -> Result<Outputs, PlayError> {
    match inputs.probe.as_str() {
        "battle" => Ok(battle(book, inputs)),
        "modifiers" => {
            let modifiers = host::modifiers(&inputs.ours.means(), &inputs.theirs.means());
            let sum: i32 = modifiers.iter().map(|one| one.by).sum();
            let told = modifiers.iter().map(|one| format!("{:+} {}", one.by, one.what));
            let told = told.collect::<Vec<_>>().join(", ");
            Ok(outputs(&[("modifiers", told), ("sum", sum.to_string())]))
        }
        "overcommand" => {
            let less = host::overcommand(inputs.formations, inputs.rating);
            Ok(outputs(&[("less", less.to_string())]))
        }
        "morale" => {
            let units = u32::try_from(inputs.units.len()).unwrap_or(u32::MAX);
            let morale = host::morale(inputs.units.iter().sum(), units);
            Ok(outputs(&[("morale", morale.to_string())]))
        }
        "loss" => {
            let lost = losses::amount(inputs.hits, inputs.percent);
            Ok(outputs(&[("lost", lost.to_string())]))
        }
        "pursuit" => {
            let kind = inputs.kind.unwrap_or(BattleKind::Field);
            let percent = pursuit(kind, [false, true], [inputs.cavalry, 0]);
            Ok(outputs(&[("percent", percent.to_string())]))
        }
        "movement cost" => {
            let (from, to) = ends(book, inputs)?;
            let cost = book.cost(from, to).map_or("none".to_owned(), |cost| cost.to_string());
            Ok(outputs(&[("cost", cost), ("terrain", book.ground(to).to_owned())]))
        }
        "forage" => {
            let at = place(book, inputs.to.as_deref().ok_or("a forage has its `to:`")?)?;
            let percent = book.terrain(at).map_or(0, |ground| ground.attrition);
            let forage = book.forage(at, inputs.harvest);
            Ok(outputs(&[("forage", forage.to_string()), ("percent", percent.to_string())]))
        }
        "replacement" => {
            let line = book.troops.replacements.iter().find(|line| line.die == inputs.die);
            let line = line.ok_or("a die has the faces 1 to 6")?;
            Ok(outputs(&[
                ("rank", line.rank.clone()),
                ("battle", line.battle.to_string()),
                ("command", line.command.to_string()),
                ("combat", line.combat.to_string()),
                ("extra", line.extra.map_or("none", Extra::word).to_owned()),
            ]))
        }
        "supply" => {
            let at = place(book, inputs.to.as_deref().ok_or("supply has its `to:`")?)?;
            let sources: Result<BTreeSet<_>, String> =
                inputs.sources.iter().map(|name| place(book, name)).collect();
            let sources = sources?;
            let fed = supply::feeds(book, |source| sources.contains(&source), at, season);
            Ok(outputs(&[("in supply", if fed { "yes" } else { "no" }.to_owned())]))
        }
        other => Err(match names::nearest(other, vocabulary::probes()) {
            Some(meant) => {
                PlayError::key("probe", format!("there is no probe `{other}`; is it `{meant}`?"))
            }
            None => PlayError::key("probe", format!("there is no probe `{other}`")),
        }),
    }
}

fn ends(book: &Book, inputs: &Inputs) -> Result<(kit::ground::Space, kit::ground::Space), String> {
    let (from, to) = (inputs.from.as_deref(), inputs.to.as_deref());
    let (from, to) = from.zip(to).ok_or("a movement cost has its `from:` and `to:`")?;
    Ok((place(book, from)?, place(book, to)?))
}

fn battle(book: &Book, inputs: &Inputs) -> Outputs {
    let table = table(book, inputs.kind.unwrap_or(BattleKind::Field));
    let ratio = table.column(inputs.attack, inputs.defence);
    let one = |by| [Modifier { by, what: String::new() }];
    let shift = shift(&one(inputs.attacker), &one(inputs.defender));
    let column = table.shifted(ratio, shift);
    outputs(&[
        ("ratio", table.called(ratio).to_string()),
        ("column", table.called(column).to_string()),
        ("result", table.read(column, inputs.roll).to_string()),
    ])
}

fn outputs(lines: &[(&str, String)]) -> Outputs {
    lines.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}
