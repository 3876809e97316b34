//! Who may learn of an event, so that it is shown to them and not to everybody in turn.

use kit::ground::Space;
use std::collections::{BTreeMap, BTreeSet};

/// Whose eyes an event may reach; who is not among them learns nothing of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Audience {
    Everybody,
    These(BTreeSet<String>),
}

/// Who looks at which space.
#[derive(Debug, Clone, Default)]
pub struct Watch {
    fields: BTreeMap<String, BTreeSet<Space>>,
    watching: BTreeMap<Space, BTreeSet<String>>,
}

impl Watch {
    /// From now on these spaces are in somebody's sight, and no others.
    pub fn look(&mut self, eye: &str, field: &BTreeSet<Space>) {
        let before = self.fields.insert(eye.to_owned(), field.clone()).unwrap_or_default();
        for space in before.difference(field) {
            if let Some(eyes) = self.watching.get_mut(space) {
                eyes.remove(eye);
            }
        }
        for space in field.difference(&before) {
            self.watching.entry(*space).or_default().insert(eye.to_owned());
        }
    }

    /// Everybody who has a space in sight.
    pub fn watching(&self, space: Space) -> impl Iterator<Item = &String> {
        self.watching.get(&space).into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_looks_elsewhere_no_longer_looks_here() {
        let mut watch = Watch::default();
        let field = |spaces: &[u16]| spaces.iter().copied().map(Space).collect();
        let eyes = |watch: &Watch, space| watch.watching(Space(space)).cloned().collect::<String>();
        watch.look("a", &field(&[1, 2]));
        watch.look("b", &field(&[2, 3]));
        watch.look("a", &field(&[3]));
        assert_eq!([1, 2, 3].map(|space| eyes(&watch, space)), ["", "b", "ab"]);
    }
}
