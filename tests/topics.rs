//! The commands in README and topics run: each block of shell lines, in its order.

use std::path::Path;
use std::process::Command;
use std::sync::OnceLock;
use tempfile::TempDir;

/// What cannot run here is called for its help, so that its options are real all the same.
const NOT_RUN: [&str; 6] =
    ["--imap", "--watch", "archive serve", "umpire desk", " FOLDER", "--after"];

/// A sheet of a power for the campaign in `italy`.
fn sheet(power: &str, leader: &str) -> String {
    format!(
        "campaign: italy\nseason: spring 1796\npower: {power}\nactivations:\n  - leader: {leader}\n    \
         steps: [{{march: [Genoa]}}]\n"
    )
}

fn shell(folder: &Path, script: &str) -> (bool, String) {
    let path = std::env::var("PATH").unwrap_or_default();
    let program = Path::new(env!("CARGO_BIN_EXE_umpire")).parent().unwrap();
    let output = Command::new("sh")
        .env("XDG_STATE_HOME", folder.join("state"))
        .env("PATH", format!("{}:{path}", program.display()))
        .env("HOME", folder)
        .current_dir(folder)
        .arg("-c")
        .arg(script)
        .output()
        .unwrap();
    let told = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&told).into_owned())
}

/// A folder with the demo's campaign, the sheets of two players of `italy`, and some mail.
fn folder() -> TempDir {
    static MADE: OnceLock<TempDir> = OnceLock::new();
    let made = MADE.get_or_init(|| {
        let made = TempDir::new().unwrap();
        let (went, told) = shell(made.path(), "umpire demo");
        assert!(went, "{told}");
        made
    });
    let folder = TempDir::new().unwrap();
    let (went, told) = shell(folder.path(), &format!("cp -R '{}'/. .", made.path().display()));
    assert!(went, "{told}");
    folder
}

/// The same with a campaign in `italy` that has begun and has its two sheets; `begun` is whether.
fn with_italy() -> TempDir {
    let folder = folder();
    let script = "umpire new italy --scenario nations/italy-1796 && cd italy &&
        umpire player add Ada --address ada@post.example --power france &&
        umpire player add Ben --address ben@post.example --power austria &&
        umpire start --defaults";
    let (went, told) = shell(folder.path(), script);
    assert!(went, "{told}");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join("italy").join(name), text).unwrap();
    };
    write("ada.yaml", &sheet("france", "Bonaparte"));
    write("ben.yaml", &sheet("austria", "Beaulieu"));
    let (_, told) = shell(&folder.path().join("italy"), "umpire player token Ben");
    let token = told.split_whitespace().find(|word| word.len() == 13).expect("a token");
    let mail = |id: &str, body: &str| {
        format!(
            "From: Ben <ben@post.example>\nTo: umpire+{token}@games.example\nSubject: orders\n\
             Message-ID: <{id}@post.example>\n\n{body}"
        )
    };
    write("mail.eml", &mail("m", &sheet("austria", "Beaulieu")));
    write("question.eml", &mail("q", "May I march through Genoa?\n"));
    let script = "umpire intake --stdin < question.eml";
    let (went, told) = shell(&folder.path().join("italy"), script);
    assert!(went, "{told}");
    let home = folder.path().join("italy");
    for box_folder in ["new", "cur", "tmp"] {
        std::fs::create_dir_all(home.join("Maildir").join(box_folder)).unwrap();
    }
    std::fs::write(home.join("mbox"), "").unwrap();
    folder
}

/// The blocks of shell lines of a page, each line with what it continues on.
fn blocks(page: &str) -> Vec<Vec<String>> {
    let mut all: Vec<Vec<String>> = vec![];
    let mut inside = false;
    for line in page.lines() {
        match line {
            "```sh" => {
                inside = true;
                all.push(vec![]);
            }
            "```" => inside = false,
            _ if inside => {
                let block = all.last_mut().unwrap();
                match block.last_mut().filter(|last| last.ends_with('\\')) {
                    Some(last) => {
                        last.pop();
                        last.push_str(line.trim_start());
                    }
                    None => block.push(line.to_owned()),
                }
            }
            _ => {}
        }
    }
    all
}

/// What is run for a line of a page.
fn runnable(line: &str) -> Option<String> {
    let command = line.split(" # ").next().unwrap_or_default().trim();
    let first = command.split_whitespace().next()?;
    if !matches!(first, "umpire" | "cd") {
        return None;
    }
    match NOT_RUN.iter().any(|words| command.contains(words)) {
        true => Some(format!("{command} --help")),
        false => Some(command.to_owned()),
    }
}

