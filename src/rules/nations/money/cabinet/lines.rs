//! The lines of a budget and of a muster, one after the other: what each comes to (NIA §12.3, §12.4).
//!
//! What is given back are events. The game records them; the receipt tells them as what would be.

use super::command::Change;
use super::works::{Built, GUERRILLA, Works};
use crate::book::money::Ware;
use crate::book::units::Unit;
use crate::land::supply::Land;
use crate::orders::budget::Item;
use crate::orders::words::meant;
use crate::politics::abroad::Needs;
use crate::politics::credit;
use crate::politics::liberation;
use crate::record::event::{Bill, Purse, Shortfall, SpendingEvent};
use crate::record::state::{Anchorage, Force, ForceId, MOST_FLEETS, Squadron};
use kit::ground::Space;
use sheet::keys::Filled;
use std::collections::{BTreeMap, BTreeSet};

/// What lies in the harbours of a side, and what else a purse may buy once a year.
pub struct Docks {
    /// The power's own squadrons.
    pub squadrons: Vec<Squadron>,
    /// Fleets of the side in each harbour.
    pub berths: BTreeMap<Space, usize>,
    /// Names of fleets that cannot be given again.
    pub names: BTreeSet<String>,
    /// Yards that have built their fleet.
    pub used: BTreeSet<Space>,
    /// Corsairs that are not in their box.
    pub corsairs: BTreeSet<String>,
    /// Fortresses of the side that can be armed again.
    pub broken: BTreeSet<Space>,
    /// Where a guerrilla may not rise: who stands there or next to it, and armed enemy walls.
    pub closed: BTreeSet<Space>,
    /// Owners of purses whose guerrillas may rise now.
    pub risen: BTreeSet<String>,
    /// Allied powers whose credit nobody has paid for this spring.
    pub courted: BTreeSet<String>,
    /// What wars outside the map still ask for (NIA §14.1).
    pub wars: BTreeMap<String, Needs>,
    /// Fleets that are abroad.
    pub abroad: usize,
}

/// One list while it is carried out.
pub struct Lines<'w, 'a, 'l> {
    pub works: &'w mut Works<'a>,
    pub docks: &'w mut Docks,
    pub land: &'w Land<'l>,
    /// Hexes that the muster names for guerrillas.
    pub rising: Vec<Space>,
    /// The steps of landwehr that are left, which cost nothing.
    pub landwehr: u8,
    /// Corsairs in the order in which they come, as they were drawn.
    pub lots: Vec<String>,
}

pub(super) type Outcome = (Vec<SpendingEvent>, Option<Shortfall>);

