//! A scenario of one's own, by the program itself: a folder of pages becomes a campaign, is played,
//! proved and exported without the folder; and each fault of its pages is told at its place.

use assert_cmd::Command;
use predicates::str::contains;
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;
use tempfile::TempDir;
use umpire::rules::{self, Options};

const UMPIRE: &str = env!("CARGO_BIN_EXE_umpire");
const SEVEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/scenarios/europe-1805");
const POWERS: [&str; 7] = ["austria", "britain", "france", "prussia", "russia", "spain", "turkey"];

/// A folder for everything that one test makes.
struct House(TempDir);

impl House {
    fn new() -> House {
        House(TempDir::new().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The program, in a folder of this house.
    fn umpire(&self, folder: &str, args: &[&str]) -> assert_cmd::assert::Assert {
        let mut command = Command::new(UMPIRE);
        command.env("XDG_STATE_HOME", self.path("state")).env("HOME", self.path(""));
        command.current_dir(self.path(folder)).args(args).assert()
    }

    fn told(&self, folder: &str, args: &[&str]) -> String {
        let output = self.umpire(folder, args).success().get_output().stdout.clone();
        String::from_utf8(output).unwrap()
    }

    /// A scenario of two powers, with this changed in its page.
    fn scenario(&self, name: &str, change: impl FnOnce(String) -> String) -> PathBuf {
        let folder = self.path(name);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("scenario.yaml"), change(example("nations"))).unwrap();
        folder
    }
}

/// The example with which the explanation of a rule system ends.
fn example(rules: &str) -> String {
    let guide = rules::referee(rules).unwrap().scenario_guide(&rules::shelf()).unwrap();
    guide.split("## A small complete example\n\n").nth(1).unwrap().to_owned()
}

fn copied(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        fs::copy(entry.path(), to.join(entry.file_name())).unwrap();
    }
}

/// The example sheet for what a power knows, as its file says it.
fn sheet(house: &House, reports: &str, power: &str) -> String {
    let file = house.path(&format!("seven/reports/{reports}/{power}.known.json"));
    let file: Json = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let own = file["pages"]["scenario.yaml"].as_str().expect("the page goes with it").to_owned();
    let mut shelf = rules::shelf();
    shelf.lay("nations/europe-1805/scenario.yaml", own);
    let nations = rules::referee("nations").unwrap();
    let game = nations.open(&shelf, "europe-1805", &Options::new()).unwrap();
    game.example(&file["known"].to_string(), "seven").unwrap()
}

/// Seven players, two seasons, without the folder that the scenario came from.
#[test]
fn seven_powers_play_a_scenario_from_a_folder() {
    let house = House::new();
    copied(Path::new(SEVEN), &house.path("europe-1805"));
    let secret = "2a".repeat(32);
    let made = ["new", "seven", "--scenario", "./europe-1805", "--secret", &secret];
    house.umpire("", &made).success().stdout(contains("Seven powers"));
    fs::remove_dir_all(house.path("europe-1805")).unwrap();
    let settings = fs::read_to_string(house.path("seven/umpire.yaml")).unwrap();
    fs::write(house.path("seven/umpire.yaml"), settings + "\nreport: {png: false}\n").unwrap();
    for power in POWERS {
        let address = format!("{power}@post.example");
        let add = ["player", "add", power, "--address", &address, "--power", power];
        house.umpire("seven", &add).success();
    }
    house.umpire("seven", &["start", "--defaults"]).success();
    for (reports, season) in [("opening", "summer 1805"), ("summer-1805", "autumn 1805")] {
        let names = POWERS.map(|power| format!("{power}-{reports}.yaml"));
        for (power, name) in POWERS.iter().zip(&names) {
            let text = sheet(&house, reports, power);
            fs::write(house.path("seven").join(name), text).unwrap();
        }
        let intake = [&["intake"][..], &names.each_ref().map(String::as_str)[..]].concat();
        house.umpire("seven", &intake).success();
        house.umpire("seven", &["resolve"]).success();
        house.umpire("seven", &["publish", "--force", "a test"]).success().stdout(contains(season));
    }
    house.umpire("seven", &["verify"]).success();
    for power in POWERS {
        let map = house.path(&format!("seven/reports/summer-1805/{power}.svg"));
        assert!(fs::read_to_string(map).unwrap().starts_with("<svg"), "{power}");
    }
    house.umpire("seven", &["archive", "export", "site", "--umpire"]).success();
    assert!(house.path("seven/site/index.html").is_file());
    let case = house.told("seven", &["case", "--from", "summer 1805/3"]);
    fs::write(house.path("seven/case.md"), &case).unwrap();
    house.umpire("seven", &["case", "case.md"]).success().stdout(contains("holds"));
    by_itself(&house);
}

