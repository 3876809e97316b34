//! The keys of a scenario's page, declared once: to be checked by and to be explained from. What the
//! type that reads the page has, [`super::scenario`], a test compares with this list.

pub mod special;

use play::scenario::{Guide, Key, Shape};
use special::{RELEASE, SPECIAL};

pub const POWER: Shape = Shape::Name("power");
pub const NATION: Shape = Shape::Name("nation");
pub const LEADER: Shape = Shape::Name("leader");
const FLEET: Shape = Shape::Name("fleet");
pub const HEX: Shape = Shape::Name("hex");
pub const PLACE: Shape = Shape::Name("place");
pub const PROVINCE: Shape = Shape::Name("province");
pub const SEA: Shape = Shape::Name("sea");
const UNITS: Shape = Shape::Name("unit");
const MARKER: Shape = Shape::Name("marker");
const CARD: Shape = Shape::Name("card");
const COLUMN: Shape = Shape::Name("column");

pub const PLACES: Shape = Shape::some(&PLACE);
pub const PROVINCES: Shape = Shape::some(&PROVINCE);
const HEXES: Shape = Shape::some(&HEX);
pub const LEADERS: Shape = Shape::some(&LEADER);
pub const FLEETS: Shape = Shape::List(&FLEET, 0, 3);
const SEAS: Shape = Shape::List(&SEA, 0, 3);
pub const UP_TO_NINE: Shape = Shape::Number(0, 9);
const POUNDS: Shape = Shape::Number(0, 999);
const DISTANCE: Shape = Shape::Number(0, 10);
const SIDES: Shape = Shape::List(&Shape::OneOf(&["N", "NE", "SE", "S", "SW", "NW"]), 0, 6);

/// Where a line stands. What the keys after the first are is told with the first.
const AT: Shape = Shape::Forms(&[
    &[Key::needed("hex", HEX, "this hex; ships: in its harbour")],
    &[
        Key::needed(
            "near",
            HEX,
            "a hex from so many to so many hexes away, on these sides of it; `default` is taken when \
             the power's sheet says nothing, here and below",
        ),
        Key::needed("from", DISTANCE, ""),
        Key::needed("to", DISTANCE, ""),
        Key::may("sides", SIDES, ""),
        Key::needed("default", HEX, ""),
    ],
    &[
        Key::needed("province", PROVINCE, "any land hex of the province"),
        Key::needed("default", HEX, ""),
    ],
    &[
        Key::needed("provinces", PROVINCES, "any land hex of these provinces"),
        Key::needed("default", HEX, ""),
    ],
    &[Key::needed("hexes", HEXES, "one of these hexes"), Key::needed("default", HEX, "")],
    &[
        Key::needed(
            "territory",
            Shape::OneOf(&["true"]),
            "any land hex of the power's own provinces",
        ),
        Key::needed("default", HEX, ""),
    ],
    &[
        Key::needed(
            "reinforcement site",
            Shape::OneOf(&["true"]),
            "the power's capital or a fortress of its own provinces",
        ),
        Key::needed("default", HEX, ""),
    ],
    &[
        Key::needed(
            "own town in",
            PROVINCES,
            "arrivals: a town in one of these provinces that the power's side holds",
        ),
        Key::needed("default", HEX, ""),
    ],
    &[
        Key::needed(
            "clear of enemies in",
            PROVINCES,
            "any land hex of these provinces next to no enemy unit, and neither in nor next to an armed \
             fortress of the enemy; with `empty: true` one in which nobody stands",
        ),
        Key::may("empty", Shape::Flag, ""),
        Key::needed("default", HEX, ""),
    ],
    &[Key::needed("sea", SEA, "ships: in this sea area")],
    &[Key::needed("blockading", HEX, "ships: before the harbour of this hex")],
    &[
        Key::needed(
            "any sea",
            Shape::OneOf(&["true"]),
            "ships, each fleet in a sea area that its owner chooses",
        ),
        Key::may("default", SEA, ""),
        Key::may("defaults", SEAS, ""),
    ],
]);

pub const CHOSEN: Shape = Shape::Keys(&[
    Key::needed("count", Shape::Number(1, 4), "how many"),
    Key::needed(
        "kind",
        Shape::OneOf(&["any but cavalry", "cavalry", "army commander"]),
        "which may be chosen; an `army commander` is one with a capacity",
    ),
    Key::may(
        "stars",
        Shape::List(&Shape::Number(1, 4), 2, 2),
        "the fewest and the most stars; any without it",
    ),
    Key::needed("default", LEADERS, "who is taken when the sheet names nobody"),
]);

