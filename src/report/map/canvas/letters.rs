//! Words as outlines, with the fonts that the binary brings.
//!
//! Letters stand side by side as the font says, closer where it has a pair for that. A letter that a
//! font lacks is taken from the next; if none has it, a box stands for it.
//!
//! Not here: letters that change with their neighbours, and words from right to left. A browser that
//! shows the SVG has both.

use super::style::Style;
use super::{Anchor, Face};
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::raw::TableProvider;
use skrifa::raw::tables::kern::{Subtable0, SubtableKind};
use skrifa::{FontRef, GlyphId, MetadataProvider};
use std::sync::OnceLock;
use tiny_skia::{Path, PathBuilder};

/// What is needed of a font, in its own units.
struct Font {
    letters: Charmap<'static>,
    outlines: OutlineGlyphCollection<'static>,
    widths: GlyphMetrics<'static>,
    /// Pairs that stand closer together.
    pairs: Option<Subtable0<'static>>,
    units_per_em: f32,
}

impl Font {
    fn read(file: &'static [u8]) -> Option<Font> {
        let font = FontRef::new(file).ok()?;
        let size = Size::unscaled();
        let plain = LocationRef::default();
        let pairs = font.kern().ok().and_then(|kern| {
            let tables = kern.subtables().flatten().filter(|table| table.is_horizontal());
            tables.filter_map(|table| table.kind().ok()).find_map(|kind| match kind {
                SubtableKind::Format0(pairs) => Some(pairs),
                SubtableKind::Format1(_) | SubtableKind::Format2(_) | SubtableKind::Format3(_) => {
                    None
                }
            })
        });
        Some(Font {
            letters: font.charmap(),
            outlines: font.outline_glyphs(),
            widths: font.glyph_metrics(size, plain),
            pairs,
            units_per_em: f32::from(font.head().ok()?.units_per_em()),
        })
    }

    /// By how much a pair of letters stands closer.
    fn closer(&self, left: GlyphId, right: GlyphId) -> f32 {
        self.pairs.as_ref().and_then(|pairs| pairs.kerning(left, right)).unwrap_or_default() as f32
    }
}

/// The fonts, in the order of [`font`].
fn fonts() -> &'static [Font] {
    static FONTS: OnceLock<Vec<Font>> = OnceLock::new();
    let files = || {
        [
            dejavu::serif::regular(),
            dejavu::serif::bold(),
            dejavu::serif::italic(),
            dejavu::sans::regular(),
            dejavu::sans::bold(),
            dejavu::sans_condensed::bold(),
        ]
    };
    FONTS.get_or_init(|| files().into_iter().filter_map(Font::read).collect())
}

/// The place of the font for a style.
fn font(style: &Style) -> usize {
    match (style.face, style.bold, style.italic) {
        (Face::Serif, true, _) => 1,
        (Face::Serif, false, true) => 2,
        (Face::Serif, false, false) => 0,
        (Face::Sans, false, _) => 3,
        (Face::Sans, true, _) => 4,
        (Face::SansCondensed, _, _) => 5,
    }
}

/// A letter in its place.
struct Placed {
    font: &'static Font,
    glyph: GlyphId,
    scale: f32,
    x: f32,
}

/// The outlines of words that stand on a line at a point; none if there is nothing to see.
pub fn outline(words: &str, (x, y): (f32, f32), style: &Style) -> Option<Path> {
    let (placed, width) = set(words, style);
    let left = match style.anchor {
        Anchor::Start => x,
        Anchor::Middle => x - width / 2.0,
        Anchor::End => x - width,
    };
    let mut path = PathBuilder::new();
    for letter in placed {
        let mut pen = Pen { path: &mut path, scale: letter.scale, at: (left + letter.x, y) };
        if let Some(outline) = letter.font.outlines.get(letter.glyph) {
            let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
            // A letter that is broken is left out; the fonts are our own.
            let _ = outline.draw(settings, &mut pen);
        }
    }
    path.finish()
}

