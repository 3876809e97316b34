//! Who learns what of titles, countries and those who change sides.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §1.3, §11.2.1, §11.2.3.

use super::{Look, alone, only_event};
use crate::politics::peace::loan::TROOPS;
use crate::record::event::{CourtEvent, Rival};
use crate::record::event::{of_peace, of_sides};
use crate::record::state::{Force, ForceId};
use crate::sight::known::{Seen, Who};
use crate::sight::news::{LandNews, Told};
use kit::ground::Space;

/// What one power learns of them.
pub fn court(look: &Look, event: &CourtEvent) -> Option<Seen> {
    let told = |who: Option<Who>| {
        let event = masked(look, event);
        only_event(LandNews::from(Told::Court { event, who }))
    };
    Some(match event {
        // What was refused the two alone hear of.
        CourtEvent::PeaceRefused { power, to, .. } if !is_of(look, power, to) => return None,
        CourtEvent::ProvinceTitled { .. }
        | CourtEvent::CountryTurned { .. }
        | CourtEvent::Surrendered { .. }
        | CourtEvent::TruceSet { .. }
        | CourtEvent::SystemTurned { .. }
        | CourtEvent::SystemCounted { .. }
        | of_peace!() => Seen { titles: Some(masked(look, event)), ..told(None) },
        CourtEvent::PowerTurned { power, bloc, .. } => {
            let mut seen = Seen { joins: Some((power.clone(), *bloc)), ..told(None) };
            if look.ours(power) {
                super::sea::share(look, &mut seen);
            }
            seen
        }
        CourtEvent::Enthroned { power, leader, after } => {
            succeeded(look, (power, leader, after), told(None))
        }
        CourtEvent::LevyTurned { .. }
        | CourtEvent::AllianceChecked { .. }
        | CourtEvent::Wavered { .. }
        | CourtEvent::Courted { .. }
        | CourtEvent::Contested { .. }
        | CourtEvent::Annexed { .. }
        | CourtEvent::WarDeclared { .. } => told(None),
        CourtEvent::WentOver { force, gone, rest, from, leaves, .. } => {
            let old = look.ours(leaves);
            let mut seen = told(Some(look.by_name(force, old)));
            if old {
                (seen.gone, seen.ours) = (vec![*gone], rest.iter().cloned().collect());
            }
            if look.ours(&force.power) {
                seen.ours.push(force.clone());
            }
            seen.spaces = look.spaces(&[*from, force.at]);
            seen
        }
        CourtEvent::WentHome { gone, rest, at, power, units, .. } => {
            let ours = look.ours(power);
            let name = if ours { "troops" } else { "a force" }.to_owned();
            let mut seen = told(Some(Who { power: power.clone(), name, ours }));
            if ours {
                (seen.gone, seen.ours) = (vec![*gone], rest.iter().cloned().collect());
            } else if units.is_empty() {
                seen.event = None; // A leader alone went; who leads the stack now is on the map.
            }
            seen.spaces = look.spaces(&[*at]);
            seen
        }
        CourtEvent::Evacuated { force: id, from, to } => {
            let force = look.state.forces.get(id)?;
            let mut seen = told(Some(look.who(force)));
            if look.ours(&force.power) {
                seen.ours.push(force.clone());
            }
            seen.spaces = look.spaces(&[*from, *to]);
            seen
        }
        CourtEvent::Restored { at, armed } => {
            Seen { restored: Some(*at), fort: armed.then_some((*at, None)), ..told(None) }
        }
    })
}

/// That a sovereign has the place of another; where that is, their side sees.
fn succeeded(look: &Look, (power, leader, after): (&str, &str, &str), told: Seen) -> Seen {
    let mut seen = told;
    let leads = |force: &Force| force.leaders.iter().any(|name| name == leader);
    let on_land = look.state.forces.values().find(|force| leads(force));
    seen.spaces = on_land.map(|force| look.spaces(&[force.at])).unwrap_or_default();
    if look.ours(power) {
        seen.left = Some(after.to_owned());
        seen.ours = on_land.cloned().into_iter().collect();
        let aboard = look.state.aboard.values().filter(|passage| leads(&passage.force));
        seen.aboard = aboard.cloned().collect();
    }
    let pool =
        look.state.pools.get(power).filter(|pool| power == look.eye && pool.contains(leader));
    seen.pooled = pool.map(|_| leader.to_owned()).into_iter().collect();
    seen
}

