//! The archive of a small campaign: questions about its seasons, its pages, and who may see what.

use assert_cmd::Command;
use predicates::str::contains;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use tempfile::TempDir;

fn umpire(folder: &Path, arguments: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::new(env!("CARGO_BIN_EXE_umpire"));
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.current_dir(folder).env_remove("UMPIRE_CAMPAIGN").args(arguments).assert()
}

fn said(folder: &Path, arguments: &[&str]) -> String {
    String::from_utf8(umpire(folder, arguments).success().get_output().stdout.clone()).unwrap()
}

fn refused(folder: &Path, arguments: &[&str], why: &str) {
    umpire(folder, arguments).failure().stderr(contains(why));
}

/// Italy 1796: spring with orders, letters and a die that was ruled on; summer withdrawn and played
/// again; autumn; winter is open.
fn played() -> &'static Path {
    static PLAYED: OnceLock<PathBuf> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("archive");
        let _ = fs::remove_dir_all(&home);
        fs::create_dir_all(&home).unwrap();
        umpire(&home, &["new", "game", "--scenario", "nations/italy-1796"]).success();
        let game = home.join("game");
        let settings = fs::read_to_string(game.join("umpire.yaml")).unwrap();
        fs::write(game.join("umpire.yaml"), settings + "\nreport: {png: false}\n").unwrap();
        umpire(
            &game,
            &["player", "add", "Ada", "--address", "ada@post.example", "--power", "france"],
        )
        .success();
        umpire(
            &game,
            &["player", "add", "Ben", "--address", "ben@post.example", "--power", "austria"],
        )
        .success();
        umpire(&game, &["start", "--defaults"]).success();
        let token = token(&game, "ada@post.example");
        let mail = format!(
            "From: Ada <ada@post.example>\nTo: umpire@games.example\nSubject: orders\n\
             Message-ID: <1@post.example>\nContent-Type: text/plain\n\n\
             campaign: game\nseason: spring 1796\npower: france\ntoken: {token}\n\
             activations:\n  - leader: Bonaparte\n    steps:\n      - attack: {{at: Beaulieu}}\n\
             letters:\n  - to: austria\n    text: |\n      The <b>olive branch</b>, Sire.\n"
        );
        let mut intake = Command::new(env!("CARGO_BIN_EXE_umpire"));
        intake.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
        intake.current_dir(&game).env_remove("UMPIRE_CAMPAIGN").args(["intake", "--stdin"]);
        intake.write_stdin(mail).assert().success();
        let turn = || {
            umpire(&game, &["resolve"]).success();
            umpire(&game, &["publish", "--force", "a test"]).success();
        };
        umpire(&game, &["narrate", "It rained on the Mincio."]).success();
        umpire(&game, &["narrate", "The treasury of Paris is empty.", "--to", "france"]).success();
        let fact = ["--fact", "move: {force: Bonaparte, to: Genoa}", "--at", "end"];
        let ruling = [&["ruling", "add", "--reason", "a slip"], &fact[..]].concat();
        umpire(&game, &ruling).success();
        turn();
        turn();
        // What went out is known to have been taken back.
        umpire(&game, &["send"]).success();
        umpire(&game, &["rollback", "--reason", "a die was misread"]).success();
        turn();
        turn();
        game
    })
}

fn token(game: &Path, address: &str) -> String {
    let file = rusqlite::Connection::open(game.join("campaign.db")).unwrap();
    let query = "SELECT token FROM player WHERE address = ?1";
    file.query_row(query, [address], |row| row.get(0)).unwrap()
}

/// Every file of a folder.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let (mut all, mut open) = (BTreeMap::new(), vec![folder.to_owned()]);
    while let Some(inside) = open.pop() {
        for entry in fs::read_dir(inside).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                all.insert(name, fs::read(path).unwrap());
            }
        }
    }
    all
}

fn text(files: &BTreeMap<String, Vec<u8>>, name: &str) -> String {
    String::from_utf8(files.get(name).unwrap_or_else(|| panic!("no {name}")).clone()).unwrap()
}

