//! The sections that the reports of all games share.

use kit::names::dated;
use serde::Serialize;
use std::fmt::Display;

/// Which orders were played, if no sheet came.
pub const NOTHING: &str = "nothing";

/// The sections that every report has.
#[derive(Debug, Serialize)]
pub struct Head {
    pub scenario: String,
    pub power: String,
    pub title: String,
    /// The season that was played; before the first one, the season to come.
    pub season: String,
    /// The season to give orders for; empty when the game is over.
    pub next_season: String,
    pub played: bool,
    pub over: bool,
    /// What mattered, in a few sentences.
    pub headline: Vec<String>,
    /// Whose orders were played.
    pub orders: String,
    /// What the umpire decided, and which dice were forced.
    pub rulings: Vec<String>,
    pub letters: Vec<Letter>,
    /// What the signs of the report mean.
    pub signs: Vec<String>,
}

/// A letter that was carried.
#[derive(Debug, Serialize)]
pub struct Letter {
    pub from: String,
    pub to: String,
    pub text: String,
}

impl Head {
    /// A head without events; `began` is the season that was played, if any.
    pub fn new(
        (scenario, power, title): (&str, &str, &str),
        (began, next): (Option<impl Display>, impl Display),
        over: bool,
    ) -> Self {
        let next = dated(&next.to_string());
        Self {
            scenario: scenario.to_owned(),
            power: power.to_owned(),
            title: title.to_owned(),
            played: began.is_some(),
            season: began.map_or_else(|| next.clone(), |season| dated(&season.to_string())),
            next_season: if over { String::new() } else { next },
            over,
            headline: vec![],
            orders: NOTHING.to_owned(),
            rulings: vec![],
            letters: vec![],
            signs: vec![],
        }
    }
}
