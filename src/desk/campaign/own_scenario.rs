//! A scenario that somebody wrote: a folder of pages, read within bounds and checked, before anything
//! is made of it.
//!
//! The folder may come from anybody. A link that leads out of it, a pipe or a device is refused; the
//! number and the size of its files are bounded, and its YAML is plain.
//!
//! Not here: what stands on a page (`play::scenario`, and the book of each rule system).

use crate::campaign::files;
use crate::{DeskError, slug};
use kit::bounds::{FOLDER_BYTES, FOLDER_DEPTH, FOLDER_PAGES, PAGE_BYTES};
use kit::hidden_characters::{first_hidden, seen};
use kit::names::nearest;
use kit::shelf::Shelf;
use rules::scenario::{PAGE, PageFault, RULES, check};
use rules::{BookError, Options, Referee};
use sheet::shape::{Kind, Limits, shape_within};
use sheet::{Diagnostic, Diagnostics};
use std::fs::{self, OpenOptions};
use std::io::Read;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// What is wrong with a sign that has no place on a page.
pub(crate) const HIDDEN_SIGN: &str =
    "there is a sign here that nobody sees, or that turns the text round";
/// The folder of the pages that lie over the book.
const BOOK: &str = "book/";

/// Says whether what was written names a folder and not a scenario of ours: it begins with a full stop
/// or a slash, or has a scenario's page in it; the whole name of one of ours stays a name.
pub fn is_folder(written: &str) -> bool {
    let ours = || rules::shelf().text(&format!("{written}/{PAGE}")).is_some();
    written.starts_with(['.', '/']) || (Path::new(written).join(PAGE).exists() && !ours())
}

/// A scenario that was read from a folder and has no fault.
pub struct OwnScenario {
    pub referee: &'static dyn Referee,
    /// What the campaign calls it: the name of the folder.
    pub name: String,
    /// The books with its pages laid over them.
    pub shelf: Shelf,
    /// Each page by its path in a campaign's folder `book`.
    pub pages: Vec<(String, String)>,
}

/// Reads and checks a scenario; `rules` is the rule system if the page does not say it.
pub fn read(
    folder: &Path,
    rules: Option<&str>,
    options: &Options,
) -> Result<OwnScenario, DeskError> {
    let wrong = |faults| DeskError::Scenario { folder: folder.to_owned(), faults };
    let pages = pages(folder)?;
    // First of all, since every other fault prints the line it is on.
    let hidden: Vec<PageFault> =
        pages.iter().flat_map(|(path, text)| hidden_signs(path, text)).collect();
    if !hidden.is_empty() {
        return Err(wrong(hidden));
    }
    let text = |name: &str| pages.iter().find(|(path, _)| path == name).map(|(_, text)| text);
    let Some(page) = text(PAGE) else {
        let folder = folder.display();
        return Err(DeskError::refused(format!("{folder} has no page {PAGE}"))
            .hint("`umpire rules scenario` explains what stands on it"));
    };
    let referee = rule_system(page, rules).map_err(|fault| wrong(vec![fault]))?;
    let name = name(folder, referee)?;
    let mut faults = stray_pages(&pages, referee)?;
    for (path, text) in pages.iter().filter(|(path, _)| path.ends_with(".yaml") && path != PAGE) {
        faults.extend(check::plain_yaml(path, text));
    }
    if !faults.is_empty() {
        return Err(wrong(faults));
    }
    let mut shelf = rules::shelf();
    let system = referee.name();
    for (path, text) in &pages {
        let place = if path == PAGE { format!("{name}/{PAGE}") } else { path.clone() };
        shelf.lay(&format!("{system}/{place}"), text.clone());
    }
    let faults = faults_of(referee, (&shelf, &name), page, &pages, options)?;
    if !faults.is_empty() {
        return Err(wrong(faults));
    }
    let inside = |(path, text): (String, String)| {
        (path.strip_prefix(BOOK).map(str::to_owned).unwrap_or(path), text)
    };
    let pages = pages.into_iter().map(inside).collect();
    Ok(OwnScenario { referee, name, shelf, pages })
}

/// What is wrong with the pages: those of the scenario all at once, then what keeps the book from
/// being read.
fn faults_of(
    referee: &dyn Referee,
    (shelf, name): (&Shelf, &str),
    page: &str,
    pages: &[(String, String)],
    options: &Options,
) -> Result<Vec<PageFault>, DeskError> {
    // As it lies in the folder.
    let inside = |path: &str| {
        let path = path.strip_prefix(referee.name()).unwrap_or(path).trim_start_matches('/');
        let own = path.strip_suffix(PAGE) == Some(&format!("{name}/"));
        if own { PAGE.to_owned() } else { path.to_owned() }
    };
    let found = match referee.scenario_faults(shelf, page) {
        Ok(found) if found.is_empty() => referee.open(shelf, name, options).map(|_| vec![]),
        found => found,
    };
    match found {
        Ok(found) => Ok(found),
        Err(BookError::Faults { page, faults }) => {
            let place = |fault| PageFault { page: inside(&page), ..fault };
            Ok(faults.into_iter().map(place).collect())
        }
        Err(BookError::Page { page, why }) => {
            let path = inside(&page);
            let text = pages.iter().find(|(other, _)| *other == path).map_or("", |(_, text)| text);
            Ok(vec![check::told(&path, text, &why)])
        }
        Err(error) => Err(error.into()),
    }
}

