//! What changed between two sheets, by entry, in the words of their receipts.

use rules::{ReceiptLine, SETS_STANDING, UnderstoodEntry, WITHOUT_ORDERS};

/// As many lines of an entry as are written out; of more only the number is told.
const WRITTEN_OUT: usize = 2;

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
    let mut before = entries(before, |line| standing_holds && line.ends_with(SETS_STANDING));
    let after = entries(after, |_| false);
    let is_moved = before.iter().map(Entry::orders).ne(after.iter().map(Entry::orders));
    let mut changes = vec![];
    let mut otherwise = vec![];
    // Those that are the same come first, so that of two of one name the other is the new one.
    let (same, other): (Vec<&Entry>, Vec<&Entry>) =
        after.iter().partition(|entry| before.iter().any(|one| one.orders() == entry.orders()));
    for entry in same.into_iter().chain(other) {
        let like = before.iter().position(|one| one.orders() == entry.orders());
        let like = like.or_else(|| before.iter().position(|one| one.name() == entry.name()));
        match like.map(|at| before.remove(at)) {
            None => changes.push(format!("new: {}", entry.whole())),
            Some(one) if one.orders() != entry.orders() => changes.push(entry.since(&one)),
            Some(one) if one.rest != entry.rest => otherwise.push(entry.heading),
            Some(_) => {}
        }
    }
    changes.extend(before.iter().map(|gone| format!("no longer: {}", gone.whole())));
    if !otherwise.is_empty() {
        changes
            .push(format!("the same steps, told otherwise as a whole: {}", otherwise.join("; ")));
    }
    if changes.is_empty() && is_moved {
        changes.push("the same orders in another sequence".into());
    }
    changes
}

/// The entries of a receipt, without its list of what has no orders: that list is not played.
fn entries(understood: &[UnderstoodEntry], left_out: impl Fn(&str) -> bool) -> Vec<Entry<'_>> {
    let mut all = vec![];
    for entry in understood.iter().filter(|entry| entry.heading != WITHOUT_ORDERS) {
        let heading = entry.heading.as_str();
        let lines = entry.lines.iter().filter(|line| !left_out(&line.words));
        let (steps, rest): (Vec<&ReceiptLine>, Vec<_>) =
            lines.partition(|line| line.step.is_some());
        let is_gone = steps.is_empty() && rest.is_empty() && !entry.lines.is_empty();
        if is_gone || left_out(heading) {
            continue;
        }
        let begins =
            entry.lines.first().filter(|line| line.step.is_none() && !left_out(&line.words));
        all.push(match steps.is_empty() {
            true => Entry { heading, acts: None, steps: words(&rest), rest: vec![] },
            false => Entry {
                heading,
                acts: begins.map(|line| &*line.words),
                steps: words(&steps),
                rest: words(&rest),
            },
        });
    }
    all
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

    /// How it differs from what it was.
    fn since(&self, before: &Entry<'_>) -> String {
        let acts = self.acts.zip(before.acts).filter(|(now, then)| now != then);
        let acts = acts.map(|(now, then)| format!("{now}, no longer: {then}"));
        let steps = (self.steps != before.steps).then(|| self.steps_since(before));
        let told: Vec<String> = acts.into_iter().chain(steps).collect();
        format!("{}: {}", self.heading, told.join("; "))
    }

    /// How its steps differ from what they were.
    fn steps_since(&self, before: &Entry<'_>) -> String {
        let others = |all: &[&'a str], than: &[&str]| -> Vec<&'a str> {
            all.iter().copied().filter(|line| !than.contains(line)).collect()
        };
        let come = others(&self.steps, &before.steps);
        let gone: Vec<&str> =
            before.steps.iter().copied().filter(|line| !self.steps.contains(line)).collect();
        match (gone.as_slice(), come.as_slice()) {
            ([], []) => "the same steps in another sequence".to_owned(),
            ([], come) => format!("now also {}", written(come)),
            (gone, []) => format!("no longer {}", written(gone)),
            (gone, come) => format!("{}, instead of {}", written(come), written(gone)),
        }
    }
}

fn written(lines: &[&str]) -> String {
    match lines {
        few if few.len() <= WRITTEN_OUT => few.join("; "),
        [first, others @ ..] => format!("{first}; and {} more lines", others.len()),
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
            [
                "Entry 3: Hotze: acts on land 1, if enemy at Brescia, no longer: acts on land 1, if not \
                 enemy at Brescia"
            ]
        );
        let after = hotze("acts on land 1", "march: C");
        assert_eq!(
            changed(&[before], &[after]),
            [
                "Entry 3: Hotze: acts on land 1, no longer: acts on land 1, if not enemy at Brescia; \
                 march: C, instead of march: B"
            ]
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
                "the same steps, told otherwise as a whole: Entry 2: Soult"
            ]
        );
        let moved = [entry("Entry 1: Soult", &["march: C"], "ends at C"), {
            let mut ney = ney();
            ney.heading = "Entry 2: Ney".to_owned();
            ney
        }];
        assert_eq!(changed(&[ney(), soult()], &moved), ["the same orders in another sequence"]);
        assert_eq!(changed(&[ney(), soult()], &[ney()]), ["no longer: Entry 2: Soult: march: C"]);
        let many = entry("Entry 3: Davout", &["a", "b", "c"], "");
        assert_eq!(changed(&[], &[many]), ["new: Entry 3: Davout: a; and 2 more lines"]);
    }
}
