//! Holds the lines of a sheet against map and board: what cannot be done is told with its place, a
//! reason and a way out, and is left out.
//!
//! A line with a condition is held against the position as it is, one without against what the
//! lines before it leave.

use super::read::{At, FightRead, Movers};
use super::told::{ActTold, BuyTold, DeployTold, Going, Placed, PlanTold, TryTold, TurnTold, When};
use super::whom::Whom;
use crate::board::french::{Assignment, Refusal};
use crate::board::insight::Insight;
use crate::board::perform::March;
use crate::board::place::{Misplaced, Placing};
use crate::board::{Board, Formation, Region};
use crate::book::Book;
use crate::book::plans::FrenchDefault;
use crate::force::{Force, ForceId, Kind, Side};
use crate::player::OwnDice;
use crate::sequence::answer::{Ask, Mover};
use crate::sequence::{Battle, Campaign};
use crate::theatre::fog::FogChoice;
use crate::theatre::moves::Refused;
use crate::theatre::{Place, Theatre};
use kit::ground::Space;
use sheet::keys::{Filled, Given};
use sheet::{Diagnostic, Diagnostics};
use std::ops::Range;

/// The campaign at the stop that a sheet answers.
pub struct Desk<'a> {
    pub book: &'a Book,
    pub campaign: &'a Campaign,
}

fn head(at: &Range<usize>) -> Range<usize> {
    at.start..at.start + 1
}

/// The same movers without their places.
pub fn unplaced(line: When<Movers>) -> When<Going> {
    let When { condition, what: Movers { who, to } } = line;
    When { condition, what: Going { who: who.into_iter().map(|(who, _)| who).collect(), to } }
}

/// A mover as people call them.
pub fn mover_name(book: &Book, who: Mover) -> &str {
    match who {
        Mover::Napoleon => "Napoleon",
        Mover::Force(id) => book.name(id),
    }
}

/// The rule of a refusal, and what to do about it.
fn way_out(why: Refused, forced: bool) -> (&'static str, &'static str) {
    match why {
        Refused::NotNext if forced => ("FCN §14.1", "a forced march goes to a neighbouring area"),
        Refused::NotNext => ("FCN §9.2", "a second area is a `forced march:` after the battles"),
        Refused::WithEnemies => ("FCN §9.2", "it stays until the battle there is over"),
        Refused::HasMoved => ("FCN §9.2", "leave it out of the other line"),
        Refused::NotMobile => ("FCN §6.2", "buy another one where you need it"),
        Refused::NotOnTheMap => ("FCN §9.2", "the report lists your forces by area"),
        Refused::NoSupply { .. } => ("FCN §14.1", "put first what matters most"),
        Refused::NotReduced => ("FCN §14.4", "the report marks reduced forces with a `-`"),
        Refused::JustBought => ("FCN §14.5", "buy it full, or refit it next time"),
        Refused::NotForSale => ("FCN §14.5", "the report lists what can be bought"),
        Refused::NoFrenchThere => ("FCN §14.5", "name an area with forces of yours"),
        Refused::NoBack => ("FCN §14.5", "buy it full"),
        Refused::NoScouts => ("FCN §14.6", "use some of yours first"),
    }
}

