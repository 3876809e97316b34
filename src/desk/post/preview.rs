//! A report as it would go out, written to disk for the umpire to look at.

use crate::campaign::files;
use crate::post::narrate::said_to;
use crate::post::report_page;
use crate::{Desk, DeskError, referee, slug};
use kit::names::plain;
use report::Around;
use report::map::{self, Size};
use std::collections::BTreeMap;
use std::path::PathBuf;
use store::Status;

/// The eyes from which nothing is hidden.
const UMPIRE: &str = "umpire";

impl Desk {
    /// Writes a power's report of a season as pages and picture, and names the files; `full` adds
    /// the whole map.
    ///
    /// Of the open season it is the draft's, or before there is one, of the position it begins with.
    pub fn preview(
        &self,
        power: &str,
        season: Option<&str>,
        full: bool,
    ) -> Result<Vec<PathBuf>, DeskError> {
        let power = if plain(power) == UMPIRE { UMPIRE.to_owned() } else { self.power(power)? };
        let season = match season {
            Some(written) => self.store.season(written)?,
            None => self.current()?,
        };
        let draft = self.store.draft(season.id)?.filter(|_| season.status != Status::Collecting);
        let game = self.game(&season)?;
        let known = match &draft {
            _ if power == UMPIRE => {
                let state = self.position(&season)?.state;
                let events = self.store.events(season.id)?;
                [(power.clone(), game.known_to_umpire(&state, &events)?)].into()
            }
            Some(_) => self.store.known_after(season.id)?,
            None => self.store.known(season.id)?,
        };
        let nothing = || {
            let text = format!("nothing is kept of what {power} knows in {}", season.name);
            DeskError::refused(text)
        };
        let own = known.get(&power).ok_or_else(nothing)?;
        let (campaign, templates) = (self.store.campaign()?, self.templates()?);
        let orders = if draft.is_some() { self.orders_in_words(&season)? } else { BTreeMap::new() };
        let shared = match &draft {
            Some(draft) => self.around(&season, game.as_ref(), (&draft.digest, &draft.root))?,
            None => Around::default(),
        };
        let around = Around {
            narrative: said_to(&self.store.narratives(season.id)?, &power),
            orders_from: orders.get(&power).map_or("the set-up", String::as_str).to_owned(),
            ..shared
        };
        let page = report_page::lay(around, &campaign, game.as_ref(), own)?;
        let name = slug(&power);
        let html = report_page::beside(&page.html(&templates)?, &self.picture_beside(&name)?);
        let mut pages: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        pages.insert("txt".into(), page.text(&templates)?.into_bytes());
        pages.insert("html".into(), html.into_bytes());
        let one = [(power.clone(), own.clone())].into();
        for (_, picture) in self.pictures(game.as_ref(), &one)? {
            for (ending, bytes) in picture.files() {
                pages.insert(ending.to_owned(), bytes.to_vec());
            }
        }
        if full && referee(&campaign.rules)?.draws() {
            let svg = map::svg(&game.chart(own)?, Size::Full);
            pages.insert("full.svg".into(), svg.into_bytes());
        }
        let folder = self.folder.join("preview").join(slug(&season.name));
        let mut written = vec![];
        for (ending, bytes) in pages {
            let path = folder.join(format!("{name}.{ending}"));
            files::write(&path, &bytes)?;
            written.push(path);
        }
        Ok(written)
    }
}
