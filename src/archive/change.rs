//! What changed between two seasons, as one audience knows it: who moved, who came, who was lost,
//! what changed hands.

use super::chapter::Stand;
use super::{Archive, ArchiveError, Audience};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The difference.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Change {
    pub from: String,
    pub to: String,
    pub moved: Vec<Moved>,
    pub appeared: Vec<Stand>,
    pub gone: Vec<Stand>,
    pub taken: Vec<Taken>,
    pub counts: Vec<Counted>,
}

/// A force that is known by its name in both seasons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Moved {
    pub name: String,
    pub power: String,
    pub from: String,
    pub to: String,
    /// Its strength then and now, where both are known.
    pub strength: Option<(u32, u32)>,
    /// When it was last seen, if it is remembered.
    pub since: Option<String>,
}

/// A place that another holds now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Taken {
    pub place: String,
    pub from: String,
    pub to: String,
}

/// A figure that is another now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Counted {
    pub what: String,
    pub whose: String,
    pub from: i64,
    pub to: i64,
}

impl Archive {
    /// Compares what an audience knew after one season with what it knew after another.
    pub fn change(
        &self,
        from: &str,
        to: &str,
        audience: &Audience,
    ) -> Result<Change, ArchiveError> {
        let (one, other) = (self.chapter(from, audience)?, self.chapter(to, audience)?);
        let mut change =
            Change { from: one.season.clone(), to: other.season.clone(), ..Change::default() };
        stands(one.stands(), other.stands(), &mut change);
        let (before, after): (BTreeMap<_, _>, BTreeMap<_, _>) =
            (one.holders().collect(), other.holders().collect());
        let towns: BTreeSet<&str> = before.keys().chain(after.keys()).copied().collect();
        for town in towns {
            let (from, to) = (before.get(town), after.get(town));
            if from != to {
                let [from, to] = [from, to].map(|holder| holder.copied().unwrap_or("nobody"));
                let (place, from, to) = (town.to_owned(), from.to_owned(), to.to_owned());
                change.taken.push(Taken { place, from, to });
            }
        }
        for count in &other.annals.counts {
            let same = one
                .annals
                .counts
                .iter()
                .find(|old| old.what == count.what && old.whose == count.whose);
            let from = same.map_or(0, |old| old.number);
            if from != count.number {
                change.counts.push(Counted {
                    what: count.what.clone(),
                    whose: count.whose.clone(),
                    from,
                    to: count.number,
                });
            }
        }
        Ok(change)
    }
}

/// Forces by their names; those without one by power and place, since nothing else tells them apart.
fn stands(before: Vec<Stand>, after: Vec<Stand>, change: &mut Change) {
    let by = |stands: Vec<Stand>| {
        let mut all: BTreeMap<(String, String, String), Vec<Stand>> = BTreeMap::new();
        for stand in stands {
            let place = if stand.name.is_empty() { stand.place.clone() } else { String::new() };
            all.entry((stand.power.clone(), stand.name.clone(), place)).or_default().push(stand);
        }
        all
    };
    let (mut before, after) = (by(before), by(after));
    for (who, now) in after {
        let old = before.remove(&who).unwrap_or_default();
        let mut old = old.into_iter();
        for now in now {
            match old.next() {
                None => change.appeared.push(now),
                Some(then) => moved(&then, now, change),
            }
        }
        change.gone.extend(old);
    }
    change.gone.extend(before.into_values().flatten());
}

fn moved(then: &Stand, now: Stand, change: &mut Change) {
    let strength = then.strength.zip(now.strength).filter(|(then, now)| then != now);
    if then.place == now.place && strength.is_none() {
        return;
    }
    change.moved.push(Moved {
        name: if now.name.is_empty() { "troops".to_owned() } else { now.name },
        power: now.power,
        from: then.place.clone(),
        to: now.place,
        strength,
        since: now.since,
    });
}
