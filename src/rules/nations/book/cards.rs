//! The event cards: what each is called, when it comes into the deck, and what it does (NIA §11.1).
//!
//! Not here: which cards a scenario draws (`deck.rs`).

use super::units::Unit;
use super::{Book, People, Units, yaml};
use crate::record::state::Bloc;
use kit::page::Declared;
use kit::shelf::Shelf;
use play::BookError;
use serde::Deserialize;
use std::collections::BTreeSet;

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
    /// An unbridged river counts as bridged for one march and its battle, with a modifier in that battle.
    #[serde(rename = "as bridged")]
    AsBridged,
    /// An army has so many points in one march.
    #[serde(rename = "long march")]
    LongMarch,
    /// The guard leads a battle and does not take the first loss (NIA §8.2.3).
    #[serde(rename = "guard leads")]
    GuardLeads,
    /// Guns count half as much again in a major battle (NIA §8.1.5).
    #[serde(rename = "grand battery")]
    GrandBattery,
    /// No subordinate of the enemy helps in a battle (NIA §8.2.3).
    #[serde(rename = "cancel subordinate")]
    CancelSubordinate,
    /// A modifier of an admiral's fleet in one battle at sea (NIA §10.1).
    #[serde(rename = "sea battle")]
    SeaBattle,
    /// A war outside the map begins (NIA §14.1).
    #[serde(rename = "foreign war")]
    ForeignWar,
    /// Pounds more or less in the next budget.
    #[serde(rename = "pounds")]
    Pounds,
    /// The next budget has fewer recruits.
    #[serde(rename = "fewer recruits")]
    FewerRecruits,
    /// Troops revolt in a province, against the power that owns it.
    #[serde(rename = "rising")]
    Rising,
    /// A power gets troops on its own land.
    #[serde(rename = "muster")]
    Muster,
    /// At the start of a season the power that has kept the card ready gets militia.
    #[serde(rename = "levy")]
    Levy,
    /// Troops of a power in some provinces are checked for attrition at once.
    #[serde(rename = "fever in provinces")]
    FeverInProvinces,
    /// A modifier of one attempt on a power that nobody plays (NIA §11.2.6).
    #[serde(rename = "attempt on a power")]
    AttemptOnPower,
    /// A modifier of one attempt on some countries (NIA §11.2.3).
    #[serde(rename = "attempt on countries")]
    AttemptOnCountries,
    /// One embassy costs nothing, and has a modifier (NIA §11.2.2).
    #[serde(rename = "free embassy")]
    FreeEmbassy,
    /// An enemy's attempt on a country is not made (NIA §11.2.2).
    #[serde(rename = "cancel attempt")]
    CancelAttempt,
    /// The land of a power is open to the troops of its allies (NIA §14.4.1).
    #[serde(rename = "opens land")]
    OpensLand,
    /// A power on whose land its allies stand changes sides (NIA §14.4.1).
    #[serde(rename = "changes sides")]
    ChangesSides,
    /// A modifier of a year's attempts on powers by the enemies of France (NIA §11.2.6).
    #[serde(rename = "attempts of a year")]
    AttemptsOfYear,
    /// A modifier of the checks whether a power goes on with a war (NIA §21.2.1).
    #[serde(rename = "alliance check")]
    AllianceCheck,
    /// The units of a power get their combat modifiers (NIA §21.2.1).
    #[serde(rename = "reform")]
    Reform,
    /// A power gets infantry for nothing each spring (NIA §14.5.3).
    #[serde(rename = "landwehr")]
    Landwehr,
    /// What the umpire rules: the program plays nothing.
    #[serde(skip)]
    ByHand,
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
                | Effect::AsBridged
                | Effect::LongMarch
                | Effect::ByHand
        )
    }

    /// Whether its moment can come while an entry is played.
    pub fn fits_an_entry(self) -> bool {
        !matches!(
            self,
            Effect::WinterQuartersBack
                | Effect::SeaBattle
                | Effect::StrongerFortress
                | Effect::CampFever
                | Effect::Levy
                | Effect::AttemptOnPower
                | Effect::AttemptOnCountries
                | Effect::FreeEmbassy
                | Effect::CancelAttempt
                | Effect::OpensLand
        )
    }

    /// Whether it is for an army alone.
    pub fn needs_army(self) -> bool {
        matches!(
            self,
            Effect::AlliedSteps | Effect::HolyWar | Effect::CenterOfOperations | Effect::LongMarch
        )
    }
}

