//! How certain each line of a receipt is, and on what it depends.
//!
//! What is said at the stop itself is played on paper by the season's own stages
//! ([`crate::sequence::Campaign::rehearsed`]): what is decided there before a die falls is certain. In a
//! turn of battle the enemy acts before most of the French, so a line is certain that could be carried out
//! from where its force stands; that the enemy may come between is said once at the head. What is said for
//! later stops depends on all that its kind of line can depend on. What this says is held against many
//! seasons in `tests/napoleon/promise.rs`.

use super::answer::Stop;
use super::causes::Cause;
use super::steps::{Origins, Part, Written, condition, parts};
use super::told::{BuyTold, PlanTold, Told, Where};
use crate::answers::own_dice::OwnDice;
use crate::answers::{Answers, Pick, Who};
use crate::board::Board;
use crate::board::turn::Moment;
use crate::book::Book;
use crate::book::plans::Way;
use crate::record::state::board;
use crate::sequence::answer::{Act, Answer, Turn};
use crate::sequence::item::{End, Item};
use crate::sequence::spoken::can_act;
use crate::sequence::{Campaign, Stage};
use kit::rule::Rule;
use play::Grade;
use std::collections::BTreeSet;

/// How certain a line is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graded {
    pub grade: Grade,
    pub causes: BTreeSet<Cause>,
}

impl Graded {
    fn sure() -> Self {
        Self { grade: Grade::Sure, causes: BTreeSet::new() }
    }

    fn refused(cause: Cause) -> Self {
        Self { grade: Grade::Refused, causes: BTreeSet::from([cause]) }
    }

    /// Certain, if it depends on nothing.
    fn only_if(causes: impl IntoIterator<Item = Cause>) -> Self {
        let causes: BTreeSet<Cause> = causes.into_iter().collect();
        let grade = if causes.is_empty() { Grade::Sure } else { Grade::If };
        Self { grade, causes }
    }
}

/// What a line can depend on at a later stop, by its kind.
fn may_depend_on(part: Part) -> &'static [Cause] {
    match part {
        Part::Going(..) => &[Cause::Battles, Cause::Supply, Cause::Earlier],
        Part::Battles => &[Cause::NoBattle],
        Part::Scout(_) => &[Cause::NoRoll],
        Part::Keep(_) => &[Cause::Rules],
        Part::FogInsight | Part::FogNapoleon => &[Cause::Fog, Cause::There],
        Part::FogRecruit | Part::FogJoin => {
            &[Cause::Fog, Cause::Sale, Cause::Battles, Cause::Supply, Cause::Nobody, Cause::Rules]
        }
        Part::MorePlans => &[Cause::Supply],
        Part::Insight(_) => &[Cause::Counters, Cause::NoUse, Cause::Away],
        Part::Terrain | Part::Shorter => &[Cause::Insight],
        Part::Place(_) => &[Cause::Nobody, Cause::Earlier, Cause::Insight],
        Part::Try(_) => &[Cause::Insight, Cause::Idle],
        Part::Plan(_) => &[
            Cause::Dice,
            Cause::Range,
            Cause::Target,
            Cause::Counters,
            Cause::Nobody,
            Cause::Earlier,
            Cause::Rules,
        ],
        Part::Act(_) => {
            &[Cause::Dice, Cause::Target, Cause::Plan, Cause::Nobody, Cause::Earlier, Cause::Rules]
        }
        Part::Buy(_) => &[Cause::Supply, Cause::Sale, Cause::Battles, Cause::Earlier, Cause::Rules],
    }
}

/// What a line depends on that is played later. Points are kept whatever happens.
fn open(told: &Told, part: Part) -> &'static [Cause] {
    match (told, part) {
        (Told::After(told), Part::Buy(line)) => {
            let lines = told.resupply.iter().flatten();
            match lines.map(|line| &line.what).nth(line) {
                Some(BuyTold::Keep(_)) => &[],
                Some(BuyTold::Refit(_) | BuyTold::Buy { .. } | BuyTold::Scouts(_)) | None => {
                    may_depend_on(part)
                }
            }
        }
        (Told::Moves(_) | Told::Deploy(_) | Told::Turn(_) | Told::After(_), _) => {
            may_depend_on(part)
        }
    }
}

