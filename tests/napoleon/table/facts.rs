//! What happens and what holds, as facts of a case.

use napoleon::board::news::News;
use napoleon::board::rout::End;
use napoleon::board::{Board, Exit, Formation, Region};
use napoleon::book::Book;
use napoleon::force::{Force, Punch, Side};
use napoleon::theatre::holding::{Loss, Outcome};
use napoleon::theatre::{Place, Theatre};
use play::case::Fact;

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

pub fn formation(formation: Formation) -> &'static str {
    match formation {
        Formation::Line => "line",
        Formation::Column => "column",
    }
}

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

pub fn news(book: &Book, news: News) -> Fact {
    let fact = |name: &str, who| Fact::new(name).with("who", book.name(who));
    match news {
        News::Drew { who, plan } => fact("drew", who).with("plan", book.plans.name(plan)),
        News::Activated { who, plan, roll: die, needed, works } => fact("activated", who)
            .with("plan", book.plans.name(plan))
            .with("roll", roll(die))
            .with("needed", needed)
            .with_flag("works", works),
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
        };
        facts.push(
            Fact::new("force")
                .with("name", book.name(force.id))
                .with("at", place)
                .with_flag("reduced", force.reduced),
        );
    }
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
                Loss::OutOfTime => "out of time",
                Loss::TooEarly => "too early",
            };
            Fact::new("outcome").with("is", "lost").with("why", why)
        }
    };
    facts.push(outcome);
    facts
}
