//! The newspaper: what everybody knows of a season, made from what the public eye knows.
//!
//! With `fog: contact` that is what every court hears: places that change hands, walls that fall,
//! cards, wars, the corsairs, who is lost at sea. With `fog: rules` battles, sieges and arrivals are
//! open to all and stand in it, too. Marches are on its map.

use super::{headline, place, sea, victory, war};
use crate::book::{Book, Fog};
use crate::record::event::Fate;
use crate::record::state::Marker;
use crate::sight::known::Known;
use crate::sight::news::{
    BattleNews, ContactNews, FleetNews, ForceNews, LandNews, LossNews, OrderNews, PassageNews,
    SeaBattleNews, SeaNews, SeenEvent, SequenceNews, SiegeNews, TableNews, WarNews,
};
use crate::view::story;
use kit::ground::Space;
use kit::newspaper::{Issue, Part, QUIET};
use std::collections::BTreeMap;

/// What the paper is called.
const PAPER: &str = "The Gazette of Europe";
/// How many headlines an issue has at most; all of it stands below them as well.
const HEADLINES: usize = 6;

/// Where in the paper a piece of news stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Column {
    Battles,
    Places,
    Sea,
    Courts,
}

impl Column {
    fn heading(self) -> &'static str {
        match self {
            Column::Battles => "Battles",
            Column::Places => "Sieges and conquests",
            Column::Sea => "From the sea",
            Column::Courts => "From the courts",
        }
    }
}

/// What is gathered for an issue.
#[derive(Default)]
struct Desk {
    columns: BTreeMap<Column, Vec<String>>,
    markers: Vec<Marker>,
    /// Whether winter quarters ended the marches.
    quarters: bool,
}

impl Desk {
    fn put(&mut self, column: Column, line: String) {
        self.columns.entry(column).or_default().push(line);
    }
}

/// The newspaper of the last season.
pub fn issue(book: &Book, known: &Known) -> Issue {
    let mut desk = Desk::default();
    for seen_event in &known.seen_events {
        match seen_event {
            SeenEvent::Order(OrderNews::Decreed { words, reason }) => {
                desk.put(Column::Courts, format!("the umpire rules: {words} ({reason})"));
            }
            SeenEvent::Order(_) => {}
            SeenEvent::Sequence(news) => sequence(news, &mut desk),
            SeenEvent::Force(ForceNews::Arrived { .. }) => {
                let line = story::sentence(book, known, seen_event);
                line.into_iter().for_each(|line| desk.put(Column::Courts, line));
            }
            // Marches are on the map, and what else a force does is nobody's news.
            SeenEvent::Force(_) => {}
            SeenEvent::War(WarNews::Land(news)) => on_land(book, known, news, &mut desk),
            SeenEvent::War(WarNews::Sea(news)) => at_sea(book, known, news, &mut desk),
        }
    }
    let Desk { columns, markers, quarters } = desk;
    let began = known.seen_events.iter().find_map(SeenEvent::begins);
    let mut headlines = headline::of_the_paper(book, known);
    headlines.truncate(HEADLINES);
    if headlines.is_empty() {
        headlines.push(QUIET.to_owned());
    }
    let columns = columns.into_iter().map(|(column, lines)| Part::new(column.heading(), lines));
    let mut parts: Vec<Part> = columns.collect();
    parts.push(Part::new("Places in other hands than at the start", conquests(book, known)));
    parts.push(Part::new("What the war is fought for", victory::told(book, known)));
    parts.push(Part::new("The course of the season", course(&markers, quarters)));
    parts.retain(|part| !part.lines.is_empty());
    Issue {
        paper: PAPER.to_owned(),
        scenario: book.scenario.title.clone(),
        season: began.unwrap_or(known.exchange()).to_string(),
        headlines,
        parts,
        note: note(book.fog).to_owned(),
    }
}

fn note(fog: Fog) -> &'static str {
    match fog {
        Fog::Rules => {
            "Where each stack stands and who leads it is open to all, and so is a battle; what else \
             is in a stack is not (NIA §1.3)."
        }
        Fog::Contact => {
            "Battles, sieges and marches are told to those who were near them: they stand in your \
             own report, as far as your side saw them."
        }
    }
}

fn sequence(news: &SequenceNews, desk: &mut Desk) {
    match news {
        SequenceNews::Began { .. } | SequenceNews::CabinetBegan { .. } => {}
        SequenceNews::Drawn { marker, .. } => desk.markers.push(*marker),
        SequenceNews::WinterQuarters { ends, .. } => desk.quarters |= ends,
        SequenceNews::PutBack { .. }
        | SequenceNews::SecondNaval { .. }
        | SequenceNews::NobodyMoved { .. }
        | SequenceNews::Ended { .. }
        | SequenceNews::CabinetEnded { .. } => {}
    }
}

