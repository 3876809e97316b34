//! The umpire's word: on a key of the ledger, or on a sheet that came too late.

use super::script::Script;
use super::{Desk, DeskError, verdicts};
use crate::kit::ledger::{Entry, Ledger, Question, What};
use crate::kit::names::nearest;
use crate::kit::rule::Rule;
use crate::store::{RulingId, Status, Verdict};
use serde::Serialize;

/// A ruling that stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Ruling {
    pub number: i64,
    pub key: String,
    pub answer: String,
    pub made: String,
}

/// A ruling that was taken down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ruled {
    pub number: i64,
    /// Whether a draft showed that it fits; else resolving will tell.
    pub checked: bool,
}

/// A sheet that came too late and was admitted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Admitted {
    pub power: String,
    pub revision: u32,
    pub reason: String,
}

const ADMITTED: &str = "admitted by the umpire: ";

/// Refuses a ruling on what the draft did not ask, or one that is no answer to it.
fn fits(ledger: &[String], key: &str, answer: &str) -> Result<(), DeskError> {
    let entries: Vec<Entry> =
        ledger.iter().filter_map(|json| serde_json::from_str(json).ok()).collect();
    let Some(entry) = entries.iter().find(|entry| entry.key == key) else {
        let near = nearest(key, entries.iter().map(|entry| entry.key.as_str()));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => "`umpire archive show SEASON --ledger` shows every key".to_owned(),
        };
        return Err(DeskError::refused(format!("the draft asks nothing by `{key}`; {help}")));
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
        What::Decision { options, .. } => {
            trial.force("trial/trial/-/-/-/1", answer);
            let question = Question {
                ask: TRIAL.by(""),
                decider: String::new(),
                topic: String::new(),
                options: options.clone(),
                default: String::new(),
                needs_human: false,
            };
            trial.decide(question, None);
        }
    }
    let Some(fault) = trial.finish().into_iter().next() else { return Ok(()) };
    let reason = fault.split_once("does not fit: ").map_or(fault.as_str(), |(_, reason)| reason);
    Err(DeskError::refused(format!("`{answer}` is no answer to `{key}`: {reason}")))
}

impl Desk {
    /// Rules on a key of the ledger in the season that is open; a draft becomes stale.
    pub fn rule(&mut self, key: &str, answer: &str) -> Result<Ruled, DeskError> {
        let season = self.current()?;
        let (key, answer) = (key.trim(), answer.trim());
        let drafted = season.status == Status::Drafted;
        if drafted {
            fits(&self.store.ledger(season.id)?, key, answer)?;
        }
        let number = self.store.add_ruling(season.id, key, answer, &self.clock.now())?.0;
        Ok(Ruled { number, checked: drafted })
    }

    /// Takes a ruling back.
    pub fn drop_ruling(&mut self, number: i64) -> Result<(), DeskError> {
        Ok(self.store.drop_ruling(RulingId(number), &self.clock.now())?)
    }

    /// Lists the rulings that stand in the season that is open.
    pub fn rulings(&self) -> Result<Vec<Ruling>, DeskError> {
        let season = self.current()?;
        let rulings = self.store.rulings(season.id)?.into_iter();
        let rulings = rulings.map(|ruling| Ruling {
            number: ruling.id.0,
            key: ruling.key,
            answer: ruling.answer,
            made: ruling.made,
        });
        Ok(rulings.collect())
    }

    /// Admits a sheet that came too late.
    pub fn admit(&mut self, power: &str, revision: u32, reason: &str) -> Result<(), DeskError> {
        let season = self.current()?;
        let power = self.power(power)?;
        let revisions = self.store.revisions(season.id, &power)?;
        let late = |sheet: &&crate::store::SheetRow| {
            sheet.revision == revision && sheet.verdict == Verdict::Late
        };
        let Some(sheet) = revisions.iter().find(late) else {
            return Err(DeskError::refused(format!(
                "no late sheet of {power} has the revision {revision}; `umpire status` shows them"
            )));
        };
        let reason = format!("{ADMITTED}{reason}");
        let now = self.clock.now();
        if let Some(standing) = verdicts::standing(&Script::bare(sheet.text.as_str())) {
            self.store.set_standing(&power, season.id, &standing)?;
        }
        // Its diagnostics are kept as a JSON list.
        let verdict = match sheet.diagnostics.as_str() {
            "" | "[]" => Verdict::Accepted,
            _ => Verdict::AcceptedWithRemarks,
        };
        Ok(self.store.rule_on_sheet(sheet.id, verdict, &reason, &now)?)
    }

    /// Lists the sheets of the season that came too late and were admitted.
    pub fn admitted(&self) -> Result<Vec<Admitted>, DeskError> {
        let season = self.current()?;
        let mut all = vec![];
        for power in self.store.powers()? {
            for sheet in self.store.revisions(season.id, &power.name)? {
                if let Some(reason) = sheet.reason.strip_prefix(ADMITTED) {
                    let (power, reason) = (sheet.power.clone(), reason.to_owned());
                    all.push(Admitted { power, revision: sheet.revision, reason });
                }
            }
        }
        Ok(all)
    }

    /// Lists the open questions of the draft.
    pub fn questions(&self) -> Result<Vec<super::questions::OpenQuestion>, DeskError> {
        let season = self.current()?;
        Ok(super::questions::OpenQuestion::all(&self.store.ledger(season.id)?))
    }
}
