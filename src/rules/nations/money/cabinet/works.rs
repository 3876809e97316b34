//! What a purse can do with its money: one line of a budget after the other, as far as money,
//! recruits, counters and room reach (NIA §12.3, §12.4; §12.5 is the worked example).
//!
//! The game and the receipt reckon with the same works: the game on what is so, the receipt on what
//! the sheet's author knows. Nothing of the map but the forces of one power is copied.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12.3, §12.4, §14.4.2, §19.2.

use super::limits::Limits;
use crate::book::Book;
use crate::book::countries::Country;
use crate::book::money::{Money, Recruits, Ware};
use crate::book::units::{self, Levy, Unit};
use crate::land::stacking;
use crate::land::supply::{self, Land, Moment};
use crate::money::treasury::conscripts::has_lowered;
use crate::politics::levies;
use crate::position::{Common, Position};
use crate::record::event::{Bill, Shortfall};
use crate::record::state::{Force, ForceId};
use crate::season::arrivals;
use kit::calendar::Season;
use kit::ground::Space;
use std::collections::{BTreeMap, BTreeSet};

/// The kind of unit that rises where it likes.
pub const GUERRILLA: &str = "G";

/// How many steps an army in supply gets in a year away from reinforcement sites.
const STEPS_OF_AN_ARMY: u8 = 2;

/// What is left in a purse.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Account {
    pub pounds: i32,
    pub recruits: Recruits,
    /// What is held back from the lines that follow.
    pub kept: i32,
}

/// A power, its purses, and all that they can reach.
pub struct Works<'a> {
    pub book: &'a Book,
    pub(super) money: &'a Money,
    season: Season,
    /// The power whose sheet it is, and whose troops they are.
    pub power: String,
    /// Whose purse is open: the power's own, or that of a minor country which pays.
    pub owner: String,
    /// The nation whose counters it raises.
    pub(super) nation: String,
    /// Other nations whose counters it raises (NIA §19.4).
    raises: Vec<String>,
    /// Counters that a new state does not have while it lacks a province (NIA §19.2).
    withheld: Vec<(String, String, i8)>,
    pub accounts: BTreeMap<String, Account>,
    /// Forces of the power, as they are by now.
    pub forces: BTreeMap<ForceId, Force>,
    /// Where new units may stand, the capital first.
    pub sites: Vec<Space>,
    /// Where a levy may be raised again, by its kind, while its war goes on (NIA §14.5).
    levies: BTreeMap<String, Vec<Space>>,
    /// Who is in supply.
    pub(super) fed: BTreeSet<ForceId>,
    /// How many counters of each sort are on the map.
    pub(super) used: BTreeMap<(String, String, i8), u32>,
    /// How many of each sort the scenario will bring later, which money does not take.
    coming: BTreeMap<(String, String, i8), u32>,
    /// Whether the power's line corps of +2 count +1 by now (NIA §12.1).
    lowered: bool,
    pub pool: BTreeSet<String>,
    /// Steps that armies got away from sites.
    filled: BTreeMap<ForceId, u8>,
    /// The last number that a force of the power has had.
    last: u32,
    /// What a rule of the scenario lets the power raise.
    pub(super) limits: Option<Limits<'a>>,
}

/// What a line did: the force as it is now, and whether it is new.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Built {
    pub units: Vec<Unit>,
    pub force: Force,
    pub new: bool,
    pub bill: Bill,
}

