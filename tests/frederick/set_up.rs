//! The set-up and the first court: what lies where, whose it is, and who goes first.

use crate::seam::ByMail;
use frederick::book::tables::Balance;
use frederick::book::troops::Kind;
use frederick::must_hold;
use frederick::position::Position as _;
use frederick::record::event::{Cause, CourtEvent, Event, ForceEvent, MarkerEvent, YearEvent};
use frederick::record::state::State;
use frederick::sight::Known;
use frederick::year::balance::asks;
use frederick::year::provisioning;
use kit::deck::{Change, Place};
use kit::ground::Space;
use std::collections::{BTreeMap, BTreeSet};

/// Plays a season: its events.
fn played(by_mail: &mut ByMail, sheets: &BTreeMap<String, String>) -> Vec<Event> {
    let (played, _) = by_mail.play(sheets);
    played.events.iter().map(|event| serde_json::from_str(event).unwrap()).collect()
}

/// Plays the first court, each seat with the bid that is given.
fn court(by_mail: &mut ByMail, bids: &[(&str, u32)]) -> Vec<CourtEvent> {
    let sheet = |(seat, bid): &(&str, u32)| {
        let text = format!("season: court 1741\npower: {seat}\ninitiative: [{{bid: {bid}}}]\n");
        ((*seat).to_owned(), text)
    };
    let sheets: BTreeMap<String, String> = bids.iter().map(sheet).collect();
    let events = played(by_mail, &sheets).into_iter();
    let court = |event| match event {
        Event::Court(event) => Some(event),
        _ => None,
    };
    events.filter_map(court).collect()
}

fn begun(players: &str) -> ByMail {
    ByMail::begun("first-silesian-war", &[("players", players)], 7)
}

/// FRW §31.2: three scenarios, of two, five and eight years, each from 1741.
#[test]
fn scenarios_last_two_five_and_eight_years() {
    let all = [("first-silesian-war", 2), ("fontenoy", 5), ("austrian-succession", 8)];
    for (scenario, years) in all {
        let by_mail = ByMail::begun(scenario, &[], 1);
        assert_eq!(by_mail.at.season.name, "court 1741");
        let scenario = &by_mail.book.scenario;
        assert_eq!(scenario.last - scenario.first + 1, years);
    }
}

/// FRW §31.6: where forces are set up, the ground feeds them; magazines and ports do not count.
#[test]
fn the_set_up_keeps_the_forage() {
    for players in ["2", "3", "4"] {
        let by_mail = begun(players);
        let (book, state) = (&by_mail.book, by_mail.state());
        for seat in &state.seats {
            let squares: BTreeSet<Space> = state
                .units
                .values()
                .filter(|unit| state.seat_of(unit) == Some(seat))
                .map(|unit| unit.at)
                .collect();
            for at in squares {
                let (name, count) = (book.atlas.name(at), state.own_at(seat, at).len());
                let forage = provisioning::forage(book, &state, seat, at);
                assert!(forage.is_none_or(|most| count <= most), "{players}: {count} at {name}");
            }
        }
    }
}

/// FRW §2.4, §8.5: two seats lead two majors each, three seats Austria and Britain together, and each
/// major keeps a treasury of its own.
#[test]
fn seats_lead_majors_with_a_treasury_each() {
    for (players, seats) in [("2", 2), ("3", 3), ("4", 4)] {
        let by_mail = begun(players);
        let state = by_mail.state();
        assert_eq!(state.seats.len(), seats);
        assert_eq!(state.treasury.len(), 4, "{players}: a treasury for each major");
        let leads = |major: &str| state.controller(major).map(str::to_owned);
        let britain = if players == "4" { "britain" } else { "austria" };
        assert_eq!(leads("britain").as_deref(), Some(britain));
        let france = if players == "2" { "prussia" } else { "france" };
        assert_eq!(leads("france").as_deref(), Some(france));
    }
}

