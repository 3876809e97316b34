//! Who submits, the peace that follows, its terms and what is paid for it, and who is out of the game (§20).
//!
//! The peace begins with the turn in which the capital falls. Its terms are chosen in the next exchange, a turn or a
//! council, by the sheets of both; what a sheet may choose, [`may_take`] and [`may_cede`] tell to the season, the form
//! and the receipt.
//!
//! Where no politics are played, the game ends with the turn in which a power submits.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §20, §20.1, §20.2, §21.

use crate::book::Book;
use crate::book::economy::Taxed;
use crate::book::lands::Nation;
use crate::money::income;
use crate::orders::Sheet;
use crate::position::Position;
use crate::record::event::{CouncilEvent, Event, MoneyEvent, PublicEvent, Terms};
use crate::record::politics::ForcedPeace;
use crate::season::turn::Turn;
use kit::calendar::Season;
use kit::ground::Space;
use std::ops::Range;

/// What a sheet chooses when a power has submitted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// What the victor takes: the terms, and the provinces it wants, the first that it can have.
    Take { of: String, terms: Terms, provinces: Vec<String> },
    /// What the loser would rather give up, the first that it can.
    Cede { to: String, provinces: Vec<String> },
}

impl Choice {
    /// The other power.
    pub fn whom(&self) -> &str {
        match self {
            Choice::Take { of, .. } => of,
            Choice::Cede { to, .. } => to,
        }
    }

    /// The provinces that it names.
    pub fn provinces(&self) -> &[String] {
        match self {
            Choice::Take { provinces, .. } | Choice::Cede { provinces, .. } => provinces,
        }
    }

    /// The peace that it is about, if its terms are open.
    pub fn peace<'p>(&self, position: &'p impl Position, power: &str) -> Option<&'p ForcedPeace> {
        let (victor, loser) = match self {
            Choice::Take { of, .. } => (power, of.as_str()),
            Choice::Cede { to, .. } => (to.as_str(), power),
        };
        open(position).find(|one| one.victor == victor && one.loser == loser)
    }
}

/// A line of `terms:`, with its number and its place in the sheet.
#[derive(Debug, Clone)]
pub struct Item {
    pub number: u16,
    pub at: Range<usize>,
    pub choice: Choice,
}

/// The peaces whose terms are still to be chosen.
pub fn open(position: &impl Position) -> impl Iterator<Item = &ForcedPeace> {
    position.common().politics.peaces.iter().filter(|one| one.terms.is_none())
}

/// The provinces that a power can be made to give up, the poorest first: not that of a capital, unless it has no other
/// (§20.1).
pub fn may_cede<'b>(book: &'b Book, position: &impl Position, loser: &str) -> Vec<&'b Taxed> {
    let Some(economy) = &book.economy else { return vec![] };
    let capitals: Vec<Space> = book.lands.capitals(loser).collect();
    let own = economy.provinces().iter().filter(|one| income::owner(position, one) == loser);
    let (seats, mut others): (Vec<&Taxed>, Vec<&Taxed>) =
        own.partition(|one| one.cities.iter().any(|at| capitals.contains(at)));
    others.sort_by(|one, other| (one.resources, &one.name).cmp(&(other.resources, &other.name)));
    if others.is_empty() { seats } else { others }
}

/// Whether a province can be asked for, or given up.
pub fn may_take(
    book: &Book,
    position: &impl Position,
    loser: &str,
    province: &str,
) -> Result<(), String> {
    if may_cede(book, position, loser).iter().any(|one| one.name == province) {
        return Ok(());
    }
    let title = book.title(loser);
    let page = book.economy.as_ref().and_then(|economy| economy.province(province));
    let own = page.is_some_and(|page| income::owner(position, page) == loser);
    Err(match own {
        true => {
            format!("the capital of {title} lies in {province}, and {title} has other provinces")
        }
        false => format!("{province} is not a province of {title}"),
    })
}

/// A year of peace: what goes with every submission, before its terms are chosen (§20.1).
const YEAR: u32 = 4;

fn later(season: Season, turns: u32) -> Season {
    (0..turns).fold(season, |season, _| season.next())
}

/// Until when a peace holds that one of two was forced to, with these terms (§20.1).
pub fn until(
    book: &Book,
    position: &impl Position,
    (victor, loser): (&str, &str),
    terms: Terms,
) -> Season {
    let common = position.common();
    let peace = common.politics.peace(victor, loser).expect("the terms of a peace are asked for");
    let turns = book.economy.as_ref().map_or(YEAR, |economy| economy.submission.turns(terms));
    later(peace.until, turns.saturating_sub(YEAR))
}

/// What a power pays each turn, if that is what the victor takes (§20.1).
pub fn reparations(book: &Book, loser: &str) -> u32 {
    book.economy.as_ref().map_or(0, |economy| economy.submission.reparations(loser))
}

