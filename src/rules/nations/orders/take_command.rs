//! `take command`: an arriving leader replaces the one who is there (NIA §4.2.4).

use super::absorb;
use super::{Play, StepKind};
use crate::book::spelling::spoken;
use crate::land::joining;
use crate::land::stacking;
use crate::orders::rehearsal::Plan;
use crate::orders::words::FORCE;
use crate::record::event::Reason;
use crate::record::state::Force;
use crate::turn::activation::Activation;
use sheet::keys::{Field, Filled, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "take command",
        rule: "NIA §4.2.4",
        value: Value::Short(&[Field {
            key: "of",
            value: Value::Needed(&Value::Name(&FORCE)),
            doc: "The force whose command he takes; its leader goes to the pool.",
        }]),
        doc: "A leader alone takes over a force in the same hex: senior to an army's leader, or at least equal to another's.",
    },
    tell,
    play: Play::Land(play),
};

fn tell(plan: &mut Plan, filled: &Filled) -> String {
    let name = filled.name("of").unwrap_or_default();
    let told = spoken(plan.book, name);
    if let Some((other, force)) = plan.meant(name).cloned().zip(plan.force.clone()) {
        absorb::must_meet(plan, &other, &told);
        on_paper(plan, &other, &force);
    }
    format!("take command: of {told}")
}

/// Puts the leader at the head of the force on paper, if they may lead it.
fn on_paper(plan: &mut Plan, other: &Force, force: &Force) {
    let Some(chief) = force.commander().filter(|_| !plan.unsure) else { return };
    if !force.units.is_empty() {
        let text = format!(
            "only a leader alone takes command, and {chief} has troops with them: where the march \
             ends the two forces join, and who leads then goes by rank"
        );
        plan.refuse("not-alone", text);
        if let Some(remark) = plan.faults.last_mut() {
            let help = "`absorb:` takes the other force in, `march: {to: [PLACES], alone: true}` leaves \
                        the troops behind";
            *remark = remark.clone().rule("NIA §4.2.4").help(help);
        }
        return;
    }
    let mut led = Force { at: force.at, ..plan.earlier.now(other) };
    if let Some(resident) = led.commander().map(str::to_owned) {
        if !stacking::outranks(plan.book, chief, &led, true) {
            let text = match led.army {
                Some(_) => format!("{chief} is not senior to {resident}, who commands an army"),
                None => format!("{resident} is of higher rank than {chief}"),
            };
            plan.refuse("cannot-command", text);
            return;
        }
        led.leaders.remove(0);
    }
    led.leaders.insert(0, chief.to_owned());
    led.trains += force.trains;
    led.engineers += force.engineers;
    plan.host = Some(other.id);
    plan.becomes = Some(led);
}

fn play(acting: &mut Activation, filled: &Filled) -> Result<(), Reason> {
    let other = joining::here(acting, filled.name("of").unwrap_or_default())?;
    if other.power != acting.power {
        return Err(Reason::NotThere { name: "a force of your own".to_owned() });
    }
    joining::replace(acting, &other, true)
}
