//! A commander who does what was said of a turn of battle, and tells what became of each part of it.

use super::answer::{Act, Fault, Turn};
use super::defaults::Steady;
use super::item::{End, Item};
use crate::board::french::{Assignment, Refusal};
use crate::board::perform::March;
use crate::board::turn::{Commander, Moment, Says};
use crate::board::{Board, Formation};
use crate::book::plans::{FrenchDefault, PlanId, Plans, Way};
use crate::orders::causes::Cause;
use crate::orders::whom::Whom;
use crate::record::force::{ForceId, Side};

/// Does what was said, and else what [`Steady`] does.
pub struct Spoken<'s> {
    said: &'s Turn,
    /// Which changes of formation have been made.
    changed: Vec<usize>,
    pub(super) faults: Vec<Fault>,
    /// What became of the parts that were decided.
    ends: Vec<(Item, End)>,
    /// The line of acts that its force follows.
    follows: Option<usize>,
    /// The parts that could have been done when the plans were chosen.
    could: Vec<Item>,
}

impl<'s> Spoken<'s> {
    pub(super) fn new(said: &'s Turn) -> Self {
        Self { said, changed: vec![], faults: vec![], ends: vec![], follows: None, could: vec![] }
    }

    fn end(&mut self, item: Item, end: End) {
        let end = match end {
            // Nothing was in its way when it was said.
            Err(why) if why.is_of_place() && self.could.contains(&item) => Err(Cause::Moved),
            end => end,
        };
        self.ends.push((item, end));
    }

    /// Notes what could be done now.
    fn look(&mut self, board: &Board, plans: &Plans) {
        let said = self.said;
        let works = |one: &Assignment| {
            let plan = plans.plan(one.plan);
            one.who.zip(plan).is_some_and(|(who, plan)| board.comes_to_anything(who, plan))
        };
        let chosen = said.plans.iter().flatten().enumerate().filter(|(_, one)| works(one));
        self.could.extend(chosen.map(|(number, _)| Item::Plan(number)));
        let able = said.acts.iter().enumerate().filter(|(_, act)| can_act(board, act));
        self.could.extend(able.map(|(number, _)| Item::Act(number)));
        let absent = said.acts.iter().enumerate().filter(|(_, act)| board.piece(act.who).is_none());
        absent.for_each(|(number, act)| {
            let why = Whom::Force(act.who).why_absent(board);
            self.end(Item::Act(number), Err(why));
        });
    }
}

impl Spoken<'_> {
    /// What became of each part once the turn is over, those included whose turn never came.
    pub(super) fn all_ends(&self, board: &Board) -> Vec<(Item, End)> {
        let plans = self.said.plans.iter().flatten().enumerate();
        let plans = plans.filter_map(|(number, one)| Some((Item::Plan(number), one.who?)));
        let acts = self.said.acts.iter().enumerate();
        let acts = acts.map(|(number, act)| (Item::Act(number), act.who));
        let open =
            plans.chain(acts).filter(|(item, _)| self.ends.iter().all(|(one, _)| one != item));
        let never = open.map(|(item, who)| {
            let why = match board.piece(who) {
                None => Cause::Destroyed,
                Some(_) if board.routed == Some(Side::French) => Cause::Routed,
                Some(_) => Cause::Over,
            };
            (item, Err(why))
        });
        self.ends.iter().copied().chain(never).collect()
    }
}

/// The lines of acts for a force, with their numbers.
fn acts(said: &Turn, who: ForceId) -> impl Iterator<Item = (usize, &Act)> {
    said.acts.iter().enumerate().filter(move |(_, act)| act.who == who)
}

/// Whether something would come of a line of acts now, if the die activates its force.
pub fn can_act(board: &Board, act: &Act) -> bool {
    let may = board.french_defaults(act.who);
    let room = |way: March| way == March::Back || board.way_forward(act.who).is_some();
    act.says
        .is_none_or(|says| may.contains(&says) && (says.0 != FrenchDefault::March || room(says.1)))
}

/// Why a force that has a line for it cannot do this now.
fn cannot(board: &Board, who: ForceId, says: Says, plans: &Plans) -> Cause {
    match says {
        _ if board.routed == Some(Side::French) => Cause::Routed,
        Some((FrenchDefault::Fire, _)) => {
            let fire = plans.plan(plans.french_default(FrenchDefault::Fire));
            fire.map_or(Cause::Rules, |fire| board.why_idle(who, fire))
        }
        Some((FrenchDefault::March, _)) if board.in_melee(who) => Cause::Melee,
        Some(_) | None => Cause::Rules,
    }
}

