//! What happened, in the order it happened: facts in the past tense, complete, without prose.
//!
//! Events are kept for good: a variant is never renamed and never loses a field. Where a force
//! changes, the event carries it as it is afterwards, so that applying it needs no rule.

use super::state::{Bloc, Force, ForceId, Marker, Squadron, State};
use crate::kit::calendar::Season;
use crate::kit::ground::Space;
use crate::kit::ledger::Source;
use serde::{Deserialize, Serialize};

/// How two forces became one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Joining {
    /// The mover took the other's steps (NIA §5.1.5).
    Absorbed,
    /// The mover took the other in whole (NIA §5.1.6).
    Integrated,
    /// The mover gave himself to the other (NIA §5.2.4).
    Merged,
    /// Support units were picked up (NIA §5.2.1).
    PickedUp,
}

/// How one force became two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parting {
    /// Units stayed behind (NIA §5.2.4).
    Dropped,
    /// A detachment was made of a corps (NIA §5.2.4).
    MadeDetachment,
    /// A subordinate was sent off with units of the army (NIA §4.2.5).
    Detached,
    /// The leader went on alone (NIA §4.2.6).
    WentAlone,
    /// A train was put down as a depot (NIA §6.2.2).
    PutDownDepot,
}

/// Why a march ended before its goal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Halt {
    /// The next hex costs more than is left (NIA §5.2.4).
    OutOfPoints { needed: u32, left: u32 },
    /// An enemy stands in the next hex (NIA §5.2.4).
    EnemyAhead { at: Space },
    /// An unbesieged enemy fortress is in the next hex (NIA §5.2.4).
    FortressAhead { at: Space },
    /// Units without a leader may not come next to the enemy (NIA §5.2.1).
    EnemyNear { at: Space },
    /// There is no way that this force may take.
    NoWay { to: Space },
    /// The hex is full of friends, and the march would end there (NIA §4.1.1).
    NoRoom { at: Space },
    /// The strait is shut by an enemy fleet (NIA §5.2.10).
    StraitShut { at: Space },
    /// It came into its off-map box this season (NIA §5.2.11).
    InBox,
}

/// Why an entry waited, or a step was not done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// `on:` names other markers.
    OtherMarker,
    /// `if:` does not hold.
    ConditionFalse,
    /// `if:` asks something that is not known.
    ConditionUnknown,
    /// The leader's initiative is too low for the marker (NIA §5.1.3).
    Initiative { has: u8, needs: u8 },
    /// The force is held in reserve by a rule of the scenario.
    Reserve { rule: String },
    /// It is shut up in a fortress; sorties are not played by this edition (NIA §9).
    Besieged,
    /// A second march in a season comes with attrition, which this edition does not play (NIA §5.2.9).
    ForcedMarch,
    /// The one it names is not on the map.
    NotThere { name: String },
    /// He is a subordinate, and his army was not given the order (NIA §4.2.5).
    Subordinate { of: String },
    /// This edition does not play the step.
    NotPlayed { rule: String },
    /// Somebody it names is not in the same hex.
    NotHere { name: String },
    /// A leader of lower rank cannot take in a higher one (NIA §5.1.5).
    Rank { name: String },
    /// There is no room under the stacking limits (NIA §4.1.1).
    NoRoom { name: String },
    /// Units of other kinds or modifiers cannot be absorbed (NIA §5.2.2).
    Unlike { name: String },
    /// Too few movement points are left.
    OutOfPoints { needed: u32, left: u32 },
    /// The force has none of what it should leave or use.
    HasNone { what: String },
    /// A leader of an army cannot leave it (NIA §5.2.4).
    CommandsArmy,
    /// A leader without units cannot pick up others (NIA §4.2.6).
    Alone,
    /// Engineers that have moved cannot lay a bridge (NIA §5.2.10).
    HasMoved,
    /// It has acted on this marker, or was left behind by one who did (NIA §5.2.4).
    HasActed,
    /// The step before it ended the march.
    Halted,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A force came onto the map, at the set-up or as a timed arrival (NIA §21).
    Placed { force: Force, arrival: bool },

    /// A squadron came onto the map (NIA §21).
    SquadronPlaced { squadron: Squadron },

    /// A leader stands ready in his power's pool (NIA §1.1.4).
    LeaderPooled { power: String, leader: String },

    /// A power's troops hold a place that is not their province's (NIA §21).
    Held { place: Space, power: String },

    /// The season began and the pool was made (NIA §3.1).
    SeasonBegan { season: Season, pool: Vec<Marker> },

    /// A bloc put its second naval marker of the year into the pool (NIA §3.1).
    SecondNaval { bloc: Bloc, year: u16 },

    /// Whose orders are played for a power: its sheet, its standing orders, or none.
    Ordered { power: String, by: String },

    /// A letter was carried.
    Letter { from: String, to: String, text: String },

    /// A marker came out and was played (NIA §3.2).
    MarkerDrawn { marker: Marker, chosen: bool },

    /// A marker came out and went back, since it may not be played now (NIA §3.2).
    MarkerPutBack { marker: Marker },

    /// Winter quarters came out for the n-th time; perhaps the season's marches end (NIA §3.1).
    WinterQuarters { times: u8, ends: bool },

    /// A force became active (NIA §5.1.3); the count is how often it was active this season.
    Activated { force: ForceId, marker: Marker, activations: u8 },

    /// Nobody of the bloc moved on its marker (NIA §3.2).
    NobodyMoved { bloc: Bloc },

    /// An entry of a sheet waits for another marker.
    Waited { power: String, entry: u16, who: String, reason: Reason },

    /// A step of an entry was not done.
    NotDone { power: String, entry: u16, step: u16, order: String, who: String, reason: Reason },

    /// A force entered a hex (NIA §5.2.1). One event a hex: a watcher sees only the watched ones.
    Moved { force: ForceId, from: Space, to: Space, cost: u32, spent: u32, into_box: bool },

    /// A march ended before its goal.
    Stopped { force: ForceId, halt: Halt, source: Source },

    /// Two forces became one (NIA §5.1.5, §5.1.6).
    Joined { force: Force, gone: ForceId, how: Joining, cost: u32, spent: u32 },

    /// Forces exchanged steps or were changed without moving (NIA §5.2.3, §5.1.6).
    Changed { force: Force, why: String },

    /// One force became two (NIA §5.2.4).
    Parted { force: Force, new: Force, how: Parting },

    /// A leader went back to his pool (NIA §4.2.4, §5.2.3).
    LeaderLeft { power: String, leader: String, at: Space },

    /// Another leader took command of a force (NIA §4.2.4).
    CommandTaken { force: ForceId, leader: String, from: String },

    /// Steps beyond the stacking limit were lost (NIA §4.1.1).
    Overstacked { force: Force, lost: Vec<super::book::units::Unit> },

    /// Armies that stand together march as a group (NIA §5.2.3).
    Grouped { force: ForceId, with: ForceId, cost: u32, spent: u32 },

    /// Engineers laid a bridge over one hexside (NIA §5.2.10).
    Bridged { force: Force, toward: Space },

    /// A rule of the scenario set a force free.
    Released { force: ForceId, rule: String },

    /// A rule gave a power a supply train (NIA §21.1.3).
    TrainGained { force: Force, rule: String },

    /// The season's marches are over (NIA §2).
    SeasonEnded { season: Season, scenario_over: bool },
}

