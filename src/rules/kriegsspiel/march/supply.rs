//! Lines of supply, and what hunger costs (§15).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §12.4, §15.1, §15.2, §15.4.

use crate::battle::{Camp, host};
use crate::book::Book;
use crate::march::{borders, losses};
use crate::money::bill::{self, Ration, Settled};
use crate::position::Position;
use crate::record::event::{Event, ForceEvent, MoneyEvent};
use crate::record::state::{Formation, Kind};
use crate::season::turn::Turn;
use crate::sight::known::Known;
use kit::calendar::{Quarter, Season};
use kit::ground::Space;
use std::collections::{BTreeMap, BTreeSet};

/// Whether a hex is a victory city in play that belongs to a side, even if an enemy holds it (§15.1).
pub fn is_centre(
    book: &Book,
    position: &impl Position,
    at: Space,
    ours: impl Fn(&str) -> bool,
) -> bool {
    book.in_play(at)
        && book.city(at).is_some_and(|city| city.victory)
        && position.owner(book, at).is_some_and(ours)
}

/// Whether a hex feeds a side: it is a supply centre of those whose cities feed it, or a depot of those who are of it.
pub fn is_source(
    book: &Book,
    position: &impl Position,
    (ours, hosts): (impl Fn(&str) -> bool, impl Fn(&str) -> bool),
    at: Space,
) -> bool {
    let depot = position.common().depots.get(&at).is_some_and(|power| ours(power));
    depot || is_centre(book, position, at, &hosts) && position.holder(book, at).is_some_and(&hosts)
}

/// All hexes that feed a side.
pub fn sources(
    book: &Book,
    position: &impl Position,
    (ours, hosts): (impl Fn(&str) -> bool, impl Fn(&str) -> bool),
) -> BTreeSet<Space> {
    let depots = position.common().depots.keys();
    let all = book.lands.cities().keys().chain(depots).copied();
    all.filter(|at| is_source(book, position, (&ours, &hosts), *at)).collect()
}

/// Whether troops of a power in a hex are fed, by a hex that is a source or since all are in this scenario; nobody is
/// in land that is shut to them (§6).
pub fn is_fed(
    book: &Book,
    position: &impl Position,
    (power, is_source): (&str, impl Fn(Space) -> bool),
    (at, season): (Space, Season),
) -> bool {
    let shut = borders::shut(book, position, power, at).is_some();
    !shut && (book.all_fed || feeds(book, is_source, at, season))
}

/// Whether a hex is in supply (§15.1, §15.3): only those near it are asked whether they are a source, so that the
/// world may be large.
pub fn feeds(book: &Book, is_source: impl Fn(Space) -> bool, at: Space, season: Season) -> bool {
    book.atlas.within(at, reach(book, season)).into_iter().any(is_source)
}

/// Checks supply, and takes what hunger costs (§15.1, §15.4).
pub fn play(turn: &mut Turn) {
    check(turn);
    starve(turn);
}

fn check(turn: &mut Turn) {
    let (book, state) = (turn.book, &turn.state);
    let mut armies: BTreeMap<&String, Vec<&Formation>> = BTreeMap::new();
    for one in state.formations.values().filter(|one| turn.known.contains_key(&one.power)) {
        armies.entry(&one.power).or_default().push(one);
    }
    let assess = |(power, army): (&String, Vec<&Formation>)| {
        let ours = |other: &str| state.friends(other, power);
        let hosts = |other: &str| state.is_fed_by(power, other);
        let is_source = |at: Space| is_source(book, state, (ours, hosts), at);
        let is_fed =
            |one: &&Formation| is_fed(book, state, (power, is_source), (one.at, state.season));
        let (mut fed, mut unfed): (Vec<&Formation>, Vec<&Formation>) =
            army.into_iter().partition(is_fed);
        let bill = bill(turn, power, &fed);
        if let Some(bill) = &bill {
            let (paid, not) = fed.into_iter().partition(|one| !bill.unpaid.contains(&one.name));
            fed = paid;
            unfed.extend::<Vec<&Formation>>(not);
        }
        let names = |list: Vec<&Formation>| list.iter().map(|one| one.name.clone()).collect();
        let (fed, unfed) = (names(fed), names(unfed));
        let paid = bill.map(|Settled { points, paid, unpaid }| {
            let (power, unpaid) = (power.clone(), unpaid.into_iter().collect());
            MoneyEvent::PaidSupply { power, points, paid, unpaid }.into()
        });
        let supplied: Event = ForceEvent::Supplied { power: power.clone(), fed, unfed }.into();
        paid.into_iter().chain([supplied]).collect::<Vec<Event>>()
    };
    // Who is fed now changes nothing of who is fed elsewhere.
    let events: Vec<Event> = armies.into_iter().flat_map(assess).collect();
    for event in events {
        turn.record(event);
    }
}

/// The bill of those whom supply reaches, where money is played; nothing, if nobody of them is in the field (§15.1).
fn bill(turn: &Turn, power: &str, reached: &[&Formation]) -> Option<Settled> {
    let (book, state) = (turn.book, &turn.state);
    if book.all_fed || !state.money.played {
        return None;
    }
    let nothing = Ration::default();
    let ration = turn.rations.get(power).unwrap_or(&nothing);
    let field = reached.iter().copied().filter(|one| bill::in_field(book, state, one));
    let settled = bill::settle(book, &state.generals, ration, field);
    (settled != Settled::default()).then_some(settled)
}

