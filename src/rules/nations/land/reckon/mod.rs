//! The arithmetic of war on land (NIA §5.2.6 to §5.2.8, §7.4, §8, §9.2): what counts, and how much.
//!
//! Pure functions of the book and of what stands in a fight. They ask no die and change nothing;
//! each modifier comes with its name, so that reports and cases show the same sum.
//!
//! Not here: the tables themselves ([`war`](crate::book::war)), and in which order things happen.
//!
//! # Our reading
//!
//! - §5.2.6: the modifiers of an interception have no limit; that of three is only in §5.2.7.
//! - §5.2.7: without a leader nobody's initiative counts, neither for nor against. Support units do
//!   not make a force of cavalry something else. Irregulars alone means no other troops.
//! - §5.2.8: five times is exact, without rounding; depots count half a point on both sides, guns,
//!   walls, markers and trains nothing.
//! - §6.1.2: out of supply no gun counts but those of the walls, and neither engineers nor the
//!   engineers of an army help at a siege.
//! - §7.4: half the steps is enough for a bonus. Where French troops give both bonuses, the first
//!   loss is French; where French and Russians give the shared one together, it is either's.
//!   Where there is money France loses the shared bonus with her second call of conscripts (§12.1);
//!   elsewhere from 1812, as in the example.
//! - §8, §8.1.4: size counts steps, depots excluded; odds count points, depots at a half. Guns count
//!   in neither, though the sample game adds them up. Walls count one step and one point each, in an
//!   assault only.
//! - §8.1.2: the choices of morale come before the disorder of a demoralized force is taken off.
//! - §8.1.5, §8.1.6: against nothing, anything is twice as much. Where neither side has cavalry its
//!   leaders give nothing. Cossacks are cavalry of one point a step, and pursue.
//! - §8.1.7: where guns and cavalry are limited together, guns count first. Guard cavalry is limited
//!   like cuirassiers. A pass in the mountains is mountain ground for cavalry.
//! - §8.2.3: a force with one unit uses its modifier whether it leads or not, and once. Depots, walls
//!   and support do not make it two units. Cossacks count 0 in an assault as other cavalry does.
//! - §8.2.4: nobody inflicts more steps than he has points, half a point counting as one.
//! - §8.3.1: a plus on both sides decides as little as none.
//! - §8.3.3: a loser who lost less than the winner has no bonus from it. The commander's value is that
//!   of whoever commands after the battle.
//! - §9.2: the leaders' difference counts both ways. Better guns of the besieged count nothing.

pub mod attrition;
pub mod contact;
pub mod host;
pub mod morale;
pub mod round;
pub mod sea;
pub mod siege;

use crate::record::event::Modifier;

/// What all modifiers come to.
pub fn sum(modifiers: &[Modifier]) -> i32 {
    modifiers.iter().map(|modifier| modifier.by).sum()
}

/// A list of modifiers in the making; what counts nothing is left out.
#[derive(Debug, Default)]
struct Sums(Vec<Modifier>);

impl Sums {
    /// Adds a modifier.
    fn add(&mut self, what: impl Into<String>, by: i32) {
        if by != 0 {
            self.0.push(Modifier { what: what.into(), by });
        }
    }

    /// Adds a modifier if something holds.
    fn add_if(&mut self, holds: bool, what: &str, by: i32) {
        if holds {
            self.add(what, by);
        }
    }

    /// Brings the sum within a limit on both sides.
    fn limit(&mut self, most: i32) {
        let all = sum(&self.0);
        self.add("limit", all.clamp(-most, most) - all);
    }
}
