//! The umpire's word: on a decision, a die or a chit, on a fact, on a late sheet, on an option.
//!
//! Each is an input of the season, with its reason; none changes anything behind its back. What no
//! longer fits when the season is resolved again is told, and is never applied to something else.

use crate::campaign::start::no_forced_chance;
use crate::kill_steps::step;
use crate::post::notices::title;
use crate::post::outgoing::{Kind as Mail, Post, To};
use crate::season::questions::OpenQuestion;
use crate::{Desk, DeskError, referee};
use checker::read_sheet::ReadSheet;
use checker::verdicts;
use kit::decision::{Decision, Place};
use kit::ledger::{At, Entry, Ledger, Question, What};
use kit::names::nearest;
use kit::rule::Rule;
use report::wrapped;
use serde::Serialize;
use store::{How, Kind, NewRuling, RulingRow, SeasonRow, Settling, SheetRow, Status, Verdict};

/// What an answer is tried on before it is kept; of the question only its options count.
const TRIED: &Decision = &Decision {
    rule: "-",
    decision: "-",
    decider: "-",
    options: "-",
    default: "-",
    key: "-",
    place: Place::Entry,
    topic: None,
};

/// A ruling as the umpire gives it.
#[derive(Debug, Clone, Copy)]
pub enum Word<'a> {
    /// The answer to one key of the ledger: a choice, the faces of dice, what is drawn.
    Answer { key: &'a str, answer: &'a str },
    /// A fact, in the words of the rule system, and its place in the sequence.
    Fact { at: &'a str, text: &'a str },
    /// A sheet that came too late is admitted.
    Sheet { power: &'a str, revision: u32 },
    /// An option of the campaign, from this season on.
    Option { name: &'a str, value: &'a str },
}

/// A ruling that stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ruling {
    pub number: u32,
    /// `answer`, `fact`, `sheet` or `option`.
    pub kind: String,
    /// What it is on: the key, the sheet, the option; of a fact its place in the sequence.
    pub on: String,
    pub answer: String,
    pub reason: String,
    pub made: String,
}

/// A ruling that was taken down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruled {
    pub number: u32,
    /// In words, what it is on and what it says.
    pub on: String,
    pub answer: String,
    /// Whether a draft showed that it fits; else resolving will tell.
    pub checked: bool,
}

/// The longest reason.
const MOST_REASON: usize = 2000;

/// Refuses a ruling on what the draft did not ask, or one that is no answer to it.
/// Gives what the draft asks by that key.
fn fits(ledger: &[String], key: &str, answer: &str) -> Result<String, DeskError> {
    let entries: Vec<Entry> =
        ledger.iter().filter_map(|json| serde_json::from_str(json).ok()).collect();
    let Some(entry) = entries.iter().find(|entry| entry.key == key) else {
        let near = nearest(key, entries.iter().map(|entry| entry.key.as_str()));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`umpire archive show SEASON --ledger` shows every key".to_owned(),
        };
        return Err(DeskError::refused(format!("the draft has no question `{key}`")).hint(help));
    };
    // A ledger of its own answers this one question, so that what fits here fits in the season.
    const TRIAL: Rule = Rule("trial");
    let mut trial = Ledger::seeded("trial", [0; 32]);
    match &entry.what {
        What::Dice { count, sides, .. } => {
            trial.force("trial/trial/-/-/1", answer);
            trial.dice(TRIAL.by(""), *count, *sides);
        }
        What::Draw { options, .. } => {
            trial.force("trial/trial/-/-/1", answer);
            trial.draw(TRIAL.by(""), options);
        }
        What::Shuffle { cards, .. } => {
            trial.force("trial/trial/-/-/shuffle/1", answer);
            trial.shuffle(TRIAL.by(""), cards);
        }
        What::Card { shuffle, .. } => {
            return Err(DeskError::refused(format!(
                "`{key}` is a card of the shuffle `{shuffle}`"
            ))
            .hint("rule on that"));
        }
        What::Decision { options, .. } => {
            trial.force("trial/trial/-/-/-/1", answer);
            let question = Question {
                ask: TRIAL.by(""),
                decider: String::new(),
                decision: TRIED,
                options: options.clone(),
                default: String::new(),
                needs_human: false,
            };
            trial.decide(question, None);
        }
        What::Fact { .. } => {
            return Err(DeskError::refused(format!("`{key}` is a ruling itself"))
                .hint("`umpire ruling drop` takes it back"));
        }
    }
    let Some(fault) = trial.finish().into_iter().next() else { return Ok(entry.what.question()) };
    let reason = fault.split_once("does not fit: ").map_or(fault.as_str(), |(_, reason)| reason);
    Err(DeskError::refused(format!("`{answer}` is not a valid answer to `{key}`: {reason}")))
}

