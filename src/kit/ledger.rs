//! The ledger answers every chit, die and decision of a season and keeps each answer.
//!
//! A question has a key in the stable names of the game: season / rule / who / where / how many-th
//! of these, and for a decision its topic before the number. Nothing stands as `-`. Dice and draws
//! count together, decisions by themselves. HMAC-SHA256 of the key under the season's seed seeds
//! one ChaCha20 stream for each key, so that an added battle moves no other die.
//!
//! Nothing here fails. A forced or scripted answer that does not fit is a fault, told in a
//! sentence; the game goes on with another answer, always the same one.
//!
//! Not here: the lines of a script ([`script`](crate::script)); where the seed comes from
//! ([`proof`](crate::proof)).

mod answer;
mod facts;
mod follows;
mod keyed;
mod shuffle;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, VecDeque};

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

pub use answer::{Answer, Draw, Entry, Question, Roll, Shown, Source, What, ruled_in_words};
pub use facts::{At, Fact, Now};
pub use follows::{follows, gaps, shown_follows};
pub use shuffle::{Shuffle, order_of};

use crate::names::plain;
use crate::proof::hmac;
use crate::rule::Ask;
use crate::script::{Line, Script, ScriptFault, Scripted, faces};
use facts::Pending;
use keyed::Keyed;

/// Answers a season's questions and remembers all of it in order.
#[derive(Debug, Clone)]
pub struct Ledger {
    season: String,
    /// Whose game is played now, if several are played side by side; else empty.
    lane: String,
    origin: Origin,
    forced: BTreeMap<String, Forced>,
    /// Why the umpire forced the answer that is being given.
    reason: String,
    /// What the umpire rules to be; one that was played leaves an empty place.
    facts: Vec<Option<Pending>>,
    /// For each event, how many answers there were when it was recorded.
    cited: Vec<u32>,
    asked: BTreeMap<String, u32>,
    entries: Vec<Entry>,
    faults: Vec<String>,
    /// After a mismatch the rest of a script answers other questions than it was written for.
    astray: bool,
}

/// An answer that the umpire forces, and what was asked at that time.
#[derive(Debug, Clone)]
struct Forced {
    answer: String,
    asked: Option<String>,
    reason: String,
}

#[derive(Debug, Clone)]
enum Origin {
    Seed([u8; 32]),
    Script(Script),
    Record(VecDeque<Entry>),
    Keyed(Keyed),
}

impl Ledger {
    /// Opens a ledger that answers from the season's seed.
    pub fn seeded(season: &str, seed: [u8; 32]) -> Ledger {
        Ledger::open(season, Origin::Seed(seed))
    }

    /// Opens a ledger that answers from a script, line by line.
    pub fn scripted(season: &str, script: &str) -> Result<Ledger, ScriptFault> {
        Ok(Ledger::open(season, Origin::Script(Script::read(script)?)))
    }

    /// Opens a ledger that answers as an earlier one did.
    pub fn replayed(season: &str, entries: Vec<Entry>) -> Ledger {
        let mut ledger = Ledger::open(season, Origin::Record(entries.into()));
        ledger.recall_facts();
        ledger
    }

    fn open(season: &str, origin: Origin) -> Ledger {
        Ledger {
            season: season.to_owned(),
            lane: String::new(),
            origin,
            forced: BTreeMap::new(),
            reason: String::new(),
            facts: Vec::new(),
            cited: Vec::new(),
            asked: BTreeMap::new(),
            entries: Vec::new(),
            faults: Vec::new(),
            astray: false,
        }
    }

    /// From now on the questions are those of a lane; an empty name is none.
    pub fn lane(&mut self, name: &str) {
        assert!(!name.contains('/'), "the lane `{name}` would be a part of its key");
        name.clone_into(&mut self.lane);
    }

    /// Forces the answer to one key: faces `4+2`, a sum, what is drawn, or the choice.
    pub fn force(&mut self, key: &str, answer: &str) {
        self.force_as(key, answer, None, "");
    }