/// The rule system: the one that the page names, else the one that was given.
fn rule_system(page: &str, given: Option<&str>) -> Result<&'static dyn Referee, PageFault> {
    let known: Vec<&str> = rules::REFEREES.iter().map(|referee| referee.name()).collect();
    let mut faults = Diagnostics::default();
    let root = shape_within(page, Limits::PAGE, &mut faults);
    if let Some(fault) = faults.iter().next() {
        return Err(fault_of(page, fault));
    }
    let node = root.as_ref().and_then(|root| root.get(RULES.name));
    let written = node.and_then(sheet::Node::text).or(given);
    let at = node.map_or(0..0, |node| node.at.clone());
    let fault = |why: String| Diagnostic::fault("rules", at.clone(), why);
    let Some(written) = written else {
        let fault = fault("the scenario does not say which rule system it is for".to_owned());
        let help =
            format!("add `rules: NAME`, or give `--rules NAME`; there are {}", known.join(", "));
        return Err(fault_of(page, &fault.help(help)));
    };
    if let (Some(given), Some(_)) = (given, node)
        && given != written
    {
        let fault = fault(format!("the scenario is for {written}, and `--rules` says {given}"));
        return Err(fault_of(page, &fault));
    }
    rules::referee(written).ok_or_else(|| {
        let fault = fault(format!("unknown rule system `{written}`"));
        let likely = nearest(written, known.iter().copied());
        let fault = match likely {
            Some(_) => fault.suggest(likely),
            None => fault.help(format!("there are {}", known.join(", "))),
        };
        fault_of(page, &fault)
    })
}

fn fault_of(page: &str, fault: &Diagnostic) -> PageFault {
    let (line, column) = fault.line_column(page);
    PageFault { page: PAGE.to_owned(), line, column, text: fault.render(page) }
}

/// Signs in a page that nobody sees or that turn the text round, also those that YAML writes out, each
/// at its line: they would reach the terminal on which a report is printed.
pub(crate) fn hidden_signs(path: &str, text: &str) -> Vec<PageFault> {
    let mut found = Diagnostics::default();
    let fault = |at: std::ops::Range<usize>| {
        Diagnostic::fault("hidden-sign", at, HIDDEN_SIGN).help("write the text without it")
    };
    if let Some(at) = first_hidden(text) {
        let end = at + text[at..].chars().next().map_or(0, char::len_utf8);
        found.push(fault(at..end));
    } else if path.ends_with(".yaml")
        && let Some(root) = shape_within(text, Limits::PAGE, &mut Diagnostics::default())
    {
        let mut open = vec![&root];
        while let Some(node) = open.pop() {
            match &node.kind {
                Kind::Scalar(word) if first_hidden(word).is_some() => {
                    found.push(fault(node.at.clone()));
                }
                Kind::Scalar(_) => {}
                Kind::Seq(items) => open.extend(items),
                Kind::Map(pairs) => open.extend(pairs.iter().flat_map(|(key, one)| [key, one])),
            }
        }
        found.sort();
    }
    let told = |fault: &Diagnostic| {
        let fault = fault_of(text, fault);
        PageFault { page: path.to_owned(), text: seen(&fault.text).into_owned(), ..fault }
    };
    found.iter().map(told).collect()
}

/// What the campaign calls its scenario. A name of ours would say something else than it is.
fn name(folder: &Path, referee: &dyn Referee) -> Result<String, DeskError> {
    let whole = folder.canonicalize().map_err(DeskError::file(folder))?;
    let name = slug(&whole.file_name().unwrap_or_default().to_string_lossy());
    let taken = referee.scenarios(&rules::shelf()).contains(&name) || name == "book";
    if name.is_empty() || taken {
        let folder = folder.display();
        return Err(DeskError::refused(format!(
            "{folder}: a scenario has the name of its folder, and `{name}` is taken"
        ))
        .hint("rename the folder"));
    }
    Ok(name)
}

