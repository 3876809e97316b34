//! Optional rules that an umpire chooses for a campaign (NIA §15.2 to §15.4).

use super::yaml;
use super::{Atlas, People, Units};
use kit::calendar::Season;
use kit::ground::Space;
use kit::shelf::Shelf;
use play::{BookError, OptionCard, Options};
use serde::Deserialize;
use std::ops::RangeInclusive;

const ANTWERP: &str = "antwerp";
const GUARD: &str = "old-guard";
const CHANGE: &str = "bernadotte";
const ON: &str = "on";
const VALUES: &[&str] = &["off", ON];

/// The harbour of Antwerp (NIA §15.2).
pub const ANTWERP_OPTION: OptionCard = OptionCard {
    name: ANTWERP,
    values: VALUES,
    doc: "on: while France holds Antwerp and nobody besieges it, enemy ships do not come into its harbour, and \
          in the budget of each even year 1D6 of 4 or more builds a fleet there for nothing (NIA §15.2)",
};

/// The French Imperial Guard (NIA §15.3).
pub const GUARD_OPTION: OptionCard = OptionCard {
    name: GUARD,
    values: VALUES,
    doc: "on: if the Old Guard leads in a battle that is lost, and loses a step, French troops check for \
          demoralization with a morale lower by 1 (NIA §15.3)",
};

/// Bernadotte (NIA §15.4).
pub const CHANGE_OPTION: OptionCard = OptionCard {
    name: CHANGE,
    values: VALUES,
    doc: "on: when summer 1810 is over, Bernadotte leaves France, and his Swedish counter comes to Sweden as soon as \
          she is an ally or satellite (NIA §15.4)",
};

/// The rules that are played.
#[derive(Debug, Clone, Default)]
pub struct Optional {
    pub harbour: Option<ShelteredHarbour>,
    pub guard: Option<Guard>,
    pub change: Option<Change>,
}

/// A harbour in which enemy ships attack nobody (NIA §15.2).
#[derive(Debug, Clone)]
pub struct ShelteredHarbour {
    pub at: Space,
    pub power: String,
    /// In which years a fleet may be built for nothing, and what the die must show.
    pub every: u16,
    pub needed: u8,
}

/// The corps whose loss in the lead costs its power morale (NIA §15.3).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Guard {
    #[serde(rename = "rule")]
    _rule: String,
    pub unit: String,
    pub power: String,
    pub by: i32,
}

/// A leader who leaves a power for a country (NIA §15.4).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    #[serde(rename = "rule")]
    _rule: String,
    pub leader: String,
    pub power: String,
    pub after: Season,
    pub becomes: String,
    pub country: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Page {
    #[serde(rename = "source")]
    _source: String,
    harbour: HarbourLine,
    guard: Guard,
    change: Change,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct HarbourLine {
    #[serde(rename = "rule")]
    _rule: String,
    at: String,
    power: String,
    every: u16,
    needed: u8,
}

impl Optional {
    /// What is played, for the guide; `budget`: whether there is money to spend.
    pub fn told(
        &self,
        (atlas, units, people): (&Atlas, &Units, &People),
        budget: bool,
    ) -> Vec<String> {
        let harbour = self.harbour.as_ref().map(|harbour| {
            let (title, at) = (people.title(&harbour.power), atlas.name(harbour.at));
            let years = match harbour.every {
                1 => "each year".to_owned(),
                2 => "each even year".to_owned(),
                every => format!("each year that {every} divides"),
            };
            let fleet = budget.then(|| {
                format!(
                    " In the budget of {years} a die of {} or more builds a fleet there for nothing, if \
                     there is a counter and room.",
                    harbour.needed
                )
            });
            format!(
                "While {title} holds {at} and nobody besieges it, no enemy ships come into its harbour, and \
                 nobody lands there; it can be blockaded.{} (NIA §15.2)",
                fleet.unwrap_or_default()
            )
        });
        let guard = self.guard.as_ref().map(|guard| {
            let (corps, nation) = (&units.kind(&guard.unit).name, people.adjective(&guard.power));
            format!(
                "If a {nation} {corps} is the lead unit in the last round of a battle, loses a step and the \
                 battle is lost, the morale of {nation} troops in their check for demoralization is lower \
                 by {} (NIA §15.3). `lead: none` in an `attack` or a reaction keeps it back, unless nobody else fights.",
                guard.by.abs()
            )
        });
        let change = self.change.as_ref().map(|change| {
            let Change { leader, after, becomes, country, .. } = change;
            format!(
                "When {after} is over, {leader} leaves {}. {becomes} comes to the capital of {country} as soon \
                 as it is somebody's ally or satellite, or to the pool of that power if the enemy is there \
                 (NIA §15.4).",
                people.title(&change.power)
            )
        });
        harbour.into_iter().chain(guard).chain(change).collect()
    }

    /// Options with these rules on, by name; an unknown name is refused.
    pub fn chosen(names: &[String]) -> Result<Options, String> {
        let all = [ANTWERP, GUARD, CHANGE];
        match names.iter().find(|name| !all.contains(&name.as_str())) {
            Some(name) => Err(format!("`{name}`: the optional rules are {}", all.join(", "))),
            None => Ok(names.iter().map(|name| (name.clone(), ON.to_owned())).collect()),
        }
    }

    /// Reads the table, if one of its rules is played.
    pub fn read(
        shelf: &Shelf,
        (atlas, units, people): (&Atlas, &Units, &People),
        seasons: RangeInclusive<Season>,
        options: &Options,
    ) -> Result<Self, BookError> {
        let is_on = |name| options.get(name).is_some_and(|value| value == ON);
        if ![ANTWERP, GUARD, CHANGE].into_iter().any(is_on) {
            return Ok(Self::default());
        }
        let page = "nations/book/tables/optional.yaml";
        let Page { harbour, guard, change, .. } = yaml(shelf, page)?;
        let wrong = |why: String| BookError::Page { page: page.to_owned(), why };
        let HarbourLine { at, power, every, needed, .. } = harbour;
        let at = atlas.named(&at).ok_or_else(|| wrong(format!("no place `{at}`")))?;
        if every == 0 {
            return Err(wrong("`every` is at least 1".to_owned()));
        }
        if units.find(&guard.unit).is_none() {
            return Err(wrong(format!("no unit `{}`", guard.unit)));
        }
        if let Some(name) =
            [&change.leader, &change.becomes].into_iter().find(|name| people.leader(name).is_none())
        {
            return Err(wrong(format!("no leader `{name}`")));
        }
        if is_on(CHANGE) && !seasons.contains(&change.after) {
            let after = change.after;
            let why = format!("`{CHANGE}` is for scenarios in which {after} is played");
            return Err(BookError::Option(why));
        }
        let harbour = ShelteredHarbour { at, power, every, needed };
        Ok(Self {
            harbour: is_on(ANTWERP).then_some(harbour),
            guard: is_on(GUARD).then_some(guard),
            change: is_on(CHANGE).then_some(change),
        })
    }
}
