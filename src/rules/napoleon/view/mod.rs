//! The known, laid out as the sections of a report: names and sentences, no arithmetic left to do.
//!
//! One file a section; the templates of the same names loop and print.

#![deny(clippy::wildcard_enum_match_arm)]

mod account;
pub mod annals;
mod battle;
pub mod battlefield;
pub mod became;
pub mod board;
pub mod briefing;
pub mod chart;
pub mod digest;
mod doctrine;
pub mod forces;
pub mod headline;
pub mod lineup;
pub mod story;
pub mod telling;
pub mod undone;
pub mod words;

use crate::answers::recorded::PLAYER;
use crate::book::Book;
use crate::orders::receipt;
use crate::record::event::Event;
use crate::record::force::Side;
use crate::record::state;
use crate::season::staff;
use crate::sequence::answer::Ask;
use crate::sequence::name::StopName;
use crate::sequence::{Campaign, Happened, Stage};
use crate::sight::Known;
use kit::ledger::{Shown, ruled_in_words};
use kit::names::capital;
use play::view::{Head, Letter, NOTHING};
use serde::Serialize;

/// A report's sections.
#[derive(Debug, Serialize)]
pub struct View {
    #[serde(flatten)]
    pub head: Head,
    /// What happened, line by line with its dice; in paragraphs; and of the lines those that have
    /// dice or are of a battle.
    pub story: Vec<story::Chapter>,
    pub telling: Vec<telling::Paragraph>,
    pub dice: Vec<story::Chapter>,
    /// What of the sheet was refused, and what else of it was not done.
    pub remarks: Vec<String>,
    pub undone: Vec<String>,
    /// The board; a list of one, or of none.
    pub board: Vec<board::BoardView>,
    /// All areas that matter; while a battle is on, its area alone.
    pub areas: Vec<forces::AreaLine>,
    pub purse: Vec<String>,
    pub wares: Vec<String>,
    pub objectives: Vec<String>,
    /// What the campaigns before this one leave.
    pub before: Vec<String>,
    /// What lasts from earlier sheets.
    pub lasting: Vec<String>,
    /// How the tables of a race compare; empty where that is not open.
    pub scores: Vec<String>,
}

fn letter(event: &Event) -> Option<Letter> {
    let Event::Letter { from, to, text } = event else { return None };
    Some(Letter { from: title(from), to: title(to), text: text.trim_end().to_owned() })
}

/// Lays out what a player knows.
pub fn view(book: &Book, known: &Known) -> View {
    let campaign = known.state.campaign(book);
    let theatre = &campaign.theatre;
    let over = known.state.outcome().is_some();
    let began = began(known).map(|season| season.to_string());
    let orders = known.events.iter().find_map(|event| {
        let Event::Ordered { by, .. } = event else { return None };
        Some(by.clone())
    });
    let ruling = |event: &Event| {
        if let Event::Decreed { words, reason, .. } = event {
            return Some(format!("{words} ({reason})"));
        }
        let Event::Ruled { topic, choice, key, reason, .. } = event else { return None };
        Some(ruled_in_words(key, (topic, choice), reason))
    };
    let forced = known.dice.iter().filter_map(Shown::forced_in_words);
    let is_refused =
        |event: &&Event| matches!(event.itself(), Event::Map { what: Happened::Refused(_), .. });
    let done: Vec<Event> =
        known.events.iter().filter(|event| !is_refused(event)).cloned().collect();
    let mut refusals = doctrine::Refusals::default();
    let told = known.events.iter().filter(|event| refusals.tells(event) && is_refused(event));
    let refused: Vec<&Event> = told.collect();
    let at = campaign.battle.as_ref().map(|battle| battle.at);
    let in_battle = at.is_some() && !over;
    let unseen = staff::unseen(book, theatre, &known.power);
    let chief = staff::has_purse(book, &known.power);
    let mut areas = forces::areas(book, theatre, &unseen);
    areas.retain(|line| at.is_none_or(|at| book.map.name(at) == line.name));
    let board = campaign.battle.as_ref().and_then(|battle| board::board(book, battle));
    if board.is_some() && !over {
        // The board has all that is in its area.
        areas.clear();
    }
    let head = Head {
        headline: headline(book, known, &campaign),
        orders: orders.unwrap_or_else(|| NOTHING.to_owned()),
        rulings: known.events.iter().filter_map(ruling).chain(forced).collect(),
        letters: known.events.iter().filter_map(letter).collect(),
        signs: if began.is_none() { crate::orders::primer::signs() } else { vec![] },
        ..Head::new(
            (&book.campaign.title, &known.power, &title(&known.power)),
            (began.as_ref(), known.state.season),
            over,
        )
    };
    View {
        head,
        story: story::chapters(book, &done),
        telling: telling::paragraphs(book, &campaign, &known.events),
        dice: telling::dice(book, &done),
        undone: [undone::undone(book, &done, theatre.scouts), doctrine::told(book, known)].concat(),
        remarks: once_each(refused.into_iter().map(|event| story::sentence(book, event))),
        board: board.into_iter().collect(),
        areas,
        purse: match chief {
            true => forces::purse(book, theatre),
            false => vec!["Headquarters keeps the purse and the scouts.".to_owned()],
        },
        wares: if in_battle || over || !chief { vec![] } else { forces::wares(book, theatre) },
        objectives: if in_battle { vec![] } else { forces::objectives(book, theatre, over) },
        before: if in_battle { vec![] } else { forces::before(book, theatre) },
        lasting: if over { vec![] } else { lasting(book, known) },
        scores: known.scores.iter().map(words::score).collect(),
    }
}

