//! What a force means to do with an enemy in its hex, with orders on it or without (§19.1).

use super::Paper;
use super::march::Walk;
use crate::battle;
use crate::orders::causes::Cause;
use crate::orders::{Entry, Part, Sheet, Step, Task};
use crate::position::Position;
use crate::record::event::Stance;
use crate::record::state::{Formation, General};
use kit::ground::Space;
use play::{Grade, ReceiptLine};
use sheet::condition::Condition;
use sheet::{Diagnostic, Diagnostics};
use std::collections::{BTreeMap, BTreeSet};

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

    /// Remarks a `retreat` to where the force ends its march: beaten it must leave that place (§19.5).
    pub(super) fn back_to_where_it_ends(
        &self,
        entry: &Entry,
        (walk, others): (&Walk, &[Walk]),
        faults: &mut Diagnostics,
    ) {
        let is_there = |place: Space| walk.here == place && others.is_empty();
        let Some(place) = entry.intent.retreat.filter(|place| is_there(*place)) else { return };
        let text = format!(
            "it ends this turn at {} itself: if it is beaten there, this `retreat` says nothing, and it falls back \
             where it can",
            self.book.atlas.place(place)
        );
        let help = "name a place behind it";
        faults.push(
            Diagnostic::remark("retreat-here", entry.head(), text).rule("K05 §19.5").help(help),
        );
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
            None if *stance == Stance::Raid
                && !walk.stays()
                && self.book.city(walk.here).is_none() =>
            {
                let here = self.book.atlas.place(walk.here);
                format!("stance: {first}; {here} has no city to plunder")
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

    /// The first of one's own generals who says what is done with an enemy in a hex: who stands there with a
    /// stance, else who comes there with one; and whether nobody else with another stance may come (§19.1).
    fn spokesman(&self, name: &str, at: Space) -> Option<Spokesman<'_>> {
        let goes = |one: &General| self.moves.contains(&one.name) || self.is_sent(&one.name);
        let stays = |one: &General| one.at == at && !goes(one);
        let ends = |one: &General| self.ends.get(&one.name) == Some(&at);
        let comes = |one: &General| {
            ends(one) || self.sent.iter().any(|(goal, who)| *goal == at && *who == one.name)
        };
        let others = self.generals.values().filter(|one| one.name != name);
        let mut all: Vec<(&General, Option<Stance>)> = others
            .filter(|one| one.power == self.known.power && (stays(one) || comes(one)))
            .filter_map(|one| Some((one, *self.stances.get(&one.name)?)))
            .collect();
        all.sort_by_key(|(one, _)| one.seniority(&self.book.troops));
        let sure = all.iter().find(|(one, _)| stays(one));
        let (chief, stance) = sure.or(all.first()).copied()?;
        let stance = stance.filter(|stance| all.iter().all(|(_, other)| *other == Some(*stance)));
        let (is_there, is_alone) = (sure.is_some(), all.len() == 1);
        Some(Spokesman { name: &chief.name, stance, is_there, is_alone })
    }

    /// Whether the sheet sends somebody anywhere.
    fn is_sent(&self, who: &str) -> bool {
        self.sent.iter().any(|(_, one)| one == who)
    }

    /// What somebody without a stance does where they stay: what a general there says, else they defend their
    /// own walls and attack in the field (§19.1).
    pub(super) fn stays(&self, name: &str) -> String {
        let general = self.generals.get(name);
        let formation = self.formations.get(name);
        let Some(at) = general.map(|one| one.at).or(formation.map(|one| one.at)) else {
            return self.book.given(name).to_owned();
        };
        let leads = |one: &Formation| general.is_some_and(|general| general.leads(one));
        let troops = formation.is_some() || self.formations.values().any(leads);
        let place = self.book.atlas.place(at);
        let alone = match self.without_orders(at, false) {
            Stance::Defend => "defends its walls",
            Stance::Attack | Stance::Besiege | Stance::Raid => "attacks an enemy who comes there",
        };
        let does = match self.spokesman(name, at) {
            _ if !troops => String::new(),
            None => format!(", and {alone}"),
            Some(Spokesman { name, stance: Some(stance), is_there: true, .. }) => {
                format!(", and takes the stance of {name} there: {}", stance.word())
            }
            Some(Spokesman { name, is_there: true, is_alone: true, .. }) => {
                format!(", and takes the stance of {name} there")
            }
            Some(Spokesman { name, is_there: true, .. }) => {
                format!(", and takes the stance of {name}, or of a general senior to {name} there")
            }
            Some(Spokesman { name, .. }) => {
                format!(", and takes the stance of {name} if they come there; else {alone}")
            }
        };
        format!("{} stays at {place}{does}", self.book.given(name))
    }
}

/// The general whose stance the others in a hex take.
struct Spokesman<'a> {
    name: &'a str,
    /// The stance, if it is certain.
    stance: Option<Stance>,
    /// Whether they stand there, and need not come.
    is_there: bool,
    /// Whether nobody else with a stance is there or may come.
    is_alone: bool,
}

/// By general of a sheet the stance that the first entry for them has; nothing in its place if it waits for a
/// condition.
pub(super) fn stances(sheet: &Sheet) -> BTreeMap<String, Option<Stance>> {
    let mut stances = BTreeMap::new();
    let mut spoken = BTreeSet::new();
    for entry in sheet.entries.iter().filter(|entry| entry.army) {
        if spoken.insert(&entry.who)
            && let Some((stance, condition, _)) = &entry.intent.stance
        {
            stances.insert(entry.who.clone(), condition.is_none().then_some(*stance));
        }
    }
    stances
}

/// What is to say of an attack by those who do not attack.
pub fn no_attack(entry: &Entry, step: &Step) -> Option<String> {
    let (stance, ..) = entry.intent.stance.as_ref()?;
    let is_idle = matches!(step.task, Task::Attack { .. }) && *stance == Stance::Defend;
    is_idle.then(|| "with `stance: defend` it goes there and does not attack".to_owned())
}
