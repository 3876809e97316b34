//! Whatever bytes come, they end in a verdict; and a sheet that was mangled on its way as mail
//! programs do it is read exactly as it was written.

use super::house::{House, mail};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use umpire::mail::envelope;
use umpire::mail::find::{self, Contents};
use umpire::mail::mend::Sieve;
use umpire::mail::message::Message;
use umpire::sheet::shape::{self, Kind, Node};
use umpire::sheet::{Diagnostics, frame};

/// What tells a sheet from other text here.
struct Plain;

const KEYS: [&str; 8] = [
    "campaign",
    "season",
    "power",
    "token",
    "activations",
    "reactions",
    "letters",
    "note to umpire",
];

impl Sieve for Plain {
    fn shape(&self, text: &str) -> Option<String> {
        let mut faults = Diagnostics::default();
        let root = shape::shape(text, &mut faults)?;
        (matches!(root.kind, Kind::Map(_)) && faults.is_empty()).then(|| tree(&root))
    }

    fn keys(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        Box::new(KEYS.into_iter())
    }

    fn knows(&self, key: &str) -> bool {
        KEYS.contains(&key)
    }

    fn has(&self, key: &str) -> bool {
        KEYS.contains(&key)
    }
}

fn tree(node: &Node) -> String {
    match &node.kind {
        Kind::Scalar(text) => format!("{text:?}"),
        Kind::Seq(items) => format!("[{}]", items.iter().map(tree).collect::<Vec<_>>().join(",")),
        Kind::Map(pairs) => {
            let pair = |(key, value): &(Node, Node)| format!("{}: {}", tree(key), tree(value));
            format!("{{{}}}", pairs.iter().map(pair).collect::<Vec<_>>().join(","))
        }
    }
}

fn read(bytes: &[u8]) -> Contents {
    find::find(&Message::read(bytes), &Plain)
}

fn cases(few: u32) -> ProptestConfig {
    let many = crate::effort::count();
    ProptestConfig { cases: many.unwrap_or(few), failure_persistence: None, ..Default::default() }
}

/// A sheet as people write it.
fn sheets() -> impl Strategy<Value = String> {
    let place = prop::sample::select(vec!["Genoa", "W3634", "0425", "Nice", "'Savona'"]);
    let leader = prop::sample::select(vec!["Bonaparte", "Masséna", "Serurier", "\"Melas\""]);
    let steps = prop::collection::vec(place, 1..4);
    let entries = prop::collection::vec((leader, steps, any::<bool>()), 1..5);
    let note = prop::option::of(prop::sample::select(vec![
        "If Melas turns on Genoa I would rather lose Turin.",
        "2:1 is enough - or 3-1, if 'he' asks.",
    ]));
    (entries, note).prop_map(|(entries, note)| {
        let mut sheet =
            "campaign: italy\nseason: spring 1796\npower: france\nactivations:\n".to_owned();
        for (leader, steps, listed) in entries {
            sheet += &format!("  - leader: {leader}\n    # where to go\n    steps:\n");
            for place in steps {
                let place = if listed { format!("[{place}]") } else { place.to_owned() };
                sheet += &format!("      - march: {place}\n");
            }
        }
        if let Some(note) = note {
            sheet += &format!("note to umpire: |\n  {note}\n  Yours\n");
        }
        sheet
    })
}

/// One thing that a mail program, a list or a person does to a text.
fn framed(sheet: &str, how: u32) -> String {
    let quoted = "> season: spring 1796\n> power: austria\n> activations: []\n";
    match how {
        0 => sheet.to_owned(),
        1 => format!("Dear umpire,\n\n{sheet}\nRegards,\nAda\n"),
        2 => format!("{sheet}\n-- \nAda\npower: none\nseason: never\n"),
        3 => format!(
            "On Sat, 21 Nov 2026 at 11:00, The umpire\n<u@games.example> wrote:\n\n{quoted}\n{sheet}"
        ),
        4 => format!(
            "{sheet}\n-----Original Message-----\nFrom: U\nSubject: x\n\n{}",
            quoted.replace("> ", "")
        ),
        5 => format!("Orders:\n\n```yaml\n{sheet}```\nThat is all.\n"),
        6 => format!("{sheet}\n_______________________________________________\nGames: a list\n"),
        7 => sheet.lines().map(|line| format!("> {line}\n")).collect(),
        8 => format!("---\n{sheet}"),
        _ => format!("{sheet}\nSent from my telephone\n"),
    }
}

