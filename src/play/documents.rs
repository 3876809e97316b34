//! What goes in and out of a game: scenarios on cards, sheets that were checked, seasons that were
//! played. States and what is known are JSON; only the game itself reads them.

use crate::season::SeasonCard;
use kit::ground::Space;
use serde::Serialize;
use sheet::Diagnostics;
use sheet::reach::Reach;
use std::collections::BTreeMap;

/// Choices of a campaign that the rules leave open, by name.
pub type Options = BTreeMap<String, String>;

/// One option that a campaign can have.
#[derive(Debug, Clone, Copy)]
pub struct OptionCard {
    pub name: &'static str,
    pub values: &'static [&'static str],
    pub doc: &'static str,
}

/// What a scenario is, on one card.
#[derive(Debug, Clone, Serialize)]
pub struct Card {
    pub rules: &'static str,
    pub edition: &'static str,
    pub scenario: String,
    pub title: String,
    /// The names of the first season, and of the last if the scenario says when it ends.
    pub first: String,
    pub last: Option<String>,
    /// The powers with the side each is on, in the order of play; an empty side is none.
    pub powers: Vec<(String, String)>,
}

/// The heading under which a receipt lists what a sheet has no orders for.
pub const WITHOUT_ORDERS: &str = "Without orders";
/// The heading under which a receipt tells what is done where no reaction of the sheet says.
pub const BY_DEFAULT: &str = "No reaction of yours covers these, so the defaults are used";
/// The heading under which a receipt repeats the standing orders that a sheet sets.
pub const STANDING_ORDERS: &str = "Standing orders, as written: reckoned when they are played";

/// One entry of a sheet as it will be played, or why it will not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UnderstoodEntry {
    pub heading: String,
    pub lines: Vec<ReceiptLine>,
}

/// A line of a receipt.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct ReceiptLine {
    /// The number of the entry in the sheet, from 1, if it is about one; 0, where a game has changes
    /// that are made before all entries.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<u16>,
    /// The number of the step in the entry, from 1; none, if the line is about the entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<u16>,
    pub words: String,
    pub grade: Grade,
    /// What it depends on, in the words of the game's closed list.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<&'static str>,
    /// Whether it says what a purse has or what is left in it: a page keeps such lines in view.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sum: bool,
}

/// How certain a line of a receipt is, once its entry is taken up and the steps before it are done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// It happens, unless something that is said once for all comes between.
    #[default]
    Sure,
    /// It happens if its causes allow it.
    If,
    /// What is asked cannot be known; the line says what is done then.
    NotKnown,
    /// It does not happen, as a remark on the sheet says.
    Refused,
}

/// What became of an entry of a sheet, or of one step of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Became {
    pub entry: u16,
    /// None: of the entry.
    pub step: Option<u16>,
    pub became: Outcome,
    /// Why, if it was not done: in the words of the game's closed list.
    pub cause: Option<&'static str>,
}

/// What became of an entry or a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// An entry was taken up; a step was done.
    Done,
    /// It was tried and did not come about, or the entry could not be taken up when its turn came.
    NotDone,
    /// The entry was over before it came to this step.
    NotReached,
}

impl UnderstoodEntry {
    /// Lines that are about no step, and certain.
    pub fn plain(heading: impl Into<String>, lines: Vec<String>) -> Self {
        let lines = lines.into_iter().map(ReceiptLine::from).collect();
        Self { heading: heading.into(), lines }
    }

    /// The lines below each other.
    pub fn text(&self) -> String {
        self.words().collect::<Vec<_>>().join("\n")
    }

    /// The lines as they are printed.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(|line| line.words.as_str())
    }
}

impl ReceiptLine {
    /// A line that says what a purse has or what is left in it.
    pub fn sum(words: String) -> Self {
        Self { words, sum: true, ..Self::default() }
    }
}

impl From<String> for ReceiptLine {
    fn from(words: String) -> Self {
        Self { words, ..Self::default() }
    }
}

/// A sheet checked against what its author may know.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    pub faults: Diagnostics,
    /// All that will be played, in words.
    pub understood: Vec<UnderstoodEntry>,
    /// Whether anything of it counts.
    pub counts: bool,
    /// The ways that its entries take on paper.
    pub ways: Vec<Route>,
}

/// The way that an entry takes on paper, as far as its power knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Route {
    pub who: String,
    /// From where the force stands to where it ends.
    pub path: Vec<Space>,
}

/// A force of one's own and what its power could order it, for a page on which sheets are composed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OwnForce {
    pub name: String,
    /// Where the map shows it.
    pub at: Option<Space>,
    /// Where it is and what it has, in a line.
    pub about: String,
    /// The key of the sheet whose list has its entry.
    pub list: &'static str,
    /// The lines of its entry, as they stand in that list without their indent.
    pub entry: Vec<String>,
    /// The line of the entry that sends it somewhere; [`PLACES`] stands for where.
    pub go: &'static str,
    /// Whether that line takes places to go through.
    pub through: bool,
    pub reach: Reach,
}

/// The board of a battle, for a page on which sheets are composed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BattleBoard {
    /// From the enemy's end to ours.
    pub rows: Vec<BoardRow>,
    /// What can be laid on forces of ours, and how many of it.
    pub cards: Vec<String>,
    pub most_cards: u8,
    /// What each force and card can be dragged to, in no order.
    pub drops: Vec<Drop>,
    /// The key of the sheet that places our forces in rows, at the set-up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<&'static str>,
}

/// A row of a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BoardRow {
    pub name: String,
    pub ours: Vec<BoardCounter>,
    pub theirs: Vec<BoardCounter>,
    /// Its key where forces are placed, and how many have room; none if nobody is placed in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<(&'static str, Option<usize>)>,
}

/// A counter on a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BoardCounter {
    pub name: String,
    /// What it is and how it stands.
    pub about: String,
    /// The word for how it stands, of those that a set-up chooses.
    pub stands: &'static str,
}

/// What it means in a sheet that something is dragged somewhere.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Drop {
    /// A force of ours, or a card.
    pub what: String,
    /// A row, or a force of ours.
    pub onto: String,
    /// The key of the sheet whose list has the item, and the item.
    pub list: &'static str,
    pub item: String,
}

/// What stands for places in [`OwnForce::go`].
pub const PLACES: &str = "PLACES";

/// Where a campaign stands between seasons, as documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The season that begins there.
    pub season: SeasonCard,
    pub state: String,
    pub known: BTreeMap<String, String>,
}

/// A season that was played, as documents.
#[derive(Debug, Clone)]
pub struct Played {
    pub events: Vec<String>,
    /// Lines for the umpire: what happened, at a glance.
    pub digest: Vec<SummaryLine>,
    /// What of it the umpire should look at, a sentence each.
    pub odd: Vec<String>,
    /// Where it ends, and the season that comes next; if the scenario is over, it is not opened.
    pub after: Position,
    /// Whether the scenario ends with this season.
    pub over: bool,
}

/// A line of a season at a glance, with the number of its event, from 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SummaryLine {
    pub event: u32,
    pub text: String,
}

/// One event whole: what it is called and means, and all that it says.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Explained {
    pub name: String,
    /// What such an event is, with its rule.
    pub meaning: String,
    pub fields: BTreeMap<String, String>,
    /// The powers that learned of it.
    pub seen_by: Vec<String>,
    /// For each power that was told of it, which piece of its season's news it is, from 0.
    #[serde(skip)]
    pub news: BTreeMap<String, usize>,
}
