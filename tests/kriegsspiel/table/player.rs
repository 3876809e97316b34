//! A player that plays by itself: legal order sheets at random, from a seed.
//!
//! It reads nothing but the known of its power and the book. The same known and the same seed give the
//! same sheet.

#[path = "../../common/luck.rs"]
mod luck;

use kit::ground::Space;
use kriegsspiel::book::Book;
use kriegsspiel::book::troops::Arm;
use kriegsspiel::money::purchase;
use kriegsspiel::position::Position as _;
use kriegsspiel::record::state::{Formation, Kind};
use kriegsspiel::sight::known::Known;
use luck::Luck;
use std::fmt::Write;

const STANCES: &[&str] = &[
    "attack",
    "defend",
    "besiege",
    "besiege",
    "besiege",
    "raid",
    "{is: attack, if: odds >= 4:1, else: besiege}",
    "{is: attack, if: odds >= 1:1 or their strength is unknown, else: defend}",
    "{is: defend, if: enemy is army, else: attack}",
    "{is: attack, if: not out of supply, else: raid}",
];

const NIGHTS: &[&str] = &["our losses > their losses", "day >= 2", "odds < 1:1", "always"];

const BUDGETS: &[&str] = &[
    "[{supply: all}, {action points: as needed}]",
    "[{action points: as needed}, {supply: all}]",
    "[{action points: 4}]",
    "[{supply: nobody}]",
    "[{keep: 300}]",
    "[{supply: all}, {keep: 100}]",
];

/// What may be bought: {HOME} stands for a home city, {INTO} for a formation, {FOOT} and {HORSE} for troops.
const PURCHASES: &[&str] = &[
    "{buy: {brigade: \"{NAME}\", units: {{FOOT}: 4}}}",
    "{buy: {brigade: \"{NAME}\", at: {HOME}, units: {{FOOT}: 2, field artillery: 1}}}",
    "{buy: {brigade: \"{NAME}\", at: {HOME}, units: {{HORSE}: 3}}}",
    "{buy: {brigade: \"{NAME}\", at: {HOME}, units: {{FOOT}: 1}}}, {action points: as needed}",
    "{buy: {into: \"{INTO}\", units: {{FOOT}: 1}}}",
    "{buy: {depots: 1}}",
    "{buy: {depots: 3}}",
    "{buy: {general: yes}}",
];

const CONDITIONS: &[&str] = &[
    "always",
    "in supply",
    "not enemy adjacent",
    "mp >= 2",
    "action points >= 1",
    "terrain is clear or terrain is forest",
    "season is not winter",
    "Munich is ours",
    "enemy within 3 of Ulm",
];

struct Player<'p> {
    book: &'p Book,
    known: &'p Known,
    luck: Luck,
    text: String,
    points: u32,
}

/// Writes the sheet of a power for the turn that it knows to come.
pub fn sheet(book: &Book, known: &str, seed: u64) -> String {
    let known: Known = serde_json::from_str(known).expect("what is known is JSON");
    let season = u64::from(known.season.year) * 4 + known.season.quarter as u64;
    let luck = Luck(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ season);
    let purse = known.money.purses.get(&known.power).map(|purse| purse.points);
    let points = purse.unwrap_or_else(|| book.action_points(&known.power));
    let mut player = Player { book, known: &known, luck, text: String::new(), points };
    player.write();
    player.text
}

