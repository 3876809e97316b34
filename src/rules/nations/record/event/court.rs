//! Events of titles and of countries: what all courts hear.

use crate::book::countries::CountryStatus;
use crate::book::units::Unit;
use crate::record::event::Throw;
use crate::record::state::peaces::Condition;
use crate::record::state::{Bloc, Force, ForceId};
use kit::calendar::Season;
use kit::declared::Words;
use kit::ground::Space;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One of the powers that took a capital together (NIA §13.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rival {
    pub power: String,
    /// Combat points of its troops in supply there, in halves; nothing for those who may not count them.
    #[serde(default)]
    pub halves: Option<u32>,
    /// The national modifier toward the country.
    pub leaning: i32,
    /// Its dice, one for each round.
    #[serde(default)]
    pub dice: Vec<u8>,
}

impl fmt::Display for Rival {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.power)?;
        if let Some(halves) = self.halves {
            write!(f, " {}", halves / 2)?;
            f.write_str(if halves % 2 == 1 { ".5" } else { "" })?;
        }
        write!(f, " {:+}", self.leaning)?;
        self.dice.iter().try_for_each(|die| write!(f, " die {die}"))
    }
}

/// A condition of a peace (NIA §13.3.2.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum Term {
    /// A province changes hands.
    Province,
    /// A country changes sides.
    Country,
    /// Half a year's budget.
    Indemnity,
    /// Troops are lent while the peace lasts.
    Troops,
    /// The Continental System.
    ContinentalSystem,
    /// One die more for the length of the peace.
    LongerPeace,
    /// An alliance when the peace is over.
    Alliance,
}

/// Who owns which land, and whom the minor countries follow (NIA §11.2.1, §13.1).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Words)]
#[serde(rename_all = "kebab-case")]
pub enum CourtEvent {
    /// A province came to another owner, a power or a country (NIA §13.1).
    ProvinceTitled { province: String, owner: String, from: String },

    /// A minor country has another status (NIA §11.2.1).
    CountryTurned { country: String, status: CountryStatus, from: CountryStatus },

    /// A power went to another side, or to none (NIA §11.2.4).
    PowerTurned { power: String, bloc: Bloc, from: Bloc },

    /// A sovereign took the throne after another, whose place they have on the map, on board or in the pool (NIA §14.2).
    Enthroned { power: String, leader: String, after: String },

    /// A power threw for whether it is neutral from now on, under its new sovereign (NIA §14.2).
    Wavered { power: String, die: u8, neutral: bool },

    /// A power was checked whether it goes on with a war, or is neutral until the end of the game (NIA §21.2.1).
    AllianceChecked { power: String, throw: Throw, needed: i32, neutral: bool },

    /// A power calls up troops for a war, or sends them home (NIA §14.5).
    LevyTurned { power: String, kind: String, called: bool },

    /// Troops of a country serve another power with it; as they are now, and what is left of the
    /// force in which they stood (NIA §11.2.2).
    WentOver {
        force: Force,
        gone: ForceId,
        #[told("")]
        rest: Option<Force>,
        /// The hex in which they stood.
        from: Space,
        /// The power that they served.
        leaves: String,
        country: String,
    },

    /// Troops of a country left the map with it, or since it was conquered (NIA §11.2.2, §13.1.1).
    WentHome {
        gone: ForceId,
        #[told("")]
        rest: Option<Force>,
        at: Space,
        power: String,
        country: String,
        units: Vec<Unit>,
    },

    /// Troops left land that is closed to them now, or the place of a friend of yesterday (NIA
    /// §13.3.2.2).
    Evacuated { force: ForceId, from: Space, to: Space },

    /// A power tried to win a minor country, or a neutral power that nobody plays; how it stands after that, until
    /// the last attempt is made (NIA §11.2.3, §11.2.6).
    Courted {
        power: String,
        /// The power in whose name it tried.
        by: String,
        on: String,
        embassy: bool,
        throw: Throw,
        needed: i32,
        status: CountryStatus,
        from: CountryStatus,
    },

    /// A power declared war on a country or a power; `joins`: the power that takes a country's part, or the side to
    /// which a power goes by it (NIA §11.3).
    WarDeclared { power: String, on: String, joins: String },

    /// Powers of one side took a country's capital together: who has the country, by combat points (in halves), by the
    /// national modifier, and last by dice (NIA §13.1).
    Contested { country: String, power: String, rivals: Vec<Rival> },

    /// A conquered country becomes a part of its conqueror's land (NIA §13.1.1).
    Annexed { country: String, power: String },

    /// A country of several provinces makes peace with an enemy and is neutral: the province that it gives up, if one
    /// can be had, and the first season in which the two may be at war again (NIA §13.2).
    Surrendered {
        country: String,
        power: String,
        province: Option<String>,
        until: Season,
        /// Its ally, if it was they who offered the peace.
        ally: Option<String>,
    },

    /// A country and a power have a truce until that season begins (NIA §13.2).
    TruceSet { country: String, power: String, until: Season },

    /// A power or a country is bound by the Continental System, or free of it (NIA §12.2.3).
    SystemTurned { court: String, bound: bool },

    /// A winter ended with the Continental System in effect; how many did so far (NIA §12.2.3).
    SystemCounted { winters: u8 },

    /// A beaten power fights on instead of making peace, at the latest until the end of that season (NIA §13.3.1.2).
    FoughtOn { power: String, last: Season },

