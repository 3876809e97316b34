//! Leaders in battle: who commands, who is hit, who follows him (NIA §4.2, §8.2.5).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §4.1.1, §4.2.3, §4.2.4, §8.2.5, §21.3.3.

use crate::book::Book;
use crate::decisions::Topic;
use crate::land::combat::losses::{self, Bill};
use crate::land::combat::{Battle, Side};
use crate::land::stacking;
use crate::orders::choices as will;
use crate::orders::choices::Will;
use crate::record::event::{BattleEvent, Cause, Fate, ForceEvent, Leaving};
use crate::record::state::{Force, ForceId};
use crate::season::returns;
use crate::turn::Turn;
use kit::ledger::Source;
use kit::rule::Rule;

const CHECK: Rule = Rule("NIA §8.2.5");
const STACKING: Rule = Rule("NIA §4.1.1");
const COMMAND: Rule = Rule("NIA §4.2.1");
const DISMISS: Rule = Rule("NIA §4.2.4");

/// The force whose commander commands all of a side; of equals the first (NIA §4.2.1, §4.2.3).
pub fn overall(turn: &Turn, ids: &[ForceId]) -> Option<ForceId> {
    // The last of equal ones is taken, so the list is read from its end.
    ids.iter()
        .rev()
        .filter(|id| worth(turn, **id).is_some())
        .max_by_key(|id| worth(turn, **id))
        .copied()
}

/// What a force counts for when several stand together: the steps of an army, then stars.
fn worth(turn: &Turn, id: ForceId) -> Option<(u32, u8)> {
    let force = turn.state.forces.get(&id)?;
    let stars = force.commander().map_or(0, |leader| stacking::stars(turn.book, leader));
    Some((force.army.as_ref().map_or(0, |_| force.steps()), stars))
}

/// Puts the force first whose commander commands, where several could (NIA §4.2.1, §4.2.3).
///
/// Of one power the owner chooses. Allies agree when both sheets name the same leader; else he of
/// the power that is highest in the order of diplomacy commands, Britain first of all.
pub fn agree(turn: &mut Turn, battle: &mut Battle) {
    for side in [Side::Attacker, Side::Defender] {
        let mut ids = battle.forces(turn, side);
        // The highest in that order is the last of it: Britain.
        let order = |id: &ForceId| turn.book.people.order(&turn.state.force(*id).power);
        let order = |id: &ForceId| (std::cmp::Reverse(order(id)), *id);
        ids.sort_by_key(order);
        if let Some(first) = chief(turn, &ids) {
            ids.retain(|id| *id != first);
            ids.insert(0, first);
        }
        match side {
            Side::Attacker => battle.attackers = ids,
            Side::Defender => battle.defenders = ids,
        }
    }
}

/// The force that commands among those of equal worth.
fn chief(turn: &mut Turn, ids: &[ForceId]) -> Option<ForceId> {
    let best = ids.iter().filter_map(|id| worth(turn, *id)).max()?;
    let equal: Vec<Force> = ids
        .iter()
        .filter(|id| worth(turn, **id) == Some(best))
        .map(|id| turn.state.force(*id).clone())
        .filter(|force| force.commander().is_some())
        .collect();
    let leader = |force: &Force| force.commander().unwrap_or_default().to_owned();
    let power = equal.first()?.power.clone();
    let own: Vec<&Force> = equal.iter().filter(|force| force.power == power).collect();
    let able = |force: &&&Force| {
        let leader = turn.book.people.known(&leader(force));
        (leader.combat, leader.initiative, std::cmp::Reverse(force.id))
    };
    let default = own.iter().max_by_key(able).map(|force| leader(force))?;
    let will = Will::default();
    let named = |force: &Force| {
        let names = will.named(turn, force, Topic::Command.path());
        names.into_iter().find(|name| equal.iter().any(|force| leader(force) == *name))
    };
    let wishes: Vec<Option<String>> = equal.iter().map(named).collect();
    let agreed = wishes.windows(2).all(|two| two[0] == two[1]);
    let own_wish = wishes[0].clone().filter(|name| own.iter().any(|force| leader(force) == *name));
    let said = if agreed { wishes[0].clone() } else { own_wish };
    let said = said.map(|name| (name, Source::Reaction));
    let options: Vec<String> = equal.iter().map(leader).collect();
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let choice =
        will::choose(turn, COMMAND, &equal[0], Topic::Command, &options, &default, said).choice;
    equal.iter().find(|force| leader(force) == choice).map(|force| force.id)
}

