//! A text as its writer meant it: soft breaks undone, and what others wrote told apart.
//!
//! Not here: where in it a sheet is ([`super::find`]) and what of the sheet is mended
//! ([`super::mend`]).

use super::cuts::{self, Cut};
use super::mend::{is_unseen, visible};
use kit::bounds::LINE_BYTES;
use kit::traced_text::TracedText;
use std::ops::Range;

/// Undoes the soft breaks of `format=flowed` (RFC 3676).
///
/// A space that was put before a line goes; a line that ends with a space goes on in the next one
/// of the same quoting depth, and with `delsp` that space goes too.
pub fn unflowed(text: &str, delsp: bool) -> String {
    let (mut lines, mut open): (Vec<String>, Option<usize>) = (vec![], None);
    for line in text.split('\n') {
        let depth = line.bytes().take_while(|sign| *sign == b'>').count();
        let rest = &line[depth..];
        let rest = rest.strip_prefix(' ').unwrap_or(rest);
        let is_signature = rest == "-- ";
        let soft = rest.ends_with(' ') && !is_signature;
        let written = if soft && delsp { &rest[..rest.len() - 1] } else { rest };
        match lines.last_mut().filter(|_| open == Some(depth) && !is_signature) {
            Some(last) => last.push_str(written),
            None if depth > 0 => lines.push(format!("{} {written}", ">".repeat(depth))),
            None => lines.push(written.to_owned()),
        }
        open = soft.then_some(depth);
    }
    lines.join("\n")
}

/// Who wrote a line of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Voice {
    /// The writer of the mail.
    Own,
    /// Somebody before, each line under a `>`.
    Quoted,
    /// Somebody before, in a block under a head or below a line.
    History,
    /// Somebody else, whose mail was passed on.
    Forwarded,
    /// A signature or the footer of a list.
    Footer,
}

/// A text, told apart into voices.
#[derive(Debug, Clone)]
pub struct Parted {
    pub own: TracedText,
    pub quoted: TracedText,
    /// What stands below the head of an earlier mail.
    pub history: TracedText,
    pub forwarded: TracedText,
    /// What stands below the line that begins a signature.
    pub footer: TracedText,
    /// The writer's own lines, each passage below the last of the quoted lines that it answers.
    pub answered: String,
    /// What stands between the writer's own lines, and below them.
    pub cuts: Vec<Cut>,
    /// Whether somebody is named as the writer of the quoted lines.
    pub attributed: bool,
    /// What was left out, in words.
    pub without: Vec<&'static str>,
}

/// Tells a text apart. `is_forward` says that the mail's subject calls it one.
pub fn part(text: &TracedText, is_forward: bool) -> Parted {
    let written = lines(text.text());
    let seen = visible(text.text());
    let voices = voices(&seen, &lines(&seen), is_forward);
    let of = |wanted: &[Voice]| {
        text.rewritten(|write| {
            for (at, _) in written.iter().zip(&voices).filter(|(_, voice)| wanted.contains(voice)) {
                write.keep(at.clone());
            }
        })
    };
    let has = |voice| voices.contains(&voice);
    let mut without = vec![];
    if has(Voice::Quoted) || has(Voice::History) {
        without.push("without what was quoted");
    }
    if has(Voice::Footer) {
        without.push("without the signature");
    }
    let first_quoted = voices.iter().position(|voice| *voice == Voice::Quoted);
    let quoted = of(&[Voice::Quoted]);
    Parted {
        own: of(&[Voice::Own]),
        quoted: unquoted(&quoted),
        history: of(&[Voice::History]),
        forwarded: of(&[Voice::Forwarded]),
        footer: of(&[Voice::Footer]),
        answered: answered(text.text(), &written, &voices),
        cuts: cuts::cuts(text, &written, &voices),
        attributed: first_quoted.is_some_and(|first| voices[..first].contains(&Voice::History)),
        without,
    }
}

/// How many of the quoted lines above an answer are shown with it.
const LINES_ANSWERED: usize = 4;

