//! The markers of the mobilization: Drillmaster, Pragmatic Army, Press Gang, Rally, Uprising and
//! mercenaries (FRW §9.8, §9.13, §37).
//!
//! # Our reading
//!
//! - §9.13: a marker is played only if what it does can be done; else its holder keeps it.
//! - §9.13: whom a Drillmaster trains the owner says; without a word infantry, then cavalry, then light
//!   troops. The powers of a Pragmatic Army are those of its two infantry and its cavalry, in this order;
//!   who names fewer has the last one for the rest. A unit that is not left does not come.
//! - §11.12: units of minor powers that markers bring come in their own land alone, but for the Pragmatic
//!   Army, whose units may be of any power of the seat.
//! - §9.13: Uprising: "your power" is the power of the unit. A square next to a city is one that land
//!   units reach through its side.
//! - §9.13: a Rally brings a garrison only into a city or fortress, and a fleet only to a coast or an
//!   area off the map with a port.

use super::promotion;
use super::raise::{Wish, bring, is_theirs};
use crate::book::MERCENARY;
use crate::book::atlas::Surface;
use crate::book::cards::{Sort, kind_of};
use crate::book::troops::{Grade, Kind};
use crate::court::cancel;
use crate::court::lines::{Line, lines};
use crate::markers;
use crate::operations::battle::{self, Terms};
use crate::operations::newcomers;
use crate::orders::plan::unit_words;
use crate::orders::units::chosen;
use crate::position::Position;
use crate::record::event::{Event, ForceEvent, MarkerEvent, Why};
use crate::record::unit::Unit;
use crate::turn::Turn;
use kit::deck::{Change, Place};
use kit::ground::Space;

const UPRISING: &str = "Uprising";
const SPECIAL: &str = "Special";

/// Plays the markers of a seat, in the order of its list.
pub fn markers(turn: &mut Turn<'_>, seat: &str) {
    for line in lines(turn, seat, "play") {
        if !line.holds(turn) {
            line.refuse(turn, Why::Condition);
            continue;
        }
        if let Err(why) = one(turn, &line) {
            line.refuse(turn, why);
        }
    }
}

fn one(turn: &mut Turn<'_>, line: &Line) -> Result<(), Why> {
    let kind = line.map.name("marker").ok_or(Why::NoMarker)?.to_owned();
    let seat = line.seat.clone();
    let counter = turn.state.holding(&seat, &kind).ok_or(Why::NoMarker)?;
    let at =
        line.map.name("at").and_then(|name| turn.book.atlas.find(name)).ok_or(Why::NotThere)?;
    let play = Play { seat, counter, at };
    let mercenary = turn.book.cards.marker(&kind).is_some_and(|one| one.kind == Sort::Mercenary);
    match kind.as_str() {
        _ if mercenary => play.mercenary(turn),
        "Drillmaster" => play.drill(turn, line),
        "Press Gang" => play.press(turn, line),
        "Rally" => play.rally(turn, line),
        "Pragmatic Army" => play.pragmatic(turn, line),
        UPRISING => play.uprising(turn, line),
        SPECIAL if is_uprising(turn, &play.seat) => play.uprising(turn, line),
        _ => Err(Why::NotThere),
    }
}

/// Whether a card of the seat has its Special marker count as an Uprising (§37).
fn is_uprising(turn: &Turn<'_>, seat: &str) -> bool {
    let book = turn.the_book();
    let cards = book.majors(seat).iter().filter_map(|major| book.cards.majors.get(major));
    cards.into_iter().any(|card| card.special.iter().any(|one| one == UPRISING))
}

/// The kind of unit that a line names; infantry without a word.
fn kind(line: &Line) -> Option<Kind> {
    match line.map.name("unit") {
        None => Some(Kind::Infantry),
        Some("leader") => None,
        Some(word) => Kind::read(word),
    }
}

fn power(turn: &Turn<'_>, line: &Line) -> String {
    let first = || turn.the_book().majors(&line.seat).first().cloned().unwrap_or_default();
    line.map.name("of").map_or_else(first, str::to_owned)
}

/// A marker that is about to be played.
struct Play {
    seat: String,
    counter: String,
    at: Space,
}

impl Play {
    /// Plays it; an error if somebody cancels it.
    fn lay(&self, turn: &mut Turn<'_>) -> Result<(), Why> {
        let stands = cancel::play(turn, &self.seat, &self.counter, Some(self.at), "");
        if stands { Ok(()) } else { Err(Why::Cancelled) }
    }

    fn leader_value(&self, turn: &Turn<'_>) -> Option<u8> {
        let leaders = turn.state.leaders_at(&self.seat, self.at).into_iter();
        leaders.filter_map(|unit| turn.book.leader(unit)).map(|leader| leader.value).max()
    }

