//! Frederick's War (1741 to 1748), by mail (cited as FRW).
//!
//! Two to four players lead Prussia, Austria, France and Britain on a map of squares. A year is a
//! season at court and three of operations ([`sequence`]).
//!
//! The book ([`book`]): map, units, cards, markers, tables and a scenario. What is kept ([`record`]): a
//! state that changes by events alone. Who sees what ([`mod@sight`]). The seasons: [`court`],
//! [`operations`] and the end of a year ([`year`]); [`markers`] draws and plays campaign markers. Sheets
//! are read in [`orders`], reports laid out in [`view`], cases played in [`case`].
//!
//! Not here: what `campaigns/rulebooks/frederick/index.yaml` calls open.

pub mod book;
pub mod case;
pub mod court;
pub mod decisions;
pub mod markers;
pub mod operations;
pub mod orders;
pub mod position;
pub mod record;
pub mod rulings;
pub mod sequence;
pub mod sight;
pub mod turn;
pub mod view;
pub mod year;

use book::Book;
use book::guide::BookNames;
use book::troops::Kind;
use include_dir::Dir;
use kit::annals::{Annals, Subject};
use kit::chart::Chart;
use kit::decision::Decision;
use kit::deck::Place;
use kit::ground::Space;
use kit::ledger::{Entry, Ledger, Shown};
use kit::shelf::Shelf;
use orders::plan::Sheet;
use play::audience::{Audience, Watch};
use play::case::written::{All, Own, Plot};
use play::case::{Case, Fact, Laid, Outcome, PlayError, Vocabulary};
use play::scenario::{Guide, KnownNames, PageFault};
use play::table::{Decree, Happened};
use play::{
    Asks, Became, BookError, Briefing, Card, Chance, Checked, OptionCard, Options, OwnForce,
    PlayerReferee, Referee, RefereeOf, Resolved, Ruleset, SeasonKind, Summary,
};
use position::Position;
use record::event::{Event, WarEvent};
use record::season::Season;
use record::state::State;
use sequence::Extent;
use serde_json::Value as Json;
use sheet::Diagnostics;
use sheet::guide::Chapter;
use sheet::shape::Shaped;
use sight::{Known, Seen, UMPIRE};
use std::collections::BTreeMap;
use turn::Turn;

/// Its map, cards, tables and scenarios.
static BOOKS: Dir<'static> =
    include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../../campaigns/frederick");

/// The rule system.
pub struct Frederick;

/// The same, seen from outside. A constant would be compiled again in each crate that names it.
pub static REFEREE: &dyn Referee = &RefereeOf::<Frederick>::NEW;
/// The same, as a page for players uses it.
pub static PLAYER_REFEREE: &dyn PlayerReferee = &RefereeOf::<Frederick>::NEW;

const COURT: SeasonKind =
    SeasonKind { name: "court", doc: "Bids, and what is done between two campaigns." };
const OPERATIONS: SeasonKind =
    SeasonKind { name: "operations", doc: "Operations, one after the other round the table." };

