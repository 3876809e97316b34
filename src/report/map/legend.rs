//! The legend: a sample of each sign that the map bears, and what the game calls it.

use super::canvas::Turn::{Shift, Zoom};
use super::canvas::{
    Cap, Colour, Look, Shape, again, again_aside, again_at, circle, group, path, rect_at,
};
use super::forces::one;
use super::frame::Frame;
use super::ground::{HOLDER_BAND, HOLDER_OPACITY};
use super::ink::paint;
use super::layout::Lattice;
use kit::chart::{
    Arm, Chart, Counter, Feat, Gait, Livery, Party, Plight, Sign, Size, Soil, Spot, Stance,
};
use kit::ground::Space;
use kit::sight::Sight;
use std::collections::BTreeSet;

/// The signs that the window shows, as the game lists them.
pub fn entries<'a>(chart: &'a Chart, lattice: &Lattice, frame: &Frame) -> Vec<(Sign, &'a str)> {
    let mut used = of_ground(chart, frame);
    of_forces(chart, &mut used);
    of_deeds(chart, &mut used);
    if frame.cells.iter().any(|at| chart.is_unseen(*at)) {
        used.insert(Sign::Fog);
    }
    // Terrain shows only where the middle of its space does.
    let shown = |at: &&Space| frame.shows(frame.paper.at(lattice.centre(**at)));
    for at in frame.cells.iter().filter(shown) {
        let cell = &chart.land.cells[at.index()];
        used.extend(match cell.soil {
            Soil::Rough => Some(Sign::Rough),
            Soil::Woods => Some(Sign::Woods),
            Soil::Marsh => Some(Sign::Marsh),
            Soil::Mountain => Some(Sign::Mountain),
            Soil::Desert => Some(Sign::Desert),
            Soil::Open | Soil::Sea | Soil::Lake => None,
        });
        if cell.shut {
            used.insert(Sign::Shut);
        }
        let holder = chart.land.holder(*at);
        used.extend(holder.map(|nth| match chart.party(nth).stance {
            Stance::Own => Sign::OwnLand,
            Stance::Ally | Stance::Enemy | Stance::Neutral => Sign::OthersLand,
        }));
    }
    let listed = chart.legend.iter().filter(|(sign, _)| used.contains(sign));
    listed.map(|(sign, words)| (*sign, words.as_str())).collect()
}

fn of_ground(chart: &Chart, frame: &Frame) -> BTreeSet<Sign> {
    let mut used = BTreeSet::from([Sign::Realm, Sign::Region]);
    for edge in &chart.land.edges {
        if frame.has(edge.a) && frame.has(edge.b) {
            let signs = [
                (edge.river || edge.stream, Sign::River),
                (edge.bridge, Sign::Bridge),
                (edge.pass, Sign::Pass),
                (edge.ridge, Sign::Ridge),
                (edge.strait, Sign::Strait),
            ];
            used.extend(signs.into_iter().filter(|(is, _)| *is).map(|(_, sign)| sign));
        }
    }
    for place in chart.land.places.iter().filter(|place| frame.has(place.at)) {
        used.insert(if place.walls > 0 { Sign::Walls } else { Sign::Town });
        used.extend(place.seat.then_some(Sign::Seat));
        used.extend(place.port.then_some(Sign::Port));
        let abroad = place.holder.is_some() && place.holder != chart.land.holder(place.at);
        used.extend(abroad.then_some(Sign::HeldAbroad));
    }
    used
}

fn of_forces(chart: &Chart, used: &mut BTreeSet<Sign>) {
    for counter in &chart.counters {
        used.insert(match chart.party(counter.party).stance {
            Stance::Own => Sign::Own,
            Stance::Ally => Sign::Ally,
            Stance::Enemy | Stance::Neutral => Sign::Enemy,
        });
        used.extend((counter.sight <= Sight::Remembered).then_some(Sign::Remembered));
        used.extend((counter.size == Size::Army).then_some(Sign::Army));
        used.extend(match counter.arm {
            Arm::Foot => Some(Sign::Foot),
            Arm::Horse => Some(Sign::Horse),
            Arm::Mixed => Some(Sign::Mixed),
            Arm::Guns => Some(Sign::Guns),
            Arm::Engineers => Some(Sign::Engineers),
            Arm::Train => Some(Sign::Train),
            Arm::Depot => Some(Sign::Depot),
            Arm::Leader => Some(Sign::Leader),
            Arm::Ships => Some(Sign::Ships),
            Arm::Unknown => None,
        });
        used.extend(counter.plight.disordered.then_some(Sign::Disordered));
        used.extend(counter.plight.unfed.then_some(Sign::Unfed));
        let shut_up = counter.plight.besieged;
        used.extend(shut_up.then_some(match counter.arm {
            Arm::Ships => Sign::Blockaded,
            _ => Sign::Besieged,
        }));
    }
}

