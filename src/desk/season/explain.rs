//! Why a thing happened: one event of a season whole, with everything it rests on; every event in a
//! sentence; and what has changed since the draft before.

use crate::{Desk, DeskError};
use kit::ledger::{Entry, Source, What};
use rules::Explained;
use serde::Serialize;
use store::{SeasonRow, Status};

/// An event with all that it rests on.
#[derive(Debug, Clone, Serialize)]
pub struct Explanation {
    pub season: String,
    pub number: usize,
    /// How many events the season has.
    pub of: usize,
    pub sentence: String,
    #[serde(flatten)]
    pub event: Explained,
    /// The dice, chits, decisions and rulings since the event before it.
    pub answers: Vec<AnswerLine>,
}

/// One answer of the ledger, in words.
#[derive(Debug, Clone, Serialize)]
pub struct AnswerLine {
    pub key: String,
    /// `2d6`, `one of a, b`.
    pub asked: String,
    pub answer: String,
    /// Who decided, if it is a decision.
    pub decider: Option<String>,
    /// Where the answer came from, in words.
    pub from: String,
}

/// One line of a season told event by event.
#[derive(Debug, Clone, Serialize)]
pub struct EventLine {
    pub number: usize,
    pub sentence: String,
}

/// One line of what differs from what a draft is compared with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// It happens now; with its number in the draft.
    Now(usize, String),
    /// It happened there, and does not now.
    NoMore(String),
}

/// What a draft is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Against {
    /// The draft before it.
    DraftBefore,
    /// The season that was withdrawn, and that it replaces.
    Withdrawn,
}

impl AnswerLine {
    fn of(entry: &Entry) -> Self {
        let (decider, asked) = match &entry.what {
            What::Decision { decider, topic, .. } => {
                (Some(decider.clone()), format!("{topic}: {}", entry.what.question()))
            }
            What::Fact { text, reason, .. } => {
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                (None, format!("{text} ({reason})"))
            }
            What::Dice { .. } | What::Draw { .. } | What::Shuffle { .. } | What::Card { .. } => {
                (None, entry.what.question())
            }
        };
        let chance = !matches!(entry.what, What::Decision { .. } | What::Fact { .. });
        let from = match entry.source {
            Source::Seed => "from the season's seed",
            Source::Script => "from a script",
            Source::Forced => "forced by you",
            Source::Ruling => "your ruling",
            Source::Entry => "the order itself",
            Source::Reaction => "a reaction of the sheet",
            Source::Default if chance => "taken for want of another",
            Source::Default => "the rules' default; nobody decided",
        };
        Self {
            key: entry.key.clone(),
            asked,
            answer: entry.what.answer(),
            decider,
            from: from.into(),
        }
    }
}

impl Desk {
    /// Whether the draft is up to date with its inputs.
    pub fn is_fresh(&self) -> Result<bool, DeskError> {
        let season = self.current()?;
        let Some(draft) = self.store.draft(season.id)? else { return Ok(false) };
        Ok(season.status == Status::Drafted
            && draft.mark == season.changes
            && self.inputs(&season)?.digest == draft.inputs)
    }

    /// The season that is meant: the one that is named, or the one that is open.
    fn meant(&self, season: Option<&str>) -> Result<SeasonRow, DeskError> {
        match season {
            Some(written) => Ok(self.store.season(written)?),
            None => self.current(),
        }
    }

    /// Tells every event of a season in a sentence.
    pub fn chronicle(&self, season: Option<&str>) -> Result<Vec<EventLine>, DeskError> {
        self.sentences(&self.meant(season)?)
    }

    pub(crate) fn sentences(&self, season: &SeasonRow) -> Result<Vec<EventLine>, DeskError> {
        let (game, state) = (self.game(season)?, self.store.state(season.id)?);
        let sentences = game.chronicle(&state, &self.store.events(season.id)?)?;
        let numbered = (1..).zip(sentences);
        Ok(numbered.map(|(number, sentence)| EventLine { number, sentence }).collect())
    }

    /// Explains one event of a season.
    pub fn explain(&self, season: Option<&str>, number: usize) -> Result<Explanation, DeskError> {
        self.explained(self.meant(season)?, number)
    }

