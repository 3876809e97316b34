//! Finding the order sheets in a mail: an attachment by its name, a fenced block, or the lines of
//! the text that are one.
//!
//! Not here: whether a sheet counts. What is found is mended and named, and the desk judges.

use super::cuts;
use super::markup;
use super::mend::{self, Sieve};
use super::message::{Message, Plain, is_sheet_name};
use super::sheet_lines::{
    MOST_UNREAD, below_signature, letter_goes_on, stretches, unread, unread_above, within_texts,
};
use super::text::{self, Parted, lines};
use kit::bounds::SHEETS_IN_A_MAIL;
use kit::traced_text::TracedText;
use std::ops::Range;

/// A sheet that was found in a mail.
#[derive(Debug, Clone)]
pub struct Found {
    pub sheet: TracedText,
    /// Where it was found, in words: `the attachment orders.yaml`.
    pub place: String,
    /// What is said about the reading and no liberty: each an end to "read ...".
    pub notes: Vec<String>,
    /// What was mended: each an end to "read as ...".
    pub liberties: Vec<String>,
    /// The lines below it that look like orders and were not read, each with its number.
    pub unread: Vec<(usize, String)>,
    /// The lines in it and beside it that were taken for a quotation, each with its number.
    pub quoted: Vec<(usize, String)>,
    /// The lines in its texts that look like its sections.
    pub in_texts: Vec<(usize, String)>,
    /// Whether a mail program perhaps broke a line of it.
    pub perhaps_broken: bool,
    /// Whether it stood in the armour of a signature, with nothing else around it.
    pub armoured: bool,
}

/// A signature over a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    /// With its armour.
    pub armour: String,
    /// The text that stands in the armour with it, if it does.
    pub text: Option<String>,
}

impl Signature {
    /// Whether it is one of OpenPGP.
    pub fn is_pgp(&self) -> bool {
        self.armour.starts_with(PGP_BEGIN) || self.armour.contains(PGP_SIGNATURE)
    }
}

/// What a mail holds.
#[derive(Debug, Clone, Default)]
pub struct Contents {
    pub sheets: Vec<Found>,
    /// Whether text and HTML of the mail say different things.
    pub two_faced: bool,
    /// Whether the only sheet there is stands in what somebody else wrote.
    pub in_quotes: bool,
    pub in_forward: bool,
    /// Whether it has HTML that is too large or too deep to be read.
    pub beyond_html: bool,
    /// What its writer wrote besides: the first lines, for the person who has to read it.
    pub words: String,
    /// The same, with the quoted lines that they answer.
    pub answered: String,
    pub signature: Option<Signature>,
}

/// The beginnings and ends of an armour.
const SSH_BEGIN: &str = "-----BEGIN SSH SIGNATURE-----";
const SSH_END: &str = "-----END SSH SIGNATURE-----";
const PGP_BEGIN: &str = "-----BEGIN PGP SIGNED MESSAGE-----";
const PGP_SIGNATURE: &str = "-----BEGIN PGP SIGNATURE-----";
const PGP_END: &str = "-----END PGP SIGNATURE-----";
/// What a public key of OpenPGP begins with.
pub const PGP_PUBLIC_KEY: &str = "-----BEGIN PGP PUBLIC KEY BLOCK-----";

