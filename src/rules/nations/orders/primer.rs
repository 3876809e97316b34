//! How a season goes, on one page for a player who is new to the game.
//!
//! Every figure is read from the book's tables. The lines are as long as they come.

use crate::book::atlas::Terrain;
use crate::book::terms::Side;
use crate::book::war::SiegeResult;
use crate::book::{Book, Fog};
use crate::land::{stacking, supply};
use crate::orders::cabinet_form;
use crate::orders::grammar::GRAMMAR;
use crate::orders::leaders;
use crate::orders::limits;
use crate::orders::rehearsal::tactics;
use crate::record::state::Marker;
use crate::season::initiative;
use crate::season::transport::Lift;
use crate::sight::contact_fog::FORCE_SEES;
use crate::sight::known::Known;
use kit::ground::Space;
use sheet::guide::{Chapter, Page};
use std::collections::BTreeSet;

/// How many hexes from our own troops fortresses are listed.
const NEAR: u16 = 4;

/// The chapters of the page.
pub fn chapters(book: &Book, known: &Known) -> Vec<Chapter> {
    let mut page = Page::default();
    if known.cabinet {
        page.chapter("HOW A CABINET GOES", cabinet_form::primer(book, known));
        return page.into_chapters();
    }
    page.chapter("HOW A SEASON GOES", sequence(book, known));
    page.chapter("WHAT A MARCH COSTS", costs(book));
    page.chapter(limits::HEADING, limits(book, known));
    let leaders = leaders::lines(book, known);
    if !leaders.is_empty() {
        page.chapter(leaders::HEADING, leaders);
    }
    page.chapter("ENEMIES AND FORTRESSES", enemies(book, known));
    page.chapter("SIEGES", sieges(book));
    page.chapter("WHEN THE ENEMY COMES", reactions());
    if let Some(lines) = tactics::guide(book) {
        page.chapter("TACTICAL CARDS", lines);
    }
    let optional = book.optional.told((&book.atlas, &book.units, &book.people), book.has_money());
    if !optional.is_empty() {
        page.chapter("OPTIONAL RULES", optional);
    }
    page.chapter("SUPPLY", supply_lines(book));
    if Lift::of(book, known.bloc(&known.power)).is_some() {
        page.chapter("OVER THE SEA", over_the_sea(book));
    }
    if known.squadrons.iter().any(|squadron| squadron.power == known.power) {
        page.chapter("SHIPS", ships(book, known));
    }
    page.chapter("TOWNS, AND WHO HOLDS THEM", towns(book));
    page.chapter("THE SIGNS OF A REPORT", signs(book, known));
    page.into_chapters()
}

fn sequence(book: &Book, known: &Known) -> Vec<String> {
    let quarter = known.season.quarter;
    let mut lines = vec![
        "All sheets are played together. Markers are drawn one after the other from one pool: land \
         1 to 4 and naval for each side. No side moves on land twice in a row."
            .to_owned(),
        "A land marker lets all leaders of its side act whose initiative is at least its number; \
         the form says each one's initiative and combat value. Each plays the first entry of your sheet that names \
         them and fits, one entry a marker, in the order of your sheet; then that entry is used up. \
         A force acts twice a season at most, and a siege counts like a march: write two entries to \
         act twice. The second is a forced march: the force is checked for attrition. Troops without a leader have initiative 1. A leader under another acts by an \
         entry of their own that begins with `detach`, which says what goes with them."
            .to_owned(),
    ];
    if known.season == book.scenario.first && book.scenario.chooser() == Some(&known.power) {
        lines.push(
            "You have the initiative in this first season: `first marker:` in your sheet names the \
             marker that comes out first, such as the one that lets all who should act early act. \
             Without it your land 4 comes."
                .to_owned(),
        );
    }
    let used = !book.scenario.removed.contains(&Marker::WinterQuarters.to_string());
    if let Some(times) = initiative::winter_quarters_needed(quarter).filter(|_| used) {
        let often = match times {
            1 => "as soon as the marker winter quarters comes out".to_owned(),
            2 => "when the marker winter quarters comes out for the second time".to_owned(),
            _ => "when the marker winter quarters comes out for the third time".to_owned(),
        };
        lines.push(format!(
            "The marches of this {} are over {often}, so put first what matters most.",
            quarter.word()
        ));
    }
    lines.push(
        "Within an entry the steps are played in order. A step that fails, or whose `if` does not \
         hold, ends the entry, unless it says `else: go on`. What cannot be done fails, and so does a \
         march that stops short of its goal; an attack whose enemy has slipped away, or an attempt on \
         a fortress without result, does not. An entry whose own `if` or \
         `on` does not fit waits for a later marker, and the leader's next entry is asked: so two \
         entries can be two cases; the second may still follow as a second march, unless its own `if` forbids it. What others do to you in between is answered by your reactions."
            .to_owned(),
    );
    lines
}

