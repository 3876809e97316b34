//! Counters: forces, stacks and squadrons as they are drawn.
//!
//! The frame tells whose it is to us before the colour does: our own is a square block, an ally's
//! has round ends, a force that is seen has points. An army bears a flag.

use super::canvas::Turn::{Scale, Shift, Zoom};
use super::canvas::{
    Canvas, Colour, Look, Shape, again, circle, group, path, rect_at, rounded, text,
};
use super::ink::{paint, short};
use super::stand::{Group, Thing};
use kit::chart::{Arm, Chart, Counter, Party, Size, Stance};
use kit::sight::Sight;

/// The width of a counter at its full scale.
const FULL: i32 = 440;

/// Draws the counters of a space.
pub fn draw_group(chart: &Chart, cell: i32, group: &Group, canvas: &mut Canvas) {
    for placed in &group.placed {
        let (x, y) = placed.middle;
        let turns = vec![Shift(x, y), Scale(placed.scale * cell / 720)];
        let drawn = match placed.thing {
            Thing::Counter(counter) => one(&chart.parties, counter, Look::Transform(turns)),
            Thing::Rest(count) => rest(count).transform(turns),
            Thing::Deeds => continue,
        };
        canvas.add(drawn);
    }
}

/// The counter that counts those for which there is no room.
fn rest(count: usize) -> Shape {
    group(vec![
        rounded((-200, -150), (400, 300), 30).fill("#fffaf0").stroke("#14110c", 18),
        text("count", None, 60, format!("+{count}")).style([Look::Size(150)]),
    ])
}

/// The outline of a counter by how its power stands to the viewer.
pub fn outline(stance: Stance) -> &'static str {
    match stance {
        Stance::Own => "M-205 -150H205V150H-205Z",
        Stance::Ally => "M-75 -150H75A150 150 0 0 1 75 150H-75A150 150 0 0 1 -75 -150Z",
        Stance::Enemy => "M-140 -150H140L220 0L140 150H-140L-220 0Z",
        Stance::Neutral => "M-150 -150H150L205 -95V95L150 150H-150L-205 95V-95Z",
    }
}

/// One counter, round the middle of its own paper, which lies where it is told.
pub fn one(parties: &[Party], counter: &Counter, place: Look) -> Shape {
    let party = &parties[usize::from(counter.party)];
    let paint = paint(party.livery);
    let faded = counter.sight <= Sight::Remembered;
    let outline = || path(outline(party.stance));
    let width = match party.stance {
        Stance::Own => 26,
        Stance::Ally => 18,
        Stance::Enemy | Stance::Neutral => 16,
    };
    let mut parts = vec![];
    if counter.size == Size::Army {
        let flag = path("M-150 -290H20L-18 -240L20 -190H-150Z");
        parts.push(path("M-150 -140V-290").stroke("#14110c", 20));
        parts.push(flag.fill(paint.fill).stroke("#14110c", 16));
    }
    if counter.plight.besieged {
        let walls = "M-226 176H226V120H180V150H120V120H66V150H-66V120H-120V150H-180V120H-226Z";
        parts.push(path(walls).fill("#8d7a58").stroke("#14110c", 14));
    }
    parts.push(outline().transform([Shift(14, 16)]).fill("#000").fill_opacity(300));
    parts.push(outline().fill(paint.fill));
    let edge = outline().tiled(paint.name).stroke("#14110c", width);
    parts.push(if faded { edge.dashes("40 30") } else { edge });
    if party.stance == Stance::Own {
        parts.push(path("M-182 -127H182V127H-182Z").fill("none").stroke("#fffaf0", 9));
    }
    figures(counter, paint.fill, paint.ink, &mut parts);
    badges(counter, &mut parts);
    let drawn = group(parts).look(place);
    if faded { drawn.look(Look::Opacity(500)) } else { drawn }
}

