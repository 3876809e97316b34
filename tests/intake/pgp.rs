//! Sheets that a player signs with a key of OpenPGP, made here: in an armour around the text, in a
//! file beside the sheet, and over the whole mail.

use super::house::{House, from, mail, sheet};
use pgp::composed::{
    ArmorOptions, CleartextSignedMessage, DetachedSignature, EncryptionCaps, KeyType,
    SecretKeyParamsBuilder, SignedSecretKey, SubkeyParamsBuilder,
};
use pgp::crypto::hash::HashAlgorithm;
use pgp::types::Password;
use ssh_key::rand_core::OsRng;
use std::sync::OnceLock;
use umpire::desk::{Access, Desk};

/// A key that signs by a subkey of its own, as those of GnuPG often do; `signs` says whether the
/// subkey may.
fn made(signs: bool) -> SignedSecretKey {
    let mut subkey = SubkeyParamsBuilder::default();
    subkey.key_type(KeyType::Ed25519Legacy).can_sign(signs).can_encrypt(EncryptionCaps::None);
    subkey.can_authenticate(!signs);
    let mut key = SecretKeyParamsBuilder::default();
    key.key_type(KeyType::Ed25519Legacy).can_certify(true).can_sign(true);
    key.can_encrypt(EncryptionCaps::None).primary_user_id("Ada <ada@post.example>".into());
    key.subkeys(vec![subkey.build().unwrap()]);
    key.build().unwrap().generate(OsRng).unwrap()
}

/// Ada's key, another's, and one whose subkey may not sign.
fn keys() -> &'static [SignedSecretKey; 3] {
    static KEYS: OnceLock<[SignedSecretKey; 3]> = OnceLock::new();
    KEYS.get_or_init(|| [made(true), made(true), made(false)])
}

fn public(key: &SignedSecretKey) -> String {
    key.to_public_key().to_armored_string(ArmorOptions::default()).unwrap()
}

fn clearsigned(key: &SignedSecretKey, text: &str) -> String {
    let signed = CleartextSignedMessage::sign(OsRng, text, &key.primary_key, &Password::empty());
    signed.unwrap().to_armored_string(ArmorOptions::default()).unwrap()
}

fn detached(key: &SignedSecretKey, hash: HashAlgorithm, bytes: &[u8]) -> String {
    let (signer, none) = (&key.secret_subkeys[0].key, Password::empty());
    let signed = DetachedSignature::sign_binary_data(OsRng, signer, &none, hash, bytes);
    signed.unwrap().to_armored_string(ArmorOptions::default()).unwrap()
}

/// A campaign in which a key is registered as Ada's.
fn signing(key: &SignedSecretKey) -> House {
    let house = House::started();
    let block = public(key).replace('\n', "\n        ");
    house.set(&format!("intake:\n  policy: signed\n  keys:\n    ada:\n      - |\n        {block}"));
    house
}

fn lone(id: &str, armour: &str) -> String {
    mail(id, &format!("Dear umpire,\n\n{armour}\nAda\n"))
}

#[test]
fn a_clearsigned_sheet() {
    let [ada, other, _] = keys();
    let house = signing(ada);
    let text = sheet("Genoa") + "reactions:\n- who: any\n  avoid battle: {if: always}\n";
    let good = clearsigned(ada, &text);
    assert!(good.contains("\n- - who: any"), "a line that begins with a dash is escaped: {good}");
    let refused = [
        mail("a", &text),
        lone("b", &clearsigned(other, &text)),
        lone("c", &good.replace("Genoa", "Nice")),
        // What stands outside of the armour is not under the signature.
        mail("d", &format!("{}\n{}", text, clearsigned(ada, "hello"))),
        mail("e", &format!("{good}\n```\n{}```\n", sheet("Nice"))),
        lone("f", &good[..good.len() - 120]),
    ];
    for mail in refused {
        let before = house.revisions("france").len();
        assert_ne!(house.hand_in(&mail), "rejected", "{mail}");
        let places = house.revisions("france").len() - before;
        assert!(places == 0 || house.played().as_deref() == Some("Genoa"), "{mail}");
        assert!(places == 0 || mail.contains("<e@"), "{mail}");
    }
    let fresh = signing(ada);
    let elsewhere = lone("g", &good).replace("ada@post.example", "ada@home.example");
    assert!(fresh.hand_in(elsewhere).starts_with("accepted"));
    assert_eq!(fresh.played().as_deref(), Some("Genoa"));
}

