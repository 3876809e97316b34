//! What a seat knows: all that lies open, its own units and hand, and the stacks of others as far as it
//! has seen them.

use super::memory;
use crate::book::Book;
use crate::record::event::{Event, YearEvent};
use crate::record::season::Season;
use crate::record::state::Open;
use crate::record::unit::{Height, Sort, Unit};
use kit::deck::DeckView;
use kit::ground::Space;
use kit::ledger::Shown;
use kit::placed::Placed;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The units of a seat, or of a neutral power, in a square, as somebody else sees them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stack {
    /// Whose they are; none, if they are neutral.
    pub seat: Option<String>,
    /// The powers whose units they are.
    pub powers: BTreeSet<String>,
    /// The highest leader.
    pub leader: Option<String>,
    pub height: Height,
    /// Whether there are fleets among them, which everybody sees.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fleet: bool,
    /// What they were when they were met, if nobody was seen to join or leave since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub units: Option<Vec<Sort>>,
    /// When that was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub met: Option<Season>,
    /// When they were seen, if they are out of sight now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Season>,
}

/// What a seat knows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    pub power: String,
    pub open: Open,
    pub markers: DeckView,
    pub own: Placed<Unit>,
    pub stacks: BTreeMap<Space, Vec<Stack>>,
    /// The squares that are in sight; none: all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<BTreeSet<Space>>,
    /// What it was told of the last season.
    pub events: Vec<Event>,
    pub dice: Vec<Shown>,
}

/// How everything looks to somebody at one moment.
#[derive(Debug, Clone)]
pub struct Look {
    pub open: Open,
    pub markers: DeckView,
    pub own: Placed<Unit>,
    pub stacks: BTreeMap<Space, Vec<Stack>>,
    pub field: Option<BTreeSet<Space>>,
}

/// What a seat learns of one event.
#[derive(Debug, Clone)]
pub struct Seen {
    /// What it is told.
    pub event: Option<Event>,
    pub look: Option<Box<Look>>,
    /// Whether it sees the dice of the event.
    pub dice: bool,
}

impl Known {
    /// Knows how things look, and nothing of how they came about.
    pub fn new(power: &str, look: Look) -> Known {
        let Look { open, markers, own, stacks, field } = look;
        let power = power.to_owned();
        Known { power, open, markers, own, stacks, field, events: vec![], dice: vec![] }
    }

    /// Learns what was seen.
    pub fn learn(&mut self, seen: Seen) {
        let told = seen.event.as_ref();
        let told = told.and_then(|event| memory::recall(&mut self.stacks, event));
        if let Some(look) = seen.look {
            self.look(*look, told);
        }
        let Some(event) = seen.event else { return };
        if matches!(event, Event::Year(YearEvent::SeasonBegan { .. })) {
            self.events.clear();
            self.dice.clear();
        }
        self.events.push(event);
    }

    /// Takes over how stacks in sight look, with what is remembered of them; stacks out of sight stay as they were last seen. `told` is the square in which a unit was just lost.
    fn look(&mut self, look: Look, told: Option<Space>) {
        let Look { open, markers, own, mut stacks, field } = look;
        let (now, before) = (self.open.season, std::mem::take(&mut self.stacks));
        for (at, mut old) in before {
            if field.as_ref().is_none_or(|field| field.contains(&at)) {
                let here = stacks.get_mut(&at).into_iter().flatten();
                here.for_each(|stack| memory::keep(stack, &old, told == Some(at)));
                continue;
            }
            for stack in &mut old {
                stack.since.get_or_insert(now);
            }
            stacks.insert(at, old);
        }
        (self.open, self.markers, self.own) = (open, markers, own);
        (self.stacks, self.field) = (stacks, field);
    }

    /// The season that was played, if one was.
    pub fn began(&self) -> Option<Season> {
        self.events.iter().find_map(|event| {
            let Some(YearEvent::SeasonBegan { season }) = event.of_year() else { return None };
            Some(*season)
        })
    }

    /// Own units in a square, in the order of their names.
    pub fn own_at(&self, at: Space) -> Vec<&Unit> {
        self.own.at(at).collect()
    }

    /// The stacks of others in a square.
    pub fn others_at(&self, at: Space) -> &[Stack] {
        self.stacks.get(&at).map_or(&[], Vec::as_slice)
    }

    /// Whether fleets of another seat are seen in a square.
    pub fn enemy_fleet_at(&self, at: Space) -> bool {
        self.others_at(at).iter().any(|stack| stack.fleet && stack.seat.is_some())
    }

    /// Where a leader stands, own or seen.
    pub fn leader_at(&self, name: &str) -> Option<Space> {
        let own = self.own.get(name).map(|unit| unit.at);
        own.or_else(|| {
            let is_it = |stack: &Stack| {
                let inside = stack.units.iter().flatten();
                stack.leader.as_deref() == Some(name)
                    || inside.into_iter().any(|sort| sort.leader.as_deref() == Some(name))
            };
            self.stacks.iter().find(|(_, all)| all.iter().any(is_it)).map(|(at, _)| *at)
        })
    }

    /// The strength of others in a square, if all of them are known.
    pub fn strength_of_others(&self, book: &Book, at: Space) -> Option<u32> {
        let of = |sort: &Sort| {
            let name = sort.leader.as_deref().unwrap_or_default();
            book.troops.strength(&sort.power, sort.kind, sort.grade, name)
        };
        let stacks = self.others_at(at).iter();
        stacks.map(|stack| Some(stack.units.as_ref()?.iter().map(of).sum::<u32>())).sum()
    }
}
