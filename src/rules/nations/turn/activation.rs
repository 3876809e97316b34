//! An activation in progress: its force, the points it has spent, and the checks at its end (NIA
//! §5.1.3, §5.2.4, §7.3).

use crate::land::attrition::{self, Stretch};
use crate::land::combat;
use crate::land::joining;
use crate::land::movement::{self, Mover};
use crate::land::siege;
use crate::land::stacking;
use crate::land::supply::Moment;
use crate::orders;
use crate::orders::senses::Commander;
use crate::record::event::{BattleEvent, ForceEvent, Occasion, OrderEvent, Reason};
use crate::record::state::{Force, ForceId, Marker};
use crate::season::victory;
use crate::sight::known::Known;
use crate::turn::Turn;
use kit::ground::Space;
use kit::rule::Rule;
use sheet::condition::{Condition, Truth};
use std::collections::BTreeMap;

/// An activation under way: whose, with what force, and what it has spent.
pub struct Activation<'t, 'b> {
    pub turn: &'t mut Turn<'b>,
    pub power: String,
    /// Whom the entry names.
    pub who: String,
    /// Whether the force has given itself to another, which ends the entry.
    pub ended: bool,
    pub entry: u16,
    pub step: u16,
    pub force: ForceId,
    pub marker: Marker,
    pub spent: u32,
    /// Whether it has entered a hex.
    pub moved: bool,
    /// Whether no later step of the entry marches on, so that the force will stay where it stops.
    pub stays: bool,
    /// Whether its entry has no step after this one.
    pub last: bool,
    /// What of this activation asks for an attrition check (NIA §7.2).
    pub occasions: Vec<Occasion>,
    /// Whether anything was spent or begun since the last check (NIA §7.3).
    pub unchecked: bool,
    /// Whether bad ground was entered since then (NIA §7.4).
    pub rough: bool,
    /// Steps taken in on the way, which are not tallied (NIA §7.4).
    pub taken_in: u32,
    /// The corps that have followed the army into its hex since the last check: the most points one
    /// of them marched, and whether one is out of supply (NIA §5.2.4).
    pub followed: (u32, bool),
    /// Whether it marches half as far again (NIA §5.2.5).
    pub extended: bool,
    /// Whether it came next to the enemy, fought or besieged.
    pub touched: bool,
    /// The hex of a battle just won, as long as it has not gone on (NIA §8.3.4).
    pub won_at: Option<Space>,
    /// The fortress before which this activation's march ended (NIA §5.2.10).
    pub laid: Option<Space>,
    /// Whether it has made a siege attempt.
    pub tried: bool,
    /// Whether the march is over, though the entry may still arm a fortress or the like.
    pub over: bool,
    /// Whether it is over since an attack was to hold the place after the victory.
    pub held: bool,
    /// Screens left before fortresses (NIA §5.2.10).
    pub screens: Vec<ForceId>,
    /// What those who parted had spent by then.
    parted_after: BTreeMap<ForceId, (u32, bool)>,
    /// Forces that parted from this one during the activation.
    pub parted: Vec<ForceId>,
    /// Those of them in which the leader who acts was a subordinate.
    pub served: Vec<ForceId>,
    /// Armies that march along (NIA §5.2.3).
    pub group: Vec<ForceId>,
}

impl<'t, 'b> Activation<'t, 'b> {
    /// The beginning of an entry.
    pub fn new(
        turn: &'t mut Turn<'b>,
        power: &str,
        who: &str,
        entry: u16,
        force: ForceId,
        marker: Marker,
    ) -> Self {
        Self {
            turn,
            power: power.to_owned(),
            who: who.to_owned(),
            ended: false,
            entry,
            step: 0,
            force,
            marker,
            spent: 0,
            moved: false,
            stays: false,
            last: false,
            occasions: vec![],
            unchecked: true,
            rough: false,
            taken_in: 0,
            followed: (0, false),
            extended: false,
            touched: false,
            won_at: None,
            laid: None,
            tried: false,
            over: false,
            held: false,
            screens: vec![],
            parted_after: BTreeMap::new(),
            parted: vec![],
            served: vec![],
            group: vec![],
        }
    }

