//! The veil of `fog: contact`: of what the printed rule opens, each side learns what it is near.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §1.3.

use super::Look;
use crate::book::Book;
use crate::record::event::{
    ContactEvent, CourtEvent, Event, FleetEvent, ForceEvent, PassageEvent, SeaBattleEvent,
    SiegeEvent, SpendingEvent, of_conquest, of_peace, of_sides,
};
use crate::record::state::{Anchorage, ForceId};
use crate::sight::contact_fog::{Eyes, FORCE_SEES};
use crate::sight::known::{Sail, Seen, Who};
use crate::sight::news::{
    BattleNews, ContactNews, FleetNews, ForceNews, LandNews, LossNews, PassageNews, SeaBattleNews,
    SeaNews, SeenEvent, SiegeNews, Told, WarNews,
};
use kit::ground::Space;
use std::collections::BTreeSet;

/// What is left of what the printed rule shows, and what comes into sight with it.
pub fn veil(book: &Book, look: &Look, event: &Event, mut seen: Seen) -> Option<Seen> {
    let stirs = stir(look, event);
    if seen == Seen::default() && stirs.is_none() {
        return None;
    }
    let eyes = Eyes::of(book, look.state, look.eye);
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
    /// Everywhere: a whole land is ours now, or is not any more.
    All,
}

fn stir(look: &Look, event: &Event) -> Option<Stir> {
    let id = |id: &ForceId| {
        look.state.forces.get(id).filter(|force| look.ours(&force.power)).map(|force| force.at)
    };
    let land = match event {
        Event::Force(event) => match event {
            ForceEvent::Placed { force, .. }
            | ForceEvent::Set { force, .. }
            | ForceEvent::Parted { force, .. } => id(&force.id),
            ForceEvent::Moved { force, .. } | ForceEvent::Transported { force, .. } => id(force),
            ForceEvent::Held { place, power } => look.ours(power).then_some(*place),
            ForceEvent::LeaderPooled { .. }
            | ForceEvent::Removed { .. }
            | ForceEvent::Activated { .. }
            | ForceEvent::Stopped { .. }
            | ForceEvent::Joined { .. }
            | ForceEvent::Changed { .. }
            | ForceEvent::LeaderLeft { .. }
            | ForceEvent::Recalled { .. }
            | ForceEvent::NotTaken { .. }
            | ForceEvent::Withdrawn { .. }
            | ForceEvent::CommandTaken { .. }
            | ForceEvent::Overstacked { .. }
            | ForceEvent::Grouped { .. }
            | ForceEvent::Bridged { .. }
            | ForceEvent::Released { .. }
            | ForceEvent::TrainGained { .. } => None,
        },
        Event::Contact(event) => match event {
            ContactEvent::Avoided { force, succeeded: true, .. }
            | ContactEvent::CameUp { force, .. }
            | ContactEvent::Retreated { force, .. } => id(force),
            ContactEvent::Avoided { .. }
            | ContactEvent::Intercepted { .. }
            | ContactEvent::WentInside { .. }
            | ContactEvent::Overrun { .. }
            | ContactEvent::MarchedToGuns { .. } => None,
        },
        Event::Siege(event) => match event {
            SiegeEvent::Captured { at, power, .. } => look.ours(power).then_some(*at),
            SiegeEvent::SiegeMarked { .. }
            | SiegeEvent::SiegeAttempted { .. }
            | SiegeEvent::GarrisonChecked { .. }
            | SiegeEvent::WallsBroken { .. }
            | SiegeEvent::HonoursOfWar { .. }
            | SiegeEvent::Rearmed { .. } => None,
        },
        Event::Passage(event) => match event {
            PassageEvent::Landed { force, .. } => id(&force.id),
            PassageEvent::CargoLost { .. }
            | PassageEvent::Embarked { .. }
            | PassageEvent::LandingRepulsed { .. } => None,
        },
        Event::Fleet(event) => return stirs_at_sea(look, event).then_some(Stir::Sea),
        Event::Court(_) => return Some(Stir::All),
        Event::Order(_)
        | Event::Sequence(_)
        | Event::Loss(_)
        | Event::Battle(_)
        | Event::SeaBattle(_)
        | Event::Money(_) => None,
        Event::Spending(event) => return stirs_by_money(look, event),
    };
    land.map(Stir::Land)
}

