//! Neutral powers that join a side by a special rule: when they are attacked in a town that concerns them, with another
//! power, or in the season after an event card (NIA §21.2.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.2.4, §11.3, §21.2.1.

use crate::book::Book;
use crate::book::cards::Card;
use crate::book::first_coalition::Joins;
use crate::cards;
use crate::politics::allegiance;
use crate::politics::alliance_length::has_left;
use crate::position::{Common, Position};
use crate::record::event::{BattleEvent, Event, SequenceEvent, SiegeEvent};
use crate::record::state::Bloc;
use crate::turn::Turn;
use kit::calendar::Season;
use kit::ground::Space;

/// What is recorded when a card lets a power join in a season.
fn due(rule: &str, season: Season) -> String {
    format!("{rule}, in {season}")
}

/// The only side that a power can join, if a rule says so.
pub fn only_side(book: &Book, power: &str) -> Option<Bloc> {
    let mut rules = book.scenario.joining().map(|(_, rule)| rule);
    rules.find(|rule| rule.power == power).map(|rule| rule.side.bloc())
}

/// What has begun, if it is that a power joins a side.
pub fn begun_in_words(book: &Book, begun: &str) -> Option<String> {
    book.scenario.joining().find_map(|(id, rule)| {
        let when = begun.strip_prefix(id)?.replace(", in ", " in ");
        let (title, side) = (book.people.title(&rule.power), rule.side.bloc().word());
        Some(format!("{title} goes to war on the side of the {side}{when} (NIA §21.2.1)."))
    })
}

/// Notes the season after a card, in which a power joins.
pub fn note_card(turn: &mut Turn, card: &Card) {
    let season = cards::season_of_play(turn).next();
    let rules = turn.book.scenario.joining();
    let rules: Vec<String> = rules
        .filter(|(_, rule)| rule.after.as_ref() == Some(&card.card))
        .map(|(id, _)| due(id, season))
        .collect();
    for rule in rules {
        turn.record(SequenceEvent::RuleBegun { rule });
    }
}

/// Lets those join who are to, as things stand and by what has happened since an event.
pub fn play(turn: &mut Turn, since: usize) {
    for (id, rule) in turn.book.scenario.joining() {
        if may_join(turn.book, turn.state.common(), id, rule)
            && (is_attacked(turn, rule, since)
                || is_due(turn.state.common(), id)
                || is_followed(turn.state.common(), rule))
        {
            turn.record(SequenceEvent::RuleBegun { rule: id.to_owned() });
            allegiance::turn_power(turn, &rule.power, rule.side.bloc());
            allegiance::follow(turn);
        }
    }
}

/// Whether a power is neutral and free to go to war, and has not joined by its rule before.
fn may_join(book: &Book, common: Common, id: &str, rule: &Joins) -> bool {
    common.relations.takes_part(&rule.power)
        && common.bloc(&rule.power) == Bloc::Neutral
        && common.titles.peaces.of(&rule.power).is_none()
        && !common.begun.contains(id)
        && !has_left(book, common, &rule.power)
}

/// Whether the season is the one after its card.
fn is_due(common: Common, id: &str) -> bool {
    common.begun.contains(&due(id, common.season))
}

/// Whether the power with which it joins is at war on that side.
fn is_followed(common: Common, rule: &Joins) -> bool {
    let bloc = rule.side.bloc();
    rule.with
        .as_ref()
        .is_some_and(|with| common.relations.takes_part(with) && common.bloc(with) == bloc)
}

/// Whether one of its towns has been attacked, besieged or taken by the power that it looks at.
fn is_attacked(turn: &Turn, rule: &Joins, since: usize) -> bool {
    let Some(attacker) = rule.attacker.as_deref() else { return false };
    let book = turn.book;
    let towns: Vec<Space> = rule.at.iter().filter_map(|name| book.atlas.named(name)).collect();
    let events = turn.events.get(since..).unwrap_or_default();
    events.iter().any(|event| {
        let (at, power) = match event {
            Event::Battle(BattleEvent::Fought { at, attacker, .. }) => (at, &*attacker.power),
            Event::Siege(
                SiegeEvent::SiegeMarked { force, at, .. }
                | SiegeEvent::SiegeAttempted { force, at, .. },
            ) => (at, force.power(book)),
            Event::Siege(SiegeEvent::Captured { at, power, .. }) => (at, &**power),
            _ => return false,
        };
        power == attacker && towns.contains(at)
    })
}
