//! What happened, in sentences: a chapter for each operation, and one before the first.

#![deny(clippy::wildcard_enum_match_arm)]

use super::onward::Onward;
use super::{battle, court, sea};
use crate::book::Book;
use crate::book::cards::kind_of;
use crate::court::keys::number_of;
use crate::record::event::{
    Cause, CourtEvent, Event, ForceEvent, Halt, MarkerEvent, Modifier, OrderEvent, Return,
    WarEvent, Why, YearEvent,
};
use crate::record::state::{MARKET, Outcome, SEARCH};
use crate::record::unit::{Force, Sort};
use crate::sight::UMPIRE;
use kit::deck::{Change, Place};
use kit::ground::Space;
use serde::Serialize;
use sheet::condition::WhyNot;
use std::collections::BTreeMap;

/// What is paid for an operation.
const PAID: [&str; 2] = ["operation", "forced march"];

/// A part of the season.
#[derive(Debug, Default, Serialize)]
pub struct Chapter {
    /// Empty before the first operation.
    pub heading: String,
    pub lines: Vec<Line>,
}

/// A sentence; a battle has its sums below it.
#[derive(Debug, Clone, Serialize)]
pub struct Line {
    pub text: String,
    pub sums: Vec<String>,
    /// How often it happened in a row.
    #[serde(skip)]
    times: u32,
    /// What it tells of, for the event that goes on with it.
    #[serde(skip)]
    onward: Option<Onward>,
}

/// Lays out a season for somebody.
pub fn chapters(book: &Book, eye: &str, events: &[Event]) -> Vec<Chapter> {
    let mut chapters = vec![Chapter::default()];
    let mut passes: Vec<String> = vec![];
    for (nth, event) in events.iter().enumerate() {
        if let Event::Force(ForceEvent::Passed { seat, .. }) = event {
            passes.push(book.seat_title(seat));
            continue;
        }
        if !passes.is_empty()
            && let Some(chapter) = chapters.last_mut()
        {
            chapter.lines.push(plain(passed(&passes)));
            passes.clear();
        }
        if let Event::Force(ForceEvent::OperationBegan { .. }) = event {
            chapters.push(Chapter { heading: whole(book, event), lines: vec![] });
            continue;
        }
        let Some(chapter) = chapters.last_mut() else { continue };
        if let Some(text) = sentence(book, eye, event) {
            let sums = match event {
                Event::War(WarEvent::Fought(battle)) => battle::sums(book, battle),
                Event::War(_)
                | Event::Sea(_)
                | Event::Order(_)
                | Event::Year(_)
                | Event::Court(_)
                | Event::Marker(_)
                | Event::Force(_) => vec![],
            };
            let onward = Onward::of(event);
            push(book, &mut chapter.lines, Line { text, sums, times: 1, onward });
            let nothing = court::came_to_nothing(event, &events[nth + 1..]);
            let told = if eye == UMPIRE { court::NOTHING_AT_ALL } else { court::NOTHING };
            chapter.lines.extend(nothing.then(|| plain(told.to_owned())));
        }
    }
    if !passes.is_empty()
        && let Some(chapter) = chapters.last_mut()
    {
        chapter.lines.push(plain(passed(&passes)));
    }
    chapters.retain(|chapter| !chapter.heading.is_empty() || !chapter.lines.is_empty());
    chapters
}

/// Adds a sentence; the same one again is counted, and what goes on is told as one.
fn push(book: &Book, lines: &mut Vec<Line>, line: Line) {
    if let Some(last) = lines.last_mut()
        && let Some((one, next)) = last.onward.as_ref().zip(line.onward.as_ref())
        && let Some(both) = one.with(next)
    {
        (last.text, last.onward) = (both.words(book), Some(both));
        return;
    }
    let Some(last) = lines.last_mut().filter(|last| line.sums.is_empty() && last.says(&line))
    else {
        return lines.push(line);
    };
    last.times += 1;
    last.text = format!("{} ({} times)", line.text, last.times);
}

impl Line {
    /// Whether this is the same sentence, however often it was said.
    fn says(&self, other: &Line) -> bool {
        self.text
            .strip_prefix(&other.text)
            .is_some_and(|rest| rest.is_empty() || rest == format!(" ({} times)", self.times))
    }
}

fn plain(text: String) -> Line {
    Line { text, sums: vec![], times: 1, onward: None }
}

