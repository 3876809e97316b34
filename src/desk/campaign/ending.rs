//! The end of a campaign: it is closed, by its scenario or by hand, and then everything may be
//! revealed.

use crate::campaign::wards;
use crate::post::outgoing::{Attachment, Kind, Post, To};
use crate::proof::leaves::Part;
use crate::proof::proven::revealed::{
    self, Kind as Sent, Reveal, RevealedLeaf, RevealedRevision, Season,
};
use crate::proof::shuffles;
use crate::{Desk, DeskError};
use kit::ledger::Entry;
use kit::masked::masked;
use kit::proof;
use report::wrapped;
use serde::Serialize;
use sheet::public;
use store::{NewMail, SeasonRow, Status};

/// A campaign that was revealed, to be printed.
#[derive(Debug, Clone, Serialize)]
pub struct Revealed {
    pub secret: String,
    pub mails: usize,
    pub seasons: usize,
    /// Whether it was revealed before; nothing has changed then.
    pub again: bool,
}

impl Desk {
    /// Closes the campaign by hand, with a reason that every player is told.
    pub fn end(&mut self, reason: &str) -> Result<usize, DeskError> {
        let season = self.current()?;
        let name = self.store.campaign()?.name;
        let text = wrapped(
            &format!(
                "{name} has ended in {}: {}. Orders are no longer accepted.",
                season.name,
                reason.trim().trim_end_matches('.')
            ),
            72,
            0,
        );
        let now = self.clock.now();
        let mails = self.to_all_players(&season, "the campaign has ended", &text, "ended", &[])?;
        let what = format!("ended the campaign in {}: {}", season.name, reason.trim());
        self.store.end(Some(&now), (&now, &what), &mails)?;
        Ok(mails.len())
    }

    /// Opens a campaign again that was ended by hand.
    pub fn go_on(&mut self, reason: &str) -> Result<String, DeskError> {
        let newest = self.store.newest_season()?;
        if self.store.campaign()?.ended.is_none() {
            return Err(DeskError::refused("the campaign has not ended"));
        }
        if newest.status == Status::Published {
            return Err(DeskError::refused("the scenario itself has ended")
                .hint("`umpire rollback` takes its last season back"));
        }
        if self.store.campaign()?.revealed.is_some() {
            return Err(DeskError::refused(
                "the secret has been revealed, and with it every die to come",
            )
            .hint("begin a new campaign"));
        }
        let what = format!("opened the campaign again: {}", reason.trim());
        self.store.end(None, (&self.clock.now(), &what), &[])?;
        Ok(newest.name)
    }

    /// Tells the secret and the whole history to every player.
    pub fn reveal(&mut self) -> Result<Revealed, DeskError> {
        let campaign = self.store.campaign()?;
        if campaign.ended.is_none() {
            return Err(DeskError::refused(
                "the campaign has not ended, and the secret decides every future die",
            )
            .hint("run `umpire end` first"));
        }
        let again = campaign.revealed.is_some();
        let seasons = self.store.seasons()?;
        let published: Vec<&SeasonRow> =
            seasons.iter().filter(|season| season.status == Status::Published).collect();
        let secret = proof::hex(&campaign.secret);
        let mut history = format!("{}\n\nThe whole history, nothing hidden.\n", campaign.name);
        for season in &published {
            history.push_str(&self.laid_open(season)?);
        }
        let told = Reveal {
            campaign: campaign.name.clone(),
            secret: secret.clone(),
            version: revealed::VERSION,
            seasons: self.told_of(&seasons)?,
        };
        let document = serde_json::to_string_pretty(&told).expect("it has string keys");
        let files = [
            file("reveal.json", "application/json", document + "\n"),
            file("history.txt", "text/plain", history),
        ];
        let text = wrapped(
            &format!(
                "{} is over, and its secret is told: {secret}. Its SHA-256 is what your welcome \
                 promised. With it, `umpire verify --public FOLDER` checks your mails: that your \
                 sheets were in, and that every die you were shown follows from it. The whole \
                 history lies beside this mail, with the orders of all.",
                campaign.name
            ),
            72,
            0,
        );
        let newest = self.store.newest_season()?;
        let mails = self.to_all_players(&newest, "the secret is told", &text, "reveal", &files)?;
        if !again {
            self.store.reveal(&self.clock.now(), &mails)?;
        }
        Ok(Revealed { secret, mails: mails.len(), seasons: published.len(), again })
    }

