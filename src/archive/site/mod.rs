//! The archive as a web site: plain pages that need no server and no script.
//!
//! A [`Site`] knows which pages there are and makes each when it is asked for, so that a folder
//! ([`export`]) and a server ([`serve`]) give the same bytes. Every link is relative. Scripts play
//! the film and search; without them the film can be stepped, and names are found by their list.
//!
//! # What stays
//!
//! A season's pages lie in `season/KEY/` and never change while later seasons come: what follows it
//! is linked by the key it has from the day it is opened. When a season is withdrawn its pages stay
//! where they are, marked, with a link to what was played instead.
//!
//! Not here: who may know what; a site is made of an audience's chapters (`chapter.rs`).

pub mod export;
mod history;
mod mail;
mod newspaper;
mod pages;
mod season;
#[cfg(feature = "serve")]
pub mod serve;

use super::chapter::Chapter;
use super::life::{Year, years};
use super::names::Names;
use super::passages::{self, passages};
use super::post::SeasonMail;
use super::{Archive, ArchiveError, Audience, is_settled};
use kit::annals::{Count, Kind, Subject};
use kit::chart::Chart;
use kit::proof;
use newspaper::Notice;
use report::map::escaped;
use serde_json::{Value as Json, json};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use store::{CampaignRow, SeasonRow, Status};

/// The key of the position before the first season.
const OPENING: &str = "0";

/// All pages for one audience.
pub struct Site<'a> {
    archive: &'a Archive,
    audience: Audience,
    campaign: CampaignRow,
    /// What the audience is called on a page.
    viewer: String,
    volumes: Vec<Volume>,
    /// The season that is open, by its key and name; none once the campaign has ended.
    open: Option<(String, String)>,
    /// Seasons that a page names as the next one and that were never published, by their keys: the one
    /// that is open, and those that were withdrawn before they were.
    unpublished: BTreeMap<String, String>,
    /// The powers by name and title.
    powers: Vec<Subject>,
    histories: BTreeMap<(Kind, String), History>,
    slugs: BTreeMap<Subject, String>,
    opening: Option<Chart>,
    /// The chapter that was read last: a season's pages are asked for one after the other.
    last: RefCell<Option<(usize, Rc<Chapter>)>>,
    supplement: Option<Box<dyn Supplement>>,
}

/// One season that was published, as far as the other pages speak of it.
struct Volume {
    row: SeasonRow,
    key: String,
    headline: Vec<String>,
    fights: Vec<String>,
    counts: Vec<Count>,
    /// How many pictures of battles it has.
    fields: usize,
    /// The powers whose reports it has.
    reports: Vec<String>,
    has_orders: bool,
    has_events: bool,
    /// Its newspaper, if it has one.
    notice: Option<Notice>,
    /// The mails in which its sheets came, for the umpire.
    mails: Vec<SeasonMail>,
    /// The keys of the season before it, of the one opened after it, and of the one that was played
    /// in its stead.
    before: Option<String>,
    next: Option<String>,
    again: Option<String>,
}

impl Volume {
    /// What a chapter says of its season; what is before and after it is not known yet.
    fn of(row: SeasonRow, chapter: &Chapter) -> Volume {
        Volume {
            row,
            key: chapter.key.clone(),
            headline: chapter.annals.headline.clone(),
            fights: chapter.annals.fights().map(|(_, fight)| fight.title.clone()).collect(),
            counts: chapter.annals.counts.clone(),
            fields: chapter.fields.len(),
            reports: chapter.reports.iter().map(|report| report.power.clone()).collect(),
            has_orders: !chapter.sheets.is_empty(),
            has_events: !chapter.chronicle.is_empty(),
            notice: None,
            mails: vec![],
            before: None,
            next: None,
            again: None,
        }
    }

    fn is_withdrawn(&self) -> bool {
        self.row.status == Status::Withdrawn
    }
}

/// A life, season by season.
struct History {
    subject: Subject,
    years: Vec<Year>,
}

/// Pages that do not come from the archive but belong to it: those on which a sheet is composed.
pub trait Supplement {
    /// The paths of its pages.
    fn paths(&self) -> Vec<String>;
    fn page(&self, path: &str) -> Result<Option<Page>, ArchiveError>;
    /// Answers what a page of it sends.
    fn answer(&self, path: &str, sent: &[u8]) -> Result<Option<Page>, ArchiveError>;
}

/// A page as it goes out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub kind: &'static str,
    pub body: Vec<u8>,
}

