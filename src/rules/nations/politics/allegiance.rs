//! Countries and powers that change sides: what becomes of their troops, ships and towns, and of
//! those who stand on their land (NIA §11.2.2, §13.1.1, §13.3.2.2).
//!
//! The change itself is an event, of a rule of the scenario or of the umpire's word; what follows
//! from it is played when nothing is under way.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §5.3, §5.3.3, §9.3, §11.2.2, §12.2.2, §13.1.1, §13.3.2.2, §14.4.2,
//! §15.1, §19.6, §21.3.2.

use crate::book::countries::{Country, CountryStatus};
use crate::book::units::Unit;
use crate::land::combat::{leaders, losses};
use crate::land::joining;
use crate::land::siege;
use crate::politics::credit;
use crate::politics::levies;
use crate::politics::peace::{loan, over};
use crate::politics::revolts;
use crate::record::event::{Cause, CourtEvent, FleetEvent, ForceEvent};
use crate::record::state::peaces::Treaty;
use crate::record::state::{Anchorage, Bloc, Force, ForceId, Ship, Squadron};
use crate::sea::retreat;
use crate::season::arrivals;
use crate::turn::Turn;
use kit::ground::Space;

/// Poles serve France, whatever becomes of their country (NIA §13.1.1).
const POLES: (&str, &str) = ("polish", "france");

/// A change of sides that has been recorded, and whose troops have not moved yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turned {
    Country {
        country: String,
        from: CountryStatus,
        to: CountryStatus,
    },
    Power(String),
    /// A peace that the umpire has ended before its time.
    Peace(Box<Treaty>),
}

/// Puts a power on a side, or on none. What follows from it is played by [`follow`].
pub fn turn_power(turn: &mut Turn, power: &str, bloc: Bloc) {
    // First, so that whoever joins is known to their new allies at once.
    over::among_allies(turn, power, bloc);
    let (power, from) = (power.to_owned(), turn.state.bloc(power));
    turn.turned.push(Turned::Power(power.clone()));
    turn.record(CourtEvent::PowerTurned { power, bloc, from });
}

/// Gives a country another status, and plays what follows from it.
pub fn turn_country(turn: &mut Turn, country: &str, status: CountryStatus) {
    let from = turn.state.titles.status(turn.book, country).cloned();
    let Some(from) = from.filter(|from| *from != status) else { return };
    let (country, to) = (country.to_owned(), status.clone());
    turn.turned.push(Turned::Country { country: country.clone(), from: from.clone(), to });
    turn.record(CourtEvent::CountryTurned { country, status, from });
    follow(turn);
}

/// A part of another country becomes a country. What follows from it is played with the next change of status.
pub fn found_country(turn: &mut Turn, country: &str, status: CountryStatus) {
    let from = turn.state.titles.status(turn.book, country).cloned();
    let from = from.unwrap_or(CountryStatus::Neutral);
    let (country, to) = (country.to_owned(), status.clone());
    turn.turned.push(Turned::Country { country: country.clone(), from: from.clone(), to });
    turn.record(CourtEvent::CountryTurned { country, status, from });
}

/// Plays what follows from the changes that have been recorded.
pub fn follow(turn: &mut Turn) {
    let changes = std::mem::take(&mut turn.turned);
    if changes.is_empty() {
        return;
    }
    for change in &changes {
        match change {
            Turned::Country { country, from, to } => {
                troops(turn, country, from, to);
                fleets(turn, country, from, to);
                towns(turn, country, from.power());
            }
            Turned::Power(power) => over::among_allies(turn, power, turn.state.bloc(power)),
            Turned::Peace(treaty) => loan::home(turn, treaty),
        }
    }
    for change in &changes {
        if let Turned::Power(power) = change {
            part_from_allies(turn, power);
            credit::joined(turn, power);
        }
    }
    evacuate(turn, &changes);
    sieges(turn);
    harbours(turn);
    for change in &changes {
        if let Turned::Country { country, from: CountryStatus::Neutral, to } = change {
            set_up(turn, country, to);
        }
    }
    joining::crowds(turn);
    levies::raise_or_dismiss(turn);
}

