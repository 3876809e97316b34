//! The keys of a sheet: one description, from which the reading, the schema, the guide and the form
//! come.

use super::words::{AREA, BATTLE, EQUAL, FORCE, MOMENT, MOVER, PLACED, WARE, WHOM};
use sheet::frame::FRAME;
use sheet::keys::{Field, Kind, Steps, Value};

/// The stops, as `ask:` writes them.
pub const STOPS: &[&str] = &["moves", "deploy", "battle turn", "after the battles"];
/// The seven insights (§11.5).
pub const INSIGHTS: &[&str] =
    &["Duration", "Engineers", "Front", "Morale", "Raid", "Sweep", "Terrain"];
/// The ways of a March (§13.4).
pub const WAYS: &[&str] = &["forward", "twice", "back", "forward and back"];

const IF: Field = Field {
    key: "if",
    value: Value::Condition,
    doc: "The line counts only if this holds when its stop comes; all lines of a stop are asked \
          then, and not again.",
};

const WHO: Field =
    Field { key: "who", value: Value::Needed(&Value::Name(&WHOM)), doc: "Whom it is for." };
const ALL_WHO: Field = Field {
    key: "who",
    value: Value::Needed(&Value::List(&Value::Name(&WHOM))),
    doc: "Whom it is for.",
};

const MOVE: &[Field] = &[
    Field {
        key: "who",
        value: Value::Needed(&Value::List(&Value::Name(&MOVER))),
        doc: "Who goes.",
    },
    Field {
        key: "to",
        value: Value::Needed(&Value::Name(&AREA)),
        doc: "An area next to where they stand.",
    },
    IF,
];

const SCOUT: &[Field] = &[
    Field {
        key: "reroll",
        value: Value::Needed(&Value::Word(&["fog", "enemy orders"])),
        doc: "What is rolled again, without a modifier.",
    },
    Field { key: "from", value: Value::Number(1, 14), doc: "The lowest row of the fog; 1." },
    Field { key: "to", value: Value::Number(1, 14), doc: "The highest row of the fog; 14." },
    Field {
        key: "strength",
        value: Value::Number(0, 200),
        doc: "The least combat value of a group whose order is rolled again; 0.",
    },
    Field {
        key: "areas",
        value: Value::Number(0, 2),
        doc: "How many areas at least it would come toward us; 1. With 0 any order.",
    },
    Field { key: "at most", value: Value::Number(1, 20), doc: "How many scouts for it; 1." },
];

const RECRUIT: &[Field] = &[
    Field {
        key: "what",
        value: Value::Needed(&Value::Name(&WARE)),
        doc: "A recruit that is not bought yet.",
    },
    Field {
        key: "at",
        value: Value::Needed(&Value::Name(&AREA)),
        doc: "An area with forces of yours.",
    },
];

const FOG_OF_WAR: &[Field] = &[
    Field { key: "insight", value: Value::Word(INSIGHTS), doc: "The insight without a price." },
    Field { key: "recruit", value: Value::Map(RECRUIT), doc: "Who is called up, and where." },
    Field {
        key: "napoleon",
        value: Value::Word(&["come", "stay"]),
        doc: "Whether he comes to this battle.",
    },
    Field {
        key: "join",
        value: Value::List(&Value::Name(&FORCE)),
        doc: "Who comes to this battle: the first of them that may.",
    },
];

const MORE: &[Field] = &[
    Field {
        key: "plans",
        value: Value::Needed(&Value::Number(0, 2)),
        doc: "How many plans a turn.",
    },
    IF,
];

const PLACES: &[Field] = &[
    Field {
        key: "front",
        value: Value::List(&Value::Name(&PLACED)),
        doc: "Who starts in the front, with the insight Front.",
    },
    Field {
        key: "approach",
        value: Value::List(&Value::Name(&PLACED)),
        doc: "Who starts in the approach, four at the most.",
    },
    Field {
        key: "reserve",
        value: Value::List(&Value::Name(&PLACED)),
        doc: "Who starts in the reserve; those who are left out do so, in column.",
    },
];

const TRY: &[Field] = &[
    Field {
        key: "insight",
        value: Value::Needed(&Value::Word(&["Engineers", "Sweep"])),
        doc: "Which of your insights is tried.",
    },
    Field {
        key: "who",
        value: Value::List(&Value::Name(&WHOM)),
        doc: "Cavalry of the reserve that sweeps, three at the most; without it, all but one.",
    },
    Field { key: "scouts", value: Value::Number(0, 20), doc: "Scouts for another try; none." },
    IF,
];

/// A plan that goes to a force.
const fn plan(key: &'static str, doc: &'static str) -> Kind {
    Kind { key, value: Value::Short(&[WHO]), doc, rule: "FCN §13.3" }
}

