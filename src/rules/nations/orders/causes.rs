//! What a line of a receipt may depend on, and why an order was not carried out: one closed list,
//! which the receipt names beforehand and the report afterwards.

use super::{army, at_sea, attack, detachment, is_for};
use crate::money::lines::{self, LineKind, deal};
use crate::politics::lines::POLITICS;
use crate::politics::peace::lines::PEACE;
use crate::record::event::{Halt, Over, Reason, Shortfall};

/// What a step depends on that its writer cannot be certain of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cause {
    /// Which markers come, and when.
    Marker,
    /// The `if:` of the entry or the step.
    Condition,
    /// A battle, or whether the enemy stays to fight it.
    Battle,
    /// Enemies who come into the way, or leave it.
    Enemy,
    /// Where others of one's own stand when it is done, and what they are by then.
    Friends,
    /// Losses on the way there.
    Losses,
    /// The points that are left by then.
    Points,
    /// A step or an entry before it.
    Earlier,
    /// How much the purse holds by then: others may give or lend, and income may be doubtful.
    Money,
    /// Whether another power's list says the same.
    Deal,
    /// What other powers do at courts before its turn: their attempts and their declarations of war.
    Courts,
    /// What the rules do not allow; the receipt has a remark on it.
    Rules,
}

impl Cause {
    /// Its word in `--json` and in the record.
    pub fn word(self) -> &'static str {
        match self {
            Cause::Marker => "marker",
            Cause::Condition => "condition",
            Cause::Battle => "battle",
            Cause::Enemy => "enemy",
            Cause::Friends => "friends",
            Cause::Losses => "losses",
            Cause::Points => "points",
            Cause::Earlier => "earlier",
            Cause::Money => "money",
            Cause::Deal => "deal",
            Cause::Courts => "courts",
            Cause::Rules => "rules",
        }
    }

    /// What kept a step of a kind from being carried out. Who is attacked and is not there has gone.
    pub fn of_step(order: &str, reason: &Reason) -> Self {
        let attacks = [attack::STEP.kind.key, attack::PURSUE.kind.key].contains(&order);
        match reason {
            Reason::NotThere { .. } if attacks => Cause::Enemy,
            // A voyage is over after a battle that was lost.
            // Who has acted may land only where no enemy is.
            Reason::HasMarker if order == at_sea::LAND.kind.key => Cause::Enemy,
            Reason::Halted if !is_for(order, false) => Cause::Battle,
            // A corps that follows an army is halted by an enemy on the way.
            Reason::Halted if order == army::STEP.kind.key => Cause::Enemy,
            // Losses have made another unit of the one that it names.
            Reason::Unlike { .. } if order == detachment::STEP.kind.key => Cause::Losses,
            reason => Cause::of(reason),
        }
    }

    /// What kept an entry or a step from being carried out.
    pub fn of(reason: &Reason) -> Self {
        match reason {
            Reason::OtherMarker
            | Reason::Initiative { .. }
            | Reason::NeutralOnce | Reason::NoForcedMarch
            | Reason::ThirdMarch
            | Reason::NotYetThird
            | Reason::HasActed
            | Reason::HasMarker => Cause::Marker,
            Reason::ConditionFalse
            | Reason::ConditionParts { .. }
            | Reason::ConditionUnknown
            | Reason::NotInSight { .. } => Cause::Condition,
            Reason::Beaten | Reason::LastStepLost
            | Reason::SlippedAway
            | Reason::BeatenHere { .. }
            | Reason::BeatenBefore { .. }
            | Reason::Repulsed
            // Who was beaten may have been driven from the sea, and into walls.
            | Reason::NoHunt
            | Reason::Besieged => Cause::Battle,
            Reason::NoQuarry
            | Reason::NoFortress
            | Reason::NotEmptied
            | Reason::ForeignHarbour { .. }
            | Reason::OwnHarbour { .. }
            | Reason::Sheltered { .. }
            | Reason::NoLandingPlace { .. }
            | Reason::NoSeaWay { .. }
            | Reason::HomeBound { .. }
            | Reason::BeforeWalls | Reason::AtTheWalls
            | Reason::CardKept { .. }
            | Reason::OutOfSupply
            | Reason::NotExtended // Such a march keeps away from the enemy.
            | Reason::AtPeace => Cause::Enemy,
            Reason::NotThere { .. }
            | Reason::NotInPool { .. }
            | Reason::NotHere { .. }
            | Reason::NoRoom { .. }
            | Reason::NoBerth { .. }
            | Reason::NoSquadron { .. }
            | Reason::TransportFull { .. }
            | Reason::NotAboard
            | Reason::Overladen { .. }
            | Reason::WillNotBoard
            | Reason::CommandsArmy
            | Reason::Subordinate { .. } => Cause::Friends,
            Reason::TooFewSteps { .. }
            | Reason::HasNone { .. }
            | Reason::NeedsLeader // Losses may leave a train alone on the way.
            | Reason::Alone => Cause::Losses,
            Reason::OutOfPoints { .. } => Cause::Points,
            Reason::Halted | Reason::Held | Reason::HasMoved | Reason::InOrder => Cause::Earlier,
            Reason::Reserve { .. }
            | Reason::NoCard { .. }
            | Reason::CardNotFor { .. }
            | Reason::NeedsArmy
            | Reason::ServesOther { .. }
            | Reason::NotPlayed { .. }
            | Reason::Rank { .. }
            | Reason::Unlike { .. }
            | Reason::NoDetachments { .. }
            | Reason::OtherCountry { .. }
            | Reason::OtherElement
            | Reason::NoTransport
            | Reason::TransportAlone
            | Reason::KeepsHome { .. }
            | Reason::OutOfBounds { .. } => Cause::Rules,
        }
    }

    /// What kept a line that was written as `order` from being carried out. A deal that is not made may
    /// fail for what its reader cannot know of the other power, what a whole side shares may be gone, and
    /// others may have won whom a line of politics is about.
    pub fn of_line(order: &str, why: &Shortfall) -> Self {
        let is = |line: &LineKind| order.split(':').next() == Some(line.kind.key);
        let is_deal = is(&deal::SELL) || is(&deal::BUY);
        match why {
            Shortfall::NotAllowed { .. } if POLITICS.iter().chain(PEACE).any(|line| is(line)) => {
                Cause::Courts
            }
            Shortfall::NotAllowed { .. } | Shortfall::Money { .. } if is_deal => Cause::Deal,
            Shortfall::NotAllowed { .. }
            | Shortfall::NotToArm { .. }
            | Shortfall::NoRoom { .. }
                if lines::SHARED.iter().any(|line| is(line)) =>
            {
                Cause::Friends
            }
            why => Cause::of_shortfall(why),
        }
    }

    /// What kept a line of a budget or a muster from being carried out, or from being carried out whole.
    pub fn of_shortfall(why: &Shortfall) -> Self {
        match why {
            Shortfall::NotSo => Cause::Condition,
            Shortfall::Money { .. }
            | Shortfall::Bribes { .. }
            | Shortfall::Recruits { .. }
            | Shortfall::Cavalry { .. }
            | Shortfall::Limit { .. }
            | Shortfall::GiftLimit { .. }
            | Shortfall::Debt { .. } => Cause::Money,
            Shortfall::Counters { .. }
            | Shortfall::NoSite { .. }
            | Shortfall::NoSites
            | Shortfall::NoRoom { .. }
            | Shortfall::OutOfReach { .. }
            | Shortfall::Whole { .. }
            | Shortfall::NotThere { .. }
            | Shortfall::NoYard { .. }
            | Shortfall::NotToArm { .. }
            | Shortfall::NoArmy { .. }
            | Shortfall::NotInPool { .. }
            | Shortfall::NotAllowed { .. } => Cause::Rules,
        }
    }

    /// What ended a march before its goal.
    pub fn of_halt(halt: &Halt) -> Self {
        match halt {
            Halt::OutOfPoints { .. } => Cause::Points,
            Halt::EnemyAhead { .. }
            | Halt::FortressAhead { .. }
            | Halt::EnemyNear { .. }
            | Halt::NoWay { .. }
            | Halt::StraitShut { .. }
            | Halt::Border { .. } => Cause::Enemy,
            Halt::NoRoom { .. } => Cause::Friends,
            Halt::InBox => Cause::Rules,
        }
    }

    /// Why an entry was over before its last step.
    pub fn of_end(why: Over) -> Self {
        match why {
            Over::Failed => Cause::Earlier,
            Over::Joined => Cause::Friends,
            Over::Gone => Cause::Losses,
        }
    }
}
