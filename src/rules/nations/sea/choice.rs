//! How a sheet answers the decisions of ships: the reactions under `sea:`, the most specific first.

use super::squad;
use crate::decisions::Topic;
use crate::orders::senses::{Commander, Scene};
use crate::record::state::{Anchorage, Marker, Ship};
use crate::sight::known::Deed;
use crate::turn::Turn;
use kit::ledger::{Answer, Question, Source};
use kit::rule::Rule;
use play::reactions::{Asked, Hearing};
use sheet::condition::Truth;
use sheet::keys::{Content, Filled, Given};

/// Ships before a decision: who they are, where, and what they have before them.
pub struct Choice {
    pub ships: Vec<Ship>,
    pub at: Anchorage,
    pub scene: Scene,
}

/// What a reaction says under a key.
struct Said<'t> {
    number: u16,
    whose: &'t str,
    given: &'t Given,
}

impl Choice {
    /// Ships that face so many others.
    pub fn facing(ships: &[Ship], at: &Anchorage, theirs: usize) -> Self {
        let theirs = u32::try_from(theirs).unwrap_or(u32::MAX);
        let fleets = Some((squad::count(ships), theirs));
        Self {
            ships: ships.to_vec(),
            at: at.clone(),
            scene: Scene { fleets, deed: Some(Deed::default()), ..Scene::default() },
        }
    }

    /// The power whose admiral commands, and so decides.
    pub fn power(&self, turn: &Turn) -> String {
        squad::commander(turn.book, &self.ships).power
    }

    /// Whether a reaction wants something: `sea: {key: {if: …}}`.
    pub fn wants(&self, turn: &Turn, topic: Topic) -> Option<bool> {
        let under = self.under(turn, topic);
        under.into_iter().find_map(|said| self.holds(turn, &said, said.given, topic, None))
    }

    /// The same one level deeper: `sea: {key: {inner: {if: …}}}`.
    pub fn wants_in(&self, turn: &Turn, topic: Topic, inner: &str) -> Option<bool> {
        let under = self.under(turn, topic);
        under.into_iter().find_map(|said| {
            let given = said.given.map()?.get(inner)?;
            self.holds(turn, &said, given, topic, Some(inner))
        })
    }

    /// What the most specific reaction names under a key.
    pub fn named(&self, turn: &Turn, topic: Topic) -> Vec<String> {
        let said = self.under(turn, topic).into_iter().next();
        said.map(|said| names(said.given)).unwrap_or_default()
    }

    /// Asks a reaction, and notes for its power what it said.
    fn holds(
        &self,
        turn: &Turn,
        said: &Said<'_>,
        given: &Given,
        topic: Topic,
        inner: Option<&str>,
    ) -> Option<bool> {
        let condition = given.map().and_then(|map| map.condition("if"));
        let marker = turn.marker.unwrap_or(Marker::WinterQuarters);
        let power = self.power(turn);
        let known = turn.known(&power);
        let eyes = Commander::new(turn.book, known, None, marker, 0).amid(self.scene.clone());
        let held = condition.map_or(Truth::Yes, |condition| condition.ask(&eyes)).told();
        let values = condition.map(|condition| eyes.values(condition)).unwrap_or_default();
        let who = squad::commander(turn.book, &self.ships).name(turn.book);
        let at = match &self.at {
            Anchorage::Blockading(at) => turn.book.atlas.name(*at),
            at => at.name(&turn.book.atlas),
        };
        let (sea, key) = topic.path();
        let what = [Some(sea), key, inner].into_iter().flatten().collect::<Vec<_>>().join(": ");
        let (reaction, whose) = (said.number, said.whose.to_owned());
        let hearing = Hearing { who, at, held, values, but: String::new() };
        turn.hear(Asked { power, reaction, whose, what, hearing });
        held
    }

    fn under<'t>(&self, turn: &'t Turn, topic: Topic) -> Vec<Said<'t>> {
        let (sea, key) = topic.path();
        let key = key.unwrap_or_default();
        let said = self.reactions(turn).into_iter().filter_map(|(number, map)| {
            let given = map.get(sea)?.map()?.get(key)?;
            Some(Said { number, whose: map.name("who").unwrap_or_default(), given })
        });
        said.collect()
    }

    /// The reactions that hold for these ships, each with its number, the most specific first.
    fn reactions<'t>(&self, turn: &'t Turn) -> Vec<(u16, &'t Filled)> {
        let power = self.power(turn);
        let Some(sheet) = turn.sheets.get(&power) else { return vec![] };
        let place = match &self.at {
            Anchorage::Harbour(at) | Anchorage::Blockading(at) => turn.book.atlas.number(*at),
            Anchorage::Sea(sea) => sea.clone(),
            Anchorage::Corsairs => String::new(),
        };
        let blockading = matches!(self.at, Anchorage::Blockading(_));
        let own = |name: &str| {
            self.ships.iter().any(|ship| ship.power == power && ship.fleet == name)
                || name.strip_prefix("squadron at ") == Some(place.as_str())
        };
        let rank = |map: &Filled| match map.name("who")? {
            name if own(name) => Some(0),
            "blockading squadrons" if blockading => Some(1),
            "any" => Some(2),
            _ => None,
        };
        let numbered = (1..).zip(&sheet.reactions);
        let mut found: Vec<(u8, (u16, &Filled))> =
            numbered.filter_map(|(number, map)| Some((rank(map)?, (number, map)))).collect();
        found.sort_by_key(|(rank, _)| *rank);
        found.into_iter().map(|(_, found)| found).collect()
    }

    /// Puts a choice to the ledger; where there is nothing to choose nobody is asked.
    pub fn choose(
        &self,
        turn: &mut Turn,
        rule: Rule,
        topic: Topic,
        options: &[String],
        default: &str,
        said: Option<(String, Source)>,
    ) -> Answer {
        let commander = squad::commander(turn.book, &self.ships);
        let ask = rule.by(commander.name(turn.book)).at(self.at.name(&turn.book.atlas));
        if let [only] = options {
            return Answer { key: String::new(), choice: only.clone(), source: Source::Default };
        }
        let said = said.filter(|(choice, _)| options.contains(choice));
        let question = Question {
            ask,
            decider: commander.power,
            decision: topic.decision(),
            options: options.to_vec(),
            default: default.to_owned(),
            needs_human: false,
        };
        turn.ledger.decide(question, said)
    }

    /// Asks yes or no; the reaction of that key under `sea:` answers, or the default.
    pub fn yes(&self, turn: &mut Turn, rule: Rule, topic: Topic, default: bool) -> bool {
        let said = self.wants(turn, topic);
        self.yes_said(turn, rule, topic, default, said)
    }

    /// Asks yes or no with what was said.
    pub fn yes_said(
        &self,
        turn: &mut Turn,
        rule: Rule,
        topic: Topic,
        default: bool,
        said: Option<bool>,
    ) -> bool {
        let word = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
        let options = [word(true), word(false)];
        let said = said.map(|yes| (word(yes), Source::Reaction));
        self.choose(turn, rule, topic, &options, &word(default), said).choice == "yes"
    }
}

fn names(given: &Given) -> Vec<String> {
    match &given.what {
        Content::List(items) => items.iter().flat_map(names).collect(),
        _ => given.name().map(str::to_owned).into_iter().collect(),
    }
}
