//! Tests of `case/probes.rs`.

use kriegsspiel::case::probes::*;
use play::case::keys;

#[test]
fn every_input_is_listed_and_read() {
    assert_eq!(keys::strays::<Inputs>("", INPUTS), Vec::<String>::new());
    assert_eq!(keys::strays::<Side>("ours", INPUTS), Vec::<String>::new());
    let listed: Vec<&str> = INPUTS.iter().map(|(_, name, _)| *name).collect();
    for name in kriegsspiel::case::vocabulary::probes()
        .filter_map(kriegsspiel::case::vocabulary::inputs)
        .flatten()
    {
        assert!(listed.contains(&name), "no meaning for the input `{name}`");
    }
}

#[test]
fn a_slip_is_named() {
    let check = |setup: &str, wanted: &str| {
        let setup = serde_yaml::from_str(setup).unwrap();
        let error = run(&play::shelf::<kriegsspiel::Kriegsspiel>(), &setup).unwrap_err();
        assert!(error.why.contains(wanted), "{}", error.why);
    };
    check("{probe: moral}", "is it `morale`?");
    check("{probe: morale, unit: [3]}", "is it `units`?");
    check("{probe: morale, hits: 3}", "the probe `morale` has no input `hits`");
    check("{probe: loss, hits: 4000000000, percent: 10}", "100000 is the most");
    check("{probe: modifiers, ours: {moral: 3}}", "is it `morale`?");
}
