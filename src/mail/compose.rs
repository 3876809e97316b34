//! Composing a mail: a text, its HTML and its attachments become bytes, once.
//!
//! The same letter gives the same bytes: the date, the Message-ID and every boundary are set from
//! its arguments.
//!
//! Not here: what a mail says and to whom it goes, which is the desk's; and sending it (`outbox`).

use lettre::Address;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, Message, MultiPart, SinglePart};
use serde::{Deserialize, Serialize};
use std::time::{Duration, SystemTime};

/// A mail before it becomes bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// A name for people and an address.
    pub from: (String, String),
    pub to: (String, String),
    /// The address that answers go to.
    pub reply_to: String,
    pub subject: String,
    /// Seconds since 1970.
    pub date: i64,
    /// Without the angle brackets, as all ids here.
    pub message_id: String,
    /// The mail that this one follows in its thread.
    pub in_reply_to: Option<String>,
    /// The mails of the thread, the oldest first.
    pub references: Vec<String>,
    /// `italy.games.example`, say: what a mail program may sort by.
    pub list_id: String,
    /// Whether it answers a mail; else it is automatic.
    pub answers: bool,
    pub text: String,
    pub html: String,
    pub attachments: Vec<Enclosure>,
}

/// A file that goes with a mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Enclosure {
    pub name: String,
    /// Its MIME type, `text/yaml` say.
    pub kind: String,
    #[serde(with = "as_text")]
    pub bytes: Vec<u8>,
    /// The name by which the HTML shows it, if it is a picture in it.
    pub inline: Option<String>,
}

/// Bytes in JSON: a draft that is kept as such has texts alone.
mod as_text {
    use serde::{Deserialize, Deserializer, Serializer, ser::Error};

    pub fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(std::str::from_utf8(bytes).map_err(S::Error::custom)?)
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Vec<u8>, D::Error> {
        String::deserialize(from).map(String::into_bytes)
    }
}