impl Player<'_> {
    fn write(&mut self) {
        self.text = format!("season: {}\npower: {}\n", self.known.season, self.known.power);
        if self.luck.percent(60) {
            self.organise();
        }
        if self.known.money.played && self.luck.percent(85) {
            let budget = self.luck.pick(BUDGETS).copied().unwrap_or("[]");
            let bought = if self.luck.percent(75) { self.purchases() } else { String::new() };
            let budget = budget.trim_end_matches(']').to_owned() + &bought + "]";
            writeln!(self.text, "budget: {budget}").unwrap();
        }
        self.text += "orders:\n";
        let generals: Vec<(String, u32, Space)> = self
            .known
            .own_generals()
            .map(|general| (general.name.clone(), general.points, general.at))
            .collect();
        for (name, points, at) in generals {
            self.entry("army", &name, points, at);
        }
        let assigned = self.text.clone();
        let alone: Vec<(String, u32, Space)> = self
            .known
            .own()
            .filter(|one| one.under.is_none())
            .filter(|one| !assigned.contains(&format!("formation: \"{}\"", one.name)))
            .map(|one| (one.name.clone(), if one.kind == Kind::Marauders { 0 } else { 2 }, one.at))
            .collect();
        for (name, points, at) in alone {
            self.entry("formation", &name, points, at);
        }
        if self.text.ends_with("orders:\n") {
            self.text = self.text.replace("orders:\n", "orders: []\n");
        }
        if self.luck.percent(10) {
            self.text += "words: Bring me news of the roads.\n";
        }
    }

    /// One to three lines that buy something; not all of it can be bought.
    fn purchases(&mut self) -> String {
        let (book, known) = (self.book, self.known);
        let homes = purchase::homes(book, known, &known.power);
        let sold = |arm: Arm| {
            let kinds = purchase::sold(book, &known.power).filter(|kind| kind.arm == arm);
            kinds.map(|kind| kind.name.clone()).collect::<Vec<_>>()
        };
        let at_home = known.own().filter(|one| homes.contains(&one.at));
        let mut own: Vec<String> = at_home.map(|one| one.name.clone()).collect();
        own.extend(known.own().next().map(|one| one.name.clone()));
        let mut lines = String::new();
        for nth in 0..=self.luck.below(3) {
            let line = self.luck.pick(PURCHASES).copied().unwrap_or_default();
            let home = self.luck.pick(&homes).map(|at| book.atlas.name(*at));
            let into = self.luck.pick(&own).cloned();
            let [foot, horse] = [Arm::Infantry, Arm::Cavalry].map(sold);
            let [foot, horse] = [foot, horse].map(|kinds| self.luck.pick(&kinds).cloned());
            let name = format!("Recruits {nth} of {}", known.season);
            let words = [
                ("{NAME}", Some(name)),
                ("{HOME}", home),
                ("{INTO}", into),
                ("{FOOT}", foot),
                ("{HORSE}", horse),
            ];
            let known = words.iter().all(|(word, is)| is.is_some() || !line.contains(word));
            if known {
                let put = |line: String, (word, is): &(&str, Option<String>)| {
                    line.replace(word, is.as_deref().unwrap_or_default())
                };
                lines += ", ";
                lines += &words.iter().fold(line.to_owned(), put);
            }
        }
        lines
    }

    /// Where it would like to go: an enemy, a city, anywhere near.
    fn goal(&mut self, at: Space) -> Option<String> {
        let book = self.book;
        let near = |space: &Space| book.atlas.distance(at, *space) <= 6 && *space != at;
        let foes: Vec<Space> = self
            .known
            .markers
            .iter()
            .filter(|marker| self.known.is_foe(&marker.power) && self.known.may_be_there(marker))
            .map(|marker| marker.at)
            .filter(near)
            .collect();
        let cities: Vec<Space> = book
            .lands
            .cities()
            .keys()
            .copied()
            .filter(|at| book.in_play(*at))
            .filter(near)
            .collect();
        let walled = |at: &Space| self.known.enemy_walls(book, *at, &self.known.power).is_some();
        let walls: Vec<Space> = cities.iter().copied().filter(walled).collect();
        let around: Vec<Space> = book.atlas.within(at, 3);
        let around: Vec<Space> =
            around.into_iter().filter(|at| book.in_play(*at)).filter(near).collect();
        let list = match self.luck.below(10) {
            0..=6 if !foes.is_empty() => foes,
            7..=8 if !walls.is_empty() => walls,
            8 => cities,
            _ => around,
        };
        self.luck.pick(&list).map(|at| book.atlas.number(*at))
    }

    fn entry(&mut self, key: &str, name: &str, points: u32, at: Space) {
        let mut steps = vec![];
        let verb = if self.luck.percent(60) { "attack: {at" } else { "march: {to" };
        if points <= self.points
            && self.luck.percent(80)
            && let Some(goal) = self.goal(at)
        {
            let force = if self.luck.percent(25) { ", force: 2" } else { "" };
            let condition = self.luck.pick(CONDITIONS).copied().unwrap_or("always");
            let asked = match self.luck.percent(25) {
                true => format!(", if: \"{condition}\""),
                false => String::new(),
            };
            steps.push(format!("{{{verb}: {goal}{force}{asked}}}}}"));
            self.points -= points;
        }
        let stores = self.known.stores.get(&self.known.power).copied().unwrap_or(0);
        if stores > 0 && self.luck.percent(15) {
            steps.push("{deploy: depot}".to_owned());
        }
        writeln!(self.text, "  - {key}: \"{name}\"").unwrap();
        if !steps.is_empty() {
            writeln!(self.text, "    steps: [{}]", steps.join(", ")).unwrap();
        }
        let band = self.known.formations.get(name).is_some_and(|one| one.kind == Kind::Marauders);
        let stance = self.luck.pick(STANCES).copied().unwrap_or("attack");
        let stance = if band { "raid" } else { stance };
        writeln!(self.text, "    stance: {stance}").unwrap();
        if self.luck.percent(40) {
            let night = self.luck.pick(NIGHTS).copied().unwrap_or("always");
            writeln!(self.text, "    break off: {{if: {night}}}").unwrap();
        }
        if self.luck.percent(8) {
            writeln!(self.text, "    words: Do as you think best.").unwrap();
        }
    }

    /// Assigns whoever stands alone, and moves a unit between two formations of one hex.
    fn organise(&mut self) {
        let mut lines = vec![];
        let lone = |one: &&Formation| one.under.is_none() && one.kind != Kind::Marauders;
        for one in self.known.own().filter(lone) {
            let chief = self.known.own_generals().find(|general| {
                general.at == one.at
                    && self
                        .known
                        .own()
                        .filter(|other| other.under.as_ref() == Some(&general.name))
                        .count()
                        < general.command as usize
            });
            if let Some(chief) = chief {
                lines.push(format!("assign: {{formation: \"{}\", to: {}}}", one.name, chief.name));
                break;
            }
        }
        let leaves = self.luck.percent(30);
        let led = self.known.own().find(|one| one.under.is_some() && one.kind == Kind::Brigade);
        if let Some(one) = led.filter(|_| leaves) {
            lines.push(format!("assign: {{formation: \"{}\", to: nobody}}", one.name));
        }
        let corps: Vec<_> = self.known.own().filter(|one| one.kind == Kind::Corps).collect();
        for one in &corps {
            let other = corps.iter().find(|other| other.at == one.at && other.name != one.name);
            let room = |name: &str| self.known.formations[name].count(&self.book.troops) < 29;
            if let Some(other) = other
                && room(&other.name)
                && one.count(&self.book.troops) > 2
                && let Some(kind) = one.units.keys().next()
            {
                lines.push(format!(
                    "transfer: {{units: {{{kind}: 1}}, from: \"{}\", to: \"{}\"}}",
                    one.name, other.name
                ));
                break;
            }
        }
        lines.extend(self.reshaped());
        if !lines.is_empty() {
            self.text += "organise:\n";
            for line in lines {
                writeln!(self.text, "  - {line}").unwrap();
            }
        }
    }

    /// Now and then a formation goes up in another, or a new one is made of units of another.
    fn reshaped(&mut self) -> Vec<String> {
        let (lands, troops) = (&self.book.lands, &self.book.troops);
        let own: Vec<_> = self.known.own().collect();
        let mut lines = vec![];
        let pairs = own.iter().flat_map(|one| own.iter().map(move |other| (*one, *other)));
        let fit = |(one, other): &(&Formation, &Formation)| {
            let mut both = (*other).clone();
            for (kind, count) in &one.units {
                *both.units.entry(kind.clone()).or_default() += count;
            }
            one.at == other.at && one.name != other.name && both.too_large(lands, troops).is_none()
        };
        let alike = pairs.into_iter().find(fit);
        if let Some((one, other)) = alike.filter(|_| self.luck.percent(15)) {
            lines.push(format!("merge: {{formation: \"{}\", into: \"{}\"}}", one.name, other.name));
            return lines;
        }
        let large = own.iter().find_map(|one| {
            let foot = |(kind, hits): &(&String, &u32)| {
                let kind = troops.kind(kind);
                kind.arm == Arm::Infantry && **hits > kind.hits
            };
            let (kind, _) = one.units.iter().find(foot).filter(|_| one.count(troops) > 4)?;
            Some((one, kind))
        });
        if let Some((one, kind)) = large.filter(|_| self.luck.percent(15)) {
            lines.push(format!(
                "raise: {{name: \"Brigade of {}\", kind: brigade, from: \"{}\", \
                 units: {{{kind}: 1}}}}",
                self.known.season, one.name
            ));
        }
        lines
    }
}
