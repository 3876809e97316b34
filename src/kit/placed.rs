//! Things that have a name and stand in a space, found by either.

use crate::ground::Space;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;

/// What stands in a space.
pub trait Stands {
    fn space(&self) -> Space;
}

/// Things by their name, with an index of where they stand. Reading is as for a map; every change
/// goes through a method that keeps the index. Written and compared as the map alone.
#[derive(Debug, Clone)]
pub struct Placed<T> {
    all: BTreeMap<String, T>,
    here: BTreeMap<Space, BTreeSet<String>>,
}

impl<T: Stands> Placed<T> {
    /// Those in a space, in the order of their names.
    pub fn at(&self, space: Space) -> impl Iterator<Item = &T> {
        self.here.get(&space).into_iter().flatten().filter_map(|name| self.all.get(name))
    }

    /// The spaces in which somebody stands.
    pub fn spaces(&self) -> impl Iterator<Item = Space> {
        self.here.keys().copied()
    }

    /// Adds one, in the place of another of the same name.
    pub fn insert(&mut self, name: String, one: T) -> Option<T> {
        let before = self.remove(&name);
        self.here.entry(one.space()).or_default().insert(name.clone());
        self.all.insert(name, one);
        before
    }

    /// Takes one away.
    pub fn remove(&mut self, name: &str) -> Option<T> {
        let one = self.all.remove(name)?;
        self.leave(name, one.space());
        Some(one)
    }

    /// Changes one, if it is there.
    pub fn edit<V>(&mut self, name: &str, change: impl FnOnce(&mut T) -> V) -> Option<V> {
        let one = self.all.get_mut(name)?;
        let from = one.space();
        let result = change(one);
        let to = one.space();
        if from != to {
            self.leave(name, from);
            self.here.entry(to).or_default().insert(name.to_owned());
        }
        Some(result)
    }

    fn leave(&mut self, name: &str, space: Space) {
        if let Some(names) = self.here.get_mut(&space) {
            names.remove(name);
            if names.is_empty() {
                self.here.remove(&space);
            }
        }
    }
}

impl<T> Default for Placed<T> {
    fn default() -> Self {
        Self { all: BTreeMap::new(), here: BTreeMap::new() }
    }
}

impl<T> Deref for Placed<T> {
    type Target = BTreeMap<String, T>;

    fn deref(&self) -> &Self::Target {
        &self.all
    }
}

impl<'a, T> IntoIterator for &'a Placed<T> {
    type Item = (&'a String, &'a T);
    type IntoIter = std::collections::btree_map::Iter<'a, String, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

impl<T: Stands> From<BTreeMap<String, T>> for Placed<T> {
    fn from(all: BTreeMap<String, T>) -> Self {
        let mut here: BTreeMap<Space, BTreeSet<String>> = BTreeMap::new();
        for (name, one) in &all {
            here.entry(one.space()).or_default().insert(name.clone());
        }
        Self { all, here }
    }
}

impl<T: PartialEq> PartialEq for Placed<T> {
    fn eq(&self, other: &Self) -> bool {
        self.all == other.all
    }
}

impl<T: Eq> Eq for Placed<T> {}

impl<T: Serialize> Serialize for Placed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.all.serialize(serializer)
    }
}

impl<'de, T: Stands + Deserialize<'de>> Deserialize<'de> for Placed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        BTreeMap::deserialize(deserializer).map(Placed::from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
    struct Tent(Space);

    impl Stands for Tent {
        fn space(&self) -> Space {
            self.0
        }
    }

    fn names(tents: &Placed<Tent>, space: u16) -> Vec<Space> {
        tents.at(Space(space)).map(Stands::space).collect()
    }

    #[test]
    fn the_index_follows_every_change() {
        let mut tents = Placed::default();
        let at = |space: u16| Space(space);
        tents.insert("b".to_owned(), Tent(at(1)));
        tents.insert("a".to_owned(), Tent(at(1)));
        assert_eq!(names(&tents, 1).len(), 2);
        tents.edit("a", |tent| tent.0 = at(2));
        assert_eq!((names(&tents, 1).len(), names(&tents, 2).len()), (1, 1));
        tents.insert("b".to_owned(), Tent(at(2)));
        assert_eq!((names(&tents, 1).len(), names(&tents, 2).len()), (0, 2));
        assert_eq!(tents.spaces().collect::<Vec<_>>(), [at(2)]);
        tents.remove("a");
        assert_eq!(names(&tents, 2).len(), 1);
        let again: Placed<Tent> =
            serde_json::from_str(&serde_json::to_string(&tents).unwrap()).unwrap();
        assert_eq!((again.at(at(2)).count(), &again), (1, &tents));
    }
}
