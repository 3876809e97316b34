//! Battles: who fights, on which table, day by day (§19.1 to §19.5).
//!
//! `camp.rs` says who stands together, `command.rs` who commands, `host.rs` counts a camp and its modifiers, `day.rs` fights one day, `retreat.rs` says where the
//! beaten may go. What a force means to do is asked of its commander in `stance`.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §10.4, §12.1, §19.1, §19.4, §19.5.

pub mod camp;
pub mod command;
mod day;
pub mod host;
pub mod retreat;

use crate::decisions::Topic;
use crate::march::losses;
use crate::orders::Part;
use crate::orders::senses::{Commander, Scene, Told};
use crate::position::Position;
use crate::record::estimate::Informant;
use crate::record::event::{BattleKind, ForceEvent, Held, Losses, PublicEvent, Stance, WarEvent};
use crate::record::state::{Formation, State};
use crate::season::turn::{BattleRecord, Intent, Turn};
use crate::sight::shares;
use kit::ground::Space;
use kit::ledger::{Question, Source};
use kit::rule::{Ask, Rule};
use sheet::condition::{Condition, Truth, WhyNot};
use std::collections::{BTreeMap, BTreeSet};

pub use camp::Camp;
pub use command::speaker;
pub use day::{pursuit, shift, table};

const STANCE: Rule = Rule("K05 §19.1");
const NIGHT: Rule = Rule("K05 §19.4");

/// Fights all battles of the turn, in the order of the hexes.
pub fn play(turn: &mut Turn) {
    harry(turn);
    let hexes: BTreeSet<Space> = turn.state.formations.values().map(|one| one.at).collect();
    for at in hexes {
        meet_all(turn, at);
    }
}

/// What the battles of one hex have come to so far, by the powers in it.
struct Field {
    at: Space,
    /// By which hexsides the troops of each came in.
    ways: BTreeMap<String, BTreeSet<Space>>,
    /// Who must leave it.
    beaten: BTreeSet<String>,
    /// Who is shut in.
    shut_in: BTreeSet<String>,
    /// Which camps have met.
    met: Vec<[Camp; 2]>,
}

impl Field {
    /// Whether two powers have already met in this hex, or one of them has left it.
    fn is_over(&self, state: &State, first: &str, second: &str) -> bool {
        let gone = |power: &str| {
            self.beaten.contains(power) || state.at(self.at).all(|one| one.power != power)
        };
        let have_met = |[ours, theirs]: &[Camp; 2]| {
            ours.has(first) && theirs.has(second) || ours.has(second) && theirs.has(first)
        };
        self.met.iter().any(have_met) || gone(first) || gone(second)
    }
}

/// Each power in a hex meets each that it is at war with and that is still there, who moved first before the
/// others; allies who are at war with the same fight beside it (§19.1).
fn meet_all(turn: &mut Turn, at: Space) {
    let order = |power: &&str| (turn.initiative(power), (*power).to_owned());
    let mut here: Vec<&str> = camp::present(&turn.state, at).into_iter().collect();
    if here.len() < 2 {
        return;
    }
    here.sort_by_key(order);
    let here: Vec<String> = here.into_iter().map(str::to_owned).collect();
    let ways = here.iter().map(|power| (power.clone(), retreat::came_ever(turn, at, power)));
    let (ways, beaten, shut_in) = (ways.collect(), BTreeSet::new(), BTreeSet::new());
    let mut field = Field { at, ways, beaten, shut_in, met: vec![] };
    for (nth, first) in here.iter().enumerate() {
        for second in &here[nth + 1..] {
            let state = &turn.state;
            if !state.at_war(first, second) || field.is_over(state, first, second) {
                continue;
            }
            let others = here.iter().filter(|one| ![first, second].contains(one));
            let others = others.filter(|one| !field.beaten.contains(*one)).map(String::as_str);
            let others: Vec<&str> = others.collect();
            let [ours, theirs] = Camp::opposed(state, [first, second], &others);
            let mut both = [&ours, &theirs];
            both.sort();
            both.into_iter().for_each(|camp| command::settle(turn, at, camp));
            meet(turn, &mut field, &ours, &theirs);
            field.met.push([ours, theirs]);
        }
    }
}

