//! Comparing what happened with what was expected, and describing the difference.

use super::grammar::Names;
use super::{Case, Difference, Expected, Fact, Outcome, PlayError};
use kit::names::{nearest, plain};
use std::collections::{BTreeMap, BTreeSet};

/// The fields that hold modifiers: alone, or after whose they are.
const MODIFIERS: [&str; 2] = ["modifiers", "adjusted"];

impl Case {
    /// Holds what is expected against the names that there are.
    pub(super) fn check_names(&self, names: &Names) -> Result<(), PlayError> {
        let all = self.expect.iter().chain(&self.events).flatten();
        for (at, expected) in all.enumerate() {
            if let Some(why) = names.misnamed(expected) {
                let line = self.places.expected.get(at).copied().unwrap_or(self.line);
                return Err(PlayError::line(line, why));
            }
        }
        Ok(())
    }

    /// What of this case did not come true, in words.
    pub fn unmet(&self, outcome: &Outcome) -> Vec<Difference> {
        let mut unmet = vec![];
        // The events that lines have met so far, the last of them at the end.
        let mut met = vec![];
        let mut pardoned = BTreeSet::new();
        let refused = outcome.refused.iter().map(|(_, why)| why);
        let faults: Vec<&String> = outcome.faults.iter().chain(refused).collect();
        for (at, expected) in self.expect.iter().flatten().enumerate() {
            // Of a case that was not played, only its faults can be told.
            if outcome.refused.is_some() && !matches!(expected, Expected::Fault(_)) {
                continue;
            }
            let missing = match expected {
                Expected::Fault(text) => fault(text, &faults, &mut pardoned),
                Expected::Happens(fact) => in_order(fact, &outcome.events, &mut met),
                Expected::Never(fact) => never(fact, outcome),
                // Lines after it count as well.
                Expected::NoOther(_) => None,
                Expected::Holds(fact) => holds(fact, &outcome.state),
                Expected::Known(power, fact) => known(power, fact, outcome),
                Expected::NotKnown(power, fact) => not_known(power, fact, outcome),
                Expected::Times(times, fact) => counted(*times, fact, &outcome.events),
                Expected::Receipt(power, words) => receipt(power, words, true, outcome),
                Expected::NotReceipt(power, words) => receipt(power, words, false, outcome),
                Expected::Output(name, value) => output(name, value, outcome.probe.as_ref()),
            };
            unmet.extend(missing.map(|text| self.difference(self.places.expected.get(at), text)));
        }
        for (at, expected) in self.expect.iter().flatten().enumerate() {
            let Expected::NoOther(fact) = expected else { continue };
            if outcome.refused.is_none() {
                let other = self.other(fact, outcome, &met);
                let place = self.places.expected.get(at);
                unmet.extend(other.map(|text| self.difference(place, text)));
            }
        }
        if let Some(all) = self.events.as_ref().filter(|_| outcome.refused.is_none())
            && let Some((at, text)) = whole_list(all, &outcome.events)
        {
            unmet.push(self.difference(self.places.expected.get(at), text));
        }
        if let Some((line, why)) = outcome.refused.as_ref().filter(|(_, w)| !pardoned.contains(w)) {
            unmet.push(self.difference(Some(line), why.clone()));
        }
        let left = outcome.faults.iter().filter(|fault| !pardoned.contains(*fault));
        unmet.extend(left.map(|fault| self.difference(None, format!("fault: {fault}"))));
        unmet
    }

    /// What of a sort happened or holds that no line of the case expects; `met` are the events that
    /// lines have met.
    fn other(&self, fact: &Fact, outcome: &Outcome, met: &[usize]) -> Option<String> {
        let expects = |holds: &Fact| {
            let mut lines = self.expect.iter().flatten();
            lines.any(|line| matches!(line, Expected::Holds(wanted) if wanted.fits(holds)))
        };
        let events = outcome.events.iter().enumerate();
        let mut events = events.filter(|(at, _)| !met.contains(at)).map(|(_, event)| event);
        let event = events.find(|event| fact.fits(event));
        let other = event.or_else(|| {
            outcome.state.iter().find(|holding| fact.fits(holding) && !expects(holding))
        });
        other.map(|other| format!("expected no other `{fact}`\n  there is `{other}`"))
    }

