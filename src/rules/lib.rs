//! The rule systems: one crate each, and here the list of them.
//!
//! Whatever is above sees a [`Referee`] from this list and nothing of what is inside a game.

pub use play::*;

use include_dir::Dir;
use kit::shelf::Shelf;
use std::sync::LazyLock;

/// The pages about each rulebook: its paragraphs, how we read them, the cases that test them. No game needs
/// them to be played, so they are not part of a game's crate.
static RULEBOOKS: Dir<'static> =
    include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../campaigns/rulebooks");

/// Every rule system we umpire. A new one is a crate and a line here.
pub static REFEREES: LazyLock<[&dyn Referee; 4]> = LazyLock::new(|| {
    [nations::REFEREE, kriegsspiel::REFEREE, napoleon::REFEREE, frederick::REFEREE]
});

/// The shelf with the books of all rule systems, and among the pages of each those about its rulebook.
pub fn shelf() -> Shelf {
    let mut shelf = play::shelf_of(&*REFEREES);
    for file in RULEBOOKS.dirs().flat_map(Dir::files) {
        let path = file.path();
        let folder = path.parent().and_then(|folder| folder.to_str());
        let name = path.file_name().and_then(|name| name.to_str());
        if let (Some(game), Some(name), Some(text)) = (folder, name, file.contents_utf8()) {
            shelf.put(&format!("{game}/book/{name}"), text);
        }
    }
    shelf
}

/// Finds a scenario by a unique beginning: `nations/marengo`, `marengo`.
pub fn find(shelf: &Shelf, written: &str) -> Result<(&'static dyn Referee, String), BookError> {
    play::find(&*REFEREES, shelf, written)
}

/// Finds a rule system by its name.
pub fn referee(name: &str) -> Option<&'static dyn Referee> {
    REFEREES.iter().copied().find(|referee| referee.name() == name)
}

#[cfg(test)]
mod tests;
