//! What changed between two sheets, by entry, in the words of their receipts.

use rules::{BY_DEFAULT, ReceiptLine, STANDING_ORDERS, UnderstoodEntry, WITHOUT_ORDERS};
use sheet::frame::letter_gone;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// As many lines of an entry as are written out; of more only the number is told.
const WRITTEN_OUT: usize = 5;

/// An entry of a receipt.
#[derive(Debug, PartialEq, Eq)]
struct Entry<'a> {
    heading: &'a str,
    /// The line above its steps: on what the whole of it acts, and its `if`.
    acts: Option<&'a str>,
    /// Its steps, or all lines of an entry without steps.
    steps: Vec<&'a str>,
    /// What is said of it as a whole.
    rest: Vec<&'a str>,
}

/// What changed between two sheets: a line for each entry that is new, gone or other.
///
/// Standing orders of which the later sheet says nothing still hold.
pub fn changes(
    before: &[UnderstoodEntry],
    after: &[UnderstoodEntry],
    standing_holds: bool,
) -> Vec<String> {
    let before = entries(before, |heading| standing_holds && heading == STANDING_ORDERS);
    let after = entries(after, |_| false);
    let is_moved = before.iter().map(Entry::orders).ne(after.iter().map(Entry::orders));
    let pairs = pairs(&before, &after);
    let mut changes = vec![];
    let mut otherwise = vec![];
    for (entry, like) in after.iter().zip(&pairs) {
        match like.and_then(|at| before.get(at)) {
            None => changes.push(format!("new: {}", entry.whole())),
            Some(one) if one.orders() != entry.orders() => changes.push(entry.since(one)),
            Some(one) if one.rest != entry.rest => otherwise.push(entry.otherwise(one)),
            Some(_) => {}
        }
    }
    let kept: BTreeSet<usize> = pairs.into_iter().flatten().collect();
    let gone = (0..).zip(&before).filter(|(at, _)| !kept.contains(at));
    changes.extend(gone.map(|(_, gone)| gone.gone()));
    changes.extend(otherwise);
    if changes.is_empty() && is_moved {
        changes.push("the same orders in another sequence".into());
    }
    changes
}

/// For each entry of the later sheet, the entry of the earlier sheet that it was. The same orders come first;
/// then, of entries of one name, those that have most in common. Entries that have nothing in common are
/// paired only where each sheet has one of that name left.
fn pairs(before: &[Entry<'_>], after: &[Entry<'_>]) -> Vec<Option<usize>> {
    let mut left: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, entry) in before.iter().enumerate() {
        left.entry(entry.name()).or_default().push(at);
    }
    let mut pairs = vec![None; after.len()];
    let mut open: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, entry) in after.iter().enumerate() {
        let likes = left.entry(entry.name()).or_default();
        let same = likes.iter().position(|like| before[*like].orders() == entry.orders());
        match same {
            Some(place) => pairs[at] = Some(likes.remove(place)),
            None => open.entry(entry.name()).or_default().push(at),
        }
    }
    for (name, entries) in open {
        let likes = left.entry(name).or_default();
        let alone = likes.len() == 1 && entries.len() == 1;
        for at in entries {
            let common = |place: usize| after[at].in_common(&before[likes[place]]);
            let best = (0..likes.len()).max_by_key(|place| (common(*place), Reverse(*place)));
            if let Some(place) = best.filter(|place| alone || common(*place) > 0) {
                pairs[at] = Some(likes.remove(place));
            }
        }
    }
    pairs
}

/// The entries of a receipt, without what is not played: the list of what has no orders, and what is done
/// by default.
fn entries(understood: &[UnderstoodEntry], left_out: impl Fn(&str) -> bool) -> Vec<Entry<'_>> {
    let is_order = |entry: &&UnderstoodEntry| {
        ![WITHOUT_ORDERS, BY_DEFAULT].contains(&&*entry.heading) && !left_out(&entry.heading)
    };
    fn entry(entry: &UnderstoodEntry) -> Entry<'_> {
        let heading = entry.heading.as_str();
        let (steps, rest): (Vec<&ReceiptLine>, Vec<_>) =
            entry.lines.iter().partition(|line| line.step.is_some());
        let begins = entry.lines.first().filter(|line| line.step.is_none());
        match steps.is_empty() {
            true => Entry { heading, acts: None, steps: words(&rest), rest: vec![] },
            false => Entry {
                heading,
                acts: begins.map(|line| &*line.words),
                steps: words(&steps),
                rest: words(&rest),
            },
        }
    }
    understood.iter().filter(is_order).map(entry).collect()
}

fn words<'a>(lines: &[&'a ReceiptLine]) -> Vec<&'a str> {
    lines.iter().map(|line| &*line.words).collect()
}

