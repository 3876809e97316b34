//! Sheets that a player signs with his own key.

use super::house::{House, from, mail, sheet};
use ssh_key::private::{Ed25519Keypair, KeypairData};
use ssh_key::{HashAlg, LineEnding, PrivateKey};

fn key(seed: u8) -> PrivateKey {
    let pair = Ed25519Keypair::from_seed(&[seed; 32]);
    PrivateKey::new(KeypairData::from(pair), "a key").unwrap()
}

fn armour(key: &PrivateKey, namespace: &str, text: &str) -> String {
    let signature = key.sign(namespace, HashAlg::Sha512, text.as_bytes()).unwrap();
    signature.to_pem(LineEnding::LF).unwrap()
}

/// A campaign in which Ada signs with key 7.
fn signing() -> House {
    let house = House::started();
    let public = key(7).public_key().to_openssh().unwrap();
    house.set(&format!("intake: {{policy: signed, keys: {{ada: ['{public}']}}}}"));
    house
}

#[test]
fn a_signature_under_the_sheet() {
    let house = signing();
    let (sheet, other) = (sheet("Genoa"), sheet("Nice"));
    let signed = |id: &str, text: &str, armour: String| mail(id, &format!("{text}\n{armour}"));
    let refused = [
        mail("a", &sheet),
        signed("b", &sheet, armour(&key(8), "umpire", &sheet)),
        signed("c", &sheet, armour(&key(7), "git", &sheet)),
        signed("d", &sheet, armour(&key(7), "umpire", &other)),
        signed(
            "e",
            &sheet,
            "-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n".into(),
        ),
    ];
    for mail in refused {
        assert_eq!(house.hand_in(&mail), "needs the umpire", "{mail}");
    }
    assert_eq!(house.played(), None);
    let good = signed("f", &sheet, armour(&key(7), "umpire", &sheet));
    // Who signs may write from anywhere.
    let elsewhere = good.replace("ada@post.example", "ada@home.example");
    assert_eq!(house.hand_in(elsewhere), "accepted");
    assert_eq!(
        house.hand_in(signed("g", &other, armour(&key(7), "umpire", &sheet))),
        "needs the umpire"
    );
    assert_eq!(house.played().as_deref(), Some("Genoa"));
}

#[test]
fn a_signature_beside_the_attached_sheet() {
    let house = signing();
    let sheet = sheet("Genoa").replace('\n', "\r\n");
    let armour = armour(&key(7), "umpire", &sheet);
    let body = format!(
        "--b\nContent-Type: application/octet-stream; name=orders.yaml\n\n{sheet}\n--b\n\
         Content-Type: text/plain; name=orders.yaml.sig\n\n{armour}\n--b--\n"
    );
    let mail =
        mail("a", &body).replace("Subject:", "Content-Type: multipart/mixed; boundary=b\nSubject:");
    assert_eq!(house.hand_in(mail), "accepted");
    let stranger = from("eve@evil.example", "x", "b", &body);
    assert_eq!(house.hand_in(stranger), "needs the umpire", "a signature alone is nobody's");
}