/// Why a mail cannot be composed.
#[derive(Debug, thiserror::Error)]
pub enum ComposeError {
    #[error("`{address}` is not a valid mail address ({source}); write it like ada@post.example")]
    Address { address: String, source: lettre::address::AddressError },
    #[error(
        "`{address}` has letters that many mail servers do not take; write a domain as \
         xn--..., and use a mailbox with plain letters"
    )]
    Letters { address: String },
    #[error("no mail can be sent to `{address}` ({source}); use another address")]
    Unsendable { address: String, source: lettre::error::Error },
    #[error("`{0}` is not a MIME type; write it like text/plain")]
    Kind(String),
    #[error("the content of the mail cannot be read: {0}")]
    Letter(#[source] serde_json::Error),
    #[error("the mail cannot be composed: {0}")]
    Mail(#[from] lettre::error::Error),
}

/// Reads an address as mail knows it.
pub fn address(written: &str) -> Result<Address, ComposeError> {
    written.parse().map_err(|source| ComposeError::Address { address: written.to_owned(), source })
}

/// Refuses an address to which no mail can be sent, although it is one: a mail's head that names it
/// is not read back, or a server would have to know more than plain letters.
pub fn sendable(written: &str) -> Result<(), ComposeError> {
    let to = address(written)?;
    if !written.is_ascii() {
        return Err(ComposeError::Letters { address: written.to_owned() });
    }
    let one = Message::builder().to(Mailbox::new(None, to.clone())).from(Mailbox::new(None, to));
    let made = one.body(String::new());
    made.map(drop)
        .map_err(|source| ComposeError::Unsendable { address: written.to_owned(), source })
}

/// Puts a mail together.
pub fn compose(draft: &Draft) -> Result<Vec<u8>, ComposeError> {
    let mailbox = |(name, written): &(String, String)| {
        let name = Some(one_line(name)).filter(|name| !name.is_empty());
        Ok::<_, ComposeError>(Mailbox::new(name, address(written)?))
    };
    let seconds = Duration::from_secs(draft.date.max(0).unsigned_abs());
    let mut builder = Message::builder()
        .from(mailbox(&draft.from)?)
        .to(mailbox(&draft.to)?)
        .reply_to(mailbox(&(draft.from.0.clone(), draft.reply_to.clone()))?)
        .subject(one_line(&draft.subject))
        .date(SystemTime::UNIX_EPOCH + seconds)
        .message_id(Some(format!("<{}>", draft.message_id)))
        .raw_header(header("List-Id", &format!("<{}>", draft.list_id)))
        .raw_header(header("X-Auto-Response-Suppress", "All"))
        .raw_header(header(
            "Auto-Submitted",
            if draft.answers { "auto-replied" } else { "auto-generated" },
        ));
    if let Some(id) = &draft.in_reply_to {
        builder = builder.in_reply_to(format!("<{}>", one_word(id)));
    }
    if !draft.references.is_empty() {
        let ids: Vec<String> =
            draft.references.iter().map(|id| format!("<{}>", one_word(id))).collect();
        builder = builder.references(ids.join(" "));
    }
    Ok(builder.multipart(parts(draft)?)?.formatted())
}

/// The text and its HTML as one, and beside them what is attached.
fn parts(draft: &Draft) -> Result<MultiPart, ComposeError> {
    // A boundary must stand in no part; one made from the id is as good as a random one.
    let boundary = |part: &str| {
        let letters = draft.message_id.chars().filter(char::is_ascii_alphanumeric).take(40);
        format!("={part}={}", letters.collect::<String>())
    };
    let (shown, attached): (Vec<&Enclosure>, Vec<&Enclosure>) =
        draft.attachments.iter().partition(|file| file.inline.is_some());
    let both = MultiPart::alternative()
        .boundary(boundary("alternative"))
        .singlepart(SinglePart::plain(with_ends(&draft.text)));
    let html = SinglePart::html(with_ends(&draft.html));
    let both = if shown.is_empty() {
        both.singlepart(html)
    } else {
        // Pictures stand beside the HTML that shows them, so that programs do not list them twice.
        let mut related = MultiPart::related().boundary(boundary("related")).singlepart(html);
        for file in shown {
            let kind = ContentType::parse(&file.kind)
                .map_err(|_| ComposeError::Kind(file.kind.clone()))?;
            let id = one_word(file.inline.as_deref().unwrap_or_default());
            let picture = Attachment::new_inline_with_name(id, one_line(&file.name));
            related = related.singlepart(picture.body(file.bytes.clone(), kind));
        }
        both.multipart(related)
    };
    if attached.is_empty() {
        return Ok(both);
    }
    let mut whole = MultiPart::mixed().boundary(boundary("mixed")).multipart(both);
    for Enclosure { name, kind, bytes, .. } in attached {
        // A text that says its letters is shown by a mail program, not only offered to be kept.
        let text = std::str::from_utf8(bytes).ok().filter(|_| kind.starts_with("text/"));
        let whole_kind =
            if text.is_some() { format!("{kind}; charset=utf-8") } else { kind.clone() };
        let parsed =
            ContentType::parse(&whole_kind).map_err(|_| ComposeError::Kind(kind.clone()))?;
        let file = Attachment::new(one_line(name));
        whole = whole.singlepart(match text {
            Some(text) => file.body(with_ends(text), parsed),
            None => file.body(bytes.clone(), parsed),
        });
    }
    Ok(whole)
}

/// A text with the line ends of mail. Left to the library, each of them would move all that stands
/// behind it.
fn with_ends(text: &str) -> String {
    let mut whole = String::with_capacity(text.len() + text.len() / 16 + 16);
    for line in text.split_inclusive('\n') {
        match line.strip_suffix('\n') {
            Some(bare) => {
                whole.push_str(bare.strip_suffix('\r').unwrap_or(bare));
                whole.push_str("\r\n");
            }
            None => whole.push_str(line),
        }
    }
    whole
}

fn header(name: &'static str, value: &str) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), one_line(value))
}

/// What a header may hold: no line ends and nothing else that is not to be seen.
fn one_line(text: &str) -> String {
    let seen = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    seen.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A Message-ID as it came from outside: printable, without brackets or blanks.
fn one_word(id: &str) -> String {
    id.chars().filter(|c| c.is_ascii_graphic() && !matches!(c, '<' | '>')).take(250).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> Draft {
        Draft {
            from: ("The umpire".into(), "umpire@games.example".into()),
            to: ("Ada".into(), "ada@post.example".into()),
            reply_to: "umpire+abc@games.example".into(),
            subject: "[italy] spring 1796".into(),
            date: 1_790_000_000,
            message_id: "0123.italy@games.example".into(),
            list_id: "italy.games.example".into(),
            text: "Sire,\n\nMasséna is at Genoa.\n".into(),
            html: "<p>Sire,</p>".into(),
            ..Draft::default()
        }
    }

    #[test]
    fn the_same_letter_gives_the_same_bytes() {
        let mut draft = draft();
        draft.attachments.push(Enclosure {
            name: "france.yaml".into(),
            kind: "text/yaml".into(),
            bytes: "power: france # Masséna\n".into(),
            inline: None,
        });
        let once = compose(&draft).unwrap();
        assert_eq!(compose(&draft).unwrap(), once);
        let text = String::from_utf8(once).unwrap();
        for line in [
            "Message-ID: <0123.italy@games.example>",
            "List-Id: <italy.games.example>",
            "Auto-Submitted: auto-generated",
            "Date: Mon, 21 Sep 2026",
            "Content-Type: multipart/alternative",
            "filename=\"france.yaml\"",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
        assert!(text.contains("umpire+abc@games.example"), "{text}");
    }

    /// What is taken for a player's address can be sent to.
    #[test]
    fn an_address_that_is_taken_can_be_sent_to() {
        let to = |written: &str| Draft { to: ("Ada".into(), written.into()), ..draft() };
        for written in
            ["ada@post.example", "a/b=c@post_x.example", "a'b@localhost", "A.b+c@x.example"]
        {
            sendable(written).unwrap();
            compose(&to(written)).unwrap();
        }
        for written in [
            "\"a b\"@post.example",
            "\"a,b\"@post.example",
            "\"a@b\"@post.example",
            "ada@[127.0.0.1]",
            "ada@[IPv6:::1]",
        ] {
            assert!(address(written).is_ok() && compose(&to(written)).is_err(), "{written}");
            let why = sendable(written).unwrap_err().to_string();
            assert!(why.starts_with("no mail can be sent to `"), "{why}");
        }
        for written in ["jö@post.example", "ada@pöst.example"] {
            assert!(sendable(written).unwrap_err().to_string().contains("xn--"));
        }
        let long = format!("{}@post.example", "a".repeat(65));
        for written in ["ada", "ada@post.example\n", "a@b@c.example", &long] {
            assert!(matches!(sendable(written), Err(ComposeError::Address { .. })), "{written}");
        }
    }

    #[test]
    fn a_line_break_puts_no_header_in() {
        let draft = Draft {
            subject: "peace\r\nBcc: spy@post.example".into(),
            in_reply_to: Some("a@b\r\nBcc: spy@post.example".into()),
            answers: true,
            ..draft()
        };
        let text = String::from_utf8(compose(&draft).unwrap()).unwrap();
        let heads = text.split("\r\n\r\n").next().unwrap();
        assert!(!heads.lines().any(|line| line.starts_with("Bcc")), "{heads}");
        assert!(heads.contains("Auto-Submitted: auto-replied"), "{heads}");
        let wrong = Draft { to: ("".into(), "ada@post.example, ben@post.example".into()), ..draft };
        assert!(matches!(compose(&wrong), Err(ComposeError::Address { .. })));
    }
}
