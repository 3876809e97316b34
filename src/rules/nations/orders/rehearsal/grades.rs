//! How certain each line of a receipt is, and on what it depends.
//!
//! A step counts for the case that its entry is taken up and the steps before it are done. What is so
//! of all of them stands once at the head of the receipt. What this says is held against many seasons
//! in `tests/nations/promise.rs`.

use super::asked_now::{self, AskedNow};
use super::markers::{Wakes, land_markers, on_the_first};
use super::{End, Plan, Sailing, spoken, strength, ways};
use crate::book::Book;
use crate::land::stacking;
use crate::orders::causes::Cause;
use crate::orders::words::meant;
use crate::orders::{self, Entry, Sheet};
use crate::record::event::Reason;
use crate::record::state::{Force, ForceId, Marker};
use crate::season::transport;
use crate::sight::known::Known;
use crate::view::reasons;
use kit::ground::Space;
use play::{Grade, ReceiptLine};
use sheet::Diagnostic;
use sheet::condition::Condition;
use std::collections::{BTreeMap, BTreeSet};

/// The steps whose line says itself where they end.
const MOVES: &[&str] = &[orders::march::STEP.kind.key, orders::attack::STEP.kind.key];

/// What is said of a step that needs others, if these have entries of their own.
const IF_THERE: &str = ", if they are there then";

/// Whether a step of this kind leads troops on.
pub(super) fn moves(key: &str) -> bool {
    MOVES.contains(&key)
}

/// The steps of ships that a blockade or a hunt before them ends; from before a harbour one may still
/// enter it (NIA §10.3).
const ENDED: &[&str] = &[
    orders::at_sea::SAIL.kind.key,
    orders::at_sea::ENGAGE.kind.key,
    orders::at_sea::BLOCKADE.kind.key,
];

/// The steps that lead troops on after a battle, for a point (NIA §8.3.4).
const GOES_ON: &[&str] =
    &[orders::march::STEP.kind.key, orders::attack::STEP.kind.key, orders::attack::PURSUE.kind.key];

/// The steps that need others of one's own to be there.
const MEETS: &[&str] = &[
    orders::absorb::STEP.kind.key,
    orders::integrate::STEP.kind.key,
    orders::merge::STEP.kind.key,
    orders::army::STEP.kind.key,
    orders::group::STEP.kind.key,
    orders::take_command::STEP.kind.key,
    orders::at_sea::CARRY.kind.key,
    orders::at_sea::JOIN.kind.key,
];

/// What an entry may do to a force by the time that another entry is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Touch {
    /// It marches, and stays as it is but for what a march costs.
    Marches,
    /// Troops are detached from it.
    Parts,
    /// It fights, joins others, or is made into something else.
    Changes,
}

/// What the entries of a sheet name, each with the names the entries are for.
#[derive(Default)]
pub(super) struct Ordered {
    /// The forces that they are for or name, and what they may do to them.
    forces: BTreeMap<ForceId, BTreeMap<String, Touch>>,
    /// The places that they name as goals.
    goals: BTreeMap<Space, BTreeSet<String>>,
    /// The number of the last entry for each.
    last: BTreeMap<String, u16>,
    /// Whom each entry is for, with the land markers that wake it.
    pub(super) wakes: Vec<(String, Wakes)>,
    /// The first marker of the season, if it is known beforehand, and the entries that act on it.
    first: Option<(Marker, BTreeMap<String, u16>)>,
    /// What they attack, each with the place of the step in the sheet.
    pub(super) attacks: Vec<(Space, usize)>,
}

impl Ordered {
    /// Whether an entry for somebody acts on the first marker of the season.
    fn acts_first(&self, who: &str) -> bool {
        self.first.as_ref().is_some_and(|(_, acts)| acts.contains_key(who))
    }

    /// Whether an entry waits for something, so that a later entry of the same force may be taken up first.
    pub(super) fn may_come_first(&self, entry: &Entry) -> bool {
        entry.waits() && self.last.get(&entry.who).is_some_and(|last| *last > entry.number)
    }
}

