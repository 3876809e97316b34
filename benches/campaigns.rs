//! How campaigns of Field Commander: Napoleon end that the automatic player leads: `cargo bench -p
//! napoleon --bench campaigns [-- NUMBER]`. In per cent: won, and lost by cause.

use napoleon::book::Book;
use napoleon::general::General;
use napoleon::player::OwnDice;
use napoleon::sequence::Campaign;
use napoleon::sequence::answer::Stops;
use napoleon::theatre::holding::{Loss, Outcome};
use std::collections::BTreeMap;
use std::time::Instant;

/// How many campaigns are played if no number is given.
const USUAL: u64 = 200;

/// How often the general tries each thought about its moves.
const TRIES: [u32; 3] = [1, 2, 4];

/// The ends of a campaign, in the order of the table.
const ENDS: [&str; 4] = ["won", "Napoleon", "objectives", "time"];

fn end(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        Some(Outcome::Won { .. }) => "won",
        Some(Outcome::Lost(Loss::NapoleonAlone)) => "Napoleon",
        Some(Outcome::Lost(Loss::TooFewObjectives)) => "objectives",
        Some(Outcome::Lost(Loss::OutOfTime | Loss::TooEarly)) | None => "time",
        Some(Outcome::Lost(Loss::NoWayBack)) => "no way back",
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
        for tries in TRIES {
            row(&book, name, General { tries }, number);
        }
    }
}

fn row(book: &Book, name: &str, general: General, number: u64) {
    let began = Instant::now();
    let mut ends: BTreeMap<&str, u64> = BTreeMap::new();
    let (mut turns, mut stops) = (0, 0);
    for seed in 0..number {
        let mut dice = OwnDice::seeded(seed);
        let mut campaign = Campaign::set_up(book, Stops::BattleTurns);
        while campaign.outcome().is_none() {
            let said = general.says(book, &campaign);
            if let Err(wrong) = campaign.play(book, said, &mut dice) {
                return println!("{wrong}");
            }
            stops += 1;
        }
        turns += campaign.theatre.turn;
        *ends.entry(end(campaign.outcome())).or_default() += 1;
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
