//! The forces of a seat and what each could be ordered, as far as its seat knows: for the form, and for
//! a page on which sheets are composed.

use super::units::{alike, listed};
use super::words::fleet_at;
use crate::book::Book;
use crate::book::troops::Kind;
use crate::operations::force::can_march;
use crate::operations::path::{Field, Marcher, POINT};
use crate::operations::sea::cargo::{berths, can_board};
use crate::operations::sea::lanes::{Lanes, is_fleet, is_shut, power_of};
use crate::record::unit::Unit;
use crate::sight::{Known, Stack, top};
use kit::ground::Space;
use play::OwnForce;
use sheet::reach::{Deed, Goal, Reach};
use std::cmp::Reverse;

/// A stack of a seat that can operate.
pub struct Own<'a> {
    /// The leader on top, else the place; of fleets `fleet at` the place.
    pub name: String,
    pub at: Space,
    /// Those who can move on land, or the fleets with those aboard.
    pub mobile: Vec<&'a Unit>,
    /// Whether they are fleets.
    pub fleet: bool,
    pub about: String,
}

impl Own<'_> {
    /// The lines of an entry before its steps.
    pub fn head(&self) -> Vec<String> {
        vec![format!("- force: {}", self.name), "  steps:".to_owned()]
    }
}

/// The stacks that can operate, on land and then at sea, the largest first.
pub fn all_stacks<'a>(book: &Book, known: &'a Known) -> Vec<Own<'a>> {
    let mut all = stacks(book, known);
    all.extend(fleets(book, known));
    all
}

/// The fleets of each square, with those whom they carry.
fn fleets<'a>(book: &Book, known: &'a Known) -> Vec<Own<'a>> {
    let spaces: Vec<Space> = known.own.spaces().collect();
    let one = |at: Space| {
        let here = known.own_at(at);
        let mut mobile: Vec<&Unit> = here.iter().copied().filter(|unit| is_fleet(unit)).collect();
        if mobile.is_empty() {
            return None;
        }
        mobile.extend(here.into_iter().filter(|unit| unit.aboard.is_some()));
        let name = book.atlas.name(at).to_owned();
        let about = format!("{name}: {}", listed(mobile.iter().copied()));
        Some(Own { name: fleet_at(&name), at, mobile, fleet: true, about })
    };
    spaces.into_iter().filter_map(one).collect()
}

/// The stacks that can operate on land, the largest first.
pub fn stacks<'a>(book: &Book, known: &'a Known) -> Vec<Own<'a>> {
    let spaces: Vec<Space> = known.own.spaces().collect();
    let mut all: Vec<Own<'a>> = spaces
        .into_iter()
        .filter_map(|at| {
            let here = known.own_at(at);
            let land = here.iter().copied().filter(|unit| can_march(book, unit));
            let mobile: Vec<&Unit> = land.collect();
            if mobile.is_empty() {
                return None;
            }
            let place = book.atlas.name(at).to_owned();
            let name = top(book, mobile.iter().copied()).unwrap_or_else(|| place.clone());
            let about = format!("{place}: {}", listed(here));
            Some(Own { name, at, mobile, fleet: false, about })
        })
        .collect();
    all.sort_by_key(|own| (Reverse(own.mobile.len()), own.at));
    all
}

/// What a stack could do in one operation.
pub fn reach(book: &Book, known: &Known, own: &Own<'_>) -> Reach {
    match own.fleet {
        true => voyages(book, known, own),
        false => marches(book, known, own),
    }
}

/// What fleets could do: where they sail, whom they fight, and who could go aboard or ashore.
fn voyages(book: &Book, known: &Known, own: &Own<'_>) -> Reach {
    let lanes = Lanes {
        book,
        power: power_of(&own.mobile),
        may_end: &|at| known.open.may_go(book, &known.power, at),
        shut: &|at| is_shut(book, known, at),
    };
    let (mut goals, mut attacks) = (vec![], vec![]);
    // Who shares a square with others is in a siege; the besieged stay (§34.2).
    if known.open.sieges.contains_key(&own.at) {
        let told = told(book, known.others_at(own.at));
        attacks.push(Deed { step: format!("attack: {}", book.atlas.name(own.at)), told });
    }
    let stays = known.open.is_besieged(&known.power, own.at);
    let reached = if stays { vec![] } else { lanes.reach(own.at) };
    for (at, cost) in reached {
        let name = book.atlas.name(at).to_owned();
        if !known.others_at(at).is_empty() {
            attacks.push(Deed {
                step: format!("attack: {name}"),
                told: told(book, known.others_at(at)),
            });
            continue;
        }
        let named = book.atlas.square(at).place.is_some() || book.atlas.is_beyond(at);
        let ours = !known.own_at(at).is_empty();
        goals.push(Goal { name, cost, beside: None, named, ours });
    }
    let mut deeds = cargo_deeds(book, known, own);
    deeds.extend(attacks);
    Reach { verb: "sails to", goals, deeds }
}

