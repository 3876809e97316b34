//! How a campaign goes, on one page for a player who is new to the game; every figure is read from
//! the book. The lines are as long as they come.

use crate::board::insight::Insight;
use crate::book::Book;
use crate::book::figures::Figures;
use crate::book::options::Ties;
use crate::orders::keys::PLANS;
use crate::orders::own_values;
use crate::record::force::ForceId;
use crate::sequence::answer::Stops;
use crate::sight::Known;
use crate::view::words;
use sheet::guide::{Chapter, Page};
use std::collections::BTreeSet;

/// The chapters of the page.
pub fn chapters(book: &Book, known: &Known) -> Vec<Chapter> {
    let mut page = Page::default();
    page.chapter("HOW A CAMPAIGN TURN GOES", turn(book));
    page.chapter("THE FOG OF WAR", fog(book));
    page.chapter("HOW A BATTLE GOES", battle(book));
    let forces = own_values::lines(book, known);
    if !forces.is_empty() {
        page.chapter(own_values::HEADING, forces);
    }
    page.chapter("THE PLANS OF A BATTLE", plans());
    page.add(super::enemy_plans::chapter(book));
    page.chapter("THE INSIGHTS OF NAPOLEON", insights(book));
    page.chapter("SHEETS", sheets(book));
    page.chapter("WHAT IS DONE WHERE YOU SAY NOTHING", silence(book));
    if book.options.staff {
        page.chapter("THE STAFF", of_staff(book, &known.power));
    }
    if book.options.is_race() {
        page.chapter("THE RACE", race(book));
    }
    page.chapter("VICTORY AND DEFEAT", vec![VICTORY.to_owned()]);
    page.chapter("THE SIGNS OF A REPORT", signs());
    page.into_chapters()
}

const VICTORY: &str = "You win as soon as you hold all objectives, with more points the earlier. The \
                       report says which are yours, what is wanted by now, and how a campaign is lost.";

/// What the fog of a battle brings (§11.1).
fn fog(book: &Book) -> Vec<String> {
    let rows = &book.tables.fog.rows;
    let mut told: Vec<(i64, i64, String)> = vec![];
    for roll in 1..=book.tables.fog.most() {
        let row = words::fog_row(*rows.read(roll));
        match told.last_mut().filter(|(_, _, last)| *last == row) {
            Some((_, last, _)) => *last = roll,
            None => told.push((roll, roll, row)),
        }
    }
    let line = |(from, to, row): (i64, i64, String)| match from == to {
        true => format!("{from}: {row}"),
        false => format!("{from} to {to}: {row}"),
    };
    let told: Vec<String> = told.into_iter().map(line).collect();
    vec![
        format!(
            "Before each battle a die of ten is rolled. An enemy with many supply points pays some of \
             them to add to it, so high numbers are bad for you. {}.",
            told.join(". ")
        ),
        "A scout rolls it again, without what the enemy added: `scouts:` says from which number on."
            .to_owned(),
    ]
}

/// The plans that a force can get, as the keys of a sheet say them (§13.3).
fn plans() -> Vec<String> {
    let mut lines: Vec<String> =
        PLANS.iter().map(|plan| format!("`{}`: {}", plan.key, plan.doc)).collect();
    lines.push(
        "In line a force fires without a die for its activation; in column it marches without one \
         and gives way when it is shocked."
            .to_owned(),
    );
    lines
}

/// What each insight does, and what it costs (§11.5, §13.1).
fn insights(book: &Book) -> Vec<String> {
    let (figures, rating) = (&book.figures, book.campaign.rating);
    if rating == 0 {
        return vec![];
    }
    let raid = figures.raid.rows();
    let (least, most) = (raid.iter().min().unwrap_or(&0), raid.iter().max().unwrap_or(&0));
    let does = |insight: Insight| match insight {
        Insight::Duration => {
            "the battle lasts a turn longer, with `duration: shorter` one less; never \
                              less than one"
                .to_owned()
        }
        Insight::Engineers => format!(
            "each turn until it works a die, {rating} or less: a hit on each garrison and \
             fortification of the enemy"
        ),
        Insight::Front => {
            format!("up to {} mobile forces start in the front", figures.front_at_start)
        }
        Insight::Morale => {
            format!("your forces stand a shock check with {} more on its die", figures.morale)
        }
        Insight::Raid => {
            format!("in the first turn it takes {least} to {most} supply points from the enemy")
        }
        Insight::Sweep => format!(
            "each turn until it works a die, {} or less: up to {} cavalry of your reserve attack {} \
             times each, the enemy's rear is hit first, and they are off the board until the battle \
             is over",
            rating.saturating_add(figures.sweep.rating),
            figures.sweep.most,
            figures.sweep.attacks
        ),
        Insight::Terrain => {
            "the whole enemy starts in its reserve, with `terrain: approach` in its \
                             approach"
                .to_owned()
        }
    };
    let mut lines = vec![
        "Where Napoleon is, `insights:` takes some when a battle begins; each costs a plan in every \
         turn of it."
            .to_owned(),
    ];
    lines.extend(Insight::ALL.map(|insight| format!("{}: {}.", insight.name(), does(insight))));
    lines
}

