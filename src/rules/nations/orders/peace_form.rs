//! What the form says of peace: who is beaten or close to it, what may be asked or given, and which peaces last (NIA
//! §13.3).

use crate::book::Book;
use crate::money::treasury::Scene;
use crate::money::treasury::scene::Told;
use crate::politics::peace::bargain::{Bargain, Terms, Wish};
use crate::politics::peace::lines::{ACCEPT, CONCEDE, CONTINUE, DEMAND, OFFER};
use crate::politics::peace::{Plight, offers, plight};
use crate::position::Position;
use crate::record::event::Term;
use crate::record::exchange::Exchange;
use sheet::frame::comment;
use sheet::keys::Kind;

/// What a power can do about peace now.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Open {
    /// How things stand, as sentences.
    pub told: Vec<String>,
    /// Whether it may be the power itself that must make peace.
    pub own: bool,
    /// Whether it fights on already.
    pub fights: bool,
    /// Whether an enemy may have to.
    pub others: bool,
    /// Whether peace may be offered to an enemy.
    pub free: bool,
}

/// That peace may be offered at any time.
const FREE: &str = "You may offer an enemy peace at any time (`offer:`, with your `concede:` lines as its conditions); it is \
                    refused unless their sheet accepts it (NIA §13.3.1.1).";

/// The lines of the form, in the seasons in which peace is made.
pub fn lists(
    book: &Book,
    at: &dyn Position,
    (power, exchange): (&str, Exchange),
    line: &mut impl FnMut(&str),
) {
    let open = open_to(book, at, power, exchange);
    if open.told.is_empty() {
        return;
    }
    line("#");
    open.told.iter().for_each(|told| comment(told, line));
    let mut kinds: Vec<&Kind> = vec![];
    kinds.extend(open.others.then_some(&DEMAND.kind));
    kinds.extend((open.own || open.free).then_some(&CONCEDE.kind));
    kinds.extend((open.own && !open.fights).then_some(&CONTINUE.kind));
    kinds.extend(open.free.then_some([&OFFER.kind, &ACCEPT.kind]).into_iter().flatten());
    if kinds.is_empty() {
        return;
    }
    sheet::guide::shapes(&kinds).iter().for_each(|shape| comment(shape, line));
    line("# peace:");
}

/// What a power can do about peace now; nothing, where the diplomacy track is not played.
pub fn open_to(book: &Book, at: &dyn Position, power: &str, exchange: Exchange) -> Open {
    if book.scenario.track.is_none() {
        return Open::default();
    }
    let mut open = Open { told: lasting(book, at, power), ..Open::default() };
    if matches!(exchange, Exchange::Cabinet(_)) {
        return open;
    }
    let scene = Scene::of(book, at);
    open.free =
        scene.powers().iter().any(|other| offers::bar(book, at.common(), (power, other)).is_none());
    if open.free {
        open.told.push(FREE.to_owned());
    }
    for other in scene.powers() {
        let Some(plight) = plight(&scene, other) else { continue };
        if !is_near(&scene, other, &plight) {
            continue;
        }
        if other == power {
            open.own = true;
            open.fights = scene.common.titles.peaces.fights_until(power).is_some();
            open.told.push(own(&scene, power, &plight));
        } else if scene.at_war(other, power) {
            open.others = true;
            open.told.push(enemy(&scene, power, other, &plight));
        }
    }
    open
}

/// The peaces of a power that last.
fn lasting(book: &Book, at: &dyn Position, power: &str) -> Vec<String> {
    let title = |power: &str| book.people.title(power).to_owned();
    let told = at.common().titles.peaces.lasting().filter_map(|treaty| {
        let until = treaty.until;
        if treaty.beaten == power {
            let with = book.people.titles(&treaty.with);
            return Some(format!(
                "You have peace with {with} until {until} begins; their troops may cross your land (NIA §13.3.2.2)."
            ));
        }
        treaty.with.contains(power).then(|| {
            let of = title(&treaty.beaten);
            let then = match treaty.conqueror() {
                Some(to) if at.common().relations.friends(power, to) => {
                    "; then it is your ally, if still neutral"
                }
                _ => ", and troops there then are lost",
            };
            format!(
                "You have peace with {of} until {until} begins: you may cross its land{then} (NIA §13.3.2.2)."
            )
        })
    });
    told.collect()
}

