//! Stacking, rank, and forces that join or part (NIA §4, §4.1, §5.1.5, §5.1.6, §5.2.1 to §5.2.4).
//!
//! Everything here works on copies of forces and gives back what they would be; the orders record
//! the events.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §1.1.2, §4.1.1, §4.2.2, §4.2.4, §5.1.5, §5.1.6, §5.2.2.

use crate::book::Book;
use crate::book::units::{Size, Unit};
use crate::record::event::{Joining, Reason};
use crate::record::state::{Force, ForceId};

/// Most subordinate leaders an army has (NIA §4.1.1).
pub const SUBORDINATES: usize = 4;
/// Most armies of a power in one hex (NIA §4.1.1).
pub const MOST_ARMIES: usize = 3;

/// What a join leaves: the force afterwards, and leaders who have no place in it.
#[derive(Debug, Clone)]
pub struct Joined {
    pub force: Force,
    pub pooled: Vec<String>,
}

/// Stars of a leader; a sovereign outranks everybody (NIA §4.2.1).
pub fn stars(book: &Book, leader: &str) -> u8 {
    let leader = book.people.known(leader);
    if leader.sovereign { 4 } else { leader.stars }
}

/// The most steps that a force may have (NIA §4.1.1).
pub fn limit(book: &Book, force: &Force) -> u32 {
    let Some(commander) = force.commander() else {
        return 2;
    };
    let rank = book.figures.ranks.steps(stars(book, commander));
    match (&force.army, book.people.known(commander).capacity) {
        (Some(_), Some(capacity)) => u32::from(capacity),
        _ => rank,
    }
}

/// How many leaders may stand under the commander (NIA §4.1.1).
pub fn places(book: &Book, force: &Force) -> usize {
    match force.commander() {
        None => 0,
        Some(_) if force.army.is_some() => SUBORDINATES,
        Some(commander) if stars(book, commander) >= 3 => 1,
        Some(_) => 0,
    }
}

/// Whether a force keeps the stacking limits (NIA §4.1.1).
pub fn fits(book: &Book, force: &Force) -> bool {
    let size = |unit: &Unit| book.units.kind(&unit.kind).size;
    let singles = force.units.iter().filter(|unit| size(unit) == Size::Single).count();
    let cavalry_leader = force.commander().is_some_and(|name| book.people.known(name).cavalry);
    if singles > 0 {
        let only_cossacks = force.units.iter().all(|u| u.kind == "Cos" || u.kind == "CavC");
        let several = force.units.len() > 1;
        return !several || (only_cossacks && cavalry_leader && force.units.len() == 2);
    }
    if force.leaders.is_empty() {
        return force.units.len() <= 1;
    }
    if force.army.is_some() && force.units.iter().any(|unit| size(unit) == Size::Detachment) {
        return false;
    }
    force.steps() <= limit(book, force) && allies_fit(book, force)
}

/// In an army, allied steps are less than half those of the army's own nation (NIA §4.1.1).
fn allies_fit(book: &Book, force: &Force) -> bool {
    surplus_allies(book, force) == 0
}

/// How many allied steps an army has beyond the limit (NIA §4.1.1).
pub fn surplus_allies(book: &Book, force: &Force) -> u32 {
    surplus_without(book, force, 0)
}

/// The same after the loss of so many steps of its own nation.
pub fn surplus_without(book: &Book, force: &Force, lost: u32) -> u32 {
    if force.army.is_none() || force.mixed {
        return 0;
    }
    let steps = |unit: &Unit| u32::from(unit.steps);
    let of_majors = || force.units.iter().filter(|unit| book.people.is_major(&unit.nation));
    let own: u32 = of_majors().filter(|unit| unit.nation == force.power).map(steps).sum();
    let allied: u32 = allies(book, force).map(steps).sum();
    allied.saturating_sub(own.saturating_sub(lost).saturating_sub(1) / 2)
}

/// The units of other major powers in a force.
pub fn allies<'f>(book: &'f Book, force: &'f Force) -> impl Iterator<Item = &'f Unit> {
    let majors = force.units.iter().filter(|unit| book.people.is_major(&unit.nation));
    majors.filter(|unit| unit.nation != force.power)
}

/// Whether one of its leaders may command an army: with a capacity, and of the power of its marker as long as
/// one of those is with it (NIA §4.2.2).
pub fn may_lead_army(book: &Book, army: &Force, leader: &str) -> bool {
    let is_able = |name: &str| book.people.known(name).capacity.is_some();
    let is_own = |name: &str| book.people.known(name).nation == army.power;
    let has_own = || army.leaders.iter().any(|name| is_able(name) && is_own(name));
    is_able(leader) && (is_own(leader) || !has_own())
}

