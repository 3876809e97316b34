//! Which news shows its dice: those a player may check when the secret is out.

use crate::sight::known::SeenEvent;
use crate::sight::news::{LandNews, SeaNews};

impl SeenEvent {
    /// Whether whoever hears this sees the dice or the chit it rests on.
    pub fn shows_dice(&self) -> bool {
        match self {
            SeenEvent::Drawn { .. }
            | SeenEvent::PutBack { .. }
            | SeenEvent::WinterQuarters { .. } => true,
            SeenEvent::War(news) => on_land(news),
            SeenEvent::Sea(news) => at_sea(news),
            SeenEvent::Began { .. }
            | SeenEvent::Ordered { .. }
            | SeenEvent::TakenUp { .. }
            | SeenEvent::Ruled { .. }
            | SeenEvent::Decreed { .. }
            | SeenEvent::Letter { .. }
            | SeenEvent::SecondNaval { .. }
            | SeenEvent::NobodyMoved { .. }
            | SeenEvent::Arrived { .. }
            | SeenEvent::Activated { .. }
            | SeenEvent::Moved { .. }
            | SeenEvent::Stopped { .. }
            | SeenEvent::Joined { .. }
            | SeenEvent::Parted { .. }
            | SeenEvent::LeaderLeft { .. }
            | SeenEvent::CommandTaken { .. }
            | SeenEvent::Overstacked { .. }
            | SeenEvent::Grouped { .. }
            | SeenEvent::Bridged { .. }
            | SeenEvent::Released { .. }
            | SeenEvent::TrainGained { .. }
            | SeenEvent::Changed { .. }
            | SeenEvent::Waited { .. }
            | SeenEvent::NotDone { .. }
            | SeenEvent::Ended { .. } => false,
        }
    }
}

fn on_land(news: &LandNews) -> bool {
    match news {
        LandNews::Attrition { throw, .. }
        | LandNews::Intercepted { throw, .. }
        | LandNews::Avoided { throw, .. }
        | LandNews::Guns { throw, .. }
        | LandNews::SiegeAttempted { throw, .. } => !throw.dice.is_empty(),
        LandNews::Fought { .. }
        | LandNews::LeaderChecked { .. }
        | LandNews::Morale { .. }
        | LandNews::Rallied { .. }
        | LandNews::GarrisonChecked { .. } => true,
        // Among whom a successor was drawn is his own side's affair.
        LandNews::Succeeded { who, .. } => who.ours,
        LandNews::Supply { .. }
        | LandNews::Lost { .. }
        | LandNews::Destroyed { .. }
        | LandNews::WentInside { .. }
        | LandNews::Overrun { .. }
        | LandNews::CameUp { .. }
        | LandNews::BattleEnded { .. }
        | LandNews::Retreated { .. }
        | LandNews::Disordered { .. }
        | LandNews::Pursued { .. }
        | LandNews::WentOn { .. }
        | LandNews::SiegeMarked { .. }
        | LandNews::WallsBroken { .. }
        | LandNews::Captured { .. }
        | LandNews::HonoursOfWar { .. }
        | LandNews::Rearmed { .. }
        | LandNews::CardPlayed { .. }
        | LandNews::Promised { .. }
        | LandNews::Scored { .. } => false,
    }
}

fn at_sea(news: &SeaNews) -> bool {
    match news {
        SeaNews::Intercepted { throw, .. } | SeaNews::Avoided { throw, .. } => {
            !throw.dice.is_empty()
        }
        SeaNews::Fought { .. } | SeaNews::AdmiralChecked { .. } | SeaNews::Hunted { .. } => true,
        SeaNews::Sailed { .. }
        | SeaNews::Joined { .. }
        | SeaNews::Sunk { .. }
        | SeaNews::CargoLost { .. }
        | SeaNews::Ended { .. }
        | SeaNews::Retreated { .. }
        | SeaNews::Embarked { .. }
        | SeaNews::Landed { .. }
        | SeaNews::Repulsed { .. }
        | SeaNews::BosphorusShut { .. } => false,
    }
}
