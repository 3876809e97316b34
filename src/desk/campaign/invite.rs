//! Set-up by mail: what a scenario leaves open is asked of its players before the start.
//!
//! An invitation is the welcome with the choices that are open and the form for them. The set-up is
//! a season of its own kind: its deadline, its reminders and its pace are those of any season, but
//! only powers with an open choice are asked, and `umpire start` closes it. Players who were
//! invited then get the first report, and no second welcome.

use crate::campaign::deadline::Due;
use crate::campaign::start::refuse_if_started;
use crate::kill_steps::step;
use crate::post::greeting::Greeting;
use crate::post::outgoing::Kind;
use crate::season::questions::OpenQuestion;
use crate::{Desk, DeskError, clock};
use checker::verdicts;
use kit::ledger::Ledger;
use rules::Game;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use store::{MailState, PlayerId, PlayerRow, SeasonRow, SheetRow};

/// Who was invited, to be printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Invitations {
    /// Until when the set-up is open.
    pub deadline: Option<String>,
    pub invited: Vec<Invited>,
    /// Players who were named and have nothing to set up; they are welcomed at the start.
    pub nothing_open: Vec<String>,
    /// Powers with open choices that nobody plays.
    pub unplayed: Vec<String>,
}

/// One player who was invited.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Invited {
    pub player: String,
    /// Their powers that have something to set up.
    pub powers: Vec<String>,
    /// How many choices are open.
    pub choices: usize,
    /// Whether they had been invited before, so that no mail goes out again.
    pub before: bool,
}

impl Desk {
    /// Puts an invitation into the outbox for each player with something to set up, or for those
    /// who are named; sets the deadline of the set-up, if one is given.
    pub fn invite(
        &mut self,
        names: &[String],
        deadline: Option<Due<'_>>,
    ) -> Result<Invitations, DeskError> {
        let season = self.current()?;
        refuse_if_started(&season)?;
        let named: Vec<PlayerRow> =
            names.iter().map(|name| self.player_named(name)).collect::<Result<_, _>>()?;
        let zone = self.zone()?;
        let due = deadline.map(|due| self.read_due(due, &zone)).transpose()?;
        let season = self.set_up_until(season, due)?;
        let open = self.open_set_up(&season)?;
        let game = self.game(&season)?;
        let (before, sheets) = (self.invited_before()?, self.store.newest_sheets(season.id)?);
        let mut invited: Vec<Invited> = vec![];
        for player in self.in_the_scenarios_order()? {
            if !named.is_empty() && !named.iter().any(|one| one.id == player.id) {
                continue;
            }
            let powers: Vec<String> =
                self.powers_of(&player)?.into_iter().filter(|one| open.contains_key(one)).collect();
            if powers.is_empty() {
                continue;
            }
            let choices: Vec<&OpenQuestion> =
                powers.iter().flat_map(|power| &open[power]).collect();
            let was = before.contains(&player.id);
            if !was {
                let greeting = Greeting::Invitation(&choices);
                let known = self.foretold_of(game.as_ref(), &player, &sheets)?;
                let game = game.as_ref();
                let mail = self.greeting_mail((&season, game), &known, &player, greeting)?;
                step("an invitation is composed");
                self.store.post(&mail)?;
                step("an invitation is in the outbox");
            }
            invited.push(Invited {
                player: player.name,
                choices: choices.len(),
                powers,
                before: was,
            });
        }
        let played = self.played_powers()?;
        let nobodys = |power: &&String| !played.iter().any(|(other, _)| other == *power);
        Ok(Invitations {
            deadline: season.deadline.as_deref().map(|at| clock::show(at, &zone)),
            nothing_open: named
                .into_iter()
                .map(|player| player.name)
                .filter(|name| !invited.iter().any(|one| one.player == *name))
                .collect(),
            invited,
            unplayed: open.keys().filter(nobodys).cloned().collect(),
        })
    }

    /// Sets the deadline of the set-up. Who was invited before is told; in the invitations that go
    /// out now it stands anyway.
    fn set_up_until(
        &mut self,
        season: SeasonRow,
        due: Option<String>,
    ) -> Result<SeasonRow, DeskError> {
        let Some(at) = due.filter(|at| season.deadline.as_ref() != Some(at)) else {
            return Ok(season);
        };
        if self.invited_before()?.is_empty() {
            self.store.move_deadline(season.id, Some(&at), &self.clock.now(), &[])?;
        } else {
            self.move_deadline(&season, Some(&at))?;
        }
        Ok(self.store.season_by_id(season.id)?)
    }

    /// The players, in the order of the first power of each.
    fn in_the_scenarios_order(&self) -> Result<Vec<PlayerRow>, DeskError> {
        let mut players: Vec<PlayerRow> = vec![];
        for (_, player) in self.played_powers()? {
            if !players.iter().any(|other| other.id == player.id) {
                players.push(player);
            }
        }
        Ok(players)
    }

    /// What a player's powers know at the opening, each as its own sheet sets it up.
    fn foretold_of(
        &self,
        game: &dyn Game,
        player: &PlayerRow,
        sheets: &BTreeMap<String, SheetRow>,
    ) -> Result<BTreeMap<String, String>, DeskError> {
        let mut known = BTreeMap::new();
        for power in self.powers_of(player)? {
            let own = sheets.get(&power).map(|sheet| sheet.text.as_str());
            known.insert(power.clone(), verdicts::foretold(game, &power, own)?);
        }
        Ok(known)
    }

    /// The choices that the scenario leaves open and no sheet or ruling has made, by power.
    pub(crate) fn open_set_up(
        &self,
        season: &SeasonRow,
    ) -> Result<BTreeMap<String, Vec<OpenQuestion>>, DeskError> {
        let asked = OpenQuestion::asked(&self.set_up_so_far(season)?, &self.decisions()?);
        let mut open: BTreeMap<String, Vec<OpenQuestion>> = BTreeMap::new();
        for question in OpenQuestion::named(asked, self.game(season)?.as_ref()) {
            open.entry(question.decider.clone()).or_default().push(question);
        }
        Ok(open)
    }

    /// What the set-up asks, and what is answered by the sheets and rulings that have come so far.
    pub(crate) fn set_up_so_far(&self, season: &SeasonRow) -> Result<Ledger, DeskError> {
        let sheets = self.store.newest_sheets(season.id)?;
        let texts: BTreeMap<String, String> =
            sheets.iter().map(|(power, sheet)| (power.clone(), sheet.text.clone())).collect();
        let mut rulings = self.store.rulings(season.id)?;
        rulings.retain(|ruling| ruling.key.starts_with("set-up/"));
        let rows: Vec<_> = sheets.into_values().collect();
        let mut ledger = self.set_up_ledger(season, &rows, &rulings)?;
        self.game(season)?.opening(&texts, &mut ledger)?;
        Ok(ledger)
    }

    /// The players who were invited.
    pub(crate) fn invited_before(&self) -> Result<BTreeSet<PlayerId>, DeskError> {
        let mails = self.store.outbox()?.into_iter().filter(|mail| {
            mail.kind == Kind::Invitation.word() && mail.state != MailState::Cancelled
        });
        Ok(mails.filter_map(|mail| mail.player).collect())
    }
}