impl Desk {
    /// Rules on a key of the ledger in the season that is open; a draft becomes stale.
    pub fn rule(&mut self, key: &str, answer: &str) -> Result<Ruled, DeskError> {
        self.rule_on(Word::Answer { key, answer }, "")
    }

    /// Stores a ruling of the umpire, with its reason; a draft becomes stale.
    pub fn rule_on(&mut self, word: Word<'_>, reason: &str) -> Result<Ruled, DeskError> {
        let season = self.current()?;
        let reason = reason.trim();
        if reason.len() > MOST_REASON {
            return Err(DeskError::refused(format!(
                "the reason is longer than {MOST_REASON} bytes"
            ))
            .hint("shorten it"));
        }
        match word {
            Word::Answer { key, answer } => self.rule_answer(&season, key, answer, reason),
            Word::Fact { at, text } => self.rule_fact(&season, at, text, reason),
            Word::Sheet { power, revision } => self.admit(&season, power, revision, reason),
            Word::Option { name, value } => self.rule_option(&season, name, value, reason),
        }
    }

    fn rule_answer(
        &mut self,
        season: &SeasonRow,
        key: &str,
        answer: &str,
        reason: &str,
    ) -> Result<Ruled, DeskError> {
        let (key, answer) = (key.trim(), answer.trim());
        if season.status == Status::SettingUp {
            let ledger = self.set_up_so_far(season)?;
            if ledger.entries().iter().any(|entry| entry.key == key && entry.is_chance()) {
                return Err(no_forced_chance(key));
            }
        }
        let drafted = season.status == Status::Drafted;
        let asked =
            drafted.then(|| fits(&self.store.ledger(season.id)?, key, answer)).transpose()?;
        let ruling = NewRuling {
            kind: Kind::Answer,
            key,
            answer,
            reason,
            place: "",
            asked: asked.as_deref(),
        };
        self.keep_ruling(season, &ruling, key.to_owned(), drafted)
    }

    fn rule_fact(
        &mut self,
        season: &SeasonRow,
        at: &str,
        text: &str,
        reason: &str,
    ) -> Result<Ruled, DeskError> {
        if season.status == Status::SettingUp {
            let text = "while the campaign is set up, rule on the decisions of the set-up";
            return Err(DeskError::refused(text));
        }
        let game = self.game(season)?;
        let text = text.trim();
        game.check_fact(text).map_err(DeskError::refused)?;
        let place = self.place(season, game.part(), at.trim())?.to_string();
        let ruling = NewRuling {
            kind: Kind::Fact,
            key: "",
            answer: text,
            reason,
            place: &place,
            // As the umpire wrote it, for display.
            asked: Some(at),
        };
        self.keep_ruling(season, &ruling, at.to_owned(), false)
    }

    /// Reads a place in the sequence: `start`, `before marker 5`, `after 27`, `end`.
    fn place(&self, season: &SeasonRow, part: &str, written: &str) -> Result<At, DeskError> {
        let how = || {
            DeskError::refused(format!("`{written}` is not a place in the sequence")).hint(format!(
                "write `start`, `before {part} 5`, `after 27` with the number of an event, or `end`"
            ))
        };
        let words: Vec<&str> = written.split_whitespace().collect();
        match words.as_slice() {
            ["start"] => Ok(At::Start),
            ["end"] => Ok(At::End),
            ["before", number] => number.parse().map(At::Before).map_err(|_| how()),
            ["before", word, number] if *word == part => {
                number.parse().map(At::Before).map_err(|_| how())
            }
            ["after", number] | ["after", "event", number] => {
                let number: usize = number.parse().map_err(|_| how())?;
                let mut events = self.store.events(season.id)?;
                if number == 0 || number > events.len() {
                    let (name, last) = (&season.name, events.len());
                    return Err(match last {
                        0 => DeskError::refused(format!("no draft found for {name}"))
                            .hint("resolve it first"),
                        _ => DeskError::refused(format!(
                            "the draft of {name} has the events 1 to {last}"
                        )),
                    });
                }
                events.truncate(number);
                At::after(&events).ok_or_else(how)
            }
            _ => Err(how()),
        }
    }