impl<'a> Works<'a> {
    /// Opens a power's own purse; `None` in a scenario without money.
    pub fn of(
        book: &'a Book,
        position: &dyn Position,
        land: &Land<'_>,
        power: &str,
        accounts: BTreeMap<String, Account>,
    ) -> Option<Self> {
        book.scenario.money.as_ref()?;
        let Common { season, relations, .. } = position.common();
        let money = &book.money;
        let own = position.standing().filter_map(|one| one.whole);
        let own = own.filter(|force| force.power == power);
        let forces: BTreeMap<ForceId, Force> = own.map(|force| (force.id, force.clone())).collect();
        let moment = Moment::default();
        let fed = forces.values().filter(|force| supply::feeds(land, force, &moment));
        let fed = fed.map(|force| force.id).collect();
        let mut used: BTreeMap<(String, String, i8), u32> = BTreeMap::new();
        for unit in position.units() {
            *used.entry(sort(unit)).or_default() += 1;
        }
        let sites = sites(book, land, power);
        let mut pool = position.pool(power)?.clone();
        pool.retain(|leader| !book.scenario.is_awaited(leader, season));
        let (filled, last) = (BTreeMap::new(), position.last_number(power));
        let lowered = has_lowered(book, position.common().money, power);
        let limits = Limits::of(book, power, season, lowered);
        let mut coming: BTreeMap<(String, String, i8), u32> = BTreeMap::new();
        for unit in arrivals::coming(book, position.promised(), season) {
            *coming.entry(sort(unit)).or_default() += 1;
        }
        let own = levies::all(book).filter(|levy| levy.power == power);
        let own = own.filter(|levy| levies::is_war(relations, levy));
        let levies =
            own.map(|levy| (levy.kind.clone(), levies::places(book, land, levy))).collect();
        let (power, owner, nation) = (power.to_owned(), power.to_owned(), power.to_owned());
        Some(Works {
            book,
            money,
            season,
            power,
            owner,
            nation,
            raises: vec![],
            withheld: vec![],
            accounts,
            forces,
            sites,
            levies,
            fed,
            used,
            coming,
            lowered,
            pool,
            filled,
            last,
            limits,
        })
    }

    /// Opens the purse of the power or of a minor country that it may spend for.
    pub fn open(&mut self, owner: &str, land: &Land<'_>) -> Result<(), Shortfall> {
        if self.owner == owner {
            return Ok(());
        }
        let nation = match self.book.countries.get(owner) {
            Some(country) => country.nation.clone(),
            None => Some(owner.to_owned()),
        };
        let nation = nation.filter(|_| self.accounts.contains_key(owner));
        let no_purse = || Shortfall::NotAllowed {
            why: format!("{owner} has no money of its own to spend for you (NIA §12.2.2)"),
        };
        self.nation = nation.ok_or_else(no_purse)?;
        let page = self.book.countries.get(owner);
        let nations = page.into_iter().flat_map(Country::nations).skip(1);
        self.raises = nations.cloned().collect();
        let units = self.book.track.state(owner).into_iter().flat_map(|state| &state.units);
        let lacks = units.filter(|one| land.owner(&one.province) != Some(owner));
        let lacks = lacks.map(|one| &one.unit).chain(page.into_iter().flat_map(|one| &one.lacks));
        self.withheld = lacks.flat_map(|unit| self.meant(unit)).map(|unit| sort(&unit)).collect();
        owner.clone_into(&mut self.owner);
        self.sites = sites(self.book, land, owner);
        Ok(())
    }

    /// Whether the purse raises and fills units of a nation.
    fn is_raised(&self, nation: &str) -> bool {
        self.nation == nation || self.raises.iter().any(|one| one == nation)
    }

    /// Looks again at where new units may stand, after fortresses have been armed.
    pub fn look_again(&mut self, land: &Land<'_>) {
        self.sites = sites(self.book, land, &self.owner);
    }

    /// Whether the purse is a minor country's.
    pub fn is_minor(&self) -> bool {
        self.owner != self.power
    }

    /// What is left in the open purse.
    pub fn account(&self) -> Account {
        self.accounts.get(&self.owner).copied().unwrap_or_default()
    }

    /// What something costs that is not a unit.
    pub fn cost(&self, ware: Ware) -> i32 {
        self.money.price(ware)
    }

    /// Holds money back from the lines that follow; gives how much.
    pub fn hold_back(&mut self, wanted: i32) -> i32 {
        let account = self.accounts.entry(self.owner.clone()).or_default();
        let pounds = wanted.min(account.pounds);
        account.pounds -= pounds;
        account.kept += pounds;
        pounds
    }

