//! The battles of a season as pictures: who stood there first, and who was left.

use crate::general::General;
use crate::root::root;
use crate::seam::ByMail;
use kit::battlefield::{Battlefield, Moment};
use napoleon::board::rout::End;
use napoleon::board::{Board, Exit, Region};
use napoleon::book::Book;
use napoleon::record::event::Event;
use napoleon::record::force::Side;
use napoleon::record::state::board;
use napoleon::sequence::Happened;
use napoleon::sequence::answer::Ask;
use napoleon::sight::Known;
use napoleon::view::battlefield::battlefields;

/// Panics unless a moment has who stood on a board, each in their row and with their marks.
fn is_the_board(book: &Book, moment: &Moment, board: &Board, story: &str) {
    for (row, at) in moment.rows.iter().zip(Region::ALL) {
        let drawn = row.pieces.iter().map(|one| {
            let name = one.name.clone();
            (name, one.party == 0, one.reduced, one.routed)
        });
        let stood = [Side::Enemy, Side::French].into_iter().flat_map(|side| board.at(side, at));
        let stood = stood.map(|piece| {
            let name = book.name(piece.force.id);
            let name = name.strip_prefix("French ").or(name.strip_prefix("enemy ")).unwrap_or(name);
            let ours = piece.side() == Side::French;
            (name.to_owned(), ours, piece.force.reduced, board.routed == Some(piece.side()))
        });
        assert_eq!(drawn.collect::<Vec<_>>(), stood.collect::<Vec<_>>(), "{story}: {}", row.name);
    }
    for side in [Side::French, Side::Enemy] {
        let strength = board.strength(side).to_string();
        let many = board.of(side).count();
        assert!(many == 0 || moment.strengths.contains(&strength), "{story}: {}", moment.strengths);
    }
}

/// What was compared.
#[derive(Debug, Default)]
struct Compared {
    begun: usize,
    followed: usize,
    routed: usize,
    swept: usize,
}

impl Compared {
    /// Holds the pictures of a month against its record: at each stop that is passed in a battle, the board
    /// is drawn as if the battle had ended there, and the record has how it stood.
    fn month(&mut self, by_mail: &mut ByMail, sheet: &str, story: &str) {
        let before: Known = serde_json::from_str(by_mail.known()).unwrap();
        let (played, _) = by_mail.play(sheet);
        let read = |event: &String| serde_json::from_str::<Event>(event).unwrap();
        let events: Vec<Event> = played.events.iter().map(read).collect();
        let mut first = None;
        for (number, event) in events.iter().enumerate() {
            let Event::Stood { after } = event else { continue };
            let campaign = after.campaign(&by_mail.book);
            let Some(stood) = board(&campaign) else { continue };
            let battle = campaign.battle.as_ref().unwrap();
            let story = format!("{story}: {}", after.title);
            assert_eq!(after.ask, Some(Ask::BattleTurn), "{story}");
            let (at, end) = (battle.at, End::Withdrawal);
            let end = Happened::BattleOver { at, end, withdrawal: None };
            let end = Event::Map { what: end, dice: vec![] };
            let seen = [&events[..number], &[end]].concat();
            let all = battlefields(&by_mail.book, &before, &seen);
            let over = all.last().filter(|field| field.number == ended(&seen));
            if battle.turn == 1 {
                assert_eq!(over, None, "nobody has seen it before, {story}");
                first = Some(stood.clone());
                self.begun += 1;
            } else if let (Some(field), Some(first)) = (over, &first) {
                is_the_board(&by_mail.book, &field.moments[0], first, &story);
                is_the_board(&by_mail.book, &field.moments[1], stood, &story);
                self.followed += 1;
                self.routed += usize::from(stood.routed.is_some());
                self.swept += usize::from(stood.gone(Exit::Swept).next().is_some());
            }
        }
    }
}