impl Lines<'_, '_, '_> {
    /// Carries out one line; gives what was done, and what stopped it.
    pub fn carry_out(&mut self, item: &Item) -> Outcome {
        let owner = item.name("for").filter(|_| item.key != "dismiss");
        let owner = owner.map_or_else(|| self.works.power.clone(), str::to_owned);
        if let Err(why) = self.works.open(&owner, self.land) {
            return (vec![], Some(why));
        }
        match item.key {
            "refill" => self.refill(item),
            "raise" => self.raise(item),
            "army" => self.army(item),
            "fleet" => one(self.fleet(item)),
            "corsair" => self.corsairs(item),
            "train" => self.support(item, Ware::Train),
            "engineer" => self.support(item, Ware::Engineers),
            "rearm" => one(self.rearm(item)),
            "landwehr" => self.landwehr(item),
            "credit" => one(self.credit(item)),
            "keep" => one(self.keep(item)),
            "leader" => one(self.leader(item)),
            "dismiss" => one(self.dismiss(item)),
            "merge" => self.merge(item),
            "send" => self.send(item),
            // Gifts, loans and conscripts come before all lists; places of guerrillas are looked up.
            _ => (vec![], None),
        }
    }

    /// Whose purses there are: the power's own first.
    pub fn owners(&self) -> Vec<String> {
        let minors = self.works.accounts.keys().filter(|owner| **owner != self.works.power);
        std::iter::once(&self.works.power).chain(minors).cloned().collect()
    }

    /// What is done for a purse for which no line is written: landwehr, then armies in supply, then
    /// what stands at reinforcement sites.
    pub fn by_default(&mut self, owner: &str) -> Vec<SpendingEvent> {
        if self.works.open(owner, self.land).is_err() {
            return vec![];
        }
        let mut done = vec![];
        while self.landwehr > 0
            && let Ok(built) = self.works.free_step(None)
        {
            self.landwehr -= 1;
            done.push(raised(self.purse(), BY_DEFAULT, built));
        }
        done.extend(self.fill(ALL, &[], BY_DEFAULT).0);
        done
    }

    pub fn purse(&self) -> Purse {
        let Works { power, owner, .. } = &*self.works;
        Purse { power: power.clone(), owner: owner.clone() }
    }

    fn places(&self, filled: Option<&Filled>) -> Vec<Space> {
        let names = filled.map(|filled| match filled.name("at") {
            Some(one) => vec![one],
            None => filled.names("at"),
        });
        let names = names.unwrap_or_default();
        names.into_iter().filter_map(|name| self.works.book.atlas.code(name)).collect()
    }

    fn raise(&mut self, item: &Item) -> Outcome {
        let units = self.works.meant(item.name("unit").unwrap_or_default());
        let places = self.places(item.filled());
        let (mut done, mut stopped) = (vec![], None);
        for (nth, unit) in units.iter().enumerate() {
            let at = places.get(nth).or(places.last()).copied();
            let built = match unit.kind == GUERRILLA {
                true => self.rise(unit, at),
                false => self.works.raise(unit, at),
            };
            match built {
                Ok(built) => done.push(raised(self.purse(), item.number, built)),
                // One place may be shut and the next open.
                Err(why) => stopped = stopped.or(Some(why)),
            }
        }
        (done, stopped)
    }

    /// A guerrilla rises in a hex of its country (NIA §14.4.2).
    fn rise(&mut self, unit: &Unit, at: Option<Space>) -> Result<Built, Shortfall> {
        let book = self.works.book;
        self.works.has_counter(unit)?;
        if !self.docks.risen.contains(&self.works.owner) {
            let why = liberation::WHY_NOT_RISEN.to_owned();
            return Err(Shortfall::NotAllowed { why });
        }
        let named = at.is_some() || !self.rising.is_empty();
        let at = at.or_else(|| (!self.rising.is_empty()).then(|| self.rising.remove(0)));
        let home = |at: Space| {
            let province = book.atlas.province(at);
            let owner = province.and_then(|province| self.land.owner(&province.name));
            owner == Some(self.works.owner.as_str())
        };
        let free = |at: &Space| {
            book.atlas.hex(*at).terrain.is_land()
                && book.scenario.in_play(*at)
                && home(*at)
                && !self.docks.closed.contains(at)
                && !self.works.forces.values().any(|force| force.at == *at)
        };
        let at = match at {
            Some(place) if named && !free(&place) => return Err(Shortfall::NoSite { at: place }),
            Some(place) => place,
            None => {
                let mut all = (0..book.atlas.hex_count()).map(Space);
                all.find(free).ok_or(Shortfall::NoSites)?
            }
        };
        self.works.raise_anywhere(unit, at)
    }

    fn refill(&mut self, item: &Item) -> Outcome {
        let who = item.name("who").unwrap_or_default();
        let wanted: Vec<Unit> = item
            .filled()
            .map(|filled| filled.names("with"))
            .unwrap_or_default()
            .into_iter()
            .flat_map(|written| self.works.meant(written))
            .collect();
        self.fill(who, &wanted, item.number)
    }

    /// Fills the reduced units of a force, or of all: these, or as many as can be.
    pub fn fill(&mut self, who: &str, wanted: &[Unit], line: u16) -> Outcome {
        let forces = match self.forces(who) {
            Ok(forces) => forces,
            Err(why) => return (vec![], Some(why)),
        };
        let (mut done, mut stopped) = (vec![], None);
        let mut left = wanted.to_vec();
        let like =
            |one: &Unit, other: &Unit| (&one.kind, one.modifier) == (&other.kind, other.modifier);
        for id in forces {
            loop {
                let reduced = match self.works.reduced(id) {
                    Ok(reduced) => reduced,
                    Err(why) => {
                        stopped = stopped.or(Some(why));
                        break;
                    }
                };
                // Units that are named are filled in the order of their names.
                let named = left.iter().find_map(|one| reduced.iter().find(|unit| like(one, unit)));
                let unit = if wanted.is_empty() { reduced.first() } else { named };
                let Some(unit) = unit.cloned() else { break };
                match self.works.refill(id, &unit) {
                    Ok(Built { force, bill, .. }) => {
                        left.iter().position(|one| like(one, &unit)).map(|at| left.remove(at));
                        let purse = self.purse();
                        done.push(SpendingEvent::Refilled { purse, line, unit, force, bill });
                    }
                    Err(why) => return (done, Some(why)),
                }
            }
        }
        // Where no unit is named, as many are meant as can be filled.
        if wanted.is_empty() && (!done.is_empty() || who == ALL) {
            stopped = None;
        } else if let Some(missed) = left.first() {
            let who = self.works.book.units.write(missed);
            stopped = stopped.or(Some(Shortfall::NotThere { who }));
        } else if !wanted.is_empty() {
            stopped = None;
        }
        (done, stopped)
    }

    /// The forces that are meant: one, or all; those in the field before those at sites.
    fn forces(&self, who: &str) -> Result<Vec<ForceId>, Shortfall> {
        let works = &*self.works;
        if who == ALL {
            let mut all: Vec<&Force> = works.forces.values().collect();
            all.sort_by_key(|force| {
                (force.army.is_none(), works.sites.contains(&force.at), force.id)
            });
            return Ok(all.into_iter().map(|force| force.id).collect());
        }
        let found = meant(&works.book.atlas, &works.book.units, who, works.forces.values());
        let missing = || Shortfall::NotThere { who: who.to_owned() };
        Ok(vec![found.ok_or_else(missing)?.id])
    }

    fn army(&mut self, item: &Item) -> Outcome {
        let leader = item.name("leader").unwrap_or_default().to_owned();
        match self.works.army(&leader, item.name("with")) {
            Ok((force, bill)) => {
                let (purse, line) = (self.purse(), item.number);
                (vec![SpendingEvent::ArmySetUp { purse, line, force, bill }], None)
            }
            Err(why) => (vec![], Some(why)),
        }
    }

    fn support(&mut self, item: &Item, ware: Ware) -> Outcome {
        let at = self.places(item.filled()).first().copied();
        match self.works.support(ware, at) {
            Ok(Built { force, new: formed, bill, .. }) => {
                let what = if ware == Ware::Train { "train" } else { "engineers" }.to_owned();
                let (purse, line) = (self.purse(), item.number);
                (
                    vec![SpendingEvent::SupportRaised { purse, line, what, force, formed, bill }],
                    None,
                )
            }
            Err(why) => (vec![], Some(why)),
        }
    }

    fn fleet(&mut self, item: &Item) -> Result<SpendingEvent, Shortfall> {
        let book = self.works.book;
        let at = self.places(item.filled()).first().copied().ok_or(Shortfall::NoSites)?;
        let power = self.works.power.clone();
        let yard = book.atlas.town(at).is_some_and(|town| town.shipyard);
        if !yard || !self.land.is_own(&power, at) || self.docks.used.contains(&at) {
            return Err(Shortfall::NoYard { at });
        }
        let afloat = self.docks.squadrons.iter().map(|squadron| squadron.fleets.len());
        let afloat = afloat.sum::<usize>() + self.docks.abroad;
        let most = book.pools.fleets(&power).saturating_sub(book.scenario.fleets_out(&power));
        if u32::try_from(afloat).unwrap_or(u32::MAX) >= most {
            return Err(Shortfall::Counters { what: "fleet".to_owned() });
        }
        if self.docks.berths.get(&at).copied().unwrap_or(0) >= MOST_FLEETS {
            return Err(Shortfall::NoRoom { at });
        }
        let bill = Bill { pounds: self.works.cost(Ware::Fleet), ..Bill::default() };
        self.works.affords(bill)?;
        let taken = |name: &String| {
            self.docks.names.contains(name)
                || self.docks.squadrons.iter().any(|squadron| squadron.fleets.contains(name))
        };
        let mut names = (1..=u32::from(u16::MAX)).map(|number| format!("fleet {number}"));
        let fleet = names.find(|name| !taken(name)).ok_or(Shortfall::NoSites)?;
        let anchorage = Anchorage::Harbour(at);
        let mut squadron = match self.docks.squadrons.iter().position(|one| one.at == anchorage) {
            Some(nth) => self.docks.squadrons.remove(nth),
            None => Squadron::new(&power, &anchorage, &[]),
        };
        squadron.fleets.push(fleet.clone());
        squadron.fleets.sort();
        self.docks.squadrons.push(squadron.clone());
        *self.docks.berths.entry(at).or_default() += 1;
        self.docks.used.insert(at);
        self.works.pay(bill);
        let (purse, line) = (self.purse(), item.number);
        Ok(SpendingEvent::FleetBuilt { purse, line, fleet, at, squadron, bill })
    }

    fn corsairs(&mut self, item: &Item) -> Outcome {
        let mut done = vec![];
        for _ in 0..item.own_number() {
            match self.corsair(item.number) {
                Ok(event) => done.push(event),
                Err(why) => return (done, Some(why)),
            }
        }
        (done, None)
    }

    fn corsair(&mut self, line: u16) -> Result<SpendingEvent, Shortfall> {
        if self.works.owner != CORSAIRS_OF {
            let why = "only France fits out corsairs (NIA §10.7)".to_owned();
            return Err(Shortfall::NotAllowed { why });
        }
        let free: Vec<String> = self.docks.corsairs.iter().cloned().collect();
        if free.is_empty() {
            return Err(Shortfall::Counters { what: "corsair".to_owned() });
        }
        let bill = Bill { pounds: self.works.cost(Ware::Corsair), ..Bill::default() };
        self.works.affords(bill)?;
        let drawn = (!self.lots.is_empty()).then(|| self.lots.remove(0));
        let corsair = drawn.filter(|name| free.contains(name)).unwrap_or_else(|| free[0].clone());
        self.docks.corsairs.remove(&corsair);
        self.works.pay(bill);
        Ok(SpendingEvent::CorsairFitted { purse: self.purse(), line, corsair, bill })
    }

    /// Pays for the credit of an ally (NIA §15.1).
    fn credit(&mut self, item: &Item) -> Result<SpendingEvent, Shortfall> {
        let of = item.name("of").unwrap_or_default().to_owned();
        let bill = Bill { pounds: credit::PRICE, ..Bill::default() };
        if !self.docks.courted.contains(&of) {
            let title = self.works.book.people.title(&of);
            let why =
                format!("{title} has no credit that you can raise, or it was raised this spring");
            return Err(Shortfall::NotAllowed { why });
        }
        self.works.affords(bill)?;
        self.works.pay(bill);
        self.docks.courted.remove(&of);
        let (purse, line) = (self.purse(), item.number);
        Ok(SpendingEvent::CreditRaised { purse, line, of, bill })
    }

    fn rearm(&mut self, item: &Item) -> Result<SpendingEvent, Shortfall> {
        let at = self.places(item.filled()).first().copied().ok_or(Shortfall::NoSites)?;
        if !self.docks.broken.contains(&at) {
            return Err(Shortfall::NotToArm { at });
        }
        let bill = Bill { pounds: self.works.cost(Ware::Infantry), recruits: 1, cavalry: 0 };
        self.works.affords(bill)?;
        self.works.pay(bill);
        self.docks.broken.remove(&at);
        let (purse, line, power) = (self.purse(), item.number, self.works.power.clone());
        Ok(SpendingEvent::FortressArmed { purse, line, at, power, bill })
    }

    /// Three infantry steps for nothing: they fill reduced corps at sites, else they are detachments
    /// (NIA §14.5.3).
    fn landwehr(&mut self, item: &Item) -> Outcome {
        let mut done = vec![];
        if self.landwehr == 0 {
            let why = "no landwehr has been called for this purse".to_owned();
            return (done, Some(Shortfall::NotAllowed { why }));
        }
        let places = self.places(item.filled());
        while self.landwehr > 0 {
            let at = places.get(done.len()).or(places.last()).copied();
            match self.works.free_step(at) {
                Ok(built) => done.push(raised(self.purse(), item.number, built)),
                Err(why) => return (done, Some(why)),
            }
            self.landwehr -= 1;
        }
        (done, None)
    }

    fn keep(&mut self, item: &Item) -> Result<SpendingEvent, Shortfall> {
        let wanted = i32::try_from(item.own_number()).unwrap_or(i32::MAX);
        let pounds = self.works.hold_back(wanted);
        Ok(SpendingEvent::Kept { purse: self.purse(), line: item.number, pounds })
    }

    fn leader(&mut self, item: &Item) -> Result<SpendingEvent, Shortfall> {
        let leader = item.name("name").unwrap_or_default().to_owned();
        let at = item.name("at").and_then(|name| self.works.book.atlas.code(name));
        let at = at.ok_or(Shortfall::NoSites)?;
        let change = self.works.post(&leader, at, self.land)?;
        Ok(posted(self.purse(), item.number, leader, change))
    }

    fn dismiss(&mut self, item: &Item) -> Result<SpendingEvent, Shortfall> {
        let leader = item.name("for").unwrap_or_default().to_owned();
        let change = self.works.replace(item.name("leader").unwrap_or_default(), &leader)?;
        Ok(posted(self.purse(), item.number, leader, change))
    }

    fn merge(&mut self, item: &Item) -> Outcome {
        let who = item.name("who").unwrap_or_default();
        let forces = match self.forces(who) {
            Ok(forces) => forces,
            Err(why) => return (vec![], Some(why)),
        };
        let merged = forces.into_iter().filter_map(|id| self.works.merge(id)).collect::<Vec<_>>();
        if merged.is_empty() {
            return (vec![], Some(Shortfall::Whole { who: who.to_owned() }));
        }
        let (purse, line) = (self.purse(), item.number);
        let event = |force| SpendingEvent::CorpsMerged { purse: purse.clone(), line, force };
        (merged.into_iter().map(event).collect(), None)
    }
}

/// The number of a line that nobody wrote.
pub(super) const BY_DEFAULT: u16 = 0;

/// Everybody.
const ALL: &str = "all";

/// Whose corsairs there are (NIA §10.7).
pub const CORSAIRS_OF: &str = "france";

fn one(outcome: Result<SpendingEvent, Shortfall>) -> Outcome {
    match outcome {
        Ok(event) => (vec![event], None),
        Err(why) => (vec![], Some(why)),
    }
}

fn raised(purse: Purse, line: u16, built: Built) -> SpendingEvent {
    let Built { units, force, new: formed, bill } = built;
    SpendingEvent::Raised { purse, line, units, force, formed, bill }
}

fn posted(purse: Purse, line: u16, leader: String, change: Change) -> SpendingEvent {
    let Change { force, new: formed, gone: dismissed } = change;
    SpendingEvent::LeaderPosted { purse, line, leader, force, formed, dismissed }
}
