//! The conditions of a scenario: whether one holds, and how it is told (NIA §16, §21.3).
//!
//! Who holds a town is public. A report assumes that troops which only the map shows are in supply, and
//! that a place out of sight is occupied by its holder; it then says "as far as is known". Whether a province
//! is lost or a power beaten is not assumed: where fog hides it, a report says that it is not known.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12.2.1, §13.1, §13.3.1, §13.3.1.2, §16.1, §16.2, §21.2.1, §21.2.2, §21.2.3,
//! §21.3.1, §21.3.2, §21.3.3, §21.3.4, §21.3.5.

use crate::book::Book;
use crate::book::atlas::Province;
use crate::book::countries::CountryStatus;
use crate::book::special::Controls;
use crate::book::terms::Term;
use crate::money::treasury::Scene;
use crate::money::treasury::scene::Told;
use crate::politics::liberation;
use crate::politics::peace::plight;
use crate::position::{Answer, Situation, Standing};
use crate::record::state::Bloc;
use kit::ground::Space;

/// How a condition stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stand {
    /// In doubt only where fog hides what decides it.
    pub holds: Told,
    /// The places that its side holds, of those that it names.
    pub held: Vec<Space>,
    /// Of those that it must occupy, the places that it holds and does not occupy: nobody stands there, and the walls are
    /// not armed.
    pub empty: Vec<Space>,
    /// How many places fewer it needs for armies of the enemy that are beaten.
    pub spared: usize,
    /// What is missing, where towns do not say it.
    pub missing: Vec<String>,
    /// What of it fog hides from the reader.
    pub not_known: Vec<String>,
}

impl Situation<'_> {
    /// The side that holds a place.
    fn holder(&self, at: Space) -> Option<Bloc> {
        self.common.holding_bloc(self.book, at)
    }

    fn units_in(&self, side: Bloc, at: Space) -> impl Iterator<Item = Standing<'_>> {
        let there = self.position.standing().filter(move |one| one.at == at && one.is_there());
        there.filter(move |one| one.has_units() && self.common.bloc(one.power) == side)
    }

    /// Whether units of a side stand there.
    fn units_at(&self, side: Bloc, at: Space) -> bool {
        self.units_in(side, at).next().is_some()
    }

    /// Whether troops of a side stand there that are in supply; those that only the map shows are
    /// supposed to be.
    fn supplied_at(&self, side: Bloc, at: Space) -> bool {
        self.units_in(side, at).any(|one| one.whole.is_none_or(|force| self.supplied(force)))
    }

    /// Whether its holder occupies a place; out of sight, they are supposed to.
    fn is_occupied(&self, at: Space) -> bool {
        self.common.fortress(self.book, at) > 0
            || match self.troops_at(at) {
                Answer::Known(_) => self.holder(at).is_some_and(|side| self.supplied_at(side, at)),
                Answer::LastSeen(..) | Answer::NotKnown => true,
            }
    }

    /// How many armies of a power are in disorder or lost.
    fn beaten_armies(&self, power: &str) -> usize {
        let beaten = |one: &Standing| one.power == power && one.army && one.demoralized;
        self.position.standing().filter(beaten).count() + self.position.armies_lost(power)
    }

    /// The side that has conquered a country, if one has.
    fn conqueror(&self, country: &str) -> Option<Bloc> {
        match self.common.titles.status(self.book, country) {
            Some(CountryStatus::Conquered(power)) => Some(self.common.bloc(power)),
            _ => None,
        }
    }

    /// Whether a fortress there is armed, and nobody is seen to besiege it.
    fn is_free_fortress(&self, at: Space) -> bool {
        let mut there = self.position.standing().filter(|one| one.at == at && one.is_there());
        self.common.fortress(self.book, at) > 0 && !there.any(|one| one.besieging)
    }
}

