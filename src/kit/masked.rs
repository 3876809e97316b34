//! Tokens made unreadable in a text that is shown to somebody else than their owner.
//!
//! What is looked through may be a mail as it came, so a token is found in capitals, broken over
//! two lines, in the signs of quoted-printable, and inside base64, in a part as in a header. It is
//! looked for in the bytes themselves, since a mail whose parts are broken is shown too.
//!
//! Not here: which words are tokens.

use data_encoding::BASE64_NOPAD;
use std::ops::Range;

/// What stands before a part that had to be decoded.
const DECODED: &str = "[shown decoded, since a token stands in it]\n";

/// How often base64 may stand in base64.
const DEPTH: usize = 3;

/// The shortest run of base64 that is looked into; less than this holds no token.
const SHORTEST: usize = 12;

/// Gives a text in which none of some tokens can be read.
///
/// A part in which one stood encoded is given decoded, and says so.
pub fn masked<'a>(text: &str, tokens: impl IntoIterator<Item = &'a str>) -> String {
    let tokens: Vec<&str> = tokens.into_iter().filter(|token| !token.is_empty()).collect();
    if tokens.is_empty() { text.to_owned() } else { all(text, &tokens, DEPTH) }
}

fn all(text: &str, tokens: &[&str], depth: usize) -> String {
    let text = if depth > 0 { decoded(text, tokens, depth) } else { text.to_owned() };
    plain(&text, tokens)
}

/// Masks the tokens that stand in a text as it is.
fn plain(text: &str, tokens: &[&str]) -> String {
    let (mut clean, mut at) = (String::with_capacity(text.len()), 0);
    while let Some(found) = first(text.as_bytes(), at, tokens) {
        clean.push_str(&text[at..found.start]);
        clean.push_str(&"*".repeat(tokens.first().map_or(0, |token| token.len())));
        at = found.end;
    }
    clean.push_str(&text[at..]);
    clean
}

/// Finds the first token from a place on.
fn first(text: &[u8], from: usize, tokens: &[&str]) -> Option<Range<usize>> {
    (from..text.len()).find_map(|at| {
        let end = tokens.iter().find_map(|token| end_of(text, at, token.as_bytes()))?;
        Some(at..end)
    })
}

/// Where a token ends that begins at a place; none if there is none.
fn end_of(text: &[u8], from: usize, token: &[u8]) -> Option<usize> {
    let mut at = from;
    for (number, letter) in token.iter().enumerate() {
        if number > 0 {
            at = past_breaks(text, at);
        }
        let (sign, next) = sign(text, at)?;
        if !sign.eq_ignore_ascii_case(letter) {
            return None;
        }
        at = next;
    }
    Some(at)
}

/// The sign at a place, perhaps in two digits after a `=`, and the place after it.
fn sign(text: &[u8], at: usize) -> Option<(u8, usize)> {
    let digit = |at: usize| char::from(*text.get(at)?).to_digit(16);
    if text.get(at) == Some(&b'=')
        && let (Some(high), Some(low)) = (digit(at + 1), digit(at + 2))
    {
        return Some((u8::try_from(16 * high + low).unwrap_or(b'='), at + 3));
    }
    Some((*text.get(at)?, at + 1))
}

/// The place after line breaks, soft or not, and what a mail program sets before the next line.
fn past_breaks(text: &[u8], from: usize) -> usize {
    let is = |at: usize, signs: &[u8]| text.get(at).is_some_and(|sign| signs.contains(sign));
    let mut at = from;
    loop {
        let mut end = at + usize::from(is(at, b"="));
        while is(end, b" \t\r") {
            end += 1;
        }
        if !is(end, b"\n") {
            return at;
        }
        end += 1;
        while is(end, b" \t>") {
            end += 1;
        }
        at = end;
    }
}

/// Gives a text in which whatever holds a token in base64 or in the words of a header is decoded.
fn decoded(text: &str, tokens: &[&str], depth: usize) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let mut run = line.to_owned();
        if line.contains("=?") {
            // The words of a header go on in the next line, if that is set in.
            while let Some(next) = lines.next_if(|next| next.starts_with([' ', '\t'])) {
                run.push_str(next);
            }
            clean.push_str(&of_header(&run, tokens));
            continue;
        }
        if is_base64(line) {
            while let Some(next) = lines.next_if(|next| is_base64(next)) {
                run.push_str(next);
            }
            if let Some(held) = of_base64(&run, tokens, depth) {
                clean.push_str(DECODED);
                clean.push_str(held.trim_end());
                clean.push('\n');
                continue;
            }
        }
        clean.push_str(&run);
    }
    clean
}

fn is_base64(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && line.bytes().all(|sign| is_digit(sign) || sign == b'=')
}

fn is_digit(sign: u8) -> bool {
    sign.is_ascii_alphanumeric() || sign == b'+' || sign == b'/'
}