    /// What units cost, whole or as they are.
    pub fn price(&self, units: &[Unit]) -> Bill {
        let mut bill = Bill::default();
        for unit in units {
            let steps = u32::from(unit.steps);
            bill.pounds += i32::from(unit.steps)
                * self.money.step_price(&unit.kind, self.is_minor())
                + self.guns(unit);
            bill.recruits += steps;
            bill.cavalry += if rides(self.book, unit) { steps } else { 0 };
        }
        bill
    }

    /// What the guns cost that a unit has by its side, and would not have reduced.
    fn guns(&self, unit: &Unit) -> i32 {
        let reduced = Unit { steps: 1, ..unit.clone() };
        let guns = |unit: &Unit| self.book.units.figures(unit, self.season.quarter, false).guns;
        let more = guns(unit).saturating_sub(guns(&reduced));
        i32::try_from(more).unwrap_or(0) * self.money.price(Ware::Guns)
    }

    /// What the second step of a reduced unit costs, with the guns of its front side.
    pub fn price_of_step(&self, unit: &Unit) -> Bill {
        let whole = Unit { steps: unit.steps + 1, ..unit.clone() };
        let step = Unit { steps: 1, ..unit.clone() };
        let mut bill = self.price(std::slice::from_ref(&step));
        bill.pounds += self.guns(&whole);
        bill
    }

    /// How many counters of a sort are neither on the map nor about to come.
    pub fn counters_left(&self, unit: &Unit) -> u32 {
        let line = unit.kind == "InfC" && unit.nation == self.power && self.lowered;
        let sorts: &[i8] = match unit.modifier {
            // Corps of +2 count +1 now: both are one sort.
            1 if line => &[1, 2],
            2 if line => &[],
            _ => &[unit.modifier],
        };
        let count = |modifier: &i8| {
            let unit = Unit { modifier: *modifier, ..unit.clone() };
            let taken = |all: &BTreeMap<_, u32>| all.get(&sort(&unit)).copied().unwrap_or(0);
            let withheld = self.withheld.iter().filter(|one| **one == sort(&unit)).count();
            let withheld = u32::try_from(withheld).unwrap_or(u32::MAX);
            (self.book.pools.units(&unit), taken(&self.used) + taken(&self.coming) + withheld)
        };
        let (all, taken) = sorts
            .iter()
            .map(count)
            .fold((0, 0), |(all, taken), (more, used)| (all + more, taken + used));
        all.saturating_sub(taken)
    }

    /// Whether the purse can pay.
    pub fn affords(&self, bill: Bill) -> Result<(), Shortfall> {
        let Account { pounds, recruits, .. } = self.account();
        if bill.pounds > pounds {
            return Err(Shortfall::Money { needed: bill.pounds, left: pounds });
        }
        let left = u32::from(recruits.steps);
        if bill.recruits > left {
            return Err(Shortfall::Recruits { needed: bill.recruits, left });
        }
        let left = u32::from(recruits.cavalry);
        if bill.cavalry > left {
            return Err(Shortfall::Cavalry { needed: bill.cavalry, left });
        }
        Ok(())
    }

    /// Pays; the purse has been asked before.
    pub fn pay(&mut self, bill: Bill) {
        let account = self.accounts.entry(self.owner.clone()).or_default();
        account.pounds -= bill.pounds;
        account.recruits = account.recruits.less(bill.recruits, bill.cavalry);
    }

    /// The unit as the purse's nation has it, from what the sheet says.
    pub fn meant(&self, written: &str) -> Vec<Unit> {
        let units = self.book.units.read(written, &self.nation, &self.book.people);
        let mut units = units.unwrap_or_default();
        if self.lowered {
            units::lower(&mut units, &self.power);
        }
        units
    }

    /// Raises one unit (NIA §12.3).
    pub fn raise(&mut self, unit: &Unit, at: Option<Space>) -> Result<Built, Shortfall> {
        let levy = levies::of(self.book, unit);
        if levy.is_none() {
            at.map(|at| self.site(Some(at))).transpose()?;
        }
        let bill = self.can_raise(unit)?;
        let (force, new) = match levy {
            Some(levy) => self.levied(levy, unit, at)?,
            None => self.placed(unit, at)?,
        };
        Ok(self.raised(unit, force, new, bill))
    }

