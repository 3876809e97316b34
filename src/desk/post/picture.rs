//! The pictures of a report: the map as one power knows it and the battles that it saw, as SVG and as PNG.
//!
//! What is drawn is made from what the power knows (`Game::chart`) and has seen
//! (`Game::battlefields`), and how it is drawn is said in `report::map`. The PNGs of several powers are drawn side by side, since each takes
//! longer than all the pages of its report, and none is drawn twice by one command.

use crate::post::outgoing::Attachment;
use crate::post::report_page::PICTURE;
use crate::{Desk, DeskError, referee, slug};
use kit::battlefield::Battlefield;
use kit::proof::sha256;
use report::BattlePicture;
use report::map::{self, Drawing, Size};
use rules::Game;
use std::collections::BTreeMap;
use store::SeasonRow;

/// How wide a picture is in a mail, in points.
const MAIL_WIDTH: u32 = 1000;

/// The PNGs that a command has drawn, by the digests of their drawings.
pub(crate) type Painted = BTreeMap<[u8; 32], Vec<u8>>;

/// The battles of a season that show in the report of each power.
pub(crate) type Battlefields = BTreeMap<String, Vec<Battlefield>>;

/// A picture for one power.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Picture {
    /// The name of its files without their endings.
    stem: String,
    /// Where it is found in a mail.
    place: String,
    pub svg: String,
    /// None where no PNG is wanted.
    pub png: Option<Vec<u8>>,
}

impl Picture {
    fn map(power: &str, drawing: &Drawing) -> Self {
        Self { stem: slug(power), place: PICTURE.to_owned(), svg: drawing.svg(), png: None }
    }

    /// The picture of a battle, by its place among those of a report, counted from 1.
    fn battle(power: &str, number: usize, drawing: &Drawing) -> Self {
        let place = battle_place(number);
        Self { stem: format!("{}-{place}", slug(power)), place, svg: drawing.svg(), png: None }
    }

    /// Its files, by their names.
    pub fn files(&self) -> impl Iterator<Item = (String, &[u8])> {
        let name = |ending: &str| format!("{}.{ending}", self.stem);
        let png = self.png.as_deref().map(|png| (name("png"), png));
        std::iter::once((name("svg"), self.svg.as_bytes())).chain(png)
    }

    /// What goes with a mail: the picture that it shows, and the drawing.
    pub fn attachments(&self) -> Vec<Attachment> {
        let svg = Attachment {
            name: format!("{}.svg", self.stem),
            kind: "image/svg+xml",
            bytes: self.svg.clone().into_bytes(),
            inline: None,
        };
        let png = self.png.as_ref().map(|png| Attachment {
            name: format!("{}.png", self.stem),
            kind: "image/png",
            bytes: png.clone(),
            inline: Some(self.place.clone()),
        });
        png.into_iter().chain([svg]).collect()
    }
}

impl Desk {
    /// The endings of the files of a picture, the one that a page shows last.
    pub(crate) fn picture_endings(&self) -> Result<&'static [&'static str], DeskError> {
        let draws = referee(&self.store.campaign()?.rules)?.draws();
        Ok(match (draws, self.paints()?) {
            (false, _) => &[],
            (true, false) => &["svg"],
            (true, true) => &["svg", "png"],
        })
    }

    /// The file that a page in a folder shows: the PNG, or the SVG if there is none.
    pub(crate) fn picture_beside(&self, name: &str) -> Result<String, DeskError> {
        let ending = self.picture_endings()?.last().copied().unwrap_or_default();
        Ok(format!("{name}.{ending}"))
    }

    fn paints(&self) -> Result<bool, DeskError> {
        Ok(cfg!(feature = "png") && self.settings()?.report.png)
    }

    /// What each power knew before the season that came before this one was played; nothing for the first.
    pub(crate) fn known_before(
        &self,
        season: &SeasonRow,
    ) -> Result<BTreeMap<String, String>, DeskError> {
        match season.parent {
            Some(parent) => Ok(self.store.known(parent)?),
            None => Ok(BTreeMap::new()),
        }
    }

    /// Draws the maps of the powers; `before` is what they knew before the last season, if one was
    /// played.
    pub(crate) fn pictures(
        &self,
        game: &dyn Game,
        known: &BTreeMap<String, String>,
        before: &BTreeMap<String, String>,
    ) -> Result<BTreeMap<String, Picture>, DeskError> {
        let mut drawn = BTreeMap::new();
        if !referee(game.card().rules)?.draws() {
            return Ok(drawn);
        }
        let mut drawings = vec![];
        for (power, known) in known {
            let chart = match before.get(power) {
                Some(before) => game.chart_after(known, before)?,
                None => game.chart(known)?,
            };
            let drawing = map::draw(&chart, Size::Mail);
            drawn.insert(power.clone(), Picture::map(power, &drawing));
            drawings.push(drawing);
        }
        if self.paints()? {
            let pictures = drawn.values_mut().zip(&drawings);
            paint(pictures, &mut self.painted.borrow_mut())?;
        }
        Ok(drawn)
    }
}