/// A leader's combat value.
pub fn combat(turn: &Turn, leader: &str) -> i32 {
    i32::from(turn.book.people.known(leader).combat)
}

/// The combat value of a side's overall commander; none without one (NIA §8.2.2).
pub fn commander_value(turn: &Turn, ids: &[ForceId]) -> i32 {
    let force = overall(turn, ids).map(|id| turn.state.force(id));
    force.and_then(Force::commander).map_or(0, |leader| combat(turn, leader))
}

/// Everybody on a side who can lend his combat value to its commander (NIA §8.2.3).
pub fn helpers(turn: &Turn, ids: &[ForceId]) -> Vec<String> {
    let Some(id) = overall(turn, ids) else { return vec![] };
    let commander = turn.state.force(id).commander();
    let forces = ids.iter().filter_map(|id| turn.state.forces.get(id));
    let leaders = forces.flat_map(|force| &force.leaders);
    leaders.filter(|leader| commander != Some(leader)).cloned().collect()
}

/// The subordinate who lends his combat value, if anybody is to (NIA §8.2.3).
pub fn subordinate(turn: &mut Turn, ids: &[ForceId], will: &Will, rule: Rule) -> Option<String> {
    let id = overall(turn, ids)?;
    let commander = turn.state.force(id).clone();
    let mut able = helpers(turn, ids);
    able.push("none".to_owned());
    let wished = will.named(turn, &commander, Topic::Subordinate.path()).into_iter().next();
    let said = wished.map(|leader| (leader, will.source(&commander, "subordinate")));
    let options: Vec<&str> = able.iter().map(String::as_str).collect();
    let answer = will::choose(turn, rule, &commander, Topic::Subordinate, &options, "none", said);
    Some(answer.choice).filter(|leader| leader != "none")
}

/// The leader whom an L puts at risk (NIA §8.2.5).
pub fn at_risk(turn: &mut Turn, ids: &[ForceId], will: &Will) -> Option<(ForceId, String, bool)> {
    let book = turn.book;
    let mut able: Vec<(ForceId, String, bool)> = vec![];
    for id in ids {
        let Some(force) = turn.state.forces.get(id) else { continue };
        for (place, leader) in force.leaders.iter().enumerate() {
            let commands = place == 0;
            if !(commands && force.army.is_some()) {
                able.push((*id, leader.clone(), commands));
            }
        }
    }
    let lowest = able.iter().map(|(_, leader, _)| stacking::stars(book, leader)).min()?;
    able.retain(|(_, leader, _)| stacking::stars(book, leader) == lowest);
    // By default he of the lowest combat value, and of equals the last in the list.
    let default = able.iter().rev().min_by_key(|(_, leader, _)| combat(turn, leader))?.1.clone();
    let force = turn.state.force(able[0].0).clone();
    let wishes = will.named(turn, &force, Topic::Risk.path());
    let entry = |leader: &str| book.people.known(leader).from.unwrap_or(0);
    let wished = wishes.iter().find_map(|wish| match wish.as_str() {
        "youngest" => able.iter().max_by_key(|(_, leader, _)| entry(leader)),
        "eldest" => able.iter().min_by_key(|(_, leader, _)| entry(leader)),
        name => able.iter().find(|(_, leader, _)| leader == name),
    });
    let said = wished.map(|(_, leader, _)| (leader.clone(), Source::Reaction));
    let options: Vec<&str> = able.iter().map(|(_, leader, _)| leader.as_str()).collect();
    let choice = will::choose(turn, CHECK, &force, Topic::Risk, &options, &default, said).choice;
    able.into_iter().find(|(_, leader, _)| *leader == choice)
}

