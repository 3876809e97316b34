//! What stays behind on paper, and those of one's own who stand there already (NIA §4.1.1).

use super::Plan;
use super::earlier::End;
use super::grades;
use super::markers::{Sooner, land_markers, sooner};
use crate::book::spelling::spoken;
use crate::land::stacking;
use crate::orders::words::meant;
use crate::position::Position;
use crate::record::event::Joining;
use crate::record::state::{Force, ForceId};
use crate::view::forces;
use kit::ground::Space;
use sheet::Diagnostic;
use sheet::condition::{Condition, Term};

impl<'a> Plan<'a> {
    /// The forces of one's own that stand where this one is and do not march along, as the entries before
    /// leave them.
    pub fn own_beside(&self, force: &Force) -> Vec<Force> {
        let along = |other: &Force| self.group.iter().any(|army| army.id == other.id);
        let there = self.friends_beside(force).into_iter().filter(|other| !along(other));
        let there = there.map(|other| Force { at: force.at, ..self.earlier.now(other) });
        let is_it = |other: &Force| {
            let led = |one: &String| *one == self.entry.who || force.leaders.contains(one);
            // Troops without a leader go by where they stand.
            let unled =
                other.id == force.id && other.leaders.is_empty() && force.leaders.is_empty();
            unled || other.leaders.iter().any(led)
        };
        let new = self.earlier.new_at(&self.known.ours, force.at).filter(|other| !is_it(other));
        there.chain(new.cloned()).collect()
    }

    /// Remarks that what is left here by this step and stays when the march goes on has no room beside
    /// those who stand here, and what would be lost.
    pub fn tell_crowd(&mut self, left: &Force) {
        let step = |step: &&crate::orders::Step| step.at.start > self.at.start;
        let goes_on = self.entry.steps.iter().filter(step).any(|step| grades::moves(step.key));
        let Some(force) = self.force.clone().filter(|_| !self.unsure && goes_on) else { return };
        let there = self.own_beside(&force);
        // What is left has a number of its own in the season, higher than all others.
        let count = self.known.last_number(&left.power) + 1;
        let left = Force { id: ForceId::of(self.book, &left.power, count), ..left.clone() };
        let Some((one, other)) = stacking::two_too_many(there.iter().chain([&left])) else {
            return;
        };
        if stacking::united(self.book, one, other).is_some() {
            return;
        }
        let lost = stacking::crowded(self.book, one, other).lost;
        let lost = forces::units(self.book, &Force { units: lost, ..left.clone() });
        let friend = if one.id == left.id { other } else { one };
        let name = friend.name(&self.book.atlas, &self.book.units);
        let text = format!(
            "{name} stands at {} too, and there is no room for both: if nobody makes room, what cannot stay is \
             lost when the march has gone on: {lost}",
            self.place(left.at)
        );
        let remark = Diagnostic::remark("no-room", self.at.clone(), text).rule("NIA §4.1.1");
        self.faults.push(remark.help("the guide has the limits under STACKING"));
    }

    /// What happens if a force that an earlier entry leads away still stands where this march ends: a marker may wake this
    /// entry and not the earlier one.
    pub(super) fn meets_if_still_there(&self, force: &Force) -> Option<String> {
        let may_meet = |other: &Force| {
            other.at == force.at
                && other.leaders.iter().all(|leader| !force.leaders.contains(leader))
                && stacking::meets(force, other)
                && !self.joined.contains(&other.id)
                && !self.is_gone_from(other, force.at)
        };
        let meets = |other: &&Force| {
            may_meet(other) && other.id != force.id && self.earlier.place(other) != force.at
        };
        let (atlas, units) = (&self.book.atlas, &self.book.units);
        let own = land_markers(self.book, self.known, self.entry);
        let may_come_sooner = |other: &Force| {
            let leads = |whom: &str| meant(atlas, units, whom, std::iter::once(other)).is_some();
            sooner(&self.ordered.wakes, &own, leads)
        };
        let mut there = self.known.own().filter(meets);
        let still = there.find_map(|other| Some((other, may_come_sooner(other)?)));
        let (who, at) = (spoken(self.book, &self.entry.who), self.place(force.at));
        let name = |other: &Force| other.name(&self.book.atlas, &self.book.units);
        let (other, still, why) = match still {
            Some((other, Sooner::TheyWait)) => {
                (other, "still at", format!("the entry of {} may still wait", name(other)))
            }
            Some((other, Sooner::OnLand(value))) => {
                (other, "still at", format!("land {value} wakes {who} and not {}", name(other)))
            }
            None => {
                let mut stops = self.earlier.stops_at(force.at);
                let (other, [comes, goes]) = stops.find(|(other, _)| may_meet(other))?;
                (
                    other,
                    "at",
                    format!(
                        "entry {comes} ends there, and entry {goes} leads on by a later marker"
                    ),
                )
            }
        };
        let fits = stacking::has_room(self.book, force, self.group.len(), self.left(), &[other]);
        let name = name(other);
        Some(match fits {
            true => {
                let gone = self.to_the_pool(force, other);
                format!("if {name} is {still} {at} then, joins {name} there{gone}: {why}")
            }
            false => format!(
                "if {name} is {still} {at} then, there is no room for both and the march stops before: {why}"
            ),
        })
    }