/// What needs neither the folder nor the campaign's pages: a player's check, a copy, the proof.
fn by_itself(house: &House) {
    let known = "reports/autumn-1805/turkey.known.json";
    let form = house.told("seven", &["form", "--power", "turkey"]);
    fs::write(house.path("turkey.yaml"), form).unwrap();
    fs::copy(house.path("seven").join(known), house.path("turkey.known.json")).unwrap();
    let check = ["check", "turkey.yaml", "--known", "turkey.known.json"];
    let checked = house.umpire("", &check).get_output().stdout.clone();
    let checked = String::from_utf8(checked).unwrap();
    assert!(
        checked.contains("winter 1805, Turkey") && !checked.contains("may differ"),
        "{checked}"
    );
    house.umpire("seven", &["backup", "../copy.db"]).success();
    fs::create_dir(house.path("copy")).unwrap();
    fs::rename(house.path("copy.db"), house.path("copy/campaign.db")).unwrap();
    house.umpire("copy", &["verify"]).success();
    house.umpire("copy", &["form", "--power", "spain"]).success().stdout(contains("La Romana"));
    house.umpire("copy", &["archive", "list"]).success().stdout(contains("summer 1805"));
}

/// Each welcome's example sheet is legal, as are the forms, in a scenario of seven powers.
#[test]
fn forms_and_examples_of_all_seven_powers_draw_no_fault() {
    let mut shelf = rules::shelf();
    let page = fs::read_to_string(Path::new(SEVEN).join("scenario.yaml")).unwrap();
    let nations = rules::referee("nations").unwrap();
    assert_eq!(nations.scenario_faults(&shelf, &page).unwrap(), []);
    shelf.lay("nations/europe-1805/scenario.yaml", page);
    let game = nations.open(&shelf, "europe-1805", &Options::new()).unwrap();
    let mut ledger = umpire::kit::ledger::Ledger::seeded("set-up", [0; 32]);
    let opening = game.opening(&Default::default(), &mut ledger).unwrap();
    assert_eq!(opening.after.known.keys().collect::<Vec<_>>(), POWERS);
    for (power, known) in &opening.after.known {
        for known in [known.clone(), game.before_start(known).unwrap()] {
            let example = game.example(&known, "seven").unwrap();
            let checked = game.check(&known, &example).unwrap();
            let told = checked.faults.render(&example);
            assert!(checked.faults.is_empty() && checked.counts, "{power}\n{example}\n{told}");
            let form = game.form(&known, "seven", None).unwrap();
            let checked = game.check(&known, &form).unwrap();
            assert!(!checked.faults.has_faults(), "{power}\n{}", checked.faults.render(&form));
        }
    }
}

/// Every explanation ends with a page that makes a campaign.
#[test]
fn the_example_of_each_explanation_makes_a_campaign() {
    let house = House::new();
    for rules in rules::REFEREES.iter().map(|referee| referee.name()) {
        let folder = house.path(&format!("own-{rules}"));
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("scenario.yaml"), example(rules)).unwrap();
        let campaign = format!("game-{rules}");
        let made = ["new", &campaign, "--scenario", folder.to_str().unwrap()];
        house.umpire("", &made).success();
        house.umpire(&campaign, &["start", "--defaults"]).success();
        house.umpire(&campaign, &["verify"]).code(predicates::ord::lt(4));
    }
}

