//! The turn at a glance for the umpire, who sees all of it; every event in a sentence; and what he
//! should look at.

use super::story::Marches;
use super::{battle, story};
use crate::book::Book;
use crate::record::event::{Event, ForceEvent, OrderEvent, PublicEvent, Reason, WarEvent};
use play::SummaryLine;

/// Lines for the umpire, in the order of what happened, each with the number of its event.
pub fn lines(book: &Book, events: &[Event]) -> Vec<SummaryLine> {
    let mut lines = vec![];
    let mut marches = Marches::of(events);
    for (event, number) in events.iter().zip(1..) {
        let text = match event {
            Event::Force(ForceEvent::Moved { who, power, .. }) => marches.told(book, who, power),
            Event::Force(ForceEvent::Supplied { unfed, .. }) if unfed.is_empty() => None,
            Event::Public(PublicEvent::SeasonBegan { .. } | PublicEvent::SeasonEnded { .. })
            | Event::Order(OrderEvent::Letter { .. }) => None,
            Event::Order(_) | Event::Public(_) | Event::Force(_) | Event::War(_) => {
                Some(sentence(book, event))
            }
        };
        let first = matches!(
            event,
            Event::Order(
                OrderEvent::Ordered { .. } | OrderEvent::Worded { .. } | OrderEvent::Spent { .. }
            )
        );
        let text = text.map(|text| if first { text } else { format!("  {text}") });
        lines.extend(text.map(|text| SummaryLine { event: number, text }));
    }
    lines
}

/// One event in a sentence.
pub fn sentence(book: &Book, event: &Event) -> String {
    let told = match event {
        Event::Order(one) => order(book, one),
        Event::Public(one) => public(book, one),
        Event::Force(one) => force(book, one),
        Event::War(WarEvent::Fought(day)) => {
            let day = battle::day(book, day);
            let (who, whom) = (day.attacker.name, day.defender.name);
            Some(format!("{}: {who} against {whom}; {}: {}", day.title, day.sum, day.verdict))
        }
        Event::War(_) => None,
    };
    let told = told.or_else(|| story::published(book, event)).or_else(|| story::own(book, event));
    told.or_else(|| story::remark(book, event)).unwrap_or_default()
}

/// Orders, as the umpire is told of them; a remark tells the rest.
fn order(book: &Book, event: &OrderEvent) -> Option<String> {
    let title = |power: &str| book.title(power).to_owned();
    Some(match event {
        OrderEvent::Ordered { power, by, .. } if by == "nothing" => {
            format!("{}: no orders", title(power))
        }
        OrderEvent::Ordered { power, by, .. } => format!("{}: orders from {by}", title(power)),
        OrderEvent::Letter { from, to, .. } => {
            format!("a letter from {} to {}", title(from), title(to))
        }
        OrderEvent::Worded { power, text, answer, taken, .. } => {
            let answer = match answer {
                Some(answer) => story::answered(Some(answer), *taken),
                None => "for you to rule".to_owned(),
            };
            let text = text.trim().replace('\n', " ");
            format!("words of {}: \"{text}\": {answer}", title(power))
        }
        OrderEvent::Ruled { power, topic, choice, .. } => {
            format!("you chose for {}: {topic}: {choice}", title(power))
        }
        OrderEvent::Decreed { words, reason, told } => {
            format!("you ruled: {words} ({reason}); told to {}", told.join(", "))
        }
        OrderEvent::Spent { .. }
        | OrderEvent::Misread { .. }
        | OrderEvent::Understood { .. }
        | OrderEvent::NotDone { .. } => return None,
    })
}

/// What begins and ends, and the count; the rest is published.
fn public(book: &Book, event: &PublicEvent) -> Option<String> {
    let title = |power: &str| book.title(power).to_owned();
    Some(match event {
        PublicEvent::SeasonBegan { season } => format!("{season} begins"),
        PublicEvent::SeasonEnded { season, over: true } => {
            format!("{season} ends, and the scenario")
        }
        PublicEvent::SeasonEnded { season, over: false } => format!("{season} ends"),
        PublicEvent::Scored { points, winner } => {
            let points = points.iter().map(|(power, sum)| format!("{} {sum}", title(power)));
            let winner = winner
                .as_deref()
                .map_or("nobody wins".to_owned(), |power| format!("{} wins", title(power)));
            format!("points: {}; {winner}", points.collect::<Vec<_>>().join(", "))
        }
        PublicEvent::BattleEnded { .. }
        | PublicEvent::GeneralLost { .. }
        | PublicEvent::Captured { .. }
        | PublicEvent::Reverted { .. }
        | PublicEvent::Raided { .. }
        | PublicEvent::Chanced { .. }
        | PublicEvent::Reformed { .. }
        | PublicEvent::Submitted { .. } => return None,
    })
}

/// What a story tells as a part of something else; the rest has a sentence of its own there.
fn force(book: &Book, event: &ForceEvent) -> Option<String> {
    match event {
        ForceEvent::Moved { who, to, spent, .. } => {
            Some(format!("{who} marches to {} ({spent})", book.atlas.place(*to)))
        }
        ForceEvent::Supplied { power, fed, unfed } => {
            let all = format!("{}: {} in supply", book.title(power), fed.len());
            unfed.is_empty().then_some(all)
        }
        ForceEvent::Set { .. }
        | ForceEvent::Taken { .. }
        | ForceEvent::GeneralPlaced { .. }
        | ForceEvent::Placed { .. }
        | ForceEvent::Assigned { .. }
        | ForceEvent::Reshaped { .. }
        | ForceEvent::Halted { .. }
        | ForceEvent::ForceMarched { .. }
        | ForceEvent::Deployed { .. }
        | ForceEvent::DepotLost { .. }
        | ForceEvent::Starved { .. }
        | ForceEvent::Harried { .. } => None,
    }
}

/// What of a turn he should look at: orders that came to nothing, but for conditions.
pub fn odd(book: &Book, events: &[Event]) -> Vec<String> {
    let told = |event: &Event| match event {
        Event::Order(OrderEvent::NotDone { reason: Reason::NotSo | Reason::Stopped, .. }) => None,
        Event::Order(OrderEvent::NotDone { power, .. }) => {
            let told = story::remark(book, event).unwrap_or_default();
            Some(format!("{power}: {told}"))
        }
        Event::War(WarEvent::Surrendered { .. }) => story::own(book, event),
        Event::Order(_) | Event::Public(_) | Event::Force(_) | Event::War(_) => None,
    };
    events.iter().filter_map(told).collect()
}
