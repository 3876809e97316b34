//! What a sheet says of a battle, held against the board: placing, insights, plans and acts.

use super::{Desk, for_sale, head, way_out};
use crate::answers::own_dice::OwnDice;
use crate::board::french::{Assignment, Refusal, is_for};
use crate::board::insight::Insight;
use crate::board::place::{Misplaced, Placing};
use crate::board::{Board, Formation, Region};
use crate::book::Book;
use crate::book::tables::{FogEvent, FogRow};
use crate::orders::read::{At, FightRead};
use crate::orders::told::{ActTold, DeployTold, Placed, PlanTold, TryTold, TurnTold, When};
use crate::orders::whom::Whom;
use crate::record::force::{Force, ForceId, Kind, Side};
use crate::sequence::Battle;
use crate::sequence::defaults::TERRAIN;
use crate::theatre::Theatre;
use crate::theatre::fog::FogChoice;
use crate::view::forces;
use kit::ground::Space;
use sheet::keys::{Filled, Given};
use sheet::{Diagnostic, Diagnostics};
use std::ops::Range;

impl Desk<'_> {
    /// What can be done before a battle.
    pub fn deploy(
        &self,
        mut told: DeployTold,
        filled: &Filled,
        faults: &mut Diagnostics,
    ) -> DeployTold {
        let Some(Battle { at, fog: Some((row, effect)), .. }) = &self.campaign.battle else {
            return told;
        };
        let place = |key: &str| filled.get(key).map(|given| head(&given.at)).unwrap_or_default();
        let mut theatre = self.campaign.theatre.clone();
        if effect.is_none() {
            let choice = fog_choice(&theatre, (*at, *row), &told);
            let after = theatre.fog_event(self.book, *at, *row, choice, &mut OwnDice::seeded(0));
            if let Err(why) = after {
                let (rule, help) = way_out(why, false);
                let text = format!("this cannot be done in this fog: {why}");
                let fault = Diagnostic::fault("fog", place("fog"), text);
                faults.push(fault.rule(rule).help(help));
                told.fog = Default::default();
            }
        }
        let mut board = theatre.open_board(self.book, *at, row.turns, 0);
        if let Some(When { condition, what: many }) = told.plans.clone()
            && many > 0
        {
            let mut paid = theatre.clone();
            if !paid.buy_plans(self.book, &mut board, many) {
                let needs = self.book.figures.price_of_plans(many).unwrap_or(0);
                let has = theatre.french_supply;
                let text = format!("{many} more plans cost {needs} supply points; you have {has}");
                let fault = Diagnostic::fault("no-supply", place("more plans"), text);
                faults.push(fault.rule("FCN §11.4").help("write `more plans: 0`, or fewer"));
                told.plans = None;
            } else if condition.is_some() {
                board.french_plans = board.french_plans.saturating_sub(many);
            }
        }
        let items = filled.list("insights").iter().map(|given| given.at.clone());
        let items: Vec<Range<usize>> = items.collect();
        let mut number = 0;
        let in_front = |one: &Placed| one.at == Region::FrenchFront;
        let front = told.place.iter().flatten().any(in_front);
        let terrain = told.terrain.unwrap_or(TERRAIN);
        let openings = theatre.openings(&board, *at, front, terrain);
        told.insights.retain(|insight| {
            let at = items.get(number).cloned().unwrap_or_default();
            number += 1;
            if board.napoleon && !insight.does_anything(&openings) {
                faults.push(idle_insight(*insight, at));
                return true;
            }
            let fits = !board.insights.contains(insight) && board.choose_insights(&[*insight]);
            if !fits {
                faults.push(no_insight(&board, *insight, at));
            }
            fits
        });
        let free = effect.is_some_and(|effect| effect.free_insight);
        board.insights.extend(told.fog.insight.filter(|_| free));
        let front = board.insights.contains(&Insight::Front);
        let forces = theatre.forces_at(Side::French, *at);
        if let Some(placed) = told.place.take() {
            let places = filled.get("place").and_then(Given::map);
            told.place = Some(self.place(&board, &forces, placed, places, front, faults));
        }
        told
    }

    /// Placings that are allowed, each with the fault of its line otherwise.
    fn place(
        &self,
        board: &Board,
        forces: &[Force],
        placed: Vec<Placed>,
        places: Option<&Filled>,
        front: bool,
        faults: &mut Diagnostics,
    ) -> Vec<Placed> {
        let keys = ["front", "approach", "reserve"];
        let given = keys.into_iter().flat_map(|key| places.map_or(&[][..], |map| map.list(key)));
        let given: Vec<Range<usize>> = given.map(|given| given.at.clone()).collect();
        let (mut sound, mut placings) = (vec![], vec![]);
        for (number, line) in placed.into_iter().enumerate() {
            let at = given.get(number).cloned().unwrap_or_default();
            let before = placings.len();
            let new = placings_of(board, forces, &line, &placings);
            let is_sort = matches!(line.who, Whom::Sort(_));
            for placing in new {
                placings.push(placing);
                if let Err(why) = board.clone().place_french(forces, &placings, front) {
                    placings.pop();
                    // A sort fills what room there is.
                    if !is_sort {
                        faults.push(self.misplaced(placing, why, at.clone()));
                    }
                }
            }
            if is_sort || placings.len() > before {
                sound.push(line);
            }
        }
        sound
    }

    fn misplaced(&self, placing: Placing, why: Misplaced, at: Range<usize>) -> Diagnostic {
        let name = self.book.name(placing.who);
        let help = match why {
            Misplaced::TooMany(..) => "the others start in `reserve:`",
            Misplaced::Twice(_) => "leave it out of one of the lists",
            Misplaced::NotFree(_) => "only mobile forces that are in this battle are placed",
            Misplaced::Closed(_) => "`front:` is open with the insight Front alone",
        };
        let text = format!("{name} cannot start there: {why}");
        Diagnostic::fault("cannot-place", at, text).rule("FCN §11.6").help(help)
    }

    /// What can be done in a turn of battle.
    pub fn fight(&self, told: FightRead, faults: &mut Diagnostics) -> TurnTold {
        let FightRead { tries, shorter, plans, acts } = told;
        let board = self.campaign.battle.as_ref().and_then(|battle| battle.board.clone());
        let Some(mut board) = board else {
            return FightRead { tries, shorter, plans, acts }.told();
        };
        board.begin_turn();
        let tries = tries.map(|tries| self.tries(&board, tries, faults));
        let plans = plans.map(|plans| self.plans(&board, plans, faults));
        let acts = acts.into_iter().filter(|act| self.act(&board, act, faults));
        let acts = acts.map(|at| at.line).collect();
        TurnTold { tries, shorter, plans, acts }
    }

    fn tries(
        &self,
        board: &Board,
        tries: Vec<At<TryTold>>,
        faults: &mut Diagnostics,
    ) -> Vec<When<TryTold>> {
        let mut sound = vec![];
        for At { at, line } in tries {
            let insight = line.what.insight;
            if !board.insights.contains(&insight) {
                let text =
                    format!("{} was not chosen for this battle, or has worked", insight.name());
                let fault = Diagnostic::fault("no-insight", head(&at), text).rule("FCN §13.1");
                faults.push(fault.help("insights are chosen when a battle begins"));
                continue;
            }
            let may = board.sweepers();
            let stranger = line.what.riders.iter().find_map(|who| match who {
                Whom::Force(id) if !may.contains(id) => Some(*id),
                Whom::Force(_) | Whom::Sort(_) => None,
            });
            if let Some(id) = stranger {
                let text = format!(
                    "{} cannot sweep: it is not cavalry of the reserve",
                    self.book.name(id)
                );
                faults.push(Diagnostic::fault("cannot-sweep", head(&at), text).rule("FCN §11.5"));
                continue;
            }
            if line.what.scouts > self.campaign.theatre.scouts {
                let has = self.campaign.theatre.scouts;
                let text = format!("you have {}", forces::scouts(has));
                faults.push(Diagnostic::remark("few-scouts", head(&at), text).rule("FCN §13.1"));
            }
            sound.push(line);
        }
        sound
    }

    fn plans(
        &self,
        board: &Board,
        plans: Vec<At<PlanTold>>,
        faults: &mut Diagnostics,
    ) -> Vec<When<PlanTold>> {
        let (mut sound, mut chosen) = (vec![], vec![]);
        for At { at, line } in plans {
            let before = chosen.clone();
            let mut refused = None;
            for assignment in assignments(self.book, board, &line.what, &chosen) {
                chosen.push(assignment);
                if let Err(why) = board.clone().assign_french(&chosen, &self.book.plans) {
                    chosen.pop();
                    refused = Some((assignment, why));
                }
            }
            let is_sort = matches!(line.what, PlanTold::On { who: Whom::Sort(_), .. });
            if let Some((assignment, why)) =
                refused.filter(|_| !is_sort || line.condition.is_none())
                && chosen == before
            {
                faults.push(self.no_plan(board, assignment, why, head(&at)));
                continue;
            }
            if let PlanTold::Formation { change, .. } = &line.what
                && let Err(why) = formations(board, change)
            {
                let fault = Diagnostic::fault("cannot-change", head(&at), why.to_string());
                faults
                    .push(fault.rule("FCN §13.3").help("infantry and cavalry on the board change"));
                chosen = before;
                continue;
            }
            if line.condition.is_some() {
                chosen = before;
            } else {
                let new = chosen.iter().filter(|one| !before.contains(one));
                let idle = new.filter_map(|one| self.idle(board, *one, head(&at)));
                idle.for_each(|remark| faults.push(remark));
            }
            sound.push(line);
        }
        sound
    }

    /// Tells of a plan of which nothing would come now: the force would have its counter, and not act
    /// otherwise (§12.2).
    fn idle(
        &self,
        board: &Board,
        Assignment { plan: id, who }: Assignment,
        at: Range<usize>,
    ) -> Option<Diagnostic> {
        let (plan, who) = (self.book.plans.plan(id)?, who?);
        if board.comes_to_anything(who, plan) {
            return None;
        }
        let (name, force, now) = (self.book.plans.name(id), self.book.name(who), board.range(who)?);
        let needed = plan.range.or(plan.orders.iter().find_map(|order| order.at));
        let (why, help) = match needed.filter(|needed| !needed.contains(now)) {
            Some(needed) => (
                format!("it works only at range {}, and {force} is at range {now}", needed.least),
                format!(
                    "without `if: range = {}` it is used at any range, and the force does nothing else",
                    needed.least
                ),
            ),
            None => (
                format!("{force} cannot act on it, {}", board.why_idle(who, plan).now()),
                "leave it out, and say under `acts:` what the force does".to_owned(),
            ),
        };
        let text = format!("nothing comes of {name} as things stand: {why}");
        Some(Diagnostic::remark("idle-plan", at, text).rule("FCN §12.2").help(help))
    }

    fn no_plan(
        &self,
        board: &Board,
        Assignment { plan, who }: Assignment,
        why: Refusal,
        at: Range<usize>,
    ) -> Diagnostic {
        let plan = self.book.plans.name(plan);
        let who = who.map_or("it", |id| self.book.name(id));
        let (text, help) = match why {
            Refusal::TooManyPlans { most } => {
                let here = if board.napoleon { "Napoleon is here" } else { "without Napoleon" };
                let many = match most {
                    0 => "no plan".to_owned(),
                    1 => "one plan".to_owned(),
                    many => format!("{many} plans"),
                };
                let text = format!("you may place {many} in a turn of this battle ({here})");
                (text, "leave one out; more plans are bought when a battle begins")
            }
            Refusal::NoMoreCounters(_) => {
                (format!("there is no further counter of {plan}"), "each plan has two")
            }
            Refusal::WrongKind(_) => {
                (format!("{who} cannot have {plan}"), "the form says who can have which plan")
            }
            Refusal::SecondPlan(_) => {
                (format!("{who} has a plan already"), "only `prepare` goes with another plan")
            }
            other => (format!("{plan} for {who}: {other}"), "the report shows who is on the board"),
        };
        Diagnostic::fault("cannot-plan", at, text).rule("FCN §13.2").help(help)
    }

    /// Whether a force of that name is on the board and of a kind that does such a thing.
    fn act(&self, board: &Board, act: &At<ActTold>, faults: &mut Diagnostics) -> bool {
        let Whom::Force(id) = act.line.what.who else { return true };
        let name = self.book.name(id);
        let Some(piece) = board.piece(id) else {
            let text = format!("{name} is not on the board");
            let fault = Diagnostic::fault("not-here", head(&act.at), text).rule("FCN §13.10");
            faults.push(fault.help("the report shows who is on the board"));
            return false;
        };
        let kind = piece.kind();
        let may = act.line.what.says.is_none_or(|(does, way)| is_for(kind, does, way));
        if !may {
            let text = format!("{name} cannot do that: it is a {}", kind.word());
            faults.push(Diagnostic::fault("cannot-act", head(&act.at), text).rule("FCN §13.4"));
        }
        may
    }
}

