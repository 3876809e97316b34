//! Conditions on what nobody knows when they are asked: the enemy's strength (NIA §1.3), and numbers that belong to
//! other questions.

use crate::book::Book;
use crate::orders::grammar::GRAMMAR;
use crate::orders::rehearsal::Plan;
use crate::orders::{Entry, Step, attack};
use crate::sight::known::Known;
use kit::ground::Space;
use kit::names::listed;
use sheet::condition::{Condition, IF_UNKNOWN};
use sheet::keys::{Content, Filled, Given};

/// The reactions that are asked before a battle, when the enemy's steps do not show.
const BEFORE_BATTLE: [&str; 5] = ["intercept", "avoid battle", "entered", "met", "besieged"];

/// Numbers that no march asks for, each with where it is known.
const ELSEWHERE: [(&str, &str); 3] = [
    ("expected loss", "in the reaction `attrition:`"),
    ("treasury", "in lines of `budget:`, `muster:`, `politics:` and `peace:`"),
    ("recruits", "in lines of `budget:` and `muster:`"),
];

/// What of a condition of an entry or a step is known in other places alone.
fn elsewhere(condition: &Condition) -> Option<(&'static str, &'static str)> {
    ELSEWHERE.into_iter().find(|(number, _)| condition.needs_one_of(&[number]))
}

/// What is to say of the condition of an entry: no enemy is before the commander's eyes then.
pub fn of_entry(condition: &Condition) -> Option<String> {
    if let Some((number, place)) = elsewhere(condition) {
        return Some(format!(
            "`{number}` is known {place} alone, so this `if` never holds: the entry is never taken up"
        ));
    }
    condition.needs_strength(&GRAMMAR).then(|| {
        "the enemy's strength is not known when the marker comes, so the entry is never taken up"
            .to_owned()
    })
}

/// What an entry attacks, each with the place of the step in the sheet.
pub fn attacks(book: &Book, known: &Known, entry: &Entry) -> Vec<(Space, usize)> {
    let goal = |step: &Step| Some((attack::target_of(book, known, step)?, step.at.start));
    entry.steps.iter().filter_map(goal).collect()
}

/// What is to say of the condition of a step that does not hold as things stand. Without a target it is about those
/// beyond the walls of the hex.
pub fn of_step(plan: &Plan<'_>, step: &Step) -> Option<String> {
    let (book, known) = (plan.book, plan.known);
    let condition = step.condition.as_ref()?;
    let decides =
        plan.entry.condition_of_steps().is_some_and(|first| std::ptr::eq(first, condition));
    if let Some((number, place)) = elsewhere(condition) {
        let so = if decides { "the entry is never taken up" } else { "this is not done" };
        return Some(format!("`{number}` is known {place} alone, so {so}"));
    }
    let target = attack::target_of(book, known, step).or(plan.here());
    let stack = target.and_then(|at| known.enemies_at(at).next());
    let leader = stack.and_then(|stack| stack.leader.as_ref());
    let fought = leader.is_some_and(|leader| known.strengths.contains_key(leader));
    if fought || !condition.needs_strength(&GRAMMAR) {
        return None;
    }
    let before = |at: Space| {
        plan.ordered.attacks.iter().any(|(goal, from)| *goal == at && *from < step.at.start)
    };
    Some(match target.is_some_and(before) {
        true => "their strength is not known before a battle: this is done only if the attack before it has \
                 come to one"
            .to_owned(),
        false => {
            let so = if decides { "the entry waits" } else { "this is not done" };
            format!("their strength is not known before a battle, so {so}; {IF_UNKNOWN}")
        }
    })
}

/// What is to say of a reaction that asks for a number which no moment of it knows.
fn never(reaction: &Filled) -> Option<String> {
    let (number, place) = ELSEWHERE[0];
    let others = reaction.keys().filter(|(key, _)| *key != "attrition");
    let asks = |condition: &Condition| condition.needs_one_of(&[number]);
    let mut asked = others.filter(|(_, given)| has(given, &asks));
    let (key, _) = asked.next()?;
    Some(format!("`{number}` is known {place} alone, so `{key}` never holds"))
}

/// What is to say of a reaction.
pub fn of_reaction(known: &Known, reaction: &Filled) -> Option<String> {
    if let Some(never) = never(reaction) {
        return Some(never);
    }
    let asked = reaction.keys().filter(|(key, _)| BEFORE_BATTLE.contains(key));
    let needs = |condition: &Condition| condition.needs_strength(&GRAMMAR);
    let named: Vec<String> = asked.flat_map(|(key, given)| asking(key, given, &needs)).collect();
    (!named.is_empty()).then(|| {
        let fought: Vec<&str> = known.strengths.keys().map(String::as_str).collect();
        let known = match fought.is_empty() {
            true => "you have fought no commander yet".to_owned(),
            false => format!("it is of {}", fought.join(", ")),
        };
        format!(
            "{} asks for the strength of an enemy, which is known after a battle with their commander ({known}); \
             until then it is ignored; {IF_UNKNOWN}",
            listed(&named)
        )
    })
}

/// The keys of a reaction, or those within it, that have such a condition.
fn asking(key: &str, given: &Given, such: &impl Fn(&Condition) -> bool) -> Vec<String> {
    match &given.what {
        Content::Map(filled) if filled.condition("if").is_none() => {
            filled.keys().flat_map(|(key, given)| asking(key, given, such)).collect()
        }
        _ if has(given, such) => vec![format!("`{key}`")],
        _ => vec![],
    }
}

/// Whether a part of a reaction has such a condition.
fn has(given: &Given, such: &impl Fn(&Condition) -> bool) -> bool {
    match &given.what {
        Content::Condition(condition) => such(condition),
        Content::Map(filled) => filled.keys().any(|(_, given)| has(given, such)),
        Content::List(items) => items.iter().any(|item| has(item, such)),
        Content::Name(_)
        | Content::Text(_)
        | Content::Number(_)
        | Content::Flag(_)
        | Content::Named(_)
        | Content::Steps(_) => false,
    }
}
