//! A mail, taken apart: what its header says and what its parts hold, as bytes and text.
//!
//! The only file that knows the crate which reads MIME. It is lenient: any bytes are a message of
//! some kind, and [`Message`] records what is odd about it for others to judge.
//!
//! Not here: who wrote it ([`super::envelope`]) and where in it a sheet is ([`super::find`]).

use super::charset::{self, Decoded};
use kit::bounds;
use mail_parser::{Encoding, HeaderValue, MessageParser, MessagePart, MimeHeaders, PartType};

/// A mail, taken apart.
#[derive(Debug, Clone, Default)]
pub struct Message {
    /// Every field of the header in its order, names in small letters, values unfolded.
    pub fields: Vec<(String, String)>,
    /// The addresses of all `From` fields, in small letters.
    pub from: Vec<String>,
    /// The addresses of all `To` and `Cc` fields, in small letters.
    pub to: Vec<String>,
    pub subject: String,
    /// Without its angle brackets.
    pub id: Option<String>,
    pub references: Vec<String>,
    pub bodies: Vec<Body>,
    pub files: Vec<File>,
    /// The texts of mails that lie in this one whole.
    pub enclosed: Vec<String>,
    /// What a mail server reported about a mail of ours.
    pub report: Option<String>,
    /// The bytes that the signature of a mail that is signed as a whole (PGP/MIME) is over.
    pub signed: Option<Vec<u8>>,
    /// What lies in it that nobody can read here, in the words of a sentence.
    pub unreadable: Vec<Unreadable>,
    /// Why it is not looked into, if it is not.
    pub beyond: Option<String>,
    /// Whether parts of it were lost on the way.
    pub cut_off: bool,
}

/// One text of a mail, as plain text, as HTML or as both.
#[derive(Debug, Clone, Default)]
pub struct Body {
    pub plain: Option<Plain>,
    pub html: Option<String>,
}

/// A plain text as its writer sent it, with line ends of one kind.
#[derive(Debug, Clone, Default)]
pub struct Plain {
    pub text: String,
    /// For `format=flowed`, whether a soft break takes its space with it.
    pub flowed: Option<bool>,
    /// How the bytes were read, if not as it was said.
    pub read_as: Option<String>,
}

/// A file that came with a mail.
#[derive(Debug, Clone)]
pub struct File {
    pub name: String,
    pub text: String,
    pub read_as: Option<String>,
}

/// What cannot be read here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unreadable {
    Winmail,
    Encrypted,
    /// Signed in a way that wraps up what is signed.
    Sealed,
    Archive,
    Document,
}

impl Unreadable {
    /// Says what it is and what to send instead.
    pub fn sentence(self) -> &'static str {
        match self {
            Unreadable::Winmail => {
                "all there is in the mail is a winmail.dat, which only Outlook can read; send it as \
                 plain text (in Outlook: Format Text, Plain Text) or attach a .yaml file"
            }
            Unreadable::Encrypted => {
                "the mail is encrypted, and nobody here has the key; send it in clear, with the \
                 token as your proof"
            }
            Unreadable::Sealed => {
                "the mail is wrapped up in its signature (S/MIME, opaque); let your program sign in \
                 clear text, or send it unsigned"
            }
            Unreadable::Archive => {
                "the orders are packed in an archive, which is not opened here; attach the .yaml \
                 file itself or write the orders into the mail"
            }
            Unreadable::Document => {
                "the orders are in a document of a word processor; write them into the mail or \
                 attach a plain .yaml file"
            }
        }
    }
}

impl Message {
    /// Takes a mail apart. Any bytes give a message.
    pub fn read(bytes: &[u8]) -> Message {
        let parts = content_types(bytes);
        if bytes.len() > bounds::MAIL_BYTES || parts > bounds::MAIL_PARTS {
            let mut message = Message::of_header(bytes);
            message.beyond = Some(if parts > bounds::MAIL_PARTS {
                format!("the mail has more than the {} parts that are read", bounds::MAIL_PARTS)
            } else {
                format!(
                    "the mail is larger than the {} bytes that are read; send the orders alone",
                    bounds::MAIL_BYTES
                )
            });
            return message;
        }
        if has_long_header(bytes) {
            let mut message = Message::of_header(bytes);
            let most = bounds::HEADER_LINES;
            message.beyond = Some(format!(
                "the header of the mail has more than the {most} lines that are read"
            ));
            return message;
        }
        let Some(parsed) = MessageParser::default().parse(bytes) else {
            return Message::default();
        };
        let mut message = Message::header(&parsed);
        if !parsed.parts.is_empty() {
            Walk { parsed: &parsed, raw: bytes, message: &mut message }.all();
        }
        message
    }

