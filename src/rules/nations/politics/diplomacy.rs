//! The diplomatic phase: declarations of war, attempts on minor countries, embassies, then attempts on powers
//! that nobody plays (NIA §11.2, §11.3).
//!
//! It is played in every season but the first, before the markers; that of spring in the cabinet, where there
//! is one. Each round goes through the powers in the order of diplomacy. What an attempt has shifted is fixed
//! when all have been made, and troops move then ([`allegiance`]).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.1, §11.2, §11.2.2, §11.2.4.

use crate::book::Book;
use crate::book::cards::{Card, Effect};
use crate::book::countries::CountryStatus;
use crate::cards;
use crate::land::combat::round::throw;
use crate::money::cabinet::not_done;
use crate::money::cabinet::{List, lines_of};
use crate::orders::budget::Item;
use crate::orders::senses::{Commander, Scene};
use crate::politics::allegiance;
use crate::politics::alliance_length;
use crate::politics::conquest::{cession, winter};
use crate::politics::declaring;
use crate::politics::influence::{self, Attempt, Court, Shifts};
use crate::politics::instability;
use crate::politics::lines::{EMBASSY, INFLUENCE};
use crate::politics::peace::forced;
use crate::politics::satellites;
use crate::politics::sultans;
use crate::position::Position;
use crate::record::event::{CourtEvent, Modifier, MoneyEvent, Shortfall};
use crate::record::exchange::Exchange;
use crate::record::state::{Bloc, Marker};
use crate::season::orders_of_war;
use crate::turn::Turn;
use kit::rule::Rule;
use sheet::condition::Truth;
use std::collections::BTreeSet;

const MINOR: Rule = Rule("NIA §11.2.3");
const POWER: Rule = Rule("NIA §11.2.6");

/// Whether a diplomatic phase is played in an exchange of mail: not in the first season (NIA §21.B), and that of
/// spring in its cabinet.
pub fn is_played_in(book: &Book, exchange: Exchange) -> bool {
    let played = match exchange {
        Exchange::Cabinet(_) => true,
        Exchange::Quarter(season) => {
            season > book.scenario.first && !book.has_cabinet_before(season)
        }
    };
    played && book.scenario.track.is_some()
}

/// Plays the phase, if there is one now.
pub fn phase(turn: &mut Turn, exchange: Exchange) {
    if !is_played_in(turn.book, exchange) {
        return;
    }
    orders_of_war::waver(turn);
    sultans::play(turn); // §14.2
    alliance_length::play(turn); // §21.2.1
    let peace = cession::play(turn);
    declaring::play(turn);
    satellites::refuse_others(turn, exchange);
    winter::refuse_others(turn, exchange);
    let mut round = Round::default();
    peace.iter().for_each(|country| round.shifts.make_peace(country));
    for embassy in [false, true] {
        round.go(turn, embassy, false);
    }
    let shifted = std::mem::take(&mut round.shifts);
    for (country, status) in shifted.all() {
        allegiance::turn_country(turn, country, status.clone());
    }
    for embassy in [false, true] {
        round.go(turn, embassy, true);
    }
}

/// The lines of a power's list of one kind.
pub fn lines(turn: &Turn, power: &str, of: impl Fn(&Item) -> bool) -> Vec<Item> {
    lines_of(turn, power, List::Politics).0.into_iter().filter(of).collect()
}

/// Every power that takes part, in the order of diplomacy.
pub fn powers(turn: &Turn) -> Vec<String> {
    let mut powers: Vec<String> = turn.state.relations.parties().cloned().collect();
    powers.sort_by_key(|power| turn.book.people.order(power));
    powers
}

/// Says that a line was not carried out.
pub fn refuse(turn: &mut Turn, power: &str, item: &Item, why: Shortfall) {
    let event = not_done(turn, power, List::Politics, item, why);
    turn.record(event);
}

/// What a line comes to before its dice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pub by: String,
    pub on: String,
    pub bonus: i32,
    pub pounds: i32,
    /// What a purse lacks for all that was asked.
    pub short: Option<Shortfall>,
}

