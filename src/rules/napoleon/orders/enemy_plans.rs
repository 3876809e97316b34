//! What the enemy may draw for its forces in a battle, as the guide tells it; all of it is read from the book
//! (§13.5 to §13.8).

use crate::book::Book;
use crate::book::plans::{Drawn, EnemyDefault, NoRoll, Order, Plan, Range, Special, Step};
use crate::record::force::{Kind, Punch};
use sheet::guide::{Chapter, Table};

/// The chapter, with a table of the counters of its cup.
pub fn chapter(book: &Book) -> Chapter {
    let plans = &book.plans;
    let counters: u32 = plans.enemy_counters().map(|(_, many)| u32::from(many)).sum();
    let default = |which: EnemyDefault| {
        let plan = plans.plan(plans.enemy_default(which));
        plan.map(|plan| format!("{} ({})", plan.name, orders(plan))).unwrap_or_default()
    };
    let lines = vec![
        format!(
            "Each turn of a battle the enemy draws {} of {counters} counters, and more where the fog of war \
             says so. Infantry and cavalry get them, the highest skill first, and act on them before \
             you act. A counter for the whole enemy counts in that turn, and another one is drawn. At the \
             turn's end all go back.",
            book.campaign.plans.enemy
        ),
        format!(
            "Without a counter an enemy at range 2 or more does {}; nearer it does {}; a routed one does {}.",
            default(EnemyDefault::Advance),
            default(EnemyDefault::Combat),
            default(EnemyDefault::Retreat)
        ),
    ];
    let row = |(id, many)| {
        Some(match plans.drawn(id)? {
            Drawn::Plan(plan) => {
                vec![
                    plan.name.clone(),
                    format!("{many}"),
                    die(plan.no_roll).to_owned(),
                    orders(plan),
                ]
            }
            Drawn::Special(special) => {
                vec![special.name.clone(), format!("{many}"), "no".to_owned(), of_all(special)]
            }
        })
    };
    let rows: Vec<Vec<String>> = plans.enemy_counters().filter_map(row).collect();
    let head = ["plan", "counters", "die to act", "what it does, in this order"];
    let table = Table::new("Plans of the enemy", &head, rows);
    Chapter::of("THE PLANS OF THE ENEMY", lines).with(vec![table])
}

/// When a force rolls whether it acts.
fn die(no_roll: NoRoll) -> &'static str {
    match no_roll {
        NoRoll::Always => "no",
        NoRoll::Never => "yes",
        NoRoll::InLine => "in column",
        NoRoll::InColumn => "in line",
        NoRoll::Cavalry => "infantry",
        NoRoll::Infantry => "cavalry",
    }
}

fn orders(plan: &Plan) -> String {
    plan.orders.iter().map(order).collect::<Vec<_>>().join(", ")
}

fn order(order: &Order) -> String {
    let only = order.only.map(|kind: Kind| format!("{}: ", kind.word())).unwrap_or_default();
    let at = order.at.map(|range| format!("at range {}: ", at_range(range))).unwrap_or_default();
    let step = match order.step {
        Step::Advance(0) => "forward".to_owned(),
        Step::Advance(shock) => format!("forward with shock {shock:+}"),
        Step::MayAdvance => "forward or not".to_owned(),
        Step::AdvanceOrRetreat => "forward or back".to_owned(),
        Step::Retreat => "back".to_owned(),
        Step::Line => "into line".to_owned(),
        Step::Column => "into column".to_owned(),
        Step::Turn => "line to column or back".to_owned(),
        Step::Attack(bonus) if bonus == Punch::default() => "attack".to_owned(),
        Step::Attack(bonus) => format!("attack {}", with_bonus(bonus)),
    };
    format!("{only}{at}{step}")
}

fn at_range(Range { least, most }: Range) -> String {
    if least == most { format!("{least}") } else { format!("{least} to {most}") }
}

fn with_bonus(Punch { combat, superscript }: Punch) -> String {
    format!("{combat:+}/{superscript:+}")
}

/// What a counter does for the whole enemy.
fn of_all(special: &Special) -> String {
    let bonus = special.attack.0;
    let told = [
        (special.activation > 0).then(|| format!("activation {:+}", special.activation)),
        (bonus != Punch::default()).then(|| format!("attacks {}", with_bonus(bonus))),
        (special.spared_hits > 0).then(|| match special.spared_hits {
            1 => "one hit on it is cancelled".to_owned(),
            many => format!("{many} hits on it are cancelled"),
        }),
    ];
    format!("the whole enemy: {}", told.into_iter().flatten().collect::<Vec<_>>().join(", "))
}
