//! Who is sent to a war outside the map, and what is paid for the others (NIA §14.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §4.1.1, §14.1.

use super::{BY_DEFAULT, Item, LineKind, Lines, Outcome, Settled};
use crate::book::units::Unit;
use crate::land::stacking;
use crate::orders::words::meant;
use crate::orders::words::money::{FOREIGN_WAR, NEW_UNIT, TROOPS};
use crate::politics::abroad;
use crate::record::event::{Bill, Shortfall, SpendingEvent};
use crate::record::state::{Anchorage, Force, ForceId};
use kit::names;
use sheet::keys::{Field, Kind, Value};

pub const LINE: LineKind = LineKind {
    kind: Kind {
        key: "send",
        rule: "NIA §14.1",
        value: Value::Map(&[
            Field {
                key: "to",
                value: Value::Needed(&Value::Name(&FOREIGN_WAR)),
                doc: "The war outside the map that begins this year: `USA`.",
            },
            Field {
                key: "who",
                value: Value::Name(&TROOPS),
                doc: "The force from which the troops go; it stands where new troops may stand.",
            },
            Field {
                key: "with",
                value: Value::List(&Value::Name(&NEW_UNIT)),
                doc: "The units of it that go, `+1 InfC`; without it, the least that the war asks for.",
            },
            Field {
                key: "fleet",
                value: Value::Text,
                doc: "A fleet in a harbour, by name: `fleet 3`.",
            },
        ]),
        doc: "Sends troops or a fleet to a war outside the map. What it asks for and nobody names is chosen for you; what is missing is paid for.",
    },
    settled: Settled::InTurn(|lines, item| lines.send(item)),
    offered: |offer| {
        let (money, year) = (offer.common.money, offer.common.season.year);
        !abroad::needs(offer.book, money, offer.power, year).is_empty()
    },
    price: None,
    for_countries: false,
    nothing: None,
};