pub const SQUADRON: Shape = Shape::Keys(&[
    Key::needed("count", Shape::Number(1, 3), "how many fleets"),
    Key::may("named", FLEETS, "admirals and named fleets that are among them"),
    Key::may("default", FLEETS, "the others, such as `fleet 1`; as many as are missing"),
]);

pub const SIEGE: Shape = Shape::Keys(&[
    Key::needed(
        "role",
        Shape::OneOf(&["besieged", "besieging"]),
        "inside the walls, or before them",
    ),
    Key::needed("level", Shape::Number(0, 4), "the siege marker"),
]);

/// A line of the set-up, or an arrival.
pub const ENTRY: &[Key] = &[
    Key::needed(
        "key",
        Shape::Text,
        "what sheets and reports call the line; a power has each once, an arrival's no other line has",
    ),
    Key::needed("power", POWER, "whose it is; a power of `sides`"),
    Key::may("when", Shape::Season, "arrivals: the season at whose start it comes"),
    Key::may(
        "nation",
        NATION,
        "whose units and leaders those are that name no nation; the power's",
    ),
    Key::needed("at", AT, "where it stands or lies"),
    Key::may(
        "army",
        Shape::Text,
        "the name of its army marker; a leader who has a capacity commands it",
    ),
    Key::may(
        "commander",
        LEADER,
        "who commands; a leader stands in one line only, whatever his years",
    ),
    Key::may("leaders", LEADERS, "further leaders: four in an army, one under three stars"),
    Key::may("commander chosen", CHOSEN, "a commander that the owner chooses, for an army"),
    Key::may("leaders chosen", CHOSEN, "leaders that the owner chooses from those of the year"),
    Key::may("cavalry leaders chosen", CHOSEN, "further ones, of the cavalry"),
    Key::may("units", Shape::List(&UNITS, 0, 20), "its troops; without a leader one unit"),
    Key::may(
        "or units",
        Shape::List(&UNITS, 0, 20),
        "what its owner may take instead, who writes `other units: yes` under `set-up:`",
    ),
    Key::may(
        "steps",
        Shape::List(&Shape::Name("step"), 0, 9),
        "arrivals: replenishment steps, `2 x Inf`",
    ),
    Key::may("trains", UP_TO_NINE, "supply trains"),
    Key::may("engineers", UP_TO_NINE, "engineers"),
    Key::may("depots", UP_TO_NINE, "depots"),
    Key::may(
        "fleets",
        SQUADRON,
        "ships, three of a side in a place at the most; with troops in the line only in a harbour",
    ),
    Key::may("siege", SIEGE, "it besieges the fortress of its hex, or is besieged in it"),
    Key::may(
        "reserve",
        Shape::Text,
        "the `id` of the special rule that holds it until its `release`",
    ),
    Key::may("activations", Shape::Number(0, 3), "how often it was activated when it arrives"),
    Key::may("note", Shape::Text, "a remark for people"),
];

/// A line of the count.
pub const SCORE: &[Key] = &[
    Key::needed(
        "for",
        Shape::OneOf(&[
            "control",
            "enemy army demoralized",
            "own army demoralized",
            "enemy corps destroyed",
            "own corps destroyed",
            "leader removed from the map",
        ]),
        "what points are given for; `control`: each of `places` that a power of the side holds",
    ),
    Key::needed("each", Shape::Number(-99, 99), "the points of one"),
    Key::may("places", PLACES, "with `control`: the towns"),
    Key::may("of", POWER, "with armies: of this power alone"),
    Key::may("leader", LEADER, "with `leader removed from the map`: who"),
    Key::may(
        "honours of war count",
        Shape::OneOf(&["false"]),
        "garrisons that marched out are not destroyed",
    ),
    Key::may("source", Shape::Text, "where the figure is from"),
];

