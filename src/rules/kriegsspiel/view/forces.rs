//! Who stands where: the order of battle of our side in full, and the intel map.

use super::estimate;
use crate::battle::host;
use crate::book::Book;
use crate::march::depots;
use crate::march::supply;
use crate::record::state::{Formation, General, ratings_told};
use crate::sight::known::{Known, Marker};
use kit::calendar::Quarter;
use kit::ground::Space;
use serde::Serialize;
use std::collections::BTreeMap;

/// One general with what he leads, or one formation by itself.
#[derive(Debug, Serialize)]
pub struct ForceLine {
    pub power: String,
    pub name: String,
    /// The ratings of a general.
    pub ratings: String,
    pub at: String,
    pub terrain: String,
    pub formations: Vec<Line>,
    pub combat: u32,
}

/// One corps or brigade.
#[derive(Debug, Serialize)]
pub struct Line {
    pub name: String,
    pub kind: &'static str,
    pub units: String,
    pub combat: u32,
    /// Whether it is fed; one list for all forces gives the reasons.
    pub supply: &'static str,
}

/// One marker of the intel map.
#[derive(Debug, Serialize)]
pub struct IntelLine {
    pub power: String,
    pub at: String,
    pub band: String,
    /// Who commands and how many there are, if that is known.
    pub more: String,
    /// `in sight`, or when it was last seen.
    pub how: String,
    /// What the umpire says of it, where others are estimated.
    pub saying: String,
}

/// The units of a formation in words: `6 line infantry, 1 field artillery`.
pub fn units(book: &Book, one: &Formation) -> String {
    let tell = |(kind, hits): (&String, &u32)| {
        let each = book.troops.kind(kind).hits;
        let worn = if hits % each == 0 { "" } else { " (one worn)" };
        format!("{} {kind}{worn}", hits.div_ceil(each))
    };
    one.units.iter().map(tell).collect::<Vec<_>>().join(", ")
}

/// The forces of those powers of our side that pass: generals first, then who stands alone.
pub fn forces(book: &Book, known: &Known, passes: impl Fn(&str) -> bool) -> Vec<ForceLine> {
    let mut lines = vec![];
    let mut generals: Vec<&General> =
        known.generals.values().filter(|one| passes(&one.power)).collect();
    generals.sort_by_key(|one| (one.power.as_str(), one.seniority(&book.troops)));
    for general in generals {
        let led: Vec<&Formation> = known.led(general).collect();
        lines.push(ForceLine {
            power: book.title(&general.power).to_owned(),
            name: general.name.clone(),
            ratings: ratings(general),
            at: book.atlas.place(general.at),
            terrain: book.ground(general.at).to_owned(),
            combat: led.iter().map(|one| one.combat(&book.troops)).sum(),
            formations: led.into_iter().map(|one| line(book, one)).collect(),
        });
    }
    let led = |one: &Formation| {
        let chief = one.under.as_ref().and_then(|name| known.generals.get(name));
        chief.is_some_and(|chief| chief.leads(one))
    };
    for one in known.formations.values().filter(|one| passes(&one.power) && !led(one)) {
        lines.push(ForceLine {
            power: book.title(&one.power).to_owned(),
            name: book.given(&one.name).to_owned(),
            ratings: String::new(),
            at: book.atlas.place(one.at),
            terrain: book.ground(one.at).to_owned(),
            combat: one.combat(&book.troops),
            formations: vec![line(book, one)],
        });
    }
    lines
}

/// The ratings of a general in words, with what is special about him (§10.1, §19.7).
fn ratings(general: &General) -> String {
    let General { battle, command, combat, points, .. } = *general;
    ratings_told(&general.rank, [battle, command, combat, points], general.extra)
}

fn line(book: &Book, one: &Formation) -> Line {
    Line {
        name: book.given(&one.name).to_owned(),
        kind: one.kind.word(),
        units: units(book, one),
        combat: one.combat(&book.troops),
        supply: if one.fed { "in supply" } else { "out of supply" },
    }
}

