//! Printed tables: whole and without gaps, or not at all.
//!
//! Not here: what the cells mean, nor any figure. Both are the book's.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A printed results table: one column a band, one row a die face.
///
/// A table is whole or it does not load: its shape is checked once, here, so `read` cannot miss.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Printed<C>", bound = "C: Deserialize<'de>")]
pub struct Table<C> {
    bands: Vec<String>,
    rows: Vec<Vec<C>>,
}

/// The table as it stands in the YAML file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Printed<C> {
    bands: Vec<String>,
    rows: Vec<Vec<C>>,
}

impl<C> TryFrom<Printed<C>> for Table<C> {
    type Error = String;

    fn try_from(Printed { bands, rows }: Printed<C>) -> Result<Self, String> {
        match rows.iter().position(|row| row.len() != bands.len()) {
            None if rows.is_empty() || bands.is_empty() => Err("the table is empty".into()),
            None => Ok(Self { bands, rows }),
            Some(at) => Err(format!("row {} has not {} cells, one per band", at + 1, bands.len())),
        }
    }
}

impl<C> Table<C> {
    /// Lists the bands as printed, from left to right.
    pub fn bands(&self) -> &[String] {
        &self.bands
    }
}

impl<C: Clone> Table<C> {
    /// Reads the cell for a band (from 0) and a die roll (from 1); beyond an edge, the edge counts.
    pub fn read(&self, band: impl Into<i64>, roll: impl Into<i64>) -> C {
        let row = &self.rows[clamped(roll.into() - 1, self.rows.len())];
        row[clamped(band.into(), row.len())].clone()
    }
}

fn clamped(index: i64, length: usize) -> usize {
    usize::try_from(index).unwrap_or(0).min(length - 1)
}

/// Whole numbers in bands without gap or overlap: `<=3`, `4-5`, `6`, `>=17`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<String>")]
pub struct Bands {
    /// The lowest number of each band but the first.
    starts: Vec<i64>,
}

impl Bands {
    /// Finds the band of a number; below the first and above the last, those count.
    pub fn index(&self, number: impl Into<i64>) -> usize {
        let number = number.into();
        self.starts.partition_point(|start| *start <= number)
    }
}

impl TryFrom<Vec<String>> for Bands {
    type Error = String;

    fn try_from(labels: Vec<String>) -> Result<Self, String> {
        let bands = labels.iter().map(|label| band(label)).collect::<Result<Vec<_>, _>>()?;
        if bands.is_empty() {
            return Err("there are no bands".into());
        }
        for (at, pair) in bands.windows(2).enumerate() {
            if pair[0].1.checked_add(1) != Some(pair[1].0) {
                let (one, next) = (&labels[at], &labels[at + 1]);
                return Err(format!("`{next}` does not begin where `{one}` ends"));
            }
        }
        Ok(Bands { starts: bands[1..].iter().map(|(low, _)| *low).collect() })
    }
}

/// Reads one label as its lowest and highest number.
fn band(label: &str) -> Result<(i64, i64), String> {
    let number = |text: &str| {
        text.trim()
            .parse::<i64>()
            .map_err(|_| format!("`{label}` is not a band: `<=3`, `4-5`, `>=6`"))
    };
    let text = label.trim();
    if let Some(high) = text.strip_prefix("<=").or(text.strip_prefix('≤')) {
        return Ok((i64::MIN, number(high)?));
    }
    if let Some(low) = text.strip_prefix(">=").or(text.strip_prefix('≥')) {
        return Ok((number(low)?, i64::MAX));
    }
    // A hyphen in front is a sign, any later one stands between two numbers.
    let between = text.char_indices().skip(1).find(|(_, c)| matches!(c, '-' | '–'));
    let (low, high) = match between {
        Some((at, hyphen)) => (number(&text[..at])?, number(&text[at + hyphen.len_utf8()..])?),
        None => (number(text)?, number(text)?),
    };
    if low > high {
        return Err(format!("`{label}` runs backwards"));
    }
    Ok((low, high))
}