    fn rule_option(
        &mut self,
        season: &SeasonRow,
        name: &str,
        value: &str,
        reason: &str,
    ) -> Result<Ruled, DeskError> {
        let campaign = self.store.campaign()?;
        if referee(&campaign.rules)?.fixed().contains(&name) {
            return Err(DeskError::refused(format!(
                "the option `{name}` is fixed when a campaign is made, and no ruling can change it"
            )));
        }
        let mut options = self.store.options(season.id)?;
        options.insert(name.to_owned(), value.to_owned());
        let shelf = self.shelf(&campaign)?;
        // A name or a value that is none is refused by the book.
        referee(&campaign.rules)?.open(&shelf, &campaign.scenario, &options)?;
        let ruling = NewRuling {
            kind: Kind::Option,
            key: name,
            answer: value,
            reason,
            place: "",
            asked: None,
        };
        self.keep_ruling(season, &ruling, name.to_owned(), true)
    }

    fn keep_ruling(
        &mut self,
        season: &SeasonRow,
        ruling: &NewRuling<'_>,
        on: String,
        checked: bool,
    ) -> Result<Ruled, DeskError> {
        step("before a ruling is kept");
        let number = self.store.add_ruling(season.id, ruling, &self.clock.now())?;
        step("after a ruling is kept");
        Ok(Ruled { number, on, answer: ruling.answer.to_owned(), checked })
    }

    /// Takes a ruling back; a sheet that was admitted is late again.
    pub fn drop_ruling(&mut self, number: u32) -> Result<(), DeskError> {
        let (now, season) = (self.clock.now(), self.current()?);
        step("before a ruling is dropped");
        self.store_batch(|desk| {
            let dropped = desk.store.drop_ruling(season.id, number, &now)?;
            if dropped.kind != Kind::Sheet {
                return Ok(());
            }
            let sheet = desk.sheet_of(&dropped.key)?;
            let reason = dropped.asked.unwrap_or_default();
            if let Some(standing) = verdicts::standing(&ReadSheet::bare(sheet.text.as_str())) {
                desk.store.unset_standing(&sheet.power, sheet.season, &standing)?;
            }
            let before = match dropped.place.as_str() {
                place if place == Verdict::NeedsUmpire.word() => Verdict::NeedsUmpire,
                _ => Verdict::Late,
            };
            desk.store.rule_on_sheet(sheet.id, before, &reason, &now)?;
            let plays = desk.will_be_played(&season, &sheet.power)?;
            let text = format!("The umpire took back that it was admitted.\n\n{plays}");
            let words = ("your sheet does not count", text);
            desk.tell_of_sheet(&season, (&sheet.power, sheet.revision), words, number)
        })?;
        step("after a ruling is dropped");
        Ok(())
    }

    /// Lists the rulings that stand in the season that is open.
    pub fn rulings(&self) -> Result<Vec<Ruling>, DeskError> {
        let season = self.current()?;
        Ok(self.store.rulings(season.id)?.into_iter().map(shown).collect())
    }

    /// Admits a sheet that came too late, or for a power that nobody plays.
    fn admit(
        &mut self,
        season: &SeasonRow,
        power: &str,
        revision: u32,
        reason: &str,
    ) -> Result<Ruled, DeskError> {
        let power = self.power(power)?;
        let revisions = self.store.revisions(season.id, &power)?;
        let waits = |sheet: &&SheetRow| {
            sheet.revision == revision
                && matches!(sheet.verdict, Verdict::Late | Verdict::NeedsUmpire)
        };
        let Some(sheet) = revisions.iter().find(waits) else {
            return Err(DeskError::refused(format!(
                "revision {revision} of {power}'s sheet does not wait for a ruling"
            ))
            .hint("`umpire status` shows those that do"));
        };
        let now = self.clock.now();
        // What stands in it is set as if it had come in time.
        let context = self.intake_context()?;
        let known = self.known_to(&context, &power, &sheet.text)?;
        let standing = verdicts::judge(context.game.as_ref(), &known, &sheet.text)?.standing;
        // Its diagnostics are kept as a JSON list.
        let verdict = match sheet.diagnostics.as_str() {
            "" | "[]" => Verdict::Accepted,
            _ => Verdict::AcceptedWithRemarks,
        };
        let key = format!("{power}/{revision}");
        let ruling = NewRuling {
            kind: Kind::Sheet,
            key: &key,
            answer: "admitted",
            reason,
            // What it was before, should the ruling be dropped.
            place: sheet.verdict.word(),
            asked: Some(&sheet.reason),
        };
        step("before a ruling is kept");
        let number = self.store_batch(|desk| {
            if let Some(standing) = &standing {
                desk.store.set_standing(&power, season.id, standing)?;
            }
            let why = format!("admitted by the umpire: {reason}");
            desk.store.rule_on_sheet(sheet.id, verdict, &why, &now)?;
            let number = desk.store.add_ruling(season.id, &ruling, &now)?;
            if let Some(raw) = sheet.raw.filter(|_| sheet.verdict == Verdict::NeedsUmpire) {
                desk.store.settle(&Settling::of(raw, How::Admitted, reason, &now))?;
            }
            let text = match reason {
                "" => "The umpire admitted it.".to_owned(),
                reason => format!("The umpire admitted it. The reason: {reason}"),
            };
            let plays = format!("If nothing else comes from you, revision {revision} is played.");
            let words = ("your sheet counts", format!("{text}\n\n{plays}"));
            desk.tell_of_sheet(season, (&power, revision), words, number)?;
            Ok(number)
        })?;
        step("after a ruling is kept");
        let on = format!("revision {revision} of {power}'s sheet");
        Ok(Ruled { number, on, answer: "admitted".to_owned(), checked: true })
    }