/// Whether a leader who comes to a force could be its commander: of an army, who may lead it (NIA §4.2.2).
fn may_command(book: &Book, force: &Force, leader: &str) -> bool {
    force.army.is_none() || may_lead_army(book, force, leader)
}

/// Whether an army still has a corps; without one its marker would leave the map (NIA §1.1.2).
pub fn keeps_army(book: &Book, force: &Force) -> bool {
    let corps = |unit: &Unit| book.units.kind(&unit.kind).size == Size::Corps;
    force.army.is_none() || force.units.iter().any(corps)
}

/// Takes the marker off an army whose last corps has been sent away, if its leaders have places without it
/// (NIA §1.1.2).
pub fn give_up_marker(book: &Book, force: &mut Force) -> Result<(), Reason> {
    if keeps_army(book, force) {
        return Ok(());
    }
    force.army = None;
    let all_have_places = force.leaders.len() <= places(book, force) + 1;
    match force.is_empty() || fits(book, force) && all_have_places {
        true => Ok(()),
        false => Err(Reason::NoRoom { name: "those who stay without a corps".to_owned() }),
    }
}

/// Whether steps may go from one unit into another (NIA §5.2.2); who is in revolt stays apart (NIA §14.3).
pub fn may_absorb(book: &Book, into: &Unit, from: &Unit) -> bool {
    let (a, b) = (book.units.kind(&into.kind), book.units.kind(&from.kind));
    let major = |unit: &Unit| book.people.is_major(&unit.nation);
    let strangers = major(into) && major(from) && into.nation != from.nation;
    a.absorbs
        && b.absorbs
        && a.class == b.class
        && into.modifier.abs_diff(from.modifier) <= 1
        && into.rising == from.rising
        && !strangers
}

/// Whether a force can end its march beside friends of its own power in a hex: it joins them, for
/// want of points or of room it cannot (NIA §4.1.1). So many armies march along with it.
pub fn has_room(book: &Book, moved: &Force, along: usize, left: u32, there: &[&Force]) -> bool {
    if moved.units.is_empty() {
        return true;
    }
    let comers = usize::from(moved.army.is_some()) + along;
    let armies = there.iter().filter(|other| other.army.is_some()).count();
    if comers > 0 && armies + comers > MOST_ARMIES {
        return false;
    }
    let joins = |other: &Force| {
        let other = &Force { at: moved.at, ..other.clone() };
        left >= book.figures.actions.absorb
            && (join(book, moved, other, Joining::Absorbed, None).is_ok()
                || join(book, other, moved, Joining::Merged, None).is_ok())
    };
    there
        .iter()
        .filter(|other| !other.inside && !other.units.is_empty())
        .filter(|other| other.army.is_none() || moved.army.is_none())
        .all(|other| joins(other))
}

/// Whether a force that ends its march in a hex of another of its power cannot stand beside it: they become one, or what has
/// no room goes. Armies stand beside armies; trains, depots and engineers stack freely (NIA §4.1.1).
pub fn meets(mover: &Force, other: &Force) -> bool {
    let armies = mover.army.is_some() && other.army.is_some();
    let is_free = other.units.is_empty() && other.leaders.is_empty();
    !other.inside && !armies && !is_free && other.reserve.is_none()
}

/// Whether a force that cannot end its march beside friends lacks only a point to join them.
pub fn lacks_point(book: &Book, moved: &Force, along: usize, there: &[&Force]) -> bool {
    has_room(book, moved, along, book.figures.actions.absorb, there)
}

/// Whether a force comes under the command of another in its hex: who commands an army, or is not of lower
/// rank, stays in command (NIA §4.2.4).
pub fn yields(book: &Book, mover: &Force, other: &Force) -> bool {
    let rank = |force: &Force| force.commander().map_or(0, |leader| stars(book, leader));
    other.army.is_some() || rank(other) >= rank(mover)
}

/// Whether a leader who comes alone takes command of a force: a senior does, and by the sheet's word also an equal of one
/// who commands no army (NIA §4.2.4).
pub fn outranks(book: &Book, leader: &str, force: &Force, by_order: bool) -> bool {
    let Some(resident) = force.commander() else { return true };
    let (new, old) = (stars(book, leader), stars(book, resident));
    if !may_command(book, force, leader) {
        return false;
    }
    if force.army.is_some() || !by_order { new > old } else { new >= old }
}

