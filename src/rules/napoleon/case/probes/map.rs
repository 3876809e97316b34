//! The probe `map`: a campaign as the case lays it, and what is done on it.

use super::listed::Listed;
use super::{Trouble, book, deeds, force, names, needed, number, only, who, word};
use crate::board::insight::Insight;
use crate::board::{Formation, Region};
use crate::book::Book;
use crate::book::tables::{EnemyOrder, Goal, Withdrawal};
use crate::case::facts;
use crate::record::force::{Force, Side};
use crate::theatre::battle::Closed;
use crate::theatre::fog::FogChoice;
use crate::theatre::orders::Group;
use crate::theatre::{Place, Theatre};
use kit::ground::Space;
use kit::shelf::Shelf;
use play::case::{Case, Fact, Outcome};
use serde_yaml::Value;

/// Plays a case of this probe.
pub fn play(shelf: &Shelf, case: &Case) -> Result<Outcome, Trouble> {
    let known = [
        "rules", "probe", "campaign", "turn", "supply", "scouts", "Napoleon", "clear", "at",
        "reduced", "group", "do",
    ];
    only(&case.setup, &known)?;
    let mut book = book(shelf, case)?;
    if let Some(group) = number(&case.setup, "group") {
        book.campaign.group = group as usize;
    }
    let mut theatre = laid(&book, &case.setup)?;
    let mut listed = Listed::new(&book, &case.ledger);
    for (deed, value) in deeds(case)? {
        done(&book, &mut theatre, &deed, &value, &mut listed)?;
    }
    listed.finish();
    let state = facts::theatre(&book, &theatre);
    Ok(Outcome { events: listed.happened, state, faults: listed.faults, ..Outcome::default() })
}

fn area(book: &Book, name: &str) -> Result<Space, Trouble> {
    needed(book.map.find(name), name)
}

fn area_of(book: &Book, value: &Value, key: &str) -> Result<Space, Trouble> {
    area(book, needed(word(value, key), key)?)
}

/// The set-up of the campaign; with `clear` only the forces named under `at` stand on the map.
fn laid(book: &Book, setup: &Value) -> Result<Theatre, Trouble> {
    let mut theatre = Theatre::set_up(book);
    let count = |key| number(setup, key).map(|many| many as u32);
    theatre.turn = number(setup, "turn").unwrap_or(0) as usize;
    theatre.scouts = count("scouts").unwrap_or(0);
    if let Some(supply) = setup.get("supply") {
        only(supply, &["French", "enemy"])?;
        let of = |key| number(supply, key).map(|many| many as u32);
        theatre.french_supply = of("French").unwrap_or(theatre.french_supply);
        theatre.enemy_supply = of("enemy").unwrap_or(theatre.enemy_supply);
    }
    if word(setup, "clear") == Some("yes") {
        for place in &mut theatre.places {
            if matches!(place, Place::Area(_)) {
                *place = Place::Aside;
            }
        }
    }
    for (at, forces) in setup.get("at").and_then(Value::as_mapping).into_iter().flatten() {
        let at = area(book, needed(at.as_str(), "an area")?)?;
        for name in names(forces)? {
            theatre.places[force(book, name)?.index()] = Place::Area(at);
        }
    }
    for name in setup.get("reduced").map_or(Ok(vec![]), names)? {
        theatre.forces[force(book, name)?.index()].reduced = true;
    }
    if let Some(name) = word(setup, "Napoleon") {
        theatre.napoleon = Some(area(book, name)?);
    }
    Ok(theatre)
}

