//! A whole season without any set-up: the example sheets, a secret that everybody may know.

use crate::campaign::new::{NewGame, create};
use crate::campaign::{files, workbench};
use crate::post::send::Errand;
use crate::{Clock, Desk, DeskError};
use kit::proof;
use kit::shelf::Shelf;
use rules::SummaryLine;
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use store::Store;

/// The example sheets, as they are in the binary.
static ORDERS: include_dir::Dir<'static> =
    include_dir::include_dir!("$CARGO_MANIFEST_DIR/../../orders");

/// The chits and dice of a printed example of one season, beside the sheets that it is played with.
const PRINTED: &str = "as-printed.txt";
/// A printed example of several seasons: a folder with a sheet and its dice for each, `1.yaml` and
/// `1.txt`.
const PRINTED_SEASONS: &str = "as-printed";
/// The options of its campaign beside them, a line each, if they are not the usual ones.
const PRINTED_OPTIONS: &str = "options.txt";

/// A season of a demo: its sheets, each with its name, and its dice if they are given.
type Part = (Vec<(String, String)>, Option<String>);

/// A demo that was played.
#[derive(Debug, Clone, Serialize)]
pub struct Demo {
    pub folder: PathBuf,
    pub title: String,
    pub season: String,
    pub scenario: String,
    /// The season that is open now; none if the scenario ends with the first.
    pub next: Option<String>,
    /// Lines for the umpire.
    pub lines: Vec<SummaryLine>,
    /// The reports, relative to the folder.
    pub reports: Vec<PathBuf>,
    /// The sheets, relative to the folder.
    pub sheets: Vec<PathBuf>,
    /// How many mails lie in its folder `outbox`.
    pub mails: usize,
}

/// Plays the first season of a rule system's example scenario into `<scenario>-demo`.
///
/// `as_printed` plays the chits and dice that the rulebook's own example tells, instead of drawing
/// and rolling.
pub fn play(
    parent: &Path,
    rules: Option<&str>,
    as_printed: bool,
    clock: Clock,
) -> Result<Demo, DeskError> {
    let orders = Shelf::embedded(&ORDERS);
    let (system, scenario) = example(&orders, rules)?;
    let folder = parent.join(format!("{scenario}-demo"));
    make_way(&folder)?;
    let workshop = parent.join(format!(".{scenario}-demo.{}.new", std::process::id()));
    let parts = parts(&orders, &format!("{system}/{scenario}"), as_printed)?;
    let options = match as_printed {
        true => printed_options(&orders, &format!("{system}/{scenario}")),
        false => vec![],
    };
    let played = play_in(&workshop, (&parts, options), (&system, &scenario), clock);
    if played.is_err() {
        // The first fault is the one to tell.
        let _ = fs::remove_dir_all(&workshop);
    }
    let played = played?;
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(DeskError::file(&folder))?;
    }
    fs::rename(&workshop, &folder).map_err(DeskError::file(&folder))?;
    Ok(Demo { folder, ..played })
}

/// The seasons of a demo: the first one, or those of the rulebook's example.
fn parts(orders: &Shelf, folder: &str, as_printed: bool) -> Result<Vec<Part>, DeskError> {
    let text = |path: &str| orders.text(path).map(str::to_owned);
    let below = |path: &str| path.strip_prefix(folder)?.strip_prefix('/').map(str::to_owned);
    let names = orders.names(folder);
    let own = names.iter().filter_map(|path| Some((below(path)?, text(path)?)));
    let sheets = own.filter(|(name, _)| name.ends_with(".yaml") && !name.contains('/'));
    let first: Vec<(String, String)> = sheets.collect();
    if !as_printed {
        // Sheets for the seasons after the first lie in folders: `2`, `3`.
        let sheets = |number: usize| {
            let folder = format!("{folder}/{number}/");
            let own =
                names.iter().filter_map(|path| Some((path.strip_prefix(&folder)?, text(path)?)));
            let sheets: Vec<(String, String)> =
                own.map(|(name, text)| (format!("{number}-{name}"), text)).collect();
            (!sheets.is_empty()).then_some((sheets, None))
        };
        let later = (2..).map_while(sheets);
        return Ok(std::iter::once((first, None)).chain(later).collect());
    }
    if let Some(script) = text(&format!("{folder}/{PRINTED}")) {
        return Ok(vec![(first, Some(script))]);
    }
    let season = |number: usize| {
        let at = |end: &str| text(&format!("{folder}/{PRINTED_SEASONS}/{number}.{end}"));
        Some((vec![(format!("{number}.yaml"), at("yaml")?)], Some(at("txt")?)))
    };
    let seasons: Vec<Part> = (1..).map_while(season).collect();
    if seasons.is_empty() {
        return Err(DeskError::refused("the rulebook prints no dice for this scenario")
            .hint("leave out --as-printed"));
    }
    Ok(seasons)
}