/// Powers that are on no side play and are verified as others are.
#[test]
fn powers_with_relations_make_a_campaign() {
    let house = House::new();
    let folder = house.path("own");
    fs::create_dir(&folder).unwrap();
    let sides = "sides: {empire: [france], coalition: [austria]}\n";
    let powers = "powers: [france, austria, bavaria]\n\
                  relations:\n  - {war: [france, austria]}\n  - {passage: france, through: bavaria}\n";
    let page = example("kriegsspiel");
    assert!(page.contains(sides), "{page}");
    let page = page.replace(sides, powers).replace("points: {", "points: {bavaria: 2, ");
    fs::write(folder.join("scenario.yaml"), page).unwrap();
    let made = house.told("", &["new", "game", "--scenario", folder.to_str().unwrap()]);
    assert!(made.contains("\n  austria\n  bavaria\n  france\n"), "{made}");
    house.umpire("game", &["start", "--defaults"]).success();
    house.umpire("game", &["resolve"]).success();
    house.umpire("game", &["publish", "--force", "a test"]).success();
    house.umpire("game", &["verify"]).success();
}

/// A power whose troops no town feeds may be a mistake of the page: `start` says so.
#[test]
fn start_tells_whom_no_town_feeds() {
    let house = House::new();
    let folder = house.path("own");
    fs::create_dir(&folder).unwrap();
    let hungry = "special rules:\n  - {id: far, text: \"Vienna alone feeds Austrians.\", \
                  supply sources: [{nation: austria, places: [Vienna]}]}\n";
    fs::write(folder.join("scenario.yaml"), format!("{}{hungry}", example("nations"))).unwrap();
    house.umpire("", &["new", "game", "--scenario", folder.to_str().unwrap()]).success();
    let started = house.told("game", &["start", "--defaults"]);
    assert!(started.contains("no town feeds the troops of Austria"), "{started}");
}

/// What the page of a scenario chooses is an option of the campaign, unless `umpire new` is told otherwise; and
/// seasons with it are verified as others are.
#[test]
fn a_scenario_chooses_an_option() {
    let house = House::new();
    let folder = house.path("own");
    fs::create_dir(&folder).unwrap();
    fs::write(
        folder.join("scenario.yaml"),
        format!("intel: estimates\n{}", example("kriegsspiel")),
    )
    .unwrap();
    let folder = folder.to_str().unwrap();
    for (game, more, intel) in
        [("game", &[][..], "estimates"), ("other", &["--option", "intel=vague"][..], "vague")]
    {
        house.umpire("", &[&["new", game, "--scenario", folder], more].concat()).success();
        house.umpire(game, &["start", "--defaults"]).success();
        house.umpire(game, &["resolve"]).success();
        house.umpire(game, &["publish", "--force", "a test"]).success();
        house.umpire(game, &["verify"]).success();
        let mut seasons = fs::read_dir(house.path(game).join("reports")).unwrap();
        let season = seasons.next().unwrap().unwrap().path();
        let known = fs::read_to_string(season.join("france.known.json")).unwrap();
        let known: Json = serde_json::from_str(&known).unwrap();
        assert_eq!(known["options"]["intel"], intel);
    }
}

/// The scenarios of the program keep what is asked of others.
#[test]
fn our_own_scenarios_have_no_fault() {
    let shelf = rules::shelf();
    for referee in rules::REFEREES.iter() {
        for scenario in referee.scenarios(&shelf) {
            let page = shelf.text(&format!("{}/{scenario}/scenario.yaml", referee.name())).unwrap();
            let faults = referee.scenario_faults(&shelf, page).unwrap();
            let told: Vec<String> = faults.into_iter().map(|fault| fault.text).collect();
            assert!(told.is_empty(), "{scenario}\n{}", told.join("\n\n"));
        }
    }
}

/// The most words that a new player reads before the form, and how wide a line of a mail is.
const FIRST_MAIL: usize = 900;
/// How many more for each power that they write for beside their own.
const WARD: usize = 190;
const MAIL_WIDTH: usize = 72;

/// Something that a first season needs to be played.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct FirstFact {
    fact: String,
    #[serde(rename = "in")]
    place: Place,
    words: String,
    /// Who needs it; else everybody.
    #[serde(default)]
    of: Vec<String>,
}

#[derive(serde::Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Place {
    Mail,
    Form,
    Receipt,
}

/// A text in one line, without the signs of a comment.
fn flat(text: &str) -> String {
    let words = text.lines().flat_map(|line| line.trim_start_matches('#').split_whitespace());
    words.collect::<Vec<_>>().join(" ")
}

