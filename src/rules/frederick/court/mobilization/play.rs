//! The markers of the mobilization: Drillmaster, Pragmatic Army, Press Gang, Rally, Uprising and
//! mercenaries (FRW §9.8, §9.13, §37).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §9.13, §11.12.

use super::playable::{self, Lack, Wanted, is_recruit, is_uprising, leader_value};
use super::promotion;
use super::raise::{Wish, bring};
use crate::book::MERCENARY;
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
    let wanted = Wanted::of(turn.book, &seat, &line.map).map_err(Lack::why)?;
    playable::check(turn.book, &turn.state, &seat, &wanted).map_err(Lack::why)?;
    let play = Play { seat, counter, at: wanted.at, wanted };
    let mercenary = turn.book.cards.marker(&kind).is_some_and(|one| one.kind == Sort::Mercenary);
    match kind.as_str() {
        _ if mercenary => {
            play.mercenary(turn);
            Ok(())
        }
        "Drillmaster" => play.drill(turn, line),
        "Press Gang" => play.press(turn),
        "Rally" => play.rally(turn),
        "Pragmatic Army" => play.pragmatic(turn, line),
        _ if is_uprising(turn.book, &play.seat, &kind) => play.uprising(turn),
        _ => Err(Why::NotThere),
    }
}

/// A marker that is about to be played.
struct Play {
    seat: String,
    counter: String,
    at: Space,
    wanted: Wanted,
}

impl Play {
    /// Plays it; an error if somebody cancels it.
    fn lay(&self, turn: &mut Turn<'_>) -> Result<(), Why> {
        let stands = cancel::play(turn, &self.seat, &self.counter, Some(self.at), "");
        if stands { Ok(()) } else { Err(Why::Cancelled) }
    }

    /// Recruits with a leader become veterans, as many as his value.
    fn drill(&self, turn: &mut Turn<'_>, line: &Line) -> Result<(), Why> {
        let value = leader_value(turn.book, &turn.state, &self.seat, self.at).unwrap_or(0);
        let mut recruits: Vec<Unit> = {
            let own = turn.state.own_at(&self.seat, self.at).into_iter();
            own.filter(|unit| is_recruit(unit)).cloned().collect()
        };
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
    fn press(&self, turn: &mut Turn<'_>) -> Result<(), Why> {
        let kind = self.wanted.unit.ok_or(Why::NotThere)?;
        let wish = Wish { power: self.wanted.power.clone(), kind, full: false, at: self.at };
        self.lay(turn)?;
        bring(turn, &self.seat, &wish, kind_of(&self.counter));
        Ok(())
    }

    /// Any unit, or a leader by lot, comes to own units or into an area off the map.
    fn rally(&self, turn: &mut Turn<'_>) -> Result<(), Why> {
        let power = self.wanted.power.clone();
        let Some(kind) = self.wanted.unit else {
            self.lay(turn)?;
            newcomers::comes(turn, &self.seat, &power, self.at);
            return Ok(());
        };
        let wish = Wish { power, kind, full: false, at: self.at };
        self.lay(turn)?;
        bring(turn, &self.seat, &wish, kind_of(&self.counter));
        Ok(())
    }

    /// Two infantry and a cavalry with a leader in a fortress, and another leader of one's choice.
    fn pragmatic(&self, turn: &mut Turn<'_>, line: &Line) -> Result<(), Why> {
        let powers = &self.wanted.powers;
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
    fn uprising(&self, turn: &mut Turn<'_>) -> Result<(), Why> {
        let kind = self.wanted.unit.ok_or(Why::NotThere)?;
        let (at, seat) = (self.at, self.seat.as_str());
        let power = self.wanted.power.clone();
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
    fn mercenary(&self, turn: &mut Turn<'_>) {
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
    }
}
