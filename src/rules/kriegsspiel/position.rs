//! One interface to the two kinds of position: the full state ([`State`]), which the turn uses, and
//! what one power knows ([`Known`]), which checks, forms and receipts use.
//!
//! A rule takes a [`Position`], so it is written once for both. Only the two implementations below
//! differ: of the others, a power knows only the markers that are in sight.

use crate::book::Book;
use crate::record::money::Money;
use crate::record::politics::Politics;
use crate::record::sea::Navy;
use crate::record::state::{Formation, Kind, State};
use crate::sight::known::Known;
use kit::ground::Space;
use kit::relations::{Relation, Relations};
use std::collections::BTreeMap;

/// The fields that `State` and `Known` have in common.
#[derive(Debug, Clone, Copy)]
pub struct Common<'a> {
    pub relations: &'a Relations<String>,
    /// Cities in other hands than their nation's.
    pub held: &'a BTreeMap<Space, String>,
    pub depots: &'a BTreeMap<Space, String>,
    /// Depots that can still be deployed.
    pub stores: &'a BTreeMap<String, u8>,
    /// Purses, as far as they are known, and whose the provinces are.
    pub money: &'a Money,
    pub politics: &'a Politics,
    /// Fleets: all of them, or one's own and the sails of others.
    pub navy: &'a Navy,
}

/// Takes the fields of [`Common`], which have one name in both.
macro_rules! common {
    ($of:expr) => {{
        let it = $of;
        Common {
            relations: &it.relations,
            held: &it.held,
            depots: &it.depots,
            stores: &it.stores,
            money: &it.money,
            politics: &it.politics,
            navy: &it.navy,
        }
    }};
}

/// The full state, or what one power knows of it.
pub trait Position {
    /// The fields that both have.
    fn common(&self) -> Common<'_>;
    /// The formations in a hex that are known in full.
    fn troops_at<'p>(&'p self, at: Space) -> Box<dyn Iterator<Item = &'p Formation> + 'p>;
    /// Whether troops at war with a power are known to be in a hex now.
    fn enemy_at(&self, at: Space, power: &str) -> bool;
    /// Whether no enemy stands in a hex, as far as a power knows.
    ///
    /// Of a city that it holds it knows that for certain: it sees into the city, unless nobody but the enemy is there.
    fn is_clear(&self, book: &Book, at: Space, power: &str) -> bool;
    /// Whether troops of a power or its allies are known to be in a hex now.
    fn friend_at(&self, at: Space, power: &str) -> bool;

    /// Whether a formation is a band of marauders (§10.4). With money it may be a brigade that has nobody else in
    /// it, since such can be bought.
    fn is_band(&self, book: &Book, one: &Formation) -> bool {
        let money = self.common().money.played;
        one.kind == Kind::Marauders || money && one.is_of_marauders(&book.troops)
    }

    /// What a power is to another (§6): all that a rule asks about two powers.
    fn relation(&self, power: &str, other: &str) -> Relation {
        self.common().relations.relation(power, other)
    }

    /// Whether two powers are allied; each is its own friend.
    fn friends(&self, one: &str, other: &str) -> bool {
        self.relation(one, other) == Relation::Allied
    }

    /// Whether two powers are at war with each other.
    fn at_war(&self, one: &str, other: &str) -> bool {
        self.relation(one, other) == Relation::War
    }

    /// Whether the cities of another feed a power's troops: those of an ally, and of a power that has submitted to it and keeps
    /// peace (§15.1, §20.1).
    fn is_fed_by(&self, power: &str, host: &str) -> bool {
        let peace = self.common().politics.peace(power, host);
        self.friends(power, host) || peace.is_some_and(|peace| peace.victor == power)
    }

    /// Whether a power plays and is not conquered (§20.2).
    fn is_in_play(&self, power: &str) -> bool {
        let common = self.common();
        common.relations.takes_part(power) && !common.politics.conquered.contains(power)
    }

    /// Whose a city is, whoever holds it: by the title to its province, else by the page (§14.3).
    fn owner<'p>(&'p self, book: &'p Book, at: Space) -> Option<&'p str> {
        let city = book.city(at)?;
        Some(self.common().money.owners.get(&at).unwrap_or(&city.nation))
    }

    /// Who holds a city: whoever took it, else its owner; captures and titles are published.
    fn holder<'p>(&'p self, book: &'p Book, at: Space) -> Option<&'p str> {
        let owner = self.owner(book, at)?;
        Some(self.common().held.get(&at).map_or(owner, String::as_str))
    }

    /// Whose open land a hex is: by the title to its province, else by the page (§14.3).
    fn land_of<'p>(&'p self, book: &'p Book, at: Space) -> Option<&'p str> {
        let titles = &self.common().money.titles;
        let province = book.economy.as_ref().filter(|_| !titles.is_empty());
        let titled = province.and_then(|economy| titles.get(&economy.at(&book.atlas, at)?.name));
        titled.map(String::as_str).or_else(|| book.lands.owner(&book.atlas, at))
    }

    /// Whose land a hex is: a city's by captures, which are published, any other's by title.
    fn master<'p>(&'p self, book: &'p Book, at: Space) -> Option<&'p str> {
        self.holder(book, at).or_else(|| self.land_of(book, at))
    }

    /// The siege value of a fortress that a power's enemies hold, if one is there (§12.3).
    fn enemy_walls(&self, book: &Book, at: Space, power: &str) -> Option<u32> {
        let master = self.master_of_walls(book, at)?;
        let theirs = self.at_war(master, power);
        book.city(at).filter(|_| theirs).map(|city| city.walls)
    }

    /// Who holds the walls of a hex, if there are some.
    fn master_of_walls<'p>(&'p self, book: &'p Book, at: Space) -> Option<&'p str> {
        let walls = book.city(at).is_some_and(|city| city.walls > 0);
        self.holder(book, at).filter(|_| walls)
    }
}

impl Position for State {
    fn common(&self) -> Common<'_> {
        common!(self)
    }

    fn troops_at<'p>(&'p self, at: Space) -> Box<dyn Iterator<Item = &'p Formation> + 'p> {
        Box::new(self.at(at))
    }

    fn enemy_at(&self, at: Space, power: &str) -> bool {
        self.at(at).any(|formation| self.at_war(&formation.power, power))
    }

    fn is_clear(&self, _: &Book, at: Space, power: &str) -> bool {
        !self.enemy_at(at, power)
    }

    fn friend_at(&self, at: Space, power: &str) -> bool {
        self.at(at).any(|formation| self.friends(&formation.power, power))
    }
}

impl Position for Known {
    fn common(&self) -> Common<'_> {
        common!(self)
    }

    fn troops_at<'p>(&'p self, at: Space) -> Box<dyn Iterator<Item = &'p Formation> + 'p> {
        Box::new(self.formations.values().filter(move |one| one.at == at))
    }

    fn enemy_at(&self, at: Space, power: &str) -> bool {
        let enemy = |other: &str| self.at_war(other, power);
        let marked = self.in_sight(at).any(|marker| enemy(&marker.power));
        marked || self.troops_at(at).any(|one| enemy(&one.power))
    }

    fn is_clear(&self, book: &Book, at: Space, power: &str) -> bool {
        let is_silent = self.holder(book, at) == Some(power) && !self.field.contains(&at);
        !is_silent && !self.enemy_at(at, power)
    }

    fn friend_at(&self, at: Space, power: &str) -> bool {
        let friends = |other: &str| self.friends(other, power);
        let marked = self.in_sight(at).any(|marker| friends(&marker.power));
        marked || self.troops_at(at).any(|one| friends(&one.power))
    }
}
