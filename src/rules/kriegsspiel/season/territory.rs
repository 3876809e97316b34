//! Cities change hands, raids, and points (§6, §14.1, §19.9, §22).
//!
//! Not here: who submits (`politics/submission.rs`).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §1, §6, §14.1, §19.1, §19.5, §19.9, §21, §22.

use crate::battle::retreat::{self, Beaten};
use crate::battle::{self, Camp};
use crate::book::Book;
use crate::book::troops::Arm;
use crate::money::income;
use crate::orders::Part;
use crate::position::Position;
use crate::record::event::{Event, PublicEvent};
use crate::record::state::{Formation, State};
use crate::season::turn::Turn;
use kit::ground::Space;
use kit::relations::Relations;
use std::collections::{BTreeMap, BTreeSet};

/// Raids, then cities.
pub fn play(turn: &mut Turn) {
    raid(turn);
    occupy(turn);
}

fn raid(turn: &mut Turn) {
    let drawn: Vec<(Space, Camp)> = turn.raiders.drain(..).collect();
    let now = |(at, camp): &(Space, Camp)| {
        let first = camp.troops(&turn.state, *at).next()?;
        let camp = Camp::of(&turn.state, *at, &first.power);
        Some((*at, raiders_of(turn.book, &turn.state, *at, camp)))
    };
    let mut raiders: BTreeSet<(Space, Camp)> = drawn.iter().filter_map(now).collect();
    // Who found nobody there was never asked in contact; the entry of whoever speaks for all says it.
    let mut posts: BTreeSet<(Space, Camp)> = BTreeSet::new();
    for (who, intent) in &turn.intents {
        let raids = matches!(&intent.stance, Some((crate::record::event::Stance::Raid, None, _)));
        let at = turn.state.generals.get(who).map(|one| (one.at, &one.power));
        let at = at.or(turn.state.formations.get(who).map(|one| (one.at, &one.power)));
        if let (true, Some((at, power))) = (raids, at) {
            let camp = Camp::of(&turn.state, at, power);
            let camp = raiders_of(turn.book, &turn.state, at, camp);
            posts.extend(camp.has(power).then_some((at, camp)));
        }
    }
    for (at, camp) in posts {
        battle::command::settle(turn, at, &camp);
        let who = battle::command::voice(turn, at, &camp, |intent| intent.stance.is_some());
        let intent = who.and_then(|who| turn.intents.get(&who));
        let stance = intent.and_then(|intent| intent.stance.as_ref());
        if matches!(stance, Some((crate::record::event::Stance::Raid, None, _))) {
            raiders.insert((at, camp));
        }
    }
    for (at, camp) in raiders {
        plunder(turn, at, camp);
    }
}

/// The part of a camp that raids a city: the powers at war with its holder and its nation. Their allies take no
/// part. If no power of the camp is, the camp stays whole, and `plunder` does nothing.
fn raiders_of(book: &Book, state: &State, at: Space, camp: Camp) -> Camp {
    let (Some(owner), Some(holder)) = (state.owner(book, at), state.holder(book, at)) else {
        return camp;
    };
    let raids = |power: &str| state.at_war(power, holder) && state.at_war(power, owner);
    camp.of_those(state, raids).unwrap_or(camp)
}

