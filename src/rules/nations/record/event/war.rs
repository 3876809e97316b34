//! Events of the war on land: supply, meetings, battles and sieges.

use crate::book::units::Unit;
use crate::record::event::{Cause, Fate, Fighter, Modifier, Occasion, Party, Throw, Winner};
use crate::record::state::{Force, ForceId};
use kit::calendar::Season;
use kit::declared::Words;
use kit::ground::Space;
use serde::{Deserialize, Serialize};

fn is_false(flag: &bool) -> bool {
    !*flag
}

/// Supply, attrition and losses (NIA §6, §7, §8.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum LossEvent {
    /// Supply was assessed, and the force's marker changed (NIA §6.1.1).
    SupplyAssessed { force: ForceId, supplied: bool },

    /// A force was checked for attrition (NIA §7.2). `star`: the die of a `*`.
    AttritionChecked {
        force: ForceId,
        occasions: Vec<Occasion>,
        column: String,
        throw: Throw,
        result: String,
        star: Option<u8>,
        steps: u8,
    },

    /// Troops or support were lost; the force as it is afterwards.
    Lost {
        force: Force,
        units: Vec<Unit>,
        trains: u8,
        depots: u8,
        engineers: u8,
        corps: u8,
        /// The army marker that is lost with its last corps (NIA §1.1.2).
        army: Option<String>,
        cause: Cause,
    },

    /// A force was destroyed whole; its leaders go to the pool (NIA §8.2.5).
    Destroyed {
        force: ForceId,
        power: String,
        at: Space,
        leader: Option<String>,
        army: Option<String>,
        units: Vec<Unit>,
        corps: u8,
        cause: Cause,
    },
}

/// Forces that meet, avoid each other or come to help (NIA §5.2, §8.1.1, §8.3.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum ContactEvent {
    /// A leader tried to intercept one who entered their zone (NIA §5.2.6).
    Intercepted { force: ForceId, mover: ForceId, at: Space, throw: Throw, succeeded: bool },

    /// A force tried to avoid battle (NIA §5.2.7); no dice where it needs none.
    Avoided { force: ForceId, mover: ForceId, at: Space, to: Space, throw: Throw, succeeded: bool },

    /// A force went into the fortress of its hex (NIA §5.2.7, §8.3.2).
    WentInside { force: ForceId, at: Space },

    /// A force was overrun in passing (NIA §5.2.8).
    Overrun { force: ForceId, gone: ForceId, at: Space, cost: u32, spent: u32 },

    /// A leader tried to march to the guns (NIA §8.1.1).
    MarchedToGuns { force: ForceId, to: Space, throw: Throw, succeeded: bool },

    /// A force that marched to the guns or intercepted came into the hex (NIA §5.2.6, §8.1.1).
    CameUp { force: ForceId, from: Space, to: Space },

    /// A beaten force fell back one hex (NIA §8.3.2).
    Retreated { force: ForceId, from: Space, to: Space },
}

/// A tactical card that was revealed, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedTactic {
    pub tactic: String,
    /// The subordinate who plays it, if it is the second of a side, and their die.
    pub leader: Option<String>,
    pub leader_die: Option<u8>,
    /// Whether that subordinate may play it.
    pub allowed: bool,
    /// The die of the card's own check.
    pub check_die: Option<u8>,
    /// What it adds to the dice of its side.
    pub gives: i32,
}

impl Words for PlayedTactic {
    fn words(_: &str) -> Vec<String> {
        ["tactic", "leader", "leader die", "allowed", "check die", "gives"]
            .map(str::to_owned)
            .into()
    }
}

/// Battles, and what follows from them (NIA §8).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum BattleEvent {
    /// A round of battle or of an assault was fought (NIA §8.2.4, §9.2).
    Fought {
        at: Space,
        round: u8,
        size: String,
        odds: String,
        assault: bool,
        attacker: Box<Fighter>,
        defender: Box<Fighter>,
        winner: Winner,
    },

    /// A side drew its tactical cards for a round of a major battle (NIA §8.1.3).
    TacticsDrawn {
        at: Space,
        power: String,
        name: String,
        /// the tactical cards that were drawn
        tactics: Vec<String>,
    },

    /// A tactical card was revealed, and counts in this round of a major battle (NIA §8.1.3).
    TacticPlayed {
        at: Space,
        power: String,
        name: String,
        #[serde(flatten)]
        played: PlayedTactic,
    },

    /// A leader was checked for casualty (NIA §8.2.5); the wounded come back in a season.
    LeaderChecked {
        force: ForceId,
        power: String,
        leader: String,
        at: Space,
        overall: bool,
        die: u8,
        fate: Fate,
        back: Option<Season>,
    },

    /// A leader out of the pool took the place of one who is gone (NIA §8.2.5, §4.2.4).
    Succeeded {
        force: ForceId,
        leader: String,
        after: String,
        commands: bool,
        /// Whether it is one of the dismissals that the scenario allows the side (NIA §21.3.3).
        #[serde(default, skip_serializing_if = "is_false")]
        counts: bool,
    },

    /// A battle is over (NIA §8.3.1). The losses are those of the last round and the retreat.
    BattleEnded {
        at: Space,
        attacker: Party,
        defender: Party,
        size: String,
        winner: Winner,
        /// Steps lost in the last round, by attacker and defender.
        #[told("attacker lost, defender lost")]
        lost: (u32, u32),
    },

    /// A beaten force was checked for its morale (NIA §8.3.3).
    MoraleChecked {
        force: ForceId,
        die: u8,
        target: i32,
        modifiers: Vec<Modifier>,
        demoralized: bool,
    },

    /// A force lost its order by taking in others that had (NIA §8.3.3.1), or found it in winter.
    Disordered { force: ForceId, demoralized: bool },

    /// Cavalry followed the beaten (NIA §8.3.3.1).
    Pursued { force: ForceId, at: Space, by: ForceId, steps: u8 },

    /// A leader tried to rally their force (NIA §8.3.3.2).
    Rallied { force: ForceId, die: u8, target: i32, succeeded: bool, cost: u32, spent: u32 },

    /// A victor went on with their march (NIA §8.3.4).
    WentOn { force: ForceId, cost: u32, spent: u32 },
}

/// Sieges and fortresses (NIA §9).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum SiegeEvent {
    /// A siege was laid, or its marker rose (NIA §9.1, §9.2).
    SiegeMarked { force: ForceId, at: Space, level: u8 },

    /// A siege attempt was made (NIA §9.2).
    SiegeAttempted {
        force: ForceId,
        at: Space,
        fortress: u8,
        throw: Throw,
        result: String,
        star: Option<u8>,
        cost: u32,
        spent: u32,
    },

    /// A fortress without troops that lost an assault was checked: whether it surrenders (NIA §9.3).
    GarrisonChecked {
        at: Space,
        power: String,
        die: u8,
        target: i32,
        modifiers: Vec<Modifier>,
        surrenders: bool,
    },

    /// Permanent points of a fortress were destroyed (NIA §9.2).
    WallsBroken { at: Space, points: u8 },

    /// A place changed hands (NIA §9.3); an empty fortress is a simple city. It stays with whoever it is `from`,
    /// if nobody was left to take it.
    Captured { at: Space, power: String, from: Option<String>, empty: bool },

    /// A garrison marched out with the honours of war (NIA §9.3).
    HonoursOfWar {
        force: ForceId,
        power: String,
        at: Space,
        leader: Option<String>,
        units: Vec<Unit>,
        back: Season,
    },

    /// A captured fortress was armed again (NIA §9.3).
    Rearmed { force: Force, at: Space, with: String },
}
