//! A whole game that an honest umpire ran, with everything that makes a game untidy: a season taken
//! back, a late sheet, standing orders, a sheet taken in by hand, a player replaced. Its mails prove
//! it. Then each way to cheat that PROOF.md names is played on a copy of these mails or of the file.

mod begun_again;
mod cheats;
mod game;
mod honest;
pub mod mails;
mod sheets;
mod table;
mod tally;

use crate::luck;
use assert_cmd::Command;
use game::{Played, played};
use mails::forge;
use predicates::str::contains;
use serde_json::Value as Json;
use std::fs;
use std::path::Path;
use table::Game;
use tally::faults;
use tempfile::TempDir;
use umpire::desk::proof::proven::{self, Proven, Verdict};

fn umpire(folder: &Path, arguments: &[&str]) -> assert_cmd::assert::Assert {
    let mut command = Command::new(env!("CARGO_BIN_EXE_umpire"));
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.current_dir(folder).env_remove("UMPIRE_CAMPAIGN").args(arguments).assert()
}

fn checked(folder: &Path) -> Proven {
    proven::check(folder, None).unwrap()
}

#[test]
fn an_honest_umpire_is_never_called_a_cheat() {
    let Played { home, .. } = played();
    let at = |name: &str| home.path().join(name);
    // Ada kept all: every season is proved.
    let ada = checked(&at("ada"));
    assert_eq!(faults(&ada), Vec::<String>::new());
    assert_eq!(ada.verdict(), Verdict::Proved, "{ada:#?}");
    assert!(ada.campaigns[0].seasons.len() >= 4, "two reports of spring, two of later seasons");
    // Ben gave his power to Cleo after two seasons; Cleo has what came since.
    for name in ["ben", "cleo"] {
        let proven = checked(&at(name));
        assert_eq!(faults(&proven), Vec::<String>::new(), "{name}");
    }
    let folder = at("ada");
    umpire(home.path(), &["verify", "--public", folder.to_str().unwrap()])
        .code(0)
        .stdout(contains("Proved: everything that was checked is right."));
    umpire(&at("game"), &["verify"]).code(0).stdout(contains("played again"));
    // What the umpire took in by hand is marked as such, to its player and to all.
    let told = |name: &str, subject: &str, words: &str| {
        let mails = mails::mails(&at(name));
        let of = |mail: &&(std::path::PathBuf, String)| mails::subject(&mail.1).contains(subject);
        assert!(
            mails.iter().filter(of).any(|(_, mail)| game::text(mail).contains(words)),
            "{words}"
        );
    };
    told("ben", "revision 1", "The umpire took this sheet in by hand");
    told("ben", "revision 1", "The reason: by telephone");
    told("ada", "report, spring 1796", "austria: 1 sheet taken in by hand; revision 1 was played");
    told("ada", "report, spring 1796", "taken in by hand because: by telephone");
    told("ada", "report, summer 1796", "admitted by the umpire: the post was slow; 1 came late");
    told("ada", "report, autumn 1796", "france: no sheet came; standing orders were played");
    umpire(home.path(), &["verify", "--public", "nowhere"]).code(2);
}

/// Every scenario in which each power has a player, and options with which another sort of game is played.
const GAMES: &[Game] = &[
    Game::of("nations/marengo-1800", &[]),
    Game::of("nations/italy-1796", &["fog=rules"]),
    Game::of("nations/suvorov-1799", &[]),
    Game::of("nations/jena-1806", &[]),
    Game::of("nations/russia-1812", &[]),
    Game::of("nations/spanish-ulcer-1808", &[]),
    Game::of("nations/hundred-days-1815", &[]),
    Game::of("kriegsspiel/danube-1805", &[]),
    Game::of("kriegsspiel/danube-1805", &["intel=estimates"]),
    Game::of("napoleon/italy-1796", &[]),
    Game::of("napoleon/italy-1800", &["tables=3"]),
    Game::of("napoleon/italy-1796", &["staff=commands"]),
    Game::of("frederick/first-silesian-war", &[]),
    Game::of("frederick/austrian-succession", &[]),
    Game::of("frederick/fontenoy", &["players=2"]),
    Game::of("kriegsspiel/europe-1805", &[]),
];

