//! Tests of `book/declared.rs`.

use nations::book::cards::DeckTerms;
use nations::book::declared::special::*;
use nations::book::declared::*;
use nations::book::money::MoneyTerms;
use nations::book::restraints::{Bounds, NewArmy, Stream, Surrender};
use nations::book::scenario::{Area, Chosen, Entry, Fleets, Scenario, Siege, Special};
use nations::book::special::{Burden, Command, Liberation, Sources, Transport};
use nations::book::terms::{
    Commanders, Conditional, Recall, Release, Score, Successors, Term, Verdict, Victory,
};
use nations::book::withdrawal::Withdrawal;
use play::scenario::Shape;
use play::scenario::strays;

/// Every key that the reader knows is explained, and no other.
#[test]
fn the_declared_keys_are_those_that_are_read() {
    let map = |shape: &Shape| match shape {
        Shape::Keys(keys) => *keys,
        _ => panic!("it is a map"),
    };
    let all = [
        strays::<Scenario>(KEYS, &["rules"]),
        strays::<Entry>(ENTRY, &[]),
        strays::<Chosen>(map(&CHOSEN), &[]),
        strays::<Fleets>(map(&SQUADRON), &[]),
        strays::<Siege>(map(&SIEGE), &[]),
        strays::<Area>(AREA, &[]),
        strays::<Special>(SPECIAL, &[]),
        strays::<DeckTerms>(DECK, &[]),
        strays::<Release>(RELEASE, &[]),
        strays::<Successors>(SUCCESSORS, &[]),
        strays::<Recall>(RECALL, &[]),
        strays::<Commanders>(COMMANDERS, &[]),
        strays::<Sources>(SOURCES, &[]),
        strays::<Burden>(BURDEN, &[]),
        strays::<Transport>(TRANSPORT, &[]),
        strays::<Bounds>(BOUNDS, &[]),
        strays::<Stream>(STREAM, &[]),
        strays::<Surrender>(SURRENDER, &[]),
        strays::<NewArmy>(NEW_ARMY, &[]),
        strays::<Liberation>(LIBERATION, &[]),
        strays::<Command>(COMMAND, &[]),
        strays::<Conditional>(CONDITIONAL, &[]),
        strays::<Withdrawal>(WITHDRAWAL, &[]),
        strays::<Victory>(VICTORY, &[]),
        strays::<Score>(SCORE, &[]),
        strays::<Verdict>(VERDICT, &[]),
        strays::<MoneyTerms>(MONEY, &[]),
        strays::<Term>(TERM, &[]),
        strays::<nations::book::atlas::OffMap>(BOX, &[]),
    ];
    assert_eq!(all.concat(), Vec::<String>::new());
}
