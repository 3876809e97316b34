//! The veil of `fog: contact`: of what the printed rule opens, each side learns what it is near.
//!
//! # Our reading
//!
//! - What concerns a force of our side is told whole, wherever it is. What is between others is told
//!   if one of its places is in sight.
//! - Who marches or sails out of sight is remembered where he was going; who is not followed is
//!   remembered where he was. Who comes into sight is remembered nowhere else.
//! - News that every court hears, whatever is seen: places that change hands, walls that fall, cards,
//!   points, wars, and the corsairs' box, which lies open.

use super::Look;
use crate::book::Book;
use crate::record::event::Event;
use crate::record::state::{Anchorage, ForceId};
use crate::sight::contact_fog::{Eyes, FORCE_SEES};
use crate::sight::known::{Sail, Seen, SeenEvent, Who};
use crate::sight::news::{LandNews, SeaNews};
use kit::ground::Space;
use std::collections::BTreeSet;

/// What is left of what the printed rule shows, and what comes into sight with it.
pub fn veil(book: &Book, look: &Look, event: &Event, mut seen: Seen) -> Option<Seen> {
    let stirs = stir(look, event);
    if seen == Seen::default() && stirs.is_none() {
        return None;
    }
    let eyes = Eyes::of_state(book, look.state, look.eye);
    if seen.event.as_ref().is_some_and(|seen_event| !is_told(seen_event, look, &eyes)) {
        seen.event = None;
        seen.strengths.clear();
        seen.fort = None;
    }
    seen.spaces.retain(|(space, _)| eyes.see(*space));
    for waters in &mut seen.waters {
        if !eyes.see_ships(&waters.at) {
            waters.sails = None;
        }
    }
    seen.waters
        .retain(|waters| waters.sails.is_some() || !waters.own.is_empty() || is_ours(look, event));
    follow(look, event, &eyes, &mut seen);
    if let Some(stir) = stirs {
        appear(book, look, &eyes, &stir, &mut seen);
    }
    (seen != Seen::default()).then_some(seen)
}

/// Where our side has new eyes after an event.
enum Stir {
    Land(Space),
    Sea,
}

fn stir(look: &Look, event: &Event) -> Option<Stir> {
    let ours = |id: &ForceId| {
        look.state.forces.get(id).filter(|force| look.ours(&force.power)).map(|force| force.at)
    };
    let land = match event {
        Event::Placed { force, .. }
        | Event::Set { force, .. }
        | Event::Landed { force, .. }
        | Event::Parted { force, .. } => ours(&force.id),
        Event::Moved { force, .. }
        | Event::Avoided { force, succeeded: true, .. }
        | Event::CameUp { force, .. }
        | Event::Retreated { force, .. } => ours(force),
        Event::Held { place, power } | Event::Captured { at: place, power, .. } => {
            look.ours(power).then_some(*place)
        }
        _ => None,
    };
    let sea = match event {
        Event::SquadronPlaced { squadron } => look.ours(&squadron.power),
        Event::Sailed { power, .. }
        | Event::SeaRetreated { power, .. }
        | Event::ShipsSet { power, .. } => look.ours(power),
        Event::SeaAvoided { ships, succeeded: true, .. } => {
            ships.iter().any(|ship| look.ours(&ship.power))
        }
        // A new ally brings his eyes.
        Event::BosphorusShut { joins, .. } => joins.is_some(),
        _ => false,
    };
    land.map(Stir::Land).or(sea.then_some(Stir::Sea))
}

/// Whether an event changes where ships of ours lie.
fn is_ours(look: &Look, event: &Event) -> bool {
    match event {
        Event::FleetSunk { power, .. } => look.ours(power),
        _ => matches!(stir(look, event), Some(Stir::Sea)),
    }
}

