//! A mail server, over SMTP with TLS and a login. Each mail has a connection of its own, so that
//! what one breaks does no harm to the next.

use super::{Parcel, SendError, Trouble, envelope, said};
use lettre::Transport;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::transport::smtp::{Error, SmtpTransport};
use std::error::Error as _;
use std::time::Duration;

/// How a server is reached.
#[derive(Debug, Clone)]
pub struct Server {
    pub name: String,
    pub port: Option<u16>,
    pub safety: Safety,
    /// Name and password.
    pub login: Option<(String, String)>,
    /// A certificate in PEM to trust besides those of the system.
    pub certificate: Option<Vec<u8>>,
    /// How long each word of the server may take.
    pub patience: Duration,
}

/// How a connection is made safe.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Safety {
    #[default]
    Starttls,
    Tls,
    None,
}

/// A mail server.
pub struct Smtp {
    transport: SmtpTransport,
}

impl Smtp {
    /// Makes ready to talk to a server; nothing is sent yet.
    pub fn new(server: &Server) -> Result<Smtp, SendError> {
        let wrong = |error: Error| SendError { kind: Trouble::Closed, why: told(&error) };
        let mut builder =
            SmtpTransport::builder_dangerous(&server.name).timeout(Some(server.patience));
        let parameters = || -> Result<TlsParameters, Error> {
            let mut parameters = TlsParameters::builder(server.name.clone());
            if let Some(pem) = &server.certificate {
                parameters = parameters.add_root_certificate(Certificate::from_pem(pem)?);
            }
            parameters.build()
        };
        let (tls, port) = match server.safety {
            Safety::Starttls => (Tls::Required(parameters().map_err(wrong)?), 587),
            Safety::Tls => (Tls::Wrapper(parameters().map_err(wrong)?), 465),
            Safety::None => (Tls::None, 25),
        };
        builder = builder.tls(tls).port(server.port.unwrap_or(port));
        if let Some((name, password)) = &server.login {
            builder = builder.credentials(Credentials::new(name.clone(), password.clone()));
        }
        Ok(Smtp { transport: builder.build() })
    }

    /// Hands a mail over; it is sent once the server said so.
    pub fn send(&self, parcel: &Parcel<'_>) -> Result<String, SendError> {
        let envelope = envelope(parcel)?;
        match self.transport.send_raw(&envelope, parcel.body) {
            Ok(response) => {
                let words: Vec<&str> = response.message().collect();
                Ok(said(&format!("{} {}", response.code(), words.join(" "))))
            }
            Err(error) => Err(SendError { kind: self.kind(&error), why: told(&error) }),
        }
    }

    /// What another try is worth. A server that refuses us refuses every mail, and then no single
    /// one is to blame.
    fn kind(&self, error: &Error) -> Trouble {
        if error.is_permanent() {
            return match self.transport.test_connection() {
                Ok(true) => Trouble::Refused,
                Ok(false) | Err(_) => Trouble::Closed,
            };
        }
        if error.is_transient() { Trouble::Later } else { Trouble::Closed }
    }
}

/// A fault with what caused it.
fn told(error: &Error) -> String {
    let mut whole = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        let text = next.to_string();
        if !whole.contains(&text) {
            whole = format!("{whole}: {text}");
        }
        cause = next.source();
    }
    said(&whole)
}
