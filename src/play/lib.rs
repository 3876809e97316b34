//! The rule systems, and the one interface between them and everything else.
//!
//! What happens inside a game is private and typed ([`Ruleset`]). Which game it is, callers need
//! not know: the desk sees a [`Referee`] and the [`Game`]s it opens, and hands documents in and
//! out: sheets as text, states and what is known as JSON. No rule system sees another.
//!
//! Nothing here reads a file, a clock or a random source. The texts of the books are passed in as a
//! [`Shelf`], and every die, chit and decision comes from the ledger.

pub mod books;
pub mod case;
pub mod documents;
pub mod pages;
mod seat;

pub use documents::{
    Card, Checked, Explained, OptionCard, Options, Played, Position, SETS_STANDING, SummaryLine,
    UnderstoodEntry, WITHOUT_ORDERS,
};
pub use seat::RefereeOf;
pub use sheet::public::public_text;

use include_dir::Dir;
use kit::annals::{Annals, Subject};
use kit::calendar::Season;
use kit::chart::Chart;
use kit::ledger::{Entry, Ledger, Shown};
use kit::shelf::{BookPages, Shelf};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value as Json;
use sheet::shape::Shaped;
use std::collections::BTreeMap;

/// Where the map of Europe lies on the shelf, for every rule system that is played on it.
pub const EUROPE: &str = "europe";

/// The map of Europe, as it is in the binary.
static MAP: Dir<'static> = include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../campaigns/europe");

/// The shelf with the books of these rule systems as they are in the binary; a campaign may lay its
/// own files on it.
pub fn shelf_of(referees: &[&dyn Referee]) -> Shelf {
    let mut shelf = Shelf::default();
    shelf.embed(EUROPE, &MAP);
    for referee in referees {
        shelf.embed(referee.name(), referee.books());
    }
    shelf
}

/// The shelf with the books of one rule system.
pub fn shelf<R: Ruleset>() -> Shelf {
    shelf_of(&[&RefereeOf::<R>::NEW])
}

/// Finds a scenario of these rule systems by a unique beginning: `nations/marengo`, `marengo`.
pub fn find<'a>(
    referees: &[&'a dyn Referee],
    shelf: &Shelf,
    written: &str,
) -> Result<(&'a dyn Referee, String), BookError> {
    let mut found = vec![];
    let mut all = vec![];
    for referee in referees {
        for scenario in referee.scenarios(shelf) {
            let whole = format!("{}/{scenario}", referee.name());
            if whole.starts_with(written) || scenario.starts_with(written) {
                found.push((*referee, scenario));
            }
            all.push(whole);
        }
    }
    if found.len() == 1 {
        return Ok(found.remove(0));
    }
    Err(BookError::NoScenario { written: written.to_owned(), known: all.join(", ") })
}

/// Why a book, a scenario or a document of a game cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BookError {
    #[error("there is no single scenario `{written}`; there are {known}")]
    NoScenario { written: String, known: String },
    #[error("the book has no page {0}")]
    NoPage(String),
    #[error("{page} cannot be read: {why}")]
    Page { page: String, why: String },
    #[error("the option {0}")]
    Option(String),
    #[error("a document of the campaign cannot be read: {0}")]
    Document(String),
    #[error("no passing case can be written from it: {0}")]
    Case(String),
}

/// A rule system, seen from outside.
pub trait Referee: Sync {
    /// The folder name: `nations`.
    fn name(&self) -> &'static str;
    /// The title of the game.
    fn title(&self) -> &'static str;
    /// The version of the rules; kept with every season played.
    fn edition(&self) -> &'static str;
    /// Whether it has a map that is drawn for its reports.
    fn draws(&self) -> bool {
        true
    }
    /// Its folder of `campaigns`, as it is in the binary.
    fn books(&self) -> &'static Dir<'static>;
    /// What a campaign may choose.
    fn options(&self) -> &'static [OptionCard];
    /// The scenarios on the shelf.
    fn scenarios(&self, shelf: &Shelf) -> Vec<String>;
    /// Opens a book at a scenario.
    fn open(
        &self,
        shelf: &Shelf,
        scenario: &str,
        options: &Options,
    ) -> Result<Box<dyn Game>, BookError>;
    /// Lays pages that a campaign has kept onto an empty shelf, where `open` looks for them.
    fn lay(&self, pages: &BookPages, scenario: &str) -> Shelf;
    /// Says whether the options of a draw stand in the order in which this program draws.
    fn draws_in_order(&self, options: &[&str]) -> bool;
    /// The JSON Schema of its sheets.
    fn schema(&self) -> Json;
    /// The guide to its sheets, in lines that are not broken yet.
    fn guide(&self) -> Vec<String>;
    /// Plays a case, or says what of it is wrong.
    fn case(&self, shelf: &Shelf, case: &case::Case) -> Result<case::Outcome, case::PlayError>;
    /// Writes a moment of a season as a case, or says why that cannot be done.
    fn write_case(
        &self,
        shelf: &Shelf,
        moment: &case::written::Moment<'_>,
    ) -> Result<String, BookError>;
    /// The names that a case may expect.
    fn case_names(&self) -> case::Names;
    /// Every setup key, event, probe and field that a case may name, each with its meaning.
    fn case_words(&self) -> Vec<(String, String)>;
}

