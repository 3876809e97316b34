//! Room for words: where a label can stand without lying on another or on what must be seen.
//!
//! Greedy, the most important first. What finds no room is left out; the words beside the map have
//! it all.

use super::layout::Point;
use std::collections::BTreeMap;

/// A rectangle: its least corner, and its size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    pub at: Point,
    pub size: Point,
}

impl Block {
    /// A rectangle round a point.
    pub fn around((x, y): Point, (width, height): Point) -> Self {
        Self { at: (x - width / 2, y - height / 2), size: (width, height) }
    }

    /// Whether two rectangles share more than an edge.
    pub fn meets(&self, other: &Block) -> bool {
        let apart = |a: i32, length: i32, b: i32, other: i32| a + length <= b || b + other <= a;
        !apart(self.at.0, self.size.0, other.at.0, other.size.0)
            && !apart(self.at.1, self.size.1, other.at.1, other.size.1)
    }
}

/// The width of the squares by which blocks are found again.
const SQUARE: i32 = 1500;

/// The paper, and what is taken of it.
pub struct Room {
    size: Point,
    taken: BTreeMap<Point, Vec<Block>>,
}

impl Room {
    /// Empty paper.
    pub fn new(size: Point) -> Self {
        Self { size, taken: BTreeMap::new() }
    }

    fn squares(block: &Block) -> impl Iterator<Item = Point> + use<> {
        let (from, to) = (block.at, (block.at.0 + block.size.0, block.at.1 + block.size.1));
        let down = from.1.div_euclid(SQUARE)..=to.1.div_euclid(SQUARE);
        (from.0.div_euclid(SQUARE)..=to.0.div_euclid(SQUARE))
            .flat_map(move |x| down.clone().map(move |y| (x, y)))
    }

    /// Takes a block, whatever lies there.
    pub fn take(&mut self, block: Block) {
        for square in Self::squares(&block) {
            self.taken.entry(square).or_default().push(block);
        }
    }

    /// Whether nothing lies there and it is on the paper.
    pub fn is_free(&self, block: &Block) -> bool {
        let inside = block.at.0 >= 40
            && block.at.1 >= 40
            && block.at.0 + block.size.0 <= self.size.0 - 40
            && block.at.1 + block.size.1 <= self.size.1 - 40;
        let clear = |square: Point| {
            self.taken.get(&square).is_none_or(|blocks| !blocks.iter().any(|b| b.meets(block)))
        };
        inside && Self::squares(block).all(clear)
    }

    /// The first of these middles round which a block has room; it is taken.
    pub fn find(&mut self, size: Point, middles: impl IntoIterator<Item = Point>) -> Option<Point> {
        let middle =
            middles.into_iter().find(|middle| self.is_free(&Block::around(*middle, size)))?;
        self.take(Block::around(middle, size));
        Some(middle)
    }
}

/// The middles of a label beside something: below, above, to the right, to the left, then aslant.
pub fn beside((x, y): Point, thing: Point, label: Point) -> [Point; 8] {
    let (across, down) = ((thing.0 + label.0) / 2 + 15, (thing.1 + label.1) / 2 + 5);
    [
        (x, y + down),
        (x, y - down),
        (x + across, y),
        (x - across, y),
        (x + across, y + down),
        (x - across, y + down),
        (x + across, y - down),
        (x - across, y - down),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_label_lies_on_another() {
        let mut room = Room::new((9_000, 6_000));
        room.take(Block::around((3_000, 3_000), (600, 400)));
        let mut found = vec![];
        for nth in 0..40 {
            let size = (900 + nth * 10, 150);
            let middles = beside((3_000, 3_000), (600, 400), size).into_iter();
            let further = (0..20).map(|step| (600 + step * 400, 300 + step * 250));
            if let Some(middle) = room.find(size, middles.chain(further)) {
                found.push(Block::around(middle, size));
            }
        }
        assert!((8..40).contains(&found.len()), "{} found room, and some did not", found.len());
        for (nth, block) in found.iter().enumerate() {
            assert!(found[..nth].iter().all(|other| !other.meets(block)), "{block:?}");
            assert!(!block.meets(&Block::around((3_000, 3_000), (600, 400))));
        }
        assert!(!room.is_free(&Block::around((0, 0), (100, 100))), "off the paper");
    }
}
