//! Whether the mail server of a sender vouches for a mail: as our own server has found, or by
//! its signature, verified here.
//!
//! What has to be asked of the DNS is asked before anything is locked. If the DNS does not answer,
//! the mail stays unread and is judged by a later run; after a day it goes to the umpire.

use crate::DeskError;
use crate::campaign::settings::Settings;
use mail::envelope;
use mail::message::Message;

/// What asks for the keys of mail servers, once there is a mail that needs it.
#[derive(Default)]
pub(crate) struct Voucher {
    #[cfg(feature = "dkim")]
    verifier: std::cell::OnceCell<mail::dkim::Verifier>,
}

/// What is known of the servers that signed a mail.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Vouched {
    /// It was not asked: our own server says it.
    #[default]
    NotAsked,
    /// These domains.
    By(Vec<String>),
    /// The DNS has not answered.
    NotKnown,
}

/// Why a mail's server does not count, in the words of a sentence.
pub(crate) type Unvouched = &'static str;

impl Voucher {
    /// Finds out who signed a mail.
    #[cfg(feature = "dkim")]
    pub fn verified(&self, settings: &Settings, mail: &[u8]) -> Result<Vouched, DeskError> {
        use mail::dkim::Verifier;

        let verifier = match self.verifier.get() {
            Some(verifier) => verifier,
            None => {
                let made = Verifier::new(settings.intake.dns).map_err(|why| {
                    DeskError::refused(format!("the DNS cannot be queried ({why})"))
                        .hint("name a server in `intake.dns`")
                })?;
                self.verifier.get_or_init(|| made)
            }
        };
        Ok(verifier.domains(mail).map_or(Vouched::NotKnown, Vouched::By))
    }

    /// Settings that ask for it are refused without the feature.
    #[cfg(not(feature = "dkim"))]
    pub fn verified(&self, _: &Settings, _: &[u8]) -> Result<Vouched, DeskError> {
        Ok(Vouched::By(vec![]))
    }
}

/// Whether the server of an address stands behind a mail.
pub(crate) fn proves(
    settings: &Settings,
    message: &Message,
    vouched: &Vouched,
    address: &str,
) -> Result<(), Unvouched> {
    let domains = match (vouched, &settings.intake.trusted_host) {
        (Vouched::By(domains), _) => domains.clone(),
        (Vouched::NotAsked, Some(host)) => envelope::signed_domains(message, host),
        (Vouched::NotAsked, None) => vec![],
        (Vouched::NotKnown, _) => {
            return Err("the DNS could not say within a day whether its mail server signed it");
        }
    };
    let holds = domains.iter().any(|domain| envelope::signs_for(domain, address));
    if holds { Ok(()) } else { Err("no mail server signed it") }
}