/// The forces that have entries, or that entries of others name, and where they march.
pub(super) fn ordered(book: &Book, known: &Known, sheet: &Sheet) -> Ordered {
    let own: Vec<&Force> = known.own().collect();
    let first = on_the_first(book, known, sheet);
    let mut all = Ordered { first, ..Ordered::default() };
    for entry in &sheet.entries {
        all.last.insert(entry.who.clone(), entry.number);
        let waits = entry.condition.is_some() || entry.card.is_some();
        let wakes = Wakes { on: land_markers(book, known, entry), waits };
        all.wakes.push((entry.who.clone(), wakes));
        all.attacks.extend(strength::attacks(book, known, entry));
        for step in entry.steps.iter().filter(|step| MOVES.contains(&step.key)) {
            let names = step.filled.name("at").into_iter().chain(step.filled.names("to"));
            for at in names.filter_map(|name| book.atlas.code(name)) {
                all.goals.entry(at).or_default().insert(entry.who.clone());
            }
        }
        for (name, touch) in touched(entry) {
            if let Some(force) = meant(&book.atlas, &book.units, name, own.iter().copied()) {
                let by = all.forces.entry(force.id).or_default();
                let before = by.entry(entry.who.clone()).or_insert(touch);
                *before = touch.max(*before);
            }
        }
    }
    all
}

/// The names in an entry, and what it may do to whom they mean. Who is detached leaves the others alone.
fn touched(entry: &Entry) -> impl Iterator<Item = (&str, Touch)> {
    let (detach, march) = (orders::detach::STEP.kind.key, orders::march::STEP.kind.key);
    let touch = move |step: &orders::Step| match step.key {
        key if key == detach => Touch::Parts,
        key if key == march && !step.filled.flag("extended") => Touch::Marches,
        _ => Touch::Changes,
    };
    let leaves = entry.steps.iter().position(|step| step.key == detach);
    let last = leaves.map_or(entry.steps.len(), |at| at + 1);
    let own = entry.steps[..last].iter().map(touch).max().unwrap_or(Touch::Marches);
    let named = entry.steps.iter().flat_map(move |step| {
        let names = step.filled.keys().filter_map(|(_, given)| given.name());
        names.map(move |name| (name, touch(step)))
    });
    named.chain([(&*entry.who, own)])
}

/// What a step changes on paper, as it was before.
struct Before {
    force: Option<Force>,
    ships: Option<Sailing>,
    spent: u32,
    flags: [bool; 4],
    host: Option<ForceId>,
    becomes: Option<Force>,
    parted: Vec<(Force, End)>,
    /// How many there were on the way, joined, picked up, grouped, put down, left, on board and linked.
    counts: [usize; 8],
}

impl Before {
    fn of(plan: &Plan) -> Self {
        Self {
            force: plan.force.clone(),
            ships: plan.ships.clone(),
            spent: plan.spent,
            flags: [plan.unsure, plan.stranded, plan.hoped, plan.over],
            host: plan.host,
            becomes: plan.becomes.clone(),
            parted: plan.parted.clone(),
            counts: [
                plan.path.len(),
                plan.joined.len(),
                plan.emptied.len(),
                plan.group.len(),
                plan.depots.len(),
                plan.left_behind.len(),
                plan.cargo.len(),
                plan.linked.len(),
            ],
        }
    }

    fn restore(self, plan: &mut Plan) {
        let [path, joined, emptied, group, depots, left_behind, cargo, linked] = self.counts;
        plan.path.truncate(path);
        plan.joined.truncate(joined);
        plan.emptied.truncate(emptied);
        plan.group.truncate(group);
        plan.depots.truncate(depots);
        plan.left_behind.truncate(left_behind);
        plan.cargo.truncate(cargo);
        plan.linked.truncate(linked);
        (plan.force, plan.ships, plan.spent) = (self.force, self.ships, self.spent);
        [plan.unsure, plan.stranded, plan.hoped, plan.over] = self.flags;
        (plan.host, plan.becomes, plan.parted) = (self.host, self.becomes, self.parted);
    }
}

