//! How long powers stay at war beside their allies: a check each spring, after which they may be neutral for good (NIA §21.2.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §21.2.1.

use crate::book::Book;
use crate::book::atlas::Town;
use crate::book::cards::{Card, Effect};
use crate::book::first_coalition::AllianceCheck;
use crate::cards::{self, is_own_land};
use crate::land::combat::round::throw;
use crate::money::treasury::Scene;
use crate::politics::diplomacy;
use crate::politics::instability::is_land_of;
use crate::politics::peace::settle;
use crate::position::{Common, Position};
use crate::record::event::{CourtEvent, Modifier, SequenceEvent};
use crate::record::exchange::Exchange;
use crate::turn::Turn;
use kit::calendar::{Quarter, Season};
use kit::ground::Space;
use kit::rule::Rule;

const LENGTH: Rule = Rule("NIA §21.2.1");

/// What is recorded when a power has left the war for good.
fn left(rule: &str, power: &str) -> String {
    format!("{rule}, {power}")
}

/// Whether a power is neutral until the end of the game.
pub fn has_left(book: &Book, common: Common, power: &str) -> bool {
    book.scenario.alliance_check().is_some_and(|(id, _)| common.begun.contains(&left(id, power)))
}

/// What has begun, if it is that a power has left the war.
pub fn begun_in_words(book: &Book, begun: &str) -> Option<String> {
    let (id, rule) = book.scenario.alliance_check()?;
    let power = rule.powers.iter().find(|power| begun == left(id, power))?;
    let title = book.people.title(power);
    Some(format!("{title} is neutral until the end of the game (NIA §21.2.1)."))
}

/// The powers that are checked in the diplomatic phase of a season, with the rule.
fn checked<'b>(book: &'b Book, common: Common, season: Season) -> Vec<(&'b AllianceCheck, String)> {
    let rule = book.scenario.alliance_check().map(|(_, rule)| rule);
    let rule = rule.filter(|rule| season.quarter == Quarter::Spring && season >= rule.from);
    let Some(rule) = rule else { return vec![] };
    let at_war = |power: &&String| common.relations.at_war(power, &rule.against);
    rule.powers.iter().filter(at_war).map(|power| (rule, power.clone())).collect()
}

/// Plays the checks of a diplomatic phase.
pub fn play(turn: &mut Turn) {
    let Some((id, _)) = turn.book.scenario.alliance_check() else { return };
    for (rule, power) in checked(turn.book, turn.state.common(), turn.state.season) {
        let dice = turn.ledger.dice(LENGTH.by(&power), 1, 6).faces;
        let throw = throw(dice, modifiers(turn.book, &turn.state, rule, &power));
        let neutral = throw.total >= i32::from(rule.leaves);
        let needed = i32::from(rule.leaves);
        let of = power.clone();
        turn.record(CourtEvent::AllianceChecked { power: of, throw, needed, neutral });
        if neutral {
            turn.record(SequenceEvent::RuleBegun { rule: left(id, &power) });
            settle::stand_down(turn, &power, &[], false);
        }
    }
}

/// What changes the die of a power.
fn modifiers(book: &Book, at: &dyn Position, rule: &AllianceCheck, power: &str) -> Vec<Modifier> {
    let (against, scene) = (rule.against.as_str(), Scene::of(book, at));
    let forces = at.standing().filter_map(|one| one.whole);
    let mut on_land = forces.filter(|force| is_own_land(book, against, force.at));
    let fights_there = on_land
        .any(|force| force.units.iter().any(|unit| unit.nation == power || force.power == power));
    let is_lost = |(town_at, town): &(Space, &Town)| {
        town.fortress > 0
            && is_land_of(book, scene.common.titles, power, *town_at)
            && scene.holder(*town_at) == Some(against)
    };
    let lost = book.atlas.towns().filter(is_lost).count();
    let title = book.people.title(against);
    let none_there = (format!("no units in {title}"), i32::from(!fights_there));
    let fortresses = ("fortresses lost".to_owned(), i32::try_from(lost).unwrap_or(i32::MAX));
    let out = cards::out(book, at);
    let counts = |card: &&Card| card.power.as_deref() == Some(power) && out.contains(&card.card);
    let played = book.cards.with(Effect::AllianceCheck).filter(counts);
    let played = played.map(|card| (format!("card {}", card.card), card.by));
    let all = [none_there, fortresses].into_iter().chain(played);
    all.filter(|(_, by)| *by != 0).map(|(what, by)| Modifier { what, by }).collect()
}

/// What the calendar of a mail says of the diplomatic phase that it asks orders for.
pub fn foretold(book: &Book, common: Common, exchange: Exchange) -> Option<String> {
    let checked = match diplomacy::is_played_in(book, exchange) {
        true => checked(book, common, common.season),
        false => vec![],
    };
    let needed = checked.first().map(|(rule, _)| rule.leaves)?;
    let titles: Vec<&str> = checked.iter().map(|(_, power)| book.people.title(power)).collect();
    let titles = titles.join(" and ");
    Some(format!(
        "In the diplomatic phase a die of {needed} or more makes {titles} neutral for good (NIA §21.2.1)."
    ))
}
