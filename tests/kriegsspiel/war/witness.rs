//! A witness of the wars of automatic players: goes through a turn once more, event by event.

use kit::ground::Space;
use kriegsspiel::book::Book;
use kriegsspiel::position::Position as _;
use kriegsspiel::record::event::{BattleKind, Event, ForceEvent, Host, PublicEvent, WarEvent};
use kriegsspiel::record::state::{Formation, State};
use std::collections::{BTreeMap, BTreeSet};

/// Hits of each power, on the map and lost.
fn men(state: &State) -> BTreeMap<String, u32> {
    let sum = |(power, units): (String, BTreeMap<String, u32>)| (power, units.values().sum());
    state.roll_call().into_iter().map(sum).collect()
}

/// Goes through a turn once more and checks it event by event.
pub struct Witness<'w> {
    book: &'w Book,
    pub state: State,
    /// Whence troops came into each hex this turn, by power; a retreat is no attack.
    entries: BTreeMap<(Space, String), BTreeSet<Space>>,
    /// Where each formation came from.
    came: BTreeMap<String, Space>,
    battles: BTreeSet<Space>,
    /// Formations that came upon the enemy this turn, or were come upon.
    held: BTreeSet<String>,
}

impl<'w> Witness<'w> {
    pub fn new(book: &'w Book, state: State) -> Self {
        let (entries, came, battles, held) = Default::default();
        Self { book, state, entries, came, battles, held }
    }

    pub fn watch(&mut self, events: &[Event], at: &str, seen: &mut BTreeMap<String, usize>) {
        // A hex is a battle area from the moment on which it is known to be one (§19.5).
        for event in events {
            if let Event::War(WarEvent::Fought(day)) = event {
                self.battles.insert(day.at);
            }
        }
        for (nth, event) in events.iter().enumerate() {
            let around = format!("{at}, event {nth}: {event:?}");
            let json = serde_json::to_value(event).unwrap();
            let kind = json.as_object().unwrap().keys().next().unwrap().clone();
            *seen.entry(kind).or_default() += 1;
            let before = self.state.clone();
            self.state.apply(event);
            self.count(event, &before, &around);
            self.march(event, &before, &around);
            self.retreat(event, &before, events, &around);
        }
        self.state.check(self.book);
    }

    /// Nobody comes out of nothing and nobody vanishes.
    fn count(&self, event: &Event, before: &State, around: &str) {
        let (was, is) = (men(before), men(&self.state));
        if let Event::Force(ForceEvent::Placed { formation, .. }) = event {
            let all = was.get(&formation.power).copied().unwrap_or(0) + formation.hits();
            assert_eq!(is[&formation.power], all, "{around}");
        } else {
            assert_eq!(was, is, "{around}");
        }
        let generals = |state: &State| -> BTreeSet<String> {
            let aboard = state.navy.fleets.values().flat_map(|one| &one.cargo.generals);
            let aboard = aboard.map(|one| &one.name);
            state.generals.keys().chain(&state.fallen).chain(aboard).cloned().collect()
        };
        let (was, is) = (generals(before), generals(&self.state));
        assert!(was.is_subset(&is), "a general vanished: {around}");
        let brings = matches!(
            event,
            Event::Force(ForceEvent::GeneralPlaced { .. }) | Event::War(WarEvent::Succeeded { .. })
        );
        assert!(brings || was == is, "a general came out of nowhere: {around}");
    }

    /// One hex after the other, over no water, into no neutral land, and not away from an enemy whom it
    /// met on the way, so that nobody passes through anybody (§12.1).
    fn march(&mut self, event: &Event, before: &State, around: &str) {
        let Event::Force(ForceEvent::Moved { power, formations, from, to, .. }) = event else {
            return;
        };
        assert!(self.book.cost(*from, *to).is_some(), "no way: {around}");
        assert!(self.book.atlas.around(*from).contains(to), "too far: {around}");
        for name in formations {
            assert_eq!(before.formations[name].at, *from, "{around}");
            assert!(!self.held.contains(name), "away from the enemy: {around}");
            self.came.insert(name.clone(), *from);
        }
        if !formations.is_empty() {
            self.entries.entry((*to, power.clone())).or_default().insert(*from);
            if before.enemy_at(*to, power) {
                // Neutrals beside them go their way.
                let meets = |one: &&Formation| self.state.enemy_at(*to, &one.power);
                let held = self.state.at(*to).filter(meets).map(|one| one.name.clone());
                self.held.extend(held);
            }
        }
    }

    /// Never through a forbidden hexside, into enemies, a battle, or nowhere (§19.5).
    fn retreat(&mut self, event: &Event, before: &State, events: &[Event], around: &str) {
        let Event::War(WarEvent::Retreated { power, formations, from, to, .. }) = event else {
            return;
        };
        assert!(self.book.in_play(*to) && self.book.atlas.passes(*from, *to), "{around}");
        assert!(self.book.atlas.around(*from).contains(to), "one hex: {around}");
        assert!(!before.enemy_at(*to, power), "into enemies: {around}");
        assert!(!self.battles.contains(to), "into a battle: {around}");
        assert!(before.enemy_walls(self.book, *to, power).is_none(), "into a fortress: {around}");
        // Raiders leave by any side, also after a battle that they won (§19.9).
        let raids = |event: &Event| match event {
            Event::Public(PublicEvent::Raided { at, power: by, .. }) => {
                at == from && before.friends(by, power)
            }
            _ => false,
        };
        if events.iter().any(raids) {
            return;
        }
        let last = events.iter().rev().find_map(|event| match event {
            Event::War(WarEvent::Fought(day)) if day.at == *from => Some(day),
            _ => None,
        });
        let Some(day) = last else { return };
        // Enemies who fought here, also those who fell, came by sides that are shut.
        let attacks = |host: &Host| host.powers.iter().any(|one| before.friends(one, power));
        for event in events {
            let Event::War(WarEvent::Fought(day)) = event else { continue };
            let hosts = [&day.attacker, &day.defender].into_iter();
            for host in hosts.filter(|host| day.at == *from && !attacks(host)) {
                for name in &host.formations {
                    assert_ne!(self.came.get(name), Some(to), "by the enemy's side: {around}");
                }
            }
        }
        let meeting = day.kind == BattleKind::Meeting;
        let own: BTreeSet<Space> =
            formations.iter().filter_map(|name| self.came.get(name).copied()).collect();
        let ours = self.entries.iter();
        let ours = ours.filter(|((at, of), _)| at == from && before.friends(of, power));
        let entered: BTreeSet<Space> = ours.flat_map(|(_, ways)| ways).copied().collect();
        if (attacks(&day.attacker) || meeting) && !own.is_empty() {
            assert!(entered.contains(to), "an attacker by another side: {around}");
        }
    }
}
