//! What the author of a sheet can be told of its marches beforehand, from what they know: where each
//! step leads, what it costs, and what the rules forbid.
//!
//! Entries follow each other: who marches in one stands at its end for the next. One with a condition is
//! tried from where its force stands, or from where the condition says that its leader is, and moves
//! nobody for the entries after it.

mod after;
pub(super) mod asked;
mod bars;
mod grades;
mod remarks;
mod voyage;

use super::causes::Cause;
use super::grammar::GRAMMAR;
use super::plan::Haven;
use super::plan::{Entry, Sheet, Step, Target, Task};
use super::units::{UnitWord, chosen, listed};
use crate::book::Book;
use crate::operations::force::{goal_of, meant, where_is};
use crate::operations::overrun::{succeeds, weight, weight_of};
use crate::operations::path::{Field, Marcher, POINT, without_others};
use crate::record::unit::Unit;
use crate::sight::Known;
pub use grades::Told;
use kit::ground::Space;
use play::{Grade, ReceiptLine};
use sheet::Diagnostics;
use sheet::condition::{Condition, IF_UNKNOWN};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Where own units stand on paper, by their names, if an entry moved them; and where fleets lie, by the
/// name that entries use.
type Paper = BTreeMap<String, Space>;

/// What became of an entry on paper.
#[derive(Debug, Clone, Default)]
pub struct Walk {
    pub units: Vec<String>,
    /// The units of what follows at once.
    pub others: Vec<String>,
    /// What each step comes to.
    pub lines: Vec<ReceiptLine>,
    /// What follows at once: forced marches and a second force.
    pub after: Vec<ReceiptLine>,
    /// Which entries come before it and mean units of its own, in words.
    pub order: Option<String>,
    /// From where the force stands to where it ends.
    pub path: Vec<Space>,
}

/// A force that marches on paper.
struct Column<'a> {
    units: Vec<&'a Unit>,
    marcher: Marcher,
    at: Space,
    /// Its points that are left, in halves.
    left: u32,
    /// The most that it counts in an overrun.
    limit: u32,
    /// Whether it goes on if those whom it has met are so few that it overruns them.
    may_overrun: bool,
    /// Whether a march has not come to its goal, so that the force may be elsewhere by then.
    strayed: bool,
    /// What its entry waits for.
    waits_for: Option<Condition>,
}

/// Tells what of a sheet the rules forbid, as far as its author can know.
pub fn rehearse(
    (book, known): (&Book, &Known),
    text: &str,
    sheet: &Sheet,
    faults: &mut Diagnostics,
) {
    walks((book, known), text, sheet, faults);
}

/// Every entry on paper, in order; `text` is the sheet.
pub fn walks(
    (book, known): (&Book, &Known),
    text: &str,
    sheet: &Sheet,
    faults: &mut Diagnostics,
) -> Vec<Walk> {
    let mut paper = Paper::new();
    let (led, unknown) = (BTreeMap::new(), BTreeSet::new());
    let mut pencil = Pencil { book, known, text, sheet, faults, used: 0, led, unknown };
    let walk = |entry: &Entry| pencil.walk(entry, &mut paper);
    let mut walks: Vec<Walk> = sheet.operations.iter().map(walk).collect();
    grades::after_each_other(&sheet.operations, &mut walks);
    walks
}

struct Pencil<'a> {
    book: &'a Book,
    known: &'a Known,
    text: &'a str,
    sheet: &'a Sheet,
    faults: &'a mut Diagnostics,
    /// How many forced marches the sheet has before.
    used: usize,
    /// By who is named: the last entry that waits for its condition.
    led: BTreeMap<String, Led>,
    /// The fortresses of which it is told that nobody knows who is inside.
    unknown: BTreeSet<Space>,
}

/// Where own units stand on paper after an entry that waits for its condition.
#[derive(Clone)]
struct Led {
    entry: u16,
    condition: Condition,
    paper: Paper,
}

