//! What the events of the court and of the year change.

#![deny(clippy::wildcard_enum_match_arm)]

use super::event::{CourtEvent, YearEvent};
use super::state::{State, Year};
use crate::book::tables::Balance;

impl State {
    pub(super) fn apply_year(&mut self, event: &YearEvent) {
        match event {
            YearEvent::SeasonBegan { .. }
            | YearEvent::OperationsEnded { .. }
            | YearEvent::Voted { .. }
            | YearEvent::Provisioned { .. }
            | YearEvent::VictoryChecked { .. } => {}
            YearEvent::BalanceRolled { balance, again, .. } => {
                if !again {
                    self.year.events.push(balance.words());
                }
            }
            YearEvent::EventWaits { seat, balance } => {
                self.year.waiting.push((seat.clone(), *balance));
            }
            YearEvent::EventComes { seat, balance } => {
                let is_it = |one: &(String, Balance)| one.0 == *seat && one.1 == *balance;
                if let Some(at) = self.year.waiting.iter().position(is_it) {
                    self.year.waiting.remove(at);
                }
            }
            YearEvent::Harvested { by } => self.year.harvest += by,
            YearEvent::YearEnded { .. } => {
                self.year = Year::default();
                self.dismissed.clear();
            }
            YearEvent::GameOver { outcome } => self.outcome = Some(outcome.clone()),
            YearEvent::SeasonEnded { next, .. } => self.season = *next,
        }
    }

    pub(super) fn apply_court(&mut self, event: &CourtEvent) {
        match event {
            CourtEvent::InitiativeTaken { seat, .. } | CourtEvent::InitiativeSeized { seat } => {
                self.initiative = Some(seat.clone());
            }
            CourtEvent::Taxed { to, halves, .. } | CourtEvent::Gained { to, halves, .. } => {
                *self.treasury.entry(to.clone()).or_default() += halves;
            }
            CourtEvent::Spent { from, halves, .. } => {
                let purse = self.treasury.entry(from.clone()).or_default();
                *purse = purse.checked_sub(*halves).expect("nobody spends what they do not have");
            }
            CourtEvent::PillageCleared { at, .. } => {
                self.pillaged.remove(at);
            }
            CourtEvent::DealMade { promises, .. } => self.promises.extend(promises.iter().cloned()),
            CourtEvent::PromiseEnded { promise, .. } => {
                self.promises.remove(promise);
            }
            CourtEvent::ControlChanged { minor, seat, moved, .. } => {
                match seat {
                    Some(seat) => self.relations.join(minor, seat.clone()),
                    None => self.relations.leave(minor),
                }
                for (id, to) in moved {
                    let fleet = self.units.get(id).and_then(|unit| unit.aboard.clone());
                    // Who goes where their fleet goes stays aboard.
                    let aboard = fleet.filter(|fleet| moved.get(fleet) == Some(to));
                    self.units.edit(id, |unit| (unit.at, unit.aboard) = (*to, aboard.clone()));
                }
            }
            CourtEvent::LevyCalled { major, .. } => {
                self.levies.insert(major.clone());
                self.year.levied.insert(major.clone());
            }
            CourtEvent::FieldworksBuilt { at, .. } => {
                self.fieldworks.insert(*at);
            }
            CourtEvent::LotBid { .. }
            | CourtEvent::LotSold { .. }
            | CourtEvent::LotUnsold { .. }
            | CourtEvent::DealNotMade { .. }
            | CourtEvent::WarDeclared { .. }
            | CourtEvent::LevyOver { .. } => {}
        }
    }
}
