//! Signatures of OpenPGP, as GnuPG and mail programs make them.
//!
//! The umpire has named the key, so what it says of its own end or its owner does not matter here;
//! but a subkey counts only if the key itself says that it may sign and has not taken that back.

use pgp::composed::{CleartextSignedMessage, Deserializable, DetachedSignature, SignedPublicKey};
use pgp::crypto::hash::HashAlgorithm;
use pgp::packet::{Signature, SignatureType};

/// The longest key or signature with its armour, in bytes. A key with many names has some thousand.
const LONGEST: usize = 256 * 1024;
/// The most signatures in an armour that are tried.
const MOST: usize = 8;

/// Reads a public key in its armour.
pub fn read(armour: &str) -> Result<SignedPublicKey, String> {
    let whole = if armour.len() > LONGEST { "" } else { armour };
    let read = SignedPublicKey::from_string(whole.trim());
    read.map(|(key, _)| key).map_err(|error| format!("the key cannot be read ({error})"))
}

/// Reads the keys that are of this kind.
pub fn keys(armours: &[&str]) -> Vec<SignedPublicKey> {
    armours.iter().filter_map(|armour| read(armour).ok()).collect()
}

/// The text that one of the keys has signed, if the armour around it holds.
pub fn cleartext(keys: &[SignedPublicKey], armour: &str) -> Option<String> {
    let whole = Some(armour).filter(|armour| armour.len() <= 2 * LONGEST)?;
    let (message, _) = CleartextSignedMessage::from_string(whole).ok()?;
    let text = message.signed_text();
    let mut signatures = message.signatures().iter().take(MOST);
    signatures.any(|signature| is_by(keys, signature, text.as_bytes())).then_some(text)
}

/// Whether a signature in its armour is one of the keys' over some bytes.
pub fn signs(keys: &[SignedPublicKey], armour: &str, bytes: &[u8]) -> bool {
    let Some(whole) = Some(armour.trim()).filter(|armour| armour.len() <= LONGEST) else {
        return false;
    };
    let Ok((signatures, _)) = DetachedSignature::from_string_many(whole) else { return false };
    let mut signatures = signatures.take(MOST).filter_map(Result::ok);
    signatures.any(|one| is_by(keys, &one.signature, bytes))
}

fn is_by(keys: &[SignedPublicKey], signature: &Signature, bytes: &[u8]) -> bool {
    let is_of_a_text = matches!(signature.typ(), Some(SignatureType::Binary | SignatureType::Text));
    // Two texts can be made to have the same digest of the older kinds.
    let is_safe = signature.hash_alg().is_some_and(|kind| {
        use HashAlgorithm::{Sha3_256, Sha3_512, Sha224, Sha256, Sha384, Sha512};
        [Sha224, Sha256, Sha384, Sha512, Sha3_256, Sha3_512].contains(&kind)
    });
    is_of_a_text && is_safe && keys.iter().any(|key| is_by_key(key, signature, bytes))
}

fn is_by_key(key: &SignedPublicKey, signature: &Signature, bytes: &[u8]) -> bool {
    let mut subkeys = key.public_subkeys.iter().filter(|subkey| {
        let revoked = |one: &Signature| one.typ() == Some(SignatureType::SubkeyRevocation);
        let may_sign = |one: &Signature| one.key_flags().sign();
        subkey.signatures.iter().any(may_sign)
            && !subkey.signatures.iter().any(revoked)
            && subkey.verify_bindings(&key.primary_key).is_ok()
    });
    signature.verify(&key.primary_key, bytes).is_ok()
        || subkeys.any(|subkey| signature.verify(&subkey.key, bytes).is_ok())
}
