//! The receipt of a sheet: what of it will be played, in words, and everything that a force can do.

use super::causes::Cause;
use super::enemy_half::Placing;
use super::grades::{Graded, Paper};
use super::notes::{notes, of_line};
use super::odds;
use super::steps::{LASTING, OF_LASTING, Part, Written, condition, parts};
use super::told::{
    ActTold, AfterTold, Going, Lasting, Line, MovesTold, Question, Told, When, Where,
};
use super::words::{MOVER, Words};
use super::{Sheet, check::mover_name, read_shaped, stop_word};
use crate::book::Book;
use crate::record::force::Side;
use crate::record::state::board;
use crate::sequence::answer::{Ask, Mover};
use crate::sight::Known;
use crate::theatre::{Place, Theatre};
use crate::view::title;
use crate::view::words::{formation, punch};
use kit::ground::Space;
use kit::names::listed;
use play::Ruleset;
use play::table::Orders;
use play::{Checked, Grade, ReceiptLine, Route, UnderstoodEntry};
use sheet::frame::letter_told;
use sheet::shape::Shaped;
use sheet::vocabulary::{Found, Vocabulary};
use std::collections::{BTreeMap, BTreeSet};

/// What stands behind a line that depends on many things; what it means is said once, above all lines.
const MANY: &str = "(if possible)";

/// From so many such lines in a line of the doctrine on, it is said once for all of them.
const LEAST_MARKED: usize = 3;
const EACH: &str = "each of these if it is possible then";

/// How a line of the doctrine is filled up.
const BY_DEFAULT: &str = "is done by the defaults";

/// Holds a sheet against what its author knows.
pub fn check(book: &Book, known: &Known, shaped: &Shaped<'_>) -> Checked {
    let (sheet, faults) = read_shaped(book, known, shaped);
    let mut understood = vec![];
    let mut entry = |heading: &str, lines: Vec<ReceiptLine>| {
        if !lines.is_empty() {
            understood.push(UnderstoodEntry { heading: heading.to_owned(), lines });
        }
    };
    let plain = |lines: Vec<String>| lines.into_iter().map(ReceiptLine::from).collect();
    let words = Receipt { book };
    let officer = book.options.staff.then_some(known.power.as_str());
    let paper = Paper { book, officer };
    let campaign = known.state.campaign(book);
    let early = sheet.after.clone().map(Told::After);
    // Who says nothing here has said it before.
    let silent = known.state.ask == Some(Ask::After) && sheet.here.is_none();
    let before = known.state.after.clone().filter(|_| silent).map(Told::After);
    let here = sheet.here.clone().or(before);
    let grades = paper.grade(&campaign, here.as_ref(), early.as_ref());
    match here.clone() {
        Some(told) => {
            let odds = match &told {
                Told::Moves(moves) => odds::of_moves(book, &campaign.theatre, moves),
                Told::Deploy(_) | Told::Turn(_) | Told::After(_) => vec![],
            };
            let mut lines = words.graded(&Written::here(told), grades.here);
            lines.extend(odds.into_iter().map(ReceiptLine::from));
            lines.extend(grades.left.map(|left| {
                let (has, income) = (campaign.theatre.french_supply, campaign.theatre.income(book));
                let words = format!("supply: {has} now, {income} to come in; {left} left");
                ReceiptLine::sum(words)
            }));
            entry(&known.state.title, lines);
        }
        None => entry(&known.state.title, plain(words.of_nothing(known, &campaign.theatre))),
    }
    let half = enemy_half(book, known, &sheet, (here.as_ref(), early.as_ref()));
    if let Some(told) = early {
        let met = match &told {
            Told::After(after) => odds::of_marches(book, &campaign.theatre, after),
            Told::Moves(_) | Told::Deploy(_) | Told::Turn(_) => vec![],
        };
        let mut lines = words.graded(&Written::here(told), grades.early);
        lines.extend(met.into_iter().map(ReceiptLine::from));
        entry("After the battles of this turn", lines);
    }
    entry("The enemy's half", plain(half));
    entry("From now on", words.lasting(&sheet, &campaign.theatre, &known.state.lasting));
    let doctrine = sheet.doctrine.as_deref().unwrap_or_default();
    for (place, line) in doctrine.iter().enumerate() {
        entry(&words.heading(place + 1, line), words.doctrine(&paper, place, line));
    }
    let at_once = crate::Napoleon::letters_at_once(book, known.state.season);
    let letter = |(to, text): &(String, String)| letter_told(&title(to), text, at_once);
    entry("Letters", plain(sheet.letters().iter().map(letter).collect()));
    entry("For the umpire", plain(sheet.note.then(|| "a note".to_owned()).into_iter().collect()));
    let is_marked = |part: &UnderstoodEntry| part.words().any(|line| line.ends_with(MANY));
    if understood.iter().any(is_marked) {
        let line = format!(
            "{MANY} behind a line: beside its own `if:`, if it has one, it must be possible then"
        );
        understood.insert(0, UnderstoodEntry::plain("How to read this".to_owned(), vec![line]));
    }
    let counts = sheet.says_anything() || !faults.has_faults();
    let ways = ways(book, known, &sheet);
    Checked { faults, understood, counts, ways }
}

