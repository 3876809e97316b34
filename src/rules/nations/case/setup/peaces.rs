//! Peaces of powers that were made before, and who fights on after defeat (NIA §13.3).

use super::Setup;
use crate::book::Book;
use crate::record::event::{CourtEvent, Term};
use crate::record::state::State;
use crate::record::state::peaces::{Condition, Treaty, relate};
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
}

impl Peace {
    /// A peace as a setup says it.
    pub fn of(treaty: &Treaty) -> Self {
        let Treaty { beaten, with, victors, made, until, over, offered, conditions, lent, .. } =
            treaty.clone();
        let (with, victors) = (with.into_iter().collect(), victors.into_iter().collect());
        Self { of: beaten, with, victors, made, until, over, offered, conditions, lent }
    }

    /// The events that made it.
    fn events(&self) -> Vec<CourtEvent> {
        let Self { of, with, made, until, .. } = self.clone();
        let peace = CourtEvent::PeaceMade {
            power: of.clone(),
            with: with.clone(),
            made,
            until,
            dice: vec![],
            conditions: u8::try_from(self.conditions.len()).unwrap_or(u8::MAX),
            offered: self.offered,
        };
        let (power, victors) = (of.clone(), self.victors.clone());
        let named = (!victors.is_empty()).then_some(CourtEvent::VictorsNamed { power, victors });
        let set = self.conditions.iter().map(|Condition { term, name, to }| {
            let (power, by) = (of.clone(), to.clone());
            let (name, to) = (name.clone(), to.clone());
            CourtEvent::ConditionSet { power, to, by, term: *term, name, counts: 1 }
        });
        let lent = self.lent.iter().filter_map(|what| {
            let to = self.conditions.iter().find(|one| one.term == Term::Troops)?.to.clone();
            Some(CourtEvent::TroopsLent { power: of.clone(), to, what: what.clone() })
        });
        let ended =
            self.over.then(|| CourtEvent::PeaceEnded { power: of.clone(), with: with.clone() });
        std::iter::once(peace).chain(named).chain(set).chain(lent).chain(ended).collect()
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
        let fought = self.fighting_on.iter();
        let fought =
            fought.map(|(power, last)| CourtEvent::FoughtOn { power: power.clone(), last: *last });
        for event in self.peaces.iter().flat_map(Peace::events).chain(fought) {
            state.titles.apply(&event);
            relate(&event, &mut state.relations);
            for eye in known.values_mut() {
                eye.titles.apply(&event);
                relate(&event, &mut eye.relations);
            }
        }
        Ok(())
    }
}
