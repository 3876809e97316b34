//! The season as a story: a paragraph for each battle, and one for what is done between them.
//!
//! Not here: the dice and each turn of a battle, line by line, which stand below the report
//! (`story.rs`); what of a sheet was not done, which stands with the orders.

use super::account::Fight;
use super::board::short;
use super::lineup::lineups;
use super::story::{self, Chapter};
use super::words::{gain, outcome};
use super::{battle, words};
use crate::book::Book;
use crate::orders::check::mover_name;
use crate::record::event::Event;
use crate::record::force::{ForceId, Side};
use crate::sequence::answer::{Mover, Purchase};
use crate::sequence::{Campaign, Cause, Happened, Stage};
use crate::view::forces::points;
use kit::ground::Space;
use kit::names::{capital, listed};
use serde::Serialize;
use std::ops::Range;

/// A paragraph; that of a battle has a heading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Paragraph {
    pub heading: String,
    pub text: String,
    /// Which battle of the season it tells, counted from 1; 0 if it does not tell a battle.
    pub battle: u32,
}

/// A part of the season.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    /// Moves, marches, purchases, the orders of the enemy.
    Plain(Range<usize>),
    Battle {
        at: Space,
        attacker: Option<Side>,
        span: Range<usize>,
    },
}

/// The story in paragraphs; nothing where several tables are told together.
pub fn paragraphs(book: &Book, campaign: &Campaign, events: &[Event]) -> Vec<Paragraph> {
    if events.iter().any(|event| event.table().is_some()) {
        return vec![];
    }
    let lineups = lineups(book, campaign, events);
    let mut battle = 0;
    let told = parts(events).into_iter().flat_map(|part| match part {
        Part::Plain(span) => plain(book, events, span),
        Part::Battle { at, attacker, span } => {
            let attacker = attacker.or_else(|| attacker_before(book, campaign, events));
            let (heading, text) =
                battle::told(&Fight { book, events, lineups: &lineups, at, span, attacker });
            battle += 1;
            vec![Paragraph { heading, text, battle }]
        }
    });
    told.filter(|paragraph| !paragraph.text.is_empty()).collect()
}

/// Who attacks in a battle that began before the season, and before anybody moved in it.
fn attacker_before(book: &Book, campaign: &Campaign, events: &[Event]) -> Option<Side> {
    if book.options.staff {
        // Not all of it is told to everybody.
        return None;
    }
    let any = |is: fn(&Happened) -> bool| events.iter().filter_map(Event::on_map).any(is);
    let of = |cause| match cause {
        Cause::Moves | Cause::March => Some(Side::French),
        Cause::Enemy => Some(Side::Enemy),
    };
    if any(|what| matches!(what, Happened::Earned(_))) {
        // Supply comes in after the battles of the French half.
        return Some(Side::French);
    }
    if any(|what| matches!(what, Happened::Turn(_))) {
        return Some(Side::Enemy);
    }
    match campaign.stage {
        Stage::Battles(cause)
        | Stage::Fog(cause)
        | Stage::Deploy(cause)
        | Stage::BattleTurn(cause) => of(cause),
        Stage::March | Stage::Resupply => Some(Side::French),
        Stage::TurnCounter
        | Stage::Moves
        | Stage::EnemyOrders
        | Stage::EnemyResupply
        | Stage::Over(_) => None,
    }
}

/// The dice behind the story and the turns of the battles, in chapters of lines.
pub fn dice(book: &Book, events: &[Event]) -> Vec<Chapter> {
    let mut rolled = vec![];
    for part in parts(events) {
        let span = match part {
            Part::Battle { span, .. } => span,
            Part::Plain(span) => {
                let first = |is: fn(&Event) -> bool| {
                    span.clone().find(|number| events.get(*number).is_some_and(is))
                };
                let Some(from) = first(has_dice) else { continue };
                from..first(begins_turn).unwrap_or(span.end)
            }
        };
        let events = events.get(span).unwrap_or_default();
        let is_step = |event: &&Event| matches!(event.itself(), Event::Step { .. });
        let lines: Vec<Event> = events.iter().filter(|event| !is_step(event)).cloned().collect();
        rolled.extend(story::chapters(book, &lines));
    }
    rolled
}

/// Whether an event of the enemy's half has a die.
fn has_dice(event: &Event) -> bool {
    matches!(
        event.on_map(),
        Some(
            Happened::OrdersPaid { .. }
                | Happened::Ordered { .. }
                | Happened::Gained { .. }
                | Happened::Kept { .. }
        )
    )
}

fn begins_turn(event: &Event) -> bool {
    matches!(event.on_map(), Some(Happened::Turn(_)))
}

