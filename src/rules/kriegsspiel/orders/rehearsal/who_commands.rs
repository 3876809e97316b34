//! Who commands where several generals end their marches (§10.1, §19.1).

use super::Paper;
use crate::battle::command;
use crate::orders::{Intent, Sheet};
use crate::record::state::General;
use kit::ground::Space;
use play::UnderstoodEntry;
use sheet::condition::Condition;
use std::collections::BTreeMap;

impl Paper<'_> {
    /// Who commands where several generals end their marches, and whose stance does not count (§10.1, §19.1).
    pub(super) fn command(&self, sheet: &Sheet) -> Option<UnderstoodEntry> {
        let mut posts: BTreeMap<Space, Vec<&General>> = BTreeMap::new();
        for one in self.generals.values().filter(|one| one.power == self.known.power) {
            let at = self.ends.get(&one.name).copied().unwrap_or(one.at);
            posts.entry(at).or_default().push(one);
        }
        let line = |(at, mut here): (Space, Vec<&General>)| {
            here.sort_by_key(|one| one.seniority(&self.book.troops));
            let equals = command::equals(&here);
            let named = command::named(&equals, &sheet.commanders);
            if let Some(place) = named.and_then(|name| here.iter().position(|g| g.name == *name)) {
                let first = here.remove(place);
                here.insert(0, first);
            }
            let why = match (equals.len(), named) {
                (0 | 1, _) => "",
                (_, Some(_)) => ", whom you name before his equals",
                (_, None) => {
                    ", the first of equals in the list of generals; `commander:` can name another"
                }
            };
            let overruled = overruled(&here, sheet);
            let stances = match overruled.is_empty() {
                true => String::new(),
                false => format!(
                    "; if they stand there as ordered, the stance, break off and retreat of {} do \
                     not count",
                    overruled.join(", ")
                ),
            };
            let (chief, place) = (&here.first()?.name, self.book.atlas.place(at));
            let comes = |one: &&General| self.ends.get(&one.name).is_some_and(|end| *end != one.at);
            let meet = here.len() > 1 && here.iter().any(comes);
            let others: Vec<&str> = here.iter().skip(1).map(|one| one.name.as_str()).collect();
            let with = match meet {
                true => format!("; with them {}", others.join(", ")),
                false => String::new(),
            };
            let said = meet || !why.is_empty() || !overruled.is_empty();
            said.then(|| format!("at {place}: {chief}{why}{with}{stances}"))
        };
        let lines: Vec<String> = posts.into_iter().filter_map(line).collect();
        (!lines.is_empty()).then(|| UnderstoodEntry::plain("Who commands".to_owned(), lines))
    }
}

/// The generals whose stance, break off or retreat is another than that of the first who has one.
fn overruled(here: &[&General], sheet: &Sheet) -> Vec<String> {
    let intent = |one: &General| {
        let entry = sheet.entries.iter().find(|entry| entry.army && entry.who == one.name);
        entry.map(|entry| &entry.intent)
    };
    let mut counts = Intent::default();
    let mut overruled = vec![];
    for one in here {
        let Some(said) = intent(one) else { continue };
        let stance =
            counts.stance.is_some() && said.stance.is_some() && !same_stance(&counts, said);
        let night = counts.break_off.is_some()
            && said.break_off.is_some()
            && !same(counts.break_off.as_ref(), said.break_off.as_ref());
        let back =
            counts.retreat.is_some() && said.retreat.is_some() && counts.retreat != said.retreat;
        if stance || night || back {
            overruled.push(one.name.clone());
        }
        counts.stance = counts.stance.or_else(|| said.stance.clone());
        counts.break_off = counts.break_off.or_else(|| said.break_off.clone());
        counts.retreat = counts.retreat.or(said.retreat);
    }
    overruled
}

fn same(one: Option<&Condition>, other: Option<&Condition>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one.is_same(other),
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

fn same_stance(one: &Intent, other: &Intent) -> bool {
    match (&one.stance, &other.stance) {
        (Some((is, asked, then)), Some((other_is, other_asked, other_then))) => {
            is == other_is && then == other_then && same(asked.as_ref(), other_asked.as_ref())
        }
        _ => false,
    }
}
