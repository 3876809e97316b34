//! Which event a die, a chit or a card decides, so that whoever is told of the one is shown the other.

#![deny(clippy::wildcard_enum_match_arm)]

use crate::record::event::{
    BattleEvent, ContactEvent, CourtEvent, Event, FleetEvent, LossEvent, MoneyEvent,
    SeaBattleEvent, SequenceEvent, SiegeEvent, after_peace, of_troops,
};
use kit::ledger::{Entry, What};
use play::Chance;

/// Who sees what chance answered.
pub fn chance(entry: &Entry) -> Chance {
    // Counters of corsairs are drawn from those that nobody has yet (NIA §12.3, §10.7).
    let of_corsairs = ["NIA §12.3", "NIA §10.7"].contains(&entry.rule());
    // Whether a power that stays at home is freed, everybody sees.
    let of_wavering = entry.rule() == "NIA §21.2.2";
    // Tactical cards are drawn from those that the enemy has left (NIA §8.1.3).
    let of_tactics = entry.rule() == "NIA §8.1.3" && matches!(entry.what, What::Draw { .. });
    match (of_corsairs || of_tactics, of_wavering) {
        (true, _) => Chance::Hidden,
        (false, true) => Chance::Open,
        (false, false) => Chance::WithEvent,
    }
}

/// Whether an event is the one that a die, a chit or a card decided.
pub fn decides(entry: &Entry, event: &Event) -> bool {
    rules(event).contains(&entry.rule())
}

/// The rules whose dice, chits and cards an event rests on.
fn rules(event: &Event) -> &'static [&'static str] {
    match event {
        Event::Order(_) | Event::Force(_) | Event::Passage(_) | Event::Spending(_) => &[],
        Event::Court(event) => court(event),
        Event::Sequence(event) => sequence(event),
        Event::Loss(event) => match event {
            LossEvent::AttritionChecked { .. } => &["NIA §7.4"],
            LossEvent::SupplyAssessed { .. }
            | LossEvent::Lost { .. }
            | LossEvent::Destroyed { .. } => &[],
        },
        Event::Contact(event) => match event {
            ContactEvent::Intercepted { .. } => &["NIA §5.2.6"],
            ContactEvent::Avoided { .. } => &["NIA §5.2.7"],
            ContactEvent::MarchedToGuns { .. } => &["NIA §8.1.1"],
            ContactEvent::WentInside { .. }
            | ContactEvent::Overrun { .. }
            | ContactEvent::CameUp { .. }
            | ContactEvent::Retreated { .. } => &[],
        },
        Event::Battle(event) => battle(event),
        Event::Siege(event) => match event {
            SiegeEvent::SiegeAttempted { .. } => &["NIA §9.2"],
            SiegeEvent::GarrisonChecked { .. } => &["NIA §9.3"],
            SiegeEvent::SiegeMarked { .. }
            | SiegeEvent::WallsBroken { .. }
            | SiegeEvent::Captured { .. }
            | SiegeEvent::HonoursOfWar { .. }
            | SiegeEvent::Rearmed { .. } => &[],
        },
        Event::Fleet(event) => match event {
            FleetEvent::SeaIntercepted { .. } | FleetEvent::SeaAvoided { .. } => &["NIA §5.3.1"],
            FleetEvent::CorsairHunted { .. } => &["NIA §12.2.3"],
            FleetEvent::SquadronPlaced { .. }
            | FleetEvent::ShipsSet { .. }
            | FleetEvent::SquadronActivated { .. }
            | FleetEvent::Sailed { .. }
            | FleetEvent::FleetsJoined { .. }
            | FleetEvent::SeaRetreated { .. }
            | FleetEvent::CorsairPlaced { .. }
            | FleetEvent::BosphorusShut { .. } => &[],
        },
        Event::SeaBattle(event) => match event {
            SeaBattleEvent::SeaFought { .. } => &["NIA §10.1", "NIA §10.4"],
            SeaBattleEvent::AdmiralChecked { .. } => &["NIA §10.5"],
            SeaBattleEvent::FleetSunk { .. } | SeaBattleEvent::SeaBattleEnded { .. } => &[],
        },
        Event::Money(event) => match event {
            MoneyEvent::Raided { .. } => &["NIA §12.2.3.1"],
            MoneyEvent::FreeFleetTried { .. } => &["NIA §15.2"],
            MoneyEvent::WarTried { .. } | MoneyEvent::WarEnded { .. } => &["NIA §14.1"],
            MoneyEvent::Forfeited { .. }
            | MoneyEvent::Decided { .. }
            | MoneyEvent::Collected { .. }
            | MoneyEvent::Conscripted { .. }
            | MoneyEvent::WarBegan { .. }
            | MoneyEvent::CameHome { .. }
            | MoneyEvent::CardNoted { .. }
            | MoneyEvent::FavourBought { .. }
            | MoneyEvent::CreditChanged { .. } => &[],
        },
    }
}

