//! What one power may know: all that its side has seen, and what was published.
//!
//! Checks, receipts, forms, conditions and reports are made from this and the book. It changes by
//! [`Seen`] alone, and only `sight.rs` makes those.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §3.

use crate::position::Position;
use crate::record::estimate::Estimate;
use crate::record::event::{CouncilEvent, Event, PublicEvent, WarEvent};
use crate::record::moment::Moment;
use crate::record::money::Money;
use crate::record::politics::Politics;
use crate::record::sea::Navy;
use crate::record::state::{Formation, General, Units};
use crate::sight::intel_levels::Band;
use crate::sight::sea;
use kit::calendar::Season;
use kit::ground::Space;
use kit::ledger::Shown;
use kit::relations::Relations;
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
    /// Whether it was in a battle in that turn.
    #[serde(default, skip_serializing_if = "is_false")]
    pub fought: bool,
    /// How strong they are made out to be, where others are estimated; then nothing exact is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Estimate>,
}

fn is_false(it: &bool) -> bool {
    !it
}

fn is_nothing(adds: &i8) -> bool {
    *adds == 0
}

impl Marker {
    /// How large it is, in words: a band of size, or the round figure of an estimate.
    pub fn size(&self) -> String {
        match &self.estimate {
            Some(estimate) => format!("about {} units", estimate.units.about),
            None => self.band.word().to_owned(),
        }
    }

    /// Whether it is an army: by the round figure of an estimate, where there is one.
    pub fn is_army(&self) -> bool {
        let band = self.estimate.map_or(self.band, |estimate| Band::of(estimate.units.about));
        band == Band::Army
    }

    /// When it was last seen, in words; nothing while it is in sight.
    pub fn since(&self) -> Option<String> {
        let battle = if self.fought { " (battle)" } else { "" };
        self.last.map(|season| format!("{season}{battle}"))
    }
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
    /// What is seen of the sea.
    pub navy: Navy,
    pub depots: BTreeMap<Space, String>,
    pub stores: BTreeMap<String, u8>,
    /// What is published: who holds which city, the reforms, the harvest, who has submitted.
    pub held: BTreeMap<Space, String>,
    pub reformed: BTreeSet<String>,
    pub harvest: i8,
    pub submitted: BTreeSet<String>,
    /// What our side has lost so far.
    pub lost: BTreeMap<String, Units>,
    /// Our own purse alone, and what is published of money.
    pub money: Money,
    pub politics: Politics,
}

/// What changes in what a side sees of the field.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Change {
    /// Of our side, as they are now; nothing for who is gone.
    pub formations: Vec<(String, Option<Formation>)>,
    pub generals: Vec<(String, Option<General>)>,
    pub depots: Vec<(Space, Option<String>)>,
    pub stores: Vec<(String, Option<u8>)>,
    pub lost: Vec<(String, Option<Units>)>,
    pub published: Option<Published>,
    /// The hexes in sight from now on, if they change.
    pub field: Option<BTreeSet<Space>>,
    /// The hexes that were looked at anew, and the markers that stand there.
    pub looked: BTreeSet<Space>,
    pub markers: Vec<Marker>,
    /// Whether all markers of the map are shown, so that none has to be remembered.
    pub whole: bool,
    /// What is seen of the sea from now on, if that changes.
    pub navy: Option<Box<Navy>>,
}

/// A change in what everybody reads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Published {
    /// Who holds a city, if it is not its nation.
    Holder(Space, Option<String>),
    Holders(Vec<(Space, Option<String>)>),
    Harvest(i8),
    Reformed(String),
    Submitted(String),
    /// What two powers are to each other; the event itself says it.
    Relations,
}

/// What one pair of eyes learns of one event.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seen {
    /// The event, as far as it may be told.
    pub event: Option<Event>,
    pub change: Option<Change>,
}

