//! Reports: a view and a template become text.
//!
//! The templates are in the binary; a campaign's own files of the same name replace them. A template
//! only loops and prints; all arithmetic was done by the view.
//!
//! Not here: what a power may know. A template gets a view and cannot reveal what is not in it.

pub mod epilogue;
mod filters;
pub mod map;
pub mod plot;

use self::epilogue::Epilogue;
use css_inline::CSSInliner;
#[cfg(feature = "pages")]
use include_dir::{Dir, include_dir};
use kit::shelf::Shelf;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
#[cfg(feature = "pages")]
use std::io;
use std::sync::LazyLock;
use tera::{Context, ErrorKind, Tera};

pub use filters::{fitted, wrapped};

/// The templates in the binary.
#[cfg(feature = "pages")]
static TEMPLATES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../templates");

/// The templates of a page that checks sheets in a browser.
#[cfg(not(feature = "pages"))]
static TEMPLATES: [(&str, &str); 4] = [
    ("mail/receipt.txt", include_str!("../../templates/mail/receipt.txt")),
    ("mail/guide.html", include_str!("../../templates/mail/guide.html")),
    ("parts/page-head.html", include_str!("../../templates/parts/page-head.html")),
    ("parts/style.css", include_str!("../../templates/parts/style.css")),
];

/// All of them.
fn ours() -> Shelf {
    let mut shelf = Shelf::default();
    #[cfg(feature = "pages")]
    shelf.embed("", &TEMPLATES);
    #[cfg(not(feature = "pages"))]
    TEMPLATES.iter().for_each(|(name, text)| shelf.put(name, text));
    shelf
}

/// Whether a template is in the binary.
fn is_ours(template: &str) -> bool {
    #[cfg(feature = "pages")]
    return TEMPLATES.get_file(template).is_some();
    #[cfg(not(feature = "pages"))]
    TEMPLATES.iter().any(|(name, _)| *name == template)
}

/// Where the templates of the binary stand, so that a campaign's own of the same name wins.
const BUILTIN: &str = "builtin/";

/// The longest page; what is longer is no page.
pub const LONGEST_PAGE: usize = 16 * 1024 * 1024;

/// Why a page cannot be printed.
#[derive(Debug, thiserror::Error, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TemplateError {
    #[error("the template {file}, line {line}: {why}")]
    Template { file: String, line: usize, why: String },
    #[error("the styles of {file} cannot be written into it: {why}")]
    Style { file: String, why: String },
    #[error("no template is called {0}")]
    Missing(String),
    #[error("the templates cannot be read: {0}")]
    Unreadable(String),
    #[error("the template {file} makes a page longer than {} MiB; shorten it", LONGEST_PAGE >> 20)]
    TooLong { file: String },
    #[error("the template {file} was stopped: {why}")]
    Stopped { file: String, why: String },
}

impl TemplateError {
    fn of(error: &tera::Error) -> TemplateError {
        match error.kind() {
            ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
                TemplateError::Template {
                    file: report.filename().trim_start_matches(BUILTIN).to_owned(),
                    line: report.span().start_line,
                    why: report.message().to_owned(),
                }
            }
            ErrorKind::TemplateNotFound(name) => TemplateError::Missing(name.clone()),
            _ => TemplateError::Unreadable(error.to_string()),
        }
    }
}

/// What stands around a view on a page: the umpire's words, the proof, what a mail adds.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Around {
    pub campaign: String,
    /// The root of the season's sheets, and the digest of its record; empty at the opening.
    pub root: String,
    pub digest: String,
    /// In words, how the sheets of all powers came; what the umpire overrode to publish; which
    /// pages of the book are the campaign's own.
    pub sheets: Vec<String>,
    pub forced: Vec<String>,
    pub book: Vec<String>,
    /// In words, what was played for the power.
    pub orders_from: String,
    /// What a mail says before the report.
    pub head: String,
    /// The umpire's own words.
    pub narrative: Vec<String>,
    /// The campaign in short, when it is over.
    pub epilogue: Option<Epilogue>,
    /// What a mail says of the season to come: `next`, `left`, `hours`, `replaced`.
    pub post: Option<Json>,
    /// What the map shows, in words.
    pub map_told: Vec<String>,
    /// Where the picture of the map is; empty if there is none.
    pub map_src: String,
    /// The pictures of battles.
    pub battle_pictures: Vec<BattlePicture>,
}

/// The picture of a battle on a page.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct BattlePicture {
    /// Which battle of the season it shows, counted from 1.
    pub battle: u32,
    /// Where it is, and what it shows, in words.
    pub src: String,
    pub told: String,
}