/// Scenarios with powers for which a player of another writes. Such games are tried in `src/desk/toy/court/histories.rs`.
const WITH_WARDS: [&str; 7] = [
    "nations/austerlitz-1805",
    "nations/grand-campaign-1792",
    "nations/grand-campaign-1805",
    "nations/grand-campaign-1809",
    "nations/grand-campaign-1813",
    "nations/leipzig-1813",
    "nations/wagram-1809",
];

#[test]
fn nobody_who_is_honest_is_accused_and_each_cheat_is_found() {
    let all = cheats::CHEATS.iter();
    let cheats: Vec<_> = all.filter(|cheat| cheat.name != cheats::OF_A_WARD).collect();
    tally::run(GAMES, 6, &cheats, &[honest::ANYWHERE, honest::IN_REAL_GAMES]);
}

/// Operations that are played again go on longer, so that the court for which a sheet was in is not the
/// next season. The sheet stays its own, and is read again when the court opens.
#[test]
fn a_sheet_waits_for_its_own_season_when_another_opens_in_its_place() {
    let game = Game::of("frederick/austrian-succession", &[]);
    let mut table = table::Table::new(&game, &"2a".repeat(32), "");
    table.seat("Ada", &["prussia".into()]).unwrap();
    table.desk().start(true, None).unwrap();
    table.publish(Some("a test"));
    table.publish(Some("a test"));
    assert_eq!(table.open().name, "court 1742");
    let sheet = |season: &str, rest: &str| {
        format!("campaign: game\nseason: {season}\npower: prussia\n{rest}")
    };
    let came = |table: &mut table::Table, text: &str| {
        let path = table.written("Ada", "orders", text);
        table.by_mail(&path).unwrap().verdict
    };
    let bid = sheet("court 1742", "initiative: [{bid: 1}]\n");
    assert_eq!(came(&mut table, &bid), "accepted");
    table.desk().rollback("a slip").unwrap();
    let sheets = sheets::Sheets::of(game.scenario, game.options);
    let moves = sheets.sheet(&table, &mut luck::Luck(1), "prussia", 0);
    assert_eq!(came(&mut table, &moves), "accepted");
    table.publish(Some("a test"));
    assert_eq!(table.open().name, "operations 1741 (2)");
    let revisions = |table: &table::Table| {
        let sheets = table.store().revisions(table.open().id, "prussia").unwrap();
        sheets.into_iter().map(|sheet| sheet.verdict.is_played()).collect::<Vec<_>>()
    };
    assert_eq!(revisions(&table), Vec::<bool>::new());
    while table.open().name != "court 1742" {
        table.publish(Some("a test"));
    }
    assert_eq!(revisions(&table), [false, true], "the first once more, and read again");
    table.publish(Some("a test"));
    // Before the secret is told, and after it.
    for _ in 0..2 {
        table.hand_out(&["Ada".to_owned()]);
        assert_eq!(faults(&checked(&table.own("Ada"))), Vec::<String>::new());
        if table.is_over() {
            break;
        }
        table.reveal();
    }
    umpire(&table.folder(), &["verify"]).code(0);
}

#[test]
fn every_scenario_is_among_the_games() {
    let shelf = umpire::rules::shelf();
    for referee in umpire::rules::REFEREES.iter() {
        for scenario in referee.scenarios(&shelf) {
            let whole = format!("{}/{scenario}", referee.name());
            let mut names = GAMES.iter().map(|game| game.scenario).chain(WITH_WARDS);
            assert!(names.any(|name| name == whole), "{whole} is not played");
        }
    }
}

/// What a copy of Ada's mails proves after a change.
fn with_change(change: impl FnOnce(&Path)) -> Proven {
    let copy = mails::copied(&played().home.path().join("ada"));
    change(copy.path());
    checked(copy.path())
}

/// One change to a copy of Ada's mails: it is found, and in these words.
fn found(why: &str, change: impl FnOnce(&Path)) {
    let proven = with_change(change);
    let told = faults(&proven);
    assert_eq!(proven.verdict(), Verdict::Fault, "{why}");
    assert!(told.iter().any(|fault| fault.contains(why)), "{why}: {told:#?}");
}

