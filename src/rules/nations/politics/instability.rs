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
use crate::position::Common;
use crate::record::event::{SequenceEvent, Winner};
use crate::record::state::{Anchorage, Bloc, ForceId, Squadron};
use crate::turn::Turn;
use kit::ground::Space;

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
    let has_fleet = || common.squadrons.iter().any(|squadron| squadron.power == proud.power);
    holder == Some(&*proud.power)
        && power != proud.power
        && common.relations.friends(power, &proud.power)
        && !common.begun.contains(&format!("{id}{OPEN}"))
        && has_fleet()
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
        open(turn, &proud.power.clone());
    }
}

/// Puts a power on the side of its allies' enemies. If allies stand on its land or lie in its harbours, it fights for its
/// liberation (NIA §14.4.1).
pub fn leave_allies(turn: &mut Turn, power: &str, bloc: Bloc) {
    let guests = has_guests(turn, power);
    allegiance::turn_power(turn, power, bloc);
    let rule = turn.book.scenario.proud().filter(|(_, proud)| guests && proud.power == power);
    let Some(((id, _), left)) = rule.zip(bloc.opposite()) else { return };
    let rule = format!("{id}{}", against(left));
    if !turn.state.begun.contains(&rule) {
        turn.record(SequenceEvent::RuleBegun { rule });
    }
}

/// Whether steps or fleets of a power's allies are on its land or in its harbours.
pub fn has_guests(turn: &Turn, power: &str) -> bool {
    let (book, state) = (turn.book, &turn.state);
    let home = |at: Space| {
        let province = book.atlas.province(at);
        province.and_then(|one| state.titles.owner(book, &one.name)) == Some(power)
    };
    let is_guest = |other: &str| other != power && state.friends(other, power);
    let moored = |squadron: &Squadron| {
        matches!(squadron.at, Anchorage::Harbour(at) if home(at)) && is_guest(&squadron.power)
    };
    let mut lodged = state.forces.values().filter(|force| is_guest(&force.power) && home(force.at));
    lodged.any(|force| !force.units.is_empty()) || state.squadrons.iter().any(moored)
}
