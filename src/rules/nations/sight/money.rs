//! Who learns what of money.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §1.3, §12.2, §14.1, §15.1.

use super::all::UMPIRE;
use super::{Look, only_event};
use crate::record::event::MoneyEvent;
use crate::record::state::Force;
use crate::sight::known::Seen;
use crate::sight::news::LandNews;

/// What one power learns of it.
pub fn money(look: &Look, event: &MoneyEvent) -> Option<Seen> {
    let own = event.keeper().is_some_and(|keeper| keeper == look.eye || look.eye == UMPIRE);
    let credit = matches!(event, MoneyEvent::CreditChanged { .. });
    let open = match event {
        MoneyEvent::Collected { .. }
        | MoneyEvent::Raided { .. }
        | MoneyEvent::CardNoted { .. }
        | MoneyEvent::FavourBought { .. }
        | MoneyEvent::CreditChanged { .. }
        | MoneyEvent::WarBegan { .. }
        | MoneyEvent::WarTried { .. }
        | MoneyEvent::WarEnded { .. }
        | MoneyEvent::CameHome { .. }
        | MoneyEvent::Conscripted { .. } => true,
        MoneyEvent::Forfeited { .. }
        | MoneyEvent::Decided { .. }
        | MoneyEvent::FreeFleetTried { .. } => false,
    };
    (own || open).then(|| {
        let money = (own || credit).then(|| event.clone());
        let ours = look.lowered(event);
        let news = if own { event.clone() } else { event.for_others() };
        Seen { money, ours, ..only_event(LandNews::from(news)) }
    })
}

impl Look<'_> {
    /// Forces of our side whose corps count less than before (NIA §12.1).
    fn lowered(&self, event: &MoneyEvent) -> Vec<Force> {
        let MoneyEvent::Conscripted { who, last: true, .. } = event else { return vec![] };
        let has = |force: &&Force| {
            self.ours(&force.power) && force.units.iter().any(|unit| unit.nation == *who)
        };
        self.state.forces.values().filter(has).cloned().collect()
    }
}
