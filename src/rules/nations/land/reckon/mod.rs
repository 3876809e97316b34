//! The arithmetic of war on land (NIA §5.2.6 to §5.2.8, §7.4, §8, §9.2): what counts, and how much.
//!
//! Pure functions of the book and of what stands in a fight. They ask no die and change nothing;
//! each modifier comes with its name, so that reports and cases show the same sum.
//!
//! Not here: the tables themselves ([`war`](crate::book::war)), and in which order things happen.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §5.2.6, §5.2.7, §5.2.8, §6.1.2, §7.4, §8, §8.1.2, §8.1.4, §8.1.5,
//! §8.1.6, §8.1.7, §8.2.3, §8.2.4, §8.3.1, §8.3.3, §9.2, §12.1.

pub mod attrition;
pub mod contact;
pub mod host;
pub mod morale;
pub mod round;
pub mod sea;
pub mod siege;

use crate::record::event::Modifier;

/// What all modifiers come to.
pub fn sum(modifiers: &[Modifier]) -> i32 {
    modifiers.iter().map(|modifier| modifier.by).sum()
}

/// A list of modifiers in the making; what counts nothing is left out.
#[derive(Debug, Default)]
struct Sums(Vec<Modifier>);

impl Sums {
    /// Adds a modifier.
    fn add(&mut self, what: impl Into<String>, by: i32) {
        if by != 0 {
            self.0.push(Modifier { what: what.into(), by });
        }
    }

    /// Adds a modifier if something holds.
    fn add_if(&mut self, holds: bool, what: &str, by: i32) {
        if holds {
            self.add(what, by);
        }
    }

    /// Brings the sum within a limit on both sides.
    fn limit(&mut self, most: i32) {
        let all = sum(&self.0);
        self.add("limit", all.clamp(-most, most) - all);
    }
}
