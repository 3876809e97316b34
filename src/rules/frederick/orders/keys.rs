//! The keys of a sheet for operations, and those that every sheet may have: one description, from which
//! the reading, the schema, the guide and the form come. Those of the court are in `court/keys.rs`.

use super::words::{
    BATTLE_MARKER, FIGHT, FORCE, HAVEN, LEADER, LOST, MAJOR, MARKER, PLACE, TARGET, UNIT, WHO,
};
use crate::court;
use crate::court::keys::COURT;
use crate::operations::dice::WORDS;
use sheet::frame::{FRAME, POWER};
use sheet::keys::{Field, Kind, Steps, Value};

/// When something is done.
pub const IF: Field = Field { key: "if", value: Value::Condition, doc: "When it is done." };

/// Units of one's own.
pub const UNITS: Value = Value::List(&Value::Name(&UNIT));
/// Units that are lost first.
pub const LOST_UNITS: Value = Value::List(&Value::Name(&LOST));

const MARCH_KEYS: &[Field] = &[Field {
    key: "to",
    value: Value::Needed(&Value::List(&Value::Name(&PLACE))),
    doc: "Places on the way, the goal last.",
}];

pub const MARCH: Kind = Kind {
    key: "march",
    value: Value::Short(MARCH_KEYS),
    doc: "Marches by the cheapest way round others, as far as the points reach; light troops alone \
          also go aslant.",
    rule: "FRW §16",
};

const ATTACK_KEYS: &[Field] = &[Field {
    key: "at",
    value: Value::Needed(&Value::Name(&TARGET)),
    doc: "A place, or a leader wherever they stand when the step begins.",
}];

pub const ATTACK: Kind = Kind {
    key: "attack",
    value: Value::Short(ATTACK_KEYS),
    doc: "Marches into the square of others and fights there.",
    rule: "FRW §13.2",
};

const DROP_KEYS: &[Field] = &[Field {
    key: "units",
    value: Value::Needed(&UNITS),
    doc: "Who stays behind where the force is now.",
}];

pub const DROP: Kind = Kind {
    key: "drop",
    value: Value::Short(DROP_KEYS),
    doc: "Leaves units behind; nobody is picked up, and the pace stays that of the start.",
    rule: "FRW §16.5",
};

const SAIL_KEYS: &[Field] = &[Field {
    key: "to",
    value: Value::Needed(&Value::List(&Value::Name(&HAVEN))),
    doc: "Places on the way, the goal last; of a sea the nearest square.",
}];

pub const SAIL: Kind = Kind {
    key: "sail",
    value: Value::Short(SAIL_KEYS),
    doc: "Fleets sail as far as they like, past neutral coasts and land units; off the map into another \
          sea they stop there.",
    rule: "FRW §25.9",
};

const EMBARK_KEYS: &[Field] = &[Field {
    key: "units",
    value: Value::Needed(&UNITS),
    doc: "Who goes aboard, two units a fleet.",
}];

pub const EMBARK: Kind = Kind {
    key: "embark",
    value: Value::Short(EMBARK_KEYS),
    doc: "Takes units of the square aboard before the fleets sail; without a port it takes the whole \
          move.",
    rule: "FRW §25.5",
};

const LAND_KEYS: &[Field] =
    &[Field { key: "units", value: Value::Needed(&UNITS), doc: "Who goes ashore." }];

pub const LAND: Kind = Kind {
    key: "land",
    value: Value::Short(LAND_KEYS),
    doc: "Puts units ashore where the fleets are; without a port of ours that ends their move.",
    rule: "FRW §25.10",
};

const HONOURS_KEYS: &[Field] = &[Field {
    key: "points",
    value: Value::Needed(&Value::UpTo(12)),
    doc: "How many points of Honours of War at the most; a leader plays as many markers as his value.",
}];

pub const HONOURS: Kind = Kind {
    key: "honours",
    value: Value::Short(HONOURS_KEYS),
    doc: "Before the battle, offers honours of war: if it succeeds they go, else we do.",
    rule: "FRW §17",
};

pub const BESIEGE: Kind = Kind {
    key: "besiege",
    value: Value::Map(&[]),
    doc: "With the option `formal-sieges`: besieges the fortress it is in, with a siege train, instead \
          of storming it.",
    rule: "FRW §34.1",
};

