//! Where a season begins: where the one before it ended, or where the set-up led.
//!
//! Position, knowledge and options of the season that is open are inputs of the next resolve, and
//! are not sealed yet. So they are compared with what they came from before each resolve, and by
//! `umpire verify`.

use crate::campaign::asks;
use crate::proof::verify;
use crate::{Desk, DeskError, referee};
use kit::ledger::Ledger;
use kit::proof;
use rules::{Options, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::{Kind, RulingRow, SeasonId, SeasonRow, SheetRow, Status};

/// What the opening position was made from.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Opening {
    pub edition: String,
    pub book: String,
    pub options: Options,
    /// The season in which the sheets came, by their numbers, and the rulings, by theirs.
    pub season: i64,
    pub sheets: BTreeMap<String, u32>,
    pub rulings: Vec<u32>,
}

/// What was found of a season's beginning.
#[derive(Debug, Default)]
pub(crate) struct Beginning {
    /// What differs, a sentence each.
    pub faults: Vec<String>,
    /// What could not be held against anything.
    pub notes: Vec<String>,
}

impl Desk {
    /// Refuses to play from a position that is not the one the season before ended with.
    pub(crate) fn refuse_a_changed_beginning(&self, season: &SeasonRow) -> Result<(), DeskError> {
        let mut faults = self.beginning(season)?.faults;
        if let Some(parent) = season.parent {
            faults.extend(self.changed_record(parent)?);
        }
        for id in self.store.changed_options()? {
            let name = self.store.season_by_id(id)?.name;
            faults.push(format!("{name}: an option was changed after it was sealed"));
        }
        if faults.is_empty() {
            return Ok(());
        }
        Err(DeskError::refused(format!(
            "the campaign file was changed outside this program, so nothing is \
             played from it:\n\n  {}\n\n`umpire verify` says more; an earlier copy lies beside \
             campaign.db",
            faults.join("\n  ")
        )))
    }

    /// Holds the beginning of a season against what it came from.
    pub(crate) fn beginning(&self, season: &SeasonRow) -> Result<Beginning, DeskError> {
        let mut found = Beginning::default();
        if season.status == Status::SettingUp {
            return Ok(found);
        }
        match season.parent {
            Some(parent) => self.follows(season, parent, &mut found)?,
            None => self.set_up(season, &mut found)?,
        }
        self.options_follow(season, &mut found)?;
        Ok(found)
    }

    fn follows(
        &self,
        season: &SeasonRow,
        parent: SeasonId,
        found: &mut Beginning,
    ) -> Result<(), DeskError> {
        let before = self.store.season_by_id(parent)?;
        let Some(draft) = self.store.draft(parent)? else {
            found.faults.push(format!("{}: the record of {} is gone", season.name, before.name));
            return Ok(());
        };
        let game = self.game(season)?;
        let end = Position {
            season: game.asks(&draft.state)?,
            state: draft.state,
            known: self.store.known_after(parent)?,
        };
        let whence = format!("the end of {}", before.name);
        self.compare(season, &end, &whence, found)?;
        // Under other rules another power may be asked from the same position.
        if found.faults.is_empty()
            && before.edition.as_deref() == Some(game.card().edition)
            && asks::to_keep(&end.season.asks) != season.asks
        {
            let fault = format!("{}: whom it asks is not what the rules say", season.name);
            found.faults.push(fault);
        }
        Ok(())
    }

    fn compare(
        &self,
        season: &SeasonRow,
        end: &Position,
        whence: &str,
        found: &mut Beginning,
    ) -> Result<(), DeskError> {
        let name = &season.name;
        if self.store.state(season.id)? != end.state {
            found.faults.push(format!("{name}: the position at its start is not {whence}"));
        }
        let known = self.store.known(season.id)?;
        for (power, at_the_end) in &end.known {
            if known.get(power) != Some(at_the_end) {
                found.faults.push(format!(
                    "{name}: what {power} knows at its start is not what it knew at {whence}"
                ));
            }
        }
        if known.len() != end.known.len() {
            found.faults.push(format!("{name}: more powers know something than at {whence}"));
        }
        Ok(())
    }

