//! The JSON Schema of sheets: it takes what is taken, refuses what is not, and explains every key.

use crate::validate::{self, faults, sheets};
use kit::ledger::Ledger;
use nations::orders::STEPS;
use play::{Game, Options};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// The schema as `umpire schema` prints it.
fn schema() -> Json {
    let shelf = play::shelf::<nations::Nations>();
    let (referee, _) = play::find(&[nations::REFEREE], &shelf, "nations/marengo-1800").unwrap();
    referee.schema()
}

fn yaml(text: &str) -> Json {
    serde_yaml::from_str(text).unwrap()
}

#[test]
fn every_sheet_of_the_manual_follows_the_schema() {
    validate::every_sheet_follows(nations::REFEREE);
}

#[test]
fn a_wrong_sheet_does_not_follow_it() {
    let schema = schema();
    let step = |step: &str| format!("activations: [{{leader: Melas, steps: [{step}]}}]");
    let sound = step("{march: [Turin]}");
    assert_eq!(faults(&schema, &yaml(&sound)), [""; 0]);
    for wrong in [
        "- march: [Turin]",
        "activation: []",
        "powers: france",
        "strict: perhaps",
        "standing: {letters: []}",
        "activations: [{leader: Melas, stops: []}]",
        "activations: [{leader: [Melas, Kray]}]",
        "activations: {leader: Melas, steps: {march: Turin}}",
        "reactions: [{who: any, mett: {stop: {if: always}}}]",
        "reactions: [{who: any, retreat: {hexes: 3}}]",
        "reactions: [{who: any, retreat: {never into: [mud]}}]",
        "letters: [{to: austria, txt: Sire}]",
        &step("{march: [Turin], drop: depot}"),
        &step("{}"),
        &step("march"),
        &step("{marsh: [Turin]}"),
        &step("{march: {to: [Turin], fast: yes}}"),
        &step("{march: {to: [Turin], else: stop}}"),
        &step("{siege: {attempts: up to 10}}"),
        &step("{siege: {attempts: 10}}"),
        &step("{siege: {attempts: -1}}"),
        &step("{siege: {attempts: some}}"),
        "budget: [{raise: 1 x InfC, keep: 3}]",
        "budget: [{keep: 0}]",
        "budget: [{keep: up to 3}]",
        "budget: [{gift: {to: spain, pounds: 1000}}]",
        "budget: [{corsair: 9}]",
        "budget: [{leader: {name: Ney, at: Paris}}]",
        "muster: [{keep: 3}]",
        "muster: [{merge: {whom: all}}]",
    ] {
        assert!(!faults(&schema, &yaml(wrong)).is_empty(), "it takes {wrong}");
    }
}

/// Calls for each key of a map in the schema, with the path to it.
fn each_key(schema: &Json, path: &str, told: &mut dyn FnMut(&str, &Json)) {
    for (name, part) in schema.as_object().into_iter().flatten() {
        match (name.as_str(), part) {
            ("properties", Json::Object(keys)) => {
                for (key, value) in keys {
                    let path = format!("{path}/{key}");
                    told(&path, value);
                    each_key(value, &path, told);
                }
            }
            ("$defs", Json::Object(definitions)) => {
                for (name, definition) in definitions {
                    each_key(definition, &format!("{path}/{name} item"), told);
                }
            }
            ("anyOf", Json::Array(branches)) => {
                branches.iter().for_each(|branch| each_key(branch, path, told));
            }
            ("items" | "additionalProperties", part) => each_key(part, path, told),
            _ => {}
        }
    }
}

#[test]
fn every_key_is_described() {
    let (mut count, mut silent) = (0, vec![]);
    each_key(&schema(), "", &mut |path, value| {
        count += 1;
        let about = value["description"].as_str().unwrap_or_default();
        if about.trim().len() < 5 {
            silent.push(path.to_owned());
        }
    });
    assert!(count > 150, "only {count} keys are found");
    assert!(silent.is_empty(), "{silent:?}");
}

#[test]
fn steps_and_frame_have_examples_that_can_stand_there() {
    let schema = schema();
    let (mut examples, mut wrong) = (0, vec![]);
    let mut stands = |sheet: Json| {
        examples += 1;
        wrong.extend(faults(&schema, &sheet));
    };
    let of = |value: &Json| value["examples"].as_array().cloned().unwrap_or_default();
    for step in STEPS {
        let key = step.kind.key;
        let found = of(&schema["$defs"]["steps"]["properties"][key]);
        assert!(!found.is_empty(), "{key} has no example");
        for example in found {
            stands(json!({"activations": [{"leader": "Melas", "steps": [{key: example}]}]}));
        }
    }
    for key in ["campaign", "season", "power", "strict", "letters", "note to umpire", "set-up"] {
        let found = of(&schema["properties"][key]);
        assert!(!found.is_empty(), "{key} has no example");
        found.into_iter().for_each(|example| stands(json!({key: example})));
    }
    for (key, value) in schema["$defs"]["activations"]["properties"].as_object().unwrap() {
        for example in of(value) {
            let mut entry = json!({"leader": "Melas"});
            entry[key] = example;
            stands(json!({"activations": [entry]}));
        }
    }
    for (key, value) in schema["$defs"]["reactions"]["properties"].as_object().unwrap() {
        of(value).into_iter().for_each(|example| {
            let mut reaction = json!({"who": "any"});
            reaction[key] = example;
            stands(json!({"reactions": [reaction]}));
        });
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(examples > 50, "only {examples} examples");
}

/// Holds the form of each power against the schema and the check.
fn forms_stand(game: &dyn Game, known: &BTreeMap<String, String>, last: &BTreeMap<String, String>) {
    let schema = schema();
    for (power, known) in known {
        let form = game.form(known, "forms", last.get(power).map(String::as_str)).unwrap();
        assert_eq!(faults(&schema, &yaml(&form)), [""; 0], "{power}\n{form}");
        let checked = game.check(known, &form).unwrap();
        let told = checked.faults.render(&form);
        assert!(checked.faults.is_empty() && checked.counts, "{power}\n{told}");
    }
}

#[test]
fn forms_follow_it_and_are_accepted_as_they_stand() {
    let shelf = play::shelf::<nations::Nations>();
    for scenario in ["nations/marengo-1800", "nations/italy-1796"] {
        let (referee, name) = play::find(&[nations::REFEREE], &shelf, scenario).unwrap();
        let game = referee.open(&shelf, &name, &Options::new()).unwrap();
        let folder = format!("orders/{scenario}/");
        let sheets = sheets("orders").into_iter().filter_map(|(path, text)| {
            let power = path.strip_prefix(&folder)?.strip_suffix(".yaml")?;
            Some((power.to_owned(), text))
        });
        let sheets: BTreeMap<String, String> = sheets.collect();
        let mut dice = Ledger::seeded("opening", [0; 32]);
        let opening = game.opening(&sheets, &mut dice).unwrap().after;
        forms_stand(&*game, &opening.known, &BTreeMap::new());
        let mut dice = Ledger::seeded(&opening.season.to_string(), [0; 32]);
        let after = game.resolve(&opening, &sheets, &mut dice).unwrap().after;
        // Reactions are carried over into the form.
        let carried =
            |power| game.form(&after.known[power], "forms", Some(&sheets[power])).unwrap();
        assert!(sheets.keys().all(|power| carried(power).contains("\nreactions:\n")));
        forms_stand(&*game, &after.known, &sheets);
    }
}
