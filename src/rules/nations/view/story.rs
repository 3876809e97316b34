//! The season as a story: marker by marker, one line for each thing a reader would tell.
//!
//! Steps of one march become one line: `Bonaparte: W3130 - Geneva - W3331 (4 points)`.

use super::battle::{self, Battle};
use super::reasons;
use super::telling::{self, Piece};
use crate::book::Book;
use crate::book::spelling::place;
use crate::book::units::Unit;
use crate::record::event::{Joining, Leaving, Parting};
use crate::record::state::{Bloc, Marker};
use crate::season::initiative::winter_quarters_needed;
use crate::sight::known::{Known, Who};
use kit::names::capital;

use crate::sight::news::{
    FleetNews, ForceNews, LandNews, OrderNews, SeaNews, SeenEvent, SequenceNews, Told, WarNews,
};
use kit::ground::Space;
use serde::Serialize;

/// What happened on one marker.
#[derive(Debug, Serialize)]
pub struct MarkerStory {
    pub number: u32,
    /// The number as it is printed: ` 9.`, `10.`.
    pub label: String,
    pub marker: String,
    pub chosen: bool,
    /// Its name as it begins a paragraph, with what came out before it.
    pub title: String,
    /// Markers that were drawn before it and put back.
    pub before: Vec<String>,
    pub lines: Vec<Line>,
    /// The lines as the paragraphs of a report.
    pub told: Vec<String>,
}

/// What is told of a marker on which nothing is seen.
pub const NOBODY: &str = "Nobody is seen to move.";

/// One line; a round of battle is a table besides.
#[derive(Debug, Serialize)]
pub struct Line {
    pub text: String,
    pub battle: Option<Battle>,
    /// How it stands in a paragraph.
    #[serde(skip)]
    pub piece: Piece,
}

/// The whole story.
#[derive(Debug, Default)]
pub struct Story {
    pub orders: String,
    pub opening: Vec<Line>,
    pub markers: Vec<MarkerStory>,
    pub closing: Vec<String>,
    /// What came before the first marker, as paragraphs.
    pub begins: Vec<String>,
    pub sums: telling::Sums,
}

/// Tells the season.
pub fn tell(book: &Book, known: &Known) -> Story {
    let mut teller = Teller::new(book, known);
    for seen_event in &known.seen_events {
        teller.seen_event(seen_event);
    }
    teller.end_march();
    teller.still();
    let before = teller.before();
    teller.story.closing.extend(before.into_iter().map(|told| format!("{}.", capital(&told))));
    let Teller { war, mut story, .. } = teller;
    telling::lay_out(&war, &mut story);
    story
}

/// Tells one thing that happened by itself, if it is one that a story tells.
pub fn sentence(book: &Book, known: &Known, seen_event: &SeenEvent) -> Option<String> {
    let teller = Teller::new(book, known);
    match seen_event {
        SeenEvent::Order(_) => None,
        SeenEvent::Sequence(news) => match news {
            SequenceNews::SecondNaval { bloc } => Some(second_naval(*bloc)),
            SequenceNews::NobodyMoved { bloc } => Some(nobody_moved(*bloc)),
            SequenceNews::Began { .. }
            | SequenceNews::Drawn { .. }
            | SequenceNews::PutBack { .. }
            | SequenceNews::WinterQuarters { .. }
            | SequenceNews::Ended { .. }
            | SequenceNews::CabinetBegan { .. }
            | SequenceNews::CabinetEnded { .. } => None,
        },
        SeenEvent::Force(news) => teller.force(news),
        SeenEvent::War(news) => Some(teller.war(news)),
    }
}

/// A march that is being told.
struct March {
    who: Who,
    way: Vec<String>,
    spent: Option<u32>,
    sails: bool,
}

struct Teller<'a> {
    book: &'a Book,
    war: super::war::Teller<'a>,
    story: Story,
    march: Option<March>,
    before: Vec<String>,
    /// The markers that were put back since the last one was played.
    put_back: Vec<Marker>,
    /// How often winter quarters must come out to end the marches, if they have not ended them.
    winter_needed: Option<u8>,
    /// Whose march was told last since the last marker.
    marched: Option<String>,
    /// Whether the last marker is for ships.
    naval: bool,
}

impl<'a> Teller<'a> {
    /// The number of the last round of battle of this marker, if neither side had the better of it.
    fn last_even(&self) -> Option<u8> {
        let mut lines = self.story.markers.last()?.lines.iter().rev();
        lines.find(|line| line.battle.is_some())?.piece.even
    }

