//! The setup of a case: a scenario with changes, or forces on the whole map.

pub mod declared;
mod hands;
pub mod lines;
pub mod peaces;
pub mod purses;
pub mod returning;

use super::super::Nations;
use super::super::book::atlas::OffMap;
use super::super::book::bare::Terms;
use super::super::book::countries::CountryStatus;
use super::super::book::deck::DeckTerms;
use super::super::book::money::{MoneyTerms, Recruits};
use super::super::book::optional::Optional;
use super::super::book::withdrawal::Withdrawal;
use super::super::book::{Atlas, Book, Fog, TacticsTerms, TrackTerms};
use crate::book::special::Liberation;
use crate::record::event::{Event, FleetEvent, ForceEvent};
use crate::record::exchange::Exchange;
use crate::record::state::{Bloc, Force, ForceId, Fort, State};
use crate::sight::known::Known;
use crate::turn::{Extent, Turn};
use kit::calendar::Season;
use kit::ground::Space;
use kit::ledger::Ledger;
use kit::names::plain;
use kit::shelf::Shelf;
use peaces::Peace;
use play::case::keys::{self, Step};
use play::case::rulings::{self, Ruling};
use play::case::{Case, Laid, PlayError};
use play::{BookError, Ruleset, Table, find};
use purses::Abroad;
use returning::Away;
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

pub use declared::KEYS;
pub use lines::Line;
use lines::Ships;

/// What a setup may say.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    #[serde(rename = "rules", default)]
    _rules: Option<String>,
    /// Read elsewhere; a position has none.
    #[serde(rename = "probe", default)]
    _probe: Option<String>,
    #[serde(default)]
    scenario: Option<String>,
    /// Whether nobody stands on the scenario's map but those of this setup.
    #[serde(rename = "only these", default)]
    only: bool,
    #[serde(default = "yes")]
    arrivals: bool,
    #[serde(default)]
    season: Option<Exchange>,
    #[serde(rename = "first season", default)]
    first: Option<Season>,
    #[serde(default)]
    sides: BTreeMap<String, Vec<String>>,
    /// Without a scenario: power to those who let its troops through.
    #[serde(default)]
    passage: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    initiative: Option<String>,
    #[serde(default)]
    forces: Vec<Line>,
    #[serde(default)]
    counts: BTreeMap<String, u32>,
    /// Names of forces of the scenario that are absent.
    #[serde(default)]
    without: Vec<String>,
    #[serde(default)]
    squadrons: Vec<Ships>,
    /// French corsairs in their box.
    #[serde(default)]
    corsairs: BTreeSet<String>,
    #[serde(default)]
    boxes: Vec<OffMap>,
    /// Province to owner.
    #[serde(default)]
    titles: BTreeMap<String, String>,
    /// Minor country to status; on the bare map its own provinces are its land.
    #[serde(default)]
    countries: BTreeMap<String, CountryStatus>,
    #[serde(default)]
    held: BTreeMap<String, String>,
    #[serde(default)]
    pool: BTreeMap<String, Vec<String>>,
    /// What war has done to fortresses.
    #[serde(default)]
    fortresses: BTreeMap<String, Fort>,
    /// Event cards in hand, by power.
    #[serde(default)]
    cards: BTreeMap<String, BTreeSet<String>>,
    /// The event cards that are drawn, as the page of a scenario says them.
    #[serde(default)]
    deck: Option<DeckTerms>,
    /// What lies in the draw pile of that deck, the top first.
    #[serde(rename = "draw pile", default)]
    pile: Vec<String>,
    /// That the diplomacy track is played.
    #[serde(default)]
    track: Option<TrackTerms>,
    /// That tactical cards are played.
    #[serde(default)]
    tactics: Option<TacticsTerms>,
    /// The optional rules, by the names of their options.
    #[serde(default)]
    optional: Vec<String>,
    /// The power whose land is shut to its allies.
    #[serde(rename = "proud ally", default)]
    proud: Option<Liberation>,
    /// Peaces of powers that were beaten.
    #[serde(default)]
    peaces: Vec<Peace>,
    /// Beaten powers that fight on, each until the end of a season.
    #[serde(rename = "fighting on", default)]
    fighting_on: BTreeMap<String, Season>,
    /// Pounds of powers and minor countries; with one of these keys there is money.
    #[serde(default)]
    chests: BTreeMap<String, i32>,
    /// What may still be raised.
    #[serde(default)]
    recruits: BTreeMap<String, Recruits>,
    /// Event cards that count in the next budget of a power.
    #[serde(rename = "budget cards", default)]
    budget_cards: BTreeMap<String, Vec<String>>,
    /// The years in which France called her conscripts.
    #[serde(default)]
    conscripts: Vec<u16>,
    /// Incomes and the Continental System, as the page of a scenario says them.
    #[serde(default)]
    money: Option<MoneyTerms>,
    /// Wars outside the map, and who is there.
    #[serde(default)]
    abroad: BTreeMap<String, Abroad>,
    #[serde(default)]
    sunk: BTreeMap<String, BTreeSet<String>>,
    #[serde(default)]
    drowned: BTreeMap<String, BTreeSet<String>>,
    #[serde(default)]
    dead: BTreeSet<String>,
    #[serde(default)]
    returning: Vec<Away>,
    #[serde(rename = "corps lost", default)]
    corps_lost: BTreeMap<String, u32>,
    #[serde(default)]
    levies: BTreeSet<String>,
    /// Rules that have begun to hold, or are over.
    #[serde(rename = "rules begun", default)]
    begun: BTreeSet<String>,
    #[serde(rename = "armies lost", default)]
    armies_lost: BTreeMap<String, BTreeSet<String>>,
    #[serde(default)]
    promised: BTreeMap<String, Season>,
    /// Who is called away, beside those of the scenario.
    #[serde(default)]
    withdrawals: Vec<Withdrawal>,
    #[serde(rename = "removed markers", default)]
    removed: Vec<String>,
    #[serde(rename = "last land", default)]
    last_land: Option<Bloc>,
    /// Blocs that have put in their second naval marker this year.
    #[serde(rename = "naval 2 used", default)]
    naval_2: Vec<Bloc>,
    /// Whether supply is traced over the bare map, instead of being taken for granted.
    #[serde(default)]
    supply: bool,
    /// The printed rule, unless the case is about the other.
    #[serde(default = "printed")]
    fog: Fog,
    #[serde(default)]
    to: Option<String>,
    /// The umpire's rulings on facts.
    #[serde(default)]
    rulings: Vec<Ruling>,
}

