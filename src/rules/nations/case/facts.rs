//! Events and the state as facts: names instead of numbers, fields as text.
//!
//! An event is told by its own document, so that a new one needs no line here: its name in words,
//! its fields by their names, and a force, a place or a reason in the way a case would write it.
//! A place is given by its town and its number (`Turin|W3432`), a force by what its own side calls
//! it and by its army, so that a case may write either.

#![deny(clippy::wildcard_enum_match_arm)]

use super::super::book::Book;
use super::super::book::countries::CountryStatus;
use super::super::book::money::Recruits;
use super::super::book::units::Unit;
use super::vocabulary::OTHERS;
use crate::politics::revolts;
use crate::position::{Common, Position};
use crate::record::event::{Battery, Event, Line, Modifier, Point, Rival, Shot, Throw};
use crate::record::state::{
    Anchorage, EmbarkedForce, Expedition, Force, ForceId, Fort, Money, Ship, Squadron, State,
    Titles,
};
use kit::calendar::Season;
use kit::declared::spaced;
use kit::ground::Space;
use play::case::{Fact, called, only, read_again as read, text};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};

/// Tells events one after the other, each with the state that it found.
pub fn events(book: &Book, mut state: State, events: &[Event]) -> Vec<Fact> {
    let mut facts = vec![];
    for event in events {
        let before = state.clone();
        state.apply(event);
        facts.push(Teller { book, before: &before, after: &state }.event(event));
    }
    facts
}

/// Tells what holds.
pub fn state(book: &Book, state: &State) -> Vec<Fact> {
    let tell = Teller { book, before: state, after: state };
    let mut facts = vec![Fact::new("season").with("season", state.season)];
    facts.extend(state.forces.values().map(|force| tell.holding(force)));
    for passage in state.aboard.values() {
        let ships: Vec<Ship> = passage.holds.iter().filter_map(|hold| hold.ship.clone()).collect();
        let fact = Fact::new("aboard").with("name", tell.names(&passage.force));
        let fact = fact.with("power", &passage.force.power);
        let fact = fact.with_list("units", tell.units(&passage.force.units));
        facts.push(fact.with_list("ships", tell.ships(&ships)));
    }
    for (what, fleets) in [("sunk", &state.sunk), ("drowned", &state.drowned)] {
        facts.extend(of_powers(what, "fleet", fleets));
    }
    facts.extend(of_powers("pool", "leader", &state.pools));
    facts.extend(common(&tell, state.common()));
    for away in &state.returning {
        let fact = Fact::new("returning").with("power", &away.power).with("season", away.when);
        let fact = fact.with_list("leaders", &away.leaders);
        facts.push(fact.with_list("units", tell.units(&away.units)));
    }
    let lost = |(power, corps): (&String, &u32)| {
        Fact::new("lost corps").with("power", power).with("corps", corps)
    };
    facts.extend(state.corps_lost.iter().filter(|(_, corps)| **corps > 0).map(lost));
    facts.extend(state.dead.iter().map(|leader| Fact::new("dead").with("leader", leader)));
    facts.extend(of_powers("card", "card", &state.cards));
    facts
}

/// One fact for each name in a list by power: `pool: {power: france, leader: Ney}`.
fn of_powers<'n>(
    what: &'n str,
    field: &'n str,
    names: &'n BTreeMap<String, BTreeSet<String>>,
) -> impl Iterator<Item = Fact> + 'n {
    let all = names.iter().flat_map(|(power, names)| names.iter().map(move |name| (power, name)));
    all.map(move |(power, name)| Fact::new(what).with("power", power).with(field, name))
}

/// The facts of the fields that `State` and `Known` have in common.
pub(super) fn common(tell: &Teller, common: Common) -> Vec<Fact> {
    let squadron = |squadron| tell.anchorage(Fact::new("squadron"), squadron);
    let corsair = |name| Fact::new("corsair").with("corsair", name);
    let holder = |(at, power): (&Space, &String)| {
        Fact::new("holder").with("at", tell.place(*at)).with("power", power)
    };
    let fort = |(at, fort): (&Space, &Fort)| {
        let fact = Fact::new("fortress").with("at", tell.place(*at)).with("lost", fort.lost);
        fact.with_flag("empty", fort.empty)
    };
    let mut facts: Vec<Fact> = common.squadrons.iter().map(squadron).collect();
    facts.extend(common.corsairs.iter().map(corsair));
    facts.extend(common.held.iter().map(holder));
    facts.extend(lands(tell.book, common.titles));
    facts.extend(pacts(tell.book, common));
    facts.extend(purses(tell.book, common.money));
    facts.extend(common.forts.iter().map(fort));
    facts
}

