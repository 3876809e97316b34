//! A moment of a season as a case: from which position, with which chits, it comes about again.

use super::super::book::units::Unit;
use super::super::book::{Book, Fog};
use super::facts;
use super::setup::peaces::Peace;
use super::setup::place;
use super::told;
use crate::Nations;
use crate::politics::revolts;
use crate::record::event::{Event, OrderEvent, SequenceEvent};
use crate::record::state::{Anchorage, Bloc, Force, ForceId, Fort, Squadron, State};
use crate::sight::known::Known;
use crate::sight::news::{SeenEvent, SequenceNews};
use kit::ground::Space;
use kit::ledger::{Entry, What};
use play::case::Fact;
use play::case::written::{
    All, KNEW, Own, Plot, expected, mapping, numbered_anew, only_fields, put, rulings, sheet,
};
use play::{Ruleset, STANDING_MARK};
use serde_yaml::{Mapping, Value};
use std::collections::{BTreeMap, BTreeSet};

/// How markers are drawn, as a ledger says it.
const POOL: &str = "NIA §3.2 pool";
/// How many hexes around an event are looked at: its neighbours, and where a march may have led.
const REACHES: [u16; 2] = [1, 4];
/// The keys of an entry that name who acts.
const ACTORS: [&str; 3] = ["leader", "force", "squadron"];

/// A season up to the event that is meant.
struct Season<'a> {
    book: &'a Book,
    before: State,
    events: &'a [Event],
    sheets: &'a BTreeMap<String, String>,
    answers: &'a [Entry],
    cited: &'a [u32],
}

/// The positions from which the last of the events may come about again: when its marker was drawn,
/// with those who are near it; the same with everybody; the season's start.
pub fn plots(book: &Book, before: State, events: &[Event], all: &All) -> Result<Vec<Plot>, String> {
    let All { sheets, answers, cited, .. } = *all;
    let season = &Season { book, before, events, sheets, answers, cited };
    let Some((last, earlier)) = season.events.split_last() else { return Ok(vec![]) };
    let mut state = season.before.clone();
    let drawn = season
        .events
        .iter()
        .rposition(|event| matches!(event, Event::Sequence(SequenceEvent::MarkerDrawn { .. })));
    let mut at_marker = None;
    for (at, event) in earlier.iter().enumerate() {
        if drawn == Some(at) {
            at_marker = Some(state.clone());
        }
        state.apply(event);
    }
    if drawn == Some(earlier.len()) {
        at_marker = Some(state.clone());
    }
    let fact = facts::events(season.book, state.clone(), std::slice::from_ref(last)).pop();
    let fact = fact.ok_or("the event cannot be told")?;
    let mut plots = vec![];
    if let (Some(drawn), Some(then)) = (drawn, &at_marker) {
        for reach in REACHES {
            if let Some(near) = near(season.book, last, (&state, then), reach) {
                plots.extend(season.at_marker_drawn(drawn, then, Some(&near), &fact));
            }
        }
        plots.extend(season.at_marker_drawn(drawn, then, None, &fact));
    }
    plots.push(season.at_start(&fact)?);
    Ok(plots)
}

/// The forces that were near an event, by what they were when the marker was drawn; none, if it has
/// no place on land.
fn near(
    book: &Book,
    event: &Event,
    (state, then): (&State, &State),
    reach: u16,
) -> Option<BTreeSet<ForceId>> {
    let document = serde_json::to_value(event).ok()?;
    let fields = document.as_object()?.values().next()?;
    let space = |key: &str| {
        let number = fields.get(key)?.as_u64()?;
        u16::try_from(number).ok().map(Space)
    };
    let actor = fields.get("force").and_then(|id| id.as_u64());
    let actor = actor.and_then(|id| u32::try_from(id).ok()).map(ForceId);
    let stands = || actor.and_then(|id| state.forces.get(&id)).map(|force| force.at);
    let at = ["at", "to", "from", "place"].into_iter().find_map(space).or_else(stands)?;
    let close = |force: &&Force| book.atlas.distance(force.at, at) <= reach;
    let mut near: BTreeSet<ForceId> =
        state.forces.values().filter(close).map(|force| force.id).chain(actor).collect();
    // Those that marched away from there, or joined another, were near as well.
    near.extend(then.forces.values().filter(close).map(|force| force.id));
    near.retain(|id| then.forces.contains_key(id));
    Some(near)
}