/// The troops of the country go over, or leave the map.
fn troops(turn: &mut Turn, country: &str, from: &CountryStatus, to: &CountryStatus) {
    let book = turn.book;
    let (Some(old), Some(page)) = (from.power(), book.countries.get(country)) else { return };
    let conquered = matches!(to, CountryStatus::Conquered(_));
    let serves = to.power().filter(|_| !conquered);
    if serves == Some(old) {
        return;
    }
    // The remainder of a conquered country keeps none of its troops.
    let left = to.power().filter(|_| conquered).and_then(|power| page.remainder(power));
    for nation in page.nations().filter(|nation| !conquered || (nation.as_str(), old) != POLES) {
        let alone = !book.countries.iter().any(|other| {
            let status = turn.state.titles.status(book, &other.name);
            other.nations().any(|one| one == nation)
                && other.name != country
                && left.is_none_or(|left| left.country != other.name)
                && status.and_then(CountryStatus::ally) == Some(old)
        });
        let here = |at: Space| {
            let province = book.atlas.province(at).map(|province| province.name.as_str());
            province.and_then(|name| turn.state.titles.owner(book, name)) == Some(country)
        };
        let own = turn.state.forces.values().filter(|force| force.power == old);
        let ids: Vec<ForceId> =
            own.filter(|force| alone || here(force.at)).map(|force| force.id).collect();
        for id in ids {
            part(turn, id, (old, country, nation), serves);
        }
    }
}

/// Takes those of a nation out of a force, and from the rest what its remaining leaders cannot lead (NIA
/// §4.1.1).
pub fn part(
    turn: &mut Turn,
    id: ForceId,
    (old, country, nation): (&str, &str, &str),
    serves: Option<&str>,
) {
    let commander =
        |turn: &Turn| turn.state.forces.get(&id).map(|force| force.commander().map(str::to_owned));
    let (before, mut parted) = (commander(turn), false);
    while let Some((part, left)) = part_of(turn, id, nation) {
        leave(turn, (id, part, left), (old, country), serves);
        parted = true;
    }
    let after = commander(turn);
    if after.is_none() || !parted {
        return; // Nothing is left of it, or nothing has gone.
    }
    if after == before {
        leaders::disband_surplus(turn, id);
    } else {
        leaders::pass_command(turn, id);
    }
}

/// Takes the corps and leaders of a power out of the forces of those who are its friends no more, and theirs
/// out of its own (NIA §15.1, §13.3.2.2).
fn part_from_allies(turn: &mut Turn, power: &str) {
    let state = &turn.state;
    let apart = |other: &String| other != power && !state.friends(other, power);
    let powers = turn.book.people.powers.iter().map(|one| &one.name).filter(|other| apart(other));
    let others: Vec<String> = powers.cloned().collect();
    let ids: Vec<(ForceId, String)> =
        state.forces.values().map(|force| (force.id, force.power.clone())).collect();
    let peaces = turn.state.titles.peaces.clone();
    let lends = |owner: &str, to: &str| peaces.lends(owner, to);
    for other in &others {
        for (id, flag) in &ids {
            let nation = match flag {
                flag if flag == power && !lends(other, power) => other,
                flag if flag == other && !lends(power, other) => power,
                _ => continue,
            };
            part(turn, *id, (flag, nation, nation), Some(nation));
        }
    }
}

