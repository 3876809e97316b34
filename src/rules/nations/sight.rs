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
//! In `readings.yaml`, under §1.3.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod all;
pub mod chance;
pub mod contact_fog;
mod court;
mod fog;
pub mod known;
mod money;
pub mod news;
pub mod public;
mod sea;
mod spending;
mod war;

use super::book::units::Unit;
use super::book::{Book, Fog};
use crate::record::event::{
    Event, ForceEvent, Joining, Leaving, MoneyEvent, OrderEvent, SequenceEvent,
};
use crate::record::state::{Bloc, Force, ForceId, State};
use crate::sight::known::{Seen, Stack, Who};
use crate::sight::news::{ForceNews, LandNews, OrderNews, SeenEvent, SequenceNews, TableNews};
use kit::deck::DeckView;
use kit::ground::Space;
use kit::newspaper::EVERYBODY;
use play::audience::Audience;

/// Whom an event may concern: what became of a power's orders reaches that power alone, and all else
/// may be seen by anybody.
pub fn audience(event: &Event) -> Audience {
    let only = |powers: &[&String]| Audience::These(powers.iter().copied().cloned().collect());
    match event {
        Event::Order(event) => match event {
            OrderEvent::Letter { from, to, .. } => only(&[from, to]),
            OrderEvent::Ordered { power, .. }
            | OrderEvent::TakenUp { power, .. }
            | OrderEvent::Ruled { power, .. }
            | OrderEvent::Waited { power, .. }
            | OrderEvent::NotDone { power, .. }
            | OrderEvent::NotReached { power, .. }
            | OrderEvent::Reacted { power, .. } => only(&[power]),
            // Whom the umpire tells is asked of the state.
            OrderEvent::Decreed { .. } => Audience::Everybody,
        },
        Event::Sequence(_)
        | Event::Force(_)
        | Event::Loss(_)
        | Event::Contact(_)
        | Event::Battle(_)
        | Event::Siege(_)
        | Event::Fleet(_)
        | Event::SeaBattle(_)
        | Event::Passage(_)
        | Event::Court(_) => Audience::Everybody,
        Event::Money(event) => match event {
            MoneyEvent::Collected { .. }
            | MoneyEvent::Raided { .. }
            | MoneyEvent::CardNoted { .. }
            | MoneyEvent::FavourBought { .. }
            | MoneyEvent::CreditChanged { .. }
            | MoneyEvent::WarBegan { .. }
            | MoneyEvent::WarTried { .. }
            | MoneyEvent::WarEnded { .. }
            | MoneyEvent::CameHome { .. }
            | MoneyEvent::Conscripted { .. } => Audience::Everybody,
            MoneyEvent::Forfeited { keeper, .. }
            | MoneyEvent::Decided { keeper, .. }
            | MoneyEvent::FreeFleetTried { power: keeper, .. } => only(&[keeper]),
        },
        Event::Spending(_) => Audience::Everybody,
    }
}

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
    match event {
        Event::Order(event) => private(look, event).map(only_event),
        Event::Sequence(event) => sequence(look, event),
        Event::Force(event) => land(look, event),
        Event::Loss(event) => war::losses(look, event),
        Event::Contact(event) => war::contact(look, event),
        Event::Battle(event) => war::battle(look, event),
        Event::Siege(event) => war::siege(look, event),
        Event::Fleet(event) => sea::fleets(look, event),
        Event::SeaBattle(event) => sea::battle(look, event),
        Event::Passage(event) => sea::passage(look, event),
        Event::Court(event) => court::court(look, event),
        Event::Money(event) => money::money(look, event),
        Event::Spending(event) => spending::spending(look, event),
    }
}