/// The leaders who go to the pool when a force comes to another and joins it.
pub fn pooled_by_joining(book: &Book, mover: &Force, other: &Force) -> Vec<String> {
    joined(book, mover, other).map(|joined| joined.pooled).unwrap_or_default()
}

/// What a force is with another when it comes to it and joins it.
pub fn joined(book: &Book, mover: &Force, other: &Force) -> Option<Joined> {
    let other = &Force { at: mover.at, ..other.clone() };
    let taken_in = join(book, mover, other, Joining::Absorbed, None).ok();
    let given = join(book, other, mover, Joining::Merged, None).ok();
    match (taken_in, given) {
        (None, given) => given,
        (_, Some(given)) if yields(book, mover, other) => Some(given),
        (taken_in, _) => taken_in,
    }
}

/// What two forces of one hex would be as one, and which of them goes on; nothing if they cannot (NIA §4.1.1).
pub fn united(book: &Book, here: &Force, comer: &Force) -> Option<(Joined, ForceId)> {
    let at_home = Force { at: here.at, inside: here.inside, ..comer.clone() };
    let whole = join(book, here, &at_home, Joining::Integrated, None);
    let joined = whole.or_else(|_| join(book, here, &at_home, Joining::Absorbed, None));
    if let Ok(joined) = joined {
        return Some((joined, comer.id));
    }
    let turned = join(book, &at_home, here, Joining::Integrated, None);
    let turned = turned.or_else(|_| join(book, &at_home, here, Joining::Absorbed, None));
    turned.ok().map(|joined| (joined, here.id))
}

/// Two of the forces of a power in a hex that may not stand beside each other, since one of them is no
/// army (NIA §4.1.1).
pub fn two_too_many<'f>(own: impl Iterator<Item = &'f Force>) -> Option<(&'f Force, &'f Force)> {
    let crowd =
        |force: &&Force| !force.inside && !force.units.is_empty() && force.reserve.is_none();
    let own: Vec<&Force> = own.filter(crowd).collect();
    let plain = *own.iter().find(|force| force.army.is_none())?;
    let armies = own.iter().filter(|force| force.army.is_some());
    let other = armies.chain(&own).find(|other| other.id != plain.id)?;
    Some((other, plain))
}

/// Takes one force into another (NIA §5.1.5, §5.1.6); the activation level is the caller's affair.
pub fn join(
    book: &Book,
    into: &Force,
    other: &Force,
    how: Joining,
    leader: Option<&str>,
) -> Result<Joined, Reason> {
    let name = other.name(&book.atlas, &book.units);
    if into.units.is_empty() && !into.leaders.is_empty() && other.fights() && how != Joining::Merged
    {
        return Err(Reason::Alone);
    }
    if let Some(rule) = &other.reserve {
        return Err(Reason::Reserve { rule: rule.clone() });
    }
    if other.army.is_some() {
        return Err(Reason::NoRoom { name });
    }
    let senior = |theirs: &String| {
        let outranks = |ours: &str| stars(book, theirs) > stars(book, ours);
        may_command(book, into, theirs) && into.commander().is_some_and(outranks)
    };
    // Who is senior cannot be taken in, but may come of his own will, and then commands (§4.2.4).
    if how != Joining::Merged && other.leaders.iter().any(senior) {
        return Err(Reason::Rank { name });
    }
    let mut force = into.clone();
    let relieved = other.leaders.first().is_some_and(senior).then(|| force.leaders.remove(0));
    take_units(book, &mut force, other, how, &name)?;
    force.trains += other.trains + other.depots * u8::from(how == Joining::PickedUp);
    force.depots += other.depots * u8::from(how != Joining::PickedUp);
    force.engineers += other.engineers;
    // Disorder is catching (§8.3.3.1).
    force.demoralized |= other.demoralized && !other.units.is_empty();
    let mut pooled = vec![];
    if relieved.is_some() {
        force.leaders.insert(0, other.leaders[0].clone());
    }
    for arriving in other.leaders.iter().skip(usize::from(relieved.is_some())) {
        let room = force.leaders.is_empty() || force.leaders.len() <= places(book, &force);
        if room && leader != Some("pool") {
            force.leaders.push(arriving.clone());
        } else if force.army.is_none()
            && leader != Some("pool")
            && goes_before(book, arriving, &force.leaders[0])
        {
            pooled.push(std::mem::replace(&mut force.leaders[0], arriving.clone()));
        } else {
            pooled.push(arriving.clone());
        }
    }
    pooled.extend(relieved);
    force.settle();
    if !fits(book, &force) {
        return Err(Reason::NoRoom { name });
    }
    Ok(Joined { force, pooled })
}