/// Whether a unit is of a country that no longer follows its power, or of another power that is no longer
/// its ally.
pub fn has_left(turn: &Turn, unit: &Unit, power: &str) -> bool {
    let book = turn.book;
    if book.people.is_major(&unit.nation) {
        return is_parted(turn, &unit.nation, power);
    }
    if (unit.nation.as_str(), power) == POLES {
        return false;
    }
    let follows = |status: Option<&CountryStatus>| {
        status.and_then(CountryStatus::power).is_some_and(|leader| leader == power)
    };
    let status = |country: &Country| turn.state.titles.status(book, &country.name);
    let followed = |country: &Country| follows(book.scenario.countries.get(&country.name));
    // A new state that was founded in play has no status at the start.
    let ended = |country: &Country| {
        country.is_new_state() && matches!(status(country), Some(CountryStatus::Conquered(_)))
    };
    let nation = |country: &&Country| country.nation.as_ref() == Some(&unit.nation);
    let of_nation = || book.countries.iter().filter(nation);
    !of_nation().any(|country| follows(status(country)))
        && of_nation().any(|country| followed(country) || ended(country))
}

/// Whether a nation is another power, and no longer an ally of this one.
pub fn is_parted(turn: &Turn, nation: &str, power: &str) -> bool {
    turn.book.people.is_major(nation)
        && nation != power
        && !turn.state.friends(nation, power)
        && !turn.state.titles.peaces.lends(nation, power)
}

/// Those of a nation in a force that can stand together, and what is left of it without them.
fn part_of(turn: &Turn, id: ForceId, nation: &str) -> Option<(Force, Option<Force>)> {
    let (book, force) = (turn.book, turn.state.forces.get(&id)?);
    let of_it =
        |name: &String| book.people.leader(name).is_some_and(|leader| leader.nation == nation);
    let mut all = Force { army: None, trains: 0, depots: 0, engineers: 0, ..force.clone() };
    // Units in revolt serve the power that leads the revolt (§14.3).
    all.units.retain(|unit| unit.nation == nation && unit.rising.is_none());
    all.leaders.retain(of_it);
    (all.bridge, all.siege, all.inside) = (None, None, false);
    if all.units.is_empty() && all.leaders.is_empty() {
        return None;
    }
    let (mut part, _) = arrivals::split(book, all);
    let mut left = force.clone();
    left.leaders.retain(|name| !part.leaders.contains(name));
    for unit in &part.units {
        if let Some(at) = left.units.iter().position(|own| own == unit) {
            left.units.remove(at);
        }
    }
    if left.units.is_empty() {
        left.army = None;
        if left.leaders.is_empty() {
            // What nobody is left to guard goes along.
            (part.trains, part.depots) = (left.trains, left.depots);
            part.engineers = left.engineers;
            return Some((part, None));
        }
    }
    left.settle();
    Some((part, Some(left)))
}

/// One part of a force serves another power, or nobody any more.
pub fn leave(
    turn: &mut Turn,
    (gone, part, left): (ForceId, Force, Option<Force>),
    (old, country): (&str, &str),
    serves: Option<&str>,
) {
    let (power, country, from) = (old.to_owned(), country.to_owned(), part.at);
    let Some(new) = serves else {
        let units = part.units;
        turn.record(CourtEvent::WentHome { gone, rest: left, at: from, power, country, units });
        return;
    };
    let called = turn.name(turn.state.force(gone));
    let whole = left.is_none().then_some(called);
    for name in part.leaders.iter().cloned().chain(whole) {
        turn.gone_over.insert((power.clone(), name), new.to_owned());
    }
    let holder = turn.state.holder(turn.book, from);
    let is_host = |power: &str| holder.is_some_and(|holder| turn.state.friends(power, holder));
    // Guests leave the land of a power that parts from them. A country that goes over has no such claim.
    let parts = new == country && !part.units.is_empty() && is_host(new) && !is_host(&power);
    let must_leave = |other: &Force| {
        (parts && other.power == power) || !turn.state.may_enter(turn.book, &other.power, from)
    };
    let stays = turn.state.may_enter(turn.book, new, from)
        && !is_walled(turn, new, from)
        && !turn.state.at(from).any(|other| {
            (other.id != gone || left.is_some())
                && !must_leave(other)
                && !turn.state.friends(new, &other.power)
                && !other.is_support_alone()
        })
        && !turn.state.at(from).any(|other| other.power == new && !other.units.is_empty());
    let at = if stays { Some(from) } else { refuge(turn, new, from) };
    let Some(at) = at else {
        let units = part.units;
        turn.record(CourtEvent::WentHome { gone, rest: left, at: from, power, country, units });
        return;
    };
    let force = Force { id: turn.new_id(new), power: new.to_owned(), at, ..part };
    let leaves = power;
    turn.record(CourtEvent::WentOver { force, gone, rest: left, from, leaves, country });
}

