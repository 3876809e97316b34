//! Who learns what of an event: the only way from the state to what a power knows (NIA §1.3).
//!
//! First the printed rule: every stack's hex and leader are open, its contents are not. With
//! `fog: contact` a veil lies over that (`fog.rs` in this folder). Whoever is on our side hides nothing from us.
//!
//! Grades of sight: our own side is known in full; an enemy stack is sighted, counted once a battle
//! has opened it, remembered when it is out of sight, else unseen. No rule gives a rough strength.
//! Orders that failed, points that were spent, and what is
//! in a stack are for its own side alone.
//!
//! # Our reading
//!
//! - §1.3 forbids to look into an enemy stack; so an ally's stacks are open, and a neutral's are not.
//! - Leaderless troops show that somebody stands there, not how many or of what kind, so a lone
//!   train looks like a detachment. An army marker stands on the map and is seen.
//! - Who was activated, and whether anybody was, shows only by what he did on the map.
//! - Squadrons show whose they are, where they lie and how many fleets they have, decoys counted;
//!   not which fleets, nor what is on board.

pub mod all;
pub mod contact_fog;
mod fog;
pub mod known;
pub mod news;
mod sea;
mod war;

use super::book::{Book, Fog};
use crate::record::event::{Event, Joining};
use crate::record::state::{Force, ForceId, State};
use crate::sight::known::{Seen, SeenEvent, Stack, Who};
use kit::ground::Space;

/// What one power learns of an event, with the state as it is after it.
pub fn witness(book: &Book, event: &Event, state: &State, eye: &str) -> Option<Seen> {
    let look = Look { state, eye };
    let seen = open(&look, event);
    match book.fog {
        Fog::Rules => seen,
        Fog::Contact => fog::veil(book, &look, event, seen.unwrap_or_default()),
    }
}

/// What the printed rule lets one power learn of an event.
fn open(look: &Look, event: &Event) -> Option<Seen> {
    let (state, eye) = (look.state, look.eye);
    let seen = match event {
        Event::Placed { .. }
        | Event::Changed { .. }
        | Event::Set { .. }
        | Event::Activated { .. }
        | Event::Moved { .. }
        | Event::Stopped { .. }
        | Event::Joined { .. }
        | Event::Parted { .. }
        | Event::CommandTaken { .. }
        | Event::Overstacked { .. }
        | Event::Grouped { .. }
        | Event::Bridged { .. }
        | Event::Released { .. }
        | Event::TrainGained { .. } => look.forces(event)?,
        Event::Removed { force, power, at } if look.ours(power) => {
            let (gone, at) = (vec![*force], *at);
            Seen { gone, spaces: vec![look.stacks(at)], ..Seen::default() }
        }
        Event::Removed { at, .. } => Seen { spaces: vec![look.stacks(*at)], ..Seen::default() },
        Event::LeaderLeft { power, leader, at } => look.left(power, leader, *at),
        Event::LeaderPooled { power, leader } => {
            Seen { pooled: own(power == eye, leader), ..Seen::default() }
        }
        Event::Held { place, power } => {
            Seen { held: Some((*place, power.clone())), ..Seen::default() }
        }
        Event::SeasonBegan { season, pool } => Seen {
            event: Some(SeenEvent::Began { season: *season, pool: pool.clone() }),
            begins: true,
            pool: Some(pool.clone()),
            ..Seen::default()
        },
        Event::MarkerDrawn { marker, chosen } => Seen {
            event: Some(SeenEvent::Drawn { marker: *marker, chosen: *chosen }),
            drawn: Some(*marker),
            ..Seen::default()
        },
        Event::SecondNaval { bloc, .. } => only_event(SeenEvent::SecondNaval { bloc: *bloc }),
        Event::MarkerPutBack { marker } => only_event(SeenEvent::PutBack { marker: *marker }),
        Event::WinterQuarters { times, ends } => {
            only_event(SeenEvent::WinterQuarters { times: *times, ends: *ends })
        }
        Event::SeasonEnded { season, scenario_over } => Seen {
            event: Some(SeenEvent::Ended { season: *season, scenario_over: *scenario_over }),
            ends: Some(*season),
            ..Seen::default()
        },
        Event::Letter { .. }
        | Event::Decreed { .. }
        | Event::NobodyMoved { .. }
        | Event::Ordered { .. }
        | Event::TakenUp { .. }
        | Event::Ruled { .. }
        | Event::Waited { .. }
        | Event::NotDone { .. } => only_event(private(event, state, eye)?),
        _ => sea::witness(look, event).or_else(|| war::witness(look, event))?,
    };
    Some(seen)
}

