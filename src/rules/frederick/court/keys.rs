//! The keys of a sheet for the court, in the order in which the court plays them. The other keys are in
//! `orders/keys.rs`.

use crate::orders::keys::{IF, LOST_UNITS, UNITS};
use crate::orders::words::{CAPTIVE, LEADER, MAJOR, MARKER, NATION, PLACE};
use sheet::frame::POWER;
use sheet::keys::{Field, Value};

const PLACES: Value = Value::List(&Value::Name(&PLACE));
const THALER: Value = Value::Number(0, 99);
/// How many units of a sort.
const COUNT: Value = Value::Number(1, 12);

const fn field(key: &'static str, value: Value, doc: &'static str) -> Field {
    Field { key, value, doc }
}

/// Whose treasury pays.
const FROM: Field = field(
    "from",
    Value::Name(&MAJOR),
    "Whose treasury pays, in a seat with two; without it that of the unit's power.",
);

const INITIATIVE: &[Field] = &[
    field(
        "bid",
        Value::Either(&THALER),
        "Thaler for the first operation of the year; only the highest bid is paid.",
    ),
    field(
        "take",
        Value::Either(&Value::Word(&["Enlightenment"])),
        "Takes the initiative with the marker, before anybody bids. (FRW §7.3)",
    ),
    field("if", Value::Condition, "The line counts only if this holds."),
];

const TAX: &[Field] = &[
    field(
        "mercantilism",
        Value::Flag,
        "Plays the marker: a thaler more for each occupied city worth two or more.",
    ),
    IF,
];

const MARKET: &[Field] = &[
    field("up to", THALER, "The most for a lot."),
    field(
        "open",
        THALER,
        "What you say if nobody has bid before you; without it the whole `up to`.",
    ),
    field("spend", THALER, "The most for all lots together."),
    field("keep", THALER, "Thaler that no bid touches."),
    field("most", Value::Number(0, 12), "How many lots at the most."),
    field("spy", Value::Flag, "Plays a Spy first and sees all lots. (FRW §9.13)"),
    field(
        "spied",
        Value::Named(&MARKER, &THALER),
        "With a Spy: the most for each kind of marker; `other` says it for the rest.",
    ),
    field("other", THALER, "With a Spy: the most for kinds that `spied` does not name."),
    field("if", Value::Condition, "The line counts only if this holds; the first that holds does."),
];

const ENLIGHTENMENT: &[Field] = &[
    field(
        "for",
        Value::Either(&Value::Name(&MARKER)),
        "Before the market: exchanges it for an action marker.",
    ),
    field(
        "from",
        Value::Either(&Value::Name(&POWER)),
        "Before negotiations: takes a marker of a hand by lot.",
    ),
    IF,
];

const GOODS: &[Field] = &[
    field("thaler", THALER, "Whole thaler."),
    field("markers", Value::List(&Value::Name(&MARKER)), "Markers by kind."),
    field(
        "prisoners",
        Value::List(&Value::Name(&CAPTIVE)),
        "With the option `prisoners`: prisoners who go home, such as `2 infantry` or a leader. \
         (FRW §35.3)",
    ),
];

const VOW: &[Field] = &[
    field("no attack", Value::Flag, "Not to attack units of the other."),
    field("leave", Value::Name(&PLACE), "To have left a square when the operations end."),
    field("words", Value::Text, "Anything else in words; the umpire judges it."),
    field("until", Value::Number(1741, 1748), "The last year; without it this one."),
];

const VOWS: Value = Value::List(&Value::Map(VOW));

const DEAL: &[Field] = &[
    field("name", Value::Needed(&Value::Text), "What both call it."),
    field("with", Value::Needed(&Value::Name(&POWER)), "The other seat."),
    field("give", Value::Map(GOODS), "What you give."),
    field("get", Value::Map(GOODS), "What the other gives."),
    field("promise", VOWS, "What you promise."),
    field("promised", VOWS, "What the other promises, in the same words as there."),
    field("if", Value::Condition, "It is offered only if this holds."),
];

const CHALLENGE: &[Field] = &[
    field("deal", Value::Needed(&Value::Text), "The name of the deal."),
    field("of", Value::Needed(&Value::Name(&POWER)), "Who broke a promise in words."),
];

const SWAP: &[Field] = &[
    field("give", Value::Needed(&Value::Name(&MARKER)), "The marker that you give."),
    field("with", Value::Needed(&Value::Name(&POWER)), "Whose hand gives one by lot."),
    IF,
];