/// A campaign at a stop, and what its player says there and beforehand.
pub struct Paper<'a> {
    pub book: &'a Book,
    pub officer: Option<&'a str>,
}

/// How certain each line is.
#[derive(Default)]
pub struct Grades {
    pub here: Vec<Graded>,
    pub early: Vec<Graded>,
    /// The supply that is left after what is bought here, if no battle comes before it.
    pub left: Option<u32>,
}

/// What happened on paper.
struct Rehearsed {
    after: Campaign,
    /// What became of each part before a die fell.
    ends: Vec<(Item, End)>,
    chance: bool,
}

impl Paper<'_> {
    fn stop<'a>(&'a self, campaign: &'a Campaign) -> Stop<'a> {
        Stop { book: self.book, campaign, officer: self.officer }
    }

    /// Grades what is said at a stop, and what is said beforehand of the end of the French half.
    pub fn grade(&self, campaign: &Campaign, here: Option<&Told>, early: Option<&Told>) -> Grades {
        if campaign.asked(self.book).is_none() {
            let early = early
                .map(|told| parts(told).into_iter().map(|part| self.later(told, part)).collect());
            return Grades { early: early.unwrap_or_default(), ..Grades::default() };
        }
        let taken = here.map(|told| self.stop(campaign).taken(told, false));
        let played = self.play(campaign, taken.as_ref().map(|(answer, _)| answer.clone()));
        let of_here = here.zip(taken.as_ref()).map(|(told, (answer, origins))| {
            let grades = parts(told).into_iter();
            let grade = |part| self.line(campaign, (told, part), (answer, origins), &played);
            grades.map(grade).collect()
        });
        let of_early = early.map(|told| {
            // Where no battle comes before, it is known where all stand by then.
            let at_once = !played.chance && played.after.stage == Stage::March && !self.is_staff();
            let answer = at_once.then(|| self.stop(&played.after).taken(told, true));
            let again = answer.map(|(answer, origins)| {
                let later = self.play(&played.after, Some(answer.clone()));
                (answer, origins, later)
            });
            let grade = |part| match &again {
                Some((answer, origins, later)) => {
                    self.line(&played.after, (told, part), (answer, origins), later)
                }
                None => self.after_battles(&played.after, told, part),
            };
            parts(told).into_iter().map(grade).collect()
        });
        let share = |told: Option<&Told>, grades: Option<Vec<Graded>>| {
            told.zip(grades).map(|(told, grades)| share_purse(told, grades)).unwrap_or_default()
        };
        let bought = matches!(here, Some(Told::After(_))) && !self.is_staff();
        let left = (bought && played.after.stage == Stage::EnemyOrders)
            .then_some(played.after.theatre.french_supply);
        Grades { here: share(here, of_here), early: share(early, of_early), left }
    }

    /// Grades what a line of the doctrine says, whose moment nobody knows.
    pub fn doctrine(&self, written: &Written, battle: Where) -> Vec<Graded> {
        let grade = |part| match part {
            // What the fog gives Napoleon elsewhere comes to no battle where he is (§11.1).
            Part::FogNapoleon | Part::FogInsight if battle == Where::WithNapoleon => {
                Graded::refused(Cause::There)
            }
            part => self.later(&written.told, part),
        };
        parts(&written.told).into_iter().map(grade).collect()
    }

    /// A line of the end of the French half, before which there are battles: certain, if it could be done
    /// without them.
    fn after_battles(&self, campaign: &Campaign, told: &Told, part: Part) -> Graded {
        let mut watch = Watch { dice: OwnDice::seeded(0), chance: false, ends: vec![] };
        let of = std::cell::OnceCell::new();
        let said = |campaign: &Campaign| {
            let (answer, origins) = self.stop(campaign).taken(told, true);
            let _ = of.set(origins.of);
            answer
        };
        campaign.rehearsed_after(self.book, said, &mut watch);
        let mut items = of.get().into_iter().flatten().filter(|(_, one)| *one == part);
        let done = items.any(|(item, _)| watch.ends.contains(&(*item, Ok(()))));
        let wish = matches!(part, Part::Battles | Part::Scout(_));
        match done && !wish && condition(told, part).is_none() {
            true => Graded::sure(),
            false => self.later(told, part),
        }
    }

    fn is_staff(&self) -> bool {
        self.officer.is_some()
    }

    /// A line of a later stop.
    fn later(&self, told: &Told, part: Part) -> Graded {
        let condition = condition(told, part).map(|_| Cause::Condition);
        Graded::only_if(open(told, part).iter().copied().chain(condition))
    }

    fn play(&self, campaign: &Campaign, answer: Option<Answer>) -> Rehearsed {
        let mut watch = Watch { dice: OwnDice::seeded(0), chance: false, ends: vec![] };
        let after = campaign.rehearsed(self.book, answer, &mut watch);
        let Watch { chance, ends, .. } = watch;
        Rehearsed { after, ends, chance }
    }

    fn line(
        &self,
        campaign: &Campaign,
        (told, part): (&Told, Part),
        (answer, origins): (&Answer, &Origins<Part>),
        played: &Rehearsed,
    ) -> Graded {
        let why = origins.none.iter().find(|(one, _)| *one == part).map(|(_, why)| *why);
        match why {
            Some(Cause::Condition) if self.asks_unknown(campaign, told, part) => {
                return Graded {
                    grade: Grade::NotKnown,
                    causes: BTreeSet::from([Cause::Condition]),
                };
            }
            Some(why) => return Graded::refused(why),
            None => {}
        }
        let items: Vec<Item> =
            origins.of.iter().filter(|(_, one)| *one == part).map(|(item, _)| *item).collect();
        if let (Answer::Turn(turn), Some(board)) = (answer, board(campaign))
            && matches!(part, Part::Plan(_) | Part::Act(_))
        {
            let grades = items.iter().map(|item| self.in_battle(board, turn, *item));
            return best(grades.collect(), told, part);
        }
        // The purse and the scouts are shared with others, who are heard at the same time.
        let shared = self.is_staff() && (matches!(told, Told::After(_)) || part == Part::Battles);
        // A battle that ends before its first turn leaves the rest of what is said before it undone.
        let over = matches!(told, Told::Deploy(_)) && !played.chance;
        let of = |item: &Item| played.ends.iter().find(|(one, _)| one == item);
        let ends: Vec<End> = items.iter().filter_map(of).map(|(_, end)| *end).collect();
        if over && ends.is_empty() && !items.is_empty() {
            return Graded::refused(Cause::Over);
        }
        if matches!(told, Told::After(_)) && (shared || ends.is_empty()) {
            return self.after_battles(campaign, told, part);
        }
        if shared || ends.len() < items.len() && !ends.iter().any(Result::is_ok) {
            return Graded::only_if(open(told, part).iter().copied());
        }
        match ends.iter().find(|end| end.is_ok()).or(ends.first()) {
            Some(Ok(())) => Graded::sure(),
            Some(Err(why)) => Graded::refused(*why),
            None => Graded::only_if(open(told, part).iter().copied()),
        }
    }

    /// Whether the condition of a line asks what cannot be known at its stop.
    fn asks_unknown(&self, campaign: &Campaign, told: &Told, part: Part) -> bool {
        let who = match (told, part) {
            (Told::Turn(told), Part::Act(line)) => told.acts.get(line).map(|line| line.what.who),
            (Told::Turn(told), Part::Plan(line)) => {
                told.plans.as_ref().and_then(|lines| match lines.get(line)?.what {
                    PlanTold::On { who, .. } => Some(who),
                    PlanTold::Formation { .. } => None,
                })
            }
            _ => None,
        };
        let who = who
            .zip(board(campaign))
            .and_then(|(who, board)| who.on_board(board, &[]).first().copied());
        let stop = self.stop(campaign);
        condition(told, part).is_some_and(|words| stop.asks_unknown(words, who))
    }

    /// A plan or an act of the turn that begins.
    fn in_battle(&self, board: &Board, turn: &Turn, item: Item) -> Graded {
        let mut board = board.clone();
        board.begin_turn();
        let plans = &self.book.plans;
        match item {
            Item::Plan(number) => {
                let assignment = turn.plans.as_ref().and_then(|all| all.get(number));
                let known = assignment.and_then(|one| one.who.zip(plans.plan(one.plan)));
                let Some((who, plan)) = known else { return Graded::refused(Cause::Rules) };
                if plan.way == Way::Prepare {
                    return Graded::sure();
                }
                let dice = board.may_fail(who, plan).then_some(Cause::Dice);
                let far: &[Cause] = match board.comes_to_anything(who, plan) {
                    true => &[],
                    false => &[Cause::Range, Cause::Target],
                };
                Graded::only_if(dice.into_iter().chain(far.iter().copied()))
            }
            Item::Act(number) => match turn.acts.get(number) {
                Some(act) => self.act(&board, turn, number, act),
                None => Graded::refused(Cause::Rules),
            },
            Item::Change(number) => match turn.changes.get(number).map(|change| change.moment) {
                Some(Moment::Before(_)) => Graded::only_if([Cause::Enemy]),
                Some(Moment::BeforeEnemy | Moment::BeforeFrench) => Graded::sure(),
                None => Graded::refused(Cause::Rules),
            },
            _ => Graded::refused(Cause::Rules),
        }
    }

    fn act(&self, board: &Board, turn: &Turn, number: usize, act: &Act) -> Graded {
        let plans = &self.book.plans;
        let on_counter = turn.plans.iter().flatten().any(|one| {
            let way = plans.plan(one.plan).map(|plan| plan.way);
            one.who == Some(act.who) && way != Some(Way::Prepare)
        });
        let mut causes = vec![];
        if act.says.is_some() && (on_counter || turn.plans.is_none()) {
            causes.push(Cause::Plan);
        }
        if turn.acts.iter().take(number).any(|other| other.who == act.who) {
            causes.push(Cause::Earlier);
        }
        if let Some((default, _)) = act.says
            && let Some(plan) = plans.plan(plans.french_default(default))
            && board.may_fail(act.who, plan)
        {
            causes.push(Cause::Dice);
        }
        if !can_act(board, act) {
            causes.extend([Cause::Target, Cause::Enemy, Cause::Rules]);
        }
        Graded::only_if(causes)
    }
}

