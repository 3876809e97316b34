//! What an umpire can do about a mail server's certificate that is not trusted.
//!
//! The TLS library names the fault in a word of its own. A person needs a sentence and the line of
//! `umpire.yaml` that mends it.

/// Puts a sentence on what to do before the words of a failed connection, if the certificate is why
/// it failed. `setting` is where the server stands in `umpire.yaml`: `mail.smtp`.
pub fn explained(why: &str, setting: &str) -> String {
    match advice(why, setting) {
        Some(advice) => format!("{advice} ({why})"),
        None => why.to_owned(),
    }
}

fn advice(why: &str, setting: &str) -> Option<String> {
    if !why.contains("certificate") {
        return None;
    }
    let is = |word: &str| why.contains(word);
    if is("UnknownIssuer") || is("BadSignature") {
        Some(format!(
            "its certificate is self-signed or signed by an unknown authority: if the server is \
             yours, save its certificate as a PEM file and set `{setting}.certificate` to it"
        ))
    } else if is("CaUsedAsEndEntity") {
        Some(
            "its certificate is that of an authority and not of a server: make one without \
             `CA:TRUE` (openssl req -x509 -addext basicConstraints=CA:FALSE)"
                .to_owned(),
        )
    } else if is("not valid for") || is("NotValidForName") {
        Some(format!(
            "its certificate is for another name: set `{setting}.server` to a name that stands in \
             the certificate"
        ))
    } else if is("expired") || is("Expired") {
        Some("its certificate has expired: renew it on the server".to_owned())
    } else if is("not valid yet") || is("NotValidYet") {
        Some("its certificate is not valid yet: look at the clocks of both machines".to_owned())
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fault_comes_with_its_cure() {
        let told = explained("invalid peer certificate: UnknownIssuer", "intake.imap");
        assert!(told.contains("self-signed"), "{told}");
        assert!(told.contains("`intake.imap.certificate`"), "{told}");
        assert!(told.ends_with("(invalid peer certificate: UnknownIssuer)"), "{told}");
        let name = "invalid peer certificate: certificate not valid for name \"mx.example\"";
        assert!(explained(name, "mail.smtp").contains("`mail.smtp.server`"));
        // A mail server may call a file or a mailbox anything.
        assert_eq!(explained("no such mailbox: Expired", "mail.smtp"), "no such mailbox: Expired");
    }
}
