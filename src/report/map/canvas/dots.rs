//! A drawing as dots.

use super::outline::outline;
use super::style::{Paint, Style};
use super::{Cap, Colour, Drawing, Form, Look, Shape, Turn, letters};
use std::collections::BTreeMap;
use tiny_skia::{
    Color, FillRule, FilterQuality, IntRect, LineCap, LineJoin, Mask, Path, Pattern, Pixmap, Rect,
    Shader, SpreadMode, Stroke, StrokeDash, Transform,
};

/// Draws onto dots, so many of them to a pixel of the SVG.
pub fn draw(drawing: &Drawing, dots_a_pixel: f32, dots: &mut Pixmap) {
    let mut defined = BTreeMap::new();
    drawing.shapes.iter().for_each(|shape| define(shape, &mut defined));
    let mut tiles = BTreeMap::new();
    let mut brush =
        Brush { defined: &defined, tiles: &mut tiles, onto: Onto::Dots(dots), mask: None };
    let transform = Transform::from_scale(dots_a_pixel, dots_a_pixel).pre_concat(fitted(drawing));
    let place = Place { transform, style: Style::initial() };
    drawing.shapes.iter().for_each(|shape| brush.draw(shape, &place));
}

/// From tenths of a pixel to pixels, as a browser does it: a drawing whose sides are not whole pixels
/// is made smaller by so much and stands in the middle.
fn fitted(drawing: &Drawing) -> Transform {
    let (width, height) = (drawing.size.0 as f32, drawing.size.1 as f32);
    let (wide, high) = drawing.pixels();
    let scale = (wide as f32 / width).min(high as f32 / height);
    let aside = |pixels: i32, length: f32| (pixels as f32 - length * scale) / 2.0;
    Transform::from_scale(scale, scale).post_translate(aside(wide, width), aside(high, height))
}

/// The shapes that have an id.
type Defined<'d> = BTreeMap<&'d str, &'d Shape>;

fn define<'d>(shape: &'d Shape, defined: &mut Defined<'d>) {
    if let Some(id) = &shape.id {
        defined.insert(id, shape);
    }
    shape.parts.iter().for_each(|part| define(part, defined));
}

/// Where a shape lies, and what it is given by its group.
#[derive(Clone)]
struct Place {
    transform: Transform,
    style: Style,
}

/// What is drawn onto.
enum Onto<'p> {
    Dots(&'p mut Pixmap),
    /// Nothing is drawn, but how far the shapes reach is kept.
    Reach(Option<Rect>),
}

