//! What a case may name: every event, state and probe, each with its fields and its meaning.

use super::{probes, setup_keys};
use crate::record::event::Event;
use play::case::keys::Key;
use play::case::{Entry, Meaning, Told, Vocabulary};

/// What can hold at the end.
const STATES: &[Entry] = &[
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
    ("purse", "power, points, manpower, bank", "what a power has to spend (K05 §16)"),
    (
        "title",
        "province, power",
        "a province that belongs to another than the book says (K05 §14.3)",
    ),
    (
        "peace",
        "victor, loser, until, terms, tribute",
        "a peace that a power was forced to keep (K05 §20.1)",
    ),
];

/// What a power can know besides what it was told.
const KNOWN: &[Entry] = &[
    (
        "formation",
        "name, power, at, units, kind, under, fed, hits",
        "a corps, brigade or band of our side",
    ),
    ("general", "name, power, rank, battle, command, at", "a general of our side"),
    (
        "marker",
        "power, at, band, formations, general, last seen, by, units, combat",
        "somebody of the other side, as vaguely as they are seen (K05 §3)",
    ),
    ("purse", "power, points, manpower, bank", "what it has to spend itself (K05 §16)"),
    (
        "title",
        "province, power",
        "a province that belongs to another than the book says (K05 §14.3)",
    ),
    (
        "peace",
        "victor, loser, until, terms, tribute",
        "a peace that a power was forced to keep (K05 §20.1)",
    ),
];

/// Other words for events.
pub const OTHERS: &[Meaning] =
    &[("fought", "battle"), ("starved", "attrition"), ("chanced", "random event")];

/// Probes by name: their inputs, and their outputs.
const PROBES: &[Entry] = &[
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
    ("income", "power, held, titles", "points, lines, manpower, trade"),
    ("price", "power, troops", "money, manpower, why not"),
    ("replacement", "die", "rank, battle, command, combat, extra"),
    ("estimate", "by, figure", "about, bounds"),
    ("losses in a word", "percent", "toll"),
    ("dice in a word", "roll", "fell"),
];

