//! The facts that an umpire can write: how each is read, and what it does to the position.

use crate::Nations;
use crate::book::Book;
use crate::book::countries::CountryStatus;
use crate::book::spelling::place as spoken;
use crate::case::setup::{Line, place};
use crate::orders::Entry;
use crate::orders::words::meant;
use crate::politics::allegiance::Turned;
use crate::record::event::{CourtEvent, Event, ForceEvent, Leaving};
use crate::record::state::{Anchorage, Bloc, Force, ForceId, MOST_FLEETS};
use crate::season::rulings::funds::{Credit, Money};
use crate::season::rulings::pacts::Pact;
use crate::season::rulings::ships::Ships;
use crate::season::rulings::{Denied, Word};
use crate::turn::Turn;
use kit::names;
use kit::relations::Group;
use play::case::flags;
use play::table::{self, one_key};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_yaml::Value;

/// The keys of facts, as a mistake is told.
const KEYS: &[&str] = &[
    "move",
    "add",
    "remove",
    "change",
    "ships",
    "control",
    "title",
    "status",
    "truce",
    "system",
    "peace",
    "condition",
    "side",
    "credit",
    "money",
    "grant",
    "deny",
    "tell",
];

/// What changes no place on the map, but what is played.
pub enum Deed {
    Granted(String, Box<Entry>),
    Denied(String, Denied),
    Turned(Turned),
}

/// A fact as it is written.
pub enum Written {
    Move(Move),
    Add(Box<Line>),
    Remove(Remove),
    Change(Box<Change>),
    Ships(Ships),
    Control(Control),
    Title(Title),
    Status(Status),
    Pact(Pact),
    Side(Side),
    Credit(Credit),
    Money(Money),
    Grant { power: String, entry: String },
    Deny(Deny),
    Tell(Tell),
}

/// `move: {force: Melas, to: Turin}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    force: String,
    to: String,
    #[serde(default)]
    inside: bool,
}

/// `remove: {force: Melas, units: [1 x InfC]}`, or the whole force.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remove {
    force: String,
    #[serde(default)]
    units: Vec<String>,
}

/// `change: {force: Melas, demoralized: no}`: what is named becomes so, the rest stays.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    force: String,
    units: Option<Vec<String>>,
    leaders: Option<Vec<String>>,
    trains: Option<u8>,
    engineers: Option<u8>,
    depots: Option<u8>,
    activations: Option<u8>,
    inside: Option<bool>,
    demoralized: Option<bool>,
    #[serde(rename = "out of supply")]
    unsupplied: Option<bool>,
}

/// `control: {place: Turin, power: france}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Control {
    place: String,
    power: String,
}

/// `title: {province: Illyria, owner: france}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Title {
    province: String,
    owner: String,
}

/// `status: {country: Saxony, status: allied to france}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Status {
    country: String,
    status: CountryStatus,
}

/// `side: {power: prussia, side: neutral}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    power: String,
    side: Bloc,
}

/// `deny: {power: france, entry: 2}`, or all that is left for a leader: `who: Bonaparte`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deny {
    power: String,
    entry: Option<u16>,
    who: Option<String>,
}

/// `tell: {to: [france], text: A courier is late.}`; without `to`, all powers are told.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tell {
    #[serde(default)]
    to: Vec<String>,
    text: String,
}

/// Reads a fact.
pub fn read(book: &Book, text: &str) -> Result<Written, String> {
    let (key, body) = one_key(text, KEYS, &book.other_names)?;
    let written = match key.as_str() {
        "move" => Written::Move(typed(&key, &body)?),
        "add" => Written::Add(Box::new(typed(&key, &body)?)),
        "remove" => Written::Remove(typed(&key, &body)?),
        "change" => Written::Change(Box::new(typed(&key, &body)?)),
        "ships" => Written::Ships(typed(&key, &body)?),
        "control" => Written::Control(typed(&key, &body)?),
        "title" => Written::Title(typed(&key, &body)?),
        "status" => Written::Status(typed(&key, &body)?),
        "truce" => Written::Pact(Pact::Truce(typed(&key, &body)?)),
        "system" => Written::Pact(Pact::System(typed(&key, &body)?)),
        "peace" => Written::Pact(Pact::Peace(typed(&key, &body)?)),
        "condition" => Written::Pact(Pact::Condition(typed(&key, &body)?)),
        "side" => Written::Side(typed(&key, &body)?),
        "credit" => Written::Credit(typed(&key, &body)?),
        "money" => Written::Money(typed(&key, &body)?),
        "grant" => grant(body)?,
        "deny" => Written::Deny(typed(&key, &body)?),
        "tell" => Written::Tell(typed(&key, &body)?),
        other => return Err(format!("`{other}` is not a fact")),
    };
    written.names(book)
}

