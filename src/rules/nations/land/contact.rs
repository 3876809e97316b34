//! What happens when a force enters a hex: interception, avoiding battle, overrun, battle, and the
//! walls before which a march ends (NIA §5.2.4, §5.2.6 to §5.2.8, §5.2.10).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §5.2.6, §5.2.7, §5.2.8, §6.2.

use crate::cards;
use crate::decisions::Topic;
use crate::land::combat::{self, Battle, Side, guns, losses, retreat};
use crate::land::movement::{self, Mover};
use crate::land::reckon::contact as figures;
use crate::land::reckon::round::Crossing;

use crate::land::{initiative, siege, slip, stacking};
use crate::orders::choices as will;
use crate::orders::choices::{OwnWords, Will};
use crate::orders::senses::{Met, Scene};
use crate::orders::words::Pick;
use crate::position::Position;
use crate::record::event::{
    Cause, ContactEvent, ForceEvent, LossEvent, Parting, Reason, SiegeEvent, Throw, Winner,
};
use crate::record::state::{Force, ForceId, State};
use crate::season::victory;
use crate::turn::Turn;
use crate::turn::activation::Activation;
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;
use sheet::keys::Filled;

const INTERCEPT: Rule = Rule("NIA §5.2.6");
const AVOID: Rule = Rule("NIA §5.2.7");
const OVERRUN: Rule = Rule("NIA §5.2.8");

/// The hex from which a force came and the two next to it (NIA §5.2.4).
pub fn area(book: &crate::book::Book, at: Space, from: Space) -> Vec<Space> {
    let Some(side) = book.atlas.side(at, from) else { return vec![from] };
    let sides = [side.left(), side, side.right()];
    sides.into_iter().filter_map(|side| book.atlas.step(at, side)).collect()
}

/// Settles what a force meets in the hex that it has just entered. An error ends the march.
pub fn entered(acting: &mut Activation, from: Space, step: Option<&Filled>) -> Result<(), Reason> {
    if acting.force().units.is_empty() {
        return Ok(());
    }
    seize(acting);
    let mut battle = prepare(acting, from, step);
    if let Some(id) = intercept(acting, from) {
        let place = acting.force().at;
        battle.defenders = hostile(&acting.turn.state, &acting.power, place);
        let state = &acting.turn.state;
        let friends = state.at(place).filter(|force| state.friends(&force.power, &acting.power));
        let friends = friends.filter(|force| force.fights() && !force.inside);
        battle.attackers.extend(friends.map(|force| force.id));
        battle.attackers.sort_unstable_by_key(|id| (*id != acting.force, *id));
        battle.attackers.dedup();
        guns::come_up(acting.turn, &mut battle, Side::Defender, id);
        battle.intercepted = true;
    } else {
        battle.avoidance_failed = avoid(acting, &battle);
    }
    let at = acting.force().at;
    battle.defenders = hostile(&acting.turn.state, &acting.power, at);
    if !battle.defenders.is_empty() && (battle.intercepted || !run_over(acting, &battle, step)) {
        fight(acting, &mut battle)?;
    }
    siege::arrive(acting, from)
}

/// A garrison comes out and fights its besiegers; beaten it goes back inside (NIA §6.2).
pub fn sally(acting: &mut Activation, step: &Filled) -> Result<(), Reason> {
    let mut force = acting.force().clone();
    let at = force.at;
    let besiegers = hostile(&acting.turn.state, &acting.power, at);
    if besiegers.is_empty() {
        return Err(Reason::NoFortress);
    }
    let fed = u32::from(acting.turn.state.fortress(acting.turn.book, at));
    // Behind walls the hungry fight like the fed; outside one of them is enough for the penalty.
    let supplied = force.steps() <= fed;
    (force.inside, force.siege) = (false, None);
    let id = force.id;
    acting
        .turn
        .record(ForceEvent::Changed { force, why: "it comes out of the fortress".to_owned() });
    if !supplied && !acting.force().unsupplied {
        acting.turn.record(LossEvent::SupplyAssessed { force: id, supplied });
    }
    let mut battle = Battle::new(at, at, vec![], Crossing::None);
    battle.words = Some(OwnWords::new(&acting.power, step));
    battle.sortie = true;
    battle.attackers = vec![id];
    battle.defenders = besiegers;
    fight(acting, &mut battle)
}