/// Something that a side must hold, or must not.
pub const TERM: &[Key] = &[
    Key::needed("side", SIDE, "who"),
    Key::may("holds all", PLACES, "it holds each of these towns"),
    Key::may("holds one of", PLACES, "it holds one of these towns at least"),
    Key::may(
        "holds no fortress in",
        PROVINCES,
        "it holds no town that the map prints as a fortress in these provinces",
    ),
    Key::may(
        "occupies all",
        PLACES,
        "each of these towns is its own, with a fed unit of it there or an armed fortress",
    ),
    Key::may("occupies one of", PLACES, "the same of one of these towns at least"),
    Key::may("does not occupy all", PLACES, "the same does not hold of all of these towns"),
    Key::may(
        "has conquered",
        Shape::some(&Shape::Name("country")),
        "it occupies the capital of each of these countries and holds all their fortresses",
    ),
    Key::may("called", Shape::Text, "what those provinces are called together in reports"),
    Key::may(
        "one less for each beaten army of",
        POWER,
        "with `occupies all`: one town fewer for each army of that power in disorder or lost",
    ),
    Key::may("never without", PLACES, "with `occupies all`: towns that are needed all the same"),
    Key::may("no troops in supply at", PLACES, "none of its troops in supply are in these towns"),
    Key::may("no units in", PROVINCES, "none of its units stand in these provinces"),
    Key::may(
        "no free fortress in",
        PROVINCES,
        "each armed fortress that it holds in these provinces is besieged",
    ),
    Key::may("holds no town in", PROVINCES, "it holds no town in these provinces"),
    Key::may(
        "has conquered in a liberation war",
        POWER,
        "it holds the capital of this power, all its harbours and those that its special rule \
         `liberation war` names",
    ),
    Key::may("lost by death", LEADER, "this leader of its was killed"),
];

/// A way to win by conditions.
pub const VERDICT: &[Key] = &[
    Key::needed("winner", SIDE, "who wins if all of it holds"),
    Key::may(
        "asked",
        Shape::OneOf(&["end of the last season", "end of every season"]),
        "when it is looked at: at the end, as is meant without it, or each season, and then the game \
         is over as soon as it holds",
    ),
    Key::needed("all", Shape::List(&Shape::Keys(TERM), 1, 20), "what must hold"),
    Key::may(
        "unless the other side wins",
        Shape::Flag,
        "`true`: it counts only while no way to win of the other side holds",
    ),
    Key::may("source", Shape::Text, "where that is from"),
];

pub const SIDE: Shape = Shape::OneOf(&["empire", "coalition"]);

/// How it is won.
pub const VICTORY: &[Key] = &[
    Key::needed(
        "kind",
        Shape::OneOf(&["points", "conditions"]),
        "`points` are counted at the end, or `conditions` decide",
    ),
    Key::may("counted", Shape::OneOf(&["end of the last season"]), "with `points`: when"),
    Key::may(
        "conditions",
        Shape::List(&Shape::Keys(VERDICT), 1, 20),
        "with `conditions`: each way to win. Whose condition alone holds has won",
    ),
    Key::may("side", SIDE, "the one side that counts; or `either side`"),
    Key::may("either side", Shape::Flag, "`true`: both sides count for themselves"),
    Key::may("wins with", Shape::Number(1, 999), "with `points`: the points that win"),
    Key::needed(
        "otherwise",
        Shape::OneOf(&["empire", "coalition", "draw"]),
        "what it is if no side alone has the points or its conditions",
    ),
    Key::may("points", Shape::List(&Shape::Keys(SCORE), 1, 60), "what is counted, a line each"),
];

/// The part of the map.
pub const AREA: &[Key] = &[
    Key::needed(
        "columns",
        Shape::List(&COLUMN, 2, 2),
        "the first and the last, such as `[W29, E10]`",
    ),
    Key::needed("rows", Shape::List(&Shape::Number(1, 54), 2, 2), "the first and the last"),
];

/// An off-map box.
pub const BOX: &[Key] = &[
    Key::needed("name", Shape::Text, "what it is called"),
    Key::needed("through", Shape::List(&HEX, 1, 60), "the hexes from which it is entered"),
    Key::may("source", Shape::Text, "where that is from"),
];

/// An arrival that waits for a condition.
pub const CONDITIONAL: &[Key] = &[
    Key::needed(
        "asked",
        Shape::OneOf(&["start of a season", "end of a season"]),
        "when it is looked at: they come at once, or at the start of the next season",
    ),
    Key::needed("any", Shape::List(&Shape::Keys(RELEASE), 1, 20), "one of these must be true"),
    Key::needed("entry", Shape::Keys(ENTRY), "who comes: the keys of a line of `forces`"),
];