impl<'a> Entry<'a> {
    /// Its heading without the number, so that an entry that only moved is not told as changed.
    fn name(&self) -> &'a str {
        let numbered = self.heading.strip_prefix("Entry ").and_then(|rest| rest.split_once(": "));
        match numbered {
            Some((number, who)) if number.bytes().all(|digit| digit.is_ascii_digit()) => who,
            _ => self.heading,
        }
    }

    /// Whose orders, and which.
    fn orders(&self) -> (&'a str, Option<&'a str>, &[&'a str]) {
        (self.name(), self.acts, &self.steps)
    }

    fn whole(&self) -> String {
        match self.steps.as_slice() {
            [] => self.heading.to_owned(),
            steps => format!("{}: {}", self.heading, written(steps)),
        }
    }

    /// How many of its orders another entry has too.
    fn in_common(&self, other: &Entry<'_>) -> usize {
        let steps = self.steps.iter().filter(|step| other.steps.contains(step)).count();
        steps + usize::from(self.acts.is_some() && self.acts == other.acts)
    }

    /// Says that the entry was removed from the sheet, and which of its letters have already been sent.
    fn gone(&self) -> String {
        let (letters, others): (Vec<&str>, Vec<&str>) =
            self.steps.iter().copied().partition(|line| letter_gone(line).is_some());
        let told = |steps: &[&str]| match steps {
            [] => self.heading.to_owned(),
            steps => format!("{}: {}", self.heading, written(steps)),
        };
        match (letters.is_empty(), others.is_empty()) {
            (true, _) => format!("no longer: {}", told(&others)),
            (false, true) => already_sent(&letters),
            (false, false) => {
                format!("no longer: {}; {}", told(&others), already_sent(&letters))
            }
        }
    }

    /// How it differs from what it was.
    fn since(&self, before: &Entry<'_>) -> String {
        let (now, then) = (self.acts.unwrap_or_default(), before.acts.unwrap_or_default());
        let acts = (now != then).then(|| acts_since(now, then));
        let steps = (self.steps != before.steps).then(|| lines_since(&self.steps, &before.steps));
        let told: Vec<String> = acts.into_iter().chain(steps).collect();
        format!("{}: {}", self.heading, told.join("; "))
    }

    /// What is said otherwise of the same steps.
    fn otherwise(&self, before: &Entry<'_>) -> String {
        let told = lines_since(&self.rest, &before.rest);
        format!("{}: the same steps, but {told}", self.heading)
    }
}

/// How lines of an entry differ from what they were.
fn lines_since(now: &[&str], before: &[&str]) -> String {
    fn others<'o>(all: &[&'o str], than: &[&str]) -> Vec<&'o str> {
        all.iter().copied().filter(|line| !than.contains(line)).collect()
    }
    let come = others(now, before);
    let gone = others(before, now);
    let (letters, gone): (Vec<&str>, Vec<&str>) =
        gone.into_iter().partition(|line| letter_gone(line).is_some());
    let told = match (gone.as_slice(), come.as_slice()) {
        ([], []) if letters.is_empty() => Some("the same steps in another sequence".to_owned()),
        ([], []) => None,
        ([], come) => Some(format!("now also {}", written(come))),
        (gone, []) => Some(format!("no longer {}", written(gone))),
        (gone, come) => Some(format!("{}, instead of {}", written(come), written(gone))),
    };
    let letters = (!letters.is_empty()).then(|| already_sent(&letters));
    told.into_iter().chain(letters).collect::<Vec<_>>().join("; ")
}

/// How the line above the steps differs: what both begin with is left out.
fn acts_since(now: &str, then: &str) -> String {
    let alike = now.split(", ").zip(then.split(", ")).take_while(|(a, b)| a == b).count();
    let rest = |line: &str| line.split(", ").skip(alike).collect::<Vec<_>>().join(", ");
    match (rest(now).as_str(), rest(then).as_str()) {
        ("", then) => format!("no longer {then}"),
        (now, "") => format!("now {now}"),
        (now, then) => format!("{now}, instead of {then}"),
    }
}

/// Says of letters that a later sheet leaves out that they have gone.
fn already_sent(letters: &[&str]) -> String {
    let letters: Vec<&str> = letters.iter().filter_map(|line| letter_gone(line)).collect();
    format!("already sent with an earlier sheet, and not recalled: {}", letters.join("; "))
}

