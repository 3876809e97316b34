//! Tests of `sequence/name.rs`.

use napoleon::sequence::name::*;

#[test]
fn names_are_read_as_they_are_written() {
    for name in ["march 1796", "march 1796 (2)", "late may 1800 (17)", "mid june 1800"] {
        let read: StopName = name.parse().unwrap();
        assert_eq!(read.to_string(), name);
    }
    let longest: StopName = "early september 1796 (65535)".parse().unwrap();
    assert!(longest.to_string().len() <= 40);
    assert_eq!("March  1796 (3)".parse::<StopName>().unwrap().number(), 3);
}

#[test]
fn other_texts_are_no_names() {
    let wrong = [
        "",
        "march",
        "1796",
        "march 96",
        "march 1796 (1)",
        "march 1796 (0)",
        "march 1796 (02)",
        "march 1796 (2",
        "march 1796 (65536)",
        "spring 1796",
        "march 1796, round 2",
        "march 1796 +2",
        "march +1796",
    ];
    for text in wrong {
        assert!(text.parse::<StopName>().is_err(), "{text}");
    }
    assert!("x".repeat(9000).parse::<StopName>().unwrap_err().len() < 200);
}

#[test]
fn the_order_is_that_of_play() {
    let order = [
        "december 1796",
        "december 1796 (2)",
        "december 1796 (10)",
        "january 1797",
        "late may 1800",
        "early june 1800",
        "mid june 1800 (2)",
        "late june 1800",
    ];
    let names: Vec<StopName> = order.iter().map(|name| name.parse().unwrap()).collect();
    assert!(names.is_sorted_by(|one, next| one < next), "{names:?}");
}
