//! Receipts are promises: automatic campaigns hold each against many seasons.

#[path = "../common/promise.rs"]
mod held;

use crate::general::General;
use held::{Falsehood, Found, Size, Trial};
use kit::ledger::Ledger;
use napoleon::answers::own_dice::OwnDice;
use napoleon::board::Board;
use napoleon::book::Book;
use napoleon::orders::keys::{ACTS, BUYS, OF_AFTER, OF_DEPLOY, OF_MOVES, OF_TURN, PLANS};
use napoleon::record::force::{Force, Side};
use napoleon::record::state::{State, board};
use napoleon::sequence::Campaign;
use napoleon::sequence::answer::Ask;
use napoleon::sight::Known;
use napoleon::theatre::Place;
use napoleon::{Napoleon, REFEREE, shelf};
use play::{Game, Options, Ruleset};
use serde_json::Value;
use std::collections::BTreeMap;

/// What the head of every receipt says once for all: who is destroyed, routed or in melee, or has nobody
/// left to act on, before they act, or when the battle is over by then; and what battles leave of those for
/// whom something is said after them.
const GENERAL: &[&str] = &["enemy", "battles"];

/// Campaigns, each with its options.
const WARS: [(&str, &[(&str, &str)]); 5] = [
    ("italy-1796", &[("stops", "battle turns")]),
    ("italy-1800", &[("stops", "battle turns")]),
    ("italy-1796", &[("stops", "turns")]),
    ("italy-1800", &[("stops", "battles")]),
    ("italy-1796", &[("stops", "battles"), ("staff", "commands")]),
];

/// Sorts of forces.
const SORTS: [&str; 8] = [
    "any",
    "best infantry",
    "weakest infantry",
    "any cavalry",
    "best cavalry",
    "any in line",
    "any in column",
    "best infantry in line",
];

const CONDITIONS: [&str; 12] = [
    "range = 1",
    "range <= 2",
    "in line",
    "in column",
    "not in melee",
    "turn >= 2",
    "turns left <= 2",
    "odds >= 1:1",
    "enemy cavalry > 0",
    "our losses = 0",
    "supply >= 3",
    "always",
];

/// Somebody who writes everything that a sheet can have, to forces that are there.
struct Writer<'a> {
    book: &'a Book,
    campaign: Campaign,
    dice: OwnDice,
}

impl<'a> Writer<'a> {
    fn percent(&mut self, many: u64) -> bool {
        self.dice.below(100) < many
    }

