//! Who is with whom: parties, the groups they belong to, and what is otherwise between two of them.
//!
//! Groups and exceptions are stored, not every pair: of one group are friends, of different groups
//! enemies, and a party without a group is neutral. A [`Status`] between two parties overrides that.
//! One type for the state and for what a power knows; in both it is changed by events alone.
//!
//! Without exceptions it is serialized as the plain map of groups, so older documents keep their
//! bytes.

use crate::calendar::Season;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A group of parties: a side, a bloc, an alliance.
pub trait Group: Clone + Eq {
    /// Whether those in it are of one side; those of a group that is not are neutral.
    fn is_side(&self) -> bool {
        true
    }
}

impl Group for String {}

/// What is between two parties, where it is not what their groups say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    War,
    /// No fighting until that season begins.
    Truce {
        until: Season,
        /// Whether troops of each may cross the land of the other until then.
        #[serde(default)]
        transit: bool,
    },
    Neutral,
    Allied,
    /// The one is bound to the other, as a satellite is.
    Bound,
}

impl Status {
    /// Whether the two are friends.
    pub fn is_friendly(self) -> bool {
        matches!(self, Status::Allied | Status::Bound)
    }
}

/// An exception between two parties, the first in the alphabet first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Between(String, String, Status);

/// Who is with whom.
///
/// Clones share one copy until one of them changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relations<G> {
    groups: Arc<BTreeMap<String, G>>,
    between: Arc<BTreeMap<(String, String), Status>>,
    /// Whose troops another lets through: guest and host.
    passages: Arc<BTreeSet<(String, String)>>,
}

impl<G> Default for Relations<G> {
    fn default() -> Self {
        Self { groups: Arc::default(), between: Arc::default(), passages: Arc::default() }
    }
}

fn pair(one: &str, other: &str) -> (String, String) {
    let (first, second) = if one <= other { (one, other) } else { (other, one) };
    (first.to_owned(), second.to_owned())
}

impl<G: Group> Relations<G> {
    /// Puts a party into a group, and takes it out of the one in which it was.
    pub fn join(&mut self, party: &str, group: G) {
        Arc::make_mut(&mut self.groups).insert(party.to_owned(), group);
    }

    /// Takes a party out of its group; from then on it has none.
    pub fn leave(&mut self, party: &str) {
        Arc::make_mut(&mut self.groups).remove(party);
    }

    /// Settles what is between two parties from now on, whatever their groups say.
    pub fn settle(&mut self, one: &str, other: &str, status: Status) {
        Arc::make_mut(&mut self.between).insert(pair(one, other), status);
    }

    /// From now on their groups alone say what is between two parties.
    pub fn forget(&mut self, one: &str, other: &str) {
        Arc::make_mut(&mut self.between).remove(&pair(one, other));
    }

    /// Every party that has a group, in the order of the alphabet.
    pub fn parties(&self) -> impl Iterator<Item = &String> {
        self.groups.keys()
    }

    /// Every party with its group.
    pub fn groups(&self) -> impl Iterator<Item = (&String, &G)> {
        self.groups.iter()
    }

    /// The group of a party.
    pub fn group(&self, party: &str) -> Option<&G> {
        self.groups.get(party)
    }

    /// A party by its name, with its group.
    pub fn member(&self, party: &str) -> Option<(&str, &G)> {
        self.groups.get_key_value(party).map(|(party, group)| (party.as_str(), group))
    }

    /// Whether a party has a group.
    pub fn takes_part(&self, party: &str) -> bool {
        self.groups.contains_key(party)
    }

    /// What is between two parties.
    pub fn status(&self, one: &str, other: &str) -> Status {
        if one == other {
            return Status::Allied;
        }
        if !self.between.is_empty()
            && let Some(status) = self.between.get(&pair(one, other))
        {
            return *status;
        }
        let side = |party| self.groups.get(party).filter(|group| group.is_side());
        match (side(one), side(other)) {
            (Some(one), Some(other)) if one == other => Status::Allied,
            (Some(_), Some(_)) => Status::War,
            (None, _) | (_, None) => Status::Neutral,
        }
    }

