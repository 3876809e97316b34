//! Checks that a season starts where the one before it ended, or where the set-up led.
//!
//! Position, knowledge and options of the season that is open are inputs of the next resolve, and
//! are not sealed yet. So they are compared with what they came from before each resolve, and by
//! `umpire verify`. So is the season's own row: its name goes into the seed and into every key, and
//! an umpire who could choose the name could choose the dice.

use crate::campaign::{asks, new};
use crate::proof::verify;
use crate::{Desk, DeskError, referee};
use kit::ledger::Ledger;
use kit::proof;
use rules::{Asks, Options, Position, Proofs};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use store::{Kind, RulingRow, SCHEME, SeasonId, SeasonRow, SheetRow, Status};

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

/// The result of checking how a season starts.
#[derive(Debug, Default)]
pub(crate) struct Beginning {
    /// What differs, a sentence each.
    pub faults: Vec<String>,
    /// What could not be checked.
    pub notes: Vec<String>,
}

/// What should stand in the row of a season that is open.
struct ExpectedRow<'a> {
    name: &'a str,
    number: u32,
    /// Whether its leaves may be of the first scheme.
    first_scheme: bool,
}

impl<'a> ExpectedRow<'a> {
    /// The first season of a campaign.
    fn first(name: &'a str) -> Self {
        Self { name, number: 1, first_scheme: false }
    }

    /// Compares the row of a season with what it should contain.
    fn compare(&self, season: &SeasonRow, found: &mut Beginning) {
        let SeasonRow { name, number, .. } = season;
        if name != self.name {
            let fault = format!("{name}: its name should be {}", self.name);
            found.faults.push(fault);
        }
        if *number != self.number {
            found.faults.push(format!("{name}: its number should be {}", self.number));
        }
        let is_first_scheme = season.scheme == 1 && self.first_scheme;
        if season.scheme != SCHEME && !is_first_scheme {
            let fault = format!("{name}: the leaves of its sheets are not made as scheme {SCHEME}");
            found.faults.push(fault);
        }
        if season.parent.is_none() && season.previous.is_some() {
            found.faults.push(format!("{name}: it is chained to a season and follows none"));
        }
        let is_first = season.parent.is_none() && season.status != Status::SettingUp;
        if season.opening.is_some() && !is_first {
            found.faults.push(format!("{name}: a set-up is kept with it that is not its own"));
        }
    }
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
            "the campaign file was changed outside this program, so nothing is played from \
             it:\n\n  {}\n\n`umpire verify` says more",
            faults.join("\n  ")
        ))
        .hint("an earlier copy lies beside campaign.db"))
    }

    /// Compares the start of a season with what it came from.
    pub(crate) fn beginning(&self, season: &SeasonRow) -> Result<Beginning, DeskError> {
        let mut found = Beginning::default();
        match season.parent {
            _ if season.status == Status::SettingUp => self.before_set_up(season, &mut found)?,
            Some(parent) => self.follows(season, parent, &mut found)?,
            None => self.set_up(season, &mut found)?,
        }
        // The row of a season that is settled is under its seal.
        if !verify::is_settled(season) {
            if has_result(season) || self.store.seal(season.id)?.is_some() {
                let fault = format!("{}: it has a result and is {}", season.name, season.status);
                found.faults.push(fault);
            }
            self.noted(season, &mut found)?;
        }
        if season.status != Status::SettingUp {
            self.options_follow(season, &mut found)?;
        }
        Ok(found)
    }

    /// Holds when a season was opened, and its deadline, against the journal.
    fn noted(&self, season: &SeasonRow, found: &mut Beginning) -> Result<(), DeskError> {
        let (name, noted) = (&season.name, self.store.noted(season)?);
        match &noted.opened {
            Some(at) if *at != season.opened => found.faults.push(format!(
                "{name}: the journal says that it was opened at {at}, and not at {}",
                season.opened
            )),
            Some(_) => {}
            None => found.notes.push(format!(
                "{name}: an earlier version of the program opened it; when it did, and with which \
                 deadline, is not in the journal"
            )),
        }
        if noted.deadline.is_some_and(|at| at != season.deadline) {
            found.faults.push(format!("{name}: its deadline is not the one in the journal"));
        }
        Ok(())
    }

    /// The position before anything was set up is the scenario's.
    fn before_set_up(&self, season: &SeasonRow, found: &mut Beginning) -> Result<(), DeskError> {
        let (name, campaign) = (&season.name, self.store.campaign()?);
        let game = self.game(season)?;
        let is_same_book = !self.store.pages(game.book_digest())?.is_empty()
            && self.store.options_set_in(season.id)?.is_empty();
        if campaign.edition != referee(&campaign.rules)?.edition() || !is_same_book {
            found.notes.push(format!(
                "{name}: the campaign was made under other rules, pages or options; its scenario \
                 was not opened again"
            ));
            return Ok(());
        }
        let mut ledger = Ledger::seeded("set-up", [0; 32]);
        let opening = game.opening(&BTreeMap::new(), &mut ledger)?.after;
        let expected = ExpectedRow::first(&opening.season.name);
        expected.compare(season, found);
        compare_asks(season, &new::seats(&opening.season.asks), found);
        self.compare(season, &opening, "that of the scenario", found)
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
        let expected = ExpectedRow {
            name: &draft.next,
            number: before.number.saturating_add(1),
            // It was opened before the program that made the second scheme was installed.
            first_scheme: before.scheme == 1,
        };
        expected.compare(season, found);
        let game = self.game(season)?;
        let end = Position {
            season: game.asks(&draft.state)?,
            state: draft.state,
            known: self.store.known_after(parent)?,
        };
        let whence = format!("the end of {}", before.name);
        self.compare(season, &end, &whence, found)?;
        // Under other rules another power may be asked from the same position.
        if found.faults.is_empty() && before.edition.as_deref() == Some(game.card().edition) {
            compare_asks(season, &end.season.asks, found);
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
        let first = self.game(season)?.asks(&self.store.state(season.id)?)?.name;
        let campaign = self.store.campaign()?;
        let mut expected = ExpectedRow::first(&first);
        expected.first_scheme =
            referee(&campaign.rules)?.proofs(&campaign.edition) == Proofs::First;
        expected.compare(season, found);
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
        compare_asks(season, &opening.after.season.asks, found);
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

/// Whether a season's row says what only a season that was played has.
fn has_result(season: &SeasonRow) -> bool {
    let SeasonRow { root, seed, digest, edition, book, forced, .. } = season;
    [root, seed, digest, edition, book, forced].into_iter().any(Option::is_some)
}

/// Holds whom a season asks against what the rules say.
fn compare_asks(season: &SeasonRow, expected: &Asks, found: &mut Beginning) {
    if asks::to_keep(expected) != season.asks {
        let fault = format!("{}: whom it asks is not what the rules say", season.name);
        found.faults.push(fault);
    }
}
