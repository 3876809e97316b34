//! The book of Nations in Arms: map, leaders, units, costs and one scenario, read once.
//!
//! Every page is a file under `campaigns/nations/book`. A page is whole or it does not load: what
//! it names must exist, and the message says which line is wrong.

mod at;
pub mod atlas;
pub mod bare;
pub mod cards;
pub mod countries;
pub mod deck;
pub mod earlier;
mod entry;
pub mod figures;
pub mod first_coalition;
pub mod guide;
pub mod marching;
pub mod money;
pub mod names;
pub mod new_states;
pub mod optional;
pub mod peace;
pub mod people;
pub mod pools;
pub mod restraints;
pub mod scenario;
pub mod sea;
mod set_ups;
pub mod special;
pub mod spelling;
pub mod tactics;
pub mod terms;
pub mod track;
pub mod units;
pub mod war;
mod whole;
pub mod withdrawal;

use crate::Nations;
use kit::calendar::{Quarter, Season};
use kit::ground::Space;
use kit::names::plain;
use kit::shelf::Shelf;
use play::Ruleset;
use play::other_names::OtherNames;
use play::scenario::{Checking, PAGE, PageFault, check};
use play::{BookError, Options};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

pub use atlas::Atlas;
pub use cards::Cards;
pub use countries::Countries;
pub use figures::Figures;
use money::wars;
pub use money::{Money, MoneyTerms, PLAYERS};
use optional::Optional;
pub use peace::PeaceTable;
pub use people::{Leader, People};
pub use play::pages::{csv, page, yaml};
pub use pools::Pools;
pub use scenario::Scenario;
pub use sea::Sea;
pub use tactics::{Tactics, TacticsTerms};
pub use track::{Track, TrackTerms};
pub use units::Units;
pub use war::War;
use withdrawal::Withdrawal;

/// The option that says when money is spent, and its second value.
pub const POLITICS: &str = "politics";
pub const WITH_THE_ORDERS: &str = "with-the-orders";

/// The book, open at one scenario.
#[derive(Debug)]
pub struct Book {
    pub name: String,
    pub options: BTreeMap<String, String>,
    pub optional: Optional,
    pub atlas: Arc<Atlas>,
    pub figures: Arc<Figures>,
    pub people: Arc<People>,
    pub other_names: Arc<OtherNames>,
    pub countries: Arc<Countries>,
    pub units: Arc<Units>,
    pub war: Arc<War>,
    pub sea: Arc<Sea>,
    pub cards: Arc<Cards>,
    pub money: Arc<Money>,
    pub pools: Arc<Pools>,
    pub track: Arc<Track>,
    pub peace: Arc<PeaceTable>,
    pub tactics: Arc<Tactics>,
    pub scenario: Scenario,
    pub fog: Fog,
}

/// The parts that every book has, whatever the scenario.
struct Parts {
    atlas: Arc<Atlas>,
    people: Arc<People>,
    units: Arc<Units>,
    countries: Arc<Countries>,
    figures: Arc<Figures>,
    other_names: Arc<OtherNames>,
}

impl Parts {
    fn read(shelf: &Shelf) -> Result<Self, BookError> {
        let atlas = shelf.once(Atlas::read)?;
        let people = shelf.once(People::read)?;
        let units = shelf.once(|shelf| yaml::<Units>(shelf, "nations/book/units.yaml"))?;
        let countries = shelf.once(|shelf| Countries::read(shelf, &atlas, &people, &units))?;
        let figures = shelf.once(|shelf| yaml::<Figures>(shelf, figures::FIGURES))?;
        let other_names = shelf.once(|shelf| other_names(shelf, &atlas, &people))?;
        Ok(Self { atlas, people, units, countries, figures, other_names })
    }
}

/// What places, powers and leaders are called in other tongues.
fn other_names(shelf: &Shelf, atlas: &Atlas, people: &People) -> Result<OtherNames, BookError> {
    let is_power = |name: &str| people.powers.iter().any(|power| plain(&power.name) == plain(name));
    let is_place = |name: &str| atlas.named(name).is_some() || atlas.sea(name).is_some();
    let is_name = |name: &str| is_power(name) || is_place(name) || people.find(name).is_some();
    OtherNames::read(shelf, Nations::OTHER_NAMES, is_name)
}

