//! Who ends the turn out of supply, also of those who stay, and what hunger takes from them (§12.4, §15).

use super::Paper;
use super::fed::Fed;
use crate::battle::host;
use crate::march::supply;
use crate::position::Position;
use crate::record::state::Formation;
use kit::ground::Space;
use play::UnderstoodEntry;
use std::collections::BTreeMap;

impl Paper<'_> {
    /// What is to say of the places where troops of one's own end the turn.
    pub(super) fn hunger(&self) -> Option<UnderstoodEntry> {
        if self.book.all_fed {
            return None;
        }
        let mut camps: BTreeMap<Space, Vec<&Formation>> = BTreeMap::new();
        for one in self.formations.values().filter(|one| self.known.is_ours(&one.power)) {
            if !self.known.is_band(self.book, one)
                && let Some(at) = self.goes_to(one)
            {
                camps.entry(at).or_default().push(one);
            }
        }
        let is_own = |one: &&Formation| one.power == self.known.power;
        let own = camps.into_iter().filter(|(_, ranks)| ranks.iter().any(is_own));
        let lines: Vec<String> = own.filter_map(|(at, ranks)| self.in_camp(at, &ranks)).collect();
        let heading = "Supply when the turn ends, as things stand";
        (!lines.is_empty()).then(|| UnderstoodEntry::plain(heading, lines))
    }

    /// Whether those who stand in a place are fed, and what it costs if they are not.
    fn in_camp(&self, at: Space, ranks: &[&Formation]) -> Option<String> {
        let season = self.known.season;
        let by = self.fed_by(at);
        let is_fed = by == Fed::Yes;
        let is_paid =
            |one: &Formation| self.set.as_ref().is_none_or(|set| !set.unpaid.contains(&one.name));
        let kinds = ranks.iter().map(|one| (one.kind, is_fed && is_paid(one)));
        let place = match by {
            Fed::ByDepot(depot) => format!(
                "{}, unless the depot at {} is put down",
                self.book.atlas.place(at),
                self.book.atlas.name(depot)
            ),
            Fed::Yes | Fed::No => self.book.atlas.place(at),
        };
        let unfed = host::UNFED;
        if let Some(many) = supply::too_many(self.book, (at, self.known.harvest), kinds) {
            let percent = supply::hunger(self.book, at, season);
            let who = match many.corps {
                Some(corps) => format!("{corps} corps, fed or not"),
                None => {
                    format!("{} corps and brigades out of supply, {unfed} in battle", many.foragers)
                }
            };
            return Some(format!(
                "{place}: {who}; the hex feeds {} of a side, so they lose {percent} %",
                many.forage
            ));
        }
        // Of those who march there the lines of their entries say it.
        let stays = |one: &&&Formation| one.at == at && one.power == self.known.power;
        let stay: Vec<&String> = ranks.iter().filter(stays).map(|one| &one.name).collect();
        let who = match ranks.iter().all(|one| one.at == at) {
            true => String::new(),
            false => format!(" for {}", self.book.given_names(stay.iter().copied())),
        };
        (!is_fed && !stay.is_empty()).then(|| {
            format!(
                "{place}: out of supply{who}, {unfed} in battle; the hex feeds those who are there"
            )
        })
    }
}
