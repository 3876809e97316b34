//! Ships that the umpire puts somewhere, or takes away.

use crate::book::Book;
use crate::case::setup::place;
use crate::record::event::FleetEvent;
use crate::record::state::{Anchorage, MOST_FLEETS, Ship};
use crate::season::rulings::Word;
use crate::season::rulings::facts::power;
use crate::turn::Turn;
use serde::Deserialize;

/// `ships: {power: france, fleets: [Villeneuve], to: Brest}`; `to: nowhere` takes them away, and
/// `blockading:` in place of `to:` lays them before a harbour.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ships {
    power: String,
    fleets: Vec<String>,
    to: Option<String>,
    blockading: Option<String>,
}

/// Where ships are put that are taken away.
const NOWHERE: &str = "nowhere";

impl Ships {
    /// Says at once if a name in it is none.
    pub fn check(&self, book: &Book) -> Result<(), String> {
        power(book, &self.power)?;
        if self.fleets.is_empty() {
            return Err("ships: `fleets:` is empty".to_owned());
        }
        self.goal(book).map(|_| ())
    }

    fn goal(&self, book: &Book) -> Result<Option<Anchorage>, String> {
        match (self.to.as_deref(), &self.blockading) {
            (None, Some(harbour)) => Ok(Some(Anchorage::Blockading(place(&book.atlas, harbour)?))),
            (Some(NOWHERE), None) => Ok(None),
            (Some(to), None) => Ok(Some(match book.atlas.sea(to) {
                Some(sea) => Anchorage::Sea(sea.name.clone()),
                None => Anchorage::Harbour(place(&book.atlas, to)?),
            })),
            _ => Err("ships: name either `to:` or `blockading:`".to_owned()),
        }
    }

    /// Holds it against the position as it is now.
    pub(super) fn word(self, turn: &Turn) -> Result<Word, String> {
        let (power, to) = (power(turn.book, &self.power)?, self.goal(turn.book)?);
        let state = &turn.state;
        if let Some(Anchorage::Harbour(at) | Anchorage::Blockading(at)) = &to
            && turn.book.atlas.town(*at).is_none_or(|town| town.seas.is_empty())
        {
            return Err(format!("{} is not a harbour", turn.book.atlas.name(*at)));
        }
        let berths = to.as_ref().map_or(MOST_FLEETS, |to| state.berths(&power, to));
        if self.fleets.len() > berths {
            return Err(format!("there is room for {berths} more fleets of a side"));
        }
        let mut events = vec![];
        for fleet in &self.fleets {
            let ship = Ship::new(&power, fleet);
            let from = state.anchorage(&ship).cloned();
            if from.is_none() && to.is_none() {
                return Err(format!("no fleet of {power} is called `{fleet}`"));
            }
            if to.is_none() && state.cargo(&ship).next().is_some() {
                return Err(format!("{fleet} has troops on board"));
            }
            let fleets = vec![fleet.clone()];
            let (power, to) = (power.clone(), to.clone());
            events.push(FleetEvent::ShipsSet { power, fleets, from, to }.into());
        }
        let fleets = self.fleets.join(" and ");
        let words = match &to {
            Some(to) => format!("{fleets}: {}", to.name(&turn.book.atlas)),
            None => format!("{fleets}: taken off the map"),
        };
        Ok(Word { words, told: vec![power], events, deed: None })
    }
}
