//! The probes `production` and `refill`: what a purse could raise or fill in a position, and at what
//! price (NIA §12.3).

use super::supply::position;
use crate::book::units::Unit;
use crate::land::supply::Land;
use crate::money::cabinet::{docks, works};
use crate::money::lines::{Lines, landwehr};
use crate::position::Position;
use crate::record::event::{Bill, Shortfall, SpendingEvent};
use crate::view::spending::reason;
use kit::shelf::Shelf;
use play::case::Laid;
use serde::Deserialize;
use serde_yaml::Value;
use std::collections::BTreeMap;

type Outputs = BTreeMap<String, String>;

/// What the probes ask; the rest of the setup is the position, with `chests:` and `recruits:`.
#[derive(Deserialize)]
struct Question {
    /// The power whose troops they are.
    of: String,
    /// The minor country that pays.
    #[serde(rename = "for", default)]
    owner: Option<String>,
    /// What is to be raised, in order.
    #[serde(default)]
    units: Vec<String>,
    /// Where, a place for each.
    #[serde(default)]
    at: Vec<String>,
    /// The force to be filled, or `all`.
    #[serde(default)]
    who: Option<String>,
    /// The units of it, if not all.
    #[serde(rename = "with", default)]
    with: Vec<String>,
}

/// Runs one of them.
pub fn run(shelf: &Shelf, setup: &Value, fills: bool) -> Result<Outputs, String> {
    let asked: Question =
        serde_yaml::from_value(setup.clone()).map_err(|error| error.to_string())?;
    let keys = ["probe", "of", "for", "units", "at", "who", "with"];
    let Laid { book, state, .. } = position(shelf, setup, &keys)?;
    let land = Land::of(&book, &state, &asked.of);
    let works = works(&book, &state, &land, &asked.of);
    let mut works = works.ok_or_else(|| format!("{} has no purse here", asked.of))?;
    let mut docks = docks(&book, &state, &asked.of, &land);
    let owner = asked.owner.as_ref().unwrap_or(&asked.of);
    works.open(owner, &land).map_err(|why| reason(&book, &why))?;
    let landwehr = landwehr::steps(&book, state.common(), &asked.of);
    let mut lines = Lines {
        works: &mut works,
        docks: &mut docks,
        land: &land,
        rising: vec![],
        landwehr,
        lots: vec![],
    };
    let (done, stopped) = match fills {
        true => {
            let wanted: Vec<Unit> =
                asked.with.iter().flat_map(|one| lines.works.meant(one)).collect();
            lines.fill(asked.who.as_deref().unwrap_or("all"), &wanted, 1)
        }
        false => raise(&mut lines, &asked)?,
    };
    let bills = done.iter().filter_map(SpendingEvent::bill);
    let bill = bills.fold(Bill::default(), |sum, (_, one)| Bill {
        pounds: sum.pounds + one.pounds,
        recruits: sum.recruits + one.recruits,
        cavalry: sum.cavalry + one.cavalry,
    });
    let units = done.iter().filter_map(|event| match event {
        SpendingEvent::Raised { units, .. } => units.first(),
        SpendingEvent::Refilled { unit, .. } => Some(unit),
        _ => None,
    });
    let told: Vec<String> = units.map(|unit| book.units.write(unit)).collect();
    let listed = if told.is_empty() { "none".to_owned() } else { told.join(", ") };
    let why = stopped.map_or_else(|| "nothing".to_owned(), |why| reason(&book, &why));
    Ok(BTreeMap::from([
        ("done".to_owned(), listed),
        ("pounds".to_owned(), bill.pounds.to_string()),
        ("recruits".to_owned(), bill.recruits.to_string()),
        ("cavalry".to_owned(), bill.cavalry.to_string()),
        ("in the way".to_owned(), why),
    ]))
}

type Tried = (Vec<SpendingEvent>, Option<Shortfall>);

/// Raises the units in their order, each at its place.
fn raise(lines: &mut Lines, asked: &Question) -> Result<Tried, String> {
    let book = lines.works.book;
    let (mut done, mut stopped) = (vec![], None);
    let place = |nth: usize| asked.at.get(nth).or(asked.at.last());
    let all: Vec<Unit> = asked.units.iter().flat_map(|one| lines.works.meant(one)).collect();
    if all.is_empty() {
        return Err("`units:` names no unit".to_owned());
    }
    for (nth, unit) in all.iter().enumerate() {
        let at = place(nth).map(|name| super::setup::place(&book.atlas, name)).transpose()?;
        match lines.works.raise(unit, at) {
            Ok(built) => done.push(SpendingEvent::Raised {
                purse: lines.purse(),
                line: 1,
                units: built.units,
                force: built.force,
                formed: built.new,
                bill: built.bill,
            }),
            Err(why) => stopped = stopped.or(Some(why)),
        }
    }
    Ok((done, stopped))
}