fn passed(who: &[String]) -> String {
    let mut names: Vec<&str> = who.iter().map(String::as_str).collect();
    names.dedup();
    match names.split_last() {
        Some((last, [])) => format!("{last} passes."),
        Some((last, rest)) => format!("{} and {last} pass.", rest.join(", ")),
        None => String::new(),
    }
}

/// What a report says of an event; nothing where the sections say it.
fn sentence(book: &Book, eye: &str, event: &Event) -> Option<String> {
    match event {
        Event::Order(_) => None,
        Event::Year(YearEvent::SeasonBegan { .. } | YearEvent::SeasonEnded { .. }) => None,
        // The heading of an operation says that it is paid.
        Event::Court(CourtEvent::Spent { on, .. }) if PAID.contains(&on.as_str()) => None,
        Event::Marker(MarkerEvent::Deck(change)) => marker_moved(book, eye, change),
        Event::Year(_)
        | Event::Court(_)
        | Event::Force(_)
        | Event::War(_)
        | Event::Sea(_)
        | Event::Marker(_) => Some(whole(book, event)),
    }
}

/// The entries of a seat that were played, and the orders that were not carried out. For a condition that was false,
/// the false parts are named if they are known.
pub fn remarks(seat: &str, events: &[Event]) -> Vec<String> {
    let told = |at: &usize| !goes_on(&events[*at], &events[at + 1..]);
    let not_done =
        (0..events.len()).filter(told).filter_map(|at| remark(&events[at], &events[..at]));
    played(seat, events).into_iter().chain(not_done).collect()
}

