//! The season at a glance for the umpire, who sees all of it.

use crate::orders::rehearsal::place;
use crate::record::event::{Event, Fate, Winner};
use crate::record::state::ForceId;
use crate::season::turn::Turn;
use crate::view::reasons;
use kit::ground::Space;
use play::SummaryLine;
use std::collections::BTreeMap;

/// Lines for the umpire: the markers in order, each activation, what could not be carried out.
pub fn lines(turn: &Turn) -> Vec<SummaryLine> {
    let mut digest =
        Digest { turn, names: turn.began.clone(), lines: vec![], number: 0, lost: BTreeMap::new() };
    for event in &turn.events {
        digest.number += 1;
        digest.event(event);
        digest.count(event);
    }
    digest.sum_up();
    digest.lines
}

struct Digest<'t, 'b> {
    turn: &'t Turn<'b>,
    /// Forces that may be gone by the end, by the name they had when last seen.
    names: BTreeMap<ForceId, String>,
    lines: Vec<SummaryLine>,
    /// The event that is being told.
    number: u32,
    /// Steps that each power has lost.
    lost: BTreeMap<String, u32>,
}

impl Digest<'_, '_> {
    fn say(&mut self, text: String) {
        self.lines.push(SummaryLine { event: self.number, text });
    }

    /// Counts who lost what.
    fn count(&mut self, event: &Event) {
        let (power, units) = match event {
            Event::Lost { force, units, .. } => (&force.power, units),
            Event::Overstacked { force, lost, .. } => (&force.power, lost),
            Event::Destroyed { power, units, .. } | Event::CargoLost { power, units, .. } => {
                (power, units)
            }
            _ => return,
        };
        let steps: u32 = units.iter().map(|unit| u32::from(unit.steps)).sum();
        *self.lost.entry(power.clone()).or_default() += steps;
        if let Event::Lost { force, .. } = event
            && steps > 0
        {
            let many = if steps == 1 { "step" } else { "steps" };
            self.say(format!("  {} loses {steps} {many}", self.turn.name(force)));
        }
    }

    /// Says who lost what in all.
    fn sum_up(&mut self) {
        let title = |power: &str| self.turn.book.people.title(power).to_owned();
        let all = self.lost.iter().filter(|(_, steps)| **steps > 0);
        let all: Vec<String> =
            all.map(|(power, steps)| format!("{} {steps}", title(power))).collect();
        if !all.is_empty() {
            self.say(format!("steps lost in all: {}", all.join(", ")));
        }
    }

    fn name(&self, id: ForceId) -> String {
        self.names.get(&id).cloned().unwrap_or_else(|| "a force".to_owned())
    }

    fn event(&mut self, event: &Event) {
        let book = self.turn.book;
        match event {
            Event::Changed { force, why } => {
                self.say(format!("  {}: {why}", self.turn.name(force)));
            }
            Event::Ordered { power, by, .. } if by == "nothing" => {
                self.say(format!("{}: no orders", book.people.title(power)));
            }
            Event::Ordered { power, by, .. } => {
                self.say(format!("{}: orders from {by}", book.people.title(power)));
            }
            Event::MarkerDrawn { marker, chosen } => {
                let chosen = if *chosen { " (chosen)" } else { "" };
                self.say(format!("{marker}{chosen}"));
            }
            Event::Decreed { words, .. } => self.say(format!("  you ruled: {words}")),
            Event::MarkerPutBack { marker } => self.say(format!("({marker} put back)")),
            Event::WinterQuarters { ends, .. } => {
                let end = if *ends { ": the marches end" } else { ", put back" };
                self.say(format!("(winter quarters{end})"));
            }
            Event::NobodyMoved { .. } => self.say("  nobody moves".to_owned()),
            Event::Moved { force, to, spent, .. } => {
                let who = self.name(*force);
                let line = format!("  {who} to {} ({spent})", place(book, *to));
                self.march(&who, line);
            }
            Event::Stopped { force, halt, .. } => {
                let why = reasons::halt(book, halt);
                self.say(format!("  {} stops: {why}", self.name(*force)));
            }
            Event::Placed { force, arrival: true } => {
                self.names.insert(force.id, self.turn.name(force));
                self.say(format!("{} arrives at {}", self.turn.name(force), place(book, force.at)));
            }
            Event::Parted { force, new, .. } => {
                self.names.insert(force.id, self.turn.name(force));
                self.names.insert(new.id, self.turn.name(new));
            }
            Event::Placed { force, .. } | Event::Joined { force, .. } => {
                self.names.insert(force.id, self.turn.name(force));
            }
            Event::NotDone { power, entry, step, order, who, reason } => {
                let why = reasons::sentence(book, reason);
                self.say(format!("  {power} entry {entry} step {step} ({who} {order}): {why}"));
            }
            Event::Overstacked { force, lost, .. } => {
                let who = self.turn.name(force);
                self.say(format!("  {who} loses {} units for want of room", lost.len()));
            }
            _ => self.war(event),
        }
    }

    /// Battles and sieges, a line each.
    fn war(&mut self, event: &Event) {
        let book = self.turn.book;
        let at = |space: &Space| place(book, *space);
        let line = match event {
            Event::Intercepted { force, at: space, succeeded, .. } => {
                let how = if *succeeded { "intercepts" } else { "fails to intercept" };
                format!("{} {how} at {}", self.name(*force), at(space))
            }
            Event::Avoided { force, to, succeeded: true, .. } => {
                format!("{} slips away to {}", self.name(*force), at(to))
            }
            Event::MarchedToGuns { force, to, succeeded: true, .. } => {
                format!("{} marches to the guns at {}", self.name(*force), at(to))
            }
            Event::Fought { at: space, odds, attacker, defender, .. } => format!(
                "{} against {} at {} ({odds}): {} to {}",
                attacker.name,
                defender.name,
                at(space),
                attacker.result,
                defender.result
            ),
            Event::BattleEnded { attacker, defender, winner, .. } => {
                let won = if *winner == Winner::Attacker { attacker } else { defender };
                format!("{} wins", won.name)
            }
            Event::Destroyed { leader, power, at: space, .. } => {
                let who = leader.as_deref().unwrap_or("a force");
                format!("{who} ({}) destroyed at {}", book.people.title(power), at(space))
            }
            Event::LeaderChecked { leader, fate, .. } if *fate != Fate::Unharmed => {
                format!("{leader} {}", if *fate == Fate::Killed { "killed" } else { "wounded" })
            }
            Event::MoraleChecked { force, demoralized: true, .. } => {
                format!("{} demoralized", self.name(*force))
            }
            Event::SiegeAttempted { force, at: space, result, .. } => {
                format!("{} attempts {}: {result}", self.name(*force), at(space))
            }
            Event::Captured { at: space, power, .. } => {
                format!("{} taken by {}", at(space), book.people.title(power))
            }
            Event::CardPlayed { card, who, .. } => format!("card {card} played for {who}"),
            Event::Scored { total, needed, winner, .. } => {
                let won = winner.map_or("nobody", |bloc| bloc.word());
                format!("victory points {total} of {needed}: {won}")
            }
            _ => return,
        };
        self.say(format!("  {line}"));
    }

    /// One line a march: the last hex and the points replace those before.
    fn march(&mut self, who: &str, line: String) {
        let start = format!("  {who} to ");
        match self.lines.last_mut() {
            Some(last) if last.text.starts_with(&start) => {
                *last = SummaryLine { event: self.number, text: line };
            }
            _ => self.say(line),
        }
    }
}
