//! What events do to the state: the only hand that writes it. An event that only tells of a roll or
//! a wait changes nothing.

#![deny(clippy::wildcard_enum_match_arm)]

mod afloat;
mod spending;

use crate::book::units;
use crate::record::event::{
    BattleEvent, ContactEvent, CourtEvent, Event, Fate, ForceEvent, LossEvent, MoneyEvent,
    OrderEvent, SequenceEvent, SiegeEvent, of_conquest, of_peace,
};
use crate::record::state::peaces;
use crate::record::state::{Force, ForceId, Fort, Marker, Returning, State};
use kit::calendar::Season;
use kit::deck::{Change, Place};
use kit::ground::Space;

impl Event {
    /// Writes the event into the state.
    pub(crate) fn apply(&self, state: &mut State) {
        match self {
            Event::Order(event) => order(event),
            Event::Sequence(event) => sequence(event, state),
            Event::Force(event) => march(event, state),
            Event::Loss(event) => losses(event, state),
            Event::Contact(event) => contact(event, state),
            Event::Battle(event) => battle(event, state),
            Event::Siege(event) => siege(event, state),
            Event::Fleet(event) => afloat::fleets(event, state),
            Event::SeaBattle(event) => afloat::battle(event, state),
            Event::Passage(event) => afloat::passage(event, state),
            Event::Court(event) => court(event, state),
            Event::Money(event) => money(event, state),
            Event::Spending(event) => spending::spending(event, state),
        }
        share_markers(state);
    }
}

/// Orders and what is told of them: the state knows nothing of either.
fn order(event: &OrderEvent) {
    match event {
        OrderEvent::Ordered { .. }
        | OrderEvent::TakenUp { .. }
        | OrderEvent::Ruled { .. }
        | OrderEvent::Decreed { .. }
        | OrderEvent::Letter { .. }
        | OrderEvent::Waited { .. }
        | OrderEvent::NotDone { .. }
        | OrderEvent::NotReached { .. }
        | OrderEvent::Reacted { .. } => {}
    }
}

/// Titles and countries.
fn court(event: &CourtEvent, state: &mut State) {
    state.titles.apply(event);
    peaces::relate(event, &mut state.relations);
    match event {
        // The titles have them.
        CourtEvent::ProvinceTitled { .. }
        | CourtEvent::CountryTurned { .. }
        | of_conquest!()
        | of_peace!() => {}
        CourtEvent::PowerTurned { power, bloc, .. } => state.relations.join(power, *bloc),
        // What they bring about is told by events of its own.
        CourtEvent::Courted { .. }
        | CourtEvent::WarDeclared { .. }
        | CourtEvent::AllianceChecked { .. }
        | CourtEvent::Wavered { .. } => {}
        CourtEvent::Enthroned { power, leader, after } => state.succeed(power, leader, after),
        CourtEvent::LevyTurned { kind, called: true, .. } => {
            state.levies.insert(kind.clone());
        }
        CourtEvent::LevyTurned { kind, called: false, .. } => {
            state.levies.remove(kind);
        }
        CourtEvent::WentOver { force, gone, rest, .. } => {
            part_with(state, *gone, rest.as_ref());
            put(state, force);
        }
        CourtEvent::WentHome { gone, rest, .. } => part_with(state, *gone, rest.as_ref()),
        CourtEvent::Evacuated { force, to, .. } => edit(state, *force, |force| {
            force.at = *to;
            force.inside = false;
            force.siege = None;
            force.bridge = None;
        }),
        CourtEvent::Restored { at, armed } => {
            state.held.remove(at);
            if *armed {
                state.forts.remove(at);
            }
        }
    }
}

/// Chests, and the line corps of a power that has called its last conscripts (NIA §12.1).
fn money(event: &MoneyEvent, state: &mut State) {
    state.money.apply(event);
    if let MoneyEvent::Conscripted { who, last: true, .. } = event {
        let aboard = state.aboard.values_mut().map(|passage| &mut passage.force);
        for force in state.forces.values_mut().chain(aboard) {
            units::lower(&mut force.units, who);
            force.settle();
        }
        for returning in &mut state.returning {
            units::lower(&mut returning.units, who);
        }
        state.returning.sort();
    }
}

