//! Goes through a turn once more and compares what each power learns by changes with what a whole
//! look would show it.

use crate::table::{Table, events, state};
use crate::{neutrals, politics};
use kit::ledger::Ledger;
use kriegsspiel::book::Book;
use kriegsspiel::record::apply::Touched;
use kriegsspiel::record::event::Event;
use kriegsspiel::record::state::State;
use kriegsspiel::sight;
use kriegsspiel::sight::known::{Known, Look, Marker};
use play::Position;
use play::audience::{Audience, Watch};
use play::table::Happened;
use std::collections::{BTreeMap, BTreeSet};

/// How many turns are looked at event by event, with each option.
const TURNS: u64 = 2;

struct Looked<'b> {
    book: &'b Book,
    state: State,
    known: BTreeMap<String, Known>,
    watch: Watch,
    /// How often somebody was left out of an audience.
    spared: usize,
}

impl<'b> Looked<'b> {
    fn new(book: &'b Book, at: &Position) -> Self {
        let read = |(power, known): (&String, &String)| -> (String, Known) {
            (power.clone(), serde_json::from_str(known).unwrap())
        };
        let known: BTreeMap<String, Known> = at.known.iter().map(read).collect();
        let mut watch = Watch::default();
        known.iter().for_each(|(eye, known)| watch.look(eye, &known.field));
        Self { book, state: state(at), known, watch, spared: 0 }
    }

    fn happens(&mut self, event: &Event, around: &str) {
        let touched = &Touched::by(event, &self.state);
        self.state.apply(event);
        let happened = Happened { book: self.book, event, touched, state: &self.state };
        let audience = sight::audience(&happened, &self.watch);
        for (eye, known) in &mut self.known {
            let seen = sight::witness(&happened, eye, Some(known));
            let there = match &audience {
                Audience::Everybody => true,
                Audience::These(eyes) => eyes.contains(eye),
            };
            self.spared += usize::from(!there);
            assert!(there || seen.is_none(), "{eye} is not in the audience: {around}");
            if let Some(seen) = seen {
                if let Some(field) = seen.change.as_ref().and_then(|change| change.field.as_ref()) {
                    self.watch.look(eye, field);
                }
                known.learn(seen);
            }
            same(known, &sight::look(self.book, &self.state, eye), &format!("{eye}: {around}"));
        }
    }
}

fn same(known: &Known, look: &Look, around: &str) {
    assert_eq!(known.formations, look.formations, "{around}");
    assert_eq!(known.generals, look.generals, "{around}");
    assert_eq!(known.field, look.field, "{around}");
    assert_eq!(known.depots, look.depots, "{around}");
    assert_eq!(known.stores, look.stores, "{around}");
    assert_eq!(known.lost, look.lost, "{around}");
    assert_eq!(known.held, look.held, "{around}");
    assert_eq!(known.reformed, look.reformed, "{around}");
    assert_eq!(known.harvest, look.harvest, "{around}");
    assert_eq!(known.submitted, look.submitted, "{around}");
    let shown: BTreeSet<_> = known.markers.iter().filter(|one| one.last.is_none()).collect();
    assert_eq!(shown, look.markers.iter().collect(), "{around}");
    for old in known.markers.iter().filter(|one| one.last.is_some()) {
        // Whoever fell back from a battle is remembered where they fought.
        let gone = old.fought || !look.field.contains(&old.at);
        assert!(!look.whole && gone, "{old:?} is in sight: {around}");
        let is_there = |now: &&Marker| now.at == old.at && now.power == old.power;
        assert_eq!(shown.iter().copied().find(is_there), None, "{old:?} is still there: {around}");
    }
}

/// What each power sees after every event of a turn is what looking at everything would show it, and
/// who was not in an event's audience has missed nothing.
#[test]
fn what_is_seen_by_changes_is_what_a_whole_look_shows() {
    let mut spared = 0;
    for (intel, allies) in [
        ("scouted", "letters"),
        ("scouted", "markers"),
        ("scouted", "full"),
        ("vague", "letters"),
        ("open", "markers"),
        ("estimates", "letters"),
        ("estimates", "markers"),
    ] {
        let table = Table::new(&[("intel", intel), ("allies", allies)]);
        let mut at = table.opening();
        for turn in 0..TURNS {
            let sheets = table.sheets(&at, 7 + turn);
            let mut ledger = Ledger::seeded(&at.season.to_string(), [turn as u8; 32]);
            let played = table.game.resolve(&at, &sheets, &mut ledger).unwrap();
            let mut seen = Looked::new(&table.book, &at);
            for (nth, event) in events(&played).iter().enumerate() {
                let around = format!("{intel}, {allies}, turn {turn}, event {nth}: {event:?}");
                seen.happens(event, &around);
            }
            spared += seen.spared;
            at = played.after;
        }
    }
    assert!(spared > 1000, "an audience is smaller than everybody: {spared}");
}

/// The same where powers become allies, enemies and neutrals, whatever allies show each other.
#[test]
fn who_is_with_whom_changes_what_is_seen_as_a_whole_look_shows() {
    for allies in ["letters", "markers", "full"] {
        let table = neutrals::table_of(politics::page(), &[("allies", allies)]);
        let mut at = table.opening();
        let council = [
            ("prussia", "politics: [{declare war: france}]\n"),
            ("russia", "politics: [{break alliance: austria}]\n"),
            ("bavaria", "deals: [{name: Peace, with: austria, both: peace}]\n"),
            ("austria", "deals: [{name: Peace, with: bavaria, both: peace}]\n"),
        ];
        let treaty = politics::TREATY;
        let mut changed = 0;
        for all in [&treaty[..], &council[..], &[]] {
            let sheets =
                all.iter().map(|(power, sheet)| ((*power).to_owned(), (*sheet).to_owned()));
            let mut ledger = Ledger::seeded(&at.season.to_string(), [3; 32]);
            let played = table.game.resolve(&at, &sheets.collect(), &mut ledger).unwrap();
            let mut seen = Looked::new(&table.book, &at);
            for event in events(&played) {
                seen.happens(&event, &format!("{allies}: {event:?}"));
                changed += usize::from(Touched::by(&event, &seen.state).published.is_some());
            }
            at = played.after;
        }
        assert!(changed >= 4, "{allies}: {changed}");
    }
}