    pub(crate) fn explained(
        &self,
        season: SeasonRow,
        number: usize,
    ) -> Result<Explanation, DeskError> {
        let mut events = self.store.events(season.id)?;
        let of = events.len();
        if number == 0 || number > of {
            let name = &season.name;
            return Err(match of {
                0 => DeskError::refused(format!("nothing has been played in {name} yet"))
                    .hint("resolve it first"),
                _ => DeskError::refused(format!(
                    "{name} has the events 1 to {of}, and no event {number}"
                )),
            });
        }
        events.truncate(number);
        let (game, state) = (self.game(&season)?, self.store.state(season.id)?);
        let sentence = game.chronicle(&state, &events)?.pop().unwrap_or_default();
        let event = game.explain(&state, &events)?;
        let given = self.store.answers(season.id)?;
        let until = |at: usize| given.get(at).copied().flatten().map(|count| count as usize);
        let from = number.checked_sub(2).map_or(Some(0), until);
        let ledger = self.store.ledger(season.id)?;
        let range = from.zip(until(number - 1)).and_then(|(from, to)| ledger.get(from..to));
        let answers = range
            .unwrap_or_default()
            .iter()
            .filter_map(|json| serde_json::from_str(json).ok())
            .map(|entry: Entry| AnswerLine::of(&entry))
            .collect();
        Ok(Explanation { season: season.name, number, of, sentence, event, answers })
    }

    /// Tells what has changed since the draft before the last one, or since what was withdrawn.
    pub fn changes(&self, against: Against) -> Result<Vec<Change>, DeskError> {
        let season = self.current()?;
        let former = match against {
            Against::DraftBefore => self.store.former_events(season.id)?,
            Against::Withdrawn => self.withdrawn_events(&season)?,
        };
        if former.is_empty() {
            let what = match against {
                Against::DraftBefore => "earlier draft",
                Against::Withdrawn => "withdrawn season",
            };
            let name = &season.name;
            return Err(DeskError::refused(format!("no {what} of {name} found to compare with")));
        }
        let events = self.store.events(season.id)?;
        let (game, state) = (self.game(&season)?, self.store.state(season.id)?);
        let now = game.chronicle(&state, &events)?;
        let then = game.chronicle(&state, &former)?;
        let mut changes = vec![];
        for step in steps(&former, &events) {
            changes.push(match step {
                Step::Gone(at) => Change::NoMore(then[at].clone()),
                Step::New(at) => Change::Now(at + 1, now[at].clone()),
            });
        }
        Ok(changes)
    }

    /// The events of the season that was withdrawn last in the place of this one.
    fn withdrawn_events(&self, season: &SeasonRow) -> Result<Vec<String>, DeskError> {
        let withdrawn = self.store.withdrawn(season)?;
        let newest = withdrawn.into_iter().max_by_key(|id| id.0);
        Ok(newest.map(|id| self.store.events(id)).transpose()?.unwrap_or_default())
    }

    /// A power's report of the draft at hand, as they would read it.
    pub fn report_of_draft(&self, power: &str) -> Result<String, DeskError> {
        let (season, power) = (self.current()?, self.power(power)?);
        let reports = self.store.reports(season.id)?;
        let own = reports.iter().find(|report| report.power == power && report.format == "txt");
        let body = own.map(|report| String::from_utf8_lossy(&report.body).into_owned());
        body.ok_or_else(|| {
            DeskError::refused(format!("no draft found for {}", season.name))
                .hint("resolve it first")
        })
    }
}

/// A line that one of two lists has and the other has not.
enum Step {
    Gone(usize),
    New(usize),
}

/// What leads from one list to another: the lines outside their longest common part.
fn steps(old: &[String], new: &[String]) -> Vec<Step> {
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let (rest, fresh) = (&old[head..], &new[head..]);
    let tail = rest.iter().rev().zip(fresh.iter().rev()).take_while(|(a, b)| a == b).count();
    let (rest, fresh) = (&rest[..rest.len() - tail], &fresh[..fresh.len() - tail]);
    // The length of the longest common part of what is left from each place on.
    let width = fresh.len() + 1;
    let mut common = vec![0u32; (rest.len() + 1) * width];
    for i in (0..rest.len()).rev() {
        for j in (0..fresh.len()).rev() {
            common[i * width + j] = if rest[i] == fresh[j] {
                common[(i + 1) * width + j + 1] + 1
            } else {
                common[(i + 1) * width + j].max(common[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j, mut steps) = (0, 0, vec![]);
    while i < rest.len() || j < fresh.len() {
        if i < rest.len() && j < fresh.len() && rest[i] == fresh[j] {
            (i, j) = (i + 1, j + 1);
        } else if j == fresh.len()
            || i < rest.len() && common[(i + 1) * width + j] >= common[i * width + j + 1]
        {
            steps.push(Step::Gone(head + i));
            i += 1;
        } else {
            steps.push(Step::New(head + j));
            j += 1;
        }
    }
    steps
}