impl Event {
    /// Writes the event into the state.
    pub(super) fn apply(&self, state: &mut State) {
        match self {
            Event::Placed { force, .. }
            | Event::Changed { force, .. }
            | Event::TrainGained { force, .. }
            | Event::Overstacked { force, .. }
            | Event::Bridged { force, .. } => put(state, force),
            Event::SquadronPlaced { squadron } => {
                state.squadrons.push(squadron.clone());
                state.squadrons.sort();
            }
            Event::LeaderPooled { power, leader } => {
                state.pools.entry(power.clone()).or_default().insert(leader.clone());
            }
            Event::Held { place, power } => {
                state.held.insert(*place, power.clone());
            }
            Event::SeasonEnded { season, .. } => {
                state.season = season.next();
                state.forces.values_mut().for_each(rest);
            }
            Event::SecondNaval { bloc, year } => {
                state.naval_2.insert(*bloc, *year);
            }
            Event::MarkerDrawn { marker: Marker::Land(bloc, _), .. } => {
                state.last_land = Some(*bloc)
            }
            Event::Activated { force, activations, .. } => {
                edit(state, *force, |force| force.activations = *activations);
            }
            Event::Moved { force, to, into_box, .. } => edit(state, *force, |force| {
                force.at = *to;
                force.boxed = *into_box;
                force.siege = None;
            }),
            Event::Joined { force, gone, .. } => {
                state.forces.remove(gone);
                put(state, force);
            }
            Event::Parted { force, new, .. } => {
                put(state, force);
                // Who parts in an off-map box came into it with the others (NIA §5.2.11).
                let new = Force { boxed: force.boxed, ..new.clone() };
                put(state, &new);
            }
            Event::LeaderLeft { power, leader, .. } => {
                for force in state.forces.values_mut() {
                    force.leaders.retain(|name| name != leader);
                }
                state.forces.retain(|_, force| !force.is_empty());
                state.pools.entry(power.clone()).or_default().insert(leader.clone());
            }
            Event::CommandTaken { force, leader, .. } => edit(state, *force, |force| {
                force.leaders.retain(|name| name != leader);
                force.leaders.insert(0, leader.clone());
            }),
            Event::Released { force, .. } => edit(state, *force, |force| force.reserve = None),
            Event::Ordered { .. }
            | Event::Letter { .. }
            | Event::MarkerDrawn { .. }
            | Event::MarkerPutBack { .. }
            | Event::WinterQuarters { .. }
            | Event::NobodyMoved { .. }
            | Event::Waited { .. }
            | Event::NotDone { .. }
            | Event::Stopped { .. }
            | Event::Grouped { .. }
            | Event::SeasonBegan { .. } => {}
        }
    }
}

/// Puts a force where it belongs; an empty one leaves the map. A new one may come out of the pool.
fn put(state: &mut State, force: &Force) {
    state.next = state.next.max(force.id.0 + 1);
    if force.is_empty() {
        state.forces.remove(&force.id);
        return;
    }
    for leader in &force.leaders {
        if let Some(pool) = state.pools.get_mut(&force.power) {
            pool.remove(leader);
        }
    }
    state.forces.insert(force.id, force.clone());
}

/// In a new season a force is fresh, and may leave its box (NIA §5.1.3, §5.2.11).
fn rest(force: &mut Force) {
    force.activations = 0;
    force.boxed = false;
}

fn edit(state: &mut State, id: ForceId, change: impl FnOnce(&mut Force)) {
    if let Some(force) = state.forces.get_mut(&id) {
        change(force);
    }
}