    /// Troops that have come ashore: no entry of theirs is played, and they have spent nothing (NIA
    /// §5.3.3).
    pub fn ashore(turn: &'t mut Turn<'b>, power: &str, force: ForceId, marker: Marker) -> Self {
        let acting = Self::new(turn, power, "", 0, force, marker);
        Self { unchecked: false, ..acting }
    }
}

impl Activation<'_, '_> {
    /// The force as it is now.
    pub fn force(&self) -> &Force {
        self.turn.state.force(self.force)
    }

    /// What its power knows now.
    pub fn known(&self) -> &Known {
        self.turn.known(&self.power)
    }

    /// Points that are left (NIA §5.2.4). Who leaves his units behind keeps what he has spent.
    pub fn left(&self) -> u32 {
        let by_card = self.turn.lasting_cards.points(self.force);
        let factor = by_card.unwrap_or_else(|| movement::factor(self.turn.book, self.force()));
        let factor = if self.extended { factor + factor / 2 } else { factor };
        factor.saturating_sub(self.spent)
    }

    /// How the force moves.
    pub fn mover(&self) -> Mover {
        let (book, force) = (self.turn.book, self.force());
        let mut mover = Mover::of(book, &self.turn.state, force);
        mover.shy |= self.extended;
        mover.guided = self.turn.lasting_cards.is_guided(self.force);
        mover.crosses = self.turn.lasting_cards.is_bridging(self.force);
        mover.bridged = self.turn.lasting_cards.counts_as_bridged(self.force);
        mover.factor = self.turn.lasting_cards.points(self.force).unwrap_or(mover.factor);
        mover
    }

    /// Spends points, or says how many are missing.
    pub fn spend(&mut self, points: u32) -> Result<(), Reason> {
        let left = self.left();
        if points > left {
            return Err(Reason::OutOfPoints { needed: points, left });
        }
        self.spent += points;
        self.unchecked |= points > 0;
        Ok(())
    }

    /// Pays for going on after a battle won (NIA §8.3.4).
    pub fn go_on(&mut self) -> Result<(), Reason> {
        if self.won_at.is_none() {
            return Ok(());
        }
        let cost = self.turn.book.figures.actions.go_on;
        self.spend(cost)?;
        self.won_at = None;
        let (force, spent) = (self.force, self.spent);
        self.turn.record(BattleEvent::WentOn { force, cost, spent });
        Ok(())
    }

    /// What a condition of the entry says now.
    pub fn says(&self, condition: &Condition) -> bool {
        condition.ask(&self.commander()) == Truth::Yes
    }

    /// Checks the marching forces for attrition, if anything asks for it (NIA §7.2, §7.3).
    pub fn check_attrition(&mut self) {
        if !self.unchecked {
            return;
        }
        self.unchecked = false;
        let (farthest, unsupplied) = std::mem::take(&mut self.followed);
        let spent = self.spent.max(farthest);
        let stretch = Stretch { spent, rough: self.rough, others: self.taken_in, unsupplied };
        self.rough = false;
        attrition::check(self.turn, self.force, &self.occasions, Some(stretch));
        for id in self.group.clone() {
            let occasions = occasions(self.turn, id, self.extended);
            let stretch = Stretch { spent: self.spent, others: 0, unsupplied: false, ..stretch };
            attrition::check(self.turn, id, &occasions, Some(stretch));
        }
    }

    /// Remembers what those who were left on the way had marched (NIA §7.3).
    ///
    /// The army that a subordinate has left was not activated with him (§5.1.9).
    pub fn note_parted(&mut self) {
        for id in self.parted.iter().filter(|id| self.turn.active.contains(id)) {
            self.parted_after.entry(*id).or_insert((self.spent, self.rough));
        }
    }

    /// The ledger's question for this force, under a rule.
    pub fn ask(&self, rule: Rule) -> kit::rule::Ask {
        let force = self.force();
        rule.by(self.turn.name(force)).at(self.turn.book.atlas.name(force.at))
    }

    /// Activates the force; leaders alone and detachments get no marker (NIA §5.1.4, §5.1.10).
    pub fn activate(&mut self) {
        let force = self.force();
        let combat = !force.units.is_empty() || force.trains + force.engineers > 0;
        let detachment = force.leaders.is_empty()
            && force.units.iter().all(|unit| {
                self.turn.book.units.kind(&unit.kind).size == crate::book::units::Size::Detachment
            });
        let activations = force.activations + u8::from(combat && !detachment);
        self.turn.active.insert(self.force);
        let (force, marker) = (self.force, self.marker);
        self.turn.record(ForceEvent::Activated { force, marker, activations });
        combat::assess(self.turn, &[force], &Moment::default());
        self.occasions = occasions(self.turn, force, self.extended);
    }

