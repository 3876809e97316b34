//! `leader` and `dismiss`: who comes from the pool, and who goes back to it (NIA §12.4, §4.2.4).

use super::{Item, LineKind, Lines, Settled, one};
use crate::money::cabinet::command::Change;
use crate::orders::words::{LEADER, PLACE};
use crate::record::event::{Purse, Shortfall, SpendingEvent};
use sheet::keys::{Field, Kind, Value};

pub const LINE: LineKind = LineKind {
    kind: Kind {
        key: "leader",
        rule: "NIA §12.4",
        value: Value::Map(&[
            Field {
                key: "name",
                value: Value::Needed(&Value::Name(&LEADER)),
                doc: "A leader of the pool.",
            },
            Field {
                key: "at",
                value: Value::Needed(&Value::Name(&PLACE)),
                doc: "A reinforcement site, or where troops of an allied minor country stand.",
            },
        ]),
        doc: "Puts a leader of the pool on the map.",
    },
    settled: Settled::InTurn(|lines, item| one(leader(lines, item))),
    offered: |_| true,
    price: None,
    for_countries: false,
    nothing: None,
};

pub const DISMISS: LineKind = LineKind {
    kind: Kind {
        key: "dismiss",
        rule: "NIA §4.2.4",
        value: Value::Map(&[
            Field {
                key: "leader",
                value: Value::Needed(&Value::Name(&LEADER)),
                doc: "The leader who goes.",
            },
            Field {
                key: "for",
                value: Value::Needed(&Value::Name(&LEADER)),
                doc: "The leader of the pool who takes his place.",
            },
        ]),
        doc: "Replaces a leader by one of the pool, where he stands.",
    },
    settled: Settled::InTurn(|lines, item| one(dismiss(lines, item))),
    offered: |_| true,
    price: None,
    for_countries: false,
    nothing: None,
};

fn leader(lines: &mut Lines, item: &Item) -> Result<SpendingEvent, Shortfall> {
    let leader = item.name("name").unwrap_or_default().to_owned();
    let at = item.name("at").and_then(|name| lines.works.book.atlas.code(name));
    let at = at.ok_or(Shortfall::NoSites)?;
    let change = lines.works.post(&leader, at, lines.land)?;
    Ok(posted(lines.purse(), item.number, leader, change))
}

fn dismiss(lines: &mut Lines, item: &Item) -> Result<SpendingEvent, Shortfall> {
    let leader = item.name("for").unwrap_or_default().to_owned();
    let change = lines.works.replace(item.name("leader").unwrap_or_default(), &leader)?;
    Ok(posted(lines.purse(), item.number, leader, change))
}

fn posted(purse: Purse, line: u16, leader: String, change: Change) -> SpendingEvent {
    let Change { force, new: formed, gone: dismissed } = change;
    SpendingEvent::LeaderPosted { purse, line, leader, force, formed, dismissed }
}
