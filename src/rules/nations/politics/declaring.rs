//! Declarations of war, and who joins (NIA §11.3, §11.2.2, §17.5).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.2.2, §11.3, §13.2, §13.3.2.2, §17.5.

use crate::book::countries::CountryStatus;
use crate::book::{Book, TrackTerms};
use crate::orders::budget::Item;
use crate::politics::allegiance;
use crate::politics::alliance_length::has_left;
use crate::politics::diplomacy::{holds, lines, powers, refuse};
use crate::politics::entering;
use crate::politics::influence::{Shifts, is_game_of_two, leaning};
use crate::politics::lines::{DECLARE, JOIN};
use crate::politics::peace::shock::Shock;
use crate::position::{Common, Position};
use crate::record::event::{CourtEvent, Shortfall};
use crate::record::state::Bloc;
use crate::turn::Turn;
use kit::rule::Rule;
use std::collections::BTreeSet;

const CONTROL: Rule = Rule("NIA §17.5");

/// What a declaration of war brings about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum War {
    /// A country joins one of these powers, by lot if there are several.
    Country(Vec<String>),
    /// A power goes to a side; with it those whom the war shocks, and perhaps others.
    Power { power: String, bloc: Bloc, shock: Option<Shock> },
}

/// What follows if a power declares war, or why it may not (NIA §11.3).
pub fn war(book: &Book, at: &dyn Position, power: &str, on: &str) -> Result<War, String> {
    let common = at.common();
    let Some(terms) = book.scenario.track.as_ref().filter(|terms| terms.is_played(power)) else {
        return Err("only powers that somebody plays declare war (NIA §11.3)".to_owned());
    };
    let title = book.people.title(on);
    if book.people.is_major(on) {
        return on_power(book, common, power, on).map_err(|why| format!("{title} {why}"));
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
fn on_power(book: &Book, common: Common, power: &str, on: &str) -> Result<War, String> {
    let relations = common.relations;
    if !relations.takes_part(on) {
        return Err("has no part in the game".to_owned());
    }
    if let Some(why) = at_peace(book, common, power, on) {
        return Err(why);
    }
    let turns = |who: &str, bloc| {
        let side = if who == on { bloc } else { common.bloc(on) };
        let shock = Shock::of(book, common, (power, on), side);
        Ok(War::Power { power: who.to_owned(), bloc, shock })
    };
    match (common.bloc(power).opposite(), common.bloc(on).opposite()) {
        _ if has_left(book, common, on) => {
            Err("is neutral until the end of the game (NIA §21.2.1)".to_owned())
        }
        _ if relations.friends(power, on) => Err("is on your side".to_owned()),
        _ if relations.at_war(power, on) => Err("is at war with you".to_owned()),
        (Some(bloc), None) if entering::only_side(book, on).is_some_and(|side| side != bloc) => {
            Err("joins no side but yours (NIA §21.2.1)".to_owned())
        }
        (Some(bloc), None) => turns(on, bloc),
        (None, Some(bloc)) => turns(power, bloc),
        (None, None) => Err("is neutral as you are: a war of its own has no markers here \
                             (NIA §17.3.1)"
            .to_owned()),
        (Some(_), Some(_)) => Err("has an agreement with you".to_owned()),
    }
}

/// The peace that keeps two sides from war: one of either has it with one of the other (NIA §13.3.2.2).
fn at_peace(book: &Book, common: Common, power: &str, on: &str) -> Option<String> {
    let side = |of: &str| -> Vec<&String> {
        let parties = common.relations.parties();
        parties.filter(|other| common.relations.friends(of, other)).collect()
    };
    let (ours, theirs) = (side(power), side(on));
    let mut both = ours.iter().flat_map(|one| theirs.iter().map(move |other| (one, other)));
    let found = both.find_map(|(one, other)| {
        let treaty = common.titles.peaces.of_both(one, other)?;
        Some((one, other, treaty.until))
    });
    let (one, other, until) = found?;
    let title = |power: &str| book.people.title(power).to_owned();
    Some(match one.as_str() == power && other.as_str() == on {
        true => format!("has peace with you until {until} begins (NIA §13.3.2.2)"),
        false => format!(
            "is out of reach while {} has peace with {}, until {until} begins (NIA §13.3.2.2)",
            title(one),
            title(other)
        ),
    })
}

/// Plays the declarations of a season, in the order of diplomacy, each with all that follows from it.
pub fn play(turn: &mut Turn) {
    let mut joined = BTreeSet::new();
    for power in powers(turn) {
        for item in lines(turn, &power, |item| item.is(&DECLARE)) {
            declare(turn, &power, &item, &mut joined);
        }
    }
    for power in powers(turn) {
        for item in lines(turn, &power, |item| item.is(&JOIN)) {
            if !joined.contains(&(power.clone(), item.number)) {
                let why = "nobody to whom a peace binds you has broken the right of the people by a war (NIA §13.3.2.2)";
                refuse(turn, &power, &item, Shortfall::NotAllowed { why: why.to_owned() });
            }
        }
    }
}

fn declare(turn: &mut Turn, power: &str, item: &Item, joined: &mut BTreeSet<(String, u16)>) {
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
        Ok(War::Power { power: turns, bloc, shock }) => {
            let joins = bloc.word().to_owned();
            let (aggressor, attacked) = (power.to_owned(), on.clone());
            turn.record(CourtEvent::WarDeclared { power: aggressor.clone(), on, joins });
            allegiance::turn_power(turn, &turns, bloc);
            if let Some(shock) = shock {
                turn.record(CourtEvent::RightBroken { power: aggressor, on: attacked });
                shock.play(turn, power, joined);
            }
            allegiance::follow(turn);
        }
    }
}
