//! The adapter that makes a rule system a referee: typed inside, documents outside.

use super::briefing::FirstMails;
use super::case::written::{self, Moment, View};
use super::other_names::OtherNames;
use super::scenario::{self, PageFault};
use super::{
    BattleBoard, Became, BookError, Briefing, Card, Checked, Explained, Game, NameList, OptionCard,
    Options, OwnForce, Played, PlayerGame, PlayerReferee, Position, Proofs, Referee, Resolved,
    Ruleset, SeasonCard, SeasonKind, books, case, table,
};
use include_dir::Dir;
use kit::annals::{Annals, Subject};
use kit::battlefield::Battlefield;
use kit::chart::Chart;
use kit::decision::Decision;
use kit::ledger::{Ledger, Shown};
use kit::newspaper::Issue;
use kit::shelf::{BookPages, Shelf};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value as Json;
use sheet::Diagnostics;
use sheet::guide::Chapter;
use sheet::shape::{self, Shaped};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::rc::Rc;

/// What stands above a case that is written from everything.
const REVEALS: &str = "**This case shows hidden positions and orders. Players get the one that is \
                       written with `--as`.**";

/// The adapter from a typed [`Ruleset`] to a [`Referee`], which takes and gives documents.
pub struct RefereeOf<R>(PhantomData<fn() -> R>);

impl<R> RefereeOf<R> {
    pub const NEW: Self = Self(PhantomData);
}

impl<R: Ruleset> PlayerReferee for RefereeOf<R> {
    fn name(&self) -> &'static str {
        R::NAME
    }

    fn title(&self) -> &'static str {
        R::TITLE
    }

    fn edition(&self) -> &'static str {
        R::EDITION
    }

    fn books(&self) -> &'static Dir<'static> {
        R::books()
    }

    fn schema(&self) -> Json {
        R::schema()
    }

    fn guide(&self) -> Vec<Chapter> {
        R::guide()
    }

    fn decisions(&self) -> Vec<Decision> {
        R::decisions()
    }

    fn other_names(&self, shelf: &Shelf) -> OtherNames {
        OtherNames::of_pages(shelf, R::OTHER_NAMES)
    }

    fn open_for_player(
        &self,
        shelf: &Shelf,
        scenario: &str,
        options: &Options,
    ) -> Result<Box<dyn PlayerGame>, BookError> {
        Ok(Box::new(opened::<R>(shelf, scenario, options)?))
    }
}

