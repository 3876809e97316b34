//! Sheets that are signed with a player's own key: by `ssh-keygen -Y sign -n umpire`, or by OpenPGP
//! in an armour around the text, in a file beside the sheet, or over the whole mail (PGP/MIME).
//!
//! A signature is over the bytes of the sheet as they were attached, over the text of the mail
//! before the armour, or over all that its armour holds. What is not under it proves nothing.

#[cfg(feature = "pgp")]
mod openpgp;

use crate::campaign::settings::Settings;
use kit::names::plain;
use mail::find::{Contents, Found, PGP_PUBLIC_KEY, Signature};
use mail::message::Message;
use store::PlayerRow;

/// What a signature is for; one for another use does not count here.
#[cfg(feature = "ssh-sig")]
const NAMESPACE: &str = "umpire";

/// Why a mail is not taken for its player's, in the words of a sentence.
pub type Unsigned = &'static str;

/// Whether every sheet of a mail is signed with one of the player's keys.
pub fn proves(
    settings: &Settings,
    player: &PlayerRow,
    message: &Message,
    contents: &Contents,
) -> Result<(), Unsigned> {
    let Some(signature) = &contents.signature else {
        return Err("no signature is on the sheet");
    };
    if contents.sheets.is_empty() {
        return Err("there is no sheet under its signature");
    }
    let named = settings.intake.keys.iter().filter(|(name, _)| plain(name) == plain(&player.name));
    let keys: Vec<&str> = named.flat_map(|(_, keys)| keys).map(String::as_str).collect();
    let sheets = &contents.sheets;
    let holds = if signature.is_pgp() {
        by_pgp(&keys, signature, message, sheets)?
    } else {
        by_ssh(&keys, signature, sheets)?
    };
    if holds { Ok(()) } else { Err("the signature does not match this sheet and the player's key") }
}

/// What may have been signed of a text: mail programs change its last line's end, and its kind.
#[cfg(any(feature = "ssh-sig", feature = "pgp"))]
fn forms(text: &str) -> [String; 3] {
    let text = text.trim_end_matches('\n');
    [format!("{text}\n"), text.to_owned(), format!("{text}\n").replace('\n', "\r\n")]
}

#[cfg(feature = "ssh-sig")]
fn by_ssh(keys: &[&str], signature: &Signature, sheets: &[Found]) -> Result<bool, Unsigned> {
    let Ok(signature) = signature.armour.trim().parse::<ssh_key::SshSig>() else {
        return Ok(false);
    };
    let keys: Vec<ssh_key::PublicKey> = keys.iter().filter_map(|key| key.parse().ok()).collect();
    let signs = |text: &str| {
        let is_one = |form: &String| {
            keys.iter().any(|key| key.verify(NAMESPACE, form.as_bytes(), &signature).is_ok())
        };
        forms(text).iter().any(is_one)
    };
    Ok(sheets.iter().all(|found| signs(found.sheet.text()) || signs(found.sheet.origin())))
}

#[cfg(not(feature = "ssh-sig"))]
fn by_ssh(_: &[&str], _: &Signature, _: &[Found]) -> Result<bool, Unsigned> {
    Err("its signature is one of ssh-keygen, which this umpire was built without")
}

#[cfg(feature = "pgp")]
fn by_pgp(
    keys: &[&str],
    signature: &Signature,
    message: &Message,
    sheets: &[Found],
) -> Result<bool, Unsigned> {
    let keys = openpgp::keys(keys);
    if let Some(text) = &signature.text {
        // The text that we found in the armour must be the one that is signed, line by line.
        let lines = |text: &str| -> Vec<String> {
            text.trim_end().lines().map(|line| line.trim_end().to_owned()).collect()
        };
        let signed = openpgp::cleartext(&keys, &signature.armour);
        let is_that = signed.is_some_and(|signed| lines(&signed) == lines(text));
        return Ok(is_that && sheets.iter().all(|found| found.armoured));
    }
    let signs = |bytes: &[u8]| openpgp::signs(&keys, &signature.armour, bytes);
    // What stands in the file of the signature itself is not under it.
    if message.signed.iter().any(|whole| signs(whole)) && sheets.iter().all(|found| !found.armoured)
    {
        return Ok(true);
    }
    let is_over = |text: &str| forms(text).iter().any(|form| signs(form.as_bytes()));
    Ok(sheets.iter().all(|found| is_over(found.sheet.text()) || is_over(found.sheet.origin())))
}

#[cfg(not(feature = "pgp"))]
fn by_pgp(_: &[&str], _: &Signature, _: &Message, _: &[Found]) -> Result<bool, Unsigned> {
    Err("its signature is one of OpenPGP, which this umpire was built without; sign with \
         `ssh-keygen -Y sign`")
}

/// Says what is wrong with a player's public key, as the settings have it.
pub fn check_key(key: &str) -> Result<(), String> {
    if !key.trim_start().starts_with(PGP_PUBLIC_KEY) {
        return Ok(());
    }
    #[cfg(feature = "pgp")]
    {
        openpgp::read(key).map(|_| ())
    }
    #[cfg(not(feature = "pgp"))]
    {
        Err("this umpire was built without OpenPGP; build it with the feature `pgp`".to_owned())
    }
}
