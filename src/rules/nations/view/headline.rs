//! What mattered to one power this season, at the head of its report, and to everybody, at the head
//! of the newspaper: the heaviest first, then how the sides stand, then what wants an answer.
//!
//! What is told of is gathered in `gather.rs`, how the sides stand in `standing.rs` of this folder.

mod at_sea;
mod gather;
mod standing;

use crate::book::Book;
use crate::record::state::ForceId;
use crate::sight::all::UMPIRE;
use crate::sight::known::Known;
use crate::view::forces::Fed;
use gather::{Bearing, Season};
use kit::headline::{Weighed, first_of, head};
use kit::names::{capital, sentence};
use std::collections::BTreeMap;

/// How many of a kind are named one by one; more are counted.
const NAMED: usize = 5;

/// What a season can bring, with its weight: the more, the sooner it is told. No other place weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
enum Matter {
    /// Somebody has won, or nobody.
    GameOver = 100,
    /// An army is destroyed.
    ArmyLost = 95,
    /// A leader is killed, or one of high rank is lost with all the troops.
    LeaderLost = 90,
    /// A power goes to another side.
    SideChanged = 85,
    /// The capital of a power changes hands.
    Capital = 80,
    /// A place changes hands that the victory of the scenario names.
    Counted = 75,
    /// An army is in disorder.
    ArmyBroken = 70,
    /// A battle of the largest size.
    GreatBattle = 66,
    /// A leader is called away, wounded, or left without troops.
    LeaderAway = 65,
    /// One of another size that cost a lot.
    CostlyBattle = 59,
    /// Ships or troops on board go down.
    ShipsLost = 57,
    Battle = 55,
    /// A force is destroyed or marches out of a fortress.
    ForceLost = 50,
    /// What our side lost in all.
    Losses = 45,
    /// A minor country follows somebody else.
    CountryTurned = 42,
    Fortress = 40,
    Town = 35,
    /// The enemy lands against us.
    Landing = 32,
    /// Troops are called away.
    TroopsAway = 30,
    /// A siege begins.
    Siege = 28,
    Skirmish = 25,
    /// A battle or skirmish of allies alone: one's own come first.
    BattleOfAllies = 54,
    SkirmishOfAllies = 24,
    /// Troops without an army marker are in disorder.
    ForceBroken = 22,
    /// A special rule begins to hold.
    RuleBegun = 20,
    /// Supply and engineers are taken.
    SupportLost = 18,
    /// A leader goes to the pool, since another commands.
    LeaderPooled = 15,
    Arrived = 10,
    /// What the enemy lost that we saw, if we lost nothing.
    TheirLosses = 8,
    /// The powers spend their money.
    Money = 5,
}

/// The head of a report; `fed`: how one's own forces are fed.
pub fn headline(book: &Book, known: &Known, fed: &BTreeMap<ForceId, Fed>) -> Vec<String> {
    let season = Season::gather(book, known);
    let to_umpire = known.power == UMPIRE;
    let mut news = sentences(&season);
    if news.is_empty() {
        let whose = if to_umpire { "" } else { " of ours" };
        news.push(format!("A quiet season: nobody{whose} fought, and no place changed hands."));
    }
    let after = match season.is_over() {
        true => vec![],
        false => {
            standing::progress(&season).into_iter().chain(standing::asks(&season, fed)).collect()
        }
    };
    head(news, after)
}

/// The headlines of the newspaper, a line for each thing that happened.
pub fn of_the_paper(book: &Book, known: &Known) -> Vec<String> {
    let season = Season::gather(book, known);
    let mut all = Weighed::default();
    for ((matter, _), items) in &season.items {
        unique(items).iter().for_each(|item| all.put(*matter as u8, capital(item)));
    }
    all.ranked()
}

/// A sentence for each kind of news, the heaviest first.
fn sentences(season: &Season) -> Vec<String> {
    let mut all = Weighed::default();
    for ((matter, bearing), items) in &season.items {
        let items = unique(items);
        let told = first_of(&items, NAMED);
        let told = match label(*matter, *bearing, items.len() > 1) {
            "" => sentence(&told),
            label => format!("{label}: {told}."),
        };
        all.put(*matter as u8, told);
    }
    all.ranked()
}

fn unique(items: &[String]) -> Vec<String> {
    let mut all: Vec<String> = vec![];
    items.iter().filter(|item| !item.is_empty()).for_each(|item| {
        if !all.contains(item) {
            all.push(item.clone());
        }
    });
    all
}

/// The label before a list of items; empty where the items are whole sentences.
fn label(matter: Matter, bearing: Bearing, many: bool) -> &'static str {
    let hit = match bearing {
        Bearing::Hit => true,
        Bearing::Gain => false,
        Bearing::Seen => return "",
    };
    match (matter, hit, many) {
        (Matter::Capital, true, _) => "Capital lost",
        (Matter::Capital, false, _) => "Capital taken",
        (Matter::Counted, true, _) => "Lost, and it counts for victory",
        (Matter::Counted, false, _) => "Taken, and it counts for victory",
        (Matter::Fortress, true, false) => "Fortress lost",
        (Matter::Fortress, true, true) => "Fortresses lost",
        (Matter::Fortress, false, false) => "Fortress taken",
        (Matter::Fortress, false, true) => "Fortresses taken",
        (Matter::Town, true, _) => "Fallen to the enemy",
        (Matter::Town, false, _) => "Taken",
        (Matter::GreatBattle, true, _) => "A great battle lost",
        (Matter::GreatBattle, false, _) => "A great battle won",
        (Matter::CostlyBattle, true, _) => "A costly battle lost",
        (Matter::CostlyBattle, false, _) => "A costly battle won",
        (Matter::Battle | Matter::BattleOfAllies, true, _) => "Lost",
        (Matter::Battle | Matter::BattleOfAllies, false, _) => "Won",
        (Matter::Skirmish | Matter::SkirmishOfAllies, true, false) => "Skirmish lost",
        (Matter::Skirmish | Matter::SkirmishOfAllies, true, true) => "Skirmishes lost",
        (Matter::Skirmish | Matter::SkirmishOfAllies, false, false) => "Skirmish won",
        (Matter::Skirmish | Matter::SkirmishOfAllies, false, true) => "Skirmishes won",
        _ => "",
    }
}