    /// Makes the opening position again from the sheets and rulings of the set-up.
    fn set_up(&self, season: &SeasonRow, found: &mut Beginning) -> Result<(), DeskError> {
        let name = &season.name;
        let Some(kept) = &season.opening else {
            let note = format!(
                "{name}: an earlier version of the program made the opening position; it was not \
                 made again"
            );
            found.notes.push(note);
            return Ok(());
        };
        let Ok(made) = serde_json::from_str::<Opening>(kept) else {
            found.faults.push(format!("{name}: what the opening was made from cannot be read"));
            return Ok(());
        };
        let campaign = self.store.campaign()?;
        let referee = referee(&campaign.rules)?;
        if made.edition != referee.edition() {
            found.notes.push(format!(
                "{name}: the opening position was made under {}, and this program plays {}; it \
                 was not made again",
                made.edition,
                referee.edition()
            ));
            return Ok(());
        }
        let Some(game) = self.game_of_book(&campaign, &made.book, &made.options)? else {
            found.notes.push(format!(
                "{name}: the pages of the book that the opening was made with are not there; it \
                 was not made again"
            ));
            return Ok(());
        };
        let (sheets, rulings) = self.set_up_inputs(&made)?;
        let mut ledger = self.set_up_ledger(season, &sheets, &rulings)?;
        let texts = sheets.into_iter().map(|sheet| (sheet.power, sheet.text)).collect();
        let opening = game.opening(&texts, &mut ledger)?;
        self.compare(season, &opening.after, "what the set-up leads to", found)
    }

    /// The sheets and rulings from which the opening position was made.
    fn set_up_inputs(&self, made: &Opening) -> Result<(Vec<SheetRow>, Vec<RulingRow>), DeskError> {
        let from = SeasonId(made.season);
        let mut sheets = vec![];
        for (power, revision) in &made.sheets {
            let revisions = self.store.revisions(from, power)?;
            sheets.extend(revisions.into_iter().find(|sheet| sheet.revision == *revision));
        }
        let mut rulings = self.store.rulings(from)?;
        rulings.retain(|ruling| made.rulings.contains(&ruling.number));
        Ok((sheets, rulings))
    }

    /// The ledger of the set-up: chance from its own seed, and what the umpire ruled.
    pub(crate) fn set_up_ledger(
        &self,
        season: &SeasonRow,
        sheets: &[SheetRow],
        rulings: &[RulingRow],
    ) -> Result<Ledger, DeskError> {
        let part = |sheet: &SheetRow| {
            let (text, salt) = (sheet.text.clone(), sheet.salt.clone());
            (sheet.power.clone(), crate::proof::leaves::Part::Sheet { text, salt })
        };
        // The set-up may decide who writes for which power, so that cannot be part of its seed.
        let season = SeasonRow { asks: None, ..season.clone() };
        let root = self.root(&season, &sheets.iter().map(part).collect())?;
        let secret = self.store.campaign()?.secret;
        let mut ledger = Ledger::seeded("set-up", proof::season_seed(&secret, "set-up", &root));
        for ruling in rulings {
            ledger.force_as(&ruling.key, &ruling.answer, ruling.asked.as_deref(), &ruling.reason);
        }
        Ok(ledger)
    }

    /// The options of a season are those of the season before, but for what was ruled in it.
    fn options_follow(&self, season: &SeasonRow, found: &mut Beginning) -> Result<(), DeskError> {
        let mut set = self.store.options_set_in(season.id)?;
        let rulings = self.store.rulings(season.id)?.into_iter();
        let mut ruled: Vec<(String, String)> = rulings
            .filter(|ruling| ruling.kind == Kind::Option)
            .map(|ruling| (ruling.key, ruling.answer))
            .collect();
        set.sort();
        ruled.sort();
        if set != ruled {
            let fault = format!("{}: an option was set without a ruling", season.name);
            found.faults.push(fault);
        }
        Ok(())
    }

    /// Names what of a season's sealed record was changed.
    fn changed_record(&self, id: SeasonId) -> Result<Vec<String>, DeskError> {
        let Some(seal) = self.store.seal(id)? else { return Ok(vec![]) };
        let season = self.store.season_by_id(id)?;
        let again = self.store.seal_again(id, &seal)?;
        let faults = verify::broken(&seal, &again).into_iter();
        Ok(faults.map(|fault| format!("{}: {fault}", season.name)).collect())
    }
}
