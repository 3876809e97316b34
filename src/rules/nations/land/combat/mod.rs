//! Battles, in the order of the detailed sequence of play (NIA §8).
//!
//! The guns call up those next door (§8.1.1), both sides are reckoned and roll (§8.1, §8.2), the
//! losses are taken and leaders checked, one side wins or a second round is fought (§8.3, §8.3.1), and the
//! loser falls back (§8.3.2), is checked for his morale and pursued (§8.3.3). The figures come from
//! [`reckon`](crate::land::reckon); here it is decided, rolled and recorded.
//!
//! The modules:
//!
//! - [`fight`] plays a battle from the first to the last step; [`Battle`] is its state.
//! - [`guns`]: who marches to the sound of the guns, before the first round and before the second (§8.1.1).
//! - [`leaders`]: who commands a side, who helps, who is hit and who follows (§4.2, §8.2.5).
//! - [`round`]: one round: choices, cards, sums, dice, losses, winner (§8.2, §8.3).
//! - [`tactics`]: tactical cards, an optional rule of major battles (§8.1.3).
//! - [`losses`]: which steps are lost, in the order that their owner chose (§8.2.4).
//! - [`retreat`]: where the loser goes, what that costs, and who is destroyed (§8.3.2).
//! - Morale and pursuit follow in this file (§8.3.3).
//!
//! Not here: how the hex was entered and whether battle was avoided (`contact.rs`), sieges
//! (`siege.rs`).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §8.1.4, §8.2.3, §8.3.1, §8.3.3.

pub mod guns;
pub mod leaders;
pub mod losses;
pub mod retreat;
pub mod round;
pub mod tactics;

use crate::book::cards::Effect;
use crate::book::war::BattleSize;
use crate::cards;
use crate::decisions::Topic;
use crate::land::reckon::host::Host;
use crate::land::reckon::morale;
use crate::land::reckon::round::Crossing;
use crate::land::supply::{self, Moment};
use crate::orders::choices as will;
use crate::orders::choices::{OwnWords, Will};
use crate::politics::credit;
use crate::politics::instability;
use crate::politics::peace::forced;
use crate::record::event::{BattleEvent, Cause, ForceEvent, LossEvent, Parting, Party, Winner};
use crate::record::state::{Force, ForceId};
use crate::sea::troops;
use crate::turn::Turn;
use kit::ground::Space;
use kit::rule::Rule;
use losses::Bill;
use std::collections::BTreeMap;

const SECOND: Rule = Rule("NIA §8.3.1");
const MORALE: Rule = Rule("NIA §8.3.3");
const PURSUIT: Rule = Rule("NIA §8.3.3.1");

/// One of the two sides of a battle; the phasing one attacks (NIA §8).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Attacker,
    Defender,
}

impl Side {
    /// The other one.
    pub fn other(self) -> Self {
        match self {
            Side::Attacker => Side::Defender,
            Side::Defender => Side::Attacker,
        }
    }
}

/// A battle while it is fought.
#[derive(Debug, Clone)]
pub struct Battle {
    pub at: Space,
    /// The hex from which the attacker came.
    pub from: Space,
    /// The attacker's contact area (NIA §5.2.4).
    pub contact: Vec<Space>,
    pub crossing: Crossing,
    pub attackers: Vec<ForceId>,
    pub defenders: Vec<ForceId>,
    /// Where those stood who came up to the battle (NIA §5.2.6, §8.1.1).
    pub came_from: BTreeMap<ForceId, Space>,
    pub intercepted: bool,
    /// Whether the attacker comes out of the fortress of the hex (NIA §6.2).
    pub sortie: bool,
    pub avoidance_failed: bool,
    pub round: u8,
    /// What the attacker's step says of the battle itself.
    pub words: Option<OwnWords>,
    pub size: BattleSize,
    /// The morale of both sides in the last round.
    pub morale: (u8, u8),
    /// Steps lost in the last round, by attacker and defender.
    pub lost: (u32, u32),
    /// Who fights, attacker first.
    pub names: [Party; 2],
    /// Whether a side's commander, of a force that is no army, was killed.
    pub headless: (bool, bool),
    /// Whether the guard led a side in the last round and lost a step, where that counts (NIA §15.3).
    pub guard_lost: (bool, bool),
    /// What the sides have played that lasts for all rounds (NIA §11.1).
    pub played: Vec<(Side, Effect)>,
}

impl Battle {
    /// A battle that is about to begin.
    pub fn new(at: Space, from: Space, contact: Vec<Space>, crossing: Crossing) -> Self {
        Self {
            at,
            from,
            contact,
            crossing,
            attackers: vec![],
            defenders: vec![],
            came_from: BTreeMap::new(),
            played: vec![],
            intercepted: false,
            sortie: false,
            avoidance_failed: false,
            round: 1,
            words: None,
            size: BattleSize::Skirmish,
            morale: (0, 0),
            lost: (0, 0),
            names: [nobody(), nobody()],
            headless: (false, false),
            guard_lost: (false, false),
        }
    }

