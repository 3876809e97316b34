//! Conditions on the enemy's strength, where nobody knows it: the receipt says so (NIA §1.3).

use crate::book::Book;
use crate::orders::grammar::GRAMMAR;
use crate::orders::{Step, attack};
use crate::sight::known::Known;
use kit::ground::Space;
use sheet::condition::{Condition, IF_UNKNOWN};
use sheet::keys::{Content, Filled, Given};

/// The reactions that are asked before a battle, when the enemy's steps do not show.
const BEFORE_BATTLE: [&str; 5] = ["intercept", "avoid battle", "entered", "met", "besieged"];

/// What is to say of the condition of an entry: no enemy is before the commander's eyes then.
pub fn of_entry(condition: &Condition) -> Option<String> {
    condition.needs_strength(&GRAMMAR).then(|| {
        "the enemy's strength is not known when the marker comes, so the entry is never taken up"
            .to_owned()
    })
}

/// What is to say of the condition of a step. Without a target it is about those beyond the walls of the hex.
pub fn of_step(book: &Book, known: &Known, step: &Step, here: Option<Space>) -> Option<String> {
    let needs = step.condition.as_ref()?.needs_strength(&GRAMMAR);
    let target = attack::target_of(book, known, step).or(here);
    let stack = target.and_then(|at| known.enemies_at(at).next());
    let leader = stack.and_then(|stack| stack.leader.as_ref());
    let fought = leader.is_some_and(|leader| known.strengths.contains_key(leader));
    (needs && !fought).then(|| {
        format!("their strength is not known before a battle, so this is not done; {IF_UNKNOWN}")
    })
}

/// What is to say of a reaction.
pub fn of_reaction(known: &Known, reaction: &Filled) -> Option<String> {
    let mut asked = reaction.keys().filter(|(key, _)| BEFORE_BATTLE.contains(key));
    asked.any(|(_, given)| needs(given)).then(|| {
        let fought: Vec<&str> = known.strengths.keys().map(String::as_str).collect();
        let known = match fought.is_empty() {
            true => "you have fought nobody yet".to_owned(),
            false => format!("it is of {}", fought.join(", ")),
        };
        format!(
            "the strength of an enemy is known after a battle with their commander ({known}); \
             until then a reaction with such a condition is ignored; {IF_UNKNOWN}"
        )
    })
}

/// Whether a part of a reaction can hold only where the strength is known.
fn needs(given: &Given) -> bool {
    match &given.what {
        Content::Condition(condition) => condition.needs_strength(&GRAMMAR),
        Content::Map(filled) => filled.keys().any(|(_, given)| needs(given)),
        Content::List(items) => items.iter().any(needs),
        Content::Name(_)
        | Content::Text(_)
        | Content::Number(_)
        | Content::Flag(_)
        | Content::Named(_)
        | Content::Steps(_) => false,
    }
}
