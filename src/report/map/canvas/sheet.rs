//! The style sheet: what types of letters look like, and how all lines are joined.

use super::Anchor::{End, Middle, Start};
#[cfg(feature = "png")]
use super::Form;
use super::Look::{
    Anchor, Bold, Cap, Condensed, Face, Fill, FillOpacity, Italic, RoundJoins, Size, Spacing,
    Stroke, StrokeFirst, StrokeOpacity, StrokeWidth,
};
use super::{Cap as Ends, Face as Family, Look};
use crate::map::ink::NOTE;

/// The rules: for which shapes, and what they look like. A later rule wins.
pub const RULES: [(&str, &[Look]); 15] = [
    (
        "text",
        &[
            Face(Family::Serif),
            Fill("#2b2318"),
            Stroke("#f6f0e0"),
            StrokeWidth(28),
            RoundJoins,
            StrokeFirst,
            Anchor(Middle),
        ],
    ),
    (".town", &[Size(128)]),
    (".seat", &[Size(142), Bold]),
    (".realm", &[Size(200), Fill("#6b5a42"), FillOpacity(750), Spacing(90), StrokeOpacity(600)]),
    (".small", &[Size(150), Spacing(40)]),
    (".region", &[Size(112), Italic, Fill("#75644a"), StrokeOpacity(500)]),
    (".sea", &[Size(190), Italic, Fill("#3f6478"), Spacing(60), Stroke("#dfe9ea")]),
    (
        ".who",
        &[
            Face(Family::SansCondensed),
            Condensed,
            Size(132),
            Bold,
            Fill("#14110c"),
            StrokeWidth(36),
        ],
    ),
    (".when", &[Size(104), Italic, Fill("#14110c")]),
    (".count", &[Face(Family::Sans), Bold, Size(200), Stroke("none")]),
    (
        ".number",
        &[Face(Family::Sans), Size(84), Fill("#6a5d43"), StrokeWidth(18), StrokeOpacity(500)],
    ),
    (".hex", &[Face(Family::Sans), Size(70), Fill("#8d8068"), Stroke("none")]),
    (".note", &[Size(NOTE), Stroke("none"), Anchor(Start)]),
    (".head", &[Size(300), Bold, Stroke("none"), Spacing(40), Anchor(Start)]),
    (".sub", &[Size(190), Italic, Stroke("none"), Anchor(End)]),
];

/// The rule for everything that is not text.
pub const LINES: (&str, &[Look]) =
    ("path,line,circle,rect,polygon", &[RoundJoins, Cap(Ends::Round)]);

/// The looks that the sheet gives to a shape, in the order in which they count.
#[cfg(feature = "png")]
pub fn looks(form: &Form) -> impl Iterator<Item = &'static Look> {
    let (class, lines) = match form {
        Form::Text { class, .. } => (Some(*class), None),
        Form::Path(_) | Form::Rect { .. } | Form::Circle { .. } => (None, Some(LINES.1)),
        Form::Group
        | Form::Use { .. }
        | Form::Definitions
        | Form::Clip
        | Form::Pattern { .. }
        | Form::Sheet => (None, None),
    };
    let of_class = move |class: &str, selector: &str| match selector.strip_prefix('.') {
        Some(name) => class.split(' ').any(|one| one == name),
        None => true,
    };
    let letters = RULES
        .iter()
        .filter(move |(selector, _)| class.is_some_and(|class| of_class(class, selector)));
    letters.flat_map(|(_, looks)| *looks).chain(lines.into_iter().flatten())
}