/// Who would meet a stronger enemy in its half, where a sheet leads up to it.
fn enemy_half(
    book: &Book,
    known: &Known,
    sheet: &Sheet,
    (here, early): (Option<&Told>, Option<&Told>),
) -> Vec<String> {
    match known.state.ask {
        Some(Ask::Moves | Ask::After) => {}
        Some(Ask::Deploy | Ask::BattleTurn) | None => return vec![],
    }
    let doctrine = sheet.doctrine.as_ref().unwrap_or(&known.state.lasting.doctrine);
    let placing = Placing { book, power: &known.power, here, early, doctrine };
    placing.told(&known.state.campaign(book).theatre)
}

/// From where to where each of them moves, whatever the conditions.
fn ways(book: &Book, known: &Known, sheet: &Sheet) -> Vec<Route> {
    let theatre = &known.state.campaign(book).theatre;
    let from = |who: &Mover| match who {
        Mover::Napoleon => theatre.napoleon,
        Mover::Force(id) => match theatre.place(*id) {
            Place::Area(at) => Some(at),
            Place::Late(_) | Place::Pool | Place::Cup | Place::Aside | Place::Unseen => None,
        },
    };
    let going = match (&sheet.here, &sheet.after) {
        (Some(Told::Moves(told)), _) => &told.moves,
        (Some(Told::After(after)), _) | (None, Some(after)) => &after.march,
        _ => return vec![],
    };
    let way = |to: Space, who: &Mover| {
        let path = vec![from(who).filter(|at| *at != to)?, to];
        Some(Route { who: mover_name(book, *who).to_owned(), path })
    };
    going
        .iter()
        .flat_map(|When { what: Going { who, to }, .. }| who.iter().filter_map(|one| way(*to, one)))
        .collect()
}

/// The lines of an earlier sheet's doctrine that still count, by where they do.
pub fn in_force(book: &Book, lasting: &Lasting) -> Vec<String> {
    let heading = |(place, line): (usize, &Line)| Receipt { book }.heading(place + 1, line);
    let lines: Vec<String> = lasting.doctrine.iter().enumerate().map(heading).collect();
    match lines.is_empty() {
        true => vec![],
        false => vec![format!("still counts: {}", lines.join("; "))],
    }
}

/// The lines of the doctrine in words and where they are asked, by their numbers.
pub fn doctrine_words(book: &Book, lasting: &Lasting) -> BTreeMap<(u16, u16), (String, Ask)> {
    Receipt { book }.doctrine_words(&lasting.doctrine)
}

/// The lines of what was said of the end of the French half, in words, by their numbers.
pub fn after_words(book: &Book, after: &AfterTold) -> BTreeMap<u16, String> {
    let lines = Receipt { book }.lines(&Written::here(Told::After(after.clone())));
    lines.into_iter().map(|((_, step), words)| (step, words)).collect()
}

/// Puts what was said into words.
pub(super) struct Receipt<'a> {
    pub(super) book: &'a Book,
}