    /// What becomes of a leader without troops who ends a march beside others (NIA §4.2.4).
    pub(super) fn comes_alone(&mut self) -> Option<String> {
        let ends = !self.unsure && !self.hoped && self.host.is_none() && !self.path.is_empty();
        let force = self.force.clone().filter(|_| ends)?;
        let chief = force.commander()?.to_owned();
        let there = self.own_beside(&force);
        let other = there.iter().find(|other| stacking::meets(&force, other))?;
        let name = other.name(&self.book.atlas, &self.book.units);
        let then = if self.conditional { ", if they are still there" } else { "" };
        if stacking::outranks(self.book, &chief, other, false) {
            let resident: Vec<String> = other.commander().map(str::to_owned).into_iter().collect();
            return Some(format!("takes command of {name}{then}{}", in_pool(&resident)));
        }
        let joined = stacking::join(self.book, other, &force, Joining::Merged, None);
        let gone = joined.map_or_else(|_| vec![chief], |joined| joined.pooled);
        Some(format!("joins {name} there{then}{}", in_pool(&gone)))
    }

    /// Which leaders find no place where a force joins another, in words.
    pub(super) fn to_the_pool(&self, force: &Force, other: &Force) -> String {
        in_pool(&stacking::pooled_by_joining(self.book, force, other))
    }

    /// Which leaders find no place besides these if another stands there as it does now, since the entries before
    /// that take somebody from it have not been played.
    pub(super) fn to_the_pool_sooner(&self, force: &Force, other: &Force) -> Option<String> {
        let now = self.known.ours.get(&other.id).filter(|now| now.at == force.at)?;
        let after = stacking::pooled_by_joining(self.book, force, other);
        let mut sooner = stacking::pooled_by_joining(self.book, force, now);
        sooner.retain(|leader| !after.contains(leader));
        (!sooner.is_empty())
            .then(|| format!("{}, unless the entries before come first", in_pool(&sooner)))
    }

    /// The forces of one's own that stand where this one is, as the entries before leave them.
    pub(super) fn friends_beside(&self, force: &Force) -> Vec<&'a Force> {
        // What has parted from a force on paper has its number.
        let is_it = |other: &Force| {
            let led_by =
                |one: &Force| one.leaders.iter().any(|one| Some(&**one) == other.commander());
            let here = std::iter::once(force).chain(self.parted());
            other.id == force.id && (other.commander().is_none() || here.clone().any(led_by))
        };
        // Who has joined somebody who is not there by the `if` has come alone.
        let alone = |other: &Force| {
            let host = self.earlier.host(other.id).filter(|(_, host)| host.at == force.at);
            host.is_some_and(|(_, host)| self.is_gone_by_its_if(host))
        };
        let stands =
            |other: &Force| self.earlier.place(other) == force.at && !self.is_gone_by_its_if(other);
        let meets = |other: &&Force| {
            !is_it(other) && (stands(other) || alone(other)) && !self.joined.contains(&other.id)
        };
        self.known.own().filter(meets).collect()
    }

    /// Takes in units that it has left where it ends, since they have never ceased to be one force, and says so
    /// (NIA §4.1.1).
    pub(super) fn rejoin(&mut self) -> Option<String> {
        let at = self.here().filter(|_| !self.unsure && self.host.is_none())?;
        let is_here = |left: &Force| left.at == at && !left.units.is_empty();
        let (back, left) =
            std::mem::take(&mut self.parted).into_iter().partition(|(left, _)| is_here(left));
        self.parted = left;
        let back: Vec<(Force, End)> = back;
        for (part, _) in &back {
            let force = self.force.as_ref()?;
            let whole = stacking::join(self.book, force, part, Joining::Integrated, None);
            let whole =
                whole.or_else(|_| stacking::join(self.book, force, part, Joining::Absorbed, None));
            self.force = whole.map(|joined| joined.force).ok().or(self.force.take());
        }
        (!back.is_empty()).then(|| {
            let place = self.place(at);
            format!("what it leaves at {place} joins it again, since both stay in one hex")
        })
    }

    /// Whether the `if` of the entry says that somebody is not where they stand now: `not Duhesme at
    /// Barcelona`.
    fn is_gone_by_its_if(&self, other: &Force) -> bool {
        self.is_gone_from(other, self.earlier.place(other))
    }

    /// Whether the `if` of the entry says that somebody is not in a hex, or is in another.
    fn is_gone_from(&self, other: &Force, at: Space) -> bool {
        let Some(is) = self.entry.condition.as_ref() else { return false };
        let atlas = &self.book.atlas;
        let chief = other.commander().unwrap_or_default();
        let term = |who: &str, place: &str| {
            let (who, place) = (who.to_owned(), place.to_owned());
            Condition::Term(Term::At { who, place }, 0..0)
        };
        let elsewhere = is.terms().into_iter().any(|asked| {
            let Term::At { who, place } = asked else { return false };
            let there = atlas.place(place);
            let wants_it = || is.excludes(&Condition::Not(Box::new(term(who, place))));
            who == chief && there.is_some_and(|there| there != at) && wants_it()
        });
        let names = [atlas.name(at), atlas.number(at)];
        elsewhere || names.into_iter().any(|place| is.excludes(&term(chief, &place)))
    }
}

/// That leaders go to the pool, as the end of a sentence.
fn in_pool(leaders: &[String]) -> String {
    match leaders {
        [] => String::new(),
        leaders => format!("; {} to the pool", leaders.join(" and ")),
    }
}
