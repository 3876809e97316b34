//! The guide for players: how orders are written and mailed, for reference.
//!
//! It is made from the description of the sheets and from the game's list of decisions, so it never
//! says what the program does not do.

use crate::campaign::workbench;
use crate::post::outgoing::Attachment;
use crate::{DeskError, MAIL_COLUMNS, referee};
use kit::decision::Decision;
use report::wrapped;
use std::collections::BTreeMap;

/// What the file is called that goes with the welcome.
pub(crate) const FILE: &str = "guide.txt";

/// What a player may ask for, in a sentence for people.
pub(crate) const ASKED_BY_SUBJECT: &str = "Write one of these into the subject of a mail to get it: \
    `report` or `report SEASON`, `form`, `form NAME` (all that one force can do: each place with its \
    points), `map` (the whole map with every number, as you know it), `status`, `history`, `help` (the guide). `letter to POWER` carries the text of the mail to another player, `challenge` asks the umpire to look at a result \
    again, and `play` lets a season go on with what counts of your orders, if this campaign goes on \
    by itself.";

const BEGINNING: &str = "\
You write orders as a sheet of plain text and mail it to the umpire's
address. Answer any mail of ours and it gets there. Put the sheet into
the mail as it is, or attach it as a file whose name ends in `.yaml`.
The form that comes with each report is such a sheet; fill it in.

Each sheet is answered: what of it will be played, what not, and why,
with the line and a mark under the fault. Mend it and send it again as
often as you like until the deadline; the newest sheet replaces the one
before as a whole.

A sheet is YAML: `key: value`, lists with `- ` or in [brackets, like
this], and two blanks of indentation for what belongs to a line. After
`#` comes a remark. Names need no accents and no capitals.

In the shapes below CAPITALS stand for a name, `...` for more of the
same, `/` for a choice, and what stands in {braces} may be left out
where it is not needed. Where there is an `or`, the short way is enough.
A § is a paragraph of the game's rulebook; nobody needs it to play.
";

/// Prints the guide of a rule system.
pub fn guide(rules: Option<&str>) -> Result<String, DeskError> {
    let name = workbench::system(rules)?;
    let system = referee(&name)?;
    let title = format!("HOW TO ORDER IN {}", system.title().to_uppercase());
    let mut page = format!("{title}\n\n{BEGINNING}\n");
    page.push_str(&laid_out(&["THE SUBJECT OF A MAIL".to_owned(), String::new()]));
    page.push_str(&laid_out(&[format!("  {ASKED_BY_SUBJECT}"), String::new()]));
    page.push_str(&laid_out(&system.guide()));
    page.push_str(&laid_out(&defaults(&system.decisions())));
    Ok(page)
}

/// What is done where a sheet is silent, by the key that would answer it. Where a key answers
/// several decisions, each says which it is.
fn defaults(decisions: &[Decision]) -> Vec<String> {
    let mut by_key: BTreeMap<&str, Vec<&Decision>> = BTreeMap::new();
    for decision in decisions.iter().filter(|one| one.key != "-" && one.default != "-") {
        by_key.entry(decision.key).or_default().push(decision);
    }
    if by_key.is_empty() {
        return vec![];
    }
    let head = ["", "WHAT IS DONE WHEN YOUR SHEET DOES NOT SAY IT", ""].map(str::to_owned);
    let lines = by_key.into_iter().flat_map(|(key, decisions)| match decisions[..] {
        [one] => vec![format!("  {key}: {} (§{})", one.default, one.rule)],
        _ => {
            let each = decisions
                .iter()
                .map(|one| format!("    {}: {} (§{})", one.decision, one.default, one.rule));
            std::iter::once(format!("  {key}:")).chain(each).collect()
        }
    });
    head.into_iter().chain(lines).collect()
}

/// The guide as it goes with the welcome.
pub(crate) fn attachment(rules: &str) -> Result<Attachment, DeskError> {
    let bytes = guide(Some(rules))?.into_bytes();
    Ok(Attachment { name: FILE.into(), kind: "text/plain", bytes, inline: None })
}

/// Wraps lines for a mail; continuation lines are indented by two more blanks.
pub(crate) fn laid_out(lines: &[String]) -> String {
    lines.iter().map(|line| fit(line)).collect()
}

fn fit(line: &str) -> String {
    let text = line.trim_start();
    let lead = line.len() - text.len();
    let whole = wrapped(
        &format!("{}{text}", "x".repeat(lead)),
        MAIL_COLUMNS,
        if lead == 0 { 0 } else { lead + 2 },
    );
    format!("{}{}\n", " ".repeat(lead), whole.get(lead..).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_names_every_key_and_fits() {
        for (name, _, _) in workbench::systems() {
            let page = guide(Some(&name)).unwrap();
            assert!(page.lines().all(|line| line.chars().count() <= MAIL_COLUMNS), "{page}");
            let schema = referee(&name).unwrap().schema();
            for key in schema["properties"].as_object().unwrap().keys() {
                assert!(page.contains(&format!("\n  {key}: ")), "{key}\n{page}");
            }
            let last = referee(&name).unwrap().decisions();
            let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
            let told = words(&page);
            assert!(last.iter().all(|one| one.key == "-"
                || one.default == "-"
                || told.contains(&words(one.default))));
        }
        // Who is joined at the end of a march and who is passed by on the way are two things.
        let nations = guide(Some("nations")).unwrap();
        let words = nations.split_whitespace().collect::<Vec<_>>().join(" ");
        for told in ["at the end of a march friends are joined", "on the way nobody is taken in"] {
            assert!(words.contains(told), "{told}");
        }
    }
}
