//! One season as one audience knows it: all that the pages, searches and comparisons are made of.
//!
//! A power's chapter is made from what it knew after the season, as its report was, and from what
//! it wrote and was told. The umpire's is made by the same functions from what they know, who see
//! all; it also has every event in a sentence.

use super::names::Names;
use super::{Archive, ArchiveError, Audience, LetterPage, ReportPage, SheetPage};
use kit::annals::{Annals, Fight, Kind, Subject};
use kit::battlefield::Battlefield;
use kit::chart::{Chart, Counter, Spot};
use kit::newspaper::Issue;
use report::map;
use rules::Game;
use serde::Serialize;
use std::collections::BTreeSet;
use store::{Kind as Ruling, RulingRow, SeasonRow, Status};

/// One season.
#[derive(Debug, Clone)]
pub struct Chapter {
    pub key: String,
    pub number: u32,
    pub season: String,
    /// Whether it was taken back after it had been published.
    pub withdrawn: bool,
    pub annals: Annals,
    pub chart: Chart,
    /// The battles that its report shows.
    pub fields: Vec<Battlefield>,
    pub letters: Vec<LetterPage>,
    pub sheets: Vec<SheetPage>,
    pub reports: Vec<ReportPage>,
    /// What the umpire added in their own words.
    pub words: Vec<String>,
    /// The newspaper, if the season has one; it is the same for every audience.
    pub paper: Option<Paper>,
    /// Every event in a sentence, from event 1; for the umpire alone.
    pub chronicle: Vec<String>,
    /// The names that can stand in its lines.
    pub(super) names: Names,
}

/// The newspaper of a season, from what everybody knew after it.
#[derive(Debug, Clone)]
pub struct Paper {
    pub issue: Issue,
    pub chart: Chart,
    /// What the umpire said to everybody.
    pub words: Vec<String>,
}

/// Where somebody stood, as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stand {
    /// Who it is: a commander, or what the force is called.
    pub name: String,
    pub power: String,
    pub place: String,
    pub strength: Option<u32>,
    /// How well it is known.
    pub sight: &'static str,
    /// When it was last seen, if it is remembered.
    pub since: Option<String>,
    pub inside: String,
    pub plight: String,
}

impl Chapter {
    /// Who stood where at its end.
    pub fn stands(&self) -> Vec<Stand> {
        self.chart.counters.iter().map(|counter| stand(&self.chart, counter)).collect()
    }

    /// Who held each town that somebody held.
    pub fn holders(&self) -> impl Iterator<Item = (&str, &str)> {
        let towns = self.chart.land.places.iter();
        towns.filter_map(|town| {
            let holder = self.chart.party(town.holder?);
            Some((town.name.as_str(), holder.name.as_str()))
        })
    }

    /// What the map shows, in words.
    pub fn map_told(&self) -> String {
        map::told(&self.chart)
    }

    /// The battle with a number.
    pub fn fight(&self, number: usize) -> Option<&Fight> {
        self.annals.fights().find(|(other, _)| *other == number).map(|(_, fight)| fight)
    }
}

fn stand(chart: &Chart, counter: &Counter) -> Stand {
    let plight = &counter.plight;
    let plights = [
        (plight.besieged, "besieged"),
        (plight.besieging, "besieging"),
        (plight.disordered, "in disorder"),
        (plight.unfed, "out of supply"),
    ];
    let plights: Vec<&str> =
        plights.into_iter().filter(|(is, _)| *is).map(|(_, word)| word).collect();
    Stand {
        name: counter.name.clone(),
        power: chart.party(counter.party).name.clone(),
        place: place(chart, &counter.spot),
        strength: counter.strength,
        sight: counter.sight.words(),
        since: counter.since.clone(),
        inside: counter.inside.clone(),
        plight: plights.join(", "),
    }
}

/// A spot in words: a town with its number, a water, a box.
pub(super) fn place(chart: &Chart, spot: &Spot) -> String {
    let space = |at: kit::ground::Space| {
        let number = chart.land.cells.get(at.index()).map_or("", |cell| cell.number.as_str());
        match chart.name(at) {
            name if name == number => number.to_owned(),
            name => format!("{name} {number}").trim_end().to_owned(),
        }
    };
    match spot {
        Spot::Cell(at) => space(*at),
        Spot::Harbour(at) => format!("{}, in harbour", space(*at)),
        Spot::Before(at) => format!("before {}", space(*at)),
        Spot::Water(water) => {
            chart.land.waters.get(usize::from(*water)).cloned().unwrap_or_default()
        }
        Spot::Aside(name) => name.clone(),
    }
}

impl Archive {
    /// Reads a season that was published, as an audience knows it.
    pub fn chapter(&self, name: &str, audience: &Audience) -> Result<Chapter, ArchiveError> {
        let season = self.find_for(audience, name)?;
        if !super::is_settled(&season) {
            let why = format!(
                "{} is {}; the archive has what was published",
                season.name,
                season.status.word()
            );
            return Err(ArchiveError::refused(why));
        }
        let key = self.store.season_key(&season)?;
        self.read(&season, key, audience)
    }

