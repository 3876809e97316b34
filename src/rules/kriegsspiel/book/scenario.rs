//! A scenario: who fights whom, where, with what, and who comes later.

use super::fleets::SeaForce;
use super::lands::City;
use super::{Atlas, Lands, Troops, relations};
use crate::record::state::{Formation, Kind};
use crate::sight::intel_levels::Intel;
use kit::calendar::Season;
use kit::ground::Space;
use kit::names::plain;
use kit::newspaper::Newspaper;
use kit::page::Declared;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// The page of a scenario.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// the scenario's name, as reports print it
    pub title: String,
    /// the turn that is played first
    #[serde(rename = "first season")]
    pub first: Season,
    /// the turn after which the game is over
    #[serde(rename = "last season")]
    pub last: Season,
    /// who plays, on which side; powers of different sides are at war, those of one are allies
    #[serde(default)]
    #[declared(keys = "side", "nation", items = 1..=12)]
    pub sides: BTreeMap<String, Vec<String>>,
    /// who plays, instead of `sides`: each is neutral to all others, but for what `relations` says
    #[serde(default)]
    #[declared("nation", items = 2..=MOST_POWERS)]
    pub powers: Vec<String>,
    /// what two of the `powers` are to each other at the start, a line each
    #[serde(rename = "relations", default)]
    #[declared(items = 0..=MOST_LINES)]
    pub lines: Vec<relations::Line>,
    /// the part of the map that is played on; else all of it
    area: Option<Area>,
    /// nations whose lands nobody may enter
    #[serde(default)]
    #[declared("nation")]
    pub neutral: Vec<String>,
    /// action points of each turn, where there is no `money`
    #[serde(default)]
    #[declared(keys = "nation", 0..=99)]
    pub points: BTreeMap<String, u32>,
    /// plays the game with money: dollars that powers have at the start; provinces yield resource points, which
    /// pay for supply and action points
    #[serde(default)]
    #[declared(keys = "nation", 0..=MOST_MONEY as i64)]
    pub money: Option<BTreeMap<String, u32>>,
    /// whether powers make deals, and hold a council before each winter, in which wars are declared; for `powers` without sides
    #[serde(default)]
    pub politics: bool,
    /// what ends the game before the last season, a line each; for a scenario with `politics`, where a power that submits
    /// goes on
    #[serde(default)]
    #[declared(items = 0..=12)]
    pub ends: Vec<End>,
    /// straits that nobody crosses, each by the two places beside it
    #[serde(rename = "shut straits", default)]
    #[declared("place", items = 0..=20)]
    shut_by_name: Vec<[String; 2]>,
    /// how many times the paces of the book count on this map; else once
    #[serde(default = "Scenario::as_printed")]
    #[declared(1..=MOST_RATE as i64)]
    pub rate: u32,
    /// depots that can be deployed
    #[serde(default)]
    #[declared(keys = "nation", 0..=20)]
    pub depots: BTreeMap<String, u8>,
    /// depots that stand at the start
    #[serde(rename = "deployed", default)]
    #[declared(keys = "nation", "place")]
    deployed_at: BTreeMap<String, Vec<String>>,
    /// where a nation's own supply comes from
    #[serde(rename = "home", default)]
    #[declared(keys = "nation", "place")]
    home_at: BTreeMap<String, String>,
    /// places that count as cities here, besides those of the book
    #[serde(default)]
    #[declared(items = 0..=60)]
    cities: Vec<Extra>,
    /// cities that another holds at the start
    #[serde(rename = "held", default)]
    #[declared(keys = "place", "nation")]
    held_at: BTreeMap<String, String>,
    /// what players are told
    #[serde(rename = "special rules", default)]
    #[declared(items = 0..=60)]
    pub special: Vec<Special>,
    /// whether every player gets a newspaper with what everybody knows; `yes` without it
    #[serde(default)]
    pub newspaper: Newspaper,
    /// what is told of others, unless `--option intel` of the campaign says otherwise; `scouted` without it
    #[serde(default)]
    pub intel: Option<Intel>,
    /// the order of battle, a line each
    #[declared(items = 1..=200)]
    pub forces: Vec<Force>,
    /// fleets and admirals, a line each; with them the war is fought at sea as well
    #[serde(default)]
    #[declared(items = 0..=100)]
    pub fleets: Vec<SeaForce>,
    /// The same, as places of the map.
    #[serde(skip)]
    pub deployed: BTreeMap<Space, String>,
    #[serde(skip)]
    pub home: BTreeMap<String, Space>,
    #[serde(skip)]
    pub held: BTreeMap<Space, String>,
    #[serde(skip)]
    shut: BTreeSet<[Space; 2]>,
    /// The generals with whom powers began, in a case that has no order of battle of its own.
    #[serde(skip)]
    pub began: BTreeMap<String, u32>,
    /// The rule system, in a scenario of somebody's own.
    #[serde(rename = "rules")]
    #[declared(skip)]
    _rules: Option<String>,
    #[serde(skip)]
    window: Option<[(u16, u16); 2]>,
}

