//! What check, form and report say is reckoned by the rule that the season plays.

use crate::seam::{ByMail, EXTRAS};
use frederick::book::troops::Kind;
use frederick::operations::battle::storm;
use frederick::position::Position as _;
use frederick::record::event::{Event, WarEvent};
use frederick::record::state::Siege;
use frederick::record::unit::{Sort, Unit};
use frederick::sight::{Known, UMPIRE, look};
use frederick::view::forces::forces;
use kit::ground::Space;
use std::collections::{BTreeMap, BTreeSet};

fn at(by_mail: &ByMail, name: &str) -> Space {
    by_mail.book.atlas.find(name).unwrap()
}

/// The tax of a seat is the same number for every eye that sees all of its units.
#[test]
fn everybody_counts_the_tax_of_a_seat_alike() {
    let by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    let (book, state) = (&by_mail.book, by_mail.state());
    for eye in [UMPIRE, "prussia", "austria"] {
        let known = Known::new(eye, look(book, &state, eye));
        for seat in by_mail.seats() {
            assert!(state.tax_held(book, &seat) > 0, "{seat}");
            assert_eq!(known.tax_held(book, &seat), state.tax_held(book, &seat), "{eye}: {seat}");
        }
    }
}

fn forage_of(by_mail: &ByMail, known: &Known, name: &str) -> String {
    let lines = forces(&by_mail.book, known);
    lines.into_iter().find(|line| line.place.starts_with(name)).unwrap().forage
}

/// What a square feeds is told with the harvest, and as in a siege (FRW §34.2).
#[test]
fn a_report_tells_what_a_square_feeds_this_year() {
    let by_mail = ByMail::undrawn("first-silesian-war", &EXTRAS, 3);
    let mut known = by_mail.known("prussia");
    assert_eq!(forage_of(&by_mail, &known, "Königsberg"), "feeds 4");
    known.open.year.harvest = -1;
    assert_eq!(forage_of(&by_mail, &known, "Königsberg"), "feeds 3");
    known.open.year.harvest = 1;
    assert_eq!(forage_of(&by_mail, &known, "Königsberg"), "feeds 5");
    let siege = Siege { by: "austria".into(), of: "prussia".into() };
    known.open.sieges.insert(at(&by_mail, "Königsberg"), siege);
    assert_eq!(forage_of(&by_mail, &known, "Königsberg"), "feeds 2");
    let siege = Siege { by: "prussia".into(), of: "austria".into() };
    known.open.sieges.insert(at(&by_mail, "Königsberg"), siege);
    let told = forage_of(&by_mail, &known, "Königsberg");
    assert!(told.starts_with("feeds 0; "), "{told}");
}

/// The codes and texts of a sheet for the court, against what its author knows after a change.
fn told(seat: &str, change: fn(&mut Known, &ByMail), lines: &str) -> (Vec<&'static str>, String) {
    let by_mail = ByMail::undrawn("first-silesian-war", &EXTRAS, 3);
    let mut known = by_mail.known(seat);
    change(&mut known, &by_mail);
    let sheet = format!("season: {}\npower: {seat}\n{lines}\n", by_mail.at.season.name);
    let known = serde_json::to_string(&known).unwrap();
    let checked = by_mail.game.check(&known, &sheet).unwrap();
    let codes = checked.faults.iter().map(|fault| fault.code).collect();
    (codes, checked.faults.render(&sheet))
}

fn nothing(_: &mut Known, _: &ByMail) {}

fn besieger(known: &mut Known, by_mail: &ByMail) {
    let glogau = at(by_mail, "Glogau");
    let siege = Siege { by: "prussia".into(), of: "austria".into() };
    known.open.sieges.insert(glogau, siege);
    let unit = known.own.values().find(|unit| unit.id.starts_with("prussia infantry")).unwrap();
    let unit = Unit { at: glogau, ..unit.clone() };
    known.own.insert(unit.id.clone(), unit);
}

fn taken(known: &mut Known, _: &ByMail) {
    known.open.relations.join("saxony", "austria".to_owned());
}

fn waste(known: &mut Known, by_mail: &ByMail) {
    known.open.pillaged.insert(at(by_mail, "Prague"));
}

fn all_in_play(known: &mut Known, by_mail: &ByMail) {
    let one = known.own.values().find(|unit| unit.id.starts_with("prussia infantry")).unwrap();
    let one = one.clone();
    for number in 0..by_mail.book.cards.mix("prussia", one.kind) {
        let id = format!("prussia infantry {}", 100 + number);
        known.own.insert(id.clone(), Unit { id, ..one.clone() });
    }
}

