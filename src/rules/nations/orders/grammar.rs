//! The words that conditions may ask with, each with what it asks.
//!
//! Not here: how they are answered (`senses.rs`).

use super::words::{ANCHORAGE, LEADER, MARKER, PLACE, STANDING};
use sheet::condition::{Grammar, Subject, Word};

const fn word(word: &'static str, doc: &'static str) -> Word {
    Word { word, doc }
}

/// The questions that conditions may ask.
pub const GRAMMAR: Grammar = Grammar {
    spaces: "hexes",
    odds: "Combat points, ours to theirs: a step is one, a depot half of one. Within a battle those \
           of both sides; before it, theirs are what that commander had in the last battle with \
           you, and unknown if there was none.",
    flags: FLAGS,
    flags_at: &["besieging"],
    flags_of: &[],
    numbers_of: &[],
    numbers: NUMBERS,
    strengths: &["enemy steps", "their strength"],
    subjects: SUBJECTS,
    place: &PLACE,
    spot: &ANCHORAGE,
    whose: "",
    inside: "Whether somebody is within the walls of a fortress.",
    who: &STANDING,
};

const FLAGS: &[Word] = &[
    word("demoralized", "Whether the force is demoralized."),
    word("in supply", "Whether a supply line to the force can be traced."),
    word("out of supply", "Whether none can be traced."),
    word("won", "Whether its last battle this season was won."),
    word("lost", "Whether its last battle this season was lost."),
    word("taken", "Whether it has taken a town or fortress this season."),
    word("besieged", "Whether it is inside a fortress under siege."),
    word("besieging", "Whether it stands before a fortress to take it, tried yet or not."),
    word("activated", "Whether it has marched this season."),
    word("enemy adjacent", "Whether an enemy is known to stand in a hex beside it."),
];

const NUMBERS: &[Word] = &[
    word("own steps", "Steps of the force."),
    word("enemy steps", "Steps of the enemy it meets; unknown like the odds."),
    word("our strength", "The same as `own steps`."),
    word("their strength", "The same as `enemy steps`."),
    word("our losses", "Steps we lost in this battle, or in the last one."),
    word("their losses", "Steps they lost in it."),
    word("our fleets", "Fleets of ours that meet an enemy at sea."),
    word("their fleets", "Fleets of theirs; decoys look like fleets."),
    word(
        "expected loss",
        "Steps that an attrition check is likely to cost; in `attrition:` alone.",
    ),
    word("fortress level", "Level of the fortress in the force's hex."),
    word("siege level", "Level to which its siege has got."),
    word("mp", "Movement points that are left."),
    word("morale", "Morale of the force."),
    word("treasury", "Pounds that are left when a line of a budget is reached."),
    word("recruits", "Recruits that are left then."),
];

const SUBJECTS: &[(Word, Subject)] = &[
    (word("enemy leader", "The leader it meets."), Subject::Name(&LEADER)),
    (
        word(
            "enemy",
            "What it meets: an army, or troops without a leader. `cavalry` is never known: nobody \
             looks into a stack.",
        ),
        Subject::Words(&["army", "alone", "cavalry"]),
    ),
    (
        word("terrain", "The ground on which the force stands."),
        Subject::Words(&["clear", "rough", "woods", "swamp", "mountain", "desert", "off-map box"]),
    ),
    (word("marker", "The marker that was drawn."), Subject::Name(&MARKER)),
    (
        word("season", "The season of the year."),
        Subject::Words(&["spring", "summer", "autumn", "winter"]),
    ),
];
