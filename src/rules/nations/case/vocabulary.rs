//! What a case may name: every event, state and probe, each with its fields and its meaning.

pub mod fields;

use super::setup;
use crate::record::event::Event;
use fields::{FIELDS, OF_NEWS};
use play::case::{Entry, Meaning, Told, Vocabulary};

/// What can hold at the end, behind `state:`.
const STATES: &[Entry] = &[
    ("season", "season", "the season whose orders are played or come next"),
    (
        "force",
        "name, power, at, army, leaders, units, steps, trains, depots, engineers, bridge, activations, \
         inside, siege, reserve, rising, boxed, demoralized, supplied",
        "a force on the map",
    ),
    ("squadron", "power, at, blockading, fleets", "a squadron and where it lies"),
    ("aboard", "name, power, units, ships", "troops on board"),
    ("sunk", "power, fleet", "a fleet that went down"),
    ("drowned", "power, fleet", "an admiral who went down with his fleet"),
    ("corsair", "corsair", "a corsair in its box"),
    ("pool", "power, leader", "a leader who waits to be used"),
    ("fortress", "at, lost, empty", "a fortress that is not as the map prints it"),
    ("returning", "power, season, leaders, units", "troops and leaders that will come back"),
    ("lost corps", "power, corps", "how many corps of a power have been destroyed (NIA §21.1)"),
    ("dead", "leader", "a leader who was killed"),
    ("card", "power, card", "a card in hand"),
    ("holder", "at, power", "who holds a place that is not its province's"),
    ("title", "province, owner", "who owns a province"),
    ("peace", "power, with, until", "a beaten power and those with whom it has peace (NIA §13.3)"),
    ("condition", "power, to, term, name", "a condition of that peace, and who has it"),
    ("fights on", "power, last", "a beaten power that fights on, until that season is over"),
    ("truce", "country, power, until", "a minor country and a power that have a truce (NIA §13.2)"),
    (
        "system",
        "court, bound",
        "who was bound by the Continental System during the game, or freed of it",
    ),
    ("system winters", "winters", "how many winters ended with the Continental System in effect"),
    ("country", "country, status", "how a minor country stands"),
    ("chest", "who, pounds", "the pounds of a power or a minor country"),
    (
        "recruits",
        "who, recruits",
        "steps that it may still raise this spring, and the cavalry among them",
    ),
    ("conscripts", "year", "a year in which France called her conscripts (NIA §12.1)"),
    ("credit", "power, left", "what is left of a power's credit with its allies (NIA §15.1)"),
    ("owed", "who, pounds", "what is owed to the next spring for troops that were not sent abroad"),
    (
        "abroad",
        "war, power, since, over, units, fleets",
        "who is in a war outside the map (NIA §14.1)",
    ),
];

/// What a power can know besides what it was told.
const KNOWN: &[Entry] = &[
    (
        "force",
        "name, power, at, army, leaders, units, steps, trains, depots, engineers, bridge, activations, \
         inside, siege, reserve, rising, boxed, demoralized, supplied",
        "a force of our side",
    ),
    (
        "stack",
        "power, at, leader, army, inside, besieging, demoralized, last seen",
        "troops of others, as the map shows them (NIA §1.3)",
    ),
    ("squadron", "power, at, blockading, fleets", "ships of our side"),
    ("sails", "power, at, number, last seen", "ships of others, and how many there are"),
    ("corsair", "corsair", "a corsair in its box"),
    ("pool", "power, leader", "a leader of ours who waits to be used"),
    ("holder", "at, power", "who holds a place that is not its province's"),
    ("fortress", "at, lost, empty", "a fortress that is not as the map prints it"),
    ("card", "power, card", "a card in our hand"),
    ("chest", "who, pounds", "the pounds in a chest of ours"),
    (
        "recruits",
        "who, recruits",
        "steps that we may still raise this spring, and the cavalry among them",
    ),
    ("conscripts", "year", "a year in which France called her conscripts (NIA §12.1)"),
    ("credit", "power, left", "what is left of a power's credit with its allies (NIA §15.1)"),
    ("owed", "who, pounds", "what is owed to the next spring for troops that were not sent abroad"),
    (
        "abroad",
        "war, power, since, over, units, fleets",
        "who is in a war outside the map (NIA §14.1)",
    ),
    ("title", "province, owner", "who owns a province"),
    ("peace", "power, with, until", "a beaten power and those with whom it has peace (NIA §13.3)"),
    ("condition", "power, to, term, name", "a condition of that peace, and who has it"),
    ("fights on", "power, last", "a beaten power that fights on, until that season is over"),
    ("truce", "country, power, until", "a minor country and a power that have a truce (NIA §13.2)"),
    (
        "system",
        "court, bound",
        "who was bound by the Continental System during the game, or freed of it",
    ),
    ("system winters", "winters", "how many winters ended with the Continental System in effect"),
    ("country", "country, status", "how a minor country stands"),
];

