//! What became of each entry of a power's sheet: played on which marker, or why not.

use super::reasons;
use crate::book::Book;
use crate::book::spelling::{place, spoken};
use crate::book::units::Unit;
use crate::record::event::{Over, Reason};
use crate::sight::known::Known;
use crate::sight::news::{ForceNews, OrderNews, SeenEvent, SequenceNews};
use kit::ground::Space;
use kit::names::listed;
use serde::Serialize;

/// One entry.
#[derive(Debug, Serialize)]
pub struct Remark {
    /// `Entry 2, Augereau`.
    pub entry: String,
    /// Whether it was taken up at all.
    pub played: bool,
    /// `played on marker 3`, `not played`.
    pub how: String,
    /// What of it was not done, or why it was not played.
    pub why: Vec<String>,
    /// Whose it is: of an entry its number and who it is for, of a reaction what was asked.
    #[serde(skip)]
    name: String,
    /// Of a reaction: which of the sheet it is.
    #[serde(skip)]
    of: String,
    /// The marker on which it was taken up.
    #[serde(skip)]
    marker: Option<usize>,
}

impl Remark {
    /// How it was, and why, in a line.
    fn told(&self) -> String {
        let why = self.why.iter().map(String::as_str);
        [self.how.as_str()].into_iter().chain(why).collect::<Vec<_>>().join("; ")
    }
}

/// The entries that were played as written: `1, Bonaparte (marker 1); 2, Augereau (marker 3)`.
pub fn done(remarks: &[Remark]) -> String {
    let done = |remark: &Remark| {
        let marker = remark.marker.filter(|_| remark.why.is_empty())?;
        Some(format!("{} (marker {marker})", remark.name))
    };
    remarks.iter().filter_map(done).collect::<Vec<_>>().join("; ")
}

/// What is gathered of one entry.
struct Gathered {
    number: u16,
    who: String,
    taken: Option<usize>,
    steps: Vec<String>,
    /// What was lost for want of room where it led troops or left them.
    lost: Vec<String>,
    waited: Vec<Waited>,
    /// The other entries of the same force that were played: their numbers and markers.
    others: Vec<(u16, usize)>,
}

/// Why an entry waited.
#[derive(Clone)]
struct Waited {
    why: String,
    /// Whether that concerns this entry alone, so that the season asks the next of the same force.
    is_of_the_entry: bool,
    markers: Vec<usize>,
}

/// The entries that were not played as written, those with which it went alike in one line.
pub fn not_done(remarks: &[Remark]) -> Vec<String> {
    let mut all: Vec<(String, Vec<&str>)> = vec![];
    for remark in remarks.iter().filter(|remark| !remark.played || !remark.why.is_empty()) {
        let told = remark.told();
        match all.iter_mut().find(|(other, _)| *other == told) {
            Some((_, entries)) => entries.push(&remark.entry),
            None => all.push((told, vec![&remark.entry])),
        }
    }
    all.into_iter().map(|(told, entries)| format!("{}: {told}", entries.join("; "))).collect()
}

/// What was asked of each reaction, a line for each of the sheet.
pub fn reactions_told(reactions: &[Remark]) -> Vec<String> {
    let mut all: Vec<(&str, Vec<String>)> = vec![];
    for remark in reactions {
        let told = format!("{} {}", remark.name, remark.told());
        match all.last_mut().filter(|(last, _)| *last == remark.of) {
            Some((_, asked)) => asked.push(told),
            None => all.push((&remark.of, vec![told])),
        }
    }
    all.into_iter().map(|(reaction, told)| format!("{reaction}: {}", told.join("; "))).collect()
}

/// Goes through the season for what became of the entries.
pub fn remarks(book: &Book, known: &Known) -> Vec<Remark> {
    let mut all: Vec<Gathered> = vec![];
    let mut marker = 0;
    let mut acting = None;
    let mut joined: Vec<(&str, Space)> = vec![];
    for seen_event in &known.seen_events {
        match seen_event {
            SeenEvent::Force(ForceNews::Joined { who, at, .. }) if who.power == known.power => {
                joined.push((&who.name, *at));
            }
            SeenEvent::Sequence(SequenceNews::Drawn { .. }) => {
                marker += 1;
                acting = None;
            }
            SeenEvent::Order(news) => {
                gather(book, known, (news, marker), &mut all);
                tell_who_joined(book, (news, &joined), &mut all);
                if let OrderNews::TakenUp { entry, who } = news {
                    acting = Some((*entry, who));
                }
            }
            SeenEvent::Force(ForceNews::Activated { who, .. }) if who.power != known.power => {
                acting = None;
            }
            SeenEvent::Force(ForceNews::Overstacked { who, at, lost })
                if who.power == known.power =>
            {
                if let Some((entry, whom)) = acting {
                    of(&mut all, entry, whom).lost.push(no_room(book, *at, lost));
                }
            }
            SeenEvent::Sequence(_) | SeenEvent::Force(_) | SeenEvent::War(_) => {}
        }
    }
    tell_all_of_them(&mut all);
    let by_winter = |news: &SeenEvent| {
        matches!(news, SeenEvent::Sequence(SequenceNews::WinterQuarters { ends: true, .. }))
    };
    let by_winter = known.seen_events.iter().any(by_winter);
    all.into_iter().map(|gathered| remark(book, gathered, by_winter)).collect()
}

