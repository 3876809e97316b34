//! Players: who plays which power, and the token each is known by.

use super::{Desk, DeskError};
use crate::kit::{names::plain, proof};
use crate::store::{NewPlayer, PlayerRow};
use serde::Serialize;

/// A player as the umpire reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Player {
    pub name: String,
    pub address: String,
    pub powers: Vec<String>,
    pub joined: String,
}

impl Desk {
    /// Lets a player join with the powers he plays; gives the token he is known by.
    pub fn add_player(
        &mut self,
        name: &str,
        address: &str,
        powers: &[String],
    ) -> Result<String, DeskError> {
        let campaign = self.store.campaign()?;
        if self.store.players()?.iter().any(|player| plain(&player.name) == plain(name)) {
            let text = format!("there is a player called {name}; give this one another name");
            return Err(DeskError::refused(text));
        }
        let (before, after) = address.split_once('@').unwrap_or_default();
        if before.is_empty() || after.is_empty() || address.contains(char::is_whitespace) {
            let text = format!("`{address}` is no mail address; write it like ada@post.example");
            return Err(DeskError::refused(text));
        }
        let powers = self.free_powers(powers)?;
        let token = proof::token(&campaign.secret, &campaign.slug, name);
        let id = self.store.add_player(&NewPlayer {
            name: name.to_owned(),
            address: address.to_owned(),
            token: token.clone(),
            joined: self.clock.now(),
        })?;
        for power in &powers {
            self.store.assign_power(power, Some(id))?;
        }
        // Who joins after the start gets his welcome at once.
        self.lay_out()?;
        Ok(token)
    }

    fn free_powers(&self, written: &[String]) -> Result<Vec<String>, DeskError> {
        let powers: Vec<String> =
            written.iter().map(|power| self.power(power)).collect::<Result<_, _>>()?;
        let players = self.store.players()?;
        for row in self.store.powers()? {
            let player = players.iter().find(|player| Some(player.id) == row.player);
            if let Some(player) = player.filter(|_| powers.contains(&row.name)) {
                let text = format!("{} is played by {}; name another power", row.name, player.name);
                return Err(DeskError::refused(text));
            }
        }
        Ok(powers)
    }

    /// Lists the players in the order in which they joined.
    pub fn players(&self) -> Result<Vec<Player>, DeskError> {
        let powers = self.store.powers()?;
        let of = |player: &PlayerRow| -> Vec<String> {
            let own = powers.iter().filter(|power| power.player == Some(player.id));
            own.map(|power| power.name.clone()).collect()
        };
        let players = self.store.players()?;
        Ok(players
            .into_iter()
            .map(|player| Player {
                powers: of(&player),
                name: player.name,
                address: player.address,
                joined: player.joined,
            })
            .collect())
    }

    /// Shows a player's token.
    pub fn token(&self, name: &str) -> Result<String, DeskError> {
        Ok(self.player(name)?.token)
    }

    /// Gives a player another token; the old one counts no more.
    pub fn new_token(&mut self, name: &str) -> Result<String, DeskError> {
        let campaign = self.store.campaign()?;
        let player = self.player(name)?;
        let seed = format!("{}, not {}", player.name, player.token);
        let token = proof::token(&campaign.secret, &campaign.slug, &seed);
        self.store.set_token(player.id, &token)?;
        Ok(token)
    }

    fn player(&self, name: &str) -> Result<PlayerRow, DeskError> {
        let mut players = self.store.players()?;
        let at = players.iter().position(|player| plain(&player.name) == plain(name));
        at.map(|at| players.swap_remove(at)).ok_or_else(|| {
            let known: Vec<_> = players.iter().map(|player| player.name.as_str()).collect();
            let known = if known.is_empty() { "none yet".into() } else { known.join(", ") };
            DeskError::refused(format!("there is no player called {name}; there are: {known}"))
        })
    }
}
