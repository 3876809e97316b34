//! Making a campaign: its folder, its file, its settings.

use crate::assertions::caught;
use crate::campaign::own_scenario::{self, OwnScenario};
use crate::campaign::roster::Joining;
use crate::campaign::settings::{self, SETTINGS};
use crate::campaign::{asks, files, linked};
use crate::season::questions::OpenQuestion;
use crate::{Access, Clock, Desk, DeskError, scenario, slug};
use kit::ledger::Ledger;
use kit::proof;
use kit::shelf::Shelf;
use mail::compose;
use rules::linked::LOG;
use rules::{Asks, Game, Options, Position, Referee};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use store::{NewCampaign, NewPower, Store};

/// What a campaign is made from.
#[derive(Debug, Clone)]
pub struct NewGame {
    pub folder: PathBuf,
    /// A unique prefix of the scenario's name, or the folder of one that somebody wrote.
    pub scenario: String,
    /// The rule system of such a folder, if its page does not say it.
    pub rules: Option<String>,
    /// The campaign's name; else the folder's.
    pub name: Option<String>,
    /// Each `key=value`.
    pub options: Vec<String>,
    /// The folder of the campaign that it follows in a row.
    pub after: Option<PathBuf>,
    /// 64 hexadecimal digits instead of a secret that nobody can guess.
    pub secret: Option<String>,
    pub clock: Clock,
}

/// How a new campaign is hosted: what `umpire.yaml` says of its mail, and who plays.
#[derive(Debug, Clone, Default)]
pub struct Hosting {
    /// Where players write to.
    pub address: Option<String>,
    /// Where notices to the umpire go.
    pub umpire: Option<String>,
    pub players: Vec<Joining>,
}

/// What was made, to be printed.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Made {
    pub campaign: String,
    pub title: String,
    pub scenario: String,
    pub season: String,
    pub folder: PathBuf,
    /// Each power and its side.
    pub powers: Vec<(String, String)>,
    /// What the scenario leaves open, with the default.
    pub open: Vec<crate::season::questions::OpenQuestion>,
}

/// Makes a campaign that is being set up.
pub fn create(new: &NewGame) -> Result<Made, DeskError> {
    create_hosted(new, &Hosting::default())
}

/// Makes a campaign with its mail addresses and its players; all of it, or nothing.
pub fn create_hosted(new: &NewGame, hosting: &Hosting) -> Result<Made, DeskError> {
    for address in [&hosting.address, &hosting.umpire].into_iter().flatten() {
        compose::sendable(address)?;
    }
    new.clock.check()?;
    if !files::is_free(&new.folder)? {
        return Err(DeskError::NotEmpty { folder: new.folder.clone() });
    }
    let set_out = set_out(new)?;
    let was_there = new.folder.exists();
    let made = make(new, hosting, set_out)
        .and_then(|made| let_join(&new.folder, hosting, new.clock).map(|()| made));
    if made.is_err() && new.folder.exists() {
        // What was made so far must not stand in the way of a second try.
        let undone = match was_there {
            true => emptied(&new.folder),
            false => std::fs::remove_dir_all(&new.folder),
        };
        undone.map_err(DeskError::file(&new.folder))?;
    }
    made
}

/// The scenario that a campaign is made from, and what it is played with.
struct SetOut {
    referee: &'static dyn Referee,
    scenario: String,
    shelf: Shelf,
    options: Options,
    /// The pages of a scenario that somebody wrote.
    pages: Vec<(String, String)>,
}

/// Finds the scenario; nothing is made yet.
fn set_out(new: &NewGame) -> Result<SetOut, DeskError> {
    let mut options = chosen(&new.options)?;
    let carry = |options: &mut Options, rules: &str| -> Result<(), DeskError> {
        if let Some(after) = &new.after {
            options.insert(LOG.to_owned(), linked::carried(after, rules)?.written());
        }
        Ok(())
    };
    if own_scenario::is_folder(&new.scenario) {
        let folder = Path::new(&new.scenario);
        let OwnScenario { referee, name, shelf, pages } =
            own_scenario::read(folder, new.rules.as_deref(), &options)?;
        carry(&mut options, referee.name())?;
        return Ok(SetOut { referee, scenario: name, shelf, options, pages });
    }
    let shelf = rules::shelf();
    // --rules chooses between scenarios of one name.
    let name = match &new.rules {
        Some(rules) if !new.scenario.contains('/') => format!("{rules}/{}", new.scenario),
        _ => new.scenario.clone(),
    };
    let (referee, scenario) = scenario(&shelf, &name)?;
    if let Some(given) = new.rules.as_deref().filter(|given| *given != referee.name()) {
        return Err(DeskError::refused(format!(
            "{}/{scenario} is for {}, and `--rules` says {given}",
            referee.name(),
            referee.name()
        ))
        .hint("leave one of them out"));
    }
    carry(&mut options, referee.name())?;
    Ok(SetOut { referee, scenario, shelf, options, pages: vec![] })
}

fn let_join(folder: &Path, hosting: &Hosting, clock: Clock) -> Result<(), DeskError> {
    if hosting.players.is_empty() {
        return Ok(());
    }
    let mut desk = Desk::open(Some(folder), Access::Write)?;
    desk.clock = clock;
    for player in &hosting.players {
        desk.add_player(&player.name, &player.address, player.powers(), player.zone.as_deref())?;
    }
    Ok(())
}

