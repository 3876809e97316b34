//! Peace with powers: when one is beaten, what the peace brings, and when it ends (NIA §13.3).
//!
//! Season, receipt, form and probe ask these functions of a [`Scene`]: the truth, or what a power knows.
//! [`bargain`] chooses the conditions, [`settle`] plays the peaces of a season, [`lines`] has the orders.
//!
//! Not here: what becomes of troops on land that is closed to them is in [`allegiance`](crate::politics::allegiance).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.3.1, §13.3.1.2.

pub mod bargain;
pub mod forced;
pub mod lines;
pub mod loan;
pub mod offers;
pub mod over;
pub mod settle;
pub mod shock;

use crate::book::Book;
use crate::book::peace::Towns;
use crate::money::treasury::Scene;
use crate::money::treasury::scene::Told;
use crate::politics::liberation;
use kit::ground::Space;
use kit::names::listed;
use std::collections::BTreeSet;

/// More towns of one list are not named twice in a sentence.
const MANY_TOWNS: usize = 12;

/// A town whose loss counts, and whether an enemy occupies it.
pub type Held = (Space, Told);

/// How close a power is to being beaten (NIA §13.3.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plight {
    pub capital: Held,
    /// All towns of one of these lists must be occupied with the capital.
    pub lists: Vec<Vec<Held>>,
    /// Whether one town less is enough, since its armies at home are beaten.
    pub spared: Told,
    pub beaten: Told,
    /// The enemies who hold one of its towns that count, in the reverse order of diplomacy.
    pub victors: Vec<String>,
}

/// How close a power is to being beaten; nothing, if the rules name no towns of it. In a war of liberation it is by the
/// loss of its capital and all harbours alone (NIA §14.4.2).
pub fn plight(scene: &Scene, power: &str) -> Option<Plight> {
    let liberation = liberation::fought_by(scene.book, scene.common, power);
    let (seat, lists) = match liberation {
        Some(rule) => {
            let (seat, harbours) = liberation::towns(scene.book, rule);
            (seat?, vec![harbours])
        }
        None => {
            let towns = scene.book.peace.towns(power)?;
            (towns.capital, lists(scene, power, towns))
        }
    };
    let held = |at: Space| {
        let taken = || scene.holder(at).is_some_and(|holder| scene.at_war(holder, power));
        match liberation {
            Some(_) => (at, if taken() { Told::Yes } else { Told::No }),
            None => (at, scene.is_occupied(at, power)),
        }
    };
    let (capital, lists) = (held(seat), lists.into_iter());
    let lists: Vec<Vec<Held>> = lists.map(|list| list.into_iter().map(held).collect()).collect();
    let spared = match liberation {
        Some(_) => Told::No,
        None => scene.armies_are_beaten(power),
    };
    let fallen = |list: &Vec<Held>| {
        let missing = |told: Told| list.iter().filter(|(_, held)| *held == told).count();
        let (lost, doubt) = (missing(Told::No), missing(Told::Doubt));
        let within = |spare: usize| match () {
            () if lost + doubt <= spare => Told::Yes,
            () if lost <= spare => Told::Doubt,
            () => Told::No,
        };
        within(0).or(spared.and(within(1)))
    };
    let others = match lists.is_empty() {
        true => Told::Yes,
        false => lists.iter().map(fallen).fold(Told::No, Told::or),
    };
    let beaten = capital.1.and(others);
    let taken = lists.iter().flatten().chain([&capital]).filter(|(_, held)| *held != Told::No);
    let holders: BTreeSet<&str> = taken.filter_map(|(at, _)| scene.holder(*at)).collect();
    let mut victors: Vec<String> = holders
        .into_iter()
        .filter(|holder| scene.at_war(holder, power) && scene.book.people.is_major(holder))
        .map(str::to_owned)
        .collect();
    victors.sort_by_key(|victor| std::cmp::Reverse(scene.book.people.order(victor)));
    Some(Plight { capital, lists, spared, beaten, victors })
}

/// The lists of towns that count beside the capital, as they are now.
fn lists(scene: &Scene, power: &str, towns: &Towns) -> Vec<Vec<Space>> {
    let is_own = |at: &&Space| {
        let province = scene.book.atlas.province(**at);
        province.and_then(|one| scene.owner(one)) == Some(power)
    };
    let own: Vec<Space> = towns.own.iter().filter(is_own).copied().collect();
    let with = |list: &Vec<Space>| list.iter().chain(&own).copied().collect();
    towns.with.iter().map(with).collect()
}

/// The powers that have peace with a beaten one: all that are at war with it, on the side of a victor.
pub fn parties(scene: &Scene, power: &str, victors: &[String]) -> Vec<String> {
    let ours = |other: &&str| {
        let mut victors = victors.iter();
        scene.at_war(other, power)
            && victors.any(|victor| scene.common.relations.friends(victor, other))
    };
    scene.powers().into_iter().filter(ours).map(str::to_owned).collect()
}

impl Plight {
    /// Whether an armed fortress or a supply unit of an enemy holds each town that counts (NIA §13.3.2.3).
    pub fn is_kept(&self, scene: &Scene, power: &str) -> bool {
        let kept = |(at, _): &Held| scene.is_kept(*at, power);
        let lists = self.lists.iter();
        kept(&self.capital)
            && (self.lists.is_empty() || lists.into_iter().any(|list| list.iter().all(kept)))
    }

    /// Which towns count, and which of them are taken, in words.
    pub fn in_words(&self, book: &Book) -> String {
        let mut all = vec![self.capital];
        let others = self.lists.iter().flatten();
        others.for_each(|held| {
            if !all.iter().any(|(at, _)| *at == held.0) {
                all.push(*held);
            }
        });
        let named = |wanted: Told| -> Vec<String> {
            let found = all.iter().filter(|(_, held)| *held == wanted);
            found.map(|(at, _)| book.atlas.name(*at)).collect()
        };
        let said = |names: Vec<String>, says: &str| {
            (!names.is_empty()).then(|| {
                let is = if names.len() == 1 { "is" } else { "are" };
                format!("{} {is} {says}", listed(&names))
            })
        };
        let parts = [
            said(named(Told::Yes), "occupied"),
            said(named(Told::Doubt), "perhaps occupied"),
            said(named(Told::No), "not occupied"),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// That one town less is enough if its armies are beaten.
    fn exception(&self) -> &'static str {
        match self.spared {
            Told::Yes => ", or one of these less since all its armies at home are beaten",
            Told::No | Told::Doubt => ", or one of these less if all its armies at home are beaten",
        }
    }

    /// What must be lost, in words: `Vienna, with Budapest or Prague`, with the exception.
    pub fn needs(&self, book: &Book) -> String {
        let name = |held: &Held| book.atlas.name(held.0);
        // How each of many stands is said beside it, with its name.
        let all = |list: &Vec<Held>| match list.len() {
            many if many > MANY_TOWNS => format!("all {many} others"),
            _ => listed(&list.iter().map(name).collect::<Vec<_>>()),
        };
        let capital = name(&self.capital);
        let lists: Vec<String> =
            self.lists.iter().map(all).filter(|list| !list.is_empty()).collect();
        match lists.is_empty() {
            true => capital,
            false => format!("{capital}, with {}{}", lists.join(" or "), self.exception()),
        }
    }
}
