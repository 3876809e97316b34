//! What the storm of a fortress needs; the receipt of the order and the report both ask here (FRW §18.3, §19.4).

use super::choice::{self, Side};
use super::host::Site;
use super::result;
use crate::book::Book;
use crate::book::tables::{Combat, Verdict};
use crate::record::unit::{Sort, Unit};
use kit::ground::Space;

/// A storm as its owner can reckon it: against those who are known, who lay no markers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Storm {
    /// The column of the table.
    pub band: String,
    /// On which faces of the die the fortress falls.
    pub faces: Vec<u8>,
    /// How many counters of its own it lays for that.
    pub markers: usize,
}

/// Those who storm, the counters of their hand and how many of them they may lay.
pub struct Stormers<'a> {
    pub seat: &'a str,
    pub units: &'a [&'a Unit],
    pub hand: &'a [String],
    pub most: usize,
}

/// What a storm comes to, with the fewest markers that reach the best column (§18.3).
pub fn expected(
    book: &Book,
    stormers: &Stormers<'_>,
    garrison: &[Sort],
    (at, fieldworks): (Space, bool),
) -> Storm {
    let Stormers { seat, units, hand, most } = *stormers;
    let site = Site::of(book, at, fieldworks, true);
    let garrison: Vec<Unit> =
        garrison.iter().enumerate().map(|(nth, sort)| seen(sort, nth, at)).collect();
    let theirs: Vec<&Unit> = garrison.iter().collect();
    let ids = units.iter().map(|unit| unit.id.clone()).collect();
    let side = Side::of(seat.to_owned(), ids, true);
    let sets = choice::sets(book, &side, hand, site, most);
    let set = choice::best(book, &side, (units, &theirs), site, &sets);
    let column = choice::column(book, &side, units, &theirs, (site, &set));
    let band = book.tables.combat.band(column).to_owned();
    let faces = faces(book, at, column, (units.len(), theirs.len()));
    Storm { band, faces, markers: set.len() }
}

/// A unit that was seen.
fn seen(sort: &Sort, nth: usize, at: Space) -> Unit {
    let Sort { power, kind, grade, leader } = sort.clone();
    let id = leader.unwrap_or_else(|| nth.to_string());
    Unit { id, power, kind, grade, at, aboard: None, raised: 0, owner: None }
}

/// The least strength, in per cent of those inside, at which a fortress with so many units in it can fall.
pub fn least(book: &Book, at: Space, defenders: usize) -> Option<u32> {
    let falls = |per_cent: &u32| {
        let column = book.tables.combat.column(*per_cent);
        !faces(book, at, column, (MANY, defenders)).is_empty()
    };
    (0..=Combat::per_cent(1, 0)).find(falls)
}

/// More than a bloodbath takes.
const MANY: usize = 2;

/// On which faces of the die a fortress falls, by how many storm it and how many are inside, in a column of the
/// table. In a bloodbath nobody wins, but it falls if the last unit inside is lost and a stormer is left.
pub fn faces(
    book: &Book,
    at: Space,
    column: usize,
    (attackers, defenders): (usize, usize),
) -> Vec<u8> {
    let is_left = result::half(attackers) < attackers && result::half(defenders) == defenders;
    let site = Site::of(book, at, false, true);
    let falls = |die: &u8| {
        let verdict = book.tables.combat.read(column, *die);
        let wins = result::attacker_wins(verdict, defenders, site) == Some(true);
        wins || verdict == Verdict::BB && is_left
    };
    (1..=6).filter(falls).collect()
}

/// Faces of the die in words.
pub fn on_a_die(faces: &[u8]) -> String {
    let runs_on = faces.windows(2).all(|pair| pair[0] + 1 == pair[1]) && faces.last() == Some(&6);
    match faces {
        [] => "on no die".to_owned(),
        [1, ..] if runs_on => "on any die".to_owned(),
        [one] => format!("on a die of {one}"),
        [least, ..] if runs_on => format!("on a die of {least} or more"),
        [some @ .., last] => {
            let some: Vec<String> = some.iter().map(ToString::to_string).collect();
            format!("on a die of {} or {last}", some.join(", "))
        }
    }
}