/// FRW §31.1, §31.4: what the Prussian card names stands where it names it, and nothing else does.
#[test]
fn units_stand_where_the_cards_say() {
    let by_mail = begun("4");
    let state = by_mail.state();
    let berlin = by_mail.book.atlas.find("Berlin").unwrap();
    let here: Vec<Kind> = state.units.at(berlin).map(|unit| unit.kind).collect();
    assert_eq!(here.iter().filter(|kind| **kind == Kind::Infantry).count(), 2);
    assert_eq!(here.iter().filter(|kind| **kind == Kind::Cavalry).count(), 1);
    assert!(state.units.get("Frederick II").is_some_and(|unit| unit.at == berlin));
    assert_eq!(here.len(), 4);
}

/// How many markers a seat holds.
fn held(state: &State, seat: &str) -> usize {
    state.markers.count(&Place::Hand(seat.to_owned()))
}

/// FRW §31.3, §9.4: at the start each seat draws as many markers as the cards of its majors say, and never
/// more than a hand of its number of seats holds. It knows its own before the first bids, and nobody else
/// does.
#[test]
fn markers_are_drawn_at_the_start() {
    for (players, most) in [("2", 18), ("3", 12), ("4", 9)] {
        // No event of this year brings or takes a marker.
        let quiet = |seed: &u8| {
            let by_mail = ByMail::begun("first-silesian-war", &[("players", players)], *seed);
            let hands = |event: &Event| {
                matches!(event, Event::Marker(MarkerEvent::Deck(Change::Moved { .. })))
            };
            !by_mail.known("austria").events.iter().any(hands)
                && rolled(&by_mail).iter().all(|one| *one != Balance::GrandAlliance)
        };
        let seed = (0..50).find(quiet).unwrap();
        let by_mail = ByMail::begun("first-silesian-war", &[("players", players)], seed);
        let state = by_mail.state();
        for seat in by_mail.seats() {
            let majors = by_mail.book.majors(&seat).iter();
            let cards = majors.map(|major| by_mail.book.cards.majors[major].markers as usize);
            assert_eq!(held(&state, &seat), cards.sum::<usize>(), "{players}, {seat}");
            assert!(held(&state, &seat) <= most);
            let known = by_mail.known(&seat);
            assert_eq!(known.markers.own, state.hand(&seat), "{seat} knows its hand");
            let foreign = |event: &&Event| {
                matches!(event, Event::Marker(MarkerEvent::Deck(Change::Drawn { card, to }))
                    if !card.is_empty() && !to.is_seen_by(&seat))
            };
            assert_eq!(known.events.iter().find(foreign), None, "{seat} sees a hand of others");
        }
        assert_eq!(by_mail.book.seats.hand, most, "{players}");
    }
}

/// The events that were rolled at the start.
fn rolled(by_mail: &ByMail) -> Vec<Balance> {
    let balance = |event: &Event| match event {
        Event::Year(YearEvent::BalanceRolled { balance, year: 1741, .. }) => Some(*balance),
        _ => None,
    };
    by_mail.known("prussia").events.iter().filter_map(balance).collect()
}

/// FRW §3.2, §6: every seat has rolled for 1741 when it writes its first sheet, and is told. What leaves a
/// choice to somebody waits, and is carried out by the sheets of the first court. That nobody is asked at
/// the start is held where a campaign begins.
#[test]
fn the_events_of_the_first_year_are_told_before_the_bids() {
    let (mut waited, mut at_once) = (0, 0);
    let (games, fewest) = if crate::effort::is_long() { (60, 50) } else { (20, 10) };
    for seed in 0..games {
        let mut by_mail = ByMail::begun("austrian-succession", &[], seed);
        must_hold(&by_mail.book, &by_mail.state());
        assert!(rolled(&by_mail).len() >= 4, "each seat rolls");
        let waiting = by_mail.state().year.waiting.clone();
        waited += waiting.len();
        at_once += rolled(&by_mail).iter().filter(|one| !asks(**one)).count();
        let events = played(&mut by_mail, &BTreeMap::new());
        let came = events.iter().filter_map(|event| match event {
            Event::Year(YearEvent::EventComes { seat, balance }) => Some((seat.clone(), *balance)),
            _ => None,
        });
        assert_eq!(came.collect::<Vec<_>>(), waiting);
        assert_eq!(by_mail.state().year.waiting, []);
    }
    assert!(waited > fewest && at_once > fewest, "{waited} {at_once}");
}

