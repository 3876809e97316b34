//! New sovereigns of a power that is not steady: one follows the other, and in the next diplomatic phase a die says whether
//! the power leaves the war (NIA §14.2).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.3.2.2, §14.2.

use crate::book::countries::CountryStatus;
use crate::book::{Book, Leader};
use crate::money::treasury::Scene;
use crate::politics::diplomacy;
use crate::politics::peace::settle;
use crate::position::{Common, Position};
use crate::record::event::{CourtEvent, Term};
use crate::record::exchange::Exchange;
use crate::record::state::Bloc;
use crate::turn::Turn;
use kit::rule::Rule;
use std::collections::BTreeMap;

const SULTAN: Rule = Rule("NIA §14.2");

/// Plays what is due in a diplomatic phase: the die after the last accession, and the next accession.
pub fn play(turn: &mut Turn) {
    waver(turn);
    succeed(turn);
}

/// A new sovereign takes the place of the old one.
fn succeed(turn: &mut Turn) {
    let sultans = turn.book.track.sultans();
    let Some((after, leader)) = sultans.accession(turn.state.season) else { return };
    let is_there = turn.state.leaders().iter().any(|name| *name == leader);
    if turn.state.relations.takes_part(&sultans.power) && !is_there {
        let (power, leader, after) = (sultans.power.clone(), leader.to_owned(), after.to_owned());
        turn.record(CourtEvent::Enthroned { power, leader, after });
    }
}

/// Throws for whether the power leaves the war, if there is something to leave.
fn waver(turn: &mut Turn) {
    let sultans = turn.book.track.sultans();
    let (season, power) = (turn.state.season, sultans.power.as_str());
    if !sultans.is_new(season) || !can_leave(turn.book, turn.state.common(), power) {
        return;
    }
    let faces = turn.ledger.dice(SULTAN.by(power), 1, 6).faces;
    let die = faces.first().copied().unwrap_or_default();
    let neutral = die >= sultans.leaves;
    turn.record(CourtEvent::Wavered { power: power.to_owned(), die, neutral });
    if neutral {
        let back = conquests(turn.book, &turn.state, power);
        let lands: Vec<String> = back.keys().cloned().collect();
        for (province, owner) in back {
            let from = turn.state.titles.owner(turn.book, &province).unwrap_or(power).to_owned();
            turn.record(CourtEvent::ProvinceTitled { province, owner, from });
        }
        settle::stand_down(turn, power, &lands, false);
    }
}

/// Whether a power is at war with another, or somebody plays it and it is on a side.
fn can_leave(book: &Book, common: Common, power: &str) -> bool {
    let relations = common.relations;
    let is_at_war = relations.parties().any(|other| relations.at_war(power, other));
    let is_played = book.scenario.track.as_ref().is_some_and(|terms| terms.is_played(power));
    relations.takes_part(power) && (is_at_war || is_played && common.bloc(power) != Bloc::Neutral)
}

/// Whether a leader's first year begins; who comes to a throne does so by the accession alone.
pub fn is_of_age(book: &Book, leader: &Leader, year: u16) -> bool {
    let comes_later = book.scenario.track.is_some() && book.track.sultans().is_heir(&leader.name);
    leader.from == Some(year) && !comes_later
}

/// What the calendar of a mail says of the diplomatic phase that it asks orders for.
pub fn foretold(book: &Book, common: Common, exchange: Exchange) -> Option<String> {
    let (sultans, season) = (book.track.sultans(), common.season);
    let power = sultans.power.as_str();
    if !diplomacy::is_played_in(book, exchange) || !common.relations.takes_part(power) {
        return None;
    }
    let title = book.people.title(power);
    if let Some((after, leader)) = sultans.accession(season) {
        return Some(format!("{leader} succeeds {after} on the throne of {title} (NIA §14.2)."));
    }
    let throws = sultans.is_new(season) && can_leave(book, common, power);
    throws.then(|| {
        format!(
            "In the diplomatic phase a die of {} or more makes {title} neutral (NIA §14.2).",
            sultans.leaves
        )
    })
}

/// The provinces that a power has won, each with the owner to whom it goes back: by a peace since it was last beaten, or
/// of a country that lasts without them.
fn conquests(book: &Book, at: &dyn Position, power: &str) -> BTreeMap<String, String> {
    let scene = Scene::of(book, at);
    let Common { titles, .. } = at.common();
    let treaties: Vec<_> = titles.peaces.treaties().collect();
    let since = treaties.iter().rposition(|treaty| treaty.beaten == power).map_or(0, |nth| nth + 1);
    let won = treaties[since..].iter().flat_map(|treaty| {
        let lands = treaty.conditions.iter().filter(|one| one.term == Term::Province);
        let lands = lands.filter(|one| one.to == power).filter_map(|one| one.name.as_deref());
        lands.map(|name| (name, treaty.beaten.as_str()))
    });
    let is_its = |name: &str| scene.owner_of(name).is_some_and(|now| scene.side(now) == power);
    let won = won.filter(|(name, _)| is_its(name));
    let from_countries = titles.owners(book).into_iter().filter_map(|(name, owner)| {
        let first = book.scenario.owner(name).filter(|_| owner == power)?;
        let status = titles.status(book, first)?;
        (*status != CountryStatus::Conquered(power.to_owned())).then_some((name, first))
    });
    let all = won.chain(from_countries.collect::<Vec<_>>());
    all.map(|(name, owner)| (name.to_owned(), owner.to_owned())).collect()
}
