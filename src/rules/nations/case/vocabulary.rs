//! What a case may name: every event, state and probe, each with its fields and its meaning.

/// Events by name: their fields and what they mean.
const EVENTS: &[(&str, &str, &str)] = &[
    ("season began", "season, pool", "the pool of markers was made (NIA §3.1)"),
    ("second naval", "bloc, year", "a side put its second naval marker of the year in (NIA §3.1)"),
    ("ordered", "power, by", "whose orders are played for a power"),
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
        "power, entry, step, order, who, reason, needs, has, needed, left, name, what, rule, of",
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
    ("overstacked", "who, power, at, lost", "steps without room were lost (NIA §4.1.1)"),
    ("grouped", "who, power, with, cost, spent", "armies march together (NIA §5.2.3)"),
    ("bridged", "who, power, at, toward", "engineers laid a bridge (NIA §5.2.10)"),
    ("placed", "who, power, at, arrival", "a force came onto the map (NIA §21)"),
    ("squadron placed", "power, at, blockading, fleets", "a squadron came onto the map (NIA §21)"),
    ("leader pooled", "power, leader", "a leader stands ready in his pool (NIA §1.1.4)"),
    ("held", "at, power", "a place came into the hands of a power (NIA §21)"),
    ("released", "who, power, rule", "a rule of the scenario set a force free (NIA §21)"),
    ("train gained", "who, power, at, rule", "a rule gave a supply train (NIA §21.1.3)"),
    ("season ended", "season, scenario over", "the season's marches are over (NIA §2)"),
];

/// What can hold at the end, behind `state:`.
const STATES: &[(&str, &str, &str)] = &[
    ("season", "season", "the season whose orders are played or come next"),
    (
        "force",
        "name, power, at, army, leaders, units, steps, trains, depots, engineers, bridge, activations, \
         inside, siege, reserve, boxed",
        "a force on the map",
    ),
    ("squadron", "power, at, blockading, fleets", "a squadron and where it lies"),
    ("pool", "power, leader", "a leader who waits to be used"),
    ("holder", "at, power", "who holds a place that is not its province's"),
];

/// Mechanisms that can be tried alone.
const PROBES: &[(&str, &str, &str)] = &[
    (
        "activation",
        "leaders, alone, markers, season",
        "for each marker the leaders who may act, and whether by forced march (NIA §5.1.3)",
    ),
    (
        "movement cost",
        "season, from, path, leader, units, army, engineers, trains, power, bridged, boxes",
        "`mp` in all, `per step`, and the movement `factor` (NIA §5.2.1, §5.2.10)",
    ),
];

const FIELDS: &[(&str, &str)] = &[
    ("activations", "how often a force was activated this season"),
    ("army", "the name of the army marker, or `none`"),
    ("arrival", "`yes` for troops that come during the game"),
    ("at", "a place by name or number; for a march that stopped, what was ahead"),
    ("bloc", "`empire`, `coalition` or `neutral`"),
    ("blockading", "the harbour before which a squadron lies"),
    ("boxed", "`yes` if it came into its off-map box this season (NIA §5.2.11)"),
    ("bridge", "the hex toward which its engineers have laid a bridge, or `none`"),
    ("by", "`a sheet`, `standing orders` or `nothing`"),
    ("chosen", "`yes` for the marker that the side with the initiative chose"),
    ("cost", "movement points of this act"),
    ("depots", "how many depots stand with it"),
    ("ends", "`yes` if the season's marches end"),
    ("engineers", "how many engineers it has"),
    ("entry", "the number of the entry in its sheet"),
    ("fleets", "the ships of a squadron"),
    ("from", "the hex it came from; for a letter or a command, who had it before"),
    ("gone", "the force that is no more"),
    ("halt", "why a march ended: `out of points`, `enemy ahead`, `no way` and the like"),
    ("has", "the initiative that he has"),
    ("how", "how forces joined or parted: `absorbed`, `integrated`, `dropped` and the like"),
    ("inside", "`yes` if it is shut up in a fortress"),
    ("into box", "`yes` if the hex is an off-map box"),
    ("leader", "a leader's name"),
    ("leaders", "leaders in their order, the first commands"),
    ("left", "movement points that were left"),
    ("lost", "units that were lost"),
    ("marker", "an initiative marker, such as `empire land 4`"),
    ("name", "what a force is called: its leader, its army, or `detachment at Livorno`"),
    ("needed", "movement points that were needed"),
    ("needs", "the initiative that the marker needs"),
    ("new", "the force that parted"),
    ("of", "the army whose subordinate he is"),
    ("order", "the kind of the step"),
    ("pool", "the markers in the pool"),
    ("power", "a power's name"),
    ("reason", "why it was not done: `forced march`, `no room`, `rank` and the like"),
    ("reserve", "the rule that holds it in reserve, or `none`"),
    ("rule", "the rule that is named"),
    ("scenario over", "`yes` after the last season"),
    ("season", "a season, such as `spring 1800`"),
    ("siege", "the level of the siege it lays or bears, or `none`"),
    ("source", "who answered: `entry`, `reaction`, `ruling`, `default` and the like"),
    ("spent", "movement points spent so far in this activation"),
    ("step", "the number of the step in its entry"),
    ("steps", "steps of its combat units"),
    ("text", "what a letter says"),
    ("times", "how often winter quarters have come out"),
    ("to", "the hex it entered; for a letter, who gets it"),
    ("toward", "the hex on the other bank"),
    ("trains", "how many supply trains it has"),
    ("units", "units in their fixed order, as `+2 InfC` or `reduced 0 InfC`"),
    ("what", "what it has none of"),
    ("who", "a force, by its leader, its army, or what it is and where"),
    ("why", "how it was changed"),
    ("with", "the other army"),
    ("year", "the year"),
];

/// Everything that a case may name, with its meaning.
pub fn words() -> Vec<(String, String)> {
    let line = |sort: &str, (name, fields, meaning): &(&str, &str, &str)| {
        (format!("{sort} `{name}`: {fields}"), (*meaning).to_owned())
    };
    let events = EVENTS.iter().map(|event| line("event", event));
    let states = STATES.iter().map(|state| line("state", state));
    let probes = PROBES.iter().map(|probe| line("probe", probe));
    let fields =
        FIELDS.iter().map(|(name, meaning)| (format!("field `{name}`"), (*meaning).to_owned()));
    events.chain(states).chain(probes).chain(fields).collect()
}