/// Other words for events.
pub const OTHERS: &[Meaning] = &[
    ("avoided", "avoided battle"),
    ("intercepted", "interception"),
    ("fought", "battle"),
    ("lost", "losses"),
    ("rallied", "rally"),
    ("attrition checked", "attrition"),
    ("morale checked", "morale"),
    ("marched to guns", "sound of the guns"),
    ("siege attempted", "siege attempt"),
    ("leader checked", "casualty"),
    ("went inside", "withdrew inside"),
    ("succeeded", "successor"),
    ("sea fought", "naval battle"),
];

/// Mechanisms that can be tried alone, in the order of the alphabet: name, inputs, outputs.
pub const PROBES: &[Entry] = &[
    (
        "supply",
        "of, at, empty, demoralized, battle, contact, and the position as in any setup",
        "whether a force is `supplied`, and its `line` (NIA §6.2, §6.2.1, §6.2.2)",
    ),
    (
        "income",
        "of, as, and the position as in any setup",
        "the `pounds` of a power or a minor country in this spring, its `recruits`, the `lines`, and \
         what of it is `in doubt` for the power that reckons (NIA §12.2)",
    ),
    (
        "trade",
        "of, as, and the position as in any setup",
        "the `pounds` of its trade, the `harbours`, and which of them are `in doubt` (NIA §12.2.3)",
    ),
    (
        "card draws",
        "of, and the position as in any setup",
        "the `cards` that a power draws for this spring, and the `lines` of the count (NIA §11.1)",
    ),
    (
        "influence",
        "by, on, bonus, embassy, shifted, as, and the position as in any setup",
        "whether an attempt is `open`, else `why` not; its `modifiers` and whether all of them are `known` to \
         the power that reckons, what two dice `needed`, the `pounds`, and how the country stands `then` \
         (NIA §11.2)",
    ),
    (
        "peace",
        "of, as, and the position as in any setup",
        "whether a power is `beaten`, which `towns` of it are taken, what `needs` to be, whether one less is enough since \
         its armies are beaten (`spared`), and the `victors` (NIA §13.3.1)",
    ),
    (
        "peace length",
        "dice, and the position as in any setup, with `track: {}`",
        "how many `turns` a peace lasts that is made in the season, and `until` when (NIA §13.3.2.2)",
    ),
    (
        "production",
        "of, for, units, at, and the position as in any setup",
        "the units that a purse could raise, `done`, with the `pounds`, `recruits` and `cavalry` that \
         they take together, and what stood `in the way` of the others (NIA §12.3)",
    ),
    (
        "refill",
        "of, for, who, with, and the position as in any setup",
        "the reduced units that it could fill, `done`, with the same (NIA §12.3)",
    ),
    (
        "activation",
        "leaders, alone, markers, season",
        "for each marker the leaders who may act, and whether by forced march (NIA §5.1.3)",
    ),
    (
        "attrition",
        "units, power, nation, season, spent, demoralized, out of supply, hard ground, \
         supply unit spent, national bonus, roll, die, in a city",
        "`column`, `modifier`, `modifiers`, `dice needed`, on whom the `first loss` falls, and after a \
         `roll` the `total`, the `result` and the `steps` lost (NIA §7.4)",
    ),
    (
        "avoidance",
        "units, power, nation, leader, leaders, initiative, cavalry leader, army, demoralized, \
         mover, mover only cavalry, terrain, pass, river, roll",
        "`modifier`, `modifiers`, what is `needed` and `needed on the dice`, `automatic`, and after a \
         `roll` the `total` and whether it `succeeds` (NIA §5.2.7)",
    ),
    (
        "battle",
        "attacker, defender, season, terrain, pass, assault, round, over",
        "`size`, `odds`, who is `destroyed` by them, `guns`, `cavalry`, each side's `modifier` and \
         `modifiers` (as `attacker modifier`), whose leaders are `safe`, and after both rolls each \
         side's `total`, `result`, `inflicts` and `checks`, the `winner`, and who has `lost cavalry` \
         (NIA §8, §9.2)",
    ),
    ("battle size", "attacker, defender", "`size`: skirmish, minor or major (NIA §8)"),
    (
        "corsair hunt",
        "power, fleets, corsairs, searches, shots, raids",
        "which corsairs are `found` and `sunk`, a fleet after each, and after a die for each that is \
         left the `pounds` that they take (NIA §12.2.3)",
    ),
    (
        "demoralisation",
        "morale, leader, leader killed, own losses, enemy losses, demoralized, die",
        "`target`, `modifiers`, and after a `die` the `result`: holds, demoralized or destroyed \
         (NIA §8.3.3)",
    ),
    (
        "force morale",
        "units, power, nation, depots, walls, season",
        "`morale`, or the choices, as `4 or 3` (NIA §8.1.2)",
    ),
    (
        "interception",
        "units, power, nation, leader, leaders, initiative, cavalry leader, army, mover, \
         entry cost, river, powers, roll",
        "as for `avoidance` (NIA §5.2.6)",
    ),
    ("leader casualty", "die, overall", "`fate`: unharmed, wounded or killed (NIA §8.2.5)"),
    (
        "movement cost",
        "season, from, path, leader, units, army, engineers, trains, power, bridged, boxes",
        "`mp` in all, `per step`, and the movement `factor` (NIA §5.2.1, §5.2.10)",
    ),
    (
        "naval battle",
        "attacker, defender, battery, battery roll",
        "`guns` of a fortress of so many points, and after all rolls each side's total (as `attacker \
         total`), who `retreats`, and the `fleets lost` (NIA §10.1, §10.4)",
    ),
    (
        "odds",
        "attacker, defender",
        "`odds` as rounded, the attacker's `modifier`, who is `destroyed`, whose leaders are `safe` \
         (NIA §8.1.4)",
    ),
    ("overrun", "mover, enemy, mp left", "`possible`, and the `mp left` after it (NIA §5.2.8)"),
    ("pursuit", "units, power, nation, river", "`steps` that it costs (NIA §8.3.3.1)"),
    (
        "rally",
        "morale, leader, die",
        "`target`, `modifiers`, `mp`, and after a `die` whether it `succeeds` (NIA §8.3.3.2)",
    ),
    (
        "siege attempt",
        "level, walls, marker, season, besieger, besieged, roll, die",
        "`modifier`, `modifiers`, and after a `roll` the `total` and the `result`: NE, R, R*, A, H or \
         B; on R* and a `die` whether he `loses a step` (NIA §9.2)",
    ),
    (
        "sound of the guns",
        "leader, army commander, river, engineers, demoralized, out of supply, roll",
        "as for `avoidance` (NIA §8.1.1)",
    ),
    (
        "superiority",
        "attacker, defender, season, terrain, assault",
        "`guns` and `cavalry` of both, and the modifiers of `attacker` and `defender` (NIA §8.1.5 to \
         §8.1.7)",
    ),
];

