//! Ink and colours: what everything is painted with, and how much room words take.
//!
//! The colours of the powers are those of Okabe and Ito, which people who see few colours can tell
//! apart; each has the hatching that engravers use for its tincture as well, so that the map can be
//! read in grey.

use super::canvas::{Canvas, Colour, definitions, path, pattern, rect, style_sheet};
use kit::chart::Livery;

/// Words cut to so many letters, so that a long name does not run over the map.
pub fn short(words: &str, most: usize) -> String {
    if words.chars().count() <= most {
        return words.to_owned();
    }
    let kept: String = words.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// The size of the type of the legend and of notes.
pub const NOTE: i32 = 124;

/// About how wide words are in type of this size, in thousandths of its height a letter.
pub fn width(words: &str, size: i32, bold: bool) -> i32 {
    let letter = |letter: char| match letter {
        'i' | 'j' | 'l' | '.' | ',' | '\'' | '|' | ':' | ' ' | 'I' => 340,
        'f' | 'r' | 't' | '-' | '(' | ')' => 430,
        'm' | 'w' | 'M' | 'W' => 900,
        'A'..='Z' | '0'..='9' => 680,
        _ => 590,
    };
    let sum: i32 = words.chars().map(letter).sum();
    sum * size / 1000 * if bold { 108 } else { 100 } / 100
}

/// What a power's things are painted with.
#[derive(Debug, Clone, Copy)]
pub struct Paint {
    pub name: &'static str,
    pub fill: Colour,
    /// Letters and lines on it.
    pub ink: Colour,
    /// The hatching: a path in a tile of 60 by 60.
    pub hatch: &'static str,
}

/// The paint of a livery.
pub fn paint(livery: Livery) -> Paint {
    let (name, fill, ink, hatch) = match livery {
        Livery::Azure => ("azure", "#0072b2", "#fff", "M0 15H60M0 45H60"),
        Livery::Gules => ("gules", "#d55e00", "#fff", "M15 0V60M45 0V60"),
        Livery::Or => ("or", "#f0e442", "#222", "M10 15h10M40 45h10"),
        Livery::Vert => ("vert", "#009e73", "#fff", "M0 0L60 60M-30 30L30 90M30 -30L90 30"),
        Livery::Sable => ("sable", "#3a3a3a", "#fff", "M0 15H60M0 45H60M15 0V60M45 0V60"),
        Livery::Tenne => ("tenne", "#e69f00", "#222", "M0 60L60 0M0 30H60"),
        Livery::Purpure => ("purpure", "#cc79a7", "#222", "M60 0L0 60M90 30L30 90M30 -30L-30 30"),
        Livery::Argent => ("argent", "#e8e8e8", "#222", ""),
    };
    Paint { name, fill, ink, hatch }
}

/// The sheet of styles and patterns that every picture begins with.
pub fn styles(canvas: &mut Canvas) {
    canvas.add(style_sheet());
    let hatching = |livery: Livery| {
        let paint = paint(livery);
        let lines = path(paint.hatch).stroke(paint.ink, 9).stroke_opacity(500).fill("none");
        pattern(paint.name, (60, 60), vec![lines])
    };
    let mut patterns: Vec<_> = Livery::ALL.into_iter().map(hatching).collect();
    let fog = vec![
        rect((160, 160)).fill("#efeade").fill_opacity(260),
        path("M0 160L160 0M-40 40L40 -40M120 200L200 120")
            .stroke("#8b8577", 10)
            .stroke_opacity(450),
    ];
    patterns.push(pattern("fog", (160, 160), fog));
    canvas.add(definitions(patterns));
}