/// Finds what there is of sheets in a mail.
pub fn find(message: &Message, sieve: &dyn Sieve) -> Contents {
    let mut contents = Contents::default();
    attached(message, sieve, &mut contents);
    let subject = message.subject.to_lowercase();
    let is_forward =
        ["fw:", "fwd:", "wg:", "tr:", "rv:"].iter().any(|begin| subject.starts_with(begin));
    let is_answer = !message.references.is_empty();
    let has_file = !contents.sheets.is_empty();
    for body in &message.bodies {
        let plain = body.plain.as_ref().map(|plain| of_plain(plain, is_forward, is_answer, sieve));
        let html = body.html.as_deref().map(markup::to_text);
        contents.beyond_html |= html == Some(None) && plain.is_none();
        let html = html.flatten();
        let html =
            html.map(|html| of_text(&TracedText::whole(html), is_forward, is_answer, true, sieve));
        let (mut read, other) = match (plain, html) {
            (Some(plain), html) if !plain.sheets.is_empty() || html.is_none() => (plain, html),
            (plain, Some(mut html)) => {
                let as_html = plain.as_ref().is_none_or(|plain| plain.words.trim().is_empty());
                for found in &mut html.sheets {
                    found.liberties.insert(0, "plain text, though the mail is HTML".into());
                }
                if !as_html && html.sheets.is_empty() {
                    (plain.unwrap_or_default(), None)
                } else {
                    contents.two_faced |= !as_html && !html.sheets.is_empty();
                    (html, None)
                }
            }
            (plain, None) => (plain.unwrap_or_default(), None),
        };
        if let Some(other) = other {
            contents.two_faced |=
                !other.sheets.is_empty() && !says_the_same(&other.sheets, &read.sheets, sieve);
        }
        if contents.words.trim().is_empty() {
            contents.words = std::mem::take(&mut read.words);
            contents.answered = std::mem::take(&mut read.answered);
        }
        contents.signature = contents.signature.take().or(read.signature);
        contents.in_forward |= read.in_forward;
        contents.in_quotes |= read.in_quotes;
        // The text beside an attachment may be the same sheet once more.
        if has_file {
            let of_files = words(&contents.sheets);
            read.sheets.retain(|found| {
                let own = words(std::slice::from_ref(found));
                !of_files.windows(own.len().max(1)).any(|window| window == own)
            });
        }
        contents.sheets.extend(read.sheets);
    }
    for found in &mut contents.sheets {
        let lines = within_texts(found.sheet.text(), sieve);
        found.in_texts = lines.iter().map(|line| line_told(&found.sheet, line)).collect();
    }
    contents.in_forward |= message.enclosed.iter().any(|text| has_sheet(text, sieve));
    contents.sheets.truncate(SHEETS_IN_A_MAIL + 1);
    if !contents.sheets.is_empty() {
        contents.in_quotes = false;
    }
    contents
}

fn attached(message: &Message, sieve: &dyn Sieve, contents: &mut Contents) {
    let by_name = message.files.iter().any(|file| is_sheet_name(&file.name));
    for file in &message.files {
        let is_sheet = is_sheet_name(&file.name);
        let is_armour = [SSH_BEGIN, PGP_SIGNATURE].iter().any(|begin| file.text.contains(begin));
        let (text, signature) = unarmoured(&TracedText::whole(file.text.as_str()));
        if is_armour && !is_sheet && text.text().trim().is_empty() {
            let armour = file.text.trim().to_owned();
            contents.signature = Some(Signature { armour, text: None });
            continue;
        }
        let armoured = signature.is_some();
        if !is_sheet && !armoured && (by_name || !has_sheet(&file.text, sieve)) {
            continue;
        }
        contents.signature = signature.or(contents.signature.take());
        for part in documents(&text) {
            let mended = mend::mend(&part, false, sieve);
            let sheet = cuts::marked(&mended.sheet, &cuts::parted(&mended.sheet, sieve));
            // The same file attached twice is one sheet.
            let is_same =
                |found: &Found| found.sheet.text() == sheet.text() && found.armoured == armoured;
            if contents.sheets.iter().any(is_same) {
                continue;
            }
            let mut liberties: Vec<String> = file.read_as.iter().cloned().collect();
            if !is_sheet && !file.name.is_empty() {
                liberties.push("a sheet, though its name does not end in .yaml".into());
            }
            liberties.extend(mended.liberties);
            contents.sheets.push(Found {
                sheet,
                place: match file.name.as_str() {
                    "" => "an attachment without a name".to_owned(),
                    name => format!("the attachment {name}"),
                },
                notes: vec![],
                liberties,
                unread: vec![],
                quoted: vec![],
                in_texts: vec![],
                perhaps_broken: false,
                armoured,
            });
        }
    }
}