/// The tiles of the patterns that were used, by their ids and scales.
type Tiles = BTreeMap<(&'static str, u32, u32), Option<Pixmap>>;

struct Brush<'d, 'p> {
    defined: &'d Defined<'d>,
    tiles: &'p mut Tiles,
    onto: Onto<'p>,
    /// Outside of it nothing is drawn of the shape at hand.
    mask: Option<Mask>,
}

impl<'d> Brush<'d, '_> {
    fn draw(&mut self, shape: &Shape, place: &Place) {
        if matches!(shape.form, Form::Definitions | Form::Clip | Form::Pattern { .. } | Form::Sheet)
        {
            return;
        }
        let mut place = Place { style: place.style.of(shape), ..place.clone() };
        let (mut opacity, mut area) = (1000, None);
        for look in &shape.looks {
            if let Look::Transform(turns) = look {
                place.transform = turns.iter().fold(place.transform, turned);
            }
            if let Look::Opacity(part) = look {
                opacity = *part;
            }
            if let Look::Clip(id) = look {
                area = self.area(id);
            }
        }
        match &area {
            None if opacity == 1000 => self.form(shape, &place),
            // One line in one colour needs no dots of its own to be cut.
            Some(area) if opacity == 1000 && is_one_colour(shape, &place.style) => {
                self.masked(shape, &place, area);
            }
            area => self.layer(shape, &place, area.as_ref(), opacity),
        }
    }

    /// Draws a shape of one colour where it is inside an area.
    fn masked(&mut self, shape: &Shape, place: &Place, area: &Path) {
        let size = match &self.onto {
            Onto::Dots(dots) => (dots.width(), dots.height()),
            Onto::Reach(_) => return self.layer(shape, place, Some(area), 1000),
        };
        let Some(mut mask) = Mask::new(size.0, size.1) else { return };
        mask.fill_path(area, FillRule::Winding, true, place.transform);
        self.mask = Some(mask);
        self.form(shape, place);
        self.mask = None;
    }

    /// The outline of a clip.
    fn area(&self, id: &str) -> Option<Path> {
        let area = self.defined.get(id)?.parts.first()?;
        match &area.form {
            Form::Use { id, .. } => outline(&self.defined.get(id.as_str())?.form),
            Form::Path(_) | Form::Rect { .. } | Form::Circle { .. } => outline(&area.form),
            Form::Group
            | Form::Text { .. }
            | Form::Definitions
            | Form::Clip
            | Form::Pattern { .. }
            | Form::Sheet => None,
        }
    }

    fn form(&mut self, shape: &Shape, place: &Place) {
        match &shape.form {
            Form::Group => shape.parts.iter().for_each(|part| self.draw(part, place)),
            Form::Use { id, x, y } => {
                if let Some(shape) = self.defined.get(id.as_str()) {
                    let (x, y) = (x.unwrap_or_default() as f32, y.unwrap_or_default() as f32);
                    let transform = place.transform.pre_translate(x, y);
                    self.draw(shape, &Place { transform, ..place.clone() });
                }
            }
            Form::Text { x, y, words, .. } => {
                let at = (x.unwrap_or_default() as f32, *y as f32);
                if let Some(path) = letters::outline(words, at, &place.style)
                    && !self.write(&path, place)
                {
                    self.paint(&path, place);
                }
            }
            Form::Path(_) | Form::Rect { .. } | Form::Circle { .. } => {
                if let Some(path) = outline(&shape.form) {
                    self.paint(&path, place);
                }
            }
            Form::Definitions | Form::Clip | Form::Pattern { .. } | Form::Sheet => {}
        }
    }

    /// Draws a shape on dots of its own, and lays what is inside an area over what is there.
    fn layer(&mut self, shape: &Shape, place: &Place, area: Option<&Path>, opacity: i32) {
        let reach = match area {
            Some(area) => area.bounds().transform(place.transform),
            None => {
                let onto = Onto::Reach(None);
                let mut brush =
                    Brush { defined: self.defined, tiles: self.tiles, onto, mask: None };
                brush.form(shape, place);
                brush.reach()
            }
        };
        let Some(reach) = reach else { return };
        let dots = match &mut self.onto {
            Onto::Dots(dots) => dots,
            Onto::Reach(all) => return widen(all, reach),
        };
        let Some(shown) = shown(reach, dots) else { return };
        let Some(mut layer) = Pixmap::new(shown.width(), shown.height()) else { return };
        let (x, y) = (shown.x(), shown.y());
        let transform = place.transform.post_translate(-x as f32, -y as f32);
        let inside = Place { transform, style: place.style.clone() };
        let onto = Onto::Dots(&mut layer);
        Brush { defined: self.defined, tiles: self.tiles, onto, mask: None }.form(shape, &inside);
        if let Some(area) = area
            && let Some(mut mask) = Mask::new(shown.width(), shown.height())
        {
            mask.fill_path(area, FillRule::Winding, true, transform);
            layer.apply_mask(&mask);
        }
        lay(&layer, (x, y), opacity, dots);
    }

    /// How far the shapes reached.
    fn reach(self) -> Option<Rect> {
        match self.onto {
            Onto::Dots(_) => None,
            Onto::Reach(all) => all,
        }
    }

    /// Draws letters with a halo: the halo is their shape, widened. Returns false for letters without one, which
    /// are drawn like any path.
    fn write(&mut self, path: &Path, place: &Place) -> bool {
        let style = &place.style;
        let (Paint::Flat(fill), true) = (style.fill, style.stroke_first) else { return false };
        let half = style.stroke_width as f32 / 2.0 * place.transform.get_scale().0;
        let Onto::Dots(dots) = &mut self.onto else { return false };
        if self.mask.is_some() || fill == "none" || style.stroke == "none" || half <= 0.0 {
            return false;
        }
        let reach = path.bounds().transform(place.transform);
        let reach = reach.and_then(|reach| reach.outset(half, half));
        let Some(shown) = reach.and_then(|reach| shown(reach, dots)) else { return true };
        let Some(mut letters) = Mask::new(shown.width(), shown.height()) else { return true };
        let (x, y) = (shown.x(), shown.y());
        let transform = place.transform.post_translate(-x as f32, -y as f32);
        letters.fill_path(path, FillRule::Winding, true, transform);
        let halo = widened(letters.data(), shown.width() as usize, half);
        ink(&halo, shown, tinted(style.stroke, style.stroke_opacity), dots);
        ink(letters.data(), shown, tinted(fill, style.fill_opacity), dots);
        true
    }

    /// Fills a path and draws its edge.
    fn paint(&mut self, path: &Path, place: &Place) {
        if place.style.stroke_first {
            self.stroke(path, place);
            self.fill(path, place);
        } else {
            self.fill(path, place);
            self.stroke(path, place);
        }
    }

    fn fill(&mut self, path: &Path, place: &Place) {
        let bounds = path.bounds();
        if bounds.width() == 0.0 || bounds.height() == 0.0 {
            return;
        }
        let style = &place.style;
        let tile = match style.fill {
            Paint::Flat("none") => return,
            Paint::Flat(_) => None,
            Paint::Tiled(id) => Some(id),
        };
        if let Onto::Reach(all) = &mut self.onto {
            return reached(all, bounds, place);
        }
        let (sx, sy) = place.transform.get_scale();
        if let Some(id) = tile {
            self.lay_tile(id, (sx, sy));
        }
        let Onto::Dots(dots) = &mut self.onto else { return };
        let mut paint = tiny_skia::Paint { anti_alias: true, ..tiny_skia::Paint::default() };
        match style.fill {
            Paint::Flat(colour) => paint.set_color(tinted(colour, style.fill_opacity)),
            Paint::Tiled(id) => match self.tiles.get(&(id, sx.to_bits(), sy.to_bits())) {
                Some(Some(tile)) => paint.shader = shader(tile, style.fill_opacity, (sx, sy)),
                Some(None) | None => return,
            },
        }
        let mask = self.mask.as_ref();
        dots.fill_path(path, &paint, FillRule::Winding, place.transform, mask);
    }

    fn stroke(&mut self, path: &Path, place: &Place) {
        let style = &place.style;
        if style.stroke == "none" || style.stroke_width == 0 {
            return;
        }
        let dots = match &mut self.onto {
            Onto::Dots(dots) => dots,
            Onto::Reach(all) => {
                let half = style.stroke_width as f32;
                let bounds = path.bounds();
                return reached(all, bounds.outset(half, half).unwrap_or(bounds), place);
            }
        };
        let mut paint = tiny_skia::Paint { anti_alias: true, ..tiny_skia::Paint::default() };
        paint.set_color(tinted(style.stroke, style.stroke_opacity));
        let lengths = style.dashes.split(' ').map_while(|length| length.parse().ok()).collect();
        let stroke = Stroke {
            width: style.stroke_width as f32,
            line_cap: match style.cap {
                Cap::Butt => LineCap::Butt,
                Cap::Round => LineCap::Round,
            },
            line_join: if style.round_joins { LineJoin::Round } else { LineJoin::Miter },
            dash: StrokeDash::new(lengths, 0.0),
            ..Stroke::default()
        };
        dots.stroke_path(path, &paint, &stroke, place.transform, self.mask.as_ref());
    }

    /// Draws the tile of a pattern at a scale, if that has not been done.
    fn lay_tile(&mut self, id: &'static str, (sx, sy): (f32, f32)) {
        let key = (id, sx.to_bits(), sy.to_bits());
        if self.tiles.contains_key(&key) {
            return;
        }
        let tile = self.defined.get(id).and_then(|pattern| {
            let Form::Pattern { size } = pattern.form else { return None };
            let dots = |length: i32, scale: f32| (length as f32 * scale).round() as u32;
            let mut tile = Pixmap::new(dots(size.0, sx), dots(size.1, sy))?;
            let transform = Transform::from_scale(sx, sy);
            let place = Place { transform, style: Style::initial() };
            let onto = Onto::Dots(&mut tile);
            let mut brush = Brush { defined: self.defined, tiles: self.tiles, onto, mask: None };
            pattern.parts.iter().for_each(|part| brush.draw(part, &place));
            Some(tile)
        });
        self.tiles.insert(key, tile);
    }
}

