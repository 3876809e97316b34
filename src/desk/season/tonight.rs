//! The umpire's evening: everything that needs a person, and what one `yes` would do.
//!
//! The season is drafted if enough sheets are in. Then each open question is weighed: the season is
//! played once more with every other answer, in memory, and a question whose other answers end in
//! the same position needs nobody's attention.

use crate::campaign::deadline::Due;
use crate::campaign::status::Status;
use crate::intake::settle::WaitingMail;
use crate::season::play::{Inputs, Resolution};
use crate::season::publish::Published;
use crate::season::questions::OpenQuestion;
use crate::{Desk, DeskError, clock};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use store::{DraftRow, Status as Standing};

/// The most other answers that are played out in one evening.
const MOST_TRIALS: usize = 60;
/// Questions with more options than this are not weighed.
const MOST_OPTIONS: usize = 12;

/// What needs the umpire tonight.
#[derive(Debug, Clone, Serialize)]
pub struct Tonight {
    pub status: Status,
    /// Mails that need the umpire.
    pub mails: Vec<WaitingMail>,
    /// The draft; nothing if none was made.
    pub draft: Option<Resolution>,
    /// The error that prevented the draft, if there was one.
    pub no_draft: Option<String>,
    /// Open questions whose answer changes the season, those that need a person first.
    pub questions: Vec<Weighed>,
    /// How many open questions change nothing.
    pub idle_questions: usize,
    /// What looks odd, the most urgent first.
    pub odd: Vec<String>,
    /// Figures by what they count: whose, and how many.
    pub score: BTreeMap<String, BTreeMap<String, i64>>,
    /// What keeps the draft from being published.
    pub hindered: Option<String>,
    /// What publishing it would do, a sentence each; by force, if something keeps it from that.
    pub would: Vec<String>,
    /// The season that would open without a deadline, if one would.
    pub without_deadline: Option<String>,
}

/// An open question and what its answer decides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Weighed {
    #[serde(flatten)]
    pub question: OpenQuestion,
    /// The answers with which the season ends in another position.
    pub differ: Vec<String>,
    /// Whether every other answer was played out.
    pub weighed: bool,
}

/// The open questions of a draft, weighed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Weighing {
    /// The digest of the draft.
    digest: String,
    questions: Vec<Weighed>,
    idle: usize,
}

impl Tonight {
    /// How the questions of its draft were weighed.
    pub fn weighing(&self) -> Option<Weighing> {
        self.draft.as_ref().map(|draft| Weighing {
            digest: draft.digest.clone(),
            questions: self.questions.clone(),
            idle: self.idle_questions,
        })
    }
}

impl Desk {
    /// Drafts the season if it can be, and gathers what needs the umpire.
    pub fn tonight(&mut self, anyway: bool) -> Result<Tonight, DeskError> {
        self.tonight_after(anyway, None)
    }

    /// The same; what was weighed before for the same draft is not weighed again.
    pub fn tonight_after(
        &mut self,
        anyway: bool,
        before: Option<&Weighing>,
    ) -> Result<Tonight, DeskError> {
        let (draft, no_draft) = self.evening_draft(anyway)?;
        let status = self.status()?;
        let mails = self.waiting_mails(false)?;
        let mut tonight = Tonight {
            status,
            mails,
            no_draft,
            questions: vec![],
            idle_questions: 0,
            odd: vec![],
            score: BTreeMap::new(),
            hindered: None,
            would: vec![],
            without_deadline: None,
            draft: None,
        };
        let Some(draft) = draft else { return Ok(tonight) };
        let season = self.current()?;
        let inputs = self.inputs(&season)?;
        let end = self.store.draft(season.id)?.map(|draft| draft.state).unwrap_or_default();
        (tonight.questions, tonight.idle_questions) = match before {
            Some(same) if same.digest == draft.digest => (same.questions.clone(), same.idle),
            _ => weigh(&season.name, &inputs, &draft, &end),
        };
        tonight.score = self.evening_score(&inputs)?;
        let mut odd: Vec<String> = draft.holding.clone();
        odd.extend(draft.odd.iter().filter(|one| !draft.holding.contains(one)).cloned());
        tonight.odd = odd;
        let summary = match self.before_publishing() {
            Err(why @ DeskError::Refused { .. }) => {
                tonight.hindered = Some(why.to_string());
                self.publishing_would().or_else(|error| match error {
                    DeskError::Refused { .. } => Ok(vec![]),
                    error => Err(error),
                })?
            }
            summary => summary?,
        };
        // Who has sent what is told with the sheets.
        let said: Vec<String> =
            draft.orders.iter().map(|(power, orders)| format!("{power}: {orders}")).collect();
        let rest = summary.into_iter().filter(|line| !said.contains(line)).collect();
        (tonight.would, tonight.without_deadline) = self.would(rest, draft.over)?;
        tonight.would.extend(left_waiting(&tonight));
        tonight.draft = Some(draft);
        Ok(tonight)
    }

    /// Publishes the draft that was shown, and no other that was made since; with a reason, whatever
    /// the draft waits for.
    pub fn publish_shown(
        &mut self,
        shown: &Resolution,
        force: Option<&str>,
        deadline: Option<Due<'_>>,
    ) -> Result<Published, DeskError> {
        let season = self.current()?;
        let draft = self.store.draft(season.id)?;
        let same = |draft: &DraftRow| season.name == shown.season && draft.digest == shown.digest;
        if !draft.as_ref().is_some_and(same) {
            return Err(DeskError::refused(format!(
                "the draft of {} has changed since it was shown",
                shown.season
            ))
            .hint("run `umpire tonight` again"));
        }
        self.publish(force, deadline)
    }

