//! What happens and what holds, as facts of a case.

#![deny(clippy::wildcard_enum_match_arm)]

use crate::board::news::News;
use crate::board::rout::End;
use crate::board::{Board, Exit, Formation, Region};
use crate::book::Book;
use crate::orders::check::mover_name;
use crate::record::event::{Event, StepEnd};
use crate::record::force::{Force, ForceId, Punch, Side};
use crate::record::state::State;
use crate::record::tables::Tables;
use crate::sequence::Happened;
use crate::sequence::answer::Purchase;
use crate::theatre::holding::{Loss, Outcome};
use crate::theatre::{Place, Theatre};
use play::case::Fact;

/// The word for a region.
pub fn region(region: Region) -> &'static str {
    match region {
        Region::EnemyReserve => "enemy reserve",
        Region::EnemyApproach => "enemy approach",
        Region::EnemyFront => "enemy front",
        Region::FrenchFront => "French front",
        Region::FrenchApproach => "French approach",
        Region::FrenchReserve => "French reserve",
    }
}

/// The word for a formation.
pub fn formation(formation: Formation) -> &'static str {
    match formation {
        Formation::Line => "line",
        Formation::Column => "column",
    }
}

/// The word for a side.
pub fn side(side: Side) -> &'static str {
    match side {
        Side::French => "French",
        Side::Enemy => "enemy",
    }
}

fn punch(Punch { combat, superscript }: Punch) -> String {
    format!("{combat}/{superscript}")
}

fn roll(roll: Option<u8>) -> String {
    roll.map_or("none".to_owned(), |roll| roll.to_string())
}

/// Tells what happened on the board.
pub fn news(book: &Book, news: News) -> Fact {
    let fact = |name: &str, who| Fact::new(name).with("who", book.name(who));
    match news {
        News::Drew { who, plan } => fact("drew", who).with("plan", book.plans.name(plan)),
        News::Activated { who, plan, roll: die, needed, works } => fact("activated", who)
            .with("plan", book.plans.name(plan))
            .with("roll", roll(die))
            .with("needed", needed)
            .with_flag("works", works),
        News::Idle { who, why } => fact("nothing done", who).with("why", why.word()),
        News::Discarded { who, plan } => fact("discarded", who).with("plan", book.plans.name(plan)),
        News::Moved { who, to } => fact("moved", who).with("to", region(to)),
        News::Left { who } => fact("left", who),
        News::Formed { who, formation: new } => fact("formed", who).with("in", formation(new)),
        News::Shocked { who, roll: die, needed, stands } => fact("shocked", who)
            .with("roll", roll(die))
            .with("needed", needed)
            .with_flag("stands", stands),
        News::Attacked { who, roll: die, needed, hits } => fact("attacked", who)
            .with("roll", roll(die))
            .with("needed", punch(needed))
            .with("hits", hits),
        News::Hit { who, destroyed } => fact("hit", who).with_flag("destroyed", destroyed),
        News::Spared { who } => fact("spared", who),
        News::Destroyed { who } => fact("destroyed", who),
        News::Routed(who) => Fact::new("routed").with("side", side(who)),
    }
}

fn value(force: &Force) -> String {
    let Punch { combat, superscript } = force.face().punch;
    if superscript == 0 { combat.to_string() } else { format!("{combat}/{superscript}") }
}

/// What holds on a board.
pub fn board(book: &Book, board: &Board) -> Vec<Fact> {
    let mut facts = vec![];
    for piece in &board.pieces {
        let plan = piece.plan.map(|plan| book.plans.name(plan));
        facts.push(
            Fact::new("force")
                .with("name", book.name(piece.force.id))
                .with("at", region(piece.at))
                .with("in", formation(piece.formation))
                .with("combat", value(&piece.force))
                .with_flag("reduced", piece.force.reduced)
                .with("plan", plan.unwrap_or("none")),
        );
    }
    for gone in &board.gone {
        let how = match gone.how {
            Exit::Destroyed => "destroyed",
            Exit::Left => "left",
            Exit::Swept => "swept",
        };
        facts.push(Fact::new("gone").with("name", book.name(gone.force.id)).with("how", how));
    }
    let end = match board.end() {
        None => "no",
        Some(End::Withdrawal) => "withdrawal",
        Some(End::Alone(None)) => "nobody",
        Some(End::Alone(Some(alone))) => side(alone),
    };
    let specials = board.specials.iter().map(|plan| book.plans.name(*plan));
    facts.push(
        Fact::new("battle")
            .with("French", board.strength(Side::French))
            .with("enemy", board.strength(Side::Enemy))
            .with("turns left", board.turns_left)
            .with("routed", board.routed.map_or("nobody", side))
            .with("over", end)
            .with("French plans", board.french_plans)
            .with("enemy plans", board.enemy_plans)
            .with("cup", board.cup.len())
            .with_list("special", specials),
    );
    facts
}