fn typed(text: &str, how: u32) -> String {
    match how {
        0 => text.replace("  ", "\u{a0} "),
        1 => text.replace(' ', "\u{a0}"),
        2 => text.replace("  - ", "  – ").replace("- march", "– march"),
        3 => text.replace("march: [", "march: [\u{200b}").replace("power", "\u{feff}power"),
        4 => text.replace("\"Melas\"", "“Melas”").replace("'Savona'", "‘Savona’"),
        _ => text.to_owned(),
    }
}

/// Puts a text into a mail; what is done here is undone by every reader of mail.
fn posted(text: &str, how: u32) -> Vec<u8> {
    let mut mail = mail("m", "").trim_end().to_owned();
    let mut kind = |kind: &str, encoding: &str| {
        mail += &format!(
            "\nMIME-Version: 1.0\nContent-Type: {kind}\nContent-Transfer-Encoding: {encoding}\n\n"
        );
        mail.clone().into_bytes()
    };
    match how {
        0 => [kind("text/plain; charset=utf-8", "8bit"), text.into()].concat(),
        1 => {
            [kind("text/plain; charset=utf-8", "8bit"), text.replace('\n', "\r\n").into()].concat()
        }
        2 => {
            let body = data_encoding::BASE64.encode(text.as_bytes());
            let lines: Vec<&str> =
                body.as_bytes().chunks(76).map(|line| std::str::from_utf8(line).unwrap()).collect();
            [kind("text/plain; charset=utf-8", "base64"), lines.join("\n").into()].concat()
        }
        3 => {
            [kind("text/plain; charset=utf-8", "quoted-printable"), printable(text).into()].concat()
        }
        4 => {
            let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            let body = data_encoding::BASE64.encode(&wide);
            [kind("text/plain; charset=utf-16be", "base64"), body.into()].concat()
        }
        5 => {
            // Stuffed as the standard has it, with a soft break in every long line.
            let stuffed =
                |line: &str| match line.starts_with([' ', '>']) || line.starts_with("From ") {
                    true => format!(" {line}\n"),
                    false => format!("{line}\n"),
                };
            let body: String = text.lines().map(stuffed).collect();
            [kind("text/plain; charset=utf-8; format=flowed", "8bit"), body.into()].concat()
        }
        _ => {
            let lines = text.lines().map(|line| {
                let indent = line.len() - line.trim_start_matches(' ').len();
                let rest =
                    line[indent..].replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
                let rest = rest.replace("  ", "&nbsp; ");
                format!("<div>{}{rest}</div>\n", "&nbsp;".repeat(indent))
            });
            let body = format!("<html><body>\n{}</body></html>\n", lines.collect::<String>());
            [kind("text/html; charset=utf-8", "8bit"), body.into()].concat()
        }
    }
}

/// Quoted-printable with a soft break every forty bytes.
fn printable(text: &str) -> String {
    let mut body = String::new();
    for line in text.split('\n') {
        let mut width = 0;
        for byte in line.bytes() {
            if width > 40 {
                body.push_str("=\n");
                width = 0;
            }
            if byte == b'=' || !(32..127).contains(&byte) || byte == b' ' {
                body.push_str(&format!("={byte:02X}"));
            } else {
                body.push(char::from(byte));
            }
            width += 1;
        }
        body.push('\n');
    }
    body
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn a_mangled_sheet_is_read_exactly(
        sheet in sheets(), frame in 0_u32..10, typing in 0_u32..6, post in 0_u32..7,
    ) {
        // A mark that begins a document is prose to HTML, and a fence in HTML is one all the same.
        let text = typed(&framed(&sheet, frame), typing);
        let contents = read(&posted(&text, post));
        prop_assert_eq!(contents.sheets.len(), 1, "{}", text);
        let found = &contents.sheets[0].sheet;
        let expected = Plain.shape(&sheet).expect("it was readable");
        // In a block a typographic sign stays what it is.
        let shape = Plain.shape(found.text());
        prop_assert_eq!(shape.as_deref(), Some(expected.as_str()), "{}\n----\n{}", text, found.text());
        let header = frame::header(found.text());
        prop_assert_eq!(header.power.as_deref(), Some("france"));
    }

    #[test]
    fn the_places_are_those_of_what_was_written(
        sheet in sheets(), frame in 0_u32..6, typing in 0_u32..2,
    ) {
        let text = typed(&framed(&sheet, frame), typing);
        let contents = read(&posted(&text, 0));
        let found = &contents.sheets[0].sheet;
        for word in ["campaign", "power", "activations", "leader"] {
            let at = found.text().find(word).expect("every sheet has it");
            let back = found.back(at..at + word.len());
            prop_assert_eq!(&found.origin()[back.clone()], word);
            let line = |text: &str, at: usize| text[..at].matches('\n').count();
            let lines: BTreeSet<&str> = text.lines().collect();
            let written = found.origin().lines().nth(line(found.origin(), back.start)).unwrap();
            prop_assert!(lines.contains(written), "{written:?}");
        }
    }

    #[test]
    fn any_bytes_are_read_in_no_time(bytes in prop::collection::vec(any::<u8>(), 0..4000)) {
        let from = Instant::now();
        let message = Message::read(&bytes);
        envelope::read(&message);
        read(&bytes);
        read(&[mail("m", "").as_bytes(), &bytes].concat());
        prop_assert!(from.elapsed() < Duration::from_secs(5));
    }

    #[test]
    fn any_text_of_mail_is_read(lines in prop::collection::vec(lines(), 0..60)) {
        let text = lines.join("\n");
        read(text.as_bytes());
        read(mail("m", &text).as_bytes());
    }
}

