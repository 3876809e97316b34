//! What is read of a mail before anybody asks whose it is: its parts, its envelope, its sheets.
//!
//! A mailbox reads a mail to find the campaign that it is for, and the letterbox to find its
//! verdict. Both take it from here, so that a mail is read once however many ask.
//!
//! Not here: what follows from it (`mailbox.rs`, `letterbox.rs`).

use crate::intake::dkim::Vouched;
use crate::intake::identity;
use crate::intake::keys::{Keys, read_sheet};
use checker::read_sheet::ReadSheet;
use kit::bounds;
use mail::envelope::{self, Envelope as Outside};
use mail::find::{self, Contents};
use mail::message::Message;
use sheet::frame::Header;
use std::panic::{AssertUnwindSafe, catch_unwind};
use store::PlayerRow;

/// A mail that was read.
#[derive(Debug)]
pub(crate) struct Reading {
    pub message: Message,
    pub outside: Outside,
    pub contents: Contents,
    /// The sheets in it.
    pub read_sheets: Vec<ReadSheet>,
    /// Which mail servers signed it, once that was asked.
    pub vouched: Vouched,
}

impl Reading {
    /// Reads a mail; `length` says how long it was, if only its start is there.
    pub fn of(bytes: &[u8], length: Option<usize>, keys: &Keys) -> Reading {
        let mut message = match length {
            Some(_) => Message::of_header(bytes),
            None => Message::read(bytes),
        };
        if let Some(length) = length {
            message.beyond = Some(format!(
                "the mail has {length} bytes, more than the {} that are read; send the orders alone",
                bounds::MAIL_BYTES
            ));
        }
        let outside = envelope::read(&message);
        let contents = find::find(&message, keys);
        let read_sheets = contents.sheets.iter().map(read_sheet).collect();
        Reading { message, outside, contents, read_sheets, vouched: Vouched::default() }
    }

    /// The same, but none if the program broke over it: one such mail must not keep all others
    /// from being taken in.
    pub fn guarded(bytes: &[u8], length: Option<usize>, keys: &Keys) -> Option<Reading> {
        catch_unwind(AssertUnwindSafe(|| Reading::of(bytes, length, keys))).ok()
    }

    /// The heads of its sheets.
    pub fn heads(&self) -> impl Iterator<Item = Header> {
        self.read_sheets.iter().map(ReadSheet::header)
    }

    /// What has the form of a token, outside and in the sheets; not what was quoted.
    pub fn tokens(&self) -> Vec<String> {
        let mut tokens = self.outside.tokens.clone();
        tokens.extend(self.heads().filter_map(|head| head.token).map(|token| token.to_lowercase()));
        tokens.sort();
        tokens.dedup();
        tokens
    }

    /// Whether it bears the token of one of these players.
    pub fn has_token_of(&self, players: &[PlayerRow]) -> bool {
        self.tokens().iter().any(|token| identity::owner(players, token).is_some())
    }

    /// The campaigns that its sheets name, in their order.
    pub fn names(&self) -> Vec<String> {
        self.heads().filter_map(|head| head.campaign).collect()
    }

    /// What stands in brackets in its subject.
    pub fn tags(&self) -> Vec<String> {
        let parts = self.message.subject.split('[').skip(1);
        parts.filter_map(|part| part.split_once(']')).map(|(tag, _)| tag.to_owned()).collect()
    }

    /// The mails that it answers or gives back, the nearest first.
    pub fn answers(&self) -> Vec<String> {
        let bounced = self.outside.bounce.iter().flat_map(|bounce| bounce.message_ids.iter());
        let ids = self.message.references.iter().rev().take(MOST_ANSWERED);
        ids.chain(bounced).map(|id| id.trim_matches(['<', '>', ' ']).to_owned()).collect()
    }

    /// Whether one of its senders is one of these players.
    pub fn is_from_player_of(&self, players: &[PlayerRow]) -> bool {
        let from: Vec<String> =
            self.message.from.iter().map(|from| envelope::same_box(from)).collect();
        players.iter().any(|player| from.contains(&envelope::same_box(&player.address)))
    }
}

/// The most of the mails that a mail refers to that are looked for.
const MOST_ANSWERED: usize = 20;