/// Whoever is new finds the time to read the first mail, and finds what they need: it and the form have
/// bounds, and every fact of a first season stands in one of them or in the receipt of the sheet that the
/// mail has, for every power of every scenario.
#[test]
fn first_mails_are_short_and_have_the_facts() {
    let (house, shelf) = (House::new(), rules::shelf());
    let facts = include_str!("scenarios/first-facts.yaml");
    let facts: BTreeMap<String, Vec<FirstFact>> = serde_yaml::from_str(facts).unwrap();
    let (mut read, mut found) = (0, BTreeSet::new());
    for referee in rules::REFEREES.iter() {
        let rules = referee.name();
        for scenario in referee.scenarios(&shelf) {
            let game = referee.open(&shelf, &scenario, &Options::new()).unwrap();
            let powers = game.card().powers;
            let mut ledger = umpire::kit::ledger::Ledger::seeded("set-up", [0; 32]);
            let opening = game.opening(&Default::default(), &mut ledger).unwrap();
            // Who is kept by another stands in the mail of that player.
            let keeper = |power: &String| opening.after.season.asks.keeper(power);
            let player = |(power, _): &(String, String)| {
                format!("- {{name: {power}, address: {power}@post.example, powers: [{power}]}}\n")
            };
            let seats = powers.iter().filter(|(power, _)| keeper(power).is_none());
            let players: String = seats.map(player).collect();
            fs::write(house.path("players.yaml"), players).unwrap();
            let whole = format!("{rules}/{scenario}");
            let folder = whole.replace('/', "-");
            let made = ["new", &folder, "--scenario", &whole, "--players", "players.yaml"];
            house.umpire("", &made).success();
            // Of pictures nothing is asked here, and each takes a while.
            let settings = house.path(&folder).join("umpire.yaml");
            let text = fs::read_to_string(&settings).unwrap();
            fs::write(&settings, format!("{text}\nreport: {{png: false}}\n")).unwrap();
            house.umpire(&folder, &["start", "--defaults"]).success();
            for (power, _) in &powers {
                let player = keeper(power).unwrap_or(power);
                let mail = format!("{folder}/reports/opening/welcome-{player}.txt");
                let mail = fs::read_to_string(house.path(&mail)).unwrap();
                let known = &opening.after.known[power];
                let form = game.form(known, &scenario, None).unwrap();
                let wards = powers.iter().filter(|(ward, _)| keeper(ward) == Some(player));
                is_short(&format!("{whole} {power}"), (&mail, wards.count()), &form);
                let checked = game.check(known, &game.example(known, &scenario).unwrap()).unwrap();
                let receipt = checked.understood.iter().flat_map(|entry| entry.words());
                let receipt = receipt.collect::<Vec<_>>().join(" ");
                let of = |key| facts[key].iter().map(move |fact| (key, fact));
                for (key, fact) in [rules, whole.as_str()].into_iter().flat_map(of) {
                    let text = match fact.place {
                        Place::Mail => &mail,
                        Place::Form => &form,
                        Place::Receipt => &receipt,
                    };
                    // Whose sheet marches nobody is told nothing of marches.
                    let is_idle = fact.place == Place::Receipt && !receipt.contains("march");
                    let is_for =
                        if fact.of.is_empty() { !is_idle } else { fact.of.contains(power) };
                    if !is_for {
                        continue;
                    }
                    let stands = flat(text).contains(&fact.words);
                    assert!(stands, "{whole} {power}: {}: `{}`\n{text}", fact.fact, fact.words);
                    found.insert((key.to_owned(), &fact.fact));
                }
                read += 1;
            }
        }
    }
    assert!(read >= 39, "{read} first mails were read");
    let all =
        facts.iter().flat_map(|(key, list)| list.iter().map(|fact| (key.clone(), &fact.fact)));
    let unread: Vec<_> = all.filter(|fact| !found.contains(fact)).collect();
    assert!(unread.is_empty(), "nobody needs these: {unread:?}");
}

