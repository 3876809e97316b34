//! The rule systems, and the one interface between them and everything else.
//!
//! What happens inside a game is private and typed ([`Ruleset`]). Which game it is, callers need
//! not know: the desk sees a [`Referee`] and the [`Game`]s it opens, and hands documents in and
//! out: sheets as text, states and what is known as JSON. No rule system sees another.
//!
//! Nothing here reads a file, a clock or a random source. The texts of the books are passed in as a
//! [`Shelf`], and every die, chit and decision comes from the ledger.

pub mod audience;
pub mod books;
pub mod briefing;
pub mod case;
pub mod documents;
pub mod europe;
pub mod figures;
mod game;
pub mod linked;
pub mod other_names;
pub mod pages;
pub mod places;
pub mod reactions;
mod referee;
pub mod scenario;
pub mod season;
pub mod table;
pub mod view;

pub use briefing::Briefing;
pub use documents::{
    BY_DEFAULT, BattleBoard, Became, BoardCounter, BoardRow, Card, Checked, Drop, Explained, Grade,
    OptionCard, Options, Outcome, OwnForce, PLACES, Played, Position, ReceiptLine, Route,
    STANDING_ORDERS, SummaryLine, UnderstoodEntry, WITHOUT_ORDERS,
};
pub use game::{Game, PlayerGame};
pub use referee::RefereeOf;
pub use season::{Asks, SeasonCard, SeasonKind};
pub use sheet::public::public_text;
pub use table::{Chance, Resolved, STANDING_MARK, Summary, Table};

use audience::{Audience, Watch};
use include_dir::Dir;
use kit::annals::{Annals, Subject};
use kit::battlefield::Battlefield;
use kit::chart::{Chart, Course};
use kit::decision::Decision;
use kit::ground::Space;
use kit::ledger::{Entry, Ledger, Shown};
use kit::newspaper::Issue;
use kit::shelf::{BookPages, Shelf};
use other_names::OtherNames;
use scenario::{Guide, KnownNames, PageFault};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value as Json;
use sheet::{Diagnostics, guide::Chapter, keys::Field, shape::Shaped};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::ops::DerefMut;
use std::str::FromStr;
use table::{Common, Decree, Happened, Orders};

/// Where the map of Europe lies on the shelf, for every rule system that is played on it.
pub const EUROPE: &str = "europe";

/// The map of Europe, as it is in the binary.
static MAP: Dir<'static> = include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../campaigns/europe");

/// The shelf with the books of these rule systems as they are in the binary; a campaign may lay its
/// own files on it.
pub fn shelf_of<R: PlayerReferee + ?Sized>(referees: &[&R]) -> Shelf {
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

/// Finds a scenario of these rule systems by a unique prefix: `nations/marengo`, `marengo`.
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
    #[error("`{written}` matches no scenario, or several; there are {known}")]
    NoScenario { written: String, known: String },
    #[error("the book has no page {0}")]
    NoPage(String),
    #[error("{page} cannot be read: {why}")]
    Page { page: String, why: String },
    #[error("{page} cannot be read:{}", scenario::listed(faults))]
    Faults { page: String, faults: Vec<PageFault> },
    #[error("the option {0}")]
    Option(String),
    #[error("a document of the campaign cannot be read: {0}")]
    Document(String),
    #[error("no passing case can be written from it: {0}")]
    Case(String),
}

/// What is known of the proofs that go out with an edition's reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proofs {
    /// They may be of the first kind, with neither numbers nor how sheets came.
    First,
    Whole,
    /// This program does not know the edition.
    Unknown,
}

/// Names of a sort, each with a word on it.
pub type NameList = Vec<(String, String)>;

/// A rule system, as a page for players uses it.
pub trait PlayerReferee: Sync {
    /// The folder name: `nations`.
    fn name(&self) -> &'static str;
    /// The title of the game.
    fn title(&self) -> &'static str;
    /// The version of the rules; kept with every season played.
    fn edition(&self) -> &'static str;
    /// Its folder of `campaigns`, as it is in the binary.
    fn books(&self) -> &'static Dir<'static>;
    /// What places, powers and leaders are called in other tongues, for those who have no book at
    /// hand.
    fn other_names(&self, _shelf: &Shelf) -> OtherNames {
        OtherNames::default()
    }
    /// The JSON Schema of its sheets.
    fn schema(&self) -> Json;
    /// The guide to its sheets, in lines that are not broken yet.
    fn guide(&self) -> Vec<Chapter>;
    fn decisions(&self) -> Vec<Decision>;
    /// Opens a book at a scenario for a player.
    fn open_for_player(
        &self,
        shelf: &Shelf,
        scenario: &str,
        options: &Options,
    ) -> Result<Box<dyn PlayerGame>, BookError>;
}

