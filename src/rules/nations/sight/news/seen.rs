//! What happened, as one power may hear of it: the names of those who did it, no numbers.

use crate::book::units::Unit;
use crate::record::event::{Fate, Halt, Joining, Leaving, Over, Parting, Reason};
use crate::record::exchange::Exchange;
use crate::record::state::{Bloc, Marker};
use crate::sight::known::Who;
use crate::sight::news::{BattleNews, LandNews, LossNews, PassageNews, SeaBattleNews, SeaNews};
use kit::calendar::Season;
use kit::ground::Space;
use kit::groups;
use kit::ledger::Source;
use play::reactions::{Hearing, Times};
use serde::{Deserialize, Serialize};

groups! {
    /// One thing that happened, as one power may hear of it.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum SeenEvent {
        Order(OrderNews),
        Sequence(SequenceNews),
        Force(ForceNews),
        War(WarNews),
    }
}

/// What became of one's own orders, and what is told to one power alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OrderNews {
    Ordered {
        by: String,
        #[serde(default)]
        entries: Vec<String>,
    },
    TakenUp {
        entry: u16,
        who: String,
    },
    Ruled {
        topic: String,
        choice: String,
        key: String,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        reason: String,
    },
    Decreed {
        words: String,
        reason: String,
    },
    Letter {
        from: String,
        to: String,
        text: String,
    },
    Waited {
        entry: u16,
        who: String,
        reason: Reason,
    },
    NotDone {
        entry: u16,
        step: u16,
        order: String,
        who: String,
        reason: Reason,
    },
    NotReached {
        entry: u16,
        who: String,
        steps: Vec<u16>,
        why: Over,
    },
    Reacted {
        reaction: u16,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        whose: String,
        what: String,
        #[serde(flatten)]
        times: Times,
        heard: Vec<Hearing>,
    },
}

/// News of the season and its markers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SequenceNews {
    Began { season: Season, pool: Vec<Marker> },
    Drawn { marker: Marker, chosen: bool },
    PutBack { marker: Marker },
    WinterQuarters { times: u8, ends: bool },
    SecondNaval { bloc: Bloc },
    NobodyMoved { bloc: Bloc },
    Ended { season: Season, scenario_over: bool },
    CabinetBegan { year: u16 },
    CabinetEnded { year: u16 },
}

/// News of who stands where on land.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForceNews {
    Arrived { who: Who, at: Space },
    Activated { who: Who, at: Space, again: bool },
    Moved { who: Who, from: Space, to: Space, spent: Option<u32> },
    Transported { who: Who, from: Option<Space>, to: Space },
    Stopped { who: Who, at: Space, halt: Halt, source: Source },
    Joined { who: Who, of: Option<String>, at: Space, how: Joining, cost: Option<u32> },
    Parted { who: Who, new: Who, at: Space, how: Parting },
    LeaderLeft { who: Who, at: Space, why: Option<Leaving> },
    CommandTaken { who: Who, from: String, at: Space },
    Overstacked { who: Who, at: Space, lost: Vec<Unit> },
    Grouped { who: Who, with: Who, at: Space },
    Bridged { who: Who, at: Space, toward: Space },
    Released { who: Who, rule: String },
    Recalled { who: Who, at: Option<Space>, rule: String },
    TrainGained { who: Who, at: Space, rule: String },
    Changed { who: Who, at: Space, why: String },
    Withdrawn { power: String, at: Space, units: Vec<Unit>, leaders: Vec<String> },
    NotTaken { power: String, steps: u16 },
}

/// News of the war, on land or at sea.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WarNews {
    #[serde(rename = "war")]
    Land(Box<LandNews>),
    Sea(Box<SeaNews>),
}

impl SeenEvent {
    /// The exchange of which this is the beginning.
    pub fn begins(&self) -> Option<Exchange> {
        let SeenEvent::Sequence(news) = self else { return None };
        match news {
            SequenceNews::Began { season, .. } => Some(Exchange::Quarter(*season)),
            SequenceNews::CabinetBegan { year } => Some(Exchange::Cabinet(*year)),
            SequenceNews::Drawn { .. }
            | SequenceNews::PutBack { .. }
            | SequenceNews::WinterQuarters { .. }
            | SequenceNews::SecondNaval { .. }
            | SequenceNews::NobodyMoved { .. }
            | SequenceNews::Ended { .. }
            | SequenceNews::CabinetEnded { .. } => None,
        }
    }

    /// Who it says to be killed, of which power, and where on land.
    pub fn fell(&self) -> Option<(&str, &str, Option<Space>)> {
        let SeenEvent::War(news) = self else { return None };
        match news {
            WarNews::Land(news) => {
                let LandNews::Battle(BattleNews::LeaderChecked { leader, power, at, fate, .. }) =
                    &**news
                else {
                    return None;
                };
                (*fate == Fate::Killed).then_some((leader, power, Some(*at)))
            }
            WarNews::Sea(news) => {
                let SeaNews::Battle(SeaBattleNews::AdmiralChecked {
                    power, admiral, killed, ..
                }) = &**news
                else {
                    return None;
                };
                killed.then_some((admiral, power, None))
            }
        }
    }

    /// Whose units it says to be lost, and which.
    pub fn lost(&self) -> Option<(&Who, &[Unit])> {
        if let SeenEvent::Force(ForceNews::Overstacked { who, lost, .. }) = self {
            return Some((who, lost));
        }
        let SeenEvent::War(news) = self else { return None };
        match news {
            WarNews::Land(_) => match self.loss()? {
                LossNews::Lost { who, units, .. } | LossNews::Destroyed { who, units, .. } => {
                    Some((who, units))
                }
                LossNews::Supply { .. } | LossNews::Attrition { .. } => None,
            },
            WarNews::Sea(news) => match &**news {
                SeaNews::Passage(PassageNews::CargoLost { who, units, .. }) => Some((who, units)),
                SeaNews::Passage(_) | SeaNews::Fleet(_) | SeaNews::Battle(_) => None,
            },
        }
    }

    /// The power whose army marker is lost, and the army.
    pub fn army_lost(&self) -> Option<(&str, &str)> {
        let SeenEvent::War(news) = self else { return None };
        let (who, army) = match news {
            WarNews::Land(_) => match self.loss()? {
                LossNews::Lost { who, army, .. } | LossNews::Destroyed { who, army, .. } => {
                    (who, army)
                }
                LossNews::Supply { .. } | LossNews::Attrition { .. } => return None,
            },
            WarNews::Sea(news) => match &**news {
                SeaNews::Passage(PassageNews::CargoLost { who, army, .. }) => (who, army),
                SeaNews::Passage(_) | SeaNews::Fleet(_) | SeaNews::Battle(_) => return None,
            },
        };
        Some((&who.power, army.as_deref()?))
    }

    /// The news of a loss on land, if it is that.
    pub fn loss(&self) -> Option<&LossNews> {
        let SeenEvent::War(WarNews::Land(news)) = self else { return None };
        if let LandNews::Loss(news) = &**news { Some(news) } else { None }
    }

    /// The news of one's own orders, if it is such.
    pub fn order(&self) -> Option<&OrderNews> {
        if let SeenEvent::Order(news) = self { Some(news) } else { None }
    }
}

impl From<LandNews> for SeenEvent {
    fn from(news: LandNews) -> Self {
        SeenEvent::War(WarNews::Land(Box::new(news)))
    }
}

impl From<SeaNews> for SeenEvent {
    fn from(news: SeaNews) -> Self {
        SeenEvent::War(WarNews::Sea(Box::new(news)))
    }
}