/// The season, and what is kept from one to the next.
fn sequence(event: &SequenceEvent, state: &mut State) {
    match event {
        SequenceEvent::SecondNaval { bloc, year } => {
            state.naval_2.insert(*bloc, *year);
        }
        SequenceEvent::MarkerDrawn { marker: Marker::Land(bloc, _), .. } => {
            state.last_land = Some(*bloc);
        }
        SequenceEvent::DeckShuffled { key, cards } => {
            let (key, order) = (key.clone(), cards.clone());
            change_deck(state, &Change::Shuffled { key, order });
        }
        SequenceEvent::CardDrawn { power, card } => {
            let (card, to) = (card.clone(), Place::Hand(power.clone()));
            state.cards.entry(power.clone()).or_default().insert(card.clone());
            change_deck(state, &Change::Drawn { card, to });
        }
        SequenceEvent::CardPlayed { power, card, freed, out, fed, .. } => {
            if let Some(force) = freed {
                edit(state, *force, |force| force.mixed = true);
            }
            if let Some(force) = fed {
                edit(state, *force, |force| (force.fed, force.unsupplied) = (true, false));
            }
            if let Some(hand) = state.cards.get_mut(power) {
                hand.remove(card);
            }
            let from = Place::Hand(power.clone());
            if state.deck.as_ref().and_then(|deck| deck.place(card)) == Some(from.clone()) {
                let to = if *out { Place::Table } else { Place::Discard };
                change_deck(state, &Change::Moved { card: card.clone(), from, to });
            }
        }
        SequenceEvent::Promised { key, season, .. } => {
            state.promised.insert(key.clone(), *season);
        }
        SequenceEvent::RuleBegun { rule } | SequenceEvent::FirstMarchOver { rule, .. } => {
            state.begun.insert(rule.clone());
        }
        SequenceEvent::SeasonEnded { season, cabinet, .. } => {
            state.season = season.next();
            state.cabinet = *cabinet;
            state.forces.values_mut().for_each(rest);
        }
        SequenceEvent::CabinetEnded { .. } => state.cabinet = false,
        SequenceEvent::MarkerDrawn { .. }
        | SequenceEvent::SeasonBegan { .. }
        | SequenceEvent::CabinetBegan { .. }
        | SequenceEvent::MarkerPutBack { .. }
        | SequenceEvent::WinterQuarters { .. }
        | SequenceEvent::NobodyMoved { .. }
        | SequenceEvent::Scored { .. }
        | SequenceEvent::GameDecided { .. } => {}
    }
}

/// Changes the deck. Cards that have left the game for good lie on its table.
pub(super) fn change_deck(state: &mut State, change: &Change) {
    if let Some(deck) = &mut state.deck {
        deck.apply(change).expect("the rules ask for what the deck allows");
    }
}

