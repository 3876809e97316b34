//! The fleets of a scenario's page.

use super::{Page, texts};
use play::scenario::{Checking, number, pairs, word};
use sheet::Node;
use std::collections::{BTreeMap, BTreeSet};

/// The most fleets of a side in one place (NIA §4.1.2).
const MOST_FLEETS: i64 = 3;

impl Page<'_> {
    /// Fleets are named once, as many as are counted, and there is room for them.
    pub(super) fn ships(&self, checking: &mut Checking<'_>) {
        let mut named: BTreeSet<(&str, &str)> = BTreeSet::new();
        let mut places: BTreeMap<(&str, String), i64> = BTreeMap::new();
        for (part, line) in &self.lines {
            let Some(fleets) = line.get("fleets") else { continue };
            let power = word(line, "power").unwrap_or_default();
            let names = texts(fleets.get("named")).chain(texts(fleets.get("default")));
            let names: Vec<(&Node, &str)> = names.collect();
            let count = number(fleets, "count").unwrap_or_default();
            if usize::try_from(count).unwrap_or_default() > names.len() {
                let text = format!("{count} fleets, and {} have a name", names.len());
                checking.fault(fleets, text, "name the others under `default:`, such as `fleet 1`");
            }
            for (node, name) in names.iter().take(usize::try_from(count).unwrap_or_default()) {
                if self.is_out(power, name) {
                    let text = format!("{name} serves elsewhere, as a special rule says");
                    checking.fault(node, text, "name another under `fleets out:` or here");
                }
                if !named.insert((power, name)) {
                    checking.fault(node, format!("{power} has `{name}` twice"), "");
                }
            }
            let at = line.get("at").into_iter().flat_map(|at| pairs(Some(at)));
            let place = at
                .filter(|(key, _)| matches!(key.text(), Some("sea" | "hex" | "blockading")))
                .map(|(key, value)| {
                    format!(
                        "{} {}",
                        key.text().unwrap_or_default(),
                        value.text().unwrap_or_default()
                    )
                })
                .next();
            let side = self.sides.get(power).copied().unwrap_or_default();
            let (Some(place), "forces") = (place, *part) else { continue };
            let there = places.entry((side, place)).or_default();
            *there += count;
            if *there > MOST_FLEETS {
                let text = format!("{there} fleets of one side lie there");
                checking.fault(fleets, text, "a place holds three fleets of a side");
            }
        }
    }
}
