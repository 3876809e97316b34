//! What others may play into an operation: truces, disputes of command, and light troops that slip away
//! (FRW §9.13).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §9.13, §19.3.

use super::battle::choice::Side;
use super::battle::host::{LIGHT, Site};
use super::retreat::{self, Beaten, How};
use crate::book::troops::Kind;
use crate::decisions::Topic;
use crate::markers;
use crate::orders::plan::unit_words;
use crate::orders::units::chosen;
use crate::turn::{About, Turn};
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;
use sheet::keys::Given;
use std::collections::BTreeSet;

const PLAY: Rule = Rule("FRW §9.13");
/// The markers.
pub const TRUCE: &str = "Truce";
pub const DISPUTE: &str = "Command Dispute";

/// Whether somebody makes a seat pass, at the start of its turn.
pub fn truce(turn: &mut Turn<'_>, seat: &str) -> bool {
    for other in turn.state.clockwise(seat) {
        let Some(counter) = turn.state.holding(&other, TRUCE) else { continue };
        let said = turn.reaction(&other, &[], "truce").map(|said| {
            let lines = said.list("truce").iter().filter_map(Given::map);
            let lines = lines.filter(|line| line.name("on").is_none_or(|on| on == seat));
            let yes = turn.said(&other, lines, &About::default()).is_some();
            (if yes { "yes" } else { "no" }.to_owned(), Source::Reaction)
        });
        let ask = PLAY.by(format!("{other} truce"));
        let yes = turn.decide(ask, &other, Topic::Truce, &["yes", "no"], ("no", said)) == "yes";
        let on = format!("on {}", turn.book.seat_title(seat));
        if yes && markers::action(turn, &other, &counter, None, &on) {
            return true;
        }
    }
    false
}

/// Whether a side disputes the command of the other, who then lays no battle markers.
pub fn dispute(turn: &mut Turn<'_>, side: &Side, others: &[String], at: Space) -> bool {
    let powers: BTreeSet<String> =
        turn.units_of(others).into_iter().map(|unit| unit.power.clone()).collect();
    let Some(counter) = turn.state.holding(&side.seat, DISPUTE).filter(|_| powers.len() > 1) else {
        return false;
    };
    let about = About { units: side.units.clone(), goal: Some(at), ..About::default() };
    let said = turn.reaction(&side.seat, &side.units, "dispute");
    let said = said.and_then(|said| said.get("dispute")?.map().cloned()).map(|said| {
        let yes = turn.said(&side.seat, [&said], &about).is_some();
        (if yes { "yes" } else { "no" }.to_owned(), Source::Reaction)
    });
    let ask = PLAY.by(format!("{} dispute", side.seat)).at(turn.place(at));
    let yes = turn.decide(ask, &side.seat, Topic::Dispute, &["yes", "no"], ("no", said)) == "yes";
    yes && markers::action(turn, &side.seat, &counter, Some(at), "")
}

/// Lets a side slip away before a battle; says whether its marker was laid.
pub fn slip(turn: &mut Turn<'_>, side: &Side, others: &[String], site: Site, most: usize) -> bool {
    let light = |turn: &Turn<'_>, units: &[String]| {
        let light = turn.units_of(units).into_iter().filter(|one| one.kind == Kind::LightTroops);
        light.count()
    };
    let (ours, theirs) = (light(turn, &side.units), light(turn, others));
    let shut = turn.state.is_besieged(&side.seat, site.at);
    let may = most > 0 && side.ashore && !site.walls() && !shut;
    let fits = may && ours > 0 && ours >= 2 * theirs;
    let Some(counter) = turn.state.holding(&side.seat, LIGHT).filter(|_| fits) else {
        return false;
    };
    let said = turn.reaction(&side.seat, &side.units, "slip");
    let said = said.and_then(|said| said.get("slip")?.map().cloned());
    let about = About { units: side.units.clone(), goal: Some(site.at), ..About::default() };
    let answer = said.as_ref().map(|said| {
        let yes = turn.said(&side.seat, [said], &about).is_some();
        (if yes { "yes" } else { "no" }.to_owned(), Source::Reaction)
    });
    let ask = PLAY.by(format!("{} slip", side.seat)).at(turn.place(site.at));
    if turn.decide(ask, &side.seat, Topic::Slip, &["yes", "no"], ("no", answer)) != "yes" {
        return false;
    }
    markers::play(turn, &side.seat, &counter, Some(site.at), "units slip away");
    let book = turn.the_book();
    let is_leader = |name: &str| book.troops.leader(name).is_some();
    let words = said.map(|said| unit_words(said.list("units"), is_leader)).unwrap_or_default();
    let here = turn.units_of(&side.units);
    let units = if words.is_empty() { side.units.clone() } else { chosen(book, &words, &here) };
    let fixed = |id: &String| {
        let unit = turn.state.units.get(id);
        unit.is_some_and(|unit| unit.kind == Kind::Garrison)
    };
    let units: Vec<String> = units.into_iter().filter(|id| !fixed(id)).collect();
    let beaten = Beaten { seat: side.seat.clone(), winner: side.seat.clone(), at: site.at };
    retreat::go(turn, &beaten, units, How::Slip);
    true
}
