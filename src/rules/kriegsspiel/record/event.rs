//! What happened, in the order in which it happened: past tense, complete, without prose.
//!
//! Events are kept for good, so a variant is never renamed and never loses a field. Each side sees
//! those of its own deeds whole, and what is published; see `sight.rs`.

mod council;
mod money;
mod reasons;
mod sea;

pub use council::{CouncilEvent, Terms, Unmade};
pub use money::{IncomeLine, MoneyEvent, Revenue, Ware};
pub use reasons::{Limit, Reason};
pub use sea::{
    Conduct, Encounter, Flight, Party, SeaDay, SeaDayMadeOut, SeaEvent, SeaHost, SeaHostMadeOut,
};

use crate::book::figures::{Cell, Chance};
use crate::record::estimate::{DayMadeOut, Span, Toll};
use crate::record::state::{Formation, General, Units};
use kit::calendar::Season;
use kit::declared::Words;
use kit::ground::Space;
use kit::groups;
use kit::ledger::Source;
use serde::{Deserialize, Serialize};
use sheet::condition::{Truth, WhyNot};
use std::collections::BTreeMap;

/// Hits lost, by formation and kind.
pub type Losses = BTreeMap<String, Units>;

/// Which table a battle is read from (K05 §19.1, §19.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Words)]
#[serde(rename_all = "lowercase")]
pub enum BattleKind {
    Field,
    Meeting,
    Siege,
}

/// What a force means to do with an enemy in its hex (K05 §19.1, §19.9).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stance {
    #[default]
    Attack,
    Defend,
    Besiege,
    Raid,
}

impl Stance {
    /// The stance of that word.
    pub fn read(word: &str) -> Option<Self> {
        let all = [Stance::Attack, Stance::Defend, Stance::Besiege, Stance::Raid];
        all.into_iter().find(|stance| stance.word() == word)
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Stance::Attack => "attack",
            Stance::Defend => "defend",
            Stance::Besiege => "besiege",
            Stance::Raid => "raid",
        }
    }

    /// Whether it seeks battle: raiders must beat a garrison first (K05 §19.9).
    pub fn attacks(self) -> bool {
        matches!(self, Stance::Attack | Stance::Raid)
    }
}

/// A modifier and why (K05 §19.3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier {
    pub by: i32,
    pub what: String,
}

/// One side of a battle on one day.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Host {
    /// The power of the commander, or of the first formation.
    pub power: String,
    pub powers: Vec<String>,
    pub commander: Option<String>,
    pub formations: Vec<String>,
    /// Battalions, regiments and batteries.
    pub units: u32,
    /// Army combat value, with what subordinate generals add.
    pub combat: u32,
    /// Battle rating, less what overcommand takes off.
    pub battle: u32,
    /// How much overcommand has taken off.
    pub overcommand: u32,
    pub morale: u32,
    pub modifiers: Vec<Modifier>,
}

impl Host {
    /// Who fights, by the commander or the power.
    pub fn name(&self) -> &str {
        self.commander.as_deref().unwrap_or(&self.power)
    }
}

/// A day of battle, with everything that its sum needs (K05 §19.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
pub struct Day {
    pub at: Space,
    pub kind: BattleKind,
    pub day: u32,
    pub attacker: Host,
    pub defender: Host,
    pub ratio: String,
    pub column: String,
    #[told("roll")]
    pub dice: Vec<u8>,
    pub adjusted: Vec<Modifier>,
    pub total: i32,
    pub result: Cell,
    /// What the victor's cavalry adds to the losses of the beaten, in per cent (K05 §19.5).
    pub pursuit: u32,
    pub attacker_lost: Losses,
    pub defender_lost: Losses,
}

/// Why a force stopped before its way was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Halt {
    /// It came upon the enemy (K05 §12.1).
    Enemy,
    /// The enemy came upon it.
    Held,
    /// It entered the zone of a fortress (K05 §12.3).
    Zone,
    /// From one zone of a fortress it cannot go into the next.
    Barred { to: Space },
    /// Its points are spent.
    Points { needed: u32, left: u32 },
    /// It lost its way or dawdled (K05 §2).
    Misread,
    /// A general without troops does not enter a hex that the enemy holds alone (K05 §12.1).
    Unescorted { to: Space },
    /// The next hex is land of a neutral that lets none of its troops through (K05 §6).
    Border { to: Space, of: String },
    /// The ships fight, or fled (K05 §19.6).
    AtSea,
    /// They have entered as many areas as they can in a turn (K05 §13.3).
    Areas { pace: u32 },
    /// The harbour is shut to them.
    Harbour { at: Space },
}

/// What became of a condition when it was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Held {
    Yes,
    No,
    /// It could not be told.
    NotKnown,
}

impl From<Truth> for Held {
    fn from(truth: Truth) -> Self {
        match truth {
            Truth::Yes => Held::Yes,
            Truth::No => Held::No,
            Truth::Unknown => Held::NotKnown,
        }
    }
}

