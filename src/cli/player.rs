//! `umpire player`: who plays, and by which token he is known.

use super::table::{self, Column};
use super::{Outcome, json};
use crate::desk::Desk;
use std::io::Write;

/// Let players join, list them, show their tokens
///
/// Example: umpire player add Ada --address ada@post.example --power france
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Player {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, clap::Subcommand)]
enum Verb {
    /// Let a player join
    Add {
        name: String,
        /// Where mail to the player goes
        #[arg(long)]
        address: String,
        /// A power the player has; may be given several times
        #[arg(long = "power", value_name = "POWER")]
        powers: Vec<String>,
    },
    /// List the players
    List {
        /// Print the list as JSON
        #[arg(long)]
        json: bool,
    },
    /// Show the token a player is known by
    Token {
        name: String,
        /// Give another token; the old one counts no more
        #[arg(long)]
        new: bool,
    },
}

impl Player {
    pub fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        match self.verb {
            Verb::Add { name, address, powers } => {
                let token = desk.add_player(&name, &address, &powers)?;
                writeln!(out, "{name} has joined. The token, for {name} alone: {token}")?;
            }
            Verb::List { json: true } => json(out, &desk.players()?)?,
            Verb::List { json: false } => {
                let players = desk.players()?;
                let row = |player: &crate::desk::players::Player| {
                    vec![player.name.clone(), player.powers.join(", "), player.address.clone()]
                };
                let rows: Vec<_> = players.iter().map(row).collect();
                let columns = [Column("player", 30), Column("powers", 40), Column("address", 60)];
                table::print(out, &columns, &rows)?;
            }
            Verb::Token { name, new } => {
                let token = if new { desk.new_token(&name)? } else { desk.token(&name)? };
                writeln!(out, "{token}")?;
            }
        }
        Ok(())
    }
}
