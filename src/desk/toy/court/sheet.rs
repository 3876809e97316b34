//! Sheets of the court: `play: CARD`, `bid: N`, and `deals:`, each with a name, with whom, who gives
//! and how much gold.

use super::sight::Known;
use kit::deal::{Offer, Outcome, matched};
use rules::{Checked, STANDING_MARK, UnderstoodEntry, table};
use sheet::shape::{Kind, Node, Shaped, shape};
use sheet::{Diagnostic, Diagnostics, frame};

/// What a deal is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Terms {
    pub giver: String,
    pub gold: u32,
}

/// A sheet as it was read.
#[derive(Debug, Clone, Default)]
pub struct Orders {
    stands_in: bool,
    pub play: Option<String>,
    pub bid: Option<u32>,
    pub deals: Vec<Offer<Terms>>,
}

impl table::Orders for Orders {
    fn stands_in(&self) -> bool {
        self.stands_in
    }

    fn letters(&self) -> &[(String, String)] {
        &[]
    }

    fn whom(&self) -> Vec<String> {
        vec![]
    }
}

/// Reads a sheet against what its power knows.
pub fn read(known: &Known, sheet: &Shaped<'_>) -> (Orders, Diagnostics) {
    let (mut orders, mut faults) = (Orders::default(), sheet.faults.clone());
    if let Some(root) = sheet.root
        && frame::must_be_map(root, &mut faults)
    {
        entries(known, root, &mut orders, &mut faults);
    }
    (orders, faults)
}

/// Reads standing orders.
pub fn standing(known: &Known, text: &str) -> Orders {
    let (mut orders, mut faults) = (Orders::default(), Diagnostics::default());
    let text = text.strip_prefix(STANDING_MARK).unwrap_or(text);
    if let Some(entry) = shape(text, &mut faults).as_ref().and_then(|root| root.get("standing")) {
        entries(known, entry, &mut orders, &mut faults);
    }
    orders.stands_in = true;
    orders
}

fn entries(known: &Known, root: &Node, orders: &mut Orders, faults: &mut Diagnostics) {
    let Kind::Map(pairs) = &root.kind else { return };
    for (key, value) in pairs {
        let text = value.text().unwrap_or_default();
        let mut wrong = |why: String| {
            faults.push(Diagnostic::fault("not-at-court", value.at.clone(), why));
        };
        match key.text().unwrap_or_default() {
            "campaign" | "season" | "power" | "token" | "strict" | "standing" | "letters"
            | "note to umpire" => {}
            "play" if known.deck.own.iter().any(|card| card == text) => {
                orders.play = Some(text.to_owned());
            }
            "play" => wrong(format!("you have no card called `{text}`")),
            "bid" => match text.parse::<u32>().ok().filter(|gold| *gold <= known.gold) {
                Some(gold) => orders.bid = Some(gold),
                None => wrong(format!("you can bid up to {}", known.gold)),
            },
            "deals" => match deals(known, value) {
                Some(offers) => orders.deals.extend(offers),
                None => wrong("a deal has a name, with, giver (one of both) and gold".to_owned()),
            },
            other => wrong(format!("the court knows no `{other}`")),
        }
    }
}

fn deals(known: &Known, list: &Node) -> Option<Vec<Offer<Terms>>> {
    let Kind::Seq(items) = &list.kind else { return None };
    let offer = |item: &Node| {
        let word = |key: &str| item.get(key)?.text().map(str::to_owned);
        let (to, giver) = (word("with")?, word("giver")?);
        if giver != to && giver != known.power {
            return None;
        }
        Some(Offer {
            from: known.power.clone(),
            to,
            name: word("name")?,
            terms: Terms { giver, gold: word("gold")?.parse().ok()? },
        })
    };
    items.iter().map(offer).collect()
}

/// Holds a sheet against what its power knows, in words.
pub fn check(known: &Known, sheet: &Shaped<'_>) -> Checked {
    let (orders, faults) = read(known, sheet);
    let mut understood = vec![];
    let mut say = |heading: &str, lines: Vec<String>| {
        understood.push(UnderstoodEntry::plain(heading, lines));
    };
    if let Some(card) = &orders.play {
        say("play", vec![card.clone()]);
    }
    if let Some(bid) = orders.bid {
        say("bid", vec![format!("{bid} of {}", known.gold)]);
    }
    // Alone, a sheet's deals are matched with nobody's: what can never be met is told at once.
    for (outcome, offer) in matched(&orders.deals).iter().zip(&orders.deals) {
        let line = match outcome {
            Outcome::Refused(_) => outcome.words(offer),
            Outcome::Met { .. } | Outcome::Unmet => {
                format!("`{}` is made if {} writes the same", offer.name, offer.to)
            }
        };
        say("deal", vec![line]);
    }
    let counts = !understood.is_empty();
    Checked { faults, understood, counts, ways: vec![] }
}

/// An order form; it remembers what was bid before.
pub fn form(known: &Known, campaign: &str, last: Option<&str>) -> String {
    let Known { season, power, .. } = known;
    let before = last.into_iter().flat_map(str::lines).find(|line| line.starts_with("bid:"));
    let before = before.map_or_else(String::new, |bid| format!("# before: {bid}\n"));
    format!(
        "campaign: {campaign}\nseason: {season}\npower: {power}\n{before}# play: {}\n",
        known.deck.own.join(" or ")
    )
}
