//! Attempts to win minor countries, and neutral powers that nobody plays: who may try for whom, what changes
//! the dice, and what it costs (NIA §11.2.2 to §11.2.7).
//!
//! Season, receipt, form and probe ask the same [`Court`]; only the season throws dice (`diplomacy.rs`).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.2.2, §11.2.3, §11.2.4, §11.2.5, §11.2.6, §12.2.3, §13.3.2.3, §14.4.1, §14.4.2,
//! §21.2.1.

use crate::book::cards::{Card, Effect};
use crate::book::countries::CountryStatus;
use crate::book::money::Ware;
use crate::book::{Book, PLAYERS, TrackTerms};
use crate::cards;
use crate::money::treasury::conscripts::has_lowered;
use crate::politics::alliance_length::has_left;
use crate::politics::entering;
use crate::politics::instability;
use crate::politics::liberation;
use crate::politics::peace::forced;
use crate::position::{Common, Position};
use crate::record::event::Modifier;
use crate::record::state::peaces::Treaty;
use crate::record::state::{Bloc, Titles};
use kit::calendar::Season;
use kit::ground::Space;
use kit::relations::{Relation, Relations};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

const FRANCE: &str = PLAYERS[0];
/// The power that attempts are easier on once the Duchy of Warsaw exists, and that state (NIA §19.6).
const RUSSIA: &str = "russia";
const DUCHY: &str = "Duchy of Warsaw";

/// The statuses that attempts of this season have shifted so far; they are fixed after the last of them.
#[derive(Debug, Clone, Default)]
pub struct Shifts {
    shifted: BTreeMap<String, CountryStatus>,
    /// Countries for which their ally made peace before any attempt; nobody tries for them in this season (NIA §13.2).
    peace: BTreeSet<String>,
}

impl Shifts {
    /// How a country stands after the attempts so far.
    pub fn status<'s>(
        &'s self,
        book: &'s Book,
        titles: &'s Titles,
        country: &str,
    ) -> Option<&'s CountryStatus> {
        self.shifted.get(country).or_else(|| titles.status(book, country))
    }

    /// Whether a country is an ally that was won in these attempts.
    fn is_new(&self, country: &str) -> bool {
        matches!(self.shifted.get(country), Some(CountryStatus::Allied(_)))
    }

    /// Notes that a country has moved a box.
    pub fn shift(&mut self, country: &str, status: CountryStatus) {
        self.shifted.insert(country.to_owned(), status);
    }

    /// Notes that the ally of a country has made peace for it.
    pub fn make_peace(&mut self, country: &str) {
        self.peace.insert(country.to_owned());
    }

    /// Whether the ally of a country has made peace for it in this season.
    pub fn has_peace(&self, country: &str) -> bool {
        self.peace.contains(country)
    }

    /// Every country that has moved, with the box in which it is now.
    pub fn all(&self) -> impl Iterator<Item = (&String, &CountryStatus)> {
        self.shifted.iter()
    }
}

/// The effect of a card that adds to the dice of an attempt on a court, if there is one (NIA §11.1).
pub fn helping(book: &Book, on: &str) -> Option<Effect> {
    if book.people.is_major(on) {
        return Some(Effect::AttemptOnPower);
    }
    let names = |card: &Card| card.countries.iter().any(|country| country == on);
    book.cards.with(Effect::AttemptOnCountries).any(names).then_some(Effect::AttemptOnCountries)
}

/// The national modifier of a power toward a country or a power; with the second call of her conscripts France has lost
/// what helps her toward minor countries (NIA §12.1).
pub fn leaning(book: &Book, common: Common, by: &str, on: &str) -> i32 {
    let leaning = book.track.leaning(by, on);
    let lost = !book.people.is_major(on) && has_lowered(book, common.money, by);
    if lost { leaning.min(0) } else { leaning }
}

/// Who tries for whom.
#[derive(Debug, Clone, Copy)]
pub struct Attempt<'a> {
    /// The power in whose name it is made.
    pub by: &'a str,
    /// The country or the power.
    pub on: &'a str,
    /// What bribes add to the dice.
    pub bonus: i32,
}

