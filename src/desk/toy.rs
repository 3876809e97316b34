//! A tiny game for the desk's own tests: two powers plant trees in a garden.
//!
//! `plant: N` plants so many; `tree: NAME` is what the set-up leaves open; `ask: yes` puts a
//! question that only a person can answer; a key it does not know is a fault.
//!
//! It stands behind documents as the desk sees a game. A small game in the types of a rule system is
//! [`court`].

#[cfg(test)]
pub mod court;

use include_dir::Dir;
use kit::annals::{Annals, Subject};
use kit::chart::Chart;
use kit::decision::Decision;
use kit::ledger::{Ledger, Question, Shown, Source};
use kit::newspaper::Issue;
use kit::rule::Rule;
use kit::shelf::{BookPages, Shelf};
use rules::*;
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use sheet::guide::Chapter;
use sheet::{Diagnostic, Diagnostics, frame, shape, shape::Kind};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

kit::asked! {
    Tree = "tree" in SetUp "tree" {
        rule: "1",
        decision: "which tree is planted",
        decider: "owner",
        options: "oak, lime",
        default: "oak",
    }
    Weeds = "weeds" in Entry "ask" {
        rule: "1",
        decision: "what is done with the weeds",
        decider: "umpire",
        options: "pull, leave",
        default: "leave",
    }
}

pub struct Toy;

const SOIL: Rule = Rule("TOY §1");
const POWERS: [&str; 2] = ["ada", "bert"];
/// A season in which one power says what is pruned.
const PRUNING: SeasonKind = SeasonKind { name: "pruning", doc: "What is pruned." };
const KINDS: &[SeasonKind] = &[season::ORDERS, PRUNING];
/// All seasons in the order in which they are played; the second only if the garden is pruned.
const SEASONS: [&str; 4] = ["spring 1800", "pruning 1800 (1)", "summer 1800", "autumn 1800"];

#[derive(Debug, Default, Serialize, Deserialize)]
struct Garden {
    season: usize,
    pruned: bool,
    trees: BTreeMap<String, (String, u32)>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Own {
    season: String,
    power: String,
    tree: String,
    count: u32,
}

impl PlayerReferee for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }
    fn title(&self) -> &'static str {
        "The Garden"
    }
    fn edition(&self) -> &'static str {
        "1"
    }
    fn books(&self) -> &'static Dir<'static> {
        static NONE: Dir<'static> = Dir::new("", &[]);
        &NONE
    }
    fn schema(&self) -> Json {
        json!({"title": "The Garden"})
    }
    fn guide(&self) -> Vec<Chapter> {
        vec![Chapter::of("THE KEYS OF A SHEET", vec!["tree: NAME".to_owned()])]
    }
    fn decisions(&self) -> Vec<Decision> {
        Topic::ASKED.to_vec()
    }
    fn open_for_player(
        &self,
        shelf: &Shelf,
        _: &str,
        options: &Options,
    ) -> Result<Box<dyn PlayerGame>, BookError> {
        Ok(Box::new(opened(shelf, options)))
    }
}

impl Referee for Toy {
    fn draws(&self) -> bool {
        false
    }
    fn kinds(&self) -> &'static [SeasonKind] {
        KINDS
    }
    fn options(&self) -> &'static [OptionCard] {
        &[
            OptionCard { name: "soil", values: &["rich", "poor"], doc: "How trees grow." },
            OptionCard { name: "pruned", values: &["no", "by bert"], doc: "Who prunes." },
            OptionCard { name: "paper", values: &["no", "yes"], doc: "Whether one appears." },
        ]
    }
    fn scenarios(&self, _: &Shelf) -> Vec<String> {
        vec!["garden".into()]
    }
    fn open(&self, shelf: &Shelf, _: &str, options: &Options) -> Result<Box<dyn Game>, BookError> {
        Ok(Box::new(opened(shelf, options)))
    }
    fn lay(&self, pages: &BookPages, _: &str) -> Shelf {
        let mut shelf = Shelf::default();
        pages.iter().for_each(|(name, text)| shelf.lay(name, text.to_owned()));
        shelf
    }
    fn draws_in_order(&self, _: &str, drawn: &Shown, _: &[&str]) -> bool {
        drawn.options().is_sorted()
    }
    fn proofs(&self, _: &str) -> Proofs {
        Proofs::Whole
    }
    fn keys(&self) -> Vec<&'static str> {
        vec![]
    }
    fn case(&self, _: &Shelf, _: &case::Case) -> Result<case::Outcome, case::PlayError> {
        Err("the garden has no cases".into())
    }
    fn write_case(&self, _: &Shelf, _: &case::written::Moment<'_>) -> Result<String, BookError> {
        Err(BookError::Case("the garden has no cases".into()))
    }
    fn vocabulary(&self) -> case::Vocabulary {
        case::Vocabulary::default()
    }
}

struct Open {
    digest: String,
    pages: BookPages,
    pruned: bool,
    paper: bool,
}

