//! The peaces of a season, when its marches are over: who is beaten and makes peace, and what it brings (NIA §13.3.1,
//! §13.3.1.2, §13.3.2).
//!
//! Peaces that are over end first, then offers are settled. Who is beaten is asked of the position after that, once for all;
//! these powers make peace in the order of diplomacy.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §13.3.1, §13.3.1.2, §13.3.2, §13.3.2.2, §13.3.2.3.

use super::bargain::{Bargain, Chosen, Terms, Wish};
use super::lines::{ACCEPT, CONCEDE, CONTINUE, DEMAND};
use super::{Plight, loan, offers, over, parties, plight};
use crate::book::countries::CountryStatus;
use crate::book::{Book, PeaceTable};
use crate::money::cabinet::{List, lines_of, not_done};
use crate::money::treasury::Scene;
use crate::money::treasury::scene::Told;
use crate::orders::budget::Item;
use crate::politics::allegiance;
use crate::politics::credit;
use crate::politics::diplomacy::{holds, powers};
use crate::politics::influence::Shifts;
use crate::politics::liberation;
use crate::position::Position;
use crate::record::event::{CourtEvent, ForceEvent, Shortfall, Term};
use crate::record::state::Bloc;
use crate::record::state::peaces::Peaces;
use crate::season::restraints;
use crate::turn::Turn;
use kit::ground::Space;
use kit::rule::Rule;
use std::collections::{BTreeMap, BTreeSet};

const LENGTH: Rule = Rule("NIA §13.3.2.2");

/// Settles the peaces of a season.
pub fn play(turn: &mut Turn) {
    if turn.book.scenario.track.is_none() {
        return;
    }
    over::play(turn);
    let mut lines = Lines::default();
    offers::play(turn, &mut lines);
    for (power, plight) in plights(turn) {
        weigh(turn, &power, &plight, &mut lines);
    }
    end_fighting(turn);
    loan::lend(turn);
    lines.refuse_others(turn);
}

/// How each power stands, in the order of diplomacy, as things stand before any of them makes peace.
fn plights(turn: &Turn) -> Vec<(String, Plight)> {
    let scene = Scene::of(turn.book, &turn.state);
    let all = powers(turn).into_iter();
    all.filter_map(|power| plight(&scene, &power).map(|plight| (power, plight))).collect()
}

/// What lines of `peace:` have come to.
#[derive(Default)]
pub(super) struct Lines {
    pub(super) done: BTreeSet<(String, u16)>,
    /// Why a line was not carried out that had its turn.
    pub(super) why: BTreeMap<(String, u16), Shortfall>,
}

impl Lines {
    pub(super) fn of(turn: &Turn, power: &str) -> Vec<Item> {
        lines_of(turn, power, List::Peace).0
    }

    /// Notes why a line that has its turn does nothing. It may still do something later.
    pub(super) fn leave(&mut self, power: &str, line: u16, why: Shortfall) {
        self.why.insert((power.to_owned(), line), why);
    }

    /// What a power wishes for in the peace of a beaten one and has not got yet, by lines whose `if:` holds. Of the others
    /// it is noted why they say nothing.
    pub(super) fn wishes(&mut self, turn: &Turn, power: &str, beaten: &str) -> Vec<Wish> {
        let items = Self::of(turn, power);
        let mut list = vec![];
        for (number, wish) in wishes(&items, power, beaten) {
            if self.done.contains(&(power.to_owned(), number)) {
                continue;
            }
            let item = items.iter().find(|item| item.number == number);
            let so = item.is_some_and(|item| holds(turn, &Shifts::default(), power, item));
            match wish {
                _ if !so => self.leave(power, number, Shortfall::NotSo),
                Ok(wish) => list.push(wish),
                Err(why) => self.leave(power, number, Shortfall::NotAllowed { why }),
            }
        }
        list
    }

    /// Notes of the lines of those who accept a peace that they ask nothing: the power that offers it says its conditions.
    pub(super) fn offered(&mut self, turn: &Turn, power: &str, with: &[String]) {
        let title = turn.book.people.title(power);
        for other in with {
            for wish in self.wishes(turn, other, power) {
                let why = format!(
                    "{title} has peace with you by its own offer, whose conditions are its own (NIA §13.3.1.1)"
                );
                wish.line.into_iter().for_each(|line| {
                    self.leave(other, line, Shortfall::NotAllowed { why: why.clone() })
                });
            }
        }
    }

