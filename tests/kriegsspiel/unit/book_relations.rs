//! The page of a scenario says who plays, and what two powers are to each other.

use kit::relations::Relation;
use kriegsspiel::Kriegsspiel;
use kriegsspiel::book::{Book, Scenario};

/// A page with these lines in the place of its sides.
fn page(lines: &str) -> String {
    let example = include_str!("../../../src/rules/kriegsspiel/book/guide/example.yaml");
    let sides = "sides: {empire: [france], coalition: [austria]}\n";
    assert!(example.contains(sides));
    example.replace("neutral: [prussia]\n", "").replace(sides, lines)
}

/// What is wrong with such a page, each fault with its line counted from the first of them.
fn faults(lines: &str) -> Vec<String> {
    let shelf = play::shelf::<Kriegsspiel>();
    let text = page(lines);
    let first = text.lines().position(|line| Some(line) == lines.lines().next()).unwrap();
    let faults = Book::faults(&shelf, &text).unwrap();
    let told = |text: &str| text.lines().next().unwrap().splitn(3, ": ").last().unwrap().to_owned();
    faults
        .iter()
        .map(|one| format!("{}: {}", one.line.saturating_sub(first), told(&one.text)))
        .collect()
}

const POWERS: &str = "powers: [france, austria, prussia, russia]\n";

#[test]
fn relations_are_read_from_the_page() {
    let lines = "relations:\n  - {war: [france, austria]}\n  - {alliance: [russia, austria]}\n  \
                 - {passage: russia, through: prussia}\n  - {neutral: [france, russia]}\n";
    assert_eq!(faults(&format!("{POWERS}{lines}")), [""; 0]);
    let scenario: Scenario = serde_yaml::from_str(&page(&format!("{POWERS}{lines}"))).unwrap();
    let relations = scenario.relations();
    assert_eq!(relations.parties().count(), 4);
    let is = |one, other| relations.relation(one, other);
    assert_eq!(is("austria", "france"), Relation::War);
    assert_eq!(is("austria", "russia"), Relation::Allied);
    assert_eq!(is("russia", "prussia"), Relation::Passage);
    assert_eq!(is("prussia", "russia"), Relation::Neutral);
    assert_eq!(is("france", "russia"), Relation::Neutral);
    assert_eq!(is("france", "prussia"), Relation::Neutral);
}

#[test]
fn each_fault_of_the_relations_stands_at_its_line() {
    let line = |line: &str| {
        faults(&format!("{POWERS}relations:\n  - {{war: [france, austria]}}\n  - {line}\n"))
    };
    for (written, told) in [
        ("{war: [austria, france]}", "4: austria and france stand in a line before"),
        ("{alliance: [austria, france]}", "4: austria and france stand in a line before"),
        ("{neutral: [france, france]}", "4: france stands here twice"),
        ("{alliance: [france, bavaria]}", "4: bavaria is not one of `powers:`"),
        ("{alliance: [france, bavraia]}", "4: no nation is called `bavraia`"),
        ("{alliance: [france, prussia, russia]}", "4: 3 items stand here, and there can be 2"),
        ("{allaince: [france, prussia]}", "4: none of war, alliance, neutral, passage stands here"),
        ("{passage: france}", "4: `through:` is missing here"),
        (
            "{passage: france, through: austria}",
            "4: france may enter the land of austria without a passage",
        ),
    ] {
        let found = line(written);
        assert!(found.iter().any(|fault| fault == told), "{written}: {found:?}");
        // Two faults at the most: a name that nobody has is no power either.
        assert!(found.len() <= 2, "{written}: {found:?}");
    }
    assert_eq!(line("{passage: france, through: russia}"), [""; 0]);
}

#[test]
fn who_plays_is_said_once() {
    let sides = "sides: {empire: [france], coalition: [austria]}\n";
    let lines = "relations:\n  - {war: [france, austria]}\n";
    assert_eq!(
        faults(&format!("{POWERS}{sides}")),
        ["1: `powers:` and `sides:` do not go together"]
    );
    let of_sides = "3: of powers on `sides:` all is said";
    assert_eq!(faults(&format!("{sides}{lines}")), [of_sides]);
    assert!(faults(lines).contains(&"0: `powers:` or `sides:` is missing here".to_owned()));
    let twice = "powers: [france, austria, france]\n";
    assert_eq!(faults(twice), ["1: france stands here twice"]);
    let shut = format!("{POWERS}neutral: [prussia]\n");
    assert_eq!(faults(&shut), ["2: prussia plays, and its lands would be shut to it"]);
    let few = "1: 1 items stand here, and there can be 2 to 24".to_owned();
    assert!(faults("powers: [france]\n").contains(&few));
}