/// What is told to one power or one side alone: letters, and what became of its own orders.
fn private(event: &Event, state: &State, eye: &str) -> Option<SeenEvent> {
    Some(match event {
        Event::NobodyMoved { bloc } if state.bloc(eye) == *bloc => {
            SeenEvent::NobodyMoved { bloc: *bloc }
        }
        Event::Letter { from, to, text } if to == eye || from == eye => {
            SeenEvent::Letter { from: from.clone(), to: to.clone(), text: text.clone() }
        }
        Event::Ordered { power, by, entries } if power == eye => {
            SeenEvent::Ordered { by: by.clone(), entries: entries.clone() }
        }
        Event::TakenUp { power, entry, who } if power == eye => {
            SeenEvent::TakenUp { entry: *entry, who: who.clone() }
        }
        Event::Ruled { power, topic, choice, key, reason } if power == eye => {
            let (topic, choice) = (topic.clone(), choice.clone());
            SeenEvent::Ruled { topic, choice, key: key.clone(), reason: reason.clone() }
        }
        Event::Decreed { words, reason, told } if told.iter().any(|power| power == eye) => {
            SeenEvent::Decreed { words: words.clone(), reason: reason.clone() }
        }
        Event::Waited { power, entry, who, reason } if power == eye => {
            SeenEvent::Waited { entry: *entry, who: who.clone(), reason: reason.clone() }
        }
        Event::NotDone { power, entry, step, order, who, reason } if power == eye => {
            SeenEvent::NotDone {
                entry: *entry,
                step: *step,
                order: order.clone(),
                who: who.clone(),
                reason: reason.clone(),
            }
        }
        _ => return None,
    })
}

/// A leader of our own who waits to be used.
fn own(ours: bool, leader: &str) -> Vec<String> {
    if ours { vec![leader.to_owned()] } else { vec![] }
}

fn only_event(seen_event: SeenEvent) -> Seen {
    Seen { event: Some(seen_event), ..Seen::default() }
}

/// One pair of eyes on the state.
struct Look<'a> {
    state: &'a State,
    eye: &'a str,
}

