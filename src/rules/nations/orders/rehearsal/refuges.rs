//! Where a force would avoid battle to: whether it can go there, as far as its power knows (NIA §5.2.7).

use super::earlier::Earlier;
use super::{meant, place};
use crate::book::Book;
use crate::land::movement::{self, Mover};
use crate::orders::reactions;
use crate::record::state::Force;
use crate::sight::known::Known;
use kit::ground::Space;
use sheet::keys::{Filled, Given};
use sheet::{Diagnostic, Diagnostics};

/// Tells of places to which nobody meant by the reaction could slip away, wherever the sheet leaves them.
pub fn check(
    book: &Book,
    known: &Known,
    reaction: &Filled,
    earlier: &Earlier,
    faults: &mut Diagnostics,
) {
    let who = reaction.name("who").unwrap_or("any");
    let own = || known.own().filter(|force| !force.units.is_empty());
    let one = meant(&book.atlas, &book.units, who, own());
    let forces: Vec<&Force> = match one {
        Some(force) => vec![force],
        None if who == "any" => own().collect(),
        None => return,
    };
    let places = reactions::refuges(reaction).into_iter().filter_map(|given| {
        let to = given.name().and_then(|name| book.atlas.code(name).or(book.atlas.named(name)))?;
        Some((given, refused(book, known, &forces, earlier, to)))
    });
    let places: Vec<(&Given, Option<Refused>)> = places.collect();
    // The others are for where it will stand later.
    let one_will_do = places.iter().any(|(_, why)| why.is_none());
    for (given, why) in places {
        match why {
            Some(Refused::Barred(why)) => faults.push(remark(given, why)),
            Some(Refused::Far(why)) if !one_will_do => faults.push(remark(given, why)),
            Some(Refused::Far(_)) | None => {}
        }
    }
}

/// Why a place is no refuge.
enum Refused {
    Far(String),
    Barred(String),
}

fn remark(given: &Given, why: String) -> Diagnostic {
    let help =
        "it counts only if the force stands beside it by then; else the hex is chosen by the rules";
    Diagnostic::remark("no-refuge", given.at.clone(), why).rule("NIA §5.2.7").help(help)
}

/// Why none of these forces could go there, from where they stand or the entries leave them.
fn refused(
    book: &Book,
    known: &Known,
    forces: &[&Force],
    earlier: &Earlier,
    to: Space,
) -> Option<Refused> {
    let stands = |force: &&Force| {
        [force.at, earlier.place(force)].map(|at| Force { at, ..(*force).clone() })
    };
    let stands: Vec<Force> = forces.iter().flat_map(stands).collect();
    let beside: Vec<&Force> =
        stands.iter().filter(|force| book.atlas.distance(force.at, to) == 1).collect();
    let (goal, first) = (place(book, to), stands.first()?);
    if beside.is_empty() {
        let is_there = stands.iter().all(|force| force.at == to);
        let why = match forces {
            _ if is_there => "is where it stands".to_owned(),
            [_] => format!("is not beside {}, where it stands", place(book, first.at)),
            _ => "is not beside any force of yours".to_owned(),
        };
        return Some(Refused::Far(format!("{goal} {why}: battle is avoided by one hex")));
    }
    let why = |force: &&Force| barred(book, known, force, to);
    if beside.iter().any(|force| why(force).is_none()) {
        return None;
    }
    let why = beside.first().and_then(why)?;
    Some(Refused::Barred(format!("nobody slips away to {goal}: {why}")))
}

/// What is known to keep a force out of a hex beside it.
fn barred(book: &Book, known: &Known, force: &Force, to: Space) -> Option<String> {
    let mover = Mover::of(book, known, force);
    let edge = book.atlas.edge(force.at, to);
    let bridged = movement::is_bridged(known.ours.values(), force.at, to);
    if movement::cost(book, known.season, &mover, force.at, to, |_, _| bridged).is_none() {
        return Some("no troops can go there".to_owned());
    }
    if let Some(halt) = movement::barrier(book, known, &mover, force.at, to) {
        return Some(crate::view::reasons::halt(book, &halt));
    }
    let wet = edge.river && !edge.bridge && !bridged && !force.has_engineers();
    wet.then(|| "a river without a bridge lies between, and no engineers are there".to_owned())
}
