//! The archive: what has been played, to be opened, searched and followed; nothing here changes it.
//!
//! Every reader is an [`Audience`]: a power, or the umpire. What a power is shown is made from what
//! it knew after each season, its own sheets and letters, and what was told to it; the state and
//! the events of a season are for the umpire alone, and for everybody once the campaign has been
//! revealed.
//!
//! - [`Archive`] opens a campaign; [`volume`] lists its seasons, [`papers`] gives what was written
//!   in one, [`post`] the mails;
//! - [`chapter`] is one season as one audience knows it: everything below is made of chapters;
//! - [`search`], [`life`] and [`change`] answer questions about many seasons;
//! - [`site`] lays all of it out as pages.
//!
//! Not here: replaying or proving a season (`desk`). The index of a search is kept in the
//! campaign's file, but it is no part of the record.

mod audience;
pub mod change;
pub mod chapter;
pub mod life;
mod names;
pub mod papers;
mod passages;
pub mod post;
pub mod search;
pub mod site;
pub mod volume;

use kit::names::{nearest, plain};
use kit::shelf::Shelf;
use report::{TemplateError, Templates};
use rules::other_names::OtherNames;
use rules::{BookError, Game, Options};
use site::Supplement;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::rc::Rc;
use store::{SeasonId, SeasonRow, Status, Store, StoreError};

pub use audience::Audience;
pub use papers::{LetterPage, ReportPage, SheetPage};
pub use post::{MailLine, MailPage, SeasonMail};
pub use volume::Volume;

