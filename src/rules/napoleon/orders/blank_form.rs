//! The order form that goes with a report: the keys of the stop, with the legal choices as comments.
//!
//! Every line but the head is a comment, so that the form as it stands plays the defaults.

use crate::board::french::Assignment;
use crate::board::insight::Insight;
use crate::board::perform::March;
use crate::board::{Board, Formation, Piece, Region};
use crate::book::Book;
use crate::book::plans::{FrenchDefault, Way};
use crate::record::force::{Force, ForceId, Kind, Side};
use crate::record::state::board;
use crate::season::staff;
use crate::sequence::answer::{Ask, Mover, Stops};
use crate::sequence::defaults::TERRAIN;
use crate::sequence::{Campaign, Stage};
use crate::sight::Known;
use crate::theatre::Theatre;
use crate::view::forces;
use crate::view::words::{formation, punch};
use kit::ground::Space;
use sheet::frame::{COMMENT_WIDTH, comment, head, quoted};

/// Writes the form.
pub fn form(book: &Book, known: &Known, campaign: &str) -> String {
    let mut text = head(campaign, known.state.season, &known.power);
    let mut line = |written: &str| {
        text.push_str(written);
        text.push('\n');
    };
    let Some(ask) = known.state.ask else {
        match known.state.outcome() {
            Some(_) => comment("The campaign is over.", &mut line),
            None => comment("You are not asked now; others are.", &mut line),
        }
        return text;
    };
    comment(&format!("{}. Take the `#` away before what you order.", known.state.title), &mut line);
    let campaign = known.state.campaign(book);
    match ask {
        Ask::Moves => moves(book, known, &campaign, &mut line),
        Ask::Deploy => deploy(book, known, &campaign, &mut line),
        Ask::BattleTurn => fight(book, &campaign, &mut line),
        Ask::After => after(book, known, &campaign, &mut line),
    }
    line("#");
    if book.options.stops != Stops::Turns {
        comment("At which stops you want to be asked from now on:", &mut line);
        let stops = match book.options.stops {
            Stops::BattleTurns => "[deploy, battle turn, after the battles]",
            Stops::Battles | Stops::Turns => "[deploy, after the battles]",
        };
        line(&format!("# ask: {stops}"));
    }
    comment("What is done in battles when you are not asked:", &mut line);
    line("# doctrine:");
    line("# - battle: any");
    line("#   place: {approach: [infantry line, cavalry column]}");
    line("#   plans:");
    line("#   - {volley: {who: best infantry in line, if: range = 1}}");
    line("#   acts: [{fire: any in line}]");
    if book.options.stops == Stops::Turns {
        comment("What is done after the battles of this turn:", &mut line);
        line("# forced march:");
        line("# - {who: [Napoleon], to: , if: }");
        line("# resupply: [{keep: 4}, {refit: strongest}]");
    }
    text
}

/// Names in brackets, in lines that no mail program breaks.
fn list(key: &str, names: &[String], line: &mut impl FnMut(&str)) {
    let mut written = format!("{key}[");
    let pad = format!("#{}", " ".repeat(key.len().saturating_sub(1)));
    for (number, name) in names.iter().enumerate() {
        let end = if number + 1 < names.len() { "," } else { "]" };
        if written.len() + name.len() + 2 > COMMENT_WIDTH && number > 0 {
            line(written.trim_end());
            written = format!("{pad} ");
        }
        written.push_str(&format!("{name}{end} "));
    }
    if names.is_empty() {
        written.push(']');
    }
    line(written.trim_end());
}

fn names(book: &Book, forces: &[Force]) -> Vec<String> {
    forces.iter().map(|force| quoted(book.name(force.id))).collect()
}

