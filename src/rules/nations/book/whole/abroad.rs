//! The foreign wars of a scenario's page.

use super::Page;
use kit::calendar::Season;
use play::scenario::{Checking, items, number, word};
use std::collections::BTreeSet;

impl Page<'_> {
    /// Each war is fought once, by a power that takes part; one begins a year, and within the game
    /// (NIA §14.1).
    pub(super) fn foreign_wars(&self, checking: &mut Checking<'_>) {
        let Some(money) = self.root.get("money") else { return };
        let last = word(self.root, "last season").and_then(|last| last.parse::<Season>().ok());
        let (mut named, mut years) = (BTreeSet::new(), BTreeSet::new());
        for node in items(money.get("foreign wars")) {
            let name = word(node, "war").unwrap_or_default();
            let since = number(node, "since").unwrap_or_default();
            let war = self.names.wars.iter().find(|war| war.name == name);
            if let Some(war) = war.filter(|war| !self.sides.contains_key(war.power.as_str())) {
                let text = format!("{} fights this war and takes no part", war.power);
                checking.fault(node, text, "leave the war out");
            }
            if !named.insert(name) {
                checking.fault(node, format!("the war `{name}` stands here twice"), "");
            }
            if !years.insert(since) {
                let text = format!("a second foreign war begins in {since}");
                checking.fault(node, text, "only one begins in a year (NIA §14.1)");
            }
            if last.is_some_and(|last| since > i64::from(last.year)) {
                checking.fault(node, "it begins after the last season".to_owned(), "");
            }
        }
    }
}
