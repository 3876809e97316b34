//! The archive of a campaign of years as pages: nothing in them is broken, nothing comes from
//! outside, and what was published once stays as it is.
//!
//! What a browser makes of them is looked at in `tests/pages/site.sh`.

use crate::long::{Plan, War};
use scraper::{ElementRef, Html, Selector};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use umpire::archive::{Archive, Audience};
use umpire::desk::own_pages;
use umpire::desk::post::printer::load_templates;
use umpire::desk::post::send::Errand;

const PLAN: Plan = Plan { seasons: 6, powers: 3, seed: 3 };

/// The files of a site by their paths.
type Site = BTreeMap<String, Vec<u8>>;

fn audiences() -> [Audience; 3] {
    [Audience::Power("france".to_owned()), Audience::Umpire, Audience::Everybody]
}

/// Exports the campaign for an audience into a folder beside it; the files that are there then.
fn export(war: &War, audience: &Audience) -> Site {
    let (books, templates) = own_pages(Some(&war.folder)).unwrap();
    let archive =
        Archive::open_with(&war.file(), books, load_templates(&templates).unwrap()).unwrap();
    let folder = war.beside(audience.word());
    archive.export(&folder, audience.clone(), |_, _| {}).unwrap();
    let (mut site, mut open) = (Site::new(), vec![folder.clone()]);
    while let Some(inside) = open.pop() {
        for entry in fs::read_dir(inside).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(&folder).unwrap().to_str().unwrap().to_owned();
                site.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    site
}

fn text<'s>(site: &'s Site, name: &str) -> &'s str {
    std::str::from_utf8(site.get(name).unwrap_or_else(|| panic!("no {name}"))).unwrap()
}

/// One campaign, looked at from all sides: playing it takes longer than all the looking.
#[test]
fn the_pages_of_a_campaign_of_years() {
    let mut war = War::begin(PLAN);
    war.play_to(4);
    let early = audiences().map(|audience| export(&war, &audience));
    war.play_to(PLAN.seasons);
    let late = audiences().map(|audience| export(&war, &audience));
    // What everybody knows is the same for everybody.
    for (one, other) in late.iter().zip(&late[1..]) {
        assert_eq!(text(one, "feed.xml"), text(other, "feed.xml"));
        assert_eq!(text(one, "season/2/newspaper.svg"), text(other, "season/2/newspaper.svg"));
    }
    for ((early, late), audience) in early.iter().zip(&late).zip(audiences()) {
        assert_eq!(feed(early).len(), 5, "four seasons, and one that was withdrawn");
        assert_eq!(feed(late)[2..], feed(early), "an entry stays what it is");
        nothing_is_broken(late, audience.word());
        what_was_published_stays(early, late, audience.word());
    }
    war.desk().send(Errand::default()).unwrap();
    war.desk().rollback("a die was misread").unwrap();
    let last = audiences().map(|audience| export(&war, &audience));
    for ((late, last), audience) in late.iter().zip(&last).zip(audiences()) {
        let [before, after] = [late, last].map(|site| feed(site)[0].clone());
        assert_eq!((&before.id, &before.href), (&after.id, &after.href));
        assert!(after.title.ends_with("(withdrawn)") && after.updated >= before.updated);
        what_is_withdrawn_is_marked(late, last, audience.word());
        nothing_is_broken(last, audience.word());
    }
    let mut desk = war.desk();
    desk.resolve().unwrap();
    desk.publish(Some("it is a test"), None).unwrap();
    for (late, audience) in late.iter().zip(audiences()) {
        let again = export(&war, &audience);
        what_is_withdrawn_is_marked(late, &again, audience.word());
        nothing_is_broken(&again, audience.word());
        assert!(again.contains_key("season/6-2/index.html"), "it was played again");
        for name in late.keys().filter(|name| name.starts_with("season/")) {
            assert!(again.contains_key(name), "a link to {name} would be dead");
        }
    }
}

/// An entry of the feed.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    id: String,
    title: String,
    updated: String,
    href: String,
}

