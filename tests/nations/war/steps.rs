//! The steps of every power, counted on the map and from what events say.

use super::*;

/// Steps on the map by power and nation. Absorbed steps take on the nation of who absorbs them
/// (§5.2.2), so where forces join only the power's own sum is kept.
///
/// Supply units and engineers are counted as nations of their own.
pub type Steps = BTreeMap<(String, String), i64>;

fn count(steps: &mut Steps, power: &str, units: &[Unit], sign: i64) {
    for unit in units {
        *steps.entry((power.to_owned(), unit.nation.clone())).or_default() +=
            sign * i64::from(unit.steps);
    }
    steps.retain(|_, sum| *sum != 0);
}

fn support(steps: &mut Steps, power: &str, (supply, engineers): (u8, u8), sign: i64) {
    for (what, number) in [("supply", supply), ("engineers", engineers)] {
        *steps.entry((power.to_owned(), what.to_owned())).or_default() += sign * i64::from(number);
    }
    steps.retain(|_, sum| *sum != 0);
}

fn whole(steps: &mut Steps, force: &Force, sign: i64) {
    count(steps, &force.power, &force.units, sign);
    support(steps, &force.power, (force.trains + force.depots, force.engineers), sign);
}

/// Of a force that goes the units that are named leave, the rest stays.
fn went(
    steps: &mut Steps,
    event: &Event,
    before: &Force,
    (rest, units): (Option<&Force>, &[Unit]),
) {
    whole(steps, before, -1);
    rest.iter().for_each(|rest| whole(steps, rest, 1));
    let left = rest.map_or(0, Force::steps);
    let went: u32 = units.iter().map(|unit| u32::from(unit.steps)).sum();
    assert_eq!(before.steps(), left + went, "it names whom it takes: {event:?}");
}

pub fn on_map(state: &State) -> Steps {
    let mut steps = Steps::new();
    state.forces.values().for_each(|force| whole(&mut steps, force, 1));
    state.aboard.values().for_each(|passage| whole(&mut steps, &passage.force, 1));
    steps
}

pub fn by_power(steps: &Steps) -> BTreeMap<&str, i64> {
    let mut sums = BTreeMap::new();
    for ((power, _), steps) in steps {
        *sums.entry(power.as_str()).or_default() += steps;
    }
    sums
}

/// What an event says that it brought to the map or took from it.
pub fn said(event: &Event, next: Option<&Event>, before: &State, after: &State) -> Steps {
    let mut steps = Steps::new();
    match event {
        Event::Force(ForceEvent::Placed { force, .. }) => whole(&mut steps, force, 1),
        Event::Force(ForceEvent::TrainGained { force, .. }) => {
            support(&mut steps, &force.power, (1, 0), 1)
        }
        Event::Loss(LossEvent::Lost { force, units, trains, depots, engineers, .. }) => {
            count(&mut steps, &force.power, units, -1);
            support(&mut steps, &force.power, (trains + depots, *engineers), -1);
        }
        // With their country troops come to serve another power, or leave the map.
        Event::Court(CourtEvent::WentOver { force, leaves, .. }) => {
            whole(&mut steps, &Force { power: leaves.clone(), ..force.clone() }, -1);
            whole(&mut steps, force, 1);
        }
        Event::Court(CourtEvent::WentHome { gone, rest, units, .. }) => {
            went(&mut steps, event, before.force(*gone), (rest.as_ref(), units));
        }
        // What has no room is named in the event that follows the join which it did not survive.
        Event::Force(ForceEvent::Joined { force, .. }) => {
            if let Some(Event::Force(ForceEvent::Overstacked { force: after, lost, .. })) = next
                && after == force
            {
                count(&mut steps, &force.power, lost, -1);
            }
        }
        // Who goes on board or ashore is as many as before; a ship that goes down takes its own.
        Event::Passage(PassageEvent::CargoLost { power, units, trains, engineers, .. }) => {
            count(&mut steps, power, units, -1);
            support(&mut steps, power, (*trains, *engineers), -1);
        }
        Event::Loss(LossEvent::Destroyed { force, units, .. })
        | Event::Siege(SiegeEvent::HonoursOfWar { force, units, .. })
        | Event::Passage(PassageEvent::LandingRepulsed { force, units, .. }) => {
            let gone = before.force(*force);
            assert_eq!(*units, gone.units, "it goes as it was: {event:?}");
            whole(&mut steps, gone, -1);
        }
        // One step of the force, of whatever nation it was.
        Event::Siege(SiegeEvent::Rearmed { force, with, .. }) if with.starts_with("step") => {
            count(&mut steps, &force.power, &before.force(force.id).units, -1);
            count(&mut steps, &force.power, &after_units(after, force.id), 1);
            assert_eq!(steps.values().sum::<i64>(), -1, "one step is spent: {event:?}");
        }
        Event::Siege(SiegeEvent::Rearmed { force, .. }) => {
            support(&mut steps, &force.power, (1, 0), -1)
        }
        // Who is called away leaves whole, but for what is left of the force.
        Event::Force(ForceEvent::Withdrawn { force, rest, units, .. }) => {
            went(&mut steps, event, before.force(*force), (rest.as_ref(), units));
        }
        // So does who goes to a war outside the map.
        Event::Spending(SpendingEvent::SentAbroad { gone: Some(gone), rest, units, .. }) => {
            went(&mut steps, event, before.force(*gone), (rest.as_ref(), units));
        }
        // What money buys is named.
        Event::Spending(SpendingEvent::Raised { force, units, .. }) => {
            count(&mut steps, &force.power, units, 1);
        }
        Event::Spending(SpendingEvent::Refilled { force, unit, .. }) => {
            count(&mut steps, &force.power, &[Unit { steps: 1, ..unit.clone() }], 1);
        }
        Event::Spending(SpendingEvent::SupportRaised { force, .. }) => {
            let before = before.forces.get(&force.id);
            before.into_iter().for_each(|before| whole(&mut steps, before, -1));
            whole(&mut steps, force, 1);
            assert!(steps.len() == 1 && steps.values().all(|sum| *sum > 0), "{event:?}");
        }
        Event::Force(ForceEvent::Changed { force, why })
            if why == "a replenishment step arrived" || why.starts_with("a step came with") =>
        {
            count(&mut steps, &force.power, &before.force(force.id).units, -1);
            count(&mut steps, &force.power, &force.units, 1);
            assert_eq!(steps.values().sum::<i64>(), 1, "one step comes: {event:?}");
        }
        _ => {}
    }
    steps
}

fn after_units(state: &State, id: ForceId) -> Vec<Unit> {
    state.forces.get(&id).map(|force| force.units.clone()).unwrap_or_default()
}

/// Whether an event ends a marker, so that nobody is in the middle of anything.
pub fn settles(event: &Event) -> bool {
    matches!(
        event,
        Event::Sequence(SequenceEvent::MarkerDrawn { .. })
            | Event::Sequence(SequenceEvent::NobodyMoved { .. })
            | Event::Sequence(SequenceEvent::SeasonEnded { .. })
    )
}