/// What became of the umpire's answer to an order in words (K05 §3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "lowercase")]
pub enum Taken {
    /// Its orders are played, before that step of §8.
    Orders { step: u32 },
    /// It is told, and nothing of it is played.
    Told,
}

/// How a general was lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    Killed,
    Captured,
}

groups! {
    declared;
    /// One thing that happened.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Event {
        Order(OrderEvent),
        Public(PublicEvent),
        Force(ForceEvent),
        War(WarEvent),
        Money(MoneyEvent),
        Council(CouncilEvent),
        Sea(SeaEvent),
    }
}

/// What became of a power's orders, and what is told to one power alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum OrderEvent {
    /// Whose orders are played.
    Ordered { power: String, by: String, entries: Vec<String> },
    /// A letter was carried.
    Letter { from: String, to: String, text: String },
    /// An order in words, and what the umpire made of it (K05 §3).
    Worded {
        power: String,
        entry: Option<u16>,
        text: String,
        answer: Option<String>,
        /// What became of the answer; older turns do not say it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        taken: Option<Taken>,
    },
    /// The umpire decided something for a power.
    Ruled {
        power: String,
        topic: String,
        choice: String,
        key: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },
    /// The umpire's word on a fact (K05 §3).
    Decreed { words: String, reason: String, told: Vec<String> },
    /// Who has spent more action points moves first (K05 §12.1); this is one power's part of it.
    Spent {
        power: String,
        points: u32,
        place: u32,
        lot: bool,
        /// The entries that were taken up: the force is there, has no orders by another, and is paid
        /// for. Older turns do not say it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        entries: Vec<u16>,
    },
    /// A subordinate far from their chief was slow or wrong (K05 §2).
    Misread { power: String, entry: u16, who: String, die: u8 },
    /// A subordinate far from their chief did as they were told (K05 §2).
    Understood { power: String, entry: u16, who: String, die: u8 },
    /// An order was not carried out: a step of an entry, a change of the order of battle, or a whole
    /// entry.
    NotDone {
        power: String,
        entry: Option<u16>,
        /// Its number in the entry, or among the changes; older turns do not say it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        step: Option<u16>,
        order: String,
        who: String,
        reason: Reason,
        /// What of its condition failed; older turns do not say it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<WhyNot>,
    },
    /// The force stopped before a step had brought it to its goal.
    CutShort { power: String, entry: u16, step: u16, who: String, halt: Halt },
    /// Nobody asked for what an entry says of contact, by the numbers in the entry: no enemy stood
    /// in the hex, or another commanded there (K05 §19.1).
    NotAsked { power: String, entry: u16, who: String, steps: Vec<u16> },
}

/// What everybody reads: the turn, battles, cities, the count (K05 §8).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum PublicEvent {
    /// A turn began (K05 §8).
    SeasonBegan { season: Season },
    /// A battle was over.
    BattleEnded {
        at: Space,
        kind: BattleKind,
        attacker: Vec<String>,
        defender: Vec<String>,
        /// The powers that held the field; nobody, if both had to go.
        winner: Vec<String>,
        days: u32,
    },
    /// A general fell or was taken (K05 §19.5).
    GeneralLost { general: String, power: String, at: Space, fate: Fate },
    /// A city fell into other hands (K05 §14.1).
    Captured {
        at: Space,
        power: String,
        from: String,
        /// The umpire ruled so, and nobody conquered it (K05 §3).
        #[serde(default)]
        ruled: bool,
    },
    /// A city that nobody occupied went back to its nation (K05 §14.1).
    Reverted {
        at: Space,
        power: String,
        from: String,
        #[serde(default)]
        ruled: bool,
    },
    /// A city was raided (K05 §19.9).
    Raided { at: Space, power: String, nation: String, cost: u32 },
    /// A province passed to another power, with the cities in it (K05 §14.3).
    TitlePassed {
        province: String,
        power: String,
        from: String,
        cities: Vec<Space>,
        #[serde(default)]
        ruled: bool,
    },
    /// The bank of a nation fell with its capital (K05 §16.7).
    TreasuryTaken { nation: String, power: String },
    /// The random event of the turn (K05 §8).
    Chanced {
        #[told("roll")]
        dice: Vec<u8>,
        word: Chance,
    },
    /// A nation learned to form corps (K05 §10.2).
    Reformed { nation: String },
    /// A power's nation submitted (K05 §20).
    Submitted { nation: String, to: String },
    /// Points were counted (K05 §22).
    Scored { points: BTreeMap<String, i64>, winner: Option<String> },
    /// The turn was over.
    SeasonEnded { season: Season, over: bool },
}

