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
pub mod staff;
mod tally;
mod together;

use self::staff::{CHIEF, Eyes};
use self::tally::{Tally, of_sheet};
use crate::Napoleon;
use crate::answers::recorded::{Keeper, PLAYER, Recorded};
use crate::board::news::News;
use crate::book::Book;
use crate::orders::Sheet;
use crate::orders::answer::Stop;
use crate::orders::steps::{Origins, Written};
use crate::orders::told::Told;
use crate::record::event::Event;
use crate::record::force::ForceId;
use crate::record::score::Score;
use crate::record::state::State;
use crate::record::tables::Tables;
use crate::sequence::answer::{Ask, Fault, Said};
use crate::sequence::item::{End, Item};
use crate::sequence::name::StopName;
use crate::sequence::{Campaign, Happened};
use crate::sight::Known;
use crate::theatre::Theatre;
use kit::ground::Space;
use kit::ledger::{Ledger, Now};
use play::table::resolved;
use play::{Resolved, Summary, Table};
use std::collections::BTreeSet;

/// A season while it is played.
pub struct Turn<'a> {
    table: Table<'a, Napoleon>,
    /// The table that is played, in a race.
    at: Option<String>,
    /// What the staff sees at this moment.
    eyes: Option<Eyes>,
    /// Those whose acts were said of a sort of forces, so that it is no fault if one cannot do it.
    of_sorts: BTreeSet<ForceId>,
    /// What became of the steps of the sheets.
    tally: Tally,
}

impl<'a> From<Table<'a, Napoleon>> for Turn<'a> {
    fn from(table: Table<'a, Napoleon>) -> Self {
        Self { table, at: None, eyes: None, of_sorts: BTreeSet::new(), tally: Tally::default() }
    }
}

play::on_the_table!(Turn, Napoleon);

impl Keeper for &mut Turn<'_> {
    fn ledger(&mut self) -> &mut Ledger {
        self.table.ledger
    }

    fn now_at(&mut self, at: Option<Space>, theatre: &Theatre) {
        if self.book.options.staff {
            self.eyes = Some(Eyes { theatre: theatre.clone(), battle: at });
        }
    }

    fn decider(&self) -> String {
        match &self.eyes {
            Some(eyes) => eyes.leader(self.book),
            None => self.power().to_owned(),
        }
    }

    fn board(&mut self, what: News) {
        match &self.eyes {
            Some(eyes) => {
                let by = eyes.in_battle(self.book);
                self.record(Event::Seen { by, what: Box::new(Event::Board { what }) });
            }
            None => self.note(Event::Board { what }),
        }
    }

    fn decided(&mut self, item: Item, end: End) {
        self.tally.decided(item, end);
    }

    fn sequence(&mut self, what: &Happened, dice: Vec<u8>) {
        if let Happened::Refused(Fault::Act(id, _)) = what
            && self.of_sorts.contains(id)
        {
            return;
        }
        let Some(eyes) = &self.eyes else {
            self.note(Event::Map { what: what.clone(), dice });
            return;
        };
        let mut dice = Some(dice);
        for (by, what) in eyes.on_what(self.book, what) {
            let dice = dice.take().unwrap_or_default();
            self.record(Event::Seen { by, what: Box::new(Event::Map { what, dice }) });
        }
    }
}