    /// The header alone.
    pub fn of_header(bytes: &[u8]) -> Message {
        let bytes = &bytes[..bytes.len().min(bounds::KEPT_OF_A_LONG_MAIL)];
        let parsed = MessageParser::default().parse_headers(bytes);
        parsed.map_or_else(Message::default, |parsed| Message::header(&parsed))
    }

    fn header(parsed: &mail_parser::Message<'_>) -> Message {
        let Some(root) = parsed.parts.first() else { return Message::default() };
        let mut fields = vec![];
        let (mut from, mut to) = (vec![], vec![]);
        for header in &root.headers {
            let raw =
                parsed.raw_message.get(header.offset_start as usize..header.offset_end as usize);
            let value = String::from_utf8_lossy(raw.unwrap_or_default());
            fields.push((header.name.as_str().to_ascii_lowercase(), unfolded(&value)));
            let HeaderValue::Address(addresses) = &header.value else { continue };
            let named = match header.name.as_str().to_ascii_lowercase().as_str() {
                "from" => &mut from,
                "to" | "cc" => &mut to,
                _ => continue,
            };
            let addresses = addresses.iter().filter_map(|one| one.address.as_deref());
            named.extend(addresses.map(|one| one.trim().to_ascii_lowercase()));
        }
        let ids = |value: &HeaderValue<'_>| -> Vec<String> {
            match value {
                HeaderValue::Text(one) => vec![one.to_string()],
                HeaderValue::TextList(all) => all.iter().map(|one| one.to_string()).collect(),
                _ => vec![],
            }
        };
        let mut references = ids(parsed.references());
        references.extend(ids(parsed.in_reply_to()));
        Message {
            fields,
            from,
            to,
            subject: unfolded(parsed.subject().unwrap_or_default()),
            id: parsed.message_id().map(str::to_owned).filter(|id| !id.is_empty()),
            references,
            ..Message::default()
        }
    }

    /// The first of the fields with this name: the one that was written last on the way.
    pub fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Counts the fields with this name.
    pub fn count(&self, name: &str) -> usize {
        self.fields.iter().filter(|(known, _)| known == name).count()
    }
}

/// Whether bytes are a mail by their first lines, and not a sheet.
///
/// A key of a sheet looks like a field of a header, so only names that no sheet has count.
pub fn is_mail(bytes: &[u8]) -> bool {
    const NAMES: [&str; 12] = [
        "from",
        "received",
        "return-path",
        "delivered-to",
        "message-id",
        "mime-version",
        "subject",
        "date",
        "to",
        "content-type",
        "x-original-to",
        "envelope-to",
    ];
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(2048)]).into_owned();
    let first = head.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    if first.starts_with("From ") {
        return true;
    }
    let name = first.split(':').next().filter(|name| name.len() < first.len());
    let name = name.unwrap_or_default().to_ascii_lowercase();
    NAMES.contains(&name.as_str())
        || name.starts_with("x-")
        || name.starts_with("arc-")
        || name.starts_with("dkim-")
        || name == "authentication-results"
        || name == "auto-submitted"
}

/// Counts what could begin a part of a mail, without reading it.
///
/// The reader of MIME has no bound of its own, and giving back ten thousand mails in one another
/// would take it more stack than there is.
fn content_types(bytes: &[u8]) -> usize {
    let is_one = |line: &[u8]| {
        let mut name = line.iter().take(60).filter(|sign| !sign.is_ascii_whitespace());
        b"content-type:"
            .iter()
            .all(|wanted| name.next().is_some_and(|sign| sign.eq_ignore_ascii_case(wanted)))
    };
    bytes.split(|sign| *sign == b'\n').filter(|line| is_one(line)).count()
}

/// Whether a header has more lines than are read.
fn has_long_header(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|sign| *sign == b'\n');
    let header = lines.by_ref().take_while(|line| !line.trim_ascii().is_empty());
    header.take(bounds::HEADER_LINES + 1).count() > bounds::HEADER_LINES
}

/// A value on one line, without anything that could be taken for another line.
fn unfolded(value: &str) -> String {
    let mut plain: String =
        value.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect();
    while plain.contains("  ") {
        plain = plain.replace("  ", " ");
    }
    plain.trim().to_owned()
}

/// A walk through the parts of a mail.
struct Walk<'a> {
    parsed: &'a mail_parser::Message<'a>,
    raw: &'a [u8],
    message: &'a mut Message,
}