/// The writer's own lines with those that they answer. A mail written above all that it quotes
/// answers no line of it.
fn answered(text: &str, written: &[Range<usize>], voices: &[Voice]) -> String {
    let mut whole = String::new();
    let mut quoted: Vec<&str> = vec![];
    for (at, voice) in written.iter().zip(voices) {
        let line = text[at.clone()].trim_end();
        match voice {
            Voice::Quoted => quoted.push(line),
            Voice::Own if line.is_empty() => whole.push('\n'),
            Voice::Own => {
                quoted.retain(|line| !line.trim_matches(['>', ' ']).is_empty());
                let last = quoted.len().saturating_sub(LINES_ANSWERED);
                for line in quoted.drain(..).skip(last).chain([line]) {
                    whole.push_str(line);
                    whole.push('\n');
                }
            }
            Voice::History | Voice::Forwarded | Voice::Footer => {}
        }
    }
    whole
}

/// The lines of a text, each with its end.
pub fn lines(text: &str) -> Vec<Range<usize>> {
    let (mut lines, mut from) = (vec![], 0);
    for (at, _) in text.bytes().enumerate().filter(|(_, sign)| *sign == b'\n') {
        lines.push(from..at + 1);
        from = at + 1;
    }
    if from < text.len() {
        lines.push(from..text.len());
    }
    lines
}

/// Takes one `> ` off each line.
fn unquoted(text: &TracedText) -> TracedText {
    text.rewritten(|write| {
        for at in lines(text.text()) {
            let line = &text.text()[at.clone()];
            let is_before = |sign: char| matches!(sign, ' ' | '\t') || is_unseen(sign);
            let rest = line.trim_start_matches(is_before).strip_prefix('>').unwrap_or(line);
            let rest = rest.strip_prefix([' ', '\u{a0}']).unwrap_or(rest);
            write.keep(at.end - rest.len()..at.end);
        }
    })
}

fn voices(text: &str, lines: &[Range<usize>], is_forward: bool) -> Vec<Voice> {
    let line = |at: usize| -> &str {
        let line = &text[lines[at].clone()];
        if line.len() > LINE_BYTES { "" } else { line.trim_end_matches(['\n', '\r']) }
    };
    let mut voices: Vec<Voice> = vec![];
    for at in 0..lines.len() {
        let written = line(at);
        let next = || (at + 1..lines.len().min(at + 7)).map(line);
        if is_quoted(written) {
            if voices.last() != Some(&Voice::Quoted) {
                mark_attribution(&mut voices, &line);
            }
            voices.push(Voice::Quoted);
            continue;
        }
        let below = at + 1..lines.len();
        if is_banner(at, &line) && has_keys(below.clone(), &line) {
            // What a mail server has put on top of the sheet is no signature above it.
            voices.fill(Voice::Footer);
            voices.push(Voice::Footer);
            continue;
        }
        if let Some(rest) = rest_is(written, next, is_forward) {
            mark_broken_head(&mut voices, &line);
            voices.resize(lines.len(), rest);
            break;
        }
        voices.push(Voice::Own);
    }
    voices
}

/// Whether a line is a rule below a few words that are no sheet, as mail servers put them on top of
/// what comes from outside.
fn is_banner<'a>(at: usize, line: &impl Fn(usize) -> &'a str) -> bool {
    let is_rule = |line: &str| line.len() >= 20 && line.chars().all(|sign| sign == '_');
    // A banner is short; further down such a line is something else, and a text may have thousands.
    if at > 20 || !is_rule(line(at).trim()) {
        return false;
    }
    let words = (0..at).filter(|above| !line(*above).trim().is_empty()).count();
    (1..=6).contains(&words) && !has_keys(0..at, line)
}

/// Whether lines have the head of a sheet among them.
fn has_keys<'a>(mut lines: Range<usize>, line: &impl Fn(usize) -> &'a str) -> bool {
    lines.any(|at| {
        let line = line(at).trim_start().to_lowercase();
        ["season:", "power:"].iter().any(|key| line.starts_with(key))
    })
}

