//! Marches on paper: the way of each step, what it costs, and where the turn ends (§12).

use super::grades::Told;
use super::{Paper, refused};
use crate::march::borders;
use crate::march::movement::{self, Force};
use crate::march::routes::{Refused, Routes, Stop};
use crate::orders::causes::Cause;
use crate::orders::{Entry, Task};
use crate::position::Position;
use crate::record::event::Halt;
use crate::record::state::Formation;
use crate::season::territory;
use crate::sight::known::Marker;
use crate::view::reasons;
use kit::ground::Space;
use sheet::reach::points;
use sheet::{Diagnostic, Diagnostics};
use std::ops::Range;

/// What is said of a march to a place where an enemy is known to stand.
const MEETS: &str = "an enemy stands there: if it still does, the march meets it as an attack would, and goes no further";

/// A force on its way through the steps of its entry.
#[derive(Clone)]
pub struct Walk {
    pub from: Space,
    /// Where the steps so far bring it.
    pub here: Space,
    used: u32,
    pace: u32,
    /// The further hexes it has gone by force.
    forced: u32,
    /// The fortresses into whose zone it has come this turn.
    zone: Vec<Space>,
    /// Whether its turn ends where it is, so that no further step is done.
    pub over: bool,
    /// Whether the step that ends its turn may be left out, since it has a condition.
    pub may_go_on: bool,
    /// Where it comes upon an enemy who is known to stand there: it goes no further while he does.
    met: Option<Space>,
    /// The fortress that stops it, if somebody may shut it in by then.
    pub stopped_by: Option<Space>,
    /// A fortress that it passes while others of the power shut it in, who have orders to leave.
    relies: Option<Space>,
    /// Whether a step before it may be done that cannot be told, so that it may stand elsewhere.
    astray: bool,
    /// Whether it has troops, and not a general alone.
    pub troops: bool,
    /// The formations in it.
    pub formations: Vec<String>,
    /// The hexes that it comes through.
    pub path: Vec<Space>,
}

impl Walk {
    /// A force that has not moved.
    pub fn new(force: &Force) -> Self {
        let (at, pace) = (force.at, force.pace);
        Self {
            from: at,
            here: at,
            used: 0,
            pace,
            forced: 0,
            zone: vec![],
            over: false,
            may_go_on: false,
            met: None,
            stopped_by: None,
            relies: None,
            astray: false,
            troops: !force.formations.is_empty(),
            formations: force.formations.clone(),
            path: vec![at],
        }
    }

    /// How many hexes it may go yet, with so many by force.
    pub fn left(&self, force: u32) -> u16 {
        let left = self.pace.saturating_sub(self.used).saturating_add(force);
        u16::try_from(left).unwrap_or(u16::MAX)
    }

    /// Whether the force has not moved at all.
    pub fn stays(&self) -> bool {
        self.here == self.from && self.used == 0
    }
}

