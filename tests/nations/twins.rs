//! The proof of the fog: what a power cannot know changes nothing that it gets.
//!
//! Automatic players fight seasons under both fogs. Of each season a twin is played with the same
//! dice and one thing changed, out of the list below; every power that cannot know of the change
//! must get the same, byte for byte: what it knows (the file that goes with its report), its
//! receipt, report, page, map and form. Everybody must get the same newspaper. So that the test cannot be empty, the pairs of each kind are
//! counted; and so that it cannot be blind, a leak of each kind is planted, and must be found.

mod newspaper;

use crate::player;
use kit::ground::Space;
use kit::ledger::{At, Fact, Ledger};
use nations::book::Book;
use nations::record::event::{
    ContactEvent, CourtEvent, Event, ForceEvent, PassageEvent, SiegeEvent,
};
use nations::record::state::{Force, ForceId, State};
use nations::sight::contact_fog::Eyes;
use play::{Game, Played, Position};
use report::{Around, Templates, map};
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

type Sheets = BTreeMap<String, String>;

/// A season that automatic players fight.
struct War {
    book: Book,
    game: Box<dyn Game>,
    templates: Templates,
    before: Position,
    sheets: Sheets,
    seed: u16,
    contact: bool,
    /// Countries that change sides before the first marker, by the umpire's word.
    turned: &'static [&'static str],
}

/// A season as it was fought, with the forces that lend themselves to a twin.
struct Base {
    played: Played,
    /// Forces with units, of which no event of the season speaks.
    idle: Vec<Force>,
    /// Those of them that no enemy sees at any time, in this fog.
    unseen: Vec<Force>,
}

/// Another beginning or other orders, and whose secret that is.
struct Twin {
    state: State,
    sheets: Sheets,
    of: String,
    /// The force that was changed, if the season must go on as before but for it.
    apart: Option<ForceId>,
    /// Whether the season must go on as before but for supply and attrition.
    as_before: bool,
}

/// One kind of change.
struct Change {
    name: &'static str,
    /// Whether it is hidden in the fog of contact alone.
    contact: bool,
    /// The nth twin of this kind, if there is one.
    twin: fn(&War, &Base, usize) -> Option<Twin>,
    /// What a fog with a hole would show of it.
    leak: fn(&Position, &Sheets) -> Json,
}

/// Everything that a power cannot know, each kind with its leak.
const CHANGES: &[Change] = &[
    Change { name: "what is in an idle stack", contact: false, twin: contents, leak: forces },
    Change { name: "whether an idle stack is fed", contact: false, twin: fed, leak: forces },
    Change { name: "an order that waits for good", contact: false, twin: waiting, leak: orders },
    Change { name: "a note to the umpire", contact: false, twin: note, leak: orders },
    Change { name: "a letter to a third", contact: false, twin: letter, leak: orders },
    Change { name: "a hand of cards", contact: false, twin: cards, leak: hands },
    Change { name: "a pool of leaders", contact: false, twin: pool, leak: pools },
    Change { name: "which ships they are", contact: false, twin: ships, leak: squadrons },
    Change { name: "a stack out of sight", contact: true, twin: absent, leak: forces },
    Change { name: "a commander out of sight", contact: true, twin: commander, leak: forces },
    Change { name: "a march out of sight", contact: true, twin: march, leak: orders },
    Change { name: "a card that waits for its moment", contact: false, twin: ready, leak: orders },
    Change { name: "a former ally's regiments", contact: false, twin: former, leak: forces },
    Change { name: "a former side's regiments", contact: false, twin: apart, leak: forces },
];

/// What the umpire writes of countries that change sides.
const TURNED: &[&str] = &[
    "status: {country: Naples, status: allied to france}",
    "status: {country: Bavaria, status: allied to france}",
    "status: {country: Holland, status: allied to britain}",
    "side: {power: turkey, side: neutral}",
];

fn document<T: serde::de::DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).expect("the rules' own documents can be read")
}