fn done(
    book: &Book,
    theatre: &mut Theatre,
    deed: &str,
    value: &Value,
    listed: &mut Listed,
) -> Result<(), Trouble> {
    let refused = |listed: &mut Listed, done: Result<(), String>| listed.faults.extend(done.err());
    match deed {
        "next turn" => {
            let arrived = theatre.advance_turn(book);
            for id in arrived {
                listed.happened.push(Fact::new("arrived").with("who", book.name(id)));
            }
        }
        "new step" => theatre.begin_step(),
        "resupply" => theatre.begin_purchases(),
        "end of the French half" => theatre.end_french_half(book),
        "move" | "march" => {
            only(value, &["who", "to"])?;
            let (id, to) = (who(book, value, "who")?, area_of(book, value, "to")?);
            let moved = match deed {
                "move" => theatre.move_force(book, id, to),
                _ => theatre.forced_march(book, id, to),
            };
            refused(listed, moved.map_err(|why| why.to_string()));
        }
        "Napoleon" => {
            let to = area(book, needed(value.as_str(), "an area")?)?;
            refused(listed, theatre.move_napoleon(book, to).map_err(|why| why.to_string()));
        }
        "fog" => fog(book, theatre, value, listed)?,
        "envelop" => {
            let at = area(book, needed(value.as_str(), "an area")?)?;
            let lost = theatre.envelop(book, at).map_or("nobody", facts::side);
            listed.happened.push(Fact::new("enveloped").with("side", lost));
        }
        "battle" => battle(book, theatre, value, listed)?,
        "open" => open(book, theatre, value, listed)?,
        "insights" => insights(book, theatre, value, listed)?,
        "earn" => theatre.earn(book),
        "raided" => theatre.raided(needed(value.as_u64(), "raided")? as u32),
        "refit" => {
            let id = force(book, needed(value.as_str(), "a name")?)?;
            refused(listed, theatre.refit(book, id).map_err(|why| why.to_string()));
        }
        "buy" => {
            only(value, &["what", "at", "reduced"])?;
            let reduced = word(value, "reduced") == Some("yes");
            let (id, at) = (who(book, value, "what")?, area_of(book, value, "at")?);
            refused(listed, theatre.buy(id, reduced, at).map_err(|why| why.to_string()));
        }
        "buy scout" => {
            refused(listed, theatre.buy_scout(book).map_err(|why| why.to_string()));
        }
        other => enemy(book, theatre, other, value, listed)?,
    }
    Ok(())
}

/// Plays the event of a row.
fn fog(
    book: &Book,
    theatre: &mut Theatre,
    value: &Value,
    listed: &mut Listed,
) -> Result<(), Trouble> {
    only(value, &["at", "row", "recruit", "to", "Napoleon", "joins"])?;
    let at = area_of(book, value, "at")?;
    let row = *book.tables.fog.rows.read(needed(number(value, "row"), "row")? as i64);
    let name = |key| word(value, key).map(|name| force(book, name)).transpose();
    let recruit = match name("recruit")? {
        Some(id) => Some((id, area_of(book, value, "to")?)),
        None => None,
    };
    let napoleon_comes = word(value, "Napoleon") == Some("comes");
    let choice = FogChoice { recruit, napoleon_comes, joins: name("joins")? };
    match theatre.fog_event(book, at, row, choice, listed) {
        Ok(effect) => listed.happened.push(
            Fact::new("fog")
                .with_flag("free insight", effect.free_insight)
                .with("enemy plans", effect.enemy_plans),
        ),
        Err(why) => listed.faults.push(why.to_string()),
    }
    Ok(())
}

/// Opens a board and buys plans.
fn open(
    book: &Book,
    theatre: &mut Theatre,
    value: &Value,
    listed: &mut Listed,
) -> Result<(), Trouble> {
    only(value, &["at", "turns", "buy", "more"])?;
    let at = area_of(book, value, "at")?;
    let [turns, buy, more] =
        ["turns", "buy", "more"].map(|key| number(value, key).unwrap_or(0) as u8);
    let mut board = theatre.open_board(book, at, turns, more);
    if !theatre.buy_plans(book, &mut board, buy) {
        listed.faults.push("these plans cannot be bought".to_owned());
    }
    listed.happened.push(
        Fact::new("opened")
            .with("turns", board.turns_left)
            .with("French plans", board.french_plans)
            .with("enemy plans", board.enemy_plans),
    );
    Ok(())
}

/// Tells which insights could have an effect in a battle.
fn insights(
    book: &Book,
    theatre: &Theatre,
    value: &Value,
    listed: &mut Listed,
) -> Result<(), Trouble> {
    only(value, &["at", "front", "terrain"])?;
    let at = area_of(book, value, "at")?;
    let terrain = match word(value, "terrain") {
        Some("approach") => Region::EnemyApproach,
        Some("reserve") | None => Region::EnemyReserve,
        Some(other) => return Err(format!("`{other}` is not a region of Terrain")),
    };
    let board = theatre.open_board(book, at, 1, 0);
    let openings = theatre.openings(&board, at, word(value, "front") == Some("yes"), terrain);
    for insight in Insight::ALL {
        let fact = Fact::new("insight").with("insight", insight.name());
        listed.happened.push(fact.with_flag("works", insight.does_anything(&openings)));
    }
    Ok(())
}

