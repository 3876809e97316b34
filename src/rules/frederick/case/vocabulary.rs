//! What a case may name: every event and state, each with its fields and its meaning.

use super::{probes, setup};
use crate::record::event::Event;
use play::case::{Entry, Meaning, Told, Vocabulary};

/// What a change of the markers is called.
pub const DECK: &str = "marker moved";
/// Events that have another word.
pub const OTHERS: &[Meaning] = &[];

/// What holds at the end.
const STATES: &[Entry] = &[
    ("season", "season", "the season that is next"),
    ("initiative", "seat", "who goes first this year (FRW §7)"),
    ("treasury", "of, thaler", "a treasury (FRW §8.2)"),
    ("control", "of, seat", "the seat that has a power (FRW §4)"),
    ("fieldworks", "at", "a square with fieldworks (FRW §26)"),
    ("waste", "at", "a square that is pillaged (FRW §21)"),
    ("leaders", "of, pool", "the leaders who may be drawn (FRW §23.2)"),
    ("hand", "seat, count, counters", "a hand of markers (FRW §9)"),
    ("unit", "name, unit, power, at, aboard", "a unit on the map"),
    ("stack", "at, units, count", "all units in a square"),
];

/// What a seat knows.
const KNOWN: &[Entry] = &[
    ("season", "season", "the season that is next"),
    ("initiative", "seat", "who goes first this year (FRW §7)"),
    ("treasury", "of, thaler", "a treasury (FRW §8.2)"),
    ("control", "of, seat", "the seat that has a power (FRW §4)"),
    ("fieldworks", "at", "a square with fieldworks (FRW §26)"),
    ("waste", "at", "a square that is pillaged (FRW §21)"),
    ("leaders", "of, pool", "the leaders who may be drawn (FRW §23.2)"),
    ("hand", "seat, count, counters", "a hand of markers; of others the number alone (FRW §9)"),
    ("unit", "name, unit, power, at, aboard", "a unit of one's own"),
    (
        "stack",
        "at, seat, height, leader, since, units",
        "units of others in a square, as far as they are seen (FRW §14)",
    ),
];

/// Every field of an event or a state.
const FIELDS: &[Meaning] = &[
    ("aboard", "the fleet that carries it"),
    ("again", "whether that event had come already"),
    ("at", "a square"),
    ("attack", "what the attackers count, or the points they commit"),
    ("attack dice", "the dice of the attacker"),
    ("attack markers", "the battle markers of the attacker"),
    ("attacker", "the seat that attacks"),
    ("balance", "an event of the balance of power"),
    ("before", "the seat that had it"),
    ("bids", "what each seat bid"),
    ("by", "what was played: a sheet, standing orders or nothing"),
    ("choice", "what was chosen"),
    ("cities", "how many cities paid"),
    ("column", "the column of the combat table"),
    ("count", "how many"),
    ("counter", "the kind of a marker"),
    ("counters", "kinds of markers"),
    ("defence", "what the defenders count, or the points they commit"),
    ("defence dice", "the dice of the defender"),
    ("defence markers", "the battle markers of the defender"),
    ("defender", "the seat that defends"),
    ("dice", "the dice"),
    ("die", "the die"),
    ("draws", "how many markers the winner may draw"),
    ("entries", "who each entry is for"),
    ("entry", "the number of an entry"),
    ("fieldworks", "whether fieldworks were razed"),
    ("from", "a square, a treasury, a hand, or who wrote"),
    ("gives", "what each seat gives"),
    ("go around", "the go-around of the season"),
    ("grade", "the grade of a unit"),
    ("halves", "halves of a thaler"),
    ("hand", "the seat whose hand was seen"),
    ("height", "how high a stack is"),
    ("kept", "whether it was kept"),
    ("key", "the key of the decision"),
    ("leader", "a leader"),
    ("left", "what was left"),
    ("loser", "the seat that was beaten"),
    ("loses", "how many markers the loser loses"),
    ("losses", "how many units are lost"),
    ("lot", "the number of a lot"),
    ("major", "a major power"),
    ("marker", "the kind of a marker"),
    ("minor", "a minor power"),
    ("modifiers", "what was added to the die"),
    ("moved", "where units went"),
    ("name", "the name of a unit"),
    ("needed", "what was needed"),
    ("next", "the next season"),
    ("number", "the number of an operation"),
    ("of", "whose it is"),
    ("on", "what for"),
    ("outcome", "how the game ended"),
    ("over", "whether the game is over"),
    ("paid", "what was paid, or whether it was"),
    ("parties", "the two seats of a deal"),
    ("per cent", "the strength of the attackers in per cent of the defenders'"),
    ("pool", "how many markers are in the pool, or the leaders who may be drawn"),
    ("power", "the power"),
    ("promise", "a promise in words"),
    ("promises", "promises in words"),
    ("reason", "why the umpire said so"),
    ("round", "how often a lot was bid for"),
    ("season", "a season"),
    ("seat", "a seat"),
    ("seats", "the seats that met"),
    ("share", "the share that is lost, in per cent"),
    ("shown", "what each showed"),
    ("siege", "whether it was against a fortress"),
    ("since", "when it was seen"),
    ("squares", "how many squares it had to go"),
    ("standings", "how far each seat is from victory"),
    ("step", "the key of a step"),
    ("strength", "combat strength"),
    ("succeeds", "whether it succeeds"),
    ("sum", "the sum of the dice"),
    ("text", "what was written"),
    ("thaler", "thaler"),
    ("to", "a square, a treasury, a hand, or to whom"),
    ("to pool", "whether the counter goes back to the pool of leaders"),
    ("told", "who is told"),
    ("topic", "what the choice is about"),
    ("unit", "a unit in words"),
    ("units", "units in words"),
    ("verdict", "the result of the combat table"),
    ("votes", "the votes of each seat"),
    ("why", "the reason"),
    ("winner", "the seat that won, or nobody"),
    ("words", "what the umpire says"),
    ("works", "whether it works"),
    ("year", "the year"),
];

/// What a case may name.
pub fn vocabulary() -> Vocabulary {
    Vocabulary {
        setup: setup::KEYS,
        events: Told::all(Event::declared(), &[]),
        states: STATES,
        known: KNOWN,
        probes: probes::PROBES,
        inputs: probes::inputs(),
        fields: FIELDS,
        ..Vocabulary::default()
    }
}
