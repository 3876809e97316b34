//! Conquests, truces and the Continental System in words (NIA §13, §12.2.3).

use super::court::Line;
use crate::book::Book;
use crate::money::treasury::Scene;
use crate::politics::conquest;
use crate::position::Position;
use crate::record::event::{CourtEvent, Rival, of_peace, of_sides, of_troops};
use kit::names::listed;
use std::collections::{BTreeMap, BTreeSet};

/// The countries that have become a part of their conqueror's land or of a new state, and what a report lists of them, of
/// truces and of the Continental System; nothing, where the diplomacy track is not played.
pub fn lines(book: &Book, at: &dyn Position) -> (BTreeSet<String>, Vec<Line>) {
    if book.scenario.track.is_none() {
        return (BTreeSet::new(), vec![]);
    }
    let scene = Scene::of(book, at);
    let all = scene.common.titles.countries(book).into_keys().map(str::to_owned);
    let gone: BTreeSet<String> = all.filter(|country| conquest::is_gone(&scene, country)).collect();
    let mut parts: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for country in gone.iter().filter(|country| conquest::is_annexed(&scene, country)) {
        let status = scene.common.titles.status(book, country);
        if let Some(power) = status.and_then(|status| status.power()) {
            parts.entry(power).or_default().push(country);
        }
    }
    let part = |(power, names): (&str, Vec<&str>)| Line {
        status: format!("A part of {}", book.people.title(power)),
        countries: names.join(", "),
    };
    let mut lines: Vec<Line> = parts.into_iter().map(part).collect();
    let truces = scene.common.titles.truces(scene.common.season);
    let truces: Vec<String> = truces
        .map(|(country, power, until)| {
            format!("{country} and {} until {until} begins", book.people.title(power))
        })
        .collect();
    if !truces.is_empty() {
        let status = "No war may be declared between (NIA §13.2)".to_owned();
        lines.push(Line { status, countries: truces.join(", ") });
    }
    lines.extend(system(book, &scene));
    (gone, lines)
}

/// How the Continental System stands; nothing, where no harbour has trade.
fn system(book: &Book, scene: &Scene) -> Option<Line> {
    book.money.system_harbours().next()?;
    let open = scene.open_harbours();
    let open: Vec<String> = open.into_iter().map(|at| book.atlas.name(at)).collect();
    let bound = scene.bound_powers().into_iter().map(|court| book.people.title(court));
    let bound: Vec<&str> = bound.collect();
    let stands = match open.len() {
        0 => "it is in effect".to_owned(),
        1..=NAMED => format!("not in effect: {} is open", open.join(", ")),
        many => format!("not in effect: {many} harbours are open"),
    };
    let winters = match scene.common.titles.system_winters() {
        0 => String::new(),
        1 => "; one winter has ended with it in effect".to_owned(),
        many => format!("; {many} winters have ended with it in effect"),
    };
    let bound = match bound.is_empty() {
        true => String::new(),
        false => {
            format!("; bound by it, besides the minor countries of France: {}", bound.join(", "))
        }
    };
    let status = "The Continental System (NIA §12.2.3)".to_owned();
    Some(Line { status, countries: format!("{stands}{bound}{winters}") })
}

/// How many open harbours are named one by one.
const NAMED: usize = 5;

/// An event of conquest in a sentence.
pub fn sentence(book: &Book, event: &CourtEvent) -> Option<String> {
    let title = |power: &str| book.people.title(power).to_owned();
    Some(match event {
        CourtEvent::Contested { country, power, rivals } => contested(book, country, power, rivals),
        CourtEvent::Annexed { country, power } => {
            format!("{country} becomes a part of {} (NIA §13.1.1).", title(power))
        }
        CourtEvent::Surrendered { country, power, province, until, ally } => {
            let how = match ally {
                Some(ally) => format!(
                    "{} makes peace with {} for its ally {country}",
                    title(ally),
                    title(power)
                ),
                None => format!("{country} surrenders to {}", title(power)),
            };
            let given = match province {
                Some(province) => format!(" and gives up {province}"),
                None => format!("; {} has no land beside it and gets no province", title(power)),
            };
            format!(
                "{how}{given}; neither may declare war on the other before {until} (NIA §13.2)."
            )
        }
        CourtEvent::TruceSet { country, power, until } => {
            format!("{country} and {} have a truce until {until} begins.", title(power))
        }
        CourtEvent::SystemTurned { court, bound: true } => {
            format!("{} joins the Continental System (NIA §12.2.3).", title(court))
        }
        CourtEvent::SystemTurned { court, bound: false } => {
            format!("{} leaves the Continental System (NIA §12.2.3).", title(court))
        }
        CourtEvent::SystemCounted { winters } => {
            format!("This is winter {winters} that ends with the Continental System in effect.")
        }
        of_sides!() | of_troops!() | of_peace!() => return None,
    })
}

fn contested(book: &Book, country: &str, power: &str, rivals: &[Rival]) -> String {
    let told = |rival: &Rival| {
        let points = rival.halves.map(|halves| {
            let half = if halves % 2 == 1 { "½" } else { "" };
            format!("{}{half} combat points, ", halves / 2)
        });
        let dice: String = rival.dice.iter().map(|die| format!(", die {die}")).collect();
        let points = points.unwrap_or_default();
        format!("{} ({points}modifier {:+}{dice})", book.people.title(&rival.power), rival.leaning)
    };
    let all: Vec<String> = rivals.iter().map(told).collect();
    let power = book.people.title(power);
    format!(
        "{} have taken the capital of {country}; {power} comes first (NIA §13.1).",
        listed(&all)
    )
}
