//! Size, odds, superiority, and a whole round of battle or assault (NIA §8, §9.2).

use super::super::super::book::Book;
use super::side::{Party, Roll};
use super::{Outputs, Probe, any_season, bare, listed, tell, terrain, yes};
use crate::land::reckon::host::is_cavalry;
use crate::land::reckon::round::{self, Crossing, Front, Setting};
use crate::land::reckon::sum;
use crate::record::event::{Modifier, Winner};
use kit::calendar::Season;
use kit::shelf::Shelf;
use serde::Deserialize;

/// The steps of both sides.
#[derive(Deserialize)]
pub struct BattleSize {
    attacker: Party,
    defender: Party,
}

/// The points of both sides.
#[derive(Deserialize)]
pub struct Odds {
    attacker: Party,
    defender: Party,
}

/// The guns and the cavalry of both sides.
#[derive(Deserialize)]
pub struct Superiority {
    attacker: Party,
    defender: Party,
    #[serde(flatten)]
    field: Field,
}

/// A round of battle.
#[derive(Deserialize)]
pub struct Battle {
    attacker: Party,
    defender: Party,
    #[serde(flatten)]
    field: Field,
}

/// Where and how it is fought.
#[derive(Deserialize)]
struct Field {
    #[serde(default = "any_season")]
    season: Season,
    #[serde(default)]
    terrain: Option<String>,
    #[serde(default)]
    pass: bool,
    #[serde(default)]
    assault: bool,
    #[serde(default = "one")]
    round: u8,
    #[serde(default)]
    over: Option<Over>,
}

fn one() -> u8 {
    1
}

/// What the attacker comes over.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Over {
    Bridge,
    River,
    Strait,
    Sea,
}

impl Field {
    fn setting(&self) -> Result<Setting, String> {
        Ok(Setting {
            terrain: terrain(self.terrain.as_deref())?,
            pass: self.pass,
            season: self.season,
            assault: self.assault,
            first_round: self.round <= 1,
            crossing: match self.over {
                None => Crossing::None,
                Some(Over::Bridge) => Crossing::Bridge,
                Some(Over::River) => Crossing::River,
                Some(Over::Strait) => Crossing::Strait,
                Some(Over::Sea) => Crossing::Landing,
            },
            reformed: false,
        })
    }
}

fn side(winner: Option<Winner>) -> &'static str {
    match winner {
        Some(Winner::Attacker) => "attacker",
        Some(Winner::Defender) => "defender",
        Some(Winner::Nobody) | None => "nobody",
    }
}

/// The other side of a winner: whom the odds destroy.
fn loser(winner: Option<Winner>) -> &'static str {
    match winner {
        Some(Winner::Attacker) => "defender",
        Some(Winner::Defender) => "attacker",
        Some(Winner::Nobody) | None => "nobody",
    }
}

/// Half points as points: `3` or `4.5`.
fn points(halves: u32) -> String {
    let half = if halves % 2 == 1 { ".5" } else { "" };
    format!("{}{half}", halves / 2)
}

impl Probe for BattleSize {
    fn run(self, shelf: &Shelf) -> Result<Outputs, String> {
        let book = bare(shelf, any_season(), Default::default())?;
        let size = round::size(self.attacker.steps(&book)?, self.defender.steps(&book)?);
        Ok(Outputs::from([("size".to_owned(), size.word().to_owned())]))
    }
}

impl Probe for Odds {
    fn run(self, shelf: &Shelf) -> Result<Outputs, String> {
        let book = bare(shelf, any_season(), Default::default())?;
        let (ours, theirs) = (self.attacker.halves(&book)?, self.defender.halves(&book)?);
        let found = round::odds(&book, ours, theirs);
        let safe = match found.safe {
            (true, _) => "attacker",
            (false, true) => "defender",
            (false, false) => "nobody",
        };
        let mut outputs = Outputs::new();
        tell(&mut outputs, "odds", found.ratio);
        tell(&mut outputs, "modifier", book.war.odds(found.ratio));
        tell(&mut outputs, "destroyed", loser(found.destroyed));
        tell(&mut outputs, "safe", safe);
        Ok(outputs)
    }
}

impl Probe for Superiority {
    fn run(self, shelf: &Shelf) -> Result<Outputs, String> {
        let setting = self.field.setting()?;
        let book = bare(shelf, setting.season, Default::default())?;
        let (ours, theirs) =
            (self.attacker.side()?.host(&book)?, self.defender.side()?.host(&book)?);
        let found = round::superiority(&book, &setting, &ours, &theirs);
        let mut outputs = Outputs::new();
        tell_arms(&mut outputs, found.guns, found.cavalry);
        for (name, modifiers) in [("attacker", found.attacker), ("defender", found.defender)] {
            tell(&mut outputs, name, listed(&modifiers));
        }
        Ok(outputs)
    }
}