/// Marauders fall upon one formation of the enemy in their hex (§10.4).
///
/// Whom they find is drawn by lot, since the text does not say how much of an army their attack is on.
fn harry(turn: &mut Turn) {
    const HARRY: Rule = Rule("K05 §10.4");
    let bands: Vec<Formation> = turn
        .state
        .formations
        .values()
        .filter(|one| turn.state.is_band(turn.book, one))
        .cloned()
        .collect();
    for band in bands {
        let (state, book) = (&turn.state, turn.book);
        let mut targets: Vec<String> = state
            .at(band.at)
            .filter(|one| state.at_war(&one.power, &band.power))
            .map(|one| one.name.clone())
            .collect();
        if targets.is_empty() || !turn.state.formations.contains_key(&band.name) {
            continue;
        }
        let camp = Camp::of(state, band.at, &band.power);
        if stance(turn, &band.name, &camp, &Scene::default(), Stance::Attack) != Stance::Raid {
            continue;
        }
        let ask = HARRY.by(&band.name).at(book.atlas.name(band.at));
        if turn.book.estimates.is_some() {
            of_one_power(turn, &ask, &mut targets);
        }
        let at = if targets.len() > 1 { turn.ledger.draw(ask.clone(), &targets).index } else { 0 };
        let die = turn.ledger.dice(ask, 1, 6).faces[0];
        let percent = u32::from(die) * 5;
        let target = turn.state.formations[&targets[at]].clone();
        let lost = losses::share(book, &[&target], percent);
        turn.record(ForceEvent::Harried {
            who: band.name,
            power: band.power,
            at: band.at,
            target: target.name,
            of: target.power,
            die,
            percent,
            lost,
        });
    }
}

/// Keeps only the targets of one power, drawn by lot. A draw among formations of several powers would show each power
/// the names of the others', which estimates hide (§3).
fn of_one_power(turn: &mut Turn, ask: &Ask, targets: &mut Vec<String>) {
    let powers: BTreeSet<String> = targets.iter().map(|one| power_of(turn, one)).collect();
    let powers: Vec<String> = powers.into_iter().collect();
    if let [_, _, ..] = powers[..] {
        let power = &powers[turn.ledger.draw(ask.clone(), &powers).index];
        targets.retain(|one| power_of(turn, one) == *power);
    }
}

/// The power of a general or formation.
fn power_of(turn: &Turn, who: &str) -> String {
    let general = turn.state.generals.get(who).map(|one| &one.power);
    let power = general.or(turn.state.formations.get(who).map(|one| &one.power));
    power.cloned().unwrap_or_default()
}

/// What became of a condition: whether it held, if there was one, and what of it failed.
#[derive(Debug, Clone, Default)]
struct Answered {
    held: Option<Truth>,
    failed: Option<WhyNot>,
}

/// Evaluates a condition for the general or formation that speaks for a camp.
fn asked(turn: &Turn, who: &str, camp: &Camp, condition: &Condition, scene: &Scene) -> Answered {
    let power = power_of(turn, who);
    let state = &turn.state;
    let Some(at) = state.place_of(who) else {
        return Answered { held: Some(Truth::Unknown), failed: None };
    };
    let force: Vec<&Formation> = camp.troops(state, at).collect();
    let (book, known) = (turn.book, turn.known(&power));
    let scene = rounded(turn, &power, scene);
    let commander = Commander { book, known, at, force, scene };
    let held = condition.ask(&commander);
    let failed = (held != Truth::Yes).then(|| commander.why_not(condition));
    Answered { held: Some(held), failed }
}

/// The stance that the orders of a general or formation give, and what became of its condition.
fn ordered(turn: &Turn, who: &str, camp: &Camp, scene: &Scene) -> Option<(Stance, Answered)> {
    let (is, condition, otherwise) = turn.intents.get(who)?.stance.clone()?;
    let answered = condition.as_ref().map(|one| asked(turn, who, camp, one, scene));
    let answered = answered.unwrap_or_default();
    let stance = match answered.held {
        None | Some(Truth::Yes) => is,
        Some(Truth::No | Truth::Unknown) => otherwise.unwrap_or(Stance::Defend),
    };
    Some((stance, answered))
}