/// Cuts a file at its lines `---`.
fn documents(file: &TracedText) -> Vec<TracedText> {
    let parts = documents_at(file.text());
    if parts.is_empty() {
        return vec![file.clone()];
    }
    parts.into_iter().map(|part| file.part(part)).collect()
}

/// The documents of a text that are not empty, in bytes.
fn documents_at(text: &str) -> Vec<Range<usize>> {
    let (mut parts, mut from): (Vec<Range<usize>>, usize) = (vec![], 0);
    for at in lines(text) {
        if matches!(mend::visible(&text[at.clone()]).trim_end(), "---" | "...") {
            parts.push(from..at.start);
            from = at.end;
        }
    }
    parts.push(from..text.len());
    let is_empty = |at: &Range<usize>| {
        let text = &text[at.clone()];
        text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#'))
    };
    parts.into_iter().filter(|part| !is_empty(part)).collect()
}

fn of_plain(plain: &Plain, is_forward: bool, is_answer: bool, sieve: &dyn Sieve) -> Contents {
    let read =
        |text: String| of_text(&TracedText::whole(text), is_forward, is_answer, false, sieve);
    let mut contents = match plain.flowed {
        Some(delsp) => {
            let mut flowed = read(text::unflowed(&plain.text, delsp));
            let readable = |contents: &Contents| {
                let mut sheets = contents.sheets.iter();
                !contents.sheets.is_empty()
                    && sheets.all(|found| sieve.shape(found.sheet.text()).is_some())
            };
            if !readable(&flowed) {
                // A program that says format=flowed and leaves spaces at the ends of its lines.
                let as_it_is = read(plain.text.clone());
                if readable(&as_it_is) {
                    flowed = as_it_is;
                    for found in &mut flowed.sheets {
                        found.liberties.push("if it were not format=flowed".into());
                    }
                    return flowed;
                }
            }
            for found in &mut flowed.sheets {
                found.notes.push("as format=flowed".into());
            }
            flowed
        }
        None => read(plain.text.clone()),
    };
    for found in &mut contents.sheets {
        found.liberties.splice(0..0, plain.read_as.clone());
    }
    contents
}

/// Finds the sheets in a text.
fn of_text(
    text: &TracedText,
    is_forward: bool,
    is_answer: bool,
    bullets: bool,
    sieve: &dyn Sieve,
) -> Contents {
    let parted = text::part(text, is_forward);
    let (own, signature) = unarmoured(&parted.own);
    let armoured = signature.is_some();
    let mut contents = Contents { signature, words: own.text().to_owned(), ..Contents::default() };
    contents.answered.clone_from(&parted.answered);
    contents.in_forward = has_sheet(parted.forwarded.text(), sieve);
    let mut notes: Vec<String> = parted.without.iter().map(|words| (*words).to_owned()).collect();
    notes.extend(armoured.then(|| "without the armour of its signature".to_owned()));
    contents.sheets = of_own(&own, &notes, bullets, sieve);
    for found in &mut contents.sheets {
        found.armoured = armoured;
        let lost = cuts::lost(&found.sheet, &parted.cuts, sieve);
        found.sheet = cuts::marked(&found.sheet, &lost.inside);
        found.quoted = lost.lines;
    }
    if let Some(last) = contents.sheets.last_mut() {
        let below = below_signature(parted.footer.text(), sieve);
        last.unread.extend(below.iter().map(|line| line_told(&parted.footer, line)));
    }
    if contents.sheets.is_empty() {
        of_quoted(&parted, (is_answer, is_forward), bullets, sieve, &mut contents);
    }
    contents
}

