//! A season of operations: one operation each round the table (FRW §12.1, §12.4).
//!
//! No other limit is set to operations (§12.4).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12.1, §12.2.

pub mod attrition;
pub mod battle;
pub mod begin;
pub mod countermarch;
pub mod dice;
pub mod force;
pub mod honours;
pub mod interrupt;
pub mod loss;
mod march;
pub mod money;
pub mod newcomers;
pub mod overrun;
pub mod path;
pub mod pillage;
pub mod prisoners;
pub mod retreat;
pub mod sea;
pub mod second;
pub mod siege;
pub mod spy;

use crate::book::options::Extra;
use crate::book::tables::Verdict;
use crate::court::mercenaries;
use crate::markers;
use crate::orders::plan::{Entry, Task};
use crate::position::Position;
use crate::record::event::{Event, ForceEvent, OrderEvent, Why};
use crate::turn::{About, Turn};
use force::Acting;

/// Plays the go-arounds of a season; says whether anybody operated.
pub fn play(turn: &mut Turn<'_>) -> bool {
    let book = turn.the_book();
    let most = book.options.most(turn.state.season.part);
    let order = turn.state.order();
    let (mut in_a_row, mut any) = (0, false);
    for go_around in 1..=most {
        turn.moment.go_around = go_around;
        turn.moment.last_go_around = go_around == most;
        for seat in &order {
            let operated = take_turn(turn, seat);
            if operated {
                turn.moment.passed.remove(seat);
                (in_a_row, any) = (0, true);
            } else {
                turn.moment.passed.insert(seat.clone());
                in_a_row += 1;
            }
            if in_a_row >= order.len() {
                untouched(turn);
                return any;
            }
        }
    }
    untouched(turn);
    any
}

/// One seat plays an entry or passes.
fn take_turn(turn: &mut Turn<'_>, seat: &str) -> bool {
    if interrupt::truce(turn, seat) {
        pass(turn, seat);
        return false;
    }
    let sheet = turn.sheet(seat);
    for entry in &sheet.operations {
        let key = (seat.to_owned(), entry.number);
        if turn.played.get(&key).copied().unwrap_or(0) >= entry.times {
            continue;
        }
        let Some(acting) = fits(turn, seat, entry) else { continue };
        *turn.played.entry(key).or_default() += 1;
        turn.settled.clear();
        turn.record(Event::from(OrderEvent::TakenUp {
            seat: seat.to_owned(),
            entry: entry.number,
        }));
        operate(turn, entry, acting, false);
        forced_marches(turn, seat, entry);
        return true;
    }
    pass(turn, seat);
    false
}

fn pass(turn: &mut Turn<'_>, seat: &str) {
    let go_around = turn.moment.go_around;
    turn.record(Event::from(ForceEvent::Passed { seat: seat.to_owned(), go_around }));
}

/// The force of an entry, if it is there, the condition holds and one of its steps can begin.
fn fits(turn: &mut Turn<'_>, seat: &str, entry: &Entry) -> Option<Acting> {
    let acting = match Acting::find(turn, seat, entry) {
        Ok(acting) => acting,
        Err(why) => {
            if turn.told.insert((seat.to_owned(), entry.number)) {
                turn.not_done(seat, entry.number, "", why);
            }
            return None;
        }
    };
    let key = (seat.to_owned(), entry.number);
    turn.asked.insert(key.clone());
    if !holds(turn, seat, entry, &acting) {
        return None;
    }
    match begin::can(turn, entry, &acting) {
        Ok(()) => Some(acting),
        Err(why) => {
            turn.shut.insert(key, why);
            None
        }
    }
}

/// Whether the condition of an entry holds for its force.
fn holds(turn: &Turn<'_>, seat: &str, entry: &Entry, acting: &Acting) -> bool {
    let goal = acting.first_goal(turn, entry);
    let won = turn.last_won.get(seat).copied().flatten();
    let about = About { units: acting.units.clone(), goal, won, ..About::default() };
    turn.holds(seat, entry.condition.as_ref(), &about)
}

/// Plays an operation, segment by segment: movement, attrition, honours of war, combat, pillage (§3.2).
fn operate(turn: &mut Turn<'_>, entry: &Entry, mut acting: Acting, forced: bool) {
    turn.operation += 1;
    let bill = money::bill(turn, entry, &acting, forced);
    let paid = bill.is_some();
    let force = turn.force(&acting.seat, &acting.units);
    let (number, go_around) = (turn.operation, turn.moment.go_around);
    turn.record(Event::from(ForceEvent::OperationBegan {
        number,
        go_around,
        force,
        at: acting.at,
        paid,
    }));
    if let Some((from, halves)) = bill {
        money::spend(
            turn,
            &acting.seat,
            from,
            halves,
            if forced { "forced march" } else { "operation" },
        );
    }
    spy::look(turn, entry, &acting);
    let second = second::announce(turn, entry, &acting);
    march::steps(turn, entry, &mut acting);
    let mut second = second.and_then(|second| second::moves(turn, second, &acting));
    if !paid {
        attrition::check(turn, &mut acting);
    }
    siege::settle(turn, true);
    acting.settle(turn);
    if !acting.ambushed && !honours::segment(turn, entry, &mut acting) {
        combat(turn, entry, &mut acting);
    }
    turn.last_won.insert(acting.seat.clone(), acting.won);
    if let Some((entry, acting)) = &mut second
        && !acting.ambushed
    {
        combat(turn, entry, acting);
    }
    pillage::segment(turn, entry, &mut acting);
    if let Some((entry, acting)) = &mut second
        && acting.stormed
    {
        pillage::segment(turn, entry, acting);
    }
    if let Some((entry, acting)) = &second {
        for step in entry.steps.iter().filter(|step| !second::does(&step.task)) {
            if !turn.settled.contains(&step.number) {
                let part = (entry.number, step.number);
                turn.part_not_done(&acting.seat, part, step.key, Why::NotBySecond);
            }
        }
        came_to_nothing(turn, entry, acting);
    }
    came_to_nothing(turn, entry, &acting);
    siege::settle(turn, true);
    mercenaries::attend(turn);
}

