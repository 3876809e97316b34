//! `detach`: sends a subordinate off with units of his army, which stays inactive (NIA §4.2.5).

use super::drop::{chosen, leave};
use super::{Play, StepKind};
use crate::land::stacking;
use crate::orders::rehearsal::Plan;
use crate::orders::words::{FORCE, LEADER, Pick, UNIT};
use crate::record::event::{ForceEvent, Parting, Reason};
use crate::record::state::Force;
use crate::turn::activation::Activation;
use sheet::keys::{Field, Filled, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "detach",
        rule: "NIA §4.2.5",
        value: Value::Map(&[
            Field {
                key: "leader",
                value: Value::Needed(&Value::Name(&LEADER)),
                doc: "The subordinate who goes.",
            },
            Field {
                key: "from",
                value: Value::Needed(&Value::Name(&FORCE)),
                doc: "The army or force he leaves.",
            },
            Field {
                key: "units",
                value: Value::List(&Value::Name(&UNIT)),
                doc: "The units he takes, within the steps of his rank.",
            },
            Field {
                key: "engineer",
                value: Value::Number(0, 4),
                doc: "How many engineers he takes.",
            },
            Field { key: "train", value: Value::Number(0, 8), doc: "How many trains he takes." },
        ]),
        doc: "Activates a subordinate with units of the army, and not the army; first step of his entry.",
    },
    tell,
    play: Play::Land(play),
};

/// Takes what the order names out of the army.
fn part(
    book: &crate::book::Book,
    army: &mut Force,
    goes: &mut Force,
    filled: &Filled,
) -> Result<(), Reason> {
    let leader = filled.name("leader").unwrap_or_default();
    let place = army.leaders.iter().position(|name| name == leader);
    let place = place.ok_or_else(|| Reason::NotHere { name: leader.to_owned() })?;
    if place == 0 {
        let from = filled.name("from").filter(|_| army.army.is_none());
        return Err(match from {
            Some(from) => Reason::NotHere { name: from.to_owned() },
            None => Reason::CommandsArmy,
        });
    }
    goes.leaders.push(army.leaders.remove(place));
    for written in filled.names("units") {
        let pick = Pick::read(written, &book.units, &book.people);
        let pick = pick.map_err(|_| Reason::HasNone { what: written.to_owned() })?;
        leave(book, army, goes, &pick)?;
    }
    for (key, from, to) in [
        ("engineer", &mut army.engineers, &mut goes.engineers),
        ("train", &mut army.trains, &mut goes.trains),
    ] {
        let wanted = filled.number(key).and_then(|n| u8::try_from(n).ok()).unwrap_or(0);
        *from = from.checked_sub(wanted).ok_or_else(|| Reason::HasNone { what: key.to_owned() })?;
        *to += wanted;
    }
    goes.settle();
    stacking::give_up_marker(book, army)?;
    if !stacking::fits(book, goes) {
        return Err(Reason::NoRoom { name: leader.to_owned() });
    }
    Ok(())
}

/// The line of the receipt, with the units as they are written or as they were chosen.
fn line(mut with: Vec<String>, filled: &Filled) -> String {
    let support = ["engineer", "train"].map(|key| (key, filled.number(key).unwrap_or(0)));
    with.extend(support.iter().filter(|(_, count)| *count > 0).map(|(key, count)| {
        let plural = if *count == 1 { "" } else { "s" };
        format!("{count} {key}{plural}")
    }));
    format!(
        "detach: {} from {} with {}",
        filled.name("leader").unwrap_or_default(),
        filled.name("from").unwrap_or_default(),
        if with.is_empty() { "nobody".to_owned() } else { with.join(", ") }
    )
}

fn tell(plan: &mut Plan, filled: &Filled) -> String {
    let written = filled.names("units");
    let mut with: Vec<String> = written.iter().map(ToString::to_string).collect();
    if let Some(mut army) = plan.force.clone() {
        let mut goes = Force::new(army.id, &army.power.clone(), army.at);
        match part(plan.book, &mut army, &mut goes, filled) {
            Ok(()) => {
                if !plan.unsure {
                    with = chosen(plan.book, &written, &goes);
                }
                plan.tell_marker(&army);
                plan.force = Some(goes);
                plan.part(army);
            }
            Err(reason) if !plan.unsure => {
                let mut text = super::super::view::reasons::sentence(plan.book, &reason);
                let stands_alone = |other: &Force| {
                    other.at == army.at && other.trains > 0 && other.is_support_alone_or_depot()
                };
                let lacks_train =
                    filled.number("train").is_some_and(|n| n > i64::from(army.trains));
                if lacks_train && plan.known.own().any(stands_alone) {
                    text.push_str(
                        " with them; one stands by itself in the hex: an entry of theirs with \
                         `take: train` before picks it up",
                    );
                }
                plan.refuse("cannot-detach", text);
            }
            Err(_) => {}
        }
    }
    line(with, filled)
}

fn play(acting: &mut Activation, filled: &Filled) -> Result<(), Reason> {
    if filled.name("leader") != Some(acting.who.as_str()) {
        return Err(Reason::NotHere { name: acting.who.clone() });
    }
    let mut army = acting.force().clone();
    let mut goes = Force::new(acting.turn.new_id(&army.power), &army.power, army.at);
    part(acting.turn.book, &mut army, &mut goes, filled)?;
    // Who leaves an army has been activated as often as it has (§5.1.9).
    goes.activations = army.activations;
    (goes.demoralized, goes.unsupplied) = (army.demoralized, army.unsupplied);
    acting.parted.push(army.id);
    acting.served.push(army.id);
    acting.force = goes.id;
    acting.turn.record(ForceEvent::Parted { force: army, new: goes, how: Parting::Detached });
    acting.activate();
    Ok(())
}
