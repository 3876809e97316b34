//! One opened game behind documents: what the program asks of it, whatever its rules.
//!
//! What a page for players uses is a trait of its own: its methods take only what one power knows, and the checkers
//! for browsers link nothing else.

use crate::{
    BattleBoard, Became, BookError, Briefing, Card, Checked, Explained, Options, OwnForce, Played,
    Position, SeasonCard,
};
use kit::annals::{Annals, Subject};
use kit::battlefield::Battlefield;
use kit::chart::Chart;
use kit::ledger::{Ledger, Shown};
use kit::newspaper::Issue;
use kit::shelf::BookPages;
use serde_json::Value as Json;
use sheet::guide::Chapter;
use sheet::shape::Shaped;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// A book opened at a scenario, as a page for players uses it: it reads what one power knows, never a state.
pub trait PlayerGame {
    fn card(&self) -> Card;
    /// The pages it was read from.
    fn pages(&self) -> &BookPages;
    /// The digest of these pages.
    fn book_digest(&self) -> &str;
    /// Holds a sheet against what a power knows.
    fn check(&self, known: &str, sheet: &str) -> Result<Checked, BookError>;
    /// The same for a sheet whose shape was read.
    fn check_shaped(&self, known: &str, sheet: &Shaped<'_>) -> Result<Checked, BookError> {
        self.check(known, sheet.text)
    }
    /// An order form with a power's own forces in it, and the reactions of its last sheet.
    fn form(&self, known: &str, campaign: &str, last: Option<&str>) -> Result<String, BookError>;
    /// The forces of a power and what it could order them.
    fn own_forces(&self, known: &str) -> Result<Vec<OwnForce>, BookError>;
    /// The board of the battle that is on, if the game has one.
    fn battle_board(&self, known: &str) -> Result<Option<BattleBoard>, BookError>;
    /// How a season goes, for a player who is new to the game.
    fn primer(&self, known: &str) -> Result<Vec<Chapter>, BookError>;
    /// Keys of a whole sheet that can do nothing in this campaign.
    fn unused(&self) -> Vec<&'static str> {
        vec![]
    }
    /// What of all lines of a receipt is so, and therefore said once at its head; empty, where lines
    /// have no grades. It is of the season that is known.
    fn promise(&self, _known: &str) -> Result<&'static str, BookError> {
        Ok("")
    }
    /// What a power knows, laid out as a map.
    fn chart(&self, known: &str) -> Result<Chart, BookError>;
    /// Which of two seasons comes first; none, if one of them is not the name of a season.
    fn order(&self, one: &str, other: &str) -> Option<Ordering>;
}

/// A book opened at a scenario, ready to be played.
pub trait Game: PlayerGame {
    /// The options that the scenario chooses itself, where the campaign does not.
    fn chosen(&self) -> Options {
        Options::new()
    }
    /// Sets up: `set-up:` of these sheets, else the scenario's defaults, which stand as questions.
    fn opening(
        &self,
        sheets: &BTreeMap<String, String>,
        ledger: &mut Ledger,
    ) -> Result<Played, BookError>;
    /// What a power knows at the opening, as long as the campaign has not started.
    fn before_start(&self, known: &str) -> Result<String, BookError> {
        Ok(known.to_owned())
    }
    /// What the umpire knows, who sees all: a position and what happened since.
    fn known_to_umpire(&self, state: &str, events: &[String]) -> Result<String, BookError>;
    /// What everybody may know after these events: what was known to all before them, else the
    /// position as it is known at an opening. Nothing, if no newspaper appears.
    fn known_to_all(
        &self,
        _before: Option<&str>,
        _state: &str,
        _events: &[String],
    ) -> Result<Option<String>, BookError> {
        Ok(None)
    }
    /// The newspaper of the last season, from what everybody may know.
    fn newspaper(&self, _known: &str) -> Result<Issue, BookError> {
        Ok(Issue::default())
    }
    /// Every event in a sentence, for the umpire.
    fn chronicle(&self, state: &str, events: &[String]) -> Result<Vec<String>, BookError>;
    /// The last of these events whole, with the state at the season's start.
    fn explain(&self, state: &str, events: &[String]) -> Result<Explained, BookError>;
    /// Says whether the umpire's word on a fact is written as one.
    fn check_fact(&self, text: &str) -> Result<(), String>;
    /// The facts that the umpire can rule on, an example of each with a word on it.
    fn facts(&self) -> &'static str;
    /// What a part of the sequence is called, before which a ruling may stand.
    fn part(&self) -> &'static str;
    /// Everything that one force of a power could do, line by line; nothing, if there is none.
    fn choices(&self, known: &str, who: &str) -> Result<Option<Vec<String>>, BookError>;
    /// What a player reads before their first orders.
    fn briefing(&self, known: &str) -> Result<Briefing, BookError>;
    /// Which season this is of how many, what ends it early, what comes next and what waiting costs.
    fn calendar(&self, known: &str) -> Result<Vec<String>, BookError>;
    /// A whole sheet for a power's own forces, without a fault as it stands.
    fn example(&self, known: &str, campaign: &str) -> Result<String, BookError>;
    /// Plays one season.
    fn resolve(
        &self,
        before: &Position,
        sheets: &BTreeMap<String, String>,
        ledger: &mut Ledger,
    ) -> Result<Played, BookError>;
    /// What a power knows, laid out as the sections of a report.
    fn view(&self, known: &str) -> Result<Json, BookError>;
    /// What became of each entry of a power's sheet in the last season, and of those steps that were
    /// not done.
    fn became(&self, _known: &str) -> Result<Vec<Became>, BookError> {
        Ok(vec![])
    }
    /// The dice and chits of the last season that a power was shown.
    fn shown(&self, known: &str) -> Result<Vec<Shown>, BookError>;
    /// The same with what the power knew a season before: the ways of that season, and those of the last
    /// one that show only beside it.
    fn chart_after(&self, known: &str, before: &str) -> Result<Chart, BookError> {
        let mut chart = self.chart(known)?;
        chart.remember(&self.chart(before)?);
        Ok(chart)
    }
    /// The battles of a season that show as pictures beside its story, as a power saw them: who it is and
    /// what it knew before, with the state and the events of the season.
    fn battlefields(
        &self,
        _of: (&str, &str),
        _state: &str,
        _events: &[String],
    ) -> Result<Vec<Battlefield>, BookError> {
        Ok(vec![])
    }
    /// What a power knows of the last season, as it is remembered.
    fn annals(&self, known: &str) -> Result<Annals, BookError>;
    /// Everybody and everything that the book gives a name.
    fn roster(&self) -> Vec<Subject>;
    /// What a campaign that is over leaves to the next in a row; or why it leaves nothing, in a
    /// sentence.
    fn legacy(&self, state: &str) -> Result<Result<Json, String>, BookError>;
    /// How many rounds or days of battle there are among these events.
    fn battles(&self, events: &[String]) -> Result<usize, BookError>;
    /// What the season asks in which a state is, and who writes for wards in it.
    fn asks(&self, state: &str) -> Result<SeasonCard, BookError>;
    /// Whether the letters of a season go on at once; else they go with its report.
    fn letters_at_once(&self, season: &str) -> bool;
    /// What people call an option of a question, such as the town at a hex; nothing, if the option
    /// says it itself.
    fn option_named(&self, _option: &str) -> Option<String> {
        None
    }
}
