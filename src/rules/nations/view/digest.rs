//! The season at a glance for the umpire, who sees all of it.

use crate::rules::nations::event::Event;
use crate::rules::nations::plan::place;
use crate::rules::nations::state::ForceId;
use crate::rules::nations::turn::Turn;
use crate::rules::nations::view::reasons;
use std::collections::BTreeMap;

/// Lines for the umpire: the markers in order, each activation, what could not be carried out.
pub fn lines(turn: &Turn) -> Vec<String> {
    let mut digest = Digest { turn, names: turn.began.clone(), lines: vec![] };
    for event in &turn.events {
        digest.event(event);
    }
    digest.lines
}

struct Digest<'t, 'b> {
    turn: &'t Turn<'b>,
    /// Forces that may be gone by the end, by the name they had when last seen.
    names: BTreeMap<ForceId, String>,
    lines: Vec<String>,
}

impl Digest<'_, '_> {
    fn name(&self, id: ForceId) -> String {
        self.names.get(&id).cloned().unwrap_or_else(|| "a force".to_owned())
    }

    fn event(&mut self, event: &Event) {
        let book = self.turn.book;
        match event {
            Event::Changed { force, why } => {
                self.lines.push(format!("  {}: {why}", self.turn.name(force)));
            }
            Event::Ordered { power, by } if by == "nothing" => {
                self.lines.push(format!("{}: no orders", book.people.title(power)));
            }
            Event::Ordered { power, by } => {
                self.lines.push(format!("{}: orders from {by}", book.people.title(power)));
            }
            Event::MarkerDrawn { marker, chosen } => {
                let chosen = if *chosen { " (chosen)" } else { "" };
                self.lines.push(format!("{marker}{chosen}"));
            }
            Event::MarkerPutBack { marker } => self.lines.push(format!("({marker} put back)")),
            Event::WinterQuarters { ends, .. } => {
                let end = if *ends { ": the marches end" } else { ", put back" };
                self.lines.push(format!("(winter quarters{end})"));
            }
            Event::NobodyMoved { .. } => self.lines.push("  nobody moves".to_owned()),
            Event::Moved { force, to, spent, .. } => {
                let who = self.name(*force);
                let line = format!("  {who} to {} ({spent})", place(book, *to));
                self.march(&who, line);
            }
            Event::Stopped { force, halt, .. } => {
                let why = reasons::halt(book, halt);
                self.lines.push(format!("  {} stops: {why}", self.name(*force)));
            }
            Event::Placed { force, arrival: true } => {
                self.names.insert(force.id, self.turn.name(force));
                self.lines.push(format!(
                    "{} arrives at {}",
                    self.turn.name(force),
                    place(book, force.at)
                ));
            }
            Event::Placed { force, .. }
            | Event::Joined { force, .. }
            | Event::Parted { force, .. } => {
                self.names.insert(force.id, self.turn.name(force));
            }
            Event::NotDone { power, entry, step, order, who, reason } => {
                let why = reasons::sentence(book, reason);
                self.lines
                    .push(format!("  {power} entry {entry} step {step} ({who} {order}): {why}"));
            }
            Event::Overstacked { force, lost } => {
                let who = self.turn.name(force);
                self.lines.push(format!("  {who} loses {} units for want of room", lost.len()));
            }
            _ => {}
        }
    }

    /// One line a march: the last hex and the points replace those before.
    fn march(&mut self, who: &str, line: String) {
        let start = format!("  {who} to ");
        match self.lines.last_mut() {
            Some(last) if last.starts_with(&start) => *last = line,
            _ => self.lines.push(line),
        }
    }
}
