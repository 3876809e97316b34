//! What a receipt says of ships: where they sail, and what they do when they meet an enemy (§13, §19.6).
//!
//! The ways, paces and prices are those of the season (`sea/sailing.rs`); only enemies who come into the way are not known.

use super::Paper;
use super::grades::Told;
use crate::money::income;
use crate::orders::Sheet;
use crate::orders::causes::Cause;
use crate::orders::fleets::{FleetEntry, SailStep, berth_told};
use crate::orders::sea_senses::SeaCommander;
use crate::position::Position;
use crate::record::event::{Conduct, Reason};
use crate::record::sea::{Berth, Fleet, Group};
use crate::sea::boarding::{self, Load};
use crate::sea::sailing::{self, Leg, Run, Untaken};
use crate::sight::known::Known;
use crate::view::reasons;
use play::{Grade, ReceiptLine, UnderstoodEntry};
use sheet::condition::{Condition, Truth};
use sheet::{Diagnostic, Diagnostics};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The first entry that says what each group does at sea.
pub(super) fn spoke_at_sea(known: &Known, sheet: &Sheet) -> BTreeMap<String, u16> {
    let mut spoke = BTreeMap::new();
    for entry in sheet.fleets.iter().filter(|entry| entry.at_sea.is_some()) {
        if let Some(group) = sailing::acting(&known.navy, &known.power, &entry.who) {
            spoke.entry(group.who).or_insert(entry.number);
        }
    }
    spoke
}

/// Ships on paper.
struct Voyage {
    at: Berth,
    entered: u32,
    pace: u32,
    /// Whether a step stopped short, so that none follows.
    over: bool,
    /// Whether anybody is aboard.
    has_cargo: bool,
    /// Whether nobody but generals is.
    generals_alone: bool,
}

