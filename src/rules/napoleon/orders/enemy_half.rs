//! Who would have to fight in the enemy's half, as a receipt says it beforehand: the forces as a sheet places
//! them, and the enemy where it is seen now (§15.3).
//!
//! If a line has a condition, the case in which the French are weaker is told. Enemies who are enveloped are gone
//! then (§11.2). Not here: areas in which a battle comes first.

use super::check::step;
use super::told::{Going, Line, Told, When, Where};
use crate::board::rout::enveloped;
use crate::book::Book;
use crate::record::force::{Force, Side, strength};
use crate::season::staff;
use crate::sequence::answer::Mover;
use crate::theatre::Theatre;
use kit::ground::Space;
use kit::names::listed;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// How many areas are told at most, the worst first.
const MOST: usize = 5;

/// How many names are told at most of forces that stand together.
const NAMES: usize = 3;

/// Who asks, and what they have said.
pub struct Placing<'a> {
    pub book: &'a Book,
    pub power: &'a str,
    pub here: Option<&'a Told>,
    pub early: Option<&'a Told>,
    pub doctrine: &'a [Line],
}

/// The enemies who can reach an area, by how many areas they are away.
type Near = BTreeMap<u32, Vec<(Space, Vec<Force>)>>;

impl Placing<'_> {
    /// A sentence for each area where fewer stand than could come.
    pub fn told(&self, theatre: &Theatre) -> Vec<String> {
        let cases = [false, true].map(|all| self.placed(theatre, all));
        let own = |force: &Force| staff::may_order(self.book, self.power, Mover::Force(force.id));
        let alone = |there: &Theatre, at: Space| {
            let french = there.forces_at(Side::French, at);
            french.iter().any(own) && !there.stands(Side::Enemy, at)
        };
        let weaker = |at: Space| {
            let ours = |there: &Theatre| there.strength(Side::French, at);
            let [without, with] = cases.each_ref();
            let first = alone(without, at) && (!alone(with, at) || ours(without) <= ours(with));
            let (there, other, done) = match first {
                true => (without, with, "are"),
                false => (with, without, "are not"),
            };
            let also = match ours(there) == ours(other) {
                true => String::new(),
                false => format!(" ({} if the lines with an `if:` {done} done)", ours(other)),
            };
            alone(there, at).then(|| self.area(there, at, &also)).flatten()
        };
        let mut told: Vec<(Reverse<u32>, String)> =
            self.book.map.all().filter_map(weaker).collect();
        told.sort();
        let more = told.len().saturating_sub(MOST);
        let mut lines: Vec<String> = told.into_iter().take(MOST).map(|(_, line)| line).collect();
        if more > 0 {
            lines.push(format!("and {more} more areas where the enemy near them is stronger"));
        }
        if !lines.is_empty() {
            let group = self.book.campaign.group;
            let none = match self.doctrine.is_empty() {
                true => "; you have no doctrine, so the defaults fight for you then",
                false => "",
            };
            let how = format!(
                "each group of at most {group} enemies gets an order by a die, and may come, go or stay{none}; \
                 as all stand after what is said here:"
            );
            lines.insert(0, how);
        }
        lines
    }

    /// The map after the moves and marches, with or without those that have a condition.
    fn placed(&self, theatre: &Theatre, all: bool) -> Theatre {
        let mut theatre = theatre.clone();
        for told in [self.here, self.early].into_iter().flatten() {
            let (lines, forced): (&[When<Going>], bool) = match told {
                Told::Moves(told) => (&told.moves, false),
                Told::After(told) => (&told.march, true),
                Told::Deploy(_) | Told::Turn(_) => continue,
            };
            theatre.begin_step();
            for When { what: Going { who, to }, .. } in
                lines.iter().filter(|line| all || line.condition.is_none())
            {
                for mover in who {
                    let _ = step(self.book, &mut theatre, *mover, *to, forced);
                }
            }
            for at in self.book.map.all() {
                if theatre.enveloped(self.book, at) == Some(Side::Enemy) {
                    theatre.envelop(self.book, at);
                }
            }
        }
        theatre
    }

    /// What an area would meet, with how much stronger it is.
    fn area(&self, theatre: &Theatre, at: Space, also: &str) -> Option<(Reverse<u32>, String)> {
        let french = theatre.forces_at(Side::French, at);
        let ours = strength(&french);
        // The nearest, and those farther off only if it takes them to be stronger.
        let (mut all, mut who) = (vec![], vec![]);
        for (far, enemies) in self.near(theatre, at) {
            if strength(&all) > ours {
                break;
            }
            let of_each = |(from, forces): &(Space, Vec<Force>)| {
                let sum = strength(forces);
                format!("{} at {}, {sum}", self.names(forces), self.book.map.name(*from))
            };
            let told: Vec<String> = enemies.iter().map(of_each).collect();
            let away = if far == 1 { "one area" } else { "two areas" };
            who.push(format!("{}, {away} away", told.join("; ")));
            all.extend(enemies.into_iter().flat_map(|(_, forces)| forces));
        }
        let theirs = strength(&all);
        if theirs <= ours {
            return None;
        }
        let here = self.book.map.name(at);
        let alone = if french.len() == 1 { " alone" } else { "" };
        let end = match enveloped(&french, &all, self.book.figures.outweighed) {
            Some(Side::French) => "if all come, yours are destroyed without a battle (§11.2)",
            Some(Side::Enemy) | None => "if all come, a battle",
        };
        let doctrine = match self.doctrine.is_empty() || self.is_foreseen(theatre, at) {
            true => "",
            false => "; no line of your doctrine is for it, so the defaults fight it",
        };
        let napoleon = match theatre.napoleon == Some(at) {
            true => "; if no force is left with Napoleon, the campaign is lost (§3.2)",
            false => "",
        };
        let objective = match self.book.campaign.objectives.contains(&at) {
            true => " (an objective)",
            false => "",
        };
        let names = self.names(&french);
        let line = format!(
            "{names}{alone} at {here}{objective}, strength {ours}{also}: {}: {end} at {ours} to \
             {theirs}{doctrine}{napoleon}",
            who.join("; ")
        );
        // Ten times the odds, as whole numbers.
        Some((Reverse(10 * theirs / ours.max(1)), line))
    }

    /// The mobile enemies whose orders can bring them into an area in one turn.
    fn near(&self, theatre: &Theatre, at: Space) -> Near {
        let reach = self.book.tables.map.farthest_order();
        let mut near = Near::new();
        for (from, far) in theatre.round_french(self.book, at) {
            let mut forces = theatre.forces_at(Side::Enemy, from);
            forces.retain(|force| force.kind.is_mobile());
            if (1..=reach).contains(&far) && !forces.is_empty() {
                near.entry(far).or_default().push((from, forces));
            }
        }
        near
    }

    /// Whether a line of the doctrine is for a battle there in the enemy's half.
    fn is_foreseen(&self, theatre: &Theatre, at: Space) -> bool {
        self.doctrine.iter().any(|line| match line.battle {
            Where::Any | Where::EnemyTurn => true,
            Where::Area(place) => place == at,
            Where::WithNapoleon => theatre.napoleon == Some(at),
        })
    }

    /// Some names, the strongest first, and how many more there are.
    fn names(&self, forces: &[Force]) -> String {
        let mut forces = forces.to_vec();
        forces.sort_by_key(|force| (Reverse(force.combat()), force.id));
        let mut names: Vec<String> =
            forces.iter().take(NAMES).map(|force| self.book.name(force.id).to_owned()).collect();
        let more = forces.len().saturating_sub(NAMES);
        names.extend((more > 0).then(|| format!("{more} more")));
        listed(&names)
    }
}
