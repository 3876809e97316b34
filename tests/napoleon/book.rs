//! The data against values typed from the rulebook and its worked example.

use kit::ground::Space;
use napoleon::book::Book;
use napoleon::book::scenario::{Start, When, Word};
use napoleon::record::force::{Kind, Side};
use napoleon::theatre::Theatre;
use std::collections::BTreeSet;

fn italy() -> Book {
    Book::read(&napoleon::shelf(), "italy-1796").unwrap()
}

fn marengo() -> Book {
    Book::read(&napoleon::shelf(), "italy-1800").unwrap()
}

fn names(book: &Book, areas: &[Space]) -> Vec<String> {
    let mut names: Vec<String> = areas.iter().map(|at| book.map.name(*at).to_owned()).collect();
    names.sort();
    names
}

/// What the sentences of §9.2, §15.3 and the example say of the map.
#[test]
fn the_map_fits_every_sentence() {
    let book = italy();
    let at = |name: &str| book.map.find(name).unwrap();
    let next = |name: &str| names(&book, &book.map.neighbours(at(name)));
    assert_eq!(next("Lodi"), ["Genoa", "Lonato", "Mantua", "Marengo", "Milan"]);
    let moves = |from, to| book.map.distance(at(from), at(to)).unwrap();
    assert_eq!(moves("Mantua", "Savona"), 2);
    assert!(moves("Mantua", "Lodi") <= 2);
    assert_eq!(moves("Mantua", "Turin"), 3);
    for (one, other) in [("Nice", "Turin"), ("Nice", "Savona"), ("Turin", "Savona")] {
        assert_eq!(moves(one, other), 1, "{one} {other}");
    }
    assert_eq!(book.map.all().count(), 16);
}

/// §7 of 1796, from the set-up boxes and the examples.
#[test]
fn italy_1796_begins_as_printed() {
    let book = italy();
    let campaign = &book.campaign;
    assert_eq!(
        names(&book, &campaign.objectives),
        ["Klagenfurt", "Mantua", "Milan", "Nice", "Turin"]
    );
    assert_eq!((campaign.plans.without_napoleon, campaign.plans.enemy, campaign.rating), (1, 2, 2));
    assert_eq!((campaign.fewest_objectives, campaign.fewest_from_turn), (2, 1));
    assert_eq!((campaign.supply.enemy, campaign.group), (8, 3));
    let track = &campaign.track;
    assert_eq!((track[0].turn.as_str(), track.len()), ("March 1796", 15));
    assert_eq!(track[14].turn, "May 1797");
    let theatre = Theatre::set_up(&book);
    let french = |area| {
        let at = book.map.find(area).unwrap();
        theatre.forces_at(Side::French, at).into_iter().map(|force| book.name(force.id).to_owned())
    };
    let mut nice: Vec<String> = french("Nice").collect();
    nice.sort();
    assert_eq!(
        nice,
        [
            "Augereau",
            "French fortification 1",
            "French garrison 1",
            "Garnier",
            "Kilmaine",
            "La Harpe",
            "Macquard",
            "Maynier",
            "Serurier",
            "Stengel"
        ]
    );
    let sum = |side, area| theatre.strength(side, book.map.find(area).unwrap());
    assert_eq!(sum(Side::Enemy, "Turin"), 9, "the walls of the example");
    assert_eq!(sum(Side::Enemy, "Savona"), 22, "26 with the cannon that is drawn");
    let held = |area| theatre.holder(book.map.find(area).unwrap());
    for area in ["Genoa", "Turin", "Milan", "Mantua", "Klagenfurt"] {
        assert_eq!(held(area), Some(Side::Enemy), "{area}");
    }
    assert_eq!((held("Nice"), held("Lodi")), (Some(Side::French), None));
    assert_eq!(sum(Side::Enemy, "Mantua"), 18, "two of each wall");
}

/// The sums of the example: 28 go to Turin, 23 to Savona.
#[test]
fn the_french_of_1796_add_up() {
    let book = italy();
    let sum = |names: &[&str]| -> u32 {
        names.iter().map(|name| book.force(name).unwrap().combat()).sum()
    };
    assert_eq!(sum(&["Augereau", "Kilmaine", "La Harpe", "Maynier"]), 28);
    assert_eq!(sum(&["Serurier", "Macquard", "Garnier", "Stengel"]), 23);
    assert_eq!(sum(&["Salisch infantry", "Salisch cavalry", "Pittoni"]), 14);
    assert_eq!(book.force("French fortification 1").unwrap().price(), 4);
}

#[test]
fn late_forces_of_both_campaigns() {
    let book = italy();
    let late = &book.campaign.late;
    let When::Entered(areas) = &late[0].when else { panic!("{late:?}") };
    assert_eq!(names(&book, areas), ["Lonato", "Mantua"]);
    assert_eq!((book.map.name(late[0].at), late.len()), ("Klagenfurt", 1));
    let waiting = |book: &Book, line| {
        book.counters.iter().filter(|counter| counter.start == Start::Late(line)).count()
    };
    assert_eq!(waiting(&book, 0), 9, "2 + 2 + 1 + 2 + 2");
    let book = marengo();
    assert_eq!((waiting(&book, 0), waiting(&book, 1)), (4, 2));
    assert_eq!(book.campaign.late[0].when, When::Turn(2));
}

