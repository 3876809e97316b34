//! Why a step of ships was not done.

use crate::book::Book;
use crate::book::spelling::{place, spoken};
use crate::record::event::Reason;
use kit::ground::Space;

/// The reason in words, if it is one of the sea.
pub fn sentence(book: &Book, reason: &Reason) -> Option<String> {
    Some(match reason {
        Reason::NoSquadron { name } => {
            format!("{} does not lie there (NIA §5.3)", spoken(book, name))
        }
        Reason::OtherElement => "ships and troops have other steps (NIA §5.1.1)".to_owned(),
        Reason::NoTransport => {
            "no rule of the scenario lets this side transport troops (NIA §21.3.4)".to_owned()
        }
        Reason::TransportAlone => {
            "`transport` acts on a naval marker and is the only step of its entry (NIA §21.3.4)"
                .to_owned()
        }
        Reason::TransportFull { has, room } => format!(
            "{has} steps are too many: {room} can still be transported on this marker (NIA §21.3.4)"
        ),
        Reason::NoSeaWay { to } => format!("no way over the sea leads to {to} (NIA §5.3)"),
        Reason::OutOfBounds { sea } => {
            format!("these fleets may not sail in the {sea} (NIA §5.2.12)")
        }
        Reason::NoBerth { at } => {
            format!("three fleets are the most in one place, and {at} is full (NIA §4.1.2)")
        }
        Reason::ForeignHarbour { at } => foreign(book, *at),
        Reason::OwnHarbour { at } => {
            format!("{} is not a harbour of an enemy (NIA §5.3.2)", place(book, *at))
        }
        Reason::Sheltered { at } => sheltered(book, *at),
        Reason::NoQuarry => "there are no enemy ships to engage or follow (NIA §5.3.1)".to_owned(),
        Reason::SlippedAway => "the enemy slipped away (NIA §5.3.1)".to_owned(),
        Reason::BeatenHere { sea } => {
            format!("it was beaten in the {sea} and does not go back there (NIA §10.3)")
        }
        Reason::BeatenBefore { at } => {
            format!(
                "it was beaten before {} and does not go back there (NIA §10.3)",
                place(book, *at)
            )
        }
        Reason::Overladen { has, room } => format!(
            "{has} steps and support units are too much: there is room for {room} (NIA §5.3.3)"
        ),
        Reason::NotAboard => "nobody was on board who could land then (NIA §5.3.3)".to_owned(),
        Reason::NoLandingPlace { at } => format!(
            "nobody lands at {}: it is not a harbour, town on the coast or island (NIA §5.3.3)",
            place(book, *at)
        ),
        Reason::HomeBound { at } => format!(
            "{} is foreign land: who fights for their own leaves it only when no enemy stands on it \
             (NIA §14.4.2)",
            place(book, *at)
        ),
        Reason::KeepsHome { at } => {
            format!(
                "troops in revolt, guerrillas and this militia do not serve at {} (NIA §5.2.12, §14.3)",
                place(book, *at)
            )
        }
        Reason::HasMarker => {
            "troops that were active this season land against no enemy (NIA §5.3.3)".to_owned()
        }
        Reason::Repulsed => "the landing was thrown back (NIA §5.3.3)".to_owned(),
        Reason::WillNotBoard => "the ally's troops do not go on board (NIA §5.3.3)".to_owned(),
        Reason::NoHunt => "ships of the coalition go into the corsairs' box from the sea, unless \
                           they are bound to some seas, and leave it from there (NIA §10.7)"
            .to_owned(),
        _ => return None,
    })
}

/// Why ships do not come into a harbour.
fn sheltered(book: &Book, at: Space) -> String {
    let at = place(book, at);
    format!(
        "{at} shelters its ships: no enemy ships come into its harbour while its power holds it and \
         nobody besieges it (NIA §15.2)"
    )
}

/// Why ships do not go to a place.
fn foreign(book: &Book, at: Space) -> String {
    let is_harbour = book.atlas.town(at).is_some_and(|town| town.harbour);
    let what = if is_harbour { "is a harbour that is not ours" } else { "has no harbour" };
    format!("{} {what} (NIA §5.3.2)", place(book, at))
}