impl Paper<'_> {
    /// Tells one entry for ships, and whether anything of it is played.
    pub(super) fn at_sea(
        &mut self,
        entry: &FleetEntry,
        faults: &mut Diagnostics,
    ) -> (UnderstoodEntry, bool) {
        let navy = &self.navy;
        let (power, forces) = (self.known.power.as_str(), (&self.formations, &self.generals));
        let taken = sailing::take_up(&mut self.roll, self.book, navy, forces, (power, entry));
        let (group, loads) = match taken {
            Ok(taken) => taken,
            Err(untaken) => return (self.not_sailing(entry, &untaken, faults), false),
        };
        let price = sailing::price(self.book, navy, &group, entry);
        self.spoken.extend(sailing::names(&group));
        let mut heading = self.book.given(&group.who).to_owned();
        if price > 0 {
            self.paid.push((group.who.clone(), price));
            let unit = if price == 1 { "point" } else { "points" };
            heading = format!("{heading}, {price} action {unit}");
        }
        let mut lines: Vec<ReceiptLine> = self.boarded(entry, &group, &loads).into_iter().collect();
        lines.extend(self.voyage(entry, (&group, &loads), faults));
        lines.extend(self.conduct(entry, &group));
        if entry.words.is_some() {
            lines.push("words for the umpire, who interprets them".to_owned().into());
        }
        if lines.is_empty() {
            let text = "this entry orders nothing: the ships stay where they are";
            faults.push(Diagnostic::remark("no-steps", entry.head(), text));
            lines.push(format!("stays at {}", berth_told(self.book, &group.at)).into());
        }
        lines.iter_mut().for_each(|line| line.entry = Some(entry.number));
        (UnderstoodEntry { heading, lines }, true)
    }

    fn not_sailing(
        &self,
        entry: &FleetEntry,
        Untaken { reason, carry }: &Untaken,
        faults: &mut Diagnostics,
    ) -> UnderstoodEntry {
        let text = match carry {
            true => format!("`carry`: {}", reasons::sentence(self.book, reason)),
            false => {
                format!("{}: {}", self.book.given(&entry.who), reasons::sentence(self.book, reason))
            }
        };
        faults.push(
            Diagnostic::fault("not-taken-up", entry.head(), text).rule(reasons::rule(reason)),
        );
        let line = ReceiptLine {
            entry: Some(entry.number),
            step: carry.then(|| entry.carry_number()),
            words: "not played, see below".to_owned(),
            grade: Grade::Refused,
            causes: vec![Cause::of(reason, &self.known.power).word()],
            ..ReceiptLine::default()
        };
        UnderstoodEntry { heading: self.book.given(&entry.who).to_owned(), lines: vec![line] }
    }

    /// Who goes aboard, and how much room they take.
    fn boarded(
        &mut self,
        entry: &FleetEntry,
        group: &Group,
        loads: &[Load],
    ) -> Option<ReceiptLine> {
        let navies = self.book.navies.as_ref().filter(|_| !loads.is_empty())?;
        let names: Vec<&String> =
            loads.iter().flat_map(|one| one.generals.iter().chain(&one.formations)).collect();
        let formations = loads.iter().flat_map(|one| &one.formations);
        let formations = formations.filter_map(|name| self.formations.get(name));
        let takes: u32 = formations.map(|one| boarding::room_of(self.book, one)).sum();
        let fleets = self.navy.of_group(group);
        let room: u32 = fleets.map(|one| boarding::room_left(self.book, navies, one)).sum();
        let all = self.book.given_names(names.iter().copied());
        let words = format!("{all} aboard: {} of {} transports", takes.div_ceil(2), room / 2);
        self.spoken.extend(names.iter().map(|name| (*name).clone()));
        // Where the ships are sent, those aboard are, if they land.
        let lands = entry.sails.iter().rev().find(|step| step.lands);
        let at = lands.and_then(|step| step.to.last()).unwrap_or(&group.at);
        if let Berth::Port(at) = at {
            self.landing.extend(names.into_iter().map(|name| (name.clone(), *at)));
        }
        let step = Some(entry.carry_number());
        Some(ReceiptLine { step, words, ..ReceiptLine::default() })
    }

    /// The steps one after the other.
    fn voyage(
        &self,
        entry: &FleetEntry,
        (group, loads): (&Group, &[Load]),
        faults: &mut Diagnostics,
    ) -> Vec<ReceiptLine> {
        let navy = &self.navy;
        let fleets = navy.of_group(group);
        let aboard: Vec<_> = fleets.map(|one| &one.cargo).filter(|one| !one.is_empty()).collect();
        let has_cargo = !loads.is_empty() || !aboard.is_empty();
        let generals_alone = loads.iter().all(|one| one.formations.is_empty())
            && aboard.iter().all(|one| one.formations.is_empty());
        let pace = sailing::pace(self.book, &self.navy, group);
        let (at, entered, over) = (group.at.clone(), 0, false);
        let mut voyage = Voyage { at, entered, pace, over, has_cargo, generals_alone };
        let mut lines = vec![];
        for (number, step) in entry.numbered() {
            let told = self.sail(step, group, &mut voyage, faults);
            lines.extend(told.lines(number));
        }
        lines.extend(self.at_trade(&voyage.at, group).map(ReceiptLine::from));
        if entry.written > entry.sails.len() {
            let at = berth_told(self.book, &voyage.at);
            let first = entry.sails.len() + 1;
            lines.push(
                format!(
                    "step {first} has a fault, and nothing from there on is played; ends at {at}"
                )
                .into(),
            );
        }
        lines
    }

    /// What ships do in a trade box when the turn ends (§16.4).
    fn at_trade(&self, at: &Berth, group: &Group) -> Option<String> {
        let navies = self.book.navies.as_ref().filter(|_| self.book.economy.is_some())?;
        let of = navies.waters.trade_of(at.area()?)?;
        if of == self.known.power {
            let protects = self.navy.warlike(group) > 0;
            return protects
                .then(|| "protects your trade, and fights whoever comes for it".to_owned());
        }
        let preys = |one: &&Fleet| income::preys_on(self.book, self.known, one, at).is_some();
        let dice = match self.navy.of_group(group).filter(preys).count() {
            0 => return None,
            1 => "a die".to_owned(),
            dice => format!("{dice} dice"),
        };
        Some(format!(
            "there it takes {dice} of the trade of {} when the turn ends, unless it is driven off; it fights ships that \
             protect it",
            self.book.title(of)
        ))
    }

    /// One step, walked on paper.
    fn sail(
        &self,
        step: &SailStep,
        group: &Group,
        voyage: &mut Voyage,
        faults: &mut Diagnostics,
    ) -> Told {
        let goals: Vec<String> = step.to.iter().map(|to| berth_told(self.book, to)).collect();
        let goal = goals.join(", then ");
        let (mut refused, mut passed) = (None, vec![]);
        let (before, aboard) = ((voyage.at.clone(), voyage.entered), voyage.has_cargo);
        match sailing::legs_of(self.book, &voyage.at, step) {
            None => {
                let why = reasons::sentence(self.book, &Reason::NoSeaWay);
                refused = Some((Cause::Rules, why));
            }
            Some(_) if step.lands && !voyage.has_cargo => {
                let why = reasons::sentence(self.book, &Reason::NobodyAboard);
                refused = Some((Cause::Earlier, why));
            }
            Some(legs) => {
                for leg in legs {
                    refused = self.sea_leg(leg, voyage, &mut passed);
                    if refused.is_some() {
                        break;
                    }
                }
            }
        }
        let by = by_way_of(&passed, &goal);
        let sum = format!("{} of {} areas", voyage.entered, voyage.pace);
        let mut told = match (voyage.over, &refused) {
            (true, _) => Told::refused(
                format!("sails to {goal}: not done, the ships stop before"),
                Cause::Earlier,
            ),
            (false, None) if step.lands => Told::sure(format!("lands at {goal}{by}: {sum}")),
            (false, None) => Told::sure(format!("sails to {goal}{by}: {sum}")),
            (false, Some((cause, why))) => {
                let ends = berth_told(self.book, &voyage.at);
                let at = step.at.start..step.at.start + 1;
                let text = format!("{}: {why}", self.book.given(&group.who));
                faults.push(Diagnostic::remark("stops-short", at, text).rule("K05 §13.3"));
                Told::refused(
                    format!("sails toward {goal}{by}, and stops at {ends}: {why}"),
                    *cause,
                )
            }
        };
        if voyage.over {
            (voyage.at, voyage.entered) = before;
            return told;
        }
        voyage.over = refused.is_some();
        if let (Some(condition), Some(at)) = (&step.condition, &step.asked) {
            self.asks(condition, at, group, &mut told);
            // If it does not hold, they are still aboard at the next step.
            voyage.has_cargo = aboard;
            if told.is_refused() && refused.is_none() {
                (voyage.at, voyage.entered) = before;
            }
        }
        if self.has_enemies() {
            told.only_if(Cause::Enemy);
        }
        told
    }

    /// One leg on paper; why it is not sailed, if it is not.
    fn sea_leg(
        &self,
        leg: Leg,
        voyage: &mut Voyage,
        passed: &mut Vec<String>,
    ) -> Option<(Cause, String)> {
        let Voyage { entered, pace, generals_alone, .. } = *voyage;
        let run = Run { power: &self.known.power, entered, pace, generals_alone };
        if let Err(halt) = sailing::may_go(self.book, self.known, run, &leg) {
            return Some((Cause::of_halt(&halt), reasons::halt(self.book, &halt)));
        }
        match leg {
            Leg::Port(port) => voyage.at = Berth::Port(port),
            Leg::Land(_) => voyage.has_cargo = false,
            Leg::Area(area) => {
                voyage.entered += 1;
                passed.push(area.clone());
                voyage.at = Berth::Sea(area);
            }
        }
        None
    }

    /// Adds the condition of a step; what asks for an enemy's ships holds nowhere under way.
    fn asks(&self, condition: &Condition, at: &Range<usize>, group: &Group, told: &mut Told) {
        told.words.push_str(&format!(", if {}", self.written(condition, at)));
        let senses = SeaCommander::under_way(self.book, self.known, group);
        match condition.ask(&senses) {
            Truth::Unknown => {
                told.below
                    .push("under way this cannot be told, so the step is not done".to_owned());
                told.refuse(Cause::Condition);
            }
            Truth::Yes | Truth::No => told.only_if(Cause::Condition),
        }
    }

    /// Whether anybody is at war with the power.
    fn has_enemies(&self) -> bool {
        let mut others = self.known.relations.parties();
        others.any(|other| self.known.at_war(other, &self.known.power))
    }

    /// What the ships do when they meet an enemy.
    fn conduct(&self, entry: &FleetEntry, group: &Group) -> Vec<ReceiptLine> {
        let Some(said) = &entry.at_sea else {
            let why = match self.has_enemies() && !entry.sails.is_empty() {
                true => "evades enemies that it meets, since the entry has no `at sea`",
                false => return vec![],
            };
            return vec![why.to_owned().into()];
        };
        let does = |conduct: Conduct| match conduct {
            Conduct::Intercept => "fights enemies that it meets at sea",
            Conduct::Evade => "evades enemies that it meets at sea",
        };
        let mut words = does(said.is).to_owned();
        if let (Some(condition), Some(at)) = (&said.condition, &said.asked) {
            let other = said.otherwise.unwrap_or_default();
            words = format!("{words} if {}; else {}", self.written(condition, at), does(other));
        }
        let earlier = self.spoke_at_sea.get(&group.who).is_some_and(|first| *first != entry.number);
        let step = Some(entry.conduct_number());
        let mut line = ReceiptLine { step, words, ..ReceiptLine::default() };
        if earlier {
            line.words.push_str("; not used, an entry before it speaks for them");
            line.grade = Grade::Refused;
            line.causes = vec![Cause::Earlier.word()];
        }
        vec![line]
    }
}

