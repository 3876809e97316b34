//! Checking a sheet for a campaign, for a file of what a power knows, or for an opening position.

use crate::assertions::with_known;
use crate::intake::answer::{self, Arrived, By};
use crate::intake::receive;
use crate::{Desk, DeskError, own_name, referee, scenario};
use checker::check::{Checked, against_file, hold, refused, sheet_text};
use checker::known::KnownFile;
use checker::receipt::ReceiptHead;
use checker::{head, verdicts};
use kit::names::plain;
use mail::source::files::bounded;
use rules::Options;
use sheet::shape;
use std::path::Path;
use store::{Verdict, Way};

/// Reads a sheet from a file or, as `-`, from standard input; never more than a sheet may have.
pub fn read_sheet(path: &Path) -> Result<Vec<u8>, DeskError> {
    Ok(bounded(path, &path.display().to_string(), shape::MAX_BYTES)?)
}

impl Desk {
    /// Tells what the receipt of a sheet would say.
    pub fn check(&self, sheet: &[u8], power: Option<&str>) -> Result<Checked, DeskError> {
        let context = self.intake_context()?;
        let power = power.map(|power| self.power(power)).transpose()?;
        let by = By::Hand(power.as_deref());
        let answer = match receive::sheet_text(sheet) {
            Some(read_sheet) => {
                let now = self.clock.now();
                let arrived = Arrived { at: &now, raw: None, way: Way::Mail, why: "" };
                self.answer(&context, &read_sheet, arrived, by)?
            }
            None => {
                let reason = "the sheet is larger than a sheet may be";
                answer::refused(&context, Verdict::Rejected, reason)
            }
        };
        Ok(Checked {
            power: answer.power,
            verdict: answer.verdict.word().to_owned(),
            faulty: answer.faulty,
            note: None,
            text: answer.text,
            understood: answer.understood,
        })
    }
}

/// Checks a sheet against a known that came with a report, in the words of intake.
pub fn against_known(sheet: &[u8], known: &str) -> Result<Checked, DeskError> {
    let file = KnownFile::read(known)?;
    let referee = referee(&file.rules)?;
    let (game, note) = file.game(referee)?;
    let checked = || against_file(sheet, &file, &file.document(), (referee, game.as_ref()));
    let composed = with_known(|| Ok(checked()?))?;
    Ok(Checked { note, ..composed.checked })
}

/// Checks a sheet with no campaign at hand, against the opening position of a scenario.
pub fn against_opening(
    sheet: &[u8],
    named: Option<&str>,
    power: Option<&str>,
) -> Result<Checked, DeskError> {
    let text = sheet_text(sheet)?;
    let head = match head::read(&text) {
        Ok(head) => head,
        Err(refusal) => return Ok(refused(named.unwrap_or("No campaign"), &refusal)),
    };
    let shelf = rules::shelf();
    let (referee, scenario) = match named.or(head.header.campaign.as_deref()) {
        Some(written) => scenario(&shelf, written)?,
        None => {
            return Err(DeskError::refused("no campaign found here")
                .hint("name a scenario with --scenario, or give --known FILE"));
        }
    };
    let game = referee.open(&shelf, &scenario, &Options::new())?;
    let card = game.card();
    let Some(written) = power.or(head.header.power.as_deref()) else {
        return Ok(refused(&card.title, &head::nobodys(&head)));
    };
    let called = |written: &str| card.powers.iter().find(|(name, _)| plain(name) == plain(written));
    let found = called(written).or_else(|| called(&own_name(referee.name(), written)));
    let Some((power, _)) = found else {
        let known: Vec<_> = card.powers.iter().map(|(name, _)| name.as_str()).collect();
        return Err(DeskError::NoPower { written: written.into(), known: known.join(", ") });
    };
    let known = verdicts::foretold(game.as_ref(), power, Some(&text))?;
    let head = ReceiptHead {
        campaign: card.title.clone(),
        season: head.header.season.unwrap_or_else(|| card.first.clone()),
        power: power.clone(),
        ..ReceiptHead::default()
    };
    let checked = hold(game.as_ref(), &known, &text, head)?.checked;
    let note = format!(
        "Checked against the book and the opening position of {}/{scenario} only.",
        referee.name()
    );
    Ok(Checked { note: Some(note), ..checked })
}
