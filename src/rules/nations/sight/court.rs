//! Who learns what of titles, countries and those who change sides.
//!
//! # Our reading
//!
//! - §11.2.1: whom a power or a country follows is the business of every court.
//! - §1.3: troops that go over are open to their new side alone. The side they left remembers of them
//!   what the map shows of a stranger's: that they stand there, and who leads them.

use super::{Look, alone, only_event};
use crate::record::event::CourtEvent;
use crate::record::state::Force;
use crate::sight::known::{Seen, Who};
use crate::sight::news::{CourtNews, LandNews};
use kit::ground::Space;

/// What one power learns of them.
pub fn court(look: &Look, event: &CourtEvent) -> Option<Seen> {
    Some(match event {
        CourtEvent::ProvinceTitled { province, owner, from } => {
            let (province, owner, from) = (province.clone(), owner.clone(), from.clone());
            let titled = Some((province.clone(), owner.clone()));
            Seen { titled, ..told(CourtNews::ProvinceTitled { province, owner, from }) }
        }
        CourtEvent::CountryTurned { country, status, from } => {
            let (country, status, from) = (country.clone(), status.clone(), from.clone());
            let turned = Some((country.clone(), status.clone()));
            Seen { turned, ..told(CourtNews::CountryTurned { country, status, from }) }
        }
        CourtEvent::PowerTurned { power, bloc, from } => {
            let (power, bloc, from) = (power.clone(), *bloc, *from);
            let joins = Some((power.clone(), bloc));
            let mut seen =
                Seen { joins, ..told(CourtNews::PowerTurned { power: power.clone(), bloc, from }) };
            if look.ours(&power) {
                super::sea::share(look, &mut seen);
            }
            seen
        }
        CourtEvent::LevyTurned { power, kind, called } => levy(power, kind, *called),
        CourtEvent::WentOver { force, gone, rest, from, leaves, country } => {
            let (left, country) = (leaves.clone(), country.clone());
            let who = look.by_name(force, look.ours(leaves));
            let news =
                CourtNews::WentOver { who, from: *from, at: force.at, country, leaves: left };
            let mut seen = told(news);
            if look.ours(leaves) {
                (seen.gone, seen.ours) = (vec![*gone], rest.iter().cloned().collect());
            }
            if look.ours(&force.power) {
                seen.ours.push(force.clone());
            }
            seen.spaces = look.spaces(&[*from, force.at]);
            seen
        }
        CourtEvent::WentHome { gone, rest, at, power, country, units } => {
            let ours = look.ours(power);
            let name = if ours { "troops" } else { "a force" }.to_owned();
            let who = Who { power: power.clone(), name, ours };
            let mut seen = told(CourtNews::WentHome { who, at: *at, country: country.clone() });
            if ours {
                (seen.gone, seen.ours) = (vec![*gone], rest.iter().cloned().collect());
            } else if units.is_empty() {
                seen.event = None; // A leader alone went; who leads the stack now is on the map.
            }
            seen.spaces = look.spaces(&[*at]);
            seen
        }
        CourtEvent::Evacuated { force, from, to } => {
            let force = look.state.forces.get(force)?;
            let who = look.who(force);
            let mut seen = told(CourtNews::Evacuated { who, from: *from, to: *to });
            if look.ours(&force.power) {
                seen.ours.push(force.clone());
            }
            seen.spaces = look.spaces(&[*from, *to]);
            seen
        }
        CourtEvent::Restored { at, armed } => {
            let fort = armed.then_some((*at, None));
            let news = CourtNews::Restored { at: *at, armed: *armed };
            Seen { restored: Some(*at), fort, ..told(news) }
        }
    })
}

/// That troops are called up for a war, or sent home, is seen by everybody.
fn levy(power: &str, kind: &str, called: bool) -> Seen {
    let (power, kind) = (power.to_owned(), kind.to_owned());
    told(CourtNews::LevyTurned { power, kind, called })
}

fn told(news: CourtNews) -> Seen {
    only_event(LandNews::from(news))
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
