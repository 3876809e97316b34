//! Tests of single functions, named after the file that has them.

mod book_economy;
mod book_estimates;
mod book_mod;
mod book_relations;
mod case_probes;
mod case_setup;
mod march_losses;
mod money_purchase;
mod orders_blank_form;
mod orders_estimated;
mod orders_within_reach;
mod record_apply;
mod sight;
mod view_forces;
mod view_story;

use kit::ground::Space;
use kriegsspiel::record::state::{Formation, Kind};
use std::collections::BTreeMap;

/// A brigade of two battalions or regiments, which is fed and serves under nobody.
fn brigade((name, power): (&str, &str), units: &str, at: Space) -> Formation {
    Formation {
        name: name.to_owned(),
        power: power.to_owned(),
        kind: Kind::Brigade,
        units: BTreeMap::from([(units.to_owned(), 2)]),
        at,
        under: None,
        fed: true,
    }
}
