//! The format in which campaigns up to edition nations-12 stored this news. It is only read, and
//! converted into events; nothing writes it.

use super::{LandNews, Sent, Told};
use crate::book::countries::CountryStatus;
use crate::book::units::Unit;
use crate::record::event::{Bill, CourtEvent, Purse, Shortfall, SpendingEvent};
use crate::record::state::{Anchorage, Bloc, Force, ForceId, Squadron};
use crate::sight::known::Who;
use kit::ground::Space;
use serde::Deserialize;

/// News of titles and of countries.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum CourtNews {
    ProvinceTitled { province: String, owner: String, from: String },
    CountryTurned { country: String, status: CountryStatus, from: CountryStatus },
    PowerTurned { power: String, bloc: Bloc, from: Bloc },
    LevyTurned { power: String, kind: String, called: bool },
    WentOver { who: Who, from: Space, at: Space, country: String, leaves: String },
    WentHome { who: Who, at: Space, country: String },
    Evacuated { who: Who, from: Space, to: Space },
    Restored { at: Space, armed: bool },
}

/// What money bought.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Purchase {
    Units(Vec<Unit>),
    Step(Unit),
    Army(String),
    Support(String),
    Fleet,
    Corsair(String),
    Arms,
    Credit(String),
}

/// News of money that was spent.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum SpendingNews {
    Bought { purse: String, what: Purchase, at: Option<Space>, bill: Option<Bill> },
    Paid { purse: String, to: String, pounds: i32, loan: bool, back: bool },
    CardBought { purse: String, from: String, card: Option<String>, pounds: Option<i32> },
    SentAbroad { power: String, war: String, steps: u32, ships: u32 },
    PaidForAbroad { purse: String, war: String, pounds: i32, owed: i32 },
    Kept { purse: String, pounds: i32 },
    Merged { who: String, at: Space },
    Posted { leader: String, at: Space, dismissed: Option<String> },
    NotCarriedOut { line: u16, list: String, order: String, why: Shortfall },
    Closed { purse: String, pounds: i32, recruits: u32, cavalry: u32 },
}

impl From<CourtNews> for LandNews {
    fn from(news: CourtNews) -> Self {
        let (event, who) = match news {
            CourtNews::ProvinceTitled { province, owner, from } => {
                (CourtEvent::ProvinceTitled { province, owner, from }, None)
            }
            CourtNews::CountryTurned { country, status, from } => {
                (CourtEvent::CountryTurned { country, status, from }, None)
            }
            CourtNews::PowerTurned { power, bloc, from } => {
                (CourtEvent::PowerTurned { power, bloc, from }, None)
            }
            CourtNews::LevyTurned { power, kind, called } => {
                (CourtEvent::LevyTurned { power, kind, called }, None)
            }
            CourtNews::WentOver { who, from, at, country, leaves } => {
                let (force, gone, rest) = (shell(&who.power, at), ForceId(0), None);
                (CourtEvent::WentOver { force, gone, rest, from, leaves, country }, Some(who))
            }
            CourtNews::WentHome { who, at, country } => {
                let (gone, rest, units, power) = (ForceId(0), None, vec![], who.power.clone());
                (CourtEvent::WentHome { gone, rest, at, power, country, units }, Some(who))
            }
            CourtNews::Evacuated { who, from, to } => {
                (CourtEvent::Evacuated { force: ForceId(0), from, to }, Some(who))
            }
            CourtNews::Restored { at, armed } => (CourtEvent::Restored { at, armed }, None),
        };
        Told::Court { event, who }.into()
    }
}