/// Who stands where, and under whom.
fn march(event: &ForceEvent, state: &mut State) {
    match event {
        ForceEvent::Placed { force, arrival } => arrive(state, force, *arrival),
        ForceEvent::Changed { force, .. }
        | ForceEvent::Set { force, .. }
        | ForceEvent::TrainGained { force, .. }
        | ForceEvent::Bridged { force, .. } => put(state, force),
        ForceEvent::Overstacked { force, corps, .. } => {
            *state.corps_lost.entry(force.power.clone()).or_default() += u32::from(*corps);
            put(state, force);
        }
        ForceEvent::Removed { force, .. } => remove(state, *force),
        ForceEvent::NotTaken { .. } => {}
        ForceEvent::Withdrawn { force, rest, .. } => part_with(state, *force, rest.as_ref()),
        ForceEvent::LeaderPooled { power, leader } => {
            come_back(state, leader);
            state.pools.entry(power.clone()).or_default().insert(leader.clone());
        }
        ForceEvent::Held { place, power } => {
            state.held.insert(*place, power.clone());
        }
        ForceEvent::Activated { force, activations, .. } => {
            edit(state, *force, |force| force.activations = *activations);
        }
        ForceEvent::Moved { force, to, into_box, .. } => edit(state, *force, |force| {
            force.at = *to;
            force.boxed = *into_box;
            force.siege = None;
        }),
        ForceEvent::Transported { force, to, .. } => edit(state, *force, |force| force.at = *to),
        ForceEvent::Joined { force, gone, .. } => {
            state.forces.remove(gone);
            put(state, force);
        }
        ForceEvent::Parted { force, new, .. } => {
            put(state, force);
            // Who parts in an off-map box came into it with the others (NIA §5.2.11).
            let new = Force { boxed: force.boxed, ..new.clone() };
            put(state, &new);
        }
        ForceEvent::LeaderLeft { power, leader, .. } => {
            for force in state.forces.values_mut() {
                force.leaders.retain(|name| name != leader);
            }
            state.forces.retain(|_, force| !force.is_empty());
            state.pools.entry(power.clone()).or_default().insert(leader.clone());
        }
        ForceEvent::Recalled { power, leader, .. } => {
            let aboard = state.aboard.values_mut().map(|passage| &mut passage.force);
            for force in state.forces.values_mut().chain(aboard) {
                force.leaders.retain(|name| name != leader);
            }
            state.forces.retain(|_, force| !force.is_empty());
            state.aboard.retain(|_, passage| !passage.force.is_empty());
            state.pools.entry(power.clone()).or_default().insert(leader.clone());
            state.recalled.insert(leader.clone());
        }
        ForceEvent::CommandTaken { force, leader, .. } => edit(state, *force, |force| {
            force.leaders.retain(|name| name != leader);
            force.leaders.insert(0, leader.clone());
        }),
        ForceEvent::Released { force, .. } => edit(state, *force, |force| force.reserve = None),
        ForceEvent::Stopped { .. } | ForceEvent::Grouped { .. } => {}
    }
}

/// Supply and losses.
fn losses(event: &LossEvent, state: &mut State) {
    match event {
        LossEvent::SupplyAssessed { force, supplied } => {
            edit(state, *force, |force| force.unsupplied = !supplied);
        }
        LossEvent::AttritionChecked { .. } => {}
        LossEvent::Lost { force, corps, .. } => {
            // With its last corps an army loses its marker (§1.1.2).
            if force.army.is_none()
                && let Some(before) = state.forces.get(&force.id).cloned()
            {
                lose_marker(state, &before);
            }
            *state.corps_lost.entry(force.power.clone()).or_default() += u32::from(*corps);
            put(state, force);
        }
        LossEvent::Destroyed { force, power, corps, .. } => {
            *state.corps_lost.entry(power.clone()).or_default() += u32::from(*corps);
            remove(state, *force);
        }
    }
}

/// Those who meet, and those who come to them or go away.
fn contact(event: &ContactEvent, state: &mut State) {
    match event {
        ContactEvent::WentInside { force, .. } => edit(state, *force, |force| {
            force.inside = true;
            force.siege = None;
        }),
        ContactEvent::CameUp { force, to, .. } | ContactEvent::Retreated { force, to, .. } => {
            edit(state, *force, |force| {
                force.at = *to;
                force.inside = false;
                force.siege = None;
            });
        }
        ContactEvent::Avoided { force, to, succeeded: true, .. } => edit(state, *force, |force| {
            force.at = *to;
            force.siege = None;
        }),
        ContactEvent::Avoided { .. }
        | ContactEvent::Intercepted { .. }
        | ContactEvent::Overrun { .. }
        | ContactEvent::MarchedToGuns { .. } => {}
    }
}

