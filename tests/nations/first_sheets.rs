//! What a new player of Nations in Arms gets, and that its figures are those of the tables.

use crate::first_sheets_of_all::{each_power, examples_are_legal, shapes_are_the_same};
use nations::orders::STEPS;
use nations::orders::grammar::GRAMMAR;

#[test]
fn every_example_sheet_is_legal() {
    let ways: &[&str] = &["march:", "sail:"];
    let fights: &[&str] = &["attack:", "siege:", "engage:", "blockade:"];
    let needs: &[&[&str]] = &[ways, fights, &[" if: "], &["reactions:"]];
    examples_are_legal(nations::REFEREE, needs);
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
        let page = game.primer(known).unwrap().join("\n");
        println!("{page}\n{}", game.example(known, "c").unwrap());
        for words in
            [&format!("woods {points}"), "attack: {at: PLACE}", "drop: depot", "initiative"]
        {
            assert!(page.contains(words), "{words}\n{page}");
        }
    });
}
