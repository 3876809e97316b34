//! The order sheets of Nations in Arms: the keys, the steps and reactions, and reading them.
//!
//! One file an order kind: its [`StepKind`] says how it is written, what the receipt says of it,
//! and how it is played. To add one: write the file, add it to [`STEPS`], and put a filled-in
//! example of the same name into `orders/nations/`.
//!
//! The sheet is one description ([`SHEET`]); the JSON Schema and the reading both come from it.

pub mod absorb;
pub mod army;
pub mod at_sea;
pub mod attack;
pub mod blank_form;
pub mod bridge;
pub mod budget;
pub mod cabinet_form;
pub mod causes;
pub mod choices;
pub mod comers;
pub mod conquest_form;
pub mod detach;
pub mod detachment;
pub mod drop;
pub mod example;
pub mod favours;
pub mod grammar;
pub mod group;
pub mod integrate;
pub mod leaders;
pub mod limits;
pub mod manual;
pub mod march;
pub mod merge;
pub mod peace_form;
pub mod politics_form;
pub mod primer;
pub mod rally;
pub mod reactions;
pub mod reactivate;
pub mod rehearsal;
pub mod senses;
pub mod siege;
pub mod swap;
pub mod take;
pub mod take_command;
pub mod transport;
pub mod within_reach;
pub mod words;

use super::book::{Atlas, Book};
use super::sea::voyage::Voyage;
use crate::book::cards::Effect;
use crate::book::spelling::spoken;
use crate::orders::budget::Spending;
use crate::orders::favours::Favours;
use crate::orders::grammar::GRAMMAR;
use crate::orders::rehearsal::{Plan, element};
use crate::orders::words::{ANCHORAGE, CARD, FORCE, LEADER, MARKER, SETUP, SQUADRON, Words};
use crate::record::event::Reason;
use crate::record::state::Marker;
use crate::turn::activation::Activation;
use kit::ground::Space;
use play::table::Orders;
use sheet::condition::{Condition, Term};
use sheet::frame::{self, FRAME};
use sheet::keys::{self, Content, Field, Filled, Given, Kind, Reader, Steps, Value};
use sheet::shape::Shaped;
use sheet::{Diagnostic, Diagnostics, shape};
use std::ops::Range;

/// How one kind of step is written, told and played.
pub struct StepKind {
    pub kind: Kind,
    /// What the receipt says, with the force brought to where the step leaves it.
    pub tell: fn(&mut Plan, &Filled) -> String,
    pub play: Play,
}

/// Who does a step: troops, ships, or either in its own way.
#[derive(Clone, Copy)]
pub enum Play {
    Land(fn(&mut Activation, &Filled) -> Result<(), Reason>),
    Sea(fn(&mut Voyage, &Filled) -> Result<(), Reason>),
    Both(
        fn(&mut Activation, &Filled) -> Result<(), Reason>,
        fn(&mut Voyage, &Filled) -> Result<(), Reason>,
    ),
}

/// Every kind of step, in the order of the manual.
pub const STEPS: &[&StepKind] = &[
    &march::STEP,
    &absorb::STEP,
    &integrate::STEP,
    &merge::STEP,
    &drop::STEP,
    &detachment::STEP,
    &detach::STEP,
    &take::STEP,
    &take_command::STEP,
    &group::STEP,
    &army::STEP,
    &bridge::STEP,
    &swap::STEP,
    &attack::STEP,
    &attack::PURSUE,
    &siege::STEP,
    &siege::SCREEN,
    &reactivate::STEP,
    &rally::STEP,
    &transport::STEP,
    &at_sea::SAIL,
    &at_sea::JOIN,
    &at_sea::ENGAGE,
    &at_sea::BLOCKADE,
    &at_sea::ENTER,
    &at_sea::CARRY,
    &at_sea::LAND,
    &at_sea::CORSAIRS,
];

const KINDS: [&Kind; STEPS.len()] = {
    let mut kinds = [&STEPS[0].kind; STEPS.len()];
    let mut at = 0;
    while at < STEPS.len() {
        kinds[at] = &STEPS[at].kind;
        at += 1;
    }
    kinds
};

const COMMON: &[Field] = &[
    Field {
        key: "if",
        value: Value::Condition,
        doc: "The step is done only if this holds then; else it has failed, which ends the entry unless it says `else: go on`. \
              An entry waits until one of its first steps can be done.",
    },
    Field {
        key: "else",
        value: Value::Word(&["go on"]),
        doc: "With `go on`, the next step is tried even if this one fails; else the activation ends.",
    },
];

