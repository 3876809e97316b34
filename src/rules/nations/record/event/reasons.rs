//! How forces join and part, and why a march halts, an entry waits or a step is not done.

use kit::declared::Words;
use kit::ground::Space;
use serde::{Deserialize, Serialize};

/// How two forces became one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Joining {
    /// The mover took the other's steps (NIA §5.1.5).
    Absorbed,
    /// The mover took the other in whole (NIA §5.1.6).
    Integrated,
    /// The mover went under the other (NIA §5.2.4).
    Merged,
    /// Support units were picked up (NIA §5.2.1).
    PickedUp,
}

/// Why a leader went back to their pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Leaving {
    /// There was no place for one more leader (NIA §4.1.1).
    NoRoom,
    /// Another leader took their command (NIA §4.2.4).
    Replaced,
    /// They were dismissed after a defeat (NIA §4.2.4).
    Dismissed,
    /// Their troops are gone (NIA §8.2.5).
    NoTroops,
    /// A rule of the scenario gives them another command.
    Called,
    /// The umpire took them out of a force.
    Ruled,
}

/// How one force became two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Parting {
    /// Units stayed behind (NIA §5.2.4).
    Dropped,
    /// A detachment was made of a corps (NIA §5.2.4).
    MadeDetachment,
    /// A subordinate was sent off with units of the army (NIA §4.2.5).
    Detached,
    /// The leader went on alone (NIA §4.2.6).
    WentAlone,
    /// A train was put down as a depot (NIA §6.2.2).
    PutDownDepot,
}

/// Why a march ended before its goal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Halt {
    /// The next hex costs more than is left (NIA §5.2.4).
    OutOfPoints { needed: u32, left: u32 },
    /// An enemy stands in the next hex (NIA §5.2.4).
    EnemyAhead { at: Space },
    /// An unbesieged enemy fortress is in the next hex (NIA §5.2.4).
    FortressAhead { at: Space },
    /// Units without a leader may not come next to the enemy (NIA §5.2.1).
    EnemyNear { at: Space },
    /// There is no way that this force may take.
    NoWay { to: Space },
    /// Friends stand in the hex, and the march would end there (NIA §4.1.1): there is no room for both, or
    /// no point is left to join them. Earlier versions stored neither.
    NoRoom {
        at: Space,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lacks_point: Option<bool>,
    },
    /// The strait is shut by an enemy fleet (NIA §5.2.10).
    StraitShut { at: Space },
    /// It came into its off-map box this season (NIA §5.2.11).
    InBox,
    /// The next hex is land of somebody who is neither a friend nor an enemy (NIA §17.4.5).
    Border { at: Space, of: String },
}

/// Why an entry was over before its last step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Over {
    /// A step of it was not done, and it did not say `else: go on`.
    Failed,
    /// Its force is part of another now.
    Joined,
    /// Its force is off the map.
    Gone,
}