fn costs(book: &Book) -> Vec<String> {
    let (figures, factors, acts) = (&book.figures, book.figures.factors, book.figures.actions);
    let grounds = [
        Terrain::Clear,
        Terrain::Desert,
        Terrain::Rough,
        Terrain::Woods,
        Terrain::Swamp,
        Terrain::Mountain,
        Terrain::Box,
    ];
    let enter = |terrain: Terrain| {
        figures.enter(terrain, false).map(|points| format!("{} {points}", terrain.word()))
    };
    let grounds: Vec<String> = grounds.into_iter().filter_map(enter).collect();
    let (sides, boxes) = (figures.sides, figures.boxes);
    vec![
        format!(
            "Movement points of one entry: troops {}, a leader without troops {}, cavalry under a \
             cavalry leader {}, cossacks {}, guerrillas {}. The slowest part counts.",
            factors.units, factors.leaders, factors.cavalry, factors.cossacks, factors.guerrillas
        ),
        format!(
            "Points to enter a hex: {}, along a mountain pass {}. A town costs what its ground \
             costs.",
            grounds.join(", "),
            figures.pass()
        ),
        format!(
            "Added for the side you cross: river {}, with engineers {}, at a bridge {}; mountain \
             side {}; strait {}; leaving an off-map box {}.",
            sides.river,
            sides.river_with_engineers,
            sides.bridge,
            sides.mountain,
            sides.strait,
            boxes.leave
        ),
        format!(
            "Points for acts: absorb {}, integrate {}, take another army along {}, overrun {}, \
             rally {}, going on after a battle {}, an attempt on a fortress as many as its level. \
             The form gives the sum to each goal; the receipt names the hexes on the way with the \
             points of each. To go another way, write its hexes before the goal.",
            acts.absorb,
            acts.integrate,
            acts.aggregate_armies,
            acts.overrun,
            acts.rally,
            acts.go_on
        ),
    ]
}

fn enemies(book: &Book, known: &Known) -> Vec<String> {
    let mut lines = vec![
        "`march` never enters a hex with an enemy or an enemy fortress: it stops before it. To go \
         in, write `attack: {at: PLACE}`, or `attack: {at: LEADER}` to follow them wherever they \
         then stand. The enemy may slip away or go inside the walls."
            .to_owned(),
        "You enter a fortress by `attack` too. Then you stand before its walls and besiege it: \
         `siege: {attempts: up to 2}` tries to take it. To join friends before its walls, \
         `attack` as well. An open town falls to troops that end their march in it."
            .to_owned(),
        format!(
            "Odds, as in `if: odds >= 2:1`, compare yours to theirs. {} The map shows who leads a stack, neither its \
             size nor what is in it: who stands without a leader may be a train. What is not known does not hold: for a \
             first battle add `or their strength is unknown`. A battle is fought at the \
             nearest whole ratio, halves in favour of the stronger: 5 to 2 is 3:1. An `if` compares without \
             rounding. At {} or more the weaker side is destroyed without dice.",
            GRAMMAR.odds, book.war.destroyed_at
        ),
    ];
    if book.fog == Fog::Contact {
        lines.push(format!(
            "You see enemies up to {FORCE_SEES} hexes from your forces, and in and beside towns \
             that your side holds; farther away only where they were last seen. `enemy within 3 \
             of PLACE` is known not to hold only if all those hexes are in sight, `X at PLACE` if \
             that place is."
        ));
    }
    lines.extend(fortresses(book, known));
    lines
}

/// What may stand together, and what our own armies may have.
fn limits(book: &Book, known: &Known) -> Vec<String> {
    let mut lines = limits::lines(&book.figures);
    let armies = known.own().filter_map(|force| {
        let army = force.army.as_ref()?;
        let (has, may) = (force.steps(), stacking::limit(book, force));
        Some(format!("{army} under {} {has} of {may}", force.commander()?))
    });
    let armies: Vec<String> = armies.collect();
    if !armies.is_empty() {
        lines.push(format!("Steps of your armies: {}.", armies.join(", ")));
    }
    lines
}