/// Whether a condition holds, as somebody can tell.
pub fn stand(term: &Term, eye: &Situation) -> Stand {
    let book = eye.book;
    let bloc = term.side.bloc();
    let side = Some(bloc);
    let held = |names: &[String]| -> Vec<Space> {
        let places = names.iter().filter_map(|name| book.atlas.named(name));
        places.filter(|at| eye.holder(*at) == side).collect()
    };
    let (all, any) = (held(&term.all), held(&term.any));
    let within = |at: &Space| {
        book.atlas.province(*at).is_some_and(|province| term.none_in.contains(&province.name))
    };
    let is_armed = |at: &Space| eye.common.fortress(book, *at) > 0;
    let walled = book.atlas.towns().map(|(at, _)| at).filter(is_armed);
    let forts: Vec<Space> = walled.filter(within).filter(|at| eye.holder(*at) == side).collect();
    let occupy = |names: &[String]| -> Vec<Space> {
        held(names).into_iter().filter(|at| eye.is_occupied(*at)).collect()
    };
    let (occupied, one) = (occupy(&term.occupies), occupy(&term.occupies_any));
    let not_all = occupy(&term.not_all);
    let spared = term.less.as_ref().map_or(0, |power| eye.beaten_armies(power));
    let always = |name: &String| book.atlas.named(name).is_some_and(|at| occupied.contains(&at));
    let in_lands = |at: &Space, names: &[String]| {
        book.atlas.province(*at).is_some_and(|province| names.contains(&province.name))
    };
    let towns = || book.atlas.towns().map(|(at, _)| at).filter(|at| eye.holder(*at) == side);
    let mut land = (0..book.atlas.hex_count()).map(Space);
    let units = !term.no_units.is_empty()
        && land.any(|at| in_lands(&at, &term.no_units) && eye.units_at(bloc, at));
    let free = towns().filter(|at| in_lands(at, &term.no_free) && eye.is_free_fortress(*at));
    let free: Vec<Space> = free.collect();
    let is_walled = |at: &Space| book.atlas.town(*at).is_some_and(|town| town.fortress > 0);
    let is_lost = |at: &Space| {
        let asked = in_lands(at, &term.no_occupied)
            || is_walled(at) && in_lands(at, &term.no_occupied_fortress);
        in_lands(at, &term.no_town) || asked && eye.is_occupied(*at)
    };
    let lost: Vec<Space> = towns().filter(is_lost).collect();
    let subdued = term.subdued.as_ref().is_none_or(|power| {
        let rule = liberation::rule(book, eye.common).filter(|rule| rule.power == *power);
        rule.is_some_and(|rule| liberation::is_conquered(book, rule, bloc, eye.common))
    });
    let (missing, not_known) = missing(term, eye);
    let mut cleared = term.clear_of.iter().filter_map(|name| book.atlas.named(name));
    let holds = all.len() == term.all.len()
        && (term.any.is_empty() || !any.is_empty())
        && forts.is_empty()
        && occupied.len() + spared >= term.occupies.len()
        && term.never_without.iter().all(always)
        && (term.occupies_any.is_empty() || !one.is_empty())
        && (term.not_all.is_empty() || not_all.len() < term.not_all.len())
        && term.conquered.iter().all(|country| is_conquered(eye, country, bloc))
        && (!units && free.is_empty() && lost.is_empty() && subdued)
        && missing.is_empty()
        && term.system_winters.is_none_or(|most| eye.common.titles.system_winters() >= most)
        && cleared.all(|at| !eye.supplied_at(bloc, at))
        && term.dead.as_ref().is_none_or(|leader| eye.position.is_dead(leader));
    let seats = term.conquered.iter().filter(|country| eye.conqueror(country) != Some(bloc));
    let seats = seats.filter_map(|country| eye.common.titles.seat(book, country));
    let must = [&term.occupies, &term.occupies_any, &term.not_all].map(|names| held(names));
    let empty = must.into_iter().flatten().chain(seats.filter(|at| eye.holder(*at) == side));
    let empty = empty.filter(|at| !eye.is_occupied(*at)).collect();
    let held = [all, any, forts, occupied, one, not_all, free, lost].concat();
    let holds = match (holds, not_known.is_empty()) {
        (false, _) => Told::No,
        (true, true) => Told::Yes,
        (true, false) => Told::Doubt,
    };
    Stand { holds, held, empty, spared, missing, not_known }
}

