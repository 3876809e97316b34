//! The head of a sheet: can it be read at all, and whose is it, of which campaign and season?
//!
//! Intake and every kind of check ask here, so that they answer in the same words.
//!
//! Not here: tokens and deadlines, which only a campaign has.

use crate::read_sheet::ReadSheet;
use crate::receipt;
use crate::{own_name, slug};
use kit::names::{nearest, plain};
use kit::verdict::Verdict;
use play::PlayerReferee;
use sheet::Diagnostic;
use sheet::frame::{self, Header};
use sheet::shape::Kind;

/// Why a sheet is not checked against what a power knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub verdict: Verdict,
    pub reason: String,
    /// The places of the faults, laid out as text.
    pub said: Vec<String>,
}

impl Refusal {
    pub fn rejected(reason: impl Into<String>) -> Refusal {
        Refusal { verdict: Verdict::Rejected, reason: reason.into(), said: vec![] }
    }

    /// The receipt: a sentence, and the places below it.
    pub fn text(&self, campaign: &str) -> String {
        let sentence = receipt::refusal(campaign, self.verdict.word(), &self.reason);
        std::iter::once(sentence)
            .chain(self.said.iter().map(|said| format!("\n{said}\n")))
            .collect()
    }
}

/// A head that could be read.
#[derive(Debug, Clone)]
pub struct Head {
    pub header: Header,
    /// Keys that are probably meant for one of the head, and the fault laid out as text.
    misspelt: Vec<(&'static str, String)>,
}

/// Reads the head of a sheet that is read as it is.
pub fn read(sheet: &str) -> Result<Head, Refusal> {
    read_from(&ReadSheet::bare(sheet))
}

/// Reads the head of a sheet; refuses what is no map of keys, and shows where it breaks.
pub fn read_from(read_sheet: &ReadSheet) -> Result<Head, Refusal> {
    let (root, faults) = read_sheet.tree();
    let mut faults = faults.clone();
    let root = root.filter(|root| frame::must_be_map(root, &mut faults));
    let Some(root) = root else {
        return Err(Refusal {
            said: read_sheet
                .remarks()
                .into_iter()
                .chain(faults.iter().map(|fault| read_sheet.fault_text(fault)))
                .chain(read_sheet.hint(&faults))
                .collect(),
            ..Refusal::rejected("the sheet cannot be read; correct it and send it again")
        });
    };
    let header = frame::header_of(Some(root));
    let is_whole = header.campaign.is_some() && header.season.is_some() && header.power.is_some();
    let mut misspelt = vec![];
    if let Kind::Map(pairs) = &root.kind
        && !is_whole
    {
        for (key, _) in pairs {
            let Some(written) = key.text() else { continue };
            let Some(meant) = nearest(written, ["campaign", "season", "power"]) else { continue };
            if written == meant {
                continue;
            }
            let fault = Diagnostic::fault("unknown-key", key.at.clone(), "there is no such key")
                .suggest(Some(meant));
            misspelt.push((meant, read_sheet.fault_text(&fault)));
        }
    }
    Ok(Head { header, misspelt })
}

impl Head {
    /// Refuses a sheet that does not say something, and shows the key that was meant to.
    pub fn lacks(&self, key: &str, what: &str, line: &str) -> Refusal {
        let said: Vec<String> = self
            .misspelt
            .iter()
            .filter(|(meant, _)| *meant == key)
            .map(|(_, said)| said.clone())
            .collect();
        let help = if said.is_empty() {
            format!("add a line `{line}`")
        } else {
            format!("did you mean `{key}`?")
        };
        let reason = format!("the sheet does not say {what}; {help}");
        Refusal { said, ..Refusal::rejected(reason) }
    }
}

/// Where orders are being taken.
#[derive(Clone, Copy)]
pub struct Address<'a> {
    pub campaign: &'a str,
    pub referee: &'static dyn PlayerReferee,
    pub scenario: &'a str,
    pub season: &'a str,
    pub powers: &'a [String],
}

impl Address<'_> {
    /// Refuses a sheet that names another campaign.
    pub fn campaign(&self, head: &Head) -> Result<(), Refusal> {
        match &head.header.campaign {
            Some(written) if !self.is_campaign(written) => Err(Refusal::rejected(format!(
                "the sheet is for the campaign `{written}`, and this is {}",
                self.campaign
            ))),
            _ => Ok(()),
        }
    }

    fn is_campaign(&self, written: &str) -> bool {
        let written = plain(written);
        let whole = format!("{}/{}", self.referee.name(), self.scenario);
        let begins = |name: &str| !written.is_empty() && plain(name).starts_with(&written);
        [self.campaign, &slug(self.campaign)].iter().any(|name| plain(name) == written)
            || begins(self.scenario)
            || begins(&whole)
    }

    /// Finds a power as people write it.
    pub fn power(&self, written: &str) -> Result<&str, Refusal> {
        let called = |name: &str| self.powers.iter().find(|power| plain(power) == plain(name));
        let found = called(written).or_else(|| called(&own_name(self.referee, written)));
        found.map(String::as_str).ok_or_else(|| {
            let known = self.powers.join(", ");
            Refusal::rejected(format!("there is no power called `{written}`; there are {known}"))
        })
    }

    /// The season as the sheet names it.
    pub fn season<'h>(&self, head: &'h Head) -> Result<&'h str, Refusal> {
        let line = format!("season: {}", self.season);
        let missing = || head.lacks("season", "for which season it is", &line);
        head.header.season.as_deref().ok_or_else(missing)
    }

    /// Answers a sheet for a season that is over.
    pub fn played(&self, season: &str) -> Refusal {
        let reason = format!(
            "{season} has been played. Orders are being taken for {open}: write `season: {open}`",
            open = self.season
        );
        Refusal { verdict: Verdict::Late, ..Refusal::rejected(reason) }
    }

    pub fn another_season(&self, written: &str) -> Refusal {
        let season = self.season;
        let reason =
            format!("the sheet is for `{written}`, and orders are being taken for {season}");
        Refusal::rejected(reason)
    }
}

/// Refuses a sheet without an author.
pub fn nobodys(head: &Head) -> Refusal {
    head.lacks("power", "whose it is", "power: NAME")
}