impl<'a> Site<'a> {
    /// Reads all that the pages of an audience speak of.
    pub fn new(archive: &'a Archive, audience: Audience) -> Result<Site<'a>, ArchiveError> {
        let campaign = archive.store.campaign()?;
        let mut histories = BTreeMap::new();
        let mut lives: BTreeMap<Subject, Vec<Year>> = BTreeMap::new();
        let mut volumes: Vec<Volume> = vec![];
        let mut unpublished = BTreeMap::new();
        let keys: BTreeMap<_, _> = archive.store.season_keys()?.into_iter().collect();
        for (row, key) in archive.settled(&audience)? {
            let chapter = archive.read(&row, key, &audience)?;
            for (subject, year) in years(&chapter) {
                lives.entry(subject).or_default().push(year);
            }
            let next = archive.store.season_after(row.id)?;
            if let Some(next) = &next
                && (!is_settled(next) || archive.is_hidden(next, &audience)?)
            {
                unpublished.insert(keys[&next.id].clone(), next.name.clone());
            }
            let before = row.parent.map(|parent| keys[&parent].clone());
            let mails = match audience {
                Audience::Umpire => archive.post_of(&row, &audience)?,
                _ => vec![],
            };
            volumes.push(Volume {
                notice: archive.notice(&row, next.as_ref(), &chapter)?,
                before: Some(before.unwrap_or_else(|| OPENING.to_owned())),
                next: next.map(|next| keys[&next.id].clone()),
                mails,
                ..Volume::of(row, &chapter)
            });
        }
        instead(&mut volumes);
        let newest = archive.store.newest_season()?;
        let game = archive.game(newest.id)?;
        let roster = game.roster();
        let powers: Vec<Subject> =
            roster.iter().filter(|one| one.kind == Kind::Power).cloned().collect();
        // Every power has a page, even one of which nothing was told.
        for power in &powers {
            lives.entry(power.clone()).or_default();
        }
        let slugs = slugs(&roster, lives.keys());
        for (subject, years) in lives {
            let slug = slugs[&subject].clone();
            histories.insert((subject.kind, slug), History { subject, years });
        }
        let viewer = powers.iter().find(|one| Some(one.key.as_str()) == audience.power());
        let viewer = viewer.map_or_else(|| audience.word().to_owned(), |one| one.name.clone());
        let open = (campaign.ended.is_none() && newest.status != Status::SettingUp)
            .then(|| (keys[&newest.id].clone(), newest.name.clone()));
        unpublished.extend(open.clone());
        // A key that was free again has been given to a season that was published.
        unpublished.retain(|key, _| volumes.iter().all(|volume| volume.key != *key));
        let (opening, supplement) = (archive.opening(&audience)?, archive.supplement(&audience)?);
        Ok(Site {
            archive,
            audience,
            campaign,
            viewer,
            volumes,
            open,
            unpublished,
            powers,
            histories,
            slugs,
            opening,
            last: RefCell::default(),
            supplement,
        })
    }

    /// The paths of all pages.
    pub fn paths(&self) -> Vec<String> {
        let mut all: Vec<String> =
            ["index.html", "names.html", "search.html", "figures.html"].map(str::to_owned).into();
        all.extend(self.has_feed().then(|| newspaper::FEED.to_owned()));
        all.extend(STATIC.iter().map(|(name, _)| (*name).to_owned()));
        all.extend((0..self.plots().len()).map(|nth| format!("plots/{}.svg", nth + 1)));
        for volume in &self.volumes {
            let folder = format!("season/{}", volume.key);
            let mut put = |page: &str| all.push(format!("{folder}/{page}"));
            put("index.html");
            put("map.svg");
            (1..=volume.fields).for_each(|nth| put(&format!("field-{nth}.svg")));
            put("words.js");
            (1..=volume.fights.len()).for_each(|nth| put(&format!("battle-{nth}.html")));
            volume.reports.iter().for_each(|power| put(&self.report_page(power)));
            if volume.has_orders {
                put(passages::ORDERS);
            }
            if volume.has_events {
                put(passages::EVENTS);
            }
            if volume.notice.is_some() {
                put(newspaper::PAGE);
                put(newspaper::MAP);
            }
            if !volume.mails.is_empty() {
                put("mail.html");
            }
            all.push(format!("film/{}.html", volume.key));
        }
        all.extend(self.raws().into_iter().map(|number| format!("mail/{number}.html")));
        if self.opening.is_some() {
            all.push(format!("season/{OPENING}/index.html"));
            all.push(format!("season/{OPENING}/map.svg"));
            all.push(format!("film/{OPENING}.html"));
            for key in self.unpublished.keys() {
                all.push(format!("season/{key}/index.html"));
            }
            let ends = self.unpublished.keys().filter(|key| self.ends_film(key));
            all.extend(ends.map(|key| format!("film/{key}.html")));
        }
        all.extend(self.supplement.iter().flat_map(|pages| pages.paths()));
        let pages = self.histories.keys();
        all.extend(pages.map(|(kind, slug)| format!("{}/{slug}.html", kind.word())));
        all
    }

    /// Answers what a page sends; nothing, if none of that path takes anything.
    pub fn take(&self, path: &str, sent: &[u8]) -> Result<Option<Page>, ArchiveError> {
        self.supplement.as_ref().map_or(Ok(None), |pages| pages.answer(path, sent))
    }

    /// Makes a page; nothing, if there is none of that path.
    pub fn page(&self, path: &str) -> Result<Option<Page>, ArchiveError> {
        if let Some(pages) = &self.supplement
            && let Some(page) = pages.page(path)?
        {
            return Ok(Some(page));
        }
        if let Some((_, kind)) = STATIC.iter().find(|(name, _)| *name == path) {
            let text = self.archive.templates.print(&format!("site/{path}"), &json!({}))?;
            return Ok(Some(Page { kind, body: text.into_bytes() }));
        }
        let html = |text: String| Page { kind: HTML, body: text.into_bytes() };
        let svg = |text: String| Page { kind: "image/svg+xml", body: text.into_bytes() };
        let parts: Vec<&str> = path.split('/').collect();
        Ok(match parts.as_slice() {
            ["index.html"] => Some(html(self.front()?)),
            ["names.html"] => Some(html(self.names()?)),
            ["search.html"] => Some(html(self.search(None)?)),
            ["figures.html"] => Some(html(self.figures()?)),
            [newspaper::FEED] => {
                self.feed()?.map(|text| Page { kind: ATOM, body: text.into_bytes() })
            }
            ["plots", file] => self.plot(file).map(svg),
            ["film", file] => match file.strip_suffix(".html") {
                Some(key) => self.frame(key)?.map(html),
                None => None,
            },
            ["mail", file] => self.mail(file)?.map(html),
            ["season", key, file] => self.of_season(key, file)?,
            [kind, file] => match Kind::ALL.into_iter().find(|one| one.word() == *kind) {
                Some(kind) => self.history(kind, file)?.map(html),
                None => None,
            },
            _ => None,
        })
    }

    /// Prints a page with what stands on every page.
    fn print(
        &self,
        template: &str,
        up: &str,
        title: &str,
        view: Json,
    ) -> Result<String, ArchiveError> {
        let mut all = json!({
            "up": up,
            "page_title": title,
            "campaign": self.campaign.name,
            "viewer": self.viewer,
            "power": self.audience.power().is_some(),
            "film": self.opening.is_some(),
            "composes": self.supplement.is_some(),
            "feed": self.has_feed(),
        });
        if let (Json::Object(all), Json::Object(view)) = (&mut all, view) {
            all.extend(view);
        }
        Ok(self.archive.templates.print(&format!("site/{template}"), &all)?)
    }

    fn volume(&self, key: &str) -> Option<(usize, &Volume)> {
        self.volumes.iter().enumerate().find(|(_, volume)| volume.key == key)
    }

    fn chapter(&self, nth: usize) -> Result<Rc<Chapter>, ArchiveError> {
        if let Some((known, chapter)) = &*self.last.borrow()
            && *known == nth
        {
            return Ok(Rc::clone(chapter));
        }
        let Volume { row, key, .. } = &self.volumes[nth];
        let chapter = Rc::new(self.archive.read(row, key.clone(), &self.audience)?);
        *self.last.borrow_mut() = Some((nth, Rc::clone(&chapter)));
        Ok(chapter)
    }

    /// The page of a subject, from the front page.
    fn href(&self, subject: &Subject) -> String {
        let slug = self.slugs.get(subject).map_or("", String::as_str);
        format!("{}/{slug}.html", subject.kind.word())
    }

    /// A text as HTML in which every name that has a page is a link.
    ///
    /// The names of powers stand in every other line, and are none.
    fn linked(&self, names: &Names, text: &str, up: &str) -> String {
        let (mut html, mut done) = (String::new(), 0);
        for (at, subject) in names.find(text) {
            if subject.kind == Kind::Power || !self.slugs.contains_key(subject) {
                continue;
            }
            html.push_str(&escaped(&text[done..at.start]));
            let name = escaped(&text[at.clone()]);
            html.push_str(&format!("<a href=\"{up}{}\">{name}</a>", self.href(subject)));
            done = at.end;
        }
        html.push_str(&escaped(&text[done..]));
        html
    }

    /// The file of a power's report in the folder of its season.
    fn report_page(&self, power: &str) -> String {
        match self.audience.power() {
            Some(_) => "report.html".to_owned(),
            None => format!("report-{}.html", slug(power)),
        }
    }
}

/// What pages are.
const HTML: &str = "text/html; charset=utf-8";
const ATOM: &str = "application/atom+xml; charset=utf-8";

/// Files that are the same for everybody.
const STATIC: [(&str, &str); 4] = [
    ("icon.svg", "image/svg+xml"),
    ("style.css", "text/css; charset=utf-8"),
    ("film.js", "text/javascript; charset=utf-8"),
    ("search.js", "text/javascript; charset=utf-8"),
];

/// Notes for each season that was withdrawn which one was played in its stead.
fn instead(volumes: &mut [Volume]) {
    for nth in 0..volumes.len() {
        let number = volumes[nth].row.number;
        let later = volumes[nth + 1..].iter().find(|other| other.row.number == number);
        volumes[nth].again = later.map(|other| other.key.clone());
    }
}

/// The names of all pages of subjects, each its own within its kind.
///
/// They come of the names alone, so that a link stays what it is: what the book gives a name has
/// that name; where two would be one, and for what players named, a few letters of a digest follow.
fn slugs<'s>(
    roster: &[Subject],
    all: impl Iterator<Item = &'s Subject>,
) -> BTreeMap<Subject, String> {
    let mut once: BTreeSet<(Kind, String)> = BTreeSet::new();
    let mut twice: BTreeSet<(Kind, String)> = BTreeSet::new();
    for subject in roster {
        let key = (subject.kind, slug(&subject.key));
        if !once.insert(key.clone()) {
            twice.insert(key);
        }
    }
    let name = |subject: &Subject| {
        let slug = slug(&subject.key);
        let key = (subject.kind, slug);
        if once.contains(&key) && !twice.contains(&key) && roster.contains(subject) {
            return key.1;
        }
        let digest = proof::hex(&proof::sha256(subject.key.as_bytes()));
        format!("{}-{}", key.1, &digest[..6]).trim_start_matches('-').to_owned()
    };
    all.map(|subject| (subject.clone(), name(subject))).collect()
}

