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
    OptionCard {
        name: "special-units",
        values: &["off", "on"],
        doc: "light troops at home in mountains, an ambush needs horse or light troops, a delay as \
              many of them as the enemy has, siege trains are lost first (FRW §32)",
    },
    OptionCard {
        name: "overrun",
        values: &["off", "on"],
        doc: "a force runs over others that have a tenth of its strength, on the march (FRW §33)",
    },
    OptionCard {
        name: "formal-sieges",
        values: &["off", "on"],
        doc: "siege trains shut a fortress in; besiegers and besieged share its square (FRW §34)",
    },
    OptionCard {
        name: "prisoners",
        values: &["off", "on"],
        doc: "half of a force that is wiped out, and who is beaten two to one in honours of war, are \
              prisoners and can be given back by deals (FRW §35)",
    },
];

/// The optional rules, by their chapters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extra {
    /// §32.
    SpecialUnits,
    /// §33.
    Overrun,
    /// §34.
    FormalSieges,
    /// §35.
    Prisoners,
}

impl Extra {
    /// All of them, in the order of the rules.
    pub const ALL: [Extra; 4] =
        [Extra::SpecialUnits, Extra::Overrun, Extra::FormalSieges, Extra::Prisoners];

    /// The name of its option.
    pub fn word(self) -> &'static str {
        match self {
            Extra::SpecialUnits => "special-units",
            Extra::Overrun => "overrun",
            Extra::FormalSieges => "formal-sieges",
            Extra::Prisoners => "prisoners",
        }
    }
}

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
    /// Which optional rules are played, in the order of [`Extra::ALL`].
    extras: [bool; 4],
}

impl Default for Choices {
    fn default() -> Self {
        Self { players: 4, fog: Fog::Table, go_arounds: 4, free: false, extras: [false; 4] }
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
            extras: Extra::ALL.map(|extra| word(extra.word()) == Some("on")),
        }
    }

    /// Whether an optional rule is played.
    pub fn has(&self, extra: Extra) -> bool {
        self.extras[extra as usize]
    }

    /// The most go-arounds of a season; the last of a year may have no end of its own.
    pub fn most(&self, part: u8) -> u16 {
        /// Nobody plays so many; money and attrition end a season before.
        const NO_END: u16 = 60;
        if self.free && part == 3 { NO_END } else { self.go_arounds }
    }
}
