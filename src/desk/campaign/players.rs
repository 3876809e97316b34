//! Players: who plays which power, and the token each is known by.
//!
//! Handing a power on is in `replace.rs`, absences are in `away.rs`.

use crate::campaign::promptness::Promptness;
use crate::{Desk, DeskError};
use kit::{names::plain, proof};
use mail::compose;
use serde::Serialize;
use store::{NewPlayer, PlayerRow, Status};

/// The longest name; it stands in mails and file names.
const LONGEST_NAME: usize = 60;

/// A player as the umpire reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Player {
    pub name: String,
    pub address: String,
    pub powers: Vec<String>,
    pub joined: String,
    pub zone: Option<String>,
    /// Since when and why mail to them comes back.
    pub failing: Option<String>,
    /// When they gave their last power to another.
    pub gone: Option<String>,
    pub promptness: Promptness,
}

impl Desk {
    /// Lets a player join with the powers they play; returns their token.
    ///
    /// Who joins after the start gets the newest report of their powers with the welcome.
    pub fn add_player(
        &mut self,
        name: &str,
        address: &str,
        powers: &[String],
        zone: Option<&str>,
    ) -> Result<String, DeskError> {
        let newcomer = self.newcomer(name, address, zone)?;
        let powers = self.free_powers(powers)?;
        let begun = match self.store.campaign()?.ended {
            Some(_) => false,
            None => self.store.current_season()?.status != Status::SettingUp,
        };
        let mails = match begun {
            true => vec![self.joining_mail(&newcomer, &self.with_wards(&powers)?)?],
            false => vec![],
        };
        self.store.join(&newcomer, &powers, &mails)?;
        self.lay_out()?;
        Ok(newcomer.token)
    }

    /// Validates a new player's details and generates a token.
    pub(crate) fn newcomer(
        &self,
        name: &str,
        address: &str,
        zone: Option<&str>,
    ) -> Result<NewPlayer, DeskError> {
        let name = name.trim_matches(' ');
        if self.store.players()?.iter().any(|player| plain(&player.name) == plain(name)) {
            return Err(DeskError::refused(format!("there is a player called {name}"))
                .hint("give this one another name"));
        }
        if name.contains(is_unseen) {
            return Err(DeskError::refused("a name is one line of visible characters")
                .hint("remove the others"));
        }
        if name.is_empty() || name.chars().count() > LONGEST_NAME {
            return Err(DeskError::refused(format!("a name has 1 to {LONGEST_NAME} letters"))
                .hint("give a shorter one"));
        }
        compose::sendable(address)?;
        if let Some(zone) = zone {
            crate::campaign::settings::zone(zone)?;
        }
        Ok(NewPlayer {
            name: name.to_owned(),
            address: address.to_owned(),
            token: token()?,
            joined: self.clock.now(),
            zone: zone.map(str::to_owned),
        })
    }

    fn free_powers(&self, written: &[String]) -> Result<Vec<String>, DeskError> {
        let powers: Vec<String> =
            written.iter().map(|power| self.power(power)).collect::<Result<_, _>>()?;
        self.refuse_without_seat(&powers)?;
        for (power, player) in self.played_powers()? {
            if powers.contains(&power) {
                return Err(DeskError::refused(format!("{power} is played by {}", player.name))
                    .hint("name another power, or hand it on with `umpire player replace`"));
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
        let mut all = vec![];
        for player in self.store.players()? {
            let powers = of(&player);
            all.push(Player {
                promptness: self.promptness(&powers, &player.joined)?,
                powers,
                name: player.name,
                address: player.address,
                joined: player.joined,
                zone: player.zone,
                failing: player.failing,
                gone: player.gone,
            });
        }
        Ok(all)
    }

    /// Shows a player's token.
    pub fn token(&self, name: &str) -> Result<String, DeskError> {
        Ok(self.player(name)?.token)
    }

    /// Gives a player another token; the old one no longer counts. A mail tells them, since their
    /// address is all that still identifies them.
    pub fn new_token(&mut self, name: &str) -> Result<String, DeskError> {
        let player = PlayerRow { token: token()?, ..self.player(name)? };
        let mail = self.token_mail(&player)?;
        self.store.renew_token(player.id, &player.token, &[mail])?;
        Ok(player.token)
    }

    /// Changes where mail to a player goes.
    pub fn set_address(&mut self, name: &str, address: &str) -> Result<(), DeskError> {
        compose::sendable(address)?;
        let player = self.player(name)?;
        Ok(self.store.set_address(player.id, address)?)
    }

    /// Changes the zone in which a player reads times.
    pub fn set_zone(&mut self, name: &str, zone: &str) -> Result<(), DeskError> {
        crate::campaign::settings::zone(zone)?;
        let player = self.player(name)?;
        Ok(self.store.set_zone(player.id, Some(zone))?)
    }

    pub(crate) fn player(&self, name: &str) -> Result<PlayerRow, DeskError> {
        let mut players = self.store.players()?;
        let at = players.iter().position(|player| plain(&player.name) == plain(name));
        at.map(|at| players.swap_remove(at)).ok_or_else(|| {
            let known: Vec<_> = players.iter().map(|player| player.name.as_str()).collect();
            let known = if known.is_empty() { "none yet".into() } else { known.join(", ") };
            DeskError::refused(format!("no player is named {name}"))
                .hint(format!("there are: {known}"))
        })
    }
}

/// Whether a letter ends a line, turns the writing or is not to be seen at all.
fn is_unseen(letter: char) -> bool {
    let is_other = matches!(letter, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    letter.is_control() || is_other || matches!(letter, '\u{200b}'..='\u{200f}')
}

/// Draws a token from the system's randomness.
pub(crate) fn token() -> Result<String, DeskError> {
    let mut random = [0; 8];
    getrandom::fill(&mut random).map_err(|error| {
        DeskError::refused(format!("the system provides no random bytes ({error})"))
            .hint("try again")
    })?;
    Ok(proof::token(random))
}

#[cfg(test)]
mod tests {
    use crate::tests::garden;

    #[test]
    fn a_name_is_one_line_and_an_address_can_be_sent_to() {
        let (_folder, mut desk) = garden();
        let mut add = |name: &str, address: &str| {
            desk.add_player(name, address, &[], None).map_err(|error| error.to_string())
        };
        for name in ["Ada\nBcc: x", "Ada\r", "\nAda", "A\u{2028}da", "A\u{85}da", "A\u{202e}da"] {
            let why = add(name, "ada@post.example").unwrap_err();
            assert!(why.contains("one line"), "{name:?}: {why}");
        }
        assert!(add(" ", "ada@post.example").unwrap_err().contains("1 to 60 letters"));
        assert!(add("Ada", "ada@[127.0.0.1]").unwrap_err().contains("no mail can be sent to"));
        add(" Añda d'O ", "ada@post.example").unwrap();
        let why = desk.set_address("Añda d'O", "\"a b\"@post.example").unwrap_err().to_string();
        assert!(why.contains("no mail can be sent to"), "{why}");
    }
}
