//! The secrets of fleets (FRW §25.5): who goes aboard, and what they carry.

use super::{ByMail, Luck, Season, Secret, Sheets, Twin, changed_unit, compare, ranks};
use frederick::record::event::{Event, SeaEvent};
use frederick::record::state::State;
use frederick::sight::Seen;
use report::Templates;

const SECRETS: [Secret; 3] = [
    Secret { name: "which unit goes aboard", twin: other_boards, hole: boardings },
    Secret { name: "a leader who goes aboard", twin: leader_boards, hole: boardings },
    Secret { name: "the kind of a unit aboard", twin: other_cargo, hole: ranks },
];

fn boardings(event: &Event, _: &State, seen: &mut Seen) {
    if matches!(event, Event::Sea(SeaEvent::Boarded { .. })) {
        seen.event = Some(event.clone());
    }
}

/// The same season in which somebody else goes aboard.
fn boards(season: &Season<'_>, word: &str) -> Option<Twin> {
    let mut sheets = season.sheets.clone();
    let sheet = sheets.get_mut("britain")?;
    let other = sheet.replace("embark: [veteran infantry]", &format!("embark: [{word}]"));
    let changed = other != *sheet;
    *sheet = other;
    let before = season.before.clone();
    changed.then(|| Twin { before, sheets, of: "britain".to_owned(), reader: None })
}

fn other_boards(season: &Season<'_>, _: &mut Luck) -> Option<Twin> {
    boards(season, "cavalry")
}

/// George II stays on top of those who stay behind.
fn leader_boards(season: &Season<'_>, _: &mut Luck) -> Option<Twin> {
    boards(season, "Cumberland")
}

fn other_cargo(season: &Season<'_>, _: &mut Luck) -> Option<Twin> {
    let state: State = serde_json::from_str(&season.before.state).unwrap();
    let id = state.units.values().find(|unit| unit.aboard.is_some())?.id.clone();
    changed_unit(season, &id, "kind", ["infantry", "cavalry"])
}

/// Britain takes a unit aboard and sails, and then sails on; nobody meets them.
fn sheets(by_mail: &ByMail, season: usize) -> Sheets {
    let entry = match season {
        0 => return Sheets::new(),
        1 => {
            "{force: Britain box, units: [fleet], steps: [{embark: [veteran infantry]}, {sail: 4C}]}"
        }
        _ => "{force: 4C, units: [fleet], steps: [{sail: Ostend}, {land: all}]}",
    };
    let name = &by_mail.at.season.name;
    let text = format!("season: {name}\npower: britain\noperations:\n  - {entry}\n");
    [("britain".to_owned(), text)].into()
}

/// In both sorts of fog, with and without a hole.
#[test]
fn what_a_fleet_carries_is_its_owners_to_know() {
    let templates = Templates::new(&Default::default()).unwrap();
    let mut counts = [0; SECRETS.len()];
    for fog in ["table", "near"] {
        let mut by_mail = ByMail::begun("first-silesian-war", &[("fog", fog)], 5);
        for number in 0..3 {
            let sheets = sheets(&by_mail, number);
            let before = by_mail.at.clone();
            let (played, _) = by_mail.play(&sheets);
            let season = Season { by_mail: &by_mail, before, sheets, played };
            for (secret, count) in SECRETS.iter().zip(&mut counts) {
                if let Some(twin) = (secret.twin)(&season, &mut Luck(0)) {
                    *count += compare(&season, &templates, secret, &twin, true);
                }
            }
        }
    }
    for (secret, count) in SECRETS.iter().zip(counts) {
        assert!(count > 3, "no twin of {} is told apart: {counts:?}", secret.name);
    }
}
