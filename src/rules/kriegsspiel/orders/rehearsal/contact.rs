//! What a force means to do with an enemy in its hex, with orders on it or without (§19.1).

use super::Paper;
use super::march::Walk;
use crate::battle;
use crate::orders::causes::Cause;
use crate::orders::{Entry, Part};
use crate::position::Position;
use crate::record::event::Stance;
use crate::record::state::Formation;
use kit::ground::Space;
use play::{Grade, ReceiptLine};
use sheet::condition::Condition;

/// Marks what an entry says of contact where an entry before it names the same, and speaks for them.
pub(super) fn unheard(entry: &Entry, line: &mut ReceiptLine) {
    let Some(step) = line.step else { return };
    if entry.parts().any(|(number, _)| number == step) {
        line.words.push_str(&format!("; not used, an entry before it speaks for {}", entry.who));
        line.grade = Grade::Refused;
        line.causes = vec![Cause::Earlier.word()];
    }
}

impl Paper<'_> {
    /// What an entry says of contact with the enemy; each part has its number behind the steps.
    pub(super) fn intent(&self, entry: &Entry, walk: &Walk) -> Vec<ReceiptLine> {
        let mut lines: Vec<ReceiptLine> =
            self.faulty(entry, walk).into_iter().map(ReceiptLine::from).collect();
        for (step, part) in entry.parts() {
            let words = self.part(part, entry, walk).unwrap_or_default();
            lines.push(ReceiptLine { step: Some(step), words, ..ReceiptLine::default() });
            lines.extend(self.estimated(part, entry, walk).map(ReceiptLine::from));
        }
        lines
    }

    /// What is done instead of what has a fault.
    fn faulty(&self, entry: &Entry, walk: &Walk) -> Vec<String> {
        let faulty = |part: Part| entry.faulty.contains(&part.key());
        let mut lines = vec![];
        if faulty(Part::Stance) {
            let does = match self.without_orders(walk.here, !walk.stays()) {
                Stance::Defend => "defends its walls",
                Stance::Attack | Stance::Besiege | Stance::Raid => "attacks",
            };
            lines.push(format!("stance: left out, since it has a fault; without one it {does}"));
        }
        if faulty(Part::BreakOff) {
            lines.push(
                "break off: left out, since it has a fault; it stays in the battle".to_owned(),
            );
        }
        if faulty(Part::Retreat) {
            lines.push(
                "retreat: left out, since it has a fault; it falls back where it can".to_owned(),
            );
        }
        lines
    }

    /// A part in words.
    fn part(&self, part: Part, entry: &Entry, walk: &Walk) -> Option<String> {
        match part {
            Part::Stance => self.stance(entry, walk),
            Part::BreakOff => {
                let night = entry.intent.break_off.as_ref().zip(entry.asked.break_off.as_ref());
                night.map(|(is, at)| match is {
                    Condition::Never => "stays in the battle, also at night".to_owned(),
                    Condition::Always => "breaks off in the first night".to_owned(),
                    Condition::Not(_)
                    | Condition::All(_)
                    | Condition::Any(_)
                    | Condition::Term(..) => {
                        format!("breaks off in the night if {}", self.written(is, at))
                    }
                })
            }
            Part::Retreat => {
                let place = entry.intent.retreat?;
                Some(format!("falls back toward {}", self.book.atlas.place(place)))
            }
        }
    }

    fn stance(&self, entry: &Entry, walk: &Walk) -> Option<String> {
        let (stance, condition, otherwise) = entry.intent.stance.as_ref()?;
        let sits = walk.stays() && self.has_own_walls(walk.here);
        let word = |stance: Stance| match (sits, stance) {
            (true, Stance::Defend) => "defend, behind the walls",
            (true, Stance::Attack) => "attack, out of the walls",
            _ => stance.word(),
        };
        let otherwise = word(otherwise.unwrap_or(Stance::Defend));
        let first = word(*stance);
        Some(match condition.as_ref().zip(entry.asked.stance.as_ref()) {
            Some((is, at)) => {
                let condition = self.written(is, at);
                format!("stance: {first} if {condition}, else {otherwise}")
            }
            // Two who both defend do not fight.
            None if *stance == Stance::Defend && !walk.stays() => {
                format!("stance: {first}, and fights only if it is attacked")
            }
            None => format!("stance: {first}"),
        })
    }

    /// Whether a hex is a fortress that our side holds.
    fn has_own_walls(&self, at: Space) -> bool {
        let master = self.known.master_of_walls(self.book, at);
        master.is_some_and(|power| self.known.is_ours(power))
    }

    /// The stance in a hex for which the sheet names none: a garrison defends, unless troops march in
    /// (§19.1).
    fn without_orders(&self, at: Space, moved: bool) -> Stance {
        battle::without_orders(self.has_own_walls(at), moved || self.entered.contains(&at))
    }

    /// Whether another general of one's own who has orders stands in a hex or ends there.
    fn is_beside_orders(&self, name: &str, at: Space) -> bool {
        let own = self.generals.values().filter(|one| one.power == self.known.power);
        let ordered = own.filter(|one| one.name != name && self.spoken.contains(&one.name));
        let mut ends = ordered.map(|one| self.ends.get(&one.name).copied().unwrap_or(one.at));
        ends.any(|end| end == at)
    }

    /// What somebody without orders does: he stays, and a garrison defends while others attack (§19.1).
    pub(super) fn stays(&self, name: &str) -> String {
        let general = self.generals.get(name);
        let formation = self.formations.get(name);
        let Some(at) = general.map(|one| one.at).or(formation.map(|one| one.at)) else {
            return name.to_owned();
        };
        let leads = |one: &Formation| general.is_some_and(|general| general.leads(one));
        let troops = formation.is_some() || self.formations.values().any(leads);
        let place = self.book.atlas.place(at);
        let does = match self.without_orders(at, false) {
            _ if !troops => "",
            Stance::Defend => ", and defends its walls",
            Stance::Attack | Stance::Besiege | Stance::Raid => {
                match self.is_beside_orders(name, at) {
                    true => {
                        ", and takes the stance of those there who have one; else attacks an enemy who comes there"
                    }
                    false => ", and attacks an enemy who comes there",
                }
            }
        };
        format!("{name} stays at {place}{does}")
    }
}
