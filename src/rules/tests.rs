//! Tests of the list of rule systems, and of what needs more than one of them.

use super::*;
use play::books::{FORMER, logical, was_called};
use serde_json::Value as Json;

#[test]
fn a_book_is_known_by_its_former_digest() {
    for (former, now) in FORMER {
        assert!(was_called(former, now) && !was_called(now, former));
        assert!(!was_called(former, &"0".repeat(64)), "pages that say something else are others");
    }
}

#[test]
fn a_page_keeps_its_name_wherever_it_lies() {
    for (path, rules, name) in [
        ("nations/book/units.yaml", "nations", "units.yaml"),
        ("nations/book/tables/siege.yaml", "nations", "tables/siege.yaml"),
        ("nations/italy-1796/scenario.yaml", "nations", "scenario.yaml"),
        (&format!("{EUROPE}/hexes.csv"), "nations", "map/hexes.csv"),
        (&format!("{EUROPE}/hexes.csv"), "kriegsspiel", "map/hexes.csv"),
        ("kriegsspiel/book/map/hexes.csv", "kriegsspiel", "map/hexes.csv"),
    ] {
        assert_eq!(logical(path, rules, "italy-1796"), name, "{path}");
    }
}

/// What a game was read from is all that it takes to open it again.
#[test]
fn a_game_opens_from_the_pages_it_was_read_from() {
    for referee in REFEREES.iter() {
        for scenario in referee.scenarios(&shelf()) {
            let game = referee.open(&shelf(), &scenario, &Options::new()).unwrap();
            let laid = referee.lay(game.pages(), &scenario);
            let again = referee.open(&laid, &scenario, &Options::new()).unwrap();
            assert_eq!(again.book_digest(), game.book_digest(), "{scenario}");
            assert_eq!(again.card().powers, game.card().powers);
        }
    }
}

/// The properties of that name, wherever they are in a schema.
fn named<'a>(schema: &'a Json, name: &str) -> Vec<&'a Json> {
    match schema {
        Json::Object(map) => {
            let own = map.get("properties").and_then(|all| all.get(name));
            own.into_iter().chain(map.values().flat_map(|inner| named(inner, name))).collect()
        }
        Json::Array(list) => list.iter().flat_map(|inner| named(inner, name)).collect(),
        _ => vec![],
    }
}

/// What a decision names as its keys: `pursue, sea: {pursue, to}` are `pursue`, and `sea` with two
/// keys under it.
fn keys(written: &str) -> Vec<(String, Vec<String>)> {
    let list: serde_yaml::Value = serde_yaml::from_str(&format!("[{written}]")).unwrap();
    let word = |value: &serde_yaml::Value| value.as_str().map(str::to_owned);
    let mut keys = vec![];
    for one in list.as_sequence().unwrap() {
        let Some(map) = one.as_mapping() else {
            keys.extend(word(one).map(|key| (key, vec![])));
            continue;
        };
        for (key, inner) in map {
            let inner = inner.as_mapping().into_iter().flat_map(|map| map.keys());
            keys.extend(word(key).map(|key| (key, inner.filter_map(word).collect())));
        }
    }
    keys
}

/// The list of decisions, the sheet and the book go together: a key that is named can be written, and
/// a paragraph that is named can be read.
#[test]
fn every_decision_has_its_key_and_its_paragraph() {
    for referee in REFEREES.iter() {
        let (name, schema, shelf) = (referee.name(), referee.schema(), shelf());
        let index = shelf.text(&format!("{name}/book/index.yaml")).unwrap();
        let mut topics = vec![];
        let mut faults = vec![];
        for decision in referee.decisions() {
            for rule in decision.rules() {
                assert!(index.contains(&format!("id: \"{rule}\"")), "{name} {rule}");
            }
            assert!(!decision.default.is_empty() && !decision.options.is_empty(), "{decision:?}");
            for (key, inner) in keys(decision.key).into_iter().filter(|(key, _)| key != "-") {
                let found = named(&schema, &key);
                if found.is_empty() {
                    faults.push(format!("§{}: no key {key}", decision.rule));
                }
                for inner in inner {
                    if found.iter().all(|key| named(key, &inner).is_empty()) {
                        faults.push(format!("§{}: no {inner} under {key}", decision.rule));
                    }
                }
            }
            topics.extend(decision.topic);
        }
        assert!(faults.is_empty(), "{name}: {faults:#?}");
        assert!(!topics.is_empty(), "{name} asks something");
    }
}

/// The only case of a text.
fn only(text: &str) -> case::Case {
    let mut cases = case::read("a.md", text);
    assert_eq!(cases.len(), 1);
    cases.remove(0).unwrap()
}

#[test]
fn names_that_there_are_not_are_refused() {
    let shelf = shelf();
    let check = |line: &str, told: &str| {
        let text = format!(
            "## one\n```yaml setup\nrules: nations\nseason: spring 1805\n```\n```yaml expect\n{line}\n```\n"
        );
        let verdict = case::play(&*REFEREES, &shelf, &only(&text));
        let unmet: Vec<String> = verdict.unmet.iter().map(|one| one.text.clone()).collect();
        assert_eq!(unmet, [told], "{line}");
        assert_eq!(verdict.unmet[0].place.as_deref(), Some("a.md:7"));
    };
    check("- no: batle", "there is no event or state `batle`; is it `battle`?");
    check("- moved: {whoo: Ney}", "`moved` has no field `whoo`; is it `who`?");
    check("- state: {army: {at: Ulm}}", "there is no state `army`");
    check(
        "- known: {france: {stak: {at: Ulm}}}",
        "there is no event or known fact `stak`; is it `stack`?",
    );
}

#[test]
fn a_game_says_what_every_event_and_every_field_means() {
    for referee in REFEREES.iter() {
        assert_eq!(referee.vocabulary().faults(), Vec::<String>::new(), "{}", referee.name());
    }
}
