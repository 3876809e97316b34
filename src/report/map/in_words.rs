//! The map in words: what the picture shows, for those who cannot see it.

use crate::wrapped;
use kit::chart::{Arm, Chart, Counter, Course, Gait, Sign, Size, Spot, Stance};
use kit::sight::Sight;
use std::collections::BTreeMap;

/// The longest line.
const WIDTH: usize = 72;

/// Says all that the picture of a chart shows, for those who cannot see it.
pub fn told(chart: &Chart) -> String {
    let mut lines = title(chart);
    for (heading, stance) in [
        ("Our own", Stance::Own),
        ("Our allies", Stance::Ally),
        ("Seen of the enemy", Stance::Enemy),
        ("Seen of others", Stance::Neutral),
    ] {
        section(&mut lines, heading, forces(chart, stance));
    }
    section(&mut lines, "Marches, retreats and voyages", courses(chart, &chart.courses));
    section(&mut lines, "The same of the season before", courses(chart, &chart.earlier));
    section(&mut lines, "Battles and sieges", deeds(chart));
    ground(chart, &mut lines);
    page(lines)
}

/// Says what the picture shows that a report does not tell elsewhere: forces and deeds are told
/// there, lines of supply and towns in other hands are not.
pub fn beside(chart: &Chart) -> String {
    let mut lines = vec![];
    for (heading, entries) in grounds(chart).into_iter().filter(|(_, entries)| !entries.is_empty())
    {
        let entries = format!("{heading}: {}.", entries.join("; "));
        lines.push(wrapped(&entries, WIDTH - 2, 2));
    }
    page(lines)
}

fn title(chart: &Chart) -> Vec<String> {
    let Chart { title, viewer, season, .. } = chart;
    vec![format!("The map of {title} for {viewer}, {season}."), String::new()]
}

fn ground(chart: &Chart, lines: &mut Vec<String>) {
    for (heading, entries) in grounds(chart) {
        section(lines, heading, entries);
    }
    lines.extend(unseen(chart));
}