fn court(event: &CourtEvent) -> &'static [&'static str] {
    match event {
        CourtEvent::Courted { .. } => &["NIA §11.2.3", "NIA §11.2.6"],
        CourtEvent::WarDeclared { .. } => &["NIA §17.5"],
        CourtEvent::Wavered { .. } => &["NIA §14.2"],
        CourtEvent::AllianceChecked { .. } => &["NIA §21.2.1"],
        CourtEvent::Contested { .. } => &["NIA §13.1"],
        CourtEvent::PeaceMade { .. } => &["NIA §13.3.2.2"],
        CourtEvent::ProvinceTitled { .. }
        | CourtEvent::CountryTurned { .. }
        | CourtEvent::PowerTurned { .. }
        | CourtEvent::Enthroned { .. }
        | CourtEvent::LevyTurned { .. }
        | of_troops!()
        | CourtEvent::Annexed { .. }
        | CourtEvent::Surrendered { .. }
        | CourtEvent::TruceSet { .. }
        | CourtEvent::SystemTurned { .. }
        | CourtEvent::SystemCounted { .. }
        | after_peace!()
        | CourtEvent::Restored { .. } => &[],
    }
}

fn sequence(event: &SequenceEvent) -> &'static [&'static str] {
    match event {
        SequenceEvent::MarkerDrawn { .. }
        | SequenceEvent::MarkerPutBack { .. }
        | SequenceEvent::WinterQuarters { .. } => &["NIA §3.2"],
        SequenceEvent::CardDrawn { .. } => &["NIA §11.1"],
        SequenceEvent::SeasonBegan { .. }
        | SequenceEvent::SecondNaval { .. }
        | SequenceEvent::NobodyMoved { .. }
        | SequenceEvent::CardPlayed { .. }
        | SequenceEvent::DeckShuffled { .. }
        | SequenceEvent::Promised { .. }
        | SequenceEvent::RuleBegun { .. }
        | SequenceEvent::FirstMarchOver { .. }
        | SequenceEvent::Scored { .. }
        | SequenceEvent::GameDecided { .. }
        | SequenceEvent::SeasonEnded { .. }
        | SequenceEvent::CabinetBegan { .. }
        | SequenceEvent::CabinetEnded { .. } => &[],
    }
}

fn battle(event: &BattleEvent) -> &'static [&'static str] {
    match event {
        BattleEvent::Fought { .. } => &["NIA §8.2.4"],
        BattleEvent::LeaderChecked { .. } | BattleEvent::Succeeded { .. } => &["NIA §8.2.5"],
        // In the field, and of who holds a fortress.
        BattleEvent::MoraleChecked { .. } => &["NIA §8.3.3", "NIA §9.3"],
        BattleEvent::Rallied { .. } => &["NIA §8.3.3.2"],
        BattleEvent::TacticPlayed { .. } => &["NIA §8.1.3"],
        BattleEvent::TacticsDrawn { .. }
        | BattleEvent::BattleEnded { .. }
        | BattleEvent::Disordered { .. }
        | BattleEvent::Pursued { .. }
        | BattleEvent::WentOn { .. } => &[],
    }
}