/// Which markers came, and how the marches ended.
fn course(markers: &[Marker], quarters: bool) -> Vec<String> {
    let names: Vec<String> = markers.iter().map(Marker::to_string).collect();
    let mut lines = vec![];
    if !names.is_empty() {
        lines.push(format!("markers in the order in which they came: {}", names.join(", ")));
    }
    if quarters {
        lines.push("winter quarters ended the marches".to_owned());
    }
    lines
}

fn on_land(book: &Book, known: &Known, news: &LandNews, desk: &mut Desk) {
    let column = match news {
        LandNews::Loss(news) => match news {
            LossNews::Destroyed { .. } => Column::Battles,
            LossNews::Supply { .. } | LossNews::Attrition { .. } | LossNews::Lost { .. } => return,
        },
        LandNews::Contact(news) => match news {
            ContactNews::Overrun { .. } => Column::Battles,
            ContactNews::Intercepted { .. }
            | ContactNews::Avoided { .. }
            | ContactNews::WentInside { .. }
            | ContactNews::Guns { .. }
            | ContactNews::CameUp { .. }
            | ContactNews::Retreated { .. } => return,
        },
        LandNews::Battle(news) if is_printed(news) => Column::Battles,
        LandNews::Battle(_) => return,
        LandNews::Siege(news) => match news {
            SiegeNews::Captured { .. }
            | SiegeNews::SiegeMarked { level: 0, .. }
            | SiegeNews::GarrisonChecked { surrenders: true, .. }
            | SiegeNews::WallsBroken { .. }
            | SiegeNews::Rearmed { .. }
            | SiegeNews::HonoursOfWar { .. } => Column::Places,
            SiegeNews::SiegeMarked { .. }
            | SiegeNews::GarrisonChecked { .. }
            | SiegeNews::SiegeAttempted { .. } => return,
        },
        LandNews::Table(news) => match news {
            TableNews::CardPlayed { .. }
            | TableNews::CardDrawn { .. }
            | TableNews::RuleBegun { .. } => Column::Courts,
            // The end of the war is a headline alone.
            TableNews::Scored { .. }
            | TableNews::GameDecided { .. }
            | TableNews::Promised { .. } => return,
        },
        LandNews::Told(_) | LandNews::Money(_) => Column::Courts,
    };
    desk.put(column, war::sentence(book, known, news));
}

/// Whether news of a battle is printed.
fn is_printed(news: &BattleNews) -> bool {
    match news {
        BattleNews::BattleEnded { .. } => true,
        BattleNews::LeaderChecked { fate, .. } => *fate != Fate::Unharmed,
        BattleNews::Fought { .. }
        | BattleNews::TacticsDrawn { .. }
        | BattleNews::TacticPlayed { .. }
        | BattleNews::Succeeded { .. }
        | BattleNews::Morale { .. }
        | BattleNews::Disordered { .. }
        | BattleNews::Pursued { .. }
        | BattleNews::Rallied { .. }
        | BattleNews::WentOn { .. } => false,
    }
}

fn at_sea(book: &Book, known: &Known, news: &SeaNews, desk: &mut Desk) {
    let column = match news {
        SeaNews::Fleet(news) => match news {
            FleetNews::Hunted { .. } => Column::Sea,
            FleetNews::BosphorusShut { .. } => Column::Courts,
            FleetNews::Sailed { .. }
            | FleetNews::Joined { .. }
            | FleetNews::Intercepted { .. }
            | FleetNews::Avoided { .. }
            | FleetNews::Retreated { .. } => return,
        },
        SeaNews::Battle(news) => match news {
            SeaBattleNews::Ended { .. }
            | SeaBattleNews::AdmiralChecked { killed: true, .. }
            | SeaBattleNews::Sunk { .. } => Column::Sea,
            SeaBattleNews::AdmiralChecked { .. } | SeaBattleNews::Fought { .. } => return,
        },
        SeaNews::Passage(news) => match news {
            PassageNews::CargoLost { .. }
            | PassageNews::Landed { .. }
            | PassageNews::Repulsed { .. } => Column::Sea,
            PassageNews::Embarked { .. } => return,
        },
    };
    desk.put(column, sea::sentence(book, known, news));
}

/// Which places have another holder than at the start, power by power.
fn conquests(book: &Book, known: &Known) -> Vec<String> {
    let mut all: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (at, power) in &known.held {
        if at_start(book, *at) != Some(power) {
            all.entry(power).or_default().push(place(book, *at));
        }
    }
    let line = |(power, places): (&str, Vec<String>)| {
        format!("{} holds {}", book.people.title(power), places.join(", "))
    };
    all.into_iter().map(line).collect()
}

/// Who held a place when the scenario began.
fn at_start(book: &Book, at: Space) -> Option<&str> {
    let scenario = &book.scenario;
    let held = scenario.held.iter().find(|(place, _)| book.atlas.code(place) == Some(at));
    held.map(|(_, power)| power.as_str()).or_else(|| {
        let province = book.atlas.province(at)?;
        scenario.master(&province.name)
    })
}
