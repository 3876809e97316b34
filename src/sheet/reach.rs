//! What a force could do this season, as its power knows it: in short for an entry of a form, and whole.

use crate::frame::{COMMENT_WIDTH, comment, comment_between};
use serde::Serialize;

/// A place that a march comes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Goal {
    /// The town, or the number of the hex.
    pub name: String,
    pub cost: u32,
    /// The known enemy beside it, for a hex without a town.
    pub beside: Option<String>,
    /// Whether the place has a name of its own.
    pub named: bool,
    /// Whether it is held by our side already.
    pub ours: bool,
}

/// A step that could be done, as it is written, and what is to say of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Deed {
    pub step: String,
    pub told: String,
}

/// What a force could do this season.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Reach {
    /// What the places are to it: `reaches`, `sails to`.
    pub verb: &'static str,
    pub goals: Vec<Goal>,
    /// Other steps, the most useful first.
    pub deeds: Vec<Deed>,
}

/// How much a form tells of each force. What it leaves out, a mail with the subject `form NAME` gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Its name alone, in one list with others.
    Named,
    /// Where it is.
    Bare,
    /// A few places and a step.
    Short,
    /// What it has, the places that matter, and steps.
    Whole,
}

/// The most words of a form, for which a player has to find the time.
pub const MOST_WORDS: usize = 600;
/// The most words beside them about other things than forces: courts, peace, the budget.
const MOST_OTHERS: usize = 300;

impl Detail {
    /// The most lines that name places.
    fn lines(self) -> usize {
        match self {
            Self::Named | Self::Bare => 0,
            Self::Short => 1,
            Self::Whole => 4,
        }
    }

    /// The most other steps that are named for a force.
    fn deeds(self) -> usize {
        match self {
            Self::Named | Self::Bare => 0,
            Self::Short => 1,
            Self::Whole => 3,
        }
    }
}

/// How much a form tells of which of its forces: of the first more than of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    more: Detail,
    /// How many have that; the others are bare.
    of: usize,
    /// How many have an entry; the others are named in one list.
    entries: usize,
}

/// Of how many forces a form tells more than where they are, if it cannot do so of all.
const SOME: [usize; 6] = [16, 12, 9, 6, 4, 2];

/// How many forces have an entry, if not even bare ones of all find room.
const ENTRIES: [usize; 9] = [30, 25, 20, 16, 12, 9, 6, 4, 2];

impl Room {
    /// What is told of the force that has this place in the form, counted from 0.
    pub fn of(self, nth: usize) -> Detail {
        match nth {
            _ if nth < self.of => self.more,
            _ if nth < self.entries => Detail::Bare,
            _ => Detail::Named,
        }
    }

    /// Writes a form with as much as fits into the words that it may have.
    pub fn fitting(write: impl Fn(Self) -> String) -> String {
        Self::fitting_beside(0, write)
    }

    /// The same for a form in which so many words are about other things than its forces: these leave no less
    /// room for the forces, within a bound.
    pub fn fitting_beside(others: usize, write: impl Fn(Self) -> String) -> String {
        let most = MOST_WORDS + others.min(MOST_OTHERS);
        let fits = |text: &String| text.split_whitespace().count() <= most;
        let room = |more: Detail, of: usize, entries: usize| Self { more, of, entries };
        let all = [Detail::Whole, Detail::Short].map(|more| room(more, usize::MAX, usize::MAX));
        let some = SOME.map(|of| room(Detail::Short, of, usize::MAX));
        let bare = [usize::MAX].into_iter().chain(ENTRIES).map(|of| room(Detail::Bare, 0, of));
        let found = all.into_iter().chain(some).chain(bare).map(&write).find(fits);
        found.unwrap_or_else(|| write(room(Detail::Bare, 0, 0)))
    }
}

