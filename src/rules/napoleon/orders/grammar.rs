//! The words that conditions may ask with, each with what it asks.
//!
//! Not here: how they are answered (`senses.rs`).

use super::words::{AREA, STANDING};
use sheet::condition::{Grammar, Word};

/// The questions that conditions may ask.
pub const GRAMMAR: Grammar = Grammar {
    spaces: "areas",
    odds: "Combat values in the battle, ours to theirs; there are none outside of a battle.",
    flags: FLAGS,
    flags_at: &[],
    flags_of: &[],
    numbers_of: &[],
    numbers: NUMBERS,
    strengths: &["their strength"],
    subjects: &[],
    place: &AREA,
    spot: &AREA,
    whose: "",
    inside: "Whether somebody is in a city.",
    who: &STANDING,
};

const fn word(word: &'static str, doc: &'static str) -> Word {
    Word { word, doc }
}

const FLAGS: &[Word] = &[
    word("napoleon here", "Whether Napoleon is in this battle."),
    word("enemy turn", "Whether the enemy's moves brought this battle about."),
    word("routed", "Whether we are routed."),
    word("enemy routed", "Whether the enemy is."),
    word("in line", "Whether the force of this line stands in line."),
    word("in column", "Whether it stands in column."),
    word("in melee", "Whether it shares its region with enemies."),
    word("reduced", "Whether it is reduced."),
];

const NUMBERS: &[Word] = &[
    word("our strength", "The combat values of our forces in this battle."),
    word("their strength", "Those of the enemy's."),
    word("our losses", "How many of our forces were destroyed in this battle."),
    word("their losses", "How many of theirs were."),
    word("turn", "The turn of this battle, from 1."),
    word("turns left", "How many turns the battle may still last."),
    word("plans", "How many plans we may place each turn."),
    word("enemy plans", "How many the enemy gets each turn."),
    word("enemy infantry", "How many infantry counters the enemy has in this battle."),
    word("enemy cavalry", "How many cavalry counters it has."),
    word("enemy cannons", "How many cannons and fortifications it has."),
    word("range", "How many regions the nearest enemy is away from the force of this line."),
    word("supply", "Our supply points."),
    word("enemy supply", "The enemy's."),
    word("scouts", "Our scouts."),
    word("objectives", "How many objectives we hold."),
    word("campaign turn", "The number of the campaign turn, from 1."),
];
