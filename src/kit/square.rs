//! Squares in columns and rows, counted from 1.
//!
//! Not here: how a rulebook names its squares.

use crate::ground::{Ground, Space};

/// A rectangle of squares; whether corners touch is the game's choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SquareGround {
    pub columns: u16,
    pub rows: u16,
    pub diagonals: bool,
}

/// The straight steps clockwise from the north, then the slanting ones.
const STEPS: [(i16, i16); 8] =
    [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];

impl SquareGround {
    /// Lays out so many columns of so many squares.
    pub fn new(columns: u16, rows: u16, diagonals: bool) -> SquareGround {
        assert!(columns.checked_mul(rows).is_some(), "a space number is 16 bits wide");
        SquareGround { columns, rows, diagonals }
    }

    /// Finds the square at a column and row, both counted from 1.
    pub fn at(&self, column: u16, row: u16) -> Option<Space> {
        let inside = (1..=self.columns).contains(&column) && (1..=self.rows).contains(&row);
        inside.then(|| Space((column - 1) * self.rows + (row - 1)))
    }

    /// Gives column and row of a square, both counted from 1.
    pub fn column_row(&self, space: Space) -> (u16, u16) {
        assert!(space.0 < self.size(), "{space:?} is not on this ground");
        (space.0 / self.rows + 1, space.0 % self.rows + 1)
    }

    /// Counts the steps from one square to another over open ground.
    pub fn distance(&self, a: Space, b: Space) -> u16 {
        let ((column, row), (other_column, other_row)) = (self.column_row(a), self.column_row(b));
        let (across, down) = (column.abs_diff(other_column), row.abs_diff(other_row));
        if self.diagonals { across.max(down) } else { across + down }
    }
}

impl Ground for SquareGround {
    fn size(&self) -> u16 {
        self.columns * self.rows
    }

    fn neighbours(&self, from: Space, out: &mut Vec<Space>) {
        out.clear();
        let (column, row) = self.column_row(from);
        let steps = if self.diagonals { &STEPS[..] } else { &STEPS[..4] };
        out.extend(steps.iter().filter_map(|(across, down)| {
            self.at(column.checked_add_signed(*across)?, row.checked_add_signed(*down)?)
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_touch_only_where_the_game_says_so() {
        for (diagonals, corner, middle) in [(false, 2, 4), (true, 3, 8)] {
            let ground = SquareGround::new(19, 18, diagonals);
            let mut out = Vec::new();
            ground.neighbours(ground.at(1, 1).unwrap(), &mut out);
            assert_eq!(out.len(), corner);
            ground.neighbours(ground.at(8, 13).unwrap(), &mut out);
            assert_eq!(out.len(), middle);
            assert_eq!(out[0], ground.at(8, 12).unwrap());
        }
    }

    #[test]
    fn distance_follows_the_steps() {
        let ground = SquareGround::new(19, 18, false);
        let (a, b) = (ground.at(2, 3).unwrap(), ground.at(5, 9).unwrap());
        assert_eq!(ground.distance(a, b), 9);
        assert_eq!(SquareGround { diagonals: true, ..ground }.distance(a, b), 6);
        assert_eq!(SquareGround::new(19, 18, true).column_row(a), (2, 3));
    }
}
