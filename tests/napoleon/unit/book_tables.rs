//! Tests of `book/tables.rs`.

use napoleon::book::tables::*;

fn chart(text: &str) -> Result<Chart<u8>, String> {
    serde_yaml::from_str(text).map_err(|error| error.to_string())
}

#[test]
fn a_chart_without_a_row_is_refused() {
    let whole = chart("{'1-2': 1, '3': 2, '4-10': 3}").unwrap();
    assert_eq!([1, 2, 3, 10].map(|roll| *whole.read(roll)), [1, 1, 2, 3]);
    assert!(whole.spans("it", 1, 10).is_ok() && whole.spans("it", 1, 14).is_err());
    assert!(chart("{'1-2': 1, '4-10': 3}").is_err(), "3 is missing");
    assert!(chart("{'2-10': 3}").unwrap().spans("it", 1, 10).is_err(), "1 is missing");
    assert!(chart("{'<=2': 1, '>=3': 3}").unwrap().spans("it", 1, 10).is_ok());
}

#[test]
fn modifiers_are_in_order_and_can_be_paid() {
    let read = |text: &str| serde_yaml::from_str::<Modifiers>(text);
    let two = read("[{from: 4, roll: 2, pay: 2}, {from: 7, roll: 4, pay: 4}]").unwrap();
    assert_eq!([3, 4, 6, 7, 30].map(|supply| two.with(supply).roll), [0, 2, 2, 4, 4]);
    assert!(read("[{from: 7, roll: 4, pay: 4}, {from: 4, roll: 2, pay: 2}]").is_err());
    assert!(read("[{from: 1, roll: 4, pay: 4}]").is_err());
}
