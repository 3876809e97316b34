//! Searching all seasons, the best passages first.
//!
//! What people type is words: each has to be there, in any order, capitals and accents aside. A
//! word with a star at its end stands for all that begin so; words in quotes stand together.

use super::passages::passages;
use super::{Archive, ArchiveError, Audience};
use rules::other_names::OtherNames;
use serde::Serialize;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use store::{MARKS, Passage, Query, SeasonId, SeasonRow, Spare, Status, Store};

/// The longest question, in letters.
const LONGEST: usize = 400;
/// The most words in one.
const MOST_WORDS: usize = 16;
/// How many passages are shown.
pub const MOST_HITS: u32 = 40;

/// Seasons from one to another by their numbers, both counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    pub from: u32,
    pub to: u32,
}

impl Span {
    /// All seasons.
    pub const ALL: Span = Span { from: 0, to: u32::MAX };
}

/// A passage that was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Hit {
    pub season: String,
    /// The season's key.
    pub key: String,
    pub withdrawn: bool,
    /// What it is: `event`, `battle`, `letter`.
    pub kind: String,
    pub heading: String,
    /// The words around, in pieces; whether each is one that was searched.
    pub pieces: Vec<Piece>,
    /// Its page in the archive as a web site.
    pub page: String,
}

/// A piece of a passage.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Piece {
    pub text: String,
    pub marked: bool,
}

impl Archive {
    /// Searches what an audience may read.
    ///
    /// Seasons that are not yet in its index are put there first; if the file cannot be written, in
    /// an index that lasts as long as this search.
    pub fn search(
        &self,
        written: &str,
        audience: &Audience,
        span: Span,
    ) -> Result<Vec<Hit>, ArchiveError> {
        let words = question(written, &self.other_names()?)?;
        let query = Query { words: &words, from: span.from, to: span.to, most: MOST_HITS };
        let found = match self.bring_up_to_date(audience)? {
            None => self.store.search(audience.index(), &query)?,
            Some(spare) => spare.search(&query)?,
        };
        let mut known: BTreeMap<SeasonId, (String, SeasonRow)> = BTreeMap::new();
        let mut hits = vec![];
        for found in found {
            let (key, row) = match known.entry(found.season) {
                Entry::Occupied(there) => there.into_mut(),
                Entry::Vacant(free) => {
                    let row = self.store.season_by_id(found.season)?;
                    free.insert((self.store.season_key(&row)?, row))
                }
            };
            hits.push(Hit {
                season: row.name.clone(),
                key: key.clone(),
                withdrawn: row.status == Status::Withdrawn,
                kind: found.kind,
                heading: found.heading,
                pieces: pieces(&found.text),
                page: format!("season/{key}/{}", found.place),
            });
        }
        Ok(hits)
    }

    /// Puts the seasons that are missing into an audience's index; gives one in memory if the
    /// campaign's file cannot be written.
    fn bring_up_to_date(&self, audience: &Audience) -> Result<Option<Spare>, ArchiveError> {
        let mut missing = self.store.unindexed(audience.index())?;
        let mut hidden = vec![];
        for season in self.store.seasons()? {
            if self.is_hidden(&season, audience)? {
                hidden.push(season.id);
            }
        }
        if hidden.iter().any(|id| !missing.contains(id)) {
            // It was searched before it was taken back; its words must not even weigh.
            return self.spare(audience).map(Some);
        }
        missing.retain(|id| !hidden.contains(id));
        if missing.is_empty() {
            return Ok(None);
        }
        match Store::open(self.store.path()) {
            Ok(mut writer) => {
                for id in missing {
                    let (number, passages) = self.passages_of(id, audience)?;
                    match writer.index(audience.index(), id, number, &passages) {
                        Ok(()) => {}
                        Err(_) => return self.spare(audience).map(Some),
                    }
                }
                writer.settle_index()?;
                Ok(None)
            }
            Err(_) => self.spare(audience).map(Some),
        }
    }

    fn spare(&self, audience: &Audience) -> Result<Spare, ArchiveError> {
        let spare = Spare::new()?;
        for (season, _) in self.settled(audience)? {
            let (number, passages) = self.passages_of(season.id, audience)?;
            spare.index(season.id, number, &passages)?;
        }
        Ok(spare)
    }

    fn passages_of(
        &self,
        id: SeasonId,
        audience: &Audience,
    ) -> Result<(u32, Vec<Passage>), ArchiveError> {
        let season = self.store.season_by_id(id)?;
        let chapter = self.read(&season, self.store.season_key(&season)?, audience)?;
        Ok((season.number, passages(&chapter)))
    }

    /// Reads `A..B`: names or numbers of seasons, either of which may be left out.
    pub fn span(&self, written: &str) -> Result<Span, ArchiveError> {
        let (from, to) = written.split_once("..").unwrap_or((written, written));
        let number = |name: &str, open: u32| match name.trim() {
            "" => Ok(open),
            name => self.find(name).map(|season| season.number),
        };
        let (from, to) = (number(from, 0)?, number(to, u32::MAX)?);
        if from > to {
            return Err(ArchiveError::refused(format!(
                "`{written}` ends before it starts; write the earlier season first"
            )));
        }
        Ok(Span { from, to })
    }
}

