//! `rearm`: a fortress is armed again (NIA §12.3).

use super::{Item, LineKind, Lines, Settled, one};
use crate::book::money::Ware;
use crate::orders::words::PLACE;
use crate::record::event::{Bill, Shortfall, SpendingEvent};
use sheet::keys::{Field, Kind, Value};

pub const LINE: LineKind = LineKind {
    kind: Kind {
        key: "rearm",
        rule: "NIA §12.3",
        value: Value::Short(&[Field {
            key: "at",
            value: Value::Needed(&Value::Name(&PLACE)),
            doc: "A captured or broken fortress of one's own side in supply.",
        }]),
        doc: "Arms a fortress again with a step that is raised for it.",
    },
    settled: Settled::InTurn(|lines, item| one(rearm(lines, item))),
    offered: |_| true,
    price: Some(("a fortress armed again", Ware::Infantry)),
    for_countries: false,
    nothing: None,
};

fn rearm(lines: &mut Lines, item: &Item) -> Result<SpendingEvent, Shortfall> {
    let at = lines.places(item.filled()).first().copied().ok_or(Shortfall::NoSites)?;
    if !lines.docks.broken.contains(&at) {
        return Err(Shortfall::NotToArm { at });
    }
    let bill = Bill { pounds: lines.works.cost(Ware::Infantry), recruits: 1, cavalry: 0 };
    lines.works.affords(bill)?;
    lines.works.pay(bill);
    lines.docks.broken.remove(&at);
    let (purse, line, power) = (lines.purse(), item.number, lines.works.power.clone());
    Ok(SpendingEvent::FortressArmed { purse, line, at, power, bill })
}