/// A book opened at a scenario, ready to be played.
pub trait Game {
    fn card(&self) -> Card;
    /// The pages it was read from.
    fn pages(&self) -> &BookPages;
    /// The digest of these pages.
    fn book_digest(&self) -> &str;
    /// Sets up: `set-up:` of these sheets, else the scenario's defaults, which stand as questions.
    fn opening(
        &self,
        sheets: &BTreeMap<String, String>,
        ledger: &mut Ledger,
    ) -> Result<Played, BookError>;
    /// What a power knows at the opening, as long as the campaign has not started.
    fn before_start(&self, known: &str) -> Result<String, BookError> {
        Ok(known.to_owned())
    }
    /// Holds a sheet against what a power knows.
    fn check(&self, known: &str, sheet: &str) -> Result<Checked, BookError>;
    /// The same for a sheet whose shape was read.
    fn check_shaped(&self, known: &str, sheet: &Shaped<'_>) -> Result<Checked, BookError> {
        self.check(known, sheet.text)
    }
    /// What the umpire knows, who sees all: a position and what happened since.
    fn known_to_umpire(&self, state: &str, events: &[String]) -> Result<String, BookError>;
    /// Every event in a sentence, for the umpire.
    fn chronicle(&self, state: &str, events: &[String]) -> Result<Vec<String>, BookError>;
    /// The last of these events whole, with the state at the season's start.
    fn explain(&self, state: &str, events: &[String]) -> Result<Explained, BookError>;
    /// Says whether the umpire's word on a fact is written as one.
    fn check_fact(&self, text: &str) -> Result<(), String>;
    /// The facts that the umpire can rule on, an example of each with a word on it.
    fn facts(&self) -> &'static str;
    /// What a part of the sequence is called, before which a ruling may stand.
    fn part(&self) -> &'static str;
    /// An order form with a power's own forces in it, and the reactions of its last sheet.
    fn form(&self, known: &str, campaign: &str, last: Option<&str>) -> Result<String, BookError>;
    /// How a season goes, for a player who is new to the game, in lines that are not broken yet.
    fn primer(&self, known: &str) -> Result<Vec<String>, BookError>;
    /// A whole sheet for a power's own forces, without a fault as it stands.
    fn example(&self, known: &str, campaign: &str) -> Result<String, BookError>;
    /// Plays one season.
    fn resolve(
        &self,
        before: &Position,
        sheets: &BTreeMap<String, String>,
        ledger: &mut Ledger,
    ) -> Result<Played, BookError>;
    /// What a power knows, laid out as the sections of a report.
    fn view(&self, known: &str) -> Result<Json, BookError>;
    /// The dice and chits of the last season that a power was shown.
    fn shown(&self, known: &str) -> Result<Vec<Shown>, BookError>;
    /// What a power knows, laid out as a map.
    fn chart(&self, known: &str) -> Result<Chart, BookError>;
    /// What a power knows of the last season, as it is remembered.
    fn annals(&self, known: &str) -> Result<Annals, BookError>;
    /// Everybody and everything that the book gives a name.
    fn roster(&self) -> Vec<Subject>;
    /// How many rounds or days of battle there are among these events.
    fn battles(&self, events: &[String]) -> Result<usize, BookError>;
    /// Whether the letters of a season go on at once; else they go with its report.
    fn letters_at_once(&self, season: &str) -> bool;
}

/// A season in a rule system's own types.
pub struct Resolved<R: Ruleset> {
    pub events: Vec<R::Event>,
    pub digest: Vec<SummaryLine>,
    pub odd: Vec<String>,
    pub state: R::State,
    pub known: BTreeMap<String, R::Known>,
    pub season: Season,
    pub over: bool,
}

