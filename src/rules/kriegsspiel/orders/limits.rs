//! What may stand together and under whom, told to players in the figures of the book (§10.1, §12.4).

use crate::book::figures::Figures;
use crate::record::state::{FOOT_BRIGADE, HORSE_BRIGADE};

/// The heading of the chapter.
pub const HEADING: &str = "STACKING AND COMMAND";

/// The limits, in sentences.
pub fn lines(figures: &Figures) -> Vec<String> {
    let feeds: Vec<String> =
        figures.terrain.iter().map(|ground| format!("{} {}", ground.name, ground.forage)).collect();
    vec![
        "Any number of corps and brigades may stand in a hex. `assign` gives a general at most as \
         many formations as their command rating. In battle, formations without a general in the \
         hex also count as the commander's: with more of them in all than the command rating, the \
         commander's battle rating is 1 lower; with more than twice as many, 2 lower; and so on. \
         Marauders do not count."
            .to_owned(),
        format!(
            "A brigade of {FOOT_BRIGADE}; one of {HORSE_BRIGADE}; none has both infantry and \
             cavalry. How many battalions, regiments and batteries a corps holds, and how many \
             corps there are, differs by nation. `transfer`, `merge` and `raise` keep to these \
             limits: a change that breaks one is not made, and the receipt says so."
        ),
        format!(
            "A hex feeds so many corps and brigades of a side, and a city {} more: {}. If more of them \
             are out of supply there, those suffer. If the corps alone are more, all of the side's \
             corps and brigades there suffer, in supply or not.",
            figures.city,
            feeds.join(", ")
        ),
    ]
}