/// Puts letters side by side, and says how wide they are together.
fn set(words: &str, style: &Style) -> (Vec<Placed>, f32) {
    let mut placed: Vec<Placed> = vec![];
    let mut width = 0.0;
    for letter in words.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        if letter.is_control() {
            continue;
        }
        let Some((font, glyph)) = found(letter, font(style)) else { continue };
        let scale = style.size as f32 / font.units_per_em;
        if let Some(last) = placed.last() {
            width += style.spacing as f32;
            if std::ptr::eq(last.font, font) {
                width += font.closer(last.glyph, glyph) * scale;
            }
        }
        placed.push(Placed { font, glyph, scale, x: width });
        width += font.widths.advance_width(glyph).unwrap_or_default() * scale;
    }
    (placed, width)
}

/// A letter in the first font that has it, else the box of the style's own font.
fn found(letter: char, first: usize) -> Option<(&'static Font, GlyphId)> {
    let own = fonts().get(first)?;
    let rest = fonts().iter().filter(|font| !std::ptr::eq(*font, own));
    let mut all = std::iter::once(own).chain(rest);
    all.find_map(|font| Some((font, font.letters.map(letter)?))).or(Some((own, GlyphId::NOTDEF)))
}

/// Takes the outline of a letter over, in its size and place.
struct Pen<'p> {
    path: &'p mut PathBuilder,
    scale: f32,
    at: (f32, f32),
}

impl Pen<'_> {
    fn on(&self, x: f32, y: f32) -> (f32, f32) {
        (self.at.0 + x * self.scale, self.at.1 - y * self.scale)
    }
}

impl OutlinePen for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.on(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.on(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, hx: f32, hy: f32, x: f32, y: f32) {
        let ((hx, hy), (x, y)) = (self.on(hx, hy), self.on(x, y));
        self.path.quad_to(hx, hy, x, y);
    }

    fn curve_to(&mut self, ax: f32, ay: f32, bx: f32, by: f32, x: f32, y: f32) {
        let ((ax, ay), (bx, by), (x, y)) = (self.on(ax, ay), self.on(bx, by), self.on(x, y));
        self.path.cubic_to(ax, ay, bx, by, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(words: &str, style: &Style) -> f32 {
        set(words, style).1
    }

    #[test]
    fn all_fonts_are_read() {
        assert_eq!(fonts().len(), 6);
    }

    #[test]
    fn words_are_as_wide_as_their_letters() {
        let style = Style { size: 1000, ..Style::initial() };
        assert!((wide("MM", &style) - 2.0 * wide("M", &style)).abs() < 0.5);
        assert!(wide("AV", &style) < wide("A", &style) + wide("V", &style), "a pair is closer");
        assert_eq!(wide(" a  b ", &style), wide("a b", &style), "one space is enough");
        let spaced = Style { spacing: 90, ..style.clone() };
        assert!((wide("MMM", &spaced) - wide("MMM", &style) - 180.0).abs() < 0.5);
        let bold = Style { bold: true, ..style.clone() };
        assert!(wide("Town", &bold) > wide("Town", &style));
    }

    #[test]
    fn words_stand_where_they_are_anchored() {
        let style = Style { size: 1000, ..Style::initial() };
        let bounds = |words: &str, anchor| {
            let style = Style { anchor, ..style.clone() };
            outline(words, (500.0, 2000.0), &style).unwrap().bounds()
        };
        let [start, middle, end] =
            [Anchor::Start, Anchor::Middle, Anchor::End].map(|anchor| bounds("Hill", anchor));
        assert!(start.left() >= 500.0 && end.right() <= 500.0, "{start:?} {end:?}");
        assert!((middle.left() + middle.right() - 1000.0).abs() < 60.0, "{middle:?}");
        assert!((1990.0..2010.0).contains(&start.bottom()), "on the line: {start:?}");
        assert!(outline(" \u{1}", (0.0, 0.0), &style).is_none(), "nothing to see");
    }

    #[test]
    fn a_letter_that_a_font_lacks_is_not_lost() {
        let style = Style { size: 1000, ..Style::initial() };
        // Only the sans fonts have Arabic letters, and none has this one of the Far East.
        assert!(fonts()[0].letters.map('\u{645}').is_none());
        assert!(outline("\u{645}", (0.0, 0.0), &style).is_some());
        assert!(outline("\u{4e2d}", (0.0, 0.0), &style).is_some());
    }
}