/// The same for what is only not shown.
fn not_shown(why: &str, change: impl FnOnce(&Path)) {
    let proven = with_change(change);
    assert_eq!(faults(&proven), Vec::<String>::new(), "{why}");
    assert_eq!(proven.verdict(), Verdict::NotShown, "{why}");
    let told = serde_json::to_string(&proven).unwrap();
    assert!(told.contains(why), "{why}: {told}");
}

#[test]
fn a_sheet_in_a_players_name_is_found_by_them() {
    // 2: what was played is in none of Ada's mails, though the umpire's receipts speak of it.
    found("is in none of the player's mails", |folder| {
        for (path, mail) in mails::mails(folder) {
            if mail.contains("From: Ada") && mail.contains("season: spring 1796") {
                fs::remove_file(path).unwrap();
            }
        }
    });
    // Who kept none of their own mails cannot show it.
    not_shown("no mail in the folder was written by the player", |folder| {
        for (path, mail) in mails::mails(folder) {
            if mail.contains("From: Ada") {
                fs::remove_file(path).unwrap();
            }
        }
    });
}

#[test]
fn a_sheet_that_was_acknowledged_and_not_played_is_found() {
    // 3, 4: the umpire leaves a revision out of the count, and plays none.
    found("the report does not count it", |folder| {
        let changed = forge(folder, "report, winter 1796", "france.proof.json", |proof| {
            let sheets = proof["sheets"].as_array_mut().unwrap();
            for came in sheets.iter_mut().filter(|came| came["power"] == "france") {
                came["revisions"] = Json::Array(vec![]);
                came["played"] = "nothing".into();
            }
        });
        assert_eq!(changed, 1);
    });
    found("the leaf is not that of the sheet that was played", |folder| {
        forge(folder, "corrected report", "france.proof.json", |proof| {
            proof["sheet"] = Json::Null;
        });
    });
}

#[test]
fn publishing_early_is_told_to_all() {
    // 4: it takes a reason, and the reports say so.
    let Played { home, .. } = played();
    let told = |name: &str| {
        let mails = mails::mails(&home.path().join(name));
        mails.iter().any(|(_, mail)| {
            let text = game::text(mail);
            text.contains("published before its deadline") && text.contains("Cleo has moved house")
        })
    };
    assert!(told("ada"), "the report of winter says what was overridden");
}

#[test]
fn two_promises_and_two_secrets_are_found() {
    // 5
    found("two different secrets were promised", |folder| {
        let (path, mail) = game::with_file(folder, "promise.json");
        fs::write(path.with_extension("again.eml"), mail).unwrap();
        mails::forge_one(&path, "promise.json", |promise| {
            promise["secret_hash"] = "00".repeat(32).into();
        });
    });
    found("two different secrets were told", |folder| {
        let (path, mail) = game::with_file(folder, "reveal.json");
        fs::write(path.with_extension("again.eml"), mail).unwrap();
        mails::forge_one(&path, "reveal.json", |told| told["secret"] = "11".repeat(32).into());
    });
    found("the secret is not the one that was promised", |folder| {
        let (path, _) = game::with_file(folder, "reveal.json");
        mails::forge_one(&path, "reveal.json", |told| told["secret"] = "11".repeat(32).into());
    });
}

