//! Options of questions are told as places with names, in every game that has codes for places.

use std::collections::BTreeMap;
use umpire::rules;

#[test]
fn the_code_of_a_place_has_a_name_beside_it() {
    let check = |scenario: &str, told: &[(&str, &str)]| {
        let shelf = rules::shelf();
        let (referee, scenario) = rules::find(&shelf, scenario).unwrap();
        let game = referee.open(&shelf, &scenario, &BTreeMap::new()).unwrap();
        for (option, name) in told {
            let found = game.option_named(option).unwrap_or_default();
            assert!(found.contains(name), "{option}: `{found}`");
        }
        for other in ["yes", "none", "austria", "Saxon corps", "", "W9999"] {
            assert_eq!(game.option_named(other), None, "{other}");
        }
    };
    check("nations/marengo-1800", &[("W3432", "Turin W3432"), ("W3433", "W3433 (next to ")]);
    check("kriegsspiel/danube-1805", &[("W3626", "Ulm W3626"), ("W3627", "W3627 (next to Ulm)")]);
    check("frederick/first-silesian-war", &[("7L", "Dresden 7L"), ("5Q", "5Q (")]);
    check("napoleon/italy-1796", &[]);
}
