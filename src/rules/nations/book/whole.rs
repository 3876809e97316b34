//! What of a scenario's page does not go together, though each of its keys is sound.
//!
//! The set-up takes for granted that all of this holds.

use super::countries::CountryStatus;
use super::names::BookNames;
use kit::calendar::Season;
use kit::ground::Space;
use play::scenario::{Checking, items, pairs, word};
use sheet::Node;
use std::collections::{BTreeMap, BTreeSet};

mod abroad;
mod credit;
mod ships;
mod tactics;
mod track;

/// The keys of a condition that say what must be.
const SAYS: [&str; 21] = [
    "holds all",
    "holds one of",
    "holds no fortress in",
    "occupies all",
    "no troops in supply at",
    "lost by death",
    "occupies one of",
    "does not occupy all",
    "has conquered",
    "no units in",
    "no free fortress in",
    "occupies no town in",
    "occupies no fortress in",
    "holds no town in",
    "has conquered in a liberation war",
    "has beaten",
    "has beaten or is allied to",
    "is at peace with",
    "keeps the provinces",
    "controls provinces",
    "has destroyed all of",
];

/// Looks at the page as a whole.
pub fn check(names: &BookNames, checking: &mut Checking<'_>) {
    let page = Page::of(names, checking.root);
    page.sides(checking);
    page.powers(checking);
    page.seasons(checking);
    page.first_marker(checking);
    page.territory(checking);
    page.countries(checking);
    page.rules(checking);
    page.deck(checking);
    page.victory(checking);
    page.lines(checking);
    page.withdrawals(checking);
    page.hexes(checking);
    page.ships(checking);
    page.credit(checking);
    page.foreign_wars(checking);
    page.track(checking);
    page.tactics(checking);
}

/// A page with what many checks ask of it.
struct Page<'p> {
    names: &'p BookNames,
    root: &'p Node,
    /// Each power with its side.
    sides: BTreeMap<&'p str, &'p str>,
    /// The provinces in play; empty: all of them.
    provinces: BTreeSet<&'p str>,
    /// Every line of a set-up and of arrivals, each with the key of the page under which it stands.
    lines: Vec<(&'static str, &'p Node)>,
}

fn texts(list: Option<&Node>) -> impl Iterator<Item = (&Node, &str)> {
    items(list).iter().filter_map(|node| Some((node, node.text()?)))
}

impl<'p> Page<'p> {
    fn of(names: &'p BookNames, root: &'p Node) -> Self {
        let mut sides = BTreeMap::new();
        for (side, powers) in pairs(root.get("sides")) {
            for (_, power) in texts(Some(powers)) {
                sides.entry(power).or_insert(side.text().unwrap_or_default());
            }
        }
        let lists = pairs(root.get("territory")).iter().map(|(_, list)| list);
        let provinces = lists.flat_map(|list| texts(Some(list))).map(|(_, name)| name);
        let countries = pairs(root.get("countries")).iter();
        let countries = countries.filter_map(|(name, _)| names.countries.get(name.text()?));
        let own = countries.flat_map(|country| &country.provinces).map(String::as_str);
        let given = pairs(root.get("titles")).iter().filter_map(|(name, _)| name.text());
        let provinces = provinces.chain(own).chain(given).collect();
        let of = |key: &'static str| items(root.get(key)).iter().map(move |line| (key, line));
        let conditional =
            of("conditional arrivals").filter_map(|(key, line)| Some((key, line.get("entry")?)));
        let lines = of("forces").chain(of("arrivals")).chain(conditional).collect();
        Self { names, root, sides, provinces, lines }
    }

