//! The pages of powers, leaders, places and forces: each life through the seasons.

use super::season::heading;
use super::{History, Site};
use crate::ArchiveError;
use crate::chapter::Stand;
use crate::life::{Year, last};
use kit::annals::{Kind, Subject};
use serde_json::{Value as Json, json};

/// From the page of a subject to the front page.
const UP: &str = "../";

impl Site<'_> {
    /// The page of a subject.
    pub(super) fn history(&self, kind: Kind, file: &str) -> Result<Option<String>, ArchiveError> {
        let found = file.strip_suffix(".html");
        let found = found.and_then(|slug| self.histories.get(&(kind, slug.to_owned())));
        let Some(history) = found else { return Ok(None) };
        let History { subject, years } = history;
        let view = json!({
            "name": subject.name,
            "kind": kind.word(),
            "last": last(subject, years),
            "years": years.iter().map(|year| self.year(subject, year)).collect::<Vec<_>>(),
            "figures": if kind == Kind::Power { self.figures_of(subject) } else { vec![] },
        });
        let title = format!("{}, {}", subject.name, kind.word());
        Ok(Some(self.print("history.html", UP, &title, view)?))
    }

    fn year(&self, subject: &Subject, year: &Year) -> Json {
        let line = |told: &crate::life::Told| {
            let href = format!("{UP}season/{}/index.html#line-{}", year.key, told.line);
            json!({"text": told.text, "href": href})
        };
        let stand = |stand: &Stand| {
            let Stand { name, power, place, strength, since, inside, plight, .. } = stand;
            let name = if name.is_empty() { "troops" } else { name };
            json!({
                "name": name, "other": *name != subject.name, "power": power, "place": place,
                "strength": strength, "since": since, "inside": inside, "plight": plight,
            })
        };
        json!({
            "season": year.season,
            "key": year.key,
            "withdrawn": year.withdrawn,
            "lines": year.lines.iter().map(line).collect::<Vec<_>>(),
            "stands": year.stands.iter().map(stand).collect::<Vec<_>>(),
            "holder": year.holder,
        })
    }

    /// The figures of a power, season by season.
    fn figures_of(&self, power: &Subject) -> Vec<Json> {
        let standing = self.volumes.iter().filter(|volume| !volume.is_withdrawn());
        standing
            .map(|volume| {
                let own = volume.counts.iter().filter(|count| count.whose == power.name);
                let own: Vec<Json> =
                    own.map(|count| json!({"what": count.what, "number": count.number})).collect();
                json!({"season": volume.row.name, "key": volume.key, "counts": own})
            })
            .collect()
    }

    /// The list of all names.
    pub(super) fn names(&self) -> Result<String, ArchiveError> {
        let kinds: Vec<Json> = Kind::ALL
            .into_iter()
            .filter_map(|kind| {
                let mut of_kind: Vec<&History> = self
                    .histories
                    .iter()
                    .filter(|((other, _), _)| *other == kind)
                    .map(|(_, history)| history)
                    .collect();
                of_kind.sort_by_key(|history| {
                    (kit::names::plain(&history.subject.name), &history.subject.name)
                });
                let name = |history: &&History| {
                    json!({
                        "name": history.subject.name,
                        "href": self.href(&history.subject),
                        "last": last(&history.subject, &history.years),
                    })
                };
                let names: Vec<Json> = of_kind.iter().map(name).collect();
                let view = json!({"heading": heading(kind), "id": kind.word(), "names": names});
                (!of_kind.is_empty()).then_some(view)
            })
            .collect();
        self.print("names.html", "", "Names", json!({"kinds": kinds}))
    }
}