/// Whether a line is under a `>`. A `>` that ends a key, as in `text: >`, is none.
fn is_quoted(line: &str) -> bool {
    line.trim_start_matches([' ', '\t', '\u{a0}']).starts_with('>')
        && line.len() - line.trim_start().len() <= 2
}

/// Marks the lines `On 21 November 2026, Ada wrote:` above a quotation.
fn mark_attribution<'a>(voices: &mut [Voice], line: &impl Fn(usize) -> &'a str) {
    let own = |at: &usize| line(*at).trim().is_empty() && voices[*at] == Voice::Own;
    let Some(last) = (0..voices.len()).rev().find(|at| !own(at)) else { return };
    let written = line(last).trim_end();
    if voices[last] != Voice::Own || !written.ends_with(':') {
        return;
    }
    let mut from = last;
    let mut whole = written.to_owned();
    while !is_attribution(&whole) && from > 0 && last - from < 3 {
        from -= 1;
        if line(from).trim().is_empty() || voices[from] != Voice::Own {
            return;
        }
        whole = format!("{} {whole}", line(from));
    }
    let begins =
        |line: &str| !line.contains(": ") && line.chars().any(|sign| sign.is_ascii_digit());
    while from > 0 && last - from < 3 && voices[from - 1] == Voice::Own && begins(line(from - 1)) {
        from -= 1;
    }
    if is_attribution(&whole) {
        voices[from..=last].fill(Voice::History);
    }
}

/// Marks the lines above the end of an attribution that a mail program broke for its width.
fn mark_broken_head<'a>(voices: &mut [Voice], line: &impl Fn(usize) -> &'a str) {
    let last = voices.len();
    let ends = last.checked_sub(1).is_some_and(|above| {
        let written = line(above);
        let is_begun = written.starts_with(char::is_alphabetic) && !written.contains(": ");
        is_begun && written.contains(',') && written.chars().any(|sign| sign.is_ascii_digit())
    });
    if ends && voices[last - 1] == Voice::Own {
        voices[last - 1] = Voice::History;
    }
}

/// Whether a line ends with a colon and says who wrote what follows: by a verb, or by an address or
/// a time of day. A year says nothing, since it stands in the name of a season.
fn is_attribution(line: &str) -> bool {
    let line = line.trim();
    let Some(said) = line.strip_suffix(':') else { return false };
    let names = said.contains('@') || has_time(said);
    let words = said.split_whitespace().count();
    words >= 2 && (has_verb(said) || (names && words >= 4))
}

/// Whether a text has a time of day in it, as `18:00` or `18.00`.
fn has_time(text: &str) -> bool {
    let is_figure = |sign: Option<char>| sign.is_some_and(|sign| sign.is_ascii_digit());
    text.match_indices([':', '.']).any(|(at, _)| {
        let (before, after) = (&text[..at], text[at + 1..].chars());
        let figures = after.clone().take_while(char::is_ascii_digit).count();
        // The dots of a date stand between more figures.
        let ends = after.clone().nth(2).is_none_or(|sign| sign != '.');
        is_figure(before.chars().next_back()) && figures == 2 && ends
    })
}

/// Whether a text says that somebody wrote.
fn has_verb(text: &str) -> bool {
    const VERBS: [&str; 17] = [
        "wrote",
        "schrieb",
        "écrit",
        "scritto",
        "escribió",
        "escreveu",
        "schreef",
        "skrev",
        "napisał",
        "пишет",
        "написал",
        "kirjoitti",
        "napsal",
        "yazdı",
        "írta",
        "scris",
        "写道",
    ];
    let text = text.to_lowercase();
    VERBS.iter().any(|verb| text.contains(verb))
}

