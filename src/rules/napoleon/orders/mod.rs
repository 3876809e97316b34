//! The order sheets: the keys, and reading them against what the player knows.
//!
//! A sheet answers the stop at which the campaign stands ([`told`]), and may say beforehand what is
//! done at later ones: forced marches and purchases for this campaign turn, a doctrine for battles.
//! The keys are one description ([`keys`]); the JSON Schema, the guide and the reading come from it.
//! What cannot be done is told with its place and left out ([`check`]); what is left becomes typed
//! answers when its stop comes ([`answer`]).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §14.
//!
//! Not here: what is done where nothing is said ([`crate::sequence::defaults`]).

pub mod answer;
pub mod battle_board;
pub mod blank_form;
pub mod causes;
pub mod check;
mod enemy_half;
mod enemy_plans;
pub mod example;
pub mod grades;
pub mod grammar;
pub mod keys;
pub mod manual;
mod notes;
mod odds;
pub mod own_forces;
mod own_values;
mod phrases;
pub mod primer;
pub mod read;
pub mod receipt;
pub mod senses;
pub mod steps;
pub mod told;
pub mod whom;
pub mod words;
pub mod written;

use crate::book::Book;
use crate::season::staff;
use crate::sequence::answer::Ask;
use crate::sequence::{Campaign, Cause, Stage};
use crate::sight::Known;
use grammar::GRAMMAR;
use keys::{KEEP_COMMANDERS, OF_AFTER, OF_DEPLOY, OF_MOVES, OF_TURN, SHEET};
use play::table::Orders;
use read::{Pen, lines};
use sheet::frame;
use sheet::keys::{Filled, Reader};
use sheet::shape::Shaped;
use sheet::{Diagnostic, Diagnostics};
use told::{AfterTold, Line, MovesTold, Told, When};
use words::Words;

/// A sheet as it is played.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The answer to the stop.
    pub here: Option<Told>,
    /// What is said of the end of the French half before it comes.
    pub after: Option<AfterTold>,
    pub doctrine: Option<Vec<Line>>,
    pub ask: Option<Vec<When<Ask>>>,
    pub ties: Option<Vec<String>>,
    pub note: bool,
    letters: Vec<(String, String)>,
    /// The keys that were written and are sound.
    written: Vec<String>,
}

impl Sheet {
    /// What it says of the end of the French half, at its stop or before it.
    fn of_after(&mut self) -> Option<&mut AfterTold> {
        match &mut self.here {
            Some(Told::After(told)) => Some(told),
            Some(Told::Moves(_) | Told::Deploy(_) | Told::Turn(_)) | None => self.after.as_mut(),
        }
    }

    /// Whether it says anything that is played.
    pub fn says_anything(&self) -> bool {
        !self.written.is_empty() || !self.letters.is_empty()
    }
}

impl Orders for Sheet {
    fn stands_in(&self) -> bool {
        false
    }

    fn letters(&self) -> &[(String, String)] {
        &self.letters
    }

    fn whom(&self) -> Vec<String> {
        self.written.clone()
    }
}

/// The word for a stop.
pub fn stop_word(ask: Ask) -> &'static str {
    match ask {
        Ask::Moves => keys::STOPS[0],
        Ask::Deploy => keys::STOPS[1],
        Ask::BattleTurn => keys::STOPS[2],
        Ask::After => keys::STOPS[3],
    }
}

/// Reads a sheet: what is sound of it, and everything that is wrong.
pub fn read_shaped(book: &Book, known: &Known, shaped: &Shaped<'_>) -> (Sheet, Diagnostics) {
    let state = &known.state;
    let mut faults = shaped.faults.clone();
    let Some(root) = shaped.root else { return (Sheet::default(), faults) };
    if !frame::must_be_map(root, &mut faults) {
        return (Sheet::default(), faults);
    }
    let words = Words { book };
    let mut reader = Reader { words: &words, grammar: &GRAMMAR, faults: &mut faults };
    let filled = reader.map(root, SHEET);
    frame::season(filled.get("season"), state.season, &mut faults);
    let letters = frame::letters(&filled, &known.power, &mut faults);
    let campaign = state.campaign(book);
    if book.options.staff {
        of_staff(book, known, &filled, &mut faults);
    }
    let mut sheet = sheet(book, (&known.power, &campaign), shaped.text, &filled, &mut faults);
    if !staff::has_purse(book, &known.power) {
        without_purse(&mut sheet);
    }
    if let (Some(before), Some(told)) = (&state.after, sheet.of_after()) {
        with_earlier(told, before, filled.get(OF_AFTER[0]).is_some());
    }
    let frame: Vec<&str> = frame::FRAME.iter().map(|field| field.key).collect();
    let own = filled.keys().map(|(key, _)| key).filter(|key| !frame.contains(key));
    sheet.letters = letters;
    sheet.written = own.map(str::to_owned).collect();
    faults.sort();
    (sheet, faults)
}

