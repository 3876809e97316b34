//! What changed on the way to victory for each side, and what wants an answer from the reader now.

use super::gather::Season;
use crate::book::terms::{Otherwise, Term, Verdict, Victory};
use crate::book::withdrawal::Withdrawal;
use crate::money::treasury::scene::Told;
use crate::position::{Position, Situation};
use crate::record::state::{Bloc, Force, ForceId};
use crate::season::{verdict, withdrawals};
use crate::sight::all::UMPIRE;
use crate::sight::known::Stack;
use crate::sight::news::OrderNews;
use crate::view::forces::Fed;
use crate::view::victory;
use kit::ground::Space;
use kit::headline::first_of;
use std::collections::BTreeMap;

/// How many things that want an answer, or places that changed hands, are named.
const NAMED: usize = 3;

/// Which places that count changed hands, and how each side stands, as far as the reader knows.
pub fn progress(season: &Season) -> Option<String> {
    let (book, known) = (season.book, season.known);
    let terms = book.scenario.victory.as_ref()?;
    let changed = season.counted.iter().filter_map(|at| {
        let holder = known.holder(book, *at)?;
        Some(format!("{} is with {}", season.at(*at), season.title(holder)))
    });
    let changed: Vec<String> = changed.collect();
    let changed = match changed.is_empty() {
        true => "no place that its terms name changed hands".to_owned(),
        false => first_of(&changed, NAMED),
    };
    let stands = if terms.conditions.is_empty() {
        let each = victory::points(book, known, terms).into_iter();
        let each = each.map(|(side, sum)| format!("the {} has {sum} points", side.word()));
        let each = each.collect::<Vec<_>>().join(" and ");
        format!("By the places {each}, and {} win", terms.needed)
    } else {
        by_conditions(season, terms)
    };
    let otherwise = match terms.otherwise {
        Otherwise::Empire => "the empire wins",
        Otherwise::Coalition => "the coalition wins",
        Otherwise::Draw => "nobody wins",
    };
    Some(format!("On the way to victory: {changed}. {stands}; else {otherwise}."))
}

/// How much of its nearest way to win each side has: each place counts, and each other condition.
fn by_conditions(season: &Season, terms: &Victory) -> String {
    let (book, known) = (season.book, season.known);
    let situation = Situation::of(book, known);
    let reader = known.bloc(&known.power);
    let of_term = |term: &Term| {
        let stand = verdict::stand(term, &situation);
        let holds = stand.holds == Told::Yes && !victory::is_unseen(book, reader, term);
        let places = term.all.len() + term.occupies.len();
        match places.saturating_sub(stand.spared).max(1) {
            _ if places == 0 => (usize::from(holds), 1),
            needed if holds => (needed, needed),
            needed => (stand.held.len().min(needed - 1), needed),
        }
    };
    // Nobody comes nearer to a death.
    let is_deed = |way: &&Verdict| way.all.iter().any(|term| term.dead.is_none());
    let mut nearest: BTreeMap<Bloc, (usize, usize)> = BTreeMap::new();
    for way in terms.conditions.iter().filter(is_deed) {
        let each = way.all.iter().map(of_term);
        let (held, all) = each.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
        let best = nearest.entry(way.winner.bloc()).or_insert((held, all));
        if all - held < best.1 - best.0 {
            *best = (held, all);
        }
    }
    let has_all = nearest.values().any(|(held, all)| held == all);
    let last = book.scenario.last;
    let told = |(bloc, (held, all)): (Bloc, (usize, usize))| match (held == all, has_all) {
        (true, _) => format!("the {} has all it needs, if it stays so until {last}", bloc.word()),
        (false, true) => {
            format!("the {} has {held} of the {all} towns and other things it needs", bloc.word())
        }
        (false, false) => format!("the {} has {held} of {all}", bloc.word()),
    };
    let told: Vec<String> = nearest.into_iter().map(told).collect();
    match has_all {
        true => format!("As far as is known, {}", told.join("; ")),
        false => {
            let told = told.join(" and ");
            format!("Of what it needs {told}, as far as is known")
        }
    }
}

/// What of one's own is in need, who will be called away, and who has written.
pub fn asks(season: &Season, fed: &BTreeMap<ForceId, Fed>) -> Option<String> {
    let (book, known) = (season.book, season.known);
    if season.is_public() || known.power == UMPIRE {
        return None;
    }
    let mut asks: Vec<String> = vec![];
    for force in known.ours.values().filter(|force| force.power == known.power) {
        let needs = needs(season, force, fed.get(&force.id));
        if !needs.is_empty() {
            // Troops without a leader are called by their place.
            let at = match force.commander() {
                Some(_) => format!(" at {}", season.at(force.at)),
                None => String::new(),
            };
            let name = force.name(&book.atlas, &book.units);
            asks.push(format!("{name}{at} is {}", needs.join(" and ")));
        }
    }
    asks.extend(open_places(season));
    let due = withdrawals::due(book, known.season, false).into_iter();
    let called = due.filter(|line| line.power == known.power).map(Withdrawal::words);
    asks.extend(called.map(|who| format!("when the season begins, called away: {who}")));
    let mut writers: Vec<String> = vec![];
    for news in known.seen_events.iter().filter_map(|seen_event| seen_event.order()) {
        if let OrderNews::Letter { from, .. } = news
            && *from != known.power
            && !writers.contains(&season.title(from))
        {
            writers.push(season.title(from));
        }
    }
    if !writers.is_empty() {
        asks.push(format!("a letter from {}", writers.join(", ")));
    }
    (!asks.is_empty()).then(|| format!("Wants an answer now: {}.", first_of(&asks, NAMED)))
}

/// The reader's places that victory names and that enemies could walk into: no troops, no walls, an enemy next to them.
fn open_places(season: &Season) -> Vec<String> {
    let (book, known) = (season.book, season.known);
    let Some(terms) = &book.scenario.victory else { return vec![] };
    let is_open = |at: Space| {
        let is_near =
            |stack: &Stack| known.is_foe(&stack.power) && book.atlas.distance(stack.at, at) == 1;
        known.holder(book, at) == Some(&known.power)
            && known.fortress(book, at) == 0
            && !known.ours.values().any(|force| force.at == at && force.fights())
            && known.enemies().any(is_near)
    };
    let named = book.atlas.towns().filter(|(at, _)| terms.names(book, *at) && is_open(*at));
    let told =
        named.map(|(at, _)| format!("{} has no troops, with enemies next to it", season.at(at)));
    told.collect()
}

fn needs(season: &Season, force: &Force, fed: Option<&Fed>) -> Vec<&'static str> {
    let mut besiegers = season.known.standing().filter(|one| one.at == force.at && one.besieging);
    let besieged = force.inside
        && besiegers.any(|one| season.known.bloc(one.power) != season.known.bloc(&force.power));
    let all = [
        (besieged, "besieged"),
        (force.demoralized, "in disorder"),
        // Whom a line reaches again is fed without an order.
        (matches!(fed, Some(Fed::Out(_))), "out of supply"),
        (matches!(fed, Some(Fed::InThoughShut(_))), "without a line of supply now"),
    ];
    all.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word).collect()
}