impl<R: Ruleset> Referee for RefereeOf<R> {
    fn kinds(&self) -> &'static [SeasonKind] {
        R::KINDS
    }

    fn fixed(&self) -> &'static [&'static str] {
        R::FIXED
    }

    fn options(&self) -> &'static [OptionCard] {
        R::OPTIONS
    }

    fn scenarios(&self, shelf: &Shelf) -> Vec<String> {
        let names = shelf.names(R::NAME);
        let inside = |name: &String| {
            let name = name.strip_prefix(R::NAME)?.strip_prefix('/')?;
            name.strip_suffix("/scenario.yaml").map(str::to_owned)
        };
        names.iter().filter_map(inside).collect()
    }

    fn open(
        &self,
        shelf: &Shelf,
        scenario: &str,
        options: &Options,
    ) -> Result<Box<dyn Game>, BookError> {
        Ok(Box::new(opened::<R>(shelf, scenario, options)?))
    }

    fn scenario_faults(&self, shelf: &Shelf, text: &str) -> Result<Vec<PageFault>, BookError> {
        R::scenario_faults(shelf, text)
    }

    fn scenario_guide(&self, shelf: &Shelf) -> Result<String, BookError> {
        let models = self.scenarios(shelf);
        let pages: Vec<String> = match models.first() {
            Some(model) => {
                let game = self.open(shelf, model, &Options::new())?;
                let pages = game.pages().iter().map(|(name, _)| name.to_owned());
                pages.filter(|name| name != scenario::PAGE).collect()
            }
            None => vec![],
        };
        let names = R::names(shelf)?;
        let lists = (pages.as_slice(), names.sorts(), models.as_slice());
        Ok(scenario::explain::text(R::NAME, R::TITLE, R::SCENARIO, lists))
    }

    fn scenario_names(&self, shelf: &Shelf, list: &str) -> Result<Option<NameList>, BookError> {
        let names = R::names(shelf)?;
        let wanted = |sort: &&&str| scenario::listing(sort) == list || **sort == list;
        Ok(names.sorts().iter().find(wanted).map(|sort| names.list(sort)))
    }

    fn lay(&self, pages: &BookPages, scenario: &str) -> Shelf {
        books::lay(pages, R::NAME, scenario)
    }

    fn draws_in_order(&self, edition: &str, drawn: &Shown, powers: &[&str]) -> bool {
        let options = drawn.options();
        let placed: Option<Vec<u32>> = options.iter().map(|one| R::place_in_draw(one)).collect();
        let in_order = placed.map_or_else(|| options.is_sorted(), |placed| placed.is_sorted());
        in_order || R::had_order(edition, drawn, powers)
    }

    fn proofs(&self, edition: &str) -> Proofs {
        let number = |edition: &str| -> Option<u32> {
            edition.strip_prefix(R::NAME)?.strip_prefix('-')?.parse().ok()
        };
        match number(edition) {
            _ if R::FIRST_PROOFS.contains(&edition) => Proofs::First,
            Some(played) if number(R::EDITION).is_some_and(|now| played <= now) => Proofs::Whole,
            Some(_) | None => Proofs::Unknown,
        }
    }

    fn keys(&self) -> Vec<&'static str> {
        R::SHEET.iter().copied().flatten().map(|field| field.key).collect()
    }

    fn case(&self, shelf: &Shelf, case: &case::Case) -> Result<case::Outcome, case::PlayError> {
        case::played::<R>(shelf, case)
    }

    fn write_case(&self, shelf: &Shelf, moment: &Moment<'_>) -> Result<String, BookError> {
        let book = R::book(shelf, moment.scenario, moment.options)?;
        let (prose, plots) = match &moment.view {
            View::All(season) => {
                let events = Opened::<R>::events(season.events)?;
                let plots = R::plots(&book, read(season.state)?, &events, season);
                (format!("{REVEALS}\n\n{}", season.sentence), plots)
            }
            View::Power(own) => {
                let known: [R::Known; 2] = [read(own.before)?, read(own.after)?];
                match R::own_plots(&book, known.each_ref(), own) {
                    Ok((news, plots)) => (format!("{} `{news}`", own.told), Ok(plots)),
                    Err(why) => (String::new(), Err(why)),
                }
            }
        };
        let text =
            plots.and_then(|plots| written::written::<R>(shelf, &moment.title, &prose, plots));
        text.map_err(BookError::Case)
    }

    fn vocabulary(&self) -> case::Vocabulary {
        R::vocabulary()
    }
}

/// A typed game behind documents.
struct Opened<R: Ruleset> {
    book: R::Book,
    pages: BookPages,
    digest: String,
    first: Option<FirstMails>,
    /// The known of each power as it was read last: sheets of one power come one after the other.
    known: RefCell<BTreeMap<String, Rc<R::Known>>>,
}

/// Opens a book at a scenario.
fn opened<R: Ruleset>(
    shelf: &Shelf,
    scenario: &str,
    options: &Options,
) -> Result<Opened<R>, BookError> {
    for (name, value) in options {
        if R::LINKED && name == crate::linked::LOG {
            continue;
        }
        let Some(card) = R::OPTIONS.iter().find(|card| card.name == name) else {
            let known = R::OPTIONS.iter().map(|card| card.name).collect::<Vec<_>>().join(", ");
            return Err(BookError::Option(format!("`{name}` is not known; there are: {known}")));
        };
        if !card.values.contains(&value.as_str()) {
            let known = card.values.join(", ");
            return Err(BookError::Option(format!("`{name}` can be {known}, not `{value}`")));
        }
    }
    shelf.note_pages();
    let book =
        R::book(shelf, scenario, options).map_err(|error| placed::<R>(shelf, scenario, error))?;
    let pages = shelf.pages_read(|path| books::logical(path, R::NAME, scenario));
    let digest = pages.digest();
    let first = match plain::<R>(options) {
        true => FirstMails::read(shelf, R::NAME, scenario)?,
        false => None,
    };
    Ok(Opened { book, pages, digest, first, known: RefCell::default() })
}