fn of_staff(book: &Book, power: &str) -> Vec<String> {
    let own = |(name, forces): &(String, BTreeSet<ForceId>)| {
        let forces: Vec<&str> = forces.iter().map(|id| book.name(*id)).collect();
        format!("{name} has {}", forces.join(", "))
    };
    let corps: Vec<String> = book.campaign.commands.iter().map(own).collect();
    vec![
        format!(
            "You are {}. {}; headquarters has all others, Napoleon, the purse and the scouts, \
             and says in which order battles are fought.",
            crate::view::title(power),
            corps.join("; ")
        ),
        "Each moves their own forces, all at the same time. You see the areas of your forces and \
         those next to them; elsewhere the report shows what you saw last. Conditions ask what you \
         know."
            .to_owned(),
        "In a battle headquarters gives the orders where Napoleon is, else the first in the order \
         above who has forces there; all French there obey. Who is not asked says what they want \
         beforehand, under `doctrine:`. Letters go with the report, so a directive takes a season."
            .to_owned(),
    ]
}

fn race(book: &Book) -> Vec<String> {
    let seen = match book.options.open_scores {
        true => "After each season the report shows the figures of all tables.",
        false => "The figures of the others are shown when the campaign is over at every table.",
    };
    vec![
        format!(
            "{} of you lead France in the same campaign, each at a table of their own. You see \
             your own table alone. {seen} Whose campaign is over is not asked any more.",
            book.options.tables
        ),
        "The dice are the same for all: the same roll for the same rule, force and place of a \
         season falls alike at each table. A sheet says all of a turn: moves, and under `doctrine:` \
         what is done in battles. Do not show your sheet to another table before the season is \
         published: who knows it can play it."
            .to_owned(),
        "A victory counts by its points; then come those whose campaign goes on, by objectives and \
         combat value; then the lost ones."
            .to_owned(),
    ]
}

fn turn(book: &Book) -> Vec<String> {
    let figures = &book.figures;
    vec![
        "You lead the French; the enemy moves and fights by dice and charts. Each mobile force of \
         yours may move one area, but not out of one in which enemies stand. Where both sides \
         stand there is a battle. Then you may pay for forced marches, earn supply and spend it. \
         Then the enemy's groups get their orders by dice, and attack; its cities bring it walls, \
         reinforcements or supply."
            .to_owned(),
        format!(
            "Before a battle the fog of war is rolled for: it says how many turns the battle may \
             last, and brings something good or bad. A side that is {} times as weak is destroyed \
             without a battle.",
            figures.outweighed
        ),
        format!(
            "Supply points come in after the forced marches: {} a turn and {} for each city you \
             hold then. A refit, which turns a reduced force to its full side, costs {}, a scout {}, \
             a forced march {}; a new force costs its combat value. Scouts roll the fog, an insight \
             or an enemy order again.",
            book.campaign.income.base,
            book.campaign.income.city,
            figures.refit,
            figures.scout,
            figures.forced_march
        ),
    ]
}

fn battle(book: &Book) -> Vec<String> {
    let figures = &book.figures;
    vec![
        format!(
            "The board has six regions: reserve, approach and front of each side. {} of your \
             mobile forces at the most start in the approach, the others in the reserve; later an \
             approach holds {} mobile forces of a side, a front {}. Walls and cannons stand in \
             line; infantry and cavalry in line or in column.",
            figures.approach_at_start, figures.regions.approach, figures.regions.front
        ),
        format!(
            "Each turn you place up to {} plans where Napoleon is, else {}; the enemy draws {}. Then \
             all enemies act, the rearmost last, then all of yours. A force with a plan acts on it, by \
             a die against its activation unless the plan needs none; one without a plan fires, \
             marches, turns between line and column, or stands.",
            book.campaign.rating, book.campaign.plans.without_napoleon, book.campaign.plans.enemy
        ),
        "An attack is a die: at most the combat value is a hit, at most the superscript two. Hits \
         fall on the lowest skill of the nearest region with enemies. A hit turns a counter to its \
         reduced side, the next one destroys it; cavalry, cannons and walls have one side."
            .to_owned(),
        "Who enters a region with enemies shocks them: one force of the lowest skill needs its \
         combat value or less, or takes a hit and goes back. Columns, and whoever stands in their \
         own approach or reserve, give way without a die."
            .to_owned(),
        format!(
            "A side that is {} times as weak at the end of a turn is routed: its walls fall, its \
             mobile forces retreat until they are gone. When the turns are over, a die says who \
             goes.",
            figures.outweighed
        ),
    ]
}

