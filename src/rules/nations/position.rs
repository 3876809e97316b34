//! One interface to the two kinds of position: the full state ([`State`]), which the season uses, and
//! what one power knows ([`Known`]), which checks, forms, receipts and reports use.
//!
//! A rule takes a [`Position`], so it is written once for both. Only the two implementations below
//! differ. Their callers choose: `play` passes the state; check, form, receipt and report pass the known.
//!
//! An enemy stack that only the map shows (§1.3) is assumed to fight and to be in supply. Each rule
//! decides what it does where a power knows nothing: see [`Answer`].

use crate::book::units::Unit;
use crate::book::{Book, Fog};
use crate::land::borders;
use crate::land::supply::{self, Moment};
use crate::politics::{instability, revolts};
use crate::record::state::{
    Anchorage, Bloc, Force, Fort, MOST_FLEETS, Money, Squadron, State, Titles, fortress_level,
};
use crate::sight::contact_fog::Eyes;
use crate::sight::known::{Known, Sail, Stack};
use kit::calendar::Season;
use kit::deck::Place;
use kit::ground::Space;
use kit::relations::{Relation, Relations};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of other powers' troops.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer<T> {
    /// In sight now.
    Known(T),
    /// Out of sight, with the season in which it was last seen.
    LastSeen(T, Season),
    NotKnown,
}

/// Troops in a hex, as far as they are known.
#[derive(Debug, Clone, Copy)]
pub struct Standing<'a> {
    pub power: &'a str,
    pub at: Space,
    /// Whether it has units or a depot; assumed of a stack that only the map shows.
    pub fights: bool,
    /// Whether it stops a march: trains and engineers alone do not (NIA §5.2.4).
    pub hinders: bool,
    pub inside: bool,
    /// Whether it besieges a fortress.
    pub besieging: bool,
    pub army: bool,
    pub demoralized: bool,
    /// Whether troops of it are in revolt.
    pub rising: bool,
    /// The force itself, if it is known in full.
    pub whole: Option<&'a Force>,
    /// When it was seen last, if it is out of sight now.
    pub last: Option<Season>,
    /// Whether it is still to come, when the season begins, and sees nothing before.
    pub coming: bool,
}

impl<'a> Standing<'a> {
    /// A force that is known in full.
    fn of(force: &'a Force) -> Self {
        Self {
            power: &force.power,
            at: force.at,
            fights: force.fights(),
            hinders: !force.is_support_alone(),
            inside: force.inside,
            besieging: force.siege.is_some() && !force.inside,
            army: force.army.is_some(),
            demoralized: force.demoralized,
            rising: revolts::of(force).is_some(),
            whole: Some(force),
            last: None,
            coming: false,
        }
    }

    /// A stack as the map shows it.
    fn shown(stack: &'a Stack) -> Self {
        Self {
            power: &stack.power,
            at: stack.at,
            fights: true,
            hinders: true,
            inside: stack.inside,
            besieging: stack.besieging,
            army: stack.army,
            demoralized: stack.demoralized,
            rising: stack.rising,
            whole: None,
            last: stack.last,
            coming: false,
        }
    }

    /// Whether it is in sight, and not only remembered.
    pub fn is_there(&self) -> bool {
        self.last.is_none()
    }

    /// Whether it has units; assumed of a stack that only the map shows.
    pub fn has_units(&self) -> bool {
        self.whole.is_none_or(|force| !force.units.is_empty())
    }

    /// Whether it takes part in a siege, as besieger or besieged.
    pub fn in_siege(&self) -> bool {
        self.whole.map_or(self.besieging, |force| force.siege.is_some())
    }
}

/// Ships of one power in one place.
#[derive(Debug, Clone, Copy)]
pub struct Afloat<'a> {
    pub power: &'a str,
    pub at: &'a Anchorage,
    pub fleets: usize,
    /// When they were seen last, if they are out of sight now.
    pub last: Option<Season>,
}

