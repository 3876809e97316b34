//! What became of orders that were not carried out as they were written, in sentences.

use super::{politics, reasons};
use crate::book::Book;
use crate::orders::causes::{BUDGET, POLITICS};
use crate::record::event::{Event, OrderEvent, Taken};

/// What became of orders that were not carried out as written.
pub fn remark(book: &Book, event: &Event) -> Option<String> {
    let event = match event {
        Event::Order(event) => event,
        Event::Council(event) => return politics::remark(book, event),
        Event::Public(_) | Event::Force(_) | Event::War(_) | Event::Money(_) | Event::Sea(_) => {
            return None;
        }
    };
    Some(match event {
        OrderEvent::NotDone { entry, step, order, who, reason, failed, .. } => {
            let (why, rule) = (reasons::sentence(book, reason), reasons::rule(reason));
            let who = book.given(who);
            let parts = failed.as_ref().map(|failed| format!(": {}", failed.told()));
            let parts = parts.unwrap_or_default();
            let place = match (entry, step) {
                (Some(BUDGET), Some(line)) => {
                    return Some(format!(
                        "budget, line {line}, {who} is not bought: {why} ({rule})"
                    ));
                }
                (Some(POLITICS), Some(line)) => {
                    return Some(format!("politics, line {line}, {order}: {why} ({rule})"));
                }
                (Some(number), _) => format!("entry {number}, "),
                (None, _) => String::new(),
            };
            format!("{place}{who}, {order}: {why}{parts} ({rule})")
        }
        OrderEvent::Decreed { words, reason, .. } => {
            format!("the umpire rules: {words} ({reason})")
        }
        OrderEvent::Misread { who, entry, die, .. } => {
            let what = if *die == 1 { "came too late" } else { "was misread" };
            let who = book.given(who);
            format!("entry {entry}, {who}: the order {what}, die {die} (K05 §2)")
        }
        OrderEvent::Understood { who, entry, die, .. } => {
            let who = book.given(who);
            format!("entry {entry}, {who}: the order was understood, die {die} (K05 §2)")
        }
        OrderEvent::Worded { text, answer, taken, .. } => {
            let text = text.trim().replace('\n', " ");
            format!("your words \"{text}\": {}", answered(answer.as_deref(), *taken))
        }
        OrderEvent::CutShort { who, entry, step, halt, .. } => {
            let (who, why) = (book.given(who), reasons::halt(book, halt));
            format!("entry {entry}, {who}, step {step} is cut short: {why}")
        }
        OrderEvent::Ordered { .. }
        | OrderEvent::Letter { .. }
        | OrderEvent::Ruled { .. }
        | OrderEvent::NotAsked { .. }
        | OrderEvent::Spent { .. } => return None,
    })
}

/// What the umpire answered to words, and whether anything of it was played.
pub fn answered(answer: Option<&str>, taken: Option<Taken>) -> String {
    match (answer.map(str::trim), taken) {
        (None, _) => "no ruling on them, and nothing was done".to_owned(),
        (Some(answer), None) => format!("the umpire rules: {answer}"),
        (Some(answer), Some(Taken::Told)) => {
            format!("the umpire answers, and nothing of it is played: {answer}")
        }
        (Some(answer), Some(Taken::Orders { step })) => {
            format!("the umpire orders, played before step {step} (§8): {answer}")
        }
    }
}
