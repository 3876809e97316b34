//! Promises: what binds, who breaks it, and what that costs (FRW §10.3).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §10.3.

use super::lines::lines;
use super::negotiation::text;
use crate::decisions::Topic;
use crate::markers;
use crate::record::event::{CourtEvent, Event, WarEvent, Why};
use crate::record::state::{Open, Promise, Vow};
use crate::turn::Turn;
use kit::rule::Rule;
use sheet::keys::{Filled, Given};

const BREACH: Rule = Rule("FRW §10.3");

/// Judges the promises at the end of a season; `year_over` says whether its operations are over.
pub fn judge(turn: &mut Turn<'_>, year_over: bool) {
    let year = turn.state.season.year;
    let promises: Vec<Promise> = turn.state.promises.iter().cloned().collect();
    for promise in promises {
        let last = year_over && promise.until <= year;
        let broken = match &promise.what {
            Vow::NoAttack => attacked(turn, &promise),
            Vow::Leave { at } => last && !turn.state.own_at(&promise.by, *at).is_empty(),
            Vow::Words { .. } => false,
        };
        if broken {
            penalty(turn, promise);
        } else if last && !matches!(promise.what, Vow::Words { .. }) {
            turn.record(Event::from(CourtEvent::PromiseEnded { promise, kept: true }));
        }
    }
}

/// Whether who promised not to attack has attacked the other this season.
fn attacked(turn: &Turn<'_>, promise: &Promise) -> bool {
    turn.events.iter().any(|event| {
        let Event::War(event) = event else { return false };
        match event {
            WarEvent::Fought(battle) => {
                battle.attacker.seat == promise.by && battle.defender.seat == promise.to
            }
            WarEvent::HonoursTried { attacker, defender, .. } => {
                *attacker == promise.by && *defender == promise.to
            }
            WarEvent::Overran { force, loser, .. } => {
                force.seat == promise.by && *loser == promise.to
            }
            WarEvent::SiegeBegan { seat, of, .. } => *seat == promise.by && *of == promise.to,
            WarEvent::SiegeEnded { .. }
            | WarEvent::Retreated { .. }
            | WarEvent::Rewarded { .. }
            | WarEvent::LeaderDie { .. } => false,
        }
    })
}

/// Half the hand of who broke it is lost by lot, rounded up; each other seat draws a die of markers.
fn penalty(turn: &mut Turn<'_>, promise: Promise) {
    let by = promise.by.clone();
    turn.record(Event::from(CourtEvent::PromiseEnded { promise, kept: false }));
    let half = turn.state.hand_count(&by).div_ceil(2);
    markers::lose(turn, &by, u32::try_from(half).unwrap_or(u32::MAX));
    let others: Vec<String> = turn.state.order().into_iter().filter(|one| *one != by).collect();
    for seat in others {
        let die = turn.ledger.dice(BREACH.by(seat.as_str()).at(by.as_str()), 1, 6).faces[0];
        markers::draw(turn, &seat, u32::from(die));
    }
}

/// The promises in words to a seat that a line challenges.
pub fn challenged(open: &Open, seat: &str, map: &Filled) -> Vec<Promise> {
    let deal = text(map, "deal").map(|name| kit::names::plain(&name));
    let of = map.name("of");
    let is_it = |promise: &&Promise| {
        let words = matches!(promise.what, Vow::Words { .. });
        let parties = Some(promise.by.as_str()) == of && promise.to == seat;
        words && parties && Some(&promise.deal) == deal.as_ref()
    };
    open.promises.iter().filter(is_it).cloned().collect()
}

/// Whether a line makes a deal that a challenge names, with such a promise of the other in words.
pub fn would_bind(deal: &Filled, challenge: &Filled) -> bool {
    let name = |map: &Filled, key: &str| text(map, key).map(|name| kit::names::plain(&name));
    let promised = deal.list("promised").iter().filter_map(Given::map);
    name(deal, "name") == name(challenge, "deal")
        && deal.name("with") == challenge.name("of")
        && promised.into_iter().any(|vow| vow.get("words").is_some())
}

/// Asks about promises in words that somebody challenges; those whose time is over end.
pub fn challenges(turn: &mut Turn<'_>) {
    for seat in turn.state.order() {
        for line in lines(turn, &seat, "challenge") {
            let found = challenged(&turn.state.open, &seat, &line.map);
            if found.is_empty() {
                line.refuse(turn, Why::NotThere);
            }
            for promise in found {
                let ask = BREACH.by(promise.by.as_str()).at(promise.deal.as_str());
                let options = ["kept", "broken"];
                let choice = turn.decide(ask, &promise.by, Topic::Breach, &options, ("kept", None));
                if choice == "broken" {
                    penalty(turn, promise);
                }
            }
        }
    }
    let year = turn.state.season.year;
    let is_old =
        |promise: &&Promise| promise.until < year && matches!(promise.what, Vow::Words { .. });
    let old: Vec<Promise> = turn.state.promises.iter().filter(is_old).cloned().collect();
    for promise in old {
        turn.record(Event::from(CourtEvent::PromiseEnded { promise, kept: true }));
    }
}
