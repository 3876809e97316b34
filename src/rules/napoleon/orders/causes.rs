//! What a line of a receipt may depend on, and why it was not done: one closed list, which the receipt
//! names beforehand and the report afterwards.

use crate::board::french::Refusal;
use crate::board::place::Misplaced;
use crate::theatre::moves::Refused;
use serde::{Deserialize, Serialize};

/// What a line depends on that its writer cannot be certain of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cause {
    /// The `if:` of the line.
    Condition,
    /// Whether its force is activated by the die.
    Dice,
    /// Whether the distance fits.
    Range,
    /// Whether there is anybody to attack, or room to go to.
    Target,
    /// For a plan that only attacks: whether there is anybody in reach; for one that only moves: room; for a
    /// Square: enemy cavalry near.
    NoTarget,
    NoRoom,
    NoCavalry,
    /// Whether there is room in the region before it.
    Full,
    /// It stands in melee, or in its side's reserve, from where its orders do nothing.
    Engaged,
    Reserve,
    /// What the enemy did before it acted: the five below, of which the receipt says no more than this.
    Enemy,
    /// The battle was over.
    Over,
    /// Its force was destroyed.
    Destroyed,
    /// The player's side was routed.
    Routed,
    /// Its force was in melee.
    Melee,
    /// It was possible when it was ordered; by its turn the distance or the target had changed.
    Moved,
    /// A plan on which its force acts instead.
    Plan,
    /// The plans and their counters.
    Counters,
    /// What the fog of war brings.
    Fog,
    /// The insight that it needs.
    Insight,
    /// What the insight acts on, when it is chosen and when it is tried.
    NoUse,
    Idle,
    /// The insight has worked before.
    Used,
    /// Whether Napoleon is in the battle; whether he is not there already.
    Away,
    There,
    /// The battles before it: who is left of them and where they are.
    Battles,
    /// Whether any force of the player stands where something is to come.
    NoPlace,
    /// Whether there is such a battle.
    NoBattle,
    /// Whether a die falls that is to be rolled again.
    NoRoll,
    /// The supply points and the scouts.
    Supply,
    /// What can be bought or refitted.
    Sale,
    /// Whether there is anybody of that sort.
    Nobody,
    /// It was in the battle, and is off the board: after its Sweep, or destroyed or driven off.
    Swept,
    Gone,
    /// Another line, or what stands before it.
    Earlier,
    /// What the rules do not allow.
    Rules,
}

impl Cause {
    /// Whether it is what the enemy did in between, which nobody could know.
    pub fn is_of_enemy(self) -> bool {
        self.word() == Cause::Enemy.word()
    }

    /// Whether nothing can come of it from where its force stands.
    pub fn is_of_place(self) -> bool {
        self == Cause::Range || self.word() == Cause::Target.word()
    }

