//! What a setup says of money: banks, points of the turn, and provinces that were ceded.

use crate::book::Book;
use crate::book::scenario::MOST_MONEY;
use crate::money::income;
use crate::record::money::Money;
use crate::record::state::State;
use play::case::PlayError;
use std::collections::BTreeMap;

/// The most resource points of a turn.
const MOST_POINTS: u32 = 1000;

/// The money of a setup.
pub struct Purses<'s> {
    /// Power to dollars; without it, as the scenario says.
    pub banks: Option<&'s BTreeMap<String, u32>>,
    /// Power to resource points of the turn; without it, what its provinces yield.
    pub points: &'s BTreeMap<String, u32>,
    /// Power to manpower of the turn; without it, what its provinces have.
    pub manpower: &'s BTreeMap<String, u32>,
    /// Province to whom it was ceded.
    pub titles: &'s BTreeMap<String, String>,
    /// Nation to the points that raids took of what it collects next.
    pub raided: &'s BTreeMap<String, u32>,
}

/// With how many generals each power began: those who are there (§19.7).
pub fn began(state: &State) -> BTreeMap<String, u32> {
    let mut began = BTreeMap::new();
    for one in state.generals.values() {
        *began.entry(one.power.clone()).or_default() += 1;
    }
    began
}

impl Purses<'_> {
    /// Holds figures and names against what there is.
    fn check(&self, state: &State, played: bool) -> Result<(), PlayError> {
        for (key, said) in [
            ("resource points", !self.points.is_empty()),
            ("manpower", !self.manpower.is_empty()),
            ("titles", !self.titles.is_empty()),
        ] {
            if said && !played {
                return Err(PlayError::key(
                    key,
                    "this needs `money:`, as without it none is played",
                ));
            }
        }
        let bounds = [
            ("money", self.banks, MOST_MONEY),
            ("resource points", Some(self.points), MOST_POINTS),
            ("manpower", Some(self.manpower), MOST_POINTS),
        ];
        for (key, sums, most) in bounds {
            for (power, sum) in sums.into_iter().flatten() {
                if !state.relations.takes_part(power) {
                    return Err(PlayError::key(key, format!("unknown power `{power}`")));
                }
                if *sum > most {
                    return Err(PlayError::key(key, format!("{most} is the most")));
                }
            }
        }
        Ok(())
    }

    /// Lays it out.
    pub fn lay(&self, book: &Book, state: &mut State) -> Result<(), PlayError> {
        let Some(scenario) = book.scenario.money.as_ref() else { return self.check(state, false) };
        self.check(state, true)?;
        let powers: Vec<String> = state.relations.parties().cloned().collect();
        state.money = Money::new(Some(self.banks.unwrap_or(scenario)), powers.iter());
        for (province, power) in self.titles {
            let event = income::ceded(book, state, (province, power));
            let event = event.map_err(|why| PlayError::key("titles", why))?;
            state.apply(&event.into());
        }
        for power in powers {
            if let Some(event) = income::first(book, state, &power) {
                state.money.apply(&event);
            }
            if let Some(purse) = state.money.purses.get_mut(&power) {
                purse.points = self.points.get(&power).copied().unwrap_or(purse.points);
                purse.manpower = self.manpower.get(&power).copied().unwrap_or(purse.manpower);
            }
        }
        // The income of this turn was collected before.
        state.raided.clear();
        state.money.raids.clone_from(self.raided);
        Ok(())
    }
}
