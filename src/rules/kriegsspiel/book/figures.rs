//! The ground's figures, the three battle tables, and the random events (§8, §12.3, §15, §19).
//!
//! A table has one row for each sum of two dice, or it does not load.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §8, §10.2.

use kit::shelf::Shelf;
use kit::table::{Odds, Ratio};
use play::BookError;
use play::pages::yaml;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// What one sort of ground costs and feeds.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    pub name: String,
    /// What the map of Europe calls it.
    pub map: Vec<String>,
    pub cost: u32,
    pub forage: u32,
    pub attrition: u32,
}

/// The page on the ground.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figures {
    pub terrain: Vec<Terrain>,
    pub river: u32,
    pub city: u32,
    pub winter: u32,
    pub besieged: u32,
    #[serde(rename = "supply reach")]
    pub supply_reach: u16,
    #[serde(rename = "general pace")]
    pub general_pace: u32,
}

impl Figures {
    /// Reads the page; every land of the map has its line.
    pub fn read(shelf: &Shelf) -> Result<Self, BookError> {
        let page = "kriegsspiel/book/terrain.yaml";
        let figures: Self = yaml(shelf, page)?;
        for word in ["clear", "rough", "woods", "swamp", "mountain", "desert"] {
            let lines = figures.terrain.iter().filter(|t| t.map.iter().any(|map| map == word));
            if lines.count() != 1 {
                let why = format!("`{word}` of the map stands in one line of terrain");
                return Err(BookError::Page { page: page.to_owned(), why });
            }
        }
        Ok(figures)
    }

    /// The ground that the map calls so; water is no ground.
    pub fn terrain(&self, word: &str) -> Option<&Terrain> {
        self.terrain.iter().find(|terrain| terrain.map.iter().any(|map| map == word))
    }
}

/// What a day of battle brings both sides: losses in per cent, and who must go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Cell {
    pub attacker: u32,
    pub attacker_retreats: bool,
    pub defender: u32,
    pub defender_retreats: bool,
}

impl FromStr for Cell {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let half = |text: &str| {
            let (figure, goes) = match text.strip_suffix('R') {
                Some(figure) => (figure, true),
                None => (text, false),
            };
            let figure = if figure == "-" { Ok(0) } else { figure.parse::<u32>() };
            figure.ok().filter(|figure| *figure <= 100).map(|figure| (figure, goes))
        };
        let halves = text.split_once('/').and_then(|(a, b)| Some((half(a)?, half(b)?)));
        let ((attacker, attacker_retreats), (defender, defender_retreats)) =
            halves.ok_or_else(|| format!("`{text}` is not a result like 25/20R"))?;
        Ok(Self { attacker, attacker_retreats, defender, defender_retreats })
    }
}

impl TryFrom<String> for Cell {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Cell> for String {
    fn from(cell: Cell) -> String {
        cell.to_string()
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let goes = |goes: bool| if goes { "R" } else { "" };
        let (ours, theirs) = (goes(self.attacker_retreats), goes(self.defender_retreats));
        f.pad(&format!("{}{ours}/{}{theirs}", self.attacker, self.defender))
    }
}

/// A battle table as it stands on its page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Printed {
    #[serde(rename = "source")]
    _source: String,
    columns: Odds,
    rows: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    roll: u32,
    cells: Vec<String>,
}

/// A battle table: odds across, two dice down (§19.4, §19.5).
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "Printed")]
pub struct BattleTable {
    columns: Odds,
    /// A cell that is not printed is the last one above it.
    rows: Vec<Vec<Cell>>,
}

/// The lowest sum of two dice.
const LOWEST: u32 = 2;
/// The highest.
const HIGHEST: u32 = 12;

impl TryFrom<Printed> for BattleTable {
    type Error = String;