/// Writes a question in the language of the index: each word in quotes, so that no sign in it means
/// anything. What has another name in the book may bear either.
fn question(written: &str, names: &OtherNames) -> Result<String, ArchiveError> {
    if written.chars().count() > LONGEST {
        let why = format!("the search is longer than {LONGEST} characters; shorten it");
        return Err(ArchiveError::refused(why));
    }
    let mut words = vec![];
    for (nth, part) in written.split('"').enumerate() {
        let quoted = nth % 2 == 1;
        let pieces = if quoted { vec![part] } else { part.split_whitespace().collect() };
        for piece in pieces {
            if !piece.chars().any(char::is_alphanumeric) {
                continue;
            }
            let star = if !quoted && piece.ends_with('*') { " *" } else { "" };
            words.push((piece, star));
        }
    }
    match words.len() {
        0 => {
            let why = format!("there is nothing to search for in `{}`", written.trim());
            Err(ArchiveError::refused(why))
        }
        many if many > MOST_WORDS => {
            Err(ArchiveError::refused(format!("search for at most {MOST_WORDS} words at once")))
        }
        _ => Ok(asked(&words, names).join(" AND ")),
    }
}

/// The most words of a name.
const MOST_OF_NAME: usize = 3;

/// The parts of a question: words, and names of several words as one.
fn asked(words: &[(&str, &str)], names: &OtherNames) -> Vec<String> {
    let quoted = |word: &str| format!("\"{}\"", word.replace('\0', " "));
    let mut asked = vec![];
    let mut at = 0;
    while let Some((word, star)) = words.get(at) {
        let named = (1..=MOST_OF_NAME.min(words.len() - at)).rev().find_map(|many| {
            let name: Vec<&str> = words[at..at + many].iter().map(|(word, _)| *word).collect();
            let own = names.own(&name.join(" ")).into_owned();
            let is_other = own != name.join(" ") && star.is_empty();
            is_other.then(|| (many, name.into_iter().map(quoted).collect::<Vec<_>>(), own))
        });
        match named {
            Some((many, name, own)) => {
                asked.push(format!("(({}) OR {})", name.join(" AND "), quoted(&own)));
                at += many;
            }
            None => {
                asked.push(format!("{}{star}", quoted(word)));
                at += 1;
            }
        }
    }
    asked
}

/// A found text in pieces, by its marks.
fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = vec![];
    let (mut now, mut marked) = (String::new(), false);
    let mut put = |text: &mut String, marked: bool| {
        if !text.is_empty() {
            pieces.push(Piece { text: std::mem::take(text), marked });
        }
    };
    for letter in text.chars() {
        if letter == MARKS.0 || letter == MARKS.1 {
            put(&mut now, marked);
            marked = letter == MARKS.0;
        } else {
            now.push(letter);
        }
    }
    put(&mut now, marked);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use kit::shelf::Shelf;

    #[test]
    fn what_people_type_is_words() {
        let mut shelf = Shelf::default();
        let page = "names: {Charles: [Erzherzog Karl], Brussels: [Brüssel]}";
        shelf.lay("x/names.yaml", page.to_owned());
        let names = OtherNames::of_pages(&shelf, &["x/names.yaml"]);
        let check = |written: &str, expected: &str| match question(written, &names) {
            Ok(words) => assert_eq!(words, expected, "{written}"),
            Err(why) => assert!(why.to_string().contains(expected), "{written}: {why}"),
        };
        check("Kutuzov Ulm", "\"Kutuzov\" AND \"Ulm\"");
        let karl = "((\"Erzherzog\" AND \"Karl\") OR \"Charles\")";
        check("Erzherzog Karl Ulm", &format!("{karl} AND \"Ulm\""));
        check("\"Brüssel\" Ney", "((\"Brüssel\") OR \"Brussels\") AND \"Ney\"");
        check("kutu*", "\"kutu*\" *");
        check("\"sound of the guns\" Ney", "\"sound of the guns\" AND \"Ney\"");
        check("AND ( NEAR:x", "\"AND\" AND \"NEAR:x\"");
        check("?! (* \"--\"", "nothing to search for");
        check("", "nothing to search for");
        check(&"a".repeat(401), "longer than 400");
        check(&"a ".repeat(17), "at most 16 words");
    }

    #[test]
    fn marks_cut_a_text_into_pieces() {
        let told: Vec<(String, bool)> = pieces("by \u{2}Ney\u{3} and \u{2}Soult\u{3}")
            .into_iter()
            .map(|piece| (piece.text, piece.marked))
            .collect();
        let told: Vec<(&str, bool)> = told.iter().map(|(text, is)| (text.as_str(), *is)).collect();
        assert_eq!(told, [("by ", false), ("Ney", true), (" and ", false), ("Soult", true)]);
    }
}
