//! A dispute starts from the game: moments of the demo campaigns, written as cases, hold when they are
//! played; and what a power gets is made from what it knew alone.

use assert_cmd::Command;
use predicates::str::contains;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use umpire::kit::ledger::Ledger;
use umpire::rules::case::written::{Moment, Own, View};
use umpire::rules::{self, Game, Options, Played, Position, Referee};

const UMPIRE: &str = env!("CARGO_BIN_EXE_umpire");

fn umpire(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(UMPIRE);
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.current_dir(folder).env_remove("UMPIRE_CAMPAIGN").args(arguments);
    command
}

fn text(folder: &Path, arguments: &[&str]) -> String {
    let output = umpire(folder, arguments).assert().success().get_output().stdout.clone();
    String::from_utf8(output).unwrap()
}

/// The demo of a rule system.
fn demo(rules: &str) -> (TempDir, PathBuf) {
    let home = TempDir::new().unwrap();
    let told: Json =
        serde_json::from_str(&text(home.path(), &["demo", "--rules", rules, "--json"])).unwrap();
    let folder = home.path().join(told["folder"].as_str().unwrap());
    (home, folder)
}

/// Writes every so-many-th event of a season as a case, and plays all of them; their texts.
fn written(folder: &Path, season: &str, each: usize) -> BTreeMap<usize, String> {
    let events: Json =
        serde_json::from_str(&text(folder, &["archive", "show", season, "--events", "--json"]))
            .unwrap();
    let count = events.as_array().unwrap().len();
    assert!(count > 50, "there are {count} events");
    let mut texts = BTreeMap::new();
    for number in (1..=count).step_by(each).chain([count]) {
        let case = text(folder, &["case", "--from", &format!("{season}/{number}")]);
        std::fs::write(folder.join(format!("{number}.md")), &case).unwrap();
        texts.insert(number, case);
    }
    let files: Vec<String> = texts.keys().map(|number| format!("{number}.md")).collect();
    let mut arguments = vec!["case", "--json"];
    arguments.extend(files.iter().map(String::as_str));
    let played: Json = serde_json::from_str(&text(folder, &arguments)).unwrap();
    for case in played.as_array().unwrap() {
        assert_eq!(case["holds"], true, "{case}");
    }
    assert_eq!(played.as_array().unwrap().len(), texts.len());
    texts
}

fn forces(case: &str) -> usize {
    case.lines().filter(|line| line.starts_with("  - {power: ")).count()
}

#[test]
fn moments_of_marengo_hold() {
    let (_home, folder) = demo("nations");
    let texts = written(&folder, "spring 1800", 13);
    assert!(texts.values().all(|case| case.contains("**This case shows hidden positions")));
    assert!(texts.values().all(|case| !case.contains("note to umpire")), "notes are private");
    let cut = texts.values().filter(|case| forces(case) < 12).count();
    assert!(cut * 4 > texts.len(), "{cut} of {} are cut to those who are near", texts.len());
}

#[test]
fn moments_of_the_danube_hold() {
    let (_home, folder) = demo("kriegsspiel");
    let texts = written(&folder, "autumn 1805", 9);
    let cut = texts.values().filter(|case| forces(case) < 12).count();
    assert!(cut * 4 > texts.len(), "{cut} of {} are cut to those who are near", texts.len());
}

#[test]
fn a_power_gets_its_own_news() {
    let (_home, folder) = demo("nations");
    // Event 8 is a march of Bonaparte's, far from every Austrian eye.
    let own = text(&folder, &["case", "--from", "spring 1800/8", "--as", "france"]);
    assert!(own.contains("- known: {france: {moved: {"), "{own}");
    assert!(!own.contains("hidden positions") && !own.contains("event 8"), "{own}");
    let theirs = ["case", "--from", "spring 1800/8", "--as", "austria"];
    umpire(&folder, &theirs).assert().failure().stderr(contains("austria was told nothing"));
    umpire(&folder, &["case", "--from", "spring 1800"])
        .assert()
        .failure()
        .stderr(contains("is not written as SEASON/EVENT"));
    umpire(&folder, &["case", "--from", "spring 1800/9999"]).assert().failure();
    // What was known is not enough for a battle that others fought as well.
    let battle = text(&folder, &["case", "--from", "spring 1800/31", "--as", "france"]);
    assert!(battle.contains("It cannot be reproduced from what was known alone"), "{battle}");
}

#[test]
fn results_are_printed_as_json() {
    let home = TempDir::new().unwrap();
    let setup = "```yaml setup\nrules: nations\nprobe: odds\nattacker: 4\ndefender: 2\n```\n";
    let good = format!("## good\n{setup}```yaml expect\nodds: '2:1'\n```\n");
    let bad = format!("## bad\n{setup}```yaml expect\nodds: '3:1'\n```\n");
    let wrong = "## wrong\n```yaml setup\nrules: nations\nseason: spring 1805\nforces:\n  - {power: france, at: Ulm, leader: Ney}\n  - {power: france, at: Ulm, leader: Ney}\n```\n```yaml expect\n- no: moved\n```\n";
    std::fs::write(home.path().join("a.md"), format!("{good}{wrong}{bad}")).unwrap();
    let output = umpire(home.path(), &["case", "a.md", "--json"]).assert().failure();
    let told: Json = serde_json::from_slice(&output.get_output().stdout).unwrap();
    let line = |case: &Json| (case["name"].clone(), case["place"].clone(), case["holds"].clone());
    let all: Vec<_> = told.as_array().unwrap().iter().map(line).collect();
    assert_eq!(
        all,
        [
            (json!("good"), json!("a.md:1"), json!(true)),
            (json!("wrong"), json!("a.md:11"), json!(false)),
            (json!("bad"), json!("a.md:22"), json!(false)),
        ]
    );
    assert_eq!(
        told[1]["differences"],
        json!([
            {"place": "a.md:17", "text": "Ney stands in one place only"},
        ])
    );
    assert_eq!(told[2]["differences"][0]["place"], "a.md:30");
}