/// Checks a leader for casualty; true if he led a plain force and was killed (NIA §8.2.5).
pub fn check(turn: &mut Turn, id: ForceId, leader: &str, overall: bool, will: &Will) -> bool {
    let Some(force) = turn.state.forces.get(&id).cloned() else { return false };
    if !force.leaders.iter().any(|name| name == leader) {
        return false;
    }
    let at = turn.book.atlas.name(force.at);
    let die = turn.ledger.dice(CHECK.by(leader).at(at), 1, 6).faces[0];
    let fate = turn.book.war.casualty(overall, die);
    let back = (fate == Fate::Wounded).then(|| turn.state.season.next_spring());
    let (power, leader) = (force.power.clone(), leader.to_owned());
    let at = force.at;
    turn.record(BattleEvent::LeaderChecked {
        force: id,
        power,
        leader: leader.clone(),
        at,
        overall,
        die,
        fate,
        back,
    });
    match fate {
        Fate::Unharmed => return false,
        Fate::Killed => succeed(turn, id, &leader, overall),
        Fate::Wounded => {
            let said = will.wants(turn, &force, Topic::Successor.path());
            if will::yes(turn, CHECK, &force, Topic::Successor, true, said) {
                succeed(turn, id, &leader, overall);
            }
        }
    }
    disband(turn, id, will);
    overall && fate == Fate::Killed
}

/// Removes steps beyond the stacking limits: those that no leader can command (NIA §8.2.5), and surplus
/// allied ones (§4.1.1). Allied ones, too, where a step of the army's nation would make them surplus.
fn disband(turn: &mut Turn, id: ForceId, will: &Will) {
    let fits = |turn: &Turn| {
        turn.state.forces.get(&id).is_none_or(|force| stacking::fits(turn.book, force))
    };
    while !fits(turn) {
        let force = turn.state.force(id);
        let surplus = stacking::surplus_allies(turn.book, force) > 0;
        let spares_own = stacking::surplus_without(turn.book, force, 1) > 0;
        let nations: Vec<String> = match surplus {
            true => stacking::allies(turn.book, force).map(|unit| unit.nation.clone()).collect(),
            false => {
                let others = force.units.iter().map(|unit| &unit.nation);
                others.filter(|nation| spares_own && **nation != force.power).cloned().collect()
            }
        };
        let rule = if surplus { STACKING } else { CHECK };
        let whole = force.leaders.is_empty(); // Then one unit may stay.
        let bill = Bill { nations, whole, ..Bill::of(1, Cause::Stacking, rule) };
        if losses::suffer(turn, &[id], will, &bill) == 0 {
            return;
        }
    }
}

/// Keeps the limits of armies whose commander has changed: a subordinate who can lead more of it takes
/// the command, and else what is too much is lost (NIA §4.1.1, §4.2.4).
pub fn keep_limits(turn: &mut Turn) {
    let book = turn.book;
    let over = turn.state.forces.values().filter(|force| {
        force.army.is_some() && !force.units.is_empty() && !stacking::fits(book, force)
    });
    let over: Vec<ForceId> = over.map(|force| force.id).collect();
    for id in over {
        hand_over(turn, id);
        disband(turn, id, &Will::default());
    }
}

/// Gives the command of an army that is too large to a subordinate who can lead more of it, so that
/// nothing is lost that could stay (NIA §4.1.1, §4.2.4).
fn hand_over(turn: &mut Turn, id: ForceId) {
    let Some(force) = turn.state.forces.get(&id).filter(|force| force.army.is_some()) else {
        return;
    };
    if let (Some(leader), Some(from)) = (heir(turn.book, force), force.commander()) {
        let (leader, from) = (leader.to_owned(), from.to_owned());
        turn.record(ForceEvent::CommandTaken { force: id, leader, from });
    }
}

/// The subordinate who can lead more of an army than who commands it; of several the highest in rank.
fn heir<'f>(book: &Book, force: &'f Force) -> Option<&'f str> {
    let led_by = |name: &str| {
        let mut led = force.clone();
        led.leaders.retain(|other| other != name);
        led.leaders.insert(0, name.to_owned());
        stacking::limit(book, &led).min(led.steps())
    };
    let now = led_by(force.commander()?);
    let others = force.leaders.iter().skip(1).map(String::as_str);
    let able = others.filter(|name| stacking::may_lead_army(book, force, name));
    let able = able.map(|name| (led_by(name), stacking::stars(book, name), name));
    let best = able.max_by_key(|(steps, stars, _)| (*steps, *stars))?;
    (best.0 > now).then_some(best.2)
}

