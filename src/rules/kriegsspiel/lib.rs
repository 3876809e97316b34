//! The umpire-run game of 1805 by mail (cited as K05).
//!
//! Played: the war on land. Armies round generals, corps and brigades (§10), simultaneous movement
//! (§12), cities (§14.1), supply (§15), battles, sieges, retreats and generals who fall (§19), raids
//! (§19.9), the random event (§8), and orders in words that the umpire interprets (§3). Not played:
//! fleets, money and purchases, politics. `umpire rules` lists every paragraph with its state.
//!
//! Who reads for the first time begins with `sequence.rs`. What a force may do is in `movement.rs` and
//! `battle/`; what a player may see is in `intel_levels.rs` and `sight.rs`.
//!
//! What the text does not print (map, troops, generals, figures) is data, marked `reconstructed`; how its
//! gaps are read stands under "Our reading" in the module that plays them.

pub mod battle;
pub mod book;
pub mod case;
pub mod march;
pub mod orders;
pub mod record;
pub mod season;
pub mod sight;
pub mod view;

use book::Book;
use include_dir::Dir;
use kit::annals::{Annals, Subject};
use kit::calendar::Season;
use kit::chart::Chart;
use kit::ledger::{Entry, Ledger, Shown};
use kit::shelf::Shelf;
use orders::words::Words;
use play::case::written::{All, Own, Plot};
use play::case::{Case, Names, Outcome, PlayError};
use play::{
    BookError, Card, Checked, Explained, OptionCard, Options, Referee, RefereeOf, Resolved, Ruleset,
};
use record::state::State;
use season::turn::Turn;
use serde_json::Value as Json;
use sheet::shape::Shaped;
use sight::known::Known;
use std::collections::BTreeMap;

/// The first line of standing orders that stand in for a sheet.
pub const STANDING_MARK: &str = "# standing";

/// The rule system.
pub struct Kriegsspiel;

/// The same, seen from outside.
pub const REFEREE: &dyn Referee = &RefereeOf::<Kriegsspiel>::NEW;

/// Its tables, maps and scenarios.
static BOOKS: Dir<'static> =
    include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../../campaigns/kriegsspiel");

impl Ruleset for Kriegsspiel {
    const NAME: &'static str = "kriegsspiel";
    const TITLE: &'static str = "Kriegsspiel of 1805";
    const EDITION: &'static str = "kriegsspiel-5";
    const OPTIONS: &'static [OptionCard] = &[
        OptionCard {
            name: "intel",
            values: &["scouted", "vague", "open"],
            doc: "scouted: markers tell a nation and a band of size, scouts and contact who commands \
                  and how many corps and brigades; vague: the band alone; open: all markers are on \
                  the map (K05 §3)",
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
    const PART: &'static str = "step";
    const FACTS: &'static str = season::rulings::FACTS;
    type Book = Book;
    type State = State;
    type Event = record::event::Event;
    type Seen = sight::known::Seen;
    type Known = Known;
    type View = view::View;

    fn books() -> &'static Dir<'static> {
        &BOOKS
    }

    fn book(shelf: &Shelf, scenario: &str, options: &Options) -> Result<Book, BookError> {
        Book::read(shelf, scenario, options)
    }

    fn card(book: &Book) -> Card {
        Card {
            rules: Self::NAME,
            edition: Self::EDITION,
            scenario: book.name.clone(),
            title: book.scenario.title.clone(),
            first: book.scenario.first,
            last: book.scenario.last,
            powers: book.scenario.powers(),
        }
    }

    fn witness(
        book: &Book,
        event: &record::event::Event,
        state: &State,
        eye: &str,
    ) -> Option<sight::known::Seen> {
        sight::witness(book, event, state, eye)
    }

    fn known_to_umpire(book: &Book, state: State, events: &[record::event::Event]) -> Known {
        sight::of_umpire(book, state, events)
    }

    fn chronicle(book: &Book, _state: State, events: &[record::event::Event]) -> Vec<String> {
        events.iter().map(|event| view::digest::sentence(book, event)).collect()
    }

    fn explain(book: &Book, state: State, events: &[record::event::Event]) -> Explained {
        case::explain(book, state, events)
    }

    fn check_fact(book: &Book, text: &str) -> Result<(), String> {
        season::rulings::check(book, text)
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

    fn resolve(
        book: &Book,
        before: State,
        known: BTreeMap<String, Known>,
        sheets: &BTreeMap<String, String>,
        ledger: &mut Ledger,
    ) -> Resolved<Self> {
        let mut turn = Turn::new(book, before, known, ledger);
        for (power, text) in sheets {
            let Some(known) = turn.known.get(power) else { continue };
            let known = &season::setup::expected(book, known);
            let words = Words { book, known };
            let sheet = if text.starts_with(STANDING_MARK) {
                orders::read_standing(text, &words)
            } else {
                orders::read(text, &words).0
            };
            turn.sheets.insert(power.clone(), sheet);
        }
        season::sequence::play(&mut turn, season::sequence::Extent::Whole);
        let over = matches!(
            turn.events.last(),
            Some(record::event::Event::SeasonEnded { over: true, .. })
        );
        Resolved {
            digest: view::digest::lines(book, &turn.events),
            odd: view::digest::odd(book, &turn.events),
            season: turn.state.season,
            events: turn.events,
            state: turn.state,
            known: turn.known,
            over,
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

    /// Diplomacy between players is free (§3), so letters go on at once.
    fn annals(book: &Book, known: &Known) -> Annals {
        view::annals::annals(book, known)
    }

    fn roster(book: &Book) -> Vec<Subject> {
        view::annals::roster(book)
    }

    fn is_battle(event: &record::event::Event) -> bool {
        matches!(event, record::event::Event::Fought(_))
    }

    fn letters_at_once(_season: Season) -> bool {
        true
    }

    fn schema() -> Json {
        orders::manual::schema()
    }

    fn guide() -> Vec<String> {
        orders::manual::guide()
    }

    fn primer(book: &Book, known: &Known) -> Vec<String> {
        orders::primer::lines(book, known)
    }

    fn example(book: &Book, known: &Known, campaign: &str) -> String {
        orders::example::example(book, known, campaign)
    }

    fn case(shelf: &Shelf, case: &Case) -> Result<Outcome, PlayError> {
        case::play(shelf, case)
    }

    fn rehearse(
        shelf: &Shelf,
        case: &Case,
        open: &dyn Fn(&str) -> Result<Ledger, PlayError>,
    ) -> Result<(Outcome, Vec<Entry>), PlayError> {
        case::rehearse(shelf, case, open)
    }

    fn plots(
        book: &Book,
        before: State,
        events: &[record::event::Event],
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

    fn case_names() -> Names {
        case::names()
    }

    fn case_words() -> Vec<(String, String)> {
        case::words()
    }
}
