//! The page of a scenario besides its keys, which [`Scenario`] declares: how it is introduced, the
//! names that it may use, and what of it does not go together.

use super::fleets::{SeaForce, ShipBody};
use super::relations::{Fault, Line};
use super::scenario::{Body, Scenario};
use super::{Atlas, Lands, Navies, Troops, fleets, relations};
use kit::names::plain;
use kit::page::Declared;
use kit::shelf::Shelf;
use play::BookError;
use play::scenario::{Checking, Guide, KnownNames, Wrong, items, pairs, word};
use sheet::Node;
use std::collections::{BTreeMap, BTreeSet};

/// What the pages of a scenario are.
pub const GUIDE: Guide = Guide {
    keys: Scenario::SHAPE.keys(),
    intro: include_str!("guide/intro.md"),
    example: include_str!("guide/example.yaml"),
    sorts: &[
        ("nation", "a nation of the book, such as `france`"),
        ("side", "any word"),
        ("place", "a town by its name, or a hex with its sheet, such as `W3427`"),
        ("general", "a general of the book; the list says his nation and rank"),
        ("troops", "a kind of unit, such as `line infantry`; the list says which nations have it"),
        ("berth", "a harbour by its name, or a sea area, such as `Bay of Biscay`"),
        ("admiral", "an admiral of the book; the list says their nation and rank"),
        ("ships", "a kind of ship, such as `man of war`"),
        ("column", "a column of the map with its sheet, such as `W30`"),
    ],
};

/// The names of the book.
pub struct BookNames {
    atlas: Atlas,
    lands: Lands,
    troops: Troops,
    navies: Navies,
}

impl BookNames {
    /// Reads the pages that have names.
    pub fn read(shelf: &Shelf) -> Result<Self, BookError> {
        let mut atlas = Atlas::read(shelf)?;
        let lands = Lands::read(shelf, &mut atlas)?;
        let troops = Troops::read(shelf)?;
        let navies = Navies::read(shelf, &atlas, &troops)?;
        Ok(Self { lands, troops, navies, atlas })
    }
}

impl KnownNames for BookNames {
    fn wrong(&self, sort: &str, written: &str) -> Option<Wrong> {
        let known = match sort {
            "nation" => self.lands.nation(written).is_some(),
            "place" => self.atlas.find(written).is_some(),
            "general" => self.troops.person(written).is_some(),
            "troops" => self.troops.find(written).is_some(),
            "berth" => self.navies.berth(written, |name| self.atlas.find(name)).is_some(),
            "admiral" => self.navies.admiral(written).is_some(),
            "ships" => self.navies.find(written).is_some(),
            "column" => self.atlas.code(&format!("{written}01")).is_some(),
            _ => true,
        };
        if known {
            return None;
        }
        let all = self.list(sort);
        Some(Wrong::unknown(sort, written, all.iter().map(|(name, _)| name.as_str())))
    }

    fn sorts(&self) -> &'static [&'static str] {
        &["nation", "place", "general", "troops", "berth", "admiral", "ships"]
    }

    fn list(&self, sort: &str) -> Vec<(String, String)> {
        match sort {
            "nation" => {
                let realms = self.lands.realms().iter();
                realms.map(|one| (one.name.clone(), one.title.clone())).collect()
            }
            "place" => {
                let towns = self.atlas.towns();
                towns.map(|(at, name)| (name.to_owned(), self.atlas.number(at))).collect()
            }
            "general" => {
                let people = self.troops.people.iter();
                people
                    .map(|one| (one.name.clone(), format!("{}, {}", one.nation, one.rank)))
                    .collect()
            }
            "troops" => {
                let word = |kind: &super::troops::UnitKind| match (&kind.of[..], &kind.never[..]) {
                    ([], []) => "every nation".to_owned(),
                    ([], never) => format!("not {}", never.join(", ")),
                    (of, _) => of.join(", "),
                };
                self.troops.kinds.iter().map(|kind| (kind.name.clone(), word(kind))).collect()
            }
            "berth" => {
                let waters = &self.navies.waters;
                let areas = waters.areas().iter().map(|area| (area.clone(), "sea".to_owned()));
                let ports = waters
                    .harbours()
                    .map(|(port, opens)| (self.atlas.name(port), opens.join(", ")));
                areas.chain(ports).collect()
            }
            "admiral" => {
                let people = self.navies.admirals.iter();
                people
                    .map(|one| (one.name.clone(), format!("{}, {}", one.nation, one.rank)))
                    .collect()
            }
            "ships" => {
                let kinds = self.navies.kinds.iter();
                kinds
                    .map(|kind| (kind.name.clone(), format!("combat value {}", kind.combat)))
                    .collect()
            }
            _ => vec![],
        }
    }
}

