//! A season: the answer to one stop is played, and the campaign goes on to the next at which the
//! player is asked.
//!
//! # How it is kept
//!
//! The sequence plays on a value of its own and tells what happens; each word becomes an event, with
//! the dice before it. The state is written whole, by one event for each stop that is passed and one
//! at the end, since the rules here are functions on a value and not on events. A season's record is
//! its ledger and its events; `umpire verify` plays the season again and compares both and the state.

pub mod rulings;

use crate::Napoleon;
use crate::board::news::News;
use crate::book::Book;
use crate::force::ForceId;
use crate::orders::Sheet;
use crate::orders::answer::Stop;
use crate::orders::told::Told;
use crate::record::event::Event;
use crate::record::state::State;
use crate::recorded::{Keeper, PLAYER, Recorded};
use crate::sequence::answer::{Ask, Fault, Said};
use crate::sequence::{Campaign, Happened};
use crate::sight::Known;
use kit::ledger::{Ledger, Now};
use play::table::resolved;
use play::{Resolved, Summary, Table};
use std::collections::{BTreeMap, BTreeSet};

/// A season while it is played.
pub struct Turn<'a> {
    table: Table<'a, Napoleon>,
    /// Those whose acts were said of a sort of forces, so that it is no fault if one cannot do it.
    of_sorts: BTreeSet<ForceId>,
}

impl<'a> From<Table<'a, Napoleon>> for Turn<'a> {
    fn from(table: Table<'a, Napoleon>) -> Self {
        Self { table, of_sorts: BTreeSet::new() }
    }
}

play::on_the_table!(Turn, Napoleon);

impl Keeper for &mut Turn<'_> {
    fn ledger(&mut self) -> &mut Ledger {
        self.table.ledger
    }

    fn board(&mut self, what: News) {
        self.record(Event::Board { what });
    }

    fn sequence(&mut self, what: &Happened, dice: Vec<u8>) {
        if let Happened::Refused(Fault::Act(id, _)) = what
            && self.of_sorts.contains(id)
        {
            return;
        }
        self.record(Event::Map { what: what.clone(), dice });
    }
}

/// How much of a season is played.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Extent {
    /// To the next stop at which the player is asked.
    #[default]
    Whole,
    /// The first stop alone, whatever the player wants.
    OneStop,
}

/// Sets up the scenario and goes to the first stop (§7, §9.1).
pub fn opening(book: &Book, ledger: &mut Ledger) -> Resolved<Napoleon> {
    let state = State::set_up(book);
    let known = BTreeMap::from([(PLAYER.to_owned(), Known::new(state.clone()))]);
    let mut turn = Turn::from(Table::new(book, state, known, ledger));
    let mut campaign = turn.state.campaign(book);
    advance(&mut turn, &mut campaign, Said::default());
    stand(&mut turn, &campaign);
    resolved(turn.into(), Summary { digest: vec![], odd: vec![], over: false })
}

/// Lets the sequence play from one stop of its own to the next.
fn advance(turn: &mut Turn, campaign: &mut Campaign, said: Said) {
    let (book, wanted) = (turn.book, turn.state.lasting.ties.clone());
    let mut answers = Recorded::new(book, &mut *turn).wanting(wanted);
    campaign.play(book, said, &mut answers).expect("an answer is made for the stop it is given at");
}

/// Writes the campaign as it stands into the state.
fn stand(turn: &mut Turn, campaign: &Campaign) {
    let after = Box::new(turn.state.at(turn.book, campaign));
    turn.record(Event::Stood { after });
}

/// Plays a season from its first event to its last.
pub fn play(turn: &mut Turn, extent: Extent) {
    let (book, season) = (turn.book, turn.state.season);
    let title = turn.state.title.clone();
    turn.record(Event::SeasonBegan { season, title });
    rulings::play(turn, Now::Start);
    rulings::play(turn, Now::Before(1));
    turn.announce();
    let sheet = turn.sheets.get(PLAYER).cloned().unwrap_or_default();
    let mut here = take(turn, sheet);
    let mut campaign = turn.state.campaign(book);
    let mut part = 0;
    while let Some(ask) = campaign.asked(book) {
        part += 1;
        if part > 1 {
            pass(turn, &campaign, ask);
            rulings::play(turn, Now::Pause);
            rulings::play(turn, Now::Before(part));
            campaign = turn.state.campaign(book);
        }
        let told = told(turn, &campaign, ask, here.take());
        let stop = Stop { book, campaign: &campaign };
        turn.of_sorts = told.as_ref().map(|told| stop.of_sorts(told)).unwrap_or_default();
        let here = told.map(|told| stop.answer(&told));
        let said = Said { here, ..Said::default() };
        advance(turn, &mut campaign, said);
        let lasting = &turn.state.lasting;
        let asked = campaign.asked(book);
        let stop = Stop { book, campaign: &campaign };
        if extent == Extent::OneStop || asked.is_some_and(|ask| stop.is_asked(ask, lasting)) {
            break;
        }
    }
    stand(turn, &campaign);
    rulings::play(turn, Now::Pause);
    rulings::play(turn, Now::End);
    turn.tell_rulings(&[]);
    let over = turn.state.outcome().is_some();
    turn.record(Event::SeasonEnded { season, over });
}

/// Takes down what a sheet says beforehand; gives what it says here.
fn take(turn: &mut Turn, sheet: Sheet) -> Option<Told> {
    let Sheet { here, after, doctrine, ask, ties, .. } = sheet;
    let mut state = turn.state.clone();
    if after.is_some() {
        state.after = after;
    }
    let lasting = &mut state.lasting;
    lasting.doctrine = doctrine.unwrap_or_else(|| std::mem::take(&mut lasting.doctrine));
    lasting.ask = ask.or(lasting.ask.take());
    lasting.ties = ties.unwrap_or_else(|| std::mem::take(&mut lasting.ties));
    if state != turn.state {
        turn.record(Event::Stood { after: Box::new(state) });
    }
    here
}

/// What is said at a stop: by the sheet, else beforehand, else nothing.
fn told(turn: &Turn, campaign: &Campaign, ask: Ask, here: Option<Told>) -> Option<Told> {
    let stop = Stop { book: turn.book, campaign };
    let early = || match ask {
        Ask::After => turn.state.after.clone().map(Told::After),
        Ask::Moves | Ask::Deploy | Ask::BattleTurn => stop.doctrine(ask, &turn.state.lasting),
    };
    here.or_else(early)
}

/// A stop at which the player is not asked: the campaign stands, and what was said beforehand is
/// played.
fn pass(turn: &mut Turn, campaign: &Campaign, ask: Ask) {
    let title = campaign.title(turn.book).unwrap_or_default();
    let doctrine = told(turn, campaign, ask, None).is_some();
    let state = turn.state.clone();
    let after = State { season: state.season, ..state.at(turn.book, campaign) };
    turn.record(Event::Stood { after: Box::new(after) });
    turn.record(Event::Passed { title, doctrine });
}
