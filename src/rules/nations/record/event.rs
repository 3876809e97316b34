//! What happened, in the order it happened: facts in the past tense, complete, without prose.
//!
//! Events are kept for good: a variant is never renamed and never loses a field. Where a force
//! changes, the event carries it as it is afterwards, so that applying it needs no rule.

mod reasons;

use crate::book::units::Unit;
use crate::record::state::{
    Anchorage, Bloc, EmbarkedForce, Force, ForceId, Marker, Ship, Squadron,
};
use kit::calendar::Season;
use kit::ground::Space;
use kit::ledger::Source;
use serde::{Deserialize, Serialize};

pub use reasons::{Halt, Joining, Parting, Reason};

/// One modifier of a roll: what it is for, and how much it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    pub what: String,
    pub by: i32,
}

/// Dice with their modifiers and the sum of both.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Throw {
    pub dice: Vec<u8>,
    pub modifiers: Vec<Modifier>,
    pub total: i32,
}

/// By what troops were lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// NIA §7.4.
    Attrition,
    /// A supply unit was spent on a check (NIA §7.4) or a fortress (NIA §9.3).
    Spent,
    /// NIA §8.2.4.
    Battle,
    /// Five to one or more (NIA §8.1.4).
    Odds,
    /// NIA §5.2.8.
    Overrun,
    /// Support that an enemy came upon (NIA §1.1.3.1, §1.1.3.2).
    Taken,
    /// NIA §8.3.2.
    Retreat,
    /// No way to retreat (NIA §8.3.2).
    Trapped,
    /// NIA §8.3.3.1.
    Pursuit,
    /// Demoralized a second time (NIA §8.3.3.1).
    Broken,
    /// An assault on a fortress (NIA §9.2).
    Assault,
    /// A siege attempt that was repulsed (NIA §9.2).
    Repulse,
    /// The fortress fell (NIA §9.3).
    Fall,
    /// No room (NIA §4.1.1).
    Stacking,
    /// The ship that carried them went down (NIA §5.3.3).
    Sunk,
    /// They were still on board when the marches were over (NIA §5.3.3).
    NotLanded,
    /// Their harbour fell and there was no other to go to (NIA §5.3).
    NoHarbour,
}

/// What asks for an attrition check (NIA §7.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Occasion {
    OutOfSupply,
    ForcedMarch,
    ExtendedMarch,
    Demoralized,
    Besieged,
}

/// How a casualty check ended (NIA §8.2.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    Unharmed,
    Wounded,
    Killed,
}

/// One side of a round of battle, as the table was read for it (NIA §8.1, §8.2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fighter {
    pub power: String,
    pub force: ForceId,
    /// Who commands, or what the troops are called.
    pub name: String,
    pub steps: u32,
    /// Guns that count (NIA §8.1.5).
    pub guns: u32,
    /// Cavalry points that count, in halves (NIA §8.1.6).
    pub cavalry_halves: u32,
    pub morale: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lead: Option<Unit>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subordinate: Option<String>,
    pub throw: Throw,
    /// The cell that was read: what the enemy loses.
    pub result: String,
}

/// Which side a round or a battle went to (NIA §8.3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Winner {
    Attacker,
    Defender,
    Nobody,
}

/// A side of a battle by its power and its commander.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Party {
    pub power: String,
    pub name: String,
}

/// The die of one fleet in a battle at sea, and its admiral's bonus (NIA §10.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shot {
    pub ship: Ship,
    pub die: u8,
    pub bonus: i32,
}

/// The guns of a fortress over its harbour: a die of their own if no fleet lies there (NIA §10.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Battery {
    pub points: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub die: Option<u8>,
    pub bonus: i32,
}

/// All that one side fires in a round at sea (NIA §10.1, §10.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Volley {
    pub power: String,
    /// The admiral in command, or the fortress.
    pub name: String,
    pub shots: Vec<Shot>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battery: Option<Battery>,
    pub total: i32,
}