fn yes() -> bool {
    true
}

fn printed() -> Fog {
    Fog::Rules
}

/// Lays out what the setup says.
pub fn lay(shelf: &Shelf, case: &Case) -> Result<Laid<Nations>, PlayError> {
    let setup: Setup = keys::read(&case.setup, KEYS)?;
    setup.within_bounds()?;
    let extent = match setup.to.as_deref() {
        None => Extent::Script,
        Some("end of season") => Extent::Whole,
        Some(other) => {
            return Err(PlayError::key(
                "to",
                format!("`to: {other}`: it can be `to: end of season`"),
            ));
        }
    };
    let (mut book, mut state, mut known) = match &setup.scenario {
        Some(scenario) => setup.scenario(shelf, scenario, case)?,
        None => setup.bare(shelf)?,
    };
    let below = |key| move |error: BookError| PlayError::key(key, error.to_string());
    if let Some(terms) = setup.track.clone() {
        book.give_track(shelf, terms).map_err(below("track"))?;
    }
    if let Some(terms) = setup.tactics.clone() {
        terms.check().map_err(|why| PlayError::key("tactics", why))?;
        book.give_tactics(shelf, terms).map_err(below("tactics"))?;
    }
    let options = Optional::chosen(&setup.optional);
    let options = options.map_err(|why| PlayError::key("optional", why))?;
    book.give_optional(shelf, &options).map_err(below("optional"))?;
    if let Some(proud) = setup.proud.clone() {
        let sound = proud.check(&book.people, &book.countries);
        sound.map_err(|why| PlayError::key("proud ally", why))?;
        book.scenario.give_pride(proud);
    }
    setup.tally(&mut book, &mut state, &mut known)?;
    let mut ledger = Ledger::seeded("the setup", [0; 32]);
    let mut turn = Turn::new(&book, state, known, &mut ledger);
    for (place, event) in setup.events(&book, &turn.state)? {
        let before = turn.state.clone();
        turn.record(event);
        if let Err(why) = turn.state.is_sound(&book.people) {
            // What is wrong already, is not wrong because of this line.
            let old = before.is_sound(&book.people).is_err();
            return Err(place
                .iter()
                .filter(|_| !old)
                .fold(why.into(), |error: PlayError, step| error.below(step.clone())));
        }
    }
    let Table { mut state, known, .. } = turn.into();
    for (power, count) in &setup.counts {
        let counted = state.counts.entry(power.clone()).or_default();
        *counted = (*counted).max(*count);
    }
    state.is_sound(&book.people)?;
    setup.arrive_once(&book, &state)?;
    let rulings = rulings::facts(&setup.rulings)?;
    Ok(Laid { book, state, known, extent, rulings })
}

