//! Purchases: what can be bought, what it costs, and where it appears (§10.4, §10.5, §13.2, §15.2, §18, §19.7).
//!
//! One function says it to the season and to the receipt: [`Market::offer`]. Whether it can be paid, the budget says
//! (`spending.rs`).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §10.5, §13.2, §15.2, §18, §19.7.

use super::bill;
use crate::book::Book;
use crate::book::economy::Economy;
use crate::book::troops::UnitKind;
use crate::march::{depots, organise};
use crate::position::Position;
use crate::record::event::{Limit, Reason, Ware};
use crate::record::sea::{Berth, Fleet, FleetKind, Navy, Ships, add};
use crate::record::state::{Formation, General, Kind, Units};
use crate::sea::harbour;
use kit::calendar::Season;
use kit::ground::Space;
use std::collections::{BTreeMap, BTreeSet};

/// The most depots that a power has at hand.
const MOST_DEPOTS: u8 = 99;

/// What a line of a budget buys. Troops are counted in battalions, regiments and batteries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Purchase {
    /// A new formation; without a place, in the first of the home cities.
    New {
        kind: Kind,
        name: String,
        at: Option<Space>,
        troops: Units,
    },
    /// More troops for a formation that is there.
    Into {
        formation: String,
        troops: Units,
    },
    Depots(u8),
    General {
        at: Option<Space>,
    },
    /// A new fleet, squadron or transport fleet; without a place, in the first of the home ports.
    Fleet {
        name: String,
        at: Option<Space>,
        ships: Ships,
    },
    /// More ships for a fleet that is there.
    Ships {
        fleet: String,
        ships: Ships,
    },
}

impl Purchase {
    /// What it is.
    pub fn ware(&self) -> Ware {
        match self {
            Purchase::New { kind: Kind::Levy, .. } => Ware::Levy,
            Purchase::New { .. } => Ware::Brigade,
            Purchase::Into { .. } => Ware::Troops,
            Purchase::Depots(_) => Ware::Depots,
            Purchase::General { .. } => Ware::General,
            Purchase::Fleet { .. } => Ware::Fleet,
            Purchase::Ships { .. } => Ware::Ships,
        }
    }

    /// Whom or what it is about.
    pub fn who(&self) -> String {
        match self {
            Purchase::New { name, .. } => name.clone(),
            Purchase::Into { formation, .. } => formation.clone(),
            Purchase::Depots(_) => "depots".to_owned(),
            Purchase::General { .. } => "a general".to_owned(),
            Purchase::Fleet { name, .. } => name.clone(),
            Purchase::Ships { fleet, .. } => fleet.clone(),
        }
    }

    /// The troops or ships in it.
    pub fn units(&self) -> Units {
        match self {
            Purchase::New { troops, .. } | Purchase::Into { troops, .. } => troops.clone(),
            Purchase::Fleet { ships, .. } | Purchase::Ships { ships, .. } => ships.clone(),
            Purchase::Depots(_) | Purchase::General { .. } => Units::new(),
        }
    }
}

/// What a purchase brings onto the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Brings {
    /// A formation as it is then, new or grown.
    Formation(Formation),
    Depots(u8),
    General,
    /// Ships as they sail together then, new or more of them.
    Fleet(Fleet),
}

/// A purchase that can be made: its price, and where what it brings appears.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deal {
    pub money: u32,
    pub manpower: u32,
    pub at: Option<Space>,
    pub brings: Brings,
}

/// What a power can buy, after what its budget has bought already.
pub struct Market<'m, P> {
    pub book: &'m Book,
    pub position: &'m P,
    pub power: &'m str,
    pub season: Season,
    /// All formations and generals that are known in full.
    pub formations: &'m BTreeMap<String, Formation>,
    pub generals: &'m BTreeMap<String, General>,
    pub navy: &'m Navy,
    /// The power's own formations, with what was bought.
    pub own: BTreeMap<String, Formation>,
    /// The fleets that were bought or enlarged.
    pub new_fleets: BTreeMap<String, Fleet>,
    /// Generals and depots that were bought.
    pub new_generals: u32,
    pub new_depots: u8,
}

