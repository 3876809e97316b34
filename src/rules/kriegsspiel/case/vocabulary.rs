//! What a case may name: every event, state and probe, each with its fields and its meaning.

use super::{probes, setup};
use play::case::{Names, keys};

/// Events by name: their fields and what they mean.
const EVENTS: &[(&str, &str, &str)] = &[
    ("season began", "season", "a turn began (K05 §8)"),
    ("ordered", "power, by, entries", "whose orders are played for a power"),
    ("letter", "from, to, text", "a letter was carried"),
    (
        "worded",
        "power, entry, text, answer, taken, step",
        "an order in words, and the umpire's answer (K05 §3)",
    ),
    ("ruled", "power, topic, choice, key", "the umpire's word on a choice of a power's"),
    (
        "general placed",
        "name, power, rank, battle, command, at, arrival",
        "a general came onto the map (K05 §18)",
    ),
    ("placed", "formation, power, at, units, arrival", "a formation came onto the map (K05 §18)"),
    ("assigned", "formation, power, under", "a formation came under a general (K05 §10.1)"),
    ("reshaped", "power, formations, gone", "formations gave and took units (K05 §10.3)"),
    ("spent", "power, points, place, lot", "action points, and who moves first (K05 §12.1)"),
    ("decreed", "words, reason, told", "the umpire's word on a fact (K05 §3)"),
    ("set", "power, formations, generals, from, to", "the umpire set a force somewhere"),
    ("taken", "power, lost", "the umpire took troops away"),
    ("misread", "power, entry, who, die", "an order was late or misread (K05 §2)"),
    ("understood", "power, entry, who, die", "an order far away was understood (K05 §2)"),
    ("withstood", "at, power", "a garrison was too strong for a revolt (K05 §8)"),
    (
        "moved",
        "who, power, formations, general, from, to, spent",
        "a force entered a hex (K05 §12)",
    ),
    ("halted", "who, power, at, halt, to, needed, left", "a force stopped early (K05 §12)"),
    (
        "force marched",
        "who, power, at, hexes, percent, lost",
        "what a forced march cost (K05 §12.5)",
    ),
    ("deployed", "power, at", "a depot was deployed (K05 §15.2)"),
    ("depot lost", "power, at, by", "a depot fell to the enemy (K05 §15.2)"),
    ("supplied", "power, fed, unfed", "supply was checked (K05 §15.1)"),
    (
        "starved",
        "power, at, foragers, forage, percent, lost",
        "too many lived off a hex; also `attrition` (K05 §15.4)",
    ),
    (
        "harried",
        "who, power, at, target, of, die, percent, lost",
        "marauders fell upon somebody (K05 §10.4)",
    ),
    (
        "decided",
        "power, who, at, topic, choice, source, held",
        "a commander's choice in contact, and what answered (K05 §19.1, §19.4)",
    ),
    ("stood off", "at, powers", "both sides stood on the defence (K05 §19.1)"),
    ("invested", "at, by, of, percent, lost", "a fortress was shut in (K05 §19.5)"),
    (
        "fought",
        "at, kind, day, attacker, attacker powers, attacker formations, attacker combat, \
         attacker battle, attacker overcommand, attacker morale, attacker units, \
         attacker modifiers, attacker lost, defender, defender powers, defender formations, \
         defender combat, defender battle, defender overcommand, defender morale, \
         defender units, defender modifiers, defender lost, ratio, column, roll, adjusted, \
         total, result, pursuit",
        "a day of battle; also `battle` (K05 §19.4)",
    ),
    ("broke off", "at, power, powers", "a side left in the night (K05 §19.4)"),
    ("battle ended", "at, kind, attacker, defender, winner, days", "a battle is over (K05 §19.4)"),
    ("retreated", "power, formations, generals, from, to", "a beaten force fell back (K05 §19.5)"),
    ("surrendered", "power, at, lost", "a beaten force had nowhere to go (K05 §19.5)"),
    ("general lost", "general, power, at, fate", "a general fell or was captured (K05 §19.5)"),
    (
        "succeeded",
        "name, power, rank, battle, command, at, after, die",
        "a general came for one who was lost (K05 §19.7)",
    ),
    ("captured", "at, power, from, ruled", "a city fell into other hands (K05 §14.1)"),
    ("reverted", "at, power, from, ruled", "a city went back to its nation (K05 §14.1)"),
    ("raided", "at, power, nation, cost", "a city was raided (K05 §19.9)"),
    ("chanced", "roll, word", "the event of the turn; also `random event` (K05 §8)"),
    ("reformed", "nation", "a nation learned to form corps (K05 §10.2)"),
    (
        "death checked",
        "at, power, die, general",
        "a side rolled for its lowest general (K05 §19.5)",
    ),
    ("submitted", "nation, to", "a nation submitted (K05 §20)"),
    ("scored", "points, winner", "points were counted (K05 §22)"),
    (
        "not done",
        "power, entry, order, who, reason, needed, left, to, whom, rating, why, kind, are, \
         by",
        "an order was not carried out",
    ),
    ("season ended", "season, over", "the turn was over (K05 §8)"),
];

