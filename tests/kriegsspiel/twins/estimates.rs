//! The proof of `intel: estimates` (§3): whoever is told bounds gets the same for each true figure within
//! them, also in a battle with those whose figure it is.
//!
//! Of each turn twins are played in which one formation is a little stronger, weaker or of other troops. What
//! an eye may notice is reckoned here once more, from the state and the whole events, with figures of this
//! page: where that is the same, what the eye knows must be the same, byte for byte, and then so is all that
//! is made of it. Each planted leak must tell pairs apart.

use super::changes::{Forced, Twin, War};
use super::gets;
use crate::table::{Table, events, state};
use kit::ground::Space;
use kriegsspiel::book::Book;
use kriegsspiel::record::event::{Event, ForceEvent, Host, Losses, OrderEvent, WarEvent};
use kriegsspiel::record::state::{Formation, State};
use kriegsspiel::sight::intel_levels::{Allies, Band};
use kriegsspiel::sight::known::{Known, Seen};
use play::Played;
use report::Templates;
use std::collections::{BTreeMap, BTreeSet};

/// The share and the least step of each informant, as `estimates.yaml` has them: the first is battle.
const WORTH: [(u32, u32); 6] = [(5, 2), (4, 2), (4, 2), (3, 5), (2, 5), (1, 10)];

/// The round figure of an informant.
fn about(figure: u32, (share, least): (u32, u32)) -> u32 {
    let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500];
    let fits = steps.into_iter().rev().find(|step| step * share <= figure);
    let step = fits.unwrap_or(1).max(least);
    ((figure + step / 2) / step * step).max(step)
}

/// What those informants tell of a figure whom an eye may have there: contact needs its troops in the hex.
fn all_about(figure: u32, contact: bool, allies: bool) -> Vec<u32> {
    let from = [[3, 2], [1, 1]][usize::from(contact)][usize::from(allies)];
    WORTH[from..].iter().map(|worth| about(figure, *worth)).collect()
}

/// The word for losses, as a number.
fn toll(percent: u32) -> usize {
    [0, 9, 19, 39, 100].iter().filter(|most| percent > **most).count()
}

fn units(book: &Book, lost: &Losses) -> u32 {
    let each = |(kind, hits): (&String, &u32)| hits.div_ceil(book.troops.kind(kind).hits);
    lost.values().flatten().map(each).sum()
}

/// What a line of a decision of one's own begins with.
const DECISION: &str = "own decision: ";

/// What an eye may notice of one turn.
struct Notice<'w> {
    book: &'w Book,
    /// Powers whose figures are told to the eye.
    ours: BTreeSet<String>,
    eye: &'w str,
    /// Whether allies have markers wherever they are.
    allies: bool,
    lines: Vec<String>,
    /// What was noticed of another turn, and whether this one is the same so far.
    like: Option<&'w [String]>,
    same: bool,
}

