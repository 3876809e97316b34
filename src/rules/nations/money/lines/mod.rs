//! The lines of a budget and of a muster, one after the other: what each comes to (NIA §12.3, §12.4).
//!
//! A kind of line is a constant in a file of its own: see [`LineKind`]. To add one, write the file and
//! name the constant in [`BUDGET`] or [`MUSTER`]. Carrying out a line returns events: the season
//! records them, and the receipt puts them into words.

pub mod army;
pub mod conscripts;
pub mod corsair;
pub mod credit;
pub mod deal;
pub mod fleet;
pub mod guerrilla;
pub mod keep;
pub mod landwehr;
pub mod leader;
pub mod merge;
pub mod payment;
pub mod raise;
pub mod rearm;
pub mod refill;
pub mod send;
pub mod support;

use crate::book::Book;
use crate::book::money::Ware;
use crate::book::units::Unit;
use crate::land::supply::Land;
use crate::money::cabinet::works::{Built, Works};
use crate::orders::words::PLACE;
use crate::orders::words::meant;
use crate::orders::words::money::COUNTRY;
use crate::politics::abroad::Needs;
use crate::position::Common;
use crate::record::event::{Purse, Shortfall, SpendingEvent};
use crate::record::state::{Force, ForceId, Squadron};
use kit::deck::DeckView;
use kit::ground::Space;
use sheet::keys::{Field, Filled, Kind, Value};
use std::collections::{BTreeMap, BTreeSet};

pub use crate::orders::budget::Item;

/// One kind of line: how it is written, when and how it is carried out, and whether the form offers it.
pub struct LineKind {
    pub kind: Kind,
    pub settled: Settled,
    /// Whether the form offers it.
    pub offered: fn(&Offer) -> bool,
    /// The ware whose price the form lists, and its name there.
    pub price: Option<(&'static str, Ware)>,
    /// Whether a minor country may pay for it, by `for:`.
    pub for_countries: bool,
    /// What the receipt says if the line does nothing although nothing prevents it.
    pub nothing: Option<&'static str>,
}

impl LineKind {
    /// A line that is settled in the diplomatic phase, and that the form offers to all.
    pub const fn at_court(kind: Kind) -> Self {
        Self {
            kind,
            settled: Settled::AtCourt,
            offered: |_| true,
            price: None,
            for_countries: false,
            nothing: None,
        }
    }
}

impl std::fmt::Debug for LineKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.kind.key)
    }
}

/// When a line is settled.
#[derive(Clone, Copy)]
pub enum Settled {
    /// First of all, for the whole list.
    First,
    /// Next, before anything is built: see [`payment`].
    Payment,
    /// Next, if the other power's list has the same deal: see [`deal`].
    Deal,
    /// At its place in its list.
    InTurn(fn(&mut Lines, &Item) -> Outcome),
    /// Never: other lines read it.
    LookedUp,
    /// In the diplomatic phase: see [`politics`](crate::politics::lines).
    AtCourt,
}

/// What [`LineKind::offered`] decides by.
pub struct Offer<'o, 'a> {
    pub book: &'o Book,
    pub power: &'o str,
    pub common: Common<'o>,
    pub works: &'o Works<'a>,
    /// Event cards in hand.
    pub hand: Vec<String>,
    pub deck: Option<&'o DeckView>,
}

/// Every kind of line in a budget, in the order of the manual.
pub const BUDGET: &[&LineKind] = &[
    &refill::LINE,
    &raise::LINE,
    &army::LINE,
    &fleet::LINE,
    &corsair::LINE,
    &support::TRAIN,
    &support::ENGINEER,
    &rearm::LINE,
    &landwehr::LINE,
    &conscripts::LINE,
    &payment::GIFT,
    &payment::REPAY,
    &credit::LINE,
    &deal::SELL,
    &deal::BUY,
    &keep::LINE,
];

/// Every kind of line in a muster, in the order of the manual.
pub const MUSTER: &[&LineKind] =
    &[&leader::LINE, &leader::DISMISS, &guerrilla::LINE, &merge::LINE, &send::LINE];

/// The lines for things that all powers of a side share: the first to spend takes them.
pub const SHARED: &[&LineKind] = &[&fleet::LINE, &rearm::LINE, &credit::LINE];

/// Most pounds that a line may speak of; no purse has so many.
const MOST_POUNDS: i64 = 999;

const AT: Field = Field {
    key: "at",
    value: Value::List(&Value::Name(&PLACE)),
    doc: "Where: the capital or fortresses of one's own land that nobody besieges; one place for each unit, or one for all. Without it, the capital.",
};

const FOR: Field = Field {
    key: "for",
    value: Value::Name(&COUNTRY),
    doc: "The minor country that pays and whose troops they are; without it, the power.",
};

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
        let owner = item.owner(&self.works.power).to_owned();
        if let Err(why) = self.works.open(&owner, self.land) {
            return (vec![], Some(why));
        }
        match item.kind.settled {
            Settled::InTurn(carry_out) => carry_out(self, item),
            Settled::First
            | Settled::Payment
            | Settled::Deal
            | Settled::LookedUp
            | Settled::AtCourt => (vec![], None),
        }
    }

    /// Whose purses there are: the power's own first.
    pub fn owners(&self) -> Vec<String> {
        let minors = self.works.accounts.keys().filter(|owner| **owner != self.works.power);
        std::iter::once(&self.works.power).chain(minors).cloned().collect()
    }

    /// What no line asks for: for the power itself the steps of its landwehr that are left; and for
    /// purses that no line names, armies in supply and then what stands at reinforcement sites.
    pub fn by_default(&mut self, named: &BTreeSet<String>) -> Vec<SpendingEvent> {
        let mut done = vec![];
        for owner in self.owners() {
            if self.works.open(&owner, self.land).is_err() {
                continue;
            }
            while owner == self.works.power
                && self.landwehr > 0
                && let Ok(built) = self.works.free_step(None)
            {
                self.landwehr -= 1;
                done.push(raised(self.purse(), BY_DEFAULT, built));
            }
            if !named.contains(&owner) {
                done.extend(self.fill(ALL, &[], BY_DEFAULT).0);
            }
        }
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
}

/// The number of a line that nobody wrote.
pub(super) const BY_DEFAULT: u16 = 0;

/// Everybody.
pub const ALL: &str = "all";

pub(crate) fn one(outcome: Result<SpendingEvent, Shortfall>) -> Outcome {
    match outcome {
        Ok(event) => (vec![event], None),
        Err(why) => (vec![], Some(why)),
    }
}

fn raised(purse: Purse, line: u16, built: Built) -> SpendingEvent {
    let Built { units, force, new: formed, bill } = built;
    SpendingEvent::Raised { purse, line, units, force, formed, bill }
}
