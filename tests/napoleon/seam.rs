//! The game as the desk sees it: campaigns by sheets in text, each stop a season.

use crate::general::General;
use kit::ledger::{Entry, Ledger};
use napoleon::answers::recorded::{Keeper, Recorded};
use napoleon::board::news::News;
use napoleon::book::Book;
use napoleon::record::event::Event;
use napoleon::record::state::State;
use napoleon::sequence::Happened;
use napoleon::sequence::answer::{Said, Stops};
use napoleon::sequence::saved::Saved;
use napoleon::sight::Known;
use napoleon::{REFEREE, shelf};
use play::{Game, Options, Played, Position};
use std::collections::{BTreeMap, BTreeSet};

/// A campaign by mail: its game, and where it stands.
pub struct ByMail {
    pub game: Box<dyn Game>,
    pub book: Book,
    pub at: Position,
    pub seed: u8,
    pub over: bool,
}

fn seeded(season: &str, seed: u8) -> Ledger {
    Ledger::seeded(season, [seed; 32])
}

impl ByMail {
    /// A campaign at its first stop.
    pub fn begun(scenario: &str, options: &[(&str, &str)], seed: u8) -> Self {
        let options: Options =
            options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let game = REFEREE.open(&shelf(), scenario, &options).unwrap();
        let mut ledger = seeded("set-up", seed);
        let at = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
        assert!(ledger.entries().is_empty(), "nothing is rolled before the first stop");
        let book = Book::read(&shelf(), scenario).unwrap();
        Self { game, book, at, seed, over: false }
    }

    pub fn known(&self) -> &str {
        &self.at.known["france"]
    }

    pub fn state(&self) -> State {
        serde_json::from_str(&self.at.state).unwrap()
    }

    /// The sheet of the automatic player.
    pub fn sheet(&self, general: General) -> String {
        general.sheet(&self.book, "c", "france", &self.state())
    }

    /// What is wrong with a sheet: codes, and all of it as the receipt shows it.
    pub fn faults(&self, sheet: &str) -> (Vec<&'static str>, String) {
        let checked = self.game.check(self.known(), sheet).unwrap();
        let codes = checked.faults.iter().map(|fault| fault.code).collect();
        (codes, checked.faults.render(sheet))
    }

    /// Plays a sheet, and goes on from there; gives what was played and the answers.
    pub fn play(&mut self, sheet: &str) -> (Played, Vec<Entry>) {
        let sheets = BTreeMap::from([("france".to_owned(), sheet.to_owned())]);
        let mut ledger = seeded(&self.at.season.name, self.seed);
        let played = self.game.resolve(&self.at, &sheets, &mut ledger).unwrap();
        assert_eq!(ledger.finish(), Vec::<String>::new());
        self.at = played.after.clone();
        self.over = played.over;
        let entries = ledger.entries().to_vec();
        (played, entries)
    }
}

/// A ledger without anybody who hears what happens.
struct Deaf<'l>(&'l mut Ledger);

impl Keeper for Deaf<'_> {
    fn ledger(&mut self) -> &mut Ledger {
        self.0
    }
    fn board(&mut self, _news: News) {}
    fn sequence(&mut self, _what: &Happened, _dice: Vec<u8>) {}
}

