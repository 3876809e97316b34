//! The diplomacy track on a scenario's page.

use super::{Page, texts};
use play::scenario::Checking;
use std::collections::BTreeSet;

impl Page<'_> {
    /// Whom people play is said in one way, and nobody tries for countries that are not there (NIA §11.2).
    pub(super) fn track(&self, checking: &mut Checking<'_>) {
        let Some(track) = self.root.get("track") else { return };
        let named = |key: &str| -> BTreeSet<&str> {
            let list = self.root.get(key).and_then(|terms| terms.get("played"));
            texts(list).map(|(_, power)| power).collect()
        };
        let (here, deck) = (named("track"), named("deck"));
        if !deck.is_empty() && here != deck {
            let help = "the powers that people play are the same for the deck and for the track";
            checking.fault(track, "`played` is not that of `deck:`", help);
        }
        if self.root.get("countries").is_none()
            && self.sides.values().all(|side| *side != "neutral")
        {
            let help = "add `countries:`, or neutral powers to `sides:`";
            checking.fault(track, "there is nobody to be won", help);
        }
    }
}