/// Whether a shape is one outline that is either filled or drawn round, without a pattern.
fn is_one_colour(shape: &Shape, style: &Style) -> bool {
    let outline = matches!(shape.form, Form::Path(_) | Form::Rect { .. } | Form::Circle { .. });
    let filled = style.fill != Paint::Flat("none");
    let drawn = style.stroke != "none" && style.stroke_width > 0;
    outline && filled != drawn && !matches!(style.fill, Paint::Tiled(_))
}

/// Lays dots over others, dot on dot, in thousandths of their colour. What the library has for it asks for
/// each dot anew where it comes from.
fn lay(layer: &Pixmap, (x, y): (i32, i32), opacity: i32, dots: &mut Pixmap) {
    const WHOLE: u32 = 255 * 1000;
    let opacity = u32::try_from(opacity).unwrap_or(0).min(1000);
    let at = |part: i32| usize::try_from(part).unwrap_or(0);
    let (from, to) = (layer.width() as usize * 4, dots.width() as usize * 4);
    let rows = dots.data_mut().chunks_exact_mut(to).skip(at(y));
    for (row, over) in rows.zip(layer.data().chunks_exact(from)) {
        for (dot, over) in row[at(x) * 4..].chunks_exact_mut(4).zip(over.chunks_exact(4)) {
            let left = WHOLE - u32::from(over[3]) * opacity;
            if left == 0 {
                dot.copy_from_slice(over);
            } else if left < WHOLE {
                for (part, over) in dot.iter_mut().zip(over) {
                    let sum = u32::from(*over) * opacity * 255 + u32::from(*part) * left;
                    *part = ((sum + WHOLE / 2) / WHOLE).min(255) as u8;
                }
            }
        }
    }
}