/// The entries of the feed, the newest first; panics if it is not Atom (RFC 4287).
fn feed(site: &Site) -> Vec<Entry> {
    let xml = roxmltree::Document::parse(text(site, "feed.xml")).unwrap();
    let feed = xml.root_element();
    let all = |of: roxmltree::Node<'_, '_>, name: &str| -> Vec<String> {
        let named = of.children().filter(|child| child.has_tag_name((ATOM, name)));
        named.map(|child| child.text().unwrap_or_default().to_owned()).collect()
    };
    let one = |of: roxmltree::Node<'_, '_>, name: &str| {
        let mut all = all(of, name);
        assert_eq!(all.len(), 1, "{name}: {all:?}");
        all.remove(0)
    };
    let link = |of: roxmltree::Node<'_, '_>, rel: &str| {
        let mut links = of.children().filter(|child| child.has_tag_name((ATOM, "link")));
        let link = links.find(|link| link.attribute("rel") == Some(rel)).unwrap();
        let href = link.attribute("href").unwrap().to_owned();
        assert!(site.contains_key(&href), "{href} is not there");
        href
    };
    let time = |text: String| {
        let is_time = text.len() == 20 && text.ends_with('Z') && text.as_bytes()[10] == b'T';
        assert!(is_time, "`{text}` is no time of RFC 3339 in whole seconds");
        text
    };
    assert!(feed.has_tag_name((ATOM, "feed")));
    assert!(!one(feed, "title").is_empty() && all(feed, "author").len() == 1);
    assert_eq!(
        (link(feed, "self"), link(feed, "alternate")),
        ("feed.xml".into(), "index.html".into())
    );
    assert!(text(site, "index.html").contains("href=\"feed.xml\""), "the front page links it");
    let entry = |of: roxmltree::Node<'_, '_>| Entry {
        id: one(of, "id"),
        title: one(of, "title"),
        updated: time(one(of, "updated")),
        href: link(of, "alternate"),
    };
    let entries = feed.children().filter(|child| child.has_tag_name((ATOM, "entry")));
    let entries: Vec<Entry> = entries.map(entry).collect();
    let ids: BTreeSet<&String> = entries.iter().map(|entry| &entry.id).collect();
    assert!(ids.len() == entries.len() && !ids.contains(&one(feed, "id")), "ids are unique");
    assert!(ids.iter().all(|id| id.starts_with("urn:uuid:")), "{ids:?}");
    let newest = entries.iter().map(|entry| &entry.updated).max().unwrap();
    assert_eq!(&time(one(feed, "updated")), newest);
    entries
}

const ATOM: &str = "http://www.w3.org/2005/Atom";

/// What a page names, and what can be named in it.
#[derive(Default)]
struct Page {
    links: BTreeSet<String>,
    anchors: BTreeSet<String>,
}

/// Every page is sound by itself, and every link in it leads somewhere.
fn nothing_is_broken(site: &Site, of: &str) {
    let (pages, links, wrong) = faults(site);
    assert!(pages > 100 && links > 1000, "{of}: {pages} pages, {links} links");
    let few = wrong[..wrong.len().min(40)].join("\n");
    assert!(wrong.is_empty(), "{of}: {} faults\n{few}", wrong.len());
}

/// How many pages and links a site has, and what is wrong with them.
fn faults(site: &Site) -> (usize, usize, Vec<String>) {
    let mut wrong = vec![];
    let mut pages = BTreeMap::new();
    for name in site.keys() {
        let mut tell = |what| wrong.push(format!("{name}: {what}"));
        let page = match name.rsplit('.').next() {
            Some("html") => html(text(site, name), &mut tell),
            Some("svg") => svg(text(site, name), &mut tell),
            _ => continue,
        };
        pages.insert(name.as_str(), page);
    }
    let mut links = 0;
    for (name, page) in &pages {
        for link in &page.links {
            links += 1;
            if let Some(why) = dead(site, &pages, name, link) {
                wrong.push(format!("{name}: `{link}` {why}"));
            }
        }
    }
    (pages.len(), links, wrong)
}

