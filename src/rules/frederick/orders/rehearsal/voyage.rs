//! Voyages on paper: who goes aboard, where the fleets sail, and who goes ashore, as far as the author of
//! the sheet can know (FRW §25).

use super::super::plan::{Entry, Haven, Step, Task};
use super::super::units::{UnitWord, What, alike, chosen, listed};
use super::bars::{Barred, MOVE_OVER};
use super::grades::Told;
use super::{Paper, Pencil, Walk, written};
use crate::operations::force::{goal_of, meant, where_is};
use crate::operations::sea::cargo::{ROOM, berths, can_board, has_port, may_land};
use crate::operations::sea::lanes::{Lanes, is_fleet, is_shut, power_of};
use crate::operations::sea::stopped_by;
use crate::orders::causes::Cause;
use crate::record::unit::Unit;
use kit::ground::Space;
use play::ReceiptLine;
use sheet::Diagnostic;
use std::collections::BTreeSet;
use std::ops::Range;

/// Fleets on paper.
struct Fleets<'a> {
    /// The units of the force at its start.
    force: Vec<&'a Unit>,
    aboard: Vec<&'a Unit>,
    /// Who went ashore where the fleets are.
    landed: Vec<&'a Unit>,
    /// One's own in the square from which they sail, after the entries and parts before.
    beside: Vec<&'a Unit>,
    room: usize,
    at: Space,
    sailed: bool,
    stopped: bool,
    /// Whether an entry before this one has moved them.
    moved: bool,
}

impl<'a> Pencil<'a> {
    /// An entry for fleets.
    pub(super) fn voyage(&mut self, entry: &Entry, paper: &mut Paper) -> Walk {
        let known = self.known;
        let Some(stands) = where_is(self.book, known, entry) else { return Walk::default() };
        let here: Vec<&Unit> = known.own_at(stands);
        let ids = meant(self.book, entry, &here);
        let force: Vec<&Unit> = here.into_iter().filter(|unit| ids.contains(&unit.id)).collect();
        let mut walk = Walk { units: ids, ..Walk::default() };
        let key = format!("fleet {}", entry.who);
        let before = paper.get(&key).copied();
        if force.is_empty() {
            if before.is_none() {
                self.no_fleet(entry, stands);
            }
            return walk;
        }
        self.left_ashore(entry);
        let (aboard, ships): (Vec<&Unit>, Vec<&Unit>) =
            force.iter().copied().partition(|unit| !is_fleet(unit));
        let room = berths(&ships, &aboard).len();
        let at = before.unwrap_or(stands);
        let (sailed, stopped, moved) = (false, false, before.is_some());
        let (landed, beside) = (vec![], self.here(at, paper));
        let mut fleets = Fleets { force, aboard, landed, beside, room, at, sailed, stopped, moved };
        walk.path.push(at);
        for step in &entry.steps {
            let told = self.leg(step, &mut fleets, &mut walk);
            self.tell(step, told, &mut walk);
        }
        if fleets.sailed {
            walk.lines.extend(self.may_sink(&fleets.aboard).map(ReceiptLine::from));
        }
        paper.insert(key, fleets.at);
        walk
    }

    /// What one step of a voyage comes to.
    fn leg(&mut self, step: &Step, fleets: &mut Fleets<'a>, walk: &mut Walk) -> Told {
        let asked = self.asked(&step.task);
        match &step.task {
            Task::Embark(words) => self.embark(words, step, fleets),
            Task::Land(words) => self.land(words, step, fleets),
            Task::Sail(to) => self.sails(to, false, step, fleets, walk),
            Task::Attack(target) => match goal_of(self.known, target) {
                Some(at) => self.sails(&[Haven::Square(at)], true, step, fleets, walk),
                None => {
                    let why = "nobody knows where they are: decided when the step comes";
                    Told::not_known(format!("{asked}: {why}"))
                }
            },
            Task::March(_) => {
                self.fault(
                    &step.at,
                    Barred {
                        code: "fleets-sail",
                        text: "fleets do not march".to_owned(),
                        rule: "FRW §25.2",
                        help: "write `sail:`, or another entry for the units on land".to_owned(),
                    },
                );
                refused(asked)
            }
            Task::Besiege => self.besieges(fleets.at, &fleets.landed, &step.at),
            Task::Drop(words) => self.stays_behind(words, fleets),
            Task::Honours(points) => {
                let units = self.in_the_square(fleets);
                self.honours(*points, fleets.at, &units.iter().collect::<Vec<_>>(), step)
            }
            Task::Pillage { raze } => self.pillages(*raze, (fleets.at, fleets.moved), step),
        }
    }

