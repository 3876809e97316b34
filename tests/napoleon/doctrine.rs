//! What became of a doctrine, as the report tells it: by battle, each with its reason.

use crate::seam::ByMail;
use napoleon::book::tables::FogEvent;
use napoleon::record::event::Event;
use napoleon::sequence::Happened;
use napoleon::sight::Known;

/// A month of 1800 in which all but Genoa and Nice go to Marengo; what is said of battles is said beforehand.
const SHEET: &str = "\
moves:
  - {who: [Napoleon, Lannes, Victor, Watrin, Chambarlhac, Gardanne, Murat, Kellermann], to: Marengo}
  - {who: [Massena, Soult, Duhesme, Loison], to: Marengo}
doctrine:
  - battle: any
    fog: {napoleon: come}
    insights: [Engineers, Sweep, Morale]
    place: {reserve: [Murat, Kellermann], approach: [Lannes line, Victor line]}
    try: [{insight: Sweep}]
    acts: [{stand: Murat}]
";

/// A month that was played, and what the report says of the sheet.
struct Month {
    events: Vec<Event>,
    told: Vec<String>,
    refused: Vec<String>,
}

fn month(seed: u8) -> Month {
    let mut by_mail = ByMail::begun("italy-1800", &[("stops", "turns")], seed);
    let (codes, shown) = by_mail.faults(SHEET);
    assert!(codes.iter().all(|code| *code == "outnumbered"), "{shown}");
    by_mail.play(SHEET);
    let known: Known = serde_json::from_str(by_mail.known()).unwrap();
    let view = napoleon::view::view(&by_mail.book, &known);
    Month { events: known.events, told: view.undone, refused: view.remarks }
}

impl Month {
    fn line(&self, words: &str) -> &str {
        self.told.iter().find(|line| line.contains(words)).map_or("", String::as_str)
    }

    /// How many battles were begun.
    fn battles(&self) -> usize {
        let begins =
            |event: &&Event| matches!(event.on_map(), Some(Happened::Fog { scout: false, .. }));
        self.events.iter().filter(begins).count()
    }

    fn has(&self, is: impl Fn(&Happened) -> bool) -> bool {
        self.events.iter().filter_map(Event::on_map).any(is)
    }
}

/// A line of a doctrine has one sentence, with a part for each battle; what it could not do is told there and
/// nowhere else. An insight that has worked is not told as one that was not done.
#[test]
fn a_doctrine_is_told_by_battle() {
    let (mut several, mut swept) = (0, 0);
    for month in (0..12).map(month) {
        assert_eq!(month.refused, Vec::<String>::new());
        let stands = month.line("act: Murat stands");
        assert_eq!(month.told.iter().filter(|line| line.contains("act: Murat")).count(), 1);
        let parts = stands.matches(". At ").count();
        assert!(parts <= month.battles(), "{stands}");
        if month.battles() > 1 {
            several += 1;
            assert!(parts > 0, "{stands}");
        }
        let works = |what: &Happened| matches!(what, Happened::Tried { tried, .. } if tried.works);
        if month.has(works) {
            swept += 1;
            let tries = month.line("try: Sweep is tried");
            assert!(tries.contains("done ") && !tries.contains("already"), "{tries}");
            assert!(stands.contains("it was off the board after its Sweep"), "{stands}");
        }
    }
    assert!(several > 3 && swept > 3, "{several} months of several battles, {swept} of a sweep");
}

/// Engineers cost no plan where the enemy has no walls: Marengo has none, so Sweep and Morale are taken.
#[test]
fn engineers_make_way_where_there_are_no_walls() {
    for month in (0..6).map(month) {
        let engineers = month.line("insight chosen: Engineers");
        let garrisons = month.has(
            |what| matches!(what, Happened::Event { row, .. } if row.event == FogEvent::Garrison),
        );
        assert!(garrisons || engineers.contains("it could do nothing there and cost nothing"));
        assert!(month.line("insight chosen: Morale").contains("done "), "{:#?}", month.told);
    }
}

/// That the fog lets Napoleon come, where he is already, is not told as another event of the fog (§11.1).
#[test]
fn napoleon_was_there_already() {
    let mut found = 0;
    for month in (0..40).map(month) {
        let mut battles = month.events.iter().filter_map(Event::on_map);
        let first = battles.find_map(|what| match what {
            Happened::Event { row, .. } => Some(row.event),
            _ => None,
        });
        // The first battle is that of the moves, with Napoleon.
        let comes = month.line("fog: Napoleon comes");
        if first == Some(FogEvent::Napoleon) {
            found += 1;
            assert!(comes.contains("not done once, Napoleon was there already"), "{comes}");
        }
    }
    assert!(found > 1, "{found} times");
}