    /// Notes by what names the sides go, while they are whole.
    pub fn note_names(&mut self, turn: &Turn) {
        for side in [Side::Attacker, Side::Defender] {
            let ids = self.forces(turn, side);
            if let Some(force) = leaders::overall(turn, &ids).map(|id| turn.state.force(id)) {
                let party = Party { power: force.power.clone(), name: turn.name(force) };
                self.names[usize::from(side == Side::Defender)] = party;
            }
        }
    }

    /// The forces of a side that are still on the map.
    pub fn forces(&self, turn: &Turn, side: Side) -> Vec<ForceId> {
        let ids = match side {
            Side::Attacker => &self.attackers,
            Side::Defender => &self.defenders,
        };
        let there = |id: &&ForceId| turn.state.forces.get(id).is_some_and(Force::fights);
        ids.iter().filter(there).copied().collect()
    }

    /// The powers of a side, in the order of diplomacy.
    pub fn powers(&self, turn: &Turn, side: Side) -> Vec<String> {
        let ids = self.forces(turn, side);
        let mut powers: Vec<String> =
            ids.iter().map(|id| turn.state.force(*id).power.clone()).collect();
        powers.sort_by_key(|power| turn.book.people.order(power));
        powers.dedup();
        powers
    }

    /// What is going on while supply is asked: an army cuts with its whole contact area, another
    /// force with the hex alone from which it came (NIA §6.2.1).
    pub fn moment(&self, turn: &Turn) -> Moment {
        let army = |id: &ForceId| turn.state.forces.get(id).is_some_and(|f| f.army.is_some());
        let whole = self.contact.is_empty() || self.attackers.iter().any(army);
        let contact = if whole { self.contact.clone() } else { vec![self.from] };
        Moment { battle: Some(self.at), contact }
    }
}

fn nobody() -> Party {
    Party { power: String::new(), name: String::new() }
}

/// The hosts of some forces together.
pub fn host(turn: &Turn, ids: &[ForceId]) -> Host {
    let mut hosts = ids.iter().map(|id| Host::of(turn.book, turn.state.force(*id)));
    let Some(mut all) = hosts.next() else { return Host::default() };
    hosts.for_each(|host| all.add(host));
    all
}

/// Assesses supply for some forces and changes their markers (NIA §6.1.1).
pub fn assess(turn: &mut Turn, ids: &[ForceId], moment: &Moment) {
    for id in ids {
        let Some(force) = turn.state.forces.get(id) else { continue };
        let supplied = supply::supplied(turn.book, &turn.state, force, moment);
        if supplied == force.unsupplied {
            turn.record(LossEvent::SupplyAssessed { force: *id, supplied });
        }
    }
}

/// Fights a battle to its end (NIA §8); the winner stays in the hex.
pub fn fight(turn: &mut Turn, battle: &mut Battle) -> Winner {
    let since = turn.events.len();
    let moment = battle.moment(turn);
    assess(turn, &battle.defenders.clone(), &moment);
    let winner = loop {
        guns::march(turn, battle);
        leaders::agree(turn, battle);
        battle.note_names(turn);
        match round::fight(turn, battle) {
            Winner::Nobody if battle.round == 1 => {
                if !goes_on(turn, battle, Side::Attacker) {
                    break Winner::Defender;
                }
                if !goes_on(turn, battle, Side::Defender) {
                    break Winner::Attacker;
                }
                battle.round = 2;
                (battle.intercepted, battle.avoidance_failed) = (false, false);
            }
            Winner::Nobody => break Winner::Defender,
            winner => break winner,
        }
    };
    turn.record(BattleEvent::BattleEnded {
        at: battle.at,
        attacker: battle.names[0].clone(),
        defender: battle.names[1].clone(),
        size: battle.size.word().to_owned(),
        winner,
        lost: battle.lost,
    });
    let loser = if winner == Winner::Attacker { Side::Defender } else { Side::Attacker };
    let beaten_power = battle.names[usize::from(loser == Side::Defender)].power.clone();
    let armies = battle.forces(turn, loser).into_iter().map(|id| turn.state.force(id));
    let armies: Vec<Force> = armies.filter(|force| force.army.is_some()).cloned().collect();
    beaten(turn, battle, loser);
    credit::battle(turn, battle, winner, since);
    forced::battle(turn, battle, winner); // §13.3.2.4
    instability::battle(turn, battle, winner); // §14.4.1
    crate::season::restraints::begin(turn, &beaten_power, &armies, since); // §21.3.2
    // Who marches may still go on; who came up to stop him or to help has come to stand (§13.1).
    let stays = |id: &ForceId| battle.came_from.contains_key(id);
    if loser == Side::Attacker || battle.forces(turn, Side::Attacker).iter().any(stays) {
        crate::season::victory::occupy(turn, battle.at);
    }
    let moment = Moment::default();
    assess(turn, &battle.attackers.clone(), &moment);
    winner
}