const STEP_LIST: Value = Value::Steps(&Steps { kinds: &KINDS, extra: COMMON, what: "a step" });

const ENTRY: &[Field] = &[
    Field {
        key: "leader",
        value: Value::Either(&Value::Name(&LEADER)),
        doc: "The leader who acts.",
    },
    Field {
        key: "force",
        value: Value::Either(&Value::Name(&FORCE)),
        doc: "A force without a leader that acts.",
    },
    Field {
        key: "squadron",
        value: Value::Either(&Value::Name(&SQUADRON)),
        doc: "The squadron that acts.",
    },
    Field {
        key: "fleets",
        value: Value::List(&Value::Name(&SQUADRON)),
        doc: "The fleets of the squadron that sail, if not all.",
    },
    Field {
        key: "on",
        value: Value::List(&Value::Name(&MARKER)),
        doc: "The markers it acts on; without it, the next that allows him.",
    },
    Field {
        key: "if",
        value: Value::Condition,
        doc: "Asked when the marker comes. If it does not hold, the entry waits for a later marker, \
              and the leader's next entry that fits is played instead.",
    },
    Field {
        key: "card",
        value: Value::Name(&CARD),
        doc: "A card in hand to be played with the entry.",
    },
    Field { key: "steps", value: STEP_LIST, doc: "What is done, in the order of play." },
];

const ENTRIES: Value = Value::List(&Value::Map(ENTRY));
const REACTION_LIST: Value = Value::List(&Value::Map(reactions::REACTIONS));

const STANDING: &[Field] = &[
    Field { key: "activations", value: ENTRIES, doc: "Entries played when no sheet came." },
    Field {
        key: "reactions",
        value: REACTION_LIST,
        doc: "Reactions that hold when no sheet came.",
    },
    budget::FIELDS[0],
    budget::FIELDS[1],
    budget::FIELDS[2],
    budget::FIELDS[3],
];

const PLACING: &[Field] = &[
    Field {
        key: "at",
        value: Value::List(&Value::Name(&ANCHORAGE)),
        doc: "Where it stands; for several fleets one place each.",
    },
    Field {
        key: "leaders",
        value: Value::List(&Value::Name(&LEADER)),
        doc: "The leaders chosen from the pool.",
    },
    Field {
        key: "other units",
        value: Value::Flag,
        doc: "Whether the units come that the line gives as the other choice.",
    },
];

const FIELDS: &[Field] = &[
    Field {
        key: "set-up",
        value: Value::Named(&SETUP, &Value::Short(PLACING)),
        doc: "Answers to what the scenario leaves open, by the names of its lines.",
    },
    Field {
        key: "first marker",
        value: Value::Name(&MARKER),
        doc: "The marker to begin the scenario with, for the side with the initiative.",
    },
    Field {
        key: "naval 2",
        value: Value::Flag,
        doc: "Whether the year's second naval marker goes into the pool this season.",
    },
    Field {
        key: "cards",
        value: Value::List(&Value::Name(&CARD)),
        doc: "Cards in hand that are played as soon as their effect fits, without an entry that names them.",
    },
    Field {
        key: "new army",
        value: Value::Map(favours::ARMY),
        doc: "An army marker that is set up this season: for money (NIA §12.4), or for nothing, where a special rule gives it (§21.3.2).",
    },
    Field { key: "activations", value: ENTRIES, doc: "What your forces do, entry by entry." },
    Field {
        key: "reactions",
        value: REACTION_LIST,
        doc: "Standing answers to situations; the most specific holds.",
    },
    budget::FIELDS[0],
    budget::FIELDS[1],
    budget::FIELDS[2],
    budget::FIELDS[3],
    Field {
        key: "standing",
        value: Value::Map(STANDING),
        doc: "Orders that are played in every season for which no sheet came.",
    },
];

/// The whole sheet.
pub const SHEET: &[&[Field]] = &[FRAME, FIELDS];

