//! What happens at sea (K05 §13, §19.6).

use super::{Held, Losses, Modifier, with_parts};
use crate::book::figures::Cell;
use crate::record::estimate::{Fell, Span, Toll};
use crate::record::sea::{Admiral, Berth, Fleet, ShipLosses, Ships, Size};
use kit::declared::Words;
use kit::ground::Space;
use kit::ledger::Source;
use serde::{Deserialize, Serialize};
use sheet::condition::WhyNot;
use std::collections::BTreeMap;

/// What ships at sea do when they meet an enemy (K05 §19.6).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Conduct {
    Intercept,
    #[default]
    Evade,
}

impl Conduct {
    /// Both of them.
    pub const ALL: [Conduct; 2] = [Conduct::Intercept, Conduct::Evade];

    /// The conduct of that word.
    pub fn read(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.word() == word)
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Conduct::Intercept => "intercept",
            Conduct::Evade => "evade",
        }
    }
}

/// One side of a meeting at sea.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Party {
    pub power: String,
    /// The admiral, or the fleet.
    pub who: String,
    pub size: Size,
    pub conduct: Conduct,
}

/// What came of a meeting at sea (K05 §19.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "lowercase")]
pub enum Encounter {
    /// They fight.
    Battle,
    /// Both evaded.
    Passed,
    /// Who evaded got away.
    Escaped,
    /// Frigates alone, caught by men of war, fled.
    Fled,
}

/// Why ships left a berth without orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Flight {
    /// They were beaten (K05 §19.6).
    Beaten,
    /// Frigates fled from men of war (K05 §19.6).
    Frigates,
    /// The enemy took the harbour.
    HarbourLost,
}

/// One side of a battle at sea.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeaHost {
    /// The power of the commander, or of the first fleet.
    pub power: String,
    pub powers: Vec<String>,
    pub commander: Option<String>,
    pub fleets: Vec<String>,
    pub ships: Ships,
    /// Fleet combat value, with what subordinate admirals add.
    pub combat: u32,
    pub battle: u32,
    pub morale: u32,
    pub modifiers: Vec<Modifier>,
    pub lost: ShipLosses,
}

impl SeaHost {
    /// Who fights, by the commander or the power.
    pub fn name(&self) -> &str {
        self.commander.as_deref().unwrap_or(&self.power)
    }
}

/// A battle at sea, with everything that its sum needs (K05 §19.6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
pub struct SeaDay {
    pub area: String,
    pub attacker: SeaHost,
    pub defender: SeaHost,
    pub ratio: String,
    pub column: String,
    #[told("roll")]
    pub dice: Vec<u8>,
    pub adjusted: Vec<Modifier>,
    pub total: i32,
    pub result: Cell,
}

/// One side of a battle at sea, as somebody in it makes it out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeaHostMadeOut {
    pub power: String,
    pub powers: Vec<String>,
    pub commander: Option<String>,
    /// The exact figures, if all its ships are the reader's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole: Option<Box<SeaHost>>,
    /// Else about how many ships it had, and its losses in a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ships: Option<Span>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub toll: Option<Toll>,
    /// What the reader's own ships lost.
    pub lost: ShipLosses,
    /// Whether it must leave.
    pub goes: bool,
}

/// A battle at sea, as somebody in it makes it out, where others are estimated (K05 §3).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
pub struct SeaDayMadeOut {
    pub area: String,
    pub attacking: SeaHostMadeOut,
    pub defending: SeaHostMadeOut,
    pub fell: Fell,
}