type Opened = (Book, State, BTreeMap<String, Known>);
/// Where in the setup something stands, the innermost step first.
type Place = Vec<Step>;

impl Setup {
    /// Holds figures against what a game can have at all.
    fn within_bounds(&self) -> Result<(), PlayError> {
        let years = 1700..=1900;
        let season = self.season.map(Exchange::season);
        for (key, season) in [("season", season), ("first season", self.first)] {
            if season.is_some_and(|season| !years.contains(&season.year)) {
                return Err(PlayError::key(key, "a year is from 1700 to 1900"));
            }
        }
        for (at, line) in self.forces.iter().enumerate() {
            line.within_bounds().map_err(|why| PlayError::item("forces", at, why))?;
        }
        for (key, map) in [("counts", &self.counts), ("corps lost", &self.corps_lost)] {
            if let Some((power, _)) = map.iter().find(|(_, count)| **count > MOST_FORCES) {
                return Err(PlayError::key(key, format!("{power}: {MOST_FORCES} are the most")));
            }
        }
        let lists = [
            ("forces", self.forces.len()),
            ("squadrons", self.squadrons.len()),
            ("boxes", self.boxes.len()),
        ];
        match lists.into_iter().find(|(_, length)| *length > MOST_FORCES as usize) {
            Some((key, _)) => Err(PlayError::key(key, format!("{MOST_FORCES} are the most"))),
            None => Ok(()),
        }
    }

    /// The opening of a scenario, with what is absent taken off.
    fn scenario(&self, shelf: &Shelf, written: &str, case: &Case) -> Result<Opened, PlayError> {
        let named = |error: BookError| PlayError::key("scenario", error.to_string());
        let found = find(&[crate::REFEREE], shelf, written);
        let (_, name) = found.map_err(|why| PlayError::key("scenario", why.to_string()))?;
        let mut book = Book::read(shelf, &name, &BTreeMap::new()).map_err(named)?;
        book.fog = self.fog;
        if self.has_money() && !book.has_money() {
            book.give_money(shelf, MoneyTerms::default()).map_err(named)?;
        }
        if !self.arrivals {
            book.scenario.arrivals.clear();
        }
        if self.only {
            return self.on_an_empty_map(book);
        }
        let mut ledger = Ledger::seeded("the setup", [0; 32]);
        let opening = Nations::opening(&book, &case.orders, &mut ledger);
        let (mut state, mut known) = (opening.state, opening.known);
        let absent: BTreeSet<String> = self.without.iter().map(|name| plain(name)).collect();
        let named = |force: &Force| {
            let name = plain(&force.name(&book.atlas, &book.units));
            absent.contains(&name)
                || force.army.as_ref().is_some_and(|army| absent.contains(&plain(army)))
        };
        let gone: BTreeSet<ForceId> =
            state.forces.values().filter(|force| named(force)).map(|force| force.id).collect();
        state.forces.retain(|id, _| !gone.contains(id));
        for eye in known.values_mut() {
            eye.ours.retain(|id, _| !gone.contains(id));
            eye.theirs.retain(|stack| state.at(stack.at).any(|force| force.power == stack.power));
        }
        self.adjust(&mut state)?;
        Ok((book, state, known))
    }

    /// The whole map with nobody on it.
    fn bare(&self, shelf: &Shelf) -> Result<Opened, PlayError> {
        let season = self.season.ok_or("a setup without a scenario says `season:`")?.season();
        let terms = Terms {
            sides: self.sides(),
            passage: self.passage.clone(),
            removed: self.removed.clone(),
            initiative: self.initiative.clone(),
            first: self.first,
            boxes: self.boxes.clone(),
            supply: self.supply,
            fog: self.fog,
        };
        let book = Book::bare(shelf, season, terms).map_err(|error| error.to_string())?;
        self.on_an_empty_map(book)
    }

