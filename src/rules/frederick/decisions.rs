//! The choices that the rules leave to people, and the key of the sheet that answers each.
//!
//! The decisions are those of the rules; the defaults and the keys are ours.

use kit::decision::{Decision, by_rule};

kit::asked! {
    Pay = "pay" in Entry "pay" {
        rule: "12.2",
        decision: "whether an operation is paid in thaler or checked for attrition",
        decider: "who operates",
        options: "thaler, attrition",
        default: "thaler while the treasury has them",
    }
    Met = "met" in Reaction "met" {
        rule: "13.2",
        decision: "what a march does that finds others where it did not mean to fight",
        decider: "who operates",
        options: "stop, fight",
        default: "stop before them",
    }
    Losses = "losses" in Reaction "losses" {
        rule: "12.3",
        decision: "which unit is lost",
        decider: "owner",
        options: "the units of the force",
        default: "recruits, light troops, garrisons, cavalry, siege trains, fleets, veterans, \
            guards, leaders, sovereigns; the weaker first",
    }
    SavedTo = "saved to" in Reaction "saved to" {
        rule: "23.5",
        decision: "to which units a leader goes who saves himself",
        decider: "owner",
        options: "own units elsewhere",
        default: "the largest stack",
    }
}

const ORDERED: &[Decision] = kit::ordered! {
    SetUp "initiative" {
        rule: "7.1",
        decision: "how much is bid for the initiative",
        decider: "each seat",
        options: "0 to all its thaler",
        default: "0",
    }
    SetUp "operations" {
        rule: "12.1",
        decision: "which force operates, or a pass",
        decider: "the seat whose turn it is",
        options: "any force of its own",
        default: "pass",
    }
    Entry "force, units" {
        rule: "12.2",
        decision: "which units of a square are the force",
        decider: "who operates",
        options: "one or more of the square",
        default: "all that can move",
    }
    Entry "from" {
        rule: "8.5",
        decision: "whose treasury pays in a seat with two majors",
        decider: "who operates",
        options: "the majors of the seat",
        default: "the force's own, else the first",
    }
    Entry "march, attack" {
        rule: "16.2",
        decision: "where a force goes",
        decider: "who operates",
        options: "any way that the rules allow",
        default: "it stays",
    }
    Entry "drop" {
        rule: "16.5",
        decision: "who is dropped on the way",
        decider: "who operates",
        options: "units of the force",
        default: "nobody",
    }
};

/// Lists every decision by its paragraph.
pub fn decisions() -> Vec<Decision> {
    by_rule(Topic::ASKED, ORDERED)
}