/// A rule system, seen from outside.
pub trait Referee: PlayerReferee {
    /// Whether it has a map that is drawn for its reports.
    fn draws(&self) -> bool {
        true
    }
    /// The kinds of seasons that it has.
    fn kinds(&self) -> &'static [SeasonKind];
    /// What a campaign may choose.
    fn options(&self) -> &'static [OptionCard];
    /// The options that no ruling can change once a campaign is made.
    fn fixed(&self) -> &'static [&'static str] {
        &[]
    }
    /// The scenarios on the shelf.
    fn scenarios(&self, shelf: &Shelf) -> Vec<String>;
    /// Opens a book at a scenario.
    fn open(
        &self,
        shelf: &Shelf,
        scenario: &str,
        options: &Options,
    ) -> Result<Box<dyn Game>, BookError>;
    /// Says what is wrong with the page of a scenario that somebody wrote, each fault at its place.
    fn scenario_faults(&self, _shelf: &Shelf, _text: &str) -> Result<Vec<PageFault>, BookError> {
        Ok(vec![])
    }
    /// Explains the pages of a scenario that somebody writes.
    fn scenario_guide(&self, _shelf: &Shelf) -> Result<String, BookError> {
        Ok(String::new())
    }
    /// The names of a sort that such pages may use, each with a word on it; none, if there is no
    /// list of that name.
    fn scenario_names(&self, _shelf: &Shelf, _list: &str) -> Result<Option<NameList>, BookError> {
        Ok(None)
    }
    /// Lays pages that a campaign has kept onto an empty shelf, where `open` looks for them.
    fn lay(&self, pages: &BookPages, scenario: &str) -> Shelf;
    /// Says whether the options of a draw stand in the order in which the rules of an edition draw;
    /// `powers` are those of the campaign in their order.
    fn draws_in_order(&self, edition: &str, drawn: &Shown, powers: &[&str]) -> bool;
    /// What is known of the proofs that went out with an edition's reports.
    fn proofs(&self, edition: &str) -> Proofs;
    /// The keys at the outermost level of its sheets.
    fn keys(&self) -> Vec<&'static str>;
    /// Plays a case, or says what of it is wrong.
    fn case(&self, shelf: &Shelf, case: &case::Case) -> Result<case::Outcome, case::PlayError>;
    /// Writes a moment of a season as a case, or says why that cannot be done.
    fn write_case(
        &self,
        shelf: &Shelf,
        moment: &case::written::Moment<'_>,
    ) -> Result<String, BookError>;
    /// What a case may name, each with its meaning.
    fn vocabulary(&self) -> case::Vocabulary;
}

