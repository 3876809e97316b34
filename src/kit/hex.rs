//! Hexes with a flat top, in columns that count from 1; even columns stand half a hex lower.
//!
//! Not here: how a rulebook prints a hex number, nor which hexes of the rectangle are off the map.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::ground::{Ground, Space};
use crate::page::Declared;

/// One of the six sides of a hex, clockwise from the north.
#[derive(
    Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, Declared,
)]
pub enum Side {
    N,
    NE,
    SE,
    S,
    SW,
    NW,
}

impl Side {
    /// All six, clockwise from the north: the fixed order of neighbours.
    pub const ALL: [Side; 6] = [Side::N, Side::NE, Side::SE, Side::S, Side::SW, Side::NW];

    /// Gives the side as the neighbouring hex calls it.
    pub fn opposite(self) -> Side {
        self.turn(3)
    }

    /// Gives the side so many sides further clockwise; a negative number turns the other way.
    pub fn turn(self, clockwise: i8) -> Side {
        Side::ALL[(self as usize + usize::from(clockwise.rem_euclid(6) as u8)) % 6]
    }

    /// Gives the next side counter-clockwise.
    pub fn left(self) -> Side {
        self.turn(-1)
    }

    /// Gives the next side clockwise.
    pub fn right(self) -> Side {
        self.turn(1)
    }

    /// Gives the letters of this side.
    pub fn letters(self) -> &'static str {
        match self {
            Side::N => "N",
            Side::NE => "NE",
            Side::SE => "SE",
            Side::S => "S",
            Side::SW => "SW",
            Side::NW => "NW",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.letters())
    }
}

impl FromStr for Side {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Side::ALL.into_iter().find(|side| side.letters().eq_ignore_ascii_case(text));
        found.ok_or_else(|| format!("`{text}` is not a side of a hex: N, NE, SE, S, SW or NW"))
    }
}

/// A rectangle of hexes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HexGround {
    columns: u16,
    rows: u16,
}

impl HexGround {
    /// Lays out so many columns of so many hexes.
    pub fn new(columns: u16, rows: u16) -> HexGround {
        assert!(columns.checked_mul(rows).is_some(), "a space number is 16 bits wide");
        HexGround { columns, rows }
    }

    /// Finds the hex at a column and row, both counted from 1.
    pub fn at(&self, column: u16, row: u16) -> Option<Space> {
        let inside = (1..=self.columns).contains(&column) && (1..=self.rows).contains(&row);
        inside.then(|| Space((column - 1) * self.rows + (row - 1)))
    }

    /// Gives column and row of a hex, both counted from 1.
    pub fn column_row(&self, space: Space) -> (u16, u16) {
        assert!(space.0 < self.size(), "{space:?} is not on this ground");
        (space.0 / self.rows + 1, space.0 % self.rows + 1)
    }

    /// Finds the hex beyond a side; there is none beyond the edge of the map.
    pub fn step(&self, from: Space, side: Side) -> Option<Space> {
        let (column, row) = self.column_row(from);
        let low = column % 2 == 0;
        let (across, down) = match side {
            Side::N => (0, -1),
            Side::S => (0, 1),
            Side::NE => (1, if low { 0 } else { -1 }),
            Side::SE => (1, if low { 1 } else { 0 }),
            Side::SW => (-1, if low { 1 } else { 0 }),
            Side::NW => (-1, if low { 0 } else { -1 }),
        };
        self.at(column.checked_add_signed(across)?, row.checked_add_signed(down)?)
    }

