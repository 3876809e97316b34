//! What a player reads before their first orders, on one page.
//!
//! A scenario may have a page `first-mail.yaml` beside its own: what decides the first season of each
//! power, and a sheet that is worth sending; a scenario that begins like another names it with `as in:`. The page does not count for the book's digest, because no rule
//! reads it. It is used only in a campaign with the default options (the number of seats, for example);
//! otherwise the game writes both itself.
//!
//! Not here: the guide, and the calendar, which every mail of a season has.

use super::BookError;
use super::pages::yaml;
use kit::shelf::Shelf;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How many forces are told one by one.
const TOLD: usize = 8;
/// How many things decide a season.
const MOST: usize = 3;

/// The name of the page with the first mails of a scenario.
const PAGE: &str = "first-mail.yaml";

/// The page for one power.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize)]
pub struct Briefing {
    /// What they fight for, and until when.
    pub aim: Vec<String>,
    /// Their forces, the strongest first.
    pub forces: Vec<String>,
    /// What decides the season, the weightiest first.
    pub decides: Vec<String>,
}

impl Briefing {
    /// A page; of many forces the last are counted, and of what decides only the first are told.
    pub fn new(aim: Vec<String>, mut forces: Vec<String>, mut decides: Vec<String>) -> Self {
        if forces.len() > TOLD + 1 {
            let more = forces.len() - TOLD;
            forces.truncate(TOLD);
            forces.push(format!("and {more} more; the first report has them all"));
        }
        decides.truncate(MOST);
        Self { aim, forces, decides }
    }
}

/// What a scenario says in the first mails.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstMails {
    /// The season that they are for.
    season: String,
    powers: BTreeMap<String, FirstMail>,
}

/// A page that says what that of another scenario does, which begins in the same way.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Same {
    #[serde(rename = "as in")]
    scenario: String,
}

/// What it says to one power.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FirstMail {
    /// What decides the season, in up to three sentences.
    pub decides: Vec<String>,
    /// A sheet without its head that is worth sending; without it the game writes one.
    pub sheet: Option<String>,
}

impl FirstMails {
    /// Reads the page of a scenario, if it has one.
    pub fn read(shelf: &Shelf, rules: &str, scenario: &str) -> Result<Option<Self>, BookError> {
        let page = |scenario: &str| format!("{rules}/{scenario}/{PAGE}");
        let own = page(scenario);
        let Some(text) = shelf.text(&own) else { return Ok(None) };
        match serde_yaml::from_str::<Same>(text) {
            Ok(Same { scenario }) => yaml(shelf, &page(&scenario)).map(Some),
            Err(_) => yaml(shelf, &own).map(Some),
        }
    }

    /// What it says to a power, if that season is its own.
    pub fn of(&self, (season, power): &(String, &str)) -> Option<&FirstMail> {
        self.powers.get(*power).filter(|_| *season == self.season)
    }
}