    fn occupies(&self, turn: &Turn<'_>) -> bool {
        turn.state.occupier(self.at).as_deref() == Some(self.seat.as_str())
    }

    /// Recruits with a leader become veterans, as many as his value.
    fn drill(&self, turn: &mut Turn<'_>, line: &Line) -> Result<(), Why> {
        let value = self.leader_value(turn).ok_or(Why::NoForce)?;
        let mut recruits: Vec<Unit> = {
            let own = turn.state.own_at(&self.seat, self.at).into_iter();
            own.filter(|unit| unit.grade == Grade::Recruit).cloned().collect()
        };
        if recruits.is_empty() {
            return Err(Why::NoForce);
        }
        let words = unit_words(line.map.list("units"), |_| false);
        let first = chosen(turn.book, &words, &recruits.iter().collect::<Vec<_>>());
        let place = |id: &String| first.iter().position(|one| one == id).unwrap_or(first.len());
        recruits.sort_by_key(|unit| (place(&unit.id), unit.kind, unit.id.clone()));
        self.lay(turn)?;
        for unit in recruits.into_iter().take(usize::from(value)) {
            promotion::raise(turn, &self.seat, &unit, "Drillmaster");
        }
        Ok(())
    }

    /// A recruit comes to a leader on land.
    fn press(&self, turn: &mut Turn<'_>, line: &Line) -> Result<(), Why> {
        let fits = |kind: &Kind| kind.is_graded();
        let kind = kind(line).filter(fits).ok_or(Why::NotThere)?;
        self.leader_value(turn).ok_or(Why::NoForce)?;
        if !turn.book.atlas.is_land(self.at) {
            return Err(Why::NotThere);
        }
        let wish = Wish { power: power(turn, line), kind, full: false, at: self.at };
        is_theirs(turn, &self.seat, &wish)?;
        self.lay(turn)?;
        bring(turn, &self.seat, &wish, kind_of(&self.counter));
        Ok(())
    }

    /// Any unit, or a leader by lot, comes to own units or into an area off the map.
    fn rally(&self, turn: &mut Turn<'_>, line: &Line) -> Result<(), Why> {
        let power = power(turn, line);
        let Some(kind) = kind(line) else {
            let pool = turn.state.pools.get(&power).is_some_and(|pool| !pool.is_empty());
            let area = turn.book.atlas.area(self.at);
            let own = area.map_or_else(|| self.occupies(turn), |area| area.power == power);
            if !pool || turn.state.controller(&power) != Some(self.seat.as_str()) {
                return Err(Why::NoneLeft);
            }
            // Nobody comes aboard a fleet on the sea (§25.5).
            if !own || turn.book.atlas.is_sea(self.at) {
                return Err(Why::NotThere);
            }
            self.lay(turn)?;
            newcomers::comes(turn, &self.seat, &power, self.at);
            return Ok(());
        };
        let wish = Wish { power, kind, full: false, at: self.at };
        is_theirs(turn, &self.seat, &wish)?;
        let atlas = &turn.book.atlas;
        let coast = atlas.square(self.at).surface == Surface::Coast
            || atlas.area(self.at).is_some_and(|area| area.port);
        let walls = atlas.city(self.at).is_some() || atlas.is_beyond(self.at);
        let stands = match kind {
            Kind::Fleet => coast,
            Kind::Garrison => walls,
            Kind::Infantry
            | Kind::Cavalry
            | Kind::LightTroops
            | Kind::SiegeTrain
            | Kind::Leader => atlas.is_land(self.at) || atlas.is_beyond(self.at),
        };
        if !stands {
            return Err(Why::NotThere);
        }
        self.lay(turn)?;
        bring(turn, &self.seat, &wish, kind_of(&self.counter));
        Ok(())
    }

