//! What the author of a sheet can be told of its marches beforehand, from what they know: where each
//! step leads, what it costs, and what the rules forbid.
//!
//! Entries for one force follow each other; one with a condition is tried from where the force stands
//! and moves nobody for the entries after it.

mod voyage;

use super::plan::{Entry, Sheet, Task};
use super::units::Many;
use crate::book::Book;
use crate::book::atlas::Surface;
use crate::book::cards::kind_of;
use crate::book::troops::Kind;
use crate::operations::force::{goal_of, meant};
use crate::operations::overrun::{is_enough, is_open, weight, weight_of};
use crate::operations::path::{Field, Marcher, POINT};
use crate::operations::second::THURN;
use crate::record::unit::Unit;
use crate::sight::Known;
use kit::ground::Space;
use sheet::{Diagnostic, Diagnostics};
use std::collections::BTreeMap;
use std::ops::Range;

/// Where forces stand on paper, by the name that entries use.
type Paper = BTreeMap<String, Space>;

/// What became of an entry on paper.
#[derive(Debug, Clone, Default)]
pub struct Walk {
    pub units: Vec<String>,
    /// What each step comes to.
    pub lines: Vec<String>,
    /// From where the force stands to where it ends.
    pub path: Vec<Space>,
}

/// Tells what of a sheet the rules forbid, as far as its author can know.
pub fn rehearse(book: &Book, known: &Known, sheet: &Sheet, faults: &mut Diagnostics) {
    walks(book, known, sheet, faults);
}

/// Every entry on paper, in order.
pub fn walks(book: &Book, known: &Known, sheet: &Sheet, faults: &mut Diagnostics) -> Vec<Walk> {
    let mut paper = Paper::new();
    sheet
        .operations
        .iter()
        .map(|entry| Pencil { book, known, faults: &mut *faults }.walk(entry, &mut paper))
        .collect()
}

/// Why a march cannot be made.
struct Barred {
    code: &'static str,
    text: String,
    rule: &'static str,
    help: String,
}

struct Pencil<'a> {
    book: &'a Book,
    known: &'a Known,
    faults: &'a mut Diagnostics,
}

fn points(halves: u32) -> String {
    match (halves / POINT, halves % POINT) {
        (whole, 0) => whole.to_string(),
        (0, _) => "half a point".to_owned(),
        (whole, _) => format!("{whole} and a half"),
    }
}

/// What a step comes to that moves nobody.
fn stays(task: &Task) -> Option<String> {
    match task {
        Task::Drop(words) => {
            let words: Vec<String> = words.iter().map(ToString::to_string).collect();
            Some(format!("drops {}", words.join(", ")))
        }
        Task::Honours(points) => Some(format!("offers honours of war with up to {points} points")),
        Task::Pillage { raze } => {
            let works = if *raze { ", and razes fieldworks" } else { "" };
            Some(format!("pillages the square it is in then{works}"))
        }
        Task::March(_)
        | Task::Attack(_)
        | Task::Sail(_)
        | Task::Embark(_)
        | Task::Land(_)
        | Task::Besiege => None,
    }
}

