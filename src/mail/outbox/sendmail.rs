//! The system's sendmail, which takes a mail on standard input and sends it as it is configured.

use super::{Parcel, SendError, Trouble, envelope, said};
use lettre::{SendmailTransport, Transport};
use std::path::Path;

/// The program that takes mails.
pub struct Sendmail {
    transport: SendmailTransport,
}

impl Sendmail {
    /// Takes the program by its path.
    pub fn new(program: &Path) -> Sendmail {
        Sendmail { transport: SendmailTransport::new_with_command(program) }
    }

    /// Hands a mail over. The program's exit code is not told apart, so any fault is for later.
    pub fn send(&self, parcel: &Parcel<'_>) -> Result<String, SendError> {
        let envelope = envelope(parcel)?;
        match self.transport.send_raw(&envelope, parcel.body) {
            Ok(()) => Ok("sendmail took it".into()),
            Err(error) => {
                let why = said(&format!("sendmail did not take it: {error}"));
                Err(SendError { kind: Trouble::Later, why })
            }
        }
    }
}
