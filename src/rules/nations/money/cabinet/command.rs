//! Leaders who come and go, and army markers (NIA §4.2.4, §12.4).

use super::works::Works;
use crate::book::money::Ware;
use crate::land::stacking;
use crate::land::supply::Land;
use crate::record::event::{Bill, Shortfall};
use crate::record::state::Force;
use kit::ground::Space;
use std::collections::BTreeSet;

const GRANDE_ARMEE: &str = "Grande Armée";

/// A force with a leader who has come to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub force: Force,
    pub new: bool,
    /// Who went back to the pool.
    pub gone: Option<String>,
}

/// Leaders who come and go.
impl Works<'_> {
    /// Puts a leader of the pool where new units may stand, or where troops of an allied minor
    /// country are at home (NIA §12.4).
    pub fn post(&mut self, leader: &str, at: Space, land: &Land<'_>) -> Result<Change, Shortfall> {
        if !self.pool.contains(leader) {
            return Err(Shortfall::NotInPool { who: leader.to_owned() });
        }
        let abroad = || {
            let there = self.forces.values().filter(|force| force.at == at);
            let nations = there.flat_map(|force| &force.units).map(|unit| &unit.nation);
            let countries = nations
                .filter_map(|nation| self.book.people.nation(nation)?.country.as_deref())
                .collect::<BTreeSet<&str>>();
            countries.into_iter().any(|country| land.takes_new_units(country, at))
        };
        if !self.sites.contains(&at) && !abroad() {
            return Err(Shortfall::NoSite { at });
        }
        let host = self.forces.values().find(|force| force.at == at && !force.units.is_empty());
        let new = host.is_none();
        let mut force = host.cloned().unwrap_or_else(|| Force::new(self.next(), &self.power, at));
        let before = force.clone();
        let at_front = force.commander().is_none_or(|first| {
            stacking::stars(self.book, leader) > stacking::stars(self.book, first)
        });
        let place = if at_front { 0 } else { force.leaders.len() };
        force.leaders.insert(place, leader.to_owned());
        let full = force.leaders.len() > stacking::places(self.book, &force) + 1;
        let commands = force.army.is_none()
            || force
                .commander()
                .is_some_and(|name| self.book.people.known(name).capacity.is_some());
        if full || !commands || !stacking::fits(self.book, &force) {
            return Err(Shortfall::NoRoom { at: before.at });
        }
        self.pool.remove(leader);
        self.keep(&force, new);
        Ok(Change { force, new, gone: None })
    }

    /// Puts a leader of the pool in the place of another, who goes back to it (NIA §4.2.4).
    pub fn replace(&mut self, old: &str, leader: &str) -> Result<Change, Shortfall> {
        if !self.pool.contains(leader) {
            return Err(Shortfall::NotInPool { who: leader.to_owned() });
        }
        let stands = |force: &&Force| force.leaders.iter().any(|name| name == old);
        let not_there = || Shortfall::NotThere { who: old.to_owned() };
        let mut force = self.forces.values().find(stands).ok_or_else(not_there)?.clone();
        let commanded = force.commander() == Some(old);
        force.leaders.iter_mut().filter(|name| *name == old).for_each(|name| {
            leader.clone_into(name);
        });
        if commanded && force.army.is_some() {
            // The new commander is the senior of those who belong to the army (§4.2.4).
            let able = |name: &String| self.book.people.known(name).capacity.is_some();
            let stars = |name: &String| (able(name), stacking::stars(self.book, name));
            force.leaders.sort_by_key(|name| std::cmp::Reverse(stars(name)));
            if !force.commander().is_some_and(|name| able(&name.to_owned())) {
                return Err(Shortfall::NoArmy { who: leader.to_owned() });
            }
        }
        if !stacking::fits(self.book, &force) {
            return Err(Shortfall::NoRoom { at: force.at });
        }
        self.pool.remove(leader);
        self.pool.insert(old.to_owned());
        self.keep(&force, false);
        Ok(Change { force, new: false, gone: Some(old.to_owned()) })
    }

    /// Sets up an army marker over a leader's force (NIA §12.4).
    pub fn army(&mut self, leader: &str, with: Option<&str>) -> Result<(Force, Bill), Shortfall> {
        self.may_have_armies()?;
        let no_army = || Shortfall::NoArmy { who: leader.to_owned() };
        let commands = |force: &&Force| force.commander() == Some(leader);
        let mut force = self.forces.values().find(commands).ok_or_else(no_army)?.clone();
        let used: Vec<&String> =
            self.forces.values().filter_map(|force| force.army.as_ref()).collect();
        let markers = self.book.pools.armies(&self.power);
        let free = markers.iter().find(|army| !used.contains(army));
        let marker =
            free.ok_or_else(|| Shortfall::Counters { what: "army marker".to_owned() })?.clone();
        let grand = marker == GRANDE_ARMEE;
        let ware = if grand { Ware::GrandeArmee } else { Ware::Army };
        let bill = Bill { pounds: self.money.price(ware), ..Bill::default() };
        self.affords(bill)?;
        let most = stacking::stars(self.book, leader);
        let junior = |name: &&String| stacking::stars(self.book, name) <= most;
        let with = match with {
            Some(name) if !self.pool.contains(name) => {
                return Err(Shortfall::NotInPool { who: name.to_owned() });
            }
            Some(name) => Some(name.to_owned()),
            None => {
                let stars = |name: &&String| stacking::stars(self.book, name);
                let waiting = self.pool.iter().filter(junior);
                waiting
                    .min_by_key(|name| (std::cmp::Reverse(stars(name)), (*name).clone()))
                    .cloned()
            }
        };
        force.army = Some(marker);
        force.leaders.extend(with.clone());
        force.leaders.sort_by_key(|name| std::cmp::Reverse(stacking::stars(self.book, name)));
        let capacity = force.commander().and_then(|name| self.book.people.known(name).capacity);
        let fits = stacking::fits(self.book, &force) && stacking::keeps_army(self.book, &force);
        let ready = force.steps() >= 2 && self.fed.contains(&force.id) && !force.inside;
        if force.army.is_none() || capacity.is_none() || !fits || !ready {
            return Err(no_army());
        }
        with.iter().for_each(|name| {
            self.pool.remove(name);
        });
        self.pay(bill);
        self.keep(&force, false);
        Ok((force, bill))
    }
}
