//! The page of a campaign besides its keys, which [`PrintedCampaign`] declares: how it is introduced,
//! the names that it may use, and what of it does not go together.

use super::Book;
use super::map::{MAPS, Map};
use super::scenario::{self, PrintedCampaign};
use crate::theatre::Theatre;
use crate::theatre::holding::{Loss, Outcome};
use kit::page::Declared;
use kit::shelf::Shelf;
use play::BookError;
use play::scenario::{Checking, Guide, KnownNames, PAGE, PageFault, Wrong, check};
use std::collections::BTreeSet;

/// What the pages of a campaign are.
pub const GUIDE: Guide = Guide {
    keys: PrintedCampaign::SHAPE.keys(),
    intro: include_str!("guide/intro.md"),
    example: include_str!("guide/example.yaml"),
    sorts: &[("area", "an area of the map, such as `Genoa`")],
};

/// The areas of the maps.
pub struct BookNames {
    areas: Vec<(String, String)>,
}

impl BookNames {
    /// Reads the maps.
    pub fn read(shelf: &Shelf) -> Result<Self, BookError> {
        let mut areas = vec![];
        for name in MAPS {
            let map = Map::read(shelf, name)
                .map_err(|fault| BookError::Page { page: fault.page, why: fault.why })?;
            let word = |at| (if map.is_city(at) { "city" } else { "" }).to_owned();
            areas.extend(map.all().map(|at| (map.name(at).to_owned(), word(at))));
        }
        Ok(Self { areas })
    }
}

impl KnownNames for BookNames {
    fn wrong(&self, sort: &str, written: &str) -> Option<Wrong> {
        let names: Vec<&str> = self.areas.iter().map(|(name, _)| name.as_str()).collect();
        (!names.contains(&written)).then(|| Wrong::unknown(sort, written, names))
    }

    fn sorts(&self) -> &'static [&'static str] {
        &["area"]
    }

    fn list(&self, sort: &str) -> Vec<(String, String)> {
        if sort == "area" { self.areas.clone() } else { vec![] }
    }
}

/// Says what is wrong with the page of a campaign, each fault at its place.
pub fn faults(shelf: &Shelf, text: &str) -> Result<Vec<PageFault>, BookError> {
    let names = BookNames::read(shelf)?;
    let check = |checking: &mut Checking<'_>| {
        whole(checking);
        numbers(checking);
        if !checking.faults.has_faults() {
            over_before_it_begins(shelf, text, checking);
        }
    };
    Ok(check::page(PAGE, text, &GUIDE, &names, &check))
}

/// Looks at objectives that stand twice, and at turns and numbers that never come.
fn numbers(checking: &mut Checking<'_>) {
    let (objectives, turns) = (checking.items("objectives"), checking.items("track").len());
    let mut named = BTreeSet::new();
    for node in objectives {
        let name = node.text().unwrap_or_default();
        if !named.insert(name) {
            checking.fault(node, format!("{name} stands here twice"), "remove one of them");
        }
    }
    let fewest = checking.root.get("fewest objectives");
    let number = fewest.and_then(|fewest| fewest.get("number"));
    let from = fewest.and_then(|fewest| fewest.get("from turn"));
    let late = checking.items("late").iter().map(|line| line.get("turn"));
    let at_most = number.map(|node| (node, named.len(), "objectives")).into_iter();
    let at_most =
        at_most.chain(late.chain([from]).flatten().map(|node| (node, turns, "turns of the track")));
    for (node, most, what) in at_most {
        let written = node.text().and_then(|text| text.parse::<usize>().ok());
        if let Some(written) = written.filter(|written| *written > most) {
            checking.fault(node, format!("{written} is more than the {most} {what}"), "");
        }
    }
}

/// Sets the campaign up and checks that it is not over before the first moves.
fn over_before_it_begins(shelf: &Shelf, text: &str, checking: &mut Checking<'_>) {
    // What else keeps a page from being read is told when the book is opened.
    let Ok(page) = serde_yaml::from_str::<PrintedCampaign>(text) else { return };
    let Ok(book) = Book::with(shelf, "own", page) else { return };
    let mut theatre = Theatre::set_up(&book);
    theatre.advance_turn(&book);
    let napoleon = checking.root.get("napoleon").and_then(|napoleon| napoleon.get("at"));
    let (node, why, help) = match theatre.outcome(&book) {
        None => return,
        Some(Outcome::Lost(Loss::NapoleonAlone | Loss::NoWayBack)) => (
            napoleon,
            "no French force begins where Napoleon does, so the campaign is lost before the first moves",
            "put a French counter there, or Napoleon elsewhere",
        ),
        Some(Outcome::Won { .. } | Outcome::Lost(Loss::TooEarly)) => (
            checking.root.get("objectives"),
            "the French hold all objectives at the start, so the campaign is over before the first moves",
            "name an area that they have to take",
        ),
        Some(Outcome::Lost(Loss::TooFewObjectives | Loss::OutOfTime)) => (
            checking.root.get("fewest objectives"),
            "the campaign is lost before the first moves",
            "ask for fewer objectives, or from a later turn on",
        ),
    };
    checking.fault(node.unwrap_or(checking.root), why, help);
}

/// Looks at what of a page does not go together: names of counters, and where each begins.
fn whole(checking: &mut Checking<'_>) {
    let counters = checking.items("forces");
    let mut names = BTreeSet::new();
    let late: BTreeSet<&str> = named(checking.items("late")).map(|(_, name)| name).collect();
    for counter in counters {
        let Some(node) = counter.get("name") else { continue };
        let name = node.text().unwrap_or_default();
        if !names.insert(name) {
            checking.fault(node, format!("two counters are called {name}"), "");
        }
        let kind = play::scenario::word(counter, "type").unwrap_or_default();
        let is_aside = play::scenario::word(counter, "recruit") == Some("true")
            || matches!(kind, "garrison" | "fortification");
        let places = [counter.get("at").is_some(), late.contains(name), is_aside];
        if places.into_iter().filter(|place| *place).count() != 1 {
            let help = "an area under `at:`, a line of `late:`, or `recruit: true`; one of them";
            checking.fault(node, format!("{name} does not begin in exactly one place"), help);
        }
    }
    let known = |name: &str| scenario::is_counter(counters, name);
    let (late, commands) = (checking.items("late"), checking.items("commands"));
    let strangers: Vec<_> =
        named(late).chain(named(commands)).filter(|(_, name)| !known(name)).collect();
    for (node, name) in strangers {
        checking.fault(
            node,
            format!("no counter is called `{name}`"),
            "the counters stand under `forces:`",
        );
    }
    for line in late {
        if line.get("turn").is_some() == line.get("entered").is_some() {
            checking.fault(
                line,
                "late forces come on a turn or when an area is entered",
                "say one of them",
            );
        }
    }
}

/// The names of counters in lists of them.
fn named(lines: &[sheet::Node]) -> impl Iterator<Item = (&sheet::Node, &str)> {
    let lists = lines.iter().flat_map(|line| play::scenario::items(line.get("forces")));
    lists.filter_map(|node| Some((node, node.text()?)))
}