/// The bounds of a first mail and its form.
fn is_short(whose: &str, (mail, wards): (&str, usize), form: &str) {
    for (what, text, most) in [
        ("mail", mail, FIRST_MAIL + wards * WARD),
        ("form", form, umpire::sheet::reach::MOST_WORDS),
    ] {
        let words = text.split_whitespace().count();
        assert!(words <= most, "{whose}: a {what} of {words} words\n{text}");
        let wide = text.lines().find(|line| line.chars().count() > MAIL_WIDTH);
        assert_eq!(wide, None, "{whose}: {what}");
    }
}

/// Makes a campaign that cannot be made, and gives what was said.
fn refused(house: &House, scenario: &Path, more: &[&str]) -> String {
    let args = [&["new", "game", "--scenario", scenario.to_str().unwrap()], more].concat();
    let output = house.umpire("", &args).code(1).get_output().stderr.clone();
    assert!(!house.path("game").exists(), "nothing is created on failure");
    String::from_utf8(output).unwrap()
}

#[test]
fn each_fault_is_told_at_its_place() {
    let lines = [
        "24:12 | power: france\n    at: {hex: W3535} => power: frence\n    at: {hex: W3535} | no power is called `frence` | did you mean `france`?",
        "25:15 | hex: W3535 => hex: W3599 | there is no hex `W3599` | hexes are W0101",
        "25:15 | hex: W3535 => hex: Turn | there is no hex `Turn` | Turin is `W3432`",
        "27:16 | commander: Bonaparte => commander: Bonapart | no leader is called `Bonapart` | did you mean `Bonaparte`?",
        "39:16 | commander: Bonaparte => commander: Beaulieu | Beaulieu stands in `Army of Italy` and in `Army of Lombardy` | one line",
        "29:30 | (+1) CavC => (+1) CavX | no kind of unit `CavX` | did you mean `CavC`?",
        "8:1 | territory: => teritory: | there is no key `teritory` here | did you mean `territory`?",
        "4:1 | last season: => last_season: | there is no key `last_season` here | did you mean `last season`?",
        "9:12 | [Provence, => [Provenze, | no province is called `Provenze` | did you mean `Provence`?",
        "19:31 | places: [Nice, => places: [Niece, | no place is called `Niece` | did you mean `Nice`?",
        "43:12 | power: austria\n    at: {hex: W3432} => power: prussia\n    at: {hex: W3432} | prussia does not play in this scenario | add it to `sides:`",
        "4:14 | last season: summer 1796 => last season: winter 1795 | winter 1795 is before the first season | ",
        "4:14 | last season: summer 1796 => last season: summer 17960 | expected a season | ",
        "34:13 | count: 1, => count: 2, | 2 fleets, and 1 have a name | name the others under `default:`",
        "33:15 | {hex: W3337} => {hex: W3336} | there is no harbour in this hex | which have one",
        "fine | {hex: W3432} => {hex: W3632}",
        "44:15 | {hex: W3432} => {hex: W3226} | is out of play | land that is in play",
        "13:9 | kind: points => kind: pionts | `pionts` is not known here | did you mean `points`?",
        "30:13 | trains: 1 => trains: lots | expected a whole number from 0 to 9 | ",
        "13:3 | wins with: 3 =>  | `wins with:` is missing here | the points that win",
        "5:13 | initiative: france => initiative: [france] | expected the name of a power, and a list stands here | ",
        "37:10 | {near: W3632, => {neer: W3632, | none of hex, near, | did you mean `near`?",
        "19:22 | {for: control => {for: control, for: control | appears here twice | remove the other",
        "2:17 | title: The => title: !!binary The | tags (!), anchors (&) and aliases (*) | put quotes",
        "3:1 | title: The Ligurian => title: \"The Ligurian | a quotation mark does not fit | ",
        "6:15 | initiative: france => initiative: france\nfirst marker: winter quarters | nobody begins with winter quarters | name another marker",
        "1:8 | title: The => \ttitle: The | a tab stands | indent with spaces",
    ];
    let house = House::new();
    for line in lines {
        let mut parts = line.split(" | ");
        let place = parts.next().unwrap();
        let (from, to) = parts.next().unwrap().split_once(" =>").unwrap();
        let to = to.trim_start_matches(' ').replace("\\t", "\t");
        assert!(example("nations").contains(from), "{line}");
        let scenario = house.scenario("own", |page| page.replacen(from, &to, 1));
        if place == "fine" {
            house.umpire("", &["new", "fine", "--scenario", "own"]).success();
            continue;
        }
        let told = refused(&house, &scenario, &[]);
        let place = format!("{}/scenario.yaml:{place}\n", scenario.display());
        assert!(told.contains("has a fault\n") && told.contains(&place), "{line}\n{told}");
        assert!(told.contains('^'), "the line with a mark: {line}\n{told}");
        for words in parts {
            assert!(told.contains(words), "{line}\n{told}");
        }
    }
}

