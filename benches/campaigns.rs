//! How campaigns of Field Commander: Napoleon end that the automatic player leads: `cargo bench -p
//! napoleon --bench campaigns [-- NUMBER]`. In per cent: won, and lost by cause. With `-- NUMBER mail`
//! the campaigns are played as by mail: from what the player knows, by sheets in text, through the
//! interface of a rule system.
//!
//! Of 1,000 campaigns each, edition napoleon-7, won in per cent with 1, 2 and 4 tries: 1796 8.9, 13.8
//! and 8.3; 1800 56.5, 62.8 and 66.4.

#[path = "../tests/common/general.rs"]
mod general;

use general::General;
use kit::ledger::Ledger;
use napoleon::REFEREE;
use napoleon::answers::own_dice::OwnDice;
use napoleon::answers::recorded::PLAYER;
use napoleon::book::Book;
use napoleon::sequence::Campaign;
use napoleon::sequence::answer::Stops;
use napoleon::sight::Known;
use napoleon::theatre::holding::{Loss, Outcome};
use play::{BookError, Options};
use std::collections::BTreeMap;
use std::time::Instant;

/// How many campaigns are played if no number is given.
const USUAL: u64 = 200;

/// How often the general tries each thought about its moves.
const TRIES: [u32; 3] = [1, 2, 4];

/// The ends of a campaign, in the order of the table.
const ENDS: [&str; 5] = ["won", "Napoleon", "objectives", "time", "no way"];

fn end(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Won { .. }) => "won",
        Some(Outcome::Lost(Loss::NapoleonAlone)) => "Napoleon",
        Some(Outcome::Lost(Loss::TooFewObjectives)) => "objectives",
        Some(Outcome::Lost(Loss::OutOfTime | Loss::TooEarly)) | None => "time",
        Some(Outcome::Lost(Loss::NoWayBack)) => "no way",
    }
}

fn main() {
    let number = std::env::args().filter_map(|word| word.parse().ok()).next().unwrap_or(USUAL);
    print!("{:<14}{:>6}", "campaign", "tries");
    ENDS.iter().for_each(|end| print!("{end:>12}"));
    println!("{:>8}{:>8}{:>12}", "turns", "stops", "a campaign");
    for name in ["italy-1796", "italy-1800"] {
        let book = match Book::read(&napoleon::shelf(), name) {
            Ok(book) => book,
            Err(fault) => return println!("{fault}"),
        };
        if std::env::args().any(|word| word == "mail") {
            row(&book, name, General { tries: 1 }, number, by_mail);
            continue;
        }
        for tries in TRIES {
            row(&book, name, General { tries }, number, on_the_map);
        }
    }
}

/// One campaign: how it ended, its turns and its stops.
type Played = (Option<Outcome>, usize, u64);

/// Plays a campaign on the machine of stages, by typed answers.
fn on_the_map(book: &Book, general: General, seed: u64) -> Result<Played, String> {
    let mut dice = OwnDice::seeded(seed);
    let mut campaign = Campaign::set_up(book, Stops::BattleTurns);
    let mut stops = 0;
    while campaign.outcome().is_none() {
        let said = general.says(book, &campaign);
        campaign.play(book, said, &mut dice).map_err(|wrong| wrong.to_string())?;
        stops += 1;
    }
    Ok((campaign.outcome(), campaign.theatre.turn, stops))
}

/// Plays a campaign by sheets in text, with the ledger's dice.
fn by_mail(book: &Book, general: General, seed: u64) -> Result<Played, String> {
    let wrong = |fault: BookError| fault.to_string();
    let game = REFEREE.open(&napoleon::shelf(), &book.name, &Options::new()).map_err(wrong)?;
    let ledger = |season: &str| {
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        Ledger::seeded(season, bytes)
    };
    let opened = game.opening(&BTreeMap::new(), &mut ledger("set-up")).map_err(wrong)?;
    let (mut at, mut stops) = (opened.after, 0);
    loop {
        let known = at.known.get(PLAYER).map_or("", String::as_str);
        let known: Known = serde_json::from_str(known).map_err(|fault| fault.to_string())?;
        if known.state.outcome().is_some() {
            let turn = known.state.campaign(book).theatre.turn;
            return Ok((known.state.outcome(), turn, stops));
        }
        let sheet = general.sheet(book, "bench", PLAYER, &known.state);
        let sheets = BTreeMap::from([(PLAYER.to_owned(), sheet)]);
        let mut ledger = ledger(&at.season.name);
        at = game.resolve(&at, &sheets, &mut ledger).map_err(wrong)?.after;
        stops += 1;
    }
}

fn row(
    book: &Book,
    name: &str,
    general: General,
    number: u64,
    play: fn(&Book, General, u64) -> Result<Played, String>,
) {
    let began = Instant::now();
    let mut ends: BTreeMap<&str, u64> = BTreeMap::new();
    let (mut turns, mut stops) = (0, 0);
    for seed in 0..number {
        match play(book, general, seed) {
            Ok((outcome, turn, stop)) => {
                turns += turn;
                stops += stop;
                *ends.entry(end(outcome)).or_default() += 1;
            }
            Err(wrong) => return println!("{wrong}"),
        }
    }
    print!("{name:<14}{:>6}", general.tries);
    for end in ENDS {
        print!("{:>12.1}", percent(ends.get(end).copied().unwrap_or(0), number));
    }
    let each = began.elapsed() / u32::try_from(number.max(1)).unwrap_or(u32::MAX);
    let mean = |sum: u64| sum as f64 / number.max(1) as f64;
    println!("{:>8.1}{:>8.1}{:>12.1?}", mean(turns as u64), mean(stops), each);
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}
