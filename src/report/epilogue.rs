//! What the last report adds: the campaign in short, as its reader knew it season by season.
//!
//! It is made of the [`Annals`] of one power, so it tells nothing that the reports before did not.
//!
//! Not here: who won and why, which is the game's own headline and count of victory.

use kit::annals::{Annals, Count};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The most seasons that are told; of a longer campaign those that changed most.
const TURNS: usize = 12;
/// The widest row of a chart.
const COLUMNS: usize = 36;
/// The marks of a chart, the lowest first.
const MARKS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The campaign in short.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Epilogue {
    pub turns: Vec<Turn>,
    pub charts: Vec<Chart>,
    /// Leaders who fell, with the season.
    pub fallen: Vec<String>,
}

/// A season and what mattered most in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Turn {
    pub season: String,
    pub told: String,
}

/// A figure through the seasons, a row for each party.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Chart {
    pub what: String,
    pub rows: Vec<Row>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Row {
    pub whose: String,
    /// A mark for each season, or for every few.
    pub marks: String,
    pub first: i64,
    pub last: i64,
}

/// Figures of one party, a season each.
type Line = Vec<Option<i64>>;

impl Epilogue {
    /// Looks back on the seasons of a campaign, the oldest first, each with its name; on one season nobody
    /// looks back.
    pub fn of(years: &[(String, Annals)]) -> Option<Self> {
        if years.len() < 2 {
            return None;
        }
        let lines = lines(years);
        let fallen = |(season, annals): &(String, Annals)| -> Vec<String> {
            annals.fallen.iter().map(|who| format!("{who}, {season}")).collect()
        };
        Some(Self {
            turns: turns(years, &lines),
            charts: charts(&lines),
            fallen: years.iter().flat_map(fallen).collect(),
        })
    }
}

/// The figures through the seasons, by what is counted and whose it is, in the order of the last season
/// that has them.
fn lines(years: &[(String, Annals)]) -> Vec<((&str, &str), Line)> {
    let key = |count: &'_ Count| (count.what.clone(), count.whose.clone());
    let mut met = BTreeSet::new();
    let newest = years.iter().rev().flat_map(|(_, annals)| &annals.counts);
    let wanted: Vec<&Count> = newest.filter(|count| met.insert(key(count))).collect();
    let of_season = |annals: &Annals, one: &Count| {
        let mut same = annals.counts.iter().filter(|c| c.what == one.what && c.whose == one.whose);
        same.next().map(|count| count.number)
    };
    let line = |one: &Count| years.iter().map(|(_, annals)| of_season(annals, one)).collect();
    wanted.into_iter().map(|one| ((&*one.what, &*one.whose), line(one))).collect()
}

/// The seasons that are told: all of a short campaign; of a long one the first, the last, and those in which
/// the figures changed most.
fn turns(years: &[(String, Annals)], lines: &[((&str, &str), Line)]) -> Vec<Turn> {
    let told: Vec<(usize, &str, &str)> = (0..)
        .zip(years)
        .filter_map(|(nth, (season, annals))| Some((nth, &**season, &**annals.headline.first()?)))
        .collect();
    let mut ranked: Vec<usize> = told.iter().map(|(nth, ..)| *nth).collect();
    let ends = [ranked.first().copied(), ranked.last().copied()];
    ranked.sort_by_key(|nth| {
        (!ends.contains(&Some(*nth)), std::cmp::Reverse(change(lines, *nth)), *nth)
    });
    ranked.truncate(TURNS);
    let turn = |(_, season, told): &(usize, &str, &str)| Turn {
        season: (*season).to_owned(),
        told: (*told).to_owned(),
    };
    told.iter().filter(|(nth, ..)| ranked.contains(nth)).map(turn).collect()
}

/// By how much the figures changed in a season, each in hundredths of its greatest.
fn change(lines: &[((&str, &str), Line)], nth: usize) -> u64 {
    let of_line = |line: &Line| {
        let greatest = line.iter().flatten().map(|number| number.unsigned_abs()).max()?.max(1);
        let before = line[nth.checked_sub(1)?]?;
        Some(line[nth]?.abs_diff(before) * 100 / greatest)
    };
    lines.iter().filter_map(|(_, line)| of_line(line)).sum()
}