    /// Raises a unit in a hex of its own, wherever that is (NIA §14.4.2).
    pub fn raise_anywhere(&mut self, unit: &Unit, at: Space) -> Result<Built, Shortfall> {
        let bill = self.can_raise(unit)?;
        let mut force = Force::new(self.next(), &self.power, at);
        force.units.push(unit.clone());
        Ok(self.raised(unit, force, true, bill))
    }

    /// A step of infantry for nothing: it fills a reduced corps at a site, or is a detachment
    /// (NIA §14.5.3).
    pub fn free_step(&mut self, at: Option<Space>) -> Result<Built, Shortfall> {
        let detachment = self.meant(DETACHMENT).into_iter().next().ok_or(Shortfall::NoSites)?;
        let site = self.site(at)?;
        let infantry = |unit: &Unit| {
            let kind = self.book.units.kind(&unit.kind);
            kind.class == "infantry" && unit.steps < kind.steps && self.is_raised(&unit.nation)
        };
        let reduced = self.forces.values().find_map(|force| {
            let nth = force.units.iter().position(infantry)?;
            (force.at == site).then_some((force.id, nth))
        });
        if let Some((id, nth)) = reduced {
            let mut force = self.forces[&id].clone();
            let before = force.units[nth].clone();
            force.units[nth].steps += 1;
            force.settle();
            if stacking::fits(self.book, &force) {
                self.keep(&force, false);
                return Ok(Built { units: vec![before], force, new: false, bill: Bill::default() });
            }
        }
        self.has_counter(&detachment)?;
        let (force, new) = self.placed(&detachment, at)?;
        Ok(self.raised(&detachment, force, new, Bill::default()))
    }

    fn raised(&mut self, unit: &Unit, force: Force, new: bool, bill: Bill) -> Built {
        self.pay(bill);
        *self.used.entry(sort(unit)).or_default() += 1;
        self.keep(&force, new);
        Built { units: vec![unit.clone()], force, new, bill }
    }

    /// Whether there is a counter and money for a unit, and what it costs.
    fn can_raise(&self, unit: &Unit) -> Result<Bill, Shortfall> {
        if !self.is_raised(&unit.nation) {
            let names = std::iter::once(&self.nation).chain(&self.raises);
            let names: Vec<&str> = names.map(|name| self.book.people.adjective(name)).collect();
            let why = format!("only {} units", names.join(", "));
            return Err(Shortfall::NotAllowed { why });
        }
        let page = self.book.countries.get(&self.owner);
        let page = page.filter(|_| self.book.scenario.track.is_some());
        if page.is_some_and(|page| !page.has_troops_under(&self.power)) {
            let (country, title) = (&self.owner, self.book.people.title(&self.power));
            let why = format!("{country} has no troops under {title} (NIA §19.10.3)");
            return Err(Shortfall::NotAllowed { why });
        }
        self.has_counter(unit)?;
        self.is_within_limits(unit)?;
        let bill = self.price(std::slice::from_ref(unit));
        self.affords(bill)?;
        Ok(bill)
    }

    /// Whether a whole unit of a sort could be raised now.
    pub fn can_be_raised(&self, unit: &Unit) -> bool {
        self.can_raise(unit).is_ok()
    }

    pub fn has_counter(&self, unit: &Unit) -> Result<(), Shortfall> {
        if self.counters_left(unit) > 0 {
            return Ok(());
        }
        let whole = self.book.units.kind(&unit.kind).steps;
        let what = self.book.units.write(&Unit { steps: whole, ..unit.clone() });
        Err(Shortfall::Counters { what })
    }

    /// The place that is meant, if troops can be raised there; else the first that there is.
    pub fn site(&self, at: Option<Space>) -> Result<Space, Shortfall> {
        match at {
            Some(place) if self.sites.contains(&place) => Ok(place),
            Some(at) => Err(Shortfall::NoSite { at }),
            None => self.sites.first().copied().ok_or(Shortfall::NoSites),
        }
    }

