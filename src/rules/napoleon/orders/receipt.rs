//! The receipt of a sheet: what of it will be played, in words, and everything that a force can do.

use super::causes::Cause;
use super::grades::{Graded, Paper};
use super::notes::notes;
use super::odds;
use super::steps::{LASTING, OF_LASTING, Part, Written, condition, parts};
use super::told::{
    ActTold, AfterTold, BuyTold, DeployTold, Going, Lasting, Line, MovesTold, Placed, PlanTold,
    Told, TurnTold, When, Where,
};
use super::words::{MOVER, Words};
use super::{Sheet, check::mover_name, read_shaped, stop_word};
use crate::board::Region;
use crate::board::insight::INSIGHT_PLANS;
use crate::board::perform::March;
use crate::board::turn::Moment;
use crate::book::Book;
use crate::book::plans::FrenchDefault;
use crate::book::tables::FogEvent;
use crate::record::force::Side;
use crate::record::state::board;
use crate::sequence::answer::{Ask, Mover, Reroll, ScoutRule};
use crate::sight::Known;
use crate::theatre::{Place, Theatre};
use crate::view::title;
use crate::view::words::{formation, punch};
use kit::ground::Space;
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
    match here {
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
        None => entry(
            &known.state.title,
            plain(words.silence(known.state.ask, !known.state.lasting.doctrine.is_empty())),
        ),
    }
    if let Some(told) = early {
        let met = match &told {
            Told::After(after) => odds::of_marches(book, &campaign.theatre, after),
            Told::Moves(_) | Told::Deploy(_) | Told::Turn(_) => vec![],
        };
        let mut lines = words.graded(&Written::here(told), grades.early);
        lines.extend(met.into_iter().map(ReceiptLine::from));
        entry("After the battles of this turn", lines);
    }
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

/// The lines of the doctrine in words, by their numbers.
pub fn doctrine_words(book: &Book, lasting: &Lasting) -> BTreeMap<(u16, u16), String> {
    Receipt { book }.doctrine_words(&lasting.doctrine)
}

/// Puts what was said into words.
struct Receipt<'a> {
    book: &'a Book,
}

fn whether(condition: Option<&String>) -> String {
    match condition.map(String::as_str) {
        None | Some("always") => String::new(),
        Some("never") => ", never".to_owned(),
        Some(words) => format!(", if {words}"),
    }
}