/// Pages that the game does not read, each with the likely name.
fn stray_pages(
    pages: &[(String, String)],
    referee: &dyn Referee,
) -> Result<Vec<PageFault>, DeskError> {
    let shelf = rules::shelf();
    let mut known = vec![PAGE.to_owned()];
    if let Some(model) = referee.scenarios(&shelf).first() {
        let game = referee.open(&shelf, model, &Options::new())?;
        let read = game.pages().iter().map(|(name, _)| name).filter(|name| *name != PAGE);
        known.extend(read.map(|name| format!("{BOOK}{name}")));
    }
    let strays = pages.iter().filter(|(path, _)| !known.contains(path));
    let fault = |(path, _): &(String, String)| {
        let bare = path.rsplit('/').next().unwrap_or_default();
        let same = known.iter().find(|name| name.rsplit('/').next() == Some(bare));
        let likely =
            same.map(String::as_str).or_else(|| nearest(path, known.iter().map(String::as_str)));
        let help = match likely {
            Some(name) => format!("did you mean `{name}`?"),
            None => "`umpire rules scenario` lists the pages".to_owned(),
        };
        let text =
            format!("fault[unknown-page]: {} reads no page `{path}`\n   = {help}", referee.name());
        PageFault { page: path.clone(), line: 1, column: 1, text }
    };
    Ok(strays.map(fault).collect())
}

/// All pages of a folder, sorted by their paths in it.
fn pages(folder: &Path) -> Result<Vec<(String, String)>, DeskError> {
    if !folder.is_dir() {
        let folder = folder.display();
        return Err(DeskError::refused(format!("{folder} is not a folder"))
            .hint(format!("a scenario is a folder that contains {PAGE}")));
    }
    let whole = folder.canonicalize().map_err(DeskError::file(folder))?;
    let mut reading = Reading { whole: whole.clone(), pages: vec![], bytes: 0 };
    reading.folder(&whole, "", FOLDER_DEPTH)?;
    reading.pages.sort();
    Ok(reading.pages)
}

/// Pages on their way in.
struct Reading {
    /// The folder they are in, without links in its path.
    whole: PathBuf,
    pages: Vec<(String, String)>,
    bytes: usize,
}

impl Reading {
    fn folder(&mut self, folder: &Path, prefix: &str, deep: u32) -> Result<(), DeskError> {
        let refused = |why: String| DeskError::refused(format!("{}: {why}", folder.display()));
        if deep == 0 {
            return Err(refused("folders are nested too deep for a scenario".to_owned()));
        }
        let mut seen = 0;
        for entry in fs::read_dir(folder).map_err(DeskError::file(folder))? {
            let path = entry.map_err(DeskError::file(folder))?.path();
            seen += 1;
            if seen > 4 * FOLDER_PAGES {
                return Err(refused(format!("a scenario has at most {FOLDER_PAGES} pages")));
            }
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.starts_with('.') || name.ends_with(".md") {
                continue;
            }
            if name.chars().any(|sign| sign.is_control() || sign == '\u{fffd}') {
                return Err(refused("a file here has a name that no page has".to_owned()));
            }
            let target = path.canonicalize().map_err(DeskError::file(&path))?;
            if !target.starts_with(&self.whole) {
                let (path, whole) = (path.display(), self.whole.display());
                return Err(DeskError::refused(format!("{path} points outside {whole}"))
                    .hint("put a copy there instead"));
            }
            if target.is_dir() {
                self.folder(&target, &format!("{prefix}{name}/"), deep - 1)?;
            } else {
                self.page(&target, format!("{prefix}{name}"))?;
            }
        }
        Ok(())
    }

    fn page(&mut self, path: &Path, name: String) -> Result<(), DeskError> {
        let refused = |why: &str| DeskError::refused(format!("{}: {why}", path.display()));
        // Whatever it has become since it was looked at, it is not waited for and no link.
        let flags = rustix::fs::OFlags::NOFOLLOW | rustix::fs::OFlags::NONBLOCK;
        let flags = i32::try_from(flags.bits()).unwrap_or_default();
        let file = OpenOptions::new().read(true).custom_flags(flags).open(path);
        let file = file.map_err(DeskError::file(path))?;
        let meta = file.metadata().map_err(DeskError::file(path))?;
        if !meta.is_file() {
            return Err(refused("this is not a file").hint("remove it"));
        }
        if meta.nlink() > 1 {
            return Err(refused(files::HARD_LINK).hint(files::COPY_IT));
        }
        let mut bytes = vec![];
        let most = PAGE_BYTES as u64 + 1;
        file.take(most).read_to_end(&mut bytes).map_err(DeskError::file(path))?;
        if bytes.len() > PAGE_BYTES {
            let most = PAGE_BYTES / 1024;
            return Err(refused(&format!("a page of a scenario has at most {most} KiB")));
        }
        self.bytes += bytes.len();
        if self.pages.len() >= FOLDER_PAGES || self.bytes > FOLDER_BYTES {
            let most = FOLDER_BYTES >> 20;
            return Err(refused(&format!(
                "a scenario has at most {FOLDER_PAGES} pages and {most} MiB"
            )));
        }
        let start = if bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        match String::from_utf8(bytes.split_off(start)) {
            Ok(text) => self.pages.push((name, text)),
            Err(error) => {
                let sound = error.utf8_error().valid_up_to();
                let before = String::from_utf8_lossy(&error.as_bytes()[..sound]).into_owned();
                let line = before.lines().count().max(1);
                let refused = refused(&format!("line {line} is not UTF-8"));
                return Err(refused.hint("save the page as UTF-8"));
            }
        }
        Ok(())
    }
}