const DIPLOMACY: &[Field] = &[
    field(
        "alliance",
        Value::Either(&Value::Name(&NATION)),
        "Plays the Alliance of this minor power.",
    ),
    field(
        "declare war on",
        Value::Either(&Value::Name(&NATION)),
        "On a neutral minor power, which another seat then gets by lot. (FRW §28.5)",
    ),
    FROM,
    field("if", Value::Condition, "Asked whenever it is your turn."),
];

/// A wish of the mobilization.
const WISH: &[Field] = &[
    field("infantry", Value::Either(&COUNT), "How many."),
    field("cavalry", Value::Either(&COUNT), "How many."),
    field("light troops", Value::Either(&COUNT), "How many."),
    field("siege train", Value::Either(&COUNT), "How many."),
    field("garrison", Value::Either(&COUNT), "Garrisons of 1."),
    field("full garrison", Value::Either(&COUNT), "Garrisons of 2."),
    field("fleet", Value::Either(&COUNT), "How many."),
    field("at", Value::Needed(&Value::Name(&PLACE)), "Where."),
    field(
        "of",
        Value::Name(&NATION),
        "Of which power, `german states` and `italian states` for their garrisons; without it \
         the first major of the seat.",
    ),
    FROM,
    IF,
];

const PROMOTE: &[Field] = &[
    field("infantry", Value::Either(&COUNT), "How many recruits."),
    field("cavalry", Value::Either(&COUNT), "How many recruits."),
    field("light troops", Value::Either(&COUNT), "How many recruits."),
    field("at", Value::Needed(&Value::Name(&PLACE)), "A fortress."),
    FROM,
    IF,
];

const DEMOBILIZE: &[Field] = &[
    field("units", Value::Needed(&UNITS), "Who goes."),
    field(
        "at",
        Value::Needed(&Value::Name(&PLACE)),
        "A city, a town, fieldworks or an area off the map.",
    ),
    IF,
];

const WORKS: &[Field] =
    &[field("at", Value::Needed(&Value::Name(&PLACE)), "Where your units stand."), FROM, IF];

const LEVY: &[Field] = &[
    field("power", Value::Name(&MAJOR), "A major power of yours; once in a game."),
    field("spend", Value::List(&Value::Map(WISH)), "What its thaler raise, in order."),
    field("fieldworks", PLACES, "What it builds then."),
    IF,
];

const PLAY: &[Field] = &[
    field(
        "marker",
        Value::Needed(&Value::Name(&MARKER)),
        "Drillmaster, Pragmatic Army, Press Gang, Rally, Uprising, a mercenary, or Austria's Special.",
    ),
    field(
        "unit",
        Value::Word(&[
            "infantry",
            "cavalry",
            "light troops",
            "siege train",
            "garrison",
            "fleet",
            "leader",
        ]),
        "What comes; infantry without it.",
    ),
    field("of", Value::Name(&NATION), "Of which power; without it the first major of the seat."),
    field("at", Value::Needed(&Value::Name(&PLACE)), "Where."),
    field("leader", Value::Name(&LEADER), "Pragmatic Army: who comes out of the pool."),
    field(
        "powers",
        Value::List(&Value::Name(&NATION)),
        "Pragmatic Army: of which powers its two infantry and its cavalry are, in this order.",
    ),
    field("units", UNITS, "Drillmaster: which recruits rise; without it infantry first."),
    IF,
];

const GIFT: &[Field] = &[
    field("to", Value::Needed(&Value::Name(&POWER)), "Who gets it."),
    field("thaler", Value::Needed(&Value::Number(1, 99)), "How many."),
    IF,
];

const fn list(key: &'static str, map: &'static Value, doc: &'static str) -> Field {
    field(key, Value::List(map), doc)
}