fn typed<T: DeserializeOwned>(key: &str, body: &Value) -> Result<T, String> {
    serde_yaml::from_value(flags(body)).map_err(|fault| format!("{key}: {fault}"))
}

/// An entry as it would stand in the sheet, with `power:` beside it.
fn grant(mut body: Value) -> Result<Written, String> {
    let map = body.as_mapping_mut().ok_or("grant: an entry with `power:` beside it")?;
    let power = map.remove("power").and_then(|power| power.as_str().map(str::to_owned));
    let power = power.ok_or("grant: `power:` is missing")?;
    let entry = serde_yaml::to_string(&body).map_err(|fault| fault.to_string())?;
    Ok(Written::Grant { power, entry })
}

/// Finds a power by its name.
pub fn power(book: &Book, written: &str) -> Result<String, String> {
    let wanted = names::plain(written);
    let all = book.scenario.powers(&book.people);
    all.iter().find(|power| names::plain(power) == wanted).cloned().ok_or_else(|| {
        let near = names::nearest(written, all.iter().map(String::as_str));
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        format!("unknown power `{written}`{near}")
    })
}

impl Written {
    /// Says at once if a power or place in it is none.
    fn names(self, book: &Book) -> Result<Self, String> {
        match &self {
            Written::Move(fact) => place(&book.atlas, &fact.to).map(|_| ())?,
            Written::Add(line) => {
                power(book, &line.power)?;
                line.force(book, ForceId::of(book, &line.power, 1)).map(|_| ())?;
            }
            Written::Control(fact) => {
                power(book, &fact.power)?;
                place(&book.atlas, &fact.place).map(|_| ())?;
            }
            Written::Title(fact) => fact.names(book)?,
            Written::Status(fact) => fact.names(book)?,
            Written::Pact(fact) => fact.names(book)?,
            Written::Side(fact) => power(book, &fact.power).map(|_| ())?,
            Written::Credit(fact) => fact.names(book)?,
            Written::Money(fact) => fact.names(book)?,
            Written::Grant { power: written, .. } => power(book, written).map(|_| ())?,
            Written::Deny(fact) => {
                power(book, &fact.power)?;
                if fact.entry.is_some() == fact.who.is_some() {
                    return Err("deny: name either `entry:` or `who:`".to_owned());
                }
            }
            Written::Tell(fact) => {
                for to in &fact.to {
                    power(book, to)?;
                }
            }
            Written::Ships(fact) => fact.check(book)?,
            Written::Remove(_) | Written::Change(_) => {}
        }
        Ok(self)
    }

    /// Holds the fact against the position as it is now.
    pub(super) fn word(self, turn: &Turn) -> Result<Word, String> {
        match self {
            Written::Move(fact) => fact.word(turn),
            Written::Add(line) => add(&line, turn),
            Written::Remove(fact) => fact.word(turn),
            Written::Change(fact) => fact.word(turn),
            Written::Ships(fact) => fact.word(turn),
            Written::Control(fact) => fact.word(turn),
            Written::Title(fact) => fact.word(turn),
            Written::Status(fact) => fact.word(turn),
            Written::Pact(fact) => fact.word(turn),
            Written::Side(fact) => fact.word(turn),
            Written::Credit(fact) => fact.word(turn),
            Written::Money(fact) => fact.word(turn),
            Written::Grant { power, entry } => give(&power, &entry, turn),
            Written::Deny(fact) => fact.word(turn),
            Written::Tell(fact) => fact.word(turn),
        }
    }
}

/// Finds the one force that is meant.
fn force(turn: &Turn, written: &str) -> Result<Force, String> {
    let (atlas, units) = (&turn.book.atlas, &turn.book.units);
    let leader = turn.book.people.find(written).map(|leader| leader.name.clone());
    let wanted = leader.as_deref().unwrap_or(written);
    let found = meant(atlas, units, wanted, turn.state.forces.values());
    found.cloned().ok_or_else(|| format!("no force is called `{written}` at that moment"))
}

