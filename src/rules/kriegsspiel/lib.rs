//! The umpire-run game of 1805 by mail (cited as K05).
//!
//! Played: the war on land. Armies round generals, corps and brigades (§10), simultaneous movement
//! (§12), cities (§14.1), supply (§15), battles, sieges, retreats and generals who fall (§19), raids
//! (§19.9), the random event (§8), and orders in words that the umpire interprets (§3). What powers are to each
//! other, a scenario says for all of it (§6). Provinces yield, purses are kept, and troops, depots and generals are
//! bought where a scenario has `money:` (§16, §18). With `politics:` powers make deals and hold councils, and peace on terms
//! follows a submission (§6, §16.8, §20). Not played: fleets. `umpire rules` lists every paragraph with its state.
//!
//! Who reads for the first time begins with `sequence.rs`. What a force may do is in `movement.rs` and
//! `battle/`; what a player may see is in `intel_levels.rs` and `sight.rs`.
//!
//! What the text does not print (map, troops, generals, figures) is data, marked `reconstructed`; how its
//! gaps are read stands in `readings.yaml`.

pub mod battle;
pub mod book;
pub mod case;
pub mod decisions;
pub mod march;
pub mod money;
pub mod orders;
pub mod politics;
pub mod position;
pub mod record;
pub mod sea;
pub mod season;
pub mod sight;
pub mod view;

use book::Book;
use book::guide::BookNames;
use include_dir::Dir;
use kit::annals::{Annals, Subject};
use kit::chart::Chart;
use kit::decision::Decision;
use kit::ground::Space;
use kit::ledger::{Entry, Ledger, Shown};
use kit::newspaper::{Issue, Newspaper};
use kit::shelf::Shelf;
use orders::Sheet;
use orders::words::Words;
use play::audience::{Audience, Watch};
use play::case::written::{All, Own, Plot};
use play::case::{Case, Fact, Laid, Outcome, PlayError, Vocabulary};
use play::scenario::{Guide, KnownNames, PageFault};
use play::season::ORDERS;
use play::table::{Decree, Happened};
use play::{
    Asks, Became, BookError, Briefing, Card, Chance, Checked, OptionCard, Options, OwnForce,
    PlayerReferee, Referee, RefereeOf, Resolved, Ruleset, SeasonKind, Summary,
};
use record::apply::Touched;
use record::event::{Event, PublicEvent, WarEvent};
use record::moment::Moment;
use record::state::State;
use season::sequence::Extent;
use season::turn::Turn;
use serde_json::Value as Json;
use sheet::Diagnostics;
use sheet::guide::Chapter;
use sheet::shape::Shaped;
use sight::known::{Known, Seen};
use std::collections::{BTreeMap, BTreeSet};

/// The rule system.
pub struct Kriegsspiel;

/// The same, seen from outside. A constant would be compiled again in each crate that names it.
pub static REFEREE: &dyn Referee = &RefereeOf::<Kriegsspiel>::NEW;
/// The same, as a page for players uses it.
pub static PLAYER_REFEREE: &dyn PlayerReferee = &RefereeOf::<Kriegsspiel>::NEW;

/// Its tables, maps and scenarios.
static BOOKS: Dir<'static> =
    include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../../campaigns/kriegsspiel");

/// The kind of season that comes before each winter where politics are played (§6).
const COUNCIL: SeasonKind = SeasonKind {
    name: "council",
    doc: "Wars that are declared, alliances that are broken, deals, and terms of peace, before a winter.",
};

