//! Checking a sheet: what the receipt would say, and nothing is kept.

use crate::intake::answer::{self, Arrived, By};
use crate::intake::head::{self, Address, Refusal};
use crate::intake::known::KnownFile;
use crate::intake::receipt::{self, ReceiptHead};
use crate::intake::{receive, verdicts};
use crate::{Desk, DeskError, own_name, scenario};
use kit::names::plain;
use kit::shelf::Shelf;
use mail::source::files::bounded;
use report::Templates;
use rules::{Game, Options, Route, UnderstoodEntry};
use serde::Serialize;
use serde_json::Value as Json;
use sheet::{Diagnostics, shape};
use std::cmp::Ordering;
use std::path::Path;
use store::{Verdict, Way};

/// What would become of a sheet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Checked {
    pub power: Option<String>,
    pub verdict: String,
    /// Whether anything in it does not count.
    pub faulty: bool,
    /// What the check does not know, in a sentence.
    pub note: Option<String>,
    /// The receipt.
    pub text: String,
    /// What it says will be played, line by line with the grade of each.
    pub understood: Vec<UnderstoodEntry>,
}

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

/// A sheet as it was checked, with what a page on which it is composed shows besides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Composed {
    #[serde(flatten)]
    pub checked: Checked,
    /// What is wrong or worth a remark, with its line and column.
    pub diagnostics: Json,
    pub ways: Vec<Route>,
}

/// Checks a sheet against a known that came with a report, in the words of intake.
pub fn against_known(sheet: &[u8], known: &str) -> Result<Checked, DeskError> {
    let file = KnownFile::read(known)?;
    let (game, note) = file.game()?;
    let composed = against_file(sheet, &file, &file.document(), game.as_ref())?;
    Ok(Checked { note, ..composed.checked })
}

/// The same with the game at hand that the file belongs to, and its document.
pub fn against_file(
    sheet: &[u8],
    file: &KnownFile,
    known: &str,
    game: &dyn Game,
) -> Result<Composed, DeskError> {
    let text = sheet_text(sheet)?;
    let card = game.card();
    let powers: Vec<String> = card.powers.iter().map(|(name, _)| name.clone()).collect();
    let address = Address {
        campaign: &file.campaign,
        rules: &file.rules,
        scenario: &file.scenario,
        season: &file.season,
        powers: &powers,
    };
    if let Err(refusal) = fits(&address, &text, &file.power, game) {
        let checked = refused(&file.campaign, &refusal);
        return Ok(Composed { checked, diagnostics: Json::Array(vec![]), ways: vec![] });
    }
    let head = ReceiptHead {
        campaign: file.campaign.clone(),
        season: file.season.clone(),
        power: file.power.clone(),
        standing_since: file.standing.clone(),
        ..ReceiptHead::default()
    };
    hold(game, known, &text, head)
}

/// Says why a sheet is not one that a file of what a power knows can judge.
///
/// A token stands for its player, and only the campaign can say whose it is.
fn fits(address: &Address, text: &str, power: &str, game: &dyn Game) -> Result<(), Refusal> {
    let head = head::read(text)?;
    address.campaign(&head)?;
    match &head.header.power {
        None if head.header.token.is_some() => {}
        None => return Err(head::nobodys(&head)),
        Some(written) => {
            let found = address.power(written)?;
            if found != power {
                let reason = format!("the sheet is {found}'s, and this file is what {power} knows");
                return Err(Refusal::rejected(reason));
            }
        }
    }
    let written = address.season(&head)?;
    if plain(written) == plain(address.season) {
        return Ok(());
    }
    let wanted = plain(written);
    let is_past = game.order(&wanted, address.season) == Some(Ordering::Less)
        && game.order(&wanted, &game.card().first).is_some_and(Ordering::is_ge);
    Err(if is_past { head::played(&wanted) } else { address.another_season(written) })
}

fn refused(campaign: &str, refusal: &Refusal) -> Checked {
    Checked {
        power: None,
        verdict: refusal.verdict.word().to_owned(),
        faulty: true,
        note: None,
        text: refusal.text(campaign),
        understood: vec![],
    }
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

fn hold(
    game: &dyn Game,
    known: &str,
    sheet: &str,
    head: ReceiptHead,
) -> Result<Composed, DeskError> {
    let judged = verdicts::judge(game, known, sheet)?;
    let templates = Templates::new(&Shelf::default())?;
    let checked = Checked {
        text: receipt::print(&templates, &head, &judged)?,
        power: Some(head.power),
        verdict: judged.verdict.word().to_owned(),
        faulty: judged.faulty || !judged.verdict.is_played(),
        note: None,
        understood: judged.understood,
    };
    let diagnostics = serde_json::from_str(&judged.diagnostics).unwrap_or_default();
    Ok(Composed { checked, diagnostics, ways: judged.ways })
}

fn sheet_text(sheet: &[u8]) -> Result<String, DeskError> {
    let large = || DeskError::refused("the sheet is too large").hint("send only orders");
    shape::text(sheet, &mut Diagnostics::default()).ok_or_else(large)
}