/// Refuses a place where the force would stand among enemies.
fn room(turn: &Turn, force: &Force) -> Result<(), String> {
    let foe = |other: &&Force| {
        turn.state.at_war(&force.power, &other.power) && other.inside == force.inside
    };
    match turn.state.at(force.at).find(foe) {
        Some(foe) if foe.fights() && !force.inside => {
            let (who, at) = (turn.name(foe), spoken(turn.book, force.at));
            Err(format!("{who} stands at {at} as an enemy"))
        }
        _ => Ok(()),
    }
}

impl Move {
    fn word(self, turn: &Turn) -> Result<Word, String> {
        let mut force = force(turn, &self.force)?;
        let (from, name) = (force.at, turn.name(&force));
        force.at = place(&turn.book.atlas, &self.to)?;
        force.inside = self.inside;
        force.siege = None;
        force.bridge = None;
        room(turn, &force)?;
        let words = format!("{name} stands at {}", spoken(turn.book, force.at));
        let told = vec![force.power.clone()];
        Ok(Word {
            words,
            told,
            events: vec![ForceEvent::Set { force, from: Some(from) }.into()],
            deed: None,
        })
    }
}

/// Refuses leaders and armies that stand elsewhere.
fn free(turn: &Turn, force: &Force) -> Result<(), String> {
    let state = &turn.state;
    for leader in &force.leaders {
        let here = state.with_leader(leader).is_some_and(|other| other.id != force.id);
        let aboard = state.aboard.values().any(|passage| passage.force.leaders.contains(leader));
        if here || aboard || state.dead.contains(leader) {
            return Err(format!("{leader} is elsewhere or dead"));
        }
    }
    let same = |other: &&Force| {
        other.id != force.id && other.power == force.power && other.army == force.army
    };
    match state.forces.values().find(same).filter(|other| other.army.is_some()) {
        Some(other) => Err(format!("that army stands at {}", spoken(turn.book, other.at))),
        None => Ok(()),
    }
}

fn add(line: &Line, turn: &Turn) -> Result<Word, String> {
    let power = power(turn.book, &line.power)?;
    if line.number.is_some() || line.bridge.is_some() || line.boxed {
        return Err("`number`, `bridge` and `boxed` are for the setup of a case".to_owned());
    }
    let mut force = line.force(turn.book, turn.new_id(&power))?;
    force.power = power;
    free(turn, &force)?;
    room(turn, &force)?;
    let words = format!("{} is at {}", turn.name(&force), spoken(turn.book, force.at));
    let told = vec![force.power.clone()];
    Ok(Word { words, told, events: vec![ForceEvent::Set { force, from: None }.into()], deed: None })
}

impl Remove {
    fn word(self, turn: &Turn) -> Result<Word, String> {
        let mut force = force(turn, &self.force)?;
        let (name, at) = (turn.name(&force), spoken(turn.book, force.at));
        let told = vec![force.power.clone()];
        if self.units.is_empty() {
            let words = format!("{name} at {at} is taken off the map");
            let Force { id, power, at, .. } = force;
            let events = vec![ForceEvent::Removed { force: id, power, at }.into()];
            return Ok(Word { words, told, events, deed: None });
        }
        for written in &self.units {
            let gone = turn.book.units.read(written, &force.power, &turn.book.people)?;
            for unit in gone {
                let Some(at) = force.units.iter().position(|own| own.is_like(&unit)) else {
                    let kind = turn.book.units.write(&unit);
                    return Err(format!("{name} has no {kind}"));
                };
                force.units.remove(at);
            }
        }
        force.settle();
        if force.is_empty() {
            return Err(format!("nothing would be left of {name}; leave `units:` out"));
        }
        let words = format!("{name} at {at} loses {}", self.units.join(", "));
        Ok(Word {
            words,
            told,
            events: vec![ForceEvent::Set { force, from: None }.into()],
            deed: None,
        })
    }
}

