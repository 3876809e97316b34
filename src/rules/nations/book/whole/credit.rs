//! The credit of alliances on a scenario's page.

use super::Page;
use crate::book::PLAYERS;
use play::scenario::{Checking, pairs};

impl Page<'_> {
    /// Who has a credit is on one of the two sides at war, and neither of the two players (NIA §15.1).
    pub(super) fn credit(&self, checking: &mut Checking<'_>) {
        let Some(money) = self.root.get("money") else { return };
        for (node, _) in pairs(money.get("alliance credit")) {
            let power = node.text().unwrap_or_default();
            let at_war = self.sides.get(power).is_some_and(|side| *side != "neutral");
            if !at_war || PLAYERS.contains(&power) {
                let text = format!("{power} is not an ally of one of the two players");
                checking.fault(node, text, "a credit is for powers that joined France or Britain");
            }
        }
    }
}