impl War {
    fn new(scenario: &str, seed: u16, contact: bool) -> Self {
        let fog = if contact { "contact" } else { "rules" };
        let options = [("fog".to_owned(), fog.to_owned())].into();
        let shelf = play::shelf::<nations::Nations>();
        let book = Book::read(&shelf, scenario, &options).unwrap();
        let (referee, name) = play::find(&[nations::REFEREE], &shelf, scenario).unwrap();
        let game = referee.open(&shelf, &name, &options).unwrap();
        let mut setting = Ledger::seeded("set-up", [0; 32]);
        let before = game.opening(&BTreeMap::new(), &mut setting).unwrap().after;
        let sheet = |(nth, (power, known)): (usize, (&String, &String))| {
            (power.clone(), player::sheet(&book, known, u64::from(seed) * 10 + nth as u64))
        };
        let sheets = before.known.iter().enumerate().map(sheet).collect();
        let templates = Templates::new(&Default::default()).unwrap();
        Self { book, game, templates, before, sheets, seed, contact, turned: &[] }
    }

    fn state(&self) -> State {
        document(&self.before.state)
    }

    fn play(&self, state: &State, sheets: &Sheets) -> Played {
        let state = serde_json::to_string(state).unwrap();
        let before = Position { state, ..self.before.clone() };
        let dice = self.seed.to_be_bytes().repeat(16).try_into().unwrap();
        let mut dice = Ledger::seeded(&before.season.name, dice);
        for text in self.turned {
            let (text, reason) = ((*text).to_owned(), "a treaty".to_owned());
            dice.rule(Fact { at: At::Start, text, reason });
        }
        self.game.resolve(&before, sheets, &mut dice).unwrap()
    }

    /// All that is made from what a power knows: the receipt of a sheet of its own, and its pages.
    fn pages(&self, known: &str, own: &str) -> Vec<String> {
        let receipt = self.game.check(known, own).unwrap();
        let chart = self.game.chart(known).unwrap();
        let view = Around::default().with(self.game.view(known).unwrap());
        vec![
            format!("{:?} {}", receipt.understood, receipt.faults.render(own)),
            format!("{:?}", self.game.became(known).unwrap()),
            self.templates.print("nations/report.txt", &view).unwrap(),
            self.templates.print_html("nations/report.html", &view).unwrap(),
            map::svg(&chart, map::Size::Mail),
            map::told(&chart),
            self.game.form(known, "twins", None).unwrap(),
            sheet::guide::lines(&self.game.primer(known).unwrap()).join("\n"),
            self.game.example(known, "twins").unwrap(),
            format!("{:?}", self.game.briefing(known).unwrap()),
            self.game.calendar(known).unwrap().join("\n"),
        ]
    }

    /// All that is made for everybody of a season: what everybody knows, and the newspaper.
    fn papers(&self, before: &State, played: &Played, pages: bool) -> Vec<String> {
        let before = serde_json::to_string(before).unwrap();
        let known = self.game.known_to_all(None, &before, &played.events).unwrap().unwrap();
        let mut papers = vec![known.clone()];
        if pages {
            let issue = self.game.newspaper(&known).unwrap();
            assert!(!issue.headlines.is_empty() && issue.parts.len() >= 2, "{issue:?}");
            let mut view = Around::default().with(json!(issue));
            view["number"] = json!(1);
            let chart = self.game.chart(&known).unwrap();
            papers.extend([
                self.templates.print("parts/newspaper.txt", &view).unwrap(),
                self.templates.print_html("parts/newspaper.html", &view).unwrap(),
                map::svg(&chart, map::Size::Mail),
                map::told(&chart),
            ]);
        }
        papers
    }

    /// Forces with units, of which no event of the season speaks.
    fn idle(&self, played: &Played) -> Vec<Force> {
        let silent = |force: &&Force| !played.events.iter().any(|event| names(event, force.id));
        let state = self.state();
        let with_units = state.forces.values().filter(|force| !force.units.is_empty());
        with_units.filter(silent).cloned().collect()
    }