/// All that one power knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Known {
    pub power: String,
    pub season: Season,
    #[serde(rename = "sides")]
    pub relations: Relations<String>,
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
    /// What the harvest added to the forage of the turn that was played last.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub harvest_before: i8,
    pub submitted: BTreeSet<String>,
    pub lost: BTreeMap<String, Units>,
    /// The power's own purse, and what is published of money.
    #[serde(default, skip_serializing_if = "Money::is_not_played")]
    pub money: Money,
    /// Councils and passages; all of it is published.
    #[serde(default, skip_serializing_if = "Politics::is_not_played")]
    pub politics: Politics,
    /// Our own fleets, and the sails of others.
    #[serde(default, skip_serializing_if = "Navy::is_not_played")]
    pub navy: Navy,
    /// What happened this turn, in order.
    #[serde(rename = "tales")]
    pub seen_events: Vec<Event>,
    /// The dice and lots of this turn that we were shown, each by its key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<Shown>,
}

impl Known {
    /// Knows nothing yet.
    pub fn new(power: &str, season: Season, relations: &Relations<String>) -> Self {
        Self {
            power: power.to_owned(),
            season,
            relations: relations.clone(),
            formations: BTreeMap::new(),
            generals: BTreeMap::new(),
            markers: BTreeSet::new(),
            field: BTreeSet::new(),
            depots: BTreeMap::new(),
            stores: BTreeMap::new(),
            held: BTreeMap::new(),
            reformed: BTreeSet::new(),
            harvest: 0,
            harvest_before: 0,
            submitted: BTreeSet::new(),
            lost: BTreeMap::new(),
            money: Money::default(),
            politics: Politics::default(),
            navy: Navy::default(),
            seen_events: vec![],
            dice: vec![],
        }
    }

    /// The exchange that comes next: a turn, or the council before it.
    pub fn moment(&self) -> Moment {
        Moment::of(self.season, self.politics.council)
    }

    /// Learns what was seen; nothing else changes what is known.
    pub fn learn(&mut self, seen: Seen) {
        if let Some(Event::Public(PublicEvent::SeasonBegan { .. })) = &seen.event {
            self.seen_events.clear();
            self.dice.clear();
            self.harvest_before = self.harvest;
        }
        if let Some(Event::Council(CouncilEvent::CouncilBegan { .. })) = &seen.event {
            self.seen_events.clear();
            self.dice.clear();
        }
        if let Some(Event::Public(PublicEvent::SeasonEnded { season, .. })) = &seen.event {
            self.season = season.next();
        }
        match &seen.event {
            Some(Event::Money(event)) => self.money.apply(event),
            Some(Event::Public(event)) => {
                self.money.publish(event);
                self.politics.publish(event);
            }
            Some(Event::Council(event)) => self.politics.apply(&mut self.relations, event),
            Some(Event::Order(_) | Event::Force(_) | Event::War(_) | Event::Sea(_)) | None => {}
        }
        let told = seen.event.as_ref().is_some_and(tells_an_end);
        self.seen_events.extend(seen.event);
        if let Some(change) = seen.change {
            self.change(change, told);
        }
    }

    /// Looks at everything: where play begins from a position.
    pub fn look(&mut self, look: Look) {
        let looked = self.markers.iter().filter(|old| old.last.is_none()).map(|old| old.at);
        let looked = looked.collect();
        self.markers_now((looked, look.markers), Some(&look.field), (look.whole, false));
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
        self.money = look.money;
        self.politics = look.politics;
        self.navy = sea::learned(&self.navy, look.navy, self.season);
    }

