//! Dots for programs that show no SVG: a PNG of a drawing, with fonts that the binary brings.
//!
//! Fonts of the machine are never looked at, so that the same drawing gives the same dots anywhere.
//! A map has few colours, so the picture is written with a palette: a third of the bytes.

use super::Drawing;

/// Why a drawing cannot be turned into dots.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    #[error("a picture is 1 to {most} dots wide, not {width}")]
    Width { width: u32, most: u32 },
    #[error("the picture cannot be written: {0}")]
    Picture(String),
    #[error("this program was built without pictures; build it with the feature `png`")]
    NotBuilt,
}

/// Turns a drawing into a PNG of so many dots in width.
#[cfg(feature = "png")]
pub fn png(drawing: &Drawing, width: u32) -> Result<Vec<u8>, MapError> {
    dots::png(drawing, width)
}

/// Says that this program makes no pictures.
#[cfg(not(feature = "png"))]
pub fn png(_drawing: &Drawing, _width: u32) -> Result<Vec<u8>, MapError> {
    Err(MapError::NotBuilt)
}

#[cfg(feature = "png")]
mod dots {
    use super::MapError;
    use crate::map::canvas::{Drawing, dots};
    use std::cmp::Reverse;
    use tiny_skia::{Color, Pixmap};

    /// The widest picture that is made, and the highest.
    const MOST: u32 = 8000;

    pub fn png(drawing: &Drawing, width: u32) -> Result<Vec<u8>, MapError> {
        let dots = paint(drawing, width)?;
        write(&dots).map_err(|error| MapError::Picture(error.to_string()))
    }

    /// The dots of a drawing on white paper.
    pub fn paint(drawing: &Drawing, width: u32) -> Result<Pixmap, MapError> {
        if !(1..=MOST).contains(&width) {
            return Err(MapError::Width { width, most: MOST });
        }
        let (wide, high) = drawing.pixels();
        let scale = width as f32 / wide.max(1) as f32;
        let height = ((high as f32 * scale).ceil() as u32).clamp(1, MOST);
        let mut dots = Pixmap::new(width, height)
            .ok_or_else(|| MapError::Picture(format!("{width} by {height} dots")))?;
        dots.fill(Color::WHITE);
        dots::draw(drawing, scale, &mut dots);
        Ok(dots)
    }

    /// A colour in fifteen bits: near enough for paper and ink.
    fn coarse(red: u8, green: u8, blue: u8) -> usize {
        (usize::from(red) >> 3 << 10) | (usize::from(green) >> 3 << 5) | (usize::from(blue) >> 3)
    }

    /// Writes the dots with the palette of their 256 commonest colours.
    fn write(dots: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
        let mut counts = vec![0u32; 1 << 15];
        let mut sums = vec![[0u64; 3]; 1 << 15];
        for dot in dots.pixels() {
            let (red, green, blue) = (dot.red(), dot.green(), dot.blue());
            let at = coarse(red, green, blue);
            counts[at] += 1;
            for (sum, part) in sums[at].iter_mut().zip([red, green, blue]) {
                *sum += u64::from(part);
            }
        }
        let mut common: Vec<usize> = (0..counts.len()).filter(|at| counts[*at] > 0).collect();
        common.sort_by_key(|at| (Reverse(counts[*at]), *at));
        let kept = &common[..common.len().min(256)];
        let mean = |at: usize| sums[at].map(|sum| (sum / u64::from(counts[at].max(1))) as u8);
        let palette: Vec<[u8; 3]> = kept.iter().map(|at| mean(*at)).collect();
        let mut nearest = vec![0u8; counts.len()];
        for at in common {
            nearest[at] = closest(&palette, mean(at));
        }
        let index: Vec<u8> = dots
            .pixels()
            .iter()
            .map(|dot| nearest[coarse(dot.red(), dot.green(), dot.blue())])
            .collect();
        let mut bytes = vec![];
        let mut encoder = png::Encoder::new(&mut bytes, dots.width(), dots.height());
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_palette(palette.concat());
        // A few bytes in a hundred more than the usual level, in two thirds of its time.
        encoder.set_deflate_compression(png::DeflateCompression::Level(4));
        encoder.set_filter(png::Filter::NoFilter);
        encoder.write_header()?.write_image_data(&index)?;
        Ok(bytes)
    }

