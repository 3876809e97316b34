//! The pages of war: whole, as known, and refused with a good word when they are not.

use nations::book::atlas::Terrain;
use nations::book::war::cells::{BattleSize, Cell, SiegeResult, Toll};
use nations::book::war::*;
use serde_yaml::Value;

fn war() -> War {
    War::read(&play::shelf::<nations::Nations>()).unwrap()
}

fn page(table: &str) -> Value {
    let name = format!("nations/book/tables/{table}.yaml");
    serde_yaml::from_str(play::shelf::<nations::Nations>().text(&name).unwrap()).unwrap()
}

/// The results that the rules or the sample game tell, as the page lists them.
fn known(table: &str) -> Vec<Value> {
    page(table)["known"].as_sequence().unwrap().clone()
}

fn number(value: &Value) -> i32 {
    i32::try_from(value.as_i64().unwrap()).unwrap()
}

#[test]
fn the_tables_agree_with_all_that_is_known() {
    let war = war();
    for line in known("combat") {
        let column = line["column"].as_str().unwrap();
        let size = BattleSize::ALL.into_iter().find(|size| size.word() == column).unwrap();
        let cell = war.combat(size, number(&line["roll"])).to_string();
        assert_eq!(cell, line["result"].as_str().unwrap(), "{line:?}");
    }
    for line in known("attrition") {
        let column = line["column"].as_str().unwrap();
        let points = column[..1].parse().unwrap();
        assert_eq!(war.attrition_column(points), column);
        let result = line["result"].as_str().unwrap();
        match line.get("roll") {
            Some(roll) => assert_eq!(war.attrition(points, number(roll)).to_string(), result),
            None => assert_eq!(war.attrition_is_fixed(points, 0).unwrap().to_string(), result),
        }
    }
    for line in known("siege") {
        let level = u8::try_from(number(&line["level"])).unwrap();
        let result = war.siege(level, number(&line["roll"])).to_string();
        assert_eq!(result, line["result"].as_str().unwrap(), "{line:?}");
    }
    for line in known("leader-casualty") {
        let fate = war.casualty(false, u8::try_from(number(&line["roll"])).unwrap());
        assert_eq!(fate, pages::fate(line["result"].as_str().unwrap()).unwrap(), "{line:?}");
    }
}

#[test]
fn cells_are_printed_as_they_are_read() {
    for cell in ["0", "0+", "2+C", "4CL", "3+CL", "5+L"] {
        assert_eq!(cell.parse::<Cell>().unwrap().to_string(), cell);
    }
    for toll in ["-", "2", "*", "1*"] {
        assert_eq!(toll.parse::<Toll>().unwrap().to_string(), toll);
    }
    for result in ["NE", "R", "R*", "A", "H", "B"] {
        assert_eq!(result.parse::<SiegeResult>().unwrap().to_string(), result);
    }
    for faulty in ["", "+", "4LC", "C4", "-1", "x", "1 C"] {
        assert!(faulty.parse::<Cell>().is_err(), "{faulty}");
    }
    for faulty in ["", "-*", "**", "-1", "x"] {
        assert!(faulty.parse::<Toll>().is_err(), "{faulty}");
    }
    assert!("X".parse::<SiegeResult>().is_err());
}

#[test]
fn beyond_an_edge_the_edge_counts() {
    let war = war();
    assert_eq!(war.combat(BattleSize::Major, 99), war.combat(BattleSize::Major, 20));
    assert_eq!(war.combat(BattleSize::Major, -9), war.combat(BattleSize::Major, 2));
    assert_eq!(war.odds("9:1".parse().unwrap()), war.odds("4:1".parse().unwrap()));
    assert_eq!(war.odds("1:9".parse().unwrap()), war.odds("1:4".parse().unwrap()));
    assert_eq!(war.siege(9, 3), war.siege(3, 3));
    assert_eq!(war.siege(0, 3), war.siege(1, 3));
    assert_eq!(war.attrition_column(0), "1");
    assert_eq!(war.attrition_column(99), ">=17");
    assert_eq!(war.attrition_is_fixed(8, 0), None);
    assert_eq!(war.ground(Terrain::Mountain, true), (0, 1));
    assert_eq!(war.ground(Terrain::Mountain, false), (0, 2));
    assert_eq!(war.ground(Terrain::Clear, true), (0, 0));
}

/// A page with a change, as a campaign's own book may have it; what the reader says to it.
fn said(table: &str, from: &str, to: &str) -> String {
    let name = format!("nations/book/tables/{table}.yaml");
    let mut shelf = play::shelf::<nations::Nations>();
    let text = shelf.text(&name).unwrap().to_owned();
    assert!(text.contains(from), "{table} has {from}");
    shelf.lay(&name, text.replacen(from, to, 1));
    let error = War::read(&shelf).unwrap_err().to_string();
    assert!(error.contains(table), "{error}");
    error
}

#[test]
fn a_page_with_a_hole_does_not_load() {
    let check = |table, from, to, wanted: &str| {
        let said = said(table, from, to);
        assert!(said.contains(wanted), "{said}");
    };
    check("combat", r#"[9, "0+", "2", "3"]"#, r#"[9, "0+", "2"]"#, "the row of 9 has not 4 cells");
    check("combat", r#"  - [9, "0+", "2", "3"]"#, "", "`10` does not begin where `8` ends");
    check("combat", r#"[9, "0+""#, r#"[9, "x""#, "the row of 9: `x` is not a result");
    check("combat", "[9, ", "[8, ", "the row of 8 stands there twice");
    check("combat", "minor, major]", "major, minor]", "the columns are");
    check("odds", r#"["2-1", 1]"#, r#"["5-1", 1]"#, "cannot follow");
    check("odds", "what: safe", "what: save", "no limit `safe`");
    check("attrition", "season: autumn", "season: winter", "there is no autumn");
    check("attrition", "what: hard ground", "what: hard grund", "is it `hard ground`?");
    check("attrition", r#"points: "5-6""#, r#"points: "5-7""#, "does not begin");
    check("siege", "  3:\n", "  4:\n", "no table of level 3");
    check(
        "siege",
        "what: army, if: each army marker, modifier: 1",
        "what: army, modifier: one",
        "`army`",
    );
    check("leader-casualty", "[4, wounded", "[4, hurt", "`hurt` is none of");
    check("combat-modifiers", "[mountain, woods]", "[hills]", "no terrain `hills`");
    check("contact", "what: several powers, ", "what: many powers, ", "`many powers`");
}
