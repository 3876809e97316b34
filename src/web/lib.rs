//! The checker of one game as a module of WebAssembly, which a page in a browser calls.
//!
//! A call is text in and text out, both JSON: [`answer`] is all that is asked here. Nothing is read but
//! what the page hands over, and nothing is sent.
//!
//! The page asks for room with `room`, writes its request there, and calls `ask` with its length. The
//! answer lies at `told`, `told_length` bytes long. A panic leaves its sentence there before the module
//! stops; the page then loads the module anew.
//!
//! Not here: what a page shows (`templates/site`).

mod memory;

use checker::CheckError;
use checker::check::Composed;
use checker::composer::{Abilities, Composer};
use checker::known::KnownFile;
use play::PlayerReferee;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use std::cell::RefCell;

/// The largest file of what a power knows that is opened.
const MOST_BYTES: usize = 32 << 20;

/// The game of this module.
fn referee() -> &'static dyn PlayerReferee {
    #[cfg(feature = "frederick")]
    return frederick::PLAYER_REFEREE;
    #[cfg(feature = "kriegsspiel")]
    return kriegsspiel::PLAYER_REFEREE;
    #[cfg(feature = "napoleon")]
    return napoleon::PLAYER_REFEREE;
    #[cfg(feature = "nations")]
    return nations::PLAYER_REFEREE;
}

/// What a page asks.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
enum Request {
    /// Opens the file that came with a report: the data of the page, without its words.
    Open {
        known: String,
        #[serde(default)]
        sheet: Option<String>,
        #[serde(default)]
        to: Option<String>,
    },
    /// Gives a file of the page: the map, the guide.
    Page { name: String },
    /// Says what the receipt of a sheet would say.
    Check { sheet: String },
    /// Says which rule system and edition this module checks.
    About,
}

thread_local! {
    /// The file that is open: a page has one.
    static OPEN: RefCell<Option<Composer>> = const { RefCell::new(None) };
}

/// Answers a request: an object with `error`, or with what was asked for.
pub fn answer(request: &[u8]) -> String {
    let told = match serde_json::from_slice(request) {
        Ok(request) => carried_out(request),
        Err(error) => {
            Err(CheckError::refused(format!("the page asks what is not known ({error})")))
        }
    };
    told.unwrap_or_else(|error| json!({"error": error.to_string()})).to_string()
}

fn carried_out(request: Request) -> Result<Json, CheckError> {
    match request {
        Request::About => {
            let referee = referee();
            Ok(
                json!({"rules": referee.name(), "title": referee.title(), "edition": referee.edition()}),
            )
        }
        Request::Open { known, sheet, to } => {
            OPEN.set(None);
            if known.len() > MOST_BYTES {
                return Err(CheckError::refused(
                    "this file is larger than one that comes with a report",
                ));
            }
            let file = KnownFile::read(&known)?;
            if file.rules != referee().name() {
                let what = format!("this is a file of `{}`", file.rules);
                return Err(CheckError::refused(what));
            }
            let abilities = Abilities { sheet, to, checks: true, ..Abilities::default() };
            let composer = Composer::open(file, referee(), abilities)?;
            let data = composer.data()?;
            OPEN.set(Some(composer));
            Ok(data)
        }
        Request::Page { name } => with_open(|composer| {
            let page = composer
                .page(&name)?
                .ok_or_else(|| CheckError::refused(format!("there is no page called `{name}`")))?;
            let (kind, bytes) = page;
            Ok(json!({"kind": kind, "text": String::from_utf8_lossy(&bytes)}))
        }),
        Request::Check { sheet } => with_open(|composer| {
            let told: Composed = composer.check(sheet.as_bytes())?;
            Ok(serde_json::to_value(&told).expect("our own documents have string keys"))
        }),
    }
}

fn with_open(then: impl FnOnce(&Composer) -> Result<Json, CheckError>) -> Result<Json, CheckError> {
    OPEN.with_borrow(|open| match open {
        Some(composer) => then(composer),
        None => Err(CheckError::refused("no file is open").hint("open the `.known.json` first")),
    })
}
