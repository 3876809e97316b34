//! Who stands where: our forces in full, allies, enemy stacks as the map shows them, and ships.

use crate::book::Book;
use crate::book::spelling::place;
use crate::land::cut::{self, Cut};
use crate::land::supply::{self, Land, Moment};
use crate::politics::revolts;
use crate::record::state::{Anchorage, Force, ForceId};
use crate::sight::known::{Known, Stack};
use kit::calendar::Season;
use kit::ground::Space;
use kit::names::capital;
use serde::Serialize;
use std::collections::BTreeMap;

/// One force of our side.
#[derive(Debug, Serialize)]
pub struct ForceLine {
    pub power: String,
    pub name: String,
    pub army: String,
    pub at: String,
    pub terrain: String,
    /// The leaders under the commander.
    pub under: String,
    /// The units and how many steps they have.
    pub units: String,
    pub steps: u32,
    pub support: String,
    /// Whether it is fed: `in supply`, `out of supply`.
    pub supply: String,
    /// What else is to say of its state.
    pub note: String,
}

/// What many have in common, and who they are.
#[derive(Debug, Serialize)]
pub struct Group {
    pub head: String,
    pub all: String,
}

/// Forces and ships in lines, as a text has them.
#[derive(Debug, Serialize)]
pub struct InLines {
    forces_told: Vec<String>,
    allies_told: Vec<String>,
    /// How our forces are fed, each way once.
    supply: Vec<Group>,
    enemies_told: Vec<Group>,
    /// The ships of both sides.
    ships: Vec<Group>,
}

impl InLines {
    pub fn of(
        (forces, allies): (&[ForceLine], &[ForceLine]),
        enemies: &[EnemyLine],
        (squadrons, sails): (&[SquadronLine], &[SquadronLine]),
    ) -> Self {
        let ally = |force: &ForceLine| format!("{}, {}", force.power, force_told(force));
        Self {
            forces_told: forces.iter().map(force_told).collect(),
            allies_told: allies.iter().map(ally).collect(),
            supply: supply_told(forces),
            enemies_told: enemies_told(enemies),
            ships: [squadrons, sails].into_iter().flat_map(ships_told).collect(),
        }
    }
}

/// How our troops are fed, each way once. Who has none needs no supply.
fn supply_told(forces: &[ForceLine]) -> Vec<Group> {
    let mut ways: Vec<(&str, Vec<&ForceLine>)> = vec![];
    for force in forces.iter().filter(|force| force.steps > 0) {
        match ways.iter_mut().find(|(way, _)| *way == force.supply) {
            Some((_, all)) => all.push(force),
            None => ways.push((&force.supply, vec![force])),
        }
    }
    // What is as it should be comes first, and needs no names if nothing else is told.
    ways.sort_by_key(|(way, _)| *way != "in supply");
    let alone = ways.len() == 1;
    let group = |(way, all): (&str, Vec<&ForceLine>)| {
        let names: Vec<&str> = all.iter().map(|force| force.name.as_str()).collect();
        let all = match (alone, names.as_slice()) {
            (true, [_, _, ..]) => "All of them".to_owned(),
            _ => names.join(", "),
        };
        Group { head: capital(&all), all: way.to_owned() }
    };
    ways.into_iter().map(group).collect()
}

/// Stacks or ships of which the same is known, by their power.
fn grouped(lines: impl Iterator<Item = (String, String)>) -> Vec<Group> {
    let mut all: Vec<Group> = vec![];
    for (head, one) in lines {
        match all.iter_mut().find(|group| group.head == head) {
            Some(group) => group.all.push_str(&format!("; {one}")),
            None => all.push(Group { head, all: one }),
        }
    }
    all
}

/// Enemy stacks by power and by how they are known.
fn enemies_told(stacks: &[EnemyLine]) -> Vec<Group> {
    grouped(stacks.iter().map(|stack| {
        let notes = [stack.note.as_str(), stack.strength.as_str()];
        let notes: Vec<&str> = notes.into_iter().filter(|note| !note.is_empty()).collect();
        let notes = match notes.is_empty() {
            true => String::new(),
            false => format!(" ({})", notes.join("; ")),
        };
        let one = format!("{} at {}{notes}", stack.who, stack.at);
        (format!("{}, {}", stack.power, stack.how), one)
    }))
}

