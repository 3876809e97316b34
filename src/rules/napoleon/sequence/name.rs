//! The names of stops: `march 1796`, `march 1796 (2)`, in the order of play.
//!
//! The first stop of a campaign turn has the name of the turn, each further one a number.

use kit::names::MONTHS;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The third of a month that is a campaign turn of its own (§7.1).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    Early,
    Mid,
    Late,
}

impl Part {
    const ALL: [Part; 3] = [Part::Early, Part::Mid, Part::Late];

    fn word(self) -> &'static str {
        match self {
            Part::Early => "early",
            Part::Mid => "mid",
            Part::Late => "late",
        }
    }
}

/// The name of a stop. The order is that of play.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct StopName {
    year: u16,
    /// From 1 to 12; the turn tracks print months (§3.3).
    month: u8,
    part: Option<Part>,
    /// From 1 on.
    number: u16,
}

impl StopName {
    /// The name of its month, without a capital.
    fn month(self) -> &'static str {
        MONTHS.get(usize::from(self.month) - 1).copied().unwrap_or_default()
    }

    /// The number of the stop in its campaign turn, from 1 on.
    pub fn number(self) -> u16 {
        self.number
    }

    /// A stop of the same campaign turn.
    pub fn numbered(self, number: u16) -> Self {
        Self { number: number.max(1), ..self }
    }
}

impl fmt::Display for StopName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(part) = self.part {
            write!(f, "{} ", part.word())?;
        }
        write!(f, "{} {}", self.month(), self.year)?;
        if self.number > 1 {
            write!(f, " ({})", self.number)?;
        }
        Ok(())
    }
}

impl FromStr for StopName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            let shown: String = text.chars().take(40).collect();
            format!("`{shown}` is not a stop, such as `march 1796` or `march 1796 (2)`")
        };
        let lower = text.to_lowercase();
        let mut words: Vec<&str> = lower.split_whitespace().collect();
        let number = match words.last().and_then(|word| word.strip_prefix('(')) {
            Some(word) => {
                words.pop();
                let number = word.strip_suffix(')').ok_or_else(wrong)?;
                decimal(number).filter(|number| *number > 1).ok_or_else(wrong)?
            }
            None => 1,
        };
        let part = words.first().and_then(|word| Part::ALL.into_iter().find(|p| p.word() == *word));
        let rest = if part.is_some() { &words[1..] } else { &words[..] };
        let [month, year] = rest else { return Err(wrong()) };
        let month = MONTHS.iter().zip(1..).find(|(name, _)| *name == month);
        let (_, month) = month.ok_or_else(wrong)?;
        let year = decimal(year).filter(|year| (1000..=9999).contains(year)).ok_or_else(wrong)?;
        Ok(Self { year, month, part, number })
    }
}

impl TryFrom<String> for StopName {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<StopName> for String {
    fn from(name: StopName) -> String {
        name.to_string()
    }
}

/// A number of digits alone.
fn decimal(text: &str) -> Option<u16> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    digits.then(|| text.parse().ok()).flatten()
}