    fn sides(&self, checking: &mut Checking<'_>) {
        let Some(sides) = self.root.get("sides") else { return };
        let mut seen = BTreeSet::new();
        for (node, power) in pairs(Some(sides)).iter().flat_map(|(_, list)| texts(Some(list))) {
            if !seen.insert(power) {
                checking.fault(node, format!("{power} is on two sides"), "leave it on one");
            }
        }
        for side in ["empire", "coalition"] {
            if sides.get(side).is_none() {
                let help = "the two sides at war are `empire` and `coalition`";
                checking.fault(sides, format!("nobody is on the side `{side}`"), help);
            }
        }
    }

    /// Every power that something is said of plays.
    fn powers(&self, checking: &mut Checking<'_>) {
        let known: Vec<&str> =
            self.names.people.powers.iter().map(|one| one.name.as_str()).collect();
        let strangers: Vec<_> = checking
            .found
            .iter()
            .filter(|found| found.sort == "power" && found.under != "sides")
            .filter(|found| known.contains(&found.text) && !self.sides.contains_key(found.text))
            .map(|found| (found.node, found.text))
            .collect();
        for (node, power) in strangers {
            let playing: Vec<&str> = self.sides.keys().copied().collect();
            let help = format!("add it to `sides:`, where {} stand", playing.join(", "));
            checking.fault(node, format!("{power} does not play in this scenario"), help);
        }
    }

    fn seasons(&self, checking: &mut Checking<'_>) {
        let season = |key: &str| word(self.root, key)?.parse::<Season>().ok();
        let (Some(first), Some(last)) = (season("first season"), season("last season")) else {
            return;
        };
        if last < first
            && let Some(node) = self.root.get("last season")
        {
            let text = format!("{last} is before the first season, {first}");
            checking.fault(node, text, "");
        }
        for (key, line) in &self.lines {
            match (*key, line.get("when")) {
                ("arrivals", None) => {
                    checking.fault(
                        line,
                        "this arrival has no `when:`",
                        "say the season in which it comes",
                    );
                }
                ("arrivals", Some(when)) => {
                    let season = when.text().and_then(|text| text.parse::<Season>().ok());
                    if season.is_some_and(|when| when < first) {
                        let help = format!(
                            "the first season is {first}; who is there then is a line of `forces:`"
                        );
                        checking.fault(when, "this season is not played", help);
                    }
                }
                (_, Some(when)) => {
                    checking.fault(
                        when,
                        "only a line of `arrivals:` has a season",
                        "move the line there",
                    );
                }
                (_, None) => {}
            }
        }
    }

    /// The marker that comes out first is in the game, and no winter quarters (NIA §3.2).
    fn first_marker(&self, checking: &mut Checking<'_>) {
        let Some(node) = self.root.get("first marker") else { return };
        let name = node.text().unwrap_or_default();
        if name == "winter quarters" {
            checking.fault(node, "nobody begins with winter quarters", "name another marker");
        }
        if texts(self.root.get("removed markers")).any(|(_, removed)| removed == name) {
            let text = format!("`{name}` is removed from the game");
            checking.fault(node, text, "leave it out of `removed markers:`");
        }
    }

    fn territory(&self, checking: &mut Checking<'_>) {
        let mut seen = BTreeMap::new();
        for (power, list) in pairs(self.root.get("territory")) {
            let power = power.text().unwrap_or_default();
            for (node, name) in texts(Some(list)) {
                if let Some(other) = seen.insert(name, power) {
                    let text = format!("{name} is {other}'s and {power}'s");
                    checking.fault(node, text, "a province stands in one list");
                }
            }
        }
        if let Some(area) = self.root.get("area") {
            let list =
                |key: &str| -> Vec<&str> { texts(area.get(key)).map(|(_, text)| text).collect() };
            let column = |text: &str| self.names.atlas.code(&format!("{text}01")).map(|at| at.0);
            let backwards = match (&list("columns")[..], &list("rows")[..]) {
                ([left, right], [top, bottom]) => {
                    let rows = (top.parse::<u16>().ok(), bottom.parse::<u16>().ok());
                    column(left) > column(right) || rows.0 > rows.1
                }
                _ => false,
            };
            if backwards {
                checking.fault(area, "the last column or row is before the first", "");
            }
        }
    }