/// Why nobody may try for a country or a power.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Barred {
    NotThere,
    /// On one's own side already.
    Ours,
    /// Another power's ally, and not one of France that her enemies may try for.
    Allied(String),
    Satellite(String),
    Conquered(String),
    /// Its ally has made peace for it in this season.
    Peace,
    /// A power that somebody plays.
    Played,
    /// A power that is on a side.
    AtWar,
    /// A beaten power whose peace lasts until that season begins.
    Beaten(Season),
    /// Only powers of a side try for powers.
    NoSide,
    /// In a game of two only the powers that people play try for powers.
    NotAPlayer,
    /// It has left the war until the end of the game, by a special rule.
    ForGood,
    /// A special rule lets it join another side alone.
    OtherSide,
    /// Nobody can pay for it: powers are tried for with money alone.
    NoMoney,
}

impl Barred {
    /// Whether what others do in the same season cannot change it.
    pub fn lasts(&self) -> bool {
        match self {
            Barred::NotThere
            | Barred::Conquered(_)
            | Barred::Peace
            | Barred::Played
            | Barred::AtWar
            | Barred::Beaten(_)
            | Barred::NotAPlayer
            | Barred::OtherSide
            | Barred::ForGood
            | Barred::NoMoney => true,
            // Their ally may give up a province of theirs before, and they are neutral then (NIA §13.2).
            Barred::Ours | Barred::Allied(_) | Barred::Satellite(_) | Barred::NoSide => false,
        }
    }
}

impl fmt::Display for Barred {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Barred::NotThere => f.write_str("it has no part in the game"),
            Barred::Ours => f.write_str("it is on your side"),
            Barred::Allied(power) => write!(f, "it is an ally of {power} (NIA §11.2.2)"),
            Barred::Satellite(power) => write!(f, "it is a satellite of {power} (NIA §11.2.2)"),
            Barred::Conquered(power) => write!(f, "it is conquered by {power} (NIA §13.1)"),
            Barred::Peace => f.write_str(
                "its ally has made peace for it, and it is tried for from the next season on (NIA §13.2)",
            ),
            Barred::Played => f.write_str("somebody plays it (NIA §11.2.4)"),
            Barred::AtWar => f.write_str("it is not neutral (NIA §11.2.4)"),
            Barred::Beaten(until) => {
                write!(f, "it was beaten, and its peace lasts until {until} begins (NIA §13.3.2.1)")
            }
            Barred::ForGood => {
                f.write_str("it is neutral until the end of the game (NIA §21.2.1)")
            }
            Barred::OtherSide => f.write_str("it joins no side but your enemy's (NIA §21.2.1)"),
            Barred::NoMoney => f.write_str("there is no money in this scenario"),
            Barred::NoSide => {
                f.write_str("a power that is neutral itself wins no power over (NIA §11.2.4)")
            }
            Barred::NotAPlayer => f.write_str(
                "in a game of two only the powers that people play try for powers (NIA §11.2.5)",
            ),
        }
    }
}

/// Whether only two people play.
pub fn is_game_of_two(terms: &TrackTerms, relations: &Relations<Bloc>) -> bool {
    relations.parties().filter(|power| terms.is_played(power)).count() == PLAYERS.len()
}

/// The powers that have attempts of their own, in the order of diplomacy: those that people play, and in a
/// game of two also Prussia, Austria and Russia where they are allied to one of them (NIA §11.2.2).
pub fn triers(book: &Book, relations: &Relations<Bloc>) -> Vec<String> {
    let Some(terms) = book.scenario.track.as_ref() else { return vec![] };
    let two = is_game_of_two(terms, relations);
    let tries = |(power, bloc): &(&String, &Bloc)| {
        let ally = two && **bloc != Bloc::Neutral && book.track.tries_as_ally(power);
        terms.is_played(power) || ally
    };
    let mut powers: Vec<String> =
        relations.groups().filter(tries).map(|(power, _)| power.clone()).collect();
    powers.sort_by_key(|power| book.people.order(power));
    powers
}

/// Whether a power may try in the name of another, and with its money: its ally, whom nobody plays and who has
/// no attempt of its own (NIA §11.2.2).
pub fn may_speak_for(book: &Book, relations: &Relations<Bloc>, power: &str, ally: &str) -> bool {
    power != ally
        && relations.takes_part(ally)
        && relations.friends(power, ally)
        && !triers(book, relations).iter().any(|one| one == ally)
}