impl Desk<'_> {
    /// Moves that can be made.
    pub fn moves(&self, lines: Vec<At<Movers>>, faults: &mut Diagnostics) -> Vec<When<Going>> {
        let mut theatre = self.campaign.theatre.clone();
        theatre.begin_step();
        self.block(&mut theatre, lines, false, faults)
    }

    /// A block of moves or marches; nobody leaves Napoleon alone.
    fn block(
        &self,
        theatre: &mut Theatre,
        lines: Vec<At<Movers>>,
        forced: bool,
        faults: &mut Diagnostics,
    ) -> Vec<When<Going>> {
        let mut done: Vec<When<Going>> = vec![];
        let mut napoleon = None;
        for At { line: When { condition, what: Movers { who, to } }, .. } in lines {
            let (before, mut going) = (theatre.clone(), vec![]);
            for (mover, at) in who {
                let again = match mover {
                    Mover::Force(id) => theatre.moved.contains(&id),
                    Mover::Napoleon => theatre.napoleon_moved,
                };
                let done = match again {
                    true => Err(Refused::HasMoved),
                    false => step(self.book, theatre, mover, to, forced),
                };
                match done {
                    Ok(()) => {
                        going.push(mover);
                        if mover == Mover::Napoleon && condition.is_none() {
                            napoleon = Some(at);
                        }
                    }
                    Err(why) => self.refused(mover, at, why, forced, faults),
                }
            }
            if condition.is_some() {
                *theatre = before;
            }
            if !going.is_empty() {
                done.push(When { condition, what: Going { who: going, to } });
            }
        }
        if let Some(at) = napoleon.filter(|_| theatre.napoleon_alone()) {
            let area = theatre.napoleon.map_or("", |at| self.book.map.name(at));
            let text = format!("no force of yours is with Napoleon at {area} then: that is defeat");
            let help = "send a force with him, or leave him out: he goes with the strongest";
            let fault = Diagnostic::fault("napoleon-alone", at, text).rule("FCN §3.2");
            faults.push(fault.help(help));
            let plain = |line: &mut When<Going>| {
                line.what.who.retain(|who| *who != Mover::Napoleon || line.condition.is_some());
            };
            done.iter_mut().for_each(plain);
            done.retain(|line| !line.what.who.is_empty());
        }
        done
    }

    fn refused(
        &self,
        mover: Mover,
        at: Range<usize>,
        why: Refused,
        forced: bool,
        faults: &mut Diagnostics,
    ) {
        let name = mover_name(self.book, mover);
        let (rule, help) = way_out(why, forced);
        let text = format!("{name} cannot go there: {why}");
        faults.push(Diagnostic::fault("cannot-move", at, text).rule(rule).help(help));
    }

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
            let choice = fog_choice(self.book, &theatre, *at, &told);
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
        told.insights.retain(|insight| {
            let at = items.get(number).cloned().unwrap_or_default();
            number += 1;
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
                let text =
                    format!("{} cannot sweep: it is no cavalry of the reserve", self.book.name(id));
                faults.push(Diagnostic::fault("cannot-sweep", head(&at), text).rule("FCN §11.5"));
                continue;
            }
            if line.what.scouts > self.campaign.theatre.scouts {
                let has = self.campaign.theatre.scouts;
                let text = format!("you have {has} scouts");
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
            }
            sound.push(line);
        }
        sound
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
        let may = match act.line.what.says {
            None | Some((FrenchDefault::Fire, _)) => true,
            Some((FrenchDefault::March, March::Twice | March::ForwardAndBack)) => {
                kind == Kind::Cavalry
            }
            Some((FrenchDefault::March, March::Forward) | (FrenchDefault::Pivot, _)) => {
                kind.manoeuvres()
            }
            Some((FrenchDefault::March, March::Back) | (FrenchDefault::Retreat, _)) => {
                kind.is_mobile()
            }
        };
        if !may {
            let text = format!("{name} cannot do that: it is a {}", kind.word());
            faults.push(Diagnostic::fault("cannot-act", head(&act.at), text).rule("FCN §13.4"));
        }
        may
    }

    /// Marches and purchases that can be done after the battles.
    pub fn after(
        &self,
        march: Vec<At<Movers>>,
        resupply: Option<Vec<At<BuyTold>>>,
        faults: &mut Diagnostics,
    ) -> (Vec<When<Going>>, Option<Vec<When<BuyTold>>>) {
        let mut theatre = self.campaign.theatre.clone();
        theatre.begin_step();
        let march = self.block(&mut theatre, march, true, faults);
        theatre.begin_step();
        theatre.earn(self.book);
        let resupply = resupply.map(|lines| {
            let mut sound = vec![];
            for At { at, line } in lines {
                let before = theatre.clone();
                let bought = buy(self.book, &mut theatre, &line.what, 0);
                if let Err((what, why)) = bought {
                    let (rule, help) = way_out(why, false);
                    let has = theatre.french_supply;
                    let text = format!("{what}: {why}; you would have {has}");
                    let fault = Diagnostic::fault("cannot-buy", head(&at), text);
                    faults.push(fault.rule(rule).help(help));
                    continue;
                }
                if line.condition.is_some() {
                    theatre = before;
                }
                sound.push(line);
            }
            sound
        });
        (march, resupply)
    }

    /// The stops at which the player may want to be asked.
    pub fn ask(&self, ask: Vec<At<Ask>>, faults: &mut Diagnostics) -> Vec<When<Ask>> {
        let mut sound = vec![];
        for At { at, line } in ask {
            if self.book.options.stops.includes(line.what) {
                sound.push(line);
                continue;
            }
            let word = super::stop_word(line.what);
            let text = format!("this campaign does not stop there (its option `stops`): {word}");
            let fault = Diagnostic::fault("no-such-stop", head(&at), text).rule("FCN §8");
            faults.push(fault.help("say under `doctrine:` what is done there"));
        }
        sound
    }
}

