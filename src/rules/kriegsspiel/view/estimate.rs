//! Estimates in words: of markers, and of those who fought on the other side (§3).

use super::battle::{self, BattleStory, Side};
use super::story;
use crate::book::Book;
use crate::record::estimate::{DayMadeOut, Estimate, Fell, HostMadeOut, Informant, Toll};
use crate::sight::known::{Known, Marker};
use kit::names::listed;

/// Who tells, in a few words.
fn teller(by: Informant) -> &'static str {
    match by {
        Informant::Battle => "those who fought them",
        Informant::Contact => "contact",
        Informant::Allies => "your allies",
        Informant::Cavalry => "cavalry",
        Informant::Pickets => "pickets",
        Informant::Townsfolk => "townsfolk",
    }
}

/// What is told of a marker besides its band.
pub fn bounds(estimate: &Estimate) -> String {
    let units = estimate.units;
    let combat =
        estimate.combat.map(|value| format!(", combat value {}", value.told())).unwrap_or_default();
    format!("{units} units{combat}, by {}", teller(estimate.by))
}

/// What the umpire says of a marker, by a lot that its key alone decides.
pub fn saying(book: &Book, known: &Known, marker: &Marker) -> String {
    let Some((estimates, estimate)) = book.estimates.as_ref().zip(marker.estimate) else {
        return String::new();
    };
    // What was seen in an earlier turn is said as it was said then.
    let (season, at) = (marker.last.unwrap_or(known.season), book.atlas.number(marker.at));
    let key = format!("K05 §3 saying/{}/{season}/{at}/{}", known.power, marker.power);
    let said = estimates.sayings.say((estimate.by, marker.band), &key);
    said.replace("{who}", book.title(&marker.power))
        .replace("{place}", &book.atlas.name(marker.at))
        .replace("{about}", &estimate.units.about.to_string())
}

/// A day of battle, as somebody in it makes it out.
pub fn day(book: &Book, day: &DayMadeOut) -> BattleStory {
    let DayMadeOut { at, kind, day, attacking, defending, fell } = day;
    let fell = match fell {
        Fell::Well => "well",
        Fell::Evenly => "evenly",
        Fell::Ill => "ill",
    };
    BattleStory {
        title: format!("{}, {}, day {day}", book.atlas.place(*at), story::kind(*kind)),
        attacker: side(book, attacking),
        defender: side(book, defending),
        sum: format!("the dice fell {fell} for the attacker"),
        verdict: verdict(attacking, defending),
        rule: "§19.4",
    }
}

/// Who must go.
fn verdict(attacking: &HostMadeOut, defending: &HostMadeOut) -> String {
    match (attacking.goes, defending.goes) {
        (false, false) => "neither side must go".to_owned(),
        (true, false) => "the attacker must go".to_owned(),
        (false, true) => "the defender must go".to_owned(),
        (true, true) => "both must go".to_owned(),
    }
}

fn side(book: &Book, host: &HostMadeOut) -> Side {
    if let Some(whole) = &host.whole {
        return battle::side(book, whole, &host.lost);
    }
    let powers: Vec<&str> = host.powers.iter().map(|power| book.title(power)).collect();
    let name = match &host.commander {
        Some(general) => format!("{general} ({})", powers.join(", ")),
        None => powers.join(", "),
    };
    let strength = host.estimate.map_or_else(String::new, |estimate| {
        let units = estimate.units;
        let combat = estimate.combat;
        let combat = combat.map(|value| format!("combat value about {} ({value}), ", value.about));
        format!("{}about {} units ({units})", combat.unwrap_or_default(), units.about)
    });
    let own =
        (!host.lost.is_empty()).then(|| format!("of yours {}", story::lost(book, &host.lost)));
    let toll = host.toll.map(|toll| losses(toll).to_owned());
    let lost: Vec<String> = toll.into_iter().chain(own).collect();
    Side { name, strength, modifiers: String::new(), lost: listed(&lost) }
}

/// Losses in a word: `heavy`; they follow `lost:`.
pub fn losses(toll: Toll) -> &'static str {
    match toll {
        Toll::None => "nobody",
        Toll::Light => "light losses",
        Toll::Moderate => "moderate losses",
        Toll::Heavy => "heavy losses",
        Toll::Ruinous => "ruinous losses",
    }
}

/// Why a force pays for hunger, and by which paragraph. With estimates the figures are those of the reader's own
/// troops; how many allies are with them is not told.
pub fn hunger(foragers: u32, corps: Option<u32>, forage: u32) -> (String, &'static str) {
    match corps {
        Some(corps) if corps > forage => {
            (format!("{corps} corps stand where {forage} are fed"), "§12.4")
        }
        Some(_) => {
            (format!("with allies, more corps stand there than the {forage} that are fed"), "§12.4")
        }
        None if foragers > forage => {
            (format!("{foragers} forage where {forage} can be fed"), "§15.4")
        }
        None => {
            (format!("with allies, more forage there than the {forage} that can be fed"), "§15.4")
        }
    }
}