const PILLAGE_KEYS: &[Field] = &[Field {
    key: "fieldworks",
    value: Value::Word(&["keep", "raze"]),
    doc: "Whether fieldworks there are razed with it; without it they are kept.",
}];

pub const PILLAGE: Kind = Kind {
    key: "pillage",
    value: Value::Map(PILLAGE_KEYS),
    doc: "After the battle, pillages the square: a die of at most the strength there.",
    rule: "FRW §21",
};

/// Every kind of step, in the order of the manual.
pub const STEPS: [&Kind; 9] =
    [&MARCH, &ATTACK, &DROP, &SAIL, &EMBARK, &LAND, &HONOURS, &BESIEGE, &PILLAGE];

const BATTLE: &[Field] = &[
    Field {
        key: "markers",
        value: Value::List(&Value::Name(&BATTLE_MARKER)),
        doc: "Battle markers, the dearest to you first, or `best`, or `none`.",
    },
    Field {
        key: "decoys",
        value: Value::Number(0, 9),
        doc: "How many other markers are laid beside them; they are shown and come back.",
    },
    Field { key: "if", value: Value::Condition, doc: "When the line counts." },
];

/// Lines about battle markers.
const BATTLE_LINES: Value = Value::List(&Value::Map(BATTLE));

const COMMANDER: Field = Field {
    key: "commander",
    value: Value::Name(&LEADER),
    doc: "Who commands in battle; without it the highest value that is not political. (FRW §23.3)",
};

const STEP_LIST: Value = Value::Steps(&Steps {
    kinds: &STEPS,
    extra: &[Field {
        key: "if",
        value: Value::Condition,
        doc: "The step is done only if this holds when it begins; else the next follows.",
    }],
    what: "a step",
});

const PAY: &[Field] = &[
    Field {
        key: "by",
        value: Value::Word(&["thaler", "attrition"]),
        doc: "Thaler, or a check for attrition.",
    },
    Field { key: "if", value: Value::Condition, doc: "If it does not hold, the other." },
];

const FORCE_FIELD: Field = Field {
    key: "force",
    value: Value::Needed(&Value::Name(&FORCE)),
    doc: "A leader with all units of yours in the square, or a place: the units there; `fleet at` a place \
          for its fleets, as also if there is a step of fleets. (FRW §12.2, §25.3)",
};

const UNITS_FIELD: Field = Field {
    key: "units",
    value: UNITS,
    doc: "Which units go; without it all that can move, or all fleets with those aboard. A leader who is \
          named goes too.",
};

const STEPS_FIELD: Field =
    Field { key: "steps", value: STEP_LIST, doc: "What is done, in the order of play." };

const PAY_FIELD: Field = Field {
    key: "pay",
    value: Value::Short(PAY),
    doc: "How the operation is paid; without it thaler while there are any. (FRW §12.2)",
};

const FROM_FIELD: Field = Field {
    key: "from",
    value: Value::Name(&MAJOR),
    doc: "Whose treasury pays, in a seat with two; without it that of the force. (FRW §8.5)",
};

const BATTLE_FIELD: Field = Field {
    key: "battle",
    value: BATTLE_LINES,
    doc: "Battle markers of its battles: the first line that fits; else as a reaction says. \
              (FRW §18.3)",
};

/// One entry of the operations.
pub const ENTRY: &[Field] = &[
    FORCE_FIELD,
    UNITS_FIELD,
    STEPS_FIELD,
    PAY_FIELD,
    FROM_FIELD,
    BATTLE_FIELD,
    COMMANDER,
    Field {
        key: "if",
        value: Value::Condition,
        doc: "The entry is played only if this holds when your turn comes; else it stays in the \
              list and is asked again at the next one.",
    },
    Field {
        key: "spy",
        value: Value::Map(&[
            Field {
                key: "square",
                value: Value::Either(&Value::Name(&PLACE)),
                doc: "The square that is looked at.",
            },
            Field {
                key: "hand",
                value: Value::Either(&Value::Name(&POWER)),
                doc: "Or the seat whose hand it is.",
            },
            IF,
        ]),
        doc: "Plays a Spy before the march. (FRW §9.13)",
    },
    Field {
        key: "forced march",
        value: Value::List(&Value::Map(FORCED)),
        doc: "Marches that follow at once, each with a Countermarch and a leader. (FRW §20.2)",
    },
    OVERRUN,
    Field {
        key: "second force",
        value: Value::Map(SECOND),
        doc: "Plays Thurn & Taxis: another force moves too, after the first. (FRW §9.13)",
    },
    Field {
        key: "times",
        value: Value::Number(1, 60),
        doc: "How often it may be played; once without it.",
    },
];

