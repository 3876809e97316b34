//! What a new player of Nations in Arms gets, and that its figures are those of the tables.

use crate::first_mails::{a_bad_sheet_is_found, first_mails_hold};
use crate::first_sheets_of_all::{
    each_power, examples_are_legal, shapes_are_the_same, the_form_offers_what_is_legal,
    what_forms_offer_is_played,
};
use nations::orders::STEPS;
use nations::orders::grammar::GRAMMAR;

#[test]
fn every_example_sheet_is_legal() {
    let ways: &[&str] = &["march:", "sail:"];
    let needs: &[&[&str]] = &[ways, &[" if: "], &["reactions:"]];
    let empty = "season: summer 1815\npower: russia\n";
    examples_are_legal(nations::REFEREE, needs, &[empty]);
}

/// Who has an enemy in reach is shown how to fight, but for those whose first season is better spent
/// otherwise: the Russians are far from the enemy or on their way (1799, 1806, 1815) or draw back (1812),
/// the Prussians of 1806 draw back, the French of 1808 close up, and British and Turks ship troops. In 1805 the French march
/// from the Channel, the Russians and Spaniards are far from everybody, and Prussians and Turks are neutral. In 1809
/// Spain avoids battle, and Prussia, Russia and Turkey are neutral. In 1813 Austria and Turkey are. In 1792
/// Britain and Spain are, and Austrians and Prussians come up.
#[test]
fn every_example_sheet_shows_a_fight_where_there_is_one() {
    let fights = ["attack:", "siege:", "engage:", "blockade:"];
    let mut quiet = vec![];
    each_power(nations::REFEREE, &mut |game, power, known| {
        let sheet = game.example(known, "c").unwrap();
        if !fights.iter().any(|fight| sheet.contains(fight)) {
            quiet.push(power.to_owned());
        }
    });
    quiet.dedup();
    let of_1805 = ["france", "prussia", "russia", "spain", "turkey"];
    let of_1809 = ["prussia", "russia", "spain", "turkey"];
    let of_1813 = ["austria", "turkey"];
    let of_1792 = ["austria", "britain", "prussia", "spain"];
    let to_1806 = ["russia", "prussia", "russia"];
    let others = ["russia", "britain", "france", "russia", "turkey"];
    let grand = [&of_1805[..], &of_1792, &of_1805, &of_1809, &of_1813].concat();
    let short = [&to_1806[..], &of_1813, &others, &of_1809].concat();
    assert_eq!(quiet, [grand, short].concat());
}

#[test]
fn guide_form_and_schema_show_the_same_shapes() {
    let kinds: Vec<_> = STEPS.iter().map(|step| &step.kind).collect();
    shapes_are_the_same(nations::REFEREE, &kinds, &GRAMMAR);
}

#[test]
fn the_page_on_a_season_has_the_figures_of_the_tables() {
    let tables = include_str!("../../campaigns/nations/book/tables/terrain.yaml");
    let woods = tables.lines().find(|line| line.contains("terrain: woods")).unwrap();
    let points = woods.split("mp: ").nth(1).and_then(|rest| rest.split(',').next()).unwrap();
    each_power(nations::REFEREE, &mut |game, _, known| {
        let page = sheet::guide::lines(&game.primer(known).unwrap()).join("\n");
        println!("{page}\n{}", game.example(known, "c").unwrap());
        for words in
            [&format!("woods {points}"), "attack: {at: PLACE}", "drop: depot", "initiative"]
        {
            assert!(page.contains(words), "{words}\n{page}");
        }
    });
}

#[test]
fn the_page_and_the_guide_tell_what_may_stand_together() {
    let tables = include_str!("../../campaigns/nations/book/tables/terrain.yaml");
    let ranks = tables.lines().find(|line| line.starts_with("ranks:")).unwrap();
    let steps = |stars: &str| {
        let rest = ranks.split(&format!("{stars}: ")).nth(1).unwrap();
        rest.chars().take_while(char::is_ascii_digit).collect::<String>()
    };
    let told = format!("{} steps with one star, {} with two", steps("1"), steps("2"));
    let guide = sheet::guide::lines(&nations::REFEREE.guide()).join("\n");
    assert!(guide.contains(&told) && guide.contains("STACKING"), "{told}\n{guide}");
    let mut armies = 0;
    each_power(nations::REFEREE, &mut |game, power, known| {
        let page = sheet::guide::lines(&game.primer(known).unwrap()).join("\n");
        assert!(page.contains(&told), "{power}: {told}\n{page}");
        armies += usize::from(page.contains("Army of Italy under Bonaparte 8 of "));
    });
    assert!(armies > 0);
}

#[test]
fn the_form_shows_legal_choices_at_the_cost_of_the_receipt() {
    the_form_offers_what_is_legal(nations::REFEREE, &alone);
}

/// Nobody foresees markers, enemies and what a march costs by attrition.
#[test]
fn what_a_form_offers_is_played() {
    let all = crate::effort::is_long();
    let unforeseen = ["marker", "battle", "enemy", "losses"];
    what_forms_offer_is_played(nations::REFEREE, &alone, &unforeseen, if all { 1 } else { 12 });
}

/// A sheet for one step of one force.
fn alone(who: &str, verb: &str, what: &str) -> String {
    let leads =
        !["detachment", "corps", "cossack", "guerrilla"].iter().any(|kind| who.starts_with(kind));
    let (key, step) = match verb {
        "sails to" => ("squadron", format!("sail: [{what}]")),
        "reaches" if leads => ("leader", format!("march: [{what}]")),
        "reaches" => ("force", format!("march: [{what}]")),
        _ if what.starts_with("blockade") || what.starts_with("carry") => {
            ("squadron", what.to_owned())
        }
        _ if leads => ("leader", what.to_owned()),
        _ => ("force", what.to_owned()),
    };
    format!("activations:\n  - {key}: {who}\n    steps:\n      - {step}\n")
}

#[test]
fn every_first_mail_holds() {
    first_mails_hold(nations::REFEREE);
}

#[test]
fn a_first_mail_with_a_bad_sheet_is_found() {
    let far =
        "      activations:\n        - leader: Bonaparte\n          steps: [{march: [Moscow]}]\n";
    a_bad_sheet_is_found(nations::REFEREE, "marengo-1800", "france", far);
}
