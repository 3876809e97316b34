//! One round of battle or assault: its size, odds and modifiers, and who wins it (NIA §8, §9.2).

use crate::book::Book;
use crate::book::atlas::Terrain;
use crate::book::units::Unit;
use crate::book::war::{BattleSize, Cell};
use crate::land::reckon::Sums;
use crate::land::reckon::host::{Host, is_cavalry};
use crate::land::reform;
use crate::record::event::{Modifier, Winner};
use kit::calendar::Season;
use kit::table::Ratio;

/// Steps that make a minor and a major battle, and those of a major battle's weaker side (NIA §8).
const MINOR_STEPS: u32 = 9;
const MAJOR_STEPS: u32 = 21;
const MAJOR_STEPS_OF_THE_WEAKER: u32 = 9;

/// What the attacker came over (NIA §5.2.10, §5.3.3).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Crossing {
    #[default]
    None,
    /// A bridge, or an unbridged river with engineers.
    Bridge,
    River,
    Strait,
    Landing,
}

/// One side of a round.
#[derive(Debug, Clone, Default)]
pub struct Front {
    pub host: Host,
    /// The overall commander's combat value.
    pub commander: i32,
    pub commander_name: String,
    /// The unit that leads the assault.
    pub lead: Option<Unit>,
    /// The subordinate who lends his combat value, by name.
    pub subordinate: Option<(String, i32)>,
    /// A card keeps this subordinate from being checked.
    pub spared: bool,
    /// A second one, who helps by a card.
    pub second: Option<(String, i32)>,
    /// The subordinate who used a second tactical card (NIA §8.1.3).
    pub tactician: Option<String>,
    /// It came by an interception that succeeded (NIA §5.2.6).
    pub intercepted: bool,
    /// It tried to avoid battle and failed (NIA §5.2.7).
    pub avoidance_failed: bool,
}

/// Where, when and how a round is fought.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    pub terrain: Terrain,
    pub pass: bool,
    pub season: Season,
    /// An assault on a fortress: no ground, no cavalry, a skirmish whatever its size (NIA §9.2).
    pub assault: bool,
    pub first_round: bool,
    pub crossing: Crossing,
    /// Whether the card has been played that reforms a power's army (NIA §21.2.1).
    pub reformed: bool,
}

/// All that is known of a round before the dice.
#[derive(Debug, Clone)]
pub struct Reckoning {
    pub size: BattleSize,
    pub odds: Ratio,
    /// Who wins without dice (NIA §8.1.4).
    pub destroyed: Option<Winner>,
    pub attacker: Vec<Modifier>,
    pub defender: Vec<Modifier>,
    /// Guns that count, attacker first.
    pub guns: (u32, u32),
    /// Cavalry points that count, in halves, attacker first.
    pub cavalry: (u32, u32),
    /// An `L` checks none of the attacker's leaders (NIA §8.2.5).
    pub attacker_safe: bool,
    pub defender_safe: bool,
}

/// What guns and cavalry give (NIA §8.1.5 to §8.1.7).
#[derive(Debug, Clone)]
pub struct Superiority {
    pub guns: (u32, u32),
    /// In halves.
    pub cavalry: (u32, u32),
    pub attacker: Vec<Modifier>,
    pub defender: Vec<Modifier>,
}

/// What the points of both sides come to (NIA §8.1.4, §8.2.5).
#[derive(Debug, Clone, Copy)]
pub struct Odds {
    pub ratio: Ratio,
    /// Who wins without dice.
    pub destroyed: Option<Winner>,
    /// Whose leaders an `L` does not check, attacker first.
    pub safe: (bool, bool),
}

/// Compares the points of both sides, in halves (NIA §8.1.4).
pub fn odds(book: &Book, ours: u32, theirs: u32) -> Odds {
    let war = &book.war;
    let (ratio, reverse) = (Ratio::nearest(ours, theirs), Ratio::nearest(theirs, ours));
    let destroyed = if ratio >= war.destroyed_at {
        Some(Winner::Attacker)
    } else {
        (reverse >= war.destroyed_at).then_some(Winner::Defender)
    };
    Odds { ratio, destroyed, safe: (ratio >= war.safe_at, reverse >= war.safe_at) }
}

/// Reckons a round: everything but the dice (NIA §8.1, §8.2).
pub fn reckon(book: &Book, setting: &Setting, attacker: &Front, defender: &Front) -> Reckoning {
    let war = &book.war;
    let Odds { ratio: odds, destroyed, safe } =
        odds(book, attacker.host.halves(), defender.host.halves());
    let size = if setting.assault {
        BattleSize::Skirmish
    } else {
        size(attacker.host.steps(), defender.host.steps())
    };
    let superior = superiority(book, setting, &attacker.host, &defender.host);
    let ground = if setting.assault { (0, 0) } else { war.ground(setting.terrain, setting.pass) };
    let mut attack = Sums::default();
    attack.add(format!("odds {odds}"), war.odds(odds));
    attack.add(setting.terrain.word(), ground.0);
    if !setting.assault {
        crossing(book, setting.crossing, &mut attack);
    }
    attack.0.extend(superior.attacker);
    own(book, setting, attacker, &mut attack);
    let mut defence = Sums::default();
    defence.add(setting.terrain.word(), ground.1);
    defence.0.extend(superior.defender);
    own(book, setting, defender, &mut defence);
    Reckoning {
        size,
        odds,
        destroyed,
        attacker: attack.0,
        defender: defence.0,
        guns: superior.guns,
        cavalry: superior.cavalry,
        attacker_safe: safe.0,
        defender_safe: safe.1,
    }
}