/// Why an entry waited, or a step was not done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// `on:` names other markers.
    OtherMarker,
    /// `if:` does not hold.
    ConditionFalse,
    /// Of an `if:` of several parts these do not hold.
    ConditionParts { what: Vec<String> },
    /// `if:` asks something that is not known.
    ConditionUnknown,
    /// `if:` asks of what was not in sight.
    NotInSight { what: Vec<String> },
    /// The leader's initiative is too low for the marker (NIA §5.1.3).
    Initiative { has: u8, needs: u8 },
    /// The force is held in reserve by a rule of the scenario.
    Reserve { rule: String },
    /// It is shut up in a fortress, and the entry is no sortie (NIA §6.2, §9.1).
    Besieged,
    /// A third march in a season needs a card (NIA §5.1.3).
    ThirdMarch,
    /// The card allows a third march, and this would not be one (NIA §11.1).
    NotYetThird,
    /// The card is not in hand any more (NIA §11.1).
    NoCard { card: String },
    /// The card is for another leader, or for an army (NIA §11.1).
    CardNotFor { card: String },
    /// The moment of the entry's card did not come, and it stays in the hand (NIA §11.1).
    CardKept { card: String },
    /// The battle is lost, and with it the activation (NIA §5.2.4).
    Beaten,
    /// A repulse at the walls cost the last step (NIA §9.2).
    LastStepLost,
    /// A neutral power is not attacked, and attacks nobody (NIA §5.1.2).
    AtPeace,
    /// A neutral power acts once a season, on its own marker (NIA §5.1.2).
    NeutralOnce,
    /// A special rule allows no second march in this season (NIA §21.2.1).
    NoForcedMarch,
    /// Too few steps to besiege a fortress (NIA §9.1).
    TooFewSteps { has: u32, needs: u32 },
    /// A citadel is besieged or screened by an army alone (NIA §5.2.10).
    NeedsArmy,
    /// No enemy fortress is here to be besieged (NIA §9.1).
    NoFortress,
    /// There is no captured fortress here that could be armed again (NIA §9.3).
    NotEmptied,
    /// Out of supply nobody rallies (NIA §6.1.2).
    OutOfSupply,
    /// The force is in good order (NIA §8.3.3.2).
    InOrder,
    /// The march ended before the walls, and goes on when they have fallen (NIA §5.2.10).
    BeforeWalls,
    /// It stands before these walls, and its entry has nothing more to do (NIA §9.1).
    AtTheWalls,
    /// An extended march takes nothing else on (NIA §5.2.5).
    NotExtended,
    /// The one it names is not on the map.
    NotThere { name: String },
    /// The leader who is to be called does not wait in the pool (NIA §4.2.4).
    NotInPool { name: String },
    /// They serve another power since they or their country changed sides (NIA §11.2.2).
    ServesOther { name: String, serves: String },
    /// They are a subordinate, and their army was not given the order (NIA §4.2.5).
    Subordinate { of: String },
    /// This edition does not play the step.
    NotPlayed { rule: String },
    /// Somebody it names is not in the same hex.
    NotHere { name: String },
    /// A leader of lower rank cannot take in a higher one (NIA §5.1.5).
    Rank { name: String },
    /// There is no room under the stacking limits (NIA §4.1.1).
    NoRoom { name: String },
    /// Units of other kinds or modifiers cannot be absorbed (NIA §5.2.2).
    Unlike { name: String },
    /// An army has no place for a detachment; its steps only fill up corps (NIA §4.1.1, §5.2.2).
    NoDetachments { name: String },
    /// Steps are exchanged between units of one country alone (NIA §5.2.3).
    OtherCountry { name: String },
    /// Too few movement points are left.
    OutOfPoints { needed: u32, left: u32 },
    /// The force has none of what it should leave or use.
    HasNone { what: String },
    /// Trains, depots and engineers move and act with a leader alone (NIA §5.2.1).
    NeedsLeader,
    /// A leader of an army cannot leave it (NIA §5.2.4).
    CommandsArmy,
    /// A leader without units cannot pick up others (NIA §4.2.6).
    Alone,
    /// Engineers that have moved cannot lay a bridge (NIA §5.2.10).
    HasMoved,
    /// It has acted on this marker, or was left behind by one who did (NIA §5.2.4).
    HasActed,
    /// The step before it ended the march.
    Halted,
    /// An attack before it was to hold the place after the victory.
    Held,
    /// The squadron it names is not there, or not ours (NIA §5.3).
    NoSquadron { name: String },
    /// A step for ships in an entry of troops, or the other way round (NIA §5.1.1).
    OtherElement,
    /// No rule of the scenario lets this side transport troops (NIA §21.3.4).
    NoTransport,
    /// Troops are transported on a naval marker, by an entry without another step (NIA §21.3.4).
    TransportAlone,
    /// Too many steps have been transported on this marker (NIA §21.3.4).
    TransportFull { has: u32, room: u32 },
    /// No way over the sea leads there (NIA §5.3, §5.3.4).
    NoSeaWay { to: String },
    /// Fleets of this nation may not sail there (NIA §5.2.12).
    OutOfBounds { sea: String },
    /// Three fleets of a side are the most in one place (NIA §4.1.2).
    NoBerth { at: String },
    /// The harbour is not ours: ships enter it against its guns only (NIA §5.3.2).
    ForeignHarbour { at: Space },
    /// The harbour is of our own side: nobody blockades or attacks it (NIA §5.3.2).
    OwnHarbour { at: Space },
    /// Enemy ships do not come into the harbour, by an optional rule (NIA §15.2).
    Sheltered { at: Space },
    /// There are no enemy ships that could be engaged or followed (NIA §5.3.1, §10.3).
    NoQuarry,
    /// The enemy slipped away (NIA §5.3.1).
    SlippedAway,
    /// The fleets were beaten here and may not come back in this voyage (NIA §10.3).
    BeatenHere { sea: String },
    /// The fleets were beaten in or before this harbour and may not come back to it in this voyage
    /// (NIA §10.3).
    BeatenBefore { at: Space },
    /// The ships cannot carry so much (NIA §5.3.3).
    Overladen { has: u32, room: u32 },
    /// Nobody of the sort is on board (NIA §5.3.3).
    NotAboard,
    /// Nobody can land there: it is no harbour, town or island by this sea (NIA §5.3.3).
    NoLandingPlace { at: Space },
    /// Its land units do not leave the land of their power while enemies stand on it (NIA §14.4.2).
    HomeBound { at: Space },
    /// Guerrillas, militia or troops in revolt would land where they do not serve (NIA §5.2.12, §14.3).
    KeepsHome { at: Space },
    /// Units that were active this season land against no enemy (NIA §5.3.3).
    HasMarker,
    /// The landing was thrown back (NIA §5.3.3).
    Repulsed,
    /// The ally's troops do not go on board (NIA §5.3.3).
    WillNotBoard,
    /// Blockaded or bound to some seas, a fleet does not hunt corsairs (NIA §10.7).
    NoHunt,
}

impl Reason {
    /// Whether an entry waits for a reason of its own, so that another entry of the same leader may
    /// be played at this marker.
    pub fn is_of_the_entry(&self) -> bool {
        matches!(
            self,
            Reason::OtherMarker
                | Reason::ConditionFalse
                | Reason::ConditionParts { .. }
                | Reason::ConditionUnknown
                | Reason::NotInSight { .. }
                | Reason::Besieged
                | Reason::ThirdMarch
                | Reason::NotYetThird
                | Reason::NoCard { .. }
                | Reason::CardNotFor { .. }
                | Reason::Subordinate { .. }
                | Reason::NoSquadron { .. }
        )
    }
}