    /// Notes of the lines of a power that has peace with a beaten one, and no part in the victory, why they ask nothing.
    fn leave_out(&mut self, turn: &Turn, power: &str, beaten: &str) {
        let list = self.wishes(turn, power, beaten);
        let title = turn.book.people.title(beaten);
        for line in list.into_iter().filter_map(|wish| wish.line) {
            let why = format!(
                "{title} makes peace with you, but you hold none of its towns that count (NIA §13.3.2.3)"
            );
            let key = (power.to_owned(), line);
            self.why.entry(key).or_insert(Shortfall::NotAllowed { why });
        }
    }

    /// Notes the lines by which conditions were chosen.
    pub(super) fn note(&mut self, chosen: &[Chosen]) {
        let lines = chosen.iter().filter_map(|one| Some((one.by.clone(), one.line?)));
        self.done.extend(lines);
    }

    /// Tells of each line that was not carried out why.
    fn refuse_others(&mut self, turn: &mut Turn) {
        for power in powers(turn) {
            for item in Self::of(turn, &power) {
                let key = (power.clone(), item.number);
                if self.done.contains(&key) {
                    continue;
                }
                let idle = || Shortfall::NotAllowed { why: idle(turn, &power, &item) };
                let why = self.why.remove(&key).unwrap_or_else(idle);
                let event = not_done(turn, &power, List::Peace, &item, why);
                turn.record(event);
            }
        }
    }
}

/// Why a line has nothing to do in a season.
fn idle(turn: &Turn, power: &str, item: &Item) -> String {
    let why = if item.is(&DEMAND) {
        "nobody whom it is about makes peace with you"
    } else if item.is(&ACCEPT) {
        "no peace is offered to you that it accepts (NIA §13.3.1.1)"
    } else if let Some(why) = already(&turn.state.titles.peaces, power) {
        return why;
    } else {
        "you do not have to make peace (NIA §13.3.1)"
    };
    why.to_owned()
}

/// That a power fights on after defeat, and until when, if it does (NIA §13.3.1.2).
pub fn already(peaces: &Peaces, power: &str) -> Option<String> {
    let last = peaces.fights_until(power)?;
    Some(format!("you fight on until {last} is over, and make no peace before (NIA §13.3.1.2)"))
}

/// Why a power that must make peace cannot fight on, if it cannot.
pub fn may_not_fight_on(book: &Book, at: &dyn Position, power: &str) -> Option<&'static str> {
    let common = at.common();
    if credit::is_spent(common.money, power) {
        return Some("your credit is spent: you leave the war (NIA §15.1)");
    }
    liberation::fought_by(book, common, power)
        .map(|_| "you are conquered in your war of liberation (NIA §14.4.2)")
}

/// Lets a power make peace if it must, or fight on.
fn weigh(turn: &mut Turn, power: &str, plight: &Plight, lines: &mut Lines) {
    let now = turn.state.season;
    let until = turn.state.titles.peaces.fights_until(power);
    let spent = credit::is_spent(&turn.state.money, power);
    if until.is_some_and(|last| now < last) && !spent {
        return;
    }
    let victors: Vec<String> = {
        let all = plight.victors.iter();
        all.filter(|victor| turn.state.at_war(victor, power)).cloned().collect()
    };
    // It has made peace by an offer, or those who have beaten it have made peace themselves.
    if plight.beaten != Told::Yes || victors.is_empty() {
        if until.is_some() {
            turn.record(CourtEvent::FightingEnded { power: power.to_owned() });
        }
        return;
    }
    if let Some((line, yes)) = fights_on(turn, power, lines) {
        let key = (power.to_owned(), line);
        match (until, yes) {
            (None, true) if let Some(why) = may_not_fight_on(turn.book, &turn.state, power) => {
                lines.why.insert(key, Shortfall::NotAllowed { why: why.to_owned() });
            }
            (None, true) => {
                lines.done.insert(key);
                let last = turn.book.peace.last_of_fighting_on(now);
                turn.record(CourtEvent::FoughtOn { power: power.to_owned(), last });
                return;
            }
            (Some(_), true) => {
                let why = "you have fought on already (NIA §13.3.1.2)".to_owned();
                lines.why.insert(key, Shortfall::NotAllowed { why });
            }
            (_, false) => {
                lines.done.insert(key);
            }
        }
    }
    make(turn, power, (plight, &victors), until.is_some(), lines);
}