    /// A power offered peace with these conditions, and it was not accepted (NIA §13.3.1.1).
    PeaceRefused { power: String, to: String, conditions: Vec<Condition> },

    /// A power that fought on is not beaten any more when its time for that is over (NIA §13.3.1.2).
    FightingEnded { power: String },

    /// A beaten power made peace with these; `until`: the first season in which war is possible again, by the dice; and
    /// how many conditions the peace has (NIA §13.3.2.2, §13.3.2.3).
    PeaceMade {
        power: String,
        with: Vec<String>,
        made: Season,
        until: Season,
        dice: Vec<u8>,
        conditions: u8,
        /// Whether it was offered and accepted, and not made after a defeat (NIA §13.3.1.1).
        offered: bool,
        /// The side of those with whom it is.
        side: Bloc,
    },

    /// Of those with whom that peace is these have beaten the power, and the others have not (NIA §13.3.2.3).
    VictorsNamed { power: String, victors: Vec<String> },

    /// A condition of that peace: who chose it, who has it, and for how many of the conditions it counts (NIA
    /// §13.3.2.3).
    ConditionSet {
        power: String,
        to: String,
        by: String,
        term: Term,
        /// The province or the country.
        name: Option<String>,
        counts: u8,
    },

    /// A beaten power lends its victor troops: a kind of unit, or a train (NIA §13.3.2.3).
    TroopsLent { power: String, to: String, what: String },

    /// A conqueror that has forced an alliance on a beaten power lost a major battle (NIA §13.3.2.4).
    ConquerorBeaten { power: String, season: Season },

    /// A power declared war on one that it has beaten, before four springs were over (NIA §13.3.2.2).
    RightBroken { power: String, on: String },

    /// A former ally of a beaten power that has fought on may enter these provinces of it, which touch its own land, as
    /// long as it is at war with the victors (NIA §13.3.2.2).
    BordersOpened { power: String, to: String, provinces: Vec<String> },

    /// The time of a peace is over (NIA §13.3.2.2).
    PeaceEnded { power: String, with: Vec<String> },

    /// A town is again its province's; `armed` if its fortress is as it was printed.
    Restored { at: Space, armed: bool },
}

/// The events of peaces with powers (NIA §13.3) but that one is made, as a pattern; every field is named, so that a new
/// one does not compile until it is decided who is told it.
macro_rules! after_peace {
    () => {
        CourtEvent::FoughtOn { power: _, last: _ }
            | CourtEvent::FightingEnded { power: _ }
            | CourtEvent::PeaceRefused { power: _, to: _, conditions: _ }
            | CourtEvent::ConditionSet { power: _, to: _, by: _, term: _, name: _, counts: _ }
            | CourtEvent::BordersOpened { power: _, to: _, provinces: _ }
            | CourtEvent::VictorsNamed { power: _, victors: _ }
            | CourtEvent::TroopsLent { power: _, to: _, what: _ }
            | CourtEvent::ConquerorBeaten { power: _, season: _ }
            | CourtEvent::RightBroken { power: _, on: _ }
            | CourtEvent::PeaceEnded { power: _, with: _ }
    };
}

/// All of them.
macro_rules! of_peace {
    () => {
        CourtEvent::PeaceMade {
            power: _,
            with: _,
            made: _,
            until: _,
            dice: _,
            conditions: _,
            offered: _,
            side: _,
        } | crate::record::event::after_peace!()
    };
}

/// The events of minor countries that are conquered (NIA §13.1, §13.2, §12.2.3), as a pattern.
macro_rules! of_conquest {
    () => {
        CourtEvent::Contested { country: _, power: _, rivals: _ }
            | CourtEvent::Annexed { country: _, power: _ }
            | CourtEvent::Surrendered { country: _, power: _, province: _, until: _, ally: _ }
            | CourtEvent::TruceSet { country: _, power: _, until: _ }
            | CourtEvent::SystemTurned { court: _, bound: _ }
            | CourtEvent::SystemCounted { winters: _ }
    };
}

/// The events of troops that change sides, go home or leave closed land, as a pattern.
macro_rules! of_troops {
    () => {
        CourtEvent::WentOver { force: _, gone: _, rest: _, from: _, leaves: _, country: _ }
            | CourtEvent::WentHome { gone: _, rest: _, at: _, power: _, country: _, units: _ }
            | CourtEvent::Evacuated { force: _, from: _, to: _ }
    };
}

/// The other events, of titles and of sides, as a pattern.
macro_rules! of_sides {
    () => {
        CourtEvent::ProvinceTitled { province: _, owner: _, from: _ }
            | CourtEvent::CountryTurned { country: _, status: _, from: _ }
            | CourtEvent::PowerTurned { power: _, bloc: _, from: _ }
            | CourtEvent::Enthroned { power: _, leader: _, after: _ }
            | CourtEvent::Wavered { power: _, die: _, neutral: _ }
            | CourtEvent::AllianceChecked { power: _, throw: _, needed: _, neutral: _ }
            | CourtEvent::LevyTurned { power: _, kind: _, called: _ }
            | CourtEvent::Courted {
                power: _,
                by: _,
                on: _,
                embassy: _,
                throw: _,
                needed: _,
                status: _,
                from: _,
            }
            | CourtEvent::WarDeclared { power: _, on: _, joins: _ }
            | CourtEvent::Restored { at: _, armed: _ }
    };
}

pub(crate) use {after_peace, of_conquest, of_peace, of_sides, of_troops};