impl Notice<'_> {
    fn notice(&mut self, line: String) {
        let like = self.like.is_none_or(|like| like.get(self.lines.len()) == Some(&line));
        self.same &= like;
        self.lines.push(line);
    }

    fn is_ours(&self, power: &String) -> bool {
        self.ours.contains(power)
    }

    fn host(&self, before: &State, (host, lost): (&Host, &Losses), percent: u32) -> String {
        if host.powers.iter().all(|power| self.is_ours(power)) {
            return format!("{host:?} {lost:?}");
        }
        let own =
            |name: &String| before.formations.get(name).is_some_and(|one| self.is_ours(&one.power));
        let own: Losses = lost
            .iter()
            .filter(|(name, _)| own(name))
            .map(|(n, l)| (n.clone(), l.clone()))
            .collect();
        let (units, combat) = (about(host.units, WORTH[0]), about(host.combat, WORTH[0]));
        format!("{:?} {:?} {units} {combat} {} {own:?}", host.powers, host.commander, toll(percent))
    }

    /// What of an event it may be told.
    fn event(&mut self, before: &State, event: &Event) {
        let line = match event {
            Event::Public(_) => format!("{event:?}"),
            Event::Sea(_) => panic!("no ships are on the Danube: {event:?}"),
            Event::Order(one) => match one {
                OrderEvent::Decreed { .. } => format!("{event:?}"),
                OrderEvent::Letter { from, to, .. } if from == self.eye || to == self.eye => {
                    format!("{event:?}")
                }
                OrderEvent::Letter { .. } => return,
                OrderEvent::Spent { power, points, .. } if power == self.eye => format!("{points}"),
                OrderEvent::Ordered { power, .. }
                | OrderEvent::Worded { power, .. }
                | OrderEvent::Ruled { power, .. }
                | OrderEvent::Spent { power, .. }
                | OrderEvent::Misread { power, .. }
                | OrderEvent::Understood { power, .. }
                | OrderEvent::CutShort { power, .. }
                | OrderEvent::NotAsked { power, .. }
                | OrderEvent::NotDone { power, .. } => match power == self.eye {
                    true => format!("{event:?}"),
                    false => return,
                },
            },
            Event::Force(ForceEvent::Harried { who, power, at, of, percent, .. })
                if !self.is_ours(of) && self.is_ours(power) =>
            {
                format!("{who} {at:?} {of} {}", toll(*percent))
            }
            Event::War(WarEvent::Fought(day)) => {
                let cell = day.result;
                let more =
                    |percent: u32, goes: bool| if goes { percent + day.pursuit } else { percent };
                let sum = day.dice.iter().sum::<u8>();
                let fell = [5, 8].iter().filter(|most| sum > **most).count();
                let ours = more(cell.attacker, cell.attacker_retreats);
                let theirs = more(cell.defender, cell.defender_retreats);
                let ours = self.host(before, (&day.attacker, &day.attacker_lost), ours);
                let theirs = self.host(before, (&day.defender, &day.defender_lost), theirs);
                let goes = (cell.attacker_retreats, cell.defender_retreats);
                format!("{:?} {:?} {} {fell} {goes:?} {ours} | {theirs}", day.at, day.kind, day.day)
            }
            Event::War(WarEvent::Decided { power, .. }) if power == self.eye => {
                // Conditions ask what was told, so where that is the same so far, one's own decide alike.
                let line = format!("{DECISION}{event:?}");
                let like =
                    self.like.filter(|_| self.same).and_then(|like| like.get(self.lines.len()));
                if let Some(like) = like.filter(|like| like.starts_with(DECISION)) {
                    assert_eq!(*like, line, "a decision goes by more than was told");
                }
                line
            }
            Event::War(WarEvent::Invested { at, by, of, .. }) if !self.is_ours(of) => {
                format!("{at:?} {by} {of}")
            }
            Event::War(WarEvent::Surrendered { power, at, lost }) if !self.is_ours(power) => {
                format!("{power} {at:?} {}", about(units(self.book, lost), WORTH[0]))
            }
            Event::Money(one) => {
                let fields = serde_json::to_value(one).unwrap();
                let fields = fields.as_object().unwrap().values().next().unwrap().clone();
                match ["power", "by"].iter().any(|field| fields[field] == self.eye) {
                    true => format!("{event:?}"),
                    false => return,
                }
            }
            Event::Council(one) => {
                match one
                    .told_to()
                    .is_none_or(|powers| powers.iter().any(|power| *power == self.eye))
                {
                    true => format!("{event:?}"),
                    false => return,
                }
            }
            Event::Force(_) | Event::War(_) => {
                let document = serde_json::to_value(event).unwrap();
                let fields = document.as_object().unwrap().values().next().unwrap().clone();
                let of =
                    ["power", "of", "by"].map(|field| fields[field].as_str().map(str::to_owned));
                let powers = fields["powers"].as_array().into_iter().flatten();
                let powers = powers.map(|power| power.as_str().map(str::to_owned));
                let whose = |field: &str| fields[field]["power"].as_str().map(str::to_owned);
                let whose = ["general", "formation"].map(whose);
                let mut all = of.into_iter().chain(powers).chain(whose).flatten();
                match all.any(|power| self.ours.contains(&power)) {
                    true => format!("{event:?}"),
                    false => return,
                }
            }
        };
        self.notice(line);
    }

    /// Who stands where, and what all informants tell of them.
    fn state(&mut self, state: &State) {
        let mut bodies: BTreeMap<(Space, &String), Vec<&Formation>> = BTreeMap::new();
        for one in state.formations.values() {
            bodies.entry((one.at, &one.power)).or_default().push(one);
        }
        let mut line = String::new();
        for ((at, power), bodies) in bodies {
            if self.is_ours(power) {
                line += &format!("{at:?} {bodies:?} ");
                continue;
            }
            let troops = &self.book.troops;
            let units = bodies.iter().map(|one| one.count(troops)).sum();
            let mut generals: Vec<_> =
                state.generals.at(at).filter(|one| one.power == *power).collect();
            generals.sort_by_key(|one| one.seniority(troops));
            let first = generals.first().map(|one| &one.name);
            let more: u32 = generals.iter().skip(1).map(|one| one.combat).sum();
            let combat = bodies.iter().map(|one| one.combat(troops)).sum::<u32>() + more;
            let contact = state.at(at).any(|one| self.is_ours(&one.power));
            let units = all_about(units, contact, self.allies);
            line += &format!("{at:?} {power} {first:?} {units:?} ");
            // Only contact tells what they are worth.
            if contact {
                line += &format!("{:?} ", all_about(combat, contact, self.allies));
            }
        }
        if self.lines.last() != Some(&line) {
            self.notice(line);
        }
    }
}