/// Names the forces that have no entry of their own, by the first line of what theirs would be.
pub fn write_named(heads: &[String], line: &mut impl FnMut(&str)) {
    if heads.is_empty() {
        return;
    }
    line("#");
    let text = format!("Each of these can have an entry: {}.", heads.join(", "));
    comment(&text, line);
}

/// A number of movement points: `1 point`, `2 points`.
pub fn points(number: u32) -> String {
    if number == 1 { "1 point".to_owned() } else { format!("{number} points") }
}

impl Goal {
    /// Places with a name come first, then hexes beside enemies; those of others before ours.
    fn order(&self) -> (bool, bool, bool, u32, &str) {
        (!self.named, self.beside.is_none(), self.ours, self.cost, &self.name)
    }

    fn told(&self) -> String {
        match &self.beside {
            Some(enemy) if !self.named => format!("{} {} (beside {enemy})", self.name, self.cost),
            _ => format!("{} {}", self.name, self.cost),
        }
    }
}

impl Reach {
    /// Writes an entry's comment on where the force could go, bounded, the most useful first.
    pub fn write_goals(&self, detail: Detail, line: &mut impl FnMut(&str)) {
        self.write_goals_by(|_| 0, detail, line);
    }

    /// The same, for a game that says which places matter most: those with the smallest figure come
    /// first, each group in the usual order.
    pub fn write_goals_by(
        &self,
        rank: impl Fn(&Goal) -> u8,
        detail: Detail,
        line: &mut impl FnMut(&str),
    ) {
        if detail.lines() == 0 {
            return;
        }
        let mut goals: Vec<&Goal> = self.goals.iter().collect();
        goals.sort_by_key(|goal| (!goal.named, rank(goal), goal.order()));
        let useful = goals.iter().filter(|goal| goal.named || goal.beside.is_some());
        let mut told: Vec<String> = useful.map(|goal| goal.told()).collect();
        let text = loop {
            let text = self.with_rest(&told);
            let mut lines = 0;
            comment(&text, &mut |_: &str| lines += 1);
            if lines <= detail.lines() || told.pop().is_none() {
                break text;
            }
        };
        if !self.goals.is_empty() {
            comment(&text, line);
        }
    }

    /// The places that are named, and how many others there are.
    fn with_rest(&self, told: &[String]) -> String {
        let left = self.goals.len() - told.len();
        let hexes = match left {
            0 => String::new(),
            1 => "1 more".to_owned(),
            left => format!("{left} more"),
        };
        let all: Vec<&str> =
            told.iter().map(String::as_str).chain((left > 0).then_some(&*hexes)).collect();
        format!("{}: {}", self.verb, all.join(", "))
    }

    /// Writes the steps of an entry that could be done beside a march, each behind a `#`.
    pub fn write_deeds(&self, detail: Detail, line: &mut impl FnMut(&str)) {
        for deed in self.deeds.iter().take(detail.deeds()) {
            let order = format!("#   - {}", deed.step);
            let told = format!("{order}  # {}", deed.told);
            if told.chars().count() > COMMENT_WIDTH {
                comment_between(&deed.told, line);
                line(&order);
            } else {
                line(&told);
            }
        }
    }

