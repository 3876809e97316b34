//! The event cards whose effect is known (NIA §11.1).

use super::yaml;
use kit::deck::Deck;
use kit::page::Declared;
use kit::shelf::Shelf;
use play::BookError;
use serde::Deserialize;
use std::collections::BTreeMap;

const PAGE: &str = "nations/book/tables/events.yaml";

/// What a card does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum Effect {
    /// A force is active a third time.
    #[serde(rename = "third march")]
    ThirdMarch,
    /// A modifier in one round of battle.
    #[serde(rename = "battle")]
    Battle,
    /// A modifier of one siege attempt.
    #[serde(rename = "siege")]
    Siege,
    /// An enemy does not march to the guns, or does not intercept.
    #[serde(rename = "cancel help")]
    CancelHelp,
    /// Winter quarters go back into the pool.
    #[serde(rename = "winter quarters back")]
    WinterQuartersBack,
    /// An army is not bound by the limit of allied steps (NIA §4.1.1).
    #[serde(rename = "allied steps")]
    AlliedSteps,
    /// Enemies in one province of the holder's own land wear out faster (NIA §7.4).
    #[serde(rename = "scorched earth")]
    ScorchedEarth,
    /// A second subordinate helps in a battle (NIA §8.2.3).
    #[serde(rename = "two subordinates")]
    TwoSubordinates,
    /// An attack that no river hinders and that nobody avoids.
    #[serde(rename = "flank march")]
    FlankMarch,
    /// An army rallies and fights better on its own land for a season.
    #[serde(rename = "holy war")]
    HolyWar,
    /// Woods, swamp and passes cost one force a point.
    #[serde(rename = "local guides")]
    LocalGuides,
    /// Rivers hinder one force neither on its way nor in battle.
    #[serde(rename = "bridge")]
    Bridge,
    /// A subordinate helps more in one battle, and is not checked (NIA §8.2.3, §8.2.5).
    #[serde(rename = "saber of honour")]
    SaberOfHonour,
    /// A modifier of one interception or avoidance (NIA §5.2.6, §5.2.7).
    #[serde(rename = "dispatches")]
    Dispatches,
    /// The largest army is checked for attrition at once.
    #[serde(rename = "camp fever")]
    CampFever,
    /// One pursuit is not made (NIA §8.3.3.1).
    #[serde(rename = "rearguard")]
    Rearguard,
    /// A fortress in Spain is a level stronger until the season is over (NIA §9.2).
    #[serde(rename = "stronger fortress")]
    StrongerFortress,
    /// A depot next to an army comes to it and feeds it until the season is over (NIA §6.2).
    #[serde(rename = "center of operations")]
    CenterOfOperations,
}

impl Effect {
    /// Whether it takes effect when its entry begins; the others wait for their moment.
    pub fn is_at_once(self) -> bool {
        matches!(
            self,
            Effect::ThirdMarch
                | Effect::AlliedSteps
                | Effect::FlankMarch
                | Effect::HolyWar
                | Effect::LocalGuides
                | Effect::Bridge
                | Effect::CenterOfOperations
        )
    }

    /// Whether its moment can come while an entry is played.
    pub fn fits_an_entry(self) -> bool {
        !matches!(self, Effect::WinterQuartersBack | Effect::StrongerFortress | Effect::CampFever)
    }

    /// Whether it is for an army alone.
    pub fn needs_army(self) -> bool {
        matches!(self, Effect::AlliedSteps | Effect::HolyWar | Effect::CenterOfOperations)
    }
}

/// The deck of a scenario: which cards are drawn, by whom, and until when (NIA §11.1, §21.3.5).
#[derive(Debug, Clone, Deserialize, Declared)]
#[serde(deny_unknown_fields)]
pub struct DeckTerms {
    /// the cards of the deck; none is in a hand
    #[declared("card", items = 1..=80)]
    pub cards: Vec<String>,
    /// how many cards each of these powers draws for every spring but the first
    #[declared(keys = "power", 1..=5)]
    pub draws: BTreeMap<String, u8>,
    /// the last year in whose spring a power draws; else until the end
    #[serde(rename = "last year", default)]
    #[declared(keys = "power", 1700..=1999)]
    pub last_year: BTreeMap<String, u16>,
}

impl DeckTerms {
    /// Checks the names of the cards.
    pub fn check(&self) -> Result<(), String> {
        Deck::new(self.cards.iter().cloned()).map(|_| ()).map_err(|fault| fault.to_string())
    }

    /// How many cards a power draws for the spring of a year.
    pub fn count(&self, power: &str, year: u16) -> u8 {
        let ended = self.last_year.get(power).is_some_and(|last| *last < year);
        if ended { 0 } else { self.draws.get(power).copied().unwrap_or_default() }
    }
}

/// A card with its effect.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    pub card: String,
    pub effect: Effect,
    /// The modifier.
    #[serde(default)]
    pub by: i32,
    /// The one leader for whom it is.
    #[serde(default)]
    pub leader: Option<String>,
    /// Whether it leaves the game when it is played.
    #[serde(default)]
    pub once: bool,
    /// The power whose card it is.
    #[serde(default)]
    pub power: Option<String>,
    /// Whether it is played as soon as it is drawn.
    #[serde(default)]
    pub public: bool,
    /// The effect in words.
    pub told: String,
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Deserialize)]
struct Page {
    effects: Vec<Card>,
}

/// All cards whose effect is known.
#[derive(Debug)]
pub struct Cards(Vec<Card>);

impl Cards {
    /// Reads the table.
    pub fn read(shelf: &Shelf) -> Result<Self, BookError> {
        let Page { effects } = yaml(shelf, PAGE)?;
        Ok(Self(effects))
    }

    /// A card by its number, if its effect is known.
    pub fn get(&self, card: &str) -> Option<&Card> {
        self.0.iter().find(|one| one.card == card)
    }

    /// The cards that have an effect.
    pub fn with(&self, effect: Effect) -> impl Iterator<Item = &Card> {
        self.0.iter().filter(move |one| one.effect == effect)
    }
}