/// A sheet as it is played.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    pub entries: Vec<Entry>,
    pub reactions: Vec<Filled>,
    pub first_marker: Option<Marker>,
    pub naval_2: Option<bool>,
    pub letters: Vec<(String, String)>,
    /// Cards that are played as soon as they fit.
    pub cards: Vec<String>,
    /// What special rules of the scenario are asked for.
    pub favours: Favours,
    /// What money is spent on, and who commands.
    pub spending: Spending,
    pub placings: Vec<(String, Filled)>,
    pub has_standing: bool,
    pub note: bool,
    standing: bool,
}

/// One entry of the activations.
#[derive(Debug, Clone)]
pub struct Entry {
    pub number: u16,
    pub at: Range<usize>,
    /// A leader, force or squadron, as `words::meant` finds it.
    pub who: String,
    pub on: Vec<String>,
    pub condition: Option<Condition>,
    /// Where the condition stands in the sheet.
    pub asked: Option<Range<usize>>,
    pub card: Option<String>,
    pub steps: Vec<Step>,
    /// How many steps were written; those behind a faulty one are cut.
    pub written: usize,
    pub used: bool,
    squadron: bool,
    /// The fleets of the squadron that sail; all if none is named.
    pub fleets: Vec<String>,
}

/// One step of an entry.
#[derive(Debug, Clone)]
pub struct Step {
    pub key: &'static str,
    pub at: Range<usize>,
    pub filled: Filled,
    pub condition: Option<Condition>,
    pub go_on: bool,
}

/// The flags of a condition that tell what a force has done this season.
pub const DEEDS: [&str; 4] = ["won", "lost", "taken", "activated"];

impl Entry {
    /// Where the entry begins in the sheet: the place of a mark about the whole of it.
    pub fn head(&self) -> Range<usize> {
        self.at.start..self.at.start + 1
    }

    /// Whether it waits for a marker, a condition or a card, so that a later entry of the same force may
    /// be played before it.
    pub fn waits(&self) -> bool {
        let by_steps = self.condition_of_steps().is_some();
        !self.on.is_empty() || self.condition.is_some() || self.card.is_some() || by_steps
    }

    /// The condition of the first step that keeps the whole entry waiting if it does not hold, where each step that may be
    /// the first has one.
    pub fn condition_of_steps(&self) -> Option<&Condition> {
        let goes_on = self.steps.iter().take_while(|step| step.go_on).count();
        let mut first = self.steps.iter().take(goes_on + 1);
        let own = self.steps.first()?.condition.as_ref();
        own.filter(|_| first.all(|step| step.condition.is_some()))
    }

    /// Whether it is for a case only, so that the leader's next entry may be played before it.
    pub fn is_a_case(&self) -> bool {
        self.condition.as_ref().is_some_and(|asked| *asked != Condition::Always)
    }

    /// Whether it can be played only before any other entry of the same force.
    pub fn is_a_first(&self) -> bool {
        self.condition.as_ref().is_some_and(|asked| asked.rejects("activated"))
    }

    /// Whether it is for a third march, after which the season leaves no other.
    pub fn is_a_third_march(&self, book: &Book) -> bool {
        let card = self.card.as_ref().and_then(|card| book.cards.get(card));
        card.is_some_and(|card| card.effect == Effect::ThirdMarch)
    }

    /// Whether it can be played only after another entry of the same force.
    pub fn is_a_sequel(&self, book: &Book) -> bool {
        let is_third_march = self.is_a_third_march(book);
        let terms = self.condition.as_ref().map(Condition::terms).unwrap_or_default();
        let asks = |term: &&Term| matches!(term, Term::Flag(flag) if DEEDS.contains(flag));
        is_third_march || terms.iter().any(asks)
    }

    /// Who acts: the fleets that sail, where not all of the squadron do.
    pub fn acting(&self) -> String {
        if self.fleets.is_empty() { self.who.clone() } else { self.fleets.join(" and ") }
    }

    /// Whether a squadron acts.
    pub fn at_sea(&self) -> bool {
        self.squadron
    }

    /// Whether it takes troops over the sea on a naval marker (NIA §21.3.4).
    pub fn is_transport(&self) -> bool {
        !self.squadron && self.steps.first().is_some_and(|s| s.key == transport::STEP.kind.key)
    }

    /// Whether it begins with an attack on the very hex of its force: a sortie (NIA §6.2).
    pub fn sallies(&self, at: Space, atlas: &Atlas) -> bool {
        let first = self.steps.first().filter(|step| step.key == attack::STEP.kind.key);
        let place = first.and_then(|step| step.filled.name("at"));
        place.is_some_and(|place| atlas.place(place) == Some(at))
    }