    fn one<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        let at = self.dice.below(of.len() as u64);
        of.get(usize::try_from(at).unwrap()).cloned()
    }

    fn when(&mut self, percent: u64) -> String {
        match self.percent(percent) {
            true => format!(", if: {}", self.one(&CONDITIONS).unwrap()),
            false => String::new(),
        }
    }

    fn name(&self, force: &Force) -> String {
        format!("\"{}\"", self.book.name(force.id))
    }

    /// The French on the map, with their areas.
    fn on_map(&self) -> Vec<(Force, kit::ground::Space)> {
        let theatre = &self.campaign.theatre;
        let french = theatre.forces.iter().filter(|force| force.side() == Side::French);
        let on_map = french.filter_map(|force| match theatre.place(force.id) {
            Place::Area(at) => Some((*force, at)),
            _ => None,
        });
        on_map.collect()
    }

    fn area(&mut self) -> String {
        let held: Vec<_> = self.on_map().into_iter().map(|(_, at)| at).collect();
        let at = self.one(&held);
        let near = at.map(|at| self.book.map.neighbours(at).into_iter().chain([at]).collect());
        let near: Vec<_> = near.unwrap_or_default();
        self.one(&near).map_or("Nice".to_owned(), |at| self.book.map.name(at).to_owned())
    }

    fn ours(&mut self) -> String {
        let held: Vec<_> = self.on_map().into_iter().map(|(_, at)| at).collect();
        self.one(&held).map_or("Nice".to_owned(), |at| self.book.map.name(at).to_owned())
    }

    fn insights(&mut self) -> String {
        let all = ["Duration", "Engineers", "Front", "Morale", "Raid", "Sweep", "Terrain"];
        let some: Vec<&str> = (0..=self.dice.below(2)).filter_map(|_| self.one(&all)).collect();
        format!("[{}]", some.join(", "))
    }

    fn wishes(&mut self) -> String {
        let mut text = String::new();
        if self.percent(40) {
            text += &format!("battles: [{}, {}]\n", self.area(), self.area());
        }
        if self.percent(50) {
            text += "scouts:\n  - {reroll: fog, from: 7, to: 14, at most: 1}\n";
            text += "  - {reroll: enemy orders, strength: 3, areas: 1}\n";
        }
        text
    }

    /// Marches of some, and purchases.
    fn after(&mut self) -> String {
        let mut text = String::new();
        if self.percent(60) {
            text += "forced march:\n";
            for _ in 0..=self.dice.below(2) {
                let mobile: Vec<_> =
                    self.on_map().into_iter().filter(|(force, _)| force.kind.is_mobile()).collect();
                let Some((force, at)) = self.one(&mobile) else { break };
                let near: Vec<_> = self.book.map.neighbours(at).into_iter().collect();
                let to = self.one(&near).unwrap();
                let (who, to, when) =
                    (self.name(&force), self.book.map.name(to).to_owned(), self.when(20));
                text += &format!("  - {{who: [{who}], to: {to}{when}}}\n");
            }
        }
        if self.percent(80) {
            text += "resupply:\n";
            for _ in 0..=self.dice.below(4) {
                let when = self.when(15);
                text += &match self.dice.below(6) {
                    0 => "  - keep: 1\n".to_owned(),
                    1 => "  - scouts: 1\n".to_owned(),
                    2 => format!("  - refit: {{who: any{when}}}\n"),
                    3 => format!("  - buy: {{what: best cavalry, side: reduced{when}}}\n"),
                    4 => format!("  - buy: {{what: best infantry, at: {}{when}}}\n", self.ours()),
                    _ => format!("  - buy: {{what: weakest infantry{when}}}\n"),
                };
            }
        }
        text
    }

    fn deploy(&mut self, fighters: &[String]) -> String {
        let mut text = String::new();
        if self.percent(50) {
            let (at, join) = (self.ours(), self.on_map());
            let join = self.one(&join).map(|(force, _)| self.name(&force)).unwrap_or_default();
            text += &format!(
                "fog: {{insight: Engineers, napoleon: come, join: [{join}], \
                 recruit: {{what: recruit infantry, at: {at}}}}}\n"
            );
        }
        if self.percent(40) {
            let when = self.when(30);
            text += &format!("more plans: {{plans: {}{when}}}\n", 1 + self.dice.below(2));
        }
        if self.percent(50) {
            text += &format!("insights: {}\n", self.insights());
        }
        if self.percent(30) {
            text += "terrain: approach\n";
        }
        if self.percent(60) {
            let mut some = fighters.to_vec();
            some.extend(["infantry line".to_owned(), "cavalry column".to_owned()]);
            let pick = |writer: &mut Self, many: u64| {
                let some: Vec<String> = (0..many).filter_map(|_| writer.one(&some)).collect();
                some.join(", ")
            };
            let (approach, reserve) = (pick(self, 2), pick(self, 1));
            text += &format!("place: {{approach: [{approach}], reserve: [{reserve}]}}\n");
        }
        text
    }

    fn fight(&mut self, fighters: &[String]) -> String {
        let mut text = String::new();
        let mut some = fighters.to_vec();
        some.extend(SORTS.map(str::to_owned));
        if self.percent(40) {
            let insight = self.one(&["Sweep", "Engineers"]).unwrap();
            let when = self.when(20);
            text += &format!("try: [{{insight: {insight}, scouts: 1{when}}}]\n");
        }
        if self.percent(30) {
            text += "duration: shorter\n";
        }
        if self.percent(80) {
            text += "plans:\n";
            for _ in 0..=self.dice.below(2) {
                let (kind, when) = (self.one(&PLANS).unwrap().key, self.when(20));
                let who = self.one(&some).unwrap();
                text += &match kind {
                    "formation" => {
                        let Some(who) = self.one(fighters) else { continue };
                        let before = self.one(&["enemy", "us"]).unwrap();
                        format!(
                            "  - formation: {{change: {{{who}: line}}, before: {before}{when}}}\n"
                        )
                    }
                    kind => format!("  - {kind}: {{who: {who}{when}}}\n"),
                };
            }
        }
        if self.percent(85) {
            text += "acts:\n";
            for _ in 0..=self.dice.below(4) {
                let (kind, when) = (self.one(&ACTS).unwrap().key, self.when(20));
                let who = self.one(&some).unwrap();
                text += &match kind {
                    "march" => {
                        let how = self.one(&["forward", "forward", "back", "twice"]).unwrap();
                        format!("  - march: {{who: [{who}], how: {how}{when}}}\n")
                    }
                    kind => format!("  - {kind}: {{who: [{who}]{when}}}\n"),
                };
            }
        }
        text
    }

    fn lasting(&mut self) -> String {
        let mut text = String::new();
        if self.percent(40) {
            text += "doctrine:\n";
            for _ in 0..=self.dice.below(3) {
                let battle = self.one(&["any", "with Napoleon", "enemy turn"]).unwrap();
                let when = self.when(30);
                let body = self.deploy(&[]) + &self.fight(&[]);
                let body = body.replace('\n', "\n    ");
                let body =
                    if body.trim().is_empty() { "duration: longer" } else { body.trim_end() };
                text += &format!("  - battle: {battle}\n");
                if let Some(when) = when.strip_prefix(", ") {
                    text += &format!("    {when}\n");
                }
                text += &format!("    {body}\n");
            }
        }
        if self.percent(6) {
            text += "ask: [battle turn, {stop: deploy, if: Napoleon here}, after the battles]\n";
        }
        if self.percent(20) {
            text += "ties: [Augereau, Serurier]\n";
        }
        text
    }
}

