//! Tests of `record/season.rs`.

use frederick::record::season::*;

#[test]
fn a_year_is_read_as_it_is_written() {
    let mut season = Season::court(1741);
    let mut names = vec![];
    for _ in 0..5 {
        names.push(season.to_string());
        assert_eq!(names[names.len() - 1].parse::<Season>(), Ok(season));
        assert!(season < season.next());
        season = season.next();
    }
    assert_eq!(
        names,
        [
            "court 1741",
            "operations 1741",
            "operations 1741 (2)",
            "operations 1741 (3)",
            "court 1742"
        ]
    );
    for faulty in ["1741", "court", "court 1741 (2)", "operations 1741 (4)", "spring 1741"] {
        assert!(faulty.parse::<Season>().is_err(), "{faulty}");
    }
}
