//! What the form says of the diplomatic phase: for whom a power may try, and what two dice need with and without
//! bribes (NIA §11.2).

use crate::book::Book;
use crate::money::lines::LineKind;
use crate::orders::conquest_form;
use crate::politics::conquest::winter;
use crate::politics::diplomacy;
use crate::politics::influence::{self, Attempt, Court, Shifts};
use crate::politics::lines::{ANNEX, CEDE, POLITICS, REINSTATE, TAKE, UNITE};
use crate::position::Position;
use crate::record::exchange::Exchange;
use sheet::frame::comment;
use sheet::keys::Kind;
use std::collections::BTreeMap;

/// The lines of the form, if there is a phase in this exchange of mail and the power has attempts.
pub fn lists(
    book: &Book,
    at: &dyn Position,
    (power, exchange): (&str, Exchange),
    line: &mut impl FnMut(&str),
) {
    let tries = influence::triers(book, at.common().relations).iter().any(|one| one == power);
    if !diplomacy::is_played_in(book, exchange) {
        return;
    }
    let conquests = conquest_form::open_to(book, at, power, exchange);
    if !tries && conquests.told.is_empty() {
        return;
    }
    line("#");
    let attempts = if tries { open_to(book, at, power) } else { vec![] };
    for told in attempts.iter().chain(&conquests.told) {
        comment(told, line);
    }
    let winter = winter::bar(exchange).is_none() && !conquests.told.is_empty();
    let is_offered = |line: &&&LineKind| {
        let is = |lines: &[&LineKind]| lines.iter().any(|one| one.kind.key == line.kind.key);
        if is(&[&ANNEX, &REINSTATE, &TAKE, &UNITE]) {
            winter
        } else if is(&[&CEDE]) {
            conquests.cedes
        } else {
            tries
        }
    };
    let kinds: Vec<&Kind> = POLITICS.iter().filter(is_offered).map(|line| &line.kind).collect();
    sheet::guide::shapes(&kinds).iter().for_each(|shape| comment(shape, line));
    line("# politics:");
    if tries {
        line("# - influence: {on: COUNTRY OR POWER, bribe: 2}");
    }
}

/// For whom a power may try, in sentences: first the minor countries, then the powers.
pub fn open_to(book: &Book, at: &dyn Position, power: &str) -> Vec<String> {
    let shifts = Shifts::default();
    let court = Court { book, at, shifts: &shifts };
    let (powers, countries): (Vec<&str>, Vec<&str>) =
        court.open_to(power).into_iter().partition(|on| book.people.is_major(on));
    let mut told = vec![];
    for (list, who) in [(countries, "minor countries"), (powers, "powers that nobody plays")] {
        let Some(first) = list.first() else { continue };
        let each = influence::price_of_bonus(book, first);
        let price = influence::price(book, first, false);
        let most = if each == 0 { 0 } else { book.track.most_bonus() };
        let sums = |base: i32, sign: &str| {
            let sums = (0..=most).map(|bonus| format!("{sign}{}", base + bonus * each));
            sums.collect::<Vec<_>>().join("/")
        };
        let in_all = match price {
            0 => String::new(),
            price => format!(", {} in all", sums(price, "£")),
        };
        let needs = |on: &str| {
            let each = (0..=most).map(|bonus| {
                let (modifiers, all) = court.modifiers(&Attempt { by: power, on, bonus });
                let doubt = if all { "" } else { "?" };
                format!("{}{doubt}", court.needed(&modifiers))
            });
            each.collect::<Vec<_>>().join("/")
        };
        let mut alike: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for on in &list {
            alike.entry(needs(on)).or_default().push(book.people.title(on));
        }
        let mut alike: Vec<(String, Vec<&str>)> = alike.into_iter().collect();
        let easiest = |needs: &str| needs.split(['/', '?']).next()?.parse::<i32>().ok();
        alike.sort_by_key(|(needs, _)| easiest(needs));
        let all: Vec<String> =
            alike.iter().map(|(needs, who)| format!("{needs} for {}", who.join(", "))).collect();
        let by = match most {
            0 => String::new(),
            _ => format!(" with `bribe:` {}{in_all}", sums(0, "")),
        };
        let doubt = if all.iter().any(|one| one.contains('?')) {
            &*format!(" (?: and {})", court.not_known(first))
        } else {
            ""
        };
        told.push(format!(
            "You may try for {who}; what two dice need{by}{doubt}: {} (NIA §11.2).",
            all.join("; ")
        ));
    }
    if told.is_empty() {
        told.push("You may try for nobody now (NIA §11.2).".to_owned());
    }
    told
}