/// How much of the map lies open (NIA §1.3).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fog {
    /// Every stack's hex and leader.
    Rules,
    /// Those that our side is near.
    #[default]
    Contact,
}

impl Fog {
    fn of(options: &BTreeMap<String, String>) -> Self {
        match options.get("fog").map(String::as_str) {
            Some("rules") => Fog::Rules,
            _ => Fog::Contact,
        }
    }
}

impl Book {
    /// Reads the book and one scenario from the shelf.
    pub fn read(
        shelf: &Shelf,
        name: &str,
        options: &BTreeMap<String, String>,
    ) -> Result<Self, BookError> {
        let Parts { mut atlas, people, units, countries, figures, other_names } =
            Parts::read(shelf)?;
        let page = format!("nations/{name}/scenario.yaml");
        let wrong = |why| BookError::Page { page: page.clone(), why };
        let text = set_ups::with_set_up(shelf, play::pages::page(shelf, &page)?)?;
        let mut scenario: Scenario =
            serde_yaml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
        for off_map in scenario.boxes.clone() {
            Arc::make_mut(&mut atlas).add_box(off_map).map_err(wrong)?;
        }
        // Campaigns without money were read without these pages, and are.
        let (mut money, pools) = match scenario.money {
            Some(_) => (
                shelf.once(|shelf| Money::read(shelf, &atlas, &people, &units, &countries))?,
                shelf.once(|shelf| Pools::read(shelf, &people, &units))?,
            ),
            None => (Arc::new(Money::none()), Arc::default()),
        };
        let by_card = scenario.deck.as_ref().is_some_and(|deck| deck.by_the_rules.is_some());
        if by_card || scenario.money.as_ref().is_some_and(|terms| !terms.wars.is_empty()) {
            Arc::make_mut(&mut money).wars = wars::read(shelf, &people, &units)?;
        }
        // The first value is every campaign's that says nothing.
        let asked = options.get(POLITICS).is_some_and(|value| value == WITH_THE_ORDERS);
        if scenario.money.is_none() && asked {
            let why = format!("`{POLITICS}` is for scenarios with money, and {name} has none");
            return Err(BookError::Option(why));
        }
        let track = match scenario.track {
            Some(_) => shelf.once(|shelf| Track::read(shelf, &people, &countries))?,
            None => Arc::default(),
        };
        let peace = match scenario.track {
            Some(_) => peace::table(shelf, (&atlas, &people, &units, &countries))?,
            None => Arc::default(),
        };
        let tactics = match scenario.tactics {
            Some(_) => shelf.once(Tactics::read)?,
            None => Arc::default(),
        };
        scenario.settle(&atlas, &people, &units, &countries).map_err(wrong)?;
        let mut book = Self {
            optional: Optional::default(),
            name: name.to_owned(),
            options: options.clone(),
            figures,
            countries,
            units,
            other_names,
            atlas,
            people,
            war: shelf.once(War::read)?,
            sea: shelf.once(Sea::read)?,
            cards: shelf.once(Cards::read)?,
            money,
            pools,
            track,
            peace,
            tactics,
            scenario,
            fog: Fog::of(options),
        };
        book.give_optional(shelf, options)?;
        Ok(book)
    }

    /// Lets there be money in a scenario that has none of its own.
    pub fn give_money(&mut self, shelf: &Shelf, terms: MoneyTerms) -> Result<(), BookError> {
        let Self { atlas, people, units, countries, .. } = &*self;
        let mut money = shelf.once(|shelf| Money::read(shelf, atlas, people, units, countries))?;
        let pools = shelf.once(|shelf| Pools::read(shelf, people, units))?;
        Arc::make_mut(&mut money).wars = wars::read(shelf, people, units)?;
        (self.money, self.pools, self.scenario.money) = (money, pools, Some(terms));
        Ok(())
    }