/// The most documents that a game keeps as they were read: one a power, and some to spare.
const MOST_READ: usize = 16;

fn read<T: DeserializeOwned>(document: &str) -> Result<T, BookError> {
    serde_json::from_str(document).map_err(|error| BookError::Document(error.to_string()))
}

fn write<T: Serialize>(document: &T) -> String {
    serde_json::to_string(document).expect("our own documents have string keys and finite numbers")
}

/// Whether what is chosen for good when a campaign is made was left as it is; only such a campaign is
/// what the first mails of a scenario speak of.
fn plain<R: Ruleset>(options: &Options) -> bool {
    let usual = |name: &str, value: &str| {
        R::OPTIONS.iter().any(|card| card.name == name && card.values.first() == Some(&value))
    };
    R::FIXED.iter().all(|name| options.get(*name).is_none_or(|value| usual(name, value)))
}

/// Tells what is wrong with a page at its place: of a scenario all faults, of another page the first.
fn placed<R: Ruleset>(shelf: &Shelf, name: &str, error: BookError) -> BookError {
    let BookError::Page { page, why } = error else { return error };
    let Some(text) = shelf.text(&page) else { return BookError::Page { page, why } };
    let is_scenario = page == books::place(scenario::PAGE, R::NAME, name);
    let found = if is_scenario { R::scenario_faults(shelf, text) } else { Ok(vec![]) };
    let mut faults = found.unwrap_or_default();
    if faults.is_empty() {
        faults.push(scenario::check::told(&page, text, &why));
    }
    BookError::Faults { page, faults }
}

/// The season in which a state is.
fn season_card<R: Ruleset>(book: &R::Book, state: &R::State) -> SeasonCard {
    let played = R::played_by_rules(state);
    let asks = R::asks(state).played_by_rules(played).kept(R::wards(book, state));
    SeasonCard::new(R::season(state).to_string(), asks, R::KINDS)
}

impl<R: Ruleset> Opened<R> {
    /// Reads what a power knows, unless it was read before.
    fn known(&self, document: &str) -> Result<Rc<R::Known>, BookError> {
        if let Some(known) = self.known.borrow().get(document) {
            return Ok(Rc::clone(known));
        }
        let known: Rc<R::Known> = Rc::new(read(document)?);
        let mut all = self.known.borrow_mut();
        if all.len() >= MOST_READ {
            all.clear();
        }
        all.insert(document.to_owned(), Rc::clone(&known));
        Ok(known)
    }

    fn events(documents: &[String]) -> Result<Vec<R::Event>, BookError> {
        documents.iter().map(|event| read(event)).collect()
    }

    fn documents(&self, resolved: Resolved<R>) -> Played {
        Played {
            events: resolved.events.iter().map(write).collect(),
            digest: resolved.digest,
            odd: resolved.odd,
            after: Position {
                season: season_card::<R>(&self.book, &resolved.state),
                state: write(&resolved.state),
                known: resolved
                    .known
                    .iter()
                    .map(|(power, known)| (power.clone(), write(known)))
                    .collect(),
            },
            over: resolved.over,
        }
    }
}

impl<R: Ruleset> PlayerGame for Opened<R> {
    fn card(&self) -> Card {
        R::card(&self.book)
    }

    fn pages(&self) -> &BookPages {
        &self.pages
    }

    fn book_digest(&self) -> &str {
        &self.digest
    }

