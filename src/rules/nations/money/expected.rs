//! What a power can expect of its money before it comes in, from what it knows: for the receipt and
//! the form.

use crate::book::Book;
use crate::land::supply::Land;
use crate::money::cabinet::works::{Account, Works};
use crate::money::lines::Lines;
use crate::money::treasury::conscripts::{Refusal, may_call};
use crate::money::treasury::income::{self, Income, income};
use crate::money::treasury::scene::Scene;
use crate::record::event::SpendingEvent;
use crate::sight::known::Known;
use std::collections::BTreeSet;

/// A purse as it is expected to be when the lists are carried out.
#[derive(Debug, Clone)]
pub struct Expected {
    pub owner: String,
    /// What is saved from the year before.
    pub saved: i32,
    pub income: Income,
}

impl Expected {
    /// The same with conscripts, if they may be called (NIA §12.1).
    pub fn conscripted(&mut self, book: &Book, known: &Known) -> Result<(), Refusal> {
        may_call(book, &known.money, &self.owner, known.season.year)?;
        let rule = &book.money.conscripts;
        self.income.pounds = rule.money(self.income.pounds);
        self.income.recruits.steps *= rule.recruits;
        Ok(())
    }

    /// What there would be to spend.
    pub fn account(&self) -> Account {
        let Income { pounds, recruits, .. } = self.income;
        Account { pounds: self.saved + pounds, recruits, kept: 0 }
    }
}

/// The purses that a power spends from: its own first.
pub fn purses(book: &Book, known: &Known) -> Vec<Expected> {
    let scene = Scene::of(book, known);
    let year = known.season.year;
    let minors = book.countries.iter().map(|country| country.name.as_str());
    let own = minors.filter(|name| income::keeper(&scene, name) == Some(known.power.as_str()));
    let all = std::iter::once(known.power.as_str()).chain(own);
    all.map(|owner| Expected {
        owner: owner.to_owned(),
        saved: if book.money.keeps(owner) { known.money.chest(owner) } else { 0 },
        income: income(&scene, owner, year),
    })
    .collect()
}

/// What somebody will earn this year, as far as it is known; nothing, if they have no purse.
pub fn earned(book: &Book, known: &Known, who: &str) -> Option<i32> {
    let follows = known.titles.status(book, who).is_some_and(|status| status.power().is_some());
    let has_purse = follows || known.relations.takes_part(who);
    has_purse.then(|| income(&Scene::of(book, known), who, known.season.year).pounds)
}

/// A power's own purse between springs, when nothing comes in.
pub fn chest(known: &Known) -> Expected {
    let owner = known.power.clone();
    Expected { saved: known.money.chest(&owner), owner, income: Income::default() }
}

/// What a power can reach, as far as it knows.
pub fn works<'a>(
    book: &'a Book,
    known: &Known,
    land: &Land<'_>,
    purses: &[Expected],
) -> Option<Works<'a>> {
    let accounts = purses.iter().map(|purse| (purse.owner.clone(), purse.account())).collect();
    Works::of(book, known, land, &known.power, accounts)
}

/// What would be done by default for each purse for which the list has no line.
pub fn by_default(lines: &mut Lines, named: &BTreeSet<String>) -> Vec<SpendingEvent> {
    let owners = lines.owners().into_iter().filter(|owner| !named.contains(owner));
    owners.flat_map(|owner| lines.by_default(&owner)).collect()
}
