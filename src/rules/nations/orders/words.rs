//! The words of Nations in Arms: names of places, people, forces and units, and the conditions.
//!
//! All of it comes from the book and from what the author knows.

pub mod money;
mod pick;

use crate::book::atlas::{Atlas, Terrain};
use crate::book::tactics::NO_CARD;
use crate::book::units::{Size, Units};
use crate::book::{Book, Leader};
use crate::politics::levies;
use crate::record::state::{Force, Marker};
use crate::sight::known::Known;
use kit::ground::Space;
use kit::names;
use sheet::frame::POWER;
use sheet::keys::{Field, Value};
use sheet::vocabulary::{Found, Noun, Vocabulary};

pub use pick::Pick;

pub const PLACE: Noun =
    Noun { name: "place", doc: "a town or a hex number, such as `Turin`, `3432` or `W3432`" };
/// Where a force falls back.
pub const TOWARD: Noun = Noun { name: "place or supply", doc: "a place, or `supply`" };
/// Where ships go that have to leave.
pub const HARBOUR: Noun = Noun { name: "harbour", doc: "a harbour, or `nearest home harbour`" };
pub const LEADER: Noun = Noun { name: "leader", doc: "a leader's name, accents or not" };
pub const FORCE: Noun = Noun {
    name: "force",
    doc: "a force: its leader, its army, or `detachment at Livorno`, `corps at Milan`",
};
pub const UNIT: Noun = Noun {
    name: "unit",
    doc: "units by kind, such as `+2 InfC`, `reduced CavC`, `best infantry`, `train`",
};
pub const SEA: Noun =
    Noun { name: "sea area or harbour", doc: "a sea area, or a town with a harbour" };
/// Where a set-up may put a force or a squadron.
pub const ANCHORAGE: Noun = Noun { name: "place", doc: "a town, a hex number or a sea area" };
pub const SQUADRON: Noun =
    Noun { name: "squadron", doc: "a squadron: its admiral, or `squadron at Brest`" };
/// Enemy ships, by what the map shows of them.
pub const ENEMY_SHIPS: Noun =
    Noun { name: "enemy squadron", doc: "`any`, or `squadron at Brest` for those who blockade it" };
/// Whom somebody follows.
pub const QUARRY: Noun =
    Noun { name: "leader", doc: "an enemy leader, or `any` for ships that were beaten" };
pub const MARKER: Noun = Noun {
    name: "marker",
    doc: "a marker, such as `land 4`, `naval 1`, `empire land 4`; `last` for the last to be drawn that can wake them",
};
pub const CARD: Noun = Noun { name: "card", doc: "the number of a card in hand, such as `C-23`" };
pub const TARGET: Noun =
    Noun { name: "place or leader", doc: "a place, or an enemy leader wherever he then stands" };
pub const WHO: Noun = Noun {
    name: "leader or force",
    doc: "a leader or force, `any` for all of them, or `blockading squadrons`",
};
pub const SETUP: Noun =
    Noun { name: "line of the set-up", doc: "a force of the set-up as the scenario names it" };
pub const GARRISON: Noun =
    Noun { name: "garrison", doc: "`train`, `depot`, or `step of` a unit or force" };
/// Leaders in the order in which they are exposed or command.
pub const RISK: Noun = Noun { name: "leader", doc: "a leader, or `youngest`, `eldest`" };
/// Who helps the commander in a battle.
pub const SUBORDINATE: Noun = Noun { name: "subordinate", doc: "a leader of the force, or `none`" };
/// A tactical card, where the optional rule is played (NIA §8.1.3).
pub const TACTIC: Noun =
    Noun { name: "tactical card", doc: "a tactical card of the scenario, or `none`" };
/// Who plays a second tactical card.
pub const TACTICIAN: Noun =
    Noun { name: "subordinate", doc: "a leader of the force, or `none` for no second card" };

/// The tactical cards that an attack or a reaction wishes for.
pub const TACTICS: Field = Field {
    key: "tactics",
    value: Value::List(&Value::Name(&TACTIC)),
    doc: "Tactical cards, the preferred one first; optional rule. (NIA §8.1.3)",
};