impl Lines<'_, '_, '_> {
    /// A line that sends troops or a fleet.
    fn send(&mut self, item: &Item) -> Outcome {
        let war = item.name("to").unwrap_or_default().to_owned();
        let not_allowed = |why: &str| Some(Shortfall::NotAllowed { why: why.to_owned() });
        if !self.docks.wars.contains_key(&war) {
            return (vec![], not_allowed("no war of yours abroad of that name begins this year"));
        }
        let fleet = item.name("fleet");
        match (item.name("who"), fleet) {
            (Some(who), None) => self.send_units(&war, who, item),
            (None, Some(fleet)) => match self.send_fleet(&war, fleet, item.number) {
                Ok(event) => (vec![event], None),
                Err(why) => (vec![], Some(why)),
            },
            _ => {
                (vec![], not_allowed("a line sends units of one force by `who:`, or one `fleet:`"))
            }
        }
    }

    fn send_units(&mut self, war: &str, who: &str, item: &Item) -> Outcome {
        let works = &*self.works;
        let missing = || Some(Shortfall::NotThere { who: who.to_owned() });
        let found = meant(&works.book.atlas, &works.book.units, who, works.forces.values());
        let Some(id) = found.map(|force| force.id) else { return (vec![], missing()) };
        let named = item.filled().map(|filled| filled.names("with")).unwrap_or_default();
        let named: Vec<Unit> = named.into_iter().flat_map(|one| works.meant(one)).collect();
        let (mut done, mut stopped) = (vec![], None);
        if named.is_empty() {
            while let Some(unit) = self.least_of(war, id) {
                match self.send_unit(war, id, &unit, item.number) {
                    Ok(event) => done.push(event),
                    Err(why) => return (done, Some(why)),
                }
            }
            let none = done.is_empty().then(missing).flatten();
            return (done, none);
        }
        for unit in named {
            match self.send_unit(war, id, &unit, item.number) {
                Ok(event) => done.push(event),
                Err(why) => stopped = stopped.or(Some(why)),
            }
        }
        (done, stopped)
    }

    /// The least unit of a force for which a war still asks.
    fn least_of(&self, war: &str, id: ForceId) -> Option<Unit> {
        let (needs, force) = (self.docks.wars.get(war)?, self.works.forces.get(&id)?);
        let asked = |unit: &&Unit| {
            let of_kind =
                |(kind, count): &(String, usize)| abroad::serves(unit, kind) && *count > 0;
            unit.nation == self.works.power && needs.units.iter().any(of_kind)
        };
        let own = force.units.iter().filter(asked);
        own.min_by_key(|unit| (unit.modifier, unit.steps)).cloned()
    }

    fn send_unit(
        &mut self,
        war: &str,
        id: ForceId,
        unit: &Unit,
        line: u16,
    ) -> Result<SpendingEvent, Shortfall> {
        let purse = self.purse();
        let works = &mut *self.works;
        let who = || works.book.units.write(unit);
        let needs = self.docks.wars.get_mut(war).ok_or(Shortfall::NoSites)?;
        let asked =
            needs.units.iter_mut().find(|(kind, count)| abroad::serves(unit, kind) && *count > 0);
        let not_asked = || Shortfall::NotAllowed { why: format!("{war} asks for no {}", who()) };
        let (_, count) = asked.ok_or_else(not_asked)?;
        let force = works.forces.get(&id).ok_or_else(|| Shortfall::NotThere { who: who() })?;
        if !works.sites.contains(&force.at) || force.reserve.is_some() {
            return Err(Shortfall::OutOfReach { who: who() });
        }
        let like = |one: &Unit| {
            (&one.kind, one.modifier, &one.nation) == (&unit.kind, unit.modifier, &unit.nation)
        };
        let mut fits: Vec<usize> =
            (0..force.units.len()).filter(|nth| like(&force.units[*nth])).collect();
        // A unit as it was written, or else any of its sort.
        fits.sort_by_key(|nth| force.units[*nth].steps != unit.steps);
        let nth = *fits.first().ok_or_else(|| Shortfall::NotThere { who: who() })?;
        let mut rest = force.clone();
        let sent = rest.units.remove(nth);
        rest.settle();
        if rest.army.is_some() && !stacking::keeps_army(works.book, &rest) {
            let why = "the army would have no corps left".to_owned();
            return Err(Shortfall::NotAllowed { why });
        }
        let surplus = |force: &Force| stacking::surplus_allies(works.book, force);
        if surplus(&rest) > surplus(force) {
            let why = "the army would have more allied steps than it may (NIA §4.1.1)".to_owned();
            return Err(Shortfall::NotAllowed { why });
        }
        *count -= 1;
        let at = force.at;
        let rest = Some(rest).filter(|rest: &Force| !rest.is_empty());
        match &rest {
            Some(rest) => works.keep(rest, false),
            None => drop(works.forces.remove(&id)),
        }
        let (war, units, fleets, gone) = (war.to_owned(), vec![sent], vec![], Some(id));
        Ok(SpendingEvent::SentAbroad { purse, line, war, units, fleets, at, gone, rest })
    }

    fn send_fleet(
        &mut self,
        war: &str,
        written: &str,
        line: u16,
    ) -> Result<SpendingEvent, Shortfall> {
        let needs = self.docks.wars.get_mut(war).ok_or(Shortfall::NoSites)?;
        if needs.fleets == 0 {
            return Err(Shortfall::NotAllowed { why: format!("{war} asks for no more fleets") });
        }
        let plain = names::plain(written);
        let found = self.docks.squadrons.iter_mut().find_map(|squadron| {
            let Anchorage::Harbour(at) = squadron.at else { return None };
            let nth = squadron.fleets.iter().position(|fleet| names::plain(fleet) == plain)?;
            Some((at, squadron.fleets.remove(nth)))
        });
        let missing = || Shortfall::NotThere { who: written.to_owned() };
        let (at, fleet) = found.ok_or_else(missing)?;
        needs.fleets -= 1;
        self.docks.abroad += 1;
        if let Some(lie) = self.docks.berths.get_mut(&at) {
            *lie = lie.saturating_sub(1);
        }
        let (purse, war) = (self.purse(), war.to_owned());
        let (units, fleets, gone, rest) = (vec![], vec![fleet], None, None);
        Ok(SpendingEvent::SentAbroad { purse, line, war, units, fleets, at, gone, rest })
    }

    /// What no line has sent: the least that there is goes, and the rest is paid for.
    pub fn rest_abroad(&mut self) -> Vec<SpendingEvent> {
        let power = self.works.power.clone();
        if self.docks.wars.is_empty() || self.works.open(&power, self.land).is_err() {
            return vec![];
        }
        let mut events = vec![];
        for war in self.docks.wars.keys().cloned().collect::<Vec<_>>() {
            let mut shut: Vec<(ForceId, Unit)> = vec![];
            while let Some((id, unit)) = self.least(&war, &shut) {
                match self.send_unit(&war, id, &unit, BY_DEFAULT) {
                    Ok(event) => events.push(event),
                    Err(_) => shut.push((id, unit)), // Its army needs it.
                }
            }
            while let Some(fleet) = self.least_fleet(&war) {
                events.extend(self.send_fleet(&war, &fleet, BY_DEFAULT));
            }
            events.extend(self.pay_abroad(&war));
        }
        events
    }

    /// The least unit at a site for which a war still asks, but those that cannot go.
    fn least(&self, war: &str, shut: &[(ForceId, Unit)]) -> Option<(ForceId, Unit)> {
        let works = &*self.works;
        let sites = works.forces.values().filter(|force| works.sites.contains(&force.at));
        let all = sites.filter_map(|force| Some((force.id, self.least_of(war, force.id)?)));
        let open = all.filter(|one| !shut.contains(one));
        open.min_by_key(|(id, unit)| (unit.modifier, unit.steps, *id))
    }

    /// A fleet in a harbour for a war that still asks for one: those without an admiral first.
    fn least_fleet(&self, war: &str) -> Option<String> {
        self.docks.wars.get(war).filter(|needs| needs.fleets > 0)?;
        let lie = self.docks.squadrons.iter();
        let lie = lie.filter(|squadron| matches!(squadron.at, Anchorage::Harbour(_)));
        let fleets = lie.flat_map(|squadron| &squadron.fleets);
        fleets.min_by_key(|name| (!name.starts_with("fleet "), name.len(), *name)).cloned()
    }

    /// Pays for what a war still asks for.
    fn pay_abroad(&mut self, war: &str) -> Option<SpendingEvent> {
        let works = &*self.works;
        let needs = self.docks.wars.get_mut(war)?;
        let of_units = needs.units.iter().map(|(kind, count)| {
            let one = |unit: &Unit| works.price(std::slice::from_ref(unit)).pounds;
            let price = abroad::price(works.book, &works.power, kind, one);
            price * i32::try_from(*count).unwrap_or(0)
        });
        let fleets = i32::try_from(needs.fleets).unwrap_or(0) * works.cost(abroad::FLEET);
        let price = of_units.sum::<i32>() + fleets;
        needs.units.clear();
        needs.fleets = 0;
        if price == 0 {
            return None;
        }
        let pounds = price.min(works.account().pounds.max(0));
        let bill = Bill { pounds, ..Bill::default() };
        self.works.pay(bill);
        let (purse, line, war, owed) = (self.purse(), BY_DEFAULT, war.to_owned(), price - pounds);
        Some(SpendingEvent::PaidForAbroad { purse, line, war, owed, bill })
    }
}