/// A line about a whole entry, which depends on something; or the entry is never taken up.
pub(super) fn about_entry(words: String, acts: bool, cause: Cause) -> ReceiptLine {
    let grade = if acts { Grade::If } else { Grade::Refused };
    ReceiptLine { words, grade, causes: vec![cause.word()], ..ReceiptLine::default() }
}

/// Whether all steps of these lines are certain.
pub(super) fn are_sure(lines: &[ReceiptLine]) -> bool {
    lines.iter().all(|line| line.step.is_none() || line.grade == Grade::Sure)
}

impl<'a> Plan<'a> {
    /// Tells the steps of an entry. One that is not done, or waits for a strength that nobody knows,
    /// leaves nothing on paper.
    pub(super) fn steps(&mut self, steps: &[orders::Step]) -> Vec<ReceiptLine> {
        let mut lines = vec![];
        let mut over: Option<&str> = None;
        // The last step with a condition and `else: go on`: its condition, and the plan before it.
        let mut case: Option<(&Condition, Before)> = None;
        for (number, step) in (1..).zip(steps) {
            if let Some(why) = over {
                let words = format!("{}: not played, since {why}", step.key);
                let causes = vec![Cause::Earlier.word()];
                lines.push(ReceiptLine {
                    step: Some(number),
                    words,
                    grade: Grade::Refused,
                    causes,
                    ..ReceiptLine::default()
                });
                continue;
            }
            if transport::is_beside_others(steps, number) {
                self.at = step.at.clone();
                self.refuse(
                    "transport-alone",
                    reasons::sentence(self.book, &Reason::TransportAlone),
                );
                lines.push(ReceiptLine {
                    step: Some(number),
                    words: format!("{}: not done, see below", step.key),
                    grade: Grade::Refused,
                    causes: vec![Cause::Rules.word()],
                    ..ReceiptLine::default()
                });
                continue;
            }
            let other = self.without_the_case(step, &mut case);
            let before = Before::of(self);
            if let Some(asked) = step.condition.as_ref().filter(|_| step.go_on) {
                case = Some((asked, Before::of(self)));
            }
            let remarks = self.faults.len();
            let line = self.step(number, step);
            let is_skipped =
                line.grade == Grade::Refused && !self.stranded && !MOVES.contains(&step.key);
            let gives_itself =
                line.grade != Grade::Refused && step.condition.is_none() && !step.go_on;
            lines.push(line);
            let told = strength::of_step(self, step);
            let goes_past = (step.go_on || other.is_some()) && self.is_false_now(step);
            match other {
                Some(other) if goes_past => *self = other,
                other => {
                    let ended = other.filter(|other| !other.unsure).and_then(|other| other.here());
                    self.or_ends.extend(ended);
                    if is_skipped || goes_past || told.is_some() {
                        before.restore(self);
                    }
                }
            }
            if goes_past {
                self.faults.truncate(remarks);
            }
            let joined = self.host.is_some() && gives_itself;
            let stops = is_skipped && !step.go_on;
            over = stops.then_some("a step before it is not done");
            over = over.or(joined.then_some("the force has joined others by then"));
            lines.extend(told.map(ReceiptLine::from));
        }
        lines
    }

    /// If this step and the last conditional one can never both be done, takes the plan back to where it was
    /// before that one. Returns the plan as it was with it.
    fn without_the_case(
        &mut self,
        step: &orders::Step,
        case: &mut Option<(&Condition, Before)>,
    ) -> Option<Self> {
        let asked = step.condition.as_ref()?;
        let (_, before) = case.take_if(|(other, _)| asked.excludes(other))?;
        let other = self.clone();
        before.restore(self);
        Some(other)
    }

    /// Whether the `if` of a step asks where somebody is, and does not hold as things stand.
    fn is_false_now(&self, step: &orders::Step) -> bool {
        let (book, known, force) = (self.book, self.known, None);
        let asked = |condition| AskedNow { book, known, force, condition };
        step.condition.as_ref().is_some_and(|condition| asked(condition).is_false_of_places())
    }