    /// The force in which a new unit of a levy stands: at one of the levy's places (NIA §14.5).
    fn levied(
        &self,
        levy: &Levy,
        unit: &Unit,
        at: Option<Space>,
    ) -> Result<(Force, bool), Shortfall> {
        let places = self.levies.get(&levy.kind).ok_or_else(|| Shortfall::NotAllowed {
            why: format!("they are called up in a war alone ({})", levy.rule),
        })?;
        match at {
            Some(at) if !places.contains(&at) => Err(Shortfall::NoSite { at }),
            Some(at) => self.stands(unit, at),
            None => {
                let mut all = places.iter().map(|at| self.stands(unit, *at));
                all.find_map(Result::ok).ok_or(Shortfall::NoSites)
            }
        }
    }

    /// The force in which a new unit stands: at its place, or else at the first site with room.
    fn placed(&self, unit: &Unit, at: Option<Space>) -> Result<(Force, bool), Shortfall> {
        let first = self.site(at)?;
        let rest = self.sites.iter().copied().filter(|site| at.is_none() && *site != first);
        let mut others = rest.filter_map(|site| self.stands(unit, site).ok());
        self.stands(unit, first).or_else(|why| others.next().ok_or(why))
    }

    /// The force in which a new unit stands.
    fn stands(&self, unit: &Unit, at: Space) -> Result<(Force, bool), Shortfall> {
        let takes = |force: &&Force| {
            let mut with = (*force).clone();
            with.units.push(unit.clone());
            !force.inside && stacking::fits(self.book, &with)
        };
        let there = || self.forces.values().filter(|force| force.at == at);
        if let Some(force) = there().find(takes) {
            let mut force = force.clone();
            force.units.push(unit.clone());
            force.settle();
            return Ok((force, false));
        }
        if there().any(|force| !force.units.is_empty()) {
            return Err(Shortfall::NoRoom { at });
        }
        let mut force = Force::new(self.next(), &self.power, at);
        force.units.push(unit.clone());
        Ok((force, true))
    }

    /// The number of the next force.
    pub(super) fn next(&self) -> ForceId {
        ForceId::of(self.book, &self.power, self.last + 1)
    }

    /// Notes a force as it is now.
    pub fn keep(&mut self, force: &Force, new: bool) {
        if new {
            self.last += 1;
            // Who has just been raised stands where he is fed.
            self.fed.insert(force.id);
        }
        self.forces.insert(force.id, force.clone());
    }

    /// Raises trains or engineers (NIA §12.3).
    pub fn support(&mut self, ware: Ware, at: Option<Space>) -> Result<Built, Shortfall> {
        let pools = &self.book.pools;
        let power = &self.power;
        let own = || self.forces.values();
        let (most, used): (u32, u32) = match ware {
            Ware::Train => (
                pools.trains(power),
                own().map(|force| u32::from(force.trains + force.depots)).sum(),
            ),
            _ => (pools.engineers(power), own().map(|force| u32::from(force.engineers)).sum()),
        };
        if used >= most {
            let what = if ware == Ware::Train { "train" } else { "engineers" };
            return Err(Shortfall::Counters { what: what.to_owned() });
        }
        let at = self.site(at)?;
        let bill = Bill { pounds: self.money.price(ware), ..Bill::default() };
        self.affords(bill)?;
        let host = self.forces.values().find(|force| force.at == at && !force.inside).cloned();
        let new = host.is_none();
        let mut force = host.unwrap_or_else(|| Force::new(self.next(), &self.power, at));
        match ware {
            Ware::Train => force.trains += 1,
            _ => force.engineers += 1,
        }
        self.pay(bill);
        self.keep(&force, new);
        Ok(Built { units: vec![], force, new, bill })
    }

