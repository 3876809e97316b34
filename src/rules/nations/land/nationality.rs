//! Whose line of supply a force uses (NIA §6.2, §6.2.1, §21.3.3).

use crate::book::Book;
use crate::record::state::{Force, Titles};
use std::collections::BTreeSet;

/// Whose line a force uses: a minor country's, if all its units are of that one (NIA §6.2).
pub fn nation<'a>(book: &Book, force: &'a Force) -> &'a str {
    match force.units.split_first() {
        Some((first, rest))
            if has_own_line(book, &first.nation)
                && rest.iter().all(|unit| unit.nation == first.nation) =>
        {
            &first.nation
        }
        _ => &force.power,
    }
}

/// Whether a nation's troops have a line of their own under another power: minors, and those whose
/// sources the scenario names (NIA §6.2.1, §21.3.3).
fn has_own_line(book: &Book, nation: &str) -> bool {
    !book.people.is_major(nation) || book.scenario.sources(nation).is_some()
}

/// The nations whose lines may feed a force: as a rule one. Where a scenario names the sources of
/// several, a mixed force without an army's marker has a choice (NIA §21.3.3).
pub fn nations<'a>(book: &'a Book, titles: &Titles, force: &'a Force) -> Vec<&'a str> {
    // Troops on loan have the line of their own power (NIA §13.3.2.3).
    if let Some((first, rest)) = force.units.split_first()
        && titles.peaces.lends(&first.nation, &force.power)
        && rest.iter().all(|unit| unit.nation == first.nation)
    {
        return vec![&first.nation];
    }
    let first = nation(book, force);
    let named = |nation: &&str| book.scenario.sources(nation).is_some() && *nation != first;
    let others = force.units.iter().map(|unit| unit.nation.as_str()).filter(named);
    let others: BTreeSet<&str> = others.filter(|_| force.army.is_none()).collect();
    std::iter::once(first).chain(others).collect()
}
