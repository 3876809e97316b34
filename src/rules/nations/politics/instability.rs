//! An ally who is proud: its land is shut to its allies' troops, enemies may try for it all the same, and it fights for
//! its liberation if it leaves allies who stand on its land (NIA §14.4).
//!
//! Not here: what changes the dice of an attempt (`influence.rs`).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §14.4.1, §14.4.2.

use crate::book::Book;
use crate::book::special::Liberation;
use crate::book::war::BattleSize;
use crate::land::combat::Battle;
use crate::politics::allegiance;
use crate::politics::liberation;
use crate::position::{Common, Position};
use crate::record::event::{SequenceEvent, Winner};
use crate::record::state::{Anchorage, Bloc, Force, ForceId, Titles};
use crate::turn::Turn;
use kit::ground::Space;
use kit::relations::{Relation, Relations};
use std::collections::BTreeSet;

/// How many guerrillas rise when a war of liberation begins (NIA §14.4.2).
const GUERRILLAS: u32 = 2;

/// What stands behind the name of a rule once its power's land is open to its allies.
const OPEN: &str = ", open";

/// What has begun, if it is one of these rules.
pub fn begun_in_words(book: &Book, rule: &str) -> Option<String> {
    let (id, proud) = book.scenario.proud()?;
    let title = book.people.title(&proud.power);
    Some(match rule.strip_prefix(id)? {
        OPEN => format!("The land of {title} is open to the troops of her allies (NIA §14.4.1)."),
        _ => format!("{title} fights for her liberation (NIA §14.4.2)."),
    })
}

/// What stands behind the name of the rule for a war of liberation against a side.
fn against(side: Bloc) -> String {
    format!(", against the {}", side.word())
}

/// The rule of a power that fights for its liberation from those whom it has left (NIA §14.4.1).
pub fn liberation<'b>(book: &'b Book, common: Common) -> Option<&'b Liberation> {
    let (id, proud) = book.scenario.proud()?;
    let left = common.bloc(&proud.power).opposite()?;
    common.begun.contains(&format!("{id}{}", against(left))).then_some(proud)
}

/// Whether land of a holder is shut to an ally's troops (NIA §14.4.1).
pub fn is_shut(book: &Book, common: Common, power: &str, holder: Option<&str>) -> bool {
    let Some((id, proud)) = book.scenario.proud() else { return false };
    holder == Some(&*proud.power)
        && power != proud.power
        && common.relations.friends(power, &proud.power)
        && !common.begun.contains(&format!("{id}{OPEN}"))
        && has_fleet(common, &proud.power)
}

/// The provinces that a force may not enter because it contains units of an ally who is not let in (NIA §14.4.1).
///
/// Where its own power is not let in, the border says so (`land/borders.rs`).
pub fn shut_to(book: &Book, common: Common, force: &Force) -> Option<BTreeSet<String>> {
    let (_, proud) = book.scenario.proud()?;
    let holder = Some(proud.power.as_str());
    let mut others = force.units.iter().map(|unit| &unit.nation);
    others.find(|nation| **nation != force.power && is_shut(book, common, nation, holder))?;
    let all = book.atlas.provinces.iter().map(|province| &province.name);
    Some(all.filter(|name| common.titles.owner(book, name) == holder).cloned().collect())
}

/// Opens the land of a power to its allies for good when it has no fleet left.
pub fn without_fleets(turn: &mut Turn) {
    let Some((_, proud)) = turn.book.scenario.proud() else { return };
    if !has_fleet(turn.state.common(), &proud.power) {
        open(turn, &proud.power);
    }
}

fn has_fleet(common: Common, power: &str) -> bool {
    common.squadrons.iter().any(|squadron| squadron.power == power)
}

/// Opens the land of a power to its allies, if that is not done.
pub fn open(turn: &mut Turn, power: &str) {
    let rule = opening_rule(turn.book, power);
    if let Some(rule) = rule.filter(|rule| !turn.state.begun.contains(rule)) {
        turn.record(SequenceEvent::RuleBegun { rule });
    }
}

/// The name of the rule that the land of a power is open to its allies.
pub fn opening_rule(book: &Book, power: &str) -> Option<String> {
    let (id, _) = book.scenario.proud().filter(|(_, proud)| proud.power == power)?;
    Some(format!("{id}{OPEN}"))
}

/// A battle that it has lost, a skirmish does not count, opens its land.
pub fn battle(turn: &mut Turn, battle: &Battle, winner: Winner) {
    let Some((_, proud)) = turn.book.scenario.proud() else { return };
    let losers: &[ForceId] = match winner {
        Winner::Attacker => &battle.defenders,
        Winner::Defender | Winner::Nobody => &battle.attackers,
    };
    let fought = losers.iter().any(|id| id.power(turn.book) == proud.power);
    if fought && battle.size != BattleSize::Skirmish {
        open(turn, &proud.power);
    }
}

/// Puts a power on the side of its allies' enemies. If allies stand on its land or lie in its harbours, it fights for its
/// liberation (NIA §14.4.1).
pub fn leave_allies(turn: &mut Turn, power: &str, bloc: Bloc) {
    let guests = has_steps_of(turn, power, Relation::Allied) || has_guest_fleets(turn, power);
    allegiance::turn_power(turn, power, bloc);
    if guests {
        fight_for_liberation(turn, power);
    }
}

/// Begins a power's war of liberation against the side that it fights: two of its guerrillas rise at once
/// (NIA §14.4.2).
pub fn fight_for_liberation(turn: &mut Turn, power: &str) {
    let rule = turn.book.scenario.proud().filter(|(_, proud)| proud.power == power);
    let Some(((id, _), foe)) = rule.zip(turn.state.bloc(power).opposite()) else { return };
    let rule = format!("{id}{}", against(foe));
    if turn.state.begun.contains(&rule) {
        return;
    }
    turn.record(SequenceEvent::RuleBegun { rule });
    for _ in 0..GUERRILLAS {
        liberation::rise(turn, power);
    }
}

/// Whether steps of others who are its allies, or its enemies, are on a power's land (NIA §14.4.1).
pub fn has_steps_of(turn: &Turn, power: &str, whose: Relation) -> bool {
    let (book, state) = (turn.book, &turn.state);
    let mut here =
        state.forces.values().filter(|force| is_land_of(book, &state.titles, power, force.at));
    here.any(|force| {
        let mut units = force.units.iter().map(|unit| (&*force.power, &*unit.nation));
        units.any(|unit| counts_as(&state.relations, power, whose, unit))
    })
}

/// Whether a unit counts as one of a power's allies, or of its enemies: by the power that it serves or by its nation.
pub fn counts_as(
    relations: &Relations<Bloc>,
    power: &str,
    whose: Relation,
    (serves, nation): (&str, &str),
) -> bool {
    let is_theirs = |other: &str| other != power && relations.relation(other, power) == whose;
    nation != power && (is_theirs(serves) || is_theirs(nation))
}

/// Whether fleets of a power's allies lie in its harbours.
fn has_guest_fleets(turn: &Turn, power: &str) -> bool {
    let (book, state) = (turn.book, &turn.state);
    state.squadrons.iter().any(|one| {
        let is_in =
            matches!(one.at, Anchorage::Harbour(at) if is_land_of(book, &state.titles, power, at));
        is_in && one.power != power && state.friends(&one.power, power)
    })
}

/// Whether a hex is land of a power or country.
pub fn is_land_of(book: &Book, titles: &Titles, owner: &str, at: Space) -> bool {
    let province = book.atlas.province(at);
    province.and_then(|one| titles.owner(book, &one.name)) == Some(owner)
}