#[test]
fn a_signature_in_a_file_beside_the_sheet() {
    let [ada, other, stray] = keys();
    let text = sheet("Genoa").replace('\n', "\r\n");
    let body = |armour: &str| {
        format!(
            "--b\nContent-Type: application/octet-stream; name=orders.yaml\n\n{text}\n--b\n\
             Content-Type: application/pgp-signature; name=orders.yaml.asc\n\n{armour}\n--b--\n"
        )
    };
    let posted = |id: &str, armour: &str| {
        let kind = "Content-Type: multipart/mixed; boundary=b\nSubject:";
        mail(id, &body(armour)).replace("Subject:", kind)
    };
    let house = signing(ada);
    let by = |key, bytes: &str| detached(key, HashAlgorithm::Sha256, bytes.as_bytes());
    assert_eq!(house.hand_in(posted("a", &by(other, &text))), "needs the umpire");
    assert_eq!(house.hand_in(posted("b", &by(ada, &sheet("Nice")))), "needs the umpire");
    assert_eq!(house.hand_in(posted("d", &by(ada, &text))), "accepted");
    let other_use = signing(stray);
    let verdict = other_use.hand_in(posted("e", &by(stray, &text)));
    assert_eq!(verdict, "needs the umpire", "a subkey that may not sign");
    let stranger = from("eve@evil.example", "x", "f", &body(&by(ada, &text)));
    assert_eq!(house.hand_in(stranger), "needs the umpire", "a signature alone is nobody's");
}

#[test]
fn a_signature_over_the_whole_mail() {
    let [ada, other, _] = keys();
    let part = format!("Content-Type: text/plain; charset=utf-8\n\n{}", sheet("Genoa"));
    let posted = |id: &str, part: &str, armour: &str, more: &str| {
        let body = format!(
            "--s\n{part}\n--s\nContent-Type: application/pgp-signature; name=signature.asc\n\n\
             {more}{armour}\n--s--\n"
        );
        let kind = "Content-Type: multipart/signed; protocol=\"application/pgp-signature\"; \
                    boundary=s\nSubject:";
        mail(id, &body).replace("Subject:", kind)
    };
    let over = |key, part: &str| {
        detached(key, HashAlgorithm::Sha512, part.replace('\n', "\r\n").as_bytes())
    };
    let house = signing(ada);
    assert_eq!(house.hand_in(posted("a", &part, &over(other, &part), "")), "needs the umpire");
    let changed = part.replace("Genoa", "Nice");
    assert_eq!(house.hand_in(posted("b", &changed, &over(ada, &part), "")), "needs the umpire");
    // A sheet that was slipped into the file of the signature is not under it.
    let hello = "Content-Type: text/plain\n\nhello".to_owned();
    let slipped = posted("c", &hello, &over(ada, &hello), &sheet("Nice"));
    assert_eq!(house.hand_in(slipped), "needs the umpire");
    assert_eq!(house.played(), None);
    assert_eq!(house.hand_in(posted("d", &part, &over(ada, &part), "")), "accepted");
    // With CRLF, as it is on the way, it is the same.
    let house = signing(ada);
    let sent = posted("e", &part, &over(ada, &part), "").replace('\n', "\r\n");
    assert_eq!(house.hand_in(sent), "accepted");
}

#[test]
fn a_key_that_cannot_be_read_is_told() {
    let house = House::started();
    house.set("intake: {policy: signed, keys: {ada: ['-----BEGIN PGP PUBLIC KEY BLOCK-----']}}");
    let opened = Desk::open(Some(&house.path("")), Access::Write);
    let fault = opened.and_then(|desk| desk.check(b"power: france", None)).unwrap_err().to_string();
    assert!(fault.contains("a key of ada in `intake.keys`"), "{fault}");
}