const OVERRUN: Field = Field {
    key: "overrun",
    value: Value::Flag,
    doc: "With the option `overrun`: whether others with a tenth of its strength are overrun on the way; \
          yes without it. (FRW §33.1)",
};

/// A forced march: an entry that follows at once.
const FORCED: &[Field] = &[
    FORCE_FIELD,
    UNITS_FIELD,
    STEPS_FIELD,
    PAY_FIELD,
    FROM_FIELD,
    BATTLE_FIELD,
    COMMANDER,
    OVERRUN,
    Field {
        key: "if",
        value: Value::Condition,
        doc: "If it does not hold, this march and those behind it are left out.",
    },
];

/// A second force: an entry that only moves, and fights where it comes among others.
const SECOND: &[Field] = &[
    FORCE_FIELD,
    UNITS_FIELD,
    STEPS_FIELD,
    BATTLE_FIELD,
    COMMANDER,
    Field { key: "if", value: Value::Condition, doc: "If it does not hold, the marker is kept." },
];

/// The list of operations.
pub const OPERATIONS: Value = Value::List(&Value::Map(ENTRY));

/// Units that do not go along.
const LEAVE: Field = Field { key: "leave", value: UNITS, doc: "Who stays behind." };

/// How a use of the Countermarch is paid.
const COUNTER_PAY: Field = Field {
    key: "pay",
    value: Value::Word(&["thaler", "attrition"]),
    doc: "Two thaler, one for Prussians alone, or a check; thaler while there are any.",
};

/// Keys of reactions, each with its rule; those to the court and the year's end are in `court/keys.rs`.
const OF_OPERATIONS_ALONE: &[Field] = &[
    Field {
        key: "who",
        value: Value::Name(&WHO),
        doc: "For whom it is: a leader, a place, `fleet`, or `any`, as without it. The first that \
              fits counts.",
    },
    Field {
        key: "met",
        value: Value::Word(&["stop", FIGHT]),
        doc: "What a march does that finds others at its goal; without it, it stops before them. \
              (FRW §13.2)",
    },
    Field {
        key: "losses",
        value: LOST_UNITS,
        doc: "Who is lost first; without it recruits, light troops, garrisons, cavalry, siege \
              trains, empty fleets, fleets, veterans, guards, leaders. (FRW §12.3, §18.3)",
    },
    Field {
        key: "battle",
        value: BATTLE_LINES,
        doc: "Battle markers: the first line that fits; without it the fewest that reach the best \
              column. (FRW §18.3)",
    },
    COMMANDER,
    Field {
        key: "honours",
        value: Value::Short(&[
            Field { key: "points", value: Value::UpTo(12), doc: "How many points at the most." },
            IF,
        ]),
        doc: "Points against honours of war; without it all before a city. (FRW §17.2)",
    },
    Field {
        key: "ambush",
        value: Value::Map(&[IF, COUNTER_PAY, LEAVE]),
        doc: "With a Countermarch, attacks a force that comes next door, also among units of yours. (FRW §20.6)",
    },
    Field {
        key: "delay",
        value: Value::Map(&[
            IF,
            COUNTER_PAY,
            Field {
                key: "to",
                value: Value::List(&Value::Name(&PLACE)),
                doc: "Squares to go to, best first.",
            },
            Field { key: "toward", value: Value::Name(&PLACE), doc: "Or a place to go toward." },
            LEAVE,
        ]),
        doc: "With a Countermarch, goes away before others who came in fight. (FRW §20.10)",
    },
    Field {
        key: "truce",
        value: Value::List(&Value::Map(&[
            Field { key: "on", value: Value::Name(&POWER), doc: "The seat; anybody without it." },
            IF,
        ])),
        doc: "With a Truce, makes a seat pass when its turn comes. (FRW §9.13)",
    },
    Field {
        key: "dispute",
        value: Value::Map(&[IF]),
        doc: "With a Command Dispute, against units of several powers. (FRW §9.13)",
    },
    Field {
        key: "slip",
        value: Value::Map(&[IF, Field { key: "units", value: UNITS, doc: "Who slips away; all." }]),
        doc: "With Light Troops, slips away before a battle. (FRW §9.13)",
    },
    Field {
        key: "reroll",
        value: Value::List(&Value::Map(&[
            Field { key: "die", value: Value::Needed(&Value::Word(WORDS)), doc: "Which dice." },
            IF,
        ])),
        doc: "With Fortunes of War, has dice rolled again. (FRW §9.13)",
    },
    Field {
        key: "cancel",
        value: Value::List(&Value::Map(&[
            Field { key: "marker", value: Value::Name(&MARKER), doc: "Which marker; any." },
            Field { key: "of", value: Value::Name(&POWER), doc: "Whose; anybody's." },
            IF,
        ])),
        doc: "With Enlightenment, or a Spy against a Spy, cancels a marker. (FRW §9.13)",
    },
    Field {
        key: "retreat",
        value: Value::Short(&[
            Field { key: "toward", value: Value::Name(&PLACE), doc: "The place to fall back on." },
            Field {
                key: "never",
                value: Value::List(&Value::Name(&PLACE)),
                doc: "Squares to shun.",
            },
        ]),
        doc: "Where the beaten go after the first square. (FRW §18.8)",
    },
    Field {
        key: "drive",
        value: Value::Name(&PLACE),
        doc: "The place toward which we drive those whom we beat. (FRW §18.8)",
    },
    Field {
        key: "missed",
        value: Value::List(&Value::Name(&PLACE)),
        doc: "Where a fleet goes that missed others at sea, best first; without it back. (FRW §25.17)",
    },
    Field {
        key: "promote",
        value: UNITS,
        doc: "Who is promoted first after a victory. (FRW §24.1)",
    },
    Field {
        key: "new leader at",
        value: Value::List(&Value::Name(&PLACE)),
        doc: "Where a leader who was drawn comes. (FRW §23.2)",
    },
    Field {
        key: "give back",
        value: Value::List(&Value::Name(&MARKER)),
        doc: "Which markers go back first when the hand is full. (FRW §9.7)",
    },
    Field {
        key: "saved to",
        value: Value::List(&Value::Name(&PLACE)),
        doc: "Where a leader goes who saves himself; without it to the largest stack. (FRW §23.5)",
    },
    Field {
        key: "released to",
        value: Value::List(&Value::Name(&PLACE)),
        doc: "The fortress to which prisoners come home; without it the one with the most units. \
              (FRW §35.3)",
    },
];

