//! The words of the game: places, leaders, forces, units, powers and markers.
//!
//! All of it comes from the book and from what the author knows.

use super::keys::OF_OPERATIONS;
use super::lost::{LostWord, WITH};
use super::units::UnitWord;
use crate::book::Book;
use crate::book::cards::Sort;
use crate::book::troops::Kind;
use crate::court::keys::COURT;
use crate::sight::Known;
use kit::names::{nearest, plain};
use sheet::frame::POWER;
use sheet::vocabulary::{Found, Noun, Vocabulary};

pub const PLACE: Noun = Noun {
    name: "place",
    doc: "a city, a town, another named square, a number such as `8M`, or an area off the map \
          such as `Britain box`",
};
/// Where a fleet sails.
pub const HAVEN: Noun = Noun {
    name: "place or sea",
    doc: "a place on the coast, a square such as `2C`, an area off the map with a port, or a sea such as \
          `Baltic`",
};
/// Who operates.
pub const FORCE: Noun = Noun {
    name: "force",
    doc: "a leader of yours, a place where units of yours stand, or `fleet at` a place",
};
/// What is attacked.
pub const TARGET: Noun = Noun { name: "place or leader", doc: "a place, or a leader of others" };
/// Units of one's own.
pub const UNIT: Noun = Noun {
    name: "unit",
    doc: "units such as `infantry`, which is one, `2 veteran infantry`, `best cavalry`, `light troops`, which \
          are all of them, `all`, or a leader",
};
/// Units of one's own that are lost first.
pub const LOST: Noun = Noun {
    name: "unit",
    doc: "units such as `recruit infantry`, a leader, or a fleet by what it carries: `empty fleet`, \
          `fleet with George II`",
};
/// Prisoners of a deal.
pub const CAPTIVE: Noun =
    Noun { name: "prisoner", doc: "units such as `2 veteran infantry` or `all`, or a leader" };
/// For whom a reaction is.
pub const WHO: Noun =
    Noun { name: "leader or any", doc: "a leader of yours, a place, `fleet`, or `any`" };
/// A treasury of one's own.
pub const MAJOR: Noun = Noun { name: "treasury", doc: "a major power of yours" };
/// Any power.
pub const NATION: Noun = Noun { name: "nation", doc: "a major or minor power, such as `saxony`" };
/// A kind of marker.
pub const MARKER: Noun = Noun { name: "marker", doc: "a marker, such as `Countermarch`" };
/// A battle marker, or a word for several.
pub const BATTLE_MARKER: Noun =
    Noun { name: "battle marker", doc: "a battle marker such as `Charge`, or `best`, or `none`" };
/// A leader of anybody.
pub const LEADER: Noun = Noun { name: "leader", doc: "a leader of anybody" };
/// Who can stand somewhere in a condition.
pub const STANDING: Noun = Noun { name: "leader", doc: "`enemy`, or a leader of anybody" };

/// Any units of others, in a condition.
pub const ENEMY: &str = "enemy";
/// The words for whom a reaction is besides leaders and places.
pub const ANY: &str = "any";
pub const FLEET: &str = "fleet";
/// The word of `met:` for who fights others whom they meet.
pub const FIGHT: &str = "fight";

/// How the fleets of a place are written as a force.
const FLEET_AT: &str = "fleet at ";

/// The fleets of a place as a force: `fleet at Toulon`.
pub fn fleet_at(place: &str) -> String {
    format!("{FLEET_AT}{place}")
}

/// The place whose fleets are meant, if fleets are.
pub fn fleet_place(written: &str) -> Option<&str> {
    let head = written.get(..FLEET_AT.len())?;
    head.eq_ignore_ascii_case(FLEET_AT).then(|| written[FLEET_AT.len()..].trim())
}

/// The names that one author may use.
pub struct Words<'a> {
    pub book: &'a Book,
    pub known: &'a Known,
}

