//! The proof of the fog of the kriegsspiel (§2, §3): what a power cannot know changes nothing that it
//! gets.
//!
//! Automatic players fight turns. Of each turn a twin is played with the same dice and one thing
//! changed, out of the list in `twins/changes.rs`; every power of another side, and every ally where allies
//! are told nothing, must get the same, byte for
//! byte: what it knows, its receipts, report, page, map and form; and everybody the same newspaper. So that the test cannot be empty, the
//! pairs of each kind are counted. So that it cannot be blind, each pair is compared once more through
//! a fog with a hole, and there the two must be told apart.

mod changes;
mod estimates;

use crate::table::{Table, player};
use changes::{CHANGES, Change, Forced, Twin, War, felt, known_through};
use kit::ledger::What;
use kit::newspaper::EVERYBODY;
use kriegsspiel::record::event::Event;
use kriegsspiel::record::state::State;
use kriegsspiel::sight::known::{Known, Seen};
use play::{Played, Position};
use report::{Around, Templates};
use std::collections::BTreeMap;

/// A sheet of guesses: the receipt must not tell a good one from a bad one by what is hidden.
const GUESSES: &str = "orders:
  - {army: Kutusov, steps: [{attack: Mak}, {march: [Ulmm, Linz]}]}
  - {formation: 3rd Brigde, steps: [{attack: {at: Charles, if: Kutuzov at Linz}}]}
  - {army: Ney, steps: [{attack: Mack}]}
  - {army: Mack, steps: [{attack: Ney}]}
organise: [{raise: {name: VI Corps, kind: corps, from: 1st Brigade, units: {grenadiers: 1}}}]
";

/// Everything that a power gets, from what it knows.
fn gets(war: &War, templates: &Templates, known: &str) -> Vec<(&'static str, String)> {
    let game = &war.table.game;
    let around = Around { campaign: "twins".to_owned(), ..Around::default() };
    let view = around.with(game.view(known).unwrap());
    let receipt = |sheet: &str| {
        let checked = game.check(known, sheet).unwrap();
        format!("{:?}{}", checked.understood, checked.faults.render(sheet))
    };
    vec![
        ("known", known.to_owned()),
        ("receipt", receipt(&player::sheet(&war.table.book, known, 5))),
        ("receipt of guesses", receipt(GUESSES)),
        ("report", templates.print("kriegsspiel/report.txt", &view).unwrap()),
        ("page", templates.print("kriegsspiel/report.html", &view).unwrap()),
        ("map", serde_json::to_string(&game.chart(known).unwrap()).unwrap()),
        ("form", game.form(known, "twins", None).unwrap()),
        ("page on a turn", sheet::guide::lines(&game.primer(known).unwrap()).join("\n")),
        ("example", game.example(known, "twins").unwrap()),
        ("first mail", format!("{:?}", game.briefing(known).unwrap())),
        ("calendar", game.calendar(known).unwrap().join("\n")),
        ("what became of entries", format!("{:?}", game.became(known).unwrap())),
    ]
}

/// All that is made for everybody of a turn: what everybody knows, and the newspaper.
fn papers(war: &War, templates: &Templates, twin: Option<(&Twin, &Played)>) -> Vec<String> {
    let (before, played) = match twin {
        Some((twin, played)) => (serde_json::to_string(&twin.state).unwrap(), played),
        None => (war.before.state.clone(), &war.played),
    };
    let game = &war.table.game;
    let known = game.known_to_all(None, &before, &played.events).unwrap().unwrap();
    let issue = game.newspaper(&known).unwrap();
    assert!(!issue.headlines.is_empty() && issue.parts.len() >= 2, "{issue:?}");
    let mut view = Around::default().with(serde_json::json!(issue));
    view["number"] = 1.into();
    vec![
        templates.print("parts/newspaper.txt", &view).unwrap(),
        templates.print("parts/newspaper.html", &view).unwrap(),
        serde_json::to_string(&game.chart(&known).unwrap()).unwrap(),
        known,
    ]
}

/// Holds the newspaper of a twin against that of its turn: it must be the same. Whether it is told
/// apart through the hole.
fn compare_papers(
    war: &War,
    templates: &Templates,
    change: &Change,
    twin: (&Twin, &Played),
) -> bool {
    let [one, other] = [None, Some(twin)].map(|twin| papers(war, templates, twin));
    for (one, other) in one.iter().zip(&other) {
        assert!(one == other, "{}: everybody can tell\n{one}\n{other}", change.name);
    }
    let through = [None, Some(twin)].map(|twin| known_through(war, twin, EVERYBODY, change.hole));
    through[0] != through[1]
}

fn no_hole(_: &Event, _: &State, _: &mut Seen) {}

/// What a power knows, but for the dice, which the turn hands on with what it tells.
fn without_dice(known: &str) -> Known {
    let known: Known = serde_json::from_str(known).unwrap();
    Known { dice: vec![], ..known }
}

