//! How events change the state: the only writer. And what of the map they touch, so that it is looked
//! at anew there and nowhere else.
//!
//! What an event touches is found out before it is written into the state, since who was somewhere
//! matters as much as who is there now.

#![deny(clippy::wildcard_enum_match_arm)]

use crate::position::Position;
use crate::record::event::{
    CouncilEvent, Event, ForceEvent, Losses, PublicEvent, SeaEvent, WarEvent,
};
use crate::record::sea::{Berth, Cargo};
use crate::record::state::{Formation, General, State};
use kit::ground::Space;
use std::collections::BTreeSet;

impl State {
    /// Writes an event into the state.
    pub fn apply(&mut self, event: &Event) {
        match event {
            // What becomes of orders is told, and changes nothing.
            Event::Order(_) => {}
            Event::Public(event) => self.publish(event),
            Event::Force(event) => self.move_force(event),
            Event::War(event) => self.fight(event),
            Event::Money(event) => self.money.apply(event),
            Event::Council(event) => {
                self.politics.apply(&mut self.relations, event);
                if let CouncilEvent::Conquered { nation } = event {
                    self.remove(nation);
                }
            }
            Event::Sea(event) => self.at_sea(event),
        }
    }

    /// What everybody reads.
    fn publish(&mut self, event: &PublicEvent) {
        self.money.publish(event);
        self.politics.publish(event);
        match event {
            PublicEvent::GeneralLost { general, .. } => {
                self.generals.remove(general);
                self.fallen.insert(general.clone());
                self.no_longer_under(std::slice::from_ref(general));
            }
            PublicEvent::Captured { at, power, ruled, .. } => {
                self.held.insert(*at, power.clone());
                self.ruled.extend(ruled.then(|| (*at, power.clone())));
            }
            PublicEvent::Reverted { at, power, ruled, .. } => {
                self.held.remove(at);
                self.ruled.extend(ruled.then(|| (*at, power.clone())));
            }
            PublicEvent::Raided { .. } if self.money.played => {}
            PublicEvent::Raided { nation, cost, .. } => {
                *self.raided.entry(nation.clone()).or_default() += cost;
            }
            PublicEvent::TitlePassed { power, cities, .. } => {
                self.held.retain(|at, holder| holder != power || !cities.contains(at));
            }
            PublicEvent::Chanced { word, .. } => self.harvest = word.harvest(),
            PublicEvent::Reformed { nation } => {
                self.reformed.insert(nation.clone());
            }
            PublicEvent::Submitted { nation, .. } => {
                self.submitted.insert(nation.clone());
            }
            PublicEvent::SeasonEnded { season, .. } => {
                self.season = season.next();
                self.forget_ways();
            }
            PublicEvent::SeasonBegan { .. }
            | PublicEvent::BattleEnded { .. }
            | PublicEvent::TreasuryTaken { .. }
            | PublicEvent::Scored { .. } => {}
        }
    }

    /// Who stands where, and what feeds them.
    fn move_force(&mut self, event: &ForceEvent) {
        match event {
            ForceEvent::GeneralPlaced { general, .. } => self.put_general(general),
            ForceEvent::Placed { formation, .. } => {
                self.formations.insert(formation.name.clone(), formation.clone());
            }
            ForceEvent::Assigned { formation, under, .. } => {
                self.formations.edit(formation, |one| one.under.clone_from(under));
            }
            ForceEvent::Reshaped { formations, gone, .. } => {
                for name in gone {
                    self.formations.remove(name);
                }
                for formation in formations {
                    self.formations.insert(formation.name.clone(), formation.clone());
                }
            }
            ForceEvent::Moved { formations, general, from, to, .. } => {
                self.relocate(formations, general.as_slice(), *to);
                self.came.extend(formations.iter().map(|name| (name.clone(), *from)));
            }
            ForceEvent::Set { formations, generals, to, .. } => {
                self.relocate(formations, generals, *to);
            }
            ForceEvent::Deployed { power, at } => {
                self.depots.insert(*at, power.clone());
                if let Some(left) = self.stores.get_mut(power) {
                    *left = left.saturating_sub(1);
                }
            }
            ForceEvent::Stored { power, depots } => {
                let stores = self.stores.entry(power.clone()).or_default();
                *stores = stores.saturating_add(*depots);
            }
            ForceEvent::DepotLost { at, .. } => {
                self.depots.remove(at);
            }
            ForceEvent::Supplied { fed, unfed, .. } => {
                for (names, is_fed) in [(fed, true), (unfed, false)] {
                    for name in names {
                        self.formations.edit(name, |one| one.fed = is_fed);
                    }
                }
            }
            ForceEvent::ForceMarched { lost, .. }
            | ForceEvent::Starved { lost, .. }
            | ForceEvent::Harried { lost, .. }
            | ForceEvent::Taken { lost, .. } => self.lose(lost),
            ForceEvent::Halted { .. } | ForceEvent::HarriedMadeOut { .. } => {}
        }
    }

