//! A game's manual for players: its example sheets, in the schema and in the guide.

use super::condition::Grammar;
use super::guide::{Chapter, Guide};
use super::keys::Field;
use super::{frame, schema};
use kit::shelf::Shelf;
use serde_json::Value as Json;

/// What a game's sheets are made of.
pub struct Manual {
    /// What a sheet is called.
    pub title: &'static str,
    pub sheet: &'static [&'static [Field]],
    pub grammar: &'static Grammar,
    /// The example sheets, as they lie in `orders/`.
    pub orders: Shelf,
}

impl Manual {
    /// The JSON Schema of a sheet. Whether a key gets its examples from the sheet of some name is
    /// asked with that name and the key; the frame of every sheet has none.
    pub fn schema(&self, shows: impl Fn(&str, &str) -> bool) -> Json {
        let mut json = schema::document(self.title, self.sheet, self.grammar);
        let frame = (String::new(), frame::EXAMPLE.to_owned());
        for (own, page) in std::iter::once(frame).chain(self.pages()) {
            let sheet: Json = serde_yaml::from_str(&page).expect("the manual is checked by tests");
            schema::exemplify(&mut json, &sheet, &|key| shows(&own, key));
        }
        json
    }

    /// The guide to a sheet, with the game's limits: a heading, and its lines.
    pub fn guide(&self, limits: (&str, Vec<String>)) -> Vec<Chapter> {
        let mut examples = self.pages();
        examples.push(("frame".to_owned(), frame::EXAMPLE.to_owned()));
        Guide { sheet: self.sheet, grammar: self.grammar, examples: &examples, limits }.chapters()
    }

    /// The sheets, each with its name.
    fn pages(&self) -> Vec<(String, String)> {
        let names = self.orders.names("").into_iter().filter(|name| name.ends_with(".yaml"));
        let page = |name: String| {
            let page = self.orders.text(&name).unwrap_or_default().to_owned();
            (name.trim_end_matches(".yaml").replace('-', " "), page)
        };
        names.map(page).collect()
    }
}