    /// Everything: what it can do, then where it can go, a line for each number of points.
    pub fn whole(&self) -> Vec<String> {
        let mut lines = vec![];
        for deed in &self.deeds {
            lines.push(format!("- {}", deed.step));
            lines.push(format!("    {}", deed.told));
        }
        let mut goals: Vec<&Goal> = self.goals.iter().collect();
        goals.sort_by_key(|goal| (goal.cost, !goal.named, &goal.name));
        lines.push(match goals.is_empty() {
            true => format!("{}: nothing", self.verb),
            false => format!("{}, by the points it costs:", self.verb),
        });
        lines.extend(goals.chunk_by(|one, other| one.cost == other.cost).map(|of_cost| {
            let name = |goal: &&Goal| match &goal.beside {
                Some(enemy) => format!("{} (beside {enemy})", goal.name),
                None => goal.name.clone(),
            };
            let names: Vec<String> = of_cost.iter().map(name).collect();
            format!("  {}: {}", of_cost[0].cost, names.join(", "))
        }));
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(name: &str, cost: u32, named: bool, beside: Option<&str>) -> Goal {
        let beside = beside.map(str::to_owned);
        Goal { name: name.to_owned(), cost, beside, named, ours: false }
    }

    #[test]
    fn a_form_names_towns_first_then_hexes_beside_enemies_and_keeps_its_bounds() {
        let mut goals = vec![goal("W3526", 2, false, None), goal("W3527", 3, false, Some("Ulm"))];
        goals.extend((0..60).map(|n| goal(&format!("Town {n:02}"), 1 + n, true, None)));
        goals[2].ours = true;
        let reach = Reach { verb: "reaches", goals, deeds: vec![] };
        let mut lines = vec![];
        reach.write_goals(Detail::Whole, &mut |line: &str| lines.push(line.to_owned()));
        assert!(lines.len() <= 4 && lines.iter().all(|line| line.len() <= COMMENT_WIDTH));
        assert!(lines[0].starts_with("#   reaches: Town 01 2, Town 02 3"), "{lines:?}");
        assert!(lines[3].ends_with(" more"), "{lines:?}");
        let whole = reach.whole();
        assert_eq!((whole.len(), &*whole[2]), (61, "  2: Town 01, W3526"));
        let mut lines = vec![];
        let rank = |goal: &Goal| u8::from(goal.name != "Town 40");
        reach.write_goals_by(rank, Detail::Whole, &mut |line: &str| lines.push(line.to_owned()));
        assert!(lines[0].starts_with("#   reaches: Town 40 41, Town 01 2"), "{lines:?}");
        let few = Reach {
            verb: "reaches",
            goals: vec![goal("W3526", 2, false, None), goal("W3527", 3, false, Some("Ulm"))],
            deeds: vec![],
        };
        let mut lines = vec![];
        few.write_goals(Detail::Whole, &mut |line: &str| lines.push(line.to_owned()));
        assert_eq!(lines, ["#   reaches: W3527 3 (beside Ulm), 1 more"]);
    }

    #[test]
    fn a_form_has_as_much_as_fits() {
        let words = |detail: Detail, words: [usize; 3]| match detail {
            Detail::Named => String::new(),
            told => "word ".repeat(words[told as usize - 1]),
        };
        let form = |of_each: [usize; 3]| {
            Room::fitting(|room| (0..20).map(|nth| words(room.of(nth), of_each)).collect())
        };
        let count = |text: String| text.split_whitespace().count();
        assert_eq!(count(form([1, 2, 3])), 60);
        assert_eq!(count(form([1, 20, 40])), 400);
        assert_eq!(count(form([10, 50, 100])), 200 + 9 * 40);
        assert_eq!(count(form([29, 100, 200])), 580);
        assert_eq!(count(form([40, 100, 200])), 12 * 40);
        assert_eq!(count(form([100, 100, 200])), 600);
        assert_eq!(count(form([400, 500, 600])), 0);
    }

    #[test]
    fn a_step_with_a_long_word_beside_it_has_it_above() {
        let deed = |told: &str| Deed { step: "attack: Ulm".to_owned(), told: told.to_owned() };
        let long = "Austria, an army, behind walls of siege value 1: 5 points";
        let deeds = vec![deed("Austria, 5 points"), deed(long), deed(""), deed("")];
        let reach = Reach { verb: "reaches", goals: vec![], deeds };
        let mut lines = vec![];
        reach.write_deeds(Detail::Whole, &mut |line: &str| lines.push(line.to_owned()));
        assert_eq!(lines[0], "#   - attack: Ulm  # Austria, 5 points");
        assert_eq!(lines[1], format!("#   # {long}"));
        assert_eq!(lines[2], "#   - attack: Ulm");
        assert_eq!(lines.len(), 4);
    }
}
