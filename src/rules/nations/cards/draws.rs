//! How many event cards a power draws for a spring, and why (NIA §11.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.1, §21.2.1.

use crate::book::Book;
use crate::book::deck::DeckTerms;
use crate::cards::is_own_land;
use crate::money::treasury::Scene;
use crate::money::treasury::trade::BRITAIN;
use crate::politics::liberation;
use crate::position::Position;
use crate::record::state::Ship;
use crate::sea::squad;
use std::fmt;

const FRANCE: &str = "france";
/// The lands whose control brings France a card each: the first, and all of the others together.
const FLANDERS: &str = "Flanders";
const NORTHERN_ITALY: [&str; 6] =
    ["Lombardy", "Venezia", "Romagne", "Tuscany", "Piedmont", "Genoa"];
/// The state that must be there, and the one that must have this province.
const RHINE: &str = "Confederation of the Rhine";
const BAVARIA: (&str, &str) = ("Bavaria", "Tyrol");
/// Powers whose card is drawn by their ally only where more than two people play.
const IN_LARGE_GAMES: [&str; 2] = ["spain", "turkey"];
/// What France and Britain draw, and the most that France draws before she loses one.
const GREAT: i32 = 2;
const MOST: i32 = 5;

/// Why a power draws a card more or less.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cause {
    /// Every power that somebody plays.
    Own,
    Flanders,
    NorthernItaly,
    /// The Confederation of the Rhine and the Kingdom of Bavaria.
    NewStates,
    /// The card of a power at its side that nobody plays.
    Ally(String),
    /// More than France may draw.
    TooMany,
    /// The war of liberation in Spain.
    Liberation,
    /// Another power has more fleets.
    FewerFleets,
    /// Enemy troops on its land.
    Invaded,
    ContinentalSystem,
    /// What the scenario's page says.
    Page,
}

/// A line of the count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draw {
    pub cause: Cause,
    /// Negative if it takes cards away.
    pub cards: i32,
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cause = match &self.cause {
            Cause::Own => "own",
            Cause::Flanders => "Flanders",
            Cause::NorthernItaly => "northern Italy",
            Cause::NewStates => "Rhine and Bavaria",
            Cause::Ally(power) => power,
            Cause::TooMany => "too many",
            Cause::Liberation => "war of liberation",
            Cause::FewerFleets => "fewer fleets",
            Cause::Invaded => "invaded",
            Cause::ContinentalSystem => "continental system",
            Cause::Page => "page",
        };
        write!(f, "{cause} {:+}", self.cards)
    }
}

/// How many cards these lines come to.
pub fn sum(draws: &[Draw]) -> u8 {
    let cards: i32 = draws.iter().map(|draw| draw.cards).sum();
    u8::try_from(cards.max(0)).unwrap_or(u8::MAX)
}

/// The cards that a power draws for the spring of a year, line by line.
pub fn of(book: &Book, at: &dyn Position, power: &str, year: u16) -> Vec<Draw> {
    let Some(terms) = book.scenario.deck.as_ref() else { return vec![] };
    if terms.by_the_rules.is_none() {
        let cards = i32::from(terms.count(power, year));
        return vec![Draw { cause: Cause::Page, cards }];
    }
    let count = Count { book, at, terms, scene: Scene::of(book, at) };
    if !count.is_played(power) || terms.is_over(power, year) {
        return vec![];
    }
    match power {
        FRANCE => count.france(),
        BRITAIN => count.britain(),
        other => count.other(other),
    }
}

/// A position that is asked for draws.
struct Count<'a> {
    book: &'a Book,
    at: &'a dyn Position,
    terms: &'a DeckTerms,
    scene: Scene<'a>,
}

