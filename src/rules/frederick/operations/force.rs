//! The force of an operation: which units of a square act (FRW §12.2,
//! §12.5). Any number of them stand together, of all powers of a seat (§13.1, §13.4), and one force
//! moves in an operation (§16.3).

use super::path::{Marcher, POINT};
use super::sea::{self, lanes::is_fleet};
use crate::book::Book;
use crate::book::troops::Kind;
use crate::orders::plan::{Entry, Haven, Target, Task};
use crate::orders::units::{UnitWord, What, chosen};
use crate::orders::words::fleet_place;
use crate::record::event::Why;
use crate::record::unit::Unit;
use crate::sight::Known;
use crate::turn::Turn;
use kit::ground::Space;

/// A force that operates.
#[derive(Debug, Clone)]
pub struct Acting {
    pub seat: String,
    pub at: Space,
    /// The units that still belong to it.
    pub units: Vec<String>,
    /// The pace of the start (§16.5), in halves; 0 once it has to stop.
    pub left: u32,
    pub marcher: Marcher,
    /// The square from which it came into the one where it is.
    pub came_from: Option<Space>,
    /// Whether it was or came in mountains (§12.3).
    pub mountains: bool,
    /// Whether its battle was won; none, if there was none that anybody won.
    pub won: Option<bool>,
    /// Whether it is of fleets and what they carry (§25.3).
    pub fleet: bool,
    /// All units that ever belonged to it.
    pub all: Vec<String>,
    /// Units that moved with another force of the same operation.
    pub barred: Vec<String>,
    /// Whether all of it were left behind on the way.
    pub emptied: bool,
    /// Whether it was ambushed, which ends its march and its other segments but pillage (§20.7).
    pub ambushed: bool,
    /// Whether it overruns, if its entry says so (§33.1).
    pub overrun: Option<bool>,
    /// Whether it attacks in the square where it is, in which a siege may go on (§34.2).
    pub assaults: bool,
    /// Whether it stormed a city, which it then pillages (§34.6).
    pub stormed: bool,
}

/// Where the force of an entry stands, as its seat knows: the square of the leader, or the place.
pub fn where_is(book: &Book, known: &Known, entry: &Entry) -> Option<Space> {
    match known.own.get(&entry.who) {
        Some(leader) => Some(leader.at),
        None => book.atlas.find(fleet_place(&entry.who).unwrap_or(&entry.who)),
    }
}

/// Whether a unit can move on land (§16.4, §25.5).
pub fn can_march(book: &Book, unit: &Unit) -> bool {
    unit.aboard.is_none() && unit.kind != Kind::Fleet && book.moves(unit) > 0
}

/// Which own units in a square an entry means; without words all that can move on land (§12.2).
pub fn meant(book: &Book, entry: &Entry, here: &[&Unit]) -> Vec<String> {
    if entry.by_sea() {
        return fleets_meant(book, entry, here);
    }
    let free: Vec<&Unit> = here.iter().copied().filter(|unit| unit.aboard.is_none()).collect();
    let leader = free.iter().find(|unit| unit.id == entry.who);
    if entry.units.is_empty() {
        return free
            .iter()
            .filter(|unit| can_march(book, unit))
            .map(|unit| unit.id.clone())
            .collect();
    }
    let mut words: Vec<UnitWord> = vec![];
    words.extend(leader.map(|leader| UnitWord::leader(&leader.id)));
    words.extend(entry.units.iter().cloned());
    let mut units = chosen(book, &words, &free);
    // `all` are all that can move: garrisons stay (§16.4).
    let all = entry.units.iter().any(|word| word.what == What::Anybody);
    if all {
        let moves = |id: &String| free.iter().any(|unit| unit.id == *id && book.moves(unit) > 0);
        units.retain(moves);
    }
    units
}