    /// Whether a force went where somebody who fights its power sees it.
    fn came_into_sight(&self, played: &Played, apart: ForceId, power: &str) -> bool {
        let end: State = document(&played.after.state);
        let Some(force) = end.forces.get(&apart) else { return false };
        let went = played.events.iter().filter_map(|event| match document(event) {
            Event::Force(ForceEvent::Moved { force, to, .. }) if force == apart => Some(to),
            _ => None,
        });
        let mut places: BTreeSet<Space> = went.collect();
        places.insert(force.at);
        places.into_iter().any(|at| {
            let there = Force { at, ..force.clone() };
            self.is_watched(played, &there, power)
        })
    }

    /// Whether anybody who fights a power sees a place at any time of the season.
    fn is_watched(&self, played: &Played, force: &Force, enemy_of: &str) -> bool {
        let mut state = self.state();
        let foes = |state: &State| -> Vec<String> {
            state
                .relations
                .parties()
                .filter(|power| !state.friends(power, enemy_of))
                .cloned()
                .collect()
        };
        let seen = |state: &State| {
            foes(state).iter().any(|eye| Eyes::of(&self.book, state, eye).see(force.at))
        };
        if seen(&state) {
            return true;
        }
        played.events.iter().any(|event| {
            let event: Event = document(event);
            let moves = matches!(
                event,
                Event::Force(ForceEvent::Moved { .. })
                    | Event::Contact(ContactEvent::Retreated { .. })
                    | Event::Contact(ContactEvent::CameUp { .. })
                    | Event::Contact(ContactEvent::Avoided { .. })
                    | Event::Siege(SiegeEvent::Captured { .. })
                    | Event::Force(ForceEvent::Parted { .. })
                    | Event::Force(ForceEvent::Placed { .. })
                    | Event::Passage(PassageEvent::Landed { .. })
            );
            state.apply(&event);
            moves && seen(&state)
        })
    }

    fn base(&self) -> Base {
        let played = self.play(&self.state(), &self.sheets);
        let idle = self.idle(&played);
        let hidden =
            |force: &&Force| self.contact && !self.is_watched(&played, force, &force.power);
        // More than these no hunt asks for.
        let unseen = idle.iter().filter(hidden).take(16).cloned().collect();
        Base { played, idle, unseen }
    }
}

/// Whether an event speaks of a force.
fn names(event: &str, id: ForceId) -> bool {
    ["force", "id", "gone", "mover", "with", "by"].iter().any(|key| {
        let word = format!("\"{key}\":{}", id.0);
        event.contains(&(word.clone() + ",")) || event.contains(&(word + "}"))
    })
}

fn of_state(war: &War, of: &str, change: impl FnOnce(&mut State)) -> Twin {
    let mut state = war.state();
    change(&mut state);
    Twin { state, sheets: war.sheets.clone(), of: of.to_owned(), apart: None, as_before: false }
}

fn of_sheet(war: &War, power: &str, sheet: String) -> Twin {
    let mut sheets = war.sheets.clone();
    sheets.insert(power.to_owned(), sheet);
    Twin { state: war.state(), sheets, of: power.to_owned(), apart: None, as_before: false }
}

/// A card of the hand that the sheet keeps ready, or does not; it must not come to be played.
fn ready(war: &War, _: &Base, nth: usize) -> Option<Twin> {
    let waits =
        |card: &&String| war.book.cards.get(card).is_some_and(|card| !card.effect.is_at_once());
    let hands = war.book.scenario.cards.iter();
    let held = hands.flat_map(|(power, hand)| hand.iter().map(move |card| (power, card)));
    let (power, card) = held.filter(|(_, card)| waits(card)).nth(nth)?;
    let sheet = &war.sheets[power];
    let line = format!("cards: [{card}]\n");
    let other = match sheet.split_once("cards: [") {
        Some((before, rest)) => format!("{before}{}", rest.split_once('\n')?.1),
        None => line + sheet,
    };
    Some(Twin { as_before: true, ..of_sheet(war, power, other) })
}

fn contents(war: &War, base: &Base, nth: usize) -> Option<Twin> {
    let force = base.idle.get(nth)?;
    // Bavarians would go over with their country where it changes sides.
    let nation = if war.turned.is_empty() { "bavarian" } else { "saxon" };
    Some(of_state(war, &force.power, |state| {
        let unit = &mut state.forces.get_mut(&force.id).unwrap().units[0];
        match nth % 2 {
            0 => unit.modifier = 1 - unit.modifier,
            _ => unit.nation = nation.to_owned(),
        }
    }))
}