    /// Countries follow powers that play.
    fn countries(&self, checking: &mut Checking<'_>) {
        for (_, status) in pairs(self.root.get("countries")) {
            let read = status.text().and_then(|text| text.parse::<CountryStatus>().ok());
            let Some(power) = read.as_ref().and_then(CountryStatus::power) else { continue };
            if !self.sides.contains_key(power) {
                let text = format!("{power} does not play in this scenario");
                checking.fault(
                    status,
                    text,
                    "a country follows a power of `sides:`, or is neutral",
                );
            }
        }
    }

    fn rules(&self, checking: &mut Checking<'_>) {
        let mut seen = BTreeMap::new();
        for special in items(self.root.get("special rules")) {
            let Some(id) = special.get("id") else { continue };
            let Some(name) = id.text() else { continue };
            if seen.insert(name, special.get("release").is_some()).is_some() {
                checking.fault(id, format!("two special rules are called `{name}`"), "");
            }
            if let Some(after) = special.get("successors")
                && after.get("years").is_none()
                && word(after, "fewest stars first") != Some("true")
            {
                let help = "add `years:` or `fewest stars first: true`";
                checking.fault(after, "this does not say who may follow", help);
            }
            if let Some(train) = special.get("train")
                && items(train.get("holds")).is_empty()
            {
                checking.fault(train, "a train needs a place to come to", "name it under `holds:`");
            }
        }
        for (_, line) in &self.lines {
            let Some(reserve) = line.get("reserve") else { continue };
            let Some(name) = reserve.text() else { continue };
            if seen.get(name) != Some(&true) {
                let text = format!("no special rule `{name}` has a `release:`");
                checking.fault(reserve, text, "add it under `special rules:`");
            }
        }
    }

    fn victory(&self, checking: &mut Checking<'_>) {
        let Some(victory) = self.root.get("victory") else { return };
        let either = word(victory, "either side") == Some("true");
        let by_points = word(victory, "kind") == Some("points");
        let needed: &[(&str, &str)] = match word(victory, "kind") {
            Some("points") => {
                &[("points", "what is counted, a line each"), ("wins with", "the points that win")]
            }
            Some("conditions") => &[("conditions", "each way to win")],
            _ => &[],
        };
        for (key, what) in needed.iter().filter(|(key, _)| victory.get(key).is_none()) {
            checking.fault(victory, format!("`{key}:` is missing here"), *what);
        }
        let verdicts = items(victory.get("conditions")).iter();
        for term in verdicts.flat_map(|verdict| items(verdict.get("all"))) {
            let liberated = "has conquered in a liberation war";
            let names = ["lost by death", liberated, track::WINTERS, "controls provinces"];
            let lost = names.iter().any(|key| term.get(key).is_some());
            if let Some(node) = term.get(names[1]) {
                self.liberation(node, checking);
            }
            let listed: Vec<&str> = texts(term.get("occupies all")).map(|(_, name)| name).collect();
            let never = texts(term.get("never without"));
            for (node, name) in never.filter(|(_, name)| !listed.contains(name)) {
                let text = format!("{name} is not under `occupies all:`");
                checking.fault(node, text, "name it there as well");
            }
            if !lost && SAYS.iter().all(|key| items(term.get(key)).is_empty()) {
                let help = format!("add one of `{}:`", SAYS.join(":`, `"));
                checking.fault(term, "this condition does not say what must be", help);
            }
        }
        if by_points && either == victory.get("side").is_some() {
            let text = "either one `side:` counts, or `either side: true` stands here";
            checking.fault(victory, text, "");
        }
        for score in items(victory.get("points")) {
            let (what, needs) = match word(score, "for") {
                Some("control") => ("control", "places"),
                Some("leader removed from the map") => ("a leader", "leader"),
                _ => continue,
            };
            let empty = score.get(needs).is_none()
                || (needs == "places" && items(score.get(needs)).is_empty());
            if empty {
                let text = format!("points for {what} do not say of what");
                checking.fault(score, text, format!("add `{needs}:`"));
            }
        }
    }

