//! Movement: all at once, hex by hex (§12).
//!
//! Every movement point is a pulse. In each pulse those who have paid for their next hex enter it, who
//! has spent more action points before the others; so who would pass through another always finds him
//! in one hex or the other.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §1, §10, §10.4, §12, §12.1, §12.2, §12.3, §12.5, §17.

use crate::book::Book;
use crate::march::roll::Roll;
use crate::march::routes::way;
use crate::march::{borders, depots, losses};
use crate::money::spending;
use crate::orders::senses::{Commander, Scene};
use crate::orders::{Acting, Entry, Step, Task};
use crate::position::Position;
use crate::record::event::{ForceEvent, Halt, MoneyEvent, OrderEvent, Reason};
use crate::record::state::{Formation, General, State};
use crate::sea::sailing::Sailor;
use crate::sea::{boarding, meeting, sailing};
use crate::season::directive;
use crate::season::turn::Turn;
use crate::sight::known::Known;
use kit::ground::Space;
use kit::rule::Rule;
use sheet::condition::{Truth, WhyNot};
use std::collections::BTreeMap;

/// What a corps or brigade alone costs to move (§17).
pub const FORMATION_POINTS: u32 = 2;
const LOT: Rule = Rule("K05 §12.1");
/// As many pulses as any force has points: twice the pace of the fastest, at the highest rate.
const PULSES: u32 = 64;

/// A step that is still to be done.
struct Pending {
    number: u16,
    order: &'static str,
    task: Task,
    condition: Option<sheet::condition::Condition>,
    /// Where the force marches instead if the condition does not hold.
    otherwise: Option<Space>,
}

/// A force on the march.
struct Mover {
    power: String,
    entry: u16,
    who: String,
    formations: Vec<String>,
    general: Option<String>,
    at: Space,
    pace: u32,
    spent: u32,
    /// Further hexes that it may go, and has gone.
    may_force: u32,
    forced: u32,
    tasks: Vec<Pending>,
    way: Vec<Space>,
    /// The step whose way it is.
    on: Option<u16>,
    /// The fortresses into whose zone it has come this turn.
    zone: Vec<Space>,
    stopped: bool,
}

/// Moves everybody who has orders.
pub fn play(turn: &mut Turn) {
    let (mut movers, mut sailors) = movers(turn);
    initiative(turn);
    boarding::play(turn);
    movers.sort_by_cached_key(|mover| (turn.initiative(&mover.power), mover.entry));
    sailors.extend(sailing::homeward(turn));
    sailors.sort_by_cached_key(|sailor| sailor.rank(turn));
    let borders = turn.state.relations.has_neutrals();
    meeting::at_start(turn);
    for pulse in 1..=PULSES {
        for sailor in &mut sailors {
            sailing::advance(turn, sailor, (pulse, PULSES));
        }
        for mover in &mut movers {
            advance(turn, mover, pulse, borders);
        }
    }
    for mover in &movers {
        toll(turn, mover);
    }
    depots::fall(turn);
}

/// Who has spent more action points is first (§12.1).
fn initiative(turn: &mut Turn) {
    let powers: Vec<String> = turn.known.keys().cloned().collect();
    let spent = |power: &String| turn.spent.get(power).copied().unwrap_or(0);
    let mut groups: BTreeMap<std::cmp::Reverse<u32>, Vec<String>> = BTreeMap::new();
    for power in &powers {
        groups.entry(std::cmp::Reverse(spent(power))).or_default().push(power.clone());
    }
    let mut place = 0;
    for (points, mut group) in groups {
        let lot = group.len() > 1 && points.0 > 0;
        if lot {
            group = turn.ledger.shuffle(LOT.by("initiative"), &group).order;
        }
        for power in group {
            place += 1;
            turn.order.insert(power.clone(), place);
            let entries = turn.taken_up.get(&power).cloned().unwrap_or_default();
            turn.record(OrderEvent::Spent { power, points: points.0, place, lot, entries });
        }
    }
}

/// What an entry costs in action points (§10, §17): in the game and in the receipt.
pub fn price(
    book: &Book,
    formations: &BTreeMap<String, Formation>,
    generals: &BTreeMap<String, General>,
    entry: &Entry,
) -> u32 {
    if !entry.moves() {
        return 0;
    }
    if entry.army {
        return generals.get(&entry.who).map_or(0, |general| general.points);
    }
    formations.get(&entry.who).map_or(0, |one| cost_alone(book, one))
}