/// The season in its parts: a battle goes from its fog of war, or from the beginning of the season, to its
/// end and what that changed.
fn parts(events: &[Event]) -> Vec<Part> {
    let (mut parts, mut from, mut battle) = (vec![], 0, None);
    let mut attacker = begins_with_moves(events).then_some(Side::French);
    let mut number = 0;
    while let Some(event) = events.get(number).map(Event::itself) {
        number += 1;
        let Event::Map { what, .. } = event else { continue };
        if let Happened::Marched { .. } | Happened::OrdersPaid { .. } | Happened::Ordered { .. } =
            what
        {
            attacker = Some(Side::Enemy);
        }
        let (at, ends) = match place(what) {
            Some(found) => found,
            None => continue,
        };
        if battle.is_none() {
            let begins = matches!(what, Happened::Fog { .. });
            let first = if begins { number - 1 } else { from };
            parts.extend((first > from).then_some(Part::Plain(from..first)));
            battle = Some(at);
            from = first;
        }
        if ends {
            number += super::lineup::changes(events, number - 1).count();
            parts.push(Part::Battle { at, attacker, span: from..number });
            (battle, from) = (None, number);
        }
    }
    match battle {
        Some(at) => parts.push(Part::Battle { at, attacker, span: from..events.len() }),
        None => parts.push(Part::Plain(from..events.len())),
    }
    parts
}

/// Where a battle is of which this is a part, and whether it ends with it.
fn place(what: &Happened) -> Option<(Space, bool)> {
    if let Happened::Fog { at, .. }
    | Happened::Event { at, .. }
    | Happened::PlansBought { at, .. }
    | Happened::Deployed { at, .. }
    | Happened::BattleTurn { at, .. } = what
    {
        return Some((*at, false));
    }
    if let Happened::Enveloped { at, .. } | Happened::BattleOver { at, .. } = what {
        return Some((*at, true));
    }
    None
}

/// Whether the season begins with the moves of a campaign turn, which are always its first stop.
fn begins_with_moves(events: &[Event]) -> bool {
    let begins = |event: &Event| matches!(event.itself(), Event::SeasonBegan { season, .. } if season.number() == 1);
    events.iter().any(begins)
}

/// What is done between two battles: yours in one paragraph, the enemy's in another.
fn plain(book: &Book, events: &[Event], span: Range<usize>) -> Vec<Paragraph> {
    let forced = span.start > 0 || !begins_with_moves(events);
    let mut prose = Prose { forced, ..Prose::new(book) };
    for event in events.get(span).unwrap_or_default() {
        let event = event.itself();
        if let Event::Map { what, dice } = event {
            prose.happened(what, dice);
        } else if let Event::Passed { title, doctrine } = event {
            prose.passed(title, *doctrine);
        } else if let Event::Scores { tables } = event {
            prose.close();
            tables.iter().for_each(|one| prose.say(format!("{}.", words::score(one))));
        }
    }
    prose.close();
    prose.paragraph();
    let told = prose.told.into_iter();
    told.map(|text| Paragraph { heading: String::new(), text, battle: 0 }).collect()
}

/// What several did alike, in one sentence at the end.
#[derive(Default)]
struct Alike {
    /// Where they went, from where, and who.
    moved: Vec<(Space, Vec<String>)>,
    marched: Vec<(Space, Space, Vec<String>)>,
    /// What was done with the supply: how, with whom, where.
    bought: Vec<(&'static str, Vec<String>, String)>,
    /// What the enemy got, and where.
    gained: Vec<(String, Vec<String>)>,
}

/// Paragraphs that are being written.
struct Prose<'a> {
    book: &'a Book,
    /// Whether moves are forced marches.
    forced: bool,
    /// How a stop was played at which the player was not asked.
    how: String,
    alike: Alike,
    sentences: Vec<String>,
    told: Vec<String>,
}

impl<'a> Prose<'a> {
    fn new(book: &'a Book) -> Self {
        let (alike, how) = (Alike::default(), String::new());
        Self { book, forced: false, how, alike, sentences: vec![], told: vec![] }
    }

