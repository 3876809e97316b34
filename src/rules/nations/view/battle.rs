//! A round of battle as a table: both sides with their strength, dice, modifiers and result.

use super::{sea, war};
use crate::book::Book;
use crate::book::spelling::place;
use crate::record::event::{Fighter, Volley, Winner};
use crate::sight::known::Known;
use crate::sight::news::{BattleNews, LandNews, SeaBattleNews, SeaNews, SeenEvent, WarNews};
use serde::Serialize;

/// One round.
#[derive(Debug, Clone, Serialize)]
pub struct Battle {
    /// `Battle at Genoa W3633 (3:1)`.
    pub title: String,
    pub rule: String,
    pub sides: Vec<Side>,
    pub verdict: String,
}

/// One side of it.
#[derive(Debug, Clone, Serialize)]
pub struct Side {
    /// Its commander, with his power if that is not ours.
    pub name: String,
    pub ours: bool,
    /// `9 steps`.
    pub strength: String,
    /// `morale 4, led by +2 InfC`; empty at sea.
    pub quality: String,
    /// The faces, `5+4`; empty if nobody rolled.
    pub dice: String,
    /// `odds 2:1 +1, commander Bonaparte +3`.
    pub modifiers: String,
    pub total: String,
    /// All of it in a line: `5+4, odds 2:1 +1 = 10: 2`.
    pub sum: String,
    /// What the table says the enemy loses.
    pub result: String,
}

/// The table of a piece of news, if it is a round of battle.
pub fn table(book: &Book, known: &Known, seen_event: &SeenEvent) -> Option<Battle> {
    match seen_event {
        SeenEvent::War(WarNews::Land(news)) => on_land(book, known, news),
        SeenEvent::War(WarNews::Sea(news)) => at_sea(book, known, news),
        SeenEvent::Order(_) | SeenEvent::Sequence(_) | SeenEvent::Force(_) => None,
    }
}

fn on_land(book: &Book, known: &Known, news: &LandNews) -> Option<Battle> {
    let LandNews::Battle(news) = news else { return None };
    let BattleNews::Fought { at, round, size, odds, assault, attacker, defender, winner } = news
    else {
        return None;
    };
    let what = war::round_word(*assault, *round, size);
    let rule = if *assault { "NIA §9.2" } else { "NIA §8.2.4" };
    Some(Battle {
        title: format!("{what} {} ({odds})", place(book, *at)),
        rule: rule.to_owned(),
        sides: [attacker, defender].map(|side| summed(fighter(book, known, side))).into(),
        verdict: verdict(*winner, [&attacker.name, &defender.name], *assault),
    })
}

fn fighter(book: &Book, known: &Known, side: &Fighter) -> Side {
    let lead = side.lead.as_ref().map(|unit| format!(", led by {}", book.units.write(unit)));
    let s = if side.steps == 1 { "" } else { "s" };
    let (steps, morale) = (side.steps, &side.morale);
    let rolled = !side.throw.dice.is_empty();
    let modifiers = side.throw.modifiers.iter().filter(|modifier| modifier.by != 0);
    // Whose modifier it is stands at the head of the side.
    let what = |what: &str| what.strip_suffix(&side.name).map_or(what, str::trim_end).to_owned();
    let modifiers: Vec<String> =
        modifiers.map(|modifier| format!("{} {:+}", what(&modifier.what), modifier.by)).collect();
    Side {
        name: named(book, known, &side.name, &side.power),
        ours: known.is_ours(&side.power),
        strength: format!("{steps} step{s}"),
        quality: format!("morale {morale}{}", lead.unwrap_or_default()),
        dice: war::faces(&side.throw),
        modifiers: if rolled { modifiers.join(", ") } else { String::new() },
        total: if rolled { side.throw.total.to_string() } else { String::new() },
        sum: String::new(),
        result: side.result.clone(),
    }
}

/// Writes the sum out.
fn summed(side: Side) -> Side {
    let modifiers = match side.modifiers.as_str() {
        "" => String::new(),
        modifiers => format!(", {modifiers}"),
    };
    let result = match side.result.as_str() {
        "" => String::new(),
        result => format!(": {result}"),
    };
    Side { sum: format!("{}{modifiers} = {}{result}", side.dice, side.total), ..side }
}

fn at_sea(book: &Book, known: &Known, news: &SeaNews) -> Option<Battle> {
    let SeaNews::Battle(SeaBattleNews::Fought { at, round, attacker, defender, winner }) = news
    else {
        return None;
    };
    Some(Battle {
        title: title_at_sea(*round, &sea::whereabouts(book, at)),
        rule: "NIA §10.1".to_owned(),
        sides: [attacker, defender].map(|side| summed(volley(book, known, side))).into(),
        verdict: verdict(*winner, [&attacker.name, &defender.name], false),
    })
}

/// `Battle at sea in the Channel`.
pub fn title_at_sea(round: u8, whereabouts: &str) -> String {
    let what = if round == 1 { "Battle at sea" } else { "Second round" };
    format!("{what} {whereabouts}")
}

/// How many fleets a side has in a battle.
pub fn fleets(side: &Volley) -> String {
    match side.shots.len() {
        0 => "the guns of the fortress".to_owned(),
        1 => "one fleet".to_owned(),
        many => format!("{many} fleets"),
    }
}

fn volley(book: &Book, known: &Known, side: &Volley) -> Side {
    let mut bonus: Vec<String> = vec![];
    let mut dice: Vec<String> = vec![];
    for shot in &side.shots {
        dice.push(shot.die.to_string());
        if shot.bonus != 0 {
            bonus.push(format!("{} {:+}", shot.ship.fleet, shot.bonus));
        }
    }
    if let Some(battery) = &side.battery {
        dice.extend(battery.die.map(|die| die.to_string()));
        bonus.push(format!("guns of the fortress {:+}", battery.bonus));
    }
    Side {
        name: named(book, known, &side.name, &side.power),
        ours: known.is_ours(&side.power),
        strength: fleets(side),
        quality: String::new(),
        dice: dice.join("+"),
        modifiers: bonus.join(", "),
        total: side.total.to_string(),
        sum: String::new(),
        result: String::new(),
    }
}

fn named(book: &Book, known: &Known, name: &str, power: &str) -> String {
    let title = book.people.title(power);
    if power == known.power || power.is_empty() || name == title {
        return name.to_owned();
    }
    format!("{name} ({title})")
}

/// Who wins a round of battle or an assault, in a sentence.
pub fn verdict(winner: Winner, [attacker, defender]: [&str; 2], assault: bool) -> String {
    let what = if assault { "assault" } else { "round" };
    match winner {
        Winner::Attacker => format!("{attacker} wins the {what}."),
        Winner::Defender => format!("{defender} wins the {what}."),
        Winner::Nobody => "Neither side has the better of it.".to_owned(),
    }
}