/// What somebody does with the enemy: his entry's word, a ruling's, or the default (§19.1).
fn stance(turn: &mut Turn, who: &str, camp: &Camp, scene: &Scene, default: Stance) -> Stance {
    let said = ordered(turn, who, camp, scene);
    let (said, answered) =
        said.map_or_else(Default::default, |(is, answered)| (Some(is), answered));
    let question = Question {
        ask: STANCE.by(who).at(place_of(turn, who)),
        decider: power_of(turn, who),
        decision: Topic::Stance.decision(),
        options: ["attack", "defend", "besiege", "raid"].map(str::to_owned).to_vec(),
        default: default.word().to_owned(),
        needs_human: false,
    };
    let said = said.map(|stance| (stance.word().to_owned(), Source::Entry));
    turn.asked.insert((who.to_owned(), Part::Stance));
    Stance::read(&decide(turn, who, question, said, answered)).unwrap_or(default)
}

/// Asks the ledger for a commander's choice, and tells his side what answered.
fn decide(
    turn: &mut Turn,
    who: &str,
    question: Question,
    said: Option<(String, Source)>,
    Answered { held, failed }: Answered,
) -> String {
    let (power, topic) = (question.decider.clone(), question.decision.topic().to_owned());
    let answer = turn.ledger.decide(question, said);
    if let Some(at) = turn.state.place_of(who) {
        let (who, choice) = (who.to_owned(), answer.choice.clone());
        let (source, held) = (answer.source, held.map(Held::from));
        turn.record(WarEvent::Decided { power, who, at, topic, choice, source, held, failed });
    }
    answer.choice
}

fn place_of(turn: &Turn, who: &str) -> String {
    turn.state.place_of(who).map(|at| turn.book.atlas.name(at)).unwrap_or_default()
}

/// What a side does without orders: behind its own walls it defends, unless some of it moved (§19.1).
pub fn without_orders(walls: bool, moved: bool) -> Stance {
    if walls && !moved { Stance::Defend } else { Stance::Attack }
}

/// Two camps in one hex: what each wants, and what comes of it.
fn meet(turn: &mut Turn, field: &mut Field, first: &Camp, second: &Camp) {
    let (book, state, at) = (turn.book, &turn.state, field.at);
    let master = state.master_of_walls(book, at);
    let walls = |camp: &Camp| master.is_some_and(|master| camp.is_allied(state, master));
    let inside = [first, second].into_iter().position(walls);
    let mut wants = vec![];
    for (nth, (camp, other)) in [(first, second), (second, first)].into_iter().enumerate() {
        let stands = |intent: &Intent| intent.stance.is_some();
        let Some(who) = command::voice(turn, at, camp, stands) else { return };
        let scene = scene(turn, at, camp, other, SoFar::default());
        let moved = camp.troops(&turn.state, at).any(|one| turn.entered.contains_key(&one.name));
        let default = without_orders(inside == Some(nth), moved);
        let want = stance(turn, &who, camp, &scene, default);
        command::tell_overruled(turn, at, camp, &scene, want, &who);
        wants.push(want);
    }
    if wants[0] == Stance::Raid || wants[1] == Stance::Raid {
        let raider = usize::from(wants[1] == Stance::Raid);
        turn.raiders.push((at, [first, second][raider].clone()));
    }
    if let Some(besieged) = inside.filter(|nth| !wants[*nth].attacks()) {
        let (inner, outer) = if besieged == 0 { (first, second) } else { (second, first) };
        match wants[1 - besieged] {
            Stance::Attack | Stance::Raid => fight(turn, field, BattleKind::Siege, outer, inner),
            Stance::Besiege => invest(turn, field, outer, inner),
            Stance::Defend => stand_off(turn, at, [first, second]),
        }
        return;
    }
    match (wants[0].attacks(), wants[1].attacks()) {
        (true, true) => fight(turn, field, BattleKind::Meeting, first, second),
        (true, false) => fight(turn, field, BattleKind::Field, first, second),
        (false, true) => fight(turn, field, BattleKind::Field, second, first),
        (false, false) => stand_off(turn, at, [first, second]),
    }
}

/// The powers of some camps that have troops in a hex.
fn powers(turn: &Turn, at: Space, camps: &[&Camp]) -> Vec<String> {
    let here = camps.iter().flat_map(|camp| camp.troops(&turn.state, at));
    here.map(|one| one.power.clone()).collect::<BTreeSet<_>>().into_iter().collect()
}

