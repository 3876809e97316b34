//! Sheets that are judged again, since the position they were written for has become another.
//!
//! At the start, those that came during the set-up and are worth something else now; after a
//! rollback, those that were in for the season after. Each is kept as a new revision with a receipt
//! of its own.

use crate::campaign::asks::asks;
use crate::campaign::wards::carries_over;
use crate::intake::answer::Came;
use crate::intake::context::IntakeContext;
use crate::intake::read_sheet::ReadSheet;
use crate::intake::receive::Receipt;
use crate::intake::verdicts;
use crate::intake::verdicts::Judged;
use crate::{Desk, DeskError};
use std::collections::BTreeMap;
use store::{SeasonRow, SheetRow};

impl Desk {
    /// Holds the sheets that came during the set-up against the position that came of it, and
    /// answers anew those that are worth something else now.
    pub(crate) fn judge_opening(
        &mut self,
        context: &IntakeContext,
        sheets: BTreeMap<String, SheetRow>,
    ) -> Result<Vec<Receipt>, DeskError> {
        let mut receipts = vec![];
        for (power, before) in sheets {
            let game = context.game.as_ref();
            let foretold = verdicts::foretold(game, &power, Some(&before.text))?;
            let then = verdicts::judge(game, &foretold, &before.text)?;
            // Its set-up has been played by now; only its orders can be worth something else.
            let known = game.before_start(&self.known_to(context, &power, &before.text)?)?;
            let now = verdicts::judge(game, &known, &before.text)?;
            if then != now {
                let why = "read again now that the opening position stands";
                receipts.push(self.answer_anew(context, &power, &before, now, why)?);
            }
        }
        Ok(receipts)
    }

    /// Answers the sheets that were in for a season when the one before it was withdrawn.
    pub(crate) fn answer_again(&mut self, season: &SeasonRow) -> Result<Vec<Receipt>, DeskError> {
        let Some(withdrawn) = self.store.withdrawn_after(season.number)? else {
            return Ok(vec![]);
        };
        let why = "the season before it was played again; read again as a later revision";
        let (then, now) = (asks(&withdrawn)?, asks(season)?);
        let mut others: Vec<String> =
            self.store.powers()?.into_iter().map(|power| power.name).collect();
        others.retain(|power| !carries_over(&then, &now, power));
        self.store.keep_superseded(withdrawn.id, season.id, why, &others)?;
        let context = self.intake_context()?;
        let mut receipts = vec![];
        for (power, before) in self.store.newest_sheets(withdrawn.id)? {
            // What an earlier keeper wrote for a ward is not its new keeper's sheet.
            if others.contains(&power) {
                continue;
            }
            let known = self.known_to(&context, &power, &before.text)?;
            let now = verdicts::judge(context.game.as_ref(), &known, &before.text)?;
            let why = "read again, since the season before it was played again";
            receipts.push(self.answer_anew(&context, &power, &before, now, why)?);
        }
        Ok(receipts)
    }

    /// Keeps a sheet as a new revision with what it is worth now, and answers it.
    fn answer_anew(
        &mut self,
        context: &IntakeContext,
        power: &str,
        before: &SheetRow,
        mut now: Judged,
        why: &str,
    ) -> Result<Receipt, DeskError> {
        let reason = [now.reason.as_str(), why];
        now.reason =
            reason.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ");
        let (at, read_sheet) = (self.clock.now(), ReadSheet::bare(before.text.as_str()));
        let came = Came { received: &at, way: before.way, why: &before.why };
        let answer = self.written_answer(context, power, &read_sheet, came, now, None)?;
        let mut sheet = answer.sheet.expect("an answer in writing has a revision to keep");
        let number = self.store.next_revision(context.season.id, power)?;
        sheet.mails = answer.mails;
        sheet.letters = answer.letters;
        if let Some(post) = self.receipt_post(context, &sheet, number, None)? {
            sheet.mails.push(self.compose(&post)?);
        }
        let revision = self.store.keep_sheet(&sheet)?;
        Ok(Receipt {
            source: "the desk".into(),
            power: answer.power,
            revision: Some(revision),
            verdict: answer.verdict.word().to_owned(),
            reason: answer.reason,
            text: answer.text,
        })
    }
}
