//! Where marches end on paper, and whether they are in supply there (§15).

use super::Paper;
use super::march::Walk;
use crate::march::supply;
use crate::money::bill;
use crate::position::Position;
use crate::record::state::Formation;
use kit::calendar::{Quarter, Season};
use kit::ground::Space;

impl Paper<'_> {
    /// Where a force that has moved ends its turn, and whether it is in supply there, as things stand
    /// (§15.1).
    pub(super) fn ends(&self, walk: &Walk) -> Option<String> {
        if walk.stays() {
            return None;
        }
        let (place, is_back) = (self.book.atlas.place(walk.here), walk.here == walk.from);
        let back = if is_back { ", where it began" } else { "" };
        match self.supply_at(walk) {
            Some((of, supply)) if is_back => Some(format!("ends at {place}{of}{back}; {supply}")),
            Some((of, supply)) => Some(format!("ends at {place}{of}, {supply}")),
            None => is_back.then(|| format!("ends at {place}{back}")),
        }
    }

    /// What feeds troops in a hex, as things stand.
    pub(super) fn fed_by(&self, at: Space) -> Fed {
        self.fed_in(at, self.known.season)
    }

    /// What feeds troops in a hex in a season, if sources stay what they are.
    fn fed_in(&self, at: Space, season: Season) -> Fed {
        if supply::want(self.book, self.known, at, season).is_none() {
            return Fed::Yes;
        }
        let feeds = |depot: &&Space| {
            let by = (self.known.power.as_str(), |source| source == **depot);
            supply::is_fed(self.book, self.known, by, (at, season))
        };
        self.deployed.iter().find(feeds).map_or(Fed::No, |depot| Fed::ByDepot(*depot))
    }

    /// Whose city it is where troops end their turn, if not ours, and how they are supplied there.
    fn supply_at(&self, walk: &Walk) -> Option<(String, String)> {
        if !walk.troops || self.book.all_fed {
            return None;
        }
        let season = self.known.season;
        let holder = self.known.holder(self.book, walk.here);
        let theirs = holder.filter(|power| !self.known.is_ours(power));
        let of = theirs.map_or(String::new(), |power| {
            format!(", a city that {} holds", self.book.title(power))
        });
        let supplied = match self.fed_by(walk.here) {
            Fed::Yes => match self.is_paid(walk) {
                Paid::Surely => {
                    format!("in supply as things stand{}", self.until_winter(walk.here))
                }
                Paid::Perhaps => format!(
                    "in supply as things stand, if it is paid for{}",
                    self.until_winter(walk.here)
                ),
                Paid::Not => "out of supply, since the budget does not pay for it there".to_owned(),
            },
            Fed::ByDepot(at) => {
                format!("in supply if the depot at {} is put down", self.book.atlas.name(at))
            }
            Fed::No => {
                let price = supply::price(self.book, walk.here, (season, self.known.harvest));
                format!("out of supply as things stand: {price}")
            }
        };
        Some((of, supplied))
    }

    /// Says so if who is fed in a hex is not fed there in the next turn, since that is winter (§15.3).
    fn until_winter(&self, at: Space) -> &'static str {
        let next = self.known.season.next();
        let is_winter = next.quarter == Quarter::Winter && next <= self.book.scenario.last;
        match is_winter && self.fed_in(at, next) == Fed::No {
            true => ", but not next turn, in winter",
            false => "",
        }
    }

    /// Whether the budget pays for the supply of a force where it ends its march (§15.1).
    fn is_paid(&self, walk: &Walk) -> Paid {
        let Some(set) = &self.set else { return Paid::Surely };
        if bill::own_centre(self.book, self.known, &self.known.power, walk.here) {
            return Paid::Surely;
        }
        let force = || walk.formations.iter().filter_map(|name| self.formations.get(name));
        let unpaid = |one: &&Formation| set.unpaid.contains(&one.name);
        match force().find(unpaid) {
            None => Paid::Surely,
            Some(_) if force().all(|one| !set.ration.whom.covers(one)) => Paid::Not,
            Some(_) => Paid::Perhaps,
        }
    }
}

/// Whether supply is paid for.
enum Paid {
    Surely,
    Perhaps,
    Not,
}

/// What feeds troops.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fed {
    Yes,
    /// A depot that the sheet puts down here alone.
    ByDepot(Space),
    No,
}