/// Why something cannot be found in the archive.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Book(#[from] BookError),
    #[error(transparent)]
    Template(#[from] TemplateError),
    #[error("{season} has no {what}; `umpire archive list` shows what there is")]
    Nothing { season: String, what: String },
    #[error("there is no power called `{written}`; there are {known}")]
    NoPower { written: String, known: String },
    #[error("there is no season called `{written}`{meant}; `umpire archive list` shows them")]
    NoSeason { written: String, meant: String },
    #[error("no power, leader or place is named `{written}`{meant}")]
    NoName { written: String, meant: String },
    #[error("{0} is seen by the umpire alone; leave out --as, or ask for --report or --orders")]
    Hidden(&'static str),
    #[error("{0}")]
    Refused(String),
    #[error("{path} cannot be written or read: {source}")]
    File { path: String, source: std::io::Error },
}

impl ArchiveError {
    fn refused(why: impl Into<String>) -> ArchiveError {
        ArchiveError::Refused(why.into())
    }

    fn file(path: &Path) -> impl FnOnce(std::io::Error) -> ArchiveError {
        let path = path.display().to_string();
        |source| ArchiveError::File { path, source }
    }
}

/// An open archive.
pub struct Archive {
    store: Store,
    books: Shelf,
    templates: Templates,
    /// The book as it was opened last: seasons of the same options share it.
    game: RefCell<Option<(Options, Rc<dyn Game>)>>,
    supplier: Option<Supplier>,
}

/// Gives the pages on which a power's sheet is composed, if it can order something now.
pub type Supplier = Box<dyn Fn(&str) -> Result<Option<Box<dyn Supplement>>, ArchiveError> + Send>;

impl Archive {
    /// Opens the archive of a campaign's file, with the books and templates of the binary.
    pub fn open(file: &Path) -> Result<Archive, ArchiveError> {
        Archive::open_with(file, rules::shelf(), Templates::new(&Shelf::default())?)
    }

    /// The same with a campaign's own books, and its own templates over ours.
    pub fn open_with(
        file: &Path,
        books: Shelf,
        templates: Templates,
    ) -> Result<Archive, ArchiveError> {
        let store = Store::read_only(file)?;
        Ok(Archive { store, books, templates, game: RefCell::default(), supplier: None })
    }

    /// The same with pages on which a power's sheet is composed.
    pub fn supplied(self, supplier: Supplier) -> Archive {
        Archive { supplier: Some(supplier), ..self }
    }

    fn supplement(&self, audience: &Audience) -> Result<Option<Box<dyn Supplement>>, ArchiveError> {
        let both = self.supplier.as_ref().zip(audience.power());
        both.map_or(Ok(None), |(give, power)| give(power))
    }

    /// The book opened with the options of a season.
    fn game(&self, season: SeasonId) -> Result<Rc<dyn Game>, ArchiveError> {
        let options = self.store.options(season)?;
        if let Some((known, game)) = &*self.game.borrow()
            && *known == options
        {
            return Ok(Rc::clone(game));
        }
        let campaign = self.store.campaign()?;
        let referee = rules::referee(&campaign.rules).ok_or_else(|| {
            ArchiveError::refused(format!("this umpire has no rule system `{}`", campaign.rules))
        })?;
        let game: Rc<dyn Game> =
            Rc::from(referee.open(&self.books, &campaign.scenario, &options)?);
        *self.game.borrow_mut() = Some((options, Rc::clone(&game)));
        Ok(game)
    }

    /// What places, powers and leaders are called in other tongues.
    fn other_names(&self) -> Result<OtherNames, ArchiveError> {
        let referee = rules::referee(&self.store.campaign()?.rules);
        Ok(referee.map(|referee| referee.other_names(&self.books)).unwrap_or_default())
    }

    /// Whether a season is hidden from an audience: it was taken back before its report went out to
    /// that power, so nobody there ever heard of it.
    fn is_hidden(&self, season: &SeasonRow, audience: &Audience) -> Result<bool, ArchiveError> {
        match audience.power() {
            Some(power) if season.status == Status::Withdrawn => {
                Ok(!self.store.report_went_out(season.id, power)?)
            }
            Some(_) | None => Ok(false),
        }
    }

    /// Finds a season as an audience may know it; see [`Archive::find`].
    fn find_for(&self, audience: &Audience, written: &str) -> Result<SeasonRow, ArchiveError> {
        let found = self.find(written)?;
        if self.is_hidden(&found, audience)? {
            return Err(ArchiveError::NoSeason {
                written: written.to_owned(),
                meant: String::new(),
            });
        }
        Ok(found)
    }

    /// Finds a season by its name, its number, or the key that its pages have.
    ///
    /// Of several by one name the one that stands is meant; `2-1` is the first that was published
    /// as number 2, whatever became of it, and `2a` the first that was taken back unplayed.
    fn find(&self, written: &str) -> Result<SeasonRow, ArchiveError> {
        match self.store.season(written) {
            Err(StoreError::NotFound { .. }) => {}
            found => return Ok(found?),
        }
        let keys = self.store.season_keys()?;
        let seasons = self.store.seasons()?;
        let wanted = written.trim().trim_end_matches("-1");
        if let Some((id, _)) = keys.iter().find(|(_, key)| key == wanted) {
            return Ok(self.store.season_by_id(*id)?);
        }
        let named = seasons.iter().find(|season| plain(&season.name) == plain(written));
        if let Some(season) = named {
            return Ok(self.store.season(&season.name)?);
        }
        let meant = nearest(written, seasons.iter().map(|season| season.name.as_str()));
        let written = written.to_owned();
        Err(ArchiveError::NoSeason { written, meant: did_you_mean(meant) })
    }

    /// Finds a power as people write it; of a power that there is not, the nearest is named.
    pub fn power(&self, written: &str) -> Result<String, ArchiveError> {
        let powers = self.store.powers()?;
        let found = powers.iter().find(|power| plain(&power.name) == plain(written));
        if let Some(power) = found {
            return Ok(power.name.clone());
        }
        let known: Vec<&str> = powers.iter().map(|power| power.name.as_str()).collect();
        let meant = nearest(written, known.iter().copied());
        let known = known.join(", ") + &did_you_mean(meant);
        Err(ArchiveError::NoPower { written: written.to_owned(), known })
    }

    /// Whose eyes are meant: those of the power that is named, else the umpire's.
    pub fn audience(&self, power: Option<&str>) -> Result<Audience, ArchiveError> {
        Ok(match power {
            Some(written) => Audience::Power(self.power(written)?),
            None => Audience::Umpire,
        })
    }

    /// Everybody, if the fog may be lifted: the campaign has ended, or the umpire wants it before.
    pub fn everybody(&self, early: bool) -> Result<Audience, ArchiveError> {
        if early || self.store.campaign()?.ended.is_some() {
            return Ok(Audience::Everybody);
        }
        Err(ArchiveError::refused(
            "the campaign goes on, and these pages tell everybody everything; `umpire end` closes \
             it, or add --before-the-end if you mean it",
        ))
    }

    /// What changes whenever a season is opened, published or withdrawn; nothing while the file
    /// cannot be read.
    #[cfg(feature = "serve")]
    fn mark(&self) -> Option<Mark> {
        let seasons = self.store.seasons().ok()?;
        let ended = self.store.campaign().ok()?.ended;
        let seasons = seasons.into_iter().map(|season| (season.id, season.status)).collect();
        Some(Mark { ended, seasons })
    }

    /// The seasons that were ever published, in the order in which they were opened, each with its
    /// key. Those that were withdrawn since are among them.
    ///
    /// One that an audience never heard of is left out.
    fn settled(&self, audience: &Audience) -> Result<Vec<(SeasonRow, String)>, ArchiveError> {
        let keys: BTreeMap<SeasonId, String> = self.store.season_keys()?.into_iter().collect();
        let mut settled = vec![];
        for season in self.store.seasons()?.into_iter().filter(is_settled) {
            if !self.is_hidden(&season, audience)? {
                let key = keys[&season.id].clone();
                settled.push((season, key));
            }
        }
        Ok(settled)
    }
}

/// What the pages of an archive depend on.
#[cfg(feature = "serve")]
#[derive(Debug, PartialEq, Eq)]
struct Mark {
    ended: Option<String>,
    seasons: Vec<(SeasonId, Status)>,
}

/// Whether a season was published, whatever became of it.
fn is_settled(season: &SeasonRow) -> bool {
    season.seed.is_some() && matches!(season.status, Status::Published | Status::Withdrawn)
}

/// The end of a sentence that offers a name.
fn did_you_mean(name: Option<&str>) -> String {
    name.map_or(String::new(), |name| format!("; did you mean `{name}`?"))
}

fn nothing(season: &SeasonRow, what: &str) -> ArchiveError {
    ArchiveError::Nothing { season: season.name.clone(), what: what.to_owned() }
}
