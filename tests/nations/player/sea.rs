//! What the automatic player does with ships: it sails, fights, blockades, and carries troops about.

use super::{Player, quoted};
use kit::ground::Space;
use nations::record::state::{Anchorage, Force, Squadron};
use std::fmt::Write;

const AT_SEA: &[&str] = &[
    "always",
    "never",
    "our fleets >= their fleets",
    "their fleets <= our fleets",
    "their fleets > our fleets",
    "mp >= 3",
    "not lost",
];

impl Player<'_> {
    /// The entries of all own squadrons.
    pub fn ships(&mut self) -> Vec<String> {
        let own: Vec<Squadron> = self.known.squadrons.clone();
        let own = own.into_iter().filter(|squadron| squadron.power == self.known.power);
        own.filter_map(|squadron| self.voyage(&squadron)).collect()
    }

    fn voyage(&mut self, squadron: &Squadron) -> Option<String> {
        if self.luck.percent(15) {
            return None;
        }
        let who = self.luck.pick(&squadron.fleets)?.clone();
        let mut text = format!("  - squadron: {}\n", quoted(&who));
        if squadron.fleets.len() > 1 && self.luck.percent(25) {
            let _ = writeln!(text, "    fleets: [{}]", quoted(&who));
        }
        if self.luck.percent(10) {
            text += "    on: [naval 1]\n";
        }
        text += "    steps:\n";
        let steps = match (self.luck.below(10), &squadron.at) {
            (_, Anchorage::Corsairs) => vec!["corsairs: leave".to_owned()],
            (0, Anchorage::Sea(_)) => vec!["corsairs: enter".to_owned()],
            (1..=3, _) => self.transport(&squadron.at),
            (4, _) if self.rare => vec!["corsairs: enter".to_owned()],
            (5, _) if self.rare => {
                vec![format!("join: {{with: {}, else: go on}}", quoted(&self.fleet()))]
            }
            _ => self.cruise(),
        };
        for step in steps {
            let _ = writeln!(text, "      - {step}");
        }
        Some(text)
    }

    fn sea(&mut self) -> String {
        let seas: Vec<String> = self.book.atlas.seas.iter().map(|sea| sea.name.clone()).collect();
        self.luck.pick(&seas).expect("there are seas").clone()
    }

    /// A harbour of our side, or of the others.
    fn harbour(&mut self, ours: bool) -> Option<Space> {
        let holder = |at: Space| self.known.holder(self.book, at);
        let fits = |at: &Space| holder(*at).is_some_and(|power| self.known.is_ours(power) == ours);
        let towns = self.book.atlas.towns().filter(|(_, town)| town.harbour).map(|(at, _)| at);
        let all: Vec<Space> = towns.filter(fits).collect();
        self.luck.pick(&all).copied()
    }

    /// A fleet to join: the first that has only a number, while it is afloat.
    fn fleet(&self) -> String {
        let squadrons = self.known.squadrons.iter();
        let mut fleets = squadrons.flat_map(|squadron| squadron.fleets.iter());
        let numbered = fleets.clone().find(|fleet| *fleet == "fleet 1");
        numbered.or_else(|| fleets.next()).map_or_else(|| "any".to_owned(), String::clone)
    }

    /// About the seas, and something on the way.
    fn cruise(&mut self) -> Vec<String> {
        let mut steps = vec![];
        for _ in 0..1 + self.luck.below(3) {
            let when = match self.luck.percent(30) {
                true => format!(", if: {}", self.luck.pick(AT_SEA).expect("there are some")),
                false => String::new(),
            };
            let (ours, theirs) = (self.harbour(true), self.harbour(false));
            let name = |at: Space| self.book.atlas.number(at);
            let step = match (self.luck.below(12), ours, theirs) {
                (0, Some(at), _) => format!("sail: {{to: [{}]", name(at)),
                (1 | 2, _, Some(at)) => format!("blockade: {{harbour: {}", name(at)),
                (3, _, Some(at)) => format!("enter: {{harbour: {}", name(at)),
                (4..=8, _, _) => {
                    steps.push(format!("sail: {{to: [{}], else: go on}}", self.sea()));
                    "engage: {squadron: any".to_owned()
                }
                (9, _, _) => "pursue: {whom: any".to_owned(),
                (10, _, _) => format!("join: {{with: {}", self.fleet()),
                _ => format!("sail: {{to: [{}]", self.sea()),
            };
            steps.push(format!("{step}{when}, else: go on}}"));
        }
        steps
    }

    /// Troops from a harbour of ours to some coast.
    fn transport(&mut self, at: &Anchorage) -> Vec<String> {
        let coast = |force: &&Force| {
            let town = self.book.atlas.town(force.at);
            town.is_some_and(|town| town.harbour) && force.reserve.is_none()
        };
        let own: Vec<(Option<String>, Space, usize)> = self
            .known
            .own()
            .filter(coast)
            .filter(|force| !force.units.is_empty())
            .map(|force| (force.commander().map(str::to_owned), force.at, force.units.len()))
            .collect();
        let Some((leader, from, units)) = self.luck.pick(&own).cloned() else {
            return self.cruise();
        };
        let forces = self.known.own().find(|force| force.at == from && !force.units.is_empty());
        let name = leader.or_else(|| forces.and_then(|force| self.name(force)));
        let Some(name) = name else { return self.cruise() };
        let part = if units > 1 && self.luck.percent(50) { ", units: [best infantry]" } else { "" };
        let theirs = self.luck.percent(60);
        let to = self.harbour(!theirs).unwrap_or(from);
        let number = |at: Space| self.book.atlas.number(at);
        let mut steps = vec![];
        if *at != Anchorage::Harbour(from) {
            steps.push(format!("sail: [{}]", number(from)));
        }
        steps.push(format!("carry: {{force: {}{part}}}", quoted(&name)));
        let siege = if self.luck.percent(20) { ", siege: own steps >= 2" } else { "" };
        steps.push(format!("land: {{at: {}{siege}, else: go on}}", number(to)));
        steps.push(format!("land: {{at: {}, else: go on}}", number(from)));
        steps
    }

    /// What ships do when others act.
    pub fn sea_reaction(&mut self) -> String {
        let keys = [
            "intercept",
            "avoid",
            "manoeuvre factor",
            "contest blockade",
            "leave blockade",
            "pursue",
            "board",
        ];
        let mut all = vec![];
        for key in keys {
            if self.luck.percent(50) {
                let when = self.luck.pick(AT_SEA).expect("there are some");
                all.push(format!("{key}: {{if: {when}}}"));
            }
        }
        if self.luck.percent(30) {
            all.push("tie: {stay: {if: never}}".to_owned());
        }
        if self.luck.percent(30) {
            all.push("retreat: nearest home harbour".to_owned());
        }
        if all.is_empty() {
            all.push("intercept: {if: always}".to_owned());
        }
        format!("sea: {{{}}}", all.join(", "))
    }
}
