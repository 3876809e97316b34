//! `army`: an army marker over a force (NIA §12.4).

use super::{Item, LineKind, Lines, Outcome, Settled};
use crate::book::money::Ware;
use crate::orders::favours::ARMY;
use crate::record::event::SpendingEvent;
use sheet::keys::{Kind, Value};

pub const LINE: LineKind = LineKind {
    kind: Kind {
        key: "army",
        rule: "NIA §12.4",
        value: Value::Map(ARMY),
        doc: "Sets up an army marker over a force in supply of two steps or more.",
    },
    settled: Settled::InTurn(army),
    offered: |offer| offer.works.may_have_armies().is_ok(),
    price: Some(("an army marker", Ware::Army)),
    for_countries: false,
    nothing: None,
};

fn army(lines: &mut Lines, item: &Item) -> Outcome {
    let leader = item.name("leader").unwrap_or_default().to_owned();
    match lines.works.army(&leader, item.name("with")) {
        Ok((force, bill)) => {
            let (purse, line) = (lines.purse(), item.number);
            (vec![SpendingEvent::ArmySetUp { purse, line, force, bill }], None)
        }
        Err(why) => (vec![], Some(why)),
    }
}