    /// A card of the deck is in no hand, and there once.
    fn deck(&self, checking: &mut Checking<'_>) {
        let Some(deck) = self.root.get("deck") else { return };
        let hands = pairs(self.root.get("cards")).iter();
        let dealt: BTreeSet<&str> =
            hands.flat_map(|(_, hand)| texts(Some(hand))).map(|(_, card)| card).collect();
        let mut seen = BTreeSet::new();
        let lists = ["cards", "out", "open"].map(|key| deck.get(key));
        for (node, card) in lists.into_iter().flat_map(texts) {
            if dealt.contains(card) || !seen.insert(card) {
                let help = "a card is in one place: in a hand or in the deck";
                checking.fault(node, format!("{card} is there twice"), help);
            }
        }
    }

    /// A power that is conquered in a war of liberation has such a war.
    fn liberation(&self, node: &Node, checking: &mut Checking<'_>) {
        let rules = items(self.root.get("special rules")).iter();
        let mut wars =
            rules.filter_map(|rule| rule.get("liberation war").or_else(|| rule.get("proud ally")));
        if !wars.any(|war| word(war, "power") == node.text()) {
            let text = format!("{} fights no war of liberation", node.text().unwrap_or_default());
            checking.fault(node, text, "add a special rule with `liberation war:`");
        }
    }

    /// Whether a leader is called away before a line of arrivals brings them.
    fn comes_again(&self, leader: &str, line: &Node) -> bool {
        let when = word(line, "when").and_then(|text| text.parse::<Season>().ok());
        let lines = items(self.root.get("withdrawals")).iter();
        let mut away =
            lines.filter(|away| texts(away.get("leaders")).any(|(_, one)| one == leader));
        away.any(|away| {
            let left = word(away, "when").and_then(|text| text.parse::<Season>().ok());
            left.is_some_and(|left| when.is_some_and(|when| left < when))
        })
    }

    /// Names of lines, and leaders, each stand once.
    fn lines(&self, checking: &mut Checking<'_>) {
        let mut keys: BTreeSet<(&str, &str)> = BTreeSet::new();
        let mut arriving: BTreeSet<&str> = BTreeSet::new();
        let mut leaders: BTreeMap<&str, &str> = BTreeMap::new();
        for (part, line) in &self.lines {
            let name = word(line, "key").unwrap_or_default();
            let power = word(line, "power").unwrap_or_default();
            let twice = match *part {
                "forces" => !keys.insert((power, name)),
                _ => !arriving.insert(name) || keys.contains(&(power, name)),
            };
            if twice && let Some(node) = line.get("key") {
                checking.fault(node, format!("two lines of {power} are called `{name}`"), "");
            }
            let subordinates = texts(line.get("leaders"));
            let commander = line.get("commander").and_then(|node| Some((node, node.text()?)));
            for (node, leader) in commander.into_iter().chain(subordinates) {
                if let Some(other) = leaders.insert(leader, name)
                    && !self.comes_again(leader, line)
                {
                    let text = format!("{leader} stands in `{other}` and in `{name}`");
                    let help = "a leader stands in one line, unless called away in between";
                    checking.fault(node, text, help);
                }
            }
            self.command(line, checking);
            if let (Some(node), Some(other)) = (line.get("apart from"), word(line, "apart from")) {
                let same = |key: &str| {
                    let of = |(_, one): &&(&str, &Node)| word(one, "key") == Some(other);
                    self.lines
                        .iter()
                        .find(of)
                        .is_some_and(|one| word(one.1, key) == word(line, key))
                };
                let is_above = keys.contains(&(power, other)) || arriving.contains(other);
                if other == name || !is_above || !same("power") || !same("when") {
                    let text =
                        format!("no line above of {power} and that season is called `{other}`");
                    checking.fault(node, text, "");
                }
            }
        }
    }