/// A line for each area whose forces may move, with the areas next to it.
fn going(book: &Book, known: &Known, theatre: &Theatre, line: &mut impl FnMut(&str)) {
    for at in book.map.all() {
        let own = |mover| staff::may_order(book, &known.power, mover);
        let mut free = theatre.free(at);
        free.retain(|force| own(Mover::Force(force.id)));
        let napoleon = theatre.napoleon == Some(at) && own(Mover::Napoleon);
        if free.is_empty() && !napoleon {
            continue;
        }
        let next = book.map.neighbours(at);
        let next: Vec<&str> = next.into_iter().map(|at| book.map.name(at)).collect();
        comment(&format!("From {} to {}:", book.map.name(at), next.join(", ")), line);
        let mut names = names(book, &free);
        if napoleon {
            names.insert(0, "Napoleon".to_owned());
        }
        list("# - who: ", &names, line);
        line("#   to: ");
    }
}

fn moves(book: &Book, known: &Known, campaign: &Campaign, line: &mut impl FnMut(&str)) {
    comment("Who is not named stays. Forces with enemies in their area cannot leave it.", line);
    line("# moves:");
    going(book, known, &campaign.theatre, line);
    if !staff::has_purse(book, &known.power) {
        return;
    }
    let keeps = |force: &&Force| campaign.theatre.may_keep(book, force.id);
    let keep: Vec<Force> = campaign.theatre.forces.iter().filter(keeps).copied().collect();
    if !keep.is_empty() {
        comment("Who keeps the counter of the campaign before:", line);
        list("# keep commanders: ", &names(book, &keep), line);
    }
    comment("The order of the battles, if it matters:", line);
    line("# battles: []");
    if campaign.theatre.scouts > 0 {
        let scouts = campaign.theatre.scouts;
        comment(&format!("Scouts, you have {scouts}; the fog has rows 1 to 14:"), line);
        line("# scouts:");
        line("# - {reroll: fog, from: 11, at most: 1}");
        line("# - {reroll: enemy orders, strength: 12, areas: 2}");
    }
}

fn deploy(book: &Book, known: &Known, campaign: &Campaign, line: &mut impl FnMut(&str)) {
    let Some(battle) = &campaign.battle else { return };
    let theatre = &campaign.theatre;
    if let Some((row, effect)) = battle.fog {
        comment(&format!("Fog of war: {}.", crate::view::words::fog_row(row)), line);
        fog(book, campaign, battle.at, effect.is_some_and(|effect| effect.free_insight), line);
    }
    if staff::has_purse(book, &known.power) {
        let supply = forces::points(theatre.french_supply);
        comment(&format!("More plans for each turn; you have {supply}:"), line);
        line("# more plans: 0");
    }
    if theatre.napoleon == Some(battle.at) {
        insights(book, theatre, (battle.at, battle.fog.map_or(0, |(row, _)| row.turns)), line);
        line("# insights: []");
    }
    let most = book.figures.approach_at_start;
    comment(&format!("At most {most} mobile forces in the approach; `line` or `column`:"), line);
    line("# place:");
    let starts = start(book, campaign).unwrap_or_default();
    let written = |at: Region| -> Vec<String> {
        let here = starts.iter().filter(|(_, region, _)| *region == at);
        here.map(|(force, _, stands)| placed(book.name(force.id), formation(*stands))).collect()
    };
    list("#   approach: ", &written(Region::FrenchApproach), line);
    list("#   reserve: ", &written(Region::FrenchReserve), line);
}

/// The insights that can be chosen, and those that could do nothing in this battle (§11.5).
fn insights(book: &Book, theatre: &Theatre, (at, turns): (Space, u8), line: &mut impl FnMut(&str)) {
    let rating = book.campaign.rating;
    let board = theatre.open_board(book, at, turns, 0);
    let openings = theatre.openings(&board, at, true, TERRAIN);
    let (can, idle): (Vec<Insight>, Vec<Insight>) =
        Insight::ALL.into_iter().partition(|insight| insight.does_anything(&openings));
    let can: Vec<&str> = can.into_iter().map(Insight::name).collect();
    let told = format!("Insights, each for one of your {rating} plans a turn: {}.", can.join(", "));
    comment(&told, line);
    for insight in idle {
        let needs = insight.needs().unwrap_or_default();
        comment(&format!("Not in this battle: {}, which needs {needs}.", insight.name()), line);
    }
}

