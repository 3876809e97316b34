//! What can be found of a season, cut into passages, each with its place in the season's pages.

use super::chapter::Chapter;
use kit::annals::{Fight, Side};
use store::Passage;

/// Where the lines of a season, its letters and its sheets stand.
pub(super) const FRONT: &str = "index.html";
pub(super) const EVENTS: &str = "events.html";
pub(super) const ORDERS: &str = "orders.html";

/// Cuts a chapter into what can be found.
pub(super) fn passages(chapter: &Chapter) -> Vec<Passage> {
    let mut all = vec![];
    let mut put = |kind: &'static str, heading: &str, text: &str, place: String| {
        all.push(Passage { kind, heading: heading.to_owned(), text: text.to_owned(), place });
    };
    for line in &chapter.annals.headline {
        put("report", "In short", line, format!("{FRONT}#short"));
    }
    let (mut number, mut battle) = (0, 0);
    for part in &chapter.annals.parts {
        for line in &part.lines {
            number += 1;
            let place = format!("{FRONT}#line-{number}");
            match &line.fight {
                Some(fight) => {
                    battle += 1;
                    let text = format!("{}\n{}", line.text, told(fight));
                    put("battle", &fight.title, &text, format!("battle-{battle}.html"));
                }
                // The umpire finds each line among the events.
                None if chapter.chronicle.is_empty() => {
                    put("event", &part.heading, &line.text, place);
                }
                None => {}
            }
        }
    }
    for (number, line) in (1..).zip(&chapter.chronicle) {
        put("event", &format!("Event {number}"), line, format!("{EVENTS}#event-{number}"));
    }
    for (number, text) in (1..).zip(&chapter.annals.rulings) {
        put("ruling", "Ruling", text, format!("{FRONT}#ruling-{number}"));
    }
    for (number, text) in (1..).zip(&chapter.words) {
        put("words", "From the umpire", text, format!("{FRONT}#words-{number}"));
    }
    for (number, letter) in (1..).zip(&chapter.letters) {
        let heading = format!("Letter from {} to {}", letter.from, letter.to);
        put("letter", &heading, &letter.text, format!("{FRONT}#letter-{number}"));
    }
    for sheet in &chapter.sheets {
        let heading = format!("Orders of {}, revision {}", sheet.power, sheet.revision);
        let place = format!("{ORDERS}#{}-{}", sheet.power, sheet.revision);
        put("orders", &heading, &sheet.text, place);
    }
    all
}

/// A battle as it is searched: its title and its sums.
fn told(fight: &Fight) -> String {
    format!("{} ({})\n{}", fight.title, fight.rule, sums(fight).join("\n"))
}

/// The sums of a battle in a few lines.
pub(super) fn sums(fight: &Fight) -> Vec<String> {
    let side = |side: &Side| {
        let parts = [&side.strength, &side.sum, &side.result];
        let parts: Vec<&str> =
            parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        format!("{}: {}", side.name, parts.join("; "))
    };
    let sides = fight.sides.iter().map(side);
    sides.chain(fight.sums.iter().cloned()).chain([fight.verdict.clone()]).collect()
}
