//! The known, laid out as the sections of a report: names and sentences, no arithmetic left to do.
//!
//! One file a section; the templates of the same names loop and print.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod account;
pub mod annals;
pub mod battle;
pub mod became;
pub mod briefing;
pub mod chart;
pub mod chronicle;
mod conquest;
pub mod court;
pub mod digest;
pub mod forces;
pub mod headline;
pub mod money;
pub mod newspaper;
pub mod odd;
pub mod peace;
#[allow(clippy::wildcard_enum_match_arm, reason = "reasons on land and at sea are in two files")]
pub mod reasons;
pub mod remarks;
pub mod sea;
pub mod spending;
pub mod story;
pub mod telling;
pub mod turned;
pub mod victory;
pub mod war;

use super::book::withdrawal::Withdrawal;
use super::book::{Book, Fog};
use crate::book::scenario::Entry;
use crate::book::spelling::place;
use crate::orders::comers;
use crate::orders::rehearsal::calls::Calls;
use crate::orders::rehearsal::cards::in_hand;
use crate::record::exchange::Exchange;
use crate::record::state::Force;
use crate::season::places::legal;
use crate::season::replenishment;
use crate::season::withdrawals::Called;
use crate::sight::known::Known;
use crate::sight::news::{OrderNews, SeenEvent, SequenceNews};
use kit::calendar::Season;
use kit::ledger::{Shown, ruled_in_words};
use play::view::{Head, Letter};
use serde::Serialize;
use std::collections::BTreeSet;

/// A report's sections.
#[derive(Debug, Serialize)]
pub struct View {
    #[serde(flatten)]
    pub head: Head,
    /// Whether it was a cabinet, in which nobody marches.
    pub cabinet: bool,
    /// What came into the season's purses and went out.
    pub account: Option<account::Account>,
    pub markers: Vec<story::MarkerStory>,
    pub opening: Vec<story::Line>,
    pub closing: Vec<String>,
    /// What came before the first marker, as paragraphs.
    pub begins: Vec<String>,
    /// The rolls behind the accounts of battles.
    pub sums: telling::Sums,
    /// What became of each entry of the sheet.
    pub remarks: Vec<remarks::Remark>,
    /// The entries that were played as written, in a line.
    pub done: String,
    /// The others, those with which it went alike in one line.
    pub not_done: Vec<String>,
    /// What was asked of each reaction, and what it said.
    pub reactions: Vec<remarks::Remark>,
    /// The same, a line for each reaction of the sheet.
    pub reactions_told: Vec<String>,
    pub forces: Vec<forces::ForceLine>,
    pub allies: Vec<forces::ForceLine>,
    pub enemies: Vec<forces::EnemyLine>,
    pub squadrons: Vec<forces::SquadronLine>,
    pub sails: Vec<forces::SquadronLine>,
    /// All of them in lines, what is alike in one.
    #[serde(flatten)]
    pub in_lines: forces::InLines,
    /// The cards of the hand, each with what it does and how it is played.
    pub cards: Vec<String>,
    pub victory: Option<victory::Victory>,
    /// Whom the minor countries follow.
    pub countries: Vec<court::Line>,
    /// How much of the map lies open, in a sentence.
    pub fog: &'static str,
    /// What arrives in the season to come.
    pub coming: Vec<String>,
    /// Who is called away in it.
    pub leaving: Vec<String>,
    pub pool: Vec<String>,
    /// The season of those who come and go: spring, while its cabinet is open.
    pub arrivals_in: String,
    pub special_rules: Vec<String>,
}

/// The leaders of the pool who may be called to troops: not those whom the scenario brings later.
fn waiting(book: &Book, pool: &BTreeSet<String>, season: Season) -> Vec<String> {
    let waits = |leader: &&String| !book.scenario.is_awaited(leader, season);
    pool.iter().filter(waits).cloned().collect()
}

/// Whether the scenario is over.
fn is_over(season: &[SeenEvent]) -> bool {
    let ends = |seen_event: &SeenEvent| {
        matches!(seen_event, SeenEvent::Sequence(SequenceNews::Ended { scenario_over: true, .. }))
    };
    season.iter().any(ends)
}

/// Lays out what a power knows.
pub fn view(book: &Book, known: &Known) -> View {
    let told = story::tell(book, known);
    let began = known.seen_events.iter().find_map(SeenEvent::begins);
    let cabinet = began.is_some_and(Exchange::is_cabinet);
    let account = account::account(book, known);
    let fed = forces::fed(book, known);
    let headline = match account.as_ref().filter(|_| cabinet) {
        Some(account) => account::headline(account),
        None => headline::headline(book, known, &fed),
    };
    let over = is_over(&known.seen_events);
    let own = known.ours.values().filter(|force| force.power == known.power);
    let orders = || known.seen_events.iter().filter_map(SeenEvent::order);
    let letter = |news: &OrderNews| {
        let OrderNews::Letter { from, to, text } = news else { return None };
        let title = |power: &str| book.people.title(power).to_owned();
        Some(Letter { from: title(from), to: title(to), text: text.clone() })
    };
    // Whoever sees a die that the umpire has forced sees that too.
    let forced = known.dice.iter().filter_map(Shown::forced_in_words);
    let title = book.people.title(&known.power);
    let head = Head {
        headline,
        orders: told.orders,
        rulings: orders().filter_map(ruling).chain(forced).collect(),
        letters: orders().filter_map(letter).collect(),
        signs: match began {
            None => crate::orders::primer::signs(book, known),
            Some(_) => vec![],
        },
        ..Head::new((&book.scenario.title, &known.power, title), (began, known.exchange()), over)
    };
    let (forces, allies) = (forces::own(book, own, &fed), forces::allies(book, known));
    let enemies = forces::enemies(book, known);
    let (squadrons, sails) = (forces::squadrons(book, known), forces::sails(book, known));
    let in_lines = forces::InLines::of((&forces, &allies), &enemies, (&squadrons, &sails));
    let (remarks, hand) = (remarks::remarks(book, known), known.hand(book));
    let reactions = remarks::reactions(book, &known.seen_events);
    View {
        head,
        cabinet,
        account,
        markers: told.markers,
        opening: told.opening,
        closing: told.closing,
        begins: told.begins,
        sums: told.sums,
        done: remarks::done(&remarks),
        not_done: remarks::not_done(&remarks),
        remarks,
        reactions_told: remarks::reactions_told(&reactions),
        reactions,
        forces,
        allies,
        enemies,
        squadrons,
        sails,
        in_lines,
        cards: in_hand((book, known), (&known.power, &hand), true),
        victory: victory::victory(book, known),
        countries: court::countries(book, known),
        fog: fog(book),
        coming: coming(book, known),
        leaving: leaving(book, known),
        pool: waiting(book, &known.pool, known.season),
        arrivals_in: known.season.to_string(),
        special_rules: book.scenario.special.iter().map(|special| special.text.clone()).collect(),
    }
}