/// Who plays in a case.
#[derive(Debug, Clone)]
pub enum Who {
    /// Sides that are at war with each other.
    Sides(BTreeMap<String, Vec<String>>),
    /// Powers, and what they are to each other.
    Powers(Vec<String>, Vec<relations::Line>),
}

/// What ends a game: one of these powers submits or is conquered, while another has enough points, if that is asked.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// one of these powers has submitted or is conquered
    #[declared("nation", items = 1..=12)]
    pub beaten: Vec<String>,
    /// what this power has, as `points: {france: 6}`; without it, nothing more is asked
    #[serde(default)]
    #[declared(keys = "nation", 0..=99)]
    pub points: BTreeMap<String, i64>,
}

/// The part of the map that is played on.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Area {
    /// the first and the last, such as `[W30, E12]`
    #[declared("column")]
    columns: [String; 2],
    /// the first and the last
    #[declared(1..=54)]
    rows: [u16; 2],
}

/// A place that counts as a city in this scenario.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Extra {
    /// the place
    #[declared("place")]
    name: String,
    /// whose city it is
    #[declared("nation")]
    nation: String,
    /// its siege value; without it, no walls
    #[serde(default)]
    #[declared(0..=9)]
    walls: u32,
    /// who holds it at the start, if that is another
    #[declared("nation")]
    held: Option<String>,
    /// where that is from
    #[serde(rename = "source")]
    _source: String,
}

/// A special rule of the scenario, in words.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Special {
    /// a short name
    pub id: String,
    /// the rule in a sentence; it stands in every report
    pub text: String,
}

/// One line of the order of battle.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Force {
    /// whose it is; one of those who play
    #[declared("nation")]
    pub power: String,
    /// the season at whose start it comes; else it is there
    pub when: Option<Season>,
    /// where it stands
    #[declared("place")]
    at: String,
    /// who commands it; a general of that nation, in one line only
    #[declared("general")]
    pub general: Option<String>,
    /// its corps and brigades
    #[declared(items = 0..=40)]
    formations: Vec<Body>,
    #[serde(skip)]
    pub place: Space,
    #[serde(skip)]
    pub bodies: Vec<Formation>,
}

/// One corps or brigade as it is written.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct Body {
    /// what it is called; no two have one name
    pub name: String,
    /// `corps`: for nations that have them; `marauders`: cossacks and the like, under nobody
    pub kind: Kind,
    /// how many battalions, regiments and batteries of each kind
    #[declared(keys = "troops", 1..=99)]
    pub units: BTreeMap<String, u32>,
}

impl Body {
    /// The formation that is meant, whole and legal for its nation.
    pub fn formation(
        &self,
        (lands, troops): (&Lands, &Troops),
        power: &str,
        at: Space,
        under: Option<&str>,
    ) -> Result<Formation, String> {
        let mut units = BTreeMap::new();
        for (written, count) in &self.units {
            let kind = troops.find(written).ok_or_else(|| format!("no troops `{written}`"))?;
            if !kind.serves(power) {
                return Err(format!("{}: {power} has no {}", self.name, kind.name));
            }
            units.insert(kind.name.clone(), count * kind.hits);
        }
        let formation = Formation {
            name: self.name.clone(),
            power: power.to_owned(),
            kind: self.kind,
            units,
            at,
            under: under.filter(|_| self.kind != Kind::Marauders).map(str::to_owned),
            fed: true,
        };
        match formation.too_large(lands, troops) {
            Some(why) => Err(format!("{}: {why}", self.name)),
            None => Ok(formation),
        }
    }
}

/// The most powers of a scenario without sides, and the most lines on what they are to each other.
const MOST_POWERS: usize = 24;
const MOST_LINES: usize = 300;

/// The most dollars that a power has at the start.
pub const MOST_MONEY: u32 = 100_000;

/// The most that a scenario may multiply the paces of the book by.
pub const MOST_RATE: u32 = 4;

impl Scenario {
    fn as_printed() -> u32 {
        1
    }