#[test]
fn dice_that_are_forged_moved_or_left_out_are_found() {
    let draws = |proof: &Json, wanted: &dyn Fn(&str) -> bool| -> Option<usize> {
        let dice = proof["dice"].as_array().unwrap();
        dice.iter().position(|die| wanted(die["what"].as_str().unwrap()))
    };
    // 6: the options of a draw in another order, and what was drawn by it.
    found("not in the program's order", |folder| {
        forge(folder, "corrected report", "france.proof.json", |proof| {
            let at = draws(proof, &|what| what.starts_with("one of ") && what.contains(", "));
            let die = &mut proof["dice"][at.unwrap()];
            let what = die["what"].as_str().unwrap().strip_prefix("one of ").unwrap().to_owned();
            let turned: Vec<&str> =
                what.split(", ").collect::<Vec<_>>().into_iter().rev().collect();
            die["what"] = format!("one of {}", turned.join(", ")).into();
        });
    });
    // 7: one key for two dice.
    found("is used twice", |folder| {
        forge(folder, "corrected report", "france.proof.json", |proof| {
            let dice = proof["dice"].as_array_mut().unwrap();
            let first = dice[0].clone();
            dice.push(first);
        });
    });
    // 8: a draw between others is left out.
    found("is left out", |folder| {
        forge(folder, "corrected report", "france.proof.json", |proof| {
            let dice = proof["dice"].as_array_mut().unwrap();
            let second = dice.iter().position(|die| die["key"].as_str().unwrap().ends_with("/2"));
            let row =
                dice[second.unwrap()]["key"].as_str().unwrap().trim_end_matches('2').to_owned();
            dice.retain(|die| die["key"] != format!("{row}1"));
        });
    });
    found("does not follow from the seed", |folder| {
        forge(folder, "corrected report", "france.proof.json", |proof| {
            let at = draws(proof, &|what| what.starts_with("one of ") && what.contains(", "));
            let die = &mut proof["dice"][at.unwrap()];
            die["fell"] = "something else".into();
        });
    });
}

#[test]
fn a_leaf_that_is_invented_is_found() {
    // 9: bytes that are made of nothing, in the report and in what is told at the end.
    found("is not that of the orders the umpire told", |folder| {
        let (path, _) = game::with_file(folder, "reveal.json");
        mails::forge_one(&path, "reveal.json", |told| {
            told["seasons"][0]["leaves"][1]["leaf"] = "ab".repeat(32).into();
        });
    });
    found("its leaves are not those that the umpire told", |folder| {
        let (path, _) = game::with_file(folder, "reveal.json");
        mails::forge_one(&path, "reveal.json", |told| {
            told["seasons"][0]["leaves"][1]["leaf"] = "ab".repeat(32).into();
        });
    });
    found("the root is not that of the leaves", |folder| {
        forge(folder, "report, autumn 1796", "france.proof.json", |proof| {
            proof["leaves"][1][1] = "ab".repeat(32).into();
        });
    });
    found("leaves of different powers", |folder| {
        forge(folder, "report, autumn 1796", "france.proof.json", |proof| {
            let leaves = proof["leaves"].as_array_mut().unwrap();
            leaves.push(serde_json::json!(["turkey", "cd".repeat(32)]));
        });
    });
}

#[test]
fn two_digests_of_a_season_are_found() {
    // 10
    found("no report says that it replaces another", |folder| {
        forge(folder, "corrected report", "france.proof.json", |proof| {
            proof["replaces"] = Json::Array(vec![]);
        });
        let (path, _) = game::with_file(folder, "reveal.json");
        mails::forge_one(&path, "reveal.json", |told| {
            let seasons = told["seasons"].as_array_mut().unwrap();
            seasons.retain(|season| season["withdrawn"] != true);
        });
    });
    found("not one that the umpire told at the end", |folder| {
        let (path, _) = game::with_file(folder, "reveal.json");
        mails::forge_one(&path, "reveal.json", |told| {
            let last = told["seasons"].as_array_mut().unwrap().last_mut().unwrap();
            last["digest"] = "ef".repeat(32).into();
        });
    });
    // A report between two others that is gone, before the end is told.
    found("the report of the season before", |folder| {
        for (path, mail) in mails::mails(folder) {
            let is = |words: &str| mails::subject(&mail).contains(words);
            if is("report, summer 1796") || is("the secret is told") {
                fs::remove_file(path).unwrap();
            }
        }
    });
}