/// What of a condition on powers and provinces is not so, and what is not known of it, in words.
fn missing(term: &Term, eye: &Situation) -> (Vec<String>, Vec<String>) {
    let (bloc, scene) = (term.side.bloc(), Scene::of(eye.book, eye.position));
    let title = |power: &str| eye.book.people.title(power).to_owned();
    let ours = |power: &str| eye.common.bloc(power) == bloc;
    let others = term.beaten_or_ally.iter().filter(|one| !ours(one));
    let (mut missing, mut not_known) = (vec![], vec![]);
    for power in term.beaten.iter().chain(others) {
        match is_beaten(&scene, power, bloc) {
            Told::Yes => {}
            Told::Doubt => not_known.push(format!("whether {} is beaten", title(power))),
            Told::No => missing.push(match plight(&scene, power) {
                Some(plight) => format!(
                    "{} is beaten with the loss of {}: {}",
                    title(power),
                    plight.needs(eye.book),
                    plight.in_words(eye.book)
                ),
                None => format!("{} is not beaten", title(power)),
            }),
        }
    }
    let at_war = |power: &&String| {
        let mut side = eye.common.relations.parties().filter(|one| ours(one));
        side.any(|one| eye.common.relations.at_war(one, power))
    };
    let at_war = term.peace.iter().filter(at_war);
    missing.extend(at_war.map(|power| format!("there is war with {}", title(power))));
    if let Some(controls) = &term.controls {
        match controlled(controls, &scene, bloc) {
            (Told::Yes, _) => {}
            (Told::Doubt, _) => not_known.push("how many provinces are controlled".to_owned()),
            (Told::No, told) => missing.push(told),
        }
    }
    let adjective = |nation| eye.book.people.adjective(nation);
    for nation in &term.destroyed {
        let hidden = eye.common.relations.parties().any(|one| !eye.position.knows_forces_of(one));
        match eye.position.units().any(|unit| unit.nation == *nation) {
            true => missing.push(format!("there are {} troops", adjective(nation))),
            false if hidden => {
                not_known.push(format!("whether {} troops are left", adjective(nation)))
            }
            false => {}
        }
    }
    for one in eye.book.atlas.provinces.iter().filter(|one| term.keeps.contains(&one.name)) {
        match is_lost(&scene, one, bloc) {
            Told::Yes => missing.push(format!("{} is lost", one.name)),
            Told::Doubt => not_known.push(format!("whether {} is lost", one.name)),
            Told::No => {}
        }
    }
    (missing, not_known)
}

