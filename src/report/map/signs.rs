//! The signs that are drawn once and used many times: hills, trees, towns, arms.

use super::ink::{Ink, draw};

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

/// Writes all signs for spaces of this width.
pub fn define(cell: i32, ink: &mut Ink) {
    draw!(ink, "<defs>");
    draw!(
        ink,
        "<g id=\"hill\" fill=\"none\" stroke=\"#8b6f45\" stroke-width=\"11\">\
         <path d=\"M-56 32Q-30 -34 0 -36Q28 -32 52 32\"/>\
         <path d=\"M8 -26L22 22M22 -20L40 26\" stroke-width=\"8\"/></g>\
         <g id=\"peak\" fill=\"none\" stroke=\"#80643c\" stroke-width=\"11\">\
         <path d=\"M-66 44L-8 -58L60 44\" fill=\"#ead9b6\"/>\
         <path d=\"M-2 -44L16 36M10 -30L32 36M20 -12L48 38\" stroke-width=\"9\"/></g>\
         <g id=\"tree\"><circle r=\"27\" fill=\"#b9c98d\" stroke=\"#6f8250\" stroke-width=\"9\"/>\
         <path d=\"M0 27V44\" stroke=\"#6f8250\" stroke-width=\"10\"/></g>\
         <g id=\"reed\" fill=\"none\" stroke=\"#5d8a86\" stroke-width=\"10\">\
         <path d=\"M-50 10H50M-26 30H30M0 4V-34M-18 4L-28 -24M18 4L28 -24\"/></g>\
         <g id=\"sand\" fill=\"#a98d55\"><circle r=\"8\"/><circle cx=\"34\" cy=\"20\" r=\"8\"/>\
         <circle cx=\"-30\" cy=\"26\" r=\"8\"/></g>"
    );
    for (kind, sign, count) in
        [("m", "peak", 4), ("r", "hill", 3), ("w", "tree", 5), ("s", "reed", 3), ("d", "sand", 5)]
    {
        for (nth, places) in PLACES.iter().enumerate() {
            draw!(ink, "<g id=\"{kind}{nth}\">");
            let mut places = places[..count].to_vec();
            places.sort_by_key(|(_, y)| *y);
            for (x, y) in places {
                let (x, y) = (x * cell / 100, y * cell / 100);
                draw!(ink, "<use href=\"#{sign}\" x=\"{x}\" y=\"{y}\"/>");
            }
            draw!(ink, "</g>");
        }
    }
    draw!(
        ink,
        "<g id=\"bridge\" fill=\"none\"><path d=\"M-26 -58V58M26 -58V58\" stroke=\"#f5eedb\" \
         stroke-width=\"34\"/><path d=\"M-26 -58V58M26 -58V58\" stroke=\"#4a3a26\" \
         stroke-width=\"16\"/></g>\
         <g id=\"pass\" fill=\"none\"><path d=\"M0 -110V110\" stroke=\"#f5eedb\" \
         stroke-width=\"44\"/><path d=\"M0 -110V110\" stroke=\"#7d2f24\" stroke-width=\"16\" \
         stroke-dasharray=\"34 28\"/><path d=\"M-74 -58Q-26 0 -74 58M74 -58Q26 0 74 58\" \
         stroke=\"#5b4222\" stroke-width=\"20\"/></g>"
    );
    symbols(ink);
    draw!(ink, "</defs>");
}

/// The signs of arms and deeds.
fn symbols(ink: &mut Ink) {
    draw!(
        ink,
        "<g id=\"anchor\" fill=\"none\"><circle cy=\"-58\" r=\"18\"/>\
         <path d=\"M0 -40V64M-38 -18H38M-62 18Q-54 64 0 66Q54 64 62 18\"/></g>\
         <g id=\"wheel\" fill=\"none\"><circle r=\"52\"/><circle r=\"10\"/>\
         <path d=\"M0 -52V52M-52 0H52M-37 -37L37 37M-37 37L37 -37\" stroke-width=\"8\"/></g>\
         <g id=\"house\"><path d=\"M-56 54V-10L0 -54L56 -10V54Z\"/></g>\
         <g id=\"arch\" fill=\"none\"><path d=\"M-80 50V-36H80V50M0 -36V50\"/></g>\
         <path id=\"star\" d=\"M0 -62L15 -21L59 -19L24 8L36 50L0 26L-36 50L-24 8L-59 -19L-15 -21Z\"/>\
         <g id=\"swords\" fill=\"none\"><path d=\"M-70 60L62 -72M70 60L-62 -72\" \
         stroke=\"#fbf6e8\" stroke-width=\"52\"/><path d=\"M-70 60L62 -72M70 60L-62 -72\
         M-66 22L-30 58M66 22L30 58\" stroke=\"#8c1c13\" stroke-width=\"22\"/></g>\
         <g id=\"port\"><use href=\"#anchor\" transform=\"scale(.62)\" stroke=\"#f6f0e0\" \
         stroke-width=\"50\"/><use href=\"#anchor\" transform=\"scale(.62)\" stroke=\"#2f5a70\" \
         stroke-width=\"24\"/></g>"
    );
    for (nth, walls) in (1..).zip(WALLS) {
        draw!(
            ink,
            "<path id=\"walls{nth}\" d=\"{walls}\" fill=\"#fffaf0\" stroke=\"#2b2318\" \
             stroke-width=\"17\"/>"
        );
    }
    draw!(
        ink,
        "<circle id=\"town\" r=\"32\" fill=\"#fffaf0\" stroke=\"#2b2318\" stroke-width=\"16\"/>\
         <g id=\"seat\"><circle r=\"40\" fill=\"#fffaf0\" stroke=\"#2b2318\" stroke-width=\"16\"/>\
         <circle r=\"15\" fill=\"#2b2318\"/></g>"
    );
}
