//! What a campaign may choose: where it stops, and who chooses among equals.

use crate::sequence::answer::Stops;
use play::{OptionCard, Options};

/// The choices, the first value of each for a new campaign.
pub const OPTIONS: &[OptionCard] = &[
    OptionCard {
        name: "stops",
        values: &["battle turns", "battles", "turns"],
        doc: "at which stops a sheet is asked at the most; battle turns: at all of them; battles: \
              at the moves, when a battle begins and after the battles; turns: at the moves alone. \
              At the others what the sheets say beforehand is played (FCN §8)",
    },
    OptionCard {
        name: "ties",
        values: &["lot", "player"],
        doc: "who chooses among equal enemies, their goals and their ways; lot: a draw; player: \
              the player, by `ties:` of the sheet, else a draw (FCN §17)",
    },
];

/// Who chooses where the rules leave several ways to the enemy (§17).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    #[default]
    Lot,
    Player,
}

/// The choices of a campaign.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    pub stops: Stops,
    pub ties: Ties,
}

impl Default for Choices {
    fn default() -> Self {
        Self { stops: Stops::BattleTurns, ties: Ties::Lot }
    }
}

impl Choices {
    /// Reads the options of a campaign; their values were held against [`OPTIONS`].
    pub fn read(options: &Options) -> Self {
        let is = |name: &str, value: &str| options.get(name).is_some_and(|other| other == value);
        let stops = match (is("stops", "battles"), is("stops", "turns")) {
            (true, _) => Stops::Battles,
            (_, true) => Stops::Turns,
            (false, false) => Stops::BattleTurns,
        };
        Self { stops, ties: if is("ties", "player") { Ties::Player } else { Ties::Lot } }
    }
}
