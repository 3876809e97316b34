//! `rally`: attempts to bring a demoralized force back into order (NIA §8.3.3.2).

use super::attack::tell;
use super::{Play, StepKind};
use crate::cards;
use crate::land::reckon::host::Host;
use crate::land::reckon::morale;
use crate::orders::causes::Cause;
use crate::record::event::{BattleEvent, Reason};
use crate::record::state::Force;
use crate::turn::activation::Activation;
use crate::view::reasons;
use kit::rule::Rule;
use sheet::keys::{Field, Filled, Kind, Value};

const RALLY: Rule = Rule("NIA §8.3.3.2");

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "rally",
        rule: "NIA §8.3.3.2",
        value: Value::Map(&[Field {
            key: "attempts",
            value: Value::UpTo(3),
            doc: "How many attempts at most, three points each.",
        }]),
        doc: "Tries to rally the force at the start of its activation.",
    },
    tell: |plan, filled| {
        if let Some(force) = plan.force.clone() {
            match may_rally(&force, plan.spent > 0) {
                // A battle before may change that.
                Err(Reason::InOrder) => plan.only_if(Cause::Earlier),
                // Supply is looked at again when the force becomes active.
                Err(why @ Reason::OutOfSupply) => {
                    let text = reasons::sentence(plan.book, &why);
                    plan.remark("no-rally", text, Cause::of(&why));
                }
                may => plan.refuse_by("no-rally", may),
            }
        }
        tell(plan, filled, "rally", None)
    },
    play: Play::Land(play),
};

fn play(acting: &mut Activation, filled: &Filled) -> Result<(), Reason> {
    let attempts = filled.number("attempts").unwrap_or(1);
    for nth in 0..attempts {
        let force = acting.force().clone();
        let first = nth == 0;
        if !first && !force.demoralized {
            return Ok(());
        }
        may_rally(&force, acting.moved)?;
        let leader = force.commander().expect("who may rally is led");
        let again = first || filled.condition("if").is_none_or(|c| acting.says(c));
        let book = acting.turn.book;
        let cost = book.figures.actions.rally;
        if !again || (!first && acting.left() < cost) {
            return Ok(());
        }
        acting.spend(cost)?;
        let host = Host::of(book, &force);
        let season = acting.turn.state.season;
        let sound = Host { demoralized: false, ..host };
        let best = sound.morale(book, season).first().copied().unwrap_or(1);
        let (target, _) = morale::rally(best, i32::from(book.people.known(leader).combat));
        let zeal = cards::zeal(acting.turn, &[acting.force], force.at).map_or(0, |one| one.by);
        let target = target + zeal;
        let ask = acting.ask(RALLY);
        let die = acting.turn.ledger.dice(ask, 1, 6).faces[0];
        let (id, spent) = (acting.force, acting.spent);
        let succeeded = morale::rallies(die, target);
        acting.turn.record(BattleEvent::Rallied { force: id, die, target, succeeded, cost, spent });
    }
    Ok(())
}

/// Whether a force may try to rally (NIA §8.3.3.2, §6.1.2).
pub fn may_rally(force: &Force, moved: bool) -> Result<(), Reason> {
    if !force.demoralized {
        return Err(Reason::InOrder);
    }
    if force.unsupplied {
        return Err(Reason::OutOfSupply);
    }
    if moved {
        return Err(Reason::HasMoved);
    }
    match force.commander() {
        Some(_) => Ok(()),
        None => Err(Reason::HasNone { what: "leader".to_owned() }),
    }
}