/// What describes a side of a fight in a probe.
const SIDE: &str = "units, power, nation, leader, leaders, combat, cavalry leader, army, depots, \
                    engineers, walls, lead, subordinate, out of supply, demoralized, intercepted, \
                    avoidance failed, roll";

/// What goes into probes; what is left out has the default told here.
pub const INPUTS: &[(&str, &str)] = &[
    ("alone", "leaders of whom no units are with them"),
    ("army", "`yes` or its name, if an army marker is there"),
    ("army commander", "his combat value or his name, if an army fights there"),
    ("assault", "`yes` for an assault on a fortress"),
    ("attacker", "a side of a fight as a map; for size, odds and overrun a number does"),
    ("avoidance failed", "`yes` if the side tried to avoid battle and could not"),
    ("battery", "permanent points of the fortress over the harbour"),
    ("battery roll", "the die of its guns, if no fleet lies there"),
    ("besieged", "the side in the fortress; nobody"),
    ("besieger", "the side before the fortress"),
    ("boxes", "off-map boxes of the map"),
    ("bridged", "`yes` if pontoons lie over every river of the path"),
    ("cavalry leader", "`yes` if one is there besides the leaders named"),
    ("combat", "the commander's combat value, if he has no name"),
    ("corsairs", "the corsairs in their box; each fleet hunts the one of its place"),
    ("defender", "the other side"),
    ("demoralized", "`yes` if it is"),
    ("depots", "how many are there"),
    ("die", "one die: 1 to 6"),
    ("enemy", "the side in the way"),
    ("enemy losses", "steps that the winner lost; 0"),
    ("engineers", "how many there are; for the march to the guns `yes`"),
    ("entry cost", "movement points to enter the hex; 1"),
    ("fleets", "fleets of a side by name; `fleet 1` for one without"),
    ("from", "the hex where a path begins"),
    ("hard ground", "`yes` if mountain, pass, swamp or desert was entered"),
    ("in a city", "`yes` if it stands in one"),
    ("initiative", "the leader's initiative, if he has no name"),
    ("intercepted", "`yes` if the side came by interception"),
    ("lead", "the unit that leads the assault, written as one of the units"),
    ("leader", "a leader by name; where only his combat value counts, that as a number"),
    ("leader killed", "`yes` if the overall commander fell"),
    ("leaders", "several of them, the first commands"),
    ("level", "of the fortress: 1 to 3"),
    ("marker", "the level of the siege marker; 0"),
    ("markers", "initiative markers in the order in which they come"),
    ("morale", "of the force, without what its disorder takes off"),
    ("mover", "who comes: a leader's name or his initiative; for an overrun a side"),
    ("mover only cavalry", "`yes` if he has only cavalry and it is in good order"),
    ("mp left", "movement points that the mover has after entering; 0"),
    ("nation", "whose units those are that name no nation; the power's"),
    ("national bonus", "`no` if the owner does not use it"),
    ("out of supply", "`yes` if it is"),
    ("over", "what the attacker came over: `bridge`, `river`, `strait` or `sea`"),
    ("overall", "`yes` for the commander of a force that is not an army"),
    ("own losses", "steps that the loser lost; 0"),
    ("pass", "`yes` if a mountain pass is there"),
    ("path", "the hexes of a march in their order"),
    ("power", "whose force it is; france"),
    ("powers", "how many major powers have troops in it; 1"),
    ("raids", "the dice of the corsairs that are left"),
    ("river", "`yes` if an unbridged river is crossed"),
    ("roll", "two dice: their sum, or both faces as 4+2"),
    ("rolls", "the dice of the fleets in their order"),
    ("round", "1, or 2 for the second round of a battle"),
    ("searches", "the dice of the search, a fleet each"),
    ("season", "a season, such as `spring 1800`; spring 1805"),
    ("shots", "the dice of those who found one"),
    ("spent", "movement points marched so far; none in the final phase of a season"),
    ("subordinate", "who lends his combat value: his name or that value"),
    ("supply unit spent", "`yes` if one is spent on the check"),
    ("terrain", "clear, rough, woods, swamp, mountain, desert or box; clear"),
    ("trains", "how many are there"),
    ("units", "one as `2 x (+1) reduced InfC`, or a list of them"),
    ("walls", "permanent points of the fortress that are left; all of them at a siege attempt"),
];

