//! What is to say about an entry before its steps are told: whose force it is, whether it can act at
//! all, and how often.

use super::calls::Call;
use super::earlier::Start;
use super::{AskedNow, meant, place, spoken};
use crate::book::Book;
use crate::land::initiative;
use crate::orders::{Entry, Sheet};
use crate::record::state::{Force, ForceId};
use crate::sight::known::Known;
use play::UnderstoodEntry;
use sheet::condition::Condition;
use sheet::{Diagnostic, Diagnostics};
use std::collections::BTreeMap;

/// Tells an entry that is never played: for a leader of another power, or for nobody who could move.
pub(super) fn not_played(
    book: &Book,
    known: &Known,
    (entry, force): (&Entry, Option<&Force>),
    faults: &mut Diagnostics,
) -> Option<UnderstoodEntry> {
    match stranger(book, known, &entry.who).filter(|_| !entry.at_sea()) {
        Some(power) => Some(not_yours(book, entry, power, faults)),
        None => leaderless(book, entry, force?, faults),
    }
}

/// Tells an entry for a leader of another power.
fn not_yours(book: &Book, entry: &Entry, power: &str, faults: &mut Diagnostics) -> UnderstoodEntry {
    let told = format!("{} belongs to {}, not to you", entry.who, book.people.title(power));
    faults.push(Diagnostic::fault("not-yours", entry.head(), told));
    let heading = format!("Entry {}: {}", entry.number, entry.who);
    UnderstoodEntry::plain(heading, vec!["not played: not yours to order".to_owned()])
}

/// Tells an entry for trains, depots or engineers alone, which never act (NIA §5.2.1).
fn leaderless(
    book: &Book,
    entry: &Entry,
    force: &Force,
    faults: &mut Diagnostics,
) -> Option<UnderstoodEntry> {
    let why = needs_leader(book, force).filter(|_| !entry.at_sea() && !entry.is_transport())?;
    faults.push(Diagnostic::fault("needs-leader", entry.head(), why).rule("NIA §5.2.1"));
    let heading = format!("Entry {}: {}", entry.number, spoken(book, &entry.who));
    Some(UnderstoodEntry::plain(
        heading,
        vec!["not played: it moves only with a leader".to_owned()],
    ))
}

/// Why no entry can be written for a force of trains, depots or engineers alone, and what to do.
pub fn needs_leader(book: &Book, force: &Force) -> Option<String> {
    if !force.is_support_alone_or_depot() {
        return None;
    }
    let (one, key) = match (force.depots, force.trains) {
        (0, 0) => ("engineers move", "engineer"),
        (0, _) => ("a train moves", "train"),
        _ => ("a depot moves", "depot"),
    };
    let at = place(book, force.at);
    Some(format!(
        "{one} only with a leader; in an entry of one who comes to {at}, `take: {key}` fetches it"
    ))
}

/// On how many markers a force acts, in words.
pub(super) fn on_markers(most: usize) -> &'static str {
    if most == 1 { "on one marker" } else { "on two markers" }
}

/// Tells of entries that a season has no marches for: two a force, and a third by card (NIA §5.1.3).
pub(super) fn too_many(book: &Book, sheet: &Sheet, known: &Known, faults: &mut Diagnostics) {
    // By who is named: the conditions of the entries that are played as things stand.
    let mut marches: BTreeMap<&str, Vec<Option<&Condition>>> = BTreeMap::new();
    let mut armies: BTreeMap<ForceId, Vec<Option<&Condition>>> = BTreeMap::new();
    // NIA §21.2.1.
    let barred = book.scenario.bars_forced_marches(known.season);
    let by_land = sheet
        .entries
        .iter()
        .filter(|entry| !entry.at_sea() && !entry.is_transport() && entry.card.is_none());
    for entry in by_land {
        let force = meant(&book.atlas, &book.units, &entry.who, known.own());
        // Who is sent off has acted as often as the army he leaves (§4.2.5, §5.1.9).
        let with_army = force.filter(|_| entry.begins_with_detach());
        let mine = entry.condition.as_ref();
        let excluded = |other: &&Condition| mine.is_some_and(|mine| mine.excludes(other));
        let had = with_army
            .and_then(|army| armies.get(&army.id))
            .map_or(0, |had| had.iter().filter(|one| one.filter(excluded).is_none()).count());
        if let Some(army) = with_army.filter(|_| had >= 2) {
            let (who, of) = (spoken(book, &entry.who), army.name(&book.atlas, &book.units));
            let text = format!(
                "{who} counts as having acted as often as {of} has, who acts on two markers a season; this \
                 entry is played only before the second of these"
            );
            let help = "written above the second of these, it is asked first";
            let remark = Diagnostic::remark("third-march", entry.head(), text);
            faults.push(remark.rule("NIA §5.1.3, §5.1.9").help(help));
        }
        if let Some(army) = force.filter(|_| with_army.is_none()) {
            let all = armies.entry(army.id).or_default();
            // Of two that never hold together one alone is played.
            let is_other = all.iter().flatten().any(|one| mine.is_some_and(|is| is.excludes(one)));
            if !is_other {
                all.push(mine);
            }
        }
        let marches = marches.entry(&entry.who).or_default();
        // Leaders alone march on every marker (§5.1.4, §5.1.10).
        let most = force
            .filter(|force| !force.units.is_empty())
            .map(|force| initiative::marches(book, force))
            .map(|most| if barred { 1 } else { most });
        let before = marches.iter().filter(|one| one.filter(excluded).is_none()).count();
        if let Some(most) = most.filter(|most| before >= *most) {
            let before = if most == 1 { "the one before it" } else { "one before it" };
            let text = format!(
                "{} acts {} a season; this entry is played only if {before} is not",
                spoken(book, &entry.who),
                on_markers(most)
            );
            faults.push(Diagnostic::remark("third-march", entry.head(), text).rule("NIA §5.1.3"));
        }
        // What is written for a case that does not hold as things stand takes the place of others.
        let is_case = entry.is_a_case();
        let holds =
            mine.is_some_and(|condition| AskedNow { book, known, force, condition }.holds());
        if !is_case || holds {
            marches.push(mine);
        }
    }
}