    /// The units of the square where fleets are on paper, aboard and ashore.
    fn in_the_square(&self, fleets: &Fleets<'_>) -> Vec<Unit> {
        let ships = fleets.force.iter().filter(|unit| is_fleet(unit)).map(|unit| (*unit).clone());
        let on = fleets.force.iter().find(|unit| is_fleet(unit)).map(|fleet| fleet.id.clone());
        let cargo = fleets.aboard.iter().map(|unit| Unit { aboard: on.clone(), ..(*unit).clone() });
        let landed = fleets.landed.iter().map(|unit| Unit { aboard: None, ..(*unit).clone() });
        let mut all: Vec<Unit> = ships.chain(cargo).chain(landed).collect();
        let moving: BTreeSet<&String> =
            fleets.force.iter().chain(&fleets.aboard).map(|unit| &unit.id).collect();
        let there = self.known.own_at(fleets.at).into_iter();
        let there: Vec<Unit> = there.filter(|unit| !moving.contains(&unit.id)).cloned().collect();
        all.extend(there);
        all
    }

    /// Fleets that stay behind with all that they carry, and those of who landed who do.
    fn stays_behind(&mut self, words: &[UnitWord], fleets: &mut Fleets<'a>) -> Told {
        let asked = format!("drops {}", written(words));
        let ships = fleets.force.iter().copied().filter(|unit| is_fleet(unit));
        let here: Vec<&Unit> = ships.chain(fleets.landed.iter().copied()).collect();
        let ids = chosen(self.book, words, &here);
        if ids.is_empty() {
            return Told::refused(format!("{asked}: none is with it now"), Cause::Own);
        }
        let carried = |unit: &&Unit| unit.aboard.as_ref().is_some_and(|on| ids.contains(on));
        fleets.aboard.retain(|unit| !carried(unit));
        fleets.force.retain(|unit| !ids.contains(&unit.id) && !carried(unit));
        fleets.landed.retain(|unit| !ids.contains(&unit.id));
        Told::sure(asked)
    }

    fn no_fleet(&mut self, entry: &Entry, stands: Space) {
        let text =
            format!("no fleet of those who are meant lies at {}", self.book.atlas.name(stands));
        let fault = Diagnostic::remark("no-fleet", entry.head(), text).rule("FRW §25.5");
        let there = listed(self.known.own_at(stands));
        let help = match there.is_empty() {
            true => "the entry is played if fleets are there when your turn comes".to_owned(),
            false => format!("`embark:` takes units aboard; there are: {there}"),
        };
        self.faults.push(fault.help(help));
    }

    /// What a loss of the fleet would cost, if leaders are aboard (§23.5, §23.9, §25.18).
    fn may_sink(&self, aboard: &[&Unit]) -> Option<String> {
        let leaders: Vec<_> = aboard.iter().filter_map(|unit| self.book.leader(unit)).collect();
        let names: Vec<&str> = leaders.iter().map(|leader| leader.name.as_str()).collect();
        if names.is_empty() {
            return None;
        }
        let hand = leaders.iter().any(|leader| leader.sovereign);
        let hand = if hand { ", and the hand with the sovereign" } else { "" };
        let (are, them) = if names.len() == 1 { ("is", "him") } else { ("are", "them") };
        let names = names.join(" and ");
        Some(format!("{names} {are} lost with the fleet, unless a die saves {them}{hand}"))
    }

