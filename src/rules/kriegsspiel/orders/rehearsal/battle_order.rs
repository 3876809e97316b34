//! Changes of the order of battle on paper (§10): entry 0 of a receipt.

use super::{Paper, grades};
use crate::march::organise::Ranks;
use crate::orders::Sheet;
use crate::orders::causes::Cause;
use crate::orders::organise::Change;
use crate::record::event::{ForceEvent, Reason};
use crate::view::{forces, reasons};
use play::{Grade, ReceiptLine, UnderstoodEntry};
use sheet::{Diagnostic, Diagnostics};

impl Paper<'_> {
    /// Makes the changes of the order of battle on paper, and tells which cannot be made.
    pub(super) fn changes(
        &mut self,
        sheet: &Sheet,
        faults: &mut Diagnostics,
    ) -> Option<UnderstoodEntry> {
        let mut lines = vec![];
        for (number, change, at) in &sheet.changes {
            let ranks = Ranks {
                book: self.book,
                power: &self.known.power,
                formations: &self.formations,
                generals: &self.generals,
                navy: &self.navy,
                reformed: &self.known.reformed,
            };
            let line = ReceiptLine {
                entry: Some(0),
                step: Some(*number),
                words: change.tell(self.book),
                ..ReceiptLine::default()
            };
            match ranks.change(change) {
                Ok(event) => {
                    lines.push(line);
                    self.apply(event);
                }
                Err(reason) => {
                    let why = reasons::sentence(self.book, &reason);
                    let text = format!("{}: {why}", change.tell(self.book));
                    let at = at.start..at.start + 1;
                    let rule = reasons::rule(&reason);
                    let fault = Diagnostic::fault("order-of-battle", at, text).rule(rule);
                    let help = self.what_is_there(change, &reason);
                    faults.push(match help {
                        Some(help) => fault.help(help),
                        None => fault,
                    });
                    lines.push(ReceiptLine {
                        words: format!("{}{}", line.words, grades::NOT_DONE),
                        grade: Grade::Refused,
                        causes: vec![Cause::of(&reason, &self.known.power).word()],
                        ..line
                    });
                }
            }
        }
        let heading = "Order of battle".to_owned();
        (!lines.is_empty()).then_some(UnderstoodEntry { heading, lines })
    }

    /// What of the order of battle keeps a change from being made.
    fn what_is_there(&self, change: &Change, reason: &Reason) -> Option<String> {
        let at = |name: &str| {
            let formation = self.formations.get(name).map(|one| one.at);
            let at = formation.or(self.generals.get(name).map(|one| one.at))?;
            Some(format!("{name} stands at {}", self.book.atlas.place(at)))
        };
        match (reason, change) {
            (Reason::Apart, Change::Assign { formation: one, to: Some(other) })
            | (Reason::Apart, Change::Transfer { from: one, to: other, .. })
            | (Reason::Apart, Change::Merge { formation: one, into: other }) => {
                Some(format!("{}; {}", at(one)?, at(other)?))
            }
            (Reason::TooFew { .. }, Change::Transfer { from, .. } | Change::Raise { from, .. }) => {
                let from = self.formations.get(from)?;
                Some(format!("{} has {}", from.name, forces::units(self.book, from)))
            }
            (Reason::Command { .. }, Change::Assign { to: Some(to), .. }) => {
                let led = self.formations.values().filter(|one| one.under.as_ref() == Some(to));
                let led: Vec<&str> = led.map(|one| one.name.as_str()).collect();
                Some(format!(
                    "{to} leads {}; `assign: {{formation: ..., to: nobody}}` frees a place",
                    led.join(", ")
                ))
            }
            _ => None,
        }
    }

    fn apply(&mut self, event: ForceEvent) {
        if let ForceEvent::Assigned { formation, under, .. } = &event
            && let Some(formation) = self.formations.get_mut(formation)
        {
            formation.under.clone_from(under);
        }
        if let ForceEvent::Reshaped { formations, gone, .. } = event {
            for name in gone {
                self.formations.remove(&name);
            }
            for one in formations {
                self.formations.insert(one.name.clone(), one);
            }
        }
    }
}