    /// What its commander can tell now.
    pub fn commander(&self) -> Commander<'_> {
        let (book, known) = (self.turn.book, self.known());
        Commander::new(book, known, Some(self.force()), self.marker, self.left()).before_walls()
    }

    /// Whether a step's own condition holds.
    pub fn holds(&self, step: &orders::Step) -> Result<(), Reason> {
        self.commander().may(step)
    }

    /// Forgets those whom the umpire has taken off the map.
    pub fn forget_the_gone(&mut self) {
        let forces = &self.turn.state.forces;
        self.group.retain(|id| forces.contains_key(id));
        self.parted.retain(|id| forces.contains_key(id));
        self.screens.retain(|id| forces.contains_key(id));
        self.parted_after.retain(|id, _| forces.contains_key(id));
    }

    /// Records that a step was not done.
    pub fn not_done(&mut self, order: &str, reason: Reason) {
        let forces = &self.turn.state.forces;
        let who = forces.get(&self.force).map(|force| self.turn.name(force));
        let who = who.unwrap_or_else(|| self.who.clone());
        let (power, entry, step) = (self.power.clone(), self.entry, self.step);
        self.turn.record(OrderEvent::NotDone {
            power,
            entry,
            step,
            order: order.to_owned(),
            who,
            reason,
        });
    }

    /// Why no march, attack or siege follows any more, once the march is over.
    pub fn ended(&self) -> Reason {
        if self.held { Reason::Held } else { Reason::Halted }
    }

    /// Ends the activation: attrition, the hex where the march ended, screens (NIA §7.3, §4.1.1).
    pub fn finish(&mut self) {
        if self.turn.state.forces.contains_key(&self.force) {
            self.check_attrition();
        }
        let occasions = self.occasions.clone();
        for (id, (spent, rough)) in std::mem::take(&mut self.parted_after) {
            // Who sent somebody off was not activated himself (§4.2.5).
            if id != self.force && self.turn.active.contains(&id) {
                let stretch = Stretch { spent, rough, ..Stretch::default() };
                attrition::check(self.turn, id, &occasions, Some(stretch));
            }
        }
        let places: Vec<Space> = std::iter::once(&self.force)
            .chain(&self.parted)
            .filter_map(|id| self.turn.state.forces.get(id).map(|force| force.at))
            .collect();
        self.settle();
        places.iter().for_each(|at| victory::occupy(self.turn, *at));
        for screen in std::mem::take(&mut self.screens) {
            siege::screen(self.turn, screen);
        }
        siege::hold(self.turn);
        joining::crowds(self.turn);
    }

    /// Settles the hex where the march ended: who commands, and what has no room (NIA §4.1.1).
    pub fn settle(&mut self) {
        let Some(force) = self.turn.state.forces.get(&self.force).cloned() else { return };
        let at = force.at;
        let others: Vec<ForceId> = self
            .turn
            .state
            .at(at)
            .filter(|other| other.id != force.id && other.power == force.power)
            .filter(|other| stacking::meets(&force, other))
            .map(|other| other.id)
            .collect();
        for other in others {
            joining::settle(self, other);
        }
    }
}

/// What asks for a check of a force that has just been activated (NIA §7.2).
pub fn occasions(turn: &Turn, id: ForceId, extended: bool) -> Vec<Occasion> {
    let Some(force) = turn.state.forces.get(&id) else { return vec![] };
    let asks = [
        (Occasion::OutOfSupply, force.unsupplied),
        (Occasion::ForcedMarch, force.activations >= 2),
        (Occasion::ExtendedMarch, extended),
    ];
    asks.into_iter().filter(|(_, yes)| *yes).map(|(occasion, _)| occasion).collect()
}

/// Whether a leader has nobody with him.
pub fn is_alone(force: &Force) -> bool {
    force.units.is_empty() && force.army.is_none() && force.trains + force.engineers == 0
}

/// Whether one more activation would be more than the season allows (NIA §5.1.3).
pub fn is_spent(force: &Force) -> bool {
    force.activations >= 2 && !is_alone(force)
}
