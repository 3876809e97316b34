//! Troops that come by themselves when a power goes to war, and go when it is at peace: the feudal corps of
//! Turkey and the frontaliers of Austria (NIA §14.5.1, §14.5.2).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §14.5, §14.5.1, §14.5.2.

use crate::book::Book;
use crate::book::units::{Levy, Unit};
use crate::decisions::Topic;
use crate::land::supply::Land;
use crate::position::Position;
use crate::record::event::{Bill, CourtEvent, Purse, SpendingEvent};
use crate::record::state::{Bloc, Force, Titles};
use crate::season::arrivals;
use crate::turn::Turn;
use kit::ground::Space;
use kit::ledger::{Question, Source};
use kit::relations::Relations;
use kit::rule::Rule;
use sheet::Diagnostic;
use sheet::keys::{Filled, Given};
use std::collections::BTreeSet;

const LEVY: Rule = Rule("NIA §14.5");

/// The levies that there are in the scenario.
pub fn all(book: &Book) -> impl Iterator<Item = &Levy> {
    let shut = |levy: &&Levy| {
        let mut rules = book.scenario.special.iter();
        rules.any(|rule| rule.no_levies.contains(&levy.power))
    };
    book.units.levies.iter().filter(move |levy| !shut(levy))
}

/// The levy of which a unit is, if it is of one.
pub fn of<'b>(book: &'b Book, unit: &Unit) -> Option<&'b Levy> {
    book.units.levies.iter().find(|levy| is_of(levy, unit))
}

/// Whether the war goes on for which a levy is called up.
pub fn is_war(relations: &Relations<Bloc>, levy: &Levy) -> bool {
    let calls = |other: &&String| levy.against.as_ref().is_none_or(|one| one == *other);
    let mut others = relations.parties().filter(calls);
    relations.takes_part(&levy.power) && others.any(|other| relations.at_war(&levy.power, other))
}

/// Where the corps of a levy may come now, the first places first.
pub fn places(book: &Book, land: &Land<'_>, levy: &Levy) -> Vec<Space> {
    let places = levy.at.iter().filter_map(|name| book.atlas.named(name));
    let open = places.filter(|at| land.takes_levies(&levy.power, *at));
    let touches = |at: &Space| {
        let Some(enemy) = levy.against.as_deref().filter(|_| levy.border) else { return true };
        let province = book.atlas.province(*at).map(|province| province.name.as_str());
        province.is_some_and(|name| {
            book.atlas.beside(|of| land.owner(of) == Some(enemy)).contains(name)
        })
    };
    open.filter(touches).collect()
}

/// Calls up who is needed for a war that has begun, and sends home those whose war is over.
pub fn raise_or_dismiss(turn: &mut Turn) {
    let book = turn.book;
    for levy in all(book) {
        let war = is_war(&turn.state.relations, levy);
        let called = turn.state.levies.contains(&levy.kind);
        if war && !called {
            call(turn, levy);
        }
        if !war {
            dismiss(turn, levy, called);
        }
    }
}

fn turned(turn: &mut Turn, levy: &Levy, called: bool) {
    let (power, kind) = (levy.power.clone(), levy.kind.clone());
    turn.record(CourtEvent::LevyTurned { power, kind, called });
}

fn call(turn: &mut Turn, levy: &Levy) {
    turned(turn, levy, true);
    let places = places(turn.book, &Land::of(turn.book, &turn.state, &levy.power), levy);
    for at in chosen(turn, levy, places) {
        let at = arrivals::room(turn, &levy.power, at);
        let mut force = Force::new(turn.new_id(&levy.power), &levy.power, at);
        force.units.push(unit(turn.book, levy));
        arrivals::stand(turn, force, true, None);
    }
}

/// The levies of a power whose corps may have more places than there are corps, so that it chooses.
pub fn of_choice<'b>(book: &'b Book, power: &str) -> impl Iterator<Item = &'b Levy> {
    all(book).filter(move |levy| levy.power == power && levy.at.len() > levy.corps)
}

/// What a sheet names as places of a levy and is none.
pub fn refused(
    book: &Book,
    position: &dyn Position,
    power: &str,
    (key, filled): (&str, &Filled),
) -> Vec<Diagnostic> {
    let Some(levy) = of_choice(book, power).find(|levy| levy.kind == key) else { return vec![] };
    let places = places(book, &Land::of(book, position, power), levy);
    let names: Vec<String> = places.iter().map(|at| book.atlas.name(*at)).collect();
    let help = format!("they may come at {}", names.join(", "));
    let at = |given: &Given| book.atlas.code(given.name()?);
    let strange = |given: &&Given| at(given).is_none_or(|at| !places.contains(&at));
    let fault = |given: &Given| {
        let name = at(given).map(|at| book.atlas.name(at)).unwrap_or_default();
        let text = format!("no corps of {key} comes at {name}");
        Diagnostic::fault("set-up", given.at.clone(), text).rule(LEVY.0).help(&help)
    };
    filled.list("at").iter().filter(strange).map(fault).collect()
}

