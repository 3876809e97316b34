//! What a case may name: every event, state and probe, each with its fields and its meaning.

mod fields;

use super::setup;
use fields::FIELDS;
use play::case::{Names, keys};

/// Events by name: their fields and what they mean.
const EVENTS: &[(&str, &str, &str)] = &[
    ("season began", "season, pool", "the pool of markers was made (NIA §3.1)"),
    ("second naval", "bloc, year", "a side put its second naval marker of the year in (NIA §3.1)"),
    ("ordered", "power, by, entries", "whose orders are played for a power"),
    ("taken up", "power, entry, who", "an entry of a sheet was taken up"),
    ("ruled", "power, topic, choice, key", "the umpire's word on a choice of a power's"),
    ("decreed", "words, reason, told", "the umpire's word on a fact"),
    ("set", "who, power, at, from", "the umpire put a force on the map or changed one"),
    ("removed", "who, power, at", "the umpire took a force off the map"),
    ("ships set", "power, fleets, from, to", "the umpire moved, added or removed fleets"),
    ("letter", "from, to, text", "a letter was carried"),
    ("marker drawn", "marker, chosen", "a marker came out and is played (NIA §3.2)"),
    ("marker put back", "marker", "a marker came out that may not be played now (NIA §3.2)"),
    ("winter quarters", "times, ends", "winter quarters came out (NIA §3.1)"),
    ("nobody moved", "bloc", "nobody of the side moved on its marker (NIA §3.2)"),
    ("activated", "who, power, marker, activations", "a force became active (NIA §5.1.3)"),
    (
        "waited",
        "power, entry, who, reason, needs, has, name, rule, of",
        "an entry waits for another marker",
    ),
    (
        "not done",
        "power, entry, step, order, who, reason, needs, has, needed, left, name, what, rule, of, at, to, \
         sea, room",
        "a step of an entry was not done",
    ),
    ("moved", "who, power, from, to, cost, spent, into box", "a force entered a hex (NIA §5.2.1)"),
    (
        "stopped",
        "who, power, halt, at, to, needed, left, source",
        "a march ended before its goal (NIA §5.2.4)",
    ),
    (
        "joined",
        "who, power, at, gone, how, cost, spent",
        "two forces became one (NIA §5.1.5, §5.1.6)",
    ),
    ("parted", "who, power, at, new, how, units, activations", "one force became two (NIA §5.2.4)"),
    ("changed", "who, power, at, why", "a force was changed without moving (NIA §5.2.3)"),
    ("leader left", "power, leader, at", "a leader went to his pool (NIA §4.2.4)"),
    ("command taken", "who, power, leader, from", "another leader took command (NIA §4.2.4)"),
    ("overstacked", "who, power, at, lost, corps", "steps without room were lost (NIA §4.1.1)"),
    ("grouped", "who, power, with, cost, spent", "armies march together (NIA §5.2.3)"),
    ("bridged", "who, power, at, toward", "engineers laid a bridge (NIA §5.2.10)"),
    ("placed", "who, power, at, arrival", "a force came onto the map (NIA §21)"),
    ("squadron placed", "power, at, blockading, fleets", "a squadron came onto the map (NIA §21)"),
    ("leader pooled", "power, leader", "a leader stands ready in his pool (NIA §1.1.4)"),
    ("held", "at, power", "a place came into the hands of a power (NIA §21)"),
    ("released", "who, power, rule", "a rule of the scenario set a force free (NIA §21)"),
    ("train gained", "who, power, at, rule", "a rule gave a supply train (NIA §21.1.3)"),
    ("promised", "key, power, season", "a conditional arrival will come (NIA §21.1.3)"),
    ("scored", "points, total, needed, winner", "victory points were counted (NIA §21.1)"),
    ("supply assessed", "who, power, supplied", "a force's supply marker changed (NIA §6.1.1)"),
    (
        "attrition checked",
        "who, power, occasions, column, roll, modifiers, modifier, total, result, star, steps",
        "a force was checked for attrition; also `attrition` (NIA §7.2)",
    ),
    (
        "lost",
        "who, power, at, units, trains, depots, engineers, corps, cause",
        "troops or support were lost; also `losses` (NIA §8.2.4)",
    ),
    (
        "destroyed",
        "who, power, at, leader, army, units, corps, cause",
        "a force was destroyed whole (NIA §8.2.5)",
    ),
    (
        "intercepted",
        "who, power, mover, at, roll, modifiers, modifier, total, succeeded",
        "a leader tried to intercept; also `interception` (NIA §5.2.6)",
    ),
    (
        "avoided",
        "who, power, mover, at, to, roll, modifiers, modifier, total, succeeded",
        "a force tried to slip away; also `avoided battle` (NIA §5.2.7)",
    ),
    (
        "went inside",
        "who, power, at",
        "a force went inside its walls; also `withdrew inside` (NIA §5.2.7)",
    ),
    ("overrun", "who, power, gone, at, cost, spent", "a force was overrun (NIA §5.2.8)"),
    (
        "marched to guns",
        "who, power, to, roll, modifiers, modifier, total, succeeded",
        "a leader tried to march to a battle; also `sound of the guns` (NIA §8.1.1)",
    ),
    ("came up", "who, power, from, to", "a force came into the hex of a battle (NIA §8.1.1)"),
    (
        "fought",
        "at, round, size, odds, assault, winner, attacker, attacker power, attacker steps, \
         attacker guns, attacker cavalry halves, attacker morale, attacker lead, \
         attacker subordinate, attacker roll, attacker modifiers, attacker modifier, \
         attacker total, attacker result, defender, defender power, defender steps, \
         defender guns, defender cavalry halves, defender morale, defender lead, \
         defender subordinate, defender roll, defender modifiers, defender modifier, \
         defender total, defender result",
        "a round of battle or an assault; also `battle` (NIA §8.2.4, §9.2)",
    ),
    (
        "leader checked",
        "who, power, leader, at, overall, die, fate, back",
        "a leader was checked for casualty; also `casualty` (NIA §8.2.5)",
    ),
    (
        "succeeded",
        "who, power, leader, after, commands",
        "a leader came out of the pool for another; also `successor` (NIA §8.2.5, §4.2.4)",
    ),
    (
        "battle ended",
        "at, attacker, attacker power, defender, defender power, size, winner, attacker lost, \
         defender lost",
        "a battle is over (NIA §8.3.1)",
    ),
    ("retreated", "who, power, from, to", "a beaten force fell back one hex (NIA §8.3.2)"),
    (
        "morale checked",
        "who, power, die, target, modifiers, demoralized",
        "a beaten force was checked; also `morale` (NIA §8.3.3)",
    ),
    ("disordered", "who, power, demoralized", "the marker of disorder changed (NIA §8.3.3.1)"),
    ("pursued", "who, power, at, by, steps", "cavalry followed the beaten (NIA §8.3.3.1)"),
    (
        "rallied",
        "who, power, die, target, succeeded, cost, spent",
        "a leader tried to rally; also `rally` (NIA §8.3.3.2)",
    ),
    ("went on", "who, power, cost, spent", "a victor goes on (NIA §8.3.4)"),
    ("siege marked", "who, power, at, level", "a siege was laid or goes on (NIA §9.1)"),
    (
        "siege attempted",
        "who, power, at, fortress, roll, modifiers, modifier, total, result, star, cost, spent",
        "an attempt on a fortress; also `siege attempt` (NIA §9.2)",
    ),
    (
        "garrison checked",
        "at, power, die, target, modifiers, surrenders",
        "a fortress without troops was checked after an assault (NIA §9.3)",
    ),
    ("walls broken", "at, points", "permanent points were destroyed (NIA §9.2)"),
    ("captured", "at, power, from, empty", "a place changed hands (NIA §9.3)"),
    (
        "honours of war",
        "who, power, at, leader, units, back",
        "a garrison marched out, to come back (NIA §9.3)",
    ),
    ("rearmed", "who, power, at, with", "a captured fortress was armed again (NIA §9.3)"),
    ("card played", "power, card, who, ruling", "a card was played (NIA §11.1)"),
    ("season ended", "season, scenario over", "the season's marches are over (NIA §2)"),
    (
        "squadron activated",
        "power, fleets, at, marker",
        "ships became active on a naval marker (NIA §5.1.1)",
    ),
    ("sailed", "power, fleets, from, to, cost, spent", "fleets went to the next place (NIA §5.3)"),
    (
        "fleets joined",
        "power, fleets, joined, at, cost, spent",
        "other fleets of the place joined a voyage (NIA §5.3)",
    ),
    (
        "sea intercepted",
        "ships, movers, at, roll, modifiers, modifier, total, automatic, succeeded",
        "ships tried to intercept others (NIA §5.3.1, §5.3.2)",
    ),
    (
        "sea avoided",
        "ships, at, to, roll, modifiers, modifier, total, succeeded",
        "ships tried to avoid battle (NIA §5.3.1)",
    ),
    (
        "sea fought",
        "at, round, attacker, attacker power, attacker shots, attacker guns, attacker total, \
         defender, defender power, defender shots, defender guns, defender total, winner",
        "a round of a battle at sea; also `naval battle` (NIA §10.1, §10.4)",
    ),
    ("fleet sunk", "power, fleet, at, decoy, cause", "a fleet is no more (NIA §10.1, §10.6)"),
    (
        "cargo lost",
        "who, power, leaders, units, trains, engineers, corps, army, cause",
        "troops were lost with the ship that carried them (NIA §5.3.3)",
    ),
    (
        "admiral checked",
        "power, admiral, dice, killed",
        "whether an admiral went down with his fleet (NIA §10.5)",
    ),
    (
        "sea battle ended",
        "at, attacker, attacker power, attacker lost, defender, defender power, defender lost, winner",
        "a battle at sea is over, with the fleets lost (NIA §10.1)",
    ),
    (
        "sea retreated",
        "power, fleets, from, to, cost, spent",
        "beaten fleets went away (NIA §10.3)",
    ),
    ("embarked", "who, power, at, ships", "troops went on board (NIA §5.3.3)"),
    (
        "landed",
        "who, power, at, leader, ships, against, cost, spent",
        "troops came ashore (NIA §5.3.3)",
    ),
    (
        "landing repulsed",
        "who, power, at, leader, units, back",
        "a landing was thrown back (NIA §5.3.3)",
    ),
    (
        "corsair hunted",
        "power, fleet, corsair, search roll, search modifiers, search modifier, search total, found, \
         shot roll, shot modifiers, shot modifier, shot total, sunk",
        "a fleet looked for a corsair, and fired on it if it found one (NIA §12.2.3)",
    ),
    ("bosphorus shut", "by, against, joins", "its holder shut the Bosphorus (NIA §5.3.4)"),
];

