//! A small whole game for tests: three kinds of seasons, hidden hands, sealed bids, deals, a ward.
//!
//! Ada and Bert have a player each. In a season of *hands* the pool is shuffled, everybody draws a
//! card and may `play: CARD`. In a *council* Ada and Bert bid in secret (`bid: N`); the highest bid
//! is paid, and its writer keeps Carla until the next council; who bids all they have and loses is
//! played by the rules from then on. In a season of *treaties* `deals:` are
//! made, and those who made one are friends. The Crown, if the option says that there is one, is
//! played by the rules: it lays the top of the pool on the table.
//!
//! The parts: the state and its events (`state.rs`), who learns what (`sight.rs`), sheets
//! (`sheet.rs`), and how seasons are played (`season.rs`). This file is how a rule system is called.

#[cfg(test)]
pub mod histories;
#[cfg(test)]
mod proved;
mod season;
mod sheet;
mod sight;
mod state;
#[cfg(test)]
mod table;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod twins;

use self::sheet::Orders;
use self::sight::{Known, Seen};
use self::state::{Event, Season, State};
use ::sheet::Diagnostics;
use ::sheet::guide::Chapter;
use ::sheet::shape::Shaped;
use include_dir::Dir;
use kit::annals::{Annals, Subject};
use kit::chart::Chart;
use kit::decision::Decision;
use kit::deck::Change;
use kit::declared::Words;
use kit::ledger::{Entry, Ledger, Shown, What};
use kit::shelf::Shelf;
use rules::audience::{Audience, Watch};
use rules::case::written::{All, Own, Plot};
use rules::case::{Case, Fact, Laid, Outcome, PlayError, Told, Vocabulary};
use rules::scenario::{Guide, KnownNames, PageFault};
use rules::table::{Decree, Happened, resolved};
use rules::{
    Asks, BookError, Briefing, Card, Chance, Checked, OptionCard, Options, OwnForce, Referee,
    RefereeOf, Resolved, Ruleset, SeasonKind, Summary, Table,
};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

/// The game as the desk calls it.
pub static REFEREE: &dyn Referee = &RefereeOf::<Court>::NEW;

pub const ADA: &str = "ada";
pub const BERT: &str = "bert";
pub const CARLA: &str = "carla";
pub const CROWN: &str = "crown";

const HANDS: SeasonKind = SeasonKind { name: "hands", doc: "Which card is played." };
const COUNCIL: SeasonKind = SeasonKind { name: "council", doc: "Who bids most in secret." };
const TREATIES: SeasonKind = SeasonKind { name: "treaties", doc: "Which deals are made." };

/// No season asks the ledger for a choice: each is an order, or nothing is done.
const ORDERED: &[Decision] = kit::ordered! {
    Entry "play" {
        rule: "1",
        decision: "which card is played",
        decider: "owner",
        options: "the hand, none",
        default: "none",
    }
    Entry "bid" {
        rule: "2",
        decision: "how much is bid for Carla",
        decider: "owner",
        options: "up to all the gold",
        default: "nothing",
    }
    Entry "deals" {
        rule: "3",
        decision: "which deals are made",
        decider: "both owners",
        options: "any that both sheets name",
        default: "none",
    }
};

/// The rule system.
pub struct Court;

/// What is fixed for a campaign: whether there is a Crown.
pub struct Book {
    pub crown: bool,
}

impl Book {
    /// The powers, in the order of play; the option says how many there are.
    pub fn powers(&self) -> Vec<String> {
        let all = [CARLA, ADA, BERT].into_iter().chain(self.crown.then_some(CROWN));
        all.map(str::to_owned).collect()
    }
}

/// A season while it is played.
pub struct Turn<'a> {
    table: Table<'a, Court>,
}

impl<'a> From<Table<'a, Court>> for Turn<'a> {
    fn from(table: Table<'a, Court>) -> Self {
        Self { table }
    }
}

rules::on_the_table!(Turn, Court);

static BOOKS: Dir<'static> = Dir::new("", &[]);
static GUIDE: Guide = Guide { keys: &[], intro: "", example: "", sorts: &[] };

fn no_cases<T>() -> Result<T, PlayError> {
    Err("the court has no cases".into())
}

