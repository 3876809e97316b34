//! Every decision that the rules leave to people, and the key of the sheet that answers it.
//!
//! decider: mover = who orders the force; owner = whose force it is; umpire = a person at the desk.
//! The decisions are those of the rules; the defaults and the keys are ours.

use kit::decision::{Decision, by_rule};

kit::asked! {
    Words = "words" in Entry "words" {
        rule: "3",
        decision: "what an order in words means",
        decider: "umpire",
        options: "any words, which are told, or orders as a sheet has them, with `step:` if \
            they wait for a step of §8",
        default: "the words are not followed until the umpire rules",
    }
    Stance = "stance" in Entry "stance" {
        rule: "19.1",
        decision: "attack, defend, besiege or raid",
        decider: "owner",
        options: "attack, defend, besiege, raid",
        default: "that of the next general there who has orders on it; else attack, and a \
            garrison that has not moved defends its fortress",
    }
    Commander = "commander" in SetUp "commander" {
        rule: "10.1",
        decision: "who of generals of equal rank and ratings commands in a hex",
        decider: "owner",
        options: "the equals",
        default: "the first by the list of generals",
    }
    AtSea = "at sea" in Entry "at sea" {
        rule: "19.6",
        decision: "intercept or evade an enemy at sea",
        decider: "owner",
        options: "intercept, evade",
        default: "evade",
    }
    BreakOff = "break off" in Entry "break off" {
        rule: "19.4",
        decision: "break off in the night after a day that settled nothing",
        decider: "owner",
        options: "yes, no",
        default: "no",
    }
}

const ORDERED: &[Decision] = kit::ordered! {
    Entry "retreat" {
        rule: "19.5",
        decision: "where a beaten army goes",
        decider: "owner",
        options: "any hex that is allowed",
        default: "toward the nearest supply",
    }
    Entry "march: {force}" {
        rule: "12.5",
        decision: "march further than the pace",
        decider: "mover",
        options: "up to twice the pace",
        default: "no",
    }
    Entry "deploy" {
        rule: "15.2",
        decision: "where a depot is deployed",
        decider: "mover",
        options: "where a force stands",
        default: "nowhere",
    }
    SetUp "budget" {
        rule: "15.1",
        decision: "whom to feed when points are short",
        decider: "owner",
        options: "all, nobody, generals and formations",
        default: "those under generals by seniority, then the others by name",
    }
    SetUp "budget" {
        rule: "16.5",
        decision: "what resource points are spent on",
        decider: "owner",
        options: "supply, action points, purchases, money",
        default: "supply, then what the orders need, then money",
    }
    SetUp "budget" {
        rule: "18",
        decision: "in which home city new troops appear",
        decider: "owner",
        options: "a victory city that they own and hold, without an enemy in it",
        default: "the capital, else the first on the list of provinces",
    }
    SetUp "budget" {
        rule: "19.7",
        decision: "whether a general is bought",
        decider: "owner",
        options: "up to nine, for who began with fewer",
        default: "none",
    }
    SetUp "organise" {
        rule: "10.1",
        decision: "who commands which corps and brigades",
        decider: "owner",
        options: "any general in the hex",
        default: "as before",
    }
};

/// Lists every decision by its paragraph.
pub fn decisions() -> Vec<Decision> {
    by_rule(Topic::ASKED, ORDERED)
}