/// What can hold at the end, behind `state:`.
const STATES: &[(&str, &str, &str)] = &[
    ("season", "season", "the season whose orders are played or come next"),
    (
        "force",
        "name, power, at, army, leaders, units, steps, trains, depots, engineers, bridge, activations, \
         inside, siege, reserve, boxed, demoralized, supplied",
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
];

/// What a power can know besides what it was told.
const KNOWN: &[(&str, &str, &str)] = &[
    (
        "force",
        "name, power, at, army, leaders, units, steps, trains, depots, engineers, bridge, activations, \
         inside, siege, reserve, boxed, demoralized, supplied",
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
];

/// Other words for events.
pub const OTHERS: &[(&str, &str)] = &[
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
const PROBES: &[(&str, &str, &str)] = &[
    (
        "supply",
        "of, at, empty, demoralized, battle, contact, and the position as in any setup",
        "whether a force is `supplied`, and its `line` (NIA §6.2, §6.2.1, §6.2.2)",
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
const INPUTS: &[(&str, &str)] = &[
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
    ("overall", "`yes` for the commander of a force that is no army"),
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

/// What an event of this name means.
pub fn meaning(event: &str) -> Option<&'static str> {
    EVENTS.iter().find(|(name, ..)| *name == event).map(|(_, _, meaning)| *meaning)
}

/// The names of the probes.
#[cfg(test)]
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
const SHIPS: &str = "power, fleets, rolls";

/// The names that a case may expect.
pub fn names() -> Names {
    let same = |list: &[(&'static str, &str, &'static str)]| {
        list.iter().map(|(name, fields, _)| (*name, (*fields).to_owned())).collect()
    };
    Names {
        events: EVENTS.iter().map(|(name, fields, _)| (*name, led(fields))).collect(),
        states: same(STATES),
        known: same(KNOWN),
        others: OTHERS,
        fields: FIELDS.iter().map(|(name, _)| *name).collect(),
    }
}

/// The fields of an event: one about a force names its leader as well.
fn led(fields: &str) -> String {
    if fields.starts_with("who,") && !fields.contains(" leader,") {
        return fields.replacen("who,", "who, leader,", 1);
    }
    fields.to_owned()
}

/// Every setup key, event, state, probe and field that a case may name, each with its meaning.
pub fn words() -> Vec<(String, String)> {
    let line = |sort: &str, (name, fields, meaning): &(&str, &str, &str)| {
        (format!("{sort} `{name}`: {}", led(fields)), (*meaning).to_owned())
    };
    let keys = keys::listed(setup::KEYS).into_iter();
    let events = EVENTS.iter().map(|event| line("event", event));
    let states = STATES.iter().map(|state| line("state", state));
    let known = KNOWN.iter().map(|known| line("known", known));
    let probes = PROBES.iter().map(|probe| line("probe", probe));
    let fields =
        FIELDS.iter().map(|(name, meaning)| (format!("field `{name}`"), (*meaning).to_owned()));
    let side = ("side of a probe".to_owned(), SIDE.to_owned());
    let ships = ("side of a naval battle".to_owned(), SHIPS.to_owned());
    let inputs =
        INPUTS.iter().map(|(name, meaning)| (format!("input `{name}`"), (*meaning).to_owned()));
    let facts = events.chain(states).chain(known);
    keys.chain(facts).chain(probes).chain([side, ships]).chain(inputs).chain(fields).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_input_has_a_meaning() {
        let known: Vec<&str> = INPUTS.iter().map(|(name, _)| *name).collect();
        assert!(known.is_sorted(), "the inputs are in the order of the alphabet");
        let figures = PROBES.iter().filter(|(name, ..)| *name != "supply");
        let asked = figures.flat_map(|(_, inputs, _)| inputs.split(", "));
        let asked: Vec<&str> = asked.chain(side_inputs()).chain(SHIPS.split(", ")).collect();
        for name in &asked {
            assert!(known.contains(name), "no meaning for the input `{name}`");
        }
        for name in known {
            assert!(asked.contains(&name), "no probe has the input `{name}`");
        }
    }
}
