//! A page on which a player composes a sheet: the map to click on, the text, and what the receipt
//! would say. It is made from the file of what a power knows and from the sheet, and from nothing
//! else.
//!
//! The page is plain HTML with one script; both are the same for every game. What differs is in its
//! data: the forces with their entries, the spaces of the map, the words of the sheet.
//!
//! Not here: serving it (`archive`), and what a click does (`templates/site/write.js`, and
//! `choices.js` for what belongs to no force).

use crate::CheckError;
use crate::check::{Composed, against_file};
use crate::guide::{FILE, PowerGuide};
use crate::known::KnownFile;
use kit::chart::{Chart, Soil, Spot};
use kit::ground::Space;
use kit::shelf::Shelf;
use play::{PLACES, PlayerGame, PlayerReferee};
use report::{Templates, map};
use serde_json::{Value as Json, json};
use sheet::shape;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The names of its files, beside each other in one folder.
pub const FILES: [&str; 6] =
    ["write.html", "write.js", "write.css", "write-data.js", "write-map.svg", FILE];
pub(crate) const WRITE_HTML: &str = include_str!("../../templates/site/write.html");
pub(crate) const WRITE_JS: &str = concat!(
    include_str!("../../templates/site/choices.js"),
    include_str!("../../templates/site/write.js")
);
pub(crate) const WRITE_CSS: &str = include_str!("../../templates/site/write.css");

/// The longest sheet that is taken.
pub const MOST_BYTES: usize = shape::MAX_BYTES;

/// What a page can do besides composing.
#[derive(Debug, Clone, Default)]
pub struct Abilities {
    /// The sheet that is edited; without one, the form.
    pub sheet: Option<String>,
    /// The file into which it is saved.
    pub file: Option<String>,
    /// The address to which it is mailed.
    pub to: Option<String>,
    /// Whether a program runs that checks it.
    pub checks: bool,
    /// The page that it belongs to.
    pub back: Option<String>,
    /// The page beside it that checks by itself.
    pub alone: Option<String>,
}

/// What a power knows, opened to compose its sheet.
pub struct Composer {
    file: KnownFile,
    known: String,
    game: Rc<dyn PlayerGame>,
    referee: &'static dyn PlayerReferee,
    note: Option<String>,
    chart: Chart,
    board: map::Board,
    abilities: Abilities,
}

impl Composer {
    /// Opens the file that came with a report, which is of this rule system.
    pub fn open(
        file: KnownFile,
        referee: &'static dyn PlayerReferee,
        abilities: Abilities,
    ) -> Result<Composer, CheckError> {
        let (game, note) = file.game(referee)?;
        Composer::new(file, (referee, Rc::from(game)), note, abilities)
    }

