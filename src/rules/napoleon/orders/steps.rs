//! The numbers of the lines of a sheet: the same in the receipt, in the season's record and in what is
//! told of a season.
//!
//! Entry 1 is the answer to the stop; entry 2 what is said of the end of the French half, at its stop or
//! before it; entry 3 what lasts: the doctrine as a whole, who asks, the ties. Each line of the doctrine is
//! an entry of its own, from 4 on. The steps of an entry are its lines in the order of the receipt, one for
//! each force that is named in it.

use super::told::{AfterTold, DeployTold, Going, Line, MovesTold, Question, Told, TurnTold, When};
use crate::orders::causes::Cause;
use crate::sequence::answer::Ask;
use crate::sequence::item::Item;
use std::collections::{BTreeMap, BTreeSet};

/// The entry of the answer to a stop.
pub const HERE: u16 = 1;
/// The entry of the end of the French half.
pub const AFTER: u16 = 2;
/// The entry of what lasts, with its steps.
pub const LASTING: u16 = 3;
pub const OF_LASTING: [u16; 3] = [1, 2, 3];

/// Whether an entry is what a sheet says of its stop or of the end of the French half.
pub fn is_of_sheet(entry: u16) -> bool {
    entry < LASTING
}

/// A step as a report names it.
pub fn in_words(entry: u16, step: u16) -> String {
    match entry {
        HERE => format!("line {step} of the receipt"),
        AFTER => format!("line {step} of the receipt's orders for after the battles"),
        LASTING => format!("line {step} of the lasting orders"),
        line => format!("doctrine {}, line {step}", line - LASTING),
    }
}

/// The entry of a line of the doctrine, by its place.
pub fn doctrine(place: usize) -> u16 {
    LASTING.saturating_add(number(place))
}

/// Counts from one.
fn number(place: usize) -> u16 {
    count(place.saturating_add(1))
}

fn count(many: usize) -> u16 {
    u16::try_from(many).unwrap_or(u16::MAX)
}

/// A line of what is said at a stop, by its place in the list in which it stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A line of moves or marches, and one of those who go.
    Going(usize, usize),
    Battles,
    Scout(usize),
    Keep(usize),
    FogInsight,
    FogRecruit,
    FogNapoleon,
    FogJoin,
    MorePlans,
    Insight(usize),
    Terrain,
    Place(usize),
    Try(usize),
    Shorter,
    Plan(usize),
    Act(usize),
    Buy(usize),
}

impl Part {
    /// The question of a battle that it answers.
    fn question(self) -> Option<Question> {
        Some(match self {
            Part::FogInsight | Part::FogRecruit | Part::FogNapoleon | Part::FogJoin => {
                Question::Fog
            }
            Part::MorePlans => Question::MorePlans,
            Part::Insight(_) => Question::Insights,
            Part::Terrain => Question::Terrain,
            Part::Place(_) => Question::Place,
            Part::Try(_) => Question::Tries,
            Part::Shorter => Question::Duration,
            Part::Plan(_) => Question::Plans,
            Part::Act(_) => Question::Acts,
            Part::Going(..) | Part::Battles | Part::Scout(_) | Part::Keep(_) | Part::Buy(_) => {
                return None;
            }
        })
    }
}

/// The lines of what is said at a stop, in the order of the receipt.
pub fn parts(told: &Told) -> Vec<Part> {
    match told {
        Told::Moves(told) => of_moves(told),
        Told::Deploy(told) => of_deploy(told),
        Told::Turn(told) => of_turn(told),
        Told::After(told) => of_after(told),
    }
}

fn all(many: usize, part: fn(usize) -> Part) -> impl Iterator<Item = Part> {
    (0..many).map(part)
}

fn going(lines: &[When<Going>]) -> impl Iterator<Item = Part> + '_ {
    let line = |(place, line): (usize, &When<Going>)| {
        (0..line.what.who.len()).map(move |who| Part::Going(place, who))
    };
    lines.iter().enumerate().flat_map(line)
}