    /// The place of the nearest colour in a palette.
    fn closest(palette: &[[u8; 3]], colour: [u8; 3]) -> u8 {
        let far = |other: &[u8; 3]| -> u32 {
            let off = |part: usize| u32::from(colour[part].abs_diff(other[part]));
            3 * off(0) * off(0) + 6 * off(1) * off(1) + off(2) * off(2)
        };
        let nth = (0..palette.len()).min_by_key(|nth| (far(&palette[*nth]), *nth));
        u8::try_from(nth.unwrap_or_default()).unwrap_or_default()
    }
}

#[cfg(feature = "png")]
#[cfg(test)]
mod tests {
    use super::dots::paint;
    use crate::map::canvas::{Form, Look, Shape, Turn};
    use crate::map::layout::Point;
    use crate::map::{self, Drawing, Size};
    use kit::chart::{
        Arm, Cell, Chart, Counter, Course, Gait, Grid, Land, Livery, Party, Place, Plight,
        Size as Body, Soil, Spot, Stance,
    };
    use kit::ground::Space;
    use kit::sight::Sight;
    use tiny_skia::Pixmap;

    /// A board of eight squares by six: sea in the east, a town, and two counters without hatching.
    fn board() -> Chart {
        let cell = |nth: u16| Cell {
            soil: if nth >= 30 { Soil::Sea } else { Soil::Open },
            region: None,
            water: None,
            shut: false,
            number: nth.to_string(),
        };
        let place = Place {
            at: Space(7),
            name: "Town".to_owned(),
            seat: false,
            walls: 0,
            port: false,
            holder: None,
        };
        let counter = |at, sight, strength| Counter {
            party: 0,
            spot: Spot::Cell(Space(at)),
            name: String::new(),
            arm: Arm::Foot,
            size: Body::Corps,
            strength,
            bounds: None,
            sight,
            since: None,
            plight: Plight::default(),
            inside: String::new(),
        };
        let party = Party { name: String::new(), stance: Stance::Own, livery: Livery::Argent };
        let empty = Chart::new("Board", "Nobody", "spring 1800".to_owned());
        Chart {
            land: Land {
                grid: Grid::Squares { columns: 8, rows: 6 },
                cells: (0..48).map(cell).collect(),
                places: vec![place],
                ..empty.land
            },
            parties: vec![party],
            counters: vec![
                counter(15, Sight::Full, Some(2)),
                counter(21, Sight::Remembered, Some(2)),
            ],
            focus: (0..48).map(|at| (Space(at), 1)).collect(),
            unseen: vec![Space(13)],
            ..empty
        }
    }

    /// The places of the shapes of a kind, on the whole paper.
    fn places(shapes: &[Shape], from: Point, is: &impl Fn(&Shape) -> bool) -> Vec<Point> {
        let mut found = vec![];
        for shape in shapes {
            let mut at = from;
            for look in &shape.looks {
                if let Look::Transform(turns) = look
                    && let Some(Turn::Shift(x, y)) = turns.first()
                {
                    at = (at.0 + x, at.1 + y);
                }
            }
            let mut here = at;
            if let Form::Use { x, y, .. } = shape.form {
                here = (at.0 + x.unwrap_or_default(), at.1 + y.unwrap_or_default());
            }
            if is(shape) {
                found.push(here);
            }
            found.extend(places(&shape.parts, at, is));
        }
        found
    }

    /// The colour of the dot at a place of the paper.
    fn colour(drawing: &Drawing, dots: &Pixmap, (x, y): Point) -> String {
        let of = |at: i32| u32::try_from(at * dots.width() as i32 / drawing.size.0).unwrap();
        let dot = dots.pixel(of(x), of(y)).unwrap();
        format!("#{:02x}{:02x}{:02x}", dot.red(), dot.green(), dot.blue())
    }