/// Runs every command of a page in its order.
fn runs(page: &str, folder: &TempDir, least: usize) {
    let lines: Vec<String> = blocks(page).concat();
    let commands: Vec<String> = lines.iter().filter_map(|line| runnable(line)).collect();
    let count = commands.iter().filter(|command| command.starts_with("umpire")).count();
    assert!(count >= least, "{count} commands are in it");
    let mut place = folder.path().to_owned();
    for command in commands {
        if let Some(to) = command.strip_prefix("cd ") {
            place = place.join(to);
            continue;
        }
        let (went, told) = shell(&place, &command);
        assert!(went, "`{command}` failed:\n{told}");
    }
}

#[test]
fn the_readme_runs() {
    let page = include_str!("../README.md");
    let folder = folder();
    for (name, power, leader) in
        [("ada.yaml", "france", "Bonaparte"), ("ben.yaml", "austria", "Beaulieu")]
    {
        // They are written beside the campaign that the page makes.
        std::fs::write(folder.path().join(name), sheet(power, leader)).unwrap();
    }
    let page =
        page.replace("umpire intake ada.yaml ben.yaml", "umpire intake ../ada.yaml ../ben.yaml");
    let page = page.replace("check sheet.yaml --known france.known.json", "");
    runs(&page, &folder, 14);
}

#[test]
fn the_topic_on_mail_runs() {
    runs(include_str!("../src/cli/topics/mail.md"), &with_italy(), 14);
}

#[test]
fn the_topic_on_deadlines_runs() {
    runs(include_str!("../src/cli/topics/deadlines.md"), &with_italy(), 8);
}

#[test]
fn the_topic_on_rulings_runs() {
    runs(include_str!("../src/cli/topics/rulings.md"), &folder(), 18);
}

#[test]
fn the_topic_on_the_archive_runs() {
    runs(include_str!("../src/cli/topics/archive.md"), &with_italy(), 11);
}

#[test]
fn the_topic_on_cases_runs() {
    runs(include_str!("../src/cli/topics/cases.md"), &folder(), 4);
}

#[test]
fn the_topic_on_scenarios_runs() {
    let folder = folder();
    let own = folder.path().join("my-scenario");
    std::fs::create_dir(&own).unwrap();
    let page = include_str!("scenarios/europe-1805/scenario.yaml");
    std::fs::write(own.join("scenario.yaml"), page).unwrap();
    runs(include_str!("../src/cli/topics/scenarios.md"), &folder, 12);
}

#[test]
fn the_topic_on_proof_runs() {
    // Whoever reads it stands in a campaign that has been played.
    let page = include_str!("../PROOF.md").replacen("```sh\n", "```sh\ncd marengo-1800-demo\n", 1);
    runs(&page, &folder(), 2);
}

#[test]
fn topics_are_listed_printed_and_manual_pages() {
    let folder = TempDir::new().unwrap();
    let (went, list) = shell(folder.path(), "umpire topic");
    assert!(went && list.lines().count() == 7, "{list}");
    let readme = include_str!("../README.md");
    for line in list.lines() {
        let name = line.split_whitespace().next().unwrap();
        assert!(readme.contains(&format!("| [{name}](")), "{name} is not in the README");
        let (went, text) = shell(folder.path(), &format!("umpire topic {name}"));
        assert!(went && text.starts_with("# ") && text.len() > 1000, "{name}: {text}");
    }
    let (went, told) = shell(folder.path(), "umpire topic nothing");
    assert!(!went && told.contains("mail, deadlines"), "{told}");
    let (went, told) = shell(folder.path(), "umpire man pages");
    assert!(went, "{told}");
    let page = std::fs::read_to_string(folder.path().join("pages/umpire-mail.7")).unwrap();
    assert!(page.starts_with(".TH UMPIRE\\-MAIL 7\n.SH NAME\n"), "{page}");
    assert_eq!(page.matches(".EX\n").count(), page.matches(".EE\n").count());
    let commands = [".TH", ".SH", ".PP", ".EX", ".EE", ".br"];
    for line in page.lines().filter(|line| line.starts_with(['.', '\''])) {
        assert!(commands.iter().any(|command| line.starts_with(command)), "{line}");
    }
}
