//! One season while it is played, the same for every game: the state, what each power knows, the
//! sheets and the ledger.
//!
//! Rules change the state by [`Table::record`] alone. It writes the event into the state and lets
//! each power learn what [`Ruleset::witness`] gives it, which makes that the only way from the
//! state to what a power knows. What lasts for one season only is in the game's own turn, which
//! holds the table.

use crate::audience::{Audience, Watch};
use crate::other_names::OtherNames;
use crate::{Explained, Ruleset, SummaryLine};
use kit::ledger::{Entry, Ledger, Now, Shown, Source, What};
use kit::names::nearest;
use kit::newspaper::EVERYBODY;
use serde_yaml::Value;
use sheet::shape::{self, Shaped};
use sheet::{Diagnostic, Diagnostics, Weight};
use std::collections::BTreeMap;

/// The first line of standing orders that stand in for a sheet.
pub const STANDING_MARK: &str = "# standing";

/// A sheet as every game has it.
pub trait Orders {
    /// Whether its standing orders stand in for a sheet that did not come.
    fn stands_in(&self) -> bool;
    /// The letters, each with the power it goes to.
    fn letters(&self) -> &[(String, String)];
    /// Who each entry is for, by its number; nobody, for an entry that was left out.
    fn whom(&self) -> Vec<String>;
}

/// What happens in every game; each has an event for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Common {
    /// Whose orders are played for a power.
    Ordered { power: String, by: String, entries: Vec<String> },
    /// A letter was carried.
    Letter { from: String, to: String, text: String },
    /// The umpire decided something for a power.
    Ruled { power: String, topic: String, choice: String, key: String, reason: String },
    /// The umpire's word on a fact; what it changes are the events after it.
    Decreed { words: String, reason: String, told: Vec<String> },
}

/// What the umpire's word on a fact comes to.
pub struct Decree<E> {
    pub words: String,
    /// The powers that are told.
    pub told: Vec<String>,
    pub events: Vec<E>,
}

/// A season while it is played.
pub struct Table<'a, R: Ruleset> {
    pub book: &'a R::Book,
    pub state: R::State,
    pub known: BTreeMap<String, R::Known>,
    pub ledger: &'a mut Ledger,
    pub events: Vec<R::Event>,
    pub sheets: BTreeMap<String, R::Sheet>,
    watch: Watch,
    /// How many answers of the ledger have been heard, and which of them are dice, lots and cards that
    /// wait for the event that they decide.
    heard: usize,
    waiting: Vec<usize>,
}

/// A season in a rule system's own types.
pub struct Resolved<R: Ruleset> {
    pub events: Vec<R::Event>,
    pub digest: Vec<SummaryLine>,
    pub odd: Vec<String>,
    pub state: R::State,
    pub known: BTreeMap<String, R::Known>,
    pub over: bool,
}

/// What the umpire reads first of a season that was played.
pub struct Summary {
    /// The season at a glance.
    pub digest: Vec<SummaryLine>,
    /// What they should look at.
    pub odd: Vec<String>,
    pub over: bool,
}

/// Who sees a die, a lot or a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chance {
    /// Everybody, as soon as it has fallen.
    Open,
    /// Everybody who sees the dice of the event that it decides.
    WithEvent,
    /// Nobody: the set it was drawn from would reveal secrets of others. It is proved with
    /// the campaign's file, and told to all when the game is over.
    Hidden,
}

/// An event, and the state as it is after it.
pub struct Happened<'h, R: Ruleset> {
    pub book: &'h R::Book,
    pub event: &'h R::Event,
    pub touched: &'h R::Touched,
    pub state: &'h R::State,
}

impl<'a, R: Ruleset> Table<'a, R> {
    /// Begins with nothing recorded.
    pub fn new(
        book: &'a R::Book,
        state: R::State,
        known: BTreeMap<String, R::Known>,
        ledger: &'a mut Ledger,
    ) -> Self {
        let mut watch = Watch::default();
        for (eye, known) in &known {
            if let Some(field) = R::field(known) {
                watch.look(eye, field);
            }
        }
        let (events, sheets, heard) = (vec![], BTreeMap::new(), ledger.entries().len());
        Self { book, state, known, ledger, events, sheets, watch, heard, waiting: vec![] }
    }

    /// Records what happened: into the log, the state, and what each power knows.
    pub fn record(&mut self, event: impl Into<R::Event>) {
        self.write(event.into());
    }