/// A square of the German States has one garrison of theirs at the most (FRW §11.12).
#[test]
fn a_second_garrison_of_the_states_is_told() {
    let by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    let (book, mut known) = (&by_mail.book, by_mail.known("prussia"));
    let theirs = |at: &Space| book.atlas.square(*at).owner.as_deref() == Some("german states");
    let at = book.atlas.all().find(|at| theirs(at) && book.atlas.city(*at).is_some()).unwrap();
    let one = known.own.values().find(|unit| unit.kind == Kind::Garrison).unwrap().clone();
    let codes = |known: &Known| {
        let place = book.atlas.name(at);
        let line = format!("mobilize: [{{garrison: 1, of: german states, at: {place}}}]");
        let sheet = format!("season: {}\npower: prussia\n{line}\n", by_mail.at.season.name);
        let known = serde_json::to_string(known).unwrap();
        let checked = by_mail.game.check(&known, &sheet).unwrap();
        checked.faults.iter().map(|fault| fault.code).collect::<Vec<_>>()
    };
    let own = Unit { id: "prussia garrison 99".into(), at, ..one.clone() };
    known.own.insert(own.id.clone(), own);
    assert_eq!(codes(&known), Vec::<&str>::new());
    let (id, owner) = ("german states garrison 1".to_owned(), Some("prussia".to_owned()));
    let states = Unit { id, at, power: "german states".into(), owner, ..one };
    known.own.insert(states.id.clone(), states);
    assert_eq!(codes(&known), ["has-garrison"]);
}

/// What the court refuses is told at check, by the same rule.
#[test]
fn what_the_court_refuses_is_told_at_check() {
    for (seat, change, lines, code, words) in [
        // Besiegers build, but raise nobody.
        (
            "prussia",
            besieger as fn(&mut Known, &ByMail),
            "mobilize: [{garrison: 1, at: Glogau}]",
            "not-held-now",
            "you do not hold Glogau now",
        ),
        (
            "prussia",
            taken,
            "diplomacy: [{declare war on: saxony}]",
            "not-neutral",
            "Saxony is with Austria now",
        ),
        (
            "prussia",
            nothing,
            "levy: [{power: prussia, spend: [{infantry: 1, at: Prague}]}]",
            "not-held-now",
            "you do not hold Prague now",
        ),
        ("prussia", waste, "clear: [Prague]", "nobody-there", "no unit of yours stands at Prague"),
        (
            "prussia",
            all_in_play,
            "mobilize: [{infantry: 1, at: Berlin}]",
            "none-left",
            "no infantry of Prussia is left",
        ),
        (
            "prussia",
            nothing,
            "mobilize: [{infantry: 1, of: german states, at: Berlin}]",
            "garrisons-alone",
            "has garrisons alone",
        ),
    ] {
        let (codes, text) = told(seat, change, lines);
        assert!(codes.contains(&code) && text.contains(words), "{lines}: {codes:?}\n{text}");
    }
    let works = told("prussia", besieger, "fieldworks: [Glogau]");
    assert!(works.0.is_empty(), "{}", works.1);
}

/// The codes, texts and understood lines of a sheet of operations after a change of what is known.
fn in_the_field(
    extras: &[(&str, &str)],
    change: fn(&mut Known, &ByMail),
    orders: &str,
) -> (Vec<&'static str>, String) {
    let mut by_mail = ByMail::undrawn("first-silesian-war", extras, 3);
    by_mail.play(&BTreeMap::new());
    let mut known = by_mail.known("prussia");
    change(&mut known, &by_mail);
    let season = &by_mail.at.season.name;
    let sheet = format!("season: {season}\npower: prussia\noperations:\n{orders}\n");
    let known = serde_json::to_string(&known).unwrap();
    let checked = by_mail.game.check(&known, &sheet).unwrap();
    let codes = checked.faults.iter().map(|fault| fault.code).collect();
    (codes, format!("{}\n{:?}", checked.faults.render(&sheet), checked.understood))
}

