//! The game that was opened last.
//!
//! A command asks for its game at each step of its work, and a book takes longer to read than most
//! seasons to play. The pages are gathered each time, and only if one of them differs is the book
//! read again.

use super::{DeskError, referee};
use kit::shelf::Shelf;
use rules::{Game, Options};
use std::cell::RefCell;
use std::rc::Rc;
use store::CampaignRow;

struct Opened {
    rules: String,
    scenario: String,
    options: Options,
    shelf: Shelf,
    game: Rc<dyn Game>,
}

thread_local! {
    /// Of whatever campaign: several may be open, and they are often played with one book.
    static LAST: RefCell<Option<Opened>> = const { RefCell::new(None) };
}

/// Opens a campaign's scenario on a shelf, unless the last game is the one that would come of it.
pub(crate) fn open(
    shelf: Shelf,
    campaign: &CampaignRow,
    options: &Options,
) -> Result<Rc<dyn Game>, DeskError> {
    let is_it = |last: &&Opened| {
        last.rules == campaign.rules
            && last.scenario == campaign.scenario
            && last.options == *options
            && has_same_texts(&last.shelf, &shelf)
    };
    let last = LAST.with_borrow(|last| last.as_ref().filter(is_it).map(|last| last.game.clone()));
    if let Some(game) = last {
        return Ok(game);
    }
    let game: Rc<dyn Game> =
        Rc::from(referee(&campaign.rules)?.open(&shelf, &campaign.scenario, options)?);
    LAST.set(Some(Opened {
        rules: campaign.rules.clone(),
        scenario: campaign.scenario.clone(),
        options: options.clone(),
        shelf,
        game: Rc::clone(&game),
    }));
    Ok(game)
}

/// Whether the same pages lie on both; a campaign's own page is another than ours of the same text,
/// since proofs name those that were laid over.
fn has_same_texts(one: &Shelf, other: &Shelf) -> bool {
    let (names, ours) = (one.names(""), rules::shelf());
    let is_ours = |shelf: &Shelf, name: &str| {
        shelf.text(name).map(str::as_ptr) == ours.text(name).map(str::as_ptr)
    };
    names == other.names("")
        && names.iter().all(|name| {
            one.text(name) == other.text(name) && is_ours(one, name) == is_ours(other, name)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_that_was_laid_over_is_another() {
        let shelf = || {
            let mut shelf = rules::shelf();
            shelf.lay("garden/soil.yaml", "rich".into());
            shelf
        };
        assert!(has_same_texts(&shelf(), &shelf()));
        let mut other = shelf();
        other.lay("garden/soil.yaml", "poor".into());
        assert!(!has_same_texts(&shelf(), &other));
        let mut more = shelf();
        more.lay("garden/trees.yaml", "oak".into());
        assert!(!has_same_texts(&shelf(), &more));
        let name = rules::shelf().names("").swap_remove(0);
        let mut own = shelf();
        own.lay(&name, rules::shelf().text(&name).unwrap().to_owned());
        assert!(!has_same_texts(&shelf(), &own), "{name} is the campaign's own");
    }
}