    fn write(&mut self, event: R::Event) {
        let dice = &self.claimed(&event);
        let touched = &R::touched(&self.state, &event);
        R::apply(&mut self.state, &event);
        let (book, state) = (self.book, &self.state);
        let happened = Happened { book, event: &event, touched, state };
        let watch = &mut self.watch;
        match R::audience(&happened, watch) {
            Audience::Everybody => {
                for (eye, known) in &mut self.known {
                    show(&happened, eye, known, dice, watch);
                }
            }
            Audience::These(eyes) => {
                for eye in &eyes {
                    if let Some(known) = self.known.get_mut(eye) {
                        show(&happened, eye, known, dice, watch);
                    }
                }
            }
        }
        self.ledger
            .cite(|| serde_json::to_string(&event).expect("our own events have string keys"));
        self.events.push(event);
    }

    /// Hears what chance has answered since: what lies open is shown to all at once, and the rest waits
    /// for its event.
    ///
    /// So a die is never shown with an event that merely happens next, nor lost with one that nobody
    /// sees: neither who reads nor what others wrote in their sheets decides what a proof holds.
    fn hear(&mut self) {
        let entries = self.ledger.entries();
        for (at, entry) in entries.iter().enumerate().skip(self.heard) {
            let Some(shown) = Shown::of(entry) else { continue };
            match R::chance(entry) {
                Chance::Hidden => {}
                Chance::WithEvent => self.waiting.push(at),
                Chance::Open => {
                    for known in self.known.values_mut() {
                        shown.clone().follow(R::dice(known));
                    }
                }
            }
        }
        self.heard = entries.len();
    }

    /// Takes the dice, lots and cards that an event rests on out of those that wait.
    fn claimed(&mut self, event: &R::Event) -> Vec<Shown> {
        self.hear();
        let entries = self.ledger.entries();
        let (claimed, waiting): (Vec<usize>, Vec<usize>) =
            self.waiting.iter().partition(|at| R::decides(&entries[**at], event));
        self.waiting = waiting;
        claimed.iter().filter_map(|at| Shown::of(&entries[*at])).collect()
    }

    /// The keys of dice, lots and cards that no event has claimed.
    pub fn unclaimed(&self) -> Vec<&str> {
        self.waiting.iter().map(|at| self.ledger.entries()[*at].key.as_str()).collect()
    }

    /// What a power knows now.
    pub fn known(&self, power: &str) -> &R::Known {
        self.known.get(power).expect("every power of the scenario has eyes")
    }

    /// Reads the sheets that are played, and says what is wrong with them, by power.
    pub fn read_sheets(&mut self, sheets: &BTreeMap<String, String>) -> Vec<(String, Diagnostic)> {
        let mut faults = vec![];
        for (power, text) in sheets {
            let Some(known) = self.known.get(power) else { continue };
            let sheet = if text.starts_with(STANDING_MARK) {
                R::standing(self.book, known, text)
            } else {
                let (sheet, said) = read::<R>(self.book, known, text);
                let said = said.iter().filter(|one| one.weight == Weight::Fault);
                faults.extend(said.map(|one| (power.clone(), one.clone())));
                sheet
            };
            self.sheets.insert(power.clone(), sheet);
        }
        faults
    }

    /// Says whose orders are played, and carries the letters.
    pub fn announce(&mut self) {
        let powers: Vec<String> = self.known.keys().cloned().collect();
        for power in powers {
            let sheet = self.sheets.get(&power);
            let by = match sheet.map(Orders::stands_in) {
                None => "nothing",
                Some(true) => "standing orders",
                Some(false) => "a sheet",
            };
            let entries = sheet.map(Orders::whom).unwrap_or_default();
            let letters = sheet.map(|sheet| sheet.letters().to_vec()).unwrap_or_default();
            self.happen(Common::Ordered { power: power.clone(), by: by.to_owned(), entries });
            for (to, text) in letters {
                self.happen(Common::Letter { from: power.clone(), to, text });
            }
        }
    }

    /// Tells each power which of its choices the umpire has made, but for topics that are told
    /// where they come up.
    pub fn tell_rulings(&mut self, but: &[&str]) {
        let ruled = |entry: &Entry| match &entry.what {
            What::Decision { decider, topic, choice, .. }
                if entry.source == Source::Ruling && !but.contains(&topic.as_str()) =>
            {
                Some(Common::Ruled {
                    power: decider.clone(),
                    topic: topic.clone(),
                    choice: choice.clone(),
                    key: entry.key.clone(),
                    reason: entry.reason.clone(),
                })
            }
            _ => None,
        };
        let rulings: Vec<Common> = self.ledger.entries().iter().filter_map(ruled).collect();
        for ruling in rulings {
            self.happen(ruling);
        }
    }