/// Tells why the steps of an entry that were neither done nor refused so far came to nothing.
fn came_to_nothing(turn: &mut Turn<'_>, entry: &Entry, acting: &Acting) {
    for step in &entry.steps {
        if turn.settled.contains(&step.number) {
            continue;
        }
        let needs_defender = matches!(step.task, Task::Honours(_) | Task::Besiege);
        let why = match (acting.ambushed, needs_defender) {
            (true, _) => Why::Ambushed,
            (false, true) => Why::NoEnemy,
            (false, false) => acting.over(),
        };
        turn.part_not_done(&acting.seat, (entry.number, step.number), step.key, why);
    }
}

/// The forced marches that an entry has behind it, until one cannot be made; its writer is told why.
fn forced_marches(turn: &mut Turn<'_>, seat: &str, entry: &Entry) {
    for (at, forced) in entry.forced.iter().enumerate() {
        if let Err(why) = forced_march(turn, seat, forced) {
            turn.part_not_done(seat, (entry.number, forced.part), "forced march", why);
            let behind = entry.forced[at + 1..].iter().flat_map(Entry::whole);
            let parts = forced.parts().into_iter().chain(behind).collect();
            turn.not_reached(seat, entry.number, parts);
            return;
        }
    }
}

/// One forced march: it needs a Countermarch (§20.2, §20.3) and a leader (§20.4), and is paid (§20.5).
fn forced_march(turn: &mut Turn<'_>, seat: &str, forced: &Entry) -> Result<(), Why> {
    let acting = Acting::find(turn, seat, forced)?;
    if !holds(turn, seat, forced, &acting) {
        return Err(Why::Condition);
    }
    begin::can(turn, forced, &acting)?;
    let counter = turn.state.holding(seat, countermarch::COUNTERMARCH).ok_or(Why::NoMarker)?;
    if !acting.has_leader(turn) && !sea::cargo::takes_a_leader(turn, &acting, forced) {
        return Err(Why::NoLeader);
    }
    if !markers::action(turn, seat, &counter, Some(acting.at), "forced march") {
        return Err(Why::Cancelled);
    }
    turn.settled.insert(forced.part);
    operate(turn, forced, acting, true);
    Ok(())
}

/// The combat segment: a seat with units among others attacks them (§18.2).
fn combat(turn: &mut Turn<'_>, entry: &Entry, acting: &mut Acting) {
    let Some(defender) = opponent(turn, acting) else { return };
    if siege::stands(turn, entry, acting, &defender) || !sea::search::finds(turn, acting) {
        return;
    }
    countermarch::delay(turn, acting, &defender);
    if opponent(turn, acting).is_none() {
        return;
    }
    let terms = siege::terms(turn, acting);
    let Some(battle) = battle::fight(turn, &acting.seat, &defender, terms, Some(entry)) else {
        acting.settle(turn);
        return;
    };
    acting.won = battle.winner.as_ref().map(|winner| *winner == acting.seat);
    acting.settle(turn);
    acting.stormed = battle.siege
        && battle.verdict == Verdict::BB
        && turn.book.options.has(Extra::FormalSieges)
        && !acting.units.is_empty()
        && turn.state.others_at(&acting.seat, acting.at).is_empty();
}

/// The seat that a force stands among, if its own stands there still.
pub fn opponent(turn: &Turn<'_>, acting: &Acting) -> Option<String> {
    let mut seats = turn.state.seats_at(acting.at);
    seats.remove(&acting.seat).then(|| seats.into_iter().next()).flatten()
}

/// Tells of entries that were never played because their condition never held, or no turn came to them.
fn untouched(turn: &mut Turn<'_>) {
    let seats = turn.state.seats.clone();
    for seat in seats {
        for entry in turn.sheet(&seat).operations {
            let key = (seat.clone(), entry.number);
            if !turn.played.contains_key(&key) && !turn.told.contains(&key) {
                let asked = turn.asked.contains(&key);
                let why = if asked { Why::NeverFitted } else { Why::NoTurn };
                let why = turn.shut.get(&key).copied().unwrap_or(why);
                turn.not_done(&seat, entry.number, "", why);
            }
        }
    }
}
