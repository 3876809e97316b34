//! How forces meet: interception, avoidance, overrun, and the march to the guns (NIA §5.2.6 to
//! §5.2.8, §8.1.1).

use crate::book::Book;
use crate::book::atlas::Terrain;
use crate::book::war::Trial;
use crate::land::initiative;
use crate::land::reckon::host::{Host, is_of};
use crate::land::reckon::{Sums, sum};
use crate::record::event::Modifier;
use crate::record::state::Force;

/// How many times the enemy's points an overrun needs (NIA §5.2.8).
const OVERRUN_TIMES: u32 = 5;

/// Two dice that succeed on a number or more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chance {
    pub modifiers: Vec<Modifier>,
    /// What dice and modifiers must come to.
    pub needed: i32,
    /// It succeeds without dice.
    pub automatic: bool,
}

impl Chance {
    fn new(trial: &Trial, sums: Sums) -> Self {
        Self { modifiers: sums.0, needed: trial.needed, automatic: false }
    }

    /// Whether so many points on the dice are enough.
    pub fn succeeds(&self, dice: i32) -> bool {
        self.reached_by(dice + sum(&self.modifiers))
    }

    /// Whether dice and modifiers that come to so much are enough.
    pub fn reached_by(&self, total: i32) -> bool {
        self.automatic || total >= self.needed
    }
}

/// The chance to intercept one who comes into the zone (NIA §5.2.6).
pub fn interception(
    book: &Book,
    interceptor: &Force,
    initiative: u8,
    mover_initiative: u8,
    entry_cost: u32,
    unbridged_river_with_engineers: bool,
    powers: usize,
) -> Chance {
    let trial = &book.war.contact.interception;
    let host = Host::of(book, interceptor);
    let mut sums = Sums::default();
    for (holds, what) in [
        (host.has_light_cavalry(book), "light cavalry"),
        (host.cavalry_leaders > 0, "cavalry leader"),
        (entry_cost >= 2, "difficult ground"),
        (unbridged_river_with_engineers, "over a river"),
        (initiative > mover_initiative, "higher initiative"),
        (initiative < mover_initiative, "lower initiative"),
        (powers >= 2, "several powers"),
    ] {
        sums.add_if(holds, what, trial.named.get(what));
    }
    Chance::new(trial, sums)
}

/// The chance to avoid battle (NIA §5.2.7).
///
/// `mover_only_sound_cavalry`: the mover has only cavalry and it is not demoralized. `pass`: the hex
/// has a mountain pass. Going into a friendly fortress needs no chance and is not asked.
pub fn avoidance(
    book: &Book,
    defender: &Force,
    mover_initiative: u8,
    mover_only_sound_cavalry: bool,
    (terrain, pass): (Terrain, bool),
    unbridged_river: bool,
) -> Chance {
    let difficult = book.figures.is_difficult(terrain, pass);
    let mountain = pass || terrain == Terrain::Mountain;
    let trial = &book.war.contact.avoidance;
    let host = Host::of(book, defender);
    let alone = host.only_irregulars(book);
    let mut sums = Sums::default();
    if let Some(name) = defender.commander() {
        let initiative = i32::from(initiative::of(book, defender, name));
        sums.add("initiative", initiative);
        sums.add("faster enemy", (initiative - i32::from(mover_initiative)).min(0));
    }
    for (holds, what) in [
        (host.has_light_cavalry(book), "light cavalry"),
        (host.cavalry_leaders > 0, "cavalry leader"),
        (difficult, "difficult ground"),
        (unbridged_river, "over a river"),
        (alone, "irregulars alone"),
    ] {
        sums.add_if(holds, what, trial.named.get(what));
    }
    if let (Some(limit), false) = (trial.limit, alone) {
        sums.limit(limit);
    }
    let slips_away =
        defender.commander().is_some() && host.only_cavalry(book) && !mover_only_sound_cavalry;
    let guerrillas = alone && host.units.iter().all(|unit| is_of(book, unit, "guerrillas"));
    let automatic = slips_away || host.demoralized || (guerrillas && mountain);
    Chance { automatic, ..Chance::new(trial, sums) }
}

/// Whether a force brushes another aside in passing (NIA §5.2.8).
///
/// The printed points decide, so that walls, guns and ground do not count. Where nothing fights back
/// it is enough that somebody fights.
pub fn overrun(mover: &Host, defender: &Host) -> bool {
    let points = |host: &Host| Host { walls: 0, ..host.clone() }.halves();
    let mover = points(mover);
    mover > 0 && mover >= points(defender).saturating_mul(OVERRUN_TIMES)
}

/// The chance to come to a battle by the sound of its guns (NIA §8.1.1).
pub fn guns_march(
    book: &Book,
    marcher_combat: i32,
    army_commander_combat: Option<i32>,
    unbridged: bool,
    engineers: bool,
    demoralized: bool,
    unsupplied: bool,
) -> Chance {
    let trial = &book.war.contact.guns;
    let mut sums = Sums::default();
    sums.add("leader", marcher_combat);
    sums.add("army commander", army_commander_combat.unwrap_or(0));
    for (holds, what) in [
        (unbridged && !engineers, "over a river"),
        (unbridged && engineers, "over a river with engineers"),
        (demoralized, "demoralized"),
        (unsupplied, "out of supply"),
    ] {
        sums.add_if(holds, what, trial.named.get(what));
    }
    Chance::new(trial, sums)
}
