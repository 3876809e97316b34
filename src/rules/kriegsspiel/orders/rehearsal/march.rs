//! Marches on paper: the way of each step, what it costs, and where the turn ends (§12).

use super::Paper;
use crate::march::movement;
use crate::march::routes::Routes;
use crate::orders::{Entry, Task};
use crate::record::event::Reason;
use kit::ground::Space;
use sheet::{Diagnostic, Diagnostics};
use std::ops::Range;

/// A force on its way through the steps of its entry.
#[derive(Clone)]
pub struct Walk {
    from: Space,
    /// Where the steps so far would bring it; nothing, if nobody can tell.
    pub here: Option<Space>,
    used: u32,
    pace: u32,
    /// The fortresses into whose zone it has come this turn.
    zone: Vec<Space>,
    /// Where the turn ends before the way does.
    end: Option<Space>,
    /// Whether a fortress stops it, so that no further step is done.
    stopped: bool,
}

impl Walk {
    /// A force that has not moved.
    pub fn new(at: Space, pace: u32) -> Self {
        Self { from: at, here: Some(at), used: 0, pace, zone: vec![], end: None, stopped: false }
    }

    /// Where the turn ends, as far as that can be told.
    pub fn ends(&self) -> Option<Space> {
        self.end.or(self.here)
    }
}

/// What keeps a march from going on, and from where to where.
enum Stop {
    Zone { at: Space, fortress: Space },
    Barred { at: Space, to: Space, fortress: Space },
}

impl Stop {
    fn fortress(&self) -> Space {
        match self {
            Stop::Zone { fortress, .. } | Stop::Barred { fortress, .. } => *fortress,
        }
    }
}

