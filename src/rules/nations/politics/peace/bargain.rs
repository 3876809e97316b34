//! The conditions of a peace: which may be chosen, and who chooses what (NIA §13.3.2.3).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.3.2.3.

use super::plight;
use crate::book::Book;
use crate::book::atlas::Province;
use crate::book::countries::{Country, CountryStatus};
use crate::money::treasury::{Scene, scene};
use crate::orders::budget::Item;
use crate::position::Common;
use crate::record::event::Term;
use crate::record::state::Titles;
use kit::ground::Space;
use std::collections::{BTreeMap, BTreeSet};

/// A condition that somebody wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wish {
    pub term: Term,
    /// The province or the country.
    pub name: Option<String>,
    /// The victor who is to have it; the first who may, if nobody is named.
    pub to: Option<String>,
    /// The line of the sheet.
    pub line: Option<u16>,
}

impl Wish {
    /// What a line of `peace:` asks for or gives; else why it says nothing.
    pub fn of(item: &Item) -> Result<Self, String> {
        let named = |key: &str| item.name(key).map(str::to_owned);
        let (term, name) = match (item.name("term"), named("province"), named("country")) {
            (Some(word), None, None) => (term(word), None),
            (None, Some(province), None) => (Some(Term::Province), Some(province)),
            (None, None, Some(country)) => (Some(Term::Country), Some(country)),
            _ => (None, None),
        };
        let term = term.ok_or("each line names one condition")?;
        Ok(Self { term, name, to: named("to"), line: Some(item.number) })
    }

    fn plain(term: Term, name: Option<&str>) -> Self {
        Self { term, name: name.map(str::to_owned), to: None, line: None }
    }
}

/// A condition by the word of a sheet.
fn term(word: &str) -> Option<Term> {
    Some(match word {
        "indemnity" => Term::Indemnity,
        "troops" => Term::Troops,
        "continental system" => Term::ContinentalSystem,
        "longer peace" => Term::LongerPeace,
        "alliance" => Term::Alliance,
        _ => return None,
    })
}

/// A condition that was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chosen {
    pub term: Term,
    pub name: Option<String>,
    pub to: String,
    pub by: String,
    pub counts: u8,
    pub line: Option<u16>,
}

/// What is known of a peace before its conditions are chosen.
#[derive(Debug, Clone, Copy)]
pub struct Terms<'a> {
    pub beaten: &'a str,
    /// In the order in which they choose.
    pub victors: &'a [String],
    pub fought_on: bool,
    /// Whether each town of the beaten that counts is held by an armed fortress or a supply unit of an enemy.
    pub occupied: bool,
}

impl<'a> Terms<'a> {
    /// The terms if the power is beaten as things stand.
    pub fn now(scene: &Scene, beaten: &'a str, victors: &'a [String]) -> Self {
        let fought_on = scene.common.titles.peaces.fights_until(beaten).is_some();
        let occupied = plight(scene, beaten).is_some_and(|plight| plight.is_kept(scene, beaten));
        Self { beaten, victors, fought_on, occupied }
    }
}

/// A peace while its conditions are chosen.
pub struct Bargain<'a> {
    book: &'a Book,
    common: Common<'a>,
    terms: Terms<'a>,
    /// Titles as they are with what has been chosen.
    draft: Titles,
    /// The provinces of the beaten that each victor may have, since they touch its land or that of its allies.
    near: BTreeMap<&'a str, BTreeSet<&'a str>>,
    pub chosen: Vec<Chosen>,
    /// Lines that counted for more than was left of a turn, each with how many were left.
    passed: BTreeMap<(String, u16), u8>,
}