/// Whether an enemy fortress is in a hex.
fn is_walled(turn: &Turn, power: &str, at: Space) -> bool {
    let holder = turn.state.holder(turn.book, at);
    turn.state.fortress(turn.book, at) > 0
        && holder.is_some_and(|holder| !turn.state.friends(power, holder))
}

/// Where troops of a power go that cannot stay: the nearest fortress of their side that is not
/// besieged, else its nearest land (NIA §13.3.2.2).
fn refuge(turn: &Turn, power: &str, from: Space) -> Option<Space> {
    let (book, state) = (turn.book, &turn.state);
    let ours = |at: &Space| {
        let land = book.atlas.hex(*at).terrain.is_land() && book.scenario.in_play(*at);
        let holder = || state.holder(book, *at).is_some_and(|holder| state.friends(power, holder));
        *at != from && land && holder() && !state.enemy_at(power, *at) && !state.besieged(*at)
    };
    let near = |at: &Space| (book.atlas.distance(from, *at), *at);
    let walled = book.atlas.towns().map(|(at, _)| at);
    let walled = walled.filter(|at| state.fortress(book, *at) > 0).filter(ours).min_by_key(near);
    let land = || (0..book.atlas.hex_count()).map(Space).filter(ours).min_by_key(near);
    let at = walled.or_else(land)?;
    let at = arrivals::room(turn, power, at);
    (!state.enemy_at(power, at)).then_some(at)
}

/// The ships of the country go over, or leave the map; half of a conquered country's are lost (NIA
/// §13.1.1). Ships that carry troops serve on.
fn fleets(turn: &mut Turn, country: &str, from: &CountryStatus, to: &CountryStatus) {
    let book = turn.book;
    let (Some(old), Some(page)) = (from.power(), book.countries.get(country)) else { return };
    if to.power() == Some(old) {
        return;
    }
    let named = |fleet: &&String| book.people.admirals.iter().any(|one| one.name == **fleet);
    let empty = |fleet: &&String| {
        let ship = Ship::new(old, fleet);
        turn.state.anchorage(&ship).is_some() && turn.state.cargo(&ship).next().is_none()
    };
    let own: Vec<String> = page.fleets.iter().filter(named).filter(empty).cloned().collect();
    let conquered = matches!(to, CountryStatus::Conquered(_));
    let lost = if conquered { own.len().div_ceil(2) } else { 0 };
    for (nth, fleet) in own.into_iter().enumerate() {
        let from = turn.state.anchorage(&Ship::new(old, &fleet)).cloned();
        let power = old.to_owned();
        turn.record(FleetEvent::ShipsSet { power, fleets: vec![fleet.clone()], from, to: None });
        if let (Some(new), true) = (to.power(), nth >= lost) {
            moor(turn, page, new, fleet);
        }
    }
}

/// Lays a fleet of a country into one of its harbours that has room, its capital's first.
fn moor(turn: &mut Turn, country: &Country, power: &str, fleet: String) {
    let (book, state) = (turn.book, &turn.state);
    let seat = state.titles.seat(book, &country.name);
    let open = |at: &Space| {
        let berth = Anchorage::Harbour(*at);
        state.holder(book, *at).is_some_and(|holder| state.friends(power, holder))
            && state.berths(power, &berth) > 0
    };
    let harbours = book.atlas.towns().filter(|(_, town)| town.harbour).map(|(at, _)| at);
    let own = harbours.filter(|at| is_of(turn, *at, &country.name)).filter(open);
    let Some(at) = own.min_by_key(|at| (Some(*at) != seat, *at)) else { return };
    let squadron = Squadron::new(power, &Anchorage::Harbour(at), &[fleet]);
    turn.record(FleetEvent::SquadronPlaced { squadron });
}