/// What is told to one power alone: letters, and what became of its own orders.
fn private(look: &Look, event: &OrderEvent) -> Option<OrderNews> {
    let eye = look.eye;
    let (told, news) = match event {
        OrderEvent::Letter { from, to, text } => (
            to == eye || from == eye,
            OrderNews::Letter { from: from.clone(), to: to.clone(), text: text.clone() },
        ),
        OrderEvent::Ordered { power, by, entries } => {
            (power == eye, OrderNews::Ordered { by: by.clone(), entries: entries.clone() })
        }
        OrderEvent::TakenUp { power, entry, who } => {
            (power == eye, OrderNews::TakenUp { entry: *entry, who: who.clone() })
        }
        OrderEvent::Ruled { power, topic, choice, key, reason } => {
            let (topic, choice) = (topic.clone(), choice.clone());
            let (key, reason) = (key.clone(), reason.clone());
            (power == eye, OrderNews::Ruled { topic, choice, key, reason })
        }
        OrderEvent::Decreed { words, reason, told } => (
            look.is_told(told),
            OrderNews::Decreed { words: words.clone(), reason: reason.clone() },
        ),
        OrderEvent::Waited { power, entry, who, reason } => {
            let (who, reason) = (who.clone(), reason.clone());
            (power == eye, OrderNews::Waited { entry: *entry, who, reason })
        }
        OrderEvent::NotDone { power, entry, step, order, who, reason } => {
            let (order, who, reason) = (order.clone(), who.clone(), reason.clone());
            (power == eye, OrderNews::NotDone { entry: *entry, step: *step, order, who, reason })
        }
        OrderEvent::NotReached { power, entry, who, steps, why } => {
            let (who, steps) = (who.clone(), steps.clone());
            (power == eye, OrderNews::NotReached { entry: *entry, who, steps, why: *why })
        }
        OrderEvent::Reacted { power, reaction, whose, what, times, heard } => {
            let (reaction, whose, what) = (*reaction, whose.clone(), what.clone());
            let (times, heard) = (*times, heard.clone());
            let news = OrderNews::Reacted { reaction, whose, what, times, heard };
            (power == eye, news)
        }
    };
    told.then_some(news)
}

/// What is told of markers, cards and points, to all but where one side alone acts.
fn sequence(look: &Look, event: &SequenceEvent) -> Option<Seen> {
    Some(match event {
        SequenceEvent::SeasonBegan { season, pool } => Seen {
            begins: true,
            pool: Some(pool.clone()),
            ..only_event(SequenceNews::Began { season: *season, pool: pool.clone() })
        },
        SequenceEvent::MarkerDrawn { marker, chosen } => Seen {
            drawn: Some(*marker),
            ..only_event(SequenceNews::Drawn { marker: *marker, chosen: *chosen })
        },
        SequenceEvent::SecondNaval { bloc, year } => second_naval(*bloc, *year),
        SequenceEvent::MarkerPutBack { marker } => {
            only_event(SequenceNews::PutBack { marker: *marker })
        }
        SequenceEvent::WinterQuarters { times, ends } => {
            only_event(SequenceNews::WinterQuarters { times: *times, ends: *ends })
        }
        SequenceEvent::NobodyMoved { bloc } => {
            if look.state.relations.group(look.eye) != Some(bloc) {
                return None;
            }
            only_event(SequenceNews::NobodyMoved { bloc: *bloc })
        }
        SequenceEvent::DeckShuffled { .. } => Seen { deck: deck(look), ..Seen::default() },
        SequenceEvent::CardDrawn { power, card } => {
            let own = power == look.eye || look.eye == all::UMPIRE;
            let card = own.then(|| card.clone());
            let news = TableNews::CardDrawn { power: power.clone(), card };
            Seen { deck: deck(look), ..only_event(LandNews::from(news)) }
        }
        SequenceEvent::CardPlayed { power, card, who, ruling, freed, out: _, fed } => {
            let (card_of, ruling) = ((power.clone(), card.clone()), ruling.clone());
            card_played(look, card_of, (who.clone(), ruling), freed.or(*fed))
        }
        SequenceEvent::Promised { key, power, season } => {
            if !look.ours(power) {
                return None;
            }
            let news = TableNews::Promised { key: key.clone(), season: *season };
            only_event(LandNews::from(news))
        }
        SequenceEvent::RuleBegun { rule } => {
            let news = TableNews::RuleBegun { rule: rule.clone() };
            Seen { begun: Some(rule.clone()), ..only_event(LandNews::from(news)) }
        }
        SequenceEvent::FirstMarchOver { power, rule } => first_march(look, power, rule)?,
        SequenceEvent::Scored { points, total, needed, winner } => {
            let (points, total, needed, winner) = (points.clone(), *total, *needed, *winner);
            only_event(LandNews::from(TableNews::Scored { points, total, needed, winner }))
        }
        SequenceEvent::GameDecided { winner, winners, conditions } => {
            let (winner, winners) = (*winner, winners.clone());
            let conditions = conditions.clone();
            only_event(LandNews::from(TableNews::GameDecided { winner, winners, conditions }))
        }
        SequenceEvent::SeasonEnded { season, scenario_over, cabinet } => {
            let (season, scenario_over) = (*season, *scenario_over);
            let seen = only_event(SequenceNews::Ended { season, scenario_over });
            Seen { ends: Some(season), cabinet: Some(*cabinet), ..seen }
        }
        SequenceEvent::CabinetBegan { year } => {
            Seen { begins: true, ..only_event(SequenceNews::CabinetBegan { year: *year }) }
        }
        SequenceEvent::CabinetEnded { year } => {
            Seen { cabinet: Some(false), ..only_event(SequenceNews::CabinetEnded { year: *year }) }
        }
    })
}