/// A line of the count of victory points (NIA §21.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Point {
    pub what: String,
    pub times: i32,
    pub each: i32,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A force came onto the map, at the set-up or as a timed arrival (NIA §21).
    Placed { force: Force, arrival: bool },

    /// A squadron came onto the map (NIA §21).
    SquadronPlaced { squadron: Squadron },

    /// A leader stands ready in his power's pool (NIA §1.1.4).
    LeaderPooled { power: String, leader: String },

    /// A power's troops hold a place that is not their province's (NIA §21).
    Held { place: Space, power: String },

    /// The season began and the pool was made (NIA §3.1).
    SeasonBegan { season: Season, pool: Vec<Marker> },

    /// A bloc put its second naval marker of the year into the pool (NIA §3.1).
    SecondNaval { bloc: Bloc, year: u16 },

    /// Whose orders are played for a power: its sheet, its standing orders, or none.
    Ordered {
        power: String,
        by: String,
        /// Who each entry of the sheet is for, in their order.
        #[serde(default)]
        entries: Vec<String>,
    },

    /// An entry of a sheet was taken up.
    TakenUp { power: String, entry: u16, who: String },

    /// The umpire's word on a choice of a power's.
    Ruled {
        power: String,
        topic: String,
        choice: String,
        key: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },

    /// The umpire's word on a fact; what it changes are the events after it.
    Decreed { words: String, reason: String, told: Vec<String> },

    /// The umpire put a force on the map, or changed one; as it is afterwards, and where it was if
    /// he moved it.
    Set { force: Force, from: Option<Space> },

    /// The umpire took a force off the map.
    Removed { force: ForceId, power: String, at: Space },

    /// The umpire moved fleets, put them on the map or took them off.
    ShipsSet { power: String, fleets: Vec<String>, from: Option<Anchorage>, to: Option<Anchorage> },

    /// A letter was carried.
    Letter { from: String, to: String, text: String },

    /// A marker came out and was played (NIA §3.2).
    MarkerDrawn { marker: Marker, chosen: bool },

    /// A marker came out and went back, since it may not be played now (NIA §3.2).
    MarkerPutBack { marker: Marker },

    /// Winter quarters came out for the n-th time; perhaps the season's marches end (NIA §3.1).
    WinterQuarters { times: u8, ends: bool },

    /// A force became active (NIA §5.1.3); the count is how often it was active this season.
    Activated { force: ForceId, marker: Marker, activations: u8 },

    /// Nobody of the bloc moved on its marker (NIA §3.2).
    NobodyMoved { bloc: Bloc },

    /// An entry of a sheet waits for another marker.
    Waited { power: String, entry: u16, who: String, reason: Reason },

    /// A step of an entry was not done.
    NotDone { power: String, entry: u16, step: u16, order: String, who: String, reason: Reason },

    /// A force entered a hex (NIA §5.2.1). One event a hex: a watcher sees only the watched ones.
    Moved { force: ForceId, from: Space, to: Space, cost: u32, spent: u32, into_box: bool },

    /// A march ended before its goal.
    Stopped { force: ForceId, halt: Halt, source: Source },

    /// Two forces became one (NIA §5.1.5, §5.1.6).
    Joined { force: Force, gone: ForceId, how: Joining, cost: u32, spent: u32 },

    /// Forces exchanged steps or were changed without moving (NIA §5.2.3, §5.1.6).
    Changed { force: Force, why: String },

    /// One force became two (NIA §5.2.4).
    Parted { force: Force, new: Force, how: Parting },

    /// A leader went back to his pool (NIA §4.2.4, §5.2.3).
    LeaderLeft { power: String, leader: String, at: Space },

    /// Another leader took command of a force (NIA §4.2.4).
    CommandTaken { force: ForceId, leader: String, from: String },

    /// Steps beyond the stacking limit were lost (NIA §4.1.1).
    Overstacked {
        force: Force,
        lost: Vec<Unit>,
        /// Corps of which nothing is left.
        #[serde(default)]
        corps: u8,
    },

    /// Armies that stand together march as a group (NIA §5.2.3).
    Grouped { force: ForceId, with: ForceId, cost: u32, spent: u32 },

    /// Engineers laid a bridge over one hexside (NIA §5.2.10).
    Bridged { force: Force, toward: Space },

    /// A rule of the scenario set a force free.
    Released { force: ForceId, rule: String },

    /// A rule gave a power a supply train (NIA §21.1.3).
    TrainGained { force: Force, rule: String },

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

    /// A leader tried to intercept one who entered his zone (NIA §5.2.6).
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
    Succeeded { force: ForceId, leader: String, after: String, commands: bool },

    /// A battle is over (NIA §8.3.1). The losses are those of the last round and the retreat.
    BattleEnded {
        at: Space,
        attacker: Party,
        defender: Party,
        size: String,
        winner: Winner,
        /// Steps lost in the last round, by attacker and defender.
        lost: (u32, u32),
    },

    /// A beaten force fell back one hex (NIA §8.3.2).
    Retreated { force: ForceId, from: Space, to: Space },

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

    /// A leader tried to rally his force (NIA §8.3.3.2).
    Rallied { force: ForceId, die: u8, target: i32, succeeded: bool, cost: u32, spent: u32 },

    /// A victor goes on with his march (NIA §8.3.4).
    WentOn { force: ForceId, cost: u32, spent: u32 },

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

    /// A fortress without troops that lost an assault was checked for its heart (NIA §9.3).
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

    /// A place changed hands (NIA §9.3); an empty fortress is a simple city.
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

    /// A card was played out of the hand (NIA §11.1).
    CardPlayed { power: String, card: String, who: String, ruling: Option<String> },

    /// The condition of a conditional arrival came true (NIA §21.1.3).
    Promised { key: String, power: String, season: Season },

    /// Victory points were counted (NIA §21.1).
    Scored { points: Vec<Point>, total: i32, needed: i32, winner: Option<Bloc> },

    /// Ships became active (NIA §5.1.1).
    SquadronActivated { power: String, fleets: Vec<String>, at: Anchorage, marker: Marker },

    /// Fleets went from one place to the next (NIA §5.3).
    Sailed {
        power: String,
        fleets: Vec<String>,
        from: Anchorage,
        to: Anchorage,
        cost: u32,
        spent: u32,
    },

    /// Other fleets of the place joined a voyage (NIA §5.3).
    FleetsJoined {
        power: String,
        fleets: Vec<String>,
        joined: Vec<String>,
        at: Anchorage,
        cost: u32,
        spent: u32,
    },

    /// Ships tried to intercept others that came into their sea or out of a harbour (NIA §5.3.1,
    /// §5.3.2); without dice where it is certain.
    SeaIntercepted {
        ships: Vec<Ship>,
        movers: Vec<Ship>,
        at: Anchorage,
        throw: Throw,
        automatic: bool,
        succeeded: bool,
    },

    /// Ships tried to avoid battle (NIA §5.3.1).
    SeaAvoided { ships: Vec<Ship>, at: Anchorage, to: Anchorage, throw: Throw, succeeded: bool },

    /// A round of a battle at sea was fought (NIA §10.1, §10.4).
    SeaFought {
        at: Anchorage,
        round: u8,
        attacker: Box<Volley>,
        defender: Box<Volley>,
        winner: Winner,
    },

    /// A fleet is no more (NIA §10.1, §10.6).
    FleetSunk { power: String, fleet: String, at: Anchorage, decoy: bool, cause: Cause },

    /// Troops were lost with the ship that carried them; the passage as it is afterwards (NIA §5.3.3).
    CargoLost {
        force: ForceId,
        power: String,
        leaders: Vec<String>,
        units: Vec<Unit>,
        trains: u8,
        engineers: u8,
        corps: u8,
        army: Option<String>,
        rest: Option<EmbarkedForce>,
        cause: Cause,
    },

    /// It was asked whether an admiral went down with his fleet (NIA §10.5).
    AdmiralChecked { power: String, admiral: String, dice: u8, killed: bool },

    /// A battle at sea is over (NIA §10.1); the fleets that each side lost.
    SeaBattleEnded {
        at: Anchorage,
        attacker: Party,
        defender: Party,
        winner: Winner,
        lost: (u32, u32),
    },

    /// Beaten fleets went away (NIA §10.3).
    SeaRetreated {
        power: String,
        fleets: Vec<String>,
        from: Anchorage,
        to: Anchorage,
        cost: u32,
        spent: u32,
    },

    /// Troops went on board (NIA §5.3.3).
    Embarked { passage: EmbarkedForce, at: Space },

    /// Troops came ashore (NIA §5.3.3).
    Landed { force: Force, ships: Vec<Ship>, against: bool, cost: u32, spent: u32 },

    /// A landing was thrown back; who is left comes again in a spring (NIA §5.3.3).
    LandingRepulsed {
        force: ForceId,
        power: String,
        at: Space,
        leader: Option<String>,
        units: Vec<Unit>,
        back: Season,
    },

    /// A fleet looked for a corsair, and fired on it if it found one (NIA §12.2.3).
    CorsairHunted {
        power: String,
        fleet: String,
        corsair: String,
        search: Throw,
        found: bool,
        shot: Option<Throw>,
        sunk: bool,
    },

    /// The holder of the Bosphorus shut it to another; a neutral who does is at war (NIA §5.3.4).
    BosphorusShut { by: String, against: String, joins: Option<Bloc> },

    /// The season's marches are over (NIA §2).
    SeasonEnded { season: Season, scenario_over: bool },
}

play::common_events!(Event);
