//! The secrets of the kriegsspiel: for each kind of hidden change a twin that has it, and the hole in
//! the fog through which it would be seen.

use crate::table::{Table, events, state};
use kit::ground::Space;
use kit::ledger::{At, Entry, Fact, Ledger, Source, What};
use kriegsspiel::march::movement::FORMATION_POINTS;
use kriegsspiel::position::Position as _;
use kriegsspiel::record::apply::Touched;
use kriegsspiel::record::event::{Event, ForceEvent, OrderEvent, PublicEvent, WarEvent};
use kriegsspiel::record::state::{Formation, Kind, State};
use kriegsspiel::sight;
use kriegsspiel::sight::intel_levels::Allies;
use kriegsspiel::sight::known::{Known, Seen};
use play::table::Happened;
use play::{Played, Position};
use std::collections::{BTreeMap, BTreeSet};

pub type Sheets = BTreeMap<String, String>;
/// Answers that are forced, by their keys.
pub type Forced = BTreeMap<String, String>;

/// A turn as it was fought, with the formations that lend themselves to a twin.
pub struct War {
    pub table: Table,
    pub before: Position,
    pub sheets: Sheets,
    pub seed: u8,
    pub forced: Forced,
    pub played: Played,
    pub entries: Vec<Entry>,
    /// Formations of which no event of the turn speaks, but for supply.
    pub idle: Vec<Formation>,
    /// Those of them that no enemy sees at any time.
    pub unseen: Vec<Formation>,
    /// The hexes that each power sees at some time of the turn; none, if it sees the whole map.
    fields: BTreeMap<String, Option<BTreeSet<Space>>>,
}

/// Another beginning, other orders or another ruling, and whose secret that is.
pub struct Twin {
    pub state: State,
    pub sheets: Sheets,
    pub forced: Forced,
    pub fact: Option<Fact>,
    pub of: String,
    /// The formation whose own marches may be others.
    pub apart: Option<String>,
    /// Who is meant to read it.
    pub reader: Option<String>,
}

/// What a broken fog adds to what an eye learns of an event.
pub type Hole = fn(&Event, &State, &mut Seen);

/// One kind of change.
pub struct Change {
    pub name: &'static str,
    pub twin: fn(&War, usize) -> Option<Twin>,
    pub hole: Hole,
}

/// Everything that a power cannot know, each kind with its hole.
///
/// Generals who fall and are captured are published (§8), so that is no secret; who comes for them is.
pub const CHANGES: &[Change] = &[
    Change { name: "how strong an unseen brigade is", twin: strength, hole: ranks },
    Change { name: "of what troops an idle formation is", twin: composition, hole: ranks },
    Change { name: "who commands an idle formation", twin: command, hole: ranks },
    Change { name: "where an unseen formation marches", twin: march, hole: moves },
    Change { name: "what a general is worth", twin: ratings, hole: people },
    Change { name: "who came for a general who fell", twin: successor, hole: successors },
    Change { name: "a die for another's general", twin: death, hole: deaths },
    Change { name: "a die for another's subordinate", twin: subordinate, hole: directives },
    Change { name: "what an idle formation means to do", twin: stance, hole: entries },
    Change { name: "a condition, and an order not carried out", twin: never, hole: undone },
    Change { name: "a condition that was asked in contact", twin: condition, hole: decided },
    Change { name: "action points spent", twin: spending, hole: spendings },
    Change { name: "a change of the order of battle", twin: assigned, hole: changes },
    Change { name: "depots at hand", twin: stores, hole: at_hand },
    Change { name: "a depot in the field", twin: depot, hole: depots },
    Change { name: "what a side has lost so far", twin: lost, hole: losses },
    Change { name: "a letter to a third", twin: letter, hole: letters },
    Change { name: "an order in words", twin: words, hole: worded },
    Change { name: "the umpire's answer to words", twin: answer, hole: worded },
    Change { name: "the umpire's choice for another", twin: choice, hole: ruled },
    Change { name: "the umpire's word to another", twin: decree, hole: decreed },
];

// The holes: each shows what the fog hides.

fn wide(seen: &mut Seen) -> &mut sight::known::Change {
    seen.change.get_or_insert_default()
}

