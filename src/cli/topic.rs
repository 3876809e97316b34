//! `umpire topic`: longer explanations, which are manual pages too.

use super::{CliError, Outcome};
use desk::DeskError;
use std::fmt::Write as _;
use std::io::Write;

/// A longer explanation.
pub struct Page {
    pub name: &'static str,
    /// In Markdown.
    pub text: &'static str,
}

/// All of them, in the order in which they are listed.
pub const PAGES: [Page; 7] = [
    Page { name: "mail", text: include_str!("topics/mail.md") },
    Page { name: "deadlines", text: include_str!("topics/deadlines.md") },
    Page { name: "rulings", text: include_str!("topics/rulings.md") },
    Page { name: "proof", text: include_str!("../../PROOF.md") },
    Page { name: "archive", text: include_str!("topics/archive.md") },
    Page { name: "cases", text: include_str!("topics/cases.md") },
    Page { name: "scenarios", text: include_str!("topics/scenarios.md") },
];

impl Page {
    /// Its heading.
    pub fn title(&self) -> &str {
        self.text.lines().next().unwrap_or_default().trim_start_matches("# ")
    }

    /// It as a manual page of section 7.
    pub fn manual(&self) -> String {
        let name = format!("umpire-{}", self.name);
        let mut page = format!(
            ".TH {} 7\n.SH NAME\n{name} \\- {}\n",
            escaped(&name.to_uppercase()),
            escaped(self.title())
        );
        let (mut fenced, mut begun) = (false, false);
        for line in self.text.lines().skip(1) {
            if line.starts_with("```") {
                fenced = !fenced;
                page.push_str(if fenced { ".PP\n.EX\n" } else { ".EE\n" });
                continue;
            }
            let heading = line.trim_start_matches('#').trim_start();
            if !fenced && line.starts_with('#') {
                let _ = writeln!(page, ".SH {}", escaped(heading));
            } else if !fenced && line.is_empty() {
                page.push_str(if begun { ".PP\n" } else { ".SH DESCRIPTION\n" });
                begun = true;
            } else if !fenced && (line.starts_with("- ") || line.starts_with('|')) {
                let _ = writeln!(page, ".br\n{}", escaped(line));
            } else {
                let _ = writeln!(page, "{}", escaped(line));
            }
        }
        page
    }
}

/// A line as text for `man`: no letter of it is a command.
fn escaped(line: &str) -> String {
    let text = line.replace('\\', "\\e").replace('-', "\\-");
    if text.starts_with(['.', '\'']) { format!("\\&{text}") } else { text }
}

/// Explain mail, deadlines, rulings, proof, the archive, cases or scenarios
///
/// Without a name, lists the topics. `umpire man FOLDER` writes each as a manual page of section 7.
///
/// Example: umpire topic deadlines
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Topic {
    /// Its name, or a unique prefix of it
    name: Option<String>,
}

impl Topic {
    pub fn run(self, out: &mut dyn Write) -> Outcome {
        let Some(name) = self.name else {
            for page in &PAGES {
                writeln!(out, "{:<12}{}", page.name, page.title())?;
            }
            return Ok(());
        };
        let fits: Vec<&Page> = PAGES.iter().filter(|page| page.name.starts_with(&name)).collect();
        let [page] = fits.as_slice() else {
            return Err(CliError::Desk(match fits.is_empty() {
                true => DeskError::refused(format!("no topic starts with `{name}`"))
                    .hint(format!("the topics are {}", names(&PAGES))),
                false => DeskError::refused(format!(
                    "several topics start with `{name}`: {}",
                    names(fits)
                )),
            }));
        };
        Ok(write!(out, "{}", page.text)?)
    }
}

fn names<'p>(pages: impl IntoIterator<Item = &'p Page>) -> String {
    pages.into_iter().map(|page| page.name).collect::<Vec<_>>().join(", ")
}
