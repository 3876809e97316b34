//! Public cards, which are played as soon as they are drawn, even to the harm of the power that drew them: one a
//! season by each side (NIA §11.1, §17.3.1).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §11.1, §14.5.3.

use super::{NOBODY, ask_umpire, needs_are_met, of_year, record, risings, season_of_play};
use crate::book::PLAYERS;
use crate::book::cards::{Card, Effect};
use crate::book::money::ForeignWar;
use crate::land::attrition;
use crate::money::lines::landwehr;
use crate::politics::{abroad, allegiance, instability};
use crate::record::event::{MoneyEvent, Occasion, SequenceEvent};
use crate::record::state::{Bloc, Force, ForceId};
use crate::turn::Turn;
use kit::calendar::Quarter;
use kit::relations::Relation;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The sides that have played their public card of a season.
#[derive(Debug, Default)]
pub struct Shown(BTreeSet<String>);

impl Shown {
    /// Notes that the side of a power plays a public card; false if it has played one this season.
    fn takes(&mut self, turn: &Turn, power: &str) -> bool {
        let side = turn.state.bloc(power);
        let side = if side == Bloc::Neutral { power } else { side.word() };
        self.0.insert(side.to_owned())
    }
}

/// Lets each side play a public card that it had to keep. Those of spring are played before the cards are drawn
/// for it, when winter is over.
pub fn at_the_start(turn: &mut Turn) {
    let drawn = turn.state.deck.is_some() && turn.state.season.quarter == Quarter::Spring;
    if !drawn {
        kept(turn, &mut Shown::default());
    }
}

/// Plays the first public card of each side: that of the first power which holds one, in the order of diplomacy.
pub fn kept(turn: &mut Turn, shown: &mut Shown) {
    let mut powers: Vec<String> = turn.state.relations.parties().cloned().collect();
    powers.sort_by_key(|power| turn.book.people.order(power));
    for power in powers {
        if let Some(card) = first(turn, &power)
            && shown.takes(turn, &power)
        {
            play(turn, &power, &card);
        }
    }
}

/// The public card that a power plays first: the first of its sheet, else of the book.
fn first(turn: &Turn, power: &str) -> Option<Card> {
    let hand = turn.state.cards.get(power)?;
    let held = |card: &&Card| hand.contains(&card.card) && can_be_played(turn, card);
    let sheet = turn.sheets.get(power).into_iter().flat_map(|sheet| &sheet.cards);
    let mut named = sheet.filter_map(|card| turn.book.cards.get(card)).filter(held);
    named.next().or_else(|| turn.book.cards.iter().find(held)).cloned()
}

fn can_be_played(turn: &Turn, card: &Card) -> bool {
    card.is_public() && needs_are_met(turn.book, &turn.state, card)
}

/// Plays a card that was drawn, if it is public and its side has played none this season.
pub fn drawn(turn: &mut Turn, power: &str, card: &str, shown: &mut Shown) {
    let Some(card) = turn.book.cards.get(card).filter(|card| can_be_played(turn, card)) else {
        return;
    };
    if shown.takes(turn, power) {
        play(turn, power, &card.clone());
    }
}

/// What a public card does.
fn play(turn: &mut Turn, power: &str, card: &Card) {
    match card.effect {
        Effect::CampFever => camp_fever(turn, power, card),
        Effect::FeverInProvinces => fever(turn, power, card),
        Effect::Pounds | Effect::FewerRecruits => note(turn, power, card),
        Effect::ForeignWar => foreign_war(turn, power, card),
        Effect::Rising => risings::rise(turn, power, card),
        Effect::Muster => risings::muster(turn, power, card),
        Effect::ChangesSides => change_sides(turn, power, card),
        Effect::Landwehr => call_landwehr(turn, power, card),
        Effect::Reform => reform(turn, power, card),
        Effect::AttemptsOfYear => shock(turn, power, card),
        Effect::AllianceCheck => ends_alliance(turn, power, card),
        _ => {
            let who = turn.book.people.title(power).to_owned();
            let ruling = ask_umpire(turn, power, &who, &card.card);
            record(turn, (power, &card.card), &who, Some(ruling), (None, None));
        }
    }
}

/// A card that counts in the next budget: of the power that it names, else of the holder.
fn note(turn: &mut Turn, power: &str, card: &Card) {
    let who = card.power.as_deref().unwrap_or(power).to_owned();
    let counts = turn.book.has_money() && turn.state.relations.takes_part(&who);
    let title = if counts { turn.book.people.title(&who) } else { NOBODY }.to_owned();
    record(turn, (power, &card.card), &title, None, (None, None));
    if counts {
        turn.record(MoneyEvent::CardNoted { who, card: card.card.clone() });
    }
}

/// A war outside the map begins with the next budget, if none has begun for it (NIA §14.1).
fn foreign_war(turn: &mut Turn, power: &str, card: &Card) {
    let season = turn.state.season;
    let year = if season.quarter == Quarter::Winter { season.next().year } else { season.year + 1 };
    let war = card.war.as_deref().and_then(|war| abroad::may_begin(turn, war, year));
    let who = war.as_ref().map_or(NOBODY, |war| turn.book.people.title(&war.power)).to_owned();
    record(turn, (power, &card.card), &who, None, (None, None));
    if let Some(ForeignWar { name: war, power, .. }) = war {
        let (units, fleets) = (vec![], vec![]);
        turn.record(MoneyEvent::WarBegan { war, power, since: year, units, fleets });
    }
}