/// Who plays a second tactical card in an attack or a reaction.
pub const SECOND_TACTIC: Field = Field {
    key: "second tactic",
    value: Value::Name(&TACTICIAN),
    doc: "The subordinate who plays a second tactical card and is then checked; optional rule. (NIA §8.1.3)",
};
/// Whoever can stand somewhere in a condition.
pub const STANDING: Noun = Noun {
    name: "leader",
    doc: "a leader, or `enemy`, `enemy army`, `enemy leader`, `own army`; `enemy ships`, which \
              are in a sea area, or in a harbour or before it",
};

/// Other words for `any`.
const EVERYBODY: [&str; 4] = ["all", "everybody", "everyone", "all forces"];

/// The names that one author may use.
pub struct Words<'a> {
    pub book: &'a Book,
    pub known: &'a Known,
}

impl Vocabulary for Words<'_> {
    fn find(&self, noun: &Noun, written: &str) -> Found {
        let written = &*self.book.other_names.own(written.trim());
        match noun {
            n if *n == PLACE => self.place(written),
            n if *n == TOWARD => self.one_of(written, &["supply"], Self::place),
            n if *n == HARBOUR => self.one_of(written, &["nearest home harbour"], Self::sea),
            n if *n == LEADER => self.leader(written),
            n if *n == FORCE => self.force(written),
            n if *n == UNIT => self.unit(written),
            n if *n == SEA => self.sea(written),
            n if *n == ANCHORAGE => match self.book.atlas.sea(written) {
                Some(sea) => Found::One(sea.name.clone()),
                None => self.place(written),
            },
            n if *n == SQUADRON => self.squadron(written),
            n if *n == ENEMY_SHIPS => self.enemy_ships(written),
            n if *n == QUARRY => self.one_of(written, &["any"], Self::leader),
            n if *n == MARKER => marker(written),
            n if *n == CARD => self.card(written),
            n if *n == TARGET => self.target(written),
            n if *n == WHO && EVERYBODY.contains(&names::plain(written).as_str()) => {
                Found::One("any".to_owned())
            }
            n if *n == WHO => self.one_of(
                written,
                &["any", "blockading squadrons", "none"],
                Self::force_or_squadron,
            ),
            n if *n == RISK => self.one_of(written, &["youngest", "eldest"], Self::leader),
            n if *n == SUBORDINATE => self.one_of(written, &["none"], Self::leader),
            n if *n == TACTIC => self.tactic(written, &|_| self.tactic_card(written)),
            n if *n == TACTICIAN => self.tactic(written, &|_| self.leader(written)),
            n if *n == STANDING => self.one_of(
                written,
                &["enemy", "enemy army", "enemy leader", "enemy ships", "own army"],
                Self::leader,
            ),
            n if *n == SETUP => self.setup(written),
            n if *n == GARRISON => self.garrison(written),
            n if *n == POWER => self.power(written),
            n => self.of_a_budget(n, written).unwrap_or(Found::Nobody { nearest: None }),
        }
    }
}

