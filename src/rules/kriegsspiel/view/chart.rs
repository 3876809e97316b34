//! The map of what a power knows: [`Known`] and the book, laid out as a [`Chart`].
//!
//! Nothing here looks at the state, so the map shows no more than the report tells.

use crate::book::Book;
use crate::book::troops::Arm as Weapon;
use crate::position::Position;
use crate::record::estimate::Estimate;
use crate::record::event::{BattleKind, Event, ForceEvent, PublicEvent, WarEvent};
use crate::record::sea::{Berth, Fleet};
use crate::record::state::{Formation, Kind};
use crate::sea::meeting;
use crate::sight::intel_levels::Band;
use crate::sight::known::{Known, Marker};
use kit::chart::{
    Arm, Cell, Chart, Counter, Course, Edge, Feat, Gait, Grid, Land, Livery, Mark, Party, Place,
    Plight, Region, Sign, Size, Soil, Spot, Stance,
};
use kit::ground::{Ground, Space};
use kit::hex::Side;
use kit::newspaper::EVERYBODY;
use kit::sight::Sight;
use play::europe;
use std::collections::{BTreeMap, BTreeSet};

/// A hex is so many kilometres from side to side.
const SPAN: u16 = 60;

/// The colours of the powers: those of their coats.
const LIVERIES: &[(&str, Livery)] = &[
    ("france", Livery::Azure),
    ("austria", Livery::Or),
    ("russia", Livery::Vert),
    ("bavaria", Livery::Argent),
    ("britain", Livery::Gules),
    ("prussia", Livery::Sable),
    ("spain", Livery::Tenne),
    ("ottoman", Livery::Purpure),
];

/// What a marker is called in the legend where others are estimated.
const ESTIMATED: &str = "a marker: least and most units";

/// What this game calls the signs of a map.
const LEGEND: &[(Sign, &str)] = &[
    (Sign::Own, "your force, with its units"),
    (Sign::Ally, "an ally's force"),
    (Sign::Enemy, "a marker of the intel map"),
    (Sign::Remembered, "out of sight, as last seen"),
    (Sign::Army, "army"),
    (Sign::Corps, "corps"),
    (Sign::Detachment, "detachment, brigade"),
    (Sign::Foot, "infantry"),
    (Sign::Horse, "cavalry"),
    (Sign::Mixed, "infantry and cavalry"),
    (Sign::Guns, "artillery"),
    (Sign::Ships, "ships"),
    (Sign::Depot, "depot"),
    (Sign::Leader, "general alone"),
    (Sign::Unfed, "out of supply"),
    (Sign::March, "march"),
    (Sign::Retreat, "retreat"),
    (Sign::Earlier, "way of the turn before"),
    (Sign::Battle, "battle; the flag is the victor's"),
    (Sign::Siege, "siege"),
    (Sign::Taken, "large flag: taken this turn"),
    (Sign::HeldAbroad, "held by the flag's power"),
    (Sign::Seat, "victory city"),
    (Sign::Town, "city"),
    (Sign::Port, "harbour"),
    (Sign::Walls, "fortress, by its siege value"),
    (Sign::River, "river"),
    (Sign::Strait, "strait"),
    (Sign::Realm, "border of a nation"),
    (Sign::OwnLand, "edge of your land"),
    (Sign::OthersLand, "edge of another's land"),
    (Sign::Region, "border of a province"),
    (Sign::Rough, "rough, counts as clear"),
    (Sign::Woods, "forest"),
    (Sign::Marsh, "marsh"),
    (Sign::Mountain, "mountain"),
    (Sign::Desert, "desert"),
    (Sign::Fog, "out of sight"),
    (Sign::Shut, "nobody may enter"),
];

/// Lays out the map of what a power knows.
pub fn chart(book: &Book, known: &Known) -> Chart {
    let maker = Maker::new(book, known);
    let counters = maker.counters();
    let (courses, marks) = (maker.courses(), maker.marks());
    let hidden = (0..book.atlas.size()).map(Space);
    // Everybody has no eyes of their own, so that a map of what is public would be all fog.
    let fog = known.power != EVERYBODY;
    let hidden = hidden.filter(|at| fog && book.in_play(*at) && !known.field.contains(at));
    Chart {
        title: book.scenario.title.clone(),
        viewer: book.title(&known.power).to_owned(),
        season: super::season(known).to_string(),
        land: maker.land(),
        focus: maker.focus(&counters, &courses, &marks),
        counters,
        courses,
        earlier: vec![],
        marks,
        supply: vec![],
        unseen: hidden.collect(),
        legend: legend(book),
        parties: maker.parties,
    }
}