/// A name as it may stand in a link: small letters, digits and hyphens, never long.
fn slug(name: &str) -> String {
    const MOST: usize = 60;
    let plain = kit::names::plain(name);
    let words = plain.split(|letter: char| !letter.is_ascii_alphanumeric());
    let mut slug = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join("-");
    slug.truncate(MOST);
    slug
}

/// The words of a season for the search of the pages, as a script that a page can load.
fn words(chapter: &Chapter) -> String {
    let passages: Vec<Json> = passages(chapter)
        .into_iter()
        .map(|one| json!([one.kind, one.heading, one.text, one.place]))
        .collect();
    let season = json!({
        "key": chapter.key,
        "season": chapter.season,
        "withdrawn": chapter.withdrawn,
        "passages": passages,
    });
    format!("(window.seasons = window.seasons || []).push({season});\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pages_are_plain_and_each_their_own() {
        let leader = |name: &str| Subject::new(Kind::Leader, name);
        let roster = vec![leader("Masséna"), leader("Saint-Cyr"), leader("St. Cyr")];
        let odd = Subject::new(Kind::Force, "<b>&../\"x");
        let none = Subject::new(Kind::Force, "…");
        let all = [roster.clone(), vec![odd.clone(), none.clone()]].concat();
        let slugs = slugs(&roster, all.iter());
        assert_eq!(slugs[&roster[0]], "massena");
        assert!(slugs[&roster[1]].starts_with("st-cyr-"), "{slugs:?}");
        assert_ne!(slugs[&roster[1]], slugs[&roster[2]]);
        assert!(slugs[&odd].starts_with("b-x-"), "{slugs:?}");
        assert_eq!(slugs.values().collect::<BTreeSet<_>>().len(), 5);
        let plain = |slug: &String| slug.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        assert!(slugs.values().all(plain), "{slugs:?}");
        assert!(slug(&"long ".repeat(99)).len() <= 60);
    }
}
