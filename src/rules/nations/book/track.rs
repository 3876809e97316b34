//! The diplomacy track: how the courts lean, and what changes the dice of an attempt (NIA §11.2).
//!
//! The table is `diplomacy.yaml`; prices are in `costs.yaml`, with what else money buys. A scenario's page
//! says with [`TrackTerms`] that the track is played.

use super::new_states::NewState;
use super::terms::Side;
use super::{Countries, People, yaml};
use kit::calendar::Season;
use kit::page::Declared;
use kit::shelf::Shelf;
use play::BookError;
use serde::Deserialize;
use std::collections::BTreeMap;

const PAGE: &str = "nations/book/tables/diplomacy.yaml";

/// What a scenario's page says of the track; without the key nobody tries for anybody.
#[derive(Debug, Clone, Default, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct TrackTerms {
    /// the powers that people play; all of them without the key. The others are won while they are
    /// neutral
    #[serde(default)]
    #[declared("power", items = 1..=7)]
    pub played: Vec<String>,
    /// powers that lost an earlier war, and the side that beat them
    #[serde(default)]
    #[declared(keys = "power")]
    pub beaten: BTreeMap<String, Side>,
}

impl TrackTerms {
    /// Whether somebody plays a power that takes part.
    pub fn is_played(&self, power: &str) -> bool {
        self.played.is_empty() || self.played.iter().any(|one| one == power)
    }
}

/// A figure of the page.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
struct Figure {
    is: i32,
}

/// What changes the dice of an attempt.
#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Attempts {
    #[serde(rename = "most bonus")]
    most_bonus: Figure,
    #[serde(rename = "price toward a power")]
    price_toward_power: Figure,
    #[serde(rename = "new alliance")]
    new_alliance: Figure,
    #[serde(rename = "ally of France")]
    french_ally: Figure,
    #[serde(rename = "French step")]
    french_step: Figure,
    victor: Figure,
    #[serde(rename = "other side")]
    other_side: Figure,
    #[serde(rename = "Duchy of Warsaw")]
    duchy: Figure,
}

/// A country with the modifiers of the powers, in the order of the columns, and what money asks of it.
type Row =
    (String, i32, i32, i32, i32, i32, i32, i32, serde::de::IgnoredAny, serde::de::IgnoredAny);

/// The powers of the columns.
const COLUMNS: [&str; 7] = ["france", "britain", "russia", "austria", "prussia", "spain", "turkey"];

#[derive(Deserialize)]
struct Check {
    needed: i32,
}

#[derive(Debug, Clone, Default, Deserialize)]
struct Satellites {
    of: String,
    #[serde(rename = "without a border")]
    free: Vec<String>,
}

#[derive(Debug, Clone, Default, Deserialize)]
struct Wards {
    france: Vec<String>,
    britain: Vec<String>,
}

#[derive(Debug, Clone, Default, Deserialize)]
struct Allies {
    are: Vec<String>,
}

/// The countries that become a part of a power when it conquers them (NIA §13.1.1).
#[derive(Debug, Clone, Default, Deserialize)]
struct GrandEmpire {
    of: String,
    countries: Vec<String>,
}

/// How long a country has peace that has given up a province (NIA §13.2).
#[derive(Debug, Clone, Copy, Default, Deserialize)]
struct Truce {
    turns: u8,
}

/// An ally for whom enemies may try (NIA §14.4.1).
#[derive(Debug, Clone, Default, Deserialize)]
struct Proud {
    power: String,
    needed: BTreeMap<u16, i32>,
    steps: u32,
    modifier: i32,
}

impl Proud {
    fn check(&self) -> Result<(), String> {
        let sound = self.needed.values().all(|needed| (2..=20).contains(needed));
        if !sound || self.steps == 0 || self.modifier.abs() > MOST_LEANING {
            let text = "proud ally: what two dice need is from 2 to 20, and steps are at least 1";
            return Err(text.to_owned());
        }
        Ok(())
    }
}

/// The sovereigns of a power that changes them in the game, and may leave the war each time (NIA §14.2).
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Sultans {
    pub power: String,
    /// What a die must show at least.
    #[serde(rename = "leaves at")]
    pub leaves: u8,
    reigns: Vec<Reign>,
}

/// A sovereign, and the season in which they take the throne.
#[derive(Debug, Clone, Deserialize)]
struct Reign {
    leader: String,
    #[serde(default)]
    from: Option<Season>,
}

impl Sultans {
    /// After whom somebody takes the throne in a season, and who does.
    pub fn accession(&self, season: Season) -> Option<(&str, &str)> {
        let mut pairs = self.reigns.iter().zip(self.reigns.iter().skip(1));
        let (before, after) = pairs.find(|(_, after)| after.from == Some(season))?;
        Some((&before.leader, &after.leader))
    }

