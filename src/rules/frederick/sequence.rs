//! The order of a year, on one page (FRW §3.2).
//!
//! | season | phases |
//! | --- | --- |
//! | the start | the set-up (§31), and 1 balance of power of the first year |
//! | `court Y` | 2 initiative, 3 taxation, 4 market, 5 negotiation, 6 diplomacy, 7 mobilization |
//! | `operations Y`, `(2)`, `(3)` | 8 operations, so many go-arounds in each |
//! | the last of them | 9 provisioning, 10 victory, 11 end of the year; 1 balance of power of the next |
//!
//! # Our reading
//!
//! In `readings.yaml`, under §3.2, §6, §12.1.

use crate::book::Book;
use crate::record::event::{Event, YearEvent};
use crate::record::season::{LAST_PART, Season};
use crate::record::state::State;
use crate::sight::{Known, look};
use crate::turn::Turn;
use crate::year::balance::When;
use crate::{Frederick, court, markers, operations, year};
use kit::ledger::{Ledger, Now};
use play::table::{self, resolved};
use play::{Resolved, Summary, Table};

/// How much of a season is played.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    #[default]
    Whole,
    /// One phase alone, for a case.
    Only(Phase),
}

/// The phases besides operations (§3.2), and the start of the game (§31).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    Start,
    Balance,
    Initiative,
    Taxation,
    Market,
    Negotiation,
    Diplomacy,
    Mobilization,
    Provisioning,
    Victory,
}

impl Phase {
    /// All of them, in the order of the year.
    pub const ALL: [Phase; 10] = [
        Phase::Start,
        Phase::Balance,
        Phase::Initiative,
        Phase::Taxation,
        Phase::Market,
        Phase::Negotiation,
        Phase::Diplomacy,
        Phase::Mobilization,
        Phase::Provisioning,
        Phase::Victory,
    ];

    /// Its name in words.
    pub fn word(self) -> &'static str {
        match self {
            Phase::Start => "start",
            Phase::Balance => "balance of power",
            Phase::Initiative => "initiative",
            Phase::Taxation => "taxation",
            Phase::Market => "market",
            Phase::Negotiation => "negotiation",
            Phase::Diplomacy => "diplomacy",
            Phase::Mobilization => "mobilization",
            Phase::Provisioning => "provisioning",
            Phase::Victory => "victory",
        }
    }
}

fn only(turn: &mut Turn<'_>, phase: Phase) {
    match phase {
        Phase::Start => start(turn),
        Phase::Initiative => court::initiative::determine(turn),
        Phase::Taxation => court::taxation::tax(turn),
        Phase::Market => court::market::hold(turn),
        Phase::Negotiation => court::negotiation::hold(turn),
        Phase::Diplomacy => court::diplomacy::hold(turn),
        Phase::Mobilization => court::mobilization::hold(turn),
        Phase::Balance => {
            let year = turn.state.season.year;
            year::balance::roll(turn, year, When::Year);
        }
        Phase::Provisioning => year::provisioning::feed(turn),
        Phase::Victory => year::victory::check(turn),
    }
}

/// Deals the hands of the start and rolls for the first year: everybody knows both when they bid (§3.2).
fn start(turn: &mut Turn<'_>) {
    markers::deal(turn); // §31.3
    let first = turn.book.scenario.first;
    year::balance::roll(turn, first, When::Start); // §6
}

/// Sets the game up (§31) and starts it.
pub fn opening(book: &Book, ledger: &mut Ledger) -> Resolved<Frederick> {
    let state = State::set_up(book);
    let known = |seat: &String| (seat.clone(), Known::new(seat, look(book, &state, seat)));
    let known = state.seats.iter().map(known).collect();
    let mut turn = Turn::from(Table::new(book, state, known, ledger));
    start(&mut turn);
    resolved(turn.into(), Summary { digest: vec![], odd: vec![], over: false })
}

/// What a seat knows as long as nothing is drawn: the campaign has not started.
pub fn undrawn(book: &Book, seat: &str) -> Known {
    Known::new(seat, look(book, &State::set_up(book), seat))
}

/// Plays a season from its first event to its last.
pub fn play(turn: &mut Turn<'_>, extent: Extent) {
    let season = begin(turn);
    let next = match extent {
        Extent::Only(phase) => {
            only(turn, phase);
            season.next()
        }
        Extent::Whole if season.is_court() => {
            court::play(turn); // §7 to §11, §28, §29
            season.next()
        }
        Extent::Whole => operate(turn, season), // §12 to §22
    };
    end(turn, season, next);
}

fn begin(turn: &mut Turn<'_>) -> Season {
    let season = turn.state.season;
    turn.record(Event::from(YearEvent::SeasonBegan { season }));
    table::facts::<Frederick>(turn, Now::Start);
    turn.announce();
    season
}

/// A season of operations, and the end of the year behind the last of them; gives the next season.
fn operate(turn: &mut Turn<'_>, season: Season) -> Season {
    let any = operations::play(turn); // §12
    let ends = !any || season.part == LAST_PART;
    court::mercenaries::attend(turn); // §9.8
    court::promises::judge(turn, ends); // §10.3
    if !ends {
        return season.next();
    }
    turn.record(Event::from(YearEvent::OperationsEnded { year: season.year }));
    year::end(turn); // §22, §30, §6
    season.next_court()
}

fn end(turn: &mut Turn<'_>, season: Season, next: Season) {
    table::facts::<Frederick>(turn, Now::Pause);
    table::facts::<Frederick>(turn, Now::End);
    turn.tell_reactions();
    turn.tell_rulings(&[]);
    let over = turn.state.is_over();
    turn.record(Event::from(YearEvent::SeasonEnded { season, next, over }));
}
