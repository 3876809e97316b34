//! Signatures of mail servers (DKIM), verified by us: for an umpire whose own server does not say
//! in `Authentication-Results` what it found.
//!
//! The keys are in the DNS, so this asks the network; the caller must hold no lock.
//!
//! Not here: whose signature counts for whom ([`super::envelope::signs_for`]).

use mail_auth::hickory_resolver::config::{
    ConnectionConfig, NameServerConfig, ResolverConfig, ResolverOpts,
};
use mail_auth::{AuthenticatedMessage, DkimResult, MessageAuthenticator};
use std::net::SocketAddr;
use std::time::Duration;

/// How long the DNS may take for one mail.
const PATIENCE: Duration = Duration::from_secs(20);
/// The most signatures of a mail that are looked at; a list on the way adds its own to the first.
const MOST: usize = 8;

/// Asks the DNS for the keys of mail servers.
pub struct Verifier {
    runtime: tokio::runtime::Runtime,
    authenticator: MessageAuthenticator,
}

/// The DNS has not answered, so nobody can say; another time it may.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotNow;

impl Verifier {
    /// Makes ready to ask a name server, or those that the system names.
    pub fn new(server: Option<SocketAddr>) -> Result<Verifier, String> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| error.to_string())?;
        // The resolver is tied to the runtime in which it is made.
        let _within = runtime.enter();
        let authenticator = match server {
            None => MessageAuthenticator::new_system_conf(),
            Some(server) => {
                let at = |mut way: ConnectionConfig| {
                    way.port = server.port();
                    way
                };
                let ways = vec![at(ConnectionConfig::udp()), at(ConnectionConfig::tcp())];
                let server = NameServerConfig::new(server.ip(), true, ways);
                let config = ResolverConfig::from_parts(None, vec![], vec![server]);
                MessageAuthenticator::new(config, ResolverOpts::default())
            }
        };
        let authenticator = authenticator.map_err(|error| error.to_string())?;
        drop(_within);
        Ok(Verifier { runtime, authenticator })
    }

    /// The domains that have signed a mail, its sender among what they signed.
    pub fn domains(&self, mail: &[u8]) -> Result<Vec<String>, NotNow> {
        let Some(message) = AuthenticatedMessage::parse(mail) else { return Ok(vec![]) };
        if message.dkim_headers.is_empty() || message.dkim_headers.len() > MOST {
            return Ok(vec![]);
        }
        let answers = self.runtime.block_on(async {
            tokio::time::timeout(PATIENCE, self.authenticator.verify_dkim(&message)).await
        });
        let (mut domains, mut is_open) = (vec![], false);
        for answer in answers.map_err(|_| NotNow)? {
            match (answer.result(), answer.signature()) {
                (DkimResult::Pass, Some(signature)) => {
                    let covers = |name: &str| {
                        signature.h.iter().any(|field| field.eq_ignore_ascii_case(name))
                    };
                    // A signature over a part of the text lets anybody add to it.
                    if covers("from") && signature.l == 0 {
                        domains.push(signature.d.to_lowercase());
                    }
                }
                (DkimResult::TempError(_), _) => is_open = true,
                _ => {}
            }
        }
        if domains.is_empty() && is_open { Err(NotNow) } else { Ok(domains) }
    }
}
