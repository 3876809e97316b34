//! What turned a round of battle: the dice, or what was added to them.

use crate::record::event::{Fighter, Volley, Winner};

/// What one side brought into a round.
pub struct Weight<'a> {
    name: &'a str,
    dice: i32,
    modifiers: Vec<(String, i32)>,
    total: i32,
    rolled: bool,
}

impl<'a> Weight<'a> {
    /// Of a side on land.
    pub fn on_land(side: &'a Fighter) -> Self {
        let modifiers = side.throw.modifiers.iter();
        Weight {
            name: &side.name,
            dice: side.throw.dice.iter().map(|die| i32::from(*die)).sum(),
            modifiers: modifiers.map(|one| (one.what.clone(), one.by)).collect(),
            total: side.throw.total,
            rolled: !side.throw.dice.is_empty(),
        }
    }

    /// Of a side at sea: a die for each fleet, and the guns of a harbour.
    pub fn at_sea(side: &'a Volley) -> Self {
        let shots = || side.shots.iter();
        let guns = side.battery.as_ref();
        let battery = guns.map(|guns| ("guns of the fortress".to_owned(), guns.bonus));
        let fleets = ("the admirals".to_owned(), shots().map(|shot| shot.bonus).sum());
        let dice = shots().map(|shot| shot.die).chain(guns.and_then(|guns| guns.die));
        Weight {
            name: &side.name,
            dice: dice.map(i32::from).sum(),
            modifiers: [fleets].into_iter().chain(battery).collect(),
            total: side.total,
            rolled: true,
        }
    }

    /// What it had over the other side, the greatest first: `commander Bonaparte +3`.
    fn over(&self, other: &Weight) -> Vec<String> {
        let kind = |what: &str| what.split(' ').next().unwrap_or_default().to_owned();
        let theirs = |what: &str| {
            let same = other.modifiers.iter().filter(|(its, _)| kind(its) == kind(what));
            same.map(|(_, by)| *by).max().unwrap_or(0).max(0)
        };
        let told = |what: &str, by: i32, theirs: i32| match theirs {
            1.. => format!("{what} {by:+} to {theirs:+}"),
            _ => format!("{what} {by:+}"),
        };
        let own = self.modifiers.iter().filter(|(what, by)| *by > theirs(what));
        let mut all: Vec<(i32, String)> =
            own.map(|(what, by)| (*by - theirs(what), told(what, *by, theirs(what)))).collect();
        // What hinders both sides alike gives neither an advantage.
        let ours = |what: &str| {
            let same = self.modifiers.iter().filter(|(own, _)| kind(own) == kind(what));
            same.map(|(_, by)| *by).min().unwrap_or(0).min(0)
        };
        let hindered = other.modifiers.iter().filter(|(what, by)| *by < ours(what));
        all.extend(
            hindered
                .map(|(what, by)| (ours(what) - by, format!("{what} {by:+} for {}", other.name))),
        );
        all.sort_by_key(|(by, _)| -by);
        all.into_iter().take(3).map(|(_, told)| told).collect()
    }
}

/// Who has the better of a round and by what, in a sentence.
pub fn sentence(sides: [&Weight; 2], winner: Winner, assault: bool) -> String {
    let what = if assault { "assault" } else { "round" };
    let (won, lost) = match winner {
        Winner::Attacker => (sides[0], sides[1]),
        Winner::Defender => (sides[1], sides[0]),
        Winner::Nobody => {
            let [attack, defence] = sides.map(|side| side.total);
            return format!("Neither side has the better of it, {attack} to {defence}.");
        }
    };
    let wins = format!("{} wins the {what}", won.name);
    if !won.rolled || !lost.rolled {
        return if won.rolled == lost.rolled {
            format!("{wins}; nobody has to roll.")
        } else {
            format!("{wins}.")
        };
    }
    let dice = won.dice - lost.dice;
    let added = (won.total - won.dice) - (lost.total - lost.dice);
    let faces = format!("{} to {}", won.dice, lost.dice);
    let over = kit::names::listed(&won.over(lost));
    if dice + added <= 0 && assault {
        // The table gives both the same (NIA §9.2).
        format!(
            "The walls hold, {} to {}: by the table both suffer alike, and a tie is theirs.",
            won.total, lost.total
        )
    } else if dice + added <= 0 {
        format!("{wins}, {} to {}.", won.total, lost.total)
    } else if over.is_empty() || added <= 0 {
        format!("{wins} by the dice, {faces}.")
    } else if dice > added {
        format!("{wins} by the dice, {faces}, and by {over}.")
    } else if dice >= 0 {
        format!("{wins} by {over}, with {faces} on the dice.")
    } else {
        format!("{wins}: {over} outweigh the dice, {faces}.")
    }
}