    /// Lets the diplomacy track be played in a scenario whose page does not say so.
    pub fn give_track(&mut self, shelf: &Shelf, terms: TrackTerms) -> Result<(), BookError> {
        let Self { atlas, people, units, countries, .. } = &*self;
        let track = shelf.once(|shelf| Track::read(shelf, people, countries))?;
        let peace = peace::table(shelf, (atlas, people, units, countries))?;
        (self.track, self.peace) = (track, peace);
        self.scenario.track = Some(terms);
        Ok(())
    }

    /// Lets tactical cards be played in a scenario whose page does not say so.
    pub fn give_tactics(&mut self, shelf: &Shelf, terms: TacticsTerms) -> Result<(), BookError> {
        self.tactics = shelf.once(Tactics::read)?;
        self.scenario.tactics = Some(terms);
        Ok(())
    }

    /// Lets optional rules be played in a scenario, by the names of their options.
    pub fn give_optional(&mut self, shelf: &Shelf, options: &Options) -> Result<(), BookError> {
        let parts = (&*self.atlas, &*self.units, &*self.people);
        let seasons = self.scenario.first..=self.scenario.last;
        let optional = Optional::read(shelf, parts, seasons, options)?;
        let leaves = optional.change.as_ref();
        let leaves =
            leaves.map(|change| Withdrawal::of_leader(&change.leader, &change.power, change.after));
        self.scenario.withdrawals.extend(leaves);
        self.optional = optional;
        Ok(())
    }

    /// Whether there is money in the scenario.
    pub fn has_money(&self) -> bool {
        self.scenario.money.is_some()
    }

    /// Whether what somebody has not spent is still theirs in the spring of a year (NIA §12, §21.3.5).
    pub fn keeps_money(&self, who: &str, spring: u16) -> bool {
        let saved = self.scenario.money.as_ref().and_then(|terms| terms.saved);
        self.money.keeps(who) || saved.is_some_and(|year| year + 1 == spring)
    }

    /// Whether a season is a spring in which money is collected and spent (NIA §12, §21.B).
    fn has_budget(&self, season: Season) -> bool {
        self.has_money() && season.quarter == Quarter::Spring && season > self.scenario.first
    }

    fn is_with_the_orders(&self) -> bool {
        self.options.get(POLITICS).is_some_and(|value| value == WITH_THE_ORDERS)
    }

    /// Whether a cabinet of its own comes before a season.
    pub fn has_cabinet_before(&self, season: Season) -> bool {
        self.has_budget(season) && !self.is_with_the_orders()
    }

    /// Whether money is spent by the sheet of that very season.
    pub fn spends_with_orders(&self, season: Season) -> bool {
        self.has_budget(season) && self.is_with_the_orders()
    }

    /// Whether a special rule gives a power an army marker for nothing (NIA §21.3.2).
    pub fn gives_army(&self, power: &str) -> bool {
        let mut given = self.scenario.special.iter().filter_map(|rule| rule.new_army.as_ref());
        given.any(|rule| rule.power == power)
    }

    /// Whether a rule of the scenario keeps a power from setting up army markers for money (NIA §21.3.5).
    pub fn sells_no_army_to(&self, power: &str) -> bool {
        let mut rules = self.scenario.special.iter().filter_map(|rule| rule.production.as_ref());
        rules.any(|rule| rule.power == power && !rule.armies)
    }

    /// When money is spent, in words.
    pub fn when_spent(&self) -> &'static str {
        if self.is_with_the_orders() { "spring's sheet" } else { "the cabinet before spring" }
    }

    /// Says what is wrong with the page of a scenario, each fault at its place.
    pub fn faults(shelf: &Shelf, text: &str) -> Result<Vec<PageFault>, BookError> {
        let names = names::BookNames::read(shelf)?;
        let whole = |checking: &mut Checking<'_>| whole::check(&names, checking);
        let text = set_ups::with_set_up(shelf, text)?;
        Ok(check::page(PAGE, &text, &guide::GUIDE, &names, &whole))
    }

    /// The capital of a minor country, or of the province from which troops have their name.
    pub fn country_seat(&self, country: &str) -> Option<Space> {
        let seat = self.countries.get(country).map(|country| country.capital.as_str());
        let province = || self.atlas.provinces.iter().find(|province| province.name == country);
        self.atlas.named(seat.or_else(|| province()?.capital.as_deref())?)
    }
}
