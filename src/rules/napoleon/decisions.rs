//! The choices that the rules leave to the one player, and the key of the sheet that answers each.
//!
//! Those that an order answers come at a stop of the sequence; the others are choices among equals
//! (FCN §17), which the ledger is asked while they are played: the default or the lot decides, unless
//! the campaign has another `ties`. The decisions are those of the rules; the defaults and the keys
//! are ours.

use kit::decision::{Decision, by_rule};

kit::asked! {
    Shock = "shock" in Reaction "ties" {
        rule: "12.4",
        decision: "which of several forces of the lowest skill makes a shock check",
        decider: "player",
        options: "the equals",
        default: "of the enemy one that fails for certain, then the strongest; of the French \
            the likeliest to stand, then the weakest",
    }
    Hit = "hit" in Reaction "ties" {
        rule: "12.9",
        decision: "which of several forces of the lowest skill takes a hit",
        decider: "player",
        options: "the equals",
        default: "of the enemy one that it destroys, then the strongest; of the French one \
            that only flips, then the cheapest",
    }
    PlanHolder = "plan holder" in Reaction "ties" {
        rule: "13.5",
        decision: "which of several enemies of the highest skill gets the next plan",
        decider: "player",
        options: "the equals",
        default: "by lot",
    }
    NextToAct = "next to act" in Reaction "ties" {
        rule: "13.9",
        decision: "which of several enemies of a region acts next",
        decider: "player",
        options: "the equals",
        default: "by lot",
    }
    CityHit = "city hit" in Reaction "ties" {
        rule: "11.1",
        decision: "which force of a city is hit by the fog of war",
        decider: "player",
        options: "the French forces of the city",
        default: "one that only flips, then the cheapest",
    }
    Group = "group" in Reaction "ties" {
        rule: "15.2",
        decision: "which group of enemies is rolled for next",
        decider: "player",
        options: "the groups that are left, each by its first force",
        default: "by the map, then by nation",
    }
    Goal = "goal" in Reaction "ties" {
        rule: "15.3",
        decision: "for which of several equal areas a group of enemies makes",
        decider: "player",
        options: "the equals",
        default: "by lot",
    }
    Way = "way" in Reaction "ties" {
        rule: "15.3",
        decision: "which of several equally short ways it takes",
        decider: "player",
        options: "the next areas",
        default: "by lot",
    }
    Refit = "refit" in Reaction "ties" {
        rule: "15.6",
        decision: "which of several enemies of the highest skill is refitted",
        decider: "player",
        options: "the equals",
        default: "by lot",
    }
}

const ORDERED: &[Decision] = kit::ordered! {
    Entry "moves" {
        rule: "9.2",
        decision: "who moves, and where Napoleon goes",
        decider: "player",
        options: "a neighbouring area, or stay",
        default: "nobody; Napoleon goes with the strongest of those who leave him alone",
    }
    Entry "battles" {
        rule: "9.3",
        decision: "which battle is next",
        decider: "player",
        options: "areas with both sides",
        default: "the best odds for the French",
    }
    Entry "scouts" {
        rule: "11.1",
        decision: "the fog of war or an enemy order is rolled again",
        decider: "player",
        options: "yes, no",
        default: "no",
    }
    Entry "fog" {
        rule: "11.1",
        decision: "what is chosen of an event of the fog",
        decider: "player",
        options: "an insight, a recruit, Napoleon comes, who joins",
        default: "none of it",
    }
    Entry "more plans" {
        rule: "11.4",
        decision: "more plans for each turn",
        decider: "player",
        options: "0, 1 or 2",
        default: "0",
    }
    Entry "insights" {
        rule: "11.5",
        decision: "which insights are chosen",
        decider: "player",
        options: "any set that the plans pay for",
        default: "none; Terrain means the reserve, Duration is longer",
    }
    Entry "place" {
        rule: "11.6",
        decision: "where the forces start, in line or in column",
        decider: "player",
        options: "four in the approach at the most, the others in reserve",
        default: "the strongest four of infantry and cavalry in the approach, infantry in \
            line, cavalry in column",
    }
    Entry "try" {
        rule: "13.1",
        decision: "whether an insight is tried, who sweeps, and whether a scout is used",
        decider: "player",
        options: "yes, no; up to three cavalry of the reserve",
        default: "yes, by all but one, without a scout",
    }
    Entry "plans" {
        rule: "13.2",
        decision: "which plans go to whom",
        decider: "player",
        options: "the counters that a force can have",
        default: "Square, Engage, Volley, Charge, Grapeshot, Push, where they fit",
    }
    Entry "plans: formation" {
        rule: "13.3",
        decision: "who changes formation, and when",
        decider: "player",
        options: "three forces, at any moment",
        default: "nobody",
    }
    Entry "acts" {
        rule: "13.4",
        decision: "what a force does without a plan",
        decider: "player",
        options: "Fire, March, Pivot, nothing",
        default: "in an attack columns march or else fire, lines fire or else march; in defence lines fire, a column \
            marches upon a column next to it, the others stand; guns and fortifications fire",
    }
    Entry "acts" {
        rule: "13.10",
        decision: "in which order the French act",
        decider: "player",
        options: "any",
        default: "before the enemy a Square, then a Prepare; after it cannons and walls, \
            then plans, then from front to rear; in a rout from rear to front",
    }
    Entry "forced march" {
        rule: "14.1",
        decision: "who marches again",
        decider: "player",
        options: "a neighbouring area, or stay",
        default: "nobody",
    }
    Entry "resupply" {
        rule: "14.4",
        decision: "what is refitted, bought and kept",
        decider: "player",
        options: "reduced forces, what is for sale, scouts",
        default: "the strongest reduced force, while more than 4 points are left",
    }
};

/// Lists every decision by its paragraph.
pub fn decisions() -> Vec<Decision> {
    by_rule(Topic::ASKED, ORDERED)
}
