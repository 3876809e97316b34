//! Ink and colours: how a picture is written, and what everything is painted with.
//!
//! The colours of the powers are those of Okabe and Ito, which people who see few colours can tell
//! apart; each has the hatching that engravers use for its tincture as well, so that the map can be
//! read in grey.

use kit::chart::Livery;
use std::fmt::{Arguments, Write};

/// A picture as it is written.
#[derive(Debug, Default)]
pub struct Ink {
    text: String,
}

impl Ink {
    /// Writes a part of the picture.
    pub fn put(&mut self, part: Arguments) {
        // Writing into a string cannot fail.
        let _ = self.text.write_fmt(part);
    }

    /// Writes words with a halo, so that they can be read on any ground.
    pub fn words(&mut self, class: &str, (x, y): (i32, i32), words: &str) {
        self.put(format_args!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>",
            escaped(words)
        ));
    }

    /// The picture.
    pub fn done(self) -> String {
        self.text
    }
}

/// Writes into ink as `format!` does.
macro_rules! draw {
    ($ink:expr, $($what:tt)*) => { $ink.put(format_args!($($what)*)) };
}
pub(super) use draw;

/// Words that are safe between and within tags; what XML cannot hold is left out.
pub fn escaped(words: &str) -> String {
    let mut safe = String::with_capacity(words.len());
    for letter in words.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => {}
            letter => safe.push(letter),
        }
    }
    safe
}

/// Words cut to so many letters, so that a long name does not run over the map.
pub fn short(words: &str, most: usize) -> String {
    if words.chars().count() <= most {
        return words.to_owned();
    }
    let kept: String = words.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

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
    pub fill: &'static str,
    /// Letters and lines on it.
    pub ink: &'static str,
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
pub fn styles() -> String {
    let mut ink = Ink::default();
    draw!(
        ink,
        "<style>text{{font-family:'DejaVu Serif','Palatino Linotype',Georgia,serif;fill:#2b2318;\
         stroke:#f6f0e0;stroke-width:28;stroke-linejoin:round;paint-order:stroke;\
         text-anchor:middle}}\
         .town{{font-size:128px}}.seat{{font-size:142px;font-weight:bold}}\
         .realm{{font-size:200px;fill:#6b5a42;fill-opacity:.75;letter-spacing:90px;\
         stroke-opacity:.6}}\
         .small{{font-size:150px;letter-spacing:40px}}\
         .region{{font-size:112px;font-style:italic;fill:#75644a;stroke-opacity:.5}}\
         .sea{{font-size:190px;font-style:italic;fill:#3f6478;letter-spacing:60px;\
         stroke:#dfe9ea}}\
         .who{{font-family:'DejaVu Sans Condensed','DejaVu Sans','Arial Narrow',Arial,sans-serif;\
         font-stretch:condensed;font-size:132px;font-weight:bold;fill:#14110c;stroke-width:36}}\
         .when{{font-size:104px;font-style:italic;fill:#14110c}}\
         .count{{font-family:'DejaVu Sans',Arial,sans-serif;font-weight:bold;font-size:200px;\
         stroke:none}}\
         .hex{{font-family:'DejaVu Sans',Arial,sans-serif;font-size:70px;fill:#8d8068;\
         stroke:none}}\
         .note{{font-size:124px;stroke:none;text-anchor:start}}\
         .head{{font-size:300px;font-weight:bold;stroke:none;letter-spacing:40px;\
         text-anchor:start}}\
         .sub{{font-size:190px;font-style:italic;stroke:none;text-anchor:end}}\
         path,line,circle,rect,polygon{{stroke-linejoin:round;stroke-linecap:round}}</style>"
    );
    draw!(ink, "<defs>");
    for livery in Livery::ALL {
        let paint = paint(livery);
        draw!(
            ink,
            "<pattern id=\"{}\" width=\"60\" height=\"60\" patternUnits=\"userSpaceOnUse\">\
             <path d=\"{}\" stroke=\"{}\" stroke-width=\"9\" stroke-opacity=\".5\" \
             fill=\"none\"/></pattern>",
            paint.name,
            paint.hatch,
            paint.ink
        );
    }
    draw!(
        ink,
        "<pattern id=\"fog\" width=\"160\" height=\"160\" patternUnits=\"userSpaceOnUse\">\
         <rect width=\"160\" height=\"160\" fill=\"#efeade\" fill-opacity=\".5\"/>\
         <path d=\"M0 160L160 0M-40 40L40 -40M120 200L200 120\" stroke=\"#8b8577\" \
         stroke-width=\"10\" stroke-opacity=\".45\"/></pattern></defs>"
    );
    ink.done()
}
