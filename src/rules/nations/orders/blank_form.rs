//! The order form: a sheet with a power's own forces in it, ready to be filled in.

use crate::book::Book;
use crate::book::scenario::{At, Entry};
use crate::book::spelling::place;
use crate::book::units::Unit;
use crate::land::{initiative, stacking};
use crate::orders::rehearsal::tactics;
use crate::orders::within_reach::Forces;
use crate::orders::words::Words;
use crate::orders::{self, cabinet_form, comers, peace_form, politics_form};
use crate::politics::revolts;
use crate::record::state::{Anchorage, Force, Ship, Squadron};
use crate::sea::squad;
use crate::season::replenishment;
use crate::sight::known::Known;
use crate::view::forces::units;
use play::OwnForce;
use sheet::Diagnostics;
use sheet::frame::{COMMENT_WIDTH, comment};
use sheet::guide::crib;
use sheet::keys::Kind;
use sheet::reach::{self, Detail, Reach, Room};
use sheet::shape::{self, Kind as Shape, Node, Shaped};

/// A force, and what it can do.
type Afoot<'f> = (&'f Force, Reach);
/// A squadron, and what it can do.
type Afloat<'f> = (&'f Squadron, Reach);

/// Writes the form for the season to come; `last` is the sheet that was played before.
pub fn form(book: &Book, known: &Known, campaign: &str, last: Option<&str>) -> String {
    let forces = Forces::new(book, known);
    let mut own: Vec<&Force> = known.own().collect();
    own.sort_by_key(|force| (force.army.is_none(), force.leaders.is_empty(), force.id));
    let own: Vec<(&Force, Reach)> =
        own.into_iter().map(|force| (force, forces.of_force(force))).collect();
    let ships = known.squadrons.iter().filter(|squadron| squadron.power == known.power);
    let ships: Vec<(&Squadron, Reach)> =
        ships.map(|squadron| (squadron, forces.of_squadron(squadron))).collect();
    let courts = courts(&forces);
    // A first mail is short, whatever it has to say.
    let is_first = known.season == book.scenario.first;
    let words = if is_first { 0 } else { courts.split_whitespace().count() };
    Room::fitting_beside(words, |room| {
        let mut text = String::from(EDITOR);
        let (afoot, heading) = ((&*own, &*ships), (campaign, last));
        write(&forces, afoot, heading, (room, &courts), &mut |written: &str| {
            text.push_str(written);
            text.push('\n');
        });
        text
    })
}

/// Writes the form with so much of each force.
fn write(
    forces: &Forces,
    (own, ships): (&[Afoot<'_>], &[Afloat<'_>]),
    (campaign, last): (&str, Option<&str>),
    (room, courts): (Room, &str),
    line: &mut impl FnMut(&str),
) {
    let (book, known) = (forces.book, forces.known);
    sheet::frame::head(campaign, known.exchange(), &known.power).lines().for_each(&mut *line);
    line("# token:    # only if it is not in the address or the subject");
    if known.cabinet {
        courts.lines().for_each(&mut *line);
        closing(known, line);
        return;
    }
    set_up(book, known, line);
    for card in crate::orders::rehearsal::cards::in_hand(
        (book, known),
        (&known.power, &known.hand(book)),
        false,
    ) {
        comment(&card, line);
    }
    for (told, written) in crate::orders::favours::offered(book, known) {
        comment(&told, line);
        if let Some(written) = written {
            line(&format!("# {written}"));
        }
    }
    line("");
    comment(
        "Entries are played in this order, one a leader and marker. Take away the `#` and the blank \
         behind it, delete the lines you do not want, and write where to go: `march: [Geneva, \
         Turin]`. A mail with the subject `form NAME` lists all that one force can do, each place \
         with its points.",
        line,
    );
    let kinds: Vec<&Kind> = orders::STEPS.iter().map(|step| &step.kind).collect();
    comment(&crib(&kinds), line);
    line("activations:");
    let mut named = vec![];
    for (nth, (force, reach)) in own.iter().enumerate() {
        match room.of(nth) {
            Detail::Named if about(forces, force, Detail::Named).is_none() => {}
            Detail::Named => named.push(format!("`{}`", head(forces, force))),
            detail => entry(forces, (force, reach), detail, line),
        }
    }
    for (nth, (squadron, reach)) in ships.iter().enumerate() {
        match room.of(own.len() + nth) {
            Detail::Named => named.push(format!("`squadron: {}`", lies(book, squadron).0)),
            detail => voyage(forces, (squadron, reach), detail, line),
        }
    }
    reach::write_named(&named, line);
    line("");
    reactions(book, known, last, line);
    courts.lines().for_each(&mut *line);
    closing(known, line);
}