    /// The same with the game at hand that the file belongs to, and a remark on it.
    pub fn new(
        file: KnownFile,
        (referee, game): (&'static dyn PlayerReferee, Rc<dyn PlayerGame>),
        note: Option<String>,
        abilities: Abilities,
    ) -> Result<Composer, CheckError> {
        let known = file.document();
        let chart = game.chart(&known)?;
        let board = map::board(&chart);
        Ok(Composer { file, known, game, referee, note, chart, board, abilities })
    }

    /// Gives a file of the page with its kind.
    pub fn page(&self, name: &str) -> Result<Option<(&'static str, Vec<u8>)>, CheckError> {
        let script = "text/javascript; charset=utf-8";
        let (kind, text) = match name {
            "write.html" => ("text/html; charset=utf-8", WRITE_HTML.into()),
            "write.js" => (script, WRITE_JS.into()),
            "write.css" => ("text/css; charset=utf-8", WRITE_CSS.into()),
            "write-data.js" => (script, format!("window.composing = {};\n", self.data()?)),
            "write-map.svg" => ("image/svg+xml", self.board.drawing.svg()),
            FILE => {
                let guide = PowerGuide::new(self.referee, self.game.as_ref(), &self.known)?;
                let page = guide.page(&Templates::new(&Shelf::default())?)?;
                return Ok(Some(("text/html; charset=utf-8", page)));
            }
            _ => return Ok(None),
        };
        Ok(Some((kind, text.into_bytes())))
    }

    /// Says what the receipt of a sheet would say.
    pub fn check(&self, sheet: &[u8]) -> Result<Composed, CheckError> {
        let mut composed =
            against_file(sheet, &self.file, &self.known, (self.referee, self.game.as_ref()))?;
        composed.checked.note.clone_from(&self.note);
        Ok(composed)
    }

    /// Everything that the page shows, and the words that it completes.
    pub fn data(&self) -> Result<Json, CheckError> {
        let forces = self.game.own_forces(&self.known)?;
        let blank = self.game.form(&self.known, &self.file.campaign, None)?;
        let sheet = self.abilities.sheet.as_ref().unwrap_or(&blank);
        let (width, height) = self.board.drawing.size;
        let names = self.names(forces.iter().map(|force| force.name.clone()));
        Ok(json!({
            "campaign": self.file.campaign,
            "season": self.file.season,
            "power": self.chart.viewer,
            "name": self.file.power,
            "sheet": sheet,
            "form": self.abilities.sheet.is_none(),
            "blank": blank,
            "file": self.abilities.file,
            "to": self.abilities.to.as_ref().or(self.file.address.as_ref()),
            "checks": self.abilities.checks,
            "back": self.abilities.back,
            "alone": self.abilities.alone,
            "note": self.note,
            "forces": forces,
            "board": self.game.battle_board(&self.known)?,
            "places": PLACES,
            "map": {
                "width": width,
                "height": height,
                "cell": self.board.cell,
                "told": self.board.drawing.told,
                "spaces": self.spaces(),
            },
            "names": names,
            "schema": self.referee.schema(),
        }))
    }

    /// Each space that shows: where it is, its name in a sheet, and remarks on it.
    fn spaces(&self) -> Vec<Json> {
        let mut on: BTreeMap<Space, Vec<String>> = BTreeMap::new();
        for counter in &self.chart.counters {
            let (Spot::Cell(at) | Spot::Harbour(at) | Spot::Before(at)) = counter.spot else {
                continue;
            };
            let party = &self.chart.party(counter.party).name;
            let what = if counter.name.is_empty() { "somebody" } else { counter.name.as_str() };
            let since = counter.since.as_ref().map(|since| format!(", seen in {since}"));
            on.entry(at).or_default().push(format!("{party}: {what}{}", since.unwrap_or_default()));
        }
        let told = |(at, (x, y)): &(Space, (i32, i32))| {
            let cell = self.chart.land.cells.get(at.index())?;
            if cell.shut {
                return None;
            }
            let name = self.chart.name(*at);
            let water = cell.water.and_then(|water| self.chart.land.waters.get(usize::from(water)));
            let name = if cell.soil.is_water() { water.map_or(name, String::as_str) } else { name };
            let mut about = vec![soil(cell.soil).to_owned()];
            about.extend(on.get(at).into_iter().flatten().cloned());
            if self.chart.is_unseen(*at) {
                about.push("out of sight".to_owned());
            }
            Some(json!([at.0, x, y, name, cell.number, about.join("; ")]))
        };
        self.board.spaces.iter().filter_map(told).collect()
    }

    /// Names that a sheet may have as values: forces, towns, enemies on the map, waters.
    fn names(&self, own: impl Iterator<Item = String>) -> Vec<String> {
        let land = &self.chart.land;
        let towns = land.places.iter().map(|place| place.name.clone());
        let seen = self.chart.counters.iter().map(|counter| counter.name.clone());
        let mut names: Vec<String> =
            own.chain(towns).chain(seen).chain(land.waters.iter().cloned()).collect();
        names.retain(|name| !name.is_empty());
        names.sort();
        names.dedup();
        names
    }
}

impl std::fmt::Debug for Composer {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Composer").field("power", &self.file.power).finish_non_exhaustive()
    }
}

/// What the ground of a space is called.
fn soil(soil: Soil) -> &'static str {
    match soil {
        Soil::Open => "open ground",
        Soil::Rough => "rough ground",
        Soil::Woods => "woods",
        Soil::Marsh => "marsh",
        Soil::Mountain => "mountains",
        Soil::Desert => "desert",
        Soil::Sea => "sea",
        Soil::Lake => "lake",
    }
}
