//! Who commands where several generals end their marches (§10.1, §19.1).

use super::Paper;
use crate::battle::command;
use crate::march::movement;
use crate::orders::causes::Cause;
use crate::orders::{Entry, Intent, Part, Sheet, Step, Task};
use crate::position::Position;
use crate::record::state::{Formation, General};
use kit::ground::Space;
use play::{Grade, UnderstoodEntry};
use sheet::condition::Condition;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// How far from where they are known to stand those who are attacked by name may be met, for a receipt
/// to reckon with others of one's own there.
const WITHIN_A_FLIGHT: u16 = 2;

impl Paper<'_> {
    /// Where somebody ends his march, or stands without one.
    fn end_of(&self, who: &str) -> Option<Space> {
        let general = self.generals.get(who).map(|one| one.at);
        let stands = general.or(self.formations.get(who).map(|one| one.at));
        self.ends.get(who).copied().or(stands)
    }

    /// Where a formation ends its march: with the general under whom it stands, else by itself.
    pub(super) fn goes_to(&self, one: &Formation) -> Option<Space> {
        let leads = self.generals.values().find(|general| general.leads(one));
        self.end_of(leads.map_or(&one.name, |general| &general.name))
    }

    /// The power's generals where they end their marches, the first in command first.
    fn posts(&self, sheet: &Sheet) -> BTreeMap<Space, Vec<&General>> {
        let mut posts: BTreeMap<Space, Vec<&General>> = BTreeMap::new();
        for one in self.generals.values().filter(|one| one.power == self.known.power) {
            posts.entry(self.end_of(&one.name).unwrap_or(one.at)).or_default().push(one);
        }
        for here in posts.values_mut() {
            self.rank(sheet, here);
        }
        posts
    }

    /// Sorts generals by who commands before whom: equals by the sheet, else by their list.
    fn rank(&self, sheet: &Sheet, generals: &mut Vec<&General>) {
        generals.sort_by_key(|one| one.seniority(&self.book.troops));
        let named = command::named(&command::equals(generals), &sheet.commanders);
        let place = named.and_then(|name| generals.iter().position(|one| one.name == *name));
        if let Some(place) = place {
            let first = generals.remove(place);
            generals.insert(0, first);
        }
    }

    /// Marks the stances that do not count where their force ends, since another of the power's own
    /// commands there (§19.1).
    pub(super) fn overrule(&self, sheet: &Sheet, understood: &mut [UnderstoodEntry]) {
        let posts = self.posts(sheet);
        for entry in &sheet.entries {
            let Some(step) = entry.number_of(Part::Stance) else { continue };
            let Some((certain, said)) = self.overruled(entry, sheet, &posts) else { continue };
            let lines = understood.iter_mut().flat_map(|part| &mut part.lines);
            let mut lines = lines.filter(|line| line.entry == Some(entry.number));
            let line = lines.find(|line| line.step == Some(step));
            if let Some(line) = line.filter(|line| line.grade != Grade::Refused) {
                line.grade = if certain { Grade::Refused } else { Grade::If };
                line.causes.push(Cause::Command.word());
                line.words.push_str(&said);
            }
        }
    }

    /// Whether an entry's stance does not count where its force ends: whether that is certain, and
    /// what its line says of it.
    fn overruled(
        &self,
        entry: &Entry,
        sheet: &Sheet,
        posts: &BTreeMap<Space, Vec<&General>>,
    ) -> Option<(bool, String)> {
        let at = self.end_of(&entry.who)?;
        let here = posts.get(&at).map(Vec::as_slice).unwrap_or_default();
        let has_stance =
            |one: &&General| said_by(one, sheet).is_some_and(|intent| intent.stance.is_some());
        let above = here.iter().copied().take_while(|one| one.name != entry.who);
        let chief = above.clone().find(has_stance);
        let counts = chief.and_then(|one| said_by(one, sheet));
        let plain = |intent: &Intent| matches!(intent.stance, Some((_, None, _)));
        let differs = counts.is_some_and(|counts| !same_stance(counts, &entry.intent));
        let comes = chief.is_some_and(|one| self.moves.contains(&one.name));
        // Whoever is stopped on the way speaks for himself there.
        let stays = !comes && !self.moves.contains(&entry.who);
        let certain = differs && stays && counts.is_some_and(plain) && plain(&entry.intent);
        // Who stands there for certain has the same stance; only a senior of theirs can change that.
        let settled = chief.filter(|_| !comes);
        let other = || {
            let other = self.who_may_come(entry, sheet, (at, settled))?;
            Some((false, format!(", unless {other} commands there")))
        };
        if entry.army {
            let by = chief.map(|one| match certain {
                true => format!("; not counted, since {} commands there", one.name),
                false => format!(", unless {} commands there", one.name),
            });
            let by = by.unwrap_or_default();
            return differs.then_some((certain, by)).or_else(other);
        }
        let one = self.formations.get(&entry.who)?;
        if self.known.is_band(self.book, one) {
            return None;
        }
        if let Some(chief) = here.first().filter(|_| differs || counts.is_none()) {
            let said = match certain {
                true => format!("; not counted, since {} commands there", chief.name),
                false => format!(", if {} does not command there", chief.name),
            };
            return Some((certain, said));
        }
        if let Some(other) = other() {
            return Some(other);
        }
        let appears = |place: Space| self.engaged.contains(&place);
        let is_stopped_with = appears(one.at) && self.moves.contains(&entry.who);
        if is_stopped_with || appears(at) && (here.is_empty() || comes) {
            return Some((false, ", if no general who is bought commands there".to_owned()));
        }
        if !here.is_empty() {
            return None;
        }
        let strength = |one: &Formation| (Reverse(one.combat(&self.book.troops)), one.name.clone());
        let mut others = self.formations.values().filter(|other| other.power == one.power);
        let first =
            |other: &Formation| self.goes_to(other) == Some(at) && strength(other) < strength(one);
        others.any(first).then(|| (false, ", if it is the strongest there".to_owned()))
    }

    /// Somebody with another stance who is sent to the same place, though on paper one of the two does not come so far,
    /// and who would command there: before who does so for certain, or before the entry's general.
    fn who_may_come(
        &self,
        entry: &Entry,
        sheet: &Sheet,
        (at, settled): (Space, Option<&General>),
    ) -> Option<String> {
        let below = settled.or_else(|| self.generals.get(&entry.who));
        let mut own: BTreeSet<Space> = self.goals_of(&entry.who).collect();
        own.insert(at);
        let chase = entry.steps.iter().filter_map(|step| self.chase(step)).max();
        let chases =
            |at, goal| chase.is_some_and(|most| self.book.atlas.distance(at, goal) <= most);
        let comes = |other: &&Entry| {
            let end = self.end_of(&other.who);
            let meets = |goal| own.contains(&goal) || own.iter().any(|at| chases(*at, goal));
            other.army && self.goals_of(&other.who).chain(end).any(meets)
        };
        let mut others = sheet.entries.iter().filter(comes);
        let senior = others.find(|other| {
            let Some(above) = self.generals.get(&other.who) else { return false };
            let commands = below.is_none_or(|below| {
                let mut both = vec![below, above];
                self.rank(sheet, &mut both);
                both[0].name == above.name && above.name != below.name
            });
            // Before a formation also who says nothing counts.
            let says = below.is_none() || other.intent.stance.is_some();
            commands && says && !same_stance(&other.intent, &entry.intent)
        });
        senior.map(|other| other.who.clone())
    }

    /// How far from there a step may lead that attacks somebody by name: they may fall back and are
    /// followed, or nobody knows where they are.
    pub(super) fn chase(&self, step: &Step) -> Option<u16> {
        let Task::Attack { at, .. } = &step.task else { return None };
        let is_seen = movement::target(self.book, self.known, at).is_some();
        let most = if is_seen { WITHIN_A_FLIGHT } else { u16::MAX };
        self.book.atlas.find(at).is_none().then_some(most)
    }

    fn goals_of(&self, who: &str) -> impl Iterator<Item = Space> {
        self.sent.iter().filter(move |(_, one)| one == who).map(|(at, _)| *at)
    }

    /// Who commands where several generals end their marches, and whose stance does not count (§10.1, §19.1).
    pub(super) fn command(&self, sheet: &Sheet) -> Option<UnderstoodEntry> {
        let line = |(at, here): (Space, Vec<&General>)| {
            let equals = command::equals(&here);
            let named = command::named(&equals, &sheet.commanders);
            let why = match (equals.len(), named) {
                (0 | 1, _) => "",
                (_, Some(_)) => ", whom you name before his equals",
                (_, None) => {
                    ", the first of equals in the list of generals; `commander:` can name another"
                }
            };
            let overruled = without_a_say(&here, sheet);
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
        let lines: Vec<String> = self.posts(sheet).into_iter().filter_map(line).collect();
        (!lines.is_empty()).then(|| UnderstoodEntry::plain("Who commands".to_owned(), lines))
    }
}

/// What a general's entry says of contact.
fn said_by<'s>(one: &General, sheet: &'s Sheet) -> Option<&'s Intent> {
    let entry = sheet.entries.iter().find(|entry| entry.army && entry.who == one.name);
    entry.map(|entry| &entry.intent)
}

/// The generals whose stance, break off or retreat is another than that of the first who has one.
fn without_a_say(here: &[&General], sheet: &Sheet) -> Vec<String> {
    let mut counts = Intent::default();
    let mut overruled = vec![];
    for one in here {
        let Some(said) = said_by(one, sheet) else { continue };
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