impl Commander for Spoken<'_> {
    fn plans(&mut self, board: &Board, plans: &Plans) -> Vec<Assignment> {
        self.look(board, plans);
        let Some(said) = &self.said.plans else { return Steady.plans(board, plans) };
        let mut chosen = vec![];
        for (number, assignment) in said.iter().enumerate() {
            chosen.push(*assignment);
            let way = plans.plan(assignment.plan).map(|plan| plan.way);
            if let Err(why) = board.clone().assign_french(&chosen, plans) {
                chosen.pop();
                self.faults.push(Fault::Plan(why));
                self.end(Item::Plan(number), Err(Cause::of_refusal(why)));
            } else if way == Some(Way::Prepare) {
                self.end(Item::Plan(number), Ok(()));
            }
        }
        chosen
    }

    fn says(&mut self, board: &Board, who: ForceId, plans: &Plans) -> Says {
        let may = board.french_defaults(who);
        let mut lines = acts(self.said, who).peekable();
        let meant = lines.peek().is_some();
        for (number, act) in lines {
            let back = board.routed == Some(Side::French)
                && act.says.is_some_and(|(_, way)| way == March::Back);
            if back || act.says.is_none_or(|says| may.contains(&says)) {
                self.follows = Some(number);
                break;
            }
            self.end(Item::Act(number), Err(cannot(board, who, act.says, plans)));
        }
        match self.follows.and_then(|number| self.said.acts.get(number)) {
            Some(act) => act.says,
            None => {
                if meant && board.routed != Some(Side::French) {
                    self.faults.push(Fault::Act(who, Refusal::NotForThis(who)));
                }
                Steady.says(board, who, plans)
            }
        }
    }

    fn next(&mut self, board: &Board, waiting: &[ForceId]) -> Option<ForceId> {
        // In a rout only the lines of those who go back say who is first.
        let routed = board.routed == Some(Side::French);
        let goes_back = |act: &&Act| act.says.is_some_and(|(_, way)| way == March::Back);
        let lines = self.said.acts.iter().filter(|act| !routed || goes_back(act));
        let mut named = lines.map(|act| act.who);
        // A line for a prepared force says what it does, and not that it goes before a Square for
        // which there is no line.
        let first = waiting.first().copied();
        let prepared = |id: &ForceId| board.piece(*id).is_some_and(|piece| piece.prepared);
        let square = first.filter(|id| !prepared(id) && waiting.iter().any(prepared));
        match square.filter(|id| !named.clone().any(|named| named == *id)) {
            Some(square) => Some(square),
            None => named.find(|id| waiting.contains(id)),
        }
    }

    fn forms(&mut self, _board: &Board, moment: Moment) -> Option<Vec<(ForceId, Formation)>> {
        let changes = self.said.changes.iter().enumerate();
        let mut open = changes.filter(|(at, _)| !self.changed.contains(at));
        let (at, change) = open.find(|(_, change)| change.moment == moment)?;
        self.changed.push(at);
        self.end(Item::Change(at), Ok(()));
        Some(change.to.clone())
    }

    fn refused(&mut self, who: Option<ForceId>, why: Refusal) {
        if who.is_none()
            && let Some((Item::Change(_), end)) = self.ends.last_mut()
        {
            *end = Err(match why {
                // They were there when it was said.
                Refusal::NotAFrenchForce => Cause::Destroyed,
                why => Cause::of_refusal(why),
            });
        }
        self.faults.push(who.map_or(Fault::Plan(why), |who| Fault::Act(who, why)));
    }

    fn acted(&mut self, who: ForceId, counter: Option<PlanId>, on_it: End, came: End) {
        if let Some(plan) = counter {
            let wanted = Assignment { plan, who: Some(who) };
            let said = self.said.plans.iter().flatten();
            if let Some(number) = said.clone().position(|one| *one == wanted) {
                self.end(Item::Plan(number), on_it.and(came));
            }
        }
        let follows = self.follows.take();
        for (number, act) in acts(self.said, who) {
            let item = Item::Act(number);
            if self.ends.iter().any(|(one, _)| *one == item) {
                continue;
            }
            self.end(
                item,
                match follows {
                    // Who stands acts on their plan.
                    _ if on_it.is_ok() && act.says.is_none() => Ok(()),
                    _ if on_it.is_ok() => Err(Cause::Plan),
                    Some(one) if one == number => came,
                    _ => Err(Cause::Earlier),
                },
            );
        }
    }
}
