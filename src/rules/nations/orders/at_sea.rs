//! The steps of squadrons: sail, join, engage, blockade, enter, carry, land, corsairs (NIA §5.3, §10).
//!
//! How they are played is in [`sea`](crate::sea); `pursue` is shared with troops
//! (`attack.rs`).

use super::attack;
use super::{Play, StepKind};
use crate::book::Book;
use crate::book::spelling::spoken;
use crate::orders::causes::Cause;
use crate::orders::rehearsal::Plan;
use crate::orders::words::{ENEMY_SHIPS, FORCE, LEADER, PLACE, SEA, SQUADRON, UNIT};
use crate::record::event::Reason;
use crate::sea::voyage::Voyage;
use crate::sea::{corsairs, harbour, troops};
use kit::ground::Space;
use sheet::keys::{Field, Filled, Kind, Value};

/// Tells a step whose outcome hangs on others: what comes after it is not certain.
fn tell(plan: &mut Plan, filled: &Filled, word: &str) -> String {
    attack::tell(plan, filled, word, None)
}

/// Tells a step with what the voyage has cost so far.
fn tell_costs(plan: &Plan, filled: &Filled, word: &str, points: Option<u32>) -> String {
    format!("{word}: {}{}", attack::what(plan, filled), cost(points))
}

/// What a voyage has cost so far, if that can be told.
fn cost(points: Option<u32>) -> String {
    match points {
        Some(points) => format!(" = {}", super::march::points(points)),
        None => String::new(),
    }
}

/// Tells a voyage with what each goal costs so far.
fn tell_sail(plan: &mut Plan, filled: &Filled) -> String {
    let mut legs = vec![];
    for goal in filled.names("to") {
        let points = plan.sail(goal);
        legs.push(format!("{}{}", spoken(plan.book, goal), cost(points)));
    }
    format!("sail: {}", legs.join(", "))
}

/// A harbour or a coast that a step names.
fn place(book: &Book, filled: &Filled, key: &str) -> Option<Space> {
    let written = filled.name(key)?;
    book.atlas.place(written)
}

/// The harbour that a step names.
fn harbour(voyage: &Voyage, filled: &Filled) -> Result<Space, Reason> {
    let written = filled.name("harbour").unwrap_or_default();
    let found = place(voyage.turn.book, filled, "harbour");
    found.ok_or_else(|| Reason::NoSeaWay { to: written.to_owned() })
}

pub const SAIL: StepKind = StepKind {
    kind: Kind {
        key: "sail",
        rule: "NIA §5.3",
        value: Value::Short(&[Field {
            key: "to",
            value: Value::Needed(&Value::List(&Value::Name(&SEA))),
            doc: "Sea areas and harbours in their order.",
        }]),
        doc: "Sails through sea areas and into harbours, a point for each.",
    },
    tell: tell_sail,
    play: Play::Sea(|voyage, filled| {
        for goal in filled.names("to") {
            voyage.sail(goal)?;
        }
        Ok(())
    }),
};

pub const JOIN: StepKind = StepKind {
    kind: Kind {
        key: "join",
        rule: "NIA §5.3",
        value: Value::Short(&[Field {
            key: "with",
            value: Value::Needed(&Value::Name(&SQUADRON)),
            doc: "The fleet that joins, or `squadron at` the place for all of it.",
        }]),
        doc: "Takes other fleets of the place along, for a point each; three fleets at most.",
    },
    tell: |plan, filled| {
        let points = plan.link(filled.name("with").unwrap_or_default());
        tell_costs(plan, filled, "join", points)
    },
    play: Play::Sea(|voyage, filled| voyage.join(filled.name("with").unwrap_or_default())),
};

pub const ENGAGE: StepKind = StepKind {
    kind: Kind {
        key: "engage",
        rule: "NIA §5.3.1",
        value: Value::Short(&[Field {
            key: "squadron",
            value: Value::Needed(&Value::Name(&ENEMY_SHIPS)),
            doc: "`any` for the first, those at sea before those before a harbour; or `squadron at` \
                  the harbour that it blockades.",
        }]),
        doc: "Offers battle to an enemy squadron of the area.",
    },
    tell: |plan, filled| {
        plan.depends_on(&[Cause::Enemy, Cause::Battle]);
        tell(plan, filled, "engage")
    },
    play: Play::Sea(|voyage, filled| voyage.engage(filled.name("squadron").unwrap_or("any"))),
};

/// The units that go over the sea, of a force that goes in part.
pub const PART_UNITS: Field = Field {
    key: "units",
    value: Value::List(&Value::Name(&UNIT)),
    doc: "Units and support of it, if not all.",
};

/// The leader who goes with them.
pub const PART_LEADER: Field = Field {
    key: "leader",
    value: Value::Name(&LEADER),
    doc: "The leader who goes with the units.",
};

