//! One mail: from bytes to a verdict.
//!
//! The raw bytes are kept first, as unread; then the verdict, the revision and the receipt in one
//! transaction. A run that finds unread mail judges it, so nothing is lost whenever a run stops.

use super::head::{self, Address, Head, Refusal};
use super::receipt::{self, Slip};
use super::verdicts::{self, Judged};
use super::{Desk, DeskError, files};
use crate::kit::names::plain;
use crate::kit::proof;
use crate::mail::source::{Source, files::Files};
use crate::report::Press;
use crate::rules::Game;
use crate::sheet::{Diagnostics, shape};
use crate::store::{
    CampaignRow, Kept, NewSheet, RawId, RawRow, SeasonRow, SheetRow, Status, Verdict,
};
use serde::Serialize;
use std::path::PathBuf;

/// What became of one mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Receipt {
    pub source: String,
    pub power: Option<String>,
    pub revision: Option<u32>,
    pub verdict: String,
    pub text: String,
}

/// What became of everything that was handed in.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Intake {
    pub receipts: Vec<Receipt>,
    /// What could not be read at all, a sentence each.
    pub unreadable: Vec<String>,
}

/// An answer to a mail, before it is kept.
pub(super) struct Answer {
    pub power: Option<String>,
    pub verdict: Verdict,
    pub reason: String,
    pub faulty: bool,
    pub text: String,
    /// The revision to keep; none for what is no sheet of a known power.
    pub sheet: Option<NewSheet>,
}

/// What judging needs besides the mail, opened once for many.
pub(super) struct Bench {
    pub campaign: CampaignRow,
    pub season: SeasonRow,
    pub game: Box<dyn Game>,
    pub press: Press,
}

impl Desk {
    /// Takes in order sheets that lie in files.
    pub fn intake(&mut self, paths: Vec<PathBuf>) -> Result<Intake, DeskError> {
        let now = self.clock.now();
        let files = Files { paths, now, limit: shape::MAX_BYTES };
        self.receive(&mut Source::Files(files))
    }

    /// Takes in what a source has, and what an earlier run left unread.
    fn receive(&mut self, source: &mut Source) -> Result<Intake, DeskError> {
        self.lay_out()?;
        let bench = self.bench()?;
        let _lock = files::lock_intake(&self.folder)?;
        let mut intake = Intake::default();
        for mail in source.fetch() {
            match mail {
                Err(error) => intake.unreadable.push(error.to_string()),
                Ok(mail) => {
                    let kept = self.store.keep_raw(&mail.bytes, &mail.source, &mail.received)?;
                    if let Kept::Again(id) = kept {
                        intake.receipts.extend(self.seen_before(id, &bench.campaign)?);
                    }
                }
            }
        }
        for raw in self.store.unread()? {
            intake.receipts.push(self.judge(&bench, &raw)?);
        }
        Ok(intake)
    }

    pub(super) fn bench(&self) -> Result<Bench, DeskError> {
        let season = self.current()?;
        let (campaign, game, press) = (self.store.campaign()?, self.game(&season)?, self.press()?);
        Ok(Bench { campaign, season, game, press })
    }

    fn seen_before(&self, id: RawId, campaign: &CampaignRow) -> Result<Option<Receipt>, DeskError> {
        let raw = self.store.raw(id)?;
        let Some(earlier) = raw.verdict else { return Ok(None) };
        let verdict = Verdict::Duplicate.word();
        let reason = format!("the same mail came before and was {earlier}");
        Ok(Some(Receipt {
            source: raw.source,
            power: None,
            revision: None,
            verdict: verdict.into(),
            text: receipt::refusal(&campaign.name, verdict, &reason),
        }))
    }

    /// Judges one mail and keeps what came of it.
    fn judge(&mut self, bench: &Bench, raw: &RawRow) -> Result<Receipt, DeskError> {
        let answer = match self.guarded(bench, raw) {
            Some(answer) => answer?,
            None => {
                let reason = "the program broke over it; read it by hand and report the fault";
                unkept(bench, None, Verdict::NeedsUmpire, reason.into())
            }
        };
        let mut revision = None;
        match answer.sheet {
            Some(sheet) => {
                let sheet = NewSheet { raw: Some(raw.id), ..sheet };
                revision = Some(self.store.keep_sheet(&sheet)?);
            }
            None => self.store.judge(raw.id, answer.verdict, &answer.reason, &[])?,
        }
        Ok(Receipt {
            source: raw.source.clone(),
            power: answer.power,
            revision,
            verdict: answer.verdict.word().to_owned(),
            text: answer.text,
        })
    }

