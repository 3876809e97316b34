//! The names that a scenario's page may use, each as the reader of the page takes it.

use super::cards::Card;
use super::countries::CountryStatus;
use super::money::{ForeignWar, wars};
use super::{Atlas, Cards, Countries, Parts, People, Units};
use kit::names::nearest;
use kit::shelf::Shelf;
use play::BookError;
use play::scenario::{KnownNames, Wrong};
use std::sync::Arc;

/// The most replenishment steps of one line.
const MOST_STEPS: usize = 12;

/// The initiative markers that a scenario can remove.
pub const MARKERS: [&str; 15] = [
    "empire land 1",
    "empire land 2",
    "empire land 3",
    "empire land 4",
    "coalition land 1",
    "coalition land 2",
    "coalition land 3",
    "coalition land 4",
    "empire naval 1",
    "empire naval 2",
    "coalition naval 1",
    "coalition naval 2",
    "neutral land",
    "neutral naval",
    "winter quarters",
];

/// The book's names, without a scenario.
pub struct BookNames {
    pub atlas: Arc<Atlas>,
    pub people: Arc<People>,
    pub countries: Arc<Countries>,
    pub units: Arc<Units>,
    cards: Arc<Cards>,
    pub wars: Vec<ForeignWar>,
}

impl BookNames {
    /// Reads the pages that have names.
    pub fn read(shelf: &Shelf) -> Result<Self, BookError> {
        let cards = shelf.once(Cards::read)?;
        let Parts { atlas, people, units, countries, .. } = Parts::read(shelf)?;
        let wars = wars::read(shelf, &people, &units)?;
        Ok(Self { atlas, people, countries, units, cards, wars })
    }

    fn hex(&self, written: &str) -> Option<Wrong> {
        if self.atlas.code(written).is_some() {
            return None;
        }
        let why = format!("there is no hex `{written}`");
        let town = self
            .atlas
            .named(written)
            .or_else(|| self.atlas.nearest_name(written).and_then(|name| self.atlas.named(name)));
        let help = match town {
            Some(town) => {
                format!("{} is `{}`", self.atlas.name(town), self.atlas.number(town))
            }
            None => {
                "hexes are W0101 to W4254 on the western sheet and E0101 to E3854 on the eastern"
                    .to_owned()
            }
        };
        Some(Wrong { why, help: Some(help) })
    }

    fn place(&self, written: &str) -> Option<Wrong> {
        if self.atlas.named(written).is_some() {
            return None;
        }
        let names: Vec<&str> = self.atlas.towns().map(|(_, town)| town.name.as_str()).collect();
        Some(Wrong::unknown("place", written, names))
    }

    fn leader(&self, written: &str) -> Option<Wrong> {
        if self.people.leader(written).is_some() {
            return None;
        }
        // The page wants the name whole: with its accents, and with what stands in brackets.
        let meant =
            self.people.find(written).or_else(|| self.people.namesakes(written).first().copied());
        let wrong = Wrong::unknown(
            "leader",
            written,
            self.people.leaders().map(|l| l.name.as_str()).collect::<Vec<_>>(),
        );
        Some(match meant {
            Some(leader) => {
                let help = format!("did you mean `{}`?", leader.name);
                Wrong { help: Some(help), ..wrong }
            }
            None => wrong,
        })
    }

    fn fleet(&self, written: &str) -> Option<Wrong> {
        let is_numbered = written
            .strip_prefix("fleet ")
            .and_then(|number| number.parse::<u8>().ok())
            .is_some_and(|number| (1..=20).contains(&number));
        let known = || self.people.admirals.iter().filter(|one| one.kind != "generic");
        if is_numbered || known().any(|admiral| admiral.name == written) {
            return None;
        }
        let names: Vec<&str> =
            known().map(|admiral| admiral.name.as_str()).chain(["fleet 1"]).collect();
        Some(Wrong::unknown("fleet", written, names))
    }

    fn unit(&self, written: &str) -> Option<Wrong> {
        // Whose they are decides nothing here.
        let why = self.units.read(written, "france", &self.people).err()?;
        let kinds: Vec<&str> = self.units.kinds().map(|kind| kind.kind.as_str()).collect();
        let nations = self.people.nations.iter().map(|nation| nation.adjective.as_str());
        let words = || kinds.iter().copied().chain(nations.clone()).chain(["reduced"]);
        let stray = |word: &&str| {
            !words().any(|known| known == *word)
                && word.chars().all(char::is_alphabetic)
                && *word != "x"
        };
        let likely =
            written.split_whitespace().filter(stray).find_map(|word| nearest(word, words()));
        let help = match likely {
            Some(word) => format!("did you mean `{word}`?"),
            None => format!(
                "a unit is written like `2 x (+1) InfC`; the kinds are {}",
                kinds.join(", ")
            ),
        };
        Some(Wrong { why, help: Some(help) })
    }

    fn status(&self, written: &str) -> Option<Wrong> {
        match written.parse::<CountryStatus>() {
            Err(why) => Some(Wrong { why, help: None }),
            Ok(status) => status.power().and_then(|power| self.wrong("power", power)),
        }
    }

    fn step(written: &str) -> Option<Wrong> {
        let words: Vec<&str> = written.split(' ').collect();
        let count = |word: &str| word.parse().is_ok_and(|count| (1..=MOST_STEPS).contains(&count));
        match words.as_slice() {
            [number, "x", "Inf"] if count(number) => None,
            _ => Some(Wrong {
                why: format!("`{written}` is not a number of steps"),
                help: Some(format!("write `2 x Inf`, up to {MOST_STEPS}")),
            }),
        }
    }

