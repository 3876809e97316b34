//! The tactical cards on a scenario's page.

use super::Page;
use crate::book::tactics::{twice, wrong_name, wrong_words};
use kit::names::plain;
use play::scenario::{Checking, items};
use std::collections::BTreeSet;

impl Page<'_> {
    /// A card has a name of its own that a sheet can write, and its words have an end (NIA §8.1.3).
    pub(super) fn tactics(&self, checking: &mut Checking<'_>) {
        let cards = self.root.get("tactics").and_then(|terms| terms.get("cards"));
        let mut seen = BTreeSet::new();
        for card in items(cards) {
            if let Some(name) = card.get("name")
                && let Some(text) = name.text()
            {
                if let Some(why) = wrong_name(text) {
                    checking.fault(name, why, "");
                }
                if !seen.insert(plain(text)) {
                    checking.fault(name, twice(text), "each card stands on the page once");
                }
            }
            for words in ["helps", "told"].into_iter().filter_map(|key| card.get(key)) {
                if let Some(why) = words.text().and_then(wrong_words) {
                    checking.fault(words, why, "");
                }
            }
        }
    }
}
