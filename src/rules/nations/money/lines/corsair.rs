//! `corsair`: corsairs are fitted out (NIA §12.3, §10.7).

use super::{Item, LineKind, Lines, Outcome, Settled};
use crate::book::money::Ware;
use crate::record::event::{Bill, Shortfall, SpendingEvent};
use sheet::keys::{Kind, Value};

pub const LINE: LineKind = LineKind {
    kind: Kind {
        key: "corsair",
        rule: "NIA §12.3",
        value: Value::Number(1, 8),
        doc: "Fits out so many corsairs.",
    },
    settled: Settled::InTurn(corsairs),
    offered: |offer| offer.power == CORSAIRS_OF,
    price: Some(("a corsair", Ware::Corsair)),
    for_countries: false,
    nothing: None,
};

/// Whose corsairs there are (NIA §10.7).
pub const CORSAIRS_OF: &str = "france";

fn corsairs(lines: &mut Lines, item: &Item) -> Outcome {
    let mut done = vec![];
    for _ in 0..item.own_number() {
        match corsair(lines, item.number) {
            Ok(event) => done.push(event),
            Err(why) => return (done, Some(why)),
        }
    }
    (done, None)
}

fn corsair(lines: &mut Lines, line: u16) -> Result<SpendingEvent, Shortfall> {
    if lines.works.owner != CORSAIRS_OF {
        let why = "only France fits out corsairs (NIA §10.7)".to_owned();
        return Err(Shortfall::NotAllowed { why });
    }
    let free: Vec<String> = lines.docks.corsairs.iter().cloned().collect();
    if free.is_empty() {
        return Err(Shortfall::Counters { what: "corsair".to_owned() });
    }
    let bill = Bill { pounds: lines.works.cost(Ware::Corsair), ..Bill::default() };
    lines.works.affords(bill)?;
    let drawn = (!lines.lots.is_empty()).then(|| lines.lots.remove(0));
    let corsair = drawn.filter(|name| free.contains(name)).unwrap_or_else(|| free[0].clone());
    lines.docks.corsairs.remove(&corsair);
    lines.works.pay(bill);
    Ok(SpendingEvent::CorsairFitted { purse: lines.purse(), line, corsair, bill })
}
