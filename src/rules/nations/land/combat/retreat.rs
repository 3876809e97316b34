//! Where a beaten force falls back to, and what it pays for that (NIA §8.3.2).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §8.3.2, §9.1.

use crate::decisions::Topic;
use crate::land::combat::losses::{self, Bill};
use crate::land::combat::{Battle, Side, guns};
use crate::land::joining;
use crate::land::movement::{self, Mover};
use crate::land::reckon::contact::overrun;
use crate::land::reckon::host::Host;
use crate::land::stacking;
use crate::land::supply::{self, Moment};
use crate::orders::choices as will;
use crate::orders::choices::Will;
use crate::orders::drop;
use crate::orders::words::Pick;
use crate::record::event::{Cause, ContactEvent, ForceEvent, Parting};
use crate::record::state::{Force, ForceId};
use crate::sea::troops;
use crate::season::victory;
use crate::turn::Turn;
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;
use std::collections::BTreeMap;

const RETREAT: Rule = Rule("NIA §8.3.2");

/// A way back and its price.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Way {
    /// One or two hexes; none for the fortress of the hex itself, or for ships.
    pub hexes: Vec<Space>,
    /// Whether the ships of the harbour carry it away.
    pub ship: bool,
    pub losses: u32,
    /// Whether it crosses a river without bridge or engineers, which doubles a pursuit.
    pub river: bool,
    contact: bool,
    zone: bool,
    overruns: bool,
    /// Points to the nearest source of supply from its end.
    distance: Option<u32>,
}

/// Chooses the way of a beaten force; nothing if there is none.
pub fn choose(turn: &mut Turn, battle: &Battle, loser: Side, id: ForceId) -> Option<Way> {
    let force = turn.state.force(id).clone();
    if battle.sortie && loser == Side::Attacker {
        return Some(Way::default());
    }
    let came_from = battle.came_from.get(&id).copied();
    let back = came_from.or((loser == Side::Attacker).then_some(battle.from));
    if let Some(back) = back {
        let will = crate::land::combat::round::will(turn, battle, loser);
        for topic in ["toward", "hexes", "into"].map(|key| Topic::Retreat.under(key)) {
            let back = "who attacked falls back to where they came from".to_owned();
            if !will.named(turn, &force, topic).is_empty() {
                will.hear(turn, &force, topic, (Some(false), vec![back]));
            }
        }
        // Where there is no room for all, the surplus is lost and not the force (§4.1.1).
        let way = step(turn, battle, &force, force.at, back)?;
        return Some(Way { losses: 0, hexes: vec![back], ..way });
    }
    let Legal { ways, barred } = legal(turn, battle, &force);
    let will = crate::land::combat::round::will(turn, battle, loser);
    let way = decide(turn, &force, ways, &will);
    let found = way.as_ref().and_then(|way| way.hexes.last().copied());
    tell_overruled(turn, &force, &will, found, &barred);
    tell_length(turn, &force, &will, way.as_ref());
    way
}

/// A property of ways: if any way has it, ways without it are ruled out.
type Wish<'w> = &'w dyn Fn(&Way) -> bool;