impl Desk {
    /// The battles that the reports of a season show, and all pictures in them by power, the map first.
    pub(crate) fn season_pictures(
        &self,
        season: &SeasonRow,
        game: &dyn Game,
        known: &BTreeMap<String, String>,
    ) -> Result<(Battlefields, BTreeMap<String, Vec<Picture>>), DeskError> {
        let maps = self.pictures(game, known, &self.store.known(season.id)?)?;
        let fields = self.battlefields(season, game, &self.store.events(season.id)?)?;
        let mut all: BTreeMap<String, Vec<Picture>> =
            maps.into_iter().map(|(power, map)| (power, vec![map])).collect();
        for (power, battles) in self.battle_pictures(&fields)? {
            all.entry(power).or_default().extend(battles);
        }
        Ok((fields, all))
    }

    /// The battles of a season that its reports show, as each power saw them.
    pub(crate) fn battlefields(
        &self,
        season: &SeasonRow,
        game: &dyn Game,
        events: &[String],
    ) -> Result<Battlefields, DeskError> {
        let (state, before) = (self.store.state(season.id)?, self.store.known(season.id)?);
        let mut all = BTreeMap::new();
        for (power, known) in before {
            let fields = game.battlefields((&power, &known), &state, events)?;
            all.extend((!fields.is_empty()).then_some((power, fields)));
        }
        Ok(all)
    }

    /// The same as pictures.
    pub(crate) fn battle_pictures(
        &self,
        fields: &Battlefields,
    ) -> Result<BTreeMap<String, Vec<Picture>>, DeskError> {
        let mut drawn: BTreeMap<String, Vec<Picture>> = BTreeMap::new();
        let mut drawings = vec![];
        for (power, fields) in fields {
            for (number, field) in (1..).zip(fields) {
                let drawing = map::draw_battlefield(field);
                let picture = Picture::battle(power, number, &drawing);
                drawn.entry(power.clone()).or_default().push(picture);
                drawings.push(drawing);
            }
        }
        if self.paints()? {
            let pictures = drawn.values_mut().flatten().zip(&drawings);
            paint(pictures, &mut self.painted.borrow_mut())?;
        }
        Ok(drawn)
    }
}

/// What goes with a mail of some pictures.
pub(crate) fn attached(pictures: Option<&Vec<Picture>>) -> Vec<Attachment> {
    pictures.into_iter().flatten().flat_map(Picture::attachments).collect()
}

/// Where a mail has the picture of a battle.
pub(crate) fn battle_place(number: usize) -> String {
    format!("battle-{number}")
}

/// What a page says of its pictures of battles: where a mail has them, and what they show.
pub(crate) fn battles_on_page(fields: Option<&Vec<Battlefield>>) -> Vec<BattlePicture> {
    let picture = |(number, field): (usize, &Battlefield)| BattlePicture {
        battle: field.number,
        src: format!("cid:{}", battle_place(number)),
        told: map::battlefield_told(field),
    };
    (1..).zip(fields.into_iter().flatten()).map(picture).collect()
}

/// A picture without its PNG, with the digest of its SVG.
type Fresh<'p> = ([u8; 32], &'p mut Picture, &'p Drawing);

/// Draws the PNGs, as many at a time as there are processors.
fn paint<'p>(
    pictures: impl Iterator<Item = (&'p mut Picture, &'p Drawing)>,
    painted: &mut Painted,
) -> Result<(), DeskError> {
    let mut fresh: Vec<Fresh> = vec![];
    for (picture, drawing) in pictures {
        let digest = sha256(picture.svg.as_bytes());
        match painted.get(&digest) {
            Some(png) => picture.png = Some(png.clone()),
            None => fresh.push((digest, picture, drawing)),
        }
    }
    let hands = std::thread::available_parallelism().map_or(1, usize::from);
    let share = fresh.len().div_ceil(hands).max(1);
    let work = |some: &mut [Fresh]| -> Result<(), DeskError> {
        for (_, picture, drawing) in some {
            picture.png = Some(map::png(drawing, MAIL_WIDTH)?);
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let hands: Vec<_> =
            fresh.chunks_mut(share).map(|some| scope.spawn(move || work(some))).collect();
        hands.into_iter().try_for_each(|hand| hand.join().expect("drawing does not panic"))
    })?;
    painted.extend(
        fresh.iter().filter_map(|(digest, picture, _)| Some((*digest, picture.png.clone()?))),
    );
    Ok(())
}