impl Count<'_> {
    /// Whether somebody plays a power.
    fn is_played(&self, power: &str) -> bool {
        let takes_part = self.at.common().relations.takes_part(power);
        takes_part
            && (self.terms.played.is_empty() || self.terms.played.iter().any(|one| one == power))
    }

    fn france(&self) -> Vec<Draw> {
        let more = |cause, holds: bool| holds.then_some(Draw { cause, cards: 1 });
        let mut draws = vec![Draw { cause: Cause::Own, cards: GREAT }];
        draws.extend(more(Cause::Flanders, self.controls(FLANDERS)));
        let italy = NORTHERN_ITALY.iter().all(|province| self.is_with(province));
        draws.extend(more(Cause::NorthernItaly, italy));
        draws.extend(more(Cause::NewStates, self.new_states()));
        draws.extend(self.allies(FRANCE));
        let over = draws.iter().map(|draw| draw.cards).sum::<i32>() - MOST;
        draws.extend((over > 0).then_some(Draw { cause: Cause::TooMany, cards: -over }));
        let liberation = liberation::lasts(self.book, self.at.common()).is_some();
        draws.extend(liberation.then_some(Draw { cause: Cause::Liberation, cards: -1 }));
        draws
    }

    fn britain(&self) -> Vec<Draw> {
        let mut draws = vec![Draw { cause: Cause::Own, cards: GREAT }];
        draws.extend(self.allies(BRITAIN));
        draws.extend(self.british_losses());
        draws
    }

    /// What takes cards away from Britain.
    fn british_losses(&self) -> impl Iterator<Item = Draw> {
        let losses = [
            (Cause::FewerFleets, self.has_fewer_fleets()),
            (Cause::Invaded, self.is_invaded()),
            (Cause::ContinentalSystem, self.scene.system_in_effect()),
        ];
        let lost = losses.into_iter().filter(|(_, holds)| *holds);
        lost.map(|(cause, _)| Draw { cause, cards: -1 })
    }

    fn other(&self, power: &str) -> Vec<Draw> {
        let own = Draw { cause: Cause::Own, cards: 1 };
        std::iter::once(own).chain(self.allies(power)).collect()
    }

    /// Whether France owns a province, or a country that follows her does.
    fn controls(&self, name: &str) -> bool {
        let province = self.book.atlas.provinces.iter().find(|one| one.name == name);
        let owner = province.and_then(|province| self.scene.owner(province));
        owner.is_some_and(|owner| self.scene.side(owner) == FRANCE)
    }

    /// Whether France controls a province, or a power at her side does.
    fn is_with(&self, name: &str) -> bool {
        let province = self.book.atlas.provinces.iter().find(|one| one.name == name);
        let owner = province.and_then(|province| self.scene.owner(province));
        let friends = |side: &str| self.at.common().relations.friends(FRANCE, side);
        owner.is_some_and(|owner| {
            let side = self.scene.side(owner);
            side == FRANCE || friends(side)
        })
    }

    fn new_states(&self) -> bool {
        let titles = self.at.common().titles;
        let (bavaria, tyrol) = BAVARIA;
        let is_there = |state: &str| titles.countries(self.book).contains_key(state);
        is_there(RHINE) && is_there(bavaria) && titles.owner(self.book, tyrol) == Some(bavaria)
    }

    /// The cards of the powers at its side that nobody plays, if it leads that side: the last in the order of
    /// diplomacy of those that somebody plays (NIA §17.3).
    fn allies(&self, leader: &str) -> Vec<Draw> {
        let relations = self.at.common().relations;
        let order = |power: &&String| self.book.people.order(power);
        let side = || relations.parties().filter(|power| relations.friends(leader, power));
        let first = side().filter(|power| self.is_played(power)).max_by_key(order);
        if first.is_none_or(|first| first != leader) {
            return vec![];
        }
        let small = self.terms.played.len() == 2;
        let gives_none = |power: &str| small && IN_LARGE_GAMES.contains(&power);
        let draws = |power: &&String| !(self.is_played(power) || gives_none(power));
        let mut unplayed: Vec<&String> = side().filter(draws).collect();
        unplayed.sort_by_key(order);
        let card = |power: &String| {
            let is_britain = power == BRITAIN;
            let cards = if is_britain { GREAT } else { 1 };
            let losses = is_britain.then(|| self.british_losses()).into_iter().flatten();
            std::iter::once(Draw { cause: Cause::Ally(power.clone()), cards }).chain(losses)
        };
        unplayed.into_iter().flat_map(card).collect()
    }

    /// Whether another power has more fleets than Britain, decoys apart.
    fn has_fewer_fleets(&self) -> bool {
        let fleets = |power: &str| {
            let all: usize =
                self.at.afloat().filter(|one| one.power == power).map(|one| one.fleets).sum();
            let own = self.at.common().squadrons.iter().filter(|one| one.power == power);
            let ships = own.flat_map(|one| one.fleets.iter().map(|fleet| Ship::new(power, fleet)));
            all - ships.filter(|ship| squad::is_decoy(self.book, ship)).count()
        };
        let british = fleets(BRITAIN);
        let mut others = self.at.common().relations.parties().filter(|power| *power != BRITAIN);
        others.any(|power| fleets(power) > british)
    }

    /// Whether enemy troops stand on British land, in supply or not.
    fn is_invaded(&self) -> bool {
        let at_war = |power: &str| self.at.common().relations.at_war(BRITAIN, power);
        let mut troops = self.at.standing().filter(|one| one.has_units());
        troops.any(|one| at_war(one.power) && is_own_land(self.book, BRITAIN, one.at))
    }
}
