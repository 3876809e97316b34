//! The peaces that powers have made after they were beaten, and those who fight on (NIA §13.3).
//!
//! All of it is public, so the state and what a power knows have the same type, as a part of the titles. What a peace
//! does to relations is here too: see [`relate`].

use crate::book::Book;
use crate::book::earlier::EarlierPeace;
use crate::record::event::{CourtEvent, Term, of_conquest, of_sides, of_troops};
use crate::record::state::Bloc;
use kit::calendar::Season;
use kit::relations::{Relations, Status};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A condition of a peace, and who has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    pub term: Term,
    /// The province or the country.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The victor to whom it goes.
    pub to: String,
}

/// One peace.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Treaty {
    pub beaten: String,
    pub with: BTreeSet<String>,
    /// Those of them who have beaten the power; all of them, if nobody is named.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub victors: BTreeSet<String>,
    pub made: Season,
    /// The first season in which war is possible again.
    pub until: Season,
    /// Whether its time is over.
    #[serde(default)]
    pub over: bool,
    /// Whether it was offered and accepted; then it does not count as a defeat.
    #[serde(default)]
    pub offered: bool,
    pub conditions: Vec<Condition>,
    /// The troops that have been lent: kinds of units, and `train`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lent: Vec<String>,
    /// The side of those with whom it is, when it was made.
    pub side: Bloc,
    /// Whether the beaten power or its conqueror has left its side since the peace was over: then no alliance by it binds
    /// them any more.
    #[serde(default)]
    pub released: bool,
    /// Former allies, each with the provinces of the beaten that it may enter (NIA §13.3.2.2).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub open: BTreeMap<String, BTreeSet<String>>,
}

impl Treaty {
    /// A peace without conditions.
    pub fn new(beaten: &str, with: &[String], (made, until): (Season, Season), side: Bloc) -> Self {
        Self {
            beaten: beaten.to_owned(),
            with: with.iter().cloned().collect(),
            victors: BTreeSet::new(),
            made,
            until,
            over: false,
            offered: false,
            conditions: vec![],
            lent: vec![],
            side,
            released: false,
            open: BTreeMap::new(),
        }
    }

    /// Whether a power has part in the victory, and not in the peace alone.
    pub fn is_of(&self, victor: &str) -> bool {
        let victors = if self.victors.is_empty() { &self.with } else { &self.victors };
        victors.contains(victor)
    }

    /// Who has a condition of this peace.
    pub fn has(&self, term: Term) -> Option<&str> {
        let found = self.conditions.iter().find(|condition| condition.term == term);
        found.map(|condition| condition.to.as_str())
    }

    /// Whose ally the beaten power is when its time is over.
    pub fn conqueror(&self) -> Option<&str> {
        self.has(Term::Alliance)
    }

    /// What it does to relations: no war between the beaten and those with whom the peace is, and their troops may cross the
    /// land of the beaten, and not the other way (NIA §13.3.2.2).
    pub fn relate(&self, relations: &mut Relations<Bloc>) {
        for victor in &self.with {
            let truce = Status::Truce { until: self.until, transit: false };
            relations.settle(&self.beaten, victor, truce);
            relations.open(victor, &self.beaten);
        }
    }

    /// How many springs the beaten power has had since, up to a season (NIA §13.3.2.2). That of the year in which it was
    /// made is over by then.
    pub fn springs(&self, now: Season) -> u16 {
        now.year.saturating_sub(self.made.year)
    }
}

/// All of them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Peaces {
    /// In the order in which they were made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    treaties: Vec<Treaty>,
    /// Beaten powers that fight on, each with its last season for that (NIA §13.3.1.2).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    fighting_on: BTreeMap<String, Season>,
    /// When conquerors with allies by force last lost a major battle (NIA §13.3.2.4).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    routed: BTreeMap<String, Season>,
}