/// Maria Theresa alone leads the units at Berlin.
fn under_the_queen(known: &mut Known, by_mail: &ByMail) {
    let book = &by_mail.book;
    let leads = |unit: &&Unit| book.leader(unit).is_some();
    let one = known.own.values().find(leads).unwrap().clone();
    let all: Vec<String> = known.own.values().filter(leads).map(|unit| unit.id.clone()).collect();
    all.iter().for_each(|name| drop(known.own.remove(name)));
    let id = "Maria Theresa".to_owned();
    known.own.insert(id.clone(), Unit { id, at: at(by_mail, "Berlin"), ..one });
    known.markers.own.push("Charge 1".to_owned());
}

/// What an operation counts on is told as the season would have it.
#[test]
fn what_an_operation_counts_on_is_told_as_it_is_played() {
    // Formal sieges are not played in every campaign.
    let orders = "  - {force: Küstrin, steps: [{attack: Glogau}, {besiege: {}}]}";
    let (codes, told) = in_the_field(&[], nothing, orders);
    assert_eq!(codes, ["option-off"], "{told}");
    // Who besieges brings up more without a fight.
    let orders = "  - {force: Küstrin, steps: [{march: Glogau}]}";
    let (_, told) = in_the_field(&EXTRAS, besieger, orders);
    assert!(told.contains("joins the siege"), "{told}");
    let (_, told) = in_the_field(&EXTRAS, nothing, orders);
    assert!(told.contains("stops before them"), "{told}");
    // Who stops before others goes on from there.
    let on = "  - {force: Küstrin, steps: [{march: Glogau}]}\n  - {force: Küstrin, steps: []}";
    let (_, told) = in_the_field(&EXTRAS, nothing, on);
    assert!(told.contains("as far as Crossen"), "{told}");
    let fights = format!("{orders}\nreactions: [{{who: any, met: fight}}]");
    let (_, told) = in_the_field(&EXTRAS, nothing, &fights);
    assert!(told.contains("; fights them") && !told.contains("as far as"), "{told}");
    // A political leader lays no battle markers (FRW §23.3).
    let orders = "  - {force: Berlin, steps: [{attack: Crossen}], battle: [{markers: [Charge]}]}";
    let (codes, told) = in_the_field(&[], under_the_queen, orders);
    assert!(codes.contains(&"too-many-markers"), "{told}");
    assert!(told.contains("the best commander there plays 0"), "{told}");
}

/// The receipt of a storm: against those whom its owner knows in Glogau, or knows not.
fn storm_of_glogau(by_mail: &ByMail, garrison: Option<Vec<Sort>>, more: &str) -> String {
    let mut known = by_mail.known("prussia");
    let glogau = at(by_mail, "Glogau");
    known
        .stacks
        .get_mut(&glogau)
        .unwrap()
        .iter_mut()
        .for_each(|stack| stack.units = garrison.clone());
    let known = serde_json::to_string(&known).unwrap();
    let checked = by_mail.game.check(&known, &storm(by_mail, more)).unwrap();
    let text = checked.understood[0].text();
    text.lines().find(|line| line.contains("falls only if all inside")).unwrap().trim().to_owned()
}

fn storm(by_mail: &ByMail, more: &str) -> String {
    let season = &by_mail.at.season.name;
    format!(
        "season: {season}\npower: prussia\noperations:\n  - {{force: Schwerin, steps: [{{attack: Glogau}}]{more}}}\n"
    )
}

/// On which faces of the die a fortress falls, the receipt tells as the season plays it, and the report after it
/// too (FRW §18.3, §19.4).
#[test]
fn the_chance_of_a_storm_is_told_as_it_is_played() {
    let mut results = BTreeSet::new();
    for seed in 1..=12 {
        let mut by_mail = ByMail::undrawn("first-silesian-war", &[], seed);
        by_mail.play(&BTreeMap::new());
        let unknown = storm_of_glogau(&by_mail, None, "");
        let needs = "1 unit inside can be lost at 34% or more, 2 at 300% or more";
        assert!(unknown.ends_with(&format!("you do not know who is inside: {needs}")), "{unknown}");
        let state = by_mail.state();
        let inside = state.units.at(at(&by_mail, "Glogau")).map(Sort::of).collect();
        let told = storm_of_glogau(&by_mail, Some(inside), "");
        let sheets = BTreeMap::from([("prussia".to_owned(), storm(&by_mail, ""))]);
        let (played, _) = by_mail.play(&sheets);
        let battle = played.events.iter().find_map(|event| {
            let event: Event = serde_json::from_str(event).unwrap();
            let Event::War(WarEvent::Fought(battle)) = event else { return None };
            Some(battle)
        });
        let battle = battle.unwrap();
        let falls = !by_mail.state().seats_at(battle.at).contains("austria");
        let (at, column) = (battle.at, by_mail.book.tables.combat.column(battle.per_cent));
        let faces =
            storm::faces(&by_mail.book, at, column, (battle.attacker.units, battle.defender.units));
        assert_eq!(faces.contains(&battle.die), falls, "{battle:?}");
        let needed = format!("at {}%", battle.column);
        let chance = storm::on_a_die(&faces);
        let is_told = told.contains(&needed) && told.contains(&format!(" that is {chance}"));
        assert!(is_told, "{told}: {battle:?}");
        let report = by_mail.game.view(&by_mail.at.known["prussia"]).unwrap().to_string();
        let says = report.contains(&format!("all inside are lost ({needed}, {chance})"));
        assert_eq!(says, !falls && battle.verdict.is_victory(), "{report}");
        results.insert((falls, says));
    }
    assert!(results.len() > 1, "each storm ends alike: {results:?}");
}

