//! The pages about the whole campaign: the front page, the figures, the search.

use super::season::day;
use super::{OPENING, Site, Volume};
use crate::ArchiveError;
use crate::search::{Hit, Span};
use kit::annals::Kind;
use report::plot::{self, Plot};
use serde_json::{Value as Json, json};

impl Site<'_> {
    /// The front page: the campaign and its timeline.
    pub(super) fn front(&self) -> Result<String, ArchiveError> {
        let row = |volume: &Volume| {
            let battles: Vec<Json> = (1..)
                .zip(&volume.fights)
                .map(|(nth, title)| json!({"number": nth, "title": title}))
                .collect();
            json!({
                "key": volume.key,
                "season": volume.row.name,
                "withdrawn": volume.is_withdrawn(),
                "opened": day(&volume.row.opened),
                "headline": volume.headline,
                "battles": battles,
            })
        };
        let powers: Vec<Json> = self
            .powers
            .iter()
            .map(|power| json!({"name": power.name, "href": self.href(power)}))
            .collect();
        let open = self.open.as_ref();
        let view = json!({
            "issue": self.newest_issue()?,
            "seasons": self.volumes.iter().map(row).collect::<Vec<_>>(),
            "powers": powers,
            "created": day(&self.campaign.created),
            "ended": self.campaign.ended.as_deref().map(day),
            "opening": self.opening.is_some().then_some(OPENING),
            "open": open.map(|(key, name)| json!({"key": key, "season": name})),
            "plots": self.plots().len(),
            "leaders": self.histories.keys().filter(|(kind, _)| *kind == Kind::Leader).count(),
        });
        let title = format!("{}: the archive", self.campaign.name);
        self.print("index.html", "", &title, view)
    }

    /// Every figure through the seasons that stand.
    pub(super) fn plots(&self) -> Vec<Plot> {
        let standing: Vec<&Volume> =
            self.volumes.iter().filter(|volume| !volume.is_withdrawn()).collect();
        let mut whats: Vec<&str> = vec![];
        for count in standing.iter().flat_map(|volume| &volume.counts) {
            if !whats.contains(&count.what.as_str()) {
                whats.push(&count.what);
            }
        }
        whats.sort_unstable();
        let line = |what: &str, whose: &str| -> Vec<Option<i64>> {
            let figure = |volume: &&Volume| {
                let counts = volume.counts.iter();
                counts
                    .clone()
                    .find(|one| one.what == what && one.whose == whose)
                    .map(|one| one.number)
            };
            standing.iter().map(figure).collect()
        };
        let plot = |what: &str| {
            let powers = self.powers.iter();
            let lines = powers.map(|power| (power.name.clone(), line(what, &power.name)));
            Plot {
                title: what.to_owned(),
                seasons: standing.iter().map(|volume| volume.row.name.clone()).collect(),
                lines: lines.filter(|(_, line)| line.iter().any(Option::is_some)).collect(),
            }
        };
        whats.into_iter().map(plot).collect()
    }

    /// A plot by its file.
    pub(super) fn plot(&self, file: &str) -> Option<String> {
        let number: usize = file.strip_suffix(".svg")?.parse().ok()?;
        self.plots().get(number.checked_sub(1)?).map(plot::svg)
    }

    /// The figures as drawings and as tables.
    pub(super) fn figures(&self) -> Result<String, ArchiveError> {
        let plots: Vec<Json> = (1..)
            .zip(self.plots())
            .map(|(number, plot)| {
                let names: Vec<&String> = plot.lines.iter().map(|(name, _)| name).collect();
                let rows: Vec<Json> = plot
                    .seasons
                    .iter()
                    .enumerate()
                    .map(|(at, season)| {
                        let figures: Vec<String> = plot
                            .lines
                            .iter()
                            .map(|(_, line)| line[at].map_or("-".into(), |one| one.to_string()))
                            .collect();
                        json!({"season": season, "figures": figures})
                    })
                    .collect();
                json!({"number": number, "title": plot.title, "names": names, "rows": rows})
            })
            .collect();
        self.print("figures.html", "", "Figures", json!({"plots": plots}))
    }

    /// The page of the search; with a question, as a server answers it.
    pub(super) fn search(&self, asked: Option<&str>) -> Result<String, ArchiveError> {
        let mut view = json!({
            "seasons": self.volumes.iter().map(|volume| volume.key.clone()).collect::<Vec<_>>(),
            "asked": asked.unwrap_or_default(),
            "served": asked.is_some(),
            "hits": [],
            "fault": "",
        });
        if let Some(asked) = asked.filter(|asked| !asked.trim().is_empty()) {
            match self.archive.search(asked, &self.audience, Span::ALL) {
                Ok(hits) => view["hits"] = hits.iter().map(hit).collect(),
                Err(ArchiveError::Refused(why)) => view["fault"] = json!(why),
                Err(other) => return Err(other),
            }
        }
        self.print("search.html", "", "Search", view)
    }
}

fn hit(hit: &Hit) -> Json {
    json!({
        "href": hit.page, "season": hit.season, "key": hit.key, "withdrawn": hit.withdrawn,
        "kind": hit.kind, "heading": hit.heading, "pieces": hit.pieces,
    })
}
