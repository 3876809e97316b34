//! What rules of the scenario do to leaders when the season begins, before any entry is played (NIA
//! §21.D, §21.3.5).
//!
//! # Our reading
//!
//! In `readings.yaml`, under §21.3.5.

use crate::book::Book;
use crate::book::special::Command;
use crate::book::spelling::place;
use crate::record::state::Force;
use crate::season::withdrawals;
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

/// What the rules of a scenario do to the leaders and troops of a power when the season begins.
#[derive(Clone, Copy)]
pub struct Calls<'a> {
    pub book: &'a Book,
    pub known: &'a Known,
}

impl<'a> Calls<'a> {
    /// What becomes of whom an entry names, if a rule of the scenario has a say in it.
    pub fn of(self, who: &str) -> Option<Call> {
        let leads = self.due().find_map(|rule| {
            let army = self.headed_by(rule)?;
            (rule.leader == who || army.army.as_deref() == Some(who))
                .then(|| self.headed(rule, army))
        });
        let leaves = || {
            self.is_called_away(who).then(|| {
                let place = self.in_their_place(who).unwrap_or_default();
                Call::Leaves(format!("is called away when the season begins{place}"))
            })
        };
        leads.or_else(leaves).or_else(|| self.comes(who))
    }

    /// Who takes the place of a leader who is called away, if troops stand with them (NIA §21.D).
    pub fn in_their_place(self, leader: &str) -> Option<String> {
        let force = self.known.own().find(|force| has(force, leader))?;
        let commands = force.commander().is_some_and(|chief| chief == leader);
        if force.units.is_empty() || !commands {
            return None;
        }
        let plural = if force.steps() == 1 { "" } else { "s" };
        let troops = format!("{} step{plural} at {}", force.steps(), place(self.book, force.at));
        let is_theirs =
            |rule: &&Command| self.headed_by(rule).is_some_and(|army| army.id == force.id);
        let heads = self.due().filter(|rule| rule.near.is_none() && rule.leader != leader);
        if let Some(rule) = heads.into_iter().find(is_theirs) {
            return Some(format!("; {} takes command of the {troops}", rule.leader));
        }
        let follows = match self.known.pool.is_empty() {
            true => "your pool is empty, so nobody follows",
            false => "a leader drawn from your pool comes",
        };
        Some(format!("; {follows} to the {troops}, and what nobody there can lead is lost"))
    }

    /// What is said of a force from which troops are called away (NIA §21.D).
    pub fn troops(self, force: &Force) -> Option<String> {
        let units = self.known.going.get(&force.id)?;
        let units: Vec<String> = units.iter().map(|unit| self.book.units.write(unit)).collect();
        Some(format!("{} is called away from it when the season begins", units.join(", ")))
    }

    /// The rules by which somebody of ours takes command this season.
    fn due(self) -> impl Iterator<Item = &'a Command> {
        let rules = self.book.scenario.special.iter();
        let commands = rules.filter_map(|special| special.command.as_ref());
        commands
            .filter(move |rule| rule.when == self.known.season && rule.power == self.known.power)
    }

    /// The one army that a rule gives to a leader, if they are there to take it.
    fn headed_by(self, rule: &Command) -> Option<&'a Force> {
        let fits = |force: &&Force| match (&force.army, &rule.army) {
            (Some(army), Some(name)) => army == name,
            (army, None) => army.is_some(),
            (None, Some(_)) => false,
        };
        let own = self.known.own();
        let mut armies = own.filter(fits).filter(|force| force.commander().is_some());
        let one = armies.next()?;
        let is_only = armies.next().is_none();
        (is_only && self.is_at_hand(rule)).then_some(one)
    }

    /// Whether the leader is on land or in the pool.
    fn is_at_hand(self, rule: &Command) -> bool {
        let pool = &self.known.pool;
        pool.contains(&rule.leader) || self.known.own().any(|force| has(force, &rule.leader))
    }

    /// The army with its new head.
    fn headed(self, rule: &Command, army: &Force) -> Call {
        let stays = |leader: &&String| **leader != rule.leader && !self.is_called_away(leader);
        let others = army.leaders.iter().filter(stays).cloned();
        let leaders = std::iter::once(rule.leader.clone()).chain(others).collect();
        let name = army.army.as_deref().unwrap_or_default();
        let told = format!("{} takes command of {name} when the season begins", rule.leader);
        Call::Leads(Force { leaders, ..army.clone() }, told)
    }

    /// Whether a leader of ours on land leaves the game when the season begins.
    fn is_called_away(self, leader: &str) -> bool {
        let whose = (&*self.known.power, leader);
        withdrawals::is_called_away(self.book, self.known.season, whose)
            && self.known.own().any(|force| has(force, leader))
    }

    /// Whether a leader who is not on the map is due when the season begins.
    fn comes(self, who: &str) -> Option<Call> {
        let (book, known) = (self.book, self.known);
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
}

fn has(force: &Force, leader: &str) -> bool {
    force.leaders.iter().any(|one| one == leader)
}