/// What is planted in a sound page is found, each fault by itself.
#[test]
fn a_fault_in_a_page_is_found() {
    let page = |more: &str| {
        format!(
            "<!DOCTYPE html><html lang=\"en\"><head><title>A page</title></head><body>\
             <main id=\"main\"><h1>A page</h1><p><a href=\"b/c.html#main\">on</a></p>{more}</main>\
             </body></html>"
        )
    };
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\"><path id=\"p\"/><use href=\"#p\"/>";
    let found = |html: &str, svg: &str| {
        let site: Site = [("a.html", page(html)), ("b/c.html", page("").replace("b/c", "../a"))]
            .map(|(name, text)| (name.to_owned(), text.into_bytes()))
            .into_iter()
            .chain([("map.svg".to_owned(), format!("{drawing}{svg}</svg>").into_bytes())])
            .collect();
        faults(&site).2
    };
    assert_eq!(found("<p><img src=\"map.svg\" alt=\"The map\"></p>", ""), Vec::<String>::new());
    for planted in [
        "<p><a href=\"b/d.html\">dead</a></p>",
        "<p><a href=\"b\">a folder</a></p>",
        "<p><a href=\"b/c.html#none\">no such place</a></p>",
        "<p><a href=\"../a.html\">above</a></p>",
        "<p><a href=\"https://games.example/\">away</a></p>",
        "<p><img src=\"//games.example/eye.png\" alt=\"an eye\"></p>",
        "<p><img src=\"map.svg\"></p>",
        "<p id=\"main\">twice</p>",
        "<p style=\"color: red\">red</p>",
        "<style>p { color: red }</style>",
        "<script>alert(1)</script>",
        "<p onclick=\"alert(1)\">a trap</p>",
        "<h1>Another</h1>",
        "<p><div>a block in a line</div></p>",
        "<table><tr><td>1</td></tr></table>",
    ] {
        assert_eq!(found(planted, "").len(), 1, "{planted}: {:?}", found(planted, ""));
    }
    for planted in [
        "<script/>",
        "<path id=\"p\"/>",
        "<use href=\"#q\"/>",
        "<image href=\"https://games.example/eye.png\"/>",
        "<path onclick=\"alert(1)\"/>",
        "<path>",
    ] {
        assert_eq!(found("", planted).len(), 1, "{planted}: {:?}", found("", planted));
    }
}

/// Reads a page and tells what is wrong with it.
fn html(source: &str, wrong: &mut dyn FnMut(String)) -> Page {
    let html = Html::parse_document(source);
    for error in &html.errors {
        wrong(format!("{error}"));
    }
    let all = |what: &str| Selector::parse(what).unwrap();
    let count = |what: &str| html.select(&all(what)).count();
    for (what, times) in [("h1", 1), ("main#main", 1), ("title", 1), ("html[lang]", 1)] {
        if count(what) != times {
            wrong(format!("has {what} {} times", count(what)));
        }
    }
    for alien in ["style", "iframe", "object", "embed", "base", "meta[http-equiv]", "[style]"] {
        if count(alien) > 0 {
            wrong(format!("has {alien}"));
        }
    }
    for picture in html.select(&all("img:not([alt])")) {
        wrong(format!("a picture without words: {}", picture.html()));
    }
    for script in html.select(&all("script")) {
        if script.value().attr("src").is_none() || !script.inner_html().is_empty() {
            wrong("has a script in it".to_owned());
        }
    }
    for table in html.select(&all("table")) {
        let headed = table.select(&all("th")).next().is_some();
        if !headed {
            wrong("has a table without heads".to_owned());
        }
    }
    let mut page = Page::default();
    for element in html.select(&all("*")) {
        look_at(element, &mut page, wrong);
    }
    page
}

/// The names and the links of one element.
fn look_at(element: ElementRef<'_>, page: &mut Page, wrong: &mut dyn FnMut(String)) {
    for (key, value) in element.value().attrs() {
        match key {
            "id" if value.is_empty() || value.contains(char::is_whitespace) => {
                wrong(format!("the id `{value}` is none"));
            }
            "id" if !page.anchors.insert(value.to_owned()) => {
                wrong(format!("has the id {value} twice"));
            }
            "href" | "src" | "action" | "poster" | "srcset" | "data" => {
                page.links.insert(value.to_owned());
            }
            key if key.starts_with("on") => wrong(format!("has {key}={value}")),
            _ => {}
        }
    }
}

/// Reads a drawing and tells what is wrong with it.
fn svg(source: &str, wrong: &mut dyn FnMut(String)) -> Page {
    let options = roxmltree::ParsingOptions { allow_dtd: false, ..Default::default() };
    let drawing = match roxmltree::Document::parse_with_options(source, options) {
        Ok(drawing) => drawing,
        Err(error) => {
            wrong(error.to_string());
            return Page::default();
        }
    };
    let mut page = Page::default();
    for node in drawing.descendants().filter(roxmltree::Node::is_element) {
        let name = node.tag_name().name();
        if ["script", "foreignObject", "iframe"].contains(&name) {
            wrong(format!("has {name}"));
        }
        for attribute in node.attributes() {
            match attribute.name() {
                "id" if !page.anchors.insert(attribute.value().to_owned()) => {
                    wrong(format!("has the id {} twice", attribute.value()));
                }
                "href" => drop(page.links.insert(attribute.value().to_owned())),
                key if key.starts_with("on") => wrong(format!("has {key}")),
                _ => {}
            }
        }
    }
    page
}

