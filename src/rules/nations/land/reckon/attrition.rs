//! What adds to a check for attrition, and on whom its first loss falls (NIA §7.4).

use crate::book::Book;
use crate::book::units::Unit;
use crate::book::war::{Bonus, Toll};
use crate::land::reckon::Sums;
use crate::record::event::Modifier;
use kit::calendar::Season;
use std::collections::BTreeSet;

/// How a force came to its check.
#[derive(Debug, Clone, Copy)]
pub struct March {
    /// Points spent since the activation began; none in the final phase of a season.
    pub spent: Option<u32>,
    /// Mountain, pass, swamp or desert entered since the last check.
    pub rough_ground: bool,
    pub demoralized: bool,
    pub unsupplied: bool,
    pub season: Season,
    /// A supply unit is spent on it.
    pub supply_spent: bool,
    /// The owner uses the bonus of his nations.
    pub national: bool,
    /// What a card adds, that has laid the land waste (NIA §11.1).
    pub scorched: i32,
    /// What the card adds that asks for the check (NIA §11.1).
    pub fever: i32,
}

/// The combat points at risk among some units: guerrillas never are (NIA §7.1).
pub fn points(units: &[Unit]) -> u32 {
    units.iter().filter(|unit| unit.kind != "G").map(|unit| u32::from(unit.steps)).sum()
}

/// The steps that a result costs; nothing is said while the die of its star is missing (NIA §7.4).
pub fn steps(book: &Book, toll: Toll, star: Option<u8>, in_a_city: bool) -> Option<u8> {
    if !toll.star {
        return Some(toll.steps);
    }
    star.map(|die| toll.steps + u8::from(book.war.attrition_star.costs(die, in_a_city)))
}

/// What adds to the dice.
pub fn modifiers(book: &Book, units: &[Unit], march: &March) -> Vec<Modifier> {
    let wear = &book.war.wear;
    let mut sums = Sums::default();
    for (holds, what) in [
        (march.demoralized, "demoralized"),
        (march.unsupplied, "out of supply"),
        (march.supply_spent, "supply unit spent"),
        (march.rough_ground, "hard ground"),
    ] {
        sums.add_if(holds, what, wear.named.get(what));
    }
    sums.add("scorched earth", march.scorched);
    sums.add("fever", march.fever);
    if let Some(spent) = march.spent {
        sums.add(format!("{spent} points marched"), *wear.marched.read(spent));
    }
    let quarter = march.season.quarter;
    sums.add(quarter.word(), wear.seasons.get(&quarter).copied().unwrap_or(0));
    if march.national {
        for bonus in bonuses(book, units, march.season) {
            sums.add(bonus.what.clone(), bonus.modifier);
        }
    }
    sums.0
}

/// The nations whose bonus would be used, in the order of the alphabet: the first loss is theirs.
pub fn national_nations(book: &Book, units: &[Unit], season: Season) -> Vec<String> {
    let bonuses: Vec<&Bonus> = bonuses(book, units, season).collect();
    if bonuses.is_empty() {
        return vec![];
    }
    let nations: BTreeSet<&String> = units.iter().map(|unit| &unit.nation).collect();
    let gave = |nation: &&String| bonuses.iter().all(|bonus| bonus.is_of(nation, season.year));
    nations.into_iter().filter(gave).cloned().collect()
}

/// The bonuses that at least half the steps give.
fn bonuses<'a>(
    book: &'a Book,
    units: &'a [Unit],
    season: Season,
) -> impl Iterator<Item = &'a Bonus> {
    let steps = |units: &mut dyn Iterator<Item = &Unit>| {
        units.map(|unit| u32::from(unit.steps)).sum::<u32>()
    };
    let all = steps(&mut units.iter());
    book.war.wear.nations.iter().filter(move |bonus| {
        let own = |unit: &&Unit| bonus.is_of(&unit.nation, season.year);
        all > 0 && 2 * steps(&mut units.iter().filter(own)) >= all
    })
}
