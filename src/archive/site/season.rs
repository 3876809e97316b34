//! The pages of one season: what happened, its battles, its papers, its map.

use super::{HTML, OPENING, Page, Site, Volume, newspaper, words};
use crate::chapter::{Chapter, Stand};
use crate::passages;
use crate::{ArchiveError, LetterPage};
use kit::annals::{Kind, Side};
use kit::battlefield::Battlefield;
use report::map::{self, Size};
use serde_json::{Value as Json, json};

/// From a page of a season to the front page.
pub(super) const UP: &str = "../../";

impl Site<'_> {
    /// A file in the folder of a season.
    pub(super) fn of_season(&self, key: &str, file: &str) -> Result<Option<Page>, ArchiveError> {
        let html = |text: String| Page { kind: HTML, body: text.into_bytes() };
        let svg = |text: String| Page { kind: "image/svg+xml", body: text.into_bytes() };
        let Some((nth, volume)) = self.volume(key) else {
            return Ok(match (key == OPENING, file, &self.opening) {
                (true, "map.svg", Some(chart)) => Some(svg(map::svg(chart, Size::Mail))),
                (true, "index.html", Some(_)) => self.opening_page()?.map(html),
                (false, "index.html", _) => self.open_page(key)?.map(html),
                _ => None,
            });
        };
        let chapter = self.chapter(nth)?;
        Ok(match file {
            passages::FRONT => Some(html(self.season(volume, &chapter)?)),
            passages::ORDERS if volume.has_orders => Some(html(self.orders(volume, &chapter)?)),
            passages::EVENTS if volume.has_events => Some(html(self.events(volume, &chapter)?)),
            newspaper::PAGE => self.issue_page(volume, &chapter)?.map(html),
            newspaper::MAP => {
                chapter.paper.as_ref().map(|paper| svg(map::svg(&paper.chart, Size::Mail)))
            }
            "mail.html" if !volume.mails.is_empty() => Some(html(self.mails(volume)?)),
            "map.svg" => Some(svg(map::svg(&chapter.chart, Size::Mail))),
            "words.js" => {
                let body = words(&chapter).into_bytes();
                Some(Page { kind: "text/javascript; charset=utf-8", body })
            }
            _ if file.starts_with("field-") => field_of(&chapter, file)
                .map(|nth| svg(map::draw_battlefield(&chapter.fields[nth]).svg())),
            _ => match file.strip_prefix("battle-").and_then(|rest| rest.strip_suffix(".html")) {
                Some(number) => self.battle(volume, &chapter, number)?.map(html),
                None => self.report(volume, &chapter, file)?.map(html),
            },
        })
    }

    /// What stands at the head of each of a season's pages.
    fn head(&self, volume: &Volume) -> Json {
        json!({
            "season": volume.row.name,
            "key": volume.key,
            "withdrawn": volume.is_withdrawn(),
            "again": volume.again,
        })
    }

    pub(super) fn with_head(&self, volume: &Volume, mut view: Json) -> Json {
        if let (Json::Object(view), Json::Object(head)) = (&mut view, self.head(volume)) {
            view.extend(head);
        }
        view
    }

    fn season(&self, volume: &Volume, chapter: &Chapter) -> Result<String, ArchiveError> {
        let link = |text: &str| self.linked(&chapter.names, text, UP);
        let (mut number, mut battle) = (0, 0);
        let mut parts = vec![];
        for part in &chapter.annals.parts {
            let mut lines = vec![];
            for line in &part.lines {
                number += 1;
                let mut view = json!({"number": number, "html": link(&line.text)});
                if let Some(fight) = &line.fight {
                    battle += 1;
                    view["battle"] = json!(battle);
                    view["sums"] = json!(passages::sums(fight));
                }
                lines.push(view);
            }
            parts.push(json!({"heading": part.heading, "lines": lines}));
        }
        let letters: Vec<Json> = chapter.letters.iter().map(|one| self.letter(one)).collect();
        let reports: Vec<Json> = chapter
            .reports
            .iter()
            .map(|report| json!({"href": self.report_page(&report.power), "name": self.title(&report.power)}))
            .collect();
        let view = json!({
            "opened": day(&volume.row.opened),
            "deadline": volume.row.deadline.as_deref().map(day),
            "headline": chapter.annals.headline.iter().map(|text| link(text)).collect::<Vec<_>>(),
            "words": chapter.words,
            "told": map::told(&chapter.chart),
            "fields": fields(chapter),
            "orders_from": chapter.annals.orders,
            "parts": parts,
            "stands": self.stands(chapter),
            "rulings": chapter.annals.rulings,
            "letters": letters,
            "reports": reports,
            "newspaper": volume.notice.as_ref().map(|notice| &notice.paper),
            "has_orders": volume.has_orders,
            "has_events": volume.has_events,
            "has_mails": !volume.mails.is_empty(),
            "digest": volume.row.digest,
            "before": volume.before,
            "next": volume.next,
        });
        let title = format!("{}, season {}", volume.row.name, volume.key);
        self.print("season.html", UP, &title, self.with_head(volume, view))
    }

    /// Who stood where, power by power.
    fn stands(&self, chapter: &Chapter) -> Vec<Json> {
        let link = |text: &str| self.linked(&chapter.names, text, UP);
        let mut stands = chapter.stands();
        stands.sort_by(|a, b| (&a.power, a.name.is_empty()).cmp(&(&b.power, b.name.is_empty())));
        let row = |stand: &Stand| {
            let name = if stand.name.is_empty() { "troops" } else { &stand.name };
            let how = match &stand.since {
                Some(since) => format!("last seen in {since}"),
                None => stand.sight.to_owned(),
            };
            json!({
                "name": link(name),
                "power": stand.power,
                "place": link(&stand.place),
                "strength": stand.strength,
                "inside": link(&stand.inside),
                "how": how,
                "plight": stand.plight,
            })
        };
        stands.iter().map(row).collect()
    }

    fn letter(&self, letter: &LetterPage) -> Json {
        json!({
            "from": self.title(&letter.from),
            "to": self.title(&letter.to),
            "received": letter.received.as_deref().map(day),
            "text": letter.text.trim_end(),
        })
    }

    /// A power's title by its name.
    pub(super) fn title(&self, power: &str) -> String {
        let known = self.powers.iter().find(|one| one.key == power);
        known.map_or_else(|| power.to_owned(), |one| one.name.clone())
    }

    fn battle(
        &self,
        volume: &Volume,
        chapter: &Chapter,
        number: &str,
    ) -> Result<Option<String>, ArchiveError> {
        // One page has one address.
        let plain = number.parse().ok().filter(|read: &usize| read.to_string() == number);
        let found = plain.and_then(|number| Some((number, chapter.fight(number)?)));
        let Some((number, fight)) = found else { return Ok(None) };
        let link = |text: &str| self.linked(&chapter.names, text, UP);
        let line = (1..).zip(chapter.annals.lines()).filter(|(_, line)| line.fight.is_some());
        let (line, told) = line
            .enumerate()
            .find(|(nth, _)| nth + 1 == number)
            .map_or((0, String::new()), |(_, (at, line))| (at, link(&line.text)));
        let side = |side: &Side| {
            json!({
                "name": link(&side.name),
                "strength": side.strength,
                "sum": side.sum,
                "result": side.result,
            })
        };
        let view = json!({
            "title": fight.title,
            "rule": fight.rule,
            "sides": fight.sides.iter().map(side).collect::<Vec<_>>(),
            "sums": fight.sums,
            "verdict": link(&fight.verdict),
            "line": line,
            "told": told,
            "number": number,
            "before": (number > 1).then(|| number - 1),
            "next": (number < volume.fights.len()).then(|| number + 1),
        });
        let title = format!("{}, {}", fight.title, volume.row.name);
        Ok(Some(self.print("battle.html", UP, &title, self.with_head(volume, view))?))
    }

    fn report(
        &self,
        volume: &Volume,
        chapter: &Chapter,
        file: &str,
    ) -> Result<Option<String>, ArchiveError> {
        let mut reports = chapter.reports.iter();
        let Some(report) = reports.find(|report| self.report_page(&report.power) == file) else {
            return Ok(None);
        };
        let whose = self.title(&report.power);
        let view = json!({"whose": whose, "text": report.text.trim_end()});
        let title = format!("Report of {}, {}", whose, volume.row.name);
        Ok(Some(self.print("report.html", UP, &title, self.with_head(volume, view))?))
    }

    fn orders(&self, volume: &Volume, chapter: &Chapter) -> Result<String, ArchiveError> {
        let sheet = |sheet: &crate::SheetPage| {
            json!({
                "power": self.title(&sheet.power),
                "id": format!("{}-{}", sheet.power, sheet.revision),
                "revision": sheet.revision,
                "received": day(&sheet.received),
                "verdict": sheet.verdict,
                "reason": sheet.reason,
                "text": sheet.text.trim_end(),
            })
        };
        let sheets: Vec<Json> = chapter.sheets.iter().map(sheet).collect();
        let title = format!("Orders, {}", volume.row.name);
        let view = json!({"sheets": sheets});
        self.print("orders.html", UP, &title, self.with_head(volume, view))
    }

    fn events(&self, volume: &Volume, chapter: &Chapter) -> Result<String, ArchiveError> {
        let event = |(number, text): (usize, &String)| json!({"number": number, "text": text});
        let events: Vec<Json> = (1..).zip(&chapter.chronicle).map(event).collect();
        let title = format!("Every event, {}", volume.row.name);
        let view = json!({"events": events});
        self.print("events.html", UP, &title, self.with_head(volume, view))
    }

    /// The position before the first season.
    fn opening_page(&self) -> Result<Option<String>, ArchiveError> {
        let Some(chart) = &self.opening else { return Ok(None) };
        let next = self.volumes.first().map(|volume| volume.key.clone());
        let view = json!({"told": map::told(chart), "next": next, "key": OPENING});
        Ok(Some(self.print("opening.html", UP, "The opening", view)?))
    }

    /// The key of the newest season that stands.
    fn newest(&self) -> &str {
        let newest = self.volumes.iter().rfind(|volume| !volume.is_withdrawn());
        newest.map_or(OPENING, |volume| volume.key.as_str())
    }

    /// A season that was never published has a page, so that the link to what follows is there before
    /// it and stays alive whatever becomes of it.
    fn open_page(&self, key: &str) -> Result<Option<String>, ArchiveError> {
        let Some(name) = self.unpublished.get(key) else { return Ok(None) };
        let before = self.newest();
        let open = self.open.as_ref().is_some_and(|(open, _)| open == key);
        let view = json!({"season": name, "key": key, "before": before, "open": open});
        let title = format!("{name}, season {key}");
        Ok(Some(self.print("open.html", UP, &title, view)?))
    }

    /// One picture of the film.
    pub(super) fn frame(&self, key: &str) -> Result<Option<String>, ArchiveError> {
        let (before, next, season, lines, again) = match self.volume(key) {
            Some((_, volume)) => {
                let Volume { before, row, headline, .. } = volume;
                (
                    before.as_deref(),
                    film_next(volume).cloned(),
                    row.name.clone(),
                    headline.clone(),
                    volume.is_withdrawn(),
                )
            }
            None if key == OPENING && self.opening.is_some() => {
                let next = self.volumes.first().map(|volume| volume.key.clone());
                (None, next, "The opening".to_owned(), vec![], false)
            }
            None => match self.unpublished.get(key) {
                Some(name) if self.ends_film(key) => return self.film_end(key, name).map(Some),
                _ => return Ok(None),
            },
        };
        let view = json!({
            "key": key, "season": season, "lines": lines, "withdrawn": again,
            "before": before, "next": next,
        });
        let title = format!("Film: {season}, season {key}");
        Ok(Some(self.print("film.html", "../", &title, view)?))
    }

    /// Whether the film ends with a season that was not published: some page of it leads there.
    ///
    /// A season that was rolled back before it was played may be reached by none.
    pub(super) fn ends_film(&self, key: &str) -> bool {
        let leads = |volume: &Volume| film_next(volume).is_some_and(|next| next == key);
        self.opening.is_some() && self.volumes.iter().any(leads)
    }

    /// Where the film ends so far.
    fn film_end(&self, key: &str, name: &str) -> Result<String, ArchiveError> {
        let before = self.newest();
        let view = json!({
            "key": key, "season": name, "lines": [], "withdrawn": false, "before": before,
            "next": Json::Null, "end": true,
        });
        self.print("film.html", "../", &format!("Film: {name}, season {key}"), view)
    }
}

