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

/// What is said of Turin says nothing of the fog of war, and ends when its insight has worked.
const TURIN: &str = "\
moves:
  - {who: [Napoleon, Lannes, Victor, Gardanne, Watrin, Murat, Kellermann, Chambarlhac], to: Turin}
  - {who: [Suchet, Garnier], to: Turin}
doctrine:
  - battle: Turin
    if: enemy cannons >= 1
    insights: [Engineers]
    plans: [{square: {who: infantry}}, {volley: {who: best infantry in line, if: range = 1}}]
    acts: [{fire: any in line}, {march: any in column}]
  - battle: any
    fog: {recruit: {what: recruit infantry, at: Milan}}
    place: {approach: [Lannes line, Victor line, Murat column, Kellermann column]}
resupply:
  - {buy: {what: fortification, at: Milan, if: supply >= 90}}
";

/// A month that was played, what the report says of the sheet, and what the umpire is told.
struct Month {
    events: Vec<Event>,
    told: Vec<String>,
    refused: Vec<String>,
    dice: Vec<String>,
    story: String,
    odd: Vec<String>,
}

fn month(seed: u8) -> Month {
    month_of(SHEET, seed)
}

fn month_of(sheet: &str, seed: u8) -> Month {
    let mut by_mail = ByMail::begun("italy-1800", &[("stops", "turns")], seed);
    let (codes, shown) = by_mail.faults(sheet);
    assert!(codes.iter().all(|code| *code == "outnumbered"), "{shown}");
    let (played, _) = by_mail.play(sheet);
    let known: Known = serde_json::from_str(by_mail.known()).unwrap();
    let view = napoleon::view::view(&by_mail.book, &known);
    let dice = view.dice.into_iter().flat_map(|chapter| chapter.lines).collect();
    let story = view.telling.into_iter().map(|one| one.text + "\n").collect();
    let (told, refused, odd) = (view.undone, view.remarks, played.odd);
    Month { events: known.events, told, refused, dice, story, odd }
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

/// Each question is answered by the first line that says anything of it: the recruit of the fog is called up by
/// the second line, though the first is for this battle too (§11.1).
#[test]
fn each_question_has_its_own_line() {
    let (mut came, mut dear, mut other) = (0, 0, 0);
    for month in (0..40).map(|seed| month_of(TURIN, seed)) {
        let recruit = month.line("Doctrine 2, fog: the strongest recruit infantry comes to Milan");
        assert!(!recruit.is_empty(), "{:#?}", month.told);
        let placed = month.line("Doctrine 2, place: Lannes in line, in the approach");
        assert!(placed.contains("done once"), "{placed}");
        let asked = month.line("Doctrine 1, insight chosen: Engineers");
        assert!(asked.contains("done once"), "{asked}");
        let offers = |what: &Happened| matches!(what, Happened::Event { row, .. } if row.event == FogEvent::Recruit);
        if !month.has(offers) {
            other += 1;
            assert!(recruit.ends_with("the fog of war brought something else."), "{recruit}");
        } else if recruit.contains(": done ") {
            came += 1;
            let comes = month.story.contains("recruit infantry 1 comes to Milan");
            assert!(comes, "{}", month.story);
        } else {
            dear += 1;
            let why = [
                "there were too few supply points",
                "no force of yours stood where it was to come",
            ];
            assert!(why.iter().any(|why| recruit.contains(why)), "{recruit}");
        }
    }
    assert!(came > 1 && other > 1, "{came} {dear} {other}");
}

/// That Napoleon stays is an answer, so that no later line is asked.
#[test]
fn what_a_line_answers_with_the_default_is_answered() {
    let comes = |lines: &str| {
        let sheet = format!("moves: [{{who: [Massena, Soult], to: Savona}}]\ndoctrine:\n{lines}");
        let came = |seed: &u8| {
            month_of(&sheet, *seed).has(|what| matches!(what, Happened::NapoleonCame(_)))
        };
        (0..30).filter(came).count()
    };
    let come = "  - {battle: any, fog: {napoleon: come}}\n";
    let stay =
        "  - {battle: Savona, fog: {napoleon: stay}}\n  - {battle: Nice, fog: {napoleon: stay}}\n";
    let here = comes(&format!("  - {{battle: Savona, acts: [{{stand: any}}]}}\n{come}"));
    assert!(here > 0, "{here} times");
    assert!(comes(&format!("{stay}{come}")) < here);
}

/// A line whose own insight has made its condition false is passed over from then on, and the report says so.
#[test]
fn a_line_that_falls_away_is_told() {
    let mut fell = 0;
    for month in (0..40).map(|seed| month_of(TURIN, seed)) {
        let passed = |event: &&Event| matches!(event, Event::Passed { title, doctrine: false } if title.contains(", battle turn"));
        let by_default = month.events.iter().filter(passed).count();
        let told = month.line("no line of the doctrine fitted, and the defaults were played");
        match by_default {
            0 => assert_eq!(told, ""),
            _ => {
                assert!(told.starts_with("At ") && told.contains("turn"), "{told}");
                // That it was asked first, and fell away when the walls were down.
                let turin = month.line("At Turin, turn");
                fell += usize::from(turin.contains("no line of the doctrine fitted"));
                assert!(turin.is_empty() || !turin.contains("turn 1"), "{turin}");
            }
        }
    }
    assert!(fell > 1, "{fell} times");
    // Where another line goes on, the report says which one does not.
    let sheet = TURIN.replace("resupply:", "  - {battle: any, acts: [{stand: any}]}\nresupply:");
    let told = "doctrine 1 was not asked any more, since `enemy cannons >= 1` did not hold";
    let left =
        (0..40).filter(|seed| month_of(&sheet, *seed).line(told).starts_with("At Turin, turn"));
    assert!(left.count() > 1);
}

/// A reason is one that the plan can have: a Square wants cavalry, who fires wants a target, and who stands
/// behind a full region wants room (§12.3).
#[test]
fn a_reason_is_one_that_its_plan_can_have() {
    let (mut squares, mut full) = (0, 0);
    for month in (0..20).map(|seed| month_of(TURIN, seed)) {
        let square = month.line("plan: Square");
        assert!(!square.contains("no room to move"), "{square}");
        squares += usize::from(square.contains("no enemy cavalry was in its region or next to it"));
        let fire = month.line("act: all in line fire");
        assert!(!fire.contains("no room to move"), "{fire}");
        assert!(month.dice.iter().all(|line| !line.contains("reserve, from where it")));
        let idle = month.dice.iter().filter(|line| line.contains("not done: ")).collect::<Vec<_>>();
        assert!(idle.iter().all(|line| !line.contains("stood in your reserve")), "{idle:?}");
        full +=
            idle.iter().filter(|line| line.contains("the region in front of it was full")).count();
    }
    assert!(squares > 1 && full > 1, "{squares} {full}");
}

/// What the enemy pays for its orders is told with each die, and the sum is the row that is read (§15.1).
#[test]
fn the_die_of_an_order_is_told_with_what_is_paid_for() {
    let book = ByMail::begun("italy-1800", &[], 1).book;
    let mut paid = 0;
    for month in (0..12).map(|seed| month_of(TURIN, seed)) {
        let mut added = 0;
        for event in &month.events {
            let Event::Map { what, dice } = event.itself() else { continue };
            if let Happened::OrdersPaid { added: more, .. } = what {
                added = *more;
            } else if let Happened::Ordered { order, scout: false, .. } = what {
                let die = *dice.last().unwrap();
                assert_eq!(book.tables.map.orders.read(die + added), order);
                if added > 0 {
                    paid += 1;
                    let sum =
                        format!("die {die}, and the enemy pays for +{added}: {}", die + added);
                    assert!(month.dice.iter().any(|line| line.contains(&sum)), "{sum}");
                }
            }
        }
    }
    assert!(paid > 1, "{paid} times");
}

/// Where Napoleon commands, the fog that lets him come is told as what it is.
#[test]
fn who_is_there_does_not_come() {
    let mut there = 0;
    for month in (0..40).map(month) {
        let turns = "; the battle lasts";
        assert!(!month.story.contains(&format!("Napoleon may come{turns}")), "{}", month.story);
        let told = format!("Napoleon might come, and he is there already{turns}");
        there += usize::from(month.story.contains(&told));
    }
    assert!(there > 1, "{there} times");
}

/// Of the supply that the fog of war takes, what a side had is told (§11.1).
#[test]
fn what_the_fog_takes_is_told_as_it_was() {
    let (mut some, mut none) = (0, 0);
    for month in (0..120).map(|seed| month_of(TURIN, seed)) {
        let paid = month.events.iter().filter_map(Event::on_map).filter_map(|what| match what {
            Happened::Paid { by, supply } => Some((*by, *supply)),
            _ => None,
        });
        for (by, supply) in paid {
            let words = napoleon::view::words::paid(by, supply);
            assert!(month.story.contains(&words), "{words}\n{}", month.story);
            if supply == 0 { none += 1 } else { some += 1 }
        }
    }
    assert!(some > 1 && none > 0, "{some} {none}");
}

/// A line of the orders for after the battles is quoted, and the umpire is not told of what a doctrine passed
/// over as of a fault.
#[test]
fn lines_are_told_in_their_words() {
    for month in (0..6).map(|seed| month_of(TURIN, seed)) {
        let words = "Not done, after the battles, buy: the strongest fortification that is for sale: Milan, if \
                     supply >= 90: its `if:` did not hold";
        assert!(month.told.iter().any(|line| line.starts_with(words)), "{:#?}", month.told);
    }
    for month in (0..6).map(month) {
        assert!(
            month.odd.iter().all(|line| !line.contains("cannot be used now")),
            "{:?}",
            month.odd
        );
    }
}
