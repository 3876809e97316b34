//! The sheets of made-up games: what the orders of a power could be in the season that is open.

use super::luck::Luck;
use super::table::Table;
use rules::{Game, Options};
use std::fs;

/// Writes sheets for a campaign.
pub struct Sheets {
    rules: String,
    scenario: String,
    /// The game that writes an example of its own; none for a game that is only for tests.
    game: Option<Box<dyn Game>>,
}

impl Sheets {
    pub fn of(scenario: &str, options: &[&str]) -> Sheets {
        let (rules, scenario) = scenario.split_once('/').unwrap();
        let pairs = options.iter().filter_map(|option| option.split_once('='));
        let options: Options =
            pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let referee = rules::referee(rules);
        let open = |referee: &dyn rules::Referee| {
            referee.open(&rules::shelf(), scenario, &options).unwrap()
        };
        let game = referee.map(open);
        Sheets { rules: rules.to_owned(), scenario: scenario.to_owned(), game }
    }

    /// A sheet for the season that is open. The first is an example with moves in it, if there is
    /// one; whether it has standing orders and a private note is chance.
    pub fn sheet(&self, table: &Table, luck: &mut Luck, power: &str, number: usize) -> String {
        let whole = (number == 0).then(|| self.example(table, power)).flatten();
        let body = whole.unwrap_or_else(|| self.steady(table, luck, power));
        let note = match luck.percent(30) {
            true => format!("note to umpire: this is plan {}\n", luck.below(99)),
            false => String::new(),
        };
        let standing = match luck.percent(25) && !body.contains("\nstanding:") {
            true => self.standing(&table.open().name),
            false => "",
        };
        format!("{}\n{standing}{note}# {number}\n", body.trim_end())
    }

    /// The sheet that lies with the program, or the one that a new player would be shown.
    fn example(&self, table: &Table, power: &str) -> Option<String> {
        let open = table.open();
        let root = env!("CARGO_MANIFEST_DIR").trim_end_matches("/src/desk");
        let scenario = format!("{root}/orders/{}/{}", self.rules, self.scenario);
        let folder = match open.number {
            1 => scenario,
            number => format!("{scenario}/{number}"),
        };
        if let Ok(text) = fs::read_to_string(format!("{folder}/{power}.yaml")) {
            return Some(text.replace(&format!("campaign: {}", self.scenario), "campaign: game"));
        }
        let known = table.store().known(open.id).unwrap().remove(power)?;
        self.game.as_ref()?.example(&known, "game").ok()
    }

    /// Orders that can be given wherever everybody stands.
    fn steady(&self, table: &Table, luck: &mut Luck, power: &str) -> String {
        let open = table.open();
        let body = match (self.rules.as_str(), open.name.split(' ').next().unwrap_or_default()) {
            ("nations", "cabinet") => format!("budget:\n  - keep: {}\n", luck.below(9) + 1),
            ("nations", _) => {
                let odds = luck.below(3) + 1;
                format!("reactions:\n  - who: any\n    second round: {{if: odds >= {odds}:1}}\n")
            }
            ("frederick", "court") => {
                let (bid, most) = (luck.below(3), luck.below(3) + 1);
                format!(
                    "initiative: [{{bid: 3, if: thaler >= 900}}, {{bid: {bid}}}]\n\
                     market: {{up to: {most}}}\n"
                )
            }
            ("court", "hands") => self.card(table, luck, power),
            ("court", "council") => format!("bid: {}\n", luck.below(4)),
            ("court", _) => {
                let other = if power == "ada" { "bert" } else { "ada" };
                let gold = luck.below(2) + 1;
                format!("deals: [{{name: pact, with: {other}, giver: ada, gold: {gold}}}]\n")
            }
            _ => String::new(),
        };
        format!("campaign: game\nseason: {}\npower: {power}\n{body}", open.name)
    }

    /// A card of the hand is played.
    fn card(&self, table: &Table, luck: &mut Luck, power: &str) -> String {
        let known = table.store().known(table.open().id).unwrap().remove(power);
        let known: serde_json::Value = serde_json::from_str(&known.unwrap()).unwrap();
        let hand = known["deck"]["own"].as_array().unwrap();
        luck.pick(hand).map_or(String::new(), |card| format!("play: {}\n", card.as_str().unwrap()))
    }

    fn standing(&self, season: &str) -> &'static str {
        match self.rules.as_str() {
            "nations" if !season.starts_with("cabinet") => {
                "standing:\n  reactions:\n    - who: any\n      second round: {if: odds >= 2:1}\n"
            }
            "frederick" => "standing:\n  market: {up to: 1}\n",
            "court" => "standing: {bid: 1}\n",
            _ => "",
        }
    }
}
