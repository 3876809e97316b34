//! The sequence of play of a turn, on one screen (§8).
//!
//! 1. The intel map and the orders of battle were published with the last report.
//! 2. Players have submitted moves; the umpire interprets what stands there in words (§3).
//! 3. New troops are deployed (§18); the order of battle is changed (§10). With money, budgets are gone through, and
//!    what they buy appears.
//! 4. Movement, all at once, on land (§12) and at sea (§13).
//! 5. Lines of supply, and attrition (§15).
//! 6. Battles (§19), those at sea first.
//! 7. Retreats (§19.5); then raids, cities that are occupied (§14), and who submits (§20).
//! 8. The random event (§8), generals who fell and who comes for them (§19.7).
//! 9. Orders of battle are brought up to date, and points are counted (§22). With money, what is left of the
//!    turn's resource points becomes money, deals are made (§16.8), terms of peace are set (§20.1), and the income of
//!    the next turn is reckoned (§16).
//!
//! Where politics are played, a council of its own comes before each winter (§6): see `politics/council.rs`.

use crate::battle;
use crate::decisions::Topic;
use crate::march::{depots, movement, organise, supply};
use crate::money::{income, spending};
use crate::orders::Part;
use crate::politics::{council, deals, submission};
use crate::record::event::{OrderEvent, PublicEvent};
use crate::sea::{self, harbour, sailing};
use crate::season::turn::Turn;
use crate::season::{chance, free_words as umpire, rulings, setup, territory};
use kit::ledger::Now;
use std::collections::BTreeSet;

/// How much of a turn is played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Extent {
    #[default]
    Whole,
    /// A case that is about a march, a battle or a siege: no random event.
    Without,
}

/// Plays one turn from its first event to its last, or a council.
pub fn play(turn: &mut Turn, extent: Extent) {
    if turn.state.politics.council {
        return council::play(turn);
    }
    begin(turn);
    step(turn, 3);
    harbour::take_in(turn); // §19.6
    setup::arrive(turn); // §18
    organise::play(turn); // §10
    intend(turn); // Those who were raised just now have their orders too.
    step(turn, 4);
    spending::play(turn); // §15.1, §16.5, §18: still in step 3, when all orders of the turn are there
    intend(turn); // So have those who were bought.
    movement::play(turn); // §12
    step(turn, 5);
    supply::play(turn); // §15
    step(turn, 6);
    sea::battle::play(turn); // §19.6: before those on land, since landings depend on them
    battle::play(turn); // §19
    step(turn, 7);
    sea::battle::retreat(turn); // §19.6
    battle::retreat::play(turn); // §19.5
    depots::fall(turn); // §10: those whose guards are gone
    territory::play(turn); // §14, §19.9
    submission::play(turn); // §20
    harbour::leave(turn); // §13.3: whose harbour the enemy has taken
    harbour::disembark(turn); // §13.6
    step(turn, 8);
    if extent == Extent::Whole {
        chance::play(turn); // §8
    }
    chance::replace(turn); // §19.7
    end(turn);
}

/// Begins a turn: what stands in words is interpreted (§3).
fn begin(turn: &mut Turn) {
    let season = turn.state.season;
    turn.record(PublicEvent::SeasonBegan { season });
    rulings::play(turn, Now::Start);
    turn.announce();
    intend(turn);
    umpire::play(turn);
}

/// Tells each power which of its words on contact nobody asked for (§19.1).
fn not_asked(turn: &mut Turn) {
    let mut events = vec![];
    for (power, sheet) in &turn.sheets {
        let mut spoken = BTreeSet::new();
        for entry in &sheet.entries {
            // The first entry that names somebody speaks for them.
            let speaks = spoken.insert(&entry.who);
            let open = |(_, part): &(u16, Part)| {
                !speaks || !turn.asked.contains(&(entry.who.clone(), *part))
            };
            let steps: Vec<u16> = entry.parts().filter(open).map(|(number, _)| number).collect();
            if !steps.is_empty() {
                let (power, who) = (power.clone(), entry.who.clone());
                events.push(OrderEvent::NotAsked { power, entry: entry.number, who, steps });
            }
        }
    }
    for (power, sheet) in &turn.sheets {
        for entry in sheet.fleets.iter().filter(|entry| entry.at_sea.is_some()) {
            let said = turn
                .sea
                .conducts
                .iter()
                .find(|((of, _), said)| of == power && said.entry == entry.number);
            if !said.is_some_and(|(who, _)| turn.sea.asked.contains(who)) {
                let (power, who) = (power.clone(), entry.who.clone());
                let steps = vec![entry.conduct_number()];
                events.push(OrderEvent::NotAsked { power, entry: entry.number, who, steps });
            }
        }
    }
    events.into_iter().for_each(|event| turn.record(event));
}

/// Ends a turn; the points are counted when the game is over (§22).
fn end(turn: &mut Turn) {
    rulings::play(turn, Now::Pause);
    rulings::play(turn, Now::End);
    not_asked(turn);
    turn.state.check(turn.book);
    let season = turn.state.season;
    income::bank(turn); // §16.6
    income::seize(turn); // §16.7
    if turn.state.politics.played {
        deals::expire(turn);
        submission::settle(turn); // §20.1
        deals::settle(turn); // §6, §16.8
    }
    let over = territory::is_over(turn);
    if !over {
        income::collect(turn); // §16.1, for the turn to come
        submission::pay(turn);
    }
    submission::expire(turn);
    if over {
        territory::score(turn);
    }
    turn.tell_rulings(&[Topic::Words.topic()]);
    turn.record(PublicEvent::SeasonEnded { season, over });
}

/// Before a step of §8 the umpire's facts are played that wait for it.
fn step(turn: &mut Turn, number: u32) {
    rulings::play(turn, Now::Pause);
    rulings::play(turn, Now::Before(number));
    umpire::due(turn, number);
}

/// What every force that is there means to do when it meets somebody; a power speaks for its own.
fn intend(turn: &mut Turn) {
    let mut intents = vec![];
    for (power, sheet) in &turn.sheets {
        for entry in &sheet.entries {
            let general = turn.state.generals.get(&entry.who).map(|one| &one.power);
            let formation = turn.state.formations.get(&entry.who).map(|one| &one.power);
            if general.or(formation) == Some(power) {
                intents.push((entry.who.clone(), entry.intent.clone()));
            }
        }
    }
    for (who, intent) in intents {
        turn.intents.entry(who).or_insert(intent);
    }
    let mut conducts = vec![];
    for (power, sheet) in &turn.sheets {
        for entry in &sheet.fleets {
            let group = sailing::acting(&turn.state.navy, power, &entry.who);
            let said = entry.at_sea.clone().zip(group);
            conducts.extend(said.map(|(said, group)| ((power.clone(), group.who), said)));
        }
    }
    for (who, said) in conducts {
        turn.sea.conducts.entry(who).or_insert(said);
    }
}