fn reactions() -> Vec<String> {
    vec![
        "`intercept` lets a leader with troops attack an enemy who marches into a hex next to him, \
         the zone of interception; over a river only at a bridge or with engineers, never over a \
         strait. It is tried on dice, once for each enemy who comes in from outside. Without this \
         reaction nobody intercepts."
            .to_owned(),
        "`avoid battle` slips away from an enemy who comes into your own hex, also on dice; \
         `entered: {withdraw inside: ...}` goes behind the walls of a fortress there. Without a \
         reaction, troops without a leader go inside; of the others all but an army leave when an \
         army comes, inside if there are walls; in any other case they fight."
            .to_owned(),
        "Where several hold, going inside comes first, then slipping away, then `stand`. Who fails \
         to slip away fights."
            .to_owned(),
        "The most specific reaction counts, key by key: one for a leader or force comes before \
         `who: any`, which fills what the other leaves open. One for a leader counts while they \
         command: under another it rests, also if they join them during the season."
            .to_owned(),
    ]
}

/// What takes a fortress, with the figures of the tables (§9).
fn sieges(book: &Book) -> Vec<String> {
    let least = |level: u8, wanted: &[SiegeResult]| {
        (2..=20).find(|sum| wanted.contains(&book.war.siege(level, *sum)))
    };
    let row = |level: u8| {
        let shown = |sum: Option<i32>| sum.map_or("-".to_owned(), |sum| sum.to_string());
        let assault = least(level, &[SiegeResult::Assault]);
        let fallen = least(level, &[SiegeResult::Honours, SiegeResult::Breach]);
        format!("level {level}: {} and {}", shown(assault), shown(fallen))
    };
    let rows: Vec<String> = (1..=3).map(row).collect();
    let added = |what: &str| book.war.besieging.get(what);
    vec![
        format!(
            "An attempt rolls two dice. From a certain sum on the walls are assaulted, a round of \
             battle that may fail; from a higher one the fortress falls: {}. It is handed over, \
             or there is a breach: a round of battle in which those inside are lost in any case. \
             A low roll is repulsed, which at worst costs a step; a force of one step is lost with it. Else the siege goes on.",
            rows.join("; ")
        ),
        "Walls have fortress points as many as their level: they fight beside the troops inside, or \
         alone, and losses may be paid with them. So an empty fortress resists too."
            .to_owned(),
        format!(
            "To the dice are added: your leader's combat value less theirs; {} for each of your \
             armies and {} for each engineer before the walls; the level of the siege marker; {} \
             for more guns than theirs, {} for twice as many; {} out of supply. The marker rises \
             by 1 with each attempt as long as somebody stays before the walls, so time takes a \
             fortress.",
            added("army"),
            added("engineers"),
            added("more guns"),
            added("twice the guns"),
            added("out of supply")
        ),
    ]
}

/// How troops go over the sea without ships, where a rule of the scenario lets them (NIA §21.3.4).
fn over_the_sea(book: &Book) -> Vec<String> {
    let rules = book.scenario.special.iter().filter(|rule| rule.transport.is_some());
    let mut lines: Vec<String> = rules.map(|rule| rule.text.clone()).collect();
    lines.push(
        "Write an entry for the force with one step, `transport: PLACE`: it acts on the naval marker \
         and not on land markers. With `{to: PLACE, units: [UNIT], leader: NAME}` a part of the force goes. The \
         harbour must have no troops of yours in it. It is not an activation."
            .to_owned(),
    );
    lines
}

fn supply_lines(book: &Book) -> Vec<String> {
    let mut lines = vec![
        format!(
            "A force is in supply if a chain of your places leads home from it: fortresses, \
             depots and detachments, each within {} movement points of the one before, counted \
             from the force toward home, and no enemy and no zone of an enemy army across it. Points \
             are counted as in a march, without engineers. A corps or leader in an open town is no \
             link. Home is your capital and each fortress in your own country, for troops of an \
             allied country its capital too. Supply is checked when a force becomes active, for a defender before a \
             battle and for an attacker after it; what the check says counts until the next. A force that \
             the last check found out of supply and that has no orders stays so to the end of the season, when attrition is \
             checked, though a line is open by then; any order ends that. The report says who is in supply, and who would not be if it were checked now.",
            supply::SPAN
        ),
        "Trains, depots and engineers move only with a leader and have no entry of their own: \
         `take: train`, in an entry of a leader in their hex, takes one along. `drop: depot` puts a train \
         down as a depot, which is a new link for those who go on. `take: depot` takes it up again. A depot in a harbour is fed from a harbour that is itself a home, over \
         seas that no enemy has alone. Who is out of supply fights worse and loses steps to \
         attrition; long marches, bad ground and winter cost steps as well."
            .to_owned(),
    ];
    let named = book.scenario.special.iter().filter(|rule| !rule.sources.is_empty());
    lines.extend(
        named.map(|rule| format!("In this scenario home is elsewhere for some: {}", rule.text)),
    );
    lines
}