/// Rows keyed by bands of a sum, as printed: `{"<=3": …, "4-5": …, "6": …}`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "BTreeMap<String, C>", bound = "C: Deserialize<'de>")]
pub struct Rows<C> {
    bands: Bands,
    rows: Vec<C>,
}

impl<C> Rows<C> {
    /// Reads the row of a sum; beyond either end, the end counts.
    pub fn read(&self, sum: impl Into<i64>) -> &C {
        &self.rows[self.bands.index(sum)]
    }

    /// Lists the rows from the lowest sum to the highest.
    pub fn rows(&self) -> &[C] {
        &self.rows
    }
}

impl<C> TryFrom<BTreeMap<String, C>> for Rows<C> {
    type Error = String;

    fn try_from(printed: BTreeMap<String, C>) -> Result<Self, String> {
        let mut keyed = Vec::new();
        for (label, row) in printed {
            keyed.push((band(&label)?, label, row));
        }
        keyed.sort_by_key(|(band, _, _)| *band);
        let (labels, rows): (Vec<String>, _) =
            keyed.into_iter().map(|(_, label, row)| (label, row)).unzip();
        Ok(Rows { bands: Bands::try_from(labels)?, rows })
    }
}

/// A whole ratio: `3:1`, `1:1`, `1:4`. A hyphen does for the colon. Ordered from weak to strong.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Ratio {
    /// `3:1` is 3, `1:1` is 1, `1:2` is 0, `1:3` is -1: a step between columns is always 1.
    step: i32,
}

impl Ratio {
    /// Gives the nearest whole ratio, halves up on the stronger side: 5 to 2 is 3:1, 2 to 5 is 1:3.
    ///
    /// Against nothing the odds are as high as can be; nothing against nothing is 1:1.
    pub fn nearest(ours: u32, theirs: u32) -> Ratio {
        match ours.cmp(&theirs) {
            std::cmp::Ordering::Equal => Ratio { step: 1 },
            std::cmp::Ordering::Greater => Ratio { step: rounded(ours, theirs) },
            std::cmp::Ordering::Less => Ratio { step: 2 - rounded(theirs, ours) },
        }
    }

    /// Says whether the strengths reach this ratio without any rounding.
    pub fn is_reached(self, ours: u32, theirs: u32) -> bool {
        let (left, right) = self.sides();
        u64::from(ours) * u64::from(right) >= u64::from(theirs) * u64::from(left)
    }

    /// Gives both sides of the ratio, one of which is 1.
    pub fn sides(self) -> (u32, u32) {
        if self.step >= 1 {
            (self.step.unsigned_abs(), 1)
        } else {
            (1, (2 - self.step).unsigned_abs())
        }
    }
}

/// Divides the greater by the lesser, halves up.
fn rounded(greater: u32, lesser: u32) -> i32 {
    let (greater, lesser) = (u64::from(greater), u64::from(lesser));
    let most = i32::MAX as u64;
    let whole = if lesser == 0 { most } else { (2 * greater + lesser) / (2 * lesser) };
    i32::try_from(whole.min(most)).expect("limited just before")
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (left, right) = self.sides();
        f.pad(&format!("{left}:{right}"))
    }
}

impl FromStr for Ratio {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sides = text.split_once([':', '-']).and_then(|(left, right)| {
            Some((left.trim().parse::<u16>().ok()?, right.trim().parse::<u16>().ok()?))
        });
        match sides {
            Some((left @ 1.., 1)) => Ok(Ratio { step: i32::from(left) }),
            Some((1, right @ 1..)) => Ok(Ratio { step: 2 - i32::from(right) }),
            _ => Err(format!("`{text}` is not a ratio of whole numbers like 2:1 or 1:3")),
        }
    }
}

impl TryFrom<String> for Ratio {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Ratio> for String {
    fn from(ratio: Ratio) -> String {
        ratio.to_string()
    }
}

/// The odds columns of a table, from weak to strong.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "Vec<Ratio>")]
pub struct Odds {
    columns: Vec<Ratio>,
}

impl Odds {
    /// Finds the column (from 0) of two strengths, rounded by [`Ratio::nearest`].
    ///
    /// Between two columns the weaker counts; beyond either edge, the edge.
    pub fn column(&self, attack: u32, defence: u32) -> u32 {
        let ratio = Ratio::nearest(attack, defence);
        let above = self.columns.partition_point(|column| *column <= ratio);
        u32::try_from(above.saturating_sub(1)).expect("a printed table has few columns")
    }

