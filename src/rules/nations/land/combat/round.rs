//! One round of battle: lead and subordinate, both rolls, losses, casualty checks (NIA §8.2).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.1, §15.3.

use crate::book::cards::Effect;
use crate::book::units::{Size, Unit};
use crate::book::war::{BattleSize, Cell};
use crate::cards;
use crate::decisions::Topic;
use crate::land::combat::leaders;
use crate::land::combat::losses::{self, Bill};
use crate::land::combat::tactics;
use crate::land::combat::{Battle, Side, host};
use crate::land::reckon::host::Host;
use crate::land::reckon::round::{self as figures, Front, Reckoning, Setting};
use crate::land::reform;
use crate::orders::choices as will;
use crate::orders::choices::Will;
use crate::orders::senses::{Met, Scene};
use crate::position::Position;
use crate::record::event::{BattleEvent, Cause, Fighter, Modifier, Throw, Winner};
use crate::record::state::{Force, ForceId};
use crate::turn::Turn;
use kit::decision::Path;
use kit::ledger::Source;
use kit::rule::Rule;

const LEAD: Rule = Rule("NIA §8.2.3");
const ROLL: Rule = Rule("NIA §8.2.4");
const MORALE: Rule = Rule("NIA §8.1.2");

/// What a side sees and wants in the middle of a battle.
pub fn will(turn: &Turn, battle: &Battle, side: Side) -> Will {
    let (ours, theirs) = (battle.forces(turn, side), battle.forces(turn, side.other()));
    let met = leaders::overall(turn, &theirs).map(|id| Met::of(turn.state.force(id)));
    let halves = (host(turn, &ours).halves(), host(turn, &theirs).halves());
    let (a, d) = battle.lost;
    let (losses, words) = match side {
        Side::Attacker => ((a, d), battle.words.clone()),
        Side::Defender => ((d, a), None),
    };
    let scene = Scene { met, halves: Some(halves), losses: Some(losses), ..Scene::default() };
    Will { scene, words }
}

/// A side as it goes into a round: its front, its will, the morale it fights with.
struct Ready {
    ids: Vec<ForceId>,
    front: Front,
    will: Will,
    morale: u8,
    /// Whether a card keeps the first loss from the guard that leads.
    guard: bool,
    /// Whether its morale was chosen among equals, so that half the losses follow it.
    bound: bool,
}

impl Ready {
    fn parts(&self) -> (&[ForceId], &Front, &Will) {
        (&self.ids, &self.front, &self.will)
    }
}

/// Fights one round and takes its losses; nobody wins where neither result decides (NIA §8.3.1).
pub fn fight(turn: &mut Turn, battle: &mut Battle) -> Winner {
    let mut attacker = ready(turn, battle, Side::Attacker);
    let mut defender = ready(turn, battle, Side::Defender);
    mass_guns(turn, battle, &mut attacker.front.host, &mut defender.front.host);
    let setting = setting(turn, battle);
    let mut reckoning = figures::reckon(turn.book, &setting, &attacker.front, &defender.front);
    battle.size = reckoning.size;
    battle.morale = (attacker.morale, defender.morale);
    if let Some(winner) = reckoning.destroyed {
        return ruin(turn, battle, [&attacker, &defender], &reckoning, winner);
    }
    play_cards(turn, battle, &mut reckoning);
    let wills = [&attacker.will, &defender.will];
    let tacticians = tactics::play(turn, battle, wills, &mut reckoning);
    [attacker.front.tactician, defender.front.tactician] = tacticians;
    let (ours, our_cell) = roll(turn, battle, &attacker, &reckoning, Side::Attacker);
    let (theirs, their_cell) = roll(turn, battle, &defender, &reckoning, Side::Defender);
    let winner = figures::winner(our_cell, their_cell);
    record(turn, battle, &reckoning, (ours, theirs), winner);
    // Nobody can cost the enemy more than he has steps himself (§8.2.4).
    let to_defender = figures::inflicted(our_cell, &attacker.front.host);
    let to_attacker = figures::inflicted(their_cell, &defender.front.host);
    let guards = [&attacker, &defender].map(|side| guard_in_lead(turn, side));
    let defenders = lose(turn, &defender, to_defender, our_cell);
    let attackers = lose(turn, &attacker, to_attacker, their_cell);
    battle.lost = (attackers, defenders);
    let [ours, theirs] = [(&attacker, guards[0]), (&defender, guards[1])]
        .map(|(side, before)| before > guard_in_lead(turn, side));
    battle.guard_lost = (ours, theirs);
    battle.headless.0 |= casualties(turn, attacker.parts(), their_cell, reckoning.attacker_safe);
    battle.headless.1 |= casualties(turn, defender.parts(), our_cell, reckoning.defender_safe);
    let gone = |side| battle.forces(turn, side).is_empty();
    match (gone(Side::Attacker), gone(Side::Defender)) {
        (false, true) => Winner::Attacker,
        (true, _) => Winner::Defender,
        (false, false) => winner,
    }
}

