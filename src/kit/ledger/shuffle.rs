//! Shuffles, and the cards that are taken from what was shuffled.
//!
//! A shuffle has a key like that of a die roll, with `shuffle` before its number. The season's seed,
//! the key and the list of cards determine the order. Players are not shown the order: they get a
//! hash of it, the seal. When the seed is revealed, they get the list of cards, and can compute the
//! order and the seal themselves. A card that is taken is shown to those who may see it, with the
//! shuffle it came from and its place there.
//!
//! Not here: where the cards lie ([`deck`](crate::deck)).

use super::{Ledger, Origin, Scripted, Shown, Source, What, roll, stream};
use crate::names::plain;
use crate::rule::Ask;
use std::collections::BTreeSet;

/// What stands before the number in the key of a shuffle, and in that of a card.
const SHUFFLE: &str = "shuffle";
const CARD: &str = "card";

/// Cards in the order into which they were shuffled, the top first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shuffle {
    pub key: String,
    pub order: Vec<String>,
    pub source: Source,
}

impl Ledger {
    /// Shuffles cards, whatever the order in which they are given; no two have one name.
    pub fn shuffle(&mut self, ask: Ask, cards: &[String]) -> Shuffle {
        let all: BTreeSet<&String> = cards.iter().collect();
        assert_eq!(all.len(), cards.len(), "no two cards of a shuffle have one name");
        let cards: Vec<String> = all.into_iter().cloned().collect();
        let key = self.key(&ask, Some(SHUFFLE));
        let read = |answer: &str| written_order(&cards, answer);
        let (order, source) = match self.forced(&key, || question(&cards), read) {
            Some(order) => (order, Source::Forced),
            None => self.origin_shuffle(&ask, &key, &cards),
        };
        let named = named(&cards, &order);
        self.keep(&key, What::Shuffle { cards, order }, source);
        Shuffle { key, order: named, source }
    }

    /// Keeps which card was taken from a shuffle, and from which place, counted from 1.
    ///
    /// Consumes no randomness; lets a player verify a dealt card against the shuffle.
    pub fn take(&mut self, ask: Ask, shuffle: &str, place: u32, card: &str) {
        let key = self.key(&ask, Some(CARD));
        let what = What::Card { shuffle: shuffle.to_owned(), place, card: card.to_owned() };
        let mut source = Source::Seed;
        match &self.origin {
            Origin::Record(_) => {
                let kept = self.next_entry(&key, |kept| (*kept == what).then_some(()));
                source = kept.map_or(Source::Default, |(_, source)| source);
            }
            Origin::Keyed(_) => drop(self.keyed_answer(&key)),
            Origin::Seed(_) | Origin::Script(_) => {}
        }
        self.keep(&key, what, source);
    }

    fn origin_shuffle(&mut self, ask: &Ask, key: &str, cards: &[String]) -> (Vec<u32>, Source) {
        let as_listed = || (indices(cards.len()), Source::Default);
        match &self.origin {
            Origin::Seed(seed) => (shuffled(seed, key, cards.len()), Source::Seed),
            Origin::Script(_) => {
                let asked = format!("{} ({key})", question(cards));
                let read = |answer: &Scripted| match answer {
                    Scripted::Shuffle { order } => written_order(cards, order).ok(),
                    Scripted::Dice { .. } | Scripted::Draw { .. } => None,
                };
                self.next_line(ask, &asked, read).unwrap_or_else(as_listed)
            }
            Origin::Record(_) => {
                let read = |what: &What| match what {
                    What::Shuffle { cards: of, order } => {
                        (of == cards && is_an_order(order, cards.len())).then(|| order.clone())
                    }
                    _ => None,
                };
                self.next_entry(key, read).unwrap_or_else(as_listed)
            }
            Origin::Keyed(_) => {
                let kept = self.keyed_answer(key).map(|what| what.answer());
                let order = kept.and_then(|order| written_order(cards, &order).ok());
                order.map(|order| (order, Source::Script)).unwrap_or_else(|| {
                    self.miss(key);
                    as_listed()
                })
            }
        }
    }
}

/// The order into which a seed shuffles cards, which are listed in the order of the alphabet.
pub fn order_of(seed: &[u8; 32], key: &str, cards: &[String]) -> Vec<String> {
    named(cards, &shuffled(seed, key, cards.len()))
}

