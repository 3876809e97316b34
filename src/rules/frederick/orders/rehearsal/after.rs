//! What follows an entry at once, on paper: forced marches, and a second force.

use super::super::plan::{Entry, Step, Target};
use super::super::receipt::{besides, pay};
use super::super::units::listed;
use super::grades::Told;
use super::{Paper, Pencil, Walk};
use crate::book::cards::kind_of;
use crate::book::troops::Kind;
use crate::operations::begin::any_step;
use crate::operations::countermarch::COUNTERMARCH;
use crate::operations::force::goal_of;
use crate::operations::second::{THURN, does};
use crate::orders::causes::Cause;
use crate::position::Position;
use crate::view::money;
use kit::ground::Space;
use play::{Grade, ReceiptLine};
use sheet::Diagnostic;
use sheet::condition::{Condition, Term};
use sheet::keys::Filled;

/// Why the receipt cannot reckon an attack on a leader.
const NOBODY_KNOWS: &str = "nobody knows where they are";

impl Pencil<'_> {
    /// What a second force would do, with Thurn & Taxis (§9.13); and who it is.
    pub(super) fn second(
        &mut self,
        first: &Walk,
        second: &Entry,
        paper: &mut Paper,
    ) -> (Vec<String>, Vec<ReceiptLine>) {
        let holds = self.holds(THURN);
        if !holds {
            let text = format!("you hold no {THURN} now");
            let fault = Diagnostic::remark("not-held", second.head(), text).rule("FRW §9.13");
            self.faults.push(fault.help("the second force moves if you hold it by then"));
        }
        let other = self.first(second, paper);
        let same = !other.units.is_empty() && other.units.iter().all(|id| first.units.contains(id));
        if same {
            let text = format!("all units of {} move with the first force", second.who);
            let fault = Diagnostic::fault("same-force", second.head(), text).rule("FRW §9.13");
            self.faults.push(fault.help("name another force, or other `units:`"));
        }
        let units = other.units.iter().filter_map(|id| self.known.own.get(id));
        let case = self.case(second.condition.as_ref(), second.asked.as_ref());
        let words = format!("then {}, with {THURN}{case}: {}", second.who, listed(units));
        let head = match same {
            true if holds => Told::refused(words, Cause::Own),
            true => Told::refused(words, Cause::Own).depends_on(Cause::Marker),
            false => self.follows(words, second, holds, &other),
        };
        let mut lines = vec![head.line(second.part)];
        lines.extend(other.lines);
        for step in second.steps.iter().filter(|step| !does(&step.task)) {
            let text = "a second force moves and fights alone".to_owned();
            let fault = Diagnostic::remark("not-by-second", step.at.clone(), text);
            self.faults.push(fault.rule("FRW §9.13").help("give this step to the first force"));
            let words = format!("{}; not done", self.asked(&step.task));
            let told = Told::refused(words, Cause::Rules).line(step.number);
            lines.iter_mut().filter(|line| line.step == told.step).for_each(|line| {
                line.clone_from(&told);
            });
        }
        (other.units, lines)
    }

    /// A forced march (§20.2, §20.4), and who makes it. One that is not sure moves nobody for the entries
    /// after it.
    pub(super) fn forced(
        &mut self,
        entry: &Entry,
        paper: &mut Paper,
    ) -> (Vec<String>, Vec<ReceiptLine>) {
        let holds = self.holds(COUNTERMARCH);
        let mut trial = paper.clone();
        let walk = self.first(entry, &mut trial);
        let is_barred = |line: &ReceiptLine| {
            line.grade == Grade::Refused && line.causes.contains(&Cause::Rules.word())
        };
        let can = |step: &Step| {
            let mut lines = walk.lines.iter().filter(|line| line.step == Some(step.number));
            if lines.any(is_barred) { Err(()) } else { Ok(()) }
        };
        let can_begin = any_step(entry, |kind| self.holds(kind), can).is_ok();
        if can_begin && holds && entry.condition.is_none() {
            *paper = trial;
        }
        let units: Vec<_> = walk.units.iter().filter_map(|id| self.known.own.get(id)).collect();
        let led = units.is_empty() || units.iter().any(|unit| unit.kind == Kind::Leader);
        let mut remark = |code: &'static str, text: &str, rule: &'static str, help: &str| {
            let fault = Diagnostic::remark(code, entry.head(), text.to_owned()).rule(rule);
            self.faults.push(fault.help(help.to_owned()));
        };
        if can_begin && !holds {
            let text = format!("you hold no {COUNTERMARCH} now");
            remark(
                "not-held",
                &text,
                "FRW §20.2",
                "the forced march is made if you hold it by then",
            );
        }
        if can_begin && !led {
            let help = "name a leader, or a square where one is by then";
            remark("no-leader", "no leader is with the forced march now", "FRW §20.4", help);
        }
        let case = self.case(entry.condition.as_ref(), entry.asked.as_ref());
        let words = format!("then a forced march of {}{case}: {}", entry.who, listed(units));
        let mut head = match can_begin {
            true => self.follows(words, entry, holds, &walk),
            false => Told::refused(format!("{words}; not done"), Cause::Rules),
        };
        if can_begin && holds && !self.is_left() {
            head.words.push_str(", if a Countermarch is left");
            head = head.depends_on(Cause::Marker);
        }
        if can_begin && !led {
            head = head.depends_on(Cause::Own);
        }
        let more = besides(self.text, entry).into_iter().map(ReceiptLine::from);
        let more = more.chain(pay((self.book, self.known), self.sheet, entry));
        let mut steps = walk.lines;
        if !can_begin {
            steps.iter_mut().for_each(not_begun);
        }
        (walk.units, std::iter::once(head.line(entry.part)).chain(steps).chain(more).collect())
    }

    /// A forced march behind one that cannot be made: the first of them ends the list.
    pub(super) fn not_reached(&self, entry: &Entry) -> Vec<ReceiptLine> {
        let head = format!(
            "then a forced march of {}: not made, since the one before it is not",
            entry.who
        );
        let parts = entry.steps.iter().map(|step| {
            Told::refused(format!("{}; not done", self.asked(&step.task)), Cause::Earlier)
                .line(step.number)
        });
        let head = Told::refused(head, Cause::Earlier).line(entry.part);
        std::iter::once(head).chain(parts).collect()
    }

    /// How certain a part is that follows at once with a marker.
    fn follows(&self, words: String, entry: &Entry, holds: bool, walk: &Walk) -> Told {
        let mut told = Told::sure(words);
        if entry.condition.is_some() {
            told = told.depends_on(Cause::Condition);
        }
        if !holds {
            told = told.depends_on(Cause::Marker);
        }
        if walk.units.is_empty() {
            told = told.depends_on(Cause::Own);
        }
        told
    }

    /// Whether a Countermarch is left for a forced march, whatever the reactions and the marches before it
    /// play.
    fn is_left(&self) -> bool {
        let hand = self.known.markers.own.iter();
        let held = hand.filter(|one| kind_of(one) == COUNTERMARCH).count();
        let reacts = |one: &Filled| one.get("ambush").or(one.get("delay")).is_some();
        held > self.used && !self.sheet.reactions.iter().any(reacts)
    }

    fn holds(&self, kind: &str) -> bool {
        self.known.holds(&self.known.power, kind)
    }

    /// Where the condition of an entry says that its leader is: `Saxe at Brussels`, alone or joined to
    /// others by `and`.
    pub(super) fn presumed(&self, entry: &Entry) -> Option<Space> {
        entry.condition.as_ref()?.joined().iter().find_map(|part| match part {
            Condition::Term(Term::At { who, place }, _) if *who == entry.who => {
                self.book.atlas.find(place)
            }
            _ => None,
        })
    }

    /// Where those stand who are to be attacked when a condition holds: where it says, where they are known to be
    /// now if that fits it, or why that cannot be told.
    pub(super) fn goal_then(
        &self,
        target: &Target,
        condition: Option<&Condition>,
    ) -> Result<Space, &'static str> {
        let atlas = &self.book.atlas;
        let now = goal_of(self.known, target);
        let Target::Leader(name) = target else { return now.ok_or(NOBODY_KNOWS) };
        for part in condition.into_iter().flat_map(Condition::joined) {
            match part {
                Condition::Term(Term::At { who, place }, _) if who == name => {
                    return atlas.find(place).ok_or(NOBODY_KNOWS);
                }
                Condition::Term(Term::Within { who, steps, place }, _) if who == name => {
                    let far = now.zip(atlas.find(place)).map(|(at, place)| match at == place {
                        true => Some(0),
                        false => atlas.distance(at, place).map(i64::from),
                    });
                    if far.flatten().is_none_or(|far| far > *steps) {
                        return Err("by the `if` they stand elsewhere then than now");
                    }
                }
                _ => {}
            }
        }
        now.ok_or(NOBODY_KNOWS)
    }

    /// Tells that a city or fortress of ours is left without a unit, and what of tax goes with it (§5.1, §30.2).
    pub(super) fn left_empty(&self, from: Space, to: Space, paper: &Paper) -> Option<String> {
        let atlas = &self.book.atlas;
        let walls = atlas.city(from).is_some() || atlas.is_fortress(from);
        let empty = walls && from != to && self.here(from, paper).is_empty();
        empty.then(|| {
            let (name, tax) = (atlas.name(from), self.known.tax_at(self.book, from));
            let counts = match tax {
                0 => String::new(),
                tax => format!(", so its tax of {} does not count for you", money(tax)),
            };
            format!("no unit of yours stays at {name}{counts}")
        })
    }
}

/// A step of a forced march that does not begin.
fn not_begun(line: &mut ReceiptLine) {
    if line.step.is_some() && line.grade != Grade::Refused {
        line.words.push_str("; not done");
        (line.grade, line.causes) = (Grade::Refused, vec![Cause::Earlier.word()]);
    }
}
