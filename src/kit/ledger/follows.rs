//! Whether chance fell as it had to: each die and chit made anew from the seed and its key.

use super::{Entry, Shown, Source, What, roll, stream};

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
        What::Decision { .. } | What::Fact { .. } => None,
    }
}

/// The same for what a player was shown: by its words alone. What was forced follows from nothing.
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
