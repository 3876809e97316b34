//! A season of a staff: each says their part of a stop, and the campaign goes on to the next at which
//! somebody wants to be asked.

use super::tally::of_sheet;
use super::{Extent, Turn, advance, rulings, stand, tell_steps};
use crate::orders::Sheet;
use crate::orders::answer::Stop;
use crate::orders::steps::{Origins, StepOf, Written};
use crate::orders::told::Told;
use crate::record::event::Event;
use crate::record::state::State;
use crate::season::staff::{self, Officers};
use crate::sequence::Campaign;
use crate::sequence::answer::{Answer, Ask, Said};
use kit::ledger::Now;
use std::collections::{BTreeMap, BTreeSet};

/// Plays to the next stop at which somebody is asked.
pub fn play(turn: &mut Turn, extent: Extent, part: &mut u32) {
    let book = turn.book;
    let mut here = take(turn);
    let mut campaign = turn.here().campaign(book);
    while let Some(ask) = campaign.asked(book) {
        *part += 1;
        if *part > 1 {
            pass(turn, &campaign, ask);
            rulings::play(turn, Now::Pause);
            rulings::play(turn, Now::Before(*part));
            campaign = turn.here().campaign(book);
        }
        let said = said(turn, &campaign, ask, &mut here);
        advance(turn, &mut campaign, said);
        tell_steps(turn, ask);
        let asked = wanting(turn, &campaign);
        if extent == Extent::OneStop || !asked.is_empty() {
            break;
        }
    }
    let asked = wanting(turn, &campaign);
    turn.eyes = None;
    for event in turn.tally.end(&turn.table.events) {
        turn.record(event);
    }
    ask_now(turn, asked);
    stand(turn, &campaign);
}

fn ask_now(turn: &mut Turn, powers: Officers) {
    let now = |power: &String| turn.state.officer(power).is_some_and(|officer| officer.asked);
    let before: Officers = staff::officers(turn.book).into_iter().filter(now).collect();
    if before != powers {
        turn.record(Event::Asked { powers });
    }
}

/// Takes down what the sheets say beforehand; gives what each says here.
fn take(turn: &mut Turn) -> BTreeMap<String, Told> {
    let mut all = BTreeMap::new();
    for power in staff::officers(turn.book) {
        let sheet = turn.sheets.get(&power).cloned().unwrap_or_default();
        let Sheet { here, after, doctrine, ask, ties, .. } = sheet;
        turn.tally.lasting(&power, [doctrine.is_some(), ask.is_some(), ties.is_some()]);
        let before = turn.state.officer(&power).cloned().unwrap_or_default();
        let mut own = before.clone();
        own.after = match &here {
            // Purchases come up again after the battles of the marches.
            Some(Told::After(told)) if before.asked => Some(told.clone()),
            Some(_) | None => after.or(own.after),
        };
        let lasting = &mut own.lasting;
        lasting.doctrine = doctrine.unwrap_or_else(|| std::mem::take(&mut lasting.doctrine));
        lasting.ask = ask.or(lasting.ask.take());
        lasting.ties = ties.unwrap_or_else(|| std::mem::take(&mut lasting.ties));
        if own != before {
            let (lasting, after) = (own.lasting, own.after);
            turn.record(Event::Said { power: power.clone(), lasting, after });
        }
        if let Some(here) = here.filter(|_| before.asked) {
            all.insert(power, here);
        }
    }
    all
}

/// The campaign as one of the staff knows it now.
fn known(turn: &Turn, power: &str, campaign: &Campaign) -> Campaign {
    let before = turn.known(power).state.campaign(turn.book);
    staff::known(turn.book, power, &before, campaign)
}

/// Who wants to be asked at a stop, of those who would be.
fn wanting(turn: &Turn, campaign: &Campaign) -> Officers {
    let Some(ask) = campaign.asked(turn.book) else { return BTreeSet::new() };
    let wants = |power: &String| {
        let known = known(turn, power, campaign);
        let stop = Stop { book: turn.book, campaign: &known, officer: Some(power) };
        let own = turn.state.officer(power);
        own.is_some_and(|own| stop.is_asked(ask, &own.lasting, own.after.as_ref()))
    };
    staff::asked(turn.book, campaign).into_iter().filter(wants).collect()
}

/// What the staff says at a stop: each by their sheet, else beforehand, else nothing. Conditions ask
/// what the one who wrote them knows.
fn said(turn: &mut Turn, campaign: &Campaign, ask: Ask, here: &mut BTreeMap<String, Told>) -> Said {
    let book = turn.book;
    let mut answers: BTreeMap<String, (Answer, Origins<StepOf>)> = BTreeMap::new();
    turn.of_sorts.clear();
    for power in staff::asked(book, campaign) {
        let known = known(turn, &power, campaign);
        let stop = Stop { book, campaign: &known, officer: Some(&power) };
        let own = turn.state.officer(&power).cloned().unwrap_or_default();
        let early = || match ask {
            Ask::After => own.after.clone().map(Told::After).map(Written::here),
            Ask::Moves | Ask::Deploy | Ask::BattleTurn => stop.doctrine(ask, &own.lasting),
        };
        let said_here = here.remove(&power);
        let beforehand = said_here.is_none();
        let Some(written) = said_here.map(Written::here).or_else(early) else { continue };
        let sorts = stop.of_sorts(&written.told);
        let (answer, parts) = stop.taken(&written.told, beforehand);
        turn.of_sorts.extend(sorts);
        let origins = of_sheet(parts, &power, &written);
        answers.insert(power, (answer, origins));
    }
    here.clear();
    let (here, origins) = staff::joined(book, answers);
    // What others spend at the same time nobody could know either.
    turn.tally.begin(ask, origins, true);
    Said { here, ..Said::default() }
}

/// A stop at which nobody is asked.
fn pass(turn: &mut Turn, campaign: &Campaign, ask: Ask) {
    let title = campaign.title(turn.book).unwrap_or_default();
    let leaders = staff::asked(turn.book, campaign);
    let said = |power: &String| {
        let own = turn.state.officer(power);
        own.is_some_and(|own| match ask {
            Ask::After => own.after.is_some(),
            Ask::Moves | Ask::Deploy | Ask::BattleTurn => !own.lasting.doctrine.is_empty(),
        })
    };
    let doctrine = leaders.iter().any(said);
    let by = match (ask, &turn.eyes) {
        (Ask::Deploy | Ask::BattleTurn, Some(eyes)) => eyes.in_battle(turn.book),
        (Ask::Deploy | Ask::BattleTurn | Ask::Moves | Ask::After, _) => leaders,
    };
    let state = turn.here().clone();
    let after = State { season: state.season, ..state.at(turn.book, campaign) };
    ask_now(turn, Officers::new());
    turn.record(Event::Stood { after: Box::new(after) });
    turn.record(Event::Seen { by, what: Box::new(Event::Passed { title, doctrine }) });
}
