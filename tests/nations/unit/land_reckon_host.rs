//! Tests of `land/reckon/host.rs`.

use nations::book::units::Unit;
use nations::land::reckon::host::*;

#[test]
fn two_forces_are_one_side() {
    let (kind, nation) = ("InfC".into(), "france".into());
    let unit = Unit { kind, modifier: 0, nation, steps: 2, rising: None };
    let troops = |supplied, demoralized| Host {
        units: vec![unit.clone()],
        supplied,
        demoralized,
        ..Host::default()
    };
    let leader = Host { cavalry_leaders: 1, ..Host::default() };
    let mut host = Host::default();
    host.add(troops(true, false));
    assert!(host.supplied && !host.demoralized);
    host.add(leader.clone());
    assert!(host.supplied && host.cavalry_leaders == 1);
    host.add(troops(false, true));
    assert!(!host.supplied && host.demoralized);
    assert_eq!((host.steps(), host.halves()), (4, 8));
    let mut late = leader;
    late.add(troops(true, true));
    assert!(late.supplied && late.demoralized && late.cavalry_leaders == 1);
}
