//! The campaign itself, its options, its powers and its players.

use std::collections::BTreeMap;

use rusqlite::{Connection, OptionalExtension, Row, named_params, params};

use kit::shelf::BookPages;

use super::{NewMail, PlayerId, SeasonId, Status, Store, StoreError, one, rows, run, season};

/// What a campaign begins with.
#[derive(Debug, Clone)]
pub struct NewCampaign {
    pub name: String,
    /// The name as it may stand in a mail's subject or a file's name.
    pub slug: String,
    pub rules: String,
    pub scenario: String,
    /// The version of the rules in this program.
    pub edition: String,
    pub secret: [u8; 32],
    /// From which the salts of private notes are made; it is never told.
    pub note_key: [u8; 32],
    pub created: String,
    /// The digest of the book, and its pages.
    pub book: (String, BookPages),
    pub options: BTreeMap<String, String>,
    /// In the scenario's order.
    pub powers: Vec<NewPower>,
    /// The name of the first season.
    pub season: String,
    /// What is kept of what the set-up asks; mostly nothing.
    pub asks: Option<String>,
    /// The position while it is being set up.
    pub state: String,
    /// What each power knows of that.
    pub known: BTreeMap<String, String>,
}

/// A power of the scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPower {
    pub name: String,
    pub side: String,
}

/// The campaign as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CampaignRow {
    pub name: String,
    pub slug: String,
    pub rules: String,
    pub scenario: String,
    pub edition: String,
    pub secret: [u8; 32],
    /// From which the salts of private notes are made; it is never told.
    pub note_key: [u8; 32],
    pub created: String,
    pub ended: Option<String>,
    /// When the secret was told and the fog lifted.
    pub revealed: Option<String>,
}

/// A player who joins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPlayer {
    pub name: String,
    pub address: String,
    pub token: String,
    pub joined: String,
    /// The zone in which they read times; else the campaign's.
    pub zone: Option<String>,
}

/// A player as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerRow {
    pub id: PlayerId,
    pub name: String,
    pub address: String,
    pub token: String,
    pub joined: String,
    /// The zone in which they read times, if they named one.
    pub zone: Option<String>,
    /// Since when and why mail to them comes back.
    pub failing: Option<String>,
    /// When they gave their last power to another.
    pub gone: Option<String>,
}

/// A power and who plays it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PowerRow {
    pub name: String,
    pub side: String,
    pub player: Option<PlayerId>,
}

impl Store {
    /// Gives the campaign.
    pub fn campaign(&self) -> Result<CampaignRow, StoreError> {
        let query = "SELECT name, slug, rules, scenario, edition, secret, created, ended, \
                     revealed, note_key FROM campaign";
        let campaign = one(&self.connection, query, [], |row| {
            Ok(CampaignRow {
                name: row.get(0)?,
                slug: row.get(1)?,
                rules: row.get(2)?,
                scenario: row.get(3)?,
                edition: row.get(4)?,
                secret: row.get(5)?,
                created: row.get(6)?,
                ended: row.get(7)?,
                revealed: row.get(8)?,
                note_key: row.get(9)?,
            })
        })?;
        Ok(campaign)
    }