    fn year(written: &str) -> Option<Wrong> {
        let known = written.parse::<u16>().is_ok_and(|year| (1792..=1815).contains(&year));
        (!known).then(|| Wrong {
            why: format!("`{written}` is not a year of these wars"),
            help: Some("write one from 1792 to 1815".to_owned()),
        })
    }

    fn column(&self, written: &str) -> Option<Wrong> {
        if written.chars().count() == 3 && self.atlas.code(&format!("{written}01")).is_some() {
            return None;
        }
        let why = format!("there is no column `{written}`");
        Some(Wrong { why, help: Some("columns are W01 to W42 and E01 to E38".to_owned()) })
    }

    fn places(&self) -> Vec<(String, String)> {
        let word = |(space, town): (kit::ground::Space, &super::atlas::Town)| {
            let province = self.atlas.province(space).map_or("", |province| &province.name);
            let mut word = format!("{}, {province}", self.atlas.number(space));
            if town.fortress > 0 {
                word.push_str(&format!(", fortress {}", town.fortress));
            }
            if town.harbour {
                word.push_str(&format!(", harbour on {}", town.seas.join(" and ")));
            }
            (town.name.clone(), word)
        };
        self.atlas.towns().map(word).collect()
    }

    fn leaders(&self) -> Vec<(String, String)> {
        let word = |leader: &super::Leader| {
            let years = match (leader.from, leader.to) {
                (None, None) => String::new(),
                (from, to) => {
                    let year = |year: Option<u16>| year.map_or(String::new(), |y| y.to_string());
                    format!(", {} to {}", year(from), year(to))
                }
            };
            let stars = if leader.sovereign {
                "sovereign".into()
            } else {
                format!("{} stars", leader.stars)
            };
            let army =
                leader.capacity.map_or(String::new(), |steps| format!(", army of {steps} steps"));
            let horse = if leader.cavalry { ", cavalry" } else { "" };
            (leader.name.clone(), format!("{}, {stars}{army}{horse}{years}", leader.nation))
        };
        let mut all: Vec<&super::Leader> = self.people.leaders().collect();
        all.sort_by_key(|leader| (self.people.order(&leader.nation), &leader.nation, &leader.name));
        all.into_iter().map(word).collect()
    }
}

impl KnownNames for BookNames {
    fn wrong(&self, sort: &str, written: &str) -> Option<Wrong> {
        match sort {
            "hex" => self.hex(written),
            "place" => self.place(written),
            "leader" => self.leader(written),
            "fleet" => self.fleet(written),
            "unit" => self.unit(written),
            "step" => Self::step(written),
            "status" => self.status(written),
            "column" => self.column(written),
            "side" if written.is_empty() => {
                Some(Wrong { why: "a side has a name".to_owned(), help: None })
            }
            "side" => None,
            "year" => Self::year(written),
            "court" if self.people.is_major(written) => None,
            "court" if self.countries.get(written).is_some() => None,
            "province" if self.atlas.provinces.iter().any(|one| one.name == written) => None,
            "power" if self.people.powers.iter().any(|one| one.name == written) => None,
            sort => {
                let all = self.list(sort);
                let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
                (!names.contains(&written)).then(|| Wrong::unknown(sort, written, names))
            }
        }
    }

    fn sorts(&self) -> &'static [&'static str] {
        &[
            "power",
            "country",
            "nation",
            "leader",
            "fleet",
            "place",
            "province",
            "sea",
            "unit",
            "marker",
            "card",
            "foreign war",
        ]
    }

    fn list(&self, sort: &str) -> Vec<(String, String)> {
        let alone = |name: &str| (name.to_owned(), String::new());
        match sort {
            "power" => {
                self.people.powers.iter().map(|one| (one.name.clone(), one.title.clone())).collect()
            }
            "country" => {
                let seat =
                    |one: &super::countries::Country| (one.name.clone(), one.capital.clone());
                self.countries.iter().map(seat).collect()
            }
            "nation" => {
                let nations = self.people.nations.iter();
                nations.map(|one| (one.name.clone(), one.adjective.clone())).collect()
            }
            "foreign war" => {
                self.wars.iter().map(|war| (war.name.clone(), war.power.clone())).collect()
            }
            "leader" => self.leaders(),
            "fleet" => {
                let known = self.people.admirals.iter().filter(|one| one.kind != "generic");
                let word = |one: &super::people::Admiral| (one.name.clone(), one.nation.clone());
                known
                    .map(word)
                    .chain([("fleet 1".to_owned(), "any, and so on".to_owned())])
                    .collect()
            }
            "place" => self.places(),
            "province" => {
                let owner = |one: &super::atlas::Province| (one.name.clone(), one.owner.clone());
                self.atlas.provinces.iter().map(owner).collect()
            }
            "sea" => self.atlas.seas.iter().map(|sea| alone(&sea.name)).collect(),
            "unit" => {
                let kinds = self.units.kinds();
                kinds
                    .map(|kind| (kind.kind.clone(), format!("{}, {} steps", kind.name, kind.steps)))
                    .collect()
            }
            "marker" => MARKERS.iter().map(|name| alone(name)).collect(),
            "card" => {
                let word =
                    |one: &Card| (one.card.clone(), format!("{}, {}", one.name, one.deck.word()));
                self.cards.iter().map(word).collect()
            }
            _ => vec![],
        }
    }
}
