//! A power for which another writes from a season on: a ward with a new keeper, a power that became
//! a ward.
//!
//! Who reads for it from now on gets its report and the proof of its dice, and not the sheet that
//! somebody else wrote. Who wrote that gets the proof of it, and no report.

use crate::post::outgoing::{Attachment, Kind, Post, To};
use crate::proof::basis::Basis;
use crate::{Desk, DeskError};
use report::wrapped;
use std::collections::{BTreeMap, BTreeSet};
use store::{NewMail, PlayerId, PlayerRow, SeasonRow};

/// Which powers are taken over with a season, and from whom.
pub(crate) struct Takeover {
    /// The powers whose reader did not write for them.
    taken_over: BTreeSet<String>,
    /// The proofs of their sheets for those who wrote them.
    proofs: BTreeMap<PlayerId, Vec<(String, Attachment)>>,
}

impl Takeover {
    /// Compares who wrote for each power with who reads for it now.
    pub fn new(
        basis: &Basis,
        wrote: &[(String, PlayerRow)],
        read: &[(String, PlayerRow)],
    ) -> Takeover {
        let of = |list: &[(String, PlayerRow)], power: &str| {
            list.iter().find(|(other, _)| other == power).map(|(_, player)| player.id)
        };
        let taken_over = read
            .iter()
            .filter(|(power, player)| of(wrote, power) != Some(player.id))
            .map(|(power, _)| power.clone())
            .collect();
        let mut proofs: BTreeMap<PlayerId, Vec<(String, Attachment)>> = BTreeMap::new();
        for (power, player) in wrote {
            if of(read, power) != Some(player.id) {
                let proof = (power.clone(), basis.of_writer(power));
                proofs.entry(player.id).or_default().push(proof);
            }
        }
        Takeover { taken_over, proofs }
    }

    /// Whether somebody else wrote for a power than reads for it now.
    pub fn is_taken_over(&self, power: &str) -> bool {
        self.taken_over.contains(power)
    }

    /// The proofs that go with a player's own report.
    pub fn with_report(&mut self, player: PlayerId) -> impl Iterator<Item = Attachment> {
        self.proofs.remove(&player).unwrap_or_default().into_iter().map(|(_, proof)| proof)
    }
}

impl Desk {
    /// The mails with the proofs for those who get no report any more.
    pub(crate) fn takeover_mails(
        &self,
        season: &SeasonRow,
        takeover: Takeover,
    ) -> Result<Vec<NewMail>, DeskError> {
        let mut mails = vec![];
        for (player, proofs) in takeover.proofs {
            let (powers, attachments): (Vec<String>, Vec<Attachment>) = proofs.into_iter().unzip();
            let powers = powers.join(", ");
            let text = format!(
                "You wrote the orders of {powers} for {}. Somebody else writes them from now on, \
                 so the report goes to them. The file that ends in `.proof.json` proves the \
                 sheet that was played. Keep it with this mail.",
                season.name
            );
            mails.push(self.compose(&Post {
                to: To::Player(player),
                kind: Kind::Notice,
                season: Some(season.id),
                power: None,
                subject: format!("the proof of your sheet, {}, {powers}", season.name),
                text: wrapped(&text, 72, 0),
                html: None,
                attachments,
                answers: None,
                key: format!("takeover/{}/{}", season.id.0, player.0),
            })?);
        }
        Ok(mails)
    }
}