fn stand_off(turn: &mut Turn, at: Space, camps: [&Camp; 2]) {
    let powers = powers(turn, at, &camps);
    turn.record(WarEvent::StoodOff { at, powers });
}

/// A fortress is shut in: who is inside loses by it, once however many shut it in.
fn invest(turn: &mut Turn, field: &mut Field, outer: &Camp, inner: &Camp) {
    let (at, percent) = (field.at, turn.book.figures.besieged);
    let by = outer.troops(&turn.state, at).next().map(|one| one.power.clone());
    for of in powers(turn, at, &[inner]) {
        if !field.shut_in.insert(of.clone()) {
            continue;
        }
        let force: Vec<&Formation> = turn.state.at(at).filter(|one| one.power == of).collect();
        let lost = losses::share(turn.book, &force, percent);
        turn.record(WarEvent::Invested {
            at,
            by: by.clone().unwrap_or_default(),
            of,
            percent,
            lost,
        });
    }
}

/// What a commander sees of the enemy before him.
fn scene(turn: &Turn, at: Space, camp: &Camp, other: &Camp, so_far: SoFar) -> Scene {
    let sides = [camp, other].map(|camp| host::of_powers(turn, at, camp));
    let [ours, theirs] = sides.each_ref().map(|side| {
        let sum = |of: fn(&(u32, u32)) -> u32| side.values().map(of).sum::<u32>();
        (sum(|(combat, _)| *combat), sum(|(_, units)| *units))
    });
    let met = speaker(turn, at, other).filter(|who| turn.state.generals.contains_key(who));
    Scene {
        strengths: Some((ours.0, theirs.0)),
        units: Some((ours.1, theirs.1)),
        sides,
        losses: (so_far.lost[0], so_far.lost[1]),
        told: so_far.told,
        day: so_far.day,
        met,
        ..Scene::default()
    }
}

/// The scene as a power sees it where others are estimated (§3): its own figures exactly; of each other power what
/// contact tells, and after a day of battle what is told of that day.
fn rounded(turn: &Turn, power: &str, scene: &Scene) -> Scene {
    let Some(estimates) = &turn.book.estimates else { return scene.clone() };
    let about = |figure: u32| match figure {
        0 => 0,
        figure => estimates.span(Informant::Contact, figure).about,
    };
    let is_own = |name: &str| shares(turn.book, &turn.state, power, name);
    let sum = |side: &BTreeMap<String, (u32, u32)>, of: fn(&(u32, u32)) -> u32| -> u32 {
        let each = side.iter().map(|(name, figures)| (is_own(name), of(figures)));
        each.map(|(is_own, figure)| if is_own { figure } else { about(figure) }).sum()
    };
    let [ours, theirs] = &scene.sides;
    let both = |of| (sum(ours, of), sum(theirs, of));
    let mut seen = Scene {
        strengths: scene.strengths.map(|_| both(|(combat, _)| *combat)),
        units: scene.units.map(|_| both(|(_, units)| *units)),
        ..scene.clone()
    };
    let Some([of_us, of_them]) = scene.told else { return seen };
    let alone = ours.keys().all(|name| is_own(name));
    let own = |figure: u32, told: u32| if alone { figure } else { told };
    let exact = |both: Option<(u32, u32)>| both.map_or(0, |(ours, _)| ours);
    seen.strengths = Some((own(exact(scene.strengths), of_us.combat), of_them.combat));
    seen.units = Some((own(exact(scene.units), of_us.units), of_them.units));
    seen.losses = (own(scene.losses.0, of_us.lost), of_them.lost);
    seen
}