pub const BLOCKADE: StepKind = StepKind {
    kind: Kind {
        key: "blockade",
        rule: "NIA §5.3.2",
        value: Value::Short(&[Field {
            key: "harbour",
            value: Value::Needed(&Value::Name(&SEA)),
            doc: "The harbour that is blockaded.",
        }]),
        doc: "Sails to an enemy harbour and into its blockade box, or relieves those who are there.",
    },
    tell: |plan, filled| {
        let harbour = place(plan.book, filled, "harbour");
        plan.depends_on(&[Cause::Battle, Cause::Earlier, Cause::Points]);
        let points = harbour.and_then(|harbour| plan.blockade(harbour));
        plan.over = true;
        tell_costs(plan, filled, "blockade", points)
    },
    play: Play::Sea(|voyage, filled| {
        let at = harbour(voyage, filled)?;
        harbour::blockade(voyage, at)
    }),
};

pub const ENTER: StepKind = StepKind {
    kind: Kind {
        key: "enter",
        rule: "NIA §5.3.2",
        value: Value::Short(&[Field {
            key: "harbour",
            value: Value::Needed(&Value::Name(&SEA)),
            doc: "The harbour that is attacked.",
        }]),
        doc: "Goes into an enemy harbour against the ships and the guns there.",
    },
    tell: |plan, filled| {
        let harbour = place(plan.book, filled, "harbour");
        let points = harbour.and_then(|harbour| plan.storm(harbour));
        plan.unsure = true;
        plan.only_if(Cause::Battle);
        tell_costs(plan, filled, "enter", points)
    },
    play: Play::Sea(|voyage, filled| {
        let at = harbour(voyage, filled)?;
        harbour::enter(voyage, at)
    }),
};

pub const CARRY: StepKind = StepKind {
    kind: Kind {
        key: "carry",
        rule: "NIA §5.3.3",
        value: Value::Short(&[
            Field {
                key: "force",
                value: Value::Needed(&Value::Name(&FORCE)),
                doc: "The force of the harbour that goes on board.",
            },
            PART_UNITS,
            PART_LEADER,
        ]),
        doc: "Takes troops of the harbour on board: two steps, one supply unit, engineer or army \
              marker, and any leaders for each fleet. Who is still on board when the season's marches are \
              over is lost.",
    },
    tell: |plan, filled| {
        plan.loads = true;
        let points = plan.load(filled);
        let whom = attack::what(plan, filled);
        format!("carry: {whom}, lost unless landed this season{}", cost(points))
    },
    play: Play::Sea(troops::carry),
};

pub const LAND: StepKind = StepKind {
    kind: Kind {
        key: "land",
        rule: "NIA §5.3.3",
        value: Value::Short(&[
            Field {
                key: "at",
                value: Value::Needed(&Value::Name(&PLACE)),
                doc: "The harbour, town on the coast or island where they land.",
            },
            Field {
                key: "force",
                value: Value::Name(&FORCE),
                doc: "Who lands, if not all on board.",
            },
            Field {
                key: "siege",
                value: Value::Condition,
                doc: "Whether an attempt on the walls is made after a landing; asked before each.",
            },
        ]),
        doc: "Puts the troops on board ashore. Enemies in the hex are fought at once, those before the \
              walls of your own fortress too; beaten, the troops go back on board.",
    },
    tell: |plan, filled| {
        let at = place(plan.book, filled, "at");
        let ours = at.and_then(|at| plan.known.holder(plan.book, at));
        if plan.has_nobody_aboard() {
            plan.refuse_by("not-aboard", Err(Reason::NotAboard));
        }
        plan.depends_on(&[Cause::Battle, Cause::Enemy, Cause::Friends, Cause::Points]);
        if ours.is_none_or(|power| !plan.known.is_ours(power)) {
            plan.only_if(Cause::Marker);
        }
        let goes_back = plan.is_where_it_loaded();
        let points = at.and_then(|at| plan.put_ashore(at, filled.name("force")));
        let open = |at| !plan.conditional && plan.known.enemies_at(at).any(|stack| !stack.inside);
        let fights =
            if at.is_some_and(open) { "; they fight the enemy there as they land" } else { "" };
        plan.or_else = match goes_back {
            true => "; else they go ashore again",
            false => "; else they stay on board",
        };
        tell_costs(plan, filled, "land", points) + fights + &std::mem::take(&mut plan.beside)
    },
    play: Play::Sea(troops::land),
};

pub const CORSAIRS: StepKind = StepKind {
    kind: Kind {
        key: "corsairs",
        rule: "NIA §10.7",
        value: Value::Short(&[
            Field {
                key: "box",
                value: Value::Needed(&Value::Word(&["enter", "leave"])),
                doc: "Whether it goes into the corsairs' box or out of it.",
            },
            Field {
                key: "to",
                value: Value::Name(&SEA),
                doc: "The harbour to which it comes back.",
            },
        ]),
        doc: "Sends the squadron to hunt corsairs, or brings it back.",
    },
    tell: |plan, filled| {
        let bloc = plan.known.bloc(&plan.known.power);
        if let (Some(sailing), Some("enter")) = (plan.ships.clone(), filled.name("box")) {
            let may = corsairs::may_hunt(plan.book, bloc, &sailing.at, &sailing.ships);
            plan.refuse_by("no-hunt", may);
        }
        plan.over = true;
        tell(plan, filled, "corsairs")
    },
    play: Play::Sea(corsairs::play),
};