/// Which entries of a seat were played, each with its operations.
fn played(seat: &str, events: &[Event]) -> Option<String> {
    let mut played: BTreeMap<u16, Vec<String>> = BTreeMap::new();
    let mut taken_up = None;
    for event in events {
        match event {
            Event::Order(OrderEvent::TakenUp { seat: whose, entry }) if whose == seat => {
                taken_up = Some(*entry);
            }
            // A forced march is an operation of the same entry.
            Event::Force(ForceEvent::OperationBegan { number, force, .. })
                if force.seat == seat =>
            {
                let entry = taken_up.map(|entry| played.entry(entry).or_default());
                entry.into_iter().for_each(|all| all.push(number.to_string()));
            }
            Event::Order(_)
            | Event::Force(_)
            | Event::Year(_)
            | Event::Court(_)
            | Event::Marker(_)
            | Event::War(_)
            | Event::Sea(_) => {}
        }
    }
    let told = played.into_iter().map(|(entry, numbers)| match numbers.as_slice() {
        [number] => format!("entry {entry} as operation {number}"),
        all => format!("entry {entry} as operations {}", all.join(", ")),
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| format!("Played: {}.", told.join("; ")))
}

/// Whether an entry that had too few points went on in a later operation, which has its own remark if that
/// came to nothing.
fn goes_on(event: &Event, after: &[Event]) -> bool {
    let Event::Order(OrderEvent::NotDone { seat, entry, why: Why::Short, .. }) = event else {
        return false;
    };
    let again = |later: &Event| {
        matches!(later, Event::Order(OrderEvent::TakenUp { seat: whose, entry: number })
            if whose == seat && number == entry)
    };
    after.iter().any(again)
}

fn remark(event: &Event, before: &[Event]) -> Option<String> {
    let Event::Order(event) = event else { return None };
    match event {
        // At court the lines of each key are counted, as in the receipt.
        OrderEvent::NotDone { seat, entry, step, why, failed, .. } if number_of(step).is_some() => {
            let raises = step == "mobilize";
            let came = if raises { court::came(seat, *entry, before) } else { None };
            let why = match (step.as_str(), *why) {
                ("levy", Why::NoMoney) => {
                    "the thaler of its dice did not reach for all of it".to_owned()
                }
                (_, why) => reason_with(why, failed.as_ref()),
            };
            Some(format!("{step} {entry}: {}{why}.", came.unwrap_or_default()))
        }
        OrderEvent::NotDone { entry, step, why, failed, .. } => {
            let step = if step.is_empty() { String::new() } else { format!(", `{step}`") };
            let open = *why == Why::Condition && failed.is_none();
            let unknown = if open { ", or asked what was not known" } else { "" };
            Some(format!("Entry {entry}{step}: {}{unknown}.", reason_with(*why, failed.as_ref())))
        }
        OrderEvent::NotReached { entry, .. } => {
            Some(format!("Entry {entry}: the parts that depend on it were not done either."))
        }
        OrderEvent::Reacted { reaction, whose, what, times, heard, .. } => {
            let (how, each) = times.with(heard);
            let told: Vec<String> = [how].into_iter().chain(each).collect();
            Some(format!("Reaction {reaction} of {whose}, `{what}`: {}.", told.join("; ")))
        }
        OrderEvent::Ordered { .. }
        | OrderEvent::Letter { .. }
        | OrderEvent::Ruled { .. }
        | OrderEvent::Decreed { .. }
        | OrderEvent::TakenUp { .. } => None,
    }
}

/// The reason why an order was not carried out. For a condition, its false parts and their values.
fn reason_with(why: Why, failed: Option<&WhyNot>) -> String {
    let Some(failed) = failed else { return reason(why).to_owned() };
    match (why, failed.is_known) {
        (Why::NeverFitted, true) => format!("{}, at last {}", reason(why), failed.told()),
        (Why::NeverFitted, false) => {
            format!("{}: at last {} was not known", reason(why), failed.told())
        }
        (_, true) => format!("{}: {}", reason(why), failed.told()),
        (_, false) => format!("its condition asked what was not known: {}", failed.told()),
    }
}

fn reason(why: Why) -> &'static str {
    match why {
        Why::NeverFitted => "its `if` did not hold at any of your turns",
        Why::NoTurn => "no turn was left for it",
        Why::NotMet => "the deal was not made; the story of the court says why",
        Why::NotAll => "not every seat said yes",
        Why::AnotherLine => "another line counted in its place",
        Why::Seized => "a marker took the initiative before the bids",
        Why::Unread => "it could not be read",
        Why::NoForce => "no such units of yours were there",
        Why::CannotMove => "nobody of them can move",
        Why::NoWay => "there was no way",
        Why::Border => "the place lies in neutral land, or in a siege of others",
        Why::ThereAlready => "the force stood there already",
        Why::Short => "the points did not reach",
        Why::Barred => "others stood in the way",
        Why::Ambushed => "the force was ambushed",
        Why::Condition => "its condition did not hold",
        Why::NobodyThere => "nobody knew where they were",
        Why::NoEnemy => "no enemy was there",
        Why::NotBySecond => "a second force does not do that",
        Why::OperationOver => "the force was gone by then",
        Why::Beaten => "the force was beaten or lost by then",
        Why::NoMarker => "you held no such marker",
        Why::NoMoney => "there was not enough money beyond what `keep` holds back",
        Why::NotHeld => "your units do not hold the square",
        Why::WrongPlace => "such units are not raised in such a square",
        Why::Quiet => "that power raises nothing for thaler in this year",
        Why::NotThere => "the rules do not allow it there",
        Why::NoneLeft => "no such counter is left",
        Why::Full => "the square takes no more this year",
        Why::Pillaged => "the square was pillaged already",
        Why::Cancelled => "it was cancelled",
        Why::NotTogether => "fleet and units did not begin the operation in one square",
        Why::NoRoom => "the fleets carry no more",
        Why::NotAshore => "there is no land of yours to go ashore on",
        Why::FleetsAlone => "fleets alone sail",
        Why::MoveOver => "the move of the fleets was over",
        Why::Besieged => "the force is besieged and cannot leave",
        Why::NoTrain => "no siege train of yours was there",
        Why::NoLeader => "no leader was with them",
    }
}

/// Whether an event does not say which counter it was.
fn card_hidden(change: &Change) -> bool {
    match change {
        Change::Shuffled { .. } => true,
        Change::Drawn { card, .. } | Change::Moved { card, .. } => card.is_empty(),
    }
}

