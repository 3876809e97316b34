//! The guide for players: how orders are written and mailed, on one page.
//!
//! It is made from the schema of the sheets and from the book's list of decisions, so it never
//! says what the program does not do.

use crate::campaign::book::BookReader;
use crate::campaign::workbench;
use crate::post::outgoing::Attachment;
use crate::{DeskError, referee};
use report::wrapped;
use serde_json::Value as Json;

/// How wide a page for mail is.
const WIDTH: usize = 72;
/// How deep keys are explained: those of the sheet, of its entries, and of their steps.
const DEPTH: usize = 3;

const BEGINNING: &str = "\
You write orders as a sheet of plain text and mail it to the umpire's
address. Answer any mail of ours and it gets there. Put the sheet into
the mail as it is, or attach it as a file whose name ends in `.yaml`.
The form that comes with each report is such a sheet; fill it in.

Each sheet is answered: what of it will be played, what not, and why,
with the line and a mark under the fault. Mend it and send it again as
often as you like until the deadline; the newest sheet replaces the one
before as a whole.

Write `report`, `report SEASON`, `form`, `status` or `history` into the
subject of a mail to get just that, `letter to POWER` to write to
another player, and `challenge` if you hold a result for wrong.

A sheet is YAML: `key: value`, lists with `- ` or in [brackets, like
this], and two blanks of indentation for what belongs to a line. After
`#` comes a remark. Names need no accents and no capitals.
";

/// Prints the guide of a rule system.
pub fn guide(rules: Option<&str>) -> Result<String, DeskError> {
    let name = workbench::system(rules)?;
    let system = referee(&name)?;
    let title = format!("HOW TO ORDER IN {}", system.title().to_uppercase());
    let mut page = format!("{title}\n\n{BEGINNING}\nWHAT A SHEET MAY SAY\n");
    let schema = system.schema();
    explain(&schema, &schema, 0, &mut page);
    let decisions = BookReader::open(Some(&name)).and_then(|pages| pages.decisions());
    // A book without that page leaves nothing to people.
    let decisions = decisions.unwrap_or_default();
    if !decisions.is_empty() {
        page.push_str("\nWHAT IS DONE WHEN YOUR SHEET IS SILENT\n");
        page.push_str("The key that answers it, and its paragraph, stand behind.\n");
    }
    for decision in decisions.iter().filter(|decision| decision.key != "-") {
        let (what, default) = (&decision.decision, &decision.default);
        let line = format!("  {what}: {default} ({}; §{})", decision.key, decision.rule);
        page.push_str(&fit(&line, 4));
    }
    Ok(page)
}

/// The guide as it goes with the welcome.
pub(crate) fn attachment(rules: &str) -> Result<Attachment, DeskError> {
    let bytes = guide(Some(rules))?.into_bytes();
    Ok(Attachment { name: "guide.txt".into(), kind: "text/plain", bytes, inline: None })
}

/// Explains the keys of a map, and those of the maps in it; `whole` has what is referred to.
fn explain(whole: &Json, schema: &Json, depth: usize, page: &mut String) {
    if depth >= DEPTH {
        return;
    }
    let Some(properties) = properties(whole, schema) else { return };
    for (key, value) in properties {
        let about = value["description"].as_str().unwrap_or_default();
        let indent = " ".repeat(2 * depth + 2);
        page.push_str(&fit(&format!("{indent}{key}: {about}"), 2 * depth + 6));
        explain(whole, value, depth + 1, page);
    }
}

/// The keys of a map, or of the maps that a list holds.
fn properties<'a>(whole: &'a Json, schema: &'a Json) -> Option<&'a serde_json::Map<String, Json>> {
    let defined = |name: &str| whole.pointer(name.strip_prefix('#')?);
    let of_reference = || properties(whole, defined(schema["$ref"].as_str()?)?);
    let of_items = || properties(whole, schema.get("items")?);
    let of_any = || schema["anyOf"].as_array()?.iter().find_map(|one| properties(whole, one));
    schema["properties"].as_object().or_else(of_reference).or_else(of_items).or_else(of_any)
}

/// Breaks a line, and sets in what follows.
fn fit(line: &str, indent: usize) -> String {
    let text = line.trim_start();
    let lead = line.len() - text.len();
    let whole = wrapped(&format!("{}{text}", "x".repeat(lead)), WIDTH, indent);
    format!("{}{}\n", " ".repeat(lead), whole.get(lead..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_names_every_key_and_fits() {
        for (name, _, _) in workbench::systems() {
            let page = guide(Some(&name)).unwrap();
            assert!(page.lines().all(|line| line.chars().count() <= WIDTH), "{page}");
            let schema = referee(&name).unwrap().schema();
            for key in properties(&schema, &schema).unwrap().keys() {
                assert!(page.contains(&format!("\n  {key}: ")), "{key}\n{page}");
            }
            let last = BookReader::open(Some(&name)).unwrap().decisions().unwrap();
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let told = words(&page);
            assert!(last.iter().all(|one| one.key == "-" || told.contains(&words(&one.decision))));
        }
    }
}