/// What an attempt costs without bribes: nothing for the first on a minor country (NIA §11.2.2, §11.2.4).
pub fn price(book: &Book, on: &str, embassy: bool) -> i32 {
    match embassy || book.people.is_major(on) {
        true if book.has_money() => book.money.price(Ware::Embassy),
        _ => 0,
    }
}

/// What a bonus of one costs; 0 where there is no money to buy it with (NIA §11.2.3, §11.2.6).
pub fn price_of_bonus(book: &Book, on: &str) -> i32 {
    if !book.has_money() {
        return 0;
    }
    let price = book.money.price(Ware::Favour);
    if book.people.is_major(on) { price * book.track.price_toward_power() } else { price }
}

/// The track at a moment: the full state, or what a power knows.
pub struct Court<'a> {
    pub book: &'a Book,
    pub at: &'a dyn Position,
    pub shifts: &'a Shifts,
}

impl Court<'_> {
    fn relations(&self) -> &Relations<Bloc> {
        self.at.common().relations
    }

    /// Whether a power may try for a country or a power (NIA §11.2.2, §11.2.4).
    pub fn may_try(&self, by: &str, on: &str) -> Result<(), Barred> {
        if self.book.people.is_major(on) {
            self.power_is_open(by, on)
        } else {
            self.is_open(by, on)
        }
    }

    fn power_is_open(&self, by: &str, on: &str) -> Result<(), Barred> {
        let relations = self.relations();
        let terms = self.book.scenario.track.as_ref();
        let Some(terms) = terms.filter(|_| relations.takes_part(on)) else {
            return Err(Barred::NotThere);
        };
        let bloc = |power: &str| self.at.common().bloc(power);
        if let Some(until) = self.peace_of(on) {
            return Err(Barred::Beaten(until));
        }
        match () {
            () if relations.friends(by, on) => Err(Barred::Ours),
            () if terms.is_played(on) => Err(Barred::Played),
            () if bloc(on) != Bloc::Neutral
                && !self.is_forced(by, on)
                && self.pride(by, on).is_none() =>
            {
                Err(Barred::AtWar)
            }
            () if has_left(self.book, self.at.common(), on) => Err(Barred::ForGood),
            () if bloc(by) == Bloc::Neutral => Err(Barred::NoSide),
            () if entering::only_side(self.book, on).is_some_and(|side| side != bloc(by)) => {
                Err(Barred::OtherSide)
            }
            () if is_game_of_two(terms, relations) && !terms.is_played(by) => {
                Err(Barred::NotAPlayer)
            }
            () if !self.book.has_money() => Err(Barred::NoMoney),
            () => Ok(()),
        }
    }

    /// Whether a power is the ally of an enemy by force, which in a game of two the other side may break (NIA §13.3.2.4).
    fn is_forced(&self, by: &str, on: &str) -> bool {
        let terms = self.book.scenario.track.as_ref();
        let two = terms.is_some_and(|terms| is_game_of_two(terms, self.relations()));
        let conqueror = forced::alliance(self.at.common(), on).and_then(Treaty::conqueror);
        let breaks = |to: &str| match forced::is_neutral(self.at.common(), on) {
            true => self.relations().at_war(by, to),
            false => self.relations().at_war(by, on),
        };
        two && conqueror.is_some_and(breaks)
    }

    /// What the year changes in an attempt on an ally of an enemy who may be tried for all the same (NIA §14.4.1); a war of
    /// liberation ends with conquest alone (NIA §14.4.2).
    fn pride(&self, by: &str, on: &str) -> Option<i32> {
        if liberation::fought_by(self.book, self.at.common(), on).is_some() {
            return None;
        }
        let year = self.at.common().season.year;
        self.book.track.by_year(on, year).filter(|_| self.relations().at_war(by, on))
    }

    /// The end of the peace of a beaten power, if it lasts.
    fn peace_of(&self, on: &str) -> Option<Season> {
        self.at.common().titles.peaces.of(on).map(|treaty| treaty.until)
    }

    fn is_open(&self, by: &str, on: &str) -> Result<(), Barred> {
        let titles = self.at.common().titles;
        let now = self.shifts.status(self.book, titles, on).ok_or(Barred::NotThere)?;
        let title = |power: &String| self.book.people.title(power).to_owned();
        if self.shifts.has_peace(on) {
            return Err(Barred::Peace);
        }
        if now.power().is_some_and(|power| self.relations().friends(by, power)) {
            return Err(Barred::Ours);
        }
        match now {
            CountryStatus::Neutral => Ok(()),
            CountryStatus::Satellite(power) => Err(Barred::Satellite(title(power))),
            CountryStatus::Conquered(power) => Err(Barred::Conquered(title(power))),
            // Nothing is fixed before the last attempt of the season.
            CountryStatus::Allied(_) if self.shifts.is_new(on) => Ok(()),
            CountryStatus::Allied(power) if self.tempts(by, power) => Ok(()),
            CountryStatus::Allied(power) => Err(Barred::Allied(title(power))),
        }
    }

    /// Whether a power may try for the allies of another: enemies of France for hers, which are all in the
    /// Continental System (NIA §11.2.2, §12.2.3).
    fn tempts(&self, by: &str, ally_of: &str) -> bool {
        ally_of == FRANCE && self.relations().at_war(by, ally_of)
    }

    /// What changes the dice of an attempt, and whether all of it is known.
    pub fn modifiers(&self, attempt: &Attempt) -> (Vec<Modifier>, bool) {
        let track = &self.book.track;
        let mut all = vec![];
        let mut add = |what: &str, by: i32| {
            if by != 0 {
                all.push(Modifier { what: what.to_owned(), by });
            }
        };
        add("national modifier", leaning(self.book, self.at.common(), attempt.by, attempt.on));
        add("bribes", attempt.bonus);
        if self.book.people.is_major(attempt.on) {
            add("an earlier war", self.beaten(attempt));
            let feared = attempt.on == RUSSIA && self.relations().at_war(attempt.by, FRANCE);
            let exists = self.at.common().titles.status(self.book, DUCHY).is_some();
            add(DUCHY, if feared && exists { track.duchy() } else { 0 });
            let is_foe = self.relations().at_war(attempt.by, FRANCE);
            let shock = cards::shock_of_year(self.book, self.at.common()).filter(|_| is_foe);
            shock.into_iter().for_each(|one| add(&one.what, one.by));
            let alliance = forced::alliance(self.at.common(), attempt.on);
            if let Some(treaty) = alliance.filter(|_| self.is_forced(attempt.by, attempt.on)) {
                forced::modifiers(self.at.common(), treaty)
                    .into_iter()
                    .for_each(|(what, by)| add(what, by));
            }
            let Some(by_year) = self.pride(attempt.by, attempt.on) else { return (all, true) };
            add("the year", by_year);
            let is_guest = |power: &str, nation: &str| {
                let unit = (power, nation);
                instability::counts_as(self.relations(), attempt.on, Relation::Allied, unit)
            };
            let hides = |power: &str| self.relations().friends(power, attempt.on);
            let (steps, known) = self.steps_on_land(attempt.on, is_guest, hides);
            add("steps of its allies there", track.by_guests(steps));
            return (all, known);
        }
        let titles = self.at.common().titles;
        let now = self.shifts.status(self.book, titles, attempt.on);
        let Some(CountryStatus::Allied(ally)) = now else { return (all, true) };
        if self.shifts.is_new(attempt.on) {
            add("a new alliance", track.new_alliance());
            return (all, true);
        }
        if !self.tempts(attempt.by, ally) {
            return (all, true);
        }
        add("an ally of France", track.french_ally());
        let has_french = |power: &str| self.relations().friends(power, FRANCE);
        let is_french = |_: &str, nation: &str| nation == FRANCE;
        let (steps, known) = self.steps_on_land(attempt.on, is_french, has_french);
        add("French steps there", i32::try_from(steps).unwrap_or(i32::MAX) * track.french_step());
        (all, known)
    }

    /// What an earlier war of the power does (NIA §11.2.6).
    fn beaten(&self, attempt: &Attempt) -> i32 {
        let (terms, common) = (self.book.scenario.track.as_ref(), self.at.common());
        let lost = common.titles.peaces.last_defeat(attempt.on);
        let lost = lost.map(|treaty| treaty.side);
        let earlier = || Some(terms?.beaten.get(attempt.on)?.bloc());
        let own = common.bloc(attempt.by);
        lost.or_else(earlier).map_or(0, |victor| self.book.track.beaten(victor == own))
    }

    /// What is not known of the dice of an attempt, if something is not.
    pub fn not_known(&self, on: &str) -> &'static str {
        match self.book.people.is_major(on) {
            true => "1 more for each 2 steps of its allies there",
            false => "1 more for each French step there",
        }
    }

    /// The steps on the land of a country or a power that count, by the power and the nation of a unit, and whether
    /// there can be no others: `hides` says whether a stack of a power whose units are not known may have such.
    fn steps_on_land(
        &self,
        country: &str,
        counts: impl Fn(&str, &str) -> bool,
        hides: impl Fn(&str) -> bool,
    ) -> (u32, bool) {
        let titles = self.at.common().titles;
        let here = |at: Space| instability::is_land_of(self.book, titles, country, at);
        let all_seen = self.at.eyes(self.book).is_none_or(|eyes| {
            let mut land = (0..self.book.atlas.hex_count()).map(Space).filter(|at| here(*at));
            land.all(|at| eyes.see(at))
        });
        let (mut steps, mut known) = (0, all_seen);
        for one in self.at.standing().filter(|one| here(one.at)) {
            match one.whole {
                Some(force) => {
                    let units = force.units.iter();
                    let counted = units.filter(|unit| counts(&force.power, &unit.nation));
                    steps += counted.map(|unit| u32::from(unit.steps)).sum::<u32>();
                }
                None => known &= !hides(one.power),
            }
        }
        (steps, known)
    }

    /// What two dice must show.
    pub fn needed(&self, modifiers: &[Modifier]) -> i32 {
        self.book.track.needed - modifiers.iter().map(|modifier| modifier.by).sum::<i32>()
    }

    /// Where a country stands when an attempt in that name succeeds: one box toward it (NIA §11.2.3).
    pub fn shifted(&self, by: &str, on: &str) -> CountryStatus {
        let titles = self.at.common().titles;
        match self.shifts.status(self.book, titles, on) {
            Some(CountryStatus::Allied(_)) => CountryStatus::Neutral,
            _ => CountryStatus::Allied(by.to_owned()),
        }
    }

    /// Everybody for whom a power may try: countries in the order of the alphabet, then powers.
    pub fn open_to(&self, by: &str) -> Vec<&str> {
        let common = self.at.common();
        let countries = common.titles.countries(self.book).into_keys();
        let powers = self.book.people.powers.iter().map(|power| power.name.as_str());
        countries.chain(powers).filter(|on| self.may_try(by, on).is_ok()).collect()
    }
}

