//! Whether a marker of the mobilization can be played where a line says: one function for the phase and for
//! the check of a sheet (FRW §9.8, §9.13, §37).

use super::raise::{Bar, Wish, bars};
use crate::book::atlas::Surface;
use crate::book::cards::Sort;
use crate::book::troops::{Grade, Kind};
use crate::book::{Book, MERCENARY};
use crate::position::Position;
use crate::record::event::Why;
use crate::record::unit::Unit;
use kit::ground::Space;
use sheet::keys::Filled;

pub const UPRISING: &str = "Uprising";
const SPECIAL: &str = "Special";

/// What is lacking for a marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lack {
    /// It is not a marker of this phase, or no place is named.
    NotHere,
    /// A leader of the seat in the square.
    Leader,
    /// Recruits of the seat in the square.
    Recruits,
    /// A unit of such a kind does not come by it, or not there.
    Kind,
    /// Why such a unit cannot be raised there.
    Unit(Bar),
    /// A leader in the pool of the power.
    Pool,
    /// The seat does not hold the square.
    Held,
    Fortress,
    /// A fortress of the seat with a leader of it.
    LedFortress,
    /// The power is not the seat's.
    Power,
    /// A city of the power, there or next door, that others hold.
    LostCity,
    /// Own units that are not mercenaries.
    Company,
    NoneLeft,
}

impl Lack {
    pub fn why(self) -> Why {
        match self {
            Lack::Leader | Lack::Recruits | Lack::Company => Why::NoForce,
            Lack::Unit(bar) => bar.why(),
            Lack::Pool | Lack::NoneLeft => Why::NoneLeft,
            Lack::Held | Lack::LedFortress => Why::NotHeld,
            Lack::NotHere | Lack::Kind | Lack::Fortress | Lack::Power | Lack::LostCity => {
                Why::NotThere
            }
        }
    }

    /// Whether nothing that happens before the marker is played can change it.
    pub fn is_lasting(self) -> bool {
        match self {
            Lack::NotHere | Lack::Kind | Lack::Fortress => true,
            Lack::Unit(bar) => bar.is_lasting(),
            Lack::Leader
            | Lack::Recruits
            | Lack::Pool
            | Lack::Held
            | Lack::LedFortress
            | Lack::Power
            | Lack::LostCity
            | Lack::Company
            | Lack::NoneLeft => false,
        }
    }

    /// In words for a sheet.
    pub fn words(self) -> &'static str {
        match self {
            Lack::NotHere => "it is not played in the mobilization",
            Lack::Leader => "it needs a leader of yours in the square",
            Lack::Recruits => "it needs recruits of yours in the square",
            Lack::Kind => "such a unit does not come by it there",
            Lack::Unit(Bar::NotHeld) | Lack::Held => "you do not hold the square now",
            Lack::Unit(Bar::NotYours) | Lack::Power => "the power is not yours now",
            Lack::Unit(Bar::NotAtHome) => "that power raises in its own land alone",
            Lack::Unit(Bar::GarrisonsAlone) => "the states have garrisons alone",
            Lack::Unit(Bar::HasOne) => "a garrison of the states is there",
            Lack::Unit(Bar::NoneLeft) | Lack::NoneLeft => "no such counter is left now",
            Lack::Pool => "no leader is left in the pool of the power, or it is not yours",
            Lack::Fortress => "it needs a fortress that you hold, and there is none here",
            Lack::LedFortress => "it needs a fortress that you hold with a leader",
            Lack::LostCity => {
                "it needs a city of the power, there or next door, that others hold, not pillaged \
                 nor besieged"
            }
            Lack::Company => "it needs units of yours there that are not mercenaries",
        }
    }
}

/// What is to be played, and where.
#[derive(Debug, Clone)]
pub struct Wanted {
    pub marker: String,
    pub at: Space,
    /// The kind of unit that comes; none for a leader.
    pub unit: Option<Kind>,
    /// The power of which it comes.
    pub power: String,
    /// The powers of a Pragmatic Army.
    pub powers: Vec<String>,
}