impl Turn<'_> {
    /// Records what happened at the table that is played.
    pub fn note(&mut self, event: Event) {
        match self.at.clone() {
            None => self.record(event),
            Some(table) => self.record(Event::AtTable { table, what: Box::new(event) }),
        }
    }

    /// Whose table is played.
    fn power(&self) -> &str {
        self.at.as_deref().unwrap_or(PLAYER)
    }

    /// How the table stands that is played.
    fn here(&self) -> &State {
        self.state.of(self.power()).unwrap_or_else(|| self.state.present())
    }

    /// Goes to a table; its dice have keys of their own from now on.
    fn go_to(&mut self, table: Option<String>) {
        self.ledger.lane(table.as_deref().unwrap_or_default());
        self.at = table;
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
    let state = Tables::set_up(book);
    let known =
        |power: String| Some((power.clone(), Known::new(&power, state.of(&power)?.clone())));
    let known = book.powers().into_iter().filter_map(known).collect();
    let mut turn = Turn::from(Table::new(book, state, known, ledger));
    for table in tables(&turn.state) {
        turn.go_to(table);
        let mut campaign = turn.here().campaign(book);
        advance(&mut turn, &mut campaign, Said::default());
        turn.eyes = None;
        if book.options.staff {
            turn.record(Event::Asked { powers: staff::asked(book, &campaign) });
        }
        stand(&mut turn, &campaign);
    }
    turn.go_to(None);
    resolved(turn.into(), Summary { digest: vec![], odd: vec![], over: false })
}

/// The tables that are played in a season; a campaign of one player has one without a name.
fn tables(state: &Tables) -> Vec<Option<String>> {
    match state {
        Tables::One(_) | Tables::Staff { .. } => vec![None],
        Tables::Race { .. } => state.racing().into_iter().map(Some).collect(),
    }
}

/// Lets the sequence play from one stop of its own to the next.
fn advance(turn: &mut Turn, campaign: &mut Campaign, said: Said) {
    let chief = turn.state.officer(CHIEF).map(|chief| &chief.lasting);
    let (book, wanted) = (turn.book, chief.unwrap_or(&turn.here().lasting).ties.clone());
    let mut answers = Recorded::new(book, &mut *turn).wanting(wanted);
    campaign.play(book, said, &mut answers).expect("an answer is made for the stop it is given at");
}

/// Writes the campaign as it stands into the state.
fn stand(turn: &mut Turn, campaign: &Campaign) {
    let after = Box::new(turn.here().at(turn.book, campaign));
    turn.note(Event::Stood { after });
}

/// Plays a season from its first event to its last: each table to its next stop (§8 to §16).
pub fn play(turn: &mut Turn, extent: Extent) {
    let season = begin(turn);
    let mut part = 0;
    for table in tables(&turn.state) {
        turn.go_to(table);
        match turn.book.options.staff {
            true => together::play(turn, extent, &mut part),
            false => play_table(turn, extent, &mut part),
        }
    }
    turn.go_to(None);
    end(turn, season);
}

fn begin(turn: &mut Turn) -> StopName {
    let present = turn.state.present();
    let title = match turn.book.options.staff {
        // Where a battle is fought, they learn who are in it.
        true => present.kind().to_owned(),
        false => present.title.clone(),
    };
    let season = present.season;
    turn.record(Event::SeasonBegan { season, title });
    rulings::play(turn, Now::Start);
    rulings::play(turn, Now::Before(1));
    turn.announce();
    season
}

/// Ends a season; the tables of a race are compared (§3).
fn end(turn: &mut Turn, season: StopName) {
    rulings::play(turn, Now::Pause);
    rulings::play(turn, Now::End);
    turn.tell_rulings(&[]);
    let over = turn.state.is_over();
    if turn.book.options.is_race() && (over || turn.book.options.open_scores) {
        let tables = scores(turn);
        turn.record(Event::Scores { tables });
    }
    turn.record(Event::SeasonEnded { season, over });
}

/// How the tables of a race compare, the best first.
fn scores(turn: &Turn) -> Vec<Score> {
    let score = |table: &String| Some(Score::of(turn.book, table, turn.state.of(table)?));
    let mut scores: Vec<Score> = turn.known.keys().filter_map(score).collect();
    scores.sort_by_key(Score::rank);
    scores
}

