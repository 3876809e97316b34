//! An open campaign and the order of work on it: mail is taken in, a season is played, its reports go
//! out, and all of it can be proved.
//!
//! A [`Desk`] is an open campaign. Its work stands in five folders: [`campaign`] (its life apart from
//! seasons), [`intake`], [`season`], [`post`] and [`proof`]. Everything that is handed out is plain text
//! or plain values, ready to be printed.
//!
//! Not here: SQL (`store`), rules (`rules`), the past (`archive`).

mod assertions;
pub mod campaign;
pub mod clock;
pub mod compose;
mod error;
pub mod intake;
mod kill_steps;
mod opened;
pub mod post;
pub mod proof;
pub mod screen;
pub mod season;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod toy;

// Some tests are shared with the program's, where the desk has its name.
#[cfg(test)]
extern crate self as desk;

use campaign::asks::asks;
use campaign::trust::REPORTS;
use kit::names::plain;
use kit::shelf::Shelf;
use report::Templates;
use rules::{Game, Position, Referee, SeasonCard};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use store::{CampaignRow, SeasonRow, Store};

pub use campaign::files::{campaign_file, write as write_file};
pub use clock::Clock;
pub use error::DeskError;
pub use report::{fitted, wrapped};

pub(crate) use checker::{MAIL_COLUMNS, slug};

/// How a campaign is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Nothing will be changed.
    Read,
    /// A command by hand: refuse at once if another command is writing.
    Write,
    /// Intake: wait longer for the lock.
    Intake,
}

/// An open campaign.
#[derive(Debug)]
pub struct Desk {
    folder: PathBuf,
    store: Store,
    clock: Clock,
    settings: RefCell<Option<campaign::settings::LastRead>>,
    /// The pictures that were drawn since the desk was opened.
    painted: RefCell<post::picture::Painted>,
    /// Why the umpire takes sheets in by hand, if they said so.
    hand_reason: Option<String>,
    /// Report files that a stopped run left out and that were written when this desk was opened.
    mended: Vec<PathBuf>,
}

impl Desk {
    /// Opens the campaign in a folder, or the one found from the current folder upward.
    pub fn open(given: Option<&Path>, access: Access) -> Result<Desk, DeskError> {
        Clock::Wall.check()?;
        let folder = campaign::files::find(given)?;
        let path = folder.join(campaign::files::CAMPAIGN);
        let store = match access {
            Access::Read => Store::read_only(&path)?,
            Access::Write => Store::open(&path)?,
            Access::Intake => Store::open_patient(&path)?,
        };
        let mut desk = Desk {
            folder,
            store,
            clock: Clock::Wall,
            settings: RefCell::default(),
            painted: RefCell::default(),
            hand_reason: None,
            mended: vec![],
        };
        if access != Access::Read {
            desk.clear_up()?;
        }
        Ok(desk)
    }

    /// Clears up after runs that were stopped: half-written files go, missing reports come.
    fn clear_up(&mut self) -> Result<(), DeskError> {
        // Wrong settings are told by the command that needs them.
        let outbox =
            self.settings().map(|settings| settings.mail.folder.clone()).unwrap_or_default();
        self.refuse_to_write_outside(Path::new(REPORTS))?;
        // Nothing is removed where nothing may be written.
        let is_ours = self.refuse_to_write_outside(&outbox).is_ok();
        campaign::files::sweep(&self.folder, if is_ours { &outbox } else { Path::new("") })?;
        self.put_away()?;
        let unwritten = self.unwritten()?;
        if !unwritten.is_empty() {
            self.lay_out()?;
            self.mended = unwritten;
        }
        Ok(())
    }

    /// Names the campaign's folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes a whole copy of the campaign to a new file.
    pub fn backup(&self, to: &Path) -> Result<(), DeskError> {
        // Those that were stopped earlier; a folder that is shut has none.
        let _ = campaign::files::sweep(&self.folder, Path::new(""));
        let note = campaign::files::note_backup(&self.folder, &Store::unfinished(to));
        let done = self.store.backup(to);
        if let Some(note) = note {
            // It names nothing any more.
            let _ = std::fs::remove_file(note);
        }
        Ok(done?)
    }

    /// The books, with the campaign's own pages laid over ours.
    fn shelf(&self, campaign: &CampaignRow) -> Result<Shelf, DeskError> {
        books(&self.folder, campaign, &self.store)
    }

    fn templates(&self) -> Result<Templates, DeskError> {
        let own = own_templates(&self.folder)?;
        // A test binary of this library cannot be started again as the program.
        #[cfg(test)]
        return Ok(Templates::new(&own)?);
        #[cfg(not(test))]
        Ok(post::printer::load_templates(&own)?)
    }

    /// Opens the book at the campaign's scenario, with the options of a season: of one that was
    /// published, the pages it was played with, if they were kept.
    fn game(&self, season: &SeasonRow) -> Result<Rc<dyn Game>, DeskError> {
        let campaign = self.store.campaign()?;
        let options = self.store.options(season.id)?;
        if let Some(book) = &season.book
            && let Some(game) = self.game_of_book(&campaign, book, &options)?
        {
            return Ok(game);
        }
        opened::open(self.shelf(&campaign)?, &campaign, &options)
    }

