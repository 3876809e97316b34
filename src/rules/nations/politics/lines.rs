//! The lines of `politics:`: attempts, embassies, declarations of war, satellites and conquests (NIA §11.2, §11.3,
//! §13).
//!
//! To add one, name its constant in [`POLITICS`]; who plays it is told by its kind.

use crate::money::lines::LineKind;
use crate::orders::words::money::{ALLY, COUNTRY, POWER, PROVINCE, RECEIVER};
use sheet::keys::{Field, Kind, Value};

/// Every kind of line, in the order of the manual.
pub const POLITICS: &[&LineKind] =
    &[&INFLUENCE, &EMBASSY, &DECLARE, &JOIN, &SATELLITE, &CEDE, &ANNEX, &REINSTATE, &TAKE, &UNITE];

/// Most pounds that bribes of one attempt can cost.
const MOST_BRIBE: i64 = 8;

const ATTEMPT: &[Field] = &[
    Field {
        key: "on",
        value: Value::Needed(&Value::Name(&RECEIVER)),
        doc: "The minor country, or the neutral power that nobody plays.",
    },
    Field {
        key: "bribe",
        value: Value::Number(0, MOST_BRIBE),
        doc: "Pounds that go to the court, 1 on the dice for each £2 toward a country and each £4 toward a power, at most 2.",
    },
    Field {
        key: "as",
        value: Value::Name(&ALLY),
        doc: "An allied power that nobody plays, in whose name and with whose money it is made.",
    },
];

pub const INFLUENCE: LineKind = LineKind::at_court(Kind {
    key: "influence",
    rule: "NIA §11.2.2",
    value: Value::Short(ATTEMPT),
    doc: "Tries to win a minor country, one a season and for nothing, or a neutral power that nobody plays, each for £4: two dice with what changes them must come to 12.",
});

pub const EMBASSY: LineKind = LineKind::at_court(Kind {
    key: "embassy",
    rule: "NIA §11.2.2",
    value: Value::Short(ATTEMPT),
    doc: "A second attempt for £4, made when all have made their first.",
});

pub const DECLARE: LineKind = LineKind::at_court(Kind {
    key: "declare war",
    rule: "NIA §11.3",
    value: Value::Short(&[Field {
        key: "on",
        value: Value::Needed(&Value::Name(&RECEIVER)),
        doc: "A neutral country or power, or from a neutral power one that is at war.",
    }]),
    doc: "Declares war, before any attempt is made: whoever was neutral of the two joins a side against the other.",
});

pub const JOIN: LineKind = LineKind::at_court(Kind {
    key: "join",
    rule: "NIA §13.3.2.2",
    value: Value::Short(&[Field {
        key: "against",
        value: Value::Needed(&Value::Name(&POWER)),
        doc: "A power that has beaten you: your peace with it lasts, or you are its ally by a condition of one.",
    }]),
    doc: "If that power declares war on another that it has beaten, before four springs are over, you leave the peace or the alliance and join the attacked power.",
});

pub const SATELLITE: LineKind = LineKind::at_court(Kind {
    key: "satellite",
    rule: "NIA §11.2.2",
    value: Value::Short(&[Field {
        key: "of",
        value: Value::Needed(&Value::Name(&COUNTRY)),
        doc: "An ally of France that has a border with her, or a new state.",
    }]),
    doc: "Makes an allied country a satellite when winter is over: nobody tries for it any more.",
});

pub const CEDE: LineKind = LineKind::at_court(Kind {
    key: "cede",
    rule: "NIA §13.2",
    value: Value::Short(&[Field {
        key: "province",
        value: Value::Needed(&Value::Name(&PROVINCE)),
        doc: "A province of a minor country that is your ally and has others, controlled by an enemy.",
    }]),
    doc: "Gives the province to the enemy who controls it, before anything else at courts: the country is neutral and has peace with them for four seasons.",
});

pub const ANNEX: LineKind = LineKind::at_court(Kind {
    key: "annex",
    rule: "NIA §13.1.1",
    value: Value::Short(&[CONQUERED]),
    doc: "Makes a conquered country a part of your own land when winter is over: you have its money and recruits from spring on. A country is conquered if an enemy occupies its capital then and all its fortresses are taken; one of several provinces surrenders with its capital alone and gives up one of them.",
});

pub const REINSTATE: LineKind = LineKind::at_court(Kind {
    key: "reinstate",
    rule: "NIA §13.1.2",
    value: Value::Short(&[CONQUERED]),
    doc: "Makes a conquered country your ally when winter is over: it has its own money again, and its fortresses are armed.",
});

pub const TAKE: LineKind = LineKind::at_court(Kind {
    key: "take",
    rule: "NIA §13.2",
    value: Value::Short(&[Field {
        key: "province",
        value: Value::Needed(&Value::Name(&PROVINCE)),
        doc: "A province beside your own land, of a country that may surrender to you.",
    }]),
    doc: "Which province you choose when a country of several provinces surrenders to you in winter; of several lines the first that can be had.",
});

pub const UNITE: LineKind = LineKind::at_court(Kind {
    key: "unite",
    rule: "NIA §19.1",
    value: Value::Map(&[
        Field {
            key: "province",
            value: Value::Needed(&Value::Name(&PROVINCE)),
            doc: "Your own land, or all the land of a country that follows you.",
        },
        Field {
            key: "into",
            value: Value::Needed(&Value::Name(&COUNTRY)),
            doc: "Italy (Lombardy first, Romagne, Venezia), the Confederation of the Rhine (Berg, Cleves, Thuringia), Westphalia (Magdeburg, Hanover, Brunswick and Hesse at once), Bavaria (Tyrol first, which splits Berg off, then Ansbach), the Duchy of Warsaw (Masovia first, Posen, Western Galicia) or Dalmatia (your own Illyria); for Britain the Orange Republic (Holland and Flanders at once).",
        },
    ]),
    doc: "Puts a province of your own or of your allies into a new state when winter is over. With its first province, or with all if it is made at once, the state is founded as a satellite of France or an ally of Britain.",
});

const CONQUERED: Field = Field {
    key: "of",
    value: Value::Needed(&Value::Name(&COUNTRY)),
    doc: "A minor country that you have conquered, or may have by then.",
};
