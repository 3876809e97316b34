//! The map of what a power knows: [`Known`] and the book, laid out as a [`Chart`].
//!
//! `chart/land.rs` has the ground, `chart/forces.rs` who stands where, `chart/season.rs` what
//! happened. Nothing here looks at the state, so the map shows no more than the report tells.
//!
//! Not here: how it is drawn.

mod forces;
mod land;
mod season;

use crate::book::{Book, Fog};
use crate::record::state::{Anchorage, Bloc};
use crate::sight::contact_fog::Eyes;
use crate::sight::known::Known;
use crate::sight::news::SeenEvent;
use kit::chart::{Chart, Counter, Course, Feat, Livery, Mark, Party, Sign, Spot, Stance};
use kit::ground::Space;
use kit::newspaper::EVERYBODY;
use std::collections::{BTreeMap, BTreeSet};

/// The colours of the powers: those of their coats, as far as the eight tinctures allow.
const LIVERIES: &[(&str, Livery)] = &[
    ("france", Livery::Azure),
    ("britain", Livery::Gules),
    ("austria", Livery::Or),
    ("russia", Livery::Vert),
    ("prussia", Livery::Sable),
    ("spain", Livery::Tenne),
    ("turkey", Livery::Purpure),
];

/// What this game calls the signs of a map.
const LEGEND: &[(Sign, &str)] = &[
    (Sign::Own, "your force, with its steps"),
    (Sign::Ally, "an ally's force"),
    (Sign::Enemy, "a force that is seen"),
    (Sign::Remembered, "out of sight, as last seen"),
    (Sign::Army, "army"),
    (Sign::Corps, "corps"),
    (Sign::Detachment, "detachment"),
    (Sign::Foot, "infantry"),
    (Sign::Horse, "cavalry"),
    (Sign::Mixed, "infantry and cavalry"),
    (Sign::Guns, "artillery"),
    (Sign::Engineers, "engineers"),
    (Sign::Train, "train"),
    (Sign::Depot, "depot"),
    (Sign::Leader, "leader alone"),
    (Sign::Ships, "fleets"),
    (Sign::Disordered, "demoralized"),
    (Sign::Unfed, "out of supply"),
    (Sign::Besieged, "inside the walls"),
    (Sign::Besieging, "besieging"),
    (Sign::Blockaded, "blockaded"),
    (Sign::March, "march"),
    (Sign::SeenMarch, "march that was seen"),
    (Sign::Retreat, "retreat"),
    (Sign::Voyage, "voyage"),
    (Sign::Earlier, "way of the season before"),
    (Sign::Battle, "battle; the flag is the victor's"),
    (Sign::Siege, "siege"),
    (Sign::Taken, "large flag: taken this season"),
    (Sign::HeldAbroad, "held by the flag's power"),
    (Sign::Supply, "line of supply"),
    (Sign::Seat, "capital of a province"),
    (Sign::Town, "town"),
    (Sign::Walls, "fortress, by its level"),
    (Sign::Port, "harbour"),
    (Sign::River, "river"),
    (Sign::Bridge, "bridge"),
    (Sign::Pass, "pass"),
    (Sign::Ridge, "mountain hexside"),
    (Sign::Strait, "strait"),
    (Sign::Realm, "border of a country"),
    (Sign::OwnLand, "edge of your land"),
    (Sign::OthersLand, "edge of another's land"),
    (Sign::Region, "border of a province"),
    (Sign::Rough, "rough"),
    (Sign::Woods, "woods"),
    (Sign::Marsh, "swamp"),
    (Sign::Mountain, "mountain"),
    (Sign::Desert, "desert"),
    (Sign::Fog, "out of sight"),
    (Sign::Shut, "not in play"),
];