/// Adds to an order for troops who are no longer there that troops had joined the force in that place.
fn tell_who_joined(
    book: &Book,
    (news, joined): (&OrderNews, &[(&str, Space)]),
    all: &mut Vec<Gathered>,
) {
    let OrderNews::NotDone { entry, who, reason: Reason::NotThere { name }, .. } = news else {
        return;
    };
    let is_there = |at: Space| {
        let (_, place) = name.rsplit_once(" at ").unwrap_or_default();
        !place.is_empty() && book.atlas.place(place) == Some(at)
    };
    let has_joined = joined.iter().any(|(whom, at)| *whom == who && is_there(*at));
    if let Some(told) = of(all, *entry, who).steps.last_mut().filter(|_| has_joined) {
        told.push_str("; troops there had joined already");
    }
}

/// Where an entry of a leader waited for what concerns them all, the season does not ask the next: what kept
/// that one kept them. Where another was played, it had the marker.
fn tell_all_of_them(all: &mut [Gathered]) {
    for at in 0..all.len() {
        let played = |one: &Gathered| Some((one.number, one.taken?));
        let same = all.iter().filter(|one| one.number > 0 && one.who == all[at].who);
        all[at].others = same.filter_map(played).collect();
    }
    for at in 1..all.len() {
        let (before, [this, ..]) = all.split_at_mut(at) else { continue };
        if this.taken.is_some() || this.number == 0 {
            continue;
        }
        let same = before.iter().filter(|other| other.number > 0 && other.who == this.who);
        let of_all = same
            .filter(|other| other.taken.is_none())
            .flat_map(|other| other.waited.iter().filter(|waited| !waited.is_of_the_entry));
        for waited in of_all.cloned().collect::<Vec<_>>() {
            if this.waited.iter().all(|own| own.why != waited.why) {
                this.waited.push(waited);
            }
        }
    }
}

/// What was lost where there was no room for all (NIA §4.1.1).
fn no_room(book: &Book, at: Space, lost: &[Unit]) -> String {
    let lost: Vec<String> = lost.iter().map(|unit| book.units.write(unit)).collect();
    format!("no room for all at {}: lost {}", place(book, at), lost.join(", "))
}

/// What was asked of each reaction, and what it said.
pub fn reactions(book: &Book, season: &[SeenEvent]) -> Vec<Remark> {
    let all = season.iter().filter_map(|seen_event| match seen_event {
        SeenEvent::Order(OrderNews::Reacted { reaction: number, whose, what, times, heard }) => {
            let (how, why) = times.with(heard);
            let of = format!("Reaction {}", numbered(book, *number, whose));
            let name = format!("`{what}`");
            let (entry, played) = (format!("{of}, {name}"), times.held > 0);
            Some(Remark { entry, played, how, why, name, of, marker: None })
        }
        SeenEvent::Order(_) | SeenEvent::Sequence(_) | SeenEvent::Force(_) | SeenEvent::War(_) => {
            None
        }
    });
    all.collect()
}

/// A reaction by its number in the sheet, and for whom it speaks: `2 of Melas`.
pub fn numbered(book: &Book, number: u16, whose: &str) -> String {
    match whose {
        "" => number.to_string(),
        whose => format!("{number} of {}", spoken(book, whose)),
    }
}

