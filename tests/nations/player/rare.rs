//! What the automatic player writes where every kind of order has to stand in some sheet: orders that are
//! of use on few occasions, and that it does not choose as a rule.

use super::{PICKS, Player, quoted};
use kit::ground::Space;
use nations::politics::abroad;
use nations::position::Position;
use nations::record::state::Force;
use std::fmt::Write;

/// Conditions with the words that the others lack.
pub const CONDITIONS: &[&str] = &[
    "lost",
    "out of supply",
    "siege level >= 1",
    "fortress level >= 1 or besieged",
    "besieging at {place}",
    "our strength >= their strength",
    "their strength is unknown",
    "terrain is clear or terrain is rough",
    "season is spring or season is autumn",
    "morale <= 3",
];

impl Player<'_> {
    /// A step that few forces need.
    pub fn rare_step(&mut self, force: &Force) -> Option<String> {
        let (book, known) = (self.book, self.known);
        let here = |other: &&Force| other.id != force.id && other.at == force.at;
        let other = known.own().find(here).and_then(Force::commander);
        let near =
            |other: &&Force| other.id != force.id && book.atlas.distance(other.at, force.at) <= 1;
        let near: Vec<&str> = known.own().filter(near).filter_map(Force::commander).collect();
        let beside = other.or_else(|| self.luck.pick(&near).copied());
        let step = match self.luck.below(8) {
            0 => {
                let near = book.atlas.around(force.at);
                format!("bridge: {{toward: {}", book.atlas.number(*self.luck.pick(&near)?))
            }
            1 => {
                let unit = book.units.write(force.units.first()?);
                let bare = unit.trim_start_matches("reduced ");
                format!(
                    "swap: {{from: {}, to: {}",
                    quoted(bare),
                    quoted(&format!("reduced {bare}"))
                )
            }
            2 => format!("take command: {{of: {}", quoted(beside?)),
            3 => "rally: {attempts: up to 2".to_owned(),
            4 => format!("army: {{beside: {}", quoted(beside?)),
            5 => format!("group: {{with: {}", quoted(beside?)),
            6 => format!("absorb: {{force: {}", quoted(beside?)),
            _ => format!("take: {{what: {}", ["train", "engineers"][self.luck.below(2)]),
        };
        Some(step + ", else: go on}")
    }

    /// Reactions that few situations ask for.
    pub fn rare_reactions(&mut self) -> String {
        let own: Vec<String> =
            self.known.own().filter_map(Force::commander).map(quoted).take(3).collect();
        let mut text = String::new();
        for nth in 0..3 {
            if !self.luck.percent(40) {
                continue;
            }
            let when = format!("{{if: {}}}", self.condition());
            let line = match nth {
                0 if !own.is_empty() => format!("guns order: [{}]", own.join(", ")),
                1 => format!("command: [{}]", ["youngest", "eldest"][self.luck.below(2)]),
                2 => format!("straits: {when}"),
                _ => continue,
            };
            let _ = writeln!(text, "    {line}");
        }
        text
    }

    /// Lines of a budget for what few powers have.
    pub fn rare_budget(&mut self) -> Vec<String> {
        let (known, power) = (self.known, self.known.power.clone());
        let ours = known.relations.parties().filter(|to| **to != power && known.is_ours(to));
        let ours: Vec<String> = ours.cloned().collect();
        let mut lines = vec![];
        if let (Some(ally), true) = (self.luck.pick(&ours).cloned(), self.luck.percent(60)) {
            lines.push(format!("credit: {ally}"));
        }
        let at = self.book.atlas.number(self.somewhere());
        if self.luck.percent(30) {
            lines.push(format!("landwehr: {at}"));
        }
        if self.luck.percent(40) {
            lines.push(format!("train: {at}"));
        }
        if self.luck.percent(40) {
            lines.push("conscripts: yes".to_owned());
        }
        if let (Some(ally), true) = (self.luck.pick(&ours).cloned(), self.luck.percent(40)) {
            lines.push(format!("repay: {{to: {ally}, pounds: 1}}"));
        }
        lines
    }

    /// Who is sent abroad.
    pub fn rare_muster(&mut self) -> Vec<String> {
        let (book, known) = (self.book, self.known);
        let wars = abroad::needs(book, known.common().money, &known.power, known.season.year);
        let Some(war) = wars.keys().next().cloned() else { return vec![] };
        let own: Vec<(Space, Option<String>)> =
            known.own().map(|force| (force.at, force.commander().map(str::to_owned))).collect();
        let Some((at, leader)) = self.luck.pick(&own).cloned() else { return vec![] };
        let who = leader.unwrap_or_else(|| format!("detachment at {}", book.atlas.number(at)));
        let unit = quoted(self.luck.pick(PICKS).expect("there are picks"));
        let with = if self.luck.percent(30) { format!(", with: [{unit}]") } else { String::new() };
        vec![format!("send: {{to: {war}, who: {}{with}}}", quoted(&who))]
    }
}