/// FRW §6.3: who reads that the Turks are coming says with the first sheet what that costs.
#[test]
fn the_first_sheet_answers_an_event_that_waits() {
    let scared =
        |seed: &u8| rolled(&ByMail::begun("fontenoy", &[], *seed)).contains(&Balance::TurkishScare);
    let seed = (0..200).find(scared).unwrap();
    let mut lost = vec![];
    for word in ["thaler", "unit"] {
        let mut by_mail = ByMail::begun("fontenoy", &[], seed);
        let sheet = format!(
            "season: court 1741\npower: austria\nreactions: [{{who: any, events: {{turks: {word}}}}}]\n"
        );
        let events = played(&mut by_mail, &BTreeMap::from([("austria".to_owned(), sheet)]));
        let of_event = |event: &&Event| matches!(event, Event::Force(ForceEvent::Lost { seat, why: Cause::Event, .. }) if seat == "austria");
        lost.push(events.iter().filter(of_event).count());
    }
    assert_eq!(lost[0] + 1, lost[1], "one unit more, since no thaler are paid");
}

/// Before the start nothing is drawn, whatever the chance of the start will be.
#[test]
fn before_the_start_nobody_knows_a_hand() {
    let mut all = vec![];
    for seed in [1, 2] {
        let by_mail = ByMail::begun("first-silesian-war", &[], seed);
        let known = by_mail.game.before_start(&by_mail.at.known["austria"]).unwrap();
        all.push(known);
    }
    assert_eq!(all[0], all[1]);
    let known: Known = serde_json::from_str(&all[0]).unwrap();
    assert!(known.markers.own.is_empty() && known.events.is_empty() && known.dice.is_empty());
}

/// A campaign that began under the fourth edition has drawn nothing when its first court is played: hands
/// are dealt and events rolled there.
#[test]
fn a_campaign_of_the_fourth_edition_draws_in_its_first_court() {
    let mut by_mail = ByMail::undrawn("first-silesian-war", &[], 7);
    let events = played(&mut by_mail, &BTreeMap::new());
    let is_roll = |event: &&Event| matches!(event, Event::Year(YearEvent::BalanceRolled { .. }));
    assert!(events.iter().filter(is_roll).count() >= 4);
    let is_wait = |event: &&Event| matches!(event, Event::Year(YearEvent::EventWaits { .. }));
    assert_eq!(events.iter().find(is_wait), None, "the sheets are there");
    assert!(by_mail.seats().iter().any(|seat| held(&by_mail.state(), seat) > 2));
}

/// FRW §7.1, §7.4: the bids are opened, the highest alone is paid, and the order goes clockwise from
/// there.
#[test]
fn the_highest_bid_is_paid_and_goes_first() {
    let mut by_mail = begun("4");
    let events = court(&mut by_mail, &[("austria", 3), ("france", 2), ("prussia", 1)]);
    let bids = [("austria", 3), ("britain", 0), ("france", 2), ("prussia", 1)];
    let bids = bids.map(|(seat, bid)| (seat.to_owned(), bid)).into();
    assert!(events.contains(&CourtEvent::InitiativeTaken {
        seat: "austria".to_owned(),
        bids,
        paid: 3
    }));
    let spent = |event: &&CourtEvent| matches!(event, CourtEvent::Spent { .. });
    let spent: Vec<&CourtEvent> = events.iter().filter(spent).collect();
    let (seat, from, on) = ("austria".to_owned(), "austria".to_owned(), "initiative".to_owned());
    assert_eq!(spent, [&CourtEvent::Spent { seat, from, halves: 6, on }]);
    assert_eq!(by_mail.state().order(), ["austria", "france", "britain", "prussia"]);
}