/// Whether a side controls as many provinces of others as it must, and how many it does (NIA §12.2.1).
fn controlled(controls: &Controls, scene: &Scene, side: Bloc) -> (Told, String) {
    let titles = scene.common.titles;
    let told = |one: &Province| match titles.master(scene.book, &one.name) {
        Some(master) if scene.common.bloc(master) == side => match is_lost(scene, one, side) {
            Told::Yes => Told::No,
            Told::No => Told::Yes,
            Told::Doubt => Told::Doubt,
        },
        Some(master) => scene.is_held(one, master, false),
        None => Told::No,
    };
    let all = scene.book.atlas.provinces.iter().filter(|one| controls.of.contains(&one.name));
    let all: Vec<(&String, Told)> = all.map(|one| (&one.name, told(one))).collect();
    let sure = all.iter().filter(|(_, told)| *told == Told::Yes).count();
    let most = all.iter().filter(|(_, told)| *told != Told::No).count();
    let follows = |name: &String| {
        let master = titles.status(scene.book, name).and_then(CountryStatus::power);
        master.is_some_and(|power| scene.common.bloc(power) == side)
    };
    let more = controls.without.iter().filter(|name| !follows(name)).count();
    let needed = usize::from(controls.least) + more;
    let among = all.iter().find(|(name, _)| Some(*name) == controls.among.as_ref());
    let among = among.map_or(Told::Yes, |(_, told)| *told);
    let told = match among {
        Told::Yes if sure >= needed => Told::Yes,
        Told::Yes | Told::Doubt if most >= needed => Told::Doubt,
        Told::Yes | Told::Doubt | Told::No => Told::No,
    };
    let lacks = match (&controls.among, among) {
        (Some(name), Told::No) => format!(", and not {name}"),
        _ => String::new(),
    };
    let told_missing = match controls.of.as_slice() {
        [one] => format!("{one} is not controlled"),
        _ => format!("{sure} of {needed} provinces are controlled{lacks}"),
    };
    (told, told_missing)
}

/// Whether a side has beaten a power: by a peace that it had to make, or it fights on and is still beaten
/// (NIA §13.3.1, §16).
fn is_beaten(scene: &Scene, power: &str, side: Bloc) -> Told {
    let peaces = &scene.common.titles.peaces;
    if peaces.defeats_of(power).any(|treaty| treaty.side == side) {
        return Told::Yes;
    }
    let fights_on = peaces.fights_until(power).is_some() && scene.common.bloc(power) != side;
    match plight(scene, power).filter(|_| fights_on) {
        Some(plight) => plight.beaten,
        None => Told::No,
    }
}

/// Whether a province is no longer a side's, or an enemy controls it (NIA §12.2.1).
fn is_lost(scene: &Scene, province: &Province, side: Bloc) -> Told {
    let master = scene.common.titles.master(scene.book, &province.name);
    let master = master.filter(|power| scene.common.bloc(power) == side);
    master.map_or(Told::Yes, |power| scene.is_held(province, power, false))
}

/// Whether a side has conquered a country: its capital is occupied and all its fortresses are taken
/// (NIA §13.1).
fn is_conquered(eye: &Situation, name: &str, side: Bloc) -> bool {
    let book = eye.book;
    if eye.conqueror(name) == Some(side) {
        return true;
    }
    let ours = |at: Space| eye.holder(at) == Some(side);
    let titles = eye.common.titles;
    let own = |at: &Space| book.atlas.province(*at).is_some_and(|one| titles.has(book, name, one));
    let seat = titles.seat(book, name);
    let mut walled = book.atlas.towns().filter(|(_, town)| town.fortress > 0);
    seat.is_some_and(|seat| ours(seat) && eye.is_occupied(seat))
        && walled.all(|(at, _)| !own(&at) || ours(at))
}

/// Which provinces a side has not lost, in words.
fn kept(term: &Term) -> String {
    match (&term.called, term.keeps.as_slice()) {
        (None, [province]) => format!("has not lost {province}"),
        (None, names) => format!("has lost none of {}", list(names, "and")),
        (Some(land), _) => format!("has lost no province of {land}"),
    }
}

