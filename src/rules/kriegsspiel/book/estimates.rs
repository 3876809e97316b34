//! How exact figures become estimates (§3), and what is said of them: the pages `estimates.yaml` and
//! `sayings.yaml`.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §3.

use crate::record::estimate::{Estimate, Fell, Informant, Span, Toll};
use crate::sight::intel_levels::Band;
use kit::proof::sha256;
use kit::shelf::Shelf;
use play::BookError;
use play::pages::yaml;
use serde::Deserialize;
use std::collections::BTreeMap;

/// What one informant's word is worth.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worth {
    pub who: Informant,
    /// The largest rounding step, as a divisor of the figure: with 5, a figure of 40 is rounded to steps of up to 8.
    share: u32,
    /// The least step that it is rounded to.
    least: u32,
    /// Whether they tell the combat value as well.
    pub combat: bool,
    /// Who that is, in the words of the page for a new player.
    pub sees: String,
}

/// The words for losses, each with the most that it stands for, in per cent.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tolls {
    none: u32,
    light: u32,
    moderate: u32,
    heavy: u32,
    ruinous: u32,
}

/// The words for two dice, each with the highest sum that it stands for.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Dice {
    well: u32,
    evenly: u32,
    ill: u32,
}

/// The page on estimates.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Estimates {
    steps: Vec<u32>,
    pub informants: Vec<Worth>,
    losses: Tolls,
    dice: Dice,
    #[serde(skip)]
    pub sayings: Sayings,
}

impl Estimates {
    /// Reads and checks both pages.
    pub fn read(shelf: &Shelf) -> Result<Self, BookError> {
        let page = "kriegsspiel/book/estimates.yaml";
        let mut read: Self = yaml(shelf, page)?;
        read.sayings = Sayings::read(shelf)?;
        let Tolls { none, light, moderate, heavy, ruinous } = read.losses;
        let Dice { well, evenly, ill } = read.dice;
        let who: Vec<Informant> = read.informants.iter().map(|one| one.who).collect();
        let sound = |one: &Worth| (1..=20).contains(&one.share) && read.steps.contains(&one.least);
        let rises = |all: &[u32]| all.is_sorted_by(|one, next| one < next);
        let why = if who != Informant::ALL {
            "each informant has one line, the best first"
        } else if !rises(&read.steps) || read.steps.first() != Some(&1) {
            "the steps rise from 1"
        } else if !read.informants.iter().all(sound) {
            "a `share` is 1 to 20, and `least` is one of the steps"
        } else if read.informants.iter().any(|one| one.least < 2) {
            "a `least` of 1 would tell small figures exactly"
        } else if !rises(&[none, light, moderate, heavy, ruinous]) || none > 0 || ruinous != 100 {
            "the words for losses rise from 0 to 100"
        } else if !rises(&[1, well, evenly, ill]) || ill != 12 {
            "the words for the dice rise to 12"
        } else {
            return Ok(read);
        };
        Err(BookError::Page { page: page.to_owned(), why: why.to_owned() })
    }

    /// What an informant's word is worth.
    pub fn worth(&self, who: Informant) -> &Worth {
        let found = self.informants.iter().find(|one| one.who == who);
        found.expect("the page has a line for each informant")
    }

    /// The round figure that an informant tells of a true one.
    fn about(&self, worth: &Worth, figure: u32) -> u32 {
        let fits = |step: &&u32| **step <= figure / worth.share;
        let step = self.steps.iter().rev().find(fits).copied().unwrap_or(worth.least);
        let step = step.max(worth.least);
        ((figure + step / 2) / step * step).max(step)
    }

    /// What an informant tells of a figure: all figures of which they would tell the same (§3).
    ///
    /// The step grows with the figure. Where it changes, the figure is a multiple of the old step or half-way between
    /// two, so round figures never fall as the true ones rise.
    pub fn span(&self, who: Informant, figure: u32) -> Span {
        let worth = self.worth(who);
        let about = self.about(worth, figure);
        let same = |other: &u32| self.about(worth, *other) == about;
        let low = (0..=figure).rev().take_while(same).last().unwrap_or(figure);
        let high = (figure..).take_while(same).last().unwrap_or(figure);
        // A marker stands for at least one unit.
        Span { about, low: low.max(1), high }
    }