    /// What contact with the enemy does.
    fn fight(&mut self, event: &WarEvent) {
        match event {
            WarEvent::Succeeded { general, .. } => self.put_general(general),
            WarEvent::Retreated { formations, generals, to, .. } => {
                self.relocate(formations, generals, *to);
            }
            WarEvent::Invested { lost, .. } | WarEvent::Surrendered { lost, .. } => self.lose(lost),
            WarEvent::Fought(day) => {
                self.lose(&day.attacker_lost);
                self.lose(&day.defender_lost);
            }
            // These events tell players something and change no state.
            WarEvent::MadeOut(_)
            | WarEvent::Yielded { .. }
            | WarEvent::Decided { .. }
            | WarEvent::StoodOff { .. }
            | WarEvent::BrokeOff { .. }
            | WarEvent::Withstood { .. }
            | WarEvent::DeathChecked { .. } => {}
        }
    }

    /// Takes all that a nation has off the map; its troops count as lost (§20.2).
    fn remove(&mut self, nation: &str) {
        let own = self.formations.values().filter(|one| one.power == nation);
        let lost: Losses = own.map(|one| (one.name.clone(), one.units.clone())).collect();
        self.lose(&lost);
        let led = self.generals.values().filter(|one| one.power == nation);
        for name in led.map(|one| one.name.clone()).collect::<Vec<_>>() {
            self.generals.remove(&name);
            self.fallen.insert(name);
        }
        self.depots.retain(|_, power| power != nation);
        self.stores.remove(nation);
        let own = self.navy.fleets.values().filter(|one| one.power == nation);
        for cargo in own.map(|one| one.cargo.clone()).collect::<Vec<_>>() {
            for (kind, hits) in cargo.formations.into_iter().flat_map(|one| one.units) {
                *self.lost.entry(nation.to_owned()).or_default().entry(kind).or_default() += hits;
            }
            self.fallen.extend(cargo.generals.into_iter().map(|one| one.name));
        }
        self.navy.remove(nation);
    }

    /// What happens at sea; those who go aboard leave the map, and come back to it when they land.
    fn at_sea(&mut self, event: &SeaEvent) {
        if let SeaEvent::Embarked { who, formations, generals, .. } = event {
            let formations: Vec<Formation> =
                formations.iter().filter_map(|name| self.formations.remove(name)).collect();
            let generals = generals.iter().filter_map(|name| self.generals.remove(name));
            if let Some(fleet) = self.navy.fleets.get_mut(who) {
                fleet.cargo.generals.extend(generals);
                self.came.retain(|name, _| formations.iter().all(|one| one.name != *name));
                fleet.cargo.formations.extend(formations);
            }
        }
        if let SeaEvent::Landed { who, at, .. } = event
            && let Some(fleet) = self.navy.fleets.get_mut(who)
        {
            let Cargo { formations, generals } = std::mem::take(&mut fleet.cargo);
            for one in formations {
                self.formations.insert(one.name.clone(), Formation { at: *at, ..one });
            }
            for one in generals {
                self.generals.insert(one.name.clone(), General { at: *at, ..one });
            }
        }
        if let SeaEvent::LostAboard { who, lost, generals, .. } = event
            && let Some(fleet) = self.navy.fleets.get_mut(who)
        {
            for one in &mut fleet.cargo.formations {
                let count = self.lost.entry(one.power.clone()).or_default();
                for (kind, hits) in lost.get(&one.name).into_iter().flatten() {
                    if let Some(left) = one.units.get_mut(kind) {
                        let gone = *hits.min(left);
                        *left -= gone;
                        *count.entry(kind.clone()).or_default() += gone;
                    }
                }
                one.units.retain(|_, hits| *hits > 0);
            }
            fleet.cargo.formations.retain(|one| !one.units.is_empty());
            fleet.cargo.generals.retain(|one| !generals.contains(&one.name));
            self.fallen.extend(generals.iter().cloned());
            self.no_longer_under(generals);
        }
        self.navy.apply(event);
    }