/// The place of each card in the list, the top of the pool first.
///
/// From the last place down to the second, each is exchanged with one of those up to itself, drawn
/// like a die.
pub(super) fn shuffled(seed: &[u8; 32], key: &str, count: usize) -> Vec<u32> {
    let mut words = stream(seed, key);
    let mut order = indices(count);
    for last in (1..count).rev() {
        let sides = u32::try_from(last + 1).expect("no pool is that large");
        let other = roll(&mut words, sides) - 1;
        order.swap(last, other as usize);
    }
    order
}

fn indices(count: usize) -> Vec<u32> {
    (0..count).map(|at| u32::try_from(at).expect("no pool is that large")).collect()
}

fn is_an_order(order: &[u32], count: usize) -> bool {
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    sorted == indices(count)
}

pub(super) fn named(cards: &[String], order: &[u32]) -> Vec<String> {
    order.iter().filter_map(|at| cards.get(*at as usize)).cloned().collect()
}

/// What a shuffle asks for.
pub(super) fn question(cards: &[String]) -> String {
    format!("the order of {}", cards.join(", "))
}

/// Reads an order as a person writes it: the cards from the top, separated by commas. Those that
/// are not named lie below them in the order of the alphabet.
fn written_order(cards: &[String], written: &str) -> Result<Vec<u32>, String> {
    let mut order: Vec<usize> = vec![];
    for name in written.split(',').map(str::trim).filter(|name| !name.is_empty()) {
        let wanted = plain(name);
        let exact = cards.iter().position(|card| card == name);
        let at = exact.or_else(|| cards.iter().position(|card| plain(card) == wanted));
        let at = at.ok_or_else(|| format!("`{name}` is not among {}", cards.join(", ")))?;
        if order.contains(&at) {
            return Err(format!("`{name}` is named twice"));
        }
        order.push(at);
    }
    let rest: Vec<usize> = (0..cards.len()).filter(|at| !order.contains(at)).collect();
    order.extend(rest);
    Ok(order.into_iter().map(|at| u32::try_from(at).expect("no pool is that large")).collect())
}

