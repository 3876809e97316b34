//! The map: squares with their owners and rivers, places, stacks by height, and who went where.

use crate::book::Book;
use crate::book::atlas::{PlaceKind, Surface};
use crate::book::troops::Kind;
use crate::record::event::{Event, ForceEvent, SeaEvent, WarEvent};
use crate::record::unit::{Force, Height, Unit};
use crate::sight::{Known, Stack, UMPIRE, top};
use kit::chart::{
    Arm, Cell, Chart, Counter, Course, Edge, Feat, Gait, Grid, Land, Livery, Mark, Party, Place,
    Plight, Region, Sign, Size, Soil, Spot, Stance,
};
use kit::ground::Space;
use kit::sight::Sight;
use std::collections::BTreeMap;

/// What this game calls the signs of a map.
const LEGEND: &[(Sign, &str)] = &[
    (Sign::Own, "your units"),
    (Sign::Enemy, "units of others"),
    (Sign::Remembered, "as seen before"),
    (Sign::Army, "six units or more"),
    (Sign::Corps, "three to five"),
    (Sign::Detachment, "one or two"),
    (Sign::Foot, "infantry"),
    (Sign::Horse, "cavalry"),
    (Sign::Mixed, "several kinds"),
    (Sign::Leader, "a leader"),
    (Sign::Ships, "fleets"),
    (Sign::March, "march"),
    (Sign::SeenMarch, "march of others"),
    (Sign::Retreat, "retreat"),
    (Sign::Voyage, "voyage"),
    (Sign::Earlier, "way of the season before"),
    (Sign::Battle, "battle"),
    (Sign::Siege, "siege"),
    (Sign::Taken, "fortress taken"),
    (Sign::Town, "city or town"),
    (Sign::Seat, "electorate"),
    (Sign::Walls, "fortress"),
    (Sign::Port, "port"),
    (Sign::River, "river"),
    (Sign::Realm, "border of powers"),
    (Sign::Mountain, "mountains"),
    (Sign::Shut, "nobody enters"),
    (Sign::Fog, "out of sight"),
];

/// The colours of the seats round the table.
fn livery(seat: &str) -> Livery {
    match seat {
        "prussia" => Livery::Azure,
        "austria" => Livery::Vert,
        "france" => Livery::Argent,
        "britain" => Livery::Gules,
        _ => Livery::Sable,
    }
}

/// Lays out the map of what a seat knows.
pub fn chart(book: &Book, known: &Known) -> Chart {
    let seats = &known.open.seats;
    let mut parties: Vec<Party> = seats
        .iter()
        .map(|seat| Party {
            name: book.seat_title(seat),
            stance: match *seat == known.power || known.power == UMPIRE {
                true => Stance::Own,
                false => Stance::Enemy,
            },
            livery: livery(seat),
        })
        .collect();
    let neutral = u16::try_from(parties.len()).unwrap_or(0);
    parties.push(Party {
        name: "Neutrals".to_owned(),
        stance: Stance::Neutral,
        livery: Livery::Sable,
    });
    let sheet = Sheet { book, known, neutral };
    let (courses, marks) = sheet.told();
    let unseen = match &known.field {
        None => vec![],
        Some(field) => book.atlas.all().filter(|at| !field.contains(at)).collect(),
    };
    Chart {
        title: book.scenario.title.clone(),
        viewer: book.seat_title(&known.power),
        season: known.began().unwrap_or(known.open.season).to_string(),
        land: sheet.land(),
        parties,
        counters: sheet.counters(),
        courses,
        earlier: vec![],
        marks,
        supply: vec![],
        unseen,
        focus: sheet.focus(),
        legend: legend(book, known),
    }
}