    /// Whether any two parties could be neither friends nor at war.
    pub fn has_neutrals(&self) -> bool {
        !self.between.is_empty() || self.groups.values().any(|group| !group.is_side())
    }

    /// Whether two parties are on one side; each is its own friend.
    pub fn friends(&self, one: &str, other: &str) -> bool {
        self.status(one, other).is_friendly()
    }

    /// Whether two parties fight each other.
    pub fn at_war(&self, one: &str, other: &str) -> bool {
        self.status(one, other) == Status::War
    }

    /// The others with whom a party stands in one status: friends, or enemies.
    fn others(
        &self,
        party: &str,
        stands: impl Fn(Status) -> bool,
    ) -> impl Iterator<Item = &String> {
        self.parties().filter(move |other| *other != party && stands(self.status(party, other)))
    }

    /// To whom a party writes first, where one name stands for all: an ally, else anybody.
    pub fn correspondent(&self, party: &str) -> Option<&String> {
        let ally = self.others(party, Status::is_friendly).next();
        ally.or_else(|| self.others(party, |_| true).next())
    }

    /// Who the allies and the enemies of a party are, in words for its player.
    pub fn told<'t>(&'t self, party: &str, title: impl Fn(&'t str) -> &'t str) -> String {
        let list = |all: Vec<&'t str>| match all.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
            _ => all.concat(),
        };
        let named = |stands: fn(Status) -> bool| {
            list(self.others(party, stands).map(|other| title(other)).collect())
        };
        let said = |who: &str, names: String| match names.as_str() {
            "" => format!("You have no {who}."),
            names => format!("Your {who}: {names}."),
        };
        let allies = said("allies", named(Status::is_friendly));
        format!("{allies} {}", said("enemies", named(|status| status == Status::War)))
    }

    /// Lets troops of a guest through the land of a host.
    pub fn open(&mut self, guest: &str, host: &str) {
        Arc::make_mut(&mut self.passages).insert((guest.to_owned(), host.to_owned()));
    }

    /// Ends what [`open`](Self::open) has begun.
    pub fn shut(&mut self, guest: &str, host: &str) {
        Arc::make_mut(&mut self.passages).remove(&(guest.to_owned(), host.to_owned()));
    }

    /// Whether troops of one party may enter the land of another: as friends, as enemies, in a truce with
    /// transit, or since they are let through.
    pub fn may_enter(&self, one: &str, land_of: &str) -> bool {
        let transit = match self.status(one, land_of) {
            Status::War | Status::Allied | Status::Bound => true,
            Status::Truce { transit, .. } => transit,
            Status::Neutral => false,
        };
        let passes = |(guest, host): &(String, String)| guest == one && host == land_of;
        transit || self.passages.iter().any(passes)
    }
}

impl<G: Group> FromIterator<(String, G)> for Relations<G> {
    fn from_iter<I: IntoIterator<Item = (String, G)>>(groups: I) -> Self {
        let groups: BTreeMap<String, G> = groups.into_iter().collect();
        Self { groups: groups.into(), between: Arc::default(), passages: Arc::default() }
    }
}

impl<G: Serialize> Serialize for Relations<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.between.is_empty() && self.passages.is_empty() {
            return self.groups.serialize(serializer);
        }
        let between = self.between.iter();
        let between: Vec<Between> =
            between.map(|((a, b), status)| Between(a.clone(), b.clone(), *status)).collect();
        match self.passages.is_empty() {
            true => (&*self.groups, between).serialize(serializer),
            false => (&*self.groups, between, &*self.passages).serialize(serializer),
        }
    }
}

/// The ways in which it is written.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written<G> {
    Groups(BTreeMap<String, G>),
    Both(BTreeMap<String, G>, Vec<Between>),
    All(BTreeMap<String, G>, Vec<Between>, BTreeSet<(String, String)>),
}