/// Cards that help a side in this round, the attacker's first (NIA §11.1).
fn play_cards(turn: &mut Turn, battle: &Battle, reckoning: &mut Reckoning) {
    for side in [Side::Attacker, Side::Defender] {
        let who = name(turn, &battle.forces(turn, side));
        let powers = battle.powers(turn, side);
        let zeal = cards::zeal(turn, &battle.forces(turn, side), battle.at);
        let card = powers.iter().find_map(|power| cards::offer(turn, Effect::Battle, power, &who));
        let card = card.map(|card| Modifier { what: format!("card {}", card.card), by: card.by });
        let helped = match side {
            Side::Attacker => &mut reckoning.attacker,
            Side::Defender => &mut reckoning.defender,
        };
        let first = side == Side::Attacker && battle.round == 1;
        let bridge = (first && battle.crossing == figures::Crossing::Bridge)
            .then(|| cards::over_the_bridge(turn, &battle.attackers))
            .flatten();
        helped.extend(zeal.into_iter().chain(bridge).chain(card));
    }
}

fn setting(turn: &Turn, battle: &Battle) -> Setting {
    let hex = turn.book.atlas.hex(battle.at);
    let pass = turn.book.atlas.edge(battle.from, battle.at).pass;
    Setting {
        terrain: hex.terrain,
        pass,
        season: turn.state.season,
        assault: false,
        first_round: battle.round == 1,
        crossing: battle.crossing,
        reformed: reform::is_done(turn.book, turn.state.common()),
    }
}

/// The answers that a side gives before the dice fall.
fn ready(turn: &mut Turn, battle: &mut Battle, side: Side) -> Ready {
    let ids = battle.forces(turn, side);
    let will = will(turn, battle, side);
    let host = host(turn, &ids);
    let (morale, bound) = choose_morale(turn, &ids, &host, &will);
    let lead = choose_lead(turn, &ids, &will, ("lead", None), false);
    let guard = lead.as_ref().is_some_and(|unit| is_guard(turn, unit))
        && plays(turn, battle, side, Effect::GuardLeads);
    let mut subordinate = leaders::subordinate(turn, &ids, &will, LEAD);
    if subordinate.is_some() && plays(turn, battle, side.other(), Effect::CancelSubordinate) {
        subordinate = None;
    }
    let saber = match &subordinate {
        Some(_) => saber(turn, battle, side),
        None => 0,
    };
    let subordinate = subordinate.map(|name| {
        let value = leaders::combat(turn, &name) + saber;
        (name, value)
    });
    let second = second_subordinate(turn, battle, side, &subordinate);
    let front = Front {
        host,
        commander: leaders::commander_value(turn, &ids),
        commander_name: name(turn, &ids),
        lead,
        subordinate,
        spared: battle.played.contains(&(side, Effect::SaberOfHonour)),
        second,
        tactician: None,
        intercepted: battle.intercepted && side == Side::Defender,
        avoidance_failed: battle.avoidance_failed && side == Side::Defender,
    };
    Ready { ids, front, will, morale, guard, bound }
}