impl Season<'_> {
    fn is_pool(entry: &Entry) -> bool {
        let named = entry.key.split('/').skip(1).take(2).collect::<Vec<_>>().join(" ");
        matches!(entry.what, What::Draw { .. }) && named == POOL
    }

    fn given(&self, event: usize) -> usize {
        self.cited.get(event).map_or(self.answers.len(), |count| *count as usize)
    }

    /// From the season's start, with all sheets.
    fn at_start(&self, fact: &Fact) -> Result<Plot, String> {
        let until = self.given(self.events.len() - 1);
        let mut setup = position(self.book, &self.before, None, true);
        put(&mut setup, "rulings", rulings(self.answers).unwrap_or_default());
        let later = self.answers.iter().skip(until).any(Self::is_pool);
        if !later {
            put(&mut setup, "to", "end of season");
        }
        let drawn = self.answers.iter().take(until).filter(|entry| Self::is_pool(entry));
        let mut sheets = BTreeMap::new();
        for (power, text) in self.sheets {
            sheets.insert(power.clone(), sheet(text, STANDING_MARK)?);
        }
        Ok(Plot {
            setup,
            sheets,
            answers: self.answers.to_vec(),
            chits: drawn.map(|entry| entry.key.clone()).collect(),
            pool: Some(POOL),
            expect: vec![expected(fact)],
            ..Plot::default()
        })
    }

    /// From when the marker was drawn, with some of the forces or all of them.
    fn at_marker_drawn(
        &self,
        drawn: usize,
        then: &State,
        near: Option<&BTreeSet<ForceId>>,
        fact: &Fact,
    ) -> Option<Plot> {
        let Event::Sequence(SequenceEvent::MarkerDrawn { marker, .. }) = self.events.get(drawn)?
        else {
            return None;
        };
        // Who is on board has no line of a setup.
        if !then.aboard.is_empty() {
            return None;
        }
        let from = drawn.checked_sub(1).map_or(0, |before| self.given(before));
        let answers = numbered_anew(self.answers, from);
        let drawing = answers.iter().find(|entry| Self::is_pool(entry))?.key.clone();
        let mut setup = position(self.book, then, near, false);
        setup.insert("arrivals".into(), Value::Bool(false));
        let leaders: BTreeSet<&String> = then
            .forces
            .values()
            .filter(|force| near.is_none_or(|near| near.contains(&force.id)))
            .flat_map(|force| &force.leaders)
            .collect();
        let mut sheets = BTreeMap::new();
        for (power, text) in self.sheets {
            let sheet = self.rest_of(
                power,
                sheet(text, STANDING_MARK).ok()?,
                drawn,
                &leaders,
                near.is_some(),
            );
            sheets.insert(power.clone(), sheet);
        }
        if then.season == self.book.scenario.first
            && let Some(power) = self.book.scenario.chooser()
        {
            // What is drawn first in a scenario is its choice.
            let sheet = sheets.entry(power.to_owned()).or_default();
            sheet.insert("first marker".into(), marker.to_string().into());
        }
        sheets.retain(|_, sheet| !sheet.is_empty());
        let expect = vec![expected(fact)];
        let (chits, pool) = ([drawing].into(), Some(POOL));
        Some(Plot { setup, sheets, answers, chits, pool, expect, ..Plot::default() })
    }

    /// What of a sheet was still to be played when a marker was drawn.
    fn rest_of(
        &self,
        power: &str,
        mut sheet: Mapping,
        drawn: usize,
        leaders: &BTreeSet<&String>,
        cut: bool,
    ) -> Mapping {
        for done in ["letters", "first marker", "naval 2"] {
            sheet.remove(done);
        }
        let used: BTreeSet<usize> = self.events[..drawn]
            .iter()
            .filter_map(|event| {
                let Event::Order(OrderEvent::TakenUp { power: whose, entry, .. }) = event else {
                    return None;
                };
                (whose == power).then_some(usize::from(*entry))
            })
            .collect();
        let awake = |number: &usize| {
            self.events[drawn..].iter().enumerate().any(|(at, event)| match event {
                Event::Order(OrderEvent::TakenUp { power: whose, entry, .. }) => {
                    whose == power && usize::from(*entry) == *number
                }
                Event::Order(OrderEvent::Waited { power: whose, entry, .. }) => {
                    let is_meant = drawn + at + 1 == self.events.len();
                    is_meant && whose == power && usize::from(*entry) == *number
                }
                _ => false,
            })
        };
        let there = |entry: &Value| {
            let Some(name) = entry.get("leader").and_then(Value::as_str) else {
                return !cut
                    || ACTORS.iter().all(|actor| *actor != "leader" && entry.get(actor).is_none());
            };
            let person = self.book.people.find(name);
            person.is_some_and(|person| leaders.contains(&person.name))
        };
        if let Some(Value::Sequence(entries)) = sheet.get_mut("activations") {
            let mut number = 0;
            entries.retain(|entry| {
                number += 1;
                !used.contains(&number) && there(entry) && (!cut || awake(&number))
            });
        }
        sheet
    }
}

