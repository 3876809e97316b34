//! The words of budgets: units that are raised, forces that are filled, and who gets money.

use super::Words;
use kit::names;
use sheet::vocabulary::{Found, Noun};

/// Units that are to be raised or filled.
pub const NEW_UNIT: Noun = Noun {
    name: "unit",
    doc: "units by number and kind, such as `2 x +1 InfC`, `reduced CavC`, `3 x Dinf`",
};
/// A force whose units are filled, or all of them.
pub const TROOPS: Noun = Noun { name: "force or all", doc: "a force of one's own, or `all`" };
pub const COUNTRY: Noun = Noun { name: "country", doc: "a minor country: `Portugal`" };
pub const PROVINCE: Noun = Noun { name: "province", doc: "a province of the map: `Finland`" };
/// A power whose credit is meant.
pub const ALLY: Noun = Noun { name: "allied power", doc: "a power of one's own side: `austria`" };
/// Any power.
pub const POWER: Noun = Noun { name: "power", doc: "a power: `austria`" };
/// A war outside the map.
pub const FOREIGN_WAR: Noun = Noun { name: "war abroad", doc: "a war outside the map: `USA`" };
/// Who may get money.
pub const RECEIVER: Noun =
    Noun { name: "power or country", doc: "a power or a minor country: `spain`, `Portugal`" };

impl Words<'_> {
    /// A word of a budget, if the noun is one of its.
    pub(super) fn of_a_budget(&self, noun: &Noun, written: &str) -> Option<Found> {
        Some(match noun {
            n if *n == NEW_UNIT => self.new_unit(written),
            n if *n == TROOPS => self.one_of(written, &["all"], Self::force),
            n if *n == FOREIGN_WAR => {
                let all = || self.book.money.wars.iter().map(|war| war.name.as_str());
                let plain = names::plain(written);
                match all().find(|name| names::plain(name) == plain) {
                    Some(name) => Found::One(name.to_owned()),
                    None => {
                        Found::Nobody { nearest: names::nearest(written, all()).map(str::to_owned) }
                    }
                }
            }
            n if *n == ALLY || *n == POWER => self.power(written),
            n if *n == COUNTRY => self.country(written),
            n if *n == PROVINCE => self.province(written),
            n if *n == RECEIVER => match self.power(written) {
                Found::Nobody { nearest } => match self.country(written) {
                    Found::Nobody { nearest: None } => Found::Nobody { nearest },
                    found => found,
                },
                found => found,
            },
            _ => return None,
        })
    }

    fn new_unit(&self, written: &str) -> Found {
        match self.book.units.read(written, &self.known.power, &self.book.people) {
            Ok(_) => Found::One(written.split_whitespace().collect::<Vec<_>>().join(" ")),
            Err(_) => {
                let kinds = self.book.units.kinds().map(|kind| kind.kind.as_str());
                let last = written.split_whitespace().last().unwrap_or(written);
                Found::Nobody { nearest: names::nearest(last, kinds).map(str::to_owned) }
            }
        }
    }

    fn province(&self, written: &str) -> Found {
        let plain = names::plain(written);
        let all = || self.book.atlas.provinces.iter().map(|province| province.name.as_str());
        match all().find(|name| names::plain(name) == plain) {
            Some(name) => Found::One(name.to_owned()),
            None => Found::Nobody { nearest: names::nearest(written, all()).map(str::to_owned) },
        }
    }

    fn country(&self, written: &str) -> Found {
        let plain = names::plain(written);
        let all = || self.book.countries.iter().map(|country| country.name.as_str());
        match all().find(|name| names::plain(name) == plain) {
            Some(name) => Found::One(name.to_owned()),
            None => Found::Nobody { nearest: names::nearest(written, all()).map(str::to_owned) },
        }
    }
}
