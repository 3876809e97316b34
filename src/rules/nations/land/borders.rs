//! Borders: whose land troops may enter, and whose they may not (NIA §17.4.5).
//!
//! One question, [`may_enter`], is asked by marches and paths, by interception, avoidance, the guns
//! and retreats, by landings, arrivals and supply lines, of any [`Position`].
//!
//! # Our reading
//!
//! In `readings.yaml`, under §6.2.1, §13.3.2.2, §17.4.5.

use crate::book::Book;
use crate::politics::instability;
use crate::position::{Common, Position};
use crate::record::state::{Bloc, State};
use kit::ground::Space;
use kit::relations::Relations;
use std::collections::BTreeMap;

/// Whether troops of a power may enter land of a holder: a power or a country; land without one is
/// open to all (NIA §17.4.5).
pub fn may_enter(relations: &Relations<Bloc>, power: &str, holder: Option<&str>) -> bool {
    holder.is_none_or(|holder| relations.may_enter(power, holder))
}

/// Whether a peace leaves a province of the beaten open to one of its former allies, who is at war with its victors
/// (NIA §13.3.2.2).
pub fn is_left_open(common: Common, power: &str, province: &str) -> bool {
    let at_war = |victor: &String| common.relations.at_war(power, victor);
    let mut treaties = common.titles.peaces.opening(power, province);
    treaties.any(|treaty| treaty.with.iter().any(at_war))
}

impl State {
    /// Whether troops of a power may enter a hex (NIA §17.4.5).
    pub fn may_enter(&self, book: &Book, power: &str, at: Space) -> bool {
        self.common().may_enter(book, power, at)
    }
}

/// The land that is closed to one power, laid out once for a search over very many hexes.
#[derive(Debug, Default)]
pub struct Borders {
    /// By province; empty where no land is closed to anybody.
    pub closed: Vec<bool>,
    /// Towns that open or close their own hex.
    pub towns: BTreeMap<Space, bool>,
}

impl Borders {
    /// Works out which land is closed to a power: titles, towns and wars are public.
    pub fn of(book: &Book, common: Common, power: &str) -> Self {
        let Common { titles, held, relations, .. } = common;
        let at_war_all =
            book.scenario.countries.is_empty() && titles.is_empty() && !relations.has_neutrals();
        if at_war_all && book.scenario.proud().is_none() {
            return Self::default();
        }
        let shut = |holder: Option<&str>| instability::is_shut(book, common, power, holder);
        let open = |holder: Option<&str>| may_enter(relations, power, holder) && !shut(holder);
        let provinces = book.atlas.provinces.iter();
        let closed = provinces.map(|province| {
            let name = &province.name;
            !open(titles.master(book, name)) && !is_left_open(common, power, name)
        });
        let closed = closed.collect();
        let towns = held.iter().map(|(at, holder)| (*at, open(Some(holder)))).collect();
        Self { closed, towns }
    }

    /// Whether a hex may be entered.
    pub fn are_open(&self, book: &Book, at: Space) -> bool {
        if self.closed.is_empty() {
            return true;
        }
        if let Some(open) = self.towns.get(&at) {
            return *open;
        }
        let province = if book.atlas.is_box(at) { None } else { book.atlas.hex(at).province };
        province.is_none_or(|province| !self.closed[usize::from(province)])
    }
}
