//! The field of a battle as a picture: its rows from the far end to the near one, at each moment, with
//! everybody who stands in them.
//!
//! It is narrower than a map, so that its letters can be read on a telephone. As on the map, our own
//! blocks are square and the enemy's have points; a block that is reduced has a broken edge, and one
//! that is routed a white flag.

use super::canvas::Turn::Shift;
use super::canvas::{
    Anchor, Canvas, Drawing, Look, Shape, circle, group, path, rect, rect_at, text,
};
use super::ink::{self, Paint, paint, short};
use super::layout::Point;
use kit::battlefield::{Battlefield, Kind, Moment, Piece, Row};
use kit::chart::Stance;

/// The width of the picture and its margin, in tenths of a pixel.
const WIDTH: i32 = 7200;
const EDGE: i32 = 110;
/// Where the blocks begin, right of the names of the rows.
const LEFT: i32 = 1180;
/// A block, with the room to the next one.
const BLOCK: i32 = 1400;
const STEP: Point = (1485, 640);
/// How many blocks stand beside each other.
const ACROSS: usize = 4;
/// The height of a row in which nobody stands.
const EMPTY: i32 = 240;
/// The size of the letters of a name or a note.
const NOTE: i32 = 190;
const DARK: &str = "#14110c";

/// Draws a battle.
pub fn draw(field: &Battlefield) -> Drawing {
    let mut canvas = Canvas::default();
    ink::styles(&mut canvas);
    let mut down = 420;
    let mut body = Canvas::default();
    body.add(text("head", Some(EDGE), 330, short(&field.title, 40)));
    for moment in &field.moments {
        down = draw_moment(field, moment, down, &mut body);
    }
    down = legend(field, down, &mut body);
    let size = (WIDTH, (down + 9) / 10 * 10);
    canvas.add(rect(size).fill("#f8f3e6"));
    canvas.lay(body);
    Drawing { size, title: field.title.clone(), told: told(field), shapes: canvas.shapes }
}

/// Says what the picture of a battle shows, for those who cannot see it.
pub fn told(field: &Battlefield) -> String {
    let mut said = vec![format!("{}.", field.title)];
    for Moment { heading, strengths, rows, notes } in &field.moments {
        said.push(format!("{heading}: {strengths}."));
        for row in rows.iter().filter(|row| !row.pieces.is_empty()) {
            let party = |one: &Piece| &field.parties[usize::from(one.party)].name;
            let mut groups: Vec<(&String, Vec<String>)> = vec![];
            for one in &row.pieces {
                let marks = [(one.reduced, ", reduced"), (one.routed, ", routed")];
                let marks = marks.into_iter().filter(|(is, _)| *is).map(|(_, mark)| mark);
                let words = format!("{} {}{}", one.name, one.strength, marks.collect::<String>());
                match groups.last_mut().filter(|(name, _)| *name == party(one)) {
                    Some((_, list)) => list.push(words),
                    None => groups.push((party(one), vec![words])),
                }
            }
            let groups = groups.iter().map(|(name, list)| format!("{name}: {}", list.join("; ")));
            said.push(format!("{}: {}.", row.name, groups.collect::<Vec<_>>().join(" / ")));
        }
        said.extend(notes.iter().cloned());
    }
    said.join(" ")
}

/// Draws a moment from a height on; gives the height below it.
fn draw_moment(field: &Battlefield, moment: &Moment, from: i32, canvas: &mut Canvas) -> i32 {
    let mut down = from + 250;
    let strengths = text("sub", Some(WIDTH - EDGE), down, moment.strengths.clone());
    canvas.add(strengths.style([Look::Size(200)]));
    let heading = text("note", Some(EDGE), down, moment.heading.clone());
    canvas.add(heading.style([Look::Size(230), Look::Bold]));
    down += 110;
    let top = down;
    let mut party = None;
    for row in &moment.rows {
        if party.is_some_and(|party| party != row.party) {
            // Here the two halves of the field meet.
            canvas.add(path(format!("M{EDGE} {down}H{}", WIDTH - EDGE)).stroke(DARK, 34));
        }
        party = Some(row.party);
        down = draw_row(field, row, down, canvas);
    }
    let frame = rect_at((EDGE, top), (WIDTH - 2 * EDGE, down - top));
    canvas.add(frame.fill("none").stroke(DARK, 18));
    for note in &moment.notes {
        for line in wrapped(note, WIDTH - 2 * EDGE) {
            down += 245;
            canvas.add(text("note", Some(EDGE), down, line).style([Look::Size(NOTE)]));
        }
    }
    down + 230
}

