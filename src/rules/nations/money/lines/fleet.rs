//! `fleet`: a fleet from a shipyard (NIA §12.3).

use super::{Item, LineKind, Lines, Settled, one};
use crate::book::money::Ware;
use crate::orders::words::PLACE;
use crate::record::event::{Bill, Shortfall, SpendingEvent};
use crate::record::state::{Anchorage, MOST_FLEETS, Squadron};
use sheet::keys::{Field, Kind, Value};

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
    let afloat = lines.docks.squadrons.iter().map(|squadron| squadron.fleets.len());
    let afloat = afloat.sum::<usize>() + lines.docks.abroad;
    let most = book.pools.fleets(&power).saturating_sub(book.scenario.fleets_out(&power));
    if u32::try_from(afloat).unwrap_or(u32::MAX) >= most {
        return Err(Shortfall::Counters { what: "fleet".to_owned() });
    }
    if lines.docks.berths.get(&at).copied().unwrap_or(0) >= MOST_FLEETS {
        return Err(Shortfall::NoRoom { at });
    }
    let bill = Bill { pounds: lines.works.cost(Ware::Fleet), ..Bill::default() };
    lines.works.affords(bill)?;
    let taken = |name: &String| {
        lines.docks.names.contains(name)
            || lines.docks.squadrons.iter().any(|squadron| squadron.fleets.contains(name))
    };
    let mut names = (1..=u32::from(u16::MAX)).map(|number| format!("fleet {number}"));
    let fleet = names.find(|name| !taken(name)).ok_or(Shortfall::NoSites)?;
    let anchorage = Anchorage::Harbour(at);
    let mut squadron = match lines.docks.squadrons.iter().position(|one| one.at == anchorage) {
        Some(nth) => lines.docks.squadrons.remove(nth),
        None => Squadron::new(&power, &anchorage, &[]),
    };
    squadron.fleets.push(fleet.clone());
    squadron.fleets.sort();
    lines.docks.squadrons.push(squadron.clone());
    *lines.docks.berths.entry(at).or_default() += 1;
    lines.docks.used.insert(at);
    lines.works.pay(bill);
    let (purse, line) = (lines.purse(), item.number);
    Ok(SpendingEvent::FleetBuilt { purse, line, fleet, at, squadron, bill })
}
