//! What receipt, form and guide say of tactical cards (NIA §8.1.3).

use crate::book::Book;
use crate::book::spelling::spoken;
use crate::book::tactics::{NO_CARD, TacticsTerms};
use crate::land::combat::tactics::{draws, may_play_two};
use crate::position::Position;
use crate::record::state::Force;
use sheet::Diagnostic;
use sheet::keys::{Filled, Given};

/// The keys of a reaction and of an attack.
const CARDS: &str = "tactics";
const SECOND: &str = "second tactic";

/// A remark that a card stands twice in a list, or behind `none`.
pub fn twice(filled: &Filled) -> Option<Diagnostic> {
    let cards = filled.list(CARDS);
    let end = cards.iter().position(|one| one.name() == Some(NO_CARD));
    if let Some(behind) = end.and_then(|end| cards.get(end + 1)) {
        let text = "what stands behind `none` is never played";
        return Some(Diagnostic::remark("behind-none", behind.at.clone(), text).rule("NIA §8.1.3"));
    }
    let is_before = |at: usize, name: &str| cards[..at].iter().any(|one| one.name() == Some(name));
    let named = cards.iter().enumerate().filter_map(|(at, given)| Some((at, given, given.name()?)));
    let mut again = named.filter(|(at, _, name)| is_before(*at, name));
    let (_, given, name) = again.next()?;
    let text = format!("`{name}` stands here twice; there is one such card, and it counts once");
    Some(Diagnostic::remark("card-twice", given.at.clone(), text).rule("NIA §8.1.3"))
}

/// What the receipt says of the wishes of a reaction or an attack: what they can do, and that the draw decides.
/// Without a force the commander is not known.
pub fn told(
    (book, at): (&Book, &dyn Position),
    filled: &Filled,
    force: Option<&Force>,
) -> Vec<String> {
    let (cards, second) = (filled.get(CARDS), filled.name(SECOND));
    let Some(terms) =
        book.scenario.tactics.as_ref().filter(|_| cards.is_some() || second.is_some())
    else {
        return vec![];
    };
    let names = filled.list(CARDS).iter().filter_map(Given::name);
    let wished: Vec<&str> = names.take_while(|name| *name != NO_CARD).collect();
    let ends = filled.list(CARDS).iter().any(|given| given.name() == Some(NO_CARD));
    if wished.is_empty() && ends {
        return vec!["no tactical card is played".to_owned()];
    }
    let all = terms.cards.len();
    let drawn = match force {
        Some(force) => {
            let who = force.commander().map_or_else(|| "it".to_owned(), |name| spoken(book, name));
            let drawn = draws(book, at, &force.power, force.commander()).min(all);
            let left = if drawn + most_drawn(book) > all { " or what is left" } else { "" };
            format!("{who}, if in command, draws {drawn} of the {all} tactical cards{left}")
        }
        None => format!("the side draws some of the {all} tactical cards"),
    };
    let best = "the best printed modifier above nothing";
    let played = match (wished.is_empty(), ends) {
        (true, _) => best.to_owned(),
        (false, true) => "the first of the list that is drawn, else none".to_owned(),
        (false, false) => format!("the first of the list that is drawn, else {best}"),
    };
    let mut lines = vec![format!("in each round of a major battle {drawn}, and plays {played}")];
    let leader = second.filter(|leader| *leader != NO_CARD);
    lines.extend(leader.map(|leader| match ends && wished.len() < 2 {
        true => "no second card is played: the list names only one card before `none`".to_owned(),
        false => second_told(book, leader, force),
    }));
    lines
}

/// The most that a side draws, whoever commands it.
fn most_drawn(book: &Book) -> usize {
    let best = book.people.leaders().map(|leader| leader.combat).max().unwrap_or(0);
    2 + usize::try_from(best).unwrap_or(0)
}