/// Adds what happened to an entry.
fn gather(
    book: &Book,
    known: &Known,
    (news, marker): (&OrderNews, usize),
    all: &mut Vec<Gathered>,
) {
    match news {
        OrderNews::Ordered { entries, .. } => {
            for (number, who) in (1u16..).zip(entries).filter(|(_, who)| !who.is_empty()) {
                of(all, number, who);
            }
        }
        OrderNews::TakenUp { entry, who } => of(all, *entry, who).taken = Some(marker),
        OrderNews::Waited { entry, who, reason } => {
            let why = if matches!(reason, Reason::HasActed) && are_ships(known, who) {
                "its ships have acted on this marker, by themselves or with others whom they joined \
                 (NIA §5.1.1)"
                    .to_owned()
            } else if let Reason::NotThere { name } = reason
                && !name.contains(" at ")
            {
                // One's own are never out of sight.
                format!("{} was not on the map then", spoken(book, name))
            } else if let Reason::Initiative { has, .. } = reason {
                // The story tells the markers, so one sentence is enough for all of them.
                format!("initiative {has} is too low (NIA §5.1.3)")
            } else {
                reasons::sentence(book, reason)
            };
            let waited = &mut of(all, *entry, who).waited;
            match waited.iter_mut().find(|waited| waited.why == why) {
                Some(waited) => waited.markers.push(marker),
                None => {
                    let is_of_the_entry = reason.is_of_the_entry();
                    waited.push(Waited { why, is_of_the_entry, markers: vec![marker] });
                }
            }
        }
        OrderNews::NotDone { entry, step, order, who, reason } => {
            let why = reasons::sentence(book, reason);
            let step = if *step == 0 { String::new() } else { format!("step {step} ") };
            of(all, *entry, who).steps.push(format!("{step}`{order}`: {why}"));
        }
        OrderNews::NotReached { entry, who, steps, why } => {
            let told = &mut of(all, *entry, who).steps;
            let rest = reasons::steps(steps);
            match (why, told.last_mut()) {
                (Over::Failed, Some(failed)) => failed.push_str(&format!("; {rest} not played")),
                _ => told.push(format!("{rest} not played, {}", reasons::over(*why))),
            }
        }
        OrderNews::Ruled { .. }
        | OrderNews::Decreed { .. }
        | OrderNews::Letter { .. }
        | OrderNews::Reacted { .. } => {}
    }
}

/// Whether an entry is for ships, as far as its power has them now.
fn are_ships(known: &Known, who: &str) -> bool {
    let mut own = known.squadrons.iter().flat_map(|squadron| &squadron.fleets);
    who.starts_with("squadron at ") || own.any(|fleet| fleet == who)
}

fn of<'a>(all: &'a mut Vec<Gathered>, number: u16, who: &str) -> &'a mut Gathered {
    // A request to a special rule has no entry number, so requests are told apart by who made them.
    let is = |one: &Gathered| one.number == number && (number > 0 || one.who == who);
    let at = all.iter().position(is).unwrap_or_else(|| {
        let (who, taken) = (who.to_owned(), None);
        let (steps, lost, waited, others) = (vec![], vec![], vec![], vec![]);
        all.push(Gathered { number, who, taken, steps, lost, waited, others });
        all.len() - 1
    });
    &mut all[at]
}

/// What is to say of an entry; `by_winter` if winter quarters ended the marches before all markers were drawn.
fn remark(book: &Book, gathered: Gathered, by_winter: bool) -> Remark {
    let Gathered { number, who, taken, steps, lost, waited, others } = gathered;
    let on = |markers: &[usize]| {
        let all: Vec<String> = markers.iter().map(usize::to_string).collect();
        format!("marker{} {}", if all.len() == 1 { "" } else { "s" }, all.join(", "))
    };
    let how = match taken {
        Some(marker) if steps.is_empty() => format!("played on marker {marker}"),
        Some(marker) => format!("taken up on marker {marker}, not all of it done"),
        None => "not played".to_owned(),
    };
    // Why an entry waited is of no interest once it was played.
    let waited = waited.into_iter().filter(|_| taken.is_none());
    let waited = waited.map(|waited| format!("{} ({})", waited.why, on(&waited.markers)));
    let mut why: Vec<String> = steps.into_iter().chain(lost).chain(waited).collect();
    let had = |(entry, marker): &(u16, usize)| format!("entry {entry} had marker {marker}");
    let had: Vec<String> = others.iter().map(had).collect();
    if taken.is_none() && !why.is_empty() {
        why.extend(had);
    } else if taken.is_none() {
        let none = match (by_winter, had.is_empty()) {
            (true, _) => "no marker that it could be played on came before winter quarters",
            (false, true) => "no marker came that it could be played on",
            (false, false) => "no marker was left that it could be played on",
        };
        let had = if had.is_empty() { String::new() } else { format!(": {}", listed(&had)) };
        why.push(format!("{none}{had}"));
    }
    let who = spoken(book, &who);
    let (entry, name) = match number {
        0 => (who.clone(), who),
        _ => (format!("Entry {number}, {who}"), format!("{number}, {who}")),
    };
    Remark { entry, played: taken.is_some(), how, why, name, of: String::new(), marker: taken }
}