/// Those who come into sight, since our side came near them.
fn appear(book: &Book, look: &Look, eyes: &Eyes, stir: &Stir, seen: &mut Seen) {
    let mut known: BTreeSet<Space> = seen.spaces.iter().map(|(space, _)| *space).collect();
    if let Stir::Land(at) = stir {
        for force in look.state.forces.values().filter(|force| !look.ours(&force.power)) {
            let near = book.atlas.distance(*at, force.at) <= FORCE_SEES;
            if near && eyes.see(force.at) && known.insert(force.at) {
                seen.spaces.push(look.stacks(force.at));
            }
        }
    }
    let told: BTreeSet<Anchorage> = seen.waters.iter().map(|waters| waters.at.clone()).collect();
    let mut others: BTreeSet<&Anchorage> = BTreeSet::new();
    for squadron in look.state.squadrons.iter().filter(|other| !look.ours(&other.power)) {
        let near = match (stir, &squadron.at) {
            (Stir::Sea, _) => true,
            (Stir::Land(at), Anchorage::Harbour(port) | Anchorage::Blockading(port)) => {
                book.atlas.distance(*at, *port) <= FORCE_SEES
            }
            (Stir::Land(_), _) => false,
        };
        if near && !told.contains(&squadron.at) && eyes.see_ships(&squadron.at) {
            others.insert(&squadron.at);
        }
    }
    seen.waters.extend(others.into_iter().map(|at| super::sea::waters(look, at)));
}

/// Those who go out of sight are remembered where they were going.
fn follow(look: &Look, event: &Event, eyes: &Eyes, seen: &mut Seen) {
    let lost = |from: &Space, to: &Space| eyes.see(*from) && !eyes.see(*to);
    match event {
        Event::Moved { force, from, to, .. }
        | Event::Avoided { force, at: from, to, succeeded: true, .. }
        | Event::CameUp { force, from, to }
        | Event::Retreated { force, from, to }
            if lost(from, to) =>
        {
            let force = look.state.forces.get(force).filter(|force| !look.ours(&force.power));
            seen.trail = force.map(|force| look.stack(force));
        }
        Event::Sailed { power, fleets, from, to, .. }
        | Event::SeaRetreated { power, fleets, from, to, .. }
            if !look.ours(power) && eyes.see_ships(from) && !eyes.see_ships(to) =>
        {
            let fleets = u8::try_from(fleets.len()).unwrap_or(u8::MAX);
            seen.wake = Some(Sail::new(power, to, fleets));
        }
        _ => {}
    }
}

/// Whether a side hears of something.
fn is_told(seen_event: &SeenEvent, look: &Look, eyes: &Eyes) -> bool {
    let near = |who: &Who, places: &[Space]| who.ours || places.iter().any(|at| eyes.see(*at));
    match seen_event {
        SeenEvent::Began { .. }
        | SeenEvent::Ordered { .. }
        | SeenEvent::TakenUp { .. }
        | SeenEvent::Ruled { .. }
        | SeenEvent::Decreed { .. }
        | SeenEvent::Letter { .. }
        | SeenEvent::Drawn { .. }
        | SeenEvent::PutBack { .. }
        | SeenEvent::WinterQuarters { .. }
        | SeenEvent::SecondNaval { .. }
        | SeenEvent::NobodyMoved { .. }
        | SeenEvent::Waited { .. }
        | SeenEvent::NotDone { .. }
        | SeenEvent::Ended { .. } => true,
        SeenEvent::Arrived { who, at }
        | SeenEvent::Activated { who, at, .. }
        | SeenEvent::Stopped { who, at, .. }
        | SeenEvent::Joined { who, at, .. }
        | SeenEvent::Parted { who, at, .. }
        | SeenEvent::LeaderLeft { who, at }
        | SeenEvent::CommandTaken { who, at, .. }
        | SeenEvent::Overstacked { who, at, .. }
        | SeenEvent::Grouped { who, at, .. }
        | SeenEvent::Bridged { who, at, .. }
        | SeenEvent::TrainGained { who, at, .. }
        | SeenEvent::Changed { who, at, .. } => near(who, &[*at]),
        SeenEvent::Released { who, .. } => who.ours,
        SeenEvent::Moved { who, from, to, .. } => near(who, &[*from, *to]),
        SeenEvent::War(news) => on_land(news, look, &near),
        SeenEvent::Sea(news) => at_sea(news, look, eyes),
    }
}