/// Truces with minor countries, and who was bound by the Continental System or freed of it.
fn pacts(book: &Book, common: Common) -> Vec<Fact> {
    let truce = |(country, power, until): (&str, &str, Season)| {
        Fact::new("truce").with("country", country).with("power", power).with("until", until)
    };
    let mut facts: Vec<Fact> = common.titles.truces(common.season).map(truce).collect();
    let powers = book.people.powers.iter().map(|power| power.name.as_str());
    let courts = powers.chain(book.countries.iter().map(|country| country.name.as_str()));
    facts.extend(courts.filter_map(|court| {
        let bound = if common.titles.bound(court)? { "yes" } else { "no" };
        Some(Fact::new("system").with("court", court).with("bound", bound))
    }));
    facts.extend(peaces(common));
    let winters = common.titles.system_winters();
    if winters > 0 {
        facts.push(Fact::new("system winters").with("winters", winters));
    }
    facts
}

/// The peaces that last, with their conditions, and who fights on after defeat (NIA §13.3).
fn peaces(common: Common) -> Vec<Fact> {
    let mut facts = vec![];
    for treaty in common.titles.peaces.lasting() {
        let peace = Fact::new("peace").with("power", &treaty.beaten).with("until", treaty.until);
        facts.push(peace.with_list("with", treaty.with.iter().cloned()));
        for condition in &treaty.conditions {
            let term = serde_json::to_value(condition.term).expect("a word can be written");
            let fact = Fact::new("condition").with("power", &treaty.beaten);
            let fact = fact.with("to", &condition.to).with("term", spaced(&text(&term)));
            facts.push(fact.with_some("name", condition.name.as_ref()));
        }
    }
    let fights = |(power, last): (&str, Season)| {
        Fact::new("fights on").with("power", power).with("last", last)
    };
    facts.extend(common.titles.peaces.fighting_on().map(fights));
    facts
}

/// Who owns which province, and how the minor countries stand.
fn lands(book: &Book, titles: &Titles) -> Vec<Fact> {
    let title = |(province, owner): (&str, &str)| {
        Fact::new("title").with("province", province).with("owner", owner)
    };
    let country = |(name, status): (&str, &CountryStatus)| {
        Fact::new("country").with("country", name).with("status", status)
    };
    let owners = titles.owners(book).into_iter().map(title);
    owners.chain(titles.countries(book).into_iter().map(country)).collect()
}

/// What is in the chests, and who may still be raised.
fn purses(book: &Book, money: &Money) -> Vec<Fact> {
    let chest =
        |(who, pounds): (&String, &i32)| Fact::new("chest").with("who", who).with("pounds", pounds);
    let recruits = |(who, recruits): (&String, &Recruits)| {
        Fact::new("recruits").with("who", who).with("recruits", recruits)
    };
    let called = |year: &u16| Fact::new("conscripts").with("year", year);
    let owed =
        |(who, pounds): (&String, &i32)| Fact::new("owed").with("who", who).with("pounds", pounds);
    let facts = money.chests.iter().map(chest).chain(money.recruits.iter().map(recruits));
    let abroad = |(war, there): (&String, &Expedition)| {
        let fact = Fact::new("abroad").with("war", war).with("power", &there.power);
        let units = there.units.iter().map(|unit| book.units.write(unit));
        let fact = fact.with("since", there.since).with_flag("over", there.over);
        fact.with_list("units", units).with_list("fleets", there.fleets.iter().cloned())
    };
    let facts = facts.chain(money.owed.iter().map(owed)).chain(money.abroad.iter().map(abroad));
    let credit = |(power, left): (&String, &i32)| {
        Fact::new("credit").with("power", power).with("left", left)
    };
    facts
        .chain(money.conscripts.iter().map(called))
        .chain(money.credit.iter().map(credit))
        .collect()
}