/// Every field with its meaning, in the order of the alphabet.
const FIELDS: &[Meaning] = &[
    ("action points", "action points"),
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
    ("attacking", "the attacker's general, else his power"),
    ("attacking combat", "the army combat value, or its bounds"),
    ("attacking goes", "whether it must go"),
    ("attacking lost", "hits that one's own lost"),
    ("attacking powers", "the powers on that side"),
    ("attacking toll", "losses in a word: none, light, moderate, heavy or ruinous"),
    ("attacking units", "battalions, regiments and batteries, or their bounds"),
    ("band", "`a detachment`, `a corps` or `an army`"),
    ("bank", "dollars in the bank"),
    ("battle", "a general's battle rating"),
    ("by", "who did it, where orders came from, or who makes out a marker"),
    ("choice", "what was chosen"),
    ("cities", "the cities in it"),
    ("column", "the column that was read"),
    ("combat", "the combat value, or its bounds"),
    ("command", "a general's command rating"),
    ("cost", "resource points"),
    ("count", "how many were bought"),
    ("day", "the day of the battle"),
    ("days", "how many days it took"),
    ("deal", "what both call the deal"),
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
    ("defending", "the defender's general, else his power"),
    ("defending combat", "the army combat value, or its bounds"),
    ("defending goes", "whether it must go"),
    ("defending lost", "hits that one's own lost"),
    ("defending powers", "the powers on that side"),
    ("defending toll", "losses in a word: none, light, moderate, heavy or ruinous"),
    ("defending units", "battalions, regiments and batteries, or their bounds"),
    ("depots", "how many depots"),
    ("die", "the face of the die"),
    ("entries", "who has orders, or the numbers of the entries that were taken up"),
    ("entry", "the entry's number in the sheet"),
    ("fate", "killed or captured"),
    ("fed", "who is in supply"),
    ("fell", "how the dice fell for the attacker: well, evenly or ill"),
    ("forage", "how many corps and brigades the hex feeds"),
    ("foragers", "how many live off it"),
    ("formation", "a corps, brigade or band"),
    ("formations", "corps, brigades and bands"),
    ("from", "the hex it came from, or who gave it up"),
    ("general", "the general"),
    ("generals", "the generals"),
    ("gold", "the dice of the gold"),
    ("gone", "formations that ended"),
    ("guest", "whose troops may pass"),
    ("halt", "why it stopped"),
    ("held", "whether the condition of the entry held: yes, no or not-known"),
    ("hexes", "further hexes of a forced march"),
    ("hits", "hits that it can take"),
    ("host", "through whose land"),
    ("key", "the key of the decision"),
    ("kind", "field, meeting or siege; or corps, brigade or marauders"),
    ("known", "whether the condition was false; no, if it could not be told"),
    ("last seen", "the turn in which it was last seen, if it is out of sight now"),
    ("left", "what was left"),
    ("line", "the line of the budget, or of the deals"),
    ("lines", "of what an income consists: provinces, trade, gold"),
    ("loser", "the power that has submitted"),
    ("lost", "hits lost"),
    ("lot", "whether the lot decided"),
    ("manpower", "manpower of the turn"),
    ("money", "dollars"),
    ("name", "the name"),
    ("nation", "the nation"),
    ("needed", "what was needed"),
    ("of", "whose it is that suffers or commands"),
    ("on", "the power on which war is declared"),
    ("one", "one of the two powers"),
    ("order", "the order that was not done"),
    ("other", "the other power"),
    ("over", "whether the scenario is over"),
    ("paid", "whose supply was paid for"),
    ("parties", "the two powers of a deal"),
    ("percent", "losses in per cent"),
    ("place", "who moves first, second and so on"),
    ("points", "action points, resource points, or points of each power"),
    ("power", "the power"),
    ("powers", "the powers"),
    ("province", "the province"),
    ("pursuit", "what pursuit adds, in per cent"),
    ("raided", "resource points that raids took"),
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
    ("step", "the step of the sequence before which it is played, or its number in the entry"),
    ("steps", "the numbers in the entry of what nobody asked for"),
    ("taken", "what became of an answer: orders or told"),
    ("target", "who was fallen upon"),
    ("terms", "two-provinces, one-province or reparations"),
    ("text", "what was written"),
    ("to", "the hex it goes to, or who gets it"),
    ("told", "the powers that are told"),
    ("toll", "losses in a word: none, light, moderate, heavy or ruinous"),
    ("topic", "what the decision is about"),
    ("total", "the roll with what was added"),
    ("trade", "the dice of trade, or how many there are"),
    ("tribute", "dollars that the loser pays each turn"),
    ("troops", "battalions, regiments and batteries that were bought"),
    ("under", "the general who commands it"),
    ("unfed", "who is out of supply"),
    ("units", "hits of each sort of troops; of an estimate its bounds, such as `8 to 12`"),
    ("unpaid", "whose supply was not paid for"),
    ("until", "the last turn in which it holds"),
    ("victor", "the power that it has submitted to"),
    ("ware", "what was bought: brigade, levy, troops, depots or general"),
    ("who", "the general or formation"),
    ("whom", "whom nobody had seen"),
    ("why", "what bound would be broken"),
    ("winner", "the powers that hold the field, or the winner"),
    ("with", "the other power"),
    ("word", "the random event"),
    ("words", "what the umpire says"),
    ("worth", "what points became in dollars for it"),
    ("year", "the year"),
];

/// The names of the probes.
pub fn probes() -> impl Iterator<Item = &'static str> {
    PROBES.iter().map(|(name, ..)| *name)
}

/// The inputs of a probe.
pub fn inputs(probe: &str) -> Option<Vec<&'static str>> {
    let found = PROBES.iter().find(|(name, ..)| *name == probe);
    found.map(|(_, inputs, _)| inputs.split(", ").collect())
}

/// What a case may name.
pub fn vocabulary() -> Vocabulary {
    let input = |(of, name, meaning): &Key| {
        let place = if of.is_empty() { String::new() } else { format!(" in `{of}`") };
        (format!("input `{name}`{place}"), (*meaning).to_owned())
    };
    Vocabulary {
        setup: setup_keys::KEYS,
        events: Told::all(Event::declared(), &[]),
        others: OTHERS,
        states: STATES,
        known: KNOWN,
        probes: PROBES,
        inputs: probes::INPUTS.iter().map(input).collect(),
        fields: FIELDS,
        ..Vocabulary::default()
    }
}