/// Every key of a reaction.
pub const REACTIONS: &[Field] = &joined::<
    { OF_OPERATIONS_ALONE.len() + court::keys::REACTIONS.len() },
>(OF_OPERATIONS_ALONE, court::keys::REACTIONS);

const REACTION_LIST: Value = Value::List(&Value::Map(REACTIONS));

/// Two lists of keys as one.
const fn joined<const N: usize>(one: &[Field], other: &[Field]) -> [Field; N] {
    let mut all = [one[0]; N];
    let mut at = 0;
    while at < N {
        all[at] = if at < one.len() { one[at] } else { other[at - one.len()] };
        at += 1;
    }
    all
}

const STANDING: &[Field] = &joined::<{ STANDING_OWN.len() + COURT.len() }>(STANDING_OWN, COURT);

const STANDING_OWN: &[Field] = &[
    Field { key: "operations", value: OPERATIONS, doc: "Operations of a season without a sheet." },
    Field { key: "reactions", value: REACTION_LIST, doc: "Reactions of a season without a sheet." },
];

/// The keys of a season of operations.
pub const OF_OPERATIONS: &[Field] = &[Field {
    key: "operations",
    value: OPERATIONS,
    doc: "What your forces do: in each go-around the first entry that fits is played. (FRW §12.1)",
}];

/// The keys that every sheet may have.
pub const ALWAYS: &[Field] = &[
    Field {
        key: "reactions",
        value: REACTION_LIST,
        doc: "Answers to what others do, since nobody can be asked in the middle.",
    },
    Field {
        key: "standing",
        value: Value::Map(STANDING),
        doc: "What is played in every season for which no sheet came: below `standing:`, set in by \
              two blanks, `operations:`, `reactions:` and the keys of the court as above.",
    },
];

/// The whole sheet.
pub const SHEET: &[&[Field]] = &[FRAME, COURT, OF_OPERATIONS, ALWAYS];