fn tell_arms(outputs: &mut Outputs, guns: (u32, u32), cavalry: (u32, u32)) {
    tell(outputs, "guns", format!("{} to {}", guns.0, guns.1));
    tell(outputs, "cavalry", format!("{} to {}", points(cavalry.0), points(cavalry.1)));
}

impl Probe for Battle {
    fn run(self, shelf: &Shelf) -> Result<Outputs, String> {
        let setting = self.field.setting()?;
        let book = bare(shelf, setting.season, Default::default())?;
        let (attacker, defender) = (self.attacker.side()?, self.defender.side()?);
        let (ours, theirs) = (attacker.front(&book)?, defender.front(&book)?);
        let found = round::reckon(&book, &setting, &ours, &theirs);
        let mut outputs = Outputs::new();
        tell(&mut outputs, "size", found.size.word());
        tell(&mut outputs, "odds", found.odds);
        tell(&mut outputs, "destroyed", loser(found.destroyed));
        tell_arms(&mut outputs, found.guns, found.cavalry);
        for (name, modifiers) in [("attacker", &found.attacker), ("defender", &found.defender)] {
            tell(&mut outputs, &format!("{name} modifier"), sum(modifiers));
            tell(&mut outputs, &format!("{name} modifiers"), listed(modifiers));
        }
        if found.destroyed.is_some() {
            tell(&mut outputs, "winner", side(found.destroyed));
            return Ok(outputs);
        }
        if let (Some(Roll(attack)), Some(Roll(defence))) = (attacker.roll, defender.roll) {
            let cell = |roll: i32, modifiers: &[Modifier]| {
                book.war.combat(found.size, roll + sum(modifiers))
            };
            let (attack, defence) = (
                (attack, cell(attack, &found.attacker)),
                (defence, cell(defence, &found.defender)),
            );
            tell(&mut outputs, "winner", side(Some(round::winner(attack.1, defence.1))));
            for (name, front, (roll, cell), modifiers) in [
                ("attacker", &ours, attack, &found.attacker),
                ("defender", &theirs, defence, &found.defender),
            ] {
                tell(&mut outputs, &format!("{name} total"), roll + sum(modifiers));
                tell(&mut outputs, &format!("{name} result"), cell);
                let inflicted = round::inflicted(cell, &front.host);
                tell(&mut outputs, &format!("{name} inflicts"), inflicted);
            }
            let by_l = |hit: bool, safe: bool| hit && !safe;
            let attacked = by_l(defence.1.leader, found.attacker_safe);
            let defended = by_l(attack.1.leader, found.defender_safe);
            tell(&mut outputs, "attacker checks", checks(&ours, attacked));
            tell(&mut outputs, "defender checks", checks(&theirs, defended));
            tell(
                &mut outputs,
                "lost cavalry",
                lost_cavalry(
                    &book,
                    [
                        ("attacker", &ours, defence.1.cavalry),
                        ("defender", &theirs, attack.1.cavalry),
                    ],
                ),
            );
        }
        tell(&mut outputs, "attacker safe", yes(found.attacker_safe));
        tell(&mut outputs, "defender safe", yes(found.defender_safe));
        Ok(outputs)
    }
}

/// Which leaders are checked for casualty (NIA §8.2.5).
fn checks(front: &Front, by_l: bool) -> String {
    let lent = front
        .subordinate
        .as_ref()
        .map(|(name, _)| if name.is_empty() { "the subordinate".to_owned() } else { name.clone() });
    let lowest = by_l.then(|| "the lowest leader".to_owned());
    let all: Vec<String> = lent.into_iter().chain(lowest).collect();
    if all.is_empty() { "nobody".to_owned() } else { all.join(", ") }
}

/// Who must lose a step of cavalry, or two others instead (NIA §8.2.4).
fn lost_cavalry(book: &Book, sides: [(&str, &Front, bool); 2]) -> String {
    let rides = |front: &Front| front.host.units.iter().any(|unit| is_cavalry(book, unit));
    let all: Vec<&str> =
        sides.into_iter().filter(|(_, front, hit)| *hit && rides(front)).map(|s| s.0).collect();
    if all.is_empty() { "nobody".to_owned() } else { all.join(", ") }
}