/// The legal ways, and what rules the others out.
struct Legal {
    /// In the order of preference of the default.
    ways: Vec<Way>,
    /// The ways that are ruled out, each with the reason.
    barred: Vec<(Way, &'static str)>,
}

/// Tells a power that its force went another number of hexes than `hexes` says (NIA §8.3.2).
fn tell_length(turn: &Turn, force: &Force, will: &Will, way: Option<&Way>) {
    let topic = Topic::Retreat.under("hexes");
    let wanted = will.named(turn, force, topic).first().and_then(|word| word.parse::<usize>().ok());
    let (Some(wanted), Some(way)) = (wanted, way) else { return };
    let went: usize = way.hexes.len();
    if went != wanted {
        let why = format!("no way of {wanted} that the rest allows, so {went}");
        will.hear(turn, force, topic, (Some(false), vec![why]));
    }
}

/// Tells a power why its `toward` could not be followed (NIA §8.3.2).
fn tell_overruled(
    turn: &Turn,
    force: &Force,
    will: &Will,
    found: Option<Space>,
    barred: &[(Way, &'static str)],
) {
    let atlas = &turn.book.atlas;
    let toward = will.named(turn, force, Topic::Retreat.under("toward")).into_iter().next();
    let goal = toward.and_then(|word| atlas.place(&word));
    let Some(goal) = goal else { return };
    let far = |end: Option<Space>| atlas.distance(end.unwrap_or(force.at), goal);
    let nearer = barred.iter().filter(|(way, _)| far(way.hexes.last().copied()) < far(found));
    if let Some((_, why)) = nearer.min_by_key(|(way, _)| far(way.hexes.last().copied())) {
        will.hear(
            turn,
            force,
            Topic::Retreat.under("toward"),
            (Some(false), vec![(*why).to_owned()]),
        );
    }
}

/// The owner's choice among legal ways, of which the first is the default.
fn decide(turn: &mut Turn, force: &Force, ways: Vec<Way>, will: &Will) -> Option<Way> {
    let best = ways.first()?.clone();
    let said = wished(turn, force, &ways, will);
    let written: Vec<String> = ways.iter().map(|way| write(turn, way)).collect();
    let options: Vec<&str> = written.iter().map(String::as_str).collect();
    let said = said.map(|way| (write(turn, &way), Source::Reaction));
    let default = write(turn, &best);
    let choice =
        will::choose(turn, RETREAT, force, Topic::Retreat, &options, &default, said).choice;
    let at = written.iter().position(|way| *way == choice).unwrap_or(0);
    ways.into_iter().nth(at)
}

fn write(turn: &Turn, way: &Way) -> String {
    let hexes: Vec<String> = way.hexes.iter().map(|space| turn.book.atlas.number(*space)).collect();
    match (way.ship, hexes.as_slice()) {
        (true, _) => "by ship".to_owned(),
        (false, []) => "inside".to_owned(),
        (false, hexes) => hexes.join(" "),
    }
}

/// The legal ways of a beaten force (NIA §8.3.2).
fn legal(turn: &Turn, battle: &Battle, force: &Force) -> Legal {
    // Who falls back does not look for supply behind the enemy's whole contact area.
    let moment = Moment { battle: Some(battle.at), contact: battle.contact.clone() };
    let near = supply::distance(turn.book, &turn.state, &force.power, &moment);
    let mut ways = all(turn, battle, force, &near, true);
    if ways.is_empty() {
        ways = all(turn, battle, force, &near, false);
    }
    let here = near.get(&force.at).copied();
    let closer = |way: &Way| match (way.distance, here) {
        (Some(there), Some(here)) => there < here,
        (Some(_), None) => true,
        (None, _) => false,
    };
    let survives = |way: &Way| way.losses < force.steps();
    let wishes: [(Wish<'_>, &'static str); 4] = [
        (&survives, "that way would cost the whole force"),
        (&closer, "that way does not lead nearer to supply"),
        (&|way| !way.contact, "that way leads through the enemy's contact area"),
        (&|way| !way.zone, "that way leads through an enemy zone"),
    ];
    let mut barred = vec![];
    for (wanted, why) in wishes {
        if ways.iter().any(wanted) {
            barred.extend(ways.extract_if(.., |way| !wanted(way)).map(|way| (way, why)));
        }
    }
    ways.sort_by_key(|way| {
        let hexes = std::cmp::Reverse(way.hexes.len());
        (way.losses, way.distance.unwrap_or(u32::MAX), hexes, way.hexes.clone())
    });
    let (book, state) = (turn.book, &turn.state);
    let own = state.holder(book, force.at).is_some_and(|power| state.friends(power, &force.power));
    if own && state.fortress(book, force.at) > 0 && !state.besieged(force.at) {
        let fits = u32::from(state.fortress(book, force.at)) >= force.steps();
        let at = if fits { 0 } else { ways.len() };
        ways.insert(at, Way::default());
    }
    if !force.inside && troops::ferry(turn, force).is_some() {
        let at = usize::from(ways.first().is_some_and(|way| way.hexes.is_empty()));
        ways.insert(at, Way { ship: true, ..Way::default() });
    }
    Legal { ways, barred }
}

/// Every way of one or two hexes; with `roomy` those that end where there is room.
fn all(
    turn: &Turn,
    battle: &Battle,
    force: &Force,
    near: &BTreeMap<Space, u32>,
    roomy: bool,
) -> Vec<Way> {
    let mut ways = vec![];
    let barred = |space: Space| space == battle.from || space == battle.at;
    let around = turn.book.atlas.around(force.at);
    for first in around.into_iter().filter(|space| !barred(*space)) {
        let Some(one) = step(turn, battle, force, force.at, first) else { continue };
        let one = Way { hexes: vec![first], distance: near.get(&first).copied(), ..one };
        for second in turn.book.atlas.around(first) {
            if barred(second) || (roomy && !ends(turn, force, second)) {
                continue;
            }
            let Some(two) = step(turn, battle, force, first, second) else { continue };
            ways.push(Way {
                hexes: vec![first, second],
                ship: false,
                losses: one.losses + two.losses,
                river: one.river || two.river,
                contact: one.contact || two.contact,
                zone: one.zone || two.zone,
                overruns: one.overruns || two.overruns,
                distance: near.get(&second).copied(),
            });
        }
        if !roomy || ends(turn, force, first) {
            ways.push(one);
        }
    }
    ways
}

/// One hex of a retreat with its price; nothing where nobody can go.
fn step(turn: &Turn, battle: &Battle, force: &Force, from: Space, to: Space) -> Option<Way> {
    let (book, state) = (turn.book, &turn.state);
    let mover = Mover::giving_way(book, state, force);
    let bridged = guns::friends_bridge(turn, &force.power, from, to);
    movement::cost(book, state.season, &mover, from, to, |_, _| bridged)?;
    if movement::strait_shut(book, state, &mover, from, to) {
        return None;
    }
    let holder = state.holder(book, to);
    if !state.may_enter(book, &force.power, to) {
        return None;
    }
    let foreign = holder.is_some_and(|power| !state.friends(power, &force.power));
    let besieged = state
        .at(to)
        .any(|f| f.siege.is_some() && !f.inside && state.friends(&f.power, &force.power));
    if foreign && state.fortress(book, to) > 0 && !besieged {
        return None;
    }
    let mut way = Way::default();
    let enemies: Vec<&Force> = state
        .at(to)
        .filter(|other| {
            !state.friends(&other.power, &force.power) && !other.inside && other.fights()
        })
        .collect();
    for enemy in enemies {
        if !overrun(&Host::of(book, force), &Host::of(book, enemy)) {
            return None;
        }
        way.losses += enemy.steps();
        way.overruns = true;
    }
    let edge = book.atlas.edge(from, to);
    if edge.river && !edge.bridge && !bridged {
        way.river = !force.has_engineers();
        way.losses += if force.has_engineers() { 1 } else { 2 };
    }
    way.contact = battle.contact.contains(&to);
    way.zone = zone(turn, battle, &force.power, to);
    let price = if way.zone { 2 } else { 0 } + if way.contact { 3 } else { 0 };
    let friend =
        state.at(to).any(|other| other.fights() && state.friends(&other.power, &force.power));
    let refuge = !foreign && state.fortress(book, to) > 0 && !state.besieged(to);
    way.losses += if friend || refuge { u32::saturating_sub(price, 1) } else { price };
    Some(way)
}

/// Whether a sound enemy army, other than those in this battle, reaches a hex (NIA §1.1.2).
fn zone(turn: &Turn, battle: &Battle, power: &str, at: Space) -> bool {
    let near = turn.book.atlas.around(at);
    turn.state.forces.values().any(|force| {
        force.army.is_some()
            && !force.demoralized
            && !force.inside
            && force.at != battle.at
            && near.contains(&force.at)
            && !turn.state.friends(&force.power, power)
    })
}

/// Whether a force may end in a hex: no friends of its power there, or room for both (NIA §4.1.1).
fn ends(turn: &Turn, force: &Force, at: Space) -> bool {
    let moved = Force { at, ..force.clone() };
    turn.state
        .at(at)
        .filter(|other| other.power == force.power && !other.inside && !other.units.is_empty())
        .all(|other| {
            let armies = other.army.is_some() && force.army.is_some();
            armies || other.reserve.is_none() && guns::fits_together(turn, other, &moved)
        })
}

/// The way that the sheet asks for, among the legal ones.
fn wished(turn: &Turn, force: &Force, ways: &[Way], will: &Will) -> Option<Way> {
    let atlas = &turn.book.atlas;
    let place = |word: &String| atlas.place(word);
    let named = |key| will.named(turn, force, Topic::Retreat.under(key));
    if let Some(into) = named("into").first().and_then(place)
        && into == force.at
        && let Some(way) = ways.iter().find(|way| way.hexes.is_empty() && !way.ship)
    {
        return Some(way.clone());
    }
    let by_sea = will.wants(turn, force, Topic::Retreat.under("by sea"));
    if by_sea == Some(true)
        && let Some(way) = ways.iter().find(|way| way.ship)
    {
        return Some(way.clone());
    }
    let never = named("never into");
    let shuns = |word: &str| never.iter().any(|other| other == word);
    let mut left: Vec<&Way> = ways.iter().filter(|way| !way.hexes.is_empty()).collect();
    let mut narrow = |keep: &dyn Fn(&Way) -> bool| {
        if left.iter().any(|way| keep(way)) {
            left.retain(|way| keep(way));
        }
    };
    if shuns("contact area") {
        narrow(&|way| !way.contact);
    }
    if shuns("enemy zone") {
        narrow(&|way| !way.zone);
    }
    if shuns("river") {
        narrow(&|way| !way.river);
    }
    let apart = will.wants(turn, force, Topic::Retreat.under("absorb")) == Some(false);
    if apart {
        let alone = |way: &Way| {
            let end = way.hexes.last().copied().unwrap_or(force.at);
            !turn.state.at(end).any(|other| other.power == force.power && !other.units.is_empty())
        };
        narrow(&alone);
    }
    let weak = will.wants(turn, force, Topic::Retreat.under("overrun"));
    if weak == Some(false) {
        narrow(&|way| !way.overruns);
    }
    if let Some(hexes) = named("hexes").first().and_then(|word| word.parse::<usize>().ok()) {
        narrow(&|way| way.hexes.len() == hexes);
    }
    let toward = named("toward").first().cloned().unwrap_or_default();
    let hexes = !named("hexes").is_empty();
    let any = !never.is_empty() || !toward.is_empty() || hexes || apart || weak == Some(false);
    if toward == "supply" {
        let near = |way: &&Way| (way.distance.unwrap_or(u32::MAX), way.losses);
        return left.into_iter().min_by_key(near).cloned();
    }
    let goal = place(&toward).or_else(|| named("into").first().and_then(place));
    match goal {
        Some(goal) => left.into_iter().min_by_key(|way| {
            let end = way.hexes.last().copied().unwrap_or(force.at);
            (atlas.distance(end, goal), way.losses, way.hexes.len())
        }),
        None => left.into_iter().next().filter(|_| any),
    }
    .or_else(|| ways.iter().find(|way| !way.ship).filter(|_| by_sea == Some(false)))
    .cloned()
}

/// Pays for the way; how many steps it cost.
pub fn pay(turn: &mut Turn, battle: &Battle, loser: Side, id: ForceId, way: &Way) -> u32 {
    if way.losses == 0 {
        return 0;
    }
    let will = crate::land::combat::round::will(turn, battle, loser);
    losses::suffer(turn, &[id], &will, &Bill::of(way.losses, Cause::Retreat, RETREAT))
}

/// Goes the way and joins friends at its end; the force that is left.
pub fn go(turn: &mut Turn, id: ForceId, way: &Way) -> Option<ForceId> {
    if way.ship {
        troops::evacuate(turn, id);
        return turn.state.forces.contains_key(&id).then_some(id);
    }
    if way.hexes.is_empty() {
        let at = turn.state.force(id).at;
        turn.record(ContactEvent::WentInside { force: id, at });
        return Some(id);
    }
    for (nth, to) in way.hexes.iter().enumerate() {
        let from = turn.state.force(id).at;
        run_over(turn, id, *to);
        turn.record(ContactEvent::Retreated { force: id, from, to: *to });
        if nth == 0 && way.hexes.len() > 1 {
            leave(turn, id);
        }
    }
    let id = settle(turn, id);
    // Where somebody has come to stand a town falls to him, and where he has left somebody.
    way.hexes.iter().for_each(|at| victory::occupy(turn, *at));
    Some(id)
}

/// Leaves units behind in the first hex of a retreat, if the sheet names any and they may stand
/// there (NIA §8.3.2).
fn leave(turn: &mut Turn, id: ForceId) {
    let mut goes = turn.state.force(id).clone();
    let wishes = Will::default().named(turn, &goes, Topic::Retreat.under("leave"));
    let book = turn.book;
    let mut stays = Force::new(turn.new_id(&goes.power), &goes.power, goes.at);
    for wish in wishes {
        let Ok(pick) = Pick::read(&wish, &book.units, &book.people) else { continue };
        if let Some(at) = pick.find(&goes.units, &book.units) {
            stays.units.push(goes.units.remove(at));
        }
    }
    stays.settle();
    (stays.demoralized, stays.unsupplied) = (goes.demoralized, goes.unsupplied);
    stays.activations = drop::level(book, &stays, goes.activations);
    let alone = turn.state.at(goes.at).all(|other| other.id == id || other.power != goes.power);
    let legal = !stays.units.is_empty() && !goes.units.is_empty();
    if legal && alone && stacking::fits(book, &stays) && stacking::keeps_army(book, &goes) {
        turn.record(ForceEvent::Parted { force: goes, new: stays, how: Parting::Dropped });
    }
}

/// Destroys the weak who stand in the way (NIA §5.2.8, §8.3.2).
pub fn run_over(turn: &mut Turn, id: ForceId, at: Space) {
    let power = turn.state.force(id).power.clone();
    let weak: Vec<ForceId> = turn
        .state
        .at(at)
        .filter(|other| !turn.state.friends(&other.power, &power) && !other.inside)
        .map(|other| other.id)
        .collect();
    for other in weak {
        losses::destroy(turn, other, Cause::Overrun);
    }
}

/// Joins a force to friends of its power in the hex where its way ended (NIA §4.1.1, §8.3.2).
pub fn settle(turn: &mut Turn, id: ForceId) -> ForceId {
    let force = turn.state.force(id).clone();
    let friends: Vec<ForceId> = turn
        .state
        .at(force.at)
        .filter(|other| {
            other.id != id && other.power == force.power && other.inside == force.inside
        })
        .filter(|other| other.reserve.is_none())
        .filter(|other| other.army.is_none() || force.army.is_none())
        // Trains, depots and engineers stack freely, and stay what they are (§4.1.1).
        .filter(|other| !other.units.is_empty() || !other.leaders.is_empty())
        .map(|other| other.id)
        .collect();
    let mut now = id;
    for friend in friends {
        let (first, second) = match turn.state.forces.get(&friend) {
            Some(other) if other.army.is_some() => (friend, now),
            _ => (now, friend),
        };
        now = match guns::unite(turn, first, second) {
            Some(united) => united,
            None => {
                let (one, other) = (turn.state.draft(first), turn.state.draft(second));
                joining::break_up(turn, &one, &other, 0)
            }
        };
    }
    now
}

/// Falls back one hex toward supply without a battle, at the prices of a retreat (NIA §9.4).
pub fn redeploy(turn: &mut Turn, id: ForceId) {
    let at = turn.state.force(id).at;
    let battle = Battle::new(at, at, vec![], crate::land::combat::Crossing::None);
    let force = turn.state.force(id).clone();
    let mut ways = legal(turn, &battle, &force).ways;
    ways.retain(|way| way.hexes.len() == 1);
    ways.sort_by_key(|way| (way.losses, way.distance.unwrap_or(u32::MAX), way.hexes.clone()));
    let will = Will::default();
    match decide(turn, &force, ways, &will) {
        Some(way) => {
            losses::suffer(turn, &[id], &will, &Bill::of(way.losses, Cause::Retreat, RETREAT));
            if turn.state.forces.contains_key(&id) {
                go(turn, id, &way);
            }
        }
        None => losses::destroy(turn, id, Cause::Trapped),
    }
}
