//! A force or a side of a fight as a probe describes it.

use super::super::super::book::Book;
use super::super::super::book::units::Unit;
use super::super::setup::leader;
use super::super::vocabulary;
use super::{checked, read};
use crate::land::reckon::host::Host;
use crate::land::reckon::round::Front;
use crate::record::state::{Force, ForceId};
use kit::ground::Space;
use serde::Deserialize;
use serde_yaml::Value;

/// A force. Whatever a probe does not ask stays empty.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Side {
    pub power: Option<String>,
    pub nation: Option<String>,
    pub units: Many,
    pub leader: Option<String>,
    pub leaders: Many,
    pub combat: Option<i32>,
    pub initiative: Option<u8>,
    pub cavalry_leader: bool,
    pub army: Army,
    pub depots: u8,
    pub engineers: u8,
    pub walls: u8,
    pub lead: Option<String>,
    pub subordinate: Option<Who>,
    pub out_of_supply: bool,
    pub demoralized: bool,
    pub intercepted: bool,
    pub avoidance_failed: bool,
    pub roll: Option<Roll>,
}

/// One word or a list of them.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Many {
    One(String),
    List(Vec<String>),
}

impl Default for Many {
    fn default() -> Self {
        Many::List(vec![])
    }
}

impl Many {
    /// Each of them.
    pub fn iter(&self) -> std::slice::Iter<'_, String> {
        match self {
            Many::One(word) => std::slice::from_ref(word).iter(),
            Many::List(words) => words.iter(),
        }
    }
}

/// An army marker: `yes`, or its name.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Army {
    Flag(bool),
    Name(String),
}

impl Default for Army {
    fn default() -> Self {
        Army::Flag(false)
    }
}

/// A leader by name, or only his figure.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Who {
    Figure(i32),
    Name(String),
}

impl Who {
    /// His name, if he has one, and his combat value.
    pub fn combat(&self, book: &Book) -> Result<(String, i32), String> {
        match self {
            Who::Figure(by) => Ok((String::new(), *by)),
            Who::Name(name) => {
                let name = leader(book, name)?;
                let combat = book.people.known(&name).combat;
                Ok((name, combat.into()))
            }
        }
    }

    /// His initiative.
    pub fn initiative(&self, book: &Book) -> Result<u8, String> {
        match self {
            Who::Figure(figure) => u8::try_from(*figure).ok().filter(|figure| *figure <= 9),
            Who::Name(name) => Some(book.people.known(&leader(book, name)?).initiative),
        }
        .ok_or_else(|| "an initiative is 0 to 9".to_owned())
    }
}

/// Two dice: their sum, or both faces as `4+2`.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "Value")]
pub struct Roll(pub i32);

impl TryFrom<Value> for Roll {
    type Error = String;

    fn try_from(written: Value) -> Result<Self, String> {
        let sum = match &written {
            Value::Number(sum) => sum.as_i64(),
            Value::String(faces) => {
                let face =
                    |face: &str| face.trim().parse::<i64>().ok().filter(|n| (1..=6).contains(n));
                faces.split('+').map(face).sum::<Option<i64>>()
            }
            _ => None,
        };
        let sum = sum.and_then(|sum| i32::try_from(sum).ok()).filter(|n| (2..=12).contains(n));
        sum.map(Roll).ok_or_else(|| {
            let written = serde_yaml::to_string(&written).unwrap_or_default();
            format!("`{}` is not a roll of two dice: 2 to 12, or both faces as 4+2", written.trim())
        })
    }
}

/// One die.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(try_from = "i64")]
pub struct Die(pub u8);

impl TryFrom<i64> for Die {
    type Error = String;

    fn try_from(face: i64) -> Result<Self, String> {
        let die = u8::try_from(face).ok().filter(|face| (1..=6).contains(face));
        die.map(Die).ok_or_else(|| format!("{face} is not a face of a die, which has 1 to 6"))
    }
}

/// A side of a fight: the whole of it, or only a number of points or steps.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "Value")]
pub enum Party {
    Side(Box<Side>),
    Halves(u32),
}

impl TryFrom<Value> for Party {
    type Error = String;

    fn try_from(written: Value) -> Result<Self, String> {
        match &written {
            Value::Number(number) => {
                let halves = number.as_f64().map(|number| number * 2.0);
                let whole = halves.filter(|h| h.fract() == 0.0 && (0.0..2000.0).contains(h));
                let fault = || format!("{number} is not a number of points; a depot has a half");
                whole.map(|halves| Party::Halves(halves as u32)).ok_or_else(fault)
            }
            Value::Mapping(inputs) => {
                let inputs = checked(inputs, "a side", &vocabulary::side_inputs())?;
                Ok(Party::Side(Box::new(read(inputs)?)))
            }
            _ => Err("a side is a map such as {units: 2 x (+1) InfC}, or a number".to_owned()),
        }
    }
}

