//! `Authentication-Results`: what a mail server found of the signatures on a mail, by the grammar
//! of RFC 8601.
//!
//! A server writes in it what senders chose, such as the address of an envelope, in quotes or in
//! comments; so it is taken apart sign by sign, and what breaks the grammar says nothing.
//!
//! Not here: whose field is believed, which is [`super::envelope::signed_domains`]'s affair.

use std::iter::Peekable;
use std::str::Chars;

/// A piece of the field; comments and blanks are none.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    /// A word, bare or in quotes, or both joined, as in `"a b"@post.example`.
    Word { text: String, quoted: bool },
    /// `;`, `=` or `/` that stands alone.
    Sign(char),
    /// Where comments or blanks part two pieces.
    Gap,
}

/// One result: what was tried, what came of it, and the properties it was found by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub method: String,
    pub result: String,
    /// Each name, `header.d` say, in small letters, and its value.
    pub properties: Vec<(String, String)>,
}

/// What a server says of a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Results {
    pub server: String,
    pub found: Vec<Found>,
}

/// Reads a field. Nothing, if it is not of that grammar or of another version.
pub fn read(value: &str) -> Option<Results> {
    let pieces = pieces(value)?;
    let mut parts = pieces.split(|piece| *piece == Piece::Sign(';'));
    let head: Vec<&Piece> = parts.next()?.iter().filter(|piece| **piece != Piece::Gap).collect();
    let server = match head[..] {
        [Piece::Word { text, .. }] => text.clone(),
        [Piece::Word { text, .. }, Piece::Word { text: version, quoted: false }]
            if version == "1" =>
        {
            text.clone()
        }
        _ => return None,
    };
    let mut found = vec![];
    for part in parts {
        let part: Vec<&Piece> = part.iter().filter(|piece| **piece != Piece::Gap).collect();
        match part[..] {
            // A field may end in a semicolon, and may say that there is nothing.
            [] => {}
            [Piece::Word { text, quoted: false }] if text.eq_ignore_ascii_case("none") => {}
            _ => found.push(result(&part)?),
        }
    }
    Some(Results { server, found })
}

/// Reads `method=result reason="..." ptype.property=value ...`.
fn result(part: &[&Piece]) -> Option<Found> {
    let (method, mut rest) = match part {
        [Piece::Word { text, quoted: false }, rest @ ..] => (text.to_lowercase(), rest),
        _ => return None,
    };
    // A version of the method: only the first is known.
    if let [Piece::Sign('/'), Piece::Word { text, .. }, after @ ..] = rest {
        if text != "1" {
            return None;
        }
        rest = after;
    }
    let [Piece::Sign('='), Piece::Word { text: result, quoted: false }, after @ ..] = rest else {
        return None;
    };
    rest = after;
    let mut properties = vec![];
    while !rest.is_empty() {
        let [
            Piece::Word { text: name, quoted: false },
            Piece::Sign('='),
            Piece::Word { text: value, .. },
            after @ ..,
        ] = rest
        else {
            return None;
        };
        properties.push((name.to_lowercase(), value.clone()));
        rest = after;
    }
    Some(Found { method, result: result.to_lowercase(), properties })
}

/// Takes a field apart; nothing if a quote or a comment has no end.
fn pieces(value: &str) -> Option<Vec<Piece>> {
    let mut pieces: Vec<Piece> = vec![];
    let mut signs = value.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            '(' => {
                comment(&mut signs)?;
                pieces.push(Piece::Gap);
            }
            '"' => {
                let text = quoted(&mut signs)?;
                pieces.push(Piece::Word { text, quoted: true });
            }
            ';' | '=' => pieces.push(Piece::Sign(sign)),
            '/' if is_version(&pieces) => pieces.push(Piece::Sign('/')),
            ')' => return None,
            _ if sign.is_whitespace() => pieces.push(Piece::Gap),
            _ => {
                let mut text = sign.to_string();
                // A method's version is a piece of its own; else a slash is a letter of a value.
                let begins = begins_result(&pieces);
                let ends = |sign: &char| {
                    sign.is_whitespace() || "()\";=".contains(*sign) || (begins && *sign == '/')
                };
                while let Some(next) = signs.next_if(|next| !ends(next)) {
                    text.push(next);
                }
                // Servers write digests without quotes, and those end in signs of equality.
                if !begins && is_value(&pieces) {
                    while signs.next_if_eq(&'=').is_some() {
                        text.push('=');
                    }
                }
                join(&mut pieces, text);
            }
        }
    }
    Some(pieces)
}