/// Settles what troops meet who land from ships: battle at once, unless the enemy slips away or goes
/// inside; then his walls (NIA §5.3.3).
pub fn landed(acting: &mut Activation, step: &Filled) -> Result<(), Reason> {
    let at = acting.force().at;
    let book = acting.turn.book;
    let sea = |near: &Space| !book.atlas.hex(*near).terrain.is_land();
    let from = book.atlas.around(at).into_iter().find(sea).unwrap_or(at);
    seize(acting);
    let mut battle = Battle::new(at, from, area(book, at, from), Crossing::Landing);
    battle.words = Some(OwnWords::new(&acting.power, step));
    battle.attackers = std::iter::once(acting.force).chain(acting.group.clone()).collect();
    battle.avoidance_failed = avoid(acting, &battle);
    battle.defenders = hostile(&acting.turn.state, &acting.power, at);
    if !battle.defenders.is_empty() {
        fight(acting, &mut battle)?;
    }
    if siege::enemy_fortress(&acting.turn.state, book, &acting.power, at) > 0 {
        let force = acting.force;
        let level = acting.turn.state.siege_marker(at).unwrap_or(0);
        acting.turn.record(SiegeEvent::SiegeMarked { force, at, level });
    }
    Ok(())
}

/// The enemies who stand in the open in a hex.
fn hostile(state: &State, power: &str, at: Space) -> Vec<ForceId> {
    let hostile = |force: &&Force| state.at_war(&force.power, power) && !force.inside;
    state.at(at).filter(hostile).filter(|force| force.fights()).map(|force| force.id).collect()
}

fn prepare(acting: &Activation, from: Space, step: Option<&Filled>) -> Battle {
    let (book, at) = (acting.turn.book, acting.force().at);
    let edge = book.atlas.edge(from, at);
    let bridged = guns::friends_bridge(acting.turn, &acting.power, from, at);
    let cards = &acting.turn.lasting_cards;
    let flanks = cards.is_flanking(acting.force) || cards.is_bridging(acting.force);
    let crossing = if edge.strait {
        Crossing::Strait
    } else if flanks {
        Crossing::None // No river hinders a flank march (C-21), nor who has a bridge (I-4).
    } else if edge.river
        && !(edge.bridge || bridged || cards.counts_as_bridged(acting.force))
        && !acting.force().has_engineers()
    {
        Crossing::River
    } else if edge.river {
        Crossing::Bridge
    } else {
        Crossing::None
    };
    let mut battle = Battle::new(at, from, area(book, at, from), crossing);
    battle.words = step.map(|step| OwnWords::new(&acting.power, step));
    battle.attackers = std::iter::once(acting.force).chain(acting.group.clone()).collect();
    battle
}

/// Trains and engineers alone are lost, leaders alone go to their pool (NIA §1.1.3.1, §1.1.4).
fn seize(acting: &mut Activation) {
    let (power, at) = (acting.power.clone(), acting.force().at);
    let state = &acting.turn.state;
    let alone: Vec<ForceId> = state
        .at(at)
        .filter(|force| state.at_war(&force.power, &power) && !force.inside && !force.fights())
        .map(|force| force.id)
        .collect();
    for id in alone {
        losses::destroy(acting.turn, id, Cause::Taken);
    }
}

/// Lets enemy leaders next door try to intercept, one after the other; who comes (NIA §5.2.6).
fn intercept(acting: &mut Activation, from: Space) -> Option<ForceId> {
    let mover = acting.force().clone();
    mover.commander()?;
    let book = acting.turn.book;
    let state = &acting.turn.state;
    let mut able: Vec<ForceId> = state
        .forces
        .values()
        .filter(|force| state.at_war(&force.power, &mover.power))
        .filter(|force| book.atlas.distance(force.at, mover.at) == 1)
        .filter(|force| !zone_reaches(acting.turn, force, from))
        .filter(|force| !force.leaders.is_empty() && !force.units.is_empty())
        .filter(|force| !force.inside && !force.demoralized && force.reserve.is_none())
        .map(|force| force.id)
        .collect();
    let initiative = |force: &Force| initiative::of_commander(book, force);
    able.sort_by_key(|id| (std::cmp::Reverse(initiative(state.force(*id))), *id));
    able.into_iter().find_map(|id| try_intercept(acting, id, &mover))
}

/// Whether a hex lies in a leader's zone of interception: next to him, and over an unbridged river
/// only with engineers (NIA §5.2.6).
fn zone_reaches(turn: &Turn, force: &Force, at: Space) -> bool {
    let edge = turn.book.atlas.edge(force.at, at);
    let bridged = edge.bridge || guns::friends_bridge(turn, &force.power, force.at, at);
    let near = turn.book.atlas.distance(force.at, at);
    near == 0 || (near == 1 && (!edge.river || bridged || force.has_engineers()))
}