/// What is told of who stands where.
fn land(look: &Look, event: &ForceEvent) -> Option<Seen> {
    let by_id = |id: &ForceId| look.state.forces.get(id);
    match event {
        ForceEvent::Placed { force, .. }
        | ForceEvent::Changed { force, .. }
        | ForceEvent::Set { force, .. }
        | ForceEvent::Overstacked { force, .. }
        | ForceEvent::Bridged { force, .. }
        | ForceEvent::TrainGained { force, .. } => Some(look.force(event, force, None)),
        ForceEvent::Joined { force, gone, .. } => Some(look.force(event, force, Some(*gone))),
        ForceEvent::Parted { force, new, .. } => Some(look.force(event, force, Some(new.id))),
        ForceEvent::Activated { force, .. }
        | ForceEvent::Moved { force, .. }
        | ForceEvent::Transported { force, .. }
        | ForceEvent::Stopped { force, .. }
        | ForceEvent::CommandTaken { force, .. }
        | ForceEvent::Grouped { force, .. }
        | ForceEvent::Released { force, .. } => Some(look.force(event, by_id(force)?, None)),
        ForceEvent::Removed { force, power, at } => {
            let gone = if look.ours(power) { vec![*force] } else { vec![] };
            Some(Seen { gone, spaces: vec![look.stacks(*at)], ..Seen::default() })
        }
        ForceEvent::Withdrawn { force, rest, power, at, units, leaders } => {
            Some(look.withdrawn((*force, rest.as_ref()), (power, *at), (units, leaders)))
        }
        ForceEvent::LeaderLeft { power, leader, at, why } => {
            Some(look.left(power, leader, *at, *why))
        }
        ForceEvent::Recalled { power, leader, at, rule } => {
            // Every court hears it: the rule is public, and so are the places that it asks for.
            let mut seen = look.left(power, leader, *at, None);
            let (ours, name) = (look.ours(power), leader.clone());
            let who = Who { power: power.clone(), name, ours };
            let (at, rule) = (*at, rule.clone());
            seen.event = Some(ForceNews::Recalled { who, at: ours.then_some(at), rule }.into());
            Some(seen)
        }
        ForceEvent::NotTaken { power, steps } => look.ours(power).then(|| {
            let (power, steps) = (power.clone(), *steps);
            Seen { event: Some(ForceNews::NotTaken { power, steps }.into()), ..Seen::default() }
        }),
        ForceEvent::LeaderPooled { power, leader } => {
            Some(Seen { pooled: own(power == look.eye, leader), ..Seen::default() })
        }
        ForceEvent::Held { place, power } => {
            Some(Seen { held: Some((*place, power.clone())), ..Seen::default() })
        }
    }
}