/// Removes everything from a folder that was empty before.
fn emptied(folder: &Path) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        match entry.file_type()?.is_dir() {
            true => std::fs::remove_dir_all(entry.path())?,
            false => std::fs::remove_file(entry.path())?,
        }
    }
    Ok(())
}

fn make(new: &NewGame, hosting: &Hosting, set_out: SetOut) -> Result<Made, DeskError> {
    let SetOut { referee, scenario, shelf, options, pages } = set_out;
    let game = referee.open(&shelf, &scenario, &options)?;
    let card = game.card();
    let mut ledger = Ledger::seeded("set-up", [0; 32]);
    let opening = opened(game.as_ref(), &mut ledger, !pages.is_empty())?;
    let name = new.name.clone().unwrap_or_else(|| folder_name(&new.folder));
    let campaign = NewCampaign {
        slug: slug(&name),
        name: name.clone(),
        rules: referee.name().to_owned(),
        scenario: scenario.clone(),
        edition: referee.edition().to_owned(),
        secret: secret(new.secret.as_deref())?,
        note_key: note_key(new.secret.as_deref())?,
        book: (game.book_digest().to_owned(), game.pages().clone()),
        created: new.clock.now(),
        options: options_with_defaults(referee.options(), (game.chosen(), options)),
        powers: card
            .powers
            .iter()
            .map(|(name, side)| NewPower { name: name.clone(), side: side.clone() })
            .collect(),
        asks: asks::to_keep(&seats(&opening.season.asks)),
        season: opening.season.name,
        state: opening.state,
        known: opening.known,
    };
    std::fs::create_dir_all(&new.folder).map_err(DeskError::file(&new.folder))?;
    Store::create(&new.folder.join(files::CAMPAIGN), &campaign)?;
    for (path, text) in &pages {
        files::write(&new.folder.join("book").join(path), text.as_bytes())?;
    }
    files::write(&new.folder.join(SETTINGS), settings::page(&name, hosting).as_bytes())?;
    Ok(Made {
        campaign: name,
        title: card.title,
        scenario: format!("{}/{scenario}", referee.name()),
        season: campaign.season,
        folder: new.folder.clone(),
        powers: card.powers,
        open: OpenQuestion::named(
            OpenQuestion::asked(&ledger, &referee.decisions()),
            game.as_ref(),
        ),
    })
}

/// Who writes for whom while the campaign is set up; it asks for set-ups and nothing else.
pub(crate) fn seats(asks: &Asks) -> Asks {
    let seats = Asks::default().played_by_rules(asks.by_rules.clone());
    seats.kept(asks.wards.clone())
}

/// The opening position. A page that somebody wrote may ask for one that no game can have, whatever
/// was checked of it before.
fn opened(game: &dyn Game, ledger: &mut Ledger, is_own: bool) -> Result<Position, DeskError> {
    let mut open = || Ok(game.opening(&BTreeMap::new(), ledger)?.after);
    if !is_own {
        return open();
    }
    caught(open).unwrap_or_else(|why| {
        Err(DeskError::refused(format!(
            "the set-up of this scenario is not a position that the rules allow: {why}"
        )))
    })
}

fn folder_name(folder: &Path) -> String {
    let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned());
    whole.file_name().map_or_else(|| "campaign".into(), |name| name.to_string_lossy().into_owned())
}

fn chosen(written: &[String]) -> Result<Options, DeskError> {
    let pair = |option: &String| {
        let (key, value) = option.split_once('=').ok_or_else(|| {
            DeskError::refused(format!("the option `{option}` has no value"))
                .hint("write KEY=VALUE")
        })?;
        let key = key.trim();
        if key == LOG {
            return Err(DeskError::refused("the log comes from the previous campaign")
                .hint("use --after DIR"));
        }
        Ok((key.to_owned(), value.trim().to_owned()))
    };
    written.iter().map(pair).collect()
}

/// Fixes every option from the start, so that a later default changes no campaign: what was chosen, else what
/// the scenario says, else the first value.
fn options_with_defaults(
    cards: &[rules::OptionCard],
    (of_scenario, chosen): (Options, Options),
) -> Options {
    let default = |card: &rules::OptionCard| {
        card.values.first().map(|value| (card.name.to_owned(), (*value).to_owned()))
    };
    let mut options: Options = cards.iter().filter_map(default).collect();
    options.extend(of_scenario);
    options.extend(chosen);
    options
}

/// The key of the salts of private notes; a campaign whose secret is given is the same each time.
fn note_key(given: Option<&str>) -> Result<[u8; 32], DeskError> {
    match given {
        Some(_) => Ok(proof::hmac(&secret(given)?, b"note key")),
        None => secret(None),
    }
}

fn secret(given: Option<&str>) -> Result<[u8; 32], DeskError> {
    if let Some(digits) = given {
        return proof::from_hex(digits).ok_or_else(|| {
            DeskError::refused("the secret is not 64 hexadecimal digits").hint("give all of them")
        });
    }
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(|error| {
        DeskError::refused(format!("the system provides no random bytes ({error})"))
            .hint("try again")
    })?;
    Ok(secret)
}