/// Campaigns of the automatic player, whose answers go through text sheets, end like those of its
/// typed answers; each sheet is without a fault, each season is played again from its record.
#[test]
fn a_campaign_by_sheets_is_the_campaign_of_the_answers() {
    let (mut stops, mut names) = (0, BTreeSet::new());
    for (scenario, seeds) in [("italy-1796", 0..7), ("italy-1800", 0..4)] {
        for seed in seeds {
            let mut by_mail = ByMail::begun(scenario, &[], seed);
            names.clear();
            while !by_mail.over {
                let general = General { tries: 0 };
                let (before, sheet) = (by_mail.at.clone(), by_mail.sheet(general));
                let name = before.season.name.clone();
                assert!(names.insert(name.clone()), "{name} comes twice");
                let (codes, told) = by_mail.faults(&sheet);
                assert!(codes.is_empty(), "{scenario} {seed} {name}: {sheet}\n{told}");
                let state = by_mail.state();
                let mut campaign = state.campaign(&by_mail.book);
                let here = general.says(&by_mail.book, &campaign).here;
                let mut ledger = seeded(&name, seed);
                let mut answers = Recorded::new(&by_mail.book, Deaf(&mut ledger));
                let said = Said { here, ..Said::default() };
                campaign.play(&by_mail.book, said, &mut answers).unwrap();
                let (played, entries) = by_mail.play(&sheet);
                let saved = Saved::of(&by_mail.book, &campaign);
                let kept = by_mail.state().campaign;
                assert!(kept == saved, "{scenario} {seed} {name}:\n{sheet}\n{kept:?}\n{saved:?}");
                // The record alone gives the same events and the same state.
                let sheets = BTreeMap::from([("france".to_owned(), sheet.clone())]);
                let mut record = Ledger::replayed(&name, entries);
                let again = by_mail.game.resolve(&before, &sheets, &mut record).unwrap();
                assert_eq!((again.events, again.after), (played.events, played.after), "{name}");
                assert!(record.finish().is_empty(), "{name}");
                stops += 1;
            }
        }
    }
    assert!(stops > 150, "{stops} stops");
}

/// What is printed at a stop fits, and what is offered is legal.
#[test]
fn forms_examples_and_reports_fit_at_every_stop() {
    let templates = report::Templates::new(&Default::default()).unwrap();
    let mut kinds = BTreeSet::new();
    for (scenario, seed) in [("italy-1796", 2), ("italy-1796", 7), ("italy-1800", 1)] {
        let mut by_mail = ByMail::begun(scenario, &[], seed);
        while !by_mail.over {
            let name = by_mail.at.season.name.clone();
            let form = by_mail.game.form(by_mail.known(), "c", None).unwrap();
            let wide = form.lines().find(|line| line.chars().count() > 64);
            assert_eq!(wide, None, "{name}");
            let (codes, told) = by_mail.faults(&form);
            assert!(codes.is_empty(), "{name}: {form}\n{told}");
            let example = by_mail.game.example(by_mail.known(), "c").unwrap();
            assert!(by_mail.faults(&example).0.is_empty(), "{name}: {example}");
            let view = by_mail.game.view(by_mail.known()).unwrap();
            let around = report::Around::default();
            let page = templates.print("napoleon/report.txt", &around.with(view.clone())).unwrap();
            let wide = page.lines().find(|line| line.chars().count() > 72);
            assert_eq!(wide, None, "{name}");
            assert!(!page.contains("\n\n\n"), "{name}: {page}");
            templates.print_html("napoleon/report.html", &around.with(view)).unwrap();
            by_mail.game.chart(by_mail.known()).unwrap();
            by_mail.game.annals(by_mail.known()).unwrap();
            kinds.insert(by_mail.at.season.asks.kind.clone());
            let sheet = by_mail.sheet(General { tries: 0 });
            by_mail.play(&sheet);
        }
        let view = by_mail.game.view(by_mail.known()).unwrap();
        let page = templates.print("napoleon/report.txt", &report::Around::default().with(view));
        let page = page.unwrap();
        assert!(page.contains("The campaign is lost") || page.contains("You hold all"), "{page}");
    }
    assert_eq!(kinds.len(), 4, "{kinds:?}");
}

/// The legal choices that the form has as comments become orders when the `#` is taken away.
#[test]
fn the_lines_of_the_form_are_orders() {
    let by_mail = ByMail::begun("italy-1796", &[], 1);
    let form = by_mail.game.form(by_mail.known(), "c", None).unwrap();
    let open = form.replace("# moves:", "moves:").replace("# - who:", "- who:");
    let open = open.replace("#         Stengel", "         Stengel");
    let open = open.replace("#   to: \n", "  to: Savona\n");
    let (codes, told) = by_mail.faults(&open);
    assert!(codes.is_empty(), "{open}\n{told}");
    let checked = by_mail.game.check(by_mail.known(), &open).unwrap();
    let lines: Vec<&str> =
        checked.understood.iter().flat_map(play::UnderstoodEntry::words).collect();
    assert_eq!(lines[7..9], ["8. move: La Harpe to Savona", "9. move: Maynier to Savona"]);
}

const ITALY: &str = "season: march 1796\npower: france\n";

