//! French resupply and the enemy's half of a campaign turn (§14.3 to §15.6).

use super::answer::{After, Answer, Fault, Purchase, Reroll};
use super::item::{End, Item};
use super::{Campaign, Cause, Happened, Stage, Table, Why, defaults};
use crate::answers::{Answers, Choice, Pick, Topic, Who};
use crate::book::tables::{EnemyOrder, Goal};
use crate::record::force::{Side, strength};
use crate::theatre::enemy::Gained;
use crate::theatre::moves::Refused;
use crate::theatre::orders::{GROUPS, Group};

/// Which group is rolled for next: in the order of the map, unless somebody chooses (§15.2, §17).
fn next_group(groups: &[Group], answers: &mut dyn Answers) -> usize {
    let first = |group: &Group| group.forces.first().copied().map(Pick::Force);
    let options: Vec<Pick> = groups.iter().filter_map(first).collect();
    if options.len() < 2 {
        return 0;
    }
    let (who, topic) = (Who::Side(Side::Enemy), Topic::Group);
    answers.choose(&Choice { rule: GROUPS, topic, who, options: &options, default: Some(0) })
}

impl Campaign {
    /// Income, then purchases in the order in which they were said (§14.3 to §14.6).
    pub(super) fn resupply(&mut self, here: Option<Answer>, table: &mut Table) {
        self.theatre.begin_purchases();
        let income = self.theatre.income(table.book);
        self.theatre.earn(table.book);
        table.tell(Happened::Earned(income));
        let here = match here {
            Some(Answer::After(After { resupply, scouts, .. })) => {
                self.scouts = scouts.unwrap_or_else(|| std::mem::take(&mut self.scouts));
                resupply
            }
            Some(Answer::Moves(_) | Answer::Deploy(_) | Answer::Turn(_)) | None => None,
        };
        // What was said before battles of the marches.
        let late = here.is_none() && self.fought;
        let said = here.or(self.after.resupply.take());
        let (theatre, purse) = (&self.theatre, self.theatre.french_supply);
        let wanted = said.unwrap_or_else(|| defaults::purchases(table.book, theatre, purse));
        let mut keep = 0;
        for (number, purchase) in wanted.into_iter().enumerate() {
            let mut decided = |end: End| {
                let end = if late { end.map_err(|_| Why::Battles) } else { end };
                table.answers.decided(Item::Buy(number), end);
            };
            if let Purchase::Keep(supply) = purchase {
                keep = supply;
                decided(Ok(()));
                continue;
            }
            let mut after = self.theatre.clone();
            let done = match purchase {
                Purchase::Refit(id) => after.refit(table.book, id),
                Purchase::Buy { what, reduced, at } => {
                    let at = at.or(after.napoleon).ok_or(Refused::NoFrenchThere);
                    at.and_then(|at| after.buy(what, reduced, at))
                }
                Purchase::Scout => after.buy_scout(table.book),
                Purchase::Keep(_) => Ok(()),
            };
            match done {
                Ok(()) if after.french_supply >= keep => {
                    self.theatre = after;
                    decided(Ok(()));
                    table.tell(Happened::Bought(purchase));
                }
                Ok(()) => decided(Err(Why::Supply)),
                Err(why) => {
                    decided(Err(Why::of_refused(why)));
                    table.refuse(Fault::Purchase(purchase, why));
                }
            }
        }
        self.theatre.end_french_half(table.book);
        self.end_step(Stage::EnemyOrders, table);
    }

    /// The enemy pays, and its groups are rolled for and move one after the other (§15.1 to §15.3).
    pub(super) fn enemy_orders(&mut self, table: &mut Table) {
        self.theatre.begin_step();
        let book = table.book;
        let mut groups = self.theatre.groups(book, table.answers);
        let purse = self.theatre.enemy_supply;
        let modifier = self.theatre.pay_for_orders(book, &groups);
        if modifier > 0 {
            let supply = purse.saturating_sub(self.theatre.enemy_supply);
            table.tell(Happened::OrdersPaid { supply, added: modifier });
        }
        let before = self.theatre.clone();
        while !groups.is_empty() {
            let next = next_group(&groups, table.answers);
            let group = &groups.remove(next);
            let mut order = self.theatre.roll_order(book, group, modifier, table.answers);
            self.tell_order(group, order, false, table);
            while let Some(rule) = self.scout_for_order(group, order)
                && self.theatre.use_scout()
            {
                table.answers.decided(Item::Scout(rule), Ok(()));
                order = self.theatre.roll_order(book, group, 0, table.answers);
                self.tell_order(group, order, true, table);
            }
            let to = self.theatre.obey(book, group, order, &before, table.answers);
            let (from, forces) = (group.at, group.forces.clone());
            table.tell(Happened::Marched { from, forces, to });
        }
        self.end_step(Stage::Battles(Cause::Enemy), table);
    }

    fn tell_order(&self, group: &Group, order: EnemyOrder, scout: bool, table: &mut Table) {
        let forces = group.forces.clone();
        table.tell(Happened::Ordered { at: group.at, forces, order, scout });
    }

    /// The rule by which the player wants a scout for the order of a group (§15.3).
    fn scout_for_order(&mut self, group: &Group, order: EnemyOrder) -> Option<usize> {
        let forces = group.forces.iter().filter_map(|id| self.theatre.force(*id));
        let sum = strength(forces);
        let comes = match order.goal {
            Goal::FrenchObjective | Goal::FrenchCity | Goal::Advance => true,
            Goal::EnemyObjective | Goal::EnemyCity | Goal::Hold | Goal::Random => false,
        };
        self.scout_for(|reroll| match reroll {
            Reroll::Order { strength, areas } => {
                // No area at all means: whatever the order is.
                sum >= strength && (areas == 0 || comes && order.areas >= areas)
            }
            Reroll::Fog { .. } => false,
        })
    }

    /// The first rule of the player that holds and is not used up, if they want a scout here.
    pub(super) fn scout_for(&mut self, holds: impl Fn(Reroll) -> bool) -> Option<usize> {
        let left = self.theatre.scouts > 0;
        let mut rules = self.scouts.iter_mut().enumerate();
        let (number, rule) = rules.find(|(_, rule)| left && rule.most > 0 && holds(rule.reroll))?;
        rule.most -= 1;
        Some(number)
    }

    /// The enemy's resupply and refit (§15.5, §15.6).
    pub(super) fn enemy_resupply(&mut self, table: &mut Table) {
        let before = self.theatre.clone();
        for Gained { at, roll, row } in self.theatre.resupply_enemy(table.book, table.answers) {
            table.tell(Happened::Gained { at, roll, row });
        }
        self.theatre.refit_enemy(table.book, table.answers);
        table.tell_changes(&before, &self.theatre);
        self.end_step(Stage::TurnCounter, table);
    }
}