impl Party {
    /// The side, which must be more than a number.
    pub fn side(&self) -> Result<&Side, String> {
        match self {
            Party::Side(side) => Ok(side),
            Party::Halves(_) => Err("say with which units a side fights".to_owned()),
        }
    }

    /// Its steps.
    pub fn steps(&self, book: &Book) -> Result<u32, String> {
        match self {
            Party::Side(side) => Ok(side.host(book)?.steps()),
            Party::Halves(halves) => Ok(halves / 2),
        }
    }

    /// Its points, in halves.
    pub fn halves(&self, book: &Book) -> Result<u32, String> {
        match self {
            Party::Side(side) => Ok(side.host(book)?.halves()),
            Party::Halves(halves) => Ok(*halves),
        }
    }

    /// It as a host, of which only the points matter.
    pub fn of_points(&self, book: &Book) -> Result<Host, String> {
        let Party::Halves(halves) = self else { return self.side()?.host(book) };
        let steps = u8::try_from(halves / 2).map_err(|_| "that are too many points".to_owned())?;
        let (kind, nation) = ("InfC".into(), "france".into());
        let unit = Unit { kind, modifier: 0, nation, steps, rising: None };
        let depots = u8::from(halves % 2 == 1);
        Ok(Host { units: vec![unit], depots, supplied: true, ..Host::default() })
    }
}

impl Side {
    /// The units that it names.
    pub fn units(&self, book: &Book) -> Result<Vec<Unit>, String> {
        let nation = self.nation(book)?;
        let read = |written: &String| book.units.read(written, &nation, &book.people);
        Ok(self.units.iter().map(read).collect::<Result<Vec<_>, _>>()?.concat())
    }

    fn nation(&self, book: &Book) -> Result<String, String> {
        let written = self.nation.as_ref().or(self.power.as_ref()).map_or("france", |word| word);
        let nation = book.people.nation(written);
        nation
            .map(|nation| nation.name.clone())
            .ok_or_else(|| format!("there is no nation `{written}`"))
    }

    /// It as a force. Leaders of whom only figures are known are stood in for by others like them.
    pub fn force(&self, book: &Book) -> Result<Force, String> {
        let power = self.power.as_deref().unwrap_or("france");
        let mut force = Force::new(ForceId(1), power, Space::default());
        force.units = self.units(book)?;
        for name in self.leader.iter().chain(self.leaders.iter()) {
            force.leaders.push(leader(book, name)?);
        }
        match self.initiative {
            Some(_) if !force.leaders.is_empty() => {
                return Err("say either who leads or an initiative, not both".to_owned());
            }
            Some(initiative) => {
                let like = |leader: &&super::super::super::book::Leader| {
                    leader.initiative == initiative && !leader.cavalry
                };
                let found = book.people.leaders().find(like);
                let found =
                    found.ok_or_else(|| format!("no leader has initiative {initiative}"))?;
                force.leaders.push(found.name.clone());
            }
            None => {}
        }
        let rides = |name: &String| book.people.known(name).cavalry;
        if self.cavalry_leader && !force.leaders.iter().any(rides) {
            let found = book.people.leaders().find(|leader| leader.cavalry);
            force.leaders.extend(found.map(|leader| leader.name.clone()));
        }
        force.army = match &self.army {
            Army::Flag(there) => there.then(|| "an army".to_owned()),
            Army::Name(name) => Some(name.clone()),
        };
        force.depots = self.depots;
        force.engineers = self.engineers;
        force.demoralized = self.demoralized;
        force.unsupplied = self.out_of_supply;
        Ok(force)
    }

    /// It as the tables ask it.
    pub fn host(&self, book: &Book) -> Result<Host, String> {
        Ok(Host { walls: self.walls, ..Host::of(book, &self.force(book)?) })
    }

    /// The combat value of its commander, and his name.
    pub fn commander(&self, book: &Book) -> Result<(String, i32), String> {
        let named = self.leader.iter().chain(self.leaders.iter()).next();
        let (name, combat) = match named {
            Some(name) => Who::Name(name.clone()).combat(book)?,
            None => (String::new(), 0),
        };
        Ok((name, self.combat.unwrap_or(combat)))
    }

    /// It as one side of a round.
    pub fn front(&self, book: &Book) -> Result<Front, String> {
        let (commander_name, commander) = self.commander(book)?;
        let nation = self.nation(book)?;
        let unit = |written: &String| book.units.read(written, &nation, &book.people);
        let lead = self.lead.as_ref().map(unit).transpose()?;
        let lead = lead.and_then(|units| units.into_iter().next());
        let host = self.host(book)?;
        if let (Some(unit), Some(written)) = (&lead, &self.lead)
            && !host.units.contains(unit)
        {
            return Err(format!("the lead unit `{written}` is none of the side's units"));
        }
        Ok(Front {
            host,
            commander,
            commander_name,
            lead,
            spared: false,
            second: None,
            tactician: None,
            subordinate: self.subordinate.as_ref().map(|who| who.combat(book)).transpose()?,
            intercepted: self.intercepted,
            avoidance_failed: self.avoidance_failed,
        })
    }
}
