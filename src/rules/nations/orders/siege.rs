//! `siege` and `screen`: attempts on a fortress (NIA §9.1, §9.2, §5.2.10).

use super::attack::tell;
use super::{Play, StepKind};
use crate::land::reckon::siege as figures;
use crate::land::siege;
use crate::orders::causes::Cause;
use crate::orders::rehearsal::Plan;
use crate::orders::words::{SUBORDINATE, UNIT};
use crate::record::event::Reason;
use sheet::keys::{Field, Filled, Kind, Value};

pub const STEP: StepKind = StepKind {
    kind: Kind {
        key: "siege",
        rule: "NIA §9.1",
        value: Value::Map(&[
            Field {
                key: "attempts",
                value: Value::UpTo(9),
                doc: "How many attempts at most; before each the step's `if` is asked again.",
            },
            Field {
                key: "keep mp",
                value: Value::Number(0, 9),
                doc: "Points that must be left afterwards.",
            },
            Field {
                key: "lead",
                value: Value::Name(&UNIT),
                doc: "The unit that leads an assault.",
            },
            Field {
                key: "subordinate",
                value: Value::Name(&SUBORDINATE),
                doc: "The subordinate who helps in an assault.",
            },
        ]),
        doc: "Besieges the fortress of the hex; an attempt costs points equal to its level.",
    },
    tell: attempts,
    play: Play::Land(siege::lay),
};

/// Tells the attempts, with what they cost and how many the points allow.
fn attempts(plan: &mut Plan, filled: &Filled) -> String {
    if plan.over {
        let text = "if the attack before it is made, no siege follows it (`after: hold`); write `after: go on` \
                    there to besiege";
        plan.remark("held", text.to_owned(), Cause::Rules);
        return "siege: none after an attack that is to hold".to_owned();
    }
    let here = plan.here().filter(|_| !plan.unsure);
    let level = here.map_or(0, |at| u32::from(plan.known.fortress(plan.book, at)));
    let keep = filled.number("keep mp").and_then(|keep| u32::try_from(keep).ok()).unwrap_or(0);
    let left = plan.left().saturating_sub(keep);
    let comes = here.is_some() && plan.path.last().copied() == here;
    let before = plan.entry.steps.iter().take_while(|step| step.at.start < plan.at.start);
    let tried = before.filter(|step| step.key == STEP.kind.key).count() > 0;
    if level > 0 && siege::is_for_nothing(comes, tried, (plan.left(), level)) {
        plan.depends_on(&[Cause::Enemy, Cause::Battle]);
        let told = format!(
            "one attempt without cost, since the points that are left, {}, pay for none",
            plan.left()
        );
        return tell(plan, filled, "siege", Some(told));
    }
    if level > left {
        plan.only_if(Cause::Points);
    }
    if plan.force.is_some() && plan.left() == 0 {
        let text = "no point is left for an attempt after the steps before".to_owned();
        plan.refuse("no-points-left", text);
    } else if level > left {
        let kept = if keep > 0 { format!(" beside the {keep} to keep") } else { String::new() };
        let text = format!("an attempt costs {level} here, and {left} are left for it{kept}");
        plan.refuse("no-points-left", text);
    }
    let costs = (level > 0).then(|| {
        let most = left / level;
        let points = if level == 1 { "point" } else { "points" };
        let wanted = filled.number("attempts").and_then(|many| u32::try_from(many).ok());
        match wanted.filter(|wanted| *wanted <= most) {
            Some(_) => format!("each costs {level} {points}"),
            None => format!("each costs {level} {points}, so {most} at the most"),
        }
    });
    plan.depends_on(&[Cause::Enemy, Cause::Battle]);
    let hungry = plan.force.as_ref().is_some_and(|force| force.unsupplied);
    let by = plan.book.war.besieging.get(figures::OUT_OF_SUPPLY);
    let counts = hungry.then(|| format!("out of supply, which counts {by:+} in each"));
    let is_last = plan.force.as_ref().is_some_and(|force| force.steps() == 1);
    let last = is_last.then(|| "a repulse can cost its last step".to_owned());
    let told: Vec<String> = costs.into_iter().chain(counts).chain(last).collect();
    tell(plan, filled, "siege", (!told.is_empty()).then(|| told.join("; ")))
}

pub const SCREEN: StepKind = StepKind {
    kind: Kind {
        key: "screen",
        rule: "NIA §5.2.10",
        value: Value::Map(&[Field {
            key: "siege",
            value: Value::Needed(&Value::Condition),
            doc: "When the screen makes its one attempt.",
        }]),
        doc: "What the screen does that was left before a fortress.",
    },
    tell: |plan, filled| {
        plan.only_if(Cause::Enemy);
        tell(plan, filled, "screen", None)
    },
    play: Play::Land(|acting, filled| {
        let makes = filled.condition("siege").is_none_or(|condition| acting.says(condition));
        if acting.screens.is_empty() {
            return Err(Reason::HasNone { what: "screen".to_owned() });
        }
        if !makes {
            acting.screens.clear();
        }
        Ok(())
    }),
};
