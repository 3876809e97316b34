//! What a case may name: every event and state, each with its fields and its meaning.

use super::setup;
use crate::board::news::News;
use crate::record::event::Event;
use crate::sequence::Happened;
use kit::declared::Words;
use play::case::{Entry, Meaning, Told, Vocabulary};

/// What the deeds of a probe tell besides.
const TRIED: &[Entry] = &[
    (
        "fog",
        "free insight, enemy plans",
        "of a probe: what a roll of the fog of war brings (FCN §11.1)",
    ),
    (
        "sums",
        "French, enemy, routed",
        "of a probe: the strengths after a check for rout (FCN §13.11)",
    ),
    ("first", "who", "of a probe: who acts before the enemy (FCN §13.3)"),
    ("withdrawal", "is", "of a probe: what the chart of withdrawal says (FCN §13.14)"),
    ("insight", "insight, works", "of a probe: whether an insight can have an effect (FCN §11.5)"),
    ("opened", "turns, French plans, enemy plans", "of a probe: a board that was opened"),
    ("closed", "again, no way back", "of a probe: a board that was closed (FCN §13.14)"),
    ("group", "at, forces", "of a probe: a group of enemies (FCN §15.2)"),
];

/// The probes, the keys that each takes besides `rules`, and what it tries.
const PROBES: &[Entry] = &[
    (
        "battle",
        "campaign, turns, plans, insights, board, do, cup, routed, Napoleon",
        "a board, and what is done on it (FCN §11 to §13)",
    ),
    (
        "map",
        "campaign, turn, supply, scouts, Napoleon, clear, at, reduced, group, do",
        "the map of a campaign, and what is done on it (FCN §2, §9 to §15)",
    ),
    ("fog", "enemy supply, scout", "a roll of the fog of war (FCN §11.1)"),
    ("enemy orders", "enemy supply, scout", "a roll of the enemy's orders (FCN §15.3)"),
    ("withdrawal", "roll", "a row of the chart of withdrawal (FCN §13.14)"),
    ("resupply", "roll", "a row of the chart of resupply (FCN §15.5)"),
    ("weight", "French, enemy", "who is too weak (FCN §11.2, §13.11)"),
    ("plan", "side, plan", "a plan as the book has it (FCN §13.3 to §13.8)"),
    ("counter", "campaign, name", "a counter as the book has it (FCN §5)"),
    ("track", "campaign, turn", "a box of the turn track (FCN §3.3)"),
    ("distance", "from, to", "how many moves it is from one area to another (FCN §9.2)"),
];

/// What holds at the end.
const STATES: &[Entry] = &[
    ("area", "name, holder, French, enemy", "an area and who stands there (FCN §2.1)"),
    ("force", "name, at, in, combat, reduced, plan", "a counter on the map or on the board"),
    ("gone", "name, how", "a counter that came off the board"),
    (
        "battle",
        "French, enemy, turns left, routed, over, French plans, enemy plans, cup, special",
        "the battle that is on (FCN §13)",
    ),
    ("purses", "French, enemy, scouts, income", "supply and scouts (FCN §7.2, §14)"),
    ("objectives", "French, enemy", "who holds the objectives (FCN §2.2)"),
    ("Napoleon", "at", "where Napoleon is (FCN §3.2)"),
    ("battles", "at", "where both sides stand (FCN §9.3)"),
    ("outcome", "is, points, word, why", "victory and defeat (FCN §3)"),
    ("asked", "season, title, kind", "the stop at which the campaign stands (FCN §8)"),
];

/// Every field of an event or a state.
const FIELDS: &[Meaning] = &[
    ("French", "the French: forces, strength or supply"),
    ("French plans", "how many plans the French place each turn"),
    ("added", "what is added to each die"),
    ("again", "whether the battle begins anew"),
    ("amount", "how many"),
    ("areas", "how many areas"),
    ("at", "an area, or a region of the board"),
    ("before", "who held it before, or nobody"),
    ("by", "what was played: a sheet or nothing; or the side that paid"),
    (
        "cause",
        "why a step was not done, `not reached` if it is still to come, nothing if it was done",
    ),
    ("choice", "what was chosen"),
    ("combat", "combat value and superscript"),
    ("cup", "how many plans are in the cup"),
    ("destroyed", "whether it was destroyed"),
    ("dice", "the dice that were rolled for it"),
    ("doctrine", "whether a doctrine was played"),
    ("end", "who was left, or withdrawal"),
    ("enemy", "the enemy: forces, strength or supply"),
    ("enemy plans", "how many plans the enemy gets each turn"),
    ("entries", "the keys of the sheet"),
    ("entry", "the number of an entry in the receipt"),
    ("forces", "the forces of a group"),
    ("free insight", "whether an insight costs nothing"),
    ("from", "an area, or who wrote"),
    ("gain", "what was gained"),
    ("goal", "what a group makes for"),
    ("hits", "how many hits"),
    ("holder", "who holds it"),
    ("how", "how it came off the board"),
    ("in", "line or column"),
    ("income", "what comes in"),
    ("insight", "the insight"),
    ("is", "open, won or lost"),
    ("keep", "what is not spent"),
    ("key", "the key of the decision"),
    ("kind", "what is asked"),
    ("name", "the name"),
    ("needed", "what was needed"),
    ("no way back", "whether the French had to retreat and found no area"),
    ("now", "who holds it now, or nobody"),
    ("number", "the number of the campaign turn"),
    ("over", "whether and how it is over"),
    ("plan", "the plan"),
    ("plans", "how many plans"),
    ("points", "the points of a victory"),
    ("power", "the power"),
    ("powers", "who of a staff"),
    ("reason", "why the umpire said so"),
    ("reduced", "whether it is reduced"),
    ("refit", "who is refitted"),
    ("roll", "the die, with what was added"),
    ("routed", "which side is routed"),
    ("scout", "whether a scout was used for it"),
    ("scouts", "how many scouts there are"),
    ("season", "the season"),
    ("side", "the side"),
    ("special", "the special plans of the turn"),
    ("stands", "whether it stands"),
    ("step", "the number of a step in its entry"),
    ("supply", "supply points"),
    ("tables", "a line for each table of a race"),
    ("text", "what was written"),
    ("title", "what the stop is about"),
    ("to", "where it goes, or to whom"),
    ("told", "who is told"),
    ("topic", "what the choice is about"),
    ("turn", "the turn of the battle"),
    ("turns", "how many turns the battle may last"),
    ("turns left", "how many turns are left"),
    ("what", "what was bought"),
    ("who", "the force or forces"),
    ("why", "the reason"),
    ("withdrawal", "what was rolled when the time was over"),
    ("won", "whether it was won"),
    ("word", "how the victory compares with history"),
    ("words", "what the umpire says"),
    ("works", "whether it works"),
];

/// What a case may name.
pub fn vocabulary() -> Vocabulary {
    let own = Told::all(Event::VARIANTS.iter().chain(News::VARIANTS), &[]);
    let on_the_map = Told::all(Happened::VARIANTS, &["dice"]);
    Vocabulary {
        setup: setup::KEYS,
        events: own.into_iter().chain(on_the_map).collect(),
        deeds: TRIED,
        states: STATES,
        // Everything that holds is known.
        known: STATES,
        probes: PROBES,
        fields: FIELDS,
        ..Vocabulary::default()
    }
}