/// Holds one twin against its turn; how many pairs of eyes were compared. Each pair must be the same
/// for who cannot know; those that are told apart through the hole are counted.
fn compare(
    war: &War,
    templates: &Templates,
    change: &Change,
    (twin, played): (&Twin, &Played),
    pages: bool,
) -> usize {
    let (mut pairs, name) = (0, change.name);
    let eyes = war.before.known.keys().filter(|eye| war.hidden(&twin.state, eye, &twin.of));
    let eyes = eyes.filter(|eye| twin.reader.as_ref() != Some(*eye));
    for eye in eyes {
        let (one, other) = (&war.played.after.known[eye], &played.after.known[eye]);
        // What is known decides all else, so the pages are held against each other now and then.
        if one != other || pages && pairs == 0 {
            let both = gets(war, templates, one).into_iter().zip(gets(war, templates, other));
            for ((what, one), (_, other)) in both {
                assert!(one == other, "{name}: {eye} can tell by its {what}\n{one}\n{other}");
            }
            // The fog without a hole is the very fog that the game has.
            let through = known_through(war, Some((twin, played)), eye, no_hole);
            assert_eq!(Known { dice: vec![], ..through }, without_dice(other), "{name}");
        }
        let through = [None, Some((twin, played))].map(|twin| {
            serde_json::to_string(&known_through(war, twin, eye, change.hole)).unwrap()
        });
        // A change may come to nothing, and then no hole shows it: such a pair proves nothing.
        pairs += usize::from(through[0] != through[1]);
    }
    pairs
}

/// How a table is set for some options.
type Lay = fn(&[(&str, &str)]) -> Table;

/// The automatic players' turn; at odd seeds generals may fall in it.
fn war((seed, turn): (u8, u8), before: Position, (lay, options): (Lay, &[(&str, &str)])) -> War {
    let fight = |forced: &Forced| {
        let table = lay(options);
        let sheets = table.sheets(&before, u64::from(seed) + 40);
        War::fight(table, before.clone(), sheets, seed, forced.clone())
    };
    let mut forced = Forced::new();
    let plain = fight(&forced);
    let chance = plain.entries.iter().find(|entry| entry.key.contains("/random event"));
    if seed % 2 == 0 {
        return plain;
    }
    // A die that one power's subordinate passes and the next one's does not.
    let directives = plain.entries.iter().filter(|entry| entry.key.contains("/K05 §2/"));
    for (nth, entry) in directives.enumerate() {
        forced.insert(entry.key.clone(), [4, 2][nth % 2].to_string());
    }
    forced.insert(chance.unwrap().key.clone(), "6+6".to_owned());
    let deadly = fight(&forced);
    let dies = deadly.entries.iter().find(|entry| {
        let one = matches!(&entry.what, What::Dice { count: 1, .. });
        one && entry.key.contains("/K05 §19.5/")
    });
    if let Some(die) = dies.filter(|_| turn % 2 == 0) {
        forced.insert(die.key.clone(), "1".to_owned());
        return fight(&forced);
    }
    deadly
}

/// How many pairs of each kind of change were told apart through the hole alone, by players and by all.
#[derive(Default)]
struct Pairs {
    told: BTreeMap<&'static str, usize>,
    papers: BTreeMap<&'static str, usize>,
}

/// Plays games, turns of each, twins of a kind in a turn, until the pairs of a kind are enough.
fn pairs(lay: Lay, (games, turns, most, goal): (u8, u8, usize, usize)) -> Pairs {
    let templates = Templates::new(&Default::default()).unwrap();
    let Pairs { told: mut counts, mut papers } = Pairs::default();
    for seed in 0..games {
        let intel = ["scouted", "vague", "estimates", "open"][usize::from(seed) % 4];
        let directive = if seed % 2 == 1 { "on" } else { "off" };
        let allies = ["letters", "markers", "letters", "full"][usize::from(seed) % 4];
        let options = [("intel", intel), ("directive", directive), ("allies", allies)];
        let mut at = lay(&options).opening();
        for turn in 0..turns {
            let war = war((seed, turn), at, (lay, &options));
            for change in CHANGES {
                let mut found = 0;
                if counts.get(change.name).is_some_and(|count| *count >= goal) {
                    continue;
                }
                for twin in (0..12).filter_map(|nth| (change.twin)(&war, nth)) {
                    let played = war.play(&twin);
                    if felt(&war.played, &twin) != felt(&played, &twin) {
                        continue; // It mattered, so somebody may have felt it.
                    }
                    found += 1;
                    let count = counts.entry(change.name).or_default();
                    *count += compare(&war, &templates, change, (&twin, &played), *count == 0);
                    let apart = compare_papers(&war, &templates, change, (&twin, &played));
                    *papers.entry(change.name).or_default() += usize::from(apart);
                    if found >= most {
                        break;
                    }
                }
            }
            if war.played.over {
                break;
            }
            at = war.played.after;
        }
    }
    Pairs { told: counts, papers }
}

#[test]
fn what_a_power_cannot_know_changes_nothing_that_it_gets() {
    let size = if crate::effort::is_long() { (4, 5, 2, 24) } else { (2, 2, 1, 1) };
    let Pairs { told, papers } = pairs(Table::new, size);
    for change in CHANGES {
        let told_apart = told.get(change.name).is_some_and(|count| *count > 0);
        assert!(told_apart, "no twin of {} is told apart: {told:?}", change.name);
        // A newspaper that told an event of the sort would be noticed.
        let noticed = papers.get(change.name).is_some_and(|count| *count > 0);
        assert!(noticed, "no newspaper of {} is told apart: {papers:?}", change.name);
    }
}

/// The same among powers of which some are neutral: they stand beside a battle, and are told nothing of it.
#[test]
fn nor_does_it_among_neutrals() {
    let size = if crate::effort::is_long() { (4, 5, 2, 12) } else { (1, 2, 1, 1) };
    let Pairs { told, .. } = pairs(crate::neutrals::table, size);
    let found = told.values().filter(|count| **count > 0).count();
    assert!(found * 2 >= CHANGES.len(), "few kinds are told apart: {told:?}");
}