    /// The same with a reason, if the key still asks what it did; else it is told, and not applied.
    pub fn force_as(&mut self, key: &str, answer: &str, asked: Option<&str>, reason: &str) {
        let (answer, asked) = (answer.trim().to_owned(), asked.map(str::to_owned));
        let reason = reason.to_owned();
        self.forced.insert(key.to_owned(), Forced { answer, asked, reason });
    }

    /// Rolls so many dice of so many sides.
    pub fn dice(&mut self, ask: Ask, count: u8, sides: u8) -> Roll {
        assert!(sides > 0, "a die has sides");
        let key = self.key(&ask, None);
        let asked = format!("{count}d{sides} ({key})");
        let (faces, source) = match self.forced(
            &key,
            || format!("{count}d{sides}"),
            |answer| faces(answer, count, sides),
        ) {
            Some(faces) => (faces, Source::Forced),
            None => self.origin_dice(&ask, &key, &asked, count, sides),
        };
        self.keep(&key, What::Dice { count, sides, faces: faces.clone() }, source);
        Roll { key, faces, source }
    }

    /// Draws one of the options, each as likely as any other.
    pub fn draw(&mut self, ask: Ask, options: &[String]) -> Draw {
        assert!(!options.is_empty(), "there is something to draw from");
        let key = self.key(&ask, None);
        let (index, source) =
            match self.forced(&key, || one_of(options), |answer| option(options, answer)) {
                Some(index) => (index, Source::Forced),
                None => self.origin_draw(&ask, &key, options),
            };
        let chosen = u32::try_from(index).expect("no list of options is that long");
        self.keep(&key, What::Draw { options: options.to_vec(), chosen }, source);
        Draw { key, index, source }
    }

    /// Draws one of several names by lot. They are put into the order of the alphabet first: in which
    /// order a rule came upon them decides nothing, and everybody can make the draw again.
    pub fn lot(&mut self, ask: Ask, names: &[String]) -> String {
        let mut sorted = names.to_vec();
        sorted.sort();
        let at = self.draw(ask, &sorted).index;
        sorted.swap_remove(at)
    }

    /// Answers a decision by a ruling, else by the sheet, else by the default.
    ///
    /// A ruling must name one of the options; what the sheet says has been checked by the caller.
    pub fn decide(&mut self, question: Question, sheet: Option<(String, Source)>) -> Answer {
        self.decide_if(question, sheet, |_| Ok(()))
    }

    /// The same; a ruling in free words is taken only if it fits, and else told as a fault.
    pub fn decide_if(
        &mut self,
        question: Question,
        sheet: Option<(String, Source)>,
        fits: impl Fn(&str) -> Result<(), String>,
    ) -> Answer {
        let key = self.key(&question.ask, Some(question.decision.topic()));
        let allowed = |answer: &str| match &question.options[..] {
            [] => fits(answer).map(|()| answer.to_owned()),
            options => option(options, answer).map(|at| options[at].clone()),
        };
        let asked = || one_of(&question.options);
        let forced = self.forced(&key, asked, allowed).map(|choice| (choice, Source::Ruling));
        let (choice, source) = forced
            .or_else(|| self.ruled(&question, &key, allowed))
            .or_else(|| self.replayed_choice(&question, &key))
            .or(sheet)
            .unwrap_or_else(|| (question.default.clone(), Source::Default));
        let Question { decider, decision, options, needs_human, .. } = question;
        let topic = decision.topic().to_owned();
        let choice_kept = choice.clone();
        let what = What::Decision { decider, topic, options, choice: choice_kept, needs_human };
        self.keep(&key, what, source);
        Answer { key, choice, source }
    }

