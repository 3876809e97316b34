//! A text made from another that knows where each of its letters came from.
//!
//! Whatever is corrected in what a player wrote, a fault must be shown where they wrote it. So a
//! correction rewrites a [`TracedText`], never a plain text, and the places are carried along.

use std::ops::Range;
use std::rc::Rc;

/// The comment that marks in a sheet where lines of it were cut out and not read. It is a part of
/// the text, so that whoever reads that later ends the same order there.
pub const NOT_READ: &str = "#> lines that stood here were not read <#";

/// A text, the text it was made from, and the way back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TracedText {
    /// Shared by all that is made from it.
    origin: Rc<str>,
    text: String,
    /// In the order of the text; together they cover all of it.
    pieces: Vec<Piece>,
}

/// A stretch of the text and the stretch of the origin that it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Piece {
    at: usize,
    length: usize,
    from: usize,
    from_length: usize,
    /// Whether it was copied letter by letter.
    copied: bool,
}

impl TracedText {
    /// A text as it was written.
    pub fn whole(origin: impl Into<String>) -> TracedText {
        let text = origin.into();
        let (origin, length) = (Rc::from(text.as_str()), text.len());
        let piece = Piece { at: 0, length, from: 0, from_length: length, copied: true };
        TracedText { text, origin, pieces: vec![piece] }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// What was written.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Makes a new text out of this one.
    pub fn rewritten(&self, write: impl FnOnce(&mut Rewrite<'_>)) -> TracedText {
        let mut rewrite = Rewrite { old: self, text: String::new(), pieces: vec![] };
        write(&mut rewrite);
        let Rewrite { text, pieces, .. } = rewrite;
        TracedText { origin: Rc::clone(&self.origin), text, pieces }
    }

    /// A part of this text.
    pub fn part(&self, at: Range<usize>) -> TracedText {
        self.rewritten(|write| write.keep(at))
    }

    /// Finds the place in the origin that a place in the text stands for.
    pub fn back(&self, at: Range<usize>) -> Range<usize> {
        let start = match self.piece_at(at.start) {
            Some(piece) if piece.copied => piece.from + (at.start - piece.at).min(piece.length),
            // Behind the last letter that was put in is behind what it stands for.
            Some(piece) if at.start >= piece.at + piece.length => piece.from + piece.from_length,
            Some(piece) => piece.from,
            None => 0,
        };
        if at.end <= at.start {
            return start..start;
        }
        let end = match self.piece_at(at.end - 1) {
            Some(piece) if piece.copied => piece.from + (at.end - piece.at).min(piece.length),
            Some(piece) => piece.from + piece.from_length,
            None => start,
        };
        start..end.max(start)
    }

    /// The last piece that begins at or before a place.
    fn piece_at(&self, at: usize) -> Option<&Piece> {
        let after = self.pieces.partition_point(|piece| piece.at <= at);
        self.pieces.get(after.checked_sub(1)?)
    }
}

/// A passage in the making.
#[derive(Debug)]
pub struct Rewrite<'a> {
    old: &'a TracedText,
    text: String,
    pieces: Vec<Piece>,
}

impl Rewrite<'_> {
    /// Takes over a part of the old text.
    pub fn keep(&mut self, at: Range<usize>) {
        let first = self.old.pieces.partition_point(|piece| piece.at + piece.length <= at.start);
        for piece in &self.old.pieces[first..] {
            let (start, end) = (piece.at.max(at.start), (piece.at + piece.length).min(at.end));
            if start >= end {
                break;
            }
            let (from, from_length) = if piece.copied {
                (piece.from + (start - piece.at), end - start)
            } else {
                (piece.from, piece.from_length)
            };
            self.push(start..end, from, from_length, piece.copied);
        }
    }

    /// Writes something else in the place of a part of the old text.
    pub fn put(&mut self, written: &str, over: Range<usize>) {
        if written.is_empty() {
            return;
        }
        let from = self.old.back(over);
        let piece = Piece {
            at: self.text.len(),
            length: written.len(),
            from: from.start,
            from_length: from.len(),
            copied: false,
        };
        self.text.push_str(written);
        self.pieces.push(piece);
    }

    fn push(&mut self, old: Range<usize>, from: usize, from_length: usize, copied: bool) {
        let (at, length) = (self.text.len(), old.len());
        self.text.push_str(&self.old.text[old]);
        if let Some(last) = self.pieces.last_mut()
            && copied
            && last.copied
            && last.from + last.from_length == from
        {
            last.length += length;
            last.from_length += from_length;
            return;
        }
        self.pieces.push(Piece { at, length, from, from_length, copied });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_carried_through_every_rewriting() {
        let written = TracedText::whole("Dear umpire,\n\u{a0}\u{a0}a: “b”\nBye");
        let sheet = written.part(13..written.text().find("\nBye").unwrap());
        assert_eq!(sheet.text(), "\u{a0}\u{a0}a: “b”");
        let mended = sheet.rewritten(|write| {
            let mut last = 0;
            for (at, sign) in sheet.text().char_indices() {
                let plain = match sign {
                    '\u{a0}' => " ",
                    '“' | '”' => "\"",
                    _ => continue,
                };
                write.keep(last..at);
                last = at + sign.len_utf8();
                write.put(plain, at..last);
            }
            write.keep(last..sheet.text().len());
        });
        assert_eq!(mended.text(), "  a: \"b\"");
        for (word, meant) in [("a", "a"), ("\"b\"", "“b”"), ("b", "b"), ("  ", "\u{a0}\u{a0}")]
        {
            let at = mended.text().find(word).unwrap();
            assert_eq!(&written.origin()[mended.back(at..at + word.len())], meant);
        }
        let end = mended.text().len();
        assert_eq!(mended.back(end..end).start, written.origin().find("\nBye").unwrap());
    }

    #[test]
    fn nothing_has_places_too() {
        let none = TracedText::whole("a").part(1..1);
        assert_eq!((none.text(), none.back(0..0)), ("", 0..0));
    }
}
