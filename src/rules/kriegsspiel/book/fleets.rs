//! The lines of a scenario's page on fleets and admirals (§10.1, §13.2).

use super::Troops;
use super::ships::Navies;
use crate::record::sea::{Admiral, Berth, Fleet, FleetKind, Ships};
use kit::calendar::Season;
use kit::ground::Space;
use kit::names::plain;
use kit::page::Declared;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// One line: ships in one place.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct SeaForce {
    /// whose they are; one of those who play
    #[declared("nation")]
    pub power: String,
    /// the season at whose start they come; else they are there
    pub when: Option<Season>,
    /// a harbour, or a sea area for ships at sea
    #[declared("berth")]
    pub at: String,
    /// who commands them; an admiral of that nation, in one line only
    #[declared("admiral")]
    pub admiral: Option<String>,
    /// the fleets, squadrons and transport fleets
    #[declared(items = 0..=20)]
    pub fleets: Vec<ShipBody>,
}

/// One fleet, squadron or transport fleet as it is written.
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct ShipBody {
    /// what it is called; no two have one name
    pub name: String,
    /// `fleet`, `squadron` or `transports`
    pub kind: FleetKind,
    /// how many ships of each kind
    #[declared(keys = "ships", 1..=99)]
    pub ships: BTreeMap<String, u32>,
}

/// Who comes by a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arriving {
    pub admiral: Option<Admiral>,
    pub fleets: Vec<Fleet>,
}

impl SeaForce {
    /// Who comes by the line, or what is wrong with it.
    pub fn arriving(
        &self,
        navies: &Navies,
        troops: &Troops,
        place: impl Fn(&str) -> Option<Space>,
    ) -> Result<Arriving, String> {
        let at = navies
            .berth(&self.at, place)
            .ok_or_else(|| format!("unknown harbour or sea area `{}`", self.at))?;
        let admiral = match &self.admiral {
            None => None,
            Some(name) => {
                let found = navies.appointed(troops, name, at.clone());
                let found = found.ok_or_else(|| format!("unknown admiral `{name}`"))?;
                if found.power != self.power {
                    return Err(format!(
                        "{} serves {}, not {}",
                        found.name, found.power, self.power
                    ));
                }
                if self.fleets.len() > usize::try_from(found.command).unwrap_or(usize::MAX) {
                    let most = found.command;
                    return Err(format!("{} commands {most} fleets at the most", found.name));
                }
                Some(found)
            }
        };
        let under = admiral.as_ref().map(|one| one.name.clone());
        let fleet = |body: &ShipBody| body.fleet(navies, &self.power, (&at, under.clone()));
        let fleets = self.fleets.iter().map(fleet).collect::<Result<_, String>>()?;
        Ok(Arriving { admiral, fleets })
    }
}

impl ShipBody {
    /// The fleet that is meant, within the bounds of its kind.
    pub fn fleet(
        &self,
        navies: &Navies,
        power: &str,
        (at, under): (&Berth, Option<String>),
    ) -> Result<Fleet, String> {
        let mut ships = Ships::new();
        for (written, count) in &self.ships {
            let kind = navies.find(written);
            let kind =
                kind.ok_or_else(|| format!("{}: unknown kind of ship `{written}`", self.name))?;
            ships.insert(kind.name.clone(), *count);
        }
        if let Some(why) = navies.unfit(self.kind, &ships) {
            return Err(format!("{}: {why}", self.name));
        }
        let fleet = Fleet::new(self.name.clone(), power, (self.kind, ships), at.clone());
        Ok(Fleet { under, ..fleet })
    }
}

/// What is wrong with the lines together: the line, and why.
pub fn fault(
    lines: &[SeaForce],
    navies: &Navies,
    troops: &Troops,
    place: impl Fn(&str) -> Option<Space>,
) -> Option<(usize, String)> {
    let (mut called, mut admirals) = (BTreeSet::new(), BTreeSet::new());
    lines.iter().enumerate().find_map(|(nth, line)| {
        let why = match line.arriving(navies, troops, &place) {
            Err(why) => Some(why),
            Ok(Arriving { admiral, fleets }) => {
                let twice = fleets.iter().find(|one| !called.insert(plain(&one.name)));
                let twice = twice.map(|one| format!("there are two called {}", one.name));
                let again = admiral.filter(|one| !admirals.insert(one.name.clone()));
                twice.or_else(|| again.map(|one| format!("{} stands in two lines", one.name)))
            }
        };
        why.map(|why| (nth, why))
    })
}