fn marker_moved(book: &Book, eye: &str, change: &Change) -> Option<String> {
    let named = |card: &str| match card.is_empty() {
        true => "a marker".to_owned(),
        false => kind_of(card).to_owned(),
    };
    let holder = |seat: &str| match seat {
        seat if seat == eye => ("You".to_owned(), ""),
        MARKET => ("The market".to_owned(), "s"),
        seat => (book.seat_title(seat), "s"),
    };
    match change {
        Change::Shuffled { .. } => None,
        // The lots are told as they are bid for.
        Change::Drawn { to: Place::Hand(seat), .. } if seat == SEARCH || seat == MARKET => None,
        Change::Moved { from: Place::Hand(seat), .. } if seat == SEARCH && card_hidden(change) => {
            None
        }
        Change::Drawn { card, to: Place::Hand(seat) } => {
            let (who, s) = holder(seat);
            Some(format!("{who} draw{s} {}.", named(card)))
        }
        // That a lot was not sold is told with it.
        Change::Moved { from: Place::Hand(seat), to: Place::Discard, .. } if seat == MARKET => None,
        Change::Moved { card, from: Place::Hand(seat), to: Place::Discard } => {
            let (who, _) = holder(seat);
            Some(format!("{who}: {} goes back to the pool.", named(card)))
        }
        // On the way from seat to seat a counter lies on the table for a moment; whose it was sees it go.
        Change::Moved { card, from: Place::Hand(seat), to: Place::Hand(table) }
            if table == SEARCH && seat == eye =>
        {
            Some(format!("You give away {}.", named(card)))
        }
        Change::Moved { to: Place::Hand(seat), .. } if seat == SEARCH => None,
        Change::Moved { card, from: Place::Hand(seat), to: Place::Hand(other) }
            if seat == SEARCH =>
        {
            let (who, s) = holder(other);
            Some(format!("{who} get{s} {}.", named(card)))
        }
        Change::Moved { card, from: Place::Hand(one), to: Place::Hand(other) } => {
            let ((one, s), (other, _)) = (holder(one), holder(other));
            let other = if other == "You" { "you".to_owned() } else { other };
            Some(format!("{one} give{s} {} to {other}.", named(card)))
        }
        Change::Drawn { .. } | Change::Moved { .. } => None,
    }
}

fn force(book: &Book, force: &Force) -> String {
    let seat = book.seat_title(&force.seat);
    match &force.leader {
        None if force.fleet => format!("A fleet of {seat} ({})", force.height.words()),
        Some(leader) => format!("{leader} ({seat}, {})", force.height.words()),
        None => format!("A force of {seat} ({})", force.height.words()),
    }
}

/// Sorts of units in words, alike ones together.
pub fn sorts(sorts: &[Sort]) -> String {
    kit::names::alike(sorts.iter().map(Sort::words))
}

/// Any event in a sentence, for the umpire.
pub fn whole(book: &Book, event: &Event) -> String {
    let place = |at: Space| book.atlas.name(at).to_owned();
    match event {
        Event::Order(event) => order(book, event),
        Event::Year(event) => court::year(book, event),
        Event::Court(event) => court::court(book, event),
        Event::Marker(event) => match event {
            MarkerEvent::Deck(Change::Shuffled { .. }) => "The pool is mixed.".to_owned(),
            MarkerEvent::Deck(change) => marker_moved(book, "", change).unwrap_or_default(),
            MarkerEvent::Played { seat, marker, at, on } => {
                let at = at.map(|at| format!(" at {}", place(at))).unwrap_or_default();
                let on = if on.is_empty() { String::new() } else { format!(", {on}") };
                format!("{} plays {marker}{at}{on}.", book.seat_title(seat))
            }
            MarkerEvent::GoBack { seat, count, why } => go_back(book, seat, *count, *why),
            MarkerEvent::Spied { seat, at, hand, counters, stacks } => {
                let what = match (at, hand) {
                    (Some(at), _) if stacks.is_empty() => format!("the units at {}", place(*at)),
                    (Some(at), _) => {
                        let of = |(power, all): (&String, &Vec<Sort>)| {
                            format!("{}: {}", book.title(power), sorts(all))
                        };
                        let all: Vec<String> = stacks.iter().map(of).collect();
                        format!("at {}: {}", place(*at), all.join("; "))
                    }
                    (None, Some(hand)) => {
                        let kinds: Vec<&str> = counters.iter().map(|one| kind_of(one)).collect();
                        format!("the hand of {}: {}", book.seat_title(hand), kinds.join(", "))
                    }
                    (None, None) => {
                        let kinds: Vec<&str> = counters.iter().map(|one| kind_of(one)).collect();
                        format!("the market: {}", kinds.join(", "))
                    }
                };
                format!("A Spy of {} sees {what}.", book.seat_title(seat))
            }
        },
        Event::Force(event) => forces(book, event),
        Event::War(event) => battle::sentence(book, event),
        Event::Sea(event) => sea::sentence(book, event),
    }
}

