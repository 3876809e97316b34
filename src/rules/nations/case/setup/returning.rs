//! Who comes back in a later season, as a setup says it.

use super::{Setup, leader};
use crate::book::Book;
use crate::record::state::{Returning, State};
use kit::calendar::Season;
use play::case::PlayError;
use serde::Deserialize;

/// Who comes back in a later season.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Away {
    power: String,
    season: Season,
    #[serde(default)]
    leaders: Vec<String>,
    #[serde(default)]
    units: Vec<String>,
}

impl Setup {
    /// Those who come back.
    pub(super) fn away(&self, book: &Book, state: &mut State) -> Result<(), PlayError> {
        let wrong = |why| PlayError::key("returning", why);
        for away in &self.returning {
            let mut back = Returning {
                power: away.power.clone(),
                when: away.season,
                leaders: vec![],
                units: vec![],
            };
            for name in &away.leaders {
                back.leaders.push(leader(book, name).map_err(wrong)?);
            }
            for written in &away.units {
                let units = book.units.read(written, &away.power, &book.people);
                back.units.extend(units.map_err(wrong)?);
            }
            state.returning.push(back);
        }
        Ok(())
    }
}