fn whether(condition: Option<&String>) -> String {
    match condition.map(String::as_str) {
        None | Some("always") => String::new(),
        Some("never") => ", never".to_owned(),
        Some(words) => format!(", if {words}"),
    }
}

impl Receipt<'_> {
    pub(super) fn area(&self, at: Space) -> &str {
        self.book.map.name(at)
    }

    /// The lines of what is said at a stop, each with its number and how certain it is.
    fn graded(&self, written: &Written, grades: Vec<Graded>) -> Vec<ReceiptLine> {
        let told = &written.told;
        let lines = parts(told).into_iter().zip(grades).map(|(part, Graded { grade, causes })| {
            let (entry, step) = written.step(part).unzip();
            let number = step.unwrap_or_default();
            let words = format!("{}{}", self.part(told, part), self.needs(told, part));
            let asked = matches!(part, Part::Buy(_)) && condition(told, part).is_some();
            let before = if asked { ", asked before the income of the month" } else { "" };
            let when = format!("{}{before}", whether(condition(told, part)));
            let mark = mark(grade, &causes);
            ReceiptLine {
                entry,
                step,
                words: format!("{number}. {words}{when}{mark}"),
                grade,
                causes: causes.into_iter().map(Cause::word).collect(),
                ..ReceiptLine::default()
            }
        });
        let mut lines: Vec<ReceiptLine> = lines.collect();
        lines.extend(
            nothing(told, lines.is_empty()).map(|words| ReceiptLine::from(words.to_owned())),
        );
        lines
    }

    /// What the receipt says if the sheet has nothing for the stop: the defaults, and the battles that come anyway.
    fn of_nothing(&self, known: &Known, theatre: &Theatre) -> Vec<String> {
        let mut lines = self.silence(known.state.ask, !known.state.lasting.doctrine.is_empty());
        if known.state.ask == Some(Ask::Moves) {
            lines.extend(odds::of_moves(self.book, theatre, &MovesTold::default()));
        }
        lines
    }

    /// What is done where a sheet says nothing of the stop: what earlier ones said of it, else the
    /// defaults.
    fn silence(&self, ask: Option<Ask>, doctrine: bool) -> Vec<String> {
        let line = match (ask, doctrine) {
            (Some(Ask::Moves) | None, _) => "nobody moves",
            (Some(Ask::Deploy | Ask::BattleTurn), true) => {
                "your doctrine is played, and the defaults where it says nothing"
            }
            (Some(Ask::Deploy), false) => {
                "the strongest start in the approach, in column to attack, in line to defend; nothing is bought"
            }
            (Some(Ask::BattleTurn), false) => {
                "plans where they fit; in an attack columns march, and lines fire or else march"
            }
            (Some(Ask::After), _) => {
                "nobody marches; refits, then mobile forces and walls, as far as the points go"
            }
        };
        vec![line.to_owned()]
    }

    /// The area in which a counter of this name stands.
    fn area_of(&self, name: &str, theatre: &Theatre) -> Option<&str> {
        match theatre.place(self.book.force(name)?.id) {
            Place::Area(at) => Some(self.area(at)),
            Place::Late(_) | Place::Pool | Place::Cup | Place::Aside | Place::Unseen => None,
        }
    }

    /// Which line of the doctrine it is, and when it fits.
    fn heading(&self, number: usize, line: &Line) -> String {
        let battle = match line.battle {
            Where::Any => "any battle".to_owned(),
            Where::Area(at) => format!("a battle in {}, in attack or defence", self.area(at)),
            Where::WithNapoleon => "a battle where Napoleon is".to_owned(),
            Where::EnemyTurn => "a battle in the enemy's turn".to_owned(),
        };
        let turn = line.turn.map(|turn| format!(", turn {turn}")).unwrap_or_default();
        format!("Doctrine {number}, {battle}{turn}{}", whether(line.condition.as_ref()))
    }

    /// The lines of the doctrine in words, by their numbers.
    fn doctrine_words(&self, doctrine: &[Line]) -> BTreeMap<(u16, u16), (String, Ask)> {
        let of_line = |(place, line)| Written::of_line(place, line);
        let written = doctrine.iter().enumerate().flat_map(of_line).flatten();
        let words = |written: Written| {
            let ask = match written.told {
                Told::Deploy(_) => Ask::Deploy,
                Told::Moves(_) | Told::Turn(_) | Told::After(_) => Ask::BattleTurn,
            };
            self.lines(&written).into_iter().map(move |(step, words)| (step, (words, ask)))
        };
        written.flat_map(words).collect()
    }

    /// The lines of what was said, with their numbers.
    fn lines(&self, written: &Written) -> Vec<((u16, u16), String)> {
        let told = &written.told;
        let words = |part| format!("{}{}", self.part(told, part), whether(condition(told, part)));
        let line = |part| Some((written.step(part)?, words(part)));
        parts(told).into_iter().filter_map(line).collect()
    }

    /// What a line of the doctrine does at each of the stops of a battle.
    fn doctrine(&self, paper: &Paper<'_>, place: usize, line: &Line) -> Vec<ReceiptLine> {
        let [deploy, fight] = Written::of_line(place, line);
        let stops = [("before it", deploy), ("each turn, asked as it begins", fight)];
        let said = |(when, written): (&str, Option<Written>)| {
            let graded = |written: Written| {
                let grades = paper.doctrine(&written, line.battle);
                self.graded(&written, grades)
            };
            let lines = written.map(graded);
            let told = |line: ReceiptLine| {
                let words = match line.words.split_once(". ").filter(|_| line.step.is_some()) {
                    Some((number, words)) => format!("{number}. {when}: {words}"),
                    None => format!("{when}: {}", line.words),
                };
                ReceiptLine { words, ..line }
            };
            lines.unwrap_or_default().into_iter().map(told).collect::<Vec<_>>()
        };
        let mut lines: Vec<ReceiptLine> = stops.into_iter().flat_map(said).collect();
        let marked = lines.iter().filter(|line| line.words.ends_with(MANY)).count();
        if marked >= LEAST_MARKED && lines.iter().all(|line| line.grade != Grade::Sure) {
            for line in &mut lines {
                if let Some(bare) = line.words.strip_suffix(MANY) {
                    line.words = bare.trim_end().to_owned();
                }
            }
            lines.insert(0, ReceiptLine::from(EACH.to_owned()));
        }
        let all = line.fight.iter().flat_map(notes).chain(of_line(line));
        lines.extend(all.map(|note| note.to_owned().into()));
        lines
    }

    /// What counts from now on: what the sheet says, and the doctrine of an earlier one that it leaves as it is.
    fn lasting(&self, sheet: &Sheet, theatre: &Theatre, earlier: &Lasting) -> Vec<ReceiptLine> {
        let kept = in_force(self.book, earlier).into_iter().filter(|_| sheet.doctrine.is_none());
        let doctrine = sheet.doctrine.as_ref().map(|doctrine| match doctrine.len() {
            0 => "no doctrine".to_owned(),
            1 => {
                format!("your doctrine, where you are not asked; what it leaves out {BY_DEFAULT}")
            }
            many => {
                let keys = Question::keys().map(|(_, key)| format!("`{key}:`"));
                let keys = listed(&keys.collect::<Vec<_>>());
                format!(
                    "{many} lines of doctrine, where you are not asked: before a battle, and again in \
                     each turn of it, each of {keys} is taken from the first line that fits and has it; \
                     what this one leaves out {BY_DEFAULT}, and not by a later line"
                )
            }
        });
        let ask = sheet.ask.as_ref().map(|ask| {
            let mut stops = vec!["moves".to_owned()];
            for line in ask.iter().filter(|line| line.what != Ask::Moves) {
                let when = line.condition.as_ref().map(|words| format!(" if {words}"));
                stops.push(format!("{}{}", stop_word(line.what), when.unwrap_or_default()));
            }
            format!("you are asked at: {}", stops.join(", "))
        });
        let ties = sheet.ties.as_ref().map(|ties| match ties.is_empty() {
            true => "among equals: nobody is named".to_owned(),
            false => {
                let with_place = |name: &String| match self.area_of(name, theatre) {
                    Some(area) => format!("{name} ({area})"),
                    None => name.clone(),
                };
                let named: Vec<String> = ties.iter().map(with_place).collect();
                format!("among equals first, also for hits by the fog of war: {}", named.join(", "))
            }
        });
        let lines = OF_LASTING.into_iter().zip([doctrine, ask, ties]);
        let line = |(step, words): (u16, Option<String>)| {
            let words = format!("{step}. {}", words?);
            let (entry, step) = (Some(LASTING), Some(step));
            Some(ReceiptLine { entry, step, words, ..ReceiptLine::default() })
        };
        lines.filter_map(line).chain(kept.map(ReceiptLine::from)).collect()
    }
}

