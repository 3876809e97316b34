//! The signs that are drawn once and used many times: hills, trees, towns, arms.

use super::canvas::Turn::Zoom;
use super::canvas::{
    Canvas, Shape, again, again_at, circle, circle_at, circle_down, definitions, group, path,
};

/// The outline of the walls of a town by their level.
pub const WALLS: [&str; 3] = [
    "M0 -72L22 -22L72 0L22 22L0 72L-22 22L-72 0L-22 -22Z",
    "M0 -84L22 -38L73 -42L44 0L73 42L22 38L0 84L-22 38L-73 42L-44 0L-73 -42L-22 -38Z",
    "M0 -98L22 -53L69 -69L53 -22L98 0L53 22L69 69L22 53L0 98L-22 53L-69 69L-53 22L-98 0L-53 -22\
     L-69 -69L-22 -53Z",
];

/// Three ways to scatter things over a space, in hundredths of its width.
const PLACES: [[(i32, i32); 5]; 3] = [
    [(-22, -18), (12, -26), (26, 6), (-8, 8), (-20, 28)],
    [(-26, 2), (-6, -26), (20, -12), (4, 14), (24, 26)],
    [(-12, -24), (24, -22), (-24, 14), (6, 4), (16, 28)],
];

/// Draws all signs for spaces of this width.
pub fn define(cell: i32, canvas: &mut Canvas) {
    let mut signs = nature();
    for (kind, sign, count) in
        [("m", "peak", 4), ("r", "hill", 3), ("w", "tree", 5), ("s", "reed", 3), ("d", "sand", 5)]
    {
        for (nth, places) in PLACES.iter().enumerate() {
            let mut places = places[..count].to_vec();
            places.sort_by_key(|(_, y)| *y);
            let scattered = places
                .into_iter()
                .map(|(x, y)| again_at(sign, (x * cell / 100, y * cell / 100)))
                .collect();
            signs.push(group(scattered).named(format!("{kind}{nth}")));
        }
    }
    let posts = || path("M-26 -58V58M26 -58V58");
    signs.push(
        group(vec![posts().stroke("#f5eedb", 34), posts().stroke("#4a3a26", 16)])
            .named("bridge")
            .fill("none"),
    );
    // A pass is a light disc with a road over it, so that it breaks a chain of mountains.
    let slopes = path("M-66 -50Q-22 0 -66 50M66 -50Q22 0 66 50");
    signs.push(
        group(vec![
            circle(84).fill("#fffaf0").stroke("#7d2f24", 16),
            path("M0 -104V104").stroke("#7d2f24", 26),
            slopes.stroke("#4f3517", 18),
        ])
        .named("pass")
        .fill("none"),
    );
    signs.extend(symbols());
    signs.extend(towns());
    canvas.add(definitions(signs));
}

/// What grows and rises.
fn nature() -> Vec<Shape> {
    let hill = vec![
        path("M-56 32Q-30 -34 0 -36Q28 -32 52 32"),
        path("M8 -26L22 22M22 -20L40 26").stroke_width(8),
    ];
    let peak = vec![
        path("M-66 44L-8 -58L60 44").fill("#ead9b6"),
        path("M-2 -44L16 36M10 -30L32 36M20 -12L48 38").stroke_width(9),
    ];
    let tree = vec![
        circle(27).fill("#b9c98d").stroke("#6f8250", 9),
        path("M0 27V44").stroke("#6f8250", 10),
    ];
    let reed = vec![path("M-50 10H50M-26 30H30M0 4V-34M-18 4L-28 -24M18 4L28 -24")];
    let sand = vec![circle(8), circle_at((34, 20), 8), circle_at((-30, 26), 8)];
    vec![
        group(hill).named("hill").fill("none").stroke("#8b6f45", 11),
        group(peak).named("peak").fill("none").stroke("#80643c", 11),
        group(tree).named("tree"),
        group(reed).named("reed").fill("none").stroke("#5d8a86", 10),
        group(sand).named("sand").fill("#a98d55"),
    ]
}

/// The signs of arms and deeds.
fn symbols() -> Vec<Shape> {
    let anchor =
        vec![circle_down(-58, 18), path("M0 -40V64M-38 -18H38M-62 18Q-54 64 0 66Q54 64 62 18")];
    let wheel = vec![
        circle(52),
        circle(10),
        path("M0 -52V52M-52 0H52M-37 -37L37 37M-37 37L37 -37").stroke_width(8),
    ];
    let swords = vec![
        path("M-70 60L62 -72M70 60L-62 -72").stroke("#fbf6e8", 52),
        path("M-70 60L62 -72M70 60L-62 -72M-66 22L-30 58M66 22L30 58").stroke("#8c1c13", 22),
    ];
    let small = |colour, width| again("anchor").transform([Zoom(620)]).stroke(colour, width);
    vec![
        group(anchor).named("anchor").fill("none"),
        group(wheel).named("wheel").fill("none"),
        group(vec![path("M-56 54V-10L0 -54L56 -10V54Z")]).named("house"),
        group(vec![path("M-80 50V-36H80V50M0 -36V50")]).named("arch").fill("none"),
        path("M0 -62L15 -21L59 -19L24 8L36 50L0 26L-36 50L-24 8L-59 -19L-15 -21Z").named("star"),
        group(swords).named("swords").fill("none"),
        group(vec![small("#f6f0e0", 50), small("#2f5a70", 24)]).named("port"),
    ]
}

/// The signs of towns.
fn towns() -> Vec<Shape> {
    let walls = WALLS.into_iter().zip(1..).map(|(walls, nth)| {
        path(walls).named(format!("walls{nth}")).fill("#fffaf0").stroke("#2b2318", 17)
    });
    let ring = |radius| circle(radius).fill("#fffaf0").stroke("#2b2318", 16);
    let seat = vec![ring(40), circle(15).fill("#2b2318")];
    walls.chain([ring(32).named("town"), group(seat).named("seat")]).collect()
}
