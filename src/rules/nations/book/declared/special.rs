//! The keys of special rules in the page of a scenario.

use super::{
    FLEETS, HEX, LEADER, LEADERS, NATION, PLACE, PLACES, POWER, PROVINCE, PROVINCES, SEA, SIDE,
    UP_TO_NINE,
};
use play::scenario::{Key, Shape};

/// What must be true for a special rule or an arrival.
pub const RELEASE: &[Key] = &[
    Key::needed("power", POWER, "who does it"),
    Key::may("enters", PROVINCE, "troops of that power stand in this province"),
    Key::may("holds", PLACES, "that power holds all these towns"),
    Key::may("holds or besieges", PLACES, "that power holds or besieges each of these towns"),
    Key::may(
        "army lost or demoralized",
        Shape::Flag,
        "`true`: an army marker of that power is lost, or its army in disorder",
    ),
];

/// Who may follow a leader who is lost.
pub const SUCCESSORS: &[Key] = &[
    Key::may(
        "years",
        Shape::List(&Shape::Number(1700, 1999), 2, 2),
        "from when to when they serve; this or the next",
    ),
    Key::may(
        "fewest stars first",
        Shape::Flag,
        "`true`: one of the fewest stars among those who wait",
    ),
    Key::may("except", Shape::Map("power", &LEADERS), "leaders who are left out"),
];

/// A leader who is called away.
pub const RECALL: &[Key] = &[
    Key::needed("leader", LEADER, "who is taken off the map, into the pool"),
    Key::needed("power", POWER, "whose he is"),
    Key::needed("lost", PLACES, "when none of these towns is held by his side"),
];

/// Who may replace the commander of an army.
pub const COMMANDERS: &[Key] = &[
    Key::needed("power", POWER, "whose armies"),
    Key::needed(
        "stars",
        Shape::Number(1, 4),
        "a leader of so many stars, if one waits in the pool",
    ),
];

/// What feeds the troops of a nation.
pub const SOURCES: &[Key] = &[
    Key::needed("nation", NATION, "whose troops; a power's or a minor country's"),
    Key::may("places", PLACES, "towns that feed them while their side holds them"),
    Key::may("and its own", Shape::Flag, "`true`: the ordinary sources of their power as well"),
    Key::may("at home in", PROVINCES, "provinces in which they need no line"),
    Key::may(
        "harbours fed by sea",
        Shape::Flag,
        "`true`: each harbour of their side that is fed over the sea",
    ),
];

/// What goes over the sea.
pub const TRANSPORT: &[Key] = &[
    Key::needed("side", SIDE, "whose troops"),
    Key::needed("steps", Shape::Number(1, 99), "the combat steps at each naval marker of the side"),
    Key::may("nations", Shape::some(&NATION), "whose units alone; without it all of the side"),
    Key::may("sea", SEA, "between harbours of this sea area alone; without it any"),
];

/// With whom an army is slower.
pub const BURDEN: &[Key] = &[
    Key::needed("under", LEADER, "the leader who stands under the commander of an army"),
    Key::needed("by", Shape::Number(-4, 4), "what the commander's initiative changes by"),
];

/// Provinces that a nation keeps out of.
pub const BOUNDS: &[Key] = &[
    Key::needed("nation", NATION, "whose troops"),
    Key::needed("provinces", PROVINCES, "which they may not enter"),
];

/// A river that is not crossed.
pub const STREAM: &[Key] = &[
    Key::needed("river", Shape::Text, "the river, as the map's sides name it"),
    Key::may(
        "mouth",
        Shape::List(&HEX, 2, 2),
        "the two hexes between which it reaches the sea, if the map has no side of it there",
    ),
    Key::needed("nation", NATION, "whose forces do not cross it"),
    Key::needed("bank", PLACE, "a town on the bank to which they keep"),
    Key::needed(
        "army beaten",
        POWER,
        "the rule begins when an army of that power loses a battle and is in disorder or destroyed",
    ),
    Key::needed("in", Shape::Season, "in that season"),
];

/// A country that surrenders.
pub const SURRENDER: &[Key] = &[
    Key::needed("country", Shape::Name("country"), "which is conquered, with its fortresses armed"),
    Key::needed("to", POWER, "by whom"),
    Key::needed(
        "town",
        PLACE,
        "when a fed unit of its side holds this town at the end of a season",
    ),
];

/// An army marker for nothing.
pub const NEW_ARMY: &[Key] = &[
    Key::needed("power", POWER, "who may set it up"),
    Key::needed("army", Shape::Text, "the name of the marker"),
];

