//! The order of battle is changed: before the marches, and within one hex (§10).
//!
//! The same function says beforehand what would be wrong (`orders/rehearsal.rs`) and does it in the turn, so that
//! a receipt and the play cannot disagree.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §10, §10.1, §10.2, §10.3, §10.4, §19.3.

use crate::book::Book;
use crate::orders::organise::Change;
use crate::record::event::{Event, ForceEvent, OrderEvent, Reason};
use crate::record::sea::Navy;
use crate::record::state::{Formation, General, Kind};
use crate::season::turn::Turn;
use kit::names::plain;
use std::collections::{BTreeMap, BTreeSet};

/// What is there to be reorganised, known to its power in full.
pub struct Ranks<'r> {
    pub book: &'r Book,
    pub power: &'r str,
    pub formations: &'r BTreeMap<String, Formation>,
    pub generals: &'r BTreeMap<String, General>,
    pub navy: &'r Navy,
    pub reformed: &'r BTreeSet<String>,
}

/// Makes the changes of all sheets, line by line.
pub fn play(turn: &mut Turn) {
    let powers: Vec<String> = turn.sheets.keys().cloned().collect();
    for power in powers {
        let changes = turn.sheets.get(&power).map(|s| s.changes.clone()).unwrap_or_default();
        for (number, change, _) in changes {
            let state = &turn.state;
            let ranks = Ranks {
                book: turn.book,
                power: &power,
                formations: &state.formations,
                generals: &state.generals,
                navy: &state.navy,
                reformed: &state.reformed,
            };
            let event: Event = match ranks.change(&change) {
                Ok(event) => event.into(),
                Err(reason) => OrderEvent::NotDone {
                    power: power.clone(),
                    entry: None,
                    step: Some(number),
                    order: "organise".to_owned(),
                    who: change.who().to_owned(),
                    reason,
                    failed: None,
                }
                .into(),
            };
            turn.record(event);
        }
    }
}

/// What a new formation is called. Names are unique on the whole map, and nobody must learn by a
/// refusal that another power has one of that name; so it bears its nation's name as well.
pub fn full_name(book: &Book, power: &str, name: &str) -> String {
    let title = book.title(power);
    if plain(name).contains(&plain(title)) { name.to_owned() } else { format!("{title}: {name}") }
}

/// Whether a new formation or fleet may bear a name: as it is given, and with its nation's name. It is told from all
/// others by it, on land, at sea and aboard.
pub fn may_be_called<'a>(
    (power, name, full): (&str, &str, &str),
    formations: impl Iterator<Item = &'a Formation>,
    generals: impl Iterator<Item = &'a General>,
    at_sea: impl Iterator<Item = (&'a String, &'a String)>,
) -> Result<(), Reason> {
    let bounds = |why: &str| Err(Reason::bounds(why.to_owned()));
    let formations = formations.map(|one| (&one.name, &one.power));
    let generals = generals.map(|one| (&one.name, &one.power));
    // Nobody learns what others' formations are called.
    let same = |(other, of): (&String, &String)| {
        plain(other) == plain(full) || (of == power && plain(other) == plain(name))
    };
    if name.is_empty() || name.chars().count() > 40 || name.chars().any(char::is_control) {
        return bounds("a name has one to forty letters");
    }
    if formations.chain(generals).chain(at_sea).any(same) {
        return bounds("there is one of that name");
    }
    Ok(())
}

