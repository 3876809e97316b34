//! Nations in Arms, 1792 to 1815 (cited as NIA; rulebook chapters 1 to 16, playbook 17 to 21).
//!
//! Played: the initiative pool (§3), stacking and rank (§4), activation and land movement with
//! interception, avoiding battle and overrun (§5.1, §5.2), supply (§6), attrition (§7), battles
//! (§8), sieges (§9), the war at sea (§5.3, §10), titles, borders and neutrals (§17.4.5), what follows when a
//! country or power changes sides (§11.2.2, §13.1.1, §13.3.2.2), event cards (§11.1), attempts, declarations of war
//! (§11.2, §11.3), conquests and peace (§13) and money, where a scenario has them (§12), the war of liberation in Spain (§14.4.2), set-up, arrivals
//! and victory by points or conditions (§21); tactical cards, where a scenario's page has them (§8.1.3). `umpire rules`
//! lists every paragraph with its state.
//!
//! Begin with `season/sequence.rs`. A march goes from `season/entries.rs` over `orders/march.rs` to
//! `land/contact.rs`, and from there into `land/combat` or `land/siege.rs`; a voyage begins in
//! `sea/voyage.rs`; money begins in `money/cabinet.rs`. Figures without state are in `reckon`; what sheets say to a choice is asked in `orders/choices.rs`.
//!
//! Fog: with `fog: rules` it is the printed rule (§1.3): every stack's hex and leader are open, its
//! contents are not; ships show how many they are, not which. With `fog: contact`, the default, that
//! holds for what our side is near; the rest is remembered or unseen (`sight/contact_fog.rs`).

pub mod book;
pub mod cards;
pub mod case;
pub mod decisions;
pub mod land;
pub mod money;
pub mod orders;
pub mod politics;
pub mod position;
pub mod record;
pub mod sea;
pub mod season;
pub mod sight;
pub mod turn;
pub mod view;

use book::Book;
use book::names::BookNames;
use include_dir::Dir;
use kit::annals::{Annals, Subject};
use kit::calendar::Quarter;
use kit::chart::Chart;
use kit::decision::Decision;
use kit::ledger::{Entry, Ledger, Shown};
use kit::newspaper::{Issue, Newspaper};
use kit::shelf::Shelf;
use orders::Sheet;
use orders::words::Words;
use play::audience::{Audience, Watch};
use play::case::written::{All, Own, Plot};
use play::case::{Case, Fact, Laid, Outcome, PlayError, Vocabulary};
use play::scenario::{Guide, KnownNames, PageFault};
use play::season::{Asks, ORDERS, SeasonKind};
use play::table::{Decree, Happened};
use play::{
    Became, BookError, Briefing, Card, Chance, Checked, OptionCard, Options, OwnForce,
    PlayerReferee, Referee, RefereeOf, Resolved, Ruleset, Summary,
};
use record::event::Event;
use record::exchange::Exchange;
use record::state::State;

use serde_json::Value as Json;
use sheet::Diagnostics;
use sheet::guide::Chapter;
use sheet::shape::Shaped;
use sight::known::{Known, Seen};
use sight::news::SeenEvent;
use std::collections::BTreeMap;
use turn::{Extent, Turn};

/// The rule system.
pub struct Nations;

/// The same, seen from outside. A constant would be compiled again in each crate that names it.
pub static REFEREE: &dyn Referee = &RefereeOf::<Nations>::NEW;
/// The same, as a page for players uses it.
pub static PLAYER_REFEREE: &dyn PlayerReferee = &RefereeOf::<Nations>::NEW;

/// What of all lines of a cabinet's receipt is so, where nobody marches and no marker is drawn.
const PROMISE_OF_A_CABINET: &str = "This happens before anybody marches: conscripts are called first, then gifts and \
     loans are paid, then your lines are done in their order while the money lasts. What others give you is not \
     counted, and a line that depends on others says so.";

/// The season before a spring in which powers spend their money (NIA §12).
const CABINET: SeasonKind = SeasonKind {
    name: "cabinet",
    doc: "What powers do with the money of the year, before spring's orders.",
};