    /// What changes; `told` if the event tells of the end of those who are gone.
    fn change(&mut self, change: Change, told: bool) {
        put(&mut self.formations, change.formations);
        put(&mut self.generals, change.generals);
        put(&mut self.depots, change.depots);
        put(&mut self.stores, change.stores);
        put(&mut self.lost, change.lost);
        match change.published {
            None | Some(Published::Relations) => {}
            Some(Published::Holder(at, holder)) => put(&mut self.held, vec![(at, holder)]),
            Some(Published::Holders(all)) => put(&mut self.held, all),
            Some(Published::Harvest(adds)) => self.harvest = adds,
            Some(Published::Reformed(nation)) => {
                self.reformed.insert(nation);
            }
            Some(Published::Submitted(nation)) => {
                self.submitted.insert(nation);
            }
        }
        let field = change.field;
        self.markers_now((change.looked, change.markers), field.as_ref(), (change.whole, told));
        if let Some(field) = field {
            self.field = field;
        }
        if let Some(navy) = change.navy {
            self.navy = sea::learned(&self.navy, *navy, self.season);
        }
    }

    /// The markers that are seen now, and those that were where nobody looks now.
    ///
    /// A marker that was in sight and has gone is forgotten if its hex is in sight and empty, and
    /// remembered if its hex is not; a general who is seen elsewhere takes his old marker along. One that
    /// was in a battle is remembered in either case, unless its end was told or it was seen to go.
    fn markers_now(
        &mut self,
        (looked, new): (BTreeSet<Space>, Vec<Marker>),
        field: Option<&BTreeSet<Space>>,
        (whole, told): (bool, bool),
    ) {
        let season = self.season;
        let all = std::mem::take(&mut self.markers);
        let field = field.unwrap_or(&self.field);
        let stays = |old: &Marker| old.last.is_none() && !looked.contains(&old.at);
        let (mut shown, past): (BTreeSet<_>, BTreeSet<_>) = all.into_iter().partition(stays);
        let here: BTreeSet<Space> = new.iter().map(|now| now.at).collect();
        let comes = |now: &&Marker| !past.contains(*now);
        let come: BTreeSet<Marker> = new.iter().filter(comes).cloned().collect();
        shown.extend(new);
        let is_out_of_sight = |old: &Marker| !(field.contains(&old.at) || here.contains(&old.at));
        let is_here =
            |old: &Marker| shown.iter().any(|now| now.at == old.at && now.power == old.power);
        let fell_back = |old: &Marker| {
            let seen_to_go = come.iter().any(|now| now.power == old.power);
            !told && !seen_to_go && !is_here(old) && self.battle_of(old).is_some()
        };
        // A force that was seen to leave the hex stays remembered there when the hex comes into sight again.
        let is_known = |old: &Marker| {
            let was_in_sight = self.field.contains(&old.at) || !field.contains(&old.at);
            old.fought && was_in_sight && !is_here(old)
        };
        let keep = |old: &Marker| match old.last {
            None => is_out_of_sight(old) || fell_back(old),
            Some(_) => is_out_of_sight(old) || is_known(old),
        };
        let elsewhere = |old: &Marker| {
            let same = |now: &Marker| now.general == old.general && now.power == old.power;
            old.general.is_some() && shown.iter().any(same)
        };
        let past = past.into_iter().filter(|old| !whole && keep(old));
        let past = past.map(|old| self.remembered(old, season)).filter(|old| !elsewhere(old));
        let remembered: Vec<Marker> = past.collect();
        shown.extend(remembered);
        self.markers = shown;
    }

    /// A marker that is out of sight now. Who commanded in a battle is known from the battle.
    fn remembered(&self, old: Marker, season: Season) -> Marker {
        let sight = Sight::Remembered;
        if old.last.is_some() {
            return Marker { sight, ..old };
        }
        let battle = self.battle_of(&old);
        let fought = battle.is_some();
        let general = old.general.clone().or(battle.flatten().cloned());
        Marker { general, fought, last: Some(season), sight, ..old }
    }

