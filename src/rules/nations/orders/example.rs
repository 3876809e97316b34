//! A whole example sheet for a power's own forces, legal as it stands.
//!
//! Entries are proposed and held against what the power knows like any sheet; one that draws a
//! remark is not shown. So the example says nothing that the receipt would contradict.

use crate::book::Book;
use crate::orders::within_reach::Forces;
use crate::orders::{blank_form, cabinet_form, rehearsal};
use crate::record::state::{Anchorage, Force, Squadron};
use crate::sight::known::{Known, Stack};
use kit::ground::Space;
use sheet::Diagnostics;
use sheet::frame::{COMMENT_WIDTH, comment, head};
use sheet::shape::{self, Shaped};

/// How many hexes away a goal of the example may lie.
const REACH: u16 = 6;

/// A battle at sea under a condition.
const FIGHT: &str = "engage: {squadron: any, if: their fleets <= our fleets}";

/// Writes the example for the season to come.
pub fn example(book: &Book, known: &Known, campaign: &str) -> String {
    let head = head(campaign, known.exchange(), &known.power);
    if known.cabinet {
        let mut text = head;
        cabinet_form::example(book, known, &mut |written: &str| {
            text.push_str(written);
            text.push('\n');
        });
        return text;
    }
    let mut sheet = Trial { book, known, head: &head, entries: vec![] };
    let forces = sheet.forces();
    let besieger = forces.iter().find_map(|force| sheet.siege(force)).map(|entry| entry.who);
    let marcher = forces.iter().filter(|force| force.commander() != besieger.as_deref());
    if let Some(entry) = marcher.clone().find_map(|force| sheet.march(force)) {
        let leader = entry.who.clone();
        sheet.entries.push(entry);
        sheet.take(|sheet| sheet.otherwise(&leader));
    }
    sheet.take(|sheet| forces.iter().find_map(|force| sheet.siege(force)));
    if besieger.is_none() {
        sheet.take(|sheet| sheet.free(&forces).find_map(|force| sheet.attack(force)));
        sheet.take(|sheet| sheet.free(&forces).find_map(|force| sheet.storm(force)));
    }
    sheet.take(|sheet| forces.iter().find_map(|force| sheet.detach(force)));
    if sheet.entries.len() < 2 {
        sheet.voyages();
    }
    let entries = sheet.entries;
    let mut text = head.clone();
    let mut line = |written: &str| {
        text.push_str(written);
        text.push('\n');
    };
    comment(sheet::guide::EXAMPLE, &mut line);
    line("activations:");
    for entry in &entries {
        entry.lines.iter().for_each(|written| line(written));
    }
    reactions(known, &mut line);
    text
}

/// An entry of the example, with what the receipt says of it.
struct Entry {
    who: String,
    lines: Vec<String>,
    said: Vec<String>,
}

/// Reactions that hold for all; ships have theirs.
fn reactions(known: &Known, line: &mut impl FnMut(&str)) {
    line("reactions:");
    line("  - who: any");
    if known.own().any(|force| !force.units.is_empty()) {
        comment("A march that meets an enemy stops before it.", line);
        line("    met: {stop: {if: always}}");
        comment("A small force slips away from an army, toward supply.", line);
        line("    avoid battle:");
        line("      if: enemy is army and own steps < 8");
        line("      toward: supply");
        line("    second round: {if: our losses <= their losses}");
    }
    if known.squadrons.iter().any(|squadron| squadron.power == known.power) {
        line("    sea: {intercept: {if: our fleets >= their fleets}}");
    }
}

/// Proposals, held against what the power knows and against the entries before.
struct Trial<'a> {
    book: &'a Book,
    known: &'a Known,
    head: &'a str,
    entries: Vec<Entry>,
}

impl<'a> Trial<'a> {
    /// Adds an entry, if there is one.
    fn take(&mut self, find: impl FnOnce(&Self) -> Option<Entry>) {
        let found = find(self);
        self.entries.extend(found);
    }