/// Lays out the map of what a power knows.
pub fn chart(book: &Book, known: &Known) -> Chart {
    let maker = Maker::new(book, known);
    let began = known.seen_events.iter().find_map(SeenEvent::begins);
    let counters = forces::counters(&maker);
    let (courses, marks) = (season::courses(&maker), season::marks(&maker));
    Chart {
        title: book.scenario.title.clone(),
        viewer: book.people.title(&known.power).to_owned(),
        season: began.unwrap_or(known.exchange()).to_string(),
        land: land::land(&maker),
        focus: focus(&maker, &counters, &courses, &marks),
        counters,
        courses,
        earlier: vec![],
        marks,
        supply: season::supply(&maker),
        unseen: unseen(&maker),
        legend: LEGEND.iter().map(|(sign, words)| (*sign, (*words).to_owned())).collect(),
        parties: maker.parties,
    }
}

/// What every part of the chart is made with.
struct Maker<'a> {
    book: &'a Book,
    known: &'a Known,
    parties: Vec<Party>,
    by_name: BTreeMap<String, u16>,
}

impl<'a> Maker<'a> {
    fn new(book: &'a Book, known: &'a Known) -> Self {
        let mut powers: BTreeSet<String> = known.relations.parties().cloned().collect();
        powers.extend(Some(&known.power).filter(|power| *power != EVERYBODY).cloned());
        powers.extend(known.theirs.iter().map(|stack| stack.power.clone()));
        powers.extend(known.sails.iter().map(|sail| sail.power.clone()));
        powers.extend(known.held.values().cloned());
        // A neutral country holds its own land.
        let countries = known.titles.countries(book).into_iter();
        let neutral = countries.filter(|(_, status)| status.power().is_none());
        powers.extend(neutral.map(|(country, _)| country.to_owned()));
        let party = |power: &String| Party {
            name: book.people.title(power).to_owned(),
            stance: stance(known, power),
            livery: LIVERIES
                .iter()
                .find(|(name, _)| name == power)
                .map_or(Livery::Argent, |(_, livery)| *livery),
        };
        let parties = powers.iter().map(party).collect();
        let by_name = powers.into_iter().zip(0..).collect();
        Self { book, known, parties, by_name }
    }

    /// A power by its place in the list; only those who play have one.
    fn party(&self, power: &str) -> Option<u16> {
        self.by_name.get(power).copied()
    }

    /// The towns that the power itself holds: what it looks at when it has no forces.
    fn homes(&self) -> Vec<Space> {
        let own = self.party(&self.known.power);
        let towns = self.book.atlas.towns().filter(|(_, town)| town.capital);
        towns.map(|(at, _)| at).filter(|at| own.is_some() && self.holder(*at) == own).collect()
    }

    /// The towns that the scenario counts.
    fn prizes(&self) -> impl Iterator<Item = Space> {
        let terms = || self.book.scenario.victory.iter();
        let counted = terms().flat_map(|terms| &terms.points).flat_map(|score| &score.places);
        let asked = terms().flat_map(|terms| &terms.conditions).flat_map(|verdict| &verdict.all);
        let asked = asked.flat_map(|term| term.all.iter().chain(&term.any));
        counted.chain(asked).filter_map(|name| self.book.atlas.named(name))
    }

    /// The towns that somebody holds outside their own country.
    fn abroad(&self) -> Vec<Space> {
        let towns = self.book.atlas.towns().map(|(at, _)| at);
        let owner = |at: Space| self.rules_over(self.book.atlas.hex(at).province?);
        let is_abroad = |at: &Space| self.holder(*at).is_some_and(|who| owner(*at) != Some(who));
        towns.filter(is_abroad).collect()
    }

    /// Where a space is shown.
    fn spot(&self, at: Space) -> Spot {
        if self.book.atlas.is_box(at) {
            Spot::Aside(self.book.atlas.number(at))
        } else {
            Spot::Cell(at)
        }
    }

    /// Where ships are shown.
    fn mooring(&self, at: &Anchorage) -> Spot {
        match at {
            Anchorage::Harbour(space) => Spot::Harbour(*space),
            Anchorage::Blockading(space) => Spot::Before(*space),
            Anchorage::Sea(name) => {
                let nth = self.book.atlas.seas.iter().position(|sea| sea.name == *name);
                match nth.and_then(|nth| u16::try_from(nth).ok()) {
                    Some(nth) => Spot::Water(nth),
                    None => Spot::Aside(name.clone()),
                }
            }
            Anchorage::Corsairs => Spot::Aside("the corsairs' box".to_owned()),
        }
    }