/// What a formation by itself costs to move: marauders need no points, also where they are made up as a
/// brigade (§10.4).
pub fn cost_alone(book: &Book, formation: &Formation) -> u32 {
    if formation.is_of_marauders(&book.troops) { 0 } else { FORMATION_POINTS }
}

/// Who moves by which entry, on land and at sea; the first entry of a force counts.
fn movers(turn: &mut Turn) -> (Vec<Mover>, Vec<Sailor>) {
    let (mut movers, mut sailors) = (vec![], vec![]);
    let powers: Vec<String> = turn.sheets.keys().cloned().collect();
    for power in powers {
        let Some(sheet) = turn.sheets.get(&power).cloned() else { continue };
        let mut roll = Roll::new(turn.most.get(&power).copied().unwrap_or(0));
        for entry in sheet.in_order() {
            let forces = (&*turn.state.formations, &*turn.state.generals);
            let (step, reason) = match entry {
                Acting::Troops(entry) => match roll.take_up(turn.book, forces, &power, entry) {
                    Ok(force) => {
                        let moves = !entry.steps.is_empty();
                        turn.taken_up.entry(power.clone()).or_default().push(entry.number);
                        movers.extend(moves.then(|| mover(turn, &power, entry, force)));
                        continue;
                    }
                    Err(reason) => (None, reason),
                },
                Acting::Ships(entry) => {
                    let navy = &turn.state.navy;
                    match sailing::take_up(&mut roll, turn.book, navy, forces, (&power, entry)) {
                        Ok((group, loads)) => {
                            let moves = !entry.sails.is_empty();
                            turn.taken_up.entry(power.clone()).or_default().push(entry.number);
                            turn.sea.boarding.push((power.clone(), group.at.clone(), loads));
                            sailors.extend(moves.then(|| sailing::sailor(turn, group, entry)));
                            continue;
                        }
                        Err(why) => (why.carry.then(|| entry.carry_number()), why.reason),
                    }
                }
            };
            let order = if step.is_some() { "carry" } else { entry.first() };
            turn.record(OrderEvent::NotDone {
                power: power.clone(),
                entry: Some(entry.number()),
                step,
                order: order.to_owned(),
                who: entry.who().to_owned(),
                reason,
                failed: None,
            });
        }
        let spent = roll.spent;
        turn.spent.insert(power.clone(), spent);
        if turn.state.money.played && spent > 0 {
            let points = spending::price(turn.book, spent);
            turn.record(MoneyEvent::PaidMarches { power, points, action_points: spent });
        }
    }
    (movers, sailors)
}

/// Who moves by an entry.
pub struct Force {
    pub formations: Vec<String>,
    pub general: Option<String>,
    pub at: Space,
    pub pace: u32,
}

/// The force that an entry names: a formation alone, or a general with those who follow (§12.1).
pub fn force(
    book: &Book,
    (formations, generals): (&BTreeMap<String, Formation>, &BTreeMap<String, General>),
    power: &str,
    entry: &Entry,
) -> Option<Force> {
    if !entry.army {
        let one = formations.get(&entry.who).filter(|one| one.power == power)?;
        let (at, pace) = (one.at, one.pace(&book.troops));
        return Some(Force { formations: vec![one.name.clone()], general: None, at, pace });
    }
    let general = generals.get(&entry.who).filter(|one| one.power == power)?;
    let led: Vec<&Formation> = formations.values().filter(|one| general.leads(one)).collect();
    let pace = pace(book, &led);
    let names = led.into_iter().map(|one| one.name.clone()).collect();
    Some(Force { formations: names, general: Some(general.name.clone()), at: general.at, pace })
}

/// How far a general marches with those who follow: as far as the slowest (§12.1).
pub fn pace(book: &Book, led: &[&Formation]) -> u32 {
    let paces = led.iter().map(|one| one.pace(&book.troops));
    paces.min().unwrap_or(book.figures.general_pace)
}