/// All that an eye may notice of a turn that begins in a state; nothing, if it is not what was noticed of
/// another.
fn notice(
    war: &War,
    eye: &str,
    (mut state, events): (State, &[Event]),
    like: Option<&[String]>,
) -> Option<Vec<String>> {
    let told = |power: &&String| !war.hidden(&state, eye, power);
    let ours = state.relations.parties().filter(told).cloned().collect();
    let (book, allies) = (&war.table.book, war.table.book.allies == Allies::Markers);
    let mut notice = Notice { book, ours, eye, allies, lines: vec![], like, same: true };
    notice.state(&state);
    for event in events {
        notice.event(&state, event);
        if !notice.same {
            return None;
        }
        let stands = matches!(event, Event::Order(_));
        state.apply(event);
        if !stands {
            notice.state(&state);
        }
    }
    let as_long = like.is_none_or(|like| like.len() == notice.lines.len());
    (notice.same && as_long).then_some(notice.lines)
}

// The leaks: each tells something of what the estimates hide.

/// The bounds are the figure itself.
fn exact(_: &Event, state: &State, seen: &mut Seen, book: &Book) {
    for marker in seen.change.iter_mut().flat_map(|change| &mut change.markers) {
        let Some(estimate) = &mut marker.estimate else { continue };
        let here = state.at(marker.at).filter(|one| one.power == marker.power);
        let units = here.map(|one| one.count(&book.troops)).sum();
        estimate.units.low = units;
        estimate.units.high = units;
    }
}

/// The size goes by the true figure.
fn size(_: &Event, state: &State, seen: &mut Seen, book: &Book) {
    for marker in seen.change.iter_mut().flat_map(|change| &mut change.markers) {
        let here = state.at(marker.at).filter(|one| one.power == marker.power);
        marker.band = Band::of(here.map(|one| one.count(&book.troops)).sum());
    }
}

/// The combat value is told by whoever sees somebody.
fn worth(_: &Event, state: &State, seen: &mut Seen, book: &Book) {
    for marker in seen.change.iter_mut().flat_map(|change| &mut change.markers) {
        let Some(estimate) = &mut marker.estimate else { continue };
        let here = state.at(marker.at).filter(|one| one.power == marker.power);
        let combat: u32 = here.map(|one| one.combat(&book.troops)).sum();
        estimate.units.about += combat;
    }
}

/// A day of battle is told whole.
fn whole(event: &Event, _: &State, seen: &mut Seen, _: &Book) {
    if let (Some(told), Event::War(WarEvent::Fought(_))) = (&mut seen.event, event) {
        *told = event.clone();
    }
}

/// The other side's losses are told by the hit.
fn hits(event: &Event, _: &State, seen: &mut Seen, _: &Book) {
    if let (Some(Event::War(WarEvent::MadeOut(told))), Event::War(WarEvent::Fought(day))) =
        (&mut seen.event, event)
    {
        told.attacking.lost = day.attacker_lost.clone();
        told.defending.lost = day.defender_lost.clone();
    }
}