fn opened(shelf: &Shelf, options: &Options) -> Open {
    let mut pages = BookPages::default();
    pages.add("garden.yaml", "trees: [oak, lime]\n");
    for page in shelf.names("toy") {
        pages.add(&page, shelf.text(&page).unwrap_or_default().to_owned());
    }
    let pruned = options.get("pruned").is_some_and(|value| value == "by bert");
    let paper = options.get("paper").is_some_and(|value| value == "yes");
    Open { digest: pages.digest(), pages, pruned, paper }
}

fn broken(error: serde_json::Error) -> BookError {
    BookError::Document(error.to_string())
}

fn word(sheet: &str, key: &str) -> Option<String> {
    let root = shape::shape(sheet, &mut Diagnostics::default())?;
    let root = if sheet.starts_with("# standing\n") { root.get("standing")?.clone() } else { root };
    root.get(key)?.text().map(str::to_owned)
}

fn card(garden: &Garden) -> SeasonCard {
    let name = SEASONS[garden.season].to_owned();
    let asks = match garden.season {
        1 => Asks::of(PRUNING, BTreeSet::from(["bert".to_owned()])).titled("the old lime"),
        _ => Asks::default(),
    };
    SeasonCard::new(name, asks, KINDS)
}

fn after(garden: &Garden) -> Position {
    let known = |(power, (tree, count)): (&String, &(String, u32))| {
        let own = Own {
            season: SEASONS[garden.season].to_owned(),
            power: power.clone(),
            tree: tree.clone(),
            count: *count,
        };
        (power.clone(), serde_json::to_string(&own).unwrap())
    };
    Position {
        season: card(garden),
        state: serde_json::to_string(garden).unwrap(),
        known: garden.trees.iter().map(known).collect(),
    }
}

impl PlayerGame for Open {
    fn card(&self) -> Card {
        Card {
            rules: "toy",
            edition: "1",
            scenario: "garden".into(),
            title: "The Garden".into(),
            first: SEASONS[0].into(),
            last: Some(SEASONS[3].into()),
            powers: POWERS.map(|power| (power.to_owned(), format!("{power}'s side"))).into(),
        }
    }

    fn pages(&self) -> &BookPages {
        &self.pages
    }

    fn book_digest(&self) -> &str {
        &self.digest
    }

    fn check(&self, known: &str, sheet: &str) -> Result<Checked, BookError> {
        let own: Own = serde_json::from_str(known).unwrap();
        let mut checked = Checked::default();
        let Some(root) = shape::shape(sheet, &mut checked.faults) else { return Ok(checked) };
        if !frame::must_be_map(&root, &mut checked.faults) {
            return Ok(checked);
        }
        let Kind::Map(pairs) = &root.kind else { return Ok(checked) };
        for (key, value) in pairs {
            match key.text().unwrap_or_default() {
                "campaign" | "season" | "power" | "token" | "strict" | "ask" | "standing"
                | "note to umpire" => {}
                "thistle" => panic!("a thistle is a fault of ours"),
                "tree" | "plant" => {
                    checked.counts = true;
                    let lines = vec![format!("{} of {}", value.text().unwrap(), own.tree)];
                    let heading = key.text().unwrap().to_owned();
                    checked.understood.push(UnderstoodEntry::plain(heading, lines));
                }
                _ => checked.faults.push(
                    Diagnostic::fault("no-such-key", key.at.clone(), "a garden knows no such key")
                        .help("plant something"),
                ),
            }
        }
        Ok(checked)
    }

    fn form(&self, known: &str, campaign: &str, _: Option<&str>) -> Result<String, BookError> {
        let own: Own = serde_json::from_str(known).unwrap();
        Ok(format!("campaign: {campaign}\nseason: {}\npower: {}\n", own.season, own.power))
    }

    fn battle_board(&self, _: &str) -> Result<Option<rules::BattleBoard>, BookError> {
        Ok(None)
    }

    fn own_forces(&self, _: &str) -> Result<Vec<OwnForce>, BookError> {
        Ok(vec![])
    }

    fn primer(&self, _: &str) -> Result<Vec<Chapter>, BookError> {
        Ok(vec![Chapter::of("HOW A GARDEN GROWS", vec!["Trees grow by a die.".to_owned()])])
    }

    fn chart(&self, known: &str) -> Result<Chart, BookError> {
        let own: Own = serde_json::from_str(known).unwrap();
        Ok(Chart::new("The Garden", &own.tree, "spring 1800".to_owned()))
    }

    fn order(&self, one: &str, other: &str) -> Option<Ordering> {
        let place = |name: &str| SEASONS.iter().position(|season| *season == name);
        Some(place(one)?.cmp(&place(other)?))
    }
}

impl Game for Open {
    fn opening(
        &self,
        sheets: &BTreeMap<String, String>,
        ledger: &mut Ledger,
    ) -> Result<Played, BookError> {
        let mut garden = Garden { pruned: self.pruned, ..Garden::default() };
        for power in POWERS {
            let chosen = sheets.get(power).and_then(|sheet| word(sheet, "tree"));
            let question = Question {
                ask: SOIL.by(power),
                decider: power.into(),
                decision: Topic::Tree.decision(),
                options: vec!["oak".into(), "lime".into()],
                default: "oak".into(),
                needs_human: false,
            };
            let tree = ledger.decide(question, chosen.map(|tree| (tree, Source::Entry))).choice;
            garden.trees.insert(power.into(), (tree, 0));
        }
        let after = after(&garden);
        Ok(Played { events: vec![], digest: vec![], odd: vec![], after, over: false })
    }

