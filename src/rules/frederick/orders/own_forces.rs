//! The forces of a seat and what each could be ordered, as far as its seat knows: for the form, and for
//! a page on which sheets are composed.

use super::units::listed;
use crate::book::Book;
use crate::book::troops::Kind;
use crate::operations::path::{Field, Marcher, POINT};
use crate::record::unit::Unit;
use crate::sight::{Known, Stack, top};
use kit::ground::Space;
use play::OwnForce;
use sheet::reach::{Deed, Goal, Reach};

/// A stack of a seat that can operate.
pub struct Own<'a> {
    /// The leader on top, else the place.
    pub name: String,
    pub at: Space,
    /// Those who can move on land.
    pub mobile: Vec<&'a Unit>,
    pub about: String,
}

/// The stacks that can operate on land, the largest first.
pub fn stacks<'a>(book: &Book, known: &'a Known) -> Vec<Own<'a>> {
    let spaces: Vec<Space> = known.own.spaces().collect();
    let mut all: Vec<Own<'a>> = spaces
        .into_iter()
        .filter_map(|at| {
            let here = known.own_at(at);
            let land = |unit: &&Unit| {
                unit.kind != Kind::Fleet && unit.aboard.is_none() && book.moves(unit) > 0
            };
            let mobile: Vec<&Unit> = here.iter().copied().filter(land).collect();
            if mobile.is_empty() {
                return None;
            }
            let place = book.atlas.name(at).to_owned();
            let name = top(book, mobile.iter().copied()).unwrap_or_else(|| place.clone());
            let about = format!("{place}: {}", listed(here));
            Some(Own { name, at, mobile, about })
        })
        .collect();
    all.sort_by_key(|own| (std::cmp::Reverse(own.mobile.len()), own.at));
    all
}

/// What a stack could do in one operation.
pub fn reach(book: &Book, known: &Known, own: &Own<'_>) -> Reach {
    let field = Field {
        book,
        may_enter: &|at| known.open.may_go(book, &known.power, at),
        others: &|at| !known.others_at(at).is_empty(),
    };
    let marcher = Marcher::of(book, &own.mobile);
    let (mut goals, mut deeds) = (vec![], vec![]);
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
        let told = told(book, stacks);
        deeds.push(Deed { step: format!("attack: {name}"), told });
    }
    Reach { verb: "reaches", goals, deeds }
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
        entry: vec![format!("- force: {}", own.name), "  steps:".to_owned()],
        go: "  - march: [PLACES]",
        through: true,
        reach: reach(book, known, &own),
        name: own.name,
    };
    stacks(book, known).into_iter().map(one).collect()
}

/// Everything that one force could do, line by line.
pub fn choices(book: &Book, known: &Known, who: &str) -> Option<Vec<String>> {
    let wanted = kit::names::plain(who);
    let own = stacks(book, known).into_iter().find(|own| {
        kit::names::plain(&own.name) == wanted
            || kit::names::plain(book.atlas.name(own.at)) == wanted
    })?;
    let mut lines = vec![own.about.clone()];
    lines.extend(reach(book, known, &own).whole());
    Some(lines)
}