    /// With how many generals a power begins, those who come later among them (§19.7).
    pub fn generals_at_start(&self, power: &str) -> u32 {
        let own = self.forces.iter().filter(|force| force.power == power);
        let listed = own.filter(|force| force.general.is_some()).count();
        let listed = u32::try_from(listed).unwrap_or(u32::MAX);
        self.began.get(power).copied().unwrap_or(listed)
    }

    /// The generals of a power who come in a season or after it.
    pub fn generals_from(&self, power: &str, season: Season) -> impl Iterator<Item = &String> {
        let comes = move |force: &&Force| force.when.is_some_and(|when| when >= season);
        let own = self.forces.iter().filter(move |force| force.power == power);
        own.filter(comes).filter_map(|force| force.general.as_ref())
    }

    /// A bare field for a case: the whole map, nobody on it.
    pub fn bare(season: Season, who: Who) -> Self {
        let (sides, powers, lines) = match who {
            Who::Sides(sides) => (sides, vec![], vec![]),
            Who::Powers(powers, lines) => (BTreeMap::new(), powers, lines),
        };
        let all = sides.values().flatten().chain(&powers).cloned();
        Self {
            newspaper: Newspaper::default(),
            title: "A case".to_owned(),
            first: season,
            last: season.next(),
            points: all.map(|power| (power, 99)).collect(),
            rate: Self::as_printed(),
            money: None,
            politics: false,
            ends: vec![],
            shut_by_name: vec![],
            shut: BTreeSet::new(),
            sides,
            powers,
            lines,
            area: None,
            neutral: vec![],
            depots: BTreeMap::new(),
            deployed_at: BTreeMap::new(),
            home_at: BTreeMap::new(),
            cities: vec![],
            held_at: BTreeMap::new(),
            special: vec![],
            intel: None,
            forces: vec![],
            fleets: vec![],
            deployed: BTreeMap::new(),
            home: BTreeMap::new(),
            held: BTreeMap::new(),
            began: BTreeMap::new(),
            _rules: None,
            window: None,
        }
    }

    /// Finds everything that the page names; what is wrong is told in a sentence.
    pub fn settle(
        &mut self,
        atlas: &Atlas,
        lands: &mut Lands,
        troops: &Troops,
    ) -> Result<(), String> {
        let place = |name: &str| atlas.find(name).ok_or_else(|| format!("no place `{name}`"));
        if !(1..=MOST_RATE).contains(&self.rate) {
            return Err(format!("`rate:` is 1 to {MOST_RATE}, and {} stands there", self.rate));
        }
        let named: Vec<String> = self.powers().into_iter().map(|(power, _)| power).collect();
        self.can_begin()?;
        for powers in named.iter().chain(&self.neutral) {
            lands.nation(powers).ok_or_else(|| format!("there is no nation `{powers}`"))?;
        }
        for line in &self.cities {
            let at = place(&line.name)?;
            lands.nation(&line.nation).ok_or_else(|| format!("no nation `{}`", line.nation))?;
            let city = City {
                name: line.name.clone(),
                nation: line.nation.clone(),
                victory: false,
                capital: false,
                walls: line.walls,
                share: None,
            };
            if lands.add(at, city).is_some() {
                return Err(format!("{} is a city already", line.name));
            }
            self.held.extend(line.held.clone().map(|power| (at, power)));
        }
        for [one, other] in &self.shut_by_name {
            let mut both = [place(one)?, place(other)?];
            if !atlas.edge(both[0], both[1]).strait {
                return Err(format!("{one} and {other} are not joined by a strait"));
            }
            both.sort();
            self.shut.insert(both);
        }
        for (name, power) in &self.held_at {
            self.held.insert(place(name)?, power.clone());
        }
        for (power, name) in &self.home_at {
            self.home.insert(power.clone(), place(name)?);
        }
        for (power, names) in &self.deployed_at {
            for name in names {
                self.deployed.insert(place(name)?, power.clone());
            }
        }
        if let Some(area) = &self.area {
            let corner = |column: &String| {
                let hex = atlas.code(&format!("{column}01"));
                hex.map(|hex| atlas.column_row(hex).0).ok_or_else(|| format!("no column {column}"))
            };
            let [from, to] = &area.columns;
            self.window = Some([(corner(from)?, corner(to)?), (area.rows[0], area.rows[1])]);
        }
        self.settle_forces(atlas, lands, troops)
    }

    /// Whether a strait is shut to all.
    pub fn is_shut(&self, from: Space, to: Space) -> bool {
        self.shut.contains(&[from.min(to), from.max(to)])
    }