impl Words<'_> {
    fn one_of(
        &self,
        written: &str,
        words: &[&str],
        otherwise: impl Fn(&Self, &str) -> Found,
    ) -> Found {
        let plain = names::plain(written);
        match words.iter().find(|word| names::plain(word) == plain) {
            Some(word) => Found::One((*word).to_owned()),
            None => match otherwise(self, written) {
                Found::Nobody { nearest: None } => Found::Nobody {
                    nearest: names::nearest(written, words.iter().copied()).map(str::to_owned),
                },
                found => found,
            },
        }
    }

    /// `none`, or what a word of the tactical cards means, where they are played.
    fn tactic(&self, written: &str, otherwise: &dyn Fn(&Self) -> Found) -> Found {
        match self.book.scenario.tactics {
            None => Found::Unfit("tactical cards are not played in this scenario".to_owned()),
            Some(_) => self.one_of(written, &[NO_CARD], |words, _| otherwise(words)),
        }
    }

    fn tactic_card(&self, written: &str) -> Found {
        let cards = || self.book.scenario.tactics.iter().flat_map(|terms| terms.names());
        let plain = names::plain(written);
        match cards().find(|card| names::plain(card) == plain) {
            Some(card) => Found::One(card.to_owned()),
            None => Found::Nobody { nearest: names::nearest(written, cards()).map(str::to_owned) },
        }
    }

    fn place(&self, written: &str) -> Found {
        let atlas = &self.book.atlas;
        if written.len() == 4 && written.bytes().all(|digit| digit.is_ascii_digit()) {
            let both = ["W", "E"].map(|sheet| atlas.code(&format!("{sheet}{written}")));
            let on_map: Vec<Space> = both.into_iter().flatten().collect();
            let playable: Vec<&Space> =
                on_map.iter().filter(|s| self.unfit(**s).is_none()).collect();
            return match (playable.as_slice(), on_map.as_slice()) {
                ([one], _) => Found::One(atlas.number(**one)),
                ([], [first, ..]) => Found::Unfit(self.unfit(*first).expect("it is not playable")),
                ([], []) => Found::Nobody { nearest: None },
                (several, _) => Found::Several(several.iter().map(|s| atlas.number(**s)).collect()),
            };
        }
        let space = atlas.place(written);
        match space.or_else(|| self.name_and_number(written)) {
            Some(space) => match self.unfit(space) {
                Some(why) => Found::Unfit(why),
                None => Found::One(atlas.number(space)),
            },
            None => Found::Nobody { nearest: atlas.nearest_name(written).map(str::to_owned) },
        }
    }

    /// A place as the reports and receipts have it, with its number behind its name.
    fn name_and_number(&self, written: &str) -> Option<Space> {
        let (name, number) = written.trim_end_matches(')').rsplit_once(' ')?;
        let space = self.book.atlas.code(number.trim_start_matches('('))?;
        (self.book.atlas.named(name) == Some(space)).then_some(space)
    }

    /// Why no army can go there, if so.
    fn unfit(&self, space: Space) -> Option<String> {
        let name = || self.book.atlas.name(space);
        let terrain = self.book.atlas.hex(space).terrain;
        if !terrain.is_land() {
            return Some(format!("{} is {}", name(), terrain.word()));
        }
        let in_play = terrain == Terrain::Box || self.book.scenario.in_play(space);
        (!in_play).then(|| format!("{} is out of play in this scenario", name()))
    }

    fn leader(&self, written: &str) -> Found {
        let people = &self.book.people;
        let exact = people.find(written);
        let namesakes = people.namesakes(written);
        let here = |leader: &Leader| self.stands(&leader.name);
        let present: Vec<&Leader> =
            namesakes.iter().copied().filter(|leader| here(leader)).collect();
        // Who stands on the map goes before a namesake who does not.
        if let Some(leader) = exact
            && (here(leader) || present.is_empty())
        {
            return Found::One(leader.name.clone());
        }
        match (present.as_slice(), namesakes.as_slice()) {
            ([one], _) | ([], [one]) => Found::One(one.name.clone()),
            ([], []) => Found::Nobody { nearest: self.nearest_leader(written) },
            (several, _) => Found::Several(
                if several.is_empty() { &namesakes } else { &present }
                    .iter()
                    .map(|l| l.name.clone())
                    .collect(),
            ),
        }
    }

    /// Those on the map come before those of the whole book.
    fn nearest_leader(&self, written: &str) -> Option<String> {
        let ours =
            self.known.ours.values().flat_map(|force| force.leaders.iter().map(String::as_str));
        let theirs = self.known.theirs.iter().filter_map(|stack| stack.leader.as_deref());
        names::nearest(written, ours.chain(theirs))
            .or_else(|| {
                names::nearest(written, self.book.people.leaders().map(|l| l.name.as_str()))
            })
            .map(str::to_owned)
    }

    fn force(&self, written: &str) -> Found {
        let plain = names::plain(written);
        let armies = self.known.ours.values().filter_map(|force| force.army.as_deref());
        if let Some(army) = armies.clone().find(|army| names::plain(army) == plain) {
            return Found::One(army.to_owned());
        }
        if let Some((kind, place)) = written.split_once(" at ") {
            let kinds = [
                "detachment",
                "corps",
                "cossack",
                "guerrilla",
                "train",
                "depot",
                "engineers",
                "force",
            ];
            let Some(kind) = kinds.iter().find(|k| names::plain(k) == names::plain(kind)) else {
                return Found::Nobody {
                    nearest: names::nearest(kind, kinds).map(|near| format!("{near} at {place}")),
                };
            };
            return match self.place(place) {
                Found::One(place) => Found::One(format!("{kind} at {place}")),
                other => other,
            };
        }
        match self.leader(written) {
            Found::Nobody { nearest: None } => {
                Found::Nobody { nearest: names::nearest(written, armies).map(str::to_owned) }
            }
            found => found,
        }
    }

    fn force_or_squadron(&self, written: &str) -> Found {
        match self.known_squadron(written) {
            Some(found @ Found::One(_)) => found,
            _ => self.force(written),
        }
    }

    fn unit(&self, written: &str) -> Found {
        match Pick::read(written, &self.book.units, &self.book.people) {
            Ok(pick) => Found::One(pick.told(&self.book.people)),
            Err(near) => Found::Nobody { nearest: near },
        }
    }

    fn sea(&self, written: &str) -> Found {
        let atlas = &self.book.atlas;
        if let Some(sea) = atlas.sea(written) {
            return Found::One(sea.name.clone());
        }
        match self.place(written) {
            Found::One(number) => {
                let space = atlas.code(&number).expect("the number was found on the map");
                match atlas.town(space) {
                    Some(town) if town.harbour => Found::One(number),
                    _ => Found::Unfit(format!("{} has no harbour", atlas.name(space))),
                }
            }
            Found::Nobody { nearest } => {
                let seas = atlas.seas.iter().map(|sea| sea.name.as_str());
                Found::Nobody {
                    nearest: names::nearest(written, seas).map(str::to_owned).or(nearest),
                }
            }
            other => other,
        }
    }

    fn squadron(&self, written: &str) -> Found {
        let admirals = || self.book.people.admirals.iter().map(|admiral| admiral.name.as_str());
        self.known_squadron(written).unwrap_or_else(|| Found::Nobody {
            nearest: names::nearest(written, admirals()).map(str::to_owned),
        })
    }

    /// A squadron by its fleet or its place; `None` if the words name none.
    fn known_squadron(&self, written: &str) -> Option<Found> {
        let plain = names::plain(written);
        let own = self.known.squadrons.iter().flat_map(|squadron| squadron.fleets.iter());
        let all = self.book.people.admirals.iter().map(|admiral| &admiral.name);
        if let Some(fleet) = own.chain(all).find(|fleet| names::plain(fleet) == plain) {
            return Some(Found::One(fleet.clone()));
        }
        if let Some(place) = written.strip_prefix("squadron at ") {
            return Some(match self.sea(place) {
                Found::One(place) => Found::One(format!("squadron at {place}")),
                other => other,
            });
        }
        ["any", "none"].contains(&plain.as_str()).then_some(Found::One(plain))
    }

    /// Nobody sees which admiral leads an enemy squadron, so it is not called by him.
    fn enemy_ships(&self, written: &str) -> Found {
        match written.strip_prefix("squadron at ") {
            Some(place) => match self.sea(place) {
                Found::One(place) => Found::One(format!("squadron at {place}")),
                other => other,
            },
            None if names::plain(written) == "any" => Found::One("any".to_owned()),
            None => Found::Unfit(
                "enemy ships are not called by their admiral, whom nobody sees: write `any`, or \
                 `squadron at` the harbour that they blockade"
                    .to_owned(),
            ),
        }
    }

    fn card(&self, written: &str) -> Found {
        let cards = self.known.hand(self.book);
        match cards.iter().find(|card| card.eq_ignore_ascii_case(written)) {
            Some(card) => Found::One(card.clone()),
            None if cards.is_empty() => Found::Unfit("you hold no card".to_owned()),
            None => {
                Found::Unfit(format!("you do not hold `{written}`; you hold {}", cards.join(", ")))
            }
        }
    }

    fn target(&self, written: &str) -> Found {
        // A general who is seen takes precedence over a town of the same name.
        if let Found::One(leader) = self.leader(written)
            && self.known.theirs.iter().any(|stack| stack.leader.as_ref() == Some(&leader))
        {
            return Found::One(leader);
        }
        match self.place(written) {
            Found::Nobody { nearest } => match self.leader(written) {
                Found::Nobody { nearest: leader } => Found::Nobody { nearest: leader.or(nearest) },
                found => found,
            },
            // A leader on the map goes before a town of the name that is out of play.
            Found::Unfit(why) => match self.leader(written) {
                Found::One(leader) if self.stands(&leader) => Found::One(leader),
                _ => Found::Unfit(why),
            },
            found => found,
        }
    }

    /// Whether a leader is known to stand on the map.
    fn stands(&self, leader: &str) -> bool {
        let mut theirs = self.known.theirs.iter().filter_map(|stack| stack.leader.as_deref());
        self.known.with_leader(leader).is_some() || theirs.any(|name| name == leader)
    }

    fn garrison(&self, written: &str) -> Found {
        match written.strip_prefix("step of ") {
            Some(of) => match self.unit(of) {
                Found::One(unit) => Found::One(format!("step of {unit}")),
                Found::Nobody { .. } | Found::Several(_) | Found::Unfit(_) => {
                    match self.force(of) {
                        Found::One(force) => Found::One(format!("step of {force}")),
                        other => other,
                    }
                }
            },
            None => self.one_of(written, &["train", "depot", "nothing"], |_, _| Found::Nobody {
                nearest: None,
            }),
        }
    }

    fn setup(&self, written: &str) -> Found {
        let plain = names::plain(written);
        let entries = self.book.scenario.lines();
        let entries = entries.filter(|entry| entry.power == self.known.power);
        let levies = levies::of_choice(self.book, &self.known.power).map(|levy| levy.kind.as_str());
        let own: Vec<&str> = entries.map(|entry| entry.key.as_str()).chain(levies).collect();
        match own.iter().find(|key| names::plain(key) == plain) {
            Some(key) => Found::One((*key).to_owned()),
            None => {
                let nearest = names::nearest(written, own).map(str::to_owned);
                Found::Nobody { nearest }
            }
        }
    }

    fn power(&self, written: &str) -> Found {
        let powers = self.book.scenario.powers(&self.book.people);
        let plain = names::plain(written);
        match powers.iter().find(|power| names::plain(power) == plain) {
            Some(power) => Found::One(power.clone()),
            None if plain == "umpire" => Found::Unfit(
                "the umpire is not a power; write `note to umpire:` instead".to_owned(),
            ),
            None => Found::Nobody {
                nearest: names::nearest(written, powers.iter().map(String::as_str))
                    .map(str::to_owned),
            },
        }
    }
}