/// Looks at what of a page does not go together.
pub fn whole(names: &BookNames, checking: &mut Checking<'_>) {
    let root = checking.root;
    let mut playing: BTreeSet<&str> = BTreeSet::new();
    for node in pairs(root.get("sides")).iter().flat_map(|(_, list)| items(Some(list))) {
        if let Some(power) = node.text().filter(|power| !playing.insert(power)) {
            checking.fault(node, format!("{power} is on two sides"), "leave it on one");
        }
    }
    for node in checking.items("powers").iter().filter(|_| root.get("sides").is_none()) {
        if let Some(power) = node.text().filter(|power| !playing.insert(power)) {
            checking.fault(node, format!("{power} stands here twice"), "leave it here once");
        }
    }
    who_plays(&playing, checking);
    what_pays(checking);
    let last = |key: &str| word(root, key)?.parse::<kit::calendar::Season>().ok();
    if let (Some(first), Some(end), Some(node)) =
        (last("first season"), last("last season"), root.get("last season"))
        && end < first
    {
        checking.fault(node, format!("{end} is before the first season, {first}"), "");
    }
    strangers(names, &playing, checking);
    let (mut called, mut generals) = (BTreeSet::new(), BTreeSet::new());
    sea_forces(names, checking);
    for force in checking.items("forces") {
        one_force(names, force, (&mut called, &mut generals), checking);
    }
}

/// Who plays stands under one of two keys, and what powers are to each other goes together.
fn who_plays(playing: &BTreeSet<&str>, checking: &mut Checking<'_>) {
    let root = checking.root;
    let head = Node { at: root.at.start..root.at.start + 1, kind: root.kind.clone() };
    match (root.get("sides"), root.get("powers")) {
        (None, None) => {
            let help = "powers with relations of their own, or two sides at war";
            checking.fault(&head, "`powers:` or `sides:` is missing here", help);
        }
        (Some(_), Some(powers)) => {
            let help = "`powers:` with `relations:`, or `sides:` alone";
            checking.fault(powers, "`powers:` and `sides:` do not go together", help);
        }
        (Some(sides), None) if pairs(Some(sides)).len() < 2 => {
            checking.fault(sides, "a war has two sides", "name both");
        }
        _ => {}
    }
    if let (Some(_), Some(politics)) = (root.get("sides"), root.get("politics")) {
        let help = "name the `powers:` instead of `sides:`";
        checking.fault(politics, "powers on `sides:` hold no council", help);
    }
    if let (None, Some(ends)) = (root.get("politics"), root.get("ends")) {
        let help = "leave it out: the game ends with the turn in which a power submits";
        checking.fault(ends, "`ends:` is for a scenario with `politics:`", help);
    }
    if let (Some(_), Some(lines)) = (root.get("sides"), root.get("relations")) {
        let help = "name the `powers:` instead of `sides:`";
        checking.fault(lines, "of powers on `sides:` all is said", help);
        return;
    }
    let nodes = checking.items("relations");
    let lines: Vec<(&Node, Line)> =
        nodes.iter().filter_map(|node| Some((node, read_line(node)?))).collect();
    let read: Vec<Line> = lines.iter().map(|(_, line)| line.clone()).collect();
    for Fault { line, text, help } in relations::faults(playing, &read) {
        checking.fault(lines[line].0, text, help);
    }
    for node in checking.items("neutral") {
        if let Some(power) = node.text().filter(|power| playing.contains(power)) {
            let help = "`neutral:` shuts the lands of nations that do not play";
            checking.fault(node, format!("{power} plays, and its lands would be shut to it"), help);
        }
    }
}

/// Marches are paid for by one of two keys.
fn what_pays(checking: &mut Checking<'_>) {
    let root = checking.root;
    match (root.get("points"), root.get("money")) {
        (None, None) => {
            let head = Node { at: root.at.start..root.at.start + 1, kind: root.kind.clone() };
            let help = "action points of each turn, or the game with money";
            checking.fault(&head, "`points:` or `money:` is missing here", help);
        }
        (Some(_), Some(money)) => {
            let help = "with money, resource points pay for action points";
            checking.fault(money, "`points:` and `money:` do not go together", help);
        }
        _ => {}
    }
}

/// A line on two powers as it stands on the page; none, if its keys are not sound.
fn read_line(node: &Node) -> Option<Line> {
    let two = |key: &str| -> Option<[String; 2]> {
        let names: Option<Vec<String>> =
            items(node.get(key)).iter().map(|name| Some(name.text()?.to_owned())).collect();
        names?.try_into().ok()
    };
    let one = |key: &str| word(node, key).map(str::to_owned);
    let war = two("war").map(|war| Line::War { war });
    let alliance = || two("alliance").map(|alliance| Line::Alliance { alliance });
    let neutral = || two("neutral").map(|neutral| Line::Neutral { neutral });
    let passage = || Some(Line::Passage { passage: one("passage")?, through: one("through")? });
    war.or_else(alliance).or_else(neutral).or_else(passage)
}