/// The same for the other games, without the program around them.
/// A sign that moves the cursor or turns the text round is refused at its line, as it is and as YAML
/// writes it out.
#[test]
fn signs_that_nobody_sees_are_refused_at_their_line() {
    let house = House::new();
    for (number, title) in
        ["Two \u{202e}banks", "\"Two \\u202Ebanks\"", "\"Two \\e[2Jbanks\"", "'Two \u{7}banks'"]
            .iter()
            .enumerate()
    {
        let page = |page: String| {
            let is_title = |line: &&str| line.starts_with("title:");
            let line = page.lines().find(is_title).unwrap().to_owned();
            page.replace(&line, &format!("title: {title}"))
        };
        let folder = house.scenario(&format!("hidden{number}"), page);
        let said = refused(&house, &folder, &[]);
        let text = fs::read_to_string(folder.join("scenario.yaml")).unwrap();
        let line = 1 + text.lines().position(|line| line.starts_with("title:")).unwrap();
        assert!(said.contains(&format!("scenario.yaml:{line}:")), "{title:?}: {said}");
        assert!(said.contains("a sign here that nobody sees"), "{title:?}: {said}");
        assert!(!said.contains(['\u{202e}', '\u{1b}', '\u{7}']), "and is not printed: {said:?}");
    }
}

#[test]
fn each_game_tells_its_faults() {
    let lines = [
        "kriegsspiel | general: Ney => general: Nay | no general is called `Nay`",
        "kriegsspiel | general: Ney => general: Charles | Charles serves austria, not france",
        "kriegsspiel | at: Vienna => at: Viena | no place is called `Viena`",
        "kriegsspiel | militia: 2 => militai: 2 | no troops is called `militai`",
        "kriegsspiel | line infantry: 17 => line infantry: 90 | VI Corps",
        "kriegsspiel | points: {france: 8 => points: {prussia: 8 | prussia does not play",
        "kriegsspiel | name: 1st Brigade => name: 2nd Brigade | there are two called 2nd Brigade",
        "napoleon | at: Genoa => at: Genova | no area is called `Genova`",
        "napoleon | forces: [Desaix] => forces: [Desex] | no counter is called `Desex`",
        "napoleon | at: Turin, source => recruit: true, at: Turin, source | exactly one place",
        "napoleon | skill: line => skill: lined | `lined` is not known here",
        "napoleon | [Genoa, Turin, Milan] => [Genoa, Turin, Genoa] | Genoa stands here twice",
        "napoleon | {number: 1, => {number: 4, | 4 is more than the 3 objectives",
        "napoleon | from turn: 2 => from turn: 4 | 4 is more than the 3 turns of the track",
        "napoleon | {turn: 2, at => {turn: 9, at | 9 is more than the 3 turns of the track",
        "napoleon | rating: 3, at: Milan => rating: 3, at: Nice | no French force begins where Napoleon",
        "napoleon | [Genoa, Turin, Milan] => [Milan] | the French hold all objectives at the start",
    ];
    let shelf = rules::shelf();
    for line in lines {
        let [game, change, words] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!() };
        let (from, to) = change.split_once(" => ").unwrap();
        let page = example(game);
        assert!(page.contains(from), "{line}");
        let page = page.replacen(from, to, 1);
        let faults = rules::referee(game).unwrap().scenario_faults(&shelf, &page).unwrap();
        let told = faults.iter().any(|fault| fault.text.contains(words) && fault.line > 1);
        assert!(told, "{line}\n{faults:?}");
    }
}