    /// A draft as new as its sheets, or why there is none.
    fn evening_draft(
        &mut self,
        anyway: bool,
    ) -> Result<(Option<Resolution>, Option<String>), DeskError> {
        if self.store.campaign()?.ended.is_some() {
            return Ok((None, Some("the campaign has ended".to_owned())));
        }
        if self.store.current_season()?.status == Standing::SettingUp {
            let why = "the campaign is being set up; `umpire start` closes the set-up";
            return Ok((None, Some(why.to_owned())));
        }
        if self.is_fresh()? {
            return Ok((self.at_a_glance(&self.current()?)?, None));
        }
        if !anyway && let Err(error) = self.expect_quorum() {
            let DeskError::Refused { .. } = error else { return Err(error) };
            return Ok((None, Some(error.to_string())));
        }
        let season = self.current()?;
        let is_past = season.deadline.as_ref().is_some_and(|at| *at <= self.clock.now());
        if !anyway && !is_past && self.nothing_has_come(&season)? {
            return Ok((None, Some(format!("no sheet has come for {} yet", season.name))));
        }
        Ok((Some(self.resolve()?), None))
    }

    /// The figures of the draft's end, as the umpire sees them.
    fn evening_score(
        &self,
        inputs: &Inputs,
    ) -> Result<BTreeMap<String, BTreeMap<String, i64>>, DeskError> {
        let season = self.current()?;
        let events = self.store.events(season.id)?;
        let known = inputs.game.known_to_umpire(&inputs.position.state, &events)?;
        let mut score: BTreeMap<String, BTreeMap<String, i64>> = BTreeMap::new();
        for count in inputs.game.annals(&known)?.counts {
            *score.entry(count.what).or_default().entry(count.whose).or_default() += count.number;
        }
        Ok(score)
    }

    /// The season that would open without a deadline if the draft were published.
    pub fn opens_without_deadline(&self) -> Result<Option<String>, DeskError> {
        let season = self.current()?;
        let over = self.at_a_glance(&season)?.is_some_and(|draft| draft.over);
        Ok(self.would(vec![], over)?.1)
    }

    /// What one `yes` does, after what goes into the season; and the season that would open without
    /// a deadline.
    fn would(
        &self,
        mut summary: Vec<String>,
        over: bool,
    ) -> Result<(Vec<String>, Option<String>), DeskError> {
        if over {
            return Ok((summary, None));
        }
        let season = self.current()?;
        let Some(draft) = self.store.draft(season.id)? else { return Ok((summary, None)) };
        let asks = self.game(&season)?.asks(&draft.state)?.asks;
        let next = draft.next;
        Ok(match self.next_deadline(&asks.kind, &next)? {
            Some(at) => {
                let at = clock::show(&at, &self.zone()?);
                summary.push(format!("{next} opens; its deadline is {at}"));
                (summary, None)
            }
            None => {
                summary.push(format!(
                    "{next} opens without a deadline, unless you give one; `deadline:` in \
                     umpire.yaml gives each season one by a rhythm"
                ));
                (summary, Some(next))
            }
        })
    }
}

/// What publishing would leave as it is: mails that need the umpire, and sheets that do not count.
fn left_waiting(tonight: &Tonight) -> Option<String> {
    let mails = match tonight.mails.len() {
        0 => None,
        1 => Some("1 mail that needs you".to_owned()),
        many => Some(format!("{many} mails that need you")),
    };
    let sheets = match tonight.status.admissible.len() {
        0 => None,
        1 => Some("1 sheet that does not count".to_owned()),
        many => Some(format!("{many} sheets that do not count")),
    };
    let all: Vec<String> = mails.into_iter().chain(sheets).collect();
    (!all.is_empty()).then(|| format!("not settled, and left so: {}", all.join(" and ")))
}

/// Plays the season with every other answer to its open questions, and compares its end with the
/// draft's. Gives the questions that matter, and how many do not.
fn weigh(season: &str, inputs: &Inputs, draft: &Resolution, end: &str) -> (Vec<Weighed>, usize) {
    let play = |key: &str, answer: &str| {
        let mut ledger = inputs.ledger(season);
        ledger.force_as(key, answer, None, "tried out");
        inputs.game.resolve(&inputs.position, &inputs.sheets, &mut ledger)
    };
    let (mut all, mut idle, mut trials) = (vec![], 0, 0);
    for question in &draft.questions {
        let others: BTreeSet<&String> =
            question.options.iter().filter(|option| **option != question.taken).collect();
        if others.is_empty() && !question.options.is_empty() && !question.needs_human {
            idle += 1;
            continue;
        }
        let weighed =
            (1..=MOST_OPTIONS).contains(&others.len()) && trials + others.len() <= MOST_TRIALS;
        let mut differ = vec![];
        for answer in others.iter().filter(|_| weighed) {
            trials += 1;
            // An answer that cannot be played out changes the season for certain.
            let same = play(&question.key, answer).is_ok_and(|played| played.after.state == end);
            if !same {
                differ.push((*answer).clone());
            }
        }
        if weighed && differ.is_empty() && !question.needs_human {
            idle += 1;
        } else {
            all.push(Weighed { question: question.clone(), differ, weighed });
        }
    }
    all.sort_by_key(|one| (!one.question.needs_human, !one.weighed));
    (all, idle)
}