    /// Who holds a space: by conquest, by the scenario, or as owner in the book.
    fn holder(&self, at: Space) -> Option<u16> {
        match self.known.held.get(&at) {
            Some(power) => self.party(power),
            None => self.rules_over(self.book.atlas.hex(at).province?),
        }
    }

    /// Who holds a province when nothing in it has changed hands.
    fn rules_over(&self, province: u16) -> Option<u16> {
        let province = &self.book.atlas.provinces[usize::from(province)];
        if self.book.scenario.has_owners() {
            return self.party(self.known.titles.master(self.book, &province.name)?);
        }
        let nth = self.parties.iter().position(|party| party.name == province.owner)?;
        u16::try_from(nth).ok()
    }
}

fn stance(known: &Known, power: &str) -> Stance {
    if power == known.power {
        Stance::Own
    } else if known.is_ours(power) {
        Stance::Ally
    } else if known.bloc(power) == Bloc::Neutral || known.bloc(&known.power) == Bloc::Neutral {
        Stance::Neutral
    } else {
        Stance::Enemy
    }
}

/// The land in play that our side has no eyes on. Everybody has no eyes of their own, so that a map of
/// what is public would be all fog.
fn unseen(maker: &Maker) -> Vec<Space> {
    if maker.book.fog == Fog::Rules || maker.known.power == EVERYBODY {
        return vec![];
    }
    let atlas = &maker.book.atlas;
    let seen = Eyes::of(maker.book, maker.known, &maker.known.power).field();
    let hidden = (0..atlas.hex_count()).map(Space).filter(|at| {
        atlas.hex(*at).terrain.is_land() && maker.book.scenario.in_play(*at) && !seen.contains(at)
    });
    hidden.collect()
}

/// How near an enemy must be to one of our forces to matter, in hexes.
const NEAR: u16 = 3;

/// What matters: our forces by their strength, what happened to us, enemies near.
fn focus(
    maker: &Maker,
    counters: &[Counter],
    courses: &[Course],
    marks: &[Mark],
) -> Vec<(Space, u32)> {
    let mut weights: BTreeMap<Space, u32> = BTreeMap::new();
    let mut weigh = |spot: &Spot, weight: u32| {
        if let Spot::Cell(at) | Spot::Harbour(at) | Spot::Before(at) = spot {
            *weights.entry(*at).or_default() += weight;
        }
    };
    let stance = |party: u16| maker.parties[usize::from(party)].stance;
    let mut own: BTreeSet<Space> = BTreeSet::new();
    for counter in counters.iter().filter(|counter| stance(counter.party) == Stance::Own) {
        let strength = counter.strength.unwrap_or(0);
        weigh(&counter.spot, 2 + 2 * strength);
        if let Spot::Cell(at) = counter.spot {
            own.insert(at);
        }
    }
    for course in courses.iter().filter(|course| stance(course.party) == Stance::Own) {
        course.path.iter().for_each(|spot| weigh(spot, 3));
    }
    for mark in marks.iter().filter(|mark| mark.feat != Feat::SeaBattle) {
        weigh(&mark.spot, 4);
    }
    let atlas = &maker.book.atlas;
    for counter in counters.iter().filter(|counter| stance(counter.party) != Stance::Own) {
        let Spot::Cell(at) = counter.spot else { continue };
        if own.iter().any(|own| atlas.distance(*own, at) <= NEAR) {
            weigh(&counter.spot, 3);
        }
    }
    if maker.known.power == EVERYBODY {
        // What the page beside the map names.
        maker.prizes().chain(maker.abroad()).for_each(|at| weigh(&Spot::Cell(at), 1));
    }
    if weights.is_empty() {
        weights = maker.homes().into_iter().map(|at| (at, 1)).collect();
    }
    weights.into_iter().collect()
}