impl Ruleset for Court {
    const NAME: &'static str = "court";
    const TITLE: &'static str = "The Court";
    const EDITION: &'static str = "court-1";
    const SHEET: &'static [&'static [::sheet::keys::Field]] = &[];
    const KINDS: &'static [SeasonKind] = &[HANDS, COUNCIL, TREATIES];
    const OPTIONS: &'static [OptionCard] =
        &[OptionCard { name: "crown", values: &["yes", "no"], doc: "Whether there is a Crown." }];
    const PART: &'static str = "step";
    const FACTS: &'static str = "";
    type Book = Book;
    type Season = Season;
    type State = State;
    type Event = Event;
    type Sheet = Orders;
    type Turn<'a> = Turn<'a>;
    type Extent = ();
    type Touched = ();
    type Seen = Seen;
    type Known = Known;
    type View = Known;
    const SCENARIO: &'static Guide = &GUIDE;

    fn books() -> &'static Dir<'static> {
        &BOOKS
    }

    fn book(_shelf: &Shelf, _scenario: &str, options: &Options) -> Result<Book, BookError> {
        Ok(Book { crown: options.get("crown").is_none_or(|value| value == "yes") })
    }

    fn names(_shelf: &Shelf) -> Result<Box<dyn KnownNames>, BookError> {
        Err(BookError::NoPage("of names".to_owned()))
    }

    fn scenario_faults(_shelf: &Shelf, _text: &str) -> Result<Vec<PageFault>, BookError> {
        Ok(vec![])
    }

    fn card(book: &Book) -> Card {
        let side = |power: String| (power.clone(), format!("{power}'s side"));
        Card {
            rules: Self::NAME,
            edition: Self::EDITION,
            scenario: "plain".to_owned(),
            title: Self::TITLE.to_owned(),
            first: Season::FIRST.to_string(),
            last: Some(Season::LAST.to_string()),
            powers: book.powers().into_iter().map(side).collect(),
        }
    }

    fn apply(state: &mut State, event: &Event) {
        state.apply(event);
    }

    fn must_hold(_book: &Book, state: &State) {
        assert_eq!(state.deck.cards().count(), state::CARDS.len(), "no card is lost");
    }

    fn season(state: &State) -> Season {
        state.season
    }

    fn asks(state: &State) -> Asks {
        match state.season.kind() {
            "council" => Asks::of(COUNCIL, [ADA, BERT].map(str::to_owned).into()),
            "treaties" => Asks::all(TREATIES),
            _ => Asks::all(HANDS).titled("a card for everybody"),
        }
    }

    fn played_by_rules(state: &State) -> BTreeSet<String> {
        state.crown.then(|| CROWN.to_owned()).into_iter().chain(state.fallen.clone()).collect()
    }

    fn wards(_book: &Book, state: &State) -> BTreeMap<String, String> {
        BTreeMap::from([(CARLA.to_owned(), state.keeper.clone())])
    }

    fn eyes(state: &State) -> Vec<String> {
        Book { crown: state.crown }.powers()
    }

    fn touched(_state: &State, _event: &Event) {}

    fn audience(_happened: &Happened<'_, Self>, _watch: &Watch) -> Audience {
        Audience::Everybody
    }

    fn witness(happened: &Happened<'_, Self>, eye: &str, _known: Option<&Known>) -> Option<Seen> {
        sight::witness(happened, eye)
    }

    fn is_news(seen: &Seen) -> bool {
        seen.news.is_some()
    }

    fn shows_dice(seen: &Seen) -> bool {
        seen.dice
    }

    fn chance(entry: &Entry) -> Chance {
        match entry.what {
            What::Card { .. } => Chance::WithEvent,
            _ => Chance::Open,
        }
    }

    fn decides(entry: &Entry, event: &Event) -> bool {
        matches!(event, Event::Deck(Change::Drawn { card, .. }) if entry.what.answer() == *card)
    }

    fn learn(_book: &Book, known: &mut Known, seen: Seen) {
        known.learn(seen);
    }

    fn dice(known: &mut Known) -> &mut Vec<Shown> {
        &mut known.dice
    }

    fn known_to_umpire(_book: &Book, state: State, events: &[Event]) -> Known {
        let mut known = Known::new("umpire", &state);
        known.news = events.iter().map(Event::sentence).collect();
        known
    }

    fn chronicle(_book: &Book, _state: State, events: &[Event]) -> Vec<String> {
        events.iter().map(Event::sentence).collect()
    }

    fn check_fact(_book: &Book, _text: &str) -> Result<(), String> {
        Err("nobody rules over the court".to_owned())
    }

    fn decree(_turn: &mut Turn<'_>, _text: &str) -> Result<Decree<Event>, String> {
        Err("nobody rules over the court".to_owned())
    }

    fn opening(
        book: &Book,
        _sheets: &BTreeMap<String, String>,
        ledger: &mut Ledger,
    ) -> Resolved<Self> {
        let state = State::new(book);
        let known = book.powers().into_iter().map(|power| {
            let known = Known::new(&power, &state);
            (power, known)
        });
        let table = Table::new(book, state.clone(), known.collect(), ledger);
        resolved(table, Summary { digest: vec![], odd: vec![], over: false })
    }

    fn check(_book: &Book, known: &Known, sheet: &Shaped<'_>) -> Checked {
        sheet::check(known, sheet)
    }

    fn form(_book: &Book, known: &Known, campaign: &str, last: Option<&str>) -> String {
        sheet::form(known, campaign, last)
    }

    fn choices(_book: &Book, _known: &Known, _who: &str) -> Option<Vec<String>> {
        None
    }

    fn own_forces(_book: &Book, _known: &Known) -> Vec<OwnForce> {
        vec![]
    }

    fn read(_book: &Book, known: &Known, sheet: &Shaped<'_>) -> (Orders, Diagnostics) {
        sheet::read(known, sheet)
    }

    fn standing(_book: &Book, known: &Known, text: &str) -> Orders {
        sheet::standing(known, text)
    }

    fn play(turn: &mut Turn<'_>, _extent: ()) {
        season::play(turn);
    }

    fn summary(turn: &Turn<'_>) -> Summary {
        Summary { digest: vec![], odd: vec![], over: turn.state.over }
    }

    fn view(_book: &Book, known: &Known) -> Known {
        known.clone()
    }

    fn shown(known: &Known) -> &[Shown] {
        &known.dice
    }

    fn chart(_book: &Book, known: &Known) -> Chart {
        Chart::new(Self::TITLE, &known.power, known.season.clone())
    }

    fn annals(_book: &Book, _known: &Known) -> Annals {
        Annals::default()
    }

    fn roster(_book: &Book) -> Vec<Subject> {
        vec![]
    }

    fn is_battle(_event: &Event) -> bool {
        false
    }

    fn letters_at_once(_book: &Book, _season: Season) -> bool {
        false
    }

    fn schema() -> Json {
        json!({"title": Self::TITLE})
    }

    fn guide() -> Vec<Chapter> {
        vec![Chapter::of("THE KEYS OF A SHEET", vec!["play: CARD".to_owned()])]
    }

    fn decisions() -> Vec<Decision> {
        ORDERED.to_vec()
    }

    fn primer(_book: &Book, _known: &Known) -> Vec<Chapter> {
        vec![Chapter::of("HOW THE COURT IS HELD", vec!["Each plays a card.".to_owned()])]
    }

    fn briefing(_book: &Book, _known: &Known) -> Briefing {
        Briefing::new(vec!["Who wins most tricks wins.".to_owned()], vec![], vec![])
    }

    fn calendar(_book: &Book, known: &Known) -> Vec<String> {
        vec![format!("The court is in its season {}.", known.season)]
    }

    fn addressee(known: &Known) -> (String, &str) {
        (known.season.clone(), &known.power)
    }

    fn example(_book: &Book, known: &Known, campaign: &str) -> String {
        sheet::form(known, campaign, None)
    }

    fn lay(_shelf: &Shelf, _case: &Case) -> Result<Laid<Self>, PlayError> {
        no_cases()
    }

    fn probe(_shelf: &Shelf, _case: &Case) -> Result<Outcome, PlayError> {
        no_cases()
    }

    fn tell(_book: &Book, _state: State, events: &[Event]) -> Vec<Fact> {
        let fact = |event: &Event| Fact { name: event.sentence(), fields: BTreeMap::new() };
        events.iter().map(fact).collect()
    }

    fn holds(_book: &Book, _state: &State) -> Vec<Fact> {
        vec![]
    }

    fn told(_book: &Book, _known: &Known) -> Vec<Fact> {
        vec![]
    }

    fn plots(_: &Book, _: State, _: &[Event], _: &All<'_>) -> Result<Vec<Plot>, String> {
        Err("the court has no cases".to_owned())
    }

    fn own_plots(_: &Book, _: [&Known; 2], _: &Own<'_>) -> Result<(String, Vec<Plot>), String> {
        Err("the court has no cases".to_owned())
    }

    fn vocabulary() -> Vocabulary {
        Vocabulary { events: Told::all(Event::VARIANTS, &[]), ..Vocabulary::default() }
    }
}
