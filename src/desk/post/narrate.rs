//! The umpire's own words in the reports of a season, to all powers or to one.

use crate::post::picture::battles_on_page;
use crate::post::report_page;
use crate::proof::leaves::own_pages;
use crate::season::force::forced_lines;
use crate::{Desk, DeskError};
use kit::bounds;
use kit::ledger::Entry;
use report::Around;
use rules::Game;
use serde::Serialize;
use std::collections::BTreeMap;
use store::{DraftRow, Narrated, NarrativeRow, PrintedRows, SeasonRow, Status};

/// Words that stand, to be printed.
#[derive(Debug, Clone, Serialize)]
pub struct Narration {
    pub number: i64,
    /// For whom; none: for all.
    pub power: Option<String>,
    pub text: String,
}

impl Desk {
    /// Adds words to the reports of the open season: to one power's, or to all.
    pub fn narrate(&mut self, power: Option<&str>, text: &str) -> Result<i64, DeskError> {
        let power = power.map(|written| self.power(written)).transpose()?;
        let text = text.trim();
        if text.is_empty() {
            return Err(DeskError::refused("no text given").hint("write it after the command"));
        }
        if text.chars().count() > bounds::LETTER {
            let most = bounds::LETTER;
            return Err(
                DeskError::refused(format!("this has more than {most} letters")).hint("shorten it")
            );
        }
        self.change_words(Narrated::Say { power: power.as_deref(), text })
    }

    /// Takes words back.
    pub fn unsay(&mut self, number: i64) -> Result<i64, DeskError> {
        self.change_words(Narrated::Unsay(number))
    }

    /// The words that stand in the open season.
    pub fn narratives(&self) -> Result<Vec<Narration>, DeskError> {
        let rows = self.store.narratives(self.current()?.id)?;
        let words =
            |row: NarrativeRow| Narration { number: row.id, power: row.power, text: row.text };
        Ok(rows.into_iter().map(words).collect())
    }

    fn change_words(&mut self, change: Narrated<'_>) -> Result<i64, DeskError> {
        let (season, at) = (self.current()?, self.clock.now());
        if season.status == Status::SettingUp {
            return Err(DeskError::refused(
                "no words can be added while the campaign is being set up",
            )
            .hint("`umpire start` first"));
        }
        // What cannot be printed is told now, while nothing has changed yet.
        let mut after = self.store.narratives(season.id)?;
        match change {
            Narrated::Say { power, text } => after.push(NarrativeRow {
                id: 0,
                power: power.map(str::to_owned),
                text: text.to_owned(),
                made: at.clone(),
            }),
            Narrated::Unsay(number) => after.retain(|row| row.id != number),
        }
        let printed = self.reprinted(&season, &after)?;
        Ok(self.store.narrate(season.id, change, &at, &printed)?)
    }

    /// The pages of a draft with these words in them; none if nothing is drafted.
    fn reprinted(
        &self,
        season: &SeasonRow,
        words: &[NarrativeRow],
    ) -> Result<PrintedRows, DeskError> {
        let draft = self.store.draft(season.id)?.filter(|_| season.status == Status::Drafted);
        let Some(draft) = draft else { return Ok(PrintedRows::default()) };
        let known = self.store.known_after(season.id)?;
        let events = self.store.events(season.id)?;
        self.print_reports(season, (&known, &events), words, Ending::of(&draft))
    }

    /// Prints the reports of all powers, and the newspaper.
    pub(crate) fn print_reports(
        &self,
        season: &SeasonRow,
        (known, events): (&BTreeMap<String, String>, &[String]),
        words: &[NarrativeRow],
        ending: Ending<'_>,
    ) -> Result<PrintedRows, DeskError> {
        let (campaign, templates, game) =
            (self.store.campaign()?, self.templates()?, self.game(season)?);
        let (mut reports, orders) = (vec![], self.orders_in_words(season)?);
        let shared = self.around(season, game.as_ref(), ending)?;
        let mut epilogues = self.epilogues(season, known, ending.over)?;
        let fields = self.battlefields(season, game.as_ref(), events)?;
        for power in self.store.powers()? {
            let Some(known) = known.get(&power.name) else { continue };
            let around = Around {
                narrative: said_to(words, &power.name),
                orders_from: orders[&power.name].clone(),
                epilogue: epilogues.remove(&power.name),
                battle_pictures: battles_on_page(fields.get(&power.name)),
                ..shared.clone()
            };
            let page = report_page::lay(around, &campaign, game.as_ref(), known)?;
            reports.extend(page.rows(&templates, &power.name)?);
        }
        let newspaper = self.print_newspaper(season, events, words, ending.over)?;
        Ok(PrintedRows { reports, newspaper })
    }
}

/// How a season ended, as far as its reports say it.
#[derive(Clone, Copy)]
pub(crate) struct Ending<'e> {
    pub digest: &'e str,
    pub root: &'e str,
    /// Whether the campaign ends with it.
    pub over: bool,
}

impl<'e> Ending<'e> {
    pub fn of(draft: &'e DraftRow) -> Self {
        Self { digest: &draft.digest, root: &draft.root, over: draft.over }
    }
}

impl Desk {
    /// What stands around the report of every power alike: the proof, how the sheets came, what was
    /// overridden, which pages are not the program's.
    pub(crate) fn around(
        &self,
        season: &SeasonRow,
        game: &dyn Game,
        Ending { digest, root, .. }: Ending<'_>,
    ) -> Result<Around, DeskError> {
        Ok(Around {
            digest: digest.to_owned(),
            root: root.to_owned(),
            sheets: self.came_in_words(season)?,
            forced: {
                let mut lines = forced_lines(season.forced.as_deref());
                let ledger = self.store.ledger(season.id)?;
                let entries = ledger.iter().filter_map(|json| serde_json::from_str(json).ok());
                lines.extend(entries.filter_map(|one: Entry| one.forced_shuffle_in_words()));
                lines.extend(self.taken_back(season)?);
                lines
            },
            book: own_pages(game),
            ..Around::default()
        })
    }

    /// Which seasons were taken back after they had been published, up to one, and how often: it
    /// stands in every report that follows.
    fn taken_back(&self, season: &SeasonRow) -> Result<Option<String>, DeskError> {
        let mut times: BTreeMap<u32, (String, u32)> = BTreeMap::new();
        for row in self.store.seasons()? {
            // The season after it is withdrawn as well, and was not published.
            if row.status == Status::Withdrawn && row.id < season.id && row.digest.is_some() {
                times.entry(row.number).or_insert((row.name, 0)).1 += 1;
            }
        }
        let told = |(name, count): &(String, u32)| match count {
            1 => name.clone(),
            _ => format!("{name} ({count} times)"),
        };
        let told: Vec<String> = times.values().map(told).collect();
        Ok((!told.is_empty())
            .then(|| format!("taken back and played again so far: {}", told.join(", "))))
    }
}

/// What of the umpire's words everybody gets.
pub(crate) fn said_to_all(words: &[NarrativeRow]) -> Vec<String> {
    words.iter().filter(|row| row.power.is_none()).map(|row| row.text.clone()).collect()
}

/// What of the umpire's words a power gets.
pub(crate) fn said_to(words: &[NarrativeRow], power: &str) -> Vec<String> {
    let own = words.iter().filter(|row| row.power.as_deref().is_none_or(|to| to == power));
    own.map(|row| row.text.clone()).collect()
}