/// What is to say about an entry before its steps are told.
pub(super) fn doubts(
    book: &Book,
    entry: &Entry,
    (call, force): (Option<&Call>, Option<&Force>),
    now: Option<&Force>,
    faults: &mut Diagnostics,
) {
    if let Some(Call::Leaves(_)) = call {
        let who = spoken(book, &entry.who);
        let text =
            format!("{who} is called away when the season begins, so this entry is not played");
        faults.push(Diagnostic::remark("not-there", entry.head(), text));
    } else if force.is_none() && call.is_none() && !entry.at_sea() {
        let who = spoken(book, &entry.who);
        let text = format!("{who} is not on the map now; the entry waits until it is");
        faults.push(Diagnostic::remark("not-there", entry.head(), text));
    }
    if entry.written == 0 {
        let text = "this entry has no steps: it would be activated and do nothing";
        faults.push(Diagnostic::remark("no-steps", entry.head(), text));
    }
    if entry.condition == Some(Condition::Never) {
        let text = "`if: never` never holds: this entry is never taken up";
        faults.push(Diagnostic::remark("never", entry.head(), text));
    }
    let Some(why) = force.and_then(|force| never(book, force, entry)) else { return };
    let could_now = now.is_some_and(|now| never(book, now, entry).is_none());
    faults.push(match could_now {
        true => {
            let text = format!("if an entry before is played as told: {why}");
            Diagnostic::remark("not-then", entry.head(), text)
        }
        false => Diagnostic::remark("never", entry.head(), why),
    });
}

/// What is to say of an entry because of those before it.
pub(super) fn after_others(book: &Book, entry: &Entry, start: &Start, faults: &mut Diagnostics) {
    renamed(book, entry, start, faults);
    spent(book, entry, start, faults);
}

/// Remarks that troops without a leader go by another name once an entry before has led them away.
fn renamed(book: &Book, entry: &Entry, start: &Start, faults: &mut Diagnostics) {
    let Some((kind, at)) = entry.who.split_once(" at ") else { return };
    let Some(force) = start.force.as_ref().filter(|_| start.again && !start.as_if) else { return };
    if book.atlas.place(at) == Some(force.at) {
        return;
    }
    let (now, then) = (spoken(book, &entry.who), book.atlas.name(force.at));
    let text = format!("once an entry before has led it away, nobody is called {now}");
    let help = format!("write `force: {kind} at {then}` for where that entry ends");
    faults.push(Diagnostic::remark("not-there", entry.head(), text).help(help));
}

/// Remarks that troops have acted on their only marker of the season when they are where an entry begins
/// (NIA §5.1.3).
fn spent(book: &Book, entry: &Entry, start: &Start, faults: &mut Diagnostics) {
    let Some(number) = start.spent else { return };
    let text = format!(
        "{} acts on one marker a season, and entry {number} has that: this entry is never played",
        spoken(book, &entry.who)
    );
    faults.push(Diagnostic::remark("third-march", entry.head(), text).rule("NIA §5.1.3"));
}

/// Why a force could not play this entry whatever marker comes.
fn never(book: &Book, force: &Force, entry: &Entry) -> Option<String> {
    let subordinate = force.leaders.iter().skip(1).any(|leader| *leader == entry.who);
    if force.inside && !entry.sallies(force.at, &book.atlas) {
        return Some(format!(
            "{} is besieged; all he can do is to attack out of {}",
            entry.who,
            book.atlas.name(force.at)
        ));
    }
    if let Some(rule) = &force.reserve {
        return Some(format!("{} is {}", entry.who, crate::view::reasons::reserve(book, rule)));
    }
    let army = force.army.clone().or(force.commander().map(str::to_owned)).unwrap_or_default();
    // A first step that was faulty is told as such.
    let is_cut = entry.steps.is_empty() && entry.written > 0;
    (subordinate && !is_cut && !entry.begins_with_detach()).then(|| {
        format!("{} stands under {army}; begin with `detach:` to send him off alone", entry.who)
    })
}

/// The power that a leader belongs to, if he is not ours to order about.
fn stranger<'a>(book: &'a Book, known: &'a Known, who: &str) -> Option<&'a str> {
    let theirs = known.theirs.iter().find(|stack| stack.leader.as_deref() == Some(who));
    let ally = known.with_leader(who).filter(|force| force.power != known.power);
    let nation = || book.people.leader(who).map(|leader| leader.nation.as_str());
    let here = known.with_leader(who).is_some();
    let foreign = nation().filter(|nation| !here && *nation != known.power);
    theirs
        .map(|stack| stack.power.as_str())
        .or(ally.map(|force| force.power.as_str()))
        .or(foreign.filter(|nation| known.relations.takes_part(nation)))
}