    fn new(book: &'a Book, known: &'a Known) -> Self {
        let war = super::war::Teller { book, known };
        let (story, before, put_back) = (Story::default(), vec![], vec![]);
        let (march, winter_needed, marched) = (None, None, None);
        Teller { book, war, story, march, before, put_back, winter_needed, marched, naval: false }
    }

    fn seen_event(&mut self, seen_event: &SeenEvent) {
        if let SeenEvent::Force(ForceNews::Moved { who, from, to, spent }) = seen_event {
            let (from, to) = (place(self.book, *from), place(self.book, *to));
            return self.step(who, from, to, *spent, false);
        }
        if let SeenEvent::War(WarNews::Sea(news)) = seen_event
            && let SeaNews::Fleet(FleetNews::Sailed { who, from, to, spent }) = &**news
        {
            let (from, to) = (super::sea::goal(self.book, from), super::sea::goal(self.book, to));
            return self.step(who, from, to, *spent, true);
        }
        // Money has an account of its own.
        if let SeenEvent::War(WarNews::Land(news)) = seen_event
            && matches!(**news, LandNews::Money(_) | LandNews::Told(Told::Spending { .. }))
        {
            return;
        }
        if !matches!(seen_event, SeenEvent::Order(OrderNews::Waited { .. })) {
            self.end_march();
        }
        match seen_event {
            SeenEvent::Order(news) => self.order(news),
            SeenEvent::Sequence(news) => self.sequence(news),
            SeenEvent::Force(news) => {
                let Some(text) = self.force(news) else { return };
                match news {
                    ForceNews::LeaderLeft { who, .. } => {
                        let piece = Piece::after(&text, [(self.name(who), who.name.clone())]);
                        self.put(Line { text, battle: None, piece });
                    }
                    ForceNews::Moved { .. }
                    | ForceNews::Activated { .. }
                    | ForceNews::Arrived { .. }
                    | ForceNews::Stopped { .. }
                    | ForceNews::Joined { .. }
                    | ForceNews::Parted { .. }
                    | ForceNews::Withdrawn { .. }
                    | ForceNews::CommandTaken { .. }
                    | ForceNews::Overstacked { .. }
                    | ForceNews::Grouped { .. }
                    | ForceNews::Bridged { .. }
                    | ForceNews::Released { .. }
                    | ForceNews::TrainGained { .. }
                    | ForceNews::NotTaken { .. }
                    | ForceNews::Recalled { .. }
                    | ForceNews::Transported { .. }
                    | ForceNews::Changed { .. } => self.line(text),
                }
            }
            SeenEvent::War(news) => {
                let text = self.war(news);
                let battle = battle::table(self.book, self.war.known, seen_event);
                let piece = telling::piece(&self.war, (news, self.last_even()), &text);
                self.put(Line { text, battle, piece });
            }
        }
    }

    /// Orders have their own sections; the story is only headed by whose they were.
    fn order(&mut self, news: &OrderNews) {
        match news {
            OrderNews::Ordered { by, .. } => self.story.orders.clone_from(by),
            OrderNews::TakenUp { .. }
            | OrderNews::Ruled { .. }
            | OrderNews::Decreed { .. }
            | OrderNews::Letter { .. }
            | OrderNews::Waited { .. }
            | OrderNews::NotDone { .. }
            | OrderNews::NotReached { .. }
            | OrderNews::Reacted { .. } => {}
        }
    }

    fn sequence(&mut self, news: &SequenceNews) {
        match news {
            SequenceNews::Began { pool, season } => {
                self.winter_needed = winter_quarters_needed(season.quarter);
                let piece = Piece::whole(&format!("In the pool: {}.", by_kind(pool)));
                let pool: Vec<String> = pool.iter().map(Marker::to_string).collect();
                let text = format!("Markers in the pool: {}.", pool.join(", "));
                self.put(Line { text, battle: None, piece });
            }
            SequenceNews::Drawn { marker, chosen } => self.drawn(*marker, *chosen),
            SequenceNews::PutBack { marker } => self.put_back.push(*marker),
            SequenceNews::WinterQuarters { times, ends } => self.winter(*times, *ends),
            SequenceNews::SecondNaval { bloc } => self.line(second_naval(*bloc)),
            SequenceNews::NobodyMoved { bloc } => self.line(nobody_moved(*bloc)),
            SequenceNews::Ended { .. } => self.last_marker(),
            SequenceNews::CabinetBegan { year } => {
                self.line(format!("The money of spring {year} is collected and spent."));
            }
            SequenceNews::CabinetEnded { year } => {
                self.story.closing.push(format!("Spring {year} comes next."));
            }
        }
    }