    fn on_an_empty_map(&self, mut book: Book) -> Result<Opened, PlayError> {
        if let Some(terms) = &self.deck {
            terms.check().map_err(|why| PlayError::key("deck", why))?;
            book.scenario.deck = Some(terms.clone());
            // Cards are drawn for a spring that is played.
            book.scenario.last =
                book.scenario.last.max(Season { year: LAST_YEAR, ..book.scenario.last });
        }
        let mut state = State::new(&book);
        self.adjust(&mut state)?;
        let (eyes, season) = (state.relations.parties(), state.season);
        let known = eyes.map(|eye| {
            let known = Known::new(eye, season, &state.relations);
            let known = Known { titles: state.titles.clone(), ..known };
            (eye.clone(), Known { cabinet: state.cabinet, naval_2: state.naval_2.clone(), ..known })
        });
        let known = known.collect();
        Ok((book, state, known))
    }

    fn adjust(&self, state: &mut State) -> Result<(), PlayError> {
        if let Some(season) = self.season {
            state.season = season.season();
            state.cabinet = season.is_cabinet();
        }
        for (side, powers) in &self.sides {
            for power in powers {
                if !state.relations.takes_part(power) {
                    return Err(PlayError::key("sides", format!("unknown power `{power}`")));
                }
                state.relations.join(power, Bloc::read(side));
            }
        }
        state.last_land = self.last_land.or(state.last_land);
        let year = state.season.year;
        state.naval_2.extend(self.naval_2.iter().map(|bloc| (*bloc, year)));
        Ok(())
    }

    /// What the setup says of fortresses, cards, corsairs and losses; everybody sees a fortress.
    fn tally(
        &self,
        book: &mut Book,
        state: &mut State,
        known: &mut BTreeMap<String, Known>,
    ) -> Result<(), PlayError> {
        for (written, fort) in &self.fortresses {
            let at =
                place(&book.atlas, written).map_err(|why| PlayError::key("fortresses", why))?;
            state.forts.insert(at, *fort);
            known.values_mut().for_each(|eye| {
                eye.forts.insert(at, *fort);
            });
        }
        self.lands(book, state, known)?;
        self.purses(book, state, known)?;
        for mut line in self.withdrawals.clone() {
            let wrong = |why| PlayError::key("withdrawals", why);
            line.settle(&book.people, &book.units).map_err(wrong)?;
            book.scenario.withdrawals.push(line);
        }
        self.hands(book, state, known)?;
        self.away(book, state)?;
        self.lay_peaces(book, state, known)?;
        for name in &self.dead {
            state.dead.insert(leader(book, name).map_err(|why| PlayError::key("dead", why))?);
        }
        state.corsairs.extend(self.corsairs.clone());
        known.values_mut().for_each(|eye| eye.corsairs.extend(self.corsairs.clone()));
        state.sunk.extend(self.sunk.clone());
        state.drowned.extend(self.drowned.clone());
        state.corps_lost.extend(self.corps_lost.clone());
        state.levies.extend(self.levies.clone());
        state.begun.extend(self.begun.clone());
        known.values_mut().for_each(|eye| eye.begun.extend(self.begun.clone()));
        state.armies_lost.extend(self.armies_lost.clone());
        state.promised.extend(self.promised.clone());
        Ok(())
    }

    /// Titles and countries, which everybody knows.
    fn lands(
        &self,
        book: &Book,
        state: &mut State,
        known: &mut BTreeMap<String, Known>,
    ) -> Result<(), PlayError> {
        for (name, status) in &self.countries {
            let country = book.countries.get(name);
            let country = country.ok_or_else(|| {
                PlayError::key("countries", format!("there is no country `{name}`"))
            })?;
            state.titles.turn(name, status.clone());
            if !book.scenario.has_owners() {
                country.provinces.iter().for_each(|own| state.titles.hand_over(own, name));
            }
        }
        for (province, owner) in &self.titles {
            if !book.atlas.provinces.iter().any(|one| one.name == *province) {
                let why = format!("there is no province `{province}`");
                return Err(PlayError::key("titles", why));
            }
            state.titles.hand_over(province, owner);
        }
        known.values_mut().for_each(|eye| eye.titles = state.titles.clone());
        Ok(())
    }

    /// France is the Empire, and all others the Coalition, unless `sides:` says otherwise.
    fn sides(&self) -> BTreeMap<String, Vec<String>> {
        if !self.sides.is_empty() {
            return self.sides.clone();
        }
        let powers = self.forces.iter().map(|line| &line.power);
        let powers = powers.chain(self.squadrons.iter().map(|ships| &ships.power));
        let powers = powers.chain(self.held.values());
        let others: BTreeSet<&String> =
            powers.chain(self.pool.keys()).filter(|power| *power != "france").collect();
        let others = others.into_iter().cloned().collect();
        [("empire".to_owned(), vec!["france".to_owned()]), ("coalition".to_owned(), others)].into()
    }