/// Which part of the deck a card belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize, Declared)]
#[serde(rename_all = "lowercase")]
pub enum Period {
    Common,
    Revolution,
    Imperial,
}

impl Period {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Period::Common => "common",
            Period::Revolution => "revolution",
            Period::Imperial => "imperial",
        }
    }
}

/// Whether a card must be played when it is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    Public,
    Secret,
}

/// What becomes of a card that was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum After {
    /// It is laid aside, and shuffled in again when the deck is used up.
    Returns,
    /// It leaves the game.
    Out,
    /// It lies on the table for the rest of the game.
    Open,
}

/// On what the effect of a card depends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Only {
    /// A harbour of the power is open.
    #[serde(rename = "free harbour")]
    FreeHarbour,
    /// Somebody is bound by the Continental System.
    #[serde(rename = "continental system")]
    ContinentalSystem,
}

/// A card with its effect.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "Row")]
pub struct Card {
    pub card: String,
    pub name: String,
    pub deck: Period,
    /// The year in whose spring it comes into the deck.
    pub from: u16,
    pub sort: Sort,
    pub after: After,
    /// The powers, or the side, that may play it; empty if anybody may.
    pub holder: Vec<String>,
    /// Lists of cards: one card of each list must have left the game before this one can be played.
    pub needs: Vec<Vec<String>>,
    /// Whether it can also be played while enemy units in supply stand on its holder's own land.
    pub or_invaded: bool,
    /// Whether it can only be played in the season after the last of those has left it (NIA §21.2.1).
    pub in_next_season: bool,
    pub effect: Effect,
    /// The modifier.
    pub by: i32,
    /// The only leader who may play it, or the leader of the troops that it brings.
    pub leader: Option<String>,
    /// The power that it affects, if that is not the power that plays it.
    pub power: Option<String>,
    /// The province in which its troops revolt.
    pub province: Option<String>,
    pub provinces: Vec<String>,
    /// The countries for which an attempt counts more.
    pub countries: Vec<String>,
    /// The troops that it brings, as they are written.
    pub units: Vec<String>,
    pub only: Option<Only>,
    /// The war outside the map that begins.
    pub war: Option<String>,
    /// The effect in words.
    pub told: String,
}

impl Card {
    /// The troops that it brings.
    pub fn troops(&self, book: &Book) -> Vec<Unit> {
        let read = |written: &String| {
            book.units.read(written, "", &book.people).expect("checked when the page is read")
        };
        self.units.iter().flat_map(read).collect()
    }

    /// Whether it is played as soon as it is drawn.
    pub fn is_public(&self) -> bool {
        self.sort == Sort::Public
    }

    /// The points that it gives a march, if it is a card for that (I-7).
    pub fn points(&self) -> Option<u32> {
        (self.effect == Effect::LongMarch).then(|| u32::try_from(self.by).unwrap_or_default())
    }

    /// Whether it takes effect when the entry begins that names it.
    pub fn is_at_once(&self) -> bool {
        !self.is_public() && self.effect.is_at_once()
    }

    /// Whether its moment can come while an entry is played.
    pub fn fits_an_entry(&self) -> bool {
        !self.is_public() && self.effect.fits_an_entry()
    }

    /// Whether a power of that side may play it.
    pub fn is_for(&self, power: &str, side: Bloc) -> bool {
        let named = |holder: &String| holder == power || holder == side.word();
        self.holder.is_empty() || self.holder.iter().any(named)
    }

    /// Whose card it is.
    pub fn holders_in_words(&self, people: &People) -> String {
        let title = |holder: &String| match Bloc::read(holder) {
            Bloc::Neutral => people.title(holder).to_owned(),
            side => format!("the {}", side.word()),
        };
        self.holder.iter().map(title).collect::<Vec<_>>().join(" or ")
    }
}