/// FRW §7.2: a tie is broken by lot, so among several seeds each of the highest wins now and then, and
/// nobody else.
#[test]
fn a_tie_is_broken_by_lot() {
    let mut won = BTreeMap::new();
    for seed in 0..12 {
        let mut by_mail = ByMail::begun("first-silesian-war", &[], seed);
        court(&mut by_mail, &[("austria", 2), ("france", 2), ("prussia", 1)]);
        *won.entry(by_mail.state().initiative.clone().unwrap()).or_insert(0) += 1;
    }
    assert_eq!(won.keys().collect::<Vec<_>>(), ["austria", "france"], "{won:?}");
}

/// FRW §8.1, §8.3, §27.8: money is counted in halves; the cities that a seat occupies pay, and an area
/// off the map pays though nobody stands in it.
#[test]
fn cities_that_are_occupied_pay() {
    let mut by_mail = begun("4");
    let state = by_mail.state();
    let events = court(&mut by_mail, &[]);
    let mut checked = 0;
    for seat in ["prussia", "austria", "france", "britain"] {
        // The balance of power comes before the taxes (§3.2), and may give a minor to somebody.
        let changed = |event: &CourtEvent| {
            matches!(event, CourtEvent::ControlChanged { before, seat: now, .. }
                if [before, now].iter().any(|one| one.as_deref() == Some(seat)))
        };
        if events.iter().any(changed) {
            continue;
        }
        checked += 1;
        let held = |at: &kit::ground::Space| state.occupier(*at).as_deref() == Some(seat);
        let paying = state.units.spaces().filter(held);
        let cities: Vec<u32> =
            paying.filter_map(|at| by_mail.book.atlas.city(at)).map(|city| city.tax).collect();
        let areas = by_mail.book.atlas.off_map().filter(|(_, area)| area.power == seat);
        let areas: u32 = areas.map(|(_, area)| area.tax).sum();
        let to = seat.to_owned();
        let halves = 2 * (cities.iter().sum::<u32>() + areas);
        let count = u32::try_from(cities.len()).unwrap();
        let taxed = CourtEvent::Taxed { seat: to.clone(), to, halves, cities: count };
        assert!(events.contains(&taxed), "{taxed:?}\n{events:?}");
    }
    assert!(checked >= 3, "{checked} seats are checked");
}

/// FRW §28.1, §31.5, §40: ten minor powers, neutral at first, whose units stand where their card says; each
/// has counters for them.
#[test]
fn minor_powers_stand_where_their_card_says() {
    let by_mail = begun("4");
    let (book, state) = (&by_mail.book, by_mail.state());
    let minors: Vec<&str> = book.cards.minors.keys().map(String::as_str).collect();
    let ten = [
        "bavaria",
        "genoa",
        "netherlands",
        "russia",
        "savoy",
        "saxony",
        "spain",
        "sweden",
        "switzerland",
        "venice",
    ];
    assert_eq!(minors, ten);
    for minor in ten {
        assert_eq!(state.controller(minor), None, "{minor} is neutral");
        let mut units = 0;
        for (place, names) in book.setup(minor) {
            let at = book.atlas.find(place).unwrap();
            let here: Vec<String> = {
                let own = state.units.at(at).filter(|unit| unit.power == minor);
                own.map(|unit| unit.words()).collect()
            };
            assert_eq!(here.len(), names.len(), "{minor} at {place}: {here:?}");
            units += here.len();
        }
        let all = state.units.values().filter(|unit| unit.power == minor).count();
        assert_eq!(all, units, "{minor} has nobody elsewhere");
        for kind in Kind::TROOPS {
            assert!(
                state.in_play(minor, kind).unwrap() <= book.cards.mix(minor, kind),
                "{minor} {kind:?}"
            );
        }
    }
    let saxony = book.atlas.find("Dresden").unwrap();
    let kinds: Vec<Kind> = state.units.at(saxony).map(|unit| unit.kind).collect();
    assert_eq!(kinds.iter().filter(|kind| **kind == Kind::Infantry).count(), 2);
    assert!(state.units.get("Rutowski").is_some_and(|unit| unit.at == saxony));
}