    /// Finds the side over which two hexes touch.
    pub fn side(&self, from: Space, to: Space) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.step(from, *side) == Some(to))
    }

    /// Counts the hexes from one to the other, the first not counted.
    pub fn distance(&self, a: Space, b: Space) -> u16 {
        let ((q, r), (other_q, other_r)) = (self.axial(a), self.axial(b));
        let (dq, dr) = (other_q - q, other_r - r);
        let longest = dq.abs().max(dr.abs()).max((dq + dr).abs());
        u16::try_from(longest).expect("no distance is longer than the map has hexes")
    }

    /// Lists the hexes at most so far away, the centre among them, by their number.
    pub fn within(&self, center: Space, radius: u16) -> Vec<Space> {
        let (column, row) = self.column_row(center);
        let columns = column.saturating_sub(radius).max(1)..=column.saturating_add(radius);
        let rows = row.saturating_sub(radius).max(1)..=row.saturating_add(radius);
        columns
            .take_while(|column| *column <= self.columns)
            .flat_map(|column| rows.clone().map_while(move |row| self.at(column, row)))
            .filter(|space| self.distance(center, *space) <= radius)
            .collect()
    }

    /// Gives slanted coordinates, in which all six directions are straight lines.
    fn axial(&self, space: Space) -> (i32, i32) {
        let (column, row) = self.column_row(space);
        let q = i32::from(column);
        (q, i32::from(row) - (q + 1) / 2)
    }
}

impl Ground for HexGround {
    fn size(&self) -> u16 {
        self.columns * self.rows
    }

    fn neighbours(&self, from: Space, out: &mut Vec<Space>) {
        out.clear();
        out.extend(Side::ALL.into_iter().filter_map(|side| self.step(from, side)));
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Each line: a hex, a side, the hex beyond it or `edge`.
    fn check(lines: &[&str]) {
        let ground = HexGround::new(90, 48);
        let hex = |text: &str| {
            let number: u16 = text.parse().unwrap();
            ground.at(number / 100, number % 100).unwrap()
        };
        for line in lines {
            let (question, answer) = line.split_once(" -> ").unwrap();
            let (from, side) = question.split_once(' ').unwrap();
            let beyond = ground.step(hex(from), side.parse().unwrap());
            assert_eq!(beyond, (answer != "edge").then(|| hex(answer)), "{line}");
        }
    }

    #[test]
    fn even_columns_stand_lower() {
        check(&[
            "0505 N -> 0504",
            "0505 NE -> 0604",
            "0505 SE -> 0605",
            "0505 S -> 0506",
            "0505 SW -> 0405",
            "0505 NW -> 0404",
            "0605 N -> 0604",
            "0605 NE -> 0705",
            "0605 SE -> 0706",
            "0605 S -> 0606",
            "0605 SW -> 0506",
            "0605 NW -> 0505",
            "0101 N -> edge",
            "0101 NE -> edge",
            "0101 SW -> edge",
            "0201 NE -> 0301",
            "9048 SE -> edge",
        ]);
    }

    #[test]
    fn sides_turn_clockwise() {
        assert_eq!(Side::N.right(), Side::NE);
        assert_eq!(Side::N.left(), Side::NW);
        assert_eq!(Side::SW.turn(-13), Side::S);
        assert_eq!("nw".parse(), Ok(Side::NW));
        assert!("W".parse::<Side>().is_err());
    }

    #[test]
    fn within_counts_rings() {
        let ground = HexGround::new(20, 20);
        let center = ground.at(10, 10).unwrap();
        assert_eq!(ground.within(center, 0), [center]);
        assert_eq!(ground.within(center, 2).len(), 19);
        assert_eq!(ground.within(ground.at(1, 1).unwrap(), 1).len(), 3);
    }

    proptest! {
        #[test]
        fn a_step_is_one_hex_and_can_be_undone(space in 0u16..400, side in 0usize..6, far in 0u16..400) {
            let ground = HexGround::new(20, 20);
            let (space, side, far) = (Space(space), Side::ALL[side], Space(far));
            if let Some(next) = ground.step(space, side) {
                prop_assert_eq!(ground.step(next, side.opposite()), Some(space));
                prop_assert_eq!(ground.side(space, next), Some(side));
                prop_assert_eq!(ground.distance(space, next), 1);
                prop_assert!(ground.distance(space, far).abs_diff(ground.distance(next, far)) <= 1);
            }
            prop_assert_eq!(ground.distance(space, far), ground.distance(far, space));
        }
    }
}