    /// Who is called away is of a power that plays, in a season that is played.
    fn withdrawals(&self, checking: &mut Checking<'_>) {
        let season = |key: &str| word(self.root, key)?.parse::<Season>().ok();
        let (first, last) = (season("first season"), season("last season"));
        for line in items(self.root.get("withdrawals")) {
            let power = line.get("power").and_then(|node| Some((node, node.text()?)));
            if let Some((node, power)) = power.filter(|(_, power)| !self.sides.contains_key(power))
            {
                checking.fault(node, format!("{power} does not play"), "name it under `sides:`");
            }
            let when = line.get("when").and_then(|node| Some((node, node.text()?.parse().ok()?)));
            if let Some((node, when)) = when
                && (first.is_some_and(|first| when < first) || last.is_some_and(|last| last < when))
            {
                checking.fault(node, "this season is not played", "");
            }
            let says = ["leaders", "units", "infantry steps", "cavalry steps", "allied units"];
            if says.iter().all(|key| line.get(key).is_none()) {
                let help = format!("add one of `{}:`", says.join(":`, `"));
                checking.fault(line, "this does not say who leaves", help);
            }
        }
    }

    /// Who commands what.
    fn command(&self, line: &Node, checking: &mut Checking<'_>) {
        let commander = line.get("commander");
        let picks = ["commander chosen", "leaders chosen", "cavalry leaders chosen"];
        let chosen = picks.iter().any(|key| line.get(key).is_some());
        let alone = items(line.get("units")).is_empty() && items(line.get("leaders")).is_empty();
        if commander.is_none() && !items(line.get("leaders")).is_empty() {
            let help = "name the first of them under `commander:`";
            checking.fault(line, "these leaders have no commander", help);
        }
        let Some(army) = line.get("army") else { return };
        let name = commander.and_then(Node::text);
        let leader = name.and_then(|name| self.names.people.leader(name));
        match leader {
            Some(leader) if leader.capacity.is_none() => {
                let text = format!("{} cannot command an army", leader.name);
                let help = "`umpire rules scenario leaders` says who can";
                checking.fault(commander.unwrap_or(army), text, help);
            }
            None if commander.is_none() && !chosen && !(alone && line.get("when").is_some()) => {
                checking.fault(army, "an army has a commander", "name him under `commander:`");
            }
            Some(_) | None => {}
        }
    }

    /// Where troops stand: on land that is in play, no enemies together, one force in a hex.
    fn hexes(&self, checking: &mut Checking<'_>) {
        let mut taken: BTreeMap<Space, (&str, bool, &str)> = BTreeMap::new();
        for (part, line) in &self.lines {
            let Some(at) = line.get("at") else { continue };
            let ships = line.get("fleets").is_some();
            self.fits_the_place(line, at, ships, checking);
            let node = at.get("hex").or_else(|| at.get("default"));
            let Some((node, space)) =
                node.and_then(|node| Some((node, self.names.atlas.code(node.text()?)?)))
            else {
                continue;
            };
            if ships {
                continue;
            }
            if let Some(why) = self.no_ground(space) {
                checking.fault(node, why, "troops stand on land that is in play");
            }
            let role = line.get("siege").and_then(|siege| word(siege, "role"));
            if let (Some(siege), true) = (line.get("siege"), self.walls(space) == 0) {
                let name = self.names.atlas.name(space);
                checking.fault(siege, format!("{name} has no fortress"), "");
            }
            let fights = !items(line.get("units")).is_empty();
            if *part != "forces" || !fights || at.get("hex").is_none() {
                continue;
            }
            let power = word(line, "power").unwrap_or_default();
            let key = word(line, "key").unwrap_or_default();
            let here = (power, role.is_some(), key);
            let Some((other, besieged, before)) = taken.insert(space, here) else { continue };
            let name = self.names.atlas.name(space);
            let side = |power: &str| self.sides.get(power).copied();
            if other == power {
                let text = format!("{power} has `{before}` in this hex already");
                checking.fault(
                    node,
                    text,
                    "a hex holds one force of a power; put them into one line",
                );
            } else if side(other) != side(power) && !(besieged && role.is_some()) {
                let text = format!("{power} stands at {name} together with {other}, its enemy");
                checking.fault(
                    node,
                    text,
                    "only a siege brings enemies into one hex: say `siege:` in both lines",
                );
            }
        }
        for (node, space) in pairs(self.root.get("held"))
            .iter()
            .filter_map(|(node, _)| Some((node, self.names.atlas.code(node.text()?)?)))
        {
            if self.names.atlas.town(space).is_none() {
                checking.fault(node, "there is no town in this hex", "a power holds towns");
            }
        }
    }