/// The places of the corps, chosen by their power where there are more places than corps.
fn chosen(turn: &mut Turn, levy: &Levy, mut places: Vec<Space>) -> Vec<Space> {
    let book = turn.book;
    let sheet = turn.sheets.get(&levy.power);
    let said = sheet.and_then(|sheet| sheet.placings.iter().find(|(key, _)| *key == levy.kind));
    let named = said.map(|(_, filled)| filled.names("at")).unwrap_or_default();
    let named: Vec<Space> = named.into_iter().filter_map(|name| book.atlas.code(name)).collect();
    let mut named = named.into_iter();
    let mut chosen = vec![];
    while chosen.len() < levy.corps && !places.is_empty() {
        let mut at = 0;
        if places.len() + chosen.len() > levy.corps {
            let name = |at: &Space| turn.book.atlas.number(*at);
            let options: Vec<String> = places.iter().map(name).collect();
            let question = Question {
                ask: LEVY.by(&levy.kind).at(format!("corps {}", chosen.len() + 1)),
                decider: levy.power.clone(),
                decision: Topic::SetUp.decision(),
                default: options[0].clone(),
                options: options.clone(),
                needs_human: false,
            };
            let wished = named.find(|at| places.contains(at)).map(|at| (name(&at), Source::Entry));
            let choice = turn.ledger.decide(question, wished).choice;
            at = options.iter().position(|option| *option == choice).unwrap_or(0);
        }
        chosen.push(places.remove(at));
    }
    chosen
}

/// A whole corps of a levy.
fn unit(book: &Book, levy: &Levy) -> Unit {
    let (kind, modifier) = (levy.kind.clone(), levy.modifier);
    let steps = book.units.kind(&levy.kind).steps;
    Unit { kind, modifier, nation: levy.power.clone(), steps, rising: None }
}

fn is_of(levy: &Levy, unit: &Unit) -> bool {
    levy.kind == unit.kind && levy.power == unit.nation
}

fn dismiss(turn: &mut Turn, levy: &Levy, called: bool) {
    if called {
        turned(turn, levy, false);
    }
    let has = |force: &&Force| force.units.iter().any(|unit| is_of(levy, unit));
    let forces: Vec<Force> = turn.state.forces.values().filter(has).cloned().collect();
    for force in forces {
        let (gone, at, power) = (force.id, force.at, force.power.clone());
        let (units, stay) = force.units.iter().cloned().partition(|unit| is_of(levy, unit));
        let mut left = Force { units: stay, ..force };
        if left.units.is_empty() {
            (left.army, left.siege, left.bridge, left.inside) = (None, None, None, false);
        }
        left.settle();
        let support = left.trains + left.depots + left.engineers;
        let empty = left.units.is_empty() && left.leaders.is_empty() && support == 0;
        let rest = (!empty).then_some(left);
        let country = turn.book.people.title(&levy.power).to_owned();
        turn.record(CourtEvent::WentHome { gone, rest, at, power, country, units });
    }
}

/// Fills the reduced corps of a levy that stand at one of its places, for nothing, when money comes in
/// (NIA §14.5.2).
pub fn fill(turn: &mut Turn) {
    let book = turn.book;
    let powers: BTreeSet<&String> = all(book).map(|levy| &levy.power).collect();
    for power in powers {
        let land = Land::of(book, &turn.state, power);
        let own = turn.state.forces.values().filter(|force| force.power == *power);
        let filled: Vec<_> = own.flat_map(|force| filled(book, &land, force)).collect();
        for (unit, force) in filled {
            let purse = Purse { owner: power.clone(), power: power.clone() };
            let bill = Bill::default();
            turn.record(SpendingEvent::Refilled { purse, line: 0, unit, force, bill });
        }
    }
}

/// The units of a force that get a step for nothing when money comes in, each as it was, with the force
/// as it then is (NIA §14.5.2).
pub fn filled(book: &Book, land: &Land<'_>, force: &Force) -> Vec<(Unit, Force)> {
    let (mut force, mut steps) = (force.clone(), vec![]);
    for levy in all(book).filter(|levy| levy.against.is_none() && levy.power == force.power) {
        let whole = book.units.kind(&levy.kind).steps;
        let reduced = |unit: &Unit| is_of(levy, unit) && unit.steps < whole;
        if !force.units.iter().any(reduced) || !places(book, land, levy).contains(&force.at) {
            continue;
        }
        while let Some(nth) = force.units.iter().position(reduced) {
            let unit = force.units[nth].clone();
            force.units[nth].steps += 1;
            steps.push((unit, force.clone()));
        }
    }
    steps
}

/// The provinces to which a force keeps since troops of a border are in it (NIA §14.5.1).
pub fn march(book: &Book, titles: &Titles, force: &Force) -> Option<BTreeSet<String>> {
    let bound = |levy: &&Levy| levy.border && force.units.iter().any(|unit| is_of(levy, unit));
    let levy = book.units.levies.iter().find(bound)?;
    let enemy = levy.against.as_deref()?;
    let is_of = |name: &str, power: &str| titles.owner(book, name) == Some(power);
    let mut all = book.atlas.beside(|name| is_of(name, enemy));
    all.retain(|name| is_of(name, &levy.power));
    let foreign = book.atlas.beside(|name| is_of(name, &levy.power));
    all.extend(foreign.into_iter().filter(|name| is_of(name, enemy)));
    Some(all.into_iter().map(str::to_owned).collect())
}

/// Whether a force on board may not land in a place, since troops of a border are in it (NIA §14.5.1).
pub fn keeps_from(book: &Book, titles: &Titles, force: &Force, at: Space) -> bool {
    let province = book.atlas.province(at).map(|province| &province.name);
    march(book, titles, force).is_some_and(|all| !province.is_some_and(|name| all.contains(name)))
}
