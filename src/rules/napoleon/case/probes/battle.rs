//! The probe `battle`: a board as the case lays it, and what is done on it.

use super::listed::Listed;
use super::{Trouble, book, deeds, force, names, needed, number, only, who, word};
use crate::answers::Answers;
use crate::board::french::Assignment;
use crate::board::insight::Insight;
use crate::board::perform::March;
use crate::board::place::Placing;
use crate::board::turn::{first_act, french_act};
use crate::board::{Board, Formation, Region};
use crate::book::Book;
use crate::book::plans::{Bonus, FrenchDefault};
use crate::case::facts;
use crate::record::force::{Force, ForceId, Punch, Side, Skill};
use crate::sequence::defaults::Steady;
use kit::shelf::Shelf;
use play::case::{Case, Fact, Outcome};
use serde_yaml::Value;

/// Plays a case of this probe.
pub fn play(shelf: &Shelf, case: &Case) -> Result<Outcome, Trouble> {
    let known = [
        "rules", "probe", "campaign", "turns", "plans", "insights", "board", "do", "cup", "routed",
        "Napoleon",
    ];
    only(&case.setup, &known)?;
    let book = book(shelf, case)?;
    let mut board = laid(&book, &case.setup)?;
    let mut listed = Listed::new(&book, &case.ledger);
    for (deed, value) in deeds(case)? {
        done(&book, &mut board, &deed, &value, &mut listed)?;
    }
    listed.finish();
    let state = facts::board(&book, &board);
    Ok(Outcome { events: listed.happened, state, faults: listed.faults, ..Outcome::default() })
}

/// A figure of a counter.
fn small<N: TryFrom<u64>>(figure: u64) -> Result<N, Trouble> {
    N::try_from(figure).map_err(|_| format!("{figure} is too much"))
}

fn region(name: &str) -> Result<Region, Trouble> {
    let found = Region::ALL.into_iter().find(|region| facts::region(*region) == name);
    needed(found, name)
}

fn formation(name: &str) -> Result<Formation, Trouble> {
    match name {
        "line" => Ok(Formation::Line),
        "column" => Ok(Formation::Column),
        other => Err(format!("`{other}` is not a formation")),
    }
}

fn insight(name: &str) -> Result<Insight, Trouble> {
    needed(Insight::ALL.into_iter().find(|insight| insight.name() == name), name)
}

fn laid(book: &Book, setup: &Value) -> Result<Board, Trouble> {
    let turns = number(setup, "turns").unwrap_or(5);
    let mut board = Board::new(book, small(turns)?);
    board.napoleon = word(setup, "Napoleon") != Some("away");
    if let Some(plans) = setup.get("plans") {
        only(plans, &["French", "enemy"])?;
        let many = |key| number(plans, key).map(small).transpose();
        board.french_plans = many("French")?.unwrap_or(board.french_plans);
        board.enemy_plans = many("enemy")?.unwrap_or(board.enemy_plans);
    }
    for name in setup.get("insights").map_or(Ok(vec![]), names)? {
        board.insights.push(insight(name)?);
    }
    if let Some(cup) = setup.get("cup") {
        let plans = names(cup)?.into_iter().map(|name| needed(book.plans.enemy(name), name));
        board.cup = plans.collect::<Result<_, _>>()?;
        board.cup.sort_unstable();
    }
    board.routed = match word(setup, "routed") {
        Some("French") => Some(Side::French),
        Some("enemy") => Some(Side::Enemy),
        Some(other) => return Err(format!("`{other}` is not a side")),
        None => None,
    };
    for line in setup.get("board").and_then(Value::as_sequence).into_iter().flatten() {
        only(line, &["who", "at", "in", "reduced", "skill", "combat", "superscript"])?;
        let mut force = *needed(book.force(needed(word(line, "who"), "who")?), "who")?;
        force.reduced = word(line, "reduced") == Some("yes");
        force.skill = match word(line, "skill") {
            None => force.skill,
            Some("conscript") => Skill::Conscript,
            Some("poor line") => Skill::PoorLine,
            Some("line") => Skill::Line,
            Some("veteran") => Skill::Veteran,
            Some("elite") => Skill::Elite,
            Some(other) => return Err(format!("`{other}` is not a skill")),
        };
        let value = |key| number(line, key).map(small).transpose();
        let punch = &mut force.front.punch;
        punch.combat = value("combat")?.unwrap_or(punch.combat);
        punch.superscript = value("superscript")?.unwrap_or(punch.superscript);
        let at = region(needed(word(line, "at"), "at")?)?;
        board.put(force, at, formation(word(line, "in").unwrap_or("line"))?);
    }
    Ok(board)
}