/// What is chosen of the fog.
pub fn fog_choice(theatre: &Theatre, (at, row): (Space, FogRow), told: &DeployTold) -> FogChoice {
    let may = |id: &ForceId| theatre.may_join(*id).is_ok_and(|from| from != at);
    let join = match row.event {
        FogEvent::Join => &told.fog.join[..],
        FogEvent::Insight
        | FogEvent::FrenchSupply
        | FogEvent::Scout
        | FogEvent::Recruit
        | FogEvent::Napoleon
        | FogEvent::EnemyPays
        | FogEvent::FrenchPay
        | FogEvent::HitInCity
        | FogEvent::Reinforcement
        | FogEvent::Garrison
        | FogEvent::EnemyPlan => &[],
    };
    let recruit = told
        .fog
        .recruit
        .and_then(|(what, at)| for_sale(theatre, what).first().copied().map(|id| (id, at)));
    FogChoice {
        recruit,
        napoleon_comes: told.fog.napoleon_comes,
        joins: join.iter().copied().find(may).or(join.first().copied()),
    }
}

/// The placings of a line, for those who are not placed yet.
pub fn placings_of(
    board: &Board,
    forces: &[Force],
    line: &Placed,
    placed: &[Placing],
) -> Vec<Placing> {
    let taken: Vec<ForceId> = placed.iter().map(|placing| placing.who).collect();
    let mobile: Vec<Force> =
        forces.iter().filter(|force| force.kind.is_mobile()).copied().collect();
    let ids = line.who.among(&mobile, &taken);
    let placing = |who: ForceId| {
        let kind = forces.iter().find(|force| force.id == who).map(|force| force.kind);
        let usual = match (kind, line.at) {
            (_, Region::FrenchReserve) => Formation::Column,
            (Some(Kind::Infantry), _) => Formation::Line,
            (_, _) => Formation::Column,
        };
        Placing { who, at: line.at, formation: line.formation.unwrap_or(usual) }
    };
    let room = match line.at {
        Region::FrenchFront => board.figures.front_at_start,
        Region::FrenchApproach => board.figures.approach_at_start,
        _ => usize::MAX,
    };
    let here = placed.iter().filter(|placing| placing.at == line.at).count();
    let most = match line.who {
        Whom::Force(_) => usize::MAX,
        Whom::Sort(_) => room.saturating_sub(here),
    };
    ids.into_iter().take(most).map(placing).collect()
}