fn sheet(
    book: &Book,
    (power, campaign): (&str, &Campaign),
    text: &str,
    filled: &Filled,
    faults: &mut Diagnostics,
) -> Sheet {
    let asked = campaign.asked(book);
    wrong_stop(campaign, book, filled, asked, faults);
    let mut pen = Pen { book, text, faults };
    let moves = pen.moves(filled, "moves");
    let (battles, scouts) = (pen.areas(filled, "battles"), pen.scouts(filled));
    let deploy = pen.deploy(filled);
    let fight = pen.fight(filled);
    let march = pen.moves(filled, "forced march");
    let resupply = pen.resupply(filled);
    let doctrine = pen.doctrine(filled);
    let ask = pen.ask(filled);
    let desk = check::Desk { book, campaign, power };
    let has = |keys: &[&str]| keys.iter().any(|key| filled.get(key).is_some());
    let here = match asked {
        Some(Ask::Moves) if has(&OF_MOVES) || has(&[KEEP_COMMANDERS]) => {
            let moves = desk.moves(moves, faults);
            let keep = desk.keep(filled, faults);
            Some(Told::Moves(MovesTold { moves, battles, scouts, keep }))
        }
        Some(Ask::Deploy) => deploy.map(|told| Told::Deploy(desk.deploy(told, filled, faults))),
        Some(Ask::BattleTurn) => fight.map(|told| Told::Turn(desk.fight(told, faults))),
        Some(Ask::After) if has(&OF_AFTER) || has(&OF_MOVES[1..]) => {
            let (march, resupply) = desk.after(march.clone(), resupply.clone(), faults);
            Some(Told::After(AfterTold { march, battles, resupply, scouts }))
        }
        Some(Ask::Moves | Ask::After) | None => None,
    };
    let early = asked != Some(Ask::After) && has(&OF_AFTER);
    past(campaign, filled, asked, faults);
    let sound = |key: &str| filled.get(key).is_some_and(|given| !faults.fault_within(&given.at));
    let late =
        |key: &str| filled.get(key).is_some_and(|given| faults.has_within("other-stop", &given.at));
    let [marches, buys] = OF_AFTER.map(sound);
    let [no_march, no_buys] = OF_AFTER.map(late);
    // What is sound of the marches counts, unless it comes too late.
    let marches = marches || !march.is_empty() && !no_march;
    if early {
        let no_buys = no_buys || !staff::has_purse(book, power);
        let march = if no_march { &[] } else { &march[..] };
        let buys = resupply.as_deref().filter(|_| !no_buys).unwrap_or_default();
        desk.foreseen(here.as_ref(), march, buys, faults);
    }
    let after = (early && (marches || buys)).then(|| AfterTold {
        march: march.into_iter().filter(|_| marches).map(|at| check::unplaced(at.line)).collect(),
        resupply: resupply.filter(|_| buys).map(lines),
        ..AfterTold::default()
    });
    let ties = filled.get("ties").map(|_| filled.names("ties"));
    Sheet {
        here,
        after,
        doctrine,
        ask: ask.map(|ask| desk.ask(ask, faults)),
        ties: ties.map(|names| names.into_iter().map(str::to_owned).collect()),
        note: filled.get("note to umpire").is_some(),
        ..Sheet::default()
    }
}

/// What headquarters alone may say is not said by others.
fn without_purse(sheet: &mut Sheet) {
    let after = |told: &mut AfterTold| {
        *told = AfterTold { march: std::mem::take(&mut told.march), ..AfterTold::default() };
    };
    match &mut sheet.here {
        Some(Told::Moves(told)) => {
            *told = MovesTold { moves: std::mem::take(&mut told.moves), ..MovesTold::default() };
        }
        Some(Told::Deploy(told)) => (told.plans, told.fog.recruit) = (None, None),
        Some(Told::After(told)) => after(told),
        Some(Told::Turn(_)) | None => {}
    }
    sheet.after.iter_mut().for_each(after);
    sheet.ties = None;
}

