//! Declarations of war, and who joins (NIA §11.3, §11.2.2, §17.5).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.2.2, §11.3, §13.2, §17.5.

use crate::book::countries::CountryStatus;
use crate::book::{Book, TrackTerms};
use crate::orders::budget::Item;
use crate::politics::allegiance::{self, Turned};
use crate::politics::diplomacy::{holds, lines, powers, refuse};
use crate::politics::influence::{Shifts, is_game_of_two, leaning};
use crate::politics::lines::DECLARE;
use crate::position::{Common, Position};
use crate::record::event::{CourtEvent, Shortfall};
use crate::record::state::Bloc;
use crate::turn::Turn;
use kit::rule::Rule;

const CONTROL: Rule = Rule("NIA §17.5");

/// What a declaration of war brings about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum War {
    /// A country joins one of these powers, by lot if there are several.
    Country(Vec<String>),
    /// A power goes to a side.
    Power { power: String, bloc: Bloc },
}

/// What follows if a power declares war, or why it may not (NIA §11.3).
pub fn war(book: &Book, at: &dyn Position, power: &str, on: &str) -> Result<War, String> {
    let common = at.common();
    let Some(terms) = book.scenario.track.as_ref().filter(|terms| terms.is_played(power)) else {
        return Err("only powers that somebody plays declare war (NIA §11.3)".to_owned());
    };
    let title = book.people.title(on);
    if book.people.is_major(on) {
        return on_power(common, power, on).map_err(|why| format!("{title} {why}"));
    }
    let status = common.titles.status(book, on);
    let status = status.ok_or_else(|| format!("{title} has no part in the game"))?;
    if let Some(leader) = status.power() {
        let of = book.people.title(leader);
        return Err(match () {
            () if common.relations.friends(power, leader) => format!("{title} is on your side"),
            () if common.relations.at_war(power, leader) => format!("you are at war with {title}"),
            () => format!("{title} follows {of}: declare war on {of}"),
        });
    }
    if let Some(until) = common.titles.truce(on, power, common.season) {
        return Err(format!("{title} has peace with you until {until} begins (NIA §13.2)"));
    }
    if common.bloc(power) == Bloc::Neutral {
        return Err(format!(
            "a power of no side declares war on a power, not on a country such as {title} (NIA §17.5)"
        ));
    }
    let takers = takers(book, common, terms, (power, on));
    match takers.is_empty() {
        true => {
            Err(format!("nobody who is at war with you could take the part of {title} (NIA §17.5)"))
        }
        false => Ok(War::Country(takers)),
    }
}

/// Who takes the part of a country that is attacked: in a game of two the other player (NIA §11.2.2); else of those at
/// war with the attacker who leans best to it (NIA §17.5).
fn takers(
    book: &Book,
    common: Common,
    terms: &TrackTerms,
    (power, on): (&str, &str),
) -> Vec<String> {
    let parties = common.relations.parties();
    if is_game_of_two(terms, common.relations) {
        let is_other =
            |other: &&String| terms.is_played(other) && !common.relations.friends(power, other);
        return parties.filter(is_other).cloned().collect();
    }
    let enemies = parties.filter(|other| common.relations.at_war(power, other));
    let enemies: Vec<&String> = enemies.collect();
    let best = enemies.iter().map(|other| leaning(book, common, other, on)).max();
    let mut takers: Vec<String> = enemies
        .into_iter()
        .filter(|other| Some(leaning(book, common, other, on)) == best)
        .cloned()
        .collect();
    takers.sort_by_key(|power| book.people.order(power));
    takers
}

/// War between two powers: the one that is neutral goes to the side against the other's (NIA §17.5).
fn on_power(common: Common, power: &str, on: &str) -> Result<War, String> {
    let relations = common.relations;
    if !relations.takes_part(on) {
        return Err("has no part in the game".to_owned());
    }
    let against = |bloc: Bloc| match bloc {
        Bloc::Empire => Some(Bloc::Coalition),
        Bloc::Coalition => Some(Bloc::Empire),
        Bloc::Neutral => None,
    };
    let turns = |who: &str, bloc| Ok(War::Power { power: who.to_owned(), bloc });
    match (against(common.bloc(power)), against(common.bloc(on))) {
        _ if relations.friends(power, on) => Err("is on your side".to_owned()),
        _ if relations.at_war(power, on) => Err("is at war with you".to_owned()),
        (Some(bloc), None) => turns(on, bloc),
        (None, Some(bloc)) => turns(power, bloc),
        (None, None) => Err("is neutral as you are: a war of its own has no markers here \
                             (NIA §17.3.1)"
            .to_owned()),
        (Some(_), Some(_)) => Err("has an agreement with you".to_owned()),
    }
}

/// Plays the declarations of a season, in the order of diplomacy, each with all that follows from it.
pub fn play(turn: &mut Turn) {
    for power in powers(turn) {
        for item in lines(turn, &power, |item| item.is(&DECLARE)) {
            declare(turn, &power, &item);
        }
    }
}

fn declare(turn: &mut Turn, power: &str, item: &Item) {
    if !holds(turn, &Shifts::default(), power, item) {
        refuse(turn, power, item, Shortfall::NotSo);
        return;
    }
    let on = item.name("on").unwrap_or_default().to_owned();
    match war(turn.book, &turn.state, power, &on) {
        Err(why) => refuse(turn, power, item, Shortfall::NotAllowed { why }),
        Ok(War::Country(takers)) => {
            let joins = match takers.as_slice() {
                [one] => one.clone(),
                _ => turn.ledger.lot(CONTROL.by("control of").at(&on), &takers),
            };
            let (power, country) = (power.to_owned(), on.clone());
            turn.record(CourtEvent::WarDeclared { power, on, joins: joins.clone() });
            allegiance::turn_country(turn, &country, CountryStatus::Allied(joins));
        }
        Ok(War::Power { power: turns, bloc }) => {
            let (from, joins) = (turn.state.bloc(&turns), bloc.word().to_owned());
            turn.record(CourtEvent::WarDeclared { power: power.to_owned(), on, joins });
            turn.turned.push(Turned::Power(turns.clone()));
            turn.record(CourtEvent::PowerTurned { power: turns, bloc, from });
            allegiance::follow(turn);
        }
    }
}