/// A rule system in its own types; each implements this in its `lib.rs`.
///
/// What a season does with all of them is in [`table`], once for every game.
pub trait Ruleset: Sized + Sync + 'static {
    const NAME: &'static str;
    const TITLE: &'static str;
    const EDITION: &'static str;
    /// The keys of its sheets.
    const SHEET: &'static [&'static [Field]];
    /// The editions under which seasons were played before proofs told how sheets came.
    const FIRST_PROOFS: &'static [&'static str] = &[];
    /// The kinds of seasons that it has.
    const KINDS: &'static [SeasonKind] = &[season::ORDERS];
    const OPTIONS: &'static [OptionCard];
    /// The options that no ruling can change once a campaign is made: who plays, say.
    const FIXED: &'static [&'static str] = &[];
    /// What a part of the sequence is called: a marker, a step, a round.
    const PART: &'static str;
    /// The pages of names in other tongues.
    const OTHER_NAMES: &'static [&'static str] = &[];
    /// The facts that the umpire can rule on, an example of each with a word on it.
    const FACTS: &'static str;
    /// Tables, map, scenario: read once, never changed.
    type Book: 'static;
    /// The name of a season, as it is written in a sheet, in the order in which they are played.
    type Season: FromStr<Err = String> + Display + Ord;
    type State: Clone + Serialize + DeserializeOwned;
    type Event: From<Common> + Serialize + DeserializeOwned;
    /// A sheet as it was read.
    type Sheet: Orders;
    /// A season while it is played: the table, and what lasts for one season only.
    type Turn<'a>: DerefMut<Target = Table<'a, Self>>
        + From<Table<'a, Self>>
        + Into<Table<'a, Self>>;
    /// How much of a season is played; by default all of it.
    type Extent: Default;
    /// What of the map an event changes; found out before the event is written into the state.
    type Touched;
    /// What one pair of eyes learns of one event.
    type Seen: Clone;
    /// What one pair of eyes may know: all that it has seen, changed by `Seen` alone.
    type Known: Serialize + DeserializeOwned;
    /// The known, laid out as the sections of a report.
    type View: Serialize;

    /// Its folder of `campaigns`, as it is in the binary.
    fn books() -> &'static Dir<'static>;
    fn book(shelf: &Shelf, scenario: &str, options: &Options) -> Result<Self::Book, BookError>;
    /// What the pages of a scenario are, for who writes one.
    const SCENARIO: &'static Guide;
    /// The names that such pages may use.
    fn names(shelf: &Shelf) -> Result<Box<dyn KnownNames>, BookError>;
    /// Says what is wrong with the page of a scenario, each fault at its place.
    fn scenario_faults(shelf: &Shelf, text: &str) -> Result<Vec<PageFault>, BookError>;
    fn card(book: &Self::Book) -> Card;

    /// The options that a scenario chooses itself, where the campaign does not.
    fn chosen(_book: &Self::Book) -> Options {
        Options::new()
    }
    /// Whether a campaign can follow another one ([`linked`]).
    const LINKED: bool = false;
    /// What a campaign that is over leaves to the next in a row; or why it leaves nothing.
    fn legacy(_book: &Self::Book, _state: &Self::State) -> Result<Json, String> {
        Err(format!("campaigns of {} do not follow each other", Self::TITLE))
    }
    /// Writes an event into the state: nothing else changes it.
    fn apply(state: &mut Self::State, event: &Self::Event);
    /// Panics if something does not hold that must always hold.
    fn must_hold(book: &Self::Book, state: &Self::State);
    /// The season that a state is in.
    fn season(state: &Self::State) -> Self::Season;
    /// What that season asks, and of whom.
    fn asks(_state: &Self::State) -> Asks {
        Asks::default()
    }
    /// The powers that the rules play in that season: no player has one, and no sheet is read for it.
    fn played_by_rules(_state: &Self::State) -> BTreeSet<String> {
        BTreeSet::new()
    }
    /// The powers that nobody was given, each with the power whose player writes for it in that
    /// season. A keeper has a player of its own.
    fn wards(_book: &Self::Book, _state: &Self::State) -> BTreeMap<String, String> {
        BTreeMap::new()
    }
    /// Everybody who sees what happens.
    fn eyes(state: &Self::State) -> Vec<String>;
    /// What of the map an event will change, with the state as it is before it.
    fn touched(state: &Self::State, event: &Self::Event) -> Self::Touched;
    /// Whose eyes an event may reach; [`Ruleset::witness`] then says what each of them learns.
    fn audience(happened: &Happened<'_, Self>, watch: &Watch) -> Audience;
    /// What one pair of eyes learns of an event: the only way from state to known. The book is no
    /// secret; it says how far eyes see. Without what these eyes know so far it is what they are
    /// told, and not what the map shows them.
    fn witness(
        happened: &Happened<'_, Self>,
        eye: &str,
        known: Option<&Self::Known>,
    ) -> Option<Self::Seen>;
    /// The spaces that are in sight, if a game keeps them; who has none is in every audience.
    fn field(_known: &Self::Known) -> Option<&BTreeSet<Space>> {
        None
    }
    /// The spaces that are in sight from now on, if they change.
    fn new_field(_seen: &Self::Seen) -> Option<&BTreeSet<Space>> {
        None
    }
    /// Whether it is a piece of news, and not only what the map shows.
    fn is_news(seen: &Self::Seen) -> bool;
    /// Whether the dice on which the event rests are seen with it.
    fn shows_dice(seen: &Self::Seen) -> bool;
    /// Who sees a die, a lot or a card: a property of the rule that asks for it.
    fn chance(_entry: &Entry) -> Chance {
        Chance::WithEvent
    }
    /// Whether a die, a lot or a card that waits for its event decides this one.
    fn decides(entry: &Entry, event: &Self::Event) -> bool;
    /// Learns what was seen: nothing else changes what is known.
    fn learn(book: &Self::Book, known: &mut Self::Known, seen: Self::Seen);
    /// The dice and chits of the season that a power was shown, to be added to.
    fn dice(known: &mut Self::Known) -> &mut Vec<Shown>;
    /// The same kind of knowledge with everything granted: what the umpire looks at.
    fn known_to_umpire(
        book: &Self::Book,
        state: Self::State,
        events: &[Self::Event],
    ) -> Self::Known;
    /// What everybody may know of an opening position: what the eyes of [`EVERYBODY`] learn of it
    /// by [`Ruleset::witness`]. None: no newspaper appears.
    ///
    /// [`EVERYBODY`]: kit::newspaper::EVERYBODY
    fn opening_to_all(_book: &Self::Book, _state: &Self::State) -> Option<Self::Known> {
        None
    }
    /// The newspaper of the last season, from what everybody may know.
    fn newspaper(_book: &Self::Book, _known: &Self::Known) -> Issue {
        Issue::default()
    }
    /// Every event in a sentence, for the umpire.
    fn chronicle(book: &Self::Book, state: Self::State, events: &[Self::Event]) -> Vec<String>;
    /// Says whether the umpire's word on a fact is written as one; it is played when its place in
    /// the sequence comes, and the ledger has it by then.
    fn check_fact(book: &Self::Book, text: &str) -> Result<(), String>;
    /// What the umpire's word on a fact comes to, as things stand now; or why it cannot be played.
    fn decree(turn: &mut Self::Turn<'_>, text: &str) -> Result<Decree<Self::Event>, String>;
    fn opening(
        book: &Self::Book,
        sheets: &BTreeMap<String, String>,
        ledger: &mut Ledger,
    ) -> Resolved<Self>;
    /// Notes in what a power knows at the opening that the campaign has not started: what chance gives at the
    /// start is taken out of it, and what makes sheets be read otherwise until then is noted.
    fn before_start(_book: &Self::Book, _known: &mut Self::Known) {}
    /// Reads a sheet against what its author may know, so that no receipt is a spy.
    fn check(book: &Self::Book, known: &Self::Known, sheet: &Shaped<'_>) -> Checked;
    fn form(book: &Self::Book, known: &Self::Known, campaign: &str, last: Option<&str>) -> String;
    /// Everything that one force of a power could do, line by line; nothing, if there is none.
    fn choices(book: &Self::Book, known: &Self::Known, who: &str) -> Option<Vec<String>>;
    /// The forces of a power and what it could order them, for a page on which sheets are composed.
    fn own_forces(book: &Self::Book, known: &Self::Known) -> Vec<OwnForce>;
    /// The board of the battle that is on, for the same page.
    fn battle_board(_book: &Self::Book, _known: &Self::Known) -> Option<BattleBoard> {
        None
    }
    /// Reads a sheet against what its power knows: what is sound of it, and what is wrong.
    fn read(
        book: &Self::Book,
        known: &Self::Known,
        sheet: &Shaped<'_>,
    ) -> (Self::Sheet, Diagnostics);
    /// Reads standing orders, which stand in for a sheet that did not come.
    fn standing(book: &Self::Book, known: &Self::Known, text: &str) -> Self::Sheet;
    /// Plays a season from its first event to its last. It never stops to ask: a decision that
    /// nobody answered takes the rules' default and stands in the ledger as an open question.
    fn play(turn: &mut Self::Turn<'_>, extent: Self::Extent);
    /// Sums up a season that was played.
    fn summary(turn: &Self::Turn<'_>) -> Summary;
    fn view(book: &Self::Book, known: &Self::Known) -> Self::View;
    /// What of all lines of a receipt is so, and therefore said once at its head; empty, where lines
    /// have no grades.
    const PROMISE: &'static str = "";
    /// The same of the season that is known, where seasons of one kind promise other things.
    fn promise(_known: &Self::Known) -> &'static str {
        Self::PROMISE
    }
    /// What became of each entry of a power's sheet in the last season, and of those steps that were
    /// not done.
    fn became(_known: &Self::Known) -> Vec<Became> {
        vec![]
    }
    /// The dice and chits of the last season that a power was shown.
    fn shown(known: &Self::Known) -> &[Shown];
    /// The map of what a power knows.
    fn chart(book: &Self::Book, known: &Self::Known) -> Chart;
    /// Ways of the last season whose beginnings are told by what the power knew before it alone.
    fn ways_since(_book: &Self::Book, _known: &Self::Known, _before: &Self::Known) -> Vec<Course> {
        vec![]
    }
    /// Whether [`Ruleset::battlefields`] ever has one, so that nobody looks for them in vain.
    const BATTLEFIELDS: bool = false;
    /// The battles of a season that show as pictures, from what a power knew before it and has seen of it.
    fn battlefields(
        _book: &Self::Book,
        _before: &Self::Known,
        _seen: &[Self::Seen],
    ) -> Vec<Battlefield> {
        vec![]
    }
    /// The last season as a power remembers it.
    fn annals(book: &Self::Book, known: &Self::Known) -> Annals;
    /// Everybody and everything that the book gives a name: powers, leaders and places.
    fn roster(book: &Self::Book) -> Vec<Subject>;
    /// Whether an event is a round or a day of battle.
    fn is_battle(event: &Self::Event) -> bool;
    /// Whether the letters of a season go on at once; else they go with its report.
    fn letters_at_once(book: &Self::Book, season: Self::Season) -> bool;
    /// What people call an option of a question, where the option itself does not say it.
    fn option_named(_book: &Self::Book, _option: &str) -> Option<String> {
        None
    }
    /// The place of an option among those it is drawn from, where that is not the alphabet's.
    fn place_in_draw(_option: &str) -> Option<u32> {
        None
    }
    /// Whether an earlier edition drew from options in that order, though this one does not.
    fn had_order(_edition: &str, _drawn: &Shown, _powers: &[&str]) -> bool {
        false
    }
    fn schema() -> Json;
    /// The guide to its sheets.
    fn guide() -> Vec<Chapter>;
    /// Every choice that the rules leave to people, and what is done when nobody makes it.
    fn decisions() -> Vec<Decision>;
    /// How a season goes, for a player who is new to the game.
    fn primer(book: &Self::Book, known: &Self::Known) -> Vec<Chapter>;
    /// Keys of a whole sheet that can do nothing in this campaign, which its guide leaves out.
    fn unused(_book: &Self::Book) -> Vec<&'static str> {
        vec![]
    }
    /// What a player reads before their first orders.
    fn briefing(book: &Self::Book, known: &Self::Known) -> Briefing;
    /// Which season this is of how many, what ends it early, what comes next and what waiting costs.
    fn calendar(book: &Self::Book, known: &Self::Known) -> Vec<String>;
    /// For which season and which power the next sheet is.
    fn addressee(known: &Self::Known) -> (String, &str);
    /// A whole sheet for a power's own forces, without a fault as it stands.
    fn example(book: &Self::Book, known: &Self::Known, campaign: &str) -> String;
    /// Lays out what the setup of a case says.
    fn lay(shelf: &Shelf, case: &case::Case) -> Result<case::Laid<Self>, case::PlayError>;
    /// Plays a case that tries one mechanism alone, instead of a position.
    fn probe(shelf: &Shelf, case: &case::Case) -> Result<case::Outcome, case::PlayError>;
    /// Tells events as facts; the state is as it was before the first of them.
    fn tell(book: &Self::Book, state: Self::State, events: &[Self::Event]) -> Vec<case::Fact>;
    /// Tells what holds.
    fn holds(book: &Self::Book, state: &Self::State) -> Vec<case::Fact>;
    /// Tells what a power was told this season, and knows.
    fn told(book: &Self::Book, known: &Self::Known) -> Vec<case::Fact>;
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
    /// What a case may name, each with its meaning.
    fn vocabulary() -> case::Vocabulary;
}
