//! Keeps the game that was opened last.
//!
//! A command opens its game at each step of its work, and parsing a book takes longer than playing most
//! seasons. The pages are collected each time; the book is parsed again only if one of them differs.

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
    /// Shared by all campaigns of a process, since they often use the same book.
    static LAST: RefCell<Option<Opened>> = const { RefCell::new(None) };
}

/// Opens a campaign's scenario; returns the last game if it was made from the same pages.
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

/// Whether two shelves have the same pages. A campaign's own page differs from ours even if the text is
/// the same, since proofs list the pages that a campaign overrides.
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
