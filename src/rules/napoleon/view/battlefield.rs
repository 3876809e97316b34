//! The battles of the last season as pictures: who stood where on the board when it was first seen, and
//! who was left on it when the battle was over.
//!
//! An event says where the campaign stands whenever a stop is passed, and every hit and move between two
//! stops is told. So the board as it was first seen is in what was seen, and the board at the end is
//! the last one that was seen, changed by all that was told since.
//!
//! Not here: a battle that goes on, which has its board in the report (`board.rs`), and one that was
//! over before anybody took the field.

use super::board::short;
use super::words::{punch, region};
use crate::board::insight::Insight;
use crate::board::news::News;
use crate::board::{Board, Exit, Piece, Region};
use crate::book::Book;
use crate::record::event::Event;
use crate::record::force::{self, Side};
use crate::record::state::State;
use crate::sequence::Happened;
use crate::sight::Known;
use kit::battlefield::{Battlefield, Kind, Moment, Row};
use kit::chart::{Livery, Party, Stance};
use kit::ground::Space;
use kit::names::{capital, listed};

/// So many battles have a picture, the largest of the season: a mail that shows more is a long way down.
const MOST: usize = 2;

/// The places of both sides in the list of parties.
const OURS: u16 = 0;
const THEIRS: u16 = 1;

/// The largest battles of the season that were fought out on the board, in their order.
pub fn battlefields(book: &Book, before: &Known, seen: &[Event]) -> Vec<Battlefield> {
    let mut watched = Watched::new(book);
    watched.stood(&before.state);
    seen.iter().for_each(|event| watched.event(event.itself()));
    let mut fought = watched.fought;
    fought.sort_by_key(|(size, field)| std::cmp::Reverse((*size, field.number)));
    fought.truncate(MOST);
    fought.sort_by_key(|(_, field)| field.number);
    fought.into_iter().map(|(_, field)| field).collect()
}

/// A board, and the turn of battle that comes next.
type Seen = (Board, u32);

/// What is seen of the battles of a season, from its first event to its last.
struct Watched<'b> {
    book: &'b Book,
    /// The board as it was first seen in this season, and as it stands.
    first: Option<Seen>,
    now: Option<Board>,
    /// Whether riders attack on a sweep, after which they are gone.
    sweeps: bool,
    /// How many battles are over.
    over: u32,
    /// Those that were fought out, each with the strength of both sides.
    fought: Vec<(u32, Battlefield)>,
}

impl<'b> Watched<'b> {
    fn new(book: &'b Book) -> Self {
        Self { book, first: None, now: None, sweeps: false, over: 0, fought: vec![] }
    }

    /// The campaign stands so.
    fn stood(&mut self, state: &State) {
        let Some(battle) = state.campaign(self.book).battle else { return };
        let Some(board) = battle.board else { return };
        self.first.get_or_insert_with(|| (board.clone(), battle.turn));
        self.now = Some(board);
    }

    fn event(&mut self, event: &Event) {
        if let Event::Stood { after } = event {
            self.stood(after);
        } else if let Event::Board { what } = event {
            self.news(*what);
        } else if let Event::Map { what, .. } = event {
            self.on_map(what);
        }
    }

    fn on_map(&mut self, what: &Happened) {
        self.sweeps = matches!(what, Happened::Tried { insight: Insight::Sweep, tried }
            if tried.works);
        if let Happened::Deployed { .. } = what {
            (self.first, self.now) = (None, None);
        } else if let Happened::Enveloped { .. } = what {
            self.over += 1;
        } else if let Happened::BattleOver { at, .. } = what {
            self.over += 1;
            if let (Some(first), Some(last)) = (self.first.take(), self.now.take()) {
                let size = [Side::French, Side::Enemy].map(|side| first.0.strength(side));
                let field = field(self.book, (*at, self.over), &first, &last);
                self.fought.push((size.iter().sum(), field));
            }
        }
    }

    fn news(&mut self, what: News) {
        self.sweeps &= matches!(what, News::Attacked { .. } | News::Hit { .. });
        let Some(board) = &mut self.now else { return };
        board.follow(what);
        if let (News::Attacked { who, .. }, true) = (what, self.sweeps) {
            board.swept(who);
        }
    }
}

/// The picture of a battle.
fn field(
    book: &Book,
    (at, number): (Space, u32),
    (first, turn): &Seen,
    last: &Board,
) -> Battlefield {
    let began = match turn {
        1 => "When it began".to_owned(),
        turn => format!("Before turn {turn}"),
    };
    let party = |name: &str, stance, livery| Party { name: name.to_owned(), stance, livery };
    Battlefield {
        title: format!("Battle of {}", book.map.name(at)),
        number,
        parties: vec![
            party("Yours", Stance::Own, Livery::Azure),
            party("The enemy's", Stance::Enemy, Livery::Or),
        ],
        moments: vec![
            moment(book, began, first, vec![]),
            moment(book, "When it was over".to_owned(), last, notes(book, first, last)),
        ],
    }
}

fn moment(book: &Book, heading: String, board: &Board, notes: Vec<String>) -> Moment {
    let strength = |side| match board.strength(side) {
        sum if board.routed == Some(side) => format!("{sum}, routed"),
        sum => sum.to_string(),
    };
    let napoleon = match board.napoleon && board.of(Side::French).next().is_some() {
        true => " with Napoleon",
        false => "",
    };
    let (ours, theirs) = (strength(Side::French), strength(Side::Enemy));
    let row = |at: Region| Row {
        name: capital(region(at)),
        party: if at < Region::FrenchFront { THEIRS } else { OURS },
        pieces: [Side::Enemy, Side::French]
            .into_iter()
            .flat_map(|side| board.at(side, at))
            .map(|one| piece(book, board, one))
            .collect(),
    };
    Moment {
        heading,
        strengths: format!("you{napoleon} {ours}; the enemy {theirs}"),
        rows: Region::ALL.into_iter().map(row).collect(),
        notes,
    }
}

fn piece(book: &Book, board: &Board, piece: &Piece) -> kit::battlefield::Piece {
    kit::battlefield::Piece {
        party: if piece.side() == Side::French { OURS } else { THEIRS },
        kind: match piece.kind() {
            force::Kind::Infantry => Kind::Foot,
            force::Kind::Cavalry => Kind::Horse,
            force::Kind::Cannon => Kind::Guns,
            force::Kind::Garrison => Kind::Garrison,
            force::Kind::Fortification => Kind::Walls,
        },
        name: short(book.name(piece.force.id)).to_owned(),
        strength: punch(piece.force.face().punch),
        reduced: piece.force.reduced,
        routed: board.routed == Some(piece.side()),
    }
}

/// Who came off the board between two moments, and how.
fn notes(book: &Book, first: &Board, last: &Board) -> Vec<String> {
    let ways = [
        (Exit::Destroyed, "You lost", "The enemy lost"),
        (Exit::Left, "You left the field with", "Of the enemy left the field"),
        (Exit::Swept, "After their sweep came back", "After their sweep came back"),
    ];
    let told = |(how, you, they): (Exit, &str, &str)| {
        [(Side::French, you.to_owned()), (Side::Enemy, they.to_owned())].map(|(side, words)| {
            let gone = last.gone(how).filter(|gone| gone.force.side() == side);
            let gone = gone.filter(|gone| first.piece(gone.force.id).is_some());
            let names: Vec<&str> = gone.map(|gone| short(book.name(gone.force.id))).collect();
            (!names.is_empty()).then(|| format!("{words} {}.", listed(&names)))
        })
    };
    ways.into_iter().flat_map(told).flatten().collect()
}
