//! What becomes of the events of contact where others are estimated (§3): one's own side is told
//! exactly, the other by bounds and in words.
//!
//! A side in which an ally fights beside one's own is estimated as well, unless allies tell each other all:
//! with the sum and one's own part of it, the ally's would be told.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §3, §19.4.

use super::{UMPIRE, sea, shares};
use crate::book::{Book, Estimates};
use crate::position::Position;
use crate::record::estimate::{DayMadeOut, HostMadeOut, Informant};
use crate::record::event::{
    Day, Event, ForceEvent, Host, Losses, OrderEvent, Reason, SeaEvent, WarEvent,
};
use crate::record::state::{Formation, Kind, State};
use crate::sight::known::Known;

/// The event as an eye makes it out, if that is less than all of it; `known` is what it knew before, its
/// formations that are gone now among it.
pub(super) fn made_out(
    book: &Book,
    event: &Event,
    state: &State,
    (eye, known): (&str, Option<&Known>),
) -> Option<Event> {
    let estimates = book.estimates.as_ref().filter(|_| eye != UMPIRE)?;
    let ours = |power: &str| shares(book, state, eye, power);
    if let Event::War(WarEvent::Fought(day)) = event {
        let is_own = |name: &String| known.is_some_and(|known| known.formations.contains_key(name));
        Some(WarEvent::MadeOut(Box::new(fought(estimates, day, (&ours, &is_own)))).into())
    } else if let Event::Sea(SeaEvent::FoughtAtSea(day)) = event {
        Some(SeaEvent::MadeOutAtSea(Box::new(sea::made_out(estimates, day, &ours))).into())
    } else if let Event::Sea(event @ SeaEvent::PrizesTaken { power, .. }) = event
        && !ours(power)
    {
        Some(sea::prizes_made_out(event).into())
    } else if let Event::War(WarEvent::Surrendered { power, at, lost }) = event
        && !ours(power)
        && (state.at_war(eye, power) || state.friends(eye, power))
    {
        let units = estimates.span(Informant::Battle, units(book, lost));
        Some(WarEvent::Yielded { power: power.clone(), at: *at, units }.into())
    } else if let Event::Force(ForceEvent::Harried { who, power, at, of, percent, .. }) = event
        && !ours(of)
    {
        let (who, power) = (who.clone(), power.clone());
        let (of, toll) = (of.clone(), estimates.toll(*percent));
        Some(ForceEvent::HarriedMadeOut { who, power, at: *at, of, toll }.into())
    } else if let Event::Force(ForceEvent::Starved { power, at, .. }) = event
        && ours(power)
    {
        let known = known?;
        let own: Vec<_> = known.formations.values().filter(|one| one.at == *at).collect();
        let count = |is: &dyn Fn(&Formation) -> bool| {
            u32::try_from(own.iter().filter(|one| is(one)).count()).unwrap_or(u32::MAX)
        };
        let mut told = event.clone();
        if let Event::Force(ForceEvent::Starved { foragers, corps, .. }) = &mut told {
            *foragers = (*foragers).min(count(&|one| !one.fed));
            *corps = corps.map(|corps| corps.min(count(&|one| one.kind == Kind::Corps)));
        }
        Some(told)
    } else if let Event::Order(OrderEvent::NotDone { reason: Reason::Overruled { by, of }, .. }) =
        event
        && !ours(of)
        && !state.generals.contains_key(by)
    {
        let mut told = event.clone();
        if let Event::Order(OrderEvent::NotDone { reason: Reason::Overruled { by, .. }, .. }) =
            &mut told
        {
            *by = book.title(of).to_owned();
        }
        Some(told)
    } else {
        None
    }
}

/// Battalions, regiments and batteries of which so many hits are gone.
fn units(book: &Book, lost: &Losses) -> u32 {
    let each = |(kind, hits): (&String, &u32)| hits.div_ceil(book.troops.kind(kind).hits);
    lost.values().flatten().map(each).sum()
}

/// Which powers, and which formations, are one's own.
type Own<'a> = (&'a dyn Fn(&str) -> bool, &'a dyn Fn(&String) -> bool);

/// A day of battle: one's own side exactly, the other by an estimate.
fn fought(estimates: &Estimates, day: &Day, ours: Own<'_>) -> DayMadeOut {
    let result = day.result;
    let attacker = (result.attacker, result.attacker_retreats);
    let defender = (result.defender, result.defender_retreats);
    let attacking =
        host(estimates, (&day.attacker, &day.attacker_lost), (attacker, day.pursuit), ours);
    let defending =
        host(estimates, (&day.defender, &day.defender_lost), (defender, day.pursuit), ours);
    let sum = day.dice.iter().map(|die| u32::from(*die)).sum();
    DayMadeOut {
        at: day.at,
        kind: day.kind,
        day: day.day,
        attacking,
        defending,
        fell: estimates.fell(sum),
    }
}

fn host(
    estimates: &Estimates,
    (host, lost): (&Host, &Losses),
    ((percent, goes), pursuit): ((u32, bool), u32),
    (ours, is_own): Own<'_>,
) -> HostMadeOut {
    let whole = host.powers.iter().all(|power| ours(power));
    let estimate = estimates.estimate(Informant::Battle, host.units, host.combat);
    let percent = if goes { percent + pursuit } else { percent };
    let own = lost.iter().filter(|(name, _)| whole || is_own(name));
    HostMadeOut {
        power: host.power.clone(),
        powers: host.powers.clone(),
        commander: host.commander.clone(),
        whole: whole.then(|| Box::new(host.clone())),
        estimate: (!whole).then_some(estimate),
        toll: (!whole).then(|| estimates.toll(percent)),
        lost: own.map(|(name, units)| (name.clone(), units.clone())).collect(),
        goes,
    }
}
