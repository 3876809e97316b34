//! The structure holds: layers, sizes, words, and rules that are cited where they are played.

#[path = "crates.rs"]
mod crates;
#[path = "readings.rs"]
mod readings;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The crates of `src`, and those of ours that each may use. What a manifest does not name, the
/// compiler refuses.
const LAYERS: &[(&str, &[&str])] = &[
    ("kit", &["declare"]),
    ("kit/declare", &[]),
    ("sheet", &["kit"]),
    ("play", &["kit", "sheet"]),
    ("rules/nations", &["kit", "play", "sheet"]),
    ("rules/frederick", &["kit", "play", "sheet"]),
    ("rules/kriegsspiel", &["kit", "play", "sheet"]),
    ("rules/napoleon", &["kit", "play", "sheet"]),
    ("rules", &["frederick", "kit", "kriegsspiel", "napoleon", "nations", "play"]),
    ("report", &["kit"]),
    ("checker", &["kit", "play", "report", "sheet"]),
    ("mail", &["kit"]),
    ("store", &["kit"]),
    ("archive", &["kit", "report", "rules", "store"]),
    ("web", &["checker", "frederick", "kriegsspiel", "napoleon", "nations", "play"]),
    ("desk", &["checker", "kit", "mail", "report", "rules", "sheet", "store"]),
];

/// Libraries that read files, clocks or random sources; the core uses none of them.
const OUTSIDE: &[&str] = &["getrandom", "jiff", "rusqlite", "rustix", "tempfile", "tokio"];

/// What applies, sees, tells and shows events, in each game: there the compiler refuses `_ =>` on an
/// enum, here and in the modules below, so that it asks about a new event.
const ASKED: &[&str] =
    &["case/facts.rs", "case/told.rs", "record/apply.rs", "sight.rs", "view/mod.rs"];

/// For each folder of Nations in Arms, how many lines take `&Known` and how many take `&State`. A rule
/// takes a `&dyn Position` instead. What remains are entry points (check, form, receipt, view) and code
/// that only the season runs. Lower a number when it falls; raise one only for an entry point, such as a
/// section of a report.
const TAKES_KNOWN_OR_STATE: &[(&str, usize, usize)] = &[
    ("cards", 0, 1),
    ("land", 0, 2),
    ("money", 0, 2),
    ("orders", 90, 0),
    ("politics", 0, 1),
    ("sea", 1, 6),
    ("season", 5, 8),
    ("turn", 1, 0),
    ("view", 57, 3),
];

const MOST_LINES: usize = 600;
const MOST_LINES_A_FUNCTION: usize = 70;
const MOST_BYTES_OF_DATA: u64 = 1 << 20;