/// Where our mobile forces start if nobody says more, and how they stand.
pub(super) fn start(book: &Book, campaign: &Campaign) -> Option<Vec<(Force, Region, Formation)>> {
    let at = campaign.battle.as_ref()?.at;
    let theatre = &campaign.theatre;
    let mobile = theatre.forces_at(Side::French, at);
    let mobile: Vec<Force> = mobile.into_iter().filter(|force| force.kind.is_mobile()).collect();
    let enemies = theatre.forces_at(Side::Enemy, at);
    let placings =
        crate::sequence::defaults::placings(book.figures.approach_at_start, &mobile, &enemies);
    let of = |id| mobile.iter().find(|force: &&Force| force.id == id).copied();
    let first = placings.iter().filter_map(|one| Some((of(one.who)?, one.at, one.formation)));
    let mut all: Vec<(Force, Region, Formation)> = first.collect();
    let rest = mobile.iter().filter(|force| !placings.iter().any(|one| one.who == force.id));
    all.extend(rest.map(|force| (*force, Region::FrenchReserve, Formation::Column)));
    Some(all)
}

/// A force and how it stands, as `place` has it.
fn placed(name: &str, stands: &str) -> String {
    match name.contains('\'') {
        true => format!("\"{name} {stands}\""),
        false => format!("{name} {stands}"),
    }
}

/// What can be chosen of the fog.
fn fog(
    book: &Book,
    campaign: &Campaign,
    at: Space,
    free_insight: bool,
    line: &mut impl FnMut(&str),
) {
    use crate::book::tables::FogEvent;
    let theatre = &campaign.theatre;
    let event = campaign.battle.as_ref().and_then(|battle| battle.fog).map(|(row, _)| row.event);
    match event {
        Some(FogEvent::Insight) if free_insight => line("# fog: {insight: Duration}"),
        Some(FogEvent::Recruit) => {
            let name = book.map.name(at);
            line(&format!("# fog: {{recruit: {{what: recruit infantry, at: {name}}}}}"));
        }
        Some(FogEvent::Napoleon) if theatre.napoleon != Some(at) => {
            line("# fog: {napoleon: come}");
        }
        Some(FogEvent::Join) => {
            let may = theatre.joiners(at);
            comment("Who may join; the first that may does:", line);
            line("# fog:");
            list("#   join: ", &names(book, &may), line);
        }
        _ => {}
    }
}

/// The plans that a force can have now.
pub(super) fn plans(book: &Book, board: &Board, piece: &Piece) -> Vec<String> {
    let can = |plan: &crate::book::plans::PlanId| {
        let wanted = [Assignment { plan: *plan, who: Some(piece.force.id) }];
        let mut board = board.clone();
        board.french_plans = board.french_plans.max(1);
        board.assign_french(&wanted, &book.plans).is_ok()
    };
    let counters = book.plans.french_counters().filter(can);
    counters.map(|plan| book.plans.name(plan).to_lowercase()).collect()
}