fn written(lines: &[&str]) -> String {
    // What stands below a receipt is that of the sheet of today.
    let plain = |line: &str| line.replace(", see below", "");
    match lines {
        few if few.len() <= WRITTEN_OUT => {
            few.iter().map(|line| plain(line)).collect::<Vec<_>>().join("; ")
        }
        [first, others @ ..] => format!("{}; and {} more lines", plain(first), others.len()),
        [] => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(heading: &str, steps: &[&str], rest: &str) -> UnderstoodEntry {
        let step = |(number, words): (u16, &&str)| ReceiptLine {
            step: Some(number),
            ..ReceiptLine::from((*words).to_owned())
        };
        let steps = (1..).zip(steps).map(step);
        let lines = steps.chain([ReceiptLine::from(rest.to_owned())]).collect();
        UnderstoodEntry { heading: heading.to_owned(), lines }
    }

    fn changed(before: &[UnderstoodEntry], after: &[UnderstoodEntry]) -> Vec<String> {
        changes(before, after, true)
    }

    /// An `if` of a whole entry stands above its steps, and is an order like them.
    #[test]
    fn another_if_of_an_entry_is_told() {
        let hotze = |acts: &str, step: &str| {
            let mut entry = entry("Entry 3: Hotze", &[step], "ends at B");
            entry.lines.insert(0, ReceiptLine::from(acts.to_owned()));
            entry
        };
        let before = hotze("acts on land 1, if not enemy at Brescia", "march: B");
        let after = hotze("acts on land 1, if enemy at Brescia", "march: B");
        assert_eq!(
            changed(std::slice::from_ref(&before), &[after]),
            ["Entry 3: Hotze: if enemy at Brescia, instead of if not enemy at Brescia"]
        );
        let after = hotze("acts on land 1", "march: C");
        assert_eq!(
            changed(&[before], &[after]),
            ["Entry 3: Hotze: no longer if not enemy at Brescia; march: C, instead of march: B"]
        );
    }

    #[test]
    fn changes_are_told_by_entry() {
        let ney = || entry("Entry 1: Ney", &["march: A", "siege: B"], "ends at B");
        let soult = || entry("Entry 2: Soult", &["march: C"], "ends at C");
        assert_eq!(changed(&[ney(), soult()], &[ney(), soult()]), [""; 0]);
        let other = entry("Entry 1: Ney", &["march: D", "siege: B"], "ends at D");
        let told = entry("Entry 2: Soult", &["march: C"], "ends at C, out of supply");
        assert_eq!(
            changed(&[ney(), soult()], &[other, told]),
            [
                "Entry 1: Ney: march: D, instead of march: A",
                "Entry 2: Soult: the same steps, but ends at C, out of supply, instead of ends at C"
            ]
        );
        let moved = [entry("Entry 1: Soult", &["march: C"], "ends at C"), {
            let mut ney = ney();
            ney.heading = "Entry 2: Ney".to_owned();
            ney
        }];
        assert_eq!(changed(&[ney(), soult()], &moved), ["the same orders in another sequence"]);
        assert_eq!(changed(&[ney(), soult()], &[ney()]), ["no longer: Entry 2: Soult: march: C"]);
        let many = entry("Entry 3: Davout", &["a", "b", "c", "d", "e", "f"], "");
        assert_eq!(changed(&[], &[many]), ["new: Entry 3: Davout: a; and 5 more lines"]);
    }

    #[test]
    fn an_entry_put_before_another_of_its_leader_is_new() {
        let acts = |entry: UnderstoodEntry, acts: &str| {
            let lines = [ReceiptLine::from(acts.to_owned())].into_iter().chain(entry.lines);
            UnderstoodEntry { lines: lines.collect(), ..entry }
        };
        let old = acts(entry("Entry 2: Ney", &["drop: A", "march: B"], ""), "land 1, if x");
        let new = acts(entry("Entry 2: Ney", &["attack: C"], ""), "land 1, if y");
        let then =
            acts(entry("Entry 3: Ney", &["drop: A", "drop: D", "march: B"], ""), "land 1, if x");
        assert_eq!(
            changed(&[old], &[new, then]),
            ["new: Entry 2: Ney: attack: C", "Entry 3: Ney: now also drop: D"]
        );
    }

    #[test]
    fn a_letter_that_went_is_not_called_back() {
        let letter = |to: &str| sheet::frame::letter_told(to, "Come.", true);
        let before = UnderstoodEntry::plain("Letters", vec![letter("Britain"), letter("Prussia")]);
        let after = UnderstoodEntry::plain("Letters", vec![letter("Britain")]);
        let gone =
            "already sent with an earlier sheet, and not recalled: letter to Prussia, 5 characters";
        assert_eq!(changed(std::slice::from_ref(&before), &[after]), [format!("Letters: {gone}")]);
        let gone = "already sent with an earlier sheet, and not recalled: letter to Britain, 5 characters; \
                    letter to Prussia, 5 characters";
        assert_eq!(changed(&[before], &[]), [gone]);
    }

    #[test]
    fn a_letter_that_nobody_reads_was_not_sent() {
        let letter = sheet::frame::letter_told("Britain", "Come.", true);
        let unread = |power: &str| sheet::frame::letter_unread(&letter, |one| one == power);
        assert_eq!(unread("Prussia"), None);
        let unread = unread("Britain").unwrap();
        assert!(unread.contains("nobody plays Britain"), "{unread}");
        let before = UnderstoodEntry::plain("Letters", vec![unread.clone()]);
        assert_eq!(changed(&[before], &[]), [format!("no longer: Letters: {unread}")]);
    }

    #[test]
    fn what_is_done_by_default_is_no_order_and_standing_orders_hold() {
        let default = |words: &str| UnderstoodEntry::plain(BY_DEFAULT, vec![words.to_owned()]);
        let standing = UnderstoodEntry::plain(STANDING_ORDERS, vec!["keep: 6".to_owned()]);
        assert_eq!(changed(&[default("a"), standing.clone()], &[default("b")]), [""; 0]);
        let other = UnderstoodEntry::plain(STANDING_ORDERS, vec!["keep: 7".to_owned()]);
        assert_eq!(
            changes(&[standing], &[other], false),
            [format!("{STANDING_ORDERS}: keep: 7, instead of keep: 6")]
        );
    }
}