/// What a home city is, for its power (§18).
pub const HOME: &str = "a victory city that you own and hold, with no enemy in it";

/// What a home port is, for its power (§19.6).
pub const HOME_PORT: &str = "a shipyard in land that you own and hold, with no enemy in it";

/// Whether a hex is a home city of a power, so that new troops appear there (§18).
pub fn is_home(book: &Book, position: &impl Position, power: &str, at: Space) -> bool {
    bill::own_centre(book, position, power, at) && position.is_clear(book, at, power)
}

/// The home cities of a power: its capitals first, then as the list of provinces has them.
pub fn homes(book: &Book, position: &impl Position, power: &str) -> Vec<Space> {
    let provinces = book.economy.iter().flat_map(Economy::provinces);
    let cities = provinces.flat_map(|province| province.cities.iter().copied());
    let mut homes: Vec<Space> = cities.filter(|at| is_home(book, position, power, *at)).collect();
    homes.sort_by_key(|at| !book.city(*at).is_some_and(|city| city.capital));
    homes
}

/// The troops that a nation can buy (§10.5).
pub fn sold<'b>(book: &'b Book, power: &str) -> impl Iterator<Item = &'b UnitKind> {
    book.troops.kinds.iter().filter(move |kind| kind.serves(power) && kind.cost.is_some())
}

/// Whether a power's troops are a levy, so that it buys neither corps nor brigades (§10.1).
pub fn is_feudal(book: &Book, power: &str) -> bool {
    book.lands.nation(power).is_some_and(|nation| nation.feudal)
}

/// What troops cost a nation in money and manpower (§10.4), or why it cannot buy them (§10.5).
pub fn price(book: &Book, power: &str, troops: &Units) -> Result<(u32, u32), Reason> {
    let (mut money, mut manpower) = (0u32, 0u32);
    for (name, count) in troops {
        let kind = book.troops.kind(name);
        let why = |why: String| Err(Reason::bounds(why).of(Limit::Service));
        if !kind.serves(power) {
            return why(format!("{name} does not serve {}", book.title(power)));
        }
        let Some(cost) = kind.cost else { return why(format!("{name} cannot be bought")) };
        money = money.saturating_add(cost.saturating_mul(*count));
        manpower = manpower.saturating_add(kind.manpower.saturating_mul(*count));
    }
    Ok((money, manpower))
}