    /// Tells of units and leaders that an entry names and that no step takes aboard.
    fn left_ashore(&mut self, entry: &Entry) {
        let leader = self.known.own.get(&entry.who).filter(|unit| unit.aboard.is_none());
        let is_him = |word: &UnitWord| match &word.what {
            What::Leader(name) => *name == entry.who,
            What::Anybody | What::Leaders => true,
            What::Troops { .. } => false,
        };
        let taken =
            |step: &Step| matches!(&step.task, Task::Embark(words) if words.iter().any(is_him));
        let leader = leader.filter(|_| !entry.steps.iter().any(taken)).map(|_| entry.who.clone());
        let named =
            entry.units.iter().filter(|word| !word.is_fleet() && word.what != What::Anybody);
        let named = named.map(ToString::to_string);
        let left: Vec<String> = leader.into_iter().chain(named).collect();
        if left.is_empty() {
            return;
        }
        let names = left.join(", ");
        let text = format!("{names} sails only aboard a fleet");
        let fault = Diagnostic::remark("stays-ashore", entry.head(), text).rule("FRW §25.5");
        self.faults.push(fault.help(format!("`embark: [{names}]` takes aboard who stands there")));
    }

    fn embark(&mut self, words: &[UnitWord], step: &Step, fleets: &mut Fleets<'a>) -> Told {
        let (at, asked) = (&step.at, self.asked(&step.task));
        if fleets.sailed {
            self.fault(
                at,
                Barred {
                    code: "not-together",
                    text: "units go aboard before the fleet sails".to_owned(),
                    rule: "FRW §25.5",
                    help: "put `embark:` first; elsewhere it is for another operation".to_owned(),
                },
            );
            return Told::refused(format!("{asked}; not done"), Cause::Own);
        }
        let known = self.known;
        let here = fleets.beside.iter().copied();
        let free: Vec<&Unit> = here.filter(|unit| can_board(self.book, unit)).collect();
        let mut ids = chosen(self.book, words, &free);
        ids.retain(|id| fleets.aboard.iter().all(|unit| unit.id != *id));
        let too_many = ids.len() > fleets.room;
        if too_many || ids.is_empty() {
            self.not_aboard(words, at, &ids, fleets);
        }
        ids.truncate(fleets.room);
        let units: Vec<&Unit> = free.into_iter().filter(|unit| ids.contains(&unit.id)).collect();
        fleets.room -= units.len();
        let are_there = units.iter().all(|unit| unit.at == fleets.at);
        if units.is_empty() {
            return Told::refused(format!("{asked}; not done"), Cause::Own);
        }
        let mut line = format!("takes {} aboard", listed(units.iter().copied()));
        fleets.aboard.extend(units);
        if !has_port(self.book, known, &known.power, fleets.at) {
            fleets.stopped = true;
            line.push_str("; without a port that takes the whole move");
        }
        match (too_many, are_there) {
            (true, _) => Told::refused(line, Cause::Own),
            (false, true) => Told::sure(line),
            (false, false) => Told::only_if(line, &[Cause::Own]),
        }
    }

    /// Tells why nobody, or not everybody, goes aboard.
    fn not_aboard(
        &mut self,
        words: &[UnitWord],
        at: &Range<usize>,
        ids: &[String],
        fleets: &Fleets<'_>,
    ) {
        let place = self.book.atlas.name(fleets.at);
        let (code, text, help) = match ids.is_empty() {
            true => {
                let words: Vec<String> = words.iter().map(ToString::to_string).collect();
                let text = format!("no {} can go aboard at {place} now", words.join(", "));
                let there = listed(self.known.own_at(fleets.at));
                ("nobody-boards", text, format!("there are: {there}; garrisons stay"))
            }
            false => {
                let (many, room) = (ids.len(), fleets.room);
                let text =
                    format!("{many} units are to go aboard, and the fleets carry {room} more");
                ("no-room", text, format!("a fleet carries {ROOM} units; the others stay"))
            }
        };
        let fault = Diagnostic::remark(code, at.clone(), text).rule("FRW §25.5");
        self.faults.push(fault.help(help));
    }

