//! The book: the map, the nations, the troops, the tables and one scenario, read once.
//!
//! Every page is a file under `campaigns/kriegsspiel/book`, but for the map of Europe, which is shared.
//! A page is whole or it does not load, and the message says which line is wrong.

pub mod atlas;
pub mod economy;
pub mod estimates;
pub mod figures;
pub mod fleets;
pub mod guide;
pub mod lands;
pub mod relations;
pub mod scenario;
pub mod ships;
pub mod troops;
pub mod waters;

use crate::Kriegsspiel;
use crate::sight::intel_levels::{Allies, Intel};
use kit::calendar::Season;
use kit::ground::Space;
use kit::names::plain;
use kit::shelf::Shelf;
use play::Ruleset;
use play::other_names::OtherNames;
use play::pages::yaml;
use play::scenario::{Checking, PAGE, PageFault, check};
use play::{BookError, Options};
use std::collections::BTreeMap;

pub use atlas::Atlas;
pub use economy::Economy;
pub use estimates::Estimates;
pub use figures::{Chance, Figures, RandomEvent, Tables, Terrain};
pub use lands::{City, Lands, Nation};
pub use scenario::{Scenario, Who};
pub use ships::Navies;
pub use troops::Troops;

/// The book, open at one scenario.
#[derive(Debug)]
pub struct Book {
    pub name: String,
    pub atlas: Atlas,
    pub lands: Lands,
    pub troops: Troops,
    pub other_names: OtherNames,
    pub figures: Figures,
    pub tables: Tables,
    pub chances: Vec<RandomEvent>,
    pub scenario: Scenario,
    pub intel: Intel,
    /// How figures become estimates, and what is said of them; read where `intel` wants it alone, so that no
    /// other campaign has pages in its book that it does not use.
    pub estimates: Option<Estimates>,
    /// What provinces yield; read where the scenario has money, for the same reason.
    pub economy: Option<Economy>,
    /// Ships and the sea; read where the scenario has fleets, for the same reason.
    pub navies: Option<Navies>,
    /// What powers of one side are told of each other.
    pub allies: Allies,
    /// Whether subordinates may misunderstand (§2).
    pub directive: bool,
    /// A case that does not ask about supply: everybody is fed.
    pub all_fed: bool,
}

/// What places, powers and generals are called in other tongues.
fn other_names(shelf: &Shelf, atlas: &Atlas, troops: &Troops) -> Result<OtherNames, BookError> {
    let is_one = |name: &str| {
        let same = |other: &str| plain(other) == plain(name);
        troops.people.iter().any(|one| same(&one.name) || same(&one.nation))
    };
    let is_name = |name: &str| atlas.find(name).is_some() || is_one(name);
    OtherNames::read(shelf, Kriegsspiel::OTHER_NAMES, is_name)
}

impl Book {
    /// Reads the book and one scenario from the shelf.
    pub fn read(shelf: &Shelf, name: &str, options: &Options) -> Result<Self, BookError> {
        let page = format!("kriegsspiel/{name}/scenario.yaml");
        let scenario: Scenario = yaml(shelf, &page)?;
        let mut book = Self::bare(shelf, scenario)?;
        let mut scenario = book.scenario.clone();
        scenario
            .settle(&book.atlas, &mut book.lands, &book.troops)
            .map_err(|why| BookError::Page { page, why })?;
        book.troops.kinds.iter_mut().for_each(|kind| kind.pace *= scenario.rate);
        book.figures.general_pace *= scenario.rate;
        let option = |name: &str| options.get(name).map_or("", String::as_str);
        let allies = Allies::of(option("allies"));
        let directive = option("directive") == "on";
        let name = name.to_owned();
        // What the campaign chose goes before what the scenario says.
        let chosen = options.get("intel").map(|word| Intel::of(word));
        let intel = chosen.or(scenario.intel).unwrap_or_default();
        Self { name, allies, directive, scenario, ..book }
            .seeing(shelf, intel)?
            .paying(shelf)?
            .sailing(shelf)
    }

    /// The same with that option `intel`, and the pages that it needs.
    pub fn seeing(mut self, shelf: &Shelf, intel: Intel) -> Result<Self, BookError> {
        self.intel = intel;
        self.estimates = match intel {
            Intel::Estimates => Some(Estimates::read(shelf)?),
            Intel::Scouted | Intel::Vague | Intel::Open => None,
        };
        Ok(self)
    }

    /// The same with the pages on money, if it is played.
    pub fn paying(mut self, shelf: &Shelf) -> Result<Self, BookError> {
        if self.scenario.money.is_some() {
            self.economy = Some(Economy::read(shelf, &self.atlas, &self.lands)?);
            self.chances = figures::chances(shelf, true)?;
        }
        Ok(self)
    }