impl Wanted {
    /// Reads a line; without `unit:` it is infantry, without `of:` that of the seat's first major power.
    pub fn of(book: &Book, seat: &str, map: &Filled) -> Result<Wanted, Lack> {
        let marker = map.name("marker").ok_or(Lack::NotHere)?;
        let at = map.name("at").and_then(|name| book.atlas.find(name)).ok_or(Lack::NotHere)?;
        let mut wanted = Wanted::plain(book, seat, marker, at);
        match map.name("unit") {
            None => {}
            Some("leader") => wanted.unit = None,
            Some(word) => wanted.unit = Some(Kind::read(word).ok_or(Lack::Kind)?),
        }
        wanted.power = map.name("of").map_or(wanted.power, str::to_owned);
        let named: Vec<String> = map.names("powers").into_iter().map(str::to_owned).collect();
        wanted.powers = if named.is_empty() { vec![wanted.power.clone()] } else { named };
        Ok(wanted)
    }

    /// The meaning of a line that names only a marker and a place.
    pub fn plain(book: &Book, seat: &str, marker: &str, at: Space) -> Wanted {
        let power = book.majors(seat).first().cloned().unwrap_or_default();
        let powers = vec![power.clone()];
        Wanted { marker: marker.to_owned(), at, unit: Some(Kind::Infantry), power, powers }
    }
}

/// The highest value of a leader of a seat in a square.
pub fn leader_value(book: &Book, position: &impl Position, seat: &str, at: Space) -> Option<u8> {
    let leaders = position.units_at(seat, at).into_iter();
    let leaders = leaders.filter(|unit| unit.kind == Kind::Leader);
    leaders.filter_map(|unit| book.leader(unit)).map(|leader| leader.value).max()
}

/// Whether a unit is one whom a Drillmaster trains.
pub fn is_recruit(unit: &Unit) -> bool {
    unit.grade == Grade::Recruit
}

/// Whether a marker is played as an Uprising, by its kind or by a card of the seat (§37).
pub fn is_uprising(book: &Book, seat: &str, marker: &str) -> bool {
    let cards = book.majors(seat).iter().filter_map(|major| book.cards.majors.get(major));
    let counts = |special: &Vec<String>| special.iter().any(|one| one == UPRISING);
    marker == UPRISING || (marker == SPECIAL && cards.into_iter().any(|card| counts(&card.special)))
}

/// What is missing to play a marker, if anything is.
pub fn check(
    book: &Book,
    position: &impl Position,
    seat: &str,
    wanted: &Wanted,
) -> Result<(), Lack> {
    let marker = wanted.marker.as_str();
    let site = Site { book, position, seat, wanted, at: wanted.at };
    let mercenary = book.cards.marker(marker).is_some_and(|one| one.kind == Sort::Mercenary);
    match marker {
        _ if mercenary => site.mercenary(),
        "Drillmaster" => site.drill(),
        "Press Gang" => site.press(),
        "Rally" => site.rally(),
        "Pragmatic Army" => site.pragmatic(),
        _ if is_uprising(book, seat, marker) => site.uprising(),
        _ => Err(Lack::NotHere),
    }
}

/// The squares in which a marker can be played as it is, in the order of the map; an error if it is none
/// of this phase.
pub fn places(
    book: &Book,
    position: &impl Position,
    seat: &str,
    marker: &str,
) -> Result<Vec<Space>, Lack> {
    let mut found = vec![];
    for at in book.atlas.all() {
        match check(book, position, seat, &Wanted::plain(book, seat, marker, at)) {
            Ok(()) => found.push(at),
            Err(Lack::NotHere) => return Err(Lack::NotHere),
            Err(_) => {}
        }
    }
    Ok(found)
}

/// Where a marker is to be played, and by whom.
struct Site<'a, P> {
    book: &'a Book,
    position: &'a P,
    seat: &'a str,
    wanted: &'a Wanted,
    at: Space,
}