    fn area(&self, at: Space) -> &'a str {
        self.book.map.name(at)
    }

    fn say(&mut self, sentence: String) {
        let how = std::mem::take(&mut self.how);
        let sentence = if how.is_empty() { capital(&sentence) } else { format!("{how}{sentence}") };
        self.sentences.push(sentence);
    }

    fn paragraph(&mut self) {
        let text = std::mem::take(&mut self.sentences).join(" ");
        self.told.extend((!text.is_empty()).then_some(text));
    }

    fn passed(&mut self, title: &str, doctrine: bool) {
        self.close();
        self.paragraph();
        let how = if doctrine { "as you said before" } else { "by the defaults" };
        self.how = format!("{title}, {how}: ");
        self.forced = true;
    }

    /// Says what several did alike.
    fn close(&mut self) {
        let Alike { moved, marched, bought, gained } = std::mem::take(&mut self.alike);
        if !moved.is_empty() {
            let verb = if self.forced { "by forced march you send" } else { "you move" };
            let told =
                moved.iter().map(|(to, who)| format!("{} to {}", listed(who), self.area(*to)));
            let told: Vec<String> = told.collect();
            let between = if told.len() == 2 { ", and " } else { "; " };
            self.say(format!("{verb} {}.", told.join(between)));
        }
        if !bought.is_empty() {
            let told = bought.iter().map(|(verb, what, at)| match what.as_slice() {
                [scout, .., last] if scout == last => format!("{verb} {} scouts{at}", what.len()),
                what => format!("{verb} {}{at}", listed(what)),
            });
            self.say(format!("you {}.", listed(&told.collect::<Vec<_>>())));
        }
        if !marched.is_empty() {
            let told = marched.iter().map(|(from, to, who)| {
                let one = who.len() == 1;
                let (from, to) = (self.area(*from), self.area(*to));
                match (from == to, one) {
                    (true, true) => format!("{} stays at {from}", listed(who)),
                    (true, false) => format!("{} stay at {from}", listed(who)),
                    (false, true) => format!("{} goes from {from} to {to}", listed(who)),
                    (false, false) => format!("{} go from {from} to {to}", listed(who)),
                }
            });
            let told: Vec<String> = told.collect();
            self.say(format!("the enemy moves: {}.", told.join("; ")));
        }
        if !gained.is_empty() {
            let told = gained.iter().map(|(what, at)| format!("{what} at {}", listed(at)));
            let told: Vec<String> = told.collect();
            self.say(format!("the enemy gets {}.", told.join(", and ")));
        }
    }

    fn happened(&mut self, what: &Happened, dice: &[u8]) {
        if let Happened::Moved { who, to } = what {
            self.moved(*who, *to);
        } else if let Happened::Marched { from, forces, to } = what {
            self.marched((*from, *to), forces);
        } else if let Happened::Earned(supply) = what {
            self.alike.bought.push(("earn", vec![points(*supply)], String::new()));
        } else if let Happened::Bought(purchase) = what {
            self.bought(*purchase);
        } else if let Happened::Gained { at, row, .. } = what {
            let (what, at) = (gain(*row), self.area(*at).to_owned());
            match self.alike.gained.iter_mut().find(|(known, _)| *known == what) {
                Some((_, places)) => places.push(at),
                None => self.alike.gained.push((what, vec![at])),
            }
        } else if let Happened::OrdersPaid { .. }
        | Happened::Ordered { .. }
        | Happened::Held { .. }
        | Happened::Refused(_) = what
        {
            // The dice of orders stand below, objectives in the head, what was refused with the orders of
            // the player.
        } else if let Happened::Turn(turn) = what {
            self.close();
            self.paragraph();
            let turn = self.book.campaign.track.get(turn.saturating_sub(1));
            self.say(match turn {
                Some(found) => format!("{} begins.", found.turn),
                None => "The last turn is over.".to_owned(),
            });
        } else if let Happened::Over(end) = what {
            self.close();
            self.say(outcome(*end));
        } else if let Some(sentence) =
            battle::changed(self.book, what).or_else(|| story::on_map(self.book, what, dice))
        {
            self.close();
            self.say(sentence);
        }
    }

    fn moved(&mut self, who: Mover, to: Space) {
        let name = short(mover_name(self.book, who)).to_owned();
        match self.alike.moved.iter_mut().find(|(known, _)| *known == to) {
            Some((_, names)) => names.push(name),
            None => self.alike.moved.push((to, vec![name])),
        }
    }

    fn marched(&mut self, way: (Space, Space), forces: &[ForceId]) {
        if !self.alike.bought.is_empty() {
            // The enemy's half begins.
            self.close();
            self.paragraph();
        }
        let names = forces.iter().map(|id| short(self.book.name(*id)).to_owned());
        match self.alike.marched.iter_mut().find(|(from, to, _)| (*from, *to) == way) {
            Some((_, _, known)) => known.extend(names),
            None => self.alike.marched.push((way.0, way.1, names.collect())),
        }
    }

    fn bought(&mut self, purchase: Purchase) {
        let name = |id: ForceId| short(self.book.name(id)).to_owned();
        let (verb, what, at) = match purchase {
            Purchase::Refit(id) => ("refit", name(id), String::new()),
            Purchase::Buy { what, reduced, at } => {
                let what = if reduced { format!("{} reduced", name(what)) } else { name(what) };
                let at = at.map(|at| format!(" at {}", self.area(at)));
                ("buy", what, at.unwrap_or_else(|| " where Napoleon is".to_owned()))
            }
            Purchase::Scout => ("buy", "a scout".to_owned(), String::new()),
            Purchase::Keep(_) => return,
        };
        let mut known = self.alike.bought.iter_mut();
        match known.find(|(as_well, _, there)| *as_well == verb && *there == at) {
            Some((_, all, _)) => all.push(what),
            None => self.alike.bought.push((verb, vec![what], at)),
        }
    }
}