    /// Lists all answers in the order of asking.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Lists the decisions that nobody answered and the default did meanwhile.
    pub fn questions(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| {
            matches!(entry.what, What::Decision { .. }) && entry.source == Source::Default
        })
    }

    /// Tells what did not fit so far.
    pub fn faults(&self) -> Vec<String> {
        self.faults.clone()
    }

    /// Closes the ledger: what is left over is a fault too, unless the script went astray before.
    pub fn finish(&mut self) -> Vec<String> {
        if !self.astray {
            let left: Vec<String> = match &self.origin {
                Origin::Seed(_) => Vec::new(),
                Origin::Script(script) => script
                    .answers
                    .iter()
                    .map(|line| format!("nothing asked for {}", told(line)))
                    .chain(script.rulings.iter().map(|ruling| {
                        let (number, on) = (ruling.number, &ruling.on);
                        format!("nothing asked for the decision on line {number}, `{on}`")
                    }))
                    .collect(),
                Origin::Record(rest) => {
                    rest.iter().map(|entry| format!("nothing asked for {}", entry.key)).collect()
                }
                // Part of a season asks for part of its answers.
                Origin::Keyed(_) => Vec::new(),
            };
            self.faults.extend(left);
        }
        let left = self.facts_left();
        self.faults.extend(left);
        for key in std::mem::take(&mut self.forced).into_keys() {
            self.faults.push(format!("nothing asked for {key}, whose answer was forced"));
        }
        self.faults()
    }

    /// Says whether nothing that was prepared is left to be asked for.
    pub fn is_spent(&self) -> bool {
        self.forced.is_empty()
            && match &self.origin {
                Origin::Seed(_) => true,
                Origin::Script(script) => script.answers.is_empty() && script.rulings.is_empty(),
                Origin::Record(rest) => rest.is_empty(),
                Origin::Keyed(_) => true,
            }
    }

    /// Counts the chits a script has still to give; without a script there is no count.
    pub fn chits_left(&self) -> usize {
        match &self.origin {
            Origin::Script(script) if !self.astray => script.chits(),
            Origin::Keyed(keyed) if !self.astray => keyed.chits(),
            _ => 0,
        }
    }

    /// Says whether there is a script and its last chit has been drawn.
    pub fn scripted_chits_done(&self) -> bool {
        matches!(self.origin, Origin::Script(_) | Origin::Keyed(_)) && self.chits_left() == 0
    }

    fn key(&mut self, ask: &Ask, topic: Option<&str>) -> String {
        let named = |name: &str| if name.is_empty() { "-".to_owned() } else { name.to_owned() };
        let mut season = self.season.clone();
        if !self.lane.is_empty() {
            season = format!("{season}{LANE}{}", self.lane);
        }
        let mut key = format!("{season}/{}/{}/{}", ask.rule, named(&ask.who), named(&ask.at));
        if let Some(topic) = topic {
            key = format!("{key}/{}", named(topic));
        }
        let nth = self.asked.entry(key.clone()).or_default();
        *nth += 1;
        format!("{key}/{nth}")
    }

    fn keep(&mut self, key: &str, what: What, source: Source) {
        let reason = std::mem::take(&mut self.reason);
        self.entries.push(Entry { key: key.to_owned(), what, source, reason });
    }

    /// Takes the forced answer to a key, if there is one and it fits.
    fn forced<T>(
        &mut self,
        key: &str,
        asked: impl Fn() -> String,
        read: impl Fn(&str) -> Result<T, String>,
    ) -> Option<T> {
        let Forced { answer, asked: once, reason } = self.forced.remove(key)?;
        let asked = asked();
        if let Some(once) = once.filter(|once| *once != asked) {
            self.faults.push(format!(
                "the forced answer to {key} was not applied: it was given to {once}, and now \
                 {asked} is asked"
            ));
            return None;
        }
        // The record answered this question once; what it goes on with is the next one.
        if let Origin::Record(rest) = &mut self.origin
            && rest.front().is_some_and(|entry| entry.key == key)
        {
            rest.pop_front();
        }
        match read(&answer) {
            Ok(fitting) => {
                self.reason = reason;
                Some(fitting)
            }
            Err(reason) => {
                self.faults.push(format!("the forced answer to {key} does not fit: {reason}"));
                None
            }
        }
    }

    fn origin_dice(
        &mut self,
        ask: &Ask,
        key: &str,
        asked: &str,
        count: u8,
        sides: u8,
    ) -> (Vec<u8>, Source) {
        if let Origin::Seed(seed) = &self.origin {
            let mut words = stream(seed, key);
            let faces = (0..count).map(|_| {
                let face = roll(&mut words, u32::from(sides));
                u8::try_from(face).expect("no face is above the number of sides")
            });
            return (faces.collect(), Source::Seed);
        }
        if let Origin::Keyed(_) = &self.origin {
            let faces = self.keyed_answer(key).and_then(|what| what.faces(count, sides));
            return faces.unwrap_or_else(|| {
                self.miss(asked);
                (vec![1; usize::from(count)], Source::Default)
            });
        }
        let found = if matches!(self.origin, Origin::Script(_)) {
            self.next_line(ask, asked, |answer| match answer {
                Scripted::Dice { count: many, sides: of, faces } => {
                    ((many, of) == (&count, &sides)).then(|| faces.clone())
                }
                Scripted::Draw { .. } | Scripted::Shuffle { .. } => None,
            })
        } else {
            self.next_entry(key, |what| match what {
                What::Dice { count: many, sides: of, faces } => {
                    ((many, of) == (&count, &sides)).then(|| faces.clone())
                }
                What::Draw { .. }
                | What::Shuffle { .. }
                | What::Card { .. }
                | What::Decision { .. }
                | What::Fact { .. } => None,
            })
        };
        found.unwrap_or_else(|| (vec![1; usize::from(count)], Source::Default))
    }

    fn origin_draw(&mut self, ask: &Ask, key: &str, options: &[String]) -> (usize, Source) {
        if let Origin::Seed(seed) = &self.origin {
            let sides = u32::try_from(options.len()).expect("no list of options is that long");
            let number = roll(&mut stream(seed, key), sides) - 1;
            return (number as usize, Source::Seed);
        }
        if let Origin::Keyed(_) = &self.origin {
            let drawn = self.keyed_answer(key).map(|what| what.answer());
            let at = drawn.and_then(|name| option(options, &name).ok());
            return at.map(|at| (at, Source::Script)).unwrap_or_else(|| {
                self.miss(key);
                (0, Source::Default)
            });
        }
        let found = if matches!(self.origin, Origin::Script(_)) {
            let asked = format!("one of {} ({key})", options.join(", "));
            self.next_line(ask, &asked, |answer| match answer {
                Scripted::Draw { name, .. } => option(options, name).ok(),
                Scripted::Dice { .. } | Scripted::Shuffle { .. } => None,
            })
        } else {
            self.next_entry(key, |what| match what {
                What::Draw { options: of, chosen } => {
                    (of == options).then_some(*chosen as usize).filter(|at| *at < options.len())
                }
                What::Dice { .. }
                | What::Shuffle { .. }
                | What::Card { .. }
                | What::Decision { .. }
                | What::Fact { .. } => None,
            })
        };
        found.unwrap_or((0, Source::Default))
    }

    /// Takes the next line of the script, if it answers this question.
    fn next_line<T>(
        &mut self,
        ask: &Ask,
        asked: &str,
        read: impl Fn(&Scripted) -> Option<T>,
    ) -> Option<(T, Source)> {
        let Origin::Script(script) = &mut self.origin else { return None };
        if self.astray {
            return None;
        }
        let fault = match script.answers.front() {
            None => format!("the ledger is at its end, and {asked} is asked for"),
            Some(line) => match read(&line.answer).filter(|_| line.agrees(ask)) {
                Some(answer) => {
                    script.answers.pop_front();
                    return Some((answer, Source::Script));
                }
                None => format!("{asked} is asked for, and next is {}", told(line)),
            },
        };
        self.astray = true;
        self.faults.push(fault);
        None
    }

    /// Takes the next entry of the record, if it answers this question.
    fn next_entry<T>(
        &mut self,
        key: &str,
        read: impl Fn(&What) -> Option<T>,
    ) -> Option<(T, Source)> {
        let Origin::Record(rest) = &mut self.origin else { return None };
        if self.astray {
            return None;
        }
        let fault = match rest.front() {
            None => format!("the record is at its end, and {key} is asked for"),
            Some(entry) => match read(&entry.what).filter(|_| entry.key == key) {
                Some(answer) => {
                    // The record is the same record when it is played again: so is its source.
                    let source = entry.source;
                    self.reason = rest.pop_front().map(|entry| entry.reason).unwrap_or_default();
                    return Some((answer, source));
                }
                None => format!("{key} is asked for, and the record has {}", entry.key),
            },
        };
        self.astray = true;
        self.faults.push(fault);
        None
    }

    fn ruled(
        &mut self,
        question: &Question,
        key: &str,
        allowed: impl Fn(&str) -> Result<String, String>,
    ) -> Option<(String, Source)> {
        let Origin::Script(script) = &mut self.origin else { return None };
        let is_on = |ruling: &crate::script::Ruling| {
            ruling.is_on(key, question.decision.topic(), &question.ask)
        };
        let at = script.rulings.iter().position(is_on)?;
        let ruling = script.rulings.remove(at);
        match allowed(&ruling.choice) {
            Ok(choice) => Some((choice, Source::Ruling)),
            Err(reason) => {
                self.faults.push(format!("the ruling on line {}: {reason}", ruling.number));
                None
            }
        }
    }

    fn replayed_choice(&mut self, question: &Question, key: &str) -> Option<(String, Source)> {
        // Who answered belongs to what happened, so a record gives that again and not itself.
        let source = match &self.origin {
            Origin::Record(rest) => rest.front().map(|entry| entry.source),
            Origin::Seed(_) | Origin::Script(_) | Origin::Keyed(_) => None,
        };
        let found = self.next_entry(key, |what| match what {
            What::Decision { options, choice, .. } => {
                (*options == question.options).then(|| choice.clone())
            }
            What::Dice { .. }
            | What::Draw { .. }
            | What::Shuffle { .. }
            | What::Card { .. }
            | What::Fact { .. } => None,
        });
        found.map(|(choice, replay)| (choice, source.unwrap_or(replay)))
    }
}