fn ranks(_: &Event, state: &State, seen: &mut Seen) {
    let all = state.formations.iter();
    wide(seen).formations = all.map(|(name, one)| (name.clone(), Some(one.clone()))).collect();
}

fn people(_: &Event, state: &State, seen: &mut Seen) {
    let all = state.generals.iter();
    wide(seen).generals = all.map(|(name, one)| (name.clone(), Some(one.clone()))).collect();
}

fn at_hand(_: &Event, state: &State, seen: &mut Seen) {
    wide(seen).stores =
        state.stores.iter().map(|(power, left)| (power.clone(), Some(*left))).collect();
}

fn depots(_: &Event, state: &State, seen: &mut Seen) {
    let all = state.depots.iter();
    wide(seen).depots = all.map(|(at, power)| (*at, Some(power.clone()))).collect();
}

fn losses(_: &Event, state: &State, seen: &mut Seen) {
    let all = state.lost.iter();
    wide(seen).lost = all.map(|(power, lost)| (power.clone(), Some(lost.clone()))).collect();
}

/// Tells an event of one sort to everybody.
macro_rules! tells {
    ($($name:ident: $event:pat),+ $(,)?) => {
        $(fn $name(event: &Event, _: &State, seen: &mut Seen) {
            if matches!(event, $event) {
                seen.event = Some(event.clone());
            }
        })+
    };
}

tells! {
    moves: Event::Force(ForceEvent::Moved { .. }),
    successors: Event::War(WarEvent::Succeeded { .. }),
    deaths: Event::War(WarEvent::DeathChecked { .. }),
    directives: Event::Order(OrderEvent::Understood { .. }),
    entries: Event::Order(OrderEvent::Ordered { .. }),
    undone: Event::Order(OrderEvent::NotDone { .. }),
    spendings: Event::Order(OrderEvent::Spent { .. }),
    changes: Event::Force(ForceEvent::Assigned { .. }),
    letters: Event::Order(OrderEvent::Letter { .. }),
    worded: Event::Order(OrderEvent::Worded { .. }),
    decided: Event::War(WarEvent::Decided { .. }),
    ruled: Event::Order(OrderEvent::Ruled { .. }),
    decreed: Event::Order(OrderEvent::Decreed { .. }),
}

/// The hexes that each power sees at some time of a turn; none, if it sees the whole map.
fn fields(
    table: &Table,
    before: &Position,
    played: &Played,
) -> BTreeMap<String, Option<BTreeSet<Space>>> {
    let mut state = state(before);
    let mut fields: BTreeMap<String, Option<BTreeSet<Space>>> = BTreeMap::new();
    let look = |state: &State, fields: &mut BTreeMap<_, Option<BTreeSet<Space>>>| {
        for eye in state.relations.parties() {
            let look = sight::look(&table.book, state, eye);
            let field = fields.entry(eye.clone()).or_insert_with(|| Some(BTreeSet::new()));
            match field {
                Some(_) if look.whole => *field = None,
                Some(field) => field.extend(look.field),
                None => {}
            }
        }
    };
    look(&state, &mut fields);
    for event in events(played) {
        state.apply(&event);
        let stirs = matches!(
            event,
            Event::Force(ForceEvent::Moved { .. })
                | Event::War(WarEvent::Retreated { .. })
                | Event::Force(ForceEvent::Placed { .. })
                | Event::Public(PublicEvent::Captured { .. })
                | Event::Public(PublicEvent::Reverted { .. })
        );
        if stirs {
            look(&state, &mut fields);
        }
    }
    fields
}

/// What a power, or everybody, would know if the fog had that hole; without one, what they do know.
pub fn known_through(war: &War, twin: Option<(&Twin, &Played)>, eye: &str, hole: Hole) -> Known {
    let (mut state, played) = match twin {
        Some((twin, played)) => (twin.state.clone(), played),
        None => (state(&war.before), &war.played),
    };
    let mut known: Known = match war.before.known.get(eye) {
        Some(known) => serde_json::from_str(known).unwrap(),
        None => sight::opening_to_all(&war.table.book, &state),
    };
    for event in events(played) {
        let touched = &Touched::by(&event, &state);
        state.apply(&event);
        let happened = Happened { book: &war.table.book, event: &event, touched, state: &state };
        let mut seen = sight::witness(&happened, eye, Some(&known)).unwrap_or_default();
        hole(&event, &state, &mut seen);
        known.learn(seen);
    }
    known
}

