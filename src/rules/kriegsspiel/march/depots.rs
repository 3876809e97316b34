//! Where a depot may be deployed, and who loses one (§15.2).

use crate::book::Book;
use crate::march::borders;
use crate::position::Position;
use crate::record::event::{ForceEvent, Reason};
use crate::season::turn::Turn;
use kit::ground::Space;

/// Why a force deploys no depot where it is (§15.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoDepot {
    NoneLeft,
    /// The hex has a depot of this power.
    HasOne(String),
    /// A general without troops.
    NoTroops,
    /// The land of a neutral that lets them stand there only to leave (§6).
    Shut(String),
}

impl NoDepot {
    /// The same as the reason why the step was not done.
    pub fn reason(self) -> Reason {
        match self {
            NoDepot::NoneLeft => Reason::NoDepot,
            NoDepot::HasOne(of) => Reason::HasDepot { of },
            NoDepot::NoTroops => Reason::NoTroops,
            NoDepot::Shut(of) => Reason::ShutToDepots { of },
        }
    }
}

/// What keeps a power with so many depots at hand from deploying one in a hex (§15.2).
pub fn no_depot(
    book: &Book,
    position: &impl Position,
    (power, left): (&str, u8),
    (at, troops): (Space, bool),
) -> Option<NoDepot> {
    if let Some(of) = borders::shut(book, position, power, at) {
        Some(NoDepot::Shut(of.to_owned()))
    } else if left == 0 {
        Some(NoDepot::NoneLeft)
    } else if let Some(of) = position.common().depots.get(&at) {
        Some(NoDepot::HasOne(of.clone()))
    } else {
        (!troops).then_some(NoDepot::NoTroops)
    }
}

/// How many depots a power can still deploy.
pub fn stores(position: &impl Position, power: &str) -> u8 {
    position.common().stores.get(power).copied().unwrap_or(0)
}

/// A depot in a hex where the enemy stands and none of its side does is lost (our reading of §15.2).
pub fn fall(turn: &mut Turn) {
    let lost: Vec<(Space, String, String)> = turn
        .state
        .depots
        .iter()
        .filter_map(|(at, power)| {
            let guarded = turn.state.at(*at).any(|one| turn.state.friends(&one.power, power));
            let enemy = turn.state.at(*at).find(|one| turn.state.at_war(&one.power, power))?;
            (!guarded).then(|| (*at, power.clone(), enemy.power.clone()))
        })
        .collect();
    for (at, power, by) in lost {
        turn.record(ForceEvent::DepotLost { power, at, by });
    }
}
