//! What changes in what somebody sees, when an event has touched the map.

use super::{cities_that_see, sea, shares};
use crate::Kriegsspiel;
use crate::position::Position;
use crate::record::apply::Notice;
use crate::record::state::{Formation, State};
use crate::sight::intel_levels as intel;
use crate::sight::intel_levels::{Allies, Intel};
use crate::sight::known::{Change, Known, Published};
use kit::ground::Space;
use play::table::Happened;
use std::collections::BTreeSet;

/// What changes for one pair of eyes; nothing, if the event is out of their sight.
pub fn change(happened: &Happened<'_, Kriegsspiel>, eye: &str, known: &Known) -> Option<Change> {
    let Happened { book, touched, state, .. } = happened;
    let ours = |power: &str| shares(book, state, eye, power);
    let mut change = Change { whole: book.intel == Intel::Open, ..Change::default() };
    change.published = touched.published.as_ref().map(|notice| published(notice, state));
    let own = touched.owners.iter().any(|power| ours(power));
    if own {
        own_things(happened, ours, known, &mut change);
    }
    let city = |at: &Space| state.holder(book, *at).is_some_and(ours);
    let taken = matches!(change.published, Some(Published::Holder(..) | Published::Holders(_)));
    if touched.hexes.iter().any(city) || (own && (taken || has_moved(happened, known, &change))) {
        let field = field(happened, eye, known, &change);
        change.looked.extend(field.union(&known.field));
        change.field = (field != known.field).then_some(field);
    }
    let sight = change.field.as_ref().unwrap_or(&known.field);
    let ally = |power: &String| book.allies == Allies::Markers && state.friends(eye, power);
    let all = change.whole || touched.owners.iter().any(ally);
    let near = touched.hexes.iter().filter(|at| all || own || sight.contains(at));
    change.looked.extend(near);
    let shown = change
        .looked
        .iter()
        .flat_map(|at| intel::markers_at(book, state, (eye, ours), (*at, sight.contains(at))));
    change.markers = shown.collect();
    if sea_may_change(happened, &change) {
        let now = sea::look(book, state, eye);
        let is_new = known.navy != sea::learned(&known.navy, now.clone(), known.season);
        change.navy = is_new.then(|| Box::new(now));
    }
    let nothing =
        !own && change.looked.is_empty() && change.published.is_none() && change.navy.is_none();
    (!nothing).then_some(change)
}

/// Whether what is seen of the sea may be another: ships moved, a harbour changed hands, or powers became something else
/// to each other.
fn sea_may_change(happened: &Happened<'_, Kriegsspiel>, change: &Change) -> bool {
    let ports = matches!(
        change.published,
        Some(Published::Holder(..) | Published::Holders(_) | Published::Relations)
    );
    happened.state.navy.played && (ports || !happened.touched.berths.is_empty())
}

/// What becomes of our own forces, depots and losses.
fn own_things(
    happened: &Happened<'_, Kriegsspiel>,
    ours: impl Fn(&str) -> bool,
    known: &Known,
    change: &mut Change,
) {
    let Happened { touched, state, .. } = happened;
    for name in &touched.formations {
        let now = state.formations.get(name).filter(|one| ours(&one.power));
        if now.is_some() || known.formations.contains_key(name) {
            change.formations.push((name.clone(), now.cloned()));
        }
    }
    for name in &touched.generals {
        let now = state.generals.get(name).filter(|one| ours(&one.power));
        if now.is_some() || known.generals.contains_key(name) {
            change.generals.push((name.clone(), now.cloned()));
        }
    }
    for at in &touched.hexes {
        let now = state.depots.get(at).filter(|power| ours(power));
        if now.is_some() || known.depots.contains_key(at) {
            change.depots.push((*at, now.cloned()));
        }
    }
    for power in touched.owners.iter().filter(|power| ours(power)) {
        change.stores.extend(state.stores.get(power).map(|left| (power.clone(), Some(*left))));
        change.lost.extend(state.lost.get(power).map(|lost| (power.clone(), Some(lost.clone()))));
    }
    // Powers that are not allies do not share what only each of them knows.
    for power in touched.owners.iter().filter(|power| !ours(power)) {
        change.stores.extend(known.stores.get(power).map(|_| (power.clone(), None)));
        change.lost.extend(known.lost.get(power).map(|_| (power.clone(), None)));
    }
}

/// Whether our own see from elsewhere, or less or more far, than before.
fn has_moved(happened: &Happened<'_, Kriegsspiel>, known: &Known, change: &Change) -> bool {
    let book = happened.book;
    let view = |one: &Formation| (one.at, intel::reach(book, one));
    let differs = |(name, now): &(String, Option<Formation>)| {
        known.formations.get(name).map(view) != now.as_ref().map(view)
    };
    change.formations.iter().any(differs)
}

/// The hexes in sight as our own stand now.
fn field(
    happened: &Happened<'_, Kriegsspiel>,
    eye: &str,
    known: &Known,
    change: &Change,
) -> BTreeSet<Space> {
    let Happened { book, touched, state, .. } = happened;
    let stay = known.formations.values().filter(|one| !touched.formations.contains(&one.name));
    let now = change.formations.iter().filter_map(|(_, now)| now.as_ref());
    intel::field(book, stay.chain(now), cities_that_see(book, state, eye).into_iter())
}

/// What everybody reads, as it is after an event.
fn published(notice: &Notice, state: &State) -> Published {
    match notice {
        Notice::Holder(at) => Published::Holder(*at, state.held.get(at).cloned()),
        Notice::Holders(all) => {
            let now = |at: &Space| (*at, state.held.get(at).cloned());
            Published::Holders(all.iter().map(now).collect())
        }
        Notice::Harvest => Published::Harvest(state.harvest),
        Notice::Reform(nation) => Published::Reformed(nation.clone()),
        Notice::Submission(nation) => Published::Submitted(nation.clone()),
        Notice::Relations => Published::Relations,
    }
}
