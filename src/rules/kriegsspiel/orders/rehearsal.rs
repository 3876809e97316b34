//! The receipt's rehearsal: what a sheet would do, as far as its author can know.
//!
//! Changes of the order of battle are made on paper, marches are walked with their costs, and action
//! points are counted. Enemies that are not seen, and other people's orders, are left out.

mod battle_order;
mod bought;
mod contact;
mod courses;
mod deployed;
mod emptied;
mod estimated;
mod fed;
mod fleets;
mod goals;
mod grades;
mod hunger;
mod march;
mod politics;
mod purse;
mod refused;
mod terms;
mod unseen;
mod who_commands;

use crate::book::Book;
use crate::march::depots;
use crate::march::movement::{self, Force};
use crate::march::roll::Roll;
use crate::money::spending::SetAside;
use crate::orders::causes::Cause;
use crate::orders::words::Words;
use crate::orders::{self, Acting, Entry, Sheet, Step, Task};
use crate::record::event::{Reason, Stance};
use crate::record::sea::Navy;
use crate::record::state::{Formation, General};
use crate::season::{directive, setup};
use crate::sight::known::Known;
use crate::view::reasons;
use courses::Planned;
use grades::Told;
use kit::ground::Space;
use march::Walk;
use play::{Checked, Grade, ReceiptLine, Route, Ruleset, UnderstoodEntry, WITHOUT_ORDERS};
use sheet::condition::{Condition, IF_UNKNOWN, Truth};
use sheet::frame::letter_told;
use sheet::shape::Shaped;
use sheet::{Diagnostic, Diagnostics};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use unseen::is_hidden;

/// What is to say of a step that waits for the enemy's strength: on the march nobody knows it (§3).
const UNKNOWN_STRENGTH: &str = "their strength is known in contact alone, so this is not done";

/// What is to say where the last step has a condition that does not hold.
const NOT_NOW: &str = "as things stand, this `if` does not hold";

/// The same of steps of which one at the most is done.
const NEITHER_NOW: &str = "as things stand, none of these `if`s holds";

/// What is to say where a step has a condition and others follow it.
const AS_IF: &str = "if that does not hold, the next step is done from where the force then stands";

/// That a die decides whether the order comes in time, and whole.
const OUT_OF_REACH: &str =
    "out of reach of a senior: a die may make it late or halve its pace (§2)";

/// A power's forces as they would stand after what its sheet says.
struct Paper<'a> {
    book: &'a Book,
    known: &'a Known,
    text: &'a str,
    formations: BTreeMap<String, Formation>,
    generals: BTreeMap<String, General>,
    /// Fleets, with ships that are bought.
    navy: Cow<'a, Navy>,
    /// Where generals appear who are bought.
    engaged: Vec<Space>,
    /// Depots at hand.
    stores: u8,
    /// What is set aside of the purse, where money is played.
    set: Option<SetAside>,
    /// Who moves by an entry, and who is spoken of at all.
    roll: Roll,
    spoken: BTreeSet<String>,
    /// Whom an entry names, so that its stance, break off and retreat are theirs.
    intended: BTreeSet<String>,
    /// Where those land who go aboard, or where their ships lie.
    landing: BTreeMap<String, Space>,
    /// The entry that speaks first of what each group does at sea.
    spoke_at_sea: BTreeMap<String, u16>,
    /// What generals mean to do in contact.
    stances: BTreeMap<String, Option<Stance>>,
    /// Where troops without a stance march in, as far as the entries so far say.
    entered: BTreeSet<Space>,
    /// Where each entry takes its force.
    ends: BTreeMap<String, Space>,
    /// Who has steps, so that they may not come to where these lead.
    moves: BTreeSet<String>,
    /// Who moves by which entry, and the action points that it costs.
    paid: Vec<(String, u32)>,
    /// Where its steps deploy depots.
    deployed: Vec<Space>,
    /// Where its depots may come by any course of its entries.
    planned: Planned,
    /// Which places its steps lead to, and who is sent there.
    sent: Vec<(Space, String)>,
    /// Enemy fortresses that are told as if somebody shut them in.
    shut_in: Vec<Space>,
    /// Whether it is told that an `if` is not asked again on the way.
    has_told_once: bool,
    ways: Vec<Route>,
}