/// Tells one of a staff of keys that headquarters alone may write, and of those that answer a stop at
/// which they are not asked.
fn of_staff(book: &Book, known: &Known, filled: &Filled, faults: &mut Diagnostics) {
    let mut fault = |key: &str, code: &'static str, why: &str, help: &'static str| {
        if let Some(given) = filled.get(key) {
            let at = given.at.start..given.at.start + 1;
            faults.push(Diagnostic::fault(code, at, format!("`{key}:` {why}")).help(help));
        }
    };
    if !staff::has_purse(book, &known.power) {
        for key in ["battles", "scouts", "more plans", "resupply", "ties"] {
            fault(key, "headquarters", "is for headquarters to say", "write them a letter");
        }
    }
    if known.state.ask.is_none() {
        let here = OF_MOVES.iter().chain(&OF_DEPLOY).chain(&OF_TURN);
        for key in here {
            let help = "the mails say when you are asked; `doctrine:` may be written at any time";
            fault(key, "not-asked", "is not asked of you now", help);
        }
    }
}

/// For a key of the end of the French half that a sheet does not have, what an earlier sheet of the
/// campaign turn said.
fn with_earlier(told: &mut AfterTold, earlier: &AfterTold, has_march: bool) {
    if !has_march {
        told.march.clone_from(&earlier.march);
    }
    if told.resupply.is_none() {
        told.resupply.clone_from(&earlier.resupply);
    }
}

/// Tells of what was to be said earlier: marches until the battles of the moves are over, purchases
/// until those of the marches are (§14).
fn past(campaign: &Campaign, filled: &Filled, asked: Option<Ask>, faults: &mut Diagnostics) {
    let (march, resupply) = match campaign.stage {
        Stage::Battles(cause)
        | Stage::Fog(cause)
        | Stage::Deploy(cause)
        | Stage::BattleTurn(cause) => (cause == Cause::Moves, cause != Cause::Enemy),
        Stage::TurnCounter | Stage::Moves | Stage::March => (true, true),
        Stage::Resupply => (false, asked.is_some()),
        Stage::EnemyOrders | Stage::EnemyResupply | Stage::Over(_) => (false, false),
    };
    for (key, open) in OF_AFTER.into_iter().zip([march, resupply]) {
        if let Some(given) = filled.get(key).filter(|_| !open && asked.is_some()) {
            let at = given.at.start..given.at.start + 1;
            let text = format!("`{key}:` comes too late for this campaign turn");
            let help = "say it again in the next one, with the moves or after the battles";
            faults.push(Diagnostic::fault("other-stop", at, text).rule("FCN §14").help(help));
        }
    }
}

/// Tells of keys that answer another stop than the present one.
fn wrong_stop(
    campaign: &Campaign,
    book: &Book,
    filled: &Filled,
    asked: Option<Ask>,
    faults: &mut Diagnostics,
) {
    let Some(asked) = asked else { return };
    let now = campaign.title(book).unwrap_or_default();
    let groups: [(&[&str], &[Ask], &str); 5] = [
        (&[KEEP_COMMANDERS], &[Ask::Moves], "it can be said with the first moves alone"),
        (&OF_MOVES[..1], &[Ask::Moves], "say it when the moves are asked"),
        (
            &OF_MOVES[1..],
            &[Ask::Moves, Ask::After],
            "say it when the moves are asked, or after the battles",
        ),
        (&OF_DEPLOY, &[Ask::Deploy], "say it when a battle begins, or under `doctrine:`"),
        (&OF_TURN, &[Ask::BattleTurn], "say it in a turn of battle, or under `doctrine:`"),
    ];
    for (keys, stops, help) in groups {
        for key in keys.iter().filter(|_| !stops.contains(&asked)) {
            if let Some(given) = filled.get(key) {
                let at = given.at.start..given.at.start + 1;
                let text = format!("`{key}:` is not asked now: {now}");
                faults.push(Diagnostic::fault("other-stop", at, text).help(help));
            }
        }
    }
}