/// Pioneers of the storm's own are reckoned with, unless its entry lays none.
#[test]
fn the_chance_of_a_storm_reckons_with_pioneers() {
    let mut by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    by_mail.play(&BTreeMap::new());
    let state = by_mail.state();
    let inside: Vec<Sort> = state.units.at(at(&by_mail, "Glogau")).map(Sort::of).collect();
    let mut known = by_mail.known("prussia");
    known.markers.own = vec!["Pioneers (1)".to_owned()];
    by_mail.at.known.insert("prussia".to_owned(), serde_json::to_string(&known).unwrap());
    let with = storm_of_glogau(&by_mail, Some(inside.clone()), "");
    assert!(with.contains("% with your best markers that is "), "{with}");
    let without = storm_of_glogau(&by_mail, Some(inside), ", battle: [{markers: none}]");
    assert!(!without.contains("with your best markers"), "{without}");
}

/// Who went back from a fortress still knows who is inside: the receipt tells the chance of the next storm, and asks
/// of the strength that was met (FRW §14.2).
#[test]
fn who_went_back_from_walls_knows_who_is_inside() {
    let mut seen = BTreeSet::new();
    for seed in 1..=12 {
        let mut by_mail = ByMail::undrawn("first-silesian-war", &[], seed);
        by_mail.play(&BTreeMap::new());
        let glogau = at(&by_mail, "Glogau");
        let sheet = storm(&by_mail, "");
        by_mail.play(&BTreeMap::from([("prussia".to_owned(), sheet)]));
        let (known, state) = (by_mail.known("prussia"), by_mail.state());
        if state.seats_at(glogau).contains("prussia") {
            continue;
        }
        let mut inside: Vec<Sort> = state.units.at(glogau).map(Sort::of).collect();
        inside.sort();
        assert_eq!(known.stacks[&glogau][0].units, Some(inside.clone()), "{seed}");
        seen.insert(inside.len());
        if known.own.get("Schwerin").is_none_or(|unit| unit.at != at(&by_mail, "Steinau")) {
            continue;
        }
        let sheet = storm(&by_mail, "").replace("Glogau}", "{at: Glogau, if: odds >= 1:3}}");
        let checked = by_mail.game.check(&by_mail.at.known["prussia"], &sheet).unwrap();
        let told = checked.understood[0].text();
        assert!(told.contains("falls only if all inside are lost: at "), "{told}");
        assert!(!told.contains("not known"), "{told}");
    }
    assert!(!seen.is_empty());
}

/// A bloodbath that takes the last who is inside opens the walls, if a stormer is left: its face of the die is told.
#[test]
fn a_bloodbath_may_open_walls() {
    let by_mail = ByMail::undrawn("first-silesian-war", &[], 3);
    let (book, glogau) = (&by_mail.book, at(&by_mail, "Glogau"));
    let column = book.tables.combat.column(350);
    assert_eq!(storm::faces(book, glogau, column, (2, 1)), [1, 4, 5, 6]);
    assert_eq!(storm::faces(book, glogau, column, (1, 1)), [4, 5, 6]);
    assert_eq!(storm::faces(book, glogau, column, (2, 2)), [6]);
    assert_eq!(storm::on_a_die(&[1, 4, 5, 6]), "on a die of 1, 4, 5 or 6");
    assert_eq!(storm::on_a_die(&[4, 5, 6]), "on a die of 4 or more");
    assert_eq!(storm::least(book, glogau, 2), Some(300));
}
