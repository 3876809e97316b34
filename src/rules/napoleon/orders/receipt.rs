//! The receipt of a sheet: what of it will be played, in words, and everything that a force can do.

use super::told::{
    ActTold, AfterTold, BuyTold, DeployTold, Going, Line, MovesTold, PlanTold, Told, TurnTold,
    When, Where,
};
use super::words::{MOVER, Words};
use super::{Sheet, check::mover_name, read_shaped, stop_word};
use crate::board::Region;
use crate::board::perform::March;
use crate::board::turn::Moment;
use crate::book::Book;
use crate::book::plans::FrenchDefault;
use crate::record::force::Side;
use crate::record::state::board;
use crate::sequence::answer::{Ask, Mover, Reroll, ScoutRule};
use crate::sight::Known;
use crate::theatre::Place;
use crate::view::title;
use crate::view::words::{formation, punch};
use kit::ground::Space;
use play::Ruleset;
use play::table::Orders;
use play::{Checked, Route, UnderstoodEntry};
use sheet::frame::letter_told;
use sheet::shape::Shaped;
use sheet::vocabulary::{Found, Vocabulary};

/// Holds a sheet against what its author knows.
pub fn check(book: &Book, known: &Known, shaped: &Shaped<'_>) -> Checked {
    let (sheet, faults) = read_shaped(book, known, shaped);
    let mut understood = vec![];
    let mut entry = |heading: &str, lines: Vec<String>| {
        if !lines.is_empty() {
            understood.push(UnderstoodEntry::plain(heading, lines));
        }
    };
    let words = Receipt { book };
    match &sheet.here {
        Some(told) => entry(&known.state.title, words.told(told)),
        None => entry(&known.state.title, words.silence(known)),
    }
    if let Some(after) = &sheet.after {
        entry("After the battles of this turn", words.after(after));
    }
    entry("From now on", words.lasting(&sheet));
    let doctrine = sheet.doctrine.as_deref().unwrap_or_default();
    for (number, line) in (1..).zip(doctrine) {
        entry(&words.heading(number, line), words.doctrine(line));
    }
    let at_once = crate::Napoleon::letters_at_once(book, known.state.season);
    let letter = |(to, text): &(String, String)| letter_told(&title(to), text, at_once);
    entry("Letters", sheet.letters().iter().map(letter).collect());
    entry("For the umpire", sheet.note.then(|| "a note".to_owned()).into_iter().collect());
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

    fn told(&self, told: &Told) -> Vec<String> {
        match told {
            Told::Moves(told) => self.moves(told),
            Told::Deploy(told) => self.deploy(told),
            Told::Turn(told) => self.turn(told),
            Told::After(told) => self.after(told),
        }
    }

    /// What is done where a sheet says nothing of the stop: what earlier ones said of it, else the
    /// defaults.
    fn silence(&self, known: &Known) -> Vec<String> {
        let doctrine = !known.state.lasting.doctrine.is_empty();
        let line = match (known.state.ask, &known.state.after) {
            (Some(Ask::After), Some(after)) => return self.after(after),
            (Some(Ask::Moves) | None, _) => "nobody moves",
            (Some(Ask::Deploy | Ask::BattleTurn), _) if doctrine => {
                "your doctrine is played, and the defaults where it says nothing"
            }
            (Some(Ask::Deploy), _) => {
                "the strongest start in the approach, in column to attack, in line to defend; nothing is bought"
            }
            (Some(Ask::BattleTurn), _) => {
                "plans where they fit; columns march in an attack, lines fire"
            }
            (Some(Ask::After), None) => {
                "nobody marches; refits, then mobile forces and walls, as far as the points go"
            }
        };
        vec![line.to_owned()]
    }

    fn going(&self, lines: &[When<Going>]) -> Vec<String> {
        let line = |When { condition, what: Going { who, to } }: &When<Going>| {
            let names: Vec<&str> = who.iter().map(|who| mover_name(self.book, *who)).collect();
            let when = whether(condition.as_ref());
            format!("{} to {}{when}", names.join(", "), self.area(*to))
        };
        lines.iter().map(line).collect()
    }

    fn battles(&self, battles: &[Space]) -> Option<String> {
        let names: Vec<&str> = battles.iter().map(|at| self.area(*at)).collect();
        (!names.is_empty()).then(|| format!("battles in this order: {}", names.join(", ")))
    }

    fn scouts(&self, rules: Option<&Vec<ScoutRule>>) -> Vec<String> {
        let line = |ScoutRule { reroll, most }: &ScoutRule| match reroll {
            Reroll::Fog { from, to } => {
                format!("{most} scouts at most for the fog, if it is {from} to {to}")
            }
            Reroll::Order { strength, areas: 0 } => {
                format!("{most} scouts at most for any order of groups of {strength} or more")
            }
            Reroll::Order { strength, areas } => format!(
                "{most} scouts at most for orders of groups of {strength} or more that come \
                 {areas} areas or more"
            ),
        };
        rules.into_iter().flatten().map(line).collect()
    }

    fn moves(&self, MovesTold { moves, battles, scouts, keep }: &MovesTold) -> Vec<String> {
        let mut lines = self.going(moves);
        if lines.is_empty() {
            lines.push("nobody moves".to_owned());
        }
        lines.extend(self.battles(battles));
        lines.extend(self.scouts(scouts.as_ref()));
        if !keep.is_empty() {
            let names: Vec<&str> = keep.iter().map(|id| self.book.name(*id)).collect();
            lines.push(format!("with the counter of the campaign before: {}", names.join(", ")));
        }
        lines
    }

    fn deploy(&self, told: &DeployTold) -> Vec<String> {
        let mut lines = vec![];
        let fog = &told.fog;
        lines.extend(fog.insight.map(|one| format!("by the fog, the insight {}", one.name())));
        lines.extend(fog.recruit.map(|(what, at)| {
            format!("by the fog, {} comes to {}", what.name(self.book), self.area(at))
        }));
        lines.extend(fog.napoleon_comes.then(|| "Napoleon comes".to_owned()));
        let join: Vec<&str> = fog.join.iter().map(|id| self.book.name(*id)).collect();
        if !join.is_empty() {
            lines.push(format!("who joins: the first that may of {}", join.join(", ")));
        }
        if let Some(When { condition, what }) = told.plans.as_ref().filter(|line| line.what > 0) {
            lines.push(format!("{what} more plans a turn{}", whether(condition.as_ref())));
        }
        if !told.insights.is_empty() {
            let names: Vec<&str> = told.insights.iter().map(|one| one.name()).collect();
            lines.push(format!("insights: {}", names.join(", ")));
        }
        for (key, at) in [
            ("front", Region::FrenchFront),
            ("approach", Region::FrenchApproach),
            ("reserve", Region::FrenchReserve),
        ] {
            let here = told.place.iter().flatten().filter(|placed| placed.at == at);
            let name = |placed: &super::told::Placed| {
                let who = placed.who.name(self.book);
                match placed.formation {
                    Some(one) => format!("{who} in {}", formation(one)),
                    None => who,
                }
            };
            let names: Vec<String> = here.map(name).collect();
            if !names.is_empty() {
                lines.push(format!("in the {key}: {}", names.join(", ")));
            }
        }
        if lines.is_empty() {
            lines.push("nothing but the defaults".to_owned());
        }
        lines
    }

    fn turn(&self, told: &TurnTold) -> Vec<String> {
        let mut lines = vec![];
        for When { condition, what } in told.tries.iter().flatten() {
            let when = whether(condition.as_ref());
            lines.push(format!("{} is tried{when}", what.insight.name()));
        }
        for When { condition, what } in told.plans.iter().flatten() {
            lines.push(format!("{}{}", self.plan(what), whether(condition.as_ref())));
        }
        for When { condition, what } in &told.acts {
            lines.push(format!("{}{}", self.act(what), whether(condition.as_ref())));
        }
        if told.plans.as_ref().is_some_and(Vec::is_empty) {
            lines.push("no plans".to_owned());
        }
        if lines.is_empty() {
            lines.push("nothing but the defaults".to_owned());
        }
        lines
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

    fn after(&self, told: &AfterTold) -> Vec<String> {
        let mut lines = self.going(&told.march);
        lines.extend(self.battles(&told.battles));
        lines.extend(self.scouts(told.scouts.as_ref()));
        for When { condition, what } in told.resupply.iter().flatten() {
            let text = match what {
                BuyTold::Refit(who) => format!("refit {}", who.name(self.book)),
                BuyTold::Buy { what, reduced, at } => {
                    let side = if *reduced { ", reduced" } else { "" };
                    let at = at.map_or("where Napoleon is", |at| self.area(at));
                    format!("buy {}{side}: {at}", what.name(self.book))
                }
                BuyTold::Scouts(many) => format!("buy {many} scouts"),
                BuyTold::Keep(supply) => format!("from here on keep {supply} supply"),
            };
            lines.push(format!("{text}{}", whether(condition.as_ref())));
        }
        if told.resupply.as_ref().is_some_and(Vec::is_empty) {
            lines.push("nothing is bought".to_owned());
        }
        lines
    }

    /// Which line of the doctrine it is, and when it fits.
    fn heading(&self, number: u32, line: &Line) -> String {
        let battle = match line.battle {
            Where::Any => "any battle".to_owned(),
            Where::Area(at) => format!("a battle in {}", self.area(at)),
            Where::WithNapoleon => "a battle where Napoleon is".to_owned(),
            Where::EnemyTurn => "a battle in the enemy's turn".to_owned(),
        };
        let turn = line.turn.map(|turn| format!(", turn {turn}")).unwrap_or_default();
        format!("Doctrine {number}, {battle}{turn}{}", whether(line.condition.as_ref()))
    }

    /// What a line of the doctrine does at each of the stops of a battle.
    fn doctrine(&self, line: &Line) -> Vec<String> {
        let mut lines = vec![];
        if let Some(told) = &line.deploy {
            lines.extend(self.deploy(told).iter().map(|said| format!("before it: {said}")));
        }
        if let Some(told) = &line.fight {
            lines.extend(self.turn(told).iter().map(|said| format!("each turn: {said}")));
        }
        lines
    }

    fn lasting(&self, sheet: &Sheet) -> Vec<String> {
        let mut lines = vec![];
        if let Some(doctrine) = &sheet.doctrine {
            lines.push(match doctrine.len() {
                0 => "no doctrine".to_owned(),
                1 => "your doctrine, where you are not asked".to_owned(),
                many => format!(
                    "{many} lines of doctrine, where you are not asked: the first that fits is played"
                ),
            });
        }
        if let Some(ask) = &sheet.ask {
            let mut stops = vec!["moves".to_owned()];
            for line in ask.iter().filter(|line| line.what != Ask::Moves) {
                let when = line.condition.as_ref().map(|words| format!(" if {words}"));
                stops.push(format!("{}{}", stop_word(line.what), when.unwrap_or_default()));
            }
            lines.push(format!("you are asked at: {}", stops.join(", ")));
        }
        if let Some(ties) = sheet.ties.as_ref().filter(|ties| !ties.is_empty()) {
            lines.push(format!("among equals first: {}", ties.join(", ")));
        }
        lines
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