    /// Two infantry and a cavalry with a leader in a fortress, and another leader of one's choice.
    fn pragmatic(&self, turn: &mut Turn<'_>, line: &Line) -> Result<(), Why> {
        let value = self.leader_value(turn);
        if value.is_none() || !turn.book.atlas.is_fortress(self.at) || !self.occupies(turn) {
            return Err(Why::NotThere);
        }
        let mut powers: Vec<String> =
            line.map.names("powers").into_iter().map(str::to_owned).collect();
        powers.extend(powers.is_empty().then(|| power(turn, line)));
        let is_ours = |power: &String| turn.state.controller(power) == Some(self.seat.as_str());
        if !powers.iter().all(is_ours) {
            return Err(Why::NotThere);
        }
        self.lay(turn)?;
        // It is played once in a game, and lies open from then on.
        let card = self.counter.clone();
        markers::change(turn, Change::Moved { card, from: Place::Discard, to: Place::Table });
        for (number, kind) in
            [Kind::Infantry, Kind::Infantry, Kind::Cavalry].into_iter().enumerate()
        {
            let power = powers[number.min(powers.len() - 1)].clone();
            let wish = Wish { power: power.clone(), kind, full: false, at: self.at };
            if !turn.state.has_none_left(turn.book, &power, kind) {
                bring(turn, &self.seat, &wish, kind_of(&self.counter));
            }
        }
        let majors = turn.the_book().majors(&self.seat).iter();
        let pools: Vec<(String, String)> = majors
            .flat_map(|major| {
                let pool = turn.state.pools.get(major).cloned().unwrap_or_default();
                pool.into_iter().map(move |leader| (major.clone(), leader))
            })
            .collect();
        let named = pools.iter().find(|(_, leader)| line.map.name("leader") == Some(leader));
        if let Some((major, leader)) = named.or(pools.first()).cloned() {
            let (seat, at) = (self.seat.clone(), self.at);
            turn.record(Event::from(ForceEvent::LeaderCame { seat, major, leader, at }));
        }
        Ok(())
    }

    /// A recruit rises in or next to a city of its power that others hold.
    fn uprising(&self, turn: &mut Turn<'_>, line: &Line) -> Result<(), Why> {
        let allowed = |kind: &Kind| kind.is_graded() || *kind == Kind::Garrison;
        let kind = kind(line).filter(allowed).ok_or(Why::NotThere)?;
        let (power, at) = (power(turn, line), self.at);
        let (book, seat) = (turn.the_book(), self.seat.as_str());
        if turn.state.controller(&power) != Some(seat) {
            return Err(Why::NotThere);
        }
        let lost = |square: &Space| {
            let city = book.atlas.city(*square).is_some() || book.atlas.is_fortress(*square);
            let own = book.atlas.square(*square).owner.as_deref() == Some(power.as_str());
            let enemy = turn.state.occupier(*square).is_some_and(|other| other != seat);
            city && own && enemy
        };
        let next = |square: &Space| {
            let side = book.atlas.side(at, *square);
            side.is_some_and(|side| side.by_land()) && lost(square)
        };
        let near = lost(&at) || book.atlas.around(at).iter().any(next);
        let stands = book.atlas.is_land(at) && turn.state.may_enter(book, at);
        let home =
            book.is_major(&power) || book.atlas.square(at).owner.as_deref() == Some(power.as_str());
        let neutral = turn.state.units.at(at).any(|unit| turn.state.seat_of(unit).is_none());
        let siege = turn.state.sieges.contains_key(&at);
        if !near || !stands || !home || neutral || siege || turn.state.pillaged.contains(&at) {
            return Err(Why::NotThere);
        }
        if turn.state.has_none_left(book, &power, kind) {
            return Err(Why::NoneLeft);
        }
        self.lay(turn)?;
        let others = turn.state.seats_at(at).into_iter().find(|other| other != seat);
        bring(turn, seat, &Wish { power, kind, full: false, at }, kind_of(&self.counter));
        if let Some(other) = others {
            battle::fight(
                turn,
                seat,
                &other,
                Terms { at, terrain: false, outside: false, attackers: vec![] },
                None,
            );
        }
        Ok(())
    }

    /// A mercenary comes into a fortress with other units of the seat.
    fn mercenary(&self, turn: &mut Turn<'_>) -> Result<(), Why> {
        let own = turn.state.own_at(&self.seat, self.at);
        let with = own.iter().any(|unit| unit.power != MERCENARY);
        if !turn.book.atlas.is_fortress(self.at) || !self.occupies(turn) || !with {
            return Err(Why::NotThere);
        }
        let (kind, grade) = match turn.book.mercenary(&self.counter) {
            Some(kind) => (kind, Grade::raised(kind)),
            None => (Kind::Leader, Grade::Plain),
        };
        turn.record(Event::from(MarkerEvent::Played {
            seat: self.seat.clone(),
            marker: kind_of(&self.counter).to_owned(),
            at: Some(self.at),
            on: String::new(),
        }));
        let (card, from) = (self.counter.clone(), Place::Hand(self.seat.clone()));
        markers::change(turn, Change::Moved { card, from, to: Place::Table });
        let unit = Unit {
            id: self.counter.clone(),
            power: MERCENARY.to_owned(),
            kind,
            grade,
            at: self.at,
            aboard: None,
            raised: turn.state.season.year,
            owner: Some(self.seat.clone()),
        };
        let (seat, at, by) = (self.seat.clone(), self.at, kind_of(&self.counter).to_owned());
        turn.record(Event::from(ForceEvent::Raised { seat, at, unit, by }));
        Ok(())
    }
}
