//! The decisions that an order of the sheet makes by itself: the ledger is not asked.

use kit::decision::Decision;

pub(super) const ORDERED: &[Decision] = kit::ordered! {
    Entry "-" {
        rule: "3.2",
        decision: "who draws, several players of one side",
        decider: "nobody: the ledger",
        options: "-",
        default: "order of the diplomacy phase",
    }
    SetUp "-" {
        rule: "4.1.1",
        decision: "units set for the army, up to the commander's capacity",
        decider: "owner",
        options: "which corps in, which as separate force next door",
        default: "all in the hex, best modifiers first",
    }
    Reaction "-" {
        rule: "4.1.1",
        decision: "which steps go when a stack is too large",
        decider: "nobody",
        options: "-",
        default: "those that exceed the limit, from the smaller force",
    }
    SetUp "-" {
        rule: "4.1.1",
        decision: "allied steps in an army at the limit of half",
        decider: "owner of the army",
        options: "which stay out",
        default: "the last come",
    }
    Entry "absorb: {leader}" {
        rule: "4.1.1, 5.1.5",
        decision: "leader whose steps are gone or absorbed",
        decider: "owner",
        options: "stay with the force if a place is free, pool",
        default: "stay",
    }
    Entry "fleets" {
        rule: "4.1.2",
        decision: "which fleets go on when more than three meet",
        decider: "owner",
        options: "which part sails",
        default: "all of them; if the place has no room for all, none sails",
    }
    Reaction "command" {
        rule: "4.2.3",
        decision: "commander of allied armies of equal size",
        decider: "both owners",
        options: "agree on one",
        default: "the power highest in diplomacy order, Britain first; both sheets naming \
            one leader is agreement",
    }
    Entry "take command" {
        rule: "4.2.4",
        decision: "arriving senior (for a plain force: equal or senior) takes over",
        decider: "mover",
        options: "end the march in the hex or not; with equals which of the two goes",
        default: "senior replaces; equals: the resident stays",
    }
    Entry "detach" {
        rule: "4.2.5",
        decision: "activate a subordinate instead of the army",
        decider: "mover",
        options: "leader, their units, engineer, train",
        default: "no",
    }
    Entry "march: {alone}" {
        rule: "4.2.6",
        decision: "leader goes on alone",
        decider: "mover",
        options: "leave units where and go on",
        default: "stay with units",
    }
    Reaction "-" {
        rule: "4.2.7",
        decision: "squadron commander among equal manoeuvre",
        decider: "nobody: nothing hangs on it",
        options: "-",
        default: "highest combat",
    }
    Entry "squadron" {
        rule: "5.1.1",
        decision: "squadrons that act on a naval marker, order",
        decider: "mover",
        options: "any, none",
        default: "none",
    }
    Entry "activations" {
        rule: "5.1.2",
        decision: "neutral powers' forces",
        decider: "player of the neutral, else the bloc that plays it",
        options: "any with initiative enough",
        default: "none",
    }
    Entry "activations, on" {
        rule: "5.1.3",
        decision: "leaders that act, order, none at all",
        decider: "mover",
        options: "all with initiative >= marker",
        default: "those with an entry",
    }
    Entry "on, if" {
        rule: "5.1.3",
        decision: "second or third activation at the price of a check",
        decider: "mover",
        options: "yes, no",
        default: "only with a further entry",
    }
    Entry "march: {alone}" {
        rule: "5.1.4",
        decision: "leader without units moves on each marker",
        decider: "mover",
        options: "yes, no",
        default: "no",
    }
    Entry "absorb, integrate" {
        rule: "5.1.5, 5.1.6",
        decision: "take units in, though that may raise the force's level of activation",
        decider: "mover",
        options: "absorb, integrate, pass by",
        default: "on the way nobody is taken in without such a step",
    }
    Entry "army: {beside}" {
        rule: "5.1.7, 5.1.8",
        decision: "which units beside the marker come along, and where they end",
        decider: "mover",
        options: "each",
        default: "commanded, end on the marker",
    }
    Entry "force" {
        rule: "5.2.1",
        decision: "units without a leader march (not next to the enemy)",
        decider: "mover",
        options: "yes, no",
        default: "no",
    }
    Entry "march, drop, detachment" {
        rule: "5.2.1",
        decision: "route, drop, split, make detachments, pick up",
        decider: "mover",
        options: "free within points",
        default: "only what the steps say; the receipt shows the path",
    }
    Entry "swap" {
        rule: "5.2.1",
        decision: "swap points between like units at the start",
        decider: "mover",
        options: "any legal",
        default: "no",
    }
    Entry "drop" {
        rule: "5.2.1, 6.2.2",
        decision: "train or engineer taken along or left",
        decider: "mover",
        options: "free",
        default: "along",
    }
    Entry "absorb" {
        rule: "5.2.2",
        decision: "steps of allied minors taken in",
        decider: "mover",
        options: "legal kinds, modifiers within one",
        default: "as many as fill reduced corps",
    }
    Entry "absorb: {leader}" {
        rule: "5.2.3",
        decision: "absorbed force's leader",
        decider: "mover",
        options: "army, three-star force, pool",
        default: "army if fewer than 4",
    }
    Entry "group" {
        rule: "5.2.3",
        decision: "armies march together, part on the way",
        decider: "mover",
        options: "group, where they part",
        default: "separate",
    }
    Entry "march" {
        rule: "5.2.4",
        decision: "stop before the end of the list",
        decider: "mover",
        options: "each hex",
        default: "end of the list",
    }
    Entry "army: {beside}" {
        rule: "5.2.4",
        decision: "where the corps of an army end their march",
        decider: "mover",
        options: "each",
        default: "with the marker",
    }
    Entry "extended" {
        rule: "5.2.5",
        decision: "extended march with a check",
        decider: "mover",
        options: "yes, no",
        default: "no",
    }
    Reaction "intercept: {send}" {
        rule: "5.2.6",
        decision: "which corps an intercepting army sends",
        decider: "other",
        options: "at least one, under a subordinate if there is one",
        default: "all of it",
    }
    Reaction "avoid battle" {
        rule: "5.2.7",
        decision: "avoid each time the mover follows",
        decider: "other",
        options: "as above",
        default: "same answer; the roll is new",
    }
    Entry "pursue" {
        rule: "5.2.7",
        decision: "follow a force that has slipped away",
        decider: "mover",
        options: "follow, go on, stop",
        default: "next step of the list",
    }
    Reaction "retreat: {overrun}" {
        rule: "5.2.8",
        decision: "overrun while avoiding or retreating",
        decider: "owner",
        options: "either",
        default: "the cheapest way, whether it overruns or not",
    }
    Entry "on" {
        rule: "5.2.9",
        decision: "forced march",
        decider: "mover",
        options: "yes, no",
        default: "only with an entry",
    }
    Entry "drop: {screen}" {
        rule: "5.2.10",
        decision: "screen a fortress and go on, or stop",
        decider: "mover",
        options: "which steps stay (at least its level; level 3 an army)",
        default: "stop",
    }
    Entry "bridge" {
        rule: "5.2.10",
        decision: "lay a pontoon bridge, which hexside",
        decider: "mover",
        options: "at the start, engineer not moved",
        default: "no",
    }
    Entry "march" {
        rule: "5.2.10",
        decision: "cross an unbridged river or strait",
        decider: "mover",
        options: "-",
        default: "only if the path names it; a goal's path avoids it when a road within 2 \
            points exists",
    }
    Entry "march" {
        rule: "5.2.11",
        decision: "into or out of an off-map box, through which hex",
        decider: "mover",
        options: "entry hexes",
        default: "-",
    }
    Entry "sail, join" {
        rule: "5.3",
        decision: "route; join fleets for a point; who then commands",
        decider: "mover",
        options: "free",
        default: "-",
    }
    Entry "engage" {
        rule: "5.3.1",
        decision: "attack a squadron that is in the area",
        decider: "mover",
        options: "which",
        default: "no",
    }
    Entry "blockade" {
        rule: "5.3.2",
        decision: "blockade a harbour; relieve a blockade",
        decider: "mover",
        options: "yes, no",
        default: "no",
    }
    Entry "enter" {
        rule: "5.3.2",
        decision: "go into the enemy harbour against the batteries",
        decider: "mover",
        options: "yes, no",
        default: "no",
    }
    Entry "carry, land" {
        rule: "5.3.3",
        decision: "load, what, which fleet carries it, landing place",
        decider: "mover",
        options: "within capacity",
        default: "heaviest on the admiral's fleet",
    }
    Reaction "sea: {losses}" {
        rule: "5.3.3",
        decision: "which transport is sunk once empty fleets are gone",
        decider: "owner",
        options: "each",
        default: "least cargo",
    }
    Entry "land: {siege}" {
        rule: "5.3.3",
        decision: "the two attempts after a landing",
        decider: "mover",
        options: "make them or stop",
        default: "make both",
    }
    Reaction "retreat: {by sea}" {
        rule: "8.3.2, 5.3",
        decision: "retreat from a harbour by ship",
        decider: "owner",
        options: "ship, land, inside",
        default: "inside, then ship",
    }
    Entry "-" {
        rule: "6.2",
        decision: "which of several lines",
        decider: "nobody: if any works, supplied",
        options: "-",
        default: "-",
    }
    Entry "drop: depot, take: depot" {
        rule: "6.2.2",
        decision: "train to depot, depot to train",
        decider: "mover",
        options: "any time of the activation",
        default: "no",
    }
    Entry "detachment" {
        rule: "6.2.1",
        decision: "make a detachment as a link",
        decider: "mover",
        options: "where, from which corps",
        default: "no",
    }
    Reaction "attrition: {losses}" {
        rule: "6.2, 7.3",
        decision: "which steps of an overfull fortress are the supplied ones",
        decider: "owner inside",
        options: "any, up to its level",
        default: "the garrison is checked for what is above the level, who came first eats \
            first; what is lost is lost as usual",
    }
    Entry "attack" {
        rule: "8, 5.2.4",
        decision: "attack where both could go on",
        decider: "mover",
        options: "the entered hex",
        default: "battle follows unless avoided",
    }
    Reaction "sound of the guns: {if}" {
        rule: "8.1.1, 5.1.6",
        decision: "march in though it raises the level of activation or demoralizes the force",
        decider: "same",
        options: "yes, no",
        default: "not where it demoralizes the force",
    }
    Reaction "second round" {
        rule: "8.3.1",
        decision: "then whether the defender fights on",
        decider: "defender",
        options: "two",
        default: "fight if odds >= 1:1",
    }
    Reaction "retreat: {toward, hexes, never into}" {
        rule: "8.3.2",
        decision: "over a river, through a zone or a contact area",
        decider: "loser",
        options: "legal ways",
        default: "fewest steps lost, then nearest supply",
    }
    Reaction "retreat: {into}" {
        rule: "8.3.2",
        decision: "into the fortress of the hex",
        decider: "loser",
        options: "inside, away",
        default: "inside if its level >= steps, else away",
    }
    Entry "rally" {
        rule: "8.3.3.2",
        decision: "attempts to rally at the start",
        decider: "mover",
        options: "0 to as many as points allow",
        default: "none; as many as the step says",
    }
    Entry "after" {
        rule: "8.3.4",
        decision: "go on after a victory (1 point)",
        decider: "mover",
        options: "march, siege, stop",
        default: "next step; none: stop",
    }
    Entry "siege: {attempts, keep mp, if}" {
        rule: "5.2.10, 9.1",
        decision: "lay siege, pay for an attempt, take the free one at the end",
        decider: "mover",
        options: "each while points last",
        default: "one",
    }
    Reaction "besieged: {assault lead}, siege: {lead, subordinate}" {
        rule: "9.2",
        decision: "lead unit and subordinate in an assault",
        decider: "both",
        options: "as in battle, cavalry counts 0",
        default: "best modifier; none",
    }
    Reaction "losses" {
        rule: "9.3",
        decision: "besieger's loss on R and in the assault",
        decider: "mover",
        options: "list",
        default: "detachments, then the worst modifier, of equals the fullest unit; the \
            guard last",
    }
    Entry "reactivate" {
        rule: "9.3",
        decision: "what a captured fortress is given: a supply unit, a step, nothing",
        decider: "captor",
        options: "three",
        default: "nothing",
    }
    Entry "reactivate" {
        rule: "9.3",
        decision: "put a garrison step into an own empty fortress later",
        decider: "mover",
        options: "yes, no",
        default: "no",
    }
    Reaction "retreat" {
        rule: "9.4",
        decision: "hexes to fall back to when the siege is raised",
        decider: "owner",
        options: "as retreat",
        default: "fewest steps lost, then nearest supply",
    }
    Entry "sail: {if: lost}" {
        rule: "10.3",
        decision: "beaten, not in harbour: sail on",
        decider: "mover",
        options: "yes, no",
        default: "home",
    }
    Entry "enter, blockade" {
        rule: "10.4",
        decision: "attack in harbour; pursuit of the beaten",
        decider: "mover",
        options: "yes, no",
        default: "no",
    }
    Entry "squadron" {
        rule: "10.6",
        decision: "show a decoy",
        decider: "owner",
        options: "moves like a fleet",
        default: "as its entry",
    }
    Reaction "guns order" {
        rule: "8.1.1",
        decision: "in which order they march to the guns",
        decider: "owner",
        options: "a list of leaders",
        default: "highest bonus first",
    }
    SetUp "new army" {
        rule: "12.4",
        decision: "who sets up an army marker between springs, for money or by a special rule",
        decider: "owner",
        options: "a leader with a capacity, and one from the pool",
        default: "nobody",
    }
    SetUp "other units" {
        rule: "21.3.2",
        decision: "recruits that come as one of two kinds",
        decider: "owner",
        options: "the units of the line, or its other units",
        default: "the units of the line",
    }
    Entry "cede" {
        rule: "13.2",
        decision: "give up a province of an ally for its peace",
        decider: "the ally",
        options: "yes, if an enemy controls it and the country has others; no",
        default: "no",
    }
    Entry "annex, reinstate" {
        rule: "13.1.2",
        decision: "what becomes of a conquered country",
        decider: "conqueror",
        options: "a part of its own land, or its ally",
        default: "what the rules force; else an ally if it has troops, its own land if it has none",
    }
    Entry "take" {
        rule: "13.2",
        decision: "which province of a country that surrenders",
        decider: "conqueror",
        options: "those beside its own land",
        default: "one with a key city first, the capital's last",
    }
    Entry "demand" {
        rule: "13.3.2.3",
        decision: "which conditions a beaten power accepts",
        decider: "victor",
        options: "land, a country, an indemnity, troops, the Continental System, a longer peace, an alliance",
        default: "the Continental System, an indemnity, land, the rest",
    }
    Entry "concede" {
        rule: "13.3.2.3",
        decision: "which conditions one gives who must make peace",
        decider: "the beaten",
        options: "the same, without a longer peace and an alliance",
        default: "an indemnity, land, troops, the rest",
    }
    Entry "continue" {
        rule: "13.3.1.2",
        decision: "fight on instead of making peace",
        decider: "the beaten",
        options: "yes, no",
        default: "no",
    }
    Entry "offer" {
        rule: "13.3.1.1",
        decision: "offer peace without being beaten",
        decider: "owner",
        options: "to an enemy, with conditions or without",
        default: "no",
    }
    Entry "accept" {
        rule: "13.3.1.1",
        decision: "accept a peace that is offered",
        decider: "the other power",
        options: "yes, from so many conditions on; no",
        default: "no",
    }
    Entry "join" {
        rule: "13.3.2.2",
        decision: "join a power that is attacked too early after its defeat",
        decider: "one whom a peace binds to the aggressor",
        options: "yes, no",
        default: "no",
    }
    Entry "pursue" {
        rule: "10.3",
        decision: "the winner at sea follows to the harbour and blockades it",
        decider: "mover",
        options: "yes, no",
        default: "no",
    }
};
