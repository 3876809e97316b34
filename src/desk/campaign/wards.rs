//! Who writes for powers that have no player of their own: wards, and powers played by the rules.
//!
//! The rule system says it with what a season asks, and it is kept with the season. A ward's sheets
//! come from its keeper's player, who also gets its reports, forms and reminders; what the ward knows
//! stays its own. A power that the rules play has no player and no sheet, and gets no mail.
//!
//! A new keeper takes over what the ward knows, and not what the keeper before wrote for it: standing
//! orders lapse, and the form does not carry over reactions.

use crate::campaign::asks::asks;
use crate::{Desk, DeskError};
use rules::Asks;
use std::collections::BTreeMap;
use store::{PlayerRow, PowerRow, SeasonId, SeasonRow, StandingRow, Status};

/// Gives each power the player who writes for it in a season.
pub(crate) fn with_writers(powers: Vec<PowerRow>, asks: &Asks) -> Vec<PowerRow> {
    let own: BTreeMap<String, _> =
        powers.iter().map(|power| (power.name.clone(), power.player)).collect();
    let mut powers = powers;
    for power in &mut powers {
        if asks.by_rules.contains(&power.name) {
            power.player = None;
        } else if let Some(keeper) = asks.keeper(&power.name) {
            power.player = own.get(keeper).copied().flatten();
        }
    }
    powers
}

/// Who keeps a power in a season, if it is a ward in it.
pub(crate) fn keeper(season: &SeasonRow, power: &str) -> Option<String> {
    // What cannot be read is told where it is asked whom the season asks.
    asks(season).ok()?.keeper(power).map(str::to_owned)
}

/// Whether what was written for a power in one season may stand in another: the same hand writes
/// for it in both.
pub(crate) fn carries_over(from: &Asks, to: &Asks, power: &str) -> bool {
    let by_rules = |asks: &Asks| asks.by_rules.contains(power);
    from.keeper(power) == to.keeper(power) && !by_rules(from) && !by_rules(to)
}

impl Desk {
    /// What holds now: what the newest season asks, or what is asked where the campaign has ended.
    pub(crate) fn asks_now(&self) -> Result<Asks, DeskError> {
        let newest = self.store.newest_season()?;
        if newest.status == Status::Published
            && let Some(draft) = self.store.draft(newest.id)?
            // A position of an earlier version of the rules may not be readable any more.
            && let Ok(game) = self.game(&newest)
            && let Ok(end) = game.asks(&draft.state)
        {
            return Ok(end.asks);
        }
        asks(&newest)
    }

    /// The powers with who wrote for each in a season, in the scenario's order.
    pub(crate) fn powers_in(&self, season: &SeasonRow) -> Result<Vec<PowerRow>, DeskError> {
        Ok(with_writers(self.store.powers()?, &asks(season)?))
    }

    /// The powers that somebody writes for under what a season asks, with their players.
    pub(crate) fn played_under(&self, asks: &Asks) -> Result<Vec<(String, PlayerRow)>, DeskError> {
        let players = self.store.players()?;
        let one = |power: PowerRow| {
            let player = players.iter().find(|player| Some(player.id) == power.player)?;
            Some((power.name, player.clone()))
        };
        Ok(with_writers(self.store.powers()?, asks).into_iter().filter_map(one).collect())
    }

    /// The powers that a player writes for under what a season asks, in the scenario's order, the
    /// wards last.
    pub(crate) fn powers_under(
        &self,
        asks: &Asks,
        player: &PlayerRow,
    ) -> Result<Vec<String>, DeskError> {
        let own = self.played_under(asks)?.into_iter();
        let own = own.filter(|(_, other)| other.id == player.id);
        let mut own: Vec<String> = own.map(|(power, _)| power).collect();
        own.sort_by_key(|power| asks.keeper(power).is_some());
        Ok(own)
    }

    /// The standing orders that are played in a season: those that the one who writes for the
    /// power in it has set.
    pub(crate) fn standings(
        &self,
        id: SeasonId,
    ) -> Result<BTreeMap<String, StandingRow>, DeskError> {
        let now = asks(&self.store.season_by_id(id)?)?;
        let mut held = BTreeMap::new();
        for (power, standing) in self.store.standings(id)? {
            let since = asks(&self.store.season_by_id(standing.season)?)?;
            if carries_over(&since, &now, &power) {
                held.insert(power, standing);
            }
        }
        Ok(held)
    }

    /// The season since which a power's standing orders hold, if they hold in the next season too.
    pub(crate) fn standing_after(
        &self,
        season: &SeasonRow,
        next: &Asks,
        power: &str,
    ) -> Result<Option<String>, DeskError> {
        match carries_over(&asks(season)?, next, power) {
            true => self.standing_since(season.id, power),
            false => Ok(None),
        }
    }

    /// Powers, and after them the wards that they keep now.
    pub(crate) fn with_wards(&self, powers: &[String]) -> Result<Vec<String>, DeskError> {
        let asks = self.asks_now()?;
        let kept = asks.wards.into_iter().filter(|(_, keeper)| powers.contains(keeper));
        Ok(powers.iter().cloned().chain(kept.map(|(ward, _)| ward)).collect())
    }

    /// Refuses to give a power to a player that the rules play, or whose keeper's player writes for
    /// it.
    pub(crate) fn refuse_without_seat(&self, powers: &[String]) -> Result<(), DeskError> {
        let asks = self.asks_now()?;
        for power in powers {
            if asks.by_rules.contains(power) {
                return Err(DeskError::refused(format!(
                    "{power} is played by the rules and has no player"
                )));
            }
            if let Some(keeper) = asks.keeper(power) {
                return Err(DeskError::refused(format!(
                    "{power} is a ward of {keeper}, whose player writes for it; it has no player of \
                     its own now"
                )));
            }
        }
        Ok(())
    }
}