impl War {
    pub fn fight(table: Table, before: Position, sheets: Sheets, seed: u8, forced: Forced) -> War {
        let twin = Twin {
            state: state(&before),
            sheets: sheets.clone(),
            forced: Forced::new(),
            fact: None,
            of: String::new(),
            apart: None,
            reader: None,
        };
        let (played, entries) = resolve(&table, &before, (seed, &forced), &twin);
        let told: Vec<Event> = events(&played);
        let spoken = |one: &Formation| {
            let name = format!("\"{}\"", one.name);
            told.iter().any(|event| match event {
                Event::Force(ForceEvent::Supplied { .. })
                | Event::Order(OrderEvent::Ordered { .. } | OrderEvent::NotAsked { .. }) => false,
                Event::Force(ForceEvent::Starved { at, .. }) => *at == one.at,
                event => serde_json::to_string(event).unwrap().contains(&name),
            })
        };
        let after = state(&played.after);
        let still =
            |one: &&Formation| after.formations.get(&one.name).is_some_and(|now| now.at == one.at);
        let was = state(&before);
        let idle: Vec<Formation> =
            was.formations.values().filter(still).filter(|one| !spoken(one)).cloned().collect();
        let fields = fields(&table, &before, &played);
        let unseen = vec![];
        let mut war =
            War { table, before, sheets, seed, forced, played, entries, idle, unseen, fields };
        war.unseen = war.idle.iter().filter(|one| !war.seen(one.at, &one.power)).cloned().collect();
        war
    }

    /// Whether a power's secrets are hidden from an eye: from its enemies', and from its allies' where
    /// they are told nothing.
    pub fn hidden(&self, state: &State, eye: &str, power: &str) -> bool {
        let alone = self.table.book.allies == Allies::Letters;
        if alone { eye != power } else { !state.friends(eye, power) }
    }

    /// Whether anybody from whom a power's secrets are hidden sees a hex at any time of the turn.
    fn seen(&self, at: Space, power: &str) -> bool {
        let was = state(&self.before);
        self.fields.iter().any(|(eye, field)| {
            self.hidden(&was, eye, power) && field.as_ref().is_none_or(|field| field.contains(&at))
        })
    }

    /// Whether the power of a brigade has action points left that it could move with.
    fn affords(&self, one: &Formation) -> bool {
        let spent = events(&self.played).into_iter().find_map(|event| match event {
            Event::Order(OrderEvent::Spent { power, points, .. }) if power == one.power => {
                Some(points)
            }
            _ => None,
        });
        let most = self.table.book.scenario.points[&one.power];
        one.kind != Kind::Marauders && spent.unwrap_or(0) + FORMATION_POINTS <= most
    }

    pub fn twin_of(&self, of: &str) -> Twin {
        Twin {
            state: state(&self.before),
            sheets: self.sheets.clone(),
            forced: Forced::new(),
            fact: None,
            of: of.to_owned(),
            apart: None,
            reader: None,
        }
    }

    /// The turn of a twin.
    pub fn play(&self, twin: &Twin) -> Played {
        resolve(&self.table, &self.before, (self.seed, &self.forced), twin).0
    }

    /// The dice, lots and decisions of the turn whose key has such a word.
    fn asked(&self, word: &'static str) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| entry.key.contains(word))
    }
}

fn resolve(
    table: &Table,
    before: &Position,
    (seed, forced): (u8, &Forced),
    twin: &Twin,
) -> (Played, Vec<Entry>) {
    let mut ledger = Ledger::seeded(&before.season.name, [seed; 32]);
    for (key, answer) in forced.iter().chain(&twin.forced) {
        ledger.force(key, answer);
    }
    twin.fact.clone().into_iter().for_each(|fact| ledger.rule(fact));
    let state = serde_json::to_string(&twin.state).unwrap();
    let before = Position { state, ..before.clone() };
    let played = table.game.resolve(&before, &twin.sheets, &mut ledger).unwrap();
    (played, ledger.entries().to_vec())
}

