//! Ways on paper: the cheapest one to a goal, or why there is none.

use super::grades::Told;
use super::{Pencil, points};
use crate::book::atlas::Surface;
use crate::operations::path::{Field, Marcher, POINT, without_others};
use crate::orders::causes::Cause;
use crate::record::unit::Unit;
use kit::ground::Space;
use sheet::Diagnostic;
use std::ops::Range;

/// Others stand in every way.
const SHUT: &str = "way-shut";
/// The goal lies in neutral land, or in a siege of others.
const NEUTRAL: &str = "neutral-land";
const BESIEGED: &str = "besieged-square";
/// The move of the fleets is over.
pub(super) const MOVE_OVER: &str = "move-over";

/// Why a march cannot be made.
pub(super) struct Barred {
    pub code: &'static str,
    pub text: String,
    pub rule: &'static str,
    pub help: String,
}

impl Barred {
    /// What it makes of a step, which the caller names: others may go, and the rest is not done.
    pub fn told(&self) -> Told {
        let (mark, cause) = match self.code {
            SHUT => return Told::only_if("not as things stand", &[Cause::Others]),
            NEUTRAL | BESIEGED => ("not done", Cause::Others),
            MOVE_OVER => ("not done", Cause::Points),
            _ => ("not done", Cause::Rules),
        };
        Told::refused(mark, cause)
    }
}