impl Ruleset for Kriegsspiel {
    const NAME: &'static str = "kriegsspiel";
    const TITLE: &'static str = "Kriegsspiel of 1805";
    const EDITION: &'static str = "kriegsspiel-19";
    const SHEET: &'static [&'static [sheet::keys::Field]] = orders::SHEET;
    const FIRST_PROOFS: &'static [&'static str] = &["kriegsspiel-1", "kriegsspiel-2"];
    const OPTIONS: &'static [OptionCard] = &[
        OptionCard {
            name: "intel",
            values: &["scouted", "vague", "open", "estimates"],
            doc: "scouted: markers tell a nation and a band of size, scouts and contact who commands \
                  and how many corps and brigades; vague: the band alone; open: all markers are on \
                  the map; estimates: as scouted, but of others nobody is told an exact figure, in \
                  battles neither (K05 §3)",
        },
        OptionCard {
            name: "allies",
            values: &["letters", "markers", "full"],
            doc: "what powers of one side are told of each other; letters: what they write, and \
                  the troops that one's own see; markers: also where all troops of the side stand, \
                  as markers; full: all that each has and sees (K05 §3)",
        },
        OptionCard {
            name: "directive",
            values: &["off", "on"],
            doc: "on: subordinates out of their chief's reach may be late or misread their orders, \
                  by a die (K05 §2)",
        },
    ];
    const KINDS: &'static [SeasonKind] = &[ORDERS, COUNCIL];
    const PART: &'static str = "step";
    const OTHER_NAMES: &'static [&'static str] =
        &[play::other_names::PLACES, "kriegsspiel/book/names.yaml"];
    const FACTS: &'static str = season::rulings::FACTS;
    type Book = Book;
    type Season = Moment;
    type State = State;
    type Event = Event;
    type Sheet = Sheet;
    type Turn<'a> = Turn<'a>;
    type Extent = Extent;
    type Touched = Touched;
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
        Book::faults(shelf, text)
    }

    fn card(book: &Book) -> Card {
        Card {
            rules: Self::NAME,
            edition: Self::EDITION,
            scenario: book.name.clone(),
            title: book.scenario.title.clone(),
            first: Kriegsspiel::season(&State::new(book)).to_string(),
            last: Some(book.scenario.last.to_string()),
            powers: book.scenario.powers(),
        }
    }

    fn chosen(book: &Book) -> Options {
        let intel = book.scenario.intel.and_then(|intel| serde_json::to_value(intel).ok());
        let intel = intel.and_then(|word| word.as_str().map(str::to_owned));
        intel.map(|word| ("intel".to_owned(), word)).into_iter().collect()
    }

    fn apply(state: &mut State, event: &Event) {
        state.apply(event);
    }

    fn must_hold(book: &Book, state: &State) {
        state.check(book);
    }

    fn season(state: &State) -> Moment {
        Moment::of(state.season, state.politics.council)
    }

    fn asks(state: &State) -> Asks {
        let kind = if state.politics.council { COUNCIL } else { ORDERS };
        let gone = &state.politics.conquered;
        match gone.is_empty() {
            true => Asks::all(kind),
            false => {
                let left = state.relations.parties().filter(|power| !gone.contains(*power));
                Asks::of(kind, left.cloned().collect())
            }
        }
    }

    fn eyes(state: &State) -> Vec<String> {
        state.relations.parties().cloned().collect()
    }

    fn touched(state: &State, event: &Event) -> Touched {
        Touched::by(event, state)
    }

    fn audience(happened: &Happened<'_, Self>, watch: &Watch) -> Audience {
        sight::audience(happened, watch)
    }

    fn witness(happened: &Happened<'_, Self>, eye: &str, known: Option<&Known>) -> Option<Seen> {
        sight::witness(happened, eye, known)
    }

    fn field(known: &Known) -> Option<&BTreeSet<Space>> {
        Some(&known.field)
    }

    fn new_field(seen: &Seen) -> Option<&BTreeSet<Space>> {
        seen.change.as_ref()?.field.as_ref()
    }

    fn is_news(seen: &Seen) -> bool {
        seen.event.is_some()
    }

    fn shows_dice(seen: &Seen) -> bool {
        seen.event.as_ref().is_some_and(sight::chance::shows_dice)
    }

    fn chance(entry: &Entry) -> Chance {
        sight::chance::chance(entry)
    }

    fn decides(entry: &Entry, event: &Event) -> bool {
        sight::chance::decides(entry, event)
    }

    fn learn(_book: &Book, known: &mut Known, seen: Seen) {
        known.learn(seen);
    }

    fn dice(known: &mut Known) -> &mut Vec<Shown> {
        &mut known.dice
    }

    fn known_to_umpire(book: &Book, state: State, events: &[Event]) -> Known {
        sight::of_umpire(book, state, events)
    }

    fn opening_to_all(book: &Book, state: &State) -> Option<Known> {
        let appears = book.scenario.newspaper == Newspaper::Yes;
        appears.then(|| sight::opening_to_all(book, state))
    }

    fn newspaper(book: &Book, known: &Known) -> Issue {
        view::newspaper::issue(book, known)
    }

    fn chronicle(book: &Book, _state: State, events: &[Event]) -> Vec<String> {
        events.iter().map(|event| view::story::whole(book, event)).collect()
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
        season::setup::opening(book, ledger)
    }

    fn check(book: &Book, known: &Known, sheet: &Shaped<'_>) -> Checked {
        orders::rehearsal::check(book, known, sheet)
    }

    fn form(book: &Book, known: &Known, campaign: &str, last: Option<&str>) -> String {
        orders::blank_form::form(book, known, campaign, last)
    }

    fn choices(book: &Book, known: &Known, who: &str) -> Option<Vec<String>> {
        orders::within_reach::whole(book, known, who)
    }

    fn own_forces(book: &Book, known: &Known) -> Vec<OwnForce> {
        orders::blank_form::own_forces(book, known)
    }

    fn read(book: &Book, known: &Known, sheet: &Shaped<'_>) -> (Sheet, Diagnostics) {
        let known = &season::setup::expected(book, known);
        orders::read_shaped(sheet, &Words::new(book, known))
    }

    fn standing(book: &Book, known: &Known, text: &str) -> Sheet {
        let known = &season::setup::expected(book, known);
        orders::read_standing(text, &Words::new(book, known))
    }

    fn play(turn: &mut Turn, extent: Extent) {
        season::sequence::play(turn, extent);
    }

    fn summary(turn: &Turn) -> Summary {
        let over = matches!(
            turn.events.last(),
            Some(Event::Public(PublicEvent::SeasonEnded { over: true, .. }))
        );
        Summary {
            digest: view::digest::lines(turn.book, &turn.events),
            odd: view::digest::odd(turn.book, &turn.events),
            over,
        }
    }

    fn view(book: &Book, known: &Known) -> view::View {
        view::view(book, known)
    }

    const PROMISE: &'static str = "Each step is told as if those before it were done. Enemies who come or go \
         can change what becomes of an entry, also what a way costs and where friends are; where an ally of higher \
         rank fights beside you, that general's stance counts.";

    fn became(known: &Known) -> Vec<Became> {
        view::became::became(&known.power, &known.seen_events)
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
        matches!(event, Event::War(WarEvent::Fought(_) | WarEvent::MadeOut(_)))
    }

    fn option_named(book: &Book, option: &str) -> Option<String> {
        book.atlas.told(book.atlas.code(option).filter(|at| book.atlas.number(*at) == option)?)
    }

    /// Diplomacy between players is free (§3), so letters go on at once.
    fn letters_at_once(_book: &Book, _season: Moment) -> bool {
        true
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
        (known.moment().to_string(), &known.power)
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
        case::position::plots(book, before, events, season)
    }

    fn own_plots(
        book: &Book,
        known: [&Known; 2],
        own: &Own<'_>,
    ) -> Result<(String, Vec<Plot>), String> {
        case::position::own_plots(book, known, own)
    }

    fn vocabulary() -> Vocabulary {
        case::vocabulary()
    }
}