/// Draws who takes the place of a leader whom a rule takes off the map (NIA §21.D).
pub fn replace(turn: &mut Turn, id: ForceId, after: &str, commanded: bool) {
    succeed(turn, id, after, commanded);
}

/// Gives the command to the senior of those who stay when the commander has left the map (NIA §4.2.4), and
/// takes off what nobody can lead.
pub fn pass_command(turn: &mut Turn, id: ForceId) {
    promote(turn, id);
    disband_surplus(turn, id);
}

/// Takes off what nobody is left to command, after leaders or troops have gone.
pub fn disband_surplus(turn: &mut Turn, id: ForceId) {
    hand_over(turn, id);
    disband(turn, id, &Will::default());
}

/// Leaves those who may command an army, where a rule of the scenario says who may (NIA §21.3.1).
fn narrow(turn: &Turn, force: &Force, able: &mut Vec<String>) {
    let stars = least_stars(turn, force);
    let fits = |name: &String| stacking::stars(turn.book, name) >= stars;
    if able.iter().any(fits) {
        able.retain(fits);
    }
}

/// The stars that a rule of the scenario asks of who replaces the commander of this army.
fn least_stars(turn: &Turn, force: &Force) -> u8 {
    let rules = turn.book.scenario.special.iter().filter_map(|special| special.commanders.as_ref());
    let mut rules = rules.filter(|rule| rule.power == force.power && force.army.is_some());
    rules.next().map_or(0, |rule| rule.stars)
}

/// Whether a leader may replace the commander of an army: where a rule asks for stars, one without
/// them may only if nobody who has them waits in the pool (NIA §21.3.1).
pub fn may_replace(turn: &Turn, force: &Force, leader: &str) -> bool {
    let stars = least_stars(turn, force);
    let has = |name: &str| stacking::stars(turn.book, name) >= stars;
    has(leader) || !turn.state.pools.get(&force.power).into_iter().flatten().any(|name| has(name))
}

/// Leaves those of the fewest stars, where a rule of the scenario says so (NIA §21.3.3).
fn fewest_stars(turn: &Turn, able: &mut Vec<String>) {
    let mut rules = turn.book.scenario.special.iter().filter_map(|rule| rule.successors.as_ref());
    if !rules.any(|rule| rule.fewest_stars) {
        return;
    }
    let stars = |name: &String| stacking::stars(turn.book, name);
    let fewest = able.iter().map(stars).min();
    able.retain(|name| Some(stars(name)) == fewest);
}

/// Draws who takes the place of a leader that fell (NIA §8.2.5).
fn succeed(turn: &mut Turn, id: ForceId, after: &str, commanded: bool) {
    let Some(force) = turn.state.forces.get(&id).cloned() else { return };
    let mut able = returns::successors(turn.book, &turn.state, &force.power);
    if turn.marker.is_none() {
        let coming = returns::coming(turn.book, &turn.state);
        able.retain(|name| !coming.contains(&name.as_str())); // Its arrivals may be still to come.
    }
    able.sort();
    if commanded {
        narrow(turn, &force, &mut able);
    }
    fewest_stars(turn, &mut able);
    if able.is_empty() {
        return;
    }
    let at = turn.book.atlas.name(force.at);
    let drawn = turn.ledger.draw(CHECK.by(format!("successor of {after}")).at(at), &able).index;
    let leader = able[drawn].clone();
    // Whom they replace may still be with the force, so that it is never without a head.
    let first = force.leaders.iter().find(|name| *name != after);
    let is_senior = |first: &String| stacking::goes_before(turn.book, &leader, first);
    let mut with = force.clone();
    with.leaders.push(leader.clone());
    let may_lead = |name: &str| stacking::may_lead_army(turn.book, &with, name);
    let commands = first.is_none_or(|first| match force.army {
        None => is_senior(first),
        Some(_) => !may_lead(first) && may_lead(&leader),
    });
    let gone = after.to_owned();
    let succeeded =
        BattleEvent::Succeeded { force: id, leader, after: gone, commands, counts: false };
    turn.record(succeeded);
    // A lower rank may have no place for those who stood under the one before (§4.1.1).
    let Some(force) = turn.state.forces.get(&id) else { return };
    let mut led = Force { leaders: force.leaders.clone(), ..force.clone() };
    led.leaders.retain(|name| name != after);
    let most = 1 + stacking::places(turn.book, &led);
    let (power, at) = (led.power.clone(), led.at);
    for leader in led.leaders.into_iter().skip(most) {
        turn.record(ForceEvent::LeaderLeft {
            power: power.clone(),
            leader,
            at,
            why: Some(Leaving::NoRoom),
        });
    }
}