#[test]
fn seasons_are_listed_with_keys_that_stay() {
    let list = said(played(), &["archive", "list"]);
    let keys: Vec<Vec<&str>> =
        list.lines().skip(1).map(|line| line.split_whitespace().take(4).collect()).collect();
    assert_eq!(
        keys,
        [
            ["1", "spring", "1796", "published"],
            ["2", "summer", "1796", "withdrawn"],
            ["3a", "autumn", "1796", "withdrawn"],
            ["2-2", "summer", "1796", "published"],
            ["3", "autumn", "1796", "published"],
            ["4", "winter", "1796", "collecting"],
        ],
        "{list}"
    );
    let json: serde_json::Value =
        serde_json::from_str(&said(played(), &["archive", "list", "--json"])).unwrap();
    assert_eq!(json[0]["key"], "1");
    assert!(json[0]["battles"].as_u64().unwrap() > 0, "{json:#}");
    assert!(said(played(), &["archive", "show", "2"]).contains("season 2-2: published"));
    assert!(said(played(), &["archive", "show", "2-1"]).contains("season 2: withdrawn"));
    assert!(said(played(), &["archive", "show", "2-2"]).contains("season 2-2: published"));
    assert!(said(played(), &["archive", "show", "3a"]).contains("season 3a: withdrawn"));
}

#[test]
fn a_search_finds_the_best_first_and_names_the_season() {
    let found = said(played(), &["archive", "search", "olive", "branch", "--as", "austria"]);
    assert!(
        found.starts_with("spring 1796 (season 1), letter: Letter from france to austria\n"),
        "{found}"
    );
    assert!(found.contains("[olive] [branch]"), "{found}");
    let rain = said(played(), &["archive", "search", "rain*", "--as", "france", "--json"]);
    let rain: serde_json::Value = serde_json::from_str(&rain).unwrap();
    assert_eq!(rain[0]["kind"], "words");
    assert_eq!(rain[0]["page"], "season/1/index.html#words-1");
    // The umpire finds his rulings by their reasons.
    let slip = said(played(), &["archive", "search", "slip"]);
    assert!(slip.contains("ruling: Ruling\n    Ruling 1: move:"), "{slip}");
    let later =
        said(played(), &["archive", "search", "Bonaparte", "--season", "summer 1796..winter 1796"]);
    assert!(!later.contains("(season 1)"), "{later}");
    let both =
        said(played(), &["archive", "search", "markers in the pool", "--as", "france", "--json"]);
    let both: serde_json::Value = serde_json::from_str(&both).unwrap();
    let keys: Vec<&str> =
        both.as_array().unwrap().iter().map(|hit| hit["key"].as_str().unwrap()).collect();
    assert!(keys.contains(&"2") && keys.contains(&"2-2"), "{keys:?}");
    for hit in both.as_array().unwrap() {
        assert_eq!(hit["withdrawn"], hit["key"] == "2", "{hit}");
    }
    assert!(said(played(), &["archive", "search", "AND ( NEAR/2 \"x"]).contains("Nothing found"));
    refused(played(), &["archive", "search", "?! --"], "there is nothing to search for in `?! --`");
    refused(played(), &["archive", "search", "x", "--season", "3..1"], "ends before it starts");
}

#[test]
fn what_others_wrote_is_not_found_and_moves_nothing() {
    let orders = said(played(), &["archive", "search", "Beaulieu", "--as", "france"]);
    assert!(orders.contains("orders: Orders of france"), "{orders}");
    let austria = said(played(), &["archive", "search", "attack*", "--as", "austria"]);
    assert!(!austria.contains("orders"), "{austria}");
    refused(played(), &["archive", "show", "1", "--as", "austria", "--ledger"], "umpire alone");
    refused(played(), &["archive", "show", "1", "--as", "austria", "--orders"], "has no orders");
    refused(played(), &["archive", "show", "1", "--as", "autsria"], "did you mean `austria`?");
    refused(played(), &["archive", "show", "sprng 1796"], "did you mean `spring 1796`?");
    refused(played(), &["archive", "show", "winter 1796", "--map"], "winter 1796 is collecting");
}

#[test]
fn a_life_is_followed_and_seasons_are_compared() {
    let life = said(played(), &["archive", "follow", "bonaparte", "--as", "france"]);
    assert!(life.starts_with("Bonaparte (leader)\nBonaparte stood at "), "{life}");
    assert!(life.contains("spring 1796\n") && life.contains("= at the end: Bonaparte"), "{life}");
    refused(played(), &["archive", "follow", "Bonapart"], "did you mean `Bonaparte`?");
    let change: serde_json::Value =
        serde_json::from_str(&said(played(), &["archive", "diff", "1", "3", "--json"])).unwrap();
    assert_eq!((&change["from"], &change["to"]), (&"spring 1796".into(), &"autumn 1796".into()));
    let told = said(played(), &["archive", "diff", "1", "1", "--as", "austria"]);
    assert!(told.contains("nothing that was known"), "{told}");
    let map = said(played(), &["archive", "show", "1", "--map", "--as", "france"]);
    assert!(map.starts_with("The map of "), "{map}");
    let events = said(played(), &["archive", "show", "1", "--events", "--as", "france"]);
    assert!(events.contains("Bonaparte"), "{events}");
    let mails = said(played(), &["archive", "show", "1", "--mail"]);
    assert!(mails.contains("in      1") && mails.contains("ada@post.example"), "{mails}");
}

