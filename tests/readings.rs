//! How the rules are read, and which cases hold them: two pages beside the paragraphs of each book.

use super::{cited, index, nothing_wrong, pages, root};
use expect_test::expect_file;
use std::collections::BTreeMap;

/// A reading names paragraphs that there are, and a module that plays it and points to its page.
#[test]
fn readings_stand_in_one_place() {
    let mut wrong = vec![];
    for system in umpire::rules::REFEREES.iter().map(|referee| referee.name()) {
        let (index, folder) = (index(system), format!("src/rules/{system}"));
        let page = format!("campaigns/rulebooks/{system}/readings.yaml");
        let text = std::fs::read_to_string(root().join(&page)).unwrap();
        let all: Vec<serde_yaml::Value> = serde_yaml::from_str(&text).unwrap();
        assert!(all.len() > 20, "{page} has only {}", all.len());
        let modules: BTreeMap<String, String> =
            pages(&folder, &["rs"]).into_iter().map(|page| (page.name, page.text)).collect();
        for one in &all {
            let code = format!("{folder}/{}", one["code"].as_str().unwrap());
            let rules = one["rules"].as_sequence().unwrap().iter();
            let rules: Vec<&str> = rules.map(|rule| rule.as_str().unwrap()).collect();
            let reading = one["reading"].as_str().unwrap();
            let docs = modules.get(&code).map(|text| pointer(text)).unwrap_or_default();
            for rule in cited(reading).iter().map(String::as_str).chain(rules.iter().copied()) {
                if !index.contains_key(rule) {
                    wrong.push(format!("{page}: §{rule} is not in the index: {reading}"));
                }
            }
            if rules.is_empty() || !rules.iter().all(|rule| cited(&docs).contains(*rule)) {
                wrong.push(format!("{code} does not point to §{}: {reading}", rules.join(", §")));
            }
        }
        for (name, text) in &modules {
            if text.contains("Our reading") && !pointer(text).starts_with("In `readings.yaml`") {
                wrong.push(format!("{name} has readings; they belong in {page}"));
            }
        }
    }
    nothing_wrong("readings stand in one place", wrong);
}

/// What stands under "Our reading" at the head of a module, in one line.
fn pointer(text: &str) -> String {
    let docs = text.lines().map_while(|line| line.strip_prefix("//!")).map(str::trim);
    let section = docs.skip_while(|line| *line != "# Our reading").skip(1);
    let lines: Vec<&str> = section.take_while(|line| !line.starts_with('#')).collect();
    lines.join(" ").trim().to_owned()
}

/// The cases of each paragraph are those of the rulebook: `UPDATE_EXPECT=1` rewrites the page.
#[test]
fn the_cases_of_a_paragraph_are_listed() {
    for system in umpire::rules::REFEREES.iter().map(|referee| referee.name()) {
        let order = index(system);
        let mut all: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for page in pages(&format!("tests/{system}/rulebook"), &["md"]) {
            for heading in page.text.lines().filter_map(|line| line.strip_prefix("## ")) {
                let Some((head, title)) = heading.split_once(": ") else { continue };
                for rule in cited(head).into_iter().filter(|rule| order.contains_key(rule)) {
                    all.entry(rule).or_default().push(format!("{}: {title}", page.name));
                }
            }
        }
        assert!(all.len() > 10, "{system} has cases for {} paragraphs", all.len());
        let mut text =
            "# The cases of each paragraph, by file and heading; written by a test.\n".to_owned();
        text += "# source: ours.\n";
        text += &serde_yaml::to_string(&all).unwrap();
        expect_file![root().join(format!("campaigns/rulebooks/{system}/cases.yaml"))]
            .assert_eq(&text);
    }
}