fn try_intercept(acting: &mut Activation, id: ForceId, mover: &Force) -> Option<ForceId> {
    let book = acting.turn.book;
    let force = acting.turn.state.force(id).clone();
    let at = mover.at;
    let bridged = guns::friends_bridge(acting.turn, &force.power, force.at, at);
    let edge = book.atlas.edge(force.at, at);
    let river = edge.river && !edge.bridge && !bridged;
    let open = acting.turn.state.may_enter(book, &force.power, at);
    if (river && !force.has_engineers()) || edge.strait || !open {
        return None;
    }
    let walker = Mover::of(book, &acting.turn.state, &force);
    let cost =
        movement::cost(book, acting.turn.state.season, &walker, force.at, at, |_, _| bridged)?;
    let fits = |other: &Force| {
        (other.army.is_some() && force.army.is_some())
            || guns::fits_together(acting.turn, other, &force)
    };
    let own = |other: &&Force| other.power == force.power && other.fights();
    let room = acting.turn.state.at(at).filter(own).all(fits);
    if !room {
        return None;
    }
    let will = Will::seeing(Scene { met: Some(Met::of(mover)), ..Scene::default() });
    let places = will.named(acting.turn, &force, Topic::Intercept.under("in"));
    let elsewhere =
        !places.is_empty() && !places.iter().any(|place| book.atlas.code(place) == Some(at));
    let said =
        will.wants(acting.turn, &force, Topic::Intercept.path()).map(|yes| yes && !elsewhere);
    if !will::yes(acting.turn, INTERCEPT, &force, Topic::Intercept, false, said) {
        return None;
    }
    let helper = acting.turn.name(&force);
    if cards::is_kept_away(acting.turn, std::slice::from_ref(&mover.power), &helper) {
        return None;
    }
    let (own, theirs) = (
        initiative::of(book, &force, force.commander()?),
        initiative::of(book, mover, mover.commander()?),
    );
    let mut powers: Vec<&str> = force.units.iter().map(|unit| unit.nation.as_str()).collect();
    powers.retain(|nation| book.people.is_major(nation));
    powers.sort_unstable();
    powers.dedup();
    let mut chance = figures::interception(book, &force, own, theirs, cost, river, powers.len());
    let bounds = (chance.modifiers.as_slice(), book.war.contact.interception.limit);
    let power = force.power.clone();
    chance.modifiers.extend(cards::dispatches(acting.turn, &power, &helper, bounds));
    let ask = INTERCEPT.by(acting.turn.name(&force)).at(book.atlas.name(at));
    let dice = acting.turn.ledger.dice(ask, 2, 6).faces;
    let throw = combat::round::throw(dice, chance.modifiers.clone());
    let succeeded = chance.reached_by(throw.total);
    let mover = acting.force;
    acting.turn.record(ContactEvent::Intercepted { force: id, mover, at, throw, succeeded });
    succeeded.then(|| send(acting.turn, id, &will))
}

/// An army may send part of itself under a subordinate (NIA §5.2.6).
fn send(turn: &mut Turn, id: ForceId, will: &Will) -> ForceId {
    let mut army = turn.state.force(id).clone();
    let wishes = will.named(turn, &army, Topic::Intercept.under("send"));
    if army.army.is_none() || wishes.is_empty() {
        return id;
    }
    let book = turn.book;
    let mut goes = Force::new(turn.new_id(&army.power), &army.power, army.at);
    if army.leaders.len() > 1 {
        goes.leaders.push(army.leaders.remove(1));
    }
    for wish in wishes {
        let Ok(pick) = Pick::read(&wish, &book.units, &book.people) else { continue };
        if let Some(at) = pick.find(&army.units, &book.units) {
            goes.units.push(army.units.remove(at));
        }
    }
    goes.settle();
    (goes.activations, goes.unsupplied) = (army.activations, army.unsupplied);
    if goes.units.is_empty() || !stacking::fits(book, &goes) || !stacking::keeps_army(book, &army) {
        return id;
    }
    let new = goes.id;
    turn.record(ForceEvent::Parted { force: army, new: goes, how: Parting::Detached });
    new
}