/// Plays a table to its next stop at which the player is asked; the parts of a season are counted
/// over all tables.
fn play_table(turn: &mut Turn, extent: Extent, part: &mut u32) {
    let book = turn.book;
    let sheet = turn.sheets.get(turn.power()).cloned().unwrap_or_default();
    let mut here = take(turn, sheet);
    let mut campaign = turn.here().campaign(book);
    let mut first = true;
    while let Some(ask) = campaign.asked(book) {
        *part += 1;
        if !first {
            pass(turn, &campaign, ask);
            rulings::play(turn, Now::Pause);
        }
        if *part > 1 {
            rulings::play(turn, Now::Before(*part));
            campaign = turn.here().campaign(book);
        }
        first = false;
        let said_here = here.take();
        let foreseen = said_here.is_none();
        let told = told(turn, &campaign, ask, said_here);
        let stop = Stop { book, campaign: &campaign, officer: None };
        turn.of_sorts = told.as_ref().map(|told| stop.of_sorts(&told.told)).unwrap_or_default();
        let mut origins = Origins::default();
        let answer = told.map(|written| {
            let (answer, parts) = stop.taken(&written.told, foreseen);
            origins = of_sheet(parts, turn.power(), &written);
            answer
        });
        turn.tally.begin(ask, origins, foreseen && campaign.has_fought());
        advance(turn, &mut campaign, Said { here: answer, ..Said::default() });
        tell_steps(turn, ask);
        let (lasting, before) = (&turn.here().lasting, turn.here().after.as_ref());
        let asked = campaign.asked(book);
        let stop = Stop { book, campaign: &campaign, officer: None };
        let wants = |ask| stop.is_asked(ask, lasting, before);
        if extent == Extent::OneStop || asked.is_some_and(wants) {
            break;
        }
    }
    for event in turn.tally.end(&turn.table.events) {
        turn.note(event);
    }
    stand(turn, &campaign);
}

/// Tells what became of the steps of the sheets at a stop.
fn tell_steps(turn: &mut Turn, ask: Ask) {
    for event in turn.tally.close(ask) {
        turn.note(event);
    }
}

/// Takes down what a sheet says beforehand; gives what it says here.
fn take(turn: &mut Turn, sheet: Sheet) -> Option<Told> {
    let Sheet { here, after, doctrine, ask, ties, .. } = sheet;
    let power = turn.power().to_owned();
    turn.tally.lasting(&power, [doctrine.is_some(), ask.is_some(), ties.is_some()]);
    let mut state = turn.here().clone();
    if let Some(Told::After(told)) = &here {
        // Purchases come up again after the battles of the marches.
        state.after = Some(told.clone());
    } else if after.is_some() {
        state.after = after;
    }
    let lasting = &mut state.lasting;
    lasting.doctrine = doctrine.unwrap_or_else(|| std::mem::take(&mut lasting.doctrine));
    lasting.ask = ask.or(lasting.ask.take());
    lasting.ties = ties.unwrap_or_else(|| std::mem::take(&mut lasting.ties));
    let said = state.after.clone().map(|after| (state.lasting.clone(), after));
    if state != *turn.here() {
        turn.note(Event::Stood { after: Box::new(state) });
    }
    if let Some((lasting, after)) = said {
        // The report names its lines by their words, when the turn is over and the state has them no more.
        turn.note(Event::Said { power, lasting, after: Some(after) });
    }
    here
}

/// What is said at a stop: by the sheet, else beforehand, else nothing.
fn told(turn: &Turn, campaign: &Campaign, ask: Ask, here: Option<Told>) -> Option<Written> {
    let stop = Stop { book: turn.book, campaign, officer: None };
    let early = || match ask {
        Ask::After => turn.here().after.clone().map(Told::After).map(Written::here),
        Ask::Moves | Ask::Deploy | Ask::BattleTurn => stop.doctrine(ask, &turn.here().lasting),
    };
    here.map(Written::here).or_else(early)
}

/// A stop at which the player is not asked: the campaign stands, and what was said beforehand is
/// played.
fn pass(turn: &mut Turn, campaign: &Campaign, ask: Ask) {
    let title = campaign.title(turn.book).unwrap_or_default();
    let doctrine = told(turn, campaign, ask, None).is_some();
    let state = turn.here().clone();
    let after = State { season: state.season, ..state.at(turn.book, campaign) };
    turn.note(Event::Stood { after: Box::new(after) });
    turn.note(Event::Passed { title, doctrine });
}