#[test]
fn what_was_withheld_is_not_shown() {
    // 11
    not_shown("the welcome with promise.json is not in the folder", |folder| {
        fs::remove_file(game::with_file(folder, "promise.json").0).unwrap();
    });
    not_shown("the receipt of revision 1 is not in the folder", |folder| {
        for (path, mail) in mails::mails(folder) {
            if mails::subject(&mail).contains("revision 1: accepted, spring 1796") {
                fs::remove_file(path).unwrap();
            }
        }
    });
    // Other sheets had been acknowledged before the one that was played.
    not_shown("the receipt of the sheet that was played is not in the folder", |folder| {
        let all = mails::mails(folder).into_iter();
        let receipts = all.filter_map(|(path, mail)| {
            let subject = mails::subject(&mail);
            let (_, rest) = subject.split_once("revision ")?;
            let (revision, rest) = rest.split_once(": accepted")?;
            rest.contains("summer 1796").then(|| (revision.parse::<u32>().unwrap(), path))
        });
        let (revision, path) = receipts.max().unwrap();
        assert!(revision > 2, "{revision}");
        fs::remove_file(path).unwrap();
    });
    not_shown("the report of summer 1796 is not in the folder", |folder| {
        for (path, mail) in mails::mails(folder) {
            if mails::subject(&mail).contains("report, summer 1796") {
                fs::remove_file(path).unwrap();
            }
        }
    });
}

#[test]
fn a_private_note_is_told_to_nobody() {
    let Played { home, .. } = played();
    for (_, mail) in mails::mails(&home.path().join("ben")) {
        assert!(!game::whole(&mail).contains("Genoa is a feint"), "{}", mails::subject(&mail));
    }
    // The umpire reads it, its writer has it, and everybody else sees its digest.
    let site = TempDir::new().unwrap();
    let to = site.path().join("all");
    umpire(&home.path().join("game"), &["archive", "export", to.to_str().unwrap(), "--revealed"])
        .success();
    assert!(!game::holds(&to, "Genoa is a feint") && game::holds(&to, "note to umpire"));
}

#[test]
fn a_file_that_was_changed_between_two_seasons_is_not_played() {
    let Played { home, .. } = played();
    let copy = TempDir::new().unwrap();
    let folder = copy.path().join("game");
    let fresh = |statement: &str| {
        let _ = fs::remove_dir_all(&folder);
        mails::copy(&home.path().join("open"), &folder);
        let file = rusqlite::Connection::open(folder.join("campaign.db")).unwrap();
        tally::unguard(&file);
        let changed = file.execute(statement, []).unwrap();
        assert!(changed > 0, "{statement}");
    };
    let open = "(SELECT max(id) FROM season)";
    let statements = [
        (
            format!(
                "UPDATE season SET state = replace(state, '\"Bonaparte\"', '\"Massena\"') \
                 WHERE id = {open}"
            ),
            "the position at its start is not the end of",
        ),
        (
            format!(
                "UPDATE known SET json = json || ' ' WHERE season = {open} AND power = 'france'"
            ),
            "what france knows at its start is not what it knew at the end of",
        ),
        (
            format!(
                "INSERT INTO option_value (key, value, season) VALUES ('fog', 'rules', {open})"
            ),
            "an option was set without a ruling",
        ),
        (
            "UPDATE option_value SET value = 'rules' WHERE key = 'fog'".to_owned(),
            "the table `option_value` is not as it was sealed",
        ),
        (
            "DELETE FROM season WHERE status = 'withdrawn' AND id = \
             (SELECT min(id) FROM season WHERE status = 'withdrawn')"
                .to_owned(),
            "its seal does not match the digest of the seal before it",
        ),
    ];
    for (statement, why) in statements {
        fresh(&statement);
        umpire(&folder, &["verify"]).code(1).stdout(contains("FAULT FOUND"));
        let verified = umpire(&folder, &["verify", "--json"]).code(1).get_output().stdout.clone();
        let told = String::from_utf8(verified).unwrap();
        assert!(told.contains(why), "{statement}: {told}");
        if !statement.starts_with("DELETE") {
            let told = umpire(&folder, &["resolve", "--anyway"]).get_output().stderr.clone();
            let told = String::from_utf8(told).unwrap();
            let refused = told.contains("changed outside this program");
            assert!(refused, "{statement}: {told}");
        }
    }
}

