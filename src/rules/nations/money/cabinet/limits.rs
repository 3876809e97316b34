//! What a rule of the scenario lets a power raise (NIA §21.3.5).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §21.3.5.

use super::works::{Works, sort};
use crate::book::Book;
use crate::book::special::Production;
use crate::book::units::{self, Unit};
use crate::record::event::Shortfall;
use kit::calendar::Season;
use std::collections::BTreeMap;

/// What a rule of the scenario lets a power raise, and the units that it has had (NIA §21.3.5).
pub struct Limits<'a> {
    rule: &'a Production,
    /// How many of each sort its set-up and its arrivals so far have had, less those called away.
    had: BTreeMap<(String, String, i8), u32>,
}

impl<'a> Limits<'a> {
    pub fn of(book: &'a Book, power: &str, season: Season, lowered: bool) -> Option<Self> {
        let rules = book.scenario.special.iter().filter_map(|special| special.production.as_ref());
        let rule = rules.into_iter().find(|rule| rule.power == power)?;
        let scenario = &book.scenario;
        let arrived = scenario.arrivals.iter().filter(|entry| entry.when < Some(season));
        let own = scenario.forces.iter().chain(arrived).filter(|entry| entry.power == power);
        let mut had: BTreeMap<(String, String, i8), u32> = BTreeMap::new();
        let counted = |units: &[Unit]| {
            let mut units = units.to_vec();
            if lowered {
                units::lower(&mut units, power);
            }
            units
        };
        for unit in own.flat_map(|entry| counted(&entry.counted)) {
            *had.entry(sort(&unit)).or_default() += 1;
        }
        let gone = scenario.withdrawals.iter().filter(|line| line.power == power);
        for unit in gone.filter(|line| line.when < season).flat_map(|line| counted(&line.counted)) {
            if let Some(count) = had.get_mut(&sort(&unit)) {
                *count = count.saturating_sub(1);
            }
        }
        Some(Limits { rule, had })
    }

    fn has_lost(&self, unit: &Unit, used: &BTreeMap<(String, String, i8), u32>) -> bool {
        let count = |all: &BTreeMap<_, u32>| all.get(&sort(unit)).copied().unwrap_or(0);
        count(&self.had) > count(used)
    }
}

impl Works<'_> {
    /// Whether a rule of the scenario lets the power raise a unit now (NIA §21.3.5).
    pub(super) fn is_within_limits(&self, unit: &Unit) -> Result<(), Shortfall> {
        let Some(limits) = self.limits.as_ref().filter(|_| !self.is_minor()) else { return Ok(()) };
        if limits.has_lost(unit, &self.used) {
            return Ok(());
        }
        let refuse = |why: String| Err(Shortfall::NotAllowed { why });
        if unit.modifier > limits.rule.most {
            let most = limits.rule.most;
            return refuse(format!(
                "a unit that was not lost may have +{most} at most (NIA §21.3.5)"
            ));
        }
        let fills = |unit: &Unit| self.affords(self.price_of_step(unit)).is_ok();
        let mut reduced = self.forces.keys().filter_map(|id| self.reduced(*id).ok()).flatten();
        if reduced.any(|unit| fills(&unit)) {
            return refuse("reduced units are filled first (NIA §21.3.5)".to_owned());
        }
        let lost = self.book.pools.sorts(&self.nation, &self.book.units).find(|unit| {
            let price = self.price(std::slice::from_ref(unit));
            limits.has_lost(unit, &self.used)
                && self.counters_left(unit) > 0
                && self.affords(price).is_ok()
        });
        match lost {
            Some(lost) => {
                let lost = self.book.units.write(&lost);
                refuse(format!("{lost} was lost and is raised first (NIA §21.3.5)"))
            }
            None => Ok(()),
        }
    }

    /// Whether the power may set up army markers for money.
    pub fn may_have_armies(&self) -> Result<(), Shortfall> {
        match self.book.sells_no_army_to(&self.power) {
            false => Ok(()),
            true => Err(Shortfall::NotAllowed {
                why: "no army is set up for money (NIA §21.3.5)".to_owned(),
            }),
        }
    }
}
