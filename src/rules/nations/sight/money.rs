//! Who learns what of money.
//!
//! # Our reading
//!
//! - §12.2: what comes in can be reckoned from the map by everybody, so every court hears it; what
//!   lies in a chest, and so what is lost of it, is known to the power that spends it alone.

use super::all::UMPIRE;
use super::{Look, only_event};
use crate::record::event::MoneyEvent;
use crate::sight::known::Seen;
use crate::sight::news::LandNews;

/// What one power learns of it.
pub fn money(look: &Look, event: &MoneyEvent) -> Option<Seen> {
    let own = event.keeper() == look.eye || look.eye == UMPIRE;
    let open = match event {
        MoneyEvent::Collected { .. } => true,
        MoneyEvent::Forfeited { .. } => false,
    };
    (own || open).then(|| {
        let money = own.then(|| event.clone());
        Seen { money, ..only_event(LandNews::from(event.clone())) }
    })
}