fn points(halves: u32) -> String {
    match (halves / POINT, halves % POINT) {
        (1, 0) => "1 point".to_owned(),
        (whole, 0) => format!("{whole} points"),
        (0, _) => "half a point".to_owned(),
        (whole, _) => format!("{whole} and a half points"),
    }
}

/// Units as they were written.
fn written(words: &[UnitWord]) -> String {
    let words: Vec<String> = words.iter().map(ToString::to_string).collect();
    words.join(", ")
}

impl<'a> Pencil<'a> {
    /// An entry and what follows it at once. What depends on a condition moves nobody for later entries.
    fn walk(&mut self, entry: &Entry, paper: &mut Paper) -> Walk {
        let mut trial = paper.clone();
        let mut walk = self.first(entry, &mut trial);
        let mut are_over = false;
        for forced in &entry.forced {
            if are_over {
                walk.after.extend(self.not_reached(forced));
                continue;
            }
            let (units, lines) = self.forced(forced, &mut trial);
            are_over = lines.first().is_some_and(|head| head.grade == Grade::Refused);
            self.used += usize::from(!are_over);
            walk.others.extend(units);
            walk.after.extend(lines);
        }
        // Both forces are named before either moves.
        if let Some(second) = &entry.second {
            let mut apart = paper.clone();
            let (units, lines) = self.second(&walk, second, &mut apart);
            walk.others.extend(units);
            walk.after.extend(lines);
            apart.retain(|id, at| paper.get(id) != Some(at));
            trial.extend(apart);
        }
        walk.after.extend(self.after_another(entry, &walk));
        match &entry.condition {
            None => {
                self.led.remove(&entry.who);
                *paper = trial;
            }
            Some(condition) => {
                let (entry, who) = (entry.number, entry.who.clone());
                self.led.insert(who, Led { entry, condition: condition.clone(), paper: trial });
            }
        }
        walk
    }

    /// What a march comes to after an entry of the same force that waits for its condition, if it begins
    /// elsewhere then.
    fn after_another(&self, entry: &Entry, walk: &Walk) -> Option<ReceiptLine> {
        let led = self.led.get(&entry.who).filter(|_| !entry.by_sea())?;
        let other = entry.condition.as_ref().is_some_and(|is| is.excludes(&led.condition));
        let start = walk.path.first().filter(|_| !other)?;
        let mut faults = Diagnostics::default();
        let (book, known, text, sheet) = (self.book, self.known, self.text, self.sheet);
        let (used, faults) = (self.used, &mut faults);
        let (none, unknown) = (BTreeMap::new(), BTreeSet::new());
        let mut pencil = Pencil { book, known, text, sheet, faults, used, led: none, unknown };
        let then = pencil.first(entry, &mut led.paper.clone());
        let from = then.path.first().filter(|from| *from != start)?;
        let sent_to = entry.steps.iter().find_map(|step| match &step.task {
            Task::March(to) => to.last().copied(),
            Task::Attack(target) => goal_of(self.known, target),
            Task::Drop(_)
            | Task::Sail(_)
            | Task::Embark(_)
            | Task::Land(_)
            | Task::Honours(_)
            | Task::Besiege
            | Task::Pillage { .. } => None,
        });
        // Who is there already needs no entry for it.
        if sent_to == Some(*from) {
            return None;
        }
        let steps = then.lines.iter().filter(|line| line.step.is_some());
        let steps: Vec<&str> = steps.map(|line| line.words.as_str()).collect();
        let from = self.book.atlas.name(*from);
        Some(format!("after entry {}, from {from}: {}", led.entry, steps.join("; ")).into())
    }