/// The events of a turn that others than the secret's owner can feel.
pub fn felt(played: &Played, twin: &Twin) -> Vec<Event> {
    let apart = |who: &String| twin.apart.as_ref() == Some(who);
    let private = |event: &Event| match event {
        Event::Order(OrderEvent::Ordered { .. })
        | Event::Order(OrderEvent::NotDone { .. })
        | Event::Order(OrderEvent::CutShort { .. })
        | Event::Order(OrderEvent::NotAsked { .. })
        | Event::Order(OrderEvent::Spent { .. })
        | Event::Force(ForceEvent::Supplied { .. })
        | Event::Order(OrderEvent::Worded { .. })
        | Event::Order(OrderEvent::Letter { .. })
        | Event::Order(OrderEvent::Ruled { .. })
        | Event::Order(OrderEvent::Decreed { .. })
        | Event::Force(ForceEvent::Assigned { .. })
        | Event::Order(OrderEvent::Understood { .. })
        | Event::War(WarEvent::Decided { .. })
        | Event::War(WarEvent::DeathChecked { .. })
        | Event::War(WarEvent::Succeeded { .. }) => true,
        Event::Force(ForceEvent::Moved { who, .. })
        | Event::Force(ForceEvent::Halted { who, .. }) => apart(who),
        _ => false,
    };
    events(played).into_iter().filter(|event| !private(event)).collect()
}

// The twins.

/// One hit less of a sort of which there are several.
fn strength(war: &War, nth: usize) -> Option<Twin> {
    let many = |one: &&Formation| one.units.values().any(|hits| *hits > 2);
    let one = war.unseen.iter().filter(many).nth(nth)?;
    let mut twin = war.twin_of(&one.power);
    twin.state.formations.edit(&one.name, |one| {
        *one.units.values_mut().find(|hits| **hits > 2)? -= 1;
        Some(())
    })??;
    Some(twin)
}

/// A battalion of the line becomes light infantry or grenadiers: as many, and stronger and braver.
fn composition(war: &War, nth: usize) -> Option<Twin> {
    let line = |one: &&Formation| one.units.get("line infantry").is_some_and(|hits| *hits > 1);
    let one = war.idle.iter().filter(line).nth(nth)?;
    let mut twin = war.twin_of(&one.power);
    let other = ["light infantry", "grenadiers"][nth % 2];
    twin.state.formations.edit(&one.name, |one| {
        *one.units.get_mut("line infantry")? -= 1;
        *one.units.entry(other.to_owned()).or_default() += 1;
        Some(())
    })??;
    Some(twin)
}

fn command(war: &War, nth: usize) -> Option<Twin> {
    let after = state(&war.played.after);
    let led =
        |one: &&Formation| one.under.is_some() && after.formations[&one.name].under == one.under;
    let one = war.idle.iter().filter(led).nth(nth)?;
    let mut twin = war.twin_of(&one.power);
    twin.state.formations.edit(&one.name, |one| one.under = None)?;
    Some(twin)
}

/// An entry before all others, for a formation that has none.
fn entry(war: &War, one: &Formation, rest: &str) -> Option<Twin> {
    let sheet = war.sheets.get(&one.power)?;
    let written = format!("formation: \"{}\"", one.name);
    if sheet.contains(&written) || !sheet.contains("\norders:\n") {
        return None;
    }
    let mut twin = war.twin_of(&one.power);
    let entry = format!("\norders:\n  - {{{written}, {rest}}}\n");
    twin.sheets.insert(one.power.clone(), sheet.replacen("\norders:\n", &entry, 1));
    Some(twin)
}

