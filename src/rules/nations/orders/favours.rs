//! What a sheet asks besides its entries: an army marker for money (NIA §12.4), or for nothing, where a special
//! rule of the scenario gives it (§21.3.2).

use super::words::LEADER;
use crate::book::Book;
use crate::book::money::Ware;
use crate::land::supply::Land;
use crate::money::expected;
use crate::position::Position;
use crate::season::armies;
use crate::season::initiative::may_add_second;
use crate::sight::known::Known;
use crate::view::{reasons, spending};
use sheet::keys::{Field, Filled, Value};
use sheet::{Diagnostic, Diagnostics};

/// The keys of a new army.
pub const ARMY: &[Field] = &[
    Field {
        key: "leader",
        value: Value::Needed(&Value::Name(&LEADER)),
        doc: "Whose force becomes the army.",
    },
    Field {
        key: "with",
        value: Value::Name(&LEADER),
        doc: "The leader from the pool who joins him; without it, the senior one there.",
    },
];

/// The force that becomes an army.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Army {
    pub leader: String,
    pub with: Option<String>,
}

/// All that is asked.
#[derive(Debug, Clone, Default)]
pub struct Favours {
    pub army: Option<Army>,
}

/// Reads what a sheet asks; what no rule of the scenario gives is a fault.
pub fn read(book: &Book, known: &Known, filled: &Filled, faults: &mut Diagnostics) -> Favours {
    let Some(given) = filled.get("new army") else { return Favours::default() };
    if let Err(text) = allowed(book, &known.power) {
        faults.push(Diagnostic::fault("no-such-rule", given.at.clone(), text));
        return Favours::default();
    }
    let army = given.map().filter(|map| !faults.fault_within(&map.at));
    let Some(map) = army else { return Favours::default() };
    let with = map.name("with").map(str::to_owned);
    let leader = map.name("leader").map(str::to_owned);
    Favours { army: leader.map(|leader| Army { leader, with }) }
}

/// Whether a power may set up an army marker by its sheet; else why not.
fn allowed(book: &Book, power: &str) -> Result<(), &'static str> {
    if book.gives_army(power) {
        return Ok(());
    }
    match (book.has_money(), book.sells_no_army_to(power)) {
        (false, _) => Err("no special rule of this scenario gives you `new army:`"),
        (true, true) => Err("you set up no army for money in this scenario (NIA §21.3.5)"),
        (true, false) => Ok(()),
    }
}

/// What the receipt says of a side's second naval marker.
pub fn second_naval(book: &Book, known: &Known, yes: bool) -> String {
    let bloc = known.bloc(&known.power);
    let none = book.scenario.has_no_second_naval(bloc);
    let word = match (yes, may_add_second(book, known.common(), bloc)) {
        (true, false) if none => "there is none for your side in this scenario",
        (true, false) => {
            "no, since your side has used it this year, or it is the first season (NIA §3.1)"
        }
        (true, true) => "yes",
        (false, _) => "no",
    };
    format!("second naval marker this season: {word}")
}

/// What the receipt says of it.
pub fn told(book: &Book, known: &Known, favours: &Favours) -> Vec<String> {
    let army = |army: &Army| {
        let Army { leader, with } = army;
        let rules = book.scenario.special.iter().filter_map(|rule| rule.new_army.as_ref());
        let mut names = rules.filter(|rule| rule.power == known.power).map(|rule| &rule.army);
        let name = names.next().map_or("army", String::as_str);
        let with = with.as_deref().unwrap_or("a leader of the pool");
        if !book.gives_army(&known.power) {
            let (cost, chest) = (book.money.price(Ware::Army), known.money.chest(&known.power));
            let not_yet = not_yet(book, known, army);
            let not_yet = not_yet.map(|why| format!("; as things stand not: {why}"));
            return format!(
                "{leader} sets up an army with {with} as soon as that can be, for £{cost} of your £{chest} \
                 (NIA §12.4){}",
                not_yet.unwrap_or_default()
            );
        }
        let away = army.with.as_ref().filter(|with| !known.pool.contains(*with));
        let away = away.map(|with| format!("; not so: {}", reasons::not_in_pool(book, with)));
        format!(
            "{leader} sets up the {name} with {with} as soon as that can be (NIA §21.3.2){}",
            away.unwrap_or_default()
        )
    };
    favours.army.iter().map(army).collect()
}

/// Why an army cannot be set up for money as things stand, by the code that sets it up.
fn not_yet(book: &Book, known: &Known, army: &Army) -> Option<String> {
    let land = Land::of(book, known, &known.power);
    let mut works = expected::works(
        book,
        known,
        &known.power,
        &land,
        &[expected::chest(known.common(), &known.power)],
    )?;
    let why = works.army(&army.leader, army.with.as_deref()).err()?;
    Some(spending::reason(book, &why))
}

/// What the form says of the rules that give this power something, and how it is written.
pub fn offered(book: &Book, known: &Known) -> Vec<(String, Option<&'static str>)> {
    let mut lines = vec![];
    for rule in &book.scenario.special {
        let own = rule.transport.as_ref();
        let own = own.filter(|one| one.side.bloc() == known.bloc(&known.power));
        if let Some(transport) = own {
            let nations: Vec<&str> =
                transport.nations.iter().map(|nation| book.people.adjective(nation)).collect();
            let whose = if nations.is_empty() { "your".to_owned() } else { nations.join(" or ") };
            let sea = transport.sea.as_ref().map(|sea| format!(" of the {sea}"));
            let told = format!(
                "at a naval marker up to {} steps of {whose} troops go between harbours{}: an entry with one \
                 step, `transport: HARBOUR`",
                transport.steps,
                sea.unwrap_or_default()
            );
            lines.push((told, None));
        }
        let army = rule.new_army.as_ref().filter(|army| army.power == known.power);
        if let Some(army) = army.filter(|army| armies::bearer(known.own(), army).is_none()) {
            let told = format!("the {} may be set up for nothing", army.army);
            lines.push((told, Some("new army: {leader: LEADER, with: LEADER}")));
        }
    }
    lines.extend(for_money(book, known));
    lines
}

/// What the form says of an army for money, if there is the money.
fn for_money(book: &Book, known: &Known) -> Option<(String, Option<&'static str>)> {
    let buys = book.has_money() && !book.gives_army(&known.power);
    if !buys || known.exchange().is_cabinet() || allowed(book, &known.power).is_err() {
        return None;
    }
    let price = book.money.price(Ware::Army);
    let told = format!(
        "an army may be set up at a land marker of yours for £{price}: over two steps or more in supply, under a leader with \
         a capacity"
    );
    let affords = known.money.chest(&known.power) >= price;
    affords.then_some((told, Some("new army: {leader: LEADER, with: LEADER}")))
}