/// A position as the keys of a setup.
fn position(
    book: &Book,
    state: &State,
    near: Option<&BTreeSet<ForceId>>,
    numbered: bool,
) -> Mapping {
    let mut setup = mapping([
        ("scenario", format!("{}/{}", Nations::NAME, book.name).into()),
        ("only these", true.into()),
        ("season", state.season.to_string().into()),
    ]);
    if book.fog == Fog::Contact {
        put(&mut setup, "fog", "contact");
    }
    let joined = state.relations.groups().filter(|(power, bloc)| {
        Bloc::read(book.scenario.side(power).unwrap_or("neutral")) != **bloc
    });
    let mut sides: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
    joined.for_each(|(power, bloc)| sides.entry(bloc.word()).or_default().push(power));
    put(&mut setup, "sides", value(&sides));
    put(&mut setup, "last land", state.last_land.map(Bloc::word).unwrap_or_default());
    let this_year = state.naval_2.iter().filter(|(_, year)| **year == state.season.year);
    put(
        &mut setup,
        "naval 2 used",
        value(&this_year.map(|(bloc, _)| bloc.word()).collect::<Vec<_>>()),
    );
    let kept =
        state.forces.values().filter(|force| near.is_none_or(|near| near.contains(&force.id)));
    let forces: Vec<Value> = kept.map(|force| line(book, force, numbered).into()).collect();
    put(&mut setup, "forces", forces);
    let at = |space: &Space| called(book, *space);
    let held: BTreeMap<String, &String> =
        state.held.iter().map(|(space, power)| (at(space), power)).collect();
    put(&mut setup, "held", value(&held));
    let forts: BTreeMap<String, &Fort> =
        state.forts.iter().map(|(space, fort)| (at(space), fort)).collect();
    put(&mut setup, "fortresses", value(&forts));
    let pools: BTreeMap<_, _> = state.pools.iter().filter(|(_, pool)| !pool.is_empty()).collect();
    put(&mut setup, "pool", value(&pools));
    put(&mut setup, "cards", value(&state.cards));
    put(&mut setup, "dead", value(&state.dead));
    put(&mut setup, "corps lost", value(&state.corps_lost));
    put(&mut setup, "armies lost", value(&state.armies_lost));
    put(&mut setup, "levies", value(&state.levies));
    made_before(state, &mut setup);
    if near.is_some() {
        return setup;
    }
    if numbered {
        put(&mut setup, "counts", value(&state.counts));
    }
    let squadrons: Vec<Value> =
        state.squadrons.iter().map(|squadron| ships(book, squadron).into()).collect();
    put(&mut setup, "squadrons", squadrons);
    put(&mut setup, "corsairs", value(&state.corsairs));
    put(&mut setup, "sunk", value(&state.sunk));
    put(&mut setup, "drowned", value(&state.drowned));
    let returning = state.returning.iter().map(|away| {
        let mut line = mapping([
            ("power", away.power.clone().into()),
            ("season", away.when.to_string().into()),
        ]);
        put(&mut line, "leaders", value(&away.leaders));
        put(&mut line, "units", value(&units(book, &away.units, &away.power)));
        Value::from(line)
    });
    put(&mut setup, "returning", returning.collect::<Vec<_>>());
    setup
}

