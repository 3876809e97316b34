//! `credit`: the credit of an ally is raised (NIA §15.1).

use super::{Item, LineKind, Lines, Settled, one};
use crate::orders::words::money::ALLY;
use crate::politics::credit;
use crate::record::event::{Bill, Shortfall, SpendingEvent};
use sheet::keys::{Field, Kind, Value};

pub const LINE: LineKind = LineKind {
    kind: Kind {
        key: "credit",
        rule: "NIA §15.1",
        value: Value::Short(&[Field {
            key: "of",
            value: Value::Needed(&Value::Name(&ALLY)),
            doc: "The power of one's own side: `austria`.",
        }]),
        doc: "Raises the credit of an allied power by one, for £4 that go to its officials; once a spring for each power.",
    },
    settled: Settled::InTurn(|lines, item| one(raise(lines, item))),
    offered: |offer| {
        !credit::courted(offer.common.relations, offer.common.money, offer.power).is_empty()
    },
    price: None,
    for_countries: false,
    nothing: None,
};

/// Pays for the credit of an ally (NIA §15.1).
fn raise(lines: &mut Lines, item: &Item) -> Result<SpendingEvent, Shortfall> {
    let of = item.name("of").unwrap_or_default().to_owned();
    let bill = Bill { pounds: credit::PRICE, ..Bill::default() };
    if !lines.docks.courted.contains(&of) {
        let title = lines.works.book.people.title(&of);
        let why = format!("{title} has no credit that you can raise, or it was raised this spring");
        return Err(Shortfall::NotAllowed { why });
    }
    lines.works.affords(bill)?;
    lines.works.pay(bill);
    lines.docks.courted.remove(&of);
    let (purse, line) = (lines.purse(), item.number);
    Ok(SpendingEvent::CreditRaised { purse, line, of, bill })
}
