//! The diplomacy track on a scenario's page.

use super::{Page, texts};
use play::scenario::{Checking, items};
use std::collections::BTreeSet;

/// A condition that counts winters in which the Continental System was in effect.
pub(super) const WINTERS: &str = "winters of the Continental System";
/// Conditions on powers that are beaten or at peace.
const OF_POWERS: [&str; 3] = ["has beaten", "has beaten or is allied to", "is at peace with"];

impl Page<'_> {
    /// The winters of the Continental System are counted with the track, and harbours have trade where there is money.
    fn system_winters(&self, checking: &mut Checking<'_>) {
        let counts = |key: &str| self.root.get(key).is_some();
        let conditions = self.root.get("victory").and_then(|terms| terms.get("conditions"));
        let terms = || items(conditions).iter().flat_map(|one| items(one.get("all")));
        let of_powers =
            |term: &'_ sheet::Node| OF_POWERS.into_iter().find(|key| term.get(key).is_some());
        for (term, key) in terms().filter_map(|term| Some((term, of_powers(term)?))) {
            if !counts("track") {
                let text = format!("without `track:` no power is beaten, so `{key}` is not asked");
                checking.fault(term, text, "add `track:`");
            }
        }
        for node in terms().filter_map(|term| term.get(WINTERS)) {
            if !counts("track") || !counts("money") {
                let help = "add `track:` and `money:`";
                checking.fault(node, format!("`{WINTERS}` are not counted here"), help);
            }
        }
    }

    /// Whom people play is said in one way, and nobody tries for countries that are not there (NIA §11.2).
    pub(super) fn track(&self, checking: &mut Checking<'_>) {
        self.system_winters(checking);
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
