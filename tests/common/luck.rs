//! The dice of players that play by themselves.

/// The dice of a player; they are no part of the game, so a plain generator does.
pub struct Luck(pub u64);

impl Luck {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    pub fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    pub fn pick<'l, T>(&mut self, list: &'l [T]) -> Option<&'l T> {
        (!list.is_empty()).then(|| &list[self.below(list.len())])
    }
}
