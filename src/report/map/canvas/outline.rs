//! Outlines of shapes: what is written in the notation of SVG, as lines and curves.
//!
//! As much of the notation is read as the maps use: `M L H V Q A Z` and `l h v q`, with whole numbers,
//! and arcs of circles only.

use super::{Form, Point};
use tiny_skia::{Path, PathBuilder, Rect};

/// The outline of a shape on its own paper, if it has one.
pub fn outline(form: &Form) -> Option<Path> {
    let part = |part: i32| part as f32;
    match form {
        Form::Path(lines) => read(lines),
        Form::Rect { at, size, round: None } => {
            let (x, y) = at.unwrap_or_default();
            let rect = Rect::from_xywh(part(x), part(y), part(size.0), part(size.1))?;
            Some(PathBuilder::from_rect(rect))
        }
        Form::Rect { at, size, round: Some(round) } => {
            rounded(at.unwrap_or_default(), *size, *round)
        }
        Form::Circle { x, y, radius } => {
            let (x, y) = (x.unwrap_or_default(), y.unwrap_or_default());
            PathBuilder::from_circle(part(x), part(y), part(*radius))
        }
        Form::Group
        | Form::Use { .. }
        | Form::Text { .. }
        | Form::Definitions
        | Form::Clip
        | Form::Pattern { .. }
        | Form::Sheet => None,
    }
}

fn rounded((x, y): Point, (width, height): Point, round: i32) -> Option<Path> {
    let (right, low) = (x + width, y + height);
    let corner = format!("A{round} {round} 0 0 1");
    read(&format!(
        "M{} {y}H{}{corner} {right} {}V{}{corner} {} {low}H{}{corner} {x} {}V{}{corner} {} {y}Z",
        x + round,
        right - round,
        y + round,
        low - round,
        right - round,
        x + round,
        low - round,
        y + round,
        x + round
    ))
}

/// Reads lines and curves; none if there is nothing to draw.
fn read(lines: &str) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (mut start, mut at) = ((0.0, 0.0), (0.0, 0.0));
    let letters = |letter: char| letter.is_ascii_alphabetic();
    let begins = lines.match_indices(letters).map(|(begin, _)| begin);
    let ends = begins.clone().skip(1).chain([lines.len()]);
    for (begin, end) in begins.zip(ends) {
        let numbers: Vec<f32> = numbers(&lines[begin + 1..end]).collect();
        let command = lines.as_bytes()[begin];
        let (ox, oy) = if command.is_ascii_lowercase() { at } else { (0.0, 0.0) };
        match (command.to_ascii_uppercase(), numbers.as_slice()) {
            (b'M', [x, y]) => {
                (start, at) = ((*x, *y), (*x, *y));
                path.move_to(*x, *y);
            }
            (b'L', [x, y]) => {
                at = (ox + x, oy + y);
                path.line_to(at.0, at.1);
            }
            (b'H', [x]) => {
                at.0 = ox + x;
                path.line_to(at.0, at.1);
            }
            (b'V', [y]) => {
                at.1 = oy + y;
                path.line_to(at.0, at.1);
            }
            (b'Q', [hx, hy, x, y]) => {
                at = (ox + x, oy + y);
                path.quad_to(ox + hx, oy + hy, at.0, at.1);
            }
            (b'A', [radius, _, _, large, sweep, x, y]) => {
                arc(at, (*x, *y), *radius, *large != 0.0, *sweep != 0.0, &mut path);
                at = (*x, *y);
            }
            (b'Z', []) => {
                path.close();
                at = start;
            }
            _ => debug_assert!(false, "{} is not in our notation", &lines[begin..end]),
        }
    }
    path.finish()
}

/// The numbers between two letters; a minus begins a number as a space does.
fn numbers(words: &str) -> impl Iterator<Item = f32> {
    let spaced = words.replace('-', " -");
    let numbers: Vec<f32> = spaced.split_whitespace().filter_map(|one| one.parse().ok()).collect();
    numbers.into_iter()
}

