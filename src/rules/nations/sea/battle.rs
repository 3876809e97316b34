//! Battles at sea: the volleys, the losses, ties, and admirals who go down (NIA §10.1, §10.2, §10.4,
//! §10.5, §10.6).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §10.1, §10.2.

use super::choice::Choice;
use super::{squad, troops};
use crate::book::cards::Effect;
use crate::cards;
use crate::decisions::Topic;
use crate::land::reckon::sea::{self as figures, Outcome};
use crate::record::event::{Battery, Cause, Party, SeaBattleEvent, Volley, Winner};
use crate::record::state::{Anchorage, Ship};
use crate::turn::Turn;
use kit::ground::Space;
use kit::ledger::Source;
use kit::rule::Rule;

const VOLLEY: Rule = Rule("NIA §10.1");
const TIE: Rule = Rule("NIA §10.2");
const GUNS: Rule = Rule("NIA §10.4");
const ADMIRAL: Rule = Rule("NIA §10.5");

/// The most rounds of a battle.
const MOST_ROUNDS: u8 = 100;

/// A battle at sea.
#[derive(Debug, Clone)]
pub struct Clash {
    pub at: Anchorage,
    pub attackers: Vec<Ship>,
    pub defenders: Vec<Ship>,
    /// Whether those who attack are the ones whose marker is played (NIA §10.2).
    pub attacker_sails: bool,
    /// The harbour that is attacked under the guns of its fortress (NIA §10.4).
    pub harbour: Option<Space>,
    /// Whose guns they are.
    pub fortress: String,
    /// Fleets that fire better in this battle by a card, and by how much.
    raised: Vec<(Ship, i32)>,
}

impl Clash {
    /// A battle in the open.
    pub fn at_sea(at: Anchorage, attackers: &[Ship], defenders: &[Ship]) -> Self {
        Self {
            at,
            attackers: attackers.to_vec(),
            defenders: defenders.to_vec(),
            attacker_sails: true,
            harbour: None,
            fortress: String::new(),
            raised: vec![],
        }
    }

    fn points(&self, turn: &Turn) -> u8 {
        self.harbour.map_or(0, |at| turn.state.walls(turn.book, at))
    }

    /// What both sides are called, while they are whole.
    fn parties(&self, turn: &Turn) -> [Party; 2] {
        let party = |ships: &[Ship]| match ships {
            [] => {
                let at = self.harbour.map_or(String::new(), |at| turn.book.atlas.name(at));
                Party { power: self.fortress.clone(), name: format!("the guns of {at}") }
            }
            _ => {
                let chief = squad::commander(turn.book, ships);
                let name = chief.name(turn.book);
                Party { power: chief.power, name }
            }
        };
        [party(&self.attackers), party(&self.defenders)]
    }
}

/// Fights to the end; who wins. The beaten are still where they were (NIA §10.1).
pub fn fight(turn: &mut Turn, clash: &mut Clash) -> Winner {
    let parties = clash.parties(turn);
    let before = (clash.attackers.len(), clash.defenders.len());
    expose(turn, clash);
    clash.raised = raised(turn, clash);
    let mut round = 0;
    let winner = loop {
        let points = clash.points(turn);
        let armed = !clash.defenders.is_empty() || points > 0;
        match (clash.attackers.is_empty(), armed) {
            (true, _) => break Winner::Defender,
            (false, false) => break Winner::Attacker,
            (false, true) => {}
        }
        round += 1;
        match volleys(turn, clash, round, points, &parties) {
            Winner::Nobody => {}
            winner => break winner,
        }
        // Against a harbour there is one round: who has not beaten it draws off (§10.4).
        if clash.harbour.is_some() || round == MOST_ROUNDS {
            break Winner::Defender;
        }
        if let Some(winner) = gives_way(turn, clash) {
            break winner;
        }
    };
    let lost = (before.0 - clash.attackers.len(), before.1 - clash.defenders.len());
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let [attacker, defender] = parties;
    let (at, lost) = (clash.at.clone(), (count(lost.0), count(lost.1)));
    turn.record(SeaBattleEvent::SeaBattleEnded { at, attacker, defender, winner, lost });
    winner
}