/// What lies on the ground, by what it is.
fn grounds(chart: &Chart) -> [(&'static str, Vec<String>); 2] {
    [
        ("Lines of supply", supply(chart)),
        ("Who holds towns outside their own country", flags(chart)),
    ]
}

fn unseen(chart: &Chart) -> Option<String> {
    if chart.unseen.is_empty() {
        return None;
    }
    let unseen = chart
        .unseen
        .iter()
        .filter(|at| chart.land.cells.get(at.index()).is_some_and(|cell| !cell.soil.is_water()));
    let words = word(chart, Sign::Fog).unwrap_or("out of sight");
    Some(format!("{} of the spaces of land in play are {words}.", unseen.count()))
}

fn page(mut lines: Vec<String>) -> String {
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines.join("\n") + "\n"
}

/// A heading and its lines, if there are any.
fn section(lines: &mut Vec<String>, heading: &str, entries: Vec<String>) {
    if entries.is_empty() {
        return;
    }
    lines.push(format!("{heading}:"));
    lines.extend(entries.iter().map(|entry| format!("  {}", wrapped(entry, WIDTH - 2, 4))));
    lines.push(String::new());
}

/// What the game calls a sign.
fn word(chart: &Chart, sign: Sign) -> Option<&str> {
    chart.legend.iter().find(|(other, _)| *other == sign).map(|(_, words)| words.as_str())
}

/// Where something is, in words.
fn place(chart: &Chart, spot: &Spot) -> String {
    match spot {
        Spot::Cell(at) => space(chart, *at),
        Spot::Harbour(at) => format!("in harbour at {}", space(chart, *at)),
        Spot::Before(at) => format!("before {}", space(chart, *at)),
        Spot::Water(water) => {
            chart.land.waters.get(usize::from(*water)).cloned().unwrap_or_default()
        }
        Spot::Aside(name) => format!("off the map, {name}"),
    }
}

/// A space by its town and number.
fn space(chart: &Chart, at: kit::ground::Space) -> String {
    let number = chart.land.cells.get(at.index()).map_or("", |cell| cell.number.as_str());
    match chart.name(at) {
        name if name == number || number.is_empty() => name.to_owned(),
        name => format!("{name} {number}"),
    }
}

/// What a counter is, without its place.
pub fn who(chart: &Chart, counter: &Counter) -> String {
    let mut parts = vec![];
    let kind = kind(chart, counter);
    match (counter.name.is_empty(), kind.is_empty()) {
        // What is in it says enough.
        (true, true) if !counter.inside.is_empty() => {}
        (true, true) => parts.push("troops".to_owned()),
        (true, false) => parts.push(kind),
        (false, true) => parts.push(counter.name.clone()),
        (false, false) => parts.push(format!("{} ({kind})", counter.name)),
    }
    if let Some(strength) = counter.strength.filter(|_| counter.sight < Sight::Full) {
        let about = if counter.sight < Sight::Counted { "about " } else { "" };
        parts.push(format!("strength {about}{strength}"));
    }
    if !counter.inside.is_empty() {
        parts.push(counter.inside.clone());
    }
    let plight = counter.plight;
    let states = [
        (plight.besieged && counter.arm == Arm::Ships, Sign::Blockaded),
        (plight.besieged && counter.arm != Arm::Ships, Sign::Besieged),
        (plight.besieging, Sign::Besieging),
        (plight.disordered, Sign::Disordered),
        (plight.unfed, Sign::Unfed),
    ];
    for (_, sign) in states.into_iter().filter(|(is, _)| *is) {
        parts.extend(word(chart, sign).map(str::to_owned));
    }
    if let Some(since) = &counter.since {
        parts.push(format!("last seen in {since}"));
    }
    parts.join("; ")
}

fn kind(chart: &Chart, counter: &Counter) -> String {
    let sign = match (counter.size, counter.arm) {
        (Size::Army, _) => Sign::Army,
        (_, Arm::Ships) => Sign::Ships,
        (_, Arm::Train) => Sign::Train,
        (_, Arm::Depot) => Sign::Depot,
        (_, Arm::Engineers) => Sign::Engineers,
        (_, Arm::Leader) => Sign::Leader,
        (Size::Corps, _) => Sign::Corps,
        (Size::Detachment, _) => Sign::Detachment,
        (Size::Other, _) => return String::new(),
    };
    word(chart, sign).unwrap_or_default().to_owned()
}

/// The forces of a stance, by power and place.
fn forces(chart: &Chart, stance: Stance) -> Vec<String> {
    let several = chart.parties.iter().filter(|party| party.stance == stance).count() > 1;
    let mut counters: Vec<&Counter> = chart
        .counters
        .iter()
        .filter(|counter| chart.party(counter.party).stance == stance)
        .collect();
    counters
        .sort_by_key(|counter| (counter.party, counter.size, counter.arm, counter.name.clone()));
    let tell = |counter: &Counter| {
        let party = &chart.party(counter.party).name;
        let of = if several { format!("{party}, ") } else { String::new() };
        format!("{of}{}: {}", place(chart, &counter.spot), who(chart, counter))
    };
    counters.into_iter().map(tell).collect()
}

fn courses(chart: &Chart, courses: &[Course]) -> Vec<String> {
    let tell = |course: &Course| {
        let verb = match course.gait {
            Gait::March => "goes",
            Gait::Retreat => "falls back",
            Gait::Voyage => "sails",
        };
        let stop = |spot: &Spot| match spot {
            Spot::Harbour(at) => space(chart, *at),
            other => place(chart, other),
        };
        let spots: Vec<String> = course.path.iter().map(stop).collect();
        let party = chart.party(course.party);
        let of =
            if party.stance == Stance::Own { String::new() } else { format!(" ({})", party.name) };
        format!("{}{of} {verb}: {}", course.name, spots.join(" - "))
    };
    courses.iter().map(tell).collect()
}

fn deeds(chart: &Chart) -> Vec<String> {
    let mut told: Vec<String> = chart.marks.iter().map(|mark| format!("{}.", mark.told)).collect();
    told.dedup();
    told
}

fn supply(chart: &Chart) -> Vec<String> {
    let tell = |line: &kit::chart::Supply| {
        let links: Vec<String> = line.links.iter().map(|at| chart.name(*at).to_owned()).collect();
        links.join(" - ")
    };
    chart.supply.iter().map(tell).collect()
}

/// Towns whose holder differs from that of their region, by holder.
fn flags(chart: &Chart) -> Vec<String> {
    let land = &chart.land;
    let mut held: BTreeMap<u16, Vec<&str>> = BTreeMap::new();
    for place in land.places.iter().filter(|place| place.holder != land.holder(place.at)) {
        if let Some(holder) = place.holder {
            held.entry(holder).or_default().push(&place.name);
        }
    }
    let tell = |(holder, places): (u16, Vec<&str>)| {
        format!("{}: {}", chart.party(holder).name, places.join(", "))
    };
    held.into_iter().map(tell).collect()
}