impl Ranks<'_> {
    /// What a change comes to, or why it cannot be made.
    pub fn change(&self, change: &Change) -> Result<ForceEvent, Reason> {
        let levy = self.book.lands.nation(self.power).is_some_and(|nation| nation.feudal);
        if levy && !matches!(change, Change::Assign { .. }) {
            let why = "the order of battle of a feudal levy never changes".to_owned();
            return Err(Reason::bounds(why));
        }
        match change {
            Change::Assign { formation, to } => self.assign(formation, to.as_deref()),
            Change::Transfer { units, from, to } => {
                let (mut from, mut to) = self.pair(from, to)?;
                self.give(units, &mut from, &mut to)?;
                self.reshaped(vec![from, to], vec![])
            }
            Change::Merge { formation, into } => {
                let (from, mut into) = self.pair(formation, into)?;
                for (kind, hits) in &from.units {
                    *into.units.entry(kind.clone()).or_default() += hits;
                }
                self.reshaped(vec![into], vec![from.name])
            }
            Change::Raise { name, kind, from, units } => self.raise(name, *kind, from, units),
        }
    }

    fn own(&self, name: &str) -> Result<Formation, Reason> {
        let found = self.formations.get(name).filter(|one| one.power == self.power);
        found.cloned().ok_or(Reason::NoForce)
    }

    fn pair(&self, one: &str, other: &str) -> Result<(Formation, Formation), Reason> {
        let (one, other) = (self.own(one)?, self.own(other)?);
        if one.at != other.at || one.name == other.name {
            return Err(Reason::Apart);
        }
        Ok((one, other))
    }

    fn assign(&self, name: &str, to: Option<&str>) -> Result<ForceEvent, Reason> {
        let formation = self.own(name)?;
        if let Some(to) = to {
            let general = self.generals.get(to).filter(|one| one.power == self.power);
            let general = general.ok_or(Reason::NoForce)?;
            if formation.kind == Kind::Marauders {
                let why = "marauders stand outside the command".to_owned();
                return Err(Reason::bounds(why));
            }
            if general.at != formation.at {
                return Err(Reason::Apart);
            }
            let counts = |one: &&Formation| {
                one.under.as_deref() == Some(to)
                    && one.name != formation.name
                    && one.kind != Kind::Marauders
            };
            let all = self.formations.values().chain(self.navy.troops_aboard());
            let commands = all.filter(counts).count();
            let full = u32::try_from(commands).unwrap_or(u32::MAX) >= general.command;
            if full {
                return Err(Reason::Command { rating: general.command });
            }
        }
        Ok(ForceEvent::Assigned {
            formation: formation.name,
            power: formation.power,
            under: to.map(str::to_owned),
        })
    }

    /// Moves units; a double battalion goes whole, with the hits it has left.
    fn give(
        &self,
        units: &BTreeMap<String, u32>,
        from: &mut Formation,
        to: &mut Formation,
    ) -> Result<(), Reason> {
        for (kind, count) in units {
            let each = self.book.troops.kind(kind).hits;
            let has = from.units.get(kind).copied().unwrap_or(0);
            let are = has.div_ceil(each);
            if are < *count {
                return Err(Reason::TooFew { kind: kind.clone(), are });
            }
            // Whoever is hit goes last.
            let gone = if are == *count { has } else { count * each };
            let left = has - gone;
            from.units.insert(kind.clone(), left);
            *to.units.entry(kind.clone()).or_default() += gone;
        }
        from.units.retain(|_, hits| *hits > 0);
        Ok(())
    }

    fn raise(
        &self,
        name: &str,
        kind: Kind,
        from: &str,
        units: &BTreeMap<String, u32>,
    ) -> Result<ForceEvent, Reason> {
        let mut from = self.own(from)?;
        let bounds = |why: &str| Reason::bounds(why.to_owned());
        let full = full_name(self.book, self.power, name);
        let (formations, generals) = (self.formations.values(), self.generals.values());
        may_be_called((self.power, name, &full), formations, generals, self.navy.called())?;
        if kind == Kind::Corps {
            let corps = |one: &&Formation| one.power == self.power && one.kind == Kind::Corps;
            let all = self.formations.values().chain(self.navy.troops_aboard());
            let are = all.filter(corps).count();
            let most = self.book.lands.nation(self.power).map_or(0, |n| n.corps.number);
            if !self.reformed.contains(self.power) || most == 0 {
                return Err(Reason::NoCorps);
            }
            if u32::try_from(are).unwrap_or(u32::MAX) >= most {
                return Err(bounds("the nation has all of its corps"));
            }
        }
        let mut new =
            Formation { name: full, kind, units: BTreeMap::new(), under: None, ..from.clone() };
        self.give(units, &mut from, &mut new)?;
        self.reshaped(vec![from, new], vec![])
    }

    fn reshaped(
        &self,
        mut formations: Vec<Formation>,
        mut gone: Vec<String>,
    ) -> Result<ForceEvent, Reason> {
        let empty = formations.iter().filter(|one| one.units.is_empty());
        gone.extend(empty.map(|one| one.name.clone()));
        formations.retain(|one| !one.units.is_empty());
        for one in &formations {
            if let Some(why) = one.too_large(&self.book.lands, &self.book.troops) {
                return Err(Reason::bounds(format!("{}: {why}", one.name)));
            }
        }
        Ok(ForceEvent::Reshaped { power: self.power.to_owned(), formations, gone })
    }
}