const CHARGE: Kind = plan("charge", "Cavalry: two regions forward, then an attack.");
const ENGAGE: Kind =
    plan("engage", "One region forward, into line, then an attack; no die in column.");
const FLANK: Kind =
    plan("flank", "At range 2: two regions forward, then an attack; no die in column.");
const GRAPESHOT: Kind = plan("grapeshot", "Cannons and fortifications: a stronger attack.");
const PREPARE: Kind = plan("prepare", "It acts before the enemy; besides another plan.");
const PUSH: Kind = plan("push", "Into column and one region forward, with much shock.");
const SQUARE: Kind = plan("square", "Infantry: before the enemy acts, an attack on cavalry.");
const VOLLEY: Kind = plan("volley", "At range 1 a strong attack; no die in line.");

const CHANGE: &[Field] = &[
    Field {
        key: "change",
        value: Value::Needed(&Value::Named(&FORCE, &Value::Word(&["line", "column"]))),
        doc: "Who changes to what, three at the most.",
    },
    Field {
        key: "before",
        value: Value::Name(&MOMENT),
        doc: "When: before the enemy acts, before we act, or before a force acts; before the enemy.",
    },
];
const FORMATION: Kind = Kind {
    key: "formation",
    value: Value::Map(CHANGE),
    doc: "Some forces change between line and column.",
    rule: "FCN §13.3",
};

/// Every plan, in the order of the rulebook.
pub const PLANS: [&Kind; 9] =
    [&CHARGE, &ENGAGE, &FLANK, &FORMATION, &GRAPESHOT, &PREPARE, &PUSH, &SQUARE, &VOLLEY];

/// What a force does without a plan.
const fn act(key: &'static str, value: Value, doc: &'static str) -> Kind {
    Kind { key, value, doc, rule: "FCN §13.4" }
}

const FIRE: Kind = act("fire", Value::Short(&[ALL_WHO]), "It attacks from where it stands.");
const MARCH: Kind = act(
    "march",
    Value::Short(&[
        ALL_WHO,
        Field {
            key: "how",
            value: Value::Word(WAYS),
            doc: "One region forward, or back; cavalry also two forward, or forward and back.",
        },
    ]),
    "It goes a region forward or back.",
);
const PIVOT: Kind =
    act("pivot", Value::Short(&[ALL_WHO]), "From line to column, or from column to line.");
const STAND: Kind = act("stand", Value::Short(&[ALL_WHO]), "It does nothing.");
const PLAY: Kind = act("play", Value::Short(&[ALL_WHO]), "It acts on its plan, now and not later.");

/// Every act, in the order of the manual.
pub const ACTS: [&Kind; 5] = [&FIRE, &MARCH, &PIVOT, &STAND, &PLAY];

const REFIT: Kind = Kind {
    key: "refit",
    value: Value::Short(&[WHO]),
    doc: "Reduced forces are made full; `any` is all of them, the strongest first.",
    rule: "FCN §14.4",
};
const BUY: Kind = Kind {
    key: "buy",
    value: Value::Short(&[
        Field { key: "what", value: Value::Needed(&Value::Name(&WARE)), doc: "What is bought." },
        Field {
            key: "side",
            value: Value::Word(&["full", "reduced"]),
            doc: "Which side is up; full.",
        },
        Field {
            key: "at",
            value: Value::Name(&AREA),
            doc: "An area with forces of yours; without it, where Napoleon is.",
        },
    ]),
    doc: "A force comes for its combat value.",
    rule: "FCN §14.5",
};
const SCOUTS: Kind = Kind {
    key: "scouts",
    value: Value::Short(&[Field {
        key: "many",
        value: Value::Needed(&Value::Number(1, 20)),
        doc: "How many.",
    }]),
    doc: "So many scouts.",
    rule: "FCN §14.6",
};
const KEEP: Kind = Kind {
    key: "keep",
    value: Value::Short(&[Field {
        key: "supply",
        value: Value::Needed(&Value::Number(0, 999)),
        doc: "Points that are left.",
    }]),
    doc: "From here on nothing is bought that leaves less.",
    rule: "FCN §14.4",
};

/// Everything that is bought, in the order of the rulebook.
pub const BUYS: [&Kind; 4] = [&REFIT, &BUY, &SCOUTS, &KEEP];

const ASK: &[Field] = &[
    Field { key: "stop", value: Value::Needed(&Value::Word(STOPS)), doc: "The stop." },
    Field { key: "if", value: Value::Condition, doc: "You are asked only if this holds." },
];

