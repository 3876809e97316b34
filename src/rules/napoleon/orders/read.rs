//! From a sheet that was filled in to what it says: lines with conditions and their places.
//!
//! Not here: whether the lines can be done (`check.rs`).

use super::told::{
    ActTold, BuyTold, DeployTold, FogTold, Line, Placed, PlanTold, Question, TryTold, TurnTold,
    When, Where,
};
use super::whom::Whom;
use super::words::{self, NAPOLEON};
use crate::board::insight::Insight;
use crate::board::perform::March;
use crate::board::turn::Moment;
use crate::board::{Formation, Region};
use crate::book::Book;
use crate::book::plans::FrenchDefault;
use crate::record::force::ForceId;
use crate::sequence::answer::{Ask, Mover, Reroll, ScoutRule};
use kit::ground::Space;
use kit::names::capital;
use kit::names::listed;
use sheet::keys::{Filled, Given, Step};
use sheet::{Diagnostic, Diagnostics};
use std::ops::Range;

/// A line and where it stands in the sheet.
#[derive(Clone, Debug)]
pub struct At<T> {
    pub at: Range<usize>,
    pub line: When<T>,
}

/// Some who move, each with its place in the sheet.
#[derive(Clone, Debug)]
pub struct Movers {
    pub who: Vec<(Mover, Range<usize>)>,
    pub to: Space,
}

/// Reads what was filled in.
pub struct Pen<'a> {
    pub book: &'a Book,
    pub text: &'a str,
    pub faults: &'a mut Diagnostics,
}

