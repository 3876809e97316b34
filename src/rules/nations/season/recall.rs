//! Leaders whom a rule of the scenario calls away (NIA §21.3.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §21.D, §21.3.1.

use crate::land::combat::leaders;
use crate::record::event::ForceEvent;
use crate::record::state::Force;
use crate::turn::Turn;

/// Calls away those whose places are lost.
pub fn call_away(turn: &mut Turn) {
    let book = turn.book;
    let rules = book.scenario.special.iter();
    for (id, recall) in rules.filter_map(|rule| Some((&rule.id, rule.recall.as_ref()?))) {
        let lost = |name: &String| {
            let holder = book.atlas.named(name).and_then(|at| turn.state.holder(book, at));
            holder.is_none_or(|power| !turn.state.friends(power, &recall.power))
        };
        if turn.state.recalled.contains(&recall.leader) || !recall.lost.iter().all(lost) {
            continue;
        }
        let aboard = || turn.state.aboard.values().map(|passage| &passage.force);
        let leads = |force: &&Force| force.leaders.contains(&recall.leader);
        let on_map = turn.state.with_leader(&recall.leader);
        let Some(force) = on_map.or_else(|| aboard().find(leads)).cloned() else { continue };
        let commands = force.commander() == Some(&recall.leader) && !force.units.is_empty();
        if commands && turn.state.forces.contains_key(&force.id) {
            // The one who follows comes first, so that the force is never without a head.
            leaders::replace(turn, force.id, &recall.leader, true);
        }
        let (power, leader, rule) = (force.power.clone(), recall.leader.clone(), id.clone());
        turn.record(ForceEvent::Recalled { power, leader, at: force.at, rule });
        if commands {
            leaders::pass_command(turn, force.id);
        }
    }
}