fn sheets(book: &Book) -> Vec<String> {
    if book.options.stops == Stops::Turns {
        return vec![
            "Each mail asks for a whole campaign turn: `moves:`, then under `doctrine:` what is done \
             in battles, then `forced march:` and `resupply:` for what comes after them. The form has \
             the keys. What a sheet leaves out has a default; an empty sheet plays by defaults alone."
                .to_owned(),
            "A doctrine lasts until another sheet has the key; the other keys are for one turn. Of its \
             lines each key is taken from the first that fits and has it. A plan of it that could do \
             nothing now is passed over for the next line."
                .to_owned(),
        ];
    }
    vec![
        "Each mail asks for one thing: your moves, how you deploy, a turn of battle, or what is \
         done after the battles. The form has the keys for it. What a sheet leaves out has a \
         default; an empty sheet plays by defaults alone."
            .to_owned(),
        "`ask:` says at which stops you want a mail; `doctrine:` says what is done in battles \
         without one. With both a whole campaign turn is one mail. `forced march:` may \
         stand in any sheet until the battles of your moves are over, `resupply:` until those of \
         your marches are; what both said before is not asked again, unless `ask:` names the stop. Of \
         the lines of a doctrine each key is taken from the first that fits and has it. A plan of a \
         doctrine that could do nothing now is passed over for the next line."
            .to_owned(),
    ]
}

/// What is done by default ([`crate::sequence::defaults`]).
fn silence(book: &Book) -> Vec<String> {
    vec![
        "Nobody moves; if all others leave Napoleon, he goes with the strongest of them. Battles \
         are fought by their odds, the best first. No scout is used, nothing of the fog is taken, \
         no plan is bought and no insight chosen."
            .to_owned(),
        format!(
            "The {} strongest of infantry and cavalry start in the approach, in column to attack, in \
             line to defend: you attack with twice the strength, or where walls and cannons are more \
             than half of the enemy. Insights that need a die are tried. Plans go where they fit: \
             Engage, Volley, Charge, Grapeshot, Push, before them Square in defence. In an attack \
             columns march, and lines fire, or march if they have nobody to fire at (`stand: any in line` \
             keeps them where they are); in defence lines fire when they can, a column marches \
             upon a column next to it, the others stand.",
            book.figures.approach_at_start
        ),
        "Nobody marches after the battles. The points are spent on refits, the strongest first, then \
         on mobile forces where Napoleon is, then on walls for objectives without them."
            .to_owned(),
        among_equals(book.options.ties).to_owned(),
    ]
}

/// Who is chosen among equals that are checked or hit (§17).
fn among_equals(ties: Ties) -> &'static str {
    match ties {
        Ties::Harsh => {
            "Among equals what hurts you more is done: your strongest is checked or hit."
        }
        Ties::Lot | Ties::Player | Ties::Umpire => {
            "Among equals of yours the likeliest to stand, or the cheapest, is checked or hit; among \
             the enemy's the one that is destroyed, or the strongest."
        }
    }
}

/// What may stand together, told to players.
pub fn limits(figures: &Figures) -> Vec<String> {
    vec![
        format!(
            "{} mobile forces start in the approach at the most, {} in the front with the insight \
             Front. During a battle an approach holds {} mobile forces of a side, a front {}; a \
             reserve has room for all.",
            figures.approach_at_start,
            figures.front_at_start,
            figures.regions.approach,
            figures.regions.front
        ),
        "There are only so many counters of each plan. A force has one plan; Prepare goes with \
         another."
            .to_owned(),
        "Charge is for cavalry, Square for infantry, Grapeshot for cannons and fortifications, \
         Prepare for everybody, the others for infantry and cavalry; Formation is for no single \
         force."
            .to_owned(),
    ]
}

/// What the signs of a report mean.
pub fn signs() -> Vec<String> {
    vec![
        "On the board `=` is line and `!` column; `-` behind a value means reduced; `x` beside a \
         region means melee. A value like 8/3 is combat value and superscript. `*` marks an \
         objective. `die 3 (needs 6 or less)`: a 3 was rolled, and that is enough."
            .to_owned(),
    ]
}