/// Draws an arc of a circle, in parts of a quarter of the circle at most.
///
/// It uses sums, products and square roots alone, which every machine rounds alike; sines come from the machine's own
/// library.
fn arc(
    from: (f32, f32),
    to: (f32, f32),
    radius: f32,
    large: bool,
    sweep: bool,
    path: &mut PathBuilder,
) {
    if from == to || radius <= 0.0 {
        return path.line_to(to.0, to.1);
    }
    let half = ((to.0 - from.0) / 2.0, (to.1 - from.1) / 2.0);
    let reach = length(half);
    let radius = radius.max(reach);
    let off = (radius * radius - reach * reach).max(0.0).sqrt() / reach.max(f32::MIN_POSITIVE);
    let off = if large == sweep { -off } else { off };
    let centre = (from.0 + half.0 - off * half.1, from.1 + half.1 + off * half.0);
    let spoke = |at: (f32, f32)| ((at.0 - centre.0) / radius, (at.1 - centre.1) / radius);
    let turn = if sweep { 1.0 } else { -1.0 };
    let mut spokes = vec![spoke(from), spoke(to)];
    // Three halvings are enough for a whole circle.
    while spokes.len() <= 4
        && spokes.windows(2).any(|part| more_than_a_quarter(part[0], part[1], turn))
    {
        let halved = spokes.windows(2).flat_map(|part| [part[0], between(part[0], part[1], turn)]);
        let last = spokes[spokes.len() - 1];
        spokes = halved.chain([last]).collect();
    }
    for part in spokes.windows(2) {
        let [begin, end] = [part[0], part[1]];
        // Sine and cosine of half the angle between the spokes give the length of the handles.
        let cosine = begin.0 * end.0 + begin.1 * end.1;
        let (sine, cosine) =
            (((1.0 - cosine) / 2.0).max(0.0).sqrt(), ((1.0 + cosine) / 2.0).max(0.0).sqrt());
        let handle = turn * radius * sine / (1.0 + cosine) * 4.0 / 3.0;
        let point = |at: (f32, f32)| (centre.0 + radius * at.0, centre.1 + radius * at.1);
        let ((ax, ay), (bx, by)) = (point(begin), point(end));
        path.cubic_to(
            ax - handle * begin.1,
            ay + handle * begin.0,
            bx + handle * end.1,
            by - handle * end.0,
            bx,
            by,
        );
    }
}

fn length((x, y): (f32, f32)) -> f32 {
    (x * x + y * y).sqrt()
}

/// Whether it is more than a quarter of the circle from one spoke to another in the direction of `turn`.
fn more_than_a_quarter(begin: (f32, f32), end: (f32, f32), turn: f32) -> bool {
    const ROUNDED: f32 = 0.001;
    let sine = turn * (begin.0 * end.1 - begin.1 * end.0);
    let cosine = begin.0 * end.0 + begin.1 * end.1;
    sine <= 0.0 || cosine < -ROUNDED
}

/// The spoke half-way from one to another in the direction of `turn`, perpendicular to the chord.
fn between(begin: (f32, f32), end: (f32, f32), turn: f32) -> (f32, f32) {
    let square = (turn * (end.1 - begin.1), turn * (begin.0 - end.0));
    let long = length(square).max(f32::MIN_POSITIVE);
    (square.0 / long, square.1 / long)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(lines: &str) -> [i32; 4] {
        let bounds = read(lines).unwrap().compute_tight_bounds().unwrap();
        let parts = [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()];
        parts.map(|part| part.round() as i32)
    }

    #[test]
    fn lines_and_curves_are_read() {
        assert_eq!(bounds("M-10 -20H30V40L5 6Z"), [-10, -20, 30, 40]);
        assert_eq!(bounds("M10 10l-5 20h40v-60q0-20-10-20"), [5, -50, 45, 30]);
        assert_eq!(bounds("M0 0Q50 100 100 0"), [0, 0, 100, 50]);
        assert!(read("").is_none(), "nothing to draw");
    }

    #[test]
    fn arcs_are_parts_of_circles() {
        // The right half of a circle, then all of one in two halves.
        assert_eq!(bounds("M0 -150A150 150 0 0 1 0 150Z"), [0, -150, 150, 150]);
        assert_eq!(bounds("M0 -150A150 150 0 0 0 0 150Z"), [-150, -150, 0, 150]);
        let circle = "M-26 0A26 26 0 1 1 26 0A26 26 0 1 1 -26 0Z";
        assert_eq!(bounds(circle), [-26, -26, 26, 26]);
        // A quarter and the other three of the same circle.
        assert_eq!(bounds("M100 0A100 100 0 0 1 0 100"), [0, 0, 100, 100]);
        assert_eq!(bounds("M100 0A100 100 0 1 0 0 100"), [-100, -100, 100, 100]);
        assert_eq!(
            bounds("M10 10A50 50 0 1 1 10 10L20 30"),
            [10, 10, 20, 30],
            "an arc to where it begins"
        );
    }

    #[test]
    fn corners_are_rounded() {
        let shape = Form::Rect { at: Some((-200, -150)), size: (400, 300), round: Some(30) };
        let path = outline(&shape).unwrap();
        let bounds = path.compute_tight_bounds().unwrap();
        assert_eq!((bounds.left(), bounds.bottom()), (-200.0, 150.0));
        assert!(path.points().iter().all(|at| at.x.abs() + at.y.abs() < 340.0), "no sharp corner");
    }
}