/// Moves the units over: absorbed steps fill reduced units first, integrated units come whole.
fn take_units(
    book: &Book,
    force: &mut Force,
    other: &Force,
    how: Joining,
    name: &str,
) -> Result<(), Reason> {
    for unit in &other.units {
        let mut unit = unit.clone();
        if how == Joining::Absorbed || how == Joining::Merged {
            for mine in &mut force.units {
                let full = book.units.kind(&mine.kind).steps;
                if mine.steps < full && may_absorb(book, mine, &unit) {
                    let given = unit.steps.min(full - mine.steps);
                    mine.steps += given;
                    unit.steps -= given;
                }
            }
        }
        let left_over = unit.steps > 0;
        let detachment = book.units.kind(&unit.kind).size == Size::Detachment;
        if left_over && detachment && force.army.is_some() {
            return Err(Reason::NoDetachments { name: name.to_owned() });
        }
        if left_over {
            force.units.push(unit);
        }
    }
    Ok(())
}

/// What is left of two forces in a hex that cannot be one whole.
pub struct Crowded {
    /// The force that is left, and who is taken into it.
    pub force: Force,
    pub gone: Force,
    /// What has no room.
    pub lost: Vec<Unit>,
}

/// One of two forces that cannot be one takes in as many steps of the other as it has room for (NIA §4.1.1):
/// the one that can keep more of them, of equals the larger, but an army before a force that is none.
pub fn crowded(book: &Book, mover: &Force, other: &Force) -> Crowded {
    let worth = |force: &Force| (force.army.is_some(), force.steps());
    let is_first = worth(mover) >= worth(other);
    let (first, second) = if is_first { (mover, other) } else { (other, mover) };
    let larger = crowd(book, first, second);
    if first.army.is_some() {
        return larger;
    }
    let steps =
        |crowded: &Crowded| -> u32 { crowded.lost.iter().map(|unit| u32::from(unit.steps)).sum() };
    let smaller = crowd(book, second, first);
    if steps(&smaller) < steps(&larger) { smaller } else { larger }
}

/// Takes as much of a force into another as there is room for; its leaders have no place there.
fn crowd(book: &Book, kept: &Force, goes: &Force) -> Crowded {
    let mut force = kept.clone();
    force.trains += goes.trains;
    force.depots += goes.depots;
    force.engineers += goes.engineers;
    let mut lost = goes.units.clone();
    // Steps of one nation can make room for those of another, so all are looked at until none comes in.
    while lost.iter_mut().any(|unit| comes_in(book, &mut force, unit)) {}
    lost.retain(|unit| unit.steps > 0);
    let steps = |units: &[Unit]| -> u32 { units.iter().map(|unit| u32::from(unit.steps)).sum() };
    force.demoralized |= goes.demoralized && steps(&lost) < goes.steps();
    force.settle();
    Crowded { force, gone: goes.clone(), lost }
}

/// Takes in what there is room for of a unit: a step fills up a reduced unit, else as many as fit stay a unit
/// of their own. Whether any did.
fn comes_in(book: &Book, force: &mut Force, unit: &mut Unit) -> bool {
    for index in 0..force.units.len() {
        let mine = &force.units[index];
        let is_reduced = mine.steps < book.units.kind(&mine.kind).steps;
        if unit.steps == 0 || !is_reduced || !may_absorb(book, mine, unit) {
            continue;
        }
        force.units[index].steps += 1;
        if fits(book, force) {
            unit.steps -= 1;
            return true;
        }
        force.units[index].steps -= 1;
    }
    for steps in (1..=unit.steps).rev() {
        force.units.push(Unit { steps, ..unit.clone() });
        if fits(book, force) {
            unit.steps -= steps;
            return true;
        }
        force.units.pop();
    }
    false
}

/// Whether a leader takes command over another: he has more stars, or as many and is a power's own
/// where the other is a minor ally's (NIA §4.2.1, §4.2.2).
pub fn goes_before(book: &Book, one: &str, other: &str) -> bool {
    let worth = |name| (stars(book, name), book.people.is_major(&book.people.known(name).nation));
    worth(one) > worth(other)
}