/// Squadrons by power, and by how they are known.
fn ships_told(squadrons: &[SquadronLine]) -> Vec<Group> {
    grouped(squadrons.iter().map(|squadron| {
        let how = match squadron.how.as_str() {
            "" => String::new(),
            how => format!(", {how}"),
        };
        let ships = if squadron.fleets.is_empty() { "ships" } else { &squadron.fleets };
        (format!("{}{how}", squadron.power), format!("{ships} {}", squadron.at))
    }))
}

/// One enemy stack.
#[derive(Debug, Serialize)]
pub struct EnemyLine {
    pub power: String,
    pub who: String,
    pub at: String,
    /// Its steps, if a battle has shown them, and when.
    pub strength: String,
    /// How it is known: `in sight`, `last seen in spring 1800`.
    pub how: String,
    pub seen: bool,
    pub note: String,
}

/// One squadron, ours or theirs.
#[derive(Debug, Serialize)]
pub struct SquadronLine {
    pub power: String,
    pub at: String,
    pub fleets: String,
    /// How it is known; empty for our own.
    pub how: String,
}

/// How a force of one's own is fed: the last check said so, and a line is open now or not.
#[derive(Debug)]
pub enum Fed {
    /// Out of supply, and no line is open: why.
    Out(String),
    OutThoughOpen,
    /// In supply, and no line is open: why.
    InThoughShut(String),
}

/// How one's own forces are fed: those of whom there is something to say.
pub fn fed(book: &Book, known: &Known) -> BTreeMap<ForceId, Fed> {
    let own = known.ours.values().filter(|force| force.power == known.power);
    let land = Land::of(book, known, &known.power);
    let all = own.filter(|force| force.unsupplied || !force.units.is_empty()).filter_map(|force| {
        let why = no_line(book, known, (&land, &Moment::default()), force);
        let fed = match (force.unsupplied, why) {
            (true, Some(why)) => Fed::Out(why),
            (true, None) => Fed::OutThoughOpen,
            (false, Some(why)) => Fed::InThoughShut(why),
            (false, None) => return None,
        };
        Some((force.id, fed))
    });
    all.collect()
}

/// Our own forces: armies first, then leaders, then troops alone.
pub fn own<'f>(
    book: &Book,
    own: impl Iterator<Item = &'f Force> + Clone,
    fed: &BTreeMap<ForceId, Fed>,
) -> Vec<ForceLine> {
    let mut all = lines(book, own.clone());
    for (force, fed) in own.filter_map(|force| Some((force, fed.get(&force.id)?))) {
        let told = match fed {
            Fed::Out(why) => format!("out of supply: {why}"),
            Fed::OutThoughOpen => {
                "out of supply until it acts or fights, also at the season's end, though a line is open"
                    .to_owned()
            }
            Fed::InThoughShut(why) => {
                format!("in supply until it acts or is attacked, though no line is open now: {why}")
            }
        };
        let (name, at) = (name(book, force), place(book, force.at));
        if let Some(line) = all.iter_mut().find(|line| line.name == name && line.at == at) {
            line.supply = told;
        }
    }
    all
}

/// Our allies' forces.
pub fn allies(book: &Book, known: &Known) -> Vec<ForceLine> {
    lines(book, known.ours.values().filter(|force| force.power != known.power))
}

fn lines<'f>(book: &Book, forces: impl Iterator<Item = &'f Force>) -> Vec<ForceLine> {
    let mut forces: Vec<&Force> = forces.collect();
    forces.sort_by_key(|force| (force.army.is_none(), force.leaders.is_empty(), name(book, force)));
    forces.into_iter().map(|force| line(book, force)).collect()
}

/// Why no line of supply leads to a place, as far as a power knows: which link is missing, and who
/// stands between (NIA §6.2.1).
pub fn no_line(
    book: &Book,
    known: &Known,
    (land, moment): (&Land, &Moment),
    force: &Force,
) -> Option<String> {
    if supply::is_always_fed(book, force) || supply::line_of(land, force, moment).is_some() {
        return None;
    }
    let nation = supply::nation(book, force);
    Some(match cut::cut(land, nation, force.at, moment)? {
        Cut::Nowhere { sources } => {
            let sources: Vec<String> = sources.iter().map(|at| place(book, *at)).collect();
            let whom = book.people.adjective(nation);
            match sources.is_empty() {
                true => format!("no town that feeds {whom} troops is in the hands of your side"),
                false => format!(
                    "no link of yours that leads on is near; the nearest that feeds {whom} troops: {}",
                    sources.join(", ")
                ),
            }
        }
        Cut::Far { from, to, points, depot } => {
            let linked = |at: Space| {
                format!("; a leader's `drop: depot` at {} would link them", place(book, at))
            };
            format!(
                "from {} to {}, the next link, it is {points} points, and {} is the most{}",
                place(book, from),
                place(book, to),
                supply::SPAN,
                depot.map(linked).unwrap_or_default()
            )
        }
        Cut::Barred { from, to, at } => {
            let (from, to) = (place(book, from), place(book, to));
            format!("{}, on the way from {from} to {to}", bar(book, known, at))
        }
    })
}