fn of_moves(told: &MovesTold) -> Vec<Part> {
    let mut parts: Vec<Part> = going(&told.moves).collect();
    parts.extend((!told.battles.is_empty()).then_some(Part::Battles));
    parts.extend(all(told.scouts.as_ref().map_or(0, Vec::len), Part::Scout));
    parts.extend(all(told.keep.len(), Part::Keep));
    parts
}

fn of_deploy(told: &DeployTold) -> Vec<Part> {
    let fog = &told.fog;
    let mut parts = vec![];
    parts.extend(fog.insight.map(|_| Part::FogInsight));
    parts.extend(fog.recruit.map(|_| Part::FogRecruit));
    parts.extend(fog.napoleon_comes.then_some(Part::FogNapoleon));
    parts.extend((!fog.join.is_empty()).then_some(Part::FogJoin));
    parts.extend(told.plans.as_ref().filter(|line| line.what > 0).map(|_| Part::MorePlans));
    parts.extend(all(told.insights.len(), Part::Insight));
    parts.extend(told.terrain.map(|_| Part::Terrain));
    parts.extend(all(told.place.as_ref().map_or(0, Vec::len), Part::Place));
    parts
}

fn of_turn(told: &TurnTold) -> Vec<Part> {
    let mut parts: Vec<Part> = all(told.tries.as_ref().map_or(0, Vec::len), Part::Try).collect();
    parts.extend(told.shorter.then_some(Part::Shorter));
    parts.extend(all(told.plans.as_ref().map_or(0, Vec::len), Part::Plan));
    parts.extend(all(told.acts.len(), Part::Act));
    parts
}

fn of_after(told: &AfterTold) -> Vec<Part> {
    let mut parts: Vec<Part> = going(&told.march).collect();
    parts.extend((!told.battles.is_empty()).then_some(Part::Battles));
    parts.extend(all(told.scouts.as_ref().map_or(0, Vec::len), Part::Scout));
    parts.extend(all(told.resupply.as_ref().map_or(0, Vec::len), Part::Buy));
    parts
}

/// The condition of a line, if it has one.
pub fn condition(told: &Told, part: Part) -> Option<&String> {
    match (told, part) {
        (Told::Moves(told), Part::Going(line, _)) => told.moves.get(line)?.condition.as_ref(),
        (Told::After(told), Part::Going(line, _)) => told.march.get(line)?.condition.as_ref(),
        (Told::Deploy(told), Part::MorePlans) => told.plans.as_ref()?.condition.as_ref(),
        (Told::Turn(told), Part::Try(line)) => told.tries.as_ref()?.get(line)?.condition.as_ref(),
        (Told::Turn(told), Part::Plan(line)) => told.plans.as_ref()?.get(line)?.condition.as_ref(),
        (Told::Turn(told), Part::Act(line)) => told.acts.get(line)?.condition.as_ref(),
        (Told::After(told), Part::Buy(line)) => {
            told.resupply.as_ref()?.get(line)?.condition.as_ref()
        }
        (Told::Moves(_) | Told::Deploy(_) | Told::Turn(_) | Told::After(_), _) => None,
    }
}

/// What is said at a stop, and where it stands in the sheet.
#[derive(Clone, Debug)]
pub struct Written {
    pub told: Told,
    /// The entry and the step of each of its lines.
    of: BTreeMap<Part, (u16, u16)>,
    /// All steps of the entries in which it stands.
    pub all: BTreeSet<(u16, u16)>,
}

impl Written {
    /// The answer to a stop, by a sheet.
    pub fn here(told: Told) -> Self {
        let entry = if matches!(told, Told::After(_)) { AFTER } else { HERE };
        let steps = count(parts(&told).len());
        Self::of(told, entry, 0, steps)
    }

    /// What stands in an entry of so many steps, after some of them.
    fn of(told: Told, entry: u16, before: u16, steps: u16) -> Self {
        let parts = parts(&told).into_iter().enumerate();
        let step = |place| before.saturating_add(number(place));
        let of = parts.map(|(place, part)| (part, (entry, step(place)))).collect();
        Self { told, of, all: (1..=steps).map(|step| (entry, step)).collect() }
    }

