//! Dice for looking ahead, apart from the campaign's: for checks that try a sheet, and for automatic
//! players.

use super::{Answers, Pick, Who};
use kit::rule::Rule;

/// Dice of its own, from a seed: SplitMix64.
#[derive(Clone, Debug)]
pub struct OwnDice(u64);

impl OwnDice {
    /// Dice that always fall the same way for the same seed.
    pub fn seeded(seed: u64) -> Self {
        Self(seed)
    }

    /// Dice for the trial of that number from here; the same number always gives the same dice.
    pub fn trial(&self, number: u32) -> Self {
        Self(self.0 ^ (u64::from(number) << 32))
    }

    /// A number below `below`, which is small.
    pub fn below(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % below.max(1)
    }
}

impl Answers for OwnDice {
    fn die(&mut self, _rule: Rule, _who: Who) -> u8 {
        u8::try_from(self.below(10) + 1).unwrap_or(1)
    }

    fn draw(&mut self, _rule: Rule, _who: Who, options: &[Pick]) -> usize {
        usize::try_from(self.below(options.len() as u64)).unwrap_or(0)
    }
}