/// The keys of the court.
pub const COURT: &[Field] = &[
    list(
        "initiative",
        &Value::Map(INITIATIVE),
        "A sealed bid, or several lines of which the first that holds counts; without it 0. \
         (FRW §7.1)",
    ),
    field("tax", Value::Map(TAX), "What is done when taxes come in. (FRW §8.3)"),
    field("clear", PLACES, "Pillaged squares that you pay to restore, in this order. (FRW §21.7)"),
    field(
        "give back",
        Value::List(&Value::Name(&MARKER)),
        "Markers that go back to the pool before the market. (FRW §9.7)",
    ),
    list(
        "market",
        &Value::Map(MARKET),
        "What you bid for each lot, once: one more than the last, up to your most; who bids first says all of it, or \
         `open`. Where the highest are even all bid again; if nobody goes higher, the lot decides among them. (FRW §9.3)",
    ),
    list("enlightenment", &Value::Map(ENLIGHTENMENT), "What the marker is played for. (FRW §9.13)"),
    list("swap", &Value::Map(SWAP), "The exchange of the French card. (FRW §38)"),
    list(
        "deals",
        &Value::Map(DEAL),
        "Deals: made if both sheets have the same name and terms, `give` and `get` exchanged. \
         (FRW §10.2)",
    ),
    list(
        "challenge",
        &Value::Map(CHALLENGE),
        "Asks the umpire to judge a promise in words; without a ruling it counts as kept. \
         (FRW §10.3)",
    ),
    field("peace", Value::Flag, "Ends the game, if every seat says yes. (FRW §10.2, §30.6)"),
    list(
        "diplomacy",
        &Value::Map(DIPLOMACY),
        "In turn one declaration of war or one Alliance, the first line that fits. (FRW §28)",
    ),
    list("subsidies", &Value::Map(GIFT), "Britain alone: thaler for others. (FRW §39)"),
    list("demobilize", &Value::Map(DEMOBILIZE), "Units that are dismissed. (FRW §11.8)"),
    list("promote", &Value::Map(PROMOTE), "Recruits that become veterans. (FRW §24.1)"),
    list("play", &Value::Map(PLAY), "Markers of the mobilization. (FRW §9.13)"),
    list("levy", &Value::Map(LEVY), "A general levy. (FRW §11.4)"),
    list("mobilize", &Value::Map(WISH), "Units that are raised, in order of wish. (FRW §11)"),
    list(
        "fieldworks",
        &Value::Short(WORKS),
        "Where fieldworks are built: on land where units of yours stand, in no fortress, one in a \
         square. (FRW §26.2, §26.3)",
    ),
    field("keep", THALER, "Thaler that the mobilization does not touch."),
];

/// The number of a key of the court among all of them, from 1.
pub fn number_of(key: &str) -> Option<u16> {
    (1..).zip(COURT).find(|(_, field)| field.key == key).map(|(number, _)| number)
}

const VOTE: &[Field] =
    &[field("city", Value::Name(&PLACE), "The electorate whose vote is claimed."), IF];

const EVENTS: &[Field] = &[
    field(
        "ban",
        Value::List(&Value::Name(&POWER)),
        "Imperial ban: whom you name, the first that can be.",
    ),
    field("turks", Value::Word(&["thaler", "unit"]), "Turkish scare: what Austria gives."),
    field("subsidy", Value::Name(&POWER), "Subsidies: to whom Britain gives."),
    field("levy", PLACES, "Imperial levy: where the infantry comes."),
];

const PROVISION: &[Field] = &[
    field("first", PLACES, "Squares that are fed first."),
    field("never", PLACES, "Squares that are not fed for thaler."),
    field("keep", THALER, "Thaler that food does not touch."),
];

/// The reactions that no court asks: to operations and to the year's end.
const NOT_AT_COURT: [&str; 8] =
    ["met", "honours", "ambush", "delay", "truce", "missed", "provision", "hunger losses"];

/// Those that a court asks only where it comes to a battle or a die of war: an Uprising is fought, an
/// event takes a leader.
const IN_BATTLE: [&str; 8] =
    ["battle", "commander", "dispute", "slip", "reroll", "retreat", "drive", "promote"];

/// Whether a court can ask a reaction.
pub fn is_asked(key: &str) -> bool {
    !NOT_AT_COURT.contains(&key)
}

/// Whether a court asks a reaction in an Uprising or an event alone.
pub fn is_of_battle(key: &str) -> bool {
    IN_BATTLE.contains(&key)
}

/// Reactions to the court and to the end of a year.
pub const REACTIONS: &[Field] = &[
    field(
        "vote",
        Value::Map(VOTE),
        "Plays a vote in the Diet; without it, if that makes a majority. (FRW §9.13)",
    ),
    field("events", Value::Map(EVENTS), "Answers to the balance of power. (FRW §6)"),
    field("evict to", PLACES, "Where units go that must leave a neutral land. (FRW §28.6)"),
    field(
        "provision",
        Value::Map(PROVISION),
        "Food for thaler at the year's end; without it every square while there are any. \
         (FRW §22.4)",
    ),
    field("hunger losses", LOST_UNITS, "Who is lost first to hunger. (FRW §22.6)"),
];
