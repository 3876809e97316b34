//! The campaign in short, for the reports and the newspaper of its last season.

use crate::{Desk, DeskError};
use kit::annals::Annals;
use kit::names::sentence;
use kit::newspaper::QUIET;
use report::epilogue::Epilogue;
use std::collections::BTreeMap;
use store::{SeasonRow, Status};

impl Desk {
    /// What reports add if the campaign is over, by power: made of what each knew after each season.
    pub(crate) fn epilogues(
        &self,
        last: &SeasonRow,
        known: &BTreeMap<String, String>,
        over: bool,
    ) -> Result<BTreeMap<String, Epilogue>, DeskError> {
        if !over {
            return Ok(BTreeMap::new());
        }
        let mut years: BTreeMap<&str, Vec<(String, Annals)>> = BTreeMap::new();
        let mut add = |season: &SeasonRow, of_season: &BTreeMap<String, String>| {
            let game = self.game(season)?;
            for power in known.keys() {
                if let Some(known) = of_season.get(power) {
                    let annals = game.annals(known)?;
                    years.entry(power).or_default().push((season.name.clone(), annals));
                }
            }
            Ok::<_, DeskError>(())
        };
        for season in self.store.seasons()? {
            if season.status == Status::Published && season.id < last.id {
                add(&season, &self.store.known_after(season.id)?)?;
            }
        }
        add(last, known)?;
        let looked_back =
            |(power, years): (&str, Vec<_>)| Some((power.to_owned(), Epilogue::of(&years)?));
        Ok(years.into_iter().filter_map(looked_back).collect())
    }

    /// What the newspaper adds if the campaign is over: of each season its first headline, and the figures
    /// and the fallen that everybody knew of. A season without an issue, or of which nothing was known, is
    /// not told of.
    pub(crate) fn newspaper_epilogue(
        &self,
        last: &SeasonRow,
        known: &str,
        over: bool,
    ) -> Result<Option<Epilogue>, DeskError> {
        if !over {
            return Ok(None);
        }
        let mut years: Vec<(String, Annals)> = vec![];
        let mut add = |season: &SeasonRow, known: &str| {
            let game = self.game(season)?;
            let headlines = game.newspaper(known)?.headlines;
            let headline = headlines.iter().filter(|line| *line != QUIET);
            let headline = headline.map(|line| sentence(line)).collect();
            let annals = Annals { headline, ..game.annals(known)? };
            years.push((season.name.clone(), annals));
            Ok::<_, DeskError>(())
        };
        for season in self.store.seasons()? {
            if season.status == Status::Published
                && season.id < last.id
                && let Some(issue) = self.store.newspaper(season.id)?
            {
                add(&season, &issue.known)?;
            }
        }
        add(last, known)?;
        Ok(Epilogue::of(&years))
    }
}
