//! `drop`: leaves units, support or a screen behind (NIA §5.2.4, §6.2.2, §5.2.10).

use super::{Play, StepKind};
use crate::book::Book;
use crate::book::units::{Size, Unit};
use crate::land::combat::guns;
use crate::land::stacking;
use crate::orders::causes::Cause;
use crate::orders::rehearsal::Plan;
use crate::orders::words::{FORCE, LEADER, Pick, UNIT};
use crate::record::event::{ForceEvent, Parting, Reason};
use crate::record::state::{Force, ForceId};
use crate::turn::activation::Activation;
use crate::view::{forces, reasons};
use sheet::keys::{Content, Field, Filled, Given, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "drop",
        rule: "NIA §5.2.4",
        value: Value::Short(&[
            Field {
                key: "units",
                value: Value::Either(&Value::List(&Value::Name(&UNIT))),
                doc: "What stays: units by kind, `train`, `engineer`, or `depot` for a train put down as a depot.",
            },
            Field {
                key: "leader",
                value: Value::Either(&Value::Name(&LEADER)),
                doc: "A subordinate who stays with them.",
            },
            Field {
                key: "screen",
                value: Value::Either(&Value::List(&Value::Name(&UNIT))),
                doc: "Units that stay to besiege the fortress while the rest goes on (NIA §5.2.10).",
            },
            Field {
                key: "army",
                value: Value::Either(&Value::Name(&FORCE)),
                doc: "An army of the group that parts here.",
            },
        ]),
        doc: "Leaves something in the hex, for nothing.",
    },
    tell,
    play: Play::Land(play),
};

fn tell(plan: &mut Plan, filled: &Filled) -> String {
    let screen = filled.names("screen");
    let mut what = filled.names("units");
    what.extend(filled.name("army"));
    what.extend(filled.name("leader"));
    if !screen.is_empty() {
        plan.depends_on(&[Cause::Enemy, Cause::Losses]);
        if let Some(force) = plan.force.clone() {
            plan.refuse_by("cannot-part", screened(plan.book, &force, filled, force.id).map(drop));
        }
        plan.unsure = true;
        return format!("drop: a screen of {}", screen.join(", "));
    }
    let book = plan.book;
    if let Some((army, at)) = filled.name("army").zip(plan.here()) {
        let named =
            |one: &mut Force| one.army.as_deref() == Some(army) || one.commander() == Some(army);
        let parts: Vec<Force> = plan.group.extract_if(.., named).collect();
        parts.into_iter().for_each(|one| plan.part(Force { at, ..one }));
        return format!("drop: {}", what.join(", "));
    }
    if plan.spent > 0 || plan.hoped {
        plan.only_if(Cause::Friends);
    }
    if plan.is_threatened() {
        plan.only_if(Cause::Losses);
    }
    let Some(force) = plan.force.clone() else { return format!("drop: {}", what.join(", ")) };
    let mut what: Vec<String> = what.into_iter().map(str::to_owned).collect();
    let there = if plan.unsure { vec![] } else { plan.own_beside(&force) };
    let parted = divided(book, &force, filled, force.id);
    let friend = parted.as_ref().ok().map(|(_, left)| beside(book, left, there.iter()));
    if let Some(Err(reason)) = &friend {
        let text = format!(
            "what stays has to be one force with who stands there: {}",
            reasons::sentence(book, reason)
        );
        // Those who stand there may leave, or arrive, before this step.
        plan.only_if(Cause::of(reason));
        plan.refuse("cannot-part", text);
        return format!("drop: {}", what.join(", "));
    }
    let friend = friend.and_then(Result::ok).flatten();
    match parted {
        Ok((stays, left)) => {
            if !plan.unsure {
                what = chosen(book, &filled.names("units"), &left);
                what.extend(filled.name("leader").map(str::to_owned));
            }
            plan.tell_marker(&stays);
            plan.left_behind.extend(left.leaders.iter().map(|leader| (leader.clone(), force.at)));
            plan.force = Some(stays);
            plan.part(left);
            if filled.names("units").contains(&"depot") {
                plan.depots.push(force.at);
            }
        }
        Err(reason @ Reason::HasNone { .. }) if !plan.unsure => {
            let text = reasons::sentence(book, &reason);
            let then = if plan.again { "if an entry before is played as told: " } else { "" };
            // Losses change what a unit is called.
            plan.remark("has-none", format!("{then}{text}"), Cause::Losses);
        }
        Err(reason) if !plan.unsure => plan.refuse_by("cannot-part", Err(reason)),
        Err(_) => {}
    }
    let named = |friend: &Force| format!(", with {} there", friend.name(&book.atlas, &book.units));
    format!("drop: {}{}", what.join(", "), friend.map(named).unwrap_or_default())
}