/// Its tables, maps and scenarios.
static BOOKS: Dir<'static> =
    include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../../campaigns/nations");

impl Ruleset for Nations {
    const NAME: &'static str = "nations";
    const TITLE: &'static str = "Nations in Arms";
    const EDITION: &'static str = "nations-27";
    const SHEET: &'static [&'static [sheet::keys::Field]] = orders::SHEET;
    const FIRST_PROOFS: &'static [&'static str] = &["nations-1", "nations-2"];
    const KINDS: &'static [SeasonKind] = &[ORDERS, CABINET];
    const OPTIONS: &'static [OptionCard] = &[
        OptionCard {
            name: "fog",
            values: &["contact", "rules"],
            doc: "contact: stacks and ships that nobody of ours is near are remembered or unseen; \
                  rules: every stack's hex and leader are open, its contents are not (NIA §1.3)",
        },
        OptionCard {
            name: book::POLITICS,
            values: &["cabinet", book::WITH_THE_ORDERS],
            doc: "where there is money to spend. cabinet: a season of its own before each spring; \
                  with-the-orders: in the sheet of spring (NIA §12)",
        },
        book::optional::ANTWERP_OPTION,
        book::optional::GUARD_OPTION,
        book::optional::CHANGE_OPTION,
    ];
    const FIXED: &'static [&'static str] = &[book::POLITICS];
    const PART: &'static str = "marker";
    const OTHER_NAMES: &'static [&'static str] =
        &[play::other_names::PLACES, "nations/book/names.yaml"];
    const FACTS: &'static str = season::rulings::FACTS;
    type Book = Book;
    type Season = Exchange;
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
        Book::faults(shelf, text)
    }

    fn card(book: &Book) -> Card {
        let powers = book.scenario.powers(&book.people).into_iter().map(|power| {
            let side = book.scenario.side(&power).unwrap_or("neutral").to_owned();
            (power, side)
        });
        Card {
            rules: Self::NAME,
            edition: Self::EDITION,
            scenario: book.name.clone(),
            title: book.scenario.title.clone(),
            first: book.scenario.first.to_string(),
            last: Some(book.scenario.last.to_string()),
            powers: powers.collect(),
        }
    }

    fn apply(state: &mut State, event: &Event) {
        state.apply(event);
    }

    fn must_hold(book: &Book, state: &State) {
        state.check(&book.people);
    }

    fn season(state: &State) -> Exchange {
        state.exchange()
    }

    fn asks(state: &State) -> Asks {
        Asks::all(if state.cabinet { CABINET } else { ORDERS })
    }

    fn wards(book: &Book, state: &State) -> BTreeMap<String, String> {
        politics::influence::wards(book, &state.relations)
    }

    fn eyes(state: &State) -> Vec<String> {
        state.relations.parties().cloned().collect()
    }

    fn touched(_state: &State, _event: &Event) {}

    fn audience(happened: &Happened<'_, Self>, _watch: &Watch) -> Audience {
        sight::audience(happened.event)
    }

    fn witness(happened: &Happened<'_, Self>, eye: &str, _known: Option<&Known>) -> Option<Seen> {
        sight::witness(happened.book, happened.event, happened.state, eye)
    }

    fn is_news(seen: &Seen) -> bool {
        seen.event.is_some()
    }

    fn shows_dice(seen: &Seen) -> bool {
        seen.event.as_ref().is_some_and(SeenEvent::shows_dice)
    }

    fn chance(entry: &Entry) -> Chance {
        sight::chance::chance(entry)
    }

    fn decides(entry: &Entry, event: &Event) -> bool {
        sight::chance::decides(entry, event)
    }

    fn learn(book: &Book, known: &mut Known, seen: Seen) {
        known.learn(book, seen);
    }

    fn dice(known: &mut Known) -> &mut Vec<Shown> {
        &mut known.dice
    }

    fn known_to_umpire(book: &Book, state: State, events: &[Event]) -> Known {
        sight::all::known(book, state, events)
    }

    fn opening_to_all(book: &Book, state: &State) -> Option<Known> {
        let appears = book.scenario.newspaper == Newspaper::Yes;
        appears.then(|| sight::public::opening(book, state))
    }

    fn newspaper(book: &Book, known: &Known) -> Issue {
        view::newspaper::issue(book, known)
    }

    fn chronicle(book: &Book, state: State, events: &[Event]) -> Vec<String> {
        sight::all::chronicle(book, state, events)
    }

    fn check_fact(book: &Book, text: &str) -> Result<(), String> {
        season::rulings::check(book, text)
    }

    fn decree(turn: &mut Turn, text: &str) -> Result<Decree<Event>, String> {
        season::rulings::decree(turn, text)
    }

    fn opening(
        book: &Book,
        sheets: &BTreeMap<String, String>,
        ledger: &mut Ledger,
    ) -> Resolved<Self> {
        season::setup::opening(book, sheets, ledger)
    }

    fn before_start(_book: &Book, known: &mut Known) {
        known.setting_up = true;
    }

    fn check(book: &Book, known: &Known, sheet: &Shaped<'_>) -> Checked {
        orders::rehearsal::check(book, known, sheet)
    }

    fn form(book: &Book, known: &Known, campaign: &str, last: Option<&str>) -> String {
        let then = orders::comers::at_the_start(book, known, None);
        orders::blank_form::form(book, &then, campaign, last)
    }

    fn choices(book: &Book, known: &Known, who: &str) -> Option<Vec<String>> {
        orders::within_reach::whole(book, &orders::comers::at_the_start(book, known, None), who)
    }

    fn own_forces(book: &Book, known: &Known) -> Vec<OwnForce> {
        orders::blank_form::own_forces(book, &orders::comers::at_the_start(book, known, None))
    }

    fn read(book: &Book, known: &Known, sheet: &Shaped<'_>) -> (Sheet, Diagnostics) {
        let known = &orders::comers::at_the_start(book, known, None);
        orders::read_shaped(sheet, &Words { book, known })
    }

    fn standing(book: &Book, known: &Known, text: &str) -> Sheet {
        let known = &orders::comers::at_the_start(book, known, None);
        orders::read_standing(text, &Words { book, known })
    }

    fn play(turn: &mut Turn, extent: Extent) {
        turn.extent = extent;
        match turn.state.exchange() {
            Exchange::Cabinet(_) => money::cabinet::play(turn),
            Exchange::Quarter(_) => season::sequence::play(turn),
        }
    }

    fn summary(turn: &Turn) -> Summary {
        Summary {
            digest: view::digest::lines(turn),
            odd: view::odd::lines(turn),
            over: turn.events.iter().any(Event::ends_the_game),
        }
    }

    fn view(book: &Book, known: &Known) -> view::View {
        view::view(book, known)
    }

    const PROMISE: &'static str = "This happens, unless an enemy attacks or bars the way first, or the \
         markers come in another order. Battles, sieges and rallies go by the dice.";

    fn promise(known: &Known) -> &'static str {
        if known.cabinet { PROMISE_OF_A_CABINET } else { Self::PROMISE }
    }

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
        view::annals::is_battle(event)
    }

    fn option_named(book: &Book, option: &str) -> Option<String> {
        book.atlas.told(book.atlas.code(option).filter(|at| book.atlas.number(*at) == option)?)
    }

    /// Powers negotiate in spring, with letters that go to and fro, and where a cabinet comes before
    /// it in the cabinet alone; otherwise a letter travels as long as the season does (§17.1, §17.2).
    fn letters_at_once(book: &Book, season: Exchange) -> bool {
        match season {
            Exchange::Cabinet(_) => true,
            Exchange::Quarter(season) => {
                season.quarter == Quarter::Spring && !book.has_cabinet_before(season)
            }
        }
    }

    fn place_in_draw(option: &str) -> Option<u32> {
        option.parse().ok().map(record::state::Marker::place)
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
        (known.exchange().to_string(), &known.power)
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

    fn tell(book: &Book, state: State, events: &[Event]) -> Vec<Fact> {
        case::facts::events(book, state, events)
    }

    fn holds(book: &Book, state: &State) -> Vec<Fact> {
        case::facts::state(book, state)
    }

    fn told(book: &Book, known: &Known) -> Vec<Fact> {
        case::told::facts(book, known)
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