/// Whether a side plays a card of this effect now, or has played it in this battle, for all of which it lasts.
fn plays(turn: &mut Turn, battle: &mut Battle, side: Side, effect: Effect) -> bool {
    if battle.played.contains(&(side, effect)) {
        return true;
    }
    // Where the odds alone decide, nothing comes of it.
    let halves = |side| host(turn, &battle.forces(turn, side)).halves();
    let odds = figures::odds(turn.book, halves(Side::Attacker), halves(Side::Defender));
    if odds.destroyed.is_some() {
        return false;
    }
    let who = name(turn, &battle.forces(turn, side));
    let powers = battle.powers(turn, side);
    let played = powers.iter().any(|power| cards::offer(turn, effect, power, &who).is_some());
    if played {
        battle.played.push((side, effect));
    }
    played
}

/// Cards that let guns count more, in a major battle whose dice are rolled (I-10).
fn mass_guns(turn: &mut Turn, battle: &mut Battle, ours: &mut Host, theirs: &mut Host) {
    if figures::size(ours.steps(), theirs.steps()) != BattleSize::Major {
        return;
    }
    for (side, host) in [(Side::Attacker, ours), (Side::Defender, theirs)] {
        let guns = host.guns(turn.book, turn.state.season) > 0;
        host.battery = guns && plays(turn, battle, side, Effect::GrandBattery);
    }
}

fn is_guard(turn: &Turn, unit: &Unit) -> bool {
    turn.book.units.kind(&unit.kind).class.contains("guard")
}

/// The steps of the guard whose loss in the lead costs morale, if it leads a side (NIA §15.3).
fn guard_in_lead(turn: &Turn, side: &Ready) -> u32 {
    let Some(guard) = &turn.book.optional.guard else { return 0 };
    let is_guard = |unit: &&Unit| unit.kind == guard.unit && unit.nation == guard.power;
    if side.front.lead.as_ref().filter(is_guard).is_none() {
        return 0;
    }
    let forces = side.ids.iter().filter_map(|id| turn.state.forces.get(id));
    forces.flat_map(|force| &force.units).filter(is_guard).map(|unit| u32::from(unit.steps)).sum()
}

/// What the subordinate of a side gives more by a card, in all rounds of a battle (C-7).
fn saber(turn: &mut Turn, battle: &mut Battle, side: Side) -> i32 {
    let by = turn.book.cards.with(Effect::SaberOfHonour).map(|card| card.by).max();
    if plays(turn, battle, side, Effect::SaberOfHonour) { by.unwrap_or_default() } else { 0 }
}

/// The second subordinate who helps by a card: the best of those who are left (C-14).
fn second_subordinate(
    turn: &mut Turn,
    battle: &mut Battle,
    side: Side,
    first: &Option<(String, i32)>,
) -> Option<(String, i32)> {
    let (first, _) = first.as_ref()?;
    let ids = battle.forces(turn, side);
    let mut left = leaders::helpers(turn, &ids);
    left.retain(|name| name != first);
    let value = |name: &&String| (leaders::combat(turn, name), std::cmp::Reverse((*name).clone()));
    let best = left.iter().max_by_key(value)?.clone();
    if !plays(turn, battle, side, Effect::TwoSubordinates) {
        return None;
    }
    let commander = turn.state.force(leaders::overall(turn, &ids)?).clone();
    let options: Vec<&str> = left.iter().map(String::as_str).collect();
    let second =
        will::choose(turn, LEAD, &commander, Topic::Subordinate, &options, &best, None).choice;
    let value = leaders::combat(turn, &second);
    Some((second, value))
}

/// What a side is called: its commander, or what its troops are.
pub fn name(turn: &Turn, ids: &[ForceId]) -> String {
    leaders::overall(turn, ids).map(|id| turn.name(turn.state.force(id))).unwrap_or_default()
}