/// Puts a bare word to what stands; right behind one in quotes it is the rest of it.
fn join(pieces: &mut Vec<Piece>, rest: String) {
    match pieces.last_mut() {
        Some(Piece::Word { text, quoted: true }) if rest.starts_with('@') => text.push_str(&rest),
        _ => pieces.push(Piece::Word { text: rest, quoted: false }),
    }
}

fn solid(pieces: &[Piece]) -> impl Iterator<Item = &Piece> {
    pieces.iter().rev().filter(|piece| **piece != Piece::Gap)
}

/// Whether the next word is a method: it follows a semicolon.
fn begins_result(pieces: &[Piece]) -> bool {
    solid(pieces).next() == Some(&Piece::Sign(';'))
}

/// Whether the next word is a value: it follows a sign of equality.
fn is_value(pieces: &[Piece]) -> bool {
    solid(pieces).next() == Some(&Piece::Sign('='))
}

/// Whether a slash stands between a method and its version.
fn is_version(pieces: &[Piece]) -> bool {
    let mut before = solid(pieces);
    let is_word = matches!(before.next(), Some(Piece::Word { quoted: false, .. }));
    is_word && before.next() == Some(&Piece::Sign(';'))
}

/// Passes a comment whose bracket is behind; comments may stand in comments.
fn comment(signs: &mut Peekable<Chars<'_>>) -> Option<()> {
    let mut depth = 1;
    while depth > 0 {
        match signs.next()? {
            '\\' => drop(signs.next()?),
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
    }
    Some(())
}

/// Reads a text in quotes whose first is behind.
fn quoted(signs: &mut Peekable<Chars<'_>>) -> Option<String> {
    let mut text = String::new();
    loop {
        match signs.next()? {
            '"' => return Some(text),
            '\\' => text.push(signs.next()?),
            sign => text.push(sign),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The results of a field, a line each.
    fn told(value: &str) -> String {
        let Some(results) = read(value) else { return "nothing".into() };
        let one = |found: &Found| {
            let properties: Vec<String> =
                found.properties.iter().map(|(name, value)| format!("{name}={value}")).collect();
            format!("{}={} {}", found.method, found.result, properties.join(" ")).trim().to_owned()
        };
        let found: Vec<String> = results.found.iter().map(one).collect();
        format!("{}: {}", results.server, found.join("; "))
    }

    #[test]
    fn the_grammar_is_read() {
        for (value, meant) in [
            ("mx.example; none", "mx.example: "),
            ("mx.example 1; none", "mx.example: "),
            ("mx.example", "mx.example: "),
            (
                "(ours) mx.example (1) ;spf=pass smtp.mailfrom=x.example;",
                "mx.example: spf=pass smtp.mailfrom=x.example",
            ),
            ("\"mx.example\"; dkim=pass", "mx.example: dkim=pass"),
            (
                "mx.example; DKIM = Pass (a (b) c\\)) Header.D = post.example",
                "mx.example: dkim=pass header.d=post.example",
            ),
            (
                "mx.example; dkim/1=pass header.i=@post.example",
                "mx.example: dkim=pass header.i=@post.example",
            ),
            (
                "mx.example; dkim=pass header.b=aB/c+d==; x=y",
                "mx.example: dkim=pass header.b=aB/c+d==; x=y",
            ),
            (
                "mx.example; dkim=fail reason=\"a; dkim=pass header.d=post.example\"",
                "mx.example: dkim=fail reason=a; dkim=pass header.d=post.example",
            ),
            (
                "mx.example; spf=pass smtp.mailfrom=\"a b\"@x.example",
                "mx.example: spf=pass smtp.mailfrom=a b@x.example",
            ),
            (
                "mx.example; spf=pass smtp.mailfrom=\"a\\\"; b\"@x.example",
                "mx.example: spf=pass smtp.mailfrom=a\"; b@x.example",
            ),
            ("mx.example 2; dkim=pass", "nothing"),
            ("mx.example; dkim/2=pass", "nothing"),
            ("mx.example; dkim", "nothing"),
            ("mx.example; dkim=\"pass\"", "nothing"),
            ("mx.example; dkim=pass header.d", "nothing"),
            ("mx.example; dkim=pass (open", "nothing"),
            ("mx.example; spf=pass smtp.mailfrom=\"open; dkim=pass", "nothing"),
            ("mx.example); dkim=pass", "nothing"),
            ("a b c; dkim=pass", "nothing"),
            ("", "nothing"),
        ] {
            assert_eq!(told(value), meant, "{value}");
        }
    }
}