/// What is known to bar a hex: troops in it, an army beside it, or walls.
fn bar(book: &Book, known: &Known, at: Space) -> String {
    let here = place(book, at);
    let foes = || known.enemies().filter(|stack| known.is_foe(&stack.power) && !stack.inside);
    let who = |stack: &Stack| match &stack.leader {
        Some(leader) => leader.clone(),
        None => format!("{} of {}", without_leader(stack), book.people.title(&stack.power)),
    };
    let zone = |stack: &&Stack| stack.army && book.atlas.distance(stack.at, at) == 1;
    if let Some(stack) = foes().find(|stack| stack.at == at) {
        let stands = if stack.leader.is_none() && !stack.army { "stand" } else { "stands" };
        return format!("{} {stands} at {here}", who(stack));
    }
    if let Some(stack) = foes().find(zone) {
        return format!("{here} lies beside the army of {}", who(stack));
    }
    format!("the enemy holds the fortress {here}")
}

fn name(book: &Book, force: &Force) -> String {
    force.name(&book.atlas, &book.units)
}

fn line(book: &Book, force: &Force) -> ForceLine {
    let mut notes = vec![];
    if force.inside {
        notes.push("besieged inside the fortress".to_owned());
    } else if let Some(level) = force.siege {
        notes.push(format!("besieging, siege marker {level}"));
    }
    if force.demoralized {
        notes.push("demoralized".to_owned());
    }
    if force.reserve.is_some() {
        notes.push("in reserve".to_owned());
    }
    if let Some(toward) = force.bridge {
        notes.push(format!("bridging toward {}", place(book, toward)));
    }
    notes.extend(revolts::note(book, force));
    ForceLine {
        power: book.people.title(&force.power).to_owned(),
        name: name(book, force),
        army: force.army.clone().unwrap_or_default(),
        at: place(book, force.at),
        terrain: book.atlas.hex(force.at).terrain.word().to_owned(),
        under: force.leaders.get(1..).unwrap_or_default().join(", "),
        units: counted(book, force),
        steps: force.steps(),
        support: support(force),
        supply: if force.unsupplied { "out of supply" } else { "in supply" }.to_owned(),
        note: notes.join("; "),
    }
}

/// A force but for its supply: `Bonaparte at Genoa W3633 (clear), Army of Italy, with Lannes: +1 InfC (2 steps)`.
fn force_told(force: &ForceLine) -> String {
    let ForceLine { name, at, terrain, .. } = force;
    let town = at.rsplit_once(' ').map_or(at.as_str(), |(town, _)| town);
    // Troops without a leader are called by their place.
    let who = match name.strip_suffix(town) {
        Some(head) => format!("{head}{at}"),
        None => format!("{name} at {at}"),
    };
    let army = match force.army.as_str() {
        "" => String::new(),
        army => format!(", {army}"),
    };
    let under = match force.under.as_str() {
        "" => String::new(),
        under => format!(", with {under}"),
    };
    let has = [&force.units, &force.support, &force.note].into_iter();
    let has: Vec<&str> = has.filter(|one| !one.is_empty()).map(String::as_str).collect();
    let has = if has.is_empty() { String::new() } else { format!(": {}", has.join("; ")) };
    format!("{who} ({terrain}){army}{under}{has}")
}

/// Units with the sum of their steps.
fn counted(book: &Book, force: &Force) -> String {
    match (units(book, force), force.steps()) {
        (none, 0) => none,
        (units, 1) => format!("{units} (1 step)"),
        (units, steps) => format!("{units} ({steps} steps)"),
    }
}

/// Units by kind, alike ones counted: `3 x +2 InfC, reduced 0 Dutch InfC`.
pub fn units(book: &Book, force: &Force) -> String {
    let mut counted: BTreeMap<String, u32> = BTreeMap::new();
    let mut order = vec![];
    for unit in &force.units {
        let foreign = unit.nation != force.power;
        let nation = if foreign {
            format!("{} ", book.people.adjective(&unit.nation))
        } else {
            String::new()
        };
        let written = format!("{nation}{}", book.units.write(unit));
        if !counted.contains_key(&written) {
            order.push(written.clone());
        }
        *counted.entry(written).or_default() += 1;
    }
    let tell = |written: &String| match counted[written] {
        1 => written.clone(),
        count => format!("{count} x {written}"),
    };
    order.iter().map(tell).collect::<Vec<_>>().join(", ")
}