/// A season of a game that was opened here, and can be played with another beginning.
struct Season {
    referee: &'static dyn Referee,
    scenario: String,
    game: Box<dyn Game>,
    before: Position,
    sheets: BTreeMap<String, String>,
}

impl Season {
    fn open(scenario: &str) -> Self {
        let shelf = rules::shelf();
        let (referee, name) = rules::find(&shelf, scenario).unwrap();
        let game = referee.open(&shelf, &name, &Options::new()).unwrap();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("orders").join(scenario);
        let sheet = |power: &String| {
            let text = std::fs::read_to_string(folder.join(format!("{power}.yaml"))).ok()?;
            Some((power.clone(), text))
        };
        let powers = game.card().powers;
        let sheets: BTreeMap<String, String> =
            powers.iter().filter_map(|(power, _)| sheet(power)).collect();
        let opened = game.opening(&sheets, &mut Ledger::seeded("set-up", [0; 32])).unwrap();
        Self { referee, scenario: name, game, before: opened.after, sheets }
    }

    fn play(&self, state: &str) -> Played {
        let before = Position { state: state.to_owned(), ..self.before.clone() };
        let mut ledger = Ledger::seeded(&before.season.name, [7; 32]);
        self.game.resolve(&before, &self.sheets, &mut ledger).unwrap()
    }

    /// What France can write of every so-many-th event that it was told of.
    fn written(&self, state: &str, played: &Played, each: usize) -> Vec<String> {
        let shelf = rules::shelf();
        let mut texts = vec![];
        for number in (1..=played.events.len()).step_by(each) {
            let told = self.game.explain(state, &played.events[..number]).unwrap();
            let Some(news) = told.news.get("france").copied() else { continue };
            let own = Own {
                before: &self.before.known["france"],
                after: &played.after.known["france"],
                sheet: self.sheets.get("france").map(String::as_str),
                news,
                told: "France was told:".to_owned(),
            };
            let options = Options::new();
            let title = "what France was told".to_owned();
            let view = View::Power(own);
            let moment = Moment { scenario: &self.scenario, options: &options, title, view };
            texts.push(self.referee.write_case(&shelf, &moment).unwrap());
        }
        texts
    }

    /// The first of these twins whose difference France cannot know.
    fn twin(&self, base: &Played, twins: Vec<Json>) -> (String, Played) {
        let hidden = |twin: &Json| {
            let state = twin.to_string();
            let played = self.play(&state);
            let same = played.after.known["france"] == base.after.known["france"];
            (same && played.after.state != base.after.state).then_some((state, played))
        };
        twins.iter().find_map(hidden).expect("something can be changed that France does not see")
    }
}

/// Holds what a power writes in one campaign against what it writes in its twin.
fn same_bytes(season: &Season, twins: Vec<Json>, each: usize) {
    let base = season.play(&season.before.state);
    let (state, played) = season.twin(&base, twins);
    let texts = season.written(&season.before.state, &base, each);
    assert!(texts.len() > 3, "France was told of some of it");
    assert_eq!(texts, season.written(&state, &played, each));
}

#[test]
fn a_twin_writes_the_same_in_nations() {
    let season = Season::open("nations/marengo-1800");
    let state: Json = serde_json::from_str(&season.before.state).unwrap();
    let numbers: Vec<String> = state["forces"].as_object().unwrap().keys().cloned().collect();
    let changed = |number: &String| {
        let mut twin = state.clone();
        let force = &mut twin["forces"][number];
        let enemy = force["power"] != "france" && force["units"].is_array();
        force["trains"] = json!(3);
        enemy.then_some(twin)
    };
    same_bytes(&season, numbers.iter().filter_map(changed).collect(), 13);
}

#[test]
fn a_twin_writes_the_same_in_the_kriegsspiel() {
    let season = Season::open("kriegsspiel/danube-1805");
    let state: Json = serde_json::from_str(&season.before.state).unwrap();
    let names: Vec<String> = state["formations"].as_object().unwrap().keys().cloned().collect();
    let changed = |name: &String| {
        let mut twin = state.clone();
        let one = &mut twin["formations"][name];
        let enemy = one["power"] == "austria" || one["power"] == "russia";
        let hits = one["units"].as_object_mut()?.values_mut().max_by_key(|hits| hits.as_u64())?;
        *hits = json!(hits.as_u64()? - 1);
        (enemy && *hits != json!(0)).then_some(twin)
    };
    same_bytes(&season, names.iter().filter_map(changed).collect(), 3);
}