/// Why markers go back, in a sentence.
fn go_back(book: &Book, seat: &str, count: usize, why: Return) -> String {
    let who = book.seat_title(seat);
    let markers = if count == 1 { "1 marker goes" } else { &format!("{count} markers go") };
    match why {
        Return::HandFull => {
            let most = book.seats.hand;
            format!("{who} may hold {most} markers: {markers} back for what comes.")
        }
        Return::NotWon => format!("{who} did not win: {markers} back."),
        Return::Honours => format!("{who} played for the honours: {markers} back."),
        Return::Cancelled => format!("{who}: {markers} back, cancelled."),
    }
}

fn order(book: &Book, event: &OrderEvent) -> String {
    match event {
        OrderEvent::Ordered { power, by, .. } => format!("{}: {by}.", book.seat_title(power)),
        OrderEvent::Letter { from, to, .. } => {
            format!("{} writes to {}.", book.seat_title(from), book.seat_title(to))
        }
        OrderEvent::Ruled { power, topic, choice, .. } => {
            format!("The umpire decides for {}: {topic}: {choice}.", book.seat_title(power))
        }
        OrderEvent::Decreed { words, .. } => format!("The umpire's word: {words}."),
        OrderEvent::TakenUp { seat, entry } => {
            format!("{}: entry {entry} is taken up.", book.seat_title(seat))
        }
        OrderEvent::NotDone { seat, entry, step, why, .. } => {
            let step = if step.is_empty() { String::new() } else { format!(", {step}") };
            format!("{}, entry {entry}{step}: {}.", book.seat_title(seat), reason(*why))
        }
        OrderEvent::NotReached { seat, entry, .. } => {
            let title = book.seat_title(seat);
            format!("{title}, entry {entry}: what hangs on that is not done either.")
        }
        OrderEvent::Reacted { seat, reaction, whose, what, times, .. } => {
            let title = book.seat_title(seat);
            format!("{title}, reaction {reaction} of {whose}, `{what}`: {}.", times.told())
        }
    }
}

/// How the game ended, in a sentence.
pub fn outcome_words(book: &Book, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Continental { seat } => {
            format!("{} wins a continental victory.", book.seat_title(seat))
        }
        Outcome::Marginal { seat } => format!("{} wins a marginal victory.", book.seat_title(seat)),
        Outcome::Stalemate => "The game ends in a stalemate.".to_owned(),
        Outcome::Treaty => "All agree to peace: the game is drawn.".to_owned(),
    }
}

/// A force that was named before, on its way.
pub fn on_the_way(force: &Force) -> String {
    let what = if force.fleet { "The fleet" } else { "The force" };
    force.leader.clone().unwrap_or_else(|| what.to_owned())
}