    /// Tells one step; behind a march for which there are too few points none is played.
    fn step(&mut self, number: u16, step: &orders::Step) -> ReceiptLine {
        self.causes = BTreeSet::new();
        (self.refused, self.barred) = (false, false);
        self.asks_unknown = self.unsure;
        self.begin_step();
        if self.hoped {
            self.depends_on(&[Cause::Battle, Cause::Losses, Cause::Points, Cause::Earlier]);
        }
        if self.again && !self.marches_either_way(step) {
            self.depends_on(&[Cause::Earlier, Cause::Losses]);
        }
        if self.over {
            self.depends_on(&[Cause::Earlier, Cause::Battle]);
        }
        if self.over && ENDED.contains(&step.key) {
            self.at = step.at.clone();
            let text =
                "the step before ends the voyage: this is done only if that does not come about";
            self.remark("voyage-over", text.to_owned(), Cause::Earlier);
        }
        self.shares(step);
        let (was_hoped, was_over, left) = (self.hoped && !self.unsure, self.over, self.left());
        let words = self.step_in_words(step);
        let goes_on = GOES_ON.contains(&step.key) && !self.stranded;
        if goes_on && was_over {
            let text = "if the attack before it is made, the force stays where that leads (`after: hold`); write \
                        `after: go on` there to go on";
            self.remark("held", text.to_owned(), Cause::Rules);
        } else if was_hoped && goes_on {
            self.after_battle(step, left);
        }
        let grade = self.grade();
        let causes = self.causes.iter().map(|cause| cause.word()).collect();
        ReceiptLine { step: Some(number), words, grade, causes, ..ReceiptLine::default() }
    }

    /// Remarks that the points do not reach for what goes on after a battle (NIA §8.3.4).
    fn after_battle(&mut self, step: &orders::Step, left: u32) {
        let needs = left.saturating_sub(self.left()).max(1);
        let more = self.book.figures.actions.go_on;
        let (are, points) = if left == 1 { ("is", "point") } else { ("are", "points") };
        let text = match left {
            0 => "no point is left for it".to_owned(),
            _ if needs + more > left => format!(
                "going on after a battle costs {more} point more, and {left} {points} {are} left: it is done \
                 only if there is no battle before it"
            ),
            _ => return,
        };
        self.only_if(Cause::Battle);
        let remark = Diagnostic::remark("after-battle", step.at.clone(), text).rule("NIA §8.3.4");
        self.faults.push(remark.help("the next entry of the same force can go on"));
    }

    /// How certain the step is that was told.
    fn grade(&self) -> Grade {
        match (self.asks_unknown, self.refused) {
            (true, _) => Grade::NotKnown,
            (false, true) => Grade::Refused,
            (false, false) if self.causes.is_empty() => Grade::Sure,
            (false, false) => Grade::If,
        }
    }

    /// What a step does, in words, and on what it depends.
    fn step_in_words(&mut self, step: &orders::Step) -> String {
        if self.stranded {
            self.refused = self.too_far && self.is_certain();
            self.only_if(Cause::Points);
            return format!("{}: not played, since the march ends before it", step.key);
        }
        self.at = step.at.clone();
        if step.condition.is_some() && !self.conditional {
            (self.conditional, self.certain) = (true, [self.depots.len(), self.parted.len()]);
        }
        self.wanted.extend(ways::wanted(self.book, step.condition.as_ref()));
        self.or_else = "";
        let mut line = orders::tell(self, step);
        let mark = match self.mark(step.key, self.grade()) {
            IF_THERE if line.contains(';') => "; all of this only if they are there then",
            mark => mark,
        };
        line.push_str(mark);
        if let Some((given, condition)) = step.filled.get("if").zip(step.condition.as_ref()) {
            self.only_if(Cause::Condition);
            let and = if mark.contains(" if ") { " and" } else { "," };
            line.push_str(&format!("{and} {}", condition.when(&self.text[given.at.clone()])));
            let (book, known, force) = (self.book, self.known, None);
            let asked = AskedNow { book, known, force, condition };
            line.extend(asked_now::of_step(&asked).map(|so| format!(" ({so})")));
            line.push_str(self.or_else);
        }
        if step.go_on {
            line.push_str(", else go on");
        }
        self.stranded &= !step.go_on;
        line
    }

