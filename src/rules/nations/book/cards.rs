//! The event cards whose effect is known (NIA §11.1).

use super::yaml;
use kit::shelf::Shelf;
use play::BookError;
use serde::Deserialize;

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
}

impl Effect {
    /// Whether it takes effect when its entry begins; the others wait for their moment.
    pub fn is_at_once(self) -> bool {
        matches!(
            self,
            Effect::ThirdMarch | Effect::AlliedSteps | Effect::FlankMarch | Effect::HolyWar
        )
    }

    /// Whether it is for an army alone.
    pub fn needs_army(self) -> bool {
        matches!(self, Effect::AlliedSteps | Effect::HolyWar)
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