    fn land(&mut self, words: &[UnitWord], step: &Step, fleets: &mut Fleets<'a>) -> Told {
        let name = self.book.atlas.name(fleets.at);
        let ids = chosen(self.book, words, &fleets.aboard);
        let landed = |unit: &&Unit| ids.contains(&unit.id);
        let (gone, stay): (Vec<&Unit>, Vec<&Unit>) =
            fleets.aboard.iter().partition(|unit| landed(unit));
        if !may_land(self.book, &self.known.open, fleets.at) {
            let barred = self.neutral(fleets.at, "FRW §25.10").unwrap_or_else(|| Barred {
                code: "land-at-sea",
                text: format!("{name} is sea: nobody can land there"),
                rule: "FRW §25.10",
                help: "sail to a coast or a port first".to_owned(),
            });
            self.fault(&step.at, barred);
            return refused(self.asked(&step.task));
        }
        if gone.is_empty() {
            let asked = self.asked(&step.task);
            if fleets.moved {
                return Told::not_known(format!("{asked}, as many as are aboard then"));
            }
            let text = "no such units are aboard".to_owned();
            let fault =
                Diagnostic::remark("nobody-lands", step.at.clone(), text).rule("FRW §25.10");
            self.faults.push(fault.help("`embark:` takes units aboard"));
            return Told::refused(format!("{asked}; not done"), Cause::Own);
        }
        let mut line = format!("lands {} at {name}", alike(gone.iter().copied()));
        if !has_port(self.book, self.known, &self.known.power, fleets.at) {
            fleets.stopped = true;
            line.push_str(", and the fleet stays there");
        }
        fleets.aboard = stay;
        fleets.landed.extend(gone);
        Told::sure(line)
    }

    /// Sails on paper from goal to goal, as far as it comes.
    fn sails(
        &mut self,
        goals: &[Haven],
        attack: bool,
        step: &Step,
        fleets: &mut Fleets<'a>,
        walk: &mut Walk,
    ) -> Told {
        let mut words: Vec<String> = vec![];
        let mut told = Told::sure("");
        for goal in goals {
            let leg = self.sail(goal, attack, step, fleets, walk);
            let is_done = leg.is_sure();
            words.push(leg.words.clone());
            told = leg;
            if !is_done {
                break;
            }
        }
        told.in_words(words.join("; "))
    }

    /// Sails toward a goal on paper.
    fn sail(
        &mut self,
        goal: &Haven,
        attack: bool,
        step: &Step,
        fleets: &mut Fleets<'a>,
        walk: &mut Walk,
    ) -> Told {
        let (book, known, at) = (self.book, self.known, &step.at);
        let asked = self.asked(&step.task);
        if *goal != Haven::Square(fleets.at) && known.open.is_besieged(&known.power, fleets.at) {
            self.shut_in(fleets.at, at);
            let words = format!("{asked}; not as things stand");
            return Told::only_if(words, &[Cause::Others]);
        }
        let units: Vec<&Unit> = fleets.force.iter().chain(&fleets.aboard).copied().collect();
        let lanes = Lanes {
            book,
            power: power_of(&units),
            may_end: &|at| known.open.may_go(book, &known.power, at),
            shut: &|at| is_shut(book, known, at),
        };
        let found = self.lane(&lanes, fleets, goal);
        let (to, way) = match found {
            Ok(found) => found,
            Err(barred) => {
                let told = barred.told();
                self.fault(at, barred);
                let words = format!("{asked}; {}", told.words);
                return told.in_words(words);
            }
        };
        let done = lanes.in_one(fleets.at, &way);
        let end = way.get(done.saturating_sub(1)).copied().unwrap_or(fleets.at);
        let stops = end != to || stopped_by(known, &known.power, end, to);
        let stops = stops || book.atlas.is_beyond(end) || way.len() > 1 && self.leaps(&way, done);
        let words = self.told_of(to, end, attack, done, &units);
        walk.path.extend(way.iter().take(done));
        (fleets.at, fleets.sailed) = (end, fleets.sailed || done > 0);
        if done > 0 {
            fleets.landed.clear();
        }
        fleets.stopped |= stops;
        if end != to {
            return Told::refused(words, Cause::Points);
        }
        let before = !attack && done > 0 && stopped_by(known, &known.power, to, to);
        let joins = known.open.besieges(&known.power, to);
        match before && !joins && !self.sheet.fights(book, &units) {
            true => Told::only_if(words, &[Cause::Others]),
            false => Told::sure(words),
        }
    }