impl Pencil<'_> {
    /// The way to a goal; what makes it impossible is told, or what stands in it now.
    pub(super) fn way(
        &mut self,
        marcher: &Marcher,
        from: Space,
        goal: Space,
        at: &Range<usize>,
    ) -> Result<Vec<Space>, Told> {
        let found = self.barred(goal).map_or_else(|| self.found(marcher, from, goal), Err);
        found.map_err(|barred| {
            let told = barred.told();
            self.fault(at, barred);
            told
        })
    }

    /// The way as it is known now; where only others are in it, the march may find one when its turn
    /// comes.
    fn found(&self, marcher: &Marcher, from: Space, goal: Space) -> Result<Vec<Space>, Barred> {
        let atlas = &self.book.atlas;
        let way = self.field(|field| field.squares(marcher, from, goal));
        let open = |field: &Field<'_>| field.way(marcher, from, goal).is_some();
        way.ok_or_else(|| {
            let (from, to) = (atlas.name(from), atlas.name(goal));
            match without_others(self.book, &self.known.open, open) {
                true => Barred {
                    code: SHUT,
                    text: format!("others stand in every way from {from} to {to} now"),
                    rule: "FRW §16.2",
                    help: "it is tried when its turn comes".to_owned(),
                },
                false => Barred {
                    code: "no-way",
                    text: format!("there is no way by land from {from} to {to}"),
                    rule: "FRW §16.2",
                    help: "neutral lands and shut sides are in the way".to_owned(),
                },
            }
        })
    }

    /// Why land units can never stand in a square, if so it is.
    pub(super) fn barred(&self, goal: Space) -> Option<Barred> {
        let atlas = &self.book.atlas;
        let (square, name) = (atlas.square(goal), atlas.name(goal));
        let never = |code: &'static str, text: String| Barred {
            code,
            text,
            rule: "FRW §16.14",
            help: "name a square with land".to_owned(),
        };
        match square.surface {
            Surface::Sea => Some(Barred {
                help: "fleets alone go there: `sail:`".to_owned(),
                ..never("at-sea", format!("{name} is sea"))
            }),
            Surface::Shut => Some(never("shut-square", format!("nobody can enter {name}"))),
            Surface::Land | Surface::Coast => {
                self.neutral(goal, "FRW §16.9").or_else(|| self.besieged_by_others(goal))
            }
            Surface::Beyond => None,
        }
    }

    /// Whether a square lies in neutral land, where nobody may end a move.
    pub(super) fn neutral(&self, goal: Space, rule: &'static str) -> Option<Barred> {
        if self.known.open.may_enter(self.book, goal) {
            return None;
        }
        let atlas = &self.book.atlas;
        let owner = self.book.title(atlas.square(goal).owner.as_deref().unwrap_or_default());
        Some(Barred {
            code: NEUTRAL,
            text: format!("{} lies in {owner}, which is neutral", atlas.name(goal)),
            rule,
            help: format!("at the court, declare war on it or play Alliance {owner}"),
        })
    }

    /// Whether a square is in a formal siege of others, where nobody else comes in (§34.2).
    pub(super) fn besieged_by_others(&self, goal: Space) -> Option<Barred> {
        if self.known.open.may_go(self.book, &self.known.power, goal) {
            return None;
        }
        Some(Barred {
            code: BESIEGED,
            text: format!("{} is besieged by others", self.book.atlas.name(goal)),
            rule: "FRW §34.2",
            help: "only the besieger and the besieged enter it".to_owned(),
        })
    }

    pub(super) fn fault(&mut self, at: &Range<usize>, barred: Barred) {
        let Barred { code, text, rule, help } = barred;
        let told = match code {
            SHUT => Diagnostic::remark(code, at.clone(), text),
            _ => Diagnostic::fault(code, at.clone(), text),
        };
        self.faults.push(told.rule(rule).help(help));
    }

    pub(super) fn field<T>(&self, ask: impl FnOnce(&Field<'_>) -> T) -> T {
        let (book, known) = (self.book, self.known);
        let field = Field {
            book,
            may_enter: &|at| known.open.may_go(book, &known.power, at),
            others: &|at| !known.others_at(at).is_empty(),
        };
        ask(&field)
    }

    /// What a march comes to: where it ends, and what it spends.
    pub(super) fn told(
        &self,
        attack: bool,
        goal: Space,
        (at, before): (Space, bool),
        spent: &str,
        units: &[&Unit],
    ) -> String {
        let name = self.book.atlas.name(goal);
        let verb = if attack { "attacks" } else { "marches to" };
        let mut line = format!("{verb} {name}{}", self.who(goal));
        if at == goal {
            line.push_str(&format!(" = {spent}"));
        } else {
            let at = self.book.atlas.name(at);
            line.push_str(&format!(": comes only as far as {at} = {spent}"));
        }
        if before || (at == goal && !attack && !self.known.others_at(goal).is_empty()) {
            line.push_str(self.before_them(units, goal));
        }
        line
    }

    /// Says that a march goes round what shuts the direct way, which would be shorter: what shuts it, and
    /// through whose land it goes instead.
    pub(super) fn goes_round(
        &self,
        marcher: &Marcher,
        from: Space,
        goal: Space,
        way: &[Space],
    ) -> Option<String> {
        let (book, atlas) = (self.book, &self.book.atlas);
        let open = Field { book, may_enter: &|_| true, others: &|_| false };
        let direct = open.way(marcher, from, goal)?;
        let shut = |at: &&Space| **at != goal && self.shuts(**at).is_some();
        let first = *direct.iter().find(shut)?;
        let length = |way: &[Space]| {
            let steps = std::iter::once(&from).chain(way).zip(way);
            steps.map(|(at, to)| open.cost(marcher, *at, *to).unwrap_or(POINT)).sum::<u32>()
        };
        if way.last() != Some(&goal) || length(way) <= length(&direct) {
            return None;
        }
        let aside = way.iter().filter(|at| **at != goal && !direct.contains(at));
        let owner = |at: Space| atlas.square(at).owner.as_deref();
        let mut lands: Vec<String> = vec![];
        for land in aside.filter_map(|at| owner(*at)) {
            let ends = [owner(from), owner(goal)].contains(&Some(land));
            let own = self.known.open.controller(land) == Some(self.known.power.as_str());
            let title = book.title(land);
            if !ends && !own && !lands.contains(&title) {
                lands.push(title);
            }
        }
        let through = match lands.as_slice() {
            [] => String::new(),
            lands => format!("through {} ", lands.join(" and ")),
        };
        let (round, straight) = (points(length(way)), points(length(&direct)));
        let why = self.shuts(first)?;
        Some(format!(
            "goes round {through}for {round} instead of {straight}, since the direct way is shut: {why}"
        ))
    }

    /// What shuts a square that a march would pass.
    fn shuts(&self, at: Space) -> Option<String> {
        let atlas = &self.book.atlas;
        let others = || {
            let stands = !self.known.others_at(at).is_empty();
            stands.then(|| format!("others stand at {}", atlas.name(at)))
        };
        let barred = self.neutral(at, "FRW §16.9").or_else(|| self.besieged_by_others(at));
        barred.map(|barred| barred.text).or_else(others)
    }
}
