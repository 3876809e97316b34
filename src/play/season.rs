//! Seasons as their rule system names them: what each is called, what is asked in it, and of whom.
//!
//! A season is one exchange of mail: sheets in, one resolve, reports out. A turn of a game may take
//! several, of several kinds.

use kit::ledger::LANE;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A kind of season that a rule system has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeasonKind {
    pub name: &'static str,
    /// What is asked in it, in a sentence.
    pub doc: &'static str,
}

/// The kind of a season in which every power orders its forces.
pub const ORDERS: SeasonKind = SeasonKind { name: "orders", doc: "Orders for a power's forces." };

/// What a season asks, and of whom. All of it is public: reports and mails tell it to everybody.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asks {
    /// The name of one of the rule system's kinds.
    pub kind: String,
    /// What people call the season, besides its name: `Savona, battle turn 1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The powers from whom a sheet is wanted; none: all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub powers: Option<BTreeSet<String>>,
    /// The powers that the rules play: they have no player and no sheet, and get no mail.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub by_rules: BTreeSet<String>,
    /// The wards, each with the power whose player writes for it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub wards: BTreeMap<String, String>,
}

impl Default for Asks {
    fn default() -> Self {
        Asks::all(ORDERS)
    }
}

impl Asks {
    /// A season in which every power is asked.
    pub fn all(kind: SeasonKind) -> Asks {
        Asks {
            kind: kind.name.to_owned(),
            title: None,
            powers: None,
            by_rules: BTreeSet::new(),
            wards: BTreeMap::new(),
        }
    }

    /// A season in which these powers are asked.
    pub fn of(kind: SeasonKind, powers: BTreeSet<String>) -> Asks {
        Asks { powers: Some(powers), ..Asks::all(kind) }
    }

    /// The same season with what people call it.
    pub fn titled(self, title: impl Into<String>) -> Asks {
        Asks { title: Some(title.into()), ..self }
    }

    /// The same season with the powers that the rules play.
    pub fn played_by_rules(self, by_rules: BTreeSet<String>) -> Asks {
        Asks { by_rules, ..self }
    }

    /// The same season with its wards and their keepers.
    pub fn kept(self, wards: BTreeMap<String, String>) -> Asks {
        Asks { wards, ..self }
    }

    /// Whether a power is asked for a sheet.
    pub fn asks(&self, power: &str) -> bool {
        let is_meant = self.powers.as_ref().is_none_or(|powers| powers.contains(power));
        is_meant && !self.by_rules.contains(power)
    }

    /// Who keeps a power, if it is a ward.
    pub fn keeper(&self, power: &str) -> Option<&str> {
        self.wards.get(power).map(String::as_str)
    }
}

/// A season that may be opened: its name and what it asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonCard {
    /// Unique in the campaign. It stands in sheets, in the keys of dice, in leaves and in seeds.
    pub name: String,
    pub asks: Asks,
}

impl fmt::Display for SeasonCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name)
    }
}

/// The most characters of a season's name, and of its title.
const LONGEST_NAME: usize = 40;
const LONGEST_TITLE: usize = 72;

impl SeasonCard {
    /// Names a season. What a rule system gets wrong here is a bug of ours, so it panics: names
    /// are made by code, from a calendar and numbers.
    pub fn new(name: String, asks: Asks, kinds: &[SeasonKind]) -> SeasonCard {
        let is_plain = |text: &str| text.trim() == text && !text.chars().any(char::is_control);
        assert!(
            !name.is_empty() && name.chars().count() <= LONGEST_NAME && is_plain(&name),
            "the season `{name}` has a name of 1 to {LONGEST_NAME} characters"
        );
        // A number alone would be taken for the season's number, and a die's key is cut at slashes.
        assert!(
            name.parse::<u32>().is_err() && !name.contains(['/', LANE]),
            "the season `{name}` is neither a number nor a path, and names no lane"
        );
        assert!(
            kinds.iter().any(|kind| kind.name == asks.kind),
            "{name} is of the kind `{}`, which its rule system does not declare",
            asks.kind
        );
        for (ward, keeper) in &asks.wards {
            assert!(
                !asks.wards.contains_key(keeper) && !asks.by_rules.contains(keeper),
                "in {name} {keeper} keeps {ward} and has no player itself"
            );
            assert!(!asks.by_rules.contains(ward), "in {name} the rules play the ward {ward}");
        }
        if let Some(title) = &asks.title {
            let count = title.chars().count();
            assert!(
                (1..=LONGEST_TITLE).contains(&count) && is_plain(title),
                "{name} has a title of 1 to {LONGEST_TITLE} characters"
            );
        }
        SeasonCard { name, asks }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_season_of_orders_asks_everybody() {
        let asks = Asks::default();
        assert!(asks.asks("france") && asks.kind == "orders");
        let only = Asks::of(ORDERS, BTreeSet::from(["austria".to_owned()])).titled("Savona");
        assert!(only.asks("austria") && !only.asks("france"));
        let kept = serde_json::to_string(&only).unwrap();
        assert_eq!(kept, r#"{"kind":"orders","title":"Savona","powers":["austria"]}"#);
        assert_eq!(serde_json::from_str::<Asks>(&kept).unwrap(), only);
    }

    #[test]
    fn wards_and_powers_of_the_rules_are_kept_with_it() {
        let names = |all: &[&str]| -> BTreeSet<String> {
            all.iter().map(|name| (*name).to_owned()).collect()
        };
        let wards = BTreeMap::from([("saxony".to_owned(), "prussia".to_owned())]);
        let asks = Asks::default().played_by_rules(names(&["spain"])).kept(wards);
        assert!(asks.asks("saxony") && !asks.asks("spain"));
        assert_eq!((asks.keeper("saxony"), asks.keeper("prussia")), (Some("prussia"), None));
        let kept = serde_json::to_string(&asks).unwrap();
        assert_eq!(serde_json::from_str::<Asks>(&kept).unwrap(), asks);
        assert_eq!(serde_json::to_string(&Asks::default()).unwrap(), r#"{"kind":"orders"}"#);
    }

    #[test]
    #[should_panic(expected = "prussia keeps saxony and has no player itself")]
    fn a_keeper_has_a_player() {
        let wards = [("saxony", "prussia"), ("prussia", "france")];
        let wards = wards.map(|(ward, keeper)| (ward.to_owned(), keeper.to_owned()));
        SeasonCard::new("spring".into(), Asks::default().kept(wards.into()), &[ORDERS]);
    }

    #[test]
    #[should_panic(expected = "is neither a number nor a path")]
    fn a_year_alone_is_no_name() {
        SeasonCard::new("1796".into(), Asks::default(), &[ORDERS]);
    }

    #[test]
    #[should_panic(expected = "does not declare")]
    fn a_kind_is_declared() {
        let cabinet = SeasonKind { name: "cabinet", doc: "" };
        SeasonCard::new("cabinet 1806".into(), Asks::all(cabinet), &[ORDERS]);
    }
}
