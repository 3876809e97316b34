//! The turn at a glance for the umpire, who sees all of it; every event in a sentence; and what he
//! should look at.

use super::story::Marches;
use super::{battle, story};
use crate::book::Book;
use crate::record::event::{Event, Reason};
use play::SummaryLine;

/// Lines for the umpire, in the order of what happened, each with the number of its event.
pub fn lines(book: &Book, events: &[Event]) -> Vec<SummaryLine> {
    let mut lines = vec![];
    let mut marches = Marches::of(events);
    for (event, number) in events.iter().zip(1..) {
        let text = match event {
            Event::Moved { who, power, .. } => {
                marches.told(book, who, power).map(|told| format!("  {told}"))
            }
            Event::Supplied { unfed, .. } if unfed.is_empty() => None,
            Event::SeasonBegan { .. } | Event::SeasonEnded { .. } | Event::Letter { .. } => None,
            Event::Ordered { .. } | Event::Worded { .. } | Event::Spent { .. } => {
                Some(sentence(book, event))
            }
            _ => Some(format!("  {}", sentence(book, event))),
        };
        lines.extend(text.map(|text| SummaryLine { event: number, text }));
    }
    lines
}

/// One event in a sentence.
pub fn sentence(book: &Book, event: &Event) -> String {
    let title = |power: &str| book.title(power).to_owned();
    match event {
        Event::SeasonBegan { season } => format!("{season} begins"),
        Event::SeasonEnded { season, over: true } => format!("{season} ends, and the scenario"),
        Event::SeasonEnded { season, over: false } => format!("{season} ends"),
        Event::Ordered { power, by, .. } => format!("{}: orders from {by}", title(power)),
        Event::Letter { from, to, .. } => {
            format!("a letter from {} to {}", title(from), title(to))
        }
        Event::Worded { power, text, answer, taken, .. } => {
            let answer = match answer {
                Some(answer) => story::answered(Some(answer), *taken),
                None => "for you to rule".to_owned(),
            };
            let text = text.trim().replace('\n', " ");
            format!("words of {}: \"{text}\": {answer}", title(power))
        }
        Event::Ruled { power, topic, choice, .. } => {
            format!("you chose for {}: {topic}: {choice}", title(power))
        }
        Event::Decreed { words, reason, told } => {
            format!("you ruled: {words} ({reason}); told to {}", told.join(", "))
        }
        Event::Set { power, to, .. } => {
            format!("a force of {} is set at {}", title(power), book.atlas.place(*to))
        }
        Event::Taken { power, lost } => format!("{} loses {}", title(power), story::lost(lost)),
        Event::Moved { who, to, spent, .. } => {
            format!("{who} marches to {} ({spent})", book.atlas.place(*to))
        }
        Event::Supplied { power, fed, .. } => {
            let told = story::own(book, event);
            told.unwrap_or_else(|| format!("{}: {} in supply", title(power), fed.len()))
        }
        Event::Scored { points, winner } => {
            let points = points.iter().map(|(power, sum)| format!("{} {sum}", title(power)));
            let winner = winner
                .as_deref()
                .map_or("nobody wins".to_owned(), |power| format!("{} wins", title(power)));
            format!("points: {}; {winner}", points.collect::<Vec<_>>().join(", "))
        }
        Event::Fought(_) => {
            let day = battle::day(book, event).expect("this is a day of battle");
            let (who, whom) = (day.attacker.name, day.defender.name);
            format!("{}: {who} against {whom}; {}: {}", day.title, day.sum, day.verdict)
        }
        _ => {
            let told = story::published(book, event).or_else(|| story::own(book, event));
            told.or_else(|| story::remark(book, event)).unwrap_or_default()
        }
    }
}

/// What of a turn he should look at: orders that came to nothing, but for conditions.
pub fn odd(book: &Book, events: &[Event]) -> Vec<String> {
    let told = |event: &Event| match event {
        Event::NotDone { reason: Reason::NotSo | Reason::Stopped, .. } => None,
        Event::NotDone { power, .. } => {
            let told = story::remark(book, event).unwrap_or_default();
            Some(format!("{power}: {told}"))
        }
        Event::Surrendered { .. } => story::own(book, event),
        _ => None,
    };
    events.iter().filter_map(told).collect()
}