/// The sign of the arm and the strength.
fn figures(counter: &Counter, fill: Colour, letters: Colour, parts: &mut Vec<Shape>) {
    let bounds = counter.bounds.map(|[low, high]| format!("{low}-{high}"));
    let strength = bounds.filter(|bounds| bounds.len() <= 5).or_else(|| strength(counter));
    let x = if strength.is_none() { 0 } else { -62 };
    parts.push(group(arm(counter)).transform([Shift(x, 0)]));
    if let Some(strength) = strength {
        let size = match strength.len() {
            0 | 1 => 200,
            2 => 158,
            3 => 118,
            4 => 88,
            _ => 72,
        };
        parts.push(text("count", Some(112), size * 36 / 100, short(&strength, 5)).style([
            Look::Size(size),
            Look::Fill(letters),
            Look::Stroke(fill),
            Look::StrokeWidth(46),
        ]));
    }
}

/// The strength, with a sign where it is not sure.
fn strength(counter: &Counter) -> Option<String> {
    match (counter.strength, counter.sight) {
        (Some(strength), Sight::Full | Sight::Counted) => Some(strength.to_string()),
        (Some(strength), _) => Some(format!("~{strength}")),
        (None, Sight::Full) => None,
        (None, _) => Some("?".to_owned()),
    }
}

/// The sign of an arm: on a white block, as on the maps of the staff.
fn arm(counter: &Counter) -> Vec<Shape> {
    let white = |shape: Shape| shape.fill("#fffaf0").stroke("#14110c", 13);
    let block = || white(rect_at((-92, -66), (184, 132)));
    let disc = || white(circle(88));
    let line = |lines: &str, width| path(lines).fill("none").stroke("#14110c", width);
    let cross = || line("M-92 -66L92 66M-92 66L92 -66", 13);
    let sign =
        |id: &str, size, fill| again(id).transform([Zoom(size)]).fill(fill).stroke("#14110c", 18);
    match counter.arm {
        Arm::Foot => vec![block(), cross()],
        Arm::Horse => vec![block(), line("M-92 66L92 -66", 15)],
        Arm::Mixed => {
            let half = path("M-92 66V-66L92 66Z").fill("#14110c").fill_opacity(280);
            vec![block(), half, cross()]
        }
        Arm::Guns => vec![block(), circle(30).fill("#14110c")],
        Arm::Engineers => vec![block(), line("M-60 36V-26H60V36M0 -26V36", 15)],
        Arm::Train => vec![disc(), sign("wheel", 1000, "none")],
        Arm::Depot => vec![disc(), sign("house", 950, "#d8c49a")],
        Arm::Leader => vec![disc(), sign("star", 1100, "#14110c")],
        Arm::Ships => vec![disc(), sign("anchor", 900, "none")],
        Arm::Unknown if counter.name.is_empty() => vec![block()],
        Arm::Unknown => vec![block(), sign("star", 850, "#14110c")],
    }
}

/// What a force suffers, as discs at its corners.
fn badges(counter: &Counter, parts: &mut Vec<Shape>) {
    const RIGHT: i32 = FULL / 2 - 30;
    let line = |lines: &str, colour, width| path(lines).fill("none").stroke(colour, width);
    if counter.plight.disordered {
        let badge = vec![
            circle(74).fill("#fffaf0").stroke("#14110c", 14),
            line("M-46 -6L-18 -34L8 10L44 -22M-30 40L-2 14L26 44", "#8c1c13", 20),
        ];
        parts.push(group(badge).transform([Shift(RIGHT, -140)]));
    }
    if counter.plight.unfed {
        let badge = vec![
            circle(74).fill("#fffaf0").stroke("#8c1c13", 18),
            line("M-40 -12H40Q36 40 0 40Q-36 40 -40 -12Z", "#14110c", 16),
            path("M-52 52L52 -52").stroke("#8c1c13", 18),
        ];
        parts.push(group(badge).transform([Shift(RIGHT, 140)]));
    }
}
