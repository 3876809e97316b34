//! The income of a spring: budget of the chart, provinces, trade, gold (NIA §12.2), and recruits.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12, §12.2, §12.2.1, §12.2.2, §12.2.6, §13.3.2.3.

use super::scene::{Scene, Told};
use crate::book::atlas::Province;
use crate::book::cards::Effect;
use crate::book::countries::{Country, CountryStatus};
use crate::book::money::{Budget, Recruits};
use crate::politics::conquest;
use crate::politics::liberation;
use crate::politics::revolts;
use crate::record::event::{Line, Revenue, Term};
use std::collections::{BTreeMap, BTreeSet};

/// What somebody has in a spring.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Income {
    pub lines: Vec<Line>,
    pub pounds: i32,
    pub recruits: Recruits,
    /// Lines that fog may belie; those of corsairs at sea are the most that they can take.
    pub doubts: Vec<Line>,
}

impl Income {
    fn add(&mut self, what: Revenue, of: &str, pounds: i32, told: Told) {
        if pounds != 0 && told != Told::No {
            self.line((Line { what, of: of.to_owned(), pounds }, told == Told::Doubt));
        }
    }

    fn line(&mut self, (line, doubt): (Line, bool)) {
        self.doubts.extend(doubt.then(|| line.clone()));
        self.lines.push(line);
    }

    fn recruit(&mut self, more: Recruits) {
        self.recruits = self.recruits.more(more);
    }

    /// Adds up.
    pub fn sum(mut self) -> Self {
        self.pounds = self.lines.iter().map(|line| line.pounds).sum::<i32>().max(0);
        self
    }

    /// The pounds that come in at least: without the doubtful income; doubtful losses are already taken off.
    pub fn at_least(&self) -> i32 {
        let doubtful = self.doubts.iter().map(|line| line.pounds.max(0)).sum::<i32>();
        (self.pounds - doubtful).max(0)
    }

    /// Trade that corsairs may take: never more than there is (NIA §12.2.3.1).
    pub fn trade(&self) -> i32 {
        let trade = self.lines.iter().filter(|line| line.what == Revenue::Trade);
        trade.map(|line| line.pounds).sum()
    }
}

/// The income of a power or a minor country in the spring of a year (NIA §12.2).
pub fn income(scene: &Scene, who: &str, year: u16) -> Income {
    if scene.book.people.is_major(who) {
        let mut income = of_power(scene, who, year);
        indemnities(scene, who, year, &mut income);
        return income.sum();
    }
    of_minor(scene, who).sum()
}

/// The power that spends what a minor country has; nothing, if it has no purse (NIA §12.2.2).
pub fn keeper<'s>(scene: &'s Scene, country: &str) -> Option<&'s str> {
    match scene.common.titles.status(scene.book, country)? {
        CountryStatus::Allied(power) | CountryStatus::Satellite(power) => Some(power),
        CountryStatus::Neutral | CountryStatus::Conquered(_) => None,
    }
}

fn of_power(scene: &Scene, power: &str, year: u16) -> Income {
    let book = scene.book;
    let Budget { pounds, recruits } = book.money.power(power, book.scenario.first.year);
    let mut income = Income { recruits, ..Income::default() };
    let owed = scene.common.money.owed.get(power).copied().unwrap_or(0);
    income.add(Revenue::Owed, "", -owed, Told::Yes);
    let terms = book.scenario.money.as_ref();
    if let Some(preset) = terms.and_then(|terms| terms.preset(power, year)) {
        cards(scene, power, &mut income);
        revolts(scene, power, &mut income);
        income.add(Revenue::Preset, "", preset, Told::Yes);
        return income;
    }
    income.add(Revenue::Chart, "", pounds, Told::Yes);
    handed_over(scene, power, &mut income);
    cards(scene, power, &mut income);
    held(scene, power, power, &mut income);
    revolts(scene, power, &mut income);
    scene.trade(power).into_iter().for_each(|paid| income.line(paid));
    scene.gold(power).into_iter().for_each(|paid| income.line(paid));
    income
}

/// What a power gets, and what it pays, by peaces of the year before (NIA §12.2.6, §13.3.2.3).
fn indemnities(scene: &Scene, power: &str, year: u16, income: &mut Income) {
    let peaces = &scene.common.titles.peaces;
    let beaten: BTreeSet<&str> = peaces.treaties().map(|treaty| treaty.beaten.as_str()).collect();
    for payer in beaten {
        for (to, pounds) in payments(scene, payer, year) {
            let title = |power: &str| scene.book.people.title(power).to_owned();
            if payer == power {
                income.add(Revenue::Indemnity, &title(to), -pounds, Told::Yes);
            } else if to == power {
                income.add(Revenue::Indemnity, &title(payer), pounds, Told::Yes);
            }
        }
    }
}