fn marker(written: &str) -> Found {
    let plain = names::plain(written);
    let bare = |bloc: &str| format!("{bloc} {plain}").parse::<Marker>().is_ok();
    if plain == "last" || bare("empire") || plain.parse::<Marker>().is_ok() {
        return Found::One(plain);
    }
    let known =
        ["land 1", "land 2", "land 3", "land 4", "naval 1", "naval 2", "last", "neutral land"];
    Found::Nobody { nearest: names::nearest(written, known).map(str::to_owned) }
}

/// Finds the force that a sheet means, among those given: by leader, army, or kind and place.
pub fn meant<'f>(
    atlas: &Atlas,
    units: &Units,
    written: &str,
    mut forces: impl Iterator<Item = &'f Force>,
) -> Option<&'f Force> {
    let Some((kind, place)) = written.split_once(" at ") else {
        return forces.find(|force| {
            force.army.as_deref() == Some(written)
                || force.leaders.iter().any(|name| name == written)
        });
    };
    let space = atlas.place(place)?;
    let size = |force: &Force| force.units.first().map(|unit| units.kind(&unit.kind).size);
    forces.find(|force| {
        force.at == space
            && match kind {
                "detachment" => force.leaders.is_empty() && size(force) == Some(Size::Detachment),
                "corps" => force.leaders.is_empty() && size(force) == Some(Size::Corps),
                "train" => force.is_support_alone_or_depot() && force.trains > 0,
                "depot" => force.is_support_alone_or_depot() && force.depots > 0,
                "engineers" => force.is_support_alone_or_depot() && force.engineers > 0,
                "cossack" => force.units.iter().any(|unit| unit.kind == "Cos"),
                "guerrilla" => force.units.iter().any(|unit| unit.kind == "G"),
                _ => true,
            }
    })
}
