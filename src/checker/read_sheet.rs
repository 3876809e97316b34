//! A sheet as it was found: its text, where each letter of it was written, and how it was read.

use crate::MAIL_COLUMNS;
use kit::traced_text::TracedText;
use report::{fitted, wrapped};
use sheet::frame::{self, Header};
use sheet::shape::{self, Node};
use sheet::{Diagnostic, Diagnostics};
use std::cell::OnceCell;

/// A sheet and how it was read.
#[derive(Debug, Clone)]
pub struct ReadSheet {
    pub sheet: TracedText,
    /// A sentence on where it was found and what was left out; none for a bare sheet.
    pub found: Option<String>,
    /// What was mended: each an end to "read as ...".
    pub liberties: Vec<String>,
    /// The lines below it that look like orders and were not read, each with its number.
    pub unread: Vec<(usize, String)>,
    /// The lines in it and beside it that were taken for a quotation.
    pub quoted: Vec<(usize, String)>,
    /// The lines in its texts that look like its sections.
    pub in_texts: Vec<(usize, String)>,
    /// The lines that a mail program perhaps broke.
    pub broken: Vec<usize>,
    /// Its tree and what is wrong with that, once somebody has asked.
    tree: OnceCell<(Option<Node>, Diagnostics)>,
}

impl ReadSheet {
    /// A sheet that is read as it is.
    pub fn bare(text: impl Into<String>) -> ReadSheet {
        ReadSheet::new(TracedText::whole(text))
    }

    /// A sheet of which nothing is to be said.
    pub fn new(sheet: TracedText) -> ReadSheet {
        ReadSheet {
            sheet,
            found: None,
            liberties: vec![],
            unread: vec![],
            quoted: vec![],
            in_texts: vec![],
            broken: vec![],
            tree: OnceCell::new(),
        }
    }

    pub fn text(&self) -> &str {
        self.sheet.text()
    }

    /// Its tree, and the faults of its shape. It is asked for in many places and read once.
    pub fn tree(&self) -> (Option<&Node>, &Diagnostics) {
        let read = || {
            let mut faults = Diagnostics::default();
            (shape::shape(self.text(), &mut faults), faults)
        };
        let (root, faults) = self.tree.get_or_init(read);
        (root.as_ref(), faults)
    }

    /// What stands at its head.
    pub fn header(&self) -> Header {
        frame::header_of(self.tree().0)
    }

    /// A fault at the place where its player wrote it.
    pub fn placed(&self, fault: &Diagnostic) -> Diagnostic {
        Diagnostic { at: self.sheet.back(fault.at.clone()), ..fault.clone() }
    }

    /// Lays out a fault, with the line that its player wrote.
    pub fn fault_text(&self, fault: &Diagnostic) -> String {
        fault_text(&self.placed(fault), self.sheet.origin())
    }

    /// What to do about faults that a mail program perhaps made: one of them stands where a line
    /// was broken.
    pub fn hint(&self, faults: &Diagnostics) -> Option<String> {
        let line = |fault: &Diagnostic| self.text()[..fault.at.start].matches('\n').count();
        let is_beside = |line: usize| self.broken.iter().any(|at| *at == line || *at == line + 1);
        faults.iter().any(|fault| is_beside(line(fault))).then(|| {
            "A mail program perhaps broke a long line of it; attach the sheet as a .yaml file."
                .to_owned()
        })
    }

    /// The remarks on how it was read.
    pub fn remarks(&self) -> Vec<String> {
        let read_as = self.liberties.iter().map(|liberty| {
            format!("remark[read-as]: read as {}", liberty.strip_prefix("as ").unwrap_or(liberty))
        });
        read_as.chain(self.not_read().map(|text| format!("remark[not-read]: {text}"))).collect()
    }

    /// Names the lines beside the sheet that were not read, if there are any.
    pub fn not_read(&self) -> impl Iterator<Item = String> {
        let quoted = named(&self.quoted).map(|lines| {
            format!(
                "these lines look like a quotation, and a quotation is never an order, so they are \
                 not read: {lines}; send them again without a `>` before them, and without a line \
                 that begins a quotation"
            )
        });
        let below = named(&self.unread).map(|lines| {
            format!(
                "these lines stand outside the sheet, and they are not read: {lines}; put them \
                 into the sheet, without other words or a `---` between"
            )
        });
        let in_texts = named(&self.in_texts).map(|lines| {
            format!(
                "these lines look like orders and are a part of the text above them, since they are \
                 set in as far as it is: {lines}"
            )
        });
        quoted.into_iter().chain(below).chain(in_texts).map(|text| wrapped(&text, 50, 2))
    }
}

/// The most lines that are named.
const MOST_NAMED: usize = 10;

/// Lines by their numbers: all of them, or the first and how many more there are.
fn named(lines: &[(usize, String)]) -> Option<String> {
    let told = lines.iter().take(MOST_NAMED);
    let mut told: Vec<String> =
        told.map(|(number, line)| format!("line {number} `{line}`")).collect();
    let more = lines.len().saturating_sub(MOST_NAMED);
    if more > 0 {
        let last = told.pop().unwrap_or_default();
        told.push(format!("{last} and {more} more"));
    }
    (!told.is_empty()).then(|| told.join(", "))
}

/// Lays out one fault of a sheet; the lines of the sheet itself stay whole above their marks.
pub fn fault_text(fault: &Diagnostic, sheet: &str) -> String {
    let quoted = |line: &str| {
        line.trim_start_matches(|letter: char| letter == ' ' || letter.is_ascii_digit())
            .starts_with('|')
    };
    let text = fault.render(sheet);
    let fit = |line: &str| if quoted(line) { line.to_owned() } else { fitted(line, MAIL_COLUMNS) };
    text.lines().map(fit).collect::<Vec<_>>().join("\n")
}