impl Peaces {
    /// The peaces that were made before the scenario begins (NIA §21.2.3).
    pub fn at_start(book: &Book) -> Self {
        let treaty = |peace: &EarlierPeace| {
            let side = peace.with.first().and_then(|power| book.scenario.side(power));
            let side = side.map_or(Bloc::Neutral, Bloc::read);
            let times = (peace.made, peace.until);
            let condition =
                |term: Term, to: &String| Condition { term, name: None, to: to.clone() };
            let alliance = peace.alliance.iter().map(|to| condition(Term::Alliance, to));
            let system = peace.system.iter().map(|to| condition(Term::ContinentalSystem, to));
            let conditions = alliance.chain(system).collect();
            let over = peace.until <= book.scenario.first;
            Treaty { conditions, over, ..Treaty::new(&peace.of, &peace.with, times, side) }
        };
        Self { treaties: book.scenario.peaces.iter().map(treaty).collect(), ..Self::default() }
    }

    /// Whether there was none.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// All of them, in the order in which they were made.
    pub fn treaties(&self) -> impl Iterator<Item = &Treaty> {
        self.treaties.iter()
    }

    /// Those that last.
    pub fn lasting(&self) -> impl Iterator<Item = &Treaty> {
        self.treaties.iter().filter(|treaty| !treaty.over)
    }

    /// The peace that a beaten power has with another.
    pub fn between(&self, beaten: &str, other: &str) -> Option<&Treaty> {
        let mut lasting = self.lasting();
        lasting.find(|treaty| treaty.beaten == beaten && treaty.with.contains(other))
    }

    /// The peace that two powers have, whoever of them was beaten.
    pub fn of_both(&self, one: &str, other: &str) -> Option<&Treaty> {
        self.between(one, other).or_else(|| self.between(other, one))
    }

    /// The peace in which a power is beaten, as long as it lasts; the last, if there are several.
    pub fn of(&self, beaten: &str) -> Option<&Treaty> {
        self.lasting().filter(|treaty| treaty.beaten == beaten).max_by_key(|treaty| treaty.until)
    }

    /// How often a power was beaten by another.
    pub fn defeats(&self, beaten: &str, by: &str) -> usize {
        let all = self.defeats_of(beaten);
        all.filter(|treaty| treaty.is_of(by)).count()
    }