/// A rule system in its own types; each implements this in its `mod.rs`.
pub trait Ruleset: Sized + Sync + 'static {
    const NAME: &'static str;
    const TITLE: &'static str;
    const EDITION: &'static str;
    const OPTIONS: &'static [OptionCard];
    /// What a part of the sequence is called: a marker, a step, a round.
    const PART: &'static str;
    /// The facts that the umpire can rule on, an example of each with a word on it.
    const FACTS: &'static str;
    /// Tables, map, scenario: read once, never changed.
    type Book;
    type State: Serialize + DeserializeOwned;
    type Event: Serialize + DeserializeOwned;
    /// What one pair of eyes learns of one event.
    type Seen;
    /// What one pair of eyes may know: all that it has seen, changed by `Seen` alone.
    type Known: Serialize + DeserializeOwned;
    /// The known, laid out as the sections of a report.
    type View: Serialize;

    /// Its folder of `campaigns`, as it is in the binary.
    fn books() -> &'static Dir<'static>;
    fn book(shelf: &Shelf, scenario: &str, options: &Options) -> Result<Self::Book, BookError>;
    fn card(book: &Self::Book) -> Card;
    /// What one pair of eyes learns of an event, while it happens: the only way from state to
    /// known. The book is no secret; it says how far eyes see.
    fn witness(
        book: &Self::Book,
        event: &Self::Event,
        state: &Self::State,
        eye: &str,
    ) -> Option<Self::Seen>;
    /// The same kind of knowledge with everything granted: what the umpire looks at.
    fn known_to_umpire(
        book: &Self::Book,
        state: Self::State,
        events: &[Self::Event],
    ) -> Self::Known;
    /// Every event in a sentence, for the umpire.
    fn chronicle(book: &Self::Book, state: Self::State, events: &[Self::Event]) -> Vec<String>;
    /// The last of these events whole.
    fn explain(book: &Self::Book, state: Self::State, events: &[Self::Event]) -> Explained;
    /// Says whether the umpire's word on a fact is written as one; it is played when its place in
    /// the sequence comes, and the ledger has it by then.
    fn check_fact(book: &Self::Book, text: &str) -> Result<(), String>;
    fn opening(
        book: &Self::Book,
        sheets: &BTreeMap<String, String>,
        ledger: &mut Ledger,
    ) -> Resolved<Self>;
    /// Notes in what a power knows at the opening that the campaign has not started, if sheets are
    /// read otherwise then.
    fn before_start(_known: &mut Self::Known) {}
    /// Reads a sheet against what its author may know, so that no receipt is a spy.
    fn check(book: &Self::Book, known: &Self::Known, sheet: &Shaped<'_>) -> Checked;
    fn form(book: &Self::Book, known: &Self::Known, campaign: &str, last: Option<&str>) -> String;
    /// Plays one season. It never stops to ask: a decision that nobody answered takes the rules'
    /// default and stands in the ledger as an open question.
    fn resolve(
        book: &Self::Book,
        before: Self::State,
        known: BTreeMap<String, Self::Known>,
        sheets: &BTreeMap<String, String>,
        ledger: &mut Ledger,
    ) -> Resolved<Self>;
    fn view(book: &Self::Book, known: &Self::Known) -> Self::View;
    /// The dice and chits of the last season that a power was shown.
    fn shown(known: &Self::Known) -> &[Shown];
    /// The map of what a power knows.
    fn chart(book: &Self::Book, known: &Self::Known) -> Chart;
    /// The last season as a power remembers it.
    fn annals(book: &Self::Book, known: &Self::Known) -> Annals;
    /// Everybody and everything that the book gives a name: powers, leaders and places.
    fn roster(book: &Self::Book) -> Vec<Subject>;
    /// Whether an event is a round or a day of battle.
    fn is_battle(event: &Self::Event) -> bool;
    /// Whether the letters of a season go on at once; else they go with its report.
    fn letters_at_once(season: Season) -> bool;
    /// The place of an option among those it is drawn from, where that is not the alphabet's.
    fn place_in_draw(_option: &str) -> Option<u32> {
        None
    }
    fn schema() -> Json;
    /// The guide to its sheets, in lines that are not broken yet.
    fn guide() -> Vec<String>;
    /// How a season goes, for a player who is new to the game, in lines that are not broken yet.
    fn primer(book: &Self::Book, known: &Self::Known) -> Vec<String>;
    /// A whole sheet for a power's own forces, without a fault as it stands.
    fn example(book: &Self::Book, known: &Self::Known, campaign: &str) -> String;
    fn case(shelf: &Shelf, case: &case::Case) -> Result<case::Outcome, case::PlayError>;
    /// Plays a case with answers from elsewhere, and gives back those that were asked for.
    fn rehearse(
        shelf: &Shelf,
        case: &case::Case,
        open: &dyn Fn(&str) -> Result<Ledger, case::PlayError>,
    ) -> Result<(case::Outcome, Vec<Entry>), case::PlayError>;
    /// The positions from which the last of these events may come about again, the smallest first.
    fn plots(
        book: &Self::Book,
        before: Self::State,
        events: &[Self::Event],
        season: &case::written::All<'_>,
    ) -> Result<Vec<case::written::Plot>, String>;
    /// The same for one power: a piece of its news in words, and positions as it knew them.
    fn own_plots(
        book: &Self::Book,
        known: [&Self::Known; 2],
        own: &case::written::Own<'_>,
    ) -> Result<(String, Vec<case::written::Plot>), String>;
    fn case_names() -> case::Names;
    fn case_words() -> Vec<(String, String)>;
}