/// The morale and modifiers of the other side are told.
fn spirit(event: &Event, _: &State, seen: &mut Seen, _: &Book) {
    if let (Some(Event::War(WarEvent::MadeOut(told))), Event::War(WarEvent::Fought(day))) =
        (&mut seen.event, event)
    {
        for (host, one) in
            [(&mut told.attacking, &day.attacker), (&mut told.defending, &day.defender)]
        {
            host.powers.push(format!("{} {:?}", one.combat, one.modifiers));
        }
    }
}

type Leak = fn(&Event, &State, &mut Seen, &Book);

/// Each leak with its name, and whether it is of battles.
const LEAKS: [(&str, bool, Leak); 6] = [
    ("bounds are the figure", false, exact),
    ("the size goes by the true figure", false, size),
    ("the combat value of who is seen", false, worth),
    ("a day of battle told whole", true, whole),
    ("losses by the hit", true, hits),
    ("the other side's combat value and modifiers", true, spirit),
];

/// So often each leak is sought in all pairs; from then on in some.
const ENOUGH: usize = 1;

/// What an eye would know with a leak.
fn leaking(war: &War, (mut state, events): (State, &[Event]), eye: &str, leak: Leak) -> Known {
    let mut known: Known = serde_json::from_str(&war.before.known[eye]).unwrap();
    for event in events {
        let touched = &kriegsspiel::record::apply::Touched::by(event, &state);
        state.apply(event);
        let happened =
            play::table::Happened { book: &war.table.book, event, touched, state: &state };
        let seen = kriegsspiel::sight::witness(&happened, eye, Some(&known));
        let mut seen = seen.unwrap_or_default();
        leak(event, &state, &mut seen, &war.table.book);
        known.learn(seen);
    }
    known
}

/// Twins in which one formation is a little otherwise.
fn twins(war: &War) -> Vec<Twin> {
    let was = state(&war.before);
    let mut twins = vec![];
    for one in was.formations.values() {
        for (kind, hits) in &one.units {
            let troops = &war.table.book.troops;
            let others = ["line infantry", "light infantry", "grenadiers"];
            let others = others.into_iter().filter(|other| other != kind);
            let others =
                others.filter(|_| troops.kind(kind).hits == 1 && kind.contains("infantry"));
            let mut add = |change: &dyn Fn(&mut Formation)| {
                let mut twin = war.twin_of(&one.power);
                twin.state.formations.edit(&one.name, change).unwrap();
                twins.push(twin);
            };
            for less in [1, 2].into_iter().filter(|less| *hits > *less) {
                add(&|one| *one.units.get_mut(kind).unwrap() -= less);
            }
            for more in [1, 2, 4] {
                add(&|one| *one.units.get_mut(kind).unwrap() += more);
            }
            for other in others.filter(|_| *hits > 1) {
                add(&|one| {
                    *one.units.get_mut(kind).unwrap() -= 1;
                    *one.units.entry(other.to_owned()).or_default() += 1;
                });
            }
        }
    }
    twins
}

/// Whether the opening of a twin shows nothing to some eye, and how much it is wanted: those that fight and
/// those whose size changes come first.
fn wanted(war: &War, (was, told): (&State, &[Event]), twin: &Twin) -> Option<u8> {
    let book = &war.table.book;
    let opening = |state: &State, eye: &String| {
        let told = |power: &&String| !war.hidden(was, eye, power);
        let ours = was.relations.parties().filter(told).cloned().collect();
        let allies = book.allies == Allies::Markers;
        let mut notice = Notice { book, ours, eye, allies, lines: vec![], like: None, same: true };
        notice.state(state);
        notice.lines
    };
    let mut eyes = war.before.known.keys().filter(|eye| war.hidden(was, eye, &twin.of));
    if eyes.all(|eye| opening(was, eye) != opening(&twin.state, eye)) {
        return None;
    }
    let differs = |one: &&Formation| twin.state.formations.get(&one.name) != Some(*one);
    let one = was.formations.values().find(differs)?;
    let size = |state: &State| {
        let here = state.at(one.at).filter(|other| other.power == one.power);
        Band::of(here.map(|one| one.count(&book.troops)).sum())
    };
    let fights = |event: &Event| match event {
        Event::War(WarEvent::Fought(day)) => {
            [&day.attacker, &day.defender].iter().any(|host| host.formations.contains(&one.name))
        }
        _ => false,
    };
    let first = size(was) != size(&twin.state) || told.iter().any(fights);
    Some(u8::from(!first))
}