/// What is built, and ships that leave for a war outside the map.
fn stirs_by_money(look: &Look, event: &SpendingEvent) -> Option<Stir> {
    let ours = look.ours(&event.purse().power);
    let leaves = matches!(event, SpendingEvent::SentAbroad { fleets, .. } if !fleets.is_empty());
    if leaves || matches!(event, SpendingEvent::FleetBuilt { .. }) {
        return ours.then_some(Stir::Sea);
    }
    let (force, _) = event.force().filter(|(_, formed)| *formed)?;
    let stands = look.state.forces.get(&force.id).filter(|force| look.ours(&force.power));
    stands.map(|force| Stir::Land(force.at))
}

fn stirs_at_sea(look: &Look, event: &FleetEvent) -> bool {
    match event {
        FleetEvent::SquadronPlaced { squadron } => look.ours(&squadron.power),
        FleetEvent::Sailed { power, .. }
        | FleetEvent::SeaRetreated { power, .. }
        | FleetEvent::ShipsSet { power, .. } => look.ours(power),
        FleetEvent::SeaAvoided { ships, succeeded, .. } => {
            *succeeded && ships.iter().any(|ship| look.ours(&ship.power))
        }
        // A new ally brings his eyes.
        FleetEvent::BosphorusShut { joins, .. } => joins.is_some(),
        FleetEvent::SquadronActivated { .. }
        | FleetEvent::FleetsJoined { .. }
        | FleetEvent::SeaIntercepted { .. }
        | FleetEvent::CorsairPlaced { .. }
        | FleetEvent::CorsairHunted { .. } => false,
    }
}

/// Whether an event changes where ships of ours lie.
fn is_ours(look: &Look, event: &Event) -> bool {
    if let Event::SeaBattle(SeaBattleEvent::FleetSunk { power, .. }) = event {
        return look.ours(power);
    }
    matches!(stir(look, event), Some(Stir::Sea))
}