/// What a beaten power pays in a spring, and to whom: a part of its budget each time, as far as its income reaches.
fn payments<'s>(scene: &'s Scene, payer: &str, year: u16) -> Vec<(&'s str, i32)> {
    let treaties = scene.common.titles.peaces.treaties();
    let due = treaties
        .filter(|treaty| treaty.beaten == payer && treaty.made.next_spring().year == year)
        .filter_map(|treaty| treaty.has(Term::Indemnity))
        .filter(|to| !scene.at_war(payer, to));
    let mut due = due.peekable();
    if due.peek().is_none() {
        return vec![];
    }
    let budget = scene.book.money.power(payer, scene.book.scenario.first.year).pounds;
    let lines = of_power(scene, payer, year).lines;
    let mut has = lines.iter().map(|line| line.pounds).sum::<i32>();
    let pay = |to| {
        let pounds = scene.book.peace.indemnity(budget).min(has).max(0);
        has -= pounds;
        (to, pounds)
    };
    due.map(pay).collect()
}

/// What event cards bring and cost (NIA §11.1).
fn cards(scene: &Scene, power: &str, income: &mut Income) {
    let played = scene.common.money.cards.get(power).into_iter().flatten();
    for card in played.filter_map(|card| scene.book.cards.get(card)) {
        if card.effect == Effect::Pounds {
            let told = card.only.map_or(Told::Yes, |only| scene.is_so(only, power));
            income.add(Revenue::Card, &card.card, card.by, told);
        }
        if card.effect == Effect::FewerRecruits {
            income.recruits = fewer(income.recruits, card.by);
        }
    }
}

/// What revolts cost the owner of the province (NIA §14.3).
fn revolts(scene: &Scene, power: &str, income: &mut Income) {
    for (province, told) in revolts::costs(scene, power) {
        income.add(Revenue::Revolt, province, -revolts::COST, told);
    }
}

/// Recruits without one in so many, rounded up; no more may ride than there are.
fn fewer(recruits: Recruits, one_in: i32) -> Recruits {
    let one_in = u16::try_from(one_in).unwrap_or(1).max(1);
    let steps = recruits.steps - recruits.steps.div_ceil(one_in);
    Recruits { steps, cavalry: recruits.cavalry.min(steps) }
}

fn of_minor(scene: &Scene, country: &str) -> Income {
    let mut income = Income::default();
    let book = scene.book;
    let (Some(side), Some(page)) = (keeper(scene, country), book.countries.get(country)) else {
        return income;
    };
    let own: BTreeSet<&str> = provinces(scene, |now, _| now == country);
    let capital = scene.seat(country);
    let occupied = capital.map_or(Told::No, |at| scene.is_occupied(at, side));
    if own.is_empty() || occupied == Told::Yes {
        return income;
    }
    let had: BTreeSet<&str> = provinces(scene, |_, then| then == country);
    // A new state has what its land of today brings, whenever it came (NIA §19).
    let had = if had.is_empty() || page.is_new_state() { own.clone() } else { had };
    let Budget { pounds, recruits } = chart(scene, &page.name, &had);
    income.recruits = recruits;
    let told = if occupied == Told::Doubt { Told::Doubt } else { Told::Yes };
    income.add(Revenue::Chart, "", pounds, told);
    for province in had.difference(&own) {
        income.add(Revenue::Ceded, province, -book.money.handed_over(province), Told::Yes);
    }
    for province in own.difference(&had) {
        income.add(Revenue::Won, province, book.money.handed_over(province), Told::Yes);
    }
    held(scene, country, side, &mut income);
    scene.trade(country).into_iter().for_each(|paid| income.line(paid));
    income
}

/// Provinces by their owner now and at the start.
fn provinces<'a>(scene: &Scene<'a>, which: impl Fn(&str, &str) -> bool) -> BTreeSet<&'a str> {
    let all = scene.book.atlas.provinces.iter().filter(|province| {
        let both = scene.owner(province).zip(scene.first_owner(province));
        both.is_some_and(|(now, then)| which(now, then))
    });
    all.map(|province| province.name.as_str()).collect()
}

/// Own provinces that an enemy holds (NIA §12.2.1).
fn held(scene: &Scene, owner: &str, side: &str, income: &mut Income) {
    let liberation = liberation::rule(scene.book, scene.common);
    let liberation = liberation.is_some_and(|war| war.power == owner);
    let own = scene.book.atlas.provinces.iter().filter(|one| scene.owner(one) == Some(owner));
    for province in own {
        let told = scene.is_held(province, side, liberation);
        income.add(Revenue::Held, &province.name, scene.book.money.held(&province.name), told);
    }
}

