//! A report or the newspaper as it would go out, written to disk for the umpire to look at.

use crate::campaign::files;
use crate::post::narrate::{Ending, said_to};
use crate::post::newspaper;
use crate::post::picture::{Battlefields, battles_on_page};
use crate::post::report_page::{self, ReportPage};
use crate::{Desk, DeskError, referee, slug};
use kit::names::plain;
use report::Around;
use report::map::{self, Size};
use std::collections::BTreeMap;
use std::path::PathBuf;
use store::{DraftRow, SeasonRow, Status};

/// The eyes from which nothing is hidden.
const UMPIRE: &str = "umpire";

impl Desk {
    /// Writes a power's report of a season, or the newspaper, as pages and picture, and names the
    /// files; `full` adds the whole map.
    ///
    /// Of the open season it is the draft's, or before there is one, of the position it begins with.
    pub fn preview(
        &self,
        power: &str,
        season: Option<&str>,
        full: bool,
    ) -> Result<Vec<PathBuf>, DeskError> {
        let power = match plain(power).as_str() {
            reserved @ (UMPIRE | newspaper::NAME) => reserved.to_owned(),
            _ => self.power(power)?,
        };
        let season = match season {
            Some(written) => self.store.season(written)?,
            None => self.current()?,
        };
        let draft = self.store.draft(season.id)?.filter(|_| season.status != Status::Collecting);
        let game = self.game(&season)?;
        let own = self.known_for_preview(&season, &power, draft.is_some())?;
        let page = self.page_for_preview(&season, draft.as_ref(), (&power, &own))?;
        let templates = self.templates()?;
        let name = slug(&power);
        let html = report_page::beside(&page.html(&templates)?, &self.picture_beside(&name)?);
        let mut pages: BTreeMap<String, Vec<u8>> = BTreeMap::new();
        pages.insert(format!("{name}.txt"), page.text(&templates)?.into_bytes());
        pages.insert(format!("{name}.html"), html.into_bytes());
        let one = [(power.clone(), own.clone())].into();
        let before = match power.as_str() {
            newspaper::NAME if draft.is_some() => self.issue_before(&season)?,
            newspaper::NAME => BTreeMap::new(),
            _ if draft.is_some() => self.store.known(season.id)?,
            _ => self.known_before(&season)?,
        };
        let fields = self.fields_for_preview(&season, draft.is_some())?;
        let maps = self.pictures(game.as_ref(), &one, &before)?.into_values();
        let battles = self.battle_pictures(&fields)?.remove(&power).unwrap_or_default();
        for picture in maps.chain(battles) {
            pages.extend(picture.files().map(|(name, bytes)| (name, bytes.to_vec())));
        }
        if full && referee(&self.store.campaign()?.rules)?.draws() {
            let svg = map::svg(&game.chart(&own)?, Size::Full);
            pages.insert(format!("{name}.full.svg"), svg.into_bytes());
        }
        let folder = self.folder.join("preview").join(slug(&season.name));
        let mut written = vec![];
        for (name, bytes) in pages {
            let path = folder.join(name);
            files::write(&path, &bytes)?;
            written.push(path);
        }
        Ok(written)
    }

    /// What a power, the umpire or everybody knows after a season, or before it was played.
    fn known_for_preview(
        &self,
        season: &SeasonRow,
        power: &str,
        is_played: bool,
    ) -> Result<String, DeskError> {
        let (known, why) = match power {
            UMPIRE => {
                let state = self.position(season)?.state;
                let events = self.store.events(season.id)?;
                return Ok(self.game(season)?.known_to_umpire(&state, &events)?);
            }
            newspaper::NAME => {
                let events = if is_played { self.store.events(season.id)? } else { vec![] };
                (self.known_to_all(season, &events)?, "this campaign has no newspaper".to_owned())
            }
            power => {
                let mut known = match is_played {
                    true => self.store.known_after(season.id)?,
                    false => self.store.known(season.id)?,
                };
                let why = format!("nothing is kept of what {power} knows in {}", season.name);
                (known.remove(power), why)
            }
        };
        known.ok_or_else(|| DeskError::refused(why))
    }

    /// The battles of a season that was played, by the power that saw them.
    fn fields_for_preview(
        &self,
        season: &SeasonRow,
        is_played: bool,
    ) -> Result<Battlefields, DeskError> {
        if !is_played {
            return Ok(Battlefields::new());
        }
        let events = self.store.events(season.id)?;
        self.battlefields(season, self.game(season)?.as_ref(), &events)
    }

    fn page_for_preview(
        &self,
        season: &SeasonRow,
        draft: Option<&DraftRow>,
        (power, known): (&str, &str),
    ) -> Result<ReportPage, DeskError> {
        let (game, words) = (self.game(season)?, self.store.narratives(season.id)?);
        let over = draft.is_some_and(|draft| draft.over);
        if power == newspaper::NAME {
            return self.newspaper_page(season, game.as_ref(), known, (&words, None), over);
        }
        let orders = if draft.is_some() { self.orders_in_words(season)? } else { BTreeMap::new() };
        let shared = match draft {
            Some(draft) => self.around(season, game.as_ref(), Ending::of(draft))?,
            None => Around::default(),
        };
        let own = BTreeMap::from([(power.to_owned(), known.to_owned())]);
        let fields = self.fields_for_preview(season, draft.is_some())?;
        let around = Around {
            epilogue: self.epilogues(season, &own, over)?.remove(power),
            narrative: said_to(&words, power),
            orders_from: orders.get(power).map_or("the set-up", String::as_str).to_owned(),
            battle_pictures: battles_on_page(fields.get(power)),
            ..shared
        };
        report_page::lay(around, &self.store.campaign()?, game.as_ref(), known)
    }
}