/// Order and leaders after a battle.
fn battle(event: &BattleEvent, state: &mut State) {
    match event {
        BattleEvent::MoraleChecked { force, demoralized: true, .. } => {
            edit(state, *force, |force| force.demoralized = true);
        }
        BattleEvent::Disordered { force, demoralized } => {
            edit(state, *force, |force| force.demoralized = *demoralized);
        }
        BattleEvent::Rallied { force, succeeded: true, .. } => {
            edit(state, *force, |force| force.demoralized = false);
        }
        BattleEvent::LeaderChecked { force, power, leader, fate, back, .. } => {
            fall(state, (*force, power, leader), *fate, *back);
        }
        BattleEvent::Succeeded { force, leader, commands, counts, .. } => {
            let side = state.forces.get(force).map(|force| state.bloc(&force.power));
            if let (Some(side), true) = (side, counts) {
                *state.dismissed.entry(side).or_default() += 1;
            }
            succeed(state, *force, leader, *commands);
        }
        BattleEvent::MoraleChecked { .. }
        | BattleEvent::Rallied { .. }
        | BattleEvent::Fought { .. }
        | BattleEvent::TacticsDrawn { .. }
        | BattleEvent::TacticPlayed { .. }
        | BattleEvent::BattleEnded { .. }
        | BattleEvent::Pursued { .. }
        | BattleEvent::WentOn { .. } => {}
    }
}

/// Sieges and fortresses.
fn siege(event: &SiegeEvent, state: &mut State) {
    match event {
        SiegeEvent::SiegeMarked { force, level, at } => {
            edit(state, *force, |force| force.siege = Some(*level));
            let bears = |force: &&mut Force| force.inside || force.siege.is_some();
            let here = state.forces.values_mut().filter(|force| force.at == *at);
            here.filter(bears).for_each(|force| force.siege = Some(*level));
        }
        SiegeEvent::WallsBroken { at, points } => {
            state.forts.entry(*at).or_default().lost += points;
        }
        SiegeEvent::Captured { at, power, empty, .. } => {
            state.held.insert(*at, power.clone());
            // Who captures a place holds it as it was printed, or not at all (§9.3).
            match *empty {
                true => state.forts.insert(*at, Fort { lost: 0, empty: true }),
                false => state.forts.remove(at),
            };
            for force in state.forces.values_mut().filter(|force| force.at == *at) {
                force.siege = None;
                force.inside = false;
            }
        }
        SiegeEvent::HonoursOfWar { force, power, back, .. } => honours(state, *force, power, *back),
        SiegeEvent::Rearmed { force, at, .. } => {
            state.forts.remove(at);
            put(state, force);
        }
        SiegeEvent::SiegeAttempted { .. } | SiegeEvent::GarrisonChecked { .. } => {}
    }
}

/// Puts a force where it belongs; an empty one leaves the map. A new one may come out of the pool.
fn put(state: &mut State, force: &Force) {
    let count = state.counts.entry(force.power.clone()).or_default();
    *count = (*count).max(force.id.count());
    if force.is_empty() {
        state.forces.remove(&force.id);
        return;
    }
    for leader in &force.leaders {
        if let Some(pool) = state.pools.get_mut(&force.power) {
            pool.remove(leader);
        }
        come_back(state, leader);
    }
    // A marker that was built again is no longer lost (§21.1.3).
    if let (Some(army), Some(lost)) = (&force.army, state.armies_lost.get_mut(&force.power)) {
        lost.remove(army);
    }
    state.forces.insert(force.id, force.clone());
}

/// The siege marker lies on the fortress: troops that come before it or go inside have it from then
/// on, and who is left there keeps it (NIA §9.2).
fn share_markers(state: &mut State) {
    let besieges = |force: &&Force| force.siege.is_some() && !force.inside;
    let besiegers = state.forces.values().filter(besieges);
    let besiegers: Vec<(Space, String)> =
        besiegers.map(|force| (force.at, force.power.clone())).collect();
    for (at, power) in besiegers {
        let marker = state.siege_marker(at);
        let bears = |force: &&Force| {
            force.inside || (!force.units.is_empty() && state.friends(&force.power, &power))
        };
        let bear: Vec<ForceId> = state.at(at).filter(bears).map(|force| force.id).collect();
        bear.into_iter().for_each(|id| edit(state, id, |force| force.siege = marker));
    }
}

