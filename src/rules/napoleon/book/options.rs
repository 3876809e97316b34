//! What a campaign may choose: where it stops, who chooses among equals, and how many race.

use crate::sequence::answer::Stops;
use play::{OptionCard, Options};

/// The choices, the first value of each for a new campaign.
pub const OPTIONS: &[OptionCard] = &[
    OptionCard {
        name: "stops",
        values: &["turns", "battles", "battle turns"],
        doc: "at which stops a sheet is asked at the most; turns: at the moves alone; battles: at \
              the moves, when a battle begins and after the battles; battle turns: at all of them. \
              At the others what the sheets say beforehand is played (FCN §8)",
    },
    OptionCard {
        name: "ties",
        values: &["lot", "player", "harsh", "umpire"],
        doc: "who chooses among equals (FCN §17); lot: the player who is checked or hit, by `ties:` \
              of the sheet or a default, and a draw what the enemy does; player: the player all of \
              it; harsh: what hurts the French more; umpire: the umpire may choose, else as with \
              the lot",
    },
    OptionCard {
        name: "tables",
        values: &["1", "2", "3", "4", "5", "6", "7", "8"],
        doc: "how many play; above 1 it is a race: each leads France at a table of their own, with \
              the same dice, and is asked at the moves alone, as with `stops=turns`",
    },
    OptionCard {
        name: "scoreboard",
        values: &["closed", "open"],
        doc: "what those who race see of each other; closed: nothing until the campaign is over at \
              every table; open: the figures of all tables after each season",
    },
    OptionCard {
        name: "staff",
        values: &["off", "commands"],
        doc: "who leads the French; off: one player; commands: headquarters and commanders of corps, \
              each with their own forces and what these see; not together with a race",
    },
];

/// Who chooses where the rules leave several ways to the enemy (§17).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    #[default]
    Lot,
    Player,
    Harsh,
    Umpire,
}

/// The choices of a campaign.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    pub stops: Stops,
    pub ties: Ties,
    /// How many race; one plays alone.
    pub tables: u8,
    pub open_scores: bool,
    /// Whether a staff leads the French together.
    pub staff: bool,
}

impl Default for Choices {
    fn default() -> Self {
        Self {
            stops: Stops::BattleTurns,
            ties: Ties::Lot,
            tables: 1,
            open_scores: false,
            staff: false,
        }
    }
}

impl Choices {
    /// Reads the options of a campaign; their values were held against [`OPTIONS`]. One that does not
    /// say where it stops, as old ones did not, stops everywhere.
    pub fn read(options: &Options) -> Self {
        let is = |name: &str, value: &str| options.get(name).is_some_and(|other| other == value);
        let tables = options.get("tables").and_then(|many| many.parse().ok()).unwrap_or(1);
        // All tables go from turn to turn together.
        let by_turns = is("stops", "turns") || tables > 1;
        let stops = match (is("stops", "battles"), by_turns) {
            (_, true) => Stops::Turns,
            (true, _) => Stops::Battles,
            (false, false) => Stops::BattleTurns,
        };
        let ties = match options.get("ties").map(String::as_str) {
            Some("player") => Ties::Player,
            Some("harsh") => Ties::Harsh,
            Some("umpire") => Ties::Umpire,
            _ => Ties::Lot,
        };
        let (open_scores, staff) = (is("scoreboard", "open"), is("staff", "commands"));
        Self { stops, ties, tables, open_scores, staff }
    }

    /// Whether several play, each at a table of their own.
    pub fn is_race(&self) -> bool {
        self.tables > 1
    }
}
