//! The picture of a report: the map as one power knows it, as SVG and as PNG.
//!
//! What is drawn is made from what the power knows (`Game::chart`), and how it is drawn is the
//! press's (`report::map`). The PNGs of several powers are drawn side by side, since each takes
//! longer than all the pages of its report.

use super::leaf::PICTURE;
use super::post::Attachment;
use super::{Desk, DeskError, referee, slug};
use crate::report::map::{self, Size};
use crate::rules::Game;
use std::collections::BTreeMap;

/// The endings of the files of a picture.
#[cfg(feature = "png")]
pub(super) const ENDINGS: [&str; 2] = ["svg", "png"];
#[cfg(not(feature = "png"))]
pub(super) const ENDINGS: [&str; 1] = ["svg"];

/// How wide a picture is in a mail, in points.
const MAIL_WIDTH: u32 = 1000;

/// One power's map.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Picture {
    pub svg: String,
    /// None if this binary draws no PNG.
    pub png: Option<Vec<u8>>,
}

impl Picture {
    /// Its files by their endings.
    pub fn files(&self) -> impl Iterator<Item = (&'static str, &[u8])> {
        let png = self.png.as_deref().map(|png| ("png", png));
        std::iter::once(("svg", self.svg.as_bytes())).chain(png)
    }

    /// What goes with a mail: the picture that it shows, and the drawing.
    pub fn attachments(&self, power: &str) -> Vec<Attachment> {
        let svg = Attachment {
            name: format!("{}.svg", slug(power)),
            kind: "image/svg+xml",
            bytes: self.svg.clone().into_bytes(),
            inline: None,
        };
        let png = self.png.as_ref().map(|png| Attachment {
            name: format!("{}.png", slug(power)),
            kind: "image/png",
            bytes: png.clone(),
            inline: Some(PICTURE.to_owned()),
        });
        png.into_iter().chain([svg]).collect()
    }
}

/// The picture that a page in a folder shows: the PNG, or the SVG if there is none.
pub(super) fn beside(name: &str) -> String {
    format!("{name}.{}", ENDINGS[ENDINGS.len() - 1])
}

impl Desk {
    /// Draws the maps of the powers.
    pub(super) fn pictures(
        &self,
        game: &dyn Game,
        known: &BTreeMap<String, String>,
    ) -> Result<BTreeMap<String, Picture>, DeskError> {
        let mut drawn = BTreeMap::new();
        if !referee(game.card().rules)?.draws() {
            return Ok(drawn);
        }
        for (power, known) in known {
            let svg = map::svg(&game.chart(known)?, Size::Mail);
            drawn.insert(power.clone(), Picture { svg, png: None });
        }
        paint(&mut drawn)?;
        Ok(drawn)
    }
}

#[cfg(not(feature = "png"))]
fn paint(_: &mut BTreeMap<String, Picture>) -> Result<(), DeskError> {
    Ok(())
}

/// Draws the PNGs, as many at a time as there are processors.
#[cfg(feature = "png")]
fn paint(drawn: &mut BTreeMap<String, Picture>) -> Result<(), DeskError> {
    let hands = std::thread::available_parallelism().map_or(1, usize::from);
    let mut all: Vec<&mut Picture> = drawn.values_mut().collect();
    let share = all.len().div_ceil(hands).max(1);
    std::thread::scope(|scope| {
        let work = |some: &mut [&mut Picture]| -> Result<(), DeskError> {
            for picture in some {
                picture.png = Some(map::png(&picture.svg, MAIL_WIDTH)?);
            }
            Ok(())
        };
        let hands: Vec<_> =
            all.chunks_mut(share).map(|some| scope.spawn(move || work(some))).collect();
        hands.into_iter().try_for_each(|hand| hand.join().expect("drawing does not panic"))
    })
}
