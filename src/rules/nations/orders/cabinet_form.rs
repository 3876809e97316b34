//! The form, the example and the guide of a cabinet: what comes in, what can be filled and raised,
//! and how both lists are written (NIA §12).

use crate::book::Book;
use crate::book::money::Recruits;
use crate::book::spelling::{self, place};
use crate::book::units::Unit;
use crate::land::supply::Land;
use crate::money::cabinet::works::Works;
use crate::money::expected::{self, Expected};
use crate::money::lines::{BUDGET, LineKind, MUSTER, Offer};
use crate::politics::abroad;
use crate::position::Position;
use crate::record::event::Line;
use crate::record::state::Force;
use crate::sight::known::Known;
use crate::view::money::line_in_words;
use sheet::frame::comment;
use sheet::keys::Kind;

/// Most places, units or leaders that one line of the form lists.
const MOST_LISTED: usize = 12;

/// What the form says between its head and the letters.
pub fn lists(book: &Book, known: &Known, line: &mut impl FnMut(&str)) {
    let land = Land::of(book, known, &known.power);
    let purses = expected::purses(book, known, &known.power);
    let Some(mut works) = expected::works(book, known, &known.power, &land, &purses) else {
        return;
    };
    line("");
    for purse in &purses {
        for told in income(book, purse) {
            comment(&told, line);
        }
    }
    line("#");
    reduced(&works, line);
    let sites: Vec<String> = works.sites.iter().map(|at| place(book, *at)).collect();
    comment(&format!("New units may stand at: {}.", or_nowhere(&sites)), line);
    let filled = fill_all(&mut works);
    for told in raisable(book, known, &works, filled) {
        comment(&told, line);
    }
    line("#");
    line("# Take away the `#` and the blank behind it, and delete what you do");
    line("# not want. The list is in order of priority: what money, recruits,");
    line("# counters or room do not reach is not done, and you are told. A");
    line("# power without a line in it fills its reduced units by default:");
    line("# armies in supply first, then what stands where new units may.");
    shapes(&offered(book, known, &works, BUDGET), line);
    comment(
        "each line may have `if:`, such as `if: Burgos is ours`, `if: treasury >= 8` or \
         `if: recruits >= 2`",
        line,
    );
    line("budget:");
    proposals(book, &works, line);
    muster(book, known, &works, line);
}

/// What a purse can expect, line by line.
pub fn income(book: &Book, purse: &Expected) -> Vec<String> {
    let who = book.people.title(&purse.owner);
    let mut lines = vec![format!("What {who} will have, as far as you can see (NIA §12.2):")];
    let doubtful = |one: &Line| purse.income.doubts.contains(one);
    lines.extend(purse.income.lines.iter().map(|one| {
        let doubt = if doubtful(one) { ", in doubt" } else { "" };
        format!("- {}{doubt}", line_in_words(one))
    }));
    if purse.saved > 0 {
        lines.push(format!("- saved from the year before: £{}", purse.saved));
    }
    let all = purse.account().pounds;
    let Recruits { steps, cavalry } = purse.income.recruits;
    lines.push(format!("Together £{all}; {}.", spelling::recruits(steps, cavalry)));
    lines
}

fn or_nowhere(places: &[String]) -> String {
    match places.len() {
        0 => "nowhere now".to_owned(),
        some if some > MOST_LISTED => {
            let more = some - MOST_LISTED;
            format!("{} and {more} more", places[..MOST_LISTED].join(", "))
        }
        _ => places.join(", "),
    }
}

/// The reduced units that could be filled, and what that costs.
fn reduced(works: &Works, line: &mut impl FnMut(&str)) {
    let book = works.book;
    let mut any = false;
    for force in works.forces.values() {
        let Ok(units) = works.reduced(force.id) else { continue };
        if !any {
            comment("Reduced units that can be filled:", line);
            any = true;
        }
        let told = units.iter().map(|unit| {
            let bill = works.price_of_step(unit);
            format!("{} £{}", book.units.write(unit), bill.pounds)
        });
        let told: Vec<String> = told.collect();
        let name = named(book, force);
        let army = if works.sites.contains(&force.at) { "" } else { ", two steps in all" };
        comment(&format!("- {name} at {}: {}{army}", place(book, force.at), told.join(", ")), line);
    }
    if !any {
        comment("No reduced unit can be filled now.", line);
    }
}

fn named(book: &Book, force: &Force) -> String {
    force.army.clone().unwrap_or_else(|| force.name(&book.atlas, &book.units))
}

/// Fills every reduced unit that can be, on paper; gives what that costs.
fn fill_all(works: &mut Works) -> i32 {
    let mut pounds = 0;
    let forces: Vec<_> = works.forces.keys().copied().collect();
    for id in forces {
        while let Ok(units) = works.reduced(id) {
            let Some(built) = units.first().and_then(|unit| works.refill(id, unit).ok()) else {
                break;
            };
            pounds += built.bill.pounds;
        }
    }
    pounds
}