/// What this campaign calls the signs of a map.
fn legend(book: &Book) -> Vec<(Sign, String)> {
    let estimated = book.estimates.is_some();
    let word = |(sign, word): &(Sign, &'static str)| {
        let word = if estimated && *sign == Sign::Enemy { ESTIMATED } else { word };
        (*sign, word.to_owned())
    };
    LEGEND.iter().map(word).collect()
}

struct Maker<'a> {
    book: &'a Book,
    known: &'a Known,
    parties: Vec<Party>,
    by_name: BTreeMap<String, u16>,
}

impl<'a> Maker<'a> {
    fn new(book: &'a Book, known: &'a Known) -> Self {
        let own = Some(&known.power).filter(|power| *power != EVERYBODY);
        let powers: BTreeSet<String> = known.relations.parties().chain(own).cloned().collect();
        let takes_part = known.relations.takes_part(&known.power);
        let stance = |power: &String| match power {
            power if *power == known.power => Stance::Own,
            power if known.is_ours(power) => Stance::Ally,
            // Whoever reads the newspaper is nobody's neutral.
            power if takes_part && !known.is_foe(power) => Stance::Neutral,
            _ => Stance::Enemy,
        };
        let livery = |power: &String| {
            let found = LIVERIES.iter().find(|(name, _)| name == power);
            found.map_or(Livery::Argent, |(_, livery)| *livery)
        };
        let party = |power: &String| Party {
            name: book.title(power).to_owned(),
            stance: stance(power),
            livery: livery(power),
        };
        let parties = powers.iter().map(party).collect();
        Self { book, known, parties, by_name: powers.into_iter().zip(0..).collect() }
    }

    fn party(&self, power: &str) -> Option<u16> {
        self.by_name.get(power).copied()
    }

    fn land(&self) -> Land {
        let (book, atlas) = (self.book, &self.book.atlas);
        let cell = |at: Space| {
            let hex = atlas.hex(at);
            Cell {
                soil: hex.soil,
                region: hex.region,
                water: book.navies.as_ref().and_then(|navies| navies.waters.at(at)),
                shut: !hex.soil.is_water() && !book.in_play(at),
                number: atlas.number(at),
            }
        };
        let region = |(name, index): (&String, u16)| {
            let owner = book.lands.region_owner(index);
            Region {
                name: name.clone(),
                realm: owner.map_or("minor states", |owner| book.title(owner)).to_owned(),
                holder: owner.and_then(|owner| self.party(owner)),
            }
        };
        let places = atlas.towns().map(|(at, name)| {
            let city = book.city(at);
            let holder = self.known.holder(book, at).and_then(|power| self.party(power));
            Place {
                at,
                name: name.to_owned(),
                // Only those in play count (§6).
                seat: city.is_some_and(|city| city.victory) && book.in_play(at),
                walls: city.map_or(0, |city| u8::try_from(city.walls).unwrap_or(u8::MAX)),
                port: book.navies.as_ref().is_some_and(|one| !one.waters.opens(at).is_empty()),
                holder,
            }
        });
        Land {
            grid: Grid::Hexes { columns: europe::COLUMNS, rows: europe::ROWS },
            cells: (0..atlas.size()).map(Space).map(cell).collect(),
            edges: self.edges(),
            places: places.collect(),
            waters: book.navies.as_ref().map_or(vec![], |navies| navies.waters.areas().to_vec()),
            regions: atlas.regions.iter().zip(0..).map(region).collect(),
            span: SPAN,
        }
    }

    /// The sides that carry something, each once.
    fn edges(&self) -> Vec<Edge> {
        let atlas = &self.book.atlas;
        let mut edges = vec![];
        for a in (0..atlas.size()).map(Space) {
            for side in [Side::N, Side::NE, Side::SE] {
                let Some(b) = atlas.step(a, side) else { continue };
                let lies = atlas.edge(a, b);
                if lies.river || lies.sea || lies.strait {
                    let (river, channel, strait) = (lies.river, lies.sea, lies.strait);
                    edges.push(Edge { a, b, river, channel, strait, ..Edge::default() });
                }
            }
        }
        edges
    }

