//! What the form says of conquests: which province may be given up for peace, which enemy countries are about to fall,
//! and what becomes of those that are conquered (NIA §13.1, §13.2).

use crate::book::Book;
use crate::money::treasury::Scene;
use crate::money::treasury::scene::Told;
use crate::politics::conquest::{self, Fate, cession, winter};
use crate::politics::states;
use crate::position::Position;
use crate::record::exchange::Exchange;

/// What a power can do about conquests now.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// What can be done, as sentences.
    pub told: Vec<String>,
    /// Whether a province can be given up for peace.
    pub cedes: bool,
}

/// What a power can do about conquests now; nothing, where the diplomacy track is not played.
pub fn open_to(book: &Book, at: &dyn Position, power: &str, exchange: Exchange) -> Open {
    if book.scenario.track.is_none() {
        return Open::default();
    }
    let scene = Scene::of(book, at);
    let offers = cession::offers(&scene, power).into_iter().map(|(province, made)| {
        let to = book.people.title(&made.to);
        let doubt = match made.controls {
            Told::Doubt => "; whether they control it is not known",
            Told::Yes | Told::No => "",
        };
        let country = made.country;
        format!(
            "You may give {province} to {to}{doubt}; {country} is then neutral and at peace with them (NIA §13.2)."
        )
    });
    let mut told: Vec<String> = offers.collect();
    let cedes = !told.is_empty();
    if winter::bar(exchange).is_none() {
        let conquered = conquest::undecided(&scene, power);
        told.extend(conquered.iter().map(|country| undecided(&scene, power, country)));
        let fall = |country: String| falling(&scene, power, &country);
        told.extend(conquest::may_fall(&scene).into_iter().filter_map(fall));
        let into = states::open_to(&scene, power).into_iter();
        told.extend(into.map(|(province, union)| {
            let (state, words) = (&union.state, union.in_words(&province));
            format!("You may put {province} into {state}{words}: `unite:` (NIA §19.1).")
        }));
    }
    Open { told, cedes }
}

/// What becomes of a country that a power has conquered.
fn undecided(scene: &Scene, power: &str, country: &str) -> String {
    let word = |fate: Fate| match fate {
        Fate::Annexed => "annexed",
        Fate::Reinstated => "reinstated",
    };
    let default = conquest::by_default(scene, power, country);
    let other = match default {
        Fate::Annexed => Fate::Reinstated,
        Fate::Reinstated => Fate::Annexed,
    };
    let choice = match conquest::may(scene, power, country, other) {
        Ok(()) => format!(", or {} if you say so", word(other)),
        Err(_) => String::new(),
    };
    format!(
        "{country} is conquered by you and is {} when winter is over{choice} (NIA §13.1).",
        word(default)
    )
}

/// How far an enemy country has fallen; nothing, if no place of it that counts is taken.
fn falling(scene: &Scene, power: &str, country: &str) -> Option<String> {
    let plight = conquest::plight(scene, country, power)
        .filter(|_| conquest::is_hostile(scene, power, country))?;
    if plight.capital == Told::No && plight.lost == 0 {
        return None;
    }
    let stands = plight.in_words(scene.book);
    if !plight.surrenders {
        return Some(format!(
            "{country} falls when winter is over if its capital is occupied and its fortresses are taken: {stands} \
             now (NIA §13.1)."
        ));
    }
    let open = conquest::may_take(scene, power, country);
    let choice = match open.as_slice() {
        [] => "no province of it borders on your land".to_owned(),
        [one] => format!("you get {one}"),
        [first, others @ ..] => {
            format!("you get {first}, or by `take:` {}", others.join(" or "))
        }
    };
    Some(format!(
        "{country} surrenders when winter is over if its capital is occupied: {stands} now; {choice} (NIA §13.2)."
    ))
}