/// What is counted, in the order in which it comes; a figure that never changed for anybody is left out.
fn charts(lines: &[((&str, &str), Line)]) -> Vec<Chart> {
    let mut whats: Vec<&str> = vec![];
    let mut of: BTreeMap<&str, Vec<(&str, &Line)>> = BTreeMap::new();
    for ((what, whose), line) in lines {
        if !of.contains_key(what) {
            whats.push(what);
        }
        of.entry(what).or_default().push((whose, line));
    }
    let chart = |what: &str| {
        let rows = &of[what];
        let still = |line: &Line| line.iter().flatten().collect::<BTreeSet<_>>().len() < 2;
        if rows.iter().all(|(_, line)| still(line)) {
            return None;
        }
        let most = rows.iter().flat_map(|(_, line)| line.iter().flatten()).copied().max()?;
        let row = |(whose, line): &(&str, &Line)| {
            let mut figures = line.iter().flatten();
            let first = *figures.next()?;
            let last = figures.last().copied().unwrap_or(first);
            Some(Row { whose: (*whose).to_owned(), marks: marks(line, most), first, last })
        };
        Some(Chart { what: what.to_owned(), rows: rows.iter().filter_map(row).collect() })
    };
    whats.into_iter().filter_map(chart).collect()
}

/// A line as marks, as high as the greatest figure of the chart; of a long one every few seasons.
fn marks(line: &Line, most: i64) -> String {
    let columns = line.len().min(COLUMNS);
    let top = i64::try_from(MARKS.len() - 1).unwrap_or(0);
    let mark = |figure: i64| {
        let height = figure.clamp(0, most.max(1)) * top / most.max(1);
        MARKS[usize::try_from(height).unwrap_or(0)]
    };
    // The last column is the last season.
    let at = |column: usize| (column + 1) * line.len() / columns - 1;
    (0..columns).map(|column| line[at(column)].map_or(' ', mark)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn year(season: u32, steps: &[(&str, i64)], fallen: &[&str]) -> (String, Annals) {
        let count = |(whose, number): &(&str, i64)| Count {
            what: "steps".to_owned(),
            whose: (*whose).to_owned(),
            number: *number,
        };
        let annals = Annals {
            headline: vec![format!("headline {season}"), "less".to_owned()],
            fallen: fallen.iter().map(|who| (*who).to_owned()).collect(),
            counts: steps.iter().map(count).collect(),
            ..Annals::default()
        };
        (format!("season {season}"), annals)
    }

    #[test]
    fn a_short_campaign_is_told_season_by_season() {
        let years = [
            year(1, &[("France", 10), ("Austria", 40)], &[]),
            year(2, &[("France", 20)], &["Desaix (France) at Marengo"]),
            year(3, &[("France", 0), ("Austria", 5)], &[]),
        ];
        let epilogue = Epilogue::of(&years).unwrap();
        let told: Vec<&str> = epilogue.turns.iter().map(|turn| &*turn.told).collect();
        assert_eq!(told, ["headline 1", "headline 2", "headline 3"]);
        assert_eq!(epilogue.fallen, ["Desaix (France) at Marengo, season 2"]);
        let rows: Vec<_> = epilogue.charts[0]
            .rows
            .iter()
            .map(|row| (&*row.whose, &*row.marks, row.first, row.last))
            .collect();
        assert_eq!(rows, [("France", "▂▄▁", 10, 0), ("Austria", "█ ▁", 40, 5)]);
    }

    #[test]
    fn of_a_long_campaign_the_turning_points_are_told() {
        let steps = |nth: u32| i64::from(if nth < 50 { 30 } else { 90 + nth % 2 });
        let years: Vec<_> = (1..=80).map(|nth| year(nth, &[("France", steps(nth))], &[])).collect();
        let epilogue = Epilogue::of(&years).unwrap();
        assert_eq!(epilogue.turns.len(), TURNS);
        for season in ["season 1", "season 50", "season 80"] {
            assert!(epilogue.turns.iter().any(|turn| turn.season == season), "{season}");
        }
        let marks = &epilogue.charts[0].rows[0].marks;
        assert_eq!(marks.chars().count(), COLUMNS);
        assert!(marks.starts_with('▃') && marks.ends_with('▇'), "{marks}");
    }

    #[test]
    fn what_never_changed_is_no_chart() {
        let years = [year(1, &[("France", 3)], &[]), year(2, &[("France", 3)], &[])];
        assert_eq!(Epilogue::of(&years).unwrap().charts, []);
        assert_eq!(Epilogue::of(&years[..1]), None);
    }
}
