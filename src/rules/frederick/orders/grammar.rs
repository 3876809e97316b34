//! The words that conditions may ask with, each with what it asks.
//!
//! Not here: how they are answered (`senses.rs`).

use super::words::{LEADER, MARKER, NATION, PLACE, STANDING};
use sheet::condition::{Grammar, Subject, Word};
use sheet::frame::POWER;

/// The questions that conditions may ask.
pub const GRAMMAR: Grammar = Grammar {
    spaces: "squares",
    odds: "Combat strength, ours to theirs, without terrain and markers, units aboard fleets with it: \
           of the force and those at its goal, or of a battle; unknown as long as theirs has not been seen.",
    flags: FLAGS,
    flags_at: &[],
    flags_of: &[
        (word("holding", "Whether we hold such a marker."), &MARKER),
        (word("neutral", "Whether a minor power is neutral."), &NATION),
        (word("passed", "Whether a seat passed when it was last asked this season."), &POWER),
    ],
    numbers: NUMBERS,
    numbers_of: &[
        (word("thaler of", "The thaler of a seat, halves dropped."), &POWER),
        (word("markers of", "How many markers a seat holds."), &POWER),
        (word("units at", "How many units of ours stand there."), &PLACE),
    ],
    strengths: &["their strength"],
    subjects: &[
        (word("result", "What the combat die came to, for a roll again."), Subject::Words(RESULTS)),
        (word("terrain", "The ground at the goal or in the battle."), Subject::Words(GROUND)),
        (word("enemy leader", "Who leads those at the goal or in the battle."), LEADERS),
    ],
    place: &PLACE,
    spot: &PLACE,
    whose: " A square is held by the seat that has units in it.",
    inside: "Whether somebody is within the walls of a fortress.",
    who: &STANDING,
};

const LEADERS: Subject = Subject::Name(&LEADER);
const RESULTS: &[&str] = &["az", "ad", "ar", "bb", "mv", "tv", "dv"];
const GROUND: &[&str] = &["clear", "mountain"];

const fn word(word: &'static str, doc: &'static str) -> Word {
    Word { word, doc }
}

const FLAGS: &[Word] = &[
    word("fortress", "Whether there is a fortress at the goal or in the battle."),
    word("fieldworks", "Whether there are fieldworks."),
    word("pillaged", "Whether the square is pillaged."),
    word("taken", "Whether the force stands alone at its goal."),
    word(
        "won",
        "Whether we won the battle of this operation; in an entry's `if:`, of our last one.",
    ),
    word("lost", "Whether it was lost."),
    word("at sea", "Whether the force is on a square that is all sea."),
    word("enemy fleet", "Whether fleets of others are at the goal or in the battle."),
    word("enemy adjacent", "Whether units of others stand next to the force."),
    word("last go-around", "Whether this is the last go-around of the season."),
];

const NUMBERS: &[Word] = &[
    word("thaler", "Our thaler, in all treasuries, halves dropped."),
    word("go-around", "The go-around of the season, from 1."),
    word("roll", "The sum of the dice that might be rolled again."),
    word("mp", "The movement points that the force has left."),
    word("own units", "How many units the force has."),
    word("our strength", "The combat strength of the force."),
    word("their strength", "That of those at the goal or in the battle."),
];
