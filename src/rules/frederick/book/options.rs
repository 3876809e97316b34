//! What a campaign may choose: how many play, what is seen, how long a season is, and optional rules.

use play::{OptionCard, Options};

/// The choices, the first value of each for a new campaign.
pub const OPTIONS: &[OptionCard] = &[
    OptionCard {
        name: "players",
        values: &["4", "3", "2"],
        doc: "how many play; 4: each a power; 3: Austria and Britain are one seat; 2: Prussia and \
              France are another (FRW §2.4)",
    },
    OptionCard {
        name: "fog",
        values: &["table", "near"],
        doc: "what is seen of others; table: where every stack stands, its leader and its height; \
              near: only near one's own units and in one's own land, elsewhere as it was seen last \
              (FRW §14)",
    },
    OptionCard {
        name: "go-arounds",
        values: &["4", "2", "3", "6", "free"],
        doc: "how many operations each seat has in a season; free: 4, and the third season of a \
              year goes on until all pass (FRW §12.1)",
    },
];

/// What is seen of others (§14).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Fog {
    #[default]
    Table,
    Near,
}

/// The choices of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choices {
    pub players: u8,
    pub fog: Fog,
    pub go_arounds: u16,
    /// Whether the third season of a year goes on until all pass.
    pub free: bool,
}

impl Default for Choices {
    fn default() -> Self {
        Self { players: 4, fog: Fog::Table, go_arounds: 4, free: false }
    }
}

impl Choices {
    /// Reads the options; what is not said is as in a new campaign.
    pub fn read(options: &Options) -> Self {
        let usual = Self::default();
        let word = |name: &str| options.get(name).map(String::as_str);
        let number = |name: &str| word(name).and_then(|value| value.parse().ok());
        Self {
            players: number("players").unwrap_or(4),
            fog: if word("fog") == Some("near") { Fog::Near } else { Fog::Table },
            go_arounds: number("go-arounds").map_or(usual.go_arounds, u16::from),
            free: word("go-arounds") == Some("free"),
        }
    }

    /// The most go-arounds of a season; the last of a year may have no end of its own.
    pub fn most(&self, part: u8) -> u16 {
        /// Nobody plays so many; money and attrition end a season before.
        const NO_END: u16 = 60;
        if self.free && part == 3 { NO_END } else { self.go_arounds }
    }
}
