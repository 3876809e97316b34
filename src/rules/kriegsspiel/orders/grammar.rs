//! The words that conditions may ask with, each with what it asks.
//!
//! Not here: how they are answered (`senses.rs`).

use super::words::{ENEMY, PLACE, STANDING};
use sheet::condition::{Grammar, Subject, Word};

/// The questions that conditions may ask.
pub const GRAMMAR: Grammar = Grammar {
    spaces: "hexes",
    odds: "Combat values, ours to theirs; known only in contact, that is, in one hex with the \
           enemy, and unknown before. Where others are estimated, the round figures are asked.",
    flags: FLAGS,
    flags_at: &["besieging"],
    flags_of: &[],
    numbers_of: &[],
    numbers: NUMBERS,
    strengths: &["enemy units", "their strength", "their ships"],
    subjects: SUBJECTS,
    place: &PLACE,
    spot: &PLACE,
    whose: " Cities change hands when all marches and battles of the turn are over, so during it \
            this is as the turn began; `enemy at PLACE` asks who is there now.",
    inside: "Whether somebody is within the walls of a fortress.",
    who: &STANDING,
};

const fn word(word: &'static str, doc: &'static str) -> Word {
    Word { word, doc }
}

const FLAGS: &[Word] = &[
    word("in supply", "Whether all of the force was in supply at the last check."),
    word("out of supply", "Whether a part of it was not."),
    word("enemy adjacent", "Whether an enemy is seen in a hex beside it."),
    word("besieging", "Whether it stands before enemy walls."),
    word("behind walls", "Whether it stands in a walled city of ours."),
];

const NUMBERS: &[Word] = &[
    word("our strength", "Our combat value."),
    word("their strength", "Theirs; known in contact alone."),
    word("own units", "Battalions, regiments and batteries of the force."),
    word("enemy units", "Theirs; known in contact alone."),
    word("our losses", "Hits we took in this battle, about a battalion or regiment each."),
    word("their losses", "Hits they took in it."),
    word("day", "The day of the battle, from 1; in the night after the first day it is 1."),
    word("mp", "Movement points that are left."),
    word("action points", "Action points that are left."),
    word("our ships", "At sea: how many ships are with the fleet."),
    word("their ships", "At sea: how many the enemy has that it met; known there alone."),
];

const SUBJECTS: &[(Word, Subject)] = &[
    (word("enemy leader", "The general it meets."), Subject::Name(&ENEMY)),
    (
        word("enemy", "How large a force it meets, on land or at sea."),
        Subject::Words(&["detachment", "corps", "army", "squadron", "fleet", "grand fleet"]),
    ),
    (
        word("terrain", "The ground on which the force stands."),
        Subject::Words(&["clear", "forest", "marsh", "mountain", "desert"]),
    ),
    (
        word("season", "The season of the year."),
        Subject::Words(&["spring", "summer", "autumn", "winter"]),
    ),
];
