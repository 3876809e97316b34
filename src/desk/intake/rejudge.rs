//! Sheets that are judged again, since the position they were written for has become another.
//!
//! At the start, those that came during the set-up and are worth something else now; after a
//! rollback, those that were in for a season after, and those that came for it meanwhile. Each is
//! kept as a new revision with a receipt of its own. With them the umpire's rulings and words stand
//! again.

use crate::campaign::asks::asks;
use crate::campaign::wards::carries_over;
use crate::intake::answer::Came;
use crate::intake::context::IntakeContext;
use crate::intake::receive::Receipt;
use crate::{Desk, DeskError};
use checker::read_sheet::ReadSheet;
use checker::verdicts;
use checker::verdicts::Judged;
use std::collections::BTreeMap;
use store::{Kind, NewKept, RawId, SeasonId, SeasonRow, SheetRow, TakenOver, Verdict, Way};

/// What a season that opens again takes over from the one that was taken back.
#[derive(Debug, Default)]
pub(crate) struct TakenUp {
    pub receipts: Vec<Receipt>,
    pub over: TakenOver,
}

/// A sheet that is read again.
#[derive(Clone, Copy)]
struct Again<'a> {
    text: &'a str,
    way: Way,
    why: &'a str,
    /// The mail in which it came: the proof tells whose it was.
    raw: Option<RawId>,
    /// When it came; of a revision that was answered before, nothing.
    received: Option<&'a str>,
}

impl<'a> Again<'a> {
    fn revision(row: &'a SheetRow) -> Self {
        Again { text: &row.text, way: row.way, why: &row.why, raw: row.raw, received: None }
    }