/// The condition as it is told: "the coalition holds Paris, Antwerp or Lyon".
pub fn sentence(book: &Book, term: &Term) -> String {
    let mut parts = vec![];
    if !term.all.is_empty() {
        parts.push(format!("holds {}", list(&term.all, "and")));
    }
    if !term.any.is_empty() {
        parts.push(format!("holds {}", list(&term.any, "or")));
    }
    if !term.none_in.is_empty() {
        let land = term.called.clone().unwrap_or_else(|| list(&term.none_in, "or"));
        parts.push(format!("holds no armed fortress in {land}"));
    }
    if !term.occupies.is_empty() {
        parts.push(format!("occupies {}", list(&term.occupies, "and")));
    }
    if let Some(power) = &term.less {
        let title = book.people.title(power);
        let but = match term.never_without.as_slice() {
            [] => String::new(),
            names => format!(", but never without {}", list(names, "and")),
        };
        parts.push(format!(
            "needs one of these less for each army of {title} in disorder or lost{but}"
        ));
    }
    if !term.occupies_any.is_empty() {
        parts.push(format!("occupies {}", list(&term.occupies_any, "or")));
    }
    if !term.not_all.is_empty() {
        parts.push(format!("does not occupy all of {}", list(&term.not_all, "and")));
    }
    if !term.conquered.is_empty() {
        parts.push(format!("has conquered {}", list(&term.conquered, "and")));
    }
    if !term.clear_of.is_empty() {
        parts.push(format!("has no troops in supply at {}", list(&term.clear_of, "or")));
    }
    let land = |names: &[String]| term.called.clone().unwrap_or_else(|| list(names, "or"));
    if !term.no_units.is_empty() {
        parts.push(format!("has no units in {}", land(&term.no_units)));
    }
    if !term.no_free.is_empty() {
        parts.push(format!("has no fortress free of siege in {}", land(&term.no_free)));
    }
    if !term.no_town.is_empty() {
        parts.push(format!("holds no town in {}", land(&term.no_town)));
    }
    let of_towns = [("town", &term.no_occupied), ("fortress", &term.no_occupied_fortress)];
    for (what, names) in of_towns.into_iter().filter(|(_, names)| !names.is_empty()) {
        parts.push(format!("occupies no {what} in {}", land(names)));
    }
    if let Some(power) = &term.subdued {
        let title = book.people.title(power);
        parts.push(format!("has conquered {title} in her war of liberation"));
    }
    match term.system_winters {
        None => {}
        Some(1) => {
            parts.push("has seen a winter end with the Continental System in effect".to_owned());
        }
        Some(winters) => parts
            .push(format!("has seen {winters} winters end with the Continental System in effect")),
    }
    parts.extend(of_powers(book, term));
    if let Some(leader) = &term.dead {
        parts.push(format!("has lost {leader}, who is dead"));
    }
    format!("the {} {}", term.side.bloc().word(), parts.join(" and "))
}

/// What a condition says of powers that are beaten or at peace, and of provinces that are kept.
fn of_powers(book: &Book, term: &Term) -> Vec<String> {
    let mut parts = vec![];
    let powers = |names: &[String], word: &str| {
        let titles: Vec<String> =
            names.iter().map(|name| book.people.title(name).to_owned()).collect();
        list(&titles, word)
    };
    if !term.beaten.is_empty() {
        parts.push(format!("has beaten {}", powers(&term.beaten, "and")));
    }
    if !term.beaten_or_ally.is_empty() {
        let all = powers(&term.beaten_or_ally, "and");
        parts.push(format!("has beaten {all} or is allied to it"));
    }
    if !term.peace.is_empty() {
        parts.push(format!("is at peace with {}", powers(&term.peace, "and")));
    }
    if let Some(controls) = &term.controls {
        let land = term.called.clone().unwrap_or_else(|| list(&controls.of, "and"));
        let among = controls.among.iter().map(|name| format!(", {name} among them"));
        let without =
            controls.without.iter().map(|name| format!(" (one more if the {name} is lost)"));
        let more: String = among.chain(without).collect();
        let is_all = usize::from(controls.least) == controls.of.len();
        let least =
            if is_all { String::new() } else { format!("{} provinces of ", controls.least) };
        parts.push(format!("controls {least}{land}{more}"));
    }
    for nation in &term.destroyed {
        parts.push(format!("has destroyed all {} troops", book.people.adjective(nation)));
    }
    if !term.keeps.is_empty() {
        parts.push(kept(term));
    }
    parts
}

fn list(names: &[String], word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}