/// Lines that mean something to somebody.
fn lines() -> impl Strategy<Value = String> {
    let known = [
        "power: france",
        "season: spring 1796",
        "- a",
        "  - b: c",
        "```",
        "-- ",
        "> x",
        "---",
        "On Sat, 21 Nov 2026, U wrote:",
        "-----Original Message-----",
        "From: a@b.example",
        "Content-Type: multipart/mixed; boundary=x",
        "Content-Type: message/rfc822",
        "--x",
        "--x--",
        "Content-Type: text/html",
        "<div>&nbsp;<pre>",
        "\u{a0}\u{2028}“",
        "\tkey:\t[",
        "{",
        "]",
        "",
        "Content-Transfer-Encoding: base64",
        "Content-Transfer-Encoding: quoted-printable",
        "Content-Type: text/plain; format=flowed; delsp=yes",
        "a \u{0}",
        "text: |",
        "~~~",
        "-----BEGIN PGP SIGNED MESSAGE-----",
        "-----BEGIN SSH SIGNATURE-----",
        "-----END SSH SIGNATURE-----",
        "________________________________",
        "Subject: [x",
    ];
    prop_oneof![
        4 => prop::sample::select(known.to_vec()).prop_map(str::to_owned),
        1 => "\\PC{0,90}",
    ]
}

#[test]
fn bytes_that_mean_nothing_get_a_verdict() {
    let house = House::started();
    let mut random: u32 = 7;
    let mut byte = || {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 24) as u8
    };
    for number in 0..6 {
        let bytes: Vec<u8> = (0..200 * number).map(|_| byte()).collect();
        let verdict = house.hand_in([mail(&format!("m{number}"), "").as_bytes(), &bytes].concat());
        assert!(["needs the umpire", "rejected"].contains(&verdict.as_str()), "{verdict}");
    }
}

#[test]
fn hostile_mails_cost_little() {
    let bombs: [String; 8] = [
        "Content-Type: message/rfc822\n\n".repeat(60_000),
        (0..2_000)
            .map(|n| format!("Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n"))
            .collect(),
        format!("{}\n\n", "X: y\n".repeat(300_000)),
        mail("a", &"> ".repeat(500_000)),
        mail("b", &"season: x\npower: y\n\n".repeat(50_000)),
        mail("c", &format!("season: x\npower: y\na: {}\n", "“–".repeat(200_000))),
        mail("d", &format!("season: x\npower: y\n{}", "\ta: b\n".repeat(100_000))),
        mail(
            "e",
            &("season: x\npower: y\n".to_owned() + &format!("{}\n", "x ".repeat(34)).repeat(3_000)),
        ),
    ];
    for (number, bomb) in bombs.iter().enumerate() {
        let from = Instant::now();
        read(bomb.as_bytes());
        // A debug build on a busy machine.
        assert!(from.elapsed() < Duration::from_secs(20), "{number}: {:?}", from.elapsed());
    }
}

#[test]
fn a_header_of_a_hundred_thousand_fields_is_not_kept() {
    let (head, body) = ("X-Odd: y\n".repeat(100_000), "season: spring 1796\npower: france\n");
    let message = Message::read(format!("From: a@b.example\n{head}\n{body}").as_bytes());
    assert!(message.beyond.is_some_and(|why| why.contains("5000 lines")));
    assert!(message.fields.len() < 10_000, "{} fields are kept", message.fields.len());
    assert_eq!(message.from, ["a@b.example"]);
}