/// Lets those in the hex slip away or go inside; whether somebody tried in vain (NIA §5.2.7).
fn avoid(acting: &mut Activation, battle: &Battle) -> bool {
    let ids = hostile(&acting.turn.state, &acting.power, battle.at);
    let mut failed = false;
    for id in ids {
        failed |= one_avoids(acting, battle, id);
    }
    failed
}

/// Whether a force tried to avoid battle and failed.
fn one_avoids(acting: &mut Activation, battle: &Battle, id: ForceId) -> bool {
    let force = acting.turn.state.force(id).clone();
    let mover = acting.force().clone();
    let will = Will::seeing(Scene { met: Some(Met::of(&mover)), ..Scene::default() });
    let (book, state) = (acting.turn.book, &acting.turn.state);
    let walls = state.common().has_walls(book, &force.power, force.at) && !state.besieged(force.at);
    let ways = slip::ways(acting.turn, battle, &force, &will);
    let irregular = |unit: &crate::book::units::Unit| matches!(unit.kind.as_str(), "Cos" | "G");
    let may = force.commander().is_some() || force.units.iter().all(irregular);
    let mut options = vec!["stand"];
    if walls {
        options.push("withdraw inside");
    }
    let outflanked = acting.turn.lasting_cards.is_flanking(acting.force);
    if may && !outflanked && !ways.is_empty() && !force.units.is_empty() {
        options.push("avoid battle");
    }
    let weak = mover.army.is_some() && force.army.is_none();
    let default = match (walls, options.last()) {
        (true, _) if force.commander().is_none() || weak => "withdraw inside",
        (false, Some(&"avoid battle")) if weak => "avoid battle",
        _ => "stand",
    };
    let turn = &*acting.turn;
    let but = if walls { "" } else { "there are no walls of ours to go into" };
    let asks = |key| will.wants_unless(turn, &force, Topic::Entered.under(key), but);
    let inside = asks("withdraw inside").or_else(|| asks("stay inside"));
    // What cannot be done, or comes after what is done, did not apply.
    let goes_inside = walls && inside == Some(true);
    let can_slip = options.contains(&"avoid battle");
    let but = match (goes_inside, can_slip) {
        (true, _) => "they go inside the walls",
        (false, false) => "there is no way to slip away",
        (false, true) => "",
    };
    let slip = will.wants_unless(turn, &force, Topic::AvoidBattle.path(), but);
    let slips = !goes_inside && can_slip && slip == Some(true);
    let but = match (goes_inside, slips) {
        (true, _) => "they go inside the walls",
        (false, true) => "they try to slip away",
        (false, false) => "",
    };
    let stand = will.wants_unless(turn, &force, Topic::Entered.under("stand"), but);
    let wishes = [("withdraw inside", inside), ("avoid battle", slip), ("stand", stand)];
    let wished =
        wishes.iter().find(|(option, wish)| *wish == Some(true) && options.contains(option));
    // What the sheet rules out is not done by default either.
    let ruled_out = wishes.iter().any(|(option, wish)| *option == default && *wish == Some(false));
    let said = wished.map(|(option, _)| (*option).to_owned());
    let said = said.or_else(|| ruled_out.then(|| "stand".to_owned()));
    let said = said.map(|choice| (choice, Source::Reaction));
    let answer = will::choose(acting.turn, AVOID, &force, Topic::Entered, &options, default, said);
    match answer.choice.as_str() {
        "withdraw inside" => {
            acting.turn.record(ContactEvent::WentInside { force: id, at: force.at });
            false
        }
        "avoid battle" => !slip_away(acting, battle, &force, &will, ways),
        _ => false,
    }
}