    /// The march or the voyage of an entry.
    fn first(&mut self, entry: &Entry, paper: &mut Paper) -> Walk {
        let here = match entry.by_sea() {
            true => where_is(self.book, self.known, entry).map(|at| self.known.own_at(at)),
            false => self.stands(entry, paper).map(|at| self.here(at, paper)),
        };
        let mut walk = match entry.by_sea() {
            true => self.voyage(entry, paper),
            false => self.march(entry, paper),
        };
        let told: Vec<Option<u16>> = walk.lines.iter().map(|line| line.step).collect();
        for step in entry.steps.iter().filter(|step| !told.contains(&Some(step.number))) {
            let told =
                Told::not_known(format!("{}, from where it then is", self.asked(&step.task)));
            self.tell(step, told, &mut walk);
        }
        self.shortages(entry, &walk, &here.unwrap_or_default());
        if let Some(start) = walk.path.first() {
            self.paid_for_nothing(entry, *start);
        }
        let walls = self.before_walls(entry, &walk, paper);
        walk.lines.extend(walls.into_iter().map(ReceiptLine::from));
        walk
    }

    /// Where an own unit stands on paper.
    fn place_of(&self, unit: &Unit, paper: &Paper) -> Space {
        paper.get(&unit.id).copied().unwrap_or(unit.at)
    }

    /// Where the force of an entry stands on paper.
    fn stands(&self, entry: &Entry, paper: &Paper) -> Option<Space> {
        let leader = self.known.own.get(&entry.who);
        let leader = leader.map(|leader| self.place_of(leader, paper));
        leader.or_else(|| where_is(self.book, self.known, entry))
    }