    fn war(&self, news: &WarNews) -> String {
        match news {
            WarNews::Land(news) => super::war::sentence(self.book, self.war.known, news),
            WarNews::Sea(news) => super::sea::sentence(self.book, self.war.known, news),
        }
    }

    /// What was drawn and put back since the last marker, in words.
    fn before(&mut self) -> Vec<String> {
        let mut put_back = std::mem::take(&mut self.put_back);
        put_back.sort();
        put_back.dedup();
        let back =
            (!put_back.is_empty()).then(|| format!("drawn and put back: {}", by_kind(&put_back)));
        back.into_iter().chain(std::mem::take(&mut self.before)).collect()
    }

    fn drawn(&mut self, marker: Marker, chosen: bool) {
        let number = u32::try_from(self.story.markers.len() + 1).unwrap_or(u32::MAX);
        self.still();
        self.marched = None;
        self.naval = matches!(marker, Marker::Naval(..) | Marker::NeutralNaval);
        let before = self.before();
        let (label, marker) = (format!("{number:>2}."), marker.to_string());
        let notes = before.iter().cloned().chain(chosen.then(|| "chosen".to_owned()));
        let notes = notes.collect::<Vec<_>>().join("; ");
        let notes = if notes.is_empty() { notes } else { format!(" ({notes})") };
        let title = format!("{}{notes}.", marker.to_uppercase());
        self.story.markers.push(MarkerStory {
            number,
            label,
            marker,
            chosen,
            title,
            before,
            lines: vec![],
            told: vec![],
        });
    }

    /// A marker on which nothing was seen: whether orders were tried is not told.
    fn still(&mut self) {
        if let Some(marker) = self.story.markers.last_mut()
            && marker.lines.is_empty()
        {
            let text = NOBODY.to_owned();
            let piece = Piece::whole(&text);
            marker.lines.push(Line { text, battle: None, piece });
        }
    }

    fn winter(&mut self, times: u8, ends: bool) {
        if ends {
            self.before().into_iter().for_each(|told| self.line(format!("{}.", capital(&told))));
            self.line("Winter quarters: the season's marches end.".to_owned());
            self.winter_needed = None;
        } else {
            let needed = self.winter_needed.map_or(String::new(), |all| format!(" of {all}"));
            self.before
                .push(format!("winter quarters came out for the {} time{needed}", ordinal(times)));
        }
    }

    /// Says why the marches ended, if it was not by winter quarters.
    fn last_marker(&mut self) {
        if self.winter_needed.is_some() && !self.story.markers.is_empty() {
            let before = self.before().into_iter().map(|told| format!("{}.", capital(&told)));
            self.story.closing.extend(before);
            self.story
                .closing
                .push("The last marker was drawn: the season's marches end.".to_owned());
        }
    }

    fn line(&mut self, text: String) {
        let piece = Piece::whole(&text);
        self.put(Line { text, battle: None, piece });
    }

    fn put(&mut self, line: Line) {
        let line = Line { text: capital(&line.text), ..line };
        match self.story.markers.last_mut() {
            Some(marker) => marker.lines.push(line),
            None => self.story.opening.push(line),
        }
    }

    fn step(&mut self, who: &Who, from: String, to: String, spent: Option<u32>, sails: bool) {
        let goes_on = self.march.as_ref().is_some_and(|march| {
            march.who == *who && march.sails == sails && march.way.last() == Some(&from)
        });
        if !goes_on {
            self.end_march();
        }
        let begun = || March { who: who.clone(), way: vec![from], spent, sails };
        let mut march = self.march.take().unwrap_or_else(begun);
        march.way.push(to);
        march.spent = spent;
        self.march = Some(march);
    }