/// The troops of a country that goes over, which its old friends saw before and see no more.
fn former(war: &War, base: &Base, nth: usize) -> Option<Twin> {
    let over = base.played.events.iter().filter_map(|event| match document(event) {
        Event::Court(CourtEvent::WentOver { force, gone, rest: None, .. }) => Some((force, gone)),
        _ => None,
    });
    let silent = |(force, gone): &(Force, ForceId)| {
        let speak = |id: ForceId| base.played.events.iter().filter(move |e| names(e, id)).count();
        speak(force.id) == 1 && speak(*gone) == 1 && !force.units.is_empty()
    };
    let (force, gone) = over.filter(silent).nth(nth)?;
    Some(of_state(war, &force.power, |state| {
        let unit = &mut state.forces.get_mut(&gone).unwrap().units[0];
        unit.modifier = 1 - unit.modifier;
    }))
}

/// The troops of a power that has left its side.
fn apart(war: &War, base: &Base, nth: usize) -> Option<Twin> {
    let left: Vec<String> = base
        .played
        .events
        .iter()
        .filter_map(|event| match document(event) {
            Event::Court(CourtEvent::PowerTurned { power, .. }) => Some(power),
            _ => None,
        })
        .collect();
    let force = base.idle.iter().filter(|force| left.contains(&force.power)).nth(nth)?;
    Some(of_state(war, &force.power, |state| {
        let unit = &mut state.forces.get_mut(&force.id).unwrap().units[0];
        unit.modifier = 1 - unit.modifier;
    }))
}

fn fed(war: &War, base: &Base, nth: usize) -> Option<Twin> {
    let force = base.idle.get(nth)?;
    let twin = of_state(war, &force.power, |state| {
        let force = state.forces.get_mut(&force.id).unwrap();
        force.unsupplied = !force.unsupplied;
    });
    // Who starves may lose a corps, and corps are counted in the end for all to hear (§21.1).
    Some(Twin { as_before: true, ..twin })
}

/// The nth power that has a sheet, and the sheet.
fn nth_sheet(war: &War, nth: usize) -> Option<(&String, &String)> {
    war.sheets.iter().nth(nth)
}

fn waiting(war: &War, _: &Base, nth: usize) -> Option<Twin> {
    let (power, sheet) = nth_sheet(war, nth)?;
    let never = "  - leader: Davout\n    if: never\n    steps: [{march: [Turin]}]\nreactions:\n";
    let more = sheet.replacen("reactions:\n", never, 1);
    (more != *sheet).then(|| of_sheet(war, power, more))
}

fn note(war: &War, _: &Base, nth: usize) -> Option<Twin> {
    let (power, sheet) = nth_sheet(war, nth)?;
    Some(of_sheet(war, power, format!("{sheet}note to umpire: Nobody else reads this.\n")))
}

/// A letter to a friend, which the enemy must not feel.
fn letter(war: &War, _: &Base, nth: usize) -> Option<Twin> {
    let (power, sheet) = nth_sheet(war, nth)?;
    let state = war.state();
    let friend =
        state.relations.parties().find(|other| *other != power && state.friends(other, power))?;
    let word = format!("{{to: {friend}, text: Hold fast}}");
    let more = match sheet.contains("letters: [") {
        true => sheet.replacen("letters: [", &format!("letters: [{word}, "), 1),
        false => format!("{sheet}letters: [{word}]\n"),
    };
    Some(of_sheet(war, power, more))
}

fn cards(war: &War, _: &Base, nth: usize) -> Option<Twin> {
    let (power, _) = nth_sheet(war, nth)?;
    Some(of_state(war, power, |state| {
        state.cards.entry(power.clone()).or_default().insert("C-99".to_owned());
    }))
}

