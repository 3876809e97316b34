//! A table for the kriegsspiel: the scenario and automatic players.

pub mod player;

use std::collections::BTreeMap;
use umpire::kit::ledger::Ledger;
use umpire::rules::kriegsspiel::book::Book;
use umpire::rules::kriegsspiel::record::event::Event;
use umpire::rules::kriegsspiel::record::state::State;
use umpire::rules::{self, Game, Options, Played, Position};

pub struct Table {
    pub game: Box<dyn Game>,
    pub book: Book,
}

impl Table {
    pub fn new(options: &[(&str, &str)]) -> Self {
        let shelf = rules::shelf();
        let options: Options =
            options.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        let (referee, name) = rules::find(&shelf, "kriegsspiel/danube").unwrap();
        let game = referee.open(&shelf, &name, &options).unwrap();
        Self { game, book: Book::read(&shelf, &name, &options).unwrap() }
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