/// A leader of our own who waits to be used.
fn own(ours: bool, leader: &str) -> Vec<String> {
    if ours { vec![leader.to_owned()] } else { vec![] }
}

fn only_event(news: impl Into<SeenEvent>) -> Seen {
    Seen { event: Some(news.into()), ..Seen::default() }
}

/// Its own side alone learns that the first activation of a guest is over (NIA §21.2.4).
fn first_march(look: &Look, power: &str, rule: &str) -> Option<Seen> {
    look.ours(power).then(|| Seen { begun: Some(rule.to_owned()), ..Seen::default() })
}

/// Everybody sees that a side puts in its second naval marker.
fn second_naval(bloc: Bloc, year: u16) -> Seen {
    Seen { naval_2: Some((bloc, year)), ..only_event(SequenceNews::SecondNaval { bloc }) }
}

/// A card that was played, and the force that it concerns.
fn card_played(
    look: &Look,
    (power, card): (String, String),
    (who, ruling): (String, Option<String>),
    force: Option<ForceId>,
) -> Seen {
    let played = (power == look.eye).then(|| card.clone());
    let news = TableNews::CardPlayed { power, card, who, ruling };
    let force = force.and_then(|id| look.state.forces.get(&id));
    let ours = force.filter(|force| look.ours(&force.power)).cloned().into_iter().collect();
    Seen { played, ours, deck: deck(look), ..only_event(LandNews::from(news)) }
}

/// What may be seen of the deck of event cards.
fn deck(look: &Look) -> Option<DeckView> {
    look.state.deck.as_ref().map(|deck| deck.view(look.eye))
}