/// Raiders plunder a city of an enemy, if no enemy is in it, and leave it (§19.9).
fn plunder(turn: &mut Turn, at: Space, camp: Camp) {
    let (book, state) = (turn.book, &turn.state);
    let (Some(city), Some(owner)) = (book.city(at), state.owner(book, at)) else { return };
    let theirs = |power: &str| camp.fights(state, power);
    let hostile = theirs(owner) && state.holder(book, at).is_some_and(theirs);
    let alone = !state.at(at).any(|one| theirs(&one.power));
    let Some(first) = camp.troops(state, at).next().filter(|_| alone && hostile) else { return };
    let (power, nation, cost) = (first.power.clone(), owner.to_owned(), city.raid());
    turn.record(PublicEvent::Raided { at, power, nation, cost });
    turn.raided.insert(at);
    let who = battle::command::voice(turn, at, &camp, |intent| intent.stance.is_some());
    turn.asked.extend(who.map(|who| (who, Part::Stance)));
    let came = camp.troops(&turn.state, at).filter_map(|one| turn.entered.get(&one.name));
    let leaves = Beaten {
        at,
        came: came.copied().collect(),
        camp,
        enemy_came: BTreeSet::new(),
        attacked: false,
        toward: None,
        gone: false,
    };
    let battles = turn.battles.iter().map(|battle| battle.at).collect();
    // Raiders who have nowhere to go stay; they are not beaten.
    if !retreat::legal(turn.book, &turn.state, &leaves, &battles).is_empty() {
        retreat::fall_back(turn, &leaves, &battles);
    }
}

/// Who has the strongest battalion in a city of those at war with its holder, if no enemy of theirs is in it.
fn garrison<'s>(book: &Book, state: &'s State, at: Space, holder: &str) -> Option<&'s Formation> {
    let foot = |one: &&Formation| one.of_arm(&book.troops, Arm::Infantry) > 0;
    let strength =
        |one: &&Formation| (one.combat(&book.troops), std::cmp::Reverse(one.name.clone()));
    let foes = state.at(at).filter(|one| state.at_war(&one.power, holder));
    let taker = foes.filter(foot).max_by_key(strength)?;
    (!state.enemy_at(at, &taker.power)).then_some(taker)
}

/// To whom a city of a nation comes when troops of a power alone are in it at the end of a turn (§19.9): back
/// to its nation, if that is on the side of the power; nobody new, if its holder is no enemy.
pub fn falls_to<'p>(
    relations: &Relations<String>,
    (nation, holder): (&'p str, &str),
    taker: &'p str,
) -> Option<&'p str> {
    let to = if relations.friends(taker, nation) { nation } else { taker };
    relations.at_war(taker, holder).then_some(to)
}

/// Whether a city goes back to its nation from another who holds it, when these troops end the turn in it: none of
/// their infantry is of its holder's side, the nation's own left out (§14.1).
pub fn goes_back<'t>(
    book: &Book,
    position: &impl Position,
    (nation, holder): (&str, &str),
    mut troops: impl Iterator<Item = &'t Formation>,
) -> bool {
    let keeps = |one: &Formation| {
        one.of_arm(&book.troops, Arm::Infantry) > 0
            && one.power != nation
            && position.friends(&one.power, holder)
    };
    let is_gone = position.common().politics.conquered.contains(nation);
    holder != nation && !is_gone && !troops.any(keeps)
}

fn occupy(turn: &mut Turn) {
    let state = &turn.state;
    let owned = |at: &Space| Some((*at, state.owner(turn.book, *at)?.to_owned()));
    let cities: Vec<(Space, String)> = turn.book.lands.cities().keys().filter_map(owned).collect();
    for (at, nation) in cities {
        let (book, state) = (turn.book, &turn.state);
        let Some(holder) = state.holder(book, at).map(str::to_owned) else { continue };
        // Raiders who could not leave do not capture what they raided.
        let taker = garrison(book, state, at, &holder).filter(|_| !turn.raided.contains(&at));
        let taker = taker.map(|one| one.power.clone());
        let falls = |taker: &String| {
            falls_to(&state.relations, (&nation, &holder), taker).map(str::to_owned)
        };
        let event = match taker.as_ref().and_then(falls) {
            Some(power) if power == nation => {
                Some(PublicEvent::Reverted { at, power, from: holder, ruled: false })
            }
            Some(power) => Some(PublicEvent::Captured { at, power, from: holder, ruled: false }),
            None => {
                let goes_back = goes_back(book, state, (&nation, &holder), state.at(at));
                let (power, from) = (nation, holder);
                goes_back.then_some(PublicEvent::Reverted { at, power, from, ruled: false })
            }
        };
        let Some(event) = event else { continue };
        turn.record(event.clone());
        if let PublicEvent::Captured { at, power, from, .. } = &event {
            income::fall_of(turn, (*at, power, from)); // §16.7
        }
    }
}