    /// A difference with the place of its line, as far as there is one.
    fn difference(&self, line: Option<&u32>, text: String) -> Difference {
        let place = line.filter(|line| **line > 0).map(|line| format!("{}:{line}", self.file));
        Difference { place, text }
    }
}

impl Fact {
    /// The first field in which a fact differs from this pattern; none if it fits.
    pub(super) fn difference(&self, fact: &Fact) -> Option<String> {
        for (field, wanted) in &self.fields {
            match fact.fields.get(field) {
                None => return Some(format!("it has no `{field}`")),
                Some(value) if !same_in(field, wanted, value) => {
                    let value = value.split('|').next().unwrap_or_default();
                    return Some(format!("`{field}` is {value}, not {wanted}"));
                }
                Some(_) => {}
            }
        }
        None
    }

    fn fits(&self, fact: &Fact) -> bool {
        same(&self.name, &fact.name) && self.difference(fact).is_none()
    }

    fn likeness(&self, fact: &Fact) -> usize {
        let fits = |(field, wanted): &(&String, &String)| {
            fact.fields.get(*field).is_some_and(|value| same_in(field, wanted, value))
        };
        self.fields.iter().filter(fits).count()
    }
}

/// Whether a written value means this one: the same number, or the same name in any spelling.
fn same(wanted: &str, value: &str) -> bool {
    let alike = |value: &str| match (wanted.parse::<i64>(), value.parse::<i64>()) {
        (Ok(wanted), Ok(value)) => wanted == value,
        (Err(_), Err(_)) => plain(wanted) == plain(value),
        _ => false,
    };
    alike(value) || value.split('|').any(alike)
}

/// The same for the value of a field: modifiers have no order.
fn same_in(field: &str, wanted: &str, value: &str) -> bool {
    if !MODIFIERS.iter().any(|name| field == *name || field.ends_with(&format!(" {name}"))) {
        return same(wanted, value);
    }
    let sorted = |list: &str| {
        let mut items: Vec<String> = list.split(',').map(plain).collect();
        items.sort();
        items
    };
    sorted(wanted) == sorted(value)
}

fn in_order(fact: &Fact, events: &[Fact], met: &mut Vec<usize>) -> Option<String> {
    let from = met.last().map_or(0, |last| last + 1);
    match events[from..].iter().position(|event| fact.fits(event)) {
        Some(at) => {
            met.push(from + at);
            None
        }
        None if events[..from].iter().any(|event| fact.fits(event)) => {
            Some(format!("expected `{fact}`\n  it happened, but before what is expected before it"))
        }
        None => Some(format!("expected `{fact}`\n  {}", near(fact, events, "happened"))),
    }
}

fn never(fact: &Fact, outcome: &Outcome) -> Option<String> {
    let found = outcome.events.iter().chain(&outcome.state).find(|event| fact.fits(event))?;
    Some(format!("expected no `{fact}`\n  there is `{found}`"))
}

fn counted(times: usize, fact: &Fact, events: &[Fact]) -> Option<String> {
    let found = events.iter().filter(|event| fact.fits(event)).count();
    let told = || format!("expected `{fact}` {times} times\n  it happened {found} times");
    (found != times).then(told)
}

/// What of a receipt is not as expected: words that are to be there, or are not.
fn receipt(power: &str, words: &str, there: bool, outcome: &Outcome) -> Option<String> {
    let Some(receipt) = outcome.receipts.get(power) else {
        return Some(format!("`{power}` has no sheet in this case, and so no receipt"));
    };
    let found = receipt.words().any(|line| line.contains(words));
    let said: String = receipt.words().map(|line| format!("\n    {line}")).collect();
    let no = if there { "" } else { "no " };
    (found != there).then(|| format!("expected {no}`{words}` in the receipt of {power}:{said}"))
}