    /// The same with the pages on ships, if fleets are played.
    pub fn sailing(mut self, shelf: &Shelf) -> Result<Self, BookError> {
        if self.scenario.fleets.is_empty() {
            return Ok(self);
        }
        let navies = Navies::read(shelf, &self.atlas, &self.troops)?;
        let place = |name: &str| self.atlas.find(name);
        let fault = fleets::fault(&self.scenario.fleets, &navies, &self.troops, place);
        if let Some((_, why)) = fault {
            let page = format!("kriegsspiel/{}/scenario.yaml", self.name);
            return Err(BookError::Page { page, why });
        }
        self.navies = Some(navies);
        Ok(self)
    }

    /// Says what is wrong with the page of a scenario, each fault at its place.
    pub fn faults(shelf: &Shelf, text: &str) -> Result<Vec<PageFault>, BookError> {
        let names = guide::BookNames::read(shelf)?;
        let whole = |checking: &mut Checking<'_>| guide::whole(&names, checking);
        Ok(check::page(PAGE, text, &guide::GUIDE, &names, &whole))
    }

    /// The book without a scenario of its own: for cases.
    pub fn bare(shelf: &Shelf, scenario: Scenario) -> Result<Self, BookError> {
        let mut atlas = Atlas::read(shelf)?;
        let lands = Lands::read(shelf, &mut atlas)?;
        let troops = Troops::read(shelf)?;
        Ok(Self {
            name: String::new(),
            lands,
            other_names: other_names(shelf, &atlas, &troops)?,
            troops,
            figures: Figures::read(shelf)?,
            tables: Tables::read(shelf)?,
            chances: figures::chances(shelf, false)?,
            scenario,
            intel: Intel::default(),
            estimates: None,
            economy: None,
            navies: None,
            allies: Allies::default(),
            directive: false,
            all_fed: false,
            atlas,
        })
    }

    /// A book for a case: these sides on the whole map.
    pub fn of_case(
        shelf: &Shelf,
        season: Season,
        sides: BTreeMap<String, Vec<String>>,
    ) -> Result<Self, BookError> {
        Self::of_powers(shelf, season, Who::Sides(sides))
    }

    /// A book for a case: these powers on the whole map.
    pub fn of_powers(shelf: &Shelf, season: Season, who: Who) -> Result<Self, BookError> {
        Self::bare(shelf, Scenario::bare(season, who))
    }

    /// The ground of a hex; there is none at sea.
    pub fn terrain(&self, at: Space) -> Option<&Terrain> {
        self.figures.terrain(&self.atlas.hex(at).word)
    }

    /// The word for the ground of a hex.
    pub fn ground(&self, at: Space) -> &str {
        self.terrain(at).map_or("water", |terrain| &terrain.name)
    }

    /// The city in a hex.
    pub fn city(&self, at: Space) -> Option<&City> {
        self.lands.cities().get(&at)
    }

    /// Whether troops may stand in a hex.
    pub fn in_play(&self, at: Space) -> bool {
        self.scenario.in_play(&self.atlas, &self.lands, at)
    }

    /// The action points that a power has each turn (§17).
    pub fn action_points(&self, power: &str) -> u32 {
        self.scenario.points.get(power).copied().unwrap_or(0)
    }

    /// What a power is called: `France`.
    pub fn title<'b>(&'b self, power: &'b str) -> &'b str {
        self.lands.nation(power).map_or(power, |nation| &nation.title)
    }

    /// The name of a formation in texts. One that was raised is stored as `Austria: Ulm Garrison` (see
    /// `march/organise.rs`); texts leave the nation out.
    pub fn given<'n>(&self, name: &'n str) -> &'n str {
        let is_title = |title: &str| self.lands.realms().iter().any(|one| one.title == title);
        name.split_once(": ").filter(|(title, _)| is_title(title)).map_or(name, |(_, given)| given)
    }

    /// Several such names, joined by commas.
    pub fn given_names<'n>(&self, names: impl IntoIterator<Item = &'n String>) -> String {
        names.into_iter().map(|name| self.given(name)).collect::<Vec<_>>().join(", ")
    }

    /// How many corps and brigades a hex feeds (§15.4).
    pub fn forage(&self, at: Space, harvest: i8) -> u32 {
        let ground = self.terrain(at).map_or(0, |terrain| terrain.forage);
        let city = if self.city(at).is_some() { self.figures.city } else { 0 };
        (ground + city).saturating_add_signed(i32::from(harvest))
    }

    /// What a step costs in movement points (§12.3).
    pub fn cost(&self, from: Space, to: Space) -> Option<u32> {
        let ground = self.terrain(to)?.cost;
        let edge = self.atlas.edge(from, to);
        let shut = edge.strait && self.scenario.is_shut(from, to);
        if edge.sea || shut || !self.in_play(to) {
            return None;
        }
        Some(if edge.river || edge.strait { ground * self.figures.river } else { ground })
    }
}
