//! Who learns what of titles, countries and those who change sides.
//!
//! # Our reading
//!
//! - §11.2.1: whom a power or a country follows is the business of every court.
//! - §1.3: troops that go over are open to their new side alone. The side they left remembers of them
//!   what the map shows of a stranger's: that they stand there, and who leads them.

use super::{Look, alone, only_event};
use crate::record::event::CourtEvent;
use crate::record::state::{Force, ForceId};
use crate::sight::known::{Seen, Who};
use crate::sight::news::{LandNews, Told};
use kit::ground::Space;

/// What one power learns of them.
pub fn court(look: &Look, event: &CourtEvent) -> Option<Seen> {
    let itself = || told(event.clone(), None);
    Some(match event {
        // Every field of these four is told to all: a new one does not compile until that is decided.
        CourtEvent::ProvinceTitled { province, owner, from: _ } => {
            Seen { titled: Some((province.clone(), owner.clone())), ..itself() }
        }
        CourtEvent::CountryTurned { country, status, from: _ } => {
            Seen { turned: Some((country.clone(), status.clone())), ..itself() }
        }
        CourtEvent::PowerTurned { power, bloc, from: _ } => {
            let mut seen = Seen { joins: Some((power.clone(), *bloc)), ..itself() };
            if look.ours(power) {
                super::sea::share(look, &mut seen);
            }
            seen
        }
        // Everybody sees that troops are called up or sent home.
        CourtEvent::LevyTurned { power: _, kind: _, called: _ } => itself(),
        CourtEvent::WentOver { force, from, .. } => {
            let mut seen = went_over(look, event)?;
            if look.ours(&force.power) {
                seen.ours.push(force.clone());
            }
            seen.spaces = look.spaces(&[*from, force.at]);
            seen
        }
        CourtEvent::WentHome { at, .. } => {
            let mut seen = went_home(look, event)?;
            seen.spaces = look.spaces(&[*at]);
            seen
        }
        CourtEvent::Evacuated { force: id, from, to } => {
            let force = look.state.forces.get(id)?;
            let ours = look.ours(&force.power);
            let id = if ours { *id } else { ForceId(0) };
            let event = CourtEvent::Evacuated { force: id, from: *from, to: *to };
            let mut seen = told(event, Some(look.who(force)));
            if ours {
                seen.ours.push(force.clone());
            }
            seen.spaces = look.spaces(&[*from, *to]);
            seen
        }
        CourtEvent::Restored { at, armed } => {
            Seen { restored: Some(*at), fort: armed.then_some((*at, None)), ..itself() }
        }
    })
}

/// Troops that change sides: the new side sees them in full, the old side what is left.
fn went_over(look: &Look, event: &CourtEvent) -> Option<Seen> {
    let CourtEvent::WentOver { force, gone, rest, from, leaves, country } = event else {
        return None;
    };
    let old = look.ours(leaves);
    let shown = match look.ours(&force.power) {
        true => force.clone(),
        false => Force::new(ForceId(0), &force.power, force.at),
    };
    let event = CourtEvent::WentOver {
        force: shown,
        gone: if old { *gone } else { ForceId(0) },
        rest: rest.clone().filter(|_| old),
        from: *from,
        leaves: leaves.clone(),
        country: country.clone(),
    };
    let mut seen = told(event, Some(look.by_name(force, old)));
    if old {
        (seen.gone, seen.ours) = (vec![*gone], rest.iter().cloned().collect());
    }
    Some(seen)
}

/// Troops that leave the map: their side sees which, the others only that some did.
fn went_home(look: &Look, event: &CourtEvent) -> Option<Seen> {
    let CourtEvent::WentHome { gone, rest, at, power, country, units } = event else {
        return None;
    };
    let ours = look.ours(power);
    let event = CourtEvent::WentHome {
        gone: if ours { *gone } else { ForceId(0) },
        rest: rest.clone().filter(|_| ours),
        at: *at,
        power: power.clone(),
        country: country.clone(),
        units: if ours { units.clone() } else { vec![] },
    };
    let name = if ours { "troops" } else { "a force" }.to_owned();
    let mut seen = told(event, Some(Who { power: power.clone(), name, ours }));
    if ours {
        (seen.gone, seen.ours) = (vec![*gone], rest.iter().cloned().collect());
    } else if units.is_empty() {
        seen.event = None; // A leader alone went; who leads the stack now is on the map.
    }
    Some(seen)
}

fn told(event: CourtEvent, who: Option<Who>) -> Seen {
    only_event(LandNews::from(Told::Court { event, who }))
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