/// What a power can write of a piece of its news: what it knew, with its orders and the dice that it
/// was shown; if that does not bring it about, what it knew alone. With the news in words.
pub fn own_plots(
    book: &Book,
    [before, after]: [&Known; 2],
    own: &Own,
) -> Result<(String, Vec<Plot>), String> {
    let told = told::news_of(book, after).into_iter().nth(own.news);
    let told = told.ok_or("there is no such news")?;
    let power = before.power.clone();
    let setup = position(book, &as_known(book, before), None, false);
    let drawn = after.seen_events.iter().take(own.news + 1).filter(|seen_event| {
        matches!(
            seen_event,
            SeenEvent::Sequence(
                SequenceNews::Drawn { .. }
                    | SequenceNews::PutBack { .. }
                    | SequenceNews::WinterQuarters { .. }
            )
        )
    });
    let answers: Vec<Entry> = after.dice.iter().filter_map(Entry::of_shown).collect();
    let draws = answers.iter().filter(|entry| Season::is_pool(entry)).take(drawn.count());
    let chits = draws.map(|entry| entry.key.clone()).collect();
    let mut sheets = BTreeMap::new();
    if let Some(text) = own.sheet {
        sheets.insert(power.clone(), sheet(text, STANDING_MARK)?);
    }
    let known = |fact: &Fact| {
        let known = mapping([(power.as_str(), expected(fact))]);
        Value::from(mapping([("known", known.into())]))
    };
    let whole = Plot {
        setup: setup.clone(),
        sheets: sheets.clone(),
        answers: answers.clone(),
        chits,
        pool: Some(POOL),
        expect: vec![known(&told)],
        ..Plot::default()
    };
    let forces = told::forces(book, before).into_iter();
    let forces = forces.map(|force| only_fields(force, &["name", "power", "at", "units"]));
    let expect = forces.map(|force| known(&force)).collect();
    let (shown, pool, note) = (answers, Some(POOL), KNEW);
    let alone = Plot { setup, sheets, expect, shown, pool, note, ..Plot::default() };
    Ok((told.to_string(), vec![whole, alone]))
}

/// The position as far as a power knows it: its own side, and leaders of others who are in sight.
fn as_known(book: &Book, known: &Known) -> State {
    let mut state = State::new(book);
    (state.season, state.cabinet) = (known.season, known.cabinet);
    state.relations.clone_from(&known.relations);
    state.forces.clone_from(&known.ours);
    let leaders = known.enemies().filter_map(|stack| Some((stack, stack.leader.clone()?)));
    for (count, (stack, leader)) in (1..).zip(leaders) {
        let mut force = Force::new(ForceId::of(book, &stack.power, count), &stack.power, stack.at);
        force.leaders = vec![leader];
        force.demoralized = stack.demoralized;
        state.forces.insert(force.id, force);
    }
    state.squadrons.clone_from(&known.squadrons);
    state.corsairs.clone_from(&known.corsairs);
    state.pools.insert(known.power.clone(), known.pool.clone());
    state.held.clone_from(&known.held);
    state.begun.clone_from(&known.begun);
    state.forts.clone_from(&known.forts);
    let hand = state.cards.remove(&known.power).unwrap_or_default();
    let left = hand.into_iter().filter(|card| !known.played.contains(card)).collect();
    state.cards = [(known.power.clone(), left)].into();
    state.cards.retain(|_, cards: &mut BTreeSet<String>| !cards.is_empty());
    state
}