/// Who could go aboard or ashore where the fleets are.
fn cargo_deeds(book: &Book, known: &Known, own: &Own<'_>) -> Vec<Deed> {
    let mut deeds = vec![];
    let (fleets, cargo): (Vec<&Unit>, Vec<&Unit>) =
        own.mobile.iter().copied().partition(|unit| is_fleet(unit));
    let room = berths(&fleets, &cargo).len();
    let here = known.own_at(own.at).into_iter().filter(|unit| can_board(book, unit));
    let mut words: Vec<String> = here.map(Unit::words).collect();
    words.dedup();
    if let (Some(first), true) = (words.first(), room > 0) {
        let told = format!("room for {room}; {} here", words.join(", "));
        deeds.push(Deed { step: format!("embark: [{first}]"), told });
    }
    if !cargo.is_empty() && !book.atlas.is_sea(own.at) {
        let told = format!("{} aboard", alike(cargo));
        deeds.push(Deed { step: "land: all".to_owned(), told });
    }
    deeds
}

fn marches(book: &Book, known: &Known, own: &Own<'_>) -> Reach {
    let field = Field {
        book,
        may_enter: &|at| known.open.may_go(book, &known.power, at),
        others: &|at| !known.others_at(at).is_empty(),
    };
    let marcher = Marcher::of(book, &own.mobile);
    let (mut goals, mut deeds, mut attacks) = (vec![], vec![], vec![]);
    let mut verb = "reaches";
    // Who shares a square with others is in a siege; the besieged stay (§34.2).
    if known.open.sieges.contains_key(&own.at) {
        let told = told(book, known.others_at(own.at));
        deeds.push(Deed { step: format!("attack: {}", book.atlas.name(own.at)), told });
    }
    if known.open.is_besieged(&known.power, own.at) {
        return Reach { verb: "reaches", goals, deeds };
    }
    for (at, cost) in field.reach(&marcher, own.at) {
        let name = book.atlas.name(at).to_owned();
        let stacks = known.others_at(at);
        if stacks.is_empty() {
            if !cost.is_multiple_of(POINT) {
                verb = "reaches (half points rounded up)";
            }
            let mut beside = book.atlas.around(at).into_iter();
            let beside = beside.find(|at| !known.others_at(*at).is_empty());
            goals.push(Goal {
                named: book.atlas.square(at).place.is_some() || book.atlas.is_beyond(at),
                name,
                cost: cost.div_ceil(POINT),
                beside: beside.map(|at| book.atlas.name(at).to_owned()),
                ours: !known.own_at(at).is_empty(),
            });
            continue;
        }
        let points = points(cost);
        let told = format!("{points}; {}", told(book, stacks));
        let deed = Deed { step: format!("attack: {name}"), told };
        attacks.push((Reverse(book.atlas.city(at).map_or(0, |city| city.tax)), cost, deed));
    }
    // A form has room for few: the cities that bring most come first, the nearest before others.
    attacks.sort_by_key(|(tax, cost, _)| (*tax, *cost));
    deeds.extend(attacks.into_iter().map(|(.., deed)| deed));
    // Leaders alone do not go into battle.
    if own.mobile.iter().all(|unit| unit.kind == Kind::Leader) {
        deeds.clear();
    }
    Reach { verb, goals, deeds }
}

/// Movement points, from halves.
fn points(halves: u32) -> String {
    match halves {
        POINT => "1 point".to_owned(),
        1 => "half a point".to_owned(),
        _ if halves.is_multiple_of(POINT) => format!("{} points", halves / POINT),
        _ => format!("{} and a half points", halves / POINT),
    }
}

/// Who stands in a square, in words.
fn told(book: &Book, stacks: &[Stack]) -> String {
    let told = stacks.iter().map(|stack| {
        let owner = stack.seat.as_deref().map_or("neutrals".into(), |seat| book.seat_title(seat));
        let leader = stack.leader.as_ref().map(|leader| format!(" under {leader}"));
        format!("{owner}{}, {}", leader.unwrap_or_default(), stack.height.words())
    });
    told.collect::<Vec<_>>().join("; ")
}

/// The forces of a seat, each with its entry, as the form has them.
pub fn own_forces(book: &Book, known: &Known) -> Vec<OwnForce> {
    if known.open.season.is_court() {
        return vec![];
    }
    let one = |own: Own<'_>| OwnForce {
        at: Some(own.at),
        about: own.about.clone(),
        list: "operations",
        entry: own.head(),
        go: if own.fleet { "  - sail: [PLACES]" } else { "  - march: [PLACES]" },
        through: true,
        reach: reach(book, known, &own),
        name: own.name,
    };
    all_stacks(book, known).into_iter().map(one).collect()
}

/// What is said before them at court.
const NOT_AT_COURT: &str = "Nobody marches at court. What the form offers at court is all that can be done now; this is what could be done in \
     the spring, from where all stand now.";

/// Everything that one force could do, line by line.
pub fn choices(book: &Book, known: &Known, who: &str) -> Option<Vec<String>> {
    let wanted = kit::names::plain(&book.other_names.own(who.trim()));
    let at_court = known.open.season.is_court();
    let mut lines = Vec::from_iter(at_court.then(|| NOT_AT_COURT.to_owned()));
    let head = lines.len();
    for own in all_stacks(book, known) {
        // Whoever is with a stack may be named for it; a leader's unit has his name.
        let names = [own.name.as_str(), book.atlas.name(own.at)].into_iter();
        let mut names = names.chain(own.mobile.iter().map(|unit| unit.id.as_str()));
        if names.any(|name| kit::names::plain(name) == wanted) {
            lines.push(own.about.clone());
            lines.extend(reach(book, known, &own).whole());
        }
    }
    (lines.len() > head).then_some(lines)
}