    /// Nobody is under generals who are gone, on the map or aboard.
    fn no_longer_under(&mut self, gone: &[String]) {
        let is_gone = |one: &Formation| one.under.as_ref().is_some_and(|name| gone.contains(name));
        let led = self.formations.values().filter(|one| is_gone(one)).map(|one| one.name.clone());
        for name in led.collect::<Vec<_>>() {
            self.formations.edit(&name, |one| one.under = None);
        }
        let aboard = self.navy.fleets.values_mut().flat_map(|one| &mut one.cargo.formations);
        aboard.filter(|one| is_gone(one)).for_each(|one| one.under = None);
    }

    fn put_general(&mut self, general: &General) {
        self.generals.insert(general.name.clone(), general.clone());
    }

    /// By which side somebody came matters only while the enemy is there too (§19.5).
    fn forget_ways(&mut self) {
        let mut came = std::mem::take(&mut self.came);
        came.retain(|name, _| {
            let one = self.formations.get(name);
            one.is_some_and(|one| self.enemy_at(one.at, &one.power))
        });
        self.came = came;
    }

    fn relocate(&mut self, formations: &[String], generals: &[String], to: Space) {
        for name in formations {
            self.came.remove(name);
            self.formations.edit(name, |one| one.at = to);
        }
        for name in generals {
            self.generals.edit(name, |one| one.at = to);
        }
    }

    /// Takes losses off the formations and keeps count of them.
    fn lose(&mut self, lost: &Losses) {
        for (name, units) in lost {
            let Some(formation) = self.formations.get(name) else { continue };
            let count = self.lost.entry(formation.power.clone()).or_default();
            let left = self.formations.edit(name, |formation| {
                for (kind, hits) in units {
                    if let Some(left) = formation.units.get_mut(kind) {
                        let gone = *hits.min(left);
                        *left -= gone;
                        *count.entry(kind.clone()).or_default() += gone;
                    }
                }
                formation.units.retain(|_, hits| *hits > 0);
                !formation.units.is_empty()
            });
            if left == Some(false) {
                self.formations.remove(name);
            }
        }
    }
}

/// What an event changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Touched {
    /// Hexes where somebody or something is, was, or is otherwise than before.
    pub hexes: BTreeSet<Space>,
    pub formations: BTreeSet<String>,
    pub generals: BTreeSet<String>,
    /// Berths where ships are, were, or are otherwise than before.
    pub berths: BTreeSet<Berth>,
    /// The powers whose own these are, and whose depots and losses change.
    pub owners: BTreeSet<String>,
    /// What everybody reads of it.
    pub published: Option<Notice>,
}

/// What stands where everybody reads it, and may change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// Who holds a city.
    Holder(Space),
    /// Who holds the cities of a province that has passed to another.
    Holders(Vec<Space>),
    Harvest,
    /// Whether a nation forms corps.
    Reform(String),
    /// Whether a nation has submitted.
    Submission(String),
    /// What two powers are to each other.
    Relations,
}

impl Touched {
    /// What an event will change, with the state as it is before it.
    pub fn by(event: &Event, state: &State) -> Self {
        let mut touched = Self::default();
        match event {
            // Nothing but the words of it.
            Event::Order(_) => {}
            Event::Public(event) => touched.by_public(event, state),
            Event::Force(event) => touched.by_force(event, state),
            Event::War(event) => touched.by_war(event, state),
            // A purse is told by its event, and nothing of it stands on the map.
            Event::Money(_) => {}
            Event::Council(event) => {
                event.related().into_iter().for_each(|both| touched.relations(state, both));
                if let CouncilEvent::Conquered { nation } = event {
                    // It is something else to everybody.
                    let all: Vec<&String> = state.relations.parties().collect();
                    all.into_iter().for_each(|other| touched.relations(state, [nation, other]));
                }
            }
            Event::Sea(event) => touched.by_sea(event, state),
        }
        touched
    }

