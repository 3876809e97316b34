//! How often each seat wins when four seats aim at what their cards ask for, and hold what the cards of
//! others ask for: each goes for the line of its card that wants the fewest cities more, and raises a
//! garrison in each city of its own that others want.
//!
//! The shares are printed, for who weighs the figures that are reconstructed. `UMPIRE_CASES=200` plays so
//! many games; with fewer than that the shares say little.

use crate::luck::Luck;
use crate::seam::ByMail;
use frederick::book::Book;
use frederick::book::cards::kind_of;
use frederick::record::event::{Event, YearEvent};
use frederick::record::state::Outcome;
use frederick::sight::Known;
use kit::ground::Space;
use play::OwnForce;
use std::collections::{BTreeMap, BTreeSet};

/// The cities that the card of a seat names.
fn named(book: &Book, seat: &str) -> BTreeSet<Space> {
    let special = book.majors(seat).iter().flat_map(|major| &book.ability(major).special);
    special.flatten().flat_map(|some| &some.of).filter_map(|name| book.atlas.find(name)).collect()
}

/// The cities that the cards of other seats name.
fn of_others(by_mail: &ByMail, seat: &str) -> BTreeSet<Space> {
    let others = by_mail.seats().into_iter().filter(|other| other != seat);
    others.flat_map(|other| named(&by_mail.book, &other)).collect()
}

/// What a seat goes for: the cities of the line of its card that wants the fewest more; without a card,
/// those of the cards of others where nobody stands.
fn goals(by_mail: &ByMail, known: &Known) -> BTreeSet<Space> {
    let (book, atlas) = (&by_mail.book, &by_mail.book.atlas);
    let open = |at: &Space| known.open.may_enter(book, *at);
    let missing = |at: &Space| known.own_at(*at).is_empty();
    let lines = book.majors(&known.power).iter().flat_map(|major| &book.ability(major).special);
    let line = lines.min_by_key(|line| {
        let parts = line.iter().map(|some| {
            let held = some.of.iter().filter_map(|name| atlas.find(name));
            let held = held.filter(|at| !missing(at)).count();
            some.least.saturating_sub(held)
        });
        parts.sum::<usize>()
    });
    let all: BTreeSet<Space> = match line {
        Some(line) => {
            let cities = line.iter().flat_map(|some| &some.of);
            cities.filter_map(|name| atlas.find(name)).collect()
        }
        None => {
            let empty = |at: &Space| known.others_at(*at).is_empty();
            of_others(by_mail, &known.power).into_iter().filter(empty).collect()
        }
    };
    all.into_iter().filter(|at| missing(at) && open(at)).collect()
}

/// Entries that take the nearest goals, each force one; who stands where others want to come stays.
fn operations(by_mail: &ByMail, known: &Known, luck: &mut Luck) -> String {
    let atlas = &by_mail.book.atlas;
    let (goals, held) = (goals(by_mail, known), of_others(by_mail, &known.power));
    let own = named(&by_mail.book, &known.power);
    let forces = by_mail.game.own_forces(&by_mail.at.known[&known.power]).unwrap();
    let near = |at: Space| goals.iter().filter_map(|goal| atlas.distance(at, *goal)).min();
    let stays = |force: &OwnForce| {
        let at = force.at.filter(|at| held.contains(at) || own.contains(at));
        at.is_some_and(|at| known.own_at(at).len() < 3)
    };
    let mut entries = vec![];
    for force in forces.iter().filter(|force| !force.go.contains("sail") && !stays(force)) {
        let attack = force.reach.deeds.iter().find_map(|deed| {
            let name = deed.step.strip_prefix("attack: ")?;
            let at = atlas.find(name)?;
            let when = "their strength is unknown or odds >= 1:1";
            goals.contains(&at).then(|| format!("attack: {{at: \"{name}\", if: {when}}}"))
        });
        let here = force.at.and_then(near);
        let closer = force.reach.goals.iter().filter_map(|goal| {
            let far = near(atlas.find(&goal.name)?)?;
            here.is_none_or(|here| far < here).then_some((far, &goal.name))
        });
        let march = closer.min().map(|(far, name)| (far, format!("march: [\"{name}\"]")));
        let (far, step) = match (attack, march) {
            (Some(attack), _) => (0, attack),
            (None, Some(march)) => march,
            (None, None) => continue,
        };
        let entry = format!("  - force: \"{}\"\n    steps: [{{{step}}}]\n", force.name);
        entries.push((far, luck.below(100), entry));
    }
    entries.sort();
    let entries: String = entries.into_iter().take(8).map(|(_, _, entry)| entry).collect();
    if entries.is_empty() { String::new() } else { format!("operations:\n{entries}") }
}