impl<'a> Afloat<'a> {
    fn of(squadron: &'a Squadron) -> Self {
        let fleets = squadron.fleets.len();
        Self { power: &squadron.power, at: &squadron.at, fleets, last: None }
    }

    fn shown(sail: &'a Sail) -> Self {
        let fleets = usize::from(sail.fleets);
        Self { power: &sail.power, at: &sail.at, fleets, last: sail.last }
    }

    /// Whether they are in sight, and not only remembered.
    pub fn is_there(&self) -> bool {
        self.last.is_none()
    }
}

/// The fields that `State` and `Known` have in common.
#[derive(Debug, Clone, Copy)]
pub struct Common<'a> {
    pub season: Season,
    pub relations: &'a Relations<Bloc>,
    pub titles: &'a Titles,
    pub money: &'a Money,
    /// The special rules that hold by now.
    pub begun: &'a BTreeSet<String>,
    /// The year in which each side last used its second naval marker.
    pub naval_2: &'a BTreeMap<Bloc, u16>,
    /// Corsairs that are in their box.
    pub corsairs: &'a BTreeSet<String>,
    /// Places whose holder is another than their province's.
    pub held: &'a BTreeMap<Space, String>,
    /// Fortresses that are not as the map prints them.
    pub forts: &'a BTreeMap<Space, Fort>,
    /// The squadrons that are known in full: in a `Known`, those of its own side.
    pub squadrons: &'a [Squadron],
}

impl<'a> Common<'a> {
    /// The bloc of a power.
    pub fn bloc(&self, power: &str) -> Bloc {
        self.relations.group(power).copied().unwrap_or(Bloc::Neutral)
    }

    /// How many more fleets of a power's side a place holds (NIA §4.1.2).
    pub fn berths(&self, power: &str, at: &Anchorage) -> usize {
        let there = self.squadrons.iter().filter(|one| one.at == *at);
        let ours = there.filter(|one| self.relations.friends(power, &one.power));
        MOST_FLEETS.saturating_sub(ours.map(|one| one.fleets.len()).sum())
    }