fn forces(book: &Book, event: &ForceEvent) -> String {
    let place = |at: Space| book.atlas.name(at).to_owned();
    let title = |seat: &str| book.seat_title(seat);
    match event {
        ForceEvent::OperationBegan { number, force: one, at, paid, .. } => {
            let paid = if *paid { "paid" } else { "unpaid" };
            format!("{number}. {} at {}, {paid}", force(book, one), place(*at))
        }
        ForceEvent::Passed { seat, .. } => format!("{} passes.", title(seat)),
        ForceEvent::Moved { force: one, from, to } => {
            let who = on_the_way(one);
            Onward::March(who, vec![*from, *to]).words(book)
        }
        ForceEvent::Dropped { force: one, at } => {
            format!("{} stays at {}.", force(book, one), place(*at))
        }
        ForceEvent::Halted { at, why, .. } => {
            format!("It stops at {}: {}.", place(*at), halt(*why))
        }
        ForceEvent::Met { at, seats, stacks } => met(book, *at, seats, stacks),
        ForceEvent::AttritionChecked { seat, die, modifiers, share, losses, .. } => {
            let units = if *losses == 1 { "unit" } else { "units" };
            let die = format!("die {die}{}", modified(modifiers));
            format!("Attrition of {}: {die}, {share}%: {losses} {units} lost.", title(seat))
        }
        ForceEvent::Lost { seat, at, sort, why, .. } => {
            format!("{} loses {} at {} ({}).", title(seat), sort.words(), place(*at), cause(*why))
        }
        ForceEvent::Captured { seat, by, at, sort, .. } => {
            let (unit, at) = (sort.words(), place(*at));
            format!("{} takes {unit} of {} prisoner at {at}.", title(by), title(seat))
        }
        ForceEvent::WentOver { seat, by, at, sort, .. } => {
            let (unit, at) = (sort.words(), place(*at));
            format!("{unit} of {} goes over to {} at {at}.", title(seat), title(by))
        }
        ForceEvent::Released { seat, by, at, unit } => {
            let (unit, at) = (unit.words(), place(*at));
            format!("{} sets {unit} of {} free, who comes to {at}.", title(by), title(seat))
        }
        ForceEvent::LeaderSaved { leader, die, to, .. } => {
            format!("{leader} escapes to {} (die {die}).", place(*to))
        }
        ForceEvent::LeaderNotSaved { leader, die, .. } => {
            format!("{leader} does not escape (die {die}).")
        }
        ForceEvent::Raised { seat, at, unit, by } => {
            let (unit, by) = (unit.words(), brought(by));
            format!("{} raises {unit} at {}{by}.", title(seat), place(*at))
        }
        ForceEvent::LeaderCame { seat, leader, at, .. } => {
            format!("{leader} takes a command of {} at {}.", title(seat), place(*at))
        }
        ForceEvent::Promoted { seat, at, grade, by, .. } => {
            let by = brought(by);
            format!("A unit of {} at {} becomes {}{by}.", title(seat), place(*at), grade.word())
        }
        ForceEvent::PillageTried { seat, at, die, strength, works } => {
            let works = if *works { "it works" } else { "it fails" };
            let dice = format!("die {die} against {strength}, {works}");
            format!("{} tries to pillage {}: {dice}.", title(seat), place(*at))
        }
        ForceEvent::Pillaged { at, fieldworks, .. } => match fieldworks {
            true => format!("{} is pillaged, and its fieldworks are razed.", place(*at)),
            false => format!("{} is pillaged.", place(*at)),
        },
        ForceEvent::FieldworksLost { at } => format!("The fieldworks at {} are gone.", place(*at)),
    }
}

/// What brought a unit or a promotion, if not thaler.
fn brought(by: &str) -> String {
    match by {
        "" | "thaler" => String::new(),
        "card" => ", free by the card".to_owned(),
        "battle" => ", by winning the battle".to_owned(),
        by => format!(", by the {by}"),
    }
}

fn met(book: &Book, at: Space, seats: &[String], stacks: &BTreeMap<String, Vec<Sort>>) -> String {
    let title = |seat: &String| book.seat_title(seat);
    let names: Vec<String> = seats.iter().map(title).collect();
    let shown = stacks.iter().map(|(seat, all)| format!("{}: {}", title(seat), sorts(all)));
    let shown: Vec<String> = shown.collect();
    let shown = if shown.is_empty() { String::new() } else { format!(" {}.", shown.join("; ")) };
    format!("{} meet at {}.{shown}", names.join(" and "), book.atlas.name(at))
}

/// What was added to a die, in brackets.
fn modified(modifiers: &[Modifier]) -> String {
    let words: Vec<String> = modifiers.iter().map(Modifier::words).collect();
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
}

fn halt(why: Halt) -> &'static str {
    match why {
        Halt::Mountain => "mountains",
        Halt::OutOfPoints => "no points are left",
        Halt::BeforeOthers => "others stand before it",
        Halt::Met => "it met others",
        Halt::Border => "neutral land is before it",
        Halt::NoWay => "there is no way",
        Halt::Transit => "it has left the map and come back",
        Halt::Box => "it has come into an area off the map",
        Halt::Coast => "units went aboard or ashore without a port",
    }
}

/// Why a unit was lost, in words.
pub fn cause(why: Cause) -> &'static str {
    match why {
        Cause::Attrition => "attrition",
        Cause::Battle => "battle",
        Cause::Retreat => "retreat",
        Cause::Overrun => "overrun",
        Cause::Besieged => "besieged, no way to retreat",
        Cause::Hunger => "hunger",
        Cause::Unattended => "left alone",
        Cause::Demobilized => "demobilized",
        Cause::Evicted => "no fortress to go to",
        Cause::Event => "an event",
    }
}