/// The support units of a force: `2 trains, 1 engineer`.
pub fn support(force: &Force) -> String {
    let count = |number: u8, one: &str, many: &str| match number {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {many}")),
    };
    let all = [
        count(force.trains, "train", "trains"),
        count(force.depots, "depot", "depots"),
        count(force.engineers, "engineer", "engineers"),
    ];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Enemy stacks, by power and place.
pub fn enemies(book: &Book, known: &Known) -> Vec<EnemyLine> {
    let line = |stack: &Stack| EnemyLine {
        power: whose(book, &stack.power, known.is_foe(&stack.power)),
        who: match (&stack.leader, stack.army) {
            (Some(leader), true) => format!("{leader} with an army"),
            (Some(leader), false) => leader.clone(),
            (None, _) => without_leader(stack).to_owned(),
        },
        at: place(book, stack.at),
        strength: strength(known, stack),
        how: how(stack.last),
        seen: stack.last.is_none(),
        note: {
            let notes = [
                (stack.inside, "inside the fortress"),
                (stack.besieging, "besieging"),
                (stack.demoralized, "demoralized"),
                (stack.rising, "in revolt"),
            ];
            let held = notes.into_iter().filter(|(holds, _)| *holds).map(|(_, note)| note);
            held.collect::<Vec<_>>().join(", ")
        },
    };
    known.theirs.iter().map(line).collect()
}

/// Whose others are, and that they are no enemies where they are not.
fn whose(book: &Book, power: &str, is_foe: bool) -> String {
    let title = book.people.title(power);
    if is_foe { title.to_owned() } else { format!("{title} (at peace)") }
}

/// What a stack is called that nobody leads. What is in it does not show, so it may be a train, a depot or
/// engineers alone (NIA §1.3); who has an army's marker, besieges or is in disorder has units.
pub fn without_leader(stack: &Stack) -> &'static str {
    match (stack.army, stack.besieging || stack.demoralized) {
        (true, _) => "an army",
        (false, true) => "troops",
        (false, false) => "troops or a train",
    }
}

/// What a battle has shown of a stack: in halves of a step, so half a step is rounded up.
fn strength(known: &Known, stack: &Stack) -> String {
    let leader = stack.leader.as_ref();
    let Some((leader, halves)) = leader.and_then(|l| Some((l, known.strengths.get(l)?))) else {
        return String::new();
    };
    let when = known.counted.get(leader).map(|season| format!(" in {season}"));
    let (steps, when) = (halves.div_ceil(2), when.unwrap_or_default());
    format!("{steps} step{}, counted{when}", if steps == 1 { "" } else { "s" })
}

fn how(last: Option<Season>) -> String {
    last.map_or_else(|| "in sight".to_owned(), |season| format!("last seen in {season}"))
}

fn anchorage(book: &Book, at: &Anchorage) -> String {
    match at {
        Anchorage::Harbour(space) => format!("in harbour at {}", place(book, *space)),
        Anchorage::Sea(sea) => format!("at sea, {sea}"),
        Anchorage::Blockading(space) => format!("blockading {}", place(book, *space)),
        Anchorage::Corsairs => "hunting corsairs".to_owned(),
    }
}

/// Squadrons of our side.
pub fn squadrons(book: &Book, known: &Known) -> Vec<SquadronLine> {
    let line = |squadron: &crate::record::state::Squadron| SquadronLine {
        power: book.people.title(&squadron.power).to_owned(),
        at: anchorage(book, &squadron.at),
        fleets: squadron.fleets.join(", "),
        how: String::new(),
    };
    known.squadrons.iter().map(line).collect()
}

/// Enemy sails.
pub fn sails(book: &Book, known: &Known) -> Vec<SquadronLine> {
    let line = |sail: &crate::sight::known::Sail| SquadronLine {
        power: whose(book, &sail.power, known.is_foe(&sail.power)),
        at: anchorage(book, &sail.at),
        fleets: match sail.fleets {
            0 => String::new(), // Not counted when it was seen.
            1 => "one fleet".to_owned(),
            many => format!("{many} fleets"),
        },
        how: how(sail.last),
    };
    known.sails.iter().map(line).collect()
}
