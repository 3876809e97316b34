//! Signatures of mail servers, verified here: a mail that is signed in the test, and a name server
//! of its own that has the key, has none, or fails.

use super::house::{ADA, House, mail, sheet};
use mail_auth::common::crypto::Ed25519Key;
use mail_auth::common::headers::HeaderWriter;
use mail_auth::dkim::DkimSigner;
use std::net::UdpSocket;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// What the name server says to every question.
const HAS_KEY: u8 = 0;
const HAS_NONE: u8 = 3;
const FAILS: u8 = 2;
/// A selector for which it always has a key.
const SURE: &str = "sure";

fn key() -> Ed25519Key {
    let pair = ssh_key::private::Ed25519Keypair::from_seed(&[9; 32]);
    Ed25519Key::from_seed_and_public_key(&pair.private.to_bytes(), &pair.public.0).unwrap()
}

/// Answers one question about a text, by the code at hand.
fn answer(question: &[u8], code: u8, text: &str) -> Vec<u8> {
    let name = question[12..].iter().position(|sign| *sign == 0).unwrap() + 13;
    let asked = &question[12..name + 4];
    let count = u8::from(code == HAS_KEY);
    let mut whole = question[..2].to_vec();
    whole.extend([0x81, 0x80 | code, 0, 1, 0, count, 0, 0, 0, 0]);
    whole.extend(asked);
    if code == HAS_KEY {
        let length = u8::try_from(text.len()).unwrap();
        whole.extend([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, length + 1, length]);
        whole.extend(text.bytes());
    }
    whole
}

/// A name server; gives its port and what it says.
fn name_server() -> (u16, Arc<AtomicU8>) {
    let socket = UdpSocket::bind("127.0.0.1:0").unwrap();
    let port = socket.local_addr().unwrap().port();
    let says = Arc::new(AtomicU8::new(HAS_KEY));
    let saying = Arc::clone(&says);
    let public = data_encoding::BASE64.encode(&key().public_key());
    let record = format!("v=DKIM1; k=ed25519; p={public}");
    std::thread::spawn(move || {
        let mut question = [0; 512];
        while let Ok((length, from)) = socket.recv_from(&mut question) {
            let question = &question[..length];
            // The key of one selector is always there, whatever becomes of the others.
            let is_sure = question.windows(SURE.len()).any(|part| part == SURE.as_bytes());
            let code = if is_sure { HAS_KEY } else { saying.load(Ordering::SeqCst) };
            let said = answer(question, code, &record);
            socket.send_to(&said, from).unwrap();
        }
    });
    (port, says)
}

/// A mail of Ada's that the server of a domain has signed.
fn signed(id: &str, place: &str, domain: &str) -> String {
    signed_with("mail", id, place, domain)
}

fn signed_with(selector: &str, id: &str, place: &str, domain: &str) -> String {
    let bare = mail(id, &sheet(place));
    let (ours, theirs) = bare.split_once("\nFrom:").unwrap();
    let theirs = format!("From:{theirs}");
    let signer = DkimSigner::from_key(key()).domain(domain).selector(selector);
    let signer = signer.headers(["From", "To", "Subject", "Message-ID"]);
    let signature = signer.sign(theirs.replace('\n', "\r\n").as_bytes()).unwrap();
    format!("{ours}\n{}{theirs}", signature.to_header().replace("\r\n", "\n"))
}

fn verifying(port: u16) -> House {
    let house = House::started();
    house.set(&format!("intake: {{policy: token+dkim, dkim: verify, dns: '127.0.0.1:{port}'}}"));
    house
}

#[test]
fn a_signature_is_verified_here() {
    let (port, says) = name_server();
    let house = verifying(port);
    let good = signed("a", "Genoa", "post.example");
    let forged = "Authentication-Results: mx.games.example; dkim=pass header.d=post.example\n";
    let refused = [
        mail("b", &sheet("Genoa")),
        format!("{forged}{}", mail("c", &sheet("Genoa"))),
        signed("d", "Genoa", "post.example").replace("Genoa", "Nice"),
        signed("e", "Genoa", "post.example").replace("Subject: orders", "Subject: more"),
        signed("f", "Genoa", "evil.example"),
        signed("g", "Genoa", "post.example")
            .replace("From: Ada <", "From: Eve <eve@evil.example>, <"),
    ];
    for mail in refused {
        assert_eq!(house.hand_in(&mail), "needs the umpire", "{mail}");
    }
    says.store(HAS_NONE, Ordering::SeqCst);
    let other = verifying(port);
    assert_eq!(
        other.hand_in(&good),
        "needs the umpire",
        "a server without a key has signed nothing"
    );
    assert_eq!(other.played(), None);
    says.store(HAS_KEY, Ordering::SeqCst);
    assert_eq!(house.hand_in(&good), "accepted");
    // Line ends are those of the mail server; the signature holds for both.
    let crlf = signed("h", "Nice", "post.example").replace('\n', "\r\n");
    assert!(house.hand_in(crlf).starts_with("accepted"));
    assert!(house.told().iter().all(|told| !told.contains(ADA)));
}

#[test]
fn a_mail_waits_while_the_dns_fails() {
    use umpire::desk::intake::mailbox::Origin;

    let (port, says) = name_server();
    let house = verifying(port);
    says.store(FAILS, Ordering::SeqCst);
    let path = house.path("a.eml");
    std::fs::write(
        &path,
        signed("a", "Genoa", "post.example").replace("Sat, 21 Nov 2026 12:00:00 +0000", "now"),
    )
    .unwrap();
    let taken = house.take_in(&Origin::Files(vec![path]));
    assert_eq!((taken.receipts.len(), taken.waiting), (0, 1));
    assert_eq!(house.desk().status().unwrap().unread, 1);
    let taken = house.take_in(&Origin::Files(vec![]));
    assert_eq!((taken.receipts.len(), taken.waiting), (0, 1), "it waits on");
    says.store(HAS_KEY, Ordering::SeqCst);
    let taken = house.take_in(&Origin::Files(vec![]));
    assert_eq!((taken.receipts.len(), taken.waiting), (1, 0));
    assert_eq!(house.played().as_deref(), Some("Genoa"));
}

#[test]
fn a_mail_that_waited_does_not_replace_what_came_after_it() {
    use umpire::desk::intake::mailbox::Origin;

    let (port, says) = name_server();
    let house = verifying(port);
    says.store(FAILS, Ordering::SeqCst);
    let write = |name: &str, mail: String| {
        std::fs::write(house.path(name), mail).unwrap();
        house.path(name)
    };
    let first = write("a.eml", signed("a", "Genoa", "post.example"));
    let second = write("b.eml", signed_with(SURE, "b", "Nice", "post.example"));
    // Both arrive in one second, so that their order is all that tells them apart.
    let taken = house.take_in(&Origin::Files(vec![first, second]));
    assert_eq!((taken.receipts.len(), taken.waiting), (1, 1));
    assert_eq!(house.played().as_deref(), Some("Nice"));
    says.store(HAS_KEY, Ordering::SeqCst);
    let taken = house.take_in(&Origin::Files(vec![]));
    assert_eq!((taken.receipts.len(), taken.waiting), (1, 0));
    let late = &taken.receipts[0];
    assert_eq!(late.verdict, "rejected");
    assert!(late.reason.contains("the sheet that stands arrived after it"), "{}", late.reason);
    assert_eq!(house.played().as_deref(), Some("Nice"), "what arrived last is played");
    assert_eq!(house.told(), ["receipt -> ada", "refusal -> ada"]);
}