impl Ruleset for Frederick {
    const NAME: &'static str = "frederick";
    const TITLE: &'static str = "Frederick's War";
    const EDITION: &'static str = "frederick-11";
    const SHEET: &'static [&'static [sheet::keys::Field]] = orders::keys::SHEET;
    const KINDS: &'static [SeasonKind] = &[COURT, OPERATIONS];
    const OPTIONS: &'static [OptionCard] = book::options::OPTIONS;
    const FIXED: &'static [&'static str] = &["players"];
    const PART: &'static str = "operation";
    const OTHER_NAMES: &'static [&'static str] = &["frederick/book/names.yaml"];
    const FACTS: &'static str = rulings::FACTS;
    type Book = Book;
    type Season = Season;
    type State = State;
    type Event = Event;
    type Sheet = Sheet;
    type Turn<'a> = Turn<'a>;
    type Extent = Extent;
    type Touched = ();
    type Seen = Seen;
    type Known = Known;
    type View = view::View;

    fn books() -> &'static Dir<'static> {
        &BOOKS
    }

    fn book(shelf: &Shelf, scenario: &str, options: &Options) -> Result<Book, BookError> {
        Book::read(shelf, scenario, options)
    }

    const SCENARIO: &'static Guide = &book::guide::GUIDE;

    fn names(shelf: &Shelf) -> Result<Box<dyn KnownNames>, BookError> {
        Ok(Box::new(BookNames::read(shelf)?))
    }

    fn scenario_faults(shelf: &Shelf, text: &str) -> Result<Vec<PageFault>, BookError> {
        book::guide::faults(shelf, text)
    }

    fn card(book: &Book) -> Card {
        let last = Season { year: book.scenario.last, part: record::season::LAST_PART };
        let side = |seat: String| {
            let title = book.seat_title(&seat);
            (seat, title)
        };
        Card {
            rules: Self::NAME,
            edition: Self::EDITION,
            scenario: book.name.clone(),
            title: book.scenario.title.clone(),
            first: Season::court(book.scenario.first).to_string(),
            last: Some(last.to_string()),
            powers: book.seats().into_iter().map(side).collect(),
        }
    }

    fn apply(state: &mut State, event: &Event) {
        state.apply(event);
    }

    fn must_hold(book: &Book, state: &State) {
        must_hold(book, state);
    }

    fn season(state: &State) -> Season {
        state.season
    }

    fn asks(state: &State) -> Asks {
        Asks::all(if state.season.is_court() { COURT } else { OPERATIONS })
    }

    fn eyes(state: &State) -> Vec<String> {
        state.seats.clone()
    }

    fn touched(_state: &State, _event: &Event) {}

    fn audience(_happened: &Happened<'_, Self>, _watch: &Watch) -> Audience {
        Audience::Everybody
    }

    fn witness(happened: &Happened<'_, Self>, eye: &str, known: Option<&Known>) -> Option<Seen> {
        sight::witness(happened, eye, known)
    }

    fn is_news(seen: &Seen) -> bool {
        seen.event.is_some()
    }

    fn shows_dice(seen: &Seen) -> bool {
        seen.dice && seen.event.is_some()
    }

    fn chance(entry: &Entry) -> Chance {
        sight::chance::chance(entry)
    }

    fn decides(entry: &Entry, event: &Event) -> bool {
        sight::chance::decides(entry, event)
    }

    fn had_order(edition: &str, drawn: &Shown, powers: &[&str]) -> bool {
        edition == "frederick-1" && sight::chance::had_order(drawn, powers)
    }

    fn learn(_book: &Book, known: &mut Known, seen: Seen) {
        known.learn(seen);
    }

    fn dice(known: &mut Known) -> &mut Vec<Shown> {
        &mut known.dice
    }

    fn known_to_umpire(book: &Book, state: State, events: &[Event]) -> Known {
        let mut known = Known::new(UMPIRE, sight::look(book, &state, UMPIRE));
        for event in events {
            known.learn(Seen { event: Some(event.clone()), look: None, dice: false });
        }
        known
    }

    fn chronicle(book: &Book, _state: State, events: &[Event]) -> Vec<String> {
        events.iter().map(|event| view::story::whole(book, event)).collect()
    }

    fn check_fact(book: &Book, text: &str) -> Result<(), String> {
        rulings::check(book, text)
    }

    fn decree(turn: &mut Turn<'_>, text: &str) -> Result<Decree<Event>, String> {
        rulings::decree(turn, text)
    }

    fn opening(
        book: &Book,
        _sheets: &BTreeMap<String, String>,
        ledger: &mut Ledger,
    ) -> Resolved<Self> {
        sequence::opening(book, ledger)
    }

    /// Hands and events of the first year are drawn at the start.
    fn before_start(book: &Book, known: &mut Known) {
        *known = sequence::undrawn(book, &known.power);
    }

    fn check(book: &Book, known: &Known, sheet: &Shaped<'_>) -> Checked {
        orders::receipt::check(book, known, sheet)
    }

    fn form(book: &Book, known: &Known, campaign: &str, last: Option<&str>) -> String {
        orders::blank_form::form(book, known, campaign, last)
    }

    fn choices(book: &Book, known: &Known, who: &str) -> Option<Vec<String>> {
        orders::own_forces::choices(book, known, who)
    }

    fn own_forces(book: &Book, known: &Known) -> Vec<OwnForce> {
        orders::own_forces::own_forces(book, known)
    }

    fn read(book: &Book, known: &Known, sheet: &Shaped<'_>) -> (Sheet, Diagnostics) {
        orders::read_shaped(book, known, sheet)
    }

    fn standing(book: &Book, known: &Known, text: &str) -> Sheet {
        orders::read_standing(book, known, text)
    }

    fn play(turn: &mut Turn<'_>, extent: Extent) {
        sequence::play(turn, extent);
    }

    fn summary(turn: &Turn<'_>) -> Summary {
        Summary {
            digest: view::digest::lines(turn.book, &turn.events),
            odd: view::digest::odd(turn.book, &turn.events),
            over: turn.state.is_over(),
        }
    }

    fn view(book: &Book, known: &Known) -> view::View {
        view::view(book, known)
    }

    const PROMISE: &'static str = "What stands here is done, unless others come first: they attack you, bar \
         the way, take what you count on or cancel a marker. Battles and lots go by the dice.";

    fn became(known: &Known) -> Vec<Became> {
        view::became::became(known)
    }

    fn shown(known: &Known) -> &[Shown] {
        &known.dice
    }

    fn chart(book: &Book, known: &Known) -> Chart {
        view::chart::chart(book, known)
    }

    fn annals(book: &Book, known: &Known) -> Annals {
        view::annals::annals(book, known)
    }

    fn roster(book: &Book) -> Vec<Subject> {
        view::annals::roster(book)
    }

    fn is_battle(event: &Event) -> bool {
        matches!(event, Event::War(WarEvent::Fought(_)))
    }

    fn option_named(book: &Book, option: &str) -> Option<String> {
        let is_code = |at: &Space| book.atlas.square(*at).code == option;
        book.atlas.told(book.atlas.find(option).filter(is_code)?)
    }

    /// At court people bargain, so letters go on at once.
    fn letters_at_once(_book: &Book, season: Season) -> bool {
        season.is_court()
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

    fn briefing(book: &Book, known: &Known) -> Briefing {
        view::briefing::briefing(book, known)
    }

    fn calendar(book: &Book, known: &Known) -> Vec<String> {
        view::briefing::calendar(book, known)
    }

    fn addressee(known: &Known) -> (String, &str) {
        (known.open.season.to_string(), &known.power)
    }

    fn example(book: &Book, known: &Known, campaign: &str) -> String {
        orders::example::example(book, known, campaign)
    }

    fn lay(shelf: &Shelf, case: &Case) -> Result<Laid<Self>, PlayError> {
        case::setup::lay(shelf, case)
    }

    fn probe(shelf: &Shelf, case: &Case) -> Result<Outcome, PlayError> {
        let outputs = case::probes::run(shelf, &case.setup)?;
        Ok(Outcome { probe: Some(outputs), ..Outcome::default() })
    }

    fn tell(book: &Book, _state: State, events: &[Event]) -> Vec<Fact> {
        events.iter().map(|event| case::facts::tell(book, event)).collect()
    }

    fn holds(book: &Book, state: &State) -> Vec<Fact> {
        case::facts::state(book, state)
    }

    fn told(book: &Book, known: &Known) -> Vec<Fact> {
        case::facts::known_facts(book, known)
    }

    fn plots(
        book: &Book,
        before: State,
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

/// Who is aboard is where a fleet of the same seat is, no fleet, and can move; a fleet carries two.
fn cargo_holds(book: &Book, state: &State) {
    let mut loads: BTreeMap<&str, usize> = BTreeMap::new();
    for unit in state.units.values() {
        let Some(on) = &unit.aboard else { continue };
        let fleet = state.units.get(on).expect("a fleet that carries somebody is on the map");
        assert_eq!((fleet.kind, fleet.at), (Kind::Fleet, unit.at), "{} on {on}", unit.id);
        assert_eq!(state.seat_of(fleet), state.seat_of(unit), "{} on {on}", unit.id);
        assert!(unit.kind != Kind::Fleet && book.moves(unit) > 0, "{} on {on}", unit.id);
        *loads.entry(on).or_default() += 1;
    }
    assert!(loads.values().all(|load| *load <= operations::sea::cargo::ROOM), "{loads:?}");
}

/// Panics if something does not hold that always holds between two events.
pub fn must_hold(book: &Book, state: &State) {
    let counters = book.cards.counters();
    assert_eq!(state.markers.cards().count(), counters.len(), "each marker is in one place");
    for seat in &state.seats {
        assert!(state.hand_count(seat) <= book.seats.hand, "{seat} holds too many markers");
    }
    for unit in state.units.values() {
        let at = &book.atlas.square(unit.at).code;
        let is_neutral = state.seat_of(unit).is_none();
        assert!(is_neutral || state.may_enter(book, unit.at), "{} at {at}: neutral land", unit.id);
        let afloat = unit.kind == Kind::Fleet || unit.aboard.is_some();
        let stands = book.atlas.is_land(unit.at) || book.atlas.is_beyond(unit.at);
        assert!(afloat || stands, "{} stands at {at}", unit.id);
        let area = book.atlas.area(unit.at);
        let home = area.is_none_or(|area| area.power == unit.power);
        assert!(home, "{} in an area of others: {at}", unit.id);
        let floats = book.atlas.is_water(unit.at);
        assert!(floats || unit.kind != Kind::Fleet, "{} lies at {at}", unit.id);
    }
    cargo_holds(book, state);
    for at in state.units.spaces() {
        let seats = state.seats_at(at);
        let most = if state.sieges.contains_key(&at) { 2 } else { 1 };
        assert!(seats.len() <= most, "{} has units of {seats:?}", book.atlas.name(at));
    }
    let mercenaries = |counter: &&String| {
        state.markers.place(counter) == Some(Place::Table) && state.units.contains_key(*counter)
    };
    let on_map = state.units.values().filter(|unit| unit.power == book::MERCENARY).count();
    assert_eq!(counters.iter().filter(mercenaries).count(), on_map, "mercenaries and markers");
}