fn on_land(news: &LandNews, look: &Look, near: &dyn Fn(&Who, &[Space]) -> bool) -> bool {
    let side =
        |power: &str| Who { power: power.to_owned(), name: String::new(), ours: look.ours(power) };
    let either = |a: &str, b: &str, at: Space| near(&side(a), &[at]) || look.ours(b);
    match news {
        LandNews::Supply { who, at, .. }
        | LandNews::Attrition { who, at, .. }
        | LandNews::Lost { who, at, .. }
        | LandNews::Destroyed { who, at, .. }
        | LandNews::WentInside { who, at }
        | LandNews::Overrun { who, at }
        | LandNews::Morale { who, at, .. }
        | LandNews::Disordered { who, at, .. }
        | LandNews::Pursued { who, at, .. }
        | LandNews::Rallied { who, at, .. }
        | LandNews::WentOn { who, at }
        | LandNews::SiegeMarked { who, at, .. }
        | LandNews::SiegeAttempted { who, at, .. }
        | LandNews::HonoursOfWar { who, at, .. } => near(who, &[*at]),
        LandNews::Intercepted { who, whom, at, .. } => whom.ours || near(who, &[*at]),
        LandNews::Guns { who, to, .. } => near(who, &[*to]),
        LandNews::Avoided { who, at, to, .. } => near(who, &[*at, *to]),
        LandNews::CameUp { who, from, to } | LandNews::Retreated { who, from, to } => {
            near(who, &[*from, *to])
        }
        LandNews::Fought { at, attacker, defender, .. } => {
            either(&attacker.power, &defender.power, *at)
        }
        LandNews::BattleEnded { at, attacker, defender, .. } => {
            either(&attacker.power, &defender.power, *at)
        }
        LandNews::LeaderChecked { power, at, .. }
        | LandNews::GarrisonChecked { power, at, .. }
        | LandNews::Rearmed { power, at, .. } => near(&side(power), &[*at]),
        // Who takes over stands where the battle was, which is told or not told before this.
        LandNews::Succeeded { who, .. } => {
            who.ours
                || look.state.with_leader(&who.name).is_some_and(|force| near(who, &[force.at]))
        }
        LandNews::WallsBroken { .. }
        | LandNews::Captured { .. }
        | LandNews::CardPlayed { .. }
        | LandNews::Promised { .. }
        | LandNews::Scored { .. } => true,
    }
}

fn at_sea(news: &SeaNews, look: &Look, eyes: &Eyes) -> bool {
    let near =
        |ours: bool, places: &[&Anchorage]| ours || places.iter().any(|at| eyes.see_ships(at));
    match news {
        SeaNews::Sailed { who, from, to, .. } | SeaNews::Retreated { who, from, to } => {
            near(who.ours, &[from, to])
        }
        SeaNews::Joined { who, at, .. } => near(who.ours, &[at]),
        SeaNews::Intercepted { who, whom, at, .. } => near(who.ours || whom.ours, &[at]),
        SeaNews::Avoided { who, at, to, .. } => near(who.ours, &[at, to]),
        SeaNews::Fought { at, attacker, defender, .. } => {
            near(look.ours(&attacker.power) || look.ours(&defender.power), &[at])
        }
        SeaNews::Ended { at, attacker, defender, .. } => {
            near(look.ours(&attacker.power) || look.ours(&defender.power), &[at])
        }
        SeaNews::Sunk { power, at, .. } => near(look.ours(power), &[at]),
        SeaNews::Landed { who, at, .. } | SeaNews::Repulsed { who, at, .. } => {
            who.ours || eyes.see(*at)
        }
        SeaNews::Embarked { who, .. } => who.ours,
        // What goes down with an admiral's ship, or with its troops, every court reads in its papers.
        SeaNews::CargoLost { .. }
        | SeaNews::AdmiralChecked { .. }
        | SeaNews::Hunted { .. }
        | SeaNews::BosphorusShut { .. } => true,
    }
}
