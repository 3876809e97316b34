//! The small probes: one chart, counter or plan each.

use super::listed::Listed;
use super::{Trouble, book, needed, number, only, word};
use crate::book::Book;
use crate::book::plans::{Drawn, Order, Plan, Range, Step, Way};
use crate::case::facts;
use crate::record::force::{Kind, Punch, outweighed};
use crate::theatre::Theatre;
use crate::theatre::holding::{Outcome as End, victory};
use crate::theatre::orders::Group;
use kit::shelf::Shelf;
use play::case::{Case, Outcome};
use std::collections::BTreeMap;

type Outputs = BTreeMap<String, String>;

/// Plays a case of this probe.
pub fn play(shelf: &Shelf, case: &Case) -> Result<Outcome, Trouble> {
    let book = book(shelf, case)?;
    let mut listed = Listed::new(&book, &case.ledger);
    let probe = needed(word(&case.setup, "probe"), "probe")?;
    let outputs = match probe {
        "fog" => fog(&book, case, &mut listed)?,
        "enemy orders" => orders(&book, case, &mut listed)?,
        "withdrawal" => {
            only(&case.setup, &["rules", "probe", "roll"])?;
            let row = book.tables.withdrawal.read(roll(case)?);
            outputs(&[("is", format!("{row:?}"))])
        }
        "resupply" => {
            only(&case.setup, &["rules", "probe", "roll"])?;
            let row = book.tables.map.resupply.read(roll(case)?);
            outputs(&[("gain", format!("{:?}", row.gain)), ("amount", row.amount.to_string())])
        }
        "weight" => {
            only(&case.setup, &["rules", "probe", "French", "enemy"])?;
            let sum = |side| needed(number(&case.setup, side), side);
            let (french, enemy) = (sum("French")? as u32, sum("enemy")? as u32);
            let lost = outweighed(french, enemy, book.figures.outweighed);
            outputs(&[("lost", lost.map_or("nobody", facts::side).to_owned())])
        }
        "plan" => plan(&book, case)?,
        "counter" => counter(&book, case)?,
        "track" => track(&book, case)?,
        "distance" => {
            only(&case.setup, &["rules", "probe", "from", "to"])?;
            let area = |key| {
                let name = needed(word(&case.setup, key), key)?;
                needed(book.map.find(name), name)
            };
            let moves = needed(book.map.distance(area("from")?, area("to")?), "a way")?;
            outputs(&[("moves", moves.to_string())])
        }
        other => return Err(format!("there is no probe `{other}`")),
    };
    listed.finish();
    Ok(Outcome { probe: Some(outputs), faults: listed.faults, ..Outcome::default() })
}