    fn counters(&self) -> Vec<Counter> {
        let known = self.known;
        let mut counters = vec![];
        for general in known.generals.values() {
            let led: Vec<&Formation> = known.led(general).collect();
            counters.extend(self.force(&general.name, &general.power, general.at, &led));
        }
        let led = |one: &Formation| {
            let chief = one.under.as_ref().and_then(|name| known.generals.get(name));
            chief.is_some_and(|chief| chief.at == one.at)
        };
        for one in known.formations.values().filter(|one| !led(one)) {
            counters.extend(self.force(&one.name, &one.power, one.at, &[one]));
        }
        for (at, power) in &known.depots {
            counters.extend(self.counter(power, *at).map(|counter| Counter {
                arm: Arm::Depot,
                sight: Sight::Full,
                ..counter
            }));
        }
        counters.extend(known.markers.iter().filter_map(|marker| self.marker(marker)));
        counters.extend(self.ships());
        counters
    }

    /// Our fleets, a counter for each group, and the sails of others.
    fn ships(&self) -> Vec<Counter> {
        let navy = &self.known.navy;
        let groups: BTreeMap<&str, &Fleet> =
            navy.fleets.values().map(|one| (navy.group_of(one), one)).collect();
        let own = groups.into_iter().filter_map(|(who, one)| {
            let group = navy.group(&one.power, who)?;
            Some(Counter {
                name: self.book.given(who).to_owned(),
                strength: Some(meeting::ships(navy, &group)),
                sight: Sight::Full,
                inside: self.book.given_names(&group.fleets),
                ..self.at_sea(&one.power, &group.at)?
            })
        });
        let sails = navy.sails.iter().filter_map(|sail| {
            let sight = if sail.last.is_some() { Sight::Remembered } else { Sight::Banded };
            Some(Counter {
                sight,
                since: sail.last.map(|season| season.to_string()),
                inside: sail.size.word().to_owned(),
                ..self.at_sea(&sail.power, &sail.at)?
            })
        });
        own.chain(sails).collect()
    }

    /// A counter for ships with nothing in it yet.
    fn at_sea(&self, power: &str, at: &Berth) -> Option<Counter> {
        let waters = &self.book.navies.as_ref()?.waters;
        let spot = match at {
            Berth::Port(port) => Spot::Harbour(*port),
            Berth::Sea(area) if waters.trade_of(area).is_some() => Spot::Aside(area.clone()),
            Berth::Sea(area) => {
                let nth = waters.areas().iter().position(|one| one == area)?;
                Spot::Water(u16::try_from(nth).ok()?)
            }
        };
        Some(Counter { spot, arm: Arm::Ships, ..self.counter(power, Space(0))? })
    }

    /// A counter with nothing in it yet.
    fn counter(&self, power: &str, at: Space) -> Option<Counter> {
        Some(Counter {
            party: self.party(power)?,
            spot: Spot::Cell(at),
            name: String::new(),
            arm: Arm::Unknown,
            size: Size::Other,
            strength: None,
            bounds: None,
            sight: Sight::Banded,
            since: None,
            plight: Plight::default(),
            inside: String::new(),
        })
    }

    fn force(&self, name: &str, power: &str, at: Space, led: &[&Formation]) -> Option<Counter> {
        let troops = &self.book.troops;
        let of = |weapon| led.iter().map(|one| one.of_arm(troops, weapon)).sum::<u32>();
        let arm = match (of(Weapon::Infantry), of(Weapon::Cavalry)) {
            (0, 0) if led.is_empty() => Arm::Leader,
            (0, 0) => Arm::Guns,
            (_, 0) => Arm::Foot,
            (0, _) => Arm::Horse,
            _ => Arm::Mixed,
        };
        let size = match led {
            [] => Size::Other,
            led if led.iter().any(|one| one.kind == Kind::Corps) => Size::Corps,
            [_, _, ..] => Size::Corps,
            [_] => Size::Detachment,
        };
        Some(Counter {
            name: self.book.given(name).to_owned(),
            arm,
            size,
            strength: (!led.is_empty()).then(|| led.iter().map(|one| one.count(troops)).sum()),
            sight: Sight::Full,
            plight: Plight { unfed: led.iter().any(|one| !one.fed), ..Plight::default() },
            inside: self.book.given_names(led.iter().map(|one| &one.name)),
            ..self.counter(power, at)?
        })
    }