    /// Opens a book by its digest: from the pages that the campaign has kept, or the one at hand if
    /// it is that; none, if neither is.
    fn game_of_book(
        &self,
        campaign: &CampaignRow,
        book: &str,
        options: &rules::Options,
    ) -> Result<Option<Rc<dyn Game>>, DeskError> {
        let pages = self.store.pages(book)?;
        if !pages.is_empty() {
            let shelf = referee(&campaign.rules)?.lay(&pages, &campaign.scenario);
            // Another edition of the rules may not be able to read these pages.
            return Ok(opened::open(shelf, campaign, options).ok());
        }
        let game = opened::open(self.shelf(campaign)?, campaign, options)?;
        let is_it =
            game.book_digest() == book || rules::books::was_called(book, game.book_digest());
        Ok(is_it.then_some(game))
    }

    /// Where the campaign stands at the start of a season.
    fn position(&self, season: &SeasonRow) -> Result<Position, DeskError> {
        Ok(Position {
            season: SeasonCard { name: season.name.clone(), asks: asks(season)? },
            state: self.store.state(season.id)?,
            known: self.store.known(season.id)?,
        })
    }

    /// The season that is open; a sentence of its own if the campaign has ended.
    fn current(&self) -> Result<SeasonRow, DeskError> {
        match self.store.campaign()?.ended {
            Some(_) => Err(DeskError::Ended),
            None => Ok(self.store.current_season()?),
        }
    }

    /// Every choice that the campaign's rules leave to people.
    fn decisions(&self) -> Result<Vec<kit::decision::Decision>, DeskError> {
        Ok(referee(&self.store.campaign()?.rules)?.decisions())
    }

    /// Finds a power as people write it.
    fn power(&self, written: &str) -> Result<String, DeskError> {
        let powers = self.store.powers()?;
        let called = |name: &str| powers.iter().find(|power| plain(&power.name) == plain(name));
        let found = match called(written) {
            None => called(&own_name(&self.store.campaign()?.rules, written)),
            found => found,
        };
        found.map(|power| power.name.clone()).ok_or_else(|| DeskError::NoPower {
            written: written.to_owned(),
            known: powers.iter().map(|power| power.name.as_str()).collect::<Vec<_>>().join(", "),
        })
    }
}

/// A name in another tongue as the book of a rule system has it.
pub(crate) fn own_name(rules: &str, written: &str) -> String {
    referee(rules)
        .map_or_else(|_| written.to_owned(), |referee| checker::own_name(referee, written))
}

/// The books with a campaign's own pages laid over ours, and its own templates.
pub fn own_pages(given: Option<&Path>) -> Result<(Shelf, Shelf), DeskError> {
    let folder = campaign::files::find(given)?;
    let store = Store::read_only(&folder.join(campaign::files::CAMPAIGN))?;
    Ok((books(&folder, &store.campaign()?, &store)?, own_templates(&folder)?))
}

/// A campaign's own templates; what is written about them beside them is none.
fn own_templates(folder: &Path) -> Result<Shelf, DeskError> {
    let mut own = Shelf::default();
    campaign::files::lay(&mut own, folder, "templates", "", &|name| !name.ends_with(".md"))?;
    Ok(own)
}

/// Whether a campaign's scenario is none of ours, but one that somebody wrote.
fn is_own_scenario(campaign: &CampaignRow) -> bool {
    let page = format!("{}/{}/{}", campaign.rules, campaign.scenario, rules::scenario::PAGE);
    rules::referee(&campaign.rules).is_some() && rules::shelf().text(&page).is_none()
}

fn books(folder: &Path, campaign: &CampaignRow, store: &Store) -> Result<Shelf, DeskError> {
    let mut shelf = rules::shelf();
    if is_own_scenario(campaign) {
        // A copy of the campaign's file without its folder `book` has the pages all the same.
        let kept = store.newest_pages()?;
        for (name, text) in rules::books::other_than(&kept, &campaign.rules, &shelf) {
            shelf.lay(&rules::books::place(&name, &campaign.rules, &campaign.scenario), text);
        }
    }
    campaign::files::lay(&mut shelf, folder, "book", &format!("{}/book", campaign.rules), &|_| {
        true
    })?;
    // Among the pages of a campaign's own book may be its scenario.
    let scenario = format!("{}/{}/scenario.yaml", campaign.rules, campaign.scenario);
    let page = shelf.text(&format!("{}/book/scenario.yaml", campaign.rules)).map(str::to_owned);
    if let Some(page) = page {
        shelf.lay(&scenario, page);
    }
    Ok(shelf)
}

/// Finds a rule system by the name that a campaign keeps.
fn referee(name: &str) -> Result<&'static dyn Referee, DeskError> {
    #[cfg(test)]
    if name == "toy" {
        return Ok(&toy::Toy);
    }
    #[cfg(test)]
    if name == "court" {
        return Ok(toy::court::REFEREE);
    }
    rules::referee(name).ok_or_else(|| {
        let known: Vec<_> = rules::REFEREES.iter().map(|referee| referee.name()).collect();
        let known = known.join(", ");
        DeskError::refused(format!("unknown rule system `{name}`"))
            .hint(format!("there are {known}"))
    })
}

/// Finds a scenario by a unique prefix of its name.
fn scenario(shelf: &Shelf, written: &str) -> Result<(&'static dyn Referee, String), DeskError> {
    #[cfg(test)]
    if written.starts_with("court") {
        return Ok((toy::court::REFEREE, "plain".into()));
    }
    #[cfg(test)]
    if written.starts_with("toy") {
        return Ok((&toy::Toy, "garden".into()));
    }
    Ok(rules::find(shelf, written)?)
}