    /// What a line of the doctrine says before a battle, and what of each of its turns.
    pub fn of_line(place: usize, line: &Line) -> [Option<Self>; 2] {
        let before = line.deploy.as_ref().map_or(0, |told| count(of_deploy(told).len()));
        let fight = line.fight.as_ref().map_or(0, |told| count(of_turn(told).len()));
        let (entry, all) = (doctrine(place), before.saturating_add(fight));
        let of = |told, before| Self::of(told, entry, before, all);
        let deploy = line.deploy.clone().map(|told| of(Told::Deploy(told), 0));
        [deploy, line.fight.clone().map(|told| of(Told::Turn(told), before))]
    }

    /// What the lines of the doctrine that fit say at a stop of a battle: each question is answered by the
    /// first that says anything of it.
    pub fn doctrine<'l>(ask: Ask, lines: impl Iterator<Item = (usize, &'l Line)>) -> Option<Self> {
        let mut open: Vec<Question> = Question::ALL.to_vec();
        let mut all: Option<Self> = None;
        for (place, line) in lines {
            let [deploy, fight] = Self::of_line(place, line);
            let Some(one) = (match ask {
                Ask::Deploy => deploy,
                Ask::BattleTurn => fight,
                Ask::Moves | Ask::After => None,
            }) else {
                continue;
            };
            let all = all.get_or_insert_with(|| Self {
                told: match &one.told {
                    Told::Deploy(_) => Told::Deploy(DeployTold::default()),
                    _ => Told::Turn(TurnTold::default()),
                },
                of: BTreeMap::new(),
                all: BTreeSet::new(),
            });
            open.retain(|question| {
                let says = line.says(*question);
                if says {
                    all.answer(*question, &one);
                }
                !says
            });
        }
        all
    }

    /// Takes over what is said of a question.
    fn answer(&mut self, question: Question, one: &Self) {
        match (&mut self.told, &one.told) {
            (Told::Deploy(mine), Told::Deploy(theirs)) => match question {
                Question::Fog => mine.fog.clone_from(&theirs.fog),
                Question::MorePlans => mine.plans.clone_from(&theirs.plans),
                Question::Insights => mine.insights.clone_from(&theirs.insights),
                Question::Terrain => mine.terrain = theirs.terrain,
                Question::Place => mine.place.clone_from(&theirs.place),
                Question::Tries | Question::Duration | Question::Plans | Question::Acts => return,
            },
            (Told::Turn(mine), Told::Turn(theirs)) => match question {
                Question::Tries => mine.tries.clone_from(&theirs.tries),
                Question::Duration => mine.shorter = theirs.shorter,
                Question::Plans => mine.plans.clone_from(&theirs.plans),
                Question::Acts => mine.acts.clone_from(&theirs.acts),
                Question::Fog
                | Question::MorePlans
                | Question::Insights
                | Question::Terrain
                | Question::Place => return,
            },
            _ => return,
        }
        let of = one.of.iter().filter(|(part, _)| part.question() == Some(question));
        self.of.extend(of.map(|(part, step)| (*part, *step)));
        self.all.extend(&one.all);
    }

    /// The entry and the step of a line.
    pub fn step(&self, part: Part) -> Option<(u16, u16)> {
        self.of.get(&part).copied()
    }
}

/// A step of somebody's sheet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct StepOf {
    pub power: String,
    pub entry: u16,
    pub step: u16,
}

/// Which lines the parts of an answer come from, and the lines of which there is no part, with the cause.
#[derive(Clone, Debug)]
pub struct Origins<T> {
    pub of: Vec<(Item, T)>,
    pub none: Vec<(T, Cause)>,
    /// All steps of its entry.
    pub all: Vec<T>,
}

impl<T> Default for Origins<T> {
    fn default() -> Self {
        Self { of: vec![], none: vec![], all: vec![] }
    }
}
