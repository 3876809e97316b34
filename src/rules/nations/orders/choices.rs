//! What commanders want: how sheets answer the choices that the rules leave to people (design:
//! decisions).
//!
//! A choice is answered by a ruling, by the entry's own word, by a reaction, or by the default. Of
//! several reactions the one that is most about this force speaks first: one of its leader, then of
//! its army, then of `any`. A condition that does not hold is a no; one that cannot be told leaves
//! the word to the next.
//!
//! # Our reading
//!
//! In `readings.yaml`, under §5.2.7, §8.1.1, §8.2.3.

use crate::book::Book;
use crate::book::units::Unit;
use crate::decisions::Topic;
use crate::orders::senses::{Commander, Scene};
use crate::orders::words::Pick;
use crate::record::state::{Force, Marker};
use crate::turn::Turn;
use kit::decision::Path;
use kit::ledger::{Answer, Question, Source};
use kit::rule::Rule;
use play::reactions::{Asked, Hearing};
use sheet::condition::{Condition, Truth};
use sheet::keys::{Content, Filled, Given};

/// What the step that is being played says itself. It speaks for the forces of its own power, not for an ally
/// who has come up and commands.
#[derive(Debug, Clone)]
pub struct OwnWords {
    pub power: String,
    pub step: Filled,
}

impl OwnWords {
    pub fn new(power: &str, step: &Filled) -> Self {
        Self { power: power.to_owned(), step: step.clone() }
    }
}

/// A force whose power is asked, and what it has before its eyes.
#[derive(Debug, Clone, Default)]
pub struct Will {
    pub scene: Scene,
    pub words: Option<OwnWords>,
}

impl Will {
    /// Somebody who sees the scene, with no step of his own.
    pub fn seeing(scene: Scene) -> Self {
        Self { scene, words: None }
    }

    fn commander<'t>(&self, turn: &'t Turn, force: &'t Force) -> Commander<'t> {
        let marker = turn.marker.unwrap_or(Marker::WinterQuarters);
        let known = turn.known(&force.power);
        Commander::new(turn.book, known, Some(force), marker, 0)
            .amid(self.scene.clone())
            .before_walls()
    }

    /// What a condition says to this commander.
    pub fn holds(&self, turn: &Turn, force: &Force, condition: &Condition) -> Truth {
        condition.ask(&self.commander(turn, force))
    }

    /// Whether a reaction wants something: `topic: {if: …}`, or `topic: {key: {if: …}}`.
    pub fn wants(&self, turn: &Turn, force: &Force, path: Path<'_>) -> Option<bool> {
        self.wants_unless(turn, force, path, "")
    }

    /// The same for a wish that may be impossible here: `but` says why, and is empty if it is possible.
    pub fn wants_unless(
        &self,
        turn: &Turn,
        force: &Force,
        (topic, key): Path<'_>,
        but: &str,
    ) -> Option<bool> {
        for (number, map) in reactions(turn, force) {
            let Some(given) = map.get(topic) else { continue };
            let Some(given) = (match key {
                Some(key) => given.map().and_then(|map| map.get(key)),
                None => Some(given),
            }) else {
                continue;
            };
            let condition = given.map().and_then(|map| map.condition("if"));
            if condition.is_none()
                && key.is_none()
                && given.map().is_some_and(|map| map.get("if").is_none())
            {
                continue; // The reaction speaks of other keys only.
            }
            let eyes = self.commander(turn, force);
            let truth = condition.map_or(Truth::Yes, |condition| condition.ask(&eyes));
            let values = condition.map(|condition| eyes.told(condition)).unwrap_or_default();
            let what = in_words((topic, key));
            let (who, at) = (turn.name(force), turn.book.atlas.name(force.at));
            let held = truth.told();
            let but = if held == Some(true) { but.to_owned() } else { String::new() };
            let hearing = Hearing { who, at, held, values, but };
            let (power, whose) = (force.power.clone(), whose(map));
            turn.hear(Asked { power, reaction: number, whose, what, hearing });
            if let Some(said) = truth.told() {
                return Some(said);
            }
        }
        None
    }

    /// What a step or the most specific reaction names: `topic: value`, or `topic: {key: value}`.
    pub fn named(&self, turn: &Turn, force: &Force, (topic, key): Path<'_>) -> Vec<String> {
        let step = self.step_of(force).and_then(|filled| filled.get(key.unwrap_or(topic)));
        let reaction = reactions(turn, force).into_iter().find_map(|(_, map)| {
            let given = map.get(topic)?;
            match key {
                Some(key) => given.map()?.get(key),
                None => Some(given),
            }
        });
        step.or(reaction).map(names).unwrap_or_default()
    }