/// What was found: pairs that are the same, and those of them whose secret fought; pairs that each leak tells
/// apart.
#[derive(Default)]
struct Found {
    pairs: usize,
    fought: usize,
    leaks: BTreeMap<&'static str, usize>,
}

fn compare(
    war: &War,
    templates: &Templates,
    (twin, played): (&Twin, &Played),
    (was, told, noticed): (&State, &[Event], &BTreeMap<&String, Vec<String>>),
    found: &mut Found,
) {
    let events = events(played);
    let eyes = war.before.known.keys().filter(|eye| war.hidden(was, eye, &twin.of));
    for eye in eyes {
        if notice(war, eye, (twin.state.clone(), &events), Some(&noticed[eye])).is_none() {
            continue; // It may be noticed.
        }
        let (one, other) = (&war.played.after.known[eye], &played.after.known[eye]);
        if one != other {
            let both = gets(war, templates, one).into_iter().zip(gets(war, templates, other));
            for ((what, one), (_, other)) in both {
                assert!(one == other, "{eye} can tell by its {what}\n{one}\n{other}");
            }
        }
        found.pairs += 1;
        let fights = |event: &Event| {
            let Event::War(WarEvent::Fought(day)) = event else { return false };
            let has = |host: &Host, power: &String| host.powers.contains(power);
            let (ours, theirs) = (&day.attacker, &day.defender);
            has(ours, eye) && has(theirs, &twin.of) || has(theirs, eye) && has(ours, &twin.of)
        };
        let fought = events.iter().any(fights);
        found.fought += usize::from(fought);
        for (name, _, leak) in LEAKS.into_iter().filter(|(_, battle, _)| fought || !battle) {
            let count = found.leaks.entry(name).or_default();
            if *count < ENOUGH || found.pairs.is_multiple_of(64) {
                let both = [(was.clone(), told), (twin.state.clone(), &events[..])];
                let through = both.map(|season| leaking(war, season, eye, leak));
                *count += usize::from(through[0] != through[1]);
            }
        }
    }
}

#[test]
fn within_the_bounds_nobody_can_tell() {
    let templates = Templates::new(&Default::default()).unwrap();
    let (games, turns, most, goal) =
        if crate::effort::is_long() { (4, 5, 120, 2000) } else { (2, 3, 16, 60) };
    let mut found = Found::default();
    for seed in 0..games {
        let allies = ["letters", "markers", "full"][usize::from(seed) % 3];
        let lay = || Table::new(&[("intel", "estimates"), ("allies", allies)]);
        let mut at = lay().opening();
        for _ in 0..turns {
            let table = lay();
            let sheets = table.sheets(&at, u64::from(seed) + 80);
            let war = War::fight(table, at.clone(), sheets, seed, Forced::new());
            let (was, told) = (state(&war.before), events(&war.played));
            let eyes = war.before.known.keys();
            let noticed = |eye| notice(&war, eye, (was.clone(), &told), None);
            let noticed = eyes.map(|eye| (eye, noticed(eye).unwrap())).collect();
            let all = twins(&war);
            let ranked =
                all.iter().filter_map(|twin| Some((wanted(&war, (&was, &told), twin)?, twin)));
            let (first, rest): (Vec<_>, Vec<_>) = ranked.partition(|(rank, _)| *rank == 0);
            let every = |all: &[_]| (all.len() / most).max(1);
            let (one, other) = (every(&first), every(&rest));
            for (_, twin) in first.iter().step_by(one).chain(rest.iter().step_by(other)) {
                let played = war.play(twin);
                compare(&war, &templates, (twin, &played), (&was, &told, &noticed), &mut found);
            }
            if war.played.over {
                break;
            }
            at = war.played.after;
        }
    }
    println!("{} pairs, {} of battles, leaks {:?}", found.pairs, found.fought, found.leaks);
    assert!(found.pairs >= goal, "{} pairs", found.pairs);
    assert!(found.fought * 50 >= goal, "{} pairs fought", found.fought);
    for (name, ..) in LEAKS {
        assert!(found.leaks.get(name).is_some_and(|count| *count > 0), "{name}: {:?}", found.leaks);
    }
}