    /// Its word in `--json`.
    pub fn word(self) -> &'static str {
        match self {
            Cause::Condition => "condition",
            Cause::Dice => "dice",
            Cause::Range => "range",
            Cause::Target
            | Cause::NoTarget
            | Cause::NoRoom
            | Cause::NoCavalry
            | Cause::Full
            | Cause::Engaged
            | Cause::Reserve => "target",
            Cause::Enemy
            | Cause::Over
            | Cause::Destroyed
            | Cause::Routed
            | Cause::Melee
            | Cause::Moved => "enemy",
            Cause::Plan => "plan",
            Cause::Counters => "counters",
            Cause::Fog | Cause::There => "fog",
            Cause::Insight | Cause::NoUse | Cause::Idle | Cause::Used => "insight",
            Cause::Battles | Cause::NoPlace => "battles",
            Cause::NoBattle => "no-battle",
            Cause::NoRoll => "no-roll",
            Cause::Supply => "supply",
            Cause::Sale => "sale",
            Cause::Nobody | Cause::Swept | Cause::Gone => "nobody",
            Cause::Earlier => "earlier",
            Cause::Rules | Cause::Away => "rules",
        }
    }

    /// What must be so for the line, as the receipt says it.
    pub fn beforehand(self) -> &'static str {
        match self {
            Cause::Condition => "its `if:` holds then",
            Cause::Dice => "the die activates it",
            Cause::Range => "it is at the right range then",
            Cause::Target | Cause::Engaged | Cause::Reserve => {
                "it then has somebody to attack, or room to move"
            }
            Cause::NoTarget => "it then has somebody to attack",
            Cause::NoRoom | Cause::Full => "it then has room to move",
            Cause::NoCavalry => "enemy cavalry is next to it then",
            Cause::Enemy
            | Cause::Over
            | Cause::Destroyed
            | Cause::Routed
            | Cause::Melee
            | Cause::Moved => "the enemy does not come between",
            Cause::Plan => "it does not act on its plan instead",
            Cause::Counters => "a plan counter is left then",
            Cause::Fog => "the fog of war brings it",
            Cause::Insight | Cause::Used => "its insight was chosen",
            Cause::NoUse => "it can do anything there",
            Cause::Idle => "it has anything to act on then",
            Cause::Away => "Napoleon is there",
            Cause::There => "Napoleon is not there already",
            Cause::Battles => "the battles before it do not change this",
            Cause::NoPlace => "a force of yours stands there then",
            Cause::NoBattle => "there is such a battle",
            Cause::NoRoll => "such a roll comes up and a scout is left",
            Cause::Supply => "there are enough points then",
            Cause::Sale => "it is for sale then",
            Cause::Nobody | Cause::Swept | Cause::Gone => "such a force is there then",
            Cause::Earlier => "no earlier line is carried out instead",
            Cause::Rules => "the rules allow it",
        }
    }

    /// Why it is not done, as the receipt says it.
    pub fn now(self) -> &'static str {
        match self {
            Cause::Condition => "its `if:` does not hold now",
            Cause::Counters => "no more plans can be placed, or no counter of this one is left",
            Cause::Fog => "the fog of war has brought something else",
            Cause::Insight => "its insight has not been chosen",
            Cause::NoUse => "it could do nothing in this battle and costs nothing",
            Cause::Idle => "it has nothing to act on",
            Cause::Used => "its insight has worked already",
            Cause::Away => "Napoleon is not in this battle",
            Cause::There => "Napoleon is here already",
            Cause::Swept => "it is off the board after its Sweep",
            Cause::Gone => "it is destroyed or has left the battle",
            Cause::Supply => "there are too few supply points or scouts",
            Cause::Sale => "it is not for sale",
            Cause::Nobody => "no such force is there",
            Cause::Earlier => "an earlier line is carried out instead",
            Cause::NoPlace => "no force of yours stands there",
            Cause::NoBattle => "there is no such battle",
            Cause::Target => "there is nobody in reach to attack, and no room to move",
            Cause::NoTarget => "there is nobody in reach to attack",
            Cause::NoRoom => "there is no room to move",
            Cause::NoCavalry => "no enemy cavalry is in its region or next to it",
            Cause::Full => "the region in front of it is full",
            Cause::Engaged => "it stands in melee",
            Cause::Reserve => "from the reserve only guns and fortifications attack",
            Cause::Enemy | Cause::Over => "the battle ends first",
            Cause::Routed => "you are routed",
            Cause::Melee => "it is in melee",
            Cause::Destroyed
            | Cause::Moved
            | Cause::Dice
            | Cause::Range
            | Cause::Plan
            | Cause::Battles
            | Cause::NoRoll
            | Cause::Rules => "the rules do not allow it from where it stands",
        }
    }

    /// Why it was not done, as the report says it.
    pub fn afterwards(self) -> &'static str {
        match self {
            Cause::Condition => "its `if:` did not hold",
            Cause::Dice => "the die did not activate it",
            Cause::Range => "it was not at the right range",
            Cause::Target => "it had nobody in reach to attack, and no room to move",
            Cause::NoTarget => "it had nobody in reach to attack",
            Cause::NoRoom => "it had no room to move",
            Cause::NoCavalry => "no enemy cavalry was in its region or next to it",
            Cause::Full => "the region in front of it was full",
            Cause::Engaged => "it stood in melee",
            Cause::Reserve => "from the reserve only guns and fortifications attack",
            Cause::Enemy => "the enemy came between",
            Cause::Over => "the battle was over by then",
            Cause::Destroyed => "it was destroyed by then",
            Cause::Routed => "you were routed by then",
            Cause::Melee => "it was in melee by then",
            Cause::Moved => "those it meant were destroyed or at another distance by then",
            Cause::Plan => "its plan came first",
            Cause::Counters => "no more plans could be placed, or no counter of this one was left",
            Cause::Fog => "the fog of war brought something else",
            Cause::Insight => "its insight had not been chosen",
            Cause::NoUse => "it could do nothing there and cost nothing",
            Cause::Idle => "it had nothing to act on",
            Cause::Used => "its insight had worked already",
            Cause::Away => "Napoleon was not there",
            Cause::There => "Napoleon was there already",
            Cause::Swept => "it was off the board after its Sweep",
            Cause::Gone => "it had been destroyed or had left the battle",
            Cause::Battles => "it was no longer possible after the battles",
            Cause::NoPlace => "no force of yours stood where it was to come",
            Cause::NoBattle => "there was no such battle",
            Cause::NoRoll => "no such roll came up, or no scout was left",
            Cause::Supply => "there were too few supply points or scouts",
            Cause::Sale => "it was not for sale",
            Cause::Nobody => "no such force was there",
            Cause::Earlier => "an earlier line was carried out instead",
            Cause::Rules => "the rules do not allow it from where it stood",
        }
    }

    /// Why somebody did not move, or something was not bought.
    pub fn of_refused(why: Refused) -> Self {
        match why {
            Refused::NotOnTheMap | Refused::NotNext | Refused::WithEnemies => Cause::Battles,
            Refused::NoFrenchThere => Cause::NoPlace,
            Refused::HasMoved | Refused::JustBought => Cause::Earlier,
            Refused::NoSupply { .. } | Refused::NoScouts => Cause::Supply,
            Refused::NotReduced | Refused::NotForSale => Cause::Sale,
            Refused::NotMobile | Refused::NoBack => Cause::Rules,
        }
    }

    /// Why a plan, a change of formation or an act was refused.
    pub fn of_refusal(why: Refusal) -> Self {
        match why {
            Refusal::TooManyPlans { .. }
            | Refusal::NoMoreCounters(_)
            | Refusal::NoFormationLeft => Cause::Counters,
            Refusal::NotAFrenchForce => Cause::Nobody,
            Refusal::SecondPlan(_) | Refusal::HasActed(_) => Cause::Earlier,
            Refusal::Routed => Cause::Routed,
            Refusal::WrongKind(_)
            | Refusal::NeedsAForce(_)
            | Refusal::NeedsNoForce(_)
            | Refusal::NotForThis(_)
            | Refusal::TooManyForces { .. } => Cause::Rules,
        }
    }

    /// Why a force did not start where it was placed.
    pub fn of_misplaced(why: Misplaced) -> Self {
        match why {
            Misplaced::TooMany(..) | Misplaced::Twice(_) => Cause::Earlier,
            Misplaced::NotFree(_) => Cause::Nobody,
            Misplaced::Closed(_) => Cause::Insight,
        }
    }
}
