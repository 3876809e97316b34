//! A battle as a picture shows it to one pair of eyes: who stood where when it began, and who was left.
//!
//! A rule system fills a [`Battlefield`] from what a power has seen; the crate `report` draws it and
//! says it in words. What the power may know was decided before, as for a
//! [`Chart`](crate::chart::Chart).
//!
//! Not here: how anything looks on paper.

use crate::chart::Party;

/// A battle at its moments, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Battlefield {
    /// `Battle of Savona`.
    pub title: String,
    /// Which battle of the season it was, counted from 1; a report has its picture below the paragraph
    /// with that number.
    pub number: u32,
    pub parties: Vec<Party>,
    pub moments: Vec<Moment>,
}

/// Who stands where at a moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Moment {
    /// `When it began`.
    pub heading: String,
    /// How strong both sides are, in a few words.
    pub strengths: String,
    /// From the far end of the field to the near one.
    pub rows: Vec<Row>,
    /// What the rows do not show: who is lost, who left the field.
    pub notes: Vec<String>,
}

/// A part of the field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub name: String,
    /// Whose end of the field it belongs to.
    pub party: u16,
    /// Those of one party stand together.
    pub pieces: Vec<Piece>,
}

/// A body of troops or a work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    pub party: u16,
    pub kind: Kind,
    pub name: String,
    pub strength: String,
    pub reduced: bool,
    pub routed: bool,
}

/// What stands there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Foot,
    Horse,
    Guns,
    Garrison,
    Walls,
}

impl Kind {
    /// All of them, in the order of a legend.
    pub const ALL: [Kind; 5] = [Kind::Foot, Kind::Horse, Kind::Guns, Kind::Garrison, Kind::Walls];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Foot => "infantry",
            Kind::Horse => "cavalry",
            Kind::Guns => "cannon",
            Kind::Garrison => "garrison",
            Kind::Walls => "fortification",
        }
    }
}

impl Moment {
    /// Everybody who stands on the field.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.rows.iter().flat_map(|row| &row.pieces)
    }
}
