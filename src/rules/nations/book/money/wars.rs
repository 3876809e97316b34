//! The wars outside the map: who must fight them, with what, and what ends them (NIA §14.1).

use crate::book::people::People;
use crate::book::units::Units;
use crate::book::yaml;
use kit::shelf::Shelf;
use play::BookError;
use serde::Deserialize;

const PAGE: &str = "nations/book/tables/foreign-wars.yaml";

/// A line of the page: the war, its card, its power, the number that ends it, the force, the source.
type Row = (String, Option<String>, String, u8, String, String);

#[derive(Deserialize)]
struct Page {
    rows: Vec<Row>,
}

/// A war outside the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForeignWar {
    pub name: String,
    /// The power that must send the force.
    pub power: String,
    /// The war ends on this number or more.
    pub end: u8,
    /// The units that go: kind and number.
    pub units: Vec<(String, usize)>,
    pub fleets: usize,
}

/// Reads the page; what it names must be in the book.
pub fn read(shelf: &Shelf, people: &People, units: &Units) -> Result<Vec<ForeignWar>, BookError> {
    let Page { rows } = yaml(shelf, PAGE)?;
    let war = |(name, _, power, end, force, _): Row| {
        let wrong =
            |why: String| BookError::Page { page: PAGE.to_owned(), why: format!("{name}: {why}") };
        if !people.is_major(&power) {
            return Err(wrong(format!("no power `{power}`")));
        }
        let mut war = ForeignWar { name: name.clone(), power, end, units: vec![], fleets: 0 };
        for part in force.split(" and ") {
            let read =
                part.split_once(' ').and_then(|(count, kind)| Some((count.parse().ok()?, kind)));
            let (count, kind): (usize, &str) =
                read.ok_or_else(|| wrong(format!("`{part}` is not a number and a kind of unit")))?;
            match kind {
                "fleet" | "fleets" => war.fleets += count,
                kind if units.find(kind).is_some() => war.units.push((kind.to_owned(), count)),
                kind => return Err(wrong(format!("no kind of unit `{kind}`"))),
            }
        }
        Ok(war)
    };
    rows.into_iter().map(war).collect()
}