/// A step out of sight into a hex that is out of sight as well.
fn march(war: &War, nth: usize) -> Option<Twin> {
    let one = war.unseen.get(nth).filter(|one| war.affords(one))?;
    let book = &war.table.book;
    let to = book.atlas.around(one.at).into_iter().find(|to| {
        let near = book.cost(one.at, *to).is_some_and(|cost| cost <= one.pace(&book.troops));
        // It sees there what it did not see before, so its new neighbourhood is empty of the enemy.
        let quiet = book.atlas.within(*to, 3).iter().all(|at| !war.seen(*at, &one.power));
        near && quiet
    })?;
    let twin = entry(war, one, &format!("steps: [{{march: {}}}]", book.atlas.number(to)))?;
    Some(Twin { apart: Some(one.name.clone()), ..twin })
}

/// Another battle rating, for a general who is alone of his power in his hex.
fn ratings(war: &War, nth: usize) -> Option<Twin> {
    let (was, after) = (state(&war.before), state(&war.played.after));
    let alone = |name: &&String| {
        let at = was.generals[*name].at;
        let lives = after.generals.contains_key(*name);
        lives && was.generals.values().filter(|other| other.at == at).count() == 1
    };
    let name = was.generals.keys().filter(alone).nth(nth)?;
    let mut twin = war.twin_of(&was.generals[name].power);
    twin.state.generals.edit(name, |one| one.battle += 1)?;
    Some(twin)
}

/// Another face for the die that a key asks for; a face for which nothing else changes.
fn other_face(war: &War, word: &'static str, nth: usize, faces: &[u8]) -> Option<Twin> {
    let dice = |entry: &&Entry| match &entry.what {
        What::Dice { faces: fell, .. } => faces.contains(&fell[0]),
        _ => false,
    };
    let entry = war.asked(word).filter(dice).nth(nth)?;
    let What::Dice { faces: fell, .. } = &entry.what else { return None };
    let other = faces.iter().find(|face| **face != fell[0])?;
    let who = entry.key.split('/').nth(2)?;
    let was = state(&war.before);
    let of = was.generals.get(who).map(|one| &one.power);
    let of = of.or(was.formations.get(who).map(|one| &one.power)).map_or(who, String::as_str);
    let mut twin = war.twin_of(of);
    twin.forced.insert(entry.key.clone(), other.to_string());
    Some(twin)
}

fn successor(war: &War, nth: usize) -> Option<Twin> {
    other_face(war, "/K05 §19.7/", nth, &[1, 2, 3, 4, 5, 6])
}

fn death(war: &War, nth: usize) -> Option<Twin> {
    other_face(war, "/K05 §19.5/", nth, &[2, 3, 4, 5, 6])
}

fn subordinate(war: &War, nth: usize) -> Option<Twin> {
    other_face(war, "/K05 §2/", nth, &[3, 4, 5, 6])
}

/// An entry for somebody who does nothing: where no enemy is, a stance is never asked.
fn stance(war: &War, nth: usize) -> Option<Twin> {
    entry(war, war.idle.get(nth)?, "stance: defend, retreat: Vienna")
}

/// A plain word instead of the condition that led to it.
fn condition(war: &War, nth: usize) -> Option<Twin> {
    let asked = events(&war.played).into_iter().filter_map(|event| match event {
        Event::War(WarEvent::Decided { power, who, topic, choice, held: Some(_), .. })
            if topic == "stance" =>
        {
            Some((power, who, choice))
        }
        _ => None,
    });
    let (power, who, choice) = asked.into_iter().nth(nth)?;
    let sheet = war.sheets.get(&power)?;
    let (before, entry) = sheet.split_once(&format!("\"{who}\"\n"))?;
    let (steps, rest) = entry.split_once("    stance: ")?;
    let (_, after) = rest.split_once('\n')?;
    let mut twin = war.twin_of(&power);
    let sheet = format!("{before}\"{who}\"\n{steps}    stance: {choice}\n{after}");
    twin.sheets.insert(power, sheet);
    Some(twin)
}

/// A step that is never done, though its action points are spent.
fn never(war: &War, nth: usize) -> Option<Twin> {
    entry(war, war.idle.get(nth)?, "steps: [{march: {to: Vienna, if: never}}]")
}

/// The same for who has points to spend.
fn spending(war: &War, nth: usize) -> Option<Twin> {
    war.idle.get(nth).filter(|one| war.affords(one))?;
    never(war, nth)
}