/// Whether what follows from a line on is all another's, and whose.
fn rest_is<'a, L: Iterator<Item = &'a str>>(
    line: &'a str,
    next: impl Fn() -> L,
    is_forward: bool,
) -> Option<Voice> {
    let trimmed = line.trim_matches([' ', '\t', '\u{a0}', '*']);
    let begins = trimmed.get(..2).is_some_and(|two| two == "--" || two.eq_ignore_ascii_case("be"));
    let bare = match begins {
        true => trimmed.trim_matches(['-', ' ', ':', '_']).replace('\u{a0}', " ").to_lowercase(),
        false => String::new(),
    };
    let between_dashes = trimmed.starts_with("--") && bare.len() > 5;
    if between_dashes || (begins && trimmed.to_lowercase().starts_with("begin forwarded")) {
        const FORWARDS: [&str; 12] = [
            "forwarded message",
            "begin forwarded message",
            "weitergeleitete nachricht",
            "message transféré",
            "messaggio inoltrato",
            "mensaje reenviado",
            "forwarded by",
            "doorgestuurd bericht",
            "mensagem encaminhada",
            "vidarebefordrat meddelande",
            "пересылаемое сообщение",
            "wiadomość przekazana",
        ];
        const ORIGINALS: [&str; 11] = [
            "original message",
            "ursprüngliche nachricht",
            "original-nachricht",
            "message d'origine",
            "messaggio originale",
            "mensaje original",
            "oorspronkelijk bericht",
            "mensagem original",
            "ursprungligt meddelande",
            "исходное сообщение",
            "wiadomość oryginalna",
        ];
        if FORWARDS.iter().any(|words| bare.starts_with(words)) {
            return Some(Voice::Forwarded);
        }
        if ORIGINALS.iter().any(|words| bare.starts_with(words)) {
            return Some(if is_forward { Voice::Forwarded } else { Voice::History });
        }
    }
    let is_rule =
        |line: &str| line.trim().len() >= 20 && line.trim().chars().all(|sign| sign == '_');
    let below = || {
        let lines = std::iter::once(line).chain(next());
        lines.skip_while(|line| is_rule(line) || line.trim().is_empty())
    };
    if (is_rule(line) || !trimmed.is_empty()) && is_mail_head(below()) {
        return Some(if is_forward { Voice::Forwarded } else { Voice::History });
    }
    if is_rule(line) || line.trim_end_matches([' ', '\u{a0}']) == "--" {
        return Some(Voice::Footer);
    }
    // A program that does not mark what it quotes at least says whose it is.
    let spoken =
        trimmed.ends_with(':') && is_attribution(trimmed) && trimmed.contains([',', '@', '<']);
    let is_under = |line: &str| line.trim_start().starts_with('>');
    let quotes = || next().find(|line| !line.trim().is_empty()).is_some_and(is_under);
    let is_own = || announces_own(trimmed, next());
    (spoken && next().next().is_some() && !quotes() && !is_own()).then_some(Voice::History)
}

/// Whether a line announces the sheet of its own writer, who may do so in the words of one that
/// announces a quotation, but not with a verb and a date or an address.
fn announces_own<'a>(line: &str, mut below: impl Iterator<Item = &'a str>) -> bool {
    let figures = line.chars().filter(char::is_ascii_digit).count();
    let is_dated = line.contains('@') || has_time(line) || figures >= 6;
    let is_head = |line: &str| {
        let line = line.trim_start().to_lowercase();
        ["campaign:", "season:", "power:"].iter().any(|head| line.starts_with(head))
    };
    !(has_verb(line) && is_dated) && below.any(is_head)
}