impl Paper<'_> {
    /// Tells one step, and walks it.
    pub(super) fn step(
        &self,
        task: &Task,
        at: &Range<usize>,
        walk: &mut Walk,
        faults: &mut Diagnostics,
    ) -> String {
        let verb = match task {
            Task::Deploy => "deploy",
            Task::March { .. } => "march",
            Task::Attack { .. } => "attack",
        };
        if walk.stopped {
            return format!("{verb}: not played, since the march ends before it");
        }
        let (goals, force) = match task {
            Task::Deploy => return self.deploy(at, faults),
            Task::March { to, force } => (to.clone(), *force),
            Task::Attack { at: whom, force } => match movement::target(self.book, self.known, whom)
            {
                Some(goal) => (vec![goal], *force),
                None => {
                    let text = format!("nobody has seen {whom}; the step waits for news of him");
                    faults.push(Diagnostic::remark("not-seen", at.start..at.start + 1, text));
                    walk.here = None;
                    return format!("attack {whom}, if he is seen");
                }
            },
        };
        let (mut legs, before) = (vec![], walk.used);
        for goal in goals {
            let Some(from) = walk.here else {
                legs.push(format!("to {}, from where it then stands", self.book.atlas.place(goal)));
                break;
            };
            match self.leg(at, from, goal, (force, walk), faults) {
                Ok(told) => legs.extend(told),
                Err(told) => {
                    legs.push(told);
                    break;
                }
            }
        }
        let forced = match force {
            0 => String::new(),
            1 => ", one hex of it by force at most".to_owned(),
            force => format!(", {force} hexes of it by force at most"),
        };
        let points = match walk.used == before {
            true => String::new(),
            false => format!(" = {} of {} points", walk.used, walk.pace),
        };
        format!("{verb}: {}{points}{forced}", legs.join(", "))
    }

    /// Walks to one goal: each hex with its cost, or why the step goes no further.
    fn leg(
        &self,
        at: &Range<usize>,
        from: Space,
        goal: Space,
        (force, walk): (u32, &mut Walk),
        faults: &mut Diagnostics,
    ) -> Result<Vec<String>, String> {
        let place = |space| self.book.atlas.place(space);
        if from == goal {
            return Ok(vec![format!("{} is where it stands", place(goal))]);
        }
        let routes = Routes::new(self.book, self.known);
        let way = routes.way(from, goal).map_err(|reason| {
            faults.push(self.no_way(at, goal, &reason));
            let why = match matches!(reason, Reason::Detour { .. }) {
                true => "the way round the enemy is too long",
                false => "no way is known",
            };
            format!("{}: {why}, so it does not go", place(goal))
        })?;
        let most = if force > 0 { 2 * walk.pace } else { walk.pace };
        let (mut last, mut reached, mut legs) = (from, from, vec![]);
        for space in way.spaces {
            if let Some(stop) = stopped(&routes, walk, last, space) {
                faults.push(self.told(at, goal, &stop));
                walk.stopped = true;
                walk.here = Some(last);
                let fortress = self.book.atlas.name(stop.fortress());
                legs.push(format!("stopped by the fortress {fortress} before {}", place(space)));
                return Err(legs.join(", "));
            }
            let cost = self.book.cost(last, space).unwrap_or(0);
            walk.used += cost;
            walk.zone = routes.zones(space);
            legs.push(format!("{} {cost}", place(space)));
            last = space;
            reached = if walk.used <= most { space } else { reached };
        }
        self.farther(at, (from, reached, goal), faults);
        walk.here = Some(goal);
        if walk.used > most && walk.end.is_none() {
            walk.end = Some(reached);
            self.too_far(at, (walk.used, most), reached, faults);
        }
        Ok(legs)
    }

    fn too_far(
        &self,
        at: &Range<usize>,
        (used, most): (u32, u32),
        end: Space,
        faults: &mut Diagnostics,
    ) {
        let end = self.book.atlas.place(end);
        let text = format!(
            "this needs {used} movement points, and the force has {most}: this turn it ends at {end}"
        );
        let further = Diagnostic::remark("too-far", at.start..at.start + 1, text);
        faults.push(further.rule("K05 §12").help("order the rest of the way next turn"));
    }

    /// Why a march ends before its goal, and what helps.
    fn told(&self, at: &Range<usize>, goal: Space, stop: &Stop) -> Diagnostic {
        let place = |space: Space| self.book.atlas.place(space);
        let name = |space: Space| self.book.atlas.name(space);
        let walls = place(stop.fortress());
        let text = match stop {
            Stop::Zone { at, .. } => format!(
                "this turn it ends at {}, beside the enemy fortress {walls}: whoever comes beside \
                 one goes no further",
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
             {fortress}; it stops nobody while troops of your side stand in its hex, and \
             `attack: {fortress}` goes in"
        );
        let at = at.start..at.start + 1;
        Diagnostic::remark("fortress-zone", at, text).rule("K05 §12.3").help(help)
    }

    /// Why there is no way, with what helps.
    fn no_way(&self, at: &Range<usize>, goal: Space, reason: &Reason) -> Diagnostic {
        let (at, to) = (at.start..at.start + 1, self.book.atlas.place(goal));
        if let Reason::Detour { .. } = reason {
            let text = format!("the way to {to} round the enemy is more than twice the direct one");
            let help = "name the places on the way, or attack who stands there";
            return Diagnostic::remark("detour", at, text).rule("K05 §12").help(help);
        }
        Diagnostic::remark("no-way", at, format!("no way is known to {to}"))
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

    /// Says so if an entry is paid for and moves nobody, as far as is known (§17); or if it ends
    /// where it began.
    pub(super) fn for_nothing(&self, entry: &Entry, walk: &Walk, price: u32) -> Option<String> {
        let stays = walk.ends() == Some(walk.from);
        let points = match price {
            1 => "action point is".to_owned(),
            price => format!("{price} action points are"),
        };
        let told = || {
            let place = self.book.atlas.place(walk.from);
            if walk.used > 0 {
                return format!("ends at {place}, where it began, if every step is done");
            }
            format!("stays at {place}; the {points} spent all the same, since a march was ordered")
        };
        (entry.moves() && stays && price > 0).then(told)
    }
}

/// What stops a march before a step, as far as its power knows (§12.3).
fn stopped(routes: &Routes, walk: &Walk, at: Space, to: Space) -> Option<Stop> {
    if movement::ends_march(&walk.zone, to) {
        return Some(Stop::Zone { at, fortress: *walk.zone.first()? });
    }
    let both = |fortress: &&Space| routes.zones(to).contains(fortress);
    let fortress = routes.zones(at).iter().find(both).copied()?;
    routes.is_barred(at, to).then_some(Stop::Barred { at, to, fortress })
}