/// A force as a line of a setup.
fn line(book: &Book, force: &Force, numbered: bool) -> Mapping {
    let mut line =
        mapping([("power", force.power.clone().into()), ("at", called(book, force.at).into())]);
    put(&mut line, "number", if numbered { force.id.count() } else { 0 });
    put(&mut line, "leader", force.commander().unwrap_or_default());
    put(&mut line, "leaders", value(&force.leaders.get(1..).unwrap_or_default()));
    put(&mut line, "army", force.army.clone().unwrap_or_default());
    put(&mut line, "units", value(&units(book, &force.units, &force.power)));
    put(&mut line, "trains", force.trains);
    put(&mut line, "engineers", force.engineers);
    put(&mut line, "depots", force.depots);
    put(&mut line, "bridge", force.bridge.map(|at| called(book, at)).unwrap_or_default());
    put(&mut line, "activations", force.activations);
    put(&mut line, "inside", force.inside);
    if let Some(level) = force.siege {
        line.insert("siege".into(), level.into());
    }
    put(&mut line, "reserve", force.reserve.clone().unwrap_or_default());
    put(
        &mut line,
        "rising",
        revolts::of(force).filter(|_| revolts::is_all(force)).unwrap_or_default(),
    );
    put(&mut line, "boxed", force.boxed);
    put(&mut line, "demoralized", force.demoralized);
    put(&mut line, "out of supply", force.unsupplied);
    line
}

fn ships(book: &Book, squadron: &Squadron) -> Mapping {
    let mut line = mapping([("power", squadron.power.clone().into())]);
    match &squadron.at {
        Anchorage::Harbour(at) => put(&mut line, "at", called(book, *at)),
        Anchorage::Sea(sea) => put(&mut line, "at", sea.clone()),
        Anchorage::Blockading(at) => put(&mut line, "blockading", called(book, *at)),
        Anchorage::Corsairs => put(&mut line, "at", "corsairs"),
    }
    put(&mut line, "from", squadron.off.values().next().cloned().unwrap_or_default());
    put(&mut line, "fleets", value(&squadron.fleets));
    line
}

/// Units as a setup has them, those that are alike together.
fn units(book: &Book, units: &[Unit], power: &str) -> Vec<String> {
    let mut counted: Vec<(&Unit, usize)> = vec![];
    for unit in units {
        match counted.last_mut() {
            Some((last, count)) if *last == unit => *count += 1,
            _ => counted.push((unit, 1)),
        }
    }
    let written = |(unit, count): &(&Unit, usize)| {
        let nation = if unit.nation == power { String::new() } else { format!("{} ", unit.nation) };
        let reduced = if unit.steps < book.units.kind(&unit.kind).steps { "reduced " } else { "" };
        let modifier = match unit.modifier {
            0 => "0".to_owned(),
            modifier => format!("{modifier:+}"),
        };
        format!("{count} x ({modifier}) {nation}{reduced}{}", unit.kind)
    };
    counted.iter().map(written).collect()
}

/// A place by its name, if that is read as the same place; else by its number.
fn called(book: &Book, space: Space) -> String {
    let name = book.atlas.name(space);
    if place(&book.atlas, &name) == Ok(space) { name } else { book.atlas.number(space) }
}

/// What was promised, peaces that were made, and who fights on after defeat (NIA §13.3).
fn made_before(state: &State, setup: &mut Mapping) {
    put(setup, "rules begun", value(&state.begun));
    put(setup, "promised", value(&state.promised));
    let peaces = &state.titles.peaces;
    put(setup, "peaces", value(&peaces.treaties().map(Peace::of).collect::<Vec<_>>()));
    put(setup, "fighting on", value(&peaces.fighting_on().collect::<BTreeMap<_, _>>()));
}

fn value(document: &impl serde::Serialize) -> Value {
    serde_yaml::to_value(document).unwrap_or_default()
}
