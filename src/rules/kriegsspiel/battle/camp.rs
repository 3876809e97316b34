//! Who stands together in a hex: the powers that fight, retreat and forage as one (§12.4, §19.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §19.1.

use crate::position::Position;
use crate::record::state::{Formation, State};
use kit::ground::Space;
use kit::relations::{Relation, Relations};
use std::collections::BTreeSet;

/// Powers that stand together in a hex.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Camp {
    /// Its side, where the scenario has sides; else its powers. Camps of a hex go by it.
    name: String,
    powers: BTreeSet<String>,
}

impl Camp {
    fn new(relations: &Relations<String>, powers: BTreeSet<String>) -> Self {
        let side = powers.first().and_then(|power| relations.group(power));
        let all = || powers.iter().cloned().collect::<Vec<_>>().join(" and ");
        let name = side.filter(|side| !side.is_empty()).cloned().unwrap_or_else(all);
        Self { name, powers }
    }

    /// A power by itself.
    pub fn alone(relations: &Relations<String>, power: &str) -> Self {
        Self::new(relations, BTreeSet::from([power.to_owned()]))
    }

    /// A power and its allies in a hex.
    pub fn of(state: &State, at: Space, power: &str) -> Self {
        let mut camp = BTreeSet::from([power.to_owned()]);
        for other in present(state, at) {
            if stands(state, &camp, other, Relation::Allied) {
                camp.insert(other.to_owned());
            }
        }
        Self::new(&state.relations, camp)
    }

    /// All camps in a hex.
    pub fn all(state: &State, at: Space) -> Vec<Self> {
        let mut camps: Vec<BTreeSet<String>> = vec![];
        for power in present(state, at) {
            let ally = |camp: &&mut BTreeSet<String>| stands(state, camp, power, Relation::Allied);
            match camps.iter_mut().find(ally) {
                Some(camp) => drop(camp.insert(power.to_owned())),
                None => camps.push(BTreeSet::from([power.to_owned()])),
            }
        }
        let camps = camps.into_iter().map(|powers| Self::new(&state.relations, powers));
        let mut camps: Vec<Self> = camps.collect();
        camps.sort();
        camps
    }

    /// The camps of two powers that fight each other in a hex. Each of the others, in their order, joins a camp if
    /// it is allied to all of that camp and at war with all of the other one (§19.1); if not, it takes no part.
    pub fn opposed(state: &State, two: [&str; 2], others: &[&str]) -> [Self; 2] {
        let mut camps = two.map(|power| BTreeSet::from([power.to_owned()]));
        for other in others {
            let joins = |of: usize| {
                stands(state, &camps[of], other, Relation::Allied)
                    && stands(state, &camps[1 - of], other, Relation::War)
            };
            if let Some(of) = [0, 1].into_iter().find(|of| joins(*of)) {
                camps[of].insert((*other).to_owned());
            }
        }
        camps.map(|powers| Self::new(&state.relations, powers))
    }

    /// The part of the camp whose powers pass a test; none if no power does.
    pub fn of_those(&self, state: &State, is: impl Fn(&str) -> bool) -> Option<Self> {
        let powers = self.powers.iter().filter(|power| is(power)).cloned();
        let powers: BTreeSet<String> = powers.collect();
        (!powers.is_empty()).then(|| Self::new(&state.relations, powers))
    }

    /// Whether a power belongs to it.
    pub fn has(&self, power: &str) -> bool {
        self.powers.contains(power)
    }

    /// Its powers, in the order of the alphabet.
    pub fn powers(&self) -> impl Iterator<Item = &String> {
        self.powers.iter()
    }

    /// A name that no other camp of the hex has.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its troops in a hex.
    pub fn troops<'s>(
        &'s self,
        state: &'s State,
        at: Space,
    ) -> impl Iterator<Item = &'s Formation> {
        state.at(at).filter(|one| self.has(&one.power))
    }

    /// Whether it has no troops left in a hex.
    pub fn is_gone(&self, state: &State, at: Space) -> bool {
        self.troops(state, at).next().is_none()
    }

    /// Whether all of it are allied to a power.
    pub fn is_allied(&self, position: &impl Position, power: &str) -> bool {
        stands(position, &self.powers, power, Relation::Allied)
    }

    /// Whether any of it is at war with a power.
    pub fn fights(&self, position: &impl Position, power: &str) -> bool {
        self.powers.iter().any(|one| position.at_war(one, power))
    }
}

/// Whether another power has this relation to every power of a camp.
fn stands(
    position: &impl Position,
    camp: &BTreeSet<String>,
    other: &str,
    relation: Relation,
) -> bool {
    camp.iter().all(|one| position.relation(one, other) == relation)
}

/// The powers that have troops or generals in a hex, in the order of the alphabet.
pub fn present(state: &State, at: Space) -> BTreeSet<&str> {
    let generals = state.generals.at(at).map(|one| one.power.as_str());
    state.at(at).map(|one| one.power.as_str()).chain(generals).collect()
}
