//! The receipt's rehearsal: what a sheet would do, as far as its author can know.
//!
//! Changes of the order of battle are made on paper, marches are walked with their costs, and action
//! points are counted. Enemies that are not seen, and other people's orders, are left out.

mod march;
mod refused;
mod who_commands;

use crate::battle;
use crate::book::Book;
use crate::march::movement::{self, NoDepot, Roll};
use crate::march::organise::Ranks;
use crate::orders::grammar::GRAMMAR;
use crate::orders::organise::Change;
use crate::orders::words::Words;
use crate::orders::{self, Entry, Sheet, Step, Task};
use crate::position::Position;
use crate::record::event::{ForceEvent, Reason, Stance};
use crate::record::state::{Formation, General};
use crate::season::setup;
use crate::sight::known::Known;
use crate::view::{forces, reasons};
use kit::ground::Space;
use march::Walk;
use play::{Checked, Route, Ruleset, SETS_STANDING, UnderstoodEntry, WITHOUT_ORDERS};
use sheet::condition::Condition;
use sheet::frame::letter_told;
use sheet::shape::Shaped;
use sheet::{Diagnostic, Diagnostics};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// What is to say of a step that waits for the enemy's strength: on the march nobody knows it (§3).
const UNKNOWN_STRENGTH: &str = "their strength is known in contact alone, so this is not done; `or their \
                                strength is unknown` does it all the same";

/// What is to say of the steps that follow one with a condition.
const AS_IF: &str = "if that does not hold, it is left out, and the next step is done from where \
                     the force then stands; the lines below are for the case that it holds";

/// The same where the step says what is done else.
const AS_IF_NOT_ELSE: &str = "the lines below are for the case that it holds";

/// A power's forces as they would stand after what its sheet says.
struct Paper<'a> {
    book: &'a Book,
    known: &'a Known,
    text: &'a str,
    formations: BTreeMap<String, Formation>,
    generals: BTreeMap<String, General>,
    /// Who moves by an entry, and who is spoken of at all.
    roll: Roll,
    spoken: BTreeSet<String>,
    /// Where troops without a stance march in, as far as the entries so far say.
    entered: BTreeSet<Space>,
    /// Where each general's entry takes them.
    ends: BTreeMap<String, Space>,
    /// Who moves by which entry, and the action points that it costs.
    paid: Vec<(String, u32)>,
    /// Where its steps deploy depots.
    deployed: Vec<Space>,
    /// Which places its steps attack, and who does.
    attacked: Vec<(Space, String)>,
    ways: Vec<Route>,
}

/// Who attacks which place, as far as it is known where those are who are to be attacked.
fn attacks(book: &Book, known: &Known, sheet: &Sheet) -> Vec<(Space, String)> {
    let goal = |step: &Step| match &step.task {
        Task::Attack { at, .. } => movement::target(book, known, at),
        Task::March { .. } | Task::Deploy => None,
    };
    let of_entry = |entry: &Entry| {
        let who = entry.who.clone();
        entry.steps.iter().filter_map(goal).map(move |at| (at, who.clone())).collect::<Vec<_>>()
    };
    sheet.entries.iter().flat_map(of_entry).collect()
}

/// Holds a sheet against what its author knows.
pub fn check(book: &Book, known: &Known, shaped: &Shaped<'_>) -> Checked {
    let known = &setup::expected(book, known);
    let words = Words::new(book, known);
    let (sheet, mut faults) = orders::read_shaped(shaped, &words);
    let mut paper = Paper {
        book,
        known,
        text: shaped.text,
        formations: known.formations.clone(),
        generals: known.generals.clone(),
        roll: Roll::new(book, &known.power),
        spoken: BTreeSet::new(),
        entered: BTreeSet::new(),
        ends: BTreeMap::new(),
        paid: vec![],
        deployed: vec![],
        attacked: attacks(book, known, &sheet),
        ways: vec![],
    };
    let mut understood = vec![];
    understood.extend(head(book, &sheet, known));
    understood.extend(paper.changes(&sheet, &mut faults));
    let mut played = 0;
    for entry in &sheet.entries {
        let told = paper.entry(entry, &mut faults);
        played += usize::from(told.is_some());
        understood.extend(told);
    }
    understood.extend(paper.command(&sheet));
    understood.extend(paper.idle());
    understood.push(paper.account());
    let counts = played > 0
        || !sheet.changes.is_empty()
        || !sheet.letters.is_empty()
        || sheet.words.is_some()
        || sheet.has_standing
        || !faults.has_faults();
    faults.sort();
    Checked { faults, understood, counts, ways: paper.ways }
}