fn done(
    book: &Book,
    board: &mut Board,
    deed: &str,
    value: &Value,
    listed: &mut Listed,
) -> Result<(), Trouble> {
    let plans = &book.plans;
    match deed {
        "begin turn" => board.begin_turn(),
        "draw plans" => board.draw_enemy_plans(plans, listed),
        "enemies" => board.enemies_act(plans, listed),
        "enemy" => {
            let id = who(book, value, "who")?;
            board.enemy_acts(id, plans, listed);
        }
        "plans" => assign(book, board, value, listed)?,
        "French" => french(book, board, value, listed)?,
        "first French" => first_act(board, plans, &mut Steady, listed),
        "all French" => french_act(board, plans, &mut Steady, listed),
        "form" => form(book, board, value, listed)?,
        "rout check" => {
            board.rout_check(listed);
            let fact = Fact::new("sums").with("French", board.strength(Side::French));
            listed.happened.push(
                fact.with("enemy", board.strength(Side::Enemy))
                    .with("routed", board.routed.map_or("nobody", facts::side)),
            );
        }
        "next turn" => board.advance_turn(),
        "first" => {
            let first = board.french_first(plans).into_iter().map(|id| book.name(id));
            listed.happened.push(Fact::new("first").with_list("who", first));
        }
        "withdrawal" => {
            let end = board.withdrawal(&book.tables.withdrawal, listed);
            listed.happened.push(Fact::new("withdrawal").with("is", format!("{end:?}")));
        }
        "place French" => place_french(book, board, value, listed)?,
        "place enemy" => {
            only(value, &["forces", "terrain"])?;
            let terrain = word(value, "terrain").map(region).transpose()?;
            let forces = needed(value.get("forces"), "forces").and_then(names)?;
            let forces = counters(book, &forces)?;
            board.place_enemy(&forces, terrain, listed);
        }
        "advance" => {
            only(value, &["who", "shock"])?;
            let shock = value.get("shock").and_then(Value::as_i64).unwrap_or(0);
            board.advance(who(book, value, "who")?, i8::try_from(shock).unwrap_or(i8::MIN), listed);
        }
        "retreat" => board.retreat(who(book, value, "who")?, listed),
        "attack" => {
            only(value, &["who", "bonus"])?;
            let bonus = word(value, "bonus").map(|bonus| Bonus::try_from(bonus.to_owned()));
            let bonus = bonus.transpose()?.map_or(Punch::default(), |bonus| bonus.0);
            board.attack(who(book, value, "who")?, bonus, listed);
        }
        "hit" => board.hit(who(book, value, "who")?, listed),
        other => insights(book, board, other, value, listed)?,
    }
    Ok(())
}

fn form(book: &Book, board: &mut Board, value: &Value, listed: &mut Listed) -> Result<(), Trouble> {
    let mut changes = vec![];
    for (name, new) in needed(value.as_mapping(), "form")? {
        let new = formation(needed(new.as_str(), "a formation")?)?;
        changes.push((force(book, needed(name.as_str(), "a name")?)?, new));
    }
    let changed = board.change_formations(&changes, listed);
    told(listed, changed.map_err(|refusal| refusal.to_string()));
    Ok(())
}

fn told(listed: &mut Listed, done: Result<(), String>) {
    listed.faults.extend(done.err());
}

fn assign(
    book: &Book,
    board: &mut Board,
    value: &Value,
    listed: &mut Listed,
) -> Result<(), Trouble> {
    let mut assignments = vec![];
    for line in needed(value.as_sequence(), "plans")? {
        only(line, &["plan", "who"])?;
        let name = needed(word(line, "plan"), "plan")?;
        let plan = needed(book.plans.french(name), name)?;
        let who = word(line, "who").map(|name| force(book, name)).transpose()?;
        assignments.push(Assignment { plan, who });
    }
    let assigned = board.assign_french(&assignments, &book.plans);
    told(listed, assigned.map_err(|refusal| refusal.to_string()));
    Ok(())
}