    /// The berths that ships leave or come to, and whose they are.
    fn by_sea(&mut self, event: &SeaEvent, state: &State) {
        let mut berth = |at: &Berth, power: &String| {
            self.berths.insert(at.clone());
            self.owners.insert(power.clone());
        };
        match event {
            SeaEvent::Commissioned { fleet, .. } | SeaEvent::Enlarged { fleet } => {
                berth(&fleet.at, &fleet.power);
            }
            SeaEvent::Appointed { admiral, .. } => berth(&admiral.at, &admiral.power),
            SeaEvent::Sailed { power, from, to, .. }
            | SeaEvent::FellBack { power, from, to, .. } => {
                [from, to].into_iter().for_each(|at| berth(at, power));
            }
            SeaEvent::FoughtAtSea(day) => {
                let powers = day.attacker.powers.iter().chain(&day.defender.powers);
                powers.for_each(|power| berth(&Berth::Sea(day.area.clone()), power));
            }
            SeaEvent::PrizesTaken { power, of, area, .. } => {
                of.keys().chain([power]).for_each(|one| berth(&Berth::Sea(area.clone()), one));
            }
            SeaEvent::AdmiralLost { power, area, .. } => berth(&Berth::Sea(area.clone()), power),
            SeaEvent::Stormed { power, area, to, .. } => {
                berth(&Berth::Sea(area.clone()), power);
                to.iter().for_each(|to| berth(to, power));
            }
            SeaEvent::PrizesJoined { power, convoy, .. } => {
                let at = state.navy.fleets.get(convoy).map(|one| &one.at);
                at.into_iter().for_each(|at| berth(at, power));
            }
            SeaEvent::Embarked { power, who, at, formations, generals }
            | SeaEvent::Landed { power, who, at, formations, generals } => {
                let fleet = state.navy.fleets.get(who).map(|one| &one.at);
                fleet.into_iter().for_each(|at| berth(at, power));
                self.hexes.insert(*at);
                self.formations.extend(formations.iter().cloned());
                self.generals.extend(generals.iter().cloned());
            }
            SeaEvent::LostAboard { power, who, .. } => {
                let fleet = state.navy.fleets.get(who).map(|one| &one.at);
                fleet.into_iter().for_each(|at| berth(at, power));
            }
            SeaEvent::AtSea { .. }
            | SeaEvent::Met { .. }
            | SeaEvent::MadeOutAtSea(_)
            | SeaEvent::SeaBattleEnded { .. } => {}
        }
    }

    fn by_public(&mut self, event: &PublicEvent, state: &State) {
        match event {
            PublicEvent::SeasonBegan { .. }
            | PublicEvent::BattleEnded { .. }
            | PublicEvent::Raided { .. }
            | PublicEvent::TreasuryTaken { .. }
            | PublicEvent::Scored { .. }
            | PublicEvent::SeasonEnded { .. } => {}
            PublicEvent::TitlePassed { power, from, cities, .. } => {
                self.published = Some(Notice::Holders(cities.clone()));
                self.hexes.extend(cities);
                self.owners.extend([power.clone(), from.clone()]);
            }
            PublicEvent::Chanced { .. } => self.published = Some(Notice::Harvest),
            PublicEvent::Reformed { nation } => {
                self.published = Some(Notice::Reform(nation.clone()));
            }
            PublicEvent::Submitted { nation, .. } => {
                self.published = Some(Notice::Submission(nation.clone()));
            }
            PublicEvent::Captured { at, power, from, .. }
            | PublicEvent::Reverted { at, power, from, .. } => {
                self.published = Some(Notice::Holder(*at));
                self.hexes.insert(*at);
                self.owners.extend([power.clone(), from.clone()]);
            }
            PublicEvent::GeneralLost { general, power, .. } => {
                self.general(state, general);
                self.owners.insert(power.clone());
                let led =
                    state.formations.values().filter(|one| one.under.as_ref() == Some(general));
                self.formations.extend(led.map(|one| one.name.clone()));
            }
        }
    }