/// The line that says whether a power fights on, the first of these whose `if:` holds, and what it says.
fn fights_on(turn: &Turn, power: &str, lines: &mut Lines) -> Option<(u16, bool)> {
    let asked = Lines::of(turn, power).into_iter().filter(|item| item.is(&CONTINUE));
    for item in asked {
        if holds(turn, &Shifts::default(), power, &item) {
            return Some((item.number, says_yes(&item)));
        }
        lines.leave(power, item.number, Shortfall::NotSo);
    }
    None
}

/// Whether a line says that its power fights on.
pub fn says_yes(item: &Item) -> bool {
    item.filled().is_some_and(|filled| filled.get("war").is_none() || filled.flag("war"))
}

/// The conditions that a power wishes for in the peace of a beaten one, in the order of its list.
pub fn wishes(items: &[Item], power: &str, beaten: &str) -> Vec<(u16, Result<Wish, String>)> {
    let kind = if power == beaten { &CONCEDE } else { &DEMAND };
    let about = |item: &&Item| item.name("of").is_none_or(|of| of == beaten);
    let own = items.iter().filter(|item| item.is(kind)).filter(about);
    own.map(|item| (item.number, Wish::of(item))).collect()
}

/// A beaten power makes peace with these victors.
fn make(
    turn: &mut Turn,
    power: &str,
    (plight, victors): (&Plight, &[String]),
    fought_on: bool,
    lines: &mut Lines,
) {
    let (with, occupied) = {
        let scene = Scene::of(turn.book, &turn.state);
        (parties(&scene, power, victors), plight.is_kept(&scene, power))
    };
    let terms = Terms { beaten: power, victors, fought_on, occupied };
    let agreed = conditions(turn, terms, lines);
    for other in with.iter().filter(|other| !victors.contains(other)) {
        lines.leave_out(turn, other, power);
    }
    let open = if fought_on { neighbours(turn, power, &with) } else { vec![] };
    let are_all = with.len() == victors.len();
    conclude(turn, power, (with, open), agreed, false);
    if !are_all {
        let (power, victors) = (power.to_owned(), victors.to_vec());
        turn.record(CourtEvent::VictorsNamed { power, victors });
    }
}

/// Nobody fights on who is at war with nobody any more.
fn end_fighting(turn: &mut Turn) {
    let all: Vec<String> =
        turn.state.titles.peaces.fighting_on().map(|(power, _)| power.to_owned()).collect();
    for power in all {
        let relations = &turn.state.relations;
        if !relations.parties().any(|other| relations.at_war(&power, other)) {
            turn.record(CourtEvent::FightingEnded { power });
        }
    }
}

/// The allies of a power that are at war with its victors, each with the provinces of it that touch their own land (NIA
/// §13.3.2.2).
fn neighbours(turn: &Turn, power: &str, with: &[String]) -> Vec<(String, Vec<String>)> {
    let scene = Scene::of(turn.book, &turn.state);
    let stays = |ally: &&str| {
        *ally != power
            && turn.state.friends(ally, power)
            && with.iter().any(|victor| scene.at_war(ally, victor))
    };
    let allies = scene.powers().into_iter().filter(stays);
    let near = allies.map(|ally| {
        let near = turn.book.atlas.beside(|name| scene.owner_of(name) == Some(ally)).into_iter();
        let near = near.filter(|name| scene.owner_of(name) == Some(power)).map(str::to_owned);
        (ally.to_owned(), near.collect::<Vec<String>>())
    });
    near.filter(|(_, near)| !near.is_empty()).collect()
}

/// Makes a peace with the conditions that were chosen.
pub(super) fn conclude(
    turn: &mut Turn,
    power: &str,
    (with, open): (Vec<String>, Vec<(String, Vec<String>)>),
    chosen: Vec<Chosen>,
    offered: bool,
) {
    let conditions = chosen.iter().map(|one| one.counts).sum();
    let side = with.first().map_or(Bloc::Neutral, |one| turn.state.bloc(one));
    let longer = chosen.iter().any(|one| one.term == Term::LongerPeace);
    let count = turn.book.peace.dice(longer);
    let dice = turn.ledger.dice(LENGTH.by(power), count, 6).faces;
    let made = turn.state.season;
    let until = PeaceTable::end(made, turn.book.peace.turns(&dice));
    let beaten = power.to_owned();
    turn.record(CourtEvent::PeaceMade {
        power: beaten,
        with,
        made,
        until,
        dice,
        conditions,
        offered,
        side,
    });
    for (to, provinces) in open {
        turn.record(CourtEvent::BordersOpened { power: power.to_owned(), to, provinces });
    }
    let ceded: Vec<String> = chosen
        .iter()
        .filter(|one| one.term == Term::Province)
        .filter_map(|one| one.name.clone())
        .collect();
    chosen.into_iter().for_each(|one| set(turn, power, one));
    stand_down(turn, power, &ceded, true);
}