/// Decoys that come into a battle are taken off, whatever comes of it (NIA §10.6).
fn expose(turn: &mut Turn, clash: &mut Clash) {
    let book = turn.book;
    for ships in [&mut clash.attackers, &mut clash.defenders] {
        let (decoys, fleets): (Vec<Ship>, Vec<Ship>) =
            ships.drain(..).partition(|ship| squad::is_decoy(book, ship));
        *ships = fleets;
        for decoy in decoys {
            sink(turn, &decoy, Cause::Battle);
        }
    }
}

/// The fleets whose power plays a card for their admiral.
fn raised(turn: &mut Turn, clash: &Clash) -> Vec<(Ship, i32)> {
    let all: Vec<Ship> = clash.attackers.iter().chain(&clash.defenders).cloned().collect();
    let card = |ship: Ship| {
        let mut cards = turn.book.cards.with(Effect::SeaBattle);
        let leads = cards.any(|card| card.leader.as_deref() == Some(&ship.fleet));
        let played = leads.then(|| cards::offer(turn, Effect::SeaBattle, &ship.power, &ship.fleet));
        played.flatten().map(|card| (ship, card.by))
    };
    all.into_iter().filter_map(card).collect()
}

/// One round: a die for each fleet, and the losses of the beaten (NIA §10.1).
fn volleys(
    turn: &mut Turn,
    clash: &mut Clash,
    round: u8,
    points: u8,
    parties: &[Party; 2],
) -> Winner {
    let attacker = volley(turn, clash, &clash.attackers.clone(), 0, &parties[0]);
    let defender = volley(turn, clash, &clash.defenders.clone(), points, &parties[1]);
    let totals = (attacker.total, defender.total);
    let fleets = (clash.attackers.len(), clash.defenders.len());
    let outcome = figures::outcome(turn.book, totals, fleets);
    let winner = match outcome {
        Outcome::Even => Winner::Nobody,
        Outcome::First(_) => Winner::Defender,
        Outcome::Second(_) => Winner::Attacker,
    };
    turn.record(SeaBattleEvent::SeaFought {
        at: clash.at.clone(),
        round,
        attacker: Box::new(attacker),
        defender: Box::new(defender),
        winner,
    });
    match outcome {
        Outcome::Even => {}
        Outcome::First(number) => clash.attackers = lose(turn, clash, true, number),
        Outcome::Second(number) => clash.defenders = lose(turn, clash, false, number),
    }
    winner
}

/// What one side fires: each fleet a die and its admiral's bonus, and the guns of the fortress.
fn volley(turn: &mut Turn, clash: &Clash, ships: &[Ship], points: u8, party: &Party) -> Volley {
    let place = clash.at.name(&turn.book.atlas);
    let mut dice = vec![];
    for ship in squad::ranked(turn.book, ships) {
        let ask = VOLLEY.by(ship.name(turn.book)).at(&place);
        let die = turn.ledger.dice(ask, 1, 6).faces[0];
        dice.push((ship, die));
    }
    let battery = (points > 0).then(|| {
        let fleets = !ships.is_empty();
        let die =
            (!fleets).then(|| turn.ledger.dice(GUNS.by(&party.name).at(&place), 1, 6).faces[0]);
        Battery { points, die, bonus: figures::battery(turn.book, points, fleets) }
    });
    let (mut shots, mut total) = figures::salvo(turn.book, dice, battery.as_ref());
    for (ship, by) in &clash.raised {
        if let Some(shot) = shots.iter_mut().find(|shot| shot.ship == *ship) {
            (shot.bonus, total) = (shot.bonus + by, total + by);
        }
    }
    Volley { power: party.power.clone(), name: party.name.clone(), shots, battery, total }
}

