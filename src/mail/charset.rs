//! Bytes to text: in the character set that was said, or in the one they must be in.
//!
//! Line ends become one kind, and a byte order mark goes; what had to be guessed is named.

use mail_parser::decoders::charsets::map::charset_decoder;

/// A text and, if it was not read as it was said, how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decoded {
    pub text: String,
    pub read_as: Option<String>,
}

/// Reads bytes as text.
pub fn decode(bytes: &[u8], said: Option<&str>) -> Decoded {
    let (text, read_as) = guess(bytes, said);
    Decoded { text: line_ends(&text), read_as }
}

fn guess(bytes: &[u8], said: Option<&str>) -> (String, Option<String>) {
    if let Some((text, name)) = very_wide(bytes) {
        let told = said.is_some_and(|said| said.to_ascii_lowercase().starts_with("utf-32"));
        return (text, (!told).then(|| name.to_owned()));
    }
    for (mark, name) in
        [(&b"\xef\xbb\xbf"[..], "utf-8"), (b"\xff\xfe", "utf-16le"), (b"\xfe\xff", "utf-16be")]
    {
        if let Some(rest) = bytes.strip_prefix(mark) {
            let told = said.is_some_and(|said| name.starts_with(&said.to_ascii_lowercase()));
            let read_as = (name != "utf-8" && !told).then(|| name.to_owned());
            return (by_name(rest, name), read_as);
        }
    }
    if let Some(name) = wide(bytes) {
        let told = said.is_some_and(|said| said.to_ascii_lowercase().starts_with("utf-16"));
        return (by_name(bytes, name), (!told).then(|| name.to_owned()));
    }
    let said = said.map(|said| said.trim().to_ascii_lowercase()).unwrap_or_default();
    let plain = ["", "utf-8", "utf8", "us-ascii", "ascii", "unknown-8bit"].contains(&said.as_str());
    match std::str::from_utf8(bytes) {
        Ok(text) if plain => (text.to_owned(), None),
        Err(_) if plain => (by_name(bytes, "windows-1252"), Some("windows-1252".into())),
        // Letters with accents are hardly ever UTF-8 by accident.
        Ok(text) if !text.is_ascii() && LATIN.contains(&said.as_str()) => {
            (text.to_owned(), Some(format!("utf-8, not `{}`", short(&said))))
        }
        valid => match charset_decoder(said.as_bytes()) {
            Some(decoder) => (decoder(bytes), None),
            None => match valid {
                Ok(text) => (text.to_owned(), Some(format!("utf-8, not `{}`", short(&said)))),
                Err(_) => {
                    let read_as = format!("windows-1252, not `{}`", short(&said));
                    (by_name(bytes, "windows-1252"), Some(read_as))
                }
            },
        },
    }
}

/// The sets that programs name when they have sent UTF-8.
const LATIN: [&str; 6] =
    ["iso-8859-1", "iso8859-1", "latin1", "iso-8859-15", "windows-1252", "cp1252"];

fn short(said: &str) -> String {
    said.chars().filter(|sign| sign.is_ascii_graphic()).take(20).collect()
}

fn by_name(bytes: &[u8], name: &str) -> String {
    match charset_decoder(name.as_bytes()) {
        Some(decoder) => decoder(bytes),
        None => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// Whether every other byte of a text is zero, as in UTF-16 without a mark.
fn wide(bytes: &[u8]) -> Option<&'static str> {
    let head = &bytes[..bytes.len().min(64) & !1];
    if head.len() < 8 {
        return None;
    }
    let zeros = |odd: usize| head.iter().skip(odd).step_by(2).filter(|byte| **byte == 0).count();
    let half = head.len() / 2;
    match (zeros(0), zeros(1)) {
        (even, 0) if even * 4 > half * 3 => Some("utf-16be"),
        (0, odd) if odd * 4 > half * 3 => Some("utf-16le"),
        _ => None,
    }
}

/// A text whose every letter takes four bytes, with or without a mark: of plain letters three of
/// them are zero.
fn very_wide(bytes: &[u8]) -> Option<(String, &'static str)> {
    let head = &bytes[..bytes.len().min(256) & !3];
    if head.len() < 8 {
        return None;
    }
    let is_one = |letter: &[u8], large: bool| match *letter {
        [a, b, _, d] if large => a == 0 && b <= 16 && (d != 0 || b != 0),
        [a, _, c, d] => d == 0 && c <= 16 && (a != 0 || c != 0),
        _ => false,
    };
    let large = head.chunks(4).all(|letter| is_one(letter, true));
    if !large && !head.chunks(4).all(|letter| is_one(letter, false)) {
        return None;
    }
    let letters = bytes.chunks(4).map(|letter| {
        let number = match *letter {
            [a, b, c, d] if large => u32::from_be_bytes([a, b, c, d]),
            [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
            _ => return char::REPLACEMENT_CHARACTER,
        };
        char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER)
    });
    Some((letters.collect(), if large { "utf-32be" } else { "utf-32le" }))
}

/// Makes all line ends one kind.
fn line_ends(text: &str) -> String {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if !text.contains(['\r', '\u{2028}', '\u{2029}']) {
        return text.to_owned();
    }
    // Some programs turn the CRLF of an attachment into CR CR LF; editors of notes know separators
    // of lines and paragraphs of their own.
    text.replace("\r\r\n", "\n").replace("\r\n", "\n").replace(['\r', '\u{2028}', '\u{2029}'], "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_as_what_they_are() {
        let check = |bytes: &[u8], said: Option<&str>, text: &str, read_as: Option<&str>| {
            let read = decode(bytes, said);
            assert_eq!((read.text.as_str(), read.read_as.as_deref()), (text, read_as), "{bytes:?}");
        };
        check(b"Mass\xc3\xa9na\r\nb", None, "Masséna\nb", None);
        check(b"Mass\xe9na", None, "Masséna", Some("windows-1252"));
        check(b"Mass\xe9na", Some("utf-8"), "Masséna", Some("windows-1252"));
        check(b"Mass\xe9na", Some("iso-8859-1"), "Masséna", None);
        let wrong = Some("utf-8, not `iso-8859-1`");
        check(b"Mass\xc3\xa9na", Some("ISO-8859-1"), "Masséna", wrong);
        check(b"\x93a\x94", Some("windows-1252"), "“a”", None);
        check(b"\xef\xbb\xbfa: 1", None, "a: 1", None);
        check(b"\xff\xfea\0:\0", Some("utf-16"), "a:", None);
        check(b"\xf4\xd7\xc5\xd2", Some("koi8-r"), "Твер", None);
        check(b"a: 1", Some("x-nobody"), "a: 1", Some("utf-8, not `x-nobody`"));
        let wide: Vec<u8> = "season: spring".bytes().flat_map(|byte| [byte, 0]).collect();
        check(&wide, None, "season: spring", Some("utf-16le"));
        let wider: Vec<u8> = "season: s".bytes().flat_map(|byte| [0, 0, 0, byte]).collect();
        check(&wider, None, "season: s", Some("utf-32be"));
        check(b"\xff\xfe\0\0a\0\0\0\n\0\0\0", Some("UTF-32"), "a\n", None);
        check(b"a\r\r\nb\rc", None, "a\nb\nc", None);
    }
}