/// How close the power itself is.
fn own(scene: &Scene, power: &str, plight: &Plight) -> String {
    let book = scene.book;
    let (needs, stands) = (plight.needs(book), plight.in_words(book));
    let must = format!(
        "You must make peace if, when the season is over, an enemy occupies {needs}: {stands} now"
    );
    match scene.common.titles.peaces.fights_until(power) {
        Some(last) => format!(
            "You fight on until {last} is over; if you are still beaten then (an enemy occupies {needs}; {stands} now), \
             peace has {} conditions (NIA §13.3.1.2). As things stand you may give: {}.",
            book.peace.conditions(true),
            may_choose(scene, power, (power, &plight.victors)).join(", ")
        ),
        None => format!(
            "{must} (NIA §13.3.1). It has {} conditions, of which the victor and you choose {} each in turn. As things stand \
             you may give: {}. `continue: yes` fights on until {} is over, and then there are {}.",
            book.peace.conditions(false),
            book.peace.at_once(),
            may_choose(scene, power, (power, &plight.victors)).join(", "),
            book.peace.last_of_fighting_on(scene.common.season),
            book.peace.conditions(true)
        ),
    }
}

/// How close an enemy is, and what may be asked of it.
fn enemy(scene: &Scene, power: &str, other: &str, plight: &Plight) -> String {
    let book = scene.book;
    let (needs, stands) = (plight.needs(book), plight.in_words(book));
    let fights = match scene.common.titles.peaces.fights_until(other) {
        Some(last) => format!("; it fights on until {last} is over"),
        None => String::new(),
    };
    let asks = may_choose(scene, power, (other, &[power.to_owned()]));
    let town = match plight.victors.iter().any(|victor| victor == power) {
        true => "you may ask",
        false => "you may ask, if you hold one of these towns by then",
    };
    format!(
        "{} must make peace if an enemy occupies {needs} when the season is over: {stands} now{fights}. As things stand \
         {town}: {} (NIA §13.3.1, §13.3.2.3).",
        book.people.title(other),
        asks.join(", ")
    )
}

/// The conditions that a power may choose in the peace of a beaten one with these victors as things stand, each with what
/// it counts for if that is not one.
fn may_choose(scene: &Scene, power: &str, (beaten, victors): (&str, &[String])) -> Vec<String> {
    let terms = Terms::now(scene, beaten, victors);
    let bargain = Bargain::new(scene.book, scene.common, terms);
    let wish = |term: Term, name: Option<&str>| Wish {
        term,
        name: name.map(str::to_owned),
        to: None,
        line: None,
    };
    let may = |wish: &Wish| bargain.receiver(power, wish).is_ok();
    let counted = |word: &str, term: Term| match bargain.counts(term) {
        1 => word.to_owned(),
        counts => format!("{word} (counts for {counts})"),
    };
    let plain = [
        ("continental system", Term::ContinentalSystem),
        ("indemnity", Term::Indemnity),
        ("troops", Term::Troops),
        ("longer peace", Term::LongerPeace),
        ("alliance", Term::Alliance),
    ];
    let plain = plain.into_iter().filter(|(_, term)| may(&wish(*term, None)));
    let mut all: Vec<String> = plain.map(|(word, term)| counted(word, term)).collect();
    let provinces = scene.book.atlas.provinces.iter().map(|one| one.name.as_str());
    all.extend(provinces.filter(|name| may(&wish(Term::Province, Some(name)))).map(str::to_owned));
    let countries = scene.book.countries.iter().map(|one| one.name.as_str());
    let countries = countries.filter(|name| may(&wish(Term::Country, Some(name))));
    all.extend(countries.map(|name| format!("{name} as an ally")));
    all
}

/// Whether a town that counts may be taken, or the power fights on: then the form speaks of it.
fn is_near(scene: &Scene, power: &str, plight: &Plight) -> bool {
    let mut towns = plight.lists.iter().flatten().chain([&plight.capital]);
    let fights = scene.common.titles.peaces.fights_until(power).is_some();
    fights || towns.any(|(_, held)| *held != Told::No)
}