/// With `stops: turns`, or with `ask:`, a campaign turn is one season; the names go on.
#[test]
fn a_campaign_turn_can_be_one_sheet() {
    let moves = "moves: [{who: [Augereau, Kilmaine, La Harpe, Maynier], to: Turin}]\n";
    let asked = format!("{ITALY}{moves}ask: moves\n");
    let coarse = format!("{ITALY}{moves}");
    let both = [
        (ByMail::begun("italy-1796", &[("stops", "turns")], 3), coarse),
        (ByMail::begun("italy-1796", &[], 3), asked),
    ];
    let mut states = vec![];
    for (mut by_mail, sheet) in both {
        let (codes, told) = by_mail.faults(&sheet);
        assert!(codes.is_empty(), "{told}");
        let (played, _) = by_mail.play(&sheet);
        assert_eq!(by_mail.at.season.name, "april 1796");
        assert!(played.events.iter().any(|event| event.contains("enveloped")));
        states.push(by_mail.state().campaign);
        // What `ask:` says lasts.
        by_mail.play("season: april 1796\n");
        assert!(by_mail.over || by_mail.at.season.name == "may 1796");
    }
    assert_eq!(states[0], states[1]);
    let battles = ByMail::begun("italy-1796", &[("stops", "battles")], 3);
    let (codes, told) = battles.faults(&format!("{ITALY}ask: [deploy, battle turn]\n"));
    assert_eq!(codes, ["no-such-stop"], "{told}");
}

/// A doctrine is played where nobody is asked, by its first line that fits.
#[test]
fn a_doctrine_is_played_where_nobody_is_asked() {
    let sheet = format!(
        "{ITALY}moves: [{{who: [Napoleon, Augereau, Serurier, Macquard, Stengel], to: Savona}}]\n\
         ask: []\n\
         doctrine:\n\
         - battle: Turin\n  acts: [{{stand: any}}]\n\
         - battle: with Napoleon\n  if: odds < 1:9\n  place: {{approach: [weakest column]}}\n\
         - battle: with Napoleon\n  place: {{approach: [Augereau column, best cavalry line]}}\n  \
           acts: [{{march: any in column}}]\n"
    );
    let mut by_mail = ByMail::begun("italy-1796", &[], 9);
    let (codes, told) = by_mail.faults(&sheet);
    assert!(codes.is_empty(), "{told}");
    let (played, _) = by_mail.play(&sheet);
    let events: Vec<Event> =
        played.events.iter().map(|event| serde_json::from_str(event).unwrap()).collect();
    let by_doctrine = |event: &Event| matches!(event, Event::Passed { doctrine: true, .. });
    assert!(events.iter().filter(|event| by_doctrine(event)).count() >= 2, "{events:?}");
    let first = |name: &str| {
        let id = by_mail.book.force(name).unwrap().id;
        events.iter().find_map(|event| match event {
            Event::Board { what: News::Activated { who, plan, .. } } if *who == id => {
                Some(by_mail.book.plans.name(*plan).to_owned())
            }
            _ => None,
        })
    };
    assert_eq!(first("Augereau").as_deref(), Some("March"), "in column, as the doctrine has it");
    let mut quiet = ByMail::begun("italy-1796", &[], 9);
    quiet.play(&format!(
        "{ITALY}moves: [{{who: [Augereau, Kilmaine], to: Turin}}]\nask: []\ndoctrine: [{{acts: \
         [{{stand: any}}]}}]\n"
    ));
    assert_eq!(quiet.state().lasting.doctrine.len(), 1, "it lasts");
    quiet.play("season: april 1796\n");
    assert_eq!(quiet.state().lasting.doctrine.len(), 1, "it lasts");
    quiet.play("season: may 1796\ndoctrine: []\n");
    assert_eq!(quiet.state().lasting.doctrine.len(), 0, "until another sheet says otherwise");
}