/// What the form has beside forces: budget, politics and peace.
fn courts(forces: &Forces) -> String {
    let (book, known) = (forces.book, forces.known);
    let mut text = String::new();
    let mut line = |written: &str| {
        text.push_str(written);
        text.push('\n');
    };
    if known.cabinet || book.spends_with_orders(known.season) {
        cabinet_form::lists(book, known, &mut line);
    }
    politics_form::lists(book, known, (&known.power, known.exchange()), &mut line);
    peace_form::lists(book, known, (&known.power, known.exchange()), &mut line);
    text
}

/// Letters, and a note.
fn closing(known: &Known, line: &mut impl FnMut(&str)) {
    line("# letters:");
    line(&format!("# - to: {}", others(known)));
    line("#   text: |");
    line("#     Sire, ...");
    line("# note to umpire: |");
    line("#   ...");
}

/// For editors that complete by a schema; `umpire schema` prints it.
const EDITOR: &str = "# yaml-language-server: $schema=sheet.schema.json\n";

/// The reactions of the last sheet, as far as they still mean something; else a skeleton.
fn reactions(book: &Book, known: &Known, last: Option<&str>, line: &mut impl FnMut(&str)) {
    let tactics = tactics::form((book, known), known.own());
    if let Some(told) = &tactics {
        comment(told, line);
    }
    let kept: Vec<String> = last
        .map(carried)
        .unwrap_or_default()
        .into_iter()
        .filter(|item| {
            let sheet = format!("reactions:\n{item}");
            let mut faults = Diagnostics::default();
            let root = shape::shape(&sheet, &mut faults);
            let shaped = Shaped { text: &sheet, root: root.as_ref(), faults: &faults };
            !crate::orders::rehearsal::check(book, known, &shaped).faults.has_faults()
                && is_here(book, known, &shaped)
        })
        .collect();
    if kept.is_empty() {
        line("# reactions:");
        line("# - who: any");
        line("#   met: {stop: {if: always}}");
        line("#   avoid battle: {if: enemy is army and own steps < 8}");
        line("#   second round: {if: our losses <= their losses}");
        if tactics.is_some() {
            line("#   tactics: []");
        }
        return;
    }
    line("# Your reactions of the season before; they hold again if they");
    line("# stay here.");
    line("reactions:");
    for item in kept {
        item.lines().for_each(&mut *line);
    }
}

/// Whether the one who is to react is on the map or on board, if it is a leader of the book.
fn is_here(book: &Book, known: &Known, shaped: &Shaped<'_>) -> bool {
    let (sheet, _) = orders::read_shaped(shaped, &Words { book, known });
    let own = || known.own().chain(known.aboard.values().map(|passage| &passage.force));
    let is_away = |who: &str| {
        book.people.leader(who).is_some()
            && !own().any(|force| force.leaders.iter().any(|leader| leader == who))
    };
    !sheet.reactions.iter().filter_map(|reaction| reaction.name("who")).any(is_away)
}

/// The entries under `reactions:` of a sheet, each as a text of its own, indented alike.
fn carried(sheet: &str) -> Vec<String> {
    let Some(root) = shape::shape(sheet, &mut Diagnostics::default()) else { return vec![] };
    let list = root.get("reactions").map(|node| &node.kind);
    let Some(Shape::Seq(items)) = list else { return vec![] };
    let item = |node: &Node| {
        let begins = sheet[..node.at.start].rfind('\n').map_or(0, |at| at + 1);
        let column = node.at.start - begins;
        let mut lines = sheet[node.at.clone()].trim_end().lines();
        let mut text = format!("  - {}\n", lines.next().unwrap_or_default());
        for further in lines {
            let cut = further.len() - further.trim_start_matches(' ').len();
            text.push_str(&format!("    {}\n", &further[cut.min(column)..]));
        }
        text
    };
    items.iter().map(item).collect()
}

/// Somebody to write to.
fn others(known: &Known) -> &str {
    known.relations.correspondent(&known.power).map_or("...", String::as_str)
}

/// One force: what it is in comments, and an entry for it to be filled in.
fn entry(
    forces: &Forces,
    (force, reach): (&Force, &Reach),
    detail: Detail,
    line: &mut impl FnMut(&str),
) {
    let Some(about) = about(forces, force, detail) else { return };
    if detail > Detail::Bare {
        line("#");
    }
    comment(&about, line);
    reach.write_goals(detail, line);
    line(&format!("# - {}", head(forces, force)));
    line("#   steps:");
    if !force.inside {
        line("#   - march: []");
    }
    reach.write_deeds(detail, line);
    if detail == Detail::Whole {
        subordinate(forces.book, force, line);
    }
}

