//! How mail is sent: a mail server, the system's sendmail, or a folder of files.
//!
//! Each takes one mail at a time and answers that it was taken, or why not and whether it is worth
//! another try. A mail that was taken twice is the same bytes under the same Message-ID.
//!
//! Not here: which mail is sent and when it is tried again (`desk::send`).

pub mod folder;
pub mod sendmail;
pub mod smtp;

use kit::masked::masked;
use lettre::Address;
use lettre::address::Envelope;

/// A mail as it is handed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Parcel<'a> {
    /// A name of its own, for a file: `0007-report-france`.
    pub name: &'a str,
    /// Where it comes back to.
    pub sender: &'a str,
    pub recipient: &'a str,
    pub body: &'a [u8],
    /// The tokens of players, which are masked in what the other side says.
    pub tokens: &'a [String],
}

/// One of the ways out.
pub enum Outbox {
    Folder(folder::Folder),
    Sendmail(sendmail::Sendmail),
    Smtp(smtp::Smtp),
}

/// Why a mail was not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct SendError {
    pub kind: Trouble,
    pub why: String,
}

/// What another try is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// Rejected for good: the address does not exist.
    Refused,
    /// This mail is never taken for what it says; another to the same address may be.
    Unwanted,
    /// This mail may be taken another time.
    Later,
    /// No mail is taken now: the server is away, or does not know us.
    Closed,
}

impl Outbox {
    /// Hands a mail over; gives what the other side said. `step` is called between what must not
    /// be half done.
    pub fn send(&mut self, parcel: &Parcel<'_>, step: &dyn Fn(&str)) -> Result<String, SendError> {
        let (outcome, passwords) = match self {
            Outbox::Folder(folder) => (folder.send(parcel, step), vec![]),
            Outbox::Sendmail(sendmail) => (sendmail.send(parcel), vec![]),
            Outbox::Smtp(smtp) => (smtp.send(parcel), smtp.passwords()),
        };
        // A server may repeat whatever it was told; what it says is kept and shown.
        let secrets = || passwords.iter().chain(parcel.tokens).map(String::as_str);
        let clean = |words: &str| cut(&masked(words, secrets()));
        match outcome {
            Ok(said) => Ok(clean(&said)),
            Err(SendError { kind, why }) => Err(SendError { kind, why: clean(&why) }),
        }
    }
}

/// The two addresses that a mail server is told.
fn envelope(parcel: &Parcel<'_>) -> Result<Envelope, SendError> {
    let read = |written: &str| {
        written.parse::<Address>().map_err(|error| SendError {
            kind: Trouble::Refused,
            why: format!("`{written}` is not a valid mail address: {error}"),
        })
    };
    let (sender, recipient) = (read(parcel.sender)?, read(parcel.recipient)?);
    Envelope::new(Some(sender), vec![recipient])
        .map_err(|error| SendError { kind: Trouble::Refused, why: error.to_string() })
}

/// What a server said, as one line: its text may be as long as it likes.
fn said(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line.chars().filter(|letter| !letter.is_control()).take(10_000).collect()
}

/// The first words of it.
fn cut(line: &str) -> String {
    line.chars().take(300).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_off_was_masked_before() {
        let tokens = ["adatokenaaaaa".to_owned()];
        let long = format!("{} adatokenaaaaa {}", "x".repeat(290), "y".repeat(100));
        let line = cut(&masked(&said(&long), tokens.iter().map(String::as_str)));
        assert!(line.len() == 300 && line.ends_with(" *********"), "{line}");
    }
}