/// What holds on a map.
pub fn theatre(book: &Book, theatre: &Theatre) -> Vec<Fact> {
    let names = |side, at| -> Vec<String> {
        let forces = theatre.forces_at(side, at).into_iter();
        let name = |force: Force| {
            let mark = if force.reduced { " (reduced)" } else { "" };
            format!("{}{mark}", book.name(force.id))
        };
        forces.map(name).collect()
    };
    let mut facts = vec![];
    for at in book.map.all() {
        facts.push(
            Fact::new("area")
                .with("name", book.map.name(at))
                .with("holder", theatre.holder(at).map_or("nobody", side))
                .with_list("French", names(Side::French, at))
                .with_list("enemy", names(Side::Enemy, at)),
        );
    }
    for force in &theatre.forces {
        let place = match theatre.place(force.id) {
            Place::Area(at) => book.map.name(at),
            Place::Late(_) => "late",
            Place::Pool => "pool",
            Place::Cup => "cup",
            Place::Aside => "aside",
            Place::Unseen => "unseen",
        };
        facts.push(
            Fact::new("force")
                .with("name", book.name(force.id))
                .with("at", place)
                .with_flag("reduced", force.reduced),
        );
    }
    facts.extend(totals(book, theatre));
    facts
}

/// What holds of the map as a whole.
fn totals(book: &Book, theatre: &Theatre) -> Vec<Fact> {
    let mut facts = vec![];
    facts.push(
        Fact::new("purses")
            .with("French", theatre.french_supply)
            .with("enemy", theatre.enemy_supply)
            .with("scouts", theatre.scouts)
            .with("income", theatre.income(book)),
    );
    let objectives = |side| {
        let held = theatre.objectives(book, side).into_iter();
        held.map(|at| book.map.name(at).to_owned()).collect::<Vec<_>>()
    };
    facts.push(
        Fact::new("objectives")
            .with_list("French", objectives(Side::French))
            .with_list("enemy", objectives(Side::Enemy)),
    );
    let napoleon = theatre.napoleon.map_or("nowhere", |at| book.map.name(at));
    facts.push(Fact::new("Napoleon").with("at", napoleon));
    let battles = theatre.battles(book).into_iter().map(|at| book.map.name(at).to_owned());
    facts.push(Fact::new("battles").with_list("at", battles));
    let outcome = match theatre.outcome(book) {
        None => Fact::new("outcome").with("is", "open"),
        Some(Outcome::Won { points, word }) => Fact::new("outcome")
            .with("is", "won")
            .with("points", points)
            .with("word", format!("{word:?}")),
        Some(Outcome::Lost(loss)) => {
            let why = match loss {
                Loss::TooFewObjectives => "too few objectives",
                Loss::NapoleonAlone => "Napoleon alone",
                Loss::NoWayBack => "no way back",
                Loss::OutOfTime => "out of time",
                Loss::TooEarly => "too early",
            };
            Fact::new("outcome").with("is", "lost").with("why", why)
        }
    };
    facts.push(outcome);
    facts
}

/// Tells what holds in a state: the map, the board of a battle, and what is asked.
pub fn state(book: &Book, state: &State) -> Vec<Fact> {
    let campaign = state.campaign(book);
    let mut facts = theatre(book, &campaign.theatre);
    facts.extend(crate::record::state::board(&campaign).into_iter().flat_map(|on| board(book, on)));
    let asked = Fact::new("asked").with("season", state.season).with("title", &state.title);
    facts.push(asked.with("kind", state.kind()));
    facts
}

/// Tells what holds at every table.
pub fn tables(book: &Book, tables: &Tables) -> Vec<Fact> {
    match tables {
        Tables::One(one) | Tables::Staff { campaign: one, .. } => state(book, one),
        Tables::Race { tables } => {
            let at = |(table, one): (&String, &State)| {
                let facts = state(book, one).into_iter();
                facts.map(|fact| fact.with("table", table)).collect::<Vec<_>>()
            };
            tables.iter().flat_map(at).collect()
        }
    }
}

