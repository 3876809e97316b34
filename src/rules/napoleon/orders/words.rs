//! The words of the game: areas, forces, and what conditions may ask.
//!
//! All of it comes from the book: everything lies open on the map (§2), so a name betrays nothing.

use super::whom::Sort;
use crate::book::Book;
use crate::record::force::{Force, Side};
use kit::names::{nearest, plain};
use sheet::frame::POWER;
use sheet::vocabulary::{Found, Noun, Vocabulary};

pub const AREA: Noun = Noun { name: "area", doc: "an area of the map, such as `Turin`" };
/// Who moves on the map.
pub const MOVER: Noun =
    Noun { name: "force", doc: "a force of yours, such as `Serurier`, or `Napoleon`" };
/// A force by its name.
pub const FORCE: Noun = Noun { name: "force", doc: "a force of yours, such as `Serurier`" };
/// Whom a line is for.
pub const WHOM: Noun = Noun {
    name: "force",
    doc: "a force of yours, or a sort such as `infantry`, `best infantry in line`, `weakest`, `any`",
};
/// A force with its formation.
pub const PLACED: Noun = Noun {
    name: "force and formation",
    doc: "a force of yours or a sort, with `line` or `column` behind it: `Serurier line`",
};
/// What can be bought.
pub const WARE: Noun = Noun {
    name: "what is bought",
    doc: "a force of yours that was destroyed, or `garrison`, `fortification`, `recruit infantry`, \
          `recruit cavalry`, `recruit cannon`",
};
/// When formations change.
pub const MOMENT: Noun =
    Noun { name: "moment", doc: "`enemy`, `us`, or a force before which it is done" };
/// Who or what is chosen among equals.
pub const EQUAL: Noun = Noun { name: "force or area", doc: "any counter, or an area" };
/// For which battles a line is.
pub const BATTLE: Noun =
    Noun { name: "battle", doc: "an area, or `any`, `with Napoleon`, `enemy turn`" };
/// Whoever can stand somewhere in a condition.
pub const STANDING: Noun = Noun { name: "force", doc: "`Napoleon`, `enemy`, or any counter" };

/// Napoleon among the movers.
pub const NAPOLEON: &str = "Napoleon";
/// Any enemy, in a condition.
pub const ENEMY: &str = "enemy";
/// The words for moments besides forces.
pub const MOMENTS: [&str; 2] = [ENEMY, "us"];
/// The words for battles besides areas.
pub const BATTLES: [&str; 3] = ["any", "with Napoleon", "enemy turn"];

/// The names that a sheet may use.
pub struct Words<'a> {
    pub book: &'a Book,
}

impl Vocabulary for Words<'_> {
    fn find(&self, noun: &Noun, written: &str) -> Found {
        let written = &*self.book.other_names.own(written.trim());
        match noun {
            n if *n == AREA => self.area(written),
            n if *n == MOVER => self.one_of(&[NAPOLEON], written, |w| self.own(w)),
            n if *n == FORCE => self.own(written),
            n if *n == WHOM || *n == WARE => self.whom(written),
            n if *n == PLACED => self.placed(written),
            n if *n == EQUAL => match self.counter(written, |_| true) {
                found @ (Found::One(_) | Found::Several(_)) => found,
                Found::Nobody { .. } | Found::Unfit(_) => self.area(written),
            },
            n if *n == MOMENT => self.one_of(&MOMENTS, written, |w| self.counter(w, |_| true)),
            n if *n == BATTLE => self.one_of(&BATTLES, written, |w| self.area(w)),
            n if *n == STANDING => {
                self.one_of(&[NAPOLEON, ENEMY], written, |w| self.counter(w, |_| true))
            }
            n if *n == POWER => {
                let powers = self.book.powers();
                let powers: Vec<&str> = powers.iter().map(String::as_str).collect();
                let nearest = || nearest(written, powers.iter().copied()).map(str::to_owned);
                self.one_of(&powers, written, |_| Found::Nobody { nearest: nearest() })
            }
            _ => Found::Nobody { nearest: None },
        }
    }
}

impl Words<'_> {
    fn one_of(&self, words: &[&str], written: &str, other: impl Fn(&str) -> Found) -> Found {
        match words.iter().find(|word| plain(word) == plain(written)) {
            Some(word) => Found::One((*word).to_owned()),
            None => other(written),
        }
    }

    fn area(&self, written: &str) -> Found {
        match self.book.map.find(written) {
            Some(at) => Found::One(self.book.map.name(at).to_owned()),
            None => {
                let names = self.book.map.areas.iter().map(|area| area.name.as_str());
                Found::Nobody { nearest: nearest(written, names).map(str::to_owned) }
            }
        }
    }

    /// A counter by its name; the nation before garrisons, fortifications and recruits may be left
    /// out.
    fn counter(&self, written: &str, fits: impl Fn(&Force) -> bool) -> Found {
        let wanted = plain(written);
        let counters = || self.book.counters.iter().filter(|counter| fits(&counter.force));
        let short = |name: &str| {
            let bare = name.strip_prefix("French ").or_else(|| name.strip_prefix("enemy "));
            bare.map(plain)
        };
        let whole = counters().find(|counter| plain(&counter.name) == wanted);
        let bare = || counters().find(|counter| short(&counter.name).as_ref() == Some(&wanted));
        match whole.or_else(bare) {
            Some(counter) => Found::One(counter.name.clone()),
            None => {
                let names = || counters().map(|counter| counter.name.as_str());
                let numbered = |name: &&str| {
                    let whole = plain(name);
                    let bare = short(name).unwrap_or_else(|| whole.clone());
                    [whole, bare].iter().any(|name| without_number(name) == without_number(&wanted))
                };
                // A report has the combat value behind the sort, where the name has a number.
                let alike: Vec<String> = names().filter(numbered).map(str::to_owned).collect();
                match alike.is_empty() {
                    true => Found::Nobody { nearest: nearest(written, names()).map(str::to_owned) },
                    false => Found::Several(alike),
                }
            }
        }
    }

    fn own(&self, written: &str) -> Found {
        let found = self.counter(written, |force| force.side() == Side::French);
        match self.counter(written, |_| true) {
            Found::One(name) if !matches!(found, Found::One(_)) => {
                Found::Unfit(format!("{name} is not yours"))
            }
            Found::One(_) | Found::Nobody { .. } | Found::Several(_) | Found::Unfit(_) => found,
        }
    }

    fn whom(&self, written: &str) -> Found {
        match Sort::read(written) {
            Some(sort) => Found::One(sort.to_string()),
            None => self.own(written),
        }
    }

    /// `Serurier line`: the canonical name keeps the formation behind it.
    fn placed(&self, written: &str) -> Found {
        let (who, formation) = formation_behind(written);
        match (self.whom(who), formation) {
            (Found::One(name), Some(formation)) => Found::One(format!("{name} {formation}")),
            (found, _) => found,
        }
    }
}

/// A name without the number at its end.
fn without_number(name: &str) -> &str {
    name.trim_end_matches(|sign: char| sign.is_ascii_digit()).trim_end()
}

/// What stands before `line` or `column` at the end, and that word. `infantry in line` has none: it
/// is a sort.
pub fn formation_behind(written: &str) -> (&str, Option<&'static str>) {
    for word in ["line", "column"] {
        let bare = written.strip_suffix(word).and_then(|bare| bare.strip_suffix(' '));
        if let Some(bare) = bare.map(str::trim_end).filter(|bare| !bare.ends_with(" in")) {
            return (bare, Some(word));
        }
    }
    (written, None)
}
