//! Why something was not done, in sentences a player can act on.

mod sea;

use crate::book::Book;
use crate::book::spelling::{place, spoken, spoken_parts};
use crate::land::joining;
use crate::orders::rehearsal::cards::not_before;
use crate::record::event::{Halt, Over, Reason};
use kit::ground::Space;

const NEEDS_LEADER: &str = "trains, depots and engineers move only with a leader, who fetches them with \
                            `take:` in their hex (NIA §5.2.1)";

const BESIEGED: &str = "it is besieged, and can only attack out of its own fortress (NIA §6.2)";

const EXTENDED: &str = "an extended march takes on nothing but marching and joining (NIA §5.2.5)";

/// Why an entry waited or a step was not done.
pub fn sentence(book: &Book, reason: &Reason) -> String {
    match reason {
        Reason::OtherMarker => "waits for one of the markers under `on:`".to_owned(),
        Reason::ConditionFalse => "its condition did not hold".to_owned(),
        Reason::ConditionParts { what } => parts_fail(book, what),
        Reason::ConditionUnknown => "its condition asks for something not known".to_owned(),
        Reason::NotInSight { what } => not_in_sight(book, what),
        Reason::Initiative { has, needs } => {
            format!("initiative {has} is too low for a marker {needs} (NIA §5.1.3)")
        }
        Reason::Reserve { rule } => reserve(book, rule),
        Reason::Besieged => BESIEGED.to_owned(),
        Reason::ThirdMarch => "a third march in a season needs a card (NIA §5.1.3)".to_owned(),
        Reason::NotYetThird => NOT_YET_THIRD.to_owned(),
        Reason::NoCard { card } => format!("the card {card} is not in your hand (NIA §11.1)"),
        Reason::CardNotFor { card } => card_not_for(book, card),
        Reason::CardKept { card } => card_kept(card),
        Reason::LastStepLost => "its last step was lost before the walls (NIA §9.2)".to_owned(),
        Reason::Beaten => "the battle was lost, and that ended it (NIA §5.2.4)".to_owned(),
        Reason::AtPeace => "no war is on with those who stand there (NIA §5.1.2)".to_owned(),
        Reason::NoForcedMarch => NO_FORCED_MARCH.to_owned(),
        Reason::NeutralOnce => "a neutral power acts once a season (NIA §5.1.2)".to_owned(),
        Reason::TooFewSteps { has, needs } => {
            format!("{has} steps are too few for this fortress, which needs {needs} (NIA §9.1)")
        }
        Reason::NeedsArmy => "only an army besieges or screens a citadel (NIA §5.2.10)".to_owned(),
        Reason::NoFortress => "there is no enemy fortress here to besiege (NIA §9.1)".to_owned(),
        Reason::NotEmptied => {
            "there is no captured fortress of ours here to be armed again (NIA §9.3)".to_owned()
        }
        Reason::OutOfSupply => "it is out of supply, so nobody rallies (NIA §6.1.2)".to_owned(),
        Reason::InOrder => "it is in good order (NIA §8.3.3.2)".to_owned(),
        Reason::BeforeWalls => "the march ended before these walls (NIA §5.2.10)".to_owned(),
        Reason::AtTheWalls => AT_THE_WALLS.to_owned(),
        Reason::NotExtended => EXTENDED.to_owned(),
        Reason::ServesOther { name, serves } => serves_other(book, name, serves),
        Reason::NotThere { name } => not_there(book, name),
        Reason::NotInPool { name } => not_in_pool(book, name),
        Reason::Subordinate { of } => {
            format!("under {of}; begin with `detach:` to send them off alone (NIA §4.2.5)")
        }
        Reason::NotPlayed { rule } => format!("not played by this edition of the rules ({rule})"),
        Reason::NotHere { name } => format!("{} is not in the same place", spoken(book, name)),
        Reason::Rank { name } => {
            format!("{} is of higher rank (NIA §4.2, §5.1.5)", spoken(book, name))
        }
        Reason::NoRoom { name } => {
            format!("no room for {} under the stacking limits (NIA §4.1.1)", spoken(book, name))
        }
        Reason::NoDetachments { name } => army_takes_none(book, name),
        Reason::Unlike { name } => {
            format!("the steps of {} do not fit (NIA §5.2.2)", spoken(book, name))
        }
        Reason::OtherCountry { name } => format!("{name} is of another country (NIA §5.2.3)"),
        Reason::OutOfPoints { needed, left } => {
            format!("{needed} movement points are needed, {left} are left")
        }
        Reason::HasNone { what } => has_none(what),
        Reason::NeedsLeader => NEEDS_LEADER.to_owned(),
        Reason::CommandsArmy => {
            "a leader who commands an army cannot leave it (NIA §5.2.4)".to_owned()
        }
        Reason::Alone => "a leader alone cannot pick up units (NIA §4.2.6)".to_owned(),
        Reason::HasMoved => "this must be done before the march (NIA §5.2.3, §5.2.10)".to_owned(),
        Reason::HasActed => "it has acted on this marker (NIA §5.2.4)".to_owned(),
        Reason::Halted => "the march was stopped".to_owned(),
        Reason::Held => HELD.to_owned(),
        _ => sea::sentence(book, reason).unwrap_or_default(),
    }
}

/// What is said of an attack on walls that a force stands before.
pub const AT_THE_WALLS: &str =
    "it stands before these walls already, and only a `siege` goes against them (NIA §9.1)";

const NO_FORCED_MARCH: &str = "no force marches a second time in this season (NIA §21.2.1)";
const NOT_YET_THIRD: &str =
    "its card is for a third march; it waits until there were two (NIA §11.1)";
const HELD: &str = "an attack before it was to stay where it came to (`after: hold`)";