/// A line of who is called away.
pub const WITHDRAWAL: &[Key] = &[
    Key::needed("key", Shape::Text, "what the line is called"),
    Key::needed("when", Shape::Season, "the season in which they leave"),
    Key::needed("power", POWER, "whose they are"),
    Key::may("at the end", Shape::Flag, "`true`: when the season is over; else when it begins"),
    Key::may("leaders", LEADERS, "leaders; one from the pool follows each who is with troops"),
    Key::may(
        "units",
        Shape::List(&UNITS, 0, 20),
        "units; the most similar ones if there are none like them, whole ones first",
    ),
    Key::may("infantry steps", Shape::Number(0, 20), "steps of line infantry in supply"),
    Key::may("cavalry steps", Shape::Number(0, 20), "steps of light cavalry in supply"),
    Key::may("allied units", Shape::Flag, "`true`: all troops of minor countries that it has"),
];

/// A war outside the map.
pub const FOREIGN_WAR: &[Key] = &[
    Key::needed("war", Shape::Name("foreign war"), "a war of the book's table"),
    Key::needed("since", Shape::Number(1700, 1999), "the year in which it begins"),
];

/// What there is of money.
pub const MONEY: &[Key] = &[
    Key::may("chests", Shape::Map("power", &POUNDS), "the pounds that each power has at the start"),
    Key::may(
        "income",
        Shape::Map("power", &Shape::Map("year", &POUNDS)),
        "powers whose whole income the scenario sets: year to pounds; a year that is not named has \
         that of the last one before it. Of everybody else it is reckoned (NIA §12.2)",
    ),
    Key::may(
        "landwehr",
        Shape::some(&Shape::Name("power")),
        "powers that have called their landwehr (NIA §14.5.3)",
    ),
    Key::may(
        "continental system",
        Shape::some(&Shape::Name("court")),
        "powers and minor countries that are bound by it, beside the minor countries that follow \
         France (NIA §12.2.3)",
    ),
    Key::may(
        "foreign wars",
        Shape::List(&Shape::Keys(FOREIGN_WAR), 1, 9),
        "wars outside the map: the power of each sends troops in the spring of its first year, or has \
         sent them before the scenario begins (NIA §14.1)",
    ),
    Key::may(
        "alliance credit",
        Shape::Map("power", &Shape::Number(1, 30)),
        "the credit that each of these powers has with its allies at the start: it makes peace when \
         nothing is left of it (NIA §15.1)",
    ),
];

/// The event cards that are drawn.
pub const DECK: &[Key] = &[
    Key::needed("cards", Shape::List(&CARD, 1, 80), "the cards of the deck; none is in a hand"),
    Key::needed(
        "draws",
        Shape::Map("power", &Shape::Number(1, 5)),
        "how many cards each of these powers draws for every spring but the first",
    ),
    Key::may(
        "last year",
        Shape::Map("power", &Shape::Number(1700, 1999)),
        "the last year in whose spring a power draws; else until the end",
    ),
];

