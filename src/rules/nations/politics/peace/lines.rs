//! The lines of `peace:`: what a power asks or gives when one is beaten, and whether it fights on (NIA §13.3).
//!
//! To add one, name its constant in [`PEACE`]; who plays it is told by its kind.

use crate::money::lines::LineKind;
use crate::orders::words::money::{COUNTRY, POWER, PROVINCE};
use sheet::keys::{Field, Kind, Value};

/// Every kind of line, in the order of the manual.
pub const PEACE: &[&LineKind] = &[&DEMAND, &CONCEDE, &CONTINUE, &OFFER, &ACCEPT];

const ASKED: Field = Field {
    key: "term",
    value: Value::Either(&Value::Word(&[
        "indemnity",
        "troops",
        "continental system",
        "longer peace",
        "alliance",
    ])),
    doc: "One of the conditions that are no land: half a yearly budget (`indemnity`), corps on loan (`troops`), the Continental System, one die more for the length of the peace, an alliance when it is over.",
};

/// What the beaten may choose itself.
const GIVEN: Field = Field {
    key: "term",
    value: Value::Either(&Value::Word(&["indemnity", "troops", "continental system"])),
    doc: "One of the conditions that are no land: half a yearly budget (`indemnity`), corps on loan (`troops`), the Continental System.",
};

const LAND: Field = Field {
    key: "province",
    value: Value::Either(&Value::Name(&PROVINCE)),
    doc: "A province that changes hands.",
};

const SIDE: Field = Field {
    key: "country",
    value: Value::Either(&Value::Name(&COUNTRY)),
    doc: "A minor country of one province, an ally of the beaten power, that becomes the victor's.",
};

pub const DEMAND: LineKind = LineKind::at_court(Kind {
    key: "demand",
    rule: "NIA §13.3.2.3",
    value: Value::Short(&[
        ASKED,
        LAND,
        SIDE,
        Field {
            key: "of",
            value: Value::Name(&POWER),
            doc: "The beaten power; without it, the first that makes peace with you.",
        },
    ]),
    doc: "A condition that you want of a power that makes peace with you. Your lines are your list, the first that can be had first; victor and beaten choose in turn, each for two. Three conditions of a peace may be land, a country counted as such.",
});

pub const CONCEDE: LineKind = LineKind::at_court(Kind {
    key: "concede",
    rule: "NIA §13.3.2.3",
    value: Value::Short(&[
        GIVEN,
        LAND,
        SIDE,
        Field {
            key: "to",
            value: Value::Name(&POWER),
            doc: "The victor who has it; without it, the first who may.",
        },
    ]),
    doc: "A condition that you choose when it is you who must make peace, or that goes with a peace that you offer; your lines are your list in the same way.",
});

pub const CONTINUE: LineKind = LineKind::at_court(Kind {
    key: "continue",
    rule: "NIA §13.3.1.2",
    value: Value::Short(&[Field {
        key: "war",
        value: Value::Flag,
        doc: "`no` makes peace at once.",
    }]),
    doc: "Fights on for two more seasons if you would have to make peace. If you are still beaten then, peace has eight conditions in place of four.",
});

pub const OFFER: LineKind = LineKind::at_court(Kind {
    key: "offer",
    rule: "NIA §13.3.1.1",
    value: Value::Short(&[Field {
        key: "to",
        value: Value::Needed(&Value::Name(&POWER)),
        doc: "A power with which you are at war; it speaks for its whole side.",
    }]),
    doc: "Offers peace when the season is over, beaten or not, with your `concede` lines as its conditions, all that may be chosen. Without such lines it has none. If it is accepted, you have the part of the beaten power: you are neutral, and their troops may cross your land. Whoever has beaten you must accept it too. If it is refused, only you and whoever refuses hear of it; but your credit rises, twice in a game at most, which all hear. A side has one offer of yours in a season.",
});

pub const ACCEPT: LineKind = LineKind::at_court(Kind {
    key: "accept",
    rule: "NIA §13.3.1.1",
    value: Value::Short(&[
        Field {
            key: "of",
            value: Value::Needed(&Value::Name(&POWER)),
            doc: "The power whose offer it is.",
        },
        Field {
            key: "for",
            value: Value::Number(0, MOST_CONDITIONS),
            doc: "For how many conditions the offer must count at least; without it, for none.",
        },
    ]),
    doc: "Accepts a peace that a power offers you in this season. Without a line it is refused.",
});

/// The most conditions that an offer can be asked for.
const MOST_CONDITIONS: i64 = 12;