/// The legend; with it, what colour each seat has.
fn legend(book: &Book, known: &Known) -> Vec<(Sign, String)> {
    let colour = |seat: &String| match livery(seat) {
        Livery::Azure => "blue",
        Livery::Vert => "green",
        Livery::Argent => "white",
        Livery::Gules => "red",
        Livery::Or => "yellow",
        Livery::Tenne => "orange",
        Livery::Purpure => "purple",
        Livery::Sable => "black",
    };
    let others = known.open.seats.iter().filter(|seat| **seat != known.power);
    let others: Vec<String> =
        others.map(|seat| format!("{} {}", book.seat_title(seat), colour(seat))).collect();
    let words_of = |sign: Sign, words: &str| {
        if sign == Sign::Own && known.power != UMPIRE {
            return format!("{words}, {}", colour(&known.power));
        }
        let names_others = sign == Sign::Enemy && !others.is_empty();
        if names_others { others.join(", ") } else { words.to_owned() }
    };
    LEGEND.iter().map(|(sign, words)| (*sign, words_of(*sign, words))).collect()
}

struct Sheet<'a> {
    book: &'a Book,
    known: &'a Known,
    neutral: u16,
}

impl Sheet<'_> {
    fn party(&self, seat: Option<&str>) -> u16 {
        let seats = &self.known.open.seats;
        let found = seat.and_then(|seat| seats.iter().position(|one| one == seat));
        found.and_then(|at| u16::try_from(at).ok()).unwrap_or(self.neutral)
    }

    fn land(&self) -> Land {
        let atlas = &self.book.atlas;
        let (columns, rows) = atlas.size_of_map();
        let waters: Vec<String> = atlas.seas().into_iter().map(str::to_owned).collect();
        let mut regions: Vec<Region> = vec![];
        let mut by_owner: BTreeMap<&str, u16> = BTreeMap::new();
        let mut cells = vec![];
        for at in atlas.all() {
            let square = atlas.square(at);
            let region = square.owner.as_deref().map(|owner| {
                *by_owner.entry(owner).or_insert_with(|| {
                    let holder = self.known.open.controller(owner);
                    let holder = holder.map(|seat| self.party(Some(seat)));
                    let name = self.book.title(owner);
                    regions.push(Region { name: name.clone(), realm: name, holder });
                    u16::try_from(regions.len() - 1).unwrap_or(u16::MAX)
                })
            });
            let water = match square.surface {
                Surface::Sea => waters.iter().position(|sea| square.seas.contains(sea)),
                Surface::Land | Surface::Coast | Surface::Shut | Surface::Beyond => None,
            };
            cells.push(Cell {
                soil: match square.surface {
                    Surface::Sea => Soil::Sea,
                    _ if square.mountain => Soil::Mountain,
                    Surface::Land | Surface::Coast | Surface::Shut | Surface::Beyond => Soil::Open,
                },
                region,
                water: water.and_then(|at| u16::try_from(at).ok()),
                shut: square.surface == Surface::Shut,
                number: square.code.clone(),
            });
        }
        Land {
            grid: Grid::Squares { columns, rows },
            cells,
            edges: self.edges(),
            places: atlas.all().filter_map(|at| self.place(at)).collect(),
            waters,
            regions,
            span: 81,
        }
    }

    /// Sides that land units cannot cross between squares with land, and the rivers that run from square
    /// to square.
    fn edges(&self) -> Vec<Edge> {
        let atlas = &self.book.atlas;
        let mut edges = vec![];
        for a in atlas.all().filter(|at| atlas.is_land(*at)) {
            for b in atlas.around(a).into_iter().filter(|b| *b > a && atlas.is_land(*b)) {
                if atlas.side(a, b).is_some_and(|side| !side.by_land()) {
                    edges.push(Edge { a, b, channel: true, ..Edge::default() });
                }
                if atlas.along_river(a, b) {
                    edges.push(Edge { a, b, stream: true, ..Edge::default() });
                }
            }
        }
        edges
    }

    fn place(&self, at: Space) -> Option<Place> {
        let place = self.book.atlas.square(at).place.as_ref()?;
        if place.kind == PlaceKind::Name {
            return None;
        }
        let holder = match self.known.own_at(at).is_empty() {
            false => Some(self.party(Some(&self.known.power))),
            true => {
                let seat = self.known.others_at(at).first().and_then(|stack| stack.seat.as_deref());
                seat.map(|seat| self.party(Some(seat)))
            }
        };
        Some(Place {
            at,
            name: match place.tax {
                0 => place.name.clone(),
                tax => format!("{} {tax}", place.name),
            },
            seat: place.elector,
            walls: u8::from(place.fortress),
            port: place.port,
            holder,
        })
    }

    fn spot(&self, at: Space) -> Spot {
        match self.book.atlas.area(at) {
            Some(area) => Spot::Aside(area.name.clone()),
            None => Spot::Cell(at),
        }
    }

    fn counters(&self) -> Vec<Counter> {
        let known = self.known;
        let mut counters = vec![];
        for at in known.own.spaces() {
            let mut by_seat: BTreeMap<Option<&str>, Vec<&Unit>> = BTreeMap::new();
            for unit in known.own_at(at) {
                by_seat.entry(known.open.seat_of(unit)).or_default().push(unit);
            }
            for (seat, units) in by_seat {
                // Fleets and whom they carry have a counter of their own.
                let afloat = |unit: &&Unit| unit.kind == Kind::Fleet || unit.aboard.is_some();
                let (fleets, ashore): (Vec<&Unit>, Vec<&Unit>) =
                    units.into_iter().partition(afloat);
                let parts = [ashore, fleets].into_iter().filter(|part| !part.is_empty());
                counters.extend(parts.map(|part| self.own(at, seat, &part)));
            }
        }
        for (at, stacks) in &known.stacks {
            counters.extend(stacks.iter().map(|stack| self.other(*at, stack)));
        }
        counters
    }

    fn own(&self, at: Space, seat: Option<&str>, units: &[&Unit]) -> Counter {
        let strength = units.iter().map(|unit| self.book.strength(unit)).sum();
        Counter {
            party: self.party(seat),
            spot: self.spot(at),
            name: top(self.book, units.iter().copied()).unwrap_or_default(),
            arm: match units.iter().any(|unit| unit.kind == Kind::Fleet) {
                true => Arm::Ships,
                false => arm(units.iter().map(|unit| unit.kind)),
            },
            size: size(Height::of(units.len())),
            strength: Some(strength),
            bounds: None,
            sight: Sight::Full,
            since: None,
            plight: Plight::default(),
            inside: crate::orders::units::listed(units.iter().copied()),
        }
    }

    fn other(&self, at: Space, stack: &Stack) -> Counter {
        let sight = match (&stack.units, stack.since) {
            (_, Some(_)) => Sight::Remembered,
            (Some(_), None) => Sight::Full,
            (None, None) => Sight::Banded,
        };
        let met = || stack.met.map(|met| format!("; known from {met}")).unwrap_or_default();
        let inside = stack.units.as_ref();
        let inside = inside.map(|units| format!("{}{}", super::story::sorts(units), met()));
        Counter {
            party: self.party(stack.seat.as_deref()),
            spot: self.spot(at),
            name: stack.leader.clone().unwrap_or_default(),
            arm: match &stack.units {
                _ if stack.fleet && self.book.atlas.is_sea(at) => Arm::Ships,
                Some(units) => arm(units.iter().map(|sort| sort.kind)),
                None if stack.leader.is_some() => Arm::Leader,
                None if stack.fleet => Arm::Ships,
                None => Arm::Unknown,
            },
            size: size(stack.height),
            strength: None,
            bounds: None,
            sight,
            since: stack.since.map(|since| since.to_string()),
            plight: Plight::default(),
            inside: inside.unwrap_or_else(|| {
                let fleets = if stack.fleet { ", with fleets" } else { "" };
                format!("{}{fleets}", stack.height.words())
            }),
        }
    }

    /// The ways and battles of the last season.
    fn told(&self) -> (Vec<Course>, Vec<Mark>) {
        let (mut courses, mut marks): (Vec<Course>, Vec<Mark>) = (vec![], vec![]);
        let mut number = 0;
        for event in &self.known.events {
            match event {
                Event::Force(ForceEvent::OperationBegan { number: next, .. }) => number = *next,
                Event::Force(ForceEvent::Moved { force, from, to }) => {
                    self.step(&mut courses, force, (*from, *to), (number, Gait::March));
                }
                Event::Sea(SeaEvent::Sailed { force, from, to, transit: false }) => {
                    self.step(&mut courses, force, (*from, *to), (number, Gait::Voyage));
                }
                Event::War(WarEvent::Retreated { force, from, to, .. }) => {
                    self.step(&mut courses, force, (*from, *to), (number, Gait::Retreat));
                }
                Event::War(WarEvent::Fought(battle)) => {
                    let taken = battle.winner.as_ref() == Some(&battle.attacker.seat);
                    let (kind, feat) = match battle.siege {
                        true if taken => ("storm", Feat::Taken),
                        true => ("siege", Feat::Siege),
                        false => ("battle", Feat::Battle),
                    };
                    marks.push(Mark {
                        spot: self.spot(battle.at),
                        feat,
                        winner: battle.winner.as_deref().map(|seat| self.party(Some(seat))),
                        told: format!("{kind} of {}", self.book.atlas.name(battle.at)),
                    });
                }
                Event::War(WarEvent::SiegeBegan { at, seat, .. }) => marks.push(Mark {
                    spot: self.spot(*at),
                    feat: Feat::Siege,
                    winner: None,
                    told: format!(
                        "{} besieges {}",
                        self.book.seat_title(seat),
                        self.book.atlas.name(*at)
                    ),
                }),
                Event::Force(_)
                | Event::War(_)
                | Event::Sea(_)
                | Event::Order(_)
                | Event::Year(_)
                | Event::Court(_)
                | Event::Marker(_) => {}
            }
        }
        (courses, marks)
    }

    /// Adds a step to the course of an operation.
    fn step(
        &self,
        courses: &mut Vec<Course>,
        force: &Force,
        (from, to): (Space, Space),
        (number, gait): (u16, Gait),
    ) {
        let who = force.leader.clone().unwrap_or_default();
        let name = format!("{number} {who}").trim().to_owned();
        let (from, to) = (self.spot(from), self.spot(to));
        if let Some(course) = courses.last_mut()
            && course.name == name
            && course.gait == gait
            && course.path.last() == Some(&from)
        {
            course.path.push(to);
            return;
        }
        let party = self.party(Some(&force.seat));
        courses.push(Course { party, name, gait, path: vec![from, to] });
    }

    /// Own units and what is near them, and where something happened.
    fn focus(&self) -> Vec<(Space, u32)> {
        let atlas = &self.book.atlas;
        let mut focus: BTreeMap<Space, u32> = BTreeMap::new();
        for at in self.known.own.spaces().filter(|at| !atlas.is_beyond(*at)) {
            *focus.entry(at).or_default() += 3;
        }
        for event in &self.known.events {
            if let Event::Force(ForceEvent::Moved { to, .. })
            | Event::Sea(SeaEvent::Sailed { to, .. }) = event
                && !atlas.is_beyond(*to)
            {
                *focus.entry(*to).or_default() += 1;
            }
        }
        focus.into_iter().collect()
    }
}

fn size(height: Height) -> Size {
    match height {
        Height::Low => Size::Detachment,
        Height::Middle => Size::Corps,
        Height::High => Size::Army,
    }
}

/// What some units are, above all.
fn arm(kinds: impl Iterator<Item = Kind>) -> Arm {
    let (mut foot, mut horse, mut ships, mut trains, mut leaders) =
        (false, false, false, false, false);
    for kind in kinds {
        match kind {
            Kind::Infantry | Kind::LightTroops | Kind::Garrison => foot = true,
            Kind::Cavalry => horse = true,
            Kind::Fleet => ships = true,
            Kind::SiegeTrain => trains = true,
            Kind::Leader => leaders = true,
        }
    }
    match (foot, horse) {
        (true, true) => Arm::Mixed,
        (true, false) => Arm::Foot,
        (false, true) => Arm::Horse,
        (false, false) if ships => Arm::Ships,
        (false, false) if trains => Arm::Guns,
        (false, false) if leaders => Arm::Leader,
        (false, false) => Arm::Unknown,
    }
}
