//! What happened, in chapters of sentences: a chapter for each stop, each battle and each of its
//! turns. Every die stands beside the number it needed.

use crate::board::insight::{Insight, Tried};
use crate::board::news::News;
use crate::board::rout::End;
use crate::book::Book;
use crate::book::tables::{EnemyOrder, Resupply, Withdrawal};
use crate::orders::check::mover_name;
use crate::orders::steps;
use crate::record::event::{Event, StepEnd};
use crate::record::force::{ForceId, Side};
use crate::sequence::Happened;
use crate::sequence::answer::{Fault, Mover, Purchase};
use crate::view::forces::points;
use crate::view::undone::{Quotes, is_told};
use crate::view::words::{
    fog_row, formation, gain, hits, order, outcome, paid, region, rolled, score, side_name, struck,
    sum,
};
use kit::ground::Space;
use kit::names;
use serde::Serialize;

/// A part of the story.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Chapter {
    pub heading: String,
    pub lines: Vec<String>,
}

/// Tells what happened.
pub struct Story<'a> {
    book: &'a Book,
    chapters: Vec<Chapter>,
    /// What a force does in its act, phrase by phrase.
    act: Vec<String>,
    who: Option<ForceId>,
    /// Whether it acts at all.
    acts: bool,
    /// Whether one event is told by itself.
    alone: bool,
    /// The plans that the enemy drew one after the other.
    drawn: Vec<String>,
    /// The table of a race at which it happens.
    table: Option<String>,
    /// Who moved to an area one after the other.
    moved: (Vec<String>, Option<Space>),
    /// What the enemy has paid for, to be added to the die of each of its orders.
    added: u8,
    /// What was said of the end of the French half.
    quotes: Quotes,
}

/// Tells what happened, in chapters.
pub fn chapters(book: &Book, events: &[Event]) -> Vec<Chapter> {
    let mut story = Story::new(book);
    events.iter().for_each(|event| story.event(event));
    story.close();
    story.chapters.retain(|chapter| !chapter.lines.is_empty());
    story.chapters
}

/// The same line by line, each with the number of the event with which it begins, from 1; a chapter
/// begins with its heading.
pub fn numbered(book: &Book, events: &[Event]) -> Vec<(u32, bool, String)> {
    let mut story = Story::new(book);
    let (mut lines, mut open) = (vec![], None);
    let mut take = |story: &mut Story<'_>, number: u32| {
        let mut last = Chapter::default();
        for chapter in std::mem::take(&mut story.chapters) {
            if chapter.lines.is_empty() {
                // Its heading waits for the first line.
                last = chapter;
                continue;
            }
            if !chapter.heading.is_empty() {
                lines.push((number, true, chapter.heading));
            }
            lines.extend(chapter.lines.into_iter().map(|line| (number, false, line)));
            last = Chapter::default();
        }
        story.chapters.push(last);
    };
    for (number, event) in (1..).zip(events) {
        let pending = story.is_open();
        story.event(event);
        if pending && (!story.is_open() || story.lines() > 0) {
            take(&mut story, open.unwrap_or(number));
        }
        if !story.is_open() {
            take(&mut story, number);
        }
        open = if story.is_open() { open.filter(|_| pending).or(Some(number)) } else { None };
    }
    let last = u32::try_from(events.len()).unwrap_or(u32::MAX);
    story.close();
    take(&mut story, open.unwrap_or(last));
    lines
}

/// What happened on the map in a sentence, where one alone tells it.
pub fn on_map(book: &Book, what: &Happened, dice: &[u8]) -> Option<String> {
    Story::new(book).sentence(what, dice)
}