/// What was said of marches and purchases is not asked again, unless `ask:` names the stop; a part of
/// it stands in the receipt of a sheet that says nothing more.
#[test]
fn what_was_said_before_is_not_asked_again() {
    let moves = "moves: [{who: [Augereau, Kilmaine, La Harpe], to: Turin}]\n";
    let march = "forced march: [{who: [Augereau], to: Nice, if: never}]\n";
    let buys = "resupply: [{keep: 2}]\n";
    let asked_after = |more: &str| {
        let mut by_mail = ByMail::begun("italy-1796", &[], 2);
        by_mail.play(&format!("{ITALY}{moves}{more}"));
        let mut stops = vec![];
        while !by_mail.over && by_mail.at.season.name.starts_with("march") {
            let kind = by_mail.at.season.asks.kind.clone();
            let empty = format!("season: {}\n", by_mail.at.season.name);
            let checked = by_mail.game.check(by_mail.known(), &empty).unwrap();
            stops.push((kind, checked.understood[0].text()));
            by_mail.play(&empty);
        }
        let after = stops.into_iter().filter(|(kind, _)| kind == "after the battles");
        after.map(|(_, told)| told).collect::<Vec<_>>()
    };
    let usual = "nobody marches; refits, then mobile forces and walls, as far as the points go";
    assert_eq!(asked_after(""), [usual]);
    assert_eq!(asked_after(&format!("{march}{buys}")), [""; 0]);
    assert_eq!(
        asked_after(buys),
        [
            "1. keep: 2 supply in what follows here; no purchase follows; a battle is paid for all the same\n\
             supply: 3 now, 9 to come in; 12 left"
        ]
    );
    let all = format!("{march}{buys}ask: [after the battles]\n");
    let never =
        "1. march: Augereau to Nice, for 1 supply, never: not done, its `if:` does not hold now";
    let keep = "2. keep: 2 supply in what follows here; no purchase follows; a battle is paid for all the same";
    let sum = "supply: 3 now, 9 to come in; 12 left";
    assert_eq!(asked_after(&all), [format!("{never}\n{keep}\n{sum}")]);
}

/// A condition that does not hold leaves its line out; one of a march is asked for each force.
#[test]
fn conditions_are_asked_when_the_stop_comes() {
    let mut by_mail = ByMail::begun("italy-1796", &[], 4);
    let sheet = format!(
        "{ITALY}moves:\n\
         - {{who: [Augereau], to: Turin, if: supply >= 99}}\n\
         - {{who: [Serurier], to: Turin, if: Savona is theirs and campaign turn = 1}}\n\
         - {{who: [Napoleon], to: Turin, if: always}}\n\
         - {{who: [Kilmaine], to: Turin, if: enemy within 1 of Nice}}\n\
         - {{who: [Maynier], to: Turin, if: odds >= 1:1}}\n"
    );
    let (codes, told) = by_mail.faults(&sheet);
    assert!(codes.is_empty(), "{told}");
    let (played, _) = by_mail.play(&sheet);
    let went = |name: &str| {
        let id = by_mail.book.force(name).unwrap().id;
        played.events.iter().any(|event| {
            let event: Event = serde_json::from_str(event).unwrap();
            matches!(event, Event::Map { what: Happened::Moved { who, .. }, .. }
                if who == napoleon::sequence::answer::Mover::Force(id))
        })
    };
    let asked = ["Augereau", "Serurier", "Kilmaine", "Maynier"].map(went);
    assert_eq!(asked, [false, true, true, false]);
}

/// Whom the player names among equals is chosen, with its place in the record.
#[test]
fn ties_are_answered_by_the_sheet() {
    let decided = |ties: &str, option: &str| {
        let mut found = BTreeMap::new();
        for seed in 0..6 {
            let mut by_mail = ByMail::begun("italy-1796", &[("ties", option)], seed);
            let sheet = format!(
                "{ITALY}moves: [{{who: [Napoleon, Augereau, Serurier, Macquard, Stengel], to: \
                 Savona}}]\nask: []\nties: [{ties}]\n"
            );
            let (_, entries) = by_mail.play(&sheet);
            for entry in entries {
                let key = format!("{:?}", entry.source);
                if let kit::ledger::What::Decision { topic, .. } = entry.what {
                    *found.entry((topic, key)).or_insert(0) += 1;
                }
            }
        }
        found
    };
    let said = |source: &str, topic: &str, found: &BTreeMap<(String, String), i32>| {
        found.get(&(topic.to_owned(), source.to_owned())).copied().unwrap_or(0)
    };
    let silent = decided("", "lot");
    assert!(silent.is_empty(), "a default that nobody said is no open question: {silent:?}");
    let named = decided("Provera, Dichat infantry, Dichat cavalry", "lot");
    assert!(said("Reaction", "hit", &named) > 0, "{named:?}");
    assert_eq!(said("Reaction", "plan holder", &named), 0, "the lot decides: {named:?}");
    let players = decided("Provera, Dichat infantry, Dichat cavalry", "player");
    assert!(said("Reaction", "plan holder", &players) > 0, "{players:?}");
}

