//! Units as a sheet picks them out of a force.

use crate::book::People;
use crate::book::units::{Size, Unit, Units};
use crate::record::state::Force;
use kit::names;

/// A unit as a sheet picks it out: by kind, modifier, nation, or as the best or worst of a class.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pick {
    /// How many of them, where more than one is written: `2 x +2 InfC`.
    several: Option<u8>,
    best: Option<bool>,
    reduced: Option<bool>,
    modifier: Option<i8>,
    nation: Option<String>,
    what: Option<String>,
}

/// The most units that one word names.
const MOST_UNITS: u8 = 20;

/// Classes and support that can be named instead of a kind.
const CLASSES: &[&str] = &[
    "infantry",
    "cavalry",
    "militia",
    "guard",
    "corps",
    "detachment",
    "steps",
    "train",
    "depot",
    "engineer",
    "fortress points",
    "fleet",
    "any",
    "none",
    "youngest",
];

impl Pick {
    /// Reads `+2 InfC`, `reduced`, `best infantry`; else the word nearest to the one not known.
    pub fn read(written: &str, units: &Units, people: &People) -> Result<Self, Option<String>> {
        let mut pick = Self::default();
        let plain = match names::plain(written).as_str() {
            // Nothing else that can be lost is counted in points.
            "points" | "point" | "fortress point" => "fortress points",
            _ => written.trim(),
        };
        if let Some(class) = CLASSES.iter().find(|class| class.eq_ignore_ascii_case(plain)) {
            pick.what = Some((*class).to_owned());
            return Ok(pick);
        }
        let (several, plain) = counted(plain);
        pick.several = several;
        for word in plain.split_whitespace() {
            let bare = word.trim_matches(['(', ')']);
            let lower = names::plain(word);
            let singular = lower.strip_suffix('s').unwrap_or(&lower);
            if let Ok(modifier) = bare.trim_start_matches('+').parse() {
                pick.modifier = Some(modifier);
            } else if lower == "best" || lower == "worst" {
                pick.best = Some(lower == "best");
            } else if lower == "reduced" || lower == "full" {
                pick.reduced = Some(lower == "reduced");
            } else if let Some(kind) = units.find(word) {
                pick.what = Some(kind.kind.clone());
            } else if let Some(class) = CLASSES.iter().find(|c| **c == lower || **c == singular) {
                pick.what = Some((*class).to_owned());
            } else if let Some(nation) = people.nation(word) {
                pick.nation = Some(nation.name.clone());
            } else {
                let kinds = units.kinds().map(|kind| kind.kind.as_str());
                let near = names::nearest(word, kinds.chain(CLASSES.iter().copied()));
                return Err(near.map(|near| plain.replace(word, near)));
            }
        }
        Ok(pick)
    }

    /// The words it was read from, in the order in which reports name a unit.
    pub fn told(&self, people: &People) -> String {
        let best = self.best.map(|best| if best { "best" } else { "worst" }.to_owned());
        let reduced =
            self.reduced.map(|reduced| if reduced { "reduced" } else { "full" }.to_owned());
        let modifier =
            self.modifier.map(|m| if m == 0 { "0".to_owned() } else { format!("{m:+}") });
        let several = self.several.map(|count| format!("{count} x"));
        let nation = self.nation.as_ref().map(|nation| people.adjective(nation).to_owned());
        let words = [several, best, nation, reduced, modifier, self.what.clone()];
        words.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// How many units it names.
    pub fn count(&self) -> u8 {
        self.several.unwrap_or(1)
    }

    /// Whether it names trains, depots or engineers rather than units.
    pub fn support(&self) -> Option<&str> {
        self.what.as_deref().filter(|what| ["train", "depot", "engineer"].contains(what))
    }

    /// Whether a unit is one of those meant.
    pub fn fits(&self, unit: &Unit, units: &Units) -> bool {
        let kind = units.kind(&unit.kind);
        let class = match self.what.as_deref() {
            None | Some("any" | "steps") => true,
            Some("infantry") => kind.class.contains("infantry") || kind.class == "grenadiers",
            Some("cavalry") => kind.class.contains("cavalry") || kind.class == "cuirassiers",
            Some("guard") => kind.class.contains("guard"),
            Some("corps") => kind.size == Size::Corps,
            Some("detachment") => kind.size == Size::Detachment,
            Some(what) => unit.kind == what || kind.class == what,
        };
        class
            && self.modifier.is_none_or(|modifier| modifier == unit.modifier)
            && self.nation.as_ref().is_none_or(|nation| *nation == unit.nation)
            && self.reduced.is_none_or(|reduced| reduced == (unit.steps < kind.steps))
    }

    /// Finds the unit that is to leave a force. A kind without further words, as reports write it, is a whole
    /// unit of the force's own nation; only if there is none, another of the kind.
    pub fn find_in(&self, force: &Force, units: &Units) -> Option<usize> {
        let whole = |unit: &Unit| unit.steps >= units.kind(&unit.kind).steps;
        let exact = |unit: &Unit| {
            (self.nation.is_some() || unit.nation == force.power)
                && (self.reduced.is_some() || whole(unit))
        };
        let names_kind = self.best.is_none()
            && self.what.as_deref().is_some_and(|what| units.kinds().any(|kind| kind.kind == what));
        let fits = |unit: &Unit| names_kind && self.fits(unit, units) && exact(unit);
        force.units.iter().position(fits).or_else(|| self.find(&force.units, units))
    }

    /// Finds the unit that is meant; of several alike, the first in the fixed order.
    pub fn find(&self, among: &[Unit], units: &Units) -> Option<usize> {
        let mut fitting = among.iter().enumerate().filter(|(_, unit)| self.fits(unit, units));
        match self.best {
            None => fitting.next(),
            Some(true) => {
                fitting.max_by_key(|(at, unit)| (unit.modifier, unit.steps, usize::MAX - at))
            }
            Some(false) => fitting.min_by_key(|(at, unit)| (unit.modifier, unit.steps, *at)),
        }
        .map(|(at, _)| at)
    }
}

/// A number of units before them, as reports write it: `2 x +2 InfC`.
fn counted(written: &str) -> (Option<u8>, &str) {
    let split = written.split_once(" x ").and_then(|(count, rest)| {
        let count = count.trim().parse().ok().filter(|count| (1..=MOST_UNITS).contains(count))?;
        Some((count, rest.trim()))
    });
    match split {
        Some((1, rest)) => (None, rest),
        Some((count, rest)) => (Some(count), rest),
        None => (None, written),
    }
}