#[test]
fn the_opening_position_follows_from_the_set_up() {
    let Played { home, .. } = played();
    let copy = TempDir::new().unwrap();
    let folder = copy.path().join("game");
    mails::copy(&home.path().join("begun"), &folder);
    umpire(&folder, &["verify"]).code(0);
    let file = rusqlite::Connection::open(folder.join("campaign.db")).unwrap();
    tally::unguard(&file);
    file.execute("UPDATE season SET state = state || ' '", []).unwrap();
    drop(file);
    umpire(&folder, &["verify"]).code(1).stdout(contains("what the set-up leads to"));
    umpire(&folder, &["resolve", "--anyway"]).code(1).stderr(contains("what the set-up leads to"));
}

#[test]
fn a_season_is_played_again_with_the_pages_it_was_played_with() {
    let Played { home, .. } = played();
    let copy = TempDir::new().unwrap();
    let folder = copy.path().join("game");
    mails::copy(&home.path().join("open"), &folder);
    // A page of the campaign's own that says something else: what was published stands.
    let page = umpire::rules::shelf();
    let page = page.text("nations/book/tables/attrition.yaml").unwrap().to_owned();
    fs::create_dir_all(folder.join("book/tables")).unwrap();
    fs::write(folder.join("book/tables/attrition.yaml"), format!("{page}# ours\n")).unwrap();
    umpire(&folder, &["verify"]).code(0).stdout(contains("played again"));
    // What is played from now on says that the book is not the program's.
    umpire(&folder, &["resolve", "--anyway"]).success();
    umpire(&folder, &["report", "preview", "--as", "france"]).success();
    let preview = fs::read_dir(folder.join("preview")).unwrap().next().unwrap().unwrap().path();
    let text = fs::read_to_string(preview.join("france.txt")).unwrap();
    assert!(text.contains("not the program's own: tables/attrition.yaml"), "{text}");
}

#[test]
fn a_scenario_that_is_added_changes_no_campaign() {
    let digest = |shelf: &umpire::kit::shelf::Shelf| {
        let referee = umpire::rules::referee("nations").unwrap();
        let game = referee.open(shelf, "italy-1796", &[].into()).unwrap();
        game.book_digest().to_owned()
    };
    let mut shelf = umpire::rules::shelf();
    let before = digest(&shelf);
    shelf.lay("nations/another-1805/scenario.yaml", "title: Another".into());
    shelf.lay("nations/book/notes.txt", "A note.".into());
    assert_eq!(digest(&shelf), before);
    let units = shelf.text("nations/book/units.yaml").unwrap().to_owned();
    shelf.lay("nations/book/units.yaml", units + "# another\n");
    assert_ne!(digest(&shelf), before);
}

#[test]
fn a_power_that_nobody_plays_has_no_sheet_but_by_a_ruling() {
    // 1
    let home = TempDir::new().unwrap();
    umpire(
        home.path(),
        &["new", "game", "--scenario", "nations/italy-1796", "--secret", &"2a".repeat(32)],
    )
    .success();
    let folder = home.path().join("game");
    let settings = fs::read_to_string(folder.join("umpire.yaml")).unwrap();
    fs::write(folder.join("umpire.yaml"), settings + "\nreport: {png: false}\n").unwrap();
    umpire(
        &folder,
        &["player", "add", "Ada", "--address", "ada@post.example", "--power", "france"],
    )
    .success();
    umpire(&folder, &["start", "--defaults"]).success();
    let root = |sheet: &str| {
        fs::write(folder.join("a.yaml"), sheet).unwrap();
        umpire(&folder, &["intake", "a.yaml"]).code(1).stdout(contains("nobody plays austria"));
        let told = umpire(&folder, &["resolve", "--anyway", "--json"])
            .success()
            .get_output()
            .stdout
            .clone();
        serde_json::from_slice::<Json>(&told).unwrap()["root"].clone()
    };
    let head = "season: spring 1796\npower: austria\nactivations: ";
    let (one, other) = (root(&format!("{head}[]\n")), root(&format!("{head}[]\n# another try\n")));
    assert_eq!(one, other, "a sheet that nobody may send moves no die");
    let add = ["ruling", "add", "--sheet", "austria/2", "--reason", "nobody else will"];
    umpire(&folder, &add).success();
    umpire(&folder, &["resolve", "--anyway"]).success();
    umpire(&folder, &["publish", "--force", "a test"]).success();
    let report = fs::read_to_string(folder.join("reports/spring-1796/france.txt")).unwrap();
    let report = report.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        report.contains("admitted by the umpire: nobody else will; nobody plays it"),
        "{report}"
    );
}

