//! Field Commander: Napoleon, by mail (cited as FCN).
//!
//! One player leads the French; dice and charts lead the enemy. The text prints no numbers of
//! paragraphs: its headings are counted in the order of its table of contents.
//!
//! The rules: the book ([`book`]): counters, plans, charts, the map of Italy and the campaigns of
//! 1796 and 1800; a battle ([`board`]): placing, plans, shock, attacks, insights, rout, withdrawal;
//! the map ([`theatre`]): who holds what, victory and defeat, moves, fog of war, supply, enemy orders
//! and resupply. All of it is small functions on a value, without a turn or a ledger, so that an
//! automatic player can look ahead. Dice, draws and free choices are asked through
//! [`answers::Answers`], which [`answers::recorded`] answers from the ledger. Only the plans Prepare, Square
//! and Formation are code, the others are lists of orders in `campaigns/napoleon/book/plans.yaml`.
//! [`sequence`] joins them (§8 to §16): one machine of stages that stops where the player is asked.
//!
//! By mail: a season is the answer to one stop ([`mod@season`]), a sheet says what is done there and
//! beforehand what is done at later stops ([`orders`]), a report shows all of map and board ([`view`]),
//! since nothing is hidden ([`sight`]).
//!
//! Several may race, each at a table of their own with the same dice ([`record::tables`]), or lead the
//! French together, each with what their own forces see ([`season::staff`]).
//!
//! Not here: campaigns that are scored at their end (§3).

pub mod answers;
pub mod board;
pub mod book;
pub mod case;
pub mod decisions;
pub mod orders;
pub mod record;
pub mod season;
pub mod sequence;
pub mod sight;
pub mod theatre;
pub mod view;

use book::Book;
use book::guide::BookNames;
use book::log::Log;
use book::options::Choices;
use include_dir::Dir;
use kit::annals::{Annals, Subject};
use kit::battlefield::Battlefield;
use kit::chart::{Chart, Course};
use kit::decision::Decision;
use kit::ledger::{Entry, Ledger, Shown};
use kit::shelf::Shelf;
use orders::Sheet;
use play::audience::{Audience, Watch};
use play::case::written::{All, Own, Plot};
use play::case::{Case, Fact, Laid, Outcome, PlayError, Vocabulary};
use play::scenario::{Guide, KnownNames, PageFault};
use play::table::{Decree, Happened};
use play::{
    Asks, BattleBoard, Became, BookError, Briefing, Card, Checked, OptionCard, Options, OwnForce,
    PlayerReferee, Referee, RefereeOf, Resolved, Ruleset, SeasonKind, Summary,
};
use record::event::Event;
use record::tables::Tables;
use season::{Extent, Turn};
use sequence::name::StopName;
use serde_json::Value as Json;
use sheet::Diagnostics;
use sheet::guide::Chapter;
use sheet::shape::Shaped;
use sight::Known;
use std::collections::BTreeMap;

/// Its counters, charts, map and campaigns.
static BOOKS: Dir<'static> =
    include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../../campaigns/napoleon");

/// The shelf on which the book stands, each page below `napoleon/`.
pub fn shelf() -> Shelf {
    let mut shelf = Shelf::default();
    shelf.embed("napoleon", &BOOKS);
    shelf
}

/// The rule system.
pub struct Napoleon;

/// The same, seen from outside. A constant would be compiled again in each crate that names it.
pub static REFEREE: &dyn Referee = &RefereeOf::<Napoleon>::NEW;
/// The same, as a page for players uses it.
pub static PLAYER_REFEREE: &dyn PlayerReferee = &RefereeOf::<Napoleon>::NEW;

/// What is asked at each stop.
const KINDS: &[SeasonKind] = &[
    SeasonKind { name: orders::keys::STOPS[0], doc: "Who goes where." },
    SeasonKind {
        name: orders::keys::STOPS[1],
        doc: "What precedes a battle, and who starts where.",
    },
    SeasonKind { name: orders::keys::STOPS[2], doc: "Plans, and what each force does." },
    SeasonKind { name: orders::keys::STOPS[3], doc: "Forced marches and purchases." },
];