/// A leader more in the pool; he must not be drawn, so the season must need none.
fn pool(war: &War, base: &Base, nth: usize) -> Option<Twin> {
    let (power, _) = nth_sheet(war, nth)?;
    if base.played.events.iter().any(|event| event.contains("\"succeeded\":{\"force\"")) {
        return None;
    }
    Some(of_state(war, power, |state| {
        let leaders = war.book.people.leaders().map(|leader| leader.name.clone());
        let free: Vec<String> =
            leaders.filter(|name| is_free(state, name)).skip(nth).take(1).collect();
        state.pools.entry(power.clone()).or_default().extend(free);
    }))
}

fn is_free(state: &State, leader: &str) -> bool {
    state.with_leader(leader).is_none() && !state.pools.values().any(|pool| pool.contains(leader))
}

/// Two squadrons that lie still exchange a fleet.
fn ships(war: &War, base: &Base, nth: usize) -> Option<Twin> {
    let state = war.state();
    let quiet = |fleet: &String| {
        !base.played.events.iter().any(|event| event.contains(&format!("\"{fleet}\"")))
    };
    let still: Vec<usize> = (0..state.squadrons.len())
        .filter(|at| state.squadrons[*at].fleets.iter().all(quiet))
        .collect();
    let berths = |at: &usize| {
        let at = *at;
        (0..state.squadrons[at].fleets.len()).map(move |nth| (at, nth))
    };
    let all: Vec<(usize, usize)> = still.iter().flat_map(berths).collect();
    let pairs = all.iter().flat_map(|a| all.iter().map(move |b| (*a, *b)));
    let fits = |((a, _), (b, _)): &((usize, usize), (usize, usize))| {
        let (a, b) = (&state.squadrons[*a], &state.squadrons[*b]);
        a.power == b.power && a.at < b.at
    };
    let ((a, one), (b, other)) = pairs.filter(fits).nth(nth)?;
    let power = state.squadrons[a].power.clone();
    Some(of_state(war, &power, |state| {
        let name = state.squadrons[a].fleets[one].clone();
        let name = std::mem::replace(&mut state.squadrons[b].fleets[other], name);
        state.squadrons[a].fleets[one] = name;
    }))
}

fn absent(war: &War, base: &Base, nth: usize) -> Option<Twin> {
    let force = base.unseen.get(nth)?;
    let twin = of_state(war, &force.power, |state| {
        state.forces.remove(&force.id);
    });
    Some(Twin { apart: Some(force.id), ..twin })
}

/// Somebody else commands a stack that nobody sees: out of the pool, and he goes there.
fn commander(war: &War, base: &Base, nth: usize) -> Option<Twin> {
    let led = |force: &Force| !force.leaders.is_empty() && force.army.is_none();
    let force = base.unseen.iter().filter(|force| led(force)).nth(nth)?;
    let twin = of_state(war, &force.power, |state| {
        state.forces.get_mut(&force.id).unwrap().leaders.clear();
    });
    Some(Twin { apart: Some(force.id), ..twin })
}

/// A force that nobody sees goes where nobody sees it.
fn march(war: &War, base: &Base, nth: usize) -> Option<Twin> {
    let led = |force: &Force| !force.leaders.is_empty() && force.army.is_none();
    let force = base.unseen.iter().filter(|force| led(force)).nth(nth)?;
    let mut around = war.book.atlas.around(force.at).into_iter();
    let to = around.find(|at| {
        let there = Force { at: *at, ..force.clone() };
        war.book.atlas.hex(*at).terrain.is_land()
            && !war.is_watched(&base.played, &there, &force.power)
    })?;
    let sheet = &war.sheets[&force.power];
    let entry = format!(
        "activations:\n  - leader: {}\n    steps: [{{march: ['{}']}}]\n",
        force.leaders[0],
        war.book.atlas.number(to)
    );
    let more = sheet.replacen("activations:\n", &entry, 1);
    (more != *sheet).then(|| Twin { apart: Some(force.id), ..of_sheet(war, &force.power, more) })
}

fn forces(at: &Position, _: &Sheets) -> Json {
    json!(document::<State>(&at.state).forces)
}

fn orders(_: &Position, sheets: &Sheets) -> Json {
    json!(sheets)
}