/// Whether lines begin with the head of a mail, as Outlook puts it above what it quotes.
fn is_mail_head<'a>(lines: impl Iterator<Item = &'a str>) -> bool {
    const FROM: [&str; 11] =
        ["from", "von", "de", "da", "van", "från", "fra", "od", "lähettäjä", "от", "发件人"];
    const DATES: [&str; 21] = [
        "sent",
        "enviado el",
        "enviado em",
        "enviada em",
        "date",
        "gesendet",
        "datum",
        "envoyé",
        "inviato",
        "data",
        "enviado",
        "enviada",
        "verzonden",
        "skickat",
        "sendt",
        "dato",
        "wysłano",
        "odesláno",
        "lähetetty",
        "отправлено",
        "发送时间",
    ];
    const SUBJECTS: [&str; 14] = [
        "subject",
        "betreff",
        "objet",
        "oggetto",
        "asunto",
        "assunto",
        "onderwerp",
        "ämne",
        "emne",
        "temat",
        "předmět",
        "aihe",
        "тема",
        "主题",
    ];
    let mut keys = lines.take(6).map(|line| {
        let key = line.split_once(':').map_or("", |(key, _)| key);
        key.trim_matches([' ', '*', '\u{a0}']).to_lowercase()
    });
    if !keys.next().is_some_and(|key| FROM.contains(&key.as_str())) {
        return false;
    }
    let keys: Vec<String> = keys.collect();
    let has = |words: &[&str]| keys.iter().any(|key| words.contains(&key.as_str()));
    has(&DATES) && has(&SUBJECTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(text: &str) -> String {
        part(&TracedText::whole(text), false).own.text().to_owned()
    }

    #[test]
    fn soft_breaks_are_undone() {
        let check = |flowed: &str, delsp: bool, meant: &str| {
            assert_eq!(unflowed(flowed, delsp), meant, "{flowed:?}");
        };
        check("a: long \nvalue\n", false, "a: long value\n");
        check("a: lo \nng\n", true, "a: long\n");
        check("a:\n   - b\n", false, "a:\n  - b\n");
        check("\na\n", false, "\na\n");
        check("\n\na\n", false, "\n\na\n");
        check("a\n-- \nAda\n", false, "a\n-- \nAda\n");
        check("a \n> b \n> c\nd\n", false, "a \n> b c\nd\n");
        check(" > a\n From b\n", false, "> a\nFrom b\n");
        check(">> a \n> b\n", false, ">> a \n> b\n");
    }

    #[test]
    fn what_others_wrote_is_left_out() {
        assert_eq!(
            own("a: 1\n\nOn Sat, 21 Nov 2026 at 18:00, Umpire wrote:\n> b: 2\n"),
            "a: 1\n\n"
        );
        let wrapped =
            "On Sat, 21 Nov 2026 at 18:00, The Umpire\n<u@games.example> wrote:\n\n> b\n\na: 1\n";
        assert_eq!(own(wrapped), "\n\na: 1\n");
        assert_eq!(own("a: 1\n-----Original Message-----\nFrom: U\nb: 2\n"), "a: 1\n");
        let outlook = "a: 1\n________________________________\nFrom: U <u@games.example>\nSent: Saturday\n\
                       To: Ada\nSubject: Italy\n\nb: 2\n";
        assert_eq!(own(outlook), "a: 1\n");
        assert_eq!(own("Von: U\nGesendet: x\nAn: y\nBetreff: z\nb: 1\n"), "");
        assert_eq!(own("a: 1\n-- \nAda\nb: 2\n"), "a: 1\n");
        assert_eq!(own("a: 1\n____________________________\nA list\n"), "a: 1\n");
        assert_eq!(own("activations:\n> b\n  - c\n"), "activations:\n  - c\n");
        assert_eq!(own("text: >\n  Sire\n"), "text: >\n  Sire\n");
        assert_eq!(own("Am 21.11.2026 um 18:00 schrieb Umpire <u@games.example>:\nb: 2\n"), "");
    }

    #[test]
    fn an_answer_stands_below_the_lines_it_answers() {
        let text = "Hello,\n\n> one\n> two\n>\n> three\n> four\n> five\nThat cannot be.\n\nNor this:\n> six\n\n\
                    It was 3.\n> seven\n";
        let parted = part(&TracedText::whole(text.to_owned()), false);
        let meant = "Hello,\n\n> two\n> three\n> four\n> five\nThat cannot be.\n\nNor this:\n\n> six\n\
                     It was 3.\n";
        assert_eq!(parted.answered, meant);
    }

    #[test]
    fn what_is_passed_on_is_another_voice() {
        let text =
            "See below.\n\n---------- Forwarded message ---------\nFrom: Ben\n\npower: austria\n";
        let parted = part(&TracedText::whole(text), false);
        assert_eq!(parted.own.text(), "See below.\n\n");
        assert!(parted.forwarded.text().contains("power: austria"));
        let apple =
            part(&TracedText::whole("Begin forwarded message:\n\n> power: austria\n"), false);
        assert!(apple.forwarded.text().contains("power"));
    }
}