/// What the umpire says of a fact is played at its place, and told.
#[test]
fn facts_are_played_at_their_place() {
    use kit::ledger::Fact;
    let by_mail = ByMail::begun("italy-1796", &[], 4);
    let sheet = format!("{ITALY}ask: []\n");
    let play = |at: &str, text: &str| {
        let sheets = BTreeMap::from([("france".to_owned(), sheet.clone())]);
        let mut ledger = seeded("march 1796", 4);
        let (at, reason) = (at.parse().unwrap(), "a test".to_owned());
        ledger.rule(Fact { at, text: text.to_owned(), reason });
        let played = by_mail.game.resolve(&by_mail.at, &sheets, &mut ledger).unwrap();
        let known: Known = serde_json::from_str(&played.after.known["france"]).unwrap();
        let told = known.events.iter().any(|event| matches!(event, Event::Decreed { .. }));
        (ledger.finish(), told, played)
    };
    let plain = play("start", "tell: {text: nothing}").2.after.state;
    for text in napoleon::season::rulings::FACTS.lines() {
        let text = text.split("    #").next().unwrap();
        by_mail.game.check_fact(text).unwrap();
        let (faults, told, played) = play("start", text);
        assert_eq!((faults.as_slice(), told), (&[][..], true), "{text}");
        assert!(
            text.starts_with("tell") || text.starts_with("napoleon") || played.after.state != plain,
            "{text}"
        );
    }
    let (faults, told, _) = play("before stop 2", "supply: {french: 50}");
    assert_eq!((faults.as_slice(), told), (&[][..], true), "before the stop after the battles");
    assert!(
        play("start", "napoleon: {at: Trent}").0[0].contains("no French force stands at Trent")
    );
    for (wrong, why) in [
        ("suply: {french: 1}", "did you mean `supply`"),
        ("force: {name: Lannes, at: Turin}", "no force is called `Lannes`"),
        ("force: {name: Stengel, reduced: yes}", "has no reduced side"),
        ("scouts: {has: 900}", "scouts: there are"),
        ("supply: {}", "name `french` or `enemy`"),
    ] {
        let told = by_mail.game.check_fact(wrong).unwrap_err();
        assert!(told.contains(why), "{told}");
    }
}

/// `umpire case --from` writes a case of any moment, and it holds when it is played.
#[test]
fn a_moment_is_written_as_a_case() {
    use play::case::written::{All, Moment, Own, View};
    let mut by_mail = ByMail::begun("italy-1796", &[], 6);
    let options = Options::new();
    let mut written = 0;
    for _ in 0..5 {
        let sheet = by_mail.sheet(General { tries: 0 });
        let before = by_mail.at.clone();
        let (played, answers) = by_mail.play(&sheet);
        let sheets = BTreeMap::from([("france".to_owned(), sheet.clone())]);
        for end in [2, played.events.len() / 2, played.events.len()] {
            let view = View::All(All {
                state: &before.state,
                events: &played.events[..end],
                sheets: &sheets,
                answers: &answers,
                cited: &[],
                sentence: "It happened.",
            });
            let title = format!("{}, event {end}", before.season.name);
            let moment = Moment { scenario: "italy-1796", options: &options, title, view };
            let text = REFEREE.write_case(&shelf(), &moment).unwrap();
            assert!(text.contains("```yaml setup") && text.contains("position"), "{text}");
            written += 1;
        }
        let own = View::Power(Own {
            before: &before.known["france"],
            after: &played.after.known["france"],
            sheet: Some(&sheet),
            news: 1,
            told: "It was told".to_owned(),
        });
        let title = before.season.name.clone();
        let moment = Moment { scenario: "italy-1796", options: &options, title, view: own };
        REFEREE.write_case(&shelf(), &moment).unwrap();
    }
    assert_eq!(written, 15);
    assert_eq!(by_mail.book.options.stops, Stops::BattleTurns);
}