/// The attempt to slip away; true if it came off (NIA §5.2.7).
fn slip_away(
    acting: &mut Activation,
    battle: &Battle,
    force: &Force,
    will: &Will,
    ways: Vec<Space>,
) -> bool {
    let book = acting.turn.book;
    let mover = acting.force().clone();
    let terrain = book.atlas.hex(force.at).terrain;
    let written: Vec<String> = ways.iter().map(|space| book.atlas.number(*space)).collect();
    let options: Vec<&str> = written.iter().map(String::as_str).collect();
    let named = |key| !will.named(acting.turn, force, Topic::AvoidBattle.under(key)).is_empty();
    let said = (named("to") || named("toward")).then(|| (written[0].clone(), Source::Reaction));
    let answer =
        will::choose(acting.turn, AVOID, force, Topic::AvoidBattle, &options, &written[0], said);
    let at = written.iter().position(|number| *number == answer.choice).unwrap_or(0);
    let to = ways[at];
    let host = combat::host(acting.turn, &battle.attackers);
    let only_cavalry = host.only_cavalry(book) && !host.demoralized;
    let initiative = mover.commander().map_or(1, |name| initiative::of(book, &mover, name));
    let edge = book.atlas.edge(force.at, to);
    let wet = edge.river
        && !edge.bridge
        && !guns::friends_bridge(acting.turn, &force.power, force.at, to);
    let pass = book.atlas.around(force.at).into_iter().any(|to| book.atlas.edge(force.at, to).pass);
    let mut chance =
        figures::avoidance(book, force, initiative, only_cavalry, (terrain, pass), wet);
    if !chance.automatic {
        let bounds = (chance.modifiers.as_slice(), book.war.contact.avoidance.limit);
        let who = acting.turn.name(force);
        chance.modifiers.extend(cards::dispatches(acting.turn, &force.power, &who, bounds));
    }
    let throw = if chance.automatic {
        Throw::default()
    } else {
        let ask = AVOID.by(acting.turn.name(force)).at(book.atlas.name(force.at));
        let dice = acting.turn.ledger.dice(ask, 2, 6).faces;
        combat::round::throw(dice, chance.modifiers.clone())
    };
    let succeeded = chance.reached_by(throw.total);
    let (id, mover, at) = (force.id, acting.force, force.at);
    if succeeded {
        slip::tell_overruled(acting.turn, battle, force, (will, to));
        combat::shed(acting.turn, id);
    }
    acting.turn.record(ContactEvent::Avoided { force: id, mover, at, to, throw, succeeded });
    if succeeded {
        retreat::run_over(acting.turn, id, to);
        retreat::settle(acting.turn, id);
        siege::raise(acting.turn, at);
        victory::occupy(acting.turn, to);
    }
    succeeded
}

/// Overruns those who stand, if they are weak enough; true if nobody is left (NIA §5.2.8).
fn run_over(acting: &mut Activation, battle: &Battle, step: Option<&Filled>) -> bool {
    let turn = &acting.turn;
    let ours = combat::host(turn, &battle.attackers);
    let theirs = combat::host(turn, &battle.defenders);
    if !figures::overrun(&ours, &theirs) {
        return false;
    }
    let force = acting.force().clone();
    let word = step.and_then(|step| step.get("overrun").map(|_| step.flag("overrun")));
    let said = word.map(|yes| (if yes { "yes" } else { "no" }.to_owned(), Source::Entry));
    let answer =
        will::choose(acting.turn, OVERRUN, &force, Topic::Overrun, &["yes", "no"], "yes", said);
    if answer.choice == "no" {
        return false;
    }
    let cost = acting.turn.book.figures.actions.overrun.min(acting.left());
    if cost == 0 {
        acting.over = true; // No point left for it: they are destroyed, and the march is over.
    }
    acting.spent += cost;
    let (id, at, spent) = (acting.force, battle.at, acting.spent);
    for gone in battle.defenders.clone() {
        acting.turn.record(ContactEvent::Overrun { force: id, gone, at, cost, spent });
        losses::destroy(acting.turn, gone, Cause::Overrun);
    }
    true
}

/// Checks attrition and fights (NIA §7.3, §8). Who loses has ended his activation.
fn fight(acting: &mut Activation, battle: &mut Battle) -> Result<(), Reason> {
    acting.check_attrition();
    battle.attackers.retain(|id| acting.turn.state.forces.get(id).is_some_and(Force::fights));
    if battle.attackers.is_empty() {
        return Err(Reason::Beaten);
    }
    let id = acting.force;
    let winner = combat::fight(acting.turn, battle);
    acting.turn.lasting_cards.end_flank_march();
    // Friends who came up may have taken the force into theirs.
    if !acting.turn.state.forces.contains_key(&id) {
        let at = battle.at;
        let power = acting.power.clone();
        let heir = acting.turn.state.at(at).find(|f| f.power == power && f.fights()).map(|f| f.id);
        match heir.filter(|_| winner == Winner::Attacker) {
            Some(heir) => {
                // An army that came up has taken the victor in; his own march is over.
                acting.force = heir;
                acting.over = true;
            }
            None => return Err(Reason::Beaten),
        }
    }
    if winner != Winner::Attacker {
        acting.ended = true;
        return Err(Reason::Beaten);
    }
    acting.won_at = Some(battle.at);
    Ok(())
}
