//! The settings of intake: how a sender is proved, and the mailbox that is read.

use super::Secret;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;

/// How mail is taken in.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Intake {
    pub policy: Policy,
    /// The server whose `Authentication-Results` are believed.
    pub trusted_host: Option<String>,
    /// Who verifies the signatures of mail servers.
    pub dkim: Dkim,
    /// The name server that is asked for their keys; else those of the system.
    pub dns: Option<SocketAddr>,
    /// The public keys of players, as `ssh-keygen` writes them.
    pub keys: BTreeMap<String, Vec<String>>,
    pub answers_an_hour: Option<u32>,
    /// Seconds between two looks with `--watch`.
    pub pause: u64,
    pub imap: Option<Imap>,
}

/// What proves that a mail is a player's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub enum Policy {
    #[serde(rename = "token")]
    Token,
    #[default]
    #[serde(rename = "token+address")]
    TokenAddress,
    #[serde(rename = "token+dkim")]
    TokenDkim,
    #[serde(rename = "signed")]
    Signed,
}

/// Who verifies the signatures of mail servers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dkim {
    /// Our own server, which says so in `Authentication-Results`.
    #[default]
    Trusted,
    /// We do.
    Verify,
}

/// A mailbox on a server.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Imap {
    pub server: String,
    #[serde(default = "imaps")]
    pub port: u16,
    pub user: String,
    pub password: Secret,
    #[serde(default = "inbox")]
    pub folder: String,
    /// Where a mail goes once it is kept; without it, it stays and is remembered.
    #[serde(default)]
    pub done: Option<String>,
    /// A certificate to trust besides those of the system.
    #[serde(default)]
    pub certificate: Option<PathBuf>,
    /// Seconds to wait for each word of the server.
    #[serde(default = "patience")]
    pub patience: u64,
}

fn imaps() -> u16 {
    993
}

fn inbox() -> String {
    "INBOX".into()
}

fn patience() -> u64 {
    60
}

impl Default for Intake {
    fn default() -> Intake {
        Intake {
            policy: Policy::default(),
            trusted_host: None,
            dkim: Dkim::default(),
            dns: None,
            keys: BTreeMap::new(),
            answers_an_hour: None,
            pause: 60,
            imap: None,
        }
    }
}

impl Intake {
    /// Holds each setting to its bound; says what is wrong.
    pub fn check(&self) -> Result<(), String> {
        if self.dkim == Dkim::Verify && !cfg!(feature = "dkim") {
            return Err("has `intake.dkim` verify, and this umpire was built without that; build \
                        it with the feature `dkim`, or name an `intake.trusted-host`"
                .into());
        }
        let is_trusted = self.dkim == Dkim::Trusted;
        if self.policy == Policy::TokenDkim && is_trusted && self.trusted_host.is_none() {
            return Err("has the `intake.policy` token+dkim and names no \
                        `intake.trusted-host`; name the server that checks signatures, or say \
                        `dkim: verify`"
                .into());
        }
        if self.policy == Policy::Signed && self.keys.is_empty() {
            return Err("has the `intake.policy` signed and no `intake.keys`; give each player's \
                        public key"
                .into());
        }
        for (player, key) in
            self.keys.iter().flat_map(|(name, keys)| keys.iter().map(move |k| (name, k)))
        {
            crate::intake::signed::check_key(key).map_err(|why| {
                format!("has a key of {player} in `intake.keys` that is not valid: {why}")
            })?;
        }
        if self.answers_an_hour.is_some_and(|most| !(1..=1000).contains(&most)) {
            return Err("has an `intake.answers-an-hour` that is not 1 to 1000".into());
        }
        if !(1..=86_400).contains(&self.pause) {
            return Err("has an `intake.pause` that is not 1 to 86400 seconds".into());
        }
        let Some(imap) = &self.imap else { return Ok(()) };
        if imap.server.is_empty() || imap.user.is_empty() || imap.folder.is_empty() {
            return Err(
                "has an `intake.imap` without `server`, `user` or `folder`; give all".into()
            );
        }
        if imap.done.as_ref() == Some(&imap.folder) {
            return Err("moves mail to the folder it is read from; give `intake.imap.done` \
                        another name"
                .into());
        }
        if !(1..=600).contains(&imap.patience) {
            return Err("has an `intake.imap.patience` that is not 1 to 600 seconds".into());
        }
        Ok(())
    }
}

/// This part of the settings as it is first written.
pub const PAGE: &str = "
# How mail is taken in: `umpire intake`.
#: intake:
#:   policy: token+address          # what proves a sender: token, token+address,
#                                   # token+dkim or signed
#:   trusted-host: mx.games.example # whose Authentication-Results count, for dkim
#:   dkim: trusted                  # trusted: as that host says; verify: signatures are
#                                   # verified here (built with the feature `dkim`)
#:   dns: '192.0.2.53:53'           # who is asked for keys; else the system's servers
#:   keys:                          # public keys of players, for `signed`; they sign
#                                   # with `ssh-keygen -Y sign -n umpire`, or with
#                                   # OpenPGP: then the whole block, after a `|`
#:     Ada: ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0Vp1xJQv4h0xGyl3vN1U0mYDvO3v5YV0m2lq8Qm0a1 ada']
#:   answers-an-hour: 20            # the most answers to one player, 1 to 1000; without
#                                   # it 20, and 200 with `pace: at once`
#:   pause: 60                      # seconds between two looks with --watch
#:   imap:
#:     server: imap.games.example
#:     port: 993                    # TLS from the first word
#:     user: umpire
#:     password: {env: UMPIRE_IMAP} # or {file: PATH} or {command: pass show imap}
#:     folder: INBOX
#:     done: Umpire                 # where a mail goes once it is kept
#:     patience: 60                 # seconds for each word of the server, 1 to 600
";