/// A bid, what the market has, alliances, and garrisons where others want to come.
fn court(by_mail: &ByMail, known: &Known, luck: &mut Luck) -> String {
    let atlas = &by_mail.book.atlas;
    let mut text = format!("initiative: [{{bid: {}}}]\n", luck.below(3));
    text += "market: [{open: 1, up to: 1, spend: 2}]\n";
    let held = known.markers.own.iter().map(|one| kind_of(one));
    let alliances: Vec<String> = held
        .filter_map(|kind| kind.strip_prefix("Alliance "))
        .map(|minor| format!("{{alliance: {}}}", minor.to_lowercase()))
        .collect();
    if !alliances.is_empty() {
        text += &format!("diplomacy: [{}]\n", alliances.join(", "));
    }
    let cities: Vec<Space> =
        known.own.spaces().filter(|at| atlas.city(*at).is_some() || atlas.is_beyond(*at)).collect();
    let others = of_others(by_mail, &known.power);
    let mut lines = vec![];
    for at in cities.iter().filter(|at| others.contains(at)) {
        lines.push(format!("{{garrison: 1, at: \"{}\"}}", atlas.name(*at)));
    }
    for _ in 0..3 {
        if let Some(at) = luck.pick(&cities) {
            lines.push(format!("{{infantry: 1, at: \"{}\"}}", atlas.name(*at)));
        }
    }
    if lines.is_empty() { text } else { text + &format!("mobilize: [{}]\n", lines.join(", ")) }
}

fn sheet(by_mail: &ByMail, seat: &str, luck: &mut Luck) -> String {
    let known = by_mail.known(seat);
    let head = format!("season: {}\npower: {seat}\n", by_mail.at.season.name);
    let orders = match known.open.season.is_court() {
        true => court(by_mail, &known, luck),
        false => operations(by_mail, &known, luck),
    };
    format!("{head}{orders}reactions:\n  - {{who: any, met: {{stop: {{if: odds < 1:1}}}}}}\n")
}

/// How many games ended how, and in how many a card was fulfilled in the first year.
#[derive(Debug, Default)]
struct Shares {
    games: u32,
    won: BTreeMap<String, u32>,
    early: BTreeMap<String, u32>,
}

impl Shares {
    fn game(&mut self, seed: u64) {
        let mut by_mail = ByMail::begun("first-silesian-war", &[], seed as u8);
        let mut luck = Luck(seed);
        while !by_mail.over {
            let year = by_mail.state().season.year;
            let mut sheets = BTreeMap::new();
            for seat in by_mail.seats() {
                let sheet = sheet(&by_mail, &seat, &mut luck);
                sheets.insert(seat, sheet);
            }
            let (played, _) = by_mail.play(&sheets);
            for event in &played.events {
                match serde_json::from_str(event).unwrap() {
                    Event::Year(YearEvent::VictoryChecked { standings }) => {
                        let met = standings.iter().filter(|one| one.special && year == 1741);
                        met.for_each(|one| *self.early.entry(one.seat.clone()).or_default() += 1);
                    }
                    Event::Year(YearEvent::GameOver { outcome }) => {
                        let who = match outcome {
                            Outcome::Continental { seat } | Outcome::Marginal { seat } => seat,
                            Outcome::Stalemate | Outcome::Treaty => "nobody".to_owned(),
                        };
                        *self.won.entry(who).or_default() += 1;
                    }
                    _ => {}
                }
            }
        }
        self.games += 1;
    }
}

/// Games of seats with an aim all end, and cards are fulfilled in some of them.
#[test]
fn seats_that_aim_fulfil_their_cards_now_and_then() {
    let count = std::env::var("UMPIRE_CASES").ok().and_then(|count| count.parse().ok());
    let mut shares = Shares::default();
    for seed in 0..count.unwrap_or(6) {
        shares.game(seed);
    }
    println!("{shares:?}");
    let ended: u32 = shares.won.values().sum();
    assert_eq!(ended, shares.games, "{shares:?}");
    let by_others =
        shares.won.iter().filter(|(seat, _)| !["britain", "nobody"].contains(&seat.as_str()));
    assert!(
        by_others.map(|(_, won)| won).sum::<u32>() > 0,
        "no card was ever fulfilled: {shares:?}"
    );
}