/// What a line says of how certain it is; what is certain has no mark.
fn mark(grade: Grade, causes: &BTreeSet<Cause>) -> String {
    /// So many causes are named.
    const MOST: usize = 2;
    // Its `if:` stands before the mark.
    let others = causes.iter().filter(|cause| **cause != Cause::Condition);
    let named: Vec<&str> = others.map(|cause| cause.beforehand()).collect();
    match (grade, causes.first()) {
        (Grade::Sure, _) => String::new(),
        (Grade::NotKnown, _) => {
            ": its `if:` asks what is known only in a battle, or not at all, so it is not done"
                .into()
        }
        (Grade::Refused, Some(why)) => format!(": not done, {}", why.now()),
        (Grade::If, Some(_)) if named.is_empty() => String::new(),
        (Grade::If, Some(_)) if named.len() <= MOST => format!("; if {}", named.join(", and if ")),
        (Grade::If | Grade::Refused, _) => format!(" {MANY}"),
    }
}

/// What is told where a stop has no line of its own.
fn nothing(told: &Told, empty: bool) -> Option<&'static str> {
    match told {
        Told::Moves(told) if told.moves.is_empty() => Some("nobody moves"),
        Told::Turn(told) if told.plans.as_ref().is_some_and(Vec::is_empty) => Some("no plans"),
        Told::After(told) if told.resupply.as_ref().is_some_and(Vec::is_empty) => {
            Some("nothing is bought")
        }
        Told::Deploy(_) | Told::Turn(_) if empty => Some("nothing but the defaults"),
        Told::Moves(_) | Told::Deploy(_) | Told::Turn(_) | Told::After(_) => None,
    }
}

