//! The campaign in short, for the reports of its last season.

use crate::{Desk, DeskError};
use kit::annals::Annals;
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
}