/// Tells things by names, with the state before and after what happened.
pub(super) struct Teller<'a> {
    pub book: &'a Book,
    pub before: &'a State,
    pub after: &'a State,
}

impl Teller<'_> {
    fn event(&self, event: &Event) -> Fact {
        let document = serde_json::to_value(event).expect("events can be written");
        let (name, fields) = only(&document).expect("an event is its name with its fields");
        let mut fact = Fact::new(called(name, OTHERS));
        for (name, value) in fields.as_object().into_iter().flatten() {
            fact = self.field(fact, name, value);
        }
        // A force may be named by its leader as well, unless the event is about another leader.
        let force = fields.get("force").filter(|_| fields.get("leader").is_none());
        match force {
            Some(id @ Json::Number(_)) => {
                fact.with_some("leader", self.by_id(id).and_then(Force::commander))
            }
            Some(value) => {
                let force: Force = read(value);
                fact.with_some("leader", force.commander())
            }
            None => fact,
        }
    }

    /// Adds a field that only events at sea have; else gives the fact back as it is.
    fn afloat(&self, fact: Fact, name: &str, value: &Json) -> Result<Fact, Fact> {
        Ok(match (name, value) {
            ("at" | "from" | "to", Json::Object(_)) => fact.with(name, self.waters(&read(value))),
            ("at" | "from" | "to", Json::String(word)) if word == "corsairs" => {
                fact.with(name, self.waters(&Anchorage::Corsairs))
            }
            ("ships" | "movers", Json::Array(_)) => {
                fact.with_list(name, self.ships(&read::<Vec<Ship>>(value)))
            }
            ("search" | "shot", Json::Object(_)) => self.throw(fact, &format!("{name} "), value),
            ("passage", _) => {
                let EmbarkedForce { force, holds }: EmbarkedForce = read(value);
                let ships: Vec<Ship> = holds.into_iter().filter_map(|hold| hold.ship).collect();
                let fact = fact.with("who", self.names(&force)).with("power", &force.power);
                fact.with_list("ships", self.ships(&ships))
            }
            ("rest", _) => fact,
            _ => return Err(fact),
        })
    }

    /// Adds a field that only events of money have; else gives the fact back as it is.
    fn of_money(&self, fact: Fact, name: &str, value: &Json) -> Result<Fact, Fact> {
        Ok(match (name, value) {
            ("bill", Json::Object(bill)) => {
                bill.iter().fold(fact, |fact, (name, value)| fact.with(name, text(value)))
            }
            ("purse", Json::Object(purse)) => {
                let word = |key: &str| purse.get(key).map(text);
                fact.with_some("power", word("power")).with_some("purse", word("owner"))
            }
            ("unit", Json::Object(_)) => {
                fact.with(name, self.book.units.write(&read::<Unit>(value)))
            }
            ("lines", Json::Array(_)) => {
                fact.with_list(name, read::<Vec<Line>>(value).iter().map(Line::to_string))
            }
            ("conditions", Json::Array(all)) => {
                let word = |one: &Json, key: &str| one.get(key).and_then(Json::as_str).map(spaced);
                let what = |one: &Json| word(one, "name").or_else(|| word(one, "term"));
                fact.with_list(name, all.iter().filter_map(what))
            }
            _ => return Err(fact),
        })
    }

    /// Adds one field of an event; what it is, is known by its name and its sort.
    pub(super) fn field(&self, fact: Fact, name: &str, value: &Json) -> Fact {
        let other = self.afloat(fact, name, value);
        let fact = match other.or_else(|fact| self.of_money(fact, name, value)) {
            Ok(told) => return told,
            Err(fact) => fact,
        };
        match (name, value) {
            ("force", Json::Number(_)) => match self.by_id(value) {
                Some(force) => fact.with("who", self.names(force)).with("power", &force.power),
                None => fact,
            },
            ("force", _) => {
                let force: Force = read(value);
                let fact = fact.with("who", self.names(&force)).with("power", &force.power);
                fact.with("at", self.place(force.at))
            }
            ("new", _) => {
                let force: Force = read(value);
                let fact =
                    fact.with("new", self.names(&force)).with("activations", force.activations);
                fact.with_list("units", self.units(&force.units))
            }
            ("gone" | "with" | "freed" | "fed", Json::Number(_)) => {
                fact.with_some(name, self.by_id(value).map(|force| self.names(force)))
            }
            ("at" | "from" | "to" | "toward" | "place", Json::Number(_)) => {
                fact.with(if name == "place" { "at" } else { name }, self.place(read(value)))
            }
            ("lost", Json::Array(both)) if both.iter().all(Json::is_number) && both.len() == 2 => {
                fact.with("attacker lost", text(&both[0])).with("defender lost", text(&both[1]))
            }
            ("winner", Json::Null) => fact.with(name, "null"),
            (_, Json::Null) => fact,
            ("throw", _) => self.throw(fact, "", value),
            ("attacker" | "defender", Json::Object(side)) => self.side(fact, name, side),
            ("units", Json::Array(_)) => {
                fact.with_list(name, self.units(&read::<Vec<Unit>>(value)))
            }
            ("modifiers", Json::Array(_)) => {
                let modifiers: Vec<Modifier> = read(value);
                let told = modifiers.iter().map(|m| format!("{:+} {}", m.by, m.what));
                fact.with_list(name, told)
            }
            ("rivals", Json::Array(_)) => {
                fact.with_list(name, read::<Vec<Rival>>(value).iter().map(Rival::to_string))
            }
            ("points", Json::Array(_)) => {
                let points: Vec<Point> = read(value);
                let told = points.iter().map(|p| format!("{} {:+}", p.what, p.times * p.each));
                fact.with_list(name, told)
            }
            ("occasions", Json::Array(items)) => {
                fact.with_list(name, items.iter().map(|item| spaced(&text(item))))
            }
            ("by" | "mover", Json::Number(_)) => {
                fact.with_some(name, self.by_id(value).map(|force| self.names(force)))
            }
            ("lost", Json::Array(_)) => fact.with_list(name, self.units(&read::<Vec<Unit>>(value))),
            ("squadron", _) => self.anchorage(fact, &read(value)),
            (_, Json::Object(_)) => self.reason(fact, name, value),
            ("halt" | "reason" | "how" | "source" | "term", Json::String(word)) => {
                fact.with(name, spaced(word))
            }
            (_, Json::Array(items)) => fact.with_list(&spaced(name), items.iter().map(text)),
            _ => fact.with(&spaced(name), text(value)),
        }
    }

    /// Adds a roll: its dice, what they were modified by, and both together.
    fn throw(&self, fact: Fact, whose: &str, value: &Json) -> Fact {
        let throw: Throw = read(value);
        let roll: u32 = throw.dice.iter().map(|die| u32::from(*die)).sum();
        let by: i32 = throw.modifiers.iter().map(|modifier| modifier.by).sum();
        let told = throw.modifiers.iter().map(|m| format!("{:+} {}", m.by, m.what));
        let fact = fact.with_list(&format!("{whose}modifiers"), told);
        fact.with(&format!("{whose}roll"), roll)
            .with(&format!("{whose}modifier"), by)
            .with(&format!("{whose}total"), throw.total)
    }

    /// Adds a side of a battle: by its name alone, or with all that it fought with.
    fn side(&self, fact: Fact, which: &str, side: &serde_json::Map<String, Json>) -> Fact {
        let mut fact = fact.with_some(which, side.get("name").map(text));
        for (name, value) in side {
            let key = format!("{which} {}", spaced(name));
            fact = match (name.as_str(), value) {
                ("name" | "force", _) | (_, Json::Null) => fact,
                ("throw", _) => self.throw(fact, &format!("{which} "), value),
                ("lead", _) => fact.with(&key, self.book.units.write(&read::<Unit>(value))),
                ("shots", _) => {
                    let shots: Vec<Shot> = read(value);
                    let shots = shots.iter().map(|s| format!("{} {}", s.ship.fleet, s.die));
                    fact.with_list(&key, shots)
                }
                ("battery", _) => {
                    let guns: Battery = read(value);
                    fact.with(&format!("{which} guns"), guns.bonus)
                }
                _ => fact.with(&key, text(value)),
            };
        }
        fact
    }

    /// Adds why something was so: the word for it, and each of its particulars as a field.
    fn reason(&self, fact: Fact, name: &str, value: &Json) -> Fact {
        let Some((word, particulars)) = only(value) else { return fact };
        let fact = fact.with(name, spaced(word));
        let particulars = particulars.as_object().into_iter().flatten();
        particulars.fold(fact, |fact, (name, value)| self.field(fact, name, value))
    }

    /// One force as it stands.
    pub(super) fn holding(&self, force: &Force) -> Fact {
        let or_none = |text: Option<String>| text.unwrap_or_else(|| "none".to_owned());
        Fact::new("force")
            .with("name", self.names(force))
            .with("power", &force.power)
            .with("at", self.place(force.at))
            .with("army", or_none(force.army.clone()))
            .with_list("leaders", &force.leaders)
            .with_list("units", self.units(&force.units))
            .with("steps", force.steps())
            .with("trains", force.trains)
            .with("depots", force.depots)
            .with("engineers", force.engineers)
            .with("bridge", or_none(force.bridge.map(|toward| self.place(toward))))
            .with("activations", force.activations)
            .with_flag("inside", force.inside)
            .with("siege", or_none(force.siege.map(|level| level.to_string())))
            .with("reserve", or_none(force.reserve.clone()))
            .with("rising", or_none(revolts::of(force).map(str::to_owned)))
            .with_flag("boxed", force.boxed)
            .with_flag("demoralized", force.demoralized)
            .with_flag("supplied", !force.unsupplied)
    }

    pub(super) fn anchorage(&self, fact: Fact, squadron: &Squadron) -> Fact {
        let fact = fact.with("power", &squadron.power).with_list("fleets", &squadron.fleets);
        match &squadron.at {
            Anchorage::Blockading(place) => fact.with("blockading", self.place(*place)),
            at @ (Anchorage::Harbour(_) | Anchorage::Sea(_) | Anchorage::Corsairs) => {
                fact.with("at", self.waters(at))
            }
        }
    }

    /// Where ships are: a harbour, a sea, `before Brest`, `corsairs`.
    pub(super) fn waters(&self, at: &Anchorage) -> String {
        match at {
            Anchorage::Harbour(place) => self.place(*place),
            Anchorage::Sea(sea) => sea.clone(),
            Anchorage::Blockading(place) => {
                let place = self.place(*place);
                place.split('|').map(|name| format!("before {name}")).collect::<Vec<_>>().join("|")
            }
            Anchorage::Corsairs => "corsairs".to_owned(),
        }
    }

    fn ships(&self, ships: &[Ship]) -> Vec<String> {
        ships.iter().map(|ship| ship.fleet.clone()).collect()
    }

    fn by_id(&self, id: &Json) -> Option<&Force> {
        let id: ForceId = read(id);
        self.after.forces.get(&id).or_else(|| self.before.forces.get(&id))
    }

    pub(super) fn place(&self, space: Space) -> String {
        let (name, number) = (self.book.atlas.name(space), self.book.atlas.number(space));
        let bare = number.trim_start_matches(['W', 'E']);
        if name == number { format!("{number}|{bare}") } else { format!("{name}|{number}|{bare}") }
    }

    /// What a force is called, with its army and the number of its place as other spellings.
    fn names(&self, force: &Force) -> String {
        let atlas = &self.book.atlas;
        let name = force.name(atlas, &self.book.units);
        let by_number = name.strip_suffix(&format!(" at {}", atlas.name(force.at)));
        let by_number = by_number.map(|kind| format!("{kind} at {}", atlas.number(force.at)));
        let others = by_number.into_iter().chain(force.army.clone());
        others.fold(name, |names, other| format!("{names}|{other}"))
    }

    fn units(&self, units: &[Unit]) -> Vec<String> {
        units.iter().map(|unit| self.book.units.write(unit)).collect()
    }
}