    fn marker(&self, marker: &Marker) -> Option<Counter> {
        Some(Counter {
            name: marker.general.clone().unwrap_or_default(),
            size: match marker.band {
                Band::Detachment => Size::Detachment,
                Band::Corps => Size::Corps,
                Band::Army => Size::Army,
            },
            sight: marker.sight,
            since: marker.since(),
            strength: marker.estimate.map(|estimate| estimate.units.about),
            bounds: marker.estimate.map(|Estimate { units, .. }| [units.low, units.high]),
            inside: match &marker.estimate {
                Some(estimate) => super::estimate::bounds(estimate),
                None => marker.band.word().to_owned(),
            },
            ..self.counter(&marker.power, marker.at)?
        })
    }

    /// The ways of our side this turn, each force's hexes in order.
    fn courses(&self) -> Vec<Course> {
        let mut courses: Vec<Course> = vec![];
        for seen_event in &self.known.seen_events {
            let (name, power, from, to, gait) = match seen_event {
                Event::Force(ForceEvent::Moved { who, power, from, to, .. }) => {
                    (who, power, from, to, Gait::March)
                }
                Event::War(WarEvent::Retreated { formations, generals, power, from, to }) => {
                    let Some(first) = generals.first().or(formations.first()) else { continue };
                    (first, power, from, to, Gait::Retreat)
                }
                Event::Order(_)
                | Event::Public(_)
                | Event::Force(_)
                | Event::War(_)
                | Event::Money(_)
                | Event::Council(_)
                | Event::Sea(_) => continue,
            };
            let Some(party) = self.party(power) else { continue };
            let name = self.book.given(name);
            let open = courses.iter_mut().find(|course| {
                course.gait == gait
                    && course.name == name
                    && course.path.last() == Some(&Spot::Cell(*from))
            });
            match open {
                Some(course) => course.path.push(Spot::Cell(*to)),
                None => courses.push(Course {
                    party,
                    name: name.to_owned(),
                    gait,
                    path: vec![Spot::Cell(*from), Spot::Cell(*to)],
                }),
            }
        }
        courses
    }

    fn marks(&self) -> Vec<Mark> {
        let mark = |seen_event: &Event| {
            let (at, feat, winner) = match seen_event {
                Event::Public(PublicEvent::BattleEnded { at, kind, winner, .. }) => {
                    let siege = *kind == BattleKind::Siege;
                    (at, if siege { Feat::Siege } else { Feat::Battle }, winner.first())
                }
                Event::Public(
                    PublicEvent::Captured { at, power, .. }
                    | PublicEvent::Reverted { at, power, .. },
                ) => (at, Feat::Taken, Some(power)),
                Event::War(WarEvent::Invested { at, .. }) => (at, Feat::Siege, None),
                Event::Order(_)
                | Event::Public(_)
                | Event::Force(_)
                | Event::War(_)
                | Event::Money(_)
                | Event::Council(_)
                | Event::Sea(_) => {
                    return None;
                }
            };
            let told = super::story::published(self.book, seen_event);
            let told = told.or_else(|| super::story::own(self.book, seen_event))?;
            let winner = winner.and_then(|power| self.party(power));
            Some(Mark { spot: Spot::Cell(*at), feat, winner, told })
        };
        self.known.seen_events.iter().filter_map(mark).collect()
    }

    /// What matters: our forces, what happened, and the intel map.
    fn focus(&self, counters: &[Counter], courses: &[Course], marks: &[Mark]) -> Vec<(Space, u32)> {
        let mut weights: BTreeMap<Space, u32> = BTreeMap::new();
        let mut weigh = |spot: &Spot, weight: u32| {
            if let Spot::Cell(at) = spot {
                *weights.entry(*at).or_default() += weight;
            }
        };
        for counter in counters {
            let own = self.parties[usize::from(counter.party)].stance == Stance::Own;
            weigh(&counter.spot, if own { 2 + counter.strength.unwrap_or(0) } else { 2 });
        }
        courses.iter().flat_map(|course| &course.path).for_each(|spot| weigh(spot, 2));
        marks.iter().for_each(|mark| weigh(&mark.spot, 4));
        let home = &self.book.scenario.home;
        if self.known.power == EVERYBODY {
            home.values().for_each(|at| *weights.entry(*at).or_default() += 1);
        } else if weights.is_empty() {
            weights.extend(home.get(&self.known.power).map(|at| (*at, 1)));
        }
        weights.into_iter().filter(|(at, _)| self.book.atlas.hex(*at).soil != Soil::Sea).collect()
    }
}
