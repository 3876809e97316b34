//! The public text of a sheet: all of it but the private note and the token.
//!
//! The dice of a season depend on the public texts of its sheets, so that everything that they depend
//! on can be told to everybody when the game is over, and the note stays private.

use super::Diagnostics;
use super::shape::{self, Kind as Shape};
use kit::proof;

/// The key of the private note.
const NOTE: &str = "note to umpire";
/// The key of the token.
const TOKEN: &str = "token";
/// What stands for a token in a public text.
const MASK: &str = "token: *\n";

/// Gives the public text of a sheet; `salt` is that of its private note.
pub fn public_text(sheet: &str, salt: &str) -> String {
    let Some(root) = shape::shape(sheet, &mut Diagnostics::default()) else {
        return sheet.to_owned();
    };
    let Shape::Map(pairs) = &root.kind else { return sheet.to_owned() };
    let mut text = String::with_capacity(sheet.len());
    let mut at = 0;
    for (number, (key, value)) in pairs.iter().enumerate() {
        let instead = match key.text() {
            Some(NOTE) => {
                let note = value.text().unwrap_or(&sheet[value.at.clone()]);
                format!("{NOTE}: {}\n", proof::note_digest(salt, note))
            }
            Some(TOKEN) => MASK.to_owned(),
            Some(_) | None => continue,
        };
        // What stands between this key and the next belongs to it: comments, further lines.
        let end = pairs.get(number + 1).map_or(sheet.len(), |(next, _)| next.at.start);
        text.push_str(&sheet[at..key.at.start]);
        text.push_str(&instead);
        at = end;
    }
    text.push_str(&sheet[at..]);
    text
}

/// Says whether a sheet has a private note.
pub fn has_note(sheet: &str) -> bool {
    let root = shape::shape(sheet, &mut Diagnostics::default());
    root.is_some_and(|root| root.get(NOTE).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_private_note_and_a_token_are_not_in_the_public_text() {
        let sheet = "campaign: italy\ntoken: abcdefghijklm\npower: france\n\
                     note to umpire: |\n  Take Genoa\n  for me.\n# more\nreactions: []\n";
        let text = public_text(sheet, "salt");
        assert!(!text.contains("Genoa") && !text.contains("abcdefghijklm"), "{text}");
        assert!(text.starts_with("campaign: italy\ntoken: *\npower: france\nnote to umpire: "));
        assert!(text.ends_with("\nreactions: []\n"), "{text}");
        assert_eq!(text, public_text(sheet, "salt"));
        assert_ne!(text, public_text(sheet, "another salt"));
        assert_ne!(text, public_text(&sheet.replace("Genoa", "Turin"), "salt"));
        let open = "campaign: italy\npower: france\n";
        assert_eq!(public_text(open, ""), open);
        // What cannot be read is public as it is: it is never played.
        assert_eq!(public_text("a: [", "salt"), "a: [");
        let flow = "{campaign: italy, note to umpire: Genoa, power: france}";
        assert!(!public_text(flow, "salt").contains("Genoa"));
    }
}