const FOG: Field = Field {
    key: "fog",
    value: Value::Map(FOG_OF_WAR),
    doc: "What you choose of the events of the fog of war.",
};
const MORE_PLANS: Field = Field {
    key: "more plans",
    value: Value::Short(MORE),
    doc: "Plans that are bought for each turn of the battle: one for 2 supply points, two for 5.",
};
const INSIGHT_LIST: Field = Field {
    key: "insights",
    value: Value::List(&Value::Word(INSIGHTS)),
    doc: "Where Napoleon is: insights, each for one plan a turn.",
};
const TERRAIN: Field = Field {
    key: "terrain",
    value: Value::Word(&["approach", "reserve"]),
    doc: "Where the insight Terrain puts the enemy.",
};
const PLACE: Field =
    Field { key: "place", value: Value::Map(PLACES), doc: "Where your mobile forces start." };
const TRIES: Field = Field {
    key: "try",
    value: Value::List(&Value::Map(TRY)),
    doc: "Insights that need a die, tried once a turn; without the key, all of them are.",
};
const DURATION: Field = Field {
    key: "duration",
    value: Value::Word(&["longer", "shorter"]),
    doc: "What the insight Duration does in the first turn; longer.",
};
const PLAN_LIST: Field = Field {
    key: "plans",
    value: Value::Steps(&Steps { kinds: &PLANS, extra: &[IF], what: "a plan" }),
    doc: "The plans of the turn, as many as you may place.",
};
const ACT_LIST: Field = Field {
    key: "acts",
    value: Value::Steps(&Steps { kinds: &ACTS, extra: &[IF], what: "an act" }),
    doc: "What forces do without a plan, in the order of acting. Of several lines for a force the \
          first that it can do counts.",
};

const DOCTRINE: &[Field] = &[
    Field { key: "battle", value: Value::Name(&BATTLE), doc: "For which battles; any." },
    Field { key: "turn", value: Value::Number(1, 20), doc: "For which of its turns; all." },
    IF,
    FOG,
    MORE_PLANS,
    INSIGHT_LIST,
    TERRAIN,
    PLACE,
    TRIES,
    DURATION,
    PLAN_LIST,
    ACT_LIST,
];

/// The keys of the moves; the last two are asked after the battles as well.
pub const OF_MOVES: [&str; 3] = ["moves", "battles", "scouts"];
/// The key of the first moves of a campaign that follows another one.
pub const KEEP_COMMANDERS: &str = "keep commanders";
/// The keys of a battle that begins.
pub const OF_DEPLOY: [&str; 5] = ["fog", "more plans", "insights", "terrain", "place"];
/// The keys of a turn of battle.
pub const OF_TURN: [&str; 4] = ["try", "duration", "plans", "acts"];
/// The keys of the end of the French half; they may be said earlier in the campaign turn.
pub const OF_AFTER: [&str; 2] = ["forced march", "resupply"];

const FIELDS: &[Field] = &[
    Field { key: "moves", value: Value::List(&Value::Map(MOVE)), doc: "Who goes where." },
    Field {
        key: "battles",
        value: Value::List(&Value::Name(&AREA)),
        doc: "The order of the battles; the others follow by their odds.",
    },
    Field {
        key: "scouts",
        value: Value::List(&Value::Map(SCOUT)),
        doc: "What scouts are used for in this campaign turn; the first line that holds counts.",
    },
    Field {
        key: KEEP_COMMANDERS,
        value: Value::List(&Value::Name(&FORCE)),
        doc: "With the first moves: who keeps the counter of the campaign before; the enemy gets \
              something for each.",
    },
    FOG,
    MORE_PLANS,
    INSIGHT_LIST,
    TERRAIN,
    PLACE,
    TRIES,
    DURATION,
    PLAN_LIST,
    ACT_LIST,
    Field {
        key: "forced march",
        value: Value::List(&Value::Map(MOVE)),
        doc: "Who goes one more area after the battles, for a supply point each.",
    },
    Field {
        key: "resupply",
        value: Value::Steps(&Steps { kinds: &BUYS, extra: &[IF], what: "a purchase" }),
        doc: "What the supply points are spent on, in this order. An `if:` is asked with those of \
              `forced march:`, before the income of the month comes in.",
    },
    Field {
        key: "ties",
        value: Value::List(&Value::Name(&EQUAL)),
        doc: "Where the rules let you choose among equals, the first of these that is among them; \
              until another sheet has this key.",
    },
    Field {
        key: "ask",
        value: Value::List(&Value::Short(ASK)),
        doc: "The stops at which you want to be asked, besides the moves; until another sheet has \
              this key. Without it, all that the campaign has.",
    },
    Field {
        key: "doctrine",
        value: Value::List(&Value::Map(DOCTRINE)),
        doc: "What is done in battles when you are not asked, or do not answer: each of its keys is taken \
              from the first line that fits and has it; until another sheet has this key.",
    },
];

/// The whole sheet.
pub const SHEET: &[&[Field]] = &[FRAME, FIELDS];
