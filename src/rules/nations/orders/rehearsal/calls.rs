//! What rules of the scenario do to leaders when the season begins, before any entry is played (NIA
//! §21.D, §21.3.5).
//!
//! # Our reading
//!
//! - §21.3.5: where several armies could be the one that a leader takes command of, the receipt does not
//!   say which.

use crate::book::Book;
use crate::book::special::Command;
use crate::book::spelling::place;
use crate::record::state::Force;
use crate::sight::known::Known;

/// What becomes of a leader or of an army when the season begins.
pub enum Call {
    /// The leader heads this force, or the army has another head.
    Leads(Force, String),
    Leaves(String),
    Comes(String),
}

impl Call {
    /// What is said of the one who was named.
    pub fn told(&self, who: &str) -> String {
        match self {
            Self::Leads(_, told) => told.clone(),
            Self::Leaves(told) | Self::Comes(told) => format!("{who} {told}"),
        }
    }
}

/// What becomes of whom an entry names, if a rule of the scenario has a say in it.
pub fn at_the_start(book: &Book, known: &Known, who: &str) -> Option<Call> {
    let commands = book.scenario.special.iter().filter_map(|special| special.command.as_ref());
    let mut due = commands.filter(|rule| rule.when == known.season && rule.power == known.power);
    let leads = due.find_map(|rule| {
        let army = army(known, rule).filter(|_| is_at_hand(known, rule))?;
        (rule.leader == who || army.army.as_deref() == Some(who))
            .then(|| headed(book, known, rule, army))
    });
    let leaves = || {
        is_called_away(book, known, who).then(|| {
            let place = in_their_place(book, known, who).unwrap_or_default();
            Call::Leaves(format!("is called away when the season begins{place}"))
        })
    };
    leads.or_else(leaves).or_else(|| comes(book, known, who))
}

/// The one army that a leader can take command of.
fn army<'k>(known: &'k Known, rule: &Command) -> Option<&'k Force> {
    let fits = |force: &&Force| match (&force.army, &rule.army) {
        (Some(army), Some(name)) => army == name,
        (army, None) => army.is_some(),
        (None, Some(_)) => false,
    };
    let mut armies = known.own().filter(fits).filter(|force| force.commander().is_some());
    let one = armies.next()?;
    armies.next().is_none().then_some(one)
}

/// Whether the leader is on land or in the pool.
fn is_at_hand(known: &Known, rule: &Command) -> bool {
    known.pool.contains(&rule.leader) || known.own().any(|force| has(force, &rule.leader))
}

fn has(force: &Force, leader: &str) -> bool {
    force.leaders.iter().any(|one| one == leader)
}

/// The army with its new head.
fn headed(book: &Book, known: &Known, rule: &Command, army: &Force) -> Call {
    let stays = |leader: &&String| **leader != rule.leader && !is_called_away(book, known, leader);
    let others = army.leaders.iter().filter(stays).cloned();
    let leaders = std::iter::once(rule.leader.clone()).chain(others).collect();
    let name = army.army.as_deref().unwrap_or_default();
    let told = format!("{} takes command of {name} when the season begins", rule.leader);
    Call::Leads(Force { leaders, ..army.clone() }, told)
}

/// Who takes the place of a leader who is called away, if troops stand with them (NIA §21.D).
pub fn in_their_place(book: &Book, known: &Known, leader: &str) -> Option<String> {
    let force = known.own().find(|force| has(force, leader))?;
    let commands = force.commander().is_some_and(|chief| chief == leader);
    if force.units.is_empty() || !commands || known.pool.is_empty() {
        return None;
    }
    let (steps, at) = (force.steps(), place(book, force.at));
    let plural = if steps == 1 { "" } else { "s" };
    Some(format!(
        "; a leader drawn from your pool comes to the {steps} step{plural} at {at}, and what nobody there \
         can lead is lost"
    ))
}

/// Whether a leader of ours on land leaves the game when the season begins.
fn is_called_away(book: &Book, known: &Known, leader: &str) -> bool {
    let due =
        book.scenario.withdrawals.iter().filter(|line| {
            line.when == known.season && !line.at_the_end && line.power == known.power
        });
    due.flat_map(|line| &line.leaders).any(|one| one == leader)
        && known.own().any(|force| has(force, leader))
}

/// Whether a leader who is not on the map is due when the season begins.
fn comes(book: &Book, known: &Known, who: &str) -> Option<Call> {
    let mut due = book
        .scenario
        .arrivals
        .iter()
        .filter(|entry| entry.when == Some(known.season) && entry.power == known.power);
    let is_here = known.own().any(|force| has(force, who));
    let named = due.any(|entry| entry.brings(who));
    (named && !is_here && !known.setting_up)
        .then(|| Call::Comes("comes when the season begins, and is looked for then".to_owned()))
}