/// Troops of a country leave a force; with its last units an army loses its marker (NIA §1.1.2).
fn part_with(state: &mut State, gone: ForceId, left: Option<&Force>) {
    let Some(before) = state.forces.remove(&gone) else { return };
    if left.is_none_or(|left| left.army.is_none()) {
        lose_marker(state, &before);
    }
    if let Some(left) = left {
        put(state, left);
    }
}

/// In a new season a force is fresh, and may leave its box (NIA §5.1.3, §5.2.11).
fn rest(force: &mut Force) {
    force.activations = 0;
    force.boxed = false;
    force.fed = false;
}

fn edit(state: &mut State, id: ForceId, change: impl FnOnce(&mut Force)) {
    if let Some(force) = state.forces.get_mut(&id) {
        change(force);
    }
}

/// Takes a force off the map whole; its leaders go to their pool, its marker to the lost ones.
fn remove(state: &mut State, id: ForceId) {
    let Some(force) = state.forces.remove(&id) else { return };
    lose_marker(state, &force);
    for leader in force.leaders {
        state.pools.entry(force.power.clone()).or_default().insert(leader);
    }
}

fn lose_marker(state: &mut State, force: &Force) {
    if let Some(army) = &force.army {
        state.armies_lost.entry(force.power.clone()).or_default().insert(army.clone());
    }
}

/// A leader is wounded or killed (NIA §8.2.5).
fn fall(
    state: &mut State,
    (force, power, leader): (ForceId, &str, &str),
    fate: Fate,
    back: Option<Season>,
) {
    if fate == Fate::Unharmed {
        return;
    }
    edit(state, force, |force| force.leaders.retain(|name| name != leader));
    match back {
        Some(when) => state.returning.push(Returning {
            power: power.to_owned(),
            when,
            leaders: vec![leader.to_owned()],
            units: vec![],
        }),
        None => {
            state.dead.insert(leader.to_owned());
        }
    }
    state.returning.sort();
    state.forces.retain(|_, force| !force.is_empty());
}

/// A leader comes out of the pool to a force.
fn succeed(state: &mut State, id: ForceId, leader: &str, commands: bool) {
    for pool in state.pools.values_mut() {
        pool.remove(leader);
    }
    edit(state, id, |force| {
        let place = if commands { 0 } else { force.leaders.len() };
        force.leaders.insert(place, leader.to_owned());
    });
}

/// A garrison leaves the map with its leaders, to come back in a later season (NIA §9.3).
fn honours(state: &mut State, id: ForceId, power: &str, when: Season) {
    let Some(force) = state.forces.remove(&id) else { return };
    lose_marker(state, &force);
    let power = power.to_owned();
    state.returning.push(Returning { power, when, leaders: force.leaders, units: force.units });
    state.returning.sort();
}

/// Who is back no longer waits to come.
fn come_back(state: &mut State, leader: &str) {
    for returning in &mut state.returning {
        returning.leaders.retain(|name| name != leader);
    }
    state
        .returning
        .retain(|returning| !returning.leaders.is_empty() || !returning.units.is_empty());
}

/// A force comes onto the map; a garrison whose time has come no longer waits (NIA §9.3).
fn arrive(state: &mut State, force: &Force, arrival: bool) {
    let season = state.season;
    for unit in force.units.iter().filter(|_| arrival) {
        let mut due = state
            .returning
            .iter_mut()
            .filter(|returning| returning.when <= season && returning.power == force.power);
        let found = due.find_map(|returning| {
            let at = returning.units.iter().position(|waiting| waiting == unit)?;
            Some(returning.units.remove(at))
        });
        if found.is_none() {
            break; // A timed arrival has not been here before.
        }
    }
    state
        .returning
        .retain(|returning| !returning.leaders.is_empty() || !returning.units.is_empty());
    put(state, force);
}