impl Around {
    /// Puts all of it beside the sections of a view.
    pub fn with(&self, mut view: Json) -> Json {
        let around = serde_json::to_value(self).expect("it has string keys and finite numbers");
        if let (Json::Object(sections), Json::Object(around)) = (&mut view, around) {
            let both = around.keys().find(|name| sections.contains_key(*name));
            debug_assert!(both.is_none(), "{both:?} is a section of the view and stands around it");
            sections.extend(around);
        }
        view
    }
}

/// A process of its own that prints pages, since a campaign's own templates may do anything.
pub trait IsolatedPrinter {
    /// Prints a page; with `styled`, its styles are written into its tags.
    fn print(&self, template: &str, styled: bool, view: &Json) -> Result<String, TemplateError>;
}

/// All templates, read and ready, in this process or in another.
pub struct Templates {
    place: Place,
}

enum Place {
    /// Our templates alone.
    Builtin,
    InProcess(Box<Ready>),
    Isolated {
        own: Shelf,
        place: Box<dyn IsolatedPrinter>,
    },
}

/// Our mail templates, which are all that most commands need, and all of ours; each set is parsed once.
static FOR_MAILS: LazyLock<Ready> = LazyLock::new(|| Ready::builtin(&["mail/", "parts/"]));
static BUILTIN_READY: LazyLock<Ready> = LazyLock::new(|| Ready::builtin(&[""]));

/// The set of our templates that contains a template.
fn builtin(template: &str) -> &'static Ready {
    if template.starts_with("mail/") { &FOR_MAILS } else { &BUILTIN_READY }
}

/// Parsed templates and the CSS inliner.
struct Ready {
    tera: Tera,
    styles: CSSInliner<'static>,
}

/// A page that is being printed, up to its longest.
#[cfg(feature = "pages")]
#[derive(Default)]
struct Sheet {
    bytes: Vec<u8>,
    is_full: bool,
}

#[cfg(feature = "pages")]
impl io::Write for Sheet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > LONGEST_PAGE {
            self.is_full = true;
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Templates {
    /// Sets up the templates of the binary with a campaign's own over them, all printed here.
    pub fn new(own: &Shelf) -> Result<Templates, TemplateError> {
        let place = match own.names("").is_empty() {
            true => Place::Builtin,
            false => Place::InProcess(Box::new(Ready::new(own, &[""])?)),
        };
        Ok(Templates { place })
    }

    /// A campaign's own templates over ours, all printed elsewhere.
    pub fn isolated(own: Shelf, place: Box<dyn IsolatedPrinter>) -> Templates {
        Templates { place: Place::Isolated { own, place } }
    }

    /// Whether there is a template of this name.
    pub fn has(&self, template: &str) -> bool {
        match &self.place {
            Place::Builtin => is_ours(template),
            Place::InProcess(ready) => ready.tera.contains_template(template),
            Place::Isolated { own, .. } => own.text(template).is_some() || is_ours(template),
        }
    }

    /// Prints a page with its styles written into its tags, since many mail programs read no
    /// others.
    pub fn print_html(&self, template: &str, view: &Json) -> Result<String, TemplateError> {
        match &self.place {
            Place::Builtin => builtin(template).print_html(template, view),
            Place::InProcess(ready) => ready.print_html(template, view),
            Place::Isolated { place, .. } => place.print(template, true, view),
        }
    }

    /// Prints a template, its trailing blank lines made one line's end.
    pub fn print(&self, template: &str, view: &impl Serialize) -> Result<String, TemplateError> {
        match &self.place {
            Place::Builtin => builtin(template).print(template, view),
            Place::InProcess(ready) => ready.print(template, view),
            Place::Isolated { place, .. } => {
                let view = serde_json::to_value(view);
                let view = view.map_err(|error| TemplateError::Unreadable(error.to_string()))?;
                place.print(template, false, &view)
            }
        }
    }
}

impl Ready {
    /// Our own in these folders.
    fn builtin(folders: &[&str]) -> Ready {
        Ready::new(&Shelf::default(), folders).expect("our own templates are sound")
    }