/// What a power knows of what keeps a hex from its sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Want {
    /// The nearest source, and how many hexes away it is.
    pub source: Option<(Space, u16)>,
    /// How far it may be.
    pub reach: u16,
    /// A city that would feed the hex, if its holder were of our side.
    pub lost: Option<(Space, String)>,
    /// The neutral in whose land nobody feeds them.
    pub shut: Option<String>,
}

/// Why a hex is out of supply, as far as a power of the side knows; nothing, if it is fed (§15.1).
pub fn want(book: &Book, known: &Known, at: Space, season: Season) -> Option<Want> {
    let hosts = |other: &str| known.is_ours(other) || known.is_fed_by(&known.power, other);
    let sources = sources(book, known, (|power: &str| known.is_ours(power), hosts));
    let shut = borders::shut(book, known, &known.power, at).map(str::to_owned);
    if shut.is_none() && feeds(book, |source| sources.contains(&source), at, season) {
        return None;
    }
    let reach = reach(book, season);
    let far = |place: Space| book.atlas.distance(place, at);
    let nearest = sources.iter().map(|source| (*source, far(*source)));
    let source = nearest.min_by_key(|(source, far)| (*far, *source));
    let is_near = |place: &&Space| {
        is_centre(book, known, **place, |owner| known.is_ours(owner)) && far(**place) <= reach
    };
    let mut cities = book.lands.cities().keys().filter(is_near);
    let lost = cities.find_map(|place| Some((*place, known.holder(book, *place)?.to_owned())));
    Some(Want { source, reach, lost, shut })
}

/// How far a source feeds (§15.1, §15.3).
fn reach(book: &Book, season: Season) -> u16 {
    if season.quarter == Quarter::Winter { 0 } else { book.figures.supply_reach }
}

/// What hunger costs in a hex, in per cent (§15.4): its ground says it, and winter makes it more.
pub fn hunger(book: &Book, at: Space, season: Season) -> u32 {
    let times = if season.quarter == Quarter::Winter { book.figures.winter } else { 1 };
    book.terrain(at).map_or(0, |ground| ground.attrition) * times
}

/// What it costs to be out of supply in a hex in a turn with its harvest, in words (§15.1, §15.4).
pub fn price(book: &Book, at: Space, turn: (Season, i8)) -> String {
    format!("{}; {} in battle", price_of_forage(book, at, turn), host::UNFED)
}

/// What a hex feeds, and what it costs those whom it does not feed.
pub fn price_of_forage(book: &Book, at: Space, (season, harvest): (Season, i8)) -> String {
    let (feeds, percent) = (book.forage(at, harvest), hunger(book, at, season));
    let winter = if season.quarter == Quarter::Winter { " in winter" } else { "" };
    let most = match feeds {
        0 => "the hex feeds nobody, and who lives off it loses".to_owned(),
        1 => "the hex feeds 1 corps or brigade of a side, and more of them lose".to_owned(),
        _ => format!("the hex feeds {feeds} corps and brigades of a side, and more of them lose"),
    };
    format!("{most} {percent} %{winter}")
}

/// More than a hex feeds of one camp.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany {
    /// The corps, if they alone are too many, fed or not (§12.4).
    pub corps: Option<u32>,
    /// Those who live off the hex, and how many it feeds.
    pub foragers: u32,
    pub forage: u32,
}

/// Whether a hex feeds too few of a camp: what each of them is, and whether supply reaches them (§12.4, §15.4).
pub fn too_many(
    book: &Book,
    (at, harvest): (Space, i8),
    ranks: impl Iterator<Item = (Kind, bool)>,
) -> Option<TooMany> {
    let (mut corps, mut foragers) = (0, 0);
    for (kind, fed) in ranks {
        corps += u32::from(kind == Kind::Corps);
        foragers += u32::from(!fed);
    }
    let forage = book.forage(at, harvest);
    let corps = Some(corps).filter(|corps| *corps > forage);
    (corps.is_some() || foragers > forage).then_some(TooMany { corps, foragers, forage })
}

/// Applies attrition where a hex feeds too few of a camp: to those who forage there (§15.4), or to all of
/// the camp there if its corps alone are too many (§12.4).
fn starve(turn: &mut Turn) {
    if turn.book.all_fed {
        return;
    }
    let mut stacks: Vec<(Space, Vec<String>)> = vec![];
    for at in turn.state.formations.spaces() {
        for camp in Camp::all(&turn.state, at) {
            let (book, state) = (turn.book, &turn.state);
            let ranks = camp.troops(state, at).filter(|one| !state.is_band(book, one));
            stacks.push((at, ranks.map(|one| one.name.clone()).collect()));
        }
    }
    for (at, names) in stacks {
        let (book, state) = (turn.book, &turn.state);
        let mut force: Vec<&Formation> =
            names.iter().filter_map(|name| state.formations.get(name)).collect();
        let kinds = force.iter().map(|one| (one.kind, one.fed));
        let Some(many) = too_many(book, (at, state.harvest), kinds) else { continue };
        let TooMany { corps, foragers, forage } = many;
        if corps.is_none() {
            force.retain(|one| !one.fed);
        }
        let percent = hunger(book, at, state.season);
        let mut powers: BTreeMap<String, Vec<&Formation>> = BTreeMap::new();
        for one in force {
            powers.entry(one.power.clone()).or_default().push(one);
        }
        let of_power = |(power, own): (String, Vec<&Formation>)| {
            let lost = losses::share(book, &own, percent);
            ForceEvent::Starved { power, at, foragers, corps, forage, percent, lost }
        };
        let events: Vec<ForceEvent> = powers.into_iter().map(of_power).collect();
        for event in events {
            turn.record(event);
        }
    }
}