    /// Reads all of a season.
    pub(super) fn read(
        &self,
        season: &SeasonRow,
        key: String,
        audience: &Audience,
    ) -> Result<Chapter, ArchiveError> {
        let game = self.game(season.id)?;
        let chronicle = match audience.power() {
            Some(_) => vec![],
            None => {
                game.chronicle(&self.store.state(season.id)?, &self.store.events(season.id)?)?
            }
        };
        let narratives = self.store.narratives(season.id)?.into_iter();
        let words = narratives
            .filter(|said| said.power.as_deref().is_none_or(|power| audience.reads(power)))
            .map(|said| said.text);
        Ok(Chapter {
            fields: self.fields(season, game.as_ref(), audience)?,
            letters: self.letters_of(season, audience)?,
            sheets: self.sheets_of(season, audience)?,
            reports: self.reports_of(season, audience)?,
            words: words.collect(),
            paper: self.paper(season, game.as_ref())?,
            chronicle,
            ..self.outline(season, key, audience)?
        })
    }

    /// Reads what is told of a season and its map, and nothing else of it.
    pub(super) fn outline(
        &self,
        season: &SeasonRow,
        key: String,
        audience: &Audience,
    ) -> Result<Chapter, ArchiveError> {
        let game = self.game(season.id)?;
        let known = match audience.power() {
            Some(power) => self.store.known_after_of(season.id, power)?,
            None => {
                let state = self.store.state(season.id)?;
                game.known_to_umpire(&state, &self.store.events(season.id)?)?
            }
        };
        let chart = game.chart(&known)?;
        let mut annals = game.annals(&known)?;
        if audience.power().is_none() {
            // Whoever sees all sees every ruling, told or not.
            annals.rulings = self.store.rulings(season.id)?.iter().map(ruled).collect();
        }
        Ok(Chapter {
            key,
            number: season.number,
            season: season.name.clone(),
            withdrawn: season.status == Status::Withdrawn,
            annals,
            fields: vec![],
            letters: vec![],
            sheets: vec![],
            reports: vec![],
            words: vec![],
            paper: None,
            chronicle: vec![],
            names: Names::new(subjects(game.as_ref(), &chart)),
            chart,
        })
    }

    /// The battles as the report of an audience shows them; the umpire sees those of a player who is alone.
    fn fields(
        &self,
        season: &SeasonRow,
        game: &dyn Game,
        audience: &Audience,
    ) -> Result<Vec<Battlefield>, ArchiveError> {
        let known = self.store.known(season.id)?;
        let of = match audience {
            Audience::Power(power) => known.get_key_value(power),
            Audience::Umpire => known.first_key_value().filter(|_| known.len() == 1),
            Audience::Everybody => None,
        };
        let Some((power, known)) = of else { return Ok(vec![]) };
        let (state, events) = (self.store.state(season.id)?, self.store.events(season.id)?);
        Ok(game.battlefields((power, known), &state, &events)?)
    }

    fn paper(&self, season: &SeasonRow, game: &dyn Game) -> Result<Option<Paper>, ArchiveError> {
        let Some(row) = self.store.newspaper(season.id)? else { return Ok(None) };
        let words = self.store.narratives(season.id)?.into_iter();
        let words = words.filter(|said| said.power.is_none()).map(|said| said.text);
        let (issue, chart) = (game.newspaper(&row.known)?, game.chart(&row.known)?);
        Ok(Some(Paper { issue, chart, words: words.collect() }))
    }

    /// The map before the first season, as an audience knew it; nothing before there is one.
    pub(super) fn opening(&self, audience: &Audience) -> Result<Option<Chart>, ArchiveError> {
        let settled = self.settled(audience)?;
        let Some((first, _)) = settled.first() else { return Ok(None) };
        let game = self.game(first.id)?;
        let known = match audience.power() {
            Some(power) => self.store.known_of(first.id, power)?,
            None => game.known_to_umpire(&self.store.state(first.id)?, &[])?,
        };
        Ok(Some(game.chart(&known)?))
    }
}

/// A ruling in a sentence.
fn ruled(ruling: &RulingRow) -> String {
    let RulingRow { number, kind, key, answer, reason, place, asked, .. } = ruling;
    let what = match kind {
        Ruling::Answer => format!("{key}: {answer}"),
        Ruling::Fact => format!("{answer}, at {}", asked.as_ref().unwrap_or(place)),
        Ruling::Sheet => "a sheet that came too late is admitted".to_owned(),
        Ruling::Option => format!("the option {key} is {answer}"),
    };
    let reason = if reason.is_empty() { String::new() } else { format!(" ({reason})") };
    format!("Ruling {number}: {what}{reason}")
}

/// Everybody whom the book or this season's map gives a name.
pub(super) fn subjects(game: &dyn Game, chart: &Chart) -> Vec<Subject> {
    let mut all = game.roster();
    let known: BTreeSet<String> = all.iter().map(|subject| subject.name.clone()).collect();
    let others: BTreeSet<&String> = chart
        .counters
        .iter()
        .map(|counter| &counter.name)
        .filter(|name| !name.is_empty() && !known.contains(*name))
        .collect();
    all.extend(others.into_iter().map(|name| Subject::new(Kind::Force, name)));
    all
}