impl Paper<'_> {
    /// Tells one step, and walks it.
    pub(super) fn step(
        &mut self,
        task: &Task,
        at: &Range<usize>,
        walk: &mut Walk,
        faults: &mut Diagnostics,
    ) -> Told {
        let verb = match task {
            Task::Deploy => "deploy",
            Task::March { .. } => "march",
            Task::Attack { .. } => "attack",
        };
        if walk.over && walk.may_go_on {
            let words = format!(
                "{verb}: played only if the step before it is left out or reaches its goal"
            );
            let mut told = Told::sure(words);
            told.only_if(Cause::Condition);
            told.only_if(Cause::Earlier);
            if *task == Task::Deploy {
                self.may_lack_depots(at.start, &mut told);
            }
            return told;
        }
        if walk.over {
            let place = self.book.atlas.place(walk.here);
            let words = format!("{verb}: not played, since the march ends before it, at {place}");
            return Told::refused(words, Cause::Earlier);
        }
        let (astray, met) = (walk.astray, walk.met);
        let mut told = match task {
            Task::Deploy => self.deploy(at, walk, faults),
            Task::March { to, force } => {
                let mut told = self.walk_to(verb, to, at, (*force, walk), faults);
                if walk.met.is_some_and(|place| met != Some(place) && walk.here == place) {
                    told.below.push(MEETS.to_owned());
                }
                told
            }
            Task::Attack { at: whom, force } => match movement::target(self.book, self.known, whom)
            {
                Some(goal) => {
                    let mut told = self.walk_to(verb, &[goal], at, (*force, walk), faults);
                    if walk.here == goal {
                        told.below.extend(self.nobody_there(whom));
                    }
                    told
                }
                None => {
                    faults.push(not_seen(whom, at));
                    walk.astray = true;
                    let words = format!("attack: left out, if nobody knows where {whom} stands");
                    return Told::not_known(words, Cause::Enemy);
                }
            },
        };
        if let Some(place) = met.filter(|_| !told.is_refused()) {
            told.only_if(Cause::Enemy);
            let place = self.book.atlas.place(place);
            told.words.push_str(&format!(", if the enemy has left {place} by then"));
        }
        // What is refused wherever the force stands, stays so.
        if astray && !told.is_refused_for(Cause::Rules) {
            told.may_be_undone_by(Cause::Earlier);
        }
        told
    }

    /// Walks to some goals, one after the other.
    fn walk_to(
        &self,
        verb: &str,
        goals: &[Space],
        at: &Range<usize>,
        (force, walk): (u32, &mut Walk),
        faults: &mut Diagnostics,
    ) -> Told {
        let (mut legs, before) = (vec![], walk.used);
        let mut end = Told::default();
        for goal in goals {
            if let Err(why) = self.leg(at, *goal, (force, walk), &mut legs, faults) {
                end = why;
                break;
            }
        }
        if let Some(fortress) = walk.relies.take() {
            end.only_if(Cause::Friends);
            let fortress = self.book.atlas.name(fortress);
            let sep = if end.words.is_empty() { "" } else { ", " };
            end.words.push_str(&format!("{sep}if {fortress} is still shut in then"));
        }
        if legs.is_empty() {
            end.words = format!("{verb}: {}", end.words);
            return end;
        }
        let spent = match walk.used == before {
            true => String::new(),
            false => format!(" = {} of {} points", walk.used, walk.pace),
        };
        let stops = if end.words.is_empty() { "" } else { "; " };
        let forced = self.by_force(force, walk);
        end.words = format!("{verb}: {}{spent}{forced}{stops}{}", legs.join(", "), end.words);
        end
    }

    /// Walks to one goal: each hex with its cost; as an error, why the step goes no further.
    fn leg(
        &self,
        at: &Range<usize>,
        goal: Space,
        (force, walk): (u32, &mut Walk),
        legs: &mut Vec<String>,
        faults: &mut Diagnostics,
    ) -> Result<(), Told> {
        let (from, place) = (walk.here, |space| self.book.atlas.place(space));
        if from == goal {
            legs.push(format!("{} is where it stands", place(goal)));
            return Ok(());
        }
        let routes = Routes::new(self.book, self.known).shutting_in(&self.shut_in);
        let way = routes.plan(from, goal).map_err(|why| {
            walk.over = true;
            self.stays_there(at, (from, goal), &routes, &why, faults)
        })?;
        let needed = walk.used + way.cost;
        for space in way.spaces {
            let cost = self.book.cost(walk.here, space).unwrap_or(0);
            let spent = walk.used + cost;
            let (known, step) = (self.known, (walk.here, space));
            if let Some(of) = borders::border(self.book, known, &known.power, step) {
                walk.over = true;
                return Err(self.halted(at, (space, goal), of, faults));
            }
            if let Some(stop) = routes.stop(&walk.zone, walk.here, space) {
                faults.push(self.told(at, goal, &stop));
                let fortress = self.book.atlas.name(stop.fortress());
                walk.over = true;
                self.farther(at, (from, walk.here, goal), faults);
                let words = format!("stopped by the fortress {fortress} before {}", place(space));
                let mut told = Told::refused(words, Cause::Enemy);
                if self.may_shut_in(stop.fortress()) {
                    walk.stopped_by = Some(stop.fortress());
                    told.may_be_undone_by(Cause::Friends);
                    told.words.push_str(", if it is not shut in by then");
                }
                return Err(told);
            }
            if !movement::may_enter(walk.pace, spent, (walk.forced, force)) {
                faults.push(self.too_far(at, (needed, force), walk.pace, walk.here));
                walk.over = true;
                self.farther(at, (from, walk.here, goal), faults);
                let open = self.open_way(&routes, from, goal).unwrap_or(way.cost);
                let least = needed - way.cost + open;
                return Err(self.falls_short(walk, goal, (needed, least, force)));
            }
            // A hex beside a fortress ends the march that comes there, unless it is shut in.
            if walk.here != from && walk.relies.is_none() {
                let mut passed = routes.shut_in(walk.here);
                walk.relies = passed.find(|fortress| self.may_be_left(*fortress));
            }
            walk.used = spent;
            walk.forced += u32::from(spent > walk.pace);
            walk.zone = routes.zones(space);
            walk.here = space;
            walk.path.push(space);
            legs.push(format!("{} {cost}", place(space)));
        }
        if self.known.enemy_at(goal, &self.known.power) {
            walk.met = Some(goal);
        }
        Ok(())
    }

    /// A march that ends before its goal, by the points that it needs, and by the least that it may need.
    fn falls_short(
        &self,
        walk: &Walk,
        goal: Space,
        (needed, least, force): (u32, u32, u32),
    ) -> Told {
        let (left, place) = (points(needed - walk.used), self.book.atlas.place(goal));
        let mut told = Told::refused(format!("ends {left} short of {place}"), Cause::Points);
        if movement::may_enter(walk.pace, least, (walk.forced, force)) {
            told.may_be_undone_by(Cause::Friends);
            told.words.push_str(", unless a shorter way opens");
        }
        told
    }

    /// A march that stops at a border.
    fn halted(
        &self,
        at: &Range<usize>,
        (next, goal): (Space, Space),
        of: &str,
        faults: &mut Diagnostics,
    ) -> Told {
        let why = reasons::halt(self.book, &Halt::Border { to: next, of: of.to_owned() });
        let at = at.start..at.start + 1;
        let help =
            format!("a march ends at it; order a goal outside the land of {}", self.book.title(of));
        faults.push(Diagnostic::remark("border", at, why).rule("K05 §6").help(help));
        let (of, goal) = (self.book.title(of), self.book.atlas.place(goal));
        Told::refused(format!("stops at the border of {of}, short of {goal}"), Cause::Rules)
    }

    /// Whether those who shut a fortress in may leave it: no troops of the power are there that stay.
    fn may_be_left(&self, fortress: Space) -> bool {
        let is_sent = |who: &String| self.sent.iter().any(|(_, one)| one == who);
        let goes = |one: &Formation| is_sent(&one.name) || one.under.as_ref().is_some_and(is_sent);
        let mut own = self.known.own().filter(|one| one.at == fortress);
        own.all(goes)
    }

    /// Why a march does not set out, and what may be otherwise by then.
    fn stays_there(
        &self,
        at: &Range<usize>,
        (from, goal): (Space, Space),
        routes: &Routes,
        why: &Refused,
        faults: &mut Diagnostics,
    ) -> Told {
        let place = |space| self.book.atlas.place(space);
        let said = faults.iter().filter(|one| one.code == refused::DETOUR).count();
        let round = (said < refused::HELPED).then(|| self.way_round(from, goal, routes, why));
        let remark = self.refused(at, (from, goal), routes, why);
        faults.push(refused::helped(remark, round.flatten(), self.opened(routes, why)));
        let short = refused::in_short(why);
        let mut words = format!("{}: {short}, so it stays at {}", place(goal), place(from));
        if let Some((fortress, who)) = self.shut_in_by_ours(routes, why) {
            let (who, walls) = (listed_or(&who), place(fortress));
            words.push_str(&format!(
                ", unless {who} has come to {walls} before this step begins: then it takes the direct way"
            ));
        }
        if why.border.is_some() {
            return Told::refused(words, Cause::Rules);
        }
        let mut told = Told::refused(words, Cause::Enemy);
        // Whoever stands in the way may go, and one's own may shut a fortress in.
        if routes.without_troops().plan(from, goal).is_ok() {
            told.may_be_undone_by(Cause::Enemy);
        }
        if self.opens(routes, why) {
            told.may_be_undone_by(Cause::Friends);
        }
        told
    }

    /// What a march by force comes to.
    fn by_force(&self, force: u32, walk: &Walk) -> String {
        let hexes = |count: u32| match count {
            1 => "1 hex".to_owned(),
            count => format!("{count} hexes"),
        };
        match (force, walk.forced) {
            (0, _) => String::new(),
            (most, 0) => format!(", up to {} more by force: none is needed", hexes(most)),
            (_, gone) => format!(
                ", {} of it by force, which loses {} per cent",
                hexes(gone),
                movement::toll_of(self.book, &self.known.power, gone)
            ),
        }
    }

    /// Why the turn ends before the way does.
    fn too_far(
        &self,
        at: &Range<usize>,
        (needed, force): (u32, u32),
        pace: u32,
        end: Space,
    ) -> Diagnostic {
        let end = self.book.atlas.place(end);
        let more = match force {
            0 => String::new(),
            1 => " and 1 hex more by force".to_owned(),
            force => format!(" and {force} hexes more by force"),
        };
        let text = format!(
            "this needs {needed} movement points, and the force has {pace}{more}: this turn it \
             ends at {end}"
        );
        let further = Diagnostic::remark("too-far", at.start..at.start + 1, text);
        further.rule("K05 §12").help("order the rest of the way next turn")
    }

    /// Why a march ends before its goal, and what helps.
    fn told(&self, at: &Range<usize>, goal: Space, stop: &Stop) -> Diagnostic {
        let place = |space: Space| self.book.atlas.place(space);
        let name = |space: Space| self.book.atlas.name(space);
        let walls = place(stop.fortress());
        let turn = if self.may_shut_in(stop.fortress()) { "as things stand" } else { "this turn" };
        let text = match stop {
            Stop::Zone { at, .. } => format!(
                "{turn} it ends at {}, next to the enemy fortress {walls}: a march that comes next \
                 to one ends there",
                place(*at)
            ),
            Stop::Barred { at, to, .. } => format!(
                "from {} nobody goes to {}: both lie beside the enemy fortress {walls}",
                place(*at),
                place(*to)
            ),
        };
        let (goal, fortress) = (name(goal), name(stop.fortress()));
        let help = format!(
            "order the rest to {goal} next turn, or name places on the way that do not lie beside \
             {fortress}, or `attack: {fortress}` to go in; {}",
            self.when_it_opens(stop.fortress())
        );
        let at = at.start..at.start + 1;
        Diagnostic::remark("fortress-zone", at, text).rule("K05 §12.3").help(help)
    }

    /// When a fortress stops nobody any more, with those of the sheet who see to it (§12.3).
    pub(super) fn when_it_opens(&self, fortress: Space) -> String {
        let once = "once troops at war with its holder stand in its hex, it stops nobody";
        match self.sent_to(fortress).as_slice() {
            [] => once.to_owned(),
            who => format!(
                "{once}: {} is sent there, and a step that begins after that takes the direct way",
                listed_or(who)
            ),
        }
    }

    /// Who is sent to a place by the sheet.
    pub(super) fn sent_to(&self, goal: Space) -> Vec<&str> {
        let sent = self.sent.iter().filter(|(at, _)| *at == goal);
        let mut who: Vec<&str> = sent.map(|(_, who)| self.book.given(who)).collect();
        who.dedup();
        who
    }

    /// Warns about an attack on a hex without a known enemy.
    fn nobody_there(&self, whom: &str) -> Option<String> {
        let at = movement::target(self.book, self.known, whom)?;
        let here = |marker: &&Marker| marker.at == at && self.known.is_foe(&marker.power);
        let mut markers = self.known.markers.iter().filter(here);
        let place = self.book.atlas.place(at);
        let then =
            "if none is there when it comes, the next step follows; without one it stays there";
        if self.known.enemy_at(at, &self.known.power)
            || self.known.enemy_walls(self.book, at, &self.known.power).is_some()
        {
            return None;
        }
        let who = match self.book.atlas.find(whom) {
            Some(_) => "an enemy",
            None => whom,
        };
        let last = markers.find_map(|marker| marker.last);
        Some(match last {
            Some(season) => {
                format!("{who} was last seen at {place} in {season}, and not since: {then}")
            }
            None => format!("no enemy is known at {place} now: {then}"),
        })
    }

    /// Says so if the turn ends farther from the goal than it began.
    fn farther(
        &self,
        at: &Range<usize>,
        (from, reached, goal): (Space, Space, Space),
        faults: &mut Diagnostics,
    ) {
        let far = |place| self.book.atlas.distance(place, goal);
        if far(reached) > far(from) {
            let (reached, goal) = (self.book.atlas.place(reached), self.book.atlas.place(goal));
            let text = format!("this turn ends at {reached}, farther from {goal} than it began");
            let at = at.start..at.start + 1;
            faults.push(Diagnostic::remark("farther", at, text).rule("K05 §12"));
        }
    }

    /// Says so if a city where a march ends would go back to an ally whose it is, and who then has what it
    /// counts (§19.9).
    pub(super) fn given_back(&self, walk: &Walk) -> Option<String> {
        let city = self.book.city(walk.here).filter(|_| walk.troops && !walk.stays())?;
        let (known, power) = (self.known, self.known.power.as_str());
        let holder = known.holder(self.book, walk.here)?;
        let owner = known.owner(self.book, walk.here)?;
        let to = territory::falls_to(&known.relations, (owner, holder), power)?;
        let counts = if city.victory { ", and counts for them" } else { "" };
        (to != power).then(|| {
            let (place, to) = (self.book.atlas.place(walk.here), self.book.title(to));
            format!("{place} goes back to {to} if it is taken{counts}")
        })
    }

    /// Says so if an entry is paid for and moves nobody, as far as is known (§17).
    pub(super) fn for_nothing(&self, entry: &Entry, walk: &Walk, price: u32) -> Option<String> {
        let points = match price {
            1 => "action point is".to_owned(),
            price => format!("{price} action points are"),
        };
        let told = || {
            let place = self.book.atlas.place(walk.from);
            format!("stays at {place}; the {points} spent all the same, since a march was ordered")
        };
        (entry.moves() && walk.stays() && price > 0).then(told)
    }
}

/// That nobody knows where somebody is who is to be attacked.
fn not_seen(whom: &str, at: &Range<usize>) -> Diagnostic {
    let text = format!(
        "nobody of your side knows where {whom} stands; if that is so when the step begins, it is \
         left out"
    );
    let help = "`attack: PLACE` goes to where you expect them; a `march:` behind this step is done \
                in either case";
    Diagnostic::remark("not-seen", at.start..at.start + 1, text).rule("K05 §3").help(help)
}

/// Several of whom one is enough.
fn listed_or(who: &[&str]) -> String {
    match who {
        [all @ .., last] if !all.is_empty() => format!("{} or {last}", all.join(", ")),
        _ => who.concat(),
    }
}
