//! `fleet`: a fleet from a shipyard (NIA §12.3), and one that costs nothing (NIA §15.2).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §15.2.

use super::{Docks, Item, LineKind, Lines, Settled, one};
use crate::book::Book;
use crate::book::money::Ware;
use crate::land::supply::Land;
use crate::money::cabinet;
use crate::orders::words::PLACE;
use crate::record::event::{Bill, FleetEvent, MoneyEvent, Shortfall, SpendingEvent};
use crate::record::state::{Anchorage, MOST_FLEETS, Squadron};
use crate::sea::harbour::is_sheltered;
use crate::turn::Turn;
use kit::ground::Space;
use kit::rule::Rule;
use sheet::keys::{Field, Kind, Value};

const FREE: Rule = Rule("NIA §15.2");

pub const LINE: LineKind = LineKind {
    kind: Kind {
        key: "fleet",
        rule: "NIA §12.3",
        value: Value::Short(&[Field {
            key: "at",
            value: Value::Needed(&Value::Name(&PLACE)),
            doc: "The harbour with a shipyard; each builds one fleet a year.",
        }]),
        doc: "Builds a fleet.",
    },
    settled: Settled::InTurn(|lines, item| one(fleet(lines, item))),
    offered: |offer| offer.book.pools.fleets(offer.power) > 0,
    price: Some(("a fleet", Ware::Fleet)),
    for_countries: false,
    nothing: None,
};

fn fleet(lines: &mut Lines, item: &Item) -> Result<SpendingEvent, Shortfall> {
    let book = lines.works.book;
    let at = lines.places(item.filled()).first().copied().ok_or(Shortfall::NoSites)?;
    let power = lines.works.power.clone();
    let yard = book.atlas.town(at).is_some_and(|town| town.shipyard);
    if !yard || !lines.land.is_own(&power, at) || lines.docks.used.contains(&at) {
        return Err(Shortfall::NoYard { at });
    }
    let launch = Launch::of(book, lines.docks, &power, at)?;
    let bill = Bill { pounds: lines.works.cost(Ware::Fleet), ..Bill::default() };
    lines.works.affords(bill)?;
    let Launch { fleet, squadron } = launch;
    lines.docks.squadrons.retain(|one| one.at != squadron.at);
    lines.docks.squadrons.push(squadron.clone());
    *lines.docks.berths.entry(at).or_default() += 1;
    lines.docks.used.insert(at);
    lines.works.pay(bill);
    let (purse, line) = (lines.purse(), item.number);
    Ok(SpendingEvent::FleetBuilt { purse, line, fleet, at, squadron, bill })
}

/// A new fleet, and the squadron in its harbour with it.
pub struct Launch {
    pub fleet: String,
    pub squadron: Squadron,
}

impl Launch {
    /// The next fleet of a power, if it has a counter left and there is room in the harbour.
    pub fn of(book: &Book, docks: &Docks, power: &str, at: Space) -> Result<Self, Shortfall> {
        let afloat = docks.squadrons.iter().map(|squadron| squadron.fleets.len());
        let afloat = afloat.sum::<usize>() + docks.abroad;
        let most = book.pools.fleets(power).saturating_sub(book.scenario.fleets_out(power));
        if u32::try_from(afloat).unwrap_or(u32::MAX) >= most {
            return Err(Shortfall::Counters { what: "fleet".to_owned() });
        }
        if docks.berths.get(&at).copied().unwrap_or(0) >= MOST_FLEETS {
            return Err(Shortfall::NoRoom { at });
        }
        let taken = |name: &String| {
            docks.names.contains(name)
                || docks.squadrons.iter().any(|squadron| squadron.fleets.contains(name))
        };
        let mut names = (1..=u32::from(u16::MAX)).map(|number| format!("fleet {number}"));
        let fleet = names.find(|name| !taken(name)).ok_or(Shortfall::NoSites)?;
        let anchorage = Anchorage::Harbour(at);
        let there = docks.squadrons.iter().find(|one| one.at == anchorage).cloned();
        let mut squadron = there.unwrap_or_else(|| Squadron::new(power, &anchorage, &[]));
        squadron.fleets.push(fleet.clone());
        squadron.fleets.sort();
        Ok(Self { fleet, squadron })
    }
}

/// Rolls for a fleet that costs nothing, in the budget of the years in which an optional rule lets its power
/// (NIA §15.2).
pub fn free(turn: &mut Turn) {
    let (book, year) = (turn.book, turn.state.season.year);
    let Some(harbour) = book.optional.harbour.as_ref() else { return };
    if !year.is_multiple_of(harbour.every) || !is_sheltered(book, &turn.state, harbour.at) {
        return;
    }
    let (power, at) = (harbour.power.clone(), harbour.at);
    let launch = {
        let land = Land::of(book, &turn.state, &power);
        let docks = cabinet::docks(book, &turn.state, &power, &land);
        Launch::of(book, &docks, &power, at)
    };
    // Without a counter or room there is nothing to roll for.
    let Ok(Launch { squadron, .. }) = launch else { return };
    let die = turn.ledger.dice(FREE.by(book.people.title(&power)).at(book.atlas.name(at)), 1, 6);
    let die = die.faces[0];
    let built = die >= harbour.needed;
    turn.record(MoneyEvent::FreeFleetTried { power, at, die, built });
    if built {
        turn.record(FleetEvent::SquadronPlaced { squadron });
    }
}