/// Whether a place is on the land of a country.
fn is_of(turn: &Turn, at: Space, country: &str) -> bool {
    let province = turn.book.atlas.province(at);
    province.and_then(|one| turn.state.titles.owner(turn.book, &one.name)) == Some(country)
}

/// The towns of the country: those in which troops of the old side stand stay with it in a war, and
/// the others go with the country (NIA §21.3.2).
fn towns(turn: &mut Turn, country: &str, old: Option<&str>) {
    let book = turn.book;
    let all = book.atlas.towns().map(|(at, _)| at);
    for at in all.filter(|at| is_of(turn, *at, country)).collect::<Vec<_>>() {
        let state = &turn.state;
        let province = book.atlas.province(at).map(|one| one.name.as_str());
        let Some(master) = province.and_then(|name| state.titles.master(book, name)) else {
            continue;
        };
        let of_old = |force: &&Force| {
            old.is_some_and(|old| state.friends(old, &force.power))
                && state.at_war(&force.power, master)
                && !force.units.is_empty()
        };
        let walls = state.fortress(book, at) > 0;
        // Before walls that are not theirs they stand as besiegers.
        let had = state.holder(book, at).is_some_and(|holder| {
            holder == master || old.is_some_and(|old| state.friends(old, holder))
        });
        let keeps = state.at(at).filter(of_old).find(|force| force.inside || !walls || had);
        let keeps = keeps.map(|force| force.power.clone());
        let holder = state.holder(book, at).map(str::to_owned);
        let strange = holder.as_ref().is_some_and(|holder| !state.friends(holder, master));
        match keeps {
            Some(power) if holder.as_ref() != Some(&power) => {
                turn.record(ForceEvent::Held { place: at, power });
            }
            Some(_) => {}
            None if strange && state.held.contains_key(&at) => {
                let armed = false;
                let stands = holder.is_some_and(|holder| {
                    state.at_war(&holder, master)
                        && state.at(at).any(|force| state.friends(&force.power, &holder))
                });
                if !stands {
                    turn.record(CourtEvent::Restored { at, armed });
                }
            }
            None => {}
        }
    }
}

/// Sends off forces that may not stay where they stand (NIA §13.3.2.2).
fn evacuate(turn: &mut Turn, changes: &[Turned]) {
    let turned = |force: &Force| changes.contains(&Turned::Power(force.power.clone()));
    for id in turn.state.forces.keys().copied().collect::<Vec<_>>() {
        let Some(force) = turn.state.forces.get(&id).cloned() else { continue };
        let state = &turn.state;
        let holder = state.holder(turn.book, force.at);
        let is_host = holder.is_some_and(|holder| state.friends(&force.power, holder));
        let closed = !turn.book.atlas.is_box(force.at)
            && !state.may_enter(turn.book, &force.power, force.at);
        let beside = |other: &&Force| {
            other.inside == force.inside
                && other.fights()
                && state.at_war(&force.power, &other.power)
        };
        let crowded = state.at(force.at).any(|other| beside(&other));
        let shut_out = force.inside && !is_host;
        let guest = crowded && force.fights() && (!is_host || (turned(&force) && holder.is_none()));
        if (closed || shut_out || guest)
            && let Some(left) = revolts::end(turn, force)
        {
            go(turn, &left);
        }
    }
}

/// A force goes to the nearest place of its side, or is lost.
fn go(turn: &mut Turn, force: &Force) {
    match refuge(turn, &force.power, force.at) {
        Some(to) => {
            turn.record(CourtEvent::Evacuated { force: force.id, from: force.at, to });
        }
        None => losses::destroy(turn, force.id, Cause::Trapped),
    }
}