/// What an attempt that a line asks for would be; `chest` is what the purse holds, if that is known, and with a card
/// an embassy is free. Bribes are paid as far as the purse reaches.
pub fn plan(
    court: &Court,
    power: &str,
    item: &Item,
    (chest, free): (Option<i32>, bool),
) -> Result<Plan, Shortfall> {
    let book = court.book;
    let by = item.name("as").unwrap_or(power).to_owned();
    let on = item.name("on").unwrap_or_default().to_owned();
    let not_allowed = |why: String| Err(Shortfall::NotAllowed { why });
    let relations = court.at.common().relations;
    if by != power && !influence::may_speak_for(book, relations, power, &by) {
        let title = book.people.title(&by);
        return not_allowed(format!(
            "{title} is not an ally of yours whom nobody plays, or has attempts of its own (NIA §11.2.2)"
        ));
    }
    if by == power && !influence::triers(book, relations).iter().any(|one| one == power) {
        return not_allowed(
            "only powers that somebody plays try for others (NIA §11.2.2)".to_owned(),
        );
    }
    if let Err(barred) = court.may_try(&by, &on) {
        return not_allowed(format!("{}: {barred}", book.people.title(&on)));
    }
    let embassy = item.is(&EMBASSY);
    if !book.has_money() && embassy {
        return not_allowed(influence::Barred::NoMoney.to_string());
    }
    let price = if free { 0 } else { influence::price(book, &on, embassy) };
    let each = influence::price_of_bonus(book, &on);
    let bribe = i32::try_from(item.number_of("bribe")).unwrap_or(0);
    let wanted = bribe.checked_div(each).unwrap_or(0).min(book.track.most_bonus());
    let needed = price + wanted * each;
    let left = chest.unwrap_or(needed);
    if left < price {
        return Err(Shortfall::Money { needed, left });
    }
    let short = (left < needed).then_some(Shortfall::Bribes { needed, left });
    let bonus = wanted.min((left - price).checked_div(each).unwrap_or(0));
    Ok(Plan { by, on, bonus, pounds: price + bonus * each, short })
}

/// What has been tried so far.
#[derive(Default)]
struct Round {
    shifts: Shifts,
    /// Who has made which attempt; toward powers each counts for itself.
    made: BTreeSet<(String, bool, String)>,
}

impl Round {
    /// Goes through the powers once: their attempts or their embassies, on minor countries or on powers.
    fn go(&mut self, turn: &mut Turn, embassy: bool, on_powers: bool) {
        let kind = if embassy { &EMBASSY } else { &INFLUENCE };
        for power in powers(turn) {
            let is_now = |item: &Item| {
                let on = item.name("on").unwrap_or_default();
                item.is(kind) && turn.book.people.is_major(on) == on_powers
            };
            for item in lines(turn, &power, is_now) {
                if let Err(why) = self.attempt(turn, &power, &item) {
                    refuse(turn, &power, &item, why);
                }
            }
        }
    }

    /// Makes the attempt of a line, if nothing is in its way; cards that are kept ready help or hinder it (NIA §11.1).
    fn attempt(&mut self, turn: &mut Turn, power: &str, item: &Item) -> Result<(), Shortfall> {
        let chest = turn.state.money.chest(item.name("as").unwrap_or(power));
        let Plan { on, .. } = self.plan(turn, power, item, (None, false))?;
        let (embassy, court) = (item.is(&EMBASSY), turn.book.people.title(&on).to_owned());
        let free =
            embassy.then(|| cards::offer(turn, Effect::FreeEmbassy, power, &court)).flatten();
        let plan = self.plan(turn, power, item, (Some(chest), free.is_some()))?;
        self.made.insert(made(turn, power, embassy, &on));
        if !turn.book.people.is_major(&on) && is_cancelled(turn, power, &court) {
            let why = "a card of an enemy keeps it from being made (NIA §11.1)".to_owned();
            return Err(Shortfall::NotAllowed { why });
        }
        let helping = influence::helping(turn.book, &on);
        let help = helping.and_then(|effect| cards::offer(turn, effect, power, &court));
        let by_card = |card: Card| Modifier { what: format!("card {}", card.card), by: card.by };
        let by_cards = free.into_iter().chain(help).map(by_card).collect();
        self.make(turn, power, item, plan, by_cards);
        Ok(())
    }

    /// What the line comes to now, if its `if:` holds and nothing is in its way.
    fn plan(
        &self,
        turn: &Turn,
        power: &str,
        item: &Item,
        purse: (Option<i32>, bool),
    ) -> Result<Plan, Shortfall> {
        let embassy = item.is(&EMBASSY);
        if !holds(turn, &self.shifts, power, item) {
            return Err(Shortfall::NotSo);
        }
        let court = Court { book: turn.book, at: &turn.state, shifts: &self.shifts };
        let plan = plan(&court, power, item, purse)?;
        if self.made.contains(&made(turn, power, embassy, &plan.on)) {
            let what = match (embassy, turn.book.people.is_major(&plan.on)) {
                (false, false) => "one minor country is tried for in a season",
                (true, false) => "one embassy goes to a minor country in a season",
                (_, true) => "a power is tried for once in a season, and once by an embassy",
            };
            return Err(Shortfall::NotAllowed { why: format!("{what} (NIA §11.2.2, §11.2.4)") });
        }
        Ok(plan)
    }