/// Lets victors and beaten choose; each line that was used is done, and of the others it is noted why they were not.
fn conditions(turn: &Turn, terms: Terms, lines: &mut Lines) -> Vec<Chosen> {
    let choosers = terms.victors.iter().map(String::as_str).chain([terms.beaten]);
    let (mut lists, mut others) = (BTreeMap::new(), vec![]);
    for power in choosers {
        let list = lines.wishes(turn, power, terms.beaten);
        others.extend(list.iter().map(|wish| (power.to_owned(), wish.clone())));
        lists.insert(power.to_owned(), list);
    }
    let mut bargain = Bargain::new(turn.book, turn.state.common(), terms);
    bargain.settle(lists);
    lines.note(&bargain.chosen);
    for (power, wish) in others {
        let Some(key) = wish.line.map(|line| (power.clone(), line)) else { continue };
        if !lines.done.contains(&key) {
            let why = bargain.why_not(&power, &wish);
            lines.why.insert(key, Shortfall::NotAllowed { why });
        }
    }
    bargain.chosen
}

/// Records a condition, with what it does at once.
fn set(turn: &mut Turn, power: &str, one: Chosen) {
    let Chosen { term, name, to, by, counts, .. } = one;
    let beaten = power.to_owned();
    let (named, victor) = (name.clone(), to.clone());
    turn.record(CourtEvent::ConditionSet { power: beaten, to, by, term, name, counts });
    match (term, named) {
        (Term::Province, Some(province)) => {
            let from = {
                let scene = Scene::of(turn.book, &turn.state);
                scene.owner_of(&province).unwrap_or(power).to_owned()
            };
            let owner = Bargain::owner_by_peace(turn.book, turn.state.common(), &province, &victor);
            turn.record(CourtEvent::ProvinceTitled { province, owner, from });
        }
        (Term::Country, Some(country)) => {
            allegiance::found_country(turn, &country, CountryStatus::Allied(victor));
        }
        (Term::ContinentalSystem, _) => {
            turn.record(CourtEvent::SystemTurned { court: power.to_owned(), bound: true });
        }
        _ => {}
    }
}

/// A power is neutral: towns go back, its fortresses are armed again if it was beaten, and troops leave land that is closed
/// to them (NIA §13.3.2.1, §13.3.2.2, §14.2).
pub fn stand_down(turn: &mut Turn, power: &str, ceded: &[String], beaten: bool) {
    if turn.state.bloc(power) != Bloc::Neutral {
        allegiance::turn_power(turn, power, Bloc::Neutral);
    }
    give_back(turn, power, ceded);
    if beaten {
        restraints::arm(turn, power, power, true);
    }
    allegiance::follow(turn);
}

/// Gives back the towns that the beaten power and others hold of each other, and to the new owner those of ceded land; who
/// stands behind walls that are given back comes out of them.
fn give_back(turn: &mut Turn, power: &str, ceded: &[String]) {
    let back: Vec<Space> = {
        let scene = Scene::of(turn.book, &turn.state);
        let strange = |(at, holder): &(&Space, &String)| {
            let province = turn.book.atlas.province(**at);
            let owner = province.and_then(|one| scene.owner(one));
            let Some(side) = owner.map(|owner| scene.side(owner)) else { return false };
            let is_ceded = province.is_some_and(|one| ceded.contains(&one.name));
            let concerns = side == power || *holder == power || is_ceded;
            concerns && side != holder.as_str() && !scene.at_war(side, holder)
        };
        turn.state.held.iter().filter(strange).map(|(at, _)| *at).collect()
    };
    for at in back {
        let guests: Vec<_> = turn
            .state
            .at(at)
            .filter(|force| force.inside && turn.state.holder(turn.book, at) == Some(&force.power))
            .cloned()
            .collect();
        for mut force in guests {
            (force.inside, force.siege) = (false, None);
            turn.record(ForceEvent::Changed { force, why: "the peace opens the gates".to_owned() });
        }
        turn.record(CourtEvent::Restored { at, armed: false });
    }
}