/// Those who come into sight, since our side came near them.
fn appear(book: &Book, look: &Look, eyes: &Eyes, stir: &Stir, seen: &mut Seen) {
    let mut known: BTreeSet<Space> = seen.spaces.iter().map(|(space, _)| *space).collect();
    if !matches!(stir, Stir::Sea) {
        for force in look.state.forces.values().filter(|force| !look.ours(&force.power)) {
            let near = match stir {
                Stir::Land(at) => book.atlas.distance(*at, force.at) <= FORCE_SEES,
                Stir::Sea | Stir::All => true,
            };
            if near && eyes.see(force.at) && known.insert(force.at) {
                seen.spaces.push(look.stacks(force.at));
            }
        }
    }
    let told: BTreeSet<Anchorage> = seen.waters.iter().map(|waters| waters.at.clone()).collect();
    let mut others: BTreeSet<&Anchorage> = BTreeSet::new();
    for squadron in look.state.squadrons.iter().filter(|other| !look.ours(&other.power)) {
        let near = match (stir, &squadron.at) {
            (Stir::Sea | Stir::All, _) => true,
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
    if let Event::Force(ForceEvent::Moved { force, from, to, .. })
    | Event::Contact(
        ContactEvent::Avoided { force, at: from, to, succeeded: true, .. }
        | ContactEvent::CameUp { force, from, to }
        | ContactEvent::Retreated { force, from, to },
    ) = event
        && eyes.see(*from)
        && !eyes.see(*to)
    {
        let force = look.state.forces.get(force).filter(|force| !look.ours(&force.power));
        seen.trail = force.map(|force| look.stack(force));
    }
    // Troops that go over are remembered where the side they left saw them last, or saw them go.
    if let Event::Court(CourtEvent::WentOver { force, leaves, .. }) = event
        && look.ours(leaves)
        && !look.ours(&force.power)
        && !eyes.see(force.at)
    {
        seen.trail = Some(look.stack(force));
    }
    if let Event::Court(CourtEvent::Evacuated { force, from, to }) = event
        && eyes.see(*from)
        && !eyes.see(*to)
    {
        let force = look.state.forces.get(force).filter(|force| !look.ours(&force.power));
        seen.trail = force.map(|force| look.stack(force));
    }
    if let Event::Fleet(
        FleetEvent::Sailed { power, fleets, from, to, .. }
        | FleetEvent::SeaRetreated { power, fleets, from, to, .. },
    ) = event
        && !look.ours(power)
        && eyes.see_ships(from)
        && !eyes.see_ships(to)
    {
        let fleets = u8::try_from(fleets.len()).unwrap_or(u8::MAX);
        seen.wake = Some(Sail::new(power, to, fleets));
    }
}

/// Whether a side hears of something.
fn is_told(seen_event: &SeenEvent, look: &Look, eyes: &Eyes) -> bool {
    let near = |who: &Who, places: &[Space]| who.ours || places.iter().any(|at| eyes.see(*at));
    match seen_event {
        SeenEvent::Order(_) | SeenEvent::Sequence(_) => true,
        SeenEvent::Force(news) => match news {
            ForceNews::Arrived { who, at }
            | ForceNews::Activated { who, at, .. }
            | ForceNews::Stopped { who, at, .. }
            | ForceNews::Joined { who, at, .. }
            | ForceNews::Parted { who, at, .. }
            | ForceNews::LeaderLeft { who, at, .. }
            | ForceNews::CommandTaken { who, at, .. }
            | ForceNews::Overstacked { who, at, .. }
            | ForceNews::Grouped { who, at, .. }
            | ForceNews::Bridged { who, at, .. }
            | ForceNews::TrainGained { who, at, .. }
            | ForceNews::Changed { who, at, .. } => near(who, &[*at]),
            ForceNews::Released { who, .. } => who.ours,
            ForceNews::NotTaken { power, .. } => look.ours(power),
            ForceNews::Recalled { .. } | ForceNews::Withdrawn { .. } => true,
            ForceNews::Moved { who, from, to, .. } => near(who, &[*from, *to]),
            ForceNews::Transported { who, to, .. } => near(who, &[*to]),
        },
        SeenEvent::War(WarNews::Land(news)) => on_land(news, look, &near),
        SeenEvent::War(WarNews::Sea(news)) => at_sea(news, look, eyes),
    }
}

fn on_land(news: &LandNews, look: &Look, near: &dyn Fn(&Who, &[Space]) -> bool) -> bool {
    let side =
        |power: &str| Who { power: power.to_owned(), name: String::new(), ours: look.ours(power) };
    match news {
        LandNews::Loss(
            LossNews::Supply { who, at, .. }
            | LossNews::Attrition { who, at, .. }
            | LossNews::Lost { who, at, .. }
            | LossNews::Destroyed { who, at, .. },
        ) => near(who, &[*at]),
        LandNews::Contact(news) => match news {
            ContactNews::WentInside { who, at } | ContactNews::Overrun { who, at } => {
                near(who, &[*at])
            }
            ContactNews::Intercepted { who, whom, at, .. } => whom.ours || near(who, &[*at]),
            ContactNews::Guns { who, to, .. } => near(who, &[*to]),
            ContactNews::Avoided { who, at, to, .. } => near(who, &[*at, *to]),
            ContactNews::CameUp { who, from, to } | ContactNews::Retreated { who, from, to } => {
                near(who, &[*from, *to])
            }
        },
        LandNews::Battle(news) => match news {
            BattleNews::Morale { who, at, .. }
            | BattleNews::Disordered { who, at, .. }
            | BattleNews::Pursued { who, at, .. }
            | BattleNews::Rallied { who, at, .. }
            | BattleNews::WentOn { who, at } => near(who, &[*at]),
            BattleNews::Fought { at, attacker, defender, .. } => {
                near(&side(&attacker.power), &[*at]) || look.ours(&defender.power)
            }
            BattleNews::BattleEnded { at, attacker, defender, .. } => {
                near(&side(&attacker.power), &[*at]) || look.ours(&defender.power)
            }
            BattleNews::LeaderChecked { power, at, .. }
            | BattleNews::TacticsDrawn { power, at, .. }
            | BattleNews::TacticPlayed { power, at, .. } => near(&side(power), &[*at]),
            // Who takes over stands where the battle was, which is told or not told before this.
            BattleNews::Succeeded { who, .. } => {
                who.ours
                    || look.state.with_leader(&who.name).is_some_and(|force| near(who, &[force.at]))
            }
        },
        LandNews::Siege(news) => match news {
            SiegeNews::SiegeMarked { who, at, .. }
            | SiegeNews::SiegeAttempted { who, at, .. }
            | SiegeNews::HonoursOfWar { who, at, .. } => near(who, &[*at]),
            SiegeNews::GarrisonChecked { power, at, .. } | SiegeNews::Rearmed { power, at, .. } => {
                near(&side(power), &[*at])
            }
            SiegeNews::WallsBroken { .. } | SiegeNews::Captured { .. } => true,
        },
        LandNews::Told(Told::Court { event, who }) => {
            at_court(event, look, &|places| who.as_ref().is_none_or(|who| near(who, places)))
        }
        LandNews::Table(_) | LandNews::Money(_) | LandNews::Told(Told::Spending { .. }) => true,
    }
}

/// What all courts hear, and troops that somebody must be near to see.
fn at_court(event: &CourtEvent, look: &Look, near: &dyn Fn(&[Space]) -> bool) -> bool {
    match event {
        CourtEvent::WentOver { force, from, leaves, .. } => {
            look.ours(leaves) || near(&[*from, force.at])
        }
        CourtEvent::WentHome { at, .. } => near(&[*at]),
        CourtEvent::Evacuated { from, to, .. } => near(&[*from, *to]),
        of_sides!() | of_conquest!() | of_peace!() => true,
    }
}

fn at_sea(news: &SeaNews, look: &Look, eyes: &Eyes) -> bool {
    let near =
        |ours: bool, places: &[&Anchorage]| ours || places.iter().any(|at| eyes.see_ships(at));
    match news {
        SeaNews::Fleet(news) => match news {
            FleetNews::Sailed { who, from, to, .. } | FleetNews::Retreated { who, from, to } => {
                near(who.ours, &[from, to])
            }
            FleetNews::Joined { who, at, .. } => near(who.ours, &[at]),
            FleetNews::Intercepted { who, whom, at, .. } => near(who.ours || whom.ours, &[at]),
            FleetNews::Avoided { who, at, to, .. } => near(who.ours, &[at, to]),
            FleetNews::Hunted { .. } | FleetNews::BosphorusShut { .. } => true,
        },
        SeaNews::Battle(news) => match news {
            SeaBattleNews::Fought { at, attacker, defender, .. } => {
                near(look.ours(&attacker.power) || look.ours(&defender.power), &[at])
            }
            SeaBattleNews::Ended { at, attacker, defender, .. } => {
                near(look.ours(&attacker.power) || look.ours(&defender.power), &[at])
            }
            SeaBattleNews::Sunk { power, at, .. } => near(look.ours(power), &[at]),
            // The loss of an admiral is known everywhere.
            SeaBattleNews::AdmiralChecked { .. } => true,
        },
        SeaNews::Passage(news) => match news {
            PassageNews::Landed { who, at, .. } | PassageNews::Repulsed { who, at, .. } => {
                who.ours || eyes.see(*at)
            }
            PassageNews::Embarked { who, .. } => who.ours,
            // The loss of troops at sea is known everywhere.
            PassageNews::CargoLost { .. } => true,
        },
    }
}
