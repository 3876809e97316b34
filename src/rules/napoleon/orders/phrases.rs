//! The lines of a receipt in words, each without its condition: what is done, in the order of the stops.

use super::check::mover_name;
use super::receipt::Receipt;
use super::steps::Part;
use super::told::{
    ActTold, AfterTold, BuyTold, DeployTold, Going, MovesTold, Placed, PlanTold, Told, TurnTold,
    When,
};
use super::whom::Whom;
use crate::board::insight::INSIGHT_PLANS;
use crate::board::perform::March;
use crate::board::turn::Moment;
use crate::board::{Board, Region};
use crate::book::plans::FrenchDefault;
use crate::book::tables::FogEvent;
use crate::record::force::Force;
use crate::sequence::answer::{Mover, Reroll, ScoutRule};
use crate::view::words::formation;
use kit::ground::Space;

/// How what the fog of war may bring is said.
const BY_DIE: &str = ", if its die says so";

impl Receipt<'_> {
    /// A line in words, without its condition.
    pub(super) fn part(&self, told: &Told, part: Part) -> String {
        match told {
            Told::Moves(told) => self.of_moves(told, part),
            Told::Deploy(told) => self.of_deploy(told, part),
            Told::Turn(told) => self.of_turn(told, part),
            Told::After(told) => self.of_after(told, part),
        }
        .unwrap_or_default()
    }

    /// What an insight acts on, and what a try of one needs on its die.
    pub(super) fn needs(&self, told: &Told, part: Part) -> String {
        let needs = match (told, part) {
            (Told::Deploy(told), Part::Insight(place)) => {
                let insight = told.insights.get(place);
                insight.and_then(|insight| insight.needs()).map(|needs| format!("it needs {needs}"))
            }
            (Told::Turn(told), Part::Try(line)) => {
                let tries = told.tries.as_ref();
                let insight = tries.and_then(|lines| Some(lines.get(line)?.what.insight));
                let board = Board::new(self.book, 1);
                let needed = insight.and_then(|insight| board.insight_target(insight));
                needed.map(|needed| format!("it works with a die of {needed} or less"))
            }
            (Told::Moves(_) | Told::Deploy(_) | Told::Turn(_) | Told::After(_), _) => None,
        };
        needs.map(|needs| format!(" ({needs})")).unwrap_or_default()
    }

    fn going(
        &self,
        verb: &str,
        lines: &[When<Going>],
        (line, who): (usize, usize),
    ) -> Option<String> {
        let Going { who: all, to } = &lines.get(line)?.what;
        Some(format!("{verb}: {} to {}", mover_name(self.book, *all.get(who)?), self.area(*to)))
    }

    fn battles(&self, battles: &[Space]) -> String {
        let names: Vec<&str> = battles.iter().map(|at| self.area(*at)).collect();
        format!("battles in this order: {}", names.join(", "))
    }

    fn scouts(&self, rules: Option<&Vec<ScoutRule>>, line: usize) -> Option<String> {
        let ScoutRule { reroll, most } = rules?.get(line)?;
        let group = self.book.campaign.group;
        let of = match reroll {
            Reroll::Order { strength, .. } => {
                let strongest = self.book.strongest_group();
                let never = (*strength > strongest)
                    .then(|| format!(", which none has: {strongest} is the most that it can be"));
                let never = never.unwrap_or_default();
                format!("(of at most {group} forces) with a strength of {strength} or more{never}")
            }
            Reroll::Fog { .. } => String::new(),
        };
        Some(match reroll {
            Reroll::Fog { from, to } => {
                format!("scouts: {most} at most for the fog, if it is {from} to {to}")
            }
            Reroll::Order { areas: 0, .. } => {
                format!("scouts: {most} at most for any order of groups {of}")
            }
            Reroll::Order { areas, .. } => {
                let far = if *areas == 1 { "1 area" } else { &format!("{areas} areas") };
                format!("scouts: {most} at most for orders that come {far} or more, of groups {of}")
            }
        })
    }

    fn of_moves(&self, told: &MovesTold, part: Part) -> Option<String> {
        match part {
            Part::Going(line, who) => self.going("move", &told.moves, (line, who)),
            Part::Battles => Some(self.battles(&told.battles)),
            Part::Scout(line) => self.scouts(told.scouts.as_ref(), line),
            Part::Keep(place) => {
                let name = self.book.name(*told.keep.get(place)?);
                Some(format!("keep: {name}, with the counter of the campaign before"))
            }
            _ => None,
        }
    }

    fn of_deploy(&self, told: &DeployTold, part: Part) -> Option<String> {
        let fog = &told.fog;
        match part {
            Part::FogInsight => {
                Some(format!("fog: the insight {}, without a price{BY_DIE}", fog.insight?.name()))
            }
            Part::FogRecruit => {
                let (what, at) = fog.recruit?;
                let fog = &self.book.tables.fog;
                let mut rows = (1..=fog.most()).map(|roll| fog.rows.read(roll));
                let needs = rows.find(|row| row.event == FogEvent::Recruit).map(|row| row.amount);
                let price = needs.map(|needs| format!(" for {needs} supply"));
                let price = price.unwrap_or_default();
                Some(format!(
                    "fog: {} comes to {}{price}{BY_DIE}",
                    what.one_in_words(self.book),
                    self.area(at)
                ))
            }
            Part::FogNapoleon => Some(format!("fog: Napoleon comes to the battle{BY_DIE}")),
            Part::FogJoin => {
                let join: Vec<&str> = fog.join.iter().map(|id| self.book.name(*id)).collect();
                let who = match join.len() {
                    1 => join.concat(),
                    _ => format!("the first that may of {}", join.join(", ")),
                };
                Some(format!("fog: {who} comes to the battle{BY_DIE}"))
            }
            Part::MorePlans => {
                let plans = told.plans.as_ref()?.what;
                let price = self.book.figures.price_of_plans(plans);
                let price = price.map(|price| format!(", for {price} supply")).unwrap_or_default();
                Some(format!("more plans: {plans} a turn{price}"))
            }
            Part::Insight(place) => {
                let insight = told.insights.get(place)?.name();
                Some(format!("insight chosen: {insight}, for {INSIGHT_PLANS} plan a turn"))
            }
            Part::Terrain => Some(format!(
                "terrain: the enemy in its {}",
                match told.terrain? {
                    Region::EnemyApproach => "approach",
                    _ => "reserve",
                }
            )),
            Part::Place(place) => {
                let Placed { who, at, formation: how } = told.place.as_ref()?.get(place)?;
                let room = if who.is_many() { ", as far as there is room" } else { "" };
                let who = who.in_words(self.book);
                let how = how.map(|how| format!(" in {}", formation(how))).unwrap_or_default();
                let at = match at {
                    Region::FrenchFront => "front",
                    Region::FrenchApproach => "approach",
                    _ => "reserve",
                };
                Some(format!("place: {who}{how}, in the {at}{room}"))
            }
            _ => None,
        }
    }

    fn of_turn(&self, told: &TurnTold, part: Part) -> Option<String> {
        match part {
            Part::Try(line) => {
                let what = &told.tries.as_ref()?.get(line)?.what;
                let again = match what.scouts {
                    0 => String::new(),
                    1 => ", again for a scout".to_owned(),
                    many => format!(", again for up to {many} scouts"),
                };
                Some(format!("try: {} is tried{again}", what.insight.name()))
            }
            Part::Shorter => Some("duration: the battle is one turn shorter".to_owned()),
            Part::Plan(line) => {
                Some(format!("plan: {}", self.plan(&told.plans.as_ref()?.get(line)?.what)))
            }
            Part::Act(line) => Some(format!("act: {}", self.act(&told.acts.get(line)?.what))),
            _ => None,
        }
    }

    fn of_after(&self, told: &AfterTold, part: Part) -> Option<String> {
        match part {
            Part::Going(line, who) => {
                let words = self.going("march", &told.march, (line, who))?;
                let price = match told.march.get(line)?.what.who.get(who)? {
                    Mover::Force(_) => format!(", for {} supply", self.book.figures.forced_march),
                    Mover::Napoleon => String::new(),
                };
                Some(format!("{words}{price}"))
            }
            Part::Battles => Some(self.battles(&told.battles)),
            Part::Scout(line) => self.scouts(told.scouts.as_ref(), line),
            Part::Buy(line) => Some(match &told.resupply.as_ref()?.get(line)?.what {
                BuyTold::Refit(who) => self.refit(*who),
                BuyTold::Buy { what, reduced, at } => self.buy(*what, *reduced, *at),
                BuyTold::Scouts(1) => {
                    format!("buy: 1 scout, for {} supply", self.book.figures.scout)
                }
                BuyTold::Scouts(many) => {
                    format!("buy: {many} scouts, for {} supply each", self.book.figures.scout)
                }
                BuyTold::Keep(supply) => {
                    let is_last = told.resupply.as_ref()?.len() == line + 1;
                    let last = if is_last { "; no purchase follows" } else { "" };
                    format!(
                        "keep: {supply} supply in what follows here{last}; a battle is paid for all the \
                         same"
                    )
                }
            }),
            _ => None,
        }
    }

    fn refit(&self, who: Whom) -> String {
        let price = self.book.figures.refit;
        let said = who.in_words(self.book);
        match who {
            Whom::Force(_) => format!("refit: {said}, for {price} supply"),
            Whom::Sort(_) if who.is_many() => format!(
                "refit: {said} that are reduced, the strongest first, for {price} supply each, as far as the \
                 points go"
            ),
            Whom::Sort(_) => format!(
                "refit: one force, {said} that is reduced, for {price} supply (`any` refits all)"
            ),
        }
    }

    fn buy(&self, what: Whom, reduced: bool, at: Option<Space>) -> String {
        let side = if reduced { ", reduced" } else { "" };
        let at = at.map_or("where Napoleon is", |at| self.area(at));
        let said = what.one_in_words(self.book);
        let said = match what {
            Whom::Force(id) => {
                let counter = self.book.counters.get(id.index()).map(|counter| counter.force);
                let price = counter.map(|force| Force { reduced, ..force }.price());
                let price = price.map(|price| format!(", for {price} supply")).unwrap_or_default();
                format!("{said}{side}{price}")
            }
            Whom::Sort(_) => format!("{said} that is for sale{side}"),
        };
        format!("buy: {said}: {at}")
    }

    fn plan(&self, plan: &PlanTold) -> String {
        match plan {
            PlanTold::On { plan, who } => {
                let can = if who.is_many() { " that can have it" } else { "" };
                let (plan, who) = (self.book.plans.name(*plan), who.one_in_words(self.book));
                format!("{plan} for {who}{can}")
            }
            PlanTold::Formation { change, before } => {
                let one =
                    |(id, to): &(_, _)| format!("{} to {}", self.book.name(*id), formation(*to));
                let changes: Vec<String> = change.iter().map(one).collect();
                let before = match before {
                    Moment::BeforeEnemy => "the enemy acts",
                    Moment::BeforeFrench => "you act",
                    Moment::Before(id) => &format!("{} acts", self.book.name(*id)),
                };
                format!("Formation before {before}: {}", changes.join(", "))
            }
        }
    }

    pub(super) fn act(&self, ActTold { who, says }: &ActTold) -> String {
        let (one, many, how) = match says {
            None => ("stands, or acts on its plan", "stand, or act on their plans", ""),
            Some((FrenchDefault::Fire, _)) => ("fires", "fire", " at who is in reach"),
            Some((FrenchDefault::Pivot, _)) => ("turns", "turn", " between line and column"),
            Some((FrenchDefault::Retreat, _) | (FrenchDefault::March, March::Back)) => {
                ("marches", "march", " a region back")
            }
            Some((FrenchDefault::March, March::Forward)) => {
                ("marches", "march", " a region forward")
            }
            Some((FrenchDefault::March, March::Twice)) => {
                ("marches", "march", " two regions forward")
            }
            Some((FrenchDefault::March, March::ForwardAndBack)) => {
                ("marches", "march", " a region forward, and back again")
            }
        };
        let verb = if who.is_many() { many } else { one };
        format!("{} {verb}{how}", who.in_words(self.book))
    }
}