/// The pictures of a season's battles, as its page shows them.
fn fields(chapter: &Chapter) -> Vec<Json> {
    let one = |(number, field): (usize, &Battlefield)| {
        let (width, height) = map::draw_battlefield(field).pixels();
        let told = map::battlefield_told(field);
        let file = format!("field-{number}.svg");
        json!({"file": file, "title": field.title, "told": told, "width": width, "height": height})
    };
    (1..).zip(&chapter.fields).map(one).collect()
}

/// The place in the list of the battle of which a file is the picture.
fn field_of(chapter: &Chapter, file: &str) -> Option<usize> {
    (0..chapter.fields.len()).find(|nth| file == format!("field-{}.svg", nth + 1))
}

/// The page of the film after a season: what was rolled back leads to what was played instead.
fn film_next(volume: &Volume) -> Option<&String> {
    let again = volume.again.as_ref().filter(|_| volume.is_withdrawn());
    again.or(volume.next.as_ref())
}

/// The day of a time.
pub(super) fn day(time: &str) -> &str {
    time.split('T').next().unwrap_or(time)
}

/// A kind in the plural, as a heading.
pub(super) fn heading(kind: Kind) -> &'static str {
    match kind {
        Kind::Power => "Powers",
        Kind::Leader => "Leaders",
        Kind::Place => "Places",
        Kind::Force => "Forces",
    }
}