    /// What a line says of its grade, where the step itself does not say it.
    fn mark(&self, key: &str, grade: Grade) -> &'static str {
        let has = |cause| self.causes.contains(&cause);
        match grade {
            Grade::Refused if !self.stranded && !MOVES.contains(&key) => "; not done, see below",
            Grade::If if !MOVES.contains(&key) && has(Cause::Rules) => {
                "; not as things stand, see below"
            }
            Grade::If if self.barred => ", see below",
            Grade::If if key == orders::march::STEP.kind.key && has(Cause::Enemy) => {
                ", if the way stays free"
            }
            Grade::If if key == orders::at_sea::SAIL.kind.key && has(Cause::Battle) => {
                ", if no enemy stops it"
            }
            Grade::If if MEETS.contains(&key) && has(Cause::Friends) => IF_THERE,
            Grade::NotKnown if key == orders::attack::STEP.kind.key && self.began.at.is_none() => {
                ", from where it then stands"
            }
            Grade::NotKnown if key == orders::at_sea::SAIL.kind.key => ", from where they then lie",
            Grade::Sure | Grade::If | Grade::NotKnown | Grade::Refused => "",
        }
    }

    /// Notes that the step depends on something.
    pub fn only_if(&mut self, cause: Cause) {
        self.causes.insert(cause);
    }

    /// Whether the force will be as it is told when the step is taken.
    pub(super) fn is_certain(&self) -> bool {
        self.stands_as_told() && !self.causes.contains(&Cause::Friends)
    }

    /// The same, whatever others of one's own do.
    fn stands_as_told(&self) -> bool {
        !(self.unsure || self.hoped || self.conditional || self.again || self.over)
    }

    /// Notes that the step asks what cannot be known.
    pub fn not_known(&mut self) {
        self.asks_unknown = true;
    }

    /// Adds a remark about the step: it cannot be done, as far as what is before it is certain.
    pub fn refuse(&mut self, code: &'static str, text: String) {
        self.refused |= self.is_certain();
        self.remark(code, text, Cause::Rules);
    }

    /// Adds a remark about the step: it cannot be done, whatever others of one's own do before.
    pub fn refuse_anyway(&mut self, code: &'static str, text: String) {
        self.refused |= self.stands_as_told();
        self.remark(code, text, Cause::Rules);
    }

    /// Adds a remark about the step, and what it therefore depends on.
    pub fn remark(&mut self, code: &'static str, text: String, cause: Cause) {
        self.only_if(cause);
        self.faults.push(Diagnostic::remark(code, self.at.clone(), text));
    }

    /// Adds a remark if the army of the entry has just given up its marker.
    pub fn tell_marker(&mut self, now: &Force) {
        let before = self.force.as_ref().and_then(|force| force.army.clone());
        if let Some(army) = before.filter(|_| now.army.is_none()) {
            let text = format!("the {army} has no corps left and gives up its marker");
            let remark = Diagnostic::remark("gives-up-marker", self.at.clone(), text);
            self.faults.push(remark.rule("NIA §1.1.2"));
        }
    }

    /// Notes that the step depends on several things.
    pub fn depends_on(&mut self, causes: &[Cause]) {
        self.causes.extend(causes);
    }

    /// Notes that another force must be there, which an entry of its own may lead away or bring.
    pub fn meets(&mut self, other: &Force) {
        self.only_if_still(other.id, Touch::Marches);
    }

    /// Notes that another force acts only once on a marker, if it has entries of its own.
    pub fn depends_on_markers(&mut self, other: &Force) {
        if self.ordered.forces.contains_key(&other.id) {
            self.only_if(Cause::Marker);
        }
    }

    /// Whether an entry would lead another force to where this one stands.
    pub fn leads_here(&self, other: &Force) -> bool {
        let whom = self.here().and_then(|at| self.ordered.goals.get(&at));
        let is = |who: &String| {
            let own = std::iter::once(other);
            meant(&self.book.atlas, &self.book.units, who, own).is_some()
        };
        whom.is_some_and(|all| all.iter().any(is))
    }

    /// Notes that the hex where this march ends may be full: others of one's own stand there without room
    /// for both, or another entry leads a force there.
    pub fn may_be_full(&mut self) {
        let others = self.here().and_then(|at| self.ordered.goals.get(&at));
        let comes = others.is_some_and(|all| all.iter().any(|who| *who != self.entry.who));
        let is_full = self.force.as_ref().is_some_and(|force| {
            let there = self.friends_beside(force);
            !stacking::has_room(self.book, force, self.group.len(), self.left(), &there)
        });
        if comes || is_full {
            self.only_if(Cause::Friends);
        }
        if let Some(force) = self.force.clone().filter(|_| !is_full) {
            self.may_come_too_soon(&force);
        }
    }

    /// Notes that those whom entries before lead out of the hex where this march ends may still stand in it, if
    /// a marker comes that lets this entry act and not theirs; a remark, if that is the first of the season.
    fn may_come_too_soon(&mut self, force: &Force) {
        let leaves = |other: &&Force| {
            other.at == force.at && other.id != force.id && self.earlier.place(other) != force.at
        };
        let there: Vec<&Force> = self.known.own().filter(leaves).collect();
        let with: Vec<&Force> = there.iter().copied().chain(self.friends_beside(force)).collect();
        if there.is_empty()
            || stacking::has_room(self.book, force, self.group.len(), self.left(), &with)
        {
            return;
        }
        self.only_if(Cause::Friends);
        let Some((marker, acts)) = &self.ordered.first else { return };
        let goes_too = |other: &&&Force| {
            let by = self.ordered.forces.get(&other.id);
            by.is_some_and(|all| all.keys().any(|who| self.ordered.acts_first(who)))
        };
        let Some(stays) = there.iter().find(|other| !goes_too(other)) else { return };
        if acts.get(&self.entry.who) == Some(&self.entry.number) {
            let (who, at) = (spoken(self.book, &self.entry.who), self.place(force.at));
            let other = stays.name(&self.book.atlas, &self.book.units);
            let text = format!(
                "the first marker is {marker}: {who} acts on it, {other} does not and still stands at {at} then, \
                 and there is no room for both: the march stops before"
            );
            self.faults.push(
                Diagnostic::remark("too-soon", self.at.clone(), text)
                    .rule("NIA §4.1.1, §5.1.3")
                    .help("`on:` lets an entry wait for another marker"),
            );
        }
    }

    /// Notes that the force may have changed by then, if others of it have entries of their own. Who is
    /// detached from it does not keep it from marching.
    pub fn shares(&mut self, step: &orders::Step) {
        let marches = step.key == orders::march::STEP.kind.key;
        let least = if marches { Touch::Changes } else { Touch::Parts };
        if let Some(id) = self.force.as_ref().map(|force| force.id) {
            self.only_if_still(id, least);
        }
    }

    /// Notes that a force must be as it is now, if others than the one who acts have entries that do as
    /// much to it.
    pub fn only_if_still(&mut self, id: ForceId, least: Touch) {
        let others = self.ordered.forces.get(&id);
        let touches = |(who, touch): (&String, &Touch)| *who != self.entry.who && *touch >= least;
        if others.is_some_and(|all| all.iter().any(touches)) {
            self.depends_on(&[Cause::Friends, Cause::Losses]);
        }
    }

    /// Adds a remark if a rule refuses the step.
    pub fn refuse_by(&mut self, code: &'static str, rule: Result<(), Reason>) {
        if let Err(reason) = rule {
            self.refuse(code, reasons::sentence(self.book, &reason));
            self.only_if(Cause::of(&reason));
        }
    }
}
