//! What an admiral can tell when a condition asks: from what their power knows, never more.
//!
//! Always known: the own ships, the season, and who holds what. How many ships the enemy has is known where the two meet
//! (§3); where others are estimated, conditions ask the round figure.

use crate::book::Book;
use crate::position::Position;
use crate::record::estimate::Informant;
use crate::record::sea::{Group, Size};
use crate::sea::meeting;
use crate::sight::known::Known;
use sheet::condition::{Condition, Senses, Term, Truth, WhyNot};

/// An admiral at one moment.
pub struct SeaCommander<'a> {
    book: &'a Book,
    known: &'a Known,
    ours: u32,
    /// The ships of the enemy that was met.
    theirs: Option<u32>,
}

impl<'a> SeaCommander<'a> {
    /// Under way, with no enemy met.
    pub fn under_way(book: &'a Book, known: &'a Known, group: &Group) -> Self {
        let ours = meeting::ships(&known.navy, group);
        Self { book, known, ours, theirs: None }
    }

    /// Where an enemy with so many ships was met.
    pub fn met(
        book: &'a Book,
        known: &'a Known,
        group: &Group,
        (power, ships): (&str, u32),
    ) -> Self {
        let shared = known.navy.fleets.values().any(|one| one.power == power);
        let about = |figure: u32| match &book.estimates {
            Some(estimates) if !shared && figure > 0 => {
                estimates.span(Informant::Contact, figure).about
            }
            Some(_) | None => figure,
        };
        Self { theirs: Some(about(ships)), ..Self::under_way(book, known, group) }
    }

    /// Why a condition does not hold, with the figures that can be told.
    pub fn why_not(&self, condition: &Condition) -> WhyNot {
        let figure = |term: &Term| match term {
            Term::Compare(name, ..) => self.number(name).map(|number| format!("{name} {number}")),
            _ => None,
        };
        condition.why_not(self, |part| part.figures(figure))
    }

    fn number(&self, name: &str) -> Option<i64> {
        match name {
            "our ships" => Some(i64::from(self.ours)),
            "their ships" => self.theirs.map(i64::from),
            _ => None,
        }
    }

    fn is(&self, subject: &str, value: &str) -> Truth {
        match (subject, self.theirs) {
            ("season", _) => Truth::of(self.known.season.quarter.word() == value),
            ("enemy", Some(theirs)) => Truth::of(Size::of(theirs).word() == value),
            _ => Truth::Unknown,
        }
    }
}

impl Senses for SeaCommander<'_> {
    fn ask(&self, term: &Term) -> Truth {
        match term {
            Term::Odds(how, ours, theirs) => {
                let both = self.theirs.map(|them| (i64::from(self.ours), i64::from(them)));
                how.holds_of_odds(both, *ours, *theirs)
            }
            Term::Compare(left, how, right) => how.holds_of(left, right, |name| self.number(name)),
            Term::Is(subject, value) => self.is(subject, value),
            Term::Unknown(name) => Truth::of(self.number(name).is_none()),
            Term::Whose { place, ours } => {
                let space = self.book.atlas.find(place);
                let holder = space.and_then(|space| self.known.holder(self.book, space));
                holder.map_or(Truth::Unknown, |power| Truth::of(self.known.is_ours(power) == *ours))
            }
            Term::Flag(_)
            | Term::FlagAt(..)
            | Term::CompareOf(..)
            | Term::Inside(_)
            | Term::At { .. }
            | Term::Within { .. } => Truth::Unknown,
        }
    }
}
