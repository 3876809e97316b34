//! The steps of squadrons: sail, join, engage, blockade, enter, carry, land, corsairs (NIA §5.3, §10).
//!
//! This edition keeps fleets where they are: the orders are read and checked, and end the entry.

use super::StepKind;
use super::attack;
use crate::rules::nations::activation::Activation;
use crate::rules::nations::event::Reason;
use crate::rules::nations::words::{FORCE, SEA, SQUADRON, UNIT};
use crate::sheet::form::{Field, Filled, Kind, Value};

fn not_played(_: &mut Activation, _: &Filled) -> Result<(), Reason> {
    Err(Reason::NotPlayed { rule: "NIA §5.3".to_owned() })
}

/// Tells a step that is read but not played; what comes after it is not certain.
fn tell(plan: &mut crate::rules::nations::plan::Plan, filled: &Filled, word: &str) -> String {
    let line = attack::tell(plan, filled, word, None);
    format!("{line} [understood, but not played by this edition: ends the entry]")
}

pub const SAIL: StepKind = StepKind {
    kind: Kind {
        key: "sail",
        rule: "NIA §5.3",
        value: Value::Short(&[Field {
            key: "to",
            value: Value::List(&Value::Name(&SEA)),
            doc: "Sea areas and harbours in their order.",
        }]),
        doc: "Sails through sea areas and into harbours, a point for each.",
    },
    tell: |plan, filled| tell(plan, filled, "sail"),
    play: not_played,
};

pub const JOIN: StepKind = StepKind {
    kind: Kind {
        key: "join",
        rule: "NIA §5.3",
        value: Value::Short(&[Field {
            key: "with",
            value: Value::Name(&SQUADRON),
            doc: "The squadron that joins.",
        }]),
        doc: "Takes another squadron of the place along, for a point; three fleets at most.",
    },
    tell: |plan, filled| tell(plan, filled, "join"),
    play: not_played,
};

pub const ENGAGE: StepKind = StepKind {
    kind: Kind {
        key: "engage",
        rule: "NIA §5.3.1",
        value: Value::Short(&[Field {
            key: "squadron",
            value: Value::Name(&SQUADRON),
            doc: "Which squadron, by its admiral; `any` for the first.",
        }]),
        doc: "Offers battle to an enemy squadron of the area.",
    },
    tell: |plan, filled| tell(plan, filled, "engage"),
    play: not_played,
};

pub const BLOCKADE: StepKind = StepKind {
    kind: Kind {
        key: "blockade",
        rule: "NIA §5.3.2",
        value: Value::Short(&[Field {
            key: "harbour",
            value: Value::Name(&SEA),
            doc: "The harbour that is blockaded.",
        }]),
        doc: "Enters the blockade box of an enemy harbour.",
    },
    tell: |plan, filled| tell(plan, filled, "blockade"),
    play: not_played,
};

pub const ENTER: StepKind = StepKind {
    kind: Kind {
        key: "enter",
        rule: "NIA §5.3.2",
        value: Value::Short(&[Field {
            key: "harbour",
            value: Value::Name(&SEA),
            doc: "The harbour that is attacked.",
        }]),
        doc: "Goes into an enemy harbour against its batteries.",
    },
    tell: |plan, filled| tell(plan, filled, "enter"),
    play: not_played,
};

pub const CARRY: StepKind = StepKind {
    kind: Kind {
        key: "carry",
        rule: "NIA §5.3.3",
        value: Value::Short(&[
            Field {
                key: "force",
                value: Value::Name(&FORCE),
                doc: "The force that goes on board.",
            },
            Field {
                key: "units",
                value: Value::List(&Value::Name(&UNIT)),
                doc: "Units of it, if not all.",
            },
        ]),
        doc: "Takes land units of the harbour on board.",
    },
    tell: |plan, filled| tell(plan, filled, "carry"),
    play: not_played,
};

pub const LAND: StepKind = StepKind {
    kind: Kind {
        key: "land",
        rule: "NIA §5.3.3",
        value: Value::Short(&[
            Field {
                key: "at",
                value: Value::Name(&SEA),
                doc: "The harbour or coast where they land.",
            },
            Field {
                key: "siege",
                value: Value::Condition,
                doc: "Whether the two attempts after a landing are made.",
            },
        ]),
        doc: "Puts the land units ashore.",
    },
    tell: |plan, filled| tell(plan, filled, "land"),
    play: not_played,
};

pub const CORSAIRS: StepKind = StepKind {
    kind: Kind {
        key: "corsairs",
        rule: "NIA §10.7",
        value: Value::Short(&[
            Field {
                key: "box",
                value: Value::Word(&["enter", "leave"]),
                doc: "Whether it goes into the corsairs' box or out of it.",
            },
            Field { key: "to", value: Value::Name(&SEA), doc: "Where it goes when it leaves." },
        ]),
        doc: "Sends the squadron to hunt corsairs, or brings it back.",
    },
    tell: |plan, filled| tell(plan, filled, "corsairs"),
    play: not_played,
};