fn of_own(own: &TracedText, notes: &[String], bullets: bool, sieve: &dyn Sieve) -> Vec<Found> {
    let fenced = fenced(own.text(), sieve);
    let (parts, place) = if fenced.is_empty() {
        (stretches(own.text(), bullets, sieve), "the text of the mail")
    } else {
        (fenced, "the fenced block of the mail")
    };
    let unread = unread(own.text(), &parts, sieve);
    let found = |(number, at): (usize, &Range<usize>)| {
        let mended = mend::mend(&own.part(at.clone()), bullets, sieve);
        let next = parts.get(number + 1).map_or(own.text().len(), |next| next.start);
        let below = unread.iter().filter(|(sheet, _)| *sheet == number).map(|(_, line)| line);
        let mut below: Vec<Range<usize>> = below.cloned().collect();
        let rest = at.end..next.max(at.end);
        let is_letter = letter_goes_on(&own.text()[at.clone()], &own.text()[rest.clone()]);
        if is_letter {
            below = said(own.text(), rest);
        }
        let above = match number {
            0 => unread_above(own.text(), at, sieve),
            _ => vec![],
        };
        let is_cut = is_letter || ends_an_order(own.text(), at.end, below.first());
        let mut cut = cuts::parted(&mended.sheet, sieve);
        cut.extend(is_cut.then(|| own.back(at.end..at.end).start));
        Found {
            sheet: cuts::marked(&mended.sheet, &cut),
            place: place.to_owned(),
            notes: notes.to_vec(),
            liberties: mended.liberties,
            unread: above.iter().chain(&below).map(|line| line_told(own, line)).collect(),
            quoted: vec![],
            in_texts: vec![],
            perhaps_broken: mended.perhaps_broken,
            armoured: false,
        }
    };
    parts.iter().take(SHEETS_IN_A_MAIL + 1).enumerate().map(found).collect()
}

/// The lines of a part of a text that say anything.
fn said(text: &str, part: Range<usize>) -> Vec<Range<usize>> {
    let all = lines(&text[part.clone()]).into_iter();
    let all = all.map(|at| part.start + at.start..part.start + at.end);
    all.filter(|at| !text[at.clone()].trim().is_empty()).take(MOST_UNREAD).collect()
}

/// Whether the order with which a sheet ends goes on in the first line below it that was not read,
/// behind one line that is none of it.
fn ends_an_order(text: &str, end: usize, first: Option<&Range<usize>>) -> bool {
    first.is_some_and(|line| {
        let between = text[end..line.start.max(end)].lines();
        let line = text[line.clone()].trim_end();
        between.filter(|line| !line.trim().is_empty()).count() <= 1
            && (cuts::has_step(line) || cuts::goes_on(&text[..end], line))
    })
}

/// A line as it is told to its writer, with its number in the mail.
fn line_told(text: &TracedText, line: &Range<usize>) -> (usize, String) {
    let before = &text.origin()[..text.back(line.clone()).start];
    let written = mend::visible(text.text()[line.clone()].trim()).chars().take(40).collect();
    (before.matches('\n').count() + 1, written)
}

/// A sheet that stands in quoted lines only: the writer's own if no line says whose it was, and the
/// mail is neither an answer nor passed on.
fn of_quoted(
    parted: &Parted,
    (is_answer, is_forward): (bool, bool),
    bullets: bool,
    sieve: &dyn Sieve,
    contents: &mut Contents,
) {
    let found = of_own(&parted.quoted, &[], bullets, sieve);
    if found.is_empty() {
        contents.in_quotes = has_sheet(parted.history.text(), sieve);
        return;
    }
    if is_forward {
        contents.in_forward = true;
        return;
    }
    let is_alone = parted.own.text().trim().is_empty();
    if parted.attributed || is_answer || !is_alone {
        contents.in_quotes = true;
        return;
    }
    contents.sheets = found;
    for found in &mut contents.sheets {
        found.liberties.push("if no `> ` stood before its lines".into());
    }
}

