//! What the estimates say of the conditions of a sheet (§3): for how many of the enemy's possible figures each
//! holds. Nothing is told of the enemy that the reader does not know.
//!
//! The season can still decide otherwise: the estimate in contact counts, and more troops may have come by then.

use super::Paper;
use super::march::Walk;
use crate::battle::host;
use crate::orders::senses::{Commander, Scene};
use crate::orders::{Entry, Part};
use crate::record::estimate::{Estimate, Informant, Span};
use crate::record::state::{Formation, General};
use kit::ground::Space;
use sheet::condition::{Condition, Operand, Senses, Term, Truth};
use std::collections::BTreeMap;

/// How sure a condition is by an estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Certainty {
    /// It holds for all figures.
    Sure,
    /// It holds for three of four.
    Likely,
    May,
    /// It holds for none.
    Not,
}

impl Certainty {
    /// How sure it is by the answers, each with how many figures give it.
    pub fn of(answers: &[(Truth, u64)]) -> Self {
        let are = |truth| -> u64 {
            answers.iter().filter(|(one, _)| *one == truth).map(|(_, figures)| figures).sum()
        };
        let (holds, open) = (are(Truth::Yes), are(Truth::Unknown));
        let all = holds + open + are(Truth::No);
        match (holds, open) {
            _ if holds == all => Certainty::Sure,
            (0, 0) => Certainty::Not,
            _ if holds * 4 >= all * 3 => Certainty::Likely,
            _ => Certainty::May,
        }
    }

    fn words(self) -> &'static str {
        match self {
            Certainty::Sure => "is sure to hold",
            Certainty::Likely => "is likely to hold",
            Certainty::May => "may hold",
            Certainty::Not => "does not hold",
        }
    }
}

const IN_CONTACT: &str = "the estimate in contact decides, when the marches are over";

/// What can be told before the battle: how strong both sides are, and what the map shows. The day, the losses
/// and who is met are not known yet.
struct BeforeContact<'a>(Commander<'a>);

impl Senses for BeforeContact<'_> {
    fn ask(&self, term: &Term) -> Truth {
        let is_known = match term {
            Term::Compare(left, _, right) => {
                let known = ["our strength", "their strength", "own units", "enemy units"];
                let is_known = |name: &str| known.contains(&name);
                is_known(left) && !matches!(right, Operand::Named(name) if !is_known(name))
            }
            Term::Is("enemy leader", _) | Term::CompareOf(..) => false,
            Term::Is(..)
            | Term::Flag(_)
            | Term::FlagAt(..)
            | Term::Odds(..)
            | Term::Unknown(_)
            | Term::Whose { .. }
            | Term::At { .. }
            | Term::Within { .. }
            | Term::Inside(_) => true,
        };
        if is_known { self.0.ask(term) } else { Truth::Unknown }
    }
}

/// What a condition asks of the enemy's strength.
#[derive(Clone, Copy, Default)]
struct Asked {
    combat: bool,
    units: bool,
}

/// Which of the enemy's figures a condition asks for.
fn asked(condition: &Condition) -> Asked {
    let mut asked = Asked::default();
    for term in condition.terms() {
        match term {
            Term::Odds(..) => asked.combat = true,
            Term::Compare(left, _, right) => {
                let named = |name: &'static str| *left == name || *right == Operand::Named(name);
                asked.combat |= named("their strength");
                asked.units |= named("enemy units");
            }
            Term::Is("enemy", _) => asked.units = true,
            Term::Is(..)
            | Term::Flag(_)
            | Term::FlagAt(..)
            | Term::CompareOf(..)
            | Term::Unknown(_)
            | Term::Whose { .. }
            | Term::At { .. }
            | Term::Within { .. }
            | Term::Inside(_) => {}
        }
    }
    asked
}