impl Pencil<'_> {
    fn walk(&mut self, entry: &Entry, paper: &mut Paper) -> Walk {
        let mut walk = match entry.by_sea() {
            true => self.voyage(entry, paper),
            false => self.march(entry, paper),
        };
        self.shortages(entry, &walk);
        if let Some(second) = &entry.second {
            let other = self.second(&walk, second, paper);
            walk.lines.extend(other);
        }
        walk
    }

    /// Tells what an entry counts on and its author does not have now: units of the square, battle markers,
    /// and a leader for so many of them (§12.5, §18.3).
    fn shortages(&mut self, entry: &Entry, walk: &Walk) {
        let (book, known) = (self.book, self.known);
        let mut remark = |code: &'static str, text: String, rule: &'static str| {
            self.faults.push(Diagnostic::remark(code, entry.head(), text).rule(rule));
        };
        let here =
            crate::operations::force::where_is(book, known, entry).map(|at| known.own_at(at));
        for word in &entry.units {
            let there = here.as_ref().map_or(0, |here| word.among(book, here, &[]).len());
            if let Many::Number(wanted) = word.many
                && there < usize::from(wanted)
            {
                let text = format!("`{word}` is more than stands there now: {there}");
                remark("units-missing", text, "FRW §12.5");
            }
        }
        let units = walk.units.iter().filter_map(|id| known.own.get(id));
        let value = units.filter_map(|unit| book.leader(unit)).map(|leader| leader.value).max();
        for line in &entry.battle {
            let markers = line.names("markers").into_iter();
            let markers: Vec<&str> =
                markers.filter(|name| !matches!(*name, "best" | "none")).collect();
            let held = |name: &str| known.markers.own.iter().any(|one| kind_of(one) == name);
            for marker in markers.iter().filter(|marker| !held(marker)) {
                remark("not-held", format!("you hold no {marker} now"), "FRW §18.3");
            }
            let most = usize::from(value.unwrap_or(0));
            if markers.len() > most {
                let text = format!(
                    "{} markers for one battle, and the best leader there plays {most}",
                    markers.len()
                );
                remark("too-many-markers", text, "FRW §18.3");
            }
        }
    }

    /// What a second force would do, with Thurn & Taxis (§9.13).
    fn second(&mut self, first: &Walk, second: &Entry, paper: &mut Paper) -> Vec<String> {
        let holds = self.known.markers.own.iter().any(|one| kind_of(one) == THURN);
        if !holds {
            let text = format!("you hold no {THURN} now");
            let fault = Diagnostic::remark("not-held", second.head(), text).rule("FRW §9.13");
            self.faults.push(fault.help("the second force moves if you hold it by then"));
        }
        let other = self.walk(second, paper);
        if !other.units.is_empty() && other.units.iter().all(|id| first.units.contains(id)) {
            let text = format!("all units of {} move with the first force", second.who);
            let fault = Diagnostic::fault("same-force", second.head(), text).rule("FRW §9.13");
            self.faults.push(fault.help("name another force, or other `units:`"));
        }
        let units = other.units.iter().filter_map(|id| self.known.own.get(id));
        let head = format!("then {}, with {THURN}: {}", second.who, super::units::listed(units));
        std::iter::once(head).chain(other.lines).collect()
    }

    fn march(&mut self, entry: &Entry, paper: &mut Paper) -> Walk {
        let known = self.known;
        let stands = crate::operations::force::where_is(self.book, known, entry);
        let Some(stands) = stands else { return Walk::default() };
        let here: Vec<&Unit> = known.own_at(stands);
        let ids = meant(self.book, entry, &here);
        let units: Vec<&Unit> = here.into_iter().filter(|unit| ids.contains(&unit.id)).collect();
        let mut walk = Walk { units: ids, ..Walk::default() };
        let moved_before = paper.contains_key(&entry.who);
        if units.is_empty() {
            if !moved_before {
                self.nobody(entry, stands);
            }
            return walk;
        }
        let mut at = paper.get(&entry.who).copied().unwrap_or(stands);
        let marcher = Marcher::of(self.book, &units);
        let marcher = Marcher { came_out: self.book.atlas.is_beyond(at), ..marcher };
        let mut left = marcher.points;
        walk.path.push(at);
        let limit = if entry.overrun == Some(false) { 0 } else { u32::MAX };
        for step in &entry.steps {
            let (to, attack): (Vec<Space>, bool) = match &step.task {
                Task::March(to) => (to.clone(), false),
                Task::Attack(target) => (goal_of(known, target).into_iter().collect(), true),
                Task::Drop(_) | Task::Honours(_) | Task::Pillage { .. } => {
                    walk.lines.extend(stays(&step.task));
                    continue;
                }
                Task::Besiege => {
                    let line = self.besieges(at, &units, &step.at);
                    walk.lines.push(line);
                    continue;
                }
                // An entry with a step of fleets is a voyage.
                Task::Sail(_) | Task::Embark(_) | Task::Land(_) => continue,
            };
            if to.is_empty() {
                walk.lines
                    .push("nobody knows where they are: decided when the step comes".to_owned());
            }
            for goal in to {
                let from = at;
                if from != goal && known.open.is_besieged(&known.power, from) {
                    self.shut_in(from, &step.at);
                    break;
                }
                let Some(way) = self.way(&marcher, from, goal, &step.at) else { break };
                let ours = weight(self.book, &units).min(limit);
                let done = self.go((&marcher, ours), &mut at, &mut left, &way, &mut walk.path);
                walk.lines.push(self.told(attack, goal, at, &done));
                if at != goal {
                    break;
                }
            }
        }
        if entry.condition.is_none() {
            paper.insert(entry.who.clone(), at);
        }
        walk
    }

    fn nobody(&mut self, entry: &Entry, stands: Space) {
        let place = self.book.atlas.name(stands);
        let units = self.known.own_at(stands);
        let text = match units.is_empty() {
            true => format!("no unit of yours stands at {place}"),
            false => format!("nobody of those who are meant can move from {place}"),
        };
        let fault = Diagnostic::remark("no-force", entry.head(), text).rule("FRW §12.2");
        let listed = super::units::listed(units);
        let help = match listed.is_empty() {
            true => "the entry is played if units are there when your turn comes".to_owned(),
            false => format!("there are: {listed}"),
        };
        self.faults.push(fault.help(help));
    }

    /// The way to a goal; what makes it impossible is told.
    fn way(
        &mut self,
        marcher: &Marcher,
        from: Space,
        goal: Space,
        at: &Range<usize>,
    ) -> Option<Vec<Space>> {
        let found = self.barred(goal).map_or_else(|| self.found(marcher, from, goal), Err);
        match found {
            Ok(way) => Some(way),
            Err(barred) => {
                self.fault(at, barred);
                None
            }
        }
    }

    fn found(&self, marcher: &Marcher, from: Space, goal: Space) -> Result<Vec<Space>, Barred> {
        let atlas = &self.book.atlas;
        self.field(|field| field.way(marcher, from, goal)).ok_or_else(|| Barred {
            code: "no-way",
            text: format!(
                "there is no way by land from {} to {}",
                atlas.name(from),
                atlas.name(goal)
            ),
            rule: "FRW §16.2",
            help: "neutral lands, shut sides and others are in the way".to_owned(),
        })
    }

    /// Why land units can never stand in a square, if so it is.
    fn barred(&self, goal: Space) -> Option<Barred> {
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
    fn neutral(&self, goal: Space, rule: &'static str) -> Option<Barred> {
        if self.known.open.may_enter(self.book, goal) {
            return None;
        }
        let atlas = &self.book.atlas;
        let owner = self.book.title(atlas.square(goal).owner.as_deref().unwrap_or_default());
        Some(Barred {
            code: "neutral-land",
            text: format!("{} lies in {owner}, which is neutral", atlas.name(goal)),
            rule,
            help: format!("at the court, declare war on it or play Alliance {owner}"),
        })
    }

    /// Whether a square is in a formal siege of others, where nobody else comes in (§34.2).
    fn besieged_by_others(&self, goal: Space) -> Option<Barred> {
        if self.known.open.may_go(self.book, &self.known.power, goal) {
            return None;
        }
        Some(Barred {
            code: "besieged-square",
            text: format!("{} is besieged by others", self.book.atlas.name(goal)),
            rule: "FRW §34.2",
            help: "only the besieger and the besieged enter it".to_owned(),
        })
    }

    fn fault(&mut self, at: &Range<usize>, barred: Barred) {
        let Barred { code, text, rule, help } = barred;
        self.faults.push(Diagnostic::fault(code, at.clone(), text).rule(rule).help(help));
    }

    fn field<T>(&self, ask: impl FnOnce(&Field<'_>) -> T) -> T {
        let (book, known) = (self.book, self.known);
        let field = Field {
            book,
            may_enter: &|at| known.open.may_go(book, &known.power, at),
            others: &|at| !known.others_at(at).is_empty(),
        };
        ask(&field)
    }

    /// Goes along a way on paper as far as the points reach; gives the points that are spent.
    fn go(
        &self,
        (marcher, ours): (&Marcher, u32),
        at: &mut Space,
        left: &mut u32,
        way: &[Space],
        path: &mut Vec<Space>,
    ) -> String {
        let (mut spent, mut overrun) = (0, false);
        for next in way {
            let cost = self.field(|field| field.cost(marcher, *at, *next)).unwrap_or(POINT);
            if cost > *left {
                break;
            }
            spent += cost;
            *left -= cost;
            *at = *next;
            path.push(*next);
            let mountain = self.field(|field| field.halts(marcher, *next));
            let ends = mountain || self.book.atlas.is_beyond(*next);
            let others = !self.known.others_at(*next).is_empty();
            if others && *left >= POINT && self.overruns(ours, *next) {
                (spent, overrun) = (spent + POINT, true);
                *left -= POINT;
            } else if others {
                *left = 0;
            }
            if ends {
                *left = 0;
            }
        }
        match overrun {
            true => format!("{}, with an overrun (FRW §33)", points(spent)),
            false => points(spent),
        }
    }

    /// Whether those who are known to stand in a square would be overrun (§33.1).
    fn overruns(&self, ours: u32, at: Space) -> bool {
        let stacks = self.known.others_at(at);
        let theirs: Option<u32> =
            stacks.iter().map(|stack| Some(weight_of(self.book, stack.units.as_ref()?))).sum();
        let open = is_open(self.book, at, self.known.open.fieldworks.contains(&at));
        open && theirs.is_some_and(|theirs| is_enough(ours, theirs))
    }

    /// What a siege comes to, as far as its author can know; what is missing for it is told.
    fn besieges(&mut self, at: Space, units: &[&Unit], step: &Range<usize>) -> String {
        let (book, name) = (self.book, self.book.atlas.name(at));
        let mut remark = |code: &'static str, text: String, help: &str| {
            let fault = Diagnostic::remark(code, step.start..step.start + 1, text);
            self.faults.push(fault.rule("FRW §34.1").help(help));
        };
        let train = |unit: &&Unit| unit.kind == Kind::SiegeTrain;
        if !book.atlas.is_fortress(at) {
            let text = format!("{name} is no fortress");
            remark(
                "no-fortress",
                text,
                "a siege is declared in the square of a fortress of others",
            );
        } else if !units.iter().any(train) && !self.known.own_at(at).iter().any(train) {
            let text = "no siege train is with the force".to_owned();
            remark("no-siege-train", text, "take one along; without it the fortress is attacked");
        }
        format!("besieges {name} instead of attacking it")
    }

    /// Tells that a besieged force cannot leave.
    fn shut_in(&mut self, from: Space, step: &Range<usize>) {
        let text = format!("{} is besieged, and nobody leaves it", self.book.atlas.name(from));
        let fault = Diagnostic::remark("besieged", step.start..step.start + 1, text);
        let help =
            "an attack on that square is a sortie; the march is made if the siege is over by then";
        self.faults.push(fault.rule("FRW §34.2").help(help));
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

    fn told(&self, attack: bool, goal: Space, at: Space, spent: &str) -> String {
        let name = self.book.atlas.name(goal);
        let verb = if attack { "attacks" } else { "marches to" };
        let mut line = format!("{verb} {name}{}", self.who(goal));
        if at == goal {
            line.push_str(&format!(" = {spent}"));
        } else {
            line.push_str(&format!(": as far as {} = {spent}", self.book.atlas.name(at)));
        }
        line
    }
}
