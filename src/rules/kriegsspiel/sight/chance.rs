//! Which event a die or a lot decides, so that whoever is told of the one is shown the other.

#![deny(clippy::wildcard_enum_match_arm)]

use crate::record::event::{
    Event, ForceEvent, MoneyEvent, OrderEvent, PublicEvent, SeaEvent, WarEvent,
};
use kit::ledger::{Entry, What};
use play::Chance;

/// Who sees what chance answered.
pub fn chance(entry: &Entry) -> Chance {
    let rule = entry.rule();
    // The lot is among those who spent alike, and what others spent is their secret.
    if rule == "K05 §12.1" {
        return Chance::Hidden;
    }
    // Which power has veterans is seen by those who see the troops; all else of the random event is
    // published, with what it was drawn from.
    let of_veterans = matches!(entry.what, What::Draw { .. }) && entry.who() == VETERANS;
    if rule == "K05 §8" && !of_veterans { Chance::Open } else { Chance::WithEvent }
}

/// For whom the lot of the veterans is drawn, in its key.
pub const VETERANS: &str = "veterans";

/// Whether an event is the one that a die or a lot decided.
pub fn decides(entry: &Entry, event: &Event) -> bool {
    rules(event).contains(&entry.rule())
}

/// Whether a power that is told of an event also sees the dice or lot behind it.
pub fn shows_dice(event: &Event) -> bool {
    !rules(event).is_empty()
}

/// The rules whose dice and lots an event rests on. What lies open as soon as it falls is not among
/// them.
fn rules(event: &Event) -> &'static [&'static str] {
    match event {
        Event::Order(event) => match event {
            OrderEvent::Misread { .. } | OrderEvent::Understood { .. } => &["K05 §2"],
            OrderEvent::Ordered { .. }
            | OrderEvent::Letter { .. }
            | OrderEvent::Worded { .. }
            | OrderEvent::Ruled { .. }
            | OrderEvent::Decreed { .. }
            | OrderEvent::CutShort { .. }
            | OrderEvent::NotAsked { .. }
            | OrderEvent::NotDone { .. }
            | OrderEvent::Spent { .. } => &[],
        },
        Event::Public(event) => match event {
            PublicEvent::SeasonBegan { .. }
            | PublicEvent::Chanced { .. }
            | PublicEvent::Reformed { .. }
            | PublicEvent::BattleEnded { .. }
            | PublicEvent::GeneralLost { .. }
            | PublicEvent::Captured { .. }
            | PublicEvent::Reverted { .. }
            | PublicEvent::Raided { .. }
            | PublicEvent::TitlePassed { .. }
            | PublicEvent::TreasuryTaken { .. }
            | PublicEvent::Submitted { .. }
            | PublicEvent::Scored { .. }
            | PublicEvent::SeasonEnded { .. } => &[],
        },
        Event::Force(event) => match event {
            ForceEvent::Harried { .. } => &["K05 §10.4"],
            ForceEvent::Reshaped { .. } => &["K05 §8"],
            ForceEvent::Set { .. }
            | ForceEvent::Taken { .. }
            | ForceEvent::GeneralPlaced { .. }
            | ForceEvent::Placed { .. }
            | ForceEvent::Assigned { .. }
            | ForceEvent::Moved { .. }
            | ForceEvent::Halted { .. }
            | ForceEvent::ForceMarched { .. }
            | ForceEvent::Deployed { .. }
            | ForceEvent::Stored { .. }
            | ForceEvent::DepotLost { .. }
            | ForceEvent::Supplied { .. }
            | ForceEvent::Starved { .. }
            | ForceEvent::HarriedMadeOut { .. } => &[],
        },
        Event::Money(event) => of_money(event),
        Event::Council(_) => &[],
        Event::Sea(event) => of_sea(event),
        Event::War(event) => match event {
            WarEvent::Fought(_) => &["K05 §19.4", "K05 §19.5"],
            WarEvent::DeathChecked { .. } => &["K05 §19.5"],
            WarEvent::Succeeded { .. } => &["K05 §19.7"],
            // With estimates those who fought do not see the dice: by the table, dice and own losses would give the
            // other side's losses.
            WarEvent::MadeOut(_)
            | WarEvent::Yielded { .. }
            | WarEvent::Withstood { .. }
            | WarEvent::Decided { .. }
            | WarEvent::StoodOff { .. }
            | WarEvent::Invested { .. }
            | WarEvent::BrokeOff { .. }
            | WarEvent::Retreated { .. }
            | WarEvent::Surrendered { .. } => &[],
        },
    }
}

fn of_sea(event: &SeaEvent) -> &'static [&'static str] {
    match event {
        SeaEvent::Met { .. } | SeaEvent::FoughtAtSea(_) => &["K05 §19.6"],
        SeaEvent::Stormed { .. } => &["K05 §13.8"],
        // As on land: by the table, dice and own losses would give the other side's losses.
        SeaEvent::MadeOutAtSea(_)
        | SeaEvent::Commissioned { .. }
        | SeaEvent::Enlarged { .. }
        | SeaEvent::Appointed { .. }
        | SeaEvent::Sailed { .. }
        | SeaEvent::AtSea { .. }
        | SeaEvent::SeaBattleEnded { .. }
        | SeaEvent::FellBack { .. }
        | SeaEvent::PrizesTaken { .. }
        | SeaEvent::PrizesJoined { .. }
        | SeaEvent::Embarked { .. }
        | SeaEvent::Landed { .. }
        | SeaEvent::LostAboard { .. }
        | SeaEvent::AdmiralLost { .. } => &[],
    }
}

fn of_money(event: &MoneyEvent) -> &'static [&'static str] {
    match event {
        MoneyEvent::Collected { .. } => &["K05 §16.2", "K05 §16.3"],
        MoneyEvent::Privateered { .. } => &["K05 §16.4"],
        MoneyEvent::Bought { .. } => &["K05 §19.7"],
        MoneyEvent::PaidMarches { .. }
        | MoneyEvent::PaidSupply { .. }
        | MoneyEvent::Given { .. }
        | MoneyEvent::TributePaid { .. }
        | MoneyEvent::Banked { .. }
        | MoneyEvent::Seized { .. } => &[],
    }
}
