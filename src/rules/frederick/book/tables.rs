//! The tables: combat, attrition, terrain, rewards, expenditure, the balance of power, and figures by
//! the number of seats.

use super::Origin;
use super::troops::Kind;
use kit::shelf::Shelf;
use kit::table::{Bands, Rows, Table};
use play::BookError;
use play::pages::yaml;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A result of the combat table (§18.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Verdict {
    /// The attacker is annihilated.
    AZ,
    /// The attacker is defeated.
    AD,
    /// The attacker is repulsed.
    AR,
    /// A bloodbath.
    BB,
    /// A marginal victory.
    MV,
    /// A tactical victory.
    TV,
    /// A decisive victory.
    DV,
}

impl Verdict {
    /// The letters of the table.
    pub fn letters(self) -> &'static str {
        match self {
            Verdict::AZ => "AZ",
            Verdict::AD => "AD",
            Verdict::AR => "AR",
            Verdict::BB => "BB",
            Verdict::MV => "MV",
            Verdict::TV => "TV",
            Verdict::DV => "DV",
        }
    }

    /// Whether the attacker has the better of it.
    pub fn is_victory(self) -> bool {
        matches!(self, Verdict::MV | Verdict::TV | Verdict::DV)
    }

    /// What it is called.
    pub fn words(self) -> &'static str {
        match self {
            Verdict::AZ => "attacker annihilated",
            Verdict::AD => "attacker defeated",
            Verdict::AR => "attacker repulsed",
            Verdict::BB => "bloodbath",
            Verdict::MV => "marginal victory",
            Verdict::TV => "tactical victory",
            Verdict::DV => "decisive victory",
        }
    }
}

/// The combat table: per cent across, the die down.
#[derive(Debug, Clone)]
pub struct Combat {
    bands: Bands,
    table: Table<Verdict>,
}

impl Combat {
    /// Attacker's strength in whole per cent of the defender's. An attacker of strength 0 has 0 %;
    /// against a defender of strength 0 the last column applies.
    pub fn per_cent(attack: u32, defence: u32) -> u32 {
        (attack * 100).checked_div(defence).unwrap_or(1000)
    }

    /// The column of a ratio, from 0.
    pub fn column(&self, per_cent: u32) -> usize {
        self.bands.index(per_cent)
    }

    /// What a column is called.
    pub fn band(&self, column: usize) -> &str {
        self.table.bands().get(column).map_or("", String::as_str)
    }

    /// The last column, the best for the attacker.
    pub fn best(&self) -> usize {
        self.table.bands().len() - 1
    }

    /// Reads the result of a roll.
    pub fn read(&self, column: usize, roll: u8) -> Verdict {
        self.table.read(i64::try_from(column).unwrap_or(i64::MAX), roll)
    }
}

/// The attrition table with its modifiers (§12.3).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attrition {
    pub shares: Rows<u32>,
    #[serde(rename = "half good")]
    pub half_good: i8,
    pub mountain: i8,
    pub many: i8,
    #[serde(rename = "many from")]
    pub many_from: usize,
    pub levy: i8,
    #[serde(rename = "several powers")]
    pub several_powers: i8,
    pub source: Origin,
}

/// Forage and defence of a terrain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ground {
    pub forage: u32,
    /// How many times its defence counts; 1 is plain.
    pub defence: u32,
    pub source: Origin,
}

/// The terrain chart (§16, §18.5, §22).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    pub clear: Ground,
    pub mountain: Ground,
    #[serde(rename = "fortress defence")]
    pub fortress_defence: u32,
    #[serde(rename = "city forage")]
    pub city_forage: u32,
    #[serde(rename = "fieldworks forage")]
    pub fieldworks_forage: u32,
    pub source: Origin,
}

/// What a victory brings (§18.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reward {
    pub draws: u32,
    pub loses: u32,
    /// A leader comes if the die shows this or less.
    pub leader: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RewardsPage {
    rows: Rows<Reward>,
    #[serde(rename = "source")]
    _source: Origin,
}

/// Where units may be raised (§11.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Where {
    City,
    Fortress,
    Town,
    Fieldworks,
    Port,
}

/// What a kind of unit costs in thaler, and where it is raised (§11.3).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    pub recruit: u32,
    /// What making a veteran of it costs.
    #[serde(default)]
    pub veteran: Option<u32>,
    /// What a garrison of 2 costs.
    #[serde(default)]
    pub full: Option<u32>,
    #[serde(rename = "where")]
    pub places: Vec<Where>,
    pub source: Origin,
}

/// A price in halves of a thaler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Halves {
    pub halves: u32,
    /// For a force of Prussians alone.
    pub prussian: u32,
    pub source: Origin,
}

/// A price in thaler.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thaler {
    pub thaler: u32,
    pub source: Origin,
}

/// The expenditure table (§11.3).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expenditure {
    pub units: BTreeMap<String, Price>,
    pub operation: Halves,
    pub countermarch: Halves,
    pub fieldworks: Thaler,
    pub provision: Thaler,
    #[serde(rename = "declaration of war")]
    pub declaration: Thaler,
}

impl Expenditure {
    /// What a kind of unit costs.
    pub fn price(&self, kind: Kind) -> Option<&Price> {
        self.units.get(kind.word())
    }
}

