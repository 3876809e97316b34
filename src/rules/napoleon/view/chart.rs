//! The map: areas with their holders and objectives, who stands where, who went where.

use super::board::short;
use super::{TITLE, title};
use crate::book::Book;
use crate::record::event::Event;
use crate::record::force::{Force, Kind, Side, strength};
use crate::season::staff;
use crate::sequence::Happened;
use crate::sight::Known;
use crate::theatre::Theatre;
use kit::chart::{
    Arm, Cell, Chart, Counter, Course, Edge, Feat, Gait, Grid, Land, Livery, Mark, Party, Place,
    Plight, Region, Sign, Size, Soil, Spot, Stance,
};
use kit::ground::Space;
use kit::sight::Sight;

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
    (Sign::Battle, "battle"),
    (Sign::Seat, "objective"),
    (Sign::Town, "area"),
    (Sign::Walls, "garrisons and fortifications"),
    (Sign::Ridge, "no way over"),
    (Sign::Region, "border of an area"),
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
    let name = if napoleon { "Napoleon" } else { short(book.name(best.id)) };
    let inside: Vec<&str> = all.iter().map(|force| short(book.name(force.id))).collect();
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
        sight: Sight::Full,
        since: None,
        plight: Plight::default(),
        inside: inside.join(", "),
    })
}

/// The ways and battles of the last season.
fn told(book: &Book, known: &Known) -> (Vec<Course>, Vec<Mark>) {
    let (mut courses, mut marks): (Vec<Course>, Vec<Mark>) = (vec![], vec![]);
    for event in known.events.iter().map(Event::itself) {
        let Event::Map { what, .. } = event else { continue };
        if let Happened::Marched { from, forces, to } = what
            && from != to
        {
            let name = forces.first().map_or("", |id| short(book.name(*id)));
            courses.push(Course {
                party: THEIRS,
                name: name.to_owned(),
                gait: Gait::March,
                path: vec![Spot::Cell(*from), Spot::Cell(*to)],
            });
        }
        if let Happened::BattleOver { at, .. } = what {
            let told = format!("battle of {}", book.map.name(*at));
            if !marks.iter().any(|mark| mark.told == told) {
                let spot = Spot::Cell(*at);
                marks.push(Mark { spot, feat: Feat::Battle, winner: None, told });
            }
        }
    }
    (courses, marks)
}