/// Why a link leads nowhere, if it does not.
fn dead(site: &Site, pages: &BTreeMap<&str, Page>, from: &str, link: &str) -> Option<String> {
    if link.contains(':') || link.starts_with('/') || link.contains('\\') {
        return Some("leads out of the archive".to_owned());
    }
    let (path, anchor) = link.split_once('#').map_or((link, None), |(path, at)| (path, Some(at)));
    let mut place: Vec<&str> = from.split('/').collect();
    if !path.is_empty() {
        place.pop();
        for part in path.split('/') {
            match part {
                ".." if place.pop().is_none() => return Some("leads above the archive".to_owned()),
                ".." | "." => {}
                part => place.push(part),
            }
        }
    }
    let to = place.join("/");
    if !site.contains_key(&to) {
        return Some("is not there".to_owned());
    }
    let anchor = anchor.filter(|anchor| !anchor.is_empty())?;
    let found = pages.get(to.as_str()).is_some_and(|page| page.anchors.contains(anchor));
    (!found).then(|| format!("has no such place in {to}"))
}

/// The keys of the seasons that have pages, but for the one that is open.
fn settled(site: &Site) -> BTreeSet<String> {
    let whole =
        site.keys().filter_map(|name| name.strip_prefix("season/")?.strip_suffix("/words.js"));
    whole.map(str::to_owned).collect()
}

/// Not a byte of a season's pages is another when later ones have come, nor is any of them gone.
fn what_was_published_stays(early: &Site, late: &Site, of: &str) {
    let keys = settled(early);
    let expected = ["1", "2", "3", "3-2", "4"].map(str::to_owned);
    assert!(expected.iter().all(|key| keys.contains(key)), "{of}: {keys:?}");
    let theirs = |name: &&String| {
        let inside = name.strip_prefix("season/").or_else(|| name.strip_prefix("film/"));
        let key = inside.and_then(|rest| rest.split(['/', '.']).next());
        key.is_some_and(|key| keys.contains(key) || key == "0")
    };
    let mut compared = 0;
    for name in early.keys().filter(theirs) {
        compared += 1;
        assert!(late.contains_key(name), "{of}: {name} is gone");
        assert!(
            early[name] == late[name],
            "{of}: {name} is another:\n{}",
            difference(early, late, name)
        );
    }
    assert!(compared > 5 * 5, "{of}: {compared} pages");
    for name in early.keys() {
        assert!(late.contains_key(name), "{of}: a link to {name} would be dead");
    }
}

/// The first line in which two pages differ.
fn difference(early: &Site, late: &Site, name: &str) -> String {
    let [early, late] = [early, late].map(|site| String::from_utf8_lossy(&site[name]).into_owned());
    let mut lines = early.lines().zip(late.lines());
    let apart = lines.find(|(one, other)| one != other);
    apart.map_or("one is longer".to_owned(), |(one, other)| format!("{one}\n{other}"))
}

/// A season that was taken back keeps its pages and every place in them, and says what it is.
fn what_is_withdrawn_is_marked(late: &Site, last: &Site, of: &str) {
    let key = PLAN.seasons.to_string();
    let page = format!("season/{key}/index.html");
    let notice = "Withdrawn.";
    assert!(!text(late, &page).contains(notice), "{of}: not before it was");
    for name in late.keys().filter(|name| name.starts_with(&format!("season/{key}/"))) {
        assert!(last.contains_key(name), "{of}: {name} is gone");
        if !name.ends_with(".html") {
            continue;
        }
        assert!(
            text(last, name).contains(notice),
            "{of}: {name} does not say that it was withdrawn"
        );
        let [before, after] = [late, last].map(|site| html(text(site, name), &mut |_| {}).anchors);
        let gone: Vec<_> = before.difference(&after).collect();
        assert!(gone.is_empty(), "{of}: {name} has lost {gone:?}");
    }
    assert!(
        text(last, &format!("film/{key}.html")).contains(notice),
        "{of}: the film does not say it"
    );
    let words = text(last, &format!("season/{key}/words.js"));
    assert!(
        words.contains("\"withdrawn\":true"),
        "{of}: a search does not say it: {}",
        &words[..200]
    );
    let standing = format!("season/{}/index.html", PLAN.seasons - 1);
    assert!(!text(last, &standing).contains(notice), "{of}: the season before stands");
}
