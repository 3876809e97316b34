//! What the author of a sheet is reminded of: what an entry counts on and is not there now, and what it
//! would cost.

use super::super::plan::Entry;
use super::super::units::{Many, UnitWord, listed};
use super::grades::Told;
use super::{Led, Paper, Pencil, Walk};
use crate::operations::battle::choice::most_of;
use crate::operations::battle::storm::{self, Stormers};
use crate::operations::siege::{self, NoSiege, has_train, is_train};
use crate::operations::{honours, pillage, retreat};
use crate::orders::causes::Cause;
use crate::orders::plan::{Step, Task};
use crate::position::Position;
use crate::record::event::Why;
use crate::record::state::Vow;
use crate::record::unit::{Height, Sort, Unit};
use kit::ground::Space;
use sheet::Diagnostic;
use std::ops::Range;

impl Pencil<'_> {
    /// Warns of a march that goes round so far that it ends farther from its goal than it began.
    pub(super) fn farther(
        &mut self,
        (from, end, goal): (Space, Space, Space),
        way: usize,
        at: &Range<usize>,
    ) {
        let atlas = &self.book.atlas;
        let far = |at: Space| atlas.distance(at, goal);
        if far(end) <= far(from) {
            return;
        }
        let squares = if way == 1 { "square" } else { "squares" };
        let text = format!(
            "the direct way to {} is shut, and the cheapest way round is {way} {squares} long: this operation \
             would end at {}, farther off than it began",
            atlas.name(goal),
            atlas.name(end)
        );
        let fault = Diagnostic::remark("farther", at.start..at.start + 1, text).rule("FRW §12.2");
        self.faults.push(fault.help("name places on the way, or leave the step out"));
    }

    /// Tells what an entry counts on and its author does not have now: units of the square, battle markers,
    /// and a leader for so many of them (§12.5, §18.3).
    pub(super) fn shortages(&mut self, entry: &Entry, walk: &Walk, here: &[&Unit]) {
        let (book, known) = (self.book, self.known);
        // Entries that wait for their conditions may bring them.
        let brought = |word: &UnitWord, wanted: usize| {
            let mut waiting: Vec<&Led> = self.led.values().collect();
            waiting.sort_by_key(|led| led.entry);
            let led = waiting.into_iter().find(|led| {
                let moved = led.paper.keys().filter_map(|id| known.own.get(id));
                let others = moved.filter(|unit| !here.iter().any(|one| one.id == unit.id));
                let all: Vec<&Unit> = here.iter().copied().chain(others).collect();
                word.among(book, &all, &[]).len() >= wanted
            });
            led.map(|led| format!("; entry {} may bring them", led.entry)).unwrap_or_default()
        };
        let mut short = vec![];
        for word in &entry.units {
            let there = word.among(book, here, &[]).len();
            short.extend(match word.many {
                Many::Number(wanted) if there < usize::from(wanted) => Some(format!(
                    "`{word}` is more units than stand there now: {there}{}",
                    brought(word, usize::from(wanted))
                )),
                Many::All | Many::Best if there == 0 => {
                    Some(format!("`{word}`: none of them stands there now{}", brought(word, 1)))
                }
                Many::Number(_) | Many::All | Many::Best => None,
            });
        }
        let mut remark = |code: &'static str, text: String, rule: &'static str| {
            self.faults.push(Diagnostic::remark(code, entry.head(), text).rule(rule));
        };
        for text in short {
            remark("units-missing", text, "FRW §12.5");
        }
        let units = walk.units.iter().filter_map(|id| known.own.get(id));
        let most = most_of(book, &units.collect::<Vec<_>>(), entry.commander.as_ref());
        for line in &entry.battle {
            let markers = line.names("markers").into_iter();
            let markers: Vec<&str> =
                markers.filter(|name| !matches!(*name, "best" | "none")).collect();
            for marker in markers.iter().filter(|marker| !known.holds(&known.power, marker)) {
                remark("not-held", format!("you hold no {marker} now"), "FRW §18.3");
            }
            if markers.len() > most {
                let text = format!(
                    "{} markers for one battle, and the best commander there plays {most}",
                    markers.len()
                );
                remark("too-many-markers", text, "FRW §18.3");
            }
        }
    }

    /// Tells of conditions that are asked after the operation is paid (§12.2), and of a march to where the force
    /// stands.
    pub(super) fn paid_for_nothing(&mut self, entry: &Entry, start: Space) {
        let moves = |step: &&Step| !matches!(step.task, Task::Drop(_));
        let mut steps = entry.steps.iter().filter(moves);
        let first = steps.next();
        if let Some(step) = first
            && matches!(&step.task, Task::March(to) if to.iter().all(|at| *at == start))
        {
            let text = format!("the force stands at {} already", self.book.atlas.name(start));
            let fault = Diagnostic::remark("stands-there", step.at.clone(), text).rule("FRW §12.2");
            self.faults.push(fault.help("if no other step can begin, the entry is passed over"));
        }
        let asked = steps.find(|step| step.condition.is_some());
        let Some((step, at)) = asked.and_then(|step| Some((step, step.asked.clone()?))) else {
            return;
        };
        let text = format!("the `if` of `{}` is asked after the operation is paid", step.key);
        let fault = Diagnostic::remark("paid-before", at, text).rule("FRW §12.2");
        self.faults.push(fault.help("an `if` beside `force:` is asked before"));
    }

    /// What a storm of a fortress comes to as far as is known, and who names the square to which it goes back if
    /// the walls hold (§19.4, §18.8), and which that can be, as things stand.
    pub(super) fn before_walls(
        &mut self,
        entry: &Entry,
        walk: &Walk,
        paper: &Paper,
    ) -> Vec<String> {
        let is_attack = |step: &&Step| matches!(step.task, Task::Attack(_));
        let attack = entry.steps.iter().rev().find(is_attack);
        let (Some(at), Some(_)) = (walk.path.last().copied(), attack) else { return vec![] };
        let others = self.known.others_at(at).iter();
        let Some(seat) = others.clone().find_map(|stack| stack.seat.clone()) else { return vec![] };
        let besieges = entry.steps.iter().any(|step| matches!(step.task, Task::Besiege));
        let siege = besieges || self.known.open.sieges.contains_key(&at);
        if !self.book.atlas.is_fortress(at) || siege {
            return vec![];
        }
        let own = &self.known.power;
        let open = retreat::first_squares(self.book, self.known, (own, at), entry.by_sea(), false);
        let names: Vec<&str> = open.iter().map(|at| self.book.atlas.name(*at)).collect();
        let title = self.book.seat_title(&seat);
        let back = match names.as_slice() {
            [] => "if the walls hold, all who go back are lost".to_owned(),
            [one] => format!("if the walls hold, you go back to {one}"),
            all => {
                format!("if the walls hold, {title} names where you go back: {}", all.join(", "))
            }
        };
        self.storm(entry, (at, &title), paper).into_iter().chain([back]).collect()
    }

    /// The chance of a storm, as far as its owner knows who is inside (§18.3, §19.4).
    fn storm(
        &mut self,
        entry: &Entry,
        (at, title): (Space, &str),
        paper: &Paper,
    ) -> Option<String> {
        let (book, known, name) = (self.book, self.known, self.book.atlas.name(at));
        let all = format!("{name} falls only if all inside are lost");
        // Who is aboard fleets does not fight, and nobody sees who that is.
        let inside = known.others_at(at).iter().map(|stack| {
            let is_whole = !stack.fleet && stack.since.is_none();
            stack.units.as_ref().filter(|_| is_whole)
        });
        let units = self.here(at, paper);
        let Some(inside) = inside.collect::<Option<Vec<_>>>().filter(|_| !units.is_empty()) else {
            let why = "its chance is not known, since you do not know who is inside";
            let needs = self.needs(at);
            return self.unknown.insert(at).then(|| format!("{all}; {why}{needs}"));
        };
        let inside: Vec<Sort> = inside.into_iter().flatten().cloned().collect();
        let most = most_of(book, &units, entry.commander.as_ref());
        let lays_none = entry.battle.first().is_some_and(|line| line.names("markers") == ["none"]);
        let hand = if lays_none { &[][..] } else { &known.markers.own };
        let stormers = Stormers { seat: &known.power, units: &units, hand, most };
        let works = known.open.fieldworks.contains(&at);
        let storm = storm::expected(book, &stormers, &inside, (at, works));
        let chance = match storm.faces.len() {
            count @ 1..6 => format!("{}, {count} in 6", storm::on_a_die(&storm.faces)),
            _ => storm::on_a_die(&storm.faces),
        };
        let laid = if storm.markers > 0 { " with your best markers" } else { "" };
        Some(format!(
            "{all}: at {}%{laid} that is {chance}, if those whom you know are all there and {title} lays no \
             Pioneers",
            storm.band
        ))
    }

    /// The strength that a storm needs for each number of units that may be inside, where their kinds are not known
    /// (§18.3, §19.4).
    fn needs(&self, at: Space) -> String {
        // One stack of one or two units may be a single one.
        let stacks = self.known.others_at(at);
        let may_be_one = matches!(stacks, [stack] if stack.height == Height::Low);
        let least = if may_be_one { 1 } else { 2 };
        let needs = |units: usize| {
            let unit = match units {
                1 => "1 unit inside can be lost",
                _ if may_be_one => "2",
                _ => "2 units or more can be lost",
            };
            Some(format!("{unit} at {}% or more", storm::least(self.book, at, units)?))
        };
        let told: Vec<String> = (least..=2).filter_map(needs).collect();
        if told.is_empty() { String::new() } else { format!(": {}", told.join(", ")) }
    }

    pub(super) fn nobody(&mut self, entry: &Entry, stands: Space, here: &[&Unit]) {
        let place = self.book.atlas.name(stands);
        let text = match here.is_empty() {
            true => format!("no unit of yours stands at {place} then"),
            false => format!("nobody of those who are meant can move from {place}"),
        };
        let fault = Diagnostic::remark("no-force", entry.head(), text).rule("FRW §12.2");
        let there = listed(here.iter().copied());
        let help = match there.is_empty() {
            true => "the entry is played if units are there when your turn comes".to_owned(),
            false => format!("there are: {there}"),
        };
        self.faults.push(fault.help(help));
    }

    /// What a siege comes to, as far as its author can know; what is missing for it is told.
    pub(super) fn besieges(&mut self, at: Space, units: &[&Unit], step: &Range<usize>) -> Told {
        let (book, name) = (self.book, self.book.atlas.name(at));
        let train = units.iter().any(is_train) || has_train(self.known, &self.known.power, at);
        let bar = siege::bar(book, &self.known.open, &self.known.power, at, train);
        let told = match bar {
            None if self.has_enemies(at) => return Told::sure(besieging(name)),
            None => {
                let words = format!("{}, if others are there", besieging(name));
                return Told::only_if(words, &[Cause::Others]);
            }
            Some(NoSiege::OptionOff) => (
                "option-off",
                "formal sieges are an optional rule that this campaign does not play".to_owned(),
                "the fortress is attacked",
            ),
            Some(NoSiege::NoFortress) => (
                "no-fortress",
                format!("{name} is not a fortress"),
                "a siege is declared in the square of a fortress of others",
            ),
            Some(NoSiege::Inside) => (
                "besieged",
                format!("your units in {name} are besieged themselves"),
                "an attack on that square is a sortie",
            ),
            Some(NoSiege::NoTrain) => (
                "no-siege-train",
                "no siege train is with the force".to_owned(),
                "take one along; without it the fortress is attacked",
            ),
        };
        let (code, text, help) = told;
        let fault = Diagnostic::remark(code, step.start..step.start + 1, text);
        self.faults.push(fault.rule("FRW §34.1").help(help));
        let cause = match bar {
            Some(NoSiege::NoTrain) => Cause::Own,
            Some(NoSiege::OptionOff | NoSiege::NoFortress | NoSiege::Inside) | None => Cause::Rules,
        };
        Told::refused(format!("{}; not done", besieging(name)), cause)
    }

    /// What an offer of honours of war comes to (§17.2); who is lacking for it is told.
    pub(super) fn honours(&mut self, points: u8, at: Space, units: &[&Unit], step: &Step) -> Told {
        let words = format!("offers honours of war with up to {points} points");
        let mut remark = |code: &'static str, text: &str, rule: &'static str| {
            self.faults.push(Diagnostic::remark(code, step.at.clone(), text.to_owned()).rule(rule));
        };
        if self.book.atlas.is_sea(at) {
            remark("honours-at-sea", "nobody is got out of a square of the sea", "FRW §17.2");
            return Told::refused(format!("{words}; not done"), Cause::Rules);
        }
        let hand = &self.known.markers.own;
        let told = match honours::committed(self.book, units, hand, points) {
            Ok(_) => Told::sure(words),
            Err(Why::NoLeader) => {
                remark("no-leader", "no leader is there who could offer them now", "FRW §17.3");
                return Told::refused(format!("{words}; not done"), Cause::Own);
            }
            Err(_) => {
                let text = match hand.iter().any(|one| honours::points(one).is_some()) {
                    true => "you hold no Honours of War of so few points now",
                    false => "you hold no marker Honours of War now, and an offer needs one",
                };
                remark("not-held", text, "FRW §17.4");
                Told::only_if(format!("{words}, if held then"), &[Cause::Marker])
            }
        };
        match self.has_enemies(at) {
            true => told,
            false => {
                let words = format!("{}, if others are there", told.words);
                told.depends_on(Cause::Others).in_words(words)
            }
        }
    }

    /// What a pillage comes to (§21.5); why it can never be is told.
    pub(super) fn pillages(
        &mut self,
        raze: bool,
        (at, strayed): (Space, bool),
        step: &Step,
    ) -> Told {
        let works = if raze { ", and razes fieldworks" } else { "" };
        let words = format!("pillages the square it is in then{works}");
        let elsewhere = [Cause::Earlier, Cause::Rules];
        match pillage::may(self.book, self.known, &self.known.power, at) {
            Ok(()) if strayed => Told::only_if(words, &elsewhere),
            Ok(()) => Told::sure(words),
            Err(Why::Barred) => {
                Told::only_if(format!("{words}, if the others are gone"), &[Cause::Others])
            }
            Err(why) => {
                let name = self.book.atlas.name(at);
                let text = match why {
                    Why::Pillaged => format!("{name} is pillaged already"),
                    _ => format!("{name} cannot be pillaged"),
                };
                let fault = Diagnostic::remark("no-pillage", step.at.clone(), text);
                self.faults.push(fault.rule("FRW §21.5"));
                match strayed {
                    true => Told::only_if(format!("{words}; not as things stand"), &elsewhere),
                    false => Told::refused(format!("{words}; not done"), Cause::Rules),
                }
            }
        }
    }

    /// Whether units of another seat are known to stand in a square.
    fn has_enemies(&self, at: Space) -> bool {
        self.known.others_at(at).iter().any(|stack| stack.seat.is_some())
    }

    /// Tells that a besieged force cannot leave.
    pub(super) fn shut_in(&mut self, from: Space, step: &Range<usize>) {
        let text = format!("{} is besieged, and nobody leaves it", self.book.atlas.name(from));
        let fault = Diagnostic::remark("besieged", step.start..step.start + 1, text);
        let help =
            "an attack on that square is a sortie; the march is made if the siege is over by then";
        self.faults.push(fault.rule("FRW §34.2").help(help));
    }

    /// Tells that an attack on a square breaks a promise (§10.3).
    pub(super) fn breaks_promise(&mut self, goal: Space, step: &Range<usize>) {
        let known = self.known;
        let there = known.others_at(goal).iter().filter_map(|stack| stack.seat.as_deref());
        let there: Vec<&str> = there.collect();
        let year = known.open.season.year;
        let broken = known.open.promises.iter().find(|one| {
            let binds = one.by == known.power && one.until >= year && one.what == Vow::NoAttack;
            binds && there.contains(&one.to.as_str())
        });
        let Some(promise) = broken else { return };
        let to = self.book.seat_title(&promise.to);
        let text = format!("an attack on {to} breaks your promise in the deal `{}`", promise.deal);
        let fault = Diagnostic::remark("breaks-promise", step.start..step.start + 1, text);
        let help =
            "it costs half of your markers by lot, and each other seat draws a die of markers";
        self.faults.push(fault.rule("FRW §10.3").help(help));
    }
}

fn besieging(name: &str) -> String {
    format!("besieges {name} instead of attacking it")
}