fn outputs(list: &[(&str, String)]) -> Outputs {
    list.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

fn roll(case: &Case) -> Result<i64, Trouble> {
    Ok(needed(number(&case.setup, "roll"), "roll")? as i64)
}

fn with_supply(book: &Book, case: &Case) -> Result<Theatre, Trouble> {
    only(&case.setup, &["rules", "probe", "enemy supply", "scout"])?;
    let mut theatre = Theatre::set_up(book);
    theatre.enemy_supply = needed(number(&case.setup, "enemy supply"), "enemy supply")? as u32;
    theatre.scouts = u32::from(word(&case.setup, "scout") == Some("yes"));
    Ok(theatre)
}

/// A fog roll for a battle at Savona; with a scout it is rolled again.
fn fog(book: &Book, case: &Case, listed: &mut Listed) -> Result<Outputs, Trouble> {
    let mut theatre = with_supply(book, case)?;
    let at = needed(book.map.find("Savona"), "Savona")?;
    let mut total = theatre.roll_fog(book, at, listed);
    if theatre.scouts > 0 {
        total = needed(theatre.reroll_fog(at, listed), "a scout")?;
    }
    let row = book.tables.fog.rows.read(total);
    Ok(outputs(&[
        ("row", total.to_string()),
        ("turns", row.turns.to_string()),
        ("event", format!("{:?}", row.event)),
        ("amount", row.amount.to_string()),
        ("enemy supply", theatre.enemy_supply.to_string()),
        ("scouts", theatre.scouts.to_string()),
    ]))
}

/// The order of a group of Genoa; with a scout it is rolled again.
fn orders(book: &Book, case: &Case, listed: &mut Listed) -> Result<Outputs, Trouble> {
    let mut theatre = with_supply(book, case)?;
    let at = needed(book.map.find("Genoa"), "Genoa")?;
    let group = Group { at, forces: vec![] };
    let modifier = theatre.pay_for_orders(book, std::slice::from_ref(&group));
    let mut order = theatre.roll_order(book, &group, modifier, listed);
    if theatre.use_scout() {
        order = theatre.roll_order(book, &group, 0, listed);
    }
    Ok(outputs(&[
        ("goal", format!("{:?}", order.goal)),
        ("areas", order.areas.to_string()),
        ("enemy supply", theatre.enemy_supply.to_string()),
    ]))
}

fn kind(kind: Kind) -> String {
    format!("{kind:?}").to_lowercase()
}

fn range(Range { least, most }: Range) -> String {
    match (least, most) {
        (least, most) if least == most => least.to_string(),
        (least, 5) => format!("{least}+"),
        (least, most) => format!("{least}-{most}"),
    }
}

fn punch(Punch { combat, superscript }: Punch) -> String {
    format!("{combat:+}/{superscript:+}")
}

/// An order in words that are not those of the page.
fn order(order: &Order) -> String {
    let step = match order.step {
        Step::Advance(shock) => format!("advance, shock {shock}"),
        Step::MayAdvance => "advance if wanted".to_owned(),
        Step::AdvanceOrRetreat => "advance or retreat".to_owned(),
        Step::Retreat => "retreat".to_owned(),
        Step::Line => "line".to_owned(),
        Step::Column => "column".to_owned(),
        Step::Turn => "other formation".to_owned(),
        Step::Attack(bonus) => format!("attack {}", punch(bonus)),
    };
    let only = order.only.map(|only| format!("{} ", kind(only))).unwrap_or_default();
    let at = order.at.map(|at| format!("at {} ", range(at))).unwrap_or_default();
    format!("{only}{at}{step}")
}

fn described(plan: &Plan) -> Outputs {
    let list = |items: Vec<String>, between: &str| items.join(between);
    outputs(&[
        ("who", list(plan.who.iter().map(|who| kind(*who)).collect(), ", ")),
        ("no roll", format!("{:?}", plan.no_roll)),
        ("range", plan.range.map_or("any".to_owned(), range)),
        ("orders", list(plan.orders.iter().map(order).collect(), "; ")),
        ("in melee", if plan.in_melee { "yes" } else { "no" }.to_owned()),
        ("is code", if plan.way == Way::Orders { "no" } else { "yes" }.to_owned()),
        ("counters", plan.counters.to_string()),
    ])
}

fn plan(book: &Book, case: &Case) -> Result<Outputs, Trouble> {
    use crate::book::plans::{EnemyDefault, FrenchDefault};
    only(&case.setup, &["rules", "probe", "side", "plan"])?;
    let name = needed(word(&case.setup, "plan"), "plan")?;
    let plans = &book.plans;
    let id = match needed(word(&case.setup, "side"), "side")? {
        "French" => plans.french(name),
        "enemy" => plans.enemy(name),
        "French default" => [
            FrenchDefault::March,
            FrenchDefault::Fire,
            FrenchDefault::Pivot,
            FrenchDefault::Retreat,
        ]
        .map(|which| plans.french_default(which))
        .into_iter()
        .find(|id| plans.name(*id) == name),
        "enemy default" => [EnemyDefault::Advance, EnemyDefault::Combat, EnemyDefault::Retreat]
            .map(|which| plans.enemy_default(which))
            .into_iter()
            .find(|id| plans.name(*id) == name),
        other => return Err(format!("`{other}` has no plans")),
    };
    match needed(id.and_then(|id| plans.drawn(id)), name)? {
        Drawn::Plan(plan) => Ok(described(plan)),
        Drawn::Special(special) => Ok(outputs(&[
            ("activation", special.activation.to_string()),
            ("attack", punch(special.attack.0)),
            ("spared hits", special.spared_hits.to_string()),
        ])),
    }
}

fn counter(book: &Book, case: &Case) -> Result<Outputs, Trouble> {
    only(&case.setup, &["rules", "probe", "campaign", "name"])?;
    let name = needed(word(&case.setup, "name"), "name")?;
    let force = needed(book.force(name), name)?;
    let both = |Punch { combat, superscript }: Punch| format!("{combat}/{superscript}");
    Ok(outputs(&[
        ("nation", format!("{:?}", force.nation)),
        ("type", kind(force.kind)),
        ("skill", format!("{:?}", force.skill)),
        ("activation", force.front.activation.to_string()),
        ("combat", both(force.front.punch)),
        ("reduced", force.back.map_or("none".to_owned(), |back| both(back.punch))),
        ("price", force.price().to_string()),
        ("mobile", if force.kind.is_mobile() { "yes" } else { "no" }.to_owned()),
    ]))
}

fn track(book: &Book, case: &Case) -> Result<Outputs, Trouble> {
    only(&case.setup, &["rules", "probe", "campaign", "turn"])?;
    let turn = needed(number(&case.setup, "turn"), "turn")? as usize;
    let named = turn.checked_sub(1).and_then(|at| book.campaign.track.get(at));
    let named = named.map_or("start".to_owned(), |found| found.turn.clone());
    Ok(match victory(&book.campaign.track, turn) {
        End::Won { points, word } => outputs(&[
            ("turn", named),
            ("points", points.to_string()),
            ("word", format!("{word:?}")),
        ]),
        End::Lost(loss) => outputs(&[("turn", named), ("lost", format!("{loss:?}"))]),
    })
}