/// The country of which a province was a part when the scenario began: for a power under which a remainder goes on alone,
/// that is a country of its own (NIA §19.10).
fn first_country<'a>(
    scene: &Scene<'a>,
    power: &str,
    owner: &'a str,
    province: &Province,
) -> &'a str {
    let countries = &scene.book.countries;
    let left = countries.get(owner).and_then(|page| page.remainder(power));
    let left = left.and_then(|left| countries.get(&left.country));
    let left = left.filter(|left| left.provinces.contains(&province.name));
    left.map_or(owner, |left| &left.name)
}

/// Provinces and countries that have come to a power since the start, and provinces that have gone.
fn handed_over(scene: &Scene, power: &str, income: &mut Income) {
    let book = scene.book;
    let gone = provinces(scene, |now, then| now != power && then == power);
    let come = provinces(scene, |now, then| now == power && then != power);
    let mut from: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for province in book.atlas.provinces.iter().filter(|one| come.contains(one.name.as_str())) {
        let then = scene.first_owner(province).unwrap_or_default();
        from.entry(first_country(scene, power, then, province)).or_default().insert(&province.name);
    }
    for province in gone {
        income.add(Revenue::Ceded, province, -book.money.handed_over(province), Told::Yes);
    }
    for (then, provinces) in from {
        let is_country = !book.people.is_major(then);
        let all = book.atlas.provinces.iter().filter(|province| {
            let owner = scene.first_owner(province);
            owner.is_some_and(|owner| first_country(scene, power, owner, province) == then)
        });
        let whole: BTreeSet<&str> = all.map(|province| province.name.as_str()).collect();
        let has_rest = || {
            let status = scene.common.titles.status(book, then);
            let by = status.and_then(CountryStatus::power);
            by == Some(power) && conquest::is_annexed(scene, then)
        };
        if is_country && (whole == provinces || has_rest()) {
            let Budget { pounds, recruits } = chart(scene, then, &whole);
            income.add(Revenue::Annexed, then, pounds, Told::Yes);
            income.recruit(recruits);
            // What the country had given up before.
            for province in whole.difference(&provinces) {
                let pounds = book.money.handed_over(province);
                income.add(Revenue::Ceded, province, -pounds, Told::Yes);
            }
            continue;
        }
        for province in &provinces {
            income.add(Revenue::Won, province, book.money.handed_over(province), Told::Yes);
        }
        if !is_country {
            parts(scene, &provinces).0.iter().for_each(|part| income.recruit(part.recruits));
        }
    }
}

/// What a country has by the chart, or by what it is made of.
fn chart(scene: &Scene, country: &str, provinces: &BTreeSet<&str>) -> Budget {
    if let Some(budget) = scene.book.money.minor(country) {
        return budget;
    }
    let (countries, rest) = parts(scene, provinces);
    let pounds = countries.iter().map(|part| part.pounds).sum::<i32>();
    let others = rest.iter().map(|province| scene.book.money.handed_over(province));
    let pounds = pounds + others.sum::<i32>();
    let of_land = scene.book.track.state(country).map(|state| state.recruits).unwrap_or_default();
    let of_lands = rest.iter().map(|_| of_land);
    let all = countries.iter().map(|part| part.recruits).chain(of_lands);
    Budget { pounds, recruits: all.fold(Recruits::default(), Recruits::more) }
}

/// The countries of the chart that provinces make up, the larger first, and the provinces left over.
fn parts<'a>(scene: &Scene<'a>, provinces: &BTreeSet<&'a str>) -> (Vec<Budget>, BTreeSet<&'a str>) {
    let mut rest = provinces.clone();
    let mut whole = vec![];
    let mut pages: Vec<_> = scene.book.countries.iter().collect();
    pages.sort_by_key(|page| std::cmp::Reverse(page.provinces.len()));
    for page in pages.into_iter().filter(|page| !page.provinces.is_empty()) {
        let Some(budget) = scene.book.money.minor(&page.name) else { continue };
        let own = || page.provinces.iter().filter(|name| !lives_alone(scene, page, name));
        if own().count() > 0 && own().all(|province| rest.contains(province.as_str())) {
            own().for_each(|province| {
                rest.remove(province.as_str());
            });
            whole.push(budget);
        }
    }
    (whole, rest)
}

/// Whether a province of a country is another country in this game, as the Ionian Islands are.
fn lives_alone(scene: &Scene, page: &Country, province: &str) -> bool {
    province != page.name && scene.common.titles.status(scene.book, province).is_some()
}