/// Closes a board: those named left or fell, the others stand when it is over.
fn battle(
    book: &Book,
    theatre: &mut Theatre,
    value: &Value,
    listed: &mut Listed,
) -> Result<(), Trouble> {
    only(value, &["at", "fell", "left", "reduced", "withdrawal", "routed", "swept"])?;
    let at = area_of(book, value, "at")?;
    let mut board = theatre.open_board(book, at, 0, 0);
    let list = |key| value.get(key).map_or(Ok(vec![]), names);
    let (fell, left, reduced) = (list("fell")?, list("left")?, list("reduced")?);
    let swept = list("swept")?;
    let both = [Side::French, Side::Enemy].map(|side| theatre.forces_at(side, at));
    for force in both.into_iter().flatten() {
        let name = book.name(force.id);
        let reduced = force.reduced || reduced.contains(&name);
        let force = Force { reduced, ..force };
        let how = [
            (&fell, crate::board::Exit::Destroyed),
            (&left, crate::board::Exit::Left),
            (&swept, crate::board::Exit::Swept),
        ];
        match how.into_iter().find(|(list, _)| list.contains(&name)) {
            Some((_, how)) => board.gone.push(crate::board::Gone { force, how }),
            None => board.put(force, Region::reserve(force.side()), Formation::Line),
        }
    }
    board.routed = match word(value, "routed") {
        Some("French") => Some(Side::French),
        Some("enemy") => Some(Side::Enemy),
        Some(other) => return Err(format!("`{other}` is not a side")),
        None => None,
    };
    let withdrawal = match word(value, "withdrawal") {
        None => None,
        Some("rejoin") => Some(Withdrawal::Rejoin),
        Some("enemy retreat") => Some(Withdrawal::EnemyRetreat),
        Some("French retreat") => Some(Withdrawal::FrenchRetreat),
        Some("encamp") => Some(Withdrawal::Encamp),
        Some(other) => return Err(format!("`{other}` is not a withdrawal")),
    };
    let closed = theatre.close_board(book, at, &board, withdrawal, listed);
    let fact = Fact::new("closed").with_flag("again", closed == Closed::Again);
    listed.happened.push(fact.with_flag("no way back", closed == Closed::NoWayBack));
    Ok(())
}

fn goal(name: &str) -> Result<Goal, Trouble> {
    match name {
        "enemy objective" => Ok(Goal::EnemyObjective),
        "enemy city" => Ok(Goal::EnemyCity),
        "hold" => Ok(Goal::Hold),
        "random" => Ok(Goal::Random),
        "French objective" => Ok(Goal::FrenchObjective),
        "French city" => Ok(Goal::FrenchCity),
        "advance" => Ok(Goal::Advance),
        other => Err(format!("`{other}` is not a goal")),
    }
}

fn enemy(
    book: &Book,
    theatre: &mut Theatre,
    deed: &str,
    value: &Value,
    listed: &mut Listed,
) -> Result<(), Trouble> {
    match deed {
        "groups" => {
            for group in theatre.groups(book, listed) {
                let names = group.forces.iter().map(|id| book.name(*id));
                let fact = Fact::new("group").with("at", book.map.name(group.at));
                listed.happened.push(fact.with_list("forces", names));
            }
        }
        "orders" => {
            let before = theatre.clone();
            for line in needed(value.as_sequence(), "orders")? {
                only(line, &["who", "goal", "areas"])?;
                let forces = needed(line.get("who"), "who").and_then(names)?;
                let forces: Result<Vec<_>, Trouble> =
                    forces.into_iter().map(|name| force(book, name)).collect();
                let forces = forces?;
                let Place::Area(at) = theatre.place(forces[0]) else {
                    return Err("this group is not on the map".to_owned());
                };
                let areas = number(line, "areas").unwrap_or(1) as u8;
                let order = EnemyOrder { goal: goal(needed(word(line, "goal"), "goal")?)?, areas };
                theatre.obey(book, &Group { at, forces }, order, &before, listed);
            }
        }
        "enemy resupply" => {
            theatre.resupply_enemy(book, listed);
        }
        "enemy refit" => theatre.refit_enemy(book, listed),
        other => return Err(format!("`{other}` cannot be done on a map")),
    }
    Ok(())
}
