//! The example sheets of `orders/`, each with the game that can check it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use umpire::kit::ledger::Ledger;
use umpire::rules::{self, Game};
use umpire::sheet::frame;

/// The rule systems.
pub const SYSTEMS: [&str; 4] = ["nations", "kriegsspiel", "frederick", "napoleon"];

/// The sheets in a folder and those below it.
pub fn sheets(folder: &Path) -> Vec<PathBuf> {
    let mut found = vec![];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sheets(&path));
        } else if path.extension().is_some_and(|ending| ending == "yaml") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// An example, by its name in `orders/`.
pub struct Example {
    pub system: &'static str,
    pub name: String,
    pub text: String,
}

/// All of them.
pub fn examples() -> Vec<Example> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("orders");
    let of = |system: &'static str| {
        let root = root.clone();
        sheets(&root.join(system)).into_iter().map(move |path| Example {
            system,
            name: path.strip_prefix(&root).unwrap().display().to_string(),
            text: fs::read_to_string(&path).unwrap(),
        })
    };
    SYSTEMS.into_iter().flat_map(of).collect()
}

/// A game, and what each power knows of its opening.
type Table = (Box<dyn Game>, BTreeMap<String, String>);

/// The games that the examples are of, opened once.
#[derive(Default)]
pub struct Tables {
    open: RefCell<BTreeMap<String, Table>>,
}

impl Tables {
    /// Does something with the game of a sheet and what its author knows.
    pub fn with<T>(&self, example: &Example, play: impl FnOnce(&dyn Game, &str) -> T) -> T {
        let header = frame::header(&example.text);
        let folders: Vec<&str> = example.name.split('/').collect();
        let in_folder = folders.get(1).filter(|_| folders.len() > 2).copied();
        let campaign = match (header.campaign.as_deref(), example.system) {
            // The example of a game in Spain has the name that its umpire gave it.
            (Some("spain"), _) => "spanish-ulcer-1808",
            // No scenario of the program plays politics; what is missing in a line is told all the same.
            (Some("europe"), _) => "marengo-1800",
            (Some(name), _) => name,
            (None, "kriegsspiel") => "danube-1805",
            (None, "frederick") => "first-silesian-war",
            (None, _) => in_folder.unwrap_or("italy-1796"),
        };
        let wanted = format!("{}/{campaign}", example.system);
        let mut open = self.open.borrow_mut();
        let (game, known) = open.entry(wanted.clone()).or_insert_with(|| {
            let shelf = rules::shelf();
            let (referee, scenario) = rules::find(&shelf, &wanted).unwrap();
            let game = referee.open(&shelf, &scenario, &BTreeMap::new()).unwrap();
            let mut ledger = Ledger::seeded("set-up", [0; 32]);
            let known = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after.known;
            (game, known)
        });
        let power = header.power.expect("it has a head").to_lowercase();
        let known = known.get(&power).unwrap_or_else(|| panic!("{}: {power}", example.name));
        play(game.as_ref(), known)
    }
}