/// A shape, in rows of `row` dots, widened by `by` dots on all sides: each dot spreads over a disc.
fn widened(shape: &[u8], row: usize, by: f32) -> Vec<u8> {
    let reach = (by + 0.5).floor() as isize;
    let all = -reach..=reach;
    let disc: Vec<(isize, isize, u32)> = all
        .clone()
        .flat_map(|y| all.clone().map(move |x| (x, y)))
        .filter_map(|(x, y)| {
            let far = ((x * x + y * y) as f32).sqrt();
            let part = ((by + 0.5 - far).clamp(0.0, 1.0) * 255.0).round() as u32;
            (part > 0).then_some((x, y, part))
        })
        .collect();
    let mut wide = vec![0; shape.len()];
    let inside =
        |at: usize, step: isize, most: usize| at.checked_add_signed(step).filter(|at| *at < most);
    for (at, dot) in shape.iter().enumerate().filter(|(_, dot)| **dot > 0) {
        for (x, y, part) in &disc {
            let across = inside(at % row, *x, row);
            let down = inside(at / row, *y, shape.len() / row);
            if let Some((across, down)) = across.zip(down) {
                let spread = ((u32::from(*dot) * part + 127) / 255) as u8;
                let over: &mut u8 = &mut wide[down * row + across];
                *over = spread.max(*over);
            }
        }
    }
    wide
}