#[test]
fn pages_are_laid_out_and_stay() {
    let home = TempDir::new().unwrap();
    let site = home.path().join("site");
    let folder = site.to_str().unwrap();
    let export = |eyes: &[&str]| umpire(played(), &[&["archive", "export", folder], eyes].concat());
    export(&["--as", "france"]).success().stdout(contains("index.html"));
    let first = files(&site);
    let season = text(&first, "season/1/index.html");
    assert!(
        season.contains("&lt;b&gt;olive branch&lt;&#x2F;b&gt;")
            || season.contains("&lt;b&gt;olive branch&lt;/b&gt;"),
        "{season}"
    );
    assert!(!season.contains("<b>olive"), "what players write is no markup");
    assert!(text(&first, "season/2/index.html").contains("<strong>Withdrawn.</strong>"));
    assert!(text(&first, "season/2/index.html").contains("season/2-2/index.html"));
    assert!(text(&first, "season/4/index.html").contains("is being played"));
    // Once more: nothing is written, and what others put there stays.
    fs::write(site.join("robots.txt"), "mine").unwrap();
    export(&["--as", "france"]).success().stdout(contains("Written 0"));
    assert_eq!(text(&files(&site), "robots.txt"), "mine");
    // For other eyes beside these there is no room, nor in a folder that is used.
    export(&["--umpire"]).failure().stderr(contains("an export for france"));
    export(&["--revealed"]).failure().stderr(contains("`umpire end` closes it"));
    let other = home.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("letter.txt"), "mine").unwrap();
    let used = ["archive", "export", other.to_str().unwrap(), "--umpire"];
    refused(played(), &used, "is not empty and is not an export");
    assert_eq!(files(&other).len(), 1);
}

#[test]
fn no_token_and_no_secret_of_others_is_on_a_page() {
    let home = TempDir::new().unwrap();
    let tokens = ["ada@post.example", "ben@post.example"].map(|at| token(played(), at));
    for (name, eyes) in [
        ("austria", vec!["--as", "austria"]),
        ("umpire", vec!["--umpire"]),
        ("all", vec!["--revealed", "--before-the-end"]),
    ] {
        let site = home.path().join(name);
        let to = ["archive", "export", site.to_str().unwrap()];
        umpire(played(), &[&to[..], &eyes].concat()).success();
        let files = files(&site);
        for (file, body) in &files {
            let body = String::from_utf8_lossy(body);
            for token in &tokens {
                assert!(!body.to_lowercase().contains(token), "{name}: {file} has a token");
            }
            if name != "umpire" {
                assert!(!body.contains("@post.example"), "{name}: {file} has an address");
            }
            if name == "austria" {
                assert!(!body.contains("attack: {at: Beaulieu"), "{file} has orders of another");
                assert!(!file.contains("events"), "{file} is for the umpire");
            }
        }
        assert!(name == "austria" || files.contains_key("season/1/events.html"), "{name}");
        let mail = files.get("mail/1.html").map(|body| String::from_utf8_lossy(body));
        assert_eq!(mail.is_some(), name == "umpire", "{name}");
        assert!(mail.is_none_or(|mail| mail.contains("From: Ada &lt;ada@post.example&gt;")));
    }
}

#[test]
fn an_empty_campaign_has_pages_too() {
    let home = TempDir::new().unwrap();
    umpire(home.path(), &["new", "game", "--scenario", "nations/italy-1796"]).success();
    let game = home.path().join("game");
    let site = home.path().join("site");
    umpire(&game, &["archive", "export", site.to_str().unwrap(), "--umpire"]).success();
    let index = fs::read_to_string(site.join("index.html")).unwrap();
    assert!(index.contains("No season has been published yet"), "{index}");
    assert!(!index.contains("film/"), "there is no film, and no link to one: {index}");
    assert!(said(&game, &["archive", "search", "Bonaparte"]).contains("Nothing found"));
    refused(&game, &["archive", "follow", "Bonapart"], "did you mean `Bonaparte`?");
    refused(&game, &["archive", "follow", "Bonaparte"], "nothing is known about Bonaparte");
    refused(&game, &["archive", "diff", "1", "2"], "");
    assert_eq!(said(&game, &["archive", "list"]).lines().count(), 2);
}