/// How many commanders of armies a side may dismiss in the whole game, where a rule says so (NIA
/// §21.3.3).
fn most_dismissals(book: &Book) -> Option<u8> {
    book.scenario.special.iter().find_map(|rule| rule.dismissals)
}

/// Whether the side of a force may dismiss one more.
fn has_dismissal(turn: &Turn, force: &Force) -> bool {
    let used = turn.state.dismissed.get(&turn.state.bloc(&force.power)).copied().unwrap_or(0);
    most_dismissals(turn.book).is_none_or(|most| used < most)
}

/// The loser of a minor or major battle may be dismissed at once (NIA §4.2.4).
pub fn dismiss(turn: &mut Turn, id: ForceId, major: bool, will: &Will) {
    let Some(force) = turn.state.forces.get(&id).cloned() else { return };
    let Some(beaten) = force.commander().map(str::to_owned) else { return };
    let book = turn.book;
    let counts = force.army.is_some() && most_dismissals(book).is_some();
    if (book.people.known(&beaten).sovereign && !major) || (counts && !has_dismissal(turn, &force))
    {
        return;
    }
    let mut able = returns::successors(book, &turn.state, &force.power);
    able.retain(|name| {
        let mut led = force.clone();
        led.leaders[0].clone_from(name);
        let capacity = force.army.is_none() || book.people.known(name).capacity.is_some();
        capacity && stacking::fits(book, &led)
    });
    narrow(turn, &force, &mut able);
    let Some(first) = able.first().cloned() else { return };
    let said = will.wants(turn, &force, Topic::DismissAfterDefeat.path());
    if !will::yes(turn, DISMISS, &force, Topic::DismissAfterDefeat, false, said) {
        return;
    }
    let wished =
        will.named(turn, &force, Topic::DismissAfterDefeat.under("for")).into_iter().next();
    let leader = wished.filter(|name| able.contains(name)).unwrap_or(first);
    let (power, at) = (force.power.clone(), force.at);
    // The successor comes first, so that the force is never without a head.
    turn.record(BattleEvent::Succeeded {
        force: id,
        leader,
        after: beaten.clone(),
        commands: true,
        counts,
    });
    turn.record(ForceEvent::LeaderLeft {
        power,
        leader: beaten,
        at,
        why: Some(Leaving::Dismissed),
    });
    promote(turn, id);
}

/// Gives the command to a subordinate who is senior to the new leader, or who may lead the army that they
/// may not (NIA §4.2.4, §4.2.1, §4.2.2).
fn promote(turn: &mut Turn, id: ForceId) {
    let book = turn.book;
    let Some(force) = turn.state.forces.get(&id).cloned() else { return };
    let Some(first) = force.commander().map(str::to_owned) else { return };
    let may_lead = |name: &str| force.army.is_none() || stacking::may_lead_army(book, &force, name);
    let fits = |name: &&String| {
        let mut led = force.clone();
        led.leaders.retain(|other| other != *name);
        led.leaders.insert(0, (*name).clone());
        may_lead(name)
            && (!may_lead(&first) || stacking::goes_before(book, name, &first))
            && stacking::fits(book, &led)
            && may_replace(turn, &force, name)
    };
    let senior = force.leaders.iter().skip(1).filter(fits);
    if let Some(leader) = senior.max_by_key(|name| stacking::stars(book, name)).cloned() {
        turn.record(ForceEvent::CommandTaken { force: id, leader, from: first });
    }
}
