//! Checking a sheet: what the receipt would say, and nothing is kept.

use crate::CheckError;
use crate::head::{self, Address, Refusal};
use crate::known::KnownFile;
use crate::receipt::{self, ReceiptHead};
use crate::verdicts;
use kit::names::plain;
use kit::shelf::Shelf;
use play::{PlayerGame, PlayerReferee, Route, UnderstoodEntry};
use report::Templates;
use serde::Serialize;
use serde_json::Value as Json;
use sheet::{Diagnostics, shape};
use std::cmp::Ordering;

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

/// A sheet as it was checked, with what a page on which it is composed shows besides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Composed {
    #[serde(flatten)]
    pub checked: Checked,
    /// What is wrong or worth a remark, with its line and column.
    pub diagnostics: Json,
    pub ways: Vec<Route>,
}

/// Checks a sheet against the file that came with a report, with the game that it belongs to and its
/// document, in the words of intake.
pub fn against_file(
    sheet: &[u8],
    file: &KnownFile,
    known: &str,
    (referee, game): (&'static dyn PlayerReferee, &dyn PlayerGame),
) -> Result<Composed, CheckError> {
    let text = sheet_text(sheet)?;
    let card = game.card();
    let powers: Vec<String> = card.powers.iter().map(|(name, _)| name.clone()).collect();
    let address = Address {
        campaign: &file.campaign,
        referee,
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
fn fits(address: &Address, text: &str, power: &str, game: &dyn PlayerGame) -> Result<(), Refusal> {
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
    Err(if is_past { address.played(&wanted) } else { address.another_season(written) })
}

/// The answer to a sheet that is not checked.
pub fn refused(campaign: &str, refusal: &Refusal) -> Checked {
    Checked {
        power: None,
        verdict: refusal.verdict.word().to_owned(),
        faulty: true,
        note: None,
        text: refusal.text(campaign),
        understood: vec![],
    }
}

/// Checks a sheet whose head is in order.
pub fn hold(
    game: &dyn PlayerGame,
    known: &str,
    sheet: &str,
    head: ReceiptHead,
) -> Result<Composed, CheckError> {
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

/// Reads the text of a sheet; refuses one that is too large.
pub fn sheet_text(sheet: &[u8]) -> Result<String, CheckError> {
    let large = || CheckError::refused("the sheet is too large").hint("send only orders");
    shape::text(sheet, &mut Diagnostics::default()).ok_or_else(large)
}
