//! What one power may know: all that its side has seen, and what was published.
//!
//! Checks, receipts, forms, conditions and reports are made from this and the book. It changes by
//! [`Seen`] alone, and only `sight.rs` makes those.

use crate::book::Book;
use crate::record::event::Event;
use crate::record::state::{Formation, General, Units, holder};
use crate::sight::intel_levels::Band;
use kit::calendar::Season;
use kit::ground::Space;
use kit::ledger::Shown;
use kit::sight::Sight;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A marker of the intel map: somebody who is not of our side, as vaguely as he is seen (§3).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Marker {
    pub power: String,
    pub at: Space,
    pub band: Band,
    /// How many corps and brigades there are, if that was made out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formations: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub general: Option<String>,
    pub sight: Sight,
    /// When it was last seen, if it is out of sight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Season>,
}

/// What a side sees of the field, as it is now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    pub formations: BTreeMap<String, Formation>,
    pub generals: BTreeMap<String, General>,
    pub markers: Vec<Marker>,
    /// Hexes in sight; what was known of them before is gone.
    pub field: BTreeSet<Space>,
    /// Whether all markers of the map are shown, so that none has to be remembered.
    pub whole: bool,
    pub depots: BTreeMap<Space, String>,
    pub stores: BTreeMap<String, u8>,
    /// What is published: who holds which city, the reforms, the harvest, who has submitted.
    pub held: BTreeMap<Space, String>,
    pub reformed: BTreeSet<String>,
    pub harvest: i8,
    pub submitted: BTreeSet<String>,
    /// What our side has lost so far.
    pub lost: BTreeMap<String, Units>,
}

/// What one pair of eyes learns of one event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seen {
    /// The event, as far as it may be told.
    pub event: Option<Event>,
    pub look: Option<Look>,
}

/// All that one power knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    pub power: String,
    pub season: Season,
    pub sides: BTreeMap<String, String>,
    /// Formations of our side, in full.
    pub formations: BTreeMap<String, Formation>,
    pub generals: BTreeMap<String, General>,
    /// The intel map.
    pub markers: BTreeSet<Marker>,
    /// Hexes in sight.
    pub field: BTreeSet<Space>,
    pub depots: BTreeMap<Space, String>,
    pub stores: BTreeMap<String, u8>,
    pub held: BTreeMap<Space, String>,
    pub reformed: BTreeSet<String>,
    pub harvest: i8,
    pub submitted: BTreeSet<String>,
    pub lost: BTreeMap<String, Units>,
    /// What happened this turn, in order.
    #[serde(rename = "tales")]
    pub seen_events: Vec<Event>,
    /// The dice and lots of this turn that we were shown, each by its key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Shown>,
}

impl Known {
    /// Knows nothing yet.
    pub fn new(power: &str, season: Season, sides: &BTreeMap<String, String>) -> Self {
        Self {
            power: power.to_owned(),
            season,
            sides: sides.clone(),
            formations: BTreeMap::new(),
            generals: BTreeMap::new(),
            markers: BTreeSet::new(),
            field: BTreeSet::new(),
            depots: BTreeMap::new(),
            stores: BTreeMap::new(),
            held: BTreeMap::new(),
            reformed: BTreeSet::new(),
            harvest: 0,
            submitted: BTreeSet::new(),
            lost: BTreeMap::new(),
            seen_events: vec![],
            dice: vec![],
        }
    }

    /// Learns what was seen; nothing else changes what is known.
    pub fn learn(&mut self, seen: Seen) {
        match &seen.event {
            Some(Event::SeasonBegan { .. }) => {
                self.seen_events.clear();
                self.dice.clear();
            }
            Some(Event::SeasonEnded { season, .. }) => self.season = season.next(),
            _ => {}
        }
        self.seen_events.extend(seen.event);
        if let Some(look) = seen.look {
            self.look(look);
        }
    }

    fn look(&mut self, look: Look) {
        self.remember(&look);
        self.formations = look.formations;
        self.generals = look.generals;
        self.field = look.field;
        self.depots = look.depots;
        self.stores = look.stores;
        self.held = look.held;
        self.reformed = look.reformed;
        self.harvest = look.harvest;
        self.submitted = look.submitted;
        self.lost = look.lost;
    }

    /// The markers that are seen now, and those that were where nobody looks now.
    ///
    /// A marker that was in sight and has gone is forgotten if its hex is in sight and empty, and
    /// remembered if its hex is not; a general who is seen elsewhere takes his old marker along.
    fn remember(&mut self, look: &Look) {
        let season = self.season;
        let mut markers: BTreeSet<Marker> = look.markers.iter().cloned().collect();
        let elsewhere = |old: &Marker| {
            let same = |now: &Marker| now.general == old.general && now.power == old.power;
            old.general.is_some() && look.markers.iter().any(same)
        };
        let shown = |at: Space| look.markers.iter().any(|now| now.at == at);
        for old in std::mem::take(&mut self.markers) {
            if look.whole || look.field.contains(&old.at) || shown(old.at) || elsewhere(&old) {
                continue;
            }
            let last = old.last.or(Some(season));
            markers.insert(Marker { last, sight: Sight::Remembered, ..old });
        }
        self.markers = markers;
    }

    /// Whether a power is of our side.
    pub fn is_ours(&self, power: &str) -> bool {
        let side = |power: &str| self.sides.get(power);
        power == self.power || (side(power).is_some() && side(power) == side(&self.power))
    }

    /// Whether a power fights against us.
    pub fn is_foe(&self, power: &str) -> bool {
        self.sides.contains_key(power) && !self.is_ours(power)
    }

    /// The power's own formations.
    pub fn own(&self) -> impl Iterator<Item = &Formation> {
        self.formations.values().filter(|formation| formation.power == self.power)
    }

    /// The power's own generals.
    pub fn own_generals(&self) -> impl Iterator<Item = &General> {
        self.generals.values().filter(|general| general.power == self.power)
    }

    /// The formations that a general leads.
    pub fn led<'k>(&'k self, general: &'k General) -> impl Iterator<Item = &'k Formation> {
        let his = |one: &&Formation| one.under.as_ref() == Some(&general.name);
        self.formations.values().filter(his).filter(|one| one.at == general.at)
    }

    /// Whether an enemy is known to stand in a hex now.
    pub fn enemy_at(&self, at: Space) -> bool {
        self.markers
            .iter()
            .any(|marker| marker.at == at && marker.last.is_none() && self.is_foe(&marker.power))
    }

    /// Who holds a city, as far as is known: captures are published.
    pub fn holder<'k>(&'k self, book: &'k Book, at: Space) -> Option<&'k str> {
        holder(book, &self.held, at)
    }

    /// The siege value of an enemy fortress, if one is there.
    pub fn enemy_walls(&self, book: &Book, at: Space) -> Option<u32> {
        let walls = book.city(at)?.walls;
        let theirs = self.holder(book, at).is_some_and(|other| self.is_foe(other));
        (walls > 0 && theirs).then_some(walls)
    }
}