/// The fleets in a square that an entry means, all of them without words, and behind them those whom
/// they carry.
fn fleets_meant(book: &Book, entry: &Entry, here: &[&Unit]) -> Vec<String> {
    let fleets: Vec<&Unit> = here.iter().copied().filter(|unit| is_fleet(unit)).collect();
    let mut units = match entry.units.is_empty() {
        true => fleets.iter().map(|fleet| fleet.id.clone()).collect(),
        false => chosen(book, &entry.units, &fleets),
    };
    let carried = |unit: &&&Unit| unit.aboard.as_ref().is_some_and(|on| units.contains(on));
    let cargo: Vec<String> = here.iter().filter(carried).map(|unit| unit.id.clone()).collect();
    units.extend(cargo);
    units
}

impl Acting {
    /// Finds the force of an entry; or why there is none.
    pub fn find(turn: &Turn<'_>, seat: &str, entry: &Entry) -> Result<Acting, Why> {
        let book = turn.the_book();
        let at = where_is(book, turn.known(seat), entry).ok_or(Why::NoForce)?;
        let here = turn.state.own_at(seat, at);
        let units = meant(book, entry, &here);
        let acting: Vec<&Unit> = turn.units_of(&units);
        if acting.is_empty() {
            return Err(if here.is_empty() { Why::NoForce } else { Why::CannotMove });
        }
        let marcher = Marcher::of(book, &acting);
        let fleet = acting.iter().any(|unit| is_fleet(unit));
        let mountains = !book.atlas.is_beyond(at) && book.atlas.square(at).mountain;
        Ok(Acting {
            seat: seat.to_owned(),
            at,
            // Fleets have no points: they move until they are stopped (§25.9).
            left: if fleet { POINT } else { marcher.points },
            all: units.clone(),
            units,
            marcher,
            came_from: None,
            mountains,
            won: None,
            fleet,
            barred: vec![],
            emptied: false,
            ambushed: false,
            overrun: entry.overrun,
            assaults: false,
            stormed: false,
        })
    }

    /// Why nobody of it is left: they stayed behind, or they were beaten and lost.
    pub fn over(&self) -> Why {
        match (self.ambushed, self.emptied) {
            (true, _) => Why::Ambushed,
            (false, true) => Why::OperationOver,
            (false, false) => Why::Beaten,
        }
    }

    /// Whether a leader is with it.
    pub fn has_leader(&self, turn: &Turn<'_>) -> bool {
        turn.units_of(&self.units).iter().any(|unit| unit.kind == Kind::Leader)
    }

    /// Keeps those who are still on the map and in the square; the others fled or fell.
    pub fn settle(&mut self, turn: &Turn<'_>) {
        let here = |id: &String| {
            let unit = turn.state.units.get(id).filter(|unit| unit.at == self.at);
            unit.is_some_and(|unit| turn.state.seat_of(unit) == Some(self.seat.as_str()))
        };
        self.units.retain(here);
    }

    /// Where the first step goes, for the conditions of the entry.
    pub fn first_goal(&self, turn: &Turn<'_>, entry: &Entry) -> Option<Space> {
        first_goal(turn.known(&self.seat), entry, |to| sea::haven(turn, self, to))
    }
}

/// Where the first step of an entry goes, as far as a seat knows; a fleet sails to the place of a haven.
pub fn first_goal(
    known: &Known,
    entry: &Entry,
    haven: impl Fn(&Haven) -> Option<Space>,
) -> Option<Space> {
    entry.steps.iter().find_map(|step| match &step.task {
        Task::March(to) => to.last().copied(),
        Task::Attack(target) => goal_of(known, target),
        Task::Sail(to) => haven(to.last()?),
        Task::Drop(_)
        | Task::Embark(_)
        | Task::Land(_)
        | Task::Honours(_)
        | Task::Besiege
        | Task::Pillage { .. } => None,
    })
}

/// Where a target is, as far as a seat knows.
pub fn goal_of(known: &Known, target: &Target) -> Option<Space> {
    match target {
        Target::Square(at) => Some(*at),
        Target::Leader(name) => known.leader_at(name),
    }
}