    fn check(&self, known: &str, sheet: &str) -> Result<Checked, BookError> {
        let mut faults = Diagnostics::default();
        let root = shape::shape(sheet, &mut faults);
        self.check_shaped(known, &Shaped { text: sheet, root: root.as_ref(), faults: &faults })
    }

    fn check_shaped(&self, known: &str, sheet: &Shaped<'_>) -> Result<Checked, BookError> {
        Ok(R::check(&self.book, &*self.known(known)?, sheet))
    }

    fn form(&self, known: &str, campaign: &str, last: Option<&str>) -> Result<String, BookError> {
        Ok(R::form(&self.book, &*self.known(known)?, campaign, last))
    }

    fn own_forces(&self, known: &str) -> Result<Vec<OwnForce>, BookError> {
        Ok(R::own_forces(&self.book, &*self.known(known)?))
    }

    fn battle_board(&self, known: &str) -> Result<Option<BattleBoard>, BookError> {
        Ok(R::battle_board(&self.book, &*self.known(known)?))
    }

    fn primer(&self, known: &str) -> Result<Vec<Chapter>, BookError> {
        Ok(R::primer(&self.book, &*self.known(known)?))
    }

    fn unused(&self) -> Vec<&'static str> {
        R::unused(&self.book)
    }

    fn promise(&self, known: &str) -> Result<&'static str, BookError> {
        Ok(R::promise(&*self.known(known)?))
    }

    fn chart(&self, known: &str) -> Result<Chart, BookError> {
        Ok(R::chart(&self.book, &*self.known(known)?))
    }

    fn order(&self, one: &str, other: &str) -> Option<Ordering> {
        let read = |name: &str| name.parse::<R::Season>().ok();
        Some(read(one)?.cmp(&read(other)?))
    }
}

impl<R: Ruleset> Game for Opened<R> {
    fn chosen(&self) -> Options {
        R::chosen(&self.book)
    }

    fn opening(
        &self,
        sheets: &BTreeMap<String, String>,
        ledger: &mut Ledger,
    ) -> Result<Played, BookError> {
        Ok(self.documents(R::opening(&self.book, sheets, ledger)))
    }

    fn before_start(&self, known: &str) -> Result<String, BookError> {
        let mut known: R::Known = read(known)?;
        R::before_start(&self.book, &mut known);
        Ok(write(&known))
    }

    fn known_to_umpire(&self, state: &str, events: &[String]) -> Result<String, BookError> {
        Ok(write(&R::known_to_umpire(&self.book, read(state)?, &Self::events(events)?)))
    }

    fn known_to_all(
        &self,
        before: Option<&str>,
        state: &str,
        events: &[String],
    ) -> Result<Option<String>, BookError> {
        let before = before.map(read).transpose()?;
        let events = Self::events(events)?;
        let known = table::known_to_all::<R>(&self.book, before, read(state)?, &events);
        Ok(known.as_ref().map(write))
    }

    fn newspaper(&self, known: &str) -> Result<Issue, BookError> {
        Ok(R::newspaper(&self.book, &*self.known(known)?))
    }

    fn chronicle(&self, state: &str, events: &[String]) -> Result<Vec<String>, BookError> {
        Ok(R::chronicle(&self.book, read(state)?, &Self::events(events)?))
    }

    fn explain(&self, state: &str, events: &[String]) -> Result<Explained, BookError> {
        Ok(table::explain::<R>(&self.book, read(state)?, &Self::events(events)?))
    }

    fn check_fact(&self, text: &str) -> Result<(), String> {
        R::check_fact(&self.book, text)
    }