impl<'a> Bargain<'a> {
    /// Begins with nothing chosen.
    pub fn new(book: &'a Book, common: Common<'a>, terms: Terms<'a>) -> Self {
        let owners: BTreeMap<&str, &str> = book
            .atlas
            .provinces
            .iter()
            .filter_map(|one| Some((one.name.as_str(), scene::owner(book, common.titles, one)?)))
            .collect();
        let near = |victor: &'a String| {
            let has = |name: &str| {
                let follows = |owner| follows(book, common.titles, owner) == Some(victor.as_str());
                owners.get(name).is_some_and(|owner| owner == victor || follows(owner))
            };
            let mut near = book.atlas.beside(has);
            near.retain(|name| owners.get(name) == Some(&terms.beaten));
            (victor.as_str(), near)
        };
        let near = terms.victors.iter().map(near).collect();
        let (draft, chosen, passed) = (common.titles.clone(), vec![], BTreeMap::new());
        Self { book, common, terms, draft, near, chosen, passed }
    }

    /// How many conditions the peace has.
    pub fn due(&self) -> u8 {
        self.book.peace.conditions(self.terms.fought_on)
    }

    fn left(&self) -> u8 {
        let chosen = self.chosen.iter().map(|one| one.counts).sum::<u8>();
        self.due().saturating_sub(chosen)
    }

    fn is_chosen(&self, wish: &Wish) -> bool {
        self.chosen.iter().any(|one| (one.term, &one.name) == (wish.term, &wish.name))
    }

    /// For how many conditions one counts.
    pub fn counts(&self, term: Term) -> u8 {
        Self::of_term(self.book, term)
    }

    /// The same without a peace.
    pub fn of_term(book: &Book, term: Term) -> u8 {
        let counts = book.peace.counts;
        match term {
            Term::Province | Term::Country => counts.land,
            Term::Indemnity => counts.indemnity,
            Term::Troops => counts.troops,
            Term::ContinentalSystem => counts.system,
            Term::LongerPeace => counts.longer,
            Term::Alliance => counts.alliance,
        }
    }

    /// Why a line of a power was not chosen.
    pub fn why_not(&self, by: &str, wish: &Wish) -> String {
        if let Err(why) = self.receiver(by, wish) {
            return why;
        }
        let passed = wish.line.and_then(|line| self.passed.get(&(by.to_owned(), line)));
        match passed {
            Some(left) => format!(
                "it counts for {}, and {left} was left of your turn (NIA §13.3.2.3)",
                self.counts(wish.term)
            ),
            None => "the peace has enough conditions by other lines (NIA §13.3.2.3)".to_owned(),
        }
    }

    /// The victor who has a condition if a power chooses it now; else why it cannot be chosen.
    pub fn receiver(&self, by: &str, wish: &Wish) -> Result<String, String> {
        let victors = self.terms.victors;
        let named = if by == self.terms.beaten { wish.to.as_deref() } else { Some(by) };
        if let Some(to) = named {
            let title = self.book.people.title(to);
            let to = victors.iter().find(|victor| *victor == to);
            let to = to.ok_or_else(|| {
                format!("{title} is not the power with which you make this peace (NIA §13.3.2.3)")
            })?;
            return self.may(by, wish, to).map(|()| to.clone());
        }
        let mut first = Err("nobody has beaten you".to_owned());
        for to in victors {
            match self.may(by, wish, to) {
                Ok(()) => return Ok(to.clone()),
                Err(why) if first.as_ref().is_err_and(|_| victors.first() == Some(to)) => {
                    first = Err(why);
                }
                Err(_) => {}
            }
        }
        first
    }

    /// Whether a condition may be chosen for a victor; else why not.
    fn may(&self, by: &str, wish: &Wish, to: &str) -> Result<(), String> {
        let title = |power: &str| self.book.people.title(power).to_owned();
        let name = wish.name.as_deref().unwrap_or_default();
        let is_victor = by != self.terms.beaten;
        if self.is_chosen(wish) {
            return Err("it is chosen already (NIA §13.3.2.3)".to_owned());
        }
        match wish.term {
            Term::Province => self.land_left().and_then(|()| self.may_have(name, to)),
            Term::Country => self.land_left().and_then(|()| self.may_win(name)),
            Term::Indemnity if !self.book.has_money() => {
                Err("there is no money in this scenario".to_owned())
            }
            Term::Indemnity | Term::Troops => Ok(()),
            Term::ContinentalSystem => self.may_bind(to),
            Term::LongerPeace if !is_victor => {
                Err("only the victor asks for it (NIA §13.3.2.3)".to_owned())
            }
            Term::LongerPeace if !self.terms.fought_on => Err(format!(
                "{} has not fought on after defeat (NIA §13.3.2.3)",
                title(self.terms.beaten)
            )),
            Term::LongerPeace => Ok(()),
            Term::Alliance if !is_victor => {
                Err("only the victor asks for it (NIA §13.3.2.3)".to_owned())
            }
            Term::Alliance => self.may_ally(to),
        }
    }

    /// Whether land may still be a condition.
    fn land_left(&self) -> Result<(), String> {
        let is_land = |one: &&Chosen| matches!(one.term, Term::Province | Term::Country);
        let (most, lands) =
            (self.book.peace.most_lands(), self.chosen.iter().filter(is_land).count());
        match lands < usize::from(most) {
            true => Ok(()),
            false => Err(format!("{most} conditions of land are the most (NIA §13.3.2.3)")),
        }
    }

    fn owner(&self, province: &'a Province) -> Option<&str> {
        scene::owner(self.book, &self.draft, province)
    }

    /// The provinces of a power or a country by what has been chosen so far.
    fn land_of(&self, owner: &str) -> Vec<&'a Province> {
        let all = self.book.atlas.provinces.iter();
        all.filter(|province| self.owner(province) == Some(owner)).collect()
    }

    /// Whether a victor may have a province.
    fn may_have(&self, name: &str, to: &str) -> Result<(), String> {
        let (book, beaten) = (self.book, self.terms.beaten);
        let found = book.atlas.provinces.iter().find(|one| one.name == name);
        let owner = found.and_then(|one| self.owner(one)).unwrap_or_default();
        let of = book.people.title(beaten);
        if owner != beaten {
            return match follows(book, &self.draft, owner) == Some(beaten) {
                true if self.land_of(owner).len() > 1 => Ok(()),
                true => Err(format!(
                    "{name} is all that {owner} has: ask for the country (NIA §13.3.2.3)"
                )),
                false => Err(format!(
                    "{name} is land neither of {of} nor of a minor ally of {of} (NIA §13.3.2.3)"
                )),
            };
        }
        if self.is_claimed(name, to) {
            return Ok(());
        }
        let near = |name: &str| self.is_near(name, to);
        if !near(name) && self.is_for_state(name, to) {
            return Ok(());
        }
        if !near(name) {
            return Err(format!(
                "{name} touches no land of {} or of a minor ally of theirs (NIA §13.3.2.3)",
                book.people.title(to)
            ));
        }
        let open =
            |other: &&str| !book.peace.is_key(other) && (near(other) || self.is_claimed(other, to));
        let own = self.land_of(beaten).into_iter();
        let others = own.map(|one| one.name.as_str()).find(open);
        match others.filter(|_| book.peace.is_key(name)) {
            Some(other) => Err(format!(
                "{name} has a key city, and {other} has none and may be had (NIA §13.3.2.3)"
            )),
            None => Ok(()),
        }
    }

    /// Whether a province touches land of a victor or of a minor ally of theirs.
    fn is_near(&self, name: &str, to: &str) -> bool {
        self.near.get(to).is_some_and(|near| near.contains(name))
    }

    /// Whether a victor may put a province into a new state that is there or can be made with it (NIA §13.3.2.3, §19.1).
    fn is_for_state(&self, name: &str, to: &str) -> bool {
        self.book.track.states().iter().filter(|page| page.by == to).any(|page| {
            let status = self.draft.status(self.book, &page.state);
            let is_new = self.book.countries.get(&page.state).is_some_and(Country::is_new_state);
            let stands = match status {
                Some(status) => status.ally() == Some(to),
                None => is_new,
            };
            let owner = |province: &String| self.draft.owner(self.book, province);
            let mut others = page.provinces.iter();
            let exists = others.any(|one| owner(one) == Some(page.state.as_str()));
            let mut needs = page.needs.iter();
            let begins =
                page.needs.is_empty() || needs.any(|one| one == name || owner(one) == Some(to));
            stands && (exists || begins) && page.provinces.iter().any(|one| one == name)
        })
    }

    /// Whether a province was land of a minor ally of a victor when the scenario began.
    fn is_claimed(&self, name: &str, to: &str) -> bool {
        let first = first_owner(self.book, name);
        first.is_some_and(|first| follows(self.book, &self.draft, first) == Some(to))
    }

    /// Who has a province by a peace: the victor, or a minor ally of theirs to whom it belonged at the start.
    pub fn owner_by_peace(book: &Book, common: Common, name: &str, to: &str) -> String {
        let first = first_owner(book, name);
        let first = first.filter(|first| follows(book, common.titles, first) == Some(to));
        first.unwrap_or(to).to_owned()
    }

    /// Whether a country of one province may change sides.
    fn may_win(&self, country: &str) -> Result<(), String> {
        let of = self.book.people.title(self.terms.beaten);
        if follows(self.book, &self.draft, country) != Some(self.terms.beaten) {
            return Err(format!("{country} is no ally of {of} (NIA §13.3.2.3)"));
        }
        match self.land_of(country).len() {
            1 => Ok(()),
            _ => Err(format!("{country} has not one province alone (NIA §13.3.2.3)")),
        }
    }

    /// Whether the beaten power may be bound by the Continental System.
    fn may_bind(&self, to: &str) -> Result<(), String> {
        let (book, beaten) = (self.book, self.terms.beaten);
        if to != book.track.suzerain() {
            let title = book.people.title(book.track.suzerain());
            return Err(format!("it is {title}'s alone (NIA §13.3.2.3)"));
        }
        let by_page = book
            .scenario
            .money
            .as_ref()
            .is_some_and(|terms| terms.system.iter().any(|name| name == beaten));
        if self.draft.bound(beaten).unwrap_or(by_page) {
            return Err("they are bound by it already (NIA §12.2.3)".to_owned());
        }
        match book.money.system_harbours().next() {
            Some(_) => Ok(()),
            None => Err("no harbour pays anything in this scenario (NIA §12.2.3)".to_owned()),
        }
    }

    /// Whether an alliance may follow the peace.
    fn may_ally(&self, to: &str) -> Result<(), String> {
        let Terms { beaten, fought_on, occupied, .. } = self.terms;
        let before = self.common.titles.peaces.defeats(beaten, to);
        match (fought_on && occupied) || before > 0 {
            true => Ok(()),
            false => Err(format!(
                "{} is beaten by them for the first time, and has not fought on until an armed fortress or a supply \
                 unit holds each town that counts (NIA §13.3.2.3)",
                self.book.people.title(beaten)
            )),
        }
    }

    /// Notes a condition that is chosen.
    fn take(&mut self, by: &str, wish: &Wish, to: String) {
        let name = wish.name.as_deref().unwrap_or_default();
        match wish.term {
            Term::Province => {
                let owner = Self::owner_by_peace(self.book, self.common, name, &to);
                self.draft.hand_over(name, &owner);
            }
            Term::Country => self.draft.turn(name, CountryStatus::Allied(to.clone())),
            _ => {}
        }
        let counts = self.counts(wish.term);
        let (term, name, line) = (wish.term, wish.name.clone(), wish.line);
        self.chosen.push(Chosen { term, name, to, by: by.to_owned(), counts, line });
    }

    /// Lets a power choose one condition of at most so many: the first of its list that may be chosen, else the first
    /// that is chosen by default. Returns for how many it counts; none, if nothing is left.
    fn choose(&mut self, by: &str, list: &mut Vec<Wish>, most: u8) -> u8 {
        let fits = |bargain: &Self, wish: &Wish| {
            bargain.receiver(by, wish).ok().filter(|_| bargain.counts(wish.term) <= most)
        };
        let own = list.iter().enumerate().find_map(|(at, wish)| Some((at, fits(self, wish)?)));
        let before = list.iter().take(own.as_ref().map_or(list.len(), |(at, _)| *at));
        let too_much = before.filter(|wish| self.receiver(by, wish).is_ok());
        let too_much: Vec<u16> = too_much.filter_map(|wish| wish.line).collect();
        self.passed.extend(too_much.into_iter().map(|line| ((by.to_owned(), line), most)));
        let (wish, to) = match own {
            Some((at, to)) => (list.remove(at), to),
            None => {
                let others = self.by_default(by);
                let found =
                    others.into_iter().find_map(|wish| fits(self, &wish).map(|to| (wish, to)));
                let Some(found) = found else { return 0 };
                found
            }
        };
        self.take(by, &wish, to);
        self.counts(wish.term)
    }

    /// Lets victors and beaten choose in turn, each for two conditions, until there are enough or nothing is left;
    /// each turn of the victors is that of the next of them.
    pub fn settle(&mut self, mut lists: BTreeMap<String, Vec<Wish>>) {
        let (victors, beaten) = (self.terms.victors, self.terms.beaten);
        let at_once = self.book.peace.at_once();
        let mut idle = 0;
        // Two turns for each victor in which nothing is chosen: nobody has anything left.
        for turn in 0.. {
            if self.left() == 0 || idle >= 2 * victors.len() || victors.is_empty() {
                break;
            }
            let by = match turn % 2 {
                0 => victors.get(turn / 2 % victors.len()).map_or(beaten, String::as_str),
                _ => beaten,
            };
            let mut open = at_once.min(self.left());
            let mut list = lists.remove(by).unwrap_or_default();
            idle += 1;
            while open > 0 {
                let counts = self.choose(by, &mut list, open);
                if counts == 0 {
                    break;
                }
                (open, idle) = (open.saturating_sub(counts), 0);
            }
            lists.insert(by.to_owned(), list);
        }
    }

    /// Takes of an offer whatever may be chosen (NIA §13.3.1.1). Returns the other lines, each with the reason.
    pub fn offer(&mut self, list: Vec<Wish>) -> Vec<(u16, String)> {
        let mut left_out = vec![];
        for wish in list {
            match self.receiver(self.terms.beaten, &wish) {
                Ok(to) => self.take(self.terms.beaten, &wish, to),
                Err(why) => left_out.extend(wish.line.map(|line| (line, why))),
            }
        }
        left_out
    }

    /// What a power chooses if its list has nothing more.
    fn by_default(&self, by: &str) -> Vec<Wish> {
        let plain = |term: Term| Wish::plain(term, None);
        let land = |names: Vec<&str>| -> Vec<Wish> {
            names.into_iter().map(|name| Wish::plain(Term::Province, Some(name))).collect()
        };
        let countries = self.book.countries.iter().map(|country| country.name.as_str());
        let countries = countries.map(|name| Wish::plain(Term::Country, Some(name)));
        let mut all = vec![];
        if by == self.terms.beaten {
            all.push(plain(Term::Indemnity));
            let mut names = self.provinces(self.terms.victors.first().map_or(by, String::as_str));
            names.reverse();
            let (keys, others) = names.into_iter().partition(|name| self.book.peace.is_key(name));
            all.extend(land(others));
            all.extend([Term::Troops, Term::ContinentalSystem].map(plain));
            all.extend(countries);
            all.extend(land(keys));
        } else {
            all.extend([Term::ContinentalSystem, Term::Indemnity].map(plain));
            all.extend(land(self.provinces(by)));
            all.extend(countries);
            all.extend([Term::Troops, Term::Alliance, Term::LongerPeace].map(plain));
        }
        all
    }

    /// The provinces of the beaten power and its minor allies: own land before that of allies, a key city before none, the
    /// nearer to the victor's capital before the farther, then by name.
    fn provinces(&self, victor: &str) -> Vec<&'a str> {
        let (book, beaten) = (self.book, self.terms.beaten);
        let seat = book.peace.towns(victor).map(|towns| towns.capital);
        let far = |province: &Province| {
            let capital = province.capital.as_deref().and_then(|name| book.atlas.named(name));
            let both = seat.zip(capital);
            both.map_or(u16::MAX, |(from, to): (Space, Space)| book.atlas.distance(from, to))
        };
        let is_theirs = |province: &&Province| {
            let owner = self.owner(province).unwrap_or_default();
            owner == beaten || follows(book, &self.draft, owner) == Some(beaten)
        };
        // Land for new states is asked for, and not chosen by default.
        let is_far = |one: &&Province| {
            !self.is_near(&one.name, victor) && self.is_for_state(&one.name, victor)
        };
        let all = book.atlas.provinces.iter().filter(is_theirs);
        let mut all: Vec<&Province> = all.filter(|one| !is_far(one)).collect();
        all.sort_by_key(|province| {
            let is_own = self.owner(province) == Some(beaten);
            (!is_own, !book.peace.is_key(&province.name), far(province), province.name.as_str())
        });
        all.into_iter().map(|province| province.name.as_str()).collect()
    }
}

/// The country or power that had a province when the scenario began.
fn first_owner<'a>(book: &'a Book, name: &str) -> Option<&'a str> {
    let province = book.atlas.provinces.iter().find(|one| one.name == name)?;
    let first = book.scenario.owner(&province.name);
    first.or_else(|| (!book.scenario.has_owners()).then_some(province.owner.as_str()))
}

/// The power that a minor country follows as an ally or satellite.
pub fn follows<'t>(book: &'t Book, titles: &'t Titles, country: &str) -> Option<&'t str> {
    match titles.status(book, country)? {
        CountryStatus::Allied(power) | CountryStatus::Satellite(power) => Some(power),
        CountryStatus::Neutral | CountryStatus::Conquered(_) => None,
    }
}
