//! The map is whole: towns stand in their hexes, sides agree, and armies can get about.

use kit::calendar::Season;
use kit::ground::{Ground, Space};
use kit::path;
use nations::book::bare::Terms;
use nations::book::scenario::{At, Entry};
use nations::book::units::Unit;
use nations::book::{Atlas, Book};
use nations::land::movement::{self, Mover};
use nations::record::state::{Force, ForceId};
use nations::season::setup;
use play::Options;
use std::collections::BTreeSet;

fn atlas() -> Atlas {
    Atlas::read(&play::shelf::<nations::Nations>()).unwrap()
}

fn spaces(atlas: &Atlas) -> impl Iterator<Item = Space> + use<> {
    (0..atlas.size()).map(Space)
}

#[test]
fn every_town_stands_in_its_hex() {
    let atlas = atlas();
    let mut wrong = vec![];
    let places = include_str!("map/places.txt");
    assert!(places.lines().count() > 100, "the list is whole");
    for line in places.lines().filter(|line| !line.starts_with('#')) {
        let (name, hex) = line.rsplit_once(' ').unwrap();
        let stands = atlas.named(name).map(|space| atlas.number(space));
        if stands.as_deref() != Some(hex) {
            wrong.push(format!("{name}: {stands:?}, not {hex}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn neighbours_are_neighbours_both_ways() {
    let atlas = atlas();
    for from in spaces(&atlas) {
        for to in atlas.around(from) {
            let (a, b) = (atlas.number(from), atlas.number(to));
            assert!(atlas.around(to).contains(&from), "{b} is next to {a}, and not back");
            assert_eq!(atlas.edge(from, to), atlas.edge(to, from), "the side of {a} and {b}");
            assert_eq!(atlas.distance(from, to), 1, "{a} to {b}");
        }
    }
}

#[test]
fn a_box_has_the_neighbours_of_its_own_and_no_others() {
    let mut atlas = atlas();
    let off_map = serde_yaml::from_str("{name: Astrakhan, through: [E3810, E3811]}").unwrap();
    atlas.add_box(off_map).unwrap();
    let astrakhan = atlas.named("astrakhan").unwrap();
    let through = BTreeSet::from(["E3810", "E3811"].map(|hex| atlas.code(hex).unwrap()));
    let mut out = vec![Space(1), Space(2)];
    atlas.neighbours(astrakhan, &mut out);
    assert_eq!(out.into_iter().collect::<BTreeSet<_>>(), through);
    for space in through {
        assert!(atlas.around(space).contains(&astrakhan));
    }
}

#[test]
fn numbers_name_their_own_hex() {
    let atlas = atlas();
    for space in spaces(&atlas) {
        assert_eq!(atlas.code(&atlas.number(space)), Some(space));
    }
}

#[test]
fn every_land_hex_has_ground_and_a_province() {
    let atlas = atlas();
    let lost: Vec<String> = spaces(&atlas)
        .filter(|space| atlas.hex(*space).terrain.is_land() && atlas.province(*space).is_none())
        .map(|space| atlas.number(space))
        .collect();
    assert!(lost.is_empty(), "land without a province: {}", lost.join(", "));
}

fn scenarios() -> Vec<Book> {
    let shelf = play::shelf::<nations::Nations>();
    let referee = nations::REFEREE;
    let names = referee.scenarios(&shelf);
    assert!(names.len() >= 2, "there are scenarios");
    names.iter().map(|name| Book::read(&shelf, name, &Options::new()).unwrap()).collect()
}

#[test]
fn every_force_is_set_up_on_land() {
    let mut wrong = vec![];
    for book in scenarios() {
        let entries = book.scenario.forces.iter().chain(&book.scenario.arrivals);
        for entry in entries.filter(|entry| !entry.counted.is_empty()) {
            let (open, default) = setup::legal(&book, entry);
            for space in open.iter().chain(&default) {
                let number = book.atlas.number(*space);
                if !book.atlas.hex(*space).terrain.is_land() {
                    wrong.push(format!("{}: {} at sea in {number}", book.name, entry.key));
                }
                if !book.scenario.in_play(*space) {
                    wrong.push(format!("{}: {} out of play in {number}", book.name, entry.key));
                }
            }
            if default.is_none_or(|default| !open.contains(&default)) {
                wrong.push(format!("{}: {} cannot stand where it would", book.name, entry.key));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_squadron_is_set_up_on_water() {
    let mut wrong = vec![];
    for book in scenarios() {
        let afloat = |entry: &&Entry| entry.fleets.is_some();
        for entry in book.scenario.forces.iter().chain(&book.scenario.arrivals).filter(afloat) {
            let harbour = |hex: &str| {
                let town = book.atlas.code(hex).and_then(|space| book.atlas.town(space));
                town.is_some_and(|town| town.harbour)
            };
            let fits = match &entry.at {
                At::Hex { hex } | At::Blockading { blockading: hex } => harbour(hex),
                At::Sea { sea } => book.atlas.sea(sea).is_some(),
                At::AnySea { default, defaults, .. } => {
                    defaults.iter().chain(default).all(|sea| book.atlas.sea(sea).is_some())
                }
                At::Hexes { hexes, default } => {
                    hexes.iter().chain([default]).all(|hex| harbour(hex))
                }
                _ => false,
            };
            if !fits {
                wrong.push(format!("{}: {} at {:?}", book.name, entry.key, entry.at));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn capitals_of_the_continent_are_joined_by_land() {
    let season: Season = "summer 1805".parse().unwrap();
    let book = Book::bare(&play::shelf::<nations::Nations>(), season, Terms::default()).unwrap();
    let capitals: Vec<(String, Space)> = book
        .people
        .powers
        .iter()
        .filter(|power| power.name != "britain")
        .filter_map(|power| Some((power.name.clone(), book.atlas.named(power.capital.as_ref()?)?)))
        .collect();
    assert!(capitals.len() >= 6, "six powers have a capital on the continent: {capitals:?}");
    let mut corps = Force::new(ForceId(1), "france", capitals[0].1);
    let (kind, nation) = ("InfC".into(), "france".into());
    corps.units.push(Unit { kind, modifier: 0, nation, steps: 2, rising: None });
    let mover = Mover::new(&book, &corps);
    let cost = |a, b| movement::cost(&book, season, &mover, a, b, |_, _| false);
    for (name, from) in &capitals {
        for (other, to) in &capitals {
            let way = path::cheapest(&*book.atlas, *from, &[*to], cost);
            assert!(way.is_some(), "there is a way from the capital of {name} to that of {other}");
        }
    }
    let london = book.atlas.named("London").unwrap();
    let way = path::cheapest(&*book.atlas, capitals[0].1, &[london], cost).unwrap();
    let dover = book.atlas.named("Dover").unwrap();
    assert!(way.spaces.contains(&dover), "to London one comes over the strait of Dover alone");
    let dry = |a, b| cost(a, b).filter(|_| !book.atlas.edge(a, b).strait);
    let way = path::cheapest(&*book.atlas, capitals[0].1, &[london], dry);
    assert!(way.is_none(), "nobody walks to London");
}
