//! The press for maps: a chart becomes a picture, and the same in words.
//!
//! [`svg`] draws, [`png()`] turns a drawing into dots for mail programs, [`told()`] says what the
//! picture shows. The same chart gives the same bytes on every machine: all measures are whole
//! numbers, and nothing is asked of the machine, its fonts least of all.
//!
//! Not here: what a power may know. A chart is all there is.

mod curve;
mod deeds;
mod forces;
mod frame;
mod ground;
mod ink;
mod labels;
mod layout;
mod legend;
mod margin;
mod names;
mod raster;
mod signs;
mod stand;
mod told;

use curve::Pen;
use deeds::Deeds;
use frame::Frame;
use ground::Ground;
pub use ink::escaped;
use ink::{Ink, draw};
use kit::chart::Chart;
use layout::Lattice;
use names::Names;
use stand::Berths;

pub use frame::Size;
pub use raster::{MapError, png};
pub use told::{beside, told};

/// The width of a picture for a mail, in tenths of a pixel.
const MAIL_WIDTH: i32 = 10_000;
/// The paper round the map.
const MARGIN: i32 = 120;

/// Draws a chart: one picture in itself, without anything from outside.
pub fn svg(chart: &Chart, size: Size) -> String {
    let lattice = Lattice::new(&chart.land);
    let frame = Frame::new(chart, &lattice, size, MAIL_WIDTH - 2 * MARGIN);
    let berths = Berths::new(chart, &lattice, &frame);
    let groups = stand::groups(chart, &lattice, &frame, &berths);
    let margin = margin::Margin::new(chart, &lattice, &frame);
    let top = margin.head();
    let (width, height) = (frame.width + 2 * MARGIN, top + frame.height + margin.height() + MARGIN);
    let mut ink = Ink::default();
    draw!(
        ink,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{}\" height=\"{}\" role=\"img\"><title>{}</title>",
        width / 10,
        height / 10,
        escaped(&format!("{}: {}, {}", chart.title, chart.viewer, chart.season))
    );
    draw!(ink, "<desc>{}</desc>", escaped(&told(chart)));
    draw!(ink, "{}", ink::styles());
    signs::define(frame.paper.cell, &mut ink);
    draw!(ink, "<rect width=\"{width}\" height=\"{height}\" fill=\"#f8f3e6\"/>");
    draw!(
        ink,
        "<defs><clipPath id=\"window\"><rect width=\"{}\" height=\"{}\"/></clipPath></defs>\
         <g transform=\"translate({MARGIN} {top})\"><g clip-path=\"url(#window)\">",
        frame.width,
        frame.height
    );
    window(chart, &lattice, &frame, &berths, &groups, size, &mut ink);
    draw!(
        ink,
        "</g><rect width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#2b2318\" \
         stroke-width=\"24\"/><rect x=\"-45\" y=\"-45\" width=\"{}\" height=\"{}\" fill=\"none\" \
         stroke=\"#2b2318\" stroke-width=\"9\"/></g>",
        frame.width,
        frame.height,
        frame.width + 90,
        frame.height + 90
    );
    margin.draw((MARGIN, top), &mut ink);
    draw!(ink, "</svg>\n");
    ink.done()
}

/// Everything that shows in the window, from the ground up.
fn window(
    chart: &Chart,
    lattice: &Lattice,
    frame: &Frame,
    berths: &Berths,
    groups: &[stand::Group],
    size: Size,
    ink: &mut Ink,
) {
    let mut pen = Pen::new(&frame.paper, lattice);
    let ground = Ground { chart, lattice, frame };
    ground.draw(&mut pen, size, ink);
    let fog = ground.outline(|at| chart.is_unseen(at));
    if !fog.is_empty() {
        draw!(ink, "<path d=\"{}\" fill=\"url(#fog)\"/>", pen.path(&fog));
    }
    let deeds = Deeds { chart, lattice, frame, berths, groups };
    deeds.sieges(ink);
    deeds.supply(ink);
    deeds.courses(ink);
    deeds.moorings(ink);
    let mut blocks = Ink::default();
    for group in groups {
        forces::draw_group(chart, frame.paper.cell, group, &mut blocks);
    }
    let names = Names { chart, lattice, frame, berths, groups };
    let mut above = Ink::default();
    names.draw(size, &mut above);
    draw!(ink, "{}", blocks.done());
    draw!(ink, "{}", above.done());
    deeds.battles(ink);
}