impl Look<'_> {
    fn ours(&self, power: &str) -> bool {
        self.state.friends(self.eye, power)
    }

    /// The name that this eye may use: a leader is open, troops alone are just troops.
    fn who(&self, force: &Force) -> Who {
        let ours = self.ours(&force.power);
        let name = match force.commander() {
            Some(leader) => leader.to_owned(),
            None if ours => alone(force).to_owned(),
            None => "a force".to_owned(),
        };
        Who { power: force.power.clone(), name, ours }
    }

    /// A stack as the map shows it. Whoever stands with besiegers is taken for one of them: what is
    /// in a stack does not show.
    fn stack(&self, force: &Force) -> Stack {
        let besieges = |other: &Force| {
            other.siege.is_some() && !other.inside && self.state.friends(&other.power, &force.power)
        };
        let besieging = !force.inside && self.state.at(force.at).any(besieges);
        Stack { besieging, ..Stack::of(force) }
    }

    fn stacks(&self, space: Space) -> (Space, Vec<Stack>) {
        let enemies = self.state.at(space).filter(|force| !self.ours(&force.power));
        let mut stacks: Vec<Stack> = enemies.map(|force| self.stack(force)).collect();
        stacks.sort();
        stacks.dedup();
        (space, stacks)
    }

    /// A leader has left the map: his side knows, others see who leads the stack now.
    fn left(&self, power: &str, leader: &str, at: Space) -> Seen {
        if !self.ours(power) {
            return Seen { spaces: vec![self.stacks(at)], ..Seen::default() };
        }
        let who = Who { power: power.to_owned(), name: leader.to_owned(), ours: true };
        Seen {
            event: Some(SeenEvent::LeaderLeft { who, at }),
            left: Some(leader.to_owned()),
            pooled: own(power == self.eye, leader),
            ..Seen::default()
        }
    }

    /// What an event about forces shows: to their own side all, to others hex and leader.
    fn forces(&self, event: &Event) -> Option<Seen> {
        let (force, others) = self.concerned(event)?;
        let ours = self.ours(&force.power);
        let mut seen = Seen { event: self.seen_event(event, force, ours), ..Seen::default() };
        if ours {
            let all = std::iter::once(force.id).chain(others);
            for id in all {
                match self.state.forces.get(&id) {
                    Some(now) => seen.ours.push(now.clone()),
                    None => seen.gone.push(id),
                }
            }
        } else {
            seen.spaces.push(self.stacks(force.at));
            if let Event::Moved { from, .. } | Event::Set { from: Some(from), .. } = event {
                seen.spaces.push(self.stacks(*from));
            }
        }
        Some(seen)
    }

    /// The force an event is about, and others that it changed.
    fn concerned<'e>(&'e self, event: &'e Event) -> Option<(&'e Force, Vec<ForceId>)> {
        let by_id = |id: &ForceId| self.state.forces.get(id);
        Some(match event {
            Event::Placed { force, .. }
            | Event::Changed { force, .. }
            | Event::Set { force, .. }
            | Event::Overstacked { force, .. }
            | Event::Bridged { force, .. }
            | Event::TrainGained { force, .. } => (force, vec![]),
            Event::Joined { force, gone, .. } => (force, vec![*gone]),
            Event::Parted { force, new, .. } => (force, vec![new.id]),
            Event::Activated { force, .. }
            | Event::Moved { force, .. }
            | Event::Stopped { force, .. }
            | Event::CommandTaken { force, .. }
            | Event::Grouped { force, .. }
            | Event::Released { force, .. } => (by_id(force)?, vec![]),
            _ => return None,
        })
    }

    fn seen_event(&self, event: &Event, force: &Force, ours: bool) -> Option<SeenEvent> {
        let (who, at) = (self.who(force), force.at);
        Some(match event {
            Event::Placed { arrival: true, .. } => SeenEvent::Arrived { who, at },
            // An order that came to nothing is its author's affair; so is who tried one.
            Event::Activated { activations, .. } if ours => {
                SeenEvent::Activated { who, at, again: *activations > 1 }
            }
            Event::Moved { from, to, spent, .. } => {
                SeenEvent::Moved { who, from: *from, to: *to, spent: ours.then_some(*spent) }
            }
            // What parts and joins again in one hex is nobody else's affair; who stays behind is on
            // the map. Whether steps were absorbed or a train picked up is what a stack hides.
            Event::Joined { how, cost, .. } if ours || *cost > 0 => {
                let how = if ours { *how } else { Joining::Integrated };
                SeenEvent::Joined { who, at, how, cost: ours.then_some(*cost) }
            }
            Event::Parted { new, how, .. } if ours => {
                SeenEvent::Parted { who, new: self.who(new), at, how: *how }
            }
            Event::CommandTaken { from, .. } => {
                SeenEvent::CommandTaken { who, from: from.clone(), at }
            }
            Event::Stopped { halt, source, .. } if ours => {
                SeenEvent::Stopped { who, at, halt: halt.clone(), source: *source }
            }
            Event::Overstacked { lost, .. } if ours => {
                SeenEvent::Overstacked { who, at, lost: lost.clone() }
            }
            Event::Grouped { with, .. } if ours => {
                SeenEvent::Grouped { who, with: self.who(self.state.force(*with)), at }
            }
            Event::Bridged { toward, .. } => SeenEvent::Bridged { who, at, toward: *toward },
            Event::Released { rule, .. } if ours => SeenEvent::Released { who, rule: rule.clone() },
            Event::TrainGained { rule, .. } if ours => {
                SeenEvent::TrainGained { who, at, rule: rule.clone() }
            }
            Event::Changed { why, .. } if ours => SeenEvent::Changed { who, at, why: why.clone() },
            _ => return None,
        })
    }
}

/// What troops without a leader are called by their own side.
fn alone(force: &Force) -> &'static str {
    match force.units.first().map(|unit| unit.kind.as_str()) {
        Some("Dinf") => "a detachment",
        Some("Cos") => "a band of cossacks",
        Some("G") => "a band of guerrillas",
        Some(_) => "a corps",
        None if force.depots > 0 => "a depot",
        None if force.trains > 0 => "a train",
        None => "a company of engineers",
    }
}