/// The areas on the way; of the one that is the goal itself the name alone is enough.
fn by_way_of(passed: &[String], goal: &str) -> String {
    match passed {
        [] => String::new(),
        [only] if only == goal => String::new(),
        all => format!(" by {}", all.join(", ")),
    }
}

/// Lines about ships that nobody ordered: where they stay.
impl Paper<'_> {
    pub(super) fn idle_at_sea(&self) -> Vec<String> {
        let navy = &self.navy;
        let own = navy.fleets.values().filter(|one| one.power == self.known.power);
        let idle = own.filter(|one| !self.spoken.contains(&one.name));
        let names: BTreeSet<&str> = idle.map(|one| navy.group_of(one)).collect();
        let told = |who: &str| {
            let group = navy.group(&self.known.power, who)?;
            let at = berth_told(self.book, &group.at);
            let does = match (&group.at, self.has_enemies()) {
                (Berth::Sea(_), true) => ", and evades enemies",
                (Berth::Sea(_) | Berth::Port(_), _) => "",
            };
            let trade = self.at_trade(&group.at, &group).map(|words| format!("; {words}"));
            let trade = trade.unwrap_or_default();
            Some(format!("{} stays at {at}{does}{trade}", self.book.given(who)))
        };
        names.into_iter().filter_map(told).collect()
    }
}
