//! Sheets that nobody would write: whatever stands in them, nothing panics, and what the receipt lets
//! pass can be done.

use super::seam::ByMail;
use crate::general::General;
use napoleon::answers::own_dice::OwnDice;
use napoleon::record::event::Event;
use napoleon::sequence::Happened;
use napoleon::sequence::answer::{Ask, Fault};
use std::collections::BTreeMap;

/// Words for every place of a sheet, sound and not.
const NAMES: [&str; 16] = [
    "Augereau",
    "Serurier",
    "Macquard",
    "Stengel",
    "Kilmaine",
    "Garnier",
    "Napoleon",
    "any",
    "best infantry in line",
    "weakest",
    "cavalry",
    "French garrison 1",
    "recruit infantry",
    "Provera",
    "Lannes",
    "\"\"",
];
const AREAS: [&str; 8] =
    ["Nice", "Turin", "Savona", "Genoa", "Milan", "Marengo", "Klagenfurt", "Ulm"];
const CONDITIONS: [&str; 8] = [
    "always",
    "odds >= 2:1",
    "supply >= 3",
    "range <= 1",
    "Turin is ours",
    "enemy within 1 of Nice",
    "not (routed or in melee)",
    "happiness > 3",
];

struct Writer(OwnDice);

impl Writer {
    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        let at = usize::try_from(self.0.below(of.len() as u64)).unwrap();
        of[at]
    }

    fn some(&mut self, of: &[&str], most: u64) -> String {
        let many = self.0.below(most + 1);
        let names: Vec<&str> = (0..many).map(|_| self.one(of)).collect();
        format!("[{}]", names.join(", "))
    }

    /// Now and then a condition.
    fn when(&mut self) -> String {
        match self.0.below(4) {
            0 => format!(", if: {}", self.one(&CONDITIONS)),
            _ => String::new(),
        }
    }

    fn going(&mut self, key: &str) -> String {
        let mut text = format!("{key}:\n");
        for _ in 0..self.0.below(4) {
            let (who, to, when) = (self.some(&NAMES, 3), self.one(&AREAS), self.when());
            text += &format!("  - {{who: {who}, to: {to}{when}}}\n");
        }
        text
    }

    fn steps(&mut self, key: &str, kinds: &[&str]) -> String {
        let mut text = format!("{key}:\n");
        for _ in 0..self.0.below(5) {
            let (kind, who, when) = (self.one(kinds), self.one(&NAMES), self.when());
            text += &match kind {
                "formation" => {
                    let to = self.one(&["line", "column", "square"]);
                    format!("  - formation: {{change: {{{who}: {to}}}{when}}}\n")
                }
                "march" => {
                    let how = self.one(&["forward", "back", "twice", "sideways"]);
                    format!("  - march: {{who: {who}, how: {how}{when}}}\n")
                }
                "buy" => {
                    let at = self.one(&AREAS);
                    format!("  - buy: {{what: {who}, at: {at}{when}}}\n")
                }
                "keep" | "scouts" => format!("  - {kind}: {}\n", self.0.below(6)),
                kind => format!("  - {kind}: {{who: {who}{when}}}\n"),
            };
        }
        text
    }

    fn place(&mut self) -> String {
        let placed: Vec<String> = NAMES
            .iter()
            .flat_map(|name| [format!("{name} line"), format!("{name} column")])
            .collect();
        let placed: Vec<&str> = placed.iter().map(String::as_str).collect();
        let (approach, reserve) = (self.some(&placed, 5), self.some(&placed, 3));
        format!("place: {{approach: {approach}, reserve: {reserve}}}\n")
    }

    /// A sheet for a stop, with keys of other stops now and then.
    fn sheet(&mut self, ask: Ask) -> String {
        const PLANS: [&str; 10] = [
            "charge",
            "engage",
            "flank",
            "formation",
            "grapeshot",
            "prepare",
            "push",
            "square",
            "volley",
            "storm",
        ];
        const ACTS: [&str; 6] = ["fire", "march", "pivot", "stand", "play", "sing"];
        const BUYS: [&str; 5] = ["refit", "buy", "scouts", "keep", "sell"];
        let ask = match self.0.below(8) {
            0 => Ask::Moves,
            1 => Ask::BattleTurn,
            _ => ask,
        };
        let mut text = "campaign: c\npower: france\n".to_owned();
        match ask {
            Ask::Moves => {
                text += &self.going("moves");
                text += &format!("battles: {}\n", self.some(&AREAS, 3));
            }
            Ask::Deploy => {
                text += &format!("more plans: {}\n", self.0.below(4));
                let insights = ["Sweep", "Front", "Terrain", "Duration", "Raid", "Luck"];
                text += &format!("insights: {}\n", self.some(&insights, 3));
                text += &format!("fog: {{join: {}, napoleon: come}}\n", self.some(&NAMES, 2));
                text += &self.place();
            }
            Ask::BattleTurn => {
                let insight = self.one(&["Sweep", "Engineers", "Luck"]);
                let (who, when) = (self.some(&NAMES, 2), self.when());
                text += &format!("try: [{{insight: {insight}, who: {who}, scouts: 1{when}}}]\n");
                text += &self.steps("plans", &PLANS);
                text += &self.steps("acts", &ACTS);
            }
            Ask::After => {
                text += &self.going("forced march");
                text += &self.steps("resupply", &BUYS);
            }
        }
        if self.0.below(4) == 0 {
            let (battle, when) = (self.one(&AREAS), self.when());
            let acts = self.steps("acts", &ACTS).replace('\n', "\n  ");
            text +=
                &format!("doctrine:\n- {{battle: {battle}{when}, duration: longer}}\n- {acts}\n");
            text += &format!("ties: {}\n", self.some(&NAMES, 3));
        }
        text
    }
}

#[test]
fn what_the_receipt_lets_pass_can_be_done() {
    let (mut stops, mut sound) = (BTreeMap::new(), 0);
    for seed in 0..60 {
        let mut writer = Writer(OwnDice::seeded(seed));
        let options: &[(&str, &str)] = if seed % 3 == 0 { &[("ties", "player")] } else { &[] };
        let scenario = if seed % 4 == 0 { "italy-1800" } else { "italy-1796" };
        let mut by_mail = ByMail::begun(scenario, options, u8::try_from(seed).unwrap());
        for _ in 0..12 {
            if by_mail.over {
                break;
            }
            let ask = by_mail.state().ask.unwrap();
            *stops.entry(ask).or_insert(0) += 1;
            // Some good sheets between the odd ones, so that the campaign goes on.
            let good = by_mail.sheet(General { tries: 0 });
            let sheet = if writer.0.below(2) == 0 { good } else { writer.sheet(ask) };
            let (codes, told) = by_mail.faults(&sheet);
            sound += usize::from(codes.is_empty());
            let (played, _) = by_mail.play(&sheet);
            for event in &played.events {
                let event: Event = serde_json::from_str(event).unwrap();
                // In a turn of battle a force may be gone when its act comes; by a condition two
                // lines may want the same.
                if let Event::Map { what: Happened::Refused(fault), .. } = event
                    && !sheet.contains("if:")
                {
                    let in_turn = matches!(fault, Fault::Act(..) | Fault::Plan(_));
                    assert!(in_turn && ask == Ask::BattleTurn, "{fault:?}:\n{sheet}\n{told}");
                }
            }
        }
    }
    assert!(stops.len() == 4 && stops.values().all(|many| *many > 20), "{stops:?}");
    assert!(sound > 100, "{sound} sheets without a fault");
}