/// The morale of a side; among equals its owner chooses, by default the higher (NIA §8.1.2).
pub fn choose_morale(turn: &mut Turn, ids: &[ForceId], host: &Host, will: &Will) -> (u8, bool) {
    let choices = host.morale(turn.book, turn.state.season);
    let (Some(first), Some(id)) = (choices.first().copied(), ids.first().copied()) else {
        return (choices.first().copied().unwrap_or(1), false);
    };
    if choices.len() == 1 {
        return (first, false);
    }
    let force = turn.state.force(id).clone();
    let wish = will.named(turn, &force, Topic::Morale.path()).into_iter().next();
    let last = choices.last().copied().unwrap_or(first);
    let said = wish.map(|wish| (if wish == "lower" { last } else { first }, Source::Reaction));
    let written: Vec<String> = choices.iter().map(u8::to_string).collect();
    let options: Vec<&str> = written.iter().map(String::as_str).collect();
    let said = said.map(|(morale, source)| (morale.to_string(), source));
    let answer = will::choose(turn, MORALE, &force, Topic::Morale, &options, &written[0], said);
    (answer.choice.parse().unwrap_or(first), true)
}

/// The lead unit: by default the best modifier above nothing, of equals the reduced one, and
/// never the last of the guard (NIA §8.2.3).
pub fn choose_lead(
    turn: &mut Turn,
    ids: &[ForceId],
    will: &Will,
    key: Path<'_>,
    assault: bool,
) -> Option<Unit> {
    let kinds = &turn.book.units;
    let mut able: Vec<Unit> = ids
        .iter()
        .filter_map(|id| turn.state.forces.get(id))
        .flat_map(|f| f.units.clone())
        .collect();
    let alone = able.len() == 1;
    able.retain(|unit| kinds.kind(&unit.kind).size != Size::Detachment || alone);
    able.sort();
    able.dedup();
    let id = leaders::overall(turn, ids)?;
    if alone {
        return able.into_iter().next();
    }
    let class = |unit: &Unit| kinds.kind(&unit.kind).class.clone();
    let (book, now) = (turn.book, turn.state.season);
    let when = (reform::is_done(book, turn.state.common()), now); // §21.2.1
    let value = |unit: &Unit| {
        let rides = class(unit).contains("cavalry") || class(unit) == "cuirassiers";
        let counted = || reform::counted(book, unit, i32::from(unit.modifier), when);
        if assault && rides { 0 } else { counted() }
    };
    let last_guard = |unit: &Unit| class(unit).contains("guard") && unit.steps == 1;
    let best = able.iter().filter(|unit| value(unit) > 0 && !last_guard(unit));
    let best = best.max_by_key(|unit| (value(unit), std::cmp::Reverse(unit.steps)));
    let written = |unit: &Unit| kinds.write(unit);
    let default = best.map_or("none".to_owned(), written);
    let force = turn.state.force(id).clone();
    let wishes = will.named(turn, &force, key);
    let wished = will::pick(turn, &wishes, &able).map(|unit| written(&unit));
    let none = wishes.first().is_some_and(|wish| wish == "none").then(|| "none".to_owned());
    let said = wished.or(none).map(|unit| (unit, will.source(&force, "lead")));
    let mut options: Vec<String> = able.iter().map(written).collect();
    options.push("none".to_owned());
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let choice = will::choose(turn, LEAD, &force, Topic::Lead, &options, &default, said).choice;
    able.into_iter().find(|unit| turn.book.units.write(unit) == choice)
}

/// Rolls for a side and reads the table.
fn roll(
    turn: &mut Turn,
    battle: &Battle,
    side: &Ready,
    reckoning: &Reckoning,
    which: Side,
) -> (Fighter, Cell) {
    let (modifiers, guns, cavalry) = match which {
        Side::Attacker => (&reckoning.attacker, reckoning.guns.0, reckoning.cavalry.0),
        Side::Defender => (&reckoning.defender, reckoning.guns.1, reckoning.cavalry.1),
    };
    let at = turn.book.atlas.name(battle.at);
    let dice = turn.ledger.dice(ROLL.by(&side.front.commander_name).at(at), 2, 6);
    let throw = throw(dice.faces, modifiers.clone());
    let cell = turn.book.war.combat(reckoning.size, throw.total);
    let fighter = fighter(turn, side, throw, cell.to_string(), (guns, cavalry));
    (fighter, cell)
}

