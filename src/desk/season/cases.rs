//! Cases: played for anybody, without a campaign, and written from one.

use crate::campaign::workbench::system;
use crate::{Access, Desk, DeskError, is_own_scenario, referee};
use kit::ledger::Entry;
use kit::shelf::Shelf;
use mail::source::files::bounded;
use rules::case;
use rules::case::written::{All, Moment, Own, View};
use rules::case::{Case, CaseFault, Difference};
use std::path::Path;
use store::SeasonRow;

/// The largest file of cases we read.
const LONGEST: usize = 4 * 1024 * 1024;

/// A case that was played, to be printed.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct PlayedCase {
    /// The heading.
    pub name: String,
    /// Where it begins, as `file:line`.
    pub place: String,
    pub holds: bool,
    /// What is not as expected, or why it could not be played.
    pub differences: Vec<Difference>,
    /// The differences, and what happened instead, laid out as text.
    #[serde(skip)]
    pub told: String,
}

impl PlayedCase {
    fn of(shelf: &Shelf, read: Result<Case, CaseFault>) -> Self {
        match read {
            Ok(case) => {
                let verdict = case::play(&*rules::REFEREES, shelf, &case);
                // The first line is the heading once more.
                let told = verdict.to_string().lines().skip(1).collect::<Vec<_>>().join("\n");
                let place = format!("{}:{}", case.file, case.line);
                let (name, holds) = (case.heading, verdict.is_met());
                Self { name, place, holds, differences: verdict.unmet, told }
            }
            Err(fault) => {
                let told = format!("  {fault}");
                let CaseFault { file, line, heading, starts, why } = fault;
                let differences =
                    vec![Difference { place: Some(format!("{file}:{line}")), text: why }];
                let place = format!("{file}:{starts}");
                Self { name: heading, place, holds: false, differences, told }
            }
        }
    }
}

/// The books for cases: those of the program, and, where one stands in a campaign with a scenario that
/// somebody wrote, its pages over them.
pub fn shelf(campaign: Option<&Path>) -> Result<Shelf, DeskError> {
    match Desk::open(campaign, Access::Read) {
        Ok(desk) => desk.case_shelf(),
        // A case needs no campaign; one that cannot be opened keeps nobody from it.
        Err(_) if campaign.is_none() => Ok(rules::shelf()),
        Err(error) => Err(error),
    }
}

/// Plays every case of a file.
pub fn play(path: &Path, shelf: &Shelf) -> Result<Vec<PlayedCase>, DeskError> {
    let name = path.display().to_string();
    let bytes = bounded(path, &name, LONGEST)?;
    let text = String::from_utf8_lossy(&bytes);
    let cases = case::read(&name, &text);
    if cases.is_empty() {
        return Err(DeskError::refused(format!("{name} has no case in it"))
            .hint("a case is a `##` heading with a `yaml setup` block"));
    }
    Ok(cases.into_iter().map(|case| PlayedCase::of(shelf, case)).collect())
}

/// Lists how a case is written, and every setup key, event, probe and field that it may name, each
/// with its meaning.
pub fn words(rules: Option<&str>) -> Result<Vec<(String, String)>, DeskError> {
    Ok([case::grammar(), referee(&system(rules)?)?.vocabulary().lines()].concat())
}

impl Desk {
    /// Writes the moment of an event, given as `spring 1800/17`, as a case that holds when it is played.
    /// For a power it is made from what that power knew and was told, and from nothing else.
    pub fn case_from(&self, written: &str, power: Option<&str>) -> Result<String, DeskError> {
        let wrong = || {
            DeskError::refused(format!(
                "`{written}` is not written as SEASON/EVENT, such as `spring 1800/17`"
            ))
            .hint("`umpire resolve --all` and `umpire archive show --events` have the numbers")
        };
        let (season, number) = written.rsplit_once('/').ok_or_else(wrong)?;
        let number: usize = number.trim().parse().map_err(|_| wrong())?;
        let season = self.store.season(season.trim())?;
        match power {
            Some(power) => self.case_of_power(&season, number, &self.power(power)?),
            None => self.case_of_all(&season, number),
        }
    }

    fn case_of_all(&self, season: &SeasonRow, number: usize) -> Result<String, DeskError> {
        let told = self.explained(season.clone(), number)?;
        let inputs = self.inputs(season)?;
        let mut events = self.store.events(season.id)?;
        events.truncate(number);
        let answers: Vec<Entry> = self
            .store
            .ledger(season.id)?
            .iter()
            .filter_map(|json| serde_json::from_str(json).ok())
            .collect();
        let cited: Option<Vec<u32>> = self.store.answers(season.id)?.into_iter().collect();
        let cited = cited.ok_or_else(|| {
            DeskError::refused(format!(
                "{} was played by an earlier version, which did not store what each event \
                 follows from",
                season.name
            ))
        })?;
        self.write_case(
            season,
            format!("{}, event {number}: {}", season.name, told.event.name),
            View::All(All {
                state: &inputs.position.state,
                events: &events,
                sheets: &inputs.sheets,
                answers: &answers,
                cited: &cited,
                sentence: &told.sentence,
            }),
        )
    }

    fn case_of_power(
        &self,
        season: &SeasonRow,
        number: usize,
        power: &str,
    ) -> Result<String, DeskError> {
        // The event says which piece of the power's news is meant; what is written is that news.
        let told = self.explained(season.clone(), number)?;
        let news = told.event.news.get(power).copied().ok_or_else(|| {
            DeskError::refused(format!(
                "{power} was told nothing of event {number} of {}",
                season.name
            ))
        })?;
        let before = self.store.known_of(season.id, power)?;
        let after = self.store.known_after_of(season.id, power)?;
        let sheet = self.inputs(season)?.sheets.remove(power);
        self.write_case(
            season,
            format!("{}: what {power} was told", season.name),
            View::Power(Own {
                before: &before,
                after: &after,
                sheet: sheet.as_deref(),
                news,
                told: format!("Written from what {power} knew and was told. This was the news:"),
            }),
        )
    }

    fn write_case(
        &self,
        season: &SeasonRow,
        title: String,
        view: View<'_>,
    ) -> Result<String, DeskError> {
        let campaign = self.store.campaign()?;
        let options = self.store.options(season.id)?;
        let moment = Moment { scenario: &campaign.scenario, options: &options, title, view };
        Ok(referee(&campaign.rules)?.write_case(&self.case_shelf()?, &moment)?)
    }

    fn case_shelf(&self) -> Result<Shelf, DeskError> {
        let campaign = self.store.campaign()?;
        if is_own_scenario(&campaign) { self.shelf(&campaign) } else { Ok(rules::shelf()) }
    }
}
