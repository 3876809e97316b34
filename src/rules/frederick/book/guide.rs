//! The page of a scenario besides its keys, which [`Scenario`] declares: how it is introduced, the
//! names that it may use, and what of it does not go together.

use super::Scenario;
use super::atlas::Atlas;
use kit::page::Declared;
use kit::shelf::Shelf;
use play::BookError;
use play::scenario::{Checking, Guide, KnownNames, PAGE, PageFault, Wrong, check, number};
use std::collections::BTreeSet;

/// What the page of a scenario is.
pub const GUIDE: Guide = Guide {
    keys: Scenario::SHAPE.keys(),
    intro: include_str!("guide/intro.md"),
    example: include_str!("guide/example.yaml"),
    sorts: &[
        ("square", "a square such as `8M`, or a place such as `Prague`"),
        ("power", "a power such as `prussia` or `saxony`"),
    ],
};

/// The names that pages may use.
pub struct BookNames {
    squares: Vec<(String, String)>,
    powers: Vec<(String, String)>,
}

impl BookNames {
    /// Reads the map.
    pub fn read(shelf: &Shelf) -> Result<Self, BookError> {
        let atlas = Atlas::read(shelf)?;
        let everywhere = atlas.all().chain(atlas.off_map().map(|(at, _)| at));
        let mut squares = vec![];
        let mut owners = BTreeSet::new();
        for at in everywhere {
            let square = atlas.square(at);
            owners.extend(square.owner.clone());
            squares.push((square.code.clone(), square.owner.clone().unwrap_or_default()));
            if let Some(place) = &square.place {
                squares.push((place.name.clone(), square.code.clone()));
            }
        }
        let powers = owners.into_iter().map(|owner| (owner, String::new())).collect();
        Ok(Self { squares, powers })
    }
}

impl KnownNames for BookNames {
    fn wrong(&self, sort: &str, written: &str) -> Option<Wrong> {
        let all = if sort == "square" { &self.squares } else { &self.powers };
        let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
        (!names.contains(&written)).then(|| Wrong::unknown(sort, written, names))
    }

    fn sorts(&self) -> &'static [&'static str] {
        &["square", "power"]
    }

    fn list(&self, sort: &str) -> Vec<(String, String)> {
        match sort {
            "square" => self.squares.clone(),
            "power" => self.powers.clone(),
            _ => vec![],
        }
    }
}

/// Says what is wrong with the page of a scenario, each fault at its place.
pub fn faults(shelf: &Shelf, text: &str) -> Result<Vec<PageFault>, BookError> {
    let names = BookNames::read(shelf)?;
    Ok(check::page(PAGE, text, &GUIDE, &names, &whole))
}

/// Looks at what of a page does not go together: the years.
fn whole(checking: &mut Checking<'_>) {
    let root = checking.root;
    if let (Some(first), Some(last), Some(node)) =
        (number(root, "first"), number(root, "last"), root.get("last"))
        && last < first
    {
        checking.fault(node, "the last year comes before the first", "exchange them");
    }
}