/// Each sentence once, and how often it would stand there.
pub(super) fn once_each(all: impl Iterator<Item = String>) -> Vec<String> {
    let mut told: Vec<(String, usize)> = vec![];
    for sentence in all {
        match told.iter_mut().find(|(one, _)| *one == sentence) {
            Some((_, times)) => *times += 1,
            None => told.push((sentence, 1)),
        }
    }
    let line = |(sentence, times)| match times {
        1 => sentence,
        times => format!("{sentence} ({times} times)"),
    };
    told.into_iter().map(line).collect()
}

/// The season that was played, if one was.
fn began(known: &Known) -> Option<StopName> {
    known.events.iter().find_map(|event| {
        let Event::SeasonBegan { season, .. } = event else { return None };
        Some(*season)
    })
}

/// How the power of a campaign with one player is called.
pub const TITLE: &str = "France";

/// How a power is called.
pub fn title(power: &str) -> String {
    match power.strip_prefix("table-") {
        Some(number) => format!("{TITLE}, table {number}"),
        None if power == PLAYER => TITLE.to_owned(),
        None => capital(power),
    }
}

/// How it ended or what mattered, then what is asked.
fn headline(book: &Book, known: &Known, campaign: &Campaign) -> Vec<String> {
    let mut news = headline::news(book, &known.events);
    match known.state.outcome() {
        Some(end) => news.insert(0, words::outcome(end)),
        None => news.extend(asked(book, known, campaign)),
    }
    news
}

/// Where the campaign stands, and what is asked: in a few sentences.
fn asked(book: &Book, known: &Known, campaign: &Campaign) -> Vec<String> {
    let mut lines = vec![];
    let turn = book.campaign.track.get(campaign.theatre.turn.saturating_sub(1));
    let turn = capital(turn.map_or("", |found| found.turn.as_str()));
    let place = campaign.battle.as_ref().map(|battle| (book.map.name(battle.at), battle));
    if book.options.staff && known.state.ask.is_none() {
        let what = match place {
            Some((at, _)) => format!("{turn}: a battle is fought at {at}, under another command."),
            None => format!("{turn}: others are asked now."),
        };
        return vec![what, "You are not asked for orders.".to_owned()];
    }
    match (known.state.ask, place) {
        (Some(Ask::Moves) | None, _) | (_, None) if known.state.ask != Some(Ask::After) => {
            lines.push(format!("{turn}: you are asked for your moves."));
        }
        (Some(Ask::Deploy), Some((at, battle))) => {
            lines.push(format!("{turn}: a battle begins at {at}."));
            if let Some((row, _)) = battle.fog {
                lines.push(format!("Fog of war: {}.", words::fog_row(row)));
            }
            let sum = |side| campaign.theatre.strength(side, battle.at);
            let (ours, theirs) = (sum(Side::French), sum(Side::Enemy));
            lines.push(format!("Strength: you {ours}, they {theirs}."));
            lines.push("You are asked how you deploy.".to_owned());
        }
        (Some(Ask::BattleTurn), Some((at, battle))) => {
            let turn_of = format!("{turn}: {at}, turn {} of the battle.", battle.turn);
            lines.push(turn_of);
            if let Some(board) = state::board(campaign) {
                let plans = match board.french_plans {
                    0 => "no plan".to_owned(),
                    1 => "one plan".to_owned(),
                    many => format!("{many} plans"),
                };
                lines.push(format!("You are asked for {plans}, and what your forces do."));
            }
        }
        (Some(_) | None, _) => {
            let (over, asked) = match campaign.stage == Stage::Resupply {
                true => ("the battles of the marches are over.", "what you buy."),
                false => ("the battles are over.", "forced marches and what you buy."),
            };
            lines.push(format!("{turn}: {over}"));
            lines.push(format!("You are asked for {asked}"));
        }
    }
    lines
}

/// What earlier sheets said that still counts.
fn lasting(book: &Book, known: &Known) -> Vec<String> {
    let lasting = &known.state.lasting;
    let still = receipt::in_force(book, lasting).into_iter();
    let mut lines: Vec<String> = still.map(|line| format!("{}.", capital(&line))).collect();
    if let Some(ask) = &lasting.ask {
        let mut stops = vec!["moves".to_owned()];
        for line in ask.iter().filter(|line| line.what != Ask::Moves) {
            let word = crate::orders::stop_word(line.what);
            let condition = line.condition.as_ref().map(|words| format!(" if {words}"));
            stops.push(format!("{word}{}", condition.unwrap_or_default()));
        }
        lines.push(format!("You want to be asked at: {}.", stops.join(", ")));
    }
    if !lasting.ties.is_empty() {
        lines.push(format!("Among equals first: {}.", lasting.ties.join(", ")));
    }
    if known.state.after.is_some() {
        lines.push("You have said what is done after the battles of this turn.".to_owned());
    }
    lines
}