/// Fights a battle to its end.
fn fight(turn: &mut Turn, field: &mut Field, kind: BattleKind, attacker: &Camp, defender: &Camp) {
    let (at, camps) = (field.at, [attacker, defender]);
    let both = camps.map(|camp| powers(turn, at, &[camp]));
    let generals = camps.map(|camp| {
        command::generals(turn, at, camp).into_iter().map(|one| one.name.clone()).collect()
    });
    let came = camps.map(|camp| retreat::came(turn, at, camp));
    // The hexsides by which anybody came who is at war with them.
    let enemy_came = camps.map(|camp| {
        let enemies = field.ways.iter().filter(|(power, _)| camp.fights(&turn.state, power));
        enemies.flat_map(|(_, ways)| ways.iter().copied()).collect::<BTreeSet<_>>()
    });
    turn.battles.push(BattleRecord { at, kind, generals });
    let mut so_far = SoFar::default();
    let goes = loop {
        so_far.day += 1;
        let outcome = day::fight(turn, at, kind, camps, so_far.day);
        so_far.add(&outcome);
        let gone = camps.map(|camp| camp.is_gone(&turn.state, at));
        if gone[0] || gone[1] || outcome.goes[0] || outcome.goes[1] {
            break [outcome.goes[0] || gone[0], outcome.goes[1] || gone[1]];
        }
        let leaves = [(attacker, defender, so_far), (defender, attacker, so_far.of_the_other())]
            .map(|(camp, other, so_far)| breaks_off(turn, at, camp, other, so_far));
        if leaves[0] || leaves[1] {
            break leaves;
        }
    };
    let winner = match goes {
        [true, false] => both[1].clone(),
        [false, true] => both[0].clone(),
        _ => vec![],
    };
    let [ours, theirs] = both;
    turn.record(PublicEvent::BattleEnded {
        at,
        kind,
        attacker: ours,
        defender: theirs,
        winner,
        days: so_far.day,
    });
    for (nth, camp) in camps.into_iter().enumerate().filter(|(nth, _)| goes[*nth]) {
        let attacks = nth == 0 || kind == BattleKind::Meeting;
        field.beaten.extend(camp.powers().cloned());
        retreat::remember(turn, (at, camp), came[nth].clone(), enemy_came[nth].clone(), attacks);
    }
}

/// Whether a camp leaves in the night (§19.4).
fn breaks_off(turn: &mut Turn, at: Space, camp: &Camp, other: &Camp, so_far: SoFar) -> bool {
    let leaves = |intent: &Intent| intent.break_off.is_some();
    let Some(who) = command::voice(turn, at, camp, leaves) else { return false };
    let scene = scene(turn, at, camp, other, so_far);
    let condition = turn.intents.get(&who).and_then(|intent| intent.break_off.clone());
    let answered = condition.map(|condition| asked(turn, &who, camp, &condition, &scene));
    let answered = answered.unwrap_or_default();
    let said = answered.held.and_then(|truth| match truth {
        Truth::Yes => Some(("yes".to_owned(), Source::Entry)),
        Truth::No => Some(("no".to_owned(), Source::Entry)),
        Truth::Unknown => None,
    });
    let question = Question {
        ask: NIGHT.by(&who).at(turn.book.atlas.name(at)),
        decider: power_of(turn, &who),
        decision: Topic::BreakOff.decision(),
        options: vec!["yes".to_owned(), "no".to_owned()],
        default: "no".to_owned(),
        needs_human: false,
    };
    turn.asked.insert((who.clone(), Part::BreakOff));
    let leaves = decide(turn, &who, question, said, answered) == "yes";
    if leaves {
        let (power, powers) = (power_of(turn, &who), powers(turn, at, &[camp, other]));
        turn.record(WarEvent::BrokeOff { at, power, powers });
    }
    leaves
}

/// What one day came to.
struct Outcome {
    lost: (Losses, Losses),
    /// Whether the attacker, and the defender, must go.
    goes: [bool; 2],
    /// What is told of both, where others are estimated.
    told: Option<[Told; 2]>,
}

/// What a battle has come to, by the side that is asked and the other.
#[derive(Clone, Copy, Default)]
struct SoFar {
    day: u32,
    /// Hits lost.
    lost: [u32; 2],
    told: Option<[Told; 2]>,
}

impl SoFar {
    fn add(&mut self, outcome: &Outcome) {
        let (ours, theirs) = &outcome.lost;
        self.lost[0] += losses::count(ours);
        self.lost[1] += losses::count(theirs);
        let before = self.told.unwrap_or_default().map(|told| told.lost);
        self.told = outcome.told.map(|[ours, theirs]| {
            [
                Told { lost: ours.lost + before[0], ..ours },
                Told { lost: theirs.lost + before[1], ..theirs },
            ]
        });
    }

    fn of_the_other(self) -> Self {
        let [lost, others] = self.lost;
        Self { lost: [others, lost], told: self.told.map(|[one, other]| [other, one]), ..self }
    }
}
