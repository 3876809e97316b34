//! What a fuzzer is let loose on: everything that comes from outside ends in a value or a sentence, and never
//! in a panic. Each function takes any bytes. `tests/corpora.rs` calls them with what fuzzers have found worth
//! keeping.

use std::collections::BTreeMap;
use umpire::checker::composer::Abilities;
use umpire::checker::known::KnownFile;
use umpire::desk::compose;
use umpire::desk::intake::check::against_known;
use umpire::desk::intake::keys::Keys;
use umpire::kit::ledger::Ledger;
use umpire::kit::shelf::Shelf;
use umpire::mail::message::Message;
use umpire::mail::{envelope, find, readable};
use umpire::rules::{self, Game};

/// Longer input shows nothing more and takes long.
const LONGEST: usize = 1 << 16;

/// One target: its name, which is that of its corpus, and what it does.
pub type Target = (&'static str, fn(&[u8]));

pub const TARGETS: [Target; 7] = [
    ("mail", mail),
    ("sheet", sheet),
    ("condition", condition),
    ("scenario", scenario),
    ("table", table),
    ("event", event),
    ("known", known),
];

/// A game at its beginning: what one power knows, and the position.
struct Opened {
    game: Box<dyn Game>,
    power: String,
    known: String,
    state: String,
}

thread_local! {
    static SHELF: Shelf = rules::shelf();
    static KEYS: Vec<Keys> = rules::REFEREES.iter().map(|referee| Keys::of(*referee)).collect();
    static GAMES: Vec<Opened> = SHELF.with(|shelf| {
        let games = ["nations/marengo-1800", "frederick/first-silesian-war", "kriegsspiel/danube-1805", "napoleon/italy-1800"];
        games.iter().map(|name| opened(shelf, name)).collect()
    });
}

fn opened(shelf: &Shelf, name: &str) -> Opened {
    let (referee, scenario) = rules::find(shelf, name).expect("it is in the program");
    let game = referee.open(shelf, &scenario, &BTreeMap::new()).expect("our own book is whole");
    let mut ledger = Ledger::seeded("set-up", [7; 32]);
    let after = game.opening(&BTreeMap::new(), &mut ledger).expect("the scenario opens").after;
    let (power, known) = after.known.into_iter().next().expect("somebody plays");
    Opened { game, power, known, state: after.state }
}

/// Bytes as a text, where a function takes one.
fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(LONGEST)]).into_owned()
}

/// The game that the first byte chooses, and the rest.
fn with_game(bytes: &[u8], does: impl FnOnce(&Opened, &[u8])) {
    let Some((which, rest)) = bytes.split_first() else { return };
    GAMES.with(|games| does(&games[usize::from(*which) % games.len()], rest));
}

/// A mail as it comes in: what it says of itself, the sheets in it, and how it reads.
pub fn mail(bytes: &[u8]) {
    let message = Message::read(&bytes[..bytes.len().min(LONGEST)]);
    envelope::read(&message);
    envelope::received(&message);
    KEYS.with(|keys| keys.iter().for_each(|keys| drop(find::find(&message, keys))));
    readable::readable(&message);
}

/// A sheet, checked against what its writer knows at the beginning of each game.
pub fn sheet(bytes: &[u8]) {
    with_game(bytes, |opened, rest| {
        let _ = opened.game.check(&opened.known, &text(rest));
    });
}

/// The words of an `if:`, in a sheet that asks it of a reaction and of an entry.
pub fn condition(bytes: &[u8]) {
    with_game(bytes, |opened, rest| {
        let words = text(rest).replace(['\n', '\r'], " ");
        let season = opened.game.card().first;
        let head = format!("campaign: c\nseason: {season}\npower: {}\n", opened.power);
        let quoted = serde_json::to_string(&words).expect("a text is JSON");
        for body in [
            format!(
                "activations:\n  - leader: Melas\n    if: {words}\n    steps: [{{march: [Turin]}}]\n"
            ),
            format!(
                "reactions:\n  - who: any\n    intercept: {{if: {quoted}}}\n    delay: {{if: {quoted}}}\n"
            ),
            format!("orders:\n  - army: Mack\n    stance: {{is: attack, if: {quoted}}}\n"),
            format!("doctrine:\n  - battle: any\n    if: {quoted}\n"),
        ] {
            let _ = opened.game.check(&opened.known, &format!("{head}{body}"));
        }
    });
}

/// The page of a scenario that somebody wrote.
pub fn scenario(bytes: &[u8]) {
    let Some((which, rest)) = bytes.split_first() else { return };
    let referee = rules::REFEREES[usize::from(*which) % rules::REFEREES.len()];
    SHELF.with(|shelf| {
        let page = text(rest);
        let _ = referee.scenario_faults(shelf, &page);
        let mut own = shelf.clone();
        own.lay(&format!("{}/own/scenario.yaml", referee.name()), page);
        let _ = referee.open(&own, "own", &BTreeMap::new());
    });
}

/// A page of a book that a campaign lays over ours: the first two bytes choose which.
pub fn table(bytes: &[u8]) {
    let [which, page, rest @ ..] = bytes else { return };
    let referee = rules::REFEREES[usize::from(*which) % rules::REFEREES.len()];
    SHELF.with(|shelf| {
        let names = shelf.names(&format!("{}/book/", referee.name()));
        let Some(name) = names.get(usize::from(*page) % names.len().max(1)) else { return };
        let mut own = shelf.clone();
        own.lay(name, text(rest));
        if let Some(scenario) = referee.scenarios(shelf).first() {
            let _ = referee.open(&own, scenario, &BTreeMap::new());
        }
    });
}

/// An event of a record, as a campaign's file has it.
pub fn event(bytes: &[u8]) {
    with_game(bytes, |opened, rest| {
        let events = [text(rest)];
        let _ = opened.game.chronicle(&opened.state, &events);
        let _ = opened.game.battles(&events);
    });
}

/// A file of what a power knows, and all that is made of it.
pub fn known(bytes: &[u8]) {
    let text = text(bytes);
    let sheet = match KnownFile::read(&text) {
        Ok(file) => {
            format!("season: {}\npower: {}\nreactions: [{{who: any}}]\n", file.season, file.power)
        }
        Err(_) => String::new(),
    };
    let _ = against_known(sheet.as_bytes(), &text);
    if let Ok(composer) = compose::open(&text, Abilities::default()) {
        let _ = composer.check(sheet.as_bytes());
    }
}
