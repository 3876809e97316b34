//! Tests of `record/exchange.rs`.

use nations::record::exchange::*;

#[test]
fn a_cabinet_comes_before_its_spring() {
    let names = ["winter 1805", "cabinet 1806", "spring 1806", "summer 1806", "cabinet 1807"];
    let read: Vec<Exchange> = names.iter().map(|name| name.parse().unwrap()).collect();
    assert!(read.is_sorted());
    assert_eq!(read.iter().map(Exchange::to_string).collect::<Vec<_>>(), names);
    for faulty in ["cabinet", "cabinet spring", "kabinett 1806", "cabinet 18O6", ""] {
        assert!(faulty.parse::<Exchange>().is_err(), "{faulty}");
    }
}