/// Of purchases none is certain behind one that may or may not be made: both are paid from one purse.
fn share_purse(told: &Told, mut grades: Vec<Graded>) -> Vec<Graded> {
    let mut unsure = false;
    for (part, graded) in parts(told).into_iter().zip(&mut grades) {
        let of_after = matches!(told, Told::After(_));
        if matches!(part, Part::Buy(_)) || (of_after && matches!(part, Part::Going(..))) {
            if unsure && graded.grade == Grade::Sure && !open(told, part).is_empty() {
                *graded = Graded::only_if([Cause::Supply]);
            }
            unsure |= matches!(graded.grade, Grade::If | Grade::Refused);
        }
    }
    grades
}

/// The best of what the forces of a line come to.
fn best(grades: Vec<Graded>, told: &Told, part: Part) -> Graded {
    let sure = grades.iter().find(|one| one.grade == Grade::Sure).cloned();
    let all = || {
        let causes: BTreeSet<Cause> = grades.iter().flat_map(|one| one.causes.clone()).collect();
        Graded::only_if(causes)
    };
    match grades.is_empty() {
        true => Graded::only_if(open(told, part).iter().copied()),
        false => sure.unwrap_or_else(all),
    }
}

/// Dice that fall on paper, and what was decided before the first of them.
struct Watch {
    dice: OwnDice,
    chance: bool,
    ends: Vec<(Item, End)>,
}

impl Answers for Watch {
    fn die(&mut self, rule: Rule, who: Who) -> u8 {
        self.chance = true;
        self.dice.die(rule, who)
    }

    fn draw(&mut self, rule: Rule, who: Who, options: &[Pick]) -> usize {
        self.chance = true;
        self.dice.draw(rule, who, options)
    }

    fn decided(&mut self, item: Item, end: End) {
        // What is rolled when a counter is kept does not keep it from being so.
        if !self.chance || matches!(item, Item::Keep(_)) {
            self.ends.push((item, end));
        }
    }
}