    /// Own units that stand in a square on paper, in the order of their names.
    fn here(&self, at: Space, paper: &Paper) -> Vec<&'a Unit> {
        let known = self.known;
        let moved = paper.iter().filter(|(_, place)| **place == at);
        let moved = moved.filter_map(|(id, _)| known.own.get(id));
        let stayed = known.own_at(at).into_iter().filter(|unit| !paper.contains_key(&unit.id));
        let mut here: Vec<&Unit> = stayed.chain(moved).collect();
        here.sort_by(|one, other| one.id.cmp(&other.id));
        here
    }

    fn march(&mut self, entry: &Entry, paper: &mut Paper) -> Walk {
        let Some(stands) = self.stands(entry, paper) else { return Walk::default() };
        let here = self.here(stands, paper);
        let ids = meant(self.book, entry, &here);
        let units: Vec<&Unit> =
            here.iter().copied().filter(|unit| ids.contains(&unit.id)).collect();
        let mut walk = Walk { units: ids, ..Walk::default() };
        if units.is_empty() {
            self.nobody(entry, stands, &here);
            return walk;
        }
        let start = self.presumed(entry).unwrap_or(stands);
        if start != stands {
            let from = format!("from {}, as its condition says:", self.book.atlas.name(start));
            walk.lines.push(from.into());
        }
        let marcher = Marcher::of(self.book, &units);
        let marcher = Marcher { came_out: self.book.atlas.is_beyond(start), ..marcher };
        let left = marcher.points;
        let limit = if entry.overrun == Some(false) { 0 } else { u32::MAX };
        walk.path.push(start);
        let (may_overrun, strayed, waits_for) = (false, false, entry.condition.clone());
        let at = start;
        let mut column =
            Column { units, marcher, at, left, limit, may_overrun, strayed, waits_for };
        for step in &entry.steps {
            let told = self.step(step, &mut column, &mut walk, paper);
            self.tell(step, told, &mut walk);
        }
        for unit in &column.units {
            paper.insert(unit.id.clone(), column.at);
        }
        walk.lines.extend(self.left_empty(start, column.at, paper).map(ReceiptLine::from));
        walk
    }

    /// Adds what a step comes to, with its condition.
    fn tell(&self, step: &Step, mut told: Told, walk: &mut Walk) {
        told.words.push_str(&self.case(step.condition.as_ref(), step.asked.as_ref()));
        if step.condition.is_some() {
            told = told.depends_on(Cause::Condition);
        }
        walk.lines.push(told.line(step.number));
        walk.lines.extend(self.strength_to_come(step, &walk.path).map(ReceiptLine::from));
    }

    /// What is to say where a condition asks for the strength of others that nobody of ours has seen.
    fn strength_to_come(&self, step: &Step, path: &[Space]) -> Option<String> {
        let needs = step.condition.as_ref()?.needs_strength(&GRAMMAR);
        // A march that does not come to its goal asks about those whom it was sent to attack.
        let sent_to =
            if let Task::Attack(target) = &step.task { goal_of(self.known, target) } else { None };
        let goal = sent_to.or(path.last().copied())?;
        let is_attack = matches!(step.task, Task::Attack(_));
        let why = match self.known.strength_of_others(self.book, goal) {
            None => "their strength is not known, so this is not done as things stand",
            // What somebody has who comes there is not known before they are met.
            Some(_) if is_attack && self.known.others_at(goal).is_empty() => {
                "nobody stands there now; the strength of a force that comes is not known, so the `if` does not hold then either"
            }
            Some(_) => return None,
        };
        needs.then(|| format!("{why}; {IF_UNKNOWN}"))
    }

    /// A step as it was asked for.
    fn asked(&self, task: &Task) -> String {
        let name = |at: &Space| self.book.atlas.name(*at).to_owned();
        let listed = |all: Vec<String>| all.join(", ");
        match task {
            Task::March(to) => format!("marches to {}", listed(to.iter().map(name).collect())),
            Task::Attack(Target::Square(at)) => format!("attacks {}", name(at)),
            Task::Attack(Target::Leader(who)) => format!("attacks {who}"),
            Task::Drop(words) => format!("drops {}", written(words)),
            Task::Sail(to) => {
                let haven = |to: &Haven| match to {
                    Haven::Square(at) => name(at),
                    Haven::Sea(sea) => sea.clone(),
                };
                format!("sails to {}", listed(to.iter().map(haven).collect()))
            }
            Task::Embark(words) => format!("takes {} aboard", written(words)),
            Task::Land(words) => format!("lands {}", written(words)),
            Task::Honours(points) => format!("offers honours of war with up to {points} points"),
            Task::Besiege => "besieges a fortress".to_owned(),
            Task::Pillage { .. } => "pillages the square".to_owned(),
        }
    }

    /// What one step of a march comes to.
    fn step(
        &mut self,
        step: &Step,
        column: &mut Column<'a>,
        walk: &mut Walk,
        paper: &mut Paper,
    ) -> Told {
        let told = match &step.task {
            Task::March(to) => self.marches(to, false, step, column, walk),
            Task::Attack(target) => match self.goal_then(target, column.waits_for.as_ref()) {
                Ok(goal) => self.marches(&[goal], true, step, column, walk),
                Err(why) => Told::not_known(format!(
                    "{}: {why}: decided when the step comes",
                    self.asked(&step.task)
                )),
            },
            Task::Drop(words) => self.drops(words, step.condition.is_none(), column, paper),
            Task::Honours(points) => {
                let units = self.with_those_there(column.at, &column.units, paper);
                self.honours(*points, column.at, &units, step)
            }
            Task::Pillage { raze } => self.pillages(*raze, (column.at, column.strayed), step),
            Task::Besiege => {
                self.breaks_promise(column.at, &step.at);
                self.besieges(column.at, &column.units, &step.at)
            }
            // An entry with a step of fleets is a voyage.
            Task::Sail(_) | Task::Embark(_) | Task::Land(_) => {
                Told::refused(self.asked(&step.task), Cause::Rules)
            }
        };
        match column.units.is_empty() && !matches!(step.task, Task::Drop(_)) {
            true => Told::refused(
                format!("{}: nobody is left for it", self.asked(&step.task)),
                Cause::Earlier,
            ),
            false => told,
        }
    }

    /// The units of a force and one's own who stand there already.
    fn with_those_there(&self, at: Space, units: &[&'a Unit], paper: &Paper) -> Vec<&'a Unit> {
        let there = self.here(at, paper).into_iter();
        let there = there.filter(|unit| units.iter().all(|own| own.id != unit.id));
        units.iter().copied().chain(there).collect()
    }

    /// Marches on paper from goal to goal, as far as it comes.
    fn marches(
        &mut self,
        goals: &[Space],
        attack: bool,
        step: &Step,
        column: &mut Column<'a>,
        walk: &mut Walk,
    ) -> Told {
        let mut words: Vec<String> = vec![];
        let mut cut = None;
        let strayed = column.strayed;
        for goal in goals {
            let asked = match attack {
                true => format!("attacks {}", self.book.atlas.name(*goal)),
                false => format!("marches to {}", self.book.atlas.name(*goal)),
            };
            if attack {
                self.breaks_promise(*goal, &step.at);
            }
            let (from, points) = (column.at, column.left);
            if from != *goal && self.known.open.is_besieged(&self.known.power, from) {
                self.shut_in(from, &step.at);
                words.push(format!("{asked}; not as things stand"));
                cut = Some(Told::only_if("", &[Cause::Others]));
                break;
            }
            let whole = match self.way(&column.marcher, from, *goal, &step.at) {
                Ok(way) => way,
                Err(told) => {
                    words.push(format!("{asked}; {}", told.words));
                    cut = Some(told);
                    break;
                }
            };
            let last = whole.last().copied().unwrap_or(from);
            let stops = match last == *goal {
                true => !attack && self.stops_before(&column.units, *goal),
                false => self.stops_before(&column.units, last),
            };
            let way = match whole.split_last() {
                Some((_, before)) if stops => before,
                Some(_) | None => &whole,
            };
            let round = self.goes_round(&column.marcher, from, *goal, &whole);
            let done = self.go(column, way, walk);
            let before = stops && column.at != *goal && column.at == *way.last().unwrap_or(&from);
            words.push(self.told(attack, *goal, (column.at, before), &done, &column.units));
            words.extend(round);
            if column.at != *goal {
                self.farther((from, column.at, *goal), whole.len(), &step.at);
                column.strayed = true;
                let by_others = [Cause::Others, Cause::Points];
                cut = Some(if before {
                    Told::only_if("", &[Cause::Others])
                } else if column.may_overrun {
                    words.push(format!("unless {} is overrun", self.book.atlas.name(column.at)));
                    Told::only_if("", &by_others)
                } else if self.others_make_it_longer(&column.marcher, (from, points), *goal) {
                    Told::only_if("", &by_others)
                } else {
                    Told::refused("", Cause::Points)
                });
                break;
            }
        }
        let told = cut.unwrap_or_else(|| Told::sure(""));
        // A march before has not come to its goal on paper, and may come farther or less far.
        let told = if strayed { told.may_be_otherwise() } else { told };
        told.in_words(words.join("; "))
    }

    /// Whether the points would do for a way if the others who are known were gone.
    fn others_make_it_longer(
        &self,
        marcher: &Marcher,
        (from, points): (Space, u32),
        goal: Space,
    ) -> bool {
        let is_enough = |field: &Field<'_>| field.is_enough(marcher, from, goal, points);
        without_others(self.book, &self.known.open, is_enough)
    }

    /// Units that stay where the force is on paper; for later entries, unless a condition decides it.
    fn drops(
        &self,
        words: &[UnitWord],
        surely: bool,
        column: &mut Column<'a>,
        paper: &mut Paper,
    ) -> Told {
        let ids = chosen(self.book, words, &column.units);
        let stays = |unit: &&Unit| ids.contains(&unit.id);
        let (stay, go): (Vec<&Unit>, Vec<&Unit>) =
            column.units.iter().partition(|unit| stays(unit));
        if stay.is_empty() {
            let told = format!("drops {}: none is with it now", written(words));
            return Told::refused(told, Cause::Own);
        }
        let line = format!(
            "drops {} at {}",
            listed(stay.iter().copied()),
            self.book.atlas.name(column.at)
        );
        if surely {
            paper.extend(stay.iter().map(|unit| (unit.id.clone(), column.at)));
        }
        column.marcher = column.marcher.reduced_to(self.book, &go);
        column.units = go;
        Told::sure(line)
    }

    /// The condition of a step, as it was written.
    fn case(&self, condition: Option<&Condition>, asked: Option<&Range<usize>>) -> String {
        let words = asked.and_then(|at| self.text.get(at.clone())).unwrap_or_default();
        condition.map(|condition| format!(", {}", condition.when(words))).unwrap_or_default()
    }

    /// Goes along a way on paper as far as the points reach; gives the points that are spent.
    fn go(&self, column: &mut Column<'_>, way: &[Space], walk: &mut Walk) -> String {
        let (mut spent, mut overrun) = (0, false);
        let ours = weight(self.book, &column.units).min(column.limit);
        let Column { marcher, at, left, may_overrun, .. } = column;
        for next in way {
            let cost = self.field(|field| field.cost(marcher, *at, *next)).unwrap_or(POINT);
            if cost > *left {
                break;
            }
            spent += cost;
            *left -= cost;
            *at = *next;
            walk.path.push(*next);
            let others = !self.known.others_at(*next).is_empty();
            match self.overruns(ours, *next).filter(|_| *left >= POINT) {
                _ if !others => {}
                Some(true) => {
                    (spent, overrun) = (spent + POINT, true);
                    *left -= POINT;
                }
                unless => {
                    *may_overrun |= unless.is_none() && *left >= POINT;
                    *left = 0;
                }
            }
            *left = marcher.left_in(&self.book.atlas, *next, *left);
        }
        match overrun {
            true => format!("{}, with an overrun (FRW §33)", points(spent)),
            false => points(spent),
        }
    }

    /// Whether those who are known to stand in a square would be overrun (§33.1); nothing, if one would
    /// have to know how strong they are.
    fn overruns(&self, ours: u32, at: Space) -> Option<bool> {
        let stacks = self.known.others_at(at);
        let works = self.known.open.fieldworks.contains(&at);
        let are_overrun = |theirs: u32| succeeds(self.book, at, works, (ours, theirs));
        let theirs: Option<u32> =
            stacks.iter().map(|stack| Some(weight_of(self.book, stack.units.as_ref()?))).sum();
        // Nobody counts less than one.
        theirs.map(are_overrun).or_else(|| (!are_overrun(1)).then_some(false))
    }

    /// Who is known to stand in a square.
    fn who(&self, goal: Space) -> String {
        let stacks = self.known.others_at(goal);
        let who = stacks.iter().map(|stack| {
            let leader = stack.leader.as_ref().map(|leader| format!(" under {leader}"));
            let owner = stack
                .seat
                .as_deref()
                .map_or("neutrals".to_owned(), |seat| self.book.seat_title(seat));
            format!("{owner}{}, {}", leader.unwrap_or_default(), stack.height.words())
        });
        let who: Vec<String> = who.collect();
        if who.is_empty() { String::new() } else { format!(" ({})", who.join("; ")) }
    }

    /// Whether a march stops before a square in which others are known to stand: its sheet does not say
    /// that it fights them, nor does it join its own in a siege.
    fn stops_before(&self, units: &[&Unit], goal: Space) -> bool {
        let joins = self.known.open.besieges(&self.known.power, goal);
        let others = !self.known.others_at(goal).is_empty();
        others && !joins && !self.sheet.fights(self.book, units)
    }

    /// What a move does that finds others where it was not sent to attack.
    fn before_them(&self, units: &[&Unit], at: Space) -> &'static str {
        match self.known.open.besieges(&self.known.power, at) {
            true => "; joins the siege",
            false if self.sheet.fights(self.book, units) => "; fights them",
            false => "; stops before them, unless `met: fight`",
        }
    }
}