/// Everything that one force can do now; nothing, if there is none of that name.
pub fn choices(book: &Book, known: &Known, who: &str) -> Option<Vec<String>> {
    let Found::One(name) = (Words { book }).find(&MOVER, who) else { return None };
    let campaign = known.state.campaign(book);
    let theatre = &campaign.theatre;
    let mover = book.force(&name).map_or(Mover::Napoleon, |force| Mover::Force(force.id));
    let at = match mover {
        Mover::Napoleon => theatre.napoleon,
        Mover::Force(id) => match theatre.place(id) {
            Place::Area(at) => Some(at),
            Place::Late(_) | Place::Pool | Place::Cup | Place::Aside | Place::Unseen => None,
        },
    };
    let Some(at) = at else { return Some(vec![format!("{name} is not on the map")]) };
    let mut lines = vec![format!("{name} is at {}", book.map.name(at))];
    if let (Mover::Force(id), Some(board)) = (mover, board(&campaign))
        && let Some(piece) = board.piece(id)
    {
        let value = punch(piece.force.face().punch);
        lines.push(format!("on the board: {value}, in {}", formation(piece.formation)));
        for (default, way) in board.french_defaults(id) {
            let act = ActTold { who: super::whom::Whom::Force(id), says: Some((default, way)) };
            lines.push(format!("  {}", Receipt { book }.act(&act)));
        }
        return Some(lines);
    }
    if let Mover::Force(id) = mover
        && let Err(why) = theatre.may_leave(id)
    {
        lines.push(why.to_string());
        return Some(lines);
    }
    for next in book.map.neighbours(at) {
        let (ours, theirs) =
            (theatre.strength(Side::French, next), theatre.strength(Side::Enemy, next));
        lines.push(format!("  {}: yours {ours}, the enemy {theirs}", book.map.name(next)));
    }
    Some(lines)
}