/// The names of the probes.
pub fn probes() -> impl Iterator<Item = &'static str> {
    PROBES.iter().map(|(name, _, _)| *name)
}

/// The inputs of a probe.
pub fn inputs(probe: &str) -> Vec<&'static str> {
    let found = PROBES.iter().find(|(name, _, _)| *name == probe);
    found.map(|(_, inputs, _)| inputs.split(", ").collect()).unwrap_or_default()
}

/// The inputs that describe a side of a fight.
pub fn side_inputs() -> Vec<&'static str> {
    SIDE.split(", ").collect()
}

/// The inputs that describe the ships of one side.
pub const SHIPS: &str = "power, fleets, rolls";

/// What a case may name.
pub fn vocabulary() -> Vocabulary {
    let side = [("side of a probe", SIDE), ("side of a naval battle", SHIPS)];
    let side = side.map(|(name, inputs)| (name.to_owned(), inputs.to_owned()));
    let input = |(name, meaning): &Meaning| (format!("input `{name}`"), (*meaning).to_owned());
    Vocabulary {
        setup: setup::KEYS,
        events: Told::all(Event::declared(), &[]),
        others: OTHERS,
        states: STATES,
        known: KNOWN,
        probes: PROBES,
        inputs: side.into_iter().chain(INPUTS.iter().map(input)).collect(),
        fields: FIELDS,
        of_news: OF_NEWS,
        ..Vocabulary::default()
    }
}