/// Holds a sheet against what its author knows.
pub fn check(book: &Book, known: &Known, shaped: &Shaped<'_>) -> Checked {
    let known = &setup::expected(book, known);
    let words = Words::new(book, known);
    let (sheet, faults) = orders::read_shaped(shaped, &words);
    Paper::new(book, known, shaped.text, &sheet).whole(&sheet, faults)
}

fn head(book: &Book, sheet: &Sheet, known: &Known) -> Option<UnderstoodEntry> {
    let at_once = crate::Kriegsspiel::letters_at_once(book, known.moment());
    let told = |(to, text): &(String, String)| letter_told(book.title(to), text, at_once);
    let mut lines: Vec<String> = sheet.letters.iter().map(told).collect();
    if !sheet.commanders.is_empty() {
        lines.push(format!(
            "of equal generals these command first: {}",
            sheet.commanders.join(", ")
        ));
    }
    if sheet.words.is_some() {
        lines.push("words for the umpire, who interprets them".to_owned());
    }
    if sheet.note {
        lines.push("a note to the umpire".to_owned());
    }
    let heading = format!("For {}", book.title(&known.power));
    (!lines.is_empty()).then_some(UnderstoodEntry::plain(heading, lines))
}

/// Lines about an entry, with its number.
fn about(entry: &Entry, heading: String, mut lines: Vec<ReceiptLine>) -> UnderstoodEntry {
    lines.iter_mut().for_each(|line| line.entry = Some(entry.number));
    UnderstoodEntry { heading, lines }
}

impl<'a> Paper<'a> {
    /// Nothing has been done yet.
    fn new(book: &'a Book, known: &'a Known, text: &'a str, sheet: &Sheet) -> Self {
        Self {
            book,
            known,
            text,
            formations: known.formations.clone(),
            generals: known.generals.clone(),
            roll: Roll::new(book.action_points(&known.power)),
            navy: Cow::Borrowed(&known.navy),
            engaged: vec![],
            stores: depots::stores(known, &known.power),
            set: None,
            spoken: BTreeSet::new(),
            intended: BTreeSet::new(),
            landing: BTreeMap::new(),
            spoke_at_sea: fleets::spoke_at_sea(known, sheet),
            stances: contact::stances(sheet),
            entered: BTreeSet::new(),
            ends: BTreeMap::new(),
            moves: BTreeSet::new(),
            paid: vec![],
            deployed: vec![],
            planned: Planned::default(),
            sent: goals::sent(book, known, sheet),
            shut_in: vec![],
            has_told_once: false,
            ways: vec![],
        }
    }
}

/// Whether a step has a condition that may fail, and the next step is done all the same.
fn may_fail_before(step: &Step, next: Option<&Step>) -> bool {
    let may_fail = step.condition.is_some() && step.otherwise.is_none();
    may_fail && next.is_some() && !exclude_each_other(step, next)
}

/// What is to say of the condition of a step; `rests` if the force stays where it is, since it does not hold now.
fn what_if(step: &Step, next: Option<&Step>, rests: bool) -> Option<String> {
    if rests {
        Some(NOT_NOW.to_owned())
    } else if is_hidden(step) {
        Some(format!("{UNKNOWN_STRENGTH}; {IF_UNKNOWN}"))
    } else {
        may_fail_before(step, next).then(|| AS_IF.to_owned())
    }
}

/// Whether the `if`s of two steps never hold at one moment.
fn exclude_each_other(step: &Step, other: Option<&Step>) -> bool {
    let other = other.and_then(|other| other.condition.as_ref());
    other.zip(step.condition.as_ref()).is_some_and(|(other, is)| other.excludes(is))
}