/// The forces of a battle that is fought or about to be.
fn fighters(book: &Book, campaign: &Campaign) -> Vec<String> {
    let name = |force: &Force| format!("\"{}\"", book.name(force.id));
    let there = |board: &Board| {
        board.of(Side::French).map(|piece| name(&piece.force)).collect::<Vec<String>>()
    };
    match (board(campaign), &campaign.battle) {
        (Some(board), _) => there(board),
        (None, Some(battle)) => {
            campaign.theatre.forces_at(Side::French, battle.at).iter().map(name).collect()
        }
        (None, None) => vec![],
    }
}

/// The sheet of the automatic player, or one with everything that a stop asks, from what somebody knows.
fn sheet(book: &Book, power: &str, state: &State, seed: u64) -> String {
    let mut dice = OwnDice::seeded(seed);
    let good = General { tries: 0 }.sheet(book, "c", power, state);
    let campaign = state.campaign(book);
    let fighters = fighters(book, &campaign);
    let plain = dice.below(3) == 0;
    let mut writer = Writer { book, campaign, dice };
    let mut text = match state.ask {
        Some(Ask::Moves) => good.clone() + &writer.wishes() + &writer.after(),
        Some(Ask::After) if plain => good.clone(),
        Some(Ask::After) => head(&good) + &writer.wishes() + &writer.after(),
        Some(Ask::Deploy) if plain => good.clone(),
        Some(Ask::Deploy) => {
            let placed: Vec<String> = fighters
                .iter()
                .map(|name| format!("{} line\"", name.trim_end_matches('"')))
                .collect();
            head(&good) + &writer.deploy(&placed)
        }
        Some(Ask::BattleTurn) if plain => good.clone(),
        Some(Ask::BattleTurn) => head(&good) + &writer.fight(&fighters),
        None => head(&good),
    };
    text += &writer.lasting();
    text
}

