//! Which news shows its dice: those a player may check when the secret is out.

use crate::sight::known::Tale;
use crate::sight::news::{News, SeaNews};

impl Tale {
    /// Whether whoever hears this sees the dice or the chit it rests on.
    pub fn shows_dice(&self) -> bool {
        match self {
            Tale::Drawn { .. } | Tale::PutBack { .. } | Tale::WinterQuarters { .. } => true,
            Tale::War(news) => on_land(news),
            Tale::Sea(news) => at_sea(news),
            Tale::Began { .. }
            | Tale::Ordered { .. }
            | Tale::TakenUp { .. }
            | Tale::Ruled { .. }
            | Tale::Decreed { .. }
            | Tale::Letter { .. }
            | Tale::SecondNaval { .. }
            | Tale::NobodyMoved { .. }
            | Tale::Arrived { .. }
            | Tale::Activated { .. }
            | Tale::Moved { .. }
            | Tale::Stopped { .. }
            | Tale::Joined { .. }
            | Tale::Parted { .. }
            | Tale::LeaderLeft { .. }
            | Tale::CommandTaken { .. }
            | Tale::Overstacked { .. }
            | Tale::Grouped { .. }
            | Tale::Bridged { .. }
            | Tale::Released { .. }
            | Tale::TrainGained { .. }
            | Tale::Changed { .. }
            | Tale::Waited { .. }
            | Tale::NotDone { .. }
            | Tale::Ended { .. } => false,
        }
    }
}

fn on_land(news: &News) -> bool {
    match news {
        News::Attrition { throw, .. }
        | News::Intercepted { throw, .. }
        | News::Avoided { throw, .. }
        | News::Guns { throw, .. }
        | News::SiegeAttempted { throw, .. } => !throw.dice.is_empty(),
        News::Fought { .. }
        | News::LeaderChecked { .. }
        | News::Morale { .. }
        | News::Rallied { .. }
        | News::GarrisonChecked { .. } => true,
        // Among whom a successor was drawn is his own side's affair.
        News::Succeeded { who, .. } => who.ours,
        News::Supply { .. }
        | News::Lost { .. }
        | News::Destroyed { .. }
        | News::WentInside { .. }
        | News::Overrun { .. }
        | News::CameUp { .. }
        | News::BattleEnded { .. }
        | News::Retreated { .. }
        | News::Disordered { .. }
        | News::Pursued { .. }
        | News::WentOn { .. }
        | News::SiegeMarked { .. }
        | News::WallsBroken { .. }
        | News::Captured { .. }
        | News::HonoursOfWar { .. }
        | News::Rearmed { .. }
        | News::CardPlayed { .. }
        | News::Promised { .. }
        | News::Scored { .. } => false,
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
