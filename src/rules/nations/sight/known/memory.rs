//! What is remembered of enemies who are out of sight (`fog: contact`).
//!
//! A stack stays where it was last seen, with the season, until its place is in sight again or its
//! leader is seen elsewhere. Under the printed rule nothing is ever out of sight.

use crate::book::{Book, Fog};
use crate::sight::contact_fog::{Eyes, FORCE_SEES};
use crate::sight::known::{Known, Sail, Seen, Stack};
use crate::sight::news::SeenEvent;
use kit::ground::Space;
use kit::sight::Sight;
use std::collections::BTreeSet;

/// Counts an army marker that is lost, and one of our side that was built again (NIA §21.1.3).
pub fn count_armies(known: &mut Known, seen: &Seen) {
    for force in &seen.ours {
        if let (Some(army), Some(lost)) = (&force.army, known.armies_lost.get_mut(&force.power)) {
            lost.remove(army);
        }
    }
    if let Some((power, army)) = seen.event.as_ref().and_then(SeenEvent::army_lost) {
        known.armies_lost.entry(power.to_owned()).or_default().insert(army.to_owned());
    }
}

/// Sees the deck of event cards and the rules of the season as they are now.
pub fn learn_rules(known: &mut Known, seen: &Seen) {
    if seen.deck.is_some() {
        known.deck.clone_from(&seen.deck);
    }
    known.played.extend(seen.played.clone());
    known.begun.extend(seen.begun.clone());
    known.naval_2.extend(seen.naval_2);
}

/// Where our eyes were or will be, and whether any of them are moved at all.
#[derive(Debug, Default)]
pub struct Stirred {
    land: BTreeSet<Space>,
    all: bool,
    sea: bool,
}

/// The places around which what was seen changes what is in sight.
pub fn stirred(known: &Known, book: &Book, seen: &Seen) -> Stirred {
    let mut stirred = Stirred::default();
    if book.fog == Fog::Rules {
        return stirred;
    }
    let was = |id| known.ours.get(id).map(|force| force.at);
    for force in &seen.ours {
        let old = was(&force.id);
        if old != Some(force.at) {
            stirred.land.extend(old);
            stirred.land.insert(force.at);
        }
    }
    stirred.land.extend(seen.gone.iter().filter_map(was));
    stirred.land.extend(seen.aboard.iter().filter_map(|passage| was(&passage.force.id)));
    let left = seen.left.as_ref().and_then(|leader| known.with_leader(leader));
    stirred.land.extend(left.map(|force| force.at));
    stirred.land.extend(seen.held.as_ref().map(|(space, _)| *space));
    stirred.sea = !seen.waters.is_empty();
    // With whole lands come many eyes.
    stirred.all = seen.joins.is_some() || seen.titles.is_some() || seen.restored.is_some();
    stirred
}

/// Looks again where eyes have come or gone: who is out of sight now is remembered, and who was
/// remembered where nobody stands is forgotten.
pub fn look_around(known: &mut Known, book: &Book, stirred: &Stirred) {
    if !stirred.all && !stirred.sea && stirred.land.is_empty() {
        return;
    }
    let (theirs, sails) = (std::mem::take(&mut known.theirs), std::mem::take(&mut known.sails));
    let eyes = Eyes::of(book, known, &known.power);
    let season = known.season;
    let near = |at: Space| {
        stirred.all || stirred.land.iter().any(|old| book.atlas.distance(*old, at) <= FORCE_SEES)
    };
    let stack = |mut stack: Stack| {
        if !near(stack.at) {
            return Some(stack);
        }
        match (eyes.see(stack.at), stack.is_remembered()) {
            (true, true) => return None,
            (false, false) => {
                stack.last = Some(season);
                stack.sight = Sight::Remembered;
            }
            (true, false) | (false, true) => {}
        }
        Some(stack)
    };
    let sail = |mut sail: Sail| {
        match (eyes.see_ships(&sail.at), sail.last.is_some()) {
            (true, true) => return None,
            (false, false) => sail.last = Some(season),
            (true, false) | (false, true) => {}
        }
        Some(sail)
    };
    let theirs = theirs.into_iter().filter_map(stack).collect();
    let sails = sails.into_iter().filter_map(sail).collect();
    drop(eyes);
    (known.theirs, known.sails) = (theirs, sails);
}

/// Remembers those who have gone out of sight where they were going.
pub fn follow(known: &mut Known, trail: Option<Stack>, wake: Option<Sail>) {
    if let Some(stack) = trail {
        let last = Some(known.season);
        known.meet(Stack { last, sight: Sight::Remembered, ..stack });
    }
    if let Some(sail) = wake {
        known
            .sails
            .retain(|old| old.last.is_none() || old.power != sail.power || old.at != sail.at);
        known.sails.insert(Sail { last: Some(known.season), ..sail });
    }
}