/// Writes other words into all that a power may not know; says for each kind how many rows it was.
fn scrambled(game: &Path, eye: &str) -> BTreeMap<&'static str, usize> {
    let file = rusqlite::Connection::open(game.join("campaign.db")).unwrap();
    let mut query = file.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").unwrap();
    let triggers: Vec<String> =
        query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    for trigger in triggers {
        file.execute_batch(&format!("DROP TRIGGER {trigger}")).unwrap();
    }
    let own = format!("= '{eye}'");
    let mut rows = BTreeMap::new();
    for (kind, change) in [
        ("positions", "UPDATE season SET state = '{}'".to_owned()),
        ("events", "UPDATE event SET json = '{\"Bonaparte\": 1}'".to_owned()),
        ("ledger", "UPDATE ledger_entry SET json = '{\"Bonaparte\": 1}'".to_owned()),
        ("what others knew", format!("UPDATE known SET json = '{{}}' WHERE NOT power {own}")),
        ("what they know", format!("UPDATE known_after SET json = '{{}}' WHERE NOT power {own}")),
        ("their reports", format!("UPDATE report SET body = x'0042' WHERE NOT power {own}")),
        ("their sheets", format!("UPDATE sheet SET text = 'Bonaparte!' WHERE NOT power {own}")),
        (
            "their letters",
            format!(
                "UPDATE letter SET text = 'Bonaparte!' WHERE NOT sender {own} AND NOT receiver {own}"
            ),
        ),
        (
            "words for others",
            format!(
                "UPDATE narrative SET text = 'Bonaparte!' WHERE NOT coalesce(power, '{eye}') {own}"
            ),
        ),
        ("rulings", "UPDATE ruling SET answer = 'Bonaparte', reason = 'Bonaparte'".to_owned()),
        ("mails", "UPDATE raw SET bytes = x'42', reason = 'Bonaparte'".to_owned()),
        (
            "mails that went out",
            "UPDATE outbox SET subject = 'Bonaparte', letter = 'Marengo'".to_owned(),
        ),
        ("their bytes", "UPDATE mail_body SET bytes = x'0042'".to_owned()),
        ("the journal", "UPDATE journal SET what = 'Bonaparte'".to_owned()),
        ("players", "UPDATE player SET name = name || ' Bonaparte'".to_owned()),
    ] {
        rows.insert(kind, file.execute(&change, []).unwrap());
    }
    rows
}

/// A copy of the campaign, without any index.
fn copy(home: &Path, name: &str) -> PathBuf {
    let game = home.join(name);
    fs::create_dir(&game).unwrap();
    umpire(played(), &["backup", game.join("campaign.db").to_str().unwrap()]).success();
    fs::copy(played().join("umpire.yaml"), game.join("umpire.yaml")).unwrap();
    game
}

#[test]
fn a_powers_archive_is_made_of_nothing_that_it_may_not_know() {
    let home = TempDir::new().unwrap();
    let (one, twin) = (copy(home.path(), "one"), copy(home.path(), "twin"));
    let gets = |game: &Path, eye: &str, nth: u32| {
        let site = home.path().join(format!("{eye}-{nth}"));
        umpire(game, &["archive", "export", site.to_str().unwrap(), "--as", eye]).success();
        let mut all = files(&site);
        for words in ["Bonaparte", "marches", "attack* Beaulieu", "orders"] {
            let found = said(game, &["archive", "search", words, "--as", eye, "--json"]);
            all.insert(format!("search {words}"), found.into_bytes());
        }
        for question in [
            &["follow", "Bonaparte", "--as", eye, "--json"][..],
            &["diff", "1", "3", "--as", eye, "--json"],
            &["show", "1", "--as", eye, "--events"],
            &["show", "1", "--as", eye, "--map"],
        ] {
            let told = said(game, &[&["archive"], question].concat());
            all.insert(question.join(" "), told.into_bytes());
        }
        all
    };
    // That others have searched before changes no ranking.
    said(&one, &["archive", "search", "Bonaparte"]);
    said(&one, &["archive", "search", "Bonaparte", "--as", "france"]);
    let (before, others) = (gets(&one, "austria", 1), gets(&one, "france", 1));
    let rows = scrambled(&twin, "austria");
    // Of two powers each has a part in every letter.
    let none = ["their letters"];
    for (kind, rows) in &rows {
        assert!(*rows > 0 || none.contains(kind), "{kind}: nothing was changed");
    }
    let after = gets(&twin, "austria", 2);
    let changed: Vec<&String> =
        before.keys().filter(|name| before[*name] != after[*name]).collect();
    assert!(changed.is_empty() && before.len() == after.len(), "it leaks into {changed:?}");
    // The same changes are seen by whoever may see them.
    let site = home.path().join("other");
    umpire(&twin, &["archive", "export", site.to_str().unwrap(), "--as", "france"]).failure();
    umpire(&twin, &["archive", "export", site.to_str().unwrap(), "--umpire"]).failure();
    assert_ne!(others, before);
}
