//! Sheets that are signed with a player's own key: `ssh-keygen -Y sign -n umpire`.
//!
//! The signature is over the bytes of the sheet as they were attached, or over the text of the
//! mail before the armour.

use super::settings::Settings;
use crate::mail::find::Contents;
#[cfg(feature = "ssh-sig")]
use crate::mail::find::Found;
use crate::store::PlayerRow;

/// What a signature is for; one for another use does not count here.
#[cfg(feature = "ssh-sig")]
const NAMESPACE: &str = "umpire";

/// Whether every sheet of a mail is signed with one of the player's keys.
#[cfg(feature = "ssh-sig")]
pub fn holds(settings: &Settings, player: &PlayerRow, contents: &Contents) -> bool {
    use crate::kit::names::plain;

    let Some(armour) = &contents.signature else { return false };
    let Ok(signature) = armour.trim().parse::<ssh_key::SshSig>() else { return false };
    let named = settings.intake.keys.iter().filter(|(name, _)| plain(name) == plain(&player.name));
    let keys: Vec<ssh_key::PublicKey> =
        named.flat_map(|(_, keys)| keys).filter_map(|key| key.parse().ok()).collect();
    let signs = |text: &str| {
        let text = text.trim_end_matches('\n');
        let forms =
            [format!("{text}\n"), text.to_owned(), format!("{text}\n").replace('\n', "\r\n")];
        let is_one = |form: &String| {
            keys.iter().any(|key| key.verify(NAMESPACE, form.as_bytes(), &signature).is_ok())
        };
        forms.iter().any(is_one)
    };
    let is_signed = |found: &Found| signs(found.sheet.text()) || signs(found.sheet.origin());
    !contents.sheets.is_empty() && contents.sheets.iter().all(is_signed)
}

/// Without the feature nothing is proved by a signature.
#[cfg(not(feature = "ssh-sig"))]
pub fn holds(_: &Settings, _: &PlayerRow, _: &Contents) -> bool {
    false
}
