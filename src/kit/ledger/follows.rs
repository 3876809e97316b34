//! Verifies dice and chits: each is derived again from the seed and its key.

use super::shuffle::shuffled;
use super::{Entry, Shown, Source, What, roll, stream, without_lane};
use std::collections::{BTreeMap, BTreeSet};

/// Says whether a die or chit of a ledger follows from the season's seed; none if it is not one of
/// chance, or was not left to it.
pub fn follows(seed: &[u8; 32], entry: &Entry) -> Option<bool> {
    if entry.source != Source::Seed {
        return None;
    }
    match &entry.what {
        What::Dice { count, sides, faces } => {
            Some(*sides > 0 && dice(seed, &entry.key, *count, *sides) == *faces)
        }
        What::Draw { options, chosen } => {
            let sides = u32::try_from(options.len()).ok()?;
            Some(sides > 0 && draw(seed, &entry.key, sides) == *chosen)
        }
        What::Shuffle { cards, order } => {
            let listed = cards.windows(2).all(|two| two[0] < two[1]);
            Some(listed && shuffled(seed, &entry.key, cards.len()) == *order)
        }
        // A card follows from its shuffle, which may be of an earlier season.
        What::Card { .. } | What::Decision { .. } | What::Fact { .. } => None,
    }
}

/// The same for what a player was shown: by its words alone. What was forced follows from nothing,
/// and a card from its shuffle and not from this seed.
pub fn shown_follows(seed: &[u8; 32], shown: &Shown) -> Option<bool> {
    if shown.forced {
        return None;
    }
    if let Some(options) = shown.what.strip_prefix("one of ") {
        let options: Vec<&str> = options.split(", ").collect();
        let sides = u32::try_from(options.len()).ok()?;
        let at = usize::try_from(draw(seed, &shown.key, sides)).ok()?;
        return Some(options.get(at) == Some(&shown.fell.as_str()));
    }
    let (count, sides) = shown.what.split_once('d')?;
    let (count, sides) = (count.parse().ok()?, sides.parse().ok().filter(|sides| *sides > 0)?);
    let faces: Vec<String> =
        dice(seed, &shown.key, count, sides).iter().map(u8::to_string).collect();
    Some(faces.join("+") == shown.fell)
}

fn dice(seed: &[u8; 32], key: &str, count: u8, sides: u8) -> Vec<u8> {
    let mut words = stream(seed, key);
    let faces = (0..count).map(|_| {
        let face = roll(&mut words, u32::from(sides));
        u8::try_from(face).expect("no face is above the number of sides")
    });
    faces.collect()
}

fn draw(seed: &[u8; 32], key: &str, sides: u32) -> u32 {
    roll(&mut stream(seed, key), sides) - 1
}

/// Names keys that are used twice, and draws that are missing between others of one row. Keys that
/// differ in their lanes alone are one key, since their answer is the same.
pub fn gaps(dice: &[Shown]) -> Vec<String> {
    let mut faults = vec![];
    let mut rows: BTreeMap<String, BTreeSet<u32>> = BTreeMap::new();
    for shown in dice {
        let Some((row, number)) = shown.key.rsplit_once('/') else { continue };
        let Ok(number) = number.parse() else { continue };
        if !rows.entry(without_lane(row)).or_default().insert(number) {
            faults.push(format!("{} is used twice", shown.key));
        }
    }
    for (row, numbers) in rows {
        let last = numbers.last().copied().unwrap_or(0);
        let missing = (1..=last).find(|number| !numbers.contains(number));
        if let Some(missing) = missing {
            faults.push(format!("{row}/{missing} is left out, and {row}/{last} is shown"));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(keys: &[&str]) -> Vec<Shown> {
        let one = |key: &&str| Shown {
            key: (*key).to_owned(),
            what: "1d6".to_owned(),
            fell: "3".to_owned(),
            forced: false,
            reason: String::new(),
        };
        keys.iter().map(one).collect()
    }

    #[test]
    fn a_row_ends_where_a_draw_was_hidden() {
        let mut list = vec![];
        for die in shown(&["a/1", "b/2", "a/2", "a/4", "b/3", "c/1"]) {
            die.follow(&mut list);
        }
        let keys: Vec<&str> = list.iter().map(|die| die.key.as_str()).collect();
        assert_eq!(keys, ["a/1", "a/2", "c/1"]);
        assert_eq!(gaps(&list), Vec::<String>::new());
    }

    #[test]
    fn a_draw_is_neither_left_out_nor_used_twice() {
        assert_eq!(gaps(&shown(&["a/1", "a/2", "b/1"])), Vec::<String>::new());
        assert_eq!(gaps(&shown(&["a/1", "a/3"])), ["a/2 is left out, and a/3 is shown"]);
        assert_eq!(gaps(&shown(&["a/2"])), ["a/1 is left out, and a/2 is shown"]);
        assert_eq!(gaps(&shown(&["a/1", "a/1"])), ["a/1 is used twice"]);
        assert_eq!(gaps(&shown(&["a@x/1", "a@y/1"])), ["a@y/1 is used twice"]);
        assert_eq!(gaps(&shown(&["a@x/1", "a@x/2"])), Vec::<String>::new());
    }
}