/// The counters of a line of plans; a sort gets one counter, for the first that can have it.
pub fn assignments(
    book: &Book,
    board: &Board,
    what: &PlanTold,
    chosen: &[Assignment],
) -> Vec<Assignment> {
    match what {
        PlanTold::Formation { .. } => {
            let plan = book.plans.french("Formation");
            plan.map(|plan| Assignment { plan, who: None }).into_iter().collect()
        }
        PlanTold::On { plan, who: Whom::Force(id) } => {
            vec![Assignment { plan: *plan, who: Some(*id) }]
        }
        PlanTold::On { plan, who } => {
            let taken: Vec<ForceId> = chosen.iter().filter_map(|other| other.who).collect();
            let fits = |id: &ForceId| {
                let mut wanted = chosen.to_vec();
                wanted.push(Assignment { plan: *plan, who: Some(*id) });
                board.clone().assign_french(&wanted, &book.plans).is_ok()
            };
            let ids = who.on_board(board, &taken);
            let first = ids.iter().copied().find(fits).or(ids.first().copied());
            first.map(|id| Assignment { plan: *plan, who: Some(id) }).into_iter().collect()
        }
    }
}

/// Whether these may change their formation.
fn formations(board: &Board, change: &[(ForceId, Formation)]) -> Result<(), Refusal> {
    let mut board = board.clone();
    board.formation_changes = 1;
    board.change_formations(change, &mut OwnDice::seeded(0))
}

/// Tells of an insight that can have no effect in the battle, and is not paid for.
fn idle_insight(insight: Insight, at: Range<usize>) -> Diagnostic {
    let needs = insight.needs().unwrap_or_default();
    let text = format!(
        "{} can do nothing in this battle, and is not taken: it needs {needs}",
        insight.name()
    );
    let help = "it costs no plan; the next one of the list is taken";
    Diagnostic::remark("idle-insight", at, text).rule("FCN §11.5").help(help)
}

fn no_insight(board: &Board, insight: Insight, at: Range<usize>) -> Diagnostic {
    let name = insight.name();
    let (text, help) = if !board.napoleon {
        (format!("{name} needs Napoleon, who is not in this battle"), "leave it out")
    } else if board.insights.contains(&insight) {
        (format!("{name} stands here twice"), "there is one counter of each")
    } else {
        (format!("no plan is left to pay for {name}"), "each insight costs one plan a turn")
    };
    Diagnostic::fault("no-insight", at, text).rule("FCN §11.5").help(help)
}