/// What comes of the subordinate who is to play a second card.
fn second_told(book: &Book, leader: &str, force: Option<&Force>) -> String {
    let limits = book.tactics.second;
    let commander = force.and_then(Force::commander);
    if let Some(name) = commander.filter(|name| !may_play_two(book, Some(name))) {
        let value = book.people.known(name).combat;
        let least = limits.combat;
        let name = spoken(book, name);
        return format!(
            "{name} has combat value {value}, and a second card needs {least}: none is played under them"
        );
    }
    if commander == Some(leader) {
        return "a second card is played by a subordinate, and not by who commands".to_owned();
    }
    let value = i32::from(book.people.known(leader).combat);
    let least = (limits.needed - value).max(1);
    let may = match least {
        1 => "on any die".to_owned(),
        7.. => "on no die, so it is never played".to_owned(),
        least => format!("on a die of {least} or more"),
    };
    let is_there = force.is_some_and(|force| force.leaders.iter().any(|name| name == leader));
    let only = match is_there {
        true => String::new(),
        false => format!(
            ", if they are your subordinate there, command no army, and your commander has combat value {} or more",
            limits.combat
        ),
    };
    format!(
        "{} plays a second such card {may}{only}, and is then checked for a casualty (NIA §8.2.5)",
        spoken(book, leader)
    )
}

/// How tactical cards are played, and what they say, for the guide.
pub fn guide(book: &Book) -> Option<Vec<String>> {
    let terms = book.scenario.tactics.as_ref()?;
    let second = book.tactics.second;
    let mut lines = vec![format!(
        "In each round of a major battle (21 steps, at least 9 of them on the weaker side) both sides draw \
         tactical cards by lot, the attacker first: one, as many as the combat value of their commander, and \
         one after the military reform of the commander's nation. Nobody sees what you draw. One card is \
         played; with a commander of {} or more a subordinate may play another, if a die and their combat \
         value come to {}; they are then checked for a casualty. Both sides choose before anything is \
         revealed, and all cards go back. `tactics: [NAME, NAME]` in a reaction or an `attack` names the cards \
         you like best, the first of them first; `none` in the list ends it. Without it the best printed \
         modifier is played. `second tactic: LEADER` says who plays a second card; without it there is none. \
         What a card adds to your dice is the umpire's word, and without one what is printed on it \
         (NIA §8.1.3).",
        second.combat, second.needed
    )];
    lines.extend(
        terms.cards.iter().map(|card| format!("{}.", card.in_words().trim_end_matches('.'))),
    );
    Some(lines)
}

/// What the form says of them above the reactions: the names, and how many each of these forces draws.
pub fn form<'f>(
    (book, at): (&Book, &dyn Position),
    forces: impl Iterator<Item = &'f Force>,
) -> Option<String> {
    let terms = book.scenario.tactics.as_ref()?;
    let led = forces.filter_map(|force| Some((force, force.commander()?)));
    let draws = led.filter(|(force, _)| force.steps() > 0).map(|(force, name)| {
        let drawn = draws(book, at, &force.power, Some(name)).min(terms.cards.len());
        let two = if may_play_two(book, Some(name)) { " (may play two)" } else { "" };
        format!("{name} {drawn}{two}")
    });
    let draws: Vec<String> = draws.collect();
    let draws = match draws.is_empty() {
        true => String::new(),
        false => format!(" How many are drawn under whom: {}.", draws.join(", ")),
    };
    Some(format!(
        "Tactical cards of major battles (NIA §8.1.3), drawn by lot: `tactics: [NAME, NAME]` names those you \
         like best, `second tactic: LEADER` who plays a second one.{draws} The cards: {}.",
        listed(terms)
    ))
}

/// The names of the cards with what is printed on them.
fn listed(terms: &TacticsTerms) -> String {
    let one = |card: &crate::book::tactics::TacticalCard| {
        let by = card.by.map(|by| format!(" {by:+}"));
        format!("{}{}", card.name, by.unwrap_or_default())
    };
    terms.cards.iter().map(one).collect::<Vec<_>>().join(", ")
}