    /// Who holds a place.
    pub fn holder(&self, book: &'a Book, at: Space) -> Option<&'a str> {
        let province = || book.atlas.province(at).map(|province| province.name.as_str());
        let held = self.held.get(&at).map(String::as_str);
        held.or_else(|| province().and_then(|name| self.titles.master(book, name)))
    }

    /// The bloc of the power that holds a place.
    pub fn holding_bloc(&self, book: &'a Book, at: Space) -> Option<Bloc> {
        self.holder(book, at).map(|power| self.bloc(power))
    }

    /// The level of a fortress as the siege table asks it; 0 where there is none (NIA §9.1).
    pub fn fortress(&self, book: &Book, at: Space) -> u8 {
        fortress_level(book, self.forts, at)
    }

    /// Whether a power's side has a fortress in a hex, besieged or not.
    pub fn has_walls(&self, book: &'a Book, power: &str, at: Space) -> bool {
        let holder = self.holder(book, at);
        holder.is_some_and(|holder| self.relations.friends(holder, power))
            && self.fortress(book, at) > 0
    }

    /// Whether troops of two powers may stand in one hex: those of friends, and those of a beaten power and of one with
    /// which it has peace, each for itself (NIA §13.3.2.2).
    pub fn may_share(&self, one: &str, other: &str) -> bool {
        self.relations.friends(one, other) || self.titles.peaces.of_both(one, other).is_some()
    }

    /// Whether the walls of a holder are shut to a power: they are no friend's, nor of one who has peace with it or lets its
    /// troops through (NIA §13.3.2.2, §17.4.2).
    pub fn are_shut(&self, holder: &str, power: &str) -> bool {
        let passes = self.relations.relation(power, holder) == Relation::Passage;
        !passes && !self.may_share(holder, power)
    }

    /// Whether troops of a power may enter a hex (NIA §17.4.5).
    pub fn may_enter(&self, book: &'a Book, power: &str, at: Space) -> bool {
        let left_open = || {
            let province = book.atlas.province(at);
            province.is_some_and(|one| borders::is_left_open(*self, power, &one.name))
        };
        let holder = self.holder(book, at);
        (borders::may_enter(self.relations, power, holder) || left_open())
            && !instability::is_shut(book, *self, power, holder)
    }
}

/// Takes the fields of [`Common`], which have one name in both.
macro_rules! common {
    ($of:expr) => {{
        let it = $of;
        Common {
            season: it.season,
            relations: &it.relations,
            titles: &it.titles,
            money: &it.money,
            begun: &it.begun,
            naval_2: &it.naval_2,
            corsairs: &it.corsairs,
            held: &it.held,
            forts: &it.forts,
            squadrons: &it.squadrons,
        }
    }};
}

/// The full state, or what one power knows of it.
pub trait Position {
    /// The fields that both have.
    fn common(&self) -> Common<'_>;
    /// The names of fleets that a power has lost and may not give again; empty in a `Known`.
    fn fleet_names(&self, power: &str) -> BTreeSet<String>;
    /// All troops that are known to be on the map.
    fn standing(&self) -> Box<dyn Iterator<Item = Standing<'_>> + '_>;
    /// All ships that are known.
    fn afloat(&self) -> Box<dyn Iterator<Item = Afloat<'_>> + '_>;
    /// What limits the view; `None` if nothing is hidden.
    fn eyes<'a>(&'a self, book: &'a Book) -> Option<Eyes<'a>>;
    /// Every unit that is known in full: on the map, on board, abroad, and those that will return.
    fn units(&self) -> Box<dyn Iterator<Item = &Unit> + '_>;
    /// Whether every force of a power is known: all of one's own side are.
    fn knows_forces_of(&self, power: &str) -> bool;
    /// The leaders in a power's pool, if they are known.
    fn pool(&self, power: &str) -> Option<&BTreeSet<String>>;
    /// The highest number that a force of a power has had, as far as it is known.
    fn last_number(&self, power: &str) -> u32;
    /// The seasons of conditional arrivals whose condition is met, as far as they are known.
    fn promised(&self) -> &BTreeMap<String, Season>;
    /// Whether a leader is known to be dead.
    fn is_dead(&self, leader: &str) -> bool;
    /// How many army markers a power is known to have lost.
    fn armies_lost(&self, power: &str) -> usize;
    /// The event cards that have left the game or lie open on the table, if there is a deck.
    fn cards_out(&self) -> Vec<String>;
}

/// A position with what limits the view of it, prepared once for many questions.
pub struct Situation<'a> {
    pub book: &'a Book,
    pub common: Common<'a>,
    pub position: &'a dyn Position,
    pub eyes: Option<Eyes<'a>>,
}

impl<'a> Situation<'a> {
    /// Prepares a position.
    pub fn of(book: &'a Book, position: &'a dyn Position) -> Self {
        Self { book, common: position.common(), position, eyes: position.eyes(book) }
    }

    /// The troops in a hex, as far as they are known.
    pub fn troops_at(&self, at: Space) -> Answer<Vec<Standing<'a>>> {
        let all: Vec<Standing> = self.position.standing().filter(|one| one.at == at).collect();
        if self.eyes.as_ref().is_none_or(|eyes| eyes.see(at)) {
            return Answer::Known(all);
        }
        match all.iter().filter_map(|one| one.last).max() {
            Some(season) => Answer::LastSeen(all, season),
            None => Answer::NotKnown,
        }
    }

    /// Whether a force is in supply, outside battles (NIA §6.2).
    pub fn supplied(&self, force: &Force) -> bool {
        supply::supplied(self.book, self.position, force, &Moment::default())
    }
}