    /// Whether those of a marker fought in its hex this turn, as far as was told, and under which of their
    /// generals, who still lives and is free.
    fn battle_of(&self, marker: &Marker) -> Option<Option<&String>> {
        let (at, power) = (marker.at, &marker.power);
        let is_lost = |name: &String| {
            self.seen_events.iter().any(|event| match event {
                Event::Public(PublicEvent::GeneralLost { general, .. }) => general == name,
                Event::Order(_)
                | Event::Public(_)
                | Event::Force(_)
                | Event::War(_)
                | Event::Money(_)
                | Event::Council(_)
                | Event::Sea(_) => false,
            })
        };
        let mut fought = None;
        for event in &self.seen_events {
            let sides = match event {
                Event::Public(PublicEvent::BattleEnded { at, attacker, defender, .. }) => {
                    [(at, attacker, None), (at, defender, None)]
                }
                Event::War(WarEvent::Fought(day)) => [&day.attacker, &day.defender].map(|host| {
                    let chief = host.commander.as_ref().filter(|_| host.power == *power);
                    (&day.at, &host.powers, chief)
                }),
                Event::War(WarEvent::MadeOut(day)) => {
                    [&day.attacking, &day.defending].map(|host| {
                        let chief = host.commander.as_ref().filter(|_| host.power == *power);
                        (&day.at, &host.powers, chief)
                    })
                }
                Event::Order(_)
                | Event::Public(_)
                | Event::Force(_)
                | Event::War(_)
                | Event::Money(_)
                | Event::Council(_)
                | Event::Sea(_) => continue,
            };
            for (_, _, chief) in sides
                .into_iter()
                .filter(|(place, powers, _)| **place == at && powers.contains(power))
            {
                let before: Option<&String> = fought.flatten();
                fought = Some(chief.filter(|name| !is_lost(name)).or(before));
            }
        }
        fought
    }

    /// Whether those of a marker may stand in its hex: they were not seen to leave it.
    pub fn may_be_there(&self, marker: &Marker) -> bool {
        !(marker.fought && self.field.contains(&marker.at))
    }

    /// Whether a power is of our side.
    pub fn is_ours(&self, power: &str) -> bool {
        self.friends(power, &self.power)
    }

    /// Whether a power fights against us.
    pub fn is_foe(&self, power: &str) -> bool {
        self.at_war(power, &self.power)
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
        self.formations.values().filter(|one| general.leads(one))
    }

    /// Whether an ally is known to stand in a hex now.
    pub fn has_ally(&self, at: Space) -> bool {
        let ally = |power: &str| power != self.power && self.is_ours(power);
        self.in_sight(at).any(|marker| ally(&marker.power))
            || self.formations.values().any(|one| one.at == at && ally(&one.power))
    }

    /// The markers in a hex that are in sight now.
    pub fn in_sight(&self, at: Space) -> impl Iterator<Item = &Marker> {
        self.markers.iter().filter(move |marker| marker.at == at && marker.last.is_none())
    }
}

/// Whether an event tells of troops that are gone for good.
fn tells_an_end(event: &Event) -> bool {
    match event {
        Event::War(event) => match event {
            WarEvent::Fought(_)
            | WarEvent::MadeOut(_)
            | WarEvent::Surrendered { .. }
            | WarEvent::Yielded { .. } => true,
            WarEvent::Decided { .. }
            | WarEvent::StoodOff { .. }
            | WarEvent::Invested { .. }
            | WarEvent::BrokeOff { .. }
            | WarEvent::Retreated { .. }
            | WarEvent::Succeeded { .. }
            | WarEvent::Withstood { .. }
            | WarEvent::DeathChecked { .. } => false,
        },
        Event::Order(_)
        | Event::Public(_)
        | Event::Force(_)
        | Event::Money(_)
        | Event::Council(_)
        | Event::Sea(_) => false,
    }
}

/// Puts things where they are now, and takes away what is gone.
fn put<K: Ord, V>(all: &mut BTreeMap<K, V>, changes: Vec<(K, Option<V>)>) {
    for (key, now) in changes {
        match now {
            Some(now) => all.insert(key, now),
            None => all.remove(&key),
        };
    }
}
