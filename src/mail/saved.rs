//! A mail of ours as a player saved it: its subject, its text, and the files that came with it.
//!
//! Not here: what players send (`message.rs`), which is read with more care.

use mail_parser::{MessageParser, MimeHeaders, PartType};

/// A saved mail, taken apart.
#[derive(Debug, Clone, Default)]
pub struct Saved {
    pub subject: String,
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
            text: message.body_text(0).map(|text| text.into_owned()).unwrap_or_default(),
            files: message.parts.iter().filter_map(file).collect(),
        })
    }
}