    fn happen(&mut self, common: Common) {
        self.write(common.into());
    }
}

/// Lets one pair of eyes learn what it may of an event.
fn show<R: Ruleset>(
    happened: &Happened<'_, R>,
    eye: &str,
    known: &mut R::Known,
    dice: &[Shown],
    watch: &mut Watch,
) {
    let Some(seen) = R::witness(happened, eye, Some(known)) else { return };
    let shown = R::shows_dice(&seen);
    if let Some(field) = R::new_field(&seen) {
        watch.look(eye, field);
    }
    R::learn(happened.book, known, seen);
    for die in dice.iter().filter(|_| shown) {
        die.clone().follow(R::dice(known));
    }
}

/// Reads a sheet against what its power knows.
pub fn read<R: Ruleset>(book: &R::Book, known: &R::Known, text: &str) -> (R::Sheet, Diagnostics) {
    let mut faults = Diagnostics::default();
    let root = shape::shape(text, &mut faults);
    R::read(book, known, &Shaped { text, root: root.as_ref(), faults: &faults })
}

/// Plays the umpire's facts whose place in the sequence has come; says whether there were any.
pub fn facts<R: Ruleset>(turn: &mut R::Turn<'_>, now: Now) -> bool {
    let due = turn.ledger.due(now);
    for (number, fact) in &due {
        let outcome = R::decree(turn, &fact.text).map(|decree| {
            let Decree { words, told, events } = decree;
            turn.happen(Common::Decreed {
                words: words.clone(),
                reason: fact.reason.clone(),
                told,
            });
            for event in events {
                turn.record(event);
            }
            R::must_hold(turn.book, &turn.state);
            words
        });
        turn.ledger.answer_fact(*number, fact, outcome);
    }
    !due.is_empty()
}

/// Plays one season from its first event to its last.
pub fn resolve<R: Ruleset>(
    book: &R::Book,
    before: R::State,
    known: BTreeMap<String, R::Known>,
    sheets: &BTreeMap<String, String>,
    ledger: &mut Ledger,
) -> Resolved<R> {
    let mut table = Table::new(book, before, known, ledger);
    table.read_sheets(sheets);
    let mut turn = R::Turn::from(table);
    R::play(&mut turn, R::Extent::default());
    let summary = R::summary(&turn);
    let table: Table<'_, R> = turn.into();
    debug_assert_eq!(table.unclaimed(), Vec::<&str>::new(), "each die decides an event");
    resolved(table, summary)
}

/// A table at the end of what was played on it.
pub fn resolved<R: Ruleset>(mut table: Table<'_, R>, summary: Summary) -> Resolved<R> {
    table.hear();
    let Summary { digest, odd, over } = summary;
    let Table { events, state, known, .. } = table;
    Resolved { events, digest, odd, state, known, over }
}

/// The last of a season's events whole, with the state at the season's start.
pub fn explain<R: Ruleset>(book: &R::Book, mut state: R::State, events: &[R::Event]) -> Explained {
    let Some((last, before)) = events.split_last() else {
        return Explained::default();
    };
    let mut news: BTreeMap<String, usize> = BTreeMap::new();
    for event in before {
        let touched = &R::touched(&state, event);
        R::apply(&mut state, event);
        let happened = Happened { book, event, touched, state: &state };
        for eye in R::eyes(&state) {
            let told = R::witness(&happened, &eye, None).is_some_and(|seen| R::is_news(&seen));
            *news.entry(eye).or_default() += usize::from(told);
        }
    }
    let fact = R::tell(book, state.clone(), std::slice::from_ref(last)).pop();
    let fact = fact.expect("every event is told as a fact");
    let name = fact.name.split('|').next().unwrap_or_default().to_owned();
    let meaning = R::vocabulary().meaning(&name).unwrap_or_default().to_owned();
    let touched = &R::touched(&state, last);
    R::apply(&mut state, last);
    let happened = Happened { book, event: last, touched, state: &state };
    let mut seen_by = vec![];
    for eye in R::eyes(&state) {
        let seen = R::witness(&happened, &eye, None);
        if !seen.as_ref().is_some_and(R::is_news) {
            news.remove(&eye);
        }
        if seen.is_some() {
            seen_by.push(eye);
        }
    }
    Explained { name, meaning, fields: fact.fields, seen_by, news }
}

