//! Units that are raised for thaler, and those that a card gives (FRW §11.1 to §11.14, §4.5, §31.7).
//!
//! Units with a recruit side come as recruits (§11.7), those too who come again for one that was lost
//! (§11.13).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.3, §11.9, §31.7, §36, §37.

use super::{Placed, affords, kept, treasury};
use crate::book::atlas::PlaceKind;
use crate::book::tables::Where;
use crate::book::troops::{Grade, Kind};
use crate::book::{Book, STATES};
use crate::court::lines::{Line, lines};
use crate::operations::money::spend;
use crate::position::Position;
use crate::record::event::{Event, ForceEvent, Why};
use crate::record::state::Open;
use crate::record::unit::Unit;
use crate::turn::Turn;
use kit::ground::Space;

/// The keys of a wish, each with its kind of unit and whether it is a full garrison.
const KINDS: [(&str, Kind, bool); 7] = [
    ("infantry", Kind::Infantry, false),
    ("cavalry", Kind::Cavalry, false),
    ("light troops", Kind::LightTroops, false),
    ("siege train", Kind::SiegeTrain, false),
    ("garrison", Kind::Garrison, false),
    ("full garrison", Kind::Garrison, true),
    ("fleet", Kind::Fleet, false),
];

/// One unit that somebody wants.
#[derive(Debug, Clone)]
pub struct Wish {
    pub power: String,
    pub kind: Kind,
    pub full: bool,
    pub at: Space,
}

impl Wish {
    /// What it costs, in thaler.
    pub fn price(&self, book: &Book) -> u32 {
        let own = book.ability(&self.power).prices.get(self.kind.word()).copied();
        let listed = book.tables.expenditure.price(self.kind);
        let price = listed.map_or(0, |price| {
            let full = if self.full { price.full } else { None };
            full.unwrap_or(price.recruit)
        });
        own.unwrap_or(price)
    }

    fn grade(&self) -> Grade {
        if self.full { Grade::Full } else { Grade::raised(self.kind) }
    }
}

/// The units that a map asks for, one by one; none without a place.
pub fn wishes_of(book: &Book, seat: &str, map: &sheet::keys::Filled) -> Vec<Wish> {
    let Some(at) = map.name("at").and_then(|name| book.atlas.find(name)) else { return vec![] };
    let first = || book.majors(seat).first().cloned().unwrap_or_default();
    let power = map.name("of").map_or_else(first, str::to_owned);
    let mut all = vec![];
    for (key, kind, full) in KINDS {
        let count = map.number(key).and_then(|count| usize::try_from(count).ok()).unwrap_or(0);
        let one = Wish { power: power.clone(), kind, full, at };
        all.extend(std::iter::repeat_n(one, count));
    }
    all
}

/// Raises what the sheet wants, in its order, while money and limits allow it.
pub fn wishes(turn: &mut Turn<'_>, seat: &str, placed: &mut Placed) {
    for line in lines(turn, seat, "mobilize") {
        if !line.holds(turn) {
            line.refuse(turn, Why::Condition);
            continue;
        }
        let wanted = wishes_of(turn.book, seat, &line.map);
        if wanted.is_empty() {
            line.refuse(turn, Why::NotThere);
        }
        for wish in wanted {
            if let Err(why) = buy(turn, &line, &wish, placed) {
                line.refuse(turn, why);
                break;
            }
        }
    }
}

fn buy(turn: &mut Turn<'_>, line: &Line, wish: &Wish, placed: &mut Placed) -> Result<(), Why> {
    let seat = &line.seat;
    if is_quiet(turn.book, turn.state.season.year, &wish.power) {
        return Err(Why::Quiet);
    }
    allowed(turn, seat, wish, placed)?;
    let from = treasury(turn, seat, &wish.power, line.map.name("from"));
    let halves = 2 * wish.price(turn.book);
    if !affords(turn.book, &turn.state.open, seat, &from, halves, kept(turn, seat)) {
        return Err(Why::NoMoney);
    }
    spend(turn, seat, from, halves, "troops");
    *placed.units.entry(wish.at).or_default() += 1;
    bring(turn, seat, wish, "thaler");
    Ok(())
}

/// Whether a unit may be raised in a square within its limit.
pub fn allowed(turn: &Turn<'_>, seat: &str, wish: &Wish, placed: &Placed) -> Result<(), Why> {
    let book = turn.the_book();
    is_theirs(turn, seat, wish)?;
    let at = wish.at;
    let built = !placed.works.contains(&at);
    if !is_place(book, &turn.state.open, wish, built) {
        return Err(Why::WrongPlace);
    }
    if placed.units.get(&at).copied().unwrap_or(0) >= limit(book, at) {
        return Err(Why::Full);
    }
    Ok(())
}

/// Whether a square is one in which such units are raised (§11.3); `old` says whether its fieldworks, if
/// it has any, are of an earlier year.
pub fn is_place(book: &Book, open: &Open, wish: &Wish, old: bool) -> bool {
    let at = wish.at;
    let works = open.fieldworks.contains(&at);
    let waste = open.pillaged.contains(&at);
    let places = book.tables.expenditure.price(wish.kind).map_or(&[][..], |price| &price.places);
    places.iter().any(|place| match place {
        Where::Fieldworks if waste => works && old,
        Where::Fieldworks => works,
        _ if waste => false,
        Where::City => is_city(book, at),
        Where::Fortress => book.atlas.is_fortress(at) || book.atlas.is_beyond(at),
        Where::Town => {
            let place = book.atlas.square(at).place.as_ref();
            place.is_some_and(|place| place.kind == PlaceKind::Town)
        }
        Where::Port => is_port(book, wish),
    })
}