/// With which options a printed example is played.
fn printed_options(orders: &Shelf, folder: &str) -> Vec<String> {
    let page = orders.text(&format!("{folder}/{PRINTED_SEASONS}/{PRINTED_OPTIONS}"));
    page.unwrap_or_default().lines().map(str::to_owned).collect()
}

/// The secret of every demo. It is no secret.
fn secret() -> [u8; 32] {
    proof::sha256(b"umpire demo")
}

/// The first scenario that has example sheets.
fn example(orders: &Shelf, named: Option<&str>) -> Result<(String, String), DeskError> {
    let systems: Vec<String> = match named {
        Some(name) => vec![workbench::system(Some(name))?],
        None => rules::REFEREES.iter().map(|referee| referee.name().to_owned()).collect(),
    };
    for system in systems {
        for path in orders.names(&system) {
            if let [_, scenario, _] = path.split('/').collect::<Vec<_>>()[..] {
                return Ok((system, scenario.to_owned()));
            }
        }
    }
    Err(DeskError::refused("these rules have no example sheets").hint("try another with --rules"))
}

/// Refuses a folder that is there and is no earlier demo.
fn make_way(folder: &Path) -> Result<(), DeskError> {
    if files::is_free(folder)? {
        return Ok(());
    }
    let store = Store::read_only(&folder.join(files::CAMPAIGN));
    match store.and_then(|store| store.campaign()) {
        Ok(campaign) if campaign.secret == secret() => Ok(()),
        _ => Err(DeskError::refused(format!(
            "{} already exists and is not an earlier demo",
            folder.display()
        ))
        .hint("move it away or go to another folder")),
    }
}

fn play_in(
    folder: &Path,
    (parts, options): (&[Part], Vec<String>),
    (system, scenario): (&str, &str),
    clock: Clock,
) -> Result<Demo, DeskError> {
    let made = create(&NewGame {
        folder: folder.to_owned(),
        scenario: format!("{system}/{scenario}"),
        rules: None,
        name: Some(scenario.to_owned()),
        options,
        after: None,
        secret: Some(proof::hex(&secret())),
        clock,
    })?;
    let mut desk = Desk { clock, ..Desk::open(Some(folder), crate::Access::Write)? };
    for (power, _) in &made.powers {
        let address = format!("{}@players.example", crate::slug(power));
        desk.add_player(&format!("{power}'s player"), &address, std::slice::from_ref(power), None)?;
    }
    let (mut sheets, mut lines, mut reports) = (vec![], vec![], vec![]);
    let (mut season, mut next, mut mails) = (String::new(), None, 0);
    for (number, (texts, script)) in parts.iter().enumerate() {
        let mut new = vec![];
        for (name, text) in texts {
            let place = folder.join("orders").join(name);
            files::write(&place, text.as_bytes())?;
            new.push(place);
        }
        desk.intake(new.clone())?;
        sheets.extend(new);
        if number == 0 {
            desk.start(true, None)?;
        }
        if let Some(script) = script {
            desk.rule_by_script(script)?;
        }
        let resolved = desk.resolve()?;
        let published = desk.publish(Some("this is a demo"), None)?;
        mails += desk.send(Errand::default())?.sent.len();
        season = match season.split_once(" to ") {
            _ if number == 0 => resolved.season,
            Some((first, _)) => format!("{first} to {}", resolved.season),
            None => format!("{season} to {}", resolved.season),
        };
        lines.extend(resolved.lines);
        reports.extend(published.reports);
        next = published.next;
    }
    let relative = |paths: Vec<PathBuf>| -> Vec<PathBuf> {
        let inside = paths.iter().filter_map(|path| path.strip_prefix(folder).ok());
        inside.map(Path::to_owned).collect()
    };
    Ok(Demo {
        folder: folder.to_owned(),
        title: made.title,
        scenario: made.scenario,
        next,
        season,
        lines,
        reports: relative(reports),
        sheets: relative(sheets),
        mails,
    })
}