/// Who plays what, by the number of seats (§2.4, §9.4, §30.2).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seats {
    /// The most markers in a hand.
    pub hand: usize,
    /// How much tax more than at the start wins.
    pub victory: u32,
    /// Seat to the major powers that it leads, the first of which names it.
    pub control: BTreeMap<String, Vec<String>>,
}

/// Who raises nothing for thaler in which year (§31.7).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Quiet {
    pub powers: Vec<String>,
    pub year: u16,
}

/// Figures that stand in no table.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    pub seats: BTreeMap<u8, Seats>,
    /// The majors round the table (§31.1).
    pub clockwise: Vec<String>,
    /// The majors in the order in which they set up (§31.4).
    pub deployment: Vec<String>,
    pub quiet: Quiet,
    /// Votes that are a majority in the Empire (§29.2).
    pub votes: usize,
    pub source: Origin,
}

/// An event of the balance of power (§6). Its id stands on the page in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Balance {
    #[serde(rename = "no event")]
    NoEvent,
    #[serde(rename = "economic expansion")]
    EconomicExpansion,
    #[serde(rename = "alliance of the fewest markers")]
    AllianceOfFewestMarkers,
    #[serde(rename = "alliance of the initiative")]
    AllianceOfInitiative,
    #[serde(rename = "alliance of the lowest tax")]
    AllianceOfLowestTax,
    Riot,
    #[serde(rename = "death of a favourite")]
    DeathOfFavourite,
    #[serde(rename = "imperial election")]
    ImperialElection,
    #[serde(rename = "bad harvest")]
    BadHarvest,
    #[serde(rename = "peace party")]
    PeaceParty,
    #[serde(rename = "leader lost")]
    LeaderLost,
    Subsidies,
    #[serde(rename = "bourse crisis")]
    BourseCrisis,
    #[serde(rename = "imperial ban")]
    ImperialBan,
    #[serde(rename = "new general")]
    NewGeneral,
    Plague,
    #[serde(rename = "colonial war")]
    ColonialWar,
    #[serde(rename = "imperial levy")]
    ImperialLevy,
    Intrigue,
    #[serde(rename = "turkish scare")]
    TurkishScare,
    #[serde(rename = "grand alliance")]
    GrandAlliance,
    #[serde(rename = "imperial treasury")]
    ImperialTreasury,
    #[serde(rename = "russian succession")]
    RussianSuccession,
    #[serde(rename = "concert of europe")]
    ConcertOfEurope,
    #[serde(rename = "good harvest")]
    GoodHarvest,
    Chaos,
}

impl Balance {
    /// Its name in words, as on the page.
    pub fn words(self) -> String {
        let written = serde_json::to_value(self).unwrap_or_default();
        written.as_str().unwrap_or_default().to_owned()
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BalancePage {
    rows: Vec<Vec<Balance>>,
    /// What each event does; books of older campaigns do not say it.
    #[serde(default)]
    events: BTreeMap<Balance, String>,
    #[serde(rename = "source")]
    _source: Origin,
}

/// All tables.
#[derive(Debug, Clone)]
pub struct Tables {
    pub combat: Combat,
    pub attrition: Attrition,
    pub terrain: Terrain,
    pub rewards: Rows<Reward>,
    pub expenditure: Expenditure,
    pub figures: Figures,
    balance: Vec<Vec<Balance>>,
    /// What each event does, in a sentence.
    events: BTreeMap<Balance, String>,
}

fn page(name: &str) -> String {
    format!("frederick/book/tables/{name}.yaml")
}

impl Tables {
    /// Reads all of them; a table is whole or it does not load.
    pub fn read(shelf: &Shelf) -> Result<Self, BookError> {
        let table: Table<Verdict> = yaml(shelf, &page("combat"))?;
        let wrong = |name: &str, why: String| BookError::Page { page: page(name), why };
        let bands = Bands::try_from(table.bands().to_vec()).map_err(|why| wrong("combat", why))?;
        let RewardsPage { rows: rewards, .. } = yaml(shelf, &page("rewards"))?;
        let BalancePage { rows: balance, events, .. } = yaml(shelf, &page("balance"))?;
        if balance.len() != 6 || balance.iter().any(|row| row.len() != 6) {
            return Err(wrong("balance", "six rows of six events, one for each die".into()));
        }
        let expenditure: Expenditure = yaml(shelf, &page("expenditure"))?;
        if let Some(kind) = Kind::TROOPS.iter().find(|kind| expenditure.price(**kind).is_none()) {
            return Err(wrong("expenditure", format!("{} has no price", kind.word())));
        }
        Ok(Self {
            combat: Combat { bands, table },
            attrition: yaml(shelf, &page("attrition"))?,
            terrain: yaml(shelf, &page("terrain"))?,
            rewards,
            expenditure,
            figures: yaml(shelf, "frederick/book/figures.yaml")?,
            balance,
            events,
        })
    }

    /// An event with what it does: `riot (a city abroad ...)`.
    pub fn event_words(&self, balance: Balance) -> String {
        match self.events.get(&balance) {
            Some(does) => format!("{} ({does})", balance.words()),
            None => balance.words(),
        }
    }

    /// The event of two dice (§6.1).
    pub fn balance(&self, first: u8, second: u8) -> Balance {
        let place = |die: u8| usize::from(die.clamp(1, 6) - 1);
        self.balance[place(first)][place(second)]
    }
}