/// Blends a colour over the dots that a shape covers.
fn ink(shape: &[u8], shown: IntRect, colour: Color, dots: &mut Pixmap) {
    const WHOLE: u32 = 255 * 255;
    let colour = colour.to_color_u8();
    let parts = [colour.red(), colour.green(), colour.blue()].map(u32::from);
    let opacity = u32::from(colour.alpha());
    let (from, to) = (shown.width() as usize, dots.width() as usize * 4);
    let (left, top) = (shown.left().max(0) as usize, shown.top().max(0) as usize);
    let rows = dots.data_mut().chunks_exact_mut(to).skip(top);
    for (row, shape) in rows.zip(shape.chunks_exact(from)) {
        for (dot, covered) in row[left * 4..].chunks_exact_mut(4).zip(shape) {
            let over = u32::from(*covered) * opacity;
            if over > 0 {
                for (part, of) in dot.iter_mut().zip(parts.into_iter().chain([255])) {
                    *part =
                        ((of * over + u32::from(*part) * (WHOLE - over) + WHOLE / 2) / WHOLE) as u8;
                }
            }
        }
    }
}

fn shader(tile: &Pixmap, opacity: i32, (sx, sy): (f32, f32)) -> Shader<'_> {
    let transform = Transform::from_scale(1.0 / sx, 1.0 / sy);
    let (repeat, fine) = (SpreadMode::Repeat, FilterQuality::Bicubic);
    Pattern::new(tile.as_ref(), repeat, fine, part(opacity), transform)
}

/// Thousandths as a part of one.
fn part(thousandths: i32) -> f32 {
    thousandths as f32 / 1000.0
}

fn turned(transform: Transform, turn: &Turn) -> Transform {
    match turn {
        Turn::Shift(x, y) => transform.pre_translate(*x as f32, *y as f32),
        Turn::Scale(size) | Turn::Zoom(size) => transform.pre_scale(part(*size), part(*size)),
        Turn::Along((a, b), (x, y)) => {
            let (a, b) = (part(*a), part(*b));
            transform.pre_concat(Transform::from_row(a, b, -b, a, *x as f32, *y as f32))
        }
    }
}

/// A colour of `#rgb` or `#rrggbb`.
fn tinted(colour: Colour, opacity: i32) -> Color {
    let digits = colour.trim_start_matches('#');
    let number = u32::from_str_radix(digits, 16).unwrap_or_default();
    let [_, red, green, blue] = if digits.len() == 3 {
        [0, number >> 8 & 15, number >> 4 & 15, number & 15].map(|part| part as u8 * 17)
    } else {
        number.to_be_bytes()
    };
    Color::from_rgba8(red, green, blue, (part(opacity) * 255.0).round() as u8)
}

fn widen(all: &mut Option<Rect>, more: Rect) {
    let wide = all.map_or(Some(more), |all| all.join(&more));
    *all = wide.or(*all);
}

fn reached(all: &mut Option<Rect>, bounds: Rect, place: &Place) {
    if let Some(bounds) = bounds.transform(place.transform) {
        widen(all, bounds);
    }
}

/// The dots that a rectangle touches.
fn shown(reach: Rect, dots: &Pixmap) -> Option<IntRect> {
    let within = |at: f32, most: u32| (at as i32).clamp(0, most as i32);
    let left = within(reach.left().floor() - 1.0, dots.width());
    let top = within(reach.top().floor() - 1.0, dots.height());
    let right = within(reach.right().ceil() + 1.0, dots.width());
    let low = within(reach.bottom().ceil() + 1.0, dots.height());
    IntRect::from_ltrb(left, top, right, low)
}

#[cfg(test)]
mod tests {
    use super::super::{
        Look, again_at, circle, clip, definitions, group, path, pattern, rect, rect_at,
    };
    use super::*;

    /// Draws on a hundred dots each way, ten of the paper a dot.
    fn drawn(shapes: Vec<Shape>) -> Pixmap {
        let (title, told) = (String::new(), String::new());
        let drawing = Drawing { size: (1000, 1000), title, told, shapes };
        let mut dots = Pixmap::new(100, 100).unwrap();
        dots.fill(Color::WHITE);
        draw(&drawing, 1.0, &mut dots);
        dots
    }

    fn at(dots: &Pixmap, x: u32, y: u32) -> [u8; 3] {
        let dot = dots.pixel(x, y).unwrap();
        [dot.red(), dot.green(), dot.blue()]
    }

