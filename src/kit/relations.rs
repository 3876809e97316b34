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

/// A side by its name. An empty name means no side: a party with it takes part, and is neutral to every other
/// party unless an exception says otherwise.
impl Group for String {
    fn is_side(&self) -> bool {
        !self.is_empty()
    }
}

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

/// What one party is to another. It decides whether their troops fight, and whether they may cross its land.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    /// They fight for each other, and each may cross the land of the other.
    Allied,
    War,
    /// They do not fight, and the one may cross the land of the other.
    Passage,
    /// They do not fight, and the land of the other is shut.
    Neutral,
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
    /// Exceptions, under the first of the two in the alphabet.
    between: Arc<BTreeMap<String, BTreeMap<String, Status>>>,
    /// The hosts whose land each guest may cross.
    passages: Arc<BTreeMap<String, BTreeSet<String>>>,
}

impl<G> Default for Relations<G> {
    fn default() -> Self {
        Self { groups: Arc::default(), between: Arc::default(), passages: Arc::default() }
    }
}

/// Two parties, the first in the alphabet first.
fn pair<'p>(one: &'p str, other: &'p str) -> (&'p str, &'p str) {
    if one <= other { (one, other) } else { (other, one) }
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
        let (first, second) = pair(one, other);
        let of_first = Arc::make_mut(&mut self.between).entry(first.to_owned()).or_default();
        of_first.insert(second.to_owned(), status);
    }

    /// From now on their groups alone say what is between two parties.
    pub fn forget(&mut self, one: &str, other: &str) {
        let (first, second) = pair(one, other);
        let between = Arc::make_mut(&mut self.between);
        if let Some(of_first) = between.get_mut(first) {
            of_first.remove(second);
        }
        between.retain(|_, of_first| !of_first.is_empty());
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
        let (first, second) = pair(one, other);
        if let Some(status) = self.between.get(first).and_then(|of_first| of_first.get(second)) {
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

    /// What one party is to another.
    pub fn relation(&self, party: &str, other: &str) -> Relation {
        match self.status(party, other) {
            Status::War => Relation::War,
            Status::Allied | Status::Bound => Relation::Allied,
            Status::Truce { transit: true, .. } => Relation::Passage,
            Status::Truce { transit: false, .. } | Status::Neutral => {
                let hosts = self.passages.get(party);
                let passes = hosts.is_some_and(|hosts| hosts.contains(other));
                if passes { Relation::Passage } else { Relation::Neutral }
            }
        }
    }

    /// Whether two parties are on one side; each is its own friend.
    pub fn friends(&self, one: &str, other: &str) -> bool {
        self.relation(one, other) == Relation::Allied
    }

    /// Whether two parties fight each other.
    pub fn at_war(&self, one: &str, other: &str) -> bool {
        self.relation(one, other) == Relation::War
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
        let hosts = Arc::make_mut(&mut self.passages).entry(guest.to_owned()).or_default();
        hosts.insert(host.to_owned());
    }

    /// Ends what [`open`](Self::open) has begun.
    pub fn shut(&mut self, guest: &str, host: &str) {
        let passages = Arc::make_mut(&mut self.passages);
        if let Some(hosts) = passages.get_mut(guest) {
            hosts.remove(host);
        }
        passages.retain(|_, hosts| !hosts.is_empty());
    }

    /// Whether troops of one party may enter the land of another: as friends, as enemies, in a truce with
    /// transit, or since they are let through.
    pub fn may_enter(&self, one: &str, land_of: &str) -> bool {
        self.relation(one, land_of) != Relation::Neutral
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
        let exceptions = self.between.iter().flat_map(|(first, of_first)| {
            of_first.iter().map(|(second, is)| Between(first.clone(), second.clone(), *is))
        });
        let between: Vec<Between> = exceptions.collect();
        let passages = self.passages.iter();
        let passages = passages.flat_map(|(guest, hosts)| hosts.iter().map(move |h| (guest, h)));
        let passages: Vec<(&String, &String)> = passages.collect();
        match passages.is_empty() {
            true => (&*self.groups, between).serialize(serializer),
            false => (&*self.groups, between, passages).serialize(serializer),
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

impl<'de, G: Group + Deserialize<'de>> Deserialize<'de> for Relations<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (groups, between, passages) = match Written::deserialize(deserializer)? {
            Written::Groups(groups) => (groups, vec![], BTreeSet::new()),
            Written::Both(groups, between) => (groups, between, BTreeSet::new()),
            Written::All(groups, between, passages) => (groups, between, passages),
        };
        let mut all =
            Self { groups: groups.into(), between: Arc::default(), passages: Arc::default() };
        between.iter().for_each(|Between(one, other, status)| all.settle(one, other, *status));
        passages.iter().for_each(|(guest, host)| all.open(guest, host));
        Ok(all)
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

    #[test]
    fn a_party_without_a_side_is_what_the_exceptions_say() {
        let parties = ["austria", "france", "prussia", "russia"];
        let mut all: Relations<String> =
            parties.iter().map(|party| ((*party).to_owned(), String::new())).collect();
        assert!(all.takes_part("prussia") && all.has_neutrals());
        assert_eq!(all.relation("austria", "austria"), Relation::Allied);
        assert_eq!(all.relation("austria", "france"), Relation::Neutral);
        all.settle("france", "austria", Status::War);
        all.settle("austria", "russia", Status::Allied);
        all.open("russia", "prussia");
        assert_eq!(all.relation("austria", "france"), Relation::War);
        assert_eq!(all.relation("russia", "austria"), Relation::Allied);
        assert_eq!(all.relation("russia", "france"), Relation::Neutral, "allies' wars are theirs");
        assert_eq!(all.relation("russia", "prussia"), Relation::Passage);
        assert_eq!(all.relation("prussia", "russia"), Relation::Neutral);
        let until = Season { year: 1806, quarter: Quarter::Spring };
        all.settle("france", "austria", Status::Truce { until, transit: true });
        assert_eq!(all.relation("austria", "france"), Relation::Passage);
    }
}
