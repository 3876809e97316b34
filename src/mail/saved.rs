//! A mail of ours as a player saved it: its subject, its text, and the files that came with it.
//!
//! Not here: what players send (`message.rs`), which is read with more care.

use mail_parser::{MessageParser, MimeHeaders, PartType};

/// A saved mail, taken apart.
#[derive(Debug, Clone, Default)]
pub struct Saved {
    pub subject: String,
    /// The address that it is from, in small letters.
    pub from: String,
    /// The list that it is of, as every mail of ours says.
    pub list_id: Option<String>,
    /// Its date, in seconds. Mails may arrive in another order than they were written in.
    pub date: i64,
    pub text: String,
    /// The contents of the files with a name, in their order.
    pub files: Vec<Vec<u8>>,
}

impl Saved {
    /// Reads a mail; none if the bytes are none.
    pub fn read(bytes: &[u8]) -> Option<Saved> {
        let message = MessageParser::default().parse(bytes)?;
        // Whatever parses has parts; a mail has a header besides.
        message.header_raw("From")?;
        let file = |part: &mail_parser::MessagePart<'_>| {
            part.attachment_name()?;
            Some(match &part.body {
                PartType::Text(text) | PartType::Html(text) => text.as_bytes().to_vec(),
                PartType::Binary(bytes) | PartType::InlineBinary(bytes) => bytes.to_vec(),
                PartType::Message(_) | PartType::Multipart(_) => return None,
            })
        };
        Some(Saved {
            subject: message.subject().unwrap_or_default().to_owned(),
            from: message
                .from()
                .and_then(|from| from.first()?.address())
                .unwrap_or_default()
                .to_lowercase(),
            list_id: message.header_raw("List-ID").map(|id| id.trim().to_owned()),
            date: message.date().map(|date| date.to_timestamp()).unwrap_or_default(),
            text: message.body_text(0).map(|text| text.into_owned()).unwrap_or_default(),
            files: message.parts.iter().filter_map(file).collect(),
        })
    }
}