/// On equal sums those who were come upon may go first, then those who sail; or both fight on
/// (NIA §10.2). Who wins, if somebody goes.
fn gives_way(turn: &mut Turn, clash: &Clash) -> Option<Winner> {
    let attacker_last = clash.attacker_sails;
    for attacker in [!attacker_last, attacker_last] {
        let (ours, theirs) = match attacker {
            true => (&clash.attackers, &clash.defenders),
            false => (&clash.defenders, &clash.attackers),
        };
        let choice = Choice::facing(ours, &clash.at, theirs.len());
        let said = choice.wants_in(turn, Topic::Tie, "stay");
        if !choice.yes_said(turn, TIE, Topic::Tie, ours.len() >= theirs.len(), said) {
            return Some(if attacker { Winner::Defender } else { Winner::Attacker });
        }
    }
    None
}

/// Takes fleets from a side: those without troops first, and among them the owner's choice, by
/// default the weakest (NIA §10.1, §5.3.3). Who is left.
fn lose(turn: &mut Turn, clash: &Clash, attacker: bool, number: usize) -> Vec<Ship> {
    let (ours, theirs) = match attacker {
        true => (&clash.attackers, clash.defenders.len()),
        false => (&clash.defenders, clash.attackers.len()),
    };
    let mut left = ours.clone();
    let mut sunk = vec![];
    for _ in 0..number {
        let Some(ship) = pick_lost(turn, clash, &left, theirs) else { break };
        left.retain(|other| *other != ship);
        sink(turn, &ship, Cause::Battle);
        sunk.push(ship);
    }
    for ship in sunk {
        check_admiral(turn, clash, &ship);
    }
    left
}

fn pick_lost(turn: &mut Turn, clash: &Clash, left: &[Ship], theirs: usize) -> Option<Ship> {
    let book = turn.book;
    let load = |ship: &Ship| troops::load(&turn.state, ship);
    let empty = left.iter().any(|ship| load(ship) == 0);
    let mut may: Vec<Ship> =
        left.iter().filter(|ship| !empty || load(ship) == 0).cloned().collect();
    may.sort_by_key(|ship| (load(ship), squad::counter(book, ship).combat, ship.clone()));
    let default = may.first()?.name(book);
    let choice = Choice::facing(left, &clash.at, theirs);
    let wishes = choice.named(turn, Topic::SeaLosses);
    let said = wishes.iter().find_map(|wish| may.iter().find(|ship| ship.fleet == *wish));
    let said = said.map(|ship| (ship.name(book), Source::Reaction));
    let options: Vec<String> = may.iter().map(|ship| ship.name(book)).collect();
    let chosen = choice.choose(turn, VOLLEY, Topic::SeaLosses, &options, &default, said).choice;
    may.into_iter().find(|ship| ship.name(book) == chosen)
}

/// A fleet goes down with all that it carries (NIA §5.3.3, §10.1).
pub fn sink(turn: &mut Turn, ship: &Ship, cause: Cause) {
    let Some(at) = turn.state.anchorage(ship).cloned() else { return };
    troops::go_down(turn, ship);
    let decoy = squad::is_decoy(turn.book, ship);
    let Ship { power, fleet } = ship.clone();
    turn.record(SeaBattleEvent::FleetSunk { power, fleet, at, decoy, cause });
}

/// Whether an admiral with a name goes down with his fleet (NIA §10.5).
fn check_admiral(turn: &mut Turn, clash: &Clash, ship: &Ship) {
    if squad::counter(turn.book, ship).kind != "admiral" {
        return;
    }
    let ask = ADMIRAL.by(ship.name(turn.book)).at(clash.at.name(&turn.book.atlas));
    let dice = turn.ledger.dice(ask, 2, 6).sum();
    let dice = u8::try_from(dice).expect("two dice come to twelve at most");
    let killed = dice >= turn.book.sea.killed;
    let Ship { power, fleet: admiral } = ship.clone();
    turn.record(SeaBattleEvent::AdmiralChecked { power, admiral, dice, killed });
}