    /// Our own in these folders, with a campaign's own over them.
    fn new(own: &Shelf, folders: &[&str]) -> Result<Ready, TemplateError> {
        let mut tera = Tera::new();
        tera.set_fallback_prefixes([BUILTIN]).map_err(|error| TemplateError::of(&error))?;
        tera.autoescape_on([".html", ".svg", ".xml"]);
        filters::register(&mut tera);
        let named = |shelf: &Shelf, prefix: &str| -> Vec<(String, String)> {
            let names = shelf.names("").into_iter().filter(|name| !name.ends_with(".md"));
            let text = |name: &str| shelf.text(name).unwrap_or_default().to_owned();
            names.map(|name| (format!("{prefix}{name}"), text(&name))).collect()
        };
        let mut all = named(&ours(), BUILTIN);
        all.retain(|(name, _)| {
            folders.iter().any(|folder| name[BUILTIN.len()..].starts_with(folder))
        });
        all.extend(named(own, ""));
        tera.add_raw_templates(all).map_err(|error| TemplateError::of(&error))?;
        // Nothing is fetched from anywhere; rules for narrow screens stay in the head.
        let styles = CSSInliner::options()
            .load_remote_stylesheets(false)
            .keep_style_tags(false)
            .keep_at_rules(true)
            .build();
        Ok(Ready { tera, styles })
    }

    fn print_html(&self, template: &str, view: &Json) -> Result<String, TemplateError> {
        let page = self.print(template, view)?;
        self.styles.inline(&page).map_err(|error| TemplateError::Style {
            file: template.to_owned(),
            why: error.to_string(),
        })
    }

    /// A page up to the longest.
    #[cfg(feature = "pages")]
    fn rendered(&self, template: &str, context: &Context) -> Result<String, TemplateError> {
        let mut sheet = Sheet::default();
        self.tera.render_to(template, context, &mut sheet).map_err(|error| {
            let file = template.to_owned();
            if sheet.is_full { TemplateError::TooLong { file } } else { TemplateError::of(&error) }
        })?;
        String::from_utf8(sheet.bytes).map_err(|error| TemplateError::Unreadable(error.to_string()))
    }

    /// A page of our own templates, which have no need of a bound.
    #[cfg(not(feature = "pages"))]
    fn rendered(&self, template: &str, context: &Context) -> Result<String, TemplateError> {
        self.tera.render(template, context).map_err(|error| TemplateError::of(&error))
    }

    fn print(&self, template: &str, view: &impl Serialize) -> Result<String, TemplateError> {
        if !self.tera.contains_template(template) {
            return Err(TemplateError::Missing(template.to_owned()));
        }
        let context = Context::from_serialize(view).map_err(|error| TemplateError::of(&error))?;
        let text = self.rendered(template, &context)?;
        if template.ends_with(".txt") {
            let mut page = String::with_capacity(text.len() + 1);
            for line in text.trim_end().lines() {
                page.push_str(line.trim_end());
                page.push('\n');
            }
            return Ok(if page.is_empty() { "\n".to_owned() } else { page });
        }
        Ok(format!("{}\n", text.trim_end()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn templates(files: &[(&str, &str)]) -> Result<Templates, TemplateError> {
        let mut own = Shelf::default();
        for (name, text) in files {
            own.lay(name, (*text).to_owned());
        }
        Templates::new(&own)
    }

    #[test]
    fn filters_print() {
        let template = "{{ a | title }}|{{ a | pad(width=6) }}|{{ a | centre(width=8) }}|\
                        {{ b | wrap(width=12, indent=2) }}";
        let templates = templates(&[("x.txt", template)]).unwrap();
        let view = json!({"a": "élan", "b": "one two three four"});
        assert_eq!(
            templates.print("x.txt", &view).unwrap(),
            "Élan|élan  |  élan|one two\n  three four\n"
        );
        assert_eq!(fitted("  = one two three", 12), "  = one two\n    three");
        assert_eq!(fitted("   wide   space", 20), "   wide   space");
    }

    #[test]
    fn a_fault_names_file_and_line() {
        let broken = templates(&[("x.txt", "one\n{{ nothing }}\n")]).unwrap();
        let fault = broken.print("x.txt", &json!({})).unwrap_err().to_string();
        assert!(fault.starts_with("the template x.txt, line 2: "), "{fault}");
        let Err(fault) = templates(&[("y.txt", "one\n\n{% if %}")]) else { panic!("it is broken") };
        assert!(fault.to_string().starts_with("the template y.txt, line 3: "), "{fault}");
        let missing = broken.print("z.txt", &json!({})).unwrap_err();
        assert_eq!(missing.to_string(), "no template is called z.txt");
    }

    #[test]
    fn a_campaigns_own_template_wins_and_may_use_ours() {
        let own = "{{ leaf }}";
        let templates = templates(&[("mail/receipt.txt", own), ("x.html", "{{ leaf }}")]).unwrap();
        let view = json!({"leaf": "<00>"});
        assert_eq!(templates.print("mail/receipt.txt", &view).unwrap(), "<00>\n");
        assert_eq!(templates.print("x.html", &view).unwrap(), "&lt;00&gt;\n");
    }
}