/// What becomes of fleets (K05 §13, §19.6). A fleet's way is told to its power; a battle to those in it, and its
/// outcome to everybody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum SeaEvent {
    /// Ships came into service (K05 §13.2).
    Commissioned { fleet: Fleet, arrival: bool },
    /// Ships that were bought joined a fleet (K05 §13.2).
    Enlarged { fleet: Fleet },
    /// An admiral came into service (K05 §10.1).
    Appointed { admiral: Admiral, arrival: bool },
    /// Ships sailed into an area or a harbour (K05 §13.3).
    Sailed {
        who: String,
        power: String,
        fleets: Vec<String>,
        admiral: Option<String>,
        from: Berth,
        to: Berth,
        /// How many areas they have entered so far.
        areas: u32,
    },
    /// What ships did when they met an enemy; `source` says what answered, and `held` whether the condition of their
    /// entry held (K05 §19.6).
    AtSea {
        power: String,
        who: String,
        area: String,
        choice: Conduct,
        source: Source,
        held: Option<Held>,
        failed: Option<WhyNot>,
    },
    /// Enemies met at sea; the dice are those of the first and the second, where one of them evaded (K05 §19.6).
    Met {
        area: String,
        first: Party,
        second: Party,
        #[told("roll")]
        dice: Vec<u8>,
        outcome: Encounter,
    },
    /// A battle at sea (K05 §19.6).
    FoughtAtSea(Box<SeaDay>),
    /// The same, as those who fought in it make it out, where others are estimated (K05 §3).
    MadeOutAtSea(Box<SeaDayMadeOut>),
    /// A battle at sea was over; nobody has won it, if both sides left or both stayed.
    SeaBattleEnded {
        area: String,
        attacker: Vec<String>,
        defender: Vec<String>,
        winner: Vec<String>,
    },
    /// Ships left a berth without orders.
    FellBack {
        power: String,
        who: String,
        fleets: Vec<String>,
        admirals: Vec<String>,
        from: Berth,
        to: Berth,
        why: Flight,
    },
    /// Ships of the beaten were captured, and sail home under an escort; what had none was burnt (K05 §19.6).
    PrizesTaken {
        power: String,
        /// Whose they were.
        of: BTreeMap<String, Ships>,
        area: String,
        burnt: Ships,
        escorts: ShipLosses,
        convoy: Fleet,
    },
    /// Troops went aboard (K05 §13.6).
    Embarked {
        power: String,
        who: String,
        at: Space,
        formations: Vec<String>,
        generals: Vec<String>,
    },
    /// Troops landed (K05 §13.6).
    Landed { power: String, who: String, at: Space, formations: Vec<String>, generals: Vec<String> },
    /// Troops were lost with their ships; generals who were aboard the last of them too (K05 §13.6).
    LostAboard { power: String, who: String, percent: u32, lost: Losses, generals: Vec<String> },
    /// Captured ships that are at home were taken into service (K05 §19.6).
    PrizesJoined { power: String, convoy: String, fleets: Vec<Fleet> },
    /// An admiral was lost with their last ship.
    AdmiralLost { admiral: String, power: String, area: String },
    /// A storm came upon ships at sea (K05 §13.8).
    Stormed {
        power: String,
        who: String,
        fleets: Vec<String>,
        admirals: Vec<String>,
        area: String,
        #[told("roll")]
        dice: Vec<u8>,
        percent: u32,
        lost: ShipLosses,
        /// Where they went, if they left the area.
        to: Option<Berth>,
    },
}

kit::plain_words!(Conduct, Size, Berth);

impl Words for Party {
    fn words(field: &str) -> Vec<String> {
        with_parts(field, &["power", "size", "conduct"])
    }
}

impl Words for SeaHost {
    fn words(field: &str) -> Vec<String> {
        let has = ["powers", "fleets", "ships", "combat", "battle", "morale", "modifiers", "lost"];
        with_parts(field, &has)
    }
}

impl Words for SeaHostMadeOut {
    fn words(field: &str) -> Vec<String> {
        with_parts(field, &["powers", "ships", "lost", "toll", "goes"])
    }
}

impl Words for Fleet {
    fn words(field: &str) -> Vec<String> {
        [field, "power", "at", "ships"].map(str::to_owned).into()
    }
}

impl Words for Admiral {
    fn words(_: &str) -> Vec<String> {
        ["name", "power", "rank", "battle", "command", "at"].map(str::to_owned).into()
    }
}