    /// Whether somebody took the throne in the season before.
    pub fn is_new(&self, season: Season) -> bool {
        self.reigns.iter().filter_map(|reign| reign.from).any(|from| from.next() == season)
    }

    /// Whether a leader comes into the game by taking the throne.
    pub fn is_heir(&self, leader: &str) -> bool {
        self.reigns.iter().any(|reign| reign.from.is_some() && reign.leader == leader)
    }

    fn check(&self, people: &People) -> Result<(), String> {
        let unknown = |reign: &&Reign| people.leader(&reign.leader).is_none();
        if !self.reigns.is_empty() && !people.is_major(&self.power) {
            return Err(format!("sultans: no power `{}`", self.power));
        }
        match self.reigns.iter().find(unknown) {
            Some(reign) => Err(format!("sultans: no leader `{}`", reign.leader)),
            None if self.leaves > 6 => Err("sultans: a die shows 6 at most".to_owned()),
            None => Ok(()),
        }
    }
}

#[derive(Deserialize)]
struct Page {
    /// Campaigns of earlier editions have none.
    #[serde(default)]
    sultans: Sultans,
    #[serde(rename = "new states", default)]
    states: Vec<NewState>,
    check: Check,
    attempts: Attempts,
    satellites: Satellites,
    #[serde(rename = "grand empire")]
    empire: GrandEmpire,
    truce: Truce,
    wards: Wards,
    #[serde(rename = "allies who try")]
    allies: Allies,
    #[serde(rename = "proud ally")]
    proud: Proud,
    columns: Vec<String>,
    minors: Vec<Row>,
    majors: BTreeMap<String, BTreeMap<String, i32>>,
}

impl Page {
    /// The powers that it names besides the modifiers.
    fn powers(&self) -> impl Iterator<Item = &String> {
        let lists = [&self.wards.france, &self.wards.britain, &self.allies.are];
        let single = [&self.satellites.of, &self.empire.of, &self.proud.power];
        lists.into_iter().flatten().chain(single)
    }
}

/// The table of the track.
#[derive(Debug, Clone, Default)]
pub struct Track {
    /// The total of an attempt that succeeds.
    pub needed: i32,
    attempts: Attempts,
    satellites: Satellites,
    empire: GrandEmpire,
    states: Vec<NewState>,
    truce: Truce,
    wards: Wards,
    allies: Allies,
    proud: Proud,
    sultans: Sultans,
    /// Country, or power, to the modifier of each power.
    leanings: BTreeMap<String, BTreeMap<String, i32>>,
}

/// Most that a national modifier can be, either way: with more an attempt would be no matter of dice.
const MOST_LEANING: i32 = 6;
/// The longest truce with a country.
const MOST_TURNS: u8 = 40;

impl Track {
    /// Reads the table; each name in it must be one.
    pub fn read(shelf: &Shelf, people: &People, countries: &Countries) -> Result<Self, BookError> {
        let page: Page = yaml(shelf, PAGE)?;
        let wrong = |why: String| BookError::Page { page: PAGE.to_owned(), why };
        let columns = page.columns.get(1..1 + COLUMNS.len()).unwrap_or_default();
        if columns != COLUMNS {
            return Err(wrong(format!("the columns after the first are {}", COLUMNS.join(", "))));
        }
        if let Some(name) = page.powers().find(|name| !people.is_major(name)) {
            let text = format!("wards, allies, satellites and proud ally: no power `{name}`");
            return Err(wrong(text));
        }
        let mut leanings: BTreeMap<String, BTreeMap<String, i32>> = BTreeMap::new();
        for (country, a, b, c, d, e, f, g, ..) in page.minors {
            let row = COLUMNS.iter().map(|power| (*power).to_owned()).zip([a, b, c, d, e, f, g]);
            if leanings.insert(country.clone(), row.collect()).is_some() {
                return Err(wrong(format!("{country} stands there twice")));
            }
        }
        if let Some(name) = leanings.keys().find(|name| countries.get(name).is_none()) {
            return Err(wrong(format!("no country `{name}`")));
        }
        let mut powers = page.majors.keys().chain(page.majors.values().flat_map(BTreeMap::keys));
        if let Some(name) = powers.find(|name| !people.is_major(name)) {
            return Err(wrong(format!("majors: no power `{name}`")));
        }
        leanings.extend(page.majors);
        let mut all = leanings.iter().flat_map(|(on, row)| row.values().map(move |by| (on, by)));
        if let Some((on, by)) = all.find(|(_, by)| by.abs() > MOST_LEANING) {
            return Err(wrong(format!("{on}: a modifier of {by} is beyond {MOST_LEANING}")));
        }
        let lists =
            [("satellites", &page.satellites.free), ("grand empire", &page.empire.countries)];
        for (key, list) in lists {
            if let Some(name) = list.iter().find(|name| countries.get(name).is_none()) {
                return Err(wrong(format!("{key}: no country `{name}`")));
            }
        }
        for one in &page.states {
            one.check(people, countries).map_err(|why| wrong(format!("new states: {why}")))?;
        }
        if !(1..=MOST_TURNS).contains(&page.truce.turns) {
            return Err(wrong(format!("truce: from 1 to {MOST_TURNS} turns")));
        }
        if !(3..=20).contains(&page.check.needed) {
            return Err(wrong("check: what two dice need is from 3 to 20".to_owned()));
        }
        page.proud.check().map_err(wrong)?;
        page.sultans.check(people).map_err(wrong)?;
        let bounded = |figure: Figure| (0..=MOST_LEANING).contains(&figure.is);
        if !bounded(page.attempts.most_bonus) || !bounded(page.attempts.price_toward_power) {
            return Err(wrong(format!("attempts: bonus and price are from 0 to {MOST_LEANING}")));
        }
        Ok(Self {
            needed: page.check.needed,
            attempts: page.attempts,
            satellites: page.satellites,
            empire: page.empire,
            states: page.states,
            truce: page.truce,
            wards: page.wards,
            allies: page.allies,
            proud: page.proud,
            sultans: page.sultans,
            leanings,
        })
    }