    fn end_march(&mut self) {
        let Some(march) = self.march.take() else { return };
        let spent = march.spent.filter(|spent| !march.sails || *spent > 0);
        // The points of a second leg are those of the first, too.
        let again = self.marched.replace(march.who.name.clone()) == Some(march.who.name.clone());
        let spent = spent.map(if again { points_in_all } else { points }).unwrap_or_default();
        let goes = if march.sails { "sails from" } else { "marches" };
        let who = self.name(&march.who);
        let text = format!("{who} {goes} {}{spent}.", march.way.join(" - "));
        let piece = match march.who.name.starts_with("a ") {
            true => Piece::unnamed_march(&text),
            false => Piece::march(&text, (who, march.who.name)),
        };
        self.put(Line { text, battle: None, piece });
    }

    fn name(&self, who: &Who) -> String {
        if who.power == self.war.known.power {
            return who.name.clone();
        }
        format!("{} ({})", who.name, self.book.people.title(&who.power))
    }

    fn parted(&self, who: &Who, new: &Who, at: &str, how: Parting) -> String {
        let name = self.name(who);
        match how {
            // Of those who stay on shore, a part goes on board.
            Parting::Dropped if self.naval => {
                format!("{} parts from {name} at {at}.", self.name(new))
            }
            Parting::Dropped => format!("{name} leaves {} behind at {at}.", new.name),
            Parting::MadeDetachment => format!("{name} leaves a detachment at {at}."),
            Parting::Detached => format!("{name} sends {} off from {at}.", new.name),
            Parting::WentAlone => {
                format!("{} leaves his troops at {at} and goes on alone.", self.name(new))
            }
            Parting::PutDownDepot => format!("{name} puts down a depot at {at}."),
        }
    }

    fn not_taken(&self, power: &str, steps: u16) -> String {
        let (power, plural) = (self.book.people.title(power), if steps == 1 { "" } else { "s" });
        format!(
            "{power}: {steps} replenishment step{plural} lost, since no army or corps could take more."
        )
    }

    fn withdrawn(&self, at: &str, units: &[Unit], leaders: &[String]) -> String {
        let units = units.iter().map(|unit| self.book.units.write(unit));
        let all: Vec<String> = leaders.iter().cloned().chain(units).collect();
        format!("Called away from {at}: {} (NIA §21.D).", all.join(", "))
    }

    /// One sentence for what a force did; a march is told whole, and who was activated shows by it.
    fn force(&self, news: &ForceNews) -> Option<String> {
        let at = |space: &Space| place(self.book, *space);
        Some(match news {
            ForceNews::Moved { .. } | ForceNews::Activated { .. } => return None,
            ForceNews::Arrived { who, at: space } => {
                format!("{} arrives at {}.", self.name(who), at(space))
            }
            ForceNews::Stopped { who, at: space, halt, .. } => {
                let why = reasons::halt(self.book, halt);
                format!("{} stops at {}: {why}.", self.name(who), at(space))
            }
            ForceNews::Joined { who, of, at: space, how, cost } => {
                let how = joins(*how, of.as_deref());
                let cost = cost.filter(|cost| *cost > 0).map(points).unwrap_or_default();
                format!("{} {how} at {}{cost}.", self.name(who), at(space))
            }
            ForceNews::Parted { who, new, at: space, how } => {
                self.parted(who, new, &at(space), *how)
            }
            ForceNews::Withdrawn { at: space, units, leaders, .. } => {
                self.withdrawn(&at(space), units, leaders)
            }
            ForceNews::LeaderLeft { who, at: space, why } => {
                format!("{} leaves {}{}.", self.name(who), at(space), leaving(*why))
            }
            ForceNews::CommandTaken { who, from, at: space } => {
                format!("{} takes command from {from} at {}.", self.name(who), at(space))
            }
            ForceNews::Overstacked { who, at: space, lost } => {
                let lost: Vec<String> =
                    lost.iter().map(|unit| self.book.units.write(unit)).collect();
                let lost = lost.join(", ");
                format!("{}: no room at {}; lost {lost} (NIA §4.1.1).", self.name(who), at(space))
            }
            ForceNews::Grouped { who, with, at: space } => {
                format!(
                    "{} and {} march together from {}.",
                    self.name(who),
                    self.name(with),
                    at(space)
                )
            }
            ForceNews::Bridged { who, at: space, toward } => {
                format!(
                    "{} bridges the river from {} to {}.",
                    self.name(who),
                    at(space),
                    at(toward)
                )
            }
            ForceNews::Released { who, rule } => {
                format!("{} is free to move ({rule}).", self.name(who))
            }
            ForceNews::TrainGained { who, at: space, rule } => {
                format!("{} gains a train at {} ({rule}).", self.name(who), at(space))
            }
            ForceNews::NotTaken { power, steps } => self.not_taken(power, *steps),
            ForceNews::Recalled { who, at: space, .. } => {
                let from = space.map(|space| format!(" at {}", at(&space))).unwrap_or_default();
                format!("{} is called away{from} and leaves the map.", self.name(who))
            }
            ForceNews::Transported { who, from, to } => {
                let from = from.map(|from| format!(" from {}", at(&from))).unwrap_or_default();
                format!("{} comes over the sea{from} to {}.", self.name(who), at(to))
            }
            ForceNews::Changed { who, at: space, why } => {
                format!("{} at {}: {why}.", self.name(who), at(space))
            }
        })
    }
}