impl Walk<'_> {
    fn all(&mut self) {
        // The number of a part, its depth, and the body that it is an alternative of.
        let mut open: Vec<(u32, usize, Option<usize>)> = vec![(0, 0, None)];
        while let Some((id, depth, body)) = open.pop() {
            let Some(part) = self.parsed.parts.get(id as usize) else { continue };
            if depth > bounds::MAIL_DEPTH {
                self.message.beyond = Some(format!(
                    "the parts of the mail are nested more than {} deep",
                    bounds::MAIL_DEPTH
                ));
                return;
            }
            self.check_end(part);
            match &part.body {
                PartType::Multipart(inside) => {
                    let kind = kind(part);
                    if kind == "multipart/encrypted" {
                        self.message.unreadable.push(Unreadable::Encrypted);
                        continue;
                    }
                    let body = if kind == "multipart/alternative" && body.is_none() {
                        self.message.bodies.push(Body::default());
                        Some(self.message.bodies.len() - 1)
                    } else {
                        body
                    };
                    if kind == "multipart/signed" && depth == 0 {
                        self.message.signed = self.signed(inside);
                    }
                    if kind == "multipart/report" {
                        self.message.report.get_or_insert_default();
                    }
                    open.extend(inside.iter().rev().map(|id| (*id, depth + 1, body)));
                }
                PartType::Message(inside) => self.enclosed(inside),
                PartType::Text(_) | PartType::Html(_) => self.text(part, body),
                PartType::Binary(_) | PartType::InlineBinary(_) => self.binary(part),
            }
        }
        self.message.bodies.retain(|body| body.plain.is_some() || body.html.is_some());
    }

    /// Notes whether a list of parts has no end, as when a line was dropped in the middle of it.
    fn check_end(&mut self, part: &MessagePart<'_>) {
        let Some(kind) = part.content_type() else { return };
        if !kind.ctype().eq_ignore_ascii_case("multipart") {
            return;
        }
        let Some(boundary) = kind.attribute("boundary") else { return };
        let end = format!("--{boundary}--");
        let body = self.raw.get(part.offset_body as usize..).unwrap_or_default();
        let ended = body
            .split(|sign| *sign == b'\n')
            .any(|line| line.trim_ascii_end().starts_with(end.as_bytes()));
        self.message.cut_off |= !ended;
    }

    /// What a signature of OpenPGP beside it is over: the first part with its header, its lines
    /// ended as on the way. Nothing may stand beside the two.
    fn signed(&self, inside: &[u32]) -> Option<Vec<u8>> {
        let [first, second] = inside else { return None };
        let [first, second] = [first, second].map(|id| self.parsed.parts.get(*id as usize));
        if kind(second?) != "application/pgp-signature" || is_sheet_name(&name(second?)) {
            return None;
        }
        let bytes = self.raw.get(first?.offset_header as usize..first?.offset_end as usize)?;
        let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n").replace('\n', "\r\n");
        std::str::from_utf8(bytes).is_ok().then(|| text.into_bytes())
    }

    fn enclosed(&mut self, inside: &mail_parser::Message<'_>) {
        if let Some(report) = &mut self.message.report {
            report.push_str(
                &inside.headers_raw().map(|(n, v)| format!("{n}:{v}")).collect::<String>(),
            );
        }
        let texts = (0..3).filter_map(|at| inside.body_text(at));
        self.message.enclosed.extend(texts.map(|text| text.into_owned()));
        let files = inside.attachments().filter_map(|part| part.text_contents());
        self.message.enclosed.extend(files.take(3).map(str::to_owned));
    }

    fn text(&mut self, part: &MessagePart<'_>, body: Option<usize>) {
        let (kind, name) = (kind(part), name(part));
        let attached = part.content_disposition().is_some_and(|kind| kind.is_attachment());
        let is_html = kind == "text/html";
        if self.message.report.is_some() && kind != "text/plain" && !is_html {
            self.report(part);
            return;
        }
        let Some(Decoded { text, read_as }) = self.decoded(part) else { return };
        if is_sheet_name(&name) || (attached && !is_html) || is_text_name(&name) {
            self.message.files.push(File { name, text, read_as });
            return;
        }
        if !(kind.starts_with("text/") || kind.is_empty() || part.is_encoding_problem) {
            self.binary(part);
            return;
        }
        let at = body.unwrap_or_else(|| {
            self.message.bodies.push(Body::default());
            self.message.bodies.len() - 1
        });
        let body = &mut self.message.bodies[at];
        if is_html {
            body.html.get_or_insert(text);
        } else if body.plain.is_none() {
            let attribute = |name| part.content_type().and_then(|kind| kind.attribute(name));
            let is = |name, word: &str| {
                attribute(name).is_some_and(|value| value.eq_ignore_ascii_case(word))
            };
            let flowed = is("format", "flowed").then(|| is("delsp", "yes"));
            body.plain = Some(Plain { text, flowed, read_as });
        }
    }

    fn binary(&mut self, part: &MessagePart<'_>) {
        let (kind, written) = (kind(part), name(part));
        let name = written.to_lowercase();
        if self.message.report.is_some() {
            self.report(part);
            return;
        }
        let is_signature = kind == "application/pgp-signature";
        // A program that gives a file no name may say what it is, or not even that.
        let is_nameless = name.is_empty() && (is_yaml(&kind) || kind == "application/octet-stream");
        if is_sheet_name(&name) || is_text_name(&name) || is_signature || is_nameless {
            match self.decoded(part) {
                Some(Decoded { text, read_as }) => {
                    self.message.files.push(File { name: written, text, read_as });
                }
                None => self.message.cut_off |= !is_nameless,
            }
            return;
        }
        let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
        let odd = if kind == "application/ms-tnef" || name == "winmail.dat" {
            Unreadable::Winmail
        } else if kind.ends_with("pkcs7-mime") && smime(part) == "signed-data" {
            Unreadable::Sealed
        } else if kind.ends_with("pkcs7-mime")
            || kind == "application/pgp-encrypted"
            || ends(&[".p7m", ".pgp", ".gpg"])
        {
            Unreadable::Encrypted
        } else if kind.ends_with("zip")
            || ends(&[".zip", ".gz", ".7z", ".rar", ".tar", ".tgz", ".xz", ".bz2"])
        {
            Unreadable::Archive
        } else if ends(&[
            ".doc", ".docx", ".odt", ".rtf", ".pdf", ".xls", ".xlsx", ".ods", ".pages",
        ]) {
            Unreadable::Document
        } else {
            return;
        };
        self.message.unreadable.push(odd);
    }

    /// What a mail server says became of a mail of ours.
    fn report(&mut self, part: &MessagePart<'_>) {
        let text = String::from_utf8_lossy(part.contents());
        let report = self.message.report.get_or_insert_default();
        report.extend(text.chars().take(16 * 1024));
        report.push('\n');
    }

    /// The text of a part, from its bytes as they came.
    fn decoded(&mut self, part: &MessagePart<'_>) -> Option<Decoded> {
        let raw = self.raw.get(part.offset_body as usize..part.offset_end as usize)?;
        let bytes = match part.encoding {
            Encoding::None => raw.to_vec(),
            Encoding::QuotedPrintable => {
                mail_parser::decoders::quoted_printable::quoted_printable_decode(raw)
                    .unwrap_or_else(|| part.contents().to_vec())
            }
            Encoding::Base64 => match mail_parser::decoders::base64::base64_decode(raw) {
                Some(bytes) => bytes,
                None => part.contents().to_vec(),
            },
        };
        if part.encoding == Encoding::Base64 && !is_whole_base64(raw) {
            self.message.cut_off = true;
        }
        let said = transfer(part);
        // What says that it is base64 and could not be read so has lost something on the way.
        if part.is_encoding_problem && said == "base64" {
            self.message.cut_off = true;
        }
        let charset = part.content_type().and_then(|kind| kind.attribute("charset"));
        Some(charset::decode(&bytes, charset))
    }
}