/// A card as it stands on the page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    card: String,
    name: String,
    deck: Period,
    from: u16,
    sort: Sort,
    after: After,
    #[serde(default)]
    holder: Vec<String>,
    #[serde(default)]
    needs: Vec<Vec<String>>,
    #[serde(rename = "or invaded", default)]
    or_invaded: bool,
    #[serde(rename = "in the next season", default)]
    in_next_season: bool,
    #[serde(default)]
    effect: Option<Effect>,
    #[serde(rename = "by hand", default)]
    by_hand: bool,
    #[serde(default)]
    by: i32,
    #[serde(default)]
    leader: Option<String>,
    #[serde(default)]
    power: Option<String>,
    #[serde(default)]
    province: Option<String>,
    #[serde(default)]
    provinces: Vec<String>,
    #[serde(default)]
    countries: Vec<String>,
    #[serde(default)]
    units: Vec<String>,
    #[serde(default)]
    only: Option<Only>,
    #[serde(default)]
    war: Option<String>,
    told: String,
    #[serde(rename = "sources")]
    _sources: serde::de::IgnoredAny,
}

impl TryFrom<Row> for Card {
    type Error = String;

    fn try_from(row: Row) -> Result<Self, String> {
        let effect = match (row.effect, row.by_hand) {
            (Some(effect), false) => effect,
            (None, true) => Effect::ByHand,
            (Some(_), true) => return Err(format!("{} has an effect and is by hand", row.card)),
            (None, false) => return Err(format!("{} has no effect, nor is it by hand", row.card)),
        };
        Ok(Self {
            card: row.card,
            name: row.name,
            deck: row.deck,
            from: row.from,
            sort: row.sort,
            after: row.after,
            holder: row.holder,
            needs: row.needs,
            or_invaded: row.or_invaded,
            in_next_season: row.in_next_season,
            effect,
            by: row.by,
            leader: row.leader,
            power: row.power,
            province: row.province,
            provinces: row.provinces,
            countries: row.countries,
            units: row.units,
            only: row.only,
            war: row.war,
            told: row.told,
        })
    }
}

#[derive(Deserialize)]
#[serde(try_from = "Page")]
struct Whole(Vec<Card>);

#[derive(Deserialize)]
struct Page {
    cards: Vec<Card>,
}

impl TryFrom<Page> for Whole {
    type Error = String;

    /// Each card is on the page once, and so are the cards that it needs.
    fn try_from(Page { cards }: Page) -> Result<Self, String> {
        let mut seen = BTreeSet::new();
        if let Some(twice) = cards.iter().find(|card| !seen.insert(&card.card)) {
            return Err(format!("{} stands on the page twice", twice.card));
        }
        let needed = cards.iter().flat_map(|card| card.needs.iter().flatten());
        match needed.into_iter().find(|needed| !seen.contains(needed)) {
            Some(missing) => Err(format!("a card needs {missing}, which is not on the page")),
            None => Ok(Self(cards)),
        }
    }
}

/// The event cards.
#[derive(Debug)]
pub struct Cards(Vec<Card>);

impl Cards {
    /// Reads the table.
    pub fn read(shelf: &Shelf) -> Result<Self, BookError> {
        let Whole(cards) = yaml(shelf, PAGE)?;
        let people = shelf.once(People::read)?;
        let units = shelf.once(|shelf| yaml::<Units>(shelf, "nations/book/units.yaml"))?;
        for written in cards.iter().flat_map(|card| &card.units) {
            let wrong = |why| BookError::Page { page: PAGE.to_owned(), why };
            units.read(written, "", &people).map_err(wrong)?;
        }
        Ok(Self(cards))
    }

    /// All of them, in the order of the page.
    pub fn iter(&self) -> impl Iterator<Item = &Card> {
        self.0.iter()
    }

    /// A card by its number.
    pub fn get(&self, card: &str) -> Option<&Card> {
        self.0.iter().find(|one| one.card == card)
    }

    /// The cards that have an effect.
    pub fn with(&self, effect: Effect) -> impl Iterator<Item = &Card> {
        self.0.iter().filter(move |one| one.effect == effect)
    }
}
