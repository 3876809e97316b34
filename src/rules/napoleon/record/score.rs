//! How far a table of a race has come, in the figures that the scoreboard shows.

use super::state::State;
use crate::book::Book;
use crate::record::force::{Side, strength};
use crate::theatre::Place;
use crate::theatre::holding::Outcome;
use serde::{Deserialize, Serialize};

/// A line of the scoreboard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    pub table: String,
    pub objectives: u32,
    /// The combat value of the French on the map.
    pub strength: u32,
    /// The French who are dead.
    pub lost: u32,
    pub outcome: Option<Outcome>,
}

impl Score {
    /// Counts what a table has.
    pub fn of(book: &Book, table: &str, state: &State) -> Self {
        let campaign = state.campaign(book);
        let theatre = &campaign.theatre;
        let french = || theatre.forces.iter().filter(|force| force.side() == Side::French);
        let on_map = french().filter(|force| matches!(theatre.place(force.id), Place::Area(_)));
        let start = State::set_up(book).campaign(book);
        let began = french().filter(|force| start.theatre.place(force.id) != Place::Pool);
        let lost = began.filter(|force| theatre.place(force.id) == Place::Pool);
        Self {
            table: table.to_owned(),
            objectives: count(theatre.objectives(book, Side::French).len()),
            strength: strength(on_map),
            lost: count(lost.count()),
            outcome: state.outcome(),
        }
    }

    /// The better one first: a victory by its points, then who is still in the campaign, then
    /// objectives and strength.
    pub fn rank(&self) -> impl Ord + use<> {
        let end = match self.outcome {
            Some(Outcome::Won { points, .. }) => (2, points),
            None => (1, 0),
            Some(Outcome::Lost(_)) => (0, 0),
        };
        std::cmp::Reverse((end, self.objectives, self.strength))
    }
}

fn count(many: usize) -> u32 {
    u32::try_from(many).unwrap_or(u32::MAX)
}