/// Moves somebody one area.
pub fn step(
    book: &Book,
    theatre: &mut Theatre,
    who: Mover,
    to: Space,
    forced: bool,
) -> Result<(), Refused> {
    match who {
        Mover::Napoleon => theatre.move_napoleon(book, to),
        Mover::Force(id) if forced => theatre.forced_march(book, id, to),
        Mover::Force(id) => theatre.move_force(book, id, to),
    }
}

/// What is chosen of the fog.
pub fn fog_choice(book: &Book, theatre: &Theatre, at: Space, told: &DeployTold) -> FogChoice {
    let may = |id: &ForceId| match theatre.place(*id) {
        Place::Area(from) => from != at && !theatre.stands(Side::Enemy, from),
        Place::Late(_) | Place::Pool | Place::Cup | Place::Aside => false,
    };
    let join = &told.fog.join;
    let recruit = told
        .fog
        .recruit
        .and_then(|(what, at)| for_sale(book, theatre, what).first().copied().map(|id| (id, at)));
    FogChoice {
        recruit,
        napoleon_comes: told.fog.napoleon_comes,
        joins: join.iter().copied().find(may).or(join.first().copied()),
    }
}

/// The French counters that are meant among those that can be bought.
pub fn for_sale(_book: &Book, theatre: &Theatre, what: Whom) -> Vec<ForceId> {
    let pool =
        |force: &&Force| force.side() == Side::French && theatre.place(force.id) == Place::Pool;
    let forces: Vec<Force> = theatre.forces.iter().filter(pool).copied().collect();
    what.among(&forces, &[])
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

/// Buys what a line says; `keep` points are left.
pub fn buy(
    book: &Book,
    theatre: &mut Theatre,
    what: &BuyTold,
    keep: u32,
) -> Result<(), (String, Refused)> {
    let name = |id: ForceId| book.name(id).to_owned();
    let mut after = theatre.clone();
    match what {
        BuyTold::Keep(_) => {}
        BuyTold::Scouts(many) => {
            for _ in 0..*many {
                after.buy_scout(book).map_err(|why| ("a scout".to_owned(), why))?;
            }
        }
        BuyTold::Refit(Whom::Force(id)) => {
            after.refit(book, *id).map_err(|why| (name(*id), why))?;
        }
        BuyTold::Refit(who) => {
            let on_map = |force: &&Force| matches!(after.place(force.id), Place::Area(_));
            let ours = after.forces.iter().filter(|force| force.side() == Side::French);
            let reduced: Vec<Force> =
                ours.filter(|force| force.reduced).filter(on_map).copied().collect();
            for id in who.among(&reduced, &[]) {
                let _ = after.refit(book, id);
            }
        }
        BuyTold::Buy { what, reduced, at } => {
            let id = for_sale(book, &after, *what).first().copied();
            let id = id.ok_or_else(|| (what.name(book), Refused::NotForSale))?;
            let at = at.or(after.napoleon).ok_or((name(id), Refused::NoFrenchThere))?;
            after.buy(id, *reduced, at).map_err(|why| (name(id), why))?;
        }
    }
    if after.french_supply < keep {
        return Err(("keep".to_owned(), Refused::NoSupply { needs: keep }));
    }
    *theatre = after;
    Ok(())
}
