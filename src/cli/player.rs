//! `umpire player`: who plays, and the token of each player.

use super::table::{self, Column};
use super::{Outcome, json, many};
use desk::Desk;
use desk::campaign::away::Absence;
use std::io::Write;

/// Let players join, leave and be away; list them, show their tokens
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
        /// The player's time zone, if it is not the campaign's: Europe/Rome
        #[arg(long)]
        zone: Option<String>,
    },
    /// List the players, how promptly their sheets came, and whose mail comes back
    List {
        /// Print the list as JSON
        #[arg(long)]
        json: bool,
    },
    /// Show a player's token
    Token {
        name: String,
        /// Give another token; the old one no longer counts
        #[arg(long)]
        new: bool,
    },
    /// Change where mail to a player goes
    Address { name: String, address: String },
    /// Change a player's time zone
    Zone {
        name: String,
        /// For example Europe/Rome
        zone: String,
    },
    /// Record days on which a player reads no mail; they are reminded before
    Away {
        /// A power, or a player's name
        #[arg(value_name = "POWER|NAME")]
        who: String,
        /// The first day, 2026-12-24
        from: String,
        /// The last day
        to: String,
        /// The number of the mail that says so, which is filed
        #[arg(long, value_name = "NUMBER")]
        mail: Option<i64>,
    },
    /// Remove the recorded absences of a player
    Back {
        /// A power, or a player's name
        #[arg(value_name = "POWER|NAME")]
        who: String,
    },
    /// Hand a power to a new person: a new token, the old one invalid, and a mail with the newest
    /// report, the form and the history
    Replace {
        power: String,
        name: String,
        /// Where mail to the new player goes
        #[arg(long)]
        address: String,
        /// The player's time zone
        #[arg(long)]
        zone: Option<String>,
    },
}

impl Player {
    pub fn run(self, desk: &mut Desk, out: &mut dyn Write) -> Outcome {
        match self.verb {
            Verb::Add { name, address, powers, zone } => {
                let token = desk.add_player(&name, &address, &powers, zone.as_deref())?;
                writeln!(out, "{name} has joined. The token, for {name} alone: {token}")?;
            }
            Verb::List { json: true } => json(out, &desk.players()?)?,
            Verb::List { json: false } => list(desk, out)?,
            Verb::Token { name, new } => {
                let token = if new { desk.new_token(&name)? } else { desk.token(&name)? };
                writeln!(out, "{token}")?;
            }
            Verb::Address { name, address } => {
                desk.set_address(&name, &address)?;
                writeln!(out, "Mail to {name} goes to {address}.")?;
            }
            Verb::Zone { name, zone } => {
                desk.set_zone(&name, &zone)?;
                writeln!(out, "{name} reads times in {zone}.")?;
            }
            Verb::Away { who, from, to, mail } => {
                let (absences, done) = match mail {
                    None => (desk.note_absence(&who, &from, &to)?, None),
                    Some(number) => {
                        let (absences, done) = desk.away_by_mail(number, (&who, &from, &to))?;
                        (absences, Some(done))
                    }
                };
                for Absence { power, first, last } in absences {
                    writeln!(out, "{power} is away from {first} to {last}.")?;
                }
                if let Some(done) = done {
                    super::mail::settled(&done, out)?;
                }
            }
            Verb::Back { who } => {
                let gone = desk.forget_absences(&who)?;
                writeln!(out, "{} forgotten.", many(gone, "absence"))?;
            }
            Verb::Replace { power, name, address, zone } => {
                let token = desk.replace_player(&power, &name, &address, zone.as_deref())?;
                writeln!(out, "{name} plays {power} from now on, with the token {token}")?;
                writeln!(
                    out,
                    "A mail with the report, the form and the history is in the outbox."
                )?;
            }
        }
        Ok(())
    }
}

fn list(desk: &Desk, out: &mut dyn Write) -> Outcome {
    let row = |player: &desk::campaign::players::Player| {
        let mut remarks = vec![];
        remarks.extend(player.gone.as_ref().map(|_| "gone".to_owned()));
        remarks.extend(player.failing.as_ref().map(|why| format!("mail comes back: {why}")));
        vec![
            player.name.clone(),
            player.powers.join(", "),
            player.address.clone(),
            player.promptness.in_words(),
            remarks.join("; "),
        ]
    };
    let rows: Vec<_> = desk.players()?.iter().map(row).collect();
    let columns = [
        Column("player", 30),
        Column("powers", 40),
        Column("address", 60),
        Column("sheets", 24),
        Column("", 50),
    ];
    Ok(table::print(out, &columns, &rows)?)
}
