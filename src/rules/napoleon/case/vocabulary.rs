//! What a case may name: every event and state, each with its fields and its meaning.

use super::setup;
use play::case::{Names, keys};

/// Events by name: their fields and what they mean.
const EVENTS: &[(&str, &str, &str)] = &[
    ("season began", "season, title", "the answer to a stop is played (FCN §8)"),
    ("ordered", "power, by, entries", "whose orders are played"),
    ("letter", "from, to, text", "a letter was carried"),
    ("ruled", "power, topic, choice, key, reason", "the umpire's word on a choice"),
    ("decreed", "words, reason, told", "the umpire's word on a fact"),
    ("turn", "number", "the turn counter moved on (FCN §9.1)"),
    ("arrived", "who", "late forces came (FCN §7.6)"),
    ("went", "who, to", "a force or Napoleon moved (FCN §9.2, §14.1)"),
    ("refused", "why", "something that was said could not be done"),
    ("fog", "at, roll, scout, dice, free insight, enemy plans", "the fog of war (FCN §11.1)"),
    ("fog event", "at, turns, dice", "the event of its row was carried out (FCN §11.1)"),
    ("enveloped", "at, side", "a side was destroyed without a battle (FCN §11.2)"),
    ("plans bought", "at, plans", "more plans were bought (FCN §11.4)"),
    ("deployed", "at, turns", "both sides stood on the board (FCN §11.6, §11.7)"),
    ("battle turn", "at, turn", "a turn of battle began (FCN §13)"),
    ("tried", "insight, roll, needed, works, dice", "an insight was tried (FCN §13.1)"),
    ("raided", "supply, dice", "supply came by a Raid (FCN §11.5)"),
    ("battle over", "at, end, withdrawal, dice", "a battle ended (FCN §13.13, §13.14)"),
    ("earned", "supply", "the income of the French (FCN §14.3)"),
    ("bought", "refit, what, reduced, at, keep", "something was bought (FCN §14.4 to §14.6)"),
    ("enemy order", "at, who, goal, areas, scout, dice", "a group got an order (FCN §15.3)"),
    ("enemy march", "from, who, to", "a group obeyed it (FCN §15.3)"),
    ("gained", "at, roll, gain, amount, dice", "what the enemy got in a city (FCN §15.5)"),
    ("kept", "who, roll, gain, at, dice", "a commander kept an earlier counter (FCN §18)"),
    ("came", "who, to, dice", "forces came into an area without an order"),
    ("Napoleon came", "to", "Napoleon came somewhere with others, or was taken"),
    ("reduced", "who", "forces were hit on the map (FCN §11.1)"),
    ("lost", "who", "forces left the map"),
    ("refitted", "who", "enemies were refitted (FCN §15.6)"),
    ("over", "won, points, word, why", "the campaign ended (FCN §3)"),
    ("drew", "who, plan", "an enemy drew a plan (FCN §13.5)"),
    ("activated", "who, plan, roll, needed, works", "a force acted on a plan (FCN §12.2)"),
    ("discarded", "who, plan", "a counter was lost in melee (FCN §12.5)"),
    ("moved", "who, to", "a force went to another region (FCN §12.3)"),
    ("left", "who", "a force left the board (FCN §13.11)"),
    ("formed", "who, in", "a force changed its formation (FCN §11.8)"),
    ("shocked", "who, roll, needed, stands", "a force was checked for shock (FCN §12.4)"),
    ("attacked", "who, roll, needed, hits", "a force attacked (FCN §12.6)"),
    ("hit", "who, destroyed", "a force was hit (FCN §12.9)"),
    ("spared", "who", "a hit was cancelled (FCN §13.7)"),
    ("destroyed", "who", "a force was destroyed without a hit (FCN §12.4, §13.11)"),
    ("routed", "side", "a side was routed (FCN §13.11)"),
    ("passed", "title, doctrine", "a stop came at which nobody was asked (FCN §8)"),
    ("stood", "title", "the campaign stood so"),
    ("said", "power", "one of a staff said something for later stops"),
    ("asked of", "powers", "who of a staff is asked"),
    ("scores", "tables", "how the tables of a race compare"),
    ("season ended", "season, over", "the next stop is reached"),
];

/// What the deeds of a probe tell besides.
const TRIED: &[(&str, &str, &str)] = &[
    (
        "sums",
        "French, enemy, routed",
        "of a probe: the strengths after a check for rout (FCN §13.11)",
    ),
    ("first", "who", "of a probe: who acts before the enemy (FCN §13.3)"),
    ("withdrawal", "is", "of a probe: what the chart of withdrawal says (FCN §13.14)"),
    ("opened", "turns, French plans, enemy plans", "of a probe: a board that was opened"),
    ("closed", "again, no way back", "of a probe: a board that was closed (FCN §13.14)"),
    ("group", "at, forces", "of a probe: a group of enemies (FCN §15.2)"),
];

/// The probes, the keys that each takes besides `rules`, and what it tries.
const PROBES: &[(&str, &str, &str)] = &[
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
const STATES: &[(&str, &str, &str)] = &[
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
const FIELDS: &[(&str, &str)] = &[
    ("French", "the French: forces, strength or supply"),
    ("French plans", "how many plans the French place each turn"),
    ("again", "whether the battle begins anew"),
    ("amount", "how many"),
    ("areas", "how many areas"),
    ("at", "an area, or a region of the board"),
    ("by", "what was played: a sheet or nothing"),
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

/// What an event means.
pub fn meaning(event: &str) -> Option<&'static str> {
    EVENTS.iter().find(|(name, ..)| *name == event).map(|(_, _, meaning)| *meaning)
}

/// The names that a case may expect.
pub fn names() -> Names {
    let list = |list: &[(&'static str, &str, &'static str)]| {
        list.iter().map(|(name, fields, _)| (*name, (*fields).to_owned())).collect()
    };
    Names {
        events: [list(EVENTS), list(TRIED)].concat(),
        states: list(STATES),
        // Everything that holds is known.
        known: list(STATES),
        others: &[],
        fields: FIELDS.iter().map(|(name, _)| *name).collect(),
    }
}

/// Every setup key, event, state, probe and field that a case may name, each with its meaning.
pub fn words() -> Vec<(String, String)> {
    let line = |sort: &str, (name, fields, meaning): &(&str, &str, &str)| {
        (format!("{sort} `{name}`: {fields}"), (*meaning).to_owned())
    };
    let events = EVENTS.iter().chain(TRIED).map(|event| line("event", event));
    let states = STATES.iter().map(|state| line("state", state));
    let fields =
        FIELDS.iter().map(|(name, meaning)| (format!("field `{name}`"), (*meaning).to_owned()));
    let probes = PROBES.iter().map(|probe| line("probe", probe));
    let keys = keys::listed(setup::KEYS).into_iter();
    keys.chain(events).chain(states).chain(probes).chain(fields).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_has_a_meaning_and_back() {
        let known: Vec<&str> = FIELDS.iter().map(|(name, _)| *name).collect();
        assert!(known.is_sorted(), "the fields are in the order of the alphabet");
        let lists = EVENTS.iter().chain(TRIED).chain(STATES);
        let used: Vec<&str> = lists.flat_map(|(_, fields, _)| fields.split(", ")).collect();
        for name in &used {
            assert!(known.contains(name), "no meaning for `{name}`");
        }
        for name in known {
            assert!(used.contains(&name), "nothing has the field `{name}`");
        }
    }
}
