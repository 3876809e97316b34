//! What a new player of the kriegsspiel gets, and that its figures are those of the tables.

use crate::first_mails::{a_bad_sheet_is_found, first_mails_hold};
use crate::first_sheets_of_all::{
    each_power, examples_are_legal, shapes_are_the_same, the_form_offers_what_is_legal,
    what_forms_offer_is_played,
};
use kriegsspiel::orders::grammar::GRAMMAR;
use kriegsspiel::orders::{STEPS, fleets, organise};

#[test]
fn every_example_sheet_is_legal() {
    let needs: &[&[&str]] =
        &[&["march:"], &["attack:"], &[" if: "], &["stance:"], &["break off:", "retreat:"]];
    examples_are_legal(kriegsspiel::REFEREE, needs, &[]);
}

#[test]
fn guide_form_and_schema_show_the_same_shapes() {
    let all = STEPS.iter().chain(&organise::KINDS).copied();
    let kinds: Vec<_> = all.filter(|kind| !fleets::is_of_ships(kind.key)).collect();
    shapes_are_the_same(kriegsspiel::REFEREE, &kinds, &GRAMMAR);
    // Only where ships are played the form speaks of them, and of all that a power has.
    each_power(kriegsspiel::REFEREE, &mut |game, power, known| {
        let form = game.form(known, "first", None).unwrap();
        let has = known.contains("\"navy\"");
        assert_eq!(form.contains(", sail"), has, "{power}\n{form}");
        assert_eq!(form.contains("# - fleet: "), known.contains("\"ships\""), "{power}\n{form}");
    });
}

#[test]
fn the_page_on_a_turn_has_the_figures_of_the_tables() {
    let tables = include_str!("../../campaigns/kriegsspiel/book/terrain.yaml");
    let marsh = tables.lines().find(|line| line.contains("name: marsh")).unwrap();
    let points = marsh.split("cost: ").nth(1).and_then(|rest| rest.split(',').next()).unwrap();
    each_power(kriegsspiel::REFEREE, &mut |game, _, known| {
        let page = sheet::guide::lines(&game.primer(known).unwrap()).join("\n");
        println!("{page}\n{}", game.example(known, "c").unwrap());
        let paid = if game.card().scenario == "danube-1805" { "allowance" } else { "resource" };
        for words in [&format!("marsh {points}"), "attack: PLACE", "deploy: depot", paid] {
            assert!(page.contains(words), "{words}\n{page}");
        }
    });
}

#[test]
fn the_page_and_the_guide_tell_what_may_stand_together() {
    let told = "Any number of corps and brigades may stand in a hex";
    let guide = sheet::guide::lines(&kriegsspiel::REFEREE.guide()).join("\n");
    assert!(guide.contains(told) && guide.contains("a city 2 more: clear 4"), "{guide}");
    let mut generals = 0;
    each_power(kriegsspiel::REFEREE, &mut |game, power, known| {
        let page = sheet::guide::lines(&game.primer(known).unwrap()).join("\n");
        assert!(page.contains(told), "{power}\n{page}");
        generals += usize::from(page.contains("Napoleon 1 of 6"));
    });
    assert!(generals > 0);
}

#[test]
fn the_form_shows_legal_choices_at_the_cost_of_the_receipt() {
    the_form_offers_what_is_legal(kriegsspiel::REFEREE, &alone);
}

/// Nobody foresees where enemies go, and whose stance counts among allies.
#[test]
fn what_a_form_offers_is_played() {
    let all = crate::effort::is_long();
    let unforeseen = ["enemy", "ally"];
    what_forms_offer_is_played(kriegsspiel::REFEREE, &alone, &unforeseen, if all { 1 } else { 6 });
}

/// A sheet for one step of one force.
fn alone(who: &str, verb: &str, what: &str) -> String {
    let pages = [
        include_str!("../../campaigns/kriegsspiel/danube-1805/scenario.yaml"),
        include_str!("../../campaigns/kriegsspiel/europe-1805/scenario.yaml"),
    ];
    let leads = |page: &&str| {
        page.contains(&format!("general: {who}\n"))
            || page.contains(&format!("general: \"{who}\"\n"))
    };
    let key = match pages.iter().any(leads) {
        true => "army",
        false => "formation",
    };
    let step = if verb.is_empty() { what.to_owned() } else { format!("march: [{what}]") };
    format!("orders:\n  - {key}: {who}\n    steps:\n      - {step}\n")
}

/// The limits of the order of battle stand where the steps are explained that can break them.
#[test]
fn the_guide_and_the_page_have_the_limits_of_formations() {
    use kriegsspiel::record::state::{FOOT_BRIGADE, HORSE_BRIGADE};
    let flat =
        |lines: Vec<String>| lines.join(" ").split_whitespace().collect::<Vec<_>>().join(" ");
    let guide = flat(sheet::guide::lines(&kriegsspiel::REFEREE.guide()));
    let organise = guide.rsplit("EACH OF ORGANISE").next().unwrap();
    let organise = organise.split("AN ENTRY OF ORDERS").next().unwrap();
    for words in [FOOT_BRIGADE, HORSE_BRIGADE, "up to the general's command rating"] {
        assert!(organise.contains(words), "{words}\n{organise}");
    }
    let mut seen = [0; 2];
    each_power(kriegsspiel::REFEREE, &mut |game, power, known| {
        let page = flat(sheet::guide::lines(&game.primer(known).unwrap()));
        assert!(page.contains(FOOT_BRIGADE) && page.contains(HORSE_BRIGADE), "{power}\n{page}");
        seen[0] += usize::from(page.contains("A corps of yours holds up to 30 battalions"));
        seen[1] += usize::from(page.contains("forms corps only after its army reform"));
    });
    assert!(seen.iter().all(|seen| *seen > 0), "{seen:?}");
}

/// The form names places of the enemy before our own, and says how many it leaves out and who can see them.
#[test]
fn the_form_names_places_of_the_enemy_first() {
    let mut seen = 0;
    each_power(kriegsspiel::REFEREE, &mut |game, power, known| {
        let form = game.form(known, "first", None).unwrap();
        let flat = form.replace("\n#     ", " ").replace("\n#   ", "\n");
        let hint = "subject `form NAME`";
        assert!(flat.contains(hint), "{flat}");
        for line in flat.lines().filter(|line| line.starts_with("reaches: ")) {
            // Of the towns in reach of Austria these are Bavarian or French, and those its own.
            let first = |towns: [&str; 4]| towns.iter().filter_map(|town| line.find(town)).min();
            let theirs = first(["Bamberg", "Ratisbonne", "Augsburg", "Mantua"]);
            let ours = first(["Vienna", "Linz", "Salzburg", "Raab"]);
            if power == "austria" && game.card().scenario == "danube-1805" {
                assert!(theirs.is_some() && ours.is_none_or(|ours| theirs < Some(ours)), "{line}");
                seen += 1;
            }
            assert!(line.ends_with(" more"), "{line}");
        }
    });
    assert!(seen > 4, "{seen}");
}

#[test]
fn every_first_mail_holds() {
    first_mails_hold(kriegsspiel::REFEREE);
}

#[test]
fn a_first_mail_with_a_bad_sheet_is_found() {
    let nobody = "      orders: [{army: Grouchy, steps: [{march: Ulm}]}]\n";
    a_bad_sheet_is_found(kriegsspiel::REFEREE, "danube-1805", "france", nobody);
}