#[test]
fn all_faults_of_a_page_are_told_at_once() {
    let house = House::new();
    let scenario = house.scenario("own", |page| {
        page.replace("Bonaparte", "Bonapart")
            .replace("CavC", "CavX")
            .replace("Turin, Milan", "Turn, Milanx")
    });
    let told = refused(&house, &scenario, &[]);
    for words in ["has 5 faults", "`Bonapart`", "`CavX`", "`Turn`", "`Milanx`"] {
        assert!(told.contains(words), "{words}\n{told}");
    }
    let told = refused(&house, &scenario, &["--rules", "kriegsspiel"]);
    assert!(told.contains("the scenario is for nations, and `--rules` says kriegsspiel"), "{told}");
}

#[test]
fn the_rules_decide_between_scenarios_of_one_name() {
    let house = House::new();
    let new = |more: &[&str]| {
        house.umpire("", &[&["new", "own", "--scenario", "italy-1796"], more].concat())
    };
    new(&[]).failure().stderr(contains("matches no scenario, or several"));
    new(&["--rules", "frederick"]).failure().stderr(contains("`frederick/italy-1796` matches no"));
    new(&["--rules", "napoleon"]).success().stdout(contains("(napoleon/italy-1796)"));
}

#[test]
fn a_page_of_the_book_is_laid_over_ours_and_its_faults_are_told() {
    let house = House::new();
    let scenario = house.scenario("own", |page| page);
    let page = |name: &str, text: &str| {
        let path = scenario.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    let units = house.told("", &["rules", "scenario", "book/units.yaml", "--rules", "nations"]);
    page("book/units.yaml", &units.replacen("movement: 6", "movement: 5", 1));
    page("README.md", "Notes.");
    house.umpire("", &["new", "fine", "--scenario", "own"]).success();
    let kept = fs::read_to_string(house.path("fine/book/units.yaml")).unwrap();
    assert!(kept.contains("movement: 5"));
    page("book/units.yaml", &units.replacen("movement: 6", "movement: six", 1));
    let told = refused(&house, &scenario, &[]);
    assert!(told.contains("book/units.yaml:9:") && told.contains('^'), "{told}");
    page("book/units.yaml", &units);
    page("book/unit.yaml", "kinds: []");
    page("leaders.yaml", "leaders: []");
    let told = refused(&house, &scenario, &[]);
    for words in ["did you mean `book/units.yaml`?", "did you mean `book/leaders.yaml`?"] {
        assert!(told.contains(words), "{told}");
    }
}

#[test]
fn a_hostile_folder_is_refused_at_once() {
    let house = House::new();
    let began = Instant::now();
    let page = example("nations");
    type Make = fn(&Path);
    let hostile: [(&str, Make, &str); 8] = [
        (
            "large",
            |folder| fs::write(folder.join("book.yaml"), "a".repeat(2 << 20)).unwrap(),
            "a page of a scenario has at most",
        ),
        (
            "many",
            |folder| {
                for number in 0..500 {
                    fs::write(folder.join(format!("{number}.yaml")), "a: b").unwrap();
                }
            },
            "a scenario has at most",
        ),
        (
            "link",
            |folder| std::os::unix::fs::symlink("/etc/passwd", folder.join("book")).unwrap(),
            "points outside",
        ),
        (
            "loop",
            |folder| std::os::unix::fs::symlink(folder, folder.join("book")).unwrap(),
            "nested too deep",
        ),
        (
            "bomb",
            |folder| fs::write(folder.join("scenario.yaml"), "[".repeat(900_000)).unwrap(),
            "cannot be read",
        ),
        (
            "list",
            |folder| fs::write(folder.join("scenario.yaml"), "- a\n".repeat(200_000)).unwrap(),
            "may have",
        ),
        (
            "bytes",
            |folder| fs::write(folder.join("scenario.yaml"), b"title: \xff").unwrap(),
            "line 1 is not UTF-8",
        ),
        (
            "none",
            |folder| fs::remove_file(folder.join("scenario.yaml")).unwrap(),
            "has no page scenario.yaml",
        ),
    ];
    for (name, make, said) in hostile {
        let scenario = house.scenario(name, |_| page.clone());
        make(&scenario);
        let told = refused(&house, &scenario, &[]);
        assert!(told.contains(said), "{name}: {told}");
    }
    let told = refused(&house, Path::new("./nowhere"), &[]);
    assert!(told.contains("./nowhere is not a folder"), "{told}");
    assert!(began.elapsed().as_secs() < 60, "none of it grows with what is in the folder");
}