/// Who stands where, and what feeds them (K05 §10, §12, §15, §18).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum ForceEvent {
    /// The umpire set a force somewhere.
    Set { power: String, formations: Vec<String>, generals: Vec<String>, from: Space, to: Space },
    /// The umpire took troops away.
    Taken { power: String, lost: Losses },
    /// A general came onto the map (K05 §18).
    GeneralPlaced { general: General, arrival: bool },
    /// A formation came onto the map (K05 §18).
    Placed { formation: Formation, arrival: bool },
    /// A formation came under another general, or under none (K05 §10.1).
    Assigned { formation: String, power: String, under: Option<String> },
    /// Formations gave and took units (K05 §10.2, §10.3).
    Reshaped { power: String, formations: Vec<Formation>, gone: Vec<String> },
    /// A force entered a hex (K05 §12.3).
    Moved {
        who: String,
        power: String,
        formations: Vec<String>,
        general: Option<String>,
        from: Space,
        to: Space,
        spent: u32,
    },
    /// A force stopped early.
    Halted { who: String, power: String, at: Space, halt: Halt },
    /// A forced march told on its men (K05 §12.5).
    ForceMarched { who: String, power: String, at: Space, hexes: u32, percent: u32, lost: Losses },
    /// A depot was deployed (K05 §15.2).
    Deployed { power: String, at: Space },
    /// Depots that can be deployed came in (K05 §15.2).
    Stored { power: String, depots: u8 },
    /// A depot fell into the enemy's hands.
    DepotLost { power: String, at: Space, by: String },
    /// Supply was checked (K05 §15.1).
    Supplied { power: String, fed: Vec<String>, unfed: Vec<String> },
    /// Too many lived off one hex (K05 §15.4), or more corps stood in it than it feeds (K05 §12.4).
    Starved {
        power: String,
        at: Space,
        foragers: u32,
        /// The corps in it, where they alone are too many, fed or not; older turns do not say it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        corps: Option<u32>,
        forage: u32,
        percent: u32,
        lost: Losses,
    },
    /// Marauders fell upon somebody (K05 §10.4).
    Harried {
        who: String,
        power: String,
        at: Space,
        target: String,
        of: String,
        die: u8,
        percent: u32,
        lost: Losses,
    },
    /// The same, as those whose marauders they are make it out, where others are estimated (K05 §3).
    HarriedMadeOut { who: String, power: String, at: Space, of: String, toll: Toll },
}

/// What happens in contact with the enemy (K05 §8, §19).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum WarEvent {
    /// A commander chose in contact: their stance (K05 §19.1), or whether to break off (K05 §19.4).
    /// `source` says what answered, and `held` whether the condition of their entry held.
    Decided {
        power: String,
        who: String,
        at: Space,
        topic: String,
        choice: String,
        source: Source,
        held: Option<Held>,
        /// What of the condition failed, with what was found in contact; older turns do not say it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        failed: Option<WhyNot>,
    },
    /// Both sides of a hex stood on the defence (K05 §19.1).
    StoodOff { at: Space, powers: Vec<String> },
    /// A fortress was shut in and not assaulted.
    Invested { at: Space, by: String, of: String, percent: u32, lost: Losses },
    /// A day of battle (K05 §19.4).
    Fought(Box<Day>),
    /// The same, as those who fought in it make it out, where others are estimated (K05 §3).
    MadeOut(Box<DayMadeOut>),
    /// A side broke off in the night (K05 §19.4).
    BrokeOff { at: Space, power: String, powers: Vec<String> },
    /// A beaten force fell back (K05 §19.5).
    Retreated {
        power: String,
        formations: Vec<String>,
        generals: Vec<String>,
        from: Space,
        to: Space,
    },
    /// A beaten force had nowhere to go and laid down its arms (K05 §19.5).
    Surrendered { power: String, at: Space, lost: Losses },
    /// The same, as others make it out, where they are estimated (K05 §3).
    Yielded { power: String, at: Space, units: Span },
    /// Another general came for one who was lost (K05 §19.7).
    Succeeded { general: General, after: String, die: u8 },
    /// A revolt found a garrison too strong for it (K05 §8).
    Withstood { at: Space, power: String },
    /// A general must be asked for on each side of a battle (K05 §19.5).
    DeathChecked { at: Space, power: String, die: u8, general: Option<String> },
}

play::common_events!(Event, OrderEvent);

// How what stands in an event is told, in the words of cases: see `case/facts.rs`.
kit::plain_words!(Cell, Chance, Stance);

/// The words of something that is told under its field, and of what it has.
pub(crate) fn with_parts(field: &str, has: &[&str]) -> Vec<String> {
    let has = has.iter().map(|what| format!("{field} {what}"));
    std::iter::once(field.to_owned()).chain(has).collect()
}

impl Words for Host {
    fn words(field: &str) -> Vec<String> {
        let figures = ["combat", "battle", "overcommand", "morale", "units", "modifiers"];
        with_parts(field, &[&["powers", "formations"][..], &figures].concat())
    }
}

impl Words for Formation {
    fn words(field: &str) -> Vec<String> {
        [field, "power", "at", "units"].map(str::to_owned).into()
    }
}

impl Words for General {
    fn words(_: &str) -> Vec<String> {
        ["name", "power", "rank", "battle", "command", "at"].map(str::to_owned).into()
    }
}
