//! The keys of a campaign's page, declared once: to be checked by and to be explained from. What the
//! types that read the page have, [`super::scenario`], a test there compares with this list.

use super::map::Map;
use super::scenario;
use kit::shelf::Shelf;
use play::BookError;
use play::scenario::{Checking, Guide, Key, KnownNames, PAGE, PageFault, Shape, Wrong, check};
use std::collections::BTreeSet;

/// The maps that there are.
const MAPS: &[&str] = &["italy"];

const AREA: Shape = Shape::Name("area");
const AREAS: Shape = Shape::List(&AREA, 0, 60);
const TEXTS: Shape = Shape::List(&Shape::Text, 1, 60);

/// A counter.
pub const COUNTER: &[Key] = &[
    Key::needed("name", Shape::Text, "what it is called; no two have one name"),
    Key::needed(
        "nation",
        Shape::OneOf(&[
            "french", "austrian", "british", "mameluke", "ottoman", "russian", "piedmont",
            "spanish", "swedish", "prussian", "polish", "enemy",
        ]),
        "whose it is",
    ),
    Key::needed(
        "type",
        Shape::OneOf(&["infantry", "cavalry", "cannon", "garrison", "fortification"]),
        "what it fights as",
    ),
    Key::needed(
        "skill",
        Shape::OneOf(&["conscript", "poor line", "line", "veteran", "elite"]),
        "its skill",
    ),
    Key::needed("activation", Shape::Number(1, 10), "it acts with this number or less"),
    Key::needed("combat", Shape::Number(1, 10), "it hits with this number or less"),
    Key::may("superscript", Shape::Number(0, 10), "two hits with this number or less"),
    Key::may("reduced", Shape::Number(1, 10), "infantry: its combat value after the first hit"),
    Key::may("recruit", Shape::Flag, "`true`: it is bought or drawn and stands nowhere at first"),
    Key::may("count", Shape::Number(1, 40), "so many that are alike, with numbers behind the name"),
    Key::may("at", AREA, "where it begins; not for recruits and walls, nor for who comes late"),
    Key::needed("source", Shape::Text, "where its values are from"),
];

/// A box of the turn track.
pub const TRACK: &[Key] = &[
    Key::needed("turn", Shape::Text, "the turn, such as `late May 1800`"),
    Key::may(
        "word",
        Shape::OneOf(&["Superior", "Historical", "Inferior"]),
        "what a victory in it is called; with `points`",
    ),
    Key::may("points", Shape::Number(0, 999), "what a victory in it scores"),
];

/// A line of late arrivals.
pub const LATE: &[Key] = &[
    Key::may("turn", Shape::Number(1, 60), "the box of the track on which they come, from 1; or"),
    Key::may("entered", AREAS, "they come when the French first enter one of these"),
    Key::needed("at", AREA, "where they come"),
    Key::needed("forces", TEXTS, "who comes, by the names of counters"),
    Key::needed("source", Shape::Text, "where that is from"),
];

/// A corps of the staff.
pub const COMMAND: &[Key] = &[
    Key::needed("name", Shape::Text, "what the commander is called"),
    Key::needed("forces", TEXTS, "the counters they command"),
];

/// Defeat by too few objectives.
pub const FEWEST: &[Key] = &[
    Key::needed("number", Shape::Number(0, 60), "defeat with fewer than this"),
    Key::needed("from turn", Shape::Number(0, 60), "the box of the track from which on it counts"),
];

/// Plans of a battle turn.
pub const PLANS: &[Key] = &[
    Key::needed("without Napoleon", Shape::Number(0, 10), "those of the French without him"),
    Key::needed("enemy", Shape::Number(0, 10), "those of the enemy"),
];

/// Napoleon.
pub const NAPOLEON: &[Key] = &[
    Key::needed("rating", Shape::Number(0, 10), "his command rating"),
    Key::needed("at", AREA, "where he begins"),
];

/// Supply points.
pub const PURSES: &[Key] = &[
    Key::needed("french", Shape::Number(0, 999), "of the French"),
    Key::needed("enemy", Shape::Number(0, 999), "of the enemy"),
];

/// The French income.
pub const INCOME: &[Key] = &[
    Key::needed("base", Shape::Number(0, 99), "in any case"),
    Key::needed("city", Shape::Number(0, 99), "for each city they hold"),
];

/// The keys of the page.
pub const KEYS: &[Key] = &[
    Key::needed("title", Shape::Text, "the campaign's name, as reports print it"),
    Key::needed(
        "map",
        Shape::OneOf(MAPS),
        "the map; to change it, lay a page over `book/italy.yaml`",
    ),
    Key::needed("year", Shape::Number(1700, 1999), "the year, for campaigns in a row"),
    Key::needed("objectives", Shape::List(&AREA, 1, 60), "the marked areas"),
    Key::needed("fewest objectives", Shape::Keys(FEWEST), "when too few of them are defeat"),
    Key::needed("battle plans", Shape::Keys(PLANS), "how many plans each battle turn gives"),
    Key::needed("napoleon", Shape::Keys(NAPOLEON), "Napoleon"),
    Key::needed("group size", Shape::Number(1, 20), "how many forces march together"),
    Key::needed("supply", Shape::Keys(PURSES), "supply points at the start"),
    Key::needed("income", Shape::Keys(INCOME), "the French income"),
    Key::needed(
        "walls",
        Shape::Map("area", &Shape::Number(0, 9)),
        "cities with more than one garrison",
    ),
    Key::needed("track", Shape::List(&Shape::Keys(TRACK), 1, 60), "the turns, in their order"),
    Key::needed("late", Shape::List(&Shape::Keys(LATE), 0, 60), "who comes late"),
    Key::may(
        "commands",
        Shape::List(&Shape::Keys(COMMAND), 0, 12),
        "the corps of the option `staff`",
    ),
    Key::needed("forces", Shape::List(&Shape::Keys(COUNTER), 1, 200), "the counters, a line each"),
];

/// What the pages of a campaign are.
pub const GUIDE: Guide = Guide {
    keys: KEYS,
    intro: include_str!("declared/intro.md"),
    example: include_str!("declared/example.yaml"),
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
    Ok(check::page(PAGE, text, &GUIDE, &names, &whole))
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