/// One file of the project: its path from the root, and its text.
struct Page {
    name: String,
    text: String,
    /// Whether the whole file is tests.
    is_tests: bool,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn paths(folder: &str) -> Vec<PathBuf> {
    let (mut found, mut open) = (vec![], vec![root().join(folder)]);
    while let Some(folder) = open.pop() {
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() { open.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

fn pages(folder: &str, kinds: &[&str]) -> Vec<Page> {
    let wanted = |path: &PathBuf| {
        path.extension().is_some_and(|kind| kinds.contains(&kind.to_str().unwrap()))
    };
    let read = |path: PathBuf| {
        let name = path.strip_prefix(root()).unwrap().to_str().unwrap().to_owned();
        Page { name, text: std::fs::read_to_string(path).unwrap(), is_tests: false }
    };
    paths(folder).into_iter().filter(wanted).map(read).collect()
}

fn source() -> Vec<Page> {
    let mut pages = pages("src", &["rs"]);
    assert!(pages.len() > 50, "the source is read");
    let mut tests = BTreeSet::new();
    for page in &pages {
        let folder = page.name.strip_suffix("mod.rs").or(page.name.strip_suffix("lib.rs"));
        let folder = folder.map(str::to_owned);
        let folder = folder.unwrap_or_else(|| page.name.replace(".rs", "/"));
        let lines: Vec<&str> = page.text.lines().collect();
        for pair in lines.windows(2).filter(|pair| pair[0] == "#[cfg(test)]") {
            let module = pair[1].rsplit(' ').next().and_then(|name| name.strip_suffix(';'));
            tests.extend(module.map(|name| format!("{folder}{name}.rs")));
        }
    }
    for page in &mut pages {
        page.is_tests = tests.contains(&page.name);
    }
    pages
}

impl Page {
    /// The lines before the tests, numbered, without comments and without what quotes hold.
    fn code(&self) -> Vec<(usize, String)> {
        let mut code = vec![];
        if self.is_tests {
            return code;
        }
        let mut lines = (1..).zip(self.text.lines()).peekable();
        while let Some((number, line)) = lines.next() {
            if line == "#[cfg(test)]" && lines.peek().is_some_and(|(_, next)| next.ends_with('{')) {
                break; // A tests module stands last.
            }
            code.push((number, bare(line)));
        }
        code
    }

    /// The layer of a file in `src`; nothing for `lib.rs` and `main.rs`.
    fn layer(&self) -> Option<&str> {
        self.name.strip_prefix("src/")?.split_once('/').map(|(layer, _)| layer)
    }
}

/// A line of code without its comment and without the insides of strings.
fn bare(line: &str) -> String {
    let (mut bare, mut quoted, mut before) = (String::new(), false, ' ');
    let letters: Vec<char> = line.chars().collect();
    for (at, &letter) in letters.iter().enumerate() {
        let char_literal = at > 0 && letters[at - 1] == '\'' && letters.get(at + 1) == Some(&'\'');
        if letter == '"' && before != '\\' && !char_literal {
            quoted = !quoted;
        }
        if !quoted && letter == '/' && letters.get(at + 1) == Some(&'/') {
            break;
        }
        if !quoted {
            bare.push(letter);
        }
        before = if before == '\\' { ' ' } else { letter };
    }
    bare
}

/// Fails with all that is wrong at once.
fn nothing_wrong(rule: &str, wrong: Vec<String>) {
    assert!(wrong.is_empty(), "{rule}\n  {}", wrong.join("\n  "));
}

/// The names of one section of a manifest.
fn section(manifest: &str, name: &str) -> Vec<String> {
    let lines = manifest.lines().skip_while(|line| *line != format!("[{name}]")).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    let key = |line: &str| line.split(['.', ' ', '=']).next().unwrap_or_default().to_owned();
    lines.map(key).filter(|key| !key.is_empty()).collect()
}

#[test]
fn layers_use_only_those_below_them() {
    let name = |folder: &str| folder.rsplit('/').next().unwrap_or_default().to_owned();
    let ours: BTreeSet<String> = LAYERS.iter().map(|(folder, _)| name(folder)).collect();
    let mut found: Vec<String> = paths("src")
        .into_iter()
        .filter_map(|path| {
            let path = path.strip_prefix(root().join("src")).unwrap().to_str().unwrap().to_owned();
            path.strip_suffix("/Cargo.toml").map(str::to_owned)
        })
        .collect();
    found.sort();
    let listed: BTreeSet<&str> = LAYERS.iter().map(|(folder, _)| *folder).collect();
    assert_eq!(found, listed.into_iter().collect::<Vec<_>>(), "the crates are those of the list");
    for (folder, may) in LAYERS {
        let manifest = std::fs::read_to_string(root().join(format!("src/{folder}/Cargo.toml")));
        let uses = section(&manifest.unwrap(), "dependencies");
        let own: BTreeSet<&str> =
            uses.iter().map(String::as_str).filter(|name| ours.contains(*name)).collect();
        assert_eq!(own, may.iter().copied().collect(), "what {folder} uses");
        let layer = folder.split('/').next().unwrap_or_default();
        if ["kit", "sheet", "play", "rules", "report", "checker", "web"].contains(&layer) {
            let outside = uses.iter().find(|name| OUTSIDE.contains(&name.as_str()));
            assert_eq!(outside, None, "{folder} is of the core");
        }
    }
}

#[test]
fn no_rule_system_is_named_outside() {
    let systems: BTreeSet<String> = std::fs::read_dir(root().join("src/rules"))
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().join("lib.rs").exists())
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    assert!(!systems.is_empty(), "there are rule systems");
    let mut wrong = vec![];
    for page in source() {
        let within = page.name.strip_prefix("src/rules/");
        let own = within.and_then(|rest| rest.split_once('/')).map(|(system, _)| system);
        // The list of rule systems, and which of them a module for browsers has.
        if ["src/rules/lib.rs", "src/web/lib.rs"].contains(&page.name.as_str()) {
            continue;
        }
        for (number, line) in page.code() {
            let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
            for system in words.filter(|word| systems.contains(*word) && Some(*word) != own) {
                wrong.push(format!("{}:{number}: names {system}", page.name));
            }
        }
    }
    nothing_wrong("no file outside a rule system names it", wrong);
}

/// Where a function begins that is too long, and its lines.
fn long_functions(code: &[(usize, String)]) -> impl Iterator<Item = (usize, usize)> {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let body = move |at: usize| {
        let (from, head) = &code[at];
        let begins = code[at..].iter().find(|(_, line)| line.ends_with(['{', ';', '}']))?;
        let closes = |line: &str| line.starts_with(&format!("{}}}", " ".repeat(indent(head))));
        let ends = code[at + 1..]
            .iter()
            .find(|(_, line)| closes(line))
            .filter(|_| begins.1.ends_with('{'))?;
        Some((*from, ends.0 - from + 1))
    };
    let is_head = |at: &usize| {
        let words: Vec<&str> = code[*at].1.split_whitespace().collect();
        words.iter().take_while(|word| !word.contains('=')).any(|word| *word == "fn")
    };
    (0..code.len())
        .filter(is_head)
        .filter_map(body)
        .filter(|(_, lines)| *lines > MOST_LINES_A_FUNCTION)
}

#[test]
fn files_and_functions_are_small() {
    let mut wrong = vec![];
    for page in source() {
        let code = page.code();
        if code.len() > MOST_LINES {
            wrong.push(format!("{}: {} lines", page.name, code.len()));
        }
        wrong.extend(
            long_functions(&code)
                .map(|(from, lines)| format!("{}:{from}: a function of {lines} lines", page.name)),
        );
    }
    nothing_wrong("no file is over 600 lines without its tests, no function over 70", wrong);
}

#[test]
fn rules_take_a_position() {
    let pages = source();
    let takes = |line: &str, what: &str| {
        let named = |(at, _): (usize, &str)| {
            line[..at].ends_with('&')
                || line[..at].rsplit_once('&').is_some_and(|(_, lifetime)| {
                    lifetime.starts_with('\'')
                        && lifetime[1..].trim_end().chars().all(char::is_alphabetic)
                })
        };
        line.match_indices(what).any(named)
    };
    let mut wrong = vec![];
    for (folder, known, state) in TAKES_KNOWN_OR_STATE {
        let start = format!("src/rules/nations/{folder}/");
        let of_folder = || pages.iter().filter(|page| page.name.starts_with(&start));
        assert!(of_folder().next().is_some(), "{folder} has code");
        for (what, allowed) in [("Known", known), ("State", state)] {
            let lines = of_folder().flat_map(Page::code);
            let found = lines.filter(|(_, line)| takes(line, what)).count();
            if found != *allowed {
                wrong.push(format!("{folder}: {found} lines take `&{what}`, {allowed} are listed"));
            }
        }
    }
    nothing_wrong("a rule takes a position, and not one of the two", wrong);
}

#[test]
fn every_module_says_what_it_is() {
    let silent = source().into_iter().filter(|page| !page.text.starts_with("//!"));
    nothing_wrong("a module begins with `//!`", silent.map(|page| page.name).collect());
}

#[test]
fn no_code_is_unsafe() {
    let manifest =
        |folder: &str| std::fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
    assert!(manifest("").contains("[workspace.lints.rust]\nunsafe_code = \"forbid\"\n"));
    let folders = LAYERS.iter().map(|(folder, _)| format!("src/{folder}"));
    for folder in folders.chain([String::new()]) {
        // What a page calls has a name of its own, and the compiler cannot see that no other has it.
        let lints = match folder.as_str() {
            "src/web" => "[lints.rust]\nunsafe_code = \"deny\"\n",
            _ => "[lints]\nworkspace = true\n",
        };
        assert!(manifest(&folder).contains(lints), "{folder} follows the lints");
    }
}

#[test]
fn a_new_event_is_asked_for_wherever_events_are_matched() {
    let (refused, allowed) =
        ("#![deny(clippy::wildcard_enum_match_arm)]", "allow(clippy::wildcard");
    let pages = source();
    let mut wrong = vec![];
    for game in umpire::rules::REFEREES.iter().map(|referee| referee.name()) {
        for module in ASKED {
            let name = format!("src/rules/{game}/{module}");
            match pages.iter().find(|page| page.name == name) {
                Some(page) if page.text.lines().any(|line| line == refused) => {}
                Some(_) => wrong.push(format!("{name} does not have {refused}")),
                // A game may tell news with its facts.
                None if *module == "case/told.rs" => {}
                // In Napoleon an event has the whole state, and nothing else writes it.
                None if game == "napoleon" && *module == "record/apply.rs" => {}
                None => wrong.push(format!("{name} is missing")),
            }
        }
        // Why something was not done has words on land and words at sea, in two files.
        let reasons = format!("src/rules/{game}/view/mod.rs");
        let inside = pages.iter().filter(|page| {
            let path = page.name.strip_prefix(&format!("src/rules/{game}/")).unwrap_or_default();
            ["case/", "record/", "sight", "view/"].iter().any(|folder| path.starts_with(folder))
        });
        for page in inside {
            let many = page.text.matches(allowed).count();
            if many > usize::from(page.name == reasons) {
                wrong.push(format!("{} takes the check back", page.name));
            }
            // The compiler asks nothing where a tuple or a word is matched, so there is no `_` at all.
            let applies = ["/record/", "/sight/", "/sight.rs"];
            if applies.iter().any(|part| page.name.contains(part)) {
                let bare = page
                    .code()
                    .into_iter()
                    .filter(|(_, line)| line.trim_start().starts_with("_ =>"));
                wrong.extend(bare.map(|(number, _)| format!("{}:{number}: `_ =>`", page.name)));
            }
        }
    }
    nothing_wrong("no event is passed over by `_ =>`", wrong);
}

#[test]
fn no_shortcuts() {
    let everywhere = [".unwrap()", "dbg!(", "todo!(", "unimplemented!("];
    let core = ["kit", "sheet", "play", "rules"];
    let mut wrong = vec![];
    for page in source() {
        for (number, line) in page.code() {
            for word in everywhere.into_iter().filter(|word| line.contains(word)) {
                wrong.push(format!("{}:{number}: {word}", page.name));
            }
            if page.layer().is_some_and(|layer| core.contains(&layer)) && line.contains("HashMap") {
                wrong.push(format!("{}:{number}: HashMap", page.name));
            }
        }
        for (number, line) in (1..).zip(page.text.lines()) {
            for word in ["TODO", "FIXME", "XXX"].into_iter().filter(|word| line.contains(word)) {
                wrong.push(format!("{}:{number}: {word}", page.name));
            }
        }
    }
    nothing_wrong("nothing is left half done", wrong);
}

/// The paragraphs of a rulebook: number to status.
fn index(rules: &str) -> BTreeMap<String, String> {
    let page = root().join(format!("campaigns/rulebooks/{rules}/index.yaml"));
    let lines: Vec<serde_yaml::Value> =
        serde_yaml::from_str(&std::fs::read_to_string(page).unwrap()).unwrap();
    let word = |line: &serde_yaml::Value, key| line[key].as_str().unwrap().to_owned();
    lines.iter().map(|line| (word(line, "id"), word(line, "status"))).collect()
}

/// Every number that follows a paragraph sign.
fn cited(text: &str) -> BTreeSet<String> {
    let number = |part: &str| {
        let end = part.find(|c: char| !c.is_ascii_alphanumeric() && c != '.');
        part[..end.unwrap_or(part.len())].trim_end_matches('.').to_owned()
    };
    let found = text.split('§').skip(1).map(number);
    found.filter(|number| number.starts_with(|c: char| c.is_ascii_digit())).collect()
}

#[test]
fn rules_are_cited_where_they_are_played() {
    let mut wrong = vec![];
    for system in umpire::rules::REFEREES.iter().map(|referee| referee.name()) {
        wrong.extend(not_cited(system));
    }
    nothing_wrong("the paragraphs are those of the index", wrong);
}

/// What of a rulebook is cited though it is not there, or is played and not cited.
fn not_cited(system: &str) -> Vec<String> {
    let index = index(system);
    let mut wrong = vec![];
    let [code, cases, orders] =
        ["src/rules", "tests", "orders"].map(|folder| format!("{folder}/{system}"));
    let mut all = pages(&code, &["rs"]);
    all.extend(pages(&cases, &["md"]));
    all.extend(pages(&orders, &["yaml"]));
    for page in &all {
        let strangers = cited(&page.text).into_iter().filter(|number| !index.contains_key(number));
        wrong.extend(
            strangers.map(|number| format!("{}: §{number} is not in the index", page.name)),
        );
    }
    let text = |folder: &str, kinds: &[&str]| -> String {
        pages(folder, kinds).into_iter().map(|page| page.text).collect()
    };
    let told = cited(&text(&code, &["rs"]));
    // What no case can show, such as who sees what, is shown by a test beside the cases.
    let shown = cited(&text(&cases, &["md", "rs"]));
    for (number, _) in index.iter().filter(|(_, status)| *status == "played") {
        for (what, found) in [(&code, &told), (&cases, &shown)] {
            if !found.contains(number) {
                wrong
                    .push(format!("§{number} is played and not cited in {what}, nor in its tests"));
            }
        }
    }
    wrong
}

#[test]
fn data_is_small() {
    let large = paths("campaigns")
        .into_iter()
        .filter(|path| std::fs::metadata(path).unwrap().len() > MOST_BYTES_OF_DATA);
    nothing_wrong(
        "no data file is over 1 MB",
        large.map(|path| path.display().to_string()).collect(),
    );
}

/// What a user has agreed to is kept in their state folder: no test writes into a real one.
#[test]
fn tests_have_a_state_folder_of_their_own() {
    let begins = ["(UMPIRE)", "(env!(\"CARGO_BIN_EXE_umpire\"))"];
    let mut wrong = vec![];
    for page in pages("tests", &["rs"]) {
        let lines: Vec<&str> = page.text.lines().collect();
        for at in 0..lines.len() {
            let spawns = begins.iter().any(|begin| lines[at].contains(&format!("::new{begin}")));
            let near = &lines[at..lines.len().min(at + 4)];
            if spawns && !near.iter().any(|line| line.contains("XDG_STATE_HOME")) {
                wrong.push(format!("{}:{}", page.name, at + 1));
            }
        }
    }
    nothing_wrong("a test that runs the program sets XDG_STATE_HOME", wrong);
}

/// A choice that is listed as asked of the ledger is asked somewhere: each topic of a game is named
/// outside its list.
#[test]
fn every_topic_is_asked() {
    let mut count = 0;
    for (game, _) in LAYERS.iter().filter(|(name, _)| name.starts_with("rules/")) {
        let all = pages(&format!("src/{game}"), &["rs"]);
        let is_list = |page: &&Page| page.name.ends_with("/decisions.rs");
        let list = all.iter().find(is_list).expect("a list of decisions");
        let topics = list.text.lines().filter_map(|line| line.trim().split_once(" = \""));
        for (topic, _) in topics.filter(|(name, _)| name.chars().all(char::is_alphanumeric)) {
            count += 1;
            let named = format!("Topic::{topic}");
            let is_named = |text: &str| {
                text.match_indices(&named).any(|(at, _)| {
                    !text[at + named.len()..].starts_with(|next: char| next.is_alphanumeric())
                })
            };
            let asked = all.iter().any(|page| !is_list(&page) && is_named(&page.text));
            assert!(asked, "{game} lists {topic} and never asks it");
        }
    }
    assert!(count > 50, "{count} topics are found");
}

/// A decision is written in the list of its game: nothing is asked that no list has.
#[test]
fn decisions_are_written_in_lists() {
    for page in pages("src", &["rs"]) {
        let is_list = page.name.contains("/decisions") || page.name == "src/kit/decision.rs";
        let is_trial = page.name == "src/desk/season/rulings.rs";
        let made = page
            .text
            .match_indices("Decision {")
            .any(|(at, _)| page.text[..at].trim_end().ends_with(['=', '&', '(', '[']));
        assert!(is_list || is_trial || !made, "{} makes a decision", page.name);
    }
}

/// Where it is said what to edit for an addition: the first page, and a page a family.
const ADDING: &str = "src/cli/topics/adding";

fn pages_for_developers() -> Vec<Page> {
    let text = std::fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    let first = Page { name: "CONTRIBUTING.md".to_owned(), text, is_tests: false };
    std::iter::once(first).chain(pages(ADDING, &["md"])).collect()
}

/// The paths of a page that do not exist, and how many it names. `<game>` is each game, or those that
/// the edit names before it (`Napoleon, Frederick: ...`); of a path with another part that is left
/// open, such as `<kind>`, the folder before that exists.
fn false_paths(page: &Page, games: &[&str]) -> (usize, Vec<String>) {
    let (mut count, mut wrong) = (0, vec![]);
    let (mut named, mut run) = (games.to_vec(), vec![]);
    for (number, line) in (1..).zip(page.text.lines()) {
        if line.is_empty() || line.starts_with(|c: char| c == '#' || c.is_ascii_digit()) {
            (named, run) = (games.to_vec(), vec![]);
        }
        for word in line.split_whitespace() {
            let bare = word.trim_matches(['(', ',', ':']).to_lowercase();
            match games.iter().find(|game| **game == bare) {
                Some(game) => run.push(*game),
                None if word == "and" => {}
                None => run.clear(),
            }
            if word.ends_with(':') && !run.is_empty() {
                named = std::mem::take(&mut run);
            }
            for path in word.split(|c| "`()[]|,;".contains(c)).filter_map(written_path) {
                count += 1;
                let missing = named.iter().map(|game| path.replace("<game>", game));
                let missing: BTreeSet<String> =
                    missing.filter(|path| !is_there(page, path)).collect();
                wrong.extend(missing.iter().map(|path| format!("{}:{number}: {path}", page.name)));
            }
        }
    }
    (count, wrong)
}

/// A word of a page, if it is written as a path: from a folder of the project, or as a file's name.
fn written_path(word: &str) -> Option<&str> {
    let folders = ["src/", "tests/", "campaigns/", "templates/", "orders/", "benches/", ".ci/"];
    let kinds = [".eml", ".html", ".js", ".md", ".rs", ".sh", ".sql", ".toml", ".txt", ".yaml"];
    let path = word.trim_end_matches([':', '.']);
    let is_path = folders.iter().any(|folder| path.starts_with(folder));
    (is_path || kinds.iter().any(|kind| path.ends_with(kind))).then_some(path)
}

/// Whether a path exists from the root or, as links do, from the page's folder.
fn is_there(page: &Page, path: &str) -> bool {
    match path.find(['<', '*']) {
        Some(open) => path[..open].rfind('/').is_some_and(|end| root().join(&path[..end]).is_dir()),
        None => {
            let beside = root().join(&page.name).parent().map(|folder| folder.join(path));
            root().join(path).exists() || beside.is_some_and(|path| path.exists())
        }
    }
}

#[test]
fn pages_for_developers_name_what_exists() {
    let games: Vec<&str> = umpire::rules::REFEREES.iter().map(|referee| referee.name()).collect();
    let (mut count, mut wrong) = (0, vec![]);
    for page in pages_for_developers() {
        let (named, missing) = false_paths(&page, &games);
        count += named;
        wrong.extend(missing);
    }
    assert!(count > 200, "{count} paths are found");
    nothing_wrong(
        "every path in CONTRIBUTING.md and its pages exists, in each game it is for",
        wrong,
    );
}

#[test]
fn every_addition_is_listed() {
    let pages = pages_for_developers();
    let list = &pages[0].text;
    let mut wrong = vec![];
    for page in &pages[1..] {
        let rows = list.lines().filter(|line| line.contains(&format!("]({})", page.name)));
        let rows: String = rows.map(str::to_lowercase).collect();
        for heading in page.text.lines().filter_map(|line| line.strip_prefix("## ")) {
            if !rows.contains(&heading.to_lowercase()) {
                wrong.push(format!("{}: {heading}", page.name));
            }
        }
    }
    nothing_wrong("every heading of these pages is in the table of CONTRIBUTING.md", wrong);
}