/// The keys of the page.
pub const KEYS: &[Key] = &[
    Key::needed("title", Shape::Text, "the scenario's name, as reports print it"),
    Key::may("rule", Shape::Text, "the paragraph of the rulebook it follows"),
    Key::needed("first season", Shape::Season, "the season that is played first"),
    Key::needed("last season", Shape::Season, "the season after which the game is over"),
    Key::may("initiative", POWER, "the power that chooses the very first marker; else it is drawn"),
    Key::may("first marker", MARKER, "the marker that comes out first of all; nobody chooses then"),
    Key::needed(
        "sides",
        Shape::Map("side", &Shape::List(&POWER, 1, 7)),
        "who plays, on which side: `empire` and `coalition` are at war; any other side is neutral: it \
         fights nobody and nobody fights it",
    ),
    Key::may(
        "set-up order",
        Shape::some(&Shape::some(&POWER)),
        "who sets up first: groups of powers; the others follow",
    ),
    Key::may(
        "removed markers",
        Shape::some(&MARKER),
        "initiative markers that are not in the game",
    ),
    Key::may("area", Shape::Keys(AREA), "the part of the map that is played on; else all of it"),
    Key::may(
        "territory",
        Shape::Map("power", &PROVINCES),
        "the provinces of each power at the start: their towns are its own, until troops take them, and \
         feed it. A province in no list, and of no country under `countries`, may not be entered. Without the key the whole map is in play and nobody holds anything: no \
         points for towns, no supply from them",
    ),
    Key::may(
        "countries",
        Shape::Map("country", &Shape::Name("status")),
        "the minor countries in play, each with its status; a province that no power has in \
         `territory` is its country's. Nobody enters a neutral one",
    ),
    Key::may(
        "titles",
        Shape::Map("province", &Shape::Name("country")),
        "provinces that belong to another country of `countries` than the one whose own they are",
    ),
    Key::may(
        "passage",
        Shape::Map("power", &Shape::some(&Shape::Name("court"))),
        "powers and minor countries that let the troops of a power through their land, though they are \
         not its allies (NIA §17.4.2)",
    ),
    Key::may(
        "held",
        Shape::Map("hex", &POWER),
        "towns that another power holds than their province",
    ),
    Key::may("cards", Shape::Map("power", &Shape::some(&CARD)), "event cards in hand"),
    Key::may(
        "corsairs",
        Shape::Number(0, 8),
        "how many French corsairs are in their box at the start; which of them is drawn by lot",
    ),
    Key::may(
        "money",
        Shape::Keys(MONEY),
        "that there is money: powers have an income and spend it before each spring (NIA §12); without \
         the key there is none",
    ),
    Key::may("deck", Shape::Keys(DECK), "event cards that are drawn when winter is over"),
    Key::may("special rules", Shape::some(&Shape::Keys(SPECIAL)), "rules of this scenario"),
    Key::may("victory", Shape::Keys(VICTORY), "how it is won; without it nobody wins"),
    Key::may(
        "newspaper",
        Shape::OneOf(&["yes", "no"]),
        "whether every player gets a newspaper with what everybody knows; `yes` without it",
    ),
    Key::may("sources", Shape::Text, "where the figures are from"),
    Key::needed(
        "forces",
        Shape::List(&Shape::Keys(ENTRY), 1, 300),
        "who stands where at the start, a line each; a hex holds one force of a power",
    ),
    Key::may(
        "arrivals",
        Shape::List(&Shape::Keys(ENTRY), 0, 300),
        "who comes later: the keys of a line of `forces`, with `when`",
    ),
    Key::may(
        "conditional arrivals",
        Shape::List(&Shape::Keys(CONDITIONAL), 0, 60),
        "who comes when something is true",
    ),
    Key::may(
        "withdrawals",
        Shape::List(&Shape::Keys(WITHDRAWAL), 0, 60),
        "who is called away for service elsewhere, a line each",
    ),
    Key::may(
        "boxes",
        Shape::List(&Shape::Keys(BOX), 0, 20),
        "off-map boxes that only this scenario has",
    ),
];

/// What the pages of a scenario are.
pub const GUIDE: Guide = Guide {
    keys: KEYS,
    intro: include_str!("declared/intro.md"),
    example: include_str!("declared/example.yaml"),
    sorts: &[
        ("power", "a major power, such as `france`; two to seven play"),
        ("side", "`empire`, `coalition`, or another word for neutrals"),
        ("country", "a minor country, such as `Saxony`"),
        ("status", "`neutral`, `allied to france`, `satellite of france`, `conquered by france`"),
        ("court", "a power or a minor country"),
        ("year", "a year from 1792 to 1815"),
        ("nation", "a power or a minor country whose troops occur, such as `dutch`"),
        ("leader", "a leader as the book writes him; the list says his nation, stars and years"),
        ("fleet", "an admiral, a named fleet, or `fleet 1`, `fleet 2` and so on for the rest"),
        (
            "hex",
            "a hex with its sheet, `W0101` to `W4254` and `E0101` to `E3854`; the list of places \
                 has those of the towns",
        ),
        ("place", "a town"),
        ("province", "a province of the map"),
        ("sea", "a sea area"),
        (
            "unit",
            "`2 x (+1) InfC`, `1 x (0) Bavarian reduced InfC`, `1 x Dinf`: how many, the combat \
                  modifier, the nation if it is another, `reduced` if it has lost a step, the kind",
        ),
        ("step", "replenishment steps of infantry: `2 x Inf`"),
        ("marker", "an initiative marker, such as `neutral naval` or `coalition naval 2`"),
        ("card", "the number of an event card, such as `C-23`"),
        ("column", "a column of the map with its sheet, such as `W29`"),
    ],
};