    /// Tells a power's player what a ruling made of their sheet.
    fn tell_of_sheet(
        &mut self,
        season: &SeasonRow,
        (power, revision): (&str, u32),
        (subject, text): (&str, String),
        ruling: u32,
    ) -> Result<(), DeskError> {
        let played = self.played_powers()?;
        let Some((_, player)) = played.iter().find(|(played, _)| played == power) else {
            return Ok(());
        };
        let about = format!("Revision {revision} of {}'s sheet, {}.", title(power), season.name);
        let slug = subject.replace(' ', "-");
        let mail = self.compose(&Post {
            to: To::Player(player.id),
            kind: Mail::Notice,
            season: Some(season.id),
            power: Some(power.to_owned()),
            subject: format!("{subject}, {}, {}", season.name, title(power)),
            text: wrapped(&format!("{about} {text}"), 72, 0),
            html: None,
            attachments: vec![],
            answers: None,
            key: format!("{slug}/{}/{power}/{revision}/{ruling}", season.id.0),
        })?;
        self.store.post(&mail)?;
        Ok(())
    }

    /// The sheet that a ruling admitted.
    fn sheet_of(&self, key: &str) -> Result<SheetRow, DeskError> {
        let gone = || DeskError::refused(format!("sheet {key} not found"));
        let (power, revision) = key.rsplit_once('/').ok_or_else(gone)?;
        let revision: u32 = revision.parse().map_err(|_| gone())?;
        let revisions = self.store.revisions(self.current()?.id, power)?;
        revisions.into_iter().find(|sheet| sheet.revision == revision).ok_or_else(gone)
    }

    /// The facts that a ruling can set, as the rule system has them written.
    pub fn facts(&self) -> Result<&'static str, DeskError> {
        Ok(self.game(&self.current()?)?.facts())
    }

    /// Finds the key of an open question by its number in `umpire questions`.
    pub fn question_key(&self, number: usize) -> Result<String, DeskError> {
        let found = self.questions()?.into_iter().find(|question| question.number == number);
        found.map(|question| question.key).ok_or_else(|| {
            DeskError::refused(format!("no open question has the number {number}"))
                .hint("`umpire questions` lists them")
        })
    }

    /// Lists the open questions of the draft.
    pub fn questions(&self) -> Result<Vec<OpenQuestion>, DeskError> {
        let season = self.current()?;
        let open = OpenQuestion::all(&self.store.ledger(season.id)?, &self.decisions()?);
        Ok(OpenQuestion::named(open, self.game(&season)?.as_ref()))
    }
}

/// A ruling as it is shown to the umpire.
pub(crate) fn shown(row: RulingRow) -> Ruling {
    let on = match row.kind {
        Kind::Answer | Kind::Option => row.key,
        Kind::Sheet => match row.key.rsplit_once('/') {
            Some((power, revision)) => format!("revision {revision} of {power}'s sheet"),
            None => row.key,
        },
        // As the umpire wrote it; the program stores another form.
        Kind::Fact => row.asked.unwrap_or(row.place),
    };
    Ruling {
        number: row.number,
        kind: row.kind.word().to_owned(),
        on,
        answer: row.answer,
        reason: row.reason,
        made: row.made,
    }
}