impl Pen<'_> {
    /// Tells of a line of the doctrine without anything to do.
    fn says_nothing(&mut self, at: &Range<usize>) {
        if !self.faults.fault_within(at) {
            let text = "this line does not say what is done";
            let fault = Diagnostic::fault("key-missing", at.start..at.start + 1, text);
            self.faults.push(fault.help("the form and the guide show how it is written"));
        }
    }

    /// A line with its condition; nothing of a line in which something is wrong.
    fn when<T>(&self, map: &Filled, what: T) -> Option<At<T>> {
        if self.faults.fault_within(&map.at) {
            return None;
        }
        Some(At { at: map.at.clone(), line: When { condition: self.condition(map), what } })
    }

    /// The words of a condition.
    pub fn condition(&self, map: &Filled) -> Option<String> {
        let (read, given) = map.condition("if").zip(map.get("if"))?;
        Some(read.written(self.text.get(given.at.clone()).unwrap_or_default()))
    }

    fn area(&self, name: Option<&str>) -> Option<Space> {
        name.and_then(|name| self.book.map.find(name))
    }

    fn force(&self, name: &str) -> Option<ForceId> {
        self.book.force(name).map(|force| force.id)
    }

    fn whom(&self, name: Option<&str>) -> Option<Whom> {
        name.and_then(|name| Whom::read(self.book, name))
    }

    /// Areas of a list.
    pub fn areas(&self, filled: &Filled, key: &str) -> Vec<Space> {
        filled.names(key).into_iter().filter_map(|name| self.area(Some(name))).collect()
    }

    /// Moves or forced marches.
    pub fn moves(&mut self, filled: &Filled, key: &str) -> Vec<At<Movers>> {
        let mut lines = vec![];
        for map in filled.list(key).iter().filter_map(Given::map) {
            let mover = |given: &Given| {
                let name = given.name()?;
                let force = || self.force(name).map(Mover::Force);
                let who = (name == NAPOLEON).then_some(Mover::Napoleon).or_else(force)?;
                Some((who, given.at.clone()))
            };
            let who: Vec<_> = map.list("who").iter().filter_map(mover).collect();
            // A wrong name keeps its own force back, and no other.
            let names = map.get("who").map(|given| &given.at);
            let spoiled = self.faults.fault_within_but(&map.at, names);
            let to = self.area(map.name("to")).filter(|_| !who.is_empty() && !spoiled);
            let line = |to| When { condition: self.condition(map), what: Movers { who, to } };
            lines.extend(to.map(|to| At { at: map.at.clone(), line: line(to) }));
        }
        lines
    }

    /// What scouts are used for; nothing, if the key is not there.
    pub fn scouts(&mut self, filled: &Filled) -> Option<Vec<ScoutRule>> {
        filled.get("scouts")?;
        let mut rules = vec![];
        for map in filled.list("scouts").iter().filter_map(Given::map) {
            let number = |key, otherwise: u32| {
                map.number(key).and_then(|n| u32::try_from(n).ok()).unwrap_or(otherwise)
            };
            let small = |key, otherwise| u8::try_from(number(key, otherwise)).unwrap_or(u8::MAX);
            let reroll = match map.name("reroll") {
                Some("fog") => Reroll::Fog { from: small("from", 1), to: small("to", 14) },
                Some(_) => {
                    Reroll::Order { strength: number("strength", 0), areas: small("areas", 1) }
                }
                None => continue,
            };
            if !self.faults.fault_within(&map.at) {
                rules.push(ScoutRule { reroll, most: number("at most", 1) });
            }
        }
        Some(rules)
    }

    /// What is said before a battle; nothing, if no key of it is there.
    pub fn deploy(&mut self, filled: &Filled) -> Option<DeployTold> {
        if super::keys::OF_DEPLOY.iter().all(|key| filled.get(key).is_none()) {
            return None;
        }
        let plans = filled.get("more plans").and_then(Given::map).and_then(|map| {
            let many = u8::try_from(map.number("plans")?).ok()?;
            self.when(map, many).map(|at| at.line)
        });
        Some(DeployTold {
            fog: filled
                .get("fog")
                .and_then(Given::map)
                .map(|map| self.fog(map))
                .unwrap_or_default(),
            plans,
            insights: filled.names("insights").into_iter().filter_map(insight).collect(),
            terrain: filled.name("terrain").map(|word| match word {
                "approach" => Region::EnemyApproach,
                _ => Region::EnemyReserve,
            }),
            place: filled.get("place").and_then(Given::map).map(|map| self.place(map)),
        })
    }

    fn fog(&mut self, map: &Filled) -> FogTold {
        let recruit = map
            .get("recruit")
            .and_then(Given::map)
            .and_then(|recruit| self.whom(recruit.name("what")).zip(self.area(recruit.name("at"))));
        FogTold {
            insight: map.name("insight").and_then(insight),
            recruit,
            napoleon_comes: map.name("napoleon") == Some("come"),
            join: map.names("join").into_iter().filter_map(|name| self.force(name)).collect(),
        }
    }

    fn place(&self, map: &Filled) -> Vec<Placed> {
        let regions = [
            ("front", Region::FrenchFront),
            ("approach", Region::FrenchApproach),
            ("reserve", Region::FrenchReserve),
        ];
        let mut placed = vec![];
        for (key, at) in regions {
            for name in map.names(key) {
                let (who, word) = words::formation_behind(name);
                let formation = word.map(formation);
                placed.extend(self.whom(Some(who)).map(|who| Placed { who, at, formation }));
            }
        }
        placed
    }

    /// What is said of a turn of battle, with the places of its lines.
    pub fn fight(&mut self, filled: &Filled) -> Option<FightRead> {
        if super::keys::OF_TURN.iter().all(|key| filled.get(key).is_none()) {
            return None;
        }
        let tries = filled.get("try").map(|_| self.tries(filled));
        let plans = filled.get("plans").map(|_| self.plans(filled));
        let acts = self.acts(filled);
        Some(FightRead { tries, shorter: filled.name("duration") == Some("shorter"), plans, acts })
    }

    fn tries(&mut self, filled: &Filled) -> Vec<At<TryTold>> {
        let mut tries = vec![];
        for map in filled.list("try").iter().filter_map(Given::map) {
            let Some(insight) = map.name("insight").and_then(insight) else { continue };
            let names = map.names("who").into_iter();
            let riders = names.filter_map(|name| self.whom(Some(name))).collect();
            let scouts = map.number("scouts").and_then(|n| u32::try_from(n).ok()).unwrap_or(0);
            tries.extend(self.when(map, TryTold { insight, riders, scouts }));
        }
        tries
    }

    fn plans(&mut self, filled: &Filled) -> Vec<At<PlanTold>> {
        let mut plans = vec![];
        for (step, map) in maps(filled.steps("plans")) {
            let what = match step.key {
                "formation" => self.formation(map),
                key => {
                    let capital = capital(key);
                    let plan = self.book.plans.french(&capital);
                    let who = self.whom(map.name("who"));
                    plan.zip(who).map(|(plan, who)| PlanTold::On { plan, who })
                }
            };
            plans.extend(what.and_then(|what| self.step(step, map, what)));
        }
        plans
    }

    /// A step with its condition; nothing of a step in which something is wrong.
    fn step<T>(&self, step: &Step, map: &Filled, what: T) -> Option<At<T>> {
        if self.faults.fault_within(&step.at) {
            return None;
        }
        self.when(map, what).map(|line| At { at: step.at.clone(), ..line })
    }

    fn formation(&self, map: &Filled) -> Option<PlanTold> {
        let before = match map.name("before") {
            None | Some(words::ENEMY) => Moment::BeforeEnemy,
            Some("us") => Moment::BeforeFrench,
            Some(name) => Moment::Before(self.force(name)?),
        };
        let change = map.named("change").iter();
        let change = change.filter_map(|(name, given)| Some((self.force(name)?, given.name()?)));
        let change: Vec<_> = change.map(|(id, word)| (id, formation(word))).collect();
        (!change.is_empty()).then_some(PlanTold::Formation { change, before })
    }

    fn acts(&mut self, filled: &Filled) -> Vec<At<ActTold>> {
        let mut acts = vec![];
        for (step, map) in maps(filled.steps("acts")) {
            let says = match step.key {
                "fire" => Some((FrenchDefault::Fire, March::default())),
                "pivot" => Some((FrenchDefault::Pivot, March::default())),
                "march" => Some((FrenchDefault::March, way(map.name("how")))),
                _ => None,
            };
            let names = map.names("who");
            for who in names.into_iter().filter_map(|name| self.whom(Some(name))) {
                acts.extend(self.step(step, map, ActTold { who, says }));
            }
        }
        acts
    }

    /// What is bought; nothing, if the key is not there.
    pub fn resupply(&mut self, filled: &Filled) -> Option<Vec<At<BuyTold>>> {
        filled.get("resupply")?;
        let mut bought = vec![];
        for (step, map) in maps(filled.steps("resupply")) {
            let number = |key| map.number(key).and_then(|number| u32::try_from(number).ok());
            let what = match step.key {
                "refit" => self.whom(map.name("who")).map(BuyTold::Refit),
                "buy" => self.whom(map.name("what")).map(|what| BuyTold::Buy {
                    what,
                    reduced: map.name("side") == Some("reduced"),
                    at: self.area(map.name("at")),
                }),
                "scouts" => number("many").map(BuyTold::Scouts),
                _ => number("supply").map(BuyTold::Keep),
            };
            bought.extend(what.and_then(|what| self.step(step, map, what)));
        }
        Some(bought)
    }

    /// The stops at which the player wants to be asked.
    pub fn ask(&mut self, filled: &Filled) -> Option<Vec<At<Ask>>> {
        filled.get("ask")?;
        let maps = filled.list("ask").iter().filter_map(Given::map);
        let line = |map: &Filled| {
            let stop = map.name("stop").and_then(stop)?;
            self.when(map, stop)
        };
        Some(maps.filter_map(line).collect())
    }

    /// The lines of the doctrine.
    pub fn doctrine(&mut self, filled: &Filled) -> Option<Vec<Line>> {
        filled.get("doctrine")?;
        let mut lines = vec![];
        for map in filled.list("doctrine").iter().filter_map(Given::map) {
            let battle = match map.name("battle") {
                None => Where::Any,
                Some(name) => match self.area(Some(name)) {
                    Some(at) => Where::Area(at),
                    None if name == words::BATTLES[1] => Where::WithNapoleon,
                    None if name == words::BATTLES[2] => Where::EnemyTurn,
                    None => Where::Any,
                },
            };
            let mut line = Line {
                battle,
                turn: map.number("turn").and_then(|turn| u32::try_from(turn).ok()),
                condition: self.condition(map),
                deploy: self.deploy(map),
                fight: self.fight(map).map(FightRead::told),
                nothing: vec![],
            };
            let given = Question::keys().filter(|(_, key)| map.get(key).is_some());
            let given = given.map(|(question, _)| question);
            line.nothing = given.filter(|question| !line.says(*question)).collect();
            if line.turn.is_some() {
                self.comes_before(map);
            }
            if line.deploy.is_none() && line.fight.is_none() {
                self.says_nothing(&map.at);
            } else if !self.faults.fault_within(&map.at) {
                lines.push(line);
            }
        }
        Some(lines)
    }

    /// Tells of what a line for one turn of battle says of the time before the battle: no turn is played then.
    fn comes_before(&mut self, line: &Filled) {
        let keys = super::keys::OF_DEPLOY.iter();
        let given: Vec<_> = keys.filter_map(|key| Some((key, line.get(key)?))).collect();
        let Some((_, first)) = given.first() else { return };
        let named: Vec<String> = given.iter().map(|(key, _)| format!("`{key}:`")).collect();
        let text = format!(
            "{} of this line: never done, since that is asked before the battle, and the line is for \
             one of its turns",
            listed(&named)
        );
        let help = "write them in a line without `turn:`";
        let at = first.at.start..first.at.start + 1;
        self.faults.push(Diagnostic::remark("before-the-battle", at, text).help(help));
    }
}