    /// Finds the answer to a mail; none if the program broke over it.
    ///
    /// One such mail must not keep all that came after it from being read.
    fn guarded(&self, bench: &Bench, raw: &RawRow) -> Option<Result<Answer, DeskError>> {
        let answer = || self.answer(bench, &raw.bytes, &raw.received, None);
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(answer)).ok()
    }

    /// Finds the answer to a sheet; nothing is changed.
    pub(super) fn answer(
        &self,
        bench: &Bench,
        bytes: &[u8],
        received: &str,
        power: Option<&str>,
    ) -> Result<Answer, DeskError> {
        let mut faults = Diagnostics::default();
        let Some(text) = shape::text(bytes, &mut faults) else {
            let refusal = Refusal::rejected("the sheet is larger than a sheet may be");
            return Ok(refuse(bench, None, &refusal));
        };
        let head = match head::read(&text) {
            Ok(head) => head,
            Err(refusal) => return Ok(refuse(bench, None, &refusal)),
        };
        let powers: Vec<String> =
            self.store.powers()?.into_iter().map(|power| power.name).collect();
        let address = Address {
            campaign: &bench.campaign.name,
            rules: &bench.campaign.rules,
            scenario: &bench.campaign.scenario,
            season: &bench.season.name,
            powers: &powers,
        };
        let power = match self.author(&address, &head, power)? {
            Ok(power) => power,
            Err(refusal) => return Ok(refuse(bench, None, &refusal)),
        };
        let (season, late) = match self.wanted_season(bench, &address, &head, received)? {
            Ok(found) => found,
            Err(refusal) => return Ok(refuse(bench, Some(power), &refusal)),
        };
        let before = self.store.newest_sheets(season.id)?.remove(&power);
        if !late && before.as_ref().is_some_and(|before| before.text == text) {
            let number = before.map_or(0, |before| before.revision);
            let reason = format!("this is revision {number} of {power}'s sheet once more");
            let verdict = Verdict::Duplicate;
            return Ok(unkept(bench, Some(power), verdict, reason));
        }
        if late && season.id != bench.season.id {
            return Ok(refuse(bench, Some(power), &head::played(&season.name)));
        }
        let known = self.known_to(bench, &power, &text)?;
        let mut judged = verdicts::judge(bench.game.as_ref(), &known, &text)?;
        if late && judged.verdict.is_played() {
            judged.verdict = Verdict::Late;
            judged.reason = "the deadline is past; the umpire may still admit it".into();
            judged.standing = None;
        }
        self.written_answer(bench, &power, text, received, judged, before)
    }

    /// Prints the receipt and makes the revision ready to be kept.
    pub(super) fn written_answer(
        &self,
        bench: &Bench,
        power: &str,
        text: String,
        received: &str,
        judged: Judged,
        before: Option<SheetRow>,
    ) -> Result<Answer, DeskError> {
        let season = &bench.season;
        let revisions = self.store.revisions(season.id, power)?.len();
        let revision = u32::try_from(revisions).unwrap_or(u32::MAX - 1) + 1;
        let leaf = proof::leaf(&bench.campaign.secret, &season.name, power, Some(text.as_bytes()));
        let since = self.standing_since(season.id, power)?;
        let slip = Slip {
            campaign: bench.campaign.name.clone(),
            season: season.name.clone(),
            power: power.to_owned(),
            revision: Some(revision),
            before: match &before {
                Some(before) if judged.verdict.is_played() => {
                    Some((before.revision, self.changed(bench, before, &judged)?))
                }
                _ => None,
            },
            standing: receipt::standing_in_words(judged.standing.as_deref(), since.as_deref()),
            leaf: proof::hex(&leaf),
        };
        let receipt = receipt::print(&bench.press, &slip, &judged)?;
        let sheet = NewSheet {
            season: season.id,
            power: power.to_owned(),
            raw: None,
            text,
            verdict: judged.verdict,
            reason: judged.reason.clone(),
            diagnostics: judged.diagnostics,
            receipt: receipt.clone(),
            leaf: slip.leaf,
            received: received.to_owned(),
            standing: judged.standing,
            mails: vec![],
        };
        Ok(Answer {
            power: Some(power.to_owned()),
            verdict: judged.verdict,
            reason: judged.reason,
            faulty: judged.faulty || judged.verdict == Verdict::Rejected,
            text: receipt,
            sheet: Some(sheet),
        })
    }

    fn changed(
        &self,
        bench: &Bench,
        before: &SheetRow,
        judged: &Judged,
    ) -> Result<Vec<String>, DeskError> {
        let known = self.known_to(bench, &before.power, &before.text)?;
        let earlier = verdicts::judge(bench.game.as_ref(), &known, &before.text)?;
        Ok(verdicts::changes(&earlier.understood, judged))
    }

    /// What a power knows when its sheet is read. While setting up it knows its own set-up.
    pub(super) fn known_to(
        &self,
        bench: &Bench,
        power: &str,
        sheet: &str,
    ) -> Result<String, DeskError> {
        if bench.season.status == Status::SettingUp {
            return verdicts::foretold(bench.game.as_ref(), power, Some(sheet));
        }
        self.store.known(bench.season.id)?.remove(power).ok_or_else(|| {
            DeskError::refused(format!("nothing is kept of what {power} knows; see the archive"))
        })
    }

    /// Finds whose sheet it is, or says why nobody's.
    fn author(
        &self,
        address: &Address,
        head: &Head,
        given: Option<&str>,
    ) -> Result<Result<String, Refusal>, DeskError> {
        if let Err(refusal) = address.campaign(head) {
            return Ok(Err(refusal));
        }
        let owner = match &head.header.token {
            Some(token) => match self.store.player_of_token(token)? {
                Some(player) => Some(player),
                None => {
                    let reason = "the token is nobody's; take the newest you got";
                    return Ok(Err(Refusal::rejected(reason)));
                }
            },
            None => None,
        };
        let powers = self.store.powers()?;
        let own = |power: &&crate::store::PowerRow| {
            owner.as_ref().is_none_or(|owner| power.player == Some(owner.id))
        };
        let Some(written) = given.or(head.header.power.as_deref()) else {
            let theirs: Vec<_> = powers.iter().filter(own).collect();
            return Ok(match theirs[..] {
                [power] if owner.is_some() => Ok(power.name.clone()),
                _ => Err(head::nobodys(head)),
            });
        };
        let power = match address.power(written) {
            Ok(power) => power.to_owned(),
            Err(refusal) => return Ok(Err(refusal)),
        };
        if !powers.iter().filter(own).any(|row| row.name == power) {
            let reason = format!("the token is not that of {power}'s player");
            return Ok(Err(Refusal::rejected(reason)));
        }
        Ok(Ok(power))
    }

    /// Finds the season a sheet is for and whether it comes too late, or says why there is none.
    fn wanted_season(
        &self,
        bench: &Bench,
        address: &Address,
        head: &Head,
        received: &str,
    ) -> Result<Result<(SeasonRow, bool), Refusal>, DeskError> {
        let now = &bench.season;
        let written = match address.season(head) {
            Ok(written) => written,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if plain(written) == plain(&now.name) {
            let late = now.deadline.as_deref().is_some_and(|deadline| received > deadline);
            return Ok(Ok((now.clone(), late)));
        }
        let seasons = self.store.seasons()?;
        let earlier = seasons.into_iter().rev().find(|season| {
            season.status == Status::Published && plain(&season.name) == plain(written)
        });
        Ok(match earlier {
            Some(season) => Ok((season, true)),
            None => Err(address.another_season(written)),
        })
    }
}

fn refuse(bench: &Bench, power: Option<String>, refusal: &Refusal) -> Answer {
    let (verdict, reason) = (refusal.verdict, refusal.reason.clone());
    let text = refusal.text(&bench.campaign.name);
    Answer { power, verdict, reason, faulty: true, text, sheet: None }
}

fn unkept(bench: &Bench, power: Option<String>, verdict: Verdict, reason: String) -> Answer {
    let text = receipt::refusal(&bench.campaign.name, verdict.word(), &reason);
    let faulty = verdict != Verdict::Duplicate;
    Answer { power, verdict, reason, faulty, text, sheet: None }
}