/// A force that sets out by its entry, unless the order comes too late (§2).
fn mover(turn: &mut Turn, power: &str, entry: &Entry, force: Force) -> Mover {
    let Force { formations, general, at, pace } = force;
    let pending = |(number, step): (u16, &Step)| Pending {
        number,
        order: step.key,
        task: step.task.clone(),
        condition: step.condition.clone(),
        otherwise: step.otherwise,
    };
    let mut tasks: Vec<Pending> = entry.numbered().map(pending).collect();
    tasks.reverse(); // The next is taken from the end.
    let mut mover = Mover {
        power: power.to_owned(),
        entry: entry.number,
        who: entry.who.clone(),
        formations,
        general,
        at,
        pace,
        spent: 0,
        may_force: 0,
        forced: 0,
        tasks,
        way: vec![],
        on: None,
        zone: vec![],
        stopped: false,
    };
    directive::ask(turn, entry, &mut mover.stopped, &mut mover.pace);
    if mover.stopped {
        mover.give_up(turn, &Reason::Misread);
    }
    mover
}

impl Mover {
    fn not_done(&self, number: u16, order: &str, reason: Reason) -> OrderEvent {
        self.condition_false(number, order, reason, None)
    }

    /// The event for a step that was not done because its condition was false.
    fn condition_false(
        &self,
        number: u16,
        order: &str,
        reason: Reason,
        failed: Option<WhyNot>,
    ) -> OrderEvent {
        OrderEvent::NotDone {
            power: self.power.clone(),
            entry: Some(self.entry),
            step: Some(number),
            order: order.to_owned(),
            who: self.who.clone(),
            reason,
            failed,
        }
    }

    fn halt(&mut self, turn: &mut Turn, halt: Halt) {
        self.stopped = true;
        let step = self.on.filter(|_| !self.way.is_empty());
        self.way.clear();
        let (who, power, at) = (self.who.clone(), self.power.clone(), self.at);
        turn.record(ForceEvent::Halted { who, power, at, halt: halt.clone() });
        if let Some(step) = step {
            let (power, who, entry) = (self.power.clone(), self.who.clone(), self.entry);
            turn.record(OrderEvent::CutShort { power, entry, step, who, halt });
        }
        self.give_up(turn, &Reason::Stopped);
    }

    /// Does none of the steps that are left.
    fn give_up(&mut self, turn: &mut Turn, reason: &Reason) {
        for Pending { number, order, .. } in std::mem::take(&mut self.tasks).into_iter().rev() {
            turn.record(self.not_done(number, order, reason.clone()));
        }
    }
}

/// Takes the next hex, if it is paid for by this pulse; `borders` says whether any land is shut to anybody.
fn advance(turn: &mut Turn, mover: &mut Mover, pulse: u32, borders: bool) {
    if mover.stopped {
        return;
    }
    if is_met(turn, mover.at, &mover.power) {
        if !mover.way.is_empty() || !mover.tasks.is_empty() {
            mover.halt(turn, Halt::Held);
        }
        mover.stopped = true;
        return;
    }
    while mover.way.is_empty() {
        if !begin(turn, mover) {
            return;
        }
    }
    let next = mover.way[0];
    let step_of = (mover.at, next);
    let host = || borders::border(turn.book, &turn.state, &mover.power, step_of);
    if let Some(of) = borders.then(host).flatten().map(str::to_owned) {
        mover.halt(turn, Halt::Border { to: next, of });
        return;
    }
    if ends_march(&mover.zone, next) {
        // A further step does not begin a further march.
        mover.halt(turn, Halt::Zone);
        return;
    }
    let Some(cost) = turn.book.cost(mover.at, next) else {
        mover.halt(turn, Halt::Barred { to: next });
        return;
    };
    if mover.spent + cost > pulse {
        return;
    }
    let further = mover.spent + cost > mover.pace;
    if !may_enter(mover.pace, mover.spent + cost, (mover.forced, mover.may_force)) {
        let left = mover.pace.saturating_sub(mover.spent);
        mover.halt(turn, Halt::Points { needed: cost, left });
        return;
    }
    let enemy = turn.state.enemy_at(next, &mover.power);
    let alone = mover.formations.is_empty();
    if alone && is_shut_to_generals(&turn.state, &mover.power, next) {
        mover.halt(turn, Halt::Unescorted { to: next });
        return;
    }
    let zone = zones(turn.book, &turn.state, &mover.power, mover.at);
    let walls = turn.state.enemy_walls(turn.book, next, &mover.power).is_some();
    let into = zones(turn.book, &turn.state, &mover.power, next);
    if barring(&zone, &into, walls).is_some() {
        mover.halt(turn, Halt::Barred { to: next });
        return;
    }
    step(turn, mover, next, cost, further);
    if enemy {
        mover.halt(turn, Halt::Enemy);
    } else if mover.way.first().is_some_and(|on| ends_march(&into, *on)) {
        mover.halt(turn, Halt::Zone);
    }
    mover.zone = into;
}

