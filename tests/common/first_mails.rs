//! The pages `first-mail.yaml`: every power of every scenario of the program has one that is worth
//! reading, and its sheet can be sent as it is.

use kit::ledger::Ledger;
use kit::shelf::Shelf;
use play::briefing::{FirstMail, FirstMails};
use play::{Became, Game, Grade, Options, Outcome, Position, Referee};
use std::collections::{BTreeMap, BTreeSet};

/// The most words of a sentence on what decides a season.
const SENTENCE_WORDS: usize = 30;
/// The most words of a sheet.
const SHEET_WORDS: usize = 160;
/// The most remarks in a sheet.
const SHEET_COMMENTS: usize = 3;
/// The widest line of a sheet that goes out.
const SHEET_WIDTH: usize = 64;
/// How often each sheet is played alone: where nobody says how many cases, and else.
const PLAYS: [u8; 2] = [2, 10];

/// What a sheet holds against the season that was played with it: the step that was not done, though
/// the receipt had called it sure.
type Broken = Vec<Became>;

/// Every power that can be played has its page, and a sheet that does what it says.
pub fn first_mails_hold(referee: &'static dyn Referee) {
    let shelf = play::shelf_of(&[referee]);
    for scenario in referee.scenarios(&shelf) {
        let at = format!("{}/{scenario}", referee.name());
        let Some(mails) = FirstMails::read(&shelf, referee.name(), &scenario).unwrap() else {
            panic!("{at} has no first mails")
        };
        let game = referee.open(&shelf, &scenario, &Options::new()).unwrap();
        let opening = opened(&*game);
        for (power, known) in &opening.known {
            let (at, whose) = (format!("{at} {power}"), (opening.season.name.clone(), &**power));
            let Some(mail) = mails.of(&whose) else { panic!("{at} has no first mail") };
            reads_well(&at, mail);
            let sheet = sheet(&whose, mail);
            assert_eq!(game.example(known, "first").unwrap(), sheet, "{at}: another is sent");
            assert_eq!(game.briefing(known).unwrap().decides, mail.decides, "{at}");
            let broken = broken(&*game, &opening, power, &sheet);
            assert!(broken.is_empty(), "{at}: {broken:?}\n{sheet}");
        }
    }
}

/// A sheet that is planted into the page is found, if it is bad, and told why.
pub fn a_bad_sheet_is_found(referee: &'static dyn Referee, scenario: &str, power: &str, bad: &str) {
    let shelf = play::shelf_of(&[referee]);
    let game = referee.open(&shelf, scenario, &Options::new()).unwrap();
    let opening = opened(&*game);
    let whose = (opening.season.name.clone(), power);
    let mut planted = Shelf::default();
    planted.lay(
        &format!("{}/{scenario}/first-mail.yaml", referee.name()),
        format!(
            "season: {}\npowers:\n  {power}:\n    decides: [x]\n    sheet: |\n{bad}",
            opening.season.name
        ),
    );
    let mails = FirstMails::read(&planted, referee.name(), scenario).unwrap().unwrap();
    let sheet = sheet(&whose, mails.of(&whose).unwrap());
    assert!(!unsound(&*game, &opening.known[power], &sheet).is_empty(), "{sheet}");
}

fn opened(game: &dyn Game) -> Position {
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    game.opening(&BTreeMap::new(), &mut ledger).unwrap().after
}

/// The sheet of a page with its head.
fn sheet((season, power): &(String, &str), mail: &FirstMail) -> String {
    let head = sheet::frame::head("first", season, power);
    format!("{head}{}", mail.sheet.as_deref().unwrap())
}

fn reads_well(at: &str, mail: &FirstMail) {
    assert!((1..=3).contains(&mail.decides.len()), "{at}: {:?}", mail.decides);
    for sentence in &mail.decides {
        let words = sentence.split_whitespace().count();
        assert!(words <= SENTENCE_WORDS, "{at}: {words} words: {sentence}");
    }
    let Some(sheet) = &mail.sheet else { panic!("{at} has no sheet") };
    let words = sheet.split_whitespace().count();
    assert!(words <= SHEET_WORDS, "{at}: a sheet of {words} words");
    assert!(sheet.matches('#').count() <= SHEET_COMMENTS, "{at}: too many remarks\n{sheet}");
    let wide = sheet.lines().find(|line| line.chars().count() > SHEET_WIDTH);
    assert_eq!(wide, None, "{at}");
}

/// What its receipt says against a sheet.
fn unsound(game: &dyn Game, known: &str, sheet: &str) -> Vec<String> {
    let checked = game.check(known, sheet).unwrap();
    let mut against: Vec<String> =
        checked.faults.iter().map(|fault| format!("{fault:?}")).collect();
    against.extend((!checked.counts).then(|| "nothing of it counts".to_owned()));
    let lines = checked.understood.iter().flat_map(|entry| &entry.lines);
    let refused = lines.filter(|line| line.grade == Grade::Refused);
    against.extend(refused.map(|line| line.words.clone()));
    against
}

/// Plays a sheet against powers that send none, and collects the steps that its receipt calls sure
/// and that were not done though their entry came to them.
fn broken(game: &dyn Game, opening: &Position, power: &str, sheet: &str) -> Broken {
    let known = &opening.known[power];
    assert_eq!(unsound(game, known, sheet), Vec::<String>::new(), "{power}\n{sheet}");
    let checked = game.check(known, sheet).unwrap();
    let lines = checked.understood.iter().flat_map(|entry| &entry.lines);
    let of_steps = |grade: fn(Grade) -> bool| -> BTreeSet<_> {
        let graded = lines.clone().filter(|line| grade(line.grade));
        graded.filter_map(|line| Some((line.entry?, line.step?))).collect()
    };
    let (sure, doubtful) =
        (of_steps(|grade| grade == Grade::Sure), of_steps(|grade| grade != Grade::Sure));
    let mut broken = vec![];
    for play in 1..=PLAYS[usize::from(crate::effort::is_long())] {
        let mut ledger = Ledger::seeded(&opening.season.to_string(), [play; 32]);
        let sheets = BTreeMap::from([(power.to_owned(), sheet.to_owned())]);
        let played = game.resolve(opening, &sheets, &mut ledger).unwrap();
        let became = game.became(&played.after.known[power]).unwrap();
        broken.extend(became.into_iter().filter(|one| {
            let step = one.step.map(|step| (one.entry, step));
            one.became == Outcome::NotDone
                && step.is_some_and(|step| sure.contains(&step) && !doubtful.contains(&step))
        }));
    }
    broken
}