    /// The units of a force that can be filled here and now, or why there is none.
    pub fn reduced(&self, id: ForceId) -> Result<Vec<Unit>, Shortfall> {
        let force = &self.forces[&id];
        let who = force.name(&self.book.atlas, &self.book.units);
        let fills = |unit: &&Unit| {
            self.is_raised(&unit.nation) && unit.steps < self.book.units.kind(&unit.kind).steps
        };
        let units: Vec<Unit> = force.units.iter().filter(fills).cloned().collect();
        if units.is_empty() {
            return Err(Shortfall::Whole { who });
        }
        let at_a_site = self.sites.contains(&force.at);
        let got = self.filled.get(&id).copied().unwrap_or(0);
        let in_the_field = force.army.is_some() && self.fed.contains(&id) && got < STEPS_OF_AN_ARMY;
        match at_a_site || in_the_field {
            true => Ok(units),
            false => Err(Shortfall::OutOfReach { who }),
        }
    }

    /// Gives a reduced unit of a force its second step (NIA §12.3).
    pub fn refill(&mut self, id: ForceId, unit: &Unit) -> Result<Built, Shortfall> {
        if !self.reduced(id)?.contains(unit) {
            let who = self.book.units.write(unit);
            return Err(Shortfall::NotThere { who });
        }
        let whole = Unit { steps: unit.steps + 1, ..unit.clone() };
        let bill = self.price_of_step(unit);
        self.affords(bill)?;
        let mut force = self.forces[&id].clone();
        let at = force.units.iter().position(|other| other == unit);
        if let Some(at) = at {
            force.units[at] = whole;
        }
        force.settle();
        if !stacking::fits(self.book, &force) {
            return Err(Shortfall::NoRoom { at: force.at });
        }
        self.pay(bill);
        if !self.sites.contains(&force.at) {
            *self.filled.entry(id).or_default() += 1;
        }
        self.keep(&force, false);
        Ok(Built { units: vec![unit.clone()], force, new: false, bill })
    }

    /// Puts reduced corps of one sort together (NIA §12.3); nothing, if there are no two.
    pub fn merge(&mut self, id: ForceId) -> Option<Force> {
        let mut force = self.forces.get(&id)?.clone();
        let before = force.units.len();
        while let Some((into, gone)) = pair(self.book, &force.units) {
            force.units[into].steps += 1;
            force.units.remove(gone);
        }
        if force.units.len() == before {
            return None;
        }
        force.settle();
        self.keep(&force, false);
        Some(force)
    }
}

const DETACHMENT: &str = "Dinf";

pub(super) fn sort(unit: &Unit) -> (String, String, i8) {
    (unit.nation.clone(), unit.kind.clone(), unit.modifier)
}

/// Whether a unit's steps count as cavalry recruits.
pub fn rides(book: &Book, unit: &Unit) -> bool {
    let class = book.units.kind(&unit.kind).class.as_str();
    ["light cavalry", "cuirassiers", "guard cavalry"].contains(&class)
}

/// Two reduced units of one sort, by their places.
fn pair(book: &Book, units: &[Unit]) -> Option<(usize, usize)> {
    let reduced = |unit: &Unit| unit.steps < book.units.kind(&unit.kind).steps;
    (0..units.len()).find_map(|first| {
        let same = |second: &usize| units[first] == units[*second];
        let second = (first + 1..units.len()).find(same)?;
        reduced(&units[first]).then_some((first, second))
    })
}

/// Where a purse's new units may stand: its capital, then its fortresses in the order of the map.
fn sites(book: &Book, land: &Land<'_>, owner: &str) -> Vec<Space> {
    let power = book.people.powers.iter().find(|power| power.name == owner);
    let capital = match power {
        Some(power) => power.capital.as_deref().and_then(|name| book.atlas.named(name)),
        None => land.country_seat(owner),
    };
    let fortresses = book.atlas.towns().filter(|(_, town)| town.fortress > 0).map(|(at, _)| at);
    let all = capital.into_iter().chain(fortresses.filter(|at| Some(*at) != capital));
    all.filter(|at| land.takes_new_units(owner, *at)).collect()
}
