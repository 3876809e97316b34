//! What a power can expect of its money before it comes in: for the receipt and the form.

use crate::book::Book;
use crate::land::supply::Land;
use crate::money::cabinet::works::{Account, Works};
use crate::money::treasury::conscripts::{Refusal, may_call, more_money};
use crate::money::treasury::income::{self, Income, income};
use crate::money::treasury::scene::Scene;
use crate::politics::levies;
use crate::politics::revolts;
use crate::position::{Common, Position};

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
    pub fn conscripted(&mut self, book: &Book, common: Common) -> Result<(), Refusal> {
        may_call(book, common.money, &self.owner, common.season.year)?;
        let rule = &book.money.conscripts;
        self.income.pounds += more_money(book, &self.owner, self.income.pounds);
        self.income.recruits.steps *= rule.recruits;
        Ok(())
    }

    /// The same without income that may turn out not to exist, because of fog.
    pub fn at_least(&self) -> Self {
        let pounds = self.income.at_least();
        Self { income: Income { pounds, ..self.income.clone() }, ..self.clone() }
    }

    /// What there would be to spend.
    pub fn account(&self) -> Account {
        let Income { pounds, recruits, .. } = self.income;
        Account { pounds: self.saved + pounds, recruits, kept: 0 }
    }
}

/// The purses that a power spends from: its own first.
pub fn purses(book: &Book, position: &dyn Position, power: &str) -> Vec<Expected> {
    let scene = Scene::of(book, position);
    let Common { season, money, .. } = position.common();
    let minors = book.countries.iter().map(|country| country.name.as_str());
    let own = minors.filter(|name| income::keeper(&scene, name) == Some(power));
    let all = std::iter::once(power).chain(own);
    all.map(|owner| Expected {
        owner: owner.to_owned(),
        saved: if book.keeps_money(owner, season.year) { money.chest(owner) } else { 0 },
        income: income(&scene, owner, season.year),
    })
    .collect()
}

/// The income of a power or country this year; `None` without a purse.
pub fn earned(book: &Book, position: &dyn Position, who: &str) -> Option<Income> {
    let Common { titles, relations, season, .. } = position.common();
    let follows = titles.status(book, who).is_some_and(|status| status.power().is_some());
    let has_purse = follows || relations.takes_part(who);
    has_purse.then(|| income(&Scene::of(book, position), who, season.year))
}

/// A power's own purse between springs, when nothing comes in.
pub fn chest(common: Common, power: &str) -> Expected {
    let saved = common.money.chest(power);
    Expected { owner: power.to_owned(), saved, income: Income::default() }
}

/// The works of a power with the money that it expects.
pub fn works<'a>(
    book: &'a Book,
    position: &dyn Position,
    power: &str,
    land: &Land<'_>,
    purses: &[Expected],
) -> Option<Works<'a>> {
    let accounts = purses.iter().map(|purse| (purse.owner.clone(), purse.account())).collect();
    let mut works = Works::of(book, position, land, power, accounts)?;
    for (_, now) in revolts::filled(book, position.common(), works.forces.values()) {
        works.forces.insert(now.id, now);
    }
    for force in works.forces.values_mut() {
        if let Some((_, now)) = levies::filled(book, land, force).pop() {
            *force = now;
        }
    }
    Some(works)
}
