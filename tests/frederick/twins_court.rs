//! The secrets of the court: deals that were not made, wishes that came to nothing, the order of the pool,
//! and ceilings that did not matter.

use super::{ByMail, Luck, Robot, Season, Secret, Sheets, Twin, compare, gets, written};
use frederick::record::event::{CourtEvent, Event, OrderEvent};
use frederick::record::state::State;
use frederick::sight::Seen;
use report::Templates;
use std::collections::BTreeMap;

pub const SECRETS: [Secret; 4] = [
    Secret { name: "a deal that was not made", twin: deal, hole: deals },
    Secret { name: "a wish that came to nothing", twin: wish, hole: undone },
    Secret { name: "a bid whose condition does not hold", twin: bid, hole: undone },
    Secret { name: "the order of the pool", twin: pool, hole: pools },
];

fn deals(event: &Event, _: &State, seen: &mut Seen) {
    if matches!(event, Event::Court(CourtEvent::DealNotMade { .. })) {
        seen.event = Some(event.clone());
    }
}

pub fn undone(event: &Event, _: &State, seen: &mut Seen) {
    if matches!(event, Event::Order(OrderEvent::NotDone { .. })) {
        seen.event = Some(event.clone());
    }
}

fn pools(_: &Event, state: &State, seen: &mut Seen) {
    if let Some(look) = &mut seen.look {
        look.markers.table = state.markers.cards().cloned().collect();
    }
}

fn deal(season: &Season<'_>, luck: &mut Luck) -> Option<Twin> {
    written(season, luck, |sheet| {
        let line = "deals:\n  - {name: secret, with: austria, give: {thaler: 1}}\n";
        let line = match sheet.contains("power: austria") {
            true => line.replace("with: austria", "with: prussia"),
            false => line.to_owned(),
        };
        let has = sheet.contains("deals:\n");
        let court = sheet.contains("season: court");
        court.then(|| match has {
            true => sheet.replace("deals:\n", &line),
            false => sheet.replace("initiative:", &format!("{line}initiative:")),
        })
    })
}

fn wish(season: &Season<'_>, luck: &mut Luck) -> Option<Twin> {
    written(season, luck, |sheet| {
        let line = "mobilize:\n  - {fleet: 9, at: Innsbruck, if: thaler >= 90}\n";
        let court = sheet.contains("mobilize:\n");
        court.then(|| sheet.replace("mobilize:\n", line))
    })
}

/// A first bid that never holds is told to its writer alone, and moves no die of others.
fn bid(season: &Season<'_>, luck: &mut Luck) -> Option<Twin> {
    written(season, luck, |sheet| {
        let line = "initiative: [{bid: 3, if: thaler >= 900}, ";
        sheet.contains("initiative: [").then(|| sheet.replace("initiative: [", line))
    })
}

/// Two markers of the pool have changed their places.
fn pool(season: &Season<'_>, luck: &mut Luck) -> Option<Twin> {
    let state: State = serde_json::from_str(&season.before.state).unwrap();
    let held: Vec<String> = state.seats.iter().flat_map(|seat| state.hand(seat)).collect();
    let pool: Vec<&String> = state.markers.cards().filter(|card| !held.contains(card)).collect();
    let (one, other) = ((*luck.pick(&pool)?).clone(), (*luck.pick(&pool)?).clone());
    let [one, other] = [one, other].map(|card| format!("\"{card}\""));
    let mut before = season.before.clone();
    let text = before.state.replace(&one, "\"\u{0}\"");
    before.state = text.replace(&other, &one).replace("\"\u{0}\"", &other);
    let of = "nobody".to_owned();
    Some(Twin { before, sheets: season.sheets.clone(), of, reader: None })
}

/// The sheets of a court in which Prussia and Austria bid for the lots up to some price.
fn bidding(by_mail: &ByMail, prussia: u32, austria: u32) -> BTreeMap<String, String> {
    let sheet = |seat: &str, most: u32| {
        let season = &by_mail.at.season.name;
        let text = format!(
            "season: {season}\npower: {seat}\ninitiative: [{{bid: 0}}]\nmarket: {{open: 1, up to: \
             {most}, most: 1}}\n"
        );
        (seat.to_owned(), text)
    };
    [sheet("prussia", prussia), sheet("austria", austria)].into()
}

/// A ceiling above what was paid changes nothing that others get; one that changes the price does.
#[test]
fn a_ceiling_that_did_not_matter_is_nobodys_to_know() {
    let templates = Templates::new(&Default::default()).unwrap();
    let (mut alike, mut apart) = (0, 0);
    for seed in 0..2 {
        let by_mail = ByMail::begun("first-silesian-war", &[], seed);
        let play = |sheets: &BTreeMap<String, String>| {
            let name = by_mail.at.season.name.clone();
            let mut ledger = kit::ledger::Ledger::seeded(&name, [seed; 32]);
            by_mail.game.resolve(&by_mail.at, sheets, &mut ledger).unwrap()
        };
        let first = play(&bidding(&by_mail, 4, 2));
        let higher = play(&bidding(&by_mail, 6, 2));
        let dearer = play(&bidding(&by_mail, 4, 0));
        for seat in ["france", "britain"] {
            let [one, other, third] =
                [&first, &higher, &dearer].map(|played| &played.after.known[seat]);
            assert_eq!(gets(&by_mail, &templates, one), gets(&by_mail, &templates, other));
            alike += 1;
            apart += usize::from(one != third);
        }
    }
    assert!(alike == 4 && apart > 1, "{alike} alike, {apart} apart");
}

/// The sheets of operations in which one force marches and nobody draws a marker.
fn quiet(by_mail: &ByMail) -> Sheets {
    let season = &by_mail.at.season.name;
    let text = format!(
        "season: {season}\npower: austria\noperations:\n  - {{force: Vienna, steps: [{{march: \
         Linz}}]}}\n"
    );
    [("austria".to_owned(), text)].into()
}

/// Deals, wishes and the pool: each with pairs that its hole tells apart.
#[test]
fn what_the_court_hides_changes_nothing_that_others_get() {
    let games = if crate::effort::is_long() { 12 } else { 1 };
    let templates = Templates::new(&Default::default()).unwrap();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..games {
        let fog = ["table", "near"][usize::from(seed) % 2];
        let mut by_mail = ByMail::begun("first-silesian-war", &[("fog", fog)], seed);
        let mut robot = Robot(Luck(u64::from(seed) + 40));
        for is_court in [true, false] {
            let sheet = |seat: String| (seat.clone(), robot.sheet(&by_mail, &seat));
            let sheets: Sheets = match is_court {
                true => by_mail.seats().into_iter().map(sheet).collect(),
                false => quiet(&by_mail),
            };
            let before = by_mail.at.clone();
            let (played, _) = by_mail.play(&sheets);
            let season = Season { by_mail: &by_mail, before, sheets, played };
            for secret in &SECRETS {
                let luck = &mut Luck(u64::from(seed) * 17 + u64::from(is_court));
                let twin = (0..8).find_map(|_| (secret.twin)(&season, luck));
                let Some(twin) = twin else { continue };
                let count = counts.entry(secret.name).or_default();
                *count += compare(&season, &templates, secret, &twin, *count == 0);
            }
        }
    }
    for secret in &SECRETS {
        let count = counts.get(secret.name).copied().unwrap_or_default();
        assert!(count > 1, "no twin of {} is told apart: {counts:?}", secret.name);
    }
}