/// Whether a force may enter a hex that brings it to so many movement points: its pace pays for it,
/// or it has further hexes to go by force, up to twice the pace (§12.5).
pub fn may_enter(pace: u32, spent: u32, (forced, may_force): (u32, u32)) -> bool {
    spent <= pace || (forced < may_force && spent <= 2 * pace)
}

/// Whether the zone of these fortresses ends the march of a force that has entered it: for the rest
/// of the turn it may only step into one of them (§12.3).
pub fn ends_march(zone: &[Space], next: Space) -> bool {
    !zone.is_empty() && !zone.contains(&next)
}

/// The fortress whose zone forbids a step. `from` and `to` are the fortresses in whose zones the two
/// hexes lie: a force may not step from a zone into the same zone, but it may enter the fortress (§12.3).
pub fn barring(from: &[Space], to: &[Space], walls: bool) -> Option<Space> {
    from.iter().find(|fortress| !walls && to.contains(fortress)).copied()
}

/// Whether a general without troops stops before a hex: the enemy stands there, and nobody of the
/// general's side (§12.1).
pub fn is_shut_to_generals(position: &impl Position, power: &str, at: Space) -> bool {
    position.enemy_at(at, power) && !position.friend_at(at, power)
}

/// Enters a hex.
fn step(turn: &mut Turn, mover: &mut Mover, next: Space, cost: u32, further: bool) {
    mover.spent += cost;
    mover.forced += u32::from(further);
    mover.way.remove(0);
    let from = std::mem::replace(&mut mover.at, next);
    turn.record(ForceEvent::Moved {
        who: mover.who.clone(),
        power: mover.power.clone(),
        formations: mover.formations.clone(),
        general: mover.general.clone(),
        from,
        to: next,
        spent: mover.spent,
    });
    for name in &mover.formations {
        turn.entered.insert(name.clone(), from);
    }
    if !mover.formations.is_empty() && turn.state.enemy_at(next, &mover.power) {
        turn.contact.insert((next, mover.power.clone()));
    }
}

/// Whether a power's forces in a hex are held: an enemy moved in this turn, or an ally moved in on an enemy of
/// theirs (§12.1).
fn is_met(turn: &Turn, at: Space, power: &str) -> bool {
    let state = &turn.state;
    let came = turn.contact.range((at, String::new())..);
    let came: Vec<&String> =
        came.take_while(|(place, _)| *place == at).map(|(_, who)| who).collect();
    let meets = |enemy: &str| {
        let found = |who: &&String| state.friends(who, power) && state.at_war(who, enemy);
        came.iter().any(|who| state.at_war(who, power) || found(who))
    };
    let mut enemies = state.at(at).filter(|one| state.at_war(&one.power, power));
    !came.is_empty() && enemies.any(|enemy| meets(&enemy.power))
}

/// Fortresses of the enemy in whose zone a hex lies (§12.3).
fn zones(book: &Book, state: &State, power: &str, at: Space) -> Vec<Space> {
    let around = book.atlas.around(at).into_iter();
    around.filter(|fortress| has_zone(book, state, power, *fortress)).collect()
}

/// Whether a hex is a fortress of a power's enemies that nobody shuts in (§12.3).
pub fn has_zone(book: &Book, position: &impl Position, power: &str, at: Space) -> bool {
    let master = position.holder(book, at).unwrap_or_default();
    position.enemy_walls(book, at, power).is_some() && !position.enemy_at(at, master)
}