impl Position for State {
    fn common(&self) -> Common<'_> {
        common!(self)
    }

    fn fleet_names(&self, power: &str) -> BTreeSet<String> {
        self.sunk.get(power).cloned().unwrap_or_default()
    }

    fn standing(&self) -> Box<dyn Iterator<Item = Standing<'_>> + '_> {
        Box::new(self.forces.values().map(Standing::of))
    }

    fn afloat(&self) -> Box<dyn Iterator<Item = Afloat<'_>> + '_> {
        Box::new(self.squadrons.iter().map(Afloat::of))
    }

    fn eyes<'a>(&'a self, _book: &'a Book) -> Option<Eyes<'a>> {
        None
    }

    fn units(&self) -> Box<dyn Iterator<Item = &Unit> + '_> {
        Box::new(State::units(self))
    }

    fn knows_forces_of(&self, _power: &str) -> bool {
        true
    }

    fn pool(&self, power: &str) -> Option<&BTreeSet<String>> {
        self.pools.get(power)
    }

    fn last_number(&self, power: &str) -> u32 {
        self.counts.get(power).copied().unwrap_or(0)
    }

    fn promised(&self) -> &BTreeMap<String, Season> {
        &self.promised
    }

    fn is_dead(&self, leader: &str) -> bool {
        self.dead.contains(leader)
    }

    fn armies_lost(&self, power: &str) -> usize {
        self.armies_lost.get(power).map_or(0, BTreeSet::len)
    }

    fn cards_out(&self) -> Vec<String> {
        let table = self.deck.as_ref().and_then(|deck| deck.seen_in(&Place::Table, ""));
        table.unwrap_or_default()
    }
}

impl Position for Known {
    fn common(&self) -> Common<'_> {
        common!(self)
    }

    fn fleet_names(&self, _power: &str) -> BTreeSet<String> {
        BTreeSet::new()
    }

    fn standing(&self) -> Box<dyn Iterator<Item = Standing<'_>> + '_> {
        let theirs = self.theirs.iter().map(Standing::shown);
        let ours = self.ours.values().map(|force| Standing {
            coming: self.coming.contains(&force.id),
            ..Standing::of(force)
        });
        Box::new(ours.chain(theirs))
    }

    fn afloat(&self) -> Box<dyn Iterator<Item = Afloat<'_>> + '_> {
        let theirs = self.sails.iter().map(Afloat::shown);
        Box::new(self.squadrons.iter().map(Afloat::of).chain(theirs))
    }

    fn eyes<'a>(&'a self, book: &'a Book) -> Option<Eyes<'a>> {
        (book.fog == Fog::Contact).then(|| Eyes::of(book, self, &self.power))
    }

    fn units(&self) -> Box<dyn Iterator<Item = &Unit> + '_> {
        let forces = self.ours.values().flat_map(|force| &force.units);
        let aboard = self.aboard.values().flat_map(|passage| &passage.force.units);
        let abroad = self.money.abroad.values().flat_map(|abroad| &abroad.units);
        Box::new(forces.chain(aboard).chain(abroad))
    }

    fn knows_forces_of(&self, power: &str) -> bool {
        self.relations.friends(&self.power, power)
    }

    fn pool(&self, power: &str) -> Option<&BTreeSet<String>> {
        (power == self.power).then_some(&self.pool)
    }

    fn last_number(&self, power: &str) -> u32 {
        let own = self.ours.values().filter(|force| force.power == power);
        own.map(|force| force.id.count()).max().unwrap_or(0)
    }

    fn promised(&self) -> &BTreeMap<String, Season> {
        static NONE: BTreeMap<String, Season> = BTreeMap::new();
        &NONE
    }

    /// Not kept: a death that decides the game also ends it.
    fn is_dead(&self, _leader: &str) -> bool {
        false
    }

    fn armies_lost(&self, power: &str) -> usize {
        self.armies_lost.get(power).map_or(0, BTreeSet::len)
    }

    fn cards_out(&self) -> Vec<String> {
        self.deck.as_ref().map(|deck| deck.table.clone()).unwrap_or_default()
    }
}