/// Whoever something is said of plays, but for neutrals, owners of cities, and who holds them.
fn strangers(names: &BookNames, playing: &BTreeSet<&str>, checking: &mut Checking<'_>) {
    let free = ["sides", "powers", "relations", "neutral", "cities", "held"];
    let strangers: Vec<(&Node, &str)> = checking
        .found
        .iter()
        .filter(|found| found.sort == "nation" && !free.contains(&found.under))
        .filter(|found| names.lands.nation(found.text).is_some() && !playing.contains(found.text))
        .map(|found| (found.node, found.text))
        .collect();
    let key = if checking.root.get("powers").is_some() { "powers" } else { "sides" };
    for (node, power) in strangers {
        let known: Vec<&str> = playing.iter().copied().collect();
        let help = format!("add it to `{key}:`, where {} stand", known.join(", "));
        checking.fault(node, format!("{power} does not play in this scenario"), help);
    }
}

/// The lines on ships, once their keys are sound.
fn sea_forces(names: &BookNames, checking: &mut Checking<'_>) {
    let nodes = checking.items("fleets");
    let lines: Option<Vec<SeaForce>> = nodes.iter().map(read_fleets).collect();
    let place = |name: &str| names.atlas.find(name);
    let fault = fleets::fault(&lines.unwrap_or_default(), &names.navies, &names.troops, place);
    if let Some((nth, why)) = fault {
        checking.fault(&nodes[nth], why, "");
    }
}

/// A line on ships as it stands on the page; none, if its keys are not sound.
fn read_fleets(node: &Node) -> Option<SeaForce> {
    let body = |node: &Node| {
        let ships: Option<BTreeMap<String, u32>> = pairs(node.get("ships"))
            .iter()
            .map(|(kind, count)| {
                Some((kind.text()?.to_owned(), count.text()?.parse().ok().filter(|n| *n < 100)?))
            })
            .collect();
        let kind = serde_yaml::from_str(word(node, "kind")?).ok()?;
        Some(ShipBody { name: word(node, "name")?.to_owned(), kind, ships: ships? })
    };
    let fleets: Option<Vec<ShipBody>> = items(node.get("fleets")).iter().map(body).collect();
    Some(SeaForce {
        power: word(node, "power")?.to_owned(),
        when: word(node, "when").and_then(|when| when.parse().ok()),
        at: word(node, "at")?.to_owned(),
        admiral: word(node, "admiral").map(str::to_owned),
        fleets: fleets?,
    })
}

type Once<'p> = (&'p mut BTreeSet<String>, &'p mut BTreeSet<String>);

fn one_force(names: &BookNames, force: &Node, once: Once<'_>, checking: &mut Checking<'_>) {
    let (called, generals) = once;
    let Some(power) = word(force, "power") else { return };
    let general = force.get("general");
    if let Some((node, name)) = general.and_then(|node| Some((node, node.text()?))) {
        let person = names.troops.person(name);
        if let Some(person) = person.filter(|person| person.nation != power) {
            let text = format!("{} serves {}, not {power}", person.name, person.nation);
            checking.fault(node, text, "`umpire rules scenario generals` lists who serves whom");
        }
        if !generals.insert(plain(name)) {
            checking.fault(node, format!("{name} stands in two lines"), "");
        }
    }
    for body in items(force.get("formations")) {
        let Some(name) = body.get("name") else { continue };
        if !called.insert(plain(name.text().unwrap_or_default())) {
            let text = format!("there are two called {}", name.text().unwrap_or_default());
            checking.fault(name, text, "");
        }
        let at = word(force, "at").and_then(|at| names.atlas.find(at));
        let (Some(at), Some(written)) = (at, read_body(body)) else { continue };
        let made = written.formation((&names.lands, &names.troops), power, at, None);
        if let Err(why) = made {
            checking.fault(name, why, "");
        }
    }
}

/// A corps or brigade as it stands on the page; none, if its keys are not sound.
fn read_body(node: &Node) -> Option<Body> {
    let units: Option<BTreeMap<String, u32>> = pairs(node.get("units"))
        .iter()
        .map(|(kind, count)| {
            Some((kind.text()?.to_owned(), count.text()?.parse().ok().filter(|n| *n < 100)?))
        })
        .collect();
    let kind = serde_yaml::from_str(word(node, "kind")?).ok()?;
    Some(Body { name: word(node, "name")?.to_owned(), kind, units: units? })
}