/// What stands in a run of base64, if it holds a token.
fn of_base64(run: &str, tokens: &[&str], depth: usize) -> Option<String> {
    let digits: Vec<u8> = run.bytes().filter(|sign| is_digit(*sign)).collect();
    // A line of text before it that looks like base64 moves all of it.
    (0..4).filter(|_| digits.len() >= SHORTEST).find_map(|from| {
        let text = text_of(&digits[from..]);
        let clean = all(&text, tokens, depth - 1);
        (clean != text).then_some(clean)
    })
}

/// Decodes digits of base64; what is missing at their end is taken for zeros.
fn text_of(digits: &[u8]) -> String {
    let mut whole = digits.to_vec();
    whole.resize(digits.len().next_multiple_of(4), b'A');
    let mut bytes = BASE64_NOPAD.decode(&whole).unwrap_or_default();
    // Letters of two bytes, half of which are nothing, become letters of one.
    bytes.retain(|byte| *byte != 0);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A header with its words decoded, if they hold a token; else as it is.
fn of_header(header: &str, tokens: &[&str]) -> String {
    let (mut words, mut rest, mut coded) = (String::new(), header, false);
    while let Some((before, word)) = rest.split_once("=?") {
        // What stands between two such words is nothing.
        if !(coded && before.trim().is_empty()) {
            words.push_str(before);
        }
        let mut parts = word.splitn(4, '?');
        let (Some(_), Some(kind), Some(text), Some(after)) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            words.push_str("=?");
            rest = word;
            coded = false;
            continue;
        };
        if kind.eq_ignore_ascii_case("b") {
            words.push_str(&text_of(
                &text.bytes().filter(|sign| is_digit(*sign)).collect::<Vec<_>>(),
            ));
        } else {
            words.push_str(&text.replace('_', " "));
        }
        rest = after.strip_prefix('=').unwrap_or(after);
        coded = true;
    }
    words.push_str(rest);
    let clean = plain(&words, tokens);
    if clean == words { header.to_owned() } else { clean }
}

#[cfg(test)]
mod tests {
    use super::*;
    use data_encoding::BASE64;

    const TOKENS: [&str; 2] = ["adatokenaaaaa", "bentokenbbbbb"];
    const STARS: &str = "*************";

    fn check(text: &str, meant: &str) {
        assert_eq!(masked(text, TOKENS), meant, "{text}");
    }

    #[test]
    fn a_token_is_masked_however_it_is_written() {
        check("one adatokenaaaaa, two AdaTokenAAAAA.", &format!("one {STARS}, two {STARS}."));
        check("adatokenaaaaabentokenbbbbb", &format!("{STARS}{STARS}"));
        check("ada=\r\ntoken=61aaaa x", &format!("{STARS} x"));
        check("To: umpire+adatok\r\n enaaaaa@x", &format!("To: umpire+{STARS}@x"));
        check("> adatoken\n> aaaaa!", &format!("> {STARS}!"));
        check("=?utf-8?Q?x_=61datokenaaaaa?=\n", &format!("x {STARS}\n"));
        let (one, two) = (BASE64.encode(b"here: adato"), BASE64.encode(b"kenaaaaa."));
        check(
            &format!("Subject: =?utf-8?B?{one}?=\r\n =?utf-8?b?{two}?=\r\nTo: x\n"),
            &format!("Subject: here: {STARS}.\r\nTo: x\n"),
        );
    }

    #[test]
    fn a_part_with_a_token_is_shown_decoded() {
        let part = |text: &[u8], width: usize| -> String {
            let whole = BASE64.encode(text);
            let lines = whole.as_bytes().chunks(width).map(|line| str::from_utf8(line).unwrap());
            lines.collect::<Vec<_>>().join("\r\n")
        };
        let text = "Sire,\nmy token is adatokenaaaaa";
        let meant = format!("head\n\n{DECODED}Sire,\nmy token is {STARS}\n--x--\n");
        for width in [4, 5, 60, 76] {
            check(&format!("head\n\n{}\n--x--\n", part(text.as_bytes(), width)), &meant);
        }
        let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        check(&format!("head\n\n{}\n--x--\n", part(&wide, 76)), &meant);
        let inner = part(part(text.as_bytes(), 76).as_bytes(), 76);
        check(&inner, &format!("{DECODED}{DECODED}Sire,\nmy token is {STARS}\n"));
        assert!(masked(&format!("Word\n{}", part(text.as_bytes(), 76)), TOKENS).contains(STARS));
    }

    #[test]
    fn what_holds_no_token_stays_as_it_is() {
        let picture = BASE64.encode(&[0xff, 0xd8, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
        for text in ["", "Vesoul\nNice\n", &picture, "=?utf-8?Q?=C3=A9?= =?", "=\n=4", "adatoken"] {
            check(text, text);
        }
        assert_eq!(masked("anything", [""]), "anything");
    }
}
