//! French resupply: income, refit, purchases and scouts (§14.3 to §14.6).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §14.3.

use super::moves::Refused;
use super::{Place, Theatre};
use crate::book::Book;
use crate::record::force::{Force, ForceId, Side};
use kit::ground::Space;

impl Theatre {
    /// What the French earn (§14.3).
    pub fn income(&self, book: &Book) -> u32 {
        let cities = book.map.all().filter(|at| book.map.is_city(*at));
        let held = cities.filter(|at| self.holder(*at) == Some(Side::French)).count();
        let income = book.campaign.income;
        income.base + income.city * u32::try_from(held).unwrap_or(u32::MAX)
    }

    /// Gives the French what they earn (§14.3).
    pub fn earn(&mut self, book: &Book) {
        self.french_supply = self.french_supply.saturating_add(self.income(book));
    }

    fn pay(&mut self, needs: u32) -> Result<(), Refused> {
        let left = self.french_supply.checked_sub(needs);
        self.french_supply = left.ok_or(Refused::NoSupply { needs })?;
        Ok(())
    }

    /// Makes a reduced French force full (§14.4).
    pub fn refit(&mut self, book: &Book, id: ForceId) -> Result<(), Refused> {
        let Place::Area(_) = self.place(id) else { return Err(Refused::NotOnTheMap) };
        let force = self.force(id).filter(|force| force.side() == Side::French);
        if !force.ok_or(Refused::NotOnTheMap)?.reduced {
            return Err(Refused::NotReduced);
        }
        if self.bought_reduced.contains(&id) {
            return Err(Refused::JustBought);
        }
        self.pay(book.figures.refit)?;
        self.set_reduced(id, false);
        Ok(())
    }

    /// The reduced French forces on the map.
    pub fn to_refit(&self) -> Vec<Force> {
        let ours = self.forces.iter().filter(|force| force.side() == Side::French && force.reduced);
        ours.filter(|force| matches!(self.place(force.id), Place::Area(_))).copied().collect()
    }

    /// The French forces that can be bought (§14.5).
    pub fn for_sale(&self) -> Vec<Force> {
        let ours = self.forces.iter().filter(|force| force.side() == Side::French);
        ours.filter(|force| self.place(force.id) == Place::Pool).copied().collect()
    }

    fn set_reduced(&mut self, id: ForceId, reduced: bool) {
        if let Some(force) = self.forces.get_mut(id.index()) {
            force.reduced = reduced;
        }
    }

    /// Buys a force, full or reduced, for the combat value of that side (§14.5).
    pub fn buy(&mut self, id: ForceId, reduced: bool, at: Space) -> Result<(), Refused> {
        if self.place(id) != Place::Pool {
            return Err(Refused::NotForSale);
        }
        let mut force = *self.force(id).ok_or(Refused::NotForSale)?;
        if reduced && force.back.is_none() {
            return Err(Refused::NoBack);
        }
        if !self.stands(Side::French, at) {
            return Err(Refused::NoFrenchThere);
        }
        force.reduced = reduced;
        self.pay(force.price())?;
        self.set_reduced(id, reduced);
        self.put(id, Place::Area(at));
        if reduced {
            self.bought_reduced.insert(id);
        }
        Ok(())
    }

    /// Buys a scout; there are only so many (§14.6).
    pub fn buy_scout(&mut self, book: &Book) -> Result<(), Refused> {
        if self.scouts >= book.figures.most_scouts {
            return Err(Refused::NoScouts);
        }
        self.pay(book.figures.scout)?;
        self.scouts += 1;
        Ok(())
    }
}