/// Who submits at the end of a turn, and who is conquered (§20).
pub fn play(turn: &mut Turn) {
    let played = turn.state.politics.played;
    let all = beaten(turn);
    for (nation, to) in all.clone() {
        turn.record(PublicEvent::Submitted { nation: nation.clone(), to: to.clone() });
        // Two who have taken each other's last capital have peace, and neither takes anything.
        if played && all.contains(&(to.clone(), nation.clone())) {
            if turn.state.at_war(&nation, &to) {
                turn.record(CouncilEvent::PeaceMade { one: nation.clone(), other: to.clone() });
            }
            give_back(turn, &to, &nation);
            continue;
        }
        if played && !is_conquered(turn.book, &turn.state, &nation) {
            let until = later(turn.state.season, YEAR);
            let (victor, loser) = (to.clone(), nation.clone());
            turn.record(CouncilEvent::PeaceForced { victor, loser, until });
            if turn.book.economy.is_none() {
                give_back(turn, &to, &nation);
            }
        }
    }
    if played {
        let parties = turn.state.relations.parties().filter(|power| turn.state.is_in_play(power));
        let loses = |power: &str| {
            let own = |at: &Space| turn.state.owner(turn.book, *at) == Some(power);
            turn.events.iter().filter_map(captured).any(|(at, _)| own(&at))
        };
        let gone = |power: &&String| loses(power) && is_conquered(turn.book, &turn.state, power);
        let gone: Vec<String> = parties.filter(gone).cloned().collect();
        gone.iter().for_each(|nation| conquer(turn, nation));
    }
}

/// The great powers whose last capital was captured in this turn, each with its captor (§20.1).
fn beaten(turn: &Turn) -> Vec<(String, String)> {
    let (book, state) = (turn.book, &turn.state);
    let mut all = vec![];
    let submits = |one: &&Nation| !one.minor && state.relations.takes_part(&one.name);
    for nation in book.lands.realms().iter().filter(submits) {
        let capitals: Vec<Space> = book.lands.capitals(&nation.name).collect();
        let lost = |at: &Space| {
            state.holder(book, *at).is_some_and(|power| !state.friends(power, &nation.name))
        };
        let beaten_by =
            |at: Space| state.holder(book, at).filter(|power| state.at_war(power, &nation.name));
        // Whose capital was lost before this turn has submitted then, or began without it.
        let falls = turn.events.iter().filter_map(captured);
        let falls =
            falls.filter(|(at, from)| capitals.contains(at) && state.friends(from, &nation.name));
        let falls = falls.map(|(at, _)| at);
        let to = falls.filter_map(beaten_by).next_back();
        // Where politics are played, a power may submit again when its peace is over.
        let again = state.politics.played || !state.submitted.contains(&nation.name);
        if let Some(to) = to.filter(|_| again && capitals.iter().all(lost)) {
            all.push((nation.name.clone(), to.to_owned()));
        }
    }
    all
}

/// The city that was captured and its holder before, if that is what happened, and not by the umpire's word.
fn captured(event: &Event) -> Option<(Space, &str)> {
    let Event::Public(PublicEvent::Captured { at, from, ruled: false, .. }) = event else {
        return None;
    };
    Some((*at, from))
}

/// Whether a nation holds none of its victory cities and no capital (§20.2).
fn is_conquered(book: &Book, position: &impl Position, nation: &str) -> bool {
    let own = |at: &Space| position.owner(book, *at) == Some(nation) && book.in_play(*at);
    let counts = |at: &Space| {
        book.city(*at).is_some_and(|city| city.victory)
            || book.lands.capitals(nation).any(|one| one == *at)
    };
    let mut cities = book.lands.cities().keys().filter(|at| own(at) && counts(at)).peekable();
    cities.peek().is_some()
        && cities.all(|at| {
            position.holder(book, *at).is_some_and(|power| !position.friends(power, nation))
        })
}

/// A nation is out of the game: its troops are gone, and a province whose cities one power holds is that power's (§20.2).
fn conquer(turn: &mut Turn, nation: &str) {
    turn.record(CouncilEvent::Conquered { nation: nation.to_owned() });
    let Some(economy) = &turn.book.economy else { return };
    for province in economy.provinces() {
        if income::owner(&turn.state, province) == nation
            && let Some(holder) = income::occupier(turn.book, &turn.state, province)
        {
            let power = holder.to_owned();
            pass(turn, province, nation, &power);
        }
    }
}

/// A province passes to another power, with all its cities (§14.3).
pub fn pass(turn: &mut Turn, province: &Taxed, from: &str, power: &str) {
    let (province, cities) = (province.name.clone(), province.cities.clone());
    let (power, from) = (power.to_owned(), from.to_owned());
    turn.record(PublicEvent::TitlePassed { province, power, from, cities, ruled: false });
}