    /// Everything the setup places, as events, each with its place in the setup.
    fn events(&self, book: &Book, state: &State) -> Result<Vec<(Place, Event)>, PlayError> {
        let mut events: Vec<(Place, Event)> = vec![];
        let mut counts = state.counts.clone();
        let mut taken: BTreeSet<ForceId> = state.forces.keys().copied().collect();
        for (at, line) in self.forces.iter().enumerate() {
            let wrong = |why: String| PlayError::item("forces", at, why);
            let count = counts.entry(line.power.clone()).or_default();
            *count = line.number.unwrap_or(*count + 1).max(*count);
            let number = line.number.unwrap_or(*count);
            let force = line.force(book, ForceId::of(book, &line.power, number)).map_err(wrong)?;
            lines::check(book, &force).map_err(wrong)?;
            if !state.relations.takes_part(&force.power) {
                return Err(wrong(format!("`{}` is on no side", force.power)));
            }
            if !taken.insert(force.id) {
                return Err(wrong(format!("{} has a force of that number already", force.power)));
            }
            events.push((item("forces", at), ForceEvent::Placed { force, arrival: false }.into()));
        }
        for (at, ships) in self.squadrons.iter().enumerate() {
            let wrong = |why: String| PlayError::item("squadrons", at, why);
            if !state.relations.takes_part(&ships.power) {
                return Err(wrong(format!("`{}` is on no side", ships.power)));
            }
            let squadron = ships.squadron(&book.atlas).map_err(wrong)?;
            events.push((item("squadrons", at), FleetEvent::SquadronPlaced { squadron }.into()));
        }
        for (written, power) in &self.held {
            let wrong = |why: String| PlayError::key("held", why);
            let place = place(&book.atlas, written).map_err(wrong)?;
            if !state.relations.takes_part(power) && book.people.nation(power).is_none() {
                return Err(wrong(format!("unknown power `{power}`")));
            }
            events.push((
                vec![Step::Key("held".into())],
                ForceEvent::Held { place, power: power.clone() }.into(),
            ));
        }
        for (power, leaders) in &self.pool {
            if !state.relations.takes_part(power) {
                return Err(PlayError::key("pool", format!("unknown power `{power}`")));
            }
            for leader in leaders {
                let leader =
                    self::leader(book, leader).map_err(|why| PlayError::key("pool", why))?;
                let event = ForceEvent::LeaderPooled { power: power.clone(), leader };
                events.push((vec![Step::Key("pool".into())], event.into()));
            }
        }
        Ok(events)
    }

    /// Refuses a leader who stands on the map and would arrive as well.
    fn arrive_once(&self, book: &Book, state: &State) -> Result<(), PlayError> {
        let due = book.scenario.arrivals.iter().filter(|entry| entry.when == Some(state.season));
        let leaders = due.flat_map(|entry| entry.commander.iter().chain(&entry.leaders));
        let on_map = |leader: &&String| {
            self.forces.iter().any(|line| {
                let written = line.leader.iter().chain(&line.leaders);
                written.filter_map(|name| book.people.find(name)).any(|one| one.name == **leader)
            })
        };
        match leaders.into_iter().find(on_map) {
            Some(leader) => Err(PlayError::key(
                "forces",
                format!("{leader} arrives this season; say `arrivals: no` or leave them out"),
            )),
            None => Ok(()),
        }
    }
}

fn item(key: &str, at: usize) -> Place {
    vec![Step::Item(at), Step::Key(key.to_owned())]
}

/// The last year that a case with a deck may come to.
const LAST_YEAR: u16 = 1815;

/// The most of anything that is counted in a setup.
const MOST_FORCES: u32 = 1000;

/// A leader by a name as people write it.
pub fn leader(book: &Book, written: &str) -> Result<String, String> {
    let leader = book.people.find(written);
    leader
        .map(|leader| leader.name.clone())
        .ok_or_else(|| format!("there is no leader `{written}`"))
}

/// A place by its name or number; a number without its sheet must be on one sheet only.
pub fn place(atlas: &Atlas, written: &str) -> Result<Space, String> {
    if let Some(space) = atlas.place(written) {
        return Ok(space);
    }
    let sheets =
        ["W", "E"].into_iter().filter_map(|sheet| atlas.code(&format!("{sheet}{written}")));
    match sheets.collect::<Vec<_>>().as_slice() {
        [one] => Ok(*one),
        [] => Err(format!("there is no place `{written}`")),
        _ => Err(format!("`{written}` is on both sheets; write W{written} or E{written}")),
    }
}