/// Nobody besieges a friend or a neutral.
fn sieges(turn: &mut Turn) {
    let (book, state) = (turn.book, &turn.state);
    let idle = |force: &&Force| {
        let holder = state.holder(book, force.at);
        let war = holder.is_some_and(|holder| state.at_war(&force.power, holder));
        force.siege.is_some() && !force.inside && !war
    };
    let idle: Vec<Force> = state.forces.values().filter(idle).cloned().collect();
    for mut force in idle {
        let at = force.at;
        force.siege = None;
        turn.record(ForceEvent::Changed { force, why: "the siege is raised".to_owned() });
        siege::raise(turn, at);
    }
    let inside = turn.state.forces.values().filter(|force| force.inside);
    let places: Vec<Space> = inside.map(|force| force.at).collect();
    places.into_iter().for_each(|at| siege::raise(turn, at));
}

/// Ships leave harbours that are not their side's any more.
fn harbours(turn: &mut Turn) {
    let ports: Vec<Space> = turn
        .state
        .squadrons
        .iter()
        .filter_map(|squadron| match squadron.at {
            Anchorage::Harbour(at) => Some(at),
            _ => None,
        })
        .collect();
    ports.into_iter().for_each(|at| retreat::harbour_shut(turn, at));
}

/// Sets up the troops of a country that joins a war (NIA §11.2.2).
fn set_up(turn: &mut Turn, country: &str, to: &CountryStatus) {
    let joins = matches!(to, CountryStatus::Allied(_) | CountryStatus::Satellite(_));
    let (Some(power), Some(page)) = (to.power(), turn.book.countries.get(country)) else { return };
    let played = turn.book.scenario.track.is_some();
    let units = if played { page.units_under(power) } else { &page.units };
    let serves = |force: &&Force| force.power == power;
    let there =
        |force: &Force| force.units.iter().any(|unit| page.nation.as_ref() == Some(&unit.nation));
    // Who serves already is not set up twice.
    if !joins || turn.state.forces.values().filter(serves).any(there) {
        return;
    }
    for unit in units {
        let Some(at) = site(turn, page, power) else { break };
        let force =
            Force { units: vec![unit.clone()], ..Force::new(turn.new_id(power), power, at) };
        turn.record(ForceEvent::Placed { force, arrival: false });
    }
    for fleet in &page.fleets {
        let taken = |name: &String| turn.state.anchorage(&Ship::new(power, name)).is_some();
        let numbers = (1..=99).map(|number| format!("fleet {number}"));
        let free = std::iter::once(fleet.clone()).chain(numbers).find(|name| !taken(name));
        if let Some(fleet) = free {
            moor(turn, page, power, fleet);
        }
    }
}

/// Where the next of a country's units is set up: its capital, its fortresses from there, or next
/// door.
fn site(turn: &Turn, country: &Country, power: &str) -> Option<Space> {
    let (book, state) = (turn.book, &turn.state);
    let seat = state.titles.seat(book, &country.name)?;
    let walled = book.atlas.towns().map(|(at, _)| at).filter(|at| state.fortress(book, *at) > 0);
    let mut own: Vec<Space> =
        walled.chain([seat]).filter(|at| is_of(turn, *at, &country.name)).collect();
    own.sort_by_key(|at| (book.atlas.distance(seat, *at), *at));
    own.dedup();
    let open = |at: &&Space| {
        let holder = state.holder(book, **at);
        holder.is_some_and(|holder| state.friends(power, holder))
            && book.scenario.in_play(**at)
            && !state.enemy_at(power, **at)
            && !state.besieged(**at)
    };
    let open: Vec<Space> = own.iter().filter(open).copied().collect();
    let free =
        |at: &Space| !state.at(*at).any(|force| force.power == power && !force.units.is_empty());
    let first = open.iter().copied().find(free);
    let beside = || open.first().map(|at| arrivals::room(turn, power, *at)).filter(free);
    first.or_else(beside)
}
