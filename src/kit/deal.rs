//! Deals between two: what both sheets say alike is done, and nothing else.
//!
//! A deal has a name that its two parties have agreed on. Each of them offers it to the other, and it
//! is met if both have offered the same terms. Terms are compared as they were read and not as they
//! were written, so they say of each thing who gives it, and mean the same in both sheets.
//!
//! Who offers a deal that is not met is told one and the same sentence, whether the other offered
//! nothing, other terms or a deal of another name: the answer must not tell what is in another sheet.
//! An offer that can never be met is refused, and only what its writer wrote decides that.
//!
//! Not here: what terms there are, and doing what was agreed.

use crate::names::plain;
use std::collections::BTreeMap;

/// The most offers that one party makes at a time.
pub const MOST_OFFERS: usize = 64;
/// The longest name of a deal, in characters.
pub const LONGEST_NAME: usize = 60;

/// What one party offers another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer<T> {
    /// Who writes it.
    pub from: String,
    /// The other party.
    pub to: String,
    /// What both call it; accents and capitals do not matter.
    pub name: String,
    pub terms: T,
}

/// What became of an offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The other party offered the same: by the place of its offer in the list.
    Met { other: usize },
    /// It did not. What the writer is told is [`Outcome::words`].
    Unmet,
    /// It cannot be met, whatever the other writes, for this reason.
    Refused(String),
}

impl Outcome {
    /// What the writer of an offer is told of it, in a sentence.
    pub fn words<T>(&self, offer: &Offer<T>) -> String {
        let Offer { to, name, .. } = offer;
        match self {
            Outcome::Met { .. } => format!("the deal `{name}` with {to} is made"),
            Outcome::Unmet => format!(
                "the deal `{name}` with {to} is not made: that needs the same deal in both sheets"
            ),
            Outcome::Refused(why) => format!("the deal `{name}` with {to} is refused: {why}"),
        }
    }
}

/// Matches the offers of a season; the outcomes stand in the order of the offers.
pub fn matched<T: Eq>(offers: &[Offer<T>]) -> Vec<Outcome> {
    let mut made: BTreeMap<&str, usize> = BTreeMap::new();
    let mut by_name: BTreeMap<(&str, &str, String), usize> = BTreeMap::new();
    let mut outcomes: Vec<Outcome> = vec![];
    for (at, offer) in offers.iter().enumerate() {
        let count = made.entry(&offer.from).or_default();
        *count += 1;
        let mut fault = fault(offer, *count);
        if fault.is_none() {
            let key = (offer.from.as_str(), offer.to.as_str(), plain(&offer.name));
            let first = *by_name.entry(key).or_insert(at);
            fault = (first != at).then(|| "the sheet has another deal of that name".to_owned());
        }
        outcomes.push(fault.map_or(Outcome::Unmet, Outcome::Refused));
    }
    for ((from, to, name), at) in &by_name {
        let Some(other) = by_name.get(&(*to, *from, name.clone())) else { continue };
        if offers[*at].terms == offers[*other].terms {
            outcomes[*at] = Outcome::Met { other: *other };
        }
    }
    outcomes
}