/// The head of a sheet.
fn head(sheet: &str) -> String {
    sheet.lines().take(3).map(|line| format!("{line}\n")).collect()
}

fn opened(scenario: &str, options: &[(&str, &str)]) -> (Box<dyn Game>, Book) {
    let options: Options =
        options.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let game = REFEREE.open(&shelf(), scenario, &options).unwrap();
    (game, Napoleon::book(&shelf(), scenario, &options).unwrap())
}

/// What may be known wrongly, by the rules that read it.
const FALSE: [Falsehood; 2] = [
    ("supply: nothing is left", |known| {
        known["state"]["campaign"]["map"]["French supply"] = 0.into()
    }),
    ("Napoleon: is nowhere", |known| known["state"]["campaign"]["map"]["napoleon"] = Value::Null),
];

/// Plays campaigns and holds each sheet against seasons that are played again.
fn war((scenario, options): (&str, &[(&str, &str)]), (games, seasons): (u64, u32)) -> Found {
    let (game, book) = opened(scenario, options);
    let write = |power: &str, known: &str, seed: u64| {
        let known: Known = serde_json::from_str(known).unwrap();
        sheet(&book, power, &known.state, seed)
    };
    let mut found = Found::default();
    let replays = if games > 1 { 20 } else { 8 };
    for seed in 0..games {
        let trial = Trial::new(&*game, &write, (GENERAL, GENERAL));
        // The lines of a sheet do not wait for each other.
        let trial = Trial { replays, falsehoods: &FALSE, goes_on: |_, _| true, ..trial };
        let mut ledger = Ledger::seeded("set-up", [seed as u8; 32]);
        let mut at = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
        for season in 0..seasons {
            let seed = seed * 100 + u64::from(season);
            let Some(next) = trial.next(&at, seed, &mut found) else { break };
            at = next;
        }
    }
    found
}

#[test]
fn what_a_receipt_says_happens() {
    let size = match held::size() {
        Size::Small => (1, 8),
        Size::Middle => (2, 15),
        Size::Large => (20, 30),
    };
    let mut all = Found::default();
    for one in WARS {
        all.add(war(one, size));
    }
    all.hold([100, 100, 20]);
    all.hold_planted(&FALSE);
    all.as_a_rule((9, 10), 100);
    all.marks_are_few((1, 10));
    let keys = OF_MOVES.iter().chain(&OF_DEPLOY).chain(&OF_TURN).chain(&OF_AFTER).copied();
    let kinds = PLANS.iter().chain(&ACTS).chain(&BUYS).map(|kind| kind.key);
    let all_keys: Vec<&str> = keys.chain(kinds).chain(["doctrine", "ask", "ties"]).collect();
    if held::size() == Size::Large {
        all.hold_words(&all_keys, &[], 20);
    }
}

/// What people wrote for the first moves is held as well, where their sheets are at hand.
#[test]
fn what_the_receipts_of_people_say_happens() {
    let mut all = Found::default();
    for (scenario, options) in WARS.iter().take(2) {
        let (game, book) = opened(scenario, options);
        let write = |power: &str, known: &str, seed: u64| {
            let known: Known = serde_json::from_str(known).unwrap();
            sheet(&book, power, &known.state, seed)
        };
        let mut ledger = Ledger::seeded("set-up", [0; 32]);
        let at = game.opening(&BTreeMap::new(), &mut ledger).unwrap().after;
        let trial = Trial::new(&*game, &write, (GENERAL, GENERAL));
        Trial { goes_on: |_, _| true, ..trial }.sheets_of_people(&at, &mut all);
    }
    all.hold_people();
}
