//! A season while it is played: the table ([`play::table`]), and what lasts for one season only.

use crate::Frederick;
use crate::book::Book;
use crate::book::troops::Kind;
use crate::court;
use crate::decisions::Topic;
use crate::orders::plan::Sheet;
use crate::orders::senses::{Moment, Scene};
use crate::record::event::{Event, OrderEvent, Why};
use crate::record::unit::{Force, Height, Unit};
use crate::sight::{Known, top};
use kit::ground::Space;
use kit::ledger::{Question, Source};
use kit::rule::Ask;
use play::Table;
use play::reactions::{Asked, Heard, Hearing, Reacted};
use sheet::condition::{Condition, Truth, WhyNot};
use sheet::keys::Filled;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// A season while it is played.
pub struct Turn<'a> {
    table: Table<'a, Frederick>,
    /// What conditions may ask of the rotation.
    pub moment: Moment,
    /// Seat and entry to how often it was played.
    pub played: BTreeMap<(String, u16), u16>,
    /// Entries of which their writer was told why they were not played.
    pub told: BTreeSet<(String, u16)>,
    /// Entries whose condition was asked.
    pub asked: BTreeSet<(String, u16)>,
    /// Entries none of whose steps could begin when they were asked last, and why the first could not.
    pub shut: BTreeMap<(String, u16), Why>,
    /// The numbers of what was done of the entry that is played, or told as not done.
    pub settled: BTreeSet<u16>,
    /// The number of the operation that is played, from 1.
    pub operation: u16,
    /// The last operation in which there was an ambush (§20.9).
    pub ambushed: Option<u16>,
    /// Seat to how the battle of its last operation of the season ended, if anybody won it.
    pub last_won: BTreeMap<String, Option<bool>>,
    /// Whether a whole court is played, where some reactions are never asked.
    pub is_court: bool,
    /// Why each condition was false when it was last evaluated, by seat and by its offset in the sheet.
    failed: RefCell<BTreeMap<(String, usize), WhyNot>>,
    /// The reaction that was asked last, until it answers.
    answering: RefCell<Option<Asked>>,
    heard: Heard,
}

impl<'a> From<Table<'a, Frederick>> for Turn<'a> {
    fn from(table: Table<'a, Frederick>) -> Self {
        Self {
            table,
            moment: Moment::default(),
            played: BTreeMap::new(),
            told: BTreeSet::new(),
            asked: BTreeSet::new(),
            shut: BTreeMap::new(),
            settled: BTreeSet::new(),
            operation: 0,
            is_court: false,
            ambushed: None,
            last_won: BTreeMap::new(),
            failed: RefCell::default(),
            answering: RefCell::default(),
            heard: Heard::default(),
        }
    }
}

play::on_the_table!(Turn, Frederick);

/// What a condition is about: a force by its units, and its goal.
#[derive(Debug, Clone, Default)]
pub struct About {
    pub units: Vec<String>,
    pub goal: Option<Space>,
    pub left: Option<u32>,
    pub won: Option<bool>,
    /// The sum of the dice that might be rolled again.
    pub roll: Option<i64>,
    /// What they came to.
    pub result: Option<String>,
}

