//! `raise`: new units, and guerrillas that rise (NIA §12.3, §14.4.2).

use super::{AT, FOR, Item, LineKind, Lines, Outcome, Settled, raised};
use crate::book::units::Unit;
use crate::money::cabinet::works::{Built, GUERRILLA};
use crate::orders::words::money::NEW_UNIT;
use crate::politics::liberation;
use crate::record::event::Shortfall;
use kit::ground::Space;
use sheet::keys::{Field, Kind, Value};

pub const LINE: LineKind = LineKind {
    kind: Kind {
        key: "raise",
        rule: "NIA §12.3",
        value: Value::Short(&[
            Field {
                key: "unit",
                value: Value::Needed(&Value::Name(&NEW_UNIT)),
                doc: "What is raised: `2 x +1 InfC`, `reduced CavC`, `3 x Dinf`.",
            },
            AT,
            FOR,
        ]),
        doc: "Raises new units, whole or with one step.",
    },
    settled: Settled::InTurn(raise),
    offered: |_| true,
    price: None,
    for_countries: true,
    nothing: None,
};

fn raise(lines: &mut Lines, item: &Item) -> Outcome {
    let units = lines.works.meant(item.name("unit").unwrap_or_default());
    let places = lines.places(item.filled());
    let (mut done, mut stopped) = (vec![], None);
    for (nth, unit) in units.iter().enumerate() {
        let at = places.get(nth).or(places.last()).copied();
        let built = match unit.kind == GUERRILLA {
            true => rise(lines, unit, at),
            false => lines.works.raise(unit, at),
        };
        match built {
            Ok(built) => done.push(raised(lines.purse(), item.number, built)),
            // One place may be shut and the next open.
            Err(why) => stopped = stopped.or(Some(why)),
        }
    }
    (done, stopped)
}

/// A guerrilla rises in a hex of its country (NIA §14.4.2).
fn rise(lines: &mut Lines, unit: &Unit, at: Option<Space>) -> Result<Built, Shortfall> {
    let book = lines.works.book;
    lines.works.has_counter(unit)?;
    if !lines.docks.risen.contains(&lines.works.owner) {
        let why = liberation::WHY_NOT_RISEN.to_owned();
        return Err(Shortfall::NotAllowed { why });
    }
    let named = at.is_some() || !lines.rising.is_empty();
    let at = at.or_else(|| (!lines.rising.is_empty()).then(|| lines.rising.remove(0)));
    let free = |at: &Space| {
        liberation::can_rise(book, (lines.land, &lines.docks.closed), &lines.works.owner, *at)
            && !lines.works.forces.values().any(|force| force.at == *at)
    };
    let at = match at {
        Some(place) if named && !free(&place) => return Err(Shortfall::NoSite { at: place }),
        Some(place) => place,
        None => {
            let mut all = (0..book.atlas.hex_count()).map(Space);
            all.find(free).ok_or(Shortfall::NoSites)?
        }
    };
    lines.works.raise_anywhere(unit, at)
}