    /// Makes an attempt: pays, throws, and notes where the country stands then.
    fn make(
        &mut self,
        turn: &mut Turn,
        power: &str,
        item: &Item,
        plan: Plan,
        by_cards: Vec<Modifier>,
    ) {
        let Plan { by, on, bonus, pounds, short } = plan;
        let embassy = item.is(&EMBASSY);
        if pounds > 0 {
            turn.record(MoneyEvent::FavourBought { who: by.clone(), on: on.clone(), pounds });
        }
        let court = Court { book: turn.book, at: &turn.state, shifts: &self.shifts };
        let (mut modifiers, _) = court.modifiers(&Attempt { by: &by, on: &on, bonus });
        modifiers.extend(by_cards);
        let goal = court.shifted(&by, &on);
        let titles = &turn.state.titles;
        let from = self.shifts.status(turn.book, titles, &on).cloned();
        let from = from.unwrap_or_else(|| ally_of(turn, &on));
        let is_power = turn.book.people.is_major(&on);
        let rule = if is_power { POWER } else { MINOR };
        let place = if embassy { format!("{on}, embassy") } else { on.clone() };
        let dice = turn.ledger.dice(rule.by(power).at(place), 2, 6).faces;
        let (throw, needed) = (throw(dice, modifiers), turn.book.track.needed);
        let won = throw.total >= needed;
        let status = if won { goal } else { from.clone() };
        if won && !is_power {
            self.shifts.shift(&on, status.clone());
        }
        let (power, joins) = (power.to_owned(), by.clone());
        let courted = (power.clone(), on.clone());
        turn.record(CourtEvent::Courted { power, by, on, embassy, throw, needed, status, from });
        let (power, on) = courted;
        if let Some(why) = short {
            refuse(turn, &power, item, why);
        }
        if won && is_power {
            join(turn, &on, &joins);
        }
    }
}

/// Where a power stands that nobody plays: neutral, or the ally of whoever writes for it.
fn ally_of(turn: &Turn, power: &str) -> CountryStatus {
    let side = turn.state.bloc(power);
    let ally = influence::keeper(turn.book, &turn.state.relations, power);
    let ally = ally.filter(|_| side != Bloc::Neutral);
    ally.map_or(CountryStatus::Neutral, |ally| CountryStatus::Allied(ally.to_owned()))
}

/// Whether an enemy plays a card that keeps a country from being tried for (C-10).
fn is_cancelled(turn: &mut Turn, power: &str, court: &str) -> bool {
    let mut enemies = powers(turn);
    enemies.retain(|other| turn.state.at_war(power, other));
    enemies.iter().any(|enemy| cards::offer(turn, Effect::CancelAttempt, enemy, court).is_some())
}

/// What counts as one attempt: each player's own, an embassy in a game of two each side's (NIA §11.2.2).
fn made(turn: &Turn, power: &str, embassy: bool, on: &str) -> (String, bool, String) {
    let relations = &turn.state.relations;
    let terms = turn.book.scenario.track.as_ref();
    let of_side = embassy && terms.is_some_and(|terms| influence::is_game_of_two(terms, relations));
    let who = if of_side { turn.state.bloc(power).word() } else { power };
    let on = if turn.book.people.is_major(on) { on } else { "" };
    (who.to_owned(), embassy, on.to_owned())
}

/// A neutral power goes to war on the side of another (NIA §11.2.4), or an ally by force leaves its conqueror for it
/// (NIA §13.3.2.4).
fn join(turn: &mut Turn, on: &str, side_of: &str) {
    let bloc = turn.state.bloc(side_of);
    let conqueror = forced::alliance(turn.state.common(), on).and_then(|treaty| treaty.conqueror());
    let conqueror = conqueror.map(str::to_owned);
    instability::leave_allies(turn, on, bloc);
    if let Some(conqueror) = conqueror {
        forced::seize(turn, on, &conqueror);
    }
    allegiance::follow(turn);
}

/// Whether the `if:` of a line holds, as far as its power knows: it sees where the attempts so far have brought the
/// countries.
pub fn holds(turn: &Turn, shifts: &Shifts, power: &str, item: &Item) -> bool {
    let Some(condition) = &item.condition else { return true };
    let mut known = turn.known(power).clone();
    for (country, status) in shifts.all() {
        known.titles.turn(country, status.clone());
    }
    let (pounds, recruits) = (turn.state.money.chest(power), turn.state.money.recruits(power));
    let scene = Scene { purse: Some((pounds, recruits)), ..Scene::default() };
    let eyes = Commander::new(turn.book, &known, None, Marker::WinterQuarters, 0);
    condition.ask(&eyes.amid(scene)) == Truth::Yes
}