fn holds(fact: &Fact, state: &[Fact]) -> Option<String> {
    let found = state.iter().any(|holding| fact.fits(holding));
    (!found).then(|| format!("expected the state `{fact}`\n  {}", near(fact, state, "holds")))
}

fn known(power: &str, fact: &Fact, outcome: &Outcome) -> Option<String> {
    let Some(told) = outcome.told.get(power) else {
        let powers: Vec<&str> = outcome.told.keys().map(String::as_str).collect();
        return Some(format!(
            "`{power}` is not a power of this case; there are: {}",
            powers.join(", ")
        ));
    };
    let found = told.iter().any(|one| fact.fits(one));
    (!found).then(|| {
        format!("expected that {power} knows `{fact}`\n  {}", near(fact, told, "is known"))
    })
}

fn not_known(power: &str, fact: &Fact, outcome: &Outcome) -> Option<String> {
    let Some(told) = outcome.told.get(power) else { return known(power, fact, outcome) };
    let found = told.iter().find(|one| fact.fits(one))?;
    Some(format!("expected that {power} does not know `{fact}`\n  it knows `{found}`"))
}

fn fault(text: &str, faults: &[&String], pardoned: &mut BTreeSet<String>) -> Option<String> {
    let found: Vec<&&String> = faults.iter().filter(|fault| fault.contains(text)).collect();
    if found.is_empty() {
        return Some(format!("expected a fault with `{text}` in it"));
    }
    pardoned.extend(found.into_iter().map(|fault| (*fault).clone()));
    None
}

fn output(name: &str, wanted: &str, probe: Option<&BTreeMap<String, String>>) -> Option<String> {
    let Some(outputs) = probe else {
        return Some(format!("expected the output `{name}: {wanted}`\n  this case is not a probe"));
    };
    match outputs.get(name) {
        None => {
            let known: Vec<&str> = outputs.keys().map(String::as_str).collect();
            Some(format!("expected the output `{name}`\n  there are: {}", known.join(", ")))
        }
        Some(value) if same_in(name, wanted, value) => None,
        Some(value) => Some(format!("expected `{name}: {wanted}`\n  it is {value}")),
    }
}

/// The first line of a whole list that is not so, by its place in the list.
fn whole_list(all: &[Expected], events: &[Fact]) -> Option<(usize, String)> {
    for (at, expected) in all.iter().enumerate() {
        let Expected::Happens(fact) = expected else {
            return Some((at, format!("`{expected}` does not belong in a list of all events")));
        };
        match events.get(at) {
            Some(event) if fact.fits(event) => {}
            Some(event) => {
                let why = fact.difference(event).filter(|_| same(&fact.name, &event.name));
                let why = why.map(|why| format!("; {why}")).unwrap_or_default();
                let number = at + 1;
                let told = format!("expected `{fact}` as event {number}\n  it is `{event}`{why}");
                return Some((at, told));
            }
            None => return Some((at, format!("expected `{fact}`\n  nothing more happened"))),
        }
    }
    let more = events.get(all.len())?;
    Some((all.len(), format!("expected nothing more\n  there is `{more}`")))
}

/// Tells the likest fact of the same name, or that there is none of it.
fn near(fact: &Fact, facts: &[Fact], verb: &str) -> String {
    let namesakes = facts.iter().filter(|other| same(&fact.name, &other.name));
    // Of several equally like, the first: `max_by_key` would take the last.
    let likest = namesakes.rev().max_by_key(|other| fact.likeness(other));
    match likest {
        Some(likest) => {
            let why = fact.difference(likest);
            let why = why.unwrap_or_else(|| "it stands elsewhere in the order".to_owned());
            format!("nearest is `{likest}`: {why}")
        }
        None => {
            let names: BTreeSet<&str> = facts.iter().map(|fact| fact.name.as_str()).collect();
            let meant = nearest(&fact.name, names.iter().copied());
            let meant = meant.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
            format!("nothing of that name {verb}{meant}")
        }
    }
}
