//! What a case may name in a rule system. Events say it themselves, by their declaration; what
//! holds, the probes and the words that several share are listed.

use super::grammar::Names;
use super::keys::{self, Key};
use kit::declared::Variant;

/// A name, its fields with commas between, and what it means.
pub type Entry = (&'static str, &'static str, &'static str);

/// A name and what it means.
pub type Meaning = (&'static str, &'static str);

/// An event, and what is told with it besides its own fields.
#[derive(Clone, Copy)]
pub struct Told {
    event: &'static Variant,
    besides: &'static [&'static str],
}

impl Told {
    /// The variants of an enum, but for those that only hold another event.
    pub fn all(
        variants: impl IntoIterator<Item = &'static Variant>,
        besides: &'static [&'static str],
    ) -> Vec<Told> {
        let named = variants.into_iter().filter(|event| !event.name.is_empty());
        named.map(|event| Told { event, besides }).collect()
    }

    fn words(&self) -> Vec<String> {
        let besides = self.besides.iter().map(|word| (*word).to_owned());
        self.event.words().into_iter().chain(besides).collect()
    }
}

/// All names of a rule system.
#[derive(Default)]
pub struct Vocabulary {
    pub setup: &'static [Key],
    pub events: Vec<Told>,
    /// Other words for events.
    pub others: &'static [Meaning],
    /// What a probe tells of what it did.
    pub deeds: &'static [Entry],
    /// What can hold.
    pub states: &'static [Entry],
    /// What a power can know besides what it was told.
    pub known: &'static [Entry],
    pub probes: &'static [Entry],
    /// The inputs of probes, in lines.
    pub inputs: Vec<(String, String)>,
    /// The words for fields, in the order of the alphabet. One that is not here is explained by the
    /// doc comment of its field.
    pub fields: &'static [Meaning],
    /// The words for what news of an event has and the event has not.
    pub of_news: &'static [Meaning],
}

impl Vocabulary {
    /// What an event of that name means.
    pub fn meaning(&self, event: &str) -> Option<&'static str> {
        self.events.iter().find(|one| one.event.name == event).map(|one| one.event.doc)
    }

    /// The names that a case may expect.
    pub(super) fn names(&self) -> Names {
        let list = |list: &[Entry]| -> Vec<_> {
            list.iter().map(|(name, fields, _)| (*name, (*fields).to_owned())).collect()
        };
        let events = self.events.iter().map(|one| (one.event.name, one.words().join(", ")));
        Names {
            events: events.chain(list(self.deeds)).collect(),
            states: list(self.states),
            known: list(self.known),
            others: self.others,
            fields: self.meanings().into_iter().map(|(name, _)| name).collect(),
        }
    }

    /// Every name with its meaning, a line each.
    pub fn lines(&self) -> Vec<(String, String)> {
        let list = |sort: &'static str, list: &'static [Entry]| {
            list.iter().map(move |(name, fields, meaning)| {
                (format!("{sort} `{name}`: {fields}"), (*meaning).to_owned())
            })
        };
        let event = |one: &Told| {
            let name = one.event.name;
            let other = self.others.iter().find(|(known, _)| *known == name);
            let other = other.map(|(_, other)| format!(" Also `{other}`.")).unwrap_or_default();
            let heading = format!("event `{name}`: {}", one.words().join(", "));
            (heading, format!("{}{other}", one.event.doc))
        };
        let mut lines = keys::listed(self.setup);
        lines.extend(self.events.iter().map(event));
        lines.extend(list("event", self.deeds));
        lines.extend(list("state", self.states));
        lines.extend(list("known", self.known));
        lines.extend(list("probe", self.probes));
        lines.extend(self.inputs.iter().cloned());
        let field = |(name, meaning)| (format!("field `{name}`"), meaning);
        lines.extend(self.meanings().into_iter().map(field));
        lines
    }

    /// Every word for a field: what the list says, else the doc comments of fields.
    fn meanings(&self) -> Vec<(String, String)> {
        let listed = self.fields.iter().chain(self.of_news);
        let listed = listed.map(|(name, meaning)| ((*name).to_owned(), *meaning));
        let mut all: Vec<(String, String)> =
            listed.map(|(name, meaning)| (name, meaning.to_owned())).collect();
        for field in self.events.iter().flat_map(|one| one.event.fields) {
            let words = (field.words)(field.name);
            if let ([word], false) = (&words[..], field.doc.is_empty())
                && !all.iter().any(|(known, _)| known == word)
            {
                all.push((word.clone(), field.doc.to_owned()));
            }
        }
        all.sort();
        all
    }

    /// What is wrong with the lists: an event without a sentence, a field without a meaning, a
    /// meaning that nothing needs.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = vec![];
        let mut used: Vec<String> = self.events.iter().flat_map(Told::words).collect();
        for (_, fields, _) in [self.deeds, self.states, self.known].into_iter().flatten() {
            used.extend(fields.split(", ").map(str::to_owned));
        }
        let all = self.meanings();
        let unsaid = |word: &&String| !all.iter().any(|(name, _)| name == *word);
        faults.extend(used.iter().filter(unsaid).map(|word| format!("no meaning for `{word}`")));
        let idle = |name: &&str| !used.iter().any(|word| word == name);
        let listed = || self.fields.iter().map(|(name, _)| *name);
        faults.extend(listed().filter(idle).map(|name| format!("nothing has the field `{name}`")));
        if !listed().is_sorted() {
            faults.push("the fields are not in the order of the alphabet".to_owned());
        }
        for one in &self.events {
            if !one.event.doc.ends_with('.') {
                faults.push(format!("no sentence is said of `{}`", one.event.name));
            }
        }
        let unknown = |(name, _): &&Meaning| !self.events.iter().any(|one| one.event.name == *name);
        let unknown = self.others.iter().filter(unknown);
        faults.extend(
            unknown.map(|(name, _)| format!("`{name}` has another word and is not an event")),
        );
        faults
    }
}