    /// Notes what a power is told about the first of its reactions that has this key.
    pub fn hear(
        &self,
        turn: &Turn,
        force: &Force,
        (topic, key): Path<'_>,
        (held, values): (Option<bool>, Vec<String>),
    ) {
        let speaks = |map: &&Filled| {
            let given = map.get(topic);
            given.is_some_and(|given| match key {
                Some(key) => given.map().is_some_and(|map| map.get(key).is_some()),
                None => true,
            })
        };
        let first = reactions(turn, force).into_iter().find(|(_, map)| speaks(map));
        let Some((reaction, map)) = first else { return };
        let (power, what) = (force.power.clone(), in_words((topic, key)));
        let (who, at) = (turn.name(force), turn.book.atlas.name(force.at));
        let hearing = Hearing { who, at, held, values, but: String::new() };
        turn.hear(Asked { power, reaction, whose: whose(map), what, hearing });
    }

    /// Whether the names come from the step itself.
    pub fn source(&self, force: &Force, key: &str) -> Source {
        let step = self.step_of(force).is_some_and(|filled| filled.get(key).is_some());
        if step { Source::Entry } else { Source::Reaction }
    }

    fn step_of(&self, force: &Force) -> Option<&Filled> {
        let own = self.words.as_ref().filter(|own| own.power == force.power);
        own.map(|own| &own.step)
    }
}

/// For whom a reaction speaks.
fn whose(reaction: &Filled) -> String {
    reaction.name("who").unwrap_or_default().to_owned()
}

/// A key with the one below it: `entered: stay inside`.
fn in_words((topic, key): Path<'_>) -> String {
    [Some(topic), key].into_iter().flatten().collect::<Vec<_>>().join(": ")
}

fn names(given: &Given) -> Vec<String> {
    match &given.what {
        Content::List(items) => items.iter().flat_map(names).collect(),
        Content::Number(number) => vec![number.to_string()],
        _ => given.name().map(str::to_owned).into_iter().collect(),
    }
}

/// The reactions of the sheet that hold for a force, each with its number, the most specific first.
fn reactions<'t>(turn: &'t Turn, force: &Force) -> Vec<(u16, &'t Filled)> {
    let sheet = turn.sheets.get(&force.power);
    sheet.map(|sheet| of_force(turn.book, &sheet.reactions, force)).unwrap_or_default()
}

/// Those of some reactions that hold for a force, each with its number, the most specific first.
pub fn of_force<'s>(book: &Book, reactions: &'s [Filled], force: &Force) -> Vec<(u16, &'s Filled)> {
    let name = force.name(&book.atlas, &book.units);
    let rank = |map: &Filled| {
        let who = map.name("who")?;
        let places = [Some(name.as_str()), force.army.as_deref(), Some("any")];
        let place = places.iter().position(|place| *place == Some(who));
        // A subordinate does not speak for the force.
        let under = |name: &str| {
            force.leaders.iter().any(|one| one == name) && force.commander() != Some(name)
        };
        place.or_else(|| {
            let own = std::iter::once(force).filter(|_| !under(who));
            crate::orders::words::meant(&book.atlas, &book.units, who, own).map(|_| 0)
        })
    };
    let mut found: Vec<(usize, (u16, &Filled))> = (1..)
        .zip(reactions)
        .filter_map(|(number, map)| Some((rank(map)?, (number, map))))
        .collect();
    found.sort_by_key(|(rank, _)| *rank);
    found.into_iter().map(|(_, found)| found).collect()
}

/// Puts one choice to the ledger; where there is nothing to choose nobody is asked.
pub fn choose(
    turn: &mut Turn,
    rule: Rule,
    force: &Force,
    topic: Topic,
    options: &[&str],
    default: &str,
    said: Option<(String, Source)>,
) -> Answer {
    let ask = rule.by(turn.name(force)).at(turn.book.atlas.name(force.at));
    let options: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
    if let [only] = options.as_slice() {
        return Answer { key: String::new(), choice: only.clone(), source: Source::Default };
    }
    let said = said.filter(|(choice, _)| options.is_empty() || options.contains(choice));
    let question = Question {
        ask,
        decider: force.power.clone(),
        decision: topic.decision(),
        options,
        default: default.to_owned(),
        needs_human: false,
    };
    turn.ledger.decide(question, said)
}

/// Asks yes or no; a reaction or the default answers.
pub fn yes(
    turn: &mut Turn,
    rule: Rule,
    force: &Force,
    topic: Topic,
    default: bool,
    said: Option<bool>,
) -> bool {
    let word = |yes: bool| if yes { "yes" } else { "no" };
    let said = said.map(|yes| (word(yes).to_owned(), Source::Reaction));
    choose(turn, rule, force, topic, &["yes", "no"], word(default), said).choice == "yes"
}

/// The first of the units that a list of picks means.
pub fn pick(turn: &Turn, wishes: &[String], units: &[Unit]) -> Option<Unit> {
    let (kinds, people) = (&turn.book.units, &turn.book.people);
    wishes.iter().find_map(|wish| {
        let pick = Pick::read(wish, kinds, people).ok()?;
        pick.find(units, kinds).map(|at| units[at].clone())
    })
}
