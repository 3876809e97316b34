//! Digests that let a player check a season with nothing but their mails.
//!
//! Every message that is digested here is a list of parts, each preceded by its length in bytes as
//! eight bytes, the highest first; a sheet that did not come is the part `none`, a sheet that did
//! is the part `sheet` and then its bytes. So no two lists of parts give the same message. The
//! first part names the use, so that no digest for one use can pass for another.
//!
//! Not here: dice. The [`ledger`](crate::ledger) draws them from the season's seed.

use data_encoding::{BASE32_NOPAD, HEXLOWER};
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// Digests bytes with SHA-256.
pub fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

/// Writes bytes as lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    HEXLOWER.encode(bytes)
}

/// Reads 32 bytes from their hexadecimal digits.
pub fn from_hex(digits: &str) -> Option<[u8; 32]> {
    let bytes = HEXLOWER.decode(digits.to_ascii_lowercase().as_bytes()).ok()?;
    bytes.try_into().ok()
}

/// Digests a message under a key with HMAC-SHA256.
pub fn hmac(key: &[u8], message: &[u8]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    mac.update(message);
    mac.finalize().into_bytes().into()
}

/// What of a power went into a season.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sent<'a> {
    /// A sheet came; of the second scheme on, its public text.
    Sheet(&'a str),
    /// No sheet came, and standing orders held.
    Standing(&'a str),
    Nothing,
}

/// For which power a leaf is, in which season.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Whose<'a> {
    pub season: &'a str,
    pub power: &'a str,
    /// The power whose player wrote for it, if it is a ward.
    pub keeper: Option<&'a str>,
}

/// Gives a power's leaf: the promise that this sheet, or none, went into the season. Of a ward it
/// names the keeper.
///
/// The first scheme took sheets as they were read and standing orders for nothing.
pub fn leaf(scheme: u8, secret: &[u8], whose: Whose<'_>, sent: Sent<'_>) -> [u8; 32] {
    let Whose { season, power, keeper } = whose;
    let (kind, text) = match sent {
        Sent::Sheet(text) => ("sheet", text),
        Sent::Standing(text) if scheme >= 2 => ("standing", text),
        Sent::Standing(_) | Sent::Nothing => ("none", ""),
    };
    let mut parts = vec!["leaf", season, power, kind, text];
    parts.extend(keeper.into_iter().flat_map(|keeper| ["kept by", keeper]));
    let parts: Vec<&[u8]> = parts.into_iter().map(str::as_bytes).collect();
    hmac(secret, &message(&parts))
}

/// Gives the salt of the private note in a sheet, which only its writer is told.
pub fn note_salt(key: &[u8], season: &str, power: &str, sheet: &str) -> String {
    let parts = ["note salt", season, power, sheet].map(str::as_bytes);
    hex(&hmac(key, &message(&parts))[..16])
}

/// Gives what stands for a private note in the public text of a sheet.
pub fn note_digest(salt: &str, note: &str) -> String {
    hex(&sha256(&message(&["note", salt, note].map(str::as_bytes))))
}

/// Gives the root over all leaves: SHA-256 of the leaves, one after the other in the given order.
pub fn root(leaves: &[[u8; 32]]) -> [u8; 32] {
    sha256(leaves.as_flattened())
}

/// Gives the seed from which all chance of a season follows.
pub fn season_seed(secret: &[u8], season: &str, root: &[u8; 32]) -> [u8; 32] {
    hmac(secret, &message(&[b"seed", season.as_bytes(), root]))
}

/// A commitment to a shuffle's order, which cannot be read without the season's seed.
pub fn shuffle_seal(seed: &[u8; 32], key: &str, order: &[String]) -> String {
    let mut parts = vec!["shuffle".as_bytes(), key.as_bytes()];
    parts.extend(order.iter().map(String::as_bytes));
    hex(&hmac(seed, &message(&parts)))
}

/// Gives the digest of a season's record, chained to the digest of the season before.
pub fn chain(previous: &str, record: &[u8]) -> String {
    hex(&sha256(&message(&[b"chain", previous.as_bytes(), record])))
}

/// Writes bytes that nobody can guess as a token: thirteen small letters and digits, so that it
/// fits into a mail address.
pub fn token(random: [u8; 8]) -> String {
    BASE32_NOPAD.encode(&random).to_ascii_lowercase()
}

fn message(parts: &[&[u8]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for part in parts {
        bytes.extend((part.len() as u64).to_be_bytes());
        bytes.extend_from_slice(part);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_digests() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(hex(&sha256(b"")), empty);
        assert_eq!(from_hex(empty), Some(sha256(b"")));
        assert_eq!(from_hex("e3b0"), None);
        // RFC 4231, test case 2.
        let mac = hmac(b"Jefe", b"what do ya want for nothing?");
        assert!(hex(&mac).starts_with("5bdcc146bf60754e6a042426089575c7"));
    }

    #[test]
    fn parts_do_not_run_together() {
        for scheme in [1, 2] {
            let whose = |season, power| Whose { season, power, keeper: None };
            let made = |season, power, sent| leaf(scheme, b"s", whose(season, power), sent);
            let none = made("spring 1800", "france", Sent::Nothing);
            assert_ne!(none, made("spring 1800", "france", Sent::Sheet("none")));
            assert_ne!(none, made("spring 1800", "france", Sent::Sheet("")));
            assert_ne!(none, made("spring 1800f", "rance", Sent::Nothing));
            let france = whose("spring 1800", "france");
            assert_ne!(none, leaf(scheme, b"t", france, Sent::Nothing));
            let kept = |keeper| leaf(scheme, b"s", Whose { keeper, ..france }, Sent::Nothing);
            assert_eq!(none, kept(None));
            assert_ne!(none, kept(Some("austria")));
            assert_ne!(kept(Some("prussia")), kept(Some("austria")));
            let standing = made("spring 1800", "france", Sent::Standing("march"));
            assert_eq!(scheme == 1, standing == none);
        }
    }

    #[test]
    fn the_root_keeps_the_order_of_leaves() {
        let (a, b) = (sha256(b"a"), sha256(b"b"));
        assert_ne!(root(&[a, b]), root(&[b, a]));
        assert_eq!(root(&[a, b]), sha256(&[a, b].concat()));
        assert_ne!(season_seed(b"s", "spring 1800", &a), season_seed(b"s", "spring 1800", &b));
        assert_ne!(chain("", b"record"), chain("record", b""));
    }

    #[test]
    fn a_token_fits_into_a_mail_address() {
        let token = token(*b"\x00\xffumpire");
        assert_eq!(token.len(), 13);
        assert!(token.chars().all(|c| c.is_ascii_lowercase() || ('2'..='7').contains(&c)));
    }
}