impl Vocabulary for Words<'_> {
    fn is_later(&self, key: &str) -> bool {
        let (is_court, mut court) = (self.known.open.season.is_court(), COURT.iter());
        match is_court {
            true => OF_OPERATIONS.iter().any(|field| field.key == key),
            false => court.any(|field| field.key == key),
        }
    }

    fn find(&self, noun: &Noun, written: &str) -> Found {
        let written = &*self.book.other_names.own(written.trim());
        match noun {
            n if *n == PLACE => self.place(written),
            n if *n == HAVEN => self.haven(written),
            n if *n == FORCE => self.force_or_fleet(written),
            n if *n == TARGET => self.target(written),
            n if *n == UNIT => self.unit(written),
            n if *n == LOST => self.lost(written),
            n if *n == CAPTIVE => match UnitWord::read(written) {
                Some(word) => Found::One(word.to_string()),
                None => self.leader(written),
            },
            n if *n == WHO => match [ANY, FLEET].iter().find(|word| **word == plain(written)) {
                Some(word) => Found::One((*word).to_owned()),
                None => self.force(written),
            },
            n if *n == MAJOR => self.major(written),
            n if *n == NATION => self.nation(written),
            n if *n == MARKER => self.marker(written),
            n if *n == BATTLE_MARKER => self.battle_marker(written),
            n if *n == LEADER => self.leader(written),
            n if *n == STANDING && plain(written) == ENEMY => Found::One(ENEMY.to_owned()),
            n if *n == STANDING => self.leader(written),
            n if *n == POWER => self.seat(written),
            _ => Found::Nobody { nearest: None },
        }
    }
}

fn among<'n>(written: &str, names: impl IntoIterator<Item = &'n str> + Clone) -> Found {
    let wanted = plain(written);
    if let Some(name) = names.clone().into_iter().find(|name| plain(name) == wanted) {
        return Found::One(name.to_owned());
    }
    let namesakes = names.clone().into_iter().filter(|name| plain(without_number(name)) == wanted);
    let namesakes: Vec<String> = namesakes.map(str::to_owned).collect();
    match namesakes.len() {
        0 | 1 => Found::Nobody { nearest: nearest(written, names).map(str::to_owned) },
        _ => Found::Several(namesakes),
    }
}

/// A name without the number that tells it from its namesakes: `Mercenary leader (2)`, `Prussian Marshal 1`.
fn without_number(name: &str) -> &str {
    let is_number = |ch: char| ch.is_ascii_digit() || matches!(ch, '(' | ')');
    name.trim_end_matches(is_number).trim_end()
}

