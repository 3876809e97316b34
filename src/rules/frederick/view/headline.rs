//! What mattered, in a few sentences.

use super::money;
use super::story::outcome_words;
use crate::book::Book;
use crate::position::Position;
use crate::record::event::{CourtEvent, Event, ForceEvent, WarEvent};
use crate::sight::Known;

/// The headline of a report.
pub fn headline(book: &Book, known: &Known) -> Vec<String> {
    if let Some(outcome) = &known.open.outcome {
        return vec![outcome_words(book, outcome)];
    }
    let mut lines = vec![];
    if known.began().is_none() {
        lines.push(format!("You lead {}.", book.seat_title(&known.power)));
    }
    for event in &known.events {
        match event {
            Event::Court(CourtEvent::InitiativeTaken { seat, paid, .. }) => {
                let who = if *seat == known.power {
                    "You go".into()
                } else {
                    format!("{} goes", book.seat_title(seat))
                };
                lines.push(format!("{who} first this year, for {paid} thaler."));
            }
            Event::War(WarEvent::Fought(battle))
                if [&battle.attacker.seat, &battle.defender.seat].contains(&&known.power) =>
            {
                let place = book.atlas.name(battle.at);
                lines.push(match &battle.winner {
                    Some(seat) if *seat == known.power => format!("You won at {place}."),
                    Some(_) => format!("You were beaten at {place}."),
                    None => format!("Nobody won at {place}."),
                });
            }
            Event::Court(_)
            | Event::War(_)
            | Event::Sea(_)
            | Event::Order(_)
            | Event::Year(_)
            | Event::Marker(_)
            | Event::Force(_) => {}
        }
    }
    let lost = known.events.iter().filter(
        |event| matches!(event, Event::Force(ForceEvent::Lost { seat, .. }) if *seat == known.power),
    );
    match lost.count() {
        0 => {}
        1 => lines.push("You lost one unit.".to_owned()),
        many => lines.push(format!("You lost {many} units.")),
    }
    let purse = money(known.open.purse(book, &known.power));
    let markers = known.markers.own.len();
    lines.push(format!("You have {purse} thaler and {markers} markers."));
    let tax = money(known.tax_held(book, &known.power));
    lines.push(format!("Your cities are worth {tax} thaler of tax."));
    lines
}