/// One event in a sentence.
pub fn sentence(book: &Book, event: &Event) -> String {
    let mut story = Story { alone: true, ..Story::new(book) };
    story.event(event);
    story.close();
    let lines: Vec<String> = story.chapters.iter().flat_map(|one| one.lines.clone()).collect();
    match event {
        _ if !lines.is_empty() => match event.table() {
            Some(table) => format!("{table}: {}", lines.join(" ")),
            None => lines.join(" "),
        },
        Event::AtTable { table, what } => format!("{table}: {}", sentence(book, what)),
        Event::Scores { .. } => "the scoreboard".to_owned(),
        Event::Seen { what, .. } => sentence(book, what),
        Event::Said { power, .. } => format!("{power} said something for later stops"),
        Event::Step { entry, step, became, .. } => Quotes::default().step((*entry, *step), *became),
        Event::Asked { powers } => {
            let powers: Vec<&str> = powers.iter().map(String::as_str).collect();
            format!("asked: {}", powers.join(", "))
        }
        Event::SeasonBegan { season, title } => format!("{season}: {title}"),
        Event::Ordered { power, by, .. } => format!("{power}: orders from {by}"),
        Event::Letter { from, to, .. } => format!("letter from {from} to {to}"),
        Event::Ruled { topic, choice, .. } => format!("ruled: {topic}: {choice}"),
        Event::Decreed { words, reason, .. } => format!("ruled: {words} ({reason})"),
        Event::Passed { title, .. } => format!("not asked: {title}"),
        Event::Stood { after } => match after.title.as_str() {
            "" => "the campaign is over".to_owned(),
            title => format!("the campaign stands at: {title}"),
        },
        Event::SeasonEnded { season, .. } => format!("{season} is over"),
        Event::Map { what: Happened::BattleTurn { at, turn }, .. } => {
            format!("{}, turn {turn} of the battle", book.map.name(*at))
        }
        Event::Map { .. } | Event::Board { .. } => String::new(),
    }
}

impl<'a> Story<'a> {
    fn new(book: &'a Book) -> Self {
        Self {
            book,
            chapters: vec![Chapter::default()],
            act: vec![],
            who: None,
            acts: false,
            alone: false,
            drawn: vec![],
            table: None,
            moved: (vec![], None),
            added: 0,
            quotes: Quotes::default(),
        }
    }

