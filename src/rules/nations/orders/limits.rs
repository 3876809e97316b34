//! What may stand together, told to players in the figures of the book (NIA §4.1.1, §4.1.2).

use crate::book::figures::Figures;
use crate::land::stacking::{MOST_ARMIES, SUBORDINATES};
use crate::record::state::MOST_FLEETS;

/// The heading of the chapter.
pub const HEADING: &str = "STACKING";

/// The limits, in sentences.
pub fn lines(figures: &Figures) -> Vec<String> {
    let ranks = &figures.ranks;
    vec![
        format!(
            "One force stands in a hex: a single unit without a leader; or what a leader commands: \
             {} steps with one star, {} with two, {} with three and {} as a sovereign, these two \
             with one leader under them; or an army with as many steps as the capacity of its \
             commander and up to {SUBORDINATES} leaders under them; or up to {MOST_ARMIES} armies.",
            ranks.steps(1),
            ranks.steps(2),
            ranks.steps(3),
            ranks.steps(4),
        ),
        format!(
            "An army has corps alone, no detachments, and fewer steps of allied great powers than \
             half of its own nation's. Trains, depots and engineers count for nothing; guerrillas \
             stand alone. You may march through a hex of your own at will. A march that ends beside \
             friends joins them for {} point; without that point or without the room it stops in \
             the hex before. A leader for whom there is no place in the joined force goes to your \
             pool: with one or two stars nobody has a place under you.",
            figures.actions.absorb
        ),
        format!("At sea and in a harbour up to {MOST_FLEETS} fleets of a side lie together."),
    ]
}