/// A power on whose land enemies stand fights for its liberation; one on whose land allies stand leaves them for their
/// enemies (I-23; NIA §14.4.1, §14.4.2).
fn change_sides(turn: &mut Turn, power: &str, card: &Card) {
    let named = card.power.as_deref().unwrap_or_default().to_owned();
    let is_invaded = instability::has_steps_of(turn, &named, Relation::War);
    let leaves = !is_invaded && instability::has_steps_of(turn, &named, Relation::Allied);
    let who = if is_invaded || leaves { turn.book.people.title(&named) } else { NOBODY };
    record(turn, (power, &card.card), who, None, (None, None));
    if is_invaded {
        instability::fight_for_liberation(turn, &named);
    } else if let Some(bloc) = turn.state.bloc(&named).opposite().filter(|_| leaves) {
        instability::leave_allies(turn, &named, bloc);
        allegiance::follow(turn);
    }
}

/// One of the card's powers gets its landwehr each spring from now on: the one that plays it, else the first that is at
/// war, else the first that takes part (I-27; NIA §14.5.3).
fn call_landwehr(turn: &mut Turn, power: &str, card: &Card) {
    let relations = &turn.state.relations;
    let plays = |one: &&String| turn.book.has_money() && relations.takes_part(one);
    let is_at_war = |one: &&String| relations.parties().any(|other| relations.at_war(one, other));
    let able = || card.holder.iter().filter(plays);
    let own = able().find(|one| *one == power).or_else(|| able().find(is_at_war));
    let called = own.or_else(|| able().next()).cloned();
    let who = called.as_ref().map_or(NOBODY, |one| turn.book.people.title(one)).to_owned();
    record(turn, (power, &card.card), &who, None, (None, None));
    if let Some(called) = called {
        landwehr::call(turn, &called);
    }
}

/// A card that counts in the attempts of a year.
fn shock(turn: &mut Turn, power: &str, card: &Card) {
    let who = turn.book.people.title(PLAYERS[0]).to_owned();
    record(turn, (power, &card.card), &who, None, (None, None));
    let rule = of_year(card, season_of_play(turn).year);
    turn.record(SequenceEvent::RuleBegun { rule });
}

/// A card that counts in each later check of a power, where the scenario has a rule for them (R-22, R-24; NIA §21.2.1).
fn ends_alliance(turn: &mut Turn, power: &str, card: &Card) {
    let named = card.power.as_ref();
    let rule = turn.book.scenario.alliance_check();
    let named = named.filter(|one| rule.is_some_and(|(_, rule)| rule.powers.contains(one)));
    let who = named.map_or(NOBODY, |one| turn.book.people.title(one)).to_owned();
    record(turn, (power, &card.card), &who, None, (None, None));
}

/// The army of a power is reformed, where the scenario has a rule for it (R-23; NIA §21.2.1).
fn reform(turn: &mut Turn, power: &str, card: &Card) {
    let rule = turn.book.scenario.reform();
    let who = rule.map_or(NOBODY, |(_, rule)| turn.book.people.title(&rule.power)).to_owned();
    let rule = rule.map(|(id, _)| id.to_owned());
    record(turn, (power, &card.card), &who, None, (None, None));
    if let Some(rule) = rule {
        turn.record(SequenceEvent::RuleBegun { rule });
    }
}

/// The troops of a power in some provinces are checked (I-22).
fn fever(turn: &mut Turn, power: &str, card: &Card) {
    let (book, own) = (turn.book, card.power.as_deref());
    let there = |at| book.atlas.province(at).is_some_and(|one| card.provinces.contains(&one.name));
    let sick = turn.state.forces.values().filter(|force| Some(force.power.as_str()) == own);
    let sick: Vec<ForceId> = sick.filter(|force| there(force.at)).map(|force| force.id).collect();
    let who = own.map_or(NOBODY, |own| book.people.title(own)).to_owned();
    record(turn, (power, &card.card), &who, None, (None, None));
    turn.lasting_cards.fever = Some(card.by);
    for id in sick {
        attrition::check(turn, id, &[Occasion::CampFever], None);
    }
    turn.lasting_cards.fever = None;
}

/// The largest army is checked (C-17).
fn camp_fever(turn: &mut Turn, power: &str, card: &Card) {
    let book = turn.book;
    let armies = turn.state.forces.values().filter(|force| force.army.is_some());
    let size = |force: &&Force| {
        let order = book.people.order(&force.power);
        (force.steps(), Reverse(order), Reverse(force.id))
    };
    let largest = armies.max_by_key(size).map(|force| (force.id, turn.name(force)));
    let who = largest.as_ref().map_or(NOBODY, |(_, name)| name).to_owned();
    record(turn, (power, &card.card), &who, None, (None, None));
    if let Some((id, _)) = largest {
        attrition::check(turn, id, &[Occasion::CampFever], None);
    }
}
