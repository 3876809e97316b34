//! A whole example sheet for a power's own forces, legal as it stands.
//!
//! Entries are proposed and held against what the power knows like any sheet; one that draws a
//! remark is not shown. So the example says nothing that the receipt would contradict.

use crate::book::Book;
use crate::orders::rehearsal;
use crate::position::Position;
use crate::record::state::General;
use crate::season::setup;
use crate::sight::known::Known;
use kit::ground::Space;
use sheet::Diagnostics;
use sheet::frame::{COMMENT_WIDTH, comment, head};
use sheet::shape::{self, Shaped};

/// How many hexes away a goal of the example may lie.
const REACH: u16 = 7;
/// What an army does that meets an enemy, and when it leaves the battle.
const MEETING: [&str; 2] = [
    "    stance: {is: attack, if: odds >= 1:1, else: defend}",
    "    break off: {if: our losses > their losses}",
];
/// What an army does before enemy walls.
const SIEGE: [&str; 1] = ["    stance: {is: attack, if: odds >= 4:1, else: besiege}"];

/// Writes the example for the turn to come.
pub fn example(book: &Book, known: &Known, campaign: &str) -> String {
    let known = &setup::expected(book, known);
    let head = head(campaign, known.moment(), &known.power);
    if known.politics.council {
        return format!("{head}politics: []\n");
    }
    let mut trial = Trial { book, known, head: &head, lines: vec![] };
    let mut chiefs: Vec<&General> = known.own_generals().collect();
    chiefs.retain(|chief| known.led(chief).next().is_some());
    let attacker = chiefs.iter().copied().find(|chief| trial.attack(chief));
    let others = chiefs.iter().filter(|chief| attacker.is_none_or(|one| one.name != chief.name));
    let marcher = others.clone().find(|chief| trial.march(chief));
    if let Some(chief) = others.clone().find(|chief| marcher.is_none_or(|m| m.name != chief.name)) {
        trial.stand(chief);
    }
    let mut text = head.clone();
    comment(sheet::guide::EXAMPLE, &mut |line: &str| text.push_str(&format!("{line}\n")));
    text.push_str("orders:\n");
    trial.lines.iter().for_each(|line| text.push_str(&format!("{line}\n")));
    text
}

/// Proposals, held against what the power knows.
struct Trial<'a> {
    book: &'a Book,
    known: &'a Known,
    head: &'a str,
    /// The entries that were sound, each with what the receipt says of it.
    lines: Vec<String>,
}

impl Trial<'_> {
    /// Adds an entry, if nothing is to be said about the sheet with it; whether it was added.
    fn add(&mut self, chief: &General, further: &[String]) -> bool {
        let mut entry = vec![format!("  - army: {}", chief.name)];
        entry.extend_from_slice(further);
        if entry.iter().any(|line| line.chars().count() > COMMENT_WIDTH) {
            return false;
        }
        let mut all: Vec<&str> = self.lines.iter().map(String::as_str).collect();
        all.extend(entry.iter().map(String::as_str));
        let sheet = format!("{}orders:\n{}\n", self.head, all.join("\n"));
        let mut faults = Diagnostics::default();
        let root = shape::shape(&sheet, &mut faults);
        let shaped = Shaped { text: &sheet, root: root.as_ref(), faults: &faults };
        let checked = rehearsal::check(self.book, self.known, &shaped);
        if !checked.faults.is_empty() || !checked.counts {
            return false;
        }
        self.lines.extend(entry);
        true
    }

    /// An attack on the nearest enemy in sight, or on walls: with a stance that fits.
    fn attack(&mut self, chief: &General) -> bool {
        let far = |at: Space| self.book.atlas.distance(chief.at, at);
        let mut near: Vec<Space> = self
            .known
            .markers
            .iter()
            .filter(|marker| self.known.is_foe(&marker.power) && self.book.in_play(marker.at))
            .filter(|marker| self.known.may_be_there(marker))
            .map(|marker| marker.at)
            .collect();
        let cities = self.book.lands.cities().keys().copied();
        near.extend(
            cities.filter(|at| self.known.enemy_walls(self.book, *at, &self.known.power).is_some()),
        );
        near.retain(|at| far(*at) > 0 && far(*at) <= REACH && self.book.in_play(*at));
        near.sort_by_key(|at| (far(*at), *at));
        near.dedup();
        // Where nobody is in sight yet, a place toward the enemy will do.
        near.extend(self.towns(chief.at).into_iter().map(|(at, _)| at));
        near.into_iter().any(|at| {
            let walls = self.known.enemy_walls(self.book, at, &self.known.power).is_some();
            let mut lines = vec![
                "    steps:".to_owned(),
                format!("      - attack: {}", self.book.atlas.name(at)),
            ];
            let stance: &[&str] = if walls { &SIEGE } else { &MEETING };
            lines.extend(stance.iter().map(|line| (*line).to_owned()));
            self.add(chief, &lines)
        })
    }

    /// The towns in reach in which no enemy is seen, the nearest first.
    fn towns(&self, from: Space) -> Vec<(Space, String)> {
        let atlas = &self.book.atlas;
        let far = |at: Space| atlas.distance(from, at);
        let mut towns: Vec<(Space, String)> = atlas
            .towns()
            .filter(|(at, _)| self.book.in_play(*at) && far(*at) > 0 && far(*at) <= REACH)
            .filter(|(at, _)| !self.known.enemy_at(*at, &self.known.power))
            .map(|(at, name)| (at, name.to_owned()))
            .collect();
        let ours = |at: Space| {
            self.known.holder(self.book, at).is_some_and(|power| self.known.is_ours(power))
        };
        towns.sort_by_key(|(at, _)| (ours(*at), far(*at), *at));
        towns
    }

    /// A march to the nearest town, if no enemy is near.
    fn march(&mut self, chief: &General) -> bool {
        self.towns(chief.at).into_iter().any(|(_, name)| {
            let march = format!("      - march: {{to: [{name}], if: not enemy adjacent}}");
            let mut lines = vec!["    steps:".to_owned(), march];
            lines.extend(MEETING.iter().map(|line| (*line).to_owned()));
            self.add(chief, &lines)
        })
    }

    /// Somebody who stays and says what he does when an enemy comes.
    fn stand(&mut self, chief: &General) -> bool {
        let ours = |at: Space| {
            self.known.holder(self.book, at).is_some_and(|power| self.known.is_ours(power))
        };
        let cities = self.book.lands.cities().keys().copied();
        let away = cities.filter(|at| self.book.in_play(*at) && *at != chief.at && ours(*at));
        let near = away.min_by_key(|at| (self.book.atlas.distance(chief.at, *at), *at));
        let mut lines = vec!["    stance: defend".to_owned()];
        lines.push("    break off: {if: day >= 2}".to_owned());
        lines.extend(near.map(|at| format!("    retreat: {}", self.book.atlas.name(at))));
        self.add(chief, &lines)
    }
}
