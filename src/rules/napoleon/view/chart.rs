//! The map: areas with their holders and objectives, who stands where, who went where.

use super::{TITLE, title};
use crate::book::Book;
use crate::record::event::Event;
use crate::record::force::{Force, Kind, Side, strength};
use crate::season::staff;
use crate::sequence::Happened;
use crate::sequence::answer::Mover;
use crate::sight::Known;
use crate::theatre::{Place as Where, Theatre};
use kit::chart::{
    Arm, Cell, Chart, Counter, Course, Edge, Feat, Gait, Grid, Land, Livery, Mark, Party, Place,
    Plight, Region, Sign, Size, Soil, Spot, Stance,
};
use kit::ground::Space;
use kit::names::listed;
use kit::sight::Sight;
use std::collections::BTreeMap;

/// What this game calls the signs of a map.
const LEGEND: &[(Sign, &str)] = &[
    (Sign::Own, "your forces"),
    (Sign::Enemy, "enemy forces"),
    (Sign::Army, "four counters or more"),
    (Sign::Corps, "two or three"),
    (Sign::Detachment, "one"),
    (Sign::Foot, "infantry"),
    (Sign::Horse, "cavalry"),
    (Sign::Mixed, "infantry and cavalry"),
    (Sign::Guns, "cannons"),
    (Sign::March, "move"),
    (Sign::SeenMarch, "move of the enemy"),
    (Sign::Retreat, "retreat"),
    (Sign::Earlier, "move of the stop before"),
    (Sign::Battle, "battle"),
    (Sign::Seat, "objective"),
    (Sign::Town, "area"),
    (Sign::Walls, "garrisons and fortifications"),
    (Sign::Ridge, "no way over"),
    (Sign::Realm, "border of an area"),
];

const OURS: u16 = 0;
const THEIRS: u16 = 1;

fn party(side: Side) -> u16 {
    match side {
        Side::French => OURS,
        Side::Enemy => THEIRS,
    }
}

/// Lays out the map of what the player knows.
pub fn chart(book: &Book, known: &Known) -> Chart {
    let campaign = known.state.campaign(book);
    let theatre = &campaign.theatre;
    let counters: Vec<Counter> = book
        .map
        .all()
        .flat_map(|at| [Side::French, Side::Enemy].map(|side| counter(book, theatre, side, at)))
        .flatten()
        .collect();
    let (courses, marks) = told(book, known);
    let played = super::began(known);
    Chart {
        title: book.campaign.title.clone(),
        viewer: title(&known.power),
        season: played.unwrap_or(known.state.season).to_string(),
        land: land(book, theatre),
        parties: vec![
            Party { name: TITLE.to_owned(), stance: Stance::Own, livery: Livery::Azure },
            Party { name: "The enemy".to_owned(), stance: Stance::Enemy, livery: Livery::Or },
        ],
        counters,
        courses,
        earlier: vec![],
        marks,
        supply: vec![],
        unseen: staff::unseen(book, theatre, &known.power).into_iter().collect(),
        focus: book.map.all().map(|at| (at, 1)).collect(),
        legend: LEGEND.iter().map(|(sign, words)| (*sign, (*words).to_owned())).collect(),
    }
}

/// Areas first, then the waters; the two lists of outlines are one list of cells.
fn land(book: &Book, theatre: &Theatre) -> Land {
    let map = &book.map;
    let areas = map.areas.iter().map(|area| area.outline.clone());
    let outlines = areas.chain(map.seas.iter().map(|sea| sea.outline.clone())).collect();
    let cell = |(number, area): (u16, &crate::book::map::Area)| Cell {
        soil: Soil::Open,
        region: Some(number),
        water: None,
        shut: false,
        number: area.name.clone(),
    };
    let water = |(number, sea): (u16, &crate::book::map::Sea)| Cell {
        soil: Soil::Sea,
        region: None,
        water: Some(number),
        shut: false,
        number: sea.name.clone(),
    };
    let cells = (0..).zip(&map.areas).map(cell).chain((0..).zip(&map.seas).map(water)).collect();
    let region = |at: Space| Region {
        name: map.name(at).to_owned(),
        realm: map.name(at).to_owned(),
        holder: theatre.holder(at).map(party),
    };
    let place = |at: Space| {
        let both = [Side::French, Side::Enemy].map(|side| theatre.forces_at(side, at));
        let walls = both.iter().flatten().filter(|force| !force.kind.is_mobile()).count();
        Place {
            at,
            name: map.name(at).to_owned(),
            seat: book.campaign.objectives.contains(&at),
            walls: u8::try_from(walls.min(3)).unwrap_or(3),
            port: false,
            holder: theatre.holder(at).map(party),
        }
    };
    let ridge = |ridge: &crate::book::map::Ridge| {
        let (a, b) = (map.find(&ridge.between.0)?, map.find(&ridge.between.1)?);
        Some(Edge { a, b, ridge: true, ..Edge::default() })
    };
    Land {
        grid: Grid::Areas { outlines },
        cells,
        edges: map.ridges.iter().filter_map(ridge).collect(),
        places: map.all().map(place).collect(),
        waters: map.seas.iter().map(|sea| sea.name.clone()).collect(),
        regions: map.all().map(region).collect(),
        span: 0,
    }
}