/// An entry that sends one of those under a commander off with a unit (NIA §4.2.5).
fn subordinate(book: &Book, force: &Force, line: &mut impl FnMut(&str)) {
    let Some((leader, unit)) = detachable(book, force) else { return };
    comment("one of those under them, who goes off with troops:", line);
    line(&format!("# - leader: {leader}"));
    line("#   steps:");
    line("#   - detach:");
    line(&format!("#       leader: {leader}"));
    line(&format!("#       from: {}", force.name(&book.atlas, &book.units)));
    line(&format!("#       units: [{unit}]"));
    line("#   - march: []");
}

/// One of those under a commander, and a unit that could go off with them (NIA §4.2.5).
pub fn detachable<'f>(book: &Book, force: &'f Force) -> Option<(&'f String, String)> {
    let leader = force.leaders.get(1)?;
    let can_go = |unit: &&Unit| u32::from(unit.steps) <= book.figures.ranks.steps(1);
    let unit = force.units.iter().rev().find(can_go).filter(|_| force.units.len() > 1)?;
    Some((leader, units(book, &Force { units: vec![unit.clone()], ..force.clone() })))
}

/// The first line of a force's entry.
fn head(forces: &Forces, force: &Force) -> String {
    let key = if force.leaders.is_empty() { "force" } else { "leader" };
    format!("{key}: {}", force.name(&forces.book.atlas, &forces.book.units))
}

/// Where a force is, what it has and what it can do; nothing if it cannot be ordered.
fn about(forces: &Forces, force: &Force, detail: Detail) -> Option<String> {
    let book = forces.book;
    let initiative = match force.commander() {
        Some(leader) => initiative::of(book, force, leader),
        None if force.units.is_empty() => return None,
        None => 1,
    };
    let factor = crate::land::movement::factor(book, force);
    let mut about = vec![match forces.known.coming.contains(&force.id) {
        true => format!("comes to {} when the season begins", place(book, force.at)),
        false => place(book, force.at),
    }];
    if detail > Detail::Bare {
        about.extend(force.army.clone());
    }
    if detail == Detail::Whole {
        about.push(match units(book, force) {
            none if none.is_empty() => "no units".to_owned(),
            units => units,
        });
    }
    if force.leaders.len() > 1 && detail > Detail::Bare {
        let under = force.leaders[1..].iter().map(|leader| {
            let stars = "*".repeat(usize::from(stacking::stars(book, leader)));
            let worth = book.people.known(leader);
            format!("{leader}{stars} initiative {}, combat {}", worth.initiative, worth.combat)
        });
        let under = under.collect::<Vec<_>>().join(", ");
        about.push(format!("under them {under}"));
    }
    let stars = force.commander().map_or(String::new(), |leader| {
        "*".repeat(usize::from(stacking::stars(book, leader))) + ", "
    });
    let combat = force.commander().map(|leader| book.people.known(leader).combat);
    let combat = combat.map(|value| format!("combat {value}, ")).unwrap_or_default();
    about.push(format!("{stars}initiative {initiative}, {combat}{factor} points"));
    if force.reserve.is_some() {
        about.push("held in reserve".to_owned());
    }
    about.extend(revolts::note(book, force).filter(|_| detail > Detail::Bare));
    Some(about.join("; "))
}

/// The forces of a power, each with its entry, as the form has them.
pub fn own_forces(book: &Book, known: &Known) -> Vec<OwnForce> {
    let forces = Forces::new(book, known);
    let own = known.own().filter_map(|force| {
        Some(OwnForce {
            name: force.name(&book.atlas, &book.units),
            at: Some(force.at),
            about: about(&forces, force, Detail::Whole)?,
            list: "activations",
            entry: vec![format!("- {}", head(&forces, force)), "  steps:".to_owned()],
            go: "  - march: [PLACES]",
            through: true,
            reach: forces.of_force(force),
        })
    });
    let squadrons = known.squadrons.iter().filter(|squadron| squadron.power == known.power);
    let ships = squadrons.map(|squadron| {
        let (chief, about) = lies(book, squadron);
        OwnForce {
            at: match squadron.at {
                Anchorage::Harbour(at) | Anchorage::Blockading(at) => Some(at),
                Anchorage::Sea(_) | Anchorage::Corsairs => None,
            },
            about,
            list: "activations",
            entry: vec![format!("- squadron: {chief}"), "  steps:".to_owned()],
            name: chief,
            go: "  - sail: [PLACES]",
            through: true,
            reach: forces.of_squadron(squadron),
        }
    });
    let mut all: Vec<OwnForce> = own.collect();
    all.extend(ships);
    all
}

