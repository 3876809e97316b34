//! The map of Europe that lies on the shelf for every game: two printed sheets that make one ground,
//! so a number bears the letter of its sheet.

use crate::books::map_page;
use crate::pages::yaml;
use crate::{BookError, Ruleset};
use kit::ground::Space;
use kit::hex::HexGround;
use kit::shelf::Shelf;
use serde::Deserialize;

/// How many columns of hexes the western sheet has.
const WEST_COLUMNS: u16 = 42;
/// How many columns both sheets have together.
pub const COLUMNS: u16 = 80;
/// How many rows.
pub const ROWS: u16 = 54;

/// The printed number of a hex with its sheet: `W3432`; none beyond the printed sheets.
pub fn number(ground: &HexGround, space: Space) -> Option<String> {
    match ground.column_row(space) {
        (column, row) if column > COLUMNS || row > ROWS => None,
        (column, row) if column <= WEST_COLUMNS => Some(format!("W{column:02}{row:02}")),
        (column, row) => Some(format!("E{:02}{row:02}", column - WEST_COLUMNS)),
    }
}

/// The hex of a number with its sheet letter.
pub fn hex(ground: &HexGround, written: &str) -> Option<Space> {
    let (sheet, digits) = written.split_at_checked(1)?;
    if digits.len() != 4 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let (column, row): (u16, u16) = (digits[..2].parse().ok()?, digits[2..].parse().ok()?);
    match sheet {
        "W" | "w" if column <= WEST_COLUMNS => ground.at(column, row),
        "E" | "e" => ground.at(column + WEST_COLUMNS, row),
        _ => None,
    }
}

/// A sea area.
#[derive(Debug, Clone, Deserialize)]
pub struct SeaArea {
    pub name: String,
    #[serde(default)]
    pub also: Vec<String>,
    pub adjacent: Vec<String>,
}

#[derive(Deserialize)]
struct SeasPage {
    areas: Vec<SeaArea>,
}

/// The sea areas of the map.
///
/// Campaigns that began before the areas were shared keep them on their rule system's page `seas.yaml`.
pub fn sea_areas<R: Ruleset>(shelf: &Shelf) -> Result<Vec<SeaArea>, BookError> {
    let shared = map_page::<R>(shelf, "seas.yaml");
    let former = format!("{}/book/seas.yaml", R::NAME);
    let page = if shelf.text(&shared).is_some() { shared } else { former };
    let SeasPage { areas } = yaml(shelf, &page)?;
    Ok(areas)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_names_its_hex() {
        let ground = HexGround::new(COLUMNS, ROWS);
        for space in (0..COLUMNS * ROWS).map(Space) {
            let number = number(&ground, space).unwrap();
            assert_eq!(hex(&ground, &number), Some(space), "{number}");
            assert_eq!(hex(&ground, &number.to_lowercase()), Some(space), "{number}");
        }
        for wrong in ["", "W", "W343", "W34320", "X3432", "W4301", "W3455", "E3901", "Wé1é1"] {
            assert_eq!(hex(&ground, wrong), None, "{wrong}");
        }
    }
}