    /// Those of the forces that no entry is about.
    fn free<'f>(&'f self, forces: &'f [&'a Force]) -> impl Iterator<Item = &'f &'a Force> {
        let is_used = |force: &Force| self.entries.iter().any(|e| force.leaders.contains(&e.who));
        forces.iter().filter(move |force| !is_used(force))
    }

    /// Forces with a leader that may march, armies first.
    fn forces(&self) -> Vec<&'a Force> {
        let mut forces: Vec<&Force> = self.known.own().collect();
        forces.retain(|force| force.commander().is_some() && !force.units.is_empty());
        forces.sort_by_key(|force| (force.army.is_none(), force.id));
        forces
    }

    /// The entry, if nothing is to be said about it.
    fn sound(&self, key: &str, who: &str, steps: &[String]) -> Option<Entry> {
        self.tried(key, who, None, steps)
    }

    /// The same for an entry with its own condition.
    fn tried(&self, key: &str, who: &str, case: Option<&str>, steps: &[String]) -> Option<Entry> {
        let mut lines = vec![format!("  - {key}: {who}")];
        lines.extend(case.map(|case| format!("    if: {case}")));
        lines.push("    steps:".to_owned());
        lines.extend(steps.iter().map(|step| format!("      - {step}")));
        let written = || lines.iter().flat_map(|line| line.lines());
        if written().any(|line| line.chars().count() > COMMENT_WIDTH) {
            return None;
        }
        let before = self.entries.iter().flat_map(|entry| &entry.lines);
        let all: Vec<&str> = before.chain(&lines).map(String::as_str).collect();
        let sheet = format!("{}activations:\n{}\n", self.head, all.join("\n"));
        let mut faults = Diagnostics::default();
        let root = shape::shape(&sheet, &mut faults);
        let shaped = Shaped { text: &sheet, root: root.as_ref(), faults: &faults };
        let checked = rehearsal::check(self.book, self.known, &shaped);
        let heading = format!("Entry {}:", self.entries.len() + 1);
        let own = checked.understood.iter().find(|entry| entry.heading.starts_with(&heading));
        let said = own.map(|entry| entry.words().map(str::to_owned).collect()).unwrap_or_default();
        let sound = checked.faults.is_empty() && checked.counts;
        sound.then(|| Entry { who: who.to_owned(), lines, said })
    }

    /// Towns around a place, the nearest first.
    fn towns(&self, at: Space) -> Vec<Space> {
        let atlas = &self.book.atlas;
        let mut near: Vec<Space> = atlas.within(at, REACH).into_iter().collect();
        near.retain(|space| *space != at && atlas.town(*space).is_some());
        near.sort_by_key(|space| (atlas.distance(at, *space), *space));
        near
    }

    /// The first of two cases: a march, as long as no enemy is beside the force.
    fn march(&self, force: &Force) -> Option<Entry> {
        self.ways(force, "not enemy adjacent").next()
    }

    /// Marches to the towns around a force under a condition, the nearest first.
    fn ways(&self, force: &Force, case: &'static str) -> impl Iterator<Item = Entry> {
        let leader = force.commander().unwrap_or_default().to_owned();
        self.towns(force.at).into_iter().filter_map(move |town| {
            let march = format!("march: [{}]", self.book.atlas.name(town));
            let entry = self.tried("leader", &leader, Some(case), &[march])?;
            entry.said.iter().any(|line| line.contains(" so far")).then_some(entry)
        })
    }

    /// The other case of the same leader: another way.
    fn otherwise(&self, leader: &str) -> Option<Entry> {
        let force = self.known.own().find(|force| force.commander() == Some(leader))?;
        self.ways(force, "enemy adjacent").nth(1)
    }

    /// An attack on a fortress within reach, and an attempt to take it.
    fn storm(&self, force: &Force) -> Option<Entry> {
        let leader = force.commander()?;
        let reach = Forces::new(self.book, self.known).of_force(force);
        let walls = reach.deeds.iter().filter(|deed| deed.told.contains("fortress"));
        walls.clone().find_map(|deed| {
            let steps = [deed.step.clone(), "siege: {attempts: up to 2}".to_owned()];
            self.sound("leader", leader, &steps)
        })
    }

    /// One of those under a commander goes off with a unit.
    fn detach(&self, force: &Force) -> Option<Entry> {
        let (leader, unit) = blank_form::detachable(self.book, force)?;
        let from = force.name(&self.book.atlas, &self.book.units);
        let detach = format!(
            "detach:\n          leader: {leader}\n          from: {from}\n          units: [{unit}]"
        );
        self.towns(force.at).into_iter().find_map(|town| {
            let march = format!("march: [{}]", self.book.atlas.name(town));
            self.sound("leader", leader, &[detach.clone(), march])
        })
    }

    fn siege(&self, force: &Force) -> Option<Entry> {
        let before = force.siege.is_some() && !force.inside;
        let steps = ["siege: {attempts: up to 2, if: not enemy adjacent}".to_owned()];
        before.then(|| self.sound("leader", force.commander()?, &steps)).flatten()
    }

    fn attack(&self, force: &Force) -> Option<Entry> {
        let leader = force.commander()?;
        let atlas = &self.book.atlas;
        let far = |stack: &Stack| atlas.distance(force.at, stack.at);
        let mut near: Vec<&Stack> =
            self.known.enemies().filter(|stack| self.known.is_foe(&stack.power)).collect();
        near.retain(|stack| far(stack) > 0 && far(stack) <= REACH);
        near.sort_by_key(|stack| (far(stack), stack.at));
        near.into_iter().find_map(|stack| {
            let at = stack.leader.clone().unwrap_or_else(|| atlas.name(stack.at));
            // In lines of its own, so that a long condition fits into a mail.
            let step = format!(
                "attack:\n          at: {at}\n          if: odds >= 1:1 or their strength is unknown"
            );
            self.sound("leader", leader, &[step])
        })
    }

    /// Adds voyages of ships: one to sea, and one that offers battle where the enemy is.
    fn voyages(&mut self) {
        let known = self.known;
        let own = known.squadrons.iter().filter(|one| one.power == known.power);
        let named = own.filter_map(|squadron| Some((squadron, squadron.fleets.first()?)));
        let fights = named.clone().find_map(|(squadron, name)| self.fight(squadron, name));
        let fighter = fights.as_ref().map(|fight| fight.who.clone());
        let others = named.filter(|(_, name)| fighter.as_ref() != Some(name));
        let sails = others.into_iter().find_map(|(squadron, name)| {
            let sail = |sea: String| self.sound("squadron", name, &[format!("sail: [{sea}]")]);
            self.seas(squadron).into_iter().find_map(sail)
        });
        self.entries.extend(sails);
        self.take(|sheet| {
            let mut own = known.squadrons.iter().filter(|one| one.power == known.power);
            own.find_map(|squadron| {
                let name = squadron.fleets.first().filter(|name| fighter.as_ref() == Some(name))?;
                sheet.fight(squadron, name)
            })
        });
    }

    /// Offers battle to enemies where a squadron is at sea, or shuts them in beside it.
    fn fight(&self, squadron: &Squadron, name: &str) -> Option<Entry> {
        let Anchorage::Sea(here) = &squadron.at else { return None };
        if self.known.enemy_ships().any(|sail| sail.at == squadron.at) {
            return self.sound("squadron", name, &[FIGHT.to_owned()]);
        }
        let harbours = self.known.enemy_ships().filter_map(|sail| match &sail.at {
            Anchorage::Harbour(at) => Some(*at),
            Anchorage::Sea(_) | Anchorage::Blockading(_) | Anchorage::Corsairs => None,
        });
        let beside = |at: &Space| Anchorage::Harbour(*at).seas(&self.book.atlas).contains(here);
        harbours.filter(beside).find_map(|at| {
            let harbour = self.book.atlas.name(at);
            let step = format!("blockade: {{harbour: {harbour}, if: mp >= 2}}");
            self.sound("squadron", name, &[step])
        })
    }

    /// The seas beside those in which a squadron is.
    fn seas(&self, squadron: &Squadron) -> Vec<String> {
        let atlas = &self.book.atlas;
        let here = squadron.at.seas(atlas);
        let beside = here.iter().filter_map(|sea| atlas.sea(sea)).flat_map(|sea| &sea.adjacent);
        beside.chain(here).cloned().collect()
    }
}