impl Change {
    fn word(self, turn: &Turn) -> Result<Word, String> {
        let mut force = force(turn, &self.force)?;
        let (name, before) = (turn.name(&force), force.leaders.clone());
        if let Some(units) = &self.units {
            let had = std::mem::take(&mut force.units);
            for written in units {
                let people = &turn.book.people;
                let read = turn.book.units.read(written, &force.power, people)?;
                force.units.extend(read.into_iter().map(|unit| unit.in_revolt_as(&had)));
            }
        }
        if let Some(leaders) = &self.leaders {
            let named = leaders.iter().map(|name| {
                let found = turn.book.people.find(name);
                found
                    .map(|leader| leader.name.clone())
                    .ok_or(format!("there is no leader `{name}`"))
            });
            force.leaders = named.collect::<Result<_, _>>()?;
        }
        let numbers = [
            (&mut force.trains, self.trains),
            (&mut force.engineers, self.engineers),
            (&mut force.depots, self.depots),
            (&mut force.activations, self.activations),
        ];
        for (own, becomes) in numbers {
            *own = becomes.unwrap_or(*own);
        }
        force.inside = self.inside.unwrap_or(force.inside);
        force.demoralized = self.demoralized.unwrap_or(force.demoralized);
        force.unsupplied = self.unsupplied.unwrap_or(force.unsupplied);
        force.settle();
        if force.is_empty() {
            return Err(format!("nothing would be left of {name}; write `remove:`"));
        }
        free(turn, &force)?;
        room(turn, &force)?;
        let (power, at) = (force.power.clone(), force.at);
        let gone = before.into_iter().filter(|leader| !force.leaders.contains(leader));
        let why = Some(Leaving::Ruled);
        let left = |leader| ForceEvent::LeaderLeft { power: power.clone(), leader, at, why }.into();
        let mut events: Vec<Event> = gone.map(left).collect();
        let words = format!("{name} at {} is changed", spoken(turn.book, at));
        let told = vec![force.power.clone()];
        events.push(ForceEvent::Set { force, from: None }.into());
        Ok(Word { words, told, events, deed: None })
    }
}

impl Control {
    fn word(self, turn: &Turn) -> Result<Word, String> {
        let (power, at) = (power(turn.book, &self.power)?, place(&turn.book.atlas, &self.place)?);
        if turn.state.holder(turn.book, at) == Some(power.as_str()) {
            return Err(format!("{} is held by {power} already", spoken(turn.book, at)));
        }
        let words =
            format!("{} is held by {}", spoken(turn.book, at), turn.book.people.title(&power));
        let before = turn.state.holder(turn.book, at).map(str::to_owned);
        let told = before.into_iter().chain([power.clone()]).collect();
        Ok(Word {
            words,
            told,
            events: vec![ForceEvent::Held { place: at, power }.into()],
            deed: None,
        })
    }
}

fn give(written: &str, entry: &str, turn: &Turn) -> Result<Word, String> {
    let power = power(turn.book, written)?;
    let indented: String = entry.lines().map(|line| format!("    {line}\n")).collect();
    let text = format!("activations:\n  -\n{indented}");
    let (sheet, faults) = table::read::<Nations>(turn.book, turn.known(&power), &text);
    if faults.has_faults() {
        return Err(format!("the order that is granted has faults:\n{}", faults.render(&text)));
    }
    let mut entry = sheet.entries.into_iter().next().ok_or("grant: there is no order in it")?;
    entry.number = turn.next_entry();
    let words = format!("{} is granted an order as entry {}", entry.who, entry.number);
    let deed = Some(Deed::Granted(power.clone(), Box::new(entry)));
    Ok(Word { words, told: vec![power], events: vec![], deed })
}

impl Deny {
    fn word(self, turn: &Turn) -> Result<Word, String> {
        let power = power(turn.book, &self.power)?;
        let denied = match (self.entry, self.who) {
            (Some(entry), _) => Denied::Entry(entry),
            (None, who) => Denied::Who(who.unwrap_or_default()),
        };
        let open = |entry: &&Entry| denied.is(entry) && !entry.used;
        let sheet = turn.sheets.get(&power);
        let mut listed = sheet.into_iter().flat_map(|sheet| &sheet.entries);
        // While a power's entries are played they are not in its sheet.
        let sheet = turn.sheets.get(&power).is_some_and(|sheet| !sheet.entries.is_empty());
        let entry = listed.find(open);
        if sheet && entry.is_none() {
            return Err(format!("{power} has no such entry that is still to be played"));
        }
        let of = entry.map(|entry| format!(" ({})", entry.who)).unwrap_or_default();
        let words = match &denied {
            Denied::Entry(number) => format!("entry {number}{of} is denied"),
            Denied::Who(who) => format!("no further order of {who} is played"),
        };
        let deed = Some(Deed::Denied(power.clone(), denied));
        Ok(Word { words, told: vec![power], events: vec![], deed })
    }
}

impl Tell {
    fn word(self, turn: &Turn) -> Result<Word, String> {
        let told = match self.to.as_slice() {
            [] => turn.known.keys().cloned().collect(),
            to => to.iter().map(|to| power(turn.book, to)).collect::<Result<_, _>>()?,
        };
        Ok(Word { words: self.text.trim().to_owned(), told, events: vec![], deed: None })
    }
}