/// Victory cities in play that each power holds.
pub fn victory_cities(
    book: &Book,
    holder: impl Fn(Space) -> Option<String>,
) -> BTreeMap<String, i64> {
    let mut count = BTreeMap::new();
    for (at, city) in book.lands.cities() {
        if city.victory
            && book.in_play(*at)
            && let Some(holder) = holder(*at)
        {
            *count.entry(holder).or_default() += 1;
        }
    }
    count
}

/// The victory cities of each power when the scenario began.
pub fn at_start(book: &Book) -> BTreeMap<String, i64> {
    let held = &book.scenario.held;
    victory_cities(book, |at| crate::record::state::holder(book, held, at).map(str::to_owned))
}

/// The points of the powers that play (§22).
pub fn points(turn: &Turn) -> BTreeMap<String, i64> {
    let (book, state) = (turn.book, &turn.state);
    // A ruling on who holds a city sets the count right at its start, and is no conquest.
    let before = victory_cities(book, |at| {
        let ruled = state.ruled.get(&at).map(String::as_str);
        ruled.or(crate::record::state::holder(book, &book.scenario.held, at)).map(str::to_owned)
    });
    let now = victory_cities(book, |at| state.holder(book, at).map(str::to_owned));
    let of = |power: &String| {
        let of = |count: &BTreeMap<String, i64>| count.get(power).copied().unwrap_or(0);
        let forced = match state.politics.played {
            true => state.politics.forced_by(power),
            // The game is over with the turn in which somebody submits.
            false => {
                let forced = turn.events.iter().filter_map(forced_by).filter(|to| *to == power);
                i64::try_from(forced.count()).unwrap_or(i64::MAX)
            }
        };
        (of(&now) - of(&before)).max(0) + forced
    };
    state.relations.parties().map(|power| (power.clone(), of(power))).collect()
}

/// Who has forced somebody to submit, if that is what happened.
fn forced_by(event: &Event) -> Option<&String> {
    let Event::Public(PublicEvent::Submitted { to, .. }) = event else { return None };
    Some(to)
}

/// Whether the game is over (§1, §20): with the last season, when a power has submitted, or as a scenario with politics
/// says.
pub fn is_over(turn: &Turn) -> bool {
    let (page, state) = (&turn.book.scenario, &turn.state);
    if state.season >= page.last {
        return true;
    }
    if !state.politics.played {
        return !state.submitted.is_empty();
    }
    let points = points(turn);
    let is_beaten = |power: &String| {
        let politics = &state.politics;
        politics.conquered.contains(power)
            || politics.submissions.iter().any(|(_, loser)| loser == power)
    };
    page.ends.iter().any(|end| {
        let has =
            |(power, least): (&String, &i64)| points.get(power).is_some_and(|has| has >= least);
        end.beaten.iter().any(is_beaten) && end.points.iter().all(has)
    })
}

/// Counts the points when the game is over (§22).
pub fn score(turn: &mut Turn) {
    let start = at_start(turn.book);
    let points = points(turn);
    let best = points.values().max().copied().unwrap_or(0);
    let few = |power: &String| start.get(power).copied().unwrap_or(0);
    let mut firsts: Vec<&String> =
        points.iter().filter(|(_, sum)| **sum == best).map(|(p, _)| p).collect();
    let fewest = firsts.iter().map(|power| few(power)).min();
    firsts.retain(|power| Some(few(power)) == fewest);
    let winner = if let [one] = firsts[..] { Some(one.clone()) } else { None };
    turn.record(PublicEvent::Scored { points, winner });
}