/// What can hold at the end.
const STATES: &[(&str, &str, &str)] = &[
    ("season", "season", "the turn that is open now"),
    (
        "formation",
        "name, power, at, units, kind, under, fed, hits",
        "a corps, brigade or band as it stands",
    ),
    ("general", "name, power, rank, battle, command, at", "a general as he stands"),
    ("holder", "at, power", "a city in other hands than its nation's"),
    ("depot", "at, power", "a depot that stands"),
    ("reformed", "nation", "a nation that forms corps"),
    ("fallen", "general", "a general who was lost"),
    ("harvest", "adds", "what the harvest adds to the forage"),
];

/// What a power can know besides what it was told.
const KNOWN: &[(&str, &str, &str)] = &[
    (
        "formation",
        "name, power, at, units, kind, under, fed, hits",
        "a corps, brigade or band of our side",
    ),
    ("general", "name, power, rank, battle, command, at", "a general of our side"),
    (
        "marker",
        "power, at, band, formations, general, last seen",
        "somebody of the other side, as vaguely as they are seen (K05 §3)",
    ),
];

/// Other words for events.
pub const OTHERS: &[(&str, &str)] =
    &[("fought", "battle"), ("starved", "attrition"), ("chanced", "random event")];

/// Probes by name: their inputs, and their outputs.
const PROBES: &[(&str, &str, &str)] = &[
    (
        "battle",
        "kind, attack, defence, attacker modifiers, defender modifiers, roll",
        "ratio, column, result",
    ),
    ("modifiers", "ours, theirs", "modifiers, sum"),
    ("overcommand", "formations, rating", "less"),
    ("morale", "units", "morale"),
    ("loss", "hits, percent", "lost"),
    ("pursuit", "kind, cavalry", "percent"),
    ("movement cost", "from, to", "cost, terrain"),
    ("forage", "to, harvest", "forage, percent"),
    ("supply", "to, sources, season", "in supply"),
    ("replacement", "die", "rank, battle, command, combat, extra"),
];

/// Every field with its meaning, in the order of the alphabet.
const FIELDS: &[(&str, &str)] = &[
    ("adds", "how many corps and brigades more a hex feeds"),
    ("adjusted", "what was added to the dice, and why"),
    ("after", "the general for whom another came"),
    ("answer", "what the umpire made of words"),
    ("are", "how many there are"),
    ("arrival", "whether it came during the game"),
    ("at", "the place, by its town or number"),
    ("attacker", "the attacker's general, else his power"),
    ("attacker battle", "the battle rating, less overcommand"),
    ("attacker combat", "the army combat value"),
    ("attacker formations", "the corps and brigades"),
    ("attacker lost", "hits lost"),
    ("attacker modifiers", "the modifiers"),
    ("attacker morale", "the mean morale"),
    ("attacker overcommand", "what overcommand takes off"),
    ("attacker powers", "the powers on that side"),
    ("attacker units", "battalions, regiments and batteries"),
    ("band", "`a detachment`, `a corps` or `an army`"),
    ("battle", "a general's battle rating"),
    ("by", "who did it, or where orders came from"),
    ("choice", "what was chosen"),
    ("column", "the column that was read"),
    ("command", "a general's command rating"),
    ("cost", "resource points"),
    ("day", "the day of the battle"),
    ("days", "how many days it took"),
    ("defender", "the defender's general, else his power"),
    ("defender battle", "the battle rating, less overcommand"),
    ("defender combat", "the army combat value"),
    ("defender formations", "the corps and brigades"),
    ("defender lost", "hits lost"),
    ("defender modifiers", "the modifiers"),
    ("defender morale", "the mean morale"),
    ("defender overcommand", "what overcommand takes off"),
    ("defender powers", "the powers on that side"),
    ("defender units", "battalions, regiments and batteries"),
    ("die", "the face of the die"),
    ("entries", "who has orders"),
    ("entry", "the entry's number in the sheet"),
    ("fate", "killed or captured"),
    ("fed", "who is in supply"),
    ("forage", "how many corps and brigades the hex feeds"),
    ("foragers", "how many live off it"),
    ("formation", "a corps, brigade or band"),
    ("formations", "corps, brigades and bands"),
    ("from", "the hex it came from, or who gave it up"),
    ("general", "the general"),
    ("generals", "the generals"),
    ("gone", "formations that ended"),
    ("halt", "why it stopped"),
    ("held", "whether the condition of the entry held: yes, no or not-known"),
    ("hexes", "further hexes of a forced march"),
    ("hits", "hits that it can take"),
    ("key", "the key of the decision"),
    ("kind", "field, meeting or siege; or corps, brigade or marauders"),
    ("last seen", "the turn in which it was last seen, if it is out of sight now"),
    ("left", "what was left"),
    ("lost", "hits lost"),
    ("lot", "whether the lot decided"),
    ("name", "the name"),
    ("nation", "the nation"),
    ("needed", "what was needed"),
    ("of", "whose it is that suffers"),
    ("order", "the order that was not done"),
    ("over", "whether the scenario is over"),
    ("percent", "losses in per cent"),
    ("place", "who moves first, second and so on"),
    ("points", "action points, or points of each power"),
    ("power", "the power"),
    ("powers", "the powers"),
    ("pursuit", "what pursuit adds, in per cent"),
    ("rank", "a general's rank"),
    ("rating", "a command rating"),
    ("ratio", "the column of the strengths"),
    ("reason", "why it was not done"),
    ("result", "what the table says"),
    ("roll", "the sum of the dice"),
    ("ruled", "whether the umpire ruled so"),
    ("season", "the turn"),
    ("source", "what answered: entry, ruling or default"),
    ("spent", "movement points spent so far"),
    ("step", "the step of the sequence before which it is played"),
    ("taken", "what became of an answer: orders or told"),
    ("target", "who was fallen upon"),
    ("text", "what was written"),
    ("to", "the hex it goes to, or who gets it"),
    ("told", "the powers that are told"),
    ("topic", "what the decision is about"),
    ("total", "the roll with what was added"),
    ("under", "the general who commands it"),
    ("unfed", "who is out of supply"),
    ("units", "hits of each sort of troops"),
    ("who", "the general or formation"),
    ("whom", "whom nobody had seen"),
    ("why", "what bound would be broken"),
    ("winner", "the powers that hold the field, or the winner"),
    ("word", "the random event"),
    ("words", "what the umpire says"),
];

