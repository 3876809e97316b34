//! Ships on paper: where an entry would bring a squadron, and for how many points (NIA §5.3).

use crate::book::Book;
use crate::orders::rehearsal::Plan;
use crate::orders::{Entry, is_for};
use crate::record::state::{Anchorage, Ship};
use crate::sea::route::{self, Chart};
use crate::sea::{squad, wake};
use crate::sight::known::Known;
use kit::ground::Space;
use sheet::{Diagnostic, Diagnostics};

/// A squadron as far as its author can tell.
#[derive(Debug, Clone)]
pub struct Sailing {
    pub ships: Vec<Ship>,
    pub at: Anchorage,
    /// The seas into which it can put out from there.
    pub shore: Vec<String>,
    pub spent: u32,
}

impl Sailing {
    /// The squadron that an entry means, where it is known to lie.
    pub fn of(book: &Book, known: &Known, entry: &Entry) -> Option<Self> {
        let squadron = wake::called(book, &known.squadrons, &known.power, &entry.who)?;
        let fleets = if entry.fleets.is_empty() { &squadron.fleets } else { &entry.fleets };
        let shore = squadron.shore(&book.atlas, fleets);
        let ships = fleets.iter().map(|fleet| Ship::new(&known.power, fleet)).collect();
        Some(Self { ships, at: squadron.at.clone(), shore, spent: 0 })
    }
}

/// What is to say about an entry of ships before its steps are told.
pub fn doubts(entry: &Entry, found: Option<&Sailing>, faults: &mut Diagnostics) {
    if found.is_none() {
        let text =
            format!("{} is not a squadron of yours now; the entry waits until it is", entry.who);
        faults.push(Diagnostic::remark("not-there", entry.head(), text));
    }
    let away = |fleet: &&String| {
        found.is_some_and(|found| !found.ships.iter().any(|ship| ship.fleet == **fleet))
    };
    if let Some(fleet) = entry.fleets.iter().find(away) {
        let text = format!("{fleet} does not lie with {} now", entry.who);
        faults.push(Diagnostic::remark("not-there", entry.head(), text));
    }
}

/// Whether a step is for the element of its entry, as a fault if not.
pub fn element(key: &str, at: &std::ops::Range<usize>, ships: bool) -> Option<Diagnostic> {
    let text = match (is_for(key, ships), ships) {
        (true, _) => return None,
        (false, true) => format!("ships do not `{key}`; that is a step for troops"),
        (false, false) => format!("troops do not `{key}`; that is a step for a `squadron:`"),
    };
    Some(Diagnostic::fault("other-element", at.clone(), text).rule("NIA §5.1.1"))
}

impl Plan<'_> {
    /// Sails to a sea or a harbour on paper; what it costs so far, or nothing if nobody can tell.
    pub fn sail(&mut self, goal: &str) -> Option<u32> {
        let sailing = self.ships.clone()?;
        if self.unsure {
            return None;
        }
        let book = self.book;
        let points = book.sea.points;
        let place: Option<Space> = book.atlas.code(goal).or_else(|| book.atlas.named(goal));
        let sea = book.atlas.sea(goal).map(|sea| sea.name.clone());
        let goals = match (&sea, place) {
            (Some(sea), _) => vec![sea.clone()],
            (None, Some(place)) => book.atlas.hex_seas(place),
            (None, None) => return None,
        };
        let chart = Chart {
            book,
            state: None,
            ships: &sailing.ships,
            power: &self.known.power,
            barred: None,
            shunned: route::known_foes(self.known),
            never: false,
            asks: true,
        };
        let Some((_, way)) = chart.between(&sailing.shore, &goals) else {
            self.remark("no-sea-way", format!("no way over the sea leads to {goal}"));
            self.unsure = true;
            return None;
        };
        let leaves = matches!(sailing.at, Anchorage::Harbour(_));
        let stays = sea.is_none() && place.map(Anchorage::Harbour).as_ref() == Some(&sailing.at);
        let mut cost = u32::try_from(way.len()).unwrap_or(u32::MAX) * points.area;
        cost += if leaves { points.leave } else { 0 };
        cost += if sea.is_none() { points.enter } else { 0 };
        let cost = if stays { 0 } else { cost };
        let spent = sailing.spent + cost;
        let most = squad::factor(book, &sailing.ships);
        if spent > most {
            let text = format!("this needs {spent} movement points, and ships have {most}");
            self.remark("too-few-points", text);
        }
        let at = match (sea, place) {
            (Some(sea), _) => Anchorage::Sea(sea),
            (None, Some(place)) => Anchorage::Harbour(place),
            (None, None) => sailing.at,
        };
        let shore = at.seas(&book.atlas).to_vec();
        self.ships = Some(Sailing { at, shore, spent, ships: sailing.ships });
        Some(spent)
    }
}