/// Tells one event.
pub fn tell(book: &Book, event: &Event) -> Fact {
    match event {
        Event::SeasonBegan { season, title } => {
            Fact::new("season began").with("season", season).with("title", title)
        }
        Event::Ordered { power, by, entries } => {
            Fact::new("ordered").with("power", power).with("by", by).with_list("entries", entries)
        }
        Event::Letter { from, to, text } => {
            Fact::new("letter").with("from", from).with("to", to).with("text", text)
        }
        Event::Ruled { power, topic, choice, key, reason } => Fact::new("ruled")
            .with("power", power)
            .with("topic", topic)
            .with("choice", choice)
            .with("key", key)
            .with("reason", reason),
        Event::Decreed { words, reason, told } => {
            Fact::new("decreed").with("words", words).with("reason", reason).with_list("told", told)
        }
        Event::Map { what, dice } => {
            let fact = map(book, what);
            if dice.is_empty() { fact } else { fact.with_list("dice", dice) }
        }
        Event::Board { what } => news(book, *what),
        Event::Passed { title, doctrine } => {
            Fact::new("passed").with("title", title).with_flag("doctrine", *doctrine)
        }
        Event::Stood { after } => Fact::new("stood").with("title", &after.title),
        Event::Seen { what, .. } => tell(book, what),
        Event::Step { power, entry, step, became } => {
            Fact::new("step").with("power", power).with("entry", entry).with("step", step).with(
                "cause",
                match became {
                    StepEnd::Done => "",
                    StepEnd::NotDone(why) => why.word(),
                    StepEnd::NotReached => "not reached",
                },
            )
        }
        Event::Said { power, .. } => Fact::new("said").with("power", power),
        Event::Asked { powers } => Fact::new("asked of").with_list("powers", powers),
        Event::AtTable { table, what } => tell(book, what).with("table", table),
        Event::Scores { tables } => {
            Fact::new("scores").with_list("tables", tables.iter().map(crate::view::words::score))
        }
        Event::SeasonEnded { season, over } => {
            Fact::new("season ended").with("season", season).with_flag("over", *over)
        }
    }
}

/// Tells what happened on the map.
fn map(book: &Book, what: &Happened) -> Fact {
    let area = |at| book.map.name(at);
    let all = |ids: &[ForceId]| names(book, ids);
    match what {
        Happened::Turn(turn) => Fact::new("turn").with("number", turn),
        Happened::Arrived(who) => Fact::new("arrived").with_list("who", all(who)),
        Happened::Moved { who, to } => {
            Fact::new("went").with("who", mover_name(book, *who)).with("to", area(*to))
        }
        Happened::Refused(fault) => Fact::new("refused").with("why", fault),
        Happened::Fog { at, roll: number, scout } => {
            Fact::new("fog").with("at", area(*at)).with("roll", number).with_flag("scout", *scout)
        }
        Happened::Event { at, row } => {
            Fact::new("fog event").with("at", area(*at)).with("turns", row.turns)
        }
        Happened::Enveloped { at, side: who } => {
            Fact::new("enveloped").with("at", area(*at)).with("side", side(*who))
        }
        Happened::PlansBought { at, plans } => {
            Fact::new("plans bought").with("at", area(*at)).with("plans", plans)
        }
        Happened::Deployed { at, turns } => {
            Fact::new("deployed").with("at", area(*at)).with("turns", turns)
        }
        Happened::BattleTurn { at, turn } => {
            Fact::new("battle turn").with("at", area(*at)).with("turn", turn)
        }
        Happened::Tried { insight, tried } => Fact::new("tried")
            .with("insight", insight.name())
            .with("roll", roll(tried.roll))
            .with("needed", tried.needed)
            .with_flag("works", tried.works),
        Happened::Raided(supply) => Fact::new("raided").with("supply", supply),
        Happened::BattleOver { at, end, withdrawal } => {
            let winner = match end {
                End::Withdrawal => "withdrawal",
                End::Alone(None) => "nobody",
                End::Alone(Some(alone)) => side(*alone),
            };
            let fact = Fact::new("battle over").with("at", area(*at)).with("end", winner);
            fact.with_some("withdrawal", withdrawal.map(|what| format!("{what:?}")))
        }
        Happened::Earned(_)
        | Happened::Paid { .. }
        | Happened::OrdersPaid { .. }
        | Happened::Held { .. }
        | Happened::Bought(_)
        | Happened::Ordered { .. }
        | Happened::Marched { .. }
        | Happened::Gained { .. }
        | Happened::Kept { .. }
        | Happened::Came { .. }
        | Happened::NapoleonCame(_)
        | Happened::Reduced(_)
        | Happened::Lost(_)
        | Happened::Refitted(_)
        | Happened::Over(_) => whole(book, what),
    }
}