/// Who plays, each on a side of their own.
fn powers(book: &Book) -> Vec<(String, String)> {
    let side = |power: &str| match power.strip_prefix("table-") {
        Some(number) => format!("the French at table {number}"),
        None => "the French".to_owned(),
    };
    book.powers().into_iter().map(|power| (power.clone(), side(&power))).collect()
}

impl Ruleset for Napoleon {
    const NAME: &'static str = "napoleon";
    const TITLE: &'static str = "Field Commander: Napoleon";
    const EDITION: &'static str = "napoleon-9";
    const SHEET: &'static [&'static [sheet::keys::Field]] = orders::keys::SHEET;
    const KINDS: &'static [SeasonKind] = KINDS;
    const OPTIONS: &'static [OptionCard] = book::options::OPTIONS;
    const FIXED: &'static [&'static str] = &["tables", "staff", play::linked::LOG];
    const PART: &'static str = "stop";
    const OTHER_NAMES: &'static [&'static str] = &["napoleon/book/names.yaml"];
    const FACTS: &'static str = season::rulings::FACTS;
    type Book = Book;
    type Season = StopName;
    type State = Tables;
    type Event = Event;
    type Sheet = Sheet;
    type Turn<'a> = Turn<'a>;
    type Extent = Extent;
    type Touched = ();
    type Seen = Event;
    type Known = Known;
    type View = view::View;

    fn books() -> &'static Dir<'static> {
        &BOOKS
    }

    fn book(shelf: &Shelf, scenario: &str, options: &Options) -> Result<Book, BookError> {
        let book = Book::read(shelf, scenario)
            .map_err(|fault| BookError::Page { page: fault.page, why: fault.why })?;
        let played_before = play::linked::read(options)?;
        let options = Choices::read(options);
        if options.staff && options.is_race() {
            return Err(BookError::Option(
                "staff=commands is for one table, not for a race".into(),
            ));
        }
        if options.staff && book.campaign.commands.is_empty() {
            return Err(BookError::Option(format!("staff=commands: {scenario} has no corps")));
        }
        let book = Book { options, ..book };
        match played_before {
            Some(log) => book.with_log(log).map_err(BookError::Option),
            None => Ok(book),
        }
    }

    const SCENARIO: &'static Guide = &book::guide::GUIDE;

    fn names(shelf: &Shelf) -> Result<Box<dyn KnownNames>, BookError> {
        Ok(Box::new(BookNames::read(shelf)?))
    }

    fn scenario_faults(shelf: &Shelf, text: &str) -> Result<Vec<PageFault>, BookError> {
        book::guide::faults(shelf, text)
    }

    fn card(book: &Book) -> Card {
        Card {
            rules: Self::NAME,
            edition: Self::EDITION,
            scenario: book.name.clone(),
            title: book.campaign.title.clone(),
            first: Tables::set_up(book).season().to_string(),
            last: None,
            powers: powers(book),
        }
    }

    const LINKED: bool = true;

    fn legacy(book: &Book, state: &Tables) -> Result<Json, String> {
        let Tables::One(state) = state else {
            return Err("a race or a staff has no log of one player".to_owned());
        };
        Ok(serde_json::to_value(Log::of(book, state)?).expect("its keys are strings"))
    }

    fn apply(state: &mut Tables, event: &Event) {
        state.apply(event);
    }

    fn must_hold(book: &Book, state: &Tables) {
        for state in state.all() {
            state.campaign(book);
        }
    }

    fn season(state: &Tables) -> StopName {
        state.season()
    }

    fn asks(tables: &Tables) -> Asks {
        let state = tables.present();
        let kind = KINDS.iter().find(|kind| kind.name == state.kind());
        let kind = *kind.unwrap_or(&KINDS[0]);
        let asks = match tables {
            Tables::One(_) => Asks::all(kind),
            Tables::Race { .. } => Asks::of(kind, tables.racing().into_iter().collect()),
            Tables::Staff { officers, .. } => {
                let asked = officers.iter().filter(|(_, officer)| officer.asked);
                // What the stop is about is for those alone who are there.
                return Asks::of(kind, asked.map(|(power, _)| power.clone()).collect());
            }
        };
        if state.title.is_empty() { asks } else { asks.titled(state.title.clone()) }
    }

    fn eyes(state: &Tables) -> Vec<String> {
        match state {
            Tables::One(_) => vec![answers::recorded::PLAYER.to_owned()],
            Tables::Race { tables } => tables.keys().cloned().collect(),
            Tables::Staff { officers, .. } => officers.keys().cloned().collect(),
        }
    }

    fn touched(_state: &Tables, _event: &Event) {}

    fn audience(happened: &Happened<'_, Self>, _watch: &Watch) -> Audience {
        sight::audience(happened.state, happened.event)
    }

    fn witness(happened: &Happened<'_, Self>, eye: &str, known: Option<&Known>) -> Option<Event> {
        sight::witness(happened.book, happened.state, happened.event, eye, known)
    }

    fn is_news(seen: &Event) -> bool {
        !matches!(seen, Event::Stood { .. })
    }

    fn shows_dice(_seen: &Event) -> bool {
        true
    }

    fn decides(entry: &Entry, event: &Event) -> bool {
        sight::decides(entry, event)
    }

    fn learn(_book: &Book, known: &mut Known, seen: Event) {
        known.learn(seen);
    }

    const PROMISE: &'static str = "What stands here is done, unless something comes between that you could \
         not know: in a turn of battle most of the enemy acts before you, and who is destroyed, routed or \
         in melee by then, or has nobody left to act on, does not do what stands here; and what is said for after battles \
         counts on those who are left of them. Dice decide the rest.";

    fn became(known: &Known) -> Vec<Became> {
        view::became::became(&known.power, &known.events)
    }

    fn dice(known: &mut Known) -> &mut Vec<Shown> {
        &mut known.dice
    }

    fn known_to_umpire(book: &Book, state: Tables, events: &[Event]) -> Known {
        sight::of_umpire(book, &state, events)
    }

    fn chronicle(book: &Book, _state: Tables, events: &[Event]) -> Vec<String> {
        events.iter().map(|event| view::story::sentence(book, event)).collect()
    }

    fn check_fact(book: &Book, text: &str) -> Result<(), String> {
        season::rulings::check(book, text)
    }

    fn decree(turn: &mut Turn, text: &str) -> Result<Decree<Event>, String> {
        season::rulings::decree(turn, text)
    }

    fn opening(
        book: &Book,
        _sheets: &BTreeMap<String, String>,
        ledger: &mut Ledger,
    ) -> Resolved<Self> {
        season::opening(book, ledger)
    }

    fn check(book: &Book, known: &Known, sheet: &Shaped<'_>) -> Checked {
        orders::receipt::check(book, known, sheet)
    }

    fn form(book: &Book, known: &Known, campaign: &str, _last: Option<&str>) -> String {
        orders::blank_form::form(book, known, campaign)
    }

    fn choices(book: &Book, known: &Known, who: &str) -> Option<Vec<String>> {
        orders::receipt::choices(book, known, who)
    }

    fn own_forces(book: &Book, known: &Known) -> Vec<OwnForce> {
        orders::own_forces::own_forces(book, known)
    }

    fn battle_board(book: &Book, known: &Known) -> Option<BattleBoard> {
        orders::battle_board::battle_board(book, known)
    }

    fn read(book: &Book, known: &Known, sheet: &Shaped<'_>) -> (Sheet, Diagnostics) {
        orders::read_shaped(book, known, sheet)
    }

    fn standing(_book: &Book, _known: &Known, _text: &str) -> Sheet {
        Sheet::default()
    }

    fn play(turn: &mut Turn, extent: Extent) {
        season::play(turn, extent);
    }

    fn summary(turn: &Turn) -> Summary {
        Summary {
            digest: view::digest::lines(turn.book, &turn.events),
            odd: view::digest::odd(turn.book, &turn.events),
            over: turn.state.is_over(),
        }
    }

    fn view(book: &Book, known: &Known) -> view::View {
        view::view(book, known)
    }

    fn shown(known: &Known) -> &[Shown] {
        &known.dice
    }

    fn chart(book: &Book, known: &Known) -> Chart {
        view::chart::chart(book, known)
    }

    fn ways_since(book: &Book, known: &Known, before: &Known) -> Vec<Course> {
        view::chart::own_ways(book, known, before)
    }

    const BATTLEFIELDS: bool = true;

    fn battlefields(book: &Book, before: &Known, seen: &[Event]) -> Vec<Battlefield> {
        view::battlefield::battlefields(book, before, seen)
    }

    fn annals(book: &Book, known: &Known) -> Annals {
        view::annals::annals(book, known)
    }

    fn roster(book: &Book) -> Vec<Subject> {
        view::annals::roster(book)
    }

    fn is_battle(event: &Event) -> bool {
        matches!(event.itself(), Event::Map { what: sequence::Happened::BattleTurn { .. }, .. })
    }

    fn letters_at_once(book: &Book, _season: StopName) -> bool {
        !book.options.staff
    }

    fn place_in_draw(_option: &str) -> Option<u32> {
        None
    }

    fn schema() -> Json {
        orders::manual::schema()
    }

    fn guide() -> Vec<Chapter> {
        orders::manual::guide()
    }

    fn decisions() -> Vec<Decision> {
        decisions::decisions()
    }

    fn primer(book: &Book, known: &Known) -> Vec<Chapter> {
        orders::primer::chapters(book, known)
    }

    fn unused(book: &Book) -> Vec<&'static str> {
        orders::manual::unused(book)
    }

    fn briefing(book: &Book, known: &Known) -> Briefing {
        view::briefing::briefing(book, known)
    }

    fn calendar(book: &Book, known: &Known) -> Vec<String> {
        view::briefing::calendar(book, known)
    }

    fn addressee(known: &Known) -> (String, &str) {
        (known.state.season.to_string(), &known.power)
    }

    fn example(book: &Book, known: &Known, campaign: &str) -> String {
        let said = orders::example::answer(book, &known.state.campaign(book));
        orders::written::own(book, campaign, &known.power, &known.state, said)
    }

    fn lay(shelf: &Shelf, case: &Case) -> Result<Laid<Self>, PlayError> {
        case::setup::lay(shelf, case)
    }

    fn probe(shelf: &Shelf, case: &Case) -> Result<Outcome, PlayError> {
        case::probes::play(shelf, case).map_err(PlayError::from)
    }

    fn tell(book: &Book, _state: Tables, events: &[Event]) -> Vec<Fact> {
        events.iter().map(|event| case::facts::tell(book, event)).collect()
    }

    fn holds(book: &Book, state: &Tables) -> Vec<Fact> {
        case::facts::tables(book, state)
    }

    fn told(book: &Book, known: &Known) -> Vec<Fact> {
        let news = known.events.iter().map(|event| case::facts::tell(book, event));
        news.chain(case::facts::state(book, &known.state)).collect()
    }

    fn plots(
        book: &Book,
        before: Tables,
        events: &[Event],
        season: &All<'_>,
    ) -> Result<Vec<Plot>, String> {
        case::position::plots(book, &before, events, season)
    }

    fn own_plots(
        book: &Book,
        known: [&Known; 2],
        own: &Own<'_>,
    ) -> Result<(String, Vec<Plot>), String> {
        case::position::own_plots(book, known, own)
    }

    fn vocabulary() -> Vocabulary {
        case::vocabulary::vocabulary()
    }
}
