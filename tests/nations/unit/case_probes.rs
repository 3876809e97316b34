//! Tests of `case/probes/mod.rs`.

use nations::case::probes::*;
use nations::case::vocabulary;

fn said(setup: &str) -> String {
    run(&play::shelf::<nations::Nations>(), &serde_yaml::from_str(setup).unwrap()).unwrap_err()
}

#[test]
fn every_probe_is_listed() {
    let whole = [SUPPLY, INCOME, TRADE, DRAWS, INFLUENCE, PEACE, PEACE_LENGTH, PRODUCTION, REFILL];
    let listed: Vec<&str> = vocabulary::probes().filter(|name| !whole.contains(name)).collect();
    let known: Vec<&str> = PROBES.iter().map(|(name, _)| *name).collect();
    assert_eq!(listed, known);
}

#[test]
fn a_slip_is_named() {
    let check = |setup, wanted: &str| {
        let said = said(setup);
        assert!(said.contains(wanted), "{said}");
    };
    check("{probe: batle}", "there is no probe `batle`; is it `battle`?");
    check("{probe: rally, moral: 3}", "there is no input `moral`; is it `morale`?");
    check("{probe: battle, attacker: {unit: 1 x Dinf}}", "is it `units`?");
    check(
        "{probe: battle, attacker: {leader: Nobody}, defender: {units: 1 x Dinf}}",
        "no leader `Nobody`",
    );
    check("{probe: battle, attacker: 1, defender: 1, terrain: wods}", "is it `woods`?");
    check("{probe: battle, attacker: {units: 1 x Dinf, roll: 13}}", "13");
    check("{probe: pursuit, river: 3}", "`river`: ");
    check(
        "{probe: attrition, spent: two}",
        "`spent`: invalid type: string \"two\", expected a whole number",
    );
    check("{probe: interception, units: 1 x InvC}", "no kind of unit");
    check("{probe: pursuit, units: 1 x CavC, Units: 1 x CavC}", "said twice");
    check("{probe: leader casualty, die: 7}", "7");
}
