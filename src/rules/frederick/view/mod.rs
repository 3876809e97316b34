//! The known, laid out as the sections of a report: names and sentences, no arithmetic left to do.
//!
//! One file a section; the templates of the same names loop and print.

#![deny(clippy::wildcard_enum_match_arm)]

pub mod annals;
pub mod battle;
pub mod became;
pub mod briefing;
pub mod chart;
pub mod court;
pub mod digest;
pub mod forces;
pub mod headline;
mod onward;
mod sea;
pub mod story;
pub mod table;

use crate::book::Book;
use crate::record::event::{Event, OrderEvent};
use crate::sight::Known;
use kit::ledger::{Shown, ruled_in_words};
use play::view::{Head, Letter, NOTHING};
use serde::Serialize;

/// A report's sections.
#[derive(Debug, Serialize)]
pub struct View {
    #[serde(flatten)]
    pub head: Head,
    /// What happened, operation by operation.
    pub story: Vec<story::Chapter>,
    /// Which entries were played, and what of the sheet was not carried out as written.
    pub remarks: Vec<String>,
    /// The treasuries of the seat, line by line.
    pub purse: Vec<String>,
    /// The hand: kind and number.
    pub hand: Vec<String>,
    /// A line for each seat.
    pub table: Vec<table::SeatLine>,
    pub minors: Vec<String>,
    pub forces: Vec<forces::ForceLine>,
    pub others: Vec<forces::OtherLine>,
    /// Those of them where something was seen to happen, and the others by owner.
    pub changed: Vec<forces::OtherLine>,
    pub as_before: Vec<forces::OtherGroup>,
    pub victory: Vec<String>,
}

/// Halves of a thaler as people write them: `6`, `6½`.
pub fn money(halves: u32) -> String {
    match (halves / 2, halves % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_owned(),
        (whole, _) => format!("{whole}½"),
    }
}

/// Lays out what a seat knows.
pub fn view(book: &Book, known: &Known) -> View {
    let began = known.began();
    let over = known.open.is_over();
    let orders = known.events.iter().find_map(|event| match event {
        Event::Order(OrderEvent::Ordered { power, by, .. }) if *power == known.power => {
            Some(by.clone())
        }
        Event::Order(_)
        | Event::Year(_)
        | Event::Court(_)
        | Event::Marker(_)
        | Event::Force(_)
        | Event::War(_)
        | Event::Sea(_) => None,
    });
    let forced = known.dice.iter().filter_map(Shown::forced_in_words);
    let head = Head {
        headline: headline::headline(book, known),
        orders: orders.unwrap_or_else(|| NOTHING.to_owned()),
        rulings: known.events.iter().filter_map(ruling).chain(forced).collect(),
        letters: known.events.iter().filter_map(|event| letter(book, event)).collect(),
        signs: if began.is_none() { crate::orders::primer::signs() } else { vec![] },
        ..Head::new(
            (&book.scenario.title, &known.power, &book.seat_title(&known.power)),
            (began, known.open.season),
            over,
        )
    };
    let others = forces::others(book, known);
    View {
        head,
        story: story::chapters(book, &known.power, &known.events),
        remarks: story::remarks(&known.power, &known.events),
        purse: table::purse(book, known),
        hand: table::hand(known),
        table: table::seats(book, known),
        minors: table::minors(book, known),
        forces: forces::forces(book, known),
        changed: others.iter().filter(|line| line.changed).cloned().collect(),
        as_before: forces::as_before(&others),
        others,
        victory: table::victory(book, known),
    }
}

fn ruling(event: &Event) -> Option<String> {
    let Event::Order(event) = event else { return None };
    match event {
        OrderEvent::Ruled { topic, choice, key, reason, .. } => {
            Some(ruled_in_words(key, (topic, choice), reason))
        }
        OrderEvent::Decreed { words, reason, .. } => Some(match reason.trim() {
            "" => words.clone(),
            reason => format!("{words} ({reason})"),
        }),
        OrderEvent::Ordered { .. }
        | OrderEvent::Letter { .. }
        | OrderEvent::TakenUp { .. }
        | OrderEvent::NotDone { .. }
        | OrderEvent::NotReached { .. }
        | OrderEvent::Reacted { .. } => None,
    }
}

fn letter(book: &Book, event: &Event) -> Option<Letter> {
    let Event::Order(OrderEvent::Letter { from, to, text }) = event else { return None };
    Some(Letter {
        from: book.seat_title(from),
        to: book.seat_title(to),
        text: text.trim_end().to_owned(),
    })
}