/// Begins the next task; whether there was one.
fn begin(turn: &mut Turn, mover: &mut Mover) -> bool {
    let Some(Pending { number, order, task, condition, otherwise }) = mover.tasks.pop() else {
        return false;
    };
    mover.on = Some(number);
    let step = (number, order);
    if let Some(condition) = condition {
        let known = turn.known(&mover.power);
        let force = mover.formations.iter().filter_map(|name| turn.state.formations.get(name));
        let points = turn.most.get(&mover.power).copied().unwrap_or(0);
        let used = turn.spent.get(&mover.power).copied().unwrap_or(0);
        let scene = Scene {
            left: mover.pace.saturating_sub(mover.spent),
            points: points.saturating_sub(used),
            ..Scene::default()
        };
        let (book, at) = (turn.book, mover.at);
        let asked = Commander { book, known, at, force: force.collect(), scene };
        let reason = match condition.ask(&asked) {
            Truth::Yes => None,
            no if otherwise.is_some() => Some(Reason::Otherwise { known: no == Truth::No }),
            Truth::No => Some(Reason::NotSo),
            Truth::Unknown => Some(Reason::NotKnown),
        };
        if let Some(reason) = reason {
            let failed = Some(asked.why_not(&condition));
            turn.record(mover.condition_false(number, order, reason, failed));
            if let Some(place) = otherwise {
                mover.may_force = 0;
                set_out(turn, mover, step, &[place]);
            }
            return true;
        }
    }
    match task {
        Task::March { to, force } => {
            mover.may_force = force;
            set_out(turn, mover, step, &to);
        }
        Task::Attack { at, force } => {
            mover.may_force = force;
            match target(turn.book, turn.known(&mover.power), &at) {
                Some(goal) => set_out(turn, mover, step, &[goal]),
                None => {
                    turn.record(mover.not_done(number, order, Reason::NotSeen { whom: at }));
                }
            }
        }
        Task::Deploy => deploy(turn, mover, step),
    }
    true
}

/// Where a target is: its place, or where he was last seen.
pub fn target(book: &Book, known: &Known, at: &str) -> Option<Space> {
    let named = |marker: &&crate::sight::known::Marker| {
        marker.general.as_deref() == Some(at) && known.may_be_there(marker)
    };
    let seen = known.markers.iter().find(named).map(|marker| marker.at);
    seen.or_else(|| book.atlas.find(at))
}

/// Finds the way to the goals. Where there is none the march ends, and nothing follows: the steps
/// behind it were meant for another place.
fn set_out(turn: &mut Turn, mover: &mut Mover, (number, order): (u16, &str), goals: &[Space]) {
    let mut at = mover.at;
    for goal in goals {
        match way(turn.book, turn.known(&mover.power), at, *goal) {
            Ok(path) => mover.way.extend(path.spaces),
            Err(reason) => {
                turn.record(mover.not_done(number, order, reason));
                return mover.give_up(turn, &Reason::Stopped);
            }
        }
        at = *goal;
    }
}

fn deploy(turn: &mut Turn, mover: &Mover, (number, order): (u16, &str)) {
    let troops = !mover.formations.is_empty();
    let left = depots::stores(&turn.state, &mover.power);
    let of = (mover.power.as_str(), left);
    if let Some(bar) = depots::no_depot(turn.book, &turn.state, of, (mover.at, troops)) {
        turn.record(mover.not_done(number, order, bar.reason()));
        return;
    }
    turn.record(ForceEvent::Deployed { power: mover.power.clone(), at: mover.at });
}

/// What a power's forces lose by so many further hexes of a forced march, in per cent (§12.5).
pub fn toll_of(book: &Book, power: &str, hexes: u32) -> u32 {
    let each = book.lands.nation(power).map_or(10, |nation| nation.force_march);
    (each * hexes).min(100)
}

/// What a forced march costs, once it is over (§12.5).
fn toll(turn: &mut Turn, mover: &Mover) {
    if mover.forced == 0 {
        return;
    }
    let percent = toll_of(turn.book, &mover.power, mover.forced);
    let force: Vec<&Formation> =
        mover.formations.iter().filter_map(|name| turn.state.formations.get(name)).collect();
    let lost = losses::share(turn.book, &force, percent);
    turn.record(ForceEvent::ForceMarched {
        who: mover.who.clone(),
        power: mover.power.clone(),
        at: mover.at,
        hexes: mover.forced,
        percent,
        lost,
    });
}
