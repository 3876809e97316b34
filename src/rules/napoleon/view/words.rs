//! The words of the story that stand alone: regions, values, dice, rows of charts, ends.

use crate::board::{Formation, Region};
use crate::book::tables::{EnemyOrder, FogEvent, FogRow, Gain, Goal, Resupply};
use crate::record::force::{Punch, Side};
use crate::record::score::Score;
use crate::theatre::holding::{Loss, Outcome};
use crate::view::forces::points;
use std::fmt::Display;

/// A line of the scoreboard.
pub fn score(Score { table, objectives, strength, lost, outcome }: &Score) -> String {
    let end = match outcome {
        None => String::new(),
        Some(Outcome::Won { points, word }) => {
            format!("won, {points} points ({}); ", format!("{word:?}").to_lowercase())
        }
        Some(Outcome::Lost(_)) => "lost; ".to_owned(),
    };
    let many = |number: u32, what: &str| match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    };
    let (held, dead) = (many(*objectives, "objective"), many(*lost, "force"));
    format!("{table}: {end}{held}, combat value {strength}, {dead} lost")
}

/// The word for a region.
pub fn region(at: Region) -> &'static str {
    match at {
        Region::EnemyReserve => "enemy reserve",
        Region::EnemyApproach => "enemy approach",
        Region::EnemyFront => "enemy front",
        Region::FrenchFront => "French front",
        Region::FrenchApproach => "French approach",
        Region::FrenchReserve => "French reserve",
    }
}

/// The word for a formation.
pub fn formation(formation: Formation) -> &'static str {
    match formation {
        Formation::Line => "line",
        Formation::Column => "column",
    }
}

/// A combat value with its superscript.
pub fn punch(Punch { combat, superscript }: Punch) -> String {
    if superscript == 0 { combat.to_string() } else { format!("{combat}/{superscript}") }
}

/// A die and the number that it must not exceed.
pub fn rolled(roll: u8, needed: impl Display) -> String {
    format!("die {roll} (needs {needed} or less)")
}

/// The die of an attack and the numbers with which it hits.
pub fn struck(roll: u8, Punch { combat, superscript }: Punch) -> String {
    match superscript {
        ..1 => format!("die {roll} (hits on {combat} or less)"),
        twice => format!("die {roll} (hits on {combat} or less, twice on {twice} or less)"),
    }
}

/// What a row of the fog brings, with the turns of battle.
pub fn fog_row(row: FogRow) -> String {
    format!("{}; {} turns of battle", fog_event(row), row.turns)
}

/// The same in the account of a battle: with what a side could pay of it, whether Napoleon was there before, and
/// with its turns if it is fought.
pub fn fog_told(row: FogRow, had: Option<(Side, u32)>, napoleon: bool, fought: bool) -> String {
    let what = match (had, row.event) {
        (Some((by, supply)), _) => paid(by, supply),
        (None, FogEvent::Napoleon) if napoleon => {
            "Napoleon might come, and he is there already".to_owned()
        }
        (None, _) => fog_event(row),
    };
    let turns = row.turns;
    match fought {
        true => format!(
            "In the fog of war {what}; the battle lasts {turns} turns unless a side is routed."
        ),
        false => format!("In the fog of war {what}."),
    }
}

fn fog_event(FogRow { event, amount, .. }: FogRow) -> String {
    match event {
        FogEvent::Insight => {
            "you may have one insight without a price if Napoleon is not there".to_owned()
        }
        FogEvent::FrenchSupply => format!("you get {amount} supply points"),
        FogEvent::Scout if amount == 1 => "you get a scout".to_owned(),
        FogEvent::Scout => format!("you get {amount} scouts"),
        FogEvent::Recruit => format!("a recruit may be called up for {amount} supply points"),
        FogEvent::Napoleon => "Napoleon may come if he is not there".to_owned(),
        FogEvent::Join => "one of your mobile forces may join from anywhere".to_owned(),
        FogEvent::EnemyPays => {
            format!("the enemy loses {amount} supply points to you, or as many as it has")
        }
        FogEvent::FrenchPay => {
            format!("you lose {amount} supply points to the enemy, or as many as you have")
        }
        FogEvent::HitInCity => {
            "a city of yours is drawn by lot, and one of your forces there is hit".to_owned()
        }
        FogEvent::Reinforcement => "an enemy reinforcement comes".to_owned(),
        FogEvent::Garrison => "an enemy garrison joins".to_owned(),
        FogEvent::EnemyPlan => "the enemy has one plan more each turn".to_owned(),
    }
}

/// What a side had of the supply that the fog of war takes from it.
pub fn paid(by: Side, supply: u32) -> String {
    match (by, supply) {
        (Side::Enemy, 0) => {
            "the enemy should pay you supply and has none: you get nothing".to_owned()
        }
        (Side::Enemy, supply) => format!("the enemy loses {} to you", points(supply)),
        (Side::French, 0) => {
            "you should pay the enemy supply and have none: you lose nothing".to_owned()
        }
        (Side::French, supply) => format!("you lose {} to the enemy", points(supply)),
    }
}

/// Why a campaign ended.
pub fn outcome(outcome: Outcome) -> String {
    match outcome {
        Outcome::Won { points, word } => {
            format!("You hold all objectives: a {word:?} victory, {points} points (§3.3).")
        }
        Outcome::Lost(loss) => {
            let why = match loss {
                Loss::TooFewObjectives => "you hold too few objectives",
                Loss::NapoleonAlone => "no force of yours is left with Napoleon",
                Loss::NoWayBack => "your forces had to retreat and could go nowhere",
                Loss::OutOfTime => "the time is over",
                Loss::TooEarly => "the victory came too early for this track",
            };
            format!("The campaign is lost: {why} (§3.2).")
        }
    }
}

/// How often an attack hit.
pub fn hits(many: u8) -> &'static str {
    match many {
        0 => "no hit",
        1 => "one hit",
        _ => "two hits",
    }
}

/// What an order of the enemy says.
pub fn order(EnemyOrder { goal, areas }: EnemyOrder) -> String {
    let goal = match goal {
        Goal::EnemyObjective => "back toward its own objective",
        Goal::EnemyCity => "back toward its own city",
        Goal::Hold => return "hold".to_owned(),
        Goal::Random => "anywhere",
        Goal::FrenchObjective => "toward a French objective",
        Goal::FrenchCity => "toward a French city",
        Goal::Advance => "toward the French",
    };
    format!("{goal}, {}", if areas == 1 { "one area" } else { "two areas" })
}

/// What the enemy gets.
pub fn gain(Resupply { gain, amount }: Resupply) -> String {
    match gain {
        Gain::Fortification => "a fortification".to_owned(),
        Gain::Garrison => "a garrison".to_owned(),
        Gain::Reinforcement if amount == 1 => "a reinforcement".to_owned(),
        Gain::Reinforcement => format!("{amount} reinforcements"),
        Gain::Supply => format!("{amount} supply points"),
    }
}

/// A die with what was added to it.
pub fn sum(die: u8, roll: u8) -> String {
    match roll.checked_sub(die) {
        Some(added) if added > 0 => {
            format!("die {die}, and the enemy pays for +{added}: {roll}")
        }
        _ => format!("die {die}"),
    }
}

/// A side in words.
pub fn side_name(side: Side) -> &'static str {
    match side {
        Side::French => "the French",
        Side::Enemy => "the enemies",
    }
}