/// What is said of a turn of battle, with the places of its lines.
pub struct FightRead {
    pub tries: Option<Vec<At<TryTold>>>,
    pub shorter: bool,
    pub plans: Option<Vec<At<PlanTold>>>,
    pub acts: Vec<At<ActTold>>,
}

/// Lines without their places.
pub fn lines<T>(lines: Vec<At<T>>) -> Vec<When<T>> {
    lines.into_iter().map(|at| at.line).collect()
}

impl FightRead {
    /// The same without the places.
    pub fn told(self) -> TurnTold {
        TurnTold {
            tries: self.tries.map(lines),
            shorter: self.shorter,
            plans: self.plans.map(lines),
            acts: lines(self.acts),
        }
    }
}

fn maps(steps: &[Step]) -> impl Iterator<Item = (&Step, &Filled)> {
    steps.iter().filter_map(|step| Some((step, step.given.as_ref()?.map()?)))
}

fn insight(name: &str) -> Option<Insight> {
    Insight::ALL.into_iter().find(|insight| insight.name() == name)
}

fn formation(word: &str) -> Formation {
    if word == "line" { Formation::Line } else { Formation::Column }
}

fn way(word: Option<&str>) -> March {
    match word {
        Some("twice") => March::Twice,
        Some("back") => March::Back,
        Some("forward and back") => March::ForwardAndBack,
        Some(_) | None => March::Forward,
    }
}

/// The stop of a word.
fn stop(word: &str) -> Option<Ask> {
    let all = [Ask::Moves, Ask::Deploy, Ask::BattleTurn, Ask::After];
    all.into_iter().find(|ask| super::stop_word(*ask) == word)
}