fn hands(at: &Position, _: &Sheets) -> Json {
    json!(document::<State>(&at.state).cards)
}

fn pools(at: &Position, _: &Sheets) -> Json {
    json!(document::<State>(&at.state).pools)
}

fn squadrons(at: &Position, _: &Sheets) -> Json {
    json!(document::<State>(&at.state).squadrons)
}

/// The fewest pairs of each kind in a wide hunt, and in the one of every day.
const FEWEST: [usize; 2] = [100, 2];

/// How many wars are played at most, and how many of them look for more than the fewest pairs.
const WARS: u16 = 2_048;
const FIRST: u16 = 256;
/// Ships that could be others are rare; a hunt for few pairs looks for them here first.
const RARE: [Option<u16>; 2] = [Some(24), Some(11)];

/// The fewest pairs of each kind that a hunt is content with.
fn fewest(goal: usize) -> usize {
    goal.min(FEWEST[usize::from(!wide())])
}

fn wide() -> bool {
    crate::effort::is_long()
}

/// How many pairs of each kind are looked for, and how many twins of a kind a season gives at most.
/// A wide hunt plays the first wars for that many; the others only for kinds that are still rare.
fn goal() -> (usize, usize) {
    if wide() { (1_000, 12) } else { (FEWEST[1], 4) }
}

/// The events but those of one force, with no entry's number in them.
fn without(played: &Played, apart: ForceId) -> Vec<&String> {
    let private = ["{\"waited\"", "{\"not-done\"", "{\"ordered\"", "{\"taken-up\""];
    let of_it = |event: &&String| {
        !names(event, apart) && !private.iter().any(|word| event.starts_with(word))
    };
    played.events.iter().filter(of_it).collect()
}

/// The events but those of supply and attrition, which their own side alone sees.
fn fought(played: &Played) -> Vec<&String> {
    let private = |event: &String| {
        event.starts_with("{\"supply-assessed\"")
            || event.starts_with("{\"attrition-checked\"")
            || event.contains("\"cause\":\"attrition\"")
    };
    played.events.iter().filter(|event| !private(event)).collect()
}

/// Holds two seasons against each other for every power that cannot tell them apart; how many
/// that were. With a leak it says whether anybody could.
fn compare(
    war: &War,
    change: &Change,
    (base, played, twin): (&Played, &Played, &Twin),
    pages: bool,
    leaks: bool,
) -> usize {
    let state = war.state();
    let mut pairs = 0;
    let papers = [(base, &war.sheets, &state), (played, &twin.sheets, &twin.state)];
    let papers = papers.map(|(season, sheets, before)| {
        let mut got = war.papers(before, season, pages);
        if leaks {
            got.push((change.leak)(&season.after, sheets).to_string());
        }
        got
    });
    hold(war, change, "everybody", papers, leaks);
    // Who left a side before the first marker knows of it as little as its enemies do.
    let end: State = document(&base.after.state);
    for power in state.relations.parties().filter(|power| !end.friends(power, &twin.of)) {
        let got = [(base, &war.sheets), (played, &twin.sheets)].map(|(season, sheets)| {
            let known = &season.after.known[power];
            // What is known decides all else, so the pages are held against each other now and then.
            let mut got = vec![known.clone()];
            if pages {
                got.extend(war.pages(known, &war.sheets[power]));
            }
            if leaks {
                got.push((change.leak)(&season.after, sheets).to_string());
            }
            got
        });
        hold(war, change, power, got, leaks);
        pairs += 1;
    }
    pairs
}

/// Holds what somebody gets of two seasons against each other. With a leak it must differ.
fn hold(war: &War, change: &Change, who: &str, got: [Vec<String>; 2], leaks: bool) {
    let apart = got[0].iter().zip(&got[1]).find(|(one, other)| one != other);
    if leaks {
        assert!(apart.is_some(), "a leak of {} is not found, seed {}", change.name, war.seed);
    } else if let Some((one, other)) = apart {
        let at = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
        let near = |text: &str| {
            let bytes = &text.as_bytes()[at.saturating_sub(120)..(at + 120).min(text.len())];
            String::from_utf8_lossy(bytes).into_owned()
        };
        panic!(
            "{who} can tell {}, seed {}, contact {}:\n{}\n{}",
            change.name,
            war.seed,
            war.contact,
            near(one),
            near(other)
        );
    }
}