    /// Says why nobody could begin: there are sides or powers, and what stands between powers is sound.
    fn can_begin(&self) -> Result<(), String> {
        match (self.sides.is_empty(), self.powers.is_empty()) {
            (true, true) => return Err("`sides:` or `powers:` says who plays".to_owned()),
            (false, false) => return Err("`sides:` and `powers:` do not go together".to_owned()),
            (false, true) if !self.lines.is_empty() => {
                return Err("`relations:` goes with `powers:`; of `sides:` all is said".to_owned());
            }
            _ => {}
        }
        match (&self.money, self.points.is_empty()) {
            (None, true) => return Err("`points:` or `money:` says what marches cost".to_owned()),
            (Some(_), false) => return Err("`points:` and `money:` do not go together".to_owned()),
            _ => {}
        }
        let banks = self.money.iter().flatten();
        if let Some((power, money)) = banks.into_iter().find(|(_, money)| **money > MOST_MONEY) {
            return Err(format!("{power} has ${money}, and {MOST_MONEY} is the most"));
        }
        let powers = self.powers.iter().map(String::as_str).collect();
        let faults = relations::faults(&powers, &self.lines);
        faults.into_iter().next().map_or(Ok(()), |fault| Err(fault.text))
    }

    fn settle_forces(
        &mut self,
        atlas: &Atlas,
        lands: &Lands,
        troops: &Troops,
    ) -> Result<(), String> {
        let powers: BTreeSet<String> = self.powers().into_iter().map(|(power, _)| power).collect();
        let mut names = BTreeSet::new();
        let mut forces = std::mem::take(&mut self.forces);
        for force in &mut forces {
            if !powers.contains(&force.power) {
                return Err(format!("`{}` does not play here", force.power));
            }
            force.place =
                atlas.find(&force.at).ok_or_else(|| format!("no place `{}`", force.at))?;
            if !self.in_play(atlas, lands, force.place) {
                return Err(format!("{} is out of play", force.at));
            }
            if let Some(general) = &force.general {
                let person = troops.person(general).ok_or_else(|| format!("nobody `{general}`"))?;
                if person.nation != force.power {
                    return Err(format!("{general} does not serve {}", force.power));
                }
            }
            for body in &force.formations {
                let named = names.insert(plain(&body.name));
                if !named {
                    return Err(format!("there are two called {}", body.name));
                }
                let under = force.general.as_deref();
                let formation =
                    body.formation((lands, troops), &force.power, force.place, under)?;
                force.bodies.push(formation);
            }
        }
        self.forces = forces;
        self.within_limits(troops)
    }

    /// Holds the order of battle against the most that a nation may have of a kind (§10.5).
    fn within_limits(&self, troops: &Troops) -> Result<(), String> {
        for kind in &troops.kinds {
            let Some(most) = kind.most else { continue };
            let mut hits: BTreeMap<&str, u32> = BTreeMap::new();
            for body in self.forces.iter().flat_map(|force| &force.bodies) {
                *hits.entry(&body.power).or_default() += body.units.get(&kind.name).unwrap_or(&0);
            }
            if let Some((power, hits)) = hits.iter().find(|(_, hits)| **hits > most * kind.hits) {
                let are = hits.div_ceil(kind.hits);
                return Err(format!("{power} has {are} {}, and may have {most}", kind.name));
            }
        }
        Ok(())
    }

    /// Whether troops may stand in a hex: land of the area that no neutral nation owns.
    pub fn in_play(&self, atlas: &Atlas, lands: &Lands, at: Space) -> bool {
        let (column, row) = atlas.column_row(at);
        let inside = |(from, to): (u16, u16), figure| (from..=to).contains(&figure);
        let in_window =
            self.window.is_none_or(|[columns, rows]| inside(columns, column) && inside(rows, row));
        let owner = lands.owner(atlas, at);
        in_window
            && atlas.is_land(at)
            && owner.is_none_or(|owner| self.neutral.iter().all(|neutral| neutral != owner))
    }

    /// Whether a power plays.
    pub fn plays(&self, power: &str) -> bool {
        self.sides.values().flatten().chain(&self.powers).any(|one| one == power)
    }

    /// All powers in the order of the alphabet, each with its side; an empty one, if there are no sides.
    pub fn powers(&self) -> Vec<(String, String)> {
        let mut all: Vec<(String, String)> = self
            .sides
            .iter()
            .flat_map(|(side, powers)| powers.iter().map(|p| (p.clone(), side.clone())))
            .chain(self.powers.iter().map(|power| (power.clone(), String::new())))
            .collect();
        all.sort();
        all
    }
}
