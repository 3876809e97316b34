//! The press for maps: a chart becomes a picture, and the same in words.
//!
//! [`draw`] draws on a canvas; [`Drawing::svg`] writes a drawing as SVG, [`png()`] as dots for mail
//! programs; [`told()`] says what the picture shows. The same chart gives the same bytes on every
//! machine: all measures are whole numbers, and nothing is asked of the machine, its fonts least of
//! all.
//!
//! Not here: what a power may know. A chart is all there is.

mod battlefield;
mod canvas;
mod curve;
mod deeds;
mod forces;
mod frame;
mod ground;
mod in_words;
mod ink;
mod labels;
mod layout;
mod legend;
mod margin;
mod names;
mod raster;
mod signs;
mod stand;

use canvas::Turn::Shift;
use canvas::{Canvas, clip, definitions, group, path, rect, rect_at};
use curve::Pen;
use deeds::Deeds;
use frame::Frame;
use ground::Ground;
use kit::chart::{Chart, Grid};
use kit::ground::Space;
use layout::Lattice;
use names::Names;
use stand::Berths;

pub use battlefield::{draw as draw_battlefield, told as battlefield_told};
pub use canvas::Drawing;
pub use canvas::svg::escaped;
pub use frame::Size;
pub use in_words::{beside, told};
pub use raster::{MapError, png};

/// The width of a picture for a mail, in tenths of a pixel.
const MAIL_WIDTH: i32 = 10_000;
/// The paper round the map.
const MARGIN: i32 = 120;

/// A chart as SVG: one picture in itself, without anything from outside.
pub fn svg(chart: &Chart, size: Size) -> String {
    draw(chart, size).svg()
}

/// A map to click on: its drawing, and where the spaces are in it.
#[derive(Debug)]
pub struct Board {
    pub drawing: Drawing,
    /// The width of a space, in tenths of a pixel.
    pub cell: i32,
    /// Each space that shows, and its middle, in tenths of a pixel.
    pub spaces: Vec<(Space, (i32, i32))>,
}

/// Draws a chart with a number in each space where spaces have numbers, and says where they are.
pub fn board(chart: &Chart) -> Board {
    let size = match chart.land.grid {
        Grid::Hexes { .. } | Grid::Squares { .. } => Size::Full,
        Grid::Areas { .. } => Size::Mail,
    };
    let lattice = Lattice::new(&chart.land);
    let frame = Frame::new(chart, &lattice, size, MAIL_WIDTH - 2 * MARGIN);
    let top = margin::Margin::new(chart, &lattice, &frame).head();
    let middle = |at: &Space| {
        let (x, y) = frame.paper.at(lattice.centre(*at));
        frame.shows((x, y)).then_some((*at, (x + MARGIN, y + top)))
    };
    let spaces = frame.cells.iter().filter_map(middle).collect();
    Board { cell: frame.paper.cell, spaces, drawing: draw(chart, size) }
}

/// Draws a chart.
pub fn draw(chart: &Chart, size: Size) -> Drawing {
    let lattice = Lattice::new(&chart.land);
    let frame = Frame::new(chart, &lattice, size, MAIL_WIDTH - 2 * MARGIN);
    let berths = Berths::new(chart, &lattice, &frame);
    let groups = stand::groups(chart, &lattice, &frame, &berths);
    let margin = margin::Margin::new(chart, &lattice, &frame);
    let top = margin.head();
    let paper = (frame.width + 2 * MARGIN, top + frame.height + margin.height() + MARGIN);
    let mut canvas = Canvas::default();
    ink::styles(&mut canvas);
    signs::define(frame.paper.cell, &mut canvas);
    canvas.add(rect(paper).fill("#f8f3e6"));
    let inside = (frame.width, frame.height);
    canvas.add(definitions(vec![clip("window", rect(inside))]));
    let shown = window(chart, &lattice, &frame, &berths, &groups, size);
    let outer = (frame.width + 90, frame.height + 90);
    let framed = vec![
        group(shown.shapes).clipped("window"),
        rect(inside).fill("none").stroke("#2b2318", 24),
        rect_at((-45, -45), outer).fill("none").stroke("#2b2318", 9),
    ];
    canvas.add(group(framed).transform([Shift(MARGIN, top)]));
    margin.draw((MARGIN, top), &mut canvas);
    Drawing {
        size: paper,
        title: format!("{}: {}, {}", chart.title, chart.viewer, chart.season),
        told: told(chart),
        shapes: canvas.shapes,
    }
}

/// Everything that shows in the window, from the ground up.
fn window(
    chart: &Chart,
    lattice: &Lattice,
    frame: &Frame,
    berths: &Berths,
    groups: &[stand::Group],
    size: Size,
) -> Canvas {
    let mut canvas = Canvas::default();
    let mut pen = Pen::new(&frame.paper, lattice);
    let ground = Ground { chart, lattice, frame };
    ground.draw(&mut pen, size, &mut canvas);
    let fog = ground.outline(|at| chart.is_unseen(at));
    if !fog.is_empty() {
        canvas.add(path(pen.path(&fog)).tiled("fog"));
    }
    let deeds = Deeds { chart, lattice, frame, berths, groups };
    deeds.sieges(&mut canvas);
    deeds.supply(&mut canvas);
    deeds.courses(&mut canvas);
    deeds.moorings(&mut canvas);
    for group in groups {
        forces::draw_group(chart, frame.paper.cell, group, &mut canvas);
    }
    Names { chart, lattice, frame, berths, groups }.draw(size, &mut canvas);
    deeds.battles(&mut canvas);
    canvas
}