    fn known_to_umpire(&self, _: &str, _: &[String]) -> Result<String, BookError> {
        Err(BookError::Document("in the garden nothing is hidden".into()))
    }
    /// Everybody hears what is planted, season after season.
    fn known_to_all(
        &self,
        before: Option<&str>,
        state: &str,
        events: &[String],
    ) -> Result<Option<String>, BookError> {
        let garden: Garden = serde_json::from_str(state).map_err(broken)?;
        let seasons: Vec<String> =
            before.map_or(Ok(vec![]), serde_json::from_str).map_err(broken)?;
        let planted = format!("{}: {} plantings", SEASONS[garden.season], events.len());
        let seasons: Vec<String> = seasons.into_iter().chain([planted]).collect();
        Ok(self.paper.then(|| json!(seasons).to_string()))
    }

    fn newspaper(&self, known: &str) -> Result<Issue, BookError> {
        let seasons: Vec<String> = serde_json::from_str(known).map_err(broken)?;
        Ok(Issue {
            paper: "The Hedge".into(),
            scenario: "The Garden".into(),
            season: SEASONS[seasons.len() - 1].into(),
            headlines: seasons,
            ..Issue::default()
        })
    }

    fn chronicle(&self, _: &str, events: &[String]) -> Result<Vec<String>, BookError> {
        Ok(events.to_vec())
    }

    fn explain(&self, _: &str, events: &[String]) -> Result<Explained, BookError> {
        let meaning = events.last().cloned().unwrap_or_default();
        Ok(Explained { name: "planted".into(), meaning, ..Explained::default() })
    }

    fn check_fact(&self, _: &str) -> Result<(), String> {
        Err("nobody rules over a garden".into())
    }

    fn facts(&self) -> &'static str {
        ""
    }

    fn part(&self) -> &'static str {
        "bed"
    }

    fn choices(&self, _: &str, _: &str) -> Result<Option<Vec<String>>, BookError> {
        Ok(None)
    }

    fn briefing(&self, _: &str) -> Result<Briefing, BookError> {
        Ok(Briefing::new(vec!["The tallest tree wins.".to_owned()], vec![], vec![]))
    }

    fn calendar(&self, _: &str) -> Result<Vec<String>, BookError> {
        Ok(vec!["The garden grows every season.".to_owned()])
    }

    fn example(&self, known: &str, campaign: &str) -> Result<String, BookError> {
        self.form(known, campaign, None)
    }

    fn resolve(
        &self,
        before: &Position,
        sheets: &BTreeMap<String, String>,
        ledger: &mut Ledger,
    ) -> Result<Played, BookError> {
        let mut garden: Garden = serde_json::from_str(&before.state).map_err(broken)?;
        let mut events = vec![];
        for (power, sheet) in sheets {
            let grown = u32::from(ledger.dice(SOIL.by(power), 1, 6).sum());
            let planted: u32 =
                word(sheet, "plant").and_then(|number| number.parse().ok()).unwrap_or(0);
            garden.trees.get_mut(power).unwrap().1 += planted * grown;
            events.push(json!({"planted": {"power": power, "grown": grown}}).to_string());
            if word(sheet, "ask").is_some() {
                ledger.decide(
                    Question {
                        ask: SOIL.by(power),
                        decider: power.clone(),
                        decision: Topic::Weeds.decision(),
                        options: vec!["pull".into(), "leave".into()],
                        default: "leave".into(),
                        needs_human: true,
                    },
                    None,
                );
            }
        }
        let over = garden.season == SEASONS.len() - 1;
        garden.season = match garden.season {
            0 if !garden.pruned => 2,
            season if over => season,
            season => season + 1,
        };
        let after = after(&garden);
        Ok(Played { events, digest: vec![], odd: vec![], after, over })
    }

    fn view(&self, known: &str) -> Result<Json, BookError> {
        Ok(serde_json::from_str(known).unwrap())
    }

    fn shown(&self, _: &str) -> Result<Vec<Shown>, BookError> {
        Ok(vec![])
    }

    fn annals(&self, _known: &str) -> Result<Annals, BookError> {
        Ok(Annals::default())
    }

    fn roster(&self) -> Vec<Subject> {
        vec![]
    }

    fn battles(&self, _events: &[String]) -> Result<usize, BookError> {
        Ok(0)
    }

    fn asks(&self, state: &str) -> Result<SeasonCard, BookError> {
        Ok(card(&serde_json::from_str(state).map_err(broken)?))
    }

    fn legacy(&self, _state: &str) -> Result<Result<serde_json::Value, String>, BookError> {
        Ok(Err("this game has no campaigns in a row".to_owned()))
    }

    fn letters_at_once(&self, season: &str) -> bool {
        season.starts_with("spring")
    }
}