impl Receipt<'_> {
    fn area(&self, at: Space) -> &str {
        self.book.map.name(at)
    }

    /// The lines of what is said at a stop, each with its number and how certain it is.
    fn graded(&self, written: &Written, grades: Vec<Graded>) -> Vec<ReceiptLine> {
        let told = &written.told;
        let lines = parts(told).into_iter().zip(grades).map(|(part, Graded { grade, causes })| {
            let step = written.step(part);
            let number = step.unwrap_or_default();
            let words = self.part(told, part);
            let asked = matches!(part, Part::Buy(_)) && condition(told, part).is_some();
            let before = if asked { ", asked before the income of the month" } else { "" };
            let when = format!("{}{before}", whether(condition(told, part)));
            let mark = mark(grade, &causes);
            ReceiptLine {
                entry: Some(written.entry),
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

    /// A line in words, without its condition.
    fn part(&self, told: &Told, part: Part) -> String {
        match told {
            Told::Moves(told) => self.of_moves(told, part),
            Told::Deploy(told) => self.of_deploy(told, part),
            Told::Turn(told) => self.of_turn(told, part),
            Told::After(told) => self.of_after(told, part),
        }
        .unwrap_or_default()
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

    fn going(
        &self,
        verb: &str,
        lines: &[When<Going>],
        (line, who): (usize, usize),
    ) -> Option<String> {
        let Going { who: all, to } = &lines.get(line)?.what;
        Some(format!("{verb}: {} to {}", mover_name(self.book, *all.get(who)?), self.area(*to)))
    }

    fn battles(&self, battles: &[Space]) -> String {
        let names: Vec<&str> = battles.iter().map(|at| self.area(*at)).collect();
        format!("battles in this order: {}", names.join(", "))
    }

    /// The area in which a counter of this name stands.
    fn area_of(&self, name: &str, theatre: &Theatre) -> Option<&str> {
        match theatre.place(self.book.force(name)?.id) {
            Place::Area(at) => Some(self.area(at)),
            Place::Late(_) | Place::Pool | Place::Cup | Place::Aside | Place::Unseen => None,
        }
    }

    fn scouts(&self, rules: Option<&Vec<ScoutRule>>, line: usize) -> Option<String> {
        let ScoutRule { reroll, most } = rules?.get(line)?;
        let group = self.book.campaign.group;
        let of = match reroll {
            Reroll::Order { strength, .. } => {
                let strongest = self.book.strongest_group();
                let never = (*strength > strongest)
                    .then(|| format!(", which none has: {strongest} is the most that it can be"));
                let never = never.unwrap_or_default();
                format!("(of at most {group} forces) with a strength of {strength} or more{never}")
            }
            Reroll::Fog { .. } => String::new(),
        };
        Some(match reroll {
            Reroll::Fog { from, to } => {
                format!("scouts: {most} at most for the fog, if it is {from} to {to}")
            }
            Reroll::Order { areas: 0, .. } => {
                format!("scouts: {most} at most for any order of groups {of}")
            }
            Reroll::Order { areas, .. } => {
                let far = if *areas == 1 { "1 area" } else { &format!("{areas} areas") };
                format!("scouts: {most} at most for orders that come {far} or more, of groups {of}")
            }
        })
    }

    fn of_moves(&self, told: &MovesTold, part: Part) -> Option<String> {
        match part {
            Part::Going(line, who) => self.going("move", &told.moves, (line, who)),
            Part::Battles => Some(self.battles(&told.battles)),
            Part::Scout(line) => self.scouts(told.scouts.as_ref(), line),
            Part::Keep(place) => {
                let name = self.book.name(*told.keep.get(place)?);
                Some(format!("keep: {name}, with the counter of the campaign before"))
            }
            _ => None,
        }
    }

    fn of_deploy(&self, told: &DeployTold, part: Part) -> Option<String> {
        let fog = &told.fog;
        match part {
            Part::FogInsight => Some(format!("fog: the insight {}", fog.insight?.name())),
            Part::FogRecruit => {
                let (what, at) = fog.recruit?;
                let fog = &self.book.tables.fog;
                let mut rows = (1..=fog.most()).map(|roll| fog.rows.read(roll));
                let needs = rows.find(|row| row.event == FogEvent::Recruit).map(|row| row.amount);
                let price = needs.map(|needs| format!(" for {needs} supply"));
                let price = price.unwrap_or_default();
                Some(format!("fog: {} comes to {}{price}", what.name(self.book), self.area(at)))
            }
            Part::FogNapoleon => Some("fog: Napoleon comes".to_owned()),
            Part::FogJoin => {
                let join: Vec<&str> = fog.join.iter().map(|id| self.book.name(*id)).collect();
                Some(format!("fog: who joins: the first that may of {}", join.join(", ")))
            }
            Part::MorePlans => {
                let plans = told.plans.as_ref()?.what;
                let price = self.book.figures.price_of_plans(plans);
                let price = price.map(|price| format!(", for {price} supply")).unwrap_or_default();
                Some(format!("more plans: {plans} a turn{price}"))
            }
            Part::Insight(place) => {
                let insight = told.insights.get(place)?.name();
                Some(format!("insight chosen: {insight}, for {INSIGHT_PLANS} plan a turn"))
            }
            Part::Terrain => Some(format!(
                "terrain: the enemy in its {}",
                match told.terrain? {
                    Region::EnemyApproach => "approach",
                    _ => "reserve",
                }
            )),
            Part::Place(place) => {
                let Placed { who, at, formation: how } = told.place.as_ref()?.get(place)?;
                let who = who.name(self.book);
                let how = how.map(|how| format!(" in {}", formation(how))).unwrap_or_default();
                let at = match at {
                    Region::FrenchFront => "front",
                    Region::FrenchApproach => "approach",
                    _ => "reserve",
                };
                Some(format!("place: {who}{how}, in the {at}"))
            }
            _ => None,
        }
    }

    fn of_turn(&self, told: &TurnTold, part: Part) -> Option<String> {
        match part {
            Part::Try(line) => {
                let what = &told.tries.as_ref()?.get(line)?.what;
                Some(format!("try: {} is tried", what.insight.name()))
            }
            Part::Shorter => Some("duration: the battle is one turn shorter".to_owned()),
            Part::Plan(line) => {
                Some(format!("plan: {}", self.plan(&told.plans.as_ref()?.get(line)?.what)))
            }
            Part::Act(line) => Some(format!("act: {}", self.act(&told.acts.get(line)?.what))),
            _ => None,
        }
    }

    fn of_after(&self, told: &AfterTold, part: Part) -> Option<String> {
        match part {
            Part::Going(line, who) => {
                let words = self.going("march", &told.march, (line, who))?;
                let price = match told.march.get(line)?.what.who.get(who)? {
                    Mover::Force(_) => format!(", for {} supply", self.book.figures.forced_march),
                    Mover::Napoleon => String::new(),
                };
                Some(format!("{words}{price}"))
            }
            Part::Battles => Some(self.battles(&told.battles)),
            Part::Scout(line) => self.scouts(told.scouts.as_ref(), line),
            Part::Buy(line) => Some(match &told.resupply.as_ref()?.get(line)?.what {
                BuyTold::Refit(who) => format!("refit: {}", who.name(self.book)),
                BuyTold::Buy { what, reduced, at } => {
                    let side = if *reduced { ", reduced" } else { "" };
                    let at = at.map_or("where Napoleon is", |at| self.area(at));
                    format!("buy: {}{side}: {at}", what.name(self.book))
                }
                BuyTold::Scouts(1) => "buy: 1 scout".to_owned(),
                BuyTold::Scouts(many) => format!("buy: {many} scouts"),
                BuyTold::Keep(supply) => {
                    let is_last = told.resupply.as_ref()?.len() == line + 1;
                    let last = if is_last { "; no purchase follows" } else { "" };
                    format!(
                        "keep: {supply} supply in what follows here{last}; a battle is paid for all the \
                         same"
                    )
                }
            }),
            _ => None,
        }
    }

    fn plan(&self, plan: &PlanTold) -> String {
        match plan {
            PlanTold::On { plan, who } => {
                format!("{} for {}", self.book.plans.name(*plan), who.name(self.book))
            }
            PlanTold::Formation { change, before } => {
                let one =
                    |(id, to): &(_, _)| format!("{} to {}", self.book.name(*id), formation(*to));
                let changes: Vec<String> = change.iter().map(one).collect();
                let before = match before {
                    Moment::BeforeEnemy => "the enemy acts",
                    Moment::BeforeFrench => "you act",
                    Moment::Before(id) => &format!("{} acts", self.book.name(*id)),
                };
                format!("Formation before {before}: {}", changes.join(", "))
            }
        }
    }

    fn act(&self, ActTold { who, says }: &ActTold) -> String {
        let who = who.name(self.book);
        let does = match says {
            None => "stands, or acts on its plan",
            Some((FrenchDefault::Fire, _)) => "fires",
            Some((FrenchDefault::Pivot, _)) => "pivots",
            Some((FrenchDefault::Retreat, _) | (FrenchDefault::March, March::Back)) => {
                "marches back"
            }
            Some((FrenchDefault::March, March::Forward)) => "marches",
            Some((FrenchDefault::March, March::Twice)) => "marches twice",
            Some((FrenchDefault::March, March::ForwardAndBack)) => "marches forward and back",
        };
        format!("{who} {does}")
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
    fn doctrine_words(&self, doctrine: &[Line]) -> BTreeMap<(u16, u16), String> {
        let of_line = |(place, line)| [Written::deploy(place, line), Written::fight(place, line)];
        let written = doctrine.iter().enumerate().flat_map(of_line).flatten();
        let words = |written: Written| {
            let line = |part| {
                let told = &written.told;
                let words = format!("{}{}", self.part(told, part), whether(condition(told, part)));
                Some(((written.entry, written.step(part)?), words))
            };
            parts(&written.told).into_iter().filter_map(line).collect::<Vec<_>>()
        };
        written.flat_map(words).collect()
    }

    /// What a line of the doctrine does at each of the stops of a battle.
    fn doctrine(&self, paper: &Paper<'_>, place: usize, line: &Line) -> Vec<ReceiptLine> {
        let stops = [
            ("before it", Written::deploy(place, line)),
            ("each turn, asked as it begins", Written::fight(place, line)),
        ];
        let said = |(when, written): (&str, Option<Written>)| {
            let lines = written.map(|written| self.graded(&written, paper.doctrine(&written)));
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
        lines.extend(line.fight.iter().flat_map(notes).map(|note| note.to_owned().into()));
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
            many => format!(
                "{many} lines of doctrine, where you are not asked: before a battle, and again in each \
                 turn of it, the first that fits and says anything of that; what this one leaves out \
                 {BY_DEFAULT}, and not by a later line"
            ),
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
    let named: Vec<&str> = causes.iter().map(|cause| cause.beforehand()).collect();
    match (grade, causes.first()) {
        (Grade::Sure, _) => String::new(),
        (Grade::NotKnown, _) => {
            ": its `if:` asks what is known only in a battle, or not at all, so it is not done"
                .into()
        }
        (Grade::Refused, Some(why)) => format!(": not done, {}", why.now()),
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