/// Plays wars until each kind has its pairs or no war is left; two hands share the work.
fn hunt(goal: usize, each: usize, leaks: bool) {
    let mut all: BTreeMap<&str, usize> = BTreeMap::new();
    std::thread::scope(|scope| {
        let hands = [0, 1].map(|first| scope.spawn(move || half(first, goal, each, leaks)));
        for hand in hands {
            let counts = hand.join().unwrap_or_else(|why| std::panic::resume_unwind(why));
            counts.into_iter().for_each(|(kind, pairs)| *all.entry(kind).or_default() += pairs);
        }
    });
    let few = fewest(goal);
    let rare = CHANGES.iter().any(|change| all.get(change.name).copied().unwrap_or(0) < few);
    assert!(!rare, "not enough pairs of each kind: {all:?}");
}

fn half(first: u16, goal: usize, each: usize, leaks: bool) -> BTreeMap<&'static str, usize> {
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut total = 0;
    let rare = RARE[usize::from(first)].filter(|_| !wide());
    let seeds = (first..first + 4).step_by(2).chain(rare).chain((first + 4..WARS).step_by(2));
    for seed in seeds {
        let goal = if seed < FIRST { goal / 2 } else { fewest(goal).div_ceil(2) };
        let wants = |counts: &BTreeMap<&'static str, usize>, change: &Change| {
            counts.get(change.name).copied().unwrap_or(0) < goal
        };
        if CHANGES.iter().all(|change| !wants(&counts, change)) {
            break;
        }
        // Letters and ships need three powers; all else is found in the smaller war as well.
        let large = seed % 3 == 0 || [4, 7].into_iter().any(|at| wants(&counts, &CHANGES[at]));
        let turned = wants(&counts, &CHANGES[12]) || wants(&counts, &CHANGES[13]);
        let scenario = match (wants(&counts, &CHANGES[11]), large, wants(&counts, &CHANGES[7])) {
            _ if turned => "suvorov-1799", // Its countries change sides.
            // Cards that wait for their moment are held in these alone.
            (true, ..) => {
                ["suvorov-1799", "russia-1812", "hundred-days-1815"][usize::from(seed % 3)]
            }
            (false, true, true) => "marengo-1800",
            (false, true, false) => "hundred-days-1815", // Six powers, and no ships.
            (false, false, _) => {
                ["italy-1796", "russia-1812", "jena-1806"][usize::from(seed / 2 % 3)]
            }
        };
        let mut war = War::new(scenario, seed, seed % 4 < 2 || wants(&counts, &CHANGES[8]));
        war.turned = if turned { TURNED } else { &[] };
        let base = war.base();
        for change in CHANGES.iter().filter(|change| war.contact || !change.contact) {
            for nth in 0..each {
                if !wants(&counts, change) {
                    break;
                }
                let Some(twin) = (change.twin)(&war, &base, nth) else { break };
                let played = war.play(&twin.state, &twin.sheets);
                let mattered = match twin.apart {
                    Some(apart) => {
                        war.came_into_sight(&played, apart, &twin.of)
                            || without(&base.played, apart) != without(&played, apart)
                    }
                    None => twin.as_before && fought(&base.played) != fought(&played),
                };
                if mattered {
                    continue; // It mattered, so somebody may have felt it.
                }
                total += 1;
                let pairs =
                    compare(&war, change, (&base.played, &played, &twin), total % 20 == 0, leaks);
                *counts.entry(change.name).or_default() += pairs;
            }
        }
    }
    counts
}

#[test]
fn what_a_power_cannot_know_changes_nothing_that_it_gets() {
    let (goal, each) = goal();
    hunt(goal, each, false);
}

#[test]
fn a_leak_of_each_kind_is_found() {
    hunt(if wide() { 4 } else { 2 }, 2, true);
}