/// What the umpire decided, in words.
fn ruling(news: &OrderNews) -> Option<String> {
    match news {
        OrderNews::Ruled { topic, choice, key, reason } => {
            Some(ruled_in_words(key, (topic, choice), reason))
        }
        OrderNews::Decreed { words, reason } => Some(format!("{words} ({reason})")),
        OrderNews::Ordered { .. }
        | OrderNews::TakenUp { .. }
        | OrderNews::Letter { .. }
        | OrderNews::Waited { .. }
        | OrderNews::NotDone { .. }
        | OrderNews::NotReached { .. }
        | OrderNews::Reacted { .. } => None,
    }
}

fn fog(book: &Book) -> &'static str {
    match book.fog {
        Fog::Rules => {
            "Where each stack stands and who leads it; what is in it, a battle shows (§1.3)."
        }
        Fog::Contact => {
            "Who is near our forces, towns and ships is in sight; the rest is told as it was last \
             seen. What is in a stack, a battle shows (§1.3)."
        }
    }
}

/// Who comes when the season begins: with whom and what, where, and by what name orders call them.
fn coming(book: &Book, known: &Known) -> Vec<String> {
    let comers = comers::comers(book, known, None);
    let mut told: Vec<String> =
        comers.iter().map(|(entry, force)| comer(book, entry, force)).collect();
    let alone = |entry: &&Entry| !comers.iter().any(|(one, _)| one.key == entry.key);
    for entry in comers::due(book, known).filter(alone) {
        if !entry.steps.is_empty() {
            let words = replenishment::words(book, known, entry, &[]);
            told.push(format!(
                "{}: {words}; they fill reduced infantry that a line of supply reaches, of armies first, and `set-up: {{{}: \
                 {{leaders: [NAME, ...]}}}}` says to whom each goes",
                entry.key, entry.key
            ));
            continue;
        }
        let (_, at) = legal(book, entry);
        let at = at.map(|at| format!(": at {}", place(book, at))).unwrap_or_default();
        told.push(format!("{}{at}{}", entry.key, elsewhere(entry)));
    }
    told
}

fn comer(book: &Book, entry: &Entry, force: &Force) -> String {
    let name = force.name(&book.atlas, &book.units);
    let mut parts = vec![];
    parts.extend(force.army.clone().filter(|army| *army != name));
    parts.extend(
        force
            .leaders
            .get(1..)
            .filter(|under| !under.is_empty())
            .map(|under| format!("under them {}", under.join(", "))),
    );
    if !force.units.is_empty() {
        parts.push(forces::units(book, force));
    }
    for (count, what) in
        [(force.trains, "train"), (force.engineers, "engineer"), (force.depots, "depot")]
    {
        match count {
            0 => {}
            1 => parts.push(format!("1 {what}")),
            many => parts.push(format!("{many} {what}s")),
        }
    }
    let with = parts.join("; ");
    let at = place(book, force.at);
    format!("{name}: {with}; at {at}{}", elsewhere(entry))
}

fn elsewhere(entry: &Entry) -> String {
    match entry.at.is_open() {
        true => format!(", or where `set-up: {{{}: PLACE}}` puts it", entry.key),
        false => String::new(),
    }
}

/// Who is called away in the season to come, and from where as things stand.
fn leaving(book: &Book, known: &Known) -> Vec<String> {
    let calls = Calls { book, known };
    let from = |Called { left, units }: &Called| {
        let units: Vec<String> = units.iter().map(|unit| book.units.write(unit)).collect();
        let who = left.name(&book.atlas, &book.units);
        format!("; as things stand {} of {who} at {}", units.join(", "), place(book, left.at))
    };
    let tell = |at_the_end| {
        let when = if at_the_end { "when it is over" } else { "when it begins" };
        let line = move |(line, called): (&Withdrawal, Vec<Called>)| {
            let place = |leader: &String| calls.in_their_place(leader);
            let places: Vec<String> = line.leaders.iter().filter_map(place).collect();
            let called: Vec<String> = called.iter().map(from).collect();
            format!("{}, {when}{}{}", line.words(), places.concat(), called.concat())
        };
        comers::leaving(book, known, at_the_end).into_iter().map(line)
    };
    tell(false).chain(tell(true)).collect()
}