impl<'de, G: Deserialize<'de>> Deserialize<'de> for Relations<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (groups, between, passages) = match Written::deserialize(deserializer)? {
            Written::Groups(groups) => (groups, vec![], BTreeSet::new()),
            Written::Both(groups, between) => (groups, between, BTreeSet::new()),
            Written::All(groups, between, passages) => (groups, between, passages),
        };
        let between = between.into_iter().map(|Between(a, b, status)| (pair(&a, &b), status));
        let between: BTreeMap<_, _> = between.collect();
        Ok(Self { groups: groups.into(), between: between.into(), passages: passages.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::Quarter;

    #[test]
    fn sides_are_told() {
        let europe = europe();
        let told = |party| europe.told(party, |name| name);
        assert_eq!(told("austria"), "Your allies: russia. Your enemies: france.");
        assert_eq!(told("france"), "You have no allies. Your enemies: austria and russia.");
        assert_eq!(europe.correspondent("russia").map(String::as_str), Some("austria"));
        assert_eq!(europe.correspondent("france").map(String::as_str), Some("austria"));
    }

    fn europe() -> Relations<String> {
        let groups = [("austria", "coalition"), ("russia", "coalition"), ("france", "empire")];
        groups.map(|(party, group)| (party.to_owned(), group.to_owned())).into_iter().collect()
    }

    #[test]
    fn groups_say_it_and_exceptions_override_them() {
        let mut all = europe();
        assert!(all.friends("austria", "russia") && all.friends("sweden", "sweden"));
        assert!(all.at_war("austria", "france") && !all.may_enter("france", "prussia"));
        assert_eq!(all.status("france", "prussia"), Status::Neutral);
        assert!(!all.has_neutrals(), "those who have a group are friends or at war");
        let until = Season { year: 1806, quarter: Quarter::Spring };
        all.settle("france", "austria", Status::Truce { until, transit: false });
        assert!(!all.at_war("austria", "france") && !all.may_enter("france", "austria"));
        assert!(all.has_neutrals());
        all.settle("france", "austria", Status::Truce { until, transit: true });
        assert!(!all.at_war("austria", "france") && all.may_enter("france", "austria"));
        all.settle("bavaria", "france", Status::Bound);
        assert!(all.friends("france", "bavaria") && all.may_enter("france", "bavaria"));
        assert!(!all.friends("bavaria", "russia"), "an exception is between two alone");
        all.forget("austria", "france");
        assert!(all.at_war("france", "austria"));
        all.join("russia", "empire".to_owned());
        assert!(all.friends("france", "russia") && all.at_war("russia", "austria"));
    }

    #[test]
    fn it_is_written_as_its_groups_until_there_is_more_to_say() {
        let mut all = europe();
        let plain = r#"{"austria":"coalition","france":"empire","russia":"coalition"}"#;
        assert_eq!(serde_json::to_string(&all).unwrap(), plain);
        assert_eq!(serde_json::from_str::<Relations<String>>(plain).unwrap(), all);
        all.settle("russia", "france", Status::Neutral);
        let written = serde_json::to_string(&all).unwrap();
        assert_eq!(serde_json::from_str::<Relations<String>>(&written).unwrap(), all, "{written}");
        all.open("russia", "prussia");
        let written = serde_json::to_string(&all).unwrap();
        assert_eq!(serde_json::from_str::<Relations<String>>(&written).unwrap(), all, "{written}");
    }

    #[test]
    fn a_guest_passes_and_the_host_does_not() {
        let mut all = europe();
        all.open("france", "prussia");
        assert!(all.may_enter("france", "prussia") && !all.friends("france", "prussia"));
        assert!(!all.may_enter("prussia", "france") && !all.may_enter("austria", "prussia"));
        all.shut("france", "prussia");
        assert!(!all.may_enter("france", "prussia"));
    }
}
