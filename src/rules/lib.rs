//! The rule systems: one crate each, and here the list of them.
//!
//! Whatever is above sees a [`Referee`] from this list and nothing of what is inside a game.

pub use play::*;

use kit::shelf::Shelf;
use std::sync::LazyLock;

/// Every rule system we umpire. A new one is a crate and a line here.
pub static REFEREES: LazyLock<[&dyn Referee; 4]> = LazyLock::new(|| {
    [nations::REFEREE, kriegsspiel::REFEREE, napoleon::REFEREE, frederick::REFEREE]
});

/// The shelf with the books of all rule systems.
pub fn shelf() -> Shelf {
    play::shelf_of(&*REFEREES)
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