/// What units are named and which of the force's these are: its own whole ones are told as they are written.
pub fn chosen(book: &Book, written: &[&str], goes: &Force) -> Vec<String> {
    let is_support = |name: &&&str| ["train", "depot", "engineer"].contains(*name);
    let support = written.iter().filter(is_support).map(ToString::to_string);
    let units = Some(forces::units(book, goes)).filter(|units| !units.is_empty());
    units.into_iter().chain(support).collect()
}

fn picks(book: &Book, items: &[Given]) -> Vec<Pick> {
    let read = |given: &Given| match &given.what {
        Content::Name(name) => Pick::read(name, &book.units, &book.people).ok(),
        _ => None,
    };
    items.iter().filter_map(read).collect()
}

/// Moves what is picked from one force to another; a depot is a train put down (NIA §6.2.2).
pub fn leave(book: &Book, from: &mut Force, to: &mut Force, pick: &Pick) -> Result<(), Reason> {
    (0..pick.count()).try_for_each(|_| leave_one(book, from, to, pick))
}

fn leave_one(book: &Book, from: &mut Force, to: &mut Force, pick: &Pick) -> Result<(), Reason> {
    let none = || Reason::HasNone { what: pick.told(&book.people) };
    let take = |count: &mut u8| count.checked_sub(1).map(|left| *count = left).ok_or_else(none);
    match pick.support() {
        Some("train") => take(&mut from.trains).map(|()| to.trains += 1),
        Some("depot") if from.depots > 0 => take(&mut from.depots).map(|()| to.depots += 1),
        Some("depot") => take(&mut from.trains)
            .map(|()| to.depots += 1)
            .map_err(|_| Reason::HasNone { what: "train to put down".to_owned() }),
        Some(_) => take(&mut from.engineers).map(|()| to.engineers += 1),
        None => {
            let at = pick.find_in(from, &book.units).ok_or_else(none)?;
            to.units.push(from.units.remove(at));
            Ok(())
        }
    }
}

fn play(acting: &mut Activation, filled: &Filled) -> Result<(), Reason> {
    if let Some(army) = filled.name("army") {
        return part_from_group(acting, army);
    }
    if !filled.list("screen").is_empty() {
        return screen(acting, filled);
    }
    let id = acting.turn.new_id(&acting.force().power);
    let (stays, left) = divided(acting.turn.book, acting.force(), filled, id)?;
    let own = acting.turn.state.at(left.at).filter(|other| {
        other.power == left.power && other.id != acting.force && !acting.group.contains(&other.id)
    });
    let friend = beside(acting.turn.book, &left, own)?.map(|friend| friend.id);
    let depot = left.depots > 0 && left.units.is_empty();
    let how = if depot { Parting::PutDownDepot } else { Parting::Dropped };
    acting.turn.active.insert(left.id);
    acting.parted.push(left.id);
    acting.turn.record(ForceEvent::Parted { force: stays, new: left, how });
    if let Some(friend) = friend {
        guns::unite(acting.turn, friend, id);
    }
    Ok(())
}

/// A force without what it leaves, and what it leaves (NIA §5.2.4, §4.1.1).
fn divided(
    book: &Book,
    force: &Force,
    filled: &Filled,
    id: ForceId,
) -> Result<(Force, Force), Reason> {
    let (mut stays, mut left) = without(book, force, filled.list("units"), id)?;
    if let Some(leader) = filled.name("leader") {
        let at = stays.leaders.iter().position(|name| name == leader);
        let at = at.ok_or_else(|| Reason::NotHere { name: leader.to_owned() })?;
        if at == 0 && stays.army.is_some() {
            return Err(Reason::CommandsArmy);
        }
        left.leaders.push(stays.leaders.remove(at));
    }
    stacking::give_up_marker(book, &mut stays)?;
    left.settle();
    if !left.units.is_empty() {
        left.siege = stays.siege; // Who stays before the walls keeps the siege up (§9.4).
    }
    left.activations = level(book, &left, stays.activations);
    (left.demoralized, left.unsupplied) = (stays.demoralized, stays.unsupplied);
    if !stacking::fits(book, &left) || !stacking::fits(book, &stays) || stays.is_empty() {
        return Err(Reason::NoRoom { name: "what stays".to_owned() });
    }
    Ok((stays, left))
}