/// The powers that nobody plays, each with the power whose player writes for it.
pub fn wards(book: &Book, relations: &Relations<Bloc>) -> BTreeMap<String, String> {
    let kept = |power: &String| Some((power.clone(), keeper(book, relations, power)?.to_owned()));
    relations.parties().filter_map(kept).collect()
}

/// Who moves a power that nobody plays: while it is neutral the power that the rules name (NIA §11.2.4), on a side
/// the leader of that side (NIA §11, §17.3).
pub fn keeper<'a>(book: &'a Book, relations: &'a Relations<Bloc>, power: &str) -> Option<&'a str> {
    let terms = book.scenario.track.as_ref()?;
    if terms.is_played(power) {
        return None;
    }
    let played = |other: &&str| terms.is_played(other) && relations.takes_part(other);
    let seat = || coalition_without_britain(terms, relations).filter(played);
    let group = relations.group(power);
    if group == Some(&Bloc::Neutral) {
        return book.track.keeper(power).filter(played).or_else(seat);
    }
    let side = relations.parties().map(String::as_str);
    let allies = side.filter(|other| relations.friends(power, other)).filter(played);
    let leader = allies.max_by_key(|other| book.people.order(other));
    leader.or_else(|| seat().filter(|_| group == Some(&Bloc::Coalition)))
}

/// The power of the coalition's player where nobody plays Britain, be it beaten or not (NIA §21.2.1).
fn coalition_without_britain<'a>(
    terms: &TrackTerms,
    relations: &'a Relations<Bloc>,
) -> Option<&'a str> {
    let [france, britain] = PLAYERS;
    let mut others = relations.parties().map(String::as_str).filter(|power| *power != france);
    let seat = others.find(|power| terms.is_played(power));
    seat.filter(|_| !terms.is_played(britain))
}