    fn name(&self, id: ForceId) -> &'a str {
        self.book.name(id)
    }

    fn names(&self, ids: &[ForceId]) -> String {
        ids.iter().map(|id| self.name(*id)).collect::<Vec<_>>().join(", ")
    }

    fn area(&self, at: Space) -> &'a str {
        self.book.map.name(at)
    }

    fn line(&mut self, text: String) {
        if let Some(chapter) = self.chapters.last_mut() {
            chapter.lines.push(text);
        }
    }

    fn open(&mut self, heading: String) {
        self.close();
        let heading = match &self.table {
            Some(table) => format!("{table}: {heading}"),
            None => heading,
        };
        self.chapters.push(Chapter { heading, lines: vec![] });
    }

    /// Whether a sentence is being made.
    fn is_open(&self) -> bool {
        !self.act.is_empty() || !self.drawn.is_empty() || self.moved.1.is_some()
    }

    /// How many lines there are.
    fn lines(&self) -> usize {
        self.chapters.iter().map(|chapter| chapter.lines.len()).sum()
    }

    /// Ends the sentence that is being made.
    fn close(&mut self) {
        if self.act.len() == 1 && self.acts && !self.alone {
            self.act.push("nothing comes of it".to_owned());
        }
        self.acts = false;
        if !self.act.is_empty() {
            let text = std::mem::take(&mut self.act).join("; ") + ".";
            self.line(text);
        }
        self.who = None;
        if !self.drawn.is_empty() {
            let text = format!("Enemy plans: {}.", std::mem::take(&mut self.drawn).join(", "));
            self.line(text);
        }
        if let (names, Some(to)) = std::mem::take(&mut self.moved) {
            let text = format!("{} to {}.", names.join(", "), self.area(to));
            self.line(text);
        }
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::SeasonBegan { title, .. } => self.open(title.clone()),
            Event::Passed { title, doctrine } => {
                let how = if *doctrine { "as you said before" } else { "by the defaults" };
                self.open(format!("{title} ({how})"));
            }
            Event::Map { what, dice } => self.map(what, dice),
            Event::Board { what } => self.board(*what),
            Event::AtTable { table, what } => {
                if self.table.as_ref() != Some(table) {
                    self.close();
                    self.chapters.push(Chapter { heading: table.clone(), lines: vec![] });
                    self.table = Some(table.clone());
                }
                self.event(what);
            }
            Event::Seen { what, .. } => self.event(what),
            Event::Step { entry, step, became, .. } => {
                let tells = matches!(became, StepEnd::NotDone(why) if !is_told(*why));
                if tells && steps::is_of_sheet(*entry) {
                    self.close();
                    self.line(self.quotes.step((*entry, *step), *became));
                }
            }
            Event::Scores { tables } => {
                self.table = None;
                self.open("The tables".to_owned());
                tables.iter().for_each(|one| self.line(score(one)));
            }
            Event::Ordered { .. }
            | Event::Letter { .. }
            | Event::Ruled { .. }
            | Event::Decreed { .. }
            | Event::Stood { .. }
            | Event::Asked { .. }
            | Event::SeasonEnded { .. } => self.close(),
            Event::Said { after, .. } => {
                self.close();
                self.quotes = Quotes::of(self.book, after.as_ref());
            }
        }
    }

    /// What happened on the board: the phrases of an act are one sentence.
    fn board(&mut self, what: News) {
        if let News::Drew { who, plan } = what {
            self.drawn.push(format!("{} {}", self.name(who), self.book.plans.name(plan)));
            return;
        }
        if let News::Routed(side) = what {
            self.close();
            self.act.push(match side {
                Side::French => "You are routed".to_owned(),
                Side::Enemy => "The enemy is routed".to_owned(),
            });
            return;
        }
        if let News::Activated { who, plan, roll, needed, works } = what {
            self.close();
            (self.who, self.acts) = (Some(who), works);
            let plan = self.book.plans.name(plan);
            let head = format!("{}: {plan}", self.name(who));
            self.act.push(match (roll, works) {
                (Some(roll), true) => format!("{head}, {}", rolled(roll, needed)),
                (Some(roll), false) => format!("{head}, {}: it does not act", rolled(roll, needed)),
                (None, true) => head,
                (None, false) => format!("{head} falls away, the distance does not fit"),
            });
            return;
        }
        if !self.drawn.is_empty() {
            self.close();
        }
        let actor = self.who;
        let by = |who: ForceId, act: String| {
            if actor == Some(who) { act } else { format!("{} {act}", self.book.name(who)) }
        };
        let phrase = match what {
            News::Drew { .. } | News::Activated { .. } => return,
            News::Discarded { who, plan } => {
                let plan = self.book.plans.name(plan);
                format!("{} loses {plan} in melee", self.name(who))
            }
            News::Moved { who, to } => by(who, format!("to the {}", region(to))),
            News::Left { who } => format!("{} leaves the field", self.name(who)),
            News::Formed { who, formation: new } => by(who, format!("in {}", formation(new))),
            News::Shocked { who, roll, needed, stands } => {
                let end = if stands { "it stands" } else { "it gives way" };
                let die = roll.map(|roll| format!("{}, ", rolled(roll, needed)));
                format!("shock of {}: {}{end}", self.name(who), die.unwrap_or_default())
            }
            News::Attacked { who, roll, needed, hits: many } => match roll {
                Some(roll) => by(who, format!("attack: {}, {}", struck(roll, needed), hits(many))),
                None => by(who, "attack: it cannot hit".to_owned()),
            },
            News::Hit { who, destroyed: true } => format!("{} is destroyed", self.name(who)),
            News::Hit { who, destroyed: false } => format!("{} is reduced", self.name(who)),
            News::Spared { who } => format!("a hit on {} is cancelled", self.name(who)),
            News::Destroyed { who } => format!("{} is destroyed", self.name(who)),
            News::Routed(side) => format!("{} are routed", side_name(side)),
            News::Idle { why, .. } => format!("not done: {}", why.afterwards()),
        };
        self.act.push(phrase);
    }

    fn map(&mut self, what: &Happened, dice: &[u8]) {
        if let Happened::Moved { who, to } = what {
            if self.moved.1.is_some_and(|at| at != *to) {
                self.close();
            }
            self.moved.0.push(mover_name(self.book, *who).to_owned());
            self.moved.1 = Some(*to);
            return;
        }
        self.close();
        if let Happened::BattleTurn { at, turn } = what {
            self.open(format!("{}, turn {turn} of the battle", self.area(*at)));
        }
        if let Happened::Fog { at, scout: false, .. } = what {
            self.open(format!("Battle of {}", self.area(*at)));
        }
        if let Happened::OrdersPaid { .. } | Happened::Ordered { scout: false, .. } = what {
            self.once("The enemy's orders");
        }
        if let Happened::OrdersPaid { added, .. } = what {
            self.added = *added;
        } else if let Happened::Turn(_) = what {
            self.added = 0;
        }
        if let Happened::Gained { .. } = what {
            self.once("The enemy's resupply");
        }
        if let Happened::Earned(_) = what {
            self.once("Your resupply");
        }
        if let Happened::Turn(turn) = what {
            let turn = self.book.campaign.track.get(turn.saturating_sub(1));
            let name = turn.map_or("After the last turn", |found| found.turn.as_str());
            self.open(name.to_owned());
            self.line("The turn counter moves on.".to_owned());
        }
        if let Some(text) = self.sentence(what, dice) {
            self.line(text);
        }
    }

    /// Opens a chapter, unless it is open.
    fn once(&mut self, heading: &str) {
        if self.chapters.last().is_none_or(|chapter| chapter.heading != heading) {
            self.open(heading.to_owned());
        }
    }

    /// What happened on the map, in a sentence.
    fn sentence(&self, what: &Happened, dice: &[u8]) -> Option<String> {
        let die = dice.first().copied().unwrap_or_default();
        Some(match what {
            Happened::Turn(_) | Happened::Moved { .. } | Happened::BattleTurn { .. } => {
                return None;
            }
            Happened::Refused(fault) => format!("Not done: {}.", self.fault(fault)),
            Happened::Arrived(who) => format!("{} arrive.", self.names(who)),
            Happened::Fog { roll, scout, .. } => {
                let again = if *scout { "Again, for a scout" } else { "Fog of war" };
                format!("{again}: {}.", sum(die, *roll))
            }
            Happened::Event { row, .. } => names::sentence(&fog_row(*row)),
            Happened::Paid { by, supply } => names::sentence(&paid(*by, *supply)),
            Happened::Enveloped { at, side } => {
                let who = side_name(*side);
                format!("{}: {who} are too weak and destroyed without a battle.", self.area(*at))
            }
            Happened::PlansBought { plans, .. } => {
                let plans = if *plans == 1 { "one plan" } else { "two plans" };
                format!("You buy {plans} more for each turn of the battle.")
            }
            Happened::Deployed { turns, .. } => {
                format!("Both sides take the field, for {turns} turns unless a side is routed.")
            }
            Happened::Tried { insight, tried } => a_try(*insight, *tried),
            Happened::Raided(supply) => {
                format!("Raid: die {die}, {}, or as many as the enemy has.", points(*supply))
            }
            Happened::BattleOver { at, end, withdrawal } => {
                self.battle_over(*at, *end, *withdrawal, die)
            }
            Happened::Earned(supply) => format!("Income: {}.", points(*supply)),
            Happened::Bought(purchase) => self.purchase(*purchase)?,
            Happened::Ordered { at, forces, order: said, scout } => {
                self.ordered(*at, forces, (die, *scout), *said)
            }
            Happened::OrdersPaid { supply, added } => {
                format!("The enemy pays {} for its orders: +{added} to each die.", points(*supply))
            }
            // Its head tells it of a season.
            Happened::Held { .. } if !self.alone => return None,
            Happened::Held { at, by, .. } => {
                format!("{}: held by {} now.", self.area(*at), by.map_or("nobody", side_name))
            }
            Happened::Marched { from, to, .. } if from == to => return None,
            Happened::Marched { from, forces, to } => {
                let goes = if forces.len() == 1 { "goes" } else { "go" };
                format!(
                    "{} {goes} from {} to {}.",
                    self.names(forces),
                    self.area(*from),
                    self.area(*to)
                )
            }
            Happened::Kept { who, roll, row, at } => self.kept(*who, *roll, *row, *at),
            Happened::Gained { at, roll, row } => {
                format!("{}: die {roll}: {}.", self.area(*at), gain(*row))
            }
            Happened::Came { who, to } => {
                format!("Now at {}: {}.", self.area(*to), self.names(who))
            }
            Happened::NapoleonCame(Some(at)) => format!("Napoleon is at {}.", self.area(*at)),
            Happened::NapoleonCame(None) => "Napoleon is taken.".to_owned(),
            Happened::Reduced(who) => format!("Reduced: {}.", self.names(who)),
            Happened::Lost(who) => format!("Destroyed: {}.", self.names(who)),
            Happened::Refitted(who) => format!("Refitted: {}.", self.names(who)),
            Happened::Over(end) => outcome(*end),
        })
    }

    /// The order of a group, with what the enemy has paid for; the die of a scout is a bare one.
    fn ordered(
        &self,
        at: Space,
        forces: &[ForceId],
        (die, scout): (u8, bool),
        said: EnemyOrder,
    ) -> String {
        let (again, added) = if scout { (" again, for a scout", 0) } else { ("", self.added) };
        let number = sum(die, die.saturating_add(added));
        format!("{} ({}){again}: {number}: {}.", self.area(at), self.names(forces), order(said))
    }

    fn kept(&self, who: ForceId, roll: u8, row: Resupply, at: Option<Space>) -> String {
        let place = at.map(|at| format!(" at {}", self.area(at))).unwrap_or_default();
        let (who, gain) = (self.name(who), gain(row));
        format!(
            "{who} keeps the counter of the campaign before; die {roll}, the enemy gets {gain}{place}."
        )
    }

    fn battle_over(&self, at: Space, end: End, withdrawal: Option<Withdrawal>, die: u8) -> String {
        let place = self.area(at);
        match (end, withdrawal) {
            (End::Alone(Some(side)), _) => {
                format!("The battle is over: {} hold {place}.", side_name(side))
            }
            (End::Alone(None), _) => format!("The battle is over: nobody is left at {place}."),
            (End::Withdrawal, withdrawal) => {
                let what = match withdrawal {
                    Some(Withdrawal::Rejoin) => "the battle begins anew",
                    Some(Withdrawal::EnemyRetreat) => "the enemy retreats",
                    Some(Withdrawal::FrenchRetreat) => "you retreat",
                    Some(Withdrawal::Encamp) | None => "both sides stay, without a battle for now",
                };
                format!("The time is over: die {die}: {what}.")
            }
        }
    }

    fn purchase(&self, purchase: Purchase) -> Option<String> {
        Some(match purchase {
            Purchase::Refit(id) => format!("{} is refitted.", self.name(id)),
            Purchase::Buy { what, reduced, at } => {
                let side = if reduced { ", reduced" } else { "" };
                let at =
                    at.map_or("with Napoleon".to_owned(), |at| format!("at {}", self.area(at)));
                format!("{} is bought{side}, {at}.", self.name(what))
            }
            Purchase::Scout => "A scout is bought.".to_owned(),
            Purchase::Keep(_) => return None,
        })
    }

    /// What could not be done.
    fn fault(&self, fault: &Fault) -> String {
        let what = match fault {
            Fault::Move(Mover::Napoleon, _) => Some("Napoleon"),
            Fault::Move(Mover::Force(id), _) | Fault::Act(id, _) | Fault::Keep(id) => {
                Some(self.name(*id))
            }
            Fault::Purchase(Purchase::Refit(id) | Purchase::Buy { what: id, .. }, _) => {
                Some(self.name(*id))
            }
            Fault::Purchase(Purchase::Scout | Purchase::Keep(_), _)
            | Fault::Fog(_)
            | Fault::Plans(_)
            | Fault::Insight(_)
            | Fault::Place(_)
            | Fault::Plan(_) => None,
        };
        what.map_or(fault.to_string(), |who| format!("{who}: {fault}"))
    }
}

fn a_try(insight: Insight, tried: Tried) -> String {
    let (name, end) = (insight.name(), if tried.works { "it works" } else { "not this turn" });
    match tried.roll {
        Some(roll) => format!("{name}: {}, {end}.", rolled(roll, tried.needed)),
        None => format!("{name}: {end}."),
    }
}
