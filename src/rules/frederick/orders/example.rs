//! A whole example sheet for a seat's own forces, legal as it stands.

use super::own_forces::{all_stacks, reach};
use super::receipt;
use crate::book::Book;
use crate::court::form;
use crate::sight::Known;
use play::Checked;
use sheet::Diagnostics;
use sheet::frame::{COMMENT_WIDTH, comment, head};
use sheet::shape::{self, Shaped};

/// How many forces the example orders.
const MOST: usize = 3;

/// Writes the example for the season to come.
pub fn example(book: &Book, known: &Known, campaign: &str) -> String {
    let season = known.open.season;
    let head = head(campaign, season, &known.power);
    let mut text = head.clone();
    comment(sheet::guide::EXAMPLE, &mut |line: &str| text.push_str(&format!("{line}\n")));
    if season.is_court() {
        let most = known.open.purse(book, &known.power) / 2;
        text.push_str(&format!("initiative: [{{bid: {}}}]\n", most.min(1)));
        text.push_str("market: {up to: 2, spend: 3, keep: 4}\n");
        let quiet = &book.tables.figures.quiet;
        let mut majors = book.majors(&known.power).iter();
        let raises = |major: &&String| quiet.year != season.year || !quiet.powers.contains(major);
        if let (Some(name), Some(major)) = (form::cities(book, known).first(), majors.find(raises))
        {
            let wishes = ["garrison", "infantry"].map(|kind| {
                let wish = format!("{{{kind}: 1, of: {major}, at: {name}, if: thaler >= 5}}");
                format!("mobilize:\n  - {wish}\n")
            });
            // All garrisons may stand on the map already.
            let sound =
                |wish: &&String| checked(book, known, &format!("{head}{wish}")).faults.is_empty();
            text.push_str(wishes.iter().find(sound).map_or("", String::as_str));
        }
        text.push_str("keep: 4\n");
        return text;
    }
    let mut entries: Vec<String> = vec![];
    for own in all_stacks(book, known) {
        let reach = reach(book, known, &own);
        let named = reach.goals.iter().filter(|goal| goal.named);
        let Some(goal) = named.min_by_key(|goal| (goal.ours, goal.cost, goal.name.clone())) else {
            continue;
        };
        let verb = if own.fleet { "sail" } else { "march" };
        let entry = [
            format!("  - force: {}", own.name),
            format!("    steps: [{{{verb}: {}}}]", goal.name),
            "    if: thaler >= 1 and not enemy adjacent".to_owned(),
            "    pay: thaler".to_owned(),
        ];
        let fits = entry.iter().all(|line| line.chars().count() <= COMMENT_WIDTH);
        let sheet = format!("{head}operations:\n{}\n", entry.join("\n"));
        let checked = checked(book, known, &sheet);
        if !fits || !checked.faults.is_empty() {
            continue;
        }
        entries.extend(entry);
        if entries.iter().filter(|line| line.starts_with("  - force")).count() >= MOST {
            break;
        }
    }
    if !entries.is_empty() {
        text.push_str(&format!("operations:\n{}\n", entries.join("\n")));
    }
    text.push_str("reactions:\n  - who: any\n    met: stop\n    losses: [recruit, garrison]\n");
    text
}

/// What the receipt of a sheet says.
fn checked(book: &Book, known: &Known, sheet: &str) -> Checked {
    let mut faults = Diagnostics::default();
    let root = shape::shape(sheet, &mut faults);
    receipt::check(book, known, &Shaped { text: sheet, root: root.as_ref(), faults: &faults })
}
