//! What must be known to read the lines of a turn of battle, said once below them.

use super::told::{ActTold, Line, TurnTold, When};
use super::whom::{Sort, Whom};
use crate::book::plans::FrenchDefault;

/// Who fires without an order, and who cannot (§12.5).
const FIRE: &str = "from your reserve only guns and fortifications attack; garrisons and fortifications fire by \
                    themselves";

/// What a force does for which no act fits, where the enemy is attacked (§13.4).
const WITHOUT_AN_ACT: &str = "who has no act that they can do acts by the defaults: in an attack (twice the enemy's \
                          strength, or walls and cannons more than half of it) columns march or else fire, and lines \
                          fire or else march; in defence lines and guns fire, and a column marches upon a column next \
                          to it (`stand: any` as the last act keeps all but garrisons and fortifications)";

/// From where `range` counts.
const RANGE: &str = "`range` counts from the force of its line: from your reserve it is 1 only to an enemy in your \
                     own approach";

/// When the condition of a line of the doctrine is asked.
const ASKED: &str = "its `if:` is asked before the battle and again as each turn begins: in a turn in which it does \
                     not hold, this line is passed over";

/// That those behind come forward only where there is room.
const BEHIND: &str = "who starts in the reserve comes forward only as the region in front of it has room: where those \
                      in the approach stand, the others do not come to fight";

/// What must be known of a line of the doctrine as a whole to read its lines.
pub fn of_line(line: &Line) -> Vec<&'static str> {
    let asked = line.condition.as_ref().is_some_and(|words| words != "always" && words != "never");
    let placed = line.deploy.as_ref().is_some_and(|told| told.place.is_some());
    let mut notes = vec![];
    notes.extend((asked && line.fight.is_some()).then_some(ASKED));
    notes.extend(placed.then_some(BEHIND));
    notes
}

/// What must be known of a turn of battle to read its lines.
pub fn notes(turn: &TurnTold) -> Vec<&'static str> {
    let fires = turn.acts.iter().any(|act| matches!(act.what.says, Some((FrenchDefault::Fire, _))));
    let asked = turn.plans.iter().flatten().map(|plan| &plan.condition);
    let mut asked = asked.chain(turn.acts.iter().map(|act| &act.condition)).flatten();
    let ranged = asked.any(|condition| condition.contains("range"));
    let is_for_all = |act: &When<ActTold>| {
        let any = act.what.who == Whom::Sort(Sort::default()) && act.condition.is_none();
        any && !matches!(act.what.says, Some((FrenchDefault::Fire, _)))
    };
    let lacks = !turn.acts.is_empty() && !turn.acts.iter().any(is_for_all);
    let notes = [(fires, FIRE), (lacks, WITHOUT_AN_ACT), (ranged, RANGE)];
    notes.into_iter().filter_map(|(holds, note)| holds.then_some(note)).collect()
}