/// The friend whom those who stay join, of one's own who stand there and do not march along; in one hex
/// there is one force (NIA §4.1.1).
fn beside<'f>(
    book: &Book,
    left: &Force,
    mut own: impl Iterator<Item = &'f Force>,
) -> Result<Option<&'f Force>, Reason> {
    if left.units.is_empty() && left.leaders.is_empty() {
        return Ok(None); // Trains, depots and engineers stack freely.
    }
    let counts =
        |other: &&Force| !other.inside && (!other.units.is_empty() || !other.leaders.is_empty());
    let Some(other) = own.find(counts) else { return Ok(None) };
    if other.reserve.is_some() || stacking::united(book, other, left).is_none() {
        return Err(Reason::NoRoom { name: other.name(&book.atlas, &book.units) });
    }
    Ok(Some(other))
}

/// Leaves a screen before the walls, so that the rest may march on (NIA §5.2.10).
fn screen(acting: &mut Activation, filled: &Filled) -> Result<(), Reason> {
    let book = acting.turn.book;
    let Some(marker) = acting.force().siege else { return Err(Reason::NoFortress) };
    let id = acting.turn.new_id(&acting.force().power);
    let (mut stays, mut left) = screened(book, acting.force(), filled, id)?;
    let level = acting.turn.state.fortress(book, left.at);
    if level >= 3 {
        return Err(Reason::NeedsArmy);
    }
    let (has, needs) = (left.steps(), u32::from(level));
    if has < needs {
        return Err(Reason::TooFewSteps { has, needs });
    }
    left.siege = Some(marker);
    left.activations = stays.activations;
    left.unsupplied = stays.unsupplied;
    stays.siege = None;
    let id = left.id;
    acting.turn.active.insert(id);
    acting.parted.push(id);
    acting.screens.push(id);
    acting.laid = None;
    acting.turn.record(ForceEvent::Parted { force: stays, new: left, how: Parting::Dropped });
    Ok(())
}

/// A force without some of its units, and those units.
fn without(
    book: &Book,
    force: &Force,
    units: &[Given],
    id: ForceId,
) -> Result<(Force, Force), Reason> {
    let mut stays = force.clone();
    let mut left = Force::new(id, &stays.power, stays.at);
    for pick in picks(book, units) {
        leave(book, &mut stays, &mut left, &pick)?;
    }
    Ok((stays, left))
}

/// A force without the screen that it leaves, and the screen.
fn screened(
    book: &Book,
    force: &Force,
    filled: &Filled,
    id: ForceId,
) -> Result<(Force, Force), Reason> {
    let (mut stays, mut left) = without(book, force, filled.list("screen"), id)?;
    if let Some(leader) = filled.name("leader") {
        let at = stays.leaders.iter().skip(1).position(|name| name == leader);
        let at = at.ok_or_else(|| Reason::NotHere { name: leader.to_owned() })?;
        left.leaders.push(stays.leaders.remove(at + 1));
    }
    if !stacking::keeps_army(book, &stays) || !stacking::fits(book, &left) || stays.units.is_empty()
    {
        return Err(Reason::NoRoom { name: "the screen".to_owned() });
    }
    left.settle();
    Ok((stays, left))
}

/// Units from an active force keep its level; a lone detachment has none (NIA §5.1.9, §5.1.10).
pub fn level(book: &Book, force: &Force, active: u8) -> u8 {
    let detachment = |unit: &Unit| book.units.kind(&unit.kind).size == Size::Detachment;
    if force.leaders.is_empty() && force.units.iter().all(detachment) { 0 } else { active }
}

fn part_from_group(acting: &mut Activation, army: &str) -> Result<(), Reason> {
    let forces = &acting.turn.state.forces;
    let named = |id: &crate::record::state::ForceId| {
        forces
            .get(id)
            .is_some_and(|f| f.army.as_deref() == Some(army) || f.commander() == Some(army))
    };
    let at = acting.group.iter().position(named);
    let at = at.ok_or_else(|| Reason::NotHere { name: army.to_owned() })?;
    acting.group.remove(at);
    Ok(())
}