/// What a choice asks, to tell whether it is still the same.
fn one_of(options: &[String]) -> String {
    match options {
        [] => "any words".to_owned(),
        options => format!("one of {}", options.join(", ")),
    }
}

fn told(line: &Line) -> String {
    format!("line {}, `{}`", line.number, line.text)
}

/// Finds the option that was meant, accents and capitals aside.
fn option(options: &[String], answer: &str) -> Result<usize, String> {
    let wanted = plain(answer);
    let exact = options.iter().position(|option| option == answer);
    exact
        .or_else(|| options.iter().position(|option| plain(option) == wanted))
        .ok_or_else(|| format!("`{answer}` is not among {}", options.join(", ")))
}

/// What stands between the season and the lane in a key. No season has it in its name.
pub const LANE: char = '@';

/// A key without its lane.
fn without_lane(key: &str) -> String {
    let (season, rest) = key.split_once('/').unwrap_or((key, ""));
    match season.split_once(LANE) {
        Some((season, _)) => format!("{season}/{rest}"),
        None => key.to_owned(),
    }
}

impl Entry {
    /// The entry as it would be without lanes, if it is one of this lane.
    pub fn of_lane(&self, lane: &str) -> Option<Entry> {
        let (season, _) = self.key.split_once('/')?;
        let (_, own) = season.split_once(LANE)?;
        let what = match &self.what {
            What::Card { shuffle, place, card } => {
                let shuffle = without_lane(shuffle);
                What::Card { shuffle, place: *place, card: card.clone() }
            }
            other => other.clone(),
        };
        (own == lane).then(|| Entry { key: without_lane(&self.key), what, ..self.clone() })
    }
}

fn stream(seed: &[u8; 32], key: &str) -> ChaCha20Rng {
    ChaCha20Rng::from_seed(hmac(seed, without_lane(key).as_bytes()))
}

/// Gives 1 to `sides` without bias: 32-bit words of the stream, one after the other; a word at or
/// above the largest multiple of `sides` is thrown away.
fn roll(words: &mut ChaCha20Rng, sides: u32) -> u32 {
    let fair = (1u64 << 32) / u64::from(sides) * u64::from(sides);
    loop {
        let word = u64::from(words.next_u32());
        if word < fair {
            return (word % u64::from(sides)) as u32 + 1;
        }
    }
}