impl Shown {
    /// The shuffle and the place from which a card came, if this is a card that was taken.
    pub fn from_pool(&self) -> Option<(&str, u32)> {
        let (place, shuffle) = self.what.strip_prefix("card ")?.split_once(" of ")?;
        Some((shuffle, place.parse().ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::{Entry, follows};
    use crate::rule::Rule;

    const POOL: Rule = Rule("TOY §2");
    const SEED: [u8; 32] = [7; 32];

    fn cards(text: &str) -> Vec<String> {
        text.split(", ").map(str::to_owned).collect()
    }

    #[test]
    fn the_order_follows_from_seed_key_and_cards() {
        let mut ledger = Ledger::seeded("spring 1800", SEED);
        let once = ledger.shuffle(POOL.by("pool"), &cards("d, a, c, b, e"));
        assert_eq!(once.key, "spring 1800/TOY §2/pool/-/shuffle/1");
        assert_eq!(once.order.join(" "), "c a b d e", "the order of a seed never changes");
        assert_eq!(order_of(&SEED, &once.key, &cards("a, b, c, d, e")), once.order);
        let again = ledger.shuffle(POOL.by("pool"), &cards("a, b, c, d, e"));
        assert_eq!(again.key, "spring 1800/TOY §2/pool/-/shuffle/2");
        assert_ne!(again.order, once.order);
        assert!(ledger.entries().iter().all(|entry| follows(&SEED, entry) == Some(true)));
        let mut other = ledger.entries()[0].clone();
        let What::Shuffle { order, .. } = &mut other.what else { panic!("a shuffle") };
        order.swap(0, 1);
        assert_eq!(follows(&SEED, &other), Some(false));
        let What::Shuffle { cards, .. } = &mut other.what else { panic!("a shuffle") };
        cards.swap(0, 1);
        assert_eq!(follows(&SEED, &other), Some(false), "the list has the order of the alphabet");
    }

    #[test]
    fn every_order_of_three_comes_about() {
        let mut found: std::collections::BTreeMap<Vec<String>, u32> = Default::default();
        for nth in 0..600u32 {
            let key = format!("s/TOY §2/-/-/shuffle/{nth}");
            *found.entry(order_of(&SEED, &key, &cards("a, b, c"))).or_default() += 1;
        }
        assert_eq!(found.len(), 6);
        assert!(found.values().all(|count| (60..140).contains(count)), "{found:?}");
    }

    #[test]
    fn nobody_is_shown_a_shuffle_and_a_card_names_its_place() {
        let mut ledger = Ledger::seeded("s", SEED);
        let Shuffle { key, order, .. } = ledger.shuffle(POOL.by(""), &cards("a, b, c"));
        ledger.take(POOL.by("ada"), &key, 1, &order[0]);
        let shown: Vec<Shown> = ledger.entries().iter().filter_map(Shown::of).collect();
        assert_eq!(shown.len(), 1);
        assert_eq!(shown[0].key, "s/TOY §2/ada/-/card/1");
        assert_eq!(shown[0].from_pool(), Some((key.as_str(), 1)));
        assert_eq!(shown[0].fell, order[0]);
        assert_eq!(Entry::of_shown(&shown[0]).unwrap().what, ledger.entries()[1].what);
    }

    #[test]
    fn a_record_a_script_and_the_umpire_answer_too() {
        let play = |ledger: &mut Ledger| {
            let pool = ledger.shuffle(POOL.by("pool"), &cards("a, b, c"));
            ledger.take(POOL.by("ada"), &pool.key, 1, &pool.order[0]);
            pool.order.join(" ")
        };
        let mut seeded = Ledger::seeded("s", SEED);
        let order = play(&mut seeded);
        let mut replayed = Ledger::replayed("s", seeded.entries().to_vec());
        assert_eq!((play(&mut replayed), replayed.finish()), (order, vec![]));
        assert_eq!(replayed.entries(), seeded.entries());
        let kept = serde_json::to_string(seeded.entries()).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Entry>>(&kept).unwrap(), seeded.entries());

        let mut scripted = Ledger::scripted("s", "TOY §2 pool: shuffle = C, a").unwrap();
        assert_eq!((play(&mut scripted).as_str(), scripted.finish()), ("c a b", vec![]));
        let mut wrong = Ledger::scripted("s", "shuffle = d").unwrap();
        play(&mut wrong);
        let fault = "the order of a, b, c (s/TOY §2/pool/-/shuffle/1) is asked for, and next is \
                     line 1, `shuffle = d`";
        assert_eq!(wrong.finish(), [fault]);

        let mut forced = Ledger::seeded("s", SEED);
        forced.force("s/TOY §2/pool/-/shuffle/1", "b");
        assert_eq!(play(&mut forced), "b a c");
        assert_eq!(follows(&SEED, &forced.entries()[0]), None);
        let mut twice = Ledger::seeded("s", SEED);
        twice.force("s/TOY §2/pool/-/shuffle/1", "b, b");
        play(&mut twice);
        assert!(twice.finish()[0].ends_with("does not fit: `b` is named twice"));

        let keyed = Ledger::keyed("s", seeded.entries(), BTreeSet::new());
        assert_eq!(play(&mut keyed.clone()), play(&mut Ledger::seeded("s", SEED)));
    }

    #[test]
    fn a_lane_has_the_same_order_and_is_played_again_without_its_name() {
        let play = |ledger: &mut Ledger| {
            let pool = ledger.shuffle(POOL.by("pool"), &cards("a, b, c, d"));
            ledger.take(POOL.by("ada"), &pool.key, 1, &pool.order[0]);
            pool.order
        };
        let mut alone = Ledger::seeded("s", SEED);
        let order = play(&mut alone);
        let mut ledger = Ledger::seeded("s", SEED);
        ledger.lane("table-2");
        assert_eq!(play(&mut ledger), order);
        assert!(ledger.entries().iter().all(|entry| follows(&SEED, entry) != Some(false)));
        let own = ledger.entries().iter().filter_map(|entry| entry.of_lane("table-2"));
        assert_eq!(own.collect::<Vec<_>>(), alone.entries());
    }

    #[test]
    fn a_record_with_another_card_is_told() {
        let mut ledger = Ledger::seeded("s", SEED);
        ledger.take(POOL.by("ada"), "k", 1, "a");
        let mut replayed = Ledger::replayed("s", ledger.entries().to_vec());
        replayed.take(POOL.by("ada"), "k", 1, "b");
        assert!(replayed.faults()[0].contains("is asked for, and the record has"));
    }
}