#[test]
fn a_season_taken_back_before_its_reports_went_out_is_hidden_and_other_mail_goes_out() {
    let Played { home, .. } = played();
    let copy = TempDir::new().unwrap();
    let folder = copy.path().join("game");
    mails::copy(&home.path().join("begun"), &folder);
    let sheet = "season: spring 1796\npower: france\nactivations: [{leader: Bonaparte, steps: \
                 [{march: [Genoa]}]}]\n";
    fs::write(folder.join("a.yaml"), sheet).unwrap();
    umpire(&folder, &["intake", "a.yaml"]).success();
    umpire(&folder, &["resolve", "--anyway"]).success();
    umpire(&folder, &["publish", "--force", "a test"]).success();
    // It is searched while it stands, so that an index has its words.
    umpire(&folder, &["archive", "search", "Bonaparte", "--as", "france"])
        .success()
        .stdout(contains("spring 1796"));
    umpire(&folder, &["rollback", "--reason", "a slip"])
        .success()
        .stdout(contains("2 reports that waited cancelled, 0 had gone out; other mail goes out."));
    let as_france = |arguments: &[&str]| {
        let all: Vec<&str> = arguments.iter().copied().chain(["--as", "france"]).collect();
        let output = umpire(&folder, &all).get_output().clone();
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    };
    umpire(&folder, &["archive", "show", "1-1"]).success().stdout(contains("withdrawn"));
    assert!(as_france(&["archive", "show", "1-1"]).contains("no season"));
    for search in ["Bonaparte", "pool", "Genoa"] {
        let told = as_france(&["archive", "search", search]);
        assert!(!told.contains("spring 1796"), "{search}: {told}");
    }
    assert!(as_france(&["archive", "follow", "Bonaparte"]).contains("nothing is known"));
    let site = copy.path().join("site");
    as_france(&["archive", "export", site.to_str().unwrap()]);
    assert!(!game::holds(&site, "Bonaparte marches") && !site.join("season/1/map.svg").exists());
    let umpires = copy.path().join("umpires");
    umpire(&folder, &["archive", "export", umpires.to_str().unwrap(), "--umpire"]).success();
    assert!(umpires.join("season/1/map.svg").exists(), "the umpire sees what was taken back");
    // The receipt was no part of what was taken back.
    umpire(&folder, &["send"]).success().stdout(contains("1 mail sent"));
    let outbox = || mails::mails(&folder.join("outbox"));
    let before = outbox();
    assert!(before.iter().any(|(_, mail)| mails::subject(mail).contains("revision 1")));
    umpire(&folder, &["send", "--resend", "receipt", "Ada"])
        .success()
        .stdout(contains("1 mail to be sent again."))
        .stdout(contains("1 mail sent"));
    umpire(&folder, &["send", "--resend", "welcome", "ben"]).success();
    let ids = |mails: Vec<(std::path::PathBuf, String)>| {
        let mut all: Vec<String> = mails.into_iter().map(|(_, mail)| mail).collect();
        all.sort();
        all.dedup();
        all
    };
    assert_eq!(ids(outbox()), ids(before), "the same bytes under the same Message-ID");
    umpire(&folder, &["send", "--resend", "report", "Ada"]).code(1).stderr(contains("no report"));
    umpire(&folder, &["send", "--resend", "poem", "Ada"]).code(1).stderr(contains("name one of"));
    // Once it went out, what was taken back is known and marked.
    umpire(&folder, &["resolve", "--anyway"]).success();
    umpire(&folder, &["publish", "--send", "--force", "a test"]).success();
    umpire(&folder, &["rollback", "--reason", "another slip"]).success();
    assert!(as_france(&["archive", "show", "1-2"]).contains("spring 1796"));
}