/// What a victor takes, as the sheets and the rules have it: the terms, and the provinces in the order in which they are
/// given up (§20.1).
pub fn taken<'b>(
    book: &'b Book,
    position: &impl Position,
    loser: &str,
    (victor, beaten): (Option<&Choice>, Option<&Choice>),
) -> (Terms, Vec<&'b Taxed>) {
    let terms = match victor {
        Some(Choice::Take { terms, .. }) => *terms,
        Some(Choice::Cede { .. }) | None => Terms::Reparations,
    };
    let mut open = may_cede(book, position, loser);
    let mut pick = |choice: Option<&Choice>| {
        let wanted = choice.map_or(&[][..], Choice::provinces);
        let place = |name: &String| open.iter().position(|one| one.name == *name);
        // Who names none that can be had gets, or gives up, the poorest.
        let at = wanted.iter().find_map(place).or((!open.is_empty()).then_some(0));
        at.map(|at| open.remove(at))
    };
    let provinces = match terms {
        Terms::Reparations => vec![],
        Terms::OneProvince => pick(beaten).into_iter().collect(),
        Terms::TwoProvinces => {
            let first = pick(victor);
            first.into_iter().chain(pick(beaten)).collect()
        }
    };
    (terms, provinces)
}

/// Sets the terms of the peaces that were forced before this exchange (§20.1).
pub fn settle(turn: &mut Turn) {
    if turn.book.economy.is_none() {
        return;
    }
    let council = turn.state.politics.council;
    // Of those that this turn has forced, the powers choose in the next exchange.
    let began = |one: &ForcedPeace| {
        let made = turn.events.iter().any(|event| {
            matches!(event, Event::Council(CouncilEvent::PeaceForced { victor, loser, .. })
                if *victor == one.victor && *loser == one.loser)
        });
        council || !made
    };
    let due: Vec<ForcedPeace> = open(&turn.state).filter(|one| began(one)).cloned().collect();
    for ForcedPeace { victor, loser, .. } in due {
        let choice = |power: &str| {
            let of = |item: &&Item| {
                item.choice
                    .peace(&turn.state, power)
                    .is_some_and(|one| one.victor == victor && one.loser == loser)
            };
            let sheet: Option<&Sheet> = turn.sheets.get(power);
            sheet.and_then(|sheet| sheet.terms.iter().find(of)).map(|item| item.choice.clone())
        };
        let (ours, theirs) = (choice(&victor), choice(&loser));
        let (terms, provinces) =
            taken(turn.book, &turn.state, &loser, (ours.as_ref(), theirs.as_ref()));
        let until = until(turn.book, &turn.state, (&victor, &loser), terms);
        let tribute = match terms {
            Terms::Reparations => reparations(turn.book, &loser),
            Terms::OneProvince | Terms::TwoProvinces => 0,
        };
        let both = (victor.clone(), loser.clone());
        turn.record(CouncilEvent::TermsSet {
            victor: both.0,
            loser: both.1,
            terms,
            until,
            tribute,
        });
        for province in provinces {
            pass(turn, province, &loser, &victor);
        }
        give_back(turn, &victor, &loser);
    }
}

/// The cities of a beaten power that the victor holds are its own again, but for those that were ceded (§20.1).
fn give_back(turn: &mut Turn, victor: &str, loser: &str) {
    let (book, state) = (turn.book, &turn.state);
    let theirs = |at: &&Space| {
        state.owner(book, **at) == Some(loser) && state.holder(book, **at) == Some(victor)
    };
    let cities: Vec<Space> = book.lands.cities().keys().filter(theirs).copied().collect();
    for at in cities {
        let (power, from) = (loser.to_owned(), victor.to_owned());
        turn.record(PublicEvent::Reverted { at, power, from, ruled: false });
    }
}

/// Pays what peaces cost, as soon as the income of the turn to come is there: first of its points (§20.1).
pub fn pay(turn: &mut Turn) {
    let Some(economy) = &turn.book.economy else { return };
    let due: Vec<ForcedPeace> =
        turn.state.politics.peaces.iter().filter(|one| one.tribute > 0).cloned().collect();
    for ForcedPeace { victor, loser, tribute, .. } in due {
        let Some(purse) = turn.state.money.purses.get(&loser) else { continue };
        let points = tribute.div_ceil(economy.rates.money).min(purse.points);
        let worth = points * economy.rates.money;
        let money = tribute.min(worth.saturating_add(purse.bank));
        if money > 0 {
            turn.record(MoneyEvent::TributePaid { power: loser, to: victor, points, worth, money });
        }
    }
}

/// Ends the peaces that held up to this turn.
pub fn expire(turn: &mut Turn) {
    let now = turn.state.season;
    let over = turn.state.politics.peaces.iter().filter(|one| one.until <= now);
    let over: Vec<CouncilEvent> = over
        .map(|one| CouncilEvent::ForcedPeaceEnded {
            victor: one.victor.clone(),
            loser: one.loser.clone(),
        })
        .collect();
    over.into_iter().for_each(|event| turn.record(event));
}