/// A formation that obeys nobody from this turn on.
fn assigned(war: &War, nth: usize) -> Option<Twin> {
    let led = |one: &&Formation| one.under.is_some();
    let one = war.idle.iter().filter(led).nth(nth)?;
    let sheet = war.sheets.get(&one.power)?;
    let line = format!("  - assign: {{formation: \"{}\", to: nobody}}\n", one.name);
    let more = match sheet.contains("\norganise:\n") {
        true => sheet.replacen("\norganise:\n", &format!("\norganise:\n{line}"), 1),
        false => format!("{sheet}organise:\n{line}"),
    };
    let mut twin = war.twin_of(&one.power);
    twin.sheets.insert(one.power.clone(), more);
    Some(twin)
}

fn stores(war: &War, nth: usize) -> Option<Twin> {
    let (power, sheet) = war.sheets.iter().nth(nth)?;
    let mut twin = war.twin_of(power);
    let left = twin.state.stores.entry(power.clone()).or_default();
    if sheet.contains("deploy:") {
        return None;
    }
    *left += 1;
    Some(twin)
}

/// One depot more, where no enemy comes.
fn depot(war: &War, nth: usize) -> Option<Twin> {
    let one = war.unseen.get(nth)?;
    let mut twin = war.twin_of(&one.power);
    let more = twin.state.depots.insert(one.at, one.power.clone()).is_none();
    more.then_some(twin)
}

fn lost(war: &War, nth: usize) -> Option<Twin> {
    let power = war.sheets.keys().nth(nth)?;
    let mut twin = war.twin_of(power);
    let units = twin.state.lost.entry(power.clone()).or_default();
    *units.entry("militia".to_owned()).or_default() += 1;
    Some(twin)
}

/// A friend of a power.
fn friend<'w>(war: &'w War, power: &str) -> Option<&'w String> {
    let was = state(&war.before);
    war.sheets.keys().find(|other| *other != power && was.friends(other, power))
}

/// A line more in a sheet; `{to}` is a friend.
fn added(war: &War, nth: usize, line: &str) -> Option<Twin> {
    let (power, sheet) = war.sheets.iter().nth(nth)?;
    let mut twin = war.twin_of(power);
    let line = line.replace("{to}", friend(war, power)?);
    twin.sheets.insert(power.clone(), format!("{sheet}{line}\n"));
    Some(twin)
}

fn letter(war: &War, nth: usize) -> Option<Twin> {
    let twin = added(war, nth, "letters: [{to: {to}, text: We march at dawn.}]")?;
    let reader = friend(war, &twin.of).cloned();
    Some(Twin { reader, ..twin })
}

fn words(war: &War, nth: usize) -> Option<Twin> {
    if war.sheets.values().nth(nth)?.contains("\nwords:") {
        return None;
    }
    added(war, nth, "words: Let {to} believe that we are ten thousand more.")
}

/// A ruling on a decision that leaves the turn as it was: the nth of a topic.
fn ruling(war: &War, nth: usize, of_topic: &str, answer: Option<&str>) -> Option<Twin> {
    let is = |entry: &&Entry| {
        entry.source != Source::Ruling
            && matches!(&entry.what, What::Decision { topic, .. } if topic == of_topic)
    };
    let entry = war.entries.iter().filter(is).nth(nth)?;
    let What::Decision { decider, choice, .. } = &entry.what else { return None };
    let mut twin = war.twin_of(decider);
    twin.forced.insert(entry.key.clone(), answer.unwrap_or(choice).to_owned());
    Some(twin)
}

fn answer(war: &War, nth: usize) -> Option<Twin> {
    ruling(war, nth, "words", Some("The peasants sing as they are bidden."))
}

fn choice(war: &War, nth: usize) -> Option<Twin> {
    ruling(war, nth, "stance", None)
}

fn decree(war: &War, nth: usize) -> Option<Twin> {
    let power = war.sheets.keys().nth(nth)?;
    let mut twin = war.twin_of(power);
    let text = format!("tell: {{to: [{power}], text: A courier is late.}}");
    twin.fact = Some(Fact { at: At::Before(5), text, reason: "the roads".to_owned() });
    Some(twin)
}
