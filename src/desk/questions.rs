//! Open questions: decisions that nobody made and the default answered meanwhile.

use crate::kit::ledger::{Entry, Source, What};
use serde::Serialize;

/// One open question, as the umpire reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OpenQuestion {
    /// The ledger's key, by which a ruling answers it.
    pub key: String,
    /// Whose choice it is.
    pub decider: String,
    /// The key of the sheet that answers it.
    pub topic: String,
    pub options: Vec<String>,
    /// The answer that was taken meanwhile.
    pub taken: String,
    pub needs_human: bool,
}

impl OpenQuestion {
    /// Reads it off a ledger entry, if that is one.
    pub(super) fn of(entry: &Entry) -> Option<OpenQuestion> {
        let What::Decision { decider, topic, options, choice, needs_human } = &entry.what else {
            return None;
        };
        (entry.source == Source::Default).then(|| OpenQuestion {
            key: entry.key.clone(),
            decider: decider.clone(),
            topic: topic.clone(),
            options: options.clone(),
            taken: choice.clone(),
            needs_human: *needs_human,
        })
    }

    /// Reads the open questions off a kept ledger.
    pub(super) fn all(ledger: &[String]) -> Vec<OpenQuestion> {
        let entries = ledger.iter().filter_map(|json| serde_json::from_str::<Entry>(json).ok());
        entries.filter_map(|entry| OpenQuestion::of(&entry)).collect()
    }

    /// What it is about: the topic, and whom or what its key names.
    pub fn about(&self) -> String {
        let parts: Vec<&str> = self.key.split('/').collect();
        let named = parts.get(2..4).unwrap_or_default();
        let named: Vec<&str> =
            named.iter().copied().filter(|part| *part != "-" && *part != self.decider).collect();
        format!(
            "{} ({}){}{}",
            self.topic,
            self.decider,
            if named.is_empty() { "" } else { ", " },
            named.join(", ")
        )
    }

    /// Lays it out over a few lines.
    pub fn in_words(&self) -> String {
        let mut text = self.about();
        if !self.options.is_empty() {
            text.push_str(&format!("\n    one of: {}", self.options.join(", ")));
        }
        text.push_str(&format!("\n    taken meanwhile: {}", self.taken));
        text.push_str(&format!("\n    key: {}", self.key));
        text
    }
}
