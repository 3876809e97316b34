//! A book without a scenario's set-up: the whole map is in play and nobody stands on it.
//!
//! Cases are set up on it, and name what else they need.

use super::Fog;
use super::atlas::OffMap;
use super::money::wars;
use super::scenario::Scenario;
use super::{Book, Cards, Money, Parts, Pools, Sea, War};
use kit::calendar::Season;
use kit::shelf::Shelf;
use play::BookError;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a case says of its terms instead of a scenario.
#[derive(Debug, Clone, Default)]
pub struct Terms {
    /// Side to powers: `empire`, `coalition`, and any other word for neutrals.
    pub sides: BTreeMap<String, Vec<String>>,
    /// Power to those who let its troops through.
    pub passage: BTreeMap<String, Vec<String>>,
    pub removed: Vec<String>,
    /// The power that chooses the first marker.
    pub initiative: Option<String>,
    /// The first season, if the case is played in a later one.
    pub first: Option<Season>,
    pub boxes: Vec<OffMap>,
    /// Whether supply is traced; else whoever is not said to be out of supply is fed.
    pub supply: bool,
    pub fog: Fog,
}

impl Book {
    /// Reads the book without a scenario.
    pub fn bare(shelf: &Shelf, season: Season, terms: Terms) -> Result<Self, BookError> {
        let Parts { mut atlas, people, units, countries, figures, other_names } =
            Parts::read(shelf)?;
        for off_map in terms.boxes {
            let atlas = Arc::make_mut(&mut atlas);
            atlas.add_box(off_map).map_err(|why| BookError::Document(format!("boxes: {why}")))?;
        }
        let page = format!(
            "{{title: a case, rule: '', first season: {}, last season: {season}, sides: {{}}, forces: []}}",
            terms.first.unwrap_or(season),
        );
        let mut scenario: Scenario =
            serde_yaml::from_str(&page).expect("this is all that a scenario must have");
        scenario.sides = terms.sides;
        scenario.passage = terms.passage;
        scenario.removed = terms.removed;
        scenario.initiative = terms.initiative;
        scenario.fed = !terms.supply;
        let mut money =
            shelf.once(|shelf| Money::read(shelf, &atlas, &people, &units, &countries))?;
        Arc::make_mut(&mut money).wars = wars::read(shelf, &people, &units)?;
        let pools = shelf.once(|shelf| Pools::read(shelf, &people, &units))?;
        Ok(Self {
            name: "a case".to_owned(),
            options: BTreeMap::new(),
            other_names,
            atlas,
            figures,
            people,
            countries,
            units,
            war: shelf.once(War::read)?,
            sea: shelf.once(Sea::read)?,
            cards: shelf.once(Cards::read)?,
            money,
            pools,
            track: Arc::default(),
            peace: Arc::default(),
            tactics: Arc::default(),
            optional: Default::default(),
            scenario,
            fog: terms.fog,
        })
    }
}