impl From<SpendingNews> for LandNews {
    fn from(news: SpendingNews) -> Self {
        let purse = |owner: String| Purse { power: owner.clone(), owner };
        let (line, mut sent) = (0, None);
        let event = match news {
            SpendingNews::Bought { purse: owner, what, at, bill } => {
                // Only those whose list it was were told the bill; who that is, was not stored.
                let power = if bill.is_some() { String::new() } else { owner.clone() };
                bought(Purse { power, owner }, what, at, bill.unwrap_or_default())
            }
            SpendingNews::Paid { purse: owner, to, pounds, loan, back } => {
                SpendingEvent::Paid { purse: purse(owner), line, to, pounds, loan, back }
            }
            SpendingNews::CardBought { purse: owner, from, card, pounds } => {
                let (card, pounds) = (card.unwrap_or_default(), pounds.unwrap_or_default());
                SpendingEvent::CardBought { purse: purse(owner), line, card, from, pounds }
            }
            SpendingNews::SentAbroad { power, war, steps, ships } => {
                sent = Some(Sent { steps, ships });
                let (purse, units, fleets) = (purse(power), vec![], vec![]);
                let (at, gone, rest) = (Space(0), None, None);
                SpendingEvent::SentAbroad { purse, line, war, units, fleets, at, gone, rest }
            }
            SpendingNews::PaidForAbroad { purse: owner, war, pounds, owed } => {
                let bill = Bill { pounds, ..Bill::default() };
                SpendingEvent::PaidForAbroad { purse: purse(owner), line, war, owed, bill }
            }
            SpendingNews::Kept { purse: owner, pounds } => {
                SpendingEvent::Kept { purse: purse(owner), line, pounds }
            }
            SpendingNews::Merged { who, at } => {
                let force = Force { leaders: vec![who], ..shell("", at) };
                SpendingEvent::CorpsMerged { purse: purse(String::new()), line, force }
            }
            SpendingNews::Posted { leader, at, dismissed } => {
                let force = Force { leaders: vec![leader.clone()], ..shell("", at) };
                let (purse, formed) = (purse(String::new()), false);
                SpendingEvent::LeaderPosted { purse, line, leader, force, formed, dismissed }
            }
            SpendingNews::NotCarriedOut { line, list, order, why } => {
                let purse = purse(String::new());
                SpendingEvent::NotCarriedOut { purse, line, list, order, reason: why }
            }
            SpendingNews::Closed { purse: owner, pounds, recruits, cavalry } => {
                SpendingEvent::AccountClosed { purse: purse(owner), pounds, recruits, cavalry }
            }
        };
        Told::Spending { event, sent }.into()
    }
}

fn bought(purse: Purse, what: Purchase, at: Option<Space>, bill: Bill) -> SpendingEvent {
    let (line, formed, power) = (0, false, purse.owner.clone());
    // Only the place of the force is known. It is not empty, so that the place is told.
    let there = |at: Space| Force { depots: 1, ..shell(&power, at) };
    let force = at.map_or_else(|| shell(&power, Space(0)), there);
    match what {
        Purchase::Units(units) => SpendingEvent::Raised { purse, line, units, force, formed, bill },
        Purchase::Step(unit) => SpendingEvent::Refilled { purse, line, unit, force, bill },
        Purchase::Army(army) => {
            let force = Force { army: Some(army), ..force };
            SpendingEvent::ArmySetUp { purse, line, force, bill }
        }
        Purchase::Support(what) => {
            SpendingEvent::SupportRaised { purse, line, what, force, formed, bill }
        }
        Purchase::Fleet => {
            let fleets = at.map(|_| vec![String::new()]).unwrap_or_default();
            let squadron = Squadron::new(&power, &Anchorage::Corsairs, &fleets);
            let (fleet, at) = (String::new(), force.at);
            SpendingEvent::FleetBuilt { purse, line, fleet, at, squadron, bill }
        }
        Purchase::Corsair(corsair) => SpendingEvent::CorsairFitted { purse, line, corsair, bill },
        Purchase::Arms => {
            let at = force.at;
            SpendingEvent::FortressArmed { purse, line, at, power, bill }
        }
        Purchase::Credit(of) => SpendingEvent::CreditRaised { purse, line, of, bill },
    }
}

fn shell(power: &str, at: Space) -> Force {
    Force::new(ForceId(0), power, at)
}