/// Why an offer cannot be met, judged by itself; `count` says how many its writer has made with it.
fn fault<T>(offer: &Offer<T>, count: usize) -> Option<String> {
    let name = plain(&offer.name);
    if offer.from == offer.to {
        return Some("a deal is between two".to_owned());
    }
    if name.is_empty() || name.chars().count() > LONGEST_NAME {
        return Some(format!("a deal has a name of 1 to {LONGEST_NAME} characters"));
    }
    if count > MOST_OFFERS {
        return Some(format!("a sheet has up to {MOST_OFFERS} deals"));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn offer(from: &str, to: &str, name: &str, terms: u32) -> Offer<u32> {
        Offer { from: from.into(), to: to.into(), name: name.into(), terms }
    }

    fn told(offers: &[Offer<u32>]) -> Vec<String> {
        let outcomes = matched(offers);
        outcomes.iter().zip(offers).map(|(outcome, offer)| outcome.words(offer)).collect()
    }

    #[test]
    fn both_sides_alike_make_a_deal() {
        let offers = [
            offer("ada", "bert", "Peace of Lübeck", 3),
            offer("carl", "bert", "peace of lubeck", 3),
            offer("bert", "ada", "peace of LUBECK", 3),
        ];
        let outcomes = matched(&offers);
        assert_eq!(
            outcomes,
            [Outcome::Met { other: 2 }, Outcome::Unmet, Outcome::Met { other: 0 }]
        );
        assert_eq!(told(&offers)[0], "the deal `Peace of Lübeck` with bert is made");
    }

    #[test]
    fn an_unmet_deal_says_nothing_of_the_other_sheet() {
        let own = offer("ada", "bert", "peace", 3);
        let others: [&[Offer<u32>]; 6] = [
            &[],
            &[offer("bert", "ada", "peace", 4)],
            &[offer("bert", "ada", "truce", 3)],
            &[offer("bert", "carl", "peace", 3)],
            &[offer("bert", "bert", "peace", 3)],
            &[offer("bert", "ada", "peace", 4), offer("bert", "ada", "Peace", 3)],
        ];
        for other in others {
            let all: Vec<Offer<u32>> = [own.clone()].into_iter().chain(other.to_vec()).collect();
            let words = "the deal `peace` with bert is not made: that needs the same deal in both \
                         sheets";
            assert_eq!(told(&all)[0], words, "{other:?}");
        }
    }

    #[test]
    fn an_offer_that_cannot_be_met_is_refused() {
        let long = "x".repeat(LONGEST_NAME + 1);
        let offers = [
            offer("ada", "ada", "peace", 1),
            offer("ada", "bert", "", 1),
            offer("ada", "bert", &long, 1),
            offer("ada", "bert", "peace", 1),
            offer("ada", "bert", "Peace", 2),
        ];
        let whys = [
            "a deal is between two",
            "a deal has a name of 1 to 60 characters",
            "a deal has a name of 1 to 60 characters",
            "",
            "the sheet has another deal of that name",
        ];
        for (outcome, why) in matched(&offers).iter().zip(whys) {
            match why {
                "" => assert_eq!(*outcome, Outcome::Unmet),
                why => assert_eq!(*outcome, Outcome::Refused(why.to_owned())),
            }
        }
        let words = &told(&offers)[0];
        assert_eq!(words, "the deal `peace` with ada is refused: a deal is between two");
        let many = 20_000;
        let offers: Vec<Offer<u32>> =
            (0..many).map(|number| offer("ada", "bert", &number.to_string(), 1)).collect();
        let refused = Outcome::Refused("a sheet has up to 64 deals".to_owned());
        let outcomes = matched(&offers);
        assert_eq!(outcomes.iter().filter(|one| **one == refused).count(), many - MOST_OFFERS);
    }

    proptest! {
        /// A deal is met by both or by none, with the same terms; and what one party is told of an
        /// unmet deal is what it is told when nobody else writes anything.
        #[test]
        fn deals_are_mutual(
            written in prop::collection::vec((0u8..3, 0u8..3, 0u8..3, 0u32..2), 0..30)
        ) {
            let names = ["ada", "bert", "carl"];
            let offers: Vec<Offer<u32>> = written
                .iter()
                .map(|(from, to, name, terms)| {
                    let name = format!("deal {name}");
                    offer(names[usize::from(*from)], names[usize::from(*to)], &name, *terms)
                })
                .collect();
            let outcomes = matched(&offers);
            for (at, outcome) in outcomes.iter().enumerate() {
                let own: Vec<Offer<u32>> =
                    offers.iter().filter(|one| one.from == offers[at].from).cloned().collect();
                let before = offers[..at].iter().filter(|one| one.from == offers[at].from).count();
                match outcome {
                    Outcome::Met { other } => {
                        prop_assert_eq!(&outcomes[*other], &Outcome::Met { other: at });
                        prop_assert_eq!(offers[at].terms, offers[*other].terms);
                    }
                    alone => prop_assert_eq!(alone, &matched(&own)[before]),
                }
            }
        }
    }
}