    fn try_from(Printed { columns, rows, .. }: Printed) -> Result<Self, String> {
        let rolls: Vec<u32> = rows.iter().map(|row| row.roll).collect();
        if rolls != (LOWEST..=HIGHEST).collect::<Vec<_>>() {
            return Err("a battle table has the rows 2 to 12 in their order".into());
        }
        let width = columns.columns().len();
        let mut whole: Vec<Vec<Cell>> = vec![];
        for Row { roll, cells } in rows {
            if cells.len() != width {
                return Err(format!("row {roll} has not {width} cells, one a column"));
            }
            let mut row = vec![];
            for (at, cell) in cells.iter().enumerate() {
                row.push(match (cell.as_str(), whole.last()) {
                    ("", Some(above)) => above[at],
                    ("", None) => return Err(format!("row {roll} begins with an empty cell")),
                    (printed, _) => printed.parse()?,
                });
            }
            whole.push(row);
        }
        Ok(Self { columns, rows: whole })
    }
}

impl BattleTable {
    /// The column of two strengths: the highest that is reached, so that fractions fall to the
    /// defender; below the first column the first counts.
    ///
    /// Against nothing the odds are as high as can be.
    pub fn column(&self, attack: u32, defence: u32) -> usize {
        let columns = self.columns.columns();
        let reached = columns.iter().rposition(|ratio| ratio.is_reached(attack, defence));
        reached.unwrap_or(0)
    }

    /// A column moved by the advantage; beyond an edge the edge counts.
    pub fn shifted(&self, column: usize, shift: i32) -> usize {
        let last = self.columns.columns().len() - 1;
        if shift < 0 {
            column.saturating_sub(1)
        } else {
            (column + usize::from(shift > 0)).min(last)
        }
    }

    /// What a column is called: `3:1`.
    pub fn called(&self, column: usize) -> Ratio {
        self.columns.columns()[column]
    }

    /// Reads a cell; a roll beyond either end of the table counts as the end.
    pub fn read(&self, column: usize, roll: i32) -> Cell {
        let roll = u32::try_from(roll).unwrap_or(0).clamp(LOWEST, HIGHEST);
        self.rows[usize::try_from(roll - LOWEST).unwrap_or(0)][column]
    }

    /// Lists the columns from weak to strong.
    pub fn columns(&self) -> &[Ratio] {
        self.columns.columns()
    }
}

/// The three tables of the war on land.
#[derive(Debug, Clone)]
pub struct Tables {
    pub field: BattleTable,
    pub meeting: BattleTable,
    pub siege: BattleTable,
}

impl Tables {
    /// Reads all three, or nothing.
    pub fn read(shelf: &Shelf) -> Result<Self, BookError> {
        let table = |name: &str| yaml(shelf, &format!("kriegsspiel/book/tables/{name}.yaml"));
        Ok(Self { field: table("field")?, meeting: table("meeting")?, siege: table("siege")? })
    }
}

/// What a random event does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Chance {
    #[serde(rename = "death of a general")]
    Death,
    #[serde(rename = "army reform")]
    Reform,
    #[serde(rename = "storm")]
    Storm,
    #[serde(rename = "veterans")]
    Veterans,
    #[serde(rename = "good harvest")]
    GoodHarvest,
    #[serde(rename = "quiet season")]
    Quiet,
    #[serde(rename = "rich trade")]
    Trade,
    #[serde(rename = "bad harvest")]
    BadHarvest,
    #[serde(rename = "revolt")]
    Revolt,
}

impl Chance {
    /// What it adds to the forage of the turn to come.
    pub fn harvest(self) -> i8 {
        match self {
            Chance::GoodHarvest => 1,
            Chance::BadHarvest => -1,
            _ => 0,
        }
    }
}

/// One line of the random events.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RandomEvent {
    pub roll: u16,
    pub word: Chance,
    pub text: String,
    /// Whether it belongs to what is not played, so that it only is told.
    #[serde(default)]
    pub idle: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chances {
    events: Vec<RandomEvent>,
}

/// Reads the random events: one for each sum of two dice. Where money is played they have a page of their own.
pub fn chances(shelf: &Shelf, money: bool) -> Result<Vec<RandomEvent>, BookError> {
    let page = match money {
        true => "kriegsspiel/book/events-with-money.yaml",
        false => "kriegsspiel/book/events.yaml",
    };
    let Chances { events } = yaml(shelf, page)?;
    let rolls: Vec<u16> = events.iter().map(|event| event.roll).collect();
    if rolls != (2..=12).collect::<Vec<_>>() {
        let why = "there is one event for each roll from 2 to 12, in their order".to_owned();
        return Err(BookError::Page { page: page.to_owned(), why });
    }
    Ok(events)
}