/// Whether a step excludes each of the `cases` before it, so that at most one of them all is done. A step that
/// does not begins a new list of cases.
fn is_another_case<'a>(cases: &mut Vec<&'a Step>, step: &'a Step) -> bool {
    let excluded = |earlier: &&Step| exclude_each_other(step, Some(earlier));
    let is_another = !cases.is_empty() && cases.iter().all(excluded);
    if !is_another {
        cases.clear();
    }
    cases.push(step);
    is_another
}

impl Paper<'_> {
    /// Goes through the order of battle and the entries; how many entries are played.
    fn go_through(
        &mut self,
        sheet: &Sheet,
        faults: &mut Diagnostics,
    ) -> (Vec<UnderstoodEntry>, usize) {
        let mut understood: Vec<UnderstoodEntry> =
            self.changes(sheet, faults).into_iter().collect();
        self.set_aside(sheet, faults);
        self.plan(sheet);
        let mut played = 0;
        for entry in sheet.in_order() {
            let (told, is_played) = match entry {
                Acting::Troops(entry) => self.entry(entry, faults),
                Acting::Ships(entry) => self.at_sea(entry, faults),
            };
            played += usize::from(is_played);
            understood.push(told);
        }
        self.overrule(sheet, &mut understood);
        (understood, played)
    }

    /// All that is to be said of a sheet.
    fn whole(mut self, sheet: &Sheet, mut faults: Diagnostics) -> Checked {
        let mut understood: Vec<UnderstoodEntry> =
            head(self.book, sheet, self.known).into_iter().collect();
        let mut played = 0;
        // In a council nobody marches.
        if !self.known.politics.council {
            let (told, entries) = self.go_through(sheet, &mut faults);
            played = entries;
            understood.extend(told);
            understood.extend(self.command(sheet));
            understood.extend(self.idle());
            understood.extend(self.emptied());
            understood.extend(self.hunger());
            understood.push(self.account());
            understood.extend(self.purse(sheet));
        }
        understood.extend(politics::told(self.book, self.known, sheet));
        understood.extend(terms::told(self.book, self.known, sheet));
        let counts = played > 0
            || !sheet.changes.is_empty()
            || !sheet.budget.is_empty()
            || !sheet.deals.is_empty()
            || !sheet.politics.is_empty()
            || !sheet.terms.is_empty()
            || !sheet.letters.is_empty()
            || sheet.words.is_some()
            || sheet.has_standing
            || !faults.has_faults();
        faults.sort();
        Checked { faults, understood, counts, ways: self.ways }
    }

    /// Tells one entry, and whether anything of it is played.
    fn entry(&mut self, entry: &Entry, faults: &mut Diagnostics) -> (UnderstoodEntry, bool) {
        let forces = (&self.formations, &self.generals);
        let price = movement::price(self.book, forces.0, forces.1, entry);
        let speaks = self.intended.insert(entry.who.clone());
        let force = self.roll.take_up(self.book, forces, &self.known.power, entry);
        let force = match force {
            Ok(force) => force,
            Err(reason) => return self.not_taken_up(entry, (&reason, speaks), faults),
        };
        let force =
            Force { at: self.landing.get(&entry.who).copied().unwrap_or(force.at), ..force };
        let walk = Walk::new(&force);
        self.spoken.extend(force.formations.iter().chain(&force.general).cloned());
        let mut heading = self.book.given(&entry.who).to_owned();
        if entry.moves() {
            self.moves.insert(entry.who.clone());
            self.paid.push((entry.who.clone(), price));
            let unit = if price == 1 { "point" } else { "points" };
            heading = format!("{heading}, {price} action {unit}");
        }
        if entry.says_nothing() {
            let text = "this entry orders nothing: what it names stays where it is";
            faults.push(Diagnostic::remark("no-steps", entry.head(), text));
        }
        self.unseen(entry, walk.here, faults);
        let mut lines = self.deeds(entry, walk, price, faults);
        if !speaks {
            lines.iter_mut().for_each(|line| contact::unheard(entry, line));
        }
        (about(entry, heading, lines), true)
    }

    /// Tells an entry that is not taken up, and why. A force that is there follows the entry's stance,
    /// break off and retreat all the same where it stands, if no entry before it names the same.
    fn not_taken_up(
        &mut self,
        entry: &Entry,
        (reason, speaks): (&Reason, bool),
        faults: &mut Diagnostics,
    ) -> (UnderstoodEntry, bool) {
        let (who, at) = (&entry.who, entry.head());
        let forces = (&self.formations, &self.generals);
        let force = movement::force(self.book, forces, &self.known.power, entry);
        let names = force.iter().flat_map(|force| force.formations.iter().chain(&force.general));
        let names: Vec<String> = names.cloned().collect();
        faults.push(match (reason, self.roll.twice(&names)) {
            (Reason::NoForce, _) => {
                let who = self.book.given(who);
                let text = format!(
                    "{who} is not there after your changes of the order of battle, so this entry is \
                     not played"
                );
                Diagnostic::fault("not-there", at, text).rule("K05 §10.2")
            }
            (Reason::Aboard, _) => {
                let text = format!("{}: {}", self.book.given(who), reasons::sentence(self.book, reason));
                Diagnostic::fault("aboard", at, text).rule("K05 §13.6")
            }
            (_, Some(twice)) => {
                let twice = self.book.given(twice);
                let text = format!("{twice} has its orders by an entry before this one");
                Diagnostic::fault("twice", at, text)
            }
            (_, None) => {
                let who = self.book.given(who);
                let text = format!("{who}: {}", reasons::sentence(self.book, reason));
                Diagnostic::fault("no-action-points", at, text)
                    .rule("K05 §17")
                    .help("put first what matters most, or leave somebody where they are")
            }
        });
        let stays = speaks && force.is_some() && entry.parts().next().is_some();
        let mut lines = vec![ReceiptLine {
            words: if stays { "not moved, see below" } else { "not played, see below" }.to_owned(),
            grade: Grade::Refused,
            causes: vec![Cause::of(reason, &self.known.power).word()],
            ..ReceiptLine::default()
        }];
        if let Some(force) = force.filter(|_| stays) {
            let walk = Walk::new(&force);
            lines.extend(self.intent(entry, &walk));
            self.spoken.extend(names);
        }
        (about(entry, self.book.given(who).to_owned(), lines), stays)
    }

    /// What an entry does: its steps, where they end, and what it does there.
    fn deeds(
        &mut self,
        entry: &Entry,
        mut walk: Walk,
        price: u32,
        faults: &mut Diagnostics,
    ) -> Vec<ReceiptLine> {
        let begin = walk.clone();
        let (mut lines, mut others) = self.steps(entry, &mut walk, faults);
        if others.is_empty() {
            let shut_in = walk.stopped_by.and_then(|at| self.if_shut_in(entry, begin.clone(), at));
            others.extend(shut_in.or_else(|| self.if_none_holds(entry, begin)));
        }
        others.retain(|other| other.here != walk.here);
        let mut plain = vec![];
        // Where somebody has a stance, that counts for all.
        if walk.troops && walk.path.len() > 1 && entry.intent.stance.is_none() {
            self.entered.insert(walk.here);
        }
        if walk.path.len() > 1 {
            self.ways.push(Route { who: entry.who.clone(), path: walk.path.clone() });
        }
        plain.extend(self.for_nothing(entry, &walk, price));
        plain.extend(self.ends(&walk));
        let stays = |other: &Walk| format!("stays at {}", self.book.atlas.place(other.here));
        let ends = others.iter().map(|other| self.ends(other).unwrap_or_else(|| stays(other)));
        let shut_in = walk.stopped_by.map(|fortress| self.book.atlas.name(fortress));
        let when = shut_in.map(|name| format!(", if {name} is shut in by then,"));
        let when = when.unwrap_or_default();
        plain.extend(ends.map(|ends| format!("or{when} {ends}")));
        plain.extend(self.given_back(&walk));
        self.back_to_where_it_ends(entry, (&walk, &others), faults);
        self.ends.insert(entry.who.clone(), walk.here);
        plain.extend(self.cut(entry, &walk));
        lines.extend(plain.into_iter().map(ReceiptLine::from));
        let intent = self.intent(entry, &walk);
        let words: Vec<String> = intent.iter().map(|line| line.words.clone()).collect();
        lines.extend(intent);
        for other in &others {
            let there = self.book.atlas.name(other.here);
            let also = self.intent(entry, other);
            let also = also.iter().filter(|line| !words.contains(&line.words));
            let also: Vec<String> = also.map(|line| format!("at {there} {}", line.words)).collect();
            lines.extend(also.into_iter().map(ReceiptLine::from));
        }
        if entry.words.is_some() {
            lines.push("words for the umpire, who interprets them".to_owned().into());
        }
        if lines.is_empty() {
            let stays = self.stays(&entry.who);
            lines.push(
                stays
                    .trim_start_matches(self.book.given(&entry.who))
                    .trim_start()
                    .to_owned()
                    .into(),
            );
        }
        lines
    }

    /// Tells the steps of an entry one after the other; the other places where it may end, if its last march
    /// may go another way.
    fn steps(
        &mut self,
        entry: &Entry,
        walk: &mut Walk,
        faults: &mut Diagnostics,
    ) -> (Vec<ReceiptLine>, Vec<Walk>) {
        let forces = (&self.formations, &self.generals);
        let late = directive::may_be_out_of_reach(self.book, forces, entry, &self.engaged);
        let says_late = late && !entry.steps.is_empty();
        let mut lines = Vec::from_iter(says_late.then(|| OUT_OF_REACH.to_owned().into()));
        let (mut before, mut instead, mut may_hold) = (walk.clone(), vec![], false);
        let mut cases: Vec<&Step> = vec![];
        for (number, step) in entry.numbered() {
            let at = usize::from(number) - 1;
            let either = is_another_case(&mut cases, step);
            if !either {
                before = walk.clone();
            }
            let now = step.condition.as_ref().map(|is| self.holds_now(is, before.here));
            let next = entry.steps.get(at + 1);
            let rests = next.is_none() && step.otherwise.is_none() && now == Some(Truth::No);
            if !either && !matches!(step.task, Task::Deploy) && !rests {
                instead.clear();
            }
            let deployed = self.deployed.len();
            // Only one of the two can be done, so this one is told from where that one began.
            let mut other = before.clone();
            let on = if either { &mut other } else { &mut *walk };
            let mut told = self.tell_step(step, on, faults);
            told.below.extend(contact::no_attack(entry, step));
            if late {
                told.only_if(Cause::Die);
            }
            if either {
                lines.push("or:".to_owned().into());
                // What follows is told for the one whose condition holds, as far as is known.
                if now == Some(Truth::Yes) {
                    std::mem::swap(walk, &mut other);
                }
                may_hold |= now != Some(Truth::No);
                let neither = rests && !may_hold;
                instead.extend(neither.then(|| std::mem::replace(walk, before.clone())));
                instead.push(other);
                lines.extend(told.lines(number));
                lines.extend(neither.then(|| NEITHER_NOW.to_owned().into()));
                continue;
            }
            may_hold = now != Some(Truth::No);
            if self.unescorted(entry, &step.at, walk.here, faults) {
                told.only_if(Cause::Enemy);
            }
            if let Some((mut there, lines)) = self.otherwise(step, before.clone(), faults) {
                told.below.extend(lines);
                if now == Some(Truth::No) {
                    std::mem::swap(walk, &mut there);
                }
                instead = vec![there];
            }
            told.below.extend(what_if(step, next, rests));
            if rests || is_hidden(step) {
                self.deployed.truncate(deployed);
                let if_it_holds = std::mem::replace(walk, before.clone());
                if rests && instead.is_empty() && if_it_holds.here != walk.here {
                    instead.push(if_it_holds);
                }
            }
            lines.extend(told.lines(number));
        }
        (lines, instead)
    }

    /// Where a force goes by the `else` of a step, and how that is told.
    fn otherwise(
        &mut self,
        step: &Step,
        mut walk: Walk,
        faults: &mut Diagnostics,
    ) -> Option<(Walk, Vec<String>)> {
        let task = Task::March { to: vec![step.otherwise?], force: 0 };
        let other = self.step(&task, &step.at, &mut walk, faults);
        let other = std::iter::once(other.words).chain(other.below);
        Some((walk, other.map(|line| format!("else {line}")).collect()))
    }

    /// Tells a step with its condition, and walks it.
    fn tell_step(&mut self, step: &Step, walk: &mut Walk, faults: &mut Diagnostics) -> Told {
        let (was_over, began) = (walk.over, walk.path.len());
        let mut told = self.step(&step.task, &step.at, walk, faults);
        let may_fail = step.condition.is_some() || !told.is_refused();
        walk.may_go_on |= walk.over && !was_over && may_fail;
        if let Some((is, at)) = step.condition.as_ref().zip(step.asked.as_ref()) {
            told.words.push_str(&format!(", if {}", self.written(is, at)));
            if matches!(step.task, Task::March { .. }) {
                told.words.push_str(" when this march begins");
                let way = walk.path.get(began..).unwrap_or_default();
                told.below.extend(self.asked_once(is, way));
            }
            match is_hidden(step) {
                true => told.refuse(Cause::Condition),
                false => told.only_if(Cause::Condition),
            }
        }
        told
    }

    /// What a faulty step leaves of an entry, and where the force is then.
    fn cut(&self, entry: &Entry, walk: &Walk) -> Option<String> {
        let sound = entry.steps.len();
        if entry.written == sound {
            return None;
        }
        let left_out = match entry.written - sound {
            1 => format!("step {} is left out, since it has a fault", entry.written),
            _ => format!(
                "step {} has a fault: steps {} to {} are left out",
                sound + 1,
                sound + 1,
                entry.written
            ),
        };
        let place = self.book.atlas.place(walk.here);
        let stays = match sound {
            0 => format!("the force stays at {place}, which costs nothing"),
            1 => format!("the step before is played, and the force ends at {place}"),
            _ => format!("the steps before are played, and the force ends at {place}"),
        };
        Some(format!("{left_out}; {stays}"))
    }

    /// Says so if a general without troops is sent to where the enemy stands; whether one is.
    fn unescorted(
        &self,
        entry: &Entry,
        step: &Range<usize>,
        at: Space,
        faults: &mut Diagnostics,
    ) -> bool {
        let alone = self
            .generals
            .get(&entry.who)
            .filter(|_| entry.army)
            .is_some_and(|general| !self.formations.values().any(|one| general.leads(one)));
        let shut = alone && movement::is_shut_to_generals(self.known, &self.known.power, at);
        if shut {
            let place = self.book.atlas.place(at);
            let text =
                format!("{} has no troops with him, and the enemy stands at {place}", entry.who);
            let step = step.start..step.start + 1;
            let help = "he stops before it, unless troops of your side stand there too";
            faults.push(Diagnostic::remark("unescorted", step, text).rule("K05 §12.1").help(help));
        }
        shut
    }

    /// A condition in the words of the sheet.
    fn written(&self, condition: &Condition, at: &Range<usize>) -> String {
        condition.written(self.text.get(at.clone()).unwrap_or_default())
    }

    /// Those who have no orders.
    fn idle(&self) -> Option<UnderstoodEntry> {
        let lone = |one: &&Formation| one.power == self.known.power && one.under.is_none();
        let generals = self.generals.values().filter(|one| one.power == self.known.power);
        let names = generals.map(|one| &one.name);
        let names = names.chain(self.formations.values().filter(lone).map(|one| &one.name));
        let idle: Vec<String> = names
            .filter(|name| !self.spoken.contains(*name))
            .map(|name| self.stays(name))
            .chain(self.idle_at_sea())
            .collect();
        (!idle.is_empty()).then(|| UnderstoodEntry::plain(WITHOUT_ORDERS.to_owned(), idle))
    }
}