/// The fleet that leads a squadron, and where the squadron lies.
fn lies(book: &Book, squadron: &Squadron) -> (String, String) {
    let ships: Vec<Ship> =
        squadron.fleets.iter().map(|fleet| Ship::new(&squadron.power, fleet)).collect();
    let chief = squad::commander(book, &ships);
    let mut about = vec![crate::view::sea::whereabouts(book, &squadron.at)];
    let others: Vec<&str> =
        squadron.fleets.iter().filter(|f| **f != chief.fleet).map(String::as_str).collect();
    if !others.is_empty() {
        about.push(format!("with {}", others.join(", ")));
    }
    about.push(format!("on naval markers, {} points", squad::factor(book, &ships)));
    (chief.fleet.clone(), about.join("; "))
}

/// One squadron: where it lies in a comment, and an entry for it to be filled in.
fn voyage(
    forces: &Forces,
    (squadron, reach): (&Squadron, &Reach),
    detail: Detail,
    line: &mut impl FnMut(&str),
) {
    let (chief, about) = lies(forces.book, squadron);
    if detail > Detail::Bare {
        line("#");
    }
    comment(&about, line);
    reach.write_goals(detail, line);
    line(&format!("# - squadron: {chief}"));
    line("#   steps:");
    line("#   - sail: []");
    reach.write_deeds(detail, line);
}

/// What the sheet can still place: the set-up until the campaign starts, then the arrivals.
fn set_up(book: &Book, known: &Known, line: &mut impl FnMut(&str)) {
    let first = known.season == book.scenario.first && known.seen_events.is_empty();
    let until_start = known.setting_up;
    if first && book.scenario.chooser() == Some(&known.power) {
        line(&format!("# first marker: {} land 4", known.bloc(&known.power).word()));
    }
    let mut lines = vec![];
    if until_start {
        let own = book.scenario.forces.iter().filter(|entry| entry.power == known.power);
        let open = own.filter(|entry| entry.at.is_open() || entry.picks().next().is_some());
        lines.extend(open.map(|entry| placing(book, entry, printed(entry))));
    }
    let due = |entry: &&Entry| entry.when == Some(known.season) && entry.power == known.power;
    let coming = book.scenario.arrivals.iter().filter(due).filter(|entry| !entry.is_marker_alone());
    let open = coming.filter(|entry| entry.at.is_open() || entry.picks().next().is_some());
    let comes = |entry: &Entry| match until_start {
        true => printed(entry),
        false if !entry.steps.is_empty() => replenishment::foretold(book, known, entry, &[]),
        false => comers::leaders_by_default(book, known, entry),
    };
    lines.extend(open.map(|entry| placing(book, entry, comes(entry))));
    if lines.is_empty() {
        return;
    }
    let until = if until_start { ", until the umpire starts the game" } else { "" };
    line("# set-up:");
    comment(&format!("where you may choose{until}; the defaults stand here"), line);
    for written in lines.iter().flat_map(|written| written.lines()) {
        line(&format!("#   {written}"));
    }
}

/// The leaders whom the scenario gives a line by default.
fn printed(entry: &Entry) -> Vec<String> {
    entry.picks().flat_map(|chosen| &chosen.default).cloned().collect()
}

/// A line of the set-up with its defaults: a place, fleets, leaders to be chosen.
fn placing(book: &Book, entry: &Entry, leaders: Vec<String>) -> String {
    let (_, default) = crate::season::setup::legal(book, entry);
    let at = match (&entry.at, default) {
        (At::AnySea { defaults, default, .. }, _) => {
            let seas: Vec<&str> = defaults.iter().chain(default).map(String::as_str).collect();
            format!("[{}]", seas.join(", "))
        }
        (_, Some(space)) => book.atlas.name(space),
        (_, None) => String::new(),
    };
    match leaders.as_slice() {
        _ if !entry.steps.is_empty() => {
            format!("{}: {{leaders: [{}]}}", entry.key, leaders.join(", "))
        }
        [] => format!("{}: {at}", entry.key),
        chosen => {
            let at = entry.at.is_open().then(|| format!("at: {at}"));
            let leaders = format!("leaders: [{}]", chosen.join(", "));
            let keys: Vec<String> = at.into_iter().chain([leaders]).collect();
            let short = format!("{}: {{{}}}", entry.key, keys.join(", "));
            if short.chars().count() + "#   ".len() <= COMMENT_WIDTH {
                return short;
            }
            format!("{}:\n  {}", entry.key, keys.join("\n  "))
        }
    }
}