impl Paper<'_> {
    /// What the estimates say of a part of an entry that waits for the enemy's strength.
    pub(super) fn estimated(&self, part: Part, entry: &Entry, walk: &Walk) -> Option<String> {
        let condition = match part {
            Part::Stance => entry.intent.stance.as_ref().and_then(|(_, is, _)| is.as_ref()),
            Part::BreakOff => entry.intent.break_off.as_ref(),
            Part::Retreat => None,
        }?;
        let asked = asked(condition);
        if !(asked.combat || asked.units) {
            return None;
        }
        let foes = || self.known.in_sight(walk.here).filter(|one| self.known.is_foe(&one.power));
        let estimates: Vec<Estimate> = foes().filter_map(|marker| marker.estimate).collect();
        let units: Vec<Span> = estimates.iter().map(|one| one.units).collect();
        let of_all = units.iter().copied().reduce(Span::plus)?;
        let at = self.book.atlas.place(walk.here);
        let combat: Option<Vec<Span>> = estimates.iter().map(|one| one.combat).collect();
        let combat = combat.map(|all| self.with_generals(all));
        if asked.combat && combat.is_none() {
            return Some(format!(
                "what those at {at} are worth is not estimated before contact, so its `if` may hold; {IN_CONTACT}"
            ));
        }
        let (force, generals) = self.own_force_at(entry, walk.here);
        let ours = host::combat_value(&self.book.troops, &force, &generals);
        let combat = combat.filter(|_| asked.combat);
        let friends = self.known.has_ally(walk.here);
        let (certainty, when) = match part {
            Part::BreakOff => (Certainty::May, "the estimate of each night of battle decides"),
            // An ally's troops are not counted.
            _ if friends => (Certainty::May, IN_CONTACT),
            _ => {
                let theirs = (combat.as_deref(), &*units);
                (self.tried(condition, walk.here, (&force, ours), theirs), IN_CONTACT)
            }
        };
        let combat = combat.and_then(|all| all.into_iter().reduce(Span::plus));
        let and_allies = if friends { ", your allies there not counted" } else { "" };
        let told = combat
            .map(|one| format!("combat value {} against {ours} of yours{and_allies}", one.told()));
        let units =
            asked.units.then(|| format!("{} battalions, regiments and batteries", of_all.told()));
        let told: Vec<String> = told.into_iter().chain(units).collect();
        Some(format!(
            "those at {at} are estimated now ({}), so as things stand its `if` {}; {when}",
            told.join(", "),
            certainty.words()
        ))
    }

    /// The bounds of each power's combat value, with what its generals may add: the commander of each but the first
    /// is another's subordinate (§19.2).
    fn with_generals(&self, mut all: Vec<Span>) -> Vec<Span> {
        let most = self.book.troops.ranks.values().map(|rank| rank.combat).max().unwrap_or(0);
        all.iter_mut().skip(1).for_each(|one| one.high += most);
        all
    }

    /// Those of our own who fight in a hex as the sheet has it so far: who moves there by this entry or one
    /// before it, and who stays there.
    fn own_force_at(&self, entry: &Entry, at: Space) -> (Vec<&Formation>, Vec<&General>) {
        let place = |who: &str, now: Space| match who {
            who if who == entry.who => at,
            who => self.ends.get(who).copied().unwrap_or(now),
        };
        let chief = |one: &Formation| {
            let chief = one.under.as_ref().and_then(|name| self.generals.get(name));
            chief.filter(|chief| chief.leads(one)).map(|chief| chief.name.clone())
        };
        let ours = |power: &String| *power == self.known.power;
        let is_there = |one: &&Formation| {
            let who = chief(one).unwrap_or_else(|| one.name.clone());
            ours(&one.power) && place(&who, one.at) == at
        };
        let force = self.formations.values().filter(is_there).collect();
        let led = |one: &&General| ours(&one.power) && place(&one.name, one.at) == at;
        let mut generals: Vec<&General> = self.generals.values().filter(led).collect();
        generals.sort_by_key(|one| one.seniority(&self.book.troops));
        (force, generals)
    }

    /// How sure a condition is, with all figures of the estimates tried, each as it would be told in contact.
    fn tried(
        &self,
        condition: &Condition,
        at: Space,
        (force, ours): (&[&Formation], u32),
        (combat, units): (Option<&[Span]>, &[Span]),
    ) -> Certainty {
        let (book, known) = (self.book, self.known);
        let count = force.iter().map(|one| one.count(&book.troops)).sum();
        let told = |figure: u32| match &book.estimates {
            Some(estimates) if figure > 0 => estimates.span(Informant::Contact, figure).about,
            Some(_) | None => figure,
        };
        let answer = |(theirs, enemies): (u32, u32)| {
            let scene = Scene {
                strengths: Some((ours, theirs)),
                units: Some((count, enemies)),
                ..Scene::default()
            };
            let force = force.to_vec();
            condition.ask(&BeforeContact(Commander { book, known, at, force, scene }))
        };
        // Most figures are rounded to the same one. Each sum of what is told of several powers is tried once, with
        // the number of figures behind it.
        let all = |spans: &[Span]| {
            spans.iter().fold(BTreeMap::from([(0, 1)]), |sums: BTreeMap<u32, u64>, span| {
                let mut more = BTreeMap::new();
                for figure in span.low..=span.high {
                    for (sum, figures) in &sums {
                        *more.entry(sum + told(figure)).or_default() += figures;
                    }
                }
                more
            })
        };
        let combat = combat.map_or_else(|| BTreeMap::from([(0, 1)]), all);
        let units = all(units);
        let each =
            combat.iter().flat_map(|theirs| units.iter().map(move |enemies| (theirs, enemies)));
        let answers: Vec<(Truth, u64)> = each
            .map(|(theirs, enemies)| (answer((*theirs.0, *enemies.0)), theirs.1 * enemies.1))
            .collect();
        Certainty::of(&answers)
    }
}