/// Who of some powers is out of supply and why, a line for each place and reason; before them what is so of all
/// (§15.1, §15.3).
pub fn unfed(book: &Book, known: &Known, passes: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines: BTreeMap<(Space, String), Vec<&String>> = BTreeMap::new();
    for one in known.formations.values().filter(|one| passes(&one.power) && !one.fed) {
        lines.entry((one.at, why_unfed(book, known, one))).or_default().push(&one.name);
    }
    if lines.is_empty() {
        return vec![];
    }
    let winter = match super::season(known).season.quarter {
        Quarter::Winter => "; in winter a source feeds its own hex alone",
        Quarter::Spring | Quarter::Summer | Quarter::Autumn => "",
    };
    let all = format!("each has {} in battle{winter}", host::UNFED);
    let told = lines.into_iter().map(|((at, why), names)| {
        format!("{}: {}: {why}", book.atlas.place(at), book.given_names(names))
    });
    std::iter::once(all).chain(told).collect()
}

/// Why a formation is out of supply, as far as its side knows (§15.1).
fn why_unfed(book: &Book, known: &Known, one: &Formation) -> String {
    let Some(want) = supply::want(book, known, one.at, super::season(known).season) else {
        return match super::money::is_unpaid(known, &one.name) {
            true => "not paid for".to_owned(),
            false => "when it was looked at".to_owned(),
        };
    };
    let place = |at| book.atlas.place(at);
    let why = match want.source {
        _ if want.shut.is_some() => {
            let host = want.shut.as_deref().map_or("", |host| book.title(host));
            format!("nobody feeds them in the land of {host}, which is neutral to them")
        }
        None => "your side has no city or depot that feeds".to_owned(),
        Some((source, far)) if want.reach == 0 => {
            let hexes = if far == 1 { "hex" } else { "hexes" };
            format!("{}, the nearest source, is {far} {hexes} away", place(source))
        }
        Some((source, far)) => format!(
            "{}, the nearest source, is {far} hexes away, and {} is the most",
            place(source),
            want.reach
        ),
    };
    let lost = want.lost.map(|(at, power)| format!("; {} holds {}", book.title(&power), place(at)));
    let price = supply::price_of_forage(book, one.at, super::turn(known));
    format!("{why}{}; {price}", lost.unwrap_or_default())
}

/// The intel map as a list, the nearest to the east first.
pub fn intel(book: &Book, known: &Known) -> Vec<IntelLine> {
    known.markers.iter().map(|marker| intel_line(book, known, marker)).collect()
}

fn intel_line(book: &Book, known: &Known, marker: &Marker) -> IntelLine {
    let mut more = vec![];
    more.extend(marker.estimate.as_ref().map(estimate::bounds));
    more.extend(marker.general.as_ref().map(|general| format!("under {general}")));
    more.extend(marker.formations.map(|count| match count {
        1 => "1 corps or brigade".to_owned(),
        count => format!("{count} corps and brigades"),
    }));
    IntelLine {
        power: book.title(&marker.power).to_owned(),
        at: book.atlas.place(marker.at),
        band: marker.size(),
        more: more.join(", "),
        how: match marker.since() {
            Some(since) => format!("last seen in {since}"),
            None => "in sight".to_owned(),
        },
        saying: estimate::saying(book, known, marker),
    }
}

/// The hits that our own power has taken since the beginning, by the kind of troops.
pub fn losses(book: &Book, known: &Known) -> Vec<String> {
    let tell = |(power, units): (&String, &crate::record::state::Units)| {
        let units: Vec<String> =
            units.iter().map(|(kind, hits)| format!("{hits} on {kind}")).collect();
        format!("{}: {}", book.title(power), units.join(", "))
    };
    known.lost.iter().filter(|(power, _)| **power == known.power).map(tell).collect()
}

/// Depots of our side, and how many our power can still deploy.
pub fn depots(book: &Book, known: &Known) -> Vec<String> {
    let stand = known
        .depots
        .iter()
        .map(|(at, power)| format!("{} ({})", book.atlas.place(*at), book.title(power)));
    let mut lines: Vec<String> = stand.collect();
    let left = depots::stores(known, &known.power);
    if left > 0 {
        lines.push(format!("{left} at hand, to be deployed"));
    }
    lines
}