/// Whether a side fights a second round; by default at even odds, and the attacker only if he has
/// lost no more than one step in four (NIA §8.3.1).
fn goes_on(turn: &mut Turn, battle: &Battle, side: Side) -> bool {
    let ids = battle.forces(turn, side);
    let Some(id) = leaders::overall(turn, &ids) else { return false };
    let will = round::will(turn, battle, side);
    let force = turn.state.force(id).clone();
    let (ours, theirs) = will.scene.halves.unwrap_or((0, 0));
    let lost = will.scene.losses.map_or(0, |(ours, _)| ours);
    let sound = side == Side::Defender || lost * 4 * 2 <= ours + lost * 2;
    let said = will.wants(turn, &force, Topic::SecondRound.path());
    will::yes(turn, SECOND, &force, Topic::SecondRound, ours >= theirs && sound, said)
}

/// What a lost battle costs: the way back, order, the pursuit, and perhaps the command.
fn beaten(turn: &mut Turn, battle: &mut Battle, loser: Side) {
    let ids = battle.forces(turn, loser);
    let victors = battle.forces(turn, loser.other());
    let commander = leaders::commander_value(turn, &ids);
    let mut marches = vec![];
    for id in ids {
        drop_depots(turn, id);
        if !turn.state.forces.get(&id).is_some_and(Force::fights) {
            continue; // It was a depot and nothing else.
        }
        if battle.crossing == Crossing::Landing && loser == Side::Attacker {
            troops::repulse(turn, id); // There is no hex to go back to (§5.3.3).
            continue;
        }
        let Some(way) = retreat::choose(turn, battle, loser, id) else {
            losses::destroy(turn, id, Cause::Trapped);
            continue;
        };
        let lost = retreat::pay(turn, battle, loser, id, &way);
        match loser {
            Side::Attacker => battle.lost.0 += lost,
            Side::Defender => battle.lost.1 += lost,
        }
        marches.push((id, way));
    }
    let alive = |turn: &Turn, id| turn.state.forces.get(&id).is_some_and(Force::fights);
    marches.retain(|(id, _)| alive(turn, *id));
    if battle.size != BattleSize::Skirmish {
        let ids: Vec<ForceId> = marches.iter().map(|(id, _)| *id).collect();
        check_morale(turn, battle, loser, &ids, commander);
    }
    pursue(turn, &victors, &marches);
    for (id, way) in marches {
        if turn.state.forces.contains_key(&id) {
            let now = retreat::go(turn, id, &way);
            let major = battle.size == BattleSize::Major;
            if let Some(now) = now.filter(|_| battle.size != BattleSize::Skirmish) {
                let will = Will::default();
                leaders::dismiss(turn, now, major, &will);
            }
        }
    }
    // Where besiegers were beaten, those inside are free (§9.4).
    crate::land::siege::raise(turn, battle.at);
}

/// Leaves behind what cannot go along: depots, and trains and engineers of units without a leader
/// (NIA §5.2.1, §6.2.2).
pub fn shed(turn: &mut Turn, id: ForceId) {
    let mut force = turn.state.draft(id);
    let led = !force.leaders.is_empty();
    if force.is_support_alone_or_depot() || (force.depots == 0 && led) {
        return;
    }
    let mut new = Force::new(turn.new_id(&force.power), &force.power, force.at);
    new.depots = std::mem::take(&mut force.depots);
    if !led {
        new.trains = std::mem::take(&mut force.trains);
        new.engineers = std::mem::take(&mut force.engineers);
    }
    if !new.is_empty() {
        turn.record(ForceEvent::Parted { force, new, how: Parting::Dropped });
    }
}

/// Depots cannot retreat (NIA §1.1.3.2).
fn drop_depots(turn: &mut Turn, id: ForceId) {
    let Some(force) = turn.state.forces.get(&id).filter(|force| force.depots > 0).cloned() else {
        return;
    };
    let depots = force.depots;
    let force = Force { depots: 0, ..force };
    let (units, trains, engineers, corps) = (vec![], 0, 0, 0);
    let cause = Cause::Retreat;
    turn.record(LossEvent::Lost {
        force,
        units,
        trains,
        depots,
        engineers,
        corps,
        army: None,
        cause,
    });
}