/// What can be raised, with its price and how many counters are left.
fn raisable(book: &Book, known: &Known, works: &Works, filled: i32) -> Vec<String> {
    let sorts = book.pools.sorts(&works.power, &book.units);
    let told: Vec<String> = sorts
        .filter_map(|unit: Unit| {
            let left = works.counters_left(&unit);
            let bill = works.price(std::slice::from_ref(&unit));
            let name = book.units.write(&unit);
            works.can_be_raised(&unit).then(|| format!("{name} £{} ({left} left)", bill.pounds))
        })
        .collect();
    let priced = offered(book, known, works, BUDGET).into_iter().filter_map(|line| line.price);
    let priced: Vec<String> =
        priced.map(|(what, ware)| format!("{what} £{}", works.cost(ware))).collect();
    let others = format!("Besides: {}.", priced.join(", "));
    let after = match filled {
        0 => String::new(),
        pounds => format!(", when these are filled for £{pounds}"),
    };
    let units = match told.is_empty() {
        true => format!("No whole unit can be raised{after}."),
        false => format!("Whole units that can be raised{after}: {}.", or_nowhere(&told)),
    };
    vec![units, others]
}

/// Lines that could be carried out as things stand, to be uncommented.
fn proposals(book: &Book, works: &Works, line: &mut impl FnMut(&str)) {
    line("# - refill: all");
    let site = works.sites.first().map(|at| book.atlas.name(*at));
    let sorts = book.pools.sorts(&works.power, &book.units);
    let affordable = sorts.into_iter().find(|unit| works.can_be_raised(unit));
    if let (Some(unit), Some(site)) = (affordable, site) {
        let unit = book.units.write(&unit);
        line(&format!("# - raise: {{unit: 1 x {unit}, at: {site}}}"));
    }
    line("# - gift: {to: POWER OR COUNTRY, pounds: 4}");
    line("# - keep: 8");
}

fn muster(book: &Book, known: &Known, works: &Works, line: &mut impl FnMut(&str)) {
    line("#");
    let pool: Vec<String> = works.pool.iter().cloned().collect();
    comment(&format!("Leaders who wait in your pool: {}.", or_nobody(&pool)), line);
    for (war, needs) in abroad::needs(book, &known.money, &known.power, known.season.year) {
        let asked = needs.in_words();
        comment(&format!("The war abroad, {war}, begins: it asks for {asked} (NIA §14.1)."), line);
    }
    shapes(&offered(book, known, works, MUSTER), line);
    line("# muster:");
    let site = works.sites.first().map(|at| book.atlas.name(*at));
    if let (Some(leader), Some(site)) = (works.pool.first(), site) {
        line(&format!("# - leader: {{name: {leader}, at: {site}}}"));
    }
}

/// The shapes of lines, without the words of conditions.
fn shapes(lines: &[&LineKind], line: &mut impl FnMut(&str)) {
    let kinds: Vec<&Kind> = lines.iter().map(|line| &line.kind).collect();
    sheet::guide::shapes(&kinds).iter().for_each(|shape| comment(shape, line));
}

/// The kinds of line that are of use to this power now.
fn offered(
    book: &Book,
    known: &Known,
    works: &Works,
    lines: &[&'static LineKind],
) -> Vec<&'static LineKind> {
    let (common, hand, deck) = (known.common(), known.hand(book), known.deck.as_ref());
    let offer = Offer { book, power: &known.power, common, works, hand, deck };
    lines.iter().copied().filter(|line| (line.offered)(&offer)).collect()
}

fn or_nobody(names: &[String]) -> String {
    if names.is_empty() { "nobody".to_owned() } else { or_nowhere(names) }
}

/// An example sheet of a cabinet: only lines that could be carried out as things stand.
pub fn example(book: &Book, known: &Known, line: &mut impl FnMut(&str)) {
    let land = Land::of(book, known, &known.power);
    let purses = expected::purses(book, known, &known.power);
    let Some(works) = expected::works(book, known, &known.power, &land, &purses) else { return };
    line("budget:");
    let fills = works.forces.keys().any(|id| works.reduced(*id).is_ok());
    let mut lines = 0;
    if fills {
        line("- refill: all");
        lines += 1;
    }
    let site = works.sites.iter().find(|at| works.forces.values().all(|force| force.at != **at));
    let sorts = book.pools.sorts(&works.power, &book.units);
    let corps = |unit: &Unit| book.units.kind(&unit.kind).steps > 1;
    let unit = sorts.into_iter().find(|unit| corps(unit) && works.can_be_raised(unit));
    if let (Some(unit), Some(site), false) = (unit, site, fills) {
        let (unit, site) = (book.units.write(&unit), book.atlas.name(*site));
        line(&format!("- raise: {{unit: 1 x {unit}, at: {site}}}"));
        lines += 1;
    }
    if lines == 0 {
        line("- keep: 1");
    }
}

/// How a cabinet goes, for a player who is new to the game.
pub fn primer(book: &Book, known: &Known) -> Vec<String> {
    let keeps = match book.keeps_money(&known.power, known.season.year + 1) {
        true => "What you do not spend, you keep.",
        false => "What you do not spend by next spring is lost.",
    };
    vec![
        "The cabinet comes before spring's orders: the money of the year comes in and is spent, and \
         spring begins with what it has bought. Nobody marches. All sheets are carried out together, \
         power by power."
            .to_owned(),
        format!(
            "`budget:` is a list in order of priority. What money, recruits, counters or room do not \
             reach is not done, and the report says why. {keeps} Gifts are paid before anything is \
             built, from what you have of your own."
        ),
        "A step costs what the form says; the guns of a whole corps cost £1 more. Units of any number \
         are filled where new units may stand: your capital and the fortresses of your own land that \
         nobody besieges. Elsewhere an army in supply gets two steps a year."
            .to_owned(),
        "`muster:` puts leaders of the pool on the map and replaces leaders. It is done when all \
         budgets are done."
            .to_owned(),
    ]
}
