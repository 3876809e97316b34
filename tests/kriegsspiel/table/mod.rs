//! A table for the kriegsspiel: the scenario and automatic players.

pub mod player;

use kit::ledger::Ledger;
use kit::shelf::Shelf;
use kriegsspiel::book::Book;
use kriegsspiel::record::event::Event;
use kriegsspiel::record::state::State;
use play::{Checked, Game, Options, Played, Position};
use std::collections::BTreeMap;

pub struct Table {
    pub game: Box<dyn Game>,
    pub book: Book,
}

impl Table {
    pub fn new(options: &[(&str, &str)]) -> Self {
        Self::of(&play::shelf::<kriegsspiel::Kriegsspiel>(), options)
    }

    /// The Danube as a shelf has it.
    pub fn of(shelf: &Shelf, options: &[(&str, &str)]) -> Self {
        Self::on(shelf, "kriegsspiel/danube", options)
    }

    /// A scenario of the program.
    pub fn named(scenario: &str, options: &[(&str, &str)]) -> Self {
        Self::on(&play::shelf::<kriegsspiel::Kriegsspiel>(), scenario, options)
    }

    fn on(shelf: &Shelf, scenario: &str, options: &[(&str, &str)]) -> Self {
        let options: Options =
            options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        let (referee, name) = play::find(&[kriegsspiel::REFEREE], shelf, scenario).unwrap();
        let game = referee.open(shelf, &name, &options).unwrap();
        Self { game, book: Book::read(shelf, &name, &options).unwrap() }
    }

    pub fn opening(&self) -> Position {
        let mut ledger = Ledger::seeded("set-up", [0; 32]);
        self.game.opening(&BTreeMap::new(), &mut ledger).unwrap().after
    }

    /// The sheets of all powers; the game finds no fault with them.
    pub fn sheets(&self, at: &Position, seed: u64) -> BTreeMap<String, String> {
        let mut sheets = BTreeMap::new();
        for (nth, (power, known)) in at.known.iter().enumerate() {
            let sheet = player::sheet(&self.book, known, seed * 10 + nth as u64);
            let faults = self.game.check(known, &sheet).unwrap().faults;
            assert!(!faults.has_faults(), "{power}, game {seed}: {}", faults.render(&sheet));
            sheets.insert(power.clone(), sheet);
        }
        sheets
    }
}

pub fn events(played: &Played) -> Vec<Event> {
    played.events.iter().map(|event| serde_json::from_str(event).unwrap()).collect()
}

pub fn state(at: &Position) -> State {
    serde_json::from_str(&at.state).unwrap()
}

/// Asserts that a diagnostic with this code stands at a line, and what is said.
pub fn says_at_line(checked: &Checked, sheet: &str, (line, code): (usize, &str), words: &str) {
    let told = checked.faults.render(sheet);
    let fault = checked.faults.iter().find(|fault| fault.code == code);
    let fault = fault.unwrap_or_else(|| panic!("no {code} in\n{sheet}\n{told}"));
    assert_eq!(fault.line_column(sheet).0, line, "{told}");
    assert!(told.contains(words), "{words} is not in\n{told}");
}