    fn kept(row: &'a NewKept) -> Self {
        let received = Some(row.received.as_str());
        Again { text: &row.text, way: row.way, why: &row.why, raw: row.raw, received }
    }
}

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
                let again = Again::revision(&before);
                receipts.push(self.answer_anew(context, &power, again, now, why)?);
            }
        }
        Ok(receipts)
    }

    /// Takes over what was in for a season when it was withdrawn with the season before it: the
    /// sheets are read and answered anew, and the umpire's rulings and words stand again.
    pub(crate) fn take_up_again(&mut self, season: &SeasonRow) -> Result<TakenUp, DeskError> {
        let Some(withdrawn) = self.store.withdrawn_last(&season.name)? else {
            return Ok(TakenUp::default());
        };
        let (then, now) = (asks(&withdrawn)?, asks(season)?);
        let powers: Vec<String> =
            self.store.powers()?.into_iter().map(|power| power.name).collect();
        // What an earlier keeper wrote for a ward is not its new keeper's sheet.
        let (powers, others): (Vec<String>, Vec<String>) =
            powers.into_iter().partition(|power| carries_over(&then, &now, power));
        let why = "the season before it was played again; read again as a later revision";
        self.store.keep_superseded(withdrawn.id, season.id, why, &others)?;
        self.store.take_over_options(withdrawn.id, season.id)?;
        let context = self.intake_context()?;
        let mut taken = TakenUp::default();
        // The key of each ruling that admitted a sheet, as it was and as it is now.
        let mut keys = BTreeMap::new();
        for ruling in self.store.rulings(withdrawn.id)? {
            let is_own = |power: &String| ruling.key.starts_with(&format!("{power}/"));
            if ruling.kind == Kind::Sheet && powers.iter().any(is_own) {
                keys.insert(ruling.key.clone(), (ruling.key, ruling.reason));
            }
        }
        for power in &powers {
            let receipts = self.read_again(&context, (withdrawn.id, power), &mut keys)?;
            taken.receipts.extend(receipts);
        }
        let keys = keys.into_iter().map(|(then, (now, _))| (then, now)).collect();
        taken.over = self.store.take_over_rulings(withdrawn.id, season.id, &keys)?;
        Ok(taken)
    }

    /// Reads again what was in for a power: the sheet that would have been played, a later one that
    /// waits for a ruling, and what came while the season was taken back.
    fn read_again(
        &mut self,
        context: &IntakeContext,
        (withdrawn, power): (SeasonId, &str),
        admitted: &mut BTreeMap<String, (String, String)>,
    ) -> Result<Vec<Receipt>, DeskError> {
        let again = "read again, since the season before it was played again";
        let revisions = self.store.revisions(withdrawn, power)?;
        let played = revisions.iter().rposition(|sheet| sheet.verdict.is_played());
        let waits =
            |sheet: &&SheetRow| matches!(sheet.verdict, Verdict::Late | Verdict::NeedsUmpire);
        let later = revisions[played.map_or(0, |at| at + 1)..].iter().rfind(waits);
        let mut receipts = vec![];
        if let Some(before) = played.map(|at| &revisions[at]) {
            let judged = self.judged_again(context, power, &before.text)?;
            let key = format!("{power}/{}", before.revision);
            let why = match admitted.get(&key) {
                Some((_, reason)) => format!("admitted by the umpire: {reason}; {again}"),
                None => again.to_owned(),
            };
            let stands = judged.verdict.is_played();
            let receipt =
                self.answer_anew(context, power, Again::revision(before), judged, &why)?;
            match receipt.revision.filter(|_| stands) {
                // The ruling holds for the revision that the sheet is now.
                Some(number) => {
                    admitted.entry(key).and_modify(|(now, _)| *now = format!("{power}/{number}"));
                }
                None => drop(admitted.remove(&key)),
            }
            receipts.push(receipt);
        }
        if let Some(before) = later {
            let mut judged = self.judged_again(context, power, &before.text)?;
            if judged.verdict.is_played() {
                let late = before.verdict == Verdict::Late;
                self.wait_for_a_ruling(context, power, (late, true), &mut judged)?;
            }
            let sheet = Again::revision(before);
            receipts.push(self.answer_anew(context, power, sheet, judged, again)?);
        }
        for kept in self.store.kept_sheets(withdrawn)?.iter().filter(|kept| kept.power == power) {
            let mut judged = self.judged_again(context, power, &kept.text)?;
            if judged.verdict.is_played() {
                let by_mail = kept.raw.is_some();
                self.wait_for_a_ruling(context, power, (false, by_mail), &mut judged)?;
            }
            let why = "kept until the season opened again";
            receipts.push(self.answer_anew(context, power, Again::kept(kept), judged, why)?);
        }
        Ok(receipts)
    }

    fn judged_again(
        &self,
        context: &IntakeContext,
        power: &str,
        text: &str,
    ) -> Result<Judged, DeskError> {
        let known = self.known_to(context, power, text)?;
        Ok(verdicts::judge(context.game.as_ref(), &known, text)?)
    }

    /// Keeps a sheet as a new revision with what it is worth now, and answers it.
    fn answer_anew(
        &mut self,
        context: &IntakeContext,
        power: &str,
        again: Again<'_>,
        mut now: Judged,
        why: &str,
    ) -> Result<Receipt, DeskError> {
        let reason = [now.reason.as_str(), why];
        now.reason =
            reason.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ");
        let (at, read_sheet) = (self.clock.now(), ReadSheet::bare(again.text));
        let received = again.received.unwrap_or(&at);
        let came = Came { received, way: again.way, why: again.why };
        let answer = self.written_answer(context, power, &read_sheet, came, now, None)?;
        let mut sheet = answer.sheet.expect("an answer in writing has a revision to keep");
        let number = self.store.next_revision(context.season.id, power)?;
        sheet.raw = again.raw;
        sheet.mails = answer.mails;
        sheet.letters = answer.letters;
        // Standing orders that the season has from this sheet are not set a second time.
        let stands = self.store.standings(context.season.id)?.remove(power);
        let has = stands.filter(|held| held.season == context.season.id).map(|held| held.text);
        sheet.standing = sheet.standing.filter(|text| has.as_ref() != Some(text));
        if let Some(post) = self.receipt_post(context, &sheet, number, None)? {
            sheet.mails.push(self.compose(&post)?);
        }
        let revision = self.store.keep_sheet(&sheet)?;
        Ok(Receipt {
            source: "the desk".into(),
            number: None,
            sender: None,
            subject: None,
            power: answer.power,
            revision: Some(revision),
            verdict: answer.verdict.word().to_owned(),
            reason: answer.reason,
            text: answer.text,
        })
    }
}