impl<P: Position> Site<'_, P> {
    fn led(&self) -> Result<(), Lack> {
        leader_value(self.book, self.position, self.seat, self.at).map(drop).ok_or(Lack::Leader)
    }

    fn occupies(&self) -> bool {
        self.position.occupier(self.at).as_deref() == Some(self.seat)
    }

    fn is_ours(&self, power: &str) -> bool {
        self.position.open().controller(power) == Some(self.seat)
    }

    fn unit(&self, power: String, kind: Kind) -> Result<(), Lack> {
        let wish = Wish { power, kind, full: false, at: self.at };
        let bars = bars(self.book, self.position, self.seat, &wish);
        bars.first().map_or(Ok(()), |bar| Err(Lack::Unit(*bar)))
    }

    fn drill(&self) -> Result<(), Lack> {
        self.led()?;
        let any = self.position.units_at(self.seat, self.at).into_iter().any(is_recruit);
        if any { Ok(()) } else { Err(Lack::Recruits) }
    }

    fn press(&self) -> Result<(), Lack> {
        let kind = self.wanted.unit.filter(|kind| kind.is_graded()).ok_or(Lack::Kind)?;
        if !self.book.atlas.is_land(self.at) {
            return Err(Lack::Kind);
        }
        self.led()?;
        self.unit(self.wanted.power.clone(), kind)
    }

    fn rally(&self) -> Result<(), Lack> {
        let (atlas, power) = (&self.book.atlas, self.wanted.power.clone());
        let Some(kind) = self.wanted.unit else {
            // Nobody comes aboard a fleet on the sea (§25.5).
            if atlas.is_sea(self.at) {
                return Err(Lack::Kind);
            }
            let pool = self.position.open().pools.get(&power).is_some_and(|pool| !pool.is_empty());
            let area = atlas.area(self.at);
            let own = area.map_or_else(|| self.occupies(), |area| area.power == power);
            if !pool || !self.is_ours(&power) {
                return Err(Lack::Pool);
            }
            return if own { Ok(()) } else { Err(Lack::Held) };
        };
        self.unit(power, kind)?;
        let coast = atlas.square(self.at).surface == Surface::Coast
            || atlas.area(self.at).is_some_and(|area| area.port);
        let stands = match kind {
            Kind::Fleet => coast,
            Kind::Garrison => atlas.city(self.at).is_some() || atlas.is_beyond(self.at),
            Kind::Infantry
            | Kind::Cavalry
            | Kind::LightTroops
            | Kind::SiegeTrain
            | Kind::Leader => atlas.is_land(self.at) || atlas.is_beyond(self.at),
        };
        if stands { Ok(()) } else { Err(Lack::Kind) }
    }

    fn pragmatic(&self) -> Result<(), Lack> {
        if !self.book.atlas.is_fortress(self.at) {
            return Err(Lack::Fortress);
        }
        if !self.occupies() || self.led().is_err() {
            return Err(Lack::LedFortress);
        }
        if self.wanted.powers.iter().all(|power| self.is_ours(power)) {
            Ok(())
        } else {
            Err(Lack::Power)
        }
    }

    fn uprising(&self) -> Result<(), Lack> {
        let allowed = |kind: &Kind| kind.is_graded() || *kind == Kind::Garrison;
        let kind = self.wanted.unit.filter(allowed).ok_or(Lack::Kind)?;
        let (book, at, open) = (self.book, self.at, self.position.open());
        let power = self.wanted.power.clone();
        if !self.is_ours(&power) {
            return Err(Lack::Power);
        }
        let is_own =
            |square: Space| book.atlas.square(square).owner.as_deref() == Some(power.as_str());
        let lost = |square: &Space| {
            let city = book.atlas.city(*square).is_some() || book.atlas.is_fortress(*square);
            let enemy = self.position.occupier(*square).is_some_and(|other| other != self.seat);
            city && is_own(*square) && enemy
        };
        let next = |square: &Space| {
            let side = book.atlas.side(at, *square);
            side.is_some_and(|side| side.by_land()) && lost(square)
        };
        let near = lost(&at) || book.atlas.around(at).iter().any(next);
        let stands = book.atlas.is_land(at) && open.may_enter(book, at);
        let home = book.is_major(&power) || is_own(at);
        let neutral = self.position.standing(at).iter().any(|one| one.seat.is_none());
        let shut = open.sieges.contains_key(&at) || open.pillaged.contains(&at);
        if !near || !stands || !home || neutral || shut {
            return Err(Lack::LostCity);
        }
        let left = !self.position.has_none_left(book, &power, kind);
        if left { Ok(()) } else { Err(Lack::NoneLeft) }
    }

    fn mercenary(&self) -> Result<(), Lack> {
        let own = self.position.units_at(self.seat, self.at);
        if !self.book.atlas.is_fortress(self.at) {
            return Err(Lack::Fortress);
        }
        if !self.occupies() {
            return Err(Lack::Held);
        }
        let with = own.iter().any(|unit| unit.power != MERCENARY);
        if with { Ok(()) } else { Err(Lack::Company) }
    }
}