fn head(book: &Book, sheet: &Sheet, known: &Known) -> Option<UnderstoodEntry> {
    let at_once = crate::Kriegsspiel::letters_at_once(book, known.season);
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
    if sheet.has_standing {
        lines.push(SETS_STANDING.to_owned());
    }
    if sheet.note {
        lines.push("a note to the umpire".to_owned());
    }
    let heading = format!("For {}", book.title(&known.power));
    (!lines.is_empty()).then_some(UnderstoodEntry::plain(heading, lines))
}

impl Paper<'_> {
    /// The action points of the turn, added up.
    fn account(&self) -> UnderstoodEntry {
        let Roll { spent, most, .. } = self.roll;
        let paid: Vec<String> =
            self.paid.iter().map(|(who, price)| format!("{who} {price}")).collect();
        let sum = if paid.len() > 1 { format!("{} = ", paid.join(" + ")) } else { String::new() };
        let line = format!("{sum}{spent} of {most} spent; what is left is lost");
        UnderstoodEntry::plain("Action points".to_owned(), vec![line])
    }

    /// Makes the changes of the order of battle on paper, and tells which cannot be made.
    fn changes(&mut self, sheet: &Sheet, faults: &mut Diagnostics) -> Option<UnderstoodEntry> {
        let mut lines = vec![];
        for (change, at) in &sheet.changes {
            let ranks = Ranks {
                book: self.book,
                power: &self.known.power,
                formations: &self.formations,
                generals: &self.generals,
                reformed: &self.known.reformed,
            };
            match ranks.change(change) {
                Ok(event) => {
                    lines.push(change.tell());
                    self.apply(event);
                }
                Err(reason) => {
                    let why = reasons::sentence(self.book, &reason);
                    let text = format!("{}: {why}", change.tell());
                    let at = at.start..at.start + 1;
                    let rule = reasons::rule(&reason);
                    let fault = Diagnostic::fault("order-of-battle", at, text).rule(rule);
                    let help = self.what_is_there(change, &reason);
                    faults.push(match help {
                        Some(help) => fault.help(help),
                        None => fault,
                    });
                }
            }
        }
        let heading = "Order of battle".to_owned();
        (!lines.is_empty()).then_some(UnderstoodEntry::plain(heading, lines))
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

    /// Who moves by an entry: names, and a walk that has not begun.
    fn force(&self, entry: &Entry) -> Option<(Vec<String>, Walk)> {
        let forces = (&self.formations, &self.generals);
        let force = movement::force(self.book, forces, &self.known.power, entry)?;
        let walk = Walk::new(force.at, force.pace, !force.formations.is_empty());
        Some((force.formations.into_iter().chain(force.general).collect(), walk))
    }

    /// Tells one entry; nothing, if none of it will be played.
    fn entry(&mut self, entry: &Entry, faults: &mut Diagnostics) -> Option<UnderstoodEntry> {
        let Some((names, walk)) = self.force(entry) else {
            let text = format!(
                "{} is not there after your changes of the order of battle, so this entry is not \
                 played",
                entry.who
            );
            faults.push(Diagnostic::fault("not-there", entry.head(), text).rule("K05 §10.2"));
            return None;
        };
        let price = movement::price(&self.formations, &self.generals, entry);
        if let Err(reason) = self.roll.admits(&names, price) {
            let at = entry.head();
            faults.push(match self.roll.twice(&names) {
                Some(twice) => {
                    let text = format!("{twice} has its orders by an entry before this one");
                    Diagnostic::fault("twice", at, text)
                }
                None => {
                    let text = format!("{}: {}", entry.who, reasons::sentence(self.book, &reason));
                    Diagnostic::fault("no-action-points", at, text)
                        .rule("K05 §17")
                        .help("put first what matters most, or leave somebody where they are")
                }
            });
            return None;
        }
        self.spoken.extend(names.iter().cloned());
        if !entry.steps.is_empty() {
            self.roll.take(names, price);
        }
        let mut heading = entry.who.clone();
        if entry.moves() {
            self.paid.push((entry.who.clone(), price));
            let unit = if price == 1 { "point" } else { "points" };
            heading = format!("{heading}, {price} action {unit}");
        }
        if entry.says_nothing() {
            let text = "this entry orders nothing: what it names stays where it is";
            faults.push(Diagnostic::remark("no-steps", entry.head(), text));
        }
        let lines = self.deeds(entry, walk, price, faults);
        Some(UnderstoodEntry::plain(heading, lines))
    }

    /// What an entry does: its steps, where they end, and what it does there.
    fn deeds(
        &mut self,
        entry: &Entry,
        mut walk: Walk,
        price: u32,
        faults: &mut Diagnostics,
    ) -> Vec<String> {
        let mut lines = vec![];
        let mut before = walk.clone();
        for (at, step) in entry.steps.iter().enumerate() {
            let excludes = |other: Option<&Step>| {
                let other = other.and_then(|other| other.condition.as_ref());
                other.zip(step.condition.as_ref()).is_some_and(|(other, is)| other.excludes(is))
            };
            if excludes(at.checked_sub(1).and_then(|last| entry.steps.get(last))) {
                // Only one of the two can be done, so this one is told from where that one began.
                lines.push("or:".to_owned());
                lines.extend(self.tell_step(step, &mut before.clone(), faults));
                continue;
            }
            before = walk.clone();
            let deployed = self.deployed.len();
            let mut told = self.tell_step(step, &mut walk, faults);
            self.unescorted(entry, &step.at, walk.here, faults);
            if let Some(place) = step.otherwise {
                let task = Task::March { to: vec![place], force: 0 };
                let other = self.step(&task, &step.at, &mut before.clone(), faults);
                told.extend(other.into_iter().map(|line| format!("else {line}")));
            }
            lines.extend(told);
            let hidden = step.condition.as_ref().is_some_and(|is| is.needs_strength(&GRAMMAR));
            if hidden {
                lines.push(UNKNOWN_STRENGTH.to_owned());
                walk = before.clone();
                self.deployed.truncate(deployed);
            } else if step.condition.is_some()
                && at + 1 < entry.steps.len()
                && !excludes(entry.steps.get(at + 1))
            {
                let has_else = step.otherwise.is_some();
                lines.push(if has_else { AS_IF_NOT_ELSE } else { AS_IF }.to_owned());
            }
        }
        // Where somebody has a stance, that counts for all.
        if walk.troops && walk.path.len() > 1 && entry.intent.stance.is_none() {
            self.entered.insert(walk.here);
        }
        if walk.path.len() > 1 {
            self.ways.push(Route { who: entry.who.clone(), path: walk.path.clone() });
        }
        lines.extend(self.for_nothing(entry, &walk, price));
        lines.extend(self.supplied(&walk));
        if entry.army {
            self.ends.insert(entry.who.clone(), walk.here);
        }
        lines.extend(self.cut(entry, &walk));
        lines.extend(self.intent(entry, &walk));
        if entry.words.is_some() {
            lines.push("words for the umpire, who interprets them".to_owned());
        }
        if lines.is_empty() {
            let stays = self.stays(&entry.who);
            lines.push(stays.trim_start_matches(&entry.who).trim_start().to_owned());
        }
        lines
    }

    /// Tells a step with its condition, and walks it.
    fn tell_step(&mut self, step: &Step, walk: &mut Walk, faults: &mut Diagnostics) -> Vec<String> {
        let mut told = self.step(&step.task, &step.at, walk, faults);
        if let (Some(first), Some((is, at))) =
            (told.first_mut(), step.condition.as_ref().zip(step.asked.as_ref()))
        {
            first.push_str(&format!(", if {}", self.written(is, at)));
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

    /// Says so if a general without troops is sent to where the enemy stands.
    fn unescorted(&self, entry: &Entry, step: &Range<usize>, at: Space, faults: &mut Diagnostics) {
        let alone = self
            .generals
            .get(&entry.who)
            .filter(|_| entry.army)
            .is_some_and(|general| !self.formations.values().any(|one| general.leads(one)));
        if alone && movement::is_shut_to_generals(self.known, &self.known.power, at) {
            let place = self.book.atlas.place(at);
            let text =
                format!("{} has no troops with him, and the enemy stands at {place}", entry.who);
            let step = step.start..step.start + 1;
            let help = "he stops before it, unless troops of your side stand there too";
            faults.push(Diagnostic::remark("unescorted", step, text).rule("K05 §12.1").help(help));
        }
    }

    /// A condition in the words of the sheet.
    fn written(&self, condition: &Condition, at: &Range<usize>) -> String {
        condition.written(self.text.get(at.clone()).unwrap_or_default())
    }

    fn intent(&self, entry: &Entry, walk: &Walk) -> Vec<String> {
        let faulty = |part: &str| entry.faulty.contains(&part);
        let mut lines = vec![];
        if faulty("stance") {
            let does = match self.without_orders(walk.here, !walk.stays()) {
                Stance::Defend => "defends its walls",
                Stance::Attack | Stance::Besiege | Stance::Raid => "attacks",
            };
            lines.push(format!("stance: left out, since it has a fault; without one it {does}"));
        }
        if faulty("break off") {
            lines.push(
                "break off: left out, since it has a fault; it stays in the battle".to_owned(),
            );
        }
        if faulty("retreat") {
            lines.push(
                "retreat: left out, since it has a fault; it falls back where it can".to_owned(),
            );
        }
        if let Some((stance, condition, otherwise)) = &entry.intent.stance {
            let sits = walk.stays() && self.has_own_walls(walk.here);
            let word = |stance: Stance| match (sits, stance) {
                (true, Stance::Defend) => "defend, behind the walls",
                (true, Stance::Attack) => "attack, out of the walls",
                _ => stance.word(),
            };
            let otherwise = word(otherwise.unwrap_or(Stance::Defend));
            let first = word(*stance);
            lines.push(match condition.as_ref().zip(entry.asked.stance.as_ref()) {
                Some((is, at)) => {
                    let condition = self.written(is, at);
                    format!("stance: {first} if {condition}, else {otherwise}")
                }
                None => format!("stance: {first}"),
            });
        }
        let night = entry.intent.break_off.as_ref().zip(entry.asked.break_off.as_ref());
        lines.extend(night.map(|(is, at)| match is {
            Condition::Never => "stays in the battle, also at night".to_owned(),
            Condition::Always => "breaks off in the first night".to_owned(),
            Condition::Not(_) | Condition::All(_) | Condition::Any(_) | Condition::Term(..) => {
                format!("breaks off in the night if {}", self.written(is, at))
            }
        }));
        if let Some(place) = entry.intent.retreat {
            lines.push(format!("falls back toward {}", self.book.atlas.place(place)));
        }
        lines
    }

    /// Deploys a depot where the steps before have brought the force.
    fn deploy(&mut self, at: &Range<usize>, walk: &Walk, faults: &mut Diagnostics) -> String {
        let at = at.start..at.start + 1;
        let place = self.book.atlas.place(walk.here);
        let power = &self.known.power;
        let remark =
            |text: String| Diagnostic::remark("no-depot", at.clone(), text).rule("K05 §15.2");
        let bar = movement::no_depot(self.known, power, walk.here, walk.troops);
        let twice = self.deployed.contains(&walk.here).then_some(NoDepot::HasOne);
        match bar.or(twice) {
            None => {}
            Some(NoDepot::NoneLeft) => {
                let text = reasons::sentence(self.book, &Reason::NoDepot);
                faults.push(Diagnostic::fault("no-depot", at, text).rule("K05 §15.2"));
                return "deploy: left out, since no depot is at hand".to_owned();
            }
            Some(NoDepot::HasOne) => {
                let text = format!("{place} has a depot already, and a hex has one at most");
                let help = "`march:` to another hex before the step, or leave it out";
                faults.push(remark(text).help(help));
                return format!("deploy: left out, since {place} has a depot");
            }
            Some(NoDepot::NoTroops) => {
                let said = remark("a general without troops deploys no depot".to_owned());
                faults.push(said.help("`assign` a formation in the same hex to the general first"));
                return "deploy: left out, since no troops are with the general".to_owned();
            }
        }
        let stores = movement::stores(self.known, power);
        self.deployed.push(walk.here);
        let stores = usize::from(stores);
        if self.deployed.len() > stores {
            let text = format!(
                "the sheet now deploys {} depots, but only {stores} {} available: the first to \
                 reach their `deploy` step get them",
                self.deployed.len(),
                if stores == 1 { "is" } else { "are" }
            );
            faults.push(remark(text));
            return format!("deploy: a depot at {place}, if one is left by then");
        }
        format!("deploy: a depot at {place}, number {} of {stores} at hand", self.deployed.len())
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
            .collect();
        (!idle.is_empty()).then(|| UnderstoodEntry::plain(WITHOUT_ORDERS.to_owned(), idle))
    }
}

impl Paper<'_> {
    /// Whether a hex is a fortress that our side holds.
    fn has_own_walls(&self, at: Space) -> bool {
        let master = self.known.master_of_walls(self.book, at);
        master.is_some_and(|power| self.known.is_ours(power))
    }

    /// The stance in a hex for which the sheet names none: a garrison defends, unless troops march in
    /// (§19.1).
    fn without_orders(&self, at: Space, moved: bool) -> Stance {
        battle::without_orders(self.has_own_walls(at), moved || self.entered.contains(&at))
    }

    /// What somebody without orders does: he stays, and a garrison defends while others attack (§19.1).
    fn stays(&self, name: &str) -> String {
        let general = self.generals.get(name);
        let formation = self.formations.get(name);
        let Some(at) = general.map(|one| one.at).or(formation.map(|one| one.at)) else {
            return name.to_owned();
        };
        let leads = |one: &Formation| general.is_some_and(|general| general.leads(one));
        let troops = formation.is_some() || self.formations.values().any(leads);
        let place = self.book.atlas.place(at);
        let does = match self.without_orders(at, false) {
            _ if !troops => "",
            Stance::Defend => ", and defends its walls",
            Stance::Attack | Stance::Besiege | Stance::Raid => {
                ", and attacks an enemy who comes there"
            }
        };
        format!("{name} stays at {place}{does}")
    }
}