#[test]
fn marengo_1800_adds_up() {
    let book = marengo();
    let of = |side, late: bool| -> u32 {
        let counters = book.counters.iter().filter(|counter| {
            let start = match counter.start {
                Start::Area(_) => !late,
                Start::Late(_) => late,
                Start::Pool | Start::Cup | Start::Aside => false,
            };
            start && counter.force.side() == side
        });
        counters.map(|counter| counter.force.combat()).sum()
    };
    assert_eq!(of(Side::French, false), 69);
    assert_eq!(of(Side::French, true), 28);
    assert_eq!(of(Side::Enemy, false), 104);
    assert_eq!((book.campaign.track.len(), book.campaign.rating), (6, 3));
    assert_eq!(book.campaign.track[0].score.unwrap().word, Word::Superior);
}

/// §6: who has a reduced side.
#[test]
fn cavalry_cannons_and_recruits_have_no_back() {
    for book in [italy(), marengo()] {
        for counter in &book.counters {
            let force = &counter.force;
            let one_hit = force.recruit || force.kind != Kind::Infantry;
            assert_eq!(force.back.is_none(), one_hit, "{}", counter.name);
            assert!(
                ["text", "example", "public", "reconstructed"].contains(&counter.source.as_str()),
                "{}",
                counter.name
            );
        }
    }
}

/// Each page that is changed for the worse is refused, and named.
#[test]
fn a_page_that_is_not_whole_does_not_load() {
    let worse = [
        ("napoleon/book/tables/fog.yaml", "\"9\":", "\"15\":", "fog"),
        ("napoleon/book/tables/fog.yaml", "  \"1\": {turns: 2, event: insight}\n", "", "fog"),
        ("napoleon/book/tables/withdrawal.yaml", "\"9-10\"", "\"9\"", "withdrawal"),
        ("napoleon/book/tables/italy.yaml", "\"7-10\"", "\"7-9\"", "italy"),
        ("napoleon/book/plans.yaml", "advance -4", "advance slowly", "plans"),
        ("napoleon/book/plans.yaml", "name: Combat", "name: Fight", "plans"),
        ("napoleon/book/italy.yaml", "[Nice, Turin]", "[Nice, Rome]", "italy"),
        ("napoleon/book/forces.yaml", "count: 6", "count: 6, reduced: 9", "scenario"),
        (
            "napoleon/italy-1796/scenario.yaml",
            "at: Nice, source: example",
            "source: example",
            "1796",
        ),
        ("napoleon/italy-1796/scenario.yaml", "name: Augereau", "name: Serurier", "1796"),
        ("napoleon/italy-1796/scenario.yaml", "group size: 3", "group size: 0", "1796"),
        ("napoleon/italy-1796/scenario.yaml", ", points: 30", "", "1796"),
        ("napoleon/italy-1796/scenario.yaml", "[Lonato, Mantua]", "[Lonato, Rome]", "1796"),
    ];
    for (page, old, new, named) in worse {
        let mut shelf = napoleon::shelf();
        let text = shelf.text(page).unwrap().to_owned();
        assert!(text.contains(old), "{page} has {old}");
        shelf.lay(page, text.replacen(old, new, 1));
        let fault = Book::read(&shelf, "italy-1796").unwrap_err();
        assert!(fault.page.contains(named), "{page}: {old} to {new}: {fault}");
    }
}

/// Two areas with a common border are joined by a link or parted by a ridge, and no others are.
#[test]
fn borders_are_links_or_ridges() {
    let map = italy().map;
    type Edge = ((i32, i32), (i32, i32));
    let edges = |outline: &[(i32, i32)]| -> BTreeSet<Edge> {
        let next = outline.iter().cycle().skip(1);
        let sorted = |(a, b): (&(i32, i32), &(i32, i32))| (*a.min(b), *a.max(b));
        outline.iter().zip(next).map(sorted).collect()
    };
    let ridge = |one: &str, other: &str| {
        map.ridges.iter().any(|ridge| {
            let (a, b) = (ridge.between.0.as_str(), ridge.between.1.as_str());
            (a, b) == (one, other) || (a, b) == (other, one)
        })
    };
    let (mut links, mut ridges) = (0, 0);
    for one in &map.areas {
        for other in map.areas.iter().filter(|other| other.name > one.name) {
            let (at, to) = (map.find(&one.name).unwrap(), map.find(&other.name).unwrap());
            let linked = map.distance(at, to) == Some(1);
            let border = !edges(&one.outline).is_disjoint(&edges(&other.outline));
            let parted = ridge(&one.name, &other.name);
            assert_eq!(border, linked || parted, "{} and {}", one.name, other.name);
            assert!(!(linked && parted), "{} and {}", one.name, other.name);
            links += usize::from(linked);
            ridges += usize::from(parted);
        }
    }
    assert_eq!((links, ridges, map.seas.len()), (29, 4, 2));
}