    /// What an informant tells of a force.
    pub fn estimate(&self, by: Informant, units: u32, combat: u32) -> Estimate {
        let combat = self.worth(by).combat.then(|| self.span(by, combat));
        Estimate { by, units: self.span(by, units), combat }
    }

    /// The words for losses, each with the most that it stands for, in per cent.
    pub fn tolls(&self) -> [(Toll, u32); 5] {
        let Tolls { none, light, moderate, heavy, ruinous } = self.losses;
        [
            (Toll::None, none),
            (Toll::Light, light),
            (Toll::Moderate, moderate),
            (Toll::Heavy, heavy),
            (Toll::Ruinous, ruinous),
        ]
    }

    /// The word for losses in per cent of what fought; a pursuit may bring them above all of it.
    pub fn toll(&self, percent: u32) -> Toll {
        let fits = self.tolls().into_iter().find(|(_, most)| percent <= *most);
        fits.map_or(Toll::Ruinous, |(toll, _)| toll)
    }

    /// The per cent half-way between those that a word for losses stands for.
    pub fn typical(&self, toll: Toll) -> u32 {
        let mut least = 0;
        for (word, most) in self.tolls() {
            if word == toll {
                return (least + most) / 2;
            }
            least = most + 1;
        }
        100
    }

    /// The word for the sum of two dice, as they fell for the attacker.
    pub fn fell(&self, sum: u32) -> Fell {
        match sum {
            sum if sum <= self.dice.well => Fell::Well,
            sum if sum <= self.dice.evenly => Fell::Evenly,
            _ => Fell::Ill,
        }
    }
}

/// What is said of markers: by the informant and the size of what they tell of.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct Sayings(BTreeMap<Informant, BTreeMap<Band, Vec<String>>>);

/// The placeholders of a sentence.
const BLANKS: [&str; 3] = ["{who}", "{place}", "{about}"];

impl Sayings {
    /// Reads the page; each informant who makes a marker has sentences for each size.
    pub fn read(shelf: &Shelf) -> Result<Self, BookError> {
        let page = "kriegsspiel/book/sayings.yaml";
        let sayings: Self = yaml(shelf, page)?;
        let wrong = |why: String| Err(BookError::Page { page: page.to_owned(), why });
        for who in Informant::ALL.into_iter().filter(|who| *who != Informant::Battle) {
            for band in [Band::Detachment, Band::Corps, Band::Army] {
                let (word, size) = (who.word(), band.word());
                let Some(said) = sayings.of(who, band).filter(|said| !said.is_empty()) else {
                    return wrong(format!("nothing is said by {word} of {size}"));
                };
                let bad = said.iter().find(|line| {
                    let rest =
                        BLANKS.iter().fold((*line).clone(), |line, blank| line.replace(blank, ""));
                    rest.contains(['{', '}']) || !line.contains("{about}")
                });
                if let Some(line) = bad {
                    return wrong(format!("`{line}` names {{about}}, and else only {BLANKS:?}"));
                }
            }
        }
        Ok(sayings)
    }

    fn of(&self, who: Informant, band: Band) -> Option<&Vec<String>> {
        self.0.get(&who)?.get(&band)
    }

    /// Chooses a sentence for an estimate. The choice depends on the key alone, so each printing has the same one.
    ///
    /// The key contains only what the reader knows. The choice is not recorded with the dice of the season: it
    /// decides nothing, and there would be one for each marker that somebody sees.
    pub fn say(&self, of: (Informant, Band), key: &str) -> &str {
        let all = self.of(of.0, of.1).map_or(&[][..], Vec::as_slice);
        let lot = sha256(key.as_bytes());
        let lot =
            u64::from_be_bytes([lot[0], lot[1], lot[2], lot[3], lot[4], lot[5], lot[6], lot[7]]);
        let at = lot.checked_rem(all.len() as u64).unwrap_or(0);
        usize::try_from(at).ok().and_then(|at| all.get(at)).map_or("", String::as_str)
    }
}