/// Whether a text in base64 has all its letters: they come in fours. A footer that a list has put
/// below it in clear is none of it.
fn is_whole_base64(raw: &[u8]) -> bool {
    let is_one = |sign: &u8| sign.is_ascii_alphanumeric() || b"+/=".contains(sign);
    let lines = raw.split(|sign| *sign == b'\n').map(|line| line.trim_ascii());
    let coded = lines.take_while(|line| line.iter().all(is_one));
    coded.map(<[u8]>::len).sum::<usize>() % 4 == 0
}

fn transfer(part: &MessagePart<'_>) -> String {
    part.content_transfer_encoding().unwrap_or_default().trim().to_ascii_lowercase()
}

/// What an S/MIME part says that it is.
fn smime(part: &MessagePart<'_>) -> String {
    let kind = part.content_type().and_then(|kind| kind.attribute("smime-type"));
    kind.unwrap_or_default().to_ascii_lowercase()
}

fn kind(part: &MessagePart<'_>) -> String {
    let Some(kind) = part.content_type() else { return String::new() };
    let whole = format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or_default());
    whole.to_ascii_lowercase()
}

fn name(part: &MessagePart<'_>) -> String {
    let name = part.attachment_name().unwrap_or_default();
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    name.chars().filter(|sign| !sign.is_control()).take(120).collect()
}

/// Whether a file is a sheet by its name; programs give it any type they like.
pub fn is_sheet_name(name: &str) -> bool {
    let name = name.to_lowercase();
    name.ends_with(".yaml") || name.ends_with(".yml")
}

fn is_yaml(kind: &str) -> bool {
    matches!(kind, "application/yaml" | "application/x-yaml" | "text/yaml" | "text/x-yaml")
}

fn is_text_name(name: &str) -> bool {
    let name = name.to_lowercase();
    name.ends_with(".txt")
        || name.ends_with(".text")
        || name.ends_with(".sig")
        || name.ends_with(".asc")
}