impl<'a> Turn<'a> {
    /// The book, for as long as the season lasts.
    pub fn the_book(&self) -> &'a Book {
        self.table.book
    }

    /// The sheet of a seat; an empty one, if none came.
    pub fn sheet(&self, seat: &str) -> Sheet {
        self.sheets.get(seat).cloned().unwrap_or_default()
    }

    /// Whether a condition holds for a seat, from what it knows now.
    pub fn holds(&self, seat: &str, condition: Option<&Condition>, about: &About) -> bool {
        let Some(condition) = condition else { return true };
        let scene = self.scene(seat, about);
        let holds = scene.holds(Some(condition));
        if let Some(place) = condition.place() {
            let (key, mut failed) = ((seat.to_owned(), place), self.failed.borrow_mut());
            match holds {
                true => failed.remove(&key),
                false => failed.insert(key, scene.why_not(condition)),
            };
        }
        holds
    }

    /// The same, where what is not known counts apart.
    fn truth(&self, seat: &str, condition: Option<&Condition>, about: &About) -> Truth {
        condition.map_or(Truth::Yes, |one| one.ask(&self.scene(seat, about)))
    }

    /// The figures that a condition asks for, as far as a seat knows them.
    fn figures(&self, seat: &str, condition: &Condition, about: &About) -> Vec<String> {
        self.scene(seat, about).figures(condition)
    }

    fn scene<'s>(&'s self, seat: &str, about: &'s About) -> Scene<'s> {
        let known: &Known = self.known(seat);
        let force = about.units.iter().filter_map(|id| known.own.get(id)).collect();
        let (book, moment) = (self.book, &self.moment);
        let About { goal, left, won, roll, .. } = *about;
        let result = about.result.as_deref();
        Scene { book, known, moment, force, goal, left, won, roll, result }
    }

    /// Units by their names, as far as they are on the map.
    pub fn units_of(&self, ids: &[String]) -> Vec<&Unit> {
        ids.iter().filter_map(|id| self.state.units.get(id)).collect()
    }

    /// A force for an event. Fleets stand for all that they carry, which is hidden under them.
    pub fn force(&self, seat: &str, ids: &[String]) -> Force {
        let units = self.units_of(ids);
        let fleet = units.iter().any(|unit| unit.kind == Kind::Fleet);
        let height = match fleet {
            true => {
                let under = |unit: &&Unit| unit.aboard.as_ref().is_some_and(|on| ids.contains(on));
                let apart = units.iter().filter(|unit| !under(unit)).count();
                apart + self.state.units.values().filter(under).count()
            }
            false => units.len(),
        };
        let shown = |id: &&String| {
            !fleet || self.state.units.get(*id).is_some_and(|unit| unit.aboard.is_none())
        };
        Force {
            seat: seat.to_owned(),
            leader: top(self.book, units.iter().copied()),
            height: Height::of(height),
            units: ids.iter().filter(shown).cloned().collect(),
            fleet,
        }
    }

    /// The first reaction of a seat that is for these units and has a key. What it said is noted by
    /// [`Turn::said`], if it has conditions, and else where the choice is made that it answers.
    pub fn reaction(&self, seat: &str, units: &[String], key: &str) -> Option<Filled> {
        let sheet = self.sheets.get(seat)?;
        debug_assert!(
            !self.is_court || court::keys::is_asked(key),
            "a receipt says that no court asks `{key}`"
        );
        let (number, reaction) = sheet.reaction(self.book, &self.units_of(units), key)?;
        let whose = reaction.name("who").unwrap_or("any").to_owned();
        let at = units.iter().find_map(|id| Some(self.state.units.get(id)?.at));
        let at = at.map(|at| self.book.atlas.name(at).to_owned()).unwrap_or_default();
        let hearing =
            Hearing { who: String::new(), at, held: None, values: vec![], but: String::new() };
        let (power, what) = (seat.to_owned(), key.to_owned());
        self.answering.replace(Some(Asked { power, reaction: number, whose, what, hearing }));
        Some(reaction.clone())
    }

    /// The first line of the reaction asked last whose condition holds. Without a line it was not asked.
    pub fn said<'l>(
        &self,
        seat: &str,
        lines: impl IntoIterator<Item = &'l Filled>,
        about: &About,
    ) -> Option<&'l Filled> {
        self.said_but(seat, lines, about, |_| String::new())
    }

    /// Like `said`; `but` gives the reason if the line that was found has no effect.
    pub fn said_but<'l>(
        &self,
        seat: &str,
        lines: impl IntoIterator<Item = &'l Filled>,
        about: &About,
        but: impl Fn(&Filled) -> String,
    ) -> Option<&'l Filled> {
        let (mut found, mut truth, mut values) = (None, None, vec![]);
        for line in lines {
            let condition = line.condition("if");
            let this = self.truth(seat, condition, about);
            let known = condition.map(|one| self.figures(seat, one, about)).unwrap_or_default();
            if this == Truth::Yes {
                (found, truth, values) = (Some(line), Some(this), known);
                break;
            }
            // What is not known may have been a yes.
            if truth != Some(Truth::Unknown) {
                (truth, values) = (Some(this), known);
            }
        }
        if let (Some(truth), Some(mut asked)) = (truth, self.answering.take()) {
            let goal = about.goal.map(|at| self.book.atlas.name(at).to_owned());
            let at = goal.unwrap_or(asked.hearing.at);
            let but = found.map(but).unwrap_or_default();
            asked.hearing = Hearing { at, held: truth.told(), values, but, ..asked.hearing };
            self.heard.note(self.events.len(), asked);
        }
        found
    }

    /// Tells each seat what its reactions were asked and what they said.
    pub fn tell_reactions(&mut self) {
        for Reacted { power: seat, reaction, whose, what, times, heard } in self.heard.take() {
            let event = OrderEvent::Reacted { seat, reaction, whose, what, times, heard };
            self.record(Event::from(event));
        }
    }

    /// Asks the ledger for a choice; `said` is what the sheet says of it.
    pub fn decide(
        &mut self,
        ask: Ask,
        seat: &str,
        topic: Topic,
        options: &[&str],
        (default, said): (&str, Option<(String, Source)>),
    ) -> String {
        let question = Question {
            ask,
            decider: seat.to_owned(),
            decision: topic.decision(),
            default: default.to_owned(),
            options: options.iter().map(|option| (*option).to_owned()).collect(),
            needs_human: false,
        };
        let by_reaction = said.as_ref().filter(|(_, source)| *source == Source::Reaction);
        if let Some((word, _)) = by_reaction
            && let Some(mut asked) = self.answering.take().filter(|asked| asked.power == seat)
        {
            asked.hearing.held = Some(options.contains(&word.as_str()));
            self.heard.note(self.events.len(), asked);
        }
        self.ledger.decide(question, said).choice
    }

    /// Tells somebody that an entry, or a line at court, was not carried out.
    pub fn not_done(&mut self, seat: &str, entry: u16, step: &str, why: Why) {
        self.part_not_done(seat, (entry, 0), step, why);
    }

    /// Tells somebody that part of an entry was not carried out: by its number, and by its key.
    pub fn part_not_done(&mut self, seat: &str, (entry, number): (u16, u16), step: &str, why: Why) {
        self.settled.insert(number);
        let (whose, step) = (seat.to_owned(), step.to_owned());
        let failed = match why {
            Why::Condition | Why::NeverFitted => self.why_not(seat, (entry, number), &step, why),
            _ => None,
        };
        let event = OrderEvent::NotDone { seat: whose, entry, step, why, number, failed };
        self.record(Event::from(event));
    }

    /// Why a condition was false when it was last evaluated: that of a part of an entry, or of a line at court.
    fn why_not(&self, seat: &str, part: (u16, u16), key: &str, why: Why) -> Option<WhyNot> {
        let sheet = self.sheets.get(seat)?;
        let conditions = match self.state.season.is_court() {
            true => sheet.condition_of_line(key, part.0).into_iter().collect(),
            false => sheet.conditions_of(part, why == Why::NeverFitted),
        };
        let failed = self.failed.borrow();
        let mut places = conditions.into_iter().filter_map(Condition::place);
        places.find_map(|place| failed.get(&(seat.to_owned(), place)).cloned())
    }

    /// Tells somebody what of an entry hangs on a part that was not carried out.
    pub fn not_reached(&mut self, seat: &str, entry: u16, parts: Vec<u16>) {
        if !parts.is_empty() {
            let seat = seat.to_owned();
            self.record(Event::from(OrderEvent::NotReached { seat, entry, parts }));
        }
    }

    /// What people call a square, for the keys of dice.
    pub fn place(&self, at: Space) -> String {
        self.book.atlas.square(at).code.clone()
    }
}