/// Takes the armour off a signed text, and gives the signature.
fn unarmoured(text: &TracedText) -> (TracedText, Option<Signature>) {
    let written = text.text();
    if let (Some(begin), Some(end)) = (written.find(SSH_BEGIN), written.find(SSH_END))
        && begin < end
    {
        let armour = written[begin..end + SSH_END.len()].to_owned();
        return (text.part(0..begin), Some(Signature { armour, text: None }));
    }
    let Some(begin) = written.find(PGP_BEGIN) else {
        // A signature that stands below a text is over it, as one of ssh-keygen is.
        let (Some(begin), Some(end)) = (written.find(PGP_SIGNATURE), written.find(PGP_END)) else {
            return (text.clone(), None);
        };
        let armour = written[begin..(end + PGP_END.len()).max(begin)].to_owned();
        return (text.part(0..begin), Some(Signature { armour, text: None }));
    };
    let head = written[begin..].find("\n\n").map_or(written.len(), |at| begin + at + 2);
    let end = written[head..].find(PGP_SIGNATURE).map_or(written.len(), |at| head + at);
    let last = written[end..].find(PGP_END).map_or(written.len(), |at| end + at + PGP_END.len());
    let signed = text.rewritten(|write| {
        for at in lines(&written[head..end]) {
            let at = head + at.start..head + at.end;
            let line = &written[at.clone()];
            let dashed = line.starts_with("- -") || line.starts_with("- From ");
            write.keep(at.start + if dashed { 2 } else { 0 }..at.end);
        }
    });
    let armour = format!("{}\n", &written[begin..last]);
    let signature = Signature { armour, text: Some(signed.text().to_owned()) };
    (signed, Some(signature))
}

/// The fenced blocks that hold a sheet, in bytes.
fn fenced(text: &str, sieve: &dyn Sieve) -> Vec<Range<usize>> {
    let (mut blocks, mut open): (Vec<Range<usize>>, Option<(usize, &str)>) = (vec![], None);
    for at in lines(text) {
        let line = mend::visible(&text[at.clone()]);
        let line = line.trim();
        let mark = ["```", "~~~"].into_iter().find(|mark| line.starts_with(mark));
        match (mark, open) {
            (Some(mark), None) => open = Some((at.end, mark)),
            (Some(mark), Some((from, opened))) if mark == opened && line == mark => {
                blocks.push(from..at.start);
                open = None;
            }
            _ => {}
        }
    }
    // A block without an end goes to the end of the text.
    blocks.extend(open.map(|(from, _)| from..text.len()));
    let parts = blocks.into_iter().flat_map(|block| {
        let documents = documents_at(&text[block.clone()]);
        documents.into_iter().map(move |at| block.start + at.start..block.start + at.end)
    });
    parts.filter(|part| has_sheet(&text[part.clone()], sieve)).collect()
}

fn has_sheet(text: &str, sieve: &dyn Sieve) -> bool {
    !stretches(text, false, sieve).is_empty()
}

/// Whether two faces of a mail order the same: by what their sheets are read as, or by their words
/// if one of them cannot be read.
fn says_the_same(one: &[Found], other: &[Found], sieve: &dyn Sieve) -> bool {
    let shapes = |sheets: &[Found]| -> Option<Vec<String>> {
        sheets.iter().map(|found| sieve.shape(found.sheet.text())).collect()
    };
    match (shapes(one), shapes(other)) {
        (Some(one), Some(other)) if one == other => true,
        (Some(_), Some(_)) | (Some(_), None) | (None, _) => words(one) == words(other),
    }
}

/// The words of sheets, without anything that a mail program may change.
fn words(sheets: &[Found]) -> Vec<String> {
    let text: Vec<&str> = sheets.iter().map(|found| found.sheet.text()).collect();
    let text = text.join("\n");
    let words = text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}