/// What a power may raise for money.
pub const PRODUCTION: &[Key] = &[
    Key::needed("power", POWER, "whose money it is"),
    Key::needed(
        "most modifier",
        Shape::Number(-1, 3),
        "units that it has not lost are raised only when no reduced unit can be filled and none that was \
         lost be raised, and have at most this combat modifier",
    ),
    Key::may("army markers", Shape::Flag, "`true`: it may set up army markers as well"),
];

/// A power that fights for its own land.
pub const LIBERATION: &[Key] = &[
    Key::needed(
        "power",
        POWER,
        "its land units stay on its own land while enemy units stand there; it is conquered when the \
         enemy holds its capital and all its harbours, and only then is the war over",
    ),
    Key::may(
        "and the harbours of",
        Shape::some(&Shape::Name("country")),
        "countries whose harbours the enemy must hold as well",
    ),
];

/// A leader who takes command of an army.
pub const COMMAND: &[Key] = &[
    Key::needed("leader", LEADER, "who, from wherever they are"),
    Key::needed("power", POWER, "whose they are"),
    Key::needed(
        "when",
        Shape::Season,
        "at the start of this season, or as soon as the power has an army",
    ),
    Key::may("army", Shape::Text, "of this army; without it of one that the power chooses"),
    Key::may("infantry steps", UP_TO_NINE, "steps of line infantry that come to that army"),
    Key::may(
        "else near",
        PLACE,
        "without an army they wait in the town of their side that is nearest to this one",
    ),
];

/// A special rule.
pub const SPECIAL: &[Key] = &[
    Key::needed("id", Shape::Text, "a short name of its own"),
    Key::needed("text", Shape::Text, "the rule in a sentence; it stands in every report"),
    Key::may(
        "release",
        Shape::Keys(RELEASE),
        "when the forces with this rule under `reserve` may act; all that is named must hold",
    ),
    Key::may(
        "train",
        Shape::Keys(RELEASE),
        "when a power gains a train, each season, in the first of `holds`",
    ),
    Key::may("army again", POWER, "this power builds a lost army marker again for nothing"),
    Key::may("recall", Shape::Keys(RECALL), "when a leader is called away from the map, once"),
    Key::may(
        "army commanders",
        Shape::Keys(COMMANDERS),
        "who alone may replace a leader who commands an army",
    ),
    Key::may("bounds", Shape::Keys(BOUNDS), "provinces that troops of a nation may not enter"),
    Key::may(
        "stream",
        Shape::Keys(STREAM),
        "a river that forces of a nation do not cross once an army was beaten",
    ),
    Key::may("surrender", Shape::Keys(SURRENDER), "a country that falls with one of its towns"),
    Key::may(
        "no levies",
        Shape::List(&POWER, 1, 7),
        "powers whose levies are not available, such as the feudal corps of Turkey",
    ),
    Key::may(
        "new army",
        Shape::Keys(NEW_ARMY),
        "an army marker that a power may set up before any activation, for nothing",
    ),
    Key::may(
        "successors",
        Shape::Keys(SUCCESSORS),
        "who may follow leaders who are killed or wounded",
    ),
    Key::may(
        "dismissals",
        Shape::Number(0, 20),
        "how many commanders of armies each side may dismiss in the whole game",
    ),
    Key::may(
        "leaders out",
        Shape::Map("power", &LEADERS),
        "leaders who serve elsewhere: they are in no pool",
    ),
    Key::may(
        "fleets out",
        Shape::Map("power", &FLEETS),
        "admirals who serve elsewhere: they command no fleet of that power",
    ),
    Key::may(
        "liberation war",
        Shape::Keys(LIBERATION),
        "a power that fights for its own land until it is conquered",
    ),
    Key::may("production", Shape::Keys(PRODUCTION), "what a power may raise for money"),
    Key::may("takes command", Shape::Keys(COMMAND), "a leader who takes command of an army"),
    Key::may(
        "conscripts",
        POWER,
        "this power has called its conscripts twice: its line infantry of +2 counts +1",
    ),
    Key::may("army initiative", Shape::Keys(BURDEN), "with whom an army is slower to move"),
    Key::may(
        "transport",
        Shape::Keys(TRANSPORT),
        "what a side takes from harbour to harbour at its naval marker, without ships",
    ),
    Key::may(
        "supply sources",
        Shape::List(&Shape::Keys(SOURCES), 1, 20),
        "what alone feeds the troops of a nation",
    ),
];