/// What everybody may know after these events, with the state as it is before them: what was known
/// to all before, else the opening position; none, if no newspaper appears.
///
/// Nothing but [`Ruleset::witness`] leads from the state to it, as for each power. The dice of an
/// event are not among what it learns.
pub fn known_to_all<R: Ruleset>(
    book: &R::Book,
    before: Option<R::Known>,
    mut state: R::State,
    events: &[R::Event],
) -> Option<R::Known> {
    let opening = R::opening_to_all(book, &state)?;
    let mut known = before.unwrap_or(opening);
    for event in events {
        let touched = &R::touched(&state, event);
        R::apply(&mut state, event);
        let happened = Happened { book, event, touched, state: &state };
        if let Some(seen) = R::witness(&happened, EVERYBODY, Some(&known)) {
            R::learn(book, &mut known, seen);
        }
    }
    Some(known)
}

/// What a pair of eyes learned of each event of a season, in their order, with the state and with what it
/// knew before them.
///
/// A power knows the end of a season; what it saw on the way is found again here, and nothing but
/// [`Ruleset::witness`] leads from the state to it.
pub fn seen<R: Ruleset>(
    book: &R::Book,
    (eye, mut known): (&str, R::Known),
    mut state: R::State,
    events: &[R::Event],
) -> Vec<R::Seen> {
    let mut all = vec![];
    for event in events {
        let touched = &R::touched(&state, event);
        R::apply(&mut state, event);
        let happened = Happened { book, event, touched, state: &state };
        if let Some(seen) = R::witness(&happened, eye, Some(&known)) {
            all.push(seen.clone());
            R::learn(book, &mut known, seen);
        }
    }
    all
}

/// What a fact of the umpire's is about: its one key and what belongs to it.
pub fn one_key(text: &str, keys: &[&str], names: &OtherNames) -> Result<(String, Value), String> {
    /// The longest text; a sheet is longer, one word of the umpire is not.
    const MOST_BYTES: usize = 8 * 1024;
    if text.len() > MOST_BYTES {
        return Err(format!("it is longer than {MOST_BYTES} bytes"));
    }
    let value: Value = serde_yaml::from_str(text).map_err(|fault| fault.to_string())?;
    let all = keys.join(", ");
    let mut entries = match value {
        Value::Mapping(map) => map.into_iter(),
        _ => return Err(format!("a fact is one key with what belongs to it: {all}")),
    };
    match (entries.next(), entries.next()) {
        (Some((Value::String(key), body)), None) if keys.contains(&key.as_str()) => {
            Ok((key, names.in_value(body)))
        }
        (Some((Value::String(other), _)), None) => {
            let near = nearest(&other, keys.iter().copied());
            let meant = near.map_or(".".to_owned(), |near| format!("; did you mean `{near}`?"));
            Err(format!("`{other}` is not a fact{meant} There are: {all}"))
        }
        _ => Err(format!("a fact is one key with what belongs to it: {all}")),
    }
}

/// Makes a game's turn, which has a field `table`, what [`Ruleset::Turn`] asks for; how it begins
/// is the game's own.
#[macro_export]
macro_rules! on_the_table {
    ($turn:ident, $rules:ident) => {
        impl<'a> From<$turn<'a>> for $crate::Table<'a, $rules> {
            fn from(turn: $turn<'a>) -> Self {
                turn.table
            }
        }

        impl<'a> ::std::ops::Deref for $turn<'a> {
            type Target = $crate::Table<'a, $rules>;

            fn deref(&self) -> &Self::Target {
                &self.table
            }
        }

        impl ::std::ops::DerefMut for $turn<'_> {
            fn deref_mut(&mut self) -> &mut Self::Target {
                &mut self.table
            }
        }
    };
}

/// Makes the events of a game of what happens in every game: a group has variants of these names.
#[macro_export]
macro_rules! common_events {
    ($event:ident, $group:ident) => {
        impl From<$crate::table::Common> for $event {
            fn from(common: $crate::table::Common) -> Self {
                use $crate::table::Common;
                let event = match common {
                    Common::Ordered { power, by, entries } => {
                        $group::Ordered { power, by, entries }
                    }
                    Common::Letter { from, to, text } => $group::Letter { from, to, text },
                    Common::Ruled { power, topic, choice, key, reason } => {
                        $group::Ruled { power, topic, choice, key, reason }
                    }
                    Common::Decreed { words, reason, told } => {
                        $group::Decreed { words, reason, told }
                    }
                };
                event.into()
            }
        }
    };
}