/// Draws a row from a height on; gives the height below it.
fn draw_row(field: &Battlefield, row: &Row, from: i32, canvas: &mut Canvas) -> i32 {
    let sides: Vec<&[Piece]> = row.pieces.chunk_by(|a, b| a.party == b.party).collect();
    let lines: Vec<&[Piece]> = sides.iter().flat_map(|side| side.chunks(ACROSS)).collect();
    let many = i32::try_from(lines.len()).expect("a field has few rows");
    let height = if lines.is_empty() { EMPTY } else { many * STEP.1 + 90 };
    let own = paint(field.parties[usize::from(row.party)].livery);
    let ground = rect_at((EDGE, from), (WIDTH - 2 * EDGE, height));
    canvas.add(ground.fill(own.fill).fill_opacity(90));
    canvas.add(path(format!("M{EDGE} {from}H{}", WIDTH - EDGE)).stroke("#b9a98a", 9));
    let middle = from + height / 2;
    let label = |y: i32, words: &str| {
        let words = text("region", Some(EDGE + 70), y, words);
        words.style([Look::Size(178), Look::Anchor(Anchor::Start), Look::Fill("#4a3f2c")])
    };
    match row.name.split_once(' ').filter(|_| !lines.is_empty()) {
        Some((one, other)) => {
            canvas.add(label(middle - 40, one));
            canvas.add(label(middle + 160, other));
        }
        None => canvas.add(label(middle + 60, &row.name)),
    }
    let mut y = from + 85;
    for line in lines {
        let mut x = LEFT;
        for piece in line {
            canvas.add(block(field, piece).transform([Shift(x, y)]));
            x += STEP.0;
        }
        y += STEP.1;
    }
    from + height
}

/// A block with its sign, its strength and its name; its least corner is the origin.
fn block(field: &Battlefield, piece: &Piece) -> Shape {
    let party = &field.parties[usize::from(piece.party)];
    let Paint { fill, ink, .. } = paint(party.livery);
    let outline = || {
        path(match party.stance {
            Stance::Own | Stance::Ally => "M0 0H1400V560H0Z",
            Stance::Enemy | Stance::Neutral => "M80 0H1320L1400 280L1320 560H80L0 280Z",
        })
    };
    let head = match party.stance {
        Stance::Own | Stance::Ally => path("M0 0H1400V320H0Z"),
        Stance::Enemy | Stance::Neutral => path("M80 0H1320L1400 280L1388 320H12L0 280Z"),
    };
    let edge = outline().fill("none").stroke(DARK, if piece.reduced { 30 } else { 22 });
    let mut parts = vec![
        outline().fill("#fffaf0"),
        head.fill(fill),
        if piece.reduced { edge.dashes("70 60") } else { edge },
        group(sign(piece.kind)).transform([Shift(350, 160)]),
        figure(&piece.strength, fill, ink),
    ];
    let room = BLOCK - 260;
    let wide = ink::width(&piece.name, NOTE, true) * 88 / 100;
    let size = if wide > room { NOTE * room / wide } else { NOTE };
    let name = text("who", Some(BLOCK / 2), 495, short(&piece.name, 26));
    parts.push(name.style([Look::Size(size), Look::Stroke("none")]));
    if piece.routed {
        parts.push(flag().transform([Shift(1140, 20)]));
    }
    group(parts)
}

fn figure(strength: &str, fill: &'static str, ink: &'static str) -> Shape {
    text("count", Some(850), 250, short(strength, 5)).style([
        Look::Size(250),
        Look::Fill(ink),
        Look::Stroke(fill),
        Look::StrokeWidth(46),
    ])
}

/// The white flag of those who are routed.
fn flag() -> Shape {
    group(vec![
        path("M0 270V10").fill("none").stroke(DARK, 26),
        path("M0 10H150L110 75L150 140H0Z").fill("#fff").stroke(DARK, 16),
    ])
}

/// The sign of what stands there, on a white block as on the maps of the staff.
fn sign(kind: Kind) -> Vec<Shape> {
    let block = || rect_at((-150, -100), (300, 200)).fill("#fffaf0").stroke(DARK, 16);
    let line = |lines: &str| path(lines).fill("none").stroke(DARK, 16);
    match kind {
        Kind::Foot => vec![block(), line("M-150 -100L150 100M-150 100L150 -100")],
        Kind::Horse => vec![block(), line("M-150 100L150 -100")],
        Kind::Guns => vec![block(), circle(46).fill(DARK)],
        Kind::Garrison => vec![block(), line("M-90 60V-20H90V60M0 -20V60")],
        Kind::Walls => vec![
            path("M-150 100V-100H-90V-45H-30V-100H30V-45H90V-100H150V100Z")
                .fill("#d8c49a")
                .stroke(DARK, 16),
        ],
    }
}