    /// Whether the last step of a way goes off the map and back.
    fn leaps(&self, way: &[Space], done: usize) -> bool {
        let last = way.get(done.wrapping_sub(2)).zip(way.get(done.wrapping_sub(1)));
        last.is_some_and(|(from, to)| self.book.atlas.transits(*from).contains(to))
    }

    fn told_of(
        &self,
        to: Space,
        end: Space,
        attack: bool,
        squares: usize,
        units: &[&Unit],
    ) -> String {
        let atlas = &self.book.atlas;
        let verb = if attack { "attacks" } else { "sails to" };
        let count = if squares == 1 { "1 square".to_owned() } else { format!("{squares} squares") };
        let line = format!("{verb} {}{}", atlas.name(to), self.who(to));
        if end == to {
            let halt = if !attack && !self.known.others_at(to).is_empty() {
                self.before_them(units, to)
            } else {
                ""
            };
            return format!("{line}: {count}{halt}");
        }
        format!("{line}: as far as {}, {count}; the rest is for another operation", atlas.name(end))
    }

    /// The way to a goal, or why there is none.
    fn lane(
        &self,
        lanes: &Lanes<'_>,
        fleets: &Fleets<'_>,
        goal: &Haven,
    ) -> Result<(Space, Vec<Space>), Barred> {
        let atlas = &self.book.atlas;
        let no_way = |name: &str| {
            Barred {
            code: "no-way",
            text: format!("there is no way by sea from {} to {name}", atlas.name(fleets.at)),
            rule: "FRW §25.2",
            help: "shut sides and fleets of others are in the way; an area off the map is for its own \
                   power"
                .to_owned(),
        }
        };
        if fleets.stopped {
            return Err(Barred {
                code: MOVE_OVER,
                text: "the move of the fleets is over by then".to_owned(),
                rule: "FRW §25.9",
                help: "order the rest in another entry".to_owned(),
            });
        }
        let name = match goal {
            Haven::Square(at) => atlas.name(*at),
            Haven::Sea(name) => name,
        };
        let to = lanes.haven(fleets.at, goal).ok_or_else(|| no_way(name))?;
        if !atlas.is_water(to) {
            return Err(Barred {
                code: "inland",
                text: format!("fleets cannot come to {name}"),
                rule: "FRW §25.2",
                help: "name a coast, a port, a sea, or an area off the map with a port".to_owned(),
            });
        }
        if let Some(barred) = self.neutral(to, "FRW §25.4").or_else(|| self.besieged_by_others(to))
        {
            return Err(barred);
        }
        if to == fleets.at {
            return Ok((to, vec![]));
        }
        lanes.way(fleets.at, to).map(|way| (to, way)).ok_or_else(|| no_way(name))
    }
}

fn refused(asked: String) -> Told {
    Told::refused(format!("{asked}; not done"), Cause::Rules)
}