    fn is_harbour(&self, space: Space) -> bool {
        self.names.atlas.town(space).is_some_and(|town| town.harbour)
    }

    fn walls(&self, space: Space) -> u8 {
        self.names.atlas.town(space).map_or(0, |town| town.fortress)
    }

    /// Troops and ships stand where each can.
    fn fits_the_place(&self, line: &Node, at: &Node, ships: bool, checking: &mut Checking<'_>) {
        let afloat = ["sea", "blockading", "any sea"].iter().any(|key| at.get(key).is_some());
        if !ships && afloat {
            return checking.fault(at, "only ships lie there", "add `fleets:`, or name a hex");
        }
        if !ships {
            return;
        }
        let ashore = ["units", "commander", "leaders", "trains", "engineers", "depots", "army"];
        if let Some(key) = ashore.iter().find(|key| afloat && line.get(key).is_some()) {
            checking.fault(
                line,
                format!("a line of ships at sea has no `{key}:`"),
                "give them a line of their own",
            );
        }
        let harbour = at.get("hex").or_else(|| at.get("blockading"));
        let Some(node) = harbour else {
            if at.get("hexes").is_some() {
                let help = "`umpire rules scenario places` says which have one";
                let named = texts(at.get("hexes"));
                let dry = named.filter(|(_, text)| {
                    self.names.atlas.code(text).is_some_and(|space| !self.is_harbour(space))
                });
                for (node, _) in dry {
                    checking.fault(node, "there is no harbour in this hex", help);
                }
            } else if !afloat {
                checking.fault(
                    at,
                    "ships lie in a harbour (`hex`), before one (`blockading`) or at sea",
                    "",
                );
            }
            return;
        };
        let space = node.text().and_then(|text| self.names.atlas.code(text));
        if space.is_some_and(|space| !self.is_harbour(space)) {
            let help = "`umpire rules scenario places` says which have one";
            checking.fault(node, "there is no harbour in this hex", help);
        }
    }

    /// Why nobody can stand in a hex.
    fn no_ground(&self, space: Space) -> Option<String> {
        let atlas = &self.names.atlas;
        let terrain = atlas.hex(space).terrain;
        if !terrain.is_land() {
            return Some(format!("{} is {}", atlas.number(space), terrain.word()));
        }
        let province = atlas.province(space).map(|province| province.name.as_str());
        let is_in =
            self.provinces.is_empty() || province.is_some_and(|p| self.provinces.contains(p));
        (!is_in).then(|| {
            let province = province.unwrap_or("no province");
            format!(
                "{} is out of play: {province} is in no list of `territory:` and of no country",
                atlas.name(space)
            )
        })
    }

    /// Whether a special rule says that an admiral serves elsewhere.
    fn is_out(&self, power: &str, fleet: &str) -> bool {
        let rules = items(self.root.get("special rules")).iter();
        let mut lists = rules.filter_map(|rule| rule.get("fleets out")?.get(power));
        lists.any(|list| texts(Some(list)).any(|(_, name)| name == fleet))
    }
}