/// Why a leader cannot be called to an army.
pub fn not_in_pool(book: &Book, name: &str) -> String {
    format!("{} does not wait in your pool", spoken(book, name))
}

fn parts_fail(book: &Book, what: &[String]) -> String {
    format!("its condition did not hold: {}", spoken_parts(book, what))
}

fn not_in_sight(book: &Book, what: &[String]) -> String {
    format!(
        "its condition asks about {}, which you could not see then, so it was not known",
        spoken_parts(book, what)
    )
}

fn card_kept(card: &str) -> String {
    format!(
        "what {card} asks for was not so then, as far as you saw, so it stays in your hand (NIA §11.1)"
    )
}

fn not_there(book: &Book, name: &str) -> String {
    match name.split_once(" at ") {
        Some(_) => format!("there was no {} when it was asked", spoken(book, name)),
        None => format!("{} was not on the map that you see", spoken(book, name)),
    }
}

/// Why those who have a detachment cannot join an army.
fn army_takes_none(book: &Book, name: &str) -> String {
    format!(
        "{} has a detachment, and an army takes none: its step only fills up a reduced corps of its class \
         with a modifier within 1 (NIA §4.1.1, §5.2.2)",
        spoken(book, name)
    )
}

/// Whom a card is for, who is not there.
fn card_not_for(book: &Book, card: &str) -> String {
    let Some(page) = book.cards.get(card) else { return format!("there is no card {card}") };
    let leader = page.leader.as_ref().map(|leader| format!("for {leader} alone"));
    let whose =
        (!page.holder.is_empty()).then(|| format!("for {}", page.holders_in_words(&book.people)));
    let army = if page.effect.needs_army() { "for an army" } else { "for troops on land" };
    let needs = not_before(page);
    let needs = needs.strip_prefix(&format!("{card} is ")).filter(|_| !page.needs.is_empty());
    let needs = needs.map(str::to_owned);
    let parts: Vec<String> =
        leader.into_iter().chain(whose).chain([army.to_owned()]).chain(needs).collect();
    format!("the card {card} is {} (NIA §11.1)", parts.join(", "))
}

/// What a step needs and is not there.
fn has_none(what: &str) -> String {
    if what == joining::LEADER_ALONE {
        return "`take command` is for a leader without troops; one with troops joins where the march \
                ends, and rank decides who leads (NIA §4.1.1, §4.2.4)"
            .to_owned();
    }
    format!("there is no {what}")
}

/// Why a force is held in reserve: the scenario's rule in its own words.
pub fn reserve(book: &Book, rule: &str) -> String {
    let special = book.scenario.special.iter().find(|special| special.id == rule);
    format!("held in reserve. {}", special.map_or(rule, |special| &special.text))
}

/// Why land is closed.
pub fn closed(book: &Book, at: Space, of: &str) -> String {
    let (at, whose) = (place(book, at), book.people.title(of));
    let land = format!("{at} is land of {whose}");
    match book.scenario.proud().filter(|(_, proud)| proud.power == of) {
        None => format!("{land}, neither an ally of ours nor at war with us"),
        Some(_) => format!(
            "{land}, not at war with us, who lets in the troops of her allies only after she has lost a battle or all her \
             fleets, or by a card (NIA §14.4.1)"
        ),
    }
}

/// Why a march stopped.
pub fn halt(book: &Book, halt: &Halt) -> String {
    match halt {
        Halt::OutOfPoints { needed, left } => {
            let are = if *left == 1 { "point is" } else { "points are" };
            format!("the next hex costs {needed}, and {left} {are} left")
        }
        Halt::EnemyAhead { at } => format!("an enemy stands at {}", place(book, *at)),
        Halt::FortressAhead { at } => format!("the enemy fortress {} bars the way", place(book, *at)),
        Halt::EnemyNear { at } => {
            let at = place(book, *at);
            format!(
                "{at} lies next to enemy troops, from whom units without a leader and extended marches keep away \
                 (NIA §5.2.1, §5.2.5)"
            )
        }
        Halt::NoWay { to } => format!("there is no way to {}", place(book, *to)),
        Halt::NoRoom { at, lacks_point } => {
            let why = match lacks_point {
                Some(true) => "no point is left to join them",
                Some(false) => "there is no room for both, or an army would have to take in a detachment",
                None => "there is no room or no point left to join them",
            };
            format!("friends stand at {}, and {why} (NIA §4.1.1)", place(book, *at))
        }
        Halt::StraitShut { at } => format!("an enemy fleet shuts the strait to {}", place(book, *at)),
        Halt::Border { at, of } => format!("{} (NIA §17.4.5)", closed(book, *at, of)),
        Halt::InBox => "it came into the box this season and leaves it next season at the earliest (NIA §5.2.11)".to_owned(),
    }
}

fn serves_other(book: &Book, name: &str, serves: &str) -> String {
    format!("{} serves {} now", spoken(book, name), book.people.title(serves))
}

/// Steps of an entry by their numbers: `step 3`, `steps 3, 4`.
pub fn steps(numbers: &[u16]) -> String {
    let all: Vec<String> = numbers.iter().map(u16::to_string).collect();
    format!("step{} {}", if all.len() == 1 { "" } else { "s" }, all.join(", "))
}

/// Why an entry was over before its last step.
pub fn over(why: Over) -> &'static str {
    match why {
        Over::Failed => "since a step before was not done",
        Over::Joined => "since its force had joined another",
        Over::Gone => "since its force was gone",
    }
}

/// The place in a sheet of what was not done; what is asked of a special rule stands in no entry.
pub fn in_sheet(entry: u16, step: u16) -> String {
    match entry {
        0 => "by a special rule".to_owned(),
        _ => format!("entry {entry}, step {step}"),
    }
}