fn is_city(book: &Book, at: Space) -> bool {
    book.atlas.city(at).is_some() || book.atlas.is_beyond(at)
}

/// Whether a square is a port of the power's own.
fn is_port(book: &Book, wish: &Wish) -> bool {
    let area = book.atlas.area(wish.at);
    let square = book.atlas.square(wish.at);
    let port = square.place.as_ref().is_some_and(|place| place.port);
    let home = square.owner.as_deref() == Some(wish.power.as_str());
    area.is_some_and(|area| area.port) || (port && home)
}

/// How many units may be raised in a square in a year (§11.9).
pub fn limit(book: &Book, at: Space) -> u32 {
    let city = book.atlas.city(at).map_or(0, |city| city.tax);
    let area = book.atlas.area(at).map_or(0, |area| area.tax);
    city.max(area).max(1)
}

/// Why a unit cannot be raised in a square, however it is paid for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bar {
    /// The seat does not hold the square.
    NotHeld,
    /// The seat does not control the power.
    NotYours,
    /// It is not the power's own land, where it must be.
    NotAtHome,
    /// The states have garrisons alone.
    GarrisonsAlone,
    /// A garrison of the states is there.
    HasOne,
    NoneLeft,
}

impl Bar {
    pub fn why(self) -> Why {
        match self {
            Bar::NotHeld => Why::NotHeld,
            Bar::NotYours | Bar::NotAtHome | Bar::GarrisonsAlone | Bar::HasOne => Why::NotThere,
            Bar::NoneLeft => Why::NoneLeft,
        }
    }

    /// Whether nothing that happens before the unit is raised can change it.
    pub fn is_lasting(self) -> bool {
        match self {
            Bar::NotAtHome | Bar::GarrisonsAlone => true,
            Bar::NotHeld | Bar::NotYours | Bar::HasOne | Bar::NoneLeft => false,
        }
    }
}

/// All reasons why a unit cannot be raised in a square, the most important first.
pub fn bars(book: &Book, position: &impl Position, seat: &str, wish: &Wish) -> Vec<Bar> {
    let (power, at) = (wish.power.as_str(), wish.at);
    let owner = book.atlas.square(at).owner.as_deref();
    let area = book.atlas.area(at).map(|area| area.power.as_str());
    let held = area.is_some() || position.occupier(at).as_deref() == Some(seat);
    let home = owner == Some(power) || area == Some(power);
    let elsewhere = area.is_some_and(|area| area != power);
    let own = position.open().controller(power) == Some(seat);
    let states = STATES.contains(&power);
    [
        (Bar::NotAtHome, elsewhere),
        (Bar::NotHeld, !held),
        (Bar::GarrisonsAlone, states && wish.kind != Kind::Garrison),
        (Bar::NotAtHome, states && owner != Some(power)),
        (Bar::HasOne, states && position.has_power(power, at)),
        (Bar::NotYours, !states && !own),
        (Bar::NotAtHome, !states && !home && !book.is_major(power)),
        (Bar::NoneLeft, position.has_none_left(book, power, wish.kind)),
    ]
    .into_iter()
    .filter_map(|(bar, bars)| bars.then_some(bar))
    .collect()
}

/// Whether the seat holds the square, has the power, and the power has a counter left and may stand there.
pub fn is_theirs(turn: &Turn<'_>, seat: &str, wish: &Wish) -> Result<(), Why> {
    let first = bars(turn.book, &turn.state, seat, wish).first().copied();
    first.map_or(Ok(()), |bar| Err(bar.why()))
}

/// Whether a power raises nothing for thaler in a year (§31.7).
pub fn is_quiet(book: &Book, year: u16, power: &str) -> bool {
    let quiet = &book.tables.figures.quiet;
    quiet.year == year && quiet.powers.iter().any(|one| one == power)
}

/// Brings a unit onto the map; `by` says what brings it.
pub fn bring(turn: &mut Turn<'_>, seat: &str, wish: &Wish, by: &str) {
    let states = STATES.contains(&wish.power.as_str());
    let unit = Unit {
        id: turn.state.next_id(&wish.power, wish.kind),
        power: wish.power.clone(),
        kind: wish.kind,
        grade: wish.grade(),
        at: wish.at,
        aboard: None,
        raised: turn.state.season.year,
        owner: states.then(|| seat.to_owned()),
    };
    let (seat, at, by) = (seat.to_owned(), wish.at, by.to_owned());
    turn.record(Event::from(ForceEvent::Raised { seat, at, unit, by }));
}

/// The units that the cards of a seat give each year (§37).
pub fn free_units(turn: &mut Turn<'_>, seat: &str) {
    for major in turn.the_book().majors(seat) {
        let Some(free) = &turn.the_book().ability(major).free_unit else { continue };
        let kind = Kind::read(&free.kind).unwrap_or(Kind::Infantry);
        let Some(at) = turn.book.atlas.find(&free.at) else { continue };
        let wish = Wish { power: major.clone(), kind, full: false, at };
        let waste = turn.state.pillaged.contains(&at);
        if !waste && is_theirs(turn, seat, &wish).is_ok() {
            bring(turn, seat, &wish, "card");
        }
    }
}
