//! How the three kinds of seasons are played.

use super::state::Event;
use super::{ADA, BERT, CARLA, Court, Turn};
use kit::deal::{Outcome, matched};
use kit::deck::{Change, Place};
use kit::rule::Rule;
use rules::Table;

const POOL: Rule = Rule("COURT §1");
const BID: Rule = Rule("COURT §2");

/// Plays a season from its first event to its last.
pub fn play(turn: &mut Turn<'_>) {
    turn.record(Event::Began);
    turn.announce();
    match turn.state.season.kind() {
        "council" => council(turn),
        "treaties" => treaties(turn),
        _ => hands(turn),
    }
    turn.record(Event::Ended);
}

/// Everybody plays the card that their sheet says; the pool is shuffled with what lies aside, and
/// everybody draws a card.
fn hands(turn: &mut Turn<'_>) {
    for power in [ADA, BERT, CARLA] {
        let Some(card) = turn.sheets.get(power).and_then(|sheet| sheet.play.clone()) else {
            continue;
        };
        let from = Place::Hand(power.to_owned());
        if turn.state.deck.place(&card).as_ref() == Some(&from) {
            turn.record(Event::Deck(Change::Moved { card, from, to: Place::Discard }));
        }
    }
    let table: &mut Table<'_, Court> = turn;
    let shuffled = table.state.deck.shuffle_all(table.ledger, POOL.by("pool"));
    turn.record(Event::Deck(shuffled));
    for power in [ADA, BERT, CARLA] {
        draw(turn, power, Place::Hand(power.to_owned()));
    }
    if turn.state.crown {
        draw(turn, super::CROWN, Place::Table);
    }
}

fn draw(turn: &mut Turn<'_>, who: &str, to: Place) {
    let table: &mut Table<'_, Court> = turn;
    if let Ok(drawn) = table.state.deck.draw(table.ledger, POOL.by(who), to) {
        turn.record(Event::Deck(drawn));
    }
}

/// The highest bid wins the ward; of equal ones the lot decides. Who bid all and lost falls.
fn council(turn: &mut Turn<'_>) {
    let bid = |power: &str| turn.sheets.get(power).and_then(|sheet| sheet.bid).unwrap_or(0);
    let standing = [ADA, BERT].into_iter().filter(|power| !turn.state.fallen.contains(*power));
    let bids: Vec<(String, u32)> = standing.map(|power| (power.to_owned(), bid(power))).collect();
    let most = bids.iter().map(|(_, bid)| *bid).max().unwrap_or(0);
    let highest = bids.iter().filter(|(_, bid)| *bid == most).map(|(power, _)| power.clone());
    let highest: Vec<String> = highest.collect();
    let winner = match highest.as_slice() {
        [one] => one.clone(),
        several => several[turn.ledger.draw(BID.by("council"), several).index].clone(),
    };
    let lost_all = |(power, bid): &(String, u32)| {
        *power != winner && *bid > 0 && turn.state.gold.get(power) == Some(bid)
    };
    let fell: Vec<String> =
        bids.iter().filter(|one| lost_all(one)).map(|(power, _)| power.clone()).collect();
    turn.record(Event::Kept { keeper: winner, paid: most });
    for power in fell {
        turn.record(Event::Fell { power });
    }
}

/// Deals that two sheets name alike are made, as far as the giver has the gold.
fn treaties(turn: &mut Turn<'_>) {
    let offers: Vec<_> = turn.sheets.values().flat_map(|sheet| sheet.deals.clone()).collect();
    for (at, (outcome, offer)) in matched(&offers).iter().zip(&offers).enumerate() {
        let (power, words) = (offer.from.clone(), outcome.words(offer));
        turn.record(Event::Offered { power, words });
        let Outcome::Met { other } = outcome else { continue };
        let terms = &offer.terms;
        let purse = turn.state.gold.get(&terms.giver).copied().unwrap_or(0);
        if at < *other && terms.gold <= purse {
            let taker = if terms.giver == offer.from { &offer.to } else { &offer.from };
            let (giver, taker) = (terms.giver.clone(), taker.clone());
            turn.record(Event::Agreed { giver, taker, gold: terms.gold });
        }
    }
}