/// Every court hears of a title or a status, so all are told.
pub(super) fn to_all(turn: &Turn, words: String, event: CourtEvent) -> Word {
    let told = turn.state.relations.parties().cloned().collect();
    Word { words, told, events: vec![event.into()], deed: None }
}

impl Title {
    /// A province in play, and a power or a minor country.
    fn names(&self, book: &Book) -> Result<(), String> {
        let all = || book.atlas.provinces.iter().map(|one| one.name.as_str());
        if !all().any(|name| name == self.province) {
            let near = names::nearest(&self.province, all());
            let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            return Err(format!("there is no province `{}`{near}", self.province));
        }
        if book.countries.get(&self.owner).is_some() {
            return Ok(());
        }
        power(book, &self.owner).map(|_| ())
    }

    fn word(self, turn: &Turn) -> Result<Word, String> {
        let Self { province, owner } = self;
        let from = turn.state.titles.owner(turn.book, &province).map(str::to_owned);
        let from = from.ok_or_else(|| format!("{province} is not in play"))?;
        let strange = turn.book.countries.get(&owner).is_some()
            && turn.state.titles.status(turn.book, &owner).is_none();
        if strange {
            return Err(format!("{owner} has no part in the game"));
        }
        if from == owner {
            return Err(format!("{province} belongs to {owner} already"));
        }
        let words = format!("{province} belongs to {}", turn.book.people.title(&owner));
        Ok(to_all(turn, words, CourtEvent::ProvinceTitled { province, owner, from }))
    }
}

pub(super) fn known_country(book: &Book, country: &str) -> Result<(), String> {
    if book.countries.get(country).is_some() {
        return Ok(());
    }
    let near = names::nearest(country, book.countries.iter().map(|one| one.name.as_str()));
    let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
    Err(format!("there is no minor country `{country}`{near}"))
}

impl Status {
    fn names(&self, book: &Book) -> Result<(), String> {
        known_country(book, &self.country)?;
        self.status.power().map_or(Ok(()), |follows| power(book, follows).map(|_| ()))
    }

    fn word(self, turn: &Turn) -> Result<Word, String> {
        let Self { country, status } = self;
        let from = turn.state.titles.status(turn.book, &country).cloned();
        let from = from.ok_or_else(|| format!("{country} has no part in the game"))?;
        let now = status.in_words(&turn.book.people);
        if from == status {
            return Err(format!("{country} is {now} already"));
        }
        let words = format!("{country} is {now}");
        let (named, to) = (country.clone(), status.clone());
        let change = Turned::Country { country: named, from: from.clone(), to };
        let word = to_all(turn, words, CourtEvent::CountryTurned { country, status, from });
        Ok(Word { deed: Some(Deed::Turned(change)), ..word })
    }
}

/// A place where a power that joins a side would bring it more fleets than it may have (NIA §4.1.2).
fn crowded<'t>(turn: &'t Turn, power: &str, bloc: Bloc) -> Option<&'t Anchorage> {
    let state = &turn.state;
    let joins = |other: &str| other == power || (bloc.is_side() && state.bloc(other) == bloc);
    let own = state.squadrons.iter().filter(|squadron| squadron.power == power);
    let mut places = own.map(|squadron| &squadron.at).filter(|at| **at != Anchorage::Corsairs);
    places.find(|at| {
        let there = state.squadrons.iter().filter(|one| one.at == **at && joins(&one.power));
        there.map(|squadron| squadron.fleets.len()).sum::<usize>() > MOST_FLEETS
    })
}

impl Side {
    fn word(self, turn: &Turn) -> Result<Word, String> {
        let power = power(turn.book, &self.power)?;
        let from = turn.state.bloc(&power);
        let bloc = self.side;
        if bloc == from {
            return Err(format!("{power} is {} already", bloc.word()));
        }
        if let Some(at) = crowded(turn, &power, bloc) {
            let at = crate::view::sea::whereabouts(turn.book, at);
            return Err(format!("more than three fleets of one side would lie there: {at}"));
        }
        let words = format!("{} is {}", turn.book.people.title(&power), bloc.word());
        let change = Turned::Power(power.clone());
        let word = to_all(turn, words, CourtEvent::PowerTurned { power, bloc, from });
        Ok(Word { deed: Some(Deed::Turned(change)), ..word })
    }
}