/// Explains the signs that show; gives the height below it.
fn legend(field: &Battlefield, from: i32, canvas: &mut Canvas) -> i32 {
    let all: Vec<&Piece> = field.moments.iter().flat_map(Moment::pieces).collect();
    let mut entries: Vec<(Shape, &str)> = vec![];
    for kind in Kind::ALL.into_iter().filter(|kind| all.iter().any(|one| one.kind == *kind)) {
        entries.push((group(sign(kind)), kind.word()));
    }
    if all.iter().any(|one| one.reduced) {
        let edge = rect_at((-150, -100), (300, 200)).fill("#fffaf0").stroke(DARK, 30);
        entries.push((edge.dashes("70 60"), "reduced"));
    }
    if all.iter().any(|one| one.routed) {
        entries.push((group(vec![flag().transform([Shift(-60, -140)])]), "routed"));
    }
    let (mut x, mut down) = (EDGE, from);
    for (sample, words) in entries {
        let wide = 460 + ink::width(words, 170, false);
        if x + wide > WIDTH - EDGE {
            (x, down) = (EDGE, down + 300);
        }
        canvas.add(sample.transform([Shift(x + 150, down)]));
        let words = text("note", Some(x + 360), down + 60, words);
        canvas.add(words.style([Look::Size(170)]));
        x += wide + 60;
    }
    down + 220
}

/// A note in lines that fit.
fn wrapped(note: &str, room: i32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in note.split_whitespace() {
        let last = lines.last_mut().expect("there is a line");
        let longer = if last.is_empty() { word.to_owned() } else { format!("{last} {word}") };
        if ink::width(&longer, NOTE, false) > room && !last.is_empty() {
            lines.push(word.to_owned());
        } else {
            *last = longer;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::chart::{Livery, Party};

    fn piece(party: u16, kind: Kind, name: &str, reduced: bool, routed: bool) -> Piece {
        let (name, strength) = (name.to_owned(), "5".to_owned());
        Piece { party, kind, name, strength, reduced, routed }
    }

    fn moment(heading: &str, rows: Vec<(&str, u16, Vec<Piece>)>, notes: &[&str]) -> Moment {
        let row = |(name, party, pieces): (&str, u16, Vec<Piece>)| Row {
            name: name.to_owned(),
            party,
            pieces,
        };
        Moment {
            heading: heading.to_owned(),
            strengths: "you 5; the enemy 5".to_owned(),
            rows: rows.into_iter().map(row).collect(),
            notes: notes.iter().map(|note| (*note).to_owned()).collect(),
        }
    }

    fn field() -> Battlefield {
        let party = |name: &str, stance, livery| Party { name: name.to_owned(), stance, livery };
        let began = vec![
            ("Enemy front", 1, vec![piece(1, Kind::Guns, "Liptay <guns>", false, false)]),
            ("French front", 0, vec![piece(0, Kind::Foot, "Augereau", false, false)]),
        ];
        let ended = vec![
            ("Enemy front", 1, vec![piece(1, Kind::Guns, "Liptay <guns>", true, true)]),
            ("French front", 0, vec![]),
        ];
        Battlefield {
            title: "Battle of Savona".to_owned(),
            number: 1,
            parties: vec![
                party("Yours", Stance::Own, Livery::Azure),
                party("The enemy's", Stance::Enemy, Livery::Or),
            ],
            moments: vec![
                moment("Before", began, &[]),
                moment("After", ended, &["You lost Augereau."]),
            ],
        }
    }

    #[test]
    fn who_stood_there_is_drawn_at_each_moment_and_told() {
        let svg = draw(&field()).svg();
        let page = roxmltree::Document::parse(&svg).unwrap();
        let words: Vec<&str> = page
            .descendants()
            .filter(|node| node.has_tag_name("text"))
            .filter_map(|node| node.text())
            .collect();
        let many = |word: &str| words.iter().filter(|found| **found == word).count();
        assert_eq!((many("Liptay <guns>"), many("Augereau")), (2, 1), "{words:?}");
        assert_eq!((many("You lost Augereau."), many("5")), (1, 3), "{words:?}");
        assert_eq!((many("cannon"), many("infantry"), many("cavalry")), (1, 1, 0), "{words:?}");
        assert_eq!((many("reduced"), many("routed")), (1, 1), "{words:?}");
        assert_eq!(svg.matches("stroke-dasharray").count(), 2, "the block and the legend");
        assert_eq!(
            told(&field()),
            "Battle of Savona. Before: you 5; the enemy 5. Enemy front: The enemy's: Liptay <guns> 5. \
             French front: Yours: Augereau 5. After: you 5; the enemy 5. Enemy front: The enemy's: \
             Liptay <guns> 5, reduced, routed. You lost Augereau."
        );
    }

    #[test]
    fn nobody_stands_on_another_and_nothing_runs_over_the_edge() {
        let mut field = field();
        let crowd =
            |party| (0..9).map(move |_| piece(party, Kind::Horse, "Dichat cavalry", true, true));
        let one = draw(&field).size;
        field.moments[0].rows[0].pieces = crowd(1).chain(crowd(0)).collect();
        let many = draw(&field).size;
        // Both sides in one row take three lines each.
        assert_eq!((many.0, many.1 - one.1), (WIDTH, 5 * STEP.1));
        let across = i32::try_from(ACROSS).unwrap();
        assert!(LEFT + (across - 1) * STEP.0 + BLOCK <= WIDTH - EDGE, "the last block is inside");
        assert!(STEP.0 > BLOCK && wrapped(&"Rosselmini, ".repeat(30), 4000).len() > 4);
    }
}