/// The mobile forces of a side in an area; walls are a sign of the place.
fn counter(book: &Book, theatre: &Theatre, side: Side, at: Space) -> Option<Counter> {
    let all = theatre.forces_at(side, at);
    let mobile: Vec<&Force> = all.iter().filter(|force| force.kind.is_mobile()).collect();
    let napoleon = side == Side::French && theatre.napoleon == Some(at);
    let best = mobile.iter().max_by_key(|force| (force.combat(), std::cmp::Reverse(force.id)))?;
    let has = |kind| mobile.iter().any(|force| force.kind == kind);
    // Named as a sheet has it, so that one can be written from the map alone.
    let name = if napoleon { "Napoleon" } else { book.name(best.id) };
    let inside: Vec<&str> = all.iter().map(|force| book.name(force.id)).collect();
    Some(Counter {
        party: party(side),
        spot: Spot::Cell(at),
        name: name.to_owned(),
        arm: match (has(Kind::Infantry), has(Kind::Cavalry)) {
            (true, true) => Arm::Mixed,
            (true, false) => Arm::Foot,
            (false, true) => Arm::Horse,
            (false, false) => Arm::Guns,
        },
        size: match mobile.len() {
            0 | 1 => Size::Detachment,
            2 | 3 => Size::Corps,
            _ => Size::Army,
        },
        strength: Some(strength(&all)),
        bounds: None,
        sight: Sight::Full,
        since: None,
        plight: Plight::default(),
        inside: inside.join(", "),
    })
}

/// The ways of the enemy and the battles of the last season.
fn told(book: &Book, known: &Known) -> (Vec<Course>, Vec<Mark>) {
    let (mut ways, mut marks): (Ways, Vec<Mark>) = (Ways::default(), vec![]);
    for what in known.events.iter().filter_map(Event::on_map) {
        if let Happened::Marched { from, forces, to } = what
            && from != to
        {
            let names = forces.iter().map(|id| book.name(*id).to_owned());
            ways.add((Gait::March, vec![*from, *to]), names);
        }
        if let Happened::BattleOver { at, .. } = what {
            let told = format!("battle of {}", book.map.name(*at));
            if !marks.iter().any(|mark| mark.told == told) {
                let spot = Spot::Cell(*at);
                marks.push(Mark { spot, feat: Feat::Battle, winner: None, told });
            }
        }
    }
    (ways.courses(THEIRS), marks)
}

/// Ways by how and where they go, with those who took them.
#[derive(Default)]
struct Ways(BTreeMap<(Gait, Vec<Space>), Vec<String>>);

impl Ways {
    fn add(&mut self, way: (Gait, Vec<Space>), who: impl Iterator<Item = String>) {
        self.0.entry(way).or_default().extend(who);
    }

    fn courses(self, party: u16) -> Vec<Course> {
        let course = |((gait, path), names): ((Gait, Vec<Space>), Vec<String>)| Course {
            party,
            name: listed(&names),
            gait,
            path: path.into_iter().map(Spot::Cell).collect(),
        };
        self.0.into_iter().map(course).collect()
    }
}

/// The player's own ways of the last season. An event says only where a move ends, so each begins where
/// its mover was known to stand before.
pub fn own_ways(book: &Book, known: &Known, before: &Known) -> Vec<Course> {
    let theatre = before.state.campaign(book).theatre;
    let french = theatre.forces.iter().filter(|force| is_french(force));
    let mut places: BTreeMap<Mover, Space> = french
        .filter_map(|force| match theatre.place(force.id) {
            Where::Area(at) => Some((Mover::Force(force.id), at)),
            Where::Pool | Where::Cup | Where::Aside | Where::Unseen | Where::Late(_) => None,
        })
        .chain(theatre.napoleon.map(|at| (Mover::Napoleon, at)))
        .collect();
    let mut open: BTreeMap<Mover, (Gait, Vec<Space>)> = BTreeMap::new();
    let mut done: Vec<(Mover, (Gait, Vec<Space>))> = vec![];
    let mut went = |who: Mover, gait: Gait, to: Space| {
        let Some(from) = places.insert(who, to).filter(|from| *from != to) else { return };
        if let Some((same, path)) = open.get_mut(&who)
            && *same == gait
        {
            path.push(to);
            return;
        }
        let ended = open.insert(who, (gait, vec![from, to]));
        done.extend(ended.map(|way| (who, way)));
    };
    // What a battle did to counters is told right after it.
    let mut comes = Gait::March;
    for what in known.events.iter().filter_map(Event::on_map) {
        if let Happened::Came { who, to } = what {
            let own = who.iter().filter(|id| theatre.force(**id).is_some_and(is_french));
            own.for_each(|id| went(Mover::Force(*id), comes, *to));
        } else if let Happened::NapoleonCame(to) = what {
            to.iter().for_each(|to| went(Mover::Napoleon, comes, *to));
        } else if let Happened::BattleOver { .. } = what {
            comes = Gait::Retreat;
        } else if let Happened::Moved { who, to } = what {
            went(*who, Gait::March, *to);
            comes = Gait::March;
        } else if !matches!(what, Happened::Lost(_) | Happened::Reduced(_)) {
            comes = Gait::March;
        }
    }
    done.extend(open);
    let mut ways = Ways::default();
    for (who, way) in done {
        let name = match who {
            Mover::Napoleon => "Napoleon",
            Mover::Force(id) => book.name(id),
        };
        ways.add(way, std::iter::once(name.to_owned()));
    }
    ways.courses(OURS)
}

fn is_french(force: &Force) -> bool {
    force.side() == Side::French
}
