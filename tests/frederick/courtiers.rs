//! What automatic players write at court: bids, deals, wishes and markers, most of them legal.

use crate::luck::Luck;
use frederick::book::Book;
use frederick::book::cards::kind_of;
use frederick::record::unit::Sort;
use frederick::sight::Known;

const KINDS: [&str; 7] =
    ["infantry", "cavalry", "light troops", "garrison", "full garrison", "siege train", "fleet"];
const MINORS: [&str; 5] = ["saxony", "bavaria", "netherlands", "savoy", "russia"];
const PLAYED: [&str; 6] =
    ["Drillmaster", "Press Gang", "Rally", "Uprising", "Pragmatic Army", "Mercenaries"];
const IFS: [&str; 4] = ["always", "thaler >= 3", "thaler of austria >= 4", "not holding Truce"];

/// Somebody who plays a seat at court.
pub struct Courtier<'a> {
    pub book: &'a Book,
    pub known: &'a Known,
    pub luck: &'a mut Luck,
}

impl Courtier<'_> {
    fn one<'l>(&mut self, list: &[&'l str]) -> &'l str {
        self.luck.pick(list).copied().unwrap_or_default()
    }

    fn seat(&mut self) -> String {
        let others: Vec<String> =
            self.known.open.seats.iter().filter(|one| **one != self.known.power).cloned().collect();
        self.luck.pick(&others).cloned().unwrap_or_default()
    }

    /// The squares of the seat, fortresses and cities first.
    fn place(&mut self) -> String {
        let atlas = &self.book.atlas;
        let all: Vec<String> = self
            .known
            .own
            .spaces()
            .filter(|at| atlas.city(*at).is_some() || atlas.is_beyond(*at))
            .map(|at| atlas.name(at).to_owned())
            .collect();
        self.luck.pick(&all).cloned().unwrap_or_else(|| "Berlin".to_owned())
    }

    fn held(&mut self) -> Option<String> {
        let kinds: Vec<String> =
            self.known.markers.own.iter().map(|one| kind_of(one).to_owned()).collect();
        self.luck.pick(&kinds).cloned()
    }

    /// The keys of the court, line by line.
    pub fn sheet(&mut self) -> String {
        let mut text = format!("initiative: [{{bid: {}}}]\n", self.luck.below(4));
        text += &self.bids();
        text += &self.bargains();
        text += &self.diplomacy();
        text += &self.wishes();
        text
    }

    /// What is seldom written: lines to add to a sheet.
    pub fn rare(&mut self) -> String {
        let mut text = String::new();
        if self.luck.percent(20) {
            text += &format!("challenge: [{{deal: oath, of: {}}}]\n", self.seat());
        }
        if self.luck.percent(10) {
            text += "peace: yes\n";
        }
        if self.luck.percent(20) {
            let (place, when) = (self.place(), self.one(&IFS));
            text += &format!("fieldworks: [{{at: \"{place}\", if: {when}}}]\n");
        }
        text
    }

    fn bids(&mut self) -> String {
        let mut text = String::new();
        if self.luck.percent(20) {
            text += "tax: {mercantilism: yes}\n";
        }
        if self.luck.percent(80) {
            let (up_to, spend) = (1 + self.luck.below(3), 2 + self.luck.below(6));
            let spy = self.one(&["yes", "no"]);
            let when = self.one(&IFS);
            text += &format!(
                "market: [{{open: 1, up to: {up_to}, spend: {spend}, spy: {spy}, spied: {{Charge: \
                 3}}, other: 1, if: {when}}}]\n"
            );
        }
        let wasted: Vec<String> = self
            .known
            .open
            .pillaged
            .iter()
            .filter(|at| !self.known.own_at(**at).is_empty())
            .map(|at| format!("\"{}\"", self.book.atlas.name(*at)))
            .collect();
        if !wasted.is_empty() {
            text += &format!("clear: [{}]\n", wasted.join(", "));
        }
        if self.luck.percent(20)
            && let Some(kind) = self.held()
        {
            text += &format!("give back: [\"{kind}\"]\n");
        }
        if self.luck.percent(30) {
            let other = self.seat();
            text += &format!("enlightenment: [{{for: Countermarch}}, {{from: {other}}}]\n");
        }
        text
    }

    /// Deals under names on which all courtiers fall, so that some are met.
    fn bargains(&mut self) -> String {
        let mut text = String::new();
        let me = self.known.power.clone();
        if self.luck.percent(70) {
            let other = self.seat();
            let (giver, taker) = if me < other { ("give", "get") } else { ("get", "give") };
            let vow = if me < other { "promise" } else { "promised" };
            text += &format!(
                "deals:\n  - {{name: gold, with: {other}, {giver}: {{thaler: 1}}, {taker}: \
                 {{thaler: 0}}, {vow}: [{{no attack: yes}}]}}\n"
            );
            text += &format!(
                "  - {{name: oath, with: {other}, {vow}: [{{words: stay home, until: 1743}}]}}\n"
            );
            let mut cartel = String::new();
            for (key, by, of) in [("give", &me, &other), ("get", &other, &me)] {
                if let Some(word) = self.captive(by, of) {
                    cartel += &format!(", {key}: {{prisoners: [\"{word}\"]}}");
                }
            }
            if !cartel.is_empty() {
                text += &format!("  - {{name: cartel, with: {other}{cartel}}}\n");
            }
        }
        if self.luck.percent(30)
            && let Some(kind) = self.held()
        {
            let other = self.seat();
            text += &format!("swap: [{{give: \"{kind}\", with: {other}}}]\n");
        }
        text
    }

    /// The first prisoner that one seat holds of another.
    fn captive(&self, by: &str, of: &str) -> Option<String> {
        let open = &self.known.open;
        let held = |sort: &Sort| open.controller(&sort.power) == Some(of);
        let one = open.prisoners.iter().find(|one| one.by == by && held(&one.sort))?;
        Some(one.sort.leader.clone().unwrap_or_else(|| one.sort.kind.word().to_owned()))
    }

    fn diplomacy(&mut self) -> String {
        let alliances: Vec<String> = self
            .known
            .markers
            .own
            .iter()
            .filter_map(|one| kind_of(one).strip_prefix("Alliance "))
            .map(str::to_lowercase)
            .collect();
        let mut lines: Vec<String> =
            alliances.iter().map(|minor| format!("{{alliance: {minor}}}")).collect();
        if self.luck.percent(15) {
            let minor = self.one(&MINORS);
            lines.push(format!("{{declare war on: {minor}, if: thaler >= 8}}"));
        }
        if lines.is_empty() {
            String::new()
        } else {
            format!("diplomacy: [{}]\n", lines.join(", "))
        }
    }

    fn wishes(&mut self) -> String {
        let mut text = "mobilize:\n".to_owned();
        for _ in 0..=self.luck.below(4) {
            let (kind, place) = (self.one(&KINDS), self.place());
            text += &format!("  - {{{kind}: {}, at: \"{place}\"}}\n", 1 + self.luck.below(2));
        }
        text += &format!("keep: {}\n", self.luck.below(5));
        let place = self.place();
        if self.luck.percent(40) {
            text += &format!("promote: [{{infantry: 1, at: \"{place}\"}}]\n");
        }
        if self.luck.percent(15) {
            text += &format!("demobilize: [{{units: [garrison], at: \"{place}\"}}]\n");
        }
        if self.luck.percent(15) {
            text += &format!("levy: [{{spend: [{{infantry: 2, at: \"{place}\"}}]}}]\n");
        }
        let mut plays = vec![];
        for marker in PLAYED {
            let held = self.known.markers.own.iter().any(|one| kind_of(one) == marker);
            if held || self.luck.percent(10) {
                let at = if marker == "Uprising" { "Breslau".to_owned() } else { self.place() };
                plays.push(format!("{{marker: {marker}, at: \"{at}\"}}"));
            }
        }
        if !plays.is_empty() {
            text += &format!("play: [{}]\n", plays.join(", "));
        }
        text
    }
}

/// Reactions to the court and to the end of a year.
pub fn reactions(luck: &mut Luck) -> Vec<&'static str> {
    let all = [
        "vote: {city: Mainz}",
        "events: {ban: [france, prussia], turks: unit, subsidy: austria, levy: [Prague]}",
        "evict to: [Berlin, Vienna, Paris, Hanover]",
        "provision: {first: [Berlin, Vienna], keep: 1}",
        "hunger losses: [recruit, best infantry]",
    ];
    all.into_iter().filter(|_| luck.percent(50)).collect()
}