    /// The national modifier of a power toward a country or a power.
    pub fn leaning(&self, by: &str, on: &str) -> i32 {
        self.leanings.get(on).and_then(|row| row.get(by)).copied().unwrap_or(0)
    }

    /// The most that bribes add.
    pub fn most_bonus(&self) -> i32 {
        self.attempts.most_bonus.is
    }

    /// How many times as much a bonus costs toward a power.
    pub fn price_toward_power(&self) -> i32 {
        self.attempts.price_toward_power.is
    }

    /// Toward a country that another power has won in this season.
    pub fn new_alliance(&self) -> i32 {
        self.attempts.new_alliance.is
    }

    /// For an enemy of France who tries for one of her allies.
    pub fn french_ally(&self) -> i32 {
        self.attempts.french_ally.is
    }

    /// For each French step in such an ally.
    pub fn french_step(&self) -> i32 {
        self.attempts.french_step.is
    }

    /// For the side that beat a power before, or the other.
    pub fn beaten(&self, by_that_side: bool) -> i32 {
        if by_that_side { self.attempts.victor.is } else { self.attempts.other_side.is }
    }

    /// Toward Russia, for enemies of France, once the Duchy of Warsaw exists.
    pub fn duchy(&self) -> i32 {
        self.attempts.duchy.is
    }

    /// Whether a power that nobody plays has an attempt of its own in a game of two, as the ally of a player.
    pub fn tries_as_ally(&self, power: &str) -> bool {
        self.allies.are.iter().any(|one| one == power)
    }

    /// What changes the dice toward a power while it is an ally of an enemy, in that year; nothing if nobody may try
    /// for it then (NIA §14.4.1).
    pub fn by_year(&self, power: &str, year: u16) -> Option<i32> {
        let proud = (self.proud.power == power).then_some(&self.proud)?;
        let (_, needed) = proud.needed.range(..=year).next_back()?;
        Some(self.needed - needed)
    }

    /// What so many steps of its allies on its land change.
    pub fn by_guests(&self, steps: u32) -> i32 {
        let pairs = steps.checked_div(self.proud.steps).unwrap_or(0);
        i32::try_from(pairs).unwrap_or(i32::MAX).saturating_mul(self.proud.modifier)
    }

    /// The sovereigns who change in the game.
    pub fn sultans(&self) -> &Sultans {
        &self.sultans
    }

    /// The power that has satellites.
    pub fn suzerain(&self) -> &str {
        &self.satellites.of
    }

    /// Whether a country may be a satellite without a border with that power.
    pub fn needs_no_border(&self, country: &str) -> bool {
        self.satellites.free.iter().any(|name| name == country)
    }

    /// Whether a country becomes a part of a power that conquers it, without a choice (NIA §13.1.1).
    pub fn must_annex(&self, power: &str, country: &str) -> bool {
        self.empire.of == power && self.empire.countries.iter().any(|name| name == country)
    }

    /// The states that may be made.
    pub fn states(&self) -> &[NewState] {
        &self.states
    }

    /// One of them.
    pub fn state(&self, name: &str) -> Option<&NewState> {
        self.states.iter().find(|one| one.state == name)
    }

    /// The first season after a truce that begins in the season `first`.
    pub fn end_of_truce(&self, first: Season) -> Season {
        (0..self.truce.turns).fold(first, |season, _| season.next())
    }

    /// Who moves a neutral power that nobody plays (NIA §11.2.4).
    pub fn keeper(&self, power: &str) -> Option<&'static str> {
        let of = |wards: &[String]| wards.iter().any(|ward| ward == power);
        let [france, britain] = super::PLAYERS;
        let keeper = of(&self.wards.france).then_some(france);
        keeper.or_else(|| of(&self.wards.britain).then_some(britain))
    }
}