    /// The peaces that a power had to make, the newest first, whether they last or not.
    pub fn defeats_of<'t>(&'t self, beaten: &str) -> impl Iterator<Item = &'t Treaty> {
        let all = self.treaties.iter().rev();
        all.filter(move |treaty| treaty.beaten == beaten && !treaty.offered)
    }

    /// The last peace that a power had to make.
    pub fn last_defeat(&self, beaten: &str) -> Option<&Treaty> {
        self.defeats_of(beaten).next()
    }

    /// The last peace that a power had to make with another.
    pub fn last(&self, beaten: &str, by: &str) -> Option<&Treaty> {
        self.defeats_of(beaten).find(|treaty| treaty.is_of(by))
    }

    /// The peaces that open a province to a power that was the ally of its owner (NIA §13.3.2.2).
    pub fn opening<'t>(
        &'t self,
        power: &'t str,
        province: &'t str,
    ) -> impl Iterator<Item = &'t Treaty> + 't {
        let opens = move |treaty: &&Treaty| {
            treaty.open.get(power).is_some_and(|open| open.contains(province))
        };
        self.lasting().filter(opens)
    }

    /// Whether a beaten power lends another troops by a peace that lasts (NIA §13.3.2.3).
    pub fn lends(&self, beaten: &str, to: &str) -> bool {
        let mut lasting = self.lasting();
        lasting.any(|treaty| treaty.beaten == beaten && treaty.has(Term::Troops) == Some(to))
    }

    /// The last peace of a power, if it is over and binds it to its conqueror as an ally, until one of the two leaves its
    /// side (NIA §13.3.2.3).
    pub fn binding(&self, beaten: &str) -> Option<&Treaty> {
        let binds =
            |treaty: &&Treaty| treaty.over && !treaty.released && treaty.conqueror().is_some();
        self.defeats_of(beaten).next().filter(binds)
    }

    /// Whether a peace binds a power to another: one between the two that lasts, or an alliance that has followed it (NIA
    /// §13.3.2.2).
    pub fn binds(&self, power: &str, to: &str) -> bool {
        let ally = self.binding(power).and_then(Treaty::conqueror);
        self.of_both(power, to).is_some() || ally == Some(to)
    }

    /// The last season in which a beaten power fights on (NIA §13.3.1.2).
    pub fn fights_until(&self, power: &str) -> Option<Season> {
        self.fighting_on.get(power).copied()
    }

    /// When a conqueror with allies by force last lost a major battle.
    pub fn routed(&self, power: &str) -> Option<Season> {
        self.routed.get(power).copied()
    }

    /// Beaten powers that fight on, each with its last season for that.
    pub fn fighting_on(&self) -> impl Iterator<Item = (&str, Season)> {
        self.fighting_on.iter().map(|(power, last)| (power.as_str(), *last))
    }

    /// The newest peace of a beaten power.
    fn newest(&mut self, beaten: &str) -> Option<&mut Treaty> {
        self.treaties.iter_mut().rev().find(|treaty| treaty.beaten == beaten)
    }

    /// Adds a peace that was made before.
    pub fn lay(&mut self, treaty: Treaty) {
        // One of the scenario's own that is laid again is as it is now.
        let is_it = |other: &Treaty| (&other.beaten, other.made) == (&treaty.beaten, treaty.made);
        self.treaties.retain(|other| !is_it(other));
        self.treaties.push(treaty);
    }

    /// Writes an event.
    pub(super) fn apply(&mut self, event: &CourtEvent) {
        match event {
            CourtEvent::FoughtOn { power, last } => {
                self.fighting_on.insert(power.clone(), *last);
            }
            CourtEvent::ConquerorBeaten { power, season } => {
                self.routed.insert(power.clone(), *season);
            }
            CourtEvent::FightingEnded { power } => {
                self.fighting_on.remove(power);
            }
            CourtEvent::PeaceMade { power, with, made, until, offered, side, .. } => {
                self.fighting_on.remove(power);
                let treaty = Treaty::new(power, with, (*made, *until), *side);
                self.treaties.push(Treaty { offered: *offered, ..treaty });
            }
            CourtEvent::PowerTurned { power, from, .. } if *from != Bloc::Neutral => {
                self.fighting_on.remove(power);
                let of = |treaty: &&mut Treaty| {
                    treaty.beaten == *power || treaty.conqueror() == Some(power)
                };
                let over = self.treaties.iter_mut().filter(|treaty| treaty.over).filter(of);
                over.for_each(|treaty| treaty.released = true);
            }
            CourtEvent::VictorsNamed { power, victors } => {
                if let Some(treaty) = self.newest(power) {
                    treaty.victors = victors.iter().cloned().collect();
                }
            }
            CourtEvent::BordersOpened { power, to, provinces } => {
                if let Some(treaty) = self.newest(power) {
                    treaty.open.insert(to.clone(), provinces.iter().cloned().collect());
                }
            }
            CourtEvent::ConditionSet { power, to, term, name, .. } => {
                let (term, name, to) = (*term, name.clone(), to.clone());
                if let Some(treaty) = self.newest(power) {
                    treaty.conditions.push(Condition { term, name, to });
                }
            }
            CourtEvent::TroopsLent { power, to, what } => {
                let lends =
                    |treaty: &&mut Treaty| !treaty.over && treaty.has(Term::Troops) == Some(to);
                let mut own = self.treaties.iter_mut().filter(|treaty| treaty.beaten == *power);
                if let Some(treaty) = own.find(lends) {
                    treaty.lent.push(what.clone());
                }
            }
            CourtEvent::PeaceEnded { power, with } => {
                let is_it = |treaty: &&mut Treaty| {
                    let mut with = with.iter();
                    !treaty.over
                        && treaty.beaten == *power
                        && with.all(|one| treaty.with.contains(one))
                };
                let Some(treaty) = self.treaties.iter_mut().find(is_it) else { return };
                match treaty.with.len() == with.len() {
                    true => treaty.over = true,
                    // The others of the peace still have it.
                    false => treaty.with.retain(|one| !with.contains(one)),
                }
            }
            CourtEvent::PeaceRefused { .. }
            | CourtEvent::RightBroken { .. }
            | of_sides!()
            | of_troops!()
            | of_conquest!() => {}
        }
    }
}

/// What peaces that are made and end do to relations.
pub fn relate(event: &CourtEvent, relations: &mut Relations<Bloc>) {
    if let CourtEvent::PeaceMade { power, with, made, until, side, .. } = event {
        Treaty::new(power, with, (*made, *until), *side).relate(relations);
    }
    if let CourtEvent::PeaceEnded { power, with } = event {
        for victor in with {
            relations.forget(power, victor);
            relations.shut(victor, power);
        }
    }
}