    /// Closes the campaign, or opens one again that was closed by hand; posts what tells of it.
    pub fn end(
        &mut self,
        ended: Option<&str>,
        (at, what): (&str, &str),
        mails: &[NewMail],
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            run(transaction, "UPDATE campaign SET ended = ?1", [ended])?;
            super::outbox::post_all(transaction, mails)?;
            super::journal::note(transaction, at, "umpire", what)
        })
    }

    /// Tells the secret: notes it, and posts the mails that do.
    pub fn reveal(&mut self, at: &str, mails: &[NewMail]) -> Result<(), StoreError> {
        self.write(|transaction| {
            run(transaction, "UPDATE campaign SET revealed = coalesce(revealed, ?1)", [at])?;
            super::outbox::post_all(transaction, mails)?;
            super::journal::note(transaction, at, "umpire", "revealed the secret")
        })
    }

    /// Lists the options that hold in a season: of each the newest value set for it or earlier.
    pub fn options(&self, season: SeasonId) -> Result<BTreeMap<String, String>, StoreError> {
        let line = season::Line::of(&self.connection, season)?;
        let query = "SELECT key, value, season FROM option_value ORDER BY id";
        let set: Vec<(String, String, Option<SeasonId>)> =
            rows(&self.connection, query, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        let mut options = BTreeMap::new();
        for (key, value, since) in set {
            let counts = since.map(|since| line.has(&self.connection, since)).transpose()?;
            if counts != Some(false) {
                options.insert(key, value);
            }
        }
        Ok(options)
    }

    /// Lists the options that were set in one season.
    pub fn options_set_in(&self, season: SeasonId) -> Result<Vec<(String, String)>, StoreError> {
        let query = "SELECT key, value FROM option_value WHERE season = ?1";
        rows(&self.connection, query, [season], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// Lists the players in the order in which they joined.
    pub fn players(&self) -> Result<Vec<PlayerRow>, StoreError> {
        rows(&self.connection, &format!("{PLAYERS} ORDER BY id"), [], player)
    }

    /// Finds the player with a token.
    pub fn player_of_token(&self, token: &str) -> Result<Option<PlayerRow>, StoreError> {
        let query = format!("{PLAYERS} WHERE token = ?1");
        Ok(one(&self.connection, &query, [token], player).optional()?)
    }

    /// Notes the zone in which a player reads times.
    pub fn set_zone(&mut self, id: PlayerId, zone: Option<&str>) -> Result<(), StoreError> {
        self.write(|transaction| {
            let changed = transaction
                .execute("UPDATE player SET zone = ?2 WHERE id = ?1", params![id, zone])?;
            found(changed, || format!("player with the number {}", id.0))
        })
    }

    /// Changes a player's address.
    pub fn set_address(&mut self, id: PlayerId, address: &str) -> Result<(), StoreError> {
        self.write(|transaction| {
            let changed = run(
                transaction,
                "UPDATE player SET address = ?2, failing = NULL WHERE id = ?1",
                params![id, address],
            )?;
            found(changed, || format!("player with the number {}", id.0))
        })
    }

    /// Gives a power to a player, or takes it from its player.
    pub fn assign_power(
        &mut self,
        power: &str,
        player: Option<PlayerId>,
    ) -> Result<(), StoreError> {
        self.write(|transaction| {
            let changed = transaction
                .execute("UPDATE power SET player = ?2 WHERE name = ?1", params![power, player])?;
            found(changed, || format!("power called {power}"))
        })
    }

    /// Lists the powers in the scenario's order.
    pub fn powers(&self) -> Result<Vec<PowerRow>, StoreError> {
        let query = "SELECT name, side, player FROM power ORDER BY place";
        rows(&self.connection, query, [], |row| {
            Ok(PowerRow { name: row.get(0)?, side: row.get(1)?, player: row.get(2)? })
        })
    }
}

const PLAYERS: &str = "SELECT id, name, address, token, joined, zone, failing, gone FROM player";

fn player(row: &Row<'_>) -> rusqlite::Result<PlayerRow> {
    Ok(PlayerRow {
        id: row.get(0)?,
        name: row.get(1)?,
        address: row.get(2)?,
        token: row.get(3)?,
        joined: row.get(4)?,
        zone: row.get(5)?,
        failing: row.get(6)?,
        gone: row.get(7)?,
    })
}

/// Tells that an update met no row.
pub(super) fn found(changed: usize, what: impl FnOnce() -> String) -> Result<(), StoreError> {
    if changed == 0 { Err(StoreError::missing(what())) } else { Ok(()) }
}

/// Gives a season that is played again the options that were set for the one withdrawn.
pub(super) fn carry_over(
    connection: &Connection,
    from: SeasonId,
    to: SeasonId,
) -> Result<(), StoreError> {
    run(
        connection,
        "INSERT INTO option_value (key, value, season) \
         SELECT key, value, ?2 FROM option_value WHERE season = ?1 ORDER BY id",
        params![from, to],
    )?;
    Ok(())
}

/// Writes the rows a campaign begins with.
pub(super) fn insert(connection: &Connection, campaign: &NewCampaign) -> Result<(), StoreError> {
    run(
        connection,
        "INSERT INTO campaign (id, name, slug, rules, scenario, edition, secret, note_key, created) \
         VALUES (1, :name, :slug, :rules, :scenario, :edition, :secret, :note_key, :created)",
        named_params! {
            ":name": campaign.name,
            ":slug": campaign.slug,
            ":rules": campaign.rules,
            ":scenario": campaign.scenario,
            ":edition": campaign.edition,
            ":secret": campaign.secret,
            ":note_key": campaign.note_key,
            ":created": campaign.created,
        },
    )?;
    for (key, value) in &campaign.options {
        let insert = "INSERT INTO option_value (key, value) VALUES (?1, ?2)";
        run(connection, insert, [key, value])?;
    }
    for power in &campaign.powers {
        let insert = "INSERT INTO power (name, side) VALUES (?1, ?2)";
        run(connection, insert, [&power.name, &power.side])?;
    }
    let first = season::Opening {
        number: 1,
        name: &campaign.season,
        parent: None,
        status: Status::SettingUp,
        state: &campaign.state,
        opened: &campaign.created,
        deadline: None,
        previous: None,
        scheme: season::SCHEME,
        asks: campaign.asks.as_deref(),
    };
    super::pages::keep(connection, &campaign.book.0, &campaign.book.1)?;
    season::insert(connection, &first, &campaign.known)?;
    super::journal::note(connection, &campaign.created, "umpire", "made the campaign")
}