/// Tells what happened to supply, to the enemy, and to counters without an order.
fn whole(book: &Book, what: &Happened) -> Fact {
    let area = |at| book.map.name(at);
    let all = |ids: &[ForceId]| names(book, ids);
    match what {
        Happened::Earned(supply) => Fact::new("earned").with("supply", supply),
        Happened::Paid { by, supply } => {
            Fact::new("fog pays").with("by", side(*by)).with("supply", supply)
        }
        Happened::OrdersPaid { supply, added } => {
            Fact::new("orders paid").with("supply", supply).with("added", added)
        }
        Happened::Held { at, before, by } => Fact::new("objective")
            .with("at", area(*at))
            .with("before", before.map_or("nobody", side))
            .with("now", by.map_or("nobody", side)),
        Happened::Bought(purchase) => bought(book, *purchase),
        Happened::Ordered { at, forces, order, scout } => Fact::new("enemy order")
            .with("at", area(*at))
            .with_list("who", all(forces))
            .with("goal", format!("{:?}", order.goal))
            .with("areas", order.areas)
            .with_flag("scout", *scout),
        Happened::Marched { from, forces, to } => Fact::new("enemy march")
            .with("from", area(*from))
            .with_list("who", all(forces))
            .with("to", area(*to)),
        Happened::Gained { at, roll: die, row } => Fact::new("gained")
            .with("at", area(*at))
            .with("roll", die)
            .with("gain", format!("{:?}", row.gain))
            .with("amount", row.amount),
        Happened::Kept { who, roll: die, row, at } => Fact::new("kept")
            .with("who", book.name(*who))
            .with("roll", die)
            .with("gain", format!("{:?}", row.gain))
            .with("at", at.map_or("nowhere", area)),
        Happened::Came { who, to } => {
            Fact::new("came").with_list("who", all(who)).with("to", area(*to))
        }
        Happened::NapoleonCame(at) => {
            Fact::new("Napoleon came").with("to", at.map_or("nowhere", area))
        }
        Happened::Reduced(who) => Fact::new("reduced").with_list("who", all(who)),
        Happened::Lost(who) => Fact::new("lost").with_list("who", all(who)),
        Happened::Refitted(who) => Fact::new("refitted").with_list("who", all(who)),
        Happened::Over(Outcome::Won { points, word }) => {
            let won = Fact::new("over").with_flag("won", true);
            won.with("points", points).with("word", format!("{word:?}"))
        }
        Happened::Over(Outcome::Lost(loss)) => {
            Fact::new("over").with_flag("won", false).with("why", format!("{loss:?}"))
        }
        Happened::Turn(_)
        | Happened::Arrived(_)
        | Happened::Moved { .. }
        | Happened::Refused(_)
        | Happened::Fog { .. }
        | Happened::Event { .. }
        | Happened::Enveloped { .. }
        | Happened::PlansBought { .. }
        | Happened::Deployed { .. }
        | Happened::BattleTurn { .. }
        | Happened::Tried { .. }
        | Happened::Raided(_)
        | Happened::BattleOver { .. } => map(book, what),
    }
}

fn names(book: &Book, ids: &[ForceId]) -> Vec<String> {
    ids.iter().map(|id| book.name(*id).to_owned()).collect()
}

fn bought(book: &Book, purchase: Purchase) -> Fact {
    match purchase {
        Purchase::Refit(id) => Fact::new("bought").with("refit", book.name(id)),
        Purchase::Buy { what, reduced, at } => Fact::new("bought")
            .with("what", book.name(what))
            .with_flag("reduced", reduced)
            .with("at", at.map_or("Napoleon", |at| book.map.name(at))),
        Purchase::Scout => Fact::new("bought").with("what", "scout"),
        Purchase::Keep(supply) => Fact::new("bought").with("keep", supply),
    }
}