/// Whether it is one of two powers that is told.
fn is_of(look: &Look, one: &str, other: &str) -> bool {
    look.is_told(&[one.to_owned(), other.to_owned()])
}

/// That troops are lent, for those who do not hear of which kind.
fn lent(power: &str, to: &str) -> CourtEvent {
    let (power, to, what) = (power.to_owned(), to.to_owned(), TROOPS.to_owned());
    CourtEvent::TroopsLent { power, to, what }
}

/// The event as a power is told it. Every field is named, so that a new one does not compile until it
/// is decided who is told it.
fn masked(look: &Look, event: &CourtEvent) -> CourtEvent {
    match event {
        CourtEvent::TroopsLent { power, to, what: _ } if !is_of(look, power, to) => lent(power, to),
        // Everybody is told these whole: all see that troops are called up or sent home, and at the table they
        // see the money of an attempt, its dice and what changes them.
        of_sides!()
        | CourtEvent::Surrendered { country: _, power: _, province: _, until: _, ally: _ }
        | CourtEvent::Annexed { country: _, power: _ }
        | CourtEvent::TruceSet { country: _, power: _, until: _ }
        | CourtEvent::SystemTurned { court: _, bound: _ }
        | CourtEvent::SystemCounted { winters: _ }
        | of_peace!() => event.clone(),
        // Combat points are known to the side that has them; modifiers and dice are on the table.
        CourtEvent::Contested { country, power, rivals } => {
            let rival = |rival: &Rival| Rival {
                halves: rival.halves.filter(|_| look.ours(&rival.power)),
                ..rival.clone()
            };
            let rivals = rivals.iter().map(rival).collect();
            CourtEvent::Contested { country: country.clone(), power: power.clone(), rivals }
        }
        // The new side sees who comes in full, the old side what is left.
        CourtEvent::WentOver { force, gone, rest, from, leaves, country } => {
            let old = look.ours(leaves);
            CourtEvent::WentOver {
                force: match look.ours(&force.power) {
                    true => force.clone(),
                    false => Force::new(ForceId(0), &force.power, force.at),
                },
                gone: if old { *gone } else { ForceId(0) },
                rest: rest.clone().filter(|_| old),
                from: *from,
                leaves: leaves.clone(),
                country: country.clone(),
            }
        }
        // Their side sees which troops leave the map, the others only that some did.
        CourtEvent::WentHome { gone, rest, at, power, country, units } => {
            let ours = look.ours(power);
            CourtEvent::WentHome {
                gone: if ours { *gone } else { ForceId(0) },
                rest: rest.clone().filter(|_| ours),
                at: *at,
                power: power.clone(),
                country: country.clone(),
                units: if ours { units.clone() } else { vec![] },
            }
        }
        CourtEvent::Evacuated { force: id, from, to } => {
            let ours = look.state.forces.get(id).is_some_and(|force| look.ours(&force.power));
            let force = if ours { *id } else { ForceId(0) };
            CourtEvent::Evacuated { force, from: *from, to: *to }
        }
    }
}

impl Look<'_> {
    /// Who changes sides, by the name that both sides know them by.
    fn by_name(&self, force: &Force, left: bool) -> Who {
        let who = self.who(force);
        if left && force.leaders.is_empty() {
            return Who { name: alone(force).to_owned(), ..who };
        }
        who
    }

    fn spaces(&self, places: &[Space]) -> Vec<(Space, Vec<super::known::Stack>)> {
        places.iter().map(|at| self.stacks(*at)).collect()
    }
}