    /// Whether a subordinate is sent off before anything else (NIA §4.2.5).
    pub fn begins_with_detach(&self) -> bool {
        self.steps.first().is_some_and(|step| step.key == detach::STEP.kind.key)
    }
}

impl Orders for Sheet {
    fn stands_in(&self) -> bool {
        self.standing
    }

    fn letters(&self) -> &[(String, String)] {
        &self.letters
    }

    fn whom(&self) -> Vec<String> {
        let last = self.last_entry();
        let who = |number: u16| self.entries.iter().find(|entry| entry.number == number);
        (1..=last).map(|number| who(number).map_or(String::new(), |one| one.who.clone())).collect()
    }
}

impl Sheet {
    /// The number of the last entry that is sound.
    pub fn last_entry(&self) -> u16 {
        self.entries.last().map_or(0, |entry| entry.number)
    }
}

/// Reads a sheet: what is sound of it, and everything that is wrong.
pub fn read_shaped(shaped: &Shaped<'_>, words: &Words) -> (Sheet, Diagnostics) {
    let mut faults = shaped.faults.clone();
    let Some(root) = shaped.root else { return (Sheet::default(), faults) };
    if !frame::must_be_map(root, &mut faults) {
        return (Sheet::default(), faults);
    }
    let mut reader = Reader { words, grammar: &GRAMMAR, faults: &mut faults };
    let filled = reader.map(root, SHEET);
    frame::season(filled.get("season"), words.known.exchange(), &mut faults);
    budget::belongs(words.book, words.known, &filled, &mut faults);
    let mut sheet = sheet(&filled, &words.known.power, &mut faults);
    crate::season::setup::check(words.book, &sheet, words.known, &mut faults);
    budget::keep_what_belongs(words.book, words.known, &mut sheet);
    sheet.placings.retain(|(_, filled)| !faults.fault_within(&filled.at));
    sheet.cards = rehearsal::cards::kept_ready(words.book, &filled, &mut faults);
    sheet.favours = favours::read(words.book, words.known, &filled, &mut faults);
    sheet.first_marker = marker(filled.name("first marker"), words);
    faults.sort();
    (sheet, faults)
}

/// The standing orders of a sheet, as a sheet of their own.
pub fn read_standing(text: &str, words: &Words) -> Sheet {
    let mut faults = Diagnostics::default();
    let Some(root) = shape::shape(text, &mut faults) else { return Sheet::default() };
    let mut reader = Reader { words, grammar: &GRAMMAR, faults: &mut faults };
    let filled = reader.map(&root, SHEET);
    let standing = filled.get("standing").and_then(Given::map).cloned().unwrap_or_default();
    Sheet { standing: true, ..sheet(&standing, &words.known.power, &mut faults) }
}

fn sheet(filled: &Filled, power: &str, faults: &mut Diagnostics) -> Sheet {
    let maps = |key| filled.list(key).iter().filter_map(Given::map);
    let entries: Vec<Entry> = (1..)
        .zip(maps("activations"))
        .filter_map(|(number, map)| entry(number, map, faults))
        .collect();
    for map in maps("reactions") {
        reactions::check(map, faults);
    }
    let letters = frame::letters(filled, power, faults);
    let sound = |map: &Filled| {
        let mut map = map.clone();
        map.keep(|given| !faults.fault_within(&given.at));
        (map.get("who").is_some() && map.keys().count() > 1).then_some(map)
    };
    let placings = filled.named("set-up").iter();
    let naval_2 = filled.get("naval 2").map(|_| filled.flag("naval 2"));
    Sheet {
        entries,
        reactions: maps("reactions").filter_map(sound).collect(),
        first_marker: None,
        naval_2,
        letters,
        cards: vec![],
        favours: Favours::default(),
        spending: Spending::read(filled, faults),
        placings: placings
            .filter_map(|(key, given)| Some((key.clone(), given.map()?.clone())))
            .collect(),
        has_standing: frame::sets_standing(filled.get("standing").map(|given| &given.at), faults),
        note: filled.get("note to umpire").is_some(),
        standing: false,
    }
}

fn marker(written: Option<&str>, words: &Words) -> Option<Marker> {
    let written = written?;
    let own = words.known.bloc(&words.known.power).word();
    written.parse().or_else(|_| format!("{own} {written}").parse()).ok()
}

