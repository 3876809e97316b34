//! The season as the archive keeps it: what happened, and figures to follow.

use super::{TITLE, View, title, view};
use crate::book::Book;
use crate::record::force::{Force, Side, strength};
use crate::sight::Known;
use crate::theatre::Place;
use kit::annals::{Annals, Count, Kind, Line, Part, Subject};
use play::view::{Head, NOTHING};

/// Remembers the last season.
pub fn annals(book: &Book, known: &Known) -> Annals {
    let View { head, story, remarks, .. } = view(book, known);
    let Head { headline, orders, rulings, .. } = head;
    let plain = |text: String| Line { text, fight: None };
    let part = |heading: String, lines: Vec<String>| Part {
        heading,
        lines: lines.into_iter().map(plain).collect(),
    };
    let mut parts: Vec<Part> =
        story.into_iter().map(|chapter| part(chapter.heading, chapter.lines)).collect();
    parts.push(part("Orders that were not carried out as written".to_owned(), remarks));
    parts.retain(|part| !part.lines.is_empty());
    let orders = if orders == NOTHING { String::new() } else { orders };
    Annals { headline, orders, parts, rulings, counts: counts(book, known), fallen: vec![] }
}

/// Figures to follow: combat value on the map, supply, objectives.
fn counts(book: &Book, known: &Known) -> Vec<Count> {
    let campaign = known.state.campaign(book);
    let theatre = &campaign.theatre;
    let chief = crate::season::staff::has_purse(book, &known.power);
    let mut counts = vec![];
    for (side, whose) in [(Side::French, TITLE), (Side::Enemy, "the enemy")] {
        let on_map = |force: &&Force| {
            force.side() == side && matches!(theatre.place(force.id), Place::Area(_))
        };
        let supply = match side {
            Side::French => theatre.french_supply,
            Side::Enemy => theatre.enemy_supply,
        };
        let held = theatre.objectives(book, side).len();
        let figures = [
            ("combat value on the map", i64::from(strength(theatre.forces.iter().filter(on_map)))),
            ("supply points", i64::from(supply)),
            ("objectives", i64::try_from(held).unwrap_or(i64::MAX)),
        ];
        let count = |(what, number): (&str, i64)| Count {
            what: what.to_owned(),
            whose: whose.to_owned(),
            number,
        };
        let purse = |(what, _): &(&str, i64)| *what != "supply points" || chief;
        counts.extend(figures.into_iter().filter(purse).map(count));
    }
    counts
}

/// The power, the counters and the areas.
pub fn roster(book: &Book) -> Vec<Subject> {
    let counters = book.counters.iter().map(|counter| Subject::new(Kind::Force, &counter.name));
    let areas = book.map.areas.iter().map(|area| Subject::new(Kind::Place, &area.name));
    let power = |power: &String| Subject::power(power, &title(power));
    let powers: Vec<Subject> = book.powers().iter().map(power).collect();
    powers.into_iter().chain(counters).chain(areas).collect()
}
