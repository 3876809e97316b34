//! The book of Nations in Arms: map, leaders, units, costs and one scenario, read once.
//!
//! Every page is a file under `campaigns/nations/book`. A page is whole or it does not load: what
//! it names must exist, and the message says which line is wrong.

pub mod atlas;
pub mod bare;
pub mod figures;
pub mod people;
pub mod scenario;
pub mod sea;
pub mod terms;
pub mod units;
pub mod war;

use crate::kit::ground::Space;
use crate::kit::shelf::Shelf;
use crate::rules::BookError;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;

pub use atlas::Atlas;
pub use figures::Figures;
pub use people::{Leader, People};
pub use scenario::Scenario;
pub use sea::Sea;
pub use units::Units;
pub use war::War;

/// The book, open at one scenario.
#[derive(Debug)]
pub struct Book {
    pub name: String,
    pub options: BTreeMap<String, String>,
    pub atlas: Atlas,
    pub figures: Figures,
    pub people: People,
    pub units: Units,
    pub war: War,
    pub sea: Sea,
    pub scenario: Scenario,
    pub fog: Fog,
}

/// How much of the map lies open (NIA §1.3).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fog {
    /// Every stack's hex and leader.
    Rules,
    /// Those that our side is near.
    #[default]
    Contact,
}

impl Fog {
    fn of(options: &BTreeMap<String, String>) -> Self {
        match options.get("fog").map(String::as_str) {
            Some("rules") => Fog::Rules,
            _ => Fog::Contact,
        }
    }
}

impl Book {
    /// Reads the book and one scenario from the shelf.
    pub fn read(
        shelf: &Shelf,
        name: &str,
        options: &BTreeMap<String, String>,
    ) -> Result<Self, BookError> {
        let mut atlas = Atlas::read(shelf)?;
        let people = People::read(shelf)?;
        let units: Units = yaml(shelf, "nations/book/units.yaml")?;
        let figures: Figures = yaml(shelf, "nations/book/tables/terrain.yaml")?;
        let page = format!("nations/{name}/scenario.yaml");
        let mut scenario: Scenario = yaml(shelf, &page)?;
        let wrong = |why| BookError::Page { page: page.clone(), why };
        for off_map in scenario.boxes.clone() {
            atlas.add_box(off_map).map_err(wrong)?;
        }
        scenario.settle(&atlas, &people, &units).map_err(wrong)?;
        Ok(Self {
            name: name.to_owned(),
            options: options.clone(),
            atlas,
            figures,
            people,
            units,
            war: War::read(shelf)?,
            sea: Sea::read(shelf)?,
            scenario,
            fog: Fog::of(options),
        })
    }

    /// The capital of a minor country: that of the province which bears its name.
    pub fn country_seat(&self, country: &str) -> Option<Space> {
        let province = self.atlas.provinces.iter().find(|province| province.name == country)?;
        self.atlas.named(province.capital.as_deref()?)
    }
}

/// Reads a page that must be there.
pub fn page<'a>(shelf: &'a Shelf, name: &str) -> Result<&'a str, BookError> {
    shelf.text(name).ok_or_else(|| BookError::NoPage(name.to_owned()))
}

/// Reads a YAML page into its type.
pub fn yaml<T: DeserializeOwned>(shelf: &Shelf, name: &str) -> Result<T, BookError> {
    serde_yaml::from_str(page(shelf, name)?)
        .map_err(|error| BookError::Page { page: name.to_owned(), why: error.to_string() })
}

/// Reads a CSV page: `#` comments, one line of column names, and as many cells in every line.
///
/// The pages have no quotes and no commas within a cell, so that a person can mend them anywhere.
pub fn csv<'a, const N: usize>(
    shelf: &'a Shelf,
    name: &str,
    columns: [&str; N],
) -> Result<Vec<[&'a str; N]>, BookError> {
    let wrong = |line: usize, why: String| BookError::Page {
        page: name.to_owned(),
        why: format!("line {}: {why}", line + 1),
    };
    let mut lines = page(shelf, name)?
        .lines()
        .enumerate()
        .filter(|(_, l)| !l.starts_with('#') && !l.is_empty());
    let (at, head) = lines.next().ok_or_else(|| wrong(0, "the page is empty".into()))?;
    if head.split(',').ne(columns) {
        return Err(wrong(at, format!("the columns are {}", columns.join(","))));
    }
    lines
        .map(|(at, line)| {
            let mut cells = [""; N];
            let mut count = 0;
            for cell in line.split(',') {
                if let Some(place) = cells.get_mut(count) {
                    *place = cell.trim();
                }
                count += 1;
            }
            if count == N { Ok(cells) } else { Err(wrong(at, format!("{count} cells, not {N}"))) }
        })
        .collect()
}