/// One entry; a faulty step cuts it there, and a faulty head leaves nothing of it.
fn entry(number: u16, map: &Filled, faults: &mut Diagnostics) -> Option<Entry> {
    let actors: Vec<&'static str> =
        ["leader", "force", "squadron"].into_iter().filter(|key| map.get(key).is_some()).collect();
    let named_badly = actors.is_empty() && faults.fault_within(&map.at);
    let [actor] = actors.as_slice() else {
        if !named_badly {
            let text = "an entry names one who acts: `leader:`, `force:` or `squadron:`";
            faults.push(Diagnostic::fault("who-acts", map.at.start..map.at.start + 1, text));
        }
        return None;
    };
    let steps = map.steps("steps");
    for step in steps.iter().filter(|step| step.given.is_some()) {
        if let Some(fault) = element(step.key, &step.at, *actor == "squadron") {
            faults.push(fault);
        }
    }
    let faulty = |at: &Range<usize>| faults.fault_within(at);
    let head_ends = steps.first().map_or(map.at.end, |step| step.at.start.saturating_sub(1));
    if faulty(&(map.at.start..head_ends)) {
        return None;
    }
    let sound = steps.iter().take_while(|step| step.given.is_some() && !faulty(&step.at));
    Some(Entry {
        number,
        at: map.at.clone(),
        who: map.name(actor).unwrap_or_default().to_owned(),
        on: map.names("on").into_iter().map(str::to_owned).collect(),
        condition: map.condition("if").cloned(),
        asked: map.get("if").map(|given| given.at.clone()),
        card: map.name("card").map(str::to_owned),
        steps: sound.filter_map(step).collect(),
        written: steps.len(),
        used: false,
        squadron: *actor == "squadron",
        fleets: map.names("fleets").into_iter().map(str::to_owned).collect(),
    })
}

fn step(written: &keys::Step) -> Option<Step> {
    let filled = written.given.as_ref()?.map()?.clone();
    Some(Step {
        key: written.key,
        at: written.at.clone(),
        condition: filled.condition("if").cloned(),
        go_on: filled.get("else").is_some(),
        filled,
    })
}

fn kind(key: &str) -> &'static StepKind {
    STEPS.iter().find(|step| step.kind.key == key).expect("a step was read by its kind")
}

/// Plays one step of troops.
pub fn play(acting: &mut Activation, step: &Step) -> Result<(), Reason> {
    match kind(step.key).play {
        Play::Land(play) | Play::Both(play, _) => play(acting, &step.filled),
        Play::Sea(_) => Err(Reason::OtherElement),
    }
}

/// Plays one step of ships.
pub fn play_at_sea(voyage: &mut Voyage, step: &Step) -> Result<(), Reason> {
    match kind(step.key).play {
        Play::Sea(play) | Play::Both(_, play) => play(voyage, &step.filled),
        Play::Land(_) => Err(Reason::OtherElement),
    }
}

/// Whether a step is one for ships, or for troops; some are for both.
pub fn is_for(key: &str, ships: bool) -> bool {
    match kind(key).play {
        Play::Both(..) => true,
        Play::Sea(_) => ships,
        Play::Land(_) => !ships,
    }
}

/// Tells one step for the receipt.
pub fn tell(plan: &mut Plan, step: &Step) -> String {
    (kind(step.key).tell)(plan, &step.filled)
}

/// What was written, in words; conditions in the sheet's own.
pub fn describe(book: &Book, text: &str, given: &Given) -> String {
    let all =
        |items: &[Given]| items.iter().map(|item| describe(book, text, item)).collect::<Vec<_>>();
    match &given.what {
        Content::Name(name) | Content::Text(name) => spoken(book, name),
        Content::Number(_) | Content::Flag(_) => text[given.at.clone()].to_owned(),
        Content::Condition(condition) => condition.when(&text[given.at.clone()]),
        Content::List(items) => all(items).join(", "),
        Content::Map(filled) => {
            let told = |(key, given): (&str, &Given)| match describe(book, text, given) {
                words if words.is_empty() || key == "if" => words,
                words => format!("{key} {words}"),
            };
            filled.keys().map(told).collect::<Vec<_>>().join("; ")
        }
        Content::Named(_) | Content::Steps(_) => String::new(),
    }
}