fn of_deeds(chart: &Chart, used: &mut BTreeSet<Sign>) {
    for course in &chart.courses {
        let seen = !matches!(chart.party(course.party).stance, Stance::Own | Stance::Ally);
        used.insert(match course.gait {
            Gait::March if seen => Sign::SeenMarch,
            Gait::March => Sign::March,
            Gait::Retreat => Sign::Retreat,
            Gait::Voyage => Sign::Voyage,
        });
    }
    used.extend((!chart.earlier.is_empty()).then_some(Sign::Earlier));
    for mark in &chart.marks {
        used.insert(match mark.feat {
            Feat::Battle | Feat::SeaBattle => Sign::Battle,
            Feat::Siege => Sign::Siege,
            Feat::Taken => Sign::Taken,
        });
    }
    if !chart.supply.is_empty() {
        used.insert(Sign::Supply);
    }
}

/// The sample of a sign round the point at which the paper stands.
pub fn sample(chart: &Chart, sign: Sign) -> Vec<Shape> {
    match sign {
        Sign::Own | Sign::Ally | Sign::Enemy | Sign::Remembered | Sign::Army => force(chart, sign),
        Sign::Foot | Sign::Horse | Sign::Mixed | Sign::Guns | Sign::Engineers => force(chart, sign),
        Sign::Train | Sign::Depot | Sign::Leader | Sign::Ships => force(chart, sign),
        Sign::Disordered | Sign::Unfed | Sign::Besieged | Sign::Blockaded => force(chart, sign),
        Sign::Corps | Sign::Detachment | Sign::Besieging => vec![],
        _ => thing(chart, sign),
    }
}

/// The counters of the legend are those of a power of the stance meant.
fn force(chart: &Chart, sign: Sign) -> Vec<Shape> {
    let stance = match sign {
        Sign::Ally => Stance::Ally,
        Sign::Enemy | Sign::Remembered => Stance::Enemy,
        _ => Stance::Own,
    };
    let party = chart.parties.iter().position(|party| party.stance == stance);
    let party = party.and_then(|nth| u16::try_from(nth).ok());
    let (arm, strength) = match sign {
        Sign::Own | Sign::Ally => (Arm::Foot, Some(2)),
        Sign::Enemy | Sign::Remembered => (Arm::Unknown, None),
        Sign::Horse => (Arm::Horse, None),
        Sign::Mixed => (Arm::Mixed, None),
        Sign::Guns => (Arm::Guns, None),
        Sign::Engineers => (Arm::Engineers, None),
        Sign::Train => (Arm::Train, None),
        Sign::Depot => (Arm::Depot, None),
        Sign::Leader => (Arm::Leader, None),
        Sign::Ships | Sign::Blockaded => (Arm::Ships, None),
        _ => (Arm::Foot, None),
    };
    let counter = Counter {
        party: party.unwrap_or_default(),
        spot: Spot::Cell(Space::default()),
        name: String::new(),
        arm,
        size: if sign == Sign::Army { Size::Army } else { Size::Corps },
        strength,
        bounds: None,
        sight: match sign {
            Sign::Remembered => Sight::Remembered,
            Sign::Enemy => Sight::Sighted,
            _ => Sight::Full,
        },
        since: None,
        plight: Plight {
            besieged: matches!(sign, Sign::Besieged | Sign::Blockaded),
            disordered: sign == Sign::Disordered,
            unfed: sign == Sign::Unfed,
            ..Plight::default()
        },
        inside: String::new(),
    };
    let stranger = [Party { name: String::new(), stance, livery: Livery::Argent }];
    let place = if sign == Sign::Army { vec![Shift(0, 38), Zoom(500)] } else { vec![Zoom(600)] };
    let parties = party.map_or(&stranger[..], |_| chart.parties.as_slice());
    vec![one(parties, &counter, Look::Transform(place))]
}

/// Everything that is no counter.
fn thing(chart: &Chart, sign: Sign) -> Vec<Shape> {
    let own = chart.parties.iter().find(|party| party.stance == Stance::Own);
    let drawn = deed(sign, own.map_or(Livery::Argent, |party| party.livery))
        .or_else(|| land(chart, sign))
        .or_else(|| water_or_border(sign))
        .or_else(|| ground(sign));
    drawn.unwrap_or_default()
}

