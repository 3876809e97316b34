//! Tests of `book/countries.rs`.

use nations::book::countries::*;

#[test]
fn a_status_is_read_as_it_is_written() {
    for written in ["neutral", "allied to france", "satellite of france", "conquered by austria"] {
        assert_eq!(written.parse::<CountryStatus>().unwrap().to_string(), written);
    }
    for wrong in ["", "allied", "allied to", "at war", "allied to france and spain"] {
        let why = wrong.parse::<CountryStatus>().unwrap_err();
        assert!(why.contains("is not a status"), "{why}");
    }
}