    #[test]
    fn things_have_their_colours() {
        let drawing = map::draw(&board(), Size::Mail);
        let dots = paint(&drawing, 3000).unwrap();
        let colour = |(x, y): Point, across, down| colour(&drawing, &dots, (x + across, y + down));
        let is_town = |shape: &Shape| matches!(&shape.form, Form::Use { id, .. } if id == "town");
        let town = places(&drawing.shapes, (0, 0), &is_town)[0];
        assert_eq!(colour(town, 0, 0), "#fffaf0", "inside the ring");
        for (across, down) in [(32, 0), (-32, 0), (0, 32), (22, -22)] {
            assert_eq!(colour(town, across, down), "#2b2318", "the ring of a town");
        }
        let is_counter = |shape: &Shape| {
            let placed = shape.looks.iter().any(|look| {
                matches!(look, Look::Transform(turns)
                    if matches!(turns[..], [Turn::Shift(..), Turn::Scale(_)]))
            });
            placed && shape.parts.len() > 4
        };
        let counters = places(&drawing.shapes, (0, 0), &is_counter);
        let (seen, remembered) = (counters[0], counters[1]);
        assert_eq!(colour(seen, 0, 110), "#e8e8e8", "the paint of the power");
        assert_eq!(colour(seen, -75, 0), "#14110c", "a cross for infantry");
        // Half of the paint, and half of the land under it.
        assert_eq!(colour(remembered, 0, 110), "#efebe2", "what is remembered is faded");
        let sea = (9000, seen.1);
        assert_eq!(colour(sea, 0, 0), "#dfe9ea", "the sea");
        assert_eq!(colour((20, 20), 0, 0), "#f8f3e6", "the paper");
    }

    #[test]
    fn ways_of_the_season_before_are_lighter() {
        let plain = board();
        let way = Course {
            party: 0,
            name: "Nobody".to_owned(),
            gait: Gait::March,
            path: vec![Spot::Cell(Space(1)), Spot::Cell(Space(4))],
        };
        let dots = |chart: &Chart| paint(&map::draw(chart, Size::Mail), 1000).unwrap();
        let ink = |bare: &Pixmap, other: &Pixmap| -> u64 {
            let parts = bare.data().iter().zip(other.data());
            parts.map(|(a, b)| u64::from(a.abs_diff(*b))).sum()
        };
        for livery in Livery::ALL {
            let party = Party { livery, ..plain.parties[0].clone() };
            let none = Chart { parties: vec![party], ..plain.clone() };
            let now = Chart { courses: vec![way.clone()], ..none.clone() };
            let before = Chart { earlier: vec![way.clone()], ..none.clone() };
            let bare = dots(&none);
            let [now, before] = [now, before].map(|chart| ink(&bare, &dots(&chart)));
            assert!(before > 20_000, "{livery:?}: {before} is not seen");
            assert!(3 * before < 2 * now, "{livery:?}: {before} is not lighter than {now}");
        }
        let told = map::told(&Chart { earlier: vec![way], ..plain });
        assert!(told.contains("The same of the season before:\n  Nobody goes: 1 - 4\n"), "{told}");
    }

    #[test]
    fn words_and_fog_are_drawn() {
        let chart = board();
        let mut silent = chart.clone();
        silent.land.places[0].name.clear();
        let mut clear = chart.clone();
        clear.unseen.clear();
        let dots = |chart: &Chart| paint(&map::draw(chart, Size::Mail), 1000).unwrap();
        let whole = dots(&chart);
        assert_eq!(whole.data(), dots(&chart).data(), "the same drawing gives the same dots");
        let others = |other: &Pixmap| {
            whole.pixels().iter().zip(other.pixels()).filter(|(a, b)| a != b).count()
        };
        let letters = others(&dots(&silent));
        assert!((200..1200).contains(&letters), "{letters} dots for four letters with their halo");
        let fog = others(&dots(&clear));
        assert!((1500..1900).contains(&fog), "{fog} dots for the fog of a square");
    }
}