    const WHITE: [u8; 3] = [255; 3];
    const RED: [u8; 3] = [255, 0, 0];

    #[test]
    fn what_is_outside_of_a_clip_is_not_drawn() {
        let clips =
            definitions(vec![clip("left", rect((500, 1000))), clip("top", rect((1000, 500)))]);
        let red = rect((1000, 1000)).fill("#f00").clipped("top");
        let dots = drawn(vec![clips, group(vec![red]).clipped("left")]);
        assert_eq!(at(&dots, 20, 20), RED);
        assert_eq!([at(&dots, 70, 20), at(&dots, 20, 70), at(&dots, 70, 70)], [WHITE; 3]);
    }

    #[test]
    fn a_faded_group_is_faded_as_a_whole() {
        let two = vec![rect((600, 600)).fill("#f00"), rect((400, 400)).fill("#f00")];
        let faded = group(two).transform([Turn::Shift(100, 100)]).look(Look::Opacity(500));
        let dots = drawn(vec![faded]);
        assert_eq!(at(&dots, 20, 20), at(&dots, 60, 60), "what overlaps is no darker");
        assert!((126..=129).contains(&at(&dots, 20, 20)[1]));
        assert_eq!([at(&dots, 5, 5), at(&dots, 75, 75)], [WHITE; 2]);
        let twice =
            group(vec![group(vec![rect((600, 600)).fill("#f00")]).look(Look::Opacity(500))]);
        let green = at(&drawn(vec![twice.look(Look::Opacity(500))]), 20, 20)[1];
        assert!((190..=193).contains(&green), "a group in a group: {green}");
    }

    #[test]
    fn a_shape_is_used_with_the_looks_of_its_user() {
        let sign = definitions(vec![circle(100).named("sign")]);
        let dots = drawn(vec![
            sign,
            group(vec![again_at("sign", (200, 200))]).fill("#f00"),
            again_at("sign", (700, 700)).fill("none").stroke("#00f", 60),
            again_at("nothing", (500, 500)),
        ]);
        assert_eq!(at(&dots, 20, 20), RED);
        assert_eq!([at(&dots, 70, 70), at(&dots, 80, 70)], [WHITE, [0, 0, 255]]);
        assert_eq!(at(&dots, 0, 0), WHITE, "a definition is not drawn");
    }

    #[test]
    fn a_pattern_repeats() {
        let tile = vec![rect((100, 200)).fill("#f00")];
        let dots = drawn(vec![
            definitions(vec![pattern("bars", (200, 200), tile)]),
            rect((1000, 1000)).tiled("bars"),
        ]);
        for across in [0, 20, 60] {
            assert_eq!([at(&dots, across + 5, 33), at(&dots, across + 15, 77)], [RED, WHITE]);
        }
    }

    #[test]
    fn lines_end_and_break_as_they_are_told() {
        let line = |lines: &str| path(lines).stroke("#f00", 100);
        let dots = drawn(vec![
            line("M200 200H400"),
            line("M200 500H400").style([Look::Cap(Cap::Butt)]),
            line("M200 800H800").dashes("100 200").style([Look::Cap(Cap::Butt)]),
        ]);
        assert_eq!([at(&dots, 43, 20), at(&dots, 43, 50)], [RED, WHITE], "round unless told");
        let dashes = [25, 35, 45, 55].map(|across| at(&dots, across, 80));
        assert_eq!(dashes, [RED, WHITE, WHITE, RED]);
    }

    #[test]
    fn what_is_turned_lies_along() {
        let bar = |turn| rect_at((-200, -20), (400, 40)).fill("#f00").transform([turn]);
        let dots = drawn(vec![bar(Turn::Along((0, 1000), (500, 500)))]);
        assert_eq!([at(&dots, 50, 65), at(&dots, 65, 50)], [RED, WHITE]);
    }

    #[test]
    fn colours_have_three_digits_or_six() {
        assert_eq!(tinted("#fff", 1000), Color::WHITE);
        assert_eq!(tinted("#0072b2", 500), Color::from_rgba8(0, 0x72, 0xb2, 128));
    }
}
