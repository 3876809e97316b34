//! Who wrote a mail: what is believed of its claims, by the policy of the campaign.
//!
//! A token is a word that only one player knows; an address can be written by anybody, so it
//! proves something only beside the token. Nothing here is answered: what follows from it is
//! decided in `letterbox.rs`.

use crate::campaign::settings::Settings;
use crate::campaign::settings::intake::Policy;
use crate::intake::dkim as vouched;
use crate::intake::dkim::Vouched;
use crate::intake::signed;
use kit::proof;
use mail::envelope::{self, Envelope};
use mail::find::Contents;
use mail::message::Message;
use store::PlayerRow;
use subtle::ConstantTimeEq;

/// What is believed of a mail's writer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Author<'a> {
    /// It is the player, by the policy.
    Proved(&'a PlayerRow),
    /// The token is the player's, but something else is not.
    Doubtful(&'a PlayerRow, Doubt),
    /// It claims to be the player's and has no token, or none that counts.
    Claimed(&'a PlayerRow, Claim),
    /// It bears the tokens of two players.
    TwoOf(&'a PlayerRow, &'a PlayerRow),
    Stranger,
}

/// What speaks against the owner of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Doubt {
    /// Another address, or none, or several.
    Sender,
    /// No signature of their mail server; why.
    Dkim(vouched::Unvouched),
    /// No signature of their own, or none that verifies; why.
    Signature(signed::Unsigned),
}

/// What is missing beside an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    NoToken,
    WrongToken,
}

/// Finds whose mail it is. `tokens` are those of the envelope and of the sheets.
pub fn author<'a>(
    players: &'a [PlayerRow],
    settings: &Settings,
    message: &Message,
    envelope: &Envelope,
    contents: &Contents,
    tokens: &[String],
    vouched: &Vouched,
) -> Author<'a> {
    let mut owners: Vec<&PlayerRow> = vec![];
    for token in tokens {
        if let Some(owner) = owner(players, token)
            && !owners.contains(&owner)
        {
            owners.push(owner);
        }
    }
    let sender = envelope.sender.as_deref().map(envelope::same_box);
    match owners[..] {
        [] => {
            let claim = if tokens.is_empty() { Claim::NoToken } else { Claim::WrongToken };
            // Skip players who have been replaced.
            let mut here = players.iter().filter(|player| player.gone.is_none());
            let claimed = here.find(|player| {
                let own = envelope::same_box(&player.address);
                message.from.iter().any(|from| envelope::same_box(from) == own)
            });
            claimed.map_or(Author::Stranger, |player| Author::Claimed(player, claim))
        }
        [owner] => {
            let is_his = sender.as_ref() == Some(&envelope::same_box(&owner.address));
            match settings.intake.policy {
                Policy::Token => Author::Proved(owner),
                Policy::TokenAddress | Policy::TokenDkim if !is_his => {
                    Author::Doubtful(owner, Doubt::Sender)
                }
                Policy::TokenAddress => Author::Proved(owner),
                Policy::TokenDkim => {
                    match vouched::proves(settings, message, vouched, &owner.address) {
                        Ok(()) => Author::Proved(owner),
                        Err(why) => Author::Doubtful(owner, Doubt::Dkim(why)),
                    }
                }
                Policy::Signed => match signed::proves(settings, owner, message, contents) {
                    Ok(()) => Author::Proved(owner),
                    Err(why) => Author::Doubtful(owner, Doubt::Signature(why)),
                },
            }
        }
        [first, second, ..] => Author::TwoOf(first, second),
    }
}

/// Finds the player with a token, in the same time whatever the token is.
pub fn owner<'a>(players: &'a [PlayerRow], token: &str) -> Option<&'a PlayerRow> {
    let digest = proof::sha256(token.trim().to_ascii_lowercase().as_bytes());
    let mut found = None;
    for player in players {
        let own = proof::sha256(player.token.as_bytes());
        if bool::from(own.ct_eq(&digest)) && !player.token.is_empty() {
            found = Some(player);
        }
    }
    found
}