/// The markers by their side and kind: `empire land 1-3, naval 1; neutral land`.
fn by_kind(pool: &[Marker]) -> String {
    let mut kinds: Vec<(String, Vec<u32>)> = vec![];
    for marker in pool {
        let marker = marker.to_string();
        let last =
            marker.rsplit_once(' ').and_then(|(kind, last)| Some((kind, last.parse().ok()?)));
        let (kind, number) = last.map_or((&*marker, None), |(kind, number)| (kind, Some(number)));
        match kinds.last_mut().filter(|(last, _)| last == kind) {
            Some((_, all)) => all.extend(number),
            None => kinds.push((kind.to_owned(), number.into_iter().collect())),
        }
    }
    let mut told: Vec<String> = vec![];
    let mut side = "";
    for (kind, numbers) in &kinds {
        let numbers = match numbers.as_slice() {
            [first, _, .., last] if (*first..=*last).eq(numbers.iter().copied()) => {
                format!(" {first}-{last}")
            }
            all => all.iter().map(|number| format!(" {number}")).collect::<Vec<_>>().join(","),
        };
        match (kind.split_once(' '), told.last_mut()) {
            (Some((of, what)), Some(last)) if of == side => {
                last.push_str(&format!(", {what}{numbers}"));
            }
            _ => told.push(format!("{kind}{numbers}")),
        }
        side = kind.split_once(' ').map_or("", |(of, _)| of);
    }
    told.join("; ")
}

fn second_naval(bloc: Bloc) -> String {
    format!("The {} puts its second naval marker in.", bloc.word())
}

fn nobody_moved(bloc: Bloc) -> String {
    format!("Nobody of the {} moves.", bloc.word())
}

/// " (1 point)", " (2 points)".
fn points(spent: u32) -> String {
    format!(" ({spent} point{})", if spent == 1 { "" } else { "s" })
}

/// The same where they are those of the march before, too.
fn points_in_all(spent: u32) -> String {
    points(spent).replace(')', " in all)")
}

/// What a force does with another that was led by `of`, or by nobody.
fn joins(how: Joining, of: Option<&str>) -> String {
    match (how, of) {
        (Joining::Absorbed, Some(leader)) => format!("absorbs the units of {leader}"),
        (Joining::Absorbed, None) => "absorbs units".to_owned(),
        (Joining::Integrated, Some(leader)) => format!("takes in {leader}"),
        (Joining::Integrated, None) => "takes in units".to_owned(),
        (Joining::Merged, Some(leader)) => format!("is joined by {leader}"),
        (Joining::Merged, None) => "is joined by units".to_owned(),
        (Joining::PickedUp, _) => "takes along what stood".to_owned(),
    }
}

/// Where a leader goes who leaves a place, and why.
fn leaving(why: Option<Leaving>) -> &'static str {
    match why {
        None => " for the pool of leaders",
        Some(Leaving::NoRoom) => {
            " for the pool of leaders: no room for one more leader there (NIA §4.1.1)"
        }
        Some(Leaving::Replaced) => {
            " for the pool of leaders: another leader takes over the command (NIA §4.2.4)"
        }
        Some(Leaving::Dismissed) => {
            " for the pool of leaders: dismissed after the defeat (NIA §4.2.4)"
        }
        Some(Leaving::NoTroops) => " for the pool of leaders: no troops are left (NIA §8.2.5)",
        Some(Leaving::Called) => " for another command",
        Some(Leaving::Ruled) => " for the pool of leaders, by a ruling",
    }
}

fn ordinal(number: u8) -> &'static str {
    match number {
        1 => "first",
        2 => "second",
        _ => "third",
    }
}