    /// What two powers become to each other decides what each sees of the other.
    fn relations(&mut self, state: &State, both: [&String; 2]) {
        self.published = Some(Notice::Relations);
        self.owners.extend(both.into_iter().cloned());
        let is_theirs = |power: &String| both.contains(&power);
        for one in state.formations.values().filter(|one| is_theirs(&one.power)) {
            self.formations.insert(one.name.clone());
            self.hexes.insert(one.at);
        }
        for one in state.generals.values().filter(|one| is_theirs(&one.power)) {
            self.generals.insert(one.name.clone());
            self.hexes.insert(one.at);
        }
        let depots = state.depots.iter().filter(|(_, power)| is_theirs(power));
        self.hexes.extend(depots.map(|(at, _)| *at));
    }

    fn by_force(&mut self, event: &ForceEvent, state: &State) {
        match event {
            ForceEvent::Halted { .. } | ForceEvent::HarriedMadeOut { .. } => {}
            ForceEvent::Deployed { power, at } | ForceEvent::DepotLost { power, at, .. } => {
                self.hexes.insert(*at);
                self.owners.insert(power.clone());
            }
            ForceEvent::Stored { power, .. } => {
                self.owners.insert(power.clone());
            }
            ForceEvent::GeneralPlaced { general, .. } => self.new_general(general, state),
            ForceEvent::Placed { formation, .. } => {
                self.formation(state, &formation.name);
                self.hexes.insert(formation.at);
                self.owners.insert(formation.power.clone());
            }
            ForceEvent::Assigned { formation, .. } => self.formation(state, formation),
            ForceEvent::Reshaped { power, formations, gone } => {
                self.owners.insert(power.clone());
                self.hexes.extend(formations.iter().map(|one| one.at));
                let names = formations.iter().map(|one| &one.name).chain(gone);
                names.for_each(|name| self.formation(state, name));
            }
            ForceEvent::Supplied { fed, unfed, .. } => {
                fed.iter().chain(unfed).for_each(|name| self.formation(state, name));
            }
            ForceEvent::Moved { formations, general, to, .. } => {
                self.force(state, formations, general.as_slice(), *to);
            }
            ForceEvent::Set { formations, generals, to, .. } => {
                self.force(state, formations, generals, *to);
            }
            ForceEvent::Taken { lost, .. }
            | ForceEvent::ForceMarched { lost, .. }
            | ForceEvent::Starved { lost, .. }
            | ForceEvent::Harried { lost, .. } => self.losses(state, lost),
        }
    }

    fn by_war(&mut self, event: &WarEvent, state: &State) {
        match event {
            WarEvent::MadeOut(_)
            | WarEvent::Yielded { .. }
            | WarEvent::Decided { .. }
            | WarEvent::StoodOff { .. }
            | WarEvent::BrokeOff { .. }
            | WarEvent::Withstood { .. }
            | WarEvent::DeathChecked { .. } => {}
            WarEvent::Succeeded { general, .. } => self.new_general(general, state),
            WarEvent::Retreated { formations, generals, to, .. } => {
                self.force(state, formations, generals, *to);
            }
            WarEvent::Invested { at, lost, .. } | WarEvent::Surrendered { at, lost, .. } => {
                self.hexes.insert(*at);
                self.losses(state, lost);
            }
            WarEvent::Fought(day) => {
                self.losses(state, &day.attacker_lost);
                self.losses(state, &day.defender_lost);
            }
        }
    }

    fn new_general(&mut self, general: &General, state: &State) {
        self.general(state, &general.name);
        self.hexes.insert(general.at);
        self.owners.insert(general.power.clone());
    }

    /// Whether nothing that can be looked at changes.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn force(&mut self, state: &State, formations: &[String], generals: &[String], to: Space) {
        formations.iter().for_each(|name| self.formation(state, name));
        generals.iter().for_each(|name| self.general(state, name));
        self.hexes.insert(to);
    }

    fn formation(&mut self, state: &State, name: &str) {
        if let Some(one) = state.formations.get(name) {
            self.hexes.insert(one.at);
            self.owners.insert(one.power.clone());
        }
        self.formations.insert(name.to_owned());
    }

    fn general(&mut self, state: &State, name: &str) {
        if let Some(one) = state.generals.get(name) {
            self.hexes.insert(one.at);
            self.owners.insert(one.power.clone());
        }
        self.generals.insert(name.to_owned());
    }

    fn losses(&mut self, state: &State, lost: &Losses) {
        lost.keys().for_each(|name| self.formation(state, name));
    }
}