fn ships(book: &Book, known: &Known) -> Vec<String> {
    let points = &book.sea.points;
    let second = match known.season == book.scenario.first {
        true => "In this first season there is one naval marker for each side.",
        false => {
            "There is one naval marker for each side in a season, and once a year a second: \
             `naval 2: yes` puts it in now. Without that word it comes in autumn, if your side has \
             an entry for ships."
        }
    };
    vec![
        second.to_owned(),
        format!(
            "Squadrons act on naval markers. Points: out of a harbour into its sea {}, each further sea \
         area {}, entering a harbour {}, a blockade {}, going into an enemy harbour {}, joining other fleets \
             {}, landing at an enemy harbour or off a coast {}; taking troops on board in a harbour \
             costs nothing. `land` and `blockade` sail there by themselves; before `carry` the \
             ships must lie with the troops.",
            points.leave,
            points.area,
            points.enter,
            points.blockade,
            points.attack,
            points.join,
            points.land
        ),
    ]
}

/// The levels of the fortresses near our own troops.
fn fortresses(book: &Book, known: &Known) -> Option<String> {
    let troops = known.own().filter(|force| !force.units.is_empty());
    let near: BTreeSet<Space> =
        troops.flat_map(|force| book.atlas.within(force.at, NEAR)).collect();
    let level = |at: Space| {
        let level = known.fortress(book, at);
        (level > 0 && book.scenario.in_play(at)).then(|| format!("{} {level}", book.atlas.name(at)))
    };
    let all: Vec<String> = near.into_iter().filter_map(level).collect();
    let told = || format!("Fortresses near your troops and their levels: {}.", all.join(", "));
    (!all.is_empty()).then(told)
}

/// What the signs of a report mean.
pub fn signs(book: &Book, known: &Known) -> Vec<String> {
    let kinds: BTreeSet<&str> =
        known.own().flat_map(|force| &force.units).map(|unit| unit.kind.as_str()).collect();
    let kind = |kind: &&str| format!("{kind} {}", book.units.kind(kind).name);
    let kinds: Vec<String> = kinds.iter().map(kind).collect();
    let mut lines = vec![];
    if !kinds.is_empty() {
        lines.push(format!(
            "Your units: {}. `2 x +1 InfC` is two such corps, each with 1 added to its side's \
             dice when it leads. A corps has two steps; a reduced corps and a detachment have one.",
            kinds.join(", ")
        ));
    }
    lines.push(
        "A battle's result is what the enemy loses: `2+CL` is two steps, `+` breaks a tie, `C` one \
         of the steps is cavalry, `L` their lowest leader is checked. Results of a siege: NE \
         nothing; R repulsed, with a star perhaps at the price of a step; A assault; H the fortress is \
         handed over; B breach, an assault in which those inside are lost. A siege marker is the level that a siege has reached, the `siege \
         level` of conditions."
            .to_owned(),
    );
    lines
}

/// Whose a town is, and what that is good for (§9.3).
fn towns(book: &Book) -> Vec<String> {
    let side = book.scenario.victory.as_ref().and_then(|terms| terms.side).map(Side::bloc);
    let whose = side.map(|side| {
        let side = side.word();
        format!(
            " Its points are those of the {side}: `enemy` there is who fights against the {side}."
        )
    });
    let whose = whose.unwrap_or_default();
    vec![
        "A town belongs to a country and is held by a power: by that of its country, until others \
         take it. Troops that end their march in an open town take it, and so does who takes a \
         fortress; it stays theirs when they go on. Only who holds a town counts for the score."
            .to_owned(),
        "A captured fortress is an open town and no link of supply, until \
         `reactivate: {with: train}` arms it again."
            .to_owned(),
        format!(
            "The report says which towns are held outside their own country, what counts for \
             the score and how it stands.{whose} An army in disorder is one \
             that was beaten and has not rallied, `demoralized` in conditions."
        ),
    ]
}
