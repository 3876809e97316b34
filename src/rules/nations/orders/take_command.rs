//! `take command`: an arriving leader replaces the one who is there (NIA §4.2.4).

use super::{Play, StepKind};
use crate::land::joining;
use crate::orders::rehearsal::Plan;
use crate::orders::words::FORCE;
use crate::record::event::Reason;
use crate::season::activation::Activation;
use sheet::keys::{Field, Filled, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "take command",
        rule: "NIA §4.2.4",
        value: Value::Short(&[Field {
            key: "of",
            value: Value::Name(&FORCE),
            doc: "The force whose command he takes; its leader goes to the pool.",
        }]),
        doc: "A leader alone takes over a force in the same hex: senior to an army's leader, or at least equal to another's.",
    },
    tell,
    play: Play::Land(play),
};

fn tell(_: &mut Plan, filled: &Filled) -> String {
    format!("take command: of {}", filled.name("of").unwrap_or_default())
}

fn play(acting: &mut Activation, filled: &Filled) -> Result<(), Reason> {
    let other = joining::here(acting, filled.name("of").unwrap_or_default())?;
    if other.power != acting.power {
        return Err(Reason::NotThere { name: "a force of your own".to_owned() });
    }
    joining::replace(acting, &other, true)
}
