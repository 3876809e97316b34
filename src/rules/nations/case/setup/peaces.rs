//! Peaces of powers that were made before, and who fights on after defeat (NIA §13.3).

use super::Setup;
use crate::book::Book;
use crate::record::event::CourtEvent;
use crate::record::state::peaces::{Condition, Treaty};
use crate::record::state::{Bloc, State};
use crate::sight::known::Known;
use kit::calendar::Season;
use play::case::PlayError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A peace: `{of: austria, with: [france], made: summer 1805, until: winter 1806}`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Peace {
    of: String,
    with: Vec<String>,
    /// Those of them who have beaten it; without the key all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    victors: Vec<String>,
    made: Season,
    until: Season,
    /// Whether its time is over.
    #[serde(default)]
    over: bool,
    /// Whether it was offered and accepted.
    #[serde(default)]
    offered: bool,
    #[serde(default)]
    conditions: Vec<Condition>,
    /// The troops that have been lent.
    #[serde(default)]
    lent: Vec<String>,
    /// Whether an alliance by it has been broken.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    released: bool,
    /// The side of those with whom it is; without the key that of the first of them now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    side: Option<Bloc>,
    /// Former allies, each with the provinces of the beaten that it may enter.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    open: BTreeMap<String, Vec<String>>,
}

impl Peace {
    /// A peace as a setup says it.
    pub fn of(treaty: &Treaty) -> Self {
        let treaty = treaty.clone();
        let open = treaty.open.into_iter().map(|(to, all)| (to, all.into_iter().collect()));
        Self {
            of: treaty.beaten,
            with: treaty.with.into_iter().collect(),
            victors: treaty.victors.into_iter().collect(),
            made: treaty.made,
            until: treaty.until,
            over: treaty.over,
            offered: treaty.offered,
            conditions: treaty.conditions,
            lent: treaty.lent,
            released: treaty.released,
            side: Some(treaty.side),
            open: open.collect(),
        }
    }

    /// What was made, among those who stand in the setup.
    fn treaty(&self, state: &State) -> Treaty {
        let one = self.clone();
        let side = one.side.or_else(|| Some(state.bloc(one.with.first()?)));
        let times = (one.made, one.until);
        let treaty = Treaty::new(&one.of, &one.with, times, side.unwrap_or(Bloc::Neutral));
        let open = one.open.into_iter().map(|(to, all)| (to, all.into_iter().collect()));
        Treaty {
            victors: one.victors.into_iter().collect(),
            over: one.over,
            offered: one.offered,
            released: one.released,
            conditions: one.conditions,
            lent: one.lent,
            open: open.collect(),
            ..treaty
        }
    }
}

impl Setup {
    /// Lays down the peaces; everybody knows of them.
    pub(super) fn lay_peaces(
        &self,
        book: &Book,
        state: &mut State,
        known: &mut BTreeMap<String, Known>,
    ) -> Result<(), PlayError> {
        let named = self.peaces.iter().flat_map(|one| {
            let victors = one.conditions.iter().map(|condition| &condition.to);
            one.with.iter().chain([&one.of]).chain(&one.victors).chain(victors)
        });
        let fighters = self.fighting_on.keys();
        let named = named.map(|power| ("peaces", power));
        let mut named = named.chain(fighters.map(|power| ("fighting on", power)));
        if let Some((key, power)) = named.find(|(_, power)| !book.people.is_major(power)) {
            return Err(PlayError::key(key, format!("unknown power `{power}`")));
        }
        let made: Vec<Treaty> = self.peaces.iter().map(|one| one.treaty(state)).collect();
        let eyes = known.values_mut().map(|eye| (&mut eye.titles, &mut eye.relations));
        for (titles, relations) in eyes.chain([(&mut state.titles, &mut state.relations)]) {
            for treaty in &made {
                if !treaty.over {
                    treaty.relate(relations);
                }
                titles.peaces.lay(treaty.clone());
            }
            for (power, last) in &self.fighting_on {
                titles.apply(&CourtEvent::FoughtOn { power: power.clone(), last: *last });
            }
        }
        Ok(())
    }
}