fn french(
    book: &Book,
    board: &mut Board,
    value: &Value,
    listed: &mut Listed,
) -> Result<(), Trouble> {
    only(value, &["who", "do"])?;
    let says = match word(value, "do") {
        None => None,
        Some("Fire") => Some((FrenchDefault::Fire, March::default())),
        Some("Pivot") => Some((FrenchDefault::Pivot, March::default())),
        Some("Retreat") => Some((FrenchDefault::Retreat, March::Back)),
        Some("March") => Some((FrenchDefault::March, March::Forward)),
        Some("March twice") => Some((FrenchDefault::March, March::Twice)),
        Some("March back") => Some((FrenchDefault::March, March::Back)),
        Some("March and back") => Some((FrenchDefault::March, March::ForwardAndBack)),
        Some(other) => return Err(format!("`{other}` is not a default plan")),
    };
    let acted = board.french_acts(who(book, value, "who")?, says, &book.plans, listed);
    told(listed, acted.map(drop).map_err(|refusal| refusal.to_string()));
    Ok(())
}

/// The counters of some names.
fn counters(book: &Book, names: &[&str]) -> Result<Vec<Force>, Trouble> {
    names.iter().map(|name| needed(book.force(name).copied(), name)).collect()
}

fn place_french(
    book: &Book,
    board: &mut Board,
    value: &Value,
    listed: &mut Listed,
) -> Result<(), Trouble> {
    only(value, &["forces", "placings", "front"])?;
    let forces = needed(value.get("forces"), "forces").and_then(names)?;
    let forces = counters(book, &forces)?;
    let mut placings = vec![];
    for line in value.get("placings").and_then(Value::as_sequence).into_iter().flatten() {
        let at = region(needed(word(line, "at"), "at")?)?;
        let formation = formation(word(line, "in").unwrap_or("line"))?;
        placings.push(Placing { who: who(book, line, "who")?, at, formation });
    }
    let front = word(value, "front") == Some("yes");
    let placed = board.place_french(&forces, &placings, front);
    told(listed, placed.map_err(|misplaced| misplaced.to_string()));
    Ok(())
}

fn insights(
    book: &Book,
    board: &mut Board,
    deed: &str,
    value: &Value,
    listed: &mut Listed,
) -> Result<(), Trouble> {
    match deed {
        "choose insights" => {
            let wanted: Result<Vec<Insight>, Trouble> =
                names(value)?.into_iter().map(insight).collect();
            if !board.choose_insights(&wanted?) {
                listed.faults.push("these insights cannot be chosen".to_owned());
            }
        }
        "free insight" => board.take_free_insight(insight(needed(value.as_str(), "insight")?)?),
        "try" | "try with a scout" => {
            let insight = insight(needed(value.as_str(), "try")?)?;
            let tried = board.try_insight(insight, deed == "try with a scout", listed);
            let roll = tried.roll.map_or("none".to_owned(), |roll| roll.to_string());
            let fact = Fact::new("tried").with("insight", insight.name()).with("roll", roll);
            let fact = fact.with("needed", tried.needed).with_flag("works", tried.works);
            listed.happened.push(fact);
        }
        "sweep" => {
            let riders: Result<Vec<ForceId>, Trouble> =
                names(value)?.into_iter().map(|name| force(book, name)).collect();
            if !board.sweep(&riders?, listed) {
                listed.faults.push("these cannot sweep".to_owned());
            }
        }
        "engineers" => board.engineers(listed),
        "morale" => board.raise_morale(),
        "duration" => board.duration(value.as_str() == Some("longer")),
        "raid" => {
            let taken = board.raid(&book.figures, listed as &mut dyn Answers);
            listed.happened.push(Fact::new("raided").with("supply", taken));
        }
        other => return Err(format!("`{other}` cannot be done on a board")),
    }
    Ok(())
}