fn line(colour: Colour, width: i32, dashes: &'static str) -> Shape {
    path("M-130 0H130").fill("none").stroke(colour, width).dashes(dashes)
}

fn use_of(id: &str, size: i32) -> Shape {
    again(id).transform([Zoom(size)])
}

fn deed(sign: Sign, livery: Livery) -> Option<Vec<Shape>> {
    let paint = paint(livery);
    let way = |dashes| {
        let head = path("M140 0L60 -42V42Z").stroke("#14110c", 10).fill(paint.fill);
        vec![line("#14110c", 42, dashes), line(paint.fill, 26, dashes), head]
    };
    Some(match sign {
        Sign::March | Sign::Voyage => way("none"),
        Sign::SeenMarch => way("90 60"),
        Sign::Retreat => way("20 60"),
        Sign::Earlier => {
            let (line, head) = (path("M-130 0H130").fill("none"), path("M140 0L60 -42V42Z"));
            super::deeds::earlier(livery, line, head)
        }
        Sign::Battle => vec![use_of("swords", 950)],
        Sign::Siege => {
            let ring = circle(80).fill("none").stroke("#14110c", 40).dashes("44 36");
            vec![ring.style([Look::Cap(Cap::Butt)])]
        }
        Sign::Taken => vec![group(super::deeds::flag(&paint)).transform([Shift(-40, 30)])],
        Sign::HeldAbroad => {
            vec![group(super::deeds::flag(&paint)).transform([Shift(-30, 25), Zoom(600)])]
        }
        Sign::Supply => vec![line("#3d2b12", 20, "4 52")],
        _ => return None,
    })
}

/// A band of colour inside a border: the viewer's, or that of the first other power that holds land.
fn land(chart: &Chart, sign: Sign) -> Option<Vec<Shape>> {
    let holders = chart.land.regions.iter().filter_map(|region| region.holder);
    let mut parties = holders.map(|nth| chart.party(nth));
    let party = parties.find(|party| match sign {
        Sign::OwnLand => party.stance == Stance::Own,
        Sign::OthersLand => party.stance != Stance::Own,
        _ => false,
    })?;
    Some(vec![line(paint(party.livery).fill, HOLDER_BAND, "none").stroke_opacity(HOLDER_OPACITY)])
}

fn water_or_border(sign: Sign) -> Option<Vec<Shape>> {
    Some(match sign {
        Sign::River => vec![line("#4f88a6", 28, "none")],
        Sign::Bridge => vec![line("#4f88a6", 28, "none"), use_of("bridge", 1000)],
        Sign::Strait => vec![line("#7d2f24", 24, "40 36")],
        Sign::Realm => vec![line("#5a2f2a", 22, "110 42 6 42")],
        Sign::Region => vec![line("#6e5f48", 14, "8 34")],
        _ => return None,
    })
}

fn ground(sign: Sign) -> Option<Vec<Shape>> {
    let paper = |shape: Shape| shape.stroke("#8d8068", 8);
    let block = || rect_at((-130, -75), (260, 150));
    let soil = |soil: Soil, id: &str| {
        let tint = super::ground::TINTS.iter().find(|(other, _)| *other == soil);
        let tint = tint.map_or("none", |(_, tint)| *tint);
        vec![paper(block().fill(tint)), again_aside(id, -60), again_at(id, (60, 10))]
    };
    let wall = |id: &str, x| again(id).transform([Shift(x, 0), Zoom(660)]);
    Some(match sign {
        Sign::Seat => vec![use_of("seat", 1200)],
        Sign::Town => vec![use_of("town", 1200)],
        Sign::Walls => vec![wall("walls1", -100), wall("walls2", -8), wall("walls3", 94)],
        Sign::Port => vec![use_of("port", 1400)],
        Sign::Pass => vec![use_of("pass", 750)],
        Sign::Ridge => super::ground::ridge("M-130 0H130"),
        Sign::Rough => soil(Soil::Rough, "hill"),
        Sign::Woods => soil(Soil::Woods, "tree"),
        Sign::Marsh => soil(Soil::Marsh, "reed"),
        Sign::Mountain => soil(Soil::Mountain, "peak"),
        Sign::Desert => soil(Soil::Desert, "sand"),
        Sign::Fog => vec![paper(block().tiled("fog"))],
        Sign::Shut => vec![paper(block().fill("#e9e6de"))],
        _ => return None,
    })
}