/// Whole months, of an automatic player and of a sheet with a sweep: both sides are drawn as they stood
/// when the battle began and as what was told since has left them.
#[test]
fn a_battle_is_drawn_as_it_was_at_its_beginning_and_its_end() {
    let mut all = Compared::default();
    for (scenario, seeds) in [("italy-1796", 0..12), ("italy-1800", 0..6)] {
        for seed in seeds {
            let mut by_mail = ByMail::begun(scenario, &[("stops", "turns")], seed);
            while !by_mail.over {
                let sheet = by_mail.sheet(General { tries: 0 });
                all.month(&mut by_mail, &sheet, &format!("{scenario} {seed}"));
            }
        }
    }
    let page = root().join("orders/napoleon/italy-1796/france.yaml");
    let sheet = std::fs::read_to_string(page).unwrap();
    let place = "    place:\n      approach: [Serurier";
    assert!(sheet.contains(place));
    let sheet = sheet.replace(place, &format!("    insights: [Sweep]\n{place}"));
    for seed in 0..20 {
        let mut by_mail = ByMail::begun("italy-1796", &[("stops", "turns")], seed);
        all.month(&mut by_mail, &sheet, &format!("a sweep {seed}"));
    }
    println!("{all:?}");
    assert!(all.begun > 30 && all.followed > 60 && all.routed > 5 && all.swept > 5, "{all:?}");
}

fn ended(events: &[Event]) -> u32 {
    let is_over = |event: &&Event| {
        matches!(event.on_map(), Some(Happened::BattleOver { .. } | Happened::Enveloped { .. }))
    };
    u32::try_from(events.iter().filter(is_over).count()).unwrap()
}

/// Each picture belongs to the paragraph that tells its battle, two of the largest are shown, and who is
/// missing at the end is named.
#[test]
fn the_pictures_belong_to_the_paragraphs_of_their_battles() {
    let (mut shown, mut three, mut late) = (0, 0, 0);
    for (stops, seed) in (0..24).map(|seed| ("turns", seed)).chain([("battle turns", 1)]) {
        let mut by_mail = ByMail::begun("italy-1796", &[("stops", stops)], seed);
        while !by_mail.over {
            let before = by_mail.at.clone();
            let sheet = by_mail.sheet(General { tries: 0 });
            let (played, _) = by_mail.play(&sheet);
            let of = ("france", before.known["france"].as_str());
            let all = by_mail.game.battlefields(of, &before.state, &played.events).unwrap();
            let again = by_mail.game.battlefields(of, &before.state, &played.events).unwrap();
            assert_eq!(all, again);
            let view = by_mail.game.view(by_mail.known()).unwrap();
            let telling = view["telling"].as_array().unwrap();
            let told: Vec<_> = telling.iter().filter(|one| one["battle"] != 0).collect();
            assert!(all.len() <= 2.min(told.len()) && all.is_sorted_by_key(|one| one.number));
            three += usize::from(told.len() > 2 && all.len() == 2);
            for field in &all {
                let paragraph = told.iter().find(|one| one["battle"] == field.number).unwrap();
                let first = &field.moments[0].heading;
                match first.as_str() {
                    "When it began" => assert_eq!(paragraph["heading"], field.title),
                    _ => {
                        late += 1;
                        assert!(stops == "battle turns" && first.starts_with("Before turn "));
                    }
                }
                everybody_is_accounted_for(field);
                shown += 1;
            }
        }
    }
    let counted =
        format!("{shown} pictures, {three} months with more battles, {late} begun before");
    println!("{counted}");
    assert!(shown > 20 && three > 0 && late > 0, "{counted}");
}

/// Who stood there first stands there at the end, or a note says what became of them.
fn everybody_is_accounted_for(field: &Battlefield) {
    let [first, last] = &field.moments[..] else { panic!("two moments") };
    let notes = last.notes.join(" ");
    for piece in first.pieces() {
        let left = last.pieces().any(|one| (one.party, &one.name) == (piece.party, &piece.name));
        assert!(left || notes.contains(&piece.name), "{}: {}", piece.name, field.title);
    }
}