/// What was seen, if it is anything at all.
fn anything(seen: Seen) -> Option<Seen> {
    (seen != Seen::default()).then_some(seen)
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

    /// Whether this eye is among those who are told something; everybody is, if all powers are.
    fn is_told(&self, told: &[String]) -> bool {
        let all = || self.state.relations.parties().all(|power| told.contains(power));
        told.iter().any(|power| power == self.eye) || (self.eye == EVERYBODY && all())
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
    fn left(&self, power: &str, leader: &str, at: Space, why: Option<Leaving>) -> Seen {
        if !self.ours(power) {
            return Seen { spaces: vec![self.stacks(at)], ..Seen::default() };
        }
        let who = Who { power: power.to_owned(), name: leader.to_owned(), ours: true };
        Seen {
            left: Some(leader.to_owned()),
            pooled: own(power == self.eye, leader),
            ..only_event(ForceNews::LeaderLeft { who, at, why })
        }
    }

    /// Troops and leaders are called away: their own side knows who, and others see who is left.
    fn withdrawn(
        &self,
        (gone, rest): (ForceId, Option<&Force>),
        (power, at): (&str, Space),
        (units, leaders): (&[Unit], &[String]),
    ) -> Seen {
        let spaces = vec![self.stacks(at)];
        if !self.ours(power) {
            return Seen { spaces, ..Seen::default() };
        }
        let (units, leaders) = (units.to_vec(), leaders.to_vec());
        Seen {
            gone: if rest.is_some() { vec![] } else { vec![gone] },
            ours: rest.cloned().into_iter().collect(),
            spaces,
            ..only_event(ForceNews::Withdrawn { power: power.to_owned(), at, units, leaders })
        }
    }

    /// What an event about a force, and perhaps another, shows: to their own side all, to others
    /// hex and leader.
    fn force(&self, event: &ForceEvent, force: &Force, other: Option<ForceId>) -> Seen {
        let ours = self.ours(&force.power);
        let news = self.force_news(event, force, ours);
        let mut seen = Seen { event: news.map(SeenEvent::from), ..Seen::default() };
        if ours {
            let all = std::iter::once(force.id).chain(other);
            for id in all {
                match self.state.forces.get(&id) {
                    Some(now) => seen.ours.push(now.clone()),
                    None => seen.gone.push(id),
                }
            }
        } else {
            seen.spaces.push(self.stacks(force.at));
            if let ForceEvent::Moved { from, .. }
            | ForceEvent::Transported { from, .. }
            | ForceEvent::Set { from: Some(from), .. } = event
            {
                seen.spaces.push(self.stacks(*from));
            }
        }
        seen
    }

    fn force_news(&self, event: &ForceEvent, force: &Force, ours: bool) -> Option<ForceNews> {
        let (who, at) = (self.who(force), force.at);
        Some(match event {
            ForceEvent::Placed { arrival: true, .. } => ForceNews::Arrived { who, at },
            // An order that came to nothing is its author's affair; so is who tried one.
            ForceEvent::Activated { activations, .. } if ours => {
                ForceNews::Activated { who, at, again: *activations > 1 }
            }
            ForceEvent::Transported { from, to, .. } => {
                ForceNews::Transported { who, from: ours.then_some(*from), to: *to }
            }
            ForceEvent::Moved { from, to, spent, .. } => {
                ForceNews::Moved { who, from: *from, to: *to, spent: ours.then_some(*spent) }
            }
            // What parts and joins again in one hex is nobody else's affair; who stays behind is on
            // the map. Whether steps were absorbed or a train picked up is what a stack hides.
            ForceEvent::Joined { of, how, cost, .. } if ours || *cost > 0 => {
                let how = if ours { *how } else { Joining::Integrated };
                let of = of.clone().filter(|_| ours);
                ForceNews::Joined { who, of, at, how, cost: ours.then_some(*cost) }
            }
            ForceEvent::Parted { new, how, .. } if ours => {
                ForceNews::Parted { who, new: self.who(new), at, how: *how }
            }
            ForceEvent::CommandTaken { from, .. } => {
                ForceNews::CommandTaken { who, from: from.clone(), at }
            }
            ForceEvent::Stopped { halt, source, .. } if ours => {
                ForceNews::Stopped { who, at, halt: halt.clone(), source: *source }
            }
            ForceEvent::Overstacked { lost, .. } if ours => {
                ForceNews::Overstacked { who, at, lost: lost.clone() }
            }
            ForceEvent::Grouped { with, .. } if ours => {
                ForceNews::Grouped { who, with: self.who(self.state.force(*with)), at }
            }
            ForceEvent::Bridged { toward, .. } => ForceNews::Bridged { who, at, toward: *toward },
            ForceEvent::Released { rule, .. } if ours => {
                ForceNews::Released { who, rule: rule.clone() }
            }
            ForceEvent::TrainGained { rule, .. } if ours => {
                ForceNews::TrainGained { who, at, rule: rule.clone() }
            }
            ForceEvent::Changed { why, .. } if ours => {
                ForceNews::Changed { who, at, why: why.clone() }
            }
            ForceEvent::Placed { .. }
            | ForceEvent::LeaderPooled { .. }
            | ForceEvent::Held { .. }
            | ForceEvent::Set { .. }
            | ForceEvent::Removed { .. }
            | ForceEvent::Withdrawn { .. }
            | ForceEvent::NotTaken { .. }
            | ForceEvent::LeaderLeft { .. }
            | ForceEvent::Recalled { .. } => return None,
            // What others do unseen.
            ForceEvent::Activated { .. }
            | ForceEvent::Joined { .. }
            | ForceEvent::Parted { .. }
            | ForceEvent::Stopped { .. }
            | ForceEvent::Overstacked { .. }
            | ForceEvent::Grouped { .. }
            | ForceEvent::Released { .. }
            | ForceEvent::TrainGained { .. }
            | ForceEvent::Changed { .. } => return None,
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