fn fight(book: &Book, campaign: &Campaign, line: &mut impl FnMut(&str)) {
    let Some(board) = board(campaign) else { return };
    let mut fresh = board.clone();
    fresh.begin_turn();
    let left: Vec<&str> = fresh
        .insights
        .iter()
        .filter(|insight| fresh.insight_target(**insight).is_some())
        .filter(|insight| insight.does_anything(&fresh.openings()))
        .map(|insight| insight.name())
        .collect();
    if let Some(insight) = left.first() {
        comment(
            &format!("Still to be tried: {}. Without `try:` all of them are.", left.join(", ")),
            line,
        );
        line(&format!("# try: [{{insight: {insight}}}]"));
    }
    if fresh.routed == Some(Side::French) {
        comment("You are routed: your forces retreat, whatever you say.", line);
        return;
    }
    let many = fresh.french_plans;
    comment(&format!("Plans, {many} this turn; who can have which:"), line);
    for piece in fresh.of(Side::French) {
        let plans = plans(book, &fresh, piece);
        if !plans.is_empty() {
            comment(&format!("{}: {}", book.name(piece.force.id), plans.join(", ")), line);
        }
    }
    line("# plans:");
    let first = fresh.of(Side::French).find_map(|piece| {
        let plan = plans(book, &fresh, piece).into_iter().next()?;
        Some(format!("# - {plan}: {}", names(book, &[piece.force]).join("")))
    });
    line(&first.unwrap_or_else(|| "# - volley: ".to_owned()));
    if book
        .plans
        .french_counters()
        .any(|plan| book.plans.plan(plan).is_some_and(|p| p.way == Way::Formation))
        && many > 0
    {
        comment("or a change of formations, before the enemy acts or before `us`:", line);
        line("# - formation: {change: {NAME: line}, before: enemy}");
    }
    comment("What the others do, in this order; what each can do now:", line);
    line("# acts:");
    for piece in fresh.of(Side::French) {
        act(book, &fresh, piece, line);
    }
    comment("Whom you choose among equals, yours or theirs:", line);
    line("# ties: []");
}

/// What a force on the board can do now, in the words of `acts:`.
fn acts(board: &Board, id: ForceId) -> Vec<&'static str> {
    let word = |(default, way)| match (default, way) {
        (FrenchDefault::Fire, _) => "fire",
        (FrenchDefault::Pivot, _) => "pivot",
        (FrenchDefault::March | FrenchDefault::Retreat, March::Back) => "march back",
        (FrenchDefault::March, March::Twice) => "march twice",
        (FrenchDefault::March, March::ForwardAndBack) => "march forward and back",
        (FrenchDefault::March, March::Forward) => "march",
        (FrenchDefault::Retreat, _) => "march back",
    };
    board.french_defaults(id).into_iter().map(word).collect()
}

/// What a force can do now, and a line that does the first of it.
fn act(book: &Book, board: &Board, piece: &Piece, line: &mut impl FnMut(&str)) {
    let id = piece.force.id;
    let may = acts(board, id);
    let range = board.range(id).map_or("no enemy".to_owned(), |range| format!("range {range}"));
    let (name, stands) = (book.name(id), formation(piece.formation));
    let value = punch(piece.force.face().punch);
    comment(&format!("{name} {value}, in {stands}, {range}: {}", may.join(", ")), line);
    let deed = match may.first() {
        Some(&"fire") if piece.kind() != Kind::Cavalry => "fire",
        _ => "stand",
    };
    line(&format!("# - {deed}: {}", names(book, &[piece.force]).join("")));
}

fn after(book: &Book, known: &Known, campaign: &Campaign, line: &mut impl FnMut(&str)) {
    let theatre = &campaign.theatre;
    let chief = staff::has_purse(book, &known.power);
    let (has, income) = (forces::points(theatre.french_supply), theatre.income(book));
    if chief {
        comment(&format!("You have {has}; {income} come in after the forced marches."), line);
    }
    if campaign.stage != Stage::Resupply {
        let price = book.figures.forced_march;
        comment(&format!("A forced march costs {price} for each force:"), line);
        line("# forced march:");
        going(book, known, theatre, line);
    }
    if !chief {
        return;
    }
    comment(
        "Purchases in this order, as far as the points go; an `if:` is asked before the income:",
        line,
    );
    line("# resupply:");
    for force in theatre.to_refit() {
        line(&format!("# - refit: {}", names(book, &[force]).join("")));
    }
    for ware in forces::wares(book, theatre) {
        comment(&ware, line);
    }
    let at = theatre.napoleon.map_or("", |at| book.map.name(at));
    line("# - keep: 4");
    line(&format!("# - buy: {{what: garrison, at: {at}}}"));
    line("# - scouts: 1");
}
