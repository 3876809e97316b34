//! What was met is remembered as it was (FRW §14.2): what its owner does with it unseen changes nothing that is
//! told to those who met it, with either sort of fog; what they see makes them forget it.

use super::{ByMail, Luck, Season, Secret, Sheets, Twin, compare};
use frederick::record::event::{Event, ForceEvent};
use frederick::record::season::Season as Name;
use frederick::record::state::State;
use frederick::record::unit::{Force, Height, Sort};
use frederick::sight::{Known, Seen, Stack};
use kit::ground::Space;
use report::Templates;
use std::collections::BTreeSet;

/// A campaign in which Prussia has met the Austrians in a square.
fn met(fog: &str, place: &str) -> (ByMail, Space) {
    let mut by_mail = ByMail::undrawn("first-silesian-war", &[("fog", fog)], 3);
    let at = by_mail.book.atlas.find(place).unwrap();
    let units: Vec<Sort> = by_mail.state().units.at(at).map(Sort::of).collect();
    // As it was seen when it was met, though it may be out of sight now.
    let stacks = ByMail::undrawn("first-silesian-war", &[], 3).known("prussia").stacks;
    let mut stack = stacks[&at][0].clone();
    stack.units = Some(units);
    stack.met = Some("operations 1741".parse::<Name>().unwrap());
    let mut known = by_mail.known("prussia");
    known.stacks.insert(at, vec![stack]);
    by_mail.at.known.insert("prussia".to_owned(), serde_json::to_string(&known).unwrap());
    (by_mail, at)
}

/// Where Prussia met whom, and sheets of Austria of which nobody else sees which was played: the same thaler, and
/// stacks that look alike. Glogau is in sight of Prussia with either fog.
const UNSEEN: [(&str, &str, &str, &str); 3] = [
    (
        "a promotion",
        "Prague",
        "promote: [{infantry: 1, at: Prague}]\n",
        "promote: [{infantry: 1, at: Olmütz}]\n",
    ),
    (
        "a unit raised",
        "Prague",
        "mobilize: [{infantry: 1, at: Prague}]\n",
        "mobilize: [{infantry: 1, at: Linz}]\n",
    ),
    (
        "a unit raised in sight",
        "Glogau",
        "mobilize: [{infantry: 1, at: Glogau}]\n",
        "mobilize: [{infantry: 1, at: Linz}]\n",
    ),
];

/// A fog with a hole through which the units of every square are seen.
fn everything(_: &Event, state: &State, seen: &mut Seen) {
    let Some(look) = &mut seen.look else { return };
    look.field = None;
    for at in state.units.spaces() {
        let one = Stack {
            seat: None,
            powers: BTreeSet::new(),
            leader: None,
            height: Height::Low,
            fleet: false,
            units: Some(state.units.at(at).map(Sort::of).collect()),
            met: None,
            since: None,
        };
        look.stacks.insert(at, vec![one]);
    }
}

fn none(_: &Season<'_>, _: &mut Luck) -> Option<Twin> {
    None
}

#[test]
fn what_is_done_unseen_in_a_stack_that_was_met_changes_nothing_that_is_told() {
    let templates = Templates::new(&Default::default()).unwrap();
    for fog in ["table", "near"] {
        for (name, place, one, other) in UNSEEN {
            let (mut by_mail, at) = met(fog, place);
            let sheet = |line: &str| {
                let head = "season: court 1741\npower: austria\n";
                Sheets::from([("austria".to_owned(), format!("{head}{line}"))])
            };
            let copy = by_mail.known("prussia").stacks[&at][0].units.clone();
            let before = by_mail.at.clone();
            let (played, _) = by_mail.play(&sheet(one));
            let stack = by_mail.known("prussia").stacks[&at][0].clone();
            assert_eq!((stack.units, stack.met.is_some()), (copy, true), "{fog}: {name}");
            let season =
                Season { by_mail: &by_mail, before: before.clone(), sheets: sheet(one), played };
            let (sheets, of) = (sheet(other), "austria".to_owned());
            let twin = Twin { before, sheets, of, reader: None };
            let secret = Secret { name, twin: none, hole: everything };
            let pairs = compare(&season, &templates, &secret, &twin, true);
            assert!(pairs > 0, "{fog}: {name} is told apart through the hole");
        }
    }
}

/// Who sees somebody join or leave no longer knows what is there; who sees a loss knows what is left.
#[test]
fn what_is_seen_changes_what_is_remembered() {
    let (by_mail, at) = met("table", "Prague");
    let known = by_mail.known("prussia");
    let learns = |event: ForceEvent| {
        let mut known: Known = known.clone();
        let seen =
            frederick::sight::Seen { event: Some(Event::from(event)), look: None, dice: false };
        known.learn(seen);
        known.stacks[&at][0].units.clone()
    };
    let units = known.stacks[&at][0].units.clone().unwrap();
    let force = Force {
        seat: "austria".to_owned(),
        leader: None,
        height: Height::Low,
        units: vec![],
        fleet: false,
    };
    let from = by_mail.book.atlas.find("Vienna").unwrap();
    assert_eq!(learns(ForceEvent::Moved { force: force.clone(), from, to: at }), None);
    assert_eq!(learns(ForceEvent::Moved { force: force.clone(), from: at, to: from }), None);
    // A stack is of one seat: what others do in its square changes nothing of it.
    let own = Force { seat: "prussia".to_owned(), ..force.clone() };
    let went = ForceEvent::Moved { force: own, from: at, to: from };
    assert_eq!(learns(went), Some(units.clone()));
    let lost = |sort: &Sort| ForceEvent::Lost {
        seat: "austria".to_owned(),
        at,
        sort: sort.clone(),
        unit: String::new(),
        why: frederick::record::event::Cause::Battle,
        to_pool: false,
    };
    assert_eq!(learns(lost(&units[0])).map(|left| left.len()), Some(units.len() - 1));
    assert_eq!(
        learns(ForceEvent::Passed { seat: "austria".to_owned(), go_around: 1 }),
        Some(units)
    );
}