/// Dice, modifiers and their sum.
pub fn throw(dice: Vec<u8>, modifiers: Vec<Modifier>) -> Throw {
    let total =
        dice.iter().map(|die| i32::from(*die)).sum::<i32>() + crate::land::reckon::sum(&modifiers);
    Throw { dice, modifiers, total }
}

fn fighter(
    turn: &Turn,
    side: &Ready,
    throw: Throw,
    result: String,
    (guns, cavalry_halves): (u32, u32),
) -> Fighter {
    let force = leaders::overall(turn, &side.ids).unwrap_or(ForceId(0));
    Fighter {
        power: turn.state.forces.get(&force).map(|force| force.power.clone()).unwrap_or_default(),
        force,
        name: side.front.commander_name.clone(),
        steps: side.front.host.steps(),
        guns,
        cavalry_halves,
        morale: side.morale,
        lead: side.front.lead.clone(),
        subordinate: side.front.subordinate.as_ref().map(|(name, _)| name.clone()),
        throw,
        result,
    }
}

fn record(
    turn: &mut Turn,
    battle: &Battle,
    reckoning: &Reckoning,
    (attacker, defender): (Fighter, Fighter),
    winner: Winner,
) {
    turn.record(BattleEvent::Fought {
        at: battle.at,
        round: battle.round,
        size: reckoning.size.word().to_owned(),
        odds: reckoning.odds.to_string(),
        assault: false,
        attacker: Box::new(attacker),
        defender: Box::new(defender),
        winner,
    });
}

/// Five to one: the weaker side is destroyed without a roll (NIA §8.1.4).
fn ruin(
    turn: &mut Turn,
    battle: &mut Battle,
    [attacker, defender]: [&Ready; 2],
    reckoning: &Reckoning,
    winner: Winner,
) -> Winner {
    let side = |ready: &Ready, result: &str, figures| {
        fighter(turn, ready, Throw::default(), result.to_owned(), figures)
    };
    let (mine, other) = if winner == Winner::Attacker { ("5:1", "-") } else { ("-", "5:1") };
    let ours = side(attacker, mine, (reckoning.guns.0, reckoning.cavalry.0));
    let theirs = side(defender, other, (reckoning.guns.1, reckoning.cavalry.1));
    record(turn, battle, reckoning, (ours, theirs), winner);
    let ids = if winner == Winner::Attacker { &defender.ids } else { &attacker.ids };
    for id in ids {
        losses::destroy(turn, *id, Cause::Odds);
    }
    winner
}

fn lose(turn: &mut Turn, side: &Ready, steps: u32, cell: Cell) -> u32 {
    let bill = Bill {
        lead: side.front.lead.clone().filter(|_| !side.guard),
        cavalry: cell.cavalry,
        morale: side.bound.then_some(side.morale),
        ..Bill::of(steps, Cause::Battle, ROLL)
    };
    losses::suffer(turn, &side.ids, &side.will, &bill)
}

/// The checks that a round brings a side: its subordinate, who used a second tactical card, and for an L
/// its lowest (§8.2.5). True if the commander of a plain force was killed.
pub fn casualties(
    turn: &mut Turn,
    (ids, front, will): (&[ForceId], &Front, &Will),
    against: Cell,
    safe: bool,
) -> bool {
    let first = front.subordinate.iter().filter(|_| !front.spared);
    let helped = first.chain(&front.second).map(|(name, _)| name);
    for name in helped.chain(&front.tactician) {
        if let Some(id) = ids.iter().copied().find(|id| leads(turn, *id, name)) {
            leaders::check(turn, id, name, false, will);
        }
    }
    if !against.leader || safe {
        return false;
    }
    let at_risk = leaders::at_risk(turn, ids, will);
    at_risk.is_some_and(|(id, name, overall)| leaders::check(turn, id, &name, overall, will))
}

fn leads(turn: &Turn, id: ForceId, leader: &str) -> bool {
    let leads = |force: &Force| force.leaders.iter().any(|name| name == leader);
    turn.state.forces.get(&id).is_some_and(leads)
}
