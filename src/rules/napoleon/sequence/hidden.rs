//! A campaign as somebody knows it who does not see all of it.

use super::{Campaign, Stage};
use crate::sequence::answer::{After, Orders};
use crate::theatre::Theatre;

impl Campaign {
    /// The same with the map as somebody knows it; without the battle that is on if they are not in
    /// it, and without what headquarters has said.
    pub fn hidden(&self, theatre: Theatre, fights: bool, chief: bool) -> Self {
        let mut known = Self { theatre, ..self.clone() };
        known.ahead = Orders::default();
        if !chief {
            known.order.clear();
            known.scouts.clear();
            known.after = After::default();
        }
        if !fights {
            known.battle = None;
            known.battles = 0;
            known.stage = match self.stage {
                Stage::Battles(cause)
                | Stage::Fog(cause)
                | Stage::Deploy(cause)
                | Stage::BattleTurn(cause) => Stage::Battles(cause),
                Stage::TurnCounter
                | Stage::Moves
                | Stage::March
                | Stage::Resupply
                | Stage::EnemyOrders
                | Stage::EnemyResupply
                | Stage::Over(_) => self.stage,
            };
        }
        known
    }

    /// The same for somebody who is not asked.
    pub fn unasked(self) -> Self {
        Self { waits: false, ..self }
    }
}