    fn facts(&self) -> &'static str {
        R::FACTS
    }

    fn part(&self) -> &'static str {
        R::PART
    }

    fn choices(&self, known: &str, who: &str) -> Result<Option<Vec<String>>, BookError> {
        Ok(R::choices(&self.book, &*self.known(known)?, who))
    }

    fn briefing(&self, known: &str) -> Result<Briefing, BookError> {
        let known = self.known(known)?;
        let briefing = R::briefing(&self.book, &known);
        let first = self.first.as_ref().and_then(|first| first.of(&R::addressee(&known)));
        let decides = first.map_or(briefing.decides, |first| first.decides.clone());
        Ok(Briefing { decides, ..briefing })
    }

    fn calendar(&self, known: &str) -> Result<Vec<String>, BookError> {
        Ok(R::calendar(&self.book, &*self.known(known)?))
    }

    fn example(&self, known: &str, campaign: &str) -> Result<String, BookError> {
        let read = self.known(known)?;
        let whose = R::addressee(&read);
        let first = self.first.as_ref().and_then(|first| first.of(&whose)?.sheet.as_ref());
        if let Some(sheet) = first {
            let sheet = format!("{}{sheet}", sheet::frame::head(campaign, &whose.0, whose.1));
            let checked = self.check(known, &sheet)?;
            // Where the campaign began otherwise than the page assumes, the game's own is better.
            if checked.faults.is_empty() && checked.counts {
                return Ok(sheet);
            }
        }
        Ok(R::example(&self.book, &read, campaign))
    }

    fn resolve(
        &self,
        before: &Position,
        sheets: &BTreeMap<String, String>,
        ledger: &mut Ledger,
    ) -> Result<Played, BookError> {
        let mut known = BTreeMap::new();
        for (power, document) in &before.known {
            known.insert(power.clone(), read(document)?);
        }
        let state = read(&before.state)?;
        Ok(self.documents(table::resolve::<R>(&self.book, state, known, sheets, ledger)))
    }

    fn view(&self, known: &str) -> Result<Json, BookError> {
        let view = R::view(&self.book, &*self.known(known)?);
        serde_json::to_value(view).map_err(|error| BookError::Document(error.to_string()))
    }

    fn became(&self, known: &str) -> Result<Vec<Became>, BookError> {
        Ok(R::became(&*self.known(known)?))
    }

    fn shown(&self, known: &str) -> Result<Vec<Shown>, BookError> {
        Ok(R::shown(&*self.known(known)?).to_vec())
    }

    fn chart_after(&self, known: &str, before: &str) -> Result<Chart, BookError> {
        let before: R::Known = read(before)?;
        let known = self.known(known)?;
        let mut chart = R::chart(&self.book, &known);
        chart.courses.extend(R::ways_since(&self.book, &known, &before));
        chart.remember(&R::chart(&self.book, &before));
        Ok(chart)
    }

    fn battlefields(
        &self,
        (power, before): (&str, &str),
        state: &str,
        events: &[String],
    ) -> Result<Vec<Battlefield>, BookError> {
        if !R::BATTLEFIELDS {
            return Ok(vec![]);
        }
        let (known, events) = (read::<R::Known>(before)?, Self::events(events)?);
        let seen = table::seen::<R>(&self.book, (power, known), read(state)?, &events);
        Ok(R::battlefields(&self.book, &*self.known(before)?, &seen))
    }

    fn annals(&self, known: &str) -> Result<Annals, BookError> {
        Ok(R::annals(&self.book, &*self.known(known)?))
    }

    fn roster(&self) -> Vec<Subject> {
        R::roster(&self.book)
    }

    fn battles(&self, events: &[String]) -> Result<usize, BookError> {
        Ok(Self::events(events)?.iter().filter(|event| R::is_battle(event)).count())
    }

    fn asks(&self, state: &str) -> Result<SeasonCard, BookError> {
        Ok(season_card::<R>(&self.book, &read(state)?))
    }

    fn legacy(&self, state: &str) -> Result<Result<Json, String>, BookError> {
        Ok(R::legacy(&self.book, &read(state)?))
    }

    fn letters_at_once(&self, season: &str) -> bool {
        season.parse().is_ok_and(|season| R::letters_at_once(&self.book, season))
    }

    fn option_named(&self, option: &str) -> Option<String> {
        R::option_named(&self.book, option)
    }
}
