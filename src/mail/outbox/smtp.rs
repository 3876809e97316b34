//! A mail server, over SMTP with TLS and a login. Each mail has a connection of its own, so that
//! what one breaks does no harm to the next.

use super::{Parcel, SendError, Trouble, envelope, said};
use crate::certificate;
use data_encoding::BASE64;
use lettre::address::Envelope;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{Certificate, SmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::Response;
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
    server: Server,
    tls: Option<TlsParameters>,
    hello: ClientId,
}

impl Smtp {
    /// Makes ready to talk to a server; nothing is sent yet.
    pub fn new(server: Server) -> Result<Smtp, SendError> {
        let parameters = || -> Result<TlsParameters, Error> {
            let mut parameters = TlsParameters::builder(server.name.clone());
            if let Some(pem) = &server.certificate {
                parameters = parameters.add_root_certificate(Certificate::from_pem(pem)?);
            }
            parameters.build()
        };
        let tls = match server.safety {
            Safety::Starttls | Safety::Tls => Some(parameters().map_err(|e| closed(&e))?),
            Safety::None => None,
        };
        Ok(Smtp { server, tls, hello: ClientId::default() })
    }

    /// Hands a mail over; it is sent once the server said so.
    ///
    /// The steps are taken one by one, since a refusal means another thing at each: of us, of an
    /// address, or of what the mail says.
    pub fn send(&self, parcel: &Parcel<'_>) -> Result<String, SendError> {
        let envelope = envelope(parcel)?;
        let mut connection = self.connect().map_err(|error| closed(&error))?;
        let done = hand_over(&mut connection, &envelope, parcel.body);
        connection.abort();
        let response = done?;
        let words: Vec<&str> = response.message().collect();
        Ok(said(&format!("{} {}", response.code(), words.join(" "))))
    }

    /// The password, as a login bears it.
    pub fn passwords(&self) -> Vec<String> {
        let Some((user, password)) = &self.server.login else { return vec![] };
        let plain = BASE64.encode(format!("\0{user}\0{password}").as_bytes());
        vec![plain, BASE64.encode(password.as_bytes()), password.clone()]
    }

    /// A connection on which the server knows us.
    fn connect(&self) -> Result<SmtpConnection, Error> {
        let Server { name, port, safety, login, patience, .. } = &self.server;
        let (usual, at_once) = match safety {
            Safety::Starttls => (587, None),
            Safety::Tls => (465, self.tls.as_ref()),
            Safety::None => (25, None),
        };
        let address = (name.as_str(), port.unwrap_or(usual));
        let mut connection =
            SmtpConnection::connect(address, Some(*patience), &self.hello, at_once, None)?;
        if let Some(tls) = self.tls.as_ref().filter(|_| *safety == Safety::Starttls) {
            connection.starttls(tls, &self.hello)?;
        }
        if let Some((name, password)) = login {
            let credentials = Credentials::new(name.clone(), password.clone());
            connection.auth(&[Mechanism::Plain, Mechanism::Login], &credentials)?;
        }
        Ok(connection)
    }
}

fn hand_over(
    connection: &mut SmtpConnection,
    envelope: &Envelope,
    body: &[u8],
) -> Result<Response, SendError> {
    let mut options = vec![];
    if !body.is_ascii() && connection.server_info().supports_feature(Extension::EightBitMime) {
        options.push(MailParameter::Body(MailBodyParameter::EightBitMime));
    }
    // Who may not send at all is refused here, and so is no single mail.
    let from = Mail::new(envelope.from().cloned(), options);
    connection.command(from).map_err(|error| of(&error, Trouble::Closed))?;
    for recipient in envelope.to() {
        let to = Rcpt::new(recipient.clone(), vec![]);
        connection.command(to).map_err(|error| of(&error, Trouble::Refused))?;
    }
    connection.command(Data).map_err(|error| of(&error, Trouble::Unwanted))?;
    connection.message(body).map_err(|error| of(&error, Trouble::Unwanted))
}

/// What another try is worth after a fault, if a final one is of that kind.
fn of(error: &Error, last: Trouble) -> SendError {
    let kind = if error.is_permanent() {
        last
    } else if error.is_transient() {
        Trouble::Later
    } else {
        Trouble::Closed
    };
    SendError { kind, why: failure(error) }
}

fn closed(error: &Error) -> SendError {
    SendError { kind: Trouble::Closed, why: failure(error) }
}

/// A fault with what caused it.
fn failure(error: &Error) -> String {
    let mut whole = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        let text = next.to_string();
        if !whole.contains(&text) {
            whole = format!("{whole}: {text}");
        }
        cause = next.source();
    }
    certificate::explained(&said(&whole), "mail.smtp")
}