    /// What is told of each season that was published, withdrawn or not, so that every leaf can be
    /// made again.
    fn told_of(&self, seasons: &[SeasonRow]) -> Result<Vec<Season>, DeskError> {
        let mut all = vec![];
        for season in seasons.iter().filter(|season| season.digest.is_some()) {
            let parts = self.parts(season)?;
            let (shuffles, taken) = shuffles::told(&self.store.ledger(season.id)?);
            let mut leaves = vec![];
            for (power, leaf) in self.leaves(season, &parts)? {
                let (sent, text, withheld) = open_part(season.scheme, parts.get(&power));
                let keeper = wards::keeper(season, &power);
                let revisions = self.came_revisions(season, &power)?.into_iter();
                let revisions = revisions.map(|(leaf, came)| RevealedRevision { leaf, came });
                let revisions = Some(revisions.collect());
                let leaf = proof::hex(&leaf);
                leaves.push(RevealedLeaf { power, leaf, sent, keeper, text, withheld, revisions });
            }
            all.push(Season {
                season: season.name.clone(),
                number: season.number,
                withdrawn: season.status == Status::Withdrawn,
                edition: season.edition.clone(),
                root: season.root.clone(),
                seed: season.seed.clone(),
                digest: season.digest.clone(),
                previous: season.previous.clone(),
                scheme: season.scheme,
                leaves,
                shuffles,
                taken,
            });
        }
        Ok(all)
    }

    /// One season, nothing hidden: orders, rulings, dice, and every event in a sentence.
    fn laid_open(&self, season: &SeasonRow) -> Result<String, DeskError> {
        let mut text = format!("\n\n{}\n{}\n", season.name, "=".repeat(season.name.len()));
        let players = self.store.players()?;
        for (power, sheet) in self.store.newest_sheets(season.id)? {
            text.push_str(&format!("\n-- the orders of {power}, revision {}\n", sheet.revision));
            // Its token and its private note are nobody else's affair, even now.
            let tokens = players.iter().map(|player| player.token.as_str());
            let public = public::public_text(&sheet.text, &sheet.salt);
            text.push_str(masked(&public, tokens).trim_end());
            text.push('\n');
        }
        text.push_str("\n-- what happened\n");
        for line in self.chronicle(Some(&season.name))? {
            text.push_str(&format!("{:>5}  {}\n", line.number, wrapped(&line.sentence, 64, 7)));
        }
        text.push_str("\n-- every chit, die, decision and ruling\n");
        for json in self.store.ledger(season.id)? {
            let Ok(entry) = serde_json::from_str::<Entry>(&json) else { continue };
            let source = serde_json::to_value(entry.source).unwrap_or_default();
            let source = source.as_str().unwrap_or_default().to_owned();
            text.push_str(&format!("{}: {} ({source})\n", entry.key, entry.what.answer()));
        }
        Ok(text)
    }

    /// One mail with the same words and files to each player.
    fn to_all_players(
        &self,
        season: &SeasonRow,
        subject: &str,
        text: &str,
        key: &str,
        files: &[Attachment],
    ) -> Result<Vec<NewMail>, DeskError> {
        let players = self.store.players()?;
        let mails = players.iter().map(|player| {
            self.compose(&Post {
                to: To::Player(player.id),
                kind: Kind::Notice,
                season: Some(season.id),
                power: None,
                subject: subject.to_owned(),
                text: text.to_owned(),
                html: None,
                attachments: files.to_vec(),
                answers: None,
                key: format!("{key}/{}/{}", season.id.0, player.id.0),
            })
        });
        mails.collect()
    }
}

/// What of a power's part of the root is told, and why it is not told whole.
fn open_part(scheme: u8, part: Option<&Part>) -> (Sent, Option<String>, Option<String>) {
    match part {
        None => (Sent::Nothing, None, None),
        Some(Part::Standing(text)) => (Sent::Standing, Some(text.clone()), None),
        Some(Part::Sheet { text, salt }) => {
            let public = public::public_text(text, salt);
            // A leaf of the first scheme is made of the sheet as it was read.
            let withheld = (scheme < 2 && public != *text).then(|| {
                let what = if public::has_note(text) { "a private note" } else { "a token" };
                format!("holds {what}")
            });
            (Sent::Sheet, Some(public), withheld)
        }
    }
}

fn file(name: &str, kind: &'static str, text: String) -> Attachment {
    Attachment { name: name.to_owned(), kind, bytes: text.into_bytes(), inline: None }
}
