//! Which news shows its dice: those a player may check when the secret is out.

use crate::record::event::{CourtEvent, MoneyEvent, after_peace, of_troops};
use crate::sight::news::{
    BattleNews, ContactNews, FleetNews, LandNews, LossNews, PassageNews, SeaBattleNews, SeaNews,
    SeenEvent, SequenceNews, SiegeNews, TableNews, Told, WarNews,
};

impl SeenEvent {
    /// Whether whoever hears this sees the dice or the chit it rests on.
    pub fn shows_dice(&self) -> bool {
        match self {
            SeenEvent::Order(_) | SeenEvent::Force(_) => false,
            SeenEvent::Sequence(news) => match news {
                SequenceNews::Drawn { .. }
                | SequenceNews::PutBack { .. }
                | SequenceNews::WinterQuarters { .. } => true,
                SequenceNews::Began { .. }
                | SequenceNews::SecondNaval { .. }
                | SequenceNews::NobodyMoved { .. }
                | SequenceNews::Ended { .. }
                | SequenceNews::CabinetBegan { .. }
                | SequenceNews::CabinetEnded { .. } => false,
            },
            SeenEvent::War(WarNews::Land(news)) => on_land(news),
            SeenEvent::War(WarNews::Sea(news)) => at_sea(news),
        }
    }
}

/// Whether dice were thrown at court.
fn at_court(event: &CourtEvent) -> bool {
    match event {
        CourtEvent::Courted { .. }
        | CourtEvent::AllianceChecked { .. }
        | CourtEvent::Wavered { .. }
        | CourtEvent::PeaceMade { .. } => true,
        CourtEvent::Contested { rivals, .. } => rivals.iter().any(|rival| !rival.dice.is_empty()),
        CourtEvent::ProvinceTitled { .. }
        | CourtEvent::CountryTurned { .. }
        | CourtEvent::PowerTurned { .. }
        | CourtEvent::Enthroned { .. }
        | CourtEvent::LevyTurned { .. }
        | of_troops!()
        | CourtEvent::WarDeclared { .. }
        | CourtEvent::Annexed { .. }
        | CourtEvent::Surrendered { .. }
        | CourtEvent::TruceSet { .. }
        | CourtEvent::SystemTurned { .. }
        | CourtEvent::SystemCounted { .. }
        | after_peace!()
        | CourtEvent::Restored { .. } => false,
    }
}

fn on_land(news: &LandNews) -> bool {
    match news {
        LandNews::Told(Told::Court { event, .. }) => at_court(event),
        LandNews::Told(Told::Spending { .. }) => false,
        LandNews::Money(news) => match news {
            MoneyEvent::Raided { .. }
            | MoneyEvent::FreeFleetTried { .. }
            | MoneyEvent::WarTried { .. }
            | MoneyEvent::WarEnded { .. } => true,
            MoneyEvent::Forfeited { .. }
            | MoneyEvent::Decided { .. }
            | MoneyEvent::Collected { .. }
            | MoneyEvent::CardNoted { .. }
            | MoneyEvent::FavourBought { .. }
            | MoneyEvent::CreditChanged { .. }
            | MoneyEvent::WarBegan { .. }
            | MoneyEvent::CameHome { .. }
            | MoneyEvent::Conscripted { .. } => false,
        },
        LandNews::Loss(news) => match news {
            LossNews::Attrition { throw, .. } => !throw.dice.is_empty(),
            LossNews::Supply { .. } | LossNews::Lost { .. } | LossNews::Destroyed { .. } => false,
        },
        LandNews::Contact(news) => match news {
            ContactNews::Intercepted { throw, .. }
            | ContactNews::Avoided { throw, .. }
            | ContactNews::Guns { throw, .. } => !throw.dice.is_empty(),
            ContactNews::WentInside { .. }
            | ContactNews::Overrun { .. }
            | ContactNews::CameUp { .. }
            | ContactNews::Retreated { .. } => false,
        },
        LandNews::Battle(news) => match news {
            BattleNews::Fought { .. }
            | BattleNews::LeaderChecked { .. }
            | BattleNews::Morale { .. }
            | BattleNews::Rallied { .. } => true,
            // Among whom a successor was drawn is his own side's affair.
            BattleNews::Succeeded { who, .. } => who.ours,
            BattleNews::TacticPlayed { played, .. } => {
                played.leader_die.is_some() || played.check_die.is_some()
            }
            BattleNews::TacticsDrawn { .. }
            | BattleNews::BattleEnded { .. }
            | BattleNews::Disordered { .. }
            | BattleNews::Pursued { .. }
            | BattleNews::WentOn { .. } => false,
        },
        LandNews::Siege(news) => match news {
            SiegeNews::SiegeAttempted { throw, .. } => !throw.dice.is_empty(),
            SiegeNews::GarrisonChecked { .. } => true,
            SiegeNews::SiegeMarked { .. }
            | SiegeNews::WallsBroken { .. }
            | SiegeNews::Captured { .. }
            | SiegeNews::HonoursOfWar { .. }
            | SiegeNews::Rearmed { .. } => false,
        },
        LandNews::Table(news) => match news {
            // Which card it was is its drawer's affair.
            TableNews::CardDrawn { card, .. } => card.is_some(),
            TableNews::CardPlayed { .. }
            | TableNews::Promised { .. }
            | TableNews::RuleBegun { .. }
            | TableNews::Scored { .. }
            | TableNews::GameDecided { .. } => false,
        },
    }
}

fn at_sea(news: &SeaNews) -> bool {
    match news {
        SeaNews::Fleet(news) => match news {
            FleetNews::Intercepted { throw, .. } | FleetNews::Avoided { throw, .. } => {
                !throw.dice.is_empty()
            }
            FleetNews::Hunted { .. } => true,
            FleetNews::Sailed { .. }
            | FleetNews::Joined { .. }
            | FleetNews::Retreated { .. }
            | FleetNews::BosphorusShut { .. } => false,
        },
        SeaNews::Battle(news) => match news {
            SeaBattleNews::Fought { .. } | SeaBattleNews::AdmiralChecked { .. } => true,
            SeaBattleNews::Sunk { .. } | SeaBattleNews::Ended { .. } => false,
        },
        SeaNews::Passage(news) => match news {
            PassageNews::CargoLost { .. }
            | PassageNews::Embarked { .. }
            | PassageNews::Landed { .. }
            | PassageNews::Repulsed { .. } => false,
        },
    }
}
