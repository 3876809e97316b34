//! Every decision that the rules leave to people, and the key of the sheet that answers it.
//!
//! decider: mover = the power whose marker or entry is being played; other = its opponent in the
//! situation; owner = the power to which the force or place belongs. The key `-` means that no key of
//! a sheet answers the decision. What the rules decide is not listed. The decisions are from the
//! rules; defaults and keys are ours.

mod ordered;

use kit::decision::{Decision, by_rule};
use ordered::ORDERED;

kit::asked! {
    Naval2 = "naval 2" in SetUp "naval 2" {
        rule: "3.1",
        decision: "use the year's extra naval marker this season",
        decider: "each side",
        options: "yes, no",
        default: "no; in autumn yes if not yet used and a squadron has an entry",
    }
    FirstMarker = "first marker" in SetUp "first marker" {
        rule: "3.2",
        decision: "first marker of a scenario",
        decider: "side with initiative",
        options: "any but winter quarters",
        default: "own land 4",
    }
    Absorb = "absorb" in Entry "absorb" {
        rule: "4.1.1",
        decision: "detachment in a hex where a force stops",
        decider: "mover",
        options: "absorb for 1 point, or lose the surplus",
        default: "at the end of a march friends are joined for a point; without the point or \
            the room the march stops in the hex before",
    }
    Command = "command" in Reaction "command" {
        rule: "4.2.1, 4.2.2",
        decision: "commander among equals",
        decider: "owner",
        options: "any of the highest rank",
        default: "combat, then initiative, then the order of the forces",
    }
    DismissAfterDefeat = "dismiss after defeat" in Reaction "dismiss after defeat" {
        rule: "4.2.4",
        decision: "dismiss the loser of a minor or major battle (a sovereign only after a \
            major one)",
        decider: "owner",
        options: "keep, dismiss and name another from the pool",
        default: "keep",
    }
    Met = "met" in Reaction "met" {
        rule: "5.2.4",
        decision: "an enemy met that the sheet did not foresee",
        decider: "mover",
        options: "stop before them, fight, go round",
        default: "stop before them",
    }
    Intercept = "intercept" in Reaction "intercept" {
        rule: "5.2.6",
        decision: "intercept, with whom, all or part, in which order of leaders",
        decider: "other",
        options: "each leader within reach, the highest initiative first",
        default: "no",
    }
    Entered = "entered" in Reaction "entered" {
        rule: "5.2.7",
        decision: "avoid, stand, go inside; separately for each part of a stack",
        decider: "other",
        options: "three",
        default: "troops without a leader go inside; if an army comes, troops that are not \
            an army go inside too, or avoid battle where there are no walls; all others stand",
    }
    AvoidBattle = "avoid battle" in Reaction "avoid battle: {to, toward}" {
        rule: "5.2.7",
        decision: "hex of avoidance",
        decider: "other",
        options: "legal neighbours, over a river only with engineers",
        default: "nearest to supply, then away from enemies",
    }
    Overrun = "overrun" in Entry "overrun" {
        rule: "5.2.8",
        decision: "overrun (5 to 1 in printed points, 1 point more), or stop and fight",
        decider: "mover",
        options: "either",
        default: "overrun",
    }
    Card = "card" in Entry "card" {
        rule: "11.1",
        decision: "play a card in hand",
        decider: "holder",
        options: "when the card allows",
        default: "no",
    }
    Screen = "screen" in Entry "screen: {siege}" {
        rule: "5.2.10",
        decision: "the screen's one attempt after the main force has ended",
        decider: "mover",
        options: "yes, no",
        default: "yes",
    }
    SeaFlight = "flight" in Reaction "sea: {flight}" {
        rule: "5.3",
        decision: "fleets driven from a captured harbour: goal",
        decider: "owner",
        options: "friendly harbours in reach",
        default: "nearest without enemy at sea",
    }
    SeaIntercept = "intercept" in Reaction "sea: {intercept}" {
        rule: "5.3.1",
        decision: "intercept at sea, with how many fleets",
        decider: "other",
        options: "each squadron in the area",
        default: "yes if not fewer",
    }
    LeaveBlockade = "leave blockade" in Reaction "sea: {leave blockade}" {
        rule: "5.3.1",
        decision: "leave a blockade to intercept",
        decider: "other",
        options: "each blockading squadron",
        default: "no",
    }
    SeaSend = "send" in Reaction "sea: {send}" {
        rule: "5.3.1, 4.1.2",
        decision: "which blockaders go, where not all have room at sea",
        decider: "other",
        options: "as many as have room",
        default: "highest combat",
    }
    ManoeuvreFactor = "manoeuvre factor" in Reaction "sea: {manoeuvre factor}" {
        rule: "5.3.1",
        decision: "use the manoeuvre factor or hide it",
        decider: "both",
        options: "yes, no",
        default: "yes, except a decoy",
    }
    SeaAvoid = "avoid" in Reaction "sea: {avoid}" {
        rule: "5.3.1",
        decision: "avoid a squadron that comes into the area",
        decider: "other",
        options: "yes, no",
        default: "avoid if fewer",
    }
    SeaTo = "to" in Reaction "sea: {to}" {
        rule: "5.3.1",
        decision: "where a squadron goes that avoids",
        decider: "other",
        options: "harbour of the area, next area",
        default: "harbour",
    }
    ContestBlockade = "contest blockade" in Reaction "sea: {contest blockade}" {
        rule: "5.3.2",
        decision: "fleet inside comes out against the blockade",
        decider: "other",
        options: "fight, stay",
        default: "fight if more",
    }
    LetPass = "let pass" in Reaction "sea: {let pass}" {
        rule: "5.3.2",
        decision: "blockaders let ships pass that come out",
        decider: "other",
        options: "yes, no",
        default: "no",
    }
    Board = "board" in Reaction "sea: {board}" {
        rule: "5.3.3",
        decision: "go on board an ally's ships",
        decider: "the troops' power",
        options: "yes, no",
        default: "no",
    }
    Straits = "straits" in Reaction "straits" {
        rule: "5.3.4",
        decision: "Turkey shuts the Bosphorus; holder of Constantinople lets through",
        decider: "owner",
        options: "yes, no",
        default: "open to friends, shut to enemies",
    }
    SpendSupply = "attrition" in Reaction "attrition: {spend supply}" {
        rule: "7.4",
        decision: "spend one supply unit on a check, a train before a depot",
        decider: "owner",
        options: "yes, no",
        default: "no",
    }
    NationalBonus = "attrition" in Reaction "attrition: {national bonus}" {
        rule: "7.4",
        decision: "use a national bonus (first loss falls on it)",
        decider: "owner",
        options: "yes, no",
        default: "yes",
    }
    AttritionLosses = "attrition" in Reaction "attrition: {losses}" {
        rule: "7.4",
        decision: "which steps",
        decider: "owner",
        options: "after forced ones, any",
        default: "detachments, then the worst modifier, of equals the fullest unit; the \
            guard last",
    }
    SoundOfTheGuns = "sound of the guns" in Reaction "sound of the guns" {
        rule: "8.1.1",
        decision: "march to the guns; several armies one roll or each its own",
        decider: "owner of the marching leader, attacker's side first",
        options: "each leader next door",
        default: "try; not if they besiege or hold the last garrison; each force one roll",
    }
    Morale = "morale" in Reaction "morale" {
        rule: "8.1.2",
        decision: "morale on equal numbers",
        decider: "owner",
        options: "either",
        default: "the higher",
    }
    Lead = "lead" in Reaction "lead" {
        rule: "8.2.3",
        decision: "lead unit",
        decider: "both",
        options: "any corps or none",
        default: "best modifier above nothing; on a tie the reduced one; never the last guard",
    }
    Subordinate = "subordinate" in Reaction "subordinate" {
        rule: "8.2.3",
        decision: "subordinate leader, who",
        decider: "both",
        options: "any, none",
        default: "none",
    }
    Tactics = "tactics" in Reaction "tactics" {
        rule: "8.1.3",
        decision: "optional rule: which of the tactical cards that were drawn is played, and which second",
        decider: "both",
        options: "the cards drawn, none",
        default: "of those that the sheet names the first that was drawn; else the best printed \
            modifier above nothing",
    }
    SecondTactic = "second tactic" in Reaction "second tactic" {
        rule: "8.1.3",
        decision: "optional rule: the subordinate who tries to play a second tactical card",
        decider: "both, with a commander of combat value 2 or more",
        options: "each subordinate, none",
        default: "none: no second card",
    }
    TacticEffect = "tactic effect" in Reaction "-" {
        rule: "8.1.3",
        decision: "optional rule: what a tactical card that was played adds to its side's dice",
        decider: "the umpire",
        options: "-9 to 9",
        default: "the printed modifier; 0 if none is printed, or if the card's own check fails",
    }
    Losses = "losses" in Reaction "losses" {
        rule: "8.2.4",
        decision: "losses beyond the lead unit",
        decider: "owner",
        options: "any",
        default: "detachments, then the worst modifier, of equals the fullest unit; the \
            guard last",
    }
    CavalryLoss = "cavalry loss" in Reaction "cavalry loss: {pay}" {
        rule: "8.2.4",
        decision: "C: a cavalry step or two others",
        decider: "owner",
        options: "either",
        default: "cavalry, unless it is the only step",
    }
    Risk = "risk" in Reaction "risk" {
        rule: "8.2.5",
        decision: "who of the lowest rank is checked",
        decider: "owner",
        options: "each",
        default: "the lowest combat value, of equals the last of the force",
    }
    Successor = "successor" in Reaction "successor" {
        rule: "8.2.5",
        decision: "draw a successor for a wounded leader",
        decider: "owner",
        options: "yes, no",
        default: "yes",
    }
    SecondRound = "second round" in Reaction "second round" {
        rule: "8.3.1",
        decision: "a battle stands equal: whether the attacker fights on",
        decider: "attacker",
        options: "two",
        default: "fight if odds >= 1:1 and own loss <= 1 in 4",
    }
    Retreat = "retreat" in Reaction "retreat" {
        rule: "8.3.2",
        decision: "where a beaten force goes, and what it leaves",
        decider: "loser, not phasing",
        options: "each force for itself within the priorities",
        default: "fewest steps lost, nearest supply, two hexes rather than one; friends \
            where it ends are joined",
    }
    Pursuit = "pursuit" in Reaction "pursuit" {
        rule: "8.3.3.1",
        decision: "pursuit losses: steps or supply units",
        decider: "loser",
        options: "any mix",
        default: "trains, then as losses; a list is gone through one loss a word",
    }
    BesiegedLosses = "besieged" in Reaction "besieged: {losses}" {
        rule: "9.3",
        decision: "besieged losses: steps or fortress points",
        decider: "owner inside",
        options: "mix",
        default: "points, but keep the last one while steps remain",
    }
    Sortie = "sortie" in Reaction "besieged: {sortie}" {
        rule: "9.4, 6.2",
        decision: "sortie",
        decider: "owner inside",
        options: "yes, no",
        default: "never",
    }
    SeaLosses = "losses" in Reaction "sea: {losses}" {
        rule: "10.1",
        decision: "which fleets are lost",
        decider: "owner",
        options: "any; empty ones first",
        default: "lowest combat",
    }
    Tie = "tie" in Reaction "sea: {tie}" {
        rule: "10.2",
        decision: "tie: the non-phasing first, then the phasing side, stay or go",
        decider: "both",
        options: "two",
        default: "stay if not fewer",
    }
    SeaRetreat = "retreat" in Reaction "sea: {retreat}" {
        rule: "10.3",
        decision: "goal of a retreat",
        decider: "loser",
        options: "harbour of the area, harbour in reach, area they came from (phasing)",
        default: "nearest own harbour",
    }
    SeaPursue = "pursue" in Reaction "sea: {pursue}" {
        rule: "10.3",
        decision: "winner pursues and blockades",
        decider: "winner, also non-phasing",
        options: "yes, no",
        default: "no",
    }
    Corsairs = "to" in Entry "corsairs" {
        rule: "10.7",
        decision: "fleet into the corsairs' box, out of it and where to",
        decider: "coalition",
        options: "each",
        default: "stay",
    }
    Hunt = "hunt" in Reaction "sea: {hunt}" {
        rule: "12.2.3",
        decision: "which fleets hunt which corsair",
        decider: "coalition",
        options: "split",
        default: "evenly",
    }
    Return = "return" in Reaction "-" {
        rule: "9.3, 12.4",
        decision: "where a garrison with honours comes back",
        decider: "owner",
        options: "sources of its supply; failing those, own ground",
        default: "the capital of its country, else that of its power, else what is nearest \
            to that",
    }
    ArmyMarker = "army marker" in Reaction "-" {
        rule: "21.1.3",
        decision: "who takes the army marker that is built again",
        decider: "owner",
        options: "leaders with a capacity, a corps and two steps in supply; nobody",
        default: "the senior of them",
    }
    SetUp = "set-up" in SetUp "set-up" {
        rule: "21.C, 21.D",
        decision: "what the set-up or an arrival leaves open: place, leaders, fleets",
        decider: "owner",
        options: "what the scenario allows",
        default: "what the scenario names, else the first that is allowed",
    }
}

/// Lists every decision by its paragraph.
pub fn decisions() -> Vec<Decision> {
    by_rule(Topic::ASKED, ORDERED)
}