/// Checks the beaten side for demoralization: one die, and who was in disorder before has a harder
/// target (NIA §8.3.3).
fn check_morale(turn: &mut Turn, battle: &Battle, loser: Side, ids: &[ForceId], commander: i32) {
    let Some(first) = leaders::overall(turn, ids) else { return };
    let (morale, headless, guard_lost, lost) = match loser {
        Side::Attacker => (battle.morale.0, battle.headless.0, battle.guard_lost.0, battle.lost),
        Side::Defender => {
            let (attacker, defender) = battle.lost;
            (battle.morale.1, battle.headless.1, battle.guard_lost.1, (defender, attacker))
        }
    };
    let difference = i32::try_from(lost.0).unwrap_or(0) - i32::try_from(lost.1).unwrap_or(0);
    let name = turn.name(turn.state.force(first));
    let ask = MORALE.by(name).at(turn.book.atlas.name(battle.at));
    let die = turn.ledger.dice(ask, 1, 6).faces[0];
    for id in ids.iter().copied() {
        let force = turn.state.force(id);
        let already = force.demoralized;
        let guard = turn.book.optional.guard.as_ref().filter(|_| guard_lost);
        let guard = guard.filter(|guard| guard.power == force.power).map_or(0, |guard| guard.by);
        let (target, modifiers) =
            morale::demoralization((morale, guard), commander, headless, difference, already);
        let demoralized = morale::breaks(die, target);
        turn.record(BattleEvent::MoraleChecked { force: id, die, target, modifiers, demoralized });
        if demoralized && already {
            losses::destroy(turn, id, Cause::Broken);
        }
    }
}

/// The victor's cavalry takes its toll of the demoralized (NIA §8.3.3.1). Each of its points
/// counts once: what one force cannot pay is left for the next.
fn pursue(turn: &mut Turn, victors: &[ForceId], beaten: &[(ForceId, retreat::Way)]) {
    let host = host(turn, victors);
    let mut left = morale::pursuit(turn.book, &host);
    for (id, way) in beaten {
        let disordered = turn.state.forces.get(id).filter(|force| force.demoralized);
        let Some(force) = disordered else { continue };
        let times = morale::toll(way.river);
        let steps = (left * times).min(force.steps() + u32::from(force.trains));
        if steps > 0 && cards::is_covered(turn, *id) {
            return; // The one pursuit is not made.
        }
        left -= steps.div_ceil(times);
        pursue_one(turn, victors, *id, steps);
    }
}

/// Takes the steps of a pursuit from one force; trains first by default.
fn pursue_one(turn: &mut Turn, victors: &[ForceId], id: ForceId, steps: u32) {
    let Some(by) = victors.first().copied().filter(|_| steps > 0) else { return };
    let shown = u8::try_from(steps).unwrap_or(u8::MAX);
    let at = turn.state.force(id).at;
    turn.record(BattleEvent::Pursued { force: id, at, by, steps: shown });
    let force = turn.state.force(id).clone();
    let will = Will::default();
    let wishes = will.named(turn, &force, Topic::Pursuit.path());
    let trains = pursued_trains(turn, &force, &wishes, steps);
    let of_steps = steps - u32::from(trains);
    if trains > 0 {
        let force = Force { trains: force.trains - trains, ..force };
        let (units, depots, engineers, corps) = (vec![], 0, 0, 0);
        let cause = Cause::Pursuit;
        turn.record(LossEvent::Lost {
            force,
            units,
            trains,
            depots,
            engineers,
            corps,
            army: None,
            cause,
        });
    }
    let bill = Bill { topic: Topic::Pursuit, ..Bill::of(of_steps, Cause::Pursuit, PURSUIT) };
    losses::suffer(turn, &[id], &will, &bill);
}

/// How many of the losses of a pursuit are trains. A sheet's list is gone through one loss a word,
/// and from its start again; by default trains go first.
fn pursued_trains(turn: &mut Turn, force: &Force, wishes: &[String], steps: u32) -> u8 {
    let most = steps.min(u32::from(force.trains));
    if most == 0 {
        return 0;
    }
    let train = |wish: &&String| wish.as_str() == "train";
    let wished = wishes.iter().cycle().take(steps as usize).filter(train).count();
    let wished = u32::try_from(wished).unwrap_or(0).min(most);
    // Trains make up for steps that are not there.
    let least = steps.saturating_sub(force.steps()).min(most);
    let written: Vec<String> = (least..=most).rev().map(|trains| trains.to_string()).collect();
    let options: Vec<&str> = written.iter().map(String::as_str).collect();
    let said = (!wishes.is_empty())
        .then(|| (wished.max(least).to_string(), kit::ledger::Source::Reaction));
    let answer = will::choose(turn, PURSUIT, force, Topic::Pursuit, &options, &written[0], said);
    answer.choice.parse().unwrap_or(0)
}