/// What an event means.
pub fn meaning(event: &str) -> Option<&'static str> {
    EVENTS.iter().find(|(name, ..)| *name == event).map(|(_, _, meaning)| *meaning)
}

/// The names of the probes.
pub fn probes() -> impl Iterator<Item = &'static str> {
    PROBES.iter().map(|(name, ..)| *name)
}

/// The inputs of a probe.
pub fn inputs(probe: &str) -> Option<Vec<&'static str>> {
    let found = PROBES.iter().find(|(name, ..)| *name == probe);
    found.map(|(_, inputs, _)| inputs.split(", ").collect())
}

/// The names that a case may expect.
pub fn names() -> Names {
    let list = |list: &[(&'static str, &str, &'static str)]| {
        list.iter().map(|(name, fields, _)| (*name, (*fields).to_owned())).collect()
    };
    Names {
        events: list(EVENTS),
        states: list(STATES),
        known: list(KNOWN),
        others: OTHERS,
        fields: FIELDS.iter().map(|(name, _)| *name).collect(),
    }
}

/// Every setup key, event, state, probe and field that a case may name, each with its meaning.
pub fn words() -> Vec<(String, String)> {
    let line = |sort: &str, (name, fields, meaning): &(&str, &str, &str)| {
        (format!("{sort} `{name}`: {fields}"), (*meaning).to_owned())
    };
    let events = EVENTS.iter().map(|event| line("event", event));
    let states = STATES.iter().map(|state| line("state", state));
    let probes = PROBES.iter().map(|probe| line("probe", probe));
    let fields =
        FIELDS.iter().map(|(name, meaning)| (format!("field `{name}`"), (*meaning).to_owned()));
    let known = KNOWN.iter().map(|known| line("known", known));
    let keys = keys::listed(setup::KEYS).into_iter();
    let inputs = probes::INPUTS.iter().map(|(of, name, meaning)| {
        let place = if of.is_empty() { String::new() } else { format!(" in `{of}`") };
        (format!("input `{name}`{place}"), (*meaning).to_owned())
    });
    let facts = events.chain(states).chain(known);
    keys.chain(facts).chain(probes).chain(inputs).chain(fields).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_has_a_meaning_and_back() {
        let known: Vec<&str> = FIELDS.iter().map(|(name, _)| *name).collect();
        assert!(known.is_sorted(), "the fields are in the order of the alphabet");
        let lists = EVENTS.iter().chain(STATES).chain(KNOWN);
        let used: Vec<&str> = lists.flat_map(|(_, fields, _)| fields.split(", ")).collect();
        for name in &used {
            assert!(known.contains(name), "no meaning for `{name}`");
        }
        for name in known {
            assert!(used.contains(&name), "nothing has the field `{name}`");
        }
    }
}
