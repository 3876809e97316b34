//! What a player's own forces are worth, for the guide: skill, activation and combat value (§5.1, §5.3, §5.5).

use crate::book::Book;
use crate::record::force::{Force, Side};
use crate::sight::Known;
use crate::view::words::punch;
use std::collections::BTreeMap;

/// The heading of the chapter.
pub const HEADING: &str = "YOUR FORCES";

/// What the figures mean, then a line for each sort of force on the map.
pub fn lines(book: &Book, known: &Known) -> Vec<String> {
    let theatre = &known.state.campaign(book).theatre;
    let all = book.map.all().flat_map(|at| theatre.forces_at(Side::French, at));
    let mut sorts: BTreeMap<(std::cmp::Reverse<u32>, String), Vec<String>> = BTreeMap::new();
    for force in all {
        let worth =
            (std::cmp::Reverse(force.front.punch.combat.unsigned_abs().into()), values(&force));
        sorts.entry(worth).or_default().push(book.name(force.id).to_owned());
    }
    if sorts.is_empty() {
        return vec![];
    }
    let head = "Hits fall on the lowest skill, from conscript over poor line, line and veteran to elite. Where a force needs \
                a die to act, it acts with its activation or less; it hits with its combat value or less, and twice with the \
                figure behind the stroke.";
    let line = |((_, values), names): ((_, String), Vec<String>)| {
        format!("{}: {values}.", names.join(", "))
    };
    std::iter::once(head.to_owned()).chain(sorts.into_iter().map(line)).collect()
}

fn values(force: &Force) -> String {
    let back = match (force.back, force.reduced) {
        (Some(back), false) => format!(", {} once it is reduced", punch(back.punch)),
        (Some(_), true) => " (reduced now)".to_owned(),
        (None, _) => String::new(),
    };
    let face = force.face();
    format!(
        "{}, {}, activation {}, combat {}{back}",
        force.kind.word(),
        force.skill.word(),
        face.activation,
        punch(face.punch)
    )
}