impl Words<'_> {
    fn place(&self, written: &str) -> Found {
        match self.book.atlas.find(written) {
            Some(at) => Found::One(self.book.atlas.name(at).to_owned()),
            None => {
                let near = self.book.atlas.nearest(written);
                Found::Nobody { nearest: near.map(str::to_owned) }
            }
        }
    }

    /// A sea, or a place.
    fn haven(&self, written: &str) -> Found {
        let seas = self.book.atlas.seas();
        if let found @ Found::One(_) = among(written, seas.iter().copied()) {
            return found;
        }
        match self.place(written) {
            Found::Nobody { nearest: near } => {
                Found::Nobody { nearest: near.or(nearest(written, seas).map(str::to_owned)) }
            }
            found => found,
        }
    }

    fn own_leaders(&self) -> impl Iterator<Item = &str> + Clone {
        let leaders = self.known.own.values().filter(|unit| unit.kind == Kind::Leader);
        leaders.map(|unit| unit.id.as_str())
    }

    fn leader(&self, written: &str) -> Found {
        among(written, self.book.troops.leaders.iter().map(|leader| leader.name.as_str()))
    }

    /// The same, or the fleets of a place: `fleet at Toulon`.
    fn force_or_fleet(&self, written: &str) -> Found {
        let Some(place) = fleet_place(written) else { return self.force(written) };
        match self.place(place) {
            Found::One(name) => Found::One(fleet_at(&name)),
            found => found,
        }
    }

    /// A leader of one's own, or a place.
    fn force(&self, written: &str) -> Found {
        if let found @ (Found::One(_) | Found::Several(_)) = among(written, self.own_leaders()) {
            return found;
        }
        if let Found::One(name) = self.leader(written) {
            let leader = self.book.troops.leader(&name);
            let power = leader.map_or("", |leader| leader.power.as_str());
            let own = self.known.open.controller(power) == Some(self.known.power.as_str());
            let why = if own { "is not on the map" } else { "is not yours" };
            return Found::Unfit(format!("{name} {why}"));
        }
        match self.place(written) {
            Found::Nobody { nearest: place } => {
                let near = nearest(written, self.own_leaders()).map(str::to_owned);
                Found::Nobody { nearest: near.or(place) }
            }
            found => found,
        }
    }

    fn target(&self, written: &str) -> Found {
        if let found @ (Found::One(_) | Found::Several(_)) = self.leader(written) {
            if let Found::One(name) = &found
                && self.known.own.contains_key(name)
            {
                return Found::Unfit(format!("{name} is yours"));
            }
            return found;
        }
        match self.place(written) {
            Found::Nobody { nearest: place } => {
                let leaders = self.book.troops.leaders.iter().map(|leader| leader.name.as_str());
                Found::Nobody { nearest: place.or(nearest(written, leaders).map(str::to_owned)) }
            }
            found => found,
        }
    }

    fn unit(&self, written: &str) -> Found {
        if let Some(word) = UnitWord::read(written) {
            return Found::One(word.to_string());
        }
        match self.force(written) {
            Found::One(name) if self.book.troops.leader(&name).is_some() => Found::One(name),
            Found::One(name) => Found::Unfit(format!("{name} is a place; name units")),
            Found::Nobody { nearest: near } => {
                let kinds = Kind::TROOPS.iter().map(|kind| kind.word());
                Found::Nobody { nearest: nearest(written, kinds).map(str::to_owned).or(near) }
            }
            found => found,
        }
    }

    fn lost(&self, written: &str) -> Found {
        let fleet = LostWord::read(written, |_| false);
        if let Some(word @ (LostWord::Empty | LostWord::Loaded)) = fleet {
            return Found::One(word.to_string());
        }
        match written.strip_prefix(WITH) {
            None => self.unit(written),
            Some(cargo) => match self.unit(cargo.trim()) {
                Found::One(name) => Found::One(format!("{WITH}{name}")),
                found => found,
            },
        }
    }

    fn major(&self, written: &str) -> Found {
        let own = self.book.majors(&self.known.power);
        match among(written, own.iter().map(String::as_str)) {
            Found::Nobody { .. } if self.book.cards.majors.contains_key(&plain(written)) => {
                Found::Unfit(format!("the treasury of {written} is not yours"))
            }
            found => found,
        }
    }

    fn nation(&self, written: &str) -> Found {
        let cards = &self.book.cards;
        let powers = cards.majors.keys().chain(cards.minors.keys()).chain(cards.states.keys());
        among(written, powers.map(String::as_str).collect::<Vec<_>>())
    }

    fn marker(&self, written: &str) -> Found {
        among(written, self.book.cards.markers.iter().map(|marker| marker.name.as_str()))
    }

    fn battle_marker(&self, written: &str) -> Found {
        if let Some(word) = ["best", "none"].into_iter().find(|word| *word == plain(written)) {
            return Found::One(word.to_owned());
        }
        let battle = self.book.cards.markers.iter().filter(|marker| marker.kind == Sort::Battle);
        match among(written, battle.map(|marker| marker.name.as_str())) {
            Found::Nobody { nearest } => match self.marker(written) {
                Found::One(name) => Found::Unfit(format!("{name} is not a battle marker")),
                _ => Found::Nobody { nearest },
            },
            found => found,
        }
    }

    fn seat(&self, written: &str) -> Found {
        let seats = &self.known.open.seats;
        if let found @ Found::One(_) = among(written, seats.iter().map(String::as_str)) {
            return found;
        }
        // The other major of a seat is written to at its seat.
        if let Some(seat) = self.book.seat_of_major(&plain(written)) {
            return Found::One(seat.to_owned());
        }
        among(written, seats.iter().map(String::as_str))
    }
}