    /// Lists the columns from weak to strong.
    pub fn columns(&self) -> &[Ratio] {
        &self.columns
    }
}

impl TryFrom<Vec<Ratio>> for Odds {
    type Error = String;

    fn try_from(columns: Vec<Ratio>) -> Result<Self, String> {
        if columns.is_empty() {
            return Err("there are no odds columns".into());
        }
        match columns.windows(2).find(|pair| pair[0] >= pair[1]) {
            Some(pair) => Err(format!("the column {} cannot follow {}", pair[1], pair[0])),
            None => Ok(Odds { columns }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(lines: &[&str]) {
        let odds: Odds =
            serde_yaml::from_str(r#"["1-4", "1:3", "1:2", "1:1", "2:1", "3-1", "4:1"]"#).unwrap();
        for line in lines {
            let (question, answer) = line.split_once(" -> ").unwrap();
            let (attack, defence) = question.split_once(" to ").unwrap();
            let column = odds.column(attack.parse().unwrap(), defence.parse().unwrap());
            assert_eq!(odds.columns()[column as usize].to_string(), answer, "{line}");
        }
    }

    #[test]
    fn odds_round_to_the_nearest_halves_up() {
        check(&[
            "4 to 4 -> 1:1",
            "7 to 5 -> 1:1",
            "3 to 2 -> 2:1",
            "5 to 2 -> 3:1",
            "2 to 5 -> 1:3",
            "5 to 7 -> 1:1",
            "2 to 3 -> 1:2",
            "99 to 1 -> 4:1",
            "1 to 99 -> 1:4",
            "1 to 0 -> 4:1",
            "0 to 1 -> 1:4",
            "0 to 0 -> 1:1",
            "4294967295 to 1 -> 4:1",
        ]);
        let ratio: Ratio = "2-1".parse().unwrap();
        assert!(ratio.is_reached(4, 2) && !ratio.is_reached(7, 4));
    }

    #[test]
    fn odd_columns_do_not_load() {
        for faulty in ["[]", "['2:1', '1:1']", "['3:2']", "['0:1']", "['1:1', '1-1']"] {
            assert!(serde_yaml::from_str::<Odds>(faulty).is_err(), "{faulty}");
        }
    }

    #[test]
    fn a_table_is_whole() {
        let table: Table<String> =
            serde_yaml::from_str("bands: ['1:1', '2:1']\nrows: [[AE, AR], [DR, DE]]").unwrap();
        assert_eq!(table.read(0, 1), "AE");
        assert_eq!(table.read(9u32, 9u8), "DE");
        assert_eq!(table.read(-1, -1), "AE");
        assert_eq!(table.bands().len(), 2);
        for faulty in ["bands: [a]\nrows: [[1], [1, 2]]", "bands: [a]\nrows: []"] {
            assert!(serde_yaml::from_str::<Table<u8>>(faulty).is_err(), "{faulty}");
        }
    }

    #[test]
    fn rows_leave_no_gap() {
        let rows: Rows<String> =
            serde_yaml::from_str("{'>=17': d, '<=3': a, '4-5': b, '6-16': c}").unwrap();
        for (sum, row) in [(-9, "a"), (3, "a"), (4, "b"), (5, "b"), (6, "c"), (17, "d"), (99, "d")]
        {
            assert_eq!(rows.read(sum), row, "{sum}");
        }
        let ends: Rows<u8> = serde_yaml::from_str("{-2--1: 1, 0: 2, 1: 3}").unwrap();
        assert_eq!((*ends.read(-5), *ends.read(0), *ends.read(5)), (1, 2, 3));
        let faulty = [
            "{}",
            "{'1-2': a, '4': b}",
            "{'1-3': a, '3': b}",
            "{'3-1': a}",
            "{'<=1': a, '<=2': b}",
        ];
        for text in faulty {
            assert!(serde_yaml::from_str::<Rows<String>>(text).is_err(), "{text}");
        }
    }
}