/// The size of a battle between so many steps (NIA §8).
pub fn size(ours: u32, theirs: u32) -> BattleSize {
    match ours + theirs {
        all if all >= MAJOR_STEPS && ours.min(theirs) >= MAJOR_STEPS_OF_THE_WEAKER => {
            BattleSize::Major
        }
        all if all >= MINOR_STEPS => BattleSize::Minor,
        _ => BattleSize::Skirmish,
    }
}

/// Who wins a round by the results of the table, each of which the enemy suffers (NIA §8.3.1).
///
/// Nobody, if they are equal and the plus does not decide.
pub fn winner(attacker: Cell, defender: Cell) -> Winner {
    match (attacker.losses, attacker.plus).cmp(&(defender.losses, defender.plus)) {
        std::cmp::Ordering::Greater => Winner::Attacker,
        std::cmp::Ordering::Less => Winner::Defender,
        std::cmp::Ordering::Equal => Winner::Nobody,
    }
}

/// The steps that a result costs, no more than those who inflict it have points (NIA §8.2.4, §9.2).
pub fn inflicted(cell: Cell, by: &Host) -> u32 {
    u32::from(cell.losses).min(by.halves().div_ceil(2))
}

/// What guns and cavalry give to both sides (NIA §8.1.5 to §8.1.7).
pub fn superiority(book: &Book, setting: &Setting, ours: &Host, theirs: &Host) -> Superiority {
    let guns = (ours.guns(book, setting.season), theirs.guns(book, setting.season));
    let horse = |host: &Host| {
        if setting.assault { 0 } else { host.cavalry(book, setting.terrain, setting.season) }
    };
    let cavalry = (horse(ours), horse(theirs));
    let leaders = (ours.cavalry_leaders, theirs.cavalry_leaders);
    let one = |guns, cavalry, leaders| {
        let by_guns = more(guns, ["more guns", "twice the guns"]);
        let mut by_cavalry = more(cavalry, ["more cavalry", "twice the cavalry"]);
        if cavalry.0 == cavalry.1 && cavalry.0 > 0 && leaders {
            by_cavalry = Some("cavalry leaders");
        }
        limited(book, setting, by_guns, by_cavalry)
    };
    Superiority {
        guns,
        cavalry,
        attacker: one(guns, cavalry, leaders.0 > leaders.1),
        defender: one(swapped(guns), swapped(cavalry), leaders.1 > leaders.0),
    }
}

fn swapped<T>((one, other): (T, T)) -> (T, T) {
    (other, one)
}

/// Which line counts for the first of two numbers: none, more, or twice as much.
fn more((ours, theirs): (u32, u32), [more, twice]: [&'static str; 2]) -> Option<&'static str> {
    if ours <= theirs {
        return None;
    }
    Some(if ours >= theirs.saturating_mul(2) { twice } else { more })
}

/// Guns and cavalry as modifiers, within what the ground allows both together (NIA §8.1.7).
fn limited(
    book: &Book,
    setting: &Setting,
    guns: Option<&str>,
    cavalry: Option<&str>,
) -> Vec<Modifier> {
    let ground = book.war.horse_ground.iter().find(|ground| {
        ground.terrain.iter().any(|word| word == setting.terrain.word()) && !setting.assault
    });
    let mut left = ground.and_then(|ground| ground.together).unwrap_or(i32::MAX);
    let mut sums = Sums::default();
    for what in guns.into_iter().chain(cavalry) {
        let by = book.war.fighting.get(what).min(left);
        left -= by;
        sums.add(what, by);
    }
    sums.0
}

/// What the way into the battle costs the attacker.
fn crossing(book: &Book, crossing: Crossing, sums: &mut Sums) {
    let what = match crossing {
        Crossing::None => return,
        Crossing::Bridge => "over a bridge",
        Crossing::River => "over a river",
        Crossing::Strait => "over a strait",
        Crossing::Landing => "landing",
    };
    sums.add(what, book.war.fighting.get(what));
}

/// What a side has of its own: leaders, lead unit, how it came here, supply and order (NIA §8.2).
fn own(book: &Book, setting: &Setting, front: &Front, sums: &mut Sums) {
    let figure = |what: &str| book.war.fighting.get(what);
    let named = |what: &str, name: &str| format!("{what} {name}").trim_end().to_owned();
    sums.add(named("commander", &front.commander_name), front.commander);
    match (front.host.units.as_slice(), &front.lead) {
        ([unit], _) => sums.add("single unit", modifier(book, setting, unit)),
        (_, Some(unit)) => sums.add("lead unit", modifier(book, setting, unit)),
        (_, None) => {}
    }
    for (name, by) in front.subordinate.iter().chain(&front.second) {
        sums.add(named("subordinate", name), *by);
    }
    for (holds, what) in [
        (setting.first_round && front.intercepted, "interception"),
        (setting.first_round && front.avoidance_failed, "avoidance failed"),
        (!front.host.supplied && !front.host.is_empty(), "out of supply"),
        (front.host.demoralized, "demoralized"),
    ] {
        sums.add_if(holds, what, figure(what));
    }
}

/// A unit's modifier on this ground; cavalry has none in an assault (NIA §8.2.3).
fn modifier(book: &Book, setting: &Setting, unit: &Unit) -> i32 {
    if setting.assault && is_cavalry(book, unit) {
        return 0;
    }
    let rough = !setting.assault && book.figures.is_difficult(setting.terrain, setting.pass);
    let printed = book.units.figures(unit, setting.season.quarter, rough).modifier;
    reform::counted(book, unit, printed, (setting.reformed, setting.season))
}