impl<P: Position> Market<'_, P> {
    /// What a purchase comes to, or why it cannot be made; whether it can be paid is another question.
    pub fn offer(&self, purchase: &Purchase) -> Result<Deal, Reason> {
        match purchase {
            Purchase::New { kind, name, at, troops } => self.raised(*kind, name, *at, troops),
            Purchase::Into { formation, troops } => self.grown(formation, troops),
            Purchase::Depots(count) => self.depots(*count),
            Purchase::General { at } => self.general(*at),
            Purchase::Fleet { name, at, ships } => self.launched(name, *at, ships),
            Purchase::Ships { fleet, ships } => self.enlarged(fleet, ships),
        }
    }

    /// Takes what was bought into account.
    pub fn take(&mut self, deal: &Deal) {
        match &deal.brings {
            Brings::Formation(one) => drop(self.own.insert(one.name.clone(), one.clone())),
            Brings::Depots(count) => self.new_depots += count,
            Brings::General => self.new_generals += 1,
            Brings::Fleet(one) => drop(self.new_fleets.insert(one.name.clone(), one.clone())),
        }
    }

    /// Where something new appears (§18).
    fn place(&self, at: Option<Space>) -> Result<Space, Reason> {
        match at {
            Some(at) if is_home(self.book, self.position, self.power, at) => Ok(at),
            Some(at) => Err(Reason::NotHome { at }),
            None => {
                let homes = homes(self.book, self.position, self.power);
                homes.first().copied().ok_or(Reason::NoHome)
            }
        }
    }

    fn raised(
        &self,
        kind: Kind,
        name: &str,
        at: Option<Space>,
        troops: &Units,
    ) -> Result<Deal, Reason> {
        let feudal = is_feudal(self.book, self.power);
        if feudal != (kind == Kind::Levy) {
            let why = if feudal { "its troops are a levy: `levy:`" } else { "it has no levy" };
            let why = format!("{}: {why}", self.book.title(self.power));
            return Err(Reason::bounds(why).of(Limit::Levy));
        }
        let (money, manpower) = self.priced(troops)?;
        let at = self.place(at)?;
        let full = organise::full_name(self.book, self.power, name);
        self.may_be_called(name, &full)?;
        let one = Formation {
            name: full,
            power: self.power.to_owned(),
            kind,
            units: self.in_hits(troops),
            at,
            under: None,
            fed: true,
        };
        self.formed(one, (money, manpower))
    }

    /// Whether what is bought may bear a name, on land or at sea.
    fn may_be_called(&self, name: &str, full: &str) -> Result<(), Reason> {
        let formations = self.formations.values().chain(self.own.values());
        let bought = self.new_fleets.values().map(|one| (&one.name, &one.power));
        let (who, at_sea) = ((self.power, name, full), self.navy.called().chain(bought));
        organise::may_be_called(who, formations, self.generals.values(), at_sea)
            .map_err(|why| why.of(Limit::Name))
    }

    fn grown(&self, name: &str, troops: &Units) -> Result<Deal, Reason> {
        let mut one = self.own.get(name).cloned().ok_or(Reason::NoForce)?;
        if is_feudal(self.book, self.power) {
            let why = "the order of battle of a feudal levy never changes".to_owned();
            return Err(Reason::bounds(why).of(Limit::Levy));
        }
        let price = self.priced(troops)?;
        self.place(Some(one.at))?;
        for (kind, hits) in self.in_hits(troops) {
            *one.units.entry(kind).or_default() += hits;
        }
        self.formed(one, price)
    }

    /// A formation as it is bought, within the bounds of its kind (§10.2, §10.3).
    fn formed(&self, one: Formation, (money, manpower): (u32, u32)) -> Result<Deal, Reason> {
        match one.too_large(&self.book.lands, &self.book.troops) {
            Some(why) => Err(Reason::bounds(format!("{}: {why}", one.name))),
            None => {
                let at = Some(one.at);
                Ok(Deal { money, manpower, at, brings: Brings::Formation(one) })
            }
        }
    }

    /// What troops cost, if there may be so many of them (§10.5).
    fn priced(&self, troops: &Units) -> Result<(u32, u32), Reason> {
        let price = price(self.book, self.power, troops)?;
        for (name, count) in troops {
            let kind = self.book.troops.kind(name);
            let Some(most) = kind.most else { continue };
            let aboard = self.navy.troops_aboard().filter(|one| one.power == self.power);
            let hits = self.own.values().chain(aboard).filter_map(|one| one.units.get(name));
            let are: u32 = hits.map(|hits| hits.div_ceil(kind.hits)).sum();
            if are.saturating_add(*count) > most {
                let why = format!("{most} of {name} are the most, and there are {are}");
                return Err(Reason::bounds(why).of(Limit::Service));
            }
        }
        Ok(price)
    }

    fn in_hits(&self, troops: &Units) -> Units {
        let hits = |(kind, count): (&String, &u32)| {
            (kind.clone(), count.saturating_mul(self.book.troops.kind(kind).hits))
        };
        troops.iter().map(hits).collect()
    }

    fn depots(&self, count: u8) -> Result<Deal, Reason> {
        let economy = self.book.economy.as_ref().ok_or(Reason::NoHome)?;
        let are = depots::stores(self.position, self.power).saturating_add(self.new_depots);
        if are.saturating_add(count) > MOST_DEPOTS {
            let why = format!("{MOST_DEPOTS} depots are the most, and there are {are}");
            return Err(Reason::bounds(why).of(Limit::Depots));
        }
        let money = economy.prices.depot * u32::from(count);
        Ok(Deal { money, manpower: 0, at: None, brings: Brings::Depots(count) })
    }

    fn general(&self, at: Option<Space>) -> Result<Deal, Reason> {
        let economy = self.book.economy.as_ref().ok_or(Reason::NoHome)?;
        let now = (self.generals, self.navy, self.season);
        may_engage(self.book, self.power, now, self.new_generals)?;
        let at = Some(self.place(at)?);
        Ok(Deal { money: economy.prices.general, manpower: 0, at, brings: Brings::General })
    }

    fn launched(&self, name: &str, at: Option<Space>, ships: &Ships) -> Result<Deal, Reason> {
        let at = match at {
            Some(at) if harbour::is_home(self.book, self.position, self.power, at) => at,
            Some(at) => return Err(Reason::NotHomePort { at }),
            None => self.first_port()?,
        };
        let full = organise::full_name(self.book, self.power, name);
        self.may_be_called(name, &full)?;
        let sails = (FleetKind::Squadron, ships.clone());
        let one = Fleet::new(full, self.power, sails, Berth::Port(at));
        self.fitted(one, ships, at)
    }

    fn enlarged(&self, name: &str, ships: &Ships) -> Result<Deal, Reason> {
        let one = self.new_fleets.get(name).or_else(|| self.navy.fleets.get(name));
        let mut one = one.filter(|one| one.power == self.power).cloned().ok_or(Reason::NoForce)?;
        let at = match one.at {
            Berth::Port(at) if harbour::is_home(self.book, self.position, self.power, at) => at,
            Berth::Port(at) => return Err(Reason::NotHomePort { at }),
            Berth::Sea(_) => return Err(Reason::NoHomePort),
        };
        add(&mut one.ships, ships);
        self.fitted(one, ships, at)
    }

    /// Ships as they are bought, in the smallest body that holds them (§13.2).
    fn fitted(&self, mut one: Fleet, bought: &Ships, at: Space) -> Result<Deal, Reason> {
        let navies = self.book.navies.as_ref().ok_or(Reason::NoHomePort)?;
        match navies.body_of(&one.ships) {
            Some(kind) => one.kind = kind,
            None => {
                let carries = one.ships.keys().any(|kind| navies.kind(kind).carries);
                let kind = if carries { FleetKind::Transports } else { FleetKind::Fleet };
                let why = navies.unfit(kind, &one.ships).unwrap_or_default();
                return Err(Reason::bounds(format!("{}: {why}", one.name)));
            }
        }
        let each = |(kind, count): (&String, &u32)| navies.kind(kind).cost.saturating_mul(*count);
        let money = bought.iter().map(each).sum();
        Ok(Deal { money, manpower: 0, at: Some(at), brings: Brings::Fleet(one) })
    }

    /// The first of the home ports: a capital before others, then by name.
    fn first_port(&self) -> Result<Space, Reason> {
        let homes = harbour::homes(self.book, self.position, self.power);
        let rank = |at: &Space| {
            let capital = self.book.city(*at).is_some_and(|city| city.capital);
            (!capital, self.book.atlas.name(*at))
        };
        homes.into_iter().min_by_key(rank).ok_or(Reason::NoHomePort)
    }
}

/// Whether a power may buy another general, with so many who are bought already. Only a power that began with fewer
/// than the limit can buy generals, until it reaches the limit; those who come later count (§19.7).
pub fn may_engage(
    book: &Book,
    power: &str,
    (generals, navy, season): (&BTreeMap<String, General>, &Navy, Season),
    bought: u32,
) -> Result<(), Reason> {
    let most = book.economy.as_ref().map_or(0, |economy| economy.prices.generals);
    let began = book.scenario.generals_at_start(power);
    if began >= most {
        let title = book.title(power);
        let why = format!(
            "who began with {most} generals or more buys none, and {title} began with {began}"
        );
        return Err(Reason::bounds(why).of(Limit::Generals));
    }
    let there = generals.values().chain(navy.generals_aboard());
    let there = there.filter(|one| one.power == power).map(|one| &one.name);
    let to_come = book.scenario.generals_from(power, season);
    let all: BTreeSet<&String> = there.chain(to_come).collect();
    let are = u32::try_from(all.len()).unwrap_or(u32::MAX).saturating_add(bought);
    if are >= most {
        let why = format!("{most} generals are the most, and there are {are} with those to come");
        return Err(Reason::bounds(why).of(Limit::Generals));
    }
    Ok(())
}
